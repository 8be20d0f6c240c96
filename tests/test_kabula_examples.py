"""The examples printed in Kabula's rulebook, replayed at tables and asked as odds, and the worked cases beside them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kabula_moves import after, boxes, ground, hearts, hit, labels, left_alone, onwards, turns, until_charged, what, who
from kabula_table import ISLAND, SHEET, only_top
from rulebooks import kabula
from rulebooks.core.cards import parse_sheet
from rulebooks.core.chance import Bag, Seen
from rulebooks.core.game import Chance
from rulebooks.kabula.island import Pushed
from rulebooks.kabula.parts import Boxes, pay, payments

F = Fraction
BULLET = "Kidney Bean Bullet"
HERE = (0, 0)
DUNGEON = (3, -1)
PIN = next(space for space, n in ISLAND.pins.items() if n == 2)
ARMOUR = {"butt": "shield 9"}  # Jessika's jacket


# Walking and being moved -------------------------------------------------------------------------------
@pytest.mark.example
@pytest.mark.vector("BT-5")
def test_a_scoundregg_that_rolls_south_runs_along_the_coast() -> None:
    coast = ground(without={(0, 2), (-1, 2), (-2, 2), (-2, 1)})
    way = coast.wander(HERE, 4, "S")
    assert (turns(way), way[-1]) == (["S", "NW", "N", "N"], (-1, -1))
    assert coast.wander_odds(HERE, 4)[(-1, -1)] >= F(1, 6)


@pytest.mark.example
@pytest.mark.vector("BT-5")
def test_the_house_island_has_that_coast_in_its_south_west() -> None:
    way = ISLAND.wander((-3, 3), 4, "S")
    assert turns(way) == ["S", "NW", "N", "N"]
    assert way == [(-3, 3), (-3, 4), (-4, 4), (-4, 3), (-4, 2)]


@pytest.mark.example
@pytest.mark.vector("BT-6")
def test_a_scoundregg_takes_the_most_clockwise_of_two_equally_long_ways_up_to_clayton() -> None:
    hill = ground((-1, -1))
    assert hill.steps(HERE, (-1, -1)) == 3
    assert [1 + hill.steps(first, (-1, -1)) for first in [(0, -1), (-1, 0)]] == [3, 3]
    assert hill.toward(HERE, (-1, -1), 2) == [HERE, (0, -1)]


@pytest.mark.example
@pytest.mark.vector("BT-6")
def test_the_house_island_has_such_a_mountain_north_west_of_its_sanctuary() -> None:
    clayton = (-1, -1)
    assert (ISLAND.sanctuary, ISLAND.cells[clayton], ISLAND.steps(HERE, clayton)) == (HERE, "mountain", 3)
    assert [1 + ISLAND.steps(first, clayton) for first in [(0, -1), (-1, 0)]] == [3, 3]
    assert turns(ISLAND.toward(HERE, clayton, 2)) == ["N"]


@pytest.mark.vector("BT-7")
@pytest.mark.example
def test_the_steps_of_the_diagrams() -> None:
    wet = [((0, 0), (0, -1))]
    costs = {
        "plain to plain": ground().steps(HERE, (0, -1)),
        "mountain to mountain": ground(HERE, (0, -1)).steps(HERE, (0, -1)),
        "up": ground((0, -1)).graph.edges[HERE, (0, -1)]["steps"],
        "down": ground(HERE).steps(HERE, (0, -1)),
        "river": ground(rivers=wet).graph.edges[HERE, (0, -1)]["steps"],
        "river, up": ground((0, -1), rivers=wet).graph.edges[HERE, (0, -1)]["steps"],
        "river, down": ground(HERE, rivers=wet).graph.edges[HERE, (0, -1)]["steps"],
    }
    assert list(costs.values()) == [1, 1, 2, 1, 3, 4, 3]


@pytest.mark.vector("BT-8")
@pytest.mark.example
def test_the_pushes_of_the_diagrams() -> None:
    assert ground().push(HERE, "N") == Pushed((0, -1), 0, 0)
    assert ground(HERE).push(HERE, "N") == Pushed((0, -1), 1, 0)
    assert ground((0, -1)).push(HERE, "N") == Pushed(HERE, 1, 0)
    assert ground(rivers=[(HERE, (0, -1))]).push(HERE, "N") == Pushed(HERE, 0, 1)
    assert ground(without=[(0, -1)]).push(HERE, "N") == Pushed(HERE, 0, 1)
    odds = ground(HERE, rivers=[(HERE, (0, -1))]).push_odds(HERE)
    assert odds.p(heart_lost=1, nausea=1) == F(1, 6)


@pytest.mark.vector("BT-9")
@pytest.mark.example
@pytest.mark.parametrize(("heroes", "numbers"), [(4, {2, 3, 4}), (2, {2})])
def test_pins_lie_on_the_numbers_up_to_that_of_the_heroes(heroes: int, numbers: set[int]) -> None:
    names = ("jessika", "zack", "clayton", "isolde")[:heroes]
    s = kabula.initial_state(kabula.Setup(names))
    assert {ISLAND.pins[space] for space, pin in s.pins if pin == "encounter"} == numbers
    assert [pin for _, pin in s.pins].count("dungeon 1") == 4


# Fights ---------------------------------------------------------------------------------------------------
def zack_at_jessika(**jessika: Any) -> Any:
    """Zack aims his beans at Jessika, two spaces away."""
    zack = {"hero": "Zack", "space": (0, 1), "parts": {"fresh": "guts", "used": "brain"}}
    s = kabula.table(heroes=[zack, {"hero": "Jessika", "space": (0, 3), "parts": {"used": "legs"}} | jessika])
    s = after(s, BULLET, "attack Jessika")
    assert (what(s), boxes(s.heroes[0])) == ("the Aim die", ("", "", "brain, guts"))
    return s


@pytest.mark.example
@pytest.mark.vector("BT-1")
@pytest.mark.parametrize(
    ("aim", "lost"), [("teeth", 2), ("legs", 2), ("butt", 0), ("brain", 1), ("guts", 1), ("no Part", 1)]
)
def test_the_kidney_bean_bullet(aim: str, lost: int) -> None:
    s = after(zack_at_jessika(), aim)
    while s.strike is not None:
        s = onwards(s)
    assert s.heroes[1].heart == 8 - lost
    assert s.active == 1  # the turn has ended


@pytest.mark.example
@pytest.mark.vector("BT-1")
def test_the_kidney_bean_bullet_as_odds() -> None:
    odds = kabula.attack_odds(BULLET, kabula.target(8, passive=ARMOUR))
    assert [odds.p(heart_lost=n) for n in (0, 1, 2)] == [F(1, 6), F(1, 2), F(1, 3)]
    assert odds.p(lambda h: h.attacker_recharges == (h.heart_lost == 0)) == 1
    assert odds.p(lambda h: h.target_recharges == (h.heart_lost > 0)) == 1


@pytest.mark.example
@pytest.mark.vector("BT-1r")
def test_beans_that_the_armour_stops_make_zack_recharge_and_not_jessika() -> None:
    s = after(zack_at_jessika(), "butt")
    assert (who(s), labels(s)) == (0, ["recharge brain from Used to Fresh", "recharge guts from Used to Fresh"])
    s = after(s, "recharge guts from Used to Fresh")
    assert (s.strike, boxes(s.heroes[0]), boxes(s.heroes[1])) == (None, ("", "guts", "brain"), ("", "", "legs"))


@pytest.mark.example
@pytest.mark.vector("BT-1s")
def test_beans_that_hit_make_jessika_recharge_and_not_zack() -> None:
    s = after(zack_at_jessika(), "brain")
    assert who(s) == 1
    s = after(s, "recharge legs from Used to Fresh")
    assert (s.heroes[1].heart, boxes(s.heroes[1]), boxes(s.heroes[0])) == (7, ("", "legs", ""), ("", "", "brain, guts"))


@pytest.mark.example
@pytest.mark.vector("BT-2")
@pytest.mark.parametrize("aim", ["legs", "teeth", "butt"])
def test_a_defence_that_cancels_the_aim_takes_away_its_bonus_and_the_armour(aim: str) -> None:
    s = after(zack_at_jessika(parts="legs, guts"), aim)
    s = after(s, "Duck: pay guts, legs")
    assert who(s) == 0  # 1 Blade, 1 Shield: nothing happened, so Zack recharges
    weak = hit(BULLET, aim, passive=ARMOUR, active=[("guts", "cancel aim")], parts="guts")
    assert hearts(after(weak, "cancel aim: pay guts")) == [9, 8]


@pytest.mark.example
@pytest.mark.vector("BT-2b")
def test_a_defence_that_does_not_cancel_the_aim_leaves_its_bonus() -> None:
    s = hit(BULLET, "legs", passive=ARMOUR, active=[("guts", "shield 1")], parts="guts")
    assert hearts(after(s, "shield 1: pay guts")) == [9, 8]
    foe = kabula.target(9, passive=ARMOUR, active=[("guts", "shield 1")], parts="guts")
    assert kabula.attack_odds(BULLET, foe, aim_die=["legs"]).p(heart_lost=1, parts_spent=1) == 1


@pytest.mark.example
@pytest.mark.vector("BT-3")
def test_three_blades_on_the_butt_against_armour_and_a_shield_that_cancels_the_aim() -> None:
    s = hit("attack, aim, blade 3", "butt", passive={"butt": "shield 1"}, active=[BUTT], parts="butt")
    s = until_charged(after(s, "shield 2, cancel aim: pay butt"))
    assert (hearts(s), labels(s)) == ([9, 8], ["recharge butt from Used to Fresh"])
    foe = kabula.target(9, passive={"butt": "shield 1"}, active=[BUTT], parts="butt")
    odds = kabula.attack_odds("attack, aim, blade 3", foe, aim_die=["butt"])
    assert dict(odds) == {kabula.Hit(1, 0, 1, True, False, False): 1}


BUTT = ("butt", "shield 2, cancel aim")


@pytest.mark.example
@pytest.mark.vector("BT-3")
def test_the_same_fight_at_a_table_with_such_cards() -> None:
    text = SHEET.text.replace('does = "attack, aim, blade 1; end turn"', 'does = "attack, aim, blade 3; end turn"', 1)
    text = text.replace('does = "defend shield 2"', f'does = "defend {BUTT[1]}"')
    setup = kabula.Setup(("zack", "jessika"), sheet=parse_sheet("kabula", text, "three blades"))
    wears = {"items": ["Padded Shorts", "Umbrella"], "worn": ["Padded Shorts"], "parts": "butt"}
    s = kabula.table(heroes=[{"space": (0, 3), "parts": "teeth"}, {"space": (0, 3)} | wears], setup=setup)
    s = after(s, "Punch", "attack Jessika", "butt", "Umbrella: pay butt", "recharge butt from Used to Fresh")
    assert (s.heroes[1].heart, boxes(s.heroes[1]), s.active) == (7, ("", "butt", ""), 1)


@pytest.mark.example
@pytest.mark.vector("BT-4")
def test_the_water_king_spends_no_brain_so_it_loses_heart() -> None:
    s = left_alone(hit("Stinging Remark", kind="guardian", heart=20))
    assert hearts(s) == [9, 18]
    odds = kabula.attack_odds("Stinging Remark", kabula.target(20, parts="brain 5", can_spend=False))
    assert odds.p(heart_lost=2, parts_spent=0) == 1
    hero = kabula.attack_odds("Stinging Remark", kabula.target(20, parts="brain 5"))
    assert hero.p(heart_lost=0, parts_spent=1, attacker_recharges=True) == 1


@pytest.mark.vector("BT-14")
def test_two_nausea_raise_a_blade_that_is_not_blocked_to_three() -> None:
    assert kabula.attack_odds("attack, blade 1", kabula.target(9, nausea=2)).p(heart_lost=3) == 1
    blocked = kabula.target(9, nausea=2, active=[("butt", "shield 1")], parts="butt")
    assert kabula.attack_odds("attack, blade 1", blocked).p(heart_lost=0) == 1


@pytest.mark.example
def test_trading_blood_costs_an_attacker_on_the_same_space_two_hearts_and_leaves_the_aim() -> None:
    isolde = {"hero": "Isolde", "space": (0, 3), "parts": "guts"}
    s = kabula.table(heroes=[{"hero": "Zack", "space": (0, 3), "parts": "guts"}, isolde])
    s = after(s, BULLET, "attack Isolde", "legs", "Trading Blood: pay guts")
    assert [f.heart for f in s.strike.fighters[1:]] == [7, 5]  # the Guardian comes first
    away = kabula.table(heroes=[{"hero": "Zack", "space": (0, 1), "parts": "guts"}, isolde])
    s = after(away, BULLET, "attack Isolde", "legs", "Trading Blood: pay guts")
    assert [f.heart for f in s.strike.fighters[1:]] == [9, 5]


# Dungeons, encounters, cities, shops ----------------------------------------------------------------------------
def in_dungeon(level: int, **told: Any) -> Any:
    """Jessika enters a dungeon whose card is the printed one."""
    jessika = {"hero": "Jessika", "space": DUNGEON, "parts": ()} | told
    s = kabula.table(heroes=[jessika], dungeons=["Good Boy"], pins=[(DUNGEON, f"dungeon {level}")])
    return after(s, f"enter the dungeon {level}", SHEET.find("good-boy"))


@pytest.mark.example
@pytest.mark.vector("BT-10")
def test_good_boy_bites_the_butt_and_leaves_a_small_chest() -> None:
    s = in_dungeon(1, worn=[], parts={"used": "legs"})
    s = after(s, "recharge legs from Used to Fresh")
    assert (s.heroes[0].heart, what(s)) == (6, "an item")
    s = after(s, SHEET.find("umbrella"), SHEET.find("cold-noodles"))
    assert boxes(s.heroes[0]) == ("", "legs", "guts ×2")
    assert {"Umbrella", "Cold Noodles"} < {c.name for c in s.heroes[0].items}
    assert (dict(s.pins)[DUNGEON], s.round, s.dungeons.layers[-1]) == ("dungeon 2", 2, Seen(SHEET.find("good-boy")))


@pytest.mark.example
@pytest.mark.vector("BT-10")
def test_armour_on_the_butt_helps_against_good_boy() -> None:
    assert in_dungeon(1).heroes[0].heart == 8  # Jessika's jacket
    assert kabula.attack_odds("attacked, aimed butt, blade 2", kabula.target(8, passive=ARMOUR)).p(heart_lost=0) == 1
    assert kabula.attack_odds("attacked, aimed butt, blade 2", kabula.target(8)).p(heart_lost=2) == 1


@pytest.mark.example
@pytest.mark.vector("BT-11")
def test_the_abyss_kills_who_has_four_hearts_and_no_brain() -> None:
    s = in_dungeon(2, heart=4)
    assert (s.heroes[0].space, s.heroes[0].heart, s.round) == (HERE, 8, 2)
    assert (dict(s.pins)[DUNGEON], len(s.heroes[0].items), s.card) == ("dungeon 2", 3, None)
    words = "attacked, twice, spend brain or heart 3"
    assert kabula.attack_odds(words, kabula.target(4)).p(heart_lost=4, dead=True) == 1
    assert kabula.attack_odds(words, kabula.target(4, parts="brain")).p(heart_lost=3, dead=False) == 1


@pytest.mark.example
@pytest.mark.vector("BT-11")
def test_who_spends_a_brain_twice_gets_the_rare_item_and_the_pin_is_gone() -> None:
    s = in_dungeon(2, parts="brain 2", heart=4)
    s = after(s, "spend brain", "spend brain")
    assert (s.heroes[0].heart, what(s)) == (4, "an item")
    s = after(s, SHEET.find("horny-kabuto"))
    assert (DUNGEON in dict(s.pins), s.round) == (False, 2)


def met_the_orcs(**told: Any) -> Any:
    """Zack, or another, meets the printed family."""
    s = kabula.table(
        heroes=[{"hero": "Zack", "space": PIN} | told],
        encounters=["Orc Family"],
        light="orange",
    )
    return after(s, "have an encounter", SHEET.find("orc-family"))


def option(s: Any, trait: str) -> str:
    """The label of the option with a trait."""
    return next(told for told in labels(s) if f"#{trait}" in told)


@pytest.mark.example
@pytest.mark.vector("BT-12")
def test_cake_with_the_orcs_gives_teeth_two_hearts_and_a_romantic_tag() -> None:
    s = met_the_orcs(heart=8, heart_plus=9, parts=())
    s = after(s, option(s, "romantic"))
    assert (boxes(s.heroes[0]), s.heroes[0].heart) == (("", "", "teeth"), 9)
    assert s.heroes[0].tags == (0, 0, 1)  # Big Talk is romantic
    assert (dict(s.pins)[PIN], s.round) == ("monster", 2)


@pytest.mark.example
@pytest.mark.vector("BT-12")
def test_the_card_that_is_kept_raises_heart_and_heart_plus_at_dreary_abbey() -> None:
    s = met_the_orcs(hero="Isolde", heart=3)
    s = after(s, option(s, "creepy"))
    assert (s.heroes[0].tags, len(s.heroes[0].kept), s.round) == ((0, 1, 0), 1, 2)
    kept = kabula.table(
        heroes=[{"hero": "Isolde", "space": "Dreary Abbey", "heart": 3, "kept": ["Orc Family"]}], light="orange"
    )
    s = after(kept, next(told for told in labels(kept) if told.startswith("use ")))
    assert (s.heroes[0].most, s.heroes[0].heart, len(s.heroes[0].kept), s.round) == (8, 6, 0, 1)
    assert s.encounters.layers[-1] == Seen(SHEET.find("orc-family"))


def at_inverbluf(**told: Any) -> Any:
    """A Hero in the printed city."""
    return kabula.table(heroes=[{"hero": "Zack", "space": "Inverbluf"} | told])


@pytest.mark.example
@pytest.mark.vector("BT-13")
def test_bed_and_breakfast_in_inverbluf() -> None:
    s = at_inverbluf(heart=2, heart_plus=9, nausea=1, parts="guts 4")
    s = after(s, "Bed and Breakfast")
    assert (s.heroes[0].heart, s.heroes[0].nausea, boxes(s.heroes[0])) == (8, 0, ("", "guts ×4", ""))
    assert s.round == 2
    assert after(at_inverbluf(heart=8, heart_plus=9, parts="guts 4"), "Bed and Breakfast").heroes[0].heart == 9


@pytest.mark.example
def test_the_train_the_shop_and_the_meat_district_of_inverbluf() -> None:
    s = after(at_inverbluf(parts="guts 3"), "Blue Line Train", "travel to Ridgewick")
    assert (s.heroes[0].space, s.round) == (ISLAND.names["Ridgewick"], 1)
    s = after(at_inverbluf(parts="guts", farz=2), "Historic Meat District", "discard guts from Fresh")
    assert (boxes(s.heroes[0]), s.heroes[0].farz, s.round) == (("", "", ""), 3, 1)
    s = after(at_inverbluf(), "Souvenir Shop")
    while isinstance(kabula.node(s), Chance):
        s = onwards(s)
    assert len(s.shown) == 6
    assert after(s, "leave the shop").round == 2


@pytest.mark.vector("BT-24")
def test_a_shop_for_six_shows_the_four_cards_there_are_and_what_is_not_bought_goes_under_the_deck() -> None:
    four = ["Umbrella", "Slingshot", "Air Horn", "Cold Noodles"]
    s = only_top(kabula.table(heroes=[{"space": "Inverbluf", "farz": 15}], common=four), "common")
    s = after(s, "Souvenir Shop", *map(SHEET.find, ("umbrella", "slingshot", "air-horn", "cold-noodles")))
    assert {c.name for c in s.shown} == set(four)
    s = after(s, next(told for told in labels(s) if told.startswith("buy Umbrella")), "leave the shop")
    assert list(s.common) == [SHEET.find(i) for i in ("cold-noodles", "slingshot", "air-horn")]
    assert (len(s.common.layers), s.round) == (1, 2)  # shuffled, under an empty deck


# Parts ------------------------------------------------------------------------------------------------------------
@pytest.mark.example
@pytest.mark.vector("BT-15")
def test_one_raging_part_pays_two_any_parts() -> None:
    b = Boxes(rage=Bag(["brain"]))
    (way,) = payments(b, ("any", "any"))
    assert pay(b, way) == Boxes(used=Bag(["brain"]))
    s = after(at_inverbluf(parts={"rage": "guts 2"}), "Bed and Breakfast")
    assert boxes(s.heroes[0]) == ("", "guts ×2", "")  # paid with two raging Parts, and rested


@pytest.mark.vector("BT-16")
def test_an_eleventh_fresh_part_sends_one_to_used() -> None:
    s = at_inverbluf(parts={"rage": "legs", "fresh": "teeth 5, guts 5"})
    s = after(s, "Walk")
    ways = [told for told in labels(s) if told.startswith("pay raging legs")]
    assert len(ways) == 3  # teeth, guts, or the legs themselves
    for told in ways:
        b = after(s, told).heroes[0].boxes
        assert (len(b.rage), len(b.fresh), len(b.used)) == (0, 10, 1)


@pytest.mark.vector("BT-17")
def test_a_monster_with_two_parts_that_loses_three_hearts_gives_both_and_dies() -> None:
    s = left_alone(hit("attack, blade 3", kind="monster", parts="teeth, butt"))
    assert (hearts(s)[1], boxes(s.fighters[0])) == (0, ("", "", "butt, teeth"))
