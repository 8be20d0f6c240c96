"""Concepts: the same idea side by side in several games ("a deck runs out"), from outlines/concepts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from rulebooks import GAMES
from rulebooks import game as named
from rulebooks.core.cards import hint, short
from rulebooks.core.rules import Rule

FIELDS = {"id", "name", "question", "note", "rules"}


@dataclass(frozen=True)
class Concept:
    """An idea that games share. ``note`` says what differs; ``ids`` are each game's rules, in shelf order."""

    id: str
    name: str
    question: str
    note: str
    ids: Mapping[str, tuple[str, ...]]

    def rules(self, game: str) -> tuple[Rule, ...]:
        """The rules of a game that tell it; none where the game has no such rule."""
        return tuple(named(game).rule[id] for id in self.ids.get(game, ()))


def parsed(text: str, file: str = "outlines/concepts.toml") -> dict[str, Concept]:
    """Read and check concepts. ValueError names the concept and what does not fit."""
    found: dict[str, Concept] = {}
    for row in tomllib.loads(text).get("concept", []):
        here = f"{file}, concept {row.get('id', '?')}"
        missing = {"id", "name", "question", "rules"} - set(row)
        if missing or set(row) - FIELDS:
            raise ValueError(f"{here}: fields are {', '.join(sorted(FIELDS))}; only note may be missing")
        if row["id"] in found:
            raise ValueError(f"{here}: the id is used twice")
        for game, ids in row["rules"].items():
            if game not in GAMES:
                raise ValueError(f"{here}: no game is called {game!r}; the shelf has {', '.join(GAMES)}")
            if not ids or any(id not in named(game).rule for id in ids):
                raise ValueError(f"{here}: {game} has not all of the rules {ids}")
        ids = {game: tuple(row["rules"][game]) for game in GAMES if game in row["rules"]}
        found[row["id"]] = Concept(row["id"], row["name"], row["question"], row.get("note", ""), ids)
    return found


@lru_cache
def concepts() -> dict[str, Concept]:
    """Id -> concept, in the order of the file."""
    return parsed(files("rulebooks").joinpath("outlines", "concepts.toml").read_text(encoding="utf-8"))


def concept(name: str) -> Concept:
    """The concept with this id or name, in any case. ValueError, with near misses, when there is none."""
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    for one in concepts().values():
        if wanted in (one.id, one.name.casefold()):
            return one
    names = [text for one in concepts().values() for text in (one.name, one.id)]
    raise ValueError(f"no concept is called {short(name)}{hint(name, names, everything=True)}")


def concepts_of(rule: Rule) -> tuple[Concept, ...]:
    """The concepts that a rule is part of."""
    return tuple(c for c in concepts().values() if rule.id in c.ids.get(rule.book.game, ()))
