"""Scott Pilgrim, fast: whether a hand can pay costs, with what its cards do as they are played.

A card gives one of its resources, chosen when it is played; its own effects add resources or draw cards, and matched
Drama brings what it says. Flips and eliminations are left out, and the pile is not shuffled anew.

*Cards that do not draw are played last*: what they give can be chosen when all cards are there, and is not less then.
*A card that draws, gives one thing only and needs no Drama* is played at once: nothing is chosen, and a card more is
never worse. So choices are left for cards that draw and give one of several things, or draw for matched Drama: which of
them next, what it gives, with Drama or without. The side on top of the pile is seen before each of them.

Hands and piles are counted by class as in combats (``pilgrim_cards``); chances are whole numbers over one denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod
from operator import sub
from typing import NamedTuple

from rulebooks.core import room
from rulebooks.core.chance import Bag
from rulebooks.core.graph import TooLarge, collector_paused
from rulebooks.fast.pilgrim_cards import ONE, WIDE, Kinds, Label
from rulebooks.scott_pilgrim.cards import SUITS, PilgrimCard, effects
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.table import suits_of

Pool = tuple[int, int, int]  # romance, music, work
NOTHING: Pool = (0, 0, 0)
LIMIT = room.states(1_000_000)  # states


class Gives(NamedTuple):
    """What a card brings when it is played: one of ``ways``; cards drawn; with matched Drama more of both."""

    ways: tuple[Pool, ...]
    draw: int = 0
    match: bool = False
    more: Pool = NOTHING
    drawn: int = 0


def gives(card: PilgrimCard, abilities: bool) -> Gives:
    """What a card brings, with what its Story side does or without."""
    if card.kind == "drama":
        return Gives((), -1)
    always, more, draw, drawn, match = NOTHING, NOTHING, 0, 0, False
    for e in effects(card.effect, "effect of an action") if abilities else ():
        match = match or e.when == "match"
        if e.what in SUITS:
            brings = tuple(e.n * (s == e.what) for s in SUITS)
            if e.when == "match":
                more = plus(more, brings)
            else:
                always = plus(always, brings)
        elif e.what == "draw" and e.when == "match":
            drawn += e.n
        elif e.what == "draw":
            draw += e.n
    ways = [tuple(n * (s == suit) for s in SUITS) for suit, n in suits_of(card.makes)] or [NOTHING]
    useful = match and (any(more) or drawn > 0)
    return Gives(tuple(dict.fromkeys(plus(always, way) for way in ways)), draw, useful, more, drawn)


def plus(a: Sequence[int], b: Sequence[int]) -> Pool:
    """Both together."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def needs(costs: Sequence[tuple[str, int]]) -> list[Pool]:
    """The least pools that pay all costs: Any is paid in one suit, whichever."""
    found = set()
    for suits in product(*[SUITS if suit == "any" else (suit,) for suit, _ in costs]):
        found.add(tuple(sum(n for (_, n), s in zip(costs, suits, strict=True) if s == suit) for suit in SUITS))
    least = [a for a in found if not any(b != a and all(x <= y for x, y in zip(b, a, strict=True)) for b in found)]
    return [(a[0], a[1], a[2]) for a in sorted(least)]


def best_of(found: set[tuple[Pool, int]]) -> list[tuple[Pool, int]]:
    """Pools, and Drama used, without those that another one beats."""
    kept: list[tuple[Pool, int]] = []
    for (a, b, c), used in sorted(found, key=lambda f: (f[0], -f[1]), reverse=True):  # what beats another comes first
        if not any(x >= a and y >= b and z >= c and k <= used for (x, y, z), k in kept):
            kept.append(((a, b, c), used))
    return kept


