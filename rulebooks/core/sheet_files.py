"""Sheet files: TOML and spreadsheet rows, read into one shape and written out again.

Both readers give the nested mappings that TOML gives; what they hold is
checked afterwards, in ``sheet_check.py``, so that a rule about sheets is told once.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulebooks.core.cards import (
    Card,
    Schema,
    Sheet,
    SheetError,
    Source,
    hint,
    load_sheet,
    schema_of,
    shipped_text,
    short,
)
from rulebooks.core.sheet_check import allowed_fields

LARGEST = 1_000_000  # bytes: a sheet is a page or two, never a book
LONGEST_LINE = 2_000  # characters: the TOML reader takes its time over a key of a million parts
OWN_COPY = Source("own-copy", "printed", "Read off the owner's own copy")
Problems = list[tuple[str, str]]

FILL_IN = """\
# A card sheet for {game}, to be filled in from your own copy of the game.
#
# 1. Replace a value that is ours ("house") by the number on your card.
# 2. Say so in that card's values_from: {{ field = "own-copy" }}, after taking the # from these lines:
#
# [source.own-copy]
# kind = "printed"
# what = "Read off my own copy"
#
# 3. python -m rulebooks check mine.toml   says whether the sheet is in order.
# Leave each id as it is: saved games go by them.

