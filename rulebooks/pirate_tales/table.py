"""Pirate Tales: the table as a state, its seats, the actions of its players, and 0 Set-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.chance import Bag, Pile
from rulebooks.core.interned import Interned
from rulebooks.pirate_tales.book import rule
from rulebooks.pirate_tales.contents import (
    COLOURS,
    LEVELS,
    PirateCard,
    Setup,
    capsize_cards,
    islands_each,
    kraken_cards,
    supply,
)
from rulebooks.pirate_tales.course import NONE, Dice, Sailing


class Phase(StrEnum):
    """What the table waits for."""

    FIRST = "who begins"
    DEAL = "cards are dealt"
    BACK = "a kraken's back is seen"
    BUY = "buy Adventure cards"
    BOUGHT = "the cards bought"
    LAY = "a card is laid out"
    GO_ON = "lay another, or close with an island"
    BET = "place bets"
    KRAKEN = "the kraken is turned over"
    VOYAGE = "the voyage"
    ISLAND = "the island is turned over"
    DRAW = "cards that the island gives"
    CAPSIZE = "a Capsize card"
    DISCARD = "cards to discard"
    DICE = "upgrade and return dice"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player. ``ship``: 1 is the Caribbean Sea, one more than the last sea is the end."""

    hand: Bag[PirateCard]
    doubloons: int
    dice: Dice
    blue: int = 0
    red: int = 0
    ship: int = 1
    kept: Bag[PirateCard] = NONE
    home: bool = False  # has the blue gem of the end


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    ``islands``: of each level, the cards not seen yet, in the stack or in the box; ``sizes``: how many lie in the
    stack. ``next_back``: the number on the back of the top kraken; ``covered``: the space with a kraken, ``covers``:
    its back while face down, ``kraken``: the card once turned over. ``bets``: "aye", "ney" or "" of each player.
    ``left``: cards left in the box; ``number``: cards still to be drawn or discarded, or the seat that is dealt to.
    """

    setup: Setup
    phase: Phase
    seats: tuple[Seat, ...]
    supply: Dice
    deck: Bag[PirateCard]
    discard: Bag[PirateCard]
    islands: tuple[Bag[PirateCard], Bag[PirateCard], Bag[PirateCard]]
    sizes: tuple[int, int, int]
    fulfilled: Bag[PirateCard]
    krakens: Pile[PirateCard]
    krakens_played: Bag[PirateCard]
    capsize: Bag[PirateCard]
    capsize_played: Bag[PirateCard]
    left: Bag[PirateCard]
    first: int = 0
    active: int = 0
    number: int = 0  # cards to deal, seats dealt to, cards bought or to discard
    track: tuple[PirateCard, ...] = ()
    level: int = 0
    next_back: int = 0
    covered: int = 0
    covers: int = 0
    kraken: PirateCard | None = None
    bets: tuple[str, ...] = ()
    voyage: Sailing | None = None
    filled: tuple[int, ...] = ()  # spaces of the voyage just ended with a die below
    last_round: bool = False
    ended_by: str = ""
    won: tuple[int, ...] = ()  # seats, once it is over

    @property
    def seat(self) -> Seat:
        """The active player's seat."""
        return self.seats[self.active]

    @property
    def supply_left(self) -> Dice:
        """Dice in the supply; during a voyage the voyage knows."""
        v = self.voyage
        return v.supply if v is not None and v.supply is not None else self.supply

    @property
    def end(self) -> int:
        """The number of the Sea track's end."""
        return self.setup.number("seas") + 1


def with_seat(s: State, player: int, **changes: Any) -> State:
    """The table with one seat changed."""
    seats = tuple(replace(seat, **changes) if i == player else seat for i, seat in enumerate(s.seats))
    return replace(s, seats=seats)


