"""What each action of a position is worth, exactly, with the rules that allow or refuse it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook_widgets.best_play import BestPlay, goal_of, value_data, value_words
from rulebook_widgets.board import ODDS_LIMIT
from rulebook_widgets.cited import rule_data
from rulebooks.core.game import Decision
from rulebooks.core.graph import Goal
from rulebooks.core.odds import Row
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Rule


@dataclass(frozen=True)
class Worth:
    """Every action with its exact value and the rules it applies, best first; and what is refused, by which rule."""

    goal: Goal
    rows: tuple[tuple[Row, tuple[Rule, ...]], ...]
    refused: tuple[tuple[Any, Rule], ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The best actions, all ties."""
        return tuple(label(row.action) for row, _ in self.rows if row.best)

    def plain(self) -> dict[str, Any]:
        """As a page draws it."""
        rows = [
            {
                "label": label(row.action),
                "best": row.best,
                **value_data(self.goal, row.value),
                "rules": [rule_data(r) for r in rules],
            }
            for row, rules in self.rows
        ]
        refused = [{"label": label(action), "rule": rule_data(rule)} for action, rule in self.refused]
        return {"what": _capital(self.goal.what), "rows": rows, "refused": refused}

    def __repr__(self) -> str:
        lines = [f"What each action is worth: {self.goal.what}"]
        for row, rules in self.rows:
            by = ", ".join(r.cite for r in rules)
            lines.append(f"{'*' if row.best else ' '} {label(row.action)}: {value_words(self.goal, row.value)} [{by}]")
        lines += [f"✗ {label(action)} [{rule.cite}]" for action, rule in self.refused]
        return "\n".join(lines)


def worth(game: Any, state: Any, goal: Any = None, limit: int = ODDS_LIMIT) -> Worth:
    """What each action in a position is worth for a goal: a name, a Goal, or None for the game's first.

    ValueError where nobody chooses; TooLarge, which is one, where there are more positions than ``limit``.
    """
    table = Table(game, start=state)
    game = table.game
    if not isinstance(game.node(state), Decision):
        raise ValueError("nobody chooses here")
    aim = goal_of(game, goal)
    advice = BestPlay(game, aim, limit).advice(state)
    rows = tuple((row, table.why(row.action)) for row in advice.rows)
    return Worth(aim, rows, tuple(table.forbidden.items()))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
