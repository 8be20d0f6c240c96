"""An island as plain data for the page: its hexes and what lies there, rivers, figures, what ways cost and why.

What is drawn and told is worked out here by the rules; ``static/hexes.mjs`` (``drawHexes``) draws it. The picture is
a dict: ``hexes`` (each with its key ``k``, such as "1,-2", its place, terrain and words), ``rivers`` (pairs of keys),
``figures``, ``start``, ``way`` (the steps of ``way_data``) and ``label``. A view may add more to a hex of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from rulebook_widgets.odds_chart import exact
from rulebooks import kabula
from rulebooks.kabula.hexes import DIRECTIONS, Space, direction_of, name_of, neighbour
from rulebooks.kabula.island import Island, down, river_between, up

HEADINGS = dict(
    zip(DIRECTIONS, ("north", "north-east", "south-east", "south", "south-west", "north-west"), strict=True)
)
TERRAIN = {"plain": "Plain", "mountain": "Mountain", "none": "no space"}
EVERYWHERE = 10**6  # steps that lead everywhere there is a way to


class Figure(NamedTuple):
    """A figure on the map. ``kind``: "hero", "familio", "monster", "guardian" or "token"; ``sign``: on it."""

    name: str
    space: Space
    sign: str = ""
    kind: str = "hero"


def key(space: Space) -> str:
    """A space as the page names it: "1,-2"."""
    return f"{space[0]},{space[1]}"


def space_of(sent: Any) -> Space:
    """The space that a key names. ValueError where it names none."""
    parts = sent.split(",") if isinstance(sent, str) and len(sent) <= 12 else []
    if len(parts) == 2 and all(p.removeprefix("-").isdecimal() and p.isascii() for p in parts):
        return int(parts[0]), int(parts[1])
    raise ValueError(f"a space is named as 1,-2, not {sent!r:.60}")


def names_at(island: Any, space: Space) -> list[str]:
    """The names of what lies on a space."""
    return [name for name, at in island.names.items() if at == space]


def called(island: Any, space: Space) -> str:
    """A space by name, if it has one, and coordinates: "Ridgewick (−4, 0)"."""
    return " ".join([*names_at(island, space)[:1], name_of(space)])


def lies_there(island: Any, space: Space) -> list[str]:
    """All that lies on a space, in words."""
    kinds = [f"{name}, a city" if name in island.cities else name for name in names_at(island, space)]
    there = ["the Sanctuary"] * (space == island.sanctuary) + kinds + ["a dungeon"] * (space in island.dungeons)
    if space in island.pins:
        there.append(f"a Pin from {island.pins[space]} Heroes on")
    wet = [HEADINGS[d] for d in DIRECTIONS if frozenset((space, neighbour(space, d))) in island.rivers]
    there += [f"a river to the {' and '.join([', '.join(wet[:-1]), wet[-1]] if wet[1:] else wet)}"] * bool(wet)
    if space in island.arrows:
        there.append(f"an arrow to the {HEADINGS.get(island.arrows[space], island.arrows[space])}")
    return there


def ground(island: Any, space: Space) -> str:
    """Terrain and territory: "Mountain, The Ridge"."""
    territory = island.territories.get(space)
    return TERRAIN.get(island.cells.get(space, "none"), "no space") + (f", {territory}" if territory else "")


def steps_words(n: int) -> str:
    """A number of steps."""
    return f"{n} step" + ("" if n == 1 else "s")


def way_data(island: Island, way: list[Space]) -> list[dict[str, Any]]:
    """The steps of a way: where each leads, what it costs, why, by which rules, and the sum so far."""
    told, sum_ = [], 0
    for a, b in pairwise(way):
        edge = island.graph.edges[a, b]
        sum_ += edge["steps"]
        cited = ["3.1", *["3.2"] * (up(island, a, b) or down(island, a, b)), *["3.3"] * river_between(island, a, b)]
        told.append(
            {
                "from": key(a), "k": key(b), "direction": direction_of(a, b), "to": called(island, b),
                "steps": edge["steps"], "why": str(edge["why"]), "so_far": sum_, "rules": cited,
            }
        )  # fmt: skip
    return told


def hex_picture(
    island: Any,
    *,
    start: Space | None = None,
    target: Space | None = None,
    steps: int | None = None,
    figures: Iterable[Figure] = (),
    pins: Mapping[Space, tuple[str, str]] | None = None,
    shares: Mapping[Space, Fraction] | None = None,
    empty: Iterable[Space] = (),
    label: str = "",
) -> dict[str, Any]:
    """An island (or a draft of one) as plain data.

    ``start``: where costs count from; ``target``: where the way leads; ``steps``: how far costs are told (None: all);
    ``pins``: space -> (sign, words) of the Pins that lie there now, in place of the printed numbers; ``shares``: the
    probability of each space, shown instead of costs; ``empty``: hexes to show where there is no space.
    """
    if shares is not None or start is None:
        costs: dict[Space, int] = {}
    else:
        costs = island.reach(start, EVERYWHERE if steps is None else steps)
    placed = list(figures)
    way = way_data(island, island.path(start, target)) if start is not None and target is not None else []
    shown = dict.fromkeys([*island.cells, *empty, *_misplaced(island)])
    hexes = []
    for space in sorted(shown, key=lambda s: (2 * s[1] + s[0], s[0])):  # as one reads
        hexes.append(_hex(island, space, costs.get(space), (shares or {}).get(space), pins, placed))
    return {
        "label": label or f"An island of {len(island.cells)} spaces",
        "hexes": hexes,
        "rivers": [[key(s) for s in sorted(river)] for river in sorted(island.rivers, key=sorted)],
        "figures": [{"name": f.name, "k": key(f.space), "sign": f.sign or f.name[:1], "kind": f.kind} for f in placed],
        "start": None if start is None else key(start),
        "target": None if target is None else key(target),
        "reach": steps is not None and bool(costs),
        "way": way,
    }


def _misplaced(island: Any) -> Iterable[Space]:
    """The spaces that a draft puts something on."""
    yield from (island.sanctuary,) * (island.sanctuary is not None)
    yield from (*island.names.values(), *island.dungeons, *island.pins)


def _hex(
    island: Any,
    space: Space,
    cost: int | None,
    share: Fraction | None,
    pins: Mapping[Space, tuple[str, str]] | None,
    figures: list[Figure],
) -> dict[str, Any]:
    lies = lies_there(island, space)
    sign = str(island.pins.get(space, ""))
    if pins is not None:
        sign, words = pins.get(space, ("", ""))
        lies = [w for w in lies if w != "a dungeon" and not w.startswith("a Pin")] + [words] * bool(words)
    names = names_at(island, space)
    here = [f"{f.name} {'lies' if f.kind == 'token' else 'stands'} here" for f in figures if f.space == space]
    counted = [] if cost is None else [steps_words(cost)]
    counted += [f"probability {share}"] * (share is not None)
    words = "; ".join([name_of(space), ground(island, space), *lies, *counted, *here])
    return {
        "k": key(space),
        "q": space[0],
        "r": space[1],
        "at": name_of(space),
        "terrain": island.cells.get(space, "none"),
        "territory": island.territories.get(space, ""),
        "name": names[0] if names else "",
        "city": any(name in island.cities for name in names),
        "sanctuary": space == island.sanctuary,
        "dungeon": space in island.dungeons and (pins is None or bool(sign)),
        "pin": sign,
        "arrow": island.arrows.get(space, ""),
        "cost": cost,
        "share": "" if share is None else exact(share),
        "weight": 0 if share is None else round(100 * share),
        "words": words,
    }


def cited_rules(ids: Iterable[str]) -> list[Any]:
    """The rules of Kabula by number."""
    return [kabula.rule[i] for i in dict.fromkeys(ids)]
