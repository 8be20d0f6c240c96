"""Kabula's automatic figures as algorithms: what each did, line by line, and why; the way it took, for the map."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from rulebook_widgets.hex_picture import way_data
from rulebook_widgets.view import Trail, Zone
from rulebook_widgets.views.kabula_words import does_words, place_words
from rulebooks.kabula.contents import island_of
from rulebooks.kabula.figures import Trace
from rulebooks.kabula.hexes import Space, distance
from rulebooks.kabula.island import Island
from rulebooks.kabula.table import State

COIN = {"alpha": "a card at Alpha", "omega": "a card at Omega"}
EARLIER = 6  # turns told below, beside the last one


def trace_zones(s: State) -> Iterable[Zone]:
    """What the last automatic figure did, and below the choices what others did before it in this round or the last."""
    if s.trace is None or not recent(s, s.trace):
        return
    yield Zone("What it did, line by line", (trail(s, s.trace),))
    before = [t for t in s.traces if recent(s, t)][-EARLIER:]
    if before:
        yield Zone("Automatic turns before", tuple(trail(s, t) for t in reversed(before)), low=True, new_row=True)


def recent(s: State, trace: Trace) -> bool:
    """Whether a turn is of this round, or of the last one."""
    return trace.round >= s.round - 1


def trail(s: State, trace: Trace) -> Trail:
    """One automatic turn as the steps of its algorithm."""
    steps = [*_card(s, trace), *_target(trace), *_way(s, trace)]
    return Trail(trace.name, f"{trace.action}, round {trace.round}", tuple(steps))


def _card(s: State, trace: Trace) -> Iterable[tuple[str, str]]:
    row = next((c for c in s.setup.sheet.cards if c.id == trace.row), None)
    shown = COIN.get(trace.coin) or (f"the coin shows {trace.coin}" if trace.coin else "")
    if trace.coin in ("two heads", "one of each", "two tails"):
        shown = f"the coins show {trace.coin}"
    if shown or row is not None:
        yield shown or "action", f"{trace.action}{f': {does_words(row)}' if row is not None else ''}"


def _target(trace: Trace) -> Iterable[tuple[str, str]]:
    for line in trace.lines:
        what, _, left = line.partition(": ")
        yield what, left
    if not trace.lines:
        yield "target", "there is only one" if trace.target else "nobody"
    yield "so it goes for", trace.target or "nobody"


def _way(s: State, trace: Trace) -> Iterable[tuple[str, str]]:
    if trace.way:
        yield "its way", " → ".join(place_words(island_of(s.setup), space) for space in trace.way)
    for why in filter(None, trace.turned.split("; ")):
        yield "because" if not why.startswith("then ") else "then", why.removeprefix("then ")


def drawn_way(island: Island, way: Iterable[Space]) -> list[dict[str, Any]]:
    """A way for the map: its last stretch without a leap."""
    spaces = list(way)
    for i, (a, b) in reversed(list(enumerate(pairwise(spaces), 1))):
        if distance(a, b) != 1:
            spaces = spaces[i:]
            break
    return way_data(island, spaces) if len(spaces) > 1 else []
