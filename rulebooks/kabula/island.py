"""Kabula: exploring the island: spaces and steps, paths, pushes, movement towards a target and at random.

The island is a directed graph: a node for each space with its terrain, an edge for each way to a space that
touches, with the steps it costs and why. networkx finds shortest ways; which of several is taken is told here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import networkx as nx

from rulebooks.core.cards import short, whole
from rulebooks.core.result import How, Odds
from rulebooks.kabula.book import rule
from rulebooks.kabula.hexes import (
    DIRECTIONS,
    Space,
    clockwise_from,
    direction_of,
    distance,
    most_clockwise,
    name_of,
    neighbour,
)

TERRAINS = ("plain", "mountain")
UNITS = ("steps", "spaces")
MOST_STEPS = 99
COMPASS = How("exact", "one roll of the Compass die")


class IslandError(ValueError):
    """An island that cannot be used. ``problems``: everything that is wrong with it."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class Pushed(NamedTuple):
    """What a push did: where the figure stands, Heart lost, Nausea got."""

    space: Space
    heart_lost: int
    nausea: int

    def __str__(self) -> str:
        hurt = [f"loses {self.heart_lost}"] * bool(self.heart_lost) + ["gets Nausea"] * bool(self.nausea)
        return f"{name_of(self.space)}" + "".join(f", {h}" for h in hurt)


