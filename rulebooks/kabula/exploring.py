"""Kabula 2, 3 and 5.1: turns and actions, rest, walking, Pins, dungeons, encounters, cities, healing."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, traits_of, verbs
from rulebooks.kabula.hexes import Space, neighbour
from rulebooks.kabula.island import Island, step_cost
from rulebooks.kabula.parts import FRESH_CAP, PARTS, Boxes, cost, get, pay, payments, rest
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    NONE,
    At,
    Choose,
    Do,
    Opt,
    Pay,
    Phase,
    Refresh,
    State,
    Step,
    Tag,
    To,
    UseKept,
    UsePin,
    did,
    first,
    with_hero,
)

CAP = FRESH_CAP["hero"]
MOST_TAGS = 3


def island(s: State) -> Island:
    """The island played on."""
    return island_of(s.setup)


# 2  The Basics: turns and actions ------------------------------------------------------------
@rule("2.1", "Order of play")
def end_turn(s: State) -> State:
    """Figures take turns from left to right on the RON tracker; after the last one a new round begins."""
    s = with_hero(s, s.active, steps=0, changed=NONE)
    s = replace(s, todo=(), card=None)
    if s.turn + 1 < len(s.ron):
        return replace(s, turn=s.turn + 1)
    s = replace(s, turn=0, round=s.round + 1)
    return all_quiet(s) if s.round > s.setup.number("rounds") else s


@rule("2.1a", "So far the rules go", kind="house")
def all_quiet(s: State) -> State:
    """Without a Guardian the game ends when its ten cards would be used up; the most Tags are the most popular."""
    return replace(s, phase=Phase.OVER, ended_by="2.1a")


@rule("2.2", "Use an action")
def do(s: State, action: Do) -> State:
    """On one's turn one may use as many actions as one can pay for: pay, then do what it says, one after the other."""
    card = action.action
    what = [Verb("pay", 1, card.cost)] if card.cost else []
    then = [v for v in verbs(card.id, card.does) if v.what != "defend"]
    if card.kind == "mat" and not s.setup.options.rest_ends_turn and then[:1] == [Verb("rest")]:
        then = then[:1]  # BR-30
    if card.type == "snack":
        then.append(Verb("eat", 1, card.id))
    return first(s, s.active, *what, *then)


@rule("2.3", "Parts to pay with")
def can_pay(s: State, action: Do) -> bool:
    """What an action costs is paid with Fresh or raging Parts."""
    return not action.action.cost or bool(payments(s.hero.boxes, cost(action.action.cost), CAP))


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
    return with_hero(did(s), seat, boxes=pay(s.heroes[seat].boxes, action.payment))


@rule("2.4", "Actions of others' turns")
def no_defence(s: State, action: Do) -> bool:
    """Actions that defend are used in answer to an attack only."""
    return not any(v.what == "defend" for v in verbs(action.action.id, action.action.does))


@rule("2.9", "Rest")
def begin_rest(s: State, seat: int) -> State:
    """All Parts go to Used, Nausea is gone; then up to ten Parts, of one's choice, become Fresh."""
    h = s.heroes[seat]
    boxes = rest(h.boxes, Bag())
    s = with_hero(did(s), seat, boxes=boxes, nausea=0)
    n = min(CAP, len(boxes.used))
    if n == len(boxes.used):  # all of them fit: nothing to choose
        return with_hero(s, seat, boxes=Boxes(fresh=boxes.used))
    return first(s, seat, Verb("refresh", n))


def refresh(s: State, seat: int, action: Refresh) -> State:
    """One Part more becomes Fresh."""
    _, verb = s.todo[0]
    b = s.heroes[seat].boxes
    s = with_hero(did(s), seat, boxes=replace(b, used=b.used.take(action.part), fresh=b.fresh.add(action.part)))
    return first(s, seat, replace(verb, n=verb.n - 1, arg=action.part)) if verb.n > 1 else s


# 3  Exploring the Island -------------------------------------------------------------------------
@rule("3.4", "Walk")
def walk(s: State, seat: int, n: int) -> State:
    """Steps of several walks add up; those not used by the end of the turn are lost (BR-20)."""
    return with_hero(s, seat, steps=s.heroes[seat].steps + n)


@rule("3.5", "Take a step")
def take_step(s: State, action: Step) -> State:
    """A figure moves into a space that touches, for the steps that the way costs."""
    h = s.hero
    there = neighbour(h.space, action.direction)
    price, _ = step_cost(island(s), h.space, there)
    return with_hero(s, s.active, space=there, steps=h.steps - price)


