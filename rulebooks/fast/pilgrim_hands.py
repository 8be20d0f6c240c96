"""Scott Pilgrim, fast: what a hand deals in the end, and values of many combats in one whole number.

*Aims.* An aim is the damage that is needed and the Drama that a defeat adds. All aims of a question are answered at
once: a value is one whole number with a block for each, so that a mean is one multiplication and one addition, whatever
the number of aims. Within a block stand the goal's terms, the first in the highest place, each as wide as its largest
sum; all share one denominator (``scale``), so blocks compare as the terms do, one after the other.

*Distributions.* A second number counts, for each outcome (damage, Drama added) and each aim, how much of the chance
ends there. It goes through the same sums.

*The end of a combat.* Where no card is to be drawn any more, only which cards lie counts. Cards that add no Drama are
all laid: damage grows or stays, and the goal's terms are not worse, one after the other. Drama is matched with the
cards that deal most for it, and before damage "without Drama" is counted. Of the cards that add Drama every number of
each class is tried. A victory or defeat is then sure, so equal terms mean the same outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from rulebooks.fast.pilgrim_cards import WIDE, Alike, Classes
from rulebooks.scott_pilgrim.cards import MOVES
from rulebooks.scott_pilgrim.fight import Combos, most_damage

Aim = tuple[int, int]  # damage needed without that of Power Ups!, Drama that a defeat adds
Value = tuple[int, int, int]  # all aims' values, all aims' distributions, aims where equal plays end differently
ORDERS = {"win": ("won", "drama", "damage"), "damage": ("damage", "won", "drama")}
FIELD = 10  # bits for the damage of effects, Drama added, Drama on victory, Drama that may be matched
LOW = (1 << FIELD) - 1


class Packing:
    """How values and distributions of so many aims are packed. ``most``: greatest damage and Drama there can be."""

    def __init__(
        self, aims: Sequence[Aim], order: str, most: tuple[int, int], scale: int, room: int, whole: bool
    ) -> None:
        self.aims, self.scale, self.room, self.whole = tuple(aims), scale, room, whole
        self.place = {aim: k for k, aim in enumerate(self.aims)}
        self.most_drama = most[1]
        self.order = ORDERS[order]
        greatest = {"won": 1, "drama": most[1], "damage": most[0]}
        self.widths = [(greatest[term] * scale * room).bit_length() + 1 for term in self.order]
        self.block = sum(self.widths) + 1
        n = len(self.aims)
        self.guards = sum(1 << (self.block * k + self.block - 1) for k in range(n))
        self.full = sum(((1 << (self.block - 1)) - 1) << (self.block * k) for k in range(n))
        self.slot = (scale * room).bit_length() + 1
        self.row = self.slot * n
        self.slots: dict[tuple[int, int], int] = {}
        self._masks: dict[tuple[int, int], int] = {}
        self._numbers: dict[int, int] = {}

    def terms(self, damage: int, drama: int, aim: Aim) -> tuple[int, ...]:
        """The goal's terms, none below 0."""
        told = {"won": int(damage >= aim[0]), "drama": self.most_drama - drama, "damage": damage}
        return tuple(told[term] for term in self.order)

    def sure(self, ends: Sequence[tuple[int, int]]) -> Value:
        """The value where each aim surely ends with so much damage and Drama."""
        value = spread = 0
        for k, (aim, (damage, drama)) in enumerate(zip(self.aims, ends, strict=True)):
            packed = 0
            for term, width in zip(self.terms(damage, drama, aim), self.widths, strict=True):
                packed = (packed << width) + term
            value += packed * self.scale << (self.block * k)
            if self.whole:
                at = self.slots.setdefault((damage, drama), len(self.slots))
                spread += self.scale << (self.row * at + self.slot * k)
        return value, spread, 0

    def best(self, options: Sequence[Value]) -> Value:
        """The best option of each aim. Marks aims where options are equally good and end differently."""
        value, spread, unsure = options[0]
        guards = self.guards
        for other, its, its_unsure in options[1:]:
            if value == other:
                if its != spread:
                    unsure |= self._differing(guards, its ^ spread)
                unsure |= its_unsure
                continue
            at_least = ((value | guards) - other) & guards
            if self.whole:
                no_more = ((other | guards) - value) & guards
                both = at_least & no_more
                if both and its != spread:
                    unsure |= self._differing(both, its ^ spread)
                if at_least != guards:
                    taken = self._mask(guards ^ at_least)
                    spread = spread & ~taken | its & taken
                if unsure or its_unsure:
                    better, equal = self._aims(guards ^ at_least), self._aims(both)
                    unsure = unsure & ~better | its_unsure & (better | equal)
            if at_least != guards:
                kept = at_least - (at_least >> (self.block - 1))
                value = (value & kept) | (other & (self.full ^ kept))
        return value, spread, unsure

    def _aims(self, guards: int) -> int:
        found = self._numbers.get(guards)
        if found is None:
            bits = [guards >> (self.block * k + self.block - 1) & 1 for k in range(len(self.aims))]
            found = self._numbers[guards] = sum(bit << k for k, bit in enumerate(bits))
        return found

    def _mask(self, guards: int) -> int:
        """The part of a distribution that tells of some aims, given by the guards of their blocks."""
        key = guards, len(self.slots)
        known = self._masks.get(key)
        if known is None:
            aims = self._aims(guards)
            row = sum(((1 << self.slot) - 1) << (self.slot * k) for k in range(len(self.aims)) if aims >> k & 1)
            known = self._masks[key] = sum(row << (self.row * at) for at in range(len(self.slots)))
        return known

    def _differing(self, guards: int, difference: int) -> int:
        """Those of some aims whose distributions differ."""
        if not difference & self._mask(guards):
            return 0
        each = [(k, 1 << (self.block * k + self.block - 1)) for k in range(len(self.aims))]
        return sum(1 << k for k, guard in each if guards & guard and difference & self._mask(guard))

    def unpacked(self, value: int, aim: Aim, ways: int) -> tuple[Fraction, ...]:
        """The terms of one aim as means, in the order of the goal, none below 0, as they are packed."""
        block = value >> (self.block * self.place[aim]) & ((1 << (self.block - 1)) - 1)
        found = []
        for width in reversed(self.widths):
            found.append(Fraction(block & ((1 << width) - 1), self.scale * ways))
            block >>= width
        return tuple(reversed(found))

    def spread_of(self, spread: int, aim: Aim) -> dict[tuple[int, int], int]:
        """(damage, Drama added) -> weight, for one aim."""
        shift, mask = self.slot * self.place[aim], (1 << self.slot) - 1
        found = {end: spread >> (self.row * at + shift) & mask for end, at in self.slots.items()}
        return {end: n for end, n in found.items() if n}

    def only(self, value: Value, aim: Aim) -> Value:
        """The value with the other aims left out."""
        k = self.place[aim]
        kept = ((1 << self.block) - 1) << (self.block * k)
        return value[0] & kept, value[1] & self._mask(1 << (self.block * k + self.block - 1)), value[2] & (1 << k)


