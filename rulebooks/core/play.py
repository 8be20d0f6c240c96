"""A table to play on: do, roll, choose, undo, redo, branch, save, load.

The state is never changed in place, so every earlier one is still there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rulebooks import game as named
from rulebooks.core import saving
from rulebooks.core.game import Chance, Decision, Game, IllegalMove, Node, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import Event, Rule, explain, forbidden_by
from rulebooks.core.sampling import pick


def _same(move: Any, legal: Iterable[Any]) -> Any:
    """The legal move that equals this one: an action whose label was typed, a 1 for a True."""
    return next(known for known in legal if known == move)


@dataclass(frozen=True)
class Played:
    """One move of a playthrough: what was moved, at which node, and the rules that did it."""

    move: Any
    node: Node
    events: tuple[Event, ...]
    after: Any

    @property
    def label(self) -> str:
        """The move in words."""
        return label(self.move)


class Table:
    """One game being played.

    ``game``: a game module or its name; ``setup``: its Setup; ``seed``: what ``roll``
    draws from; ``start``: a state to start from instead of the set-up's first one.

    >>> t = Table("lantern", seed=3)
    >>> t.node.what
    'the storm'
    >>> t.choose(2).rule.cite
    '3.1 A storm comes'
    """

    def __init__(self, game: Game | ModuleType | str, setup: Any = None, seed: int = 0, *, start: Any = None) -> None:
        self.game: Any = named(game) if isinstance(game, str) else game
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        self.seed = seed
        self.start = self.game.initial_state(setup) if start is None else start
        self.from_position = start is not None
        self._played: list[Played] = []
        self._at = 0
        self._fresh: dict[str, int] = {}

    # where we are -------------------------------------------------------------
    @property
    def state(self) -> Any:
        """The state now."""
        return self._played[self._at - 1].after if self._at else self.start

    @property
    def node(self) -> Node:
        """What happens next: Decision, Chance or Terminal."""
        return self.game.node(self.state)

    @property
    def actions(self) -> tuple[Any, ...]:
        """The legal actions; empty when nobody chooses."""
        node = self.node
        return node.actions if isinstance(node, Decision) else ()

    @property
    def forbidden(self) -> dict[Any, Rule]:
        """Action -> the rule that forbids it, for what the rulebook speaks of here but refuses."""
        legal = self.actions
        no = {a: forbidden_by(self.game, self.state, a) for a in self.game.candidates(self.state) if a not in legal}
        return {a: rule for a, rule in no.items() if rule is not None}

    @property
    def history(self) -> tuple[Played, ...]:
        """The moves up to now, oldest first."""
        return tuple(self._played[: self._at])

    @property
    def log(self) -> tuple[Event, ...]:
        """Every rule applied up to now, with before and after."""
        return tuple(e for played in self.history for e in played.events)

    @property
    def at(self) -> int:
        """How many moves lie behind."""
        return self._at

    @property
    def length(self) -> int:
        """How many moves the timeline holds, those ahead of an undo included."""
        return len(self._played)

    # moves --------------------------------------------------------------------
    def do(self, action: Any) -> tuple[Event, ...]:
        """Play an action (itself, or its label). IllegalMove with the rule, and nothing changes."""
        node = self.node
        if not isinstance(node, Decision):
            raise IllegalMove(action, None, self._not_now(node))
        if isinstance(action, str) and action not in node.actions:
            names = {label(a): a for a in (*node.actions, *self.game.candidates(self.state))}
            if action not in names:
                raise IllegalMove(action, None, f"legal here: {', '.join(map(label, node.actions))}")
            action = names[action]
        if action not in node.actions:
            known = action in tuple(self.game.candidates(self.state))
            rule = forbidden_by(self.game, self.state, action) if known else None
            raise IllegalMove(action, rule, "" if rule else f"legal here: {', '.join(map(label, node.actions))}")
        return self._move(node, _same(action, node.actions)).events

    def roll(self, *, fresh: bool = False) -> Played:
        """Let chance decide. The same roll comes after an undo, unless a fresh one is asked for."""
        node = self.node
        if not isinstance(node, Chance):
            raise IllegalMove("roll", None, self._not_now(node))
        return self._move(node, self._drawn(node, fresh))

    def _drawn(self, node: Chance, fresh: bool) -> Any:
        nth = sum(isinstance(p.node, Chance) and p.node.what == node.what for p in self.history)
        place = f"{node.what}#{nth}"
        if fresh:
            self._fresh[place] = self._fresh.get(place, 0) + 1
        return pick(node.outcomes, self.seed, node.what, nth, self._fresh.get(place, 0))

    def choose(self, outcome: Any) -> Event | None:
        """Decide what chance brings (itself, or its label); returns the first event."""
        node = self.node
        if not isinstance(node, Chance):
            raise IllegalMove(outcome, None, self._not_now(node))
        if outcome not in node.outcomes:
            # cards drawn together may be named in any order
            parts = sorted(outcome.split(", ")) if isinstance(outcome, str) else None
            found = next((o for o in node.outcomes if parts and sorted(label(o).split(", ")) == parts), None)
            if found is None:
                few = ", ".join(map(label, list(node.outcomes)[:8]))
                raise IllegalMove(outcome, None, f"it cannot come as {node.what}; possible: {few}")
            outcome = found
        return next(iter(self._move(node, _same(outcome, node.outcomes)).events), None)

    def _not_now(self, node: Node) -> str:
        match node:
            case Decision():
                return f"player {node.player + 1} chooses now: {', '.join(map(label, node.actions))}"
            case Chance():
                return f"{node.what} is drawn now: roll() or choose(outcome)"
            case Terminal():
                return f"the game is over ({self.game.rule[node.ended_by].cite})"

    def _move(self, node: Node, move: Any) -> Played:
        after, events = explain(self.game, self.state, move)
        played = Played(move, node, events, after)
        if self._at < len(self._played) and self._played[self._at].move == move:
            pass  # the same move again: what lay ahead stays
        else:
            del self._played[self._at :]
            self._played.append(played)
        self._at += 1
        return played

    # time ---------------------------------------------------------------------
    def undo(self, moves: int = 1) -> None:
        """Go back. ValueError at the start, and nothing changes."""
        self.go_to(self._at - moves)

    def redo(self, moves: int = 1) -> None:
        """Go forward again. ValueError when nothing lies ahead."""
        self.go_to(self._at + moves)

    def go_to(self, at: int) -> None:
        """Go to the position after so many moves."""
        if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= len(self._played):
            raise ValueError(f"the timeline goes from move 0 to {len(self._played)}; {at} is outside")
        self._at = at

    def branch(self) -> Table:
        """Another table at the same position with the same past; what happens there stays there."""
        other = Table(self.game, seed=self.seed, start=self.start)
        other.from_position = self.from_position
        other._played, other._at, other._fresh = list(self._played[: self._at]), self._at, dict(self._fresh)
        return other

    # why ----------------------------------------------------------------------
    def why(self, move: Any) -> tuple[Rule, ...]:
        """The rules a legal move (itself, or its label) would apply, in order."""
        node = self.node
        move = self._named(move)
        legal = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
        if move not in legal:
            raise IllegalMove(move, self.why_not(move) if isinstance(node, Decision) else None)
        return tuple(dict.fromkeys(e.rule for e in explain(self.game, self.state, _same(move, legal))[1]))

    def why_not(self, action: Any) -> Rule | None:
        """The rule that forbids an action; None when it is legal. ValueError for what is no action here."""
        return forbidden_by(self.game, self.state, self._named(action))

    def _named(self, move: Any) -> Any:
        """The move that a label names here; what is no label is returned as it is."""
        node = self.node
        here = node.outcomes if isinstance(node, Chance) else self.game.candidates(self.state)
        return next((m for m in here if label(m) == move), move) if isinstance(move, str) else move

    # files --------------------------------------------------------------------
    def save(self, path: str | Path) -> None:
        """Write the whole playthrough as JSON; the file appears complete or not at all."""
        saving.write(Path(path), self.to_json())

    def load(self, path: str | Path) -> None:
        """Take up a saved playthrough. ValueError says what is wrong, and this table stays as it was."""
        self._become(saving.read(Path(path)))

    def to_json(self) -> str:
        """The playthrough as JSON text: set-up, start, seed, moves by their labels."""
        return saving.pack(self, [(isinstance(p.node, Chance), p.label) for p in self._played], self._fresh)

    def load_json(self, text: str, where: str = "saved game") -> None:
        """As ``load``, from text."""
        self._become(saving.unpack(text, where))

    def _become(self, saved: saving.Saved) -> None:
        other = Table(saved.game, saved.setup, saved.seed, start=saved.start)
        try:
            for number, (by_chance, name) in enumerate(saved.moves, 1):
                other._replay(number, by_chance, name)
            other.go_to(saved.at)
            other._not_now(other.node)
        except (TypeError, AttributeError, LookupError, ArithmeticError, ValueError, AssertionError) as no:
            raise ValueError(f"{saved.where}: {no}") from None
        self.game, self.seed, self.start, self.from_position = other.game, other.seed, other.start, other.from_position
        self._played, self._at, self._fresh = other._played, other._at, dict(Counter(saved.fresh))

    def _replay(self, number: int, by_chance: bool, name: str) -> None:
        node = self.node
        legal = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
        found = [m for m in legal if label(m) == name]
        if isinstance(node, Chance) is not by_chance or len(found) != 1:
            raise ValueError(f"move {number}, “{name[:80]}”, does not fit; {self._not_now(node)[:300]}")
        self._move(node, found[0])

    def __repr__(self) -> str:
        return f"Table({self.game.rule.game}: move {self._at}, {self._not_now(self.node)})"