@rule("3.6", "Land in that direction")
def land_there(s: State, action: Step) -> bool:
    """Nobody walks off the island."""
    return neighbour(s.hero.space, action.direction) in island(s).cells


@rule("3.7", "Steps enough")
def steps_enough(s: State, action: Step) -> bool:
    """All the steps that a way costs must be there at once."""
    there = neighbour(s.hero.space, action.direction)
    return s.hero.steps >= island(s).graph.edges[s.hero.space, there]["steps"]


@rule("3.8", "Use a Pin")
def use_pin(s: State, action: UsePin) -> State:
    """A Hero may use the Pin on the own space: an encounter or a dungeon; both end the turn (BR-60, BR-99)."""
    what = "encounter" if action.pin == "encounter" else "dungeon"
    return first(s, s.active, Verb(f"draw {what}", 1, action.pin))


@rule("3.9", "Monsters to provoke")
def no_monster(s: State, action: UsePin) -> bool:
    """A Monster Pin provokes the Spotted Monster of its territory; where none is left, it cannot be used (BR-59).

    Nor can another Pin whose deck has no card left.
    """
    return action.pin != "monster" and bool(s.encounters if action.pin == "encounter" else s.dungeons)


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
    return first(s, seat, *what, Verb("survived", level, str(s.hero.space)), Verb("end turn"))


@rule("3.11", "Survived")
def survive(s: State, level: int, where: str) -> State:
    """Who survives gets the reward; a level 1 Pin is turned to level 2, a level 2 Pin is taken away (BR-52)."""
    space = next(at for at, _ in s.pins if str(at) == where)  # a push may have moved the Hero
    return set_pin(s, "dungeon 2" if level == 1 else "", space)


# Encounters
@rule("3.12", "An encounter")
def meet(s: State, card: KabulaCard) -> State:
    """An encounter card is drawn: what its introduction says is done, then one of two options is chosen."""
    seat = s.active
    s = replace(did(s), encounters=s.encounters.take(card), card=card)
    s = set_pin(s, "monster")
    return first(s, seat, *verbs(card.id, card.does), Verb("option"), Verb("put back"), Verb("end turn"))


@rule("3.13", "Choose an option")
def choose_option(s: State, seat: int, action: Opt) -> State:
    """What the option says happens, in order; its trait may bring a Tag."""
    s = did(s)
    what = verbs(action.option.id, action.option.does)
    return first(s, seat, Verb("tag", 1, action.option.trait or ""), *what)


@rule("3.14", "The card goes back")
def put_back(s: State) -> State:
    """An encounter card goes under its deck, unless the Hero keeps it."""
    card = s.card
    s = replace(did(s), card=None)
    return s if card is None else replace(s, encounters=s.encounters.below(card))


@rule("10.2", "A Tag")
def tag(s: State, seat: int, place: int) -> State:
    """A trait that a personality shows puts a Tag on it, three at most; of two the player picks one (BR-62)."""
    tags = tuple(min(MOST_TAGS, n + (i == place)) for i, n in enumerate(s.heroes[seat].tags))
    return with_hero(did(s), seat, tags=tags)


def tag_places(s: State, seat: int, trait: str) -> tuple[Tag, ...]:
    """The personalities that a trait's Tag may go to; none where none shows it (BR-61)."""
    h = s.heroes[seat]
    own = s.setup.owned("personality", h.hero.id)
    return tuple(Tag(i, p.name) for i, p in enumerate(own) if trait in traits_of(p) and h.tags[i] < MOST_TAGS)


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
    return with_hero(did(s), seat, space=island(s).names[action.city])


# Heart and Parts --------------------------------------------------------------------------------------
@rule("5.1", "Heal")
def heal(s: State, seat: int, n: int) -> State:
    """Healing raises Heart, never above Heart+; a Heart that is above it already stays (BR-50)."""
    h = s.heroes[seat]
    return with_hero(s, seat, heart=max(h.heart, min(h.most, h.heart + n)))


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


def targets(s: State, seat: int, words: str) -> tuple[At, ...]:
    """The Heroes that an attack can be aimed at."""
    from rulebooks.kabula.fights import in_reach

    a, here = attack(words, words), s.heroes[seat].space
    others = ((i, h) for i, h in enumerate(s.heroes) if i != seat)
    return tuple(At(i, h.hero.name) for i, h in others if in_reach(a, here, h.space))
