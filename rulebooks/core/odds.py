"""Exact odds from the rules that play: distributions, best play, advice, samples.

Every function walks the same ``node`` and ``step`` a table uses. ``until(s)``
stops the walk early: such a state counts as finished.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from rulebooks.core.chance import Weights
from rulebooks.core.formula import (
    as_fraction,
    coefficient,
    formula,
    generating_function,
    hypergeometric,
    hypergeometric_formula,
)
from rulebooks.core.game import Decision, Game
from rulebooks.core.graph import LIMIT, Goal, Graph, Solution, Stopped, Term, TooLarge, Until
from rulebooks.core.result import Bars, Bracket, How, Odds, decimal, label, one_in, percent
from rulebooks.core.sampling import Policy, sample

__all__ = [
    "LIMIT",
    "Advice",
    "Bars",
    "Bracket",
    "Goal",
    "Graph",
    "How",
    "Odds",
    "Policy",
    "Solution",
    "Stopped",
    "TooLarge",
    "advise",
    "as_fraction",
    "beside",
    "best",
    "coefficient",
    "decimal",
    "final",
    "formula",
    "generating_function",
    "graph",
    "hypergeometric",
    "hypergeometric_formula",
    "label",
    "one_in",
    "percent",
    "sample",
    "size",
    "value",
]

Measure = Callable[[Any], Any]


def graph(game: Game, s: Any, until: Until | None = None, **walk: Any) -> Graph:
    """The compiled state graph from a state: solve it for many goals, export it.

    ``walk``: ``limit`` (states, LIMIT unless told), ``progress`` (called with a line of
    text beyond a second), ``stop`` (asked now and then; True ends the walk with Stopped).
    TooLarge when there are more states than the limit.
    """
    return Graph(game, s, until, **walk)


def final(game: Game, s: Any, policy: Policy, measure: Measure, until: Until | None = None, **walk: Any) -> Odds:
    """The exact distribution of a measure of the end, when everybody plays by a policy.

    ``policy``: information state -> action, or -> weights over actions. ValueError when
    it names an action that is not legal.
    """

    def choose(state: Any, node: Decision) -> Weights:
        chosen = policy(game.information_state(state, node.player))
        weights = chosen if isinstance(chosen, Mapping) else {chosen: 1}
        wrong = [a for a in weights if a not in node.actions]
        if wrong or not weights:
            raise ValueError(f"the policy says {wrong or 'nothing'}; legal here: {', '.join(map(str, node.actions))}")
        return weights

    walked = Graph(game, s, until, choose=choose, **walk)
    outcomes = Solution(walked, Goal("none", "", ())).outcomes(measure)
    return Odds(outcomes, How("exact", f"policy {getattr(policy, '__name__', policy)}", states=len(walked)))


def value(
    game: Game,
    s: Any,
    goal: Goal | Term,
    until: Until | None = None,
    *,
    player: int | None = None,
    others: Policy | None = None,
    **walk: Any,
) -> Fraction:
    """The exact expectation of a goal's first term under best play.

    With several players, ``player`` says whose goal it is and ``others`` how the rest
    play; without them the question has no answer, and ValueError says so.
    """
    return _solve(game, s, goal, until, player, others, walk).value()[0]


def best(
    game: Game,
    s: Any,
    goal: Goal | Term,
    measure: Measure,
    until: Until | None = None,
    *,
    player: int | None = None,
    others: Policy | None = None,
    **walk: Any,
) -> Odds:
    """The exact distribution of a measure under best play for a goal (ties as the goal says)."""
    solution = _solve(game, s, goal, until, player, others, walk)
    how = How("exact", f"best play for “{solution.goal.name}”", states=len(solution.graph))
    return Odds(solution.outcomes(measure), how)


@dataclass(frozen=True)
class Row:
    """One action of an advice: its exact values, one a term, and whether it is (tied) best."""

    action: Any
    values: tuple[Fraction, ...]
    best: bool

    @property
    def value(self) -> Fraction:
        """The goal's first term."""
        return self.values[0]


@dataclass(frozen=True)
class Advice:
    """Each legal action with its exact value, best first; all tied best ones are marked."""

    goal: Goal
    rows: tuple[Row, ...]
    how: How

    @property
    def best(self) -> tuple[Any, ...]:
        """All tied best actions, in the order of ``actions``."""
        return tuple(r.action for r in self.rows if r.best)

    @property
    def why(self) -> str:
        """What decided: the aim itself, or the first tie-break that differed."""
        top, rest = self.rows[0], [r for r in self.rows if not r.best]
        tied = " and ".join(label(a) for a in self.best)
        verb = "are equally best" if len(self.best) > 1 else "is best"
        if not rest:
            return f"All legal actions are equally good for “{self.goal.name}”."
        second = rest[0]
        term = next((i for i, (a, b) in enumerate(zip(top.values, second.values, strict=True)) if a != b), 0)
        ahead = top.values[term] - second.values[term]
        gap = str(ahead) if ahead.denominator == 1 else decimal(ahead)
        if term == 0:
            return f"{tied} {verb} for “{self.goal.name}”: {gap} ahead of {label(second.action)}."
        counted = self.goal.counts(term)
        where = counted if counted.startswith("on ") else f"in {counted}"
        behind = f"{label(second.action)} is as good, but {gap} behind {where}"
        return f"{tied} {verb} for “{self.goal.name}”: {behind}."

    def __str__(self) -> str:
        width = max(len(label(r.action)) for r in self.rows)
        rows = [
            f"{'* ' if r.best else '  '}{label(r.action):<{width}}  {r.value} ({decimal(r.value)})" for r in self.rows
        ]
        return "\n".join([*rows, self.why])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'best' if r.best else ''}</td><td>{escape(label(r.action))}</td>"
            f"<td>{r.value}</td><td>{decimal(r.value)}</td></tr>"
            for r in self.rows
        )
        return f"<p>{escape(self.goal.what)}<br>{escape(self.why)}</p><table><tbody>{rows}</tbody></table>"


