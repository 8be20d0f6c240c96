"""Kabula 9: whom Monsters, the Guardian and their like go for, told line by line, and who of several moves first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from rulebooks.kabula.book import rule
from rulebooks.kabula.hexes import Space, bearing, distance, name_of
from rulebooks.kabula.island import Island

FAR = 10**6


class Line(NamedTuple):
    """One line of a target list, and who was left after it."""

    what: str
    left: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.what}: {', '.join(self.left)}"


class Aim(NamedTuple):
    """Whom a figure goes for, and why. ``name``: "" where there is nobody."""

    name: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.lines)) or "nobody"


@rule("9.4", "Determine a target")
def figure_target(
    island: Island, here: Space, figures: Mapping[str, Space], ron: Sequence[str], owner: str = ""
) -> Aim:
    """Of all other figures the one that fulfils the first line alone; of those tied the next line decides (BR-1, BR-2).

    ``figures``: name -> space, all but the one that looks for a target (BR-3); ``ron``: all names in RON order from the
    next one on; ``owner``: who has the Kabula.
    """
    steps = steps_from(island, here)
    return narrowed(
        figures,
        [
            ("fewer steps", lambda n: steps.get(figures[n], FAR)),
            ("fewer spaces", lambda n: distance(here, figures[n])),
            ("has the Kabula", lambda n: int(n != owner)),
            ("next on the RON tracker", lambda n: ron.index(n)),
        ],
    )


@rule("9.5", "Targets that are no figures")
def space_target(island: Island, here: Space, spaces: Iterable[Space]) -> Aim:
    """Pins and the like are not on the RON tracker: nearest, nearest the Sanctuary, clockwise from north (BR-5)."""
    steps, home = steps_from(island, here), island.sanctuary or here
    to_home = island.costs_to(home)
    at = {name_of(s): s for s in spaces}
    return narrowed(
        at,
        [
            ("closest in steps", lambda n: steps.get(at[n], FAR)),
            ("closest in spaces", lambda n: distance(here, at[n])),
            ("closest to the Sanctuary", lambda n: (to_home.get(at[n], FAR), distance(home, at[n]))),
            ("clockwise from north", lambda n: bearing(here, at[n])),
        ],
    )


@rule("9.6", "Steps to a target")
def steps_from(island: Island, here: Space) -> dict[Space, int]:
    """Steps are counted as the figure that moves would have to walk them (BR-4)."""
    return island.reach(here, FAR)


def narrowed(names: Iterable[str], lines: Sequence[tuple[str, Callable[[str], object]]]) -> Aim:
    """Line by line, those who fulfil it best; until one is left."""
    left, told = tuple(names), []
    for what, value in lines:
        if len(left) < 2:
            break
        values = {n: value(n) for n in left}
        least = min(values.values())  # type: ignore[type-var]
        left = tuple(n for n in left if values[n] == least)
        told.append(Line(what, left))
    return Aim(left[0] if left else "", tuple(told))


@rule("9.10", "Several that move at once")
def who_moves_first(island: Island, spaces: Iterable[Space], home: Space | None = None) -> tuple[Space, ...]:
    """Of several that move at the same moment the nearest to the Sanctuary begins; of those, clockwise from north."""
    home = home or island.sanctuary or (0, 0)
    to_home = island.costs_to(home)
    return tuple(sorted(spaces, key=lambda s: (to_home.get(s, FAR), distance(s, home), bearing(home, s))))
