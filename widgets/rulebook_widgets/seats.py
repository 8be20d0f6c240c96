"""Who sits at the table: people who hand the screen over to each other, and bots; and what each may see of the past."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

from rulebooks.core.game import Chance, Decision, Node
from rulebooks.core.play import Played
from rulebooks.core.play import Table as Play
from rulebooks.core.sampling import pick

NOBODY = -1  # eyes that see only what all may see
ALIKE = 8  # alternatives of a move that are tried, to find out whether a viewer could tell them apart
ROLLS = ("nobody", "bots", "everyone")
Bots = Mapping[int, str | Callable[[Any], Any]]


class Glimpses:
    """Which moves a viewer could not see, found out once for each move."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Played, bool]] = {}  # the move is held, so that its id stays its own

    def hidden(self, game: Any, before: Any, played: Played, viewer: int) -> bool:
        """Whether another move would have looked the same to the viewer: then this one is not told."""
        key = id(played), viewer
        if key not in self._known:
            self._known[key] = played, _alike(game, before, played, viewer)
        return self._known[key][1]


def _alike(game: Any, before: Any, played: Played, viewer: int) -> bool:
    node = played.node
    if isinstance(node, Decision) and node.player == viewer:
        return False
    moves = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
    others = islice((m for m in moves if m != played.move), ALIKE)
    seen = game.information_state(played.after, viewer)
    if any(game.information_state(game.step(before, m), viewer) == seen for m in others):
        return True
    return isinstance(node, Chance) and _veiled(game, game.information_state(before, viewer), node, seen, viewer)


def _veiled(game: Any, known: Any, node: Chance, seen: Any, viewer: int) -> bool:
    """Whether an outcome that only the viewer thinks of, such as a card nobody else sees, leads to what is seen."""
    there = game.node(known)
    if not isinstance(there, Chance):
        return False
    strange = islice((m for m in there.outcomes if m not in node.outcomes), ALIKE)
    return any(game.information_state(game.step(known, m), viewer) == seen for m in strange)


def policies_of(game: Any) -> dict[str, Callable[[Any], Any]]:
    """The policies a game has by name: its POLICIES, or those of its module ``policies``."""
    name = f"{game.__name__}.policies"
    found = game if hasattr(game, "POLICIES") else import_module(name) if _there(name) else None
    return dict(getattr(found, "POLICIES", {}))


def _there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the game is a module of one file
        return False


class Seats:
    """The players of one table. ``bots``: seat -> name of a policy of the game, or a policy; the others are people."""

    def __init__(self, game: Any, count: int, bots: Bots | str | None, cover: bool, rolls: str) -> None:
        if rolls not in ROLLS:
            raise ValueError(f"rolls is one of {', '.join(ROLLS)}, not {rolls!r}")
        known = policies_of(game) if bots else {}
        given = dict.fromkeys(range(1, count), bots) if isinstance(bots, str) else dict(bots or {})
        self.policies: dict[int, Callable[[Any], Any]] = {}
        self.names: dict[int, str] = {}
        for seat, bot in given.items():
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < count:
                raise ValueError(f"seats count from 0 to {count - 1}; a bot cannot sit at {seat!r}")
            if isinstance(bot, str) and bot not in known:
                raise ValueError(f"{game.rule.game} has no policy {bot!r}; it has {', '.join(known) or 'none'}")
            self.policies[seat] = known[bot] if isinstance(bot, str) else bot
            named = bot if isinstance(bot, str) else getattr(bot, "__name__", "own")
            self.names[seat] = f"bot: {named.replace('_', ' ')}"
        self.count, self.cover, self.rolls, self.given = count, cover, rolls, given
        self.people = tuple(seat for seat in range(count) if seat not in self.policies)
        if len(self.people) == 1 and count > 1:
            self.names[self.people[0]] = "you"
        self.covers = cover and len(self.people) > 1
        self.front: int | None = None  # who sits at the screen

    def viewer(self, asked: int | None) -> int | None:
        """Whose eyes the table is shown to; ``asked``: who is asked now."""
        if self.count == 1:
            return None
        if len(self.people) == 1:
            return self.people[0]
        if not self.covers and asked in self.people:
            self.front = asked
        return NOBODY if self.front is None else self.front

    def covered(self, asked: int | None) -> bool:
        """Whether the screen is to be handed over first."""
        return self.covers and asked in self.people and asked != self.front

    def waits(self, node: Node, owner: int | None) -> bool:
        """Whether a position waits for a person: a choice, or luck that is not let go by itself."""
        if isinstance(node, Decision):
            return node.player in self.people
        if isinstance(node, Chance):
            return self.rolls == "nobody" or (self.rolls == "bots" and owner not in self.policies)
        return True

    def move(self, play: Play) -> None:
        """Let the bot that is asked choose, from what it knows; or let luck decide."""
        node = play.node
        if isinstance(node, Chance):
            play.roll()
            return
        assert isinstance(node, Decision)
        chosen = self.policies[node.player](play.game.information_state(play.state, node.player))
        if isinstance(chosen, Mapping):
            chosen = pick(chosen, play.seed, f"player {node.player + 1}", play.at)
        play.do(chosen)
