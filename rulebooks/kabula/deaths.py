"""Kabula 8: losses that no attack causes, death and rebirth, and what becomes of it after the theft."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import Verb, island_of
from rulebooks.kabula.heroes import moment
from rulebooks.kabula.island import pushed
from rulebooks.kabula.parts import Recharge, get, recharge
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    NOBODY,
    Monster,
    State,
    boxes_of,
    did,
    figure,
    first,
    following,
    is_familio,
    is_hero,
    place_of,
    played,
    seat_of,
    the,
    with_boxes,
    with_figure,
    with_hero,
)
from rulebooks.kabula.the_end import conquer


# Losses outside an attack
@rule("5.9a", "Lose Heart by a card")
def hurt(s: State, f: int, n: int) -> State:
    """A loss that no attack causes is raised by Nausea too (BR-44)."""
    if n <= 0 or figure(s, f) is None:
        return s
    me = the(s, f)
    n = min(me.heart, n + me.nausea)
    if isinstance(me, Monster) and me.parts:
        return shed_or_choose(s, f, n)
    s = with_figure(s, f, life=me.life - n) if isinstance(me, Monster) else with_figure(s, f, heart=me.heart - n)
    s = share_the_pain(s) if f == GUARDIAN else s
    return die(s, f) if the(s, f).heart <= 0 else s


@rule("13.5c", "The pain is shared")
def share_the_pain(s: State, times: int = 1) -> State:
    """A swallowed Hero loses 1 Heart each time the Guardian loses any, also by its last loss (BR-137)."""
    for _ in range(times):
        for seat, h in enumerate(s.heroes):
            s = hurt(s, seat, 1) if h.swallowed else s
    return s


def shed_or_choose(s: State, f: int, n: int) -> State:
    """A Monster's Parts that nobody takes: whoever comes next on the tracker chooses them (9.3)."""
    m = the(s, f)
    assert isinstance(m, Monster)
    who = next((x for x in following(s, f) if played(s, x)), NOBODY)
    if n >= len(m.parts) or who == NOBODY:
        return shed(s, f, Bag(list(m.parts)[:n]))
    return first(s, who, Verb("shed", n, str(f)))


def shed(s: State, f: int, parts: Bag[str]) -> State:
    """Parts of a Monster are discarded."""
    m = the(s, f)
    assert isinstance(m, Monster)
    s = with_figure(s, f, parts=m.parts - parts)
    return die(s, f) if the(s, f).heart <= 0 else s


@rule("5.10b", "Pushed by something else")
def shove(s: State, f: int, direction: str) -> State:
    """What no attack pushes suffers as by an attack, and recharges for what it suffers."""
    end = pushed(island_of(s.setup), the(s, f).space, direction, 0, s.setup.options.washed_down)
    s = with_figure(s, f, space=end.space, nausea=the(s, f).nausea + end.nausea)
    if (end.heart_lost or end.nausea) and played(s, f):
        s = first(s, f, Verb("recharge"))
    return hurt_before_nausea(s, f, end.heart_lost, end.nausea)


def hurt_before_nausea(s: State, f: int, n: int, nausea: int) -> State:
    """The Nausea of a push does not raise the loss of the same push (BR-17)."""
    if not n:
        return s
    me = the(s, f)
    dies = me.heart <= n + me.nausea - nausea
    s = hurt(with_figure(s, f, nausea=me.nausea - nausea), f, n)
    return s if dies else with_figure(s, f, nausea=the(s, f).nausea + nausea)


def charge(s: State, f: int, action: Recharge) -> State:
    """A figure recharges outside an attack."""
    return with_boxes(did(s), f, recharge(boxes_of(s, f), action))


# Death
ENDS = ("end turn", "new round")
RABBITS = ("draw rabbits", "rabbit", "rabbits move", "rabbits turn", "rabbits burst")
NOT_ITS_OWN = (*ENDS, *RABBITS, "draw omen")  # what goes on although a figure is dead


def die(s: State, f: int, killer: int = NOBODY, near: bool = False) -> State:
    """A figure without Heart dies: what happens depends on what it is, and on whether the Kabula has been stolen.

    ``killer``: the figure that caused it; ``near``: whether it stood on the same space.
    """
    s = no_more(s, f)
    if is_hero(f):
        return out_for_good(s, f, killer, near) if s.kabula.stolen else reborn(s, f)
    if is_familio(f):
        return familio_dies(s, f, killer)
    return guardian_dies(s, killer, near) if f == GUARDIAN else monster_dies(s, f, killer)


def no_more(s: State, f: int) -> State:
    """What a dead figure still had to do is not done; its turn ends."""
    if f == s.active and is_hero(f) and s.heroes[f].automa is None:
        return died_in_turn(s)
    todo = tuple((x, v) for x, v in s.todo if x != f or v.what in NOT_ITS_OWN)
    s = replace(s, todo=todo)
    ends = any(v.what in ENDS for _, v in todo)
    return s if f != s.active or ends else first(s, f, Verb("end turn"))


