"""Solving against walking only, in a process of its own: `python tests/benchmarks/overhead.py fight|lantern`.

Both sides take milliseconds, of which the solver's own share is a few hundred microseconds: what else lies in the
memory of a test run would be measured with it.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.timing import medians
from games import fight as fight_game
from rulebooks import lantern, odds
from rulebooks.core.game import Decision, Terminal

GAMES: dict[str, tuple[Any, Any, Any]] = {
    "fight": (fight_game, fight_game.initial_state(), fight_game.LEAST_LOSS),
    "lantern": (lantern, lantern.initial_state(), lantern.GOALS["dawn"]),
}


def walked(game: Any, start: Any) -> int:
    """Visit every state once, calling node and step: what the rules alone cost."""
    node, step = game.node, game.step
    seen, todo = {start}, [start]
    while todo:
        s = todo.pop()
        here = node(s)
        if isinstance(here, Terminal):
            continue
        for move in here.actions if isinstance(here, Decision) else here.outcomes:
            after = step(s, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen)


def solved(game: Any, start: Any, goal: Any) -> Any:
    """The same states, numbered, solved and answered."""
    return odds.value(game, start, goal)


if __name__ == "__main__":
    game, start, goal = GAMES[sys.argv[1]]
    assert walked(game, start) == len(odds.graph(game, start))
    print(*medians(lambda: solved(game, start, goal), lambda: walked(game, start)))
