"""Adventures of Karen, answered fast. The slow twin is the walk of ``rulebooks.karen``.

Same answers, fraction for fraction (``tests/test_fast_paths.py``), by four exact steps:

* Cards that act alike are one kind; what has been drawn is one whole number.
* While no power is negative, more cards never hurt: abilities that draw are used at
  once, a Copy of a draw copies the biggest one, and Remove is never used. Doubles
  wait for the end, when all cards are known; a Copy may wait and become one of them.
* With the same number of cards left to draw, all values share one denominator, so
  values are whole numbers; a goal's terms are packed into one whole number, the
  first term in the highest place, and compared in one go.
* When the quest is sure, courage already paid only shifts the value: one memo for all.

Ties fall as on the walk: Declare, copied draws, Courage, doubles. Where the steps do
not hold (negative powers, options other than the defaults) the walk itself answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulebooks.core import odds, room
from rulebooks.core.chance import Bag
from rulebooks.core.graph import Goal, Graph, TooLarge, collector_paused
from rulebooks.core.odds import Advice, Row
from rulebooks.core.result import How, Odds
from rulebooks.karen import adventures
from rulebooks.karen.adventures import Adventure, Adventuring, finished
from rulebooks.karen.contents import DRAWS, KarenCard, Options
from rulebooks.karen.questions import TERMS, named_goal

LIMIT = room.states(5_000_000)  # memoised states, a few hundred bytes each
NEVER = 10**9  # more power than any cards have
DECLARE, COPY, COURAGE, FINISH, LAST = range(5)  # in the order of ties; FINISH and LAST: after all Doubles


def holds(a: Adventuring, goal: Goal) -> bool:
    """Whether the steps above are exact here."""
    o = a.challenge.options
    plain = Options(effectless_abilities=o.effectless_abilities)
    every = (*a.deck.kinds, *a.discard.kinds, *(laid.card for laid in a.cards.kinds))
    known = o is plain and goal.name in TERMS and goal is named_goal(goal.name) and all(c.power >= 0 for c in every)
    return known and not _may_give_up(a)


def _may_give_up(a: Adventuring) -> bool:
    """Whether drawing all one can might be worse than leaving a card, to pay the last HP for it.

    A Courage Draw with the last HP charges 1 however hopeless the quest, but it needs a card to
    draw; only if all cards together fail by 2 or more can that be worth a draw not made.
    """
    left, start = len(a.deck) + len(a.discard), Start.of(a)
    if a.challenge.courage < a.challenge.hp or left < a.challenge.hp - a.spent:
        return False
    pile = (*a.deck, *a.discard)
    together = start.fixed + sum(start.open) + sum(c.power for c in pile)
    copies = start.copies + sum(c.ability == "copy" for c in pile)
    most = start.owed + sum(DRAWS.get(c.ability or "", 0) for c in pile) + 3 * copies + a.challenge.hp - a.spent - 1
    return most >= left and together < a.challenge.difficulty - 1


def adventure_odds(a: Adventuring, goal: Goal, limit: int = LIMIT) -> Odds:
    """The odds of Adventure(cleared, power, hp_lost) under best play for a goal of ``GOALS``."""
    if not holds(a, goal):
        import rulebooks.karen as karen

        return odds.best(karen, a, goal, finished, limit=limit)
    if a.ended:
        return Odds({finished(a): Fraction(1)}, How("exact", f"best play for “{goal.name}”", states=1))
    with collector_paused():
        solver = Solver(a, goal, limit)
        return Odds(solver.outcomes(), How("exact", f"best play for “{goal.name}”", states=len(solver.memo)))


def advice(a: Adventuring, goal: Goal, limit: int = LIMIT) -> Advice:
    """Each legal action with the exact values of its goal's terms, best first. TooLarge beyond the limit."""
    if not holds(a, goal):
        import rulebooks.karen as karen

        return odds.advice_of(Graph(karen, a, limit=limit).solve(goal), a)
    node: Any = adventures.node(a)
    with collector_paused():
        known: dict[Any, tuple[Fraction, ...]] = {}
        values = [_value(adventures.step(a, action), goal, known, limit) for action in node.actions]
    top = max(values)
    rows = [Row(action, v, v == top) for action, v in zip(node.actions, values, strict=True)]
    rows.sort(key=lambda r: r.values, reverse=True)
    return Advice(goal, tuple(rows), How("exact", f"best play for “{goal.name}”"))


