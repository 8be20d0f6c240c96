"""Kabula 9: Wild Monsters: how they are provoked, their Parts, their turns, whom they go for and where."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rulebooks.core.chance import Bag
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.heroes import moment
from rulebooks.kabula.hexes import Space, direction_of, name_of
from rulebooks.kabula.island import Island, move_at_random, move_toward, shortest
from rulebooks.kabula.parts import cost
from rulebooks.kabula.peels import enter
from rulebooks.kabula.table import (
    NOBODY,
    Monster,
    Spot,
    State,
    Trace,
    UsePin,
    called,
    card_of,
    did,
    figure,
    first,
    following,
    insert,
    the,
    traced,
)
from rulebooks.kabula.targets import Aim, figure_target


# Provoking Monsters
def territory_of(s: State, space: Space) -> str:
    """The territory that a space belongs to, "" for none."""
    return island_of(s.setup).territories.get(space, "")


def spotted(s: State, space: Space) -> KabulaCard | None:
    """The Monster laid open for the territory of a space."""
    return dict(s.spotted).get(territory_of(s, space))


@rule("3.9", "Monsters to provoke")
def a_monster_there(s: State, action: UsePin) -> bool:
    """A Monster Pin provokes the Spotted Monster of its territory; where none is left, it cannot be used (BR-59)."""
    return action.pin != "monster" or spotted(s, s.hero.space) is not None


@rule("9.1", "Provoke a Monster")
def provoke(s: State, seat: int) -> State:
    """The Spotted Monster takes the Pin's place, and that before the Hero on the tracker; it acts at once (BR-56).

    Then the next Monster of the deck is laid open, and the Hero's turn goes on.
    """
    space = s.heroes[seat].space
    card = spotted(s, space)
    assert card is not None
    where = territory_of(s, space)
    s = replace(
        s,
        pins=tuple((at, pin) for at, pin in s.pins if at != space),
        spotted=tuple((name, None if name == where else c) for name, c in s.spotted),
    )
    s, f = appear(s, Monster(s.serial, card, space, wild_parts(card)), seat)
    s = moment(first(s, seat, Verb("spot", 1, where)), seat, "provoke")
    return begin_monster(s, f)


def appear(s: State, monster: Monster, before: int) -> tuple[State, int]:
    """A figure comes onto the island, and onto the tracker just before another one (BR-57)."""
    s = replace(s, monsters=(*s.monsters, monster), serial=s.serial + 1)
    return insert(s, monster.number, s.ron.index(before)), monster.number


def wild_parts(card: KabulaCard) -> Bag[str]:
    """The Parts that a card lays on a Wild Monster."""
    return Bag(cost(card.parts))


@rule("9.1a", "The next one is spotted")
def spot(s: State, found: Spot) -> State:
    """An empty slot is filled from the Unspotted deck, as long as there are cards."""
    s = replace(did(s), unspotted=s.unspotted.take(found.card))
    return replace(s, spotted=tuple((name, found.card if name == found.territory else c) for name, c in s.spotted))


# Monster Behavior
@rule("9.3a", "A Monster's turn")
def begin_monster(s: State, f: int | None = None) -> State:
    """A Monster flips the coin for its action, determines its target, moves and does what the action says."""
    return first(s, s.active if f is None else f, Verb("coin"))


def behaviour(s: State, f: int, face: str) -> KabulaCard:
    """The action on a figure's card for a side of the coin."""
    rows = s.setup.owned("behaviour", card_of(s, f).id)
    return next(row for row in rows if row.coin == face)


def behave(s: State, f: int, face: str) -> State:
    """The action that the coin showed, for the target that the list names."""
    row = behaviour(s, f, face)
    return act_out(did(s), f, row, monster_target(s, f), face)


