"""Kabula 2, 3 and 5.1: actions, rest, walking, Pins, dungeons, encounters, cities, healing."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.familios import the_steps
from rulebooks.kabula.fights import in_reach
from rulebooks.kabula.heroes import bonus, encounters_seen, moment
from rulebooks.kabula.hexes import Space, neighbour
from rulebooks.kabula.island import Island, step_cost
from rulebooks.kabula.numbers import marked
from rulebooks.kabula.parts import FRESH_CAP, PARTS, Boxes, cost, get, pay, payments, rest
from rulebooks.kabula.peels import enter
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    FAMILIO,
    At,
    Choose,
    Do,
    Meet,
    Monster,
    Opt,
    Pay,
    Refresh,
    State,
    Step,
    To,
    UseKept,
    UsePin,
    boxes_of,
    called,
    cap_of,
    did,
    figure,
    first,
    is_familio,
    order,
    pin_at,
    the,
    with_boxes,
    with_figure,
    with_hero,
)
from rulebooks.kabula.the_end import kabula_number

CAP = FRESH_CAP["hero"]


def island(s: State) -> Island:
    """The island played on."""
    return island_of(s.setup)


# 2  The Basics: turns and actions ------------------------------------------------------------
@rule("2.2", "Use an action")
def do(s: State, action: Do) -> State:
    """On one's turn one may use as many actions as one can pay for: pay, then do what it says, one after the other."""
    return done(s, action.action, action.action.cost, verbs(action.action.id, action.action.does))


def done(s: State, card: KabulaCard, price: str | None, does: tuple[Verb, ...]) -> State:
    """What using a card's action leaves to do: pay its price, then what it says."""
    what = [Verb("pay", 1, price)] if price else []
    then = [v for v in does if v.what != "defend"]
    if card.kind == "mat" and not s.setup.options.rest_ends_turn and then[:1] == [Verb("rest")]:
        then = then[:1]  # BR-30
    if card.type == "snack":
        what.append(Verb("eat", 1, card.id))  # it is gone whatever its action brings, the end of the turn or a death
    rests = card.kind == "mat" and then[:1] == [Verb("rest")]
    s = first(s, s.active, *what, *then)
    return moment(s, s.active, "rest") if rests else s


@rule("2.3", "Parts to pay with")
def can_pay(s: State, action: Do) -> bool:
    """What an action costs is paid with Fresh or raging Parts."""
    return not action.action.cost or bool(payments(boxes_of(s, s.active), cost(action.action.cost), cap_of(s.active)))


@rule("2.3a", "Parts to discard")
def can_discard(s: State, action: Do) -> bool:
    """An action that gives something for Parts that are discarded wants all of them to be there."""
    b = s.hero.boxes
    wanted = [v for v in verbs(action.action.id, action.action.does) if v.what == "discard"]
    has = {part: sum(box.count(part) for box in (b.rage, b.fresh, b.used)) for part in PARTS}
    named = all(has.get(v.arg, v.n) >= v.n for v in wanted)
    return named and len(b) >= sum(v.n for v in wanted)


def settle_cost(s: State, seat: int, action: Pay) -> State:
    """A cost paid as its owner likes."""
    return with_boxes(did(s), seat, pay(boxes_of(s, seat), action.payment))


@rule("2.4", "Actions of others' turns")
def no_defence(s: State, action: Do) -> bool:
    """Actions that defend are used in answer to an attack only."""
    return not any(v.what == "defend" for v in verbs(action.action.id, action.action.does))


@rule("2.9", "Rest")
def begin_rest(s: State, seat: int) -> State:
    """All Parts go to Used, raging ones and the Familio's too, and Nausea is gone; then Parts become Fresh.

    Up to ten of them, of one's choice, in the Hero's box, and up to five in the Familio's (BR-98).
    """
    h, f = s.heroes[seat], FAMILIO + seat
    used = h.boxes.used
    if h.familio is not None:
        used = used + h.familio.rage + h.familio.fresh
        s = with_figure(s, f, rage=Bag(), fresh=Bag(), nausea=0)
    boxes = rest(replace(h.boxes, used=used), Bag())
    s = with_hero(did(s), seat, boxes=boxes, nausea=0)
    if s.kabula.owner == seat:
        s = replace(s, kabula=replace(s.kabula, used=False))
    then = [(f, Verb("refresh", cap_of(f)))] if h.familio is not None else []
    s = replace(s, todo=(*then, *s.todo))
    n = min(CAP, len(boxes.used))
    if n == len(boxes.used) and not then:  # all of them fit: nothing to choose
        return with_hero(s, seat, boxes=Boxes(fresh=boxes.used))
    return first(s, seat, Verb("refresh", n)) if n else s


def refresh(s: State, f: int, action: Refresh) -> State:
    """One Part more becomes Fresh."""
    _, verb = s.todo[0]
    b = boxes_of(s, f)
    s = with_boxes(did(s), f, replace(b, used=b.used.take(action.part), fresh=b.fresh.add(action.part)))
    return first(s, f, replace(verb, n=verb.n - 1, arg=action.part)) if verb.n > 1 else s


