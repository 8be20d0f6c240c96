"""Kabula: the figures on the island: Heroes, their Familios, Wild Monsters, the Guardian; and how they are numbered.

Figures are named by numbers, on the RON tracker and in attacks: Heroes by their seats from 0, a Hero's Familio by 10
more, the Guardian is 20, and whatever appears in the course of a game is numbered from 100 on.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.core.chance import Bag
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.parts import Boxes
from rulebooks.kabula.printed import KabulaCard

NONE: Bag[KabulaCard] = Bag()
NO_PARTS: Bag[str] = Bag()
NOBODY = -1
FAMILIO = 10
GUARDIAN = 20
WILD = 100


def is_hero(figure: int) -> bool:
    """Whether a number names a Hero."""
    return 0 <= figure < FAMILIO


def is_familio(figure: int) -> bool:
    """Whether a number names a Familio."""
    return FAMILIO <= figure < GUARDIAN


def seat_of(figure: int) -> int:
    """The seat of a Hero, or of a Familio's Hero; NOBODY for all others."""
    return figure % FAMILIO if 0 <= figure < GUARDIAN else NOBODY


@dataclass(frozen=True, slots=True)
class Familio:
    """A tame Monster. ``rage``, ``fresh``: its own boxes, Used is its Hero's; ``gear``: what it wears."""

    card: KabulaCard
    space: Space
    heart: int
    most: int
    rage: Bag[str] = NO_PARTS
    fresh: Bag[str] = NO_PARTS
    nausea: int = 0
    gear: Bag[KabulaCard] = NONE
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Hero:
    """What lies before one player, and where the figure stands.

    ``items``: all item cards; ``worn``: armour that is equipped; ``changed``: armour put on in this turn; ``kept``:
    encounter cards kept; ``tags``: of each personality (an Automa's: the first number); ``steps``: left of this turn;
    ``automa``: the card that plays for nobody's Hero; ``flipped``: whether that card shows its trending side; ``out``:
    dead for good; ``swallowed``: inside the Guardian.
    """

    hero: KabulaCard
    space: Space
    heart: int
    most: int
    boxes: Boxes
    farz: int
    nausea: int = 0
    items: Bag[KabulaCard] = NONE
    worn: Bag[KabulaCard] = NONE
    changed: Bag[KabulaCard] = NONE
    kept: Bag[KabulaCard] = NONE
    tags: tuple[int, ...] = (0, 0, 0)
    steps: int = 0
    familio: Familio | None = None
    automa: KabulaCard | None = None
    flipped: bool = False
    out: bool = False
    swallowed: bool = False


@dataclass(frozen=True, slots=True)
class Monster:
    """A Wild Monster, whose Parts are its Heart; or another figure that behaves like one (``parts`` empty, ``life``).

    ``master``: the Automa that it belongs to, if one does.
    """

    number: int
    card: KabulaCard
    space: Space
    parts: Bag[str] = NO_PARTS
    nausea: int = 0
    life: int = 0
    master: int = NOBODY

    @property
    def heart(self) -> int:
        """How much Heart is left."""
        return len(self.parts) + self.life


@dataclass(frozen=True, slots=True)
class Guardian:
    """The Guardian of the Kabula. ``asleep``: which side of a token shows; ``out``: dead for good."""

    card: KabulaCard
    space: Space
    heart: int
    most: int
    nausea: int = 0
    asleep: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Kabula:
    """Where the Kabula is. ``owner``: a Hero, GUARDIAN or NOBODY; ``space``: where it was dropped; ``used``: spent.

    ``stolen``: whether it has left its Sanctuary; ``since``: the round of the theft.
    """

    owner: int = NOBODY
    space: Space | None = None
    used: bool = False
    stolen: bool = False
    since: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """What an automatic figure did in one turn. ``lines``: of its target list, with who was left after each.

    ``way``: the spaces it passed; ``turned``: why it took that way; ``row``: id of what its card told it to do,
    ``coin``: the side that chose it; ``mark``: the number of its target.
    """

    figure: int
    name: str
    action: str
    target: str
    lines: tuple[str, ...]
    way: tuple[Space, ...] = ()
    turned: str = ""
    row: str = ""
    coin: str = ""
    mark: int = NOBODY
    round: int = 0
