"""Friday: a fight played forwards under best play, on whole numbers, for the exact distribution of its end.

At each decision the actions are tried in the order of the rules, and the first that keeps the state's value
(``friday_values.py``) is taken: so ties fall as on the walk. A state is two numbers: the one whose value is
known, and one in which every card is itself. In the second:

* Cards without an ability, and cards of which there is but one, have no side, "stop" apart: with no "below the
  stack" about, sides change neither what is legal nor what an action does, and among actions only the order of
  those on equal cards, which here are all alike or only one.
* Equal cards with an ability keep their sides, since one may be used and the other not. Only where one of them replaces
  a card without an ability by "exchange" is its side not known; it is taken to be the left. That can
  change which of two equal cards, one used and one not, is named first among actions that are tied in all terms:
  another best play of the same worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from rulebooks.core.chance import deal
from rulebooks.core.graph import TooLarge
from rulebooks.fast.friday_settling import settled, settling, total
from rulebooks.fast.friday_states import BITS, ONE, SECOND
from rulebooks.fast.friday_values import DRAW, EXTRA, HELD, Values
from rulebooks.friday.contents import CARDS, EXCHANGES, HARMFUL, LIFE, FridayCard
from rulebooks.friday.fights import Fight, Fighting, Lying

# of the second number, from the lowest place: second card or exchange due, free, paid, life, era, face-down cards
PENDING, FREE, PAID, LIVES, ERA, DOWN = (BITS * i for i in range(6))
Move = tuple[int, int]  # what is added to each of the two numbers
LATE = ("double", "step -1")


class Place:
    """One card of the table in one position: what it can do, and what it adds to the two numbers."""

    def __init__(self, card: FridayCard, left: bool, used: bool) -> None:
        self.card, self.left, self.used = card, left, used
        self.value, self.ability = card.value or 0, card.ability or ""
        self.name = self.ability
        self.at = self.lit = self.known = self.held = 0
        self.spent: Place = self


class Forward:
    """One fight, played forwards."""

    def __init__(self, values: Values, f: Fighting, limit: int) -> None:
        self.values, self.coding, self.limit = values, values.coding, limit
        self.challenge = f.challenge
        self.cap = ONE if f.challenge.pay is None else f.challenge.pay
        self.compared: dict[tuple[int, int], int] = {}
        self._places()
        self.chances: dict[tuple[int, int, bool], int] = {}
        self.out: dict[Fight, int] = {}

    def _places(self) -> None:
        c, cards = self.coding, sorted(self.coding.cards)
        kinds = sorted(set(cards))
        self.stack_at = {k: BITS * (6 + i) for i, k in enumerate(kinds)}
        self.table_at = BITS * (6 + len(kinds))
        self.places: list[Place] = []
        self.laid: dict[tuple[FridayCard, bool], Place] = {}
        for k in kinds:
            twins = k.ability == "stop" or (k.ability is not None and k.ability not in HARMFUL and cards.count(k) > 1)
            for left in (True, False) if twins else (True,):
                new = Place(k, left, False)
                self.places.append(new)
                self.laid[k, left] = new
                if not twins:
                    self.laid[k, False] = new
                if k.ability is not None and k.ability not in HARMFUL:
                    new.spent = Place(k, left, True)
                    self.places.append(new.spent)
        for i, p in enumerate(self.places):
            p.at = self.table_at + BITS * i
            p.lit = 1 << p.at
            p.name = c.name(p.card)
            if p.used:
                p.known = p.held = c.one[c.put(p.value, p.name, "used")]
            else:
                slot, more = c.laid(p.value, p.name, False, p.left)
                p.known = c.one[slot] + more
                slot, more = c.laid(p.value, p.name, True)
                p.held = c.one[slot] + more
        self.stops = [p for p in self.places if p.left and p.ability == "stop"]
        self.live = [p for p in self.places if not p.used and p.ability and p.ability not in (*HARMFUL, *LATE)]
        self.sources = [p for p in self.places if p.ability and p.ability not in (*HARMFUL, *LATE, "copy")]
        self.unused_lives = [p for p in self.places if not p.used and p.ability in LIFE]
        self.stack = [(self.stack_at[k], k, c.in_stack[k.value or 0, c.name(k)]) for k in kinds]
        self.down = c.one[c.slot[0, "down", "open"]]
        self.shuffles = [
            [
                (w, sum(1 << self.stack_at[k] for k in (*discard, card)) + ((change >> 4 * BITS & ONE) << ERA), change)
                for (card, w), (_, change) in zip(deal(aging).items(), changes, strict=True)
            ]
            if changes
            else []
            for (discard, aging), changes in zip(c.eras, c.shuffles, strict=True)
        ]

    def start(self, f: Fighting) -> Move:
        """The two numbers of a fight."""
        c = self.coding
        lit = sum(1 << self.stack_at[k] for k in f.stack)
        lit += (f.free << FREE) + (f.paid << PAID) + (f.life << LIVES) + (c.find_era(f) << ERA)
        for card, n in f.cards.counts.items():
            if card.down:
                lit += n << DOWN
            else:
                lit += n * self.place(card).lit
        for frame in f.pending:
            if frame.kind == "cards":
                lit += frame.n << PENDING
            elif frame.kind == "exchange":
                assert frame.by is not None
                lit += SECOND + self.places.index(self.place(frame.by)) << PENDING
        return lit, c.state(f)

    def place(self, card: Lying) -> Place:
        """Where a card lies."""
        laid = self.laid[card.card, card.left]
        return laid.spent if card.used else laid

    # playing -----------------------------------------------------------------------
    def outcomes(self, f: Fighting) -> dict[Fight, Fraction]:
        """The exact distribution of the end."""
        lit, known = self.start(f)
        level: dict[int, list[int]] = {lit: [1, known]}
        share, seen, odds = 1, 0, dict[Fight, Fraction]()
        if f.pending and f.pending[-1].kind == "draw":
            self.chances = {(lit, known, f.pending[-1].to == "left"): 1}
            level = {}
        while level or self.chances:
            seen += len(level)
            if seen > self.limit:
                raise TooLarge(seen, self.limit)
            for lit, (mass, known) in level.items():
                self.decide(lit, known, mass)
            for end, mass in self.out.items():
                odds[end] = odds.get(end, Fraction(0)) + Fraction(mass, share)
            self.out, level = {}, {}
            if not self.chances:
                break
            _, known, _ = next(iter(self.chances))
            size = known >> 5 * BITS & ONE
            if not size:
                shuffles = self.shuffles[known >> 4 * BITS & ONE]
                share *= sum(w for w, _, _ in shuffles)
                self.chances = {
                    (lit + more, known + change, left): w * mass
                    for (lit, known, left), mass in self.chances.items()
                    for w, more, change in shuffles
                }
                continue
            share *= size
            for (lit, known, left), mass in self.chances.items():
                self._lay(lit, known, left, mass, level)
            self.chances = {}
        return odds

    def _lay(self, lit: int, known: int, left: bool, mass: int, level: dict[int, list[int]]) -> None:
        """Every card that may be drawn."""
        held = lit & ONE >= SECOND
        for at, k, in_stack in self.stack:
            n = lit >> at & ONE
            if n:
                p = self.laid[k, left]
                after = lit + p.lit - (1 << at)
                there = level.get(after)
                if there is None:
                    level[after] = [n * mass, known + (p.held if held else p.known) - in_stack]
                else:
                    there[0] += n * mass

    def decide(self, lit: int, known: int, mass: int) -> None:
        """Follow the first best actions to the next draw, or to the end."""
        values = self.values
        while True:
            value = values.value(known)
            after, to = next((m, to) for m, to, worth in self.actions(lit, known, value) if worth == value)
            if to == COMPARE:
                return self._end(lit, known, value, mass)
            lit, known = after
            if to == DECIDE:
                continue
            if not known >> 5 * BITS & ONE and not self.shuffles[known >> 4 * BITS & ONE]:
                return self._add(self.lost(lit), mass)
            key = (lit, known, to == LEFT)
            self.chances[key] = self.chances.get(key, 0) + mass
            return None

    def _add(self, end: Fight, mass: int) -> None:
        self.out[end] = self.out.get(end, 0) + mass

    # actions, in the order of the rules: (state after, what comes next, worth) -----------------
    def actions(self, lit: int, known: int, best: int) -> Iterator[tuple[Move, int, int]]:
        """The actions of a decision and what they are worth, scaled as the decision is."""
        pending = lit & ONE
        if pending >= SECOND:
            yield from self._second(lit, known, self.places[pending - SECOND], best)
        elif pending:
            yield from self._one_more(lit, known, pending)
        else:
            yield from self._free_actions(lit, known, best)

    def _one_more(self, lit: int, known: int, n: int) -> Iterator[tuple[Move, int, int]]:
        unit = 1 if self.coding.ordered else self.coding.free
        yield from self._drawing(lit - 1, known - unit, RIGHT)
        yield (lit - n, known - n * unit), DECIDE, self.values.value(known - n * unit)

    def _drawing(self, lit: int, known: int, to: int, cost: int = 0) -> Iterator[tuple[Move, int, int]]:
        worth = self.values.draw(known, HELD if lit & ONE >= SECOND else DRAW if to == LEFT else EXTRA)
        if worth is not None:
            yield (lit, known), to, worth - cost

    def _second(self, lit: int, known: int, by: Place, best: int) -> Iterator[tuple[Move, int, int]]:
        second = known & ONE
        rested = self.values.rested(known - second)
        yield (lit - (lit & ONE), rested), DECIDE, self.values.value(rested)

        def exchanged(t: Place) -> int | None:
            return self.values.draw(self.values.rested(known - second - t.held), DRAW)

        for t, worth in self.worthwhile(self.targets(lit, by), exchanged, best):
            after = lit - (lit & ONE) - t.lit, self.values.rested(known - second - t.held)
            yield after, LEFT if t.left else RIGHT, worth

    def targets(self, lit: int, but: Place) -> list[Place]:
        """The cards face up, but for the one that acts."""
        return [p for p in self.places if (n := lit >> p.at & ONE) and (n > 1 or p is not but)]

    def _free_actions(self, lit: int, known: int, best: int) -> Iterator[tuple[Move, int, int]]:
        c, values = self.coding, self.values
        free, paid, life = lit >> FREE & ONE, lit >> PAID & ONE, lit >> LIVES & ONE
        scale = values.scale(known)
        table = lit >> self.table_at or lit >> DOWN & ONE
        can_draw = known >> 5 * BITS & ONE or c.eras[known >> 4 * BITS & ONE][0]
        if table or free < self.challenge.free or paid or not self.challenge.free or not can_draw:
            yield (lit, known), COMPARE, self.compare(known, life) * scale
        free = free and not any(lit >> p.at & ONE for p in self.stops)
        if free:
            yield from self._drawing(lit - (1 << FREE), known - c.free, LEFT)
        for p in self.live:
            if lit >> p.at & ONE:
                turn = lit + p.spent.lit - p.lit, known + p.spent.known - p.known
                if p.ability == "copy":
                    for source in self.sources:
                        if lit >> source.at & ONE:
                            yield from self._resolve(*turn, source.ability, p.spent, best)
                else:
                    yield from self._resolve(*turn, p.ability, p.spent, best)
        if not free and can_draw and life and paid < self.cap:
            change = (1 << PAID) - (1 << LIVES)
            yield from self._drawing(lit + change, known - c.pay - c.life, RIGHT, scale)

    def _resolve(self, lit: int, known: int, ability: str, by: Place, best: int) -> Iterator[tuple[Move, int, int]]:
        """What an ability does, its card now used."""
        c, values = self.coding, self.values
        if ability in LIFE:
            life = lit >> LIVES & ONE
            gain = min(max(life, c.most), life + LIFE[ability]) - life
            known += gain * c.life  # what was counted left with the place of the unused card
            yield (lit + (gain << LIVES), known), DECIDE, values.value(known)
        elif ability in CARDS:
            n = CARDS[ability]
            known += (n - 1) * (1 if c.ordered else c.free)
            yield from self._drawing(lit + (n - 1 << PENDING), known, RIGHT)
        elif ability == "destroy":
            scale = values.scale(known)

            def destroyed(t: Place) -> int:
                return values.value(known - t.known + self.down) + values.freed(t.value, t.name) * scale

            for t, worth in self.worthwhile(self.targets(lit, by), destroyed, best):
                yield (lit - t.lit + (1 << DOWN), known - t.known + self.down), DECIDE, worth
        else:
            yield from self._exchange(lit, known, by, EXCHANGES[ability], best)

    def _exchange(self, lit: int, known: int, by: Place, times: int, best: int) -> Iterator[tuple[Move, int, int]]:
        if times > 1:
            known += SECOND + self.coding.put(by.value, by.ability, "used")
            lit += SECOND + self.places.index(by) << PENDING
            for p in self.unused_lives:  # what is not used yet waits until the exchange is over
                n = lit >> p.at & ONE
                if n:
                    known += n * (p.held - p.known)

        def exchanged(t: Place) -> int | None:
            return self.values.draw(known - (t.held if times > 1 else t.known), HELD if times > 1 else DRAW)

        for t, worth in self.worthwhile(self.targets(lit, by), exchanged, best):
            after = known - (t.held if times > 1 else t.known)
            yield (lit - t.lit, after), LEFT if t.left else RIGHT, worth

    def worthwhile(
        self, targets: list[Place], worth_of: Callable[[Place], int | None], best: int
    ) -> Iterator[tuple[Place, int]]:
        """Targets and their worth, but for those that are worse for certain.

        Where the lowest plain card is not worth it, no plain or helpful card of at least its value is: from the table
        that kept the better card, play it as the lower one.
        """
        plain = min((t for t in targets if not t.ability), key=lambda t: t.value, default=None)
        if self.coding.lessons:  # what leaves counts too
            plain = None
        if plain is not None:
            worth = worth_of(plain)
            if worth is None:
                return
            if worth < best:
                targets = [t for t in targets if t.ability in HARMFUL or t.value < plain.value]
        for t in targets:
            worth = worth_of(t)
            if worth is not None:
                yield t, worth

    # ends ----------------------------------------------------------------------------
    def compare(self, known: int, life: int) -> int:
        """The best that comparing now can come to, but for cards paid."""
        key = known >> self.coding.table_at, life
        worth = self.compared.get(key)
        if worth is None:
            worth = self.values.compared(*key)
            self.compared[key] = worth
        return worth

    def _end(self, lit: int, known: int, value: int, mass: int) -> None:
        life, paid, down = lit >> LIVES & ONE, lit >> PAID & ONE, lit >> DOWN & ONE
        wanted, table = self.compare(known, life), known >> self.coding.table_at
        cards = [(p, n) for p in self.places if (n := lit >> p.at & ONE)]
        short, points, cost = settled(
            cards, self.challenge.needs, lambda s, c: self.values.finish(table, s, life, c) == wanted
        )
        left = life - short - cost
        removed = self.values.leaving(cards, short) if left >= 0 else 0
        end = Fight(not short and left >= 0, points, self.challenge.life - left, paid, down + removed)
        self._add(end, mass)

    def lost(self, lit: int) -> Fight:
        """The stack has to be shuffled and no aging card is left."""
        points = total(settling([(p, n) for p in self.places if (n := lit >> p.at & ONE)]))
        return Fight(False, points, self.challenge.life + 1, lit >> PAID & ONE, lit >> DOWN & ONE)


COMPARE, DECIDE, LEFT, RIGHT = range(4)
