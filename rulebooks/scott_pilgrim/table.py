"""Scott Pilgrim: the table as a state, its seats, and the actions of its players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned
from rulebooks.scott_pilgrim.cards import FRONT, SUITS, Effect, PilgrimCard, amounts, effects, masked, words
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import Fight
from rulebooks.scott_pilgrim.piles import NONE, Deck, Lying

DECKS = ("left", "right")
NOTHING = (0, 0, 0)


class Phase(StrEnum):
    """What the table waits for."""

    FIRST = "who begins"
    BUDDY = "a Buddy is given away"
    PLOTLINE = "the Plotline is laid out"
    ELIMINATE = "main deck elimination"
    ACQUIRE = "acquisition"
    TARGET = "combat or not"
    FIGHT = "combat"
    SWAP = "the neighbour may swap a card"
    RESOLVE = "resolution"
    OVER = "over"


@dataclass(frozen=True, eq=False)
class Frame(metaclass=Interned):
    """What has to be finished first: "top", "deal", "draw", "replace", "side", "go", or an effect's word.

    ``n``: cards; ``who``: a seat; ``place``: of the Plotline, or which main deck; ``lying``: the card whose side is
    chosen; ``then``: the phase that follows ("go").
    """

    kind: str
    n: int = 1
    who: int = 0
    place: int = 0
    may: bool = False
    lying: Lying | None = None
    then: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player. ``ups``: Power Ups!, kept Challenges, Exes, in the order they came.

    ``unknown``: cards of the deck that another player cannot place: in the hand or in the draw pile.
    """

    character: str
    deck: Deck
    hand: Bag[PilgrimCard] = NONE
    ups: tuple[Lying, ...] = ()
    turns: int = 0
    out: bool = False
    unknown: Bag[PilgrimCard] = NONE


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    ``main``: cards of both main decks that nobody sees, ``sizes``: cards in each, the top one among them, ``tops``:
    these. ``plotline``: a card or None at each place; ``guards``: Challenges that lie on the Evil Ex; ``ex``:
    whether it is still to be beaten. ``pool``: romance, music and work to spend; ``played``: cards played in this
    phase; ``used``: Power Ups! that gave their resource; ``matched``: Drama matched in this turn's acquisition;
    ``removed``: main decks whose top was eliminated in this phase; ``target``: the place fought, EX or GUARD; ``due``:
    effects still to resolve; ``shared``: the team's Housing.
    """

    setup: Setup
    phase: Phase
    seats: tuple[Seat, ...]
    main: Bag[PilgrimCard]
    sizes: tuple[int, int]
    tops: tuple[Lying | None, Lying | None]
    plotline: tuple[Lying | None, ...]
    drama: int
    guards: int = 0
    ex: bool = True
    gone: Bag[PilgrimCard] = NONE
    first: int = 0
    active: int = 0
    pool: tuple[int, int, int] = NOTHING
    played: Bag[PilgrimCard] = NONE
    used: Bag[PilgrimCard] = NONE
    removed: tuple[int, ...] = ()
    acquired: bool = False
    matched: int = 0
    fight: Fight | None = None
    target: int = 0
    due: tuple[Effect, ...] = ()
    pending: tuple[Frame, ...] = ()
    shared: Lying | None = None
    ended_by: str = ""
    won: tuple[int, ...] = ()  # seats, once it is over

    @property
    def seat(self) -> Seat:
        """The active player's seat."""
        return self.seats[self.active]

    @property
    def left(self) -> int:
        """Who sits to the left of the active player; the active player alone."""
        return next_player(self, self.active)


def next_player(s: State, player: int) -> int:
    """The next seat clockwise that is still in the game."""
    n = len(s.seats)
    return next((p for p in ((player + i) % n for i in range(1, n + 1)) if not s.seats[p].out), player)


def with_seat(s: State, player: int, **changes: Any) -> State:
    """The table with one seat changed."""
    seats = tuple(replace(seat, **changes) if i == player else seat for i, seat in enumerate(s.seats))
    return replace(s, seats=seats)


def due(s: State, *frames: Frame) -> State:
    """The table with something to finish first; the first named comes first."""
    return replace(s, pending=(*s.pending, *reversed(frames)))


def done(s: State) -> State:
    """The table without the frame on top."""
    return replace(s, pending=s.pending[:-1])


def ups_of(s: State, player: int) -> tuple[Lying, ...]:
    """What a player has the benefit of: the own Power Ups!, and the team's Housing."""
    return (*s.seats[player].ups, *([s.shared] if s.shared else []))


def has_trait(lying: Lying, trait: str) -> bool:
    """Whether the side that is up bears a trait."""
    return trait in words(lying.card.traits if lying.side == FRONT else lying.card.challenge_traits)


def abilities(s: State, player: int) -> tuple[Effect, ...]:
    """What a player's Power Ups! do beside their resources."""
    shown = (up.card for up in ups_of(s, player) if up.side == FRONT and up.card.kind in ("plot", "buddy"))
    return tuple(e for card in shown for e in effects(card.effect, "ability"))


def gives(up: Lying) -> tuple[tuple[str, int], ...]:
    """The resources of a Power Up!, one of them a turn; "any" stands for each suit."""
    return suits_of(up.card.makes) if up.side == FRONT and up.card.kind in ("plot", "buddy") else ()


