"""Kabula's island on the table: who stands where, which Pins lie there, how far the active Hero's steps reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebook_widgets.hex_picture import HEADINGS, Figure, hex_picture, key, steps_words
from rulebook_widgets.view import MapFace, Zone
from rulebook_widgets.views.kabula_words import listed, place_words
from rulebooks.kabula.contents import island_of
from rulebooks.kabula.fights import Stage
from rulebooks.kabula.hexes import DIRECTIONS, Space, name_of, neighbour
from rulebooks.kabula.island import Island
from rulebooks.kabula.table import Hero, Phase, State

PINS = {
    "encounter": ("E", "an encounter Pin"),
    "monster": ("M", "a monster Pin"),
    "dungeon 1": ("1", "a dungeon, level 1"),
    "dungeon 2": ("2", "a dungeon, level 2"),
}
LEGEND = (("E", "encounter"), ("M", "monster"), ("1", "dungeon’s level"))


def signs(heroes: Iterable[Hero]) -> list[str]:
    """A letter for each figure; two where one would not tell them apart."""
    names = [h.hero.name for h in heroes]
    first = [n[:1] for n in names]
    return [n[:2] if first.count(n[:1]) > 1 else n[:1] for n in names]


def map_zone(s: State, heroes: tuple[Hero, ...]) -> Zone:
    """The island. ``heroes``: as they are now, in an attack too."""
    island, walking = island_of(s.setup), s.phase is Phase.TURN and not s.todo
    h = heroes[s.active]
    picture = hex_picture(
        island,
        start=h.space if walking and h.steps else None,
        steps=h.steps if walking and h.steps else None,
        figures=[Figure(x.hero.name, x.space, sign) for x, sign in zip(heroes, signs(heroes), strict=True)],
        pins={at: PINS[pin] for at, pin in s.pins},
        label="The island, with the figures and Pins that are there",
    )
    picture["start"] = key(h.space) if s.ron else None  # marked, and where the map's cursor begins
    by_key = {hex_["k"]: hex_ for hex_ in picture["hexes"]}
    if walking:
        _ways(s, island, h, by_key)
    elif s.todo and s.todo[0][1].what == "travel":
        for city in island.cities:
            _add(by_key[key(island.names[city])], f"city:{city}", f"press to travel to {city}")
    return Zone("Island", (MapFace("Island", picture, _told(s, heroes, island), _hint(s, h), LEGEND),))


def _ways(s: State, island: Island, h: Hero, by_key: dict[str, Any]) -> None:
    """What may be walked to, and what it costs, told on the hexes around; and the Pin on the own one."""
    for d in DIRECTIONS:
        there = neighbour(h.space, d)
        if there not in island.cells:
            continue
        edge = island.graph.edges[h.space, there]
        enough = h.steps >= edge["steps"]
        left = "press to walk there" if enough else f"not enough: {steps_words(h.steps)} left (3.7)"
        _add(by_key[key(there)], f"hex:{d}", f"{HEADINGS[d]} of {h.hero.name}, {edge['why']}; {left}")
    pin = dict(s.pins).get(h.space, "")
    if pin and pin != "monster":
        _add(by_key[key(h.space)], "hex:here", "press to use the Pin")


def _add(hex_: dict[str, Any], pick: str, words: str) -> None:
    hex_["pick"] = pick
    hex_["words"] += f"; {words}"


def _hint(s: State, h: Hero) -> str:
    if s.strike is not None:
        pushing = s.strike.stage is Stage.PUSH
        return f"{s.strike.victim.name} is pushed to a space beside." if pushing else ""
    if s.phase is not Phase.TURN:
        return "Point at a space, or go to one with the arrow keys, to hear what it is."
    if s.todo:
        return "Press a city to travel there." if s.todo[0][1].what == "travel" else ""
    if h.steps:
        return f"{steps_words(h.steps)} left: press a space beside {h.hero.name} to walk there."
    return f"{h.hero.name} has no steps left: Walk, on the mat, gives some."


def _told(s: State, heroes: tuple[Hero, ...], island: Island) -> tuple[tuple[str, str], ...]:
    """Who stands where and what lies where, in words."""
    told = [(h.hero.name, f"at {_there(island, h.space)}") for h in heroes]
    for pin, name in (("encounter", "Encounters"), ("monster", "Monster Pins"), ("dungeon", "Dungeons")):
        there = [place_words(island, at) + pin_level(p) for at, p in s.pins if p.startswith(pin)]
        told.append((name, f"at {listed(there)}" if there else "nowhere"))
    return tuple(told)


def pin_level(pin: str) -> str:
    """The level of a dungeon, behind its place."""
    return f" level {pin[-1]}" if pin.startswith("dungeon") else ""


def _there(island: Island, space: Space) -> str:
    name = place_words(island, space)
    return name if name == name_of(space) else f"{name} {name_of(space)}"
