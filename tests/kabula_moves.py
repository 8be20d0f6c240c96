"""Short ways to play Kabula in tests: moves by their labels, attacks brought to their end, islands of a few spaces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from kabula_table import after, labels, named
from rulebooks import kabula
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.kabula.fights import NoDefence, Stage
from rulebooks.kabula.hexes import direction_of

HEXES = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]


def ground(*mountains: Any, rivers: Any = (), without: Any = (), **more: Any) -> kabula.Island:
    """A round island of plains, some of them mountains, some of them missing."""
    cells = {space: "mountain" if space in mountains else "plain" for space in HEXES if space not in without}
    return kabula.Island.from_cells(cells, rivers, **({"sanctuary": (0, 0)} | more))


def turns(way: list[Any]) -> list[str]:
    """The directions of a way."""
    return [direction_of(a, b) for a, b in pairwise(way)]


def onwards(s: Any) -> Any:
    """The state after the first of what may be done, or may come."""
    node = kabula.node(s)
    assert not isinstance(node, Terminal)
    return kabula.step(s, next(iter(node.outcomes if isinstance(node, Chance) else node.actions)))


def what(s: Any) -> str:
    """What chance is about to bring; "" elsewhere."""
    node = kabula.node(s)
    return node.what if isinstance(node, Chance) else ""


def who(s: Any) -> int:
    """Whose choice it is: a seat at a table; the figure's place in an attack alone."""
    if isinstance(s, kabula.Strike):
        node = kabula.fights.node(s)
        assert isinstance(node, Decision)
        return node.player
    node = kabula.node(s)
    assert isinstance(node, Decision)
    return node.player


def hit(attack: str, aim: Any = None, **more: Any) -> Any:
    """An attack alone, its aim rolled, nobody has defended yet. The attacker is figure 0, the target figure 1."""
    return kabula.position(attack, aim=aim, **more)


def standing(s: Any, *spaces: Any) -> Any:
    """The attack with its figures on these spaces."""
    return replace(s, fighters=tuple(replace(f, space=at) for f, at in zip(s.fighters, spaces, strict=True)))


def left_alone(s: Any, until: Any = Stage.OVER) -> Any:
    """The attack brought to its end, or so far: nobody defends, what else is to be chosen or rolled is the first."""
    while s.stage not in (until, Stage.OVER):
        node = kabula.node(s)
        assert not isinstance(node, Terminal)
        here = node.outcomes if isinstance(node, Chance) else node.actions
        s = kabula.step(s, next((a for a in here if isinstance(a, NoDefence)), next(iter(here))))
    return s


def until_charged(s: Any) -> Any:
    """The attack brought to where somebody recharges, or to its end."""
    return left_alone(s, Stage.RECHARGE)


def hearts(s: Any) -> list[int]:
    """The Heart of each figure of an attack."""
    return [f.heart for f in s.fighters]


def boxes(figure: Any) -> tuple[str, str, str]:
    """Rage, Fresh and Used, in words; "" for an empty box."""
    b = figure.boxes
    return tuple("" if not len(box) else str(box) for box in (b.rage, b.fresh, b.used))  # type: ignore[return-value]


__all__ = [
    "after",
    "boxes",
    "ground",
    "hearts",
    "hit",
    "labels",
    "left_alone",
    "named",
    "onwards",
    "standing",
    "turns",
    "until_charged",
    "what",
    "who",
]
