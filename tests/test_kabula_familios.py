"""Kabula 9: Familios: how a Monster is tamed, what a Familio does and may not do, its gear, and how it is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_moves import boxes
from kabula_table import CALM, ISLAND, SHEET, WAIT, asked, comes, labels, no, only_top, what
from kabula_wild import (
    BLUFF,
    FAR,
    MEADOW,
    after,
    familio,
    far,
    names,
    on_tracker,
    pet,
    pets_turn,
    settle,
    wild,
)
from rulebooks.core.chance import Seen
from rulebooks.kabula.brawls import begin
from rulebooks.kabula.flow import settled
from rulebooks.kabula.heroes import bonus
from rulebooks.kabula.printed import Verb
from rulebooks.kabula.table import Do

BULLET = "Kidney Bean Bullet"
COBRA = SHEET.find("peeping-cobra")
SLITHER, TONGUE, SLAP = (Do(SHEET.find(f"peeping-cobra-familio-{n}")) for n in (1, 2, 3))


def victory(*heroes: Any, over: str = "Aloe Wolf", **told: Any) -> Any:
    """Player 1 has killed a Monster with Zack's bullet and may tame it."""
    first, *others = heroes or ({}, {"space": FAR})
    zack = {"hero": "zack", "parts": "guts"} | first
    s = wild(far(zack, *others), over, parts="legs", **told)
    return after(s, BULLET, f"attack {over}", "brain")


# Taming -----------------------------------------------------------------------------------------------
@pytest.mark.example
@pytest.mark.vector("BT-20")
@pytest.mark.rule("9.11", "9.11b")
def test_bt_20_a_hero_with_a_creepy_card_tames_the_peeping_cobra() -> None:
    jessika = {"hero": "jessika", "parts": {"fresh": "teeth, brain 2, legs 2", "used": "guts, butt"}}
    s = wild(far(jessika, {"space": FAR}), "Peeping Cobra", parts="brain")
    s = settle(after(s, "Punch", "attack Peeping Cobra", "brain"))
    s = after(s, "tame Peeping Cobra")
    pet_ = familio(s)
    assert (pet_.card, pet_.heart, pet_.most, pet_.space) == (COBRA, 5, 5, ISLAND.sanctuary)
    assert s.heroes[0].tags == (1, 0, 0)  # Night Owl is creepy
    assert labels(s)[-1] == "no more Parts"
    while labels(s)[0].startswith("give"):
        s = after(s, labels(s)[0])
    assert len(familio(s).fresh) == 5
    assert on_tracker(after(s, WAIT)) == ["1", "2", "f1"]


@pytest.mark.rule("9.11")
@pytest.mark.ruling("BR-61")
def test_a_monster_whose_trait_no_own_card_shows_brings_no_tag() -> None:
    s = after(victory(over="Peeping Cobra"), "tame Peeping Cobra")
    assert (s.heroes[0].tags, familio(s).card) == ((0, 0, 0), COBRA)


@pytest.mark.rule("9.11")
@pytest.mark.ruling("BR-64")
def test_br_64_a_new_familio_has_all_the_heart_of_its_card() -> None:
    pet_ = familio(after(victory(over="Sleepy Tortoise"), "tame Sleepy Tortoise"))
    assert (pet_.heart, pet_.most, pet_.nausea) == (9, 9, 0)


@pytest.mark.rule("9.11b")
def test_up_to_five_parts_from_any_box_are_the_familio_s_fresh_ones() -> None:
    s = victory({"parts": {"rage": "teeth", "fresh": "guts, butt", "used": "brain"}}, {"space": FAR})
    s = after(s, "tame Aloe Wolf")
    assert labels(s) == [
        "give brain from Used",
        "give legs from Used",
        "give guts from Used",
        "give butt from Fresh",
        "give teeth from Rage",
        "no more Parts",
    ]
    s = after(s, "give brain from Used", "give butt from Fresh", "give teeth from Rage")
    assert (str(familio(s).fresh), boxes(s.heroes[0])) == ("brain, butt, teeth", ("", "", "guts, legs"))
    assert s.todo == ()  # in a fixed order: nothing is left to give