# Actions ------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class First(metaclass=Interned):
    """Who begins."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}"


@dataclass(frozen=True, eq=False)
class Buy(metaclass=Interned):
    """Buy so many Adventure cards; 0: none."""

    n: int
    price: int = 0

    def __str__(self) -> str:
        return f"buy {self.n} card{'s' * (self.n > 1)} for {self.price}" if self.n else "buy no card"


@dataclass(frozen=True, eq=False)
class Change(metaclass=Interned):
    """Change a gem: blue into doubloons, red into blue; or the other way round."""

    what: str

    def __str__(self) -> str:
        return f"change {self.what}"


@dataclass(frozen=True, eq=False)
class LayOn(metaclass=Interned):
    """Lay out another Adventure card."""

    def __str__(self) -> str:
        return "lay another card"


@dataclass(frozen=True, eq=False)
class Close(metaclass=Interned):
    """Close the voyage with an island of this level."""

    level: int

    def __str__(self) -> str:
        return f"close with an island of level {self.level}"


@dataclass(frozen=True, eq=False)
class Bet(metaclass=Interned):
    """A player's bet on the voyage."""

    side: str
    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1} bets {self.side}"


@dataclass(frozen=True, eq=False)
class Upgrade(metaclass=Interned):
    """Exchange two dice of a colour for one of the next."""

    colour: str

    def __str__(self) -> str:
        return f"two {self.colour} dice for one {COLOURS[COLOURS.index(self.colour) + 1]}"


@dataclass(frozen=True, eq=False)
class Return(metaclass=Interned):
    """Put a die back into the supply."""

    colour: str

    def __str__(self) -> str:
        return f"put a {self.colour} die back"


@dataclass(frozen=True, eq=False)
class EndTurn(metaclass=Interned):
    """The turn is over."""

    def __str__(self) -> str:
        return "end the turn"


@dataclass(frozen=True, eq=False)
class Drop(metaclass=Interned):
    """Discard a hand card."""

    card: PirateCard

    def __str__(self) -> str:
        return f"discard {self.card}"


def off_the_deck(s: State, card: PirateCard) -> State:
    """The table without the Adventure deck's top card."""
    s = s if s.deck else replace(s, deck=s.discard, discard=NONE)
    return replace(s, deck=s.deck.take(card))


# 0  Set-up ----------------------------------------------------------------------------
@rule("0.6", "Set-up")
def prepare(setup: Setup) -> State:
    """For each player 5 white dice, 3 doubloons and a ship on the Caribbean Sea; 2 Adventure cards follow."""
    n, white = setup.players, setup.number("start_dice")
    stock = supply(setup)
    seats = tuple(Seat(Bag(), setup.number("start_doubloons"), (white, 0, 0)) for _ in range(n))
    islands = [setup.sheet.bag(lambda c, need=need: c.kind == "island" and c.need == need) for need in LEVELS]
    krakens, capsize = kraken_cards(setup), capsize_cards(setup)
    left = (setup.cards("kraken") - krakens) + (setup.cards("capsize") - capsize)
    return State(
        setup=setup,
        phase=Phase.FIRST,
        seats=seats,
        supply=(stock[0] - white * n, stock[1], stock[2]),
        deck=setup.cards("adventure"),
        discard=NONE,
        islands=(islands[0], islands[1], islands[2]),
        sizes=(islands_each(setup),) * 3,
        fulfilled=NONE,
        krakens=Pile((krakens,)),
        krakens_played=NONE,
        capsize=capsize,
        capsize_played=NONE,
        left=left,
    )


@rule("0.7", "Who begins", kind="house")
def begin(s: State, player: int) -> State:
    """The first player is drawn by lot (PR-50)."""
    return replace(s, first=player, active=player, phase=Phase.DEAL, number=0)


@rule("0.8", "Two Adventure cards each")
def deal_hand(s: State, cards: Bag[PirateCard]) -> State:
    """Each player draws 2 Adventure cards."""
    s = with_seat(replace(s, deck=s.deck - cards), s.number, hand=cards)
    more = s.number + 1 < len(s.seats)
    return replace(s, number=s.number + 1 if more else 0, phase=Phase.DEAL if more else Phase.BACK)
