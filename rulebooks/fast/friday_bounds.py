"""Brackets for Friday's fights: two proved bounds where an exact answer does not fit.

Both bounds come from a *process*: cards are drawn one after the other, and at each state one may stop for a
payoff or go on. ``Hindsight`` gives the player too much, ``Simple`` is a player who does too little; both
run on the same few lines (``run``), a level for each card, and can be cut short without becoming wrong.

**Never more than** (``Hindsight``). Let D be the cards that have left the top of the stack, drawn or looked at:
the first |D| cards of the shuffle, whatever was done, until the stack runs out. Two plays that saw
the same D know the same about the rest. ``payoff(D)`` is at least what any play that saw just D can end with:

* it pays only for those of D that free cards, "+cards", exchanges, "below the stack" (one card each) and sorts
  (three) leave over, even where such an ability came after the payment;
* a card destroyed, exchanged, buried or sorted away is a card of D whose value and harm do not count. As many are
  left out as those abilities could take, and the worst ones: the total never falls when a card below 0 or a harm
  leaves, nor when a value rises (without the highest value it is the least of sums; doubling takes the greatest);
* every double and "step −1" counts, a copy for whatever helps most, and "stop" does not stop.

So no play is worth more than ending this process at its best moment. When the stack runs out, the discard pile
and the next aging card go on as a second stack, if no card of the fight could exchange, bury or sort;
otherwise the fight counts as won, and for life as ended with the most life.

**Never less than** (``Simple``). A real player: free cards, then "+cards", then exchanges of the lowest plain
card, then copies as "+cards" or exchanges, then payment (before the exchanges where only winning counts). He may
stop at any moment and picks the best. He never sorts or buries, lets "stop" end his free cards, and stops
when the stack runs out. All this is legal, so best play is worth at least as much. Where he is simplified
it is to his harm: he gains no more life than he had room for at the start, and minds all harm of his table.

Also never less: the exact value of the fight in which some abilities are not used (``without``), which is
the same fight with fewer legal actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import factorial
from time import monotonic
from typing import Any

from rulebooks.core.chance import Bag, Pile, deal
from rulebooks.core.graph import Goal, Graph, Stopped, TooLarge, collector_paused
from rulebooks.core.result import Bracket
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, FridayCard, most_life
from rulebooks.friday.fights import Fighting, Lying, one_drawn, price
from rulebooks.friday.questions import card as own_card
from rulebooks.friday.questions import riddance

BITS, FULL = 7, 127  # of a count in a state
RECYCLES = (*EXCHANGES, "below the stack", "sort 3")
DRAWN = {**CARDS, **EXCHANGES, "below the stack": 1, "sort 3": 3}  # cards of the stack an ability can bring to light
TAKEN = {**EXCHANGES, "below the stack": 1, "sort 3": 3, "destroy": 1}  # cards it can take off the table
Kind = tuple[int, str]  # value and ability
DOWN = "face down"


class Unsuited(ValueError):
    """A process does not speak of this kind of fight."""


class Process:
    """Cards drawn one after the other. A state is one whole number: fields, the stack, the table."""

    fields: tuple[str, ...] = ("left", "era")

    def __init__(self, f: Fighting, goal: str) -> None:
        if f.phase != "fight" or f.pending or f.eased:
            raise Unsuited("not between two actions of a fight")
        if len(f.stack.layers) > 1 or any(not isinstance(layer, Bag) for layer in f.stack.layers):
            raise Unsuited("the order of the stack is known in part")
        self.f, self.c, self.wins = f, f.challenge, goal == "win"
        self.price, self.most = price(f), max(most_life(f.setup), f.life)
        self.before = f.challenge.life - f.life  # life lost so far
        self.lost = -(f.challenge.life + 1)  # what a lost game counts for “life”
        every = [*f.stack, *f.discard, *f.aging, *(c.card for c in f.cards)]
        if len(every) + f.challenge.free > FULL - 20 or sum(_amount(c) for c in every) > FULL - 40:
            raise Unsuited("too many cards")
        kinds = sorted({kind_of(c) for c in every} | {_lying(c) for c in f.cards})
        self.kinds, self.at = kinds, {k: i for i, k in enumerate(kinds)}
        self.field = {name: 1 << BITS * i for i, name in enumerate(self.fields)}
        self.place = {name: BITS * i for i, name in enumerate(self.fields)}
        self.stack_at = BITS * len(self.fields)
        self.table_at = self.stack_at + BITS * len(kinds)
        self.draws = [
            (self.stack_at + BITS * i, self.gain(k) + self.on_table(k) - self.in_stack(k)) for i, k in enumerate(kinds)
        ]
        self.payoffs: dict[int, int | None] = {}

    def in_stack(self, kind: Kind) -> int:
        """What a card in the stack adds to a state."""
        return (1 << self.stack_at + BITS * self.at[kind]) + self.field["left"]

    def on_table(self, kind: Kind) -> int:
        """What a card on the table adds to a state."""
        return 1 << self.table_at + BITS * self.at[kind]

    def gain(self, kind: Kind) -> int:
        """What else a card brings when it is drawn."""
        return 0

    def get(self, s: int, name: str) -> int:
        """A field of a state."""
        return s >> self.place[name] & FULL

    def table(self, s: int) -> list[tuple[int, str, int]]:
        """(value, ability, how many) of the cards on the table."""
        out, s = [], s >> self.table_at
        for v, a in self.kinds:
            if s & FULL:
                out.append((v, a, s & FULL))
            s >>= BITS
        return out

    def stop(self, s: int) -> int | None:
        """What stopping here is worth; None where one may not stop."""
        raise NotImplementedError

    def go_on(self, s: int) -> tuple[int, int] | None:
        """What the next card costs, and the state it is drawn from; None where none can be drawn."""
        raise NotImplementedError

    def kids(self, s: int) -> list[tuple[int, int]]:
        """How many ways to draw each card of the stack, and the state after it."""
        return [(s >> sh & FULL, s + d) for sh, d in self.draws if s >> sh & FULL]

    def run_out(self, s: int) -> list[tuple[int, int]] | int | None:
        """A card is wanted and the stack is empty: (weight, state) after a shuffle, a bound, or None for "stop"."""
        return None


def kind_of(c: FridayCard) -> Kind:
    """What of a card matters."""
    return (c.value or 0, c.ability or "")


def _amount(c: FridayCard) -> int:
    return DRAWN.get(c.ability or "", 0) + LIFE.get(c.ability or "", 0)


# One process, solved ----------------------------------------------------------------------------
def run(p: Process, start: int, cut: int | None, stop: Callable[[], bool]) -> tuple[Fraction, int]:
    """The value of stopping a process at its best moment, and how many states that took.

    ``cut``: what a state counts that was not looked into when ``stop`` said so; None: what stopping there is worth.
    """
    levels, ahead = _forward(p, start, stop)
    size, n1 = p.get(start, "left"), len(p.f.discard) + 1
    aging = sum(deal(p.f.aging).values()) if len(p.f.aging) else 1
    fact = [factorial(i) for i in range(max(size, n1) + 1)]
    scale = (aging * factorial(n1), 1)  # of the eras before and after a shuffle
    worst = p.lost * 9 - 10**6
    known: dict[int, int] = {}
    for level in reversed(levels):
        for s in level:
            unit = fact[p.get(s, "left")] * scale[min(1, p.get(s, "era"))]
            here = p.stop(s)
            best = worst * unit if here is None else here * unit
            way = ahead.get(s, ())
            if way == ():  # not looked into
                known[s] = best if cut is None else max(best, cut * unit)
                continue
            if way is not None:
                cost, kids, bound = way
                value = bound * unit if bound is not None else sum(w * known[t] for w, t in kids)
                best = max(best, value - cost * unit)
            known[s] = best
    return Fraction(known[start], fact[size] * scale[0]), len(known)


Way = tuple[int, list[tuple[int, int]], int | None]


def _forward(p: Process, start: int, stop: Callable[[], bool]) -> tuple[list[list[int]], dict[int, Any]]:
    """All states, a level for each card drawn, and what going on from each leads to, until told to stop."""
    levels, ahead, count = [[start]], dict[int, Any](), 0
    while levels[-1]:
        after: dict[int, None] = {}
        for s in levels[-1]:
            count += 1
            if not count & 255 and stop():
                levels.append(list(after))
                return levels, ahead
            if p.wins and p.stop(s) == 1:
                ahead[s] = None
                continue
            way = p.go_on(s)
            if way is None:
                ahead[s] = None
                continue
            cost, t = way
            if p.get(t, "left"):
                kids = p.kids(t)
                ahead[s] = (cost, kids, None)
            else:
                out = p.run_out(t)
                if out is None or isinstance(out, int):
                    ahead[s] = None if out is None else (cost, [], out)
                    continue
                # a shuffle and the draw after it are one step
                kids = [(w * n, v) for w, u in out for n, v in p.kids(u)]
                ahead[s] = (cost, kids, None)
            for _, u in kids:
                after[u] = None
        levels.append(list(after))
    return levels, ahead


# Never more than ----------------------------------------------------------------------------------
class Hindsight(Process):
    """The player decides everything but when to stop after he has seen the cards."""

    def __init__(self, f: Fighting, goal: str) -> None:
        super().__init__(f, goal)
        self.read = f.setup.options.highest_zero == "before doubling"
        here = [*f.stack, *f.discard, *(deal(f.aging) if len(f.aging) else ()), *(c.card for c in f.cards)]
        o = f.setup.options
        self.recycles = any(c.ability in RECYCLES for c in here)
        self.recycles = self.recycles or o.aging_exhausted != "lose" or o.draw_from_nothing
        self.laid = len(f.cards)  # lying from the start, used and face-down ones too
        self.spent = [c.card.ability for c in f.cards if c.used and not c.down and c.card.ability]
        self.fresh = sum(self.on_table(_lying(c)) for c in f.cards)
        self.start = self.fresh + sum(self.in_stack(kind_of(c)) for c in f.stack)
        self.size = len(f.stack)
        self.again = len(f.discard) + 1
        self.can_stop = one_drawn(f)
        self.cap = FULL if self.c.pay is None else self.c.pay - f.paid
        self.capacities: dict[int, tuple[int, int]] = {}
        self.optimistic = 1 if self.wins else self.most - self.c.life

    def drawn(self, s: int) -> int:
        """How many cards left the top of the stack."""
        left = self.get(s, "left")
        return self.size + self.again - left if self.get(s, "era") else self.size - left

    def stop(self, s: int) -> int | None:
        if s == self.start and not self.can_stop:
            return None
        found = self.payoffs.get(s)
        if found is None:
            found = self.payoffs[s] = self.payoff(s)
        return found

    def means(self, s: int) -> tuple[int, int, int, int, int]:
        """Free cards in all, life to gain, copies, and the most that one copy can draw, or gain."""
        draws, life, copies, most, gain = self.f.free, 0, 0, 0, 0
        for a in self.spent:
            most, gain = max(most, DRAWN.get(a, 0)), max(gain, LIFE.get(a, 0))
        for _, a, n in self.table(s):
            if a in DRAWN:
                draws, most = draws + DRAWN[a] * n, max(most, DRAWN[a])
            elif a in LIFE:
                life, gain = life + LIFE[a] * n, max(gain, LIFE[a])
            elif a == "copy":
                copies += n
        return draws, life, copies, most, gain

    def payable(self, life: int) -> int:
        """How many cards so much life can pay for."""
        return min(self.cap, (self.f.life + life) // self.price)

    def go_on(self, s: int) -> tuple[int, int] | None:
        draws, life, copies, most, gain = self.means(s)
        able = max(draws + x * most + self.payable(life + (copies - x) * gain) for x in range(copies + 1))
        return (0, s) if self.drawn(s) < able else None

    def run_out(self, s: int) -> list[tuple[int, int]] | int | None:
        if self.recycles:
            return self.optimistic
        if self.get(s, "era") or not self.f.discard:
            return None
        if not len(self.f.aging):
            return None if self.wins else self.lost
        pile = sum(self.in_stack(kind_of(c)) for c in self.f.discard) + self.field["era"]
        return [(w, s + pile + self.in_stack(kind_of(c))) for c, w in deal(self.f.aging).items()]

    def payoff(self, s: int) -> int:
        """The most that any play which saw these cards can end with."""
        taken = doubles = steps = scared = 0
        take = most_taken = 0
        up: list[int] = []
        bad: list[int] = []
        hurts: list[int] = []
        doublers: list[int] = []
        table = self.table(s)
        for a in self.spent:
            most_taken = max(most_taken, TAKEN.get(a, 0))
        for v, a, n in table:
            if v > 0:
                up += [v] * n
            elif v < 0:
                bad += [v] * n
            if a in TAKEN:
                taken, most_taken = taken + TAKEN[a] * n, max(most_taken, TAKEN[a])
            elif a == "double":
                doubles, doublers = doubles + n, [*doublers, v]
            elif a == "step -1":
                steps += n
            elif a == "highest = 0":
                scared += n
            elif a in HARM:
                hurts += [HARM[a]] * n
        up.sort(reverse=True)
        bad.sort()
        hurts.sort(reverse=True)
        draws, life, copies, most, gain = self.means(s)
        # a fight against a pirate can be lost on purpose, where winning it would cost more
        drawn, best = self.drawn(s), self.lost if self.c.pirate and not self.wins else self.worst
        can_double = doubles > 0 or "double" in self.spent
        can_step = steps > 0 or "step -1" in self.spent
        lone = doublers[0] if doubles == 1 and not self.spent else None
        needs, total = self.c.needs, sum(up) + sum(bad)
        if not self.read:
            scared = 0
        for x in range(copies + 1):  # copies that draw or take
            for y in range(copies - x + 1 if gain else 1):  # that gain life
                gains = life + y * gain
                paid = max(0, drawn - draws - x * most)
                if paid > self.payable(gains):
                    continue
                for z in range(copies - x - y + 1 if can_step else 1):
                    rest = copies - x - y - z if can_double else 0
                    need = needs[min(steps + z, len(needs) - 1)]
                    take = taken + x * most_taken
                    for zap in (0, scared) if 0 < scared <= take else (0,):
                        for b in range(min(len(hurts), take - zap) + 1):
                            points = total - sum(bad[: take - zap - b])
                            points += bonus(up, doubles + rest, scared > zap, lone)
                            points = self.pirate_points(points, up, doubles + rest, drawn)
                            end = self.f.life + gains - self.price * paid - sum(hurts[b:])
                            best = max(best, self.worth(points - need, min(end, self.most)))
        return best

    @property
    def worst(self) -> int:
        """What nothing counts."""
        return 0 if self.wins else -(10**6)

    def pirate_points(self, points: int, up: list[int], doubles: int, drawn: int) -> int:
        """The total against a pirate with a rule of its own."""
        if self.c.pirate_rule == "each_card_plus_1":
            return points + self.laid + drawn
        if self.c.pirate_rule == "half_count":
            return sum(up[: (self.laid + drawn + 1) // 2]) + sum(up[:doubles])
        return points

    def worth(self, over: int, life: int) -> int:
        """What a fight is worth that ends so far over the value, with so much life."""
        if self.wins:
            return int(over >= 0 and life >= 0)
        if self.c.pirate and over < 0:
            return self.lost
        return life + min(0, over) - self.c.life


def bonus(up: list[int], doubles: int, scared: bool, lone: int | None) -> int:
    """What doubling adds, less what "highest = 0" takes; ``lone``: the value of the only card that doubles."""
    if not up:
        return 0
    gone = up[0] if scared else 0
    if not doubles:
        return -gone
    if doubles > 1 or lone is None:
        return sum(up[1 : doubles + 1] if scared else up[:doubles]) - gone
    others = list(up)
    if lone > 0:
        others.remove(lone)
    if scared and lone < up[0]:
        others.pop(0)
    return (others[0] if others else 0) - gone


def _lying(c: Lying) -> Kind:
    """A card on the table at the start: a used one is plain, a face-down one is a plain 0."""
    if c.down:
        return (0, DOWN)
    harmful = c.ability in HARM or c.ability in ("stop", "highest = 0")
    return (c.value, c.ability or "") if harmful or not c.used else (c.value, "")


# Never less than ----------------------------------------------------------------------------------
class Simple(Process):
    """A player with few ideas, all of them legal: the order of the docstring, stopping when it is best."""

    fields = ("left", "era", "free", "extra", "life", "one", "two", "second", "copies")

    def __init__(self, f: Fighting, goal: str) -> None:
        super().__init__(f, goal)
        o = f.setup.options
        if self.c.pirate_rule == "half_count" or o.double_stays or not o.copy_hits_copied:
            raise Unsuited("a reading this player does not know")
        if o.highest_zero != "before doubling" or o.zero_each or any(c.doubled for c in f.cards):
            raise Unsuited("a reading this player does not know")
        if not o.free_first or o.face_up_only or o.recount_aging:
            raise Unsuited("a reading this player does not know")
        self.cap = self.c.pay is not None
        life = f.life if self.c.pay is None else min(f.life, (self.c.pay - f.paid) * self.price)
        every = [*f.stack, *(c.card for c in f.cards)]
        self.harm = sum(HARM.get(c.ability or "", 0) for c in every)
        self.careful = f.life - life < self.harm
        self.room = max(0, self.most - f.life)
        self.can_stop, self.laid = one_drawn(f), len(f.cards)
        # cards that lie there already count and may be exchanged, their abilities are not used but for +cards and such
        self.start = (
            sum(self.on_table(_lying(c)) + (0 if c.used or c.down else self.gain(_lying(c))) for c in f.cards)
            + sum(self.in_stack(kind_of(c)) for c in f.stack)
            + f.free * self.field["free"]
            + life * self.field["life"]
        )
        if any(c.left and c.ability == "stop" for c in f.cards):
            self.start -= f.free * self.field["free"]
        stops = [i for i, (_, a) in enumerate(self.kinds) if a == "stop"]
        self.stops = {self.stack_at + BITS * i for i in stops}
        soft = [(v - 2 * (a != ""), v, i) for i, (v, a) in enumerate(self.kinds) if a in ("", "highest = 0", *HARM)]
        self.targets = [(v if rank == v else rank, i) for rank, v, i in sorted(soft)]
        every += [*f.discard, *f.aging]
        self.worst = 0 if self.wins else -self.c.life - max(1, sum(HARM.get(c.ability or "", 0) for c in every))

    def gain(self, kind: Kind) -> int:
        a = kind[1]
        if a in CARDS:
            return CARDS[a] * self.field["extra"]
        if a in LIFE and self.c.pay is None:
            return LIFE[a] * self.field["life"]
        return {"exchange": self.field["one"], "exchange 2": self.field["two"], "copy": self.field["copies"]}.get(a, 0)

    def kids(self, s: int) -> list[tuple[int, int]]:
        free = self.get(s, "free") * self.field["free"]
        if not free or not self.stops:
            return super().kids(s)
        return [(s >> sh & FULL, s + d - (free if sh in self.stops else 0)) for sh, d in self.draws if s >> sh & FULL]

    def go_on(self, s: int) -> tuple[int, int] | None:
        f, get = self.field, self.get
        if get(s, "second"):
            s -= f["second"]
            t = self.exchange(s)
            if t is not None:
                return 0, t
        if get(s, "free"):
            return 0, s - f["free"]
        if get(s, "extra"):
            return 0, s - f["extra"]
        paying = get(s, "life") >= self.price
        if paying and self.wins:  # a win has no price
            return 0, s - self.price * f["life"]
        t = self.exchange(s)
        if t is not None:
            if get(s, "one"):
                return 0, t - f["one"]
            if get(s, "two"):
                return 0, t - f["two"] + f["second"]
        if get(s, "copies"):
            there = {a for _, a, _ in self.table(s)}
            cards = max((CARDS[a] for a in there if a in CARDS), default=0)
            if cards > 1 or (cards and t is None):
                return 0, s - f["copies"] + (cards - 1) * f["extra"]
            if t is not None and "exchange 2" in there:
                return 0, t - f["copies"] + f["second"]
            if t is not None and "exchange" in there:
                return 0, t - f["copies"]
            if cards:
                return 0, s - f["copies"] + (cards - 1) * f["extra"]
        return (self.price, s - self.price * f["life"]) if paying else None

    def exchange(self, s: int) -> int | None:
        """The state without the card he would exchange: the worst one, and for life no good one."""
        for value, i in self.targets:
            if s >> self.table_at + BITS * i & FULL:
                return s - (1 << self.table_at + BITS * i) if self.wins or value <= 0 else None
        return None

    def stop(self, s: int) -> int | None:
        if s == self.start and not self.can_stop:
            return None
        found = self.payoffs.get(s)
        if found is None:
            found = self.payoffs[s] = self.payoff(s)
        return found

    def payoff(self, s: int) -> int:
        """What he can really end with: doubling, destroying and "step −1", and copies of these, at their best."""
        doubles = steps = scared = life = gain = take = cards = 0
        up: list[int] = []
        bad: list[int] = []
        hurts: list[int] = []
        lone = None
        total = 0
        for v, a, n in self.table(s):
            cards, total = cards + n, total + v * n
            if v > 0:
                up += [v] * n
            elif v < 0 and a not in ("destroy", "copy"):
                bad += [v] * n
            if a == "destroy":
                take += n
            elif a == "double":
                doubles, lone = doubles + n, v
            elif a == "step -1":
                steps += n
            elif a == "highest = 0":
                scared += n
            elif a in HARM:
                hurts += [HARM[a]] * n
            elif a in LIFE:
                life, gain = life + LIFE[a] * n, max(gain, LIFE[a])
        up.sort(reverse=True)
        bad.sort()
        hurts.sort(reverse=True)
        total += cards if self.c.pirate_rule == "each_card_plus_1" else 0
        copies, needs, best = self.get(s, "copies"), self.c.needs, -(10**6)
        lone = lone if doubles == 1 else None
        top = len(needs) - 1 if self.f.setup.options.step_stacks else min(1, len(needs) - 1)
        for x in range(copies + 1 if doubles else 1):
            for y in range(copies - x + 1 if take else 1):
                for z in range(copies - x - y + 1 if steps else 1):
                    need, d = needs[min(steps + z, top)], take + y
                    gains = life + gain * (copies - x - y - z)
                    for zap in (0, scared) if 0 < scared <= d else (0,):
                        for b in range(min(len(hurts), d - zap) + 1):
                            points = total - sum(bad[: d - zap - b])
                            points += bonus(up, doubles + x, scared > zap, lone if not x else None)
                            best = max(best, self.worth(s, points - need, sum(hurts[b:]), gains))
        return best

    def worth(self, s: int, over: int, harm: int, gains: int) -> int:
        """What he ends with, life paid aside: so far over the value, so much harm, so much life gained."""
        if self.wins:
            return int(over >= 0 and (not self.careful or self.get(s, "life") >= harm))
        if self.c.pirate and over < 0:
            return self.worst
        return min(0, over) - harm + min(gains, self.room) - self.before


# The bracket --------------------------------------------------------------------------------------
def without(f: Fighting, abilities: tuple[str, ...]) -> Fighting:
    """The same fight in which some abilities are never used: their cards are plain ones of the same value."""

    def plain(c: FridayCard) -> FridayCard:
        return own_card(c.value or 0, None, c.aging) if c.ability in abilities else c

    def bag(cards: Bag[FridayCard]) -> Bag[FridayCard]:
        return Bag([plain(c) for c in cards])

    layers = tuple(bag(x) if isinstance(x, Bag) else replace(x, face=plain(x.face)) for x in f.stack.layers)
    cards = Bag([Lying(plain(c.card), c.left, c.used, c.down, c.doubled) for c in f.cards])
    return replace(f, stack=Pile(layers), discard=bag(f.discard), cards=cards)


class Clock:
    """How much of a budget of seconds is left."""

    def __init__(self, seconds: float) -> None:
        self.end = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, 0 at least."""
        return max(0.0, self.end - monotonic())

    def until(self, share: float) -> Callable[[], bool]:
        """Whether a share of what is left now is used up."""
        at = monotonic() + share * self.left
        return lambda: monotonic() > at


