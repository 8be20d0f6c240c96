"""Kabula 13: banana peels: a figure that steps on one is pushed on, and the peel slides the other way.

All that one peel sets going comes to rest (13.9a): figures are pushed in one direction only, and peels slide in the
opposite one only, so each peel gets further back along one row of spaces with every slip, and at last lies still or
leaves the island.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import Verb, island_of
from rulebooks.kabula.deaths import shove
from rulebooks.kabula.hexes import DIRECTIONS, Space, direction_of, neighbour
from rulebooks.kabula.island import pushed
from rulebooks.kabula.table import GUARDIAN, State, did, figure, first, following, the, with_figure

MOST_PEELS = 24
Slip = tuple[int, str]  # a figure that has come onto a peel, and the direction in which it moved


def opposite(direction: str) -> str:
    """The direction that leads back."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]


def enter(s: State, f: int, a: Space, b: Space) -> State:
    """A figure walks from a space into one that touches; a peel there is slipped on."""
    s = with_figure(s, f, space=b)
    return slip(s, f, direction_of(a, b)) if b in s.peels else s


# Where figures stand
@rule("13.6", "A peel is thrown")
def throw(s: State, space: Space) -> State:
    """A peel on an empty space stays there; where figures stand, the first of them is pushed in a random direction.

    No second peel is laid on a space, and none when all of them lie on the island (BR-147).
    """
    if space not in s.peels:
        if len(s.peels) >= MOST_PEELS or space not in island_of(s.setup).cells:
            return s
        s = replace(s, peels=tuple(sorted((*s.peels, space))))
    there = in_the_way(s, space)
    return s if there is None else first(s, there, Verb("skid"))


@rule("13.6a", "Whom a peel hits")
def in_the_way(s: State, space: Space) -> int | None:
    """Of several figures on a space a peel hits the one that the Guardian would go for first (BR-143).

    That is who has the Kabula, then the next on the tracker after the Guardian; the Guardian comes last.
    """
    ron = [f for f in (*following(s, GUARDIAN), GUARDIAN) if figure(s, f) is not None]
    there = [f for f in ron if the(s, f).space == space]
    return min(there, key=lambda f: (f == GUARDIAN, f != s.kabula.owner), default=None)


def skid(s: State, f: int, direction: str) -> State:
    """The push of a thrown peel, in the direction of the Compass die."""
    return slip_later(s, f, direction)


# What a peel does
@rule("13.7", "On a peel")
def slip(s: State, f: int, direction: str) -> State:
    """Who moves onto a peel is pushed on in the same direction, whatever that does; the peel slides the other way.

    Who is put on a space, without a direction, does not slip (BR-144).
    """
    todo, space = s.todo, the(s, f).space
    s, waiting = shoved(s, f, direction)
    s, more = slide(s, space, opposite(direction))
    return later(s, todo, [*waiting, *more])


def shoved(s: State, f: int, direction: str) -> tuple[State, list[Slip]]:
    """A push by a peel, and who has come onto another peel by it."""
    before = the(s, f)
    end = pushed(island_of(s.setup), before.space, direction)
    lives = not end.heart_lost or before.heart > end.heart_lost + before.nausea
    s = shove(s, f, direction)
    here = lives and end.space == neighbour(before.space, direction) and end.space in s.peels
    return s, [(f, direction)] if here else []


@rule("13.8", "A peel slides")
def slide(s: State, space: Space, direction: str) -> tuple[State, list[Slip]]:
    """A peel moves one space; off the island it is discarded, over another peel it goes one further.

    A figure in its way is pushed to where the peel came from, and the peel goes on, until it finds an empty space.
    Neither rivers nor cliffs hold a peel up (BR-148). Besides: who has come onto other peels by that.
    """
    peels, waiting = list(s.peels), []
    if space not in peels:
        return s, []
    peels.remove(space)
    s = replace(s, peels=tuple(peels))
    here = neighbour(space, direction)
    while here in island_of(s.setup).cells:
        there = in_the_way(s, here)
        if there is not None:
            s, more = shoved(s, there, opposite(direction))
            waiting += more
        elif here not in s.peels:
            return replace(s, peels=tuple(sorted((*s.peels, here)))), waiting
        here = neighbour(here, direction)
    return s, waiting


@rule("13.9", "One peel after the other")
def later(s: State, todo: tuple[tuple[int, Verb], ...], slips: Iterable[Slip]) -> State:
    """What a second peel does waits until all that the first one set going is done; then the next (BR-149).

    ``todo``: what was to be done before the first one; what it has added comes before the slips.
    """
    told = dict(slips)
    new = tuple((f, Verb("slip", 1, direction)) for f, direction in told.items())
    added = how_many_more(s, todo)
    left = tuple((f, v) for f, v in s.todo if v.what != "slip" or f not in told)  # who moved on has left that peel
    waiting = [i for i, (_, v) in enumerate(left) if v.what == "slip"]
    place = waiting[-1] + 1 if waiting else added
    return replace(s, todo=(*left[:place], *new, *left[place:])) if new else s


def how_many_more(s: State, todo: tuple[tuple[int, Verb], ...]) -> int:
    """How many things to do have been put before those that were there."""
    added = len(s.todo) - len(todo)
    return added if added > 0 and s.todo[added:] == todo else 0


@rule("13.9b", "Pushed onto a peel by an attack")
def pushed_onto(s: State, todo: tuple[tuple[int, Verb], ...], slips: Iterable[Slip]) -> State:
    """When an attack is over, whom it pushed onto a peel slips; of several each waits until all is at rest (BR-145)."""
    here = [(f, d) for f, d in slips if figure(s, f) is not None and the(s, f).space in s.peels]
    place = how_many_more(s, todo)
    new = tuple((f, Verb("pushed onto", 1, direction)) for f, direction in here)
    return replace(s, todo=(*s.todo[:place], *new, *s.todo[place:])) if new else s


@rule("13.9a", "Peels come to rest")
def slip_later(s: State, f: int, direction: str) -> State:
    """A peel that waited acts if the figure and the peel are still there.

    In one train of events figures go one way and peels the other, along one row: of n spaces a peel is moved on n
    times at most, and with 24 peels there are never more than 24 n slips.
    """
    s = did(s)
    return slip(s, f, direction) if figure(s, f) is not None and the(s, f).space in s.peels else s
