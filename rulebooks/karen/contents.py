"""Karen 0: what is in the box, how we read it, and the preparation's parts.

Modelled: the cards, the HP track. Not modelled: which way up a card's back lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet
from rulebooks.core.chance import Bag
from rulebooks.core.setups import GameSetup, Switches
from rulebooks.karen.book import rule

DRAWS = {"draw 1": 1, "draw 2": 2, "draw 3": 3}
ABILITIES = ("double", *DRAWS, "copy", "remove")
TURNED = {"side": "back"}  # what a quest shows once it is turned; opening cards have this side alone


# 0  Contents and preparation ----------------------------------------------------
@dataclass(frozen=True, eq=False)
class KarenCard(Card):
    """A card. A quest has a difficulty, and a power and perhaps an ability once it is turned."""

    kind: str = field(metadata={"allowed": ("opening", "quest", "story"), "what": "which of the three kinds it is"})
    power: int = field(default=0, metadata={"min": -99, "max": 99, "what": "power in an adventure", **TURNED})
    ability: str | None = field(
        default=None, metadata={"allowed": ABILITIES, "what": "what it can do in an adventure", **TURNED}
    )
    difficulty: int | None = field(
        default=None, metadata={"min": 0, "max": 99, "what": "quests: power asked for", "side": "front", "look": "need"}
    )
    cost: int | None = field(
        default=None, metadata={"min": 0, "max": 99, "what": "stories: HP asked for", "side": "front", "look": "heart"}
    )
    ship: bool = field(default=False, metadata={"what": "true for the Pirate Ship, the quest that wins"})


@rule("0.1", "Contents")
def contents(sheet: Sheet) -> dict[str, Bag[KarenCard]]:
    """Ten opening cards, twenty quests with one Pirate Ship among them, ten stories."""
    everything = sheet.bag().counts
    kinds = ("opening", "quest", "story")
    return {kind: Bag({c: n for c, n in everything.items() if c.kind == kind}) for kind in kinds}


def as_printed(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must add up to."""
    counts = {kind: len(bag) for kind, bag in contents(sheet).items()}
    for kind, printed in {"opening": 10, "quest": 20, "story": 10}.items():
        if counts[kind] != printed:
            yield f"there are {printed} {kind} cards in the box, not {counts[kind]}"
    ships = sum(n for c, n in sheet.copies.items() if c.ship)
    if ships != 1:
        yield f"exactly one quest is the Pirate Ship, not {ships}"
    for c in sheet.cards:
        wanted = {"opening": (False, False), "quest": (True, False), "story": (False, True)}[c.kind]
        if (c.difficulty is not None, c.cost is not None) != wanted:
            yield f"{c.id}: a quest has a difficulty, a story a cost, and no other card has either"
        if c.ship and c.kind != "quest":
            yield f"{c.id}: the Pirate Ship is a quest"


SCHEMA = Schema(
    game="karen",
    card=KarenCard,
    numbers={"start_hp": "HP at the start, and the end of the HP track"},
    limits={"start_hp": (1, 99)},
    check=as_printed,
    sides={"front": "As an event", "back": "In the Karen Deck"},
)


@dataclass(frozen=True, eq=False)
class Options(Switches):
    """How we read what the rulebook leaves open. Each field is a ruling of ``docs/rulings.md``."""

    copy_unused: bool = True  # KR-2: Copy may copy a card that has not used its own ability yet
    reshuffle_events_at_once: bool = False  # KR-14: the 2 HP are due as soon as the last event leaves the deck
    draw_when_enough: bool = True  # KR-17: a Courage Draw is open even when the power is enough already
    pay_for_nothing: bool = False  # KR-18: a Courage Draw is open even when no card is left to draw
    effectless_abilities: bool = True  # KR-33: an ability that would do nothing may be used


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move: options, and the card sheet (None: the shipped one)."""

    options: Options = field(default_factory=Options)
    sheet: Any = None  # a Sheet, or the file to read one from

    def __post_init__(self) -> None:
        self._take(Options)

    @property
    def hp(self) -> int:
        """Where the HP marker starts."""
        return track_end(self.sheet)


@rule("0.2", "The HP track")
def track_end(sheet: Sheet) -> int:
    """HP start at the end of the track and can only fall: nothing heals."""
    return sheet.numbers["start_hp"]
