"""Kabula 5: what an attack does to its target: aim, damage, spend or else, Nausea, Farz, pushes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rulebooks.core.chance import Bag
from rulebooks.kabula.attacks import NOBODY, Stage, Strike, added, with_fighter
from rulebooks.kabula.book import rule
from rulebooks.kabula.island import pushed
from rulebooks.kabula.numbers import spent_in_a_fight, ways
from rulebooks.kabula.parts import Cost, Payment, get, pay, payments, size_of
from rulebooks.kabula.strikes import Defence, Harm


# Aim ------------------------------------------------------------------------------------------
@rule("5.7", "Aim counts")
def aimed_at(s: Strike) -> str:
    """What is hit: the Part on the die or the one the attack names; none without aim, or when the aim is cancelled."""
    return "" if s.defence is not None and cancels(s.defence) else s.aim


@rule("5.15", "Cancel aim")
def cancels(defence: Defence) -> bool:
    """A defence that cancels the aim takes away its bonus and what it would set off, for a fixed aim too (BR-34)."""
    return defence.cancel_aim


def applies(s: Strike, harm: Harm) -> bool:
    """Whether an effect happens: some do only where certain Parts are hit."""
    return not harm.parts or aimed_at(s) in harm.parts


@rule("5.16", "Passive defence")
def set_off(s: Strike) -> tuple[Defence, ...]:
    """An armour acts by itself, and for nothing, when its Part is hit; an attack without aim sets off none (BR-35)."""
    part = aimed_at(s)
    return tuple(d for d in s.victim.passives if part and d.part == part)


# Losing Heart -----------------------------------------------------------------------------------
@rule("5.9", "Lose Heart")
def lose(s: Strike, who: int, n: int, by: int | None = None) -> Strike:
    """Each loss of Heart is raised by the Nausea tokens that the figure has, once for the whole loss (BR-43)."""
    if n <= 0:
        return s
    f = s.fighters[who]
    n = min(f.heart, n + f.nausea)
    s = felt(s, who) if by is None else s  # what a defence does is no effect of the attack
    bruises = s.bruises + (f.kind == "guardian" and n > 0)
    s = with_fighter(replace(s, lost=added(s.lost, who, n), bruises=bruises), who, heart=f.heart - n)
    s = killed(s, who, s.attacker if by is None else by) if f.heart == n else s
    return owe(s, who, n, s.attacker if by is None else by) if f.kind == "monster" and n else s


def killed(s: Strike, who: int, by: int) -> Strike:
    """Who took a figure's last Heart, and whether by attacking it from the same space; a defence is no attack."""
    near = by == s.attacker != NOBODY and s.fighters[by].space == s.fighters[who].space
    return replace(s, slain=(*s.slain, (who, by, near)))


def felt(s: Strike, who: int) -> Strike:
    """The attack had an effect on a figure."""
    return s if who in s.touched else replace(s, touched=(*s.touched, who))


# 9  Wild Monster Parts
def owe(s: Strike, who: int, n: int, by: int) -> Strike:
    """The Parts that a Monster loses are taken before anything else happens."""
    return replace(s, owed=(*s.owed, (who, n, by)))


@rule("9.2", "A Wild Monster's Parts")
def take_parts(s: Strike, parts: Bag[str]) -> Strike:
    """The Parts on a Monster are its Heart: whoever makes it lose some takes as many into the own Used box (BR-53)."""
    (who, _, by), *rest = s.owed
    boxes = s.fighters[who].boxes
    s = with_fighter(replace(s, owed=tuple(rest)), who, boxes=replace(boxes, fresh=boxes.fresh - parts))
    if not takes(s, by):
        return s
    return with_fighter(s, by, boxes=get(s.fighters[by].boxes, parts))


def takes(s: Strike, by: int) -> bool:
    """Whether who caused a loss takes the Parts; those that a Monster or the Guardian causes are discarded."""
    return by != NOBODY and s.fighters[by].spends


@rule("9.3", "Who chooses the Parts")
def chooser(s: Strike) -> int:
    """Who takes them chooses; for Parts that are discarded, whoever follows the victim on the RON tracker does."""
    who, _, by = s.owed[0]
    if takes(s, by):
        return by
    n = len(s.fighters)
    return next((i for i in ((who + k) % n for k in range(1, n)) if s.fighters[i].spends), who)


