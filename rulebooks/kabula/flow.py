"""Kabula: what happens next: what is drawn or rolled, what an action does, and all that nobody chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.kabula import commerce, fights, peels
from rulebooks.kabula import expansions as more
from rulebooks.kabula import exploring as ways
from rulebooks.kabula import guardian as guard
from rulebooks.kabula.attacks import Take
from rulebooks.kabula.automas import automa_acts, automa_attacks, automa_tag, brood, collect, go_to_pin, popular, seek
from rulebooks.kabula.brawls import after, attacked, begin
from rulebooks.kabula.contents import Verb
from rulebooks.kabula.deaths import charge, hurt, shed
from rulebooks.kabula.familios import befriend, change_gear, give, hop, tame
from rulebooks.kabula.fights import in_reach
from rulebooks.kabula.heroes import bonus, tag
from rulebooks.kabula.hexes import neighbour
from rulebooks.kabula.monsters import behave, go_at_random, go_toward, provoke, spot
from rulebooks.kabula.offers import asked, choices, rest_of
from rulebooks.kabula.opening import place_in_order
from rulebooks.kabula.parts import Recharge
from rulebooks.kabula.rounds import end_turn, new_round
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    At,
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Give,
    Hop,
    LetGo,
    Meet,
    Monster,
    Opt,
    Order,
    Pay,
    Phase,
    Refresh,
    Sell,
    State,
    Step,
    Tag,
    Tame,
    To,
    Trot,
    UseKept,
    UsePin,
    Wear,
    boxes_of,
    did,
    figure,
    first,
    is_hero,
    played,
    seat_of,
    the,
    with_boxes,
    with_figure,
)
from rulebooks.kabula.the_end import boosted, ending, spend_kabula, take_kabula


def drawn(s: State, move: Any) -> State:
    """The table after what nature chose."""
    if s.phase is Phase.ORDER:
        return place_in_order(s, move.seat)
    f, verb = s.todo[0]
    match verb.what:
        case "draw encounter":
            return ways.meet(s, move)
        case "draw encounters":
            return ways.draw_another(s, move)
        case "draw dungeon":
            return ways.open_dungeon(s, move)
        case "shop common" | "shop rare":
            return commerce.open_shop(s, verb.what == "shop rare", move)
        case "spot":
            return spot(s, move)
        case "coin" if is_hero(f) and s.heroes[f].swallowed:
            return more.order_by_coin(s, f, move)
        case "coin":
            return automa_acts(s, f, move) if is_hero(f) else behave(s, f, move)
        case "coins":
            return automa_acts(s, f, move) if is_hero(f) else guard.guardian_acts(s, move)
        case "random":
            return go_at_random(did(s), f, verb.n, move)
        case "draw omen":
            return guard.reveal(s, move)
        case "draw rabbits":
            return more.hop_out(s, move)
        case "rabbit":
            return more.spawn(s, move)
        case "land":
            return more.land(s, f, move)
        case "skid":
            return peels.skid(s, f, move)
        case "peel near":
            return peel_near(s, verb, move)
    return commerce.get_item(s, f, move)


def peel_near(s: State, verb: Verb, direction: str) -> State:
    """A peel on the space beside the Guardian in this direction."""
    s = first(did(s), GUARDIAN, replace(verb, n=verb.n - 1)) if verb.n > 1 else did(s)
    return peels.throw(s, neighbour(the(s, GUARDIAN).space, direction))


def act(s: State, move: Any) -> State:
    """The table after an action."""
    f = s.todo[0][0] if s.todo else s.active
    seat = asked(s)
    match move:
        case Do():
            return ways.do(s, move)
        case Boost():
            return ways.done(spend_kabula(s), move.action, rest_of(move), boosted(s, move))
        case Step():
            return ways.take_step(s, move)
        case UsePin() if move.pin == "monster":
            return provoke(s, seat)
        case UsePin():
            return ways.use_pin(s, move)
        case Wear():
            return commerce.wear(s, move)
        case Gear():
            return change_gear(s, seat, move)
        case UseKept():
            return ways.use_kept(s, move)
        case EndTurn():
            return end_turn(s)
        case Pay():
            return ways.settle_cost(s, f, move)
        case At():
            verb = s.todo[0][1]
            return begin(s, f, verb.arg, move.figure, n=verb.n)
        case To():
            return ways.travel(s, seat, move)
        case Refresh():
            return ways.refresh(s, f, move)
        case Choose():
            return ways.choose_part(s, seat, move)
        case Opt():
            return ways.choose_option(s, seat, move)
        case Tag():
            return tag(s, seat, move.place)
        case Buy():
            return commerce.buy(s, seat, move)
        case Sell():
            return commerce.sell(s, seat, move)
    return act_on(s, f, seat, move)


def act_on(s: State, f: int, seat: int, move: Any) -> State:
    """The table after an action about Monsters, Familios, the Guardian."""
    match move:
        case Meet():
            return ways.meet_chosen(s, move)
        case Tame():
            return tame(s, seat, move.card)
        case Give():
            return give(s, seat, move)
        case Hop() | Trot():
            return hop(s, f, move)
        case Befriend():
            return befriend(s, seat, move.number)
        case Order():
            return more.obey(s, move)
        case Take():
            return shed(did(s), int(s.todo[0][1].arg), move.parts)
        case Recharge():
            return charge(s, f, move)
        case LetGo():
            return did(s)
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
    if s.kabula.stolen and (ended := ending(s)) is not s:
        return ended
    taken = take_kabula(s)
    if taken is not s or not s.todo:
        return taken
    f, verb = s.todo[0]
    if figure(s, f) is None and verb.what not in ("end turn", "new round", "spot") and f != GUARDIAN:
        return did(s)  # whoever was to do it is no longer there
    match verb.what:
        case "end turn":
            return end_turn(s)
        case "new round":
            return new_round(s)
        case "attack" if not played(s, f):
            return automatic_attack(s, f, verb)
        case "attack" if " all" in f" {verb.arg.split(',')[0]}":
            return begin(s, f, verb.arg, None, n=verb.n)
        case "attacked":
            return attacked(s, f, verb.arg)
        case "spot" if not len(s.unspotted):
            return did(s)
        case "draw common" | "draw rare" | "shop common" | "shop rare" if verb.n:
            pile = s.rare if verb.what.endswith("rare") else s.common
            if len(pile):
                return s
            return first(did(s), f, replace(verb, n=0)) if verb.what.startswith("shop") else did(s)
    changed = by_a_card(s, f, verb)
    changed = by_a_figure(s, f, verb) if changed is s else changed
    return one_way(s, f, verb) if changed is s else changed


def automatic_attack(s: State, f: int, verb: Verb) -> State:
    """An automatic figure attacks its target if it is in reach, or all."""
    if figure(s, f) is None:
        return did(s)
    a = attack(verb.arg, verb.arg)
    mark = automa_attacks(s, f, a) if is_hero(f) else s.mark
    there = figure(s, mark) if mark not in (NOBODY, f) else None
    near = there is not None and in_reach(a, the(s, f).space, there.space)
    if a.all and (near or not is_hero(f)):
        return begin(s, f, verb.arg, None)
    return begin(s, f, verb.arg, mark) if near else did(s)


def by_a_card(s: State, f: int, verb: Verb) -> State:
    """What a card makes a Hero do or suffer."""
    match verb.what:
        case "walk":
            return ways.walk(did(s), f, verb.n)
        case "heal":
            return did(s) if isinstance(figure(s, f), Monster | None) else ways.heal(did(s), f, verb.n)
        case "heart+":
            return ways.raise_most(did(s), f, verb.n)
        case "farz":
            return commerce.earn(did(s), seat_of(f), verb.n + bonus(s, f, "farz"))
        case "rest":
            return ways.begin_rest(s, f)
        case "survived":
            return ways.survive(did(s), verb.n, verb.arg)
        case "put back":
            return ways.put_back(s, verb.arg)
        case "keep":
            s = ways.keep(did(s), f)
            return replace(s, todo=tuple(t for t in s.todo if t[1].what in ("put back", "end turn")))
        case "lose heart":
            return hurt(did(s), f, verb.n)
        case "nausea":
            return with_figure(did(s), f, nausea=the(s, f).nausea + verb.n)
        case "eat":
            return commerce.eat(did(s), f, s.setup.sheet.find(verb.arg))
        case "encounter pin":
            return ways.pin_stays(did(s))
        case "get" if verb.arg != "any":
            boxes = ways.get(boxes_of(s, f), [verb.arg] * verb.n)
            return with_boxes(did(s), f, boxes)
        case "tag" if s.heroes[max(0, seat_of(f))].automa is not None:
            return automa_tag(s, f)
    return s


def by_a_figure(s: State, f: int, verb: Verb) -> State:
    """What Monsters, Automas and the Guardian do."""
    match verb.what:
        case "toward":
            return go_toward(did(s), f, verb.n)
        case "fly":
            return go_toward(did(s), f, verb.n, "spaces")
        case "toward pin":
            return go_to_pin(s, f, verb.n)
        case "popular":
            return popular(s, f)
        case "seek":
            return seek(s, f)
        case "collect":
            return collect(s, f)
        case "brood":
            return brood(s, f, verb.n)
        case "look":
            return guard.look(s, s.setup.card(verb.arg))
        case "home":
            return guard.go_home(s)
        case "wash":
            return guard.wash(s, verb.n)
        case "swallow":
            return more.swallow(s)
        case "bobu sleeps" | "bobu wakes":
            return more.bobu(s, verb.what == "bobu sleeps")
        case "rabbits move":
            return more.run(s, verb.n)
        case "rabbits turn":
            return more.turn_rabbits(s, verb.n)
        case "rabbits burst":
            return more.burst(s, verb.n)
        case "peel":
            s = first(did(s), f, replace(verb, n=verb.n - 1)) if verb.n > 1 else did(s)
            return peels.throw(s, the(s, s.mark).space) if figure(s, s.mark) is not None else s
        case "slip" | "pushed onto":
            return peels.slip_later(s, f, verb.arg)
    return s


WAITS = (
    "pay",
    "attack",
    "travel",
    "refresh",
    "get",
    "discard",
    "option",
    "tag",
    "may tag",
    "meet",
    "order",
    "befriend",
    "shed",
    "recharge",
)


def one_way(s: State, f: int, verb: Verb) -> State:
    """A choice with nothing to choose is left out; one with a single way to pay is taken."""
    there = choices(s, f, verb)
    if verb.what == "pay" and len(there) == 1:
        return ways.settle_cost(s, f, there[0])
    if verb.what == "tag" and len(there) == 1:
        return tag(s, f, there[0].place)
    if verb.what == "meet" and len(there) == 1:
        return ways.meet_chosen(s, there[0])
    if verb.what == "give" and len(there) == 1:
        return did(s)
    return did(s) if verb.what in WAITS and not there else s
