"""A Friday fight as cards drawn one after the other, where at each state one may stop: what both bounds run on.

``Process`` is what ``friday_hindsight.py`` (never too little) and ``friday_simple.py`` (never too much) have in
common. ``run`` finds the value of stopping at the best moment: states forwards, a level for each card,
then whole numbers backwards. It can be cut short: a state not looked into counts what ``unseen`` says,
so that a bound stays one.

An era is a part of the stack: known cards and shuffled ones lie in parts of their own, and the last era is the
discard pile, shuffled with the next aging card.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, FridayCard, most_life
from rulebooks.friday.fights import Fighting, Lying, price

BITS, FULL = 7, 127  # of a count in a state
DRAWN = {**CARDS, **EXCHANGES, "below the stack": 1, "sort 3": 3}  # cards of the stack an ability can bring to light
Kind = tuple[int, str]  # value and ability
DOWN = "face down"


class Unsuited(ValueError):
    """A process does not speak of this kind of fight."""


class Process:
    """Cards drawn one after the other. A state is one whole number: fields, the stack, the table."""

    start: int
    fields: tuple[str, ...] = ("left", "era")
    idle: tuple[str, ...] = ()  # abilities that change nothing for this player
    idle_if_ample: tuple[str, ...] = ()

    def __init__(self, f: Fighting, goal: str) -> None:
        if f.phase != "fight" or f.pending or f.eased:
            raise Unsuited("not between two actions of a fight")
        self.f, self.c, self.wins = f, f.challenge, goal == "win"
        self.price, self.most = price(f), max(most_life(f.setup), f.life)
        self.before = f.challenge.life - f.life  # life lost so far
        self.lost = -(f.challenge.life + 1)  # what a lost game counts for “life”
        every = [*f.stack, *f.discard, *f.aging, *(c.card for c in f.cards)]
        if len(every) + f.challenge.free > FULL - 20 or sum(_amount(c) for c in every) > FULL - 40:
            raise Unsuited("too many cards")
        # an era for each part of the stack whose order is unknown or known, and one for the shuffled discard pile
        self.parts: list[Bag[FridayCard]] = [x if isinstance(x, Bag) else Bag([x.face]) for x in f.stack.layers]
        self.parts = self.parts or [Bag()]
        self.last = len(self.parts)
        self.again = len(f.discard) + 1  # cards of the shuffled pile, at most
        self.cap = FULL if self.c.pay is None else self.c.pay - f.paid
        self.harm = sum(HARM.get(c.ability or "", 0) for c in every)
        # life for every card there is, and for all harm: then only what the cards are matters to a win
        pays = f.life - self.harm >= self.price * (len(every) + 1) and self.cap > len(every)
        self.ample = self.wins and pays
        kinds = sorted({self.see(c) for c in every} | {self.lying(c) for c in f.cards})
        self.kinds, self.at = kinds, {k: i for i, k in enumerate(kinds)}
        self.field = {name: 1 << BITS * i for i, name in enumerate(self.fields)}
        self.place = {name: BITS * i for i, name in enumerate(self.fields)}
        self.stack_at = BITS * len(self.fields)
        self.table_at = self.stack_at + BITS * len(kinds)
        self.draws = [
            (self.stack_at + BITS * i, self.gain(k) + self.on_table(k) - self.in_stack(k)) for i, k in enumerate(kinds)
        ]
        self.payoffs: dict[int, int | None] = {}

    def see(self, c: FridayCard) -> Kind:
        """What of a card matters here: its value, and its ability where that can change anything."""
        a = c.ability or ""
        if a in self.idle or (a == "step -1" and len(self.c.needs) == 1):
            a = ""
        if self.ample and (a in CARDS or a in LIFE or a in HARM or a == "stop" or a in self.idle_if_ample):
            a = ""
        return (c.value or 0, a)

    def part(self, i: int) -> int:
        """What a part of the stack adds to a state when its turn comes."""
        return sum(self.in_stack(self.see(c)) for c in self.parts[i]) + (self.field["era"] if i else 0)

    def lying(self, c: Lying) -> Kind:
        """The same of a card on the table at the start: a used one is plain, a face-down one counts nothing."""
        if c.down:
            return (0, DOWN)
        harmful = c.ability in HARM or c.ability in ("stop", "highest = 0")
        return self.see(c.card) if harmful or not c.used else (c.value, "")

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

    def unseen(self, s: int) -> int | None:
        """A bound of going on from a state that was not looked into; None: of stopping alone."""
        return None

    def run_out(self, s: int) -> list[tuple[int, int]] | int | None:
        """A card is wanted and the stack is empty: (weight, state) after a shuffle, a bound, or None for "stop"."""
        return None


def _amount(c: FridayCard) -> int:
    return DRAWN.get(c.ability or "", 0) + LIFE.get(c.ability or "", 0)


# One process, solved ----------------------------------------------------------------------------
def run(p: Process, stop: Callable[[], bool]) -> tuple[Fraction, int]:
    """The value of stopping a process at its best moment, and how many states that took.

    A state that was not looked into when ``stop`` said so counts what ``unseen`` says.
    """
    start = p.start
    levels, ahead = _forward(p, start, stop)
    aging = sum(deal(p.f.aging).values()) if len(p.f.aging) else 1
    sizes = [len(part) for part in p.parts]
    fact = [factorial(i) for i in range(max(*sizes, p.again) + 1)]
    scale = [aging * fact[p.again], 1]  # of each era: of all that may be drawn after it
    for size in reversed(sizes[1:]):
        scale.insert(0, scale[0] * fact[size])
    worst = p.lost * 9 - 10**6
    known: dict[int, int] = {}
    for level in reversed(levels):
        for s in level:
            unit = fact[p.get(s, "left")] * scale[p.get(s, "era")]
            here = p.stop(s)
            best = worst * unit if here is None else here * unit
            way = ahead.get(s, ())
            if way == ():  # not looked into
                unseen = p.unseen(s)
                known[s] = best if unseen is None else max(best, unseen * unit)
                continue
            if way is not None:
                cost, kids, bound = way
                value = bound * unit if bound is not None else sum(w * known[t] for w, t in kids)
                best = max(best, value - cost * unit)
            known[s] = best
    return Fraction(known[start], fact[sizes[0]] * scale[0]), len(known)


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
