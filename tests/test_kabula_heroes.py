"""Kabula 10: personalities, their Tags, what these unlock, and what being trending brings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_table import SHEET, after, asked, card, cited, labels, parts, table
from rulebooks import kabula
from rulebooks.kabula.heroes import bonus, encounters_seen, personalities, trending, unlocked
from rulebooks.kabula.printed import TRAITS, Verb, traits_of

DUNGEON, PIN, MEADOW = (3, -1), (1, 3), (0, 3)


def zack(*tags: int, **more: Any) -> Any:
    """A table of Zack and Isolde, Zack by a dungeon. His personalities: Hello World, Couch King, Big Talk."""
    return table({"hero": "Zack", "space": DUNGEON, "tags": tags} | more, {"hero": "Isolde"}, dungeons=["Good Boy"])


# Printed examples -----------------------------------------------------------------------------------------
@pytest.mark.rule("10.5", "10.5a")
def test_hello_world_once_it_has_a_tag_brings_another_for_exploring_a_dungeon() -> None:
    s = after(zack(1, 0, 0), "enter the dungeon 1", "Good Boy")
    assert labels(s) == ["a Tag for Hello World", "no Tag"]
    assert after(s, "a Tag for Hello World").heroes[0].tags == (2, 0, 0)
    assert after(s, "no Tag").heroes[0].tags == (1, 0, 0)


@pytest.mark.rule("10.5")
@pytest.mark.ruling("BR-96")
def test_br_96_without_a_tag_on_it_hello_world_does_nothing_in_a_dungeon() -> None:
    s = after(zack(0, 2, 2), "enter the dungeon 1", "Good Boy")
    assert "a Tag for Hello World" not in labels(s)
    assert s.strike is not None  # the dog bites at once


@pytest.mark.rule("10.3", "10.6", "10.2")
def test_bt_21_the_third_tag_on_sorry_not_sorry_turns_it_to_forest_princess_and_ends_what_the_others_do() -> None:
    isolde = {"hero": "Isolde", "space": PIN, "tags": {"Sorry, Not Sorry": 2, "Moonlit Walks": 2, "Velvet Gloves": 1}}
    s = table(isolde, {"hero": "Zack"}, pins={PIN: "encounter"}, encounters=[nature_lovers().name])
    before = kabula.node(s)
    assert [p.name for p in unlocked(s, 0)] == ["Sorry, Not Sorry", "Moonlit Walks", "Velvet Gloves"]
    assert "Forest Princess" not in labels(s)
    s = after(s, "have an encounter", nature_lovers().name)
    s, ids = cited(s, next(a for a in kabula.node(s).actions if "#nature lover" in str(a)))
    assert "10.2" in ids
    assert s.heroes[0].tags == (3, 2, 1)
    assert trending(s.heroes[0])
    assert unlocked(s, 0) == ()
    s = table(isolde | {"tags": (3, 2, 1)}, {"hero": "Zack"})
    assert [a for a in labels(s) if a not in [str(m) for m in before.actions]] == ["Forest Princess"]


def nature_lovers() -> Any:
    """An encounter with an option for nature lovers."""
    options = [o for o in SHEET.cards if o.kind == "option" and o.trait == "nature lover"]
    return next(c for o in options if (c := card(o.owner)).light == "green" and not c.does and c.set is None)


@pytest.mark.rule("10.6a", "10.6")
@pytest.mark.ruling("BR-150")
def test_forest_princess_makes_a_wild_monster_beside_her_a_familio_with_as_much_heart_as_it_had_parts() -> None:
    isolde = {"hero": "Isolde", "space": MEADOW, "tags": {"Sorry, Not Sorry": 3}, "parts": "legs 3, butt"}
    wolf = {"monster": "Aloe Wolf", "space": MEADOW, "parts": "teeth 2, guts", "nausea": 1}
    s = table(isolde, {"hero": "Zack"}, monsters=[wolf])
    s, ids = cited(paid(s), "befriend Aloe Wolf")
    assert "10.6a" in ids
    assert "10.2" not in ids  # who is trending gets no Tag
    pet = s.heroes[0].familio
    assert (pet.heart, pet.most, pet.space, pet.nausea) == (3, 6, (0, 0), 0)
    assert s.monsters == ()
    assert labels(s)[-1] == "no more Parts"
    s = after(s, "give legs from Used", "no more Parts")
    assert str(s.heroes[0].familio.fresh) == "legs"
    assert 10 in s.ron


def paid(s: Any) -> Any:
    """Forest Princess used, and paid in the first way there is."""
    s = after(s, "Forest Princess")
    return kabula.step(s, kabula.node(s).actions[0]) if labels(s)[0].startswith("pay") else s


@pytest.mark.rule("10.6a")
@pytest.mark.ruling("BR-150")
def test_br_150_after_the_theft_she_still_makes_friends_for_her_monster_has_not_died() -> None:
    isolde = {"hero": "Isolde", "space": MEADOW, "tags": {"Sorry, Not Sorry": 3}, "parts": "legs 2"}
    s = table(isolde, {"hero": "Zack"}, monsters=[{"monster": "Aloe Wolf", "space": MEADOW}], kabula=2)
    s = after(paid(s), "befriend Aloe Wolf")
    assert (s.heroes[0].familio.heart, s.heroes[0].familio.most) == (5, 6)


def test_a_new_friend_takes_the_place_of_the_old_one_whose_card_is_discarded() -> None:
    isolde = {"hero": "Isolde", "space": MEADOW, "tags": {"Sorry, Not Sorry": 3}, "parts": "legs 2"}
    s = table(isolde | {"familio": "Tin Crab"}, {"hero": "Zack"}, monsters=[{"monster": "Aloe Wolf", "space": MEADOW}])
    everything = kabula.components(s)
    s = after(paid(s), "befriend Aloe Wolf", "no more Parts")
    assert (s.heroes[0].familio.card.name, "Tin Crab" in [c.name for c in s.gone]) == ("Aloe Wolf", True)
    assert kabula.components(s) == everything


# Personality cards --------------------------------------------------------------------------------------
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("hero", [c.id for c in SHEET.cards if c.kind == "hero" and c.set is None])
def test_a_hero_has_three_personalities_of_two_traits_each(hero: str) -> None:
    s = kabula.table(heroes=[{"hero": hero}, {}])
    own = personalities(s, 0)
    assert [len(set(traits_of(p))) for p in own] == [2, 2, 2]
    assert {t for p in own for t in traits_of(p)} <= set(TRAITS)


@pytest.mark.rule("10.1")
def test_a_personality_that_costs_parts_is_an_action_from_its_first_tag_on() -> None:
    clayton = {"hero": "Clayton", "space": MEADOW, "parts": "legs 2, butt"}
    assert "Open Kitchen" not in labels(table(clayton, {"hero": "Zack"}))
    s = table(clayton | {"tags": {"Open Kitchen": 1}}, {"hero": "Zack"})
    s = after(s, "Open Kitchen", "pay legs ×2")
    assert s.heroes[0].tags == (2, 0, 0)
    assert asked(s) == 2  # its action ends the turn


@pytest.mark.rule("10.5")
@pytest.mark.ruling("BR-96")
def test_br_96_a_bonus_on_a_personality_counts_from_its_first_tag_until_one_is_trending() -> None:
    def steps(*tags: int) -> int:
        return bonus(table({"hero": "Jessika", "tags": tags}, {"hero": "Zack"}), 0, "steps")  # Night Owl: a step more

    assert [steps(0, 2, 2), steps(1, 0, 0), steps(2, 0, 0), steps(1, 3, 0)] == [0, 1, 1, 0]
    assert steps(3, 0, 0) == 1  # that is the bonus of its trending side


@pytest.mark.rule("10.5a")
def test_each_moment_that_a_personality_names_brings_its_tag_if_one_wants_it() -> None:
    s = table({"hero": "Jessika", "space": MEADOW, "tags": {"Window Garden": 1}}, {"hero": "Zack"})
    s = after(s, "Rest")
    assert labels(s) == ["a Tag for Window Garden", "no Tag"]
    assert after(s, "a Tag for Window Garden").heroes[0].tags == (0, 0, 2)


@pytest.mark.rule("10.5a")
@pytest.mark.ruling("BR-63")
def test_br_63_a_third_tag_by_one_s_own_card_leaves_no_second_one_to_take() -> None:
    clayton = {"hero": "Clayton", "space": MEADOW, "tags": (2, 0, 1), "parts": "legs 2"}
    s = table(clayton, {"hero": "Zack"})
    s = replace(s, todo=tuple((0, Verb("may tag", 1, trait)) for trait in ("generous", "creepy")))
    assert labels(s) == ["a Tag for Open Kitchen", "no Tag"]
    s = after(s, "a Tag for Open Kitchen")
    assert s.heroes[0].tags == (3, 0, 1)
    assert trending(s.heroes[0])
    assert "Walk" in labels(s)


# Trending -----------------------------------------------------------------------------------------------
@pytest.mark.rule("10.3")
@pytest.mark.ruling("BR-63")
def test_br_63_who_is_trending_gets_no_more_tags_from_encounters_familios_or_cards() -> None:
    s = zack(3, 2, 2)
    s = after(s, "enter the dungeon 1", "Good Boy")
    assert s.strike is not None  # no Tag is offered
    meeting = table({"hero": "Zack", "space": PIN, "tags": (3, 2, 2)}, {}, encounters=[nature_lovers().name])
    s = after(meeting, "have an encounter", nature_lovers().name)
    s, ids = cited(s, next(a for a in kabula.node(s).actions if "#nature lover" in str(a)))
    assert s.heroes[0].tags == (3, 2, 2)
    assert "10.2" not in ids


@pytest.mark.rule("10.6")
def test_the_trending_side_brings_its_bonus_and_no_other_card_does() -> None:
    s = table({"hero": "Zack", "tags": (0, 3, 2)}, {})  # Couch King: Throne of Cushions
    assert (bonus(s, 0, "shield"), bonus(s, 0, "heal"), bonus(s, 0, "blade")) == (1, 1, 0)
    assert (bonus(table({"hero": "Zack", "tags": (0, 2, 2)}, {}), 0, "shield")) == 0


@pytest.mark.rule("10.6", "2.4b")
def test_a_bonus_of_blades_raises_the_blades_of_an_attack_and_of_no_other() -> None:
    star = {"hero": "Jessika", "space": MEADOW, "tags": (3, 0, 0), "parts": "teeth 2, butt"}  # Star of the Night
    foe = {"hero": "Zack", "space": MEADOW, "heart": 9, "parts": ""}
    s = after(table(star, foe), "Punch", "attack Zack", "no Part")
    assert s.heroes[1].heart == 9 - 2
    s = after(table(star, foe), "Shove", "attack Zack", "NW")
    assert s.heroes[1].heart == 9


@pytest.mark.rule("10.6", "5.1")
def test_a_bonus_of_healing_raises_each_healing() -> None:
    green = {"hero": "Jessika", "space": (0, 4), "tags": (0, 0, 3), "heart": 1, "parts": "legs 4"}
    s = after(table(green, {}), "Bed and Breakfast")
    assert s.heroes[0].heart == 1 + 6 + 2 - max(0, 9 - s.heroes[0].most)
    assert parts(s)["fresh"] == "legs ×4"


def test_a_hero_meets_one_encounter_more_for_each_bonus_of_that_kind() -> None:
    s = table({"hero": "Zack", "familio": "Peeping Cobra"}, {})
    assert [encounters_seen(s, 0), encounters_seen(s, 1)] == [2, 1]


@pytest.mark.rule("10.5a", "10.2")
def test_a_tag_by_one_s_own_card_goes_to_any_personality_with_its_trait() -> None:
    s = replace(zack(1, 0, 0), todo=((0, Verb("may tag", 1, "lazy")),))
    assert labels(s) == ["a Tag for Couch King", "no Tag"]
    assert after(s, "a Tag for Couch King").heroes[0].tags == (1, 1, 0)


@pytest.mark.rule("10.2", "9.11")
def test_a_monster_that_is_tamed_brings_a_tag_for_its_trait() -> None:
    isolde = {"hero": "Isolde", "space": MEADOW, "parts": "teeth"}  # Moonlit Walks: romantic, creepy
    s = table(isolde, {"hero": "Zack"}, monsters=[{"monster": "Aloe Wolf", "space": MEADOW, "parts": "legs"}])
    s = after(s, "Punch", "attack Aloe Wolf", "no Part", "tame Aloe Wolf")
    assert s.heroes[0].tags == (0, 1, 0)
