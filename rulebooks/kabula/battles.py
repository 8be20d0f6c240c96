"""Kabula: whom a player with a purpose fights, where wounds are healed, and what one does when attacked."""

from __future__ import annotations

from typing import Any

from rulebooks.kabula import hunches as guess
from rulebooks.kabula.attacks import Defend, NoDefence, Spend, Strike, Suffer, Take
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.fights import in_reach, who_decides
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.parts import Recharge
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Boost,
    Do,
    Monster,
    State,
    figure,
    is_familio,
    is_hero,
    order,
    seat_of,
    the,
)
from rulebooks.kabula.the_end import boosted

HELPS = 0.65  # while the Guardian has more of its Heart than this, rivals fight it together
LOW = 0.4  # of Heart+: a Hero with less looks for a bed
WEAK = 3  # Heart: with less a Hero hunts nothing
COMMON = {"teeth": 0.5, "brain": 0.5, "legs": 0.6, "butt": 0.5, "guts": 0.5}
HEART = 0.45  # what a Heart is worth in Parts' currency, more where few are left


def enemy(s: State, f: int, other: int) -> float:
    """How much a figure wants another to lose Heart: 0 or less where it does not."""
    seat = seat_of(f)
    if seat_of(other) == seat:
        return -1.0
    if not s.kabula.stolen:
        wild = figure(s, other)
        if not isinstance(wild, Monster) or wild.card.kind != "monster":
            return 0.0
        return 0.45 + 0.25 * guess.monster_worth(s, seat, wild.card)
    owner = s.kabula.owner
    if owner == seat or owner in (GUARDIAN, NOBODY):
        return 1.0 if other == GUARDIAN else 0.15 if is_hero(other) else 0.1
    g = s.guardian
    strong = g is not None and not g.out and g.heart > HELPS * g.most
    if other == owner:
        return 0.8 if strong else 1.2
    return (1.0 if strong else 0.1) if other == GUARDIAN else 0.05


def blows(s: State, f: int, actions: tuple[Any, ...]) -> list[tuple[float, Any]]:
    """The attacks that are worth making now, with what they are worth."""
    found = []
    for a in actions:
        if isinstance(a, Do | Boost):
            worth = _worth(s, f, a)
            if worth > 0.3:
                found.append((worth, a))
    return found


def _worth(s: State, f: int, a: Do | Boost) -> float:
    told = next((v for v in _told(s, a) if v.what == "attack"), None)
    if told is None:
        return 0.0
    asked, here = attack(told.arg, told.arg), the(s, f).space
    near = [x for x in order(s) if x != f and in_reach(asked, here, the(s, x).space)]
    gains = [target_worth(s, f, x, told) for x in near]
    worth = sum(gains) if asked.all else max(gains, default=0.0)
    return worth - 0.05 * len(guess.cost(a.action.cost)) + 0.1 * isinstance(a, Boost)


def _told(s: State, a: Do | Boost) -> tuple[Verb, ...]:
    return boosted(s, a) if isinstance(a, Boost) else verbs(a.action.id, a.action.does)


def target_worth(s: State, f: int, other: int, told: Verb) -> float:
    """What it is worth to attack somebody."""
    wish = enemy(s, f, other)
    if not wish:
        return 0.0
    mean, kills = guess.blow(s, f, told.arg, other, told.n)
    near = the(s, f).space == the(s, other).space
    wild = the(s, other)
    prize = guess.monster_worth(s, seat_of(f), wild.card) if isinstance(wild, Monster) else 2.0
    prize = 6.0 if other == s.kabula.owner and near and is_hero(f) and s.kabula.stolen else prize
    mean += guess.besides(attack(told.arg, told.arg), is_hero(other) or is_familio(other)) * (mean < wild.heart)
    return wish * mean * (1.2 if s.kabula.stolen else 0.8) + max(0.0, wish) * kills * prize


def foes(s: State, f: int) -> list[tuple[float, Space]]:
    """In the last battle: whom to go for, and where; a Kabula that lies about comes first."""
    places = []
    if s.kabula.owner == NOBODY and s.kabula.space is not None and is_hero(f):
        places.append((5.0, s.kabula.space))
    for x in (GUARDIAN, s.kabula.owner):
        wish = enemy(s, f, x) if x != NOBODY and figure(s, x) is not None else 0.0
        if wish > 0.5:
            places.append((1.4 * wish, the(s, x).space))
    return places


