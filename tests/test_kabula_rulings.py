"""The rulings on Parts, Rest, armour, dungeons, encounters, shops and death in Kabula."""

from __future__ import annotations

from typing import Any

import pytest

from kabula_moves import after, boxes, hit, labels, left_alone, onwards, what, who
from kabula_table import SHEET, no, none_spotted, only_top
from rulebooks import kabula
from rulebooks.core.cards import parse_sheet
from rulebooks.core.chance import Bag, Seen
from rulebooks.core.game import Chance
from rulebooks.kabula.commerce import earn, equipped
from rulebooks.kabula.exploring import heal
from rulebooks.kabula.parts import Boxes, Recharge, cost, payments, recharges, rest
from rulebooks.kabula.table import Do, UseKept, UsePin

ABBEY = "Dreary Abbey"
DUNGEON = (3, -1)
INN = (2, 2)  # an encounter Pin in a game of three


def one(**told: Any) -> Any:
    """A table of one Hero, Zack unless told."""
    table = {k: told.pop(k) for k in [*told] if k in ("encounters", "dungeons", "common", "rare", "pins", "setup")}
    return kabula.table(heroes=[{"hero": "Zack"} | told], light="orange", **table)


def read(**options: bool) -> kabula.Setup:
    """A set-up for Zack with some rulings read the other way."""
    return kabula.Setup(("zack",), options=kabula.Options(**options))


def box(**told: str) -> Boxes:
    """Boxes from words."""
    return Boxes(*(Bag(cost(told.get(name))) for name in ("rage", "fresh", "used")))


# Parts ------------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-26")
def test_br_26_a_payment_moves_a_part_one_box_so_a_raging_one_may_pay_twice() -> None:
    ways = payments(box(rage="legs"), cost("legs, any"))
    assert len(ways) == 1
    assert kabula.parts.pay(box(rage="legs"), ways[0]) == box(used="legs")
    assert payments(box(fresh="legs"), cost("legs, any")) == ()


@pytest.mark.ruling("BR-26")
def test_br_26_a_cost_that_asks_for_a_raging_part_takes_it_all_the_way_and_counts_it_once() -> None:
    assert payments(box(rage="teeth"), cost("raging teeth, any")) == ()
    (way,) = payments(box(rage="teeth", fresh="teeth"), cost("raging teeth"))
    assert kabula.parts.pay(box(rage="teeth", fresh="teeth"), way) == box(fresh="teeth", used="teeth")
    assert payments(box(fresh="teeth"), cost("raging teeth")) == ()


@pytest.mark.ruling("BR-27")
def test_br_27_a_fresh_box_too_full_sends_parts_of_the_owner_s_choice_to_used() -> None:
    full = box(rage="legs", fresh="teeth 9, butt")
    ways = [way for way in payments(full, cost("legs")) if way.raging]
    assert {str(way.down) for way in ways} == {"teeth", "butt", "legs"}
    assert {len(kabula.parts.pay(full, way).fresh) for way in ways} == {10}
    few = [way for way in payments(box(rage="legs", fresh="teeth 5"), cost("legs"), 5) if way.raging]
    assert {str(way.down) for way in few} == {"teeth", "legs"}  # a Familio's box holds five


@pytest.mark.ruling("BR-28")
def test_br_28_parts_that_one_gets_are_used_and_there_are_always_enough() -> None:
    b = kabula.parts.get(box(fresh="guts 10"), ["guts"] * 50)
    assert (len(b.fresh), b.used.count("guts")) == (10, 50)


@pytest.mark.ruling("BR-29")
def test_br_29_a_rest_makes_parts_of_one_s_choice_fresh_ten_at_most() -> None:
    s = after(one(parts={"rage": "teeth 2", "fresh": "brain 3", "used": "legs 3, guts 4"}), "Rest")
    assert boxes(s.heroes[0]) == ("", "", "brain ×3, guts ×4, legs ×3, teeth ×2")
    assert labels(s) == ["refresh teeth", "refresh brain"]  # from legs on there are not ten
    s = after(s, *["refresh teeth"] * 2, *["refresh brain"] * 3, "refresh legs")
    s = after(s, *["refresh guts"] * 4)
    assert boxes(s.heroes[0])[1:] == ("brain ×3, guts ×4, legs, teeth ×2", "legs ×2")


@pytest.mark.ruling("BR-29")
def test_br_29_what_fits_is_all_fresh_after_a_rest() -> None:
    s = after(one(parts={"rage": "teeth", "used": "legs 3"}), "Rest")
    assert boxes(s.heroes[0]) == ("", "legs ×3, teeth", "")
    assert rest(box(rage="teeth", used="legs"), Bag(["legs"])) == box(fresh="legs", used="teeth")


