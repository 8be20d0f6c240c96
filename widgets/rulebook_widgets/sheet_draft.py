"""A draft of a card sheet: its cells as they were typed, right or wrong, and what the loader says of them.

A draft is a value: each change gives another draft, so that undo is a list of them and
nothing is ever half done. Whether it is in order is decided by the sheet loader alone.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulebooks.core.cards import Schema, Sheet, SheetError, Source, schema_of, shipped_text, short
from rulebooks.core.sheet_check import MOST_CARDS, Allowed, allowed_fields, checked
from rulebooks.core.sheet_files import OWN_COPY, cell_value, extended, read_csv, read_toml, toml_value

NUMBERS = 0  # the key of the row that holds the sheet's numbers
LONGEST_CELL = 300  # characters of one cell
HOUSE = Source("house", "house", "Our number")
Place = tuple[int, str]  # (key of a row, column)
Problem = tuple[str, str]  # (where, what is wrong), as the loader says it
_WHERE = re.compile(r"(?:card (?:number (\d+)|([a-z0-9-]+))|(numbers)(?:_from)?)(?:, values_from)?, (\w+)")
_TWICE = re.compile(r"is used twice: by cards number (\d+) and (\d+)")
_OF_CARD = re.compile(r"([a-z0-9-]+): ")


@dataclass(frozen=True)
class Row:
    """A card, or the sheet's numbers: column -> text ("" is left out), column -> id of a source."""

    key: int
    cells: Mapping[str, str]
    origins: Mapping[str, str]