def suits_of(makes: str | None) -> tuple[tuple[str, int], ...]:
    """The alternatives a resource symbol offers, with "any" told suit by suit, each suit once; none without one."""
    found: dict[str, int] = {}
    for suit, n in amounts(makes):
        found |= {s: max(n, found.get(s, 0)) for s in (SUITS if suit == "any" else (suit,))}
    return tuple(found.items())


def face_of(s: State, lying: Lying) -> PilgrimCard:
    """What everybody sees of a card that lies."""
    return masked(s.setup.sheet, lying.card, lying.side)


# Actions ------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class First(metaclass=Interned):
    """Who begins."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}"


@dataclass(frozen=True, eq=False)
class GiveBuddy(metaclass=Interned):
    """Give the Buddy to another player."""

    player: int

    def __str__(self) -> str:
        return f"give the Buddy to player {self.player + 1}"


@dataclass(frozen=True, eq=False)
class Remove(metaclass=Interned):
    """Eliminate the top card of a main deck (0 left, 1 right)."""

    deck: int

    def __str__(self) -> str:
        return f"eliminate the top of the {DECKS[self.deck]} deck"


@dataclass(frozen=True, eq=False)
class RemoveHousing(metaclass=Interned):
    """Eliminate the team's Housing."""

    def __str__(self) -> str:
        return "eliminate the team's Housing"


@dataclass(frozen=True, eq=False)
class From(metaclass=Interned):
    """Add the top card of a main deck (0 left, 1 right) to the Plotline."""

    deck: int

    def __str__(self) -> str:
        return f"add the top of the {DECKS[self.deck]} deck"


@dataclass(frozen=True, eq=False)
class Lay(metaclass=Interned):
    """Lay the new card of the Plotline with this side up."""

    side: str
    name: str

    def __str__(self) -> str:
        return f"lay it as {self.name} ({self.side})"


@dataclass(frozen=True, eq=False)
class Go(metaclass=Interned):
    """The phase is over."""

    to: str

    def __str__(self) -> str:
        return f"go on to {self.to}"


@dataclass(frozen=True, eq=False)
class Play(metaclass=Interned):
    """Play a card's Story side for a resource ("" where it gives none); ``match``: with a Drama card."""

    card: PilgrimCard
    suit: str = ""
    match: bool = False

    def __str__(self) -> str:
        n = dict(suits_of(self.card.makes)).get(self.suit, 0)
        return f"play {self.card}{f' for {n} {self.suit}' * bool(n)}{' and match Drama' * self.match}"


@dataclass(frozen=True, eq=False)
class Use(metaclass=Interned):
    """Choose the resource that a Power Up! gives this turn."""

    card: PilgrimCard
    suit: str

    def __str__(self) -> str:
        return f"take {dict(suits_of(self.card.makes))[self.suit]} {self.suit} from {self.card}"


@dataclass(frozen=True, eq=False)
class Acquire(metaclass=Interned):
    """Acquire the card at a place of the Plotline, paying with a suit; ``eliminate``: and eliminate it at once."""

    place: int
    face: PilgrimCard
    suit: str = ""
    eliminate: bool = False

    def __str__(self) -> str:
        paid = f" with {self.suit}" if self.suit and (amounts(self.face.cost) or (("", 0),))[0][0] == "any" else ""
        return f"acquire {self.face} (place {self.place + 1}){paid}{' and eliminate it' * self.eliminate}"


@dataclass(frozen=True, eq=False)
class Resolve(metaclass=Interned):
    """Resolve one of the effects that are due."""

    effect: Effect

    def __str__(self) -> str:
        return f"resolve: {self.effect}"


@dataclass(frozen=True, eq=False)
class Eliminate(metaclass=Interned):
    """Eliminate a card of the hand or the discard pile, or at a place of the Plotline."""

    card: PilgrimCard
    where: str  # "hand", "discard" or "plotline"
    place: int = 0

    def __str__(self) -> str:
        spot = {"hand": "from the hand", "discard": "from the discard pile"}
        return f"eliminate {self.card} {spot.get(self.where, f'(place {self.place + 1})')}"


@dataclass(frozen=True, eq=False)
class Flip(metaclass=Interned):
    """Turn over the card at a place of the Plotline."""

    place: int
    face: PilgrimCard

    def __str__(self) -> str:
        return f"flip {self.face} (place {self.place + 1})"


@dataclass(frozen=True, eq=False)
class Pass(metaclass=Interned):
    """Leave an effect that may be left."""

    def __str__(self) -> str:
        return "leave it"


@dataclass(frozen=True, eq=False)
class Discard(metaclass=Interned):
    """Discard a hand card."""

    card: PilgrimCard

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, eq=False)
class Swap(metaclass=Interned):
    """Take a card of the VS Draw into the hand, and put a hand card in its place."""

    own: PilgrimCard
    shown: PilgrimCard

    def __str__(self) -> str:
        return f"keep {self.shown}, discard {self.own}"


@dataclass(frozen=True, eq=False)
class NoSwap(metaclass=Interned):
    """Leave the cards of the VS Draw as they are."""

    def __str__(self) -> str:
        return "swap nothing"