@pytest.mark.rule("9.11b")
def test_the_familio_gets_as_few_parts_as_its_master_likes() -> None:
    s = after(victory(), "tame Aloe Wolf", "no more Parts")
    assert (len(familio(s).fresh), boxes(s.heroes[0])[2]) == (0, "guts, legs")


@pytest.mark.rule("9.11a")
@pytest.mark.ruling("BR-65")
def test_br_65_who_tames_another_discards_the_first_whose_parts_are_used_and_whose_gear_comes_back() -> None:
    zack = {"hero": "zack", "parts": "guts", "items": ["Chew Toy"]}
    s = wild(far(zack, {"space": FAR}), "Aloe Wolf", parts="legs")
    s = pet(s, 1, "ScoundrEgg", FAR, parts={"rage": "brain", "fresh": "legs"}, gear=["Chew Toy"])
    s = after(s, BULLET, "attack Aloe Wolf", "brain", "tame Aloe Wolf")
    assert (familio(s).card.name, names(s.gone), len(familio(s).gear)) == ("Aloe Wolf", ["ScoundrEgg"], 0)
    assert boxes(s.heroes[0])[2] == "brain, guts, legs ×2"
    assert "Chew Toy" in names(s.heroes[0].items)
    assert on_tracker(after(s, "no more Parts")) == ["1", "2", "f1"]


# Its place in the order ---------------------------------------------------------------------------------
@pytest.mark.rule("9.12a")
@pytest.mark.ruling("BR-67")
def test_br_67_familios_stand_on_the_right_in_the_order_of_their_heroes() -> None:
    heroes = [{"hero": "zack", "parts": "guts"}, {"space": FAR}, {"space": FAR}]
    s = wild(far(*heroes, order=[3, 1, 2]), "Aloe Wolf", parts="legs")
    s = pet(pet(s, 2, "Tin Crab", FAR), 3, "ScoundrEgg", FAR)
    assert on_tracker(s) == ["3", "100", "1", "2", "f3", "f2"]
    s = replace(s, turn=s.ron.index(0))
    s = after(s, BULLET, "attack Aloe Wolf", "brain", "tame Aloe Wolf", "no more Parts")
    assert [f for f in on_tracker(s) if f != "100"] == ["3", "1", "2", "f3", "f1", "f2"]


@pytest.mark.rule("9.12a")
@pytest.mark.ruling("BR-67")
def test_br_67_a_familio_acts_in_the_round_it_was_tamed_if_its_place_is_still_to_come() -> None:
    s = after(victory(), "tame Aloe Wolf", "give legs from Used", "no more Parts", WAIT)
    assert (s.active, s.round, "Trot Along" in labels(s)) == (10, 1, True)


@pytest.mark.rule("9.11a", "9.12a")
@pytest.mark.ruling("BR-117")
def test_br_117_a_familio_that_is_replaced_in_its_own_turn_ends_it_and_the_new_one_waits() -> None:
    s = wild(far({"parts": "teeth"}, {"space": FAR}), "Moss Boar", parts="legs", before=2)
    s = pets_turn(pet(s, 1, "Polar Rhinoplast", parts="butt, legs"))
    s = after(s, "Charge", "attack Moss Boar", "brain", "tame Moss Boar", "give teeth from Fresh")
    assert (what(s), s.round, familio(s).card.name) == ("the Guardian's card", 2, "Moss Boar")


# What it does ---------------------------------------------------------------------------------------------
def cobra(*heroes: Any, parts: str = "legs 2, brain 2, butt", **told: Any) -> Any:
    """The turn of the Peeping Cobra, the Familio of player 1."""
    return pets_turn(pet(far(*(heroes or ({}, {"space": FAR}))), 1, "Peeping Cobra", parts=parts, **told))