class Hands:
    """What hands deal in the end, by class. A hand and what was done so far are one number (``st``):

    the counts, above them the damage of effects, Drama added, Drama on victory, Drama that may still be matched.
    """

    def __init__(self, classes: Classes, combos: Combos, packing: Packing, supply: int, told: bool) -> None:
        """``supply``: Drama that can be added in all, -1 for no end; ``told``: whether matching has an end."""
        self.classes, self.combos, self.packing = classes, combos, packing
        self.supply, self.told = supply, told
        self.bits = WIDE * len(classes.all)
        self.bytes = len(classes.all)
        self.extra, self.added = 1 << self.bits, 1 << (self.bits + FIELD)
        self.later, self.matches = 1 << (self.bits + 2 * FIELD), 1 << (self.bits + 3 * FIELD)
        self.cards = (1 << self.bits) - 1
        self.special = classes.mask(lambda c: c.clear or c.costly or c.draw)
        self.matching = classes.mask(lambda c: c.bonus and not c.drawn)
        self.bonuses = sorted(
            ((c.bonus, i) for i, c in enumerate(classes.all) if c.bonus and not c.drawn), reverse=True
        )
        rows = sorted({(c.move, c.hit) for c in classes.all[1:] if c.move >= 0})
        self.rows = rows
        self.unit = [1 << (WIDE * rows.index((c.move, c.hit))) if c.move >= 0 else 0 for c in classes.all]
        self.alone = [c.more + (c.hit if c.move == -1 else 0) for c in classes.all]
        self._dealt: dict[int, int] = {0: 0}
        self._ends: dict[Any, Value] = {}
        self.known: dict[int, Value] = {}

    def end(self, st: int) -> Value:
        """The value of a hand after the last card was drawn."""
        value = self.known.get(st)
        if value is None:
            value = self.known[st] = self._end(st)
        return value

    def rest(self, st: int) -> tuple[int, int, int, int]:
        """Damage of effects, Drama added, Drama on victory, Drama that may still be matched."""
        more = st >> self.bits
        return more & LOW, more >> FIELD & LOW, more >> 2 * FIELD & LOW, more >> 3 * FIELD

    def to_add(self, added: int, n: int) -> int:
        """How much Drama is added when n should be."""
        return n if self.supply < 0 else min(n, max(0, self.supply - added))

    def _end(self, st: int) -> Value:
        counts = (st & self.cards).to_bytes(self.bytes, "little")
        extra, added, later, matches = self.rest(st)
        if st & self.special:
            ends: tuple[Any, ...] = tuple(sorted(self._choices(st, counts)))
        else:
            row, dealt = 0, extra
            unit, alone = self.unit, self.alone
            for i, n in enumerate(counts):
                if n:
                    row += n * unit[i]
                    dealt += n * alone[i]
            drama = counts[0] if not self.told else min(counts[0], matches)
            if drama and st & self.matching:
                can = [bonus for bonus, i in self.bonuses for _ in range(counts[i])]
                dealt += sum(can[:drama])
            ends = ((self.dealt(row) + dealt, added, later),)
        value = self._ends.get(ends)
        if value is None:
            value = self._ends[ends] = self.packing.sure([self._best(ends, aim) for aim in self.packing.aims])
        return value

    def _best(self, ends: Any, aim: Aim) -> tuple[int, int]:
        found = []
        for damage, added, later in ends:
            drama = added + self.to_add(added, later if damage >= aim[0] else aim[1])
            found.append((self.packing.terms(damage, drama, aim), (damage, drama)))
        return max(found)[1]

    def _choices(self, st: int, counts: bytes) -> set[tuple[int, int, int]]:
        """All (damage, Drama added, Drama on victory) that a hand can end with and that may be the best."""
        extra, added, later, matches = self.rest(st)
        there = [(one, n, i) for i, (one, n) in enumerate(zip(self.classes.all, counts, strict=True)) if n and i]
        sure = [(one, n, i) for one, n, i in there if not one.costly and not one.draw]
        dear = [(one, n, i) for one, n, i in there if one.costly and not one.draw]
        found = set()
        for picks in product(*[range(n + 1) for _, n, _ in dear]):
            laid = sure + [(one, k, i) for (one, _, i), k in zip(dear, picks, strict=True) if k]
            new = self.to_add(added, sum(k * one.adds for one, k, _ in laid))
            found.add(
                (
                    extra + self._damage(laid, counts[0], matches + new if self.told else counts[0]),
                    added + new,
                    later + sum(k * one.later for one, k, _ in laid),
                )
            )
        return found

    def _damage(self, laid: list[tuple[Alike, int, int]], drama: int, matches: int) -> int:
        row = sum(k * self.unit[i] for _, k, i in laid)
        can = sorted((one.bonus for one, k, _ in laid if one.match and not one.drawn for _ in range(k)), reverse=True)
        can = can[: min(drama, matches)]
        clear = sum(k * one.clear for one, k, _ in laid) if drama <= len(can) else 0
        return self.dealt(row) + sum(k * self.alone[i] for _, k, i in laid) + sum(can) + clear

    def dealt(self, row: int) -> int:
        """What cards with moves deal, combos and mashing; they are counted by move and hit."""
        known = self._dealt.get(row)
        if known is None:
            hits: list[list[int]] = [[] for _ in (*MOVES, "")]
            for i, (move, hit) in enumerate(self.rows):
                hits[move] += [hit] * (row >> (WIDE * i) & ((1 << WIDE) - 1))
            known = self._dealt[row] = most_damage(tuple(map(tuple, hits)), self.combos)[0]
        return known


__all__ = ["ORDERS", "Aim", "Hands", "Packing", "Value"]