@dataclass(frozen=True, eq=False)
class Island:
    """Spaces, rivers between them, and what lies where. Built by ``from_cells`` or ``from_text``; never changed.

    ``cells``: space -> terrain; ``rivers``: pairs of touching spaces; ``names``: name of a city or place -> its space;
    ``cities``, ``dungeons``: names and spaces of them; ``pins``: space -> the least number of Heroes with which a Pin
    lies there; ``territories``: space -> territory; ``arrows``: space -> the direction that goes first there.
    """

    cells: Mapping[Space, str]
    rivers: frozenset[frozenset[Space]] = frozenset()
    sanctuary: Space | None = None
    names: Mapping[str, Space] = field(default_factory=dict)
    cities: tuple[str, ...] = ()
    dungeons: tuple[Space, ...] = ()
    pins: Mapping[Space, int] = field(default_factory=dict)
    territories: Mapping[Space, str] = field(default_factory=dict)
    arrows: Mapping[Space, str] = field(default_factory=dict)
    graph: nx.DiGraph = field(init=False, repr=False)
    IN_WORDS: ClassVar[str] = "this island"

    def __post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise IslandError(problems)
        object.__setattr__(self, "graph", _graph(self))

    @classmethod
    def from_cells(cls, cells: Mapping[Space, str], rivers: Iterable[tuple[Space, Space]] = (), **more: Any) -> Island:
        """An island from its spaces: (q, r) -> "plain" or "mountain". ``rivers``: pairs of spaces that touch.

        ``more``: as for the class. IslandError tells everything that is wrong.

        >>> Island.from_cells({(0, 0): "plain", (0, 1): "mountain"}).steps((0, 0), (0, 1))
        2
        """
        if not isinstance(cells, Mapping):
            raise IslandError([f"cells are a mapping space -> terrain, not {short(cells)}"])
        pairs = []
        for river in rivers:
            if not isinstance(river, tuple | list) or len(river) != 2:
                raise IslandError([f"a river lies between two spaces, not {short(river)}"])
            pairs.append(frozenset(tuple(space) if isinstance(space, list) else space for space in river))
        return cls(dict(cells), frozenset(pairs), **more)

    @classmethod
    def from_text(cls, picture: str, rivers: Iterable[tuple[Space, Space]] = (), **more: Any) -> Island:
        """An island from a text picture: see ``kabula.maps``. Its Sanctuary, S, is the space (0, 0)."""
        from rulebooks.kabula.maps import read_picture

        cells, sanctuary = read_picture(picture)
        return cls.from_cells(cells, rivers, **({"sanctuary": sanctuary} | more))

    @classmethod
    def told(cls, text: str) -> Island:
        """An island from a picture alone, or from the text of a map file."""
        from rulebooks.kabula.maps import parse_map

        return parse_map(text) if "picture" in text else cls.from_text(text)

    def __repr__(self) -> str:
        mountains = sum(t == "mountain" for t in self.cells.values())
        return f"Island({len(self.cells)} spaces, {mountains} of them mountains, {len(self.rivers)} river sides)"

    def space(self, where: Any) -> Space:
        """A space of the island, by coordinates or by the name of what lies there. ValueError where there is none."""
        if isinstance(where, str):
            found = {name.casefold(): at for name, at in self.names.items()}.get(where.strip().casefold())
            if found is None:
                known = ", ".join(self.names) or "no names"
                raise ValueError(f"no place of the island is called {short(where)}; there are {known}")
            return found
        if isinstance(where, list):
            where = tuple(where)
        if where not in self.cells:
            raise ValueError(f"{short(where)} is no space of the island")
        place: Space = where
        return place

    def beside(self, space: Space) -> dict[str, Space]:
        """The spaces that touch this one, by direction, clockwise from north."""
        around = ((d, neighbour(space, d)) for d in DIRECTIONS)
        return {d: there for d, there in around if there in self.cells}

    def why(self, a: Space, b: Space) -> str:
        """Why the way from a space to one that touches it costs what it costs."""
        return str(self.graph.edges[self.space(a), self.space(b)]["why"])

    def steps(self, a: Any, b: Any) -> int:
        """The fewest steps from a space to another. ValueError where there is no way."""
        start, end = self.space(a), self.space(b)
        try:
            return int(nx.dijkstra_path_length(self.graph, start, end, weight="steps"))
        except nx.NetworkXNoPath:
            raise ValueError(f"there is no way from {name_of(start)} to {name_of(end)}") from None

    def costs_to(self, b: Any) -> dict[Space, int]:
        """The fewest steps to a space, from every space that has a way there."""
        found = nx.single_source_dijkstra_path_length(self.graph.reverse(copy=False), self.space(b), weight="steps")
        return {space: int(n) for space, n in found.items()}

    def reach(self, a: Any, steps: int) -> dict[Space, int]:
        """Every space within so many steps, with what it costs to get there; the space itself costs 0."""
        most = whole("steps", steps, 0, 10**6)
        found = nx.single_source_dijkstra_path_length(self.graph, self.space(a), cutoff=most, weight="steps")
        return {space: int(n) for space, n in sorted(found.items())}

    def path(self, a: Any, b: Any, unit: str = "steps") -> list[Space]:
        """The way that a figure takes: a shortest one, both ends included; of several the most clockwise (BR-11)."""
        start, end = self.space(a), self.space(b)
        left = self.left_to(end, unit)
        if start not in left:
            raise ValueError(f"there is no way from {name_of(start)} to {name_of(end)}")
        way = [start]
        while way[-1] != end:
            way.append(next_space(self, way[-1], left, unit))
        return way

    def left_to(self, end: Space, unit: str) -> dict[Space, int]:
        """What is left to go to a space, from everywhere, in steps or in spaces."""
        if unit not in UNITS:
            raise ValueError(f"unit is one of {', '.join(UNITS)}, not {short(unit)}")
        if unit == "steps":
            return self.costs_to(end)
        return {s: int(n) for s, n in nx.single_source_shortest_path_length(self.graph, end).items()}

    def toward(self, a: Any, target: Any, amount: int, unit: str = "steps", *, side_steps: bool = False) -> list[Space]:
        """The spaces a figure passes when it moves so many steps (or spaces) toward a target, its own included.

        ``side_steps``: the letter of the print, in which steps left over are used where that leads no further away.
        """
        start, end = self.space(a), self.space(target)
        amount = whole(f"the {unit} to move", amount, 0, MOST_STEPS)
        return move_toward(self, start, end, amount, unit, side_steps)

    def wander(self, a: Any, steps: int, direction: str, unit: str = "steps") -> list[Space]:
        """The spaces a figure passes when it moves in a direction that was rolled, its own included."""
        if direction not in DIRECTIONS:
            raise ValueError(f"a direction is one of {', '.join(DIRECTIONS)}, not {short(direction)}")
        if unit not in UNITS:
            raise ValueError(f"unit is one of {', '.join(UNITS)}, not {short(unit)}")
        return move_at_random(self, self.space(a), whole(f"the {unit} to move", steps, 0, MOST_STEPS), direction, unit)

    def wander_odds(self, a: Any, steps: int, unit: str = "steps") -> Odds:
        """The exact odds of the space where a random movement ends: the Compass die shows each direction once (BR-24).

        >>> Island.from_cells({(0, 0): "plain", (0, 1): "plain"}).wander_odds((0, 0), 1)[0, 1]
        Fraction(1, 1)
        """
        ends = [self.wander(a, steps, d, unit)[-1] for d in DIRECTIONS]
        return Odds({s: Fraction(ends.count(s), 6) for s in sorted(set(ends))}, COMPASS)

    def push(self, a: Any, direction: str, nausea: int = 0) -> Pushed:
        """What a push in a direction does to a figure with so many Nausea tokens."""
        if direction not in DIRECTIONS:
            raise ValueError(f"a direction is one of {', '.join(DIRECTIONS)}, not {short(direction)}")
        return pushed(self, self.space(a), direction, whole("nausea", nausea, 0, 999))

    def push_odds(self, a: Any, nausea: int = 0) -> Odds:
        """The exact odds of Pushed(space, heart_lost, nausea) when a figure with so much Nausea is pushed."""
        ends = [self.push(a, d, nausea) for d in DIRECTIONS]
        return Odds({e: Fraction(ends.count(e), 6) for e in sorted(set(ends))}, COMPASS)


