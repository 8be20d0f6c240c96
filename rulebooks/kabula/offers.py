"""Kabula: who may do what: nature's choices, the actions of a turn, and what is chosen in the middle of an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebooks.core.chance import deal, roll
from rulebooks.core.game import Chance
from rulebooks.kabula import commerce, fights
from rulebooks.kabula import exploring as ways
from rulebooks.kabula.attacks import Take
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import Verb
from rulebooks.kabula.expansions import orders
from rulebooks.kabula.familios import familio_actions, gear_changes, gifts, has_familio, hops, wild_here
from rulebooks.kabula.heroes import may_tag, own_actions, tag_places
from rulebooks.kabula.hexes import DIRECTIONS
from rulebooks.kabula.monsters import a_monster_there
from rulebooks.kabula.opening import left
from rulebooks.kabula.parts import PARTS, cost, payments, recharges
from rulebooks.kabula.printed import COINS, PAIRS, KabulaCard
from rulebooks.kabula.table import (
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Leave,
    LetGo,
    Meet,
    Monster,
    Next,
    Opt,
    Pay,
    Phase,
    Refresh,
    Sell,
    Spot,
    State,
    Step,
    Tame,
    To,
    UseKept,
    UsePin,
    Wear,
    boxes_of,
    called,
    cap_of,
    figure,
    is_familio,
    pin_at,
    seat_of,
)
from rulebooks.kabula.the_end import boosts, has_kabula


@rule("12.4b", "The rest of the price")
def can_boost(s: State, action: Boost) -> bool:
    """The Kabula pays one Part; the others are paid as always."""
    boxes = boxes_of(s, s.active)
    return not (rest := rest_of(action)) or bool(payments(boxes, cost(rest), cap_of(s.active)))


def rest_of(action: Boost) -> str:
    """What is still to be paid where the Kabula pays one Part."""
    price = list(cost(action.action.cost))
    price.remove(action.part)
    return ", ".join(price)


CHECKS: dict[Any, tuple[Callable[..., bool], ...]] = {
    Do: (ways.no_defence, commerce.for_heroes, ways.can_pay, ways.can_discard),
    Boost: (can_boost, ways.can_discard),
    Step: (ways.land_there, ways.steps_enough),
    UsePin: (a_monster_there, ways.cards_left),
    UseKept: (ways.at_its_place,),
    Wear: (commerce.not_changed_yet,),
    Gear: (has_familio,),
    Buy: (commerce.not_just_sold, commerce.can_buy),
}
PAIR_WEIGHTS = dict(zip(PAIRS, (1, 2, 1), strict=True))


def asked(s: State) -> int:
    """The seat that decides."""
    return max(0, seat_of(s.todo[0][0] if s.todo else s.active))


def chance_here(s: State) -> Chance | None:
    """What nature chooses outside an attack, if it is nature's turn."""
    if s.phase is Phase.ORDER:
        return Chance("who comes next", {Next(i): 1 for i in left(s)})
    if s.strike is not None or not s.todo or s.phase is Phase.OVER:
        return None
    _, verb = s.todo[0]
    match verb.what:
        case "draw encounter" | "draw encounters":
            return Chance("an encounter", deal(s.encounters))
        case "draw dungeon":
            return Chance("a dungeon", deal(s.dungeons))
        case "draw common" | "shop common":
            return Chance("an item", deal(s.common)) if verb.n else None
        case "draw rare" | "shop rare":
            return Chance("an item", deal(s.rare)) if verb.n else None
        case "spot":
            return Chance("a Monster", {Spot(c, verb.arg): n for c, n in deal(s.unspotted).items()})
        case "coin":
            return Chance("the Monster coin", roll(COINS))
        case "coins":
            return Chance("two Monster coins", dict(PAIR_WEIGHTS))
        case "random" | "skid" | "land" | "rabbit" | "peel near":
            return Chance("the Compass die", roll(DIRECTIONS))
        case "draw omen":
            return Chance("the Guardian's card", deal(s.omens))
        case "draw rabbits":
            return Chance("a Rabbit card", deal(s.burrow))
    return None


def candidates(s: State) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if s.strike is not None:
        return fights.candidates(s.strike)
    if s.phase is not Phase.TURN or chance_here(s) is not None:
        return ()
    if s.todo:
        return choices(s, *s.todo[0])
    return familio_turn(s) if is_familio(s.active) else turn_actions(s)


