"""Kabula: maps as text pictures and as files: read, check, write.

A picture shows flat-top hexes: a column of hexes for every second letter of a line, and the hexes of neighbouring
columns half a hex apart, so a column's hexes stand on every other line. `.` is a Plain, `^` a Mountain, `S` the
Sanctuary on a Plain, `M` the Sanctuary on a Mountain; anything else but a space is an error. North is up::

    .   .        (−1, 0)        (1, −1)
      S                  (0, 0)
    ^   .        (−1, 1)        (1, 0)

The Sanctuary (without one, the first space read) is (0, 0), unless ``origin`` tells its coordinates.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from rulebooks.core.cards import short
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.island import Island, IslandError

SIGNS = {".": "plain", "^": "mountain", "S": "plain", "M": "mountain"}
HOME = "SM"  # the Sanctuary
TABLES = ("rivers", "cities", "dungeons", "pins", "territories", "places", "arrows")
HEAD = ("name", "picture", "origin", *TABLES)


def read_picture(picture: str, origin: Space = (0, 0)) -> tuple[dict[Space, str], Space | None]:
    """The spaces that a picture shows, and its Sanctuary. ``origin``: where that lies, or else the first space read."""
    if not isinstance(picture, str):
        raise IslandError([f"a picture is text, not {short(picture)}"])
    seen: dict[tuple[int, int], str] = {}
    problems = []
    for y, line in enumerate(picture.expandtabs().splitlines()):
        for x, sign in enumerate(line):
            if sign == " ":
                continue
            if sign not in SIGNS:
                where = f"line {y + 1}, letter {x + 1}"
                problems.append(f"{where}: a space is one of {' '.join(SIGNS)}, not {short(sign)}")
            seen[x, y] = sign
    homes = [at for at, sign in seen.items() if sign in HOME]
    if len(homes) > 1:
        problems.append(f"there is one Sanctuary, S or M, not {len(homes)}")
    if not seen:
        problems.append("the picture shows no space")
    if problems:
        raise IslandError(problems)
    ox, oy = homes[0] if homes else min(seen, key=lambda at: (at[1], at[0]))
    cells = {}
    for (x, y), sign in seen.items():
        q, odd = divmod(x - ox, 2)
        r, half = divmod(y - oy - q, 2)
        if odd or half:
            where = f"line {y + 1}, letter {x + 1}"
            problems.append(f"{where}: no hex stands there; columns are 2 letters apart, rows 2 lines")
        cells[q + origin[0], r + origin[1]] = SIGNS[sign]
    if problems:
        raise IslandError(problems)
    return cells, origin if homes else None


def draw_picture(island: Island) -> str:
    """The island as a text picture; ``read_picture`` reads it again."""
    home = island.sanctuary or (0, 0)
    at = {(2 * (q - home[0]), 2 * (r - home[1]) + q - home[0]): (q, r) for q, r in island.cells}
    left, top = min(x for x, _ in at), min(y for _, y in at)
    width, height = max(x for x, _ in at) - left + 1, max(y for _, y in at) - top + 1
    rows = [[" "] * width for _ in range(height)]
    for (x, y), space in at.items():
        high = island.cells[space] == "mountain"
        sign = HOME[high] if space == island.sanctuary else ".^"[high]
        rows[y - top][x - left] = sign
    return "\n".join("".join(row).rstrip() for row in rows)


def read_map(source: str | Path | None = None) -> Island:
    """The house island, or the one in a TOML file. IslandError tells all that is wrong; nothing is half-loaded."""
    if source is None:
        return parse_map(files("rulebooks").joinpath("sheets", "kabula_island.toml").read_text(encoding="utf-8"))
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as no:
        raise IslandError([f"{path.name} cannot be read: {no}"]) from None
    return parse_map(text)


def parse_map(text: str) -> Island:
    """The island that a TOML text tells."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as no:
        raise IslandError([f"this is no TOML: {no}"]) from None
    unknown = [key for key in data if key not in HEAD]
    if unknown or "picture" not in data:
        got = ", ".join(unknown) or "nothing of it"
        raise IslandError([f"a map has a picture, and may have {', '.join(HEAD)}; not {got}"])
    problems: list[str] = []
    cells, sanctuary = read_picture(data["picture"], _space("origin", data.get("origin", [0, 0]), problems))
    cities = _named("cities", data.get("cities", {}), problems)
    places = _named("places", data.get("places", {}), problems)
    pins = dict(_pairs("pins", data.get("pins", []), problems))
    arrows = dict(_pairs("arrows", data.get("arrows", []), problems))
    rivers = [(a, _space("rivers", b, problems)) for a, b in _pairs("rivers", data.get("rivers", []), problems)]
    dungeons = tuple(_space("dungeons", s, problems) for s in _list("dungeons", data.get("dungeons", []), problems))
    territories = {
        _space(f"territories.{name}", s, problems): name
        for name, spaces in _mapping("territories", data.get("territories", {}), problems).items()
        for s in _list(f"territories.{name}", spaces, problems)
    }
    twice = [name for name in cities if name in places]
    problems += [f"“{name}” is a city or a place, not both" for name in twice]
    if problems:
        raise IslandError(problems)
    return Island.from_cells(
        cells,
        rivers,
        sanctuary=sanctuary,
        names={**cities, **places},
        cities=tuple(cities),
        dungeons=dungeons,
        pins=pins,
        territories=territories,
        arrows=arrows,
    )


