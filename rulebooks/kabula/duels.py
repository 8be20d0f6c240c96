"""Asking about attacks: targets from plain numbers, what one attack does, how long a figure lasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag
from rulebooks.core.result import How, Odds
from rulebooks.kabula import fights
from rulebooks.kabula.fights import NOBODY, Fighter, Hit, Strike, hit_of
from rulebooks.kabula.parts import FRESH_CAP, PARTS, Boxes, cost
from rulebooks.kabula.strikes import AIM_DIE, Attack, Defence, attack, defence
from rulebooks.kabula.weighing import FOE, MEADOW, Walk, alike, needed

BOXES = ("rage", "fresh", "used")


def target(
    heart: int,
    *,
    nausea: int = 0,
    passive: Mapping[str, Any] | None = None,
    active: Iterable[Any] = (),
    parts: Mapping[str, Any] | Iterable[str] = (),
    can_spend: bool = True,
) -> Fighter:
    """A figure to be attacked.

    ``passive``: Part -> defence, as words ("shield 1") or by name; ``active``: defences it may pay for, by name or as
    (cost, words), such as ("butt", "shield 2, cancel aim"); ``parts``: its Fresh Parts, such as "teeth 2, legs", or
    {"fresh": …, "rage": …, "used": …}, texts, lists or counts by
    Part; ``can_spend``: False for a Wild Monster or a Guardian. ValueError says what fits.
    """
    if passive is not None and not isinstance(passive, Mapping):
        raise ValueError(f"passive is a mapping Part -> defence, not {short(passive)} (5.16)")
    if isinstance(active, str) or not isinstance(active, Iterable):
        raise ValueError(f"active is a list of defences, not {short(active)} (5.14)")
    if not isinstance(can_spend, bool):
        raise ValueError(f"can_spend is True or False, not {short(can_spend)} (5.5a)")
    passives = tuple(_defence(given, None, part) for part, given in (passive or {}).items())
    actives = tuple(_active(given) for given in active)
    kind = "hero" if can_spend else "guardian"
    least = whole("nausea", nausea, 0, 999)
    f = Fighter("the target", kind, (0, 0), whole("heart", heart, 1, 999), boxes_of(parts), least)
    return replace(f, passives=passives, actives=actives)


def named(name: str, what: str) -> tuple[Any, str]:
    """A card of the house sheet that is printed with an attack or a defence, and its words."""
    from rulebooks.kabula.contents import Setup, verbs

    cards = [c for c in Setup().sheet.cards if c.does]
    able = {c: v.arg for c in cards for v in verbs(c.id, c.does) if v.what.startswith(what)}
    wanted = name.strip().casefold()
    found = [c for c in able if wanted in (c.id, c.name.casefold(), (c.alias or c.name).casefold())]
    if not found:
        raise ValueError(
            f"no card with that is called {short(name)}{hint(name, [c.name for c in able], everything=True)}"
        )
    return found[0], able[found[0]]


def _defence(given: Any, price: str | None, part: str = "") -> Defence:
    if isinstance(given, Defence):
        return given
    if isinstance(given, str) and part and not given.startswith(("shield", "cancel", "before", "after")):
        card, words = named(given, "defend")
        return defence(card.name, words, None, part)
    if not isinstance(given, str):
        raise ValueError(f"a defence is words such as “shield 1”, not {short(given)}")
    return defence(given, given, price, part)


def _active(given: Any) -> Defence:
    if isinstance(given, Defence):
        return given
    if isinstance(given, str):
        card, words = named(given, "defend")
        if not card.cost:
            raise ValueError(f"{card} cannot be paid for: it acts by itself when {card.part} is hit (5.16)")
        return defence(card.name, words, card.cost)
    if not isinstance(given, tuple | list) or len(given) != 2 or not all(isinstance(w, str) for w in given):
        raise ValueError(f"an active defence is (cost, words), such as (“butt”, “shield 2”), not {short(given)}")
    return _defence(given[1], given[0])


def boxes_of(given: Any, cap: int = FRESH_CAP["hero"]) -> Boxes:
    """Parts by box, from plain words: {"rage": …, "fresh": …, "used": …}, or the Fresh ones alone. ValueError."""
    if isinstance(given, Boxes):
        return given
    told = given if isinstance(given, Mapping) and set(given) <= set(BOXES) and given else {"fresh": given}
    boxes = Boxes(*(_parts(name, told.get(name, ())) for name in BOXES))
    if len(boxes.fresh) > cap:
        raise ValueError(f"at most {cap} Parts are Fresh, not {len(boxes.fresh)} (2.7)")
    return boxes


def _parts(box: str, given: Any) -> Bag[str]:
    if isinstance(given, str):
        given = cost(given)  # "teeth 2, legs"
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ValueError(f"the {box} box holds a list of Parts, not {short(given)}")
    parts = dict(given) if isinstance(given, Mapping) else list(given)
    wrong = [p for p in parts if p not in PARTS]
    if wrong:
        raise ValueError(f"no Part is called {short(wrong[0])}; there are {', '.join(PARTS)}, in {', '.join(BOXES)}")
    return Bag(parts)


def attack_of(given: Any) -> Attack:
    """An attack by the name it is printed with, or from words such as "attack 3, aim, blade 1, teeth/legs: blade 1"."""
    if isinstance(given, Attack):
        return given
    if not isinstance(given, str):
        raise ValueError(f"an attack is a name, or words such as “attack, aim, blade 1”, not {short(given)}")
    if given.startswith("attack"):
        return attack(given, given.replace("attacked", "attack", 1))
    card, words = named(given, "attack")
    return attack(card.name, words)


def die_of(given: Iterable[str] | None) -> tuple[str, ...]:
    """The faces of an Aim die: Parts, and "" for a blank; None: our die."""
    if given is None:
        return AIM_DIE
    faces = tuple(given) if not isinstance(given, str) and isinstance(given, Iterable) else ()
    wrong = [f for f in faces if f not in AIM_DIE]
    if wrong or not 0 < len(faces) <= 100:
        raise ValueError(f"an Aim die has 1 to 100 faces, each {', '.join(PARTS)} or “”, not {short(given)}")
    return faces


def duel(given: Any, foe: Fighter, aim_die: Iterable[str] | None = None, recharging: bool = False) -> Strike:
    """The attack as a state: the attacker and the target on one space of a wide meadow; a card's has no attacker."""
    if not isinstance(foe, Fighter):
        raise ValueError(f"a target is made by kabula.target(heart, …), not {short(foe)}")
    hunter = Fighter("the attacker", "hero", (0, 0), 999)
    by = NOBODY if from_a_card(given) else 0
    return fights.strike(attack_of(given), (hunter, foe), by, (FOE,), MEADOW, die_of(aim_die), recharging)


