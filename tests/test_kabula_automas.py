"""Kabula 10: Hero Automas: their start, their coins and Tags, whom they go for, how they come by the Kabula."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_moves import onwards
from kabula_table import SHEET, after, cited, comes, ending, pin, table, what
from rulebooks import kabula
from rulebooks.core.cards import Sheet
from rulebooks.core.game import Chance, Terminal
from rulebooks.kabula.automas import automa_target
from rulebooks.kabula.flow import settled
from rulebooks.kabula.hexes import name_of
from rulebooks.kabula.opening import prepare
from rulebooks.kabula.printed import PAIRS, Verb

MEADOW, PIN = (0, 3), (1, 3)
ZACK, STOVE = {"automa": "Zack Who Naps"}, {"automa": "Clayton At The Stove"}
ISOLDE, BOASTS = {"automa": "Isolde And Her Children"}, {"automa": "Zack Who Boasts"}
# The house sheet's Automas may be balanced; here their actions are those that the tests speak of.
NAPS = {
    "zack-who-naps": {"steps": 3},
    "zack-who-naps-front-heads": {"does": "toward pin 4; popular"},
    "zack-who-naps-front-tails": {"does": "heal 3; tag lazy"},
    "zack-who-naps-trending-heads": {"does": "toward 3; attack 3, aim, blade 1"},
    "zack-who-naps-trending-tails": {"does": "toward 4; attack, aim, blade 2"},
    "zack-who-boasts": {"heart": 10, "farz": 4, "start": "Inverbluf"},
    "zack-who-boasts-trending-heads": {"does": "toward 3; attack 3, aim, blade 1"},
    "zack-who-boasts-trending-tails": {"does": "toward 5; attack, aim, blade 2"},
    "clayton-at-the-stove-trending-heads": {"does": "toward 3; attack all 1, aim, blade 1"},
    "isolde-and-her-children-front-tails": {"does": "brood 2"},
    "baby-warrior": {"number": 3},
    "baby-warrior-heads": {"does": "toward 2; attack, aim, blade 1"},
}
TOLD: Sheet = replace(SHEET, cards=tuple(replace(c, **NAPS.get(c.id, {})) for c in SHEET.cards))


def tried(*heroes: Any, **rest: Any) -> Any:
    """A table with these Automas."""
    return table(*heroes, **({"setup": kabula.Setup(sheet=TOLD)} | rest))


def duo(automa: Any, **rest: Any) -> Any:
    """A table of Jessika on a meadow and an Automa whose turn it is."""
    return tried({"hero": "Jessika", "space": MEADOW, "parts": ""}, automa, **({"turn": 2} | rest))


def goes_for(s: Any, f: int = 1) -> str:
    """Whom an Automa goes for."""
    return automa_target(s, f)[1].name


# Set-up -----------------------------------------------------------------------------------------------
@pytest.mark.rule("10.4")
def test_an_automa_s_card_tells_heart_farz_and_the_place_where_it_begins() -> None:
    h = prepare(kabula.Setup(("jessika",), ("zack-who-boasts",), sheet=TOLD)).heroes[1]
    assert (h.hero.name, h.heart, h.most, h.farz, h.space) == ("Zack", 10, 10, 4, (0, 4))
    assert (len(h.boxes), len(h.items), h.tags, h.flipped) == (0, 0, (0, 0, 0), False)


@pytest.mark.rule("1.5", "10.4")
@pytest.mark.ruling("BR-97")
def test_br_97_automas_count_as_heroes_for_the_guardian_s_heart_and_the_pins() -> None:
    def start(*automas: str) -> tuple[int, int]:
        s = prepare(kabula.Setup(("jessika", "isolde"), automas))
        return s.guardian.most, sum(which == "encounter" for _, which in s.pins)

    told = [int(n) for n in SHEET.find("water-king").hearts.split(",")]
    assert start()[0] == told[1]
    assert start("zack-who-naps")[0] == told[2]
    assert start() == start()[:1] + (start("zack-who-naps")[1] - 5,)  # five Pins bear the number 3


@pytest.mark.rule("10.4", "1.9")
@pytest.mark.ruling("BR-72")
def test_br_72_chance_lays_the_order_and_automas_have_a_place_in_it_like_players() -> None:
    s = kabula.initial_state(kabula.Setup(("jessika",), ("zack-who-naps",)))
    assert comes(s) == {"player 1": 1, "player 2": 1}
    assert kabula.table(heroes=[{"hero": "Jessika"}, ZACK], order=[2, 1], turn=1).ron == (1, 0)


@pytest.mark.ruling("BR-89")
def test_br_89_any_number_of_automas_play_beside_one_player_but_one_of_each_hero() -> None:
    automas = ("zack-who-naps", "clayton-at-the-stove", "isolde-and-her-children", "chastity-on-patrol")
    assert len(prepare(kabula.Setup(("jessika",), automas)).heroes) == 5
    with pytest.raises(ValueError, match=r"Automas of one Hero"):
        kabula.Setup(("jessika",), ("zack-who-naps", "zack-who-boasts"))


# Turns ------------------------------------------------------------------------------------------------
@pytest.mark.rule("10.4b")
def test_a_coin_tells_which_action_of_the_side_that_shows() -> None:
    s = duo(ZACK | {"space": MEADOW, "heart": 5})
    assert what(s) == "the Monster coin"
    assert comes(s) == {"heads": 1, "tails": 1}
    s = after(s, "tails")  # heal 3; tag lazy
    assert (s.heroes[1].heart, s.heroes[1].tags[0]) == (8, 1)
    assert s.trace.row == "zack-who-naps-front-tails"


@pytest.mark.rule("10.4b")
def test_an_automa_whose_side_tells_an_action_for_each_pair_flips_two_coins() -> None:
    rows = [c for c in TOLD.cards if c.owner == "zack-who-naps" and c.side == "front"]
    pairs = [replace(rows[0], id=pair, coin=pair, does=f"heal {i}") for i, pair in enumerate(PAIRS, 1)]
    sheet: Sheet = replace(TOLD, cards=(*(c for c in TOLD.cards if c not in rows), *pairs))
    s = duo(ZACK | {"heart": 4}, setup=kabula.Setup(("jessika",), ("zack-who-naps",), sheet=sheet))
    assert comes(s) == {"two heads": 1, "one of each": 2, "two tails": 1}
    assert after(s, "one of each").heroes[1].heart == 6


def test_nobody_is_asked_anything_in_an_automa_s_turn() -> None:
    s = table({"hero": "Jessika", "space": (0, 0)}, STOVE | {"space": (0, 0)}, turn=2)
    while s.round == 1 and s.turn == 1:
        node = kabula.node(s)
        assert isinstance(node, Chance) or node.player == 0
        s = onwards(s)


@pytest.mark.rule("8.1", "10.4")
def test_an_automa_that_dies_before_the_theft_is_reborn_without_nausea_and_with_all_its_heart() -> None:
    s = table({"hero": "Jessika", "space": MEADOW, "parts": "teeth"}, ZACK | {"space": MEADOW, "heart": 1, "nausea": 2})
    s = after(s, "Punch", "attack Zack", "no Part")
    h = s.heroes[1]
    assert (h.space, h.heart, h.nausea, h.out) == ((0, 0), h.most, 0, False)


# Tags -------------------------------------------------------------------------------------------------
@pytest.mark.rule("10.4f")
def test_the_third_tag_turns_an_automa_to_its_trending_side_whatever_trait_it_bears() -> None:
    s = after(duo(ZACK | {"space": MEADOW, "tags": 2}), "tails")
    assert (s.heroes[1].tags[0], s.heroes[1].flipped) == (3, True)
    s = after(duo(ZACK | {"space": MEADOW, "tags": 1}), "tails")
    assert (s.heroes[1].tags[0], s.heroes[1].flipped) == (2, False)


@pytest.mark.rule("10.4g", "9.5a")
@pytest.mark.ruling("BR-129")
def test_br_129_an_automa_on_an_encounter_pin_gets_a_tag_and_turns_the_pin() -> None:
    s, ids = cited(duo(ZACK | {"space": MEADOW}), "heads")  # toward pin 4; popular
    assert s.heroes[1].space == PIN
    assert (pin(s, PIN), s.heroes[1].tags[0]) == ("monster", 1)
    assert {"10.4g", "10.4f"} <= set(ids)
    assert s.trace.target == name_of(PIN)
    assert s.card is None  # no encounter card is drawn


@pytest.mark.rule("10.4g")
@pytest.mark.ruling("BR-129")
def test_br_129_an_automa_that_reaches_no_encounter_pin_gets_no_tag() -> None:
    s = duo(ZACK | {"space": MEADOW}, pins=dict.fromkeys(kabula.island().pins, ""))
    s = after(s, "heads")
    assert (s.heroes[1].space, s.heroes[1].tags[0]) == (MEADOW, 0)


@pytest.mark.rule("10.4d")
@pytest.mark.ruling("BR-87")
def test_br_87_at_the_theft_every_automa_turns_whatever_tags_it_has() -> None:
    thief = {"hero": "Jessika", "space": (0, 0), "tags": (3, 0, 0)}
    s = kabula.table(heroes=[thief, ZACK, ISOLDE | {"tags": 1}])
    assert s.kabula.stolen
    assert [h.flipped for h in s.heroes] == [False, True, True]


# Targets ----------------------------------------------------------------------------------------------
@pytest.mark.rule("10.4c")
@pytest.mark.ruling("BR-88")
def test_br_88_without_an_owner_the_order_is_guardian_hero_familio_monster_however_far() -> None:
    near = {"hero": "Jessika", "space": MEADOW, "familio": "Tin Crab"}
    wild = [{"monster": "Aloe Wolf", "space": MEADOW}]
    s = tried(near, ZACK | {"space": MEADOW}, monsters=wild)
    assert goes_for(s) == "Water King"
    without = replace(s, guardian=replace(s.guardian, out=True))
    assert goes_for(without) == "Jessika"
    alone = replace(without, heroes=(replace(without.heroes[0], swallowed=True), without.heroes[1]))
    assert goes_for(alone) == "Tin Crab"
    nobody = replace(alone, heroes=(replace(alone.heroes[0], familio=None), alone.heroes[1]))
    assert goes_for(nobody) == "Aloe Wolf"


@pytest.mark.rule("10.4c")
@pytest.mark.ruling("BR-88")
def test_br_88_of_those_alike_the_next_on_the_tracker_is_the_target() -> None:
    others = [{"hero": "Jessika", "space": MEADOW}, {"hero": "Isolde", "space": (4, -4)}, ZACK | {"space": MEADOW}]
    for order, who in (([3, 2, 1], "Isolde"), ([3, 1, 2], "Jessika"), ([1, 3, 2], "Isolde")):
        s = tried(*others, order=order)
        s = replace(s, guardian=replace(s.guardian, out=True))
        assert automa_target(s, 2)[1].name == who
        assert [line.what for line in automa_target(s, 2)[1].lines][-1] == "next on the RON tracker"


@pytest.mark.rule("10.4c")
@pytest.mark.ruling("BR-88")
def test_br_88_while_another_has_the_kabula_that_one_is_the_only_target() -> None:
    heroes = [{"hero": "Jessika", "space": (4, -4)}, {"hero": "Isolde", "space": MEADOW}, ZACK | {"space": MEADOW}]
    assert goes_for(tried(*heroes, kabula=1), 2) == "Jessika"
    assert goes_for(tried(*heroes, kabula="guardian"), 2) == "Water King"
    assert goes_for(tried(*heroes, kabula=3), 2) == "Water King"


@pytest.mark.rule("10.4i")
@pytest.mark.ruling("BR-88")
def test_an_automa_without_the_kabula_attacks_nobody_but_its_owner_even_if_that_is_out_of_reach() -> None:
    heroes = [{"hero": "Jessika", "space": (4, -4)}, {"hero": "Isolde", "space": MEADOW}, ZACK | {"space": MEADOW}]
    s = after(tried(*heroes, kabula=1, turn=3), "heads")  # toward 3; attack 3
    assert s.strike is None
    assert s.trace.target == "Jessika"
    assert s.heroes[1].heart == s.heroes[1].most


@pytest.mark.rule("10.4i")
def test_an_automa_with_the_kabula_goes_to_the_guardian_and_attacks_another_only_if_that_is_out_of_reach() -> None:
    king = {"guardian": "Water King", "space": (4, -4)}
    on_the_way = duo(ZACK | {"space": MEADOW}, kabula=2, guardian=king)
    s = after(on_the_way, "heads")  # toward 3; attack 3
    assert s.trace.target == "Water King"
    assert s.heroes[1].space != (0, 3)
    assert s.among[s.strike.target] == 0  # Jessika, still within three spaces
    beside = duo(ZACK | {"space": (0, -1)}, kabula=2)
    s = after(beside, "heads")
    assert s.among[s.strike.target] == 20


@pytest.mark.rule("10.4i")
def test_of_those_in_reach_a_hero_comes_before_a_familio_and_that_before_a_monster() -> None:
    far = {"guardian": "Water King", "space": (4, -4)}
    jessika = {"hero": "Jessika", "space": (-3, 4), "familio": {"monster": "Tin Crab", "space": (1, 2)}}
    wolf = {"monster": "Aloe Wolf", "space": (1, 2), "before": 2}
    s = tried(jessika, BOASTS | {"space": MEADOW}, kabula=2, turn=2, guardian=far, monsters=[wolf])
    s = after(s, "heads")
    assert s.among[s.strike.target] == 10  # the Familio; its Hero is too far


@pytest.mark.rule("10.4i", "5.4")
@pytest.mark.ruling("BR-121")
def test_br_121_an_automa_attacks_all_around_it_only_if_its_target_is_among_them() -> None:
    isolde = {"hero": "Isolde", "space": (0, 0)}
    s = after(tried({"space": (4, -4)}, isolde, STOVE | {"space": (0, 0)}, kabula=1, turn=3), "heads")
    assert (s.trace.row, s.strike) == ("clayton-at-the-stove-trending-heads", None)  # toward 3; attack all 1
    s = after(tried({"space": (0, 0)}, isolde, STOVE | {"space": (0, 0)}, kabula=1, turn=3), "heads")
    assert sorted(s.among[i] for i in s.strike.chosen) == [0, 1, 20]  # then all are hit


# To the Kabula ----------------------------------------------------------------------------------------
@pytest.mark.rule("10.4e", "12.1", "12.2")
@pytest.mark.ruling("BR-151")
def test_br_151_an_automa_trending_by_its_tags_steals_the_guardian_acts_and_then_it_flips_its_coin() -> None:
    s = duo(ZACK | {"space": (0, -1), "tags": 3, "trending": True})
    assert (s.kabula.owner, s.heroes[1].space, s.ron) == (1, (0, 0), (0, 20, 1))
    assert what(s) == "two Monster coins"
    s = after(s, "two tails")  # 2 and the number of nothing: the Guardian has no Kabula
    assert what(s) == "the Monster coin"
    assert s.active == 1


@pytest.mark.rule("10.4e", "10.4b")
@pytest.mark.ruling("BR-120", "BR-151")
def test_br_120_on_its_way_to_the_kabula_an_automa_flips_no_coin() -> None:
    s = duo(ZACK | {"space": (0, 4), "tags": 3, "trending": True})
    assert s.round == 2  # its turn is over
    assert s.heroes[1].space != (0, 4)
    assert (s.trace.action, s.kabula.stolen) == ("to the Kabula", False)


@pytest.mark.rule("10.4e", "12.3")
@pytest.mark.ruling("BR-120")
def test_br_120_a_dropped_kabula_is_taken_on_arriving_and_the_coin_follows_without_the_guardian() -> None:
    s = duo(ZACK | {"space": (1, 2)}, kabula={"space": MEADOW})
    assert (s.kabula.owner, s.heroes[1].space, s.active) == (1, MEADOW, 1)
    assert what(s) == "the Monster coin"


@pytest.mark.rule("10.4e")
def test_an_automa_that_stands_on_the_dropped_kabula_takes_it_in_its_turn() -> None:
    s = duo(ZACK | {"space": MEADOW}, kabula={"space": MEADOW})
    assert s.kabula.owner == 1
    assert what(s) == "the Monster coin"


@pytest.mark.rule("10.4e")
def test_an_automa_that_is_not_trending_walks_past_the_kabula() -> None:
    s = duo(ZACK | {"space": (0, 0), "tags": 2})
    assert what(s) == "the Monster coin"
    assert not after(s, "heads").kabula.stolen


@pytest.mark.rule("10.4f", "10.4e")
@pytest.mark.ruling("BR-77")
def test_br_77_an_automa_that_gets_its_third_tag_on_the_sanctuary_steals_in_its_next_turn() -> None:
    s = after(duo(ZACK | {"space": (0, 0), "tags": 2}), "tails")
    assert s.heroes[1].flipped
    assert not s.kabula.stolen


# Figures that an Automa brings ------------------------------------------------------------------------
@pytest.mark.rule("10.4h")
@pytest.mark.ruling("BR-152")
def test_br_152_baby_warriors_come_before_their_isolde_on_the_tracker_three_at_most() -> None:
    s, ids = cited(duo(ISOLDE | {"space": MEADOW}), "tails")  # brood 2
    assert "10.4h" in ids
    assert (s.ron, s.turn) == ((0, 100, 101, 1), -1)  # her turn is over: they act from the next round on
    assert {m.space for m in s.monsters} == {MEADOW}
    babies = [{"monster": "Baby Warrior", "space": MEADOW}] * 2
    more = after(duo(ISOLDE | {"space": MEADOW}, monsters=babies), "tails")
    assert len(more.monsters) == 3


@pytest.mark.rule("10.4h", "9.4")
@pytest.mark.ruling("BR-3")
def test_a_baby_warrior_never_goes_for_isolde_and_else_for_anybody_like_a_wild_monster() -> None:
    babies = [{"monster": "Baby Warrior", "space": (0, 4)}]
    s = duo(ISOLDE | {"space": (0, 4)}, monsters=babies, turn="Baby Warrior")
    s = after(s, "heads")
    assert s.trace.target == "Jessika"
    assert "Isolde" not in " ".join(s.trace.lines)
    assert s.heroes[1].heart == s.heroes[1].most


@pytest.mark.rule("9.10", "10.4h")
def test_of_several_baby_warriors_the_nearest_to_the_sanctuary_begins() -> None:
    babies = [{"monster": "Baby Warrior", "space": (0, 4)}, {"monster": "Baby Warrior", "space": (1, 0)}]
    s = duo(ISOLDE | {"space": (0, 4)}, monsters=babies, turn=1)
    s = after(s, "Wait")
    assert [f for f in s.ron if f >= 100] == [101, 100]


# Kills ------------------------------------------------------------------------------------------------
@pytest.mark.rule("8.4")
@pytest.mark.ruling("BR-94")
def test_br_94_an_automa_that_kills_a_monster_does_not_tame_it() -> None:
    wolf = {"monster": "Aloe Wolf", "space": MEADOW, "parts": "legs"}
    s = duo(BOASTS | {"space": MEADOW}, monsters=[wolf])
    s = replace(s, heroes=(replace(s.heroes[0], space=(4, -4)), s.heroes[1]))
    s = settled(replace(s, mark=100, todo=((1, Verb("attack", 1, "attack, blade 2")), *s.todo[1:])))
    assert (s.monsters, s.heroes[1].familio) == ((), None)
    assert [c.name for c in s.gone] == ["Aloe Wolf"]
    assert what(s) == "the Guardian's card"  # nobody was asked about it


@pytest.mark.rule("12.5", "12.4d")
@pytest.mark.ruling("BR-80")
def test_br_80_an_automa_with_the_kabula_wins_when_the_guardian_dies_and_all_players_have_lost() -> None:
    s = duo(BOASTS | {"space": (0, 0)}, kabula=2, guardian={"guardian": "Water King", "heart": 4})
    s = after(s, "tails", "no Part")  # blade 2, and 2 for the Kabula
    assert ending(s) == Terminal((0, 1), "12.5")
    assert s.winner == 1