"""


def read_bytes(path: Path) -> str:
    """The text of a sheet file; SheetError when it is no readable text of a sheet's size."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or "no such file"
        raise SheetError(path.name, [("", f"cannot be read: {reason}")]) from None
    if len(data) > LARGEST:
        raise SheetError(path.name, [("", f"is larger than {LARGEST:,} bytes; no card sheet is")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SheetError(path.name, [(f"line {line}", "is not UTF-8 text; save the file as UTF-8")]) from None


def _path(source: str | Path) -> Path:
    if not isinstance(source, str | Path) or not str(source).strip():
        raise ValueError(f"a sheet is a path to a .toml or .csv file, not {short(source)}")
    path = Path(source).expanduser()
    if path.suffix.lower() not in (".toml", ".csv"):
        raise SheetError(path.name or str(path), [("", "is no sheet: its name must end in .toml or .csv")])
    return path


def read_file(source: str | Path, schema: Schema) -> tuple[Path, Mapping[str, Any], Problems]:
    """The path, the raw sheet in a file, and what was already wrong with its rows."""
    path = _path(source)
    text = read_bytes(path)
    if path.suffix.lower() == ".toml":
        return path, extended(read_toml(text, path.name), schema, path.name), []
    return path, *read_csv(text, path.name, schema)


def read_toml(text: str, file: str) -> dict[str, Any]:
    """The raw sheet in a TOML text; SheetError with the line of a slip."""
    if len(text) > LARGEST:
        raise SheetError(file, [("", f"is larger than {LARGEST:,} bytes; no card sheet is")])
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            what = f"is longer than {LONGEST_LINE:,} characters; no line of a sheet is"
            raise SheetError(file, [(f"line {number}", what)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise SheetError(file, [("", "is not TOML: brackets are nested too deeply")]) from None
    except ValueError as error:  # most are TOMLDecodeErrors, which tell line and column
        raise SheetError(file, [("", f"is not TOML: {error}")]) from None


def extended(raw: Mapping[str, Any], schema: Schema, file: str) -> Mapping[str, Any]:
    """The shipped sheet with the cards of this one added, where it says ``extends = "<game>"``; else itself.

    Its sources and numbers go before the shipped ones; its default source counts for its own cards only.
    """
    if "extends" not in raw:
        return raw
    if raw["extends"] != schema.game:
        what = f"{short(raw['extends'])} is no sheet to add cards to; there is {schema.game}, the shipped one"
        raise SheetError(file, [("extends", what)])
    base = read_toml(shipped_text(schema.game), file)
    merged: dict[str, Any] = {**base, **{name: part for name, part in raw.items() if name != "extends"}}
    for name in ("source", "numbers", "numbers_from"):
        if isinstance(raw.get(name, {}), Mapping):
            merged[name] = {**base.get(name, {}), **raw.get(name, {})}
    default, rows = merged["default_source"], raw.get("card", [])
    told = [_from(row, default, schema) for row in (rows if isinstance(rows, list) else [rows])]
    known = isinstance(default, str) and default in merged["source"]
    return {**merged, "card": [*base["card"], *told], "default_source": base["default_source"] if known else default}


def _from(row: Any, default: Any, schema: Schema) -> Any:
    """A card that names the source of every field."""
    own = row.get("values_from", {}) if isinstance(row, Mapping) else None
    if not isinstance(own, Mapping):
        return row
    return {**row, "values_from": {**dict.fromkeys(allowed_fields(schema.card), default), **own}}


def _rows(text: str, file: str) -> tuple[str, list[str], list[tuple[int, list[str]]]]:
    """The game a first line names ("" when none does), the column names, and (line, cells) for each row."""
    lines = text.lstrip("\n\r")
    named = re.match(r'"?#\s*game\s*:\s*([\w-]*)[^\n]*\n?', lines)
    body = lines[named.end() :] if named else lines
    first = body.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
        start = text.count("\n", 0, len(text) - len(body))
        rows = [(start + reader.line_num, [c.strip() for c in row]) for row in reader if any(c.strip() for c in row)]
    except csv.Error as error:
        raise SheetError(file, [("", f"is not a table of rows and columns: {error}")]) from None
    if not rows:
        raise SheetError(file, [("", "is empty; the first row names the columns")])
    header = [c.lower() for c in rows[0][1]]
    while header and not header[-1]:
        header.pop()
    return (named[1] if named else ""), header, rows[1:]


def cell_value(text: str, kind: type) -> Any:
    """A cell as the value it stands for; text that stands for none is left for the check to refuse."""
    if kind is int and re.fullmatch(r"[+-]?[0-9]{1,9}", text.replace("−", "-")):
        return int(text.replace("−", "-"))
    if kind is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    return text


def read_csv(text: str, file: str, schema: Schema) -> tuple[dict[str, Any], Problems]:
    """The raw sheet in spreadsheet rows; its numbers are the shipped sheet's.

    A value that the column ``house`` does not name is the owner's own, unless it
    is just what the shipped sheet has from the print.
    """
    named, header, rows = _rows(text, file)
    ours, known = load_sheet(schema.game), allowed_fields(schema.card)
    columns, problems = ("id", *known, "house"), Problems()
    for name in dict.fromkeys(header):
        if name not in columns:
            problems.append(("columns", f"{short(name)} is not a column{hint(name, columns, everything=True)}"))
        if header.count(name) > 1:
            problems.append(("columns", f"{short(name)} is there twice"))
    for name in ("id", "name"):
        if name not in header:
            problems.append(("columns", f"{name} is missing"))
    if problems:  # every row would only repeat it
        raise SheetError(file, problems)
    house = next((s.id for s in ours.sources.values() if s.kind == "house"), "house")
    sources = {**ours.sources}
    sources.setdefault(house, Source(house, "house", "Our number"))
    sources.setdefault(OWN_COPY.id, OWN_COPY)
    cards: list[dict[str, Any]] = []
    for line, cells in rows:
        if len(cells) > len(header) and any(cells[len(header) :]):
            problems.append((f"line {line}", f"has {len(cells)} cells, but there are {len(header)} columns"))
        row = {name: cell for name, cell in zip(header, cells, strict=False) if cell}
        marked = [f for f in re.split(r"[\s;,]+", row.pop("house", "").lower()) if f]
        card: dict[str, Any] = {n: cell_value(c, known[n].kind) if n in known else c for n, c in row.items()}
        problems += [
            (f"line {line}, house", f"{short(f)} is not a field{hint(f, known, everything=True)}")
            for f in marked
            if f not in known
        ]
        card["values_from"] = _origins(ours, card, known, marked, house)
        cards.append(card)
    used = {s for card in cards for s in card["values_from"].values()} | set(ours.sources)
    raw = {
        "game": named or schema.game,
        "default_source": next(iter(ours.sources)),
        "source": {i: {"kind": s.kind, "what": s.what} for i, s in sources.items() if i in used},
        "numbers": dict(ours.numbers),
        "numbers_from": {name: ours.number_source(name).id for name in ours.numbers},
        "card": cards,
    }
    return raw, problems


def _origins(
    ours: Sheet, row: Mapping[str, Any], known: Mapping[str, Any], marked: Iterable[str], house: str
) -> dict[str, str]:
    """Field -> source id, for one card of a spreadsheet."""
    twin = next((c for c in ours.cards if c.id == row.get("id")), None)
    origins: dict[str, str] = {}
    for name, allowed in known.items():
        before = ours.source(twin, name) if twin else OWN_COPY
        old = (ours.copies[twin] if name == "copies" else getattr(twin, name)) if twin else None
        same = twin is not None and row.get(name, allowed.default) == old
        if name in marked:
            origins[name] = before.id if before.kind == "house" else house
        elif same and before.kind != "house":
            origins[name] = before.id
        else:
            origins[name] = OWN_COPY.id
    return origins


def game_of_file(source: str | Path) -> str:
    """Which game a sheet file is for: what it says, else what its columns fit."""
    import rulebooks

    path = _path(source)
    text = read_bytes(path)
    if path.suffix.lower() == ".toml":
        game = read_toml(text, path.name).get("game", "")
    else:
        game, header, _ = _rows(text, path.name)
        if not game:
            own = {g: {*allowed_fields(schema_of(g).card)} - {"name", "copies"} for g in rulebooks.GAMES}
            named = {*header} - {"id", "name", "copies", "house"}
            game = min((g for g in own if own[g] & named), key=lambda g: len(own[g] ^ named), default="")
    if game not in rulebooks.GAMES:
        what = f"{short(game)} is no game" if game else "it does not say for which game it is"
        raise SheetError(path.name, [("game", f"{what}{hint(game, rulebooks.GAMES, everything=True)}")])
    return str(game)


def toml_value(value: Any) -> str:
    """A value as TOML: JSON's way of writing text, numbers and truth values is TOML's too, but for one sign."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(pairs: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{name} = {toml_value(value)}' for name, value in pairs.items())} }}"


def to_toml(
    game: str,
    sources: Mapping[str, Source],
    numbers: Mapping[str, int],
    cards: Iterable[tuple[Card, int]],
    origins: Mapping[tuple[str, str], str],
) -> str:
    """A sheet in its fixed layout: the same content always gives the same text."""
    often = Counter(origins.values())
    default = max(sources, key=lambda s: often[s])
    differs = {name: origins["", name] for name in numbers if origins["", name] != default}
    lines = [f"game = {toml_value(game)}", f"default_source = {toml_value(default)}"]
    lines += [f"numbers_from = {_table(differs)}"] if differs else []
    for s in sources.values():
        lines += ["", f"[source.{s.id}]", f"kind = {toml_value(s.kind)}", f"what = {toml_value(s.what)}"]
    if numbers:
        lines += ["", "[numbers]", *(f"{name} = {toml_value(n)}" for name, n in numbers.items())]
    for card, copies in cards:
        values = {"id": card.id, "name": card.name, "copies": copies, **card.values}
        values.pop("order")
        lines += ["", "[[card]]", *(f"{name} = {toml_value(v)}" for name, v in values.items() if v is not None)]
        differs = {f: origins[card.id, f] for i, f in origins if i == card.id and origins[card.id, f] != default}
        lines += [f"values_from = {_table(differs)}"] if differs else []
    return "\n".join(lines) + "\n"


def to_fill_in(game: str, text: str) -> str:
    """The shipped sheet under a note that says how to fill it in."""
    return FILL_IN.format(game=game) + text


def to_csv(sheet: Sheet) -> str:
    """The cards as spreadsheet rows; the column ``house`` names the fields whose value is ours."""
    names = [*allowed_fields(schema_of(sheet.game).card)]
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", *names, "house"])
    for card in sheet.cards:
        values = {**card.values, "copies": sheet.copies[card]}
        cells = ["" if v is None else str(v).lower() if isinstance(v, bool) else v for v in (values[n] for n in names)]
        writer.writerow([card.id, *cells, ";".join(n for n in names if sheet.is_house(card, n))])
    return out.getvalue()