@dataclass(frozen=True)
class Draft:
    """A sheet as it is being written. ``ours``: (card id or "", column) -> text and source on the shipped sheet."""

    schema: Schema
    default: str
    sources: Mapping[str, Source]
    kept: frozenset[str]  # sources that stay although no value comes from them
    numbers: Row
    cards: tuple[Row, ...]
    next_key: int
    ours: Mapping[tuple[str, str], tuple[str, str]]

    # asking ----------------------------------------------------------------------------
    @property
    def columns(self) -> dict[str, Allowed]:
        """Column -> what a cell of it may hold: id, name, copies, the game's own."""
        return {"id": Allowed(str), **allowed_fields(self.schema.card)}

    def row(self, key: Any) -> Row:
        """The row with this key. ValueError when there is none."""
        found = next((r for r in (self.numbers, *self.cards) if type(key) is int and r.key == key), None)
        if found is None:
            raise ValueError(f"there is no row {short(key)} any more")
        return found

    def key_of(self, id: str) -> int:
        """The key of the first card with this id; "" is the row of numbers. ValueError when there is none."""
        keys = [r.key for r in self.cards if r.cells["id"] == id] if id else [NUMBERS]
        if not keys:
            raise ValueError(f"no card of the draft has the id {short(id)}")
        return keys[0]

    def kind(self, row: Row, name: str) -> str:
        """Where a value comes from: "printed", "public", "house", "own" (the owner's copy); "" for none."""
        source = self.sources.get(row.origins.get(name, ""))
        if source is None:
            return ""
        return "own" if _alike(source, OWN_COPY) else source.kind

    @cached_property
    def raw(self) -> dict[str, Any]:
        """The draft in the shape that a sheet file gives."""
        kinds = {name: allowed.kind for name, allowed in self.columns.items()}
        used = {s for r in (self.numbers, *self.cards) for s in r.origins.values()} | self.kept
        return {
            "game": self.schema.game,
            "default_source": self.default,
            "source": {i: {"kind": s.kind, "what": s.what} for i, s in self.sources.items() if i in used},
            "numbers": {name: cell_value(text, int) for name, text in self.numbers.cells.items() if text},
            "numbers_from": dict(self.numbers.origins),
            "card": [
                {name: cell_value(text, kinds[name]) for name, text in r.cells.items() if text}
                | {"values_from": dict(r.origins)}
                for r in self.cards
            ],
        }

    def sheet(self, name: str, file: str) -> Sheet:
        """The sheet this draft is. SheetError, with the loader's problems, when it is none yet."""
        return checked(self.raw, self.schema, name, file)

    def places(self, problem: Problem) -> tuple[Place, ...]:
        """The cells a problem speaks of, the one to mend first; none when it speaks of the whole sheet."""
        where, what = problem
        if not where:
            return tuple(self._named(what))
        found = _WHERE.fullmatch(where)
        if not found:
            return ()
        number, id, numbers, name = found.groups()
        if twice := _TWICE.match(what):
            return tuple((self.cards[int(n) - 1].key, name) for n in reversed(twice.groups()))
        if name not in (self.numbers.cells if numbers else self.columns):
            return ()
        if numbers:
            return ((NUMBERS, name),)
        rows = self.cards[int(number) - 1 :] if number else [r for r in self.cards if r.cells["id"] == id]
        return ((rows[0].key, name),) if rows else ()

    def _named(self, what: str) -> Iterable[Place]:
        about = _OF_CARD.match(what)
        for row in self.cards:
            if about and row.cells["id"] == about[1]:
                words = re.findall(r"\w+", what[about.end() :])
                names = [name for name in self.columns if name in words] or ["name"]
                yield from ((row.key, name) for name in names)

    # changing --------------------------------------------------------------------------
    def put(self, changes: Mapping[Place, str]) -> Draft:
        """Other texts in some cells; each that differs is the owner's now, unless the shipped print says the same."""
        draft = self
        for (key, name), text in changes.items():
            row = draft.row(key)
            if name not in row.cells:
                raise ValueError(f"there is no column {short(name)}")
            kind = int if key == NUMBERS else self.columns[name].kind
            text = plain_text(text, kind)
            if text != row.cells[name]:
                draft = draft._with(key, {name: text})
        return draft

    def _with(self, key: int, cells: Mapping[str, str], mark: str | None = None) -> Draft:
        draft, row = self, self.row(key)
        origins = dict(row.origins)
        for name, text in cells.items():
            if name != "id":
                draft, origins[name] = draft._origin(row, name, text) if mark is None else (draft, mark)
        new = Row(key, {**row.cells, **cells}, origins)
        if key == NUMBERS:
            return replace(draft, numbers=new)
        return replace(draft, cards=tuple(new if r.key == key else r for r in draft.cards))

    def _origin(self, row: Row, name: str, text: str) -> tuple[Draft, str]:
        before, source = self.ours.get((row.cells.get("id", ""), name), ("", ""))
        said = self.sources.get(source)
        default = "" if row.key == NUMBERS else self._default(name)
        if said and said.kind != "house" and (text or default) == (before or default):
            return self, source
        return self._sourced(OWN_COPY)

    def _default(self, name: str) -> str:
        default = self.columns[name].default
        return cell_text(default) if isinstance(default, int | str) else ""

    def _sourced(self, wanted: Source) -> tuple[Draft, str]:
        """The draft with a source like this one, and its id."""
        for id, s in self.sources.items():
            if _alike(s, wanted):
                return self, id
        id = next(i for i in _numbered(wanted.id) if i not in self.sources)
        return replace(self, sources={**self.sources, id: replace(wanted, id=id)}), id

    def mark(self, key: Any, name: Any) -> Draft:
        """A house value becomes the owner's own, any other value house again."""
        row = self.row(key)
        if name not in row.origins:
            raise ValueError(f"{short(name)} is no value that comes from somewhere")
        if self.kind(row, name) == "house":
            draft, id = self._sourced(OWN_COPY)
        else:
            _, id = self.ours.get((row.cells.get("id", ""), name), ("", ""))
            first = next((s for s in self.sources.values() if s.kind == "house"), HOUSE)
            draft, id = self._sourced(self.sources[id] if id and self.sources[id].kind == "house" else first)
        return draft._with(key, {name: row.cells[name]}, id)

    def add(self, after: int = NUMBERS, cells: Mapping[str, str] | None = None, like: Row | None = None) -> Draft:
        """A new card below another one, or at the end; ``like``: with another one's values. Its key: ``next_key``."""
        if len(self.cards) >= MOST_CARDS:
            raise ValueError(f"a sheet holds at most {MOST_CARDS} cards")
        draft, own = self._sourced(OWN_COPY)
        start = like.cells if like else dict.fromkeys(self.columns, "") | {"name": "New card"}
        taken = {r.cells["id"] for r in self.cards}
        base = re.sub(r"-\d+$", "", start["id"])[:60] if like else "new-card"
        id = next(i for i in _numbered(base) if i not in taken and i != base * bool(like))
        origins = dict(like.origins) if like else {name: own for name in self.columns if name != "id"}
        row = Row(self.next_key, {**start, "id": id, **(cells or {})}, origins)
        at = next((n for n, r in enumerate(self.cards, 1) if r.key == after), len(self.cards))
        return replace(draft, cards=(*self.cards[:at], row, *self.cards[at:]), next_key=self.next_key + 1)

    def delete(self, key: Any) -> Draft:
        """One card less."""
        if self.row(key).key == NUMBERS:
            raise ValueError("the sheet's numbers cannot be deleted")
        return replace(self, cards=tuple(r for r in self.cards if r.key != key))

    def fill(self, at: Place, block: Sequence[Sequence[str]], keys: Sequence[int]) -> Draft:
        """A block of texts from a cell on, down the rows with these keys and then into new cards."""
        names = [*self.columns]
        if at[1] not in names or at[0] not in keys:
            raise ValueError("there is no such cell to paste at")
        names = names[names.index(at[1]) :]
        if (wide := max(map(len, block), default=0)) > len(names):
            raise ValueError(
                f"{wide} columns were copied, but from {at[1]} on there are {len(names)}; nothing was pasted"
            )
        draft, rows = self, [*keys[keys.index(at[0]) :]]
        for line in block:
            if not rows:
                rows, draft = [draft.next_key], draft.add(cells={"name": ""})
            key = rows.pop(0)
            draft = draft.put({(key, name): text for name, text in zip(names, line, strict=False)})
        return draft

    # as text ---------------------------------------------------------------------------
    @cached_property
    def toml(self) -> str:
        """As a sheet file; what is not in order yet stands in it as text, and can be taken up again."""
        raw = self.raw
        lines = [f"game = {toml_value(raw['game'])}", f"default_source = {toml_value(self.default)}"]
        lines += self._from("numbers_from", raw["numbers_from"])
        for id, s in raw["source"].items():
            lines += ["", f"[source.{id}]", *(f"{name} = {toml_value(v)}" for name, v in s.items())]
        if raw["numbers"]:
            lines += ["", "[numbers]", *(f"{name} = {toml_value(n)}" for name, n in raw["numbers"].items())]
        for card in raw["card"]:
            values = {name: v for name, v in card.items() if name != "values_from"}
            lines += ["", "[[card]]", *(f"{name} = {toml_value(v)}" for name, v in values.items())]
            lines += self._from("values_from", card["values_from"])
        return "\n".join(lines) + "\n"

    def _from(self, key: str, origins: Mapping[str, str]) -> list[str]:
        pairs = ", ".join(f"{name} = {toml_value(s)}" for name, s in origins.items() if s != self.default)
        return [f"{key} = {{ {pairs} }}"] if pairs else []

    @property
    def csv(self) -> str:
        """The cards as spreadsheet rows; the column ``house`` names the columns whose value is ours."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*self.columns, "house"])
        for row in self.cards:
            house = ";".join(name for name in row.origins if self.kind(row, name) == "house")
            writer.writerow([*row.cells.values(), house])
        return out.getvalue()


def _alike(source: Source, wanted: Source) -> bool:
    return source.kind == wanted.kind and (source.id == wanted.id or source.what == wanted.what)


def differs(before: Draft, after: Draft) -> Place | None:
    """The first cell of a draft that was not so before; None when rows were only taken away."""
    old = {r.key: r for r in (before.numbers, *before.cards)}
    for row in (after.numbers, *after.cards):
        was = old.get(row.key)
        if was is None:
            return row.key, "name"
        for name, text in row.cells.items():
            if (text, row.origins.get(name)) != (was.cells[name], was.origins.get(name)):
                return row.key, name
    return None


def _numbered(base: str) -> Iterable[str]:
    yield base
    yield from (f"{base}-{n}" for n in range(2, 10_000))


def cell_text(value: Any) -> str:
    """A value of a sheet file as a cell shows it."""
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int) else short(value)


def plain_text(text: Any, kind: type) -> str:
    """What was typed, on one line; a number or truth value in its usual form. ValueError when it is no cell's text."""
    if not isinstance(text, str):
        raise ValueError(f"a cell holds text, not {short(text)}")
    text = re.sub(r"[\t\r\n\v\f]+", " ", text).strip()
    if len(text) > LONGEST_CELL or any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError(f"a cell holds at most {LONGEST_CELL} characters, each of them whole")
    value = cell_value(text, kind)
    return text if isinstance(value, str) else cell_text(value)


