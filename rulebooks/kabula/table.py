"""Kabula: the table as a state, and how its figures are looked up and changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula.contents import KabulaCard, Setup, Verb
from rulebooks.kabula.fights import Strike
from rulebooks.kabula.figures import (
    FAMILIO,
    GUARDIAN,
    NOBODY,
    NONE,
    WILD,
    Familio,
    Guardian,
    Hero,
    Kabula,
    Monster,
    Trace,
    is_familio,
    is_hero,
    seat_of,
)
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.moves import (
    At,
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Give,
    Hop,
    Leave,
    LetGo,
    Meet,
    Next,
    Opt,
    Order,
    Pay,
    Refresh,
    Sell,
    Spot,
    Step,
    Tag,
    Tame,
    To,
    Trot,
    UseKept,
    UsePin,
    Wear,
)
from rulebooks.kabula.parts import FRESH_CAP, Boxes

MOST_TRACES = 9  # automatic turns that are remembered, beside the last one
PINS = ("encounter", "monster", "dungeon 1", "dungeon 2")


class Phase(StrEnum):
    """What the table waits for."""

    ORDER = "the order of play"
    TURN = "a figure's turn"
    ATTACK = "an attack"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    ``ron``: figures in the order of play (``figures``); ``turn``: whose place in it, -1 at Alpha, its length at Omega;
    ``pins``: space -> which Pin, as pairs; ``todo``: what is still to be done, the first first, each with its figure;
    ``card``: the encounter or dungeon card in play; ``shown``: cards revealed in a shop; ``strike``: the attack under
    way, ``among``: the figures that take part in it; ``spotted``: the Monster laid open for each territory;
    ``unspotted``: the others; ``gone``: Monsters discarded; ``omens``: the Guardian's deck, ``omen``: the card that
    lies in Alpha or Omega, ``past``: those used; ``mark``: whom an automatic figure goes for; ``trace``: what it last
    did, ``traces``: what the last few did before it; ``serial``: the number of the next figure that appears;
    ``peels``, ``rabbits``: tokens of the expansions, a rabbit with whether it is turned; ``burrow``, ``dug``: the
    Rabbit deck and what was used of it; ``winner``: the Hero who has won.
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
    monsters: tuple[Monster, ...] = ()
    spotted: tuple[tuple[str, KabulaCard | None], ...] = ()
    unspotted: Pile[KabulaCard] = Pile(())  # noqa: RUF009
    gone: Bag[KabulaCard] = NONE
    guardian: Guardian | None = None
    omens: Pile[KabulaCard] = Pile(())  # noqa: RUF009
    omen: KabulaCard | None = None
    past: Bag[KabulaCard] = NONE
    kabula: Kabula = Kabula()  # noqa: RUF009
    mark: int = NOBODY
    trace: Trace | None = None
    traces: tuple[Trace, ...] = ()
    serial: int = WILD
    peels: tuple[Space, ...] = ()
    rabbits: tuple[tuple[Space, bool], ...] = ()
    burrow: Pile[KabulaCard] = Pile(())  # noqa: RUF009
    dug: Bag[KabulaCard] = NONE
    winner: int = NOBODY

    @property
    def active(self) -> int:
        """The figure whose turn it is; the Guardian at Alpha and Omega."""
        if not self.ron:
            return 0
        return self.ron[self.turn] if 0 <= self.turn < len(self.ron) else GUARDIAN

    @property
    def seat(self) -> int:
        """The seat whose turn it is: the Hero's, or the Familio's Hero's; NOBODY in a Monster's turn."""
        return seat_of(self.active)

    @property
    def hero(self) -> Hero:
        """The Hero whose turn it is, or whose Familio's."""
        return self.heroes[max(0, self.seat)]


def with_hero(s: State, seat: int, **changes: Any) -> State:
    """The table with one Hero changed."""
    return replace(s, heroes=tuple(replace(h, **changes) if i == seat else h for i, h in enumerate(s.heroes)))


# Figures ----------------------------------------------------------------------------------
def figure(s: State, f: int) -> Hero | Familio | Monster | Guardian | None:
    """What stands on the island under a number; None where nothing does."""
    if is_hero(f):
        return None if f >= len(s.heroes) or s.heroes[f].out else s.heroes[f]
    if is_familio(f):
        seat = seat_of(f)
        return s.heroes[seat].familio if seat < len(s.heroes) and not s.heroes[seat].out else None
    if f == GUARDIAN:
        return None if s.guardian is None or s.guardian.out else s.guardian
    return next((m for m in s.monsters if m.number == f), None)


def the(s: State, f: int) -> Hero | Familio | Monster | Guardian:
    """The figure with a number, which must be there."""
    found = figure(s, f)
    assert found is not None, f
    return found


def played(s: State, f: int) -> bool:
    """Whether a player decides what a figure does: Heroes and Familios, but no Automas."""
    return (is_hero(f) or is_familio(f)) and s.heroes[seat_of(f)].automa is None


def card_of(s: State, f: int) -> KabulaCard:
    """A figure's card."""
    found = the(s, f)
    return found.hero if isinstance(found, Hero) else found.card


