"""A whole game of Friday that ends in victory, kept in tests/playthroughs/friday_win.json as a saved game.

It was found beforehand by trying seeds with the careful policy; `python tests/friday_win.py` finds one anew,
for when a change of the rules leads the old one elsewhere.
"""

from itertools import count
from pathlib import Path

from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table
from rulebooks.friday.policies import careful

FILE = Path(__file__).parent / "playthroughs" / "friday_win.json"
MOVES = 430  # the game should not take many more clicks than it must


def played(seed: int) -> Table:
    """The game that the careful policy plays with this seed, or its beginning where it is longer than wanted."""
    table = Table("friday", seed=seed)
    while not isinstance(node := table.node, Terminal) and table.at < MOVES:
        table.roll() if isinstance(node, Chance) else table.do(careful(table.state))
    return table


def found() -> Table:
    """The first game that is won and short enough."""
    return next(t for t in map(played, count()) if isinstance(t.node, Terminal) and t.node.returns == (1,))


if __name__ == "__main__":
    game = found()
    game.save(FILE)
    print(f"wrote {FILE.name}: seed {game.seed}, {game.length} moves")