def turn_actions(s: State) -> tuple[Any, ...]:
    """What the active Hero may do between two actions."""
    h = s.hero
    mat = s.setup.owned("mat", "")
    corner = s.setup.owned("city", city) if (city := ways.city_here(s)) else ()
    worn = [c for c in h.worn.kinds if c.does and _plain(c)]
    cards = [*(c for c in h.items.kinds if c.type == "gear" or (c.does and c.type != "armor")), *worn]
    own = own_actions(s, s.active)
    does = [Do(c) for c in (*mat, *cards, *own, *corner)]
    able = [c for c in (*mat, *cards, *own, *corner) if c.cost and _plain(c)] if has_kabula(s, s.active) else []
    more = [b for c in able for b in boosts(c)]
    pin = pin_at(s, h.space)
    change = [Wear(c) for c in h.items.kinds if c.type == "armor" and c not in h.worn]
    kept = [UseKept(c) for c in h.kept.kinds]
    gear = gear_changes(s, s.active)
    return (*(Step(d) for d in DIRECTIONS), *does, *more, *([UsePin(pin)] if pin else []), *kept, *change, *gear)


def _plain(card: KabulaCard) -> bool:
    """Whether a card is an action of one's own turn."""
    return "defend" not in (card.does or "") and card.type != "gear"


@rule("9.12d", "A Familio's turn ends")
def familio_turn(s: State) -> tuple[Any, ...]:
    """Its player may end a Familio's turn at any time, even if no action on its card says so (BR-116)."""
    steps = [Step(d) for d in DIRECTIONS]
    return (*steps, *(Do(c) for c in familio_actions(s, s.seat)), *gear_changes(s, s.seat), EndTurn())


def choices(s: State, f: int, verb: Verb) -> tuple[Any, ...]:
    """What is chosen in the middle of an action."""
    h = s.heroes[max(0, seat_of(f))]
    match verb.what:
        case "pay":
            return tuple(Pay(p) for p in payments(boxes_of(s, f), cost(verb.arg), cap_of(f)))
        case "attack":
            return ways.targets(s, f, verb.arg, verb.n)
        case "travel":
            here = ways.city_here(s)
            return tuple(To(c) for c in ways.island(s).cities if c != here)
        case "refresh":
            return refreshes(s, f, verb)
        case "get":
            return tuple(Choose(p) for p in PARTS)
        case "discard":
            kinds = PARTS if verb.arg == "any" else (verb.arg,)
            boxes = ("used", "fresh", "rage")
            return tuple(Choose(p, box) for box in boxes for p in kinds if p in getattr(h.boxes, box))
        case "option":
            assert s.card is not None
            return tuple(Opt(o) for o in s.setup.owned("option", s.card.id))
        case "tag":
            return tag_places(s, f, verb.arg)
        case "may tag":
            return may_tag(s, f, verb)
        case "shop common" | "shop rare":
            return (Leave(), *(Buy(c) for c in s.shown.kinds), *(Sell(c) for c in h.items.kinds if c.price is not None))
        case "meet":
            return tuple(Meet(c) for c in s.shown.kinds)
        case "order":
            return orders(s)
    return more_choices(s, f, verb)


def more_choices(s: State, f: int, verb: Verb) -> tuple[Any, ...]:
    """What is chosen about Monsters and Familios."""
    match verb.what:
        case "tame":
            return (Tame(s.setup.card(verb.arg)), LetGo("tame"))
        case "give":
            return gifts(s, f, verb)
        case "hop":
            return hops(s, f, verb.n)
        case "befriend":
            return tuple(Befriend(m.number, called(s, m.number)) for m in wild_here(s, f))
        case "shed":
            m = figure(s, int(verb.arg))
            return tuple(Take(parts) for parts in deal(m.parts, verb.n)) if isinstance(m, Monster) else ()
        case "recharge":
            return recharges(boxes_of(s, f), cap_of(f))
    return ()


def refreshes(s: State, f: int, verb: Verb) -> tuple[Any, ...]:
    """After a rest: Parts for a Fresh box, in a fixed order, so that a choice is made one way only.

    A Hero with a Familio may stop early and leave some for it.
    """
    used = boxes_of(s, f).used
    start = PARTS.index(verb.arg) if verb.arg else 0
    shared = s.heroes[seat_of(f)].familio is not None
    there = [p for p in PARTS[start:] if p in used and (shared or _enough_behind(used, p, verb.n))]
    return (*(Refresh(p) for p in there), *([LetGo("refresh")] if shared and there else []))


def _enough_behind(used: Any, part: str, n: int) -> bool:
    """Whether there are enough Parts from this one on to fill the Fresh box."""
    return sum(used.count(p) for p in PARTS[PARTS.index(part) :]) >= n
