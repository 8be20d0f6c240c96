"""Readable games: position, move, rules. Kept in tests/playthroughs/ and reviewed as a diff.

`python tests/playthroughs.py` writes them anew.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import friday_players
import kabula_eager
import pilgrim_games
import pirate_table
import rulebooks
from karen_table import lucky
from rulebooks.core.cards import Card
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table
from rulebooks.core.sampling import pick

FOLDER = Path(__file__).parent / "playthroughs"
Player = Callable[[Table], object]  # makes one move on the table


def by_lot(table: Table) -> None:
    """Everything is left to luck, the choices too."""
    actions = table.actions
    table.do(pick(dict.fromkeys(actions, 1), table.seed, "a choice", table.at)) if actions else table.roll()


GAMES: dict[str, list[tuple[int, Player]]] = {
    "lantern": [(seed, by_lot) for seed in (0, 1, 2, 3)],
    "karen": [(539, by_lot), (1, lucky)],
    "friday": [(8, by_lot), (1, friday_players.lucky)],
    "pirate_tales": [(10, pirate_table.sensible)],
    "scott_pilgrim": [(10, pilgrim_games.sensible)],
    "kabula": [(11, kabula_eager.keen)],
}
LEFT_OUT = ("setup", "options", "ground", "traces")  # fields that a line does not tell: what stays, or was
# games that begin in the middle, where a whole one would be too long to read
STARTS: dict[tuple[str, int], Callable[[], Any]] = {
    ("friday", 1): friday_players.late,
    ("pirate_tales", 10): pirate_table.late,
    ("scott_pilgrim", 10): pilgrim_games.alone,
    ("kabula", 11): kabula_eager.late,
}


def line(state: Any) -> str:
    """A position in one line: its fields, empty ones left out."""
    shown = ((f.name, getattr(state, f.name)) for f in fields(state) if f.name not in LEFT_OUT)
    told = ((name, words(value)) for name, value in shown if value not in (0, None, ""))
    return "; ".join(f"{name} {what}" for name, what in told if what != "nothing")


def words(value: Any) -> str:
    """What a field holds: a big pile by its size, a part of the position as a line of its own."""
    if isinstance(value, Bag) and len(value.kinds) > 6:
        return f"{len(value)} cards"
    if isinstance(value, Pile):
        return f"{len(value)} cards" if len(value) > 6 else ", ".join(str(card) for card in value) or "nothing"
    if isinstance(value, tuple):
        return "; ".join(map(words, value)) or "nothing"
    return f"({line(value)})" if is_dataclass(value) and not isinstance(value, Card) else str(value)


def played(game: str, seed: int, player: Player) -> str:
    """One game, from its first move to its last."""
    start = STARTS[game, seed]() if (game, seed) in STARTS else None
    table, lines = Table(game, start=start, seed=seed), [f"seed {seed}. {player.__doc__}"]
    while not isinstance(node := table.node, Terminal):
        lines.append(f"  {line(table.state)}")
        player(table)
        done = table.history[-1]
        who = node.what if isinstance(node, Chance) else f"player {node.player + 1}"
        lines.append(f"> {who}: {done.label}   [{', '.join(e.rule.id for e in done.events)}]")
    lines.append(f"  {line(table.state)}")
    return "\n".join([*lines, f"= {node.returns} by {table.game.rule[node.ended_by].cite}", ""])


def text(game: str) -> str:
    """All games of one file."""
    title = rulebooks.game(game).rule.title
    return f"{title}: whole games. Written by `python tests/playthroughs.py`.\n\n" + "\n".join(
        played(game, seed, player) for seed, player in GAMES[game]
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
        print(f"wrote {FOLDER.name}/{name}.txt")