class Narrowing:
    """A bracket under way: bounds of a goal's expectation that only ever move towards each other."""

    def __init__(self, f: Fighting, goal: Goal, seconds: float) -> None:
        self.f, self.goal, self.clock = f, goal, Clock(seconds)
        self.low, self.high = anyhow(f, goal)
        self.lower, self.upper = "playing anyhow", "what the cards could give at most"

    def closed(self) -> bool:
        """Whether the bounds meet."""
        return self.low >= self.high

    def at_least(self, value: Fraction, by: str) -> None:
        """A way to play that is worth so much."""
        if value > self.low:
            self.low, self.lower = min(value, self.high), by

    def at_most(self, value: Fraction, by: str) -> None:
        """Nothing is worth more."""
        if value < self.high:
            self.high, self.upper = max(value, self.low), by

    def exact(self, share: float) -> None:
        """The whole answer, if it comes within a share of the time left."""
        value = exactly(self.f, self.goal, self.clock, share)
        if value is not None:
            self.low = self.high = value

    def narrow(self) -> None:
        """Bounds, cheap ones first, until they meet or the time is over."""
        self.exact(0.3)
        name = self.goal.name if self.goal.name == "life" else "win"
        if self.closed() or self.goal.name.startswith("learn"):
            return
        for share, kind, by in ((0.45, Hindsight, SEEN), (0.6, Simple, PLAIN)):
            try:
                p = kind(self.f, name)
            except Unsuited:
                continue
            over = isinstance(p, Hindsight)
            value, _ = run(p, p.start, p.optimistic if isinstance(p, Hindsight) else None, self.clock.until(share))
            (self.at_most if over else self.at_least)(value, by)
            if self.closed():
                return
        here = {c.ability for c in (*self.f.stack, *self.f.discard, *(c.card for c in self.f.cards))}
        unused = [(*RECYCLES, "copy"), RECYCLES, ("below the stack", "sort 3")]
        for some in [x for x in unused if here & set(x)]:
            worth = exactly(without(self.f, some), self.goal, self.clock, 0.4)
            if worth is not None:
                self.at_least(worth, f"best play without {', '.join(a for a in some if a in here)}")
        if not self.closed():
            self.exact(1)


