"""Kabula 5 to 7: fights: attacks, aim, spend or else, nausea, push, defences, and in which order all this happens.

An attack is a state of its own (``Strike``), whether a table holds it or odds walk it: ``node``, ``step`` and
``candidates`` at the end of this chapter play it. Figures are named by their place in ``fighters``, which is their
order on the RON tracker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Any, NamedTuple

from rulebooks.core.chance import Bag, Weights, deal, roll
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import allowed, require
from rulebooks.kabula.book import rule
from rulebooks.kabula.hexes import DIRECTIONS, Space, distance
from rulebooks.kabula.island import Island, pushed
from rulebooks.kabula.maps import island_in, text_of
from rulebooks.kabula.parts import (
    EMPTY,
    FRESH_CAP,
    Boxes,
    Cost,
    Payment,
    Recharge,
    get,
    pay,
    payments,
    recharge,
    recharges,
    size_of,
)
from rulebooks.kabula.strikes import AIM_DIE, BLANK, Attack, Defence, Harm

NOBODY = -1  # the attacker of a dungeon card


class Stage(StrEnum):
    """What an attack waits for."""

    AIM = "the Aim die"
    DEFEND = "defend or not"
    SPEND = "spend or else"
    PUSH = "the Compass die"
    RECHARGE = "recharge a Part"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure in a fight. ``kind``: "hero", "familio", "monster", "guardian"; ``passives``, ``actives``: defences."""

    name: str
    kind: str
    space: Space
    heart: int
    boxes: Boxes = EMPTY
    nausea: int = 0
    farz: int = 0
    passives: tuple[Defence, ...] = ()
    actives: tuple[Defence, ...] = ()

    @property
    def spends(self) -> bool:
        """Whether it has Parts to spend: Heroes and Familios do."""
        return self.kind in FRESH_CAP

    @property
    def cap(self) -> int:
        """How many of its Parts may be Fresh."""
        return FRESH_CAP.get(self.kind, 0)


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack under way.

    ``chosen``: the targets; ``queue``: those still to be hit, the first one now; ``target``: who is hit now, which a
    defender may have become; ``asked``: who may still defend; ``ready``: whether armour has acted; ``aim``: the Part
    hit, "" for none; ``defence``: the active one used; ``at``: which harm is next; ``dealt``: whether the damage was
    dealt; ``blocked``: Shields used up; ``lost``: Heart each figure lost; ``nauseated``: tokens each got; ``spent``:
    Parts each spent; ``touched``: figures that the attack had an effect on; ``missed``: whether a loss that might have
    been did not happen; ``after``: defences that act at the end; ``waiting``: who recharges, ``recharged``: who did, or
    is about to; ``left``: how often the attack is still to be made.
    """

    attack: Attack
    fighters: tuple[Fighter, ...]
    attacker: int
    ground: str  # the island, as a map's text
    die: tuple[str, ...]
    stage: Stage
    chosen: tuple[int, ...]
    queue: tuple[int, ...]
    target: int
    lost: tuple[int, ...]
    nauseated: tuple[int, ...]
    spent: tuple[int, ...]
    left: int = 0
    asked: tuple[int, ...] = ()
    aim: str = ""
    defence: Defence | None = None
    at: int = 0
    ready: bool = False
    dealt: bool = False
    blocked: int = 0
    before: int = 0  # Heart the target had lost when this hit began
    touched: tuple[int, ...] = ()
    missed: bool = False
    after: tuple[tuple[int, Defence], ...] = ()
    waiting: tuple[int, ...] = ()
    recharged: tuple[int, ...] = ()
    owed: tuple[tuple[int, int, int], ...] = ()  # a Monster, the Parts it loses, the figure that caused it
    recharging: bool = True  # asked alone, who recharges at the end is told, but not what

    @property
    def island(self) -> Island:
        """Where the figures stand."""
        return island_in(self.ground)

    @property
    def victim(self) -> Fighter:
        """Who is hit now."""
        return self.fighters[self.target]


class Hit(NamedTuple):
    """What one attack did to its target, and who recharges."""

    heart_lost: int
    nausea: int
    parts_spent: int
    target_recharges: bool
    attacker_recharges: bool
    dead: bool


@dataclass(frozen=True, eq=False)
class Defend(metaclass=Interned):
    """Use an active defence, and how it is paid."""

    defence: Defence
    payment: Payment

    def __str__(self) -> str:
        return f"{self.defence}: pay {self.payment}"


@dataclass(frozen=True, eq=False)
class NoDefence(metaclass=Interned):
    """Do not defend."""

    def __str__(self) -> str:
        return "do not defend"


@dataclass(frozen=True, eq=False)
class Spend(metaclass=Interned):
    """Spend the Parts that an attack asks for."""

    payment: Payment

    def __str__(self) -> str:
        return f"spend {self.payment}"


@dataclass(frozen=True, eq=False)
class Take(metaclass=Interned):
    """Which Parts a Wild Monster loses."""

    parts: Bag[str]

    def __str__(self) -> str:
        return f"take {self.parts}"


@dataclass(frozen=True, eq=False)
class Suffer(metaclass=Interned):
    """Suffer what an attack does to those who do not spend."""

    harm: Harm

    def __str__(self) -> str:
        return f"suffer {self.harm.what} {self.harm.n}"


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
) -> Strike:
    """An attack picks another figure in reach, on the own space unless it says so; all its effects are for that one."""
    none = (0,) * len(fighters)
    s = Strike(
        attack, fighters, attacker, text_of(island), die, Stage.AIM, targets, targets, targets[0], none, none, none
    )
    return settled(next_hit(replace(s, left=attack.times - 1, recharging=recharging)))


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


# Aim ------------------------------------------------------------------------------------------
@rule("5.6", "Roll aim")
def roll_aim(s: Strike, part: str) -> Strike:
    """The Aim die tells which Part is hit; the target knows it when it decides about a defence (BR-32)."""
    return ask_defenders(replace(s, aim="" if part == BLANK else part))


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


# Defending -------------------------------------------------------------------------------------
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
    return any(payments(f.boxes, d.price, f.cap) for d in f.actives if d.price is not None)


@rule("5.14", "Active defence")
def defend(s: Strike, action: Defend) -> Strike:
    """A defence paid for with Parts; one only for each attack, by the first in RON order who wants to (BR-33)."""
    who = s.asked[0]
    f = s.fighters[who]
    s = with_fighter(s, who, boxes=pay(f.boxes, action.payment))
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


@rule("5.16", "Passive defence")
def set_off(s: Strike) -> tuple[Defence, ...]:
    """An armour acts by itself, and for nothing, when its Part is hit; an attack without aim sets off none (BR-35)."""
    part = aimed_at(s)
    return tuple(d for d in s.victim.passives if part and d.part == part)


def armour_acts(s: Strike) -> Strike:
    """What the armour does before and after the attack, once it is known whether the aim counts."""
    s = replace(s, ready=True)
    for d in set_off(s):
        s = act_before(s, d) if d.before else s
        s = replace(s, after=(*s.after, (s.target, d))) if d.after else s
    return s


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


# What an attack does -----------------------------------------------------------------------------
@rule("5.9", "Lose Heart")
def lose(s: Strike, who: int, n: int, by: int | None = None) -> Strike:
    """Each loss of Heart is raised by the Nausea tokens that the figure has, once for the whole loss (BR-43)."""
    if n <= 0:
        return s
    f = s.fighters[who]
    n = min(f.heart, n + f.nausea)
    s = felt(s, who) if by is None else s  # what a defence does is no effect of the attack
    s = with_fighter(replace(s, lost=added(s.lost, who, n)), who, heart=f.heart - n)
    return owe(s, who, n, s.attacker if by is None else by) if f.kind == "monster" and n else s


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
    """Who takes them chooses; of Parts that are discarded the next player in RON order after the victim does."""
    who, _, by = s.owed[0]
    if takes(s, by):
        return by
    n = len(s.fighters)
    return next((i for i in ((who + k) % n for k in range(1, n)) if s.fighters[i].spends), who)


@rule("5.18", "Block")
def damage(s: Strike, blades: int) -> Strike:
    """All Blades hit at once; each Shield blocks one of them, and nothing else that the attack does (BR-38)."""
    shields = sum(d.shield for d in (*set_off(s), *([s.defence] if s.defence else []))) - s.blocked
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
def spend(s: Strike, payment: Payment) -> Strike:
    """Who spends the Parts that an attack names does not suffer what comes otherwise."""
    boxes = pay(s.victim.boxes, payment)
    s = replace(s, at=s.at + 1, spent=added(s.spent, s.target, size_of(payment)))
    return with_fighter(s, s.target, boxes=boxes)


@rule("5.5a", "Those who cannot spend")
def must_suffer(s: Strike, price: Cost) -> bool:
    """Wild Monsters and Guardians have nothing to spend, so they always suffer; as does who cannot pay all (BR-42)."""
    return not s.victim.spends or not payments(s.victim.boxes, price, s.victim.cap)


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
        s = with_fighter(s, s.attacker, farz=min(15, s.fighters[s.attacker].farz + n))
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
    end = pushed(s.island, f.space, direction)
    s = lose(s, who, end.heart_lost)
    s = with_fighter(s, who, space=end.space, nausea=f.nausea + end.nausea)
    return felt(replace(s, nauseated=added(s.nauseated, who, end.nausea)), who) if end.nausea else s


# 6  Recharging -----------------------------------------------------------------------------------
@rule("6.1", "Who was hit recharges")
def hit_recharges(s: Strike, who: int) -> bool:
    """A Hero or Familio on whom an attack had an effect other than being moved or made to spend recharges once."""
    f = s.fighters[who]
    return f.spends and f.heart > 0 and who in s.touched


@rule("6.2", "Who missed recharges")
def miss_recharges(s: Strike) -> bool:
    """An attacker whose target might have lost Heart and did not recharges, once for the attack (BR-47, BR-48)."""
    return s.missed and s.attacker != NOBODY and s.fighters[s.attacker].spends and s.fighters[s.attacker].heart > 0


def hit_over(s: Strike) -> Strike:
    """A target has been hit: the next one's turn, or the end."""
    missed = s.attack.may_cost_heart and s.lost[s.target] == s.before and s.victim.heart > 0
    s = replace(s, missed=s.missed or missed, queue=living(s, s.queue[1:]))
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
        waiting.append(s.attacker)
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
    return next_hit(replace(s, left=s.left - 1, queue=queue, missed=False, touched=()))