def advise(
    game: Game,
    s: Any,
    goal: Goal | Term,
    until: Until | None = None,
    *,
    player: int | None = None,
    others: Policy | None = None,
    **walk: Any,
) -> Advice:
    """Each legal action of a decision with its exact value, best first, and why."""
    if not isinstance(game.node(s), Decision):
        raise ValueError("advice is for decisions; nobody chooses here")
    solution = _solve(game, s, goal, until, player, others, walk)
    return advice_of(solution, s)


def advice_of(solution: Solution, s: Any) -> Advice:
    """The advice a solved graph holds for one of its decisions."""
    g = solution.graph
    i = g.ids[s]
    rows = [
        Row(move, solution.value(j), place in solution.best[i])
        for place, (move, j) in enumerate(zip(g.moves[i], g.kids[i], strict=True))
    ]
    rows.sort(key=lambda r: r.values, reverse=True)  # stable: ties stay in the order of actions
    return Advice(solution.goal, tuple(rows), How("exact", f"best play for “{solution.goal.name}”", states=len(g)))


CHEAPER = 5  # a fast path's states cost about a tenth of a walked one; half of that is given away
_recent: OrderedDict[tuple[str, str], Solution] = OrderedDict()


def beside(game: Any, s: Any, goal: str | None = None, **walk: Any) -> Advice | None:
    """The advice to show beside the choices of a table's decision; None where no exact answer is offered.

    A game offers it with ``GOALS`` (name -> Goal, the first is the default) and ``focus(s)``:
    the small state that odds walk, with the same actions, or None. Graphs just solved are asked
    again. A game may answer faster itself: ``fast_advice(s, goal, limit)``. TooLarge beyond the limit.
    """
    small = game.focus(s) if hasattr(game, "focus") else None
    if small is None or not isinstance(game.node(s), Decision):
        return None
    name = goal or next(iter(game.GOALS))
    if name not in game.GOALS:
        raise ValueError(f"{game.rule.game} has no goal {name!r}; it has {', '.join(game.GOALS)}")
    if hasattr(game, "fast_advice"):
        return game.fast_advice(s, game.GOALS[name], CHEAPER * walk.get("limit", LIMIT))
    key = (game.rule.game, name)
    known = _recent.get(key)
    if known is None or small not in known.graph.ids:
        known = _recent[key] = Graph(game, small, **walk).solve(game.GOALS[name])
        while len(_recent) > 8:
            _recent.popitem(last=False)
    _recent.move_to_end(key)
    return advice_of(known, small)


def size(game: Game, s: Any, until: Until | None = None, limit: int = LIMIT) -> tuple[int, bool]:
    """How many states an exact answer walks, and whether that count is complete.

    Counts up to the limit: ``(n, True)`` is all of them, ``(n, False)`` at least so many.
    """
    try:
        return len(Graph(game, s, until, limit=limit)), True
    except TooLarge as no:
        return no.found, False


def _solve(
    game: Game, s: Any, goal: Goal | Term, until: Until | None, player: int | None, others: Policy | None, walk: Any
) -> Solution:
    players = getattr(game, "players", lambda _: 1)(s)
    if players == 1 and player in (None, 0):
        return Graph(game, s, until, **walk).solve(goal)
    if player is None or others is None:
        raise ValueError(
            f"{players} players: say whose goal it is (player=) and how the others play (others=); "
            "the kit does not guess"
        )
    return Graph(_Against(game, player, others), s, until, **walk).solve(goal)


class _Against:
    """A game in which all players but one follow a policy: their choices become chance."""

    def __init__(self, game: Game, player: int, others: Policy) -> None:
        self._game, self._player, self._others = game, player, others
        self.step, self.candidates, self.rule = game.step, game.candidates, game.rule
        self.initial_state, self.information_state = game.initial_state, game.information_state

    def node(self, s: Any) -> Any:
        from rulebooks.core.game import Chance

        n = self._game.node(s)
        if isinstance(n, Decision):
            if n.player == self._player:
                return replace(n, player=0)
            chosen = self._others(self._game.information_state(s, n.player))
            return Chance(f"player {n.player + 1} chooses", chosen if isinstance(chosen, Mapping) else {chosen: 1})
        return n
