"""Brackets for Friday's fights: two proved bounds where an exact answer does not fit.

Never more than the value of a process in which the player chooses in hindsight (``friday_hindsight.py``); never less
than what a simple player gets (``friday_simple.py``), nor than the exact value of the fight in which
some abilities are not used (``without``): the same fight with fewer legal actions. Where they
meet, that is the exact answer. Proofs stand in those files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from time import monotonic

from rulebooks.core.chance import Bag, Pile
from rulebooks.core.graph import Goal, Graph, Stopped, TooLarge, collector_paused
from rulebooks.core.result import Bracket
from rulebooks.fast.friday_hindsight import Hindsight
from rulebooks.fast.friday_process import Process, Unsuited, run
from rulebooks.fast.friday_simple import Plain, Simple
from rulebooks.friday.contents import EXCHANGES, HARM, FridayCard, most_life
from rulebooks.friday.fights import Fighting, Lying
from rulebooks.friday.questions import card as own_card
from rulebooks.friday.questions import riddance

RECYCLES = (*EXCHANGES, "below the stack", "sort 3")


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
    """How much of a budget of seconds is left. ``now``: what tells the time."""

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.now, self.end = now, now() + seconds

    @property
    def left(self) -> float:
        """Seconds left, 0 at least."""
        return max(0.0, self.end - self.now())

    def until(self, share: float) -> Callable[[], bool]:
        """Whether a share of what is left now is used up."""
        at = self.now() + share * self.left
        return lambda: self.now() > at


class Narrowing:
    """A bracket under way: bounds of a goal's expectation that only ever move towards each other."""

    def __init__(self, f: Fighting, goal: Goal, clock: Clock, walks: bool = True) -> None:
        self.f, self.goal, self.clock, self.walks = f, goal, clock, walks
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
        value = exactly(self.f, self.goal, self.clock, share, self.walks)
        if value is not None:
            self.low = self.high = value

    def narrow(self) -> None:
        """Bounds, cheap ones first, until they meet or the time is over."""
        from rulebooks.fast import friday as fast

        name = self.goal.name if self.goal.name == "life" else "win"
        if self.goal.name.startswith("learn"):
            self.exact(1)
            return
        if fast.solver_for(self.f, self.goal) is not None:
            self.exact(0.5)
        if self.closed():
            return
        for share, kind, by in RUNGS:
            try:
                p = kind(self.f, name)
            except Unsuited:
                continue
            value, _ = run(p, self.clock.until(share))
            (self.at_most if issubclass(kind, Hindsight) else self.at_least)(value, by)
            if self.closed():
                return
        here = {c.ability for c in (*self.f.stack, *self.f.discard, *(c.card for c in self.f.cards))}
        unused = [(*RECYCLES, "copy"), RECYCLES, ("below the stack", "sort 3")]
        for some in [x for x in unused if here & set(x)]:
            worth = exactly(without(self.f, some), self.goal, self.clock, 0.4, self.walks)
            if worth is not None:
                self.at_least(worth, f"best play without {', '.join(a for a in some if a in here)}")
        if not self.closed():
            self.exact(1)


RUNGS: tuple[tuple[float, type[Process], str], ...] = (  # cheap ones first, with their share of the time left
    (0.2, Plain, "drawing and paying alone"),
    (0.45, Hindsight, "choices made after the cards are seen"),
    (0.6, Simple, "drawing, then exchanging the lowest card, then copies"),
)
RATE = 40_000  # states of the fast solver a second, where time is counted in states


def exactly(f: Fighting, goal: Goal, clock: Clock, share: float, walks: bool = True) -> Fraction | None:
    """The exact expectation of a goal under best play, or None where it does not come in time.

    ``walks``: whether the rules are walked where the fast solver does not speak of the fight.
    """
    from rulebooks import friday
    from rulebooks.fast import friday as fast

    if not clock.left:
        return None
    limit = fast.LIMIT if walks else int(share * clock.left * RATE) + 1
    try:
        solver = fast.solver_for(f, goal, limit)
        if solver is not None:
            solver.stop = clock.until(share)
            if solver.guide is None or goal.name not in ("win", "win, then life"):
                return solver.terms_of(solver.worth(f))[0]
            solver.guide.stop = solver.stop  # the chance to win alone is quicker found
            return solver.guide.chance(f)
        if not walks:
            return None
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


def bracket(
    f: Fighting, goal: Goal, seconds: float = 1.0, now: Callable[[], float] = monotonic, *, walks: bool = True
) -> Bracket:
    """Two proved bounds of what best play for a goal is worth; equal ones are the exact answer.

    "win": the chance to win. "life": the life points lost on average, the fewest first. The more time, the closer.
    """
    n = Narrowing(f, goal, Clock(seconds, now), walks)
    with collector_paused():
        n.narrow()
    what = f"best play for “{goal.name}”"
    if goal.name == "life":  # fewer is better
        return Bracket(-n.high, -n.low, "life lost", n.upper, n.lower, what)
    return Bracket(n.low, n.high, goal.unit, n.lower, n.upper, what)


def glance(f: Fighting, goal: Goal) -> Bracket:
    """A quick bracket that is the same on every machine: its time is counted in states, about half a second of them."""
    ticks = count()
    return bracket(f, goal, 0.5, lambda: next(ticks) / 200, walks=False)