@pytest.mark.example
@pytest.mark.rule("9.12b")
def test_the_peeping_cobra_goes_to_any_hero_s_space_or_takes_two_steps() -> None:
    s = after(cobra({"hero": "jessika"}, {"hero": "zack", "space": FAR}), SLITHER)
    assert labels(s) == ["go to Zack", "take 2 steps"]  # it stands with Jessika already
    assert familio(after(s, "go to Zack")).space == FAR
    s = after(s, "take 2 steps")
    assert (familio(s).steps, familio(s).space) == (2, MEADOW)
    assert familio(after(s, "walk NE")).space == (1, 2)


@pytest.mark.rule("9.12b", "2.4b")
def test_a_bonus_of_its_gear_gives_more_steps_to_a_familio_that_takes_some_instead() -> None:
    s = after(cobra({"items": ["Dog Whistle"]}, {"space": FAR}, gear=["Dog Whistle"]), SLITHER)
    assert labels(s) == ["go to Zack", "take 3 steps"]


@pytest.mark.rule("2.6", "9.12")
def test_a_part_that_a_familio_gets_lies_in_the_used_box_of_its_hero() -> None:
    s = cobra()
    s = settled(replace(s, todo=((s.active, Verb("get", 2, "teeth")),)))
    assert s.heroes[0].boxes.used.count("teeth") == 2


@pytest.mark.example
@pytest.mark.rule("9.12c")
def test_the_peeping_cobra_s_tongue_makes_a_hero_spend_any_part_or_give_two_farz_to_its_master() -> None:
    s = cobra({"farz": 1, "parts": ""}, {"farz": 5, "parts": "guts"})
    s = after(s, TONGUE, "pay brain", "attack Zack")
    assert (asked(s), labels(s)) == (2, ["spend guts", "suffer farz 2"])
    spent = settle(after(s, "spend guts"))
    assert ([h.farz for h in spent.heroes], boxes(spent.heroes[1])[2]) == ([1, 5], "guts")
    robbed = settle(after(s, "suffer farz 2"))
    assert ([h.farz for h in robbed.heroes], robbed.round) == ([3, 3], 2)  # the turn is over


@pytest.mark.example
@pytest.mark.rule("5.5")
def test_the_peeping_cobra_s_slap_costs_two_parts_or_two_hearts() -> None:
    s = after(cobra({"parts": ""}, {"parts": "guts, brain"}), SLAP, "attack Zack")
    spent = settle(after(s, "spend brain, guts"))
    assert (spent.heroes[1].heart, boxes(spent.heroes[1])[1]) == (spent.heroes[1].most, "")
    hurt = settle(after(s, "suffer heart 2"))
    assert hurt.heroes[1].heart == hurt.heroes[1].most - 2


def with_cobra_meeting(**told: Any) -> Any:
    """Player 1, whose Familio is the Peeping Cobra, has an encounter; the first two cards are known."""
    s = far({"space": BLUFF} | told, {"space": FAR}, encounters=["Cold Spring", "Broken Cart"])
    return after(pet(s, 1, "Peeping Cobra", FAR), "have an encounter")


@pytest.mark.example
@pytest.mark.rule("3.12a")
@pytest.mark.ruling("BR-102")
def test_with_the_peeping_cobra_one_draws_two_encounters_and_resolves_one() -> None:
    s = after(with_cobra_meeting(), "Cold Spring")
    assert (what(s), comes(s)) == ("an encounter", {"Broken Cart": 1})
    s = after(s, "Broken Cart")
    assert sorted(labels(s)) == ["meet Broken Cart", "meet Cold Spring"]
    s = after(s, "meet Broken Cart")
    assert (s.card, s.encounters.layers[-1]) == (SHEET.find("broken-cart"), Seen(SHEET.find("cold-spring")))
    assert len(s.shown) == 0