def called(s: State, f: int) -> str:
    """What a figure is called, in a game of this light; of several alike with a number."""
    found = figure(s, f)
    if found is None:
        return f"figure {f}"
    name = card_of(s, f).called(s.setup.light)
    if isinstance(found, Monster | Familio):
        alike = [*(FAMILIO + i for i, h in enumerate(s.heroes) if h.familio and h.familio.card is found.card)]
        alike += [m.number for m in s.monsters if m.card is found.card]
        return f"{name} {1 + alike.index(f)}" if len(alike) > 1 else name
    return name


def with_figure(s: State, f: int, **changes: Any) -> State:
    """The table with one figure changed."""
    if is_hero(f):
        return with_hero(s, f, **changes)
    if is_familio(f):
        pet = s.heroes[seat_of(f)].familio
        return s if pet is None else with_hero(s, seat_of(f), familio=replace(pet, **changes))
    if f == GUARDIAN:
        return s if s.guardian is None else replace(s, guardian=replace(s.guardian, **changes))
    return replace(s, monsters=tuple(replace(m, **changes) if m.number == f else m for m in s.monsters))


def boxes_of(s: State, f: int) -> Boxes:
    """The Parts of a Hero or a Familio, whose Used box is its Hero's."""
    h = s.heroes[seat_of(f)]
    return Boxes(h.familio.rage, h.familio.fresh, h.boxes.used) if is_familio(f) and h.familio else h.boxes


def with_boxes(s: State, f: int, boxes: Boxes) -> State:
    """The table with a Hero's or a Familio's Parts changed."""
    seat = seat_of(f)
    if not is_familio(f):
        return with_hero(s, seat, boxes=boxes)
    s = with_figure(s, f, rage=boxes.rage, fresh=boxes.fresh)
    return with_hero(s, seat, boxes=replace(s.heroes[seat].boxes, used=boxes.used))


def cap_of(f: int) -> int:
    """How many of its Parts may be Fresh."""
    return FRESH_CAP["familio" if is_familio(f) else "hero"]


def order(s: State) -> tuple[int, ...]:
    """All figures on the island in the order of the tracker; before the theft the Guardian comes first (BR-115)."""
    guard = (GUARDIAN,) if GUARDIAN not in s.ron else ()
    return tuple(f for f in (*guard, *s.ron) if figure(s, f) is not None and not swallowed(s, f))


def swallowed(s: State, f: int) -> bool:
    """Whether a Hero is inside the Guardian."""
    return is_hero(f) and s.heroes[f].swallowed


def place_of(s: State, f: int) -> Space:
    """Where a figure is: a swallowed Hero is where the Guardian stands."""
    inside = swallowed(s, f) and s.guardian is not None
    return s.guardian.space if inside and s.guardian is not None else the(s, f).space


def following(s: State, f: int) -> tuple[int, ...]:
    """All other figures in the order of the tracker, from the next one on."""
    ron = (GUARDIAN, *s.ron) if GUARDIAN not in s.ron else s.ron
    i = ron.index(f) if f in ron else -1
    told = (*ron[i + 1 :], *ron[: max(0, i)])
    return tuple(x for x in told if figure(s, x) is not None and not swallowed(s, x))


def insert(s: State, f: int, place: int) -> State:
    """The table with a figure more on the tracker; whose turn it is stays."""
    ron = (*s.ron[:place], f, *s.ron[place:])
    return replace(s, ron=ron, turn=s.turn + 1 if 0 <= place <= s.turn else s.turn)


def traced(s: State, trace: Trace) -> State:
    """The table that tells what an automatic figure does now, and what the last few did before it."""
    before = s.traces if s.trace is None else (*s.traces, s.trace)
    return replace(s, trace=replace(trace, round=s.round), traces=before[-MOST_TRACES:])


def tidy(s: State) -> State:
    """The tracker without figures that are no longer there; the place of the one whose turn it is is kept."""
    here = s.active
    ron = tuple(f for f in s.ron if figure(s, f) is not None or f == here)
    return replace(s, ron=ron, turn=ron.index(here)) if here in ron else replace(s, ron=ron)


def pin_at(s: State, space: Space) -> str:
    """The Pin on a space, "" without one."""
    return dict(s.pins).get(space, "")


def first(s: State, f: int, *what: Verb) -> State:
    """The table with things to do before all else, the first named first."""
    return replace(s, todo=(*((f, v) for v in what), *s.todo))


def did(s: State) -> State:
    """The table with the first thing done."""
    return replace(s, todo=s.todo[1:])


__all__ = [
    "FAMILIO",
    "GUARDIAN",
    "NOBODY",
    "NONE",
    "PINS",
    "At",
    "Befriend",
    "Boost",
    "Buy",
    "Choose",
    "Do",
    "EndTurn",
    "Familio",
    "Gear",
    "Give",
    "Guardian",
    "Hero",
    "Hop",
    "Kabula",
    "Leave",
    "LetGo",
    "Meet",
    "Monster",
    "Next",
    "Opt",
    "Order",
    "Pay",
    "Phase",
    "Refresh",
    "Sell",
    "Spot",
    "State",
    "Step",
    "Tag",
    "Tame",
    "To",
    "Trace",
    "Trot",
    "UseKept",
    "UsePin",
    "Wear",
    "boxes_of",
    "called",
    "cap_of",
    "card_of",
    "did",
    "figure",
    "first",
    "following",
    "insert",
    "is_familio",
    "is_hero",
    "order",
    "pin_at",
    "place_of",
    "played",
    "seat_of",
    "swallowed",
    "the",
    "tidy",
    "traced",
    "with_boxes",
    "with_figure",
    "with_hero",
]