@pytest.mark.ruling("BR-30")
def test_br_30_the_rest_of_the_mat_ends_the_turn_and_that_of_an_item_does_not() -> None:
    assert after(one(parts={"used": "guts"}), "Rest").round == 2
    s = after(one(parts={"used": "guts"}, items=["Ginger Tea"]), "Ginger Tea")
    assert (s.round, boxes(s.heroes[0])) == (1, ("", "guts", ""))


@pytest.mark.ruling("BR-30")
def test_br_30_read_the_other_way_nobody_ends_the_turn_by_resting_on_the_mat() -> None:
    s = after(one(parts={"used": "guts"}, setup=read(rest_ends_turn=False)), "Rest")
    assert (s.round, boxes(s.heroes[0])) == (1, ("", "guts", ""))


@pytest.mark.ruling("BR-31")
def test_br_31_walk_costs_legs_gives_two_steps_and_does_not_end_the_turn() -> None:
    s = after(one(parts="legs, guts"), "Walk")
    assert (s.heroes[0].steps, boxes(s.heroes[0])[1:], s.round) == (2, ("guts", "legs"), 1)
    assert no(one(parts="guts"), "Walk") == "2.3"


@pytest.mark.ruling("BR-49")
def test_br_49_any_own_part_recharges_one_box_to_the_left_as_far_as_the_fresh_box_has_room() -> None:
    there = box(fresh="legs", used="guts")
    assert recharges(there, 10) == (Recharge("guts", "used"), Recharge("legs", "fresh"))
    assert recharges(there, 1) == (Recharge("legs", "fresh"),)
    s = hit("attack, blade 1", parts={"fresh": "legs", "used": "guts"})
    assert boxes(after(s, "recharge legs from Fresh to Rage").fighters[1]) == ("legs", "", "guts")


# Heart and armour ---------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-50")
def test_br_50_only_healing_is_capped_by_heart_plus() -> None:
    s = one(heart=9, heart_plus=7)
    assert (s.heroes[0].heart, heal(s, 0, 3).heroes[0].heart) == (9, 9)
    assert heal(one(heart=5, heart_plus=7), 0, 3).heroes[0].heart == 7
    assert kabula.exploring.raise_most(one(heart=5, heart_plus=7), 0, 1).heroes[0].heart == 5


@pytest.mark.ruling("BR-36")
def test_br_36_one_armour_is_worn_for_each_part_that_sets_it_off() -> None:
    s = one(items=["Winter Coat", "Bike Helmet"])
    assert {c.name for c in s.heroes[0].worn} == {"Iron Belly", "Bike Helmet"}  # coat and belly: guts
    s = after(s, "put on Winter Coat")
    assert {c.name for c in equipped(s.heroes[0]) if c.type == "armor"} == {"Winter Coat", "Bike Helmet"}


@pytest.mark.ruling("BR-101")
def test_br_101_what_is_equipped_works_without_an_action_and_a_cost() -> None:
    jessika = {"hero": "Jessika", "space": (0, 3), "parts": ()}
    s = kabula.table(heroes=[{"hero": "Zack", "space": (0, 3), "parts": "guts"}, jessika])
    assert after(s, "Kidney Bean Bullet", "attack Jessika", "butt").heroes[1].heart == 8
    off = kabula.table(heroes=[{"hero": "Zack", "space": (0, 3), "parts": "guts"}, jessika | {"worn": []}])
    assert after(off, "Kidney Bean Bullet", "attack Jessika", "butt").heroes[1].heart == 7


@pytest.mark.ruling("BR-70")
def test_br_70_familio_gear_is_nothing_a_hero_uses() -> None:
    s = one(items=["Chew Toy"])
    assert no(s, Do(SHEET.find("chew-toy"))) == "4.12"
    assert SHEET.find("chew-toy") not in equipped(s.heroes[0])


# Dungeons and encounters --------------------------------------------------------------------------------------
def in_dungeon(level: int, card: str, **told: Any) -> Any:
    """A Hero who enters a dungeon whose card is known."""
    s = one(space=DUNGEON, dungeons=[card], pins=[(DUNGEON, f"dungeon {level}")], **told)
    return after(s, f"enter the dungeon {level}", SHEET.find(card))


def pin(s: Any, space: Any) -> str:
    """The Pin on a space."""
    return dict(s.pins).get(space, "")


@pytest.mark.ruling("BR-52")
def test_br_52_who_dies_in_a_dungeon_gets_nothing_the_pin_stays_and_the_card_goes_under_its_deck() -> None:
    s = in_dungeon(1, "good-boy", heart=1, parts="legs")
    assert (pin(s, DUNGEON), s.heroes[0].space, s.heroes[0].heart) == ("dungeon 1", (0, 0), 9)
    assert (boxes(s.heroes[0]), s.round, what(s), s.card) == (("", "legs", ""), 2, "the Guardian's card", None)
    assert s.dungeons.layers[-1] == Seen(SHEET.find("good-boy"))
    assert [c.name for c in s.heroes[0].items] == ["Kidney Bean Bullet", "Iron Belly"]


