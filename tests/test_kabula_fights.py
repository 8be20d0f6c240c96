"""Kabula 5 to 7, 9.2 and 9.3: attacks, aim, spend or else, nausea, push, defences, recharging, the order of it all."""

from __future__ import annotations

from typing import Any

import pytest

from kabula_table import (
    after,
    asked,
    beside,
    cited,
    comes,
    fight,
    hearts,
    kabula,
    labels,
    lost,
    over,
    parts,
    table,
    what,
)
from rulebooks.core.chance import Bag
from rulebooks.kabula import brawls
from rulebooks.kabula.contents import Verb
from rulebooks.kabula.island import Island
from rulebooks.kabula.table import first

PUNCH = "attack, aim, blade 1"
HARD = "attack, aim, blade 3"
LEGS = "recharge legs from Fresh to Rage"
CLIFF = Island.from_cells({(0, 0): "mountain", (0, 1): "plain", (1, 0): "mountain"}, sanctuary=(0, 0))


def decides(s: Any) -> str:
    """Which figure of an attack alone chooses now."""
    return str(s.fighters[kabula.fights.who_decides(s) if not s.owed else kabula.fights.chooser(s)].name)


# Attacks -------------------------------------------------------------------------------------------
@pytest.mark.rule("5.2")
def test_an_attack_picks_another_figure_on_the_own_space() -> None:
    s = after(beside({"hero": "zack", "parts": "teeth"}, {}, {"space": (0, 2)}), "Punch")
    assert labels(s) == ["attack Jessika"]


@pytest.mark.rule("5.2")
def test_an_attack_with_nobody_to_hit_does_nothing() -> None:
    s = after(table({"hero": "zack", "parts": "teeth", "space": (0, 3)}, {}), "Punch")
    assert (asked(s), parts(s)["used"]) == (2, "teeth")


@pytest.mark.rule("5.3")
def test_an_attack_reaches_so_many_spaces_whatever_lies_between() -> None:
    def targets(space: Any) -> list[str]:
        s = table({"hero": "zack", "parts": "guts", "space": (0, 2)}, {"space": space})
        s = after(s, "Kidney Bean Bullet")
        return [name for name in labels(s) if name.startswith("attack") and "Water King" not in name]

    assert targets((0, -1)) == ["attack Jessika"]  # three spaces
    assert targets((-1, 2)) == ["attack Jessika"]  # across a river
    assert targets((0, -2)) == []


@pytest.mark.rule("5.4")
def test_an_attack_on_all_hits_each_other_figure_in_reach_from_the_next_one_on() -> None:
    whistle = {"hero": "chastity", "parts": "teeth, legs"}
    s = beside({"parts": ""}, {"hero": "zack", "parts": "", "space": (0, 2)}, whistle, {"parts": ""}, turn=3)
    s = after(s, "Riot Whistle")
    hit = []
    while s.strike:
        hit.append(s.strike.victim.name)
        s = after(s, "no Part")
    assert hit == ["Clayton", "Jessika", "Zack"]
    assert hearts(s) == [7, 8, 8, 9]


@pytest.mark.rule("5.4")
def test_an_attack_on_all_leaves_out_who_is_too_far_away() -> None:
    whistle = {"hero": "chastity", "parts": "teeth, legs"}
    s = after(beside(whistle, {"space": (0, 1)}, {"parts": ""}), "Riot Whistle")
    assert [s.strike.fighters[i].name for i in s.strike.queue] == ["Zack"]


# Spend or else -------------------------------------------------------------------------------------
@pytest.mark.rule("5.5")
def test_who_spends_the_parts_asked_for_does_not_suffer_what_comes_otherwise() -> None:
    s = fight("attack, spend brain or heart 2", parts="brain, legs")
    assert labels(s) == ["spend brain", "suffer heart 2"]
    spent = after(s, "spend brain")
    assert (lost(spent), str(spent.fighters[1].boxes.used)) == (0, "brain")
    assert lost(after(s, "suffer heart 2")) == 2


@pytest.mark.rule("5.5")
def test_raging_parts_may_be_spent_too() -> None:
    s = fight("attack, spend brain or heart 2", parts={"rage": "brain"})
    assert labels(s)[0] == "spend raging brain"


