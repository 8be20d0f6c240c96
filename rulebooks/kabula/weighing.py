"""How a target defends best, and what comes of it: the walk behind ``attack_odds`` and ``duel_odds``.

The rules code plays; this chapter only leaves out what cannot change the answer. Parts that neither the attack nor a
defence asks for by name are of one kind. Faces of the Aim die that set nothing off are one face. Where all stand on one
space of an even meadow, the six ways to be pushed are one. Where the boxes play no part in the rest of the attack, each
defence is paid in one way only, the most sparing one. Where they do, ways to pay are left out that are never better:
a Part that is asked for by name can pay for all that another one can. And where no price asks for raging Parts and no
Fresh box can become too full, it only matters how often the Parts of each kind can still be spent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.kabula import fights
from rulebooks.kabula.fights import Defend, Fighter, Spend, Stage, Strike
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import text_of
from rulebooks.kabula.parts import ANY, PARTS, Boxes, Recharge, pay, recharge
from rulebooks.kabula.strikes import Attack

MEADOW = Island.from_cells({(q, r): "plain" for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3})
FOE = 1  # the target's place among the fighters
Value = tuple[Fraction, ...]  # what is to be as small as can be: the first number first, of equal ones the next
Ends = dict[Any, Fraction]


def unhurt(end: Strike, left: int) -> Value:
    """Heart lost, then Parts spent; then needed Parts that are left, less than nothing."""
    return Fraction(end.lost[FOE]), Fraction(end.spent[FOE]), Fraction(-left)


def to_live(end: Strike, left: int) -> Value:
    """Death first of all; then as ``unhurt``, with a Kabula that was spent counted as a Part."""
    f = end.fighters[FOE]
    lost, spent, kept = unhurt(end, left)
    return Fraction(int(f.heart <= 0)), lost, spent - int(f.wild > 0), kept


def needed(attack: Attack, foe: Fighter) -> tuple[str, ...]:
    """The Parts that the attack, or a defence of its target, asks for by name."""
    named = {want.removeprefix("raging ") for want in wants(attack, foe)}
    return tuple(p for p in PARTS if p in named and p != ANY)


def wants(attack: Attack, foe: Fighter) -> list[str]:
    """All that the prices of the attack and of the target's defences ask for."""
    prices = [h.price for h in attack.harms] + [d.price or () for d in foe.actives]
    return [want for price in prices for want in price]


def alike(foe: Fighter, kinds: Iterable[str]) -> Fighter:
    """The target with all Parts that nobody asks for by name turned into one kind."""
    others = [p for p in PARTS if p not in kinds]
    b = foe.boxes
    return replace(foe, boxes=Boxes(*(_one_kind(box, others) for box in (b.rage, b.fresh, b.used))))


def _one_kind(box: Bag[str], kinds: list[str]) -> Bag[str]:
    return Bag([kinds[0] if p in kinds else p for p in box])


