"""Kabula 3, 4, 8 and 10.2 at the table: dungeons, encounters, cities, shops, equipment, death and rebirth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_table import (
    CALM,
    ISLAND,
    WAIT,
    after,
    asked,
    beside,
    card,
    cited,
    comes,
    hearts,
    kabula,
    labels,
    no,
    only_top,
    parts,
    pin,
    table,
    what,
    with_options,
)
from rulebooks.core.cards import parse_sheet, shipped_text
from rulebooks.kabula.flow import settled
from rulebooks.kabula.heroes import bonus
from rulebooks.kabula.printed import Verb
from rulebooks.kabula.table import with_hero

DUNGEON = (-2, -2)
PLACE = (1, 3)  # of an encounter Pin


def raiding(one: Any = None, /, *moves: Any, card: str = "Good Boy", level: int = 1, **rest: Any) -> Any:
    """Player 1 in a dungeon, after its card was drawn and some moves."""
    told = {"space": DUNGEON, "parts": ""} | (one or {})
    s = table(told, {"hero": "clayton"}, dungeons=[card], pins={DUNGEON: f"dungeon {level}"}, **rest)
    return after(s, f"enter the dungeon {level}", card, *moves)


def meeting(card: str, one: Any = None, /, *moves: Any, **rest: Any) -> Any:
    """Player 1 meets somebody, and makes some moves."""
    s = table({"space": PLACE, "parts": ""} | (one or {}), {"hero": "clayton"}, encounters=[card], **rest)
    return after(s, "have an encounter", card, *moves)


def changed(**cards: tuple[str, str]) -> Any:
    """A set-up whose sheet has cards changed: one piece of their text, and another in its place."""
    head, *texts = shipped_text("kabula").split("[[card]]")
    for name, (old, new) in cards.items():
        texts = [c.replace(old, new) if f'id = "{name.replace("_", "-")}"' in c else c for c in texts]
    return kabula.Setup(sheet=parse_sheet("kabula", "[[card]]".join([head, *texts]), "mine"))


# Dungeons -------------------------------------------------------------------------------------------
@pytest.mark.rule("3.10", "3.11")
def test_a_dungeon_happens_as_its_level_says_and_the_turn_ends() -> None:
    s = raiding({"hero": "zack"})
    assert hearts(s)[0] == 7
    assert what(s) == "an item"
    first, second = list(comes(s))[:2]
    s = after(s, first, second)
    assert len(s.heroes[0].items) == 4
    assert parts(s)["used"] == "guts ×2"
    assert (pin(s, DUNGEON), asked(s)) == ("dungeon 2", 2)


@pytest.mark.rule("3.10")
def test_a_used_dungeon_card_goes_under_its_deck() -> None:
    s = table({"space": DUNGEON, "parts": ""}, dungeons=["Good Boy"])
    s = after(s, "enter the dungeon 1", "Good Boy")
    assert s.dungeons.layers[-1].face is card("good-boy")


@pytest.mark.rule("3.11")
def test_who_survives_level_two_takes_the_pin_away() -> None:
    s = raiding({"parts": "brain 2"}, "spend brain", "spend brain", level=2)
    s = after(s, next(iter(comes(s))))
    assert pin(s, DUNGEON) == ""
    assert asked(s) == 2


@pytest.mark.rule("3.11", "8.2")
def test_who_dies_in_a_dungeon_gets_no_reward_and_leaves_the_pin_as_it_was() -> None:
    s = raiding({"heart": 4}, level=2)
    assert (pin(s, DUNGEON), asked(s)) == ("dungeon 2", 2)
    h = s.heroes[0]
    assert (h.space, h.heart, len(h.items)) == (ISLAND.sanctuary, h.most, 3)


@pytest.mark.rule("3.20")
def test_who_is_attacked_by_a_card_may_defend_and_recharge_and_armour_acts() -> None:
    s = raiding({"hero": "jessika"})  # the Leather Jacket blocks what is aimed at Butt
    assert hearts(s)[0] == 8
    s = raiding({"hero": "zack", "parts": "legs 2"})
    assert labels(s) == ["do not defend", "Duck: pay legs ×2"]
    s = after(s, "Duck: pay legs ×2")
    assert labels(s) == ["recharge legs from Used to Fresh"]
    assert hearts(after(s, "recharge legs from Used to Fresh"))[0] == 8


@pytest.mark.rule("3.20")
def test_what_raises_a_heros_own_attacks_does_not_raise_that_of_a_dungeon() -> None:
    s = raiding({"tags": {"Night Owl": 3}, "worn": []})  # the Star of the Night: a Blade more in each attack
    assert bonus(s, 0, "blade") == 1
    assert hearts(s)[0] == card("jessika").heart - 2


@pytest.mark.rule("3.20")
def test_a_push_in_a_dungeon_leaves_its_pin_where_it_lay() -> None:
    s = raiding({"hero": "zack"}, "legs", card="Leaky Cellar")
    assert what(s) == "the Compass die"
    s = after(s, "SW", "Umbrella")
    assert s.heroes[0].space == (-3, -1)
    assert (pin(s, DUNGEON), pin(s, (-3, -1))) == ("dungeon 2", "encounter")


# Encounters ---------------------------------------------------------------------------------------------
@pytest.mark.rule("3.12")
def test_an_introduction_is_followed_before_an_option_is_chosen() -> None:
    s = meeting("Angry Geese", {"heart": 5})
    assert hearts(s)[0] == 4
    assert labels(s) == ["Fight them (#violent)", "Bow and back off (#nature lover)"]


@pytest.mark.rule("3.13")
def test_an_option_is_followed_in_its_order() -> None:
    s = meeting("Toll Bridge", {"parts": {"used": "legs"}}, "Pay for the next one too (#generous)")
    assert labels(s) == ["discard legs from Used"]
    s = after(s, "discard legs from Used")
    assert (len(s.heroes[0].boxes), s.heroes[0].most) == (0, 9)


@pytest.mark.rule("3.13")
def test_of_an_option_as_much_is_done_as_can_be_done() -> None:
    s = meeting("Toll Bridge", {}, "Pay for the next one too (#generous)")
    assert (s.heroes[0].most, asked(s)) == (9, 2)


@pytest.mark.rule("3.14")
def test_an_encounter_card_goes_under_its_deck() -> None:
    s = meeting("Cold Spring", {}, "Sleep in the sun (#lazy)")
    assert s.encounters.layers[-1].face is card("cold-spring")


@pytest.mark.rule("10.2")
def test_an_option_whose_trait_a_personality_shows_puts_a_tag_on_it() -> None:
    s = meeting("Cold Spring", {"hero": "zack", "tags": [0, 1, 0]}, "Sleep in the sun (#lazy)")
    assert s.heroes[0].tags == (0, 2, 0)
    s = meeting("Mushroom Ring", {"hero": "zack"}, "Taste one (#creepy)")
    assert s.heroes[0].tags == (0, 0, 0)


@pytest.mark.rule("10.2")
def test_a_personality_has_three_tags_at_most() -> None:
    assert meeting("Cold Spring", {"hero": "zack", "tags": [0, 3, 0]}, "Sleep in the sun (#lazy)").heroes[0].tags == (
        0,
        3,
        0,
    )


@pytest.mark.rule("3.12", "3.14")
@pytest.mark.ruling("BR-162")
def test_br_162_the_pin_turns_when_the_encounter_is_over_and_not_when_its_hero_dies_of_it() -> None:
    s = meeting("Angry Geese", {"heart": 5})
    assert pin(s, PLACE) == "encounter"
    assert pin(after(s, "Bow and back off (#nature lover)"), PLACE) == "monster"
    s = meeting("Angry Geese", {"heart": 1})
    assert (pin(s, PLACE), asked(s), s.heroes[0].space) == ("encounter", 2, ISLAND.sanctuary)
    assert s.encounters.layers[-1].face is card("angry-geese")


@pytest.mark.rule("3.14")
@pytest.mark.ruling("BR-60")
def test_an_option_that_keeps_the_pin_on_its_encounter_side_acts_only_where_a_pin_lies() -> None:
    s = meeting("Angry Geese", {"heart": 5})
    s = after(settled(replace(s, todo=((0, Verb("encounter pin")), *s.todo))), "Bow and back off (#nature lover)")
    assert pin(s, PLACE) == "encounter"
    s = beside(pins={(1, 3): "monster"})
    told = replace(s, todo=((0, Verb("encounter pin")),))
    there, here = (settled(with_hero(told, 0, space=at)) for at in ((1, 3), (0, 3)))
    assert (pin(there, (1, 3)), pin(here, (0, 3)), pin(here, (1, 3))) == ("encounter", "", "monster")


@pytest.mark.rule("3.15")
def test_some_options_let_a_hero_keep_the_card() -> None:
    s = meeting("Lost Child", {"heart": 3}, "Carry her home (#generous)")
    assert s.heroes[0].kept == kabula_bag("lost-child")
    assert (hearts(s)[0], card("lost-child") in list(s.encounters)) == (3, False)


def kabula_bag(*names: str) -> Any:
    """A bag of cards."""
    return type(kabula.initial_state().hero.kept)([card(n) for n in names])


@pytest.mark.rule("3.16")
def test_at_its_place_a_kept_card_is_given_away_for_what_it_says_and_the_turn_goes_on() -> None:
    s = table({"space": "Holy City", "kept": ["Lost Child"], "heart": 3, "farz": 0}, {})
    s = after(s, "use Lost Child")
    h = s.heroes[0]
    assert (h.heart, h.farz, len(h.kept), asked(s)) == (5, 4, 0, 1)
    assert s.encounters.layers[-1].face is card("lost-child")


@pytest.mark.rule("3.16")
@pytest.mark.ruling("BR-100")
def test_using_a_kept_card_may_end_the_turn_where_that_reading_is_chosen() -> None:
    s = table({"space": "Holy City", "kept": ["Lost Child"]}, {}, setup=with_options(kept_ends_turn=True))
    assert asked(after(s, "use Lost Child")) == 2


@pytest.mark.rule("3.17")
def test_a_kept_card_is_used_at_the_place_it_names_only() -> None:
    assert no(table({"space": "Inverbluf", "kept": ["Lost Child"]}), "use Lost Child") == "3.17"


# Cities --------------------------------------------------------------------------------------------------
@pytest.mark.rule("3.18")
@pytest.mark.parametrize("city", ISLAND.cities)
def test_in_a_city_a_hero_may_shop_travel_heal_and_sell_parts(city: str) -> None:
    s = table({"space": city})
    corner = [c for c in s.setup.sheet.cards if c.kind == "city" and c.owner == city]
    assert {c.name for c in corner} <= set(labels(s))
    told = " ".join(c.does or "" for c in corner)
    assert all(word in told for word in ("shop", "travel", "heal", "rest", "discard", "farz"))
    assert not {c.name for c in corner} & set(labels(table({"space": (0, 3)})))


@pytest.mark.rule("3.19")
def test_the_line_takes_a_hero_to_another_city() -> None:
    s = after(table({"space": "Inverbluf", "parts": "legs 3"}), "Blue Line Train")
    assert labels(s) == ["travel to Kabularbor", "travel to Ridgewick", "travel to Holy City"]
    s = after(s, "travel to Ridgewick")
    assert (s.hero.space, parts(s)["used"], asked(s)) == (ISLAND.names["Ridgewick"], "legs ×3", 1)


@pytest.mark.rule("4.1")
def test_nobody_carries_more_than_fifteen_farz() -> None:
    s = after(table({"items": ["Lost Wallet"], "farz": 13}), "Lost Wallet")
    assert s.hero.farz == 15


# Shops -----------------------------------------------------------------------------------------------------
SHOWN = ["Umbrella", "Slingshot", "Knee Pads", "Cold Noodles", "Air Horn", "Chew Toy"]


def shopping(one: Any = None, /, *moves: Any, **rest: Any) -> Any:
    """Player 1 in the shop of Inverbluf, which shows SHOWN."""
    s = table({"space": "Inverbluf"} | (one or {}), {"hero": "clayton"}, common=SHOWN, **rest)
    return after(s, "Souvenir Shop", *SHOWN, *moves)


@pytest.mark.rule("4.2")
def test_a_shop_shows_so_many_cards_from_the_top_of_its_deck() -> None:
    assert {c.name for c in shopping().shown} == set(SHOWN)


@pytest.mark.rule("4.2")
def test_a_shop_shows_as_many_cards_as_there_are() -> None:
    s = only_top(table({"space": "Inverbluf"}, {}, common=["Umbrella", "Slingshot"]), "common")
    s = after(s, "Souvenir Shop", "Umbrella", "Slingshot")
    assert labels(s) == ["leave the shop"]
    none = after(table({"space": "Inverbluf"}, {}, out=["common"]), "Souvenir Shop")
    assert labels(none) == ["leave the shop"]
    assert asked(after(none, "leave the shop")) == 2


@pytest.mark.rule("4.3")
def test_any_number_of_shown_cards_are_bought_at_their_price() -> None:
    s = shopping({"farz": 9}, "buy Umbrella for 4", "buy Knee Pads for 3")
    assert s.hero.farz == 2
    assert {"Umbrella", "Knee Pads"} <= {c.name for c in s.hero.items}
    assert "buy Umbrella for 4" not in labels(s)


@pytest.mark.rule("4.4")
def test_nobody_buys_on_credit() -> None:
    assert no(shopping({"farz": 3}), "buy Umbrella for 4") == "4.4"
    assert no(shopping({"farz": 4}), "buy Umbrella for 4") == ""


@pytest.mark.rule("4.5")
def test_items_are_sold_at_their_price_rare_ones_too() -> None:
    s = shopping({"farz": 0, "items": ["Horny Kabuto"]}, "sell Horny Kabuto for 10")
    assert s.hero.farz == 10
    assert card("horny-kabuto") not in [*s.hero.items, *s.hero.worn]
    s = after(s, "leave the shop")
    assert s.rare.layers[-1] == kabula_bag("horny-kabuto")


@pytest.mark.rule("4.5")
def test_equipment_without_a_price_is_not_sold() -> None:
    assert [name for name in labels(shopping({"hero": "zack"})) if name.startswith("sell")] == []


@pytest.mark.rule("4.6")
def test_what_was_just_sold_is_not_bought_back() -> None:
    s = shopping({"farz": 9, "items": ["Broom Handle"]}, "sell Broom Handle for 4")
    assert no(s, "buy Broom Handle for 4") == "4.6"


@pytest.mark.rule("4.7")
def test_cards_sold_or_not_bought_are_shuffled_and_go_under_their_deck() -> None:
    s = shopping({"farz": 9, "items": ["Broom Handle"]}, "sell Broom Handle for 4", "buy Umbrella for 4")
    s = after(s, "leave the shop")
    back = [name for name in SHOWN if name != "Umbrella"] + ["Broom Handle"]
    assert s.common.layers[-1] == kabula_bag(*[c.id for c in map(card, back)])
    assert (len(s.shown), asked(s)) == (0, 2)


@pytest.mark.rule("4.8")
def test_an_item_that_is_drawn_is_the_heros() -> None:
    s = meeting("Locked Chest", {}, "Pick the lock (#practical)")
    assert what(s) == "an item"
    s = after(s, "Umbrella")
    assert card("umbrella") in list(s.heroes[0].items)
    assert card("umbrella") not in list(s.common)


@pytest.mark.rule("4.8")
def test_from_an_empty_deck_no_item_is_drawn() -> None:
    s = meeting("Locked Chest", {}, "Pick the lock (#practical)", out=["common"])
    assert asked(s) == 2


# Equipment -------------------------------------------------------------------------------------------------
@pytest.mark.rule("4.9")
def test_of_two_armours_set_off_by_the_same_part_one_is_worn_and_changing_is_free() -> None:
    s = table({"hero": "zack", "items": ["Winter Coat"], "worn": ["Iron Belly"]})
    s = after(s, "put on Winter Coat")
    assert [c.name for c in s.hero.worn] == ["Winter Coat"]
    assert len(s.hero.items) == 3
    assert asked(s) == 1


@pytest.mark.rule("4.9")
def test_an_armour_whose_place_is_free_is_put_on_at_once() -> None:
    s = shopping({"hero": "zack", "farz": 9}, "buy Knee Pads for 3")
    assert card("knee-pads") in list(s.hero.worn)


@pytest.mark.rule("4.9")
def test_armours_that_no_part_sets_off_are_worn_with_any_other() -> None:
    setup = changed(winter_coat=('part = "guts"', 'cost = "guts"'), padded_shorts=('part = "butt"', 'cost = "butt"'))
    told = {"hero": "zack", "items": ["Winter Coat", "Padded Shorts"]}
    s = table(told, {}, setup=setup)
    assert [c.name for c in s.hero.worn] == ["Iron Belly", "Padded Shorts", "Winter Coat"]
    s = table(told | {"worn": ["Iron Belly"]}, {}, setup=setup)
    s = after(s, "put on Winter Coat", "put on Padded Shorts")
    assert [c.name for c in s.hero.worn] == ["Iron Belly", "Padded Shorts", "Winter Coat"]


@pytest.mark.rule("4.10")
@pytest.mark.ruling("BR-106")
def test_each_armour_is_put_on_once_a_turn() -> None:
    s = table({"hero": "zack", "items": ["Winter Coat"], "worn": ["Iron Belly"]}, {})
    s = after(s, "put on Winter Coat", "put on Iron Belly")
    assert no(s, "put on Winter Coat") == "4.10"
    assert no(after(s, WAIT, WAIT, CALM), "put on Winter Coat") == ""


@pytest.mark.rule("4.11")
def test_a_snack_is_used_up_and_goes_under_its_deck() -> None:
    s = after(table({"items": ["Cold Noodles", "Royal Jelly"], "heart": 1}), "Cold Noodles")
    assert (s.hero.heart, card("cold-noodles") in list(s.hero.items)) == (4, False)
    assert s.common.layers[-1].face is card("cold-noodles")
    s = after(s, "Royal Jelly")
    assert s.rare.layers[-1].face is card("royal-jelly")


@pytest.mark.rule("4.11")
def test_a_snack_whose_action_ends_the_turn_is_used_up_too() -> None:
    s = beside({"items": ["Cold Noodles"], "heart": 1}, setup=changed(cold_noodles=("heal 3", "heal 3; end turn")))
    s = after(s, "Cold Noodles")
    assert (asked(s), s.heroes[0].heart) == (2, 4)
    assert [c.name for c in s.heroes[0].items if c.type == "snack"] == []
    assert s.common.layers[-1].face.id == "cold-noodles"


@pytest.mark.rule("4.12")
def test_heroes_cannot_use_the_gear_of_familios() -> None:
    assert no(table({"items": ["Chew Toy"]}), "Chew Toy") == "4.12"


@pytest.mark.rule("4.13")
def test_weapons_and_snacks_are_always_equipped_armour_where_it_is_worn() -> None:
    h = table({"hero": "zack", "items": ["Umbrella", "Cold Noodles", "Winter Coat"], "worn": ["Iron Belly"]}).hero
    assert {c.name for c in kabula.equipped(h)} == {"Kidney Bean Bullet", "Umbrella", "Cold Noodles", "Iron Belly"}


@pytest.mark.rule("4.13")
def test_an_armour_with_an_action_of_ones_own_turn_is_used_while_it_is_worn() -> None:
    setup = changed(winter_coat=("defend shield 2", "heal 2"))
    told = {"hero": "zack", "heart": 5, "items": ["Winter Coat"]}
    s = table(told | {"worn": ["Winter Coat"]}, {}, setup=setup)
    assert after(s, "Winter Coat").hero.heart == 7
    assert "Winter Coat" not in labels(table(told | {"worn": ["Iron Belly"]}, {}, setup=setup))
    assert "Iron Belly" not in labels(s)


# Heart ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("5.1")
def test_healing_never_goes_above_the_most_heart_and_lowers_nothing() -> None:
    noodles = {"items": ["Cold Noodles"]}
    assert after(table(noodles | {"heart": 6}), "Cold Noodles").hero.heart == 8
    assert after(table(noodles | {"heart": 9, "heart_plus": 5}), "Cold Noodles").hero.heart == 9


@pytest.mark.rule("5.1a")
def test_more_heart_to_have_is_no_heart() -> None:
    h = meeting("Whispering Well", {"heart": 5}, "Drop a coin (#generous)").heroes[0]
    assert (h.heart, h.most) == (5, 9)


@pytest.mark.rule("5.9a")
def test_a_loss_by_a_card_is_raised_by_nausea() -> None:
    assert hearts(meeting("Angry Geese", {"heart": 5, "nausea": 2}))[0] == 2


# Death and rebirth -----------------------------------------------------------------------------------------
@pytest.mark.rule("8.1")
def test_who_dies_comes_back_in_the_sanctuary_rested_and_healed() -> None:
    loser = {"hero": "jessika", "heart": 1, "nausea": 1, "parts": {"used": "butt 2", "rage": "guts"}}
    s = after(beside({"hero": "zack", "parts": "guts"}, loser), "Kidney Bean Bullet", "attack Jessika", "brain")
    h = s.heroes[1]
    assert (h.space, h.heart, h.nausea) == (ISLAND.sanctuary, 8, 0)
    assert parts(s, 2) == {"rage": "nothing", "fresh": "butt ×2, guts", "used": "nothing"}


@pytest.mark.rule("8.1")
def test_who_dies_with_more_than_ten_parts_chooses_which_are_fresh() -> None:
    loser = {"hero": "jessika", "heart": 1, "parts": {"used": "butt 11"}}
    s = after(beside({"hero": "zack", "parts": "guts"}, loser), "Kidney Bean Bullet", "attack Jessika", "brain")
    s = after(s, *["refresh butt"] * 10)
    assert parts(s, 2)["fresh"] == "butt ×10"


@pytest.mark.rule("8.2")
def test_who_dies_in_the_own_turn_ends_it() -> None:
    s = meeting("Angry Geese", {"heart": 1})
    assert asked(s) == 2
    assert s.heroes[0].space == ISLAND.sanctuary
    assert s.encounters.layers[-1].face is card("angry-geese")
    assert s.card is None


@pytest.mark.rule("8.2")
def test_an_attacker_who_dies_of_a_defence_ends_the_turn() -> None:
    zack = {"hero": "zack", "parts": "teeth", "heart": 2, "steps": 3}
    s = after(beside(zack, {"hero": "isolde", "parts": "guts"}), "Punch", "attack Isolde", "legs")
    s, ids = cited(s, "Trading Blood: pay guts")
    assert "8.2" in ids
    assert (asked(s), s.heroes[0].space, s.heroes[0].steps) == (2, ISLAND.sanctuary, 0)
    assert s.heroes[1].heart == 7
