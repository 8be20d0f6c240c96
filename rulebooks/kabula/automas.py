"""Kabula 10: Hero Automas: what plays a Hero for whom nobody sits at the table."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Setup, Verb, island_of
from rulebooks.kabula.heroes import MOST_TAGS, trending
from rulebooks.kabula.hexes import Space, distance, name_of
from rulebooks.kabula.monsters import act_out, appear, go_toward
from rulebooks.kabula.parts import EMPTY
from rulebooks.kabula.printed import PAIRS
from rulebooks.kabula.strikes import Attack
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Hero,
    Monster,
    State,
    Trace,
    called,
    did,
    first,
    following,
    is_familio,
    is_hero,
    the,
    traced,
    with_hero,
)
from rulebooks.kabula.targets import Aim, narrowed, space_target
from rulebooks.kabula.the_end import at_the_kabula


@rule("10.4", "Hero Automas")
def automa(setup: Setup, card: KabulaCard) -> Hero:
    """An Automa's card tells Heart, Heart+, Farz and where its figure begins; it counts as a Hero in every way."""
    hero = setup.card(card.owner or "")
    island = island_of(setup)
    place = island.names.get(card.start or "", island.sanctuary or next(iter(island.cells)))
    heart = card.heart or 1
    return Hero(hero, place, heart, heart, EMPTY, card.farz or 0, items=Bag(), automa=card)


@rule("10.4b", "An Automa's turn")
def begin_automa(s: State, f: int) -> State:
    """A coin tells what it does, or two; once it is trending it goes to the Kabula instead, if nobody has it."""
    if not s.heroes[f].flipped or s.kabula.owner != NOBODY:
        return flip(s, f)
    return first(s, f, Verb("seek"), Verb("collect"))


def flip(s: State, f: int) -> State:
    """One coin, or two where its side tells an action for each pair."""
    return first(s, f, Verb("coins" if any(r.coin in PAIRS for r in rows_of(s, f)) else "coin"))


def rows_of(s: State, f: int) -> list[KabulaCard]:
    """The actions on the side that shows."""
    h = s.heroes[f]
    assert h.automa is not None
    side = "trending" if h.flipped else "front"
    return [r for r in s.setup.owned("behaviour", h.automa.id) if r.coin and r.side == side]


@rule("10.4e", "To the Kabula")
def seek(s: State, f: int) -> State:
    """It moves towards a Kabula that nobody holds, as far as its card allows.

    Where it gets there it takes it, and then flips coins for its attack; after a theft the Guardian acts before that.
    """
    h = s.heroes[f]
    assert h.automa is not None
    goal = s.kabula.space if s.kabula.stolen else island_of(s.setup).sanctuary
    if goal is None:
        return did(s)
    s = traced(did(s), Trace(f, called(s, f), "to the Kabula", "the Kabula", ()))
    return go_toward(s, f, h.automa.steps or 0, to=goal)


def collect(s: State, f: int) -> State:
    """What an Automa does on arriving; one that is still on its way does nothing else (BR-120)."""
    s = did(s)
    taken = at_the_kabula(flip(s, f), f)
    return taken if taken.kabula.owner == f else s


def automa_acts(s: State, f: int, face: str) -> State:
    """The action on the side that shows, for what the coins showed."""
    row = next(r for r in rows_of(s, f) if r.coin == face)
    return act_out(did(s), f, row, automa_target(s, f), face)


@rule("10.4c", "Whom an Automa goes for")
def automa_target(s: State, f: int, but: int = NOBODY) -> tuple[int, Aim]:
    """Its target is the owner of the Kabula and nobody else; without one, or as the owner itself, it keeps an order.

    The order: the Guardian, Heroes, Familios, Wild Monsters; of those alike the next on the tracker (BR-88). Distance
    does not matter.
    """
    names = {called(s, other): other for other in following(s, f) if other != but}
    owner = s.kabula.owner
    if owner not in (NOBODY, f):
        names = {name: other for name, other in names.items() if other == owner}
    ron = list(names)
    aim = narrowed(
        names,
        [
            ("Guardian, Hero, Familio, Monster", lambda n: _rank(names[n])),
            ("next on the RON tracker", lambda n: ron.index(n)),
        ],
    )
    return names.get(aim.name, NOBODY), aim


@rule("10.4i", "Whom an Automa attacks")
def automa_attacks(s: State, f: int, a: Attack) -> int:
    """It attacks its target; only where that is out of reach the next in its order that is not.

    While another figure has the Kabula it attacks nobody else, nor all around it without that one (BR-121).
    """
    others = following(s, f)
    owner = s.kabula.owner
    if owner not in (NOBODY, f):
        return owner if owner in others else NOBODY
    near = [x for x in others if distance(the(s, f).space, the(s, x).space) <= a.reach]
    return s.mark if s.mark in near else min(near, key=_rank, default=NOBODY)


def _rank(f: int) -> int:
    return 0 if f == GUARDIAN else 1 if is_hero(f) else 2 if is_familio(f) else 3


@rule("10.4f", "An Automa's Tags")
def automa_tag(s: State, f: int) -> State:
    """An Automa collects Tags on its card; the third turns it to its trending side."""
    h = s.heroes[f]
    n = min(MOST_TAGS, h.tags[0] + 1)
    return with_hero(did(s), f, tags=(n, 0, 0), flipped=h.flipped or n == MOST_TAGS)


@rule("10.4g", "An Automa at a Pin", kind="house")
def popular(s: State, f: int) -> State:
    """Where it stands on an encounter Pin it gets a Tag, and the Pin turns to its Monster side."""
    here = the(s, f).space
    if (here, "encounter") not in s.pins:
        return did(s)
    s = replace(s, pins=tuple((at, "monster" if at == here else pin) for at, pin in s.pins))
    return automa_tag(s, f)


@rule("9.5a", "To the nearest Pin")
def nearest_pin(s: State, f: int) -> tuple[Space | None, Aim]:
    """An encounter Pin as a target: the nearest, by the list for what is not on the tracker."""
    pins = [at for at, pin in s.pins if pin == "encounter"]
    aim = space_target(island_of(s.setup), the(s, f).space, pins)
    by_name = {name_of(at): at for at in pins}
    return by_name.get(aim.name), aim


def go_to_pin(s: State, f: int, n: int) -> State:
    """It moves toward the nearest encounter Pin."""
    space, aim = nearest_pin(s, f)
    if space is None:
        return did(s)
    if s.trace is not None and s.trace.figure == f:
        s = replace(s, trace=replace(s.trace, target=aim.name, lines=tuple(map(str, aim.lines))))
    return go_toward(did(s), f, n, to=space)


@rule("10.4h", "Figures that an Automa brings")
def brood(s: State, f: int, n: int) -> State:
    """Some Automas bring other figures, which behave like Wild Monsters but never go for their own Hero.

    They stand just before it on the tracker, and act from the next round on; never more than the card says at once.
    """
    h = s.heroes[f]
    assert h.automa is not None
    s = did(s)
    kids = s.setup.owned("brood", h.automa.id)
    if not kids:
        return s
    card = kids[0]
    there = sum(m.master == f for m in s.monsters)
    for _ in range(min(n, (card.number or 1) - there)):
        s, _ = appear(s, Monster(s.serial, card, h.space, life=card.heart or 1, master=f), f)
    return s


__all__ = ["automa", "automa_acts", "begin_automa", "brood", "go_to_pin", "popular", "seek", "trending"]
