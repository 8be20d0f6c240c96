"""Kabula 5 to 8 at the table: Heroes as fighters, attacks begun and ended, death and rebirth."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula import fights
from rulebooks.kabula.book import rule
from rulebooks.kabula.commerce import earn
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.fights import NOBODY, Fighter, Strike
from rulebooks.kabula.strikes import Defence, attack, defence
from rulebooks.kabula.table import Hero, Phase, State, did, first, with_hero


def defences(s: State, h: Hero) -> tuple[tuple[Defence, ...], tuple[Defence, ...]]:
    """The passive and active defences of a Hero: those of the mat, and of what is equipped."""
    passives, actives = [], []
    mat = [c for c in s.setup.sheet.cards if c.kind == "mat"]
    for card in (*mat, *equipped(h)):
        for v in verbs(card.id, card.does):
            if v.what == "defend":
                made = defence(card.name, v.arg, card.cost, card.part or "")
                passives += [made] if card.part else []
                actives += [made] if card.cost else []
    return tuple(passives), tuple(actives)


@rule("4.13", "Equipped")
def equipped(h: Hero) -> tuple[KabulaCard, ...]:
    """All weapons and snacks are equipped; armours as far as their Parts allow; only what is equipped is used."""
    return tuple(c for c in h.items.kinds if c.type in ("weapon", "snack") or (c.type == "armor" and c in h.worn))


def fighter(s: State, seat: int) -> Fighter:
    """A Hero as a fighter."""
    h = s.heroes[seat]
    passives, actives = defences(s, h)
    return Fighter(h.hero.name, "hero", h.space, h.heart, h.boxes, h.nausea, h.farz, passives, actives)


def begin(s: State, seat: int, words: str, target: int | None) -> State:
    """An attack begins: the Heroes take part in RON order."""
    among = s.ron
    fighters = tuple(fighter(s, i) for i in among)
    a = attack(words, words)
    attacker = NOBODY if target == seat else among.index(seat)
    queue = fights.all_targets(a, fighters, attacker) if target is None else (among.index(target),)
    s = did(s)
    if not queue:
        return s
    strike = fights.strike(a, fighters, attacker, queue, island_of(s.setup), s.setup.die)
    return replace(s, phase=Phase.ATTACK, strike=strike, among=among)


@rule("3.20", "Attacked by a card")
def attacked(s: State, seat: int, words: str) -> State:
    """A dungeon's attack has no attacker; all else is as in any attack, defences too (BR-51)."""
    return begin(s, seat, words, seat)


def after(s: State, strike: Strike) -> State:
    """The attack is over: what it did is on the Heroes' mats, and who has no Heart left dies."""
    for i, f in zip(s.among, strike.fighters, strict=True):
        s = with_hero(s, i, space=f.space, heart=f.heart, boxes=f.boxes, nausea=f.nausea)
        s = earn(s, i, f.farz - s.heroes[i].farz) if f.farz != s.heroes[i].farz else s
    s = replace(s, phase=Phase.TURN, strike=None, among=())
    for i in sorted(s.ron, key=lambda seat: seat != s.active):  # the own turn ends before others rest
        if s.heroes[i].heart <= 0:
            s = die(s, i)
    return s


@rule("8.1", "Death and rebirth")
def die(s: State, seat: int) -> State:
    """While the Kabula is in its Sanctuary, a dead Hero comes back there, rests and heals to Heart+."""
    home = island_of(s.setup).sanctuary or s.heroes[seat].space
    s = with_hero(s, seat, space=home, heart=s.heroes[seat].most)
    s = died_in_turn(s) if seat == s.active else s
    return first(s, seat, Verb("rest"))


@rule("8.2", "Dead in one's own turn")
def died_in_turn(s: State) -> State:
    """Who dies in the own turn ends it: whatever was still to be done is not done (BR-52)."""
    s = replace(s, todo=())
    s = replace(s, encounters=s.encounters.below(s.card)) if s.card is not None and s.card.kind == "encounter" else s
    return first(replace(s, card=None), s.active, Verb("end turn"))


@rule("5.9a", "Lose Heart by a card")
def lose(s: State, seat: int, n: int) -> State:
    """A loss that no attack causes is raised by Nausea too (BR-44)."""
    h = s.heroes[seat]
    s = with_hero(s, seat, heart=max(0, h.heart - n - h.nausea))
    return die(s, seat) if s.heroes[seat].heart <= 0 else s
