"""Friday's fights, answered fast. The slow twin is the walk of ``rulebooks.friday``.

Same answers, fraction for fraction (``tests/test_friday_fast.py``). ``friday_states.py``: a fight as one whole number;
``friday_ends.py``: what the cards on the table come to; ``friday_values.py``: values, backwards, and what they
rest on; ``friday_lessons.py``: the same for goals ``learn W L R``; ``friday_forward.py`` and ``friday_settling.py``:
one play forwards, for the distribution of the end.

Fast: hazards, our own readings, no "sort 3" and no "below the stack" among the cards that can come; "exchange" where
the stack cannot run out and no "stop" can come, for goals other than ``learn``; every other ability always.

What is equal: the value of every term of the goal, for the fight and for each action, always; the whole distribution
wherever ties fall as on the walk, which is everywhere but in one case that ``friday_forward.py`` names.
Where the steps do not hold, the walk answers, within a limit that costs about as much.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulebooks.core import odds, room
from rulebooks.core.chance import Bag
from rulebooks.core.graph import Goal, Graph, collector_paused
from rulebooks.core.odds import CHEAPER, Advice, Row
from rulebooks.core.result import How, Odds
from rulebooks.fast.friday_forward import Forward
from rulebooks.fast.friday_lessons import Lessons
from rulebooks.fast.friday_values import Values
from rulebooks.friday import turns
from rulebooks.friday.contents import LIFE, FridayCard
from rulebooks.friday.fights import Fighting, Lying, finished
from rulebooks.friday.questions import GOALS

LIMIT = room.states(5_000_000)  # memoised states, a few hundred bytes each
KEPT = 3  # solvers of the last choices, one for each goal
_recent: dict[str, tuple[Fighting, Goal, Values]] = {}


def solver_for(f: Fighting, goal: Goal, limit: int = LIMIT, stop: Callable[[], bool] | None = None) -> Values | None:
    """The solver of compact states that is exact for this fight and goal; None: only the walk is.

    ``stop`` is asked now and then, and ends the search with Stopped.
    """
    if f.phase != "fight":
        return None
    solver = next((kind(f, goal, limit) for kind in (Values, Lessons) if kind.holds(f, goal)), None)
    for each in (solver, solver.guide) if solver and solver.guide else (solver,):
        if each:
            each.stop = stop
    return solver


def fight_odds(f: Fighting, goal: Goal, limit: int = LIMIT) -> Odds:
    """The odds of Fight(won, total, life_lost, cards_paid, removed) under best play for a goal."""
    solver = solver_for(f, goal, limit)
    if solver is None:
        import rulebooks.friday as friday

        return odds.best(friday, f, goal, finished, limit=limit // CHEAPER)
    with collector_paused():
        outcomes = Forward(solver, f, limit).outcomes(f)
        return Odds(outcomes, How("exact", f"best play for “{goal.name}”", states=len(solver.memo)))


def fight_value(f: Fighting, goal: Goal, limit: int = LIMIT) -> tuple[Fraction, ...]:
    """The exact expectations of the goal's terms under best play. TooLarge beyond the limit."""
    solver = solver_for(f, goal, limit)
    if solver is None:
        return _walked(f, limit).solve(goal).value()
    with collector_paused():
        return solver.terms_of(solver.worth(f))


def win_chance(f: Fighting, limit: int = LIMIT) -> Fraction:
    """The greatest chance to win alone: where life is no matter for it, several times faster than all terms."""
    solver = solver_for(f, GOALS["win"], limit)
    if solver is None or solver.guide is None:
        return fight_value(f, GOALS["win"], limit)[0]
    with collector_paused():
        return solver.guide.chance(f)


def advice(f: Fighting, goal: Goal, limit: int = LIMIT, walk: int | None = None) -> Advice:
    """Each legal action with the exact values of its goal's terms, best first. TooLarge beyond the limit.

    ``walk``: a limit of its own for the walk, in its states, where the steps do not hold.
    """
    solver = _known(f, goal, limit) or solver_for(f, goal, limit)
    if solver is None:
        return odds.advice_of(_walked(f, limit if walk is None else min(limit, walk * CHEAPER)).solve(goal), f)
    node: Any = turns.node(f)
    _recent.pop(goal.name, None)  # a search that is cut short is not asked again
    with collector_paused():
        values = [solver.terms_of(_worth(solver, turns.step(f, action))) for action in node.actions]
    _recent[goal.name] = (f, goal, solver)
    while len(_recent) > KEPT:
        del _recent[next(iter(_recent))]
    top = max(values)
    rows = [Row(action, v, v == top) for action, v in zip(node.actions, values, strict=True)]
    rows.sort(key=lambda r: r.values, reverse=True)
    return Advice(goal, tuple(rows), How("exact", f"best play for “{goal.name}”", states=len(solver.memo)))


def _known(f: Fighting, goal: Goal, limit: int) -> Values | None:
    """The solver of an earlier choice of the same fight, which has met this one: most of it is a look-up then."""
    before, for_goal, solver = _recent.get(goal.name, (None, None, None))
    if before is None or solver is None or for_goal is not goal or not _later(before, f):
        return None
    solver.limit = len(solver.memo) + limit
    if solver.guide:
        solver.guide.limit = len(solver.guide.memo) + limit
    return solver


def _later(before: Fighting, f: Fighting) -> bool:
    """Whether a fight can have come out of another one, without a shuffle or an exchange on the way."""
    same = f.challenge is before.challenge and f.phase == "fight" and not f.pending and not f.eased
    same = same and f.discard == before.discard and f.aging == before.aging and len(f.stack.layers) < 2
    if not same or f.free > before.free or f.paid < before.paid or f.buried or f.repeated or before.pending:
        return False
    for mark in (_lies, _is_used, _is_down):  # nothing used or turned over is open again, as after an undo
        now = _marked(f, mark)
        if any(now.get(c, 0) < n for c, n in _marked(before, mark).items()):
            return False
    all_now, all_then = (Bag([*(c.card for c in x.cards), *x.stack]) for x in (f, before))
    gained = sum(LIFE.get(c.ability or "", 0) * n for c, n in (f.cards + before.cards).counts.items())
    return all_now == all_then and f.life <= before.life + 2 * gained


def _marked(f: Fighting, mark: Callable[[Lying], bool]) -> dict[tuple[FridayCard, bool], int]:
    found: dict[tuple[FridayCard, bool], int] = {}
    for c, n in f.cards.counts.items():
        if mark(c):
            found[c.card, c.left] = found.get((c.card, c.left), 0) + n
    return found


def _lies(c: Lying) -> bool:
    return True


def _is_used(c: Lying) -> bool:
    return c.used


def _is_down(c: Lying) -> bool:
    return c.down


def _walked(f: Fighting, limit: int) -> Graph:
    import rulebooks.friday as friday

    return Graph(friday, f, limit=limit // CHEAPER)


def _worth(solver: Values, f: Fighting) -> int:
    """The goal's packed terms in any state of the fight; from the comparison on nothing is left to chance."""
    if f.phase == "fight":
        return solver.worth(f)
    if f.phase == "over":
        return solver.of_end(f)
    node: Any = turns.node(f)
    return max(_worth(solver, turns.step(f, action)) for action in node.actions)