@pytest.mark.ruling("BR-52")
def test_br_52_a_push_out_of_the_dungeon_s_space_leaves_its_pin_to_be_turned() -> None:
    card = next(c for c in SHEET.cards if c.kind == "level" and c.does and "push, push" in c.does)
    s = in_dungeon(1, card.owner, parts=())
    while what(s) == "the Compass die":
        s = after(s, "NE" if s.strike.fighters[1].space == DUNGEON else "N")
    assert s.heroes[0].space != DUNGEON
    while s.round == 1:
        s = onwards(s)
    assert (pin(s, DUNGEON), pin(s, s.heroes[0].space)) == ("dungeon 2", dict(s.pins).get(s.heroes[0].space, ""))


@pytest.mark.ruling("BR-60")
def test_br_60_a_dungeon_pin_goes_from_level_1_to_2_and_then_away() -> None:
    s = left_in_peace(in_dungeon(1, "good-boy"))
    assert pin(s, DUNGEON) == "dungeon 2"
    s = left_in_peace(in_dungeon(2, "good-boy", parts="brain 2"))
    assert pin(s, DUNGEON) == ""


@pytest.mark.ruling("BR-60")
def test_br_60_an_encounter_pin_turns_to_its_monster_side() -> None:
    s = met("broken-cart")
    assert [pin(after(s, option), HERE) for option in labels(s)] == ["monster", "monster"]


@pytest.mark.ruling("BR-59")
def test_br_59_a_monster_pin_without_a_monster_cannot_be_used() -> None:
    s = none_spotted(one(space=HERE, pins=[(HERE, "monster")]))
    assert no(s, UsePin("monster")) == "3.9"


@pytest.mark.ruling("BR-59")
def test_br_59_nor_can_a_pin_whose_deck_is_empty() -> None:
    bare = kabula.table(heroes=[{"space": HERE}], out=["encounters", "dungeons"])
    assert no(bare, UsePin("encounter")) == "3.9a"
    assert no(kabula.table(heroes=[{"space": DUNGEON}], out=["dungeons"]), UsePin("dungeon 1")) == "3.9a"


HERE = next(space for space, n in kabula.island().pins.items() if n == 2)


def met(card: str, **told: Any) -> Any:
    """A Hero who has an encounter whose card is known."""
    s = one(space=HERE, encounters=[card], **told)
    return after(s, "have an encounter", SHEET.find(card))


def left_in_peace(s: Any) -> Any:
    """The table brought to the next turn: what is to be chosen or drawn is the first there is."""
    turn = s.round
    while s.round == turn:
        s = onwards(s)
    return s


@pytest.mark.ruling("BR-61")
def test_br_61_an_option_whose_trait_is_on_no_own_card_may_be_chosen_and_brings_no_tag() -> None:
    s = met("orc-family", heart=5)  # Zack has romantic, but not creepy
    creepy, romantic = sorted(labels(s), key=lambda told: "#romantic" in told)
    assert after(s, creepy).heroes[0].tags == (0, 0, 0)
    assert after(s, romantic).heroes[0].tags == (0, 0, 1)


@pytest.mark.ruling("BR-62")
def test_br_62_of_two_cards_with_the_trait_the_player_picks_one() -> None:
    text = SHEET.text.replace('trait = "lazy, generous"', 'trait = "lazy, romantic"')
    setup = kabula.Setup(("zack",), sheet=parse_sheet("kabula", text, "two"))
    s = one(space=HERE, encounters=["orc-family"], setup=setup)
    s = after(s, "have an encounter", setup.sheet.find("orc-family"))
    s = after(s, next(told for told in labels(s) if "#romantic" in told))
    assert labels(s) == ["a Tag for Couch King", "a Tag for Big Talk"]
    assert after(s, "a Tag for Couch King").heroes[0].tags == (0, 1, 0)


@pytest.mark.ruling("BR-99")
def test_br_99_dungeons_and_encounters_end_the_turn() -> None:
    assert left_in_peace(in_dungeon(1, "good-boy")).round == 2
    s = met("broken-cart")
    assert (s.round, after(s, labels(s)[1]).round) == (1, 2)


def keeper(**told: Any) -> Any:
    """A Hero who keeps the printed encounter card, at its place."""
    return one(space=ABBEY, kept=["orc-family"], heart=4, heart_plus=9, **told)


@pytest.mark.ruling("BR-100")
def test_br_100_a_kept_card_is_used_once_at_its_place_and_the_turn_goes_on() -> None:
    s = keeper()
    use = UseKept(SHEET.find("orc-family"))
    s = after(s, use)
    assert (s.heroes[0].heart, s.heroes[0].most, s.round, len(s.heroes[0].kept)) == (7, 10, 1, 0)
    assert use not in kabula.candidates(s)
    elsewhere = one(space="Inverbluf", kept=["orc-family"])
    assert no(elsewhere, use) == "3.17"