# Reading --------------------------------------------------------------------------------
def shipped(game: str) -> Draft:
    """The sheet that comes with the kit."""
    return draft_of(read_toml(shipped_text(game), game), schema_of(game), None, 1, game)


def read_text(text: str, schema: Schema, file: str) -> tuple[dict[str, Any], list[Problem]]:
    """The raw sheet in a TOML text or in spreadsheet rows, whichever it is."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip('"').startswith("#")]
    header = {c.strip(' "').lower() for c in re.split(r"[,;\t]", lines[0])} if lines else set()
    if {"id", "name"} <= header:
        return read_csv(text, file, schema)
    return dict(extended(read_toml(text, file), schema, file)), []


def draft_of(
    raw: Mapping[str, Any],
    schema: Schema,
    ours: Mapping[tuple[str, str], tuple[str, str]] | None,
    first_key: int,
    file: str,
    problems: Iterable[Problem] = (),
) -> Draft:
    """The draft that a sheet file holds. SheetError when it holds what no table of cards can show.

    Wrong values are no reason to refuse it: they can be mended here. Parts, columns and sources
    that nobody knows are, for the draft would lose them. ``ours``: None makes it the shipped sheet.
    """
    default = cell_text(raw.get("default_source", ""))
    sources = {
        str(id): Source(str(id), str(s.get("kind")), str(s.get("what")))
        for id, s in _mapping(raw.get("source")).items()
        if isinstance(s, Mapping)
    }
    rows = raw.get("card", [])
    rows = [_mapping(r) for r in rows] if isinstance(rows, list) else []
    names = ("id", *allowed_fields(schema.card))
    numbers = _row(NUMBERS, tuple(schema.numbers), _mapping(raw.get("numbers")), raw.get("numbers_from"), default)
    cards = tuple(_row(key, names, r, r.get("values_from"), default) for key, r in enumerate(rows, first_key))
    known = {
        (r.cells.get("id", ""), name): (r.cells[name], s) for r in (numbers, *cards) for name, s in r.origins.items()
    }
    draft = Draft(
        schema, default, sources, frozenset(sources), numbers, cards, first_key + len(cards),
        known if ours is None else ours,
    )  # fmt: skip
    told, mended = problems_of(raw, schema, file, problems), problems_of(draft.raw, schema, file)
    lost = [p for p in told if not draft.places(p) and (p not in mended or p[0] not in ("", "card"))]
    if lost := [*_too_large(draft), *lost]:
        raise SheetError(file, lost)
    return draft


def problems_of(raw: Mapping[str, Any], schema: Schema, file: str, problems: Iterable[Problem] = ()) -> list[Problem]:
    """All that the loader says against a raw sheet."""
    try:
        checked(raw, schema, "draft", file, problems=problems)
    except SheetError as error:
        return error.problems
    return []


def _too_large(draft: Draft) -> Iterable[Problem]:
    if len(draft.cards) > MOST_CARDS:
        yield "card", f"{len(draft.cards)} are too many; a sheet holds at most {MOST_CARDS}"
    for number, row in enumerate(draft.cards, 1):
        for name, text in row.cells.items():
            if len(text) > LONGEST_CELL:
                yield f"card number {number}, {name}", f"is longer than {LONGEST_CELL} characters"


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _row(key: int, names: Sequence[str], values: Mapping[str, Any], origins: object, default: str) -> Row:
    cells = {name: cell_text(values[name]) if name in values else "" for name in names}
    sources = {name: cell_text(_mapping(origins).get(name, default)) for name in names if name != "id"}
    return Row(key, cells, sources)
