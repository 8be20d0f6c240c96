"""One module a game: ``describe(state) -> View``, and no rules.

It may also say things in the game's own words: ``describe_move(move, node) -> str``,
``describe_event(event) -> str`` and ``describe_end(state, node) -> str``. Where choices can be many,
``group_move(move) -> (heading, short name)`` gathers them under headings; ("", "") leaves one alone.

Where several play, ``describe(state, viewer)`` is also told whose eyes it draws for, and ``whose_luck(state) -> int |
None`` says whose draw it is. ``pieces_of(move) -> tuple[str, ...]`` names the dice and cards of the picture that a move
takes, by their ``key``: who picks just these is offered the move. ``describe_chance(what) -> (verb, words)`` says what
is done to let chance decide. ``comes_last(move) -> bool`` puts a move that ends much below the other choices.
``told_aside(move) -> bool`` leaves a refused move to the page's "Why not…?". ``PUBLIC_EVENTS = True`` says that
``describe_event`` tells nothing but what all may know: then it speaks of moves too that the viewer could not see.

Where words hang on the position, ``for_state(state)`` gives an object with these functions, which is asked instead.
``NOTHING_HIDDEN = True`` says that all players see all: then nobody hands the screen over, and the log tells all.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def view_of(game: str) -> ModuleType:
    """The view of the game with this name; the plain one for a game that has none yet."""
    name = f"rulebook_widgets.views.{game}"
    return import_module(name if find_spec(name) else "rulebook_widgets.views.plain")