@pytest.mark.ruling("BR-100")
def test_br_100_read_the_other_way_using_it_ends_the_turn() -> None:
    s = after(keeper(setup=read(kept_ends_turn=True)), UseKept(SHEET.find("orc-family")))
    assert (s.heroes[0].heart, s.round) == (7, 2)


@pytest.mark.ruling("BR-25")
def test_br_25_read_the_other_way_the_aim_die_has_no_blank() -> None:
    assert read().die == ("teeth", "brain", "legs", "butt", "guts", "")
    assert read(aim_blank=False).die == ("teeth", "brain", "legs", "butt", "guts")


@pytest.mark.ruling("BR-102")
def test_br_102_an_encounter_that_is_over_lies_under_its_deck() -> None:
    s = met("broken-cart")
    s = after(s, labels(s)[1])
    assert s.encounters.layers[-1] == Seen(SHEET.find("broken-cart"))


# Death -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
def test_several_who_die_in_one_attack_all_rest_and_the_attacker_s_turn_ends() -> None:
    here = {"space": (0, 3), "heart": 1}
    chastity = {"hero": "Chastity", "parts": {"fresh": "teeth, legs", "used": "guts 2"}, "nausea": 1} | here
    zack = {"hero": "Zack", "items": ["Thorny Bush"], "parts": "guts", "worn": []} | here | {"heart": 3}
    clayton = {"hero": "Clayton", "parts": {"used": "butt"}, "nausea": 2, "worn": []} | here
    s = kabula.table(heroes=[clayton, zack, chastity], turn=3)
    s = after(s, "Riot Whistle", "no Part", "do not defend", "no Part", "Thorny Bush: pay guts")
    s = s if s.strike is None else left_to_nobody(s)
    dead = [s.heroes[0], s.heroes[2]]
    assert [(h.space, h.heart == h.most, h.nausea) for h in dead] == [((0, 0), True, 0)] * 2
    assert [boxes(h) for h in dead] == [("", "butt", ""), ("", "guts ×2, legs, teeth", "")]
    assert (s.turn, s.round, what(s)) == (-1, 2, "the Guardian's card")


def left_to_nobody(s: Any) -> Any:
    """The attack at the table brought to its end; who recharges takes the first Part."""
    while s.strike is not None:
        s = onwards(s)
    return s


# The map, shops, Rest ------------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-69")
def test_br_69_steps_pins_cities_and_rest_belong_to_heroes_on_their_own_turn() -> None:
    s = kabula.table(heroes=[{"space": HERE, "steps": 1, "parts": "legs"}, {"space": "Inverbluf"}])
    assert (who(s), {"Walk", "Rest", "have an encounter"} < set(labels(s))) == (0, True)
    assert "Souvenir Shop" not in labels(s)
    s = after(s, "Wait")
    assert (who(s), "Souvenir Shop" in labels(s), "have an encounter" in labels(s)) == (1, True, False)


@pytest.mark.ruling("BR-71")
def test_br_71_a_shop_shows_what_there_is() -> None:
    s = only_top(one(space="Inverbluf", common=["Cold Noodles", "Umbrella"]), "common")
    s = after(s, "Souvenir Shop")
    while isinstance(kabula.node(s), Chance):
        s = onwards(s)
    assert {c.name for c in s.shown} == {"Cold Noodles", "Umbrella"}


@pytest.mark.ruling("BR-71")
def test_br_71_one_buys_and_sells_in_any_order_and_farz_above_fifteen_are_lost() -> None:
    s = one(space="Inverbluf", items=["Horny Kabuto"], farz=14, common=["Cold Noodles"])
    s = after(s, "Souvenir Shop", SHEET.find("cold-noodles"))
    while isinstance(kabula.node(s), Chance):
        s = onwards(s)
    price = SHEET.find("cold-noodles").price
    s = after(s, "sell Horny Kabuto for 10")
    assert s.heroes[0].farz == 15
    s = after(s, f"buy Cold Noodles for {price}")
    assert s.heroes[0].farz == 15 - price
    assert earn(one(farz=1), 0, 99).heroes[0].farz == 15


@pytest.mark.ruling("BR-98")
def test_br_98_a_rest_takes_all_nausea_from_the_hero() -> None:
    assert after(one(nausea=3), "Rest").heroes[0].nausea == 0
    s = after(one(nausea=3, items=["Ginger Tea"]), "Ginger Tea")
    assert s.heroes[0].nausea == 0
    hurt = left_alone(hit("attack, nausea 2, heart 9"))
    assert hurt.fighters[1].nausea == 2  # only a rest takes it
