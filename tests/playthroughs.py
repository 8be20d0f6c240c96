"""Readable games: position, move, rules. Kept in tests/playthroughs/ and reviewed as a diff.

`python tests/playthroughs.py` writes them anew.
"""

from dataclasses import fields
from pathlib import Path
from typing import Any

import rulebooks
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.sampling import pick

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {"lantern": (0, 1, 2, 3)}


def line(state: Any) -> str:
    """A position in one line: its fields, empty ones left out."""
    shown = ((f.name, getattr(state, f.name)) for f in fields(state) if f.name != "setup")
    return "; ".join(f"{name} {value}" for name, value in shown if value not in (0, None) and str(value) != "nothing")


def played(game: str, seed: int) -> str:
    """One game with everything left to luck, the choices too."""
    table, lines = Table(game, seed=seed), [f"seed {seed}"]
    while not isinstance(node := table.node, Terminal):
        lines.append(f"  {line(table.state)}")
        if isinstance(node, Decision):
            choice = pick(dict.fromkeys(node.actions, 1), seed, "a choice", table.at)
            rules, what = table.do(choice), f"player {node.player + 1}: {label(choice)}"
        elif isinstance(node, Chance):
            done = table.roll()
            rules, what = done.events, f"{node.what}: {done.label}"
        lines.append(f"> {what}   [{', '.join(e.rule.id for e in rules)}]")
    lines.append(f"  {line(table.state)}")
    return "\n".join([*lines, f"= {node.returns} by {table.game.rule[node.ended_by].cite}", ""])


def text(game: str) -> str:
    """All games of one file."""
    title = rulebooks.game(game).rule.title
    return f"{title}: games played by luck alone. Written by `python tests/playthroughs.py`.\n\n" + "\n".join(
        played(game, seed) for seed in SEEDS[game]
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SEEDS:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
        print(f"wrote {FOLDER.name}/{name}.txt")
