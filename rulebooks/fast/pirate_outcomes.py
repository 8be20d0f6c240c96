"""How a voyage of Pirate Tales ends under best play: the masses of all endings, passed on from the start.

Among equally good actions the first in the order of the rules' ``candidates`` is taken, as on the walk, so that the
whole distribution is the walk's. All lies with the same layer and duties are handled together. A mass is one whole
number: the probability times the solver's scale, in the place that counts the doubloons so far.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import product
from operator import mul
from typing import Any

from rulebooks.fast.dice_lattice import Block, Composition, Covers
from rulebooks.fast.pirate_voyages import DICE, Layer, Op, Ops, Solver
from rulebooks.pirate_tales.course import Voyage

ROLLING: Op = ("rolling",)
Masses = dict[Composition, dict[int, int]]  # composition -> place in its block -> mass
Placing = tuple[int, int, tuple[int, ...]]  # successes asked of the dice, which cover, the hand that is left

# which covers, bit and number of one of them; values there, for which dice; where it leads; coins
Way = tuple[int, int, int, list[int], set[Composition], Layer, Ops, int]


class Outcomes:
    """The endings of a voyage from one layer, with duties, and dice as they lie."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.dice = solver, solver.dice
        self.least = -solver.need.pays  # doubloons never fall below
        self.field = solver.scale.bit_length() + 1
        self.due: dict[tuple[Layer, Ops], Masses] = {}
        self.queue: list[tuple[int, int, int, int, Layer, Ops]] = []
        self.ends: dict[tuple[bool, int, int], int] = {}
        self._layers: dict[Layer, tuple[int, list[Covers], list[Way]]] = {}
        self._rests: dict[tuple[Composition, int, int], Block] = {}
        self._placings: dict[tuple[int, tuple[int, ...]], list[Placing]] = {}

    def of(self, layer: Layer, ops: Ops, composition: Composition, place: int, coins: int) -> dict[Voyage, Fraction]:
        """The exact distribution of the ending."""
        self.solver.known(layer, ops, composition)
        self._add(layer, ops, composition, place, self.solver.scale << -self.least * self.field)
        while self.queue:
            *_, layer, ops = heappop(self.queue)
            masses = self.due.pop((layer, ops))
            if ops:
                for there, lies in masses.items():
                    self._do(layer, ops, there, lies)
            elif layer.done == self.solver.last:
                for there, lies in masses.items():
                    left = 0 if self.solver.lost else sum(there)
                    self._end(True, layer.done, left, sum(lies.values()))
            else:
                self._decide(layer, masses)
        out: dict[Voyage, Fraction] = {}
        for (success, done, left), told in self.ends.items():
            doubloons = self.least + coins
            while told:
                part = told & ((1 << self.field) - 1)
                if part:
                    out[Voyage(success, done, left, doubloons)] = Fraction(part, self.solver.scale)
                told, doubloons = told >> self.field, doubloons + 1
        return out

    def _end(self, success: bool, done: int, left: int, mass: int) -> None:
        self.ends[success, done, left] = self.ends.get((success, done, left), 0) + mass

    def _add(self, layer: Layer, ops: Ops, composition: Composition, place: int, mass: int) -> None:
        masses = self.due.get((layer, ops))
        if masses is None:
            masses = self.due[layer, ops] = {}
            cards = sum(layer.hand) + 2 * (sum(layer.deck) + sum(layer.discard))
            heappush(self.queue, (layer.done, -cards, -sum(map(_steps, ops)), len(self.due), layer, ops))
        lies = masses.setdefault(composition, {})
        lies[place] = lies.get(place, 0) + mass

    # what is due ------------------------------------------------------------------
    def _do(self, layer: Layer, ops: Ops, composition: Composition, lies: dict[int, int]) -> None:
        (what, *rest), later = ops[0], ops[1:]
        solver, block = self.solver, self.dice.blocks[composition]
        add, unit = self._add, solver.unit["doubloons"]
        match what:
            case "roll":
                more = solver.less(composition, rest[0], -1)
                base, colour = self.dice.blocks[more].base, self.dice.colours[rest[0]]
                for there, weight in zip(self.dice.added(composition, rest[0]), colour.weights, strict=True):
                    for place, mass in lies.items():
                        add(layer, later, more, there[place] - base, mass * weight // colour.total)
            case "rolling":
                for place, mass in self.rolled(composition, lies).items():
                    add(layer, later, composition, place, mass)
            case "re-roll":
                for place, mass in lies.items():
                    add(layer, (ROLLING, *later), composition, self._taken(layer, later, block, place), mass)
            case "roll again":
                add(layer, (ROLLING, *later), composition, 0, sum(lies.values()))
            case "set aside" if block.dice:
                known = solver.known(layer, ops, composition)
                later = (("set aside", rest[0] - 1), *later) if rest[0] > 1 else later
                for place, mass in lies.items():
                    for left, lie in self._without(block, place):
                        if solver.known(layer, later, left.composition)[lie] == known[block.base + place]:
                            add(layer, later, left.composition, lie - left.base, mass)
                            break
            case "set aside":
                add(layer, later, composition, 0, lies[0])
            case "draw":
                after = solver.drawn(layer, rest[0], later)
                cards = sum(n for n, *_ in after)
                for n, there_layer, due in after:
                    for place, mass in lies.items():
                        add(there_layer, due, composition, place, mass * n // cards)
            case _:
                known = solver.known(layer, ops, composition)
                ways = [solver.applied(layer, way, block.dice) for way in rest[0]]
                for place, mass in lies.items():
                    lie = block.base + place
                    for there_layer, due, coins in ways:
                        if solver.known(there_layer, due + later, composition)[lie] + coins * unit == known[lie]:
                            add(there_layer, due + later, composition, place, self._paid(mass, coins))
                            break

    def _paid(self, mass: int, coins: int) -> int:
        return mass << coins * self.field if coins >= 0 else mass >> -coins * self.field

    def rolled(self, composition: Composition, lies: dict[int, int]) -> dict[int, int]:
        """The masses once the dice that show the least face are rolled."""
        block = self.dice.blocks[composition]
        for c, n in enumerate(composition):
            if n:
                rows, stride, size = self.dice.colours[c].rows(n), block.strides[c], block.sizes[c]
                out: dict[int, int] = {}
                for place, mass in lies.items():
                    i = place // stride % size
                    row, start = rows[i], place - i * stride
                    for j, weight in zip(row.lies, row.weights, strict=True):
                        there = start + j * stride
                        out[there] = out.get(there, 0) + mass * weight // row.total
                lies = out
        return lies

    # choices -------------------------------------------------------------------------
    def _without(self, block: Block, place: int) -> list[tuple[Block, int]]:
        """The lies without one die, in the order of dice: their block, their number."""
        out = []
        for c, n in enumerate(block.composition):
            if n:
                there = self.dice.blocks[self.solver.less(block.composition, c)]
                i = place // block.strides[c] % block.sizes[c]
                counts = self.dice.colours[c].lies(n)[i]
                others = [place // s % k for s, k in zip(block.strides, block.sizes, strict=True)]
                for face, k in enumerate(counts):
                    if k:
                        others[c] = self.dice.colours[c].changed(counts, face, None)
                        out.append((there, there.base + sum(map(mul, others, there.strides))))
        return out

    def _turns(self, block: Block, place: int) -> list[tuple[int, int, int]]:
        """Dice above their least face, in order: how many, and by how much their turning moves the place at first."""
        out = []
        for c, n in enumerate(block.composition):
            if n:
                i = place // block.strides[c] % block.sizes[c]
                out += [(c, face, k) for face, k in enumerate(self.dice.colours[c].lies(n)[i]) if k and face]
        return out

    def _turn(self, block: Block, place: int, c: int, face: int) -> int:
        """The place of a lie with a die of a face turned to the least one."""
        i = place // block.strides[c] % block.sizes[c]
        colour = self.dice.colours[c]
        j = colour.changed(colour.lies(block.composition[c])[i], face, 0)
        return place + (j - i) * block.strides[c]

    def _least(self, block: Block, place: int) -> bool:
        """Whether a die shows its colour's least face."""
        parts = zip(self.dice.colours, block.composition, block.strides, block.sizes, strict=True)
        return any(n and c.lies(n)[place // stride % size][0] for c, n, stride, size in parts)

    def must(self, layer: Layer, block: Block, place: int) -> int:
        """The value once a die was set aside: at least one of the others is rolled."""
        before = self.solver.rerolled(layer, (), block.composition)
        if self._least(block, place):
            return before[block.base + place]
        return max(before[block.base + self._turn(block, place, c, f)] for c, f, _ in self._turns(block, place))

    def _taken(self, layer: Layer, later: Ops, block: Block, place: int, value: int | None = None) -> int:
        """The dice taken into the hand, as the lie in which they show the least face: the first best ones in order."""
        before = self.solver.rerolled(layer, later, block.composition)
        if value is None:
            value = before[block.base + place]
        for c, face, k in self._turns(block, place):
            for _ in range(k):
                turned = self._turn(block, place, c, face)
                if before[block.base + turned] != value:
                    break
                place = turned
        return place

    def _decide(self, layer: Layer, masses: Masses) -> None:
        rolling: Masses = {}
        for dice in range(max(map(sum, masses)), -1, -1):
            for composition in [c for c in rolling if sum(c) == dice]:
                for place, mass in self.rolled(composition, rolling.pop(composition)).items():
                    lies = masses.setdefault(composition, {})
                    lies[place] = lies.get(place, 0) + mass
            for composition in [c for c in masses if sum(c) == dice]:
                choose = partial(self._choose, layer, self.dice.blocks[composition], rolling)
                for place, mass in masses[composition].items():
                    choose(place, mass)

    def _choose(self, layer: Layer, block: Block, rolling: Masses, place: int, mass: int) -> None:
        solver, composition = self.solver, block.composition
        value = solver.known(layer, (), composition)[block.base + place]
        if self._place(layer, block, place, mass, value):
            return
        if block.dice > 1:
            for there, lie in self._without(block, place):
                if solver.rerolled(layer, (), there.composition)[lie] >= value:
                    at = lie - there.base
                    if self.must(layer, there, at) == value:
                        taken = self._taken(layer, (), there, at, value)
                        lies = rolling.setdefault(there.composition, {})
                        lies[taken] = lies.get(taken, 0) + mass
                        return
        for kind, way in solver.plays(layer.hand):
            after, due, coins = solver.played(layer, kind, way, block.dice)
            known = solver.known(after, due, composition)[block.base + place]
            if known + coins * solver.unit["doubloons"] == value:
                self._add(after, due, composition, place, self._paid(mass, coins))
                return
        self._end(False, layer.done, block.dice, mass)

    # placing ---------------------------------------------------------------------------
    def _place(self, layer: Layer, block: Block, place: int, mass: int, value: int) -> bool:
        """Place dice and cards if that is best: the first of the best ways."""
        paid, asked, ways = self._ways(layer)
        parts = [place // s % k for s, k in zip(block.strides, block.sizes, strict=True)]
        allowed, rows = [], []
        for covers in asked:
            here = [covers.left(c, n)[i] for c, (n, i) in enumerate(zip(block.composition, parts, strict=True))]
            bits = here[0][0]
            for row in here[1:]:
                bits &= row[0]
            allowed.append(bits)
            rows.append(here)
        if not any(allowed):
            return False
        unit = self.solver.unit["doubloons"]
        value -= paid * unit
        for at, bit, p, known, done, next_layer, due, coins in ways:
            if allowed[at] & bit:
                there = self._rest(block, asked[at], p)
                left = 0
                for row, stride in zip(rows[at], there.strides, strict=True):
                    left += row[p + 1] * stride
                if there.composition not in done:
                    self.solver.known(next_layer, due, there.composition)
                if known[there.base + left] + coins * unit == value:
                    self._add(next_layer, due, there.composition, left, self._paid(mass, paid + coins))
                    return True
        return False

    def _rest(self, block: Block, covers: Covers, p: int) -> Block:
        """The block a placing leads to."""
        key = block.composition, covers.need, p
        found = self._rests.get(key)
        if found is None:
            taken = zip(block.composition, covers.counts[p], strict=True)
            found = self._rests[key] = self.dice.blocks[tuple(n - sum(k) for n, k in taken)]
        return found

    def _ways(self, layer: Layer) -> tuple[int, list[Covers], list[Way]]:
        """In a layer: what the next card pays, the covers in question, and every way to place, in order."""
        found = self._layers.get(layer)
        if found is None:
            solver = self.solver
            next_done, ops, paid = solver.after[layer.done]
            placings = self.placings(solver.course.stops[layer.done].need or 0, layer.hand)
            asked = sorted({asks for asks, *_ in placings})
            ways = []
            for asks, p, hand in placings:
                there = solver.landed(layer, hand, next_done, ops)
                ways.append((asked.index(asks), 1 << p, p, *solver.stock(*there[:2]), *there))
            found = self._layers[layer] = paid, [self.dice.covers(asks) for asks in asked], ways
        return found

    def placings(self, need: int, hand: tuple[int, ...]) -> list[Placing]:
        """Every way to fulfil a card with nothing to spare, in the order of actions: few cards, dice, skulls first."""
        key = need, hand
        if key not in self._placings:
            flags, found = self.solver.flags, []
            ranges = [range(n + 1) if flag else (0,) for n, flag in zip(hand, flags, strict=True)]
            for laid in product(*ranges):
                more = sum(map(mul, laid, flags))
                least = min((f for k, f in zip(laid, flags, strict=True) if k), default=0)
                if more and more - least >= need - 1:
                    continue
                asked = max(1, need - more)
                covers = self.dice.covers(asked)
                rest = tuple(a - b for a, b in zip(hand, laid, strict=True))
                for p, counts in enumerate(covers.counts):
                    skulls = sum(sum(map(mul, k, c.faces)) for k, c in zip(counts, self.dice.colours, strict=True))
                    if more and (skulls >= need or skulls + more - least >= need):
                        continue
                    order = (sum(laid), len(covers.covers[p]), skulls + more, counts, laid)
                    found.append((order, (asked, p, rest)))
            found.sort()
            self._placings[key] = [placing for _, placing in found]
        return self._placings[key]


def _steps(op: Op) -> int:
    """How many things there are to do in one of them: each step of the play leaves fewer."""
    match op[0]:
        case "re-roll" | "roll again":
            return 2
        case "set aside":
            return int(op[1])
        case "apply":
            return 1 + max(sum(_steps(_as_op(what, n)) for what, n in way) for way in op[1])
    return 1


def _as_op(what: str, n: int) -> Any:
    return ("roll", DICE[what]) if what in DICE else (what, n)