@pytest.mark.rule("5.5a")
@pytest.mark.parametrize(
    "told", [{"kind": "guardian"}, {"kind": "hero", "parts": "legs"}, {"parts": {"used": "brain"}}]
)
def test_who_has_nothing_to_spend_suffers(told: Any) -> None:
    s = fight("attack, spend brain or heart 2", 9, **told)
    assert lost(s) == 2


# Aim ----------------------------------------------------------------------------------------------
@pytest.mark.rule("5.6")
def test_the_aim_die_is_rolled_before_anybody_defends() -> None:
    s = fight(PUNCH, active=[("butt", "shield 1")], parts="butt")
    assert comes(s) == dict.fromkeys(("teeth", "brain", "legs", "butt", "guts", "no Part"), 1)
    assert labels(after(s, "legs")) == ["do not defend", "shield 1: pay butt"]


@pytest.mark.rule("5.6")
@pytest.mark.ruling("BR-25")
def test_an_aim_die_without_a_blank_face_may_be_chosen() -> None:
    options = kabula.Options(aim_blank=False)
    s = beside({"hero": "zack", "parts": "teeth"}, setup=kabula.Setup(options=options))
    s = after(s, "Punch", "attack Jessika")
    assert comes(s) == dict.fromkeys(("teeth", "brain", "legs", "butt", "guts"), 1)


@pytest.mark.rule("5.7")
@pytest.mark.parametrize(("face", "heart"), [("legs", 2), ("teeth", 2), ("guts", 1), ("no Part", 1), ("butt", 0)])
def test_what_is_hit_may_raise_the_damage_and_sets_off_armour(face: str, heart: int) -> None:
    s = fight("attack, aim, blade 1, teeth/legs: blade 1", 9, face, passive={"butt": "shield 9"})
    assert lost(s) == heart


@pytest.mark.rule("5.7")
def test_an_attack_may_be_aimed_at_a_part_without_a_roll() -> None:
    assert lost(fight("attack, aimed butt, blade 2", passive={"butt": "shield 1"})) == 1
    assert lost(fight("attack, aimed legs, blade 2", passive={"butt": "shield 1"})) == 2


@pytest.mark.rule("5.15")
def test_who_cancels_the_aim_takes_away_its_bonus_and_the_own_armour() -> None:
    told: dict[str, Any] = {
        "passive": {"butt": "shield 9"},
        "active": [("any", "shield 1, cancel aim")],
        "parts": "guts",
    }
    words = "attack, aim, blade 2, legs: blade 1"
    cancelled = "shield 1, cancel aim: pay guts"
    assert lost(fight(words, 9, "legs", cancelled, **told)) == 1
    assert lost(fight(words, 9, "butt", cancelled, **told)) == 1
    assert lost(fight("attack, aimed butt, blade 2", 9, cancelled, **told)) == 1


# Nausea and lost Heart ------------------------------------------------------------------------------
@pytest.mark.rule("5.8")
def test_nausea_comes_as_tokens_without_a_limit() -> None:
    s = fight("attack, nausea 3", nausea=98)
    assert (s.fighters[1].nausea, lost(s)) == (101, 0)


@pytest.mark.rule("5.9")
def test_each_loss_is_raised_by_the_nausea_there_is_once() -> None:
    assert lost(fight("attack, blade 2", nausea=3)) == 5
    assert lost(fight("attack, heart 1, heart 1", nausea=1)) == 4
    assert lost(fight("attack, nausea 2, heart 1")) == 3


@pytest.mark.rule("5.9")
def test_damage_that_is_blocked_is_no_loss_to_be_raised() -> None:
    assert lost(fight("attack, aimed butt, blade 1", nausea=3, passive={"butt": "shield 1"})) == 0


@pytest.mark.rule("5.9")
def test_nobody_loses_more_heart_than_there_is() -> None:
    s = fight("attack, blade 9", 4)
    assert (lost(s), hearts(s)[1]) == (4, 0)


