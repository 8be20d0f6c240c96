"""Kabula 11: the Guardian: its deck, Alpha and Omega, and its turns after the theft."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Setup, Verb, island_of, verbs
from rulebooks.kabula.hexes import distance
from rulebooks.kabula.monsters import act_out, behaviour, monster_target
from rulebooks.kabula.printed import grid
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Guardian,
    State,
    Trace,
    called,
    did,
    first,
    the,
    traced,
    with_figure,
)
from rulebooks.kabula.the_end import guardian_steals


@rule("1.5", "Choose a Guardian")
def guardian(setup: Setup) -> Guardian:
    """A Guardian stands on the Sanctuary; its Heart depends on how many Heroes play, Automas among them (BR-97)."""
    card = setup.card(setup.guardian)
    heart = grid(card.id, card.hearts)[setup.seats - 1]
    home = island_of(setup).sanctuary or next(iter(island_of(setup).cells))
    return Guardian(card, home, heart, heart)


# Until the theft
@rule("11.1", "A card each round")
def open_round(s: State) -> State:
    """Until the Kabula is stolen a round begins with a card of the Guardian's deck; without one it steals (BR-73)."""
    if s.kabula.stolen:
        return s
    if not len(s.omens):
        return guardian_steals(s)
    return first(s, GUARDIAN, Verb("draw omen"))


@rule("11.2", "Alpha and Omega")
def reveal(s: State, card: KabulaCard) -> State:
    """The card says where it lies: at Alpha it acts before the first figure, at Omega after the last (BR-75)."""
    old = s.past.add(s.omen) if s.omen is not None else s.past
    s = replace(did(s), omens=s.omens.take(card), omen=card, past=old)
    return first(s, GUARDIAN, *omen_acts(s, card)) if card.slot == "alpha" else s


def omega(s: State) -> tuple[Verb, ...]:
    """What the card at Omega does, when the round gets there."""
    if s.omen is None or s.omen.slot != "omega" or s.kabula.stolen:
        return ()
    return omen_acts(s, s.omen)


def omen_acts(s: State, card: KabulaCard) -> tuple[Verb, ...]:
    """A card of the Guardian's deck, told as the Guardian's action."""
    return (Verb("look", 1, card.id), *verbs(card.id, card.does))


def look(s: State, card: KabulaCard) -> State:
    """Before a card acts the Guardian looks for its target, like a Monster."""
    mark, aim = monster_target(s, GUARDIAN)
    name = called(s, mark) if mark != NOBODY else ""
    lines = tuple(map(str, aim.lines))
    row = card.called(s.setup.light)
    trace = Trace(GUARDIAN, called(s, GUARDIAN), row, name, lines, row=card.id, coin=card.slot or "", mark=mark)
    return traced(replace(did(s), mark=mark), trace)


@rule("11.4", "The Pins washed back")
def wash(s: State, n: int) -> State:
    """Some cards turn the Monster Pins near the Guardian back to their encounter side."""
    here = the(s, GUARDIAN).space
    pins = tuple((at, "encounter" if pin == "monster" and distance(at, here) <= n else pin) for at, pin in s.pins)
    return replace(did(s), pins=pins)


def go_home(s: State) -> State:
    """The Guardian goes back to the Sanctuary."""
    home = island_of(s.setup).sanctuary or the(s, GUARDIAN).space
    return with_figure(did(s), GUARDIAN, space=home)


# After the theft
@rule("11.3", "Two coins")
def begin_guardian(s: State) -> State:
    """After the theft the Guardian has turns like a Wild Monster's; two coins show which of three actions (BR-76)."""
    return first(collect(s), GUARDIAN, Verb("coins"))


@rule("11.3a", "The Kabula left alone")
def collect(s: State) -> State:
    """Where the Kabula lies without an owner the Guardian first goes there and takes it."""
    k = s.kabula
    if not k.stolen or k.owner != NOBODY or k.space is None:
        return s
    s = with_figure(s, GUARDIAN, space=k.space)
    return replace(s, kabula=replace(k, owner=GUARDIAN, space=None, used=False))


def guardian_acts(s: State, pair: str) -> State:
    """The action that two coins showed."""
    return act_out(did(s), GUARDIAN, behaviour(s, GUARDIAN, pair), monster_target(s, GUARDIAN), pair)


__all__ = ["begin_guardian", "go_home", "guardian", "guardian_acts", "look", "open_round", "reveal", "wash"]