def retreat(s: State, seat: int) -> list[tuple[float, Space]]:
    """Cities with a bed, for who is nearly dead."""
    h, island = s.heroes[seat], island_of(s.setup)
    if h.heart > LOW * h.most:
        return []
    beds = [(c, b) for c in island.cities for b in s.setup.owned("city", c) if "rest" in (b.does or "")]
    return [(2.6, island.names[c]) for c, bed in beds if _payable(s, seat, bed)]


def _payable(s: State, seat: int, bed: KabulaCard) -> bool:
    b = s.heroes[seat].boxes
    return len(b.fresh) + len(b.rage) > len(guess.cost(bed.cost))


# In an attack ---------------------------------------------------------------------------
def in_attack(s: Strike, actions: tuple[Any, ...]) -> Any:
    """Defends where that saves Heart at a fair price, pays where suffering is dearer, recharges what is useful."""
    kinds = {type(a) for a in actions}
    if kinds <= {Recharge} or kinds <= {Take}:
        return max(actions, key=lambda a: part_liking(COMMON, a))
    if kinds <= {Spend, Suffer}:
        return _spend(s, actions)
    me = who_decides(s)
    own = me == s.target or s.fighters[me].partner == s.target
    saved = [(_saved(s, me, a) if own else -1.0, -i, a) for i, a in enumerate(actions) if isinstance(a, Defend)]
    best = max(saved, default=(0.0, 0, None))
    return best[2] if best[0] > 0 else next(a for a in actions if isinstance(a, NoDefence))


def _heart_worth(heart: int, lost: float) -> float:
    return HEART * lost * (2.0 if lost >= heart else 1.3 if heart <= WEAK + 1 else 1.0)


def _saved(s: Strike, me: int, a: Defend) -> float:
    """What a defence saves, less what it costs."""
    f = s.fighters[me]
    aim = "" if a.defence.cancel_aim else s.aim
    passives = () if a.defence.cancel_aim else f.passives
    now = guess.loss(s.attack, f.passives, f.shield, f.nausea, s.aim)
    then = guess.loss(s.attack, passives, f.shield + a.defence.shield, f.nausea, aim)
    back = a.defence.before + a.defence.after if s.attacker != NOBODY else 0
    near = s.attacker != NOBODY and s.fighters[s.attacker].space == f.space
    saved = _heart_worth(f.heart, min(f.heart, now)) - _heart_worth(f.heart, min(f.heart, then)) + 0.3 * back * near
    if me != s.target:
        saved = saved - 0.1 if s.victim.heart <= now else -1.0  # a partner is saved from death only
    price = sum(COMMON[p] for p in [*a.payment.fresh, *a.payment.all_the_way]) + 0.05 * len(a.payment.raging)
    return saved - 0.5 * price


def _spend(s: Strike, actions: tuple[Any, ...]) -> Any:
    """Spends where that is cheaper than to suffer; who chooses for another takes what hurts most."""
    spends = [a for a in actions if isinstance(a, Spend)]
    suffers = [a for a in actions if isinstance(a, Suffer)]
    prices = {a: sum(COMMON[p] for p in a.payment.fresh) + 0.05 * len(a.payment.raging) for a in spends}
    if not suffers:
        return min(spends, key=lambda a: prices[a])
    harm, f = suffers[0].harm, s.victim
    cost_ = {"nausea": 0.5, "farz": 0.15, "push": 0.1, "nothing": 0.0}.get(harm.what, 0.0) * harm.n
    if harm.what in ("heart", "blade"):
        cost_ = _heart_worth(f.heart, min(f.heart, harm.n + f.nausea))
    cheap = min(spends, key=lambda a: prices[a], default=None)
    return cheap if cheap is not None and 0.6 * prices[cheap] < cost_ else suffers[0]


def part_liking(worth: dict[str, float], a: Recharge | Take) -> float:
    """How much it is liked to recharge a Part, or to take some of a Monster's."""
    if isinstance(a, Recharge):
        return worth[a.part] + (0.2 if a.box == "used" else 0.0)
    return sum(worth[p] for p in a.parts)


__all__ = ["WEAK", "blows", "enemy", "foes", "in_attack", "part_liking", "retreat", "target_worth"]
