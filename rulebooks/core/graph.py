"""The state graph: walk the rules once, then ask as many questions as you like.

States get whole numbers as they are found, so that each is hashed once an edge;
all later work is on lists of numbers. Values are unreduced pairs (numerator,
denominator) of whole numbers and become a Fraction at the edge of the kit: no
float anywhere, and no common divisor sought before it pays.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import gcd
from operator import not_
from time import monotonic
from typing import Any

from rulebooks.core import room
from rulebooks.core.chance import Weights
from rulebooks.core.game import Chance, Decision, Game, Terminal

LIMIT = room.states(1_000_000)  # states; about 1 kB each
SLICE = 4096  # states between two looks at the clock
REDUCE_AT = 512  # bits of a denominator before a common divisor is looked for

Until = Callable[[Any], bool]
Term = Callable[[Any], int | Fraction]


class TooLarge(ValueError):
    """The exact answer does not fit: says how many states were found, and the limit."""

    def __init__(self, found: int, limit: int, estimate: str = "") -> None:
        self.found, self.limit = found, limit
        super().__init__(
            f"more than {limit:,} states ({found:,} found so far{estimate}): no exact answer within the limit; "
            f"ask a smaller question, raise limit=, or use odds.sample"
            f"{f'; {room.ELSEWHERE}' if room.IN_PAGE else ''}"
        )


class Stopped(RuntimeError):
    """A long computation was stopped on request; nothing was half-done."""


@dataclass(frozen=True)
class Goal:
    """A small named function of a finished position.

    ``terms``: expectations to maximise, the first one first; each later one only
    breaks ties of those before it. A term maps an end state to a whole number or Fraction.
    ``unit`` says what the first term counts ("chance" when it is a probability), ``breaks``
    what the tie-breaks count; ``cite`` names the rule that the goal is about.
    """

    name: str
    what: str
    terms: tuple[Term, ...]
    cite: str = ""
    unit: str = ""
    breaks: tuple[str, ...] = ()

    def counts(self, term: int) -> str:
        """What a term counts: "HP", or "on tie-break 2" where the goal does not say."""
        named = (self.unit, *self.breaks)
        return named[term] if term < len(named) and named[term] else f"on tie-break {term}"


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector: the walk makes many small tuples and no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Graph:
    """All states reachable from one, compiled.

    ``states[i]`` is a state; ``kinds[i]`` is "decision", "chance" or "end"; ``kids[i]``
    the numbers of the states after each move; ``moves[i]`` the moves; ``weights[i]``
    the weights of a chance node. ``order`` lists every state after all its successors.
    """

    def __init__(
        self,
        game: Game,
        s: Any,
        until: Until | None = None,
        *,
        limit: int = LIMIT,
        progress: Callable[[str], None] | None = None,
        stop: Callable[[], bool] | None = None,
        choose: Callable[[Any, Decision], Weights] | None = None,
    ) -> None:
        self.game, self.limit = game, min(limit, room.MOST) if room.IN_PAGE else limit
        self.states: list[Any] = [s]
        self.ids: dict[Any, int] = {s: 0}
        self.kinds: list[str] = []
        self.kids: list[Sequence[int]] = []
        self.here: list[Any] = []  # actions of a decision, outcomes of a chance node
        with collector_paused():
            forward = self._walk(until, choose, progress, stop)
            self.order = self._backwards() if forward else self._sort()

    def _walk(self, until: Any, choose: Any, progress: Any, stop: Any) -> bool:
        """Find and number all states. True when no move leads to an earlier number, but to an end."""
        node, step, states, number = self.game.node, self.game.step, self.states, self.ids.setdefault
        kinds, kids, nodes = self.kinds, self.kids, self.here
        found, told, forward, limit = states.append, monotonic(), True, self.limit
        done, count, weighed = 0, 1, not room.IN_PAGE
        together = SLICE if weighed else SLICE // 32  # some games fan out by hundreds
        while done < count:
            edge = min(count, done + together)
            for i in range(done, edge):
                s = states[i]
                n: Any = None if until is not None and until(s) else node(s)
                kind = type(n)
                if kind is Chance:
                    here: Any = n.outcomes
                    kinds.append("chance")
                elif kind is not Decision:
                    if n is not None and kind is not Terminal:
                        raise TypeError(f"node() gave {n!r}: not a Decision, a Chance or a Terminal")
                    kinds.append("end")
                    kids.append(())
                    nodes.append(())
                    continue
                elif choose is None:
                    here = n.actions
                    kinds.append("decision")
                else:  # under a policy a decision is one more roll of dice
                    here = choose(s, n)
                    kinds.append("chance")
                nodes.append(here)
                row = []
                for move in here:
                    t = step(s, move)
                    j = number(t, count)
                    if j == count:
                        found(t)
                        count += 1
                    elif j <= i and (j == i or kinds[j] != "end"):
                        forward = False
                    row.append(j)
                kids.append(row)
                if count > limit:
                    waiting = f", {count - i - 1:,} of them not yet looked into"
                    raise TooLarge(count, limit, waiting + paths(self.game, states[0], until))
            done = edge
            if not weighed and count > room.FIRST:
                weighed = True
                self._weigh(count, until, choose)
            if stop is not None and stop():
                raise Stopped(f"stopped after {done:,} states")
            if progress is not None and monotonic() - told > 1:
                told = monotonic()
                progress(f"{done:,} states walked, {count - done:,} waiting")
        return forward

    def _weigh(self, count: int, until: Any, choose: Any) -> None:
        """TooLarge where a few random games already tell that the limit will be passed."""
        from rulebooks.core.sampling import pick

        def move(s: Any, game: int, depth: int) -> Any:
            n: Any = None if until is not None and until(s) else self.game.node(s)
            if type(n) is Decision:
                weights = dict.fromkeys(n.actions, 1) if choose is None else choose(s, n)
            elif type(n) is Chance:
                weights = n.outcomes
            else:
                return None
            return self.game.step(s, pick(weights, "weigh", game, depth))

        least = room.at_least(self.states[0], move)
        if least > self.limit:
            rounded = least // (unit := 10 ** (len(str(least)) - 2)) * unit
            raise TooLarge(count, self.limit, f"; at least about {rounded:,} in all, by a few random games")

    def _backwards(self) -> list[int]:
        """Ends first, then the rest from the last found to the first."""
        inner = list(compress(range(len(self.kids)), self.kids))
        inner.reverse()
        return list(compress(range(len(self.kids)), map(not_, self.kids))) + inner

    def _sort(self) -> list[int]:
        waiting = [0] * len(self.kids)
        for row in self.kids:
            for j in row:
                waiting[j] += 1
        ready, order = ([] if waiting[0] else [0]), list[int]()
        while ready:
            i = ready.pop()
            order.append(i)
            for j in self.kids[i]:
                waiting[j] -= 1
                if not waiting[j]:
                    ready.append(j)
        if len(order) < len(self.kids):
            loop = [self.states[i] for i, n in enumerate(waiting) if n][:3]
            raise ValueError(f"the states run in a circle, so no end is certain; some of them: {loop}")
        order.reverse()
        return order

    @cached_property
    def moves(self) -> list[tuple[Any, ...]]:
        """The moves of each state, in the order of its ``kids``."""
        return [tuple(here) for here in self.here]

    @cached_property
    def weights(self) -> list[tuple[int, ...]]:
        """The weights of each chance node, in the order of its ``kids``; nothing elsewhere."""
        return [
            tuple(here.values()) if kind == "chance" else () for kind, here in zip(self.kinds, self.here, strict=True)
        ]

    def __len__(self) -> int:
        return len(self.states)

    def solve(self, goal: Goal | Term) -> Solution:
        """Best play for a goal: exact values of every state, and all tied best actions."""
        return Solution(self, as_goal(goal))

    def counts(self) -> dict[str, int]:
        """How many states of each kind."""
        return {k: self.kinds.count(k) for k in ("decision", "chance", "end")}

    def to_networkx(self) -> Any:
        """A networkx.MultiDiGraph: nodes carry ``state`` and ``kind``, edges ``move`` and ``weight``."""
        import networkx as nx

        g = nx.MultiDiGraph()
        for i, s in enumerate(self.states):
            g.add_node(i, state=s, kind=self.kinds[i])
            for k, j in enumerate(self.kids[i]):
                weight = {"weight": self.weights[i][k]} if self.kinds[i] == "chance" else {}
                g.add_edge(i, j, move=self.moves[i][k], **weight)
        return g

    def to_storm(self, term: Term) -> str:
        """The graph in Storm's explicit DRN text; the term is paid on the step from an end into a sink."""
        sink = len(self)
        choices = sum(len(k) if kind == "decision" else 1 for k, kind in zip(self.kids, self.kinds, strict=True))
        lines = ["@type: MDP", "@parameters", "", "@reward_models", "goal", "@nr_states", str(sink + 1)]
        lines += ["@nr_choices", str(choices + 1), "@model"]
        for i, kind in enumerate(self.kinds):
            reward = Fraction(term(self.states[i])) if kind == "end" else Fraction(0)
            lines.append(f"state {i} [{reward}]{' init' if i == 0 else ''}")
            if kind == "decision":
                for a, j in enumerate(self.kids[i]):
                    lines += [f"\taction {a} [0]", f"\t\t{j} : 1"]
                continue
            merged = dict.fromkeys(self.kids[i] or (sink,), 0)
            for j, w in zip(self.kids[i] or (sink,), self.weights[i] or (1,), strict=True):
                merged[j] += w
            total = sum(merged.values())
            lines.append("\taction 0 [0]")
            lines += [f"\t\t{j} : {Fraction(w, total)}" for j, w in sorted(merged.items())]
        lines += [f"state {sink} [0] done", "\taction 0 [0]", f"\t\t{sink} : 1"]
        return "\n".join(lines) + "\n"


