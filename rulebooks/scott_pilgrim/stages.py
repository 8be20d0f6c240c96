"""Scott Pilgrim: a table set up in the middle of a phase: what is told of each, and what it must fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag
from rulebooks.core.rules import refusal
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.acquisition import acquisition
from rulebooks.scott_pilgrim.cards import SUITS, Effect, PilgrimCard, effects
from rulebooks.scott_pilgrim.contents import HIPSTER
from rulebooks.scott_pilgrim.fight import EX, GUARD, Bout, Fight, Stage, Target
from rulebooks.scott_pilgrim.naming import named
from rulebooks.scott_pilgrim.opening import places
from rulebooks.scott_pilgrim.piles import NONE, Deck
from rulebooks.scott_pilgrim.resolution import (
    bout_of,
    buddy_drama,
    declare,
    defeat,
    hand_size,
    lined,
    not_guarded,
    shows_challenge,
    still_there,
    victory,
)
from rulebooks.scott_pilgrim.table import DECKS, Phase, State, face_of, gives, ups_of, with_seat

STAGES: Mapping[str, tuple[str, ...]] = {
    "plotline": ("removed",),
    "eliminate": ("removed",),
    "acquire": ("pool", "played", "used", "acquired"),
    "target": ("acquired", "matched"),
    "fight": ("target", "needed", "acquired", "matched"),
    "swap": ("target", "revealed", "acquired", "matched"),
    "resolve": ("target", "won", "laid"),
}
TARGET: dict[Any, Any] = {Target: (shows_challenge, not_guarded, still_there)}


def stage(s: State, phase: str, now: Mapping[str, Any]) -> State:
    """The table in a phase of the active player's turn."""
    acquired = now.get("acquired", False)
    if not isinstance(acquired, bool):
        raise ValueError(f"acquired is True or False, not {short(acquired)}")
    s = replace(s, acquired=acquired, matched=whole("matched", now.get("matched", 0), 0, 99))
    match phase:
        case "plotline":
            return _laying_out(s, now.get("removed", ()))
        case "eliminate":
            return _eliminating(s, now.get("removed", ()))
        case "acquire":
            return _acquiring(s, now)
        case "target":
            if s.seat.hand:
                raise ValueError(f"player {s.active + 1} has discarded the hand before the combat (4.12)")
            return replace(s, phase=Phase.TARGET)
        case "resolve":
            return _resolving(s, now)
    return _fighting(s, phase, now)


def _laying_out(s: State, removed: Any) -> State:
    """Set-up, while the Plotline is laid out: hands come later."""
    if s.setup.first_time:
        raise ValueError("the first time the Plotline is dealt and nobody chooses; the phase is “acquire” (11.2)")
    if any(seat.hand or any(up.card.kind != "buddy" for up in seat.ups) for seat in s.seats):
        raise ValueError("hands are drawn and Power Ups! are won after the Plotline was laid out (1.8)")
    there, size = [up for up in s.plotline if up], places(s.setup)
    if not 2 <= len(there) < size:
        raise ValueError(f"while it is laid out the Plotline has 2 to {size - 1} cards, not {len(there)} (1.7)")
    decks = _decks(removed)
    if len(decks) > 1:
        raise ValueError("before adding a card the top of one main deck may be eliminated, not of both (1.6)")
    return replace(s, phase=Phase.PLOTLINE, plotline=(*there, *[None] * (size - len(there))), removed=decks)


def _decks(removed: Any) -> tuple[int, ...]:
    """Main decks by name."""
    names = list(removed) if isinstance(removed, tuple | list) else [removed]
    if any(name not in DECKS for name in names) or len(set(names)) < len(names):
        raise ValueError(f"removed names decks, left or right, each once, not {short(removed)} (3.2)")
    return tuple(DECKS.index(name) for name in names)


def _eliminating(s: State, removed: Any) -> State:
    if s.setup.first_time:
        raise ValueError("the first time there is no elimination phase; the phase is “acquire” (11.3)")
    if not any(s.sizes) and not s.shared:
        raise ValueError("with no card in the main decks there is nothing to eliminate; the phase is “acquire” (3.3)")
    return replace(s, phase=Phase.ELIMINATE, removed=_decks(removed))


def _acquiring(s: State, now: Mapping[str, Any]) -> State:
    """Resources are told where cards were played: nobody else knows which were chosen."""
    acquired = s.acquired
    s = replace(acquisition(s), acquired=acquired, played=Bag(named(s.setup, "played", now.get("played", ()))))
    s = replace(s, matched=s.played.count(s.setup.drama))
    if "used" in now:
        s = replace(s, used=_used(s, now["used"]))
    given = now.get("pool")
    if given is None:
        if s.played or "used" in now:
            raise ValueError("cards were played or Power Ups! used: tell the pool that is left of them (4.4)")
        return s
    if not isinstance(given, Mapping) or set(given) - set(SUITS):
        raise ValueError(f"pool is a mapping of {', '.join(SUITS)} to numbers, not {short(given)} (4.4)")
    pool = [whole(f"{suit} in the pool", given.get(suit, 0), 0, 99) for suit in SUITS]
    return replace(s, pool=(pool[0], pool[1], pool[2]))


def _used(s: State, names: Any) -> Bag[PilgrimCard]:
    """Power Ups! that have given their resource."""
    used = Bag(named(s.setup, "used", names, ("plot", "buddy")))
    mine = Bag([up.card for up in ups_of(s, s.active) if gives(up)])
    for c, n in used.counts.items():
        if n > mine.count(c):
            raise ValueError(f"used: {c} is no Power Up! of player {s.active + 1} that gives a resource (4.1)")
    return used


