"""Cases of Scott Pilgrim for the tests of rulings: tables with the cards a question is about, and short ways to move.

Nothing is dealt but what a case names: main decks of one card each, empty hands and piles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import explain
from rulebooks.scott_pilgrim.piles import Deck, Lying
from rulebooks.scott_pilgrim.table import Phase, Seat

SHEET = load_sheet("scott_pilgrim")
FRONT, BACK = pilgrim.FRONT, pilgrim.BACK
DRAMA = SHEET.find("drama")
ON, FIGHT_ON, SKIP, STOP = "go on to acquisition", "go on to the combat phase", "skip combat", "stop"
THREE = ("knives", "kim", "scott")  # to the left of Knives sits Kim


def card(name: str) -> Any:
    """A card of the sheet, by its id."""
    return next(c for c in SHEET.cards if c.id == name)


def cards(*names: str) -> Bag[Any]:
    """Cards of the sheet, by their ids."""
    return Bag([card(name) for name in names])


def lying(what: Any, seen: tuple[int, ...] = ()) -> Lying | None:
    """A card that lies: "joy" ids show their front, "despair/" the back; None is an empty place."""
    if what is None or isinstance(what, Lying):
        return what
    return Lying(card(what.rstrip("/")), BACK if what.endswith("/") else FRONT, seen)


def setup(*characters: str, ex: str = "Lucas Lee", mode: str = "", **options: bool) -> Any:
    """A set-up by characters, with rulings read the other way where told."""
    chosen = characters or ("scott", "knives")
    return pilgrim.Setup(len(chosen), mode, chosen, ex, pilgrim.Options(**options))


def seat(
    character: str,
    hand: Iterable[str] = (),
    draw: Iterable[str] = (),
    discard: Iterable[str] = (),
    ups: Iterable[Any] = (),
    top: Any = None,
    **more: Any,
) -> Seat:
    """What lies before one player."""
    all_see = (0, 1, 2, 3)
    kept = tuple(x for x in (lying(up, all_see) for up in ups) if x)
    return Seat(character, Deck(cards(*draw), top, cards(*discard)), cards(*hand), kept, **more)


def table(
    phase: str = "acquisition",
    *,
    at: Any = None,
    hand: Iterable[str] = (),
    draw: Iterable[str] = (),
    discard: Iterable[str] = (),
    ups: Iterable[Any] = (),
    others: Iterable[dict[str, Any]] = (),
    plotline: Iterable[Any] = (),
    tops: tuple[Any, Any] = ("workin", "love-song"),
    main: Iterable[str] = (),
    sizes: tuple[int, int] | None = None,
    **more: Any,
) -> Any:
    """A table of the first player, whose turn it is, in a phase; ``others`` tells what lies before the rest."""
    s = pilgrim.initial_state(at or setup())
    told = [*others, *({} for _ in s.seats)]
    seats = [seat(s.seats[0].character, hand, draw, discard, ups)]
    seats += [seat(one.character, **what) for one, what in zip(s.seats[1:], told, strict=False)]
    shown = (lying(tops[0]), lying(tops[1]))
    unseen = cards(*main)
    s = replace(
        s,
        seats=tuple(seats),
        main=unseen,
        sizes=sizes or (int(shown[0] is not None), int(shown[1] is not None) + len(unseen)),
        tops=shown,
        plotline=tuple(lying(x) for x in plotline),
        gone=Bag(),
        guards=0,
        phase=Phase(phase),
    )
    if phase == "acquisition":
        s = pilgrim.acquisition(s)
    return pilgrim.settled(replace(s, **more))


def fighting(target: str = "despair/", **told: Any) -> Any:
    """A table about to choose whether to fight the one Challenge of the Plotline."""
    return table("combat or not", plotline=[target], **told)


def bout(
    hand: Iterable[str], *, damage: int = 99, character: str | None = None, draw: Iterable[str] = (), **told: Any
) -> Any:
    """A combat alone against so much damage, with a hand that is there already."""
    return pilgrim.combat([card(x) for x in draw], damage, character=character, hand=[card(x) for x in hand], **told)


def named(s: Any, move: Any) -> Any:
    """A move by its label; what is no text is the move itself."""
    if not isinstance(move, str):
        return move
    node = pilgrim.node(s)
    here = node.outcomes if isinstance(node, Chance) else pilgrim.candidates(s)
    found = [m for m in here if label(m) == move]
    assert len(found) == 1, f"{move!r} is none of {[label(m) for m in here]}"
    return found[0]


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a text is the label of an action or of what chance brings."""
    for move in moves:
        s = seen(s, move)
        s = pilgrim.step(s, named(s, move))
    return s


def seen(s: Any, move: Any = None) -> Any:
    """The state once the sides on top of draw piles are seen, as far as a move does not say which."""
    while True:
        node = pilgrim.node(s)
        tops = isinstance(node, Chance) and node.what.startswith("the side on top") and node.what.endswith("draw pile")
        if not tops or any(move in (m, label(m)) for m in node.outcomes):  # type: ignore[union-attr]
            return s
        s = pilgrim.step(s, next(iter(node.outcomes)))  # type: ignore[union-attr]


def drawing(s: Any, *ids: str) -> Any:
    """The state once these cards are drawn, all at once or one at a time; what is certain is drawn by itself."""
    left, s = cards(*ids), seen(s)
    while isinstance(pilgrim.node(s), Chance):
        fitting = [hand for hand in comes(s) if all(left.count(c) >= n for c, n in hand.counts.items())]
        s, left = seen(pilgrim.step(s, fitting[0])), left - fitting[0]
    return s


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        s = seen(s, move)
        s, events = explain(pilgrim, s, named(s, move))
        ids += [e.rule.id for e in events]
    return s, ids


def no(s: Any, move: Any) -> str:
    """The number of the rule that forbids an action; "" when it is legal."""
    move = named(s, move)
    if move in labels_to_actions(s).values():
        return ""
    with pytest.raises(IllegalMove) as why:
        pilgrim.step(s, move)
    assert why.value.rule is not None
    return why.value.rule.id


def labels_to_actions(s: Any) -> dict[str, Any]:
    """The legal actions by their labels."""
    node = pilgrim.node(s)
    assert isinstance(node, Decision), node
    return {label(a): a for a in node.actions}


def labels(s: Any) -> list[str]:
    """What may be done, or may come, in words."""
    node = pilgrim.node(s)
    return [label(m) for m in node.outcomes] if isinstance(node, Chance) else list(labels_to_actions(s))


def comes(s: Any) -> dict[Any, int]:
    """What chance may bring, with its weight."""
    node = pilgrim.node(s)
    assert isinstance(node, Chance), node
    return dict(node.outcomes)


def what(s: Any) -> str:
    """What chance decides now."""
    node = pilgrim.node(s)
    assert isinstance(node, Chance), node
    return node.what


def over(s: Any) -> Terminal:
    """The end of a game."""
    node = pilgrim.node(s)
    assert isinstance(node, Terminal), node
    return node


def names(pile: Iterable[Any]) -> list[str]:
    """The ids of cards, in order."""
    return [c.id for c in pile]


def pool(s: Any) -> dict[str, int]:
    """The resources that can be spent."""
    return dict(zip(("romance", "music", "work"), s.pool, strict=True))


def worth(n: int) -> list[str]:
    """Power Ups! that are worth so many points together."""
    found: list[str] = []
    for one in sorted((c for c in SHEET.cards if c.kind == "plot" and c.points), key=lambda c: -c.points):
        if one.points <= n and not one.effect and not one.makes:
            found, n = [*found, one.id], n - one.points
    assert n == 0
    return found