_known: dict[str, Island] = {}


def island_in(text: str) -> Island:
    """The island that a map's text tells, "" for the house island; read once."""
    if text not in _known:
        while len(_known) > 64:
            del _known[next(iter(_known))]
        _known[text] = parse_map(text) if text else read_map()
    return _known[text]


@lru_cache(maxsize=64)
def text_of(island: Island) -> str:
    """An island as a text that is the same for the same island: what a state holds of it."""
    text = write_map(island)
    _known.setdefault(text, island)
    return text


def write_map(island: Island, name: str = "an island") -> str:
    """The island as a TOML text that ``parse_map`` reads again."""
    lines = [f"name = {_text(name)}", 'picture = """', draw_picture(island), '"""']
    first = island.sanctuary or min(island.cells, key=lambda s: (2 * s[1] + s[0], s[0]))
    lines += [f"origin = {cell(first)}"] * (first != (0, 0))
    sides = sorted(sorted(river) for river in island.rivers)
    lines.append(f"rivers = [{', '.join(f'[{cell(a)}, {cell(b)}]' for a, b in sides)}]")
    lines.append(f"dungeons = [{', '.join(cell(s) for s in island.dungeons)}]")
    lines.append(f"pins = [{', '.join(f'[{cell(s)}, {n}]' for s, n in sorted(island.pins.items()))}]")
    lines.append(f"arrows = [{', '.join(f'[{cell(s)}, {_text(d)}]' for s, d in sorted(island.arrows.items()))}]")
    lines += ["", "[cities]", *(f"{_text(c)} = {cell(island.names[c])}" for c in island.cities)]
    others = [(n, s) for n, s in island.names.items() if n not in island.cities]
    lines += ["", "[places]", *(f"{_text(n)} = {cell(s)}" for n, s in others), "", "[territories]"]
    for name_ in dict.fromkeys(island.territories.values()):
        spaces = [cell(s) for s, t in sorted(island.territories.items()) if t == name_]
        lines.append(f"{_text(name_)} = [{', '.join(spaces)}]")
    return "\n".join(lines) + "\n"


def cell(space: Space) -> str:
    """A space as a map writes it."""
    return f"[{space[0]}, {space[1]}]"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _mapping(where: str, value: Any, problems: list[str]) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    problems.append(f"{where} is a table name -> space, not {short(value)}")
    return {}


def _list(where: str, value: Any, problems: list[str]) -> list[Any]:
    if isinstance(value, list):
        return value
    problems.append(f"{where} is a list, not {short(value)}")
    return []


def _space(where: str, value: Any, problems: list[str]) -> Space:
    if isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value):
        return value[0], value[1]
    problems.append(f"{where}: a space is two whole numbers [q, r], not {short(value)}")
    return 0, 0


def _named(where: str, value: Any, problems: list[str]) -> dict[str, Space]:
    return {name: _space(f"{where}.{name}", s, problems) for name, s in _mapping(where, value, problems).items()}


def _pairs(where: str, value: Any, problems: list[str]) -> Iterable[tuple[Space, Any]]:
    for pair in _list(where, value, problems):
        if isinstance(pair, list) and len(pair) == 2:
            yield _space(where, pair[0], problems), pair[1]
        else:
            problems.append(f"{where}: an entry has two parts, not {short(pair)}")
