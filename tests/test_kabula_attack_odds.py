"""Exact odds of Kabula's attacks and duels: by hand, against a slow walk, against a calculation of its own."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
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


def agrees_with_hand(case: Case) -> None:
    """The odds of one attack are those of every face and every defence, written out."""
    foe = kabula.target(
        case.heart,
        nausea=case.nausea,
        passive={p: f"shield {n}" for p, n in case.armour.items()},
        active=[a.told() for a in case.actives],
        parts=case.parts,
    )
    assert dict(kabula.attack_odds(case.words(), foe, aim_die=case.die)) == by_hand(case)


@given(cases)
def test_attack_odds_are_those_of_every_face_and_every_defence_written_out(case: Case) -> None:
    agrees_with_hand(case)


@pytest.mark.long
@given(cases)
def test_many_attack_odds_are_those_of_every_face_and_every_defence_written_out(case: Case) -> None:
    agrees_with_hand(case)


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


def agrees_with_walk(attack: str, foe: Any) -> None:
    """The odds of one attack are those of the rules with every action and every face walked."""
    value, ends = slow_attack(attack, foe)
    odds = kabula.attack_odds(attack, foe)
    assert sum(odds.values()) == 1
    assert sum(p * hit.heart_lost for hit, p in odds.items()) == value[0]
    assert sum(p * hit.parts_spent for hit, p in odds.items()) == value[1]
    assert dict(odds) == ends


@given(attacks, foes)
def test_what_is_left_out_of_the_walk_changes_nothing(attack: str, foe: Any) -> None:
    agrees_with_walk(attack, foe)


@pytest.mark.long
@given(attacks, foes)
def test_what_is_left_out_of_the_walk_changes_nothing_in_many_attacks(attack: str, foe: Any) -> None:
    agrees_with_walk(attack, foe)


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


# Bad input ------------------------------------------------------------------------------------------
FOE = kabula.target(5)
ODD: dict[str, tuple[Any, str]] = {
    "attack name": (lambda: kabula.attack_odds("Kidney Bean Bulet", FOE), "did you mean Kidney Bean Bullet"),
    "no attack": (lambda: kabula.attack_odds("Leather Jacket", FOE), "no card with that is called 'Leather Jacket'"),
    "attack number": (lambda: kabula.attack_odds(7, FOE), "an attack is a name, or words"),
    "attack words": (lambda: kabula.attack_odds("attack, bite 2", FOE), "no effect of an attack is called 'bite 2'"),
    "attack Part": (lambda: kabula.attack_odds("attack, aim, nose: blade 1", FOE), "'nose' names no Parts"),
    "target": (lambda: kabula.attack_odds("Punch", 5), "a target is made by kabula.target"),  # type: ignore[arg-type]
    "die": (lambda: kabula.attack_odds("Punch", FOE, aim_die=["nose"]), "an Aim die has 1 to 100 faces"),
    "no die": (lambda: kabula.attack_odds("Punch", FOE, aim_die=[]), "an Aim die has 1 to 100 faces"),
    "rounds": (lambda: kabula.duel_odds("Punch", FOE, -1), "rounds is a whole number from 0 to 99, not -1"),
    "heart": (lambda: kabula.target(0), "heart is a whole number from 1 to 999, not 0"),
    "nausea": (lambda: kabula.target(5, nausea=-1), "nausea is a whole number from 0 to 999"),
    "armour Part": (lambda: kabula.target(5, passive={"nose": "shield 1"}), "there is no Part 'nose'"),
    "armour": (lambda: kabula.target(5, passive={"butt": "shild 1"}), "no card with that is called 'shild 1'"),
    "armour list": (lambda: kabula.target(5, passive=["shield 1"]), r"a mapping Part -> defence.*5\.16"),  # type: ignore[arg-type]
    "defence list": (lambda: kabula.target(5, active="Duck"), r"a list of defences.*5\.14"),
    "defence": (lambda: kabula.target(5, active=["Duk"]), "did you mean Duck"),
    "defence price": (lambda: kabula.target(5, active=[("nose", "shield 1")]), "no Part is called 'nose'"),
    "armour paid": (lambda: kabula.target(5, active=["Leather Jacket"]), r"cannot be paid for.*5\.16"),
    "part": (lambda: kabula.target(5, parts="teeth, nose"), "no Part is called 'nose'"),
    "mixed parts": (lambda: kabula.target(5, parts={"fresh": ["teeth", 3]}), "no Part is called 3"),
    "box": (lambda: kabula.target(5, parts={"Fresh": ["teeth"]}), "no Part is called 'Fresh'.*in rage, fresh, used"),
    "eleventh": (lambda: kabula.target(5, parts="teeth 11"), r"at most 10 Parts are Fresh, not 11 \(2\.7\)"),
    "spends": (lambda: kabula.target(5, can_spend="no"), r"can_spend is True or False.*5\.5a"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", ODD)
def test_bad_input_is_told_with_what_is_allowed(case: str) -> None:
    ask, message = ODD[case]
    with pytest.raises(ValueError, match=message):
        ask()


# Names and small facts --------------------------------------------------------------------------------
def test_attacks_and_defences_go_by_printed_names_and_by_words() -> None:
    by_name = kabula.target(heart=5, passive={"guts": "Iron Belly"}, active=["Duck"], parts={"legs": 1, "guts": 1})
    by_words = kabula.target(
        5, passive={"guts": "shield 1"}, active=[("legs, any", "shield 1, cancel aim")], parts=["legs", "guts"]
    )
    words = "attack 3, aim, blade 1, teeth/legs: blade 1"
    odds = kabula.attack_odds(attack=BULLET, target=by_name, aim_die=None)
    assert dict(odds) == dict(kabula.attack_odds(words, by_words))
    assert kabula.duel_odds(attack=BULLET, target=by_name, rounds=3) == kabula.duel_odds(words, by_words, 3)


def test_a_hit_tells_all_that_one_wants_to_know() -> None:
    assert kabula.Hit._fields == (
        "heart_lost",
        "nausea",
        "parts_spent",
        "target_recharges",
        "attacker_recharges",
        "dead",
    )


def test_the_target_defends_where_it_helps_and_spends_nothing_where_it_does_not() -> None:
    foe = kabula.target(5, active=[("any 3", "shield 2"), ("any", "shield 1")], parts="guts 3")
    assert dict(kabula.attack_odds("attack, blade 1", foe)) == {kabula.Hit(0, 0, 1, False, True, False): 1}
    assert dict(kabula.attack_odds("attack, heart 1", foe)) == {kabula.Hit(1, 0, 0, True, False, False): 1}


def test_the_target_spares_the_parts_that_its_defences_name() -> None:
    foe = kabula.target(2, active=[("butt, any", "shield 1")], parts="butt 2, guts 2")
    assert kabula.duel_odds("attack, blade 1", foe, 4) == {
        1: 0,
        2: 0,
        3: 0,
        4: 1,
    }  # two defended with Butt and Guts each


def test_a_duel_sums_up_round_by_round() -> None:
    foe = kabula.target(2)
    odds = kabula.duel_odds("attack, aim, blade 1, teeth/legs: blade 1", foe, 3)
    assert odds == {1: F(1, 3), 2: 1, 3: 1}
    safe = kabula.target(1, passive={"butt": "shield 9"})
    assert kabula.duel_odds("attack, aim, blade 1", safe, 3) == {1: F(5, 6), 2: F(35, 36), 3: F(215, 216)}
    assert kabula.duel_odds("attack, blade 1", foe, 0) == {}


def test_an_attacker_who_chooses_the_parts_takes_those_that_hurt() -> None:
    words = "attack, spend chosen any, spend brain or heart 3"
    foe = kabula.target(5, parts="brain, guts")
    assert dict(kabula.attack_odds(words, foe)) == {kabula.Hit(3, 0, 1, True, False, False): 1}
    own = kabula.attack_odds(words.replace("chosen ", ""), foe)
    assert dict(own) == {kabula.Hit(0, 0, 2, False, True, False): 1}


def test_nobody_recharges_for_a_card_s_attack_but_its_victim() -> None:
    odds = kabula.attack_odds("The Abyss", kabula.target(9))
    assert dict(odds) == {kabula.Hit(6, 0, 0, True, False, False): 1}
    back = kabula.target(9, parts={"used": "brain"})  # recharged after the first time, spent the second
    assert dict(kabula.attack_odds("The Abyss", back)) == {kabula.Hit(3, 0, 1, True, False, False): 1}


def test_losses_add_up_to_one_on_the_house_die() -> None:
    foe = kabula.target(8, nausea=1, passive={"butt": "shield 9"})
    assert losses(kabula.attack_odds(BULLET, foe)) == {0: F(1, 6), 2: F(1, 2), 3: F(1, 3)}
