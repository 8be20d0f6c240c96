"""Slow second opinions on Kabula's attacks: the plain walk of the rules, and a calculation that knows no ``Strike``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from rulebooks.core.game import Chance, Terminal
from rulebooks.kabula import fights
from rulebooks.kabula.duels import duel
from rulebooks.kabula.fights import Strike, hit_of
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.weighing import needed

Ends = dict[Any, Fraction]
Value = tuple[Fraction, Fraction, int | Fraction]


# The walk, with nothing left out and nothing merged ---------------------------------------------------
def walked(s: Strike, kinds: tuple[str, ...], told: Callable[[Strike], Any]) -> tuple[Value, Ends]:
    """Every action and every face of an attack on figure 1, which defends best for itself."""
    there = fights.node(s)
    if isinstance(there, Terminal):
        b = s.fighters[1].boxes
        spared = sum(b.fresh.count(p) + 2 * b.rage.count(p) for p in kinds)
        return (Fraction(s.lost[1]), Fraction(s.spent[1]), Fraction(-spared)), {told(s): Fraction(1)}
    if isinstance(there, Chance):
        total = sum(there.outcomes.values())
        found = [(Fraction(n, total), walked(fights.step(s, m), kinds, told)) for m, n in there.outcomes.items()]
        ends: Ends = {}
        for p, (_, below) in found:
            for end, q in below.items():
                ends[end] = ends.get(end, Fraction(0)) + p * q
        value = [sum((p * v[i] for p, (v, _) in found), Fraction(0)) for i in range(3)]
        return (value[0], value[1], value[2]), ends
    ways = [walked(fights.step(s, a), kinds, told) for a in there.actions]
    return (min if there.player == 1 else max)(ways, key=lambda found: found[0])


def slow_attack(attack: Any, foe: Any, aim_die: Any = None) -> tuple[Value, Ends]:
    """What ``attack_odds`` answers, and what the attack costs on average."""
    s = duel(attack, foe, aim_die)
    return walked(s, needed(s.attack, foe), lambda end: hit_of(end, 1))


# By hand ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Active:
    """A defence that is paid for: its price in Parts by name, Shields, whether it cancels the aim."""

    price: tuple[str, ...]
    shield: int = 0
    cancel: bool = False

    def told(self) -> tuple[str, str]:
        """As ``kabula.target`` takes it."""
        words = [f"shield {self.shield}"] * bool(self.shield) + ["cancel aim"] * self.cancel
        return ", ".join(self.price), ", ".join(words)


@dataclass(frozen=True)
class Case:
    """One attack with an aim: Blades, more of them on some Parts, Heart and Nausea on some; and who it meets."""

    blade: int
    bonus: Mapping[str, int]
    nausea_on: frozenset[str] = frozenset()
    heart: int = 5
    nausea: int = 0
    armour: Mapping[str, int] = field(default_factory=dict)
    actives: tuple[Active, ...] = ()
    parts: tuple[str, ...] = ()
    die: tuple[str, ...] = (*PARTS, "")

    def words(self) -> str:
        """The attack as ``kabula.attack_odds`` takes it."""
        harms = [f"blade {self.blade}"] * bool(self.blade) + [f"{p}: blade {n}" for p, n in self.bonus.items()]
        return ", ".join(["attack", "aim", *harms, *(f"{p}: nausea 1" for p in sorted(self.nausea_on))])


def by_hand(case: Case) -> Ends:
    """Every face and every defence, written out; the best of them for the target."""
    ends: Ends = {}
    for face in case.die:
        options = [outcome(case, face, None, 0)]
        for active in case.actives:
            if not Counter(active.price) - Counter(case.parts):
                options.append(outcome(case, face, active, len(active.price)))
        best = min(options, key=lambda hit: (hit[0], hit[2], needed_by(case, hit[6])))
        ends[best[:6]] = ends.get(best[:6], Fraction(0)) + Fraction(1, len(case.die))
    return ends


def outcome(case: Case, face: str, active: Active | None, spent: int) -> tuple[Any, ...]:
    """(Heart lost, Nausea, Parts spent, target recharges, attacker recharges, dead), and the defence."""
    aim = "" if active is not None and active.cancel else face
    blades = case.blade + case.bonus.get(aim, 0)
    shields = (case.armour.get(aim, 0) if aim else 0) + (active.shield if active else 0)
    through = max(0, blades - shields)
    lost = min(case.heart, through + case.nausea) if through else 0
    dead = lost == case.heart
    sick = int(aim in case.nausea_on and not dead)
    might = bool(case.blade or case.bonus)
    return lost, sick, spent, not dead and bool(lost or sick), might and not lost, dead, active


def needed_by(case: Case, active: Active | None) -> int:
    """How many of the Parts paid are named by some defence: all that are paid by name are."""
    return len(active.price) if active else 0


# Payments by brute force -----------------------------------------------------------------------------
def every_payment(
    boxes: Mapping[str, Iterable[str]], price: Iterable[str], cap: int
) -> set[tuple[tuple[str, ...], ...]]:
    """All (Rage, Fresh, Used) that are left when the Parts of a price are moved one by one, in every order."""
    start = tuple(tuple(sorted(boxes[name])) for name in ("rage", "fresh", "used"))
    seen: set[Any] = set()
    todo = [(start, tuple(sorted(price)))]
    done = set()
    while todo:
        (rage, fresh, used), left = state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if not left:
            done |= set(trimmed((rage, fresh, used), cap))
            continue
        for i, want in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            names = PARTS if want.endswith("any") else (want.removeprefix("raging "),)
            for p in names:
                if want.startswith("raging "):
                    if p in rage:
                        todo.append(((without(rage, p), fresh, with_(used, p)), rest))
                    continue
                if p in fresh:
                    todo.append(((rage, without(fresh, p), with_(used, p)), rest))
                if p in rage:
                    todo.append(((without(rage, p), with_(fresh, p), used), rest))
    return done


def trimmed(state: Any, cap: int) -> Iterable[Any]:
    """A Fresh box that is too full sends Parts on, in every way."""
    rage, fresh, used = state
    if len(fresh) <= cap:
        yield state
        return
    for p in set(fresh):
        yield from trimmed((rage, without(fresh, p), with_(used, p)), cap)


def without(box: tuple[str, ...], part: str) -> tuple[str, ...]:
    """The box with a Part less."""
    i = box.index(part)
    return box[:i] + box[i + 1 :]


def with_(box: tuple[str, ...], part: str) -> tuple[str, ...]:
    """The box with a Part more."""
    return tuple(sorted((*box, part)))


# Ways on an island, by trying them all ---------------------------------------------------------------
def floyd_warshall(cells: Mapping[Any, str], cost: Callable[[Any, Any], int | None]) -> dict[tuple[Any, Any], int]:
    """The fewest steps between all spaces, from the costs between those that touch."""
    far = 10**9
    steps = {(a, b): 0 if a == b else cost(a, b) or far for a, b in product(cells, repeat=2)}
    for k, i, j in product(cells, repeat=3):
        steps[i, j] = min(steps[i, j], steps[i, k] + steps[k, j])
    return {pair: n for pair, n in steps.items() if n < far}
