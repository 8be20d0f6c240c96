"""Pirate Tales: a voyage as a state, and the actions of its captain. The rules are told in ``sailing.py``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned
from rulebooks.pirate_tales.contents import COLOURS, PirateCard, Setup, Symbol, symbols

NONE: Bag[PirateCard] = Bag()
Dice = tuple[int, int, int]  # white, red, black


@dataclass(frozen=True, eq=False)
class Die(metaclass=Interned):
    """A die as it lies: its colour, and the skulls on top."""

    colour: str
    skulls: int

    def __lt__(self, other: Die) -> bool:
        return (COLOURS.index(self.colour), self.skulls) < (COLOURS.index(other.colour), other.skulls)

    def __str__(self) -> str:
        return f"{self.colour} {self.skulls}"


@dataclass(frozen=True, eq=False)
class Stop(metaclass=Interned):
    """A card of the Adventure track: successes asked for, and its reward. ``need`` None: a kraken lies on it.

    ``effect``: what the kraken does when the voyage reaches it, "" where nothing is left to do.
    """

    need: int | None
    reward: str = ""
    effect: str = ""


@dataclass(frozen=True, eq=False)
class Course(metaclass=Interned):
    """What stays the same during a voyage. ``stops``: left to right, the island last; ``faces``: of each colour."""

    stops: tuple[Stop, ...]
    faces: tuple[tuple[str, tuple[int, ...]], ...]
    setup: Setup
    purse: int = 0  # doubloons of the captain at the start
    piles: bool = False  # on a table: hand cards that were played lie on the discard pile; alone they are just gone

    def die(self, colour: str) -> tuple[Die, ...]:
        """The faces of a colour, as dice."""
        return tuple(Die(colour, n) for n in dict(self.faces)[colour])


@dataclass(frozen=True, eq=False)
class Frame(metaclass=Interned):
    """What has to be finished first: "roll", "re-roll", "reward", "draw", "set aside" or "kraken"."""

    kind: str
    n: int = 0
    dice: Bag[Any] = NONE  # re-roll: dice picked so far; roll: colours
    text: str = ""  # reward, kraken: the symbols
    must: bool = False  # re-roll: at least one die, since one was set aside for it


@dataclass(frozen=True, slots=True)
class Gained:
    """What the voyage brought so far, beside dice and cards."""

    doubloons: int = 0
    blue: int = 0
    red: int = 0
    ship: int = 0


@dataclass(frozen=True, slots=True)
class Sailing:
    """One voyage under way.

    ``free``: dice on the table; ``aside``, ``placed``: colours of dice set aside and under cards; ``done``: stops
    passed; ``filled``: spaces with dice below; ``hand``: cards to play; ``deck``, ``discard``: the Adventure deck's;
    ``used``: cards played that lie on no pile; ``supply``: dice left to win (None: no limit); ``pending``: what is to
    be finished, the last first; ``ended``: "", "success" or "failure".
    """

    course: Course
    free: Bag[Die]
    aside: Bag[str]
    placed: Bag[str]
    done: int
    filled: tuple[int, ...]
    hand: Bag[PirateCard]
    deck: Bag[PirateCard]
    discard: Bag[PirateCard]
    used: Bag[PirateCard]
    supply: Dice | None
    gained: Gained
    pending: tuple[Frame, ...]
    ended: str = ""

    @property
    def setup(self) -> Setup:
        """The set-up that a voyage alone is played and saved with."""
        return self.course.setup


class Voyage(NamedTuple):
    """How a voyage ended. ``cards_done``: cards passed; ``dice_left``: free ones; ``doubloons``: of cards, spaces."""

    success: bool
    cards_done: int
    dice_left: int
    doubloons: int


# Actions ------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Place(metaclass=Interned):
    """Place dice, and skulls of hand cards, under the next card, which they fulfil."""

    dice: Bag[Die]
    cards: Bag[PirateCard] = NONE

    @property
    def skulls(self) -> int:
        """The successes placed."""
        return sum(d.skulls for d in self.dice) + sum(c.flag or 0 for c in self.cards)

    def __str__(self) -> str:
        return f"place {self.dice}" + (f" with the skulls of {self.cards}" if self.cards else "")


@dataclass(frozen=True, eq=False)
class SetAside(metaclass=Interned):
    """Set a free die aside, in order to re-roll others."""

    die: Die

    def __str__(self) -> str:
        return f"set aside {self.die} and re-roll"


@dataclass(frozen=True, eq=False)
class Take(metaclass=Interned):
    """Take a free die into the hand that rolls."""

    die: Die

    def __str__(self) -> str:
        return f"roll {self.die} again"


@dataclass(frozen=True, eq=False)
class Roll(metaclass=Interned):
    """Roll the dice taken."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, eq=False)
class Play(metaclass=Interned):
    """Play a hand card for its symbol; ``way``: which of its alternatives."""

    card: PirateCard
    way: int = 0

    def __str__(self) -> str:
        ways = symbols(self.card.reward)
        return f"play {self.card} for {in_words(ways[self.way]) if self.way < len(ways) else 'nothing'}"


@dataclass(frozen=True, eq=False)
class Choose(metaclass=Interned):
    """Choose one alternative of a reward."""

    text: str
    way: int

    def __str__(self) -> str:
        return in_words(symbols(self.text)[self.way])


@dataclass(frozen=True, eq=False)
class Lose(metaclass=Interned):
    """Set a die aside because a kraken says so."""

    die: Die | str

    def __str__(self) -> str:
        return f"set aside {self.die}"


@dataclass(frozen=True, eq=False)
class GiveUp(metaclass=Interned):
    """End the voyage without its island."""

    def __str__(self) -> str:
        return "turn back"


def in_words(way: tuple[Symbol, ...]) -> str:
    """Symbols as they are read."""
    return " and ".join(
        what if n == 1 and what not in ("doubloon", "draw", "ship") else f"{what} {n}" for what, n in way
    )


def one_less(supply: Dice, at: int) -> Dice:
    """The supply without a die of a colour."""
    white, red, black = (n - (i == at) for i, n in enumerate(supply))
    return white, red, black
