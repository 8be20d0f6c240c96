"""Scott Pilgrim: what a player can choose from: cards to play, purchases, what an effect asks for. It holds no rule."""

from __future__ import annotations

from typing import Any

from rulebooks.scott_pilgrim.cards import effects
from rulebooks.scott_pilgrim.opening import sides
from rulebooks.scott_pilgrim.table import (
    Acquire,
    Discard,
    Eliminate,
    Flip,
    Frame,
    From,
    Pass,
    Play,
    State,
    Use,
    face_of,
    gives,
    suits_of,
    ups_of,
)


def plays(s: State) -> tuple[Any, ...]:
    """Cards to play, and resources of Power Ups! to choose."""
    found: list[Any] = []
    for one in s.seat.hand.kinds:
        matches = any(e.when == "match" for e in effects(one.effect, "effect of an action"))
        for suit in [suit for suit, _ in suits_of(one.makes)] or [""]:
            found += [Play(one, suit), *([Play(one, suit, True)] if matches else [])]
    for up in dict.fromkeys(ups_of(s, s.active)):
        given = gives(up)
        found += [Use(up.card, suit) for suit, _ in given] if len(given) > 1 else []
    return tuple(found)


def purchases(s: State) -> tuple[Acquire, ...]:
    """Cards of the Plotline to acquire, with whichever suit pays."""
    found = []
    for i, lying in enumerate(s.plotline):
        if lying is None:
            continue
        face = face_of(s, lying)
        suits = [suit for suit, _ in suits_of(face.cost)] if face.cost else [""]
        for suit in suits:
            found.append(Acquire(i, face, suit))
            if face.kind == "action":
                found.append(Acquire(i, face, suit, True))
    return tuple(found)


def frame_actions(s: State, frame: Frame) -> tuple[Any, ...]:
    """The choices of what has to be finished first."""
    leave_it = [Pass()] if frame.may else []
    line = [(i, up) for i, up in enumerate(s.plotline) if up]
    flips = [Flip(i, face_of(s, up)) for i, up in line]
    gone = [Eliminate(face_of(s, up), "plotline", i) for i, up in line]
    match frame.kind:
        case "replace":
            return (From(0), From(1))
        case "side":
            assert frame.lying is not None
            return sides(s, frame.lying)
        case "flip":
            return (*leave_it, *flips)
        case "eliminate plotline":
            return (*leave_it, *gone)
        case "flip or eliminate":
            return (*leave_it, *flips, *gone)
        case "eliminate":
            hand = [Eliminate(c, "hand") for c in s.seat.hand.kinds]
            pile = [Eliminate(c, "discard") for c in s.seat.deck.discard.kinds]
            return (*leave_it, *hand, *pile, *gone)
        case "discard":
            return tuple(Discard(c) for c in s.seat.hand.kinds)
    return ()
