"""Kabula 5 to 7: fights: how an attack goes on from target to target, who recharges, and in which order.

An attack is a state of its own (``attacks.Strike``), whether a table holds it or odds walk it: ``node``, ``step`` and
``candidates`` at the end of this chapter play it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Weights, deal, roll
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import allowed, require
from rulebooks.kabula.attacks import (
    NOBODY,
    Defend,
    Fighter,
    Hit,
    NoDefence,
    Spend,
    Stage,
    Strike,
    Suffer,
    Take,
    with_fighter,
)
from rulebooks.kabula.book import rule
from rulebooks.kabula.defending import act_after, armour_acts, ask_defenders, defend, no_defence
from rulebooks.kabula.harms import (
    applies,
    chooser,
    must_suffer,
    price_of,
    push,
    spend,
    suffer,
    take_parts,
)
from rulebooks.kabula.hexes import DIRECTIONS, Space, distance
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import text_of
from rulebooks.kabula.numbers import of_defence, raise_defence, ways
from rulebooks.kabula.parts import Recharge, recharge, recharges
from rulebooks.kabula.strikes import AIM_DIE, BLANK, Attack


# Attacks ----------------------------------------------------------------------------------
@rule("5.2", "Attack")
def strike(
    attack: Attack,
    fighters: tuple[Fighter, ...],
    attacker: int,
    targets: tuple[int, ...],
    island: Island,
    die: tuple[str, ...] = AIM_DIE,
    recharging: bool = True,
    washed_down: bool = False,
    each_miss: bool = False,
) -> Strike:
    """An attack picks another figure in reach, on the own space unless it says so; all its effects are for that one."""
    none = (0,) * len(fighters)
    s = Strike(
        attack, fighters, attacker, text_of(island), die, Stage.AIM, targets, targets, targets[0], none, none, none
    )
    s = replace(s, left=attack.times - 1, recharging=recharging, washed_down=washed_down, each_miss=each_miss)
    return settled(next_hit(s))


@rule("5.3", "In reach")
def in_reach(attack: Attack, a: Space, b: Space) -> bool:
    """An attack reaches so many spaces, whatever lies between; without a number only the own space (BR-21, BR-22)."""
    return distance(a, b) <= attack.reach


@rule("5.4", "Attack all")
def all_targets(attack: Attack, fighters: tuple[Fighter, ...], attacker: int) -> tuple[int, ...]:
    """All in reach but the attacker are targets, one's own Familio too, in RON order from the next figure (BR-40)."""
    here, n = fighters[attacker].space, len(fighters)
    order = ((attacker + i) % n for i in range(1, n))
    return tuple(i for i in order if fighters[i].heart > 0 and in_reach(attack, here, fighters[i].space))


def next_hit(s: Strike) -> Strike:
    """The next target's turn to be hit: the die is rolled if the attack says so."""
    who = s.queue[0]
    s = replace(s, target=who, defence=None, at=0, ready=False, dealt=False, blocked=0, aim="", before=s.lost[who])
    if s.attack.aim == "roll":
        return replace(s, stage=Stage.AIM)
    return ask_defenders(replace(s, aim=s.attack.aim))


@rule("5.6", "Roll aim")
def roll_aim(s: Strike, part: str) -> Strike:
    """The Aim die tells which Part is hit; the target knows it when it decides about a defence (BR-32)."""
    return ask_defenders(replace(s, aim="" if part == BLANK else part))


# 6  Recharging -----------------------------------------------------------------------------------
@rule("6.1", "Who was hit recharges")
def hit_recharges(s: Strike, who: int) -> bool:
    """A Hero or Familio on whom an attack had an effect other than being moved or made to spend recharges once."""
    f = s.fighters[who]
    return f.spends and f.heart > 0 and who in s.touched