class Walk:
    """Attacks on one target, walked with its best defences. ``told``: what is to be known of an attack that is over.

    ``goal``: what its target wants, of an attack that is over and how often needed Parts can still be spent.
    """

    def __init__(
        self, kinds: tuple[str, ...], told: Callable[[Strike], Hashable], goal: Callable[[Strike, int], Value] = unhurt
    ) -> None:
        self.kinds, self.told, self.goal = kinds, told, goal
        self.known: dict[Strike, tuple[Value, Ends]] = {}

    def spared(self, boxes: Boxes) -> int:
        """How often needed Parts can still be spent: a Fresh one once, a raging one twice."""
        return sum(boxes.fresh.count(p) + 2 * boxes.rage.count(p) for p in self.kinds)

    def solve(self, s: Strike) -> tuple[Value, Ends]:
        """What the attack costs on average, and its ends with their chances."""
        if boxes_matter(s) and counts_only(s):
            f = s.fighters[FOE]
            s = fights.with_fighter(s, FOE, boxes=as_counted(f.boxes))
        found = self.known.get(s)
        if found is None:
            found = self.known[s] = self._solve(s)
        return found

    def _solve(self, s: Strike) -> tuple[Value, Ends]:
        there = fights.node(s)
        if isinstance(there, Terminal):
            left = self.spared(s.fighters[FOE].boxes)
            return self.goal(s, left), {self.told(s): Fraction(1)}
        if isinstance(there, Decision):
            ways = [self.solve(fights.step(s, a)) for a in self.ways(s, there)]
            return (min if there.player == FOE else max)(ways, key=lambda found: found[0])
        faces = merged(s, there)
        if len(faces) == 1:
            return self.solve(fights.step(s, next(iter(faces))))
        total, ends = sum(faces.values()), Ends()
        values = []
        for move, n in faces.items():
            p = Fraction(n, total)
            what, below = self.solve(fights.step(s, move))
            values.append([p * n for n in what])
            for end, q in below.items():
                ends[end] = ends.get(end, 0) + p * q
        return tuple(sum(column, Fraction(0)) for column in zip(*values, strict=True)), ends

    def ways(self, s: Strike, there: Decision) -> Iterable[Any]:
        """The actions worth looking into."""
        sign = 1 if there.player == FOE else -1  # an attacker who chooses the Parts spares none
        groups: dict[Any, list[tuple[tuple[int, ...], Any]]] = {}
        for a in there.actions:
            what, worth = self.worth(s, a)
            others = groups.setdefault(what, [])
            worth = tuple(sign * n for n in worth)
            if not any(at_least(other, worth) for other, _ in others):
                others[:] = [(other, b) for other, b in others if not at_least(worth, other)] + [(worth, a)]
        return [a for found in groups.values() for _, a in found]

    def worth(self, s: Strike, action: Any) -> tuple[Any, tuple[int, ...]]:
        """What an action is but for the Parts it moves, and numbers of which more is never worse."""
        boxes = s.fighters[FOE].boxes
        what: tuple[Any, ...]
        moved: tuple[Any, ...]
        match action:
            case Defend(payment=way) | Spend(payment=way):
                what, boxes = (type(action), getattr(action, "defence", None), bool(action.kabula)), pay(boxes, way)
                moved = (len(way.raging), len(way.fresh), len(way.all_the_way), len(way.down))
            case Recharge():
                what, boxes, moved = (Recharge,), recharge(boxes, action), (action.box,)
            case _:
                return action, ()
        if not boxes_matter(s):
            return what, (self.spared(boxes),)
        if counts_only(s):
            return what, tuple(boxes.fresh.count(p) + 2 * boxes.rage.count(p) for p in self.kinds)
        held = ((boxes.rage.count(p), boxes.rage.count(p) + boxes.fresh.count(p)) for p in self.kinds)
        return (*what, moved), tuple(n for pair in held for n in pair)


def at_least(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether none of the numbers is less than its fellow."""
    return all(x >= y for x, y in zip(a, b, strict=True))


def counts_only(s: Strike) -> bool:
    """Whether it only matters how often Parts of each kind can be spent: no raging prices, no Fresh box too full."""
    f = s.fighters[FOE]
    once = s.attack.times == 1
    most = len(f.boxes.rage) + len(f.boxes.fresh) + (0 if once else len(f.boxes.used))  # recharged ones come back
    return most <= f.cap and not any(want.startswith("raging ") for want in wants(s.attack, f))


def as_counted(boxes: Boxes) -> Boxes:
    """The boxes with as few raging Parts as may be, for the same number of times that each kind can be spent."""
    rage, fresh, used = {}, {}, {}
    for p in {*boxes.rage.kinds, *boxes.fresh.kinds, *boxes.used.kinds}:
        n = boxes.rage.count(p) + boxes.fresh.count(p) + boxes.used.count(p)
        times = boxes.fresh.count(p) + 2 * boxes.rage.count(p)
        rage[p] = max(0, times - n)
        fresh[p] = times - 2 * rage[p]
        used[p] = n - rage[p] - fresh[p]
    return Boxes(Bag(rage), Bag(fresh), Bag(used))


def boxes_matter(s: Strike) -> bool:
    """Whether something may still be paid in this attack after what is decided now."""
    later = s.attack.harms[s.at + (s.stage is Stage.SPEND) :]
    return s.left > 0 or s.stage not in (Stage.DEFEND, Stage.SPEND) or any(h.price for h in later)


def merged(s: Strike, there: Chance) -> dict[Any, int]:
    """What chance may bring, faces that change nothing, or the same, as one."""
    if s.stage is Stage.AIM:
        named = {p for h in s.attack.harms for p in h.parts} | {d.part for f in s.fighters for d in f.passives}
        groups: dict[str, tuple[str, int]] = {}
        for face, n in there.outcomes.items():
            first, so_far = groups.get(face if face in named else "", (face, 0))
            groups[face if face in named else ""] = first, so_far + n
        return dict(groups.values())
    together = len({f.space for f in s.fighters}) == 1 and s.fighters[FOE].space == (0, 0)
    if together and s.ground == text_of(MEADOW):
        return {next(iter(there.outcomes)): 1}
    return dict(there.outcomes)


__all__ = ["FOE", "MEADOW", "Walk", "alike", "needed", "to_live", "unhurt"]
