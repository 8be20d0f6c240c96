"""Rulebook Lab: tabletop rules you can read, play and compute with, exactly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# The shelf, in the order of the notebooks
GAMES = ("lantern", "karen", "friday", "pirate_tales", "scott_pilgrim", "kabula")


def __getattr__(name: str) -> Any:
    # ``from rulebooks import odds, rules``: loaded when asked for, as the games need the shelf first
    if name in ("odds", "rules"):
        return import_module(f"rulebooks.core.{name}")
    raise AttributeError(f"rulebooks has no {name!r}")


def game(name: str) -> Any:
    """The game module with this name.

    >>> game("lantern").rule.title
    'Lantern'
    """
    if name not in GAMES:
        raise ValueError(f"no game is called {name!r}; the shelf has {', '.join(GAMES)}")
    return import_module(f"rulebooks.{name}")
