"""What a game module offers: five functions, no base class.

The module itself satisfies the protocol: ``game: Game = karen``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rulebooks.core.chance import Weights
    from rulebooks.core.rules import Rule, Rulebook


@dataclass(frozen=True, slots=True)
class Decision:
    """A player chooses. ``actions``: every legal action, in a stable order, never empty."""

    player: int
    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Nature chooses. ``what`` is for the reader; ``outcomes`` are whole-number weights."""

    what: str
    outcomes: Weights


@dataclass(frozen=True, slots=True)
class Terminal:
    """It is over. ``returns``: one number a player; ``ended_by``: the id of the rule that ended it."""

    returns: tuple[int, ...]
    ended_by: str


Node = Decision | Chance | Terminal


class Game(Protocol):
    """The five functions, and the rule book that cites them."""

    rule: Rulebook

    def initial_state(self, setup: Any = None, /) -> Any:
        """The state a game starts in. ``setup``: the game's frozen Setup."""

    def node(self, s: Any, /) -> Node:
        """What happens next in a state."""

    def step(self, s: Any, move: Any, /) -> Any:
        """The state after a move: an action or a chance outcome. IllegalMove otherwise."""

    def candidates(self, s: Any, /) -> Iterable[Any]:
        """Every action the rulebook speaks of here, legal or not."""

    def information_state(self, s: Any, player: int, /) -> Any:
        """What one player knows: a state of the same type, hidden cards back in bags."""


class IllegalMove(ValueError):
    """A move that the rules refuse. ``rule`` says which one (None: it is no move here at all)."""

    def __init__(self, move: Any, rule: Rule | None, message: str = "") -> None:
        self.move, self.rule = move, rule
        why = message or (f"{rule.cite}: {rule.text}" if rule else "it is not a move here")
        super().__init__(f"cannot {move}: {why}")
