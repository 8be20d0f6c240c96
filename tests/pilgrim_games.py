"""Whole games of Scott Pilgrim for the tests: set-ups of all kinds, and players whose games come to something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.sampling import pick

CHARACTERS = ("scott", "knives", "ramona", "stephen", "kim", "wallace")
EXES = tuple(c.id for c in pilgrim.Setup().sheet.cards if c.kind == "ex")
MODES = ("competitive", "cooperative", "first time")
WEIGHTS: dict[Any, int] = {
    pilgrim.Play: 12,
    pilgrim.Use: 20,
    pilgrim.Acquire: 20,
    pilgrim.Target: 8,
    pilgrim.Skip: 2,
    pilgrim.Hit: 20,
    pilgrim.Stop: 1,
    pilgrim.Go: 2,
    pilgrim.Remove: 1,
}


def likely(actions: Iterable[Any]) -> Mapping[Any, int]:
    """Weights of a player that plays most of its cards, buys what it can and likes to fight."""
    seldom = {a for a in actions if getattr(a, "eliminate", False)}
    return {a: 2 if a in seldom else WEIGHTS.get(type(a), 4) for a in actions}


def some_setup(seed: int) -> Any:
    """Another set-up for each seed: players, mode, characters, Evil Ex and options all vary."""
    players = 1 + seed % 4
    mode = "solo" if players == 1 else MODES[seed // 4 % 3]
    free = CHARACTERS if players > 2 else CHARACTERS[:4]
    characters = tuple(free[(seed // 3 + i) % len(free)] for i in range(players))
    ex = "matthew-patel" if mode == "first time" else EXES[seed % len(EXES)]
    bits = pick(dict.fromkeys(range(256), 1), "options", seed) if seed % 2 else 16 + 64  # every other game as usual
    return pilgrim.Setup(players, mode, characters, ex, pilgrim.Options(*(bool(bits >> n & 1) for n in range(8))))


def weights_of(node: Chance | Decision) -> Mapping[Any, int]:
    """How likely each move is at a node."""
    return node.outcomes if isinstance(node, Chance) else likely(node.actions)


def random_game(setup: Any, seed: int, most: int = 20_000) -> Iterable[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a game; the move is None at its end."""
    s = pilgrim.initial_state(setup)
    for n in range(most):
        node = pilgrim.node(s)
        if isinstance(node, Terminal):
            yield s, node, None
            return
        move = pick(weights_of(node), "pilgrim", seed, n)
        yield s, node, move
        s = pilgrim.step(s, move)
    raise AssertionError(f"the game of seed {seed} did not end within {most:,} moves")


# A whole game to read -----------------------------------------------------------------------------------
def alone() -> Any:
    """The first position of a game of Knives alone."""
    return pilgrim.initial_state(pilgrim.Setup(1, characters=("knives",), ex="Lucas Lee"))


def sensible(play: Table) -> None:
    """Most cards are played, what can be bought is bought, and combats are fought to the end."""
    node = play.node
    if isinstance(node, Decision):
        play.do(pick(likely(node.actions), play.seed, "a choice", play.at))
    else:
        play.roll()