def _problems(island: Island) -> Iterable[str]:
    """Everything that is wrong with an island."""
    if not island.cells:
        yield "an island has at least one space"
    for space, terrain in island.cells.items():
        if not (isinstance(space, tuple) and len(space) == 2 and all(type(n) is int and abs(n) < 1000 for n in space)):
            yield f"a space is a pair of whole numbers (q, r), not {short(space)}"
            return
        if terrain not in TERRAINS:
            yield f"{name_of(space)}: terrain is one of {', '.join(TERRAINS)}, not {short(terrain)}"
    for river in island.rivers:
        ends = sorted(river)
        lost = [s for s in ends if s not in island.cells]
        if len(ends) != 2 or distance(ends[0], ends[1]) != 1:
            yield f"a river lies between two spaces that touch, not {' and '.join(map(str, ends))}"
        elif lost:
            yield f"a river lies between two spaces of the island; {name_of(lost[0])} is none"
    yield from _off(island, "the Sanctuary", [island.sanctuary] if island.sanctuary is not None else [])
    for name, space in island.names.items():
        yield from _off(island, f"“{name}”", [space])
    for city in island.cities:
        if city not in island.names:
            yield f"the city {short(city)} lies on no space"
    yield from _off(island, "a dungeon", island.dungeons)
    yield from _off(island, "a pin", island.pins)
    for space, n in island.pins.items():
        if type(n) is not int or not 1 <= n <= 9:
            yield f"the pin on {space} bears a number of Heroes from 1 to 9, not {short(n)}"
    yield from _off(island, "a territory", island.territories)
    for space, d in island.arrows.items():
        yield from _off(island, "an arrow", [space])
        if d not in DIRECTIONS:
            yield f"the arrow on {space} points in one of {', '.join(DIRECTIONS)}, not {short(d)}"


def _off(island: Island, what: str, spaces: Iterable[Any]) -> Iterable[str]:
    for space in spaces:
        if space not in island.cells:
            yield f"{what} lies on {short(space)}, which is no space of the island"


def _graph(island: Island) -> nx.DiGraph:
    """Spaces as nodes, ways as edges, each way with its steps and why."""
    graph = nx.DiGraph()
    for space in sorted(island.cells):
        graph.add_node(space, terrain=island.cells[space])
    for space in sorted(island.cells):
        for direction in DIRECTIONS:
            there = neighbour(space, direction)
            if there in island.cells:
                steps, why = step_cost(island, space, there)
                graph.add_edge(space, there, steps=steps, why=why, direction=direction)
    return graph


# Spaces and Steps ---------------------------------------------------------------------------
@rule("3.1", "What a step costs")
def step_cost(island: Island, a: Space, b: Space) -> tuple[int, str]:
    """Into a touching space: 1 step; up from a Plain to a Mountain 1 more, down no more; across a river 2 more."""
    steps, why = 1, "level ground"
    if up(island, a, b):
        steps, why = steps + 1, "uphill"
    elif down(island, a, b):
        why = "downhill"
    if river_between(island, a, b):
        steps, why = steps + 2, f"{why}, across a river"
    return steps, f"{why}: {steps}"


@rule("3.2", "Mountains")
def up(island: Island, a: Space, b: Space) -> bool:
    """A way leads uphill from a Plain to a Mountain; between two Mountains it is level."""
    return island.cells[a] == "plain" and island.cells[b] == "mountain"


def down(island: Island, a: Space, b: Space) -> bool:
    """Whether a way leads downhill."""
    return up(island, b, a)


@rule("3.3", "Rivers")
def river_between(island: Island, a: Space, b: Space) -> bool:
    """A river flows along the side that two spaces share; it is in the way in both directions."""
    return frozenset((a, b)) in island.rivers


