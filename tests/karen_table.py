"""Positions of Karen for the tests: what lies where, in one line each, and the test chooses what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulebooks import karen
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance
from rulebooks.core.play import Table
from rulebooks.core.rules import explain

SHEET = load_sheet("karen")
SHIP = SHEET.find("Pirate Ship")
DECLARE, COURAGE, FLEE = karen.Declare(), karen.Courage(), karen.Flee()
DOUBLE, DRAW, COPY, REMOVE = (karen.card(2, ability) for ability in ("double", "draw 1", "copy", "remove"))
DRAW_2, DRAW_3 = karen.card(2, "draw 2"), karen.card(2, "draw 3")


def quest(difficulty: int, ship: bool = False) -> Any:
    """A quest that asks for so much power."""
    name = f"{'ship' if ship else 'quest'} of {difficulty}"
    return karen.KarenCard.make(
        id="own-quest", name=name, order=3000 + difficulty, kind="quest", power=3, difficulty=difficulty, ship=ship
    )


SHIP_20 = quest(20, ship=True)  # for cases whose numbers must not hang on the sheet's


def story(cost: int) -> Any:
    """A story that costs so many HP."""
    return karen.KarenCard.make(id="own-story", name=f"story of {cost}", order=4000 + cost, kind="story", cost=cost)


def pile(items: Iterable[Any]) -> Bag[Any]:
    """Cards, titles or whole numbers (a plain card of that power), as a pile."""
    return Bag([SHEET.find(x) if isinstance(x, str) else karen.card(x) if isinstance(x, int) else x for x in items])


def table(*, hp: int = 20, options: karen.Options | None = None, **piles: Iterable[Any]) -> karen.State:
    """The table before events are turned over, or (with ``active``) after. Piles not named are empty."""
    start = karen.initial_state(karen.Setup(options or karen.Options()))
    bare = replace(start, hp=hp, event_deck=Bag(), deck=Bag())
    phase = karen.Phase.FATE if "active" in piles else karen.Phase.EVENTS
    return replace(bare, phase=phase, **{name: pile(items) for name, items in piles.items()})  # type: ignore[arg-type]


def facing(
    asked: Any,
    laid: Iterable[Any] = (),
    *,
    used: Iterable[Any] = (),
    deck: Iterable[Any] = (),
    discard: Iterable[Any] = (),
    **rest: Any,
) -> karen.State:
    """The table in the middle of an adventure against a quest: its cards are drawn."""
    s = table(**rest)
    adventure = adventuring(
        asked.difficulty, laid, used=used, deck=deck, discard=discard, hp=s.hp, options=s.setup.options
    )
    return replace(s, phase=karen.Phase.ADVENTURE, quest=asked, adventure=adventure)


def adventuring(
    difficulty: int,
    laid: Iterable[Any] = (),
    *,
    hp: int = 20,
    options: karen.Options | None = None,
    **piles: Iterable[Any],
) -> karen.Adventuring:
    """An adventure alone, its cards drawn."""
    setup = karen.Setup(options or karen.Options())
    return karen.position(hp=hp, quest=difficulty, laid=list(laid), setup=setup, **{"deck": (), **piles})


def lies(card: Any, *, used: bool = False, doubled: bool = False) -> karen.Laid:
    """A card as it lies in an adventure."""
    return karen.Laid(pile([card]).kinds[0], used, doubled)


def use(card: Any, target: karen.Laid | None = None, copied: karen.Laid | None = None) -> karen.Use:
    """The use of a card that has not been used yet."""
    return karen.Use(lies(card), target, copied)


def itself(card: Any) -> karen.Laid:
    """What a card that is being used calls itself: it lies in the Used Ability Area by then."""
    return lies(card, used=True)


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a list is a draw of those cards."""
    for move in moves:
        s = karen.step(s, pile(move) if isinstance(move, list) else move)
    return s


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        s, events = explain(karen, s, pile(move) if isinstance(move, list) else move)
        ids += [e.rule.id for e in events]
    return s, ids


def actions(s: Any) -> tuple[Any, ...]:
    """The legal actions of a decision."""
    return karen.node(s).actions  # type: ignore[union-attr]


def lowest(events: Any) -> int:
    """The least difficulty among some events; stories and the ship are for later."""
    return min((card.difficulty for card in events if card.kind == "quest" and not card.ship), default=99)


def strong(s: karen.State) -> bool:
    """Whether eight of Karen's cards could take the ship: four, and four for courage."""
    return sum(sorted((card.power for card in s.deck + s.discard), reverse=True)[:8]) >= SHIP.difficulty


def lucky(t: Table) -> None:
    """The best always comes, and she faces the easiest quest until she is strong."""
    node, s = t.node, t.state
    if isinstance(node, Chance) and s.phase is karen.Phase.EVENTS:
        ship = [x for x in node.outcomes if SHIP in x] if strong(s) else []
        t.choose(ship[0] if ship else min(node.outcomes, key=lambda events: (SHIP in events, lowest(events))))
    elif isinstance(node, Chance):
        t.choose(max(node.outcomes, key=lambda drawn: sum(card.power for card in drawn)))
    elif s.phase is karen.Phase.FATE:
        t.do(karen.Stand(SHIP if SHIP in s.active else min(s.active, key=lambda card: lowest([card]))))
    else:
        enough = karen.power(s.adventure) >= s.quest.difficulty
        t.do(DECLARE if enough or len(t.actions) == 1 else t.actions[1])
