"""Kabula by Stranger Games, for one to five, told in the order of its rulebook.

Heroes walk an island, meet its people, raid its dungeons, shop and fight. Modelled so far: set-up, the order of play,
Parts, the island, Pins, cities, encounters, dungeons, shops, items, fights among Heroes, rebirth. To come: monsters,
Familios, trending, Automas, the Guardian and the last battle.

The chapters, in the order to read them: ``contents`` and ``opening`` (1), ``parts`` (2, 6), ``hexes``, ``island`` and
``maps`` (3), ``exploring`` (2, 3), ``commerce`` (4), ``strikes``, ``attacks``, ``harms``, ``defending`` and ``fights``
(5 to 7), ``brawls`` (fights at the table, 8), ``targets`` (9), ``weighing``, ``duels`` and ``questions`` (what-ifs,
exact odds, goals), ``tables`` (any position of a game). This page assembles them and holds no rule.

An attack is a state of its own (``Strike``): the table holds one while it lasts, odds walk only that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import allowed, require
from rulebooks.kabula import commerce, fights
from rulebooks.kabula import exploring as ways
from rulebooks.kabula.book import rule
from rulebooks.kabula.brawls import after, attacked, begin, equipped, lose
from rulebooks.kabula.contents import SCHEMA, KabulaCard, Options, Setup, Verb, verbs
from rulebooks.kabula.duels import attack_odds, duel_odds, target
from rulebooks.kabula.fights import Hit, Strike
from rulebooks.kabula.hexes import DIRECTIONS
from rulebooks.kabula.island import Island, IslandError, Pushed
from rulebooks.kabula.maps import draw_picture, parse_map, read_map, write_map
from rulebooks.kabula.opening import left, place_in_order, prepare
from rulebooks.kabula.parts import PARTS, cost, payments
from rulebooks.kabula.questions import GOALS, focus, named_goal, position
from rulebooks.kabula.table import (
    At,
    Buy,
    Choose,
    Do,
    Hero,
    Leave,
    Next,
    Opt,
    Pay,
    Phase,
    Refresh,
    Sell,
    State,
    Step,
    Tag,
    To,
    UseKept,
    UsePin,
    Wear,
    did,
    first,
    pin_at,
    with_hero,
)
from rulebooks.kabula.tables import table
from rulebooks.kabula.targets import figure_target, space_target, who_moves_first

CHECKS: dict[Any, tuple[Callable[..., bool], ...]] = {
    Do: (ways.no_defence, commerce.for_heroes, ways.can_pay, ways.can_discard),
    Step: (ways.land_there, ways.steps_enough),
    UsePin: (ways.no_monster,),
    UseKept: (ways.at_its_place,),
    Wear: (commerce.not_changed_yet,),
    Buy: (commerce.not_just_sold, commerce.can_buy),
}


def island(source: str | Path | None = None) -> Island:
    """The house island, or the one in a map file."""
    return read_map(source)


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the order of play is known."""
    return prepare(Setup.of(setup))


def players(s: State | Strike) -> int:
    """How many play; in an attack alone only the target does."""
    return 1 if isinstance(s, Strike) else len(s.heroes)


def node(s: State | Strike, /) -> Node:
    """What happens next, on the table or in an attack alone."""
    if isinstance(s, Strike):
        there = fights.node(s)
        return replace(there, player=0) if isinstance(there, Decision) else there
    if s.phase is Phase.OVER:
        most = max(sum(h.tags) for h in s.heroes)
        return Terminal(tuple(int(sum(h.tags) == most) for h in s.heroes), s.ended_by)
    chance = chance_here(s)
    if chance is not None:
        return chance
    if s.strike is not None:
        there = fights.node(s.strike)
        return Decision(s.among[there.player], there.actions) if isinstance(there, Decision) else there
    return Decision(asked(s), tuple(c for c in candidates(s) if allowed(CHECKS, s, c)))


def asked(s: State) -> int:
    """Who decides."""
    return s.todo[0][0] if s.todo else s.active


def chance_here(s: State) -> Chance | None:
    """What nature chooses outside an attack, if it is nature's turn."""
    if s.phase is Phase.ORDER:
        return Chance("who comes next", {Next(i): 1 for i in left(s)})
    if s.strike is not None or not s.todo:
        return None
    _, verb = s.todo[0]
    match verb.what:
        case "draw encounter":
            return Chance("an encounter", deal(s.encounters))
        case "draw dungeon":
            return Chance("a dungeon", deal(s.dungeons))
        case "draw common" | "shop common":
            return Chance("an item", deal(s.common)) if verb.n else None
        case "draw rare" | "shop rare":
            return Chance("an item", deal(s.rare)) if verb.n else None
    return None