@rule("8.1", "Death and rebirth")
def reborn(s: State, seat: int) -> State:
    """While the Kabula is in its Sanctuary, a dead Hero is back there, rests, heals to Heart+ and loses the Familio."""
    h = s.heroes[seat]
    home = island_of(s.setup).sanctuary or h.space
    s = lose_familio(s, seat)
    s = with_hero(s, seat, space=home, heart=h.most, swallowed=False)
    return with_hero(s, seat, nausea=0) if h.automa else first(s, seat, Verb("rest"))


@rule("8.2", "Dead in one's own turn")
def died_in_turn(s: State) -> State:
    """Who dies in the own turn ends it: what the Hero was still to do is not done, what others do is (BR-52, BR-58)."""
    s = replace(s, encounters=s.encounters.below(s.card)) if s.card is not None and s.card.kind == "encounter" else s
    others = tuple((f, v) for f, v in s.todo if f != s.active or v.what == "spot")  # a slot of the board is filled
    others = tuple((f, v) for f, v in others if v.what not in ENDS)
    return replace(s, card=None, todo=(*others, (s.active, Verb("end turn"))))


@rule("8.3", "Death after the theft")
def out_for_good(s: State, seat: int, killer: int, near: bool) -> State:
    """Once the Kabula has been stolen nobody comes back: a dead Hero is out of the game (BR-85, BR-92)."""
    space = place_of(s, seat)
    s = lose_familio(s, seat)
    s = with_hero(s, seat, out=True, heart=0, steps=0, swallowed=False)
    return conquer(s, seat, space, killer, near)


def lose_familio(s: State, seat: int) -> State:
    """A Familio goes, and its turn is over: its Parts are Used, its card and figure are discarded (BR-117)."""
    pet = s.heroes[seat].familio
    if pet is None:
        return s
    s = no_more(s, FAMILIO + seat)
    boxes = get(s.heroes[seat].boxes, [*pet.rage, *pet.fresh])
    s = with_hero(s, seat, familio=None, boxes=boxes)
    return replace(s, gone=s.gone.add(pet.card))


@rule("8.5", "A Familio dies")
def familio_dies(s: State, f: int, killer: int) -> State:
    """A dead Familio's Parts go to Used; the player who killed another's may take it, nobody the own one (BR-66)."""
    seat = seat_of(f)
    pet = s.heroes[seat].familio
    s = lose_familio(s, seat)
    return may_tame(s, killer, pet.card.id) if pet is not None and seat_of(killer) != seat else s


@rule("8.4", "A Monster dies")
def monster_dies(s: State, f: int, killer: int) -> State:
    """A dead Monster is gone from the island; its killer may tame it, otherwise its card is discarded."""
    m = the(s, f)
    assert isinstance(m, Monster)
    s = replace(s, monsters=tuple(o for o in s.monsters if o.number != f))
    if m.card.kind != "monster":
        return s
    s = replace(s, gone=s.gone.add(m.card))
    s = may_tame(s, killer, m.card.id)
    return moment(s, seat_of(killer), "kill") if killer != NOBODY and seat_of(killer) != NOBODY else s


def may_tame(s: State, killer: int, card_id: str) -> State:
    """Whether the killer's player is asked: not for Automas, and not after the theft (BR-68, BR-85, BR-94)."""
    seat = seat_of(killer) if killer != NOBODY else NOBODY
    asks = seat != NOBODY and not s.kabula.stolen and s.heroes[seat].automa is None and not s.heroes[seat].out
    return first(s, seat, Verb("tame", 1, card_id)) if asks else s


@rule("13.5d", "Set free")
def set_free(s: State) -> State:
    """When the Guardian dies, whom it has swallowed stands where it stood, and gets no Nausea (BR-139)."""
    for seat, h in enumerate(s.heroes):
        s = with_hero(s, seat, swallowed=False, space=place_of(s, seat)) if h.swallowed else s
    return s


@rule("8.4a", "The Guardian dies")
def guardian_dies(s: State, killer: int, near: bool) -> State:
    """Before the theft the Guardian comes back to the Sanctuary with all its Heart; afterwards it is dead (BR-84)."""
    g = s.guardian
    assert g is not None
    s = set_free(s)
    if not s.kabula.stolen:
        home = island_of(s.setup).sanctuary or g.space
        return with_figure(s, GUARDIAN, space=home, heart=g.most, nausea=0)
    s = with_figure(s, GUARDIAN, out=True, heart=0)
    return conquer(s, GUARDIAN, g.space, killer, near)


__all__ = ["charge", "die", "hurt", "share_the_pain", "shed", "shove"]
