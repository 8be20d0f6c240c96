"""Kabula 5 and 7: defences: active, passive, for others, and what they do before and after the attack."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula.attacks import NOBODY, Defend, Stage, Strike, added, with_fighter
from rulebooks.kabula.book import rule
from rulebooks.kabula.harms import lose, set_off
from rulebooks.kabula.numbers import spent_in_a_fight, ways
from rulebooks.kabula.parts import pay, size_of
from rulebooks.kabula.strikes import Defence


def ask_defenders(s: Strike) -> Strike:
    """Who may defend is asked, in RON order from the next figure after the attacker."""
    n = len(s.fighters)
    order = ((s.attacker + i) % n for i in range(1, n + 1)) if s.attacker != NOBODY else range(n)
    return replace(s, stage=Stage.DEFEND, asked=tuple(i for i in order if may_defend(s, i)))


@rule("5.19", "Defending others")
def may_defend(s: Strike, who: int) -> bool:
    """Any figure on the target's space but the attacker may use an active defence that it can pay for."""
    f = s.fighters[who]
    if who == s.attacker or f.heart <= 0 or f.space != s.victim.space or not f.spends:
        return False
    return any(ways(f, d.price) for d in f.actives if d.price is not None)


@rule("5.14", "Active defence")
def defend(s: Strike, action: Defend) -> Strike:
    """A defence paid for with Parts; one only for each attack, by the first in RON order who wants to (BR-33)."""
    who = s.asked[0]
    f = s.fighters[who]
    s = with_fighter(s, who, boxes=pay(f.boxes, action.payment))
    s = spent_in_a_fight(s, who) if action.kabula else s
    s = replace(s, defence=action.defence, asked=(), spent=added(s.spent, who, size_of(action.payment)))
    s = step_in(s, who) if who != s.target else s
    s = act_before(s, action.defence) if action.defence.before else s
    return replace(s, after=(*s.after, (who, action.defence))) if action.defence.after else s


@rule("5.20", "In another's place")
def step_in(s: Strike, who: int) -> Strike:
    """Who defends another figure becomes the target, with the same aim and the own passive defences (BR-39)."""
    return replace(s, target=who, before=s.lost[who])


def no_defence(s: Strike) -> Strike:
    """The next one is asked."""
    return replace(s, asked=s.asked[1:])


def armour_acts(s: Strike) -> Strike:
    """What the armour does before and after the attack, once it is known whether the aim counts."""
    s = replace(s, ready=True)
    for d in set_off(s):
        s = act_before(s, d) if d.before else s
        s = replace(s, after=(*s.after, (s.target, d))) if d.after else s
    return s


# 7  Sequence Order -------------------------------------------------------------------------------
@rule("7.1", "Before the attack")
def act_before(s: Strike, defence: Defence) -> Strike:
    """What acts before the attack acts just before this target is hit; a dead attacker's attack stops (BR-41)."""
    return strike_back(s, s.target, defence.before)


@rule("7.2", "After the attack")
def act_after(s: Strike) -> Strike:
    """What acts after the attack waits until all its targets were hit, and then follows RON order."""
    n = len(s.fighters)
    (who, defence), *rest = sorted(s.after, key=lambda told: (told[0] - s.attacker - 1) % n)
    s = replace(s, after=tuple(rest))
    return strike_back(s, who, defence.after) if s.fighters[who].heart > 0 else s


def strike_back(s: Strike, who: int, n: int) -> Strike:
    """The attacker loses Heart, if on the space of the figure that defends."""
    if s.attacker == NOBODY or s.fighters[s.attacker].space != s.fighters[who].space:
        return s
    return lose(s, s.attacker, n, who)
