"""Kabula: the table as a state, its Heroes, and the actions of its players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.chance import Bag, Pile
from rulebooks.core.interned import Interned
from rulebooks.kabula.contents import KabulaCard, Setup, Verb
from rulebooks.kabula.fights import Strike
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.parts import Boxes, Payment

NONE: Bag[KabulaCard] = Bag()
PINS = ("encounter", "monster", "dungeon 1", "dungeon 2")


class Phase(StrEnum):
    """What the table waits for."""

    ORDER = "the order of play"
    TURN = "a Hero's turn"
    ATTACK = "an attack"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hero:
    """What lies before one player, and where the figure stands.

    ``items``: all item cards; ``worn``: armour that is equipped; ``changed``: armour put on in this turn; ``kept``:
    encounter cards kept; ``tags``: of each personality; ``steps``: left of this turn.
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


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    ``ron``: seats in the order of play; ``turn``: whose place in it; ``pins``: space -> which Pin, as pairs; ``todo``:
    what is still to be done, the first first, each with its seat; ``card``: the encounter or dungeon card in play;
    ``shown``: cards revealed in a shop; ``strike``: the attack under way, ``among``: the seats that take part in it.
    """

    setup: Setup
    phase: Phase
    heroes: tuple[Hero, ...]
    ron: tuple[int, ...]
    encounters: Pile[KabulaCard]
    dungeons: Pile[KabulaCard]
    common: Pile[KabulaCard]
    rare: Pile[KabulaCard]
    pins: tuple[tuple[Space, str], ...]
    turn: int = 0
    round: int = 1
    todo: tuple[tuple[int, Verb], ...] = ()
    card: KabulaCard | None = None
    shown: Bag[KabulaCard] = NONE
    strike: Strike | None = None
    among: tuple[int, ...] = ()
    ended_by: str = ""

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.ron[self.turn] if self.ron else 0

    @property
    def hero(self) -> Hero:
        """The active Hero."""
        return self.heroes[self.active]


def with_hero(s: State, seat: int, **changes: Any) -> State:
    """The table with one Hero changed."""
    return replace(s, heroes=tuple(replace(h, **changes) if i == seat else h for i, h in enumerate(s.heroes)))


def pin_at(s: State, space: Space) -> str:
    """The Pin on a space, "" without one."""
    return dict(s.pins).get(space, "")


def first(s: State, seat: int, *what: Verb) -> State:
    """The table with things to do before all else, the first named first."""
    return replace(s, todo=(*((seat, v) for v in what), *s.todo))


def did(s: State) -> State:
    """The table with the first thing done."""
    return replace(s, todo=s.todo[1:])


# Actions ------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Next(metaclass=Interned):
    """Who comes next in the order of play."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat + 1}"


@dataclass(frozen=True, eq=False)
class Do(metaclass=Interned):
    """Use an action: of the mat, of an item, of a city. How it is paid is asked next."""

    action: KabulaCard

    def __str__(self) -> str:
        return str(self.action)


@dataclass(frozen=True, eq=False)
class Step(metaclass=Interned):
    """Walk into the space that touches in a direction."""

    direction: str

    def __str__(self) -> str:
        return f"walk {self.direction}"


@dataclass(frozen=True, eq=False)
class UsePin(metaclass=Interned):
    """Use the Pin on the own space."""

    pin: str

    def __str__(self) -> str:
        return {"encounter": "have an encounter", "monster": "provoke a monster"}.get(self.pin, f"enter the {self.pin}")


@dataclass(frozen=True, eq=False)
class Wear(metaclass=Interned):
    """Put on an armour, in place of one that the same Part sets off."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"put on {self.card}"


@dataclass(frozen=True, eq=False)
class UseKept(metaclass=Interned):
    """Use an encounter card that was kept."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"use {self.card}"


@dataclass(frozen=True, eq=False)
class Pay(metaclass=Interned):
    """How a cost is paid."""

    payment: Payment

    def __str__(self) -> str:
        return f"pay {self.payment}"


@dataclass(frozen=True, eq=False)
class At(metaclass=Interned):
    """Attack this Hero."""

    seat: int
    name: str

    def __str__(self) -> str:
        return f"attack {self.name}"


@dataclass(frozen=True, eq=False)
class To(metaclass=Interned):
    """Travel to a city."""

    city: str

    def __str__(self) -> str:
        return f"travel to {self.city}"


@dataclass(frozen=True, eq=False)
class Refresh(metaclass=Interned):
    """After a rest: one more Part for the Fresh box."""

    part: str

    def __str__(self) -> str:
        return f"refresh {self.part}"


@dataclass(frozen=True, eq=False)
class Choose(metaclass=Interned):
    """Choose a Part to get, or one to discard from a box."""

    part: str
    box: str = ""

    def __str__(self) -> str:
        return f"discard {self.part} from {self.box.title()}" if self.box else f"get {self.part}"


@dataclass(frozen=True, eq=False)
class Opt(metaclass=Interned):
    """Choose an option of an encounter."""

    option: KabulaCard

    def __str__(self) -> str:
        return f"{self.option} (#{self.option.trait})"


@dataclass(frozen=True, eq=False)
class Tag(metaclass=Interned):
    """Which personality a Tag goes to."""

    place: int
    name: str

    def __str__(self) -> str:
        return f"a Tag for {self.name}"


@dataclass(frozen=True, eq=False)
class Buy(metaclass=Interned):
    """Buy an item that the shop shows."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"buy {self.card} for {self.card.price}"


@dataclass(frozen=True, eq=False)
class Sell(metaclass=Interned):
    """Sell an item."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"sell {self.card} for {self.card.price}"


@dataclass(frozen=True, eq=False)
class Leave(metaclass=Interned):
    """Leave the shop."""

    def __str__(self) -> str:
        return "leave the shop"
