"""Asking about one attack at the table: the position, the goals of who defends, what odds walk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.core.graph import Goal
from rulebooks.kabula import fights
from rulebooks.kabula.duels import MEADOW, attack_of, boxes_of, die_of, target
from rulebooks.kabula.fights import NOBODY, Fighter, Stage, Strike
from rulebooks.kabula.island import Island
from rulebooks.kabula.strikes import BLANK
from rulebooks.kabula.table import State

KINDS = ("hero", "familio", "monster", "guardian", "automa", "brood")


def position(
    attack: Any,
    heart: int = 9,
    *,
    kind: str = "hero",
    nausea: int = 0,
    passive: Mapping[str, Any] | None = None,
    active: Iterable[Any] = (),
    parts: Any = (),
    farz: int = 0,
    others: Iterable[Mapping[str, Any]] = (),
    own: Mapping[str, Any] | None = None,
    aim: str | None = None,
    aim_die: Iterable[str] | None = None,
    island: Island | None = None,
) -> Strike:
    """An attack, when it begins or with its aim rolled: the table of one fight.

    ``attack``: a name, or words such as "attack, aim, blade 1"; ``heart``, ``kind`` (hero, familio,
    monster, guardian, automa, brood: a figure of an Automa), ``nausea``, ``passive``, ``active``, ``parts``, ``farz``:
    of the target, as for ``target``; a Monster's Parts are its Heart. ``others``: figures beside it, each a mapping
    with the same names; an attack on all hits them too.
    ``own``: the attacker, such as {"heart": 3, "parts": "guts"}; without Heart it is 9; {} for a card's attack that
    nobody makes. ``aim``: the face rolled. ``island``: where all stand, on its Sanctuary; else a wide meadow.
    """
    a = attack_of(attack)
    foe = {"kind": kind, "heart": heart, "nausea": nausea, "passive": passive, "active": active}
    figures = [_figure("the target", foe | {"parts": parts, "farz": farz})]
    told = list(others) if isinstance(others, Iterable) and not isinstance(others, str | Mapping) else [others]
    figures += [_figure(f"another {n}" if n > 1 else "another", f) for n, f in enumerate(told, 1)]
    ground = island or MEADOW
    attacker = NOBODY if own == {} else 0
    if attacker != NOBODY:
        figures.insert(0, _figure("the attacker", {"heart": 9} | dict(own or {})))
    fighters = tuple(replace(f, space=ground.sanctuary or (0, 0)) for f in figures)
    queue = fights.all_targets(a, fighters, attacker) if a.all else (attacker + 1,)
    s = fights.strike(a, fighters, attacker, queue, ground, die_of(aim_die))
    if aim is None:
        return s
    if s.stage is not Stage.AIM or aim not in s.die:
        faces = ", ".join(face or "“”" for face in dict.fromkeys(s.die))
        here = f"; the die shows {faces}" if s.stage is Stage.AIM else "; this attack rolls no aim"
        raise ValueError(f"aim {short(aim)} cannot be rolled{here} (5.6)")
    return fights.step(s, aim or BLANK)


def _figure(name: str, told: Mapping[str, Any]) -> Fighter:
    """One figure of a fight, from its mapping."""
    known = ("kind", "heart", "nausea", "passive", "active", "parts", "farz")
    if not isinstance(told, Mapping) or set(told) - set(known):
        raise ValueError(f"{name} is told by {', '.join(known)}, not {short(told)}")
    kind = told.get("kind", "hero")
    if kind not in KINDS:
        raise ValueError(f"{name}: kind is one of {', '.join(KINDS)}, not {short(kind)}")
    if kind not in FRESH and told.get("parts"):
        raise ValueError(f"{name}: {kind} is no figure with Parts of its own; only heart is told (5.5a)")
    parts = boxes_of(told.get("parts", ()), FRESH.get(kind, 0))
    heart = len(parts.fresh) if kind == "monster" else told.get("heart", 9)
    more = {k: told[k] for k in ("nausea", "passive", "active") if k in told}
    f = target(heart, **more)
    return replace(f, name=name, kind=kind, boxes=parts, farz=whole(f"{name}: farz", told.get("farz", 0), 0, 15))


FRESH = {"hero": 10, "familio": 5, "monster": 99}


# Goals --------------------------------------------------------------------------------------
def _others(s: Strike) -> Iterable[int]:
    """All figures but the attacker."""
    return (i for i in range(len(s.fighters)) if i != s.attacker)


def _lost(s: Strike) -> Fraction:
    return Fraction(-sum(s.lost[i] for i in _others(s)))


def _spent(s: Strike) -> Fraction:
    return Fraction(-sum(s.spent[i] for i in _others(s)))


def _alive(s: Strike) -> Fraction:
    return Fraction(int(all(s.fighters[i].heart > 0 for i in _others(s))))


GOALS = {
    "unhurt": Goal(
        "unhurt",
        "the least Heart lost on average, then the fewest Parts spent",
        (_lost, _spent),
        "5.14",
        "Heart",
        ("Parts",),
    ),
    "alive": Goal(
        "alive",
        "the greatest chance that nobody attacked dies, then the least Heart lost",
        (_alive, _lost, _spent),
        "8.1",
        "chance",
        ("Heart", "Parts"),
    ),
}


def named_goal(goal: str) -> Goal:
    """The goal with this name, one of GOALS."""
    if not isinstance(goal, str) or goal not in GOALS:
        raise ValueError(f"no goal is called {short(goal)}; there are {', '.join(GOALS)}")
    return GOALS[goal]


def focus(s: State | Strike) -> Strike | None:
    """The attack that odds walk for the one who is hit: where nobody else has a say in it; None elsewhere."""
    strike = s if isinstance(s, Strike) else s.strike
    if strike is None or strike.stage not in (Stage.DEFEND, Stage.SPEND):
        return None
    if isinstance(s, State):
        others = len(strike.queue) > 1 or any(i != strike.target for i in strike.asked)
        if others or strike.owed or any(h.chooser for h in strike.attack.harms):
            return None
    return replace(strike, recharging=False)


__all__ = ["GOALS", "focus", "named_goal", "position"]