@rule("6.2", "Who missed recharges")
def miss_recharges(s: Strike) -> bool:
    """An attacker whose target might have lost Heart and did not recharges, once for the attack (BR-47, BR-48)."""
    return s.missed > 0 and s.attacker != NOBODY and s.fighters[s.attacker].spends and s.fighters[s.attacker].heart > 0


def hit_over(s: Strike) -> Strike:
    """A target has been hit: the next one's turn, or the end."""
    missed = s.attack.may_cost_heart and s.lost[s.target] == s.before and s.victim.heart > 0
    s = replace(s, missed=s.missed + missed, queue=living(s, s.queue[1:]))
    if s.queue and attacker_lives(s):
        return next_hit(s)
    while s.after:
        s = act_after(s)
    return who_recharges(s)


def living(s: Strike, figures: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some figures that are not dead."""
    return tuple(i for i in figures if s.fighters[i].heart > 0)


@rule("7.3", "A dead attacker")
def attacker_lives(s: Strike) -> bool:
    """When the attacker dies, the attack stops before its next target; what it did before stays done."""
    return s.attacker == NOBODY or s.fighters[s.attacker].heart > 0


@rule("7.4", "Who recharges first", kind="house")
def who_recharges(s: Strike) -> Strike:
    """Those who recharge do so in RON order from the next figure after the attacker, the attacker last."""
    n = len(s.fighters)
    order = [(s.attacker + i) % n for i in range(1, n + 1)] if s.attacker != NOBODY else list(range(n))
    waiting = [i for i in order if hit_recharges(s, i)]
    if miss_recharges(s):
        waiting += [s.attacker] * (s.missed if s.each_miss else 1)
    return replace(s, stage=Stage.RECHARGE, waiting=tuple(waiting), recharged=(*s.recharged, *waiting))


def charge(s: Strike, action: Recharge) -> Strike:
    """One figure recharges."""
    who = s.waiting[0]
    s = replace(s, waiting=s.waiting[1:])
    return with_fighter(s, who, boxes=recharge(s.fighters[who].boxes, action))


def again(s: Strike) -> Strike:
    """An attack that is made twice begins anew, on the targets first chosen; else it is over."""
    queue = living(s, s.chosen)
    if not s.left or not queue or not attacker_lives(s):
        return replace(s, stage=Stage.OVER)
    return next_hit(replace(s, left=s.left - 1, queue=queue, missed=0, touched=()))


def hit_of(s: Strike, who: int) -> Hit:
    """What an attack did to a figure."""
    dead = s.fighters[who].heart <= 0
    return Hit(s.lost[who], s.nauseated[who], s.spent[who], who in s.recharged, s.attacker in s.recharged, dead)


# An attack, assembled ------------------------------------------------------------------------------
CHECKS: dict[Any, tuple[Callable[..., bool], ...]] = {}


def node(s: Strike) -> Node:
    """What happens next in an attack."""
    if s.owed:
        return Decision(chooser(s), candidates(s))
    match s.stage:
        case Stage.AIM:
            return Chance("the Aim die", aim_faces(s))
        case Stage.PUSH:
            return Chance("the Compass die", roll(DIRECTIONS))
        case Stage.OVER:
            return Terminal((int(s.fighters[s.target].heart <= 0),), "5.2")
    return Decision(who_decides(s), tuple(c for c in candidates(s) if allowed(CHECKS, s, c)))


def aim_faces(s: Strike) -> Weights:
    """The faces of the Aim die."""
    return roll([face or BLANK for face in s.die])


def who_decides(s: Strike) -> int:
    """Whose choice it is: the figure's place in ``fighters``."""
    match s.stage:
        case Stage.DEFEND if s.asked:
            return s.asked[0]
        case Stage.RECHARGE:
            return s.waiting[0]
    harm = s.attack.harms[s.at]
    chooses = harm.chooser and s.attacker != NOBODY and s.fighters[s.attacker].spends
    return s.attacker if chooses else s.target


def candidates(s: Strike) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here."""
    if s.owed:
        who, n, _ = s.owed[0]
        return tuple(Take(parts) for parts in deal(s.fighters[who].boxes.fresh, n))
    match s.stage:
        case Stage.DEFEND if s.asked:
            f = s.fighters[s.asked[0]]
            return (NoDefence(), *dict.fromkeys(defences_of(f)))  # two copies are one way to defend
        case Stage.SPEND:
            harm = s.attack.harms[s.at]
            own = who_decides(s) == s.target  # nobody else decides about the Kabula (12.4c)
            there = [Spend(p, kabula) for p, kabula in ways(s.victim, price_of(s, harm)) if own or not kabula]
            otherwise = () if harm.what == "nothing" and there else (Suffer(harm),)
            return (*there, *otherwise)
        case Stage.RECHARGE:
            f = s.fighters[s.waiting[0]]
            return recharges(f.boxes, f.cap)
    return ()


def defences_of(f: Fighter) -> Iterator[Defend]:
    """Every way of a figure to defend: each of its active defences, each way to pay, each number the Kabula raises."""
    for d in f.actives:
        for payment, kabula in ways(f, d.price) if d.price is not None else ():
            numbers = list(enumerate(of_defence(d))) or [(-1, "")]
            for place, what in numbers if kabula else [(-1, "")]:
                yield Defend(raise_defence(d, place, f.wild), payment, kabula, what)


def step(s: Strike, move: Any) -> Strike:
    """The attack after a move."""
    there = node(s)
    if isinstance(there, Chance):
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(roll_aim(s, move) if s.stage is Stage.AIM else push(s, move))
    if not any(move is c for c in candidates(s)):
        raise IllegalMove(move, None, f"here: {s.stage}")
    require(CHECKS, s, move)
    match move:
        case Defend():
            return settled(defend(s, move))
        case NoDefence():
            return settled(no_defence(s))
        case Spend():
            return settled(spend(replace(s, stage=Stage.DEFEND), move.payment, move.kabula))
        case Take():
            return settled(take_parts(s, move.parts))
        case Suffer():
            return settled(suffer(replace(s, stage=Stage.DEFEND), move.harm))
    return settled(charge(s, move))


def settled(s: Strike) -> Strike:
    """The attack brought to its next choice or roll."""
    while True:
        after = onward(s)
        if after is s:
            return s
        s = after


def onward(s: Strike) -> Strike:
    """One step that nobody chooses; the same attack where there is none."""
    if s.owed:
        there = candidates(s)
        nobody = not s.fighters[chooser(s)].spends  # no player is there to choose
        return take_parts(s, there[0].parts) if len(there) == 1 or nobody else s
    match s.stage:
        case Stage.DEFEND if not s.asked:
            return next_harm(s) if s.ready else armour_acts(s)
        case Stage.RECHARGE:
            if not s.waiting or not (s.recharging or s.left):
                return again(s) if not s.waiting else replace(s, waiting=())
            f = s.fighters[s.waiting[0]]
            return s if recharges(f.boxes, f.cap) else replace(s, waiting=s.waiting[1:])
    return s


def next_harm(s: Strike) -> Strike:
    """The next effect of the attack, one after the other; or the end of this hit."""
    if not attacker_lives(s) or s.victim.heart <= 0 or s.at == len(s.attack.harms):
        return hit_over(s)
    harm = s.attack.harms[s.at]
    if not applies(s, harm):
        return replace(s, at=s.at + 1)
    if harm.price and not must_suffer(s, price_of(s, harm)):
        return replace(s, stage=Stage.SPEND)
    return suffer(s, harm)


__all__ = [
    "NOBODY",
    "Defend",
    "Fighter",
    "Hit",
    "NoDefence",
    "Spend",
    "Stage",
    "Strike",
    "Suffer",
    "Take",
    "all_targets",
    "candidates",
    "hit_of",
    "in_reach",
    "node",
    "step",
    "strike",
    "with_fighter",
]