# 3  Exploring the Island -------------------------------------------------------------------------
@rule("3.4", "Walk")
def walk(s: State, seat: int, n: int) -> State:
    """Steps of several walks add up; those not used by the end of the turn are lost (BR-20)."""
    return with_figure(s, seat, steps=the_steps(s, seat) + n + bonus(s, seat, "steps"))


@rule("3.5", "Take a step")
def take_step(s: State, action: Step) -> State:
    """A figure moves into a space that touches, for the steps that the way costs."""
    f = s.active
    here = the(s, f).space
    there = neighbour(here, action.direction)
    price, _ = step_cost(island(s), here, there)
    return enter(with_figure(s, f, steps=the_steps(s, f) - price), f, here, there)


@rule("3.6", "Land in that direction")
def land_there(s: State, action: Step) -> bool:
    """Nobody walks off the island."""
    return neighbour(the(s, s.active).space, action.direction) in island(s).cells


@rule("3.7", "Steps enough")
def steps_enough(s: State, action: Step) -> bool:
    """All the steps that a way costs must be there at once."""
    here = the(s, s.active).space
    there = neighbour(here, action.direction)
    return the_steps(s, s.active) >= island(s).graph.edges[here, there]["steps"]


@rule("3.8", "Use a Pin")
def use_pin(s: State, action: UsePin) -> State:
    """A Hero may use the Pin on the own space: an encounter or a dungeon; both end the turn (BR-60, BR-99)."""
    if action.pin == "encounter":
        n = encounters_seen(s, s.seat)
        return first(s, s.active, Verb("draw encounter") if n == 1 else Verb("draw encounters", n))
    return first(s, s.active, Verb("draw dungeon", 1, action.pin))


@rule("3.9a", "Cards to draw")
def cards_left(s: State, action: UsePin) -> bool:
    """A Pin whose deck has no card left cannot be used."""
    return action.pin == "monster" or bool(s.encounters if action.pin == "encounter" else s.dungeons)


def set_pin(s: State, pin: str, space: Space | None = None) -> State:
    """The Pin on a space, or the active Hero's, changed; "" removes it."""
    there = space or s.hero.space
    rest_ = tuple((at, p) for at, p in s.pins if at != there)
    return replace(s, pins=tuple(sorted((*rest_, (there, pin)))) if pin else rest_)


# Dungeons
@rule("3.10", "A dungeon")
def open_dungeon(s: State, card: KabulaCard) -> State:
    """A dungeon card is drawn; what it says for the level on the Pin happens, and then the turn ends."""
    (seat, verb), *_ = s.todo
    level = int(verb.arg.removeprefix("dungeon "))
    row = next(lv for lv in s.setup.owned("level", card.id) if lv.level == level)
    s = replace(did(s), dungeons=s.dungeons.take(card).below(card), card=card)
    what = [v for v in verbs(row.id, row.does) if v.what != "end turn"]
    s = first(s, seat, *what, Verb("survived", level, str(s.hero.space)), Verb("end turn"))
    return moment(s, seat, "dungeon")


@rule("3.11", "Survived")
def survive(s: State, level: int, where: str) -> State:
    """Who survives gets the reward; a level 1 Pin is turned to level 2, a level 2 Pin is taken away (BR-52)."""
    space = next(at for at, _ in s.pins if str(at) == where)  # a push may have moved the Hero
    return set_pin(s, "dungeon 2" if level == 1 else "", space)


# Encounters
@rule("3.12", "An encounter")
def meet(s: State, card: KabulaCard) -> State:
    """An encounter card is drawn: what its introduction says is done, then one of two options is chosen.

    At the end the Pin is turned to its Monster side (BR-162).
    """
    seat = s.active
    s = replace(s, encounters=s.encounters.take(card), card=card)
    there = Verb("put back", 1, str(s.hero.space))
    s = first(did(s), seat, *verbs(card.id, card.does), Verb("option"), there, Verb("end turn"))
    return moment(s, seat, "encounter")


@rule("3.12a", "One of two encounters")
def draw_another(s: State, card: KabulaCard) -> State:
    """Whose bonus lets them draw more cards chooses one to resolve; the other goes under the deck (BR-102)."""
    (seat, verb), *_ = s.todo
    s = replace(did(s), encounters=s.encounters.take(card), shown=s.shown.add(card))
    more = verb.n > 1 and len(s.encounters) > 0
    return first(s, seat, replace(verb, n=verb.n - 1) if more else Verb("meet"))


def meet_chosen(s: State, action: Meet) -> State:
    """One of the cards drawn is resolved."""
    others = s.shown.take(action.card)
    pile = s.encounters.below(*others).on_top(action.card)
    s = replace(s, shown=Bag(), encounters=pile)
    return meet(s, action.card)


