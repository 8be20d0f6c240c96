"""A draft of an island: its spaces, rivers and what lies where, right or wrong, and what the loader says of it.

A draft never changes; each change gives a new one. What is wrong with it is told by ``kabula.Island`` alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from rulebooks import kabula
from rulebooks.core.cards import load_sheet, short
from rulebooks.kabula.hexes import DIRECTIONS, Space, distance, name_of, neighbour
from rulebooks.kabula.island import Island, IslandError
from rulebooks.kabula.maps import parse_map, write_map

PIECES = ("sanctuary", "city", "place", "dungeon", "pin", "territory", "arrow")
LONGEST_NAME = 40
MOST_SPACES = 600
FIRST = 3  # how far around the middle a new map offers hexes
DUNGEONS = 4  # rule 1.6
River = frozenset[Space]


@dataclass(frozen=True, eq=False)
class MapDraft:
    """The fields of an ``Island``, unchecked, and the name of the map."""

    cells: Mapping[Space, str] = field(default_factory=dict)
    rivers: frozenset[River] = frozenset()
    sanctuary: Space | None = None
    names: Mapping[str, Space] = field(default_factory=dict)
    cities: tuple[str, ...] = ()
    dungeons: tuple[Space, ...] = ()
    pins: Mapping[Space, int] = field(default_factory=dict)
    territories: Mapping[Space, str] = field(default_factory=dict)
    arrows: Mapping[Space, str] = field(default_factory=dict)
    name: str = "My island"

    @classmethod
    def of(cls, island: Island, name: str) -> MapDraft:
        """The draft of an island that is in order."""
        return cls(
            island.cells, island.rivers, island.sanctuary, island.names, island.cities, island.dungeons, island.pins,
            island.territories, island.arrows, name,
        )  # fmt: skip

    @classmethod
    def read(cls, text: str) -> MapDraft:
        """The draft that a map file tells. IslandError with all that is wrong with it."""
        island = parse_map(text)
        name = tomllib.loads(text).get("name", "My island")
        return cls.of(island, checked_name("a map", name))

    # what it is -----------------------------------------------------------------------------
    @cached_property
    def _checked(self) -> tuple[Island | None, tuple[str, ...]]:
        try:
            rivers: list[Any] = [tuple(sorted(river)) for river in sorted(self.rivers, key=sorted)]
            island = Island.from_cells(
                self.cells, rivers, sanctuary=self.sanctuary, names=dict(self.names), cities=self.cities,
                dungeons=self.dungeons, pins=dict(self.pins), territories=dict(self.territories),
                arrows=dict(self.arrows),
            )  # fmt: skip
        except IslandError as no:
            return None, no.problems
        return island, ()

    @property
    def problems(self) -> tuple[str, ...]:
        """All that is wrong with it."""
        return self._checked[1]

    @property
    def island(self) -> Island:
        """The island. IslandError with every problem while it is not in order."""
        island, problems = self._checked
        if island is None:
            raise IslandError(problems)
        return island

    @property
    def toml(self) -> str:
        """The map as a file."""
        return write_map(self.island, self.name)

    def notes(self) -> list[str]:
        """What a whole game wants besides, and what may be meant otherwise."""
        if not self.cells or self.problems:
            return []
        lost = [c for c in _corners() if c not in self.cities]
        told = [f"A game wants a city called {', '.join(lost)}."] * bool(lost)
        told += ["A game wants a Sanctuary."] * (self.sanctuary is None)
        told += [f"A game wants {DUNGEONS} dungeons; there are {len(self.dungeons)}."] * (
            len(self.dungeons) != DUNGEONS
        )
        first = next(iter(self.cells))
        cut = len(self.cells) - len(self.island.reach(first, 10**6))
        told += [f"No way leads from {name_of(first)} to {cut} of the spaces."] * bool(cut)
        return told

    def around(self) -> list[Space]:
        """The hexes beside the spaces, where the island may grow; for a new map, some to begin with."""
        near, first = {neighbour(s, d) for s in self.cells for d in DIRECTIONS}, set(_disc(FIRST))
        if not self.cells or first & set(self.cells):
            near |= first
        return sorted(near - set(self.cells))

    # changes: each gives a new draft ------------------------------------------------------------
    def paint(self, spaces: Iterable[Space], terrain: str | None) -> MapDraft:
        """Terrain on spaces; None takes the spaces away, their rivers, territories and arrows with them."""
        cells, gone = dict(self.cells), set[Space]()
        for space in spaces:
            if terrain is None:
                cells.pop(space, None)
                gone.add(space)
            else:
                cells[space] = terrain
        if len(cells) > MOST_SPACES:
            raise ValueError(f"an island has at most {MOST_SPACES} spaces here, not {len(cells)}")
        return replace(
            self,
            cells=cells,
            rivers=frozenset(r for r in self.rivers if not r & gone),
            territories={s: t for s, t in self.territories.items() if s not in gone},
            arrows={s: d for s, d in self.arrows.items() if s not in gone},
        )

    def river(self, a: Space, b: Space, there: bool) -> MapDraft:
        """A river between two spaces, or none."""
        side = frozenset((a, b))
        return replace(self, rivers=self.rivers | {side} if there else self.rivers - {side})

    def put(self, what: str, space: Space, value: Any) -> MapDraft:
        """A piece on a space: see ``PIECES``. A name that lies elsewhere moves; one that lay here gives way."""
        match what:
            case "sanctuary":
                return replace(self, sanctuary=space)
            case "city" | "place":
                name = checked_name(f"a {what}", value)
                names = {n: s for n, s in self.names.items() if s != space and n != name} | {name: space}
                cities = [n for n in self.cities if n in names and n != name] + [name] * (what == "city")
                return replace(self, names=names, cities=tuple(cities))
            case "dungeon":
                return replace(self, dungeons=tuple(dict.fromkeys((*self.dungeons, space))))
            case "pin":
                return replace(self, pins={**self.pins, space: value})
            case "territory":
                return replace(self, territories={**self.territories, space: checked_name("a territory", value)})
            case "arrow":
                return replace(self, arrows={**self.arrows, space: value})
        raise ValueError(f"what is put on a space is one of {', '.join(PIECES)}, not {short(what)}")

    def take(self, space: Space, what: str = "") -> MapDraft:
        """A space without one kind of piece; where none is named, without all but its terrain and rivers."""
        if what not in ("", *PIECES):
            raise ValueError(f"what is taken away is one of {', '.join(PIECES)}, not {short(what)}")
        off = {what} if what else set(PIECES)
        gone = [
            n for n, s in self.names.items()
            if s == space and ("city" in off if n in self.cities else "place" in off)
        ]  # fmt: skip
        less = {"pins": "pin", "territories": "territory", "arrows": "arrow"}
        rest: dict[str, Any] = {
            f: {s: v for s, v in getattr(self, f).items() if s != space} for f, p in less.items() if p in off
        }
        return replace(
            self,
            sanctuary=None if space == self.sanctuary and "sanctuary" in off else self.sanctuary,
            names={n: s for n, s in self.names.items() if n not in gone},
            cities=tuple(n for n in self.cities if n not in gone),
            dungeons=tuple(s for s in self.dungeons if not (s == space and "dungeon" in off)),
            **rest,
        )

    def named(self, name: Any) -> MapDraft:
        """The same map under another name."""
        return replace(self, name=checked_name("a map", name))

    def lies(self, what: str, space: Space) -> Any:
        """What of a kind lies on a space: a name, a number, True; None where there is nothing of it."""
        if what in ("city", "place"):
            return next(
                (n for n, s in self.names.items() if s == space and (n in self.cities) == (what == "city")), None
            )
        if what == "sanctuary":
            return True if space == self.sanctuary else None
        if what == "dungeon":
            return True if space in self.dungeons else None
        table: Mapping[Space, Any] = {"pin": self.pins, "territory": self.territories, "arrow": self.arrows}[what]
        return table.get(space)

    @property
    def state(self) -> tuple[Any, ...]:
        """All of it as a value: two drafts that say the same have the same."""
        maps = (self.cells, self.names, self.pins, self.territories, self.arrows)
        return (
            self.rivers,
            self.sanctuary,
            self.cities,
            self.dungeons,
            self.name,
            *(tuple(sorted(m.items())) for m in maps),
        )


def checked_name(what: str, name: Any) -> str:
    """A name as it is kept: one line, not blank, not long."""
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"{what} has a name, not {short(name)}")
    if len(name.strip()) > LONGEST_NAME or not name.strip().isprintable():
        raise ValueError(f"a name is one line of at most {LONGEST_NAME} letters, not {short(name)}")
    return name.strip()


@cache
def _corners() -> tuple[str, ...]:
    """The cities that the house sheet has a corner for."""
    return tuple(dict.fromkeys(str(c.owner) for c in load_sheet("kabula").cards if c.kind == "city"))


def _disc(n: int) -> list[Space]:
    square = [(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1)]
    return [s for s in square if distance((0, 0), s) <= n]


def house_draft() -> MapDraft:
    """The house island, to change."""
    return MapDraft.of(kabula.island(), "The house island")