def with_fighter(s: Strike, who: int, **changes: Any) -> Strike:
    """The attack with one figure changed."""
    return replace(s, fighters=tuple(replace(f, **changes) if i == who else f for i, f in enumerate(s.fighters)))


def added(counts: tuple[int, ...], who: int, n: int) -> tuple[int, ...]:
    """Counts by figure, one of them raised."""
    return tuple(c + n * (i == who) for i, c in enumerate(counts))


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
    return s.attacker if harm.chooser and s.attacker != NOBODY else s.target


def candidates(s: Strike) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here."""
    if s.owed:
        who, n, _ = s.owed[0]
        return tuple(Take(parts) for parts in deal(s.fighters[who].boxes.fresh, n))
    match s.stage:
        case Stage.DEFEND if s.asked:
            f = s.fighters[s.asked[0]]
            ways = [(d, p) for d in f.actives if d.price is not None for p in payments(f.boxes, d.price, f.cap)]
            return (NoDefence(), *(Defend(d, p) for d, p in ways))
        case Stage.SPEND:
            harm = s.attack.harms[s.at]
            ways_ = payments(s.victim.boxes, price_of(s, harm), s.victim.cap)
            otherwise = () if harm.what == "nothing" and ways_ else (Suffer(harm),)
            return (*(Spend(p) for p in ways_), *otherwise)
        case Stage.RECHARGE:
            f = s.fighters[s.waiting[0]]
            return recharges(f.boxes, f.cap)
    return ()


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
            return settled(spend(replace(s, stage=Stage.DEFEND), move.payment))
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
        return take_parts(s, there[0].parts) if len(there) == 1 else s
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