# Push ---------------------------------------------------------------------------------------------
@pytest.mark.rule("5.10a")
def test_a_push_rolls_the_compass_die_for_the_target() -> None:
    s = fight("attack, push", island=CLIFF)
    assert comes(s) == dict.fromkeys(("N", "NE", "SE", "S", "SW", "NW"), 1)
    assert after(s, "SE").fighters[1].space == (1, 0)
    assert lost(after(s, "SE")) == 0


@pytest.mark.rule("5.10a", "5.11")
def test_a_push_off_a_cliff_costs_heart_and_nausea_raises_it() -> None:
    s = fight("attack, push", 9, "S", island=CLIFF, nausea=1)
    assert (s.fighters[1].space, lost(s)) == ((0, 1), 2)


@pytest.mark.rule("5.10a")
def test_one_roll_pushes_the_attacker_too_where_the_attack_says_so() -> None:
    s = fight("attack, push, push self", 9, "S", island=CLIFF)
    assert [f.space for f in s.fighters] == [(0, 1), (0, 1)]
    assert hearts(s) == [8, 8]


# Defences --------------------------------------------------------------------------------------------
@pytest.mark.rule("5.14")
def test_an_active_defence_is_paid_for_and_there_is_one_for_each_attack() -> None:
    told: dict[str, Any] = {"active": [("butt", "shield 1"), ("legs", "shield 2")], "parts": "butt 2, legs"}
    s = fight(HARD, 9, "guts", "shield 1: pay butt", **told)
    assert lost(s) == 2
    assert labels(s) == ["recharge butt from Used to Fresh", LEGS, "recharge butt from Fresh to Rage"]
    assert str(s.fighters[1].boxes.used) == "butt"


@pytest.mark.rule("5.14")
def test_a_defence_that_cannot_be_paid_is_not_offered() -> None:
    assert not [a for a in labels(fight(HARD, 9, "guts", active=[("butt", "shield 1")], parts="legs")) if "shield" in a]


@pytest.mark.rule("5.16")
def test_armour_acts_for_nothing_when_its_part_is_hit() -> None:
    s = fight(HARD, 9, "butt", passive={"butt": "shield 2", "legs": "shield 9"})
    assert (lost(s), s.spent) == (1, (0, 0))


@pytest.mark.rule("5.16")
def test_an_attack_without_aim_sets_off_no_armour() -> None:
    assert lost(fight("attack, blade 3", passive=dict.fromkeys(("teeth", "butt"), "shield 9"))) == 3


@pytest.mark.rule("5.18")
def test_a_shield_blocks_one_blade_and_nothing_else() -> None:
    assert lost(fight("attack, aimed butt, blade 3", passive={"butt": "shield 2"})) == 1
    s = fight("attack, aimed butt, heart 2, nausea 1", passive={"butt": "shield 9"})
    assert (lost(s), s.fighters[1].nausea) == (2, 1)


@pytest.mark.rule("5.18")
def test_all_blades_of_an_attack_hit_together() -> None:
    s = fight("attack, aim, blade 1, legs: blade 1", 9, "legs", nausea=1, passive={"legs": "shield 1"})
    assert lost(s) == 2


@pytest.mark.rule("5.19")
def test_any_figure_on_the_targets_space_but_the_attacker_may_defend() -> None:
    friend = {"hero": "clayton", "items": ["Umbrella"], "parts": "butt"}
    s = beside({"hero": "zack", "parts": "guts", "items": ["Mirror Shield"]}, {"parts": ""}, friend)
    s = after(s, "Kidney Bean Bullet", "attack Jessika", "brain")
    assert (asked(s), labels(s)) == (3, ["do not defend", "Umbrella: pay butt"])
    away = table({"hero": "zack", "parts": "guts", "space": (0, 3)}, {"parts": "", "space": (0, 3)}, friend)
    away = after(away, "Kidney Bean Bullet", "attack Jessika", "brain")
    assert away.strike is None


@pytest.mark.rule("5.20")
def test_who_defends_another_becomes_the_target_with_the_same_aim_and_the_own_armour() -> None:
    friend = {"active": [("legs", "shield 1")], "parts": "legs", "passive": {"butt": "shield 1"}}
    s = fight(HARD, 9, "butt", "shield 1: pay legs", passive={"butt": "shield 9"}, others=[friend])
    assert (lost(s, 1), lost(s, 2)) == (0, 1)


