"""Exact values under best play, one position after another: graphs just solved are asked again.

``DecisionTree`` and ``PolicyMap`` read their numbers here. A game that answers faster itself
(``fast_advice``) is asked first; all others are walked and solved.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any

from rulebook_widgets.board import ODDS_LIMIT
from rulebook_widgets.odds_chart import exact, number, points
from rulebooks.core.game import Chance, Decision
from rulebooks.core.graph import Goal, Graph, Solution, as_goal
from rulebooks.core.odds import CHEAPER, Advice, Row, advice_of
from rulebooks.core.result import percent

Values = tuple[Fraction, ...]
KEPT = 8  # solved graphs that are asked again
REMEMBERED = 200_000  # positions whose values are remembered


def goal_of(game: Any, goal: Any = None) -> Goal:
    """A goal by its name, a Goal, a function of the end, or None: the game's first. ValueError lists what there is."""
    goals: dict[str, Goal] = getattr(game, "GOALS", {})
    if goal is None and goals:
        return next(iter(goals.values()))
    if isinstance(goal, str):
        if goal not in goals and hasattr(game, "named_goal"):
            named: Goal = game.named_goal(goal)
            return named
        if goal in goals:
            return goals[goal]
    elif isinstance(goal, Goal) or callable(goal):
        return as_goal(goal)
    told = repr(goal) if len(repr(goal)) <= 60 else f"{repr(goal)[:57]}…"
    raise ValueError(f"{game.rule.game} has no goal {told}; it has {', '.join(goals) or 'none of its own'}")


class BestPlay:
    """Values of positions of one game for one goal. TooLarge where there are more states than ``limit``."""

    def __init__(self, game: Any, goal: Goal, limit: int = ODDS_LIMIT) -> None:
        self.game, self.goal, self.limit = game, goal, limit
        self._solved: deque[Solution] = deque(maxlen=KEPT)
        self._known: dict[Any, Values] = {}
        self._fast = hasattr(game, "fast_advice")

    def value(self, s: Any) -> Values:
        """The exact expectations of the goal's terms, the position played out as well as can be."""
        if s in self._known:
            return self._known[s]
        values = self._fast_value(s) if self._fast else self._walked(s)
        if len(self._known) < REMEMBERED:
            self._known[s] = values
        return values

    def advice(self, s: Any) -> Advice:
        """Each action of a decision with its exact values, best first, all ties marked."""
        if self._fast:
            advice: Advice = self.game.fast_advice(s, self.goal, CHEAPER * self.limit)
            return advice
        return advice_of(self._solution(s), s)

    def rows(self, s: Any) -> dict[Any, Row]:
        """Action -> its row of the advice."""
        return {row.action: row for row in self.advice(s).rows}

    def _walked(self, s: Any) -> Values:
        solution = self._solution(s)
        return solution.value(solution.graph.ids[s])

    def _solution(self, s: Any) -> Solution:
        for known in self._solved:
            if s in known.graph.ids:
                return known
        solved = Graph(self.game, s, limit=self.limit).solve(self.goal)
        self._solved.appendleft(solved)
        return solved

    def _fast_value(self, s: Any) -> Values:
        node = self.game.node(s)
        if isinstance(node, Decision):
            return self.advice(s).rows[0].values
        if isinstance(node, Chance):
            total, step = sum(node.outcomes.values()), self.game.step
            each = [(w, self.value(step(s, o))) for o, w in node.outcomes.items()]
            return tuple(sum((w * v[i] for w, v in each), Fraction(0)) / total for i in range(len(self.goal.terms)))
        return tuple(Fraction(term(s)) for term in self.goal.terms)


# In words ---------------------------------------------------------------------------
def is_chance(goal: Goal) -> bool:
    """Whether the goal's number is a probability; else it is an expectation."""
    return goal.unit == "chance"


def value_data(goal: Goal, value: Fraction) -> dict[str, Any]:
    """A value for the page: the exact one, what it is about, and the length of its bar."""
    if not is_chance(goal):
        words = number(value)
        whole = words.split(" (")[0]
        return {"value": whole, "small": words[len(whole) :].strip(" ()"), "p": 0.0}
    small = "certain" if value == 1 else "never" if value == 0 else percent(value)
    return {"value": exact(value), "small": small, "p": round(float(value), 6)}


def value_words(goal: Goal, value: Fraction) -> str:
    """A value in words: "3/5 (60.00 %)", "−3/2 (−1.5)"."""
    data = value_data(goal, value)
    return f"{data['value']} ({data['small']})" if data["small"] else str(data["value"])


def gap_words(goal: Goal, gap: Fraction) -> str:
    """A difference of two values, without its sign: "1/12 (8.33 points)", "3/4 (0.75) HP"."""
    if is_chance(goal):
        return f"{exact(gap)} ({points(gap)})" if gap else "0"
    return f"{number(gap)} {goal.unit}".strip()


def behind(row: Row, top: Row, goal: Goal) -> str:
    """Where an action that is not best falls behind one that is: "" when already in what the goal counts."""
    differ = next((i for i, (a, b) in enumerate(zip(row.values, top.values, strict=True)) if a != b), 0)
    if not differ:
        return ""
    return f"as good, but {number(top.values[differ] - row.values[differ])} {goal.counts(differ)} behind"