@rule("9.3b", "The action that it takes")
def act_out(s: State, f: int, row: KabulaCard, aim: tuple[int, Aim], coin: str = "") -> State:
    """The side of the coin names the row of its card that a figure carries out, for the target that its list names."""
    mark, told = aim
    lines = tuple(map(str, told.lines))
    name = called(s, mark) if mark != NOBODY else ""
    trace = Trace(f, called(s, f), row.called(s.setup.light), name, lines, row=row.id, coin=coin, mark=mark)
    s = traced(replace(s, mark=mark), trace)
    return first(s, f, *(v for v in verbs(row.id, row.does) if v.what != "end turn"))


def monster_target(s: State, f: int) -> tuple[int, Aim]:
    """Whom a Monster or the Guardian goes for: every other figure may be it (9.4)."""
    me = figure(s, f)
    master = me.master if isinstance(me, Monster) else NOBODY
    names = {called(s, other): other for other in following(s, f) if other != master}
    places = {name: the(s, other).space for name, other in names.items()}
    owner = called(s, s.kabula.owner) if s.kabula.owner != NOBODY else ""
    aim = figure_target(island_of(s.setup), the(s, f).space, places, list(names), owner)
    return names.get(aim.name, NOBODY), aim


@rule("9.7a", "A figure moves by itself")
def go_toward(s: State, f: int, n: int, unit: str = "steps", to: Space | None = None) -> State:
    """It moves toward its target as far as the steps of its action go, and not at all where it stands there already."""
    goal = to if to is not None else (the(s, s.mark).space if figure(s, s.mark) is not None else None)
    here = the(s, f).space
    if goal is None or goal == here:
        return moved(s, f, [here], "there is nobody to go to" if goal is None else "it is there already")
    island = island_of(s.setup)
    way = move_toward(island, here, goal, n, unit, s.setup.options.side_steps)
    forks = forks_told(island, way, goal, unit)
    if way[-1] == goal:
        why = "the shortest way, to the target"
    elif len(way) > 1:
        why = f"the shortest way, as far as {n} {unit} go"
    else:
        why = f"{n} {unit} do not pay for the first step of the way"
    return moved(s, f, way, "; ".join([why, *forks]))


def forks_told(island: Island, way: list[Space], goal: Space, unit: str) -> list[str]:
    """Where several ways were equally short, and what decided (9.9)."""
    told, left = [], island.left_to(goal, unit)
    for a, b in pairwise(way):
        tied = shortest(island, a, left, unit)
        if len(tied) > 1:
            by = "the arrow there decides" if island.arrows.get(a) in tied else "the most clockwise is taken"
            told.append(f"at {name_of(a)} {' and '.join(tied)} are equally short: {by}, {direction_of(a, b)}")
    return told


def go_at_random(s: State, f: int, n: int, direction: str) -> State:
    """It moves in the direction of the Compass die, turning clockwise where it cannot go on."""
    way = move_at_random(island_of(s.setup), the(s, f).space, n, direction)
    told, ahead = [f"the die shows {direction}"], direction
    for a, b in pairwise(way):
        if direction_of(a, b) != ahead:
            told.append(f"{ahead} is blocked at {name_of(a)}, so it turns clockwise to {direction_of(a, b)}")
            ahead = direction_of(a, b)
    if len(way) == 1:
        told.append("it is blocked on all sides")
    return moved(s, f, way, "; ".join(told))


def moved(s: State, f: int, way: list[Space], why: str) -> State:
    """A figure walks along a way; the trace keeps it."""
    if s.trace is not None and s.trace.figure == f:
        before = s.trace.way[:-1] if s.trace.way[-1:] == tuple(way[:1]) else s.trace.way
        turned = "; then ".join(filter(None, [s.trace.turned, why]))
        s = replace(s, trace=replace(s.trace, way=(*before, *way), turned=turned))
    for a, b in pairwise(way):
        if figure(s, f) is None or the(s, f).space != a:
            break  # something on the way stopped it
        slips = b in s.peels
        s = enter(s, f, a, b)
        if slips:
            break  # BR-146
    return s
