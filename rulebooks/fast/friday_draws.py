"""Friday's fights in which cards are only drawn: values backwards on compact states.

It rests on: no card can exchange, sort, go below the stack or stop; our own readings; a hazard, not a
pirate; a goal that wants to win or to keep life. A state is one whole number. Why each step is exact
("A" is any way to play, "B" one built from it that ends at least as well, with the same luck):

* Values are whole numbers: value × (cards left)! × a constant for each reshuffle to come. A draw is then
  a plain sum. A goal's terms are packed into one number, the first in the highest place.
* "+n cards" is n more free cards. Nothing can be done between two draws that could not be done after
  them, so B takes the second card exactly when A would go on.
* Free cards come before paid ones, and before a copy of "+n cards": B swaps the two draws, and knows more.
* "Destroy", "double", "step −1", and copies of these and of "+n life", are decided at the comparison: their
  targets stay until then, untouched, and more is known. A copy of "+n life" is used
  earlier only to pay when no life is left.
* Life to gain is counted as soon as its card is drawn, together with the life there is; the most life
  binds only at the end. A gain taken after all payments is the largest, and where it is
  taken earlier in order to pay, life is 0 and nothing binds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial
from typing import Any

from rulebooks.core.chance import Bag, Pile, deal
from rulebooks.core.graph import Goal, TooLarge
from rulebooks.friday.contents import CARDS, HARM, HARMFUL, LIFE, FridayCard, Options, most_life
from rulebooks.friday.fights import Fighting, finished
from rulebooks.friday.questions import GOALS

SUPPORTED = {None, *LIFE, *CARDS, *HARM, "destroy", "double", "copy", "step -1", "highest = 0"}
ONCE = ("destroy", "double", "step -1")  # a used one can still be copied
BITS = 8  # of each small number in a state
ONE = (1 << BITS) - 1


def every_card(f: Fighting) -> list[FridayCard]:
    """Every card that could lie on the table in a fight of draws alone, those that do included.

    Nothing is discarded in it, so the stack is shuffled once at most, and an aging card comes once at most.
    """
    here = [*f.stack, *(c.card for c in f.cards)]
    if not f.discard or most_drawn(f, here) <= len(f.stack):
        return here
    return [*here, *f.discard, *(deal(f.aging) if len(f.aging) else ())]


def most_drawn(f: Fighting, cards: list[FridayCard]) -> int:
    """The most cards that can still be drawn while only these come."""
    amounts = [CARDS.get(c.ability or "", 0) for c in cards], [LIFE.get(c.ability or "", 0) for c in cards]
    copies = sum(c.ability == "copy" for c in cards)
    cap = ONE if f.challenge.pay is None else f.challenge.pay - f.paid
    due = sum(1 if frame.kind == "draw" else frame.n for frame in f.pending)
    extra, life = (sum(a) + copies * max(a, default=0) for a in amounts)
    return due + f.free + extra + min(cap, f.life + life)


def tame(c: FridayCard) -> bool:
    """Whether a card's value goes with its ability: what helps is not below 0, what only harms is 0."""
    if c.ability is None:
        return True
    return c.value == 0 if c.ability in HARMFUL else (c.value or 0) >= 0


