"""Kabula's island on the table: who stands where, which Pins lie there, how far the active Hero's steps reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebook_widgets.hex_picture import HEADINGS, Figure, hex_picture, key, steps_words
from rulebook_widgets.view import MapFace, Zone
from rulebook_widgets.views.kabula_figures import title_of
from rulebook_widgets.views.kabula_trace import drawn_way, recent
from rulebook_widgets.views.kabula_words import listed, place_words
from rulebooks.kabula.contents import island_of
from rulebooks.kabula.familios import hops
from rulebooks.kabula.fights import Stage
from rulebooks.kabula.hexes import DIRECTIONS, Space, name_of, neighbour
from rulebooks.kabula.island import Island
from rulebooks.kabula.monsters import spotted
from rulebooks.kabula.table import (
    NOBODY,
    Familio,
    Hero,
    Hop,
    Monster,
    Phase,
    State,
    called,
    figure,
    order,
    seat_of,
    the,
)

PINS = {
    "encounter": ("E", "an encounter Pin"),
    "monster": ("M", "a monster Pin"),
    "dungeon 1": ("1", "a dungeon, level 1"),
    "dungeon 2": ("2", "a dungeon, level 2"),
}
LEGEND = (("E", "encounter"), ("M", "monster"), ("1", "dungeon’s level"), ("K", "the Kabula"))


def signs(heroes: Iterable[Hero]) -> list[str]:
    """A letter for each Hero; two where one would not tell them apart."""
    names = [h.hero.name for h in heroes]
    first = [n[:1] for n in names]
    return [n[:2] if first.count(n[:1]) > 1 else n[:1] for n in names]


def figures(s: State) -> list[Figure]:
    """All that stands on the island, and tokens that lie there; each with its sign."""
    letters, found = signs(s.heroes), []
    for f in order(s):
        me = the(s, f)
        if isinstance(me, Hero):
            found.append(Figure(title_of(s, f), me.space, letters[f]))
        elif isinstance(me, Monster):
            found.append(Figure(called(s, f), me.space, _sign(called(s, f)), "monster"))
        elif isinstance(me, Familio):
            name = f"{called(s, f)}, {title_of(s, seat_of(f))}’s Familio"
            found.append(Figure(name, me.space, letters[seat_of(f)].lower(), "familio"))
        else:
            found.append(Figure(called(s, f), me.space, "G", "guardian"))
    return [*found, *_lying(s)]


def _sign(name: str) -> str:
    words = name.split()
    return "".join(w[:1] for w in words[:2]).upper() if len(words) > 1 else name[:2]


def _lying(s: State) -> Iterable[Figure]:
    """Tokens: the Kabula where it lies, banana peels, rabbits."""
    k = s.kabula
    if k.owner == NOBODY and k.space is not None:
        yield Figure("the Kabula", k.space, "K", "token")
    if not k.stolen and (home := island_of(s.setup).sanctuary) is not None:
        yield Figure("the Kabula", home, "K", "token")
    for at in s.peels:
        yield Figure("a banana peel", at, "P", "token")
    for at in dict.fromkeys(at for at, _ in s.rabbits):
        here = [turned for there, turned in s.rabbits if there == at]
        turned = f", {sum(here)} turned" if any(here) else ""
        name = f"{len(here)} rabbits" if len(here) > 1 else "a rabbit"
        yield Figure(name + turned, at, f"r{len(here)}" if len(here) > 1 else "r", "token")


def walker(s: State) -> Hero | Familio:
    """Who walks in this turn: the Hero, or the Familio whose turn it is."""
    me = figure(s, s.active)
    return me if isinstance(me, Familio) else s.hero


def map_zone(s: State) -> Zone:
    """The island. ``s``: the table as it is now, in an attack too."""
    island = island_of(s.setup)
    walking = s.phase is Phase.TURN and not s.todo
    h = walker(s)
    there = figures(s)
    told = None if (walking and h.steps) or s.trace is None or not recent(s, s.trace) else s.trace
    ways = drawn_way(island, told.way) if told is not None else []
    picture = hex_picture(
        island,
        start=h.space if walking and h.steps else None,
        steps=h.steps if walking and h.steps else None,
        figures=there,
        pins={at: PINS[pin] for at, pin in s.pins},
        label="The island, with the figures and Pins that are there",
    )
    picture["start"] = key(h.space) if walking else None  # marked, and where the map's cursor begins
    if ways:
        picture["way"] = ways
    by_key = {hex_["k"]: hex_ for hex_ in picture["hexes"]}
    if walking:
        _ways(s, island, h, by_key)
    elif s.todo and s.todo[0][1].what == "travel":
        for city in island.cities:
            _add(by_key[key(island.names[city])], f"city:{city}", f"press to travel to {city}")
    elif s.todo and s.todo[0][1].what == "hop":
        _hops(s, by_key)
    return Zone("Island", (MapFace("Island", picture, _told(s, there, island), _hint(s, h, bool(ways)), LEGEND),))


def _hops(s: State, by_key: dict[str, Any]) -> None:
    """Where a Familio may go to: the spaces of Heroes, each told once."""
    f, verb = s.todo[0]
    for hop in hops(s, f, verb.n):
        if isinstance(hop, Hop):
            hex_ = by_key[key(s.heroes[hop.seat].space)]
            _add(hex_, f"hop:{hop.seat}", f"press to go to {hop.name}")


def _ways(s: State, island: Island, h: Hero | Familio, by_key: dict[str, Any]) -> None:
    """What may be walked to, and what it costs, told on the hexes around; and the Pin on the own one."""
    name = title_of(s, s.active)
    for d in DIRECTIONS:
        there = neighbour(h.space, d)
        if there not in island.cells:
            continue
        edge = island.graph.edges[h.space, there]
        enough = h.steps >= edge["steps"]
        left = "press to walk there" if enough else f"not enough: {steps_words(h.steps)} left (3.7)"
        _add(by_key[key(there)], f"hex:{d}", f"{HEADINGS[d]} of {name}, {edge['why']}; {left}")
    pin = dict(s.pins).get(h.space, "")
    if isinstance(h, Hero) and pin and (pin != "monster" or spotted(s, h.space) is not None):
        card = spotted(s, h.space) if pin == "monster" else None
        _add(
            by_key[key(h.space)],
            "hex:here",
            f"press to provoke {card.called(s.setup.light)}" if card else "press to use the Pin",
        )


def _add(hex_: dict[str, Any], pick: str, words: str) -> None:
    hex_.setdefault("pick", pick)
    hex_["words"] += f"; {words}"


def _hint(s: State, h: Hero | Familio, way: bool) -> str:
    if s.strike is not None:
        pushing = s.strike.stage is Stage.PUSH
        return f"{s.strike.victim.name} is pushed to a space beside." if pushing else _way_hint(s, way)
    if s.phase is not Phase.TURN:
        return "Point at a space, or go to one with the arrow keys, to hear what it is."
    if s.todo:
        waits = {"travel": "Press a city to travel there.", "hop": "Press a Hero’s space to go there."}
        return waits.get(s.todo[0][1].what, _way_hint(s, way))
    name = title_of(s, s.active)
    if h.steps:
        return f"{steps_words(h.steps)} left: press a space beside {name} to walk there."
    more = "" if isinstance(h, Familio) else ": Walk, on the mat, gives some"
    return f"{name} has no steps left{more}.{' ' * way}{_way_hint(s, way)}"


def _way_hint(s: State, way: bool) -> str:
    return f"The line is the way of {s.trace.name}, with the steps so far." if way and s.trace is not None else ""


def _told(s: State, there: list[Figure], island: Island) -> tuple[tuple[str, str], ...]:
    """Who stands where and what lies where, in words."""
    told: dict[str, list[str]] = {}
    for f in there:
        told.setdefault(f.name, []).append(_there(island, f.space))
    rows = [(name, f"at {listed(spaces)}") for name, spaces in told.items()]
    for pin, name in (("encounter", "Encounters"), ("monster", "Monster Pins"), ("dungeon", "Dungeons")):
        at = [place_words(island, space) + pin_level(p) for space, p in s.pins if p.startswith(pin)]
        rows.append((name, f"at {listed(at)}" if at else "nowhere"))
    return tuple(rows)


def pin_level(pin: str) -> str:
    """The level of a dungeon, behind its place."""
    return f" level {pin[-1]}" if pin.startswith("dungeon") else ""


def _there(island: Island, space: Space) -> str:
    name = place_words(island, space)
    return name if name == name_of(space) else f"{name} {name_of(space)}"
