"""Outlines: every numbered passage of a rulebook, modelled or not, and the rulings on it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

STATUSES = ("modelled", "not modelled", "unclear")


@dataclass(frozen=True)
class Passage:
    """One passage: where it stands, in our words, and what became of it.

    ``section`` is the heading path in the printed rulebook; ``why`` says why a
    passage is not modelled or unclear; ``see`` links ids; ``cards`` selects the
    sheet's cards it touches, field -> value.
    """

    id: str
    heading: str
    section: str
    status: str = "modelled"
    why: str = ""
    see: tuple[str, ...] = ()
    cards: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ruling:
    """An interpretation: what we do, why, how sure we are, and who reads it otherwise.

    ``mark``: A only one reading fits, B strongly implied, C a house choice.
    ``option`` names the field of the game's Options that switches it ("" when none does).
    """

    id: str
    rules: tuple[str, ...]
    text: str
    why: str
    mark: str
    option: str = ""
    otherwise: str = ""


@dataclass(frozen=True)
class Outline:
    """All passages and rulings of one rulebook, in its order."""

    game: str
    passages: Mapping[str, Passage]
    rulings: Mapping[str, Ruling]


T = TypeVar("T", Passage, Ruling)


def _entries(kind: type[T], name: str, rows: list[dict[str, Any]]) -> dict[str, T]:
    known = {f.name for f in fields(kind)}
    needed = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    out: dict[str, T] = {}
    for row in rows:
        here = f"outlines/{name}.toml, {kind.__name__.lower()} {row.get('id', '?')}"
        if set(row) - known or needed - set(row):
            raise ValueError(f"{here}: fields are {sorted(known)}, {sorted(needed)} must be there; got {sorted(row)}")
        if row["id"] in out:
            raise ValueError(f"{here}: the id is used twice")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        out[row["id"]] = kind(**values)
    return out


def has_outline(game: str) -> bool:
    """Whether ``outlines/<game>.toml`` is there."""
    return files("rulebooks").joinpath("outlines", f"{game}.toml").is_file()


@lru_cache
def load_outline(game: str) -> Outline:
    """Read and check ``outlines/<game>.toml``."""
    data = tomllib.loads(files("rulebooks").joinpath("outlines", f"{game}.toml").read_text(encoding="utf-8"))
    passages = _entries(Passage, game, data.get("passage", []))
    rulings = _entries(Ruling, game, data.get("ruling", []))
    for p in passages.values():
        if p.status not in STATUSES or (p.status != "modelled" and not p.why):
            raise ValueError(f"outlines/{game}.toml, passage {p.id}: status is one of {STATUSES}, with a why")
        lost = [i for i in p.see if i not in passages]
        if lost:
            raise ValueError(f"outlines/{game}.toml, passage {p.id}: see names unknown passages {lost}")
    for r in rulings.values():
        lost = [i for i in r.rules if i not in passages]
        if lost or r.mark not in ("A", "B", "C"):
            raise ValueError(f"outlines/{game}.toml, ruling {r.id}: unknown passages {lost} or mark {r.mark!r}")
    return Outline(game, passages, rulings)


@lru_cache
def _test_index() -> dict[str, dict[str, list[str]]]:
    place = files("rulebooks").joinpath("outlines", "tests.json")
    return json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}


def tests_of(game: str, rule: str) -> tuple[str, ...]:
    """The tests that bear a rule's number, from the generated index ``outlines/tests.json``."""
    return tuple(_test_index().get(game, {}).get(rule, ()))
