"""Lantern, a solo card game, told in the order of its rulebook.

You keep a lantern through a night of storms. Sections carry the rulebook's
numbers; the words are ours. Modelled: sections 1 to 4. Not modelled:
5 "Campaign", which changes no rule above it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet, load_sheet
from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import Goal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import Rulebook, allowed, require

rule = Rulebook("lantern", edition="1st English, 2024")


# 1  Components ----------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class LanternCard(Card):
    """A card: a step on the way, a storm, or the weary card that a reshuffle adds."""

    kind: str = field(metadata={"allowed": ("step", "storm", "weary"), "what": "what the card is"})
    light: int = field(metadata={"min": -9, "max": 9, "what": "light it gives; for a storm, light it asks for"})


@rule("1.1", "Components")
def lights(sheet: Sheet, kind: str) -> Bag[int]:
    """Step cards give light, storm cards ask for it, weary cards take some away."""
    cards = sheet.bag(lambda c: c.kind == kind)
    return Bag(c.light for c in cards)


def enough_cards(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must have beyond well-formed cards."""
    if len(lights(sheet, "step")) < sheet.numbers["free_cards"]:
        yield "there must be at least as many step cards as free cards"
    if not lights(sheet, "storm"):
        yield "there must be at least one storm card"
    if len({c.light for c in sheet.cards if c.kind == "weary"}) != 1:
        yield "there must be weary cards of exactly one value"


SCHEMA = Schema(
    game="lantern",
    card=LanternCard,
    numbers={"free_cards": "cards shown before the keeper chooses", "start_oil": "oil at the start"},
    check=enough_cards,
)


@dataclass(frozen=True, eq=False)
class Setup(metaclass=Interned):
    """What is decided before the first move: the card sheet (None: the shipped one)."""

    sheet: Any = None  # a Sheet, or the file to read one from

    def __post_init__(self) -> None:
        if not isinstance(self.sheet, Sheet):
            object.__setattr__(self, "sheet", load_sheet("lantern", self.sheet))


class Phase(StrEnum):
    """What the table waits for."""

    STORM, SHOW, CHOOSE = "a storm comes", "show a card", "spend oil, or stand"


class Action(StrEnum):
    """What the keeper may do."""

    STAND, SPEND = "stand", "spend 1 oil"


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves. Bags hold lights."""

    phase: Phase
    oil: int
    deck: Bag[int]
    discard: Bag[int]
    storms: Bag[int]
    storm: int
    shown: Bag[int]
    setup: Setup


# 2  Setup ---------------------------------------------------------------------
@rule("2.1", "Setup")
def set_up(setup: Setup) -> State:
    """Shuffle the step cards, shuffle the storms, fill the lantern."""
    sheet = setup.sheet
    return State(
        Phase.STORM, sheet.numbers["start_oil"], lights(sheet, "step"), Bag(), lights(sheet, "storm"), 0, Bag(), setup
    )


# 3  The night -----------------------------------------------------------------
@rule("3.1", "A storm comes")
def face_storm(s: State, storm: int) -> State:
    """Turn over a storm; it asks for that much light."""
    return replace(s, phase=Phase.SHOW, storm=storm, storms=s.storms.take(storm))


@rule("3.2", "Show cards")
def show_card(s: State, card: int) -> State:
    """Show the deck's top card; after the free cards, the keeper chooses."""
    shown = s.shown.add(card)
    free = s.setup.sheet.numbers["free_cards"]
    phase = Phase.SHOW if len(shown) < free else Phase.CHOOSE
    return replace(s, deck=s.deck.take(card), shown=shown, phase=phase)


@rule("3.3", "An empty deck")
def reshuffle(s: State) -> State:
    """A card is needed and none is left: shuffle the discard pile with one weary card."""
    weary = next(c.light for c in s.setup.sheet.cards if c.kind == "weary")
    return replace(s, deck=s.discard.add(weary), discard=Bag())


@rule("3.4", "No oil, no card")
def has_oil(s: State) -> bool:
    """Oil can be spent only while some is left."""
    return s.oil > 0


