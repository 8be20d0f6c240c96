"""Kabula 2.1: rounds and turns: who is next on the RON tracker, and what happens at its two ends."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.automas import begin_automa
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import Verb, island_of
from rulebooks.kabula.expansions import dig, spat_out, turn_inside
from rulebooks.kabula.guardian import begin_guardian, omega, open_round
from rulebooks.kabula.monsters import begin_monster
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    NONE,
    Monster,
    State,
    figure,
    first,
    is_familio,
    is_hero,
    tidy,
    with_figure,
    with_hero,
)
from rulebooks.kabula.targets import who_moves_first
from rulebooks.kabula.the_end import too_tired


@rule("2.1", "Order of play")
def end_turn(s: State) -> State:
    """Figures take turns from left to right on the RON tracker; after the last one a new round begins."""
    f = s.active
    if figure(s, f) is not None and (is_hero(f) or is_familio(f)):
        s = with_hero(with_figure(s, f, steps=0), s.seat, changed=NONE)
    s = replace(s, todo=(), card=None, mark=NOBODY)
    for place in range(s.turn + 1, len(s.ron)):
        if figure(s, s.ron[place]) is not None:
            return begin_turn(tidy(replace(s, turn=place)))
    return end_round(replace(s, turn=len(s.ron)))


def begin_turn(s: State) -> State:
    """A figure's turn begins: players decide what Heroes and Familios do, all others follow their cards."""
    s = nearest_first(s)
    f = s.active
    if is_familio(f):
        return s
    if f == GUARDIAN:
        return spat_out(begin_guardian(first(s, f, Verb("end turn"))))
    if not is_hero(f):
        return begin_monster(first(s, f, Verb("end turn")))
    h = s.heroes[f]
    if h.swallowed:
        return replace(s, todo=(*turn_inside(s, f), *s.todo))
    return begin_automa(first(s, f, Verb("end turn")), f) if h.automa else s


def nearest_first(s: State) -> State:
    """Figures of one master that act one after the other: the nearest to the Sanctuary begins (9.10)."""
    me = figure(s, s.active)
    if not isinstance(me, Monster) or me.master == NOBODY:
        return s
    group = []
    for f in s.ron[s.turn :]:
        other = figure(s, f)
        if not isinstance(other, Monster) or other.master != me.master:
            break
        group.append(other)
    order = who_moves_first(island_of(s.setup), [m.space for m in group])
    told = sorted(group, key=lambda m: order.index(m.space))
    ron = (*s.ron[: s.turn], *(m.number for m in told), *s.ron[s.turn + len(group) :])
    return replace(s, ron=ron)


def end_round(s: State) -> State:
    """After the last figure comes Omega, then the next round."""
    what = [*omega(s), Verb("new round")]
    return first(s, GUARDIAN, *what)


@rule("2.1b", "A new round")
def new_round(s: State) -> State:
    """A new round begins on the left; until the Kabula is stolen a card of the Guardian's deck is drawn first."""
    s = tidy(replace(s, round=s.round + 1, turn=-1, todo=()))
    return too_tired(s) if s.kabula.stolen and s.round > s.kabula.since + s.setup.number("last_rounds") else start(s)


def start(s: State) -> State:
    """What stands before the first turn of a round."""
    s = replace(s, turn=-1, todo=())
    s = first(s, GUARDIAN, Verb("end turn"))
    return dig(open_round(s))
