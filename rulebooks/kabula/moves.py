"""Kabula: the actions of its players, as one may click them."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.core.interned import Interned
from rulebooks.kabula.parts import Payment
from rulebooks.kabula.printed import KabulaCard


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
    """Attack this figure."""

    figure: int
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


# Monsters, Familios, the Guardian and the Kabula ------------------------------------------
@dataclass(frozen=True, eq=False)
class Spot(metaclass=Interned):
    """Which Monster is laid open for a territory."""

    card: KabulaCard
    territory: str

    def __str__(self) -> str:
        return f"{self.card} in {self.territory}"


@dataclass(frozen=True, eq=False)
class Tame(metaclass=Interned):
    """Take a Monster as one's Familio."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"tame {self.card}"


@dataclass(frozen=True, eq=False)
class LetGo(metaclass=Interned):
    """Do not: let a dead Monster go, leave a bonus alone, give a Familio no more Parts."""

    what: str

    def __str__(self) -> str:
        return {"tame": "let it go", "give": "no more Parts", "tag": "no Tag"}.get(self.what, f"no {self.what}")


@dataclass(frozen=True, eq=False)
class Give(metaclass=Interned):
    """A Part for the new Familio's Fresh box, from a box of the mat."""

    part: str
    box: str

    def __str__(self) -> str:
        return f"give {self.part} from {self.box.title()}"


@dataclass(frozen=True, eq=False)
class Hop(metaclass=Interned):
    """A Familio goes to a Hero's space."""

    seat: int
    name: str

    def __str__(self) -> str:
        return f"go to {self.name}"


@dataclass(frozen=True, eq=False)
class Trot(metaclass=Interned):
    """Instead of going to a Hero a Familio takes steps."""

    steps: int

    def __str__(self) -> str:
        return f"take {self.steps} steps"


@dataclass(frozen=True, eq=False)
class EndTurn(metaclass=Interned):
    """End the turn of a Familio."""

    def __str__(self) -> str:
        return "end the Familio's turn"


@dataclass(frozen=True, eq=False)
class Gear(metaclass=Interned):
    """Put Familio gear on, or take it off."""

    card: KabulaCard
    on: bool

    def __str__(self) -> str:
        return f"{'put' if self.on else 'take'} {self.card} {'on' if self.on else 'off'} the Familio"


@dataclass(frozen=True, eq=False)
class Meet(metaclass=Interned):
    """Which of two encounters is resolved."""

    card: KabulaCard

    def __str__(self) -> str:
        return f"meet {self.card}"


@dataclass(frozen=True, eq=False)
class Befriend(metaclass=Interned):
    """Turn a Wild Monster on the own space into a Familio; its Parts are discarded and tell its Heart."""

    number: int
    name: str

    def __str__(self) -> str:
        return f"befriend {self.name}"


@dataclass(frozen=True, eq=False)
class Boost(metaclass=Interned):
    """Use an action and pay one Part of it with the Kabula, whose number is added to one of its numbers.

    ``place``, ``what``: which number and what it is of; -1 and "" where the action has none.
    """

    action: KabulaCard
    part: str
    place: int
    what: str

    def __str__(self) -> str:
        return f"{self.action} with the Kabula for {self.part}" + f": more {self.what}" * bool(self.what)


@dataclass(frozen=True, eq=False)
class Order(metaclass=Interned):
    """A swallowed Hero decides what the Guardian does, and to whom."""

    action: KabulaCard
    figure: int
    name: str

    def __str__(self) -> str:
        return f"{self.action} at {self.name}"