def candidates(s: State | Strike, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if isinstance(s, Strike):
        return fights.candidates(s)
    if s.strike is not None:
        return fights.candidates(s.strike)
    if s.phase is not Phase.TURN or chance_here(s) is not None:
        return ()
    return choices(s, *s.todo[0]) if s.todo else turn_actions(s)


def turn_actions(s: State) -> tuple[Any, ...]:
    """What the active Hero may do between two actions."""
    h = s.hero
    mat = [c for c in s.setup.sheet.cards if c.kind == "mat"]
    corner = s.setup.owned("city", city) if (city := ways.city_here(s)) else ()
    cards = [c for c in h.items.kinds if c.type == "gear" or (c.does and c.type != "armor")]
    does = [Do(c) for c in (*mat, *cards, *corner)]
    pin = pin_at(s, h.space)
    change = [Wear(c) for c in h.items.kinds if c.type == "armor" and c not in h.worn]
    kept = [UseKept(c) for c in h.kept.kinds]
    return (*(Step(d) for d in DIRECTIONS), *does, *([UsePin(pin)] if pin else []), *kept, *change)


def choices(s: State, seat: int, verb: Verb) -> tuple[Any, ...]:
    """What is chosen in the middle of an action."""
    h = s.heroes[seat]
    match verb.what:
        case "pay":
            return tuple(Pay(p) for p in payments(h.boxes, cost(verb.arg), ways.CAP))
        case "attack":
            return ways.targets(s, seat, verb.arg)
        case "travel":
            here = ways.city_here(s)
            return tuple(To(c) for c in ways.island(s).cities if c != here)
        case "refresh":  # in a fixed order, so that a choice is made one way only
            start = PARTS.index(verb.arg) if verb.arg else 0
            return tuple(Refresh(p) for p in PARTS[start:] if p in h.boxes.used and enough_behind(h, p, verb.n))
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
            return ways.tag_places(s, seat, verb.arg)
        case "shop common" | "shop rare":
            return (Leave(), *(Buy(c) for c in s.shown.kinds), *(Sell(c) for c in h.items.kinds if c.price is not None))
    return ()


def enough_behind(h: Hero, part: str, n: int) -> bool:
    """Whether there are enough Parts from this one on to fill the Fresh box."""
    return sum(h.boxes.used.count(p) for p in PARTS[PARTS.index(part) :]) >= n


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for an attack alone (Strike)."""
    if isinstance(s, Strike):
        return fights.step(s, move)
    there = chance_here(s)
    if there is not None:
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(drawn(s, move))
    if s.strike is not None:
        return settled(replace(s, strike=fights.step(s.strike, move)))
    if not any(move is c for c in candidates(s)):  # actions are interned
        raise IllegalMove(move, None, f"here: {s.todo[0][1].what if s.todo else s.phase}")
    require(CHECKS, s, move)
    return settled(act(s, move))


def drawn(s: State, move: Any) -> State:
    """The table after what nature chose."""
    if s.phase is Phase.ORDER:
        return place_in_order(s, move.seat)
    seat, verb = s.todo[0]
    match verb.what:
        case "draw encounter":
            return ways.meet(s, move)
        case "draw dungeon":
            return ways.open_dungeon(s, move)
        case "shop common" | "shop rare":
            return commerce.open_shop(s, verb.what == "shop rare", move)
    return commerce.get_item(s, seat, move)


def act(s: State, move: Any) -> State:
    """The table after an action."""
    seat = asked(s)
    match move:
        case Do():
            return ways.do(s, move)
        case Step():
            return ways.take_step(s, move)
        case UsePin():
            return ways.use_pin(s, move)
        case Wear():
            return commerce.wear(s, move)
        case UseKept():
            return ways.use_kept(s, move)
        case Pay():
            return ways.settle_cost(s, seat, move)
        case At():
            return begin(s, seat, s.todo[0][1].arg, move.seat)
        case To():
            return ways.travel(s, seat, move)
        case Refresh():
            return ways.refresh(s, seat, move)
        case Choose():
            return ways.choose_part(s, seat, move)
        case Opt():
            return ways.choose_option(s, seat, move)
        case Tag():
            return ways.tag(s, seat, move.place)
        case Buy():
            return commerce.buy(s, seat, move)
        case Sell():
            return commerce.sell(s, seat, move)
    return commerce.leave_shop(s)


def settled(s: State) -> State:
    """The table brought to its next choice, draw or roll."""
    while s.phase is not Phase.OVER:
        after_ = onward(s)
        if after_ is s:
            return s
        s = after_
    return s


def onward(s: State) -> State:
    """One step that nobody chooses; the same table where there is none."""
    if s.strike is not None:
        return after(s, s.strike) if s.strike.stage is fights.Stage.OVER else s
    if not s.todo:
        return s
    seat, verb = s.todo[0]
    match verb.what:
        case "walk":
            return ways.walk(did(s), seat, verb.n)
        case "heal":
            return ways.heal(did(s), seat, verb.n)
        case "heart+":
            return ways.raise_most(did(s), seat, verb.n)
        case "farz":
            return commerce.earn(did(s), seat, verb.n)
        case "rest":
            return ways.begin_rest(s, seat)
        case "end turn":
            return ways.end_turn(s)
        case "survived":
            return ways.survive(did(s), verb.n, verb.arg)
        case "put back":
            return ways.put_back(s)
        case "keep":
            s = ways.keep(did(s), seat)
            return replace(s, todo=tuple(t for t in s.todo if t[1].what in ("put back", "end turn")))
        case "lose heart":
            return lose(did(s), seat, verb.n)
        case "nausea":
            return with_hero(did(s), seat, nausea=s.heroes[seat].nausea + verb.n)
        case "eat":
            return commerce.eat(did(s), seat, s.setup.sheet.find(verb.arg))
        case "encounter pin":
            return ways.set_pin(did(s), "encounter")
        case "attacked":
            return attacked(s, seat, verb.arg)
        case "attack" if " all" in f" {verb.arg.split(',')[0]}":
            return begin(s, seat, verb.arg, None)
        case "get" if verb.arg != "any":
            boxes = ways.get(s.heroes[seat].boxes, [verb.arg] * verb.n)
            return with_hero(did(s), seat, boxes=boxes)
        case "draw common" | "draw rare" | "shop common" | "shop rare" if verb.n:
            pile = s.rare if verb.what.endswith("rare") else s.common
            if len(pile):
                return s
            return first(did(s), seat, replace(verb, n=0)) if verb.what.startswith("shop") else did(s)
    return one_way(s, seat, verb)


def one_way(s: State, seat: int, verb: Verb) -> State:
    """A choice with nothing to choose is left out; one with a single way to pay is taken."""
    there = choices(s, seat, verb)
    if verb.what == "pay" and len(there) == 1:
        return ways.settle_cost(s, seat, there[0])
    if verb.what == "tag" and len(there) == 1:
        return ways.tag(s, seat, there[0].place)
    waits = ("pay", "attack", "travel", "refresh", "get", "discard", "option", "tag")
    return did(s) if verb.what in waits and not there else s


def information_state(s: Any, player: int, /) -> Any:
    """What one player knows: only the order of the decks is hidden, and they hold no order."""
    return s


def components(s: State | Strike) -> Bag[Any]:
    """Every card, wherever it lies: the same from the first move to the last."""
    if isinstance(s, Strike):
        return Bag([f.name for f in s.fighters])
    lying: Counter[str] = Counter()
    for pile in (s.encounters, s.dungeons, s.common, s.rare, s.shown):
        lying.update(c.id for c in pile)
    if s.card is not None and s.card.kind == "encounter":
        lying.update([s.card.id])
    for h in s.heroes:
        lying.update(c.id for c in (*h.items, *h.kept))
    return Bag(dict(lying))


EXAMPLE_SETUPS = (
    Setup(),
    Setup(("clayton", "isolde", "chastity")),
    Setup(("jessika", "zack", "clayton", "isolde", "chastity"), "red"),
    Setup(("isolde",), "orange"),
)

__all__ = [
    "EXAMPLE_SETUPS",
    "GOALS",
    "SCHEMA",
    "Hit",
    "Island",
    "IslandError",
    "KabulaCard",
    "Options",
    "Pushed",
    "Setup",
    "State",
    "Strike",
    "attack_odds",
    "candidates",
    "components",
    "draw_picture",
    "duel_odds",
    "equipped",
    "figure_target",
    "focus",
    "information_state",
    "initial_state",
    "island",
    "named_goal",
    "node",
    "parse_map",
    "players",
    "position",
    "rule",
    "space_target",
    "step",
    "table",
    "target",
    "verbs",
    "who_moves_first",
    "write_map",
]