class Purse:
    """Whether hands can pay, and the chance that they will. The chance is told in ``scale``."""

    def __init__(
        self, deck: Bag[PilgrimCard], hand_size: int, costs: Sequence[tuple[str, int]], abilities: bool
    ) -> None:
        setup = Setup()
        found = {card: gives(card, abilities) for card in (*deck.kinds, setup.drama)}
        self.kinds = Kinds(found, setup)
        self.all: list[Gives] = self.kinds.all
        self.needs = needs(costs)
        self.cap = tuple(max(need[i] for need in self.needs) for i in range(3))
        self.deck, self.hand_size = self.kinds.code(deck), hand_size
        self.sources = self.kinds.mask(lambda g: g.draw > 0)
        self.matched = self.kinds.mask(lambda g: g.match and g.drawn)
        self.free = [i for i, g in enumerate(self.all) if g.draw > 0 and not g.match and len(g.ways) == 1]
        left = len(deck) - hand_size
        draws = min(left, sum(max(0, found[c].draw) + found[c].drawn for c in deck))
        sides = lcm(2, *range(1, left + 1)) if self.kinds.showing else 1
        self.scale = prod(left - j for j in range(draws)) * sides**draws
        self.known: dict[tuple[int, Pool, int], int] = {}
        self._pays: dict[tuple[int, Pool], bool] = {}
        self._reached: dict[int, list[tuple[Pool, int]]] = {0: [(NOTHING, 0)]}

    def chance(self) -> Fraction:
        """The chance that all costs are paid."""
        total = ways_in_all = 0
        for hand, left, _, ways in self.kinds.deals(self.deck, 0, self.hand_size, None):
            total += ways * self.value(hand, NOTHING, left)
            ways_in_all += ways
        return Fraction(total, ways_in_all * self.scale)

    def pays(self, hand: int, pool: Pool) -> bool:
        """Whether a hand pays all costs without drawing, with what it gave already."""
        key = (hand, pool)
        known = self._pays.get(key)
        if known is None:
            drama = hand & ONE
            short = [tuple(map(sub, need, pool)) for need in self.needs]
            known = self._pays[key] = any(
                used <= drama and any(a >= x and b >= y and c >= z for x, y, z in short)
                for (a, b, c), used in self.reached(hand & ~ONE)
            )
        return known

    def reached(self, hand: int) -> list[tuple[Pool, int]]:
        """The pools that cards can give, and the Drama matched for each; none that another one beats."""
        known = self._reached.get(hand)
        if known is None:
            i = (hand.bit_length() - 1) // WIDE
            one, before = self.all[i], self.reached(hand - self.kinds.units[i])
            ways = [(way, 0) for way in one.ways]
            ways += [(plus(way, one.more), 1) for way in one.ways] if any(one.more) else []
            found = {(self.capped(plus(pool, way)), used + k) for pool, used in before for way, k in ways}
            known = self._reached[hand] = best_of(found)
        return known

    def capped(self, pool: Pool) -> Pool:
        """A pool without what nobody asks for."""
        a, b, c = self.cap
        return min(pool[0], a), min(pool[1], b), min(pool[2], c)

    def value(self, hand: int, pool: Pool, draw: int) -> int:
        """The chance to pay before the side on top of the pile is seen."""
        if self.pays(hand, pool):
            return self.scale
        if not draw or not (hand & self.sources or (hand & ONE and hand & self.matched)):
            return 0
        key = (hand, pool, draw)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._value(hand, pool, draw)
            if len(self.known) > LIMIT:
                raise TooLarge(len(self.known), LIMIT)
        return known

    def _value(self, hand: int, pool: Pool, draw: int) -> int:
        for i in self.free:
            if hand >> (WIDE * i) & ONE:
                after = self.capped(plus(pool, self.all[i].ways[0]))
                return self.drawn(hand - self.kinds.units[i], after, draw, self.all[i].draw, None)
        total, labels = self.kinds.labels(draw)
        return sum(n * max(self.options(hand, pool, draw, label)) for label, n in labels) // total

    def options(self, hand: int, pool: Pool, draw: int, label: Label) -> list[int]:
        """The chance after each card that may be played and draws."""
        found = []
        for i, _, _ in self.kinds.pile(hand)[1]:
            one, rest = self.all[i], hand - self.kinds.units[i]
            for way in one.ways:
                if one.draw > 0:
                    found.append(self.drawn(rest, self.capped(plus(pool, way)), draw, one.draw, label))
                if one.match and hand & ONE and one.draw + one.drawn > 0:
                    after = self.capped(plus(pool, plus(way, one.more)))
                    found.append(self.drawn(rest - 1, after, draw, one.draw + one.drawn, label))
        return found

    def drawn(self, hand: int, pool: Pool, draw: int, n: int, label: Label) -> int:
        """The chance before so many cards are drawn, the first of which shows a face."""
        if not n or not draw:
            return self.value(hand, pool, draw)
        there = self.kinds.posterior(draw, label)
        total = sum(k for _, _, k in there)
        found = sum(k * self.drawn(hand + unit, pool, draw - unit, n - 1, None) for _, unit, k in there)
        return found // total


@lru_cache(maxsize=256)
def chance_to_pay(
    deck: Bag[PilgrimCard], hand_size: int, costs: tuple[tuple[str, int], ...], abilities: bool
) -> Fraction:
    """The chance that a hand of so many cards pays all costs in one phase, played as is best."""
    with collector_paused():
        return Purse(deck, hand_size, costs, abilities).chance()


__all__ = ["chance_to_pay"]
