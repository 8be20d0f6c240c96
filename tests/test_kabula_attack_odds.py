"""Exact odds of Kabula's attacks and duels: by hand, against a slow walk, against a calculation of its own."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kabula_slow import Active, Case, by_hand, slow_attack, walked
from rulebooks import kabula
from rulebooks.kabula.duels import duel
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.weighing import needed

F = Fraction
BULLET = "Kidney Bean Bullet"


def losses(odds: Any) -> dict[int, Fraction]:
    """The chances of Heart lost."""
    found: dict[int, Fraction] = {}
    for hit, p in odds.items():
        found[hit.heart_lost] = found.get(hit.heart_lost, F(0)) + p
    return found


# Random attacks --------------------------------------------------------------------------------------
part = st.sampled_from(PARTS)
actives = st.builds(
    Active,
    st.lists(part, min_size=1, max_size=2).map(tuple),
    st.integers(1, 3),
    st.booleans(),
)
cases = st.builds(
    Case,
    blade=st.integers(0, 3),
    bonus=st.dictionaries(part, st.integers(1, 2), min_size=1, max_size=2),
    nausea_on=st.frozensets(part, max_size=2),
    heart=st.integers(1, 6),
    nausea=st.integers(0, 2),
    armour=st.dictionaries(part, st.integers(1, 3), max_size=3),
    actives=st.lists(actives, max_size=3).map(tuple),
    parts=st.lists(part, max_size=5).map(tuple),
)


@given(cases)
def test_attack_odds_are_those_of_every_face_and_every_defence_written_out(case: Case) -> None:
    foe = kabula.target(
        case.heart,
        nausea=case.nausea,
        passive={p: f"shield {n}" for p, n in case.armour.items()},
        active=[a.told() for a in case.actives],
        parts=case.parts,
    )
    odds = kabula.attack_odds(case.words(), foe, aim_die=case.die)
    assert sum(odds.values()) == 1
    assert dict(odds) == by_hand(case)


HARMS = (
    "blade 1",
    "blade 2",
    "teeth: blade 1",
    "heart 1",
    "brain: nausea 1",
    "nausea 1",
    "push",
    "spend any or heart 1",
    "spend brain or heart 2",
    "spend legs or blade 1",
    "spend chosen any 2",
)
DEFENCES = (
    ("legs, any", "shield 1, cancel aim"),
    ("butt", "shield 2"),
    ("any 2", "shield 1, before heart 1"),
    ("guts", "after heart 1"),
    ("raging teeth", "shield 3"),
)
attacks = st.builds(
    lambda aim, twice, harms: ", ".join(["attack", *aim, *twice, *harms]),
    st.sampled_from([["aim"], [], ["aimed butt"]]),
    st.sampled_from([[], [], [], ["twice"]]),
    st.lists(st.sampled_from(HARMS), min_size=1, max_size=3),
)
foes = st.builds(
    lambda heart, nausea, passive, active, fresh, rage, used, can: kabula.target(
        heart,
        nausea=nausea,
        passive=passive,
        active=active,
        parts={"fresh": fresh, "rage": rage, "used": used},
        can_spend=can,
    ),
    st.integers(1, 7),
    st.integers(0, 2),
    st.dictionaries(part, st.sampled_from(["shield 1", "shield 9", "shield 1, before heart 1"]), max_size=2),
    st.lists(st.sampled_from(DEFENCES), max_size=2, unique=True),
    st.lists(part, max_size=3),
    st.lists(part, max_size=1),
    st.lists(part, max_size=1),
    st.sampled_from([True, True, True, False]),
)


@given(attacks, foes)
def test_what_is_left_out_of_the_walk_changes_nothing(attack: str, foe: Any) -> None:
    value, ends = slow_attack(attack, foe)
    odds = kabula.attack_odds(attack, foe)
    assert sum(odds.values()) == 1
    assert sum(p * hit.heart_lost for hit, p in odds.items()) == value[0]
    assert sum(p * hit.parts_spent for hit, p in odds.items()) == value[1]
    assert dict(odds) == ends


@given(attacks.filter(lambda text: "twice" not in text), foes)
def test_a_duel_is_one_attack_after_another(attack: str, foe: Any) -> None:
    kinds = needed(duel(attack, foe).attack, foe)
    alive, gone, died = {foe: F(1)}, F(0), {}
    for n in (1, 2):
        later: dict[Any, Fraction] = {}
        for f, p in alive.items():
            for left, q in walked(duel(attack, f), kinds, lambda end: end.fighters[1])[1].items():
                if left.heart <= 0:
                    gone += p * q
                else:
                    left = replace(left, space=(0, 0))  # beside the attacker again
                    later[left] = later.get(left, F(0)) + p * q
        alive, died[n] = later, gone
    assert kabula.duel_odds(attack, foe, 2) == died
