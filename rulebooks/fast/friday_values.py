"""Friday: the values of a fight's states, backwards on whole numbers (``friday_states.py``).

It rests on: no card can sort or go below the stack; with "exchange" about, the stack cannot run out and no card
can stop; our own readings; a hazard, not a pirate; a goal that wants to win or to keep life. Why each step is exact
("A" is any way to play, "B" one built from it that ends at least as well in every term of the goal, with the same
luck; more value on the table never makes an end worse, and what helps has a value of at least 0):

1. Values are whole numbers: value × (cards left)! × a constant for each shuffle to come. A draw is then
   a plain sum. A goal's terms are packed into one number, the first in the highest place.
2. Free cards come before paid ones, and, without "exchange", before a copy of "+n cards": B swaps the two draws, and
   knows more. "+1 card" comes before paying likewise.
3. With no "exchange" left anywhere, "+n cards" is n more free cards. Nothing can be done between two draws that
   could not be done after them, so B takes the second card exactly when A would go on.
   While a "stop" may come, cards drawn for free and for an ability differ, and both orders are tried.
4. "Destroy", "double", "step −1", and copies of these and of "+n life", are decided at the comparison: their
   targets stay until then and more is known. A destroys t and then exchanges the card that did it: B exchanges
   t and keeps that card. Only a "stop" that holds up free cards is also destroyed before.
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

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rulebooks.core.graph import Goal, Stopped, TooLarge
from rulebooks.fast.friday_ends import Table
from rulebooks.fast.friday_states import BITS, DRAWN, ONE, SECOND, Coding, tame
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, HARMFUL, LIFE, Options
from rulebooks.friday.fights import Fighting, finished
from rulebooks.friday.questions import GOALS

SLICE = 1023  # states between two questions whether to stop


class Values:
    """One fight and goal, solved backwards over the cards still to be drawn."""

    def __init__(self, f: Fighting, goal: Goal, limit: int, coding: Coding | None = None) -> None:
        self.guide: Chances | None = None
        self.stop: Callable[[], bool] | None = None
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
        # while these are about, the moment of a draw matters
        self.matters = c.mask(EXCHANGES) | c.mask(["stop"], lies=["open"])
        self.stops = c.mask(["stop"], False, ["open"])
        self.waits = c.stopping and c.shuffled  # the shuffle may bring a "stop"
        self.settles = not c.shuffled and c.copying and not c.lessons
        if self.wins and c.exchanging and Chances.holds_for(f, c):
            self.guide = Chances(f, limit, c)
        self.won_least = self.won_term - self.life_term * (self.challenge.life + 1)

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
        allowed = DRAWN | EXCHANGES.keys() if not c.stopping else DRAWN
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
        self.draws: list[tuple[int, int]] = []  # to the left
        self.held_draws: list[tuple[int, int]] = []
        self.right_draws: list[tuple[int, int]] = [] if c.stopping else self.draws
        rows = [(False, True, self.draws), (True, True, self.held_draws)]
        rows += [(False, False, self.right_draws)] if c.stopping else []
        for i, (v, a) in enumerate(c.kinds):
            for held, left, row in rows:
                at, more = c.laid(v, a, held, left)
                row.append((c.stack_at + BITS * i, c.one[at] + more - c.in_stack[v, a]))
        self.laying = [[], self.draws, self.held_draws, self.right_draws, self.right_draws]
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
        self.mimics = [(i, spent[i]) for i, _, a, h in each if a == "copy" and h == "open"]
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
        self.targets = [(c.at[i], i, not a, a in HARMFUL, v) for i, v, a, h in each if a != "down"]

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
        return self.full(state, self.how(f, state)) - f.paid * self.coding.whole

    @staticmethod
    def how(f: Fighting, state: int) -> int:
        """Whether a card is to be drawn next, and how."""
        if not f.pending or f.pending[-1].kind != "draw":
            return DECIDE
        return HELD if state & ONE >= SECOND else DRAW if f.pending[-1].to == "left" else EXTRA

    def full(self, state: int, how: int = 0) -> int:
        """The packed value of a state, or of drawing its next card, times ``whole``."""
        value = self.after(state, how)
        assert value is not None
        return value * (self.coding.whole // self.scale(state))

    def scale(self, s: int) -> int:
        """What values are multiplied by in a state."""
        c = self.coding
        return c.factorial[s >> 5 * BITS & ONE] * c.scale[s >> 4 * BITS & ONE]

    # backwards -------------------------------------------------------------------
    def draw(self, s: int, how: int) -> int | None:
        """The value, scaled as this state's, of laying the next card; None where there is none."""
        if not s >> 5 * BITS & ONE:
            return self._shuffle(s, how)
        memo, value = self.memo, 0
        for at, change in self.laying[how]:
            n = s >> at & ONE
            if n:
                after = s + change
                known = memo.get(after)
                value += n * (self.value(after) if known is None else known)
        return value

    def _shuffle(self, s: int, how: int) -> int | None:
        """The same where the stack is empty: an aging card comes, or the game is lost."""
        era = s >> 4 * BITS & ONE
        discard, aging = self.coding.eras[era]
        if not discard:
            return None
        if not len(aging):
            return -self.life_term * (self.challenge.life + 1)
        value = 0
        for weight, change in self.coding.shuffles[era]:
            value += weight * (self.draw(s + change, how) or 0)
        return value  # the era's scale holds the sum of weights and the new stack's factorial

    def settled(self, s: int) -> int:
        """The state with used cards plain where no copy is left, and "+n cards" as free ones without exchanges."""
        if self.settles and s & self.used and not s & self.copied:
            for at, change in self.plain:
                n = s >> at & ONE
                if n:
                    s += n * change
        second = s & ONE
        if second < SECOND and (second or s & self.any_extra) and not (self.waits or s & self.matters):
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
        self.found(len(memo))
        if self.coding.ordered or self.coding.copying:
            plain = self.settled(s)
            if plain != s:
                value = memo[s] = self.value(plain)
                return value
        value = memo[s] = self._best(s)
        return value

    def found(self, states: int) -> None:
        """Ends the search where it grows beyond its limit, or is asked to stop."""
        if states > self.limit:
            raise TooLarge(states, self.limit)
        if self.stop is not None and not states & SLICE and self.stop():
            raise Stopped(f"stopped after {states:,} states")

    def rested(self, s: int) -> int:
        """An "exchange 2" is over: life that was held back counts."""
        for at, change in self.held:
            n = s >> at & ONE
            if n:
                s += n * change
        return s

    def _best(self, s: int) -> int:
        """The best of comparing now and all that can be done instead."""
        c, value = self.coding, None
        wish = self.guide.wish(s) if self.guide else None
        scale = self.scale(s)
        if s & ONE:
            options = self._unfinished(s)
        else:
            life, gains, end = s >> 3 * BITS & ONE, self.to_gain(s), None
            if s >> c.table_at or not s >> BITS & ONE or not self._can_draw(s):  # else the first card must be drawn
                end = self.end(s >> c.table_at, life)
                if end >= self.top(life + gains):
                    return end * scale
                value = end * scale
                if wish is not None and not (end >= self.won_least and wish == scale):
                    value = None
            options = self._options(s, end is None or end < self.top(life + gains - 1))
        for t, how in options:
            if wish is not None and self.guide and not self.guide.keeps(self.guide.same(t), how, wish, wish == scale):
                continue
            other = self.after(t, how)
            if how == PAID and other is not None:
                other -= scale
            if how == FREED and other is not None:
                other += self.freed(0, "stop") * scale
            if other is not None and (value is None or other > value):
                value = other
        assert value is not None
        return value

    def after(self, t: int, how: int) -> int | None:
        """The value of an option, scaled as the decision is, but for the card paid."""
        return self.value(t) if how in (DECIDE, FREED) else self.draw(t, how)

    def freed(self, value: int, ability: str) -> int:
        """What it is worth, packed, that a card is destroyed: nothing, where only winning and life count."""
        return 0

    def _can_draw(self, s: int) -> bool:
        return bool(s >> 5 * BITS & ONE or self.coding.eras[s >> 4 * BITS & ONE][0])

    def _unfinished(self, s: int) -> Iterator[tuple[int, int]]:
        """The second card of "+2 cards", or the second exchange of "exchange 2"; or enough."""
        second = s & ONE
        if second < SECOND:
            yield s - second, DECIDE
            yield s - 1, EXTRA
        else:
            yield self.rested(s - second), DECIDE
            yield from self.exchange(s - second, second - SECOND, 1, False)

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

    def _options(self, s: int, paying: bool) -> Iterator[tuple[int, int]]:
        """All that can be done instead of comparing: (state after, how it goes on)."""
        c = self.coding
        free, life, single = s >> BITS & ONE, s >> 3 * BITS & ONE, s & self.single
        stopped = s & self.stops
        if free and not stopped:
            yield s - c.free, DRAW
        elif paying and s >> 2 * BITS & ONE and life and not single:
            yield s - c.pay - c.life, PAID
        for at, change, n in self.extra:
            if s >> at & ONE:
                yield s + change + n, DECIDE
        if stopped and free:
            yield from self._start_again(s)
        spare = bool(free or single)
        for i, after, n in self.swappers:
            if s >> c.at[i] & ONE:
                yield from self.exchange(s + c.one[after] - c.one[i], after, n, spare)
        if not s & self.copied or (free and not c.ordered):
            return
        for i, after in self.mimics:
            if s >> c.at[i] & ONE:
                t = s + c.one[after] - c.one[i]
                swaps = {amount for at, amount in self.swaps_read if s >> at & ONE}
                for amount in swaps:
                    yield from self.exchange(t, after, amount, spare)
                for amount in {amount for at, amount in self.cards_read if s >> at & ONE}:
                    yield t + amount * (1 if c.ordered else c.free), DECIDE
                if not life or s & self.swapping or (swaps and self.copies(s) > 1):
                    for amount in {amount for at, amount in self.lives_read if s >> at & ONE}:
                        yield t + (self.gained(s, life, amount) - life) * c.life, DECIDE

    def _start_again(self, s: int) -> Iterator[tuple[int, int]]:
        """A "stop" on the left is destroyed: free cards can be drawn on."""
        c = self.coding
        down = c.one[c.slot[0, "down", "open"]]
        gone = [down - one for at, one in zip(c.at, c.one, strict=True) if self.stops >> at & s >> at & ONE]
        able = [(i, c.slot[v, a, "used"]) for i, (v, a, how) in enumerate(c.slots) if a == "destroy" and how == "open"]
        there = any(s >> at & ONE for at, (_, a, _) in zip(c.at, c.slots, strict=True) if a == "destroy")
        for i, after in able + (self.mimics if there else []):
            if s >> c.at[i] & ONE:
                if not (c.copying or c.lessons):
                    after = c.slot[c.slots[i][0], "", "open"]
                yield from ((s + change + c.one[after] - c.one[i], FREED) for change in gone)

    def copies(self, s: int) -> int:
        """How many unused copies lie on the table."""
        return sum(s >> self.coding.at[i] & ONE for i, _ in self.mimics)

    def gained(self, s: int, life: int, amount: int) -> int:
        """Life, counting what open cards will bring, after a gain that is capped now."""
        waiting = sum(n * (s >> self.coding.at[i] & ONE) for i, n in self.open_lives)
        return min(max(self.coding.most, life - waiting), life - waiting + amount) + waiting

    def exchange(self, s: int, by: int, times: int, spare: bool) -> Iterator[tuple[int, int]]:
        """The exchanges worth trying by the card now in slot ``by``."""
        s = self.unread(s)
        c = self.coding
        if not s >> c.at[by] & ONE:
            by = c.slot[c.slots[by][0], "", "open"]
        lowest = None
        for at, i, plain, harms, v in self.targets:  # plain cards come first, the lowest first
            n = s >> at & ONE
            if not n or (n < 2 and i == by):
                continue
            if plain:
                if lowest is not None:
                    continue
                lowest = v
            elif lowest is not None and v >= lowest and not harms:
                continue
            if spare and times < 2 and v >= 0 and not harms:
                continue
            t = s - c.one[i]
            if self.open_lives:
                t = self.left_behind(t, i)
            yield (t + SECOND + by, HELD) if times > 1 else (self.rested(t), DRAW)

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

    def compared(self, table: int, life: int) -> int:
        """The same from the comparison on: what is not done then is left undone."""
        ends = Table(self.coding.slots, table).ends(self.challenge.needs, comparing=True)
        return max(self.ended(short, life, cost, 0) for short, cost, _ in ends)

    def finish(self, table: int, short: int, life: int, cost: int) -> int:
        """The same for one way to compare."""
        return self.ended(short, life, cost, 0)

    def leaving(self, cards: Any, points: int) -> int:
        """How many cards the points of a loss destroy: enough is as good, and comes first."""
        return 0

    def ended(self, short: int, life: int, cost: int, gain: int) -> int:
        """The goal's terms but for cards paid, packed."""
        left = min(self.coding.most, life + gain) - short - cost
        return self.won_term * (not short and left >= 0) - self.life_term * (self.challenge.life - left)