# What an attack does -----------------------------------------------------------------------------
@rule("5.18", "Block")
def damage(s: Strike, blades: int) -> Strike:
    """All Blades hit at once; each Shield blocks one of them, and nothing else that the attack does (BR-38)."""
    shields = sum(d.shield for d in (*set_off(s), *([s.defence] if s.defence else [])))
    shields += s.victim.shield - s.blocked
    blocked = min(blades, shields)
    return lose(replace(s, blocked=s.blocked + blocked), s.target, blades - blocked)


def all_blades(s: Strike) -> int:
    """The Blades of an attack that hit together: all but those that a target may spend Parts against."""
    return sum(h.n for h in s.attack.harms if h.what == "blade" and not h.price and applies(s, h))


@rule("5.8", "Nausea")
def nauseate(s: Strike, n: int) -> Strike:
    """Nausea comes as tokens, as many as one likes; they stay until one rests."""
    f = s.victim
    s = felt(replace(s, nauseated=added(s.nauseated, s.target, n)), s.target)
    return with_fighter(s, s.target, nausea=f.nausea + n)


@rule("5.5", "Spend or else")
def spend(s: Strike, payment: Payment, kabula: str = "") -> Strike:
    """Who spends the Parts that an attack names does not suffer what comes otherwise."""
    boxes = pay(s.victim.boxes, payment)
    s = spent_in_a_fight(s, s.target) if kabula else s
    s = replace(s, at=s.at + 1, spent=added(s.spent, s.target, size_of(payment)))
    return with_fighter(s, s.target, boxes=boxes)


@rule("5.5a", "Those who cannot spend")
def must_suffer(s: Strike, price: Cost) -> bool:
    """Wild Monsters and Guardians have nothing to spend, so they always suffer; as does who cannot pay all (BR-42)."""
    return not s.victim.spends or not ways(s.victim, price)


def price_of(s: Strike, harm: Harm) -> Cost:
    """What the target spends; where nothing would come otherwise, as much of it as there is."""
    if harm.what != "nothing" or not s.victim.spends:
        return harm.price
    parts = (
        (c, payments(s.victim.boxes, c, s.victim.cap))
        for n in range(len(harm.price), 0, -1)
        for c in combinations(harm.price, n)
    )
    return next((c for c, ways in parts if ways), harm.price)


def suffer(s: Strike, harm: Harm) -> Strike:
    """One effect on the target; the direction of a push is still to be rolled."""
    s = replace(s, at=s.at + 1)
    match harm.what:
        case "blade":
            if harm.price:
                return damage(s, harm.n)
            return s if s.dealt else damage(replace(s, dealt=True), all_blades(s))
        case "heart":
            return lose(s, s.target, harm.n)
        case "nausea":
            return nauseate(s, harm.n)
        case "farz":
            return rob(s, harm.n)
        case "push":
            return replace(s, stage=Stage.PUSH)
    return s


@rule("5.21", "Lose Farz")
def rob(s: Strike, n: int) -> Strike:
    """An attack may take Farz, as many as there are; it goes to the attacker, if there is one."""
    n = min(n, s.victim.farz)
    if not n:
        return s
    s = with_fighter(s, s.target, farz=s.victim.farz - n)
    if s.attacker != NOBODY:
        s = with_fighter(s, s.attacker, farz=s.fighters[s.attacker].farz + n)  # the mat holds the cap: 4.1
    return felt(s, s.target)


@rule("5.10a", "Pushed by an attack")
def push(s: Strike, direction: str) -> Strike:
    """One roll of the Compass die pushes the target, and the attacker too where the attack says so (BR-23)."""
    s = shove(s, s.target, direction)
    if s.attack.push_self and s.attacker != NOBODY:
        s = shove(s, s.attacker, direction)
    return replace(s, stage=Stage.DEFEND)


def shove(s: Strike, who: int, direction: str) -> Strike:
    """One figure pushed."""
    f = s.fighters[who]
    end = pushed(s.island, f.space, direction, 0, s.washed_down)
    s = replace(s, slid=(*s.slid, (who, direction))) if end.space != f.space else s
    s = lose(s, who, end.heart_lost)
    s = with_fighter(s, who, space=end.space, nausea=f.nausea + end.nausea)
    return felt(replace(s, nauseated=added(s.nauseated, who, end.nausea)), who) if end.nausea else s
