"""A table for a game that has no view of its own yet: its state's fields, bags as piles, the rest in words."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulebook_widgets.view import CardFace, PileFace, View, Zone
from rulebooks.core.chance import Bag
from rulebooks.core.result import label


def describe(s: Any, _viewer: int | None = None) -> View:
    """Whatever the state holds, but for its set-up."""
    names = [f.name for f in fields(s) if f.name != "setup"] if is_dataclass(s) else []
    values = {name.replace("_", " "): getattr(s, name) for name in names}
    bags = {name: bag for name, bag in values.items() if isinstance(bag, Bag)}
    rest = "; ".join(f"{name} {label(value)}" for name, value in values.items() if name not in bags)
    zones = (Zone(name.capitalize(), (_pile(name.capitalize(), bag),)) for name, bag in bags.items())
    return View(words=rest or str(s), zones=tuple(zones), summary=(rest or str(s),))


def _pile(name: str, bag: Bag[Any]) -> PileFace:
    cards = (CardFace(label(kind), count=count) for kind, count in bag.counts.items())
    return PileFace(name, len(bag), False, tuple(cards))
