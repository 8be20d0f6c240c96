"""Kabula 13: banana peels: a figure that steps on one is pushed on, and the peel slides the other way."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import Verb, island_of
from rulebooks.kabula.deaths import shove
from rulebooks.kabula.hexes import DIRECTIONS, Space, direction_of, neighbour
from rulebooks.kabula.table import State, did, figure, first, order, the, with_figure

MOST_PEELS = 24


def opposite(direction: str) -> str:
    """The direction that leads back."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]


def enter(s: State, f: int, a: Space, b: Space) -> State:
    """A figure walks from a space into one that touches; a peel there is slipped on."""
    s = with_figure(s, f, space=b)
    return slip(s, f, direction_of(a, b)) if b in s.peels else s


@rule("13.7", "On a peel")
def slip(s: State, f: int, direction: str) -> State:
    """Who moves onto a peel is pushed on in the same direction; the peel slides the other way."""
    space = the(s, f).space
    s = shoved(s, f, direction)
    return slide(s, space, opposite(direction))


def shoved(s: State, f: int, direction: str) -> State:
    """A push by a peel; where it ends on another peel, that one is dealt with later (13.9)."""
    if figure(s, f) is None:
        return s
    before = the(s, f).space
    s = shove(s, f, direction)
    landed = figure(s, f) is not None and the(s, f).space
    if landed and landed != before and landed == neighbour(before, direction) and landed in s.peels:
        return later(s, f, direction)
    return s


@rule("13.9", "One peel after the other")
def later(s: State, f: int, direction: str) -> State:
    """What a second peel does waits until all that the first one set going has come to rest."""
    place = next((i for i, (_, v) in enumerate(s.todo) if v.what != "slip"), len(s.todo))
    return replace(s, todo=(*s.todo[:place], (f, Verb("slip", 1, direction)), *s.todo[place:]))


def slip_later(s: State, f: int, direction: str) -> State:
    """A peel that waited: if figure and peel are still there."""
    s = did(s)
    return slip(s, f, direction) if figure(s, f) is not None and the(s, f).space in s.peels else s


@rule("13.8", "A peel slides")
def slide(s: State, space: Space, direction: str) -> State:
    """A peel moves one space; off the island it is gone, over another peel it goes one further.

    A figure in its way is pushed to where the peel came from, and the peel goes on, until it finds an empty space.
    """
    peels = list(s.peels)
    if space not in peels:
        return s
    peels.remove(space)
    s = replace(s, peels=tuple(peels))
    here = neighbour(space, direction)
    while here in island_of(s.setup).cells:
        there = next((f for f in order(s) if the(s, f).space == here), None)
        if there is not None:
            s = shoved(s, there, opposite(direction))
        elif here not in s.peels:
            return replace(s, peels=tuple(sorted((*s.peels, here))))
        here = neighbour(here, direction)
    return s


@rule("13.6", "A peel is thrown")
def throw(s: State, space: Space) -> State:
    """A peel on an empty space stays there; where figures stand the first of them is pushed at random."""
    if len(s.peels) >= MOST_PEELS or space not in island_of(s.setup).cells:
        return s
    if space in s.peels:
        return s
    s = replace(s, peels=tuple(sorted((*s.peels, space))))
    there = next((f for f in order(s) if the(s, f).space == space), None)
    return first(s, there, Verb("skid")) if there is not None else s


def skid(s: State, f: int, direction: str) -> State:
    """The push of a thrown peel, in the direction of the Compass die."""
    s = did(s)
    return slip(s, f, direction) if figure(s, f) is not None and the(s, f).space in s.peels else s
