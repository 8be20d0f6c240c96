"""Fights of Friday for the tests: what lies where, in one line each, and the test chooses what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rulebooks import friday
from rulebooks.core.cards import load_sheet
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.rules import explain, forbidden_by

SHEET = load_sheet("friday")
COMPARE, FREE, PAY, SETTLE, ENOUGH = (
    friday.Compare(),
    friday.DrawFree(),
    friday.Pay(),
    friday.Settle(),
    friday.Enough(),
)
SECOND, REPLACE, LOOK = (
    friday.More(what) for what in ("draw the second card", "draw a replacement", "look at another card")
)


def can(ability: str, value: int = 0) -> Any:
    """A card of one's own with an ability."""
    return friday.card(value, ability)


DESTROY, DOUBLE, COPY, STEP, SORT = (can(a) for a in ("destroy", "double", "copy", "step -1", "sort 3"))
EXCHANGE, EXCHANGE_2, BELOW = (can(a) for a in ("exchange", "exchange 2", "below the stack"))
LIFE_1, LIFE_2, CARD_1, CARDS_2 = (can(a) for a in ("+1 life", "+2 life", "+1 card", "+2 cards"))
SCARED, HUNGRY, VERY_HUNGRY, STOP = (
    SHEET.find(name) for name in ("aging-scared", "aging-hungry", "aging-very-hungry", "aging-very-tired")
)
STUPID, MORONIC, SUICIDAL = (SHEET.find(f"aging-{name}") for name in ("stupid", "moronic", "suicidal"))


def card(item: Any) -> Any:
    """A card: itself, a whole number (a plain card of that value), or an id or name of the sheet."""
    return SHEET.find(item) if isinstance(item, str) else friday.card(item) if isinstance(item, int) else item


def lies(item: Any, side: str = "left", **marks: bool) -> friday.Lying:
    """A card as it lies in a fight: ``used``, ``down`` or ``doubled`` if told so."""
    return item if isinstance(item, friday.Lying) else friday.Lying(card(item), side == "left", **marks)


def right(item: Any, **marks: bool) -> friday.Lying:
    """A card on the right of the hazard."""
    return lies(item, "right", **marks)


def used(item: Any) -> friday.Lying:
    """A card on the left whose ability was used: what a card that is being used calls itself."""
    return lies(item, used=True)


def fighting(
    value: Any = 9, left: Iterable[Any] = (), *, stack: Any = (), free: int | None = None, **rest: Any
) -> friday.Fighting:
    """A fight with cards on the left; unless told otherwise all free cards are drawn and no aging card is left."""
    drawn = list(left)
    if free is None and not isinstance(value, str):
        free = len(drawn)
    return friday.fight(stack, value, free, drawn_left=drawn, **{"aging": (), **rest})


def use(item: Any, target: Any = None, copied: Any = None) -> friday.Use:
    """The use of a card that has not been used yet; cards lie on the left unless told."""
    return friday.Use(lies(item), None if target is None else lies(target), None if copied is None else lies(copied))


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a whole number, a card or a name of one is what chance brings."""
    for move in moves:
        chance = isinstance(friday.node(s), Chance)
        s = friday.step(s, card(move) if chance and isinstance(move, int | str) else move)
    return s


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        chance = isinstance(friday.node(s), Chance)
        s, events = explain(friday, s, card(move) if chance and isinstance(move, int | str) else move)
        ids += [e.rule.id for e in events]
    return s, ids


def actions(s: Any) -> tuple[Any, ...]:
    """The legal actions of a decision."""
    node = friday.node(s)
    assert isinstance(node, Decision)
    return node.actions


def no(s: Any, action: Any) -> str:
    """The number of the rule that forbids an action; "" when it is legal."""
    rule = forbidden_by(friday, s, action)
    if rule is None:
        return ""
    with pytest.raises(IllegalMove, match=rule.id.replace(".", r"\.")):
        friday.step(s, action)
    return rule.id


def decided(f: friday.Fighting) -> friday.Fight:
    """How a fight ends when it is compared and settled now, its points left unspent."""
    f = after(f, COMPARE) if f.phase == "fight" else f
    f = after(f, SETTLE) if f.phase == "comparing" else f
    return friday.finished(after(f, ENOUGH) if f.phase == "destroying" else f)


def ended_by(s: Any) -> str:
    """The rule that ended it."""
    node = friday.node(s)
    assert isinstance(node, Terminal)
    return node.ended_by
