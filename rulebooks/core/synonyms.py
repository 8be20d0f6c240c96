"""Players' words for the rulebooks' words, from outlines/synonyms.toml: "hit points" means HP."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

Words = tuple[str, ...]


@lru_cache
def table() -> Mapping[str, Mapping[str, list[str]]]:
    """Game, or "any" -> a rulebook's word -> what people type for it."""
    return tomllib.loads(files("rulebooks").joinpath("outlines", "synonyms.toml").read_text(encoding="utf-8"))


def meanings(games: Iterable[str], stems: Callable[[str], list[str]]) -> dict[Words, dict[str, list[Words]]]:
    """What is typed -> game, or "" for all -> the rulebook's words it may mean; all as stems."""
    found: dict[Words, dict[str, list[Words]]] = {}
    for name in ("any", *games):
        for meant, typed in table().get(name, {}).items():
            for phrase in typed:
                here = found.setdefault(tuple(stems(phrase)), {})
                here.setdefault("" if name == "any" else name, []).append(tuple(stems(meant)))
    return found


def grouped(sought: list[str], known: Mapping[Words, object]) -> list[Words]:
    """The words of a question, with those that make up a known phrase taken together, longest first."""
    longest, found, at = max(map(len, known), default=1), list[Words](), 0
    while at < len(sought):
        sizes = (n for n in range(min(longest, len(sought) - at), 1, -1) if tuple(sought[at : at + n]) in known)
        size = next(sizes, 1)
        found.append(tuple(sought[at : at + size]))
        at += size
    return found