@rule("3.5", "Spend oil")
def spend_oil(s: State) -> State:
    """One oil shows one more card."""
    return replace(s, phase=Phase.SHOW, oil=s.oil - 1)


@rule("3.6", "Stand")
def stand(s: State) -> State:
    """Each point of light short of the storm costs one oil; the shown cards are discarded."""
    oil = s.oil - max(0, s.storm - sum(s.shown))
    return replace(s, phase=Phase.STORM, oil=oil, discard=s.discard + s.shown, shown=Bag(), storm=0)


# 4  The end -------------------------------------------------------------------
@rule("4.1", "The light goes out")
def lost(s: State) -> bool:
    """Less than no oil: the night is lost."""
    return s.oil < 0


@rule("4.2", "Dawn")
def won(s: State) -> bool:
    """No storm is left to come and the light burns: the night is won."""
    return s.phase is Phase.STORM and not s.storms and not lost(s)


# 5  Campaign: not modelled; it changes no rule above. --------------------------

# The game, assembled ----------------------------------------------------------
CHECKS = {Action.SPEND: (has_oil,)}
GOALS = {"dawn": Goal("dawn", "the greatest chance to see the dawn", (lambda s: int(s.oil >= 0),), "4.2", "chance")}


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the first storm."""
    return set_up(setup or Setup())


def node(s: State, /) -> Node:
    """What happens next."""
    if lost(s):
        return Terminal((0,), "4.1")
    if won(s):
        return Terminal((1,), "4.2")
    match s.phase:
        case Phase.STORM:
            return Chance("the storm", deal(s.storms))
        case Phase.SHOW:
            return Chance("the next card", deal(ready(s).deck))
        case Phase.CHOOSE:
            return Decision(0, tuple(a for a in Action if allowed(CHECKS, s, a)))


def ready(s: State) -> State:
    """The state with a card to draw."""
    return s if s.deck else reshuffle(s)


def step(s: State, move: int | Action, /) -> State:
    """The state after a storm, a card or the keeper's choice."""
    if lost(s) or won(s):
        raise IllegalMove(move, None, "the night is over")
    if s.phase is Phase.CHOOSE:
        if not isinstance(move, Action):
            raise IllegalMove(move, None, f"here: {', '.join(Action)}")
        require(CHECKS, s, move)
        return spend_oil(s) if move is Action.SPEND else stand(s)
    if type(move) is not int:
        raise IllegalMove(move, None, f"here: {s.phase}")
    return face_storm(s, move) if s.phase is Phase.STORM else show_card(ready(s), move)


def candidates(s: State, /) -> tuple[Action, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    return tuple(Action) if s.phase is Phase.CHOOSE and not lost(s) else ()


def information_state(s: State, player: int = 0, /) -> State:
    """All is open but the order of the piles, and that is in bags already."""
    return s


def focus(s: State) -> State:
    """The state that odds beside a choice walk: the game is small, so all of it."""
    return s


def position(
    *, oil: int, storm: int, shown: Iterable[int], deck: Iterable[int], discard: Iterable[int] = (),
    storms: Iterable[int] = (), setup: Setup | None = None,
) -> State:  # fmt: skip
    """The table in front of you, at the keeper's choice: lights as whole numbers.

    ValueError when the oil is below 0 or fewer than the free cards are shown.
    """
    setup = setup or Setup()
    piles = [tuple(pile) for pile in (shown, deck, discard, storms)]
    numbers = (oil, storm, *(n for pile in piles for n in pile))
    if any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
        raise ValueError(f"oil, storm and lights are whole numbers, not {numbers}")
    bags = [Bag(pile) for pile in piles]
    free = setup.sheet.numbers["free_cards"]
    if oil < 0 or len(bags[0]) < free:
        raise ValueError(f"the keeper chooses with 0 oil or more and at least {free} cards shown")
    return State(Phase.CHOOSE, oil, bags[1], bags[2], bags[3], storm, bags[0], setup)
