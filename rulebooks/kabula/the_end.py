"""Kabula 12: the theft, the Kabula in the hands of a Hero or the Guardian, and every ending."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, island_of
from rulebooks.kabula.heroes import trending
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.numbers import of_action, raise_action
from rulebooks.kabula.parts import cost, raging
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Boost,
    Kabula,
    Phase,
    State,
    figure,
    first,
    insert,
    is_hero,
    swallowed,
    the,
    with_hero,
)


# The Last Battle
@rule("12.1", "The theft")
def steal(s: State, f: int) -> State:
    """A trending Hero on the Sanctuary, in the own turn, steals the Kabula; the Guardian acts at once (BR-77, BR-78).

    From now on it stands on the tracker just before the thief.
    """
    s = replace(s, kabula=Kabula(owner=f, stolen=True, since=s.round))
    s = automas_turn(end_of_omens(s))
    s = insert(s, GUARDIAN, s.ron.index(f))
    return first(s, GUARDIAN, Verb("coins"))


@rule("12.1a", "The Guardian steals")
def guardian_steals(s: State) -> State:
    """When a round begins and the Guardian's deck is used up, it goes to the Sanctuary and takes the Kabula (BR-73).

    It acts at once, in Alpha, and that is its turn of this round (BR-74).
    """
    home = island_of(s.setup).sanctuary
    g = s.guardian
    assert g is not None
    s = replace(s, kabula=Kabula(owner=GUARDIAN, stolen=True, since=s.round))
    s = replace(automas_turn(end_of_omens(s)), guardian=replace(g, space=home or g.space))
    s = replace(s, ron=(GUARDIAN, *s.ron), turn=0, todo=())
    return first(first(s, GUARDIAN, Verb("end turn")), GUARDIAN, Verb("coins"))


@rule("12.1b", "No more cards")
def end_of_omens(s: State) -> State:
    """After the theft no card of the Guardian's deck is drawn, and one that waits at Omega is void (BR-104)."""
    return s if s.omen is None else replace(s, omen=None, past=s.past.add(s.omen))


@rule("10.4d", "Automas after the theft")
def automas_turn(s: State) -> State:
    """When the Kabula is stolen all Automas turn to their trending side, with three Tags or without (BR-87)."""
    for seat, h in enumerate(s.heroes):
        s = with_hero(s, seat, flipped=True) if h.automa else s
    return s


def take_kabula(s: State) -> State:
    """What a Hero who stands where the Kabula is does of itself in the own turn, between two actions.

    A dropped one is still picked up when the turn is about to end; one that died in the own turn steals nothing.
    """
    f = s.active
    free = not s.todo or (s.kabula.stolen and s.todo[0][1].what == "end turn")
    if s.phase is not Phase.TURN or not free or not is_hero(f) or figure(s, f) is None or swallowed(s, f):
        return s
    return at_the_kabula(s, f)


def at_the_kabula(s: State, f: int) -> State:
    """A Hero who stands where the Kabula is takes it; the same table where it is elsewhere or somebody has it."""
    here = the(s, f).space
    if s.kabula.stolen:
        return pick_up(s, f) if s.kabula.owner == NOBODY and s.kabula.space == here else s
    return steal(s, f) if here == island_of(s.setup).sanctuary and may_steal(s, f) else s


@rule("12.2", "Only the popular")
def may_steal(s: State, f: int) -> bool:
    """Only a Hero who is trending gets close enough to steal the Kabula."""
    return is_hero(f) and trending(s.heroes[f])


# Conquering the Stolen Kabula
@rule("12.3", "Pick it up")
def pick_up(s: State, f: int) -> State:
    """Where the Kabula was dropped a Hero picks it up by being there in the own turn, as the Guardian does."""
    return replace(s, kabula=replace(s.kabula, owner=f, space=None, used=False))


@rule("12.3a", "The owner dies")
def conquer(s: State, dead: int, space: Space, killer: int, near: bool) -> State:
    """When its owner is killed the Kabula drops there; a Hero or the Guardian who did it there takes it (BR-79)."""
    if s.kabula.owner != dead:
        return s
    takes = killer != NOBODY and killer != dead and near and (is_hero(killer) or killer == GUARDIAN)
    takes = takes and figure(s, killer) is not None
    owner, there = (killer, None) if takes else (NOBODY, space)
    return replace(s, kabula=replace(s.kabula, owner=owner, space=there, used=False))


# Using the Kabula
@rule("12.4", "The Kabula as a Part")
def boosts(card: KabulaCard) -> tuple[Boost, ...]:
    """Its Hero may spend the Kabula as any one Part; its number is then added to one number of the action (BR-82)."""
    parts = [p for p in dict.fromkeys(cost(card.cost)) if not raging(p)]  # it lies on the Fresh box
    numbers = list(enumerate(of_action(card))) or [(-1, "")]
    return tuple(Boost(card, part, i, what) for part in parts for i, what in numbers)


def has_kabula(s: State, f: int) -> bool:
    """Whether a player's Hero has the Kabula, and has not spent it."""
    return is_hero(f) and s.kabula.owner == f and not s.kabula.used and s.heroes[f].automa is None


def boosted(s: State, action: Boost) -> tuple[Verb, ...]:
    """What an action does with one of its numbers raised by the Kabula's."""
    return raise_action(action.action, action.place, kabula_number(s))


@rule("12.4a", "The number on the Kabula")
def kabula_number(s: State) -> int:
    """The token shows a number; the Guardian's and an Automa's attacks have it always, a Hero's when spent (BR-83)."""
    assert s.guardian is not None
    return s.guardian.card.number or 0


def spend_kabula(s: State) -> State:
    """A Kabula that was spent lies in Used, until its Hero rests."""
    return replace(s, kabula=replace(s.kabula, used=True))


# Endings
def ending(s: State) -> State:
    """The table at its end, if it has come."""
    return ended if (ended := won(s)) is not s else nobody_left(s)


@rule("12.5", "The end")
def won(s: State) -> State:
    """A Hero who has the Kabula when the Guardian is dead wins, in whichever order it came (BR-80, BR-93)."""
    if s.kabula.stolen and s.guardian is not None and s.guardian.out and is_hero(s.kabula.owner):
        return replace(s, phase=Phase.OVER, winner=s.kabula.owner, ended_by="12.5", todo=(), strike=None)
    return s


@rule("12.6", "Nobody is left")
def nobody_left(s: State) -> State:
    """Without a living Hero nobody wins: the Guardian keeps the island (BR-86)."""
    if all(h.out for h in s.heroes):
        return replace(s, phase=Phase.OVER, winner=NOBODY, ended_by="12.6", todo=(), strike=None)
    return s


@rule("12.7", "Too tired", kind="house")
def too_tired(s: State) -> State:
    """The last battle does not go on for ever: after so many rounds the Kabula goes back, and nobody wins."""
    return replace(s, phase=Phase.OVER, winner=NOBODY, ended_by="12.7", todo=(), strike=None)


__all__ = [
    "Verb",
    "at_the_kabula",
    "boosts",
    "conquer",
    "ending",
    "guardian_steals",
    "steal",
    "take_kabula",
    "too_tired",
]