@pytest.mark.rule("3.12a")
def test_with_one_card_left_there_is_nothing_to_choose_between() -> None:
    s = far({"space": BLUFF}, {"space": FAR}, encounters=["Broken Cart"])
    s = after(pet(only_top(s, "encounters"), 1, "Peeping Cobra", FAR), "have an encounter", "Broken Cart")
    assert s.card is SHEET.find("broken-cart")


@pytest.mark.rule("2.4b")
@pytest.mark.ruling("BR-101")
def test_br_101_a_familio_s_bonus_counts_as_long_as_it_is_there() -> None:
    assert bonus(pet(far(), 1, "Peeping Cobra"), 10, "encounters") == 1
    assert bonus(far(), 10, "encounters") == 0
    geared = pet(far({"items": ["Chew Toy", "Dog Whistle"]}, {}), 1, "ScoundrEgg", gear=["Chew Toy"])
    assert (bonus(geared, 10, "shield"), bonus(geared, 10, "steps"), bonus(geared, 0, "shield")) == (1, 0, 0)


@pytest.mark.rule("9.12")
@pytest.mark.ruling("BR-69")
def test_a_familio_has_the_actions_of_its_own_card_and_no_others() -> None:
    s = far({"space": BLUFF, "items": ["Slingshot"]}, {"space": FAR})
    s = pets_turn(pet(s, 1, "ScoundrEgg", BLUFF, parts="legs, brain, guts"))
    assert labels(s) == ["Roll", "Pick a Pocket", "end the Familio's turn"]  # no Pin, no mat, no weapon
    town = pets_turn(pet(far({"space": "Inverbluf"}, {}), 1, "ScoundrEgg", ISLAND.names["Inverbluf"], parts="guts 4"))
    assert labels(town) == ["end the Familio's turn"]


@pytest.mark.rule("9.12")
def test_a_familio_pays_with_its_own_fresh_parts_into_the_used_box_of_both() -> None:
    s = pets_turn(pet(far({"parts": {"fresh": "legs 3", "used": "teeth"}}, {}), 1, "ScoundrEgg", parts="legs"))
    s = after(s, "Roll")
    assert (familio(s).steps, len(familio(s).fresh), boxes(s.heroes[0])) == (3, 0, ("", "legs ×3", "legs, teeth"))
    assert no(s, "Roll") == "2.3"  # the Hero's Parts do not pay for it


@pytest.mark.rule("9.12", "3.4")
@pytest.mark.ruling("BR-20")
def test_a_familio_s_steps_add_up_and_are_lost_with_its_turn() -> None:
    s = after(pets_turn(pet(far(), 1, "ScoundrEgg", parts="legs 2")), "Roll", "Roll")
    assert familio(s).steps == 6
    s = after(s, "walk S")
    assert familio(s).space == (0, 4)
    assert familio(after(s, "end the Familio's turn")).steps == 0


@pytest.mark.rule("9.12c")
def test_a_familio_cannot_lose_farz_and_gives_what_it_gets_to_its_master() -> None:
    s = after(pets_turn(pet(far({"farz": 14}, {"farz": 3}), 1, "ScoundrEgg", parts="brain")), "Pick a Pocket")
    s = settle(after(s, "attack Zack"))
    assert [h.farz for h in s.heroes] == [15, 0]  # nobody carries more than 15
    s = pet(far({"farz": 5}, {"space": FAR}), 1, "ScoundrEgg")
    s = settle(begin(s, 1, "attack 9, farz 2", 10, keep=True))
    assert [h.farz for h in s.heroes] == [5, s.heroes[1].farz]


@pytest.mark.rule("9.12d")
@pytest.mark.ruling("BR-116")
def test_br_116_a_familio_s_turn_may_be_ended_at_any_time() -> None:
    s = pets_turn(pet(far(), 1, "ScoundrEgg", parts="legs"))
    assert after(s, "end the Familio's turn").round == 2
    assert after(s, "Roll", "end the Familio's turn").round == 2