def paths(game: Game, s: Any, until: Until | None, probes: int = 24) -> str:
    """How many ways the play can go, by Knuth's estimate: the mean product of branchings along random walks.

    An upper bound in spirit, since states reached in several ways are walked only once.
    """
    from rulebooks.core.sampling import pick

    total = 0
    for probe in range(probes):
        here, ways = s, 1
        for depth in range(400):
            n: Any = None if until is not None and until(here) else game.node(here)
            moves = n.actions if type(n) is Decision else tuple(n.outcomes) if type(n) is Chance else ()
            if not moves:
                break
            ways *= len(moves)
            here = game.step(here, pick(dict.fromkeys(moves, 1), "paths", probe, depth))
        total += ways
    digits = len(str(total // probes)) - 1
    return f"; about 10^{digits} ways the play can go" if digits > 3 else ""


def as_goal(goal: Goal | Term) -> Goal:
    """A goal as it is; a bare function as a goal of one term."""
    if isinstance(goal, Goal):
        return goal
    return Goal(getattr(goal, "__name__", "goal"), (getattr(goal, "__doc__", "") or "").split("\n")[0], (goal,))


class Solution:
    """Exact values of one goal over a graph.

    ``value(i)`` is a tuple of Fractions, one for each term; ``best[i]`` lists the
    places of all tied best actions of a decision, in the order of ``actions``.
    """

    def __init__(self, graph: Graph, goal: Goal) -> None:
        self.graph, self.goal = graph, goal
        self.best: list[tuple[int, ...]] = [()] * len(graph)  # (): all are still as good as each other
        self._values: list[list[tuple[int, int]]] = []
        with collector_paused():
            for term in goal.terms:
                self._values.append(self._pass(term))

    def _pass(self, term: Term) -> list[tuple[int, int]]:
        """One sweep from the ends to the start: each state's value as (numerator, denominator)."""
        g, best = self.graph, self.best
        kinds, kids, here, states = g.kinds, g.kids, g.here, g.states
        values = [(0, 1)] * len(kids)
        for i in g.order:
            kind = kinds[i]
            if kind == "chance":
                weights = here[i].values()
                n, d = 0, 1
                for j, w in zip(kids[i], weights):  # noqa: B905 (as long as each other; strict= costs time)
                    a, b = values[j]
                    if b == d:
                        n += w * a
                    elif b == 1:
                        n += w * a * d
                    elif d == 1:
                        n, d = n * b + w * a, b
                    else:
                        shared = gcd(d, b)
                        n = n * (b // shared) + w * a * (d // shared)
                        d *= b // shared
                d *= sum(weights)
                if d.bit_length() > REDUCE_AT:
                    shared = gcd(n, d)
                    n, d = n // shared, d // shared
                values[i] = n, d
            elif kind == "decision":
                ties: tuple[int, ...]
                row, tied = kids[i], best[i]
                if tied:
                    row = [row[place] for place in tied]
                top, ties, place = values[row[0]], (0,), 0
                n, d = top
                for j in row[1:]:
                    place += 1  # noqa: SIM113 (enumerate is slower for two or three actions)
                    other = values[j]
                    a, b = other
                    more = a - n if b == d else a * d - n * b
                    if more > 0:
                        top, ties, n, d = other, (place,), a, b
                    elif not more:
                        ties += (place,)
                values[i] = top
                best[i] = tuple(tied[place] for place in ties) if tied else ties
            else:
                worth = term(states[i])
                values[i] = (worth, 1) if isinstance(worth, int) else (worth.numerator, worth.denominator)
        return values

    def value(self, i: int = 0) -> tuple[Fraction, ...]:
        """The exact expectations of the goal's terms in a state, under best play."""
        return tuple(Fraction(*values[i]) for values in self._values)

    def policy(self, s: Any, node: Decision) -> dict[Any, int]:
        """The best action in a state of the graph: among ties, the first in the order of ``actions``."""
        i = self.graph.ids[s]
        return {self.graph.moves[i][self.best[i][0]]: 1}

    def masses(self) -> list[Fraction]:
        """The probability that each state is passed through, under this policy."""
        g = self.graph
        mass = [Fraction(0)] * len(g)
        mass[0] = Fraction(1)
        for i in reversed(g.order):
            here = mass[i]
            if not here:
                continue
            if g.kinds[i] == "decision":
                j = g.kids[i][self.best[i][0]]
                mass[j] += here
            elif g.kinds[i] == "chance":
                share = here / sum(g.weights[i])
                for j, w in zip(g.kids[i], g.weights[i], strict=True):
                    mass[j] += share * w
        return mass

    def outcomes(self, measure: Callable[[Any], Any]) -> dict[Any, Fraction]:
        """The exact distribution of a measure of the end states, under this policy."""
        out: dict[Any, Fraction] = {}
        for i, p in enumerate(self.masses()):
            if p and self.graph.kinds[i] == "end":
                key = measure(self.graph.states[i])
                out[key] = out.get(key, Fraction(0)) + p
        return out