def _value(a: Adventuring, goal: Goal, known: dict[Any, tuple[Fraction, ...]], limit: int) -> tuple[Fraction, ...]:
    if a.ended:
        return tuple(Fraction(term(finished(a), a.challenge.hp)) for term in TERMS[goal.name])
    start = Start.of(a)
    if start not in known:
        known[start] = Solver(a, goal, limit).value()
    return known[start]


@dataclass(frozen=True, slots=True)
class Start:
    """What of an adventure's position matters to its value.

    ``open``: powers of cards that can still be doubled; ``fixed``: power of the doubled
    ones; ``doubles``, ``copies``: unused; ``best``: the biggest draw there is to copy.
    """

    deck: Bag[KarenCard]
    discard: Bag[KarenCard]
    spent: int
    owed: int
    open: Bag[int]
    fixed: int
    doubles: int
    copies: int
    any_double: bool
    best: int

    @classmethod
    def of(cls, a: Adventuring) -> Start:
        """The start that an adventure's cards amount to, its unused draws used."""
        owed, doubles, copies, any_double, best, fixed, still = a.draws, 0, 0, False, 0, 0, []
        for laid in a.cards:
            ability = laid.card.ability
            n = DRAWS.get(ability or "", 0)
            best = max(best, n)
            any_double |= ability == "double"
            if not laid.used:
                owed += n
                doubles += ability == "double"
                copies += ability == "copy"
            if laid.doubled:
                fixed += laid.power
            else:
                still.append(laid.card.power)
        return cls(a.deck, a.discard, a.spent, owed, Bag(still), fixed, doubles, copies, any_double, best)


