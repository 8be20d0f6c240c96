"""Friday's fights, answered fast. The slow twin is the walk of ``rulebooks.friday``.

Same answers, fraction for fraction, as whole distributions (``tests/test_friday_fast.py``).
Values are found backwards on compact states (``friday_draws.py``: fights in which cards are only
drawn); then the rules themselves are played forwards, once, taking the first action that keeps the
value. So ties fall as on the walk: the goal's terms, then the order of actions.

Forwards, cards without an ability that differ only in their side are one kind: where no "stop" and
no "below the stack" can come, sides change neither what is legal nor what an action does, and the
order of actions is that of the cards. Where the steps do not hold, the walk answers.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulebooks.core import odds
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance
from rulebooks.core.graph import Goal, Graph, TooLarge, collector_paused
from rulebooks.core.odds import Advice, Row
from rulebooks.core.result import How, Odds
from rulebooks.fast.friday_values import Values
from rulebooks.friday import turns
from rulebooks.friday.fights import Fight, Fighting, Lying, finished

LIMIT = 2_000_000  # memoised states, a few hundred bytes each


def solver_for(f: Fighting, goal: Goal, limit: int = LIMIT) -> Values | None:
    """The solver of compact states that is exact for this fight and goal; None: only the walk is."""
    return Values(f, goal, limit) if Values.holds(f, goal) else None


def fight_odds(f: Fighting, goal: Goal, limit: int = LIMIT) -> Odds:
    """The odds of Fight(won, total, life_lost, cards_paid, removed) under best play for a goal."""
    solver = solver_for(f, goal, limit)
    if solver is None:
        import rulebooks.friday as friday

        return odds.best(friday, f, goal, finished, limit=limit)
    with collector_paused():
        outcomes = Forward(solver, limit).outcomes(f)
        return Odds(outcomes, How("exact", f"best play for “{goal.name}”", states=len(solver.memo)))


def fight_value(f: Fighting, goal: Goal, limit: int = LIMIT) -> tuple[Fraction, ...]:
    """The exact expectations of the goal's terms under best play. TooLarge beyond the limit."""
    solver = solver_for(f, goal, limit)
    if solver is None:
        import rulebooks.friday as friday

        return Graph(friday, f, limit=limit).solve(goal).value()
    with collector_paused():
        return solver.terms_of(Forward(solver, limit).worth(f))


def advice(f: Fighting, goal: Goal, limit: int = LIMIT) -> Advice:
    """Each legal action with the exact values of its goal's terms, best first. TooLarge beyond the limit."""
    solver = solver_for(f, goal, limit)
    if solver is None:
        import rulebooks.friday as friday

        return odds.advice_of(Graph(friday, f, limit=limit).solve(goal), f)
    node: Any = turns.node(f)
    with collector_paused():
        forward = Forward(solver, limit)
        values = [solver.terms_of(forward.worth(turns.step(f, action))) for action in node.actions]
    top = max(values)
    rows = [Row(action, v, v == top) for action, v in zip(node.actions, values, strict=True)]
    rows.sort(key=lambda r: r.values, reverse=True)
    return Advice(goal, tuple(rows), How("exact", f"best play for “{goal.name}”", states=len(solver.memo)))


class Forward:
    """The rules played forwards under best play, each state judged by a solver of compact states."""

    def __init__(self, solver: Values, limit: int) -> None:
        self.solver, self.limit = solver, limit
        self.ends: dict[Fighting, tuple[int, Fight]] = {}

    def worth(self, f: Fighting) -> int:
        """The goal's packed terms in any state of the fight, times the solver's ``whole``."""
        if f.phase == "fight":
            return self.solver.worth(f)
        return self.ending(f)[0]

    def ending(self, f: Fighting) -> tuple[int, Fight]:
        """From the comparison on nothing is left to chance: the best end, the first of those tied."""
        f = flat(f)
        known = self.ends.get(f)
        if known is None:
            if f.phase == "over":
                known = self.solver.of_end(f), finished(f)
            else:
                node: Any = turns.node(f)
                known = max((self.ending(turns.step(f, a)) for a in node.actions), key=lambda e: e[0])
            self.ends[f] = known
        return known

    def outcomes(self, f: Fighting) -> dict[Fight, Fraction]:
        """The exact distribution of the end, following the first best action everywhere.

        Levels are (aging cards left, stack), and each draw or reshuffle leads to a lower one.
        """
        out: dict[Fight, Fraction] = {}
        levels: dict[tuple[int, int], dict[Fighting, Fraction]] = {}
        self._pass_on(levels, f, Fraction(1))
        seen = 0
        while levels:
            level = max(levels)
            here = levels.pop(level)
            seen += len(here)
            if seen > self.limit:
                raise TooLarge(seen, self.limit)
            for state, mass in here.items():
                end = self._play(state)
                if isinstance(end, Fight):
                    out[end] = out.get(end, Fraction(0)) + mass
                    continue
                node: Any = turns.node(end)
                share = mass / sum(node.outcomes.values())
                for card, n in node.outcomes.items():
                    self._pass_on(levels, turns.step(end, card), share * n)
        return out

    @staticmethod
    def _pass_on(levels: dict[tuple[int, int], dict[Fighting, Fraction]], f: Fighting, mass: Fraction) -> None:
        f = flat(f)
        here = levels.setdefault((len(f.aging), len(f.stack)), {})
        here[f] = here.get(f, Fraction(0)) + mass

    def _play(self, f: Fighting) -> Fighting | Fight:
        """Decide until the next draw, or the end."""
        while f.phase == "fight":
            node: Any = turns.node(f)
            if isinstance(node, Chance):
                return f
            best = self.worth(f)
            for action in node.actions:
                after = turns.step(f, action)
                if self.worth(after) == best:
                    break
            else:
                raise AssertionError(f"no action of {f} is worth {best}")
            f = after
        return self.ending(f)[1]


def flat(f: Fighting) -> Fighting:
    """The fight with all cards without an ability on one side, where sides do not matter."""
    cards: dict[Lying, int] = {}
    for c, n in f.cards.counts.items():
        at = c if c.card.ability and not c.down else Lying(c.card, True, False, c.down, c.doubled)
        cards[at] = cards.get(at, 0) + n
    return replace(f, cards=Bag(cards))
