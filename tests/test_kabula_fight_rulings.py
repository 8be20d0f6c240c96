"""The rulings on attacks, defences, Nausea, recharging and a Wild Monster's Parts in Kabula."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kabula_moves import after, boxes, ground, hearts, hit, labels, left_alone, standing, until_charged, what, who
from rulebooks import kabula
from rulebooks.kabula.deaths import hurt as lose
from rulebooks.kabula.fights import Stage, all_targets, strike
from rulebooks.kabula.strikes import attack

ONE = Fraction(1)
DODGE = ("legs", "shield 1, cancel aim")
BLOCK = ("butt", "shield 2")
HEDGE = ("guts", "before heart 1")
NETTLE = ("guts", "after heart 1")
SHOT = "attack, aim, blade 1, teeth/legs: blade 1"


def all_of(words: str, attacker: int, *figures: dict[str, Any]) -> Any:
    """An attack on all by one of several figures, told in RON order."""
    s = hit(words, own=figures[0], **figures[1], others=list(figures[2:]))
    a = attack(words, words)
    return strike(a, s.fighters, attacker, all_targets(a, s.fighters, attacker), s.island)


# Defences -------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-32")
def test_br_32_the_target_decides_about_its_defence_when_it_knows_the_aim() -> None:
    s = hit(SHOT, active=[BLOCK], parts="butt")
    assert what(s) == "the Aim die"
    s = after(s, "legs")
    assert (s.stage, s.aim, who(s)) == (Stage.DEFEND, "legs", 1)
    assert labels(s) == ["do not defend", "shield 2: pay butt"]


@pytest.mark.ruling("BR-33")
def test_br_33_one_active_defence_for_each_attack_by_the_first_in_ron_who_wants_to() -> None:
    ready = {"active": [BLOCK], "parts": "butt 2"}
    s = hit("attack, blade 3", **ready, others=[ready, ready])
    assert (s.asked, who(s)) == ((1, 2, 3), 1)
    s = after(s, "do not defend")
    assert who(s) == 2
    s = after(s, labels(s)[1])
    assert (s.asked, s.target, hearts(s)) == ((), 2, [9, 9, 8, 9])  # the third is asked no more, nobody defends twice


@pytest.mark.ruling("BR-34")
def test_br_34_a_cancelled_aim_takes_away_its_bonus_and_the_armour_it_would_set_off() -> None:
    dodge = {"active": [DODGE], "parts": "legs"}
    s = hit(SHOT, "legs", **dodge)
    assert hearts(after(s, labels(s)[1])) == [9, 9]  # 1 + 1 − 1 without the cancelled aim
    s = hit("attack, aim, blade 3", "butt", passive={"butt": "shield 9"}, **dodge)
    assert hearts(after(s, labels(s)[1])) == [9, 7]


@pytest.mark.ruling("BR-34")
def test_br_34_an_attack_aimed_at_a_part_is_cancelled_like_one_that_rolled() -> None:
    dodge = {"active": [DODGE], "parts": "legs", "passive": {"butt": "shield 9"}}
    s = hit("attack, aimed butt, blade 3, butt: nausea 1", **dodge)
    assert hearts(after(s, labels(s)[1])) == [9, 7]
    assert after(s, labels(s)[1]).fighters[1].nausea == 0
    assert hearts(after(s, "do not defend")) == [9, 9]


@pytest.mark.ruling("BR-35")
def test_br_35_an_attack_without_aim_sets_off_no_armour() -> None:
    armoured = {"passive": dict.fromkeys(("teeth", "brain", "legs", "butt", "guts"), "shield 9")}
    assert hearts(hit("attack, blade 3", **armoured)) == [9, 6]
    assert hearts(hit("attack, aim, blade 3", "guts", **armoured)) == [9, 9]
    assert hearts(hit("attack, aim, blade 3", "", **armoured)) == [9, 6]


@pytest.mark.ruling("BR-37")
def test_br_37_spend_or_when_hit_acts_for_nothing_when_hit_there_and_may_be_paid_for_elsewhere() -> None:
    both = {"passive": {"butt": "shield 2"}, "active": [BLOCK], "parts": "butt"}
    assert hearts(after(hit("attack, aim, blade 2", "butt", **both), "do not defend")) == [9, 9]
    s = hit("attack, aim, blade 2", "teeth", **both)
    assert hearts(after(s, labels(s)[1])) == [9, 9]
    assert hearts(after(s, "do not defend")) == [9, 7]


@pytest.mark.ruling("BR-38")
def test_br_38_shields_stop_blades_only() -> None:
    s = hit("attack, blade 1, heart 1, nausea 1, push", active=[("butt", "shield 5")], parts="butt")
    s = after(s, labels(s)[1])
    assert (hearts(s), s.fighters[1].nausea, what(s)) == ([9, 8], 1, "the Compass die")


@pytest.mark.ruling("BR-114")
@pytest.mark.ruling("BR-38")
def test_br_38_all_blades_and_shields_meet_at_once_and_left_shields_meet_later_blades() -> None:
    armoured = {"passive": {"legs": "shield 2"}}
    assert hearts(hit("attack, aim, blade 1, legs: blade 2", "legs", **armoured)) == [9, 8]
    s = hit("attack, aim, blade 1, spend brain or blade 2", "legs", **armoured)
    assert hearts(s) == [9, 8]  # no Brain to spend: 2 Blades, one Shield is left


@pytest.mark.ruling("BR-39")
def test_br_39_who_steps_in_becomes_the_target_of_the_same_aim_with_the_own_armour() -> None:
    friend = {"active": [HEDGE], "parts": "guts", "passive": {"legs": "shield 1"}}
    s = hit(SHOT, "legs", passive={"legs": "shield 9"}, others=[friend])
    assert who(s) == 2
    s = until_charged(after(s, labels(s)[1]))
    assert (hearts(s), s.target, s.spent) == ([8, 9, 8], 2, (0, 0, 1))
    assert (who(s), s.waiting) == (2, (2,))  # who was hit recharges, not who was meant


@pytest.mark.ruling("BR-39")
def test_br_39_who_steps_in_needs_to_stand_beside_the_target_and_the_range_is_not_checked_again() -> None:
    friend = {"active": [BLOCK], "parts": "butt"}
    s = hit("attack 3, aim, blade 3", others=[friend, friend])
    s = after(standing(s, (0, 0), (0, 3), (0, 3), (0, 2)), "guts")
    assert s.asked == (2,)
    assert hearts(after(s, labels(s)[1])) == [9, 9, 8, 9]


@pytest.mark.ruling("BR-39")
@pytest.mark.ruling("BR-40")
def test_br_39_a_familio_and_its_hero_may_take_each_other_s_hits_when_all_are_attacked() -> None:
    hero = {"active": [BLOCK], "parts": "butt 2"}
    s = hit("attack all, blade 1", **hero, others=[{"kind": "familio", "heart": 1}])
    s = after(s, "do not defend")
    assert (s.target, who(s), hearts(s)) == (2, 1, [9, 8, 1])
    s = left_alone(after(s, labels(s)[1]))
    assert hearts(s) == [9, 8, 1]
    assert s.spent == (0, 1, 0)


# Attack all, before and after ---------------------------------------------------------------------------
@pytest.mark.ruling("BR-40")
def test_br_40_all_are_hit_from_the_next_in_ron_on_but_not_the_attacker() -> None:
    words = "attack all, aim, blade 1"
    s = all_of(words, 1, {"heart": 3}, {"heart": 4}, {"kind": "familio", "heart": 5}, {"heart": 6})
    assert s.queue == (2, 3, 0)  # the own Familio too
    s = after(s, "guts")
    assert (hearts(s), what(s), s.target) == ([3, 4, 4, 6], "the Aim die", 3)
    assert hearts(left_alone(s)) == [2, 4, 4, 5]


@pytest.mark.ruling("BR-40")
@pytest.mark.ruling("BR-41")
def test_br_40_a_dead_attacker_s_attack_stops_before_its_next_target_and_what_was_done_stays() -> None:
    hedged = {"active": [HEDGE], "parts": "guts"}
    s = hit("attack all, blade 1", own={"heart": 1}, others=[hedged, {}])
    s = after(s, "do not defend")  # the second would defend the first
    assert (hearts(s), s.target) == ([1, 8, 9, 9], 2)
    s = left_alone(after(s, "before heart 1: pay guts"))
    assert hearts(s) == [0, 8, 9, 9]


@pytest.mark.ruling("BR-41")
def test_br_41_before_comes_just_ahead_of_the_own_hit_and_after_when_all_were_hit() -> None:
    hedged, nettled = {"active": [HEDGE], "parts": "guts"}, {"active": [NETTLE], "parts": "guts"}
    s = hit("attack all, blade 1", **nettled, others=[hedged, {}])
    s = after(s, labels(s)[1])
    assert hearts(s) == [9, 8, 9, 9]  # after: not yet
    while s.target != 2 or who(s) != 2:
        s = after(s, "do not defend")
    s = after(s, labels(s)[1])
    assert hearts(s) == [7, 8, 8, 8]  # before, the last hit, and then after


@pytest.mark.ruling("BR-41")
def test_br_41_after_follows_ron_order_and_the_dead_do_nothing() -> None:
    nettled = {"active": [NETTLE], "parts": "guts 2"}
    s = hit("attack all, blade 1", own={"kind": "monster", "parts": "teeth 2, butt 2"}, **nettled, others=[nettled])
    s = after(s, "do not defend", "after heart 1: pay guts")  # the second steps in for the first
    s = after(s, "after heart 1: pay guts")  # and the first for the second
    assert [by for _, _, by in s.owed] == [1, 2]
    s = hit("attack all, blade 1", **nettled, heart=1, others=[{}])
    assert hearts(left_alone(after(s, labels(s)[1]))) == [9, 0, 8]


@pytest.mark.ruling("BR-41")
def test_br_41_after_asks_whether_the_defender_is_beside_the_attacker_not_the_last_one_hit() -> None:
    s = hit("attack all 1, blade 1", active=[NETTLE], parts="guts", others=[{}])
    s = standing(s, (0, 0), (0, 0), (0, 1))
    assert hearts(left_alone(after(s, labels(s)[1]))) == [8, 8, 8]
    s = standing(hit("attack all 1, blade 1", active=[NETTLE], parts="guts", others=[{}]), (0, 0), (0, 1), (0, 0))
    assert hearts(left_alone(after(s, labels(s)[1]))) == [9, 8, 8]


# Spend or else ---------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-42")
@pytest.mark.parametrize("told", [{"kind": "monster", "parts": "brain 3"}, {"kind": "guardian", "heart": 3}])
def test_br_42_monsters_and_guardians_suffer_always(told: Any) -> None:
    s = left_alone(hit("attack, spend brain or heart 2", **told))
    assert hearts(s) == [9, 1]


@pytest.mark.ruling("BR-42")
def test_br_42_who_cannot_pay_all_of_it_suffers_and_spends_nothing() -> None:
    s = hit("attack, spend brain 2 or heart 2", parts={"fresh": "brain", "used": "brain"})
    assert (hearts(s), boxes(s.fighters[1])) == ([9, 7], ("", "brain", "brain"))


@pytest.mark.ruling("BR-110")
def test_br_110_where_nothing_comes_otherwise_one_spends_as_much_as_there_is() -> None:
    words = "attack, spend chosen any 2"
    s = hit(words, parts="guts")
    assert (who(s), labels(s)) == (0, ["spend guts"])
    assert boxes(left_alone(s).fighters[1]) == ("", "", "guts")
    assert hit(words, parts={"used": "guts"}).stage is Stage.OVER


# Nausea -----------------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-43")
def test_br_43_each_loss_is_raised_once_however_many_hearts_it_is_of() -> None:
    assert hearts(hit("attack, blade 3", nausea=2)) == [9, 4]
    assert hearts(hit("attack, heart 1, heart 1", nausea=2)) == [9, 3]  # two losses
    s = hit("attack, blade 1, heart 1", nausea=2, active=[BLOCK], parts="butt")
    assert hearts(after(s, labels(s)[1])) == [9, 6]  # what is blocked is no loss


@pytest.mark.ruling("BR-43")
def test_br_43_nausea_of_the_same_attack_counts_for_what_comes_after_it() -> None:
    assert hearts(hit("attack, heart 1, nausea 1")) == [9, 8]
    assert hearts(hit("attack, nausea 1, heart 1")) == [9, 7]


@pytest.mark.ruling("BR-44")
def test_br_44_losses_by_pushes_and_by_cards_are_raised_too() -> None:
    s = after(hit("attack, push", nausea=2, island=ground((0, 0))), "N")
    assert hearts(s) == [9, 6]
    table = kabula.table(heroes=[{"heart": 9, "heart_plus": 9, "nausea": 2}, {}])
    assert lose(table, 0, 1).heroes[0].heart == 6


@pytest.mark.ruling("BR-45")
def test_br_45_a_nauseous_monster_gives_more_of_its_parts_to_the_attacker() -> None:
    s = hit("attack, blade 1", kind="monster", parts="teeth, butt 2", nausea=1)
    assert (who(s), sorted(labels(s))) == (0, ["take butt ×2", "take butt, teeth"])
    s = left_alone(after(s, "take butt, teeth"))
    assert (boxes(s.fighters[0]), boxes(s.fighters[1])) == (("", "", "butt, teeth"), ("", "butt", ""))


# Recharging ---------------------------------------------------------------------------------------------------
USED = {"parts": {"used": "legs"}}


@pytest.mark.ruling("BR-46")
def test_br_46_who_was_hit_recharges_once_however_many_effects_there_were() -> None:
    s = hit("attack, blade 1, heart 1, nausea 1", parts={"used": "legs 3"})
    assert (s.stage, s.waiting) == (Stage.RECHARGE, (1,))
    assert left_alone(s).stage is Stage.OVER


@pytest.mark.ruling("BR-46")
def test_br_46_being_moved_or_made_to_spend_is_no_reason_to_recharge_but_losing_farz_is() -> None:
    assert after(hit("attack, push", **USED), "S").stage is Stage.OVER
    s = hit("attack, spend any or nausea 1", parts={"fresh": "guts", "used": "legs"})
    assert after(s, labels(s)[0]).stage is Stage.OVER
    assert hit("attack, farz 2", farz=1, **USED).waiting == (1,)
    assert hit("attack, farz 2", farz=0, **USED).stage is Stage.OVER


@pytest.mark.ruling("BR-111")
@pytest.mark.ruling("BR-46")
def test_br_46_an_attack_made_twice_is_two_attacks_for_who_recharges() -> None:
    s = hit("attack, twice, spend brain or heart 3", parts={"fresh": "legs", "used": "brain"})
    assert (hearts(s), labels(s)) == ([9, 6], ["recharge brain from Used to Fresh", "recharge legs from Fresh to Rage"])
    s = after(s, "recharge brain from Used to Fresh")
    assert s.stage is Stage.SPEND  # the second time the Brain that came back pays
    s = after(s, labels(s)[0])
    assert (s.stage, hearts(s)) == (Stage.OVER, [9, 6])  # hit once, recharged once


@pytest.mark.ruling("BR-111")
def test_br_111_both_times_the_target_first_chosen_is_hit_whoever_stepped_in() -> None:
    s = hit("attack, twice, blade 3", others=[{"active": [BLOCK], "parts": "butt"}])
    s = left_alone(after(s, "shield 2: pay butt"))
    assert hearts(s) == [9, 6, 8]


@pytest.mark.ruling("BR-112")
@pytest.mark.ruling("BR-46")
def test_br_46_what_a_defence_does_to_the_attacker_does_not_make_it_recharge() -> None:
    s = hit("attack, blade 1", own=USED, active=[HEDGE], parts="guts")
    s = until_charged(after(s, labels(s)[1]))
    assert (hearts(s), s.waiting) == ([8, 8], (1,))


@pytest.mark.ruling("BR-47")
def test_br_47_an_attack_on_all_recharges_its_attacker_once_if_one_loss_did_not_happen() -> None:
    words, safe = "attack all, aim, blade 1", {"passive": {"guts": "shield 1"}}
    s = hit(words, own={"parts": {"used": "legs 3"}}, **safe, others=[safe, {}])
    s = until_charged(after(s, "guts", "guts", "guts"))
    assert (hearts(s), s.waiting) == ([9, 9, 9, 8], (0,))
    s = hit(words, own={"parts": {"used": "legs 3"}}, **safe, others=[safe, {}])
    assert until_charged(after(s, "legs", "legs", "legs")).stage is Stage.OVER


@pytest.mark.ruling("BR-111")
@pytest.mark.ruling("BR-47")
def test_br_47_each_time_an_attack_is_made_its_attacker_may_recharge() -> None:
    s = hit("attack, twice, aim, blade 1", own={"parts": {"used": "legs 2"}}, passive={"guts": "shield 1"})
    s = after(s, "guts")
    assert (s.stage, who(s)) == (Stage.RECHARGE, 0)
    s = after(s, labels(s)[0], "guts")
    assert (s.stage, who(s)) == (Stage.RECHARGE, 0)
    assert boxes(left_alone(s).fighters[0])[1:] in (("legs ×2", ""), ("legs", ""), ("", ""))


@pytest.mark.ruling("BR-48")
def test_br_48_a_target_that_spends_to_avoid_the_loss_makes_the_attacker_recharge() -> None:
    s = hit("attack, spend brain or heart 2", own=USED, parts="brain")
    s = after(s, labels(s)[0])
    assert (hearts(s), who(s), labels(s)) == ([9, 9], 0, ["recharge legs from Used to Fresh"])
    s = hit("attack, spend brain or nausea 2", own=USED, parts="brain")
    assert after(s, labels(s)[0]).stage is Stage.OVER  # it could not have cost Heart


@pytest.mark.ruling("BR-113")
def test_br_113_a_push_that_might_have_hurt_and_did_not_is_no_miss() -> None:
    s = after(hit("attack, push", own=USED, island=ground((0, -1))), "S")
    assert (s.stage, hearts(s)) == (Stage.OVER, [9, 9])


# Attacks of cards --------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-51")
def test_br_51_a_card_s_attack_may_be_defended_and_recharges_its_victim_but_nobody_strikes_back() -> None:
    s = hit("attack, blade 2", own={}, active=[("guts", "shield 1, before heart 2")], parts={"fresh": "guts"})
    s = until_charged(after(s, labels(s)[1]))
    assert (hearts(s), s.waiting) == ([8], (0,))
    assert kabula.attack_odds("Good Boy", kabula.target(5)).p(attacker_recharges=False) == ONE


# A Wild Monster's Parts ----------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-53")
def test_br_53_who_causes_the_loss_chooses_the_parts_and_takes_them() -> None:
    s = hit("attack, blade 1", kind="monster", parts="teeth, butt")
    assert (who(s), sorted(labels(s))) == (0, ["take butt", "take teeth"])
    assert boxes(left_alone(after(s, "take butt")).fighters[0]) == ("", "", "butt")


@pytest.mark.ruling("BR-53")
def test_br_53_of_parts_a_monster_or_guardian_causes_to_be_lost_the_next_player_chooses() -> None:
    s = hit("attack, blade 1", own={"kind": "guardian"}, kind="monster", parts="teeth, butt", others=[{}])
    assert (who(s), sorted(labels(s))) == (2, ["take butt", "take teeth"])
    s = left_alone(after(s, "take butt"))
    assert [boxes(f) for f in s.fighters] == [("", "", ""), ("", "teeth", ""), ("", "", "")]  # discarded


@pytest.mark.ruling("BR-53")
def test_br_53_parts_lost_by_a_push_are_taken_too() -> None:
    s = after(hit("attack, push", kind="monster", parts="teeth 2", island=ground((0, 0))), "N")
    assert [boxes(f) for f in s.fighters] == [("", "", "teeth"), ("", "teeth", "")]


@pytest.mark.ruling("BR-54")
def test_br_54_only_the_parts_that_are_there_are_taken() -> None:
    s = hit("attack, blade 3", kind="monster", parts="teeth, butt")
    assert (hearts(s), [boxes(f) for f in s.fighters]) == ([9, 0], [("", "", "butt, teeth"), ("", "", "")])


@pytest.mark.ruling("BR-55")
def test_br_55_a_familio_takes_the_parts_it_causes_to_be_lost_into_used() -> None:
    s = hit("attack, blade 1", own={"kind": "familio"}, kind="monster", parts="teeth")
    assert boxes(s.fighters[0]) == ("", "", "teeth")


# No Heart left in the middle -------------------------------------------------------------------------------------
@pytest.mark.rule("5.9")
def test_who_has_no_heart_left_in_the_middle_suffers_nothing_more_and_does_not_recharge() -> None:
    s = hit("attack, twice, heart 3, nausea 1, push, farz 1", heart=2, farz=1, parts={"used": "legs"})
    assert (s.stage, hearts(s), s.fighters[1].nausea, s.fighters[1].farz) == (Stage.OVER, [9, 0], 0, 1)
    odds = kabula.attack_odds("attack, twice, heart 3, nausea 1", kabula.target(2))
    assert dict(odds) == {kabula.Hit(2, 0, 0, False, False, True): ONE}


@pytest.mark.rule("5.4")
@pytest.mark.rule("5.20")
def test_who_died_in_another_s_place_is_not_hit_again_by_an_attack_on_all() -> None:
    s = hit("attack all, blade 3", others=[{"heart": 1, "active": [BLOCK], "parts": "butt"}, {}])
    s = left_alone(after(s, "shield 2: pay butt"))
    assert hearts(s) == [9, 9, 0, 6]


@pytest.mark.rule("5.10a")
def test_two_pushes_are_two_rolls_the_second_from_where_the_first_one_led() -> None:
    s = hit("attack, push, push", island=ground((0, -1), (0, 1)), heart=9)
    s = after(s, "N")
    assert (what(s), hearts(s), s.fighters[1].space) == ("the Compass die", [9, 8], (0, 0))
    s = after(s, "NE")
    assert s.fighters[1].space == (1, -1)


@pytest.mark.rule("5.16")
@pytest.mark.rule("7.1")
def test_armour_may_strike_back_before_and_after_the_attack_unless_the_aim_is_cancelled() -> None:
    spikes = {"passive": {"butt": "shield 1, before heart 2", "legs": "after heart 1"}}
    assert hearts(hit("attack, aim, blade 3", "butt", **spikes)) == [7, 7]
    assert hearts(hit("attack, aim, blade 3", "legs", **spikes)) == [8, 6]
    assert hearts(hit("attack, aim, blade 3", "guts", **spikes)) == [9, 6]
    s = hit("attack, aim, blade 3", "butt", active=[DODGE], parts="legs", **spikes)
    assert hearts(after(s, "shield 1, cancel aim: pay legs")) == [9, 7]