SEEN = "choices made after the cards are seen"
PLAIN = "drawing, then exchanging the lowest card, then copies"
RATE = 40_000  # states of the fast solver a second


def exactly(f: Fighting, goal: Goal, clock: Clock, share: float) -> Fraction | None:
    """The exact expectation of a goal under best play, or None where it does not come in time."""
    from rulebooks import friday
    from rulebooks.fast import friday as fast

    if not clock.left:
        return None
    limit = int(share * clock.left * RATE) + 1
    try:
        if fast.solver_for(f, goal, limit) is not None:
            return fast.fight_value(f, goal, limit)[0]
        graph = Graph(friday, f, stop=clock.until(share))
        return graph.solve(goal.terms[0]).value()[0]
    except (TooLarge, Stopped):
        return None


def anyhow(f: Fighting, goal: Goal) -> tuple[Fraction, Fraction]:
    """Bounds that need no play: what every way to play is worth at least, and none more than."""
    every = [*f.stack, *f.discard, *f.aging, *(c.card for c in f.cards)]
    start, options = f.challenge.life, f.setup.options
    harm = sum(HARM.get(c.ability or "", 0) for c in every)
    short = f.challenge.needs[0] + 2 * sum(max(0, -(c.value or 0)) for c in every)
    short += 2 * f.challenge.aging * options.recount_aging
    # all life there is, every payment, the greatest shortfall, all harm; or all life and one more
    worst, most = -max(start + short + harm, start + 1 + harm), max(most_life(f.setup), f.life) - start
    if goal.name == "life":
        return Fraction(worst), Fraction(most)
    if goal.name.startswith("learn"):
        win, life, removed = (int(n) for n in (goal.name.split()[1:] or (3, 1, 1)))
        good = sum(max(0, riddance(c)) for c in every)
        bad = sum(min(0, riddance(c)) for c in every)
        return Fraction(life * worst + removed * bad), Fraction(win + life * most + removed * good)
    return Fraction(0), Fraction(1)


def bracket(f: Fighting, goal: Goal, seconds: float = 1.0) -> Bracket:
    """Two proved bounds of what best play for a goal is worth; equal ones are the exact answer.

    "win": the chance to win. "life": the life points lost on average, the fewest first. The more time, the closer.
    """
    n = Narrowing(f, goal, seconds)
    with collector_paused():
        n.narrow()
    what = f"best play for “{goal.name}”"
    if goal.name == "life":  # fewer is better
        return Bracket(-n.high, -n.low, "life lost", n.upper, n.lower, what)
    return Bracket(n.low, n.high, goal.unit, n.lower, n.upper, what)