class Solver:
    """One adventure and goal, solved backwards over the cards still to be drawn.

    A state is one whole number: how many of each kind are drawn, Copies spent as
    draws, cards owed, HP spent. ``free`` answers where the quest is sure (only power
    is still open), ``walk`` everywhere else.
    """

    def __init__(self, a: Adventuring, goal: Goal, limit: int = LIMIT) -> None:
        self.limit = limit
        self.challenge, self.terms, self.start = a.challenge, TERMS[goal.name], Start.of(a)
        # where power comes last, nobody pays courage once the quest is sure
        self.sure_from = a.challenge.difficulty if goal.name != "power" else NEVER
        self.memo: dict[int, int] = {}
        self.choice: dict[int, int] = {}
        self._number_kinds()
        self._size_fields()
        self._ends: dict[tuple[int, int, bool], int] = {}

    def _number_kinds(self) -> None:
        # a slot: place in ``left``, stride, power, draws, 1 if a Double, 1 if a Copy, and what drawing it adds to a key
        self.slots: list[list[Any]] = []
        self.left: list[int] = []
        stride = 1
        for pile in (self.start.discard, self.start.deck):
            kinds: dict[tuple[int, str], int] = {}
            for card, n in pile.counts.items():
                acts = "" if card.ability in (None, "remove") else str(card.ability)
                kinds[card.power, acts] = kinds.get((card.power, acts), 0) + n
            row = []
            for (power, acts), n in sorted(kinds.items()):
                place = len(self.left)
                row.append((place, stride, power, DRAWS.get(acts, 0), int(acts == "double"), int(acts == "copy")))
                self.left.append(n)
                stride *= n + 1
            self.slots.append(row)
        self.copied = stride  # the next digits: Copies spent as draws, cards owed, HP spent
        every = (*self.start.deck, *self.start.discard)
        copies = self.start.copies + sum(c.ability == "copy" for c in every)
        owed = self.start.owed + sum(DRAWS.get(c.ability or "", 0) for c in every) + 3 * copies + 1
        self.owing = self.copied * (copies + 1)
        self.paid = self.owing * (owed + 1)
        self.slots = [[(*slot, slot[1] + (slot[3] - 1) * self.owing) for slot in row] for row in self.slots]

    def _size_fields(self) -> None:
        start, pile = self.start, (*self.start.deck, *self.start.discard)
        self.second, self.total = len(start.discard), len(pile)
        self.powers = sorted({*start.open.kinds, *(c.power for c in pile)}, reverse=True)
        self.open = {p: start.open.count(p) for p in self.powers}
        self.scale = [1] * (self.total + 1)  # the shared denominator with so many cards left
        for left in range(1, self.total + 1):
            self.scale[left] = (left if left <= self.second else left - self.second) * self.scale[left - 1]
        most = start.fixed + 2 * (sum(start.open) + sum(c.power for c in pile))
        greatest = max(most, self.challenge.difficulty + self.challenge.hp + 1)
        self.bits = (greatest * self.scale[-1]).bit_length() + 2
        self.wide, self.field = self.bits, self.scale[-1].bit_length() + 1  # of what ``free`` returns
        self.low = (1 << self.wide) - 1

    # ends ---------------------------------------------------------------------
    def end(self, power: int, spent: int, died: bool = False) -> Adventure:
        """How it ends: declared with this power, or HP spent to the last."""
        if died:
            return Adventure(False, power, spent)
        short = max(0, self.challenge.difficulty - power)
        return Adventure(not short, power, spent + short)

    def worth(self, power: int, spent: int, died: bool = False) -> int:
        """The goal's terms at an end, packed into one number that compares as the tuple does."""
        key = (power, spent, died)
        value = self._ends.get(key)
        if value is None:
            value, end = 0, self.end(power, spent, died)
            for term in self.terms:
                value = (value << self.bits) + term(end, self.challenge.hp)
            self._ends[key] = value
        return value

    def doubled(self, bare: int, doubles: int) -> int:
        """Total power with so many Doubles on the strongest cards not doubled yet."""
        for p in self.powers:
            n = self.open[p]
            if n >= doubles:
                return bare + p * doubles
            bare += p * n
            doubles -= n
        return bare

    # backwards ------------------------------------------------------------------
    def solve(self) -> int:
        """The packed value of the start, times ``scale[total]``."""
        _, owed, spent, *cards_in_play = self._first()
        return self.walk(owed * self.owing + (spent + 1) * self.paid, self.total, owed, spent, *cards_in_play)

    def _first(self) -> list[int]:
        s = self.start
        return [0, s.owed, s.spent, s.fixed + sum(s.open), s.doubles, s.copies, int(s.any_double), s.best]

    def walk(
        self,
        key: int,
        cards: int,
        owed: int,
        spent: int,
        bare: int,
        doubles: int,
        copies: int,
        any_double: int,
        best: int,
    ) -> int:
        """The value while the quest is open, times ``scale[cards]``; ``cards``: how many are left to draw."""
        sure_from, memo, low = self.sure_from, self.memo, self.low
        paid = (spent + 1) * self.paid
        if bare >= sure_from:
            told = self.free(key - paid, cards, owed, bare, doubles, copies, any_double, best)
            return self.sure(spent) * self.scale[cards] + (told & low)
        if key in memo:
            return memo[key]
        if owed and cards:
            value, left, open_, walk = 0, self.left, self.open, self.walk
            sure = self.sure(spent) * self.scale[cards - 1]
            for place, _, p, n, double, copy, more in self.slots[cards > self.second]:
                here = left[place]
                if here:
                    known = memo.get(key + more - paid if bare + p >= sure_from else key + more)
                    if known is None:
                        left[place] = here - 1
                        open_[p] += 1
                        known = walk(
                            key + more, cards - 1, owed - 1 + n, spent, bare + p,
                            doubles + double, copies + copy, any_double | double, n if n > best else best,
                        )  # fmt: skip
                        open_[p] -= 1
                        left[place] = here
                    elif bare + p >= sure_from:
                        known = sure + (known & low)
                    value += here * known
        else:
            value, self.choice[key] = self._choose(key, cards, owed, spent, bare, doubles, copies, any_double, best)
        memo[key] = value
        return value

    def _choose(
        self,
        key: int,
        cards: int,
        owed: int,
        spent: int,
        bare: int,
        doubles: int,
        copies: int,
        any_double: int,
        best: int,
    ) -> tuple[int, int]:
        """The best of: declare, copy a draw, Courage; then the same with all Doubles used. In order of ties."""
        if len(self.memo) > self.limit:
            raise TooLarge(len(self.memo), self.limit)
        c, scale = self.challenge, self.scale[cards]
        full = self.doubled(bare, doubles + copies * any_double)
        values: list[int | None] = [None] * 5
        values[DECLARE], values[FINISH] = self.worth(bare, spent) * scale, self.worth(full, spent) * scale
        if copies and best and cards:
            after = key + self.copied + best * self.owing
            values[COPY] = self.walk(after, cards, best, spent, bare, doubles, copies - 1, any_double, best)
        enough = full >= self.sure_from  # then HP would be paid for nothing
        if spent < c.courage and cards and not enough:
            if spent + 1 < c.hp:
                after = key + self.paid + self.owing
                values[COURAGE] = self.walk(after, cards, 1, spent + 1, bare, doubles, copies, any_double, best)
            else:
                values[COURAGE] = self.worth(bare, spent + 1, True) * scale
                values[LAST] = self.worth(full, spent + 1, True) * scale
        top = max(v for v in values if v is not None)
        return top, values.index(top)

    def sure(self, spent: int) -> int:
        """The packed terms of a sure quest, but for its power."""
        return self.worth(self.challenge.difficulty, spent) - self.challenge.difficulty

    def free(
        self, key: int, cards: int, owed: int, bare: int, doubles: int, copies: int, any_double: int, best: int
    ) -> int:
        """The odds of each power, times ``scale[cards]``, where the quest is sure; ask ``memo`` first.

        One whole number: the expected power in the lowest ``wide`` bits, above them a field
        of ``field`` bits for every power. Adding and scaling act on all of it at once.
        """
        memo = self.memo
        if key in memo:
            return memo[key]
        if owed and cards:
            value, left, open_ = 0, self.left, self.open
            for place, _, p, n, double, copy, more in self.slots[cards > self.second]:
                here = left[place]
                if here:
                    after = memo.get(key + more)
                    if after is None:
                        left[place] = here - 1
                        open_[p] += 1
                        after = self.free(
                            key + more, cards - 1, owed - 1 + n, bare + p,
                            doubles + double, copies + copy, any_double | double, n if n > best else best,
                        )  # fmt: skip
                        open_[p] -= 1
                        left[place] = here
                    value += here * after
        else:
            if len(memo) > self.limit:
                raise TooLarge(len(memo), self.limit)
            power = self.doubled(bare, doubles + copies * any_double)
            value = ((1 << (self.wide + power * self.field)) + power) * self.scale[cards]
            if copies and best and cards:
                after = key + self.copied + best * self.owing
                drawn = self.free(after, cards, best, bare, doubles, copies - 1, any_double, best)
                low = self.low
                # on a tie a copied draw comes before Doubles, but after a bare Declare
                if drawn & low > value & low or (drawn & low == value & low and power > bare):
                    value = drawn
        memo[key] = value
        return value

    def value(self) -> tuple[Fraction, ...]:
        """The exact expectations of the goal's terms."""
        packed, half, out = self.solve(), 1 << (self.bits - 1), []
        for _ in self.terms:
            low = (packed + half) % (2 * half) - half
            out.append(Fraction(low, self.scale[self.total]))
            packed = (packed - low) >> self.bits
        return tuple(reversed(out))

    # forwards -------------------------------------------------------------------
    def outcomes(self) -> dict[Adventure, Fraction]:
        """The exact distribution of the end, following the choices made.

        A state's entry: its mass, then owed, spent, bare, doubles, copies, any double, best.
        """
        self.solve()
        _, owed, spent, *rest = self._first()
        self.ends: dict[Adventure, int] = {}
        self.sure_mass: list[dict[int, int]] = [{} for _ in range(self.challenge.hp + 1)]  # by HP spent
        left, layer = self.left, dict[int, list[int]]()
        self._pass_on(layer, owed * self.owing + (spent + 1) * self.paid, 1, owed, spent, *rest)
        for cards in range(self.total, -1, -1):
            due: dict[int, list[int]] = {}
            for key, entry in layer.items():
                if entry[1] and cards:
                    self._pass_on(due, key, *entry)
                else:
                    self._follow(key, entry, cards, due)
            layer = {}
            for key, (mass, owed, spent, bare, doubles, copies, any_double, best) in due.items():
                for place, stride, p, n, double, copy, more in self.slots[cards > self.second]:
                    here = left[place] - key // stride % (left[place] + 1)
                    known = layer.get(key + more) if here else None
                    if known is not None:  # the common case, and the fastest
                        known[0] += mass * here
                    elif here:
                        self._pass_on(
                            layer, key + more, mass * here, owed - 1 + n, spent, bare + p,
                            doubles + double, copies + copy, any_double | double, n if n > best else best,
                        )  # fmt: skip
        self._read_sure_odds()
        return {end: Fraction(mass, self.scale[self.total]) for end, mass in self.ends.items()}

    def _pass_on(
        self, layer: dict[int, list[int]], key: int, mass: int, owed: int, spent: int, bare: int, *rest: int
    ) -> None:
        if bare >= self.sure_from:
            gathered, key = self.sure_mass[spent], key - (spent + 1) * self.paid
            gathered[key] = gathered.get(key, 0) + mass
            return
        known = layer.get(key)
        if known is None:
            layer[key] = [mass, owed, spent, bare, *rest]
        else:
            known[0] += mass

    def _follow(self, key: int, entry: list[int], cards: int, due: dict[int, list[int]]) -> None:
        """What the choice at a decision leads to: an end, or a state with cards to draw."""
        mass, _, spent, bare, doubles, copies, any_double, best = entry
        choice = self.choice[key]
        if choice == COPY:
            after = key + self.copied + best * self.owing
            return self._pass_on(due, after, mass, best, spent, bare, doubles, copies - 1, any_double, best)
        if choice == COURAGE and spent + 1 < self.challenge.hp:
            after = key + self.paid + self.owing
            return self._pass_on(due, after, mass, 1, spent + 1, bare, doubles, copies, any_double, best)
        power = bare if choice in (DECLARE, COURAGE) else self._full(key, bare, doubles + copies * any_double)
        died = choice in (COURAGE, LAST)
        end = self.end(power, spent + died, died)
        self.ends[end] = self.ends.get(end, 0) + mass * self.scale[cards]
        return None

    def _read_sure_odds(self) -> None:
        for spent, gathered in enumerate(self.sure_mass):
            told = sum(mass * self.memo[key] for key, mass in gathered.items()) >> self.wide
            power = 0
            while told:
                part = told & ((1 << self.field) - 1)
                if part:
                    end = self.end(power, spent)
                    self.ends[end] = self.ends.get(end, 0) + part
                told, power = told >> self.field, power + 1

    def _full(self, key: int, bare: int, doubles: int) -> int:
        """Total power at a key, Doubles used."""
        before = self.open
        self.open = dict(before)
        for place, stride, p, *_ in (*self.slots[0], *self.slots[1]):
            self.open[p] += key // stride % (self.left[place] + 1)
        power, self.open = self.doubled(bare, doubles), before
        return power
