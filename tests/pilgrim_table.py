"""Tables of Scott Pilgrim for the tests: short ways to set up, to move and to ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import explain, forbidden_by
from rulebooks.scott_pilgrim.fight import dealt

SHEET = load_sheet("scott_pilgrim")
ON, FIGHT, SKIP, STOP, LEAVE = (
    pilgrim.Go("acquisition"),
    pilgrim.Go("the combat phase"),
    "skip combat",
    "stop",
    "leave it",
)
LEFT, RIGHT = "add the top of the left deck", "add the top of the right deck"


def card(name: str) -> Any:
    """A card of the sheet, by its id, or by its name on either side."""
    found = [c for c in SHEET.cards if name in (c.id, c.back)]
    return found[0] if found else SHEET.find(name)


def cards(*names: str) -> Bag[Any]:
    """Cards of the sheet."""
    return Bag([card(name) for name in names])


def table(
    one: Any = None,
    /,
    *others: Any,
    ex: str = "Lucas Lee",
    mode: str = "",
    options: dict[str, bool] | None = None,
    **rest: Any,
) -> Any:
    """A table of player 1 (Scott), whose turn it is, and player 2 (Knives) unless told; the main decks' tops are known.

    ``ex``, ``mode``, ``options``: of the set-up.
    """
    seats = [one or {}, *(others or ({},))]
    names = [c for c in ("scott", "knives", "ramona", "stephen") if c not in [seat.get("character") for seat in seats]]
    seats = [{"character": seat.get("character") or names.pop(0), **seat} for seat in seats]
    who = tuple(seat["character"] for seat in seats)
    setup = pilgrim.Setup(len(seats), mode, who, ex, pilgrim.Options(**(options or {})))
    return pilgrim.table(players=seats, setup=setup, **{"tops": ["Odd Jobs", "New Strings"], **rest})


def alone(one: Any = None, /, **rest: Any) -> Any:
    """A table of a lone player."""
    seat = {"character": "scott", **(one or {})}
    told = {"tops": ["Odd Jobs", "New Strings"], **rest}
    setup = pilgrim.Setup(
        1, "", (seat["character"],), told.pop("ex", "Lucas Lee"), told.pop("options", pilgrim.Options())
    )
    return pilgrim.table(players=[seat], setup=setup, **told)


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a text is the label of an action or of what chance brings."""
    for move in moves:
        s = pilgrim.step(s, named(s, move))
    return s


def named(s: Any, move: Any) -> Any:
    """A move by its label; what is no text is the move itself."""
    if not isinstance(move, str):
        return move
    node = pilgrim.node(s)
    here = node.outcomes if isinstance(node, Chance) else pilgrim.candidates(s)
    found = [m for m in here if label(m) == move]
    assert len(found) == 1, f"{move!r} is none of {[label(m) for m in here]}"
    return found[0]


def drawn(s: Any) -> Any:
    """The state after whatever chance brings first, until somebody chooses or the game is over."""
    while isinstance(node := pilgrim.node(s), Chance):
        s = pilgrim.step(s, next(iter(node.outcomes)))
    return s


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        s, events = explain(pilgrim, s, named(s, move))
        ids += [e.rule.id for e in events]
    return s, ids


def no(s: Any, move: Any) -> str:
    """The number of the rule that forbids a move of the table; "" when it is legal."""
    move = named(s, move)
    rule = forbidden_by(pilgrim, s, move)
    if rule is None:
        return ""
    with pytest.raises(IllegalMove, match=rule.id.replace(".", r"\.")):
        pilgrim.step(s, move)
    return rule.id


def labels(s: Any) -> list[str]:
    """What may be done, or may come, in words."""
    node = pilgrim.node(s)
    return [label(m) for m in (node.outcomes if isinstance(node, Chance) else getattr(node, "actions", ()))]


def what(s: Any) -> str:
    """What is drawn or turned up now."""
    node = pilgrim.node(s)
    assert isinstance(node, Chance), node
    return node.what


def comes(s: Any) -> dict[str, int]:
    """What may be drawn or turned up now, in words, with its weight."""
    node = pilgrim.node(s)
    assert isinstance(node, Chance), node
    return {label(m): n for m, n in node.outcomes.items()}


def asked(s: Any) -> int:
    """Who chooses now, counted from 1."""
    node = pilgrim.node(s)
    assert isinstance(node, Decision), node
    return node.player + 1


def pool(s: Any) -> dict[str, int]:
    """The resources to spend."""
    return {suit: n for suit, n in zip(("romance", "music", "work"), s.pool, strict=True) if n}


def line(s: Any) -> list[str]:
    """The Plotline in words."""
    return ["" if up is None else pilgrim.face_of(s, up).name for up in s.plotline]


def ups(s: Any, player: int = 1) -> list[str]:
    """What lies before a player, by the sides that are up."""
    return [pilgrim.face_of(s, up).name for up in s.seats[player - 1].ups]


def over(s: Any) -> Terminal | None:
    """How the game ended; None while it goes on."""
    node = pilgrim.node(s)
    return node if isinstance(node, Terminal) else None


def whole(s: Any) -> bool:
    """Whether every card of the game is somewhere on the table."""
    return bool(pilgrim.components(s) == pilgrim.components(pilgrim.initial_state(s.setup)))


def with_tops(s: Any, left: str | None, right: str | None) -> Any:
    """The table with these tops, or none, and nothing under them."""
    told = [pilgrim.Lying(card(name), pilgrim.FRONT) if name else None for name in (left, right)]
    away = s.main + Bag([up.card for up in s.tops if up])
    for up in told:
        away = away.take(up.card) if up else away
    sizes = (int(left is not None), int(right is not None))
    return replace(s, main=Bag(), gone=s.gone + away, tops=tuple(told), sizes=sizes)


def worth(points: int) -> list[Any]:
    """Power Ups! that are worth so many points, none of them a Housing, or one of those the tests acquire."""
    left, found = points, []
    for c in sorted(
        (c for c in SHEET.cards if c.kind == "plot" and c.traits != "housing"), key=lambda c: -(c.points or 0)
    ):
        if c.points and c.points <= left and c.id not in ("despair", "giant-robot", "barista"):
            found.append((c.id, pilgrim.FRONT))
            left -= c.points
    assert left == 0
    return found


def ready(
    hand: Any, target: str = "Half-Ninjas", needed: int = 6, one: Any = None, two: Any = None, **rest: Any
) -> Any:
    """A combat hand before its first card is laid; there is nothing to draw but what is told."""
    mine = {"character": "knives", "draw": [], **(one or {}), "hand": hand}
    told = {"phase": "fight", "plotline": [target], "target": target, "needed": needed, **rest}
    return drawn(table(mine, two or {"character": "scott"}, **told))


def damage(s: Any) -> int:
    """What has been dealt so far."""
    return dealt(s.fight)
