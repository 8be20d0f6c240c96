"""How much fits where Python runs: a kernel inside a web page has less room, and says so before the wait.

In a page nothing can be interrupted, and a long walk stops the page's Python until it ends. So there a question may
walk a fifth of the states, and one that has grown past its first thousands is weighed: a few games are played at
random, and from how seldom they meet in the same state follows how many states there must be at least.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

IN_PAGE = sys.platform == "emscripten"
SHARE = 5  # a page's Python walks as fast, but nobody can stop it
FIRST = 20_000  # states that are walked before a question is weighed; seconds at most
MOST = 2_000_000  # states, about half a kilobyte each there: what a page may take of a school laptop's memory
PATIENCE = 600  # seconds that a sample may take in a page
MOVES = 6_000  # what weighing plays, in all
ELSEWHERE = "in JupyterLab on a computer (`make lab`) more fits"


def states(whole: int) -> int:
    """A limit for where this runs, from the limit on a computer."""
    return whole // SHARE if IN_PAGE else whole


def at_least(start: Hashable, move: Callable[[Any, int, int], Any | None], moves: int = MOVES) -> int:
    """How many states can be reached at the least, by random games; an estimate that errs on the low side.

    ``move(state, game, depth)``: the state after a random move, None at an end. Where two games meet in one of P pairs
    of their states, there are P states or more, and evenness would be needed for so few. Games meet most near the
    start, so only what lies beyond some depth is looked at: of a few such depths, the one that proves most.
    """
    games: list[list[Hashable]] = []
    played = 0
    while played < moves:
        here, game = start, list[Hashable]()
        while (after := move(here, len(games), len(game))) is not None and len(game) < moves:
            game.append(after)
            here = after
        games.append(game)
        played += max(len(game), 1)
    longest = max(map(len, games))
    return max(_proved([game[longest * cut // 8 :] for game in games]) for cut in range(7))


def _proved(games: list[list[Hashable]]) -> int:
    """The number of states that so few meetings of games prove; a few are added, for those that luck held back."""
    visits, lengths = Counter(s for game in games for s in set(game)), [len(game) for game in games]
    pairs = (sum(lengths) ** 2 - sum(n * n for n in lengths)) // 2
    met = sum(n * (n - 1) // 2 for n in visits.values())
    return max(len(visits), pairs // (met + 5))


def check_sample(games: int, seconds: float) -> None:
    """In a page, refuse a sample that would take too long there; ``seconds``: what a game has taken so far."""
    if IN_PAGE and games * seconds > PATIENCE:
        fits = max(1, int(PATIENCE / seconds))
        raise ValueError(
            f"{games:,} games would take about {games * seconds / 60:,.0f} minutes: too long for Python in a page, "
            f"which nobody can stop; n={fits:,} takes {PATIENCE // 60}, and {ELSEWHERE}"
        )


__all__ = ["FIRST", "IN_PAGE", "MOST", "at_least", "check_sample", "states"]