class Chances(Values):
    """The chance to win alone, where life neither limits what can be paid nor is ever short: far fewer states.

    Free and paid cards are one number then, since a payment has no price but the cap; life cards are plain ones; and
    nothing is looked for beyond a win. It guides ``Values`` to the actions that win as often as
    can be, among which the other terms decide.
    """

    def __init__(self, f: Fighting, limit: int, coding: Coding) -> None:
        super().__init__(f, GOALS["life"], limit, coding)
        c = coding
        plain = {i: c.slot[v, "", "open"] for i, (v, a, _) in enumerate(c.slots) if a in LIFE}
        self.lives = [(c.at[i], c.one[to] - c.one[i]) for i, to in plain.items()]
        for i, (v, a) in enumerate(c.kinds):
            if a in LIFE:
                at = c.stack_at + BITS * i
                self.draws[i] = self.held_draws[i] = at, c.one[c.slot[v, "", "open"]] - c.in_stack[v, a]
        self.lives_read, self.open_lives, self.held = [], [], []
        self.certain: dict[int, bool] = {}

    @staticmethod
    def holds_for(f: Fighting, c: Coding) -> bool:
        """Whether life is no matter for winning this fight."""
        harm = sum(HARM.get(card.ability or "", 0) for card in c.cards)
        return f.challenge.pay is not None and f.life >= max(0, f.challenge.pay - f.paid) + harm and not c.shuffled

    def same(self, s: int) -> int:
        """The state that this one is, when only winning counts."""
        pay, life = s >> 2 * BITS & ONE, s >> 3 * BITS & ONE
        c = self.coding
        s += pay * (c.free - c.pay) - life * c.life
        for at, change in self.lives:
            n = s >> at & ONE
            if n:
                s += n * change
        return s

    def wish(self, s: int) -> int | None:
        """The chance that best play of a state keeps, scaled; None where there is none to lose."""
        return self.value(self.same(s)) or None

    def chance(self, f: Fighting) -> Fraction:
        """The greatest chance to win a fight."""
        state = self.same(self.coding.state(f))
        return Fraction(self.full(state, self.how(f, state)), self.coding.whole)

    def keeps(self, t: int, how: int, wish: int, sure: bool) -> bool:
        """Whether an option keeps the chance that is there; a win that is sure is followed no further than needed."""
        if sure:
            return self.sure(t) if how in (DECIDE, FREED) else self.sure_draw(t, how)
        return self.after(t, how) == wish

    def sure(self, s: int) -> bool:
        """Whether a win is certain."""
        known = self.certain.get(s)
        if known is None:
            self.found(len(self.certain))
            t = self.settled(s)
            value = self.memo.get(t)
            if value is not None:
                known = value == self.coding.factorial[s >> 5 * BITS & ONE]
            elif not t & ONE and self.wins_now(t):
                known = True
            else:
                options = self._unfinished(t) if t & ONE else self._options(t, False)
                known = any(self.sure(o) if how == DECIDE else self.sure_draw(o, how) for o, how in options)
            self.certain[s] = known
        return known

    def sure_draw(self, s: int, how: int) -> bool:
        """Whether a win is certain whatever card comes next; there must be one."""
        if not s >> 5 * BITS & ONE:
            return False
        return all(self.sure(s + change) for at, change in self.laying[how] if s >> at & ONE)

    def _best(self, s: int) -> int:
        c, value = self.coding, 0
        full = c.factorial[s >> 5 * BITS & ONE]
        if s & ONE:
            options = self._unfinished(s)
        else:
            if self.wins_now(s):
                return full
            options = self._options(s, False)
        for t, how in options:
            other = self.after(t, how)
            if other is not None and other > value:
                value = other
                if value == full:
                    break
        return value

    def wins_now(self, s: int) -> bool:
        """Whether comparing now is allowed, and wins; the first free card must be drawn."""
        table = s >> self.coding.table_at
        return bool((table or not self.challenge.free or not self._can_draw(s)) and self.end(table, 0))

    def end(self, table: int, life: int) -> int:
        """1 for a table that wins."""
        value = self._ends.get(table)
        if value is None:
            ends = Table(self.coding.slots, table).ends(self.challenge.needs)
            value = self._ends[table] = int(any(not short for short, _, _ in ends))
        return value


# how an option goes on: a card drawn to the left, to the left or right in an "exchange 2" (HELD: its life is not
# counted at once), or to the right; FREED: a card was destroyed
DECIDE, DRAW, HELD, PAID, EXTRA, FREED = range(6)
READ_OR_COPY = {*CARDS, *LIFE, *EXCHANGES, "copy"}


def _few(f: Fighting) -> bool:
    return len({(c.value, c.ability) for c in (*f.stack, *f.discard, *f.aging, *(x.card for x in f.cards))}) < 60