# Combat ---------------------------------------------------------------------------------------
def target_of(s: State, name: Any) -> Target:
    """What is fought, by the name of its Challenge."""
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    found = [
        Target(i, face_of(s, up))
        for i, up in enumerate(s.plotline)
        if up and wanted in (up.card.id, face_of(s, up).name.casefold())
    ]
    ex, guard = s.setup.evil_ex, s.setup.sheet.find(HIPSTER)
    if s.guards and wanted in (guard.id, (guard.back or "").casefold()):
        found.append(Target(GUARD, guard))
    if wanted in (ex.id, ex.name.casefold()):
        found.append(Target(EX, ex))
    if not found:
        names = [face_of(s, up).name for up in s.plotline if up] + [ex.name]
        raise ValueError(f"no target is called {short(name)}{hint(name, names, everything=True)} (5.1)")
    no = refusal(TARGET, s, found[0])
    if no:
        raise ValueError(f"{found[0].face.name} cannot be fought: {no.cite}: {no.text}")
    return found[0]


def _bout(s: State, target: Target) -> Bout:
    return lined(s, bout_of(s, target.place))


def revealer(s: State, name: Any) -> int:
    """Who draws for the Challenge: the neighbour, or the fighter."""
    return s.active if _bout(s, target_of(s, name)).line[0] == "own" else s.left


def _fighting(s: State, phase: str, now: Mapping[str, Any]) -> State:
    """A combat before its hand is drawn, before the VS Draw, at the swap, or before the first card is laid."""
    target = target_of(s, now.get("target"))
    needed, hand = now.get("needed"), s.seat.hand
    if phase == "fight" and not hand:
        if needed is not None:
            raise ValueError("needed is told once the combat hand is there: tell the hand (5.2)")
        return declare(s, target)
    bout = _bout(s, target)
    theirs = s.seats[s.left].deck if s.left != s.active else None
    own = bout.line[0] == "own"
    shown: Bag[PilgrimCard] = NONE
    if phase == "swap":
        shown = _shown(s, bout, now.get("revealed", ()))
        if not own and not s.seats[s.left].hand:
            raise ValueError(f"player {s.left + 1} has no hand card to swap (5.5a)")
    waits = s.setup.options.vs_first and phase == "swap"
    if waits and hand:
        raise ValueError("with the option vs_first the VS Draw comes before the combat hand: leave out the hand (5.2)")
    if phase == "swap" and not waits and not hand and s.seat.deck.left:
        raise ValueError("the combat hand is drawn before the VS Draw: tell the hand (5.2)")
    if phase == "fight" and s.setup.options.vs_first and needed is None:
        raise ValueError(
            "with the option vs_first the VS Draw is over once the combat hand is there: tell needed (5.4)"
        )
    f = Fight(
        bout,
        s.seat.deck,
        hand,
        Stage.SWAP if own and shown else Stage.DRAW if waits else Stage.PLAY,
        hand_size(s) if waits else 0,
        bout.damage + bout.line[2] * shown.count(s.setup.drama),
        theirs,
        shown=shown,
        supply=s.drama,
        buddy=buddy_drama(s),
        spent=s.matched,
    )
    if phase == "fight" and needed is None:
        f = replace(f, stage=Stage.VS, vs=bout.line[1])
    elif phase == "fight":
        f = replace(f, needed=_needed(bout, needed))
    blank = Deck(NONE)
    s = with_seat(replace(s, target=target.place), s.active, deck=blank, hand=NONE)
    s = with_seat(s, s.left, deck=blank) if theirs is not None else s
    if phase == "swap":
        return replace(s, phase=Phase.FIGHT if own else Phase.SWAP, fight=f)
    return replace(s, phase=Phase.FIGHT, fight=bouts.settled(f))


def _shown(s: State, bout: Bout, names: Any) -> Bag[PilgrimCard]:
    """The cards of the FIGHT line."""
    shown = Bag(named(s.setup, "revealed", names))
    if not 0 < len(shown) <= bout.line[1]:
        raise ValueError(f"revealed: {bout.target} asks for {bout.line[1]} cards, not {len(shown)} (5.4)")
    return shown


def _needed(bout: Bout, told: Any) -> int:
    """The damage asked for after the VS Draw."""
    fits = sorted({bout.damage + bout.line[2] * n for n in range(bout.line[1] + 1)})
    if type(told) is not int or told not in fits:
        known = ", ".join(map(str, fits))
        raise ValueError(
            f"needed: {bout.target} asks for {known}, by how much Drama is revealed, not {short(told)} (5.4)"
        )
    return told


def _resolving(s: State, now: Mapping[str, Any]) -> State:
    """After a combat, with the new hand drawn: what it brings is due."""
    target = target_of(s, now.get("target"))
    won = now.get("won")
    if not isinstance(won, bool):
        raise ValueError(f"won is True or False: whether {target.face.name} was defeated, not {short(won)} (6.4)")
    laid = named(s.setup, "laid", now.get("laid", ()), ("action",))
    says: list[Effect] = [e for c in laid for e in effects(c.combat, "combat") if e.when == "victory"]
    s = replace(s, target=target.place, phase=Phase.RESOLVE, acquired=False)
    if not won:
        return defeat(s)
    f = Fight(_bout(s, target), Deck(NONE), NONE, Stage.OVER, 0, 0, victory=tuple(sorted(says)))
    return victory(s, f)
