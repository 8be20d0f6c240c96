"""Kabula 8 and 9: Wild Monsters: provoked, their Parts, their turns and ways, and what becomes of the dead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_moves import boxes, ground
from kabula_table import CALM, ISLAND, SHEET, WAIT, asked, comes, kabula, labels, no, pin, set_up, what
from kabula_wild import (
    BLUFF,
    BULLET,
    FAR,
    MEADOW,
    about_to_provoke,
    after,
    chance,
    far,
    in_the_turn_of,
    monster,
    monsters_turn,
    no_more_to_spot,
    on_tracker,
    pet,
    quiet,
    settle,
    shot,
    spotted,
    wild,
)
from rulebooks.kabula.deaths import hurt
from rulebooks.kabula.figures import Monster
from rulebooks.kabula.flow import settled
from rulebooks.kabula.monsters import monster_target
from rulebooks.kabula.rounds import begin_turn
from rulebooks.kabula.table import GUARDIAN, called, order

WOLF = SHEET.find("aloe-wolf")


# Set-up -------------------------------------------------------------------------------------------
@pytest.mark.rule("1.5")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_guardian_stands_on_the_sanctuary_with_heart_by_the_number_of_heroes(n: int) -> None:
    heroes = ("jessika", "zack", "clayton", "isolde", "chastity")
    s: Any = kabula.initial_state(kabula.Setup(heroes[:n]))
    told = [int(word) for word in SHEET.find("water-king").hearts.split(",")]
    assert (s.guardian.space, s.guardian.heart, s.guardian.most) == (ISLAND.sanctuary, told[n - 1], told[n - 1])
    with_automa: Any = kabula.initial_state(kabula.Setup(("jessika",), ("zack-who-naps",)))
    assert with_automa.guardian.heart == told[1]


@pytest.mark.rule("1.7")
def test_three_monsters_are_laid_open_one_for_each_territory_before_the_first_turn() -> None:
    s = after(kabula.initial_state(), "player 1", "player 2")
    assert what(s) == "a Monster"
    n = len(s.unspotted)
    s = after(s, *set_up("Aloe Wolf", "ScoundrEgg", "Peeping Cobra"))
    assert [(where, str(card)) for where, card in s.spotted] == [
        ("The Ridge", "Aloe Wolf"),
        ("Bluff", "ScoundrEgg"),
        ("The North", "Peeping Cobra"),
    ]
    assert (len(s.unspotted), what(s), asked(after(s, CALM))) == (n - 3, "the Guardian's card", 1)


# Rounds --------------------------------------------------------------------------------------------
@pytest.mark.rule("2.1")
def test_monsters_and_familios_have_turns_of_their_own_where_they_stand_on_the_tracker() -> None:
    s = pet(wild(far(turn=2), "Sleepy Tortoise", FAR, before=2), 1, "ScoundrEgg", parts="legs")
    assert on_tracker(s) == ["1", "100", "2", "f1"]
    s = after(s, WAIT)
    assert (asked(s), "Roll" in labels(s)) == (1, True)
    s = after(s, "end the Familio's turn", CALM, WAIT)
    assert what(s) == "the Monster coin"
    assert quiet(s, in_the_turn_of(1)).round == 2


@pytest.mark.rule("2.1b")
def test_a_new_round_begins_with_a_card_of_the_guardian_and_then_with_the_first_figure() -> None:
    s = after(far(turn=2), WAIT)
    assert (s.round, what(s), set(comes(s)) >= {CALM, "Hail"}) == (2, "the Guardian's card", True)
    assert asked(after(s, CALM)) == 1


@pytest.mark.ruling("BR-115")
def test_br_115_until_the_theft_the_guardian_counts_as_the_first_on_the_tracker() -> None:
    s = far(order=[2, 1])
    assert order(s) == (GUARDIAN, 1, 0)
    assert order(wild(s, "Aloe Wolf", before=2)) == (GUARDIAN, 100, 1, 0)
    s = replace(s, ron=(1, GUARDIAN, 0))  # after the theft it has its own place
    assert order(s) == (1, GUARDIAN, 0)


# Provoking ---------------------------------------------------------------------------------------
@pytest.mark.rule("3.9")
def test_the_pin_provokes_the_monster_of_its_territory_where_one_is_spotted() -> None:
    assert no(about_to_provoke(), "provoke a monster") == ""
    s = about_to_provoke()
    assert no(replace(s, spotted=tuple((where, None) for where, _ in s.spotted)), "provoke a monster") == "3.9"
    assert ISLAND.territories[BLUFF] == "Bluff"


@pytest.mark.rule("3.9a")
def test_a_pin_whose_deck_is_empty_cannot_be_used() -> None:
    s = far({"space": BLUFF}, {}, out=["encounters"])
    assert no(s, "have an encounter") == "3.9a"
    assert no(spotted(replace(s, pins=((BLUFF, "monster"),)), Bluff="Aloe Wolf"), "provoke a monster") == ""


@pytest.mark.rule("9.1", "9.3a")
@pytest.mark.ruling("BR-60")
def test_a_provoked_monster_takes_the_pin_s_place_with_the_parts_of_its_card() -> None:
    s = after(about_to_provoke(), "provoke a monster")
    m = monster(s)
    assert (m.card, m.space, str(m.parts), pin(s, BLUFF)) == (WOLF, BLUFF, "butt, guts, legs, teeth ×2", "")
    assert (what(s), comes(s)) == ("the Monster coin", {"heads": 1, "tails": 1})


@pytest.mark.example
@pytest.mark.vector("BT-18")
@pytest.mark.ruling("BR-56")
def test_bt_18_b_provokes_so_the_monster_acts_now_stands_before_b_and_b_goes_on() -> None:
    heroes = [{"space": MEADOW}, {"space": BLUFF, "parts": "legs"}, {"space": MEADOW}]
    s = spotted(far(*heroes, turn=2, pins={BLUFF: "monster"}), Bluff="Sleepy Tortoise")
    s = after(s, "provoke a monster")
    assert (what(s), on_tracker(s), s.active) == ("the Monster coin", ["1", "100", "2", "3"], 1)
    s = quiet(s, lambda s: chance(s) == "a Monster")
    s = after(s, "Aloe Wolf in Bluff")
    assert (asked(s), s.round, "Walk" in labels(s)) == (2, 1, True)
    s = after(s, WAIT)
    assert asked(s) == 3  # the Monster has had its turn of this round
    s = after(s, WAIT, CALM, WAIT)
    assert (what(s), s.active, s.round) == ("the Monster coin", 100, 2)


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("order", "ron"), [([1, 2], ["100", "1", "2"]), ([2, 1], ["2", "100", "1"])])
def test_whether_the_first_or_the_last_of_the_round_provokes_their_turn_goes_on(order: Any, ron: Any) -> None:
    heroes = [{"space": BLUFF}, {"space": (-4, 0)}]
    s = spotted(far(*heroes, order=order, pins={BLUFF: "monster"}), Bluff="Sleepy Tortoise")
    s = quiet(after(s, "provoke a monster"), lambda s: chance(s) == "a Monster")
    s = after(s, "Aloe Wolf in Bluff")
    assert (on_tracker(s), s.active, s.round) == (ron, 0, 1)
    after_ = after(s, WAIT)
    assert (after_.active, after_.round) == ((1, 1) if order == [1, 2] else (GUARDIAN, 2))


@pytest.mark.rule("9.1a")
def test_the_next_monster_is_spotted_where_the_provoked_one_was() -> None:
    s = quiet(after(about_to_provoke("Sleepy Tortoise"), "provoke a monster"), lambda s: chance(s) == "a Monster")
    assert "Aloe Wolf in Bluff" in comes(s)
    assert "Sleepy Tortoise in Bluff" not in comes(s)
    s = after(s, "Aloe Wolf in Bluff")
    assert [str(card) for _, card in s.spotted] == ["None", "Aloe Wolf", "Moss Boar"]
    assert WOLF not in list(s.unspotted)


@pytest.mark.ruling("BR-57")
def test_br_57_of_two_that_come_before_one_hero_the_later_stands_next_to_the_hero() -> None:
    s = wild(about_to_provoke("Sleepy Tortoise"), "Aloe Wolf", FAR)
    assert on_tracker(s) == ["100", "1", "2"]
    assert on_tracker(after(s, "provoke a monster")) == ["100", "101", "1", "2"]


@pytest.mark.rule("8.2")
@pytest.mark.ruling("BR-58")
def test_br_58_who_dies_of_the_monster_provoked_is_reborn_and_the_turn_is_over() -> None:
    s = about_to_provoke(heart=1, worn=[], parts="")
    s = after(s, "provoke a monster", "heads", "brain")
    assert what(s) == "a Monster"  # the slot is filled all the same
    s = after(s, "Tin Crab in Bluff")
    assert (s.heroes[0].space, s.heroes[0].heart, s.active) == (ISLAND.sanctuary, s.heroes[0].most, 1)
    assert on_tracker(s) == ["100", "1", "2"]


@pytest.mark.rule("8.2")
@pytest.mark.ruling("BR-58")
def test_br_58_the_monster_ends_what_it_does_although_its_provoker_is_dead() -> None:
    s = after(about_to_provoke(heart=1, worn=[], parts=""), "provoke a monster")
    more = kabula.contents.Verb("random", 1)
    s = replace(s, todo=(s.todo[0], (100, more), *s.todo[1:]))
    s = after(s, "heads", "brain")
    assert what(s) == "the Compass die"
    assert monster(after(s, "N")).space != BLUFF


@pytest.mark.ruling("BR-59")
def test_br_59_an_empty_slot_stays_empty_when_no_monster_is_left() -> None:
    s = no_more_to_spot(about_to_provoke("Sleepy Tortoise"))
    s = quiet(after(s, "provoke a monster"), in_the_turn_of(0))
    assert dict(s.spotted)["Bluff"] is None
    s = replace(s, pins=((BLUFF, "monster"),))
    assert no(s, "provoke a monster") == "3.9"


# Parts ----------------------------------------------------------------------------------------------
@pytest.mark.rule("9.2", "9.3")
@pytest.mark.ruling("BR-53")
def test_who_makes_a_monster_lose_heart_chooses_the_parts_and_has_them_in_used() -> None:
    s = shot("teeth, legs 2")
    assert (asked(s), labels(s)) == (1, ["take teeth", "take legs"])
    s = after(s, "take teeth")
    assert (str(monster(s).parts), boxes(s.heroes[0])[2]) == ("legs ×2", "guts, teeth")


@pytest.mark.rule("9.2")
@pytest.mark.ruling("BR-45")
def test_nausea_makes_a_monster_lose_more_parts_which_are_taken_too() -> None:
    s = after(shot("teeth, legs 3", nausea=2), "take legs ×3")
    assert (str(monster(s).parts), boxes(s.heroes[0])[2]) == ("teeth", "guts, legs ×3")


@pytest.mark.rule("9.3")
@pytest.mark.ruling("BR-53")
def test_parts_lost_by_another_monster_are_chosen_by_who_comes_next_and_are_discarded() -> None:
    s = wild(far({"space": (-4, 0)}, {"space": (-4, 0)}), "Grumble Goose", before=2)
    s = after(monsters_turn(wild(s, "Aloe Wolf", before=1), 101), "heads", "brain")
    assert (asked(s), labels(s)) == (2, ["take teeth ×2", "take legs, teeth", "take legs ×2"])
    s = settle(after(s, "take legs ×2", "NE"))
    assert (str(monster(s).parts), [boxes(h)[2] for h in s.heroes]) == ("teeth ×2", ["", ""])


@pytest.mark.rule("9.3")
def test_parts_that_a_monster_loses_by_itself_are_chosen_by_the_next_player_on_the_tracker() -> None:
    s = wild(far(turn=1), "Aloe Wolf", parts="teeth 2, legs", before=2)
    s = hurt(s, 100, 1)
    assert (asked(s), labels(s)) == (2, ["take teeth", "take legs"])
    s = after(s, "take teeth")
    assert (str(monster(s).parts), boxes(s.heroes[1])[2], asked(s)) == ("legs, teeth", "", 1)


@pytest.mark.ruling("BR-54")
def test_br_54_a_monster_that_loses_more_than_it_has_gives_what_is_there() -> None:
    s = shot("teeth", nausea=5)
    assert boxes(s.heroes[0])[2] == "guts, teeth"
    assert labels(s) == ["tame Aloe Wolf", "let it go"]


# Behaviour: the printed Monsters ----------------------------------------------------------------------
def turn_of(name: str, at: Any, hero: Any, *more: Any, **rest: Any) -> Any:
    """The turn of a Wild Monster, a Hero of player 1 being the nearest figure."""
    s = far({"space": hero, "worn": [], "parts": ""}, {"space": (-4, 0)}, **rest)
    return after(monsters_turn(wild(s, name, at)), *more)


@pytest.mark.example
@pytest.mark.rule("9.3a", "9.7a")
def test_aloe_wolf_rolls_two_steps_toward_its_target_and_hits_and_pushes_both() -> None:
    s = turn_of("Aloe Wolf", (0, 3), (1, 1), "heads")
    assert (s.trace.action, s.trace.way, what(s)) == ("Ball of Thorns", ((0, 3), (1, 2), (1, 1)), "the Aim die")
    s = after(s, "brain")
    heart = s.strike.fighters[s.strike.target].heart
    assert (heart, what(s)) == (s.heroes[0].heart - 2, "the Compass die")
    s = settle(after(s, "S"))
    assert (s.heroes[0].space, monster(s).space) == ((1, 2), (1, 2))  # both in one direction


@pytest.mark.example
@pytest.mark.rule("9.3a")
def test_aloe_wolf_the_coward_runs_two_steps_at_random_and_hits_up_to_two_spaces_away() -> None:
    s = turn_of("Aloe Wolf", (1, 1), (1, 1), "tails")
    assert what(s) == "the Compass die"
    s = after(s, "S")
    assert (monster(s).space, what(s)) == ((1, 3), "the Aim die")
    s = settle(after(s, "brain"))
    assert s.heroes[0].heart == s.heroes[0].most - 1
    s = turn_of("Aloe Wolf", (0, 3), (1, 1), "tails", "S")
    assert (monster(s).space, s.strike, s.heroes[0].heart) == ((-1, 4), None, s.heroes[0].most)  # too far


@pytest.mark.example
@pytest.mark.rule("5.16", "7.1")
def test_aloe_wolf_s_thorny_tail_hurts_who_stands_beside_it_and_then_blocks_one() -> None:
    s = shot("teeth 3", aim="butt")  # the house card lets a hit on the butt set it off
    s = settle(s)
    assert (s.heroes[0].heart, len(monster(s).parts)) == (s.heroes[0].most - 1, 3)
    zack = {"hero": "zack", "parts": "guts", "space": (0, 2)}
    s = settle(after(wild(far(zack, {"space": FAR}), "Aloe Wolf"), BULLET, "attack Aloe Wolf", "butt"))
    assert (s.heroes[0].heart, len(monster(s).parts)) == (s.heroes[0].most, 5)


@pytest.mark.example
@pytest.mark.rule("9.8")
def test_scoundregg_rolls_four_steps_at_random_turning_clockwise_at_the_shore() -> None:
    coast = ground(without=[(0, 2), (-1, 2), (-2, 2), (-2, 1)])
    s = rolling(coast, {"space": (3, -3)}, "heads")
    s = after(s, "S")
    assert s.trace.way == ((0, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    assert monster(s).space == (-1, -1)


def rolling(island: Any, hero: Any, *moves: Any, **options: bool) -> Any:
    """A ScoundrEgg in the middle of an island has its turn."""
    read = kabula.Options(**options)
    setup = kabula.Setup(map=kabula.write_map(island), options=read)
    s = far({"worn": [], "parts": ""} | hero, {"space": (3, -3)}, setup=setup, guardian={"space": (3, 0)})
    return after(monsters_turn(wild(s, "ScoundrEgg", (0, 0))), *moves)


CLIMB = ground((-1, -1))  # the Hero on a mountain three steps away, by either of two ways


@pytest.mark.example
@pytest.mark.rule("9.7", "9.9")
@pytest.mark.ruling("BR-10")
def test_scoundregg_goes_north_for_it_is_the_more_clockwise_of_two_equal_ways() -> None:
    s = rolling(CLIMB, {"space": (-1, -1)}, "tails")
    assert s.trace.way == ((0, 0), (0, -1))  # the climb costs two, one step is left
    assert s.strike is None


@pytest.mark.ruling("BR-10")
def test_br_10_read_the_other_way_the_step_left_over_is_used_to_the_side() -> None:
    s = rolling(CLIMB, {"space": (-1, -1)}, "tails", side_steps=True)
    assert s.trace.way == ((0, 0), (0, -1), (0, -2))


@pytest.mark.rule("9.7a")
def test_a_monster_that_stands_with_its_target_does_not_move() -> None:
    s = turn_of("Aloe Wolf", MEADOW, MEADOW, "heads")
    assert (s.trace.way, monster(s).space, what(s)) == ((MEADOW,), MEADOW, "the Aim die")


@pytest.mark.rule("9.7a")
@pytest.mark.ruling("BR-9")
def test_a_movement_in_spaces_does_not_care_about_rivers_and_mountains() -> None:
    river = ground((0, -1), rivers=[((0, 0), (0, -1))])
    setup = kabula.Setup(map=kabula.write_map(river))
    s = far({"space": (0, -2), "parts": ""}, {"space": (3, -3)}, setup=setup, guardian={"space": (3, 0)})
    s = after(monsters_turn(wild(s, "Lantern Moth", (0, 0))), "heads")
    assert monster(s).space == (0, -2)


@pytest.mark.rule("9.3b")
def test_the_coin_names_the_action_and_the_target_is_found_before_the_monster_moves() -> None:
    s = wild(far({"space": (0, 1), "parts": ""}, {"space": (0, 4), "parts": ""}), "Aloe Wolf", (0, 2))
    s = after(monsters_turn(s), "tails")
    assert (s.trace.action, s.trace.target, s.mark, chance(s)) == ("Coward Attack", "Jessika", 0, "the Compass die")
    s = after(s, "S")  # now it is nearer to the other one
    assert (monster(s).space, s.among[s.strike.target]) == ((0, 3), 0)


@pytest.mark.rule("9.3a")
def test_a_monster_whose_target_is_out_of_reach_attacks_nobody() -> None:
    s = turn_of("Aloe Wolf", (0, 3), (-2, 0), "heads")
    assert (s.strike, s.active) == (None, 0)
    assert s.heroes[0].heart == s.heroes[0].most


@pytest.mark.rule("9.4")
@pytest.mark.ruling("BR-3")
def test_a_monster_goes_for_the_nearest_of_all_other_figures() -> None:
    s = wild(far({"space": (0, 1)}, {"space": (-4, 0)}), "Aloe Wolf", MEADOW)
    assert monster_target(s, 100)[0] == 0
    assert monster_target(pet(s, 2, "ScoundrEgg", (0, 2)), 100)[0] == 11
    assert monster_target(wild(s, "Moss Boar", (0, 2), before=2), 100)[0] == 101
    assert monster_target(replace(s, guardian=replace(s.guardian, space=MEADOW)), 100)[0] == GUARDIAN


@pytest.mark.rule("9.4")
def test_of_equals_the_owner_of_the_kabula_comes_first_and_then_the_next_on_the_tracker() -> None:
    s = wild(far({}, {}, {}), "Aloe Wolf", MEADOW, before=2)
    aim = monster_target(s, 100)
    assert (aim[0], [line.what for line in aim[1].lines][-1]) == (1, "next on the RON tracker")
    s = replace(s, kabula=replace(s.kabula, owner=2, stolen=True))
    aim = monster_target(s, 100)
    assert (aim[0], [line.what for line in aim[1].lines][-1]) == (2, "has the Kabula")


@pytest.mark.rule("9.4", "9.1")
def test_a_provoked_monster_goes_for_its_provoker_who_is_nearest_and_next_on_the_tracker() -> None:
    s = after(about_to_provoke("Aloe Wolf", {"space": BLUFF}), "provoke a monster", "heads")
    assert s.mark == 0


@pytest.mark.rule("9.4")
def test_a_familio_and_a_wild_monster_of_one_kind_are_told_apart() -> None:
    s = wild(far({"space": FAR}, {"space": FAR}), "Moss Boar", MEADOW)
    s = replace(pet(s, 1, "Aloe Wolf", (0, 2)), unspotted=s.unspotted)  # as if there were two of it
    s = wild(s, "Aloe Wolf", (0, 1))
    assert [called(s, f) for f in (10, 101)] == ["Aloe Wolf 1", "Aloe Wolf 2"]
    assert monster_target(s, 100)[0] == 10


@pytest.mark.rule("9.10")
@pytest.mark.ruling("BR-14")
def test_figures_of_one_master_act_nearest_the_sanctuary_first() -> None:
    s = kabula.table(heroes=[{"space": MEADOW}, {"space": (-4, 0)}])
    kid = SHEET.find("baby-warrior")
    kids = [Monster(100 + i, kid, at, life=1, master=0) for i, at in enumerate([(0, 4), (0, 2)])]
    s = replace(s, monsters=tuple(kids), ron=(100, 101, 0, 1), turn=0, serial=102)
    s = settled(begin_turn(s))
    assert (s.ron, s.active) == ((101, 100, 0, 1), 101)
