"""Kabula 9: Familios: how a Monster is tamed, what a Familio may do, its gear."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, island_of
from rulebooks.kabula.deaths import lose_familio
from rulebooks.kabula.heroes import bonus
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.table import (
    FAMILIO,
    NONE,
    Familio,
    Gear,
    Give,
    Hop,
    LetGo,
    Monster,
    State,
    Trot,
    called,
    did,
    first,
    insert,
    is_familio,
    is_hero,
    seat_of,
    the,
    with_figure,
    with_hero,
)

MOST_GIVEN = 5


# Taming a Familio
@rule("9.11", "Tame a Familio")
def tame(s: State, seat: int, card: KabulaCard) -> State:
    """Who kills a Monster may take it: a Tag for its trait, its Heart+, up to five Parts, its figure on the Sanctuary.

    It begins with all its Heart (BR-64).
    """
    s = desync(did(s), seat)
    home = island_of(s.setup).sanctuary or s.heroes[seat].space
    most = card.heart or 1
    s = replace(s, gone=s.gone.take(card))
    s = with_hero(s, seat, familio=Familio(card, home, most, most))
    s = on_the_tracker(s, seat)
    return first(s, seat, Verb("tag", 1, card.trait or ""), Verb("give", MOST_GIVEN))


@rule("9.11a", "One Familio only")
def desync(s: State, seat: int) -> State:
    """Who takes another Familio loses the first: its card is discarded, its Parts are Used, gear comes back (BR-65)."""
    return lose_familio(s, seat)


@rule("9.12a", "A Familio's place in the order")
def on_the_tracker(s: State, seat: int) -> State:
    """Familios stand on the right of the tracker, in the order of their Heroes; each has a turn of its own (BR-67)."""
    f = FAMILIO + seat
    if f in s.ron:
        return s
    heroes = [h for h in s.ron if is_hero(h)]
    rank = heroes.index(seat)
    place = next((i for i, x in enumerate(s.ron) if is_familio(x) and heroes.index(seat_of(x)) > rank), len(s.ron))
    return insert(s, f, place)


def gifts(s: State, seat: int, verb: Verb) -> tuple[Give | LetGo, ...]:
    """The Parts that may go to the new Familio, in a fixed order, so that a choice is made one way only."""
    boxes = s.heroes[seat].boxes
    every = [(part, box) for box in ("used", "fresh", "rage") for part in PARTS]
    start = int(verb.arg or 0)
    there = [Give(p, box) for p, box in every[start:] if p in getattr(boxes, box)]
    return (*there, LetGo("give"))


@rule("9.11b", "Its Parts")
def give(s: State, seat: int, action: Give) -> State:
    """Up to five Parts, from anywhere on the mat, go to the Familio's Fresh box."""
    _, verb = s.todo[0]
    h = s.heroes[seat]
    box = getattr(h.boxes, action.box).take(action.part)
    s = with_hero(did(s), seat, boxes=replace(h.boxes, **{action.box: box}))
    pet = h.familio
    assert pet is not None
    s = with_figure(s, FAMILIO + seat, fresh=pet.fresh.add(action.part))
    every = [(part, b) for b in ("used", "fresh", "rage") for part in PARTS]
    place = str(every.index((action.part, action.box)))
    return first(s, seat, replace(verb, n=verb.n - 1, arg=place)) if verb.n > 1 else s


# Commanding Familios
@rule("9.12", "Command a Familio")
def familio_actions(s: State, seat: int) -> tuple[KabulaCard, ...]:
    """A Familio uses the actions on its card and on the gear it wears, and no others; it pays with its own Parts."""
    pet = s.heroes[seat].familio
    if pet is None:
        return ()
    own = s.setup.owned("familio", pet.card.id)
    return tuple(c for c in (*own, *pet.gear.kinds) if c.does)


@rule("9.12b", "Go to a Hero")
def hop(s: State, f: int, action: Hop | Trot) -> State:
    """Some Familios go to any Hero's space, or take steps instead."""
    s = did(s)
    if isinstance(action, Trot):
        return with_figure(s, f, steps=the_steps(s, f) + action.steps)
    return with_figure(s, f, space=s.heroes[action.seat].space)


def the_steps(s: State, f: int) -> int:
    """Steps that a Hero or a Familio has left."""
    pet = s.heroes[seat_of(f)].familio
    return pet.steps if is_familio(f) and pet is not None else s.heroes[seat_of(f)].steps


def hops(s: State, f: int, n: int) -> tuple[Hop | Trot, ...]:
    """Where a Familio may go to."""
    here = the(s, f).space
    seats = [i for i, h in enumerate(s.heroes) if not h.out and not h.swallowed and h.space != here]
    return (*(Hop(i, called(s, i)) for i in seats), Trot(n + bonus(s, f, "steps")))


def gear_changes(s: State, seat: int) -> tuple[Gear, ...]:
    """Gear that can be put on the Familio or taken off, once a turn each."""
    h = s.heroes[seat]
    there = [c for c in h.items.kinds if c.type == "gear" and c not in h.changed]
    worn = h.familio.gear if h.familio else NONE
    return tuple(Gear(c, c not in worn) for c in there)


@rule("4.12a", "A Familio to wear it")
def has_familio(s: State, action: Gear) -> bool:
    """Gear is put on a Familio, wherever it is, in its own turn or its Hero's."""
    return s.hero.familio is not None


def change_gear(s: State, seat: int, action: Gear) -> State:
    """Gear put on or taken off."""
    pet = s.heroes[seat].familio
    assert pet is not None
    gear = pet.gear.add(action.card) if action.on else pet.gear.take(action.card)
    s = with_figure(s, FAMILIO + seat, gear=gear)
    return with_hero(s, seat, changed=s.heroes[seat].changed.add(action.card))


@rule("10.6a", "A Monster befriended")
def befriend(s: State, seat: int, number: int) -> State:
    """The Forest Princess makes a Wild Monster beside her her Familio; its Parts are discarded and tell its Heart."""
    m = the(s, number)
    assert isinstance(m, Monster)
    n = max(1, len(m.parts))
    s = replace(did(s), monsters=tuple(o for o in s.monsters if o.number != number))
    s = desync(s, seat)
    home = island_of(s.setup).sanctuary or m.space
    s = with_hero(s, seat, familio=Familio(m.card, home, min(n, m.card.heart or n), m.card.heart or n))
    return first(on_the_tracker(s, seat), seat, Verb("give", MOST_GIVEN))


def wild_here(s: State, seat: int) -> tuple[Monster, ...]:
    """Wild Monsters, not other figures, on a Hero's space."""
    return tuple(m for m in s.monsters if m.space == s.heroes[seat].space and m.card.kind == "monster")