@pytest.mark.rule("5.19", "5.20")
def test_a_figure_may_defend_several_targets_of_an_attack_on_all() -> None:
    friend = {"active": [("legs", "shield 9")], "parts": "legs 2"}
    s = fight("attack all, blade 2", 9, "shield 9: pay legs", "shield 9: pay legs", others=[friend])
    assert (s.spent, s.lost) == ((0, 0, 2), (0, 0, 0))


@pytest.mark.rule("5.21")
def test_an_attack_may_take_farz_as_many_as_there_are() -> None:
    s = fight("attack, farz 3", farz=2)
    assert [f.farz for f in s.fighters] == [2, 0]


@pytest.mark.rule("5.21", "4.1")
def test_farz_taken_by_an_attack_stop_at_the_cap_of_the_sheet_too() -> None:
    here: dict[str, Any] = {"space": "Kabularbor", "parts": {}}
    s = first(kabula.table(heroes=[here | {"farz": 14}, here | {"farz": 9}]), 0, Verb("attack", 1, "attack, farz 3"))
    s = brawls.begin(s, 0, "attack, farz 3", 1)
    assert s.strike is not None
    s = brawls.after(s, s.strike)
    assert [h.farz for h in s.heroes] == [s.setup.number("farz_cap"), 6]


# 6  Recharging -----------------------------------------------------------------------------------------
@pytest.mark.rule("6.1")
@pytest.mark.parametrize("words", ["attack, blade 1", "attack, nausea 1", "attack, farz 1"])
def test_a_hero_on_whom_an_attack_had_an_effect_recharges(words: str) -> None:
    s = fight(words, parts={"used": "legs"}, farz=1)
    assert (decides(s), labels(s)) == ("the target", ["recharge legs from Used to Fresh"])


@pytest.mark.rule("6.1")
def test_who_was_only_moved_or_made_to_spend_does_not_recharge() -> None:
    assert over(fight("attack, push", 9, "SE", island=CLIFF, parts="legs"))
    assert over(fight("attack, spend legs or nothing", 9, "spend legs", parts="legs 2"))


@pytest.mark.rule("6.1")
def test_neither_monsters_nor_the_dead_recharge() -> None:
    assert over(fight("attack, blade 1", kind="guardian"))
    assert over(fight("attack, blade 9", 3, parts="legs"))


@pytest.mark.rule("6.2")
def test_an_attacker_whose_target_might_have_lost_heart_and_did_not_recharges() -> None:
    s = fight("attack, aimed butt, blade 1", passive={"butt": "shield 1"}, own={"parts": {"used": "teeth"}})
    assert decides(s) == "the attacker"
    assert over(after(s, "recharge teeth from Used to Fresh"))
    assert over(fight("attack, nausea 1", own={"parts": "teeth"}))
    assert over(fight("attack, blade 1", own={"parts": "teeth"}))


@pytest.mark.rule("6.3")
def test_who_recharges_moves_one_part_one_box_to_the_left() -> None:
    s = fight("attack, blade 1", parts={"used": "legs", "fresh": "butt"})
    assert labels(s) == ["recharge legs from Used to Fresh", "recharge butt from Fresh to Rage"]
    boxes = after(s, "recharge butt from Fresh to Rage").fighters[1].boxes
    assert (str(boxes.rage), str(boxes.fresh), str(boxes.used)) == ("butt", "nothing", "legs")


@pytest.mark.rule("6.3")
def test_into_a_full_fresh_box_nothing_is_recharged() -> None:
    s = fight("attack, blade 1", parts={"used": "legs", "fresh": "butt 10"})
    assert labels(s) == ["recharge butt from Fresh to Rage"]


# 7  The order of it all --------------------------------------------------------------------------------
@pytest.mark.rule("7.1")
def test_what_acts_before_the_attack_comes_first_and_a_dead_attacker_hits_nobody() -> None:
    told: dict[str, Any] = {"active": [("guts", "before heart 2")], "parts": "guts"}
    s = fight(PUNCH, 9, "legs", "before heart 2: pay guts", own={"heart": 2}, **told)
    assert (hearts(s)[0], lost(s)) == (0, 0)
    s = fight(PUNCH, 9, "legs", "before heart 2: pay guts", own={"heart": 3}, **told)
    assert (hearts(s)[0], lost(s)) == (1, 1)