class Draws:
    """One fight and goal, solved backwards over the cards still to be drawn."""

    def __init__(self, f: Fighting, goal: Goal, limit: int) -> None:
        self.limit, self.challenge = limit, f.challenge
        self.most = most_life(f.setup)
        self.wins = goal.name != "life"
        self.memo: dict[int, int] = {}
        cards = every_card(f)
        self.shuffled = len(cards) > len(f.stack) + len(f.cards)  # whether the stack may be shuffled
        self._ends: dict[int, int] = {}
        self._number_kinds(f)
        self._number_eras(f)
        self._size(f)

    @staticmethod
    def holds(f: Fighting, goal: Goal) -> bool:
        """Whether the steps above are exact here."""
        every = every_card(f)
        known = goal in (GOALS["win"], GOALS["life"], GOALS["win, then life"])
        plain = f.setup.options is Options() and not f.challenge.pirate and most_life(f.setup) > 4
        simple = all(isinstance(x, Bag) for x in f.stack.layers) and len(f.stack.layers) < 2
        rest = not f.eased and not f.buried and all(frame.kind in ("draw", "cards") for frame in f.pending)
        small = len(every) < ONE and f.free < ONE // 2
        return known and plain and simple and rest and small and all(c.ability in SUPPORTED and tame(c) for c in every)

    # numbering ----------------------------------------------------------------
    def _number_kinds(self, f: Fighting) -> None:
        """A card is (value, ability); on the table a used copy or destroy may differ from an unused one."""
        kinds = sorted({(0, ""), *((c.value or 0, c.ability or "") for c in every_card(f))})
        self.kind = {k: i for i, k in enumerate(kinds)}
        self.slots = [(v, a, True) for v, a in kinds]
        self.slots += [(v, a, False) for v, a in kinds if a in ONCE]
        self.slots += [
            (v, "", True) for v in sorted({v for v, a in kinds if a == "copy"} - {v for v, a in kinds if not a})
        ]
        self.slot = {s: i for i, s in enumerate(self.slots)}
        # a state, from the lowest place: free cards, cards that may be paid, life, era, cards left, stack, table
        self.free, self.pay, self.life, self.era, self.left = (1 << BITS * i for i in range(5))
        self.stack_at = BITS * 5
        self.table_at = self.stack_at + BITS * len(kinds)
        self.copies = [
            (self.table_at + BITS * i, self.put(v, "", True) - self.put(v, a, live))
            for i, (v, a, live) in enumerate(self.slots)
            if a == "copy"
        ]
        self.sources = [
            [(self.table_at + BITS * i, amount[a]) for i, (_, a, _) in enumerate(self.slots) if a in amount]
            for amount in (CARDS, LIFE)
        ]
        self.draws = []
        for i, (v, a) in enumerate(kinds):
            gain = CARDS.get(a, 0) * self.free + LIFE.get(a, 0) * self.life
            self.draws.append(
                (self.stack_at + BITS * i, self.put(v, a, True) + gain - (1 << self.stack_at + BITS * i) - self.left)
            )

    def put(self, value: int, ability: str, live: bool) -> int:
        """What a card on the table adds to a state."""
        return 1 << self.table_at + BITS * self.slot[value, ability, live or ability not in ONCE]

    def stack_of(self, cards: Any) -> int:
        """What the cards of a stack add to a state."""
        return sum((1 << self.stack_at + BITS * self.kind[c.value or 0, c.ability or ""]) + self.left for c in cards)

    def _number_eras(self, f: Fighting) -> None:
        """An era: the discard pile and the aging cards that a reshuffle would bring."""
        self.eras: list[tuple[Bag[FridayCard], Pile[FridayCard]]] = []
        self.era_of: dict[tuple[Bag[FridayCard], Pile[FridayCard]], int] = {}
        self.shuffles: list[
            list[tuple[int, int]]
        ] = []  # (weight, what the new stack and era add), sum of weights apart
        self.scale: list[int] = []
        self._era(f.discard if self.shuffled else Bag(), f.aging)

    def _era(self, discard: Bag[FridayCard], aging: Pile[FridayCard]) -> int:
        at = self.era_of.get((discard, aging))
        if at is not None:
            return at
        at = self.era_of[discard, aging] = len(self.eras)
        self.eras.append((discard, aging))
        self.shuffles.append([])
        self.scale.append(1)
        if discard and len(aging):
            weights, size = deal(aging), len(discard) + 1
            for c, w in weights.items():
                after = self._era(Bag(), aging.take(c))
                stack = self.stack_of([*discard, c])
                self.shuffles[at].append((w, stack + (after - at) * self.era))
            self.scale[at] = sum(weights.values()) * factorial(size) * self.scale[after]
        return at

    def _size(self, f: Fighting) -> None:
        size = max(len(f.stack), len(f.discard) + 1 if self.shuffled else 0)
        self.factorial = [factorial(i) for i in range(size + 1)]
        values = sum(abs(c.value or 0) + 2 for c in every_card(f))
        most = max(self.challenge.needs) + 2 * values + 4 * self.most + 4 * ONE
        self.whole = self.factorial[-1] * self.scale[0]
        self.bits = (most * self.whole).bit_length() + 2
        self.life_term = 1 << self.bits
        self.won_term = 1 << 2 * self.bits if self.wins else 0

    # what a state is worth ------------------------------------------------------
    def of_end(self, f: Fighting) -> int:
        """The goal's terms at an end, packed."""
        end = finished(f)
        return (self.won_term * end.won - self.life_term * end.life_lost - end.cards_paid) * self.whole

    def terms_of(self, worth: int) -> tuple[Fraction, ...]:
        """The goal's terms, from their packed value."""
        half, out = 1 << (self.bits - 1), []
        for _ in range(2):
            low = (worth + half) % (2 * half) - half  # a place is read as a number of either sign
            out.append(Fraction(low, self.whole))
            worth = (worth - low) >> self.bits
        return tuple(reversed([*out, Fraction(worth, self.whole)] if self.wins else out))

    def worth(self, f: Fighting) -> int:
        """The packed value of a fight before the comparison, times ``whole``."""
        state, era = self.state(f)
        scale = self.factorial[state >> BITS * 4 & ONE] * self.scale[era]
        drawing = bool(f.pending) and f.pending[-1].kind == "draw"
        value = self.draw(state) if drawing else self.value(state)
        assert value is not None
        return value * (self.whole // scale) - f.paid * self.whole

    def state(self, f: Fighting) -> tuple[int, int]:
        """(the compact state of a fight, its era)."""
        free, life, table = f.free, f.life, 0
        for frame in f.pending:
            if frame.kind == "cards":
                free += frame.n
        for c, n in f.cards.counts.items():
            ability = c.ability or ""
            if c.down:  # as good as a plain 0
                table += n * self.put(0, "", True)
                continue
            if not c.used:
                free += CARDS.get(ability, 0) * n
                life += LIFE.get(ability, 0) * n
            live = not c.used
            table += n * self.put(c.value, "" if ability == "copy" and not live else ability, live)
        cap = ONE if self.challenge.pay is None else min(ONE, self.challenge.pay - f.paid)
        era = self._era(f.discard if self.shuffled else Bag(), f.aging)
        state = self.stack_of(f.stack) + era * self.era + free * self.free + cap * self.pay + life * self.life + table
        return state, era

    # backwards ------------------------------------------------------------------
    def draw(self, s: int) -> int | None:
        """The value, scaled as this state's, of laying the next card; None where there is none."""
        memo = self.memo
        if not s >> BITS * 4 & ONE:
            return self._shuffle(s)
        value = 0
        for at, change in self.draws:
            n = s >> at & ONE
            if n:
                after = s + change
                known = memo.get(after)
                value += n * (self.value(after) if known is None else known)
        return value

    def _shuffle(self, s: int) -> int | None:
        """The same where the stack is empty: an aging card comes, or the game is lost."""
        era = s >> BITS * 3 & ONE
        discard, aging = self.eras[era]
        if not discard:
            return None
        if not len(aging):
            return -self.life_term * (self.challenge.life + 1)
        value = 0
        for w, change in self.shuffles[era]:
            stacked = self.draw(s + change)
            assert stacked is not None
            value += w * stacked
        return value  # the era's scale holds the sum of weights and the new stack's factorial

    def value(self, s: int) -> int:
        """The packed value of a decision, times the factorial of the cards left and the era's scale."""
        memo = self.memo
        value = memo.get(s)
        if value is not None:
            return value
        if len(memo) > self.limit:
            raise TooLarge(len(memo), self.limit)
        free, pay, life, era = s & ONE, s >> BITS & ONE, s >> 2 * BITS & ONE, s >> 3 * BITS & ONE
        table = s >> self.table_at
        scale = self.factorial[s >> 4 * BITS & ONE] * self.scale[era]
        drawn = self.draw(s - self.free) if free else None
        if drawn is not None and not table:  # the first card must be drawn
            memo[s] = drawn
            return drawn
        value = self.end(table, life) * scale
        if not free:
            if pay and life:
                drawn = self.draw(s - self.pay - self.life)
                drawn = None if drawn is None else drawn - scale
            for after in self._copied(s, life):
                value = max(value, self.value(after))
        if drawn is not None and drawn > value:
            value = drawn
        memo[s] = value
        return value

    def _copied(self, s: int, life: int) -> Iterator[int]:
        """The states after a copy of "+n cards", or, with no life to pay with, of "+n life"."""
        for at, change in self.copies:
            if s >> at & ONE:
                for unit, sources in zip((self.free, self.life), self.sources, strict=True):
                    if unit is self.free or not life:
                        yield from (s + change + n * unit for n in {n for source, n in sources if s >> source & ONE})

    # ends -----------------------------------------------------------------------
    def end(self, table: int, life: int) -> int:
        """The goal's terms but for cards paid, packed, if no more cards are drawn."""
        key = table << BITS | life
        value = self._ends.get(key)
        if value is None:
            value = self._ends[key] = self._end(table, life)
        return value

    def _end(self, table: int, life: int) -> int:
        up: list[int] = []
        down: list[int] = []
        doubles: list[int] = []
        mimics: list[int] = []
        hurts: list[int] = []
        destroys = steps = scared = gain = points = 0
        to_destroy = to_double = to_step = False
        for v, a, live in self.slots:
            n = table & ONE
            table >>= BITS
            if not n:
                continue
            points += v * n
            if v > 0:
                up += [v] * n
            elif v < 0:
                down += [v] * n
            if a == "double":
                doubles += [v] * n * live
                to_double = True
            elif a == "copy":
                mimics += [v] * n
            elif a == "destroy":
                destroys += n * live
                to_destroy = True
            elif a == "step -1":
                steps += n * live
                to_step = True
            elif a == "highest = 0":
                scared += n
            elif a in HARM:
                hurts += [HARM[a]] * n
            elif a in LIFE:
                gain = max(gain, LIFE[a])
        up.sort(reverse=True)
        down.sort()
        hurts.sort(reverse=True)
        needs, best, copies = self.challenge.needs, None, len(mimics)
        for doubling in range(copies + 1 if to_double else 1):
            for destroying in range(copies - doubling + 1 if to_destroy else 1):
                for stepping in range(copies - doubling - destroying + 1 if to_step else 1):
                    rest = copies - doubling - destroying - stepping
                    need = needs[min(steps + stepping, len(needs) - 1)]
                    kept = min(self.most, life + rest * gain)
                    d = destroys + destroying
                    for calmed in (0, scared) if 0 < scared <= d else (0,):
                        plus = points + doubled(up, doubles or mimics, len(doubles) + doubling, scared > calmed)
                        for healed in range(min(len(hurts), d - calmed) + 1):
                            total = plus - sum(down[: d - calmed - healed])
                            short = max(0, need - total)
                            left = kept - short - sum(hurts[healed:])
                            value = self.won_term * (not short and left >= 0)
                            value -= self.life_term * (self.challenge.life - left)
                            if best is None or value > best:
                                best = value
        assert best is not None
        return best


def doubled(up: list[int], doubles: list[int], n: int, scared: bool) -> int:
    """What n doublings of different cards add at best, and "highest = 0" takes; ``up``: values above 0, falling.

    Several doublings may hit each other's cards, a single one not its own. Of equal highest cards one not doubled
    counts 0, so doubling goes to the next ones.
    """
    if not up:
        return 0
    lost = up[0] if scared else 0
    if n == 0:
        return -lost
    if n == 1:
        own, others = min(doubles), list(up)
        if own > 0:
            others.remove(own)
        if scared and own < up[0]:
            others.pop(0)
        return (others[0] if others else 0) - lost
    return sum(up[1 : n + 1] if scared else up[:n]) - lost
