"""A draft of a card sheet as plain data for the page: its columns, its cells, its problems, a card's two sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from rulebook_widgets.sheet_draft import NUMBERS, Draft, Place, Problem, Row
from rulebook_widgets.view import CardFace, Zone, minus
from rulebook_widgets.view import View as Board
from rulebooks.core.cards import Schema
from rulebooks.core.sheet_check import Allowed

SHOWN = 200  # problems sent at once; the rest is counted
MARKS = {"house": "*", "own": "+"}  # in the text form
WHAT = {
    "id": "what saved games know it by",
    "name": "what the card is called",
    "copies": "how many there are of it",
}


def columns_data(draft: Draft, title: str, folder: str) -> dict[str, Any]:
    """What does not change while a sheet is edited: columns, sides, numbers."""
    schema, meta = draft.schema, _meta(draft.schema)
    columns = [
        {
            "name": name,
            "what": WHAT.get(name) or meta[name].get("what", ""),
            "allowed": "lower-case letters, digits and hyphens" if name == "id" else str(allowed),
            "side": meta.get(name, {}).get("side", ""),
            **_kind(allowed),
        }
        for name, allowed in draft.columns.items()
    ]
    numbers = [
        {"name": name, "what": what, "allowed": str(_limits(schema, name))} for name, what in schema.numbers.items()
    ]
    return {
        "game": schema.game,
        "title": title,
        "columns": columns,
        "sides": dict(schema.sides),
        "numbers": numbers,
        "folder": folder,
    }


def _kind(allowed: Allowed) -> dict[str, Any]:
    choices = ["true", "false"] if allowed.kind is bool else [str(a) for a in allowed.among]
    default = "" if not isinstance(allowed.default, int | str) else str(allowed.default)
    kind = "choice" if choices else "number" if allowed.kind is int else "text"
    return {
        "kind": kind,
        "choices": choices,
        "optional": allowed.optional,
        "default": default.lower() if allowed.kind is bool else default,
    }


def _limits(schema: Schema, name: str) -> Allowed:
    least, greatest = schema.limits.get(name, (0, 999))
    return Allowed(int, least=least, greatest=greatest)


def _meta(schema: Schema) -> dict[str, Any]:
    return {f.name: f.metadata for f in fields(schema.card)}


def said(problem: Problem) -> str:
    """A problem as the loader writes it, without the file."""
    return ": ".join(part for part in problem if part)


def view_data(draft: Draft, problems: list[Problem]) -> dict[str, Any]:
    """The draft as it stands: its rows, and its problems with the cells they speak of."""
    ids = [*draft.sources]
    bad: dict[Place, list[int]] = {}
    listed = []
    for n, problem in enumerate(problems[:SHOWN]):
        places = draft.places(problem)
        listed.append({"text": said(problem), "at": list(places[0]) if places else None})
        for place in places:
            bad.setdefault(place, []).append(n)

    def row_data(row: Row) -> dict[str, Any]:
        origins = [row.origins.get(name, "") for name in row.cells]
        return {
            "key": row.key,
            "cells": [*row.cells.values()],
            "from": [ids.index(s) if s in draft.sources else -1 for s in origins],
            "bad": {str(i): bad[row.key, name] for i, name in enumerate(row.cells) if (row.key, name) in bad},
        }

    return {
        "rows": [row_data(row) for row in draft.cards],
        "numbers": row_data(draft.numbers),
        "sources": [
            {"kind": "own" if draft.kind(Row(0, {}, {"": i}), "") == "own" else s.kind, "what": s.what}
            for i, s in draft.sources.items()
        ],
        "problems": listed,
        "wrong": len(problems),
        "cards": count_cards(draft),
        "house": count_kind(draft, "house"),
        "own": count_kind(draft, "own"),
    }


def count_cards(draft: Draft) -> int:
    """How many cards there are, as far as their copies can be read."""
    texts = [row.cells["copies"] or "1" for row in draft.cards]
    return sum(int(text) for text in texts if text.isdecimal() and len(text) < 4)


def count_kind(draft: Draft, kind: str) -> int:
    """How many filled cells hold a value of this kind."""
    rows = (draft.numbers, *draft.cards)
    return sum(1 for row in rows for name, text in row.cells.items() if text and draft.kind(row, name) == kind)


# a card, drawn ---------------------------------------------------------------------------
def preview_data(draft: Draft, key: int) -> dict[str, Any]:
    """A card's sides as the table draws cards, and what each is called; no zones for what is no card."""
    row = next((r for r in draft.cards if r.key == key), None)
    zones = tuple(_sides(draft, row)) if row else ()
    return {"key": key, "zones": Board("", zones=zones).plain()["zones"]}


def _sides(draft: Draft, row: Row) -> Iterable[Zone]:
    meta = _meta(draft.schema)
    own = [name for name in draft.columns if name not in WHAT]
    loose = [name for name in own if not meta[name].get("side")]
    sides = {side: [name for name in own if meta[name].get("side") == side] for side in draft.schema.sides}
    filled = {side: names for side, names in sides.items() if any(row.cells[name] for name in names)}
    whole = filled or {"": []}
    for n, (side, names) in enumerate(whole.items()):
        title = draft.schema.sides.get(side, "The card")
        yield Zone(title, (_face(draft, row, [*names, *(loose if n == 0 else [])]),))


def _face(draft: Draft, row: Row, names: list[str]) -> CardFace:
    meta = _meta(draft.schema)
    given = [name for name in names if row.cells[name] not in ("", "false")]
    main = next((name for name in given if draft.columns[name].kind is int), None)
    words = []
    for name in given:
        kind, text = draft.columns[name].kind, row.cells[name]
        if name != main:
            words.append(name if kind is bool else f"{name} {minus_text(text)}" if kind is int else text)
    look = meta[main].get("look", "power") if main else ""
    number = minus_text(row.cells[main]) if main else None
    house = tuple(name for name in ("name", *given) if draft.kind(row, name) == "house")
    copies = row.cells["copies"]
    count = int(copies) if copies.isdecimal() and len(copies) < 4 else 1
    return CardFace(row.cells["name"] or "no name", number, look, text=", ".join(words), house=house, count=count)


def minus_text(text: str) -> str:
    """A number's text with a real minus sign."""
    return minus(int(text)) if text.removeprefix("-").isdecimal() and len(text) < 10 else text


# in words ------------------------------------------------------------------------------
def table_lines(draft: Draft) -> Iterable[str]:
    """The cells as a table of text; * marks a house value, + one off the owner's copy."""
    if draft.numbers.cells:
        yield "; ".join(f"{name} {_cell(draft, draft.numbers, name) or '—'}" for name in draft.numbers.cells)
    lines = [[*draft.columns], *([_cell(draft, row, name) for name in draft.columns] for row in draft.cards)]
    wide = [max(len(line[i]) for line in lines) for i in range(len(draft.columns))]
    for line in lines:
        yield "  ".join(text.ljust(w) for text, w in zip(line, wide, strict=True)).rstrip()


def _cell(draft: Draft, row: Row, name: str) -> str:
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in row.cells[name])
    number = row.key == NUMBERS or draft.columns[name].kind is int
    return (minus_text(shown) if number else shown) + MARKS.get(draft.kind(row, name) if shown else "", "")
