"""Checking a sheet: everything that is wrong with it, named by card and field, before anything is loaded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from rulebooks.core.cards import KINDS, Card, Schema, Sheet, SheetError, Source, hint, short

TOP = ("game", "default_source", "numbers_from", "source", "numbers", "card")
LONGEST_NAME, LONGEST_NOTE, MOST_CARDS, MOST_COPIES = 80, 300, 800, 99
MOST_PROBLEMS = 1000  # whoever has more has no sheet, and need not wait for the rest
REQUIRED: Any = object()  # the default of a field that has none
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Allowed:
    """What one field of a card may hold."""

    kind: type
    optional: bool = False
    least: int = -999
    greatest: int = 999
    among: tuple[Any, ...] = ()
    default: Any = REQUIRED
    longest: int = LONGEST_NAME

    def __contains__(self, value: object) -> bool:
        if value is None:
            return self.optional
        if type(value) is not self.kind:  # True is no number here
            return False
        if self.among:
            return value in self.among
        if isinstance(value, str):
            return plain(value, self.longest)
        return not isinstance(value, int) or self.kind is bool or self.least <= value <= self.greatest

    def __str__(self) -> str:
        words = {
            int: f"a whole number from {self.least} to {self.greatest}",
            str: f"text of 1 to {self.longest} characters, without control characters",
            bool: "true or false",
        }[self.kind]
        if self.among:
            words = f"one of {', '.join(map(repr, self.among))}"
        return f"{words}, or left out" if self.optional else words


def plain(text: str, longest: int) -> bool:
    """Whether a text is short, not blank, and free of control and direction marks."""
    if not text.strip() or len(text) > longest:
        return False
    return all(unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text)


@lru_cache
def allowed_fields(card: type[Card]) -> Mapping[str, Allowed]:
    """Field -> what a sheet may hold there: name and copies, then the game's own."""
    known = {"name": Allowed(str), "copies": Allowed(int, least=0, greatest=MOST_COPIES, default=1)}
    hints = get_type_hints(card)
    for f in fields(card):
        if f.init and f.name not in ("id", "name", "order"):
            parts = get_args(hints[f.name]) or (hints[f.name],)
            kind = next(p for p in parts if p is not type(None))
            if kind not in (int, str, bool):
                raise TypeError(f"{card.__name__}.{f.name}: a card holds int, str or bool, not {kind}")
            optional, meta = type(None) in parts, f.metadata
            known[f.name] = Allowed(
                kind,
                optional,
                meta.get("min", -999),
                meta.get("max", 999),
                tuple(meta.get("allowed", ())),
                f.default if f.default is not MISSING else None if optional else REQUIRED,
            )
    return MappingProxyType(known)