@rule("3.13", "Choose an option")
def choose_option(s: State, seat: int, action: Opt) -> State:
    """What the option says happens, in order; its trait may bring a Tag."""
    s = did(s)
    what = verbs(action.option.id, action.option.does)
    return first(s, seat, Verb("tag", 1, action.option.trait or ""), *what)


@rule("3.14", "The card goes back")
def put_back(s: State, where: str) -> State:
    """An encounter card goes under its deck, unless the Hero keeps it. ``where``: the space whose Pin is turned."""
    card = s.card
    s = replace(did(s), card=None)
    s = next((set_pin(s, "monster", at) for at, _ in s.pins if str(at) == where), s)
    return s if card is None else replace(s, encounters=s.encounters.below(card))


def pin_stays(s: State) -> State:
    """A Monster Pin under the Hero is turned back to its encounter side; that of this encounter stays on it (BR-60)."""
    if pin_at(s, s.hero.space) not in ("encounter", "monster"):
        return s
    todo = tuple((f, replace(v, arg="") if v.what == "put back" else v) for f, v in s.todo)
    return set_pin(replace(s, todo=todo), "encounter")


@rule("3.15", "Keep a card")
def keep(s: State, seat: int) -> State:
    """Some options let a Hero keep the card and use it later at a place."""
    h, card = s.heroes[seat], s.card
    return s if card is None else with_hero(replace(s, card=None), seat, kept=h.kept.add(card))


@rule("3.16", "Use a kept card")
def use_kept(s: State, action: UseKept) -> State:
    """At its place a kept card is given away for what it says, once, on one's own turn (BR-100)."""
    s = with_hero(s, s.active, kept=s.hero.kept.take(action.card))
    s = replace(s, encounters=s.encounters.below(action.card))
    ends = [Verb("end turn")] * s.setup.options.kept_ends_turn
    return first(s, s.active, *kept_effects(s, action.card), *ends)


def kept_effects(s: State, card: KabulaCard) -> tuple[Verb, ...]:
    """What a kept card does: what stands behind "keep" in its option."""
    for option in s.setup.owned("option", card.id):
        told = verbs(option.id, option.does)
        for i, v in enumerate(told):
            if v.what == "keep":
                return told[i + 1 :]
    return ()


def kept_place(s: State, card: KabulaCard) -> str:
    """Where a kept card is used."""
    told = [v for option in s.setup.owned("option", card.id) for v in verbs(option.id, option.does)]
    return next((v.arg for v in told if v.what == "keep"), "")


@rule("3.17", "At its place")
def at_its_place(s: State, action: UseKept) -> bool:
    """A kept card is used on the space that it names."""
    there = {name.casefold(): space for name, space in island(s).names.items()}
    return there.get(kept_place(s, action.card).casefold()) == s.hero.space


# Cities
@rule("3.18", "City actions")
def city_here(s: State) -> str:
    """On a city's space a Hero may use the actions of its corner; Familios may not (BR-69)."""
    return next((c for c in island(s).cities if island(s).names[c] == s.hero.space), "")


@rule("3.19", "Travel")
def travel(s: State, seat: int, action: To) -> State:
    """The line between the cities takes a Hero to another one."""
    s = with_hero(did(s), seat, space=island(s).names[action.city])
    return moment(s, seat, "travel")


# Heart and Parts --------------------------------------------------------------------------------------
@rule("5.1", "Heal")
def heal(s: State, f: int, n: int) -> State:
    """Healing raises Heart, never above Heart+; a Heart that is above it already stays (BR-50)."""
    me = the(s, f)
    assert not isinstance(me, Monster)
    return with_figure(s, f, heart=max(me.heart, min(me.most, me.heart + n + bonus(s, f, "heal"))))


@rule("5.1a", "Heart+")
def raise_most(s: State, seat: int, n: int) -> State:
    """Heart+ is a number of its own: raising it heals nothing."""
    return with_hero(s, seat, most=s.heroes[seat].most + n)


def choose_part(s: State, seat: int, action: Choose) -> State:
    """A Part got or discarded."""
    _, verb = s.todo[0]
    b = s.heroes[seat].boxes
    if verb.what == "get":
        boxes = get(b, [action.part])
    else:
        boxes = replace(b, **{action.box: getattr(b, action.box).take(action.part)})
    s = with_hero(did(s), seat, boxes=boxes)
    return first(s, seat, replace(verb, n=verb.n - 1)) if verb.n > 1 else s


def targets(s: State, f: int, words: str, n: int = 1) -> tuple[At, ...]:
    """The figures that an attack can be aimed at. ``n``: which number the Kabula raises (``marked``)."""
    a, here = marked(attack(words, words), n, kabula_number(s) if n > 1 else 0), the(s, f).space
    if is_familio(f) and figure(s, f) is None:
        return ()
    return tuple(At(x, called(s, x)) for x in order(s) if x != f and in_reach(a, here, the(s, x).space))
