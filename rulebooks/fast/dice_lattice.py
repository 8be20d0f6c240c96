"""Dice of a few colours as they lie on the table, numbered, with the maps that a solver of re-rolls needs.

A *composition* says how many dice of each colour there are; with it, a *lie* says how many of them show each face.
Lies are numbered through all compositions, those with fewer dice first; number 0 is kept for "there is none".

Two numberings are one. Where the dice to re-roll are chosen well, every die that shows its colour's least face is
rolled again (``rulebooks.fast.pirate_tales`` proves it). So the lie that shows the least face u times also stands for
"u dice in the hand that rolls, the others kept", and a re-roll is a square matrix for each colour (``rolls``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, gcd, prod
from operator import itemgetter, mul
from typing import NamedTuple

Composition = tuple[int, ...]
Counts = tuple[int, ...]


class Row(NamedTuple):
    """What the dice in hand bring: lies, their weights, and what these add up to."""

    lies: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


class Colour:
    """Dice of one colour. ``faces``: rising; ``weights``: without a common divisor; ``total``: their sum."""

    def __init__(self, faces: Sequence[int]) -> None:
        counts = Counter(faces)
        shared = gcd(*counts.values())
        self.faces = tuple(sorted(counts))
        self.weights = tuple(counts[f] // shared for f in self.faces)
        self.total = sum(self.weights)
        self._lies: dict[int, list[Counts]] = {}
        self._index: dict[int, dict[Counts, int]] = {}
        self._rows: dict[int, list[Row]] = {}

    def lies(self, n: int) -> list[Counts]:
        """The lies of n dice, as counts of each face; a die turned to a lower face makes an earlier lie."""
        if n not in self._lies:
            kinds = len(self.faces)
            fallen = sorted(c[::-1] for c in combinations_with_replacement(range(kinds), n))
            self._lies[n] = [tuple(map(lie.count, range(kinds))) for lie in fallen]
            self._index[n] = {counts: i for i, counts in enumerate(self._lies[n])}
        return self._lies[n]

    def index(self, counts: Counts) -> int:
        """The place of a lie among those of as many dice."""
        n = sum(counts)
        self.lies(n)
        return self._index[n][counts]

    def changed(self, counts: Counts, away: int | None, there: int | None) -> int:
        """The place of a lie with one die less of a face, or one more, or turned from one to the other."""
        new = list(counts)
        if away is not None:
            new[away] -= 1
        if there is not None:
            new[there] += 1
        return self.index(tuple(new))

    def rows(self, n: int) -> list[Row]:
        """For each lie of n dice: what it becomes when the dice that show the least face are rolled."""
        if n not in self._rows:
            self._rows[n] = [self._row(counts) for counts in self.lies(n)]
        return self._rows[n]

    def _row(self, counts: Counts) -> Row:
        hand, kept = counts[0], (0, *counts[1:])
        lies, weights = [], []
        for fallen in self.lies(hand):
            lies.append(self.index(tuple(a + b for a, b in zip(kept, fallen, strict=True))))
            ways = factorial(hand) // prod(map(factorial, fallen))
            weights.append(ways * prod(w**k for w, k in zip(self.weights, fallen, strict=True)))
        return Row(tuple(lies), tuple(weights), self.total**hand)

    def below(self, other: Colour) -> bool:
        """Whether the other colour rolls each number or more at least as often."""
        steps = {*self.faces, *other.faces}
        return all(self._reaches(t) * other.total <= other._reaches(t) * self.total for t in steps)

    def _reaches(self, least: int) -> int:
        return sum(w for f, w in zip(self.faces, self.weights, strict=True) if f >= least)


class Block:
    """The lies of one composition: numbers from ``base`` on, and where one die taken away leads."""

    def __init__(self, dice: Lattice, composition: Composition, base: int) -> None:
        self.composition, self.base, self.dice = composition, base, sum(composition)
        self.sizes = [len(c.lies(n)) for c, n in zip(dice.colours, composition, strict=True)]
        self.size = prod(self.sizes)
        self.strides = [prod(self.sizes[i + 1 :]) for i in range(len(self.sizes))]
        self.end = base + self.size

    def spread(self, parts: Sequence[Sequence[int]]) -> list[int]:
        """Sums of one number for each colour, over all lies in order."""
        out = [self.base]
        for part in parts:
            out = [a + b for a in out for b in part]
        return out


class Lattice:
    """All lies of dice of these faces, up to so many of each colour."""

    def __init__(self, faces: Sequence[Sequence[int]], most: Composition) -> None:
        self.colours = [Colour(f) for f in faces]
        self.most = most
        every: list[Composition] = [()]
        for n in most:
            every = [(*c, k) for c in every for k in range(n + 1)]
        self.blocks: dict[Composition, Block] = {}
        base = 1
        for composition in sorted(every, key=lambda c: (sum(c), c)):
            block = self.blocks[composition] = Block(self, composition, base)
            base = block.end
        self.size = base
        self._lowest: dict[tuple[Composition, int], Gather] = {}
        self._added: dict[tuple[Composition, int], list[list[int]]] = {}
        self._turned: dict[Composition, list[list[tuple[int, int]]]] = {}
        self._placed: dict[tuple[Composition, int], Placings] = {}
        self._covers: dict[int, Covers] = {}

    def lie(self, composition: Composition, counts: Sequence[Counts]) -> int:
        """The number of a lie."""
        block = self.blocks[composition]
        places = [c.index(k) for c, k in zip(self.colours, counts, strict=True)]
        return block.base + sum(map(mul, places, block.strides))

    # one die less, one more, one turned ------------------------------------------
    def lowest(self, composition: Composition, colour: int) -> Gather:
        """For each lie, what stands at its number without the lowest die of a colour."""
        key = composition, colour
        if key not in self._lowest:
            c, n = self.colours[colour], composition[colour]
            firsts = [next(f for f, k in enumerate(counts) if k) for counts in c.lies(n)]
            places = [c.changed(k, f, None) for k, f in zip(c.lies(n), firsts, strict=True)]
            self._lowest[key] = gather(self._moved(composition, colour, -1, places))
        return self._lowest[key]

    def added(self, composition: Composition, colour: int) -> list[list[int]]:
        """For each face of a colour: each lie's number with a die of that face added."""
        key = composition, colour
        if key not in self._added:
            c, n = self.colours[colour], composition[colour]
            self._added[key] = [
                self._moved(composition, colour, 1, [c.changed(k, None, f) for k in c.lies(n)])
                for f in range(len(c.faces))
            ]
        return self._added[key]

    def _moved(self, composition: Composition, colour: int, by: int, places: list[int]) -> list[int]:
        there = tuple(n + by * (i == colour) for i, n in enumerate(composition))
        block, here = self.blocks[there], self.blocks[composition]
        parts: list[list[int]] = [
            [p * block.strides[i] for p in (places if i == colour else range(here.sizes[i]))]
            for i in range(len(composition))
        ]
        return block.spread(parts)

    def turned(self, composition: Composition) -> list[list[tuple[int, int]]]:
        """For each colour: pairs of places in the block, a lie and the one with its lowest die above the least face
        turned to the least face; lower places first. A die that shows the greatest face is not turned."""
        if composition not in self._turned:
            block, out = self.blocks[composition], []
            for colour, n in enumerate(composition):
                c = self.colours[colour]
                falls = []
                for i, counts in enumerate(c.lies(n)):
                    first = next((f for f, k in enumerate(counts) if k and f), len(c.faces) - 1)
                    falls.append(0 if first == len(c.faces) - 1 else i - c.changed(counts, first, 0))
                stride, size = block.strides[colour], block.sizes[colour]
                out.append(
                    [
                        (i, i - falls[i // stride % size] * stride)
                        for i in range(block.size)
                        if falls[i // stride % size]
                    ]
                )
            self._turned[composition] = out
        return self._turned[composition]

    # rolling ------------------------------------------------------------------------
    def rolls(self, composition: Composition, values: list[int]) -> list[int]:
        """For each lie of a composition, the mean of a value once the dice that show the least face are rolled.

        Values must be multiples of every total that is divided by.
        """
        block = self.blocks[composition]
        for colour, n in enumerate(composition):
            if n:
                rows, stride, size = self.colours[colour].rows(n), block.strides[colour], block.sizes[colour]
                out, step = list(values), stride * size
                # lies alike but for this colour: cut the block into long slices, along or across
                outer = block.size // step
                starts = range(0, block.size, step) if stride >= outer else range(stride)
                for start in starts:
                    if stride >= outer:
                        places = [slice(i, i + stride) for i in range(start, start + step, stride)]
                    else:
                        places = [slice(i, None, step) for i in range(start, start + step, stride)]
                    slabs = [values[place] for place in places]
                    for place, (lies, weights, total) in zip(places, rows, strict=True):
                        if total > 1:
                            out[place] = _means([slabs[j] for j in lies], weights, total)
                values = out
        return values

    # placing -------------------------------------------------------------------------
    def placings(self, composition: Composition, need: int) -> Placings:
        """What dice placed for so many successes leave. Placings that are never better are left out."""
        key = composition, need
        if key not in self._placed:
            self._placed[key] = self.covers(need).placings(composition)
        return self._placed[key]

    def covers(self, need: int) -> Covers:
        """All sets of dice that make so many successes."""
        if need not in self._covers:
            self._covers[need] = Covers(self, need)
        return self._covers[need]


class Covers:
    """All sets of dice that make so many successes with none to spare, and which of them is never better."""

    def __init__(self, dice: Lattice, need: int) -> None:
        self.dice, self.need = dice, need
        kinds = [(i, f) for i, c in enumerate(dice.colours) for f, skulls in enumerate(c.faces) if skulls]
        skulls = {(i, f): dice.colours[i].faces[f] for i, f in kinds}
        kinds.sort(key=lambda k: -skulls[k])
        found: list[list[tuple[int, int]]] = []

        def grow(laid: list[tuple[int, int]], first: int, short: int) -> None:
            for at in range(first, len(kinds)):
                kind = kinds[at]
                if sum(k[0] == kind[0] for k in laid) < dice.most[kind[0]]:
                    if skulls[kind] >= short:  # the last one laid is the least: so none is spare
                        found.append([*laid, kind])
                    else:
                        grow([*laid, kind], at, short - skulls[kind])

        grow([], 0, need)
        found.sort(key=len)
        self.covers = [tuple(sorted(c)) for c in found]
        self.weaker = [[a.below(b) for b in dice.colours] for a in dice.colours]
        better = [0] * len(self.covers)
        for p, cover in enumerate(self.covers):
            for q, other in enumerate(self.covers):
                if (
                    q != p
                    and len(other) <= len(cover)
                    and self.spares(other, cover)
                    and not (p < q and self.spares(cover, other))
                ):
                    better[p] |= 1 << q
        self.better = better
        self.counts = [
            [tuple(sum(k == (i, f) for k in cover) for f in range(len(c.faces))) for i, c in enumerate(dice.colours)]
            for cover in self.covers
        ]
        self._kept: dict[int, tuple[int, ...]] = {}
        self._left: dict[tuple[int, int], list[list[int]]] = {}

    def spares(self, one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
        """Whether placing one set never leaves less than placing the other: each of its dice that the other does
        not place is no better than a die of its own that only the other places."""
        mine, theirs = Counter(one) - Counter(other), Counter(other) - Counter(one)
        return self._matched(list(mine.elements()), list(theirs.elements()))

    def _matched(self, mine: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> bool:
        if not mine:
            return True
        if len(mine) > len(theirs):
            return False
        faces = [c.faces for c in self.dice.colours]
        (colour, f), rest = mine[0], mine[1:]
        tried = set()
        for at, (c, g) in enumerate(theirs):
            if (c, g) not in tried and self.weaker[colour][c] and faces[colour][f] <= faces[c][g]:
                tried.add((c, g))
                if self._matched(rest, theirs[:at] + theirs[at + 1 :]):
                    return True
        return False

    def left(self, colour: int, n: int) -> list[list[int]]:
        """For each lie of n dice of a colour: which covers it allows, as bits, first; then the place it leaves each."""
        key = colour, n
        if key not in self._left:
            c, out = self.dice.colours[colour], []
            for counts in c.lies(n):
                allowed, places = 0, [0] * len(self.covers)
                for p, taken in enumerate(self.counts):
                    rest = tuple(a - b for a, b in zip(counts, taken[colour], strict=True))
                    if min(rest) >= 0:
                        allowed |= 1 << p
                        places[p] = c.index(rest)
                out.append([allowed, *places])
            self._left[key] = out
        return self._left[key]

    def kept(self, allowed: int) -> tuple[int, ...]:
        """Of the covers allowed, those that no other allowed one is always as good as."""
        if allowed not in self._kept:
            here = [p for p in range(len(self.covers)) if allowed >> p & 1]
            self._kept[allowed] = tuple(p for p in here if not self.better[p] & allowed)
        return self._kept[allowed]

    def placings(self, composition: Composition) -> Placings:
        """See ``Lattice.placings``."""
        dice, columns, there = self.dice, list[list[int]](), set[Composition]()
        left = [self.left(i, n) for i, n in enumerate(composition)]
        blocks: list[Block | None] = []
        for counts in self.counts:
            rest = tuple(n - sum(k) for n, k in zip(composition, counts, strict=True))
            blocks.append(dice.blocks[rest] if min(rest) >= 0 else None)
        lies: list[tuple[int, tuple[list[int], ...]]] = [((1 << len(self.covers)) - 1, ())]
        for part in left:
            lies = [(bits & row[0], (*rows, row)) for bits, rows in lies for row in part]
        for place, (bits, rows) in enumerate(lies):
            for at, p in enumerate(self.kept(bits) if bits else ()):
                block = blocks[p]
                assert block is not None
                there.add(block.composition)
                if at == len(columns):
                    columns.append([0] * len(lies))
                lie = block.base
                for row, s in zip(rows, block.strides, strict=True):
                    lie += row[p + 1] * s
                columns[at][place] = lie
        dense = [c for c in columns if 2 * c.count(0) < len(c)] or columns[:1]
        sparse = [(place, lie) for c in columns[len(dense) :] for place, lie in enumerate(c) if lie]
        return Placings([gather(c) for c in dense], sparse, there)


def _means(slabs: list[list[int]], weights: tuple[int, ...], total: int) -> list[int]:
    """The weighted means of lists, place by place."""
    if len(slabs) == 2:  # a die of two faces: by far the most frequent, and faster written out
        (one, other), (a, b) = slabs, weights
        return [(a * x + b * y) // total for x, y in zip(one, other, strict=True)]
    if len(slabs) == 3:
        (one, other, third), (a, b, c) = slabs, weights
        return [(a * x + b * y + c * z) // total for x, y, z in zip(one, other, third, strict=True)]
    return [sum(map(mul, weights, fibre)) // total for fibre in zip(*slabs, strict=True)]


Gather = Callable[[Sequence[int]], tuple[int, ...]]


class Placings(NamedTuple):
    """What placing dice leaves, for each lie of a composition: ``dense`` gathers what stands there for all lies, 0:
    nothing; ``sparse``: further pairs of a place and a lie; ``there``: the compositions they belong to."""

    dense: list[Gather]
    sparse: list[tuple[int, int]]
    there: set[Composition]


def gather(lies: list[int]) -> Gather:
    """A function that looks up all these numbers in a list."""
    if len(lies) == 1:
        return lambda values: (values[lies[0]],)
    found: Gather = itemgetter(*lies)
    return found


@lru_cache(maxsize=16)
def lattice(faces: tuple[tuple[int, ...], ...], most: Composition) -> Lattice:
    """The lattice of these dice; the last few are kept."""
    return Lattice(faces, most)


def totals(dice: Sequence[tuple[Sequence[int], int]]) -> dict[int, int]:
    """How many ways dice can show each sum: pairs of faces and how many such dice. Least sum first.

    The ways of a die are the digits of one long number; dice together are its product.

    >>> totals([((0, 1), 2)])
    {0: 1, 1: 2, 2: 1}
    """
    wide, told, lowest = prod(len(faces) ** n for faces, n in dice).bit_length(), 1, 0
    for faces, n in dice:
        least = min(faces)
        told *= sum(1 << (f - least) * wide for f in faces) ** n
        lowest += least * n
    out, low = {}, (1 << wide) - 1
    while told:
        if ways := told & low:
            out[lowest] = ways
        told, lowest = told >> wide, lowest + 1
    return out


def size(faces: Sequence[Sequence[int]], most: Composition) -> int:
    """How many lies a lattice has, without making it."""
    return prod(comb(n + len(set(f)), n) for f, n in zip(faces, most, strict=True))