# Push ---------------------------------------------------------------------------------------
@rule("5.10", "Push")
def pushed(island: Island, space: Space, direction: str, nausea: int = 0, washed_down: bool = False) -> Pushed:
    """The Compass die tells where; what lies in between acts in order: cliff, rock, river or the island's edge.

    Whatever says that the figure does not move keeps it where it was (BR-16). A Heart lost is raised by the Nausea the
    figure has already (BR-17, BR-44). ``washed_down``: BR-18, read the other way.
    """
    there = neighbour(space, direction)
    if there not in island.cells:
        return dunked(Pushed(space, 0, 0))
    end = Pushed(there, 0, 0)
    if down(island, space, there):
        end = off_a_cliff(end, nausea)
        if washed_down and river_between(island, space, there):
            return dunked(end)
    if up(island, space, there):
        end = against_a_rock(end, space, nausea)
    return dunked(end._replace(space=space)) if river_between(island, space, there) else end


@rule("5.11", "Off a cliff")
def off_a_cliff(end: Pushed, nausea: int) -> Pushed:
    """From a Mountain to a Plain one falls: one is moved and loses 1 Heart."""
    return end._replace(heart_lost=end.heart_lost + 1 + nausea)


@rule("5.12", "Against a rock")
def against_a_rock(end: Pushed, space: Space, nausea: int) -> Pushed:
    """From a Plain to a Mountain one hits a rock: one stays and loses 1 Heart."""
    return end._replace(space=space, heart_lost=end.heart_lost + 1 + nausea)


@rule("5.13", "Into the water")
def dunked(end: Pushed) -> Pushed:
    """Through a river, or over the island's edge, one is dunked: one stays and gets 1 Nausea (BR-15, BR-18)."""
    return end._replace(nausea=end.nausea + 1)


# Movement that rules decide ---------------------------------------------------------------------
@rule("9.9", "Equally long ways")
def next_space(island: Island, here: Space, left: Mapping[Space, int], unit: str = "steps") -> Space:
    """Of several equally short ways a figure takes the most clockwise; an arrow on the map goes before (BR-11, 13)."""
    tied = shortest(island, here, left, unit)
    arrow = island.arrows.get(here)
    return neighbour(here, arrow if arrow in tied else most_clockwise(tied))


def shortest(island: Island, here: Space, left: Mapping[Space, int], unit: str = "steps") -> list[str]:
    """The directions in which the shortest ways begin."""
    price = {d: _price(island, here, there, unit) + left.get(there, 10**9) for d, there in island.beside(here).items()}
    return [d for d, n in price.items() if n == min(price.values())]


def _price(island: Island, a: Space, b: Space, unit: str) -> int:
    return int(island.graph.edges[a, b]["steps"]) if unit == "steps" else 1


@rule("9.7", "Towards a target")
def move_toward(
    island: Island, here: Space, target: Space, amount: int, unit: str = "steps", side_steps: bool = False
) -> list[Space]:
    """A figure moves along a shortest way as far as its steps go, and never further away; steps left over are lost."""
    left = island.left_to(target, unit)
    way = [here]
    while way[-1] != target and way[-1] in left:
        there = next_space(island, way[-1], left, unit)
        price = _price(island, way[-1], there, unit)
        if price > amount:  # BR-10: a way round that leads no nearer is not toward the target
            aside = side_step(island, way[-1], there, left, amount, unit) if side_steps else None
            if aside is None:
                break
            there, price = aside, _price(island, way[-1], aside, unit)
        amount -= price
        way.append(there)
    return way


def side_step(
    island: Island, here: Space, blocked: Space, left: Mapping[Space, int], amount: int, unit: str
) -> Space | None:
    """The first space, clockwise from the way that is too dear, that is no further away and can be paid."""
    for d in clockwise_from(direction_of(here, blocked)):
        there = neighbour(here, d)
        if left.get(there, 10**9) <= left[here] and _price(island, here, there, unit) <= amount:
            return there
    return None


@rule("9.8", "In a random direction")
def move_at_random(island: Island, here: Space, amount: int, direction: str, unit: str = "steps") -> list[Space]:
    """Where the direction is blocked, the next one clockwise that is free is taken, and kept (BR-6 to BR-9)."""
    way = [here]
    while amount:
        free = free_direction(island, way[-1], amount, direction, unit)
        if free is None:
            break
        direction = free
        there = neighbour(way[-1], direction)
        amount -= _price(island, way[-1], there, unit)
        way.append(there)
    return way


def free_direction(island: Island, here: Space, amount: int, direction: str, unit: str) -> str | None:
    """The first direction, clockwise from this one, that the steps left allow; None where all six are blocked."""
    for d in clockwise_from(direction):
        there = neighbour(here, d)
        if there in island.cells and _price(island, here, there, unit) <= amount:
            return d
    return None


__all__ = ["Island", "IslandError", "Pushed", "direction_of"]
