"""One module a game: ``describe(state) -> View``, and no rules.

It may also say things in the game's own words: ``describe_move(move, node) -> str``,
``describe_event(event) -> str`` and ``describe_end(state, node) -> str``. Where choices can be many,
``group_move(move) -> (heading, short name)`` gathers them under headings; ("", "") leaves one alone.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def view_of(game: str) -> ModuleType:
    """The view of the game with this name; the plain one for a game that has none yet."""
    name = f"rulebook_widgets.views.{game}"
    return import_module(name if find_spec(name) else "rulebook_widgets.views.plain")