@pytest.mark.rule("7.1")
def test_what_acts_before_the_attack_reaches_an_attacker_on_the_same_space_only() -> None:
    s = table({"hero": "zack", "parts": "guts", "space": (0, 2)}, {"hero": "isolde", "parts": "guts", "space": (0, 3)})
    s = after(s, "Kidney Bean Bullet", "attack Isolde", "brain", "Trading Blood: pay guts")
    s = after(s, labels(s)[0])
    assert hearts(s) == [9, 6]


@pytest.mark.rule("7.2")
def test_what_acts_after_the_attack_waits_until_all_targets_were_hit() -> None:
    told: dict[str, Any] = {"active": [("guts", "after heart 1")], "parts": "guts"}
    s = fight("attack all, blade 1", 9, others=[{}], own={"heart": 1}, **told)
    s, ids = cited(s, "after heart 1: pay guts")
    assert s.lost[1:] == (1, 1)
    assert hearts(s)[0] == 0
    assert ids.index("7.2") > max(i for i, id in enumerate(ids) if id == "5.18")


@pytest.mark.rule("7.3")
def test_an_attack_stops_when_the_attacker_dies_and_what_was_done_stays_done() -> None:
    told: dict[str, Any] = {"active": [("guts", "before heart 9")], "parts": "guts"}
    s = fight("attack all, blade 1", 9, others=[told, {}], own={"heart": 3})
    assert decides(s) == "another"
    s = after(s, "do not defend", "before heart 9: pay guts")
    assert s.lost == (3, 1, 0, 0)


@pytest.mark.rule("7.4")
@pytest.mark.ruling("BR-107")
def test_the_attacker_recharges_last() -> None:
    s = fight(
        "attack all, aimed butt, blade 1",
        parts={"used": "legs"},
        others=[{"passive": {"butt": "shield 1"}}],
        own={"parts": {"used": "teeth"}},
    )
    assert decides(s) == "the target"
    assert decides(after(s, "recharge legs from Used to Fresh")) == "the attacker"


# 9  Wild Monsters' Parts ---------------------------------------------------------------------------------
@pytest.mark.rule("9.2")
def test_who_makes_a_wild_monster_lose_heart_takes_so_many_of_its_parts() -> None:
    s = fight("attack, blade 2", kind="monster", parts="teeth 2, butt")
    assert (decides(s), labels(s)) == ("the attacker", ["take teeth ×2", "take butt, teeth"])
    s = after(s, "take teeth ×2")
    assert str(s.fighters[1].boxes.fresh) == "butt"
    assert hearts(s)[1] == 1
    assert s.fighters[0].boxes.used == Bag(["teeth", "teeth"])


@pytest.mark.rule("9.2")
def test_of_a_monster_only_the_parts_that_are_there_are_taken() -> None:
    s = fight("attack, blade 3", kind="monster", parts="teeth, butt")
    assert hearts(s)[1] == 0
    assert s.fighters[0].boxes.used == Bag(["teeth", "butt"])


@pytest.mark.rule("9.3")
def test_where_a_monster_or_the_guardian_causes_the_loss_the_next_player_chooses_and_the_parts_are_gone() -> None:
    s = fight("attack, blade 1", kind="monster", parts="teeth, butt", own={"kind": "guardian"}, others=[{}])
    assert decides(s) == "another"
    s = after(s, "take butt")
    assert [len(f.boxes) for f in s.fighters] == [0, 1, 0]


@pytest.mark.rule("5.10a", "8.1")
def test_at_the_table_a_push_moves_the_figure() -> None:
    s = after(beside({"hero": "zack", "parts": "butt"}, {"parts": ""}), "Shove", "attack Jessika")
    assert what(s) == "the Compass die"
    s = after(s, "N")
    assert (s.heroes[1].space, hearts(s)) == ((0, 2), [9, 7])
