"""One voyage of Pirate Tales and one goal, solved backwards over the lies of the dice. See ``pirate_tales.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product, repeat
from math import comb, prod
from time import monotonic
from typing import Any, NamedTuple

from rulebooks.core.graph import Stopped, TooLarge
from rulebooks.fast.dice_lattice import Composition, Lattice, lattice, size
from rulebooks.pirate_tales.contents import COLOURS, SPACES, PirateCard, Symbol, symbols
from rulebooks.pirate_tales.course import Course, Sailing

Ways = tuple[tuple[Symbol, ...], ...]
Op = tuple[Any, ...]  # ("roll", colour) ("re-roll",) ("roll again",) ("set aside", n) ("draw", n) ("apply", ways)
Ops = tuple[Op, ...]
DICE = {f"{name} die": at for at, name in enumerate(COLOURS)}
REROLL: Op = ("re-roll",)
LATE = ("set aside", "roll again")  # what they do depends on the dice there when their turn comes


class Layer(NamedTuple):
    """What of a voyage does not lie on the table as dice. Cards: counts of each kind; supply: -1 if it never ends.

    ``purse``: doubloons to pay with, counted up to what may have to be paid; -1 where they suffice in any case.
    """

    done: int
    hand: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    supply: tuple[int, ...]
    purse: int = -1


class Table:
    """Values of all lies in one layer with the same things still to be done: as they lie, and before a re-roll."""

    __slots__ = ("done", "rerolled", "rolled", "v")

    def __init__(self, low: int) -> None:
        self.v, self.rerolled = [low], [low]
        self.done: set[Composition] = set()
        self.rolled: set[Composition] = set()


class Needs(NamedTuple):
    """Bounds on what a voyage can still bring: dice of each colour, re-rolls, cards drawn, doubloons."""

    most: Composition
    wanted: Composition  # dice to be won, were the supply without end
    rerolls: int
    draws: tuple[int, ...]
    coins: int
    pays: int
    again: bool  # cards played in this voyage may be drawn again


def needs(v: Sailing) -> Needs:
    """See ``Needs``: every card, reward and kraken ahead counted with the best of its alternatives."""
    course = v.course
    here = [symbols(stop.reward) for stop in course.stops[v.done :]]
    here += [symbols(stop.effect) for stop in course.stops[v.done :]]
    here += [symbols(c.reward) for c in v.hand]
    here += [symbols(f.text) for f in v.pending]
    piles = (v.deck,) if course.piles else (v.deck, v.discard)
    pile = [symbols(c.reward) for p in piles for c in p]
    draws = first = sum(most(w, ("draw",)) for w in here) + sum(f.n for f in v.pending if f.kind == "draw")
    more = sorted((most(w, ("draw",)) for w in pile), reverse=True)
    while draws < len(pile) and (grown := first + sum(more[:draws])) > draws:
        draws = grown
    again, draws = course.piles and draws > len(pile), min(draws, len(pile))

    def bound(*what: str) -> int:
        drawn = sorted((most(w, what) for w in pile), reverse=True)
        return sum(most(w, what) for w in here) + sum(drawn[:draws])

    wanted = tuple(bound(name) for name in DICE)
    wins = wanted if v.supply is None else tuple(map(min, wanted, v.supply))
    lying = [d.colour for d in v.free] + [c for f in v.pending if f.kind in ("roll", "re-roll") for c in f.dice]
    dice = tuple(lying.count(c) + w for c, w in zip(COLOURS, wins, strict=True))
    sizes = [n for p in piles for n in range(len(p), 0, -1)]
    coins = v.setup.paid_over(range(1, SPACES + 1)) + bound("doubloon")
    rerolls = bound("re-roll", "roll again") + sum(f.kind == "re-roll" for f in v.pending)
    return Needs(dice, wanted, rerolls, tuple(sizes[:draws]), coins, bound("pay"), again)


def most(ways: Ways, what: tuple[str, ...]) -> int:
    """How often symbols come in the best of some alternatives."""
    counted = what[0] not in DICE and what[0] != "re-roll"
    return max((sum(n if counted else 1 for name, n in way if name in what) for way in ways), default=0)


def scale(dice: Lattice, need: Needs) -> int:
    """A number that every product of denominators along a way through the voyage divides."""
    primes: dict[int, list[int]] = {}
    for c in dice.colours:
        for p in _primes(c.total):
            primes.setdefault(p, [])
    out = prod(need.draws)
    n = sum(need.most)
    for p in primes:
        powers = sorted(
            (_power(c.total, p) for c, k in zip(dice.colours, need.most, strict=True) for _ in range(k)), reverse=True
        )
        sums = [sum(powers[:k]) for k in range(n + 1)]
        out *= p ** (sum(sums[:n]) + (need.rerolls + 1) * sums[n])  # set-aside re-rolls; the others, wins and the first
    return out


def _primes(n: int) -> Iterator[int]:
    p = 2
    while n > 1:
        if n % p == 0:
            yield p
            while n % p == 0:
                n //= p
        p += 1


def _power(n: int, p: int) -> int:
    k = 0
    while n % p == 0:
        n, k = n // p, k + 1
    return k


class Solver:
    """All values a voyage needs, found as they are asked for.

    A value is one whole number: each term of the goal times ``scale``, the first term in the highest place, so that
    comparing two of them compares the terms one after the other.
    """

    def __init__(
        self,
        v: Sailing,
        order: tuple[str, ...],
        limit: int,
        progress: Callable[[str], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.course: Course = v.course
        self.limit, self.progress, self.stop = limit, progress, stop
        self.need = needs(v)
        faces = tuple(shown for _, shown in self.course.faces)
        lies = size(faces, self.need.most)
        hands = prod(n + 1 for n in v.hand.counts.values())
        hands *= comb(len({*v.deck.kinds, *v.discard.kinds}) + len(self.need.draws), len(self.need.draws))
        if lies > limit or hands * lies > 1000 * limit:
            about = f", but about {hands:,} hands of cards and {lies:,} lies of the dice to come"
            raise TooLarge(min(lies, limit), limit, about)
        self.dice = lattice(faces, self.need.most)
        self.scale = scale(self.dice, self.need)
        self.order = order
        greatest = max(sum(self.need.most), self.need.coins + self.need.pays, 1)
        self.bits = (greatest * self.scale).bit_length() + 2
        self.unit = {name: self.scale << self.bits * place for place, name in enumerate(reversed(order))}
        self.low = -(1 << self.bits * (len(order) + 1))
        self.kinds: list[PirateCard] = sorted({*v.hand.kinds, *v.deck.kinds, *v.discard.kinds})
        self.ways: list[Ways] = [symbols(c.reward) for c in self.kinds]
        self.flags = [c.flag or 0 for c in self.kinds]
        self.tables: dict[tuple[Layer, Ops], Table] = {}
        self._helping: dict[tuple[tuple[int, ...], int], list[tuple[tuple[int, ...], int]]] = {}
        self.states, self._told = 0, monotonic()
        self._unit_of = [tuple(int(i == c) for i in range(len(COLOURS))) for c in range(len(COLOURS))]
        self._stops()

    def _stops(self) -> None:
        """For each stop: the next one to be tried, what its reward and krakens passed on the way leave to do, coins."""
        stops, setup = self.course.stops, self.course.setup
        self.after: list[tuple[int, Ops, int]] = []
        self.last = len(stops)
        self.lost = False  # the island's own reward sweeps the dice away: they are not left then
        for at, stop in enumerate(stops):
            there, later = self.passed(at + 1)
            coins = setup.paid_over([at + 1])
            ways = symbols(stop.reward)
            reward: Ops = ()
            if there == self.last:
                if len(ways) == 1:
                    coins += worth(ways[0])
                    self.lost = any(what == "roll again" for what, _ in ways[0])
            elif ways:
                reward = (("apply", ways),)
            self.after.append((there, reward + later, coins))

    def passed(self, at: int) -> tuple[int, Ops]:
        """The next stop that is not covered, and what krakens on the way leave to do."""
        later: list[Op] = []
        while at < self.last and self.course.stops[at].need is None:
            if self.course.stops[at].effect:
                later.insert(0, ("apply", symbols(self.course.stops[at].effect)[:1]))
            at += 1
        return at, tuple(later)

    # what is asked ------------------------------------------------------------------
    def covers(self, v: Sailing) -> bool:
        """Whether a voyage, perhaps later in the same one, is among those these tables are about."""
        if v.course is not self.course or not {*v.hand.kinds, *v.deck.kinds, *v.discard.kinds} <= set(self.kinds):
            return False
        need, mine = needs(v), self.need
        fits = all(a <= b for a, b in zip(need.most, mine.most, strict=True)) and need.coins <= mine.coins
        drawn = bool(mine.draws) or not need.draws
        return fits and drawn and need.pays <= mine.pays and self.scale % scale(self.dice, need) == 0

    def layer(self, v: Sailing) -> Layer:
        """The layer of a voyage."""
        deck = v.deck if self.need.draws else ()
        discard = () if v.course.piles else v.discard if self.need.draws else ()
        supply: tuple[int, ...] = (-1, -1, -1)
        if v.supply is not None:
            supply = tuple(s if s < w else -1 for s, w in zip(v.supply, needs(v).wanted, strict=True))
        purse, pays = v.course.purse + v.gained.doubloons, needs(v).pays
        purse = -1 if purse >= pays else purse
        return Layer(v.done, self._counts(v.hand), self._counts(deck), self._counts(discard), supply, purse)

    def _counts(self, pile: Any) -> tuple[int, ...]:
        here = list(pile)
        return tuple(here.count(c) for c in self.kinds)

    def terms(self, packed: int) -> list[int]:
        """A packed value as the goal's terms, times ``scale``."""
        out, half, whole = [], 1 << self.bits - 1, 1 << self.bits
        for _ in self.order:
            term = packed & (whole - 1)
            term -= whole if term >= half else 0
            out.append(term)
            packed = (packed - term) >> self.bits
        return out[::-1]

    def fractions(self, packed: int, over: int = 1) -> tuple[Fraction, ...]:
        """The exact expectations that a packed value holds, times a further denominator."""
        return tuple(Fraction(term, self.scale * over) for term in self.terms(packed))

    # tables ---------------------------------------------------------------------------
    def table(self, layer: Layer, ops: Ops) -> Table:
        """The table of a layer and what is still to be done in it; empty at first."""
        key = layer, ops
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = Table(self.low)
        return found

    def values(self, layer: Layer, ops: Ops, composition: Composition) -> list[int]:
        """The values of all lies, by number, with those of a composition filled in."""
        t = self.table(layer, ops)
        if composition not in t.done:
            block = self.dice.blocks[composition]
            self._count(block.size)
            if ops:
                found = self._do(layer, ops, composition)
            elif layer.done == self.last:
                left = 0 if self.lost else block.dice
                found = [self.unit["success"] + left * self.unit["dice"]] * block.size
            else:
                found = self._decide(layer, composition)
            _write(t.v, block.base, found, self.low)
            t.done.add(composition)
        return t.v

    def rerolled(self, layer: Layer, ops: Ops, composition: Composition) -> list[int]:
        """The values of all lies before a re-roll of any dice, with those of a composition filled in.

        All dice that show the least face of their colour are rolled, and of the others the lowest ones, as many
        of each colour as is best.
        """
        t = self.table(layer, ops)
        if composition not in t.rolled:
            v, block = self.values(layer, ops, composition), self.dice.blocks[composition]
            found = self.dice.rolls(composition, v[block.base : block.end])
            for pairs in self.dice.turned(composition):
                for place, fallen in pairs:
                    other = found[fallen]
                    if other > found[place]:
                        found[place] = other
            _write(t.rerolled, block.base, found, self.low)
            t.rolled.add(composition)
        return t.rerolled

    def known(self, layer: Layer, ops: Ops, composition: Composition) -> list[int]:
        """The values of all lies: ``rerolled`` where a re-roll is due first, ``values`` else."""
        if ops and ops[0] == REROLL:
            return self.rerolled(layer, ops[1:], composition)
        return self.values(layer, ops, composition)

    def stock(self, layer: Layer, ops: Ops) -> tuple[list[int], set[Composition]]:
        """The list that ``known`` fills, and the compositions that it holds already."""
        if ops and ops[0] == REROLL:
            t = self.table(layer, ops[1:])
            return t.rerolled, t.rolled
        t = self.table(layer, ops)
        return t.v, t.done

    def _count(self, n: int) -> None:
        self.states += n
        if self.states > self.limit:
            raise TooLarge(self.states, self.limit)
        if self.stop is not None and self.stop():
            raise Stopped(f"stopped after {self.states:,} states")
        if self.progress is not None and monotonic() - self._told > 1:
            self._told = monotonic()
            self.progress(f"{self.states:,} states solved")

    # decisions ----------------------------------------------------------------------
    def _decide(self, layer: Layer, composition: Composition) -> list[int]:
        """The best of turning back, setting a die aside, placing, and playing a card for its symbol."""
        dice, block = self.dice, self.dice.blocks[composition]
        options: list[Sequence[int]] = []
        if block.dice > 1:
            for c, n in enumerate(composition):
                if n:
                    options.append(dice.lowest(composition, c)(self.rerolled(layer, (), self.less(composition, c))))
        need = self.course.stops[layer.done].need or 0
        there, ops, coins = self.after[layer.done]
        placed, paid = list[Sequence[int]](), 0  # what is paid does not depend on the way of placing
        for hand, skulls in self.helping(layer.hand, need):
            dense, sparse, compositions = dice.placings(composition, max(1, need - skulls))
            if compositions:
                next_layer, next_ops, gained = self.landed(layer, hand, there, ops)
                known, done = self.stock(next_layer, next_ops)
                for left in compositions - done:
                    self.known(next_layer, next_ops, left)
                paid = (coins + gained) * self.unit["doubloons"]
                found: list[Sequence[int]] = [look_up(known) for look_up in dense]
                if sparse:
                    best = list(found[0])
                    for place, lie in sparse:
                        other = known[lie]
                        if other > best[place]:
                            best[place] = other
                    found[0] = best
                placed += found
        if paid:
            placed = [[best + paid for best in (map(max, *placed) if len(placed) > 1 else placed[0])]]
        options += placed
        for kind, way in self.plays(layer.hand):
            after, due, gained = self.played(layer, kind, way, block.dice)
            values = self.known(after, due, composition)[block.base : block.end]
            gained *= self.unit["doubloons"]
            options.append([k + gained for k in values] if gained else values)
        give_up = block.dice * self.unit["dice"]
        return list(map(max, repeat(give_up, block.size), *options)) if options else [give_up] * block.size

    def less(self, composition: Composition, colour: int, by: int = 1) -> Composition:
        """A composition with a die less of a colour."""
        return tuple(n - by if i == colour else n for i, n in enumerate(composition))

    def landed(self, layer: Layer, hand: tuple[int, ...], there: int, ops: Ops) -> tuple[Layer, Ops, int]:
        """The layer after a card is fulfilled, what is to be done then, and coins of a reward without alternatives.

        Nothing is held or won once the island is reached.
        """
        if there == self.last:
            return Layer(there, (), (), (), ()), (), 0
        layer = layer._replace(done=there, hand=hand)
        if ops and ops[0][0] == "apply" and len(ops[0][1]) == 1:
            way = ops[0][1][0]
            if not any(what in LATE for what, _ in way):
                layer, due, coins = self.applied(layer, way, 0)
                return layer, due + ops[1:], coins
        return layer, ops, 0

    def helping(self, hand: tuple[int, ...], need: int) -> list[tuple[tuple[int, ...], int]]:
        """Hands left after cards were laid for their skulls, and these skulls; each card must make a difference."""
        known = self._helping.get((hand, need))
        if known is not None:
            return known
        out = self._helping[hand, need] = []
        ranges = [range(n + 1) if flag else (0,) for n, flag in zip(hand, self.flags, strict=True)]
        for laid in product(*ranges):
            skulls = sum(k * f for k, f in zip(laid, self.flags, strict=True))
            least = min((f for k, f in zip(laid, self.flags, strict=True) if k), default=0)
            if not skulls or skulls - least < need - 1:
                out.append((tuple(a - b for a, b in zip(hand, laid, strict=True)), skulls))
        return out

    def plays(self, hand: tuple[int, ...]) -> list[tuple[int, int]]:
        """Cards to be played for a symbol, and which: in the order of actions."""
        return [(i, way) for i, n in enumerate(hand) if n for way in range(len(self.ways[i]))]

    def played(self, layer: Layer, kind: int, way: int, dice: int) -> tuple[Layer, Ops, int]:
        """The layer after a card was played for a symbol, what is to be done then, and coins."""
        hand = tuple(n - (i == kind) for i, n in enumerate(layer.hand))
        return self.applied(layer._replace(hand=hand), self.ways[kind][way], dice)

    # symbols ----------------------------------------------------------------------------
    def applied(self, layer: Layer, way: tuple[Symbol, ...], dice: int) -> tuple[Layer, Ops, int]:
        """The layer after symbols were applied to so many free dice, what is to be done then, in order, and coins."""
        due: list[Op] = []
        coins = 0
        for what, n in reversed(way):
            if what in DICE:
                colour, supply = DICE[what], layer.supply
                if supply[colour]:
                    due.append(("roll", colour))
                    if supply[colour] > 0:
                        layer = layer._replace(supply=tuple(s - (i == colour) for i, s in enumerate(supply)))
            elif what == "re-roll":
                due.append(("re-roll",))
            elif what == "draw" and (any(layer.deck) or any(layer.discard)):
                due.append(("draw", n))
            elif what == "roll again" and dice:
                due.append(("roll again",))
            elif what == "set aside" and dice:
                due.append(("set aside", min(n, dice)))
            elif what in ("doubloon", "pay"):
                gained = n if what == "doubloon" else -n
                if layer.purse >= 0:
                    gained = max(gained, -layer.purse)
                    layer = layer._replace(purse=min(layer.purse + gained, self.need.pays))
                coins += gained
        return layer, tuple(reversed(due)), coins

    def _do(self, layer: Layer, ops: Ops, composition: Composition) -> list[int]:
        """The values before the first of the things to be done."""
        (what, *rest), later = ops[0], ops[1:]
        block = self.dice.blocks[composition]
        here = slice(block.base, block.end)
        match what:
            case "roll":
                colour = self.dice.colours[rest[0]]
                known = self.known(layer, later, self.less(composition, rest[0], -1))
                total = [0] * block.size
                for lies, weight in zip(self.dice.added(composition, rest[0]), colour.weights, strict=True):
                    total = [t + weight * known[lie] for t, lie in zip(total, lies, strict=True)]
                return [t // colour.total for t in total]
            case "re-roll":
                return self.rerolled(layer, later, composition)[here]
            case "roll again":
                return [self.rerolled(layer, later, composition)[block.base]] * block.size
            case "set aside":
                if not block.dice:
                    return self.known(layer, later, composition)[here]
                later = (("set aside", rest[0] - 1), *later) if rest[0] > 1 else later
                options: list[Sequence[int]] = []
                for c, n in enumerate(composition):
                    if n:
                        known = self.known(layer, later, self.less(composition, c))
                        options.append(self.dice.lowest(composition, c)(known))
                return list(map(max, *options)) if len(options) > 1 else list(options[0])
            case "draw":
                total, cards = [0] * block.size, 0
                for n, after, due in self.drawn(layer, rest[0], later):
                    known = self.known(after, due, composition)[here]
                    total = [t + n * k for t, k in zip(total, known, strict=True)]
                    cards += n
                return [t // cards for t in total]
        options = []
        for way in rest[0]:
            after, due, coins = self.applied(layer, way, block.dice)
            gained, known = coins * self.unit["doubloons"], self.known(after, due + later, composition)[here]
            options.append([k + gained for k in known] if gained else known)
        return list(map(max, *options)) if len(options) > 1 else list(options[0])

    def drawn(self, layer: Layer, n: int, later: Ops) -> list[tuple[int, Layer, Ops]]:
        """The cards that may be drawn: how many of each, the layer then, what is to be done then."""
        deck, discard = layer.deck, layer.discard
        if not any(deck):
            deck, discard = discard, (0,) * len(deck)
        if not any(deck):
            return [(1, layer, later)]
        more = n > 1 and (sum(deck) > 1 or any(discard))
        due = (("draw", n - 1), *later) if more else later
        out = []
        for kind, count in enumerate(deck):
            if count:
                hand = tuple(k + (i == kind) for i, k in enumerate(layer.hand))
                rest = tuple(k - (i == kind) for i, k in enumerate(deck))
                out.append((count, layer._replace(hand=hand, deck=rest, discard=discard), due))
        return out


def worth(way: tuple[Symbol, ...]) -> int:
    """The doubloons of some symbols."""
    return sum(n for what, n in way if what == "doubloon") - sum(n for what, n in way if what == "pay")


def _write(values: list[int], base: int, found: list[int], low: int) -> None:
    end = base + len(found)
    if len(values) < end:
        values.extend(repeat(low, end - len(values)))
    values[base:end] = found