def from_a_card(given: Any) -> bool:
    """Whether an attack is one of a dungeon card, which nobody makes (3.20)."""
    if not isinstance(given, str) or given.startswith("attack"):
        return isinstance(given, str) and given.startswith("attacked")
    return named(given, "attack")[0].kind == "level"


def attack_odds(attack: Any, target: Fighter, *, aim_die: Iterable[str] | None = None) -> Odds:
    """The exact odds of Hit(heart_lost, nausea, parts_spent, target_recharges, attacker_recharges, dead).

    The target defends best for itself: the least Heart lost on average, then the fewest Parts spent, then sparing the
    Parts that the attack or one of its defences asks for by name, then the first in the order of actions. An attacker
    who chooses the Parts to be spent chooses the worst for the target.

    >>> attack_odds("attack, aim, blade 1, teeth: blade 1", target(3)).p(lambda hit: hit.heart_lost == 2)
    Fraction(1, 6)
    """
    s = duel(attack, target, aim_die)
    kinds = needed(s.attack, target)
    _, hits = Walk(kinds, lambda end: hit_of(end, FOE)).solve(_of_one_kind(s, kinds))
    return Odds(dict(sorted(hits.items())), How("exact", "the target defends as best it can"))


def _of_one_kind(s: Strike, kinds: tuple[str, ...]) -> Strike:
    return replace(s, fighters=tuple(alike(f, kinds) if i == FOE else f for i, f in enumerate(s.fighters)))


def duel_odds(
    attack: Any, target: Fighter, rounds: int, *, aim_die: Iterable[str] | None = None
) -> dict[int, Fraction]:
    """{round: the chance that the target has died by then}, when the attack is made once a round.

    The target defends each attack as best it can for that attack (``attack_odds``); between the rounds it neither rests
    nor recharges, and stands beside the attacker again.
    """
    start = duel(attack, target, aim_die)
    kinds = needed(start.attack, target)
    walk = Walk(kinds, lambda end: _until_next(end.fighters[FOE], start.attack.times > 1))
    first = _until_next(alike(target, kinds), start.attack.times > 1)
    alive: dict[Fighter, Fraction] = {first: Fraction(1)}
    died: dict[int, Fraction] = {}
    ends: dict[Fighter, dict[Fighter, Fraction]] = {}
    gone = Fraction(0)
    for n in range(1, whole("rounds", rounds, 0, 99) + 1):
        later: dict[Fighter, Fraction] = {}
        for f, p in alive.items():
            if f not in ends:
                ends[f] = walk.solve(duel(attack, f, aim_die))[1]
            for left, q in ends[f].items():
                if left.heart <= 0:
                    gone += p * q
                else:
                    later[left] = later.get(left, Fraction(0)) + p * q
        alive, died[n] = later, gone
    return died


def _until_next(f: Fighter, used: bool) -> Fighter:
    """The target before the next round; Used Parts matter only where one may recharge them within an attack."""
    return replace(f, space=(0, 0), boxes=f.boxes if used else replace(f.boxes, used=Bag()))


__all__ = ["MEADOW", "Hit", "attack_odds", "duel", "duel_odds", "target"]