class _Checker:
    """Collects every problem of one sheet; each part returns what it could read."""

    def __init__(self, schema: Schema, file: str, problems: Iterable[tuple[str, str]]) -> None:
        self.schema, self.file, self.problems = schema, file, list(problems)
        self.fields = allowed_fields(schema.card)
        self.origins: dict[tuple[str, str], str] = {}
        self.sources: dict[str, Source] = {}
        self.default = ""

    def no(self, where: str, what: str) -> None:
        self.problems.append((where, what))
        if len(self.problems) >= MOST_PROBLEMS:
            raise SheetError(self.file, [*self.problems, ("", "the rest was not looked at")])

    def table(self, value: object, where: str) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.no(where, f"must be a table of names and values, not {short(value)}")
        return {}

    def unknown(self, where: str, given: Iterable[str], known: Iterable[str], what: str) -> None:
        names = list(known)
        for name in given:
            if name not in names:
                self.no(where, f"{short(name)} is not {what}{hint(name, names, everything=True)}")

    def source_id(self, where: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.sources:
            self.no(where, f"unknown source {short(value)}{hint(value, self.sources, everything=True)}")
            return self.default
        return value

    def read_sources(self, raw: Mapping[str, Any]) -> None:
        note = Allowed(str, longest=LONGEST_NOTE)
        for id, entry in self.table(raw.get("source", {}), "source").items():
            where = f"source {short(id)[1:-1]}"
            entry = self.table(entry, where)
            self.unknown(where, entry, ("kind", "what"), "a field of a source")
            if not ID.fullmatch(id) or len(id) > LONGEST_NAME:
                self.no(where, "an id is lower-case letters, digits and hyphens")
            if entry.get("kind") not in KINDS:
                self.no(f"{where}, kind", f"{short(entry.get('kind'))} is not one of {', '.join(KINDS)}")
            if entry.get("what") not in note:
                self.no(f"{where}, what", f"{short(entry.get('what'))} is not {note}")
            self.sources[id] = Source(id, str(entry.get("kind")), str(entry.get("what")))
        if "default_source" in raw:
            self.default = self.source_id("default_source", raw["default_source"])
        else:
            self.no("default_source", "is missing; it names the source of every value that names none itself")

    def read_numbers(self, raw: Mapping[str, Any]) -> dict[str, int]:
        given = self.table(raw.get("numbers", {}), "numbers")
        origins = self.table(raw.get("numbers_from", {}), "numbers_from")
        what = f"a number of the game {self.schema.game}"
        self.unknown("numbers", given, self.schema.numbers, what)
        self.unknown("numbers_from", origins, self.schema.numbers, what)
        numbers: dict[str, int] = {}
        for name, meaning in self.schema.numbers.items():
            least, greatest = self.schema.limits.get(name, (0, 999))
            allowed = Allowed(int, least=least, greatest=greatest)
            if name not in given:
                self.no(f"numbers, {name}", f"is missing ({meaning}); {allowed}")
            elif given[name] not in allowed:
                self.no(f"numbers, {name}", f"{short(given[name])} is not {allowed}")
            else:
                numbers[name] = given[name]
            place = f"numbers_from, {name}"
            self.origins["", name] = self.source_id(place, origins[name]) if name in origins else self.default
        return numbers

    def read_cards(self, raw: Mapping[str, Any]) -> list[tuple[Card, int]]:
        rows = raw.get("card", [])
        if not isinstance(rows, list) or not rows:
            self.no("card", "there is none; each card is a [[card]] with an id and a name")
            return []
        if len(rows) > MOST_CARDS:
            self.no("card", f"{len(rows)} are too many; a sheet holds at most {MOST_CARDS}")
            return []
        seen: dict[str, int] = {}
        return [card for order, row in enumerate(rows) for card in self.read_card(order, row, seen)]

    def read_card(self, order: int, row: object, seen: dict[str, int]) -> list[tuple[Card, int]]:
        before, where = len(self.problems), f"card number {order + 1}"
        row = self.table(row, where)
        id = row.get("id")
        if not isinstance(id, str) or not ID.fullmatch(id) or len(id) > LONGEST_NAME:
            self.no(f"{where}, id", f"{short(id)} is not an id: lower-case letters, digits and hyphens")
        elif id in seen:
            self.no(f"card {id}, id", f"is used twice: by cards number {seen[id] + 1} and {order + 1}")
        else:
            where, seen[id] = f"card {id}", order
        self.unknown(where, row, ("id", *self.fields, "values_from"), f"a field of a {self.schema.game} card")
        values: dict[str, Any] = {}
        for name, allowed in self.fields.items():
            value = row.get(name, allowed.default)
            if value is REQUIRED:
                self.no(f"{where}, {name}", f"is missing; {allowed}")
            elif value not in allowed:
                near = hint(value, map(str, allowed.among)) if isinstance(value, str) else ""
                self.no(f"{where}, {name}", f"{short(value)} is not {allowed}{near}")
            values[name] = value
        origins = self.table(row.get("values_from", {}), f"{where}, values_from")
        self.unknown(f"{where}, values_from", origins, self.fields, f"a field of a {self.schema.game} card")
        for name in self.fields:
            place = f"{where}, values_from, {name}"
            origin = self.source_id(place, origins[name]) if name in origins else self.default
            self.origins[str(id), name] = origin
        if len(self.problems) > before:
            return []
        copies = values.pop("copies")
        return [(self.schema.card(id=str(id), order=order, **values), copies)]


def checked(
    raw: Mapping[str, Any],
    schema: Schema,
    name: str,
    file: str,
    *,
    problems: Iterable[tuple[str, str]] = (),
    shipped: bool = False,
) -> Sheet:
    """The sheet that a file holds; SheetError with all that is wrong. ``file`` is what messages call it."""
    from rulebooks.core.sheet_files import to_toml

    if raw.get("game") != schema.game:
        found = f"this is a sheet of {short(raw['game'])}" if "game" in raw else 'the line game = "…" is missing'
        raise SheetError(file, [("game", f"{found}; expected {schema.game!r}"), *problems])
    check = _Checker(schema, file, problems)
    check.unknown("", raw, TOP, "a part of a sheet")
    check.read_sources(raw)
    numbers = check.read_numbers(raw)
    cards = check.read_cards(raw)
    if check.problems:
        raise SheetError(file, check.problems)
    sheet = Sheet(
        schema.game,
        "".join(c for c in name if c.isprintable())[:LONGEST_NAME] or "unnamed",
        shipped,
        to_toml(schema.game, check.sources, numbers, cards, check.origins),
        MappingProxyType(check.sources),
        tuple(card for card, _ in cards),
        MappingProxyType(dict(cards)),
        MappingProxyType(numbers),
        MappingProxyType(check.origins),
    )
    wrong = [("", what) for what in schema.check(sheet)]
    if wrong:
        raise SheetError(file, wrong)
    return sheet
