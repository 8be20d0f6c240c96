"""Kabula: whom a player with a purpose fights, before the theft and in the last battle, and where wounds are healed."""

from __future__ import annotations

from typing import Any

from rulebooks.kabula import hunches as guess
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.fights import in_reach
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Boost,
    Do,
    Monster,
    State,
    figure,
    is_familio,
    is_hero,
    order,
    seat_of,
    the,
)
from rulebooks.kabula.the_end import boosted

HELPS = 0.65  # while the Guardian has more of its Heart than this, rivals fight it together
LOW = 0.4  # of Heart+: a Hero with less looks for a bed


def enemy(s: State, f: int, other: int) -> float:
    """How much a figure wants another to lose Heart: 0 or less where it does not."""
    seat = seat_of(f)
    if seat_of(other) == seat:
        return -1.0
    if not s.kabula.stolen:
        wild = figure(s, other)
        if not isinstance(wild, Monster) or wild.card.kind != "monster":
            return 0.0
        return 0.45 + 0.25 * guess.monster_worth(s, seat, wild.card)
    owner = s.kabula.owner
    if owner == seat or owner in (GUARDIAN, NOBODY):
        return 1.0 if other == GUARDIAN else 0.15 if is_hero(other) else 0.1
    g = s.guardian
    strong = g is not None and not g.out and g.heart > HELPS * g.most
    if other == owner:
        return 0.8 if strong else 1.2
    return (1.0 if strong else 0.1) if other == GUARDIAN else 0.05


def blows(s: State, f: int, actions: tuple[Any, ...]) -> list[tuple[float, Any]]:
    """The attacks that are worth making now, with what they are worth."""
    found = []
    for a in actions:
        if isinstance(a, Do | Boost):
            worth = _worth(s, f, a)
            if worth > 0.3:
                found.append((worth, a))
    return found


def _worth(s: State, f: int, a: Do | Boost) -> float:
    told = next((v for v in _told(s, a) if v.what == "attack"), None)
    if told is None:
        return 0.0
    asked, here = attack(told.arg, told.arg), the(s, f).space
    near = [x for x in order(s) if x != f and in_reach(asked, here, the(s, x).space)]
    gains = [target_worth(s, f, x, told) for x in near]
    worth = sum(gains) if asked.all else max(gains, default=0.0)
    return worth - 0.05 * len(guess.cost(a.action.cost)) + 0.1 * isinstance(a, Boost)


def _told(s: State, a: Do | Boost) -> tuple[Verb, ...]:
    return boosted(s, a) if isinstance(a, Boost) else verbs(a.action.id, a.action.does)


def target_worth(s: State, f: int, other: int, told: Verb) -> float:
    """What it is worth to attack somebody."""
    wish = enemy(s, f, other)
    if not wish:
        return 0.0
    mean, kills = guess.blow(s, f, told.arg, other, told.n)
    near = the(s, f).space == the(s, other).space
    prize = guess.monster_worth(s, seat_of(f), the(s, other).card) if isinstance(the(s, other), Monster) else 2.0
    prize = 6.0 if other == s.kabula.owner and near and is_hero(f) and s.kabula.stolen else prize
    return wish * mean * (1.2 if s.kabula.stolen else 0.8) + max(0.0, wish) * kills * prize


def foes(s: State, f: int) -> list[tuple[float, Space]]:
    """In the last battle: whom to go for, and where; a Kabula that lies about comes first."""
    places = []
    if s.kabula.owner == NOBODY and s.kabula.space is not None and is_hero(f):
        places.append((5.0, s.kabula.space))
    for x in (GUARDIAN, s.kabula.owner):
        wish = enemy(s, f, x) if x != NOBODY and figure(s, x) is not None else 0.0
        if wish > 0.5:
            places.append((1.4 * wish, the(s, x).space))
    return places


def retreat(s: State, seat: int) -> list[tuple[float, Space]]:
    """Cities with a bed, for who is nearly dead."""
    h, island = s.heroes[seat], island_of(s.setup)
    if h.heart > LOW * h.most:
        return []
    beds = [(c, b) for c in island.cities for b in s.setup.owned("city", c) if "rest" in (b.does or "")]
    return [(2.6, island.names[c]) for c, bed in beds if _payable(s, seat, bed)]


def _payable(s: State, seat: int, bed: KabulaCard) -> bool:
    b = s.heroes[seat].boxes
    return len(b.fresh) + len(b.rage) > len(guess.cost(bed.cost))


__all__ = ["blows", "enemy", "foes", "is_familio", "retreat", "target_worth"]
