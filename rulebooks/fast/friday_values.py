"""Friday: the values of a fight's states, backwards on whole numbers (``friday_states.py``).

It rests on: no card can sort, go below the stack or stop; with "exchange" about, the stack cannot run out; our own
readings; a hazard, not a pirate; a goal that wants to win or to keep life. Why each step is exact ("A" is any way
to play, "B" one built from it that ends at least as well in every term of the goal, with the same luck; more value
on the table never makes an end worse, and what helps has a value of at least 0):

1. Values are whole numbers: value × (cards left)! × a constant for each shuffle to come. A draw is then
   a plain sum. A goal's terms are packed into one number, the first in the highest place.
2. Free cards come before paid ones, and, without "exchange", before a copy of "+n cards": B swaps the two draws, and
   knows more. "+1 card" comes before paying likewise.
3. With no "exchange" left anywhere, "+n cards" is n more free cards. Nothing can be done between two draws that
   could not be done after them, so B takes the second card exactly when A would go on.
4. "Destroy", "double", "step −1", and copies of these and of "+n life", are decided at the comparison: their
   targets stay until then and more is known. A destroys t and then exchanges the card that did it: B exchanges
   t and keeps that card.
5. Life to gain is counted as soon as its card is drawn, together with the life there is; the most life binds only
   at the end, or when the card leaves. A gain taken after all payments is the largest, and where it is taken earlier in
   order to pay, life is near 0 and nothing binds. A copy gains life earlier only to pay where there is none,
   or while an exchange may take its source away. What the first half of an "exchange 2" turns up is held back.
6. With no copy left anywhere, a used card is a plain card of its value: only a copy reads a used one.
7. Exchange only the lowest plain card, or one with an ability that is lower still or harms: from
   the table that kept the better card, B plays it as the worse one.
8. While a free card is left, a single exchange never takes a harmless card c of at least 0: B takes the free card where
   A exchanges c, and exchanges c where A takes its last free card. Until then B's table is A's and c.
9. Nothing beats a win with all life that could still be gained.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rulebooks.core.graph import Goal, TooLarge
from rulebooks.fast.friday_ends import Table
from rulebooks.fast.friday_states import BITS, DRAWN, ONE, SECOND, Coding, tame
from rulebooks.friday.contents import CARDS, EXCHANGES, HARMFUL, LIFE, Options
from rulebooks.friday.fights import Fighting, finished
from rulebooks.friday.questions import GOALS


class Values:
    """One fight and goal, solved backwards over the cards still to be drawn."""

    def __init__(self, f: Fighting, goal: Goal, limit: int, coding: Coding | None = None) -> None:
        self.limit, self.challenge = limit, f.challenge
        self.coding = c = coding or Coding(f)
        self.wins = goal.name != "life"
        self.memo: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        self._size(f)
        self._moves()
        self.copied = c.mask(["copy"], lies=["open"])
        self.used = c.mask({*CARDS, *LIFE, *EXCHANGES, "destroy", "double", "step -1"}, False, ["used"])
        self.plain = [
            (c.at[i], c.one[c.slot[v, "", "open"]] - c.one[i]) for i, (v, _, h) in enumerate(c.slots) if h == "used"
        ]
        self.swaps = c.mask(EXCHANGES)
        self.settles = not c.shuffled and c.copying

    @staticmethod
    def holds(f: Fighting, goal: Goal) -> bool:
        """Whether the steps above are exact here."""
        known = goal in (GOALS["win"], GOALS["life"], GOALS["win, then life"])
        plain = f.setup.options is Options() and not f.challenge.pirate
        simple = len(f.stack.layers) < 2 and all(hasattr(x, "counts") for x in f.stack.layers)
        rest = not f.eased and not f.buried and all(frame.kind in ("draw", "cards", "exchange") for frame in f.pending)
        if not (known and plain and simple and rest and len(f.stack) + len(f.cards) + len(f.discard) < ONE // 4):
            return False
        c = Coding(f) if _few(f) else None
        if c is None or c.endless or f.free >= ONE // 4 or c.gains + 4 >= c.most or f.life + c.gains >= ONE:
            return False
        allowed = {*DRAWN, *EXCHANGES}
        return all(card.ability in allowed and tame(card) for card in c.cards)

    def _size(self, f: Fighting) -> None:
        c = self.coding
        values = sum(abs(card.value or 0) + 2 for card in c.cards)
        most = max(self.challenge.needs) + 2 * values + 4 * c.most + 4 * ONE
        self.bits = (most * c.whole).bit_length() + 2
        self.life_term = 1 << self.bits
        self.won_term = 1 << 2 * self.bits if self.wins else 0

    def _moves(self) -> None:
        """What each draw and each use of an ability adds to a state."""
        c = self.coding
        self.draws: list[tuple[int, int]] = []
        self.held_draws: list[tuple[int, int]] = []
        for i, (v, a) in enumerate(c.kinds):
            for held, row in ((False, self.draws), (True, self.held_draws)):
                at, more = c.laid(v, a, held)
                row.append((c.stack_at + BITS * i, c.one[at] + more - c.in_stack[v, a]))
        each = [(i, v, a, how) for i, (v, a, how) in enumerate(c.slots)]
        spent = {i: c.put(v, a, "used") for i, v, a, _ in each if a in READ_OR_COPY}
        self.spent = spent
        self.extra = [
            (c.at[i], c.one[spent[i]] - c.one[i], CARDS[a]) for i, _, a, h in each if a in CARDS and h == "open"
        ]
        self.single = sum(ONE << at for at, _, n in self.extra if n == 1)
        self.any_extra = sum(ONE << at for at, _, _ in self.extra)
        self.swappers = [(i, spent[i], EXCHANGES[a]) for i, _, a, h in each if a in EXCHANGES and h == "open"]
        self.swapping = sum(ONE << c.at[i] for i, _, _ in self.swappers)
        self.mimics = [(i, spent[i]) for i, _, a, _ in each if a == "copy"]
        self.cards_read = [(c.at[i], CARDS[a]) for i, _, a, _ in each if a in CARDS]
        self.swaps_read = [(c.at[i], EXCHANGES[a]) for i, _, a, _ in each if a in EXCHANGES]
        self.lives_read = [(c.at[i], LIFE[a]) for i, _, a, _ in each if a in LIFE]
        self.held = [
            (c.at[i], c.one[c.laid(v, a)[0]] - c.one[i] + LIFE[a] * c.life) for i, v, a, h in each if h == "held"
        ]
        self.open_lives = [(i, LIFE[a]) for i, _, a, h in each if a in LIFE and h == "open"] if c.tight else []
        self.to_come = [(c.stack_at + BITS * i, LIFE[a]) for i, (_, a) in enumerate(c.kinds) if a in LIFE]
        self.to_copy = [c.stack_at + BITS * i for i, (_, a) in enumerate(c.kinds) if a == "copy"]
        self.to_copy += [c.at[i] for i, _ in self.mimics]
        self.best_gain = max((LIFE[a] for _, _, a, _ in each if a in LIFE), default=0)
        self.era_gains = [
            sum(LIFE.get(card.ability or "", 0) + self.best_gain * (card.ability == "copy") for card in discard)
            for discard, _ in c.eras
        ]
        # targets of an exchange: places, whether plain, whether harmful, value
        self.targets = [
            (c.at[i], i, not a or (h == "used" and not c.copying), a in HARMFUL, v)
            for i, v, a, h in each
            if a != "down"
        ]

    # values of whole fights ------------------------------------------------------
    def of_end(self, f: Fighting) -> int:
        """The goal's terms at an end, packed, times ``whole``."""
        end = finished(f)
        return (self.won_term * end.won - self.life_term * end.life_lost - end.cards_paid) * self.coding.whole

    def terms_of(self, worth: int) -> tuple[Fraction, ...]:
        """The goal's terms, from their packed value."""
        half, out = 1 << (self.bits - 1), []
        for _ in range(2):
            low = (worth + half) % (2 * half) - half  # a place is read as a number of either sign
            out.append(Fraction(low, self.coding.whole))
            worth = (worth - low) >> self.bits
        return tuple(reversed([*out, Fraction(worth, self.coding.whole)] if self.wins else out))

    def worth(self, f: Fighting) -> int:
        """The packed value of a fight before the comparison, times ``whole``."""
        state = self.coding.state(f)
        drawing = bool(f.pending) and f.pending[-1].kind == "draw"
        return self.full(state, drawing) - f.paid * self.coding.whole

    def full(self, state: int, drawing: bool = False) -> int:
        """The packed value of a state, or of drawing its next card, times ``whole``."""
        value = self.draw(state, state & ONE >= SECOND) if drawing else self.value(state)
        assert value is not None
        return value * (self.coding.whole // self.scale(state))

    def scale(self, s: int) -> int:
        """What values are multiplied by in a state."""
        c = self.coding
        return c.factorial[s >> 5 * BITS & ONE] * c.scale[s >> 4 * BITS & ONE]

    # backwards -------------------------------------------------------------------
    def draw(self, s: int, held: bool = False) -> int | None:
        """The value, scaled as this state's, of laying the next card; None where there is none."""
        if not s >> 5 * BITS & ONE:
            return self._shuffle(s)
        memo, value = self.memo, 0
        for at, change in self.held_draws if held else self.draws:
            n = s >> at & ONE
            if n:
                after = s + change
                known = memo.get(after)
                value += n * (self.value(after) if known is None else known)
        return value

    def _shuffle(self, s: int) -> int | None:
        """The same where the stack is empty: an aging card comes, or the game is lost."""
        era = s >> 4 * BITS & ONE
        discard, aging = self.coding.eras[era]
        if not discard:
            return None
        if not len(aging):
            return -self.life_term * (self.challenge.life + 1)
        value = 0
        for weight, change in self.coding.shuffles[era]:
            value += weight * (self.draw(s + change) or 0)
        return value  # the era's scale holds the sum of weights and the new stack's factorial

    def settled(self, s: int) -> int:
        """The state with used cards plain where no copy is left, and "+n cards" as free ones without exchanges."""
        if self.settles and s & self.used and not s & self.copied:
            for at, change in self.plain:
                n = s >> at & ONE
                if n:
                    s += n * change
        second = s & ONE
        if second < SECOND and (second or s & self.any_extra) and not s & self.swaps:
            free = self.coding.free
            s += second * (free - 1)
            for at, change, n in self.extra:
                lie = s >> at & ONE
                if lie:
                    s += lie * (change + n * free)
            if self.settles and s & self.used and not s & self.copied:
                return self.settled(s)
        return s

    def value(self, s: int) -> int:
        """The packed value of a decision, times ``scale``."""
        memo = self.memo
        value = memo.get(s)
        if value is not None:
            return value
        if len(memo) > self.limit:
            raise TooLarge(len(memo), self.limit)
        if self.coding.exchanging or self.coding.copying:
            plain = self.settled(s)
            if plain != s:
                value = memo[s] = self.value(plain)
                return value
        value = memo[s] = self._unfinished(s) if s & ONE else self._best(s)
        return value

    def _unfinished(self, s: int) -> int:
        """The second card of "+2 cards", or the second exchange of "exchange 2"; or enough."""
        second = s & ONE
        if second < SECOND:
            value, other = self.value(s - second), self.draw(s - 1)
        else:
            value, other = self.value(self.rested(s - second)), self.exchange(s - second, second - SECOND, 1, False)
        return value if other is None or other < value else other

    def rested(self, s: int) -> int:
        """An "exchange 2" is over: life that was held back counts."""
        for at, change in self.held:
            n = s >> at & ONE
            if n:
                s += n * change
        return s

    def _best(self, s: int) -> int:
        c = self.coding
        free, pay, life = s >> BITS & ONE, s >> 2 * BITS & ONE, s >> 3 * BITS & ONE
        table = s >> c.table_at
        drawn = self.draw(s - c.free) if free else None
        if drawn is not None and not table:  # the first card must be drawn
            return drawn
        scale = self.scale(s)
        end = self.end(table, life)
        value = end * scale
        gains = self.to_gain(s)
        if end >= self.top(life + gains):
            return value
        if drawn is not None and drawn > value:
            value = drawn
        if not free and pay and life and not s & self.single and end < self.top(life + gains - 1):
            drawn = self.draw(s - c.pay - c.life)
            if drawn is not None and drawn - scale > value:
                value = drawn - scale
        for other in self._used(s, free, life):
            if other > value:
                value = other
        return value

    def to_gain(self, s: int) -> int:
        """The most life that could still be gained."""
        gains = self.era_gains[s >> 4 * BITS & ONE] if self.coding.shuffled else 0
        for at, n in self.to_come:
            gains += n * (s >> at & ONE)
        if self.best_gain:
            for at in self.to_copy:
                gains += self.best_gain * (s >> at & ONE)
        return gains

    def top(self, life: int) -> int:
        """The packed terms of a win with so much life, capped, and no more cards paid."""
        return self.won_term - self.life_term * (self.challenge.life - min(self.coding.most, life))

    def _used(self, s: int, free: int, life: int) -> Iterator[int]:
        """The values of using abilities that draw, and of copying."""
        c = self.coding
        for at, change, n in self.extra:
            if s >> at & ONE:
                yield self.value(s + change + n)
        spare = bool(free or s & self.single)
        for i, after, n in self.swappers:
            if s >> c.at[i] & ONE:
                other = self.exchange(s + c.one[after] - c.one[i], after, n, spare)
                if other is not None:
                    yield other
        if not s & self.copied or (free and not c.exchanging):
            return
        for i, after in self.mimics:
            n = s >> c.at[i] & ONE
            if n:
                t = s + c.one[after] - c.one[i]
                swaps = {amount for at, amount in self.swaps_read if s >> at & ONE}
                for amount in swaps:
                    other = self.exchange(t, after, amount, spare)
                    if other is not None:
                        yield other
                for amount in {amount for at, amount in self.cards_read if s >> at & ONE}:
                    yield self.value(t + amount * (1 if c.exchanging else c.free))
                if not life or s & self.swapping or (swaps and self.copies(s) > 1):
                    for amount in {amount for at, amount in self.lives_read if s >> at & ONE}:
                        yield self.value(t + (self.gained(s, life, amount) - life) * c.life)

    def copies(self, s: int) -> int:
        """How many unused copies lie on the table."""
        return sum(s >> self.coding.at[i] & ONE for i, _ in self.mimics)

    def gained(self, s: int, life: int, amount: int) -> int:
        """Life, counting what open cards will bring, after a gain that is capped now."""
        waiting = sum(n * (s >> self.coding.at[i] & ONE) for i, n in self.open_lives)
        return min(max(self.coding.most, life - waiting), life - waiting + amount) + waiting

    def exchange(self, s: int, by: int, times: int, spare: bool) -> int | None:
        """The best target of an exchange by the card now in slot ``by``; None where there is none."""
        s = self.unread(s)
        c = self.coding
        if not s >> c.at[by] & ONE:
            by = c.slot[c.slots[by][0], "", "open"]
        low, others = -1, []
        for at, i, plain, harms, v in self.targets:
            n = s >> at & ONE
            if n and (n > 1 or i != by):
                if plain:
                    if low < 0:
                        low = i
                else:
                    others.append((i, harms, v))
        lowest = c.slots[low][0] if low >= 0 else None
        best = None
        chosen = [
            i for i, harms, v in others if harms or ((lowest is None or v < lowest) and not (spare and times < 2))
        ]
        if low >= 0 and (times > 1 or not spare or c.slots[low][0] < 0):
            chosen.append(low)
        for i in chosen:
            t = s - c.one[i]
            if self.open_lives:
                t = self.left_behind(t, i)
            if times > 1:
                other = self.draw(t + SECOND + by, True)
            else:
                other = self.draw(self.rested(t))
            if other is not None and (best is None or other > best):
                best = other
        return best

    def unread(self, s: int) -> int:
        """The state with used cards plain where no copy is left."""
        if self.settles and s & self.used and not s & self.copied:
            for at, change in self.plain:
                n = s >> at & ONE
                if n:
                    s += n * change
        return s

    def left_behind(self, s: int, slot: int) -> int:
        """A life card that leaves the table is used just before."""
        for i, n in self.open_lives:
            if i == slot:
                life = s >> 3 * BITS & ONE
                return s + (self.gained(s, life - n, n) - life) * self.coding.life
        return s

    # ends ------------------------------------------------------------------------
    def end(self, table: int, life: int) -> int:
        """The goal's terms but for cards paid, packed, if no more cards are drawn."""
        key = table << BITS | life
        value = self._ends.get(key)
        if value is None:
            value = self._ends[key] = max(
                self.ended(short, life, cost, gain)
                for short, cost, gain in Table(self.coding.slots, table).ends(self.challenge.needs)
            )
        return value

    def ended(self, short: int, life: int, cost: int, gain: int) -> int:
        """The goal's terms but for cards paid, packed."""
        left = min(self.coding.most, life + gain) - short - cost
        return self.won_term * (not short and left >= 0) - self.life_term * (self.challenge.life - left)


READ_OR_COPY = {*CARDS, *LIFE, *EXCHANGES, "copy"}


def _few(f: Fighting) -> bool:
    return len({(c.value, c.ability) for c in (*f.stack, *f.discard, *f.aging, *(x.card for x in f.cards))}) < 60