@pytest.mark.rule("2.9")
@pytest.mark.ruling("BR-98")
def test_a_rest_fills_the_hero_s_box_with_ten_and_the_familio_s_with_five_and_takes_nausea_from_both() -> None:
    s = far({"parts": {"fresh": "legs 2", "used": "guts 9, teeth 3"}, "nausea": 2}, {})
    s = pet(s, 1, "ScoundrEgg", FAR, parts={"rage": "brain", "fresh": "butt 3"}, nausea=3)
    s = after(s, "Rest")
    assert (str(s.heroes[0].boxes.used), len(familio(s).fresh)) == ("brain, butt ×3, guts ×9, legs ×2, teeth ×3", 0)
    s = after(s, *["refresh teeth"] * 3, *["refresh legs"] * 2, *["refresh guts"] * 5)
    assert labels(s) == ["refresh brain", "refresh butt", "refresh guts", "no refresh"]
    s = after(s, "refresh brain", *["refresh butt"] * 3, "refresh guts")
    assert (boxes(s.heroes[0]), str(familio(s).fresh)) == (
        ("", "guts ×5, legs ×2, teeth ×3", "guts ×3"),
        "brain, butt ×3, guts",
    )
    assert (s.heroes[0].nausea, familio(s).nausea, asked(s)) == (0, 0, 2)


@pytest.mark.rule("2.9")
def test_a_hero_who_rests_may_leave_parts_to_the_familio() -> None:
    s = pet(far({"parts": {"used": "guts 2"}}, {}), 1, "ScoundrEgg", FAR)
    s = after(s, "Rest", "no refresh", "refresh guts", "refresh guts")
    assert (boxes(s.heroes[0]), str(familio(s).fresh)) == (("", "", ""), "guts ×2")


# Gear ------------------------------------------------------------------------------------------------------
PUT, OFF = "put Chew Toy on the Familio", "take Chew Toy off the Familio"


@pytest.mark.rule("4.12a")
@pytest.mark.ruling("BR-70")
def test_br_70_gear_is_put_on_in_the_turn_of_the_hero_or_the_familio_wherever_it_is() -> None:
    s = pet(far({"items": ["Chew Toy"]}, {"space": FAR}), 1, "ScoundrEgg", FAR)
    assert names(familio(after(s, PUT)).gear) == ["Chew Toy"]
    s = pets_turn(s)
    assert names(familio(after(s, PUT)).gear) == ["Chew Toy"]
    assert no(far({"items": ["Chew Toy"]}, {}), PUT) == "4.12a"


@pytest.mark.rule("4.12a")
@pytest.mark.ruling("BR-106")
def test_br_106_each_gear_is_changed_once_in_a_turn_and_again_in_the_next() -> None:
    s = after(pet(far({"items": ["Chew Toy"]}, {"space": FAR}), 1, "ScoundrEgg", FAR), PUT)
    assert OFF not in labels(s)
    s = after(s, WAIT, WAIT)
    assert (s.active, OFF in labels(s)) == (10, True)
    s = after(s, OFF, "end the Familio's turn", CALM)
    assert (s.active, PUT in labels(s), len(familio(s).gear)) == (0, True, 0)


@pytest.mark.example
@pytest.mark.rule("4.12a", "9.12")
def test_the_pina_colada_is_gear_whose_action_only_the_familio_has() -> None:
    s = pet(far({"items": ["Piña Colada"]}, {}), 1, "ScoundrEgg", gear=["Piña Colada"], heart=1, parts="brain")
    drink = Do(SHEET.find("pina-colada"))
    assert no(s, drink) == "4.12"
    s = after(pets_turn(s), drink)
    assert (familio(s).heart, boxes(s.heroes[0])[2]) == (3, "brain")
