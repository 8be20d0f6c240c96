"""Kabula 5: an attack under way as a state, the figures that take part in it, and what is decided in it.

Figures are named by their place in ``fighters``, which is their order on the RON tracker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import island_in
from rulebooks.kabula.parts import EMPTY, FRESH_CAP, Boxes, Payment
from rulebooks.kabula.strikes import Attack, Defence, Harm

NOBODY = -1  # the attacker of a dungeon card


class Stage(StrEnum):
    """What an attack waits for."""

    AIM = "the Aim die"
    DEFEND = "defend or not"
    SPEND = "spend or else"
    PUSH = "the Compass die"
    RECHARGE = "recharge a Part"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure in a fight. ``kind``: "hero", "familio", "monster", "guardian", "automa", "brood".

    ``passives``, ``actives``: defences; ``partner``: the place of the figure whose Used box it shares, -1 for none;
    ``shield``: Blades that a bonus blocks in each attack; ``wild``: the number on a Kabula that it may spend.
    """

    name: str
    kind: str
    space: Space
    heart: int
    boxes: Boxes = EMPTY
    nausea: int = 0
    farz: int = 0
    passives: tuple[Defence, ...] = ()
    actives: tuple[Defence, ...] = ()
    partner: int = -1
    shield: int = 0
    wild: int = 0

    @property
    def spends(self) -> bool:
        """Whether it has Parts to spend: Heroes and Familios do."""
        return self.kind in FRESH_CAP

    @property
    def cap(self) -> int:
        """How many of its Parts may be Fresh."""
        return FRESH_CAP.get(self.kind, 0)


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack under way.

    ``chosen``: the targets; ``queue``: those still to be hit, the first one now; ``target``: who is hit now, which a
    defender may have become; ``asked``: who may still defend; ``ready``: whether armour has acted; ``aim``: the Part
    hit, "" for none; ``defence``: the active one used; ``at``: which harm is next; ``dealt``: whether the damage was
    dealt; ``blocked``: Shields used up; ``lost``: Heart each figure lost; ``nauseated``: tokens each got; ``spent``:
    Parts each spent; ``touched``: figures that the attack had an effect on; ``missed``: how many targets did not lose
    the Heart they might have; ``after``: defences that act at the end; ``waiting``: who recharges, ``recharged``: who
    did, or is about to; ``left``: how often the attack is still to be made.
    """

    attack: Attack
    fighters: tuple[Fighter, ...]
    attacker: int
    ground: str  # the island, as a map's text
    die: tuple[str, ...]
    stage: Stage
    chosen: tuple[int, ...]
    queue: tuple[int, ...]
    target: int
    lost: tuple[int, ...]
    nauseated: tuple[int, ...]
    spent: tuple[int, ...]
    left: int = 0
    asked: tuple[int, ...] = ()
    aim: str = ""
    defence: Defence | None = None
    at: int = 0
    ready: bool = False
    dealt: bool = False
    blocked: int = 0
    before: int = 0  # Heart the target had lost when this hit began
    touched: tuple[int, ...] = ()
    missed: int = 0
    after: tuple[tuple[int, Defence], ...] = ()
    waiting: tuple[int, ...] = ()
    recharged: tuple[int, ...] = ()
    owed: tuple[tuple[int, int, int], ...] = ()  # a Monster, the Parts it loses, the figure that caused it
    slain: tuple[tuple[int, int, bool], ...] = ()  # who died, by whom, and whether both stood on one space
    bruises: int = 0  # how many times the Guardian lost Heart
    slid: tuple[tuple[int, str], ...] = ()  # who was pushed onto another space, and in which direction
    recharging: bool = True  # asked alone, who recharges at the end is told, but not what
    washed_down: bool = False  # BR-18 and BR-47, read the other way
    each_miss: bool = False

    @property
    def island(self) -> Island:
        """Where the figures stand."""
        return island_in(self.ground)

    @property
    def victim(self) -> Fighter:
        """Who is hit now."""
        return self.fighters[self.target]


class Hit(NamedTuple):
    """What one attack did to its target, and who recharges."""

    heart_lost: int
    nausea: int
    parts_spent: int
    target_recharges: bool
    attacker_recharges: bool
    dead: bool


@dataclass(frozen=True, eq=False)
class Defend(metaclass=Interned):
    """Use an active defence. ``kabula``: the Part that the Kabula pays, "" for none; ``more``: what it raises."""

    defence: Defence
    payment: Payment
    kabula: str = ""
    more: str = ""

    def __str__(self) -> str:
        spent = f" with the Kabula for {self.kabula}" if self.kabula else ""
        raised = f", more {self.more}" if self.more else ""
        return f"{self.defence}{spent}{raised}: pay {self.payment}"


@dataclass(frozen=True, eq=False)
class NoDefence(metaclass=Interned):
    """Do not defend."""

    def __str__(self) -> str:
        return "do not defend"


@dataclass(frozen=True, eq=False)
class Spend(metaclass=Interned):
    """Spend the Parts that an attack asks for. ``kabula``: the one for which the Kabula is spent."""

    payment: Payment
    kabula: str = ""

    def __str__(self) -> str:
        return f"spend {self.payment}" + f" and the Kabula for {self.kabula}" * bool(self.kabula)


@dataclass(frozen=True, eq=False)
class Take(metaclass=Interned):
    """Which Parts a Wild Monster loses."""

    parts: Bag[str]

    def __str__(self) -> str:
        return f"take {self.parts}"


@dataclass(frozen=True, eq=False)
class Suffer(metaclass=Interned):
    """Suffer what an attack does to those who do not spend."""

    harm: Harm

    def __str__(self) -> str:
        return f"suffer {self.harm.what} {self.harm.n}"


def with_fighter(s: Strike, who: int, **changes: Any) -> Strike:
    """The attack with one figure changed; a Used box that it shares with another changes there too."""
    told = [replace(f, **changes) if i == who else f for i, f in enumerate(s.fighters)]
    if "boxes" in changes and (twin := told[who].partner) >= 0:
        told[twin] = replace(told[twin], boxes=replace(told[twin].boxes, used=changes["boxes"].used))
    return replace(s, fighters=tuple(told))


def added(counts: tuple[int, ...], who: int, n: int) -> tuple[int, ...]:
    """Counts by figure, one of them raised."""
    return tuple(c + n * (i == who) for i, c in enumerate(counts))
