"""The rulings on targets, movement that rules decide, and pushes in Kabula."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kabula_moves import after, boxes, ground, hearts, hit, labels, left_alone, standing, turns, until_charged, what
from rulebooks import kabula
from rulebooks.kabula.fights import all_targets, in_reach
from rulebooks.kabula.hexes import most_clockwise
from rulebooks.kabula.island import Pushed
from rulebooks.kabula.strikes import AIM_DIE, attack
from rulebooks.kabula.targets import figure_target, space_target, who_moves_first

HERE = (0, 0)
FLAT = ground()
COAST = {(0, 2), (-1, 2), (-2, 2), (-2, 1)}  # the sea in the south-west, as in the printed example


def lines(aim: Any) -> list[str]:
    """The lines of a target list that were asked."""
    return [line.what for line in aim.lines]


def aimed(island: Any, figures: dict[str, Any], owner: str = "", here: Any = HERE) -> Any:
    """Whom a figure goes for; the RON order is that of the names given."""
    return figure_target(island, here, figures, list(figures), owner)


# Targets -----------------------------------------------------------------------------------------
@pytest.mark.ruling("BR-1")
def test_br_1_figures_are_told_apart_by_steps_spaces_the_kabula_and_the_next_place_in_ron() -> None:
    beside = {"Zack": (0, -1), "Clayton": (0, 1)}
    aim = aimed(FLAT, beside)
    assert (aim.name, lines(aim)) == (
        "Zack",
        ["fewer steps", "fewer spaces", "has the Kabula", "next on the RON tracker"],
    )
    aim = aimed(FLAT, beside, owner="Clayton")
    assert (aim.name, lines(aim)) == ("Clayton", ["fewer steps", "fewer spaces", "has the Kabula"])


@pytest.mark.ruling("BR-1")
def test_br_1_pins_are_told_apart_by_steps_spaces_the_sanctuary_and_the_compass() -> None:
    aim = space_target(FLAT, HERE, [(1, 0), (0, -1)])
    assert aim.name == "(0, \N{MINUS SIGN}1)"
    assert lines(aim) == ["closest in steps", "closest in spaces", "closest to the Sanctuary", "clockwise from north"]


@pytest.mark.ruling("BR-2")
def test_br_2_only_those_tied_on_a_line_go_on_to_the_next() -> None:
    hill = ground((0, 1))
    aim = aimed(hill, {"far": (-1, -1), "up": (0, 1), "owner": (3, 0)}, owner="owner")
    assert aim.lines[0].left == ("far", "up")  # 2 steps both; the owner of the Kabula is out already
    assert aim.lines[1].left == ("up",)
    assert (aim.name, len(aim.lines)) == ("up", 2)


@pytest.mark.ruling("BR-3")
def test_br_3_monsters_familios_and_the_guardian_can_be_targets_too() -> None:
    figures = {"Zack": (2, 0), "Aloe Wolf": (1, 0), "Peeping Cobra": (0, 2), "Water King": (0, 3)}
    assert aimed(FLAT, figures).name == "Aloe Wolf"
    assert aimed(FLAT, {n: s for n, s in figures.items() if n != "Aloe Wolf"}).name == "Zack"
    assert aimed(FLAT, {"Water King": (0, 3)}).name == "Water King"


@pytest.mark.ruling("BR-4")
def test_br_4_steps_are_those_the_monster_would_walk_to_the_figure() -> None:
    high = ground((0, 0), (0, -1))
    assert high.steps((0, 0), (0, 1)) == 1 < high.steps((0, 1), (0, 0)) == 2
    assert aimed(high, {"below": (0, 1), "two away": (0, -2)}).name == "below"
    assert (
        aimed(high, {"above": (0, 0), "two away": (0, 3)}, here=(0, 1)).name == "above"
    )  # 2 steps each: spaces decide


@pytest.mark.ruling("BR-5")
def test_br_5_closest_to_the_sanctuary_is_meant_in_steps_and_then_in_spaces() -> None:
    walled = ground(rivers=[((1, -1), (0, 0)), ((1, -1), (0, -1)), ((1, -1), (1, 0))])
    aim = space_target(walled, (2, -2), [(1, -1), (2, -1)])
    assert (aim.name, lines(aim)[-1]) == ("(2, −1)", "closest to the Sanctuary")
    steep = ground((0, 0), (0, -1), (0, -2), (-1, -1))
    assert [steep.steps(s, HERE) for s in [(-1, 0), (0, -2)]] == [2, 2]
    aim = space_target(steep, (-1, -1), [(0, -2), (-1, 0)])  # north-east, but two spaces from the Sanctuary; south
    assert (aim.name, lines(aim)[-1]) == ("(−1, 0)", "closest to the Sanctuary")


# Movement in a random direction ----------------------------------------------------------------------
@pytest.mark.ruling("BR-6")
def test_br_6_a_direction_that_was_changed_is_kept() -> None:
    assert turns(ground(without=COAST).wander(HERE, 4, "S")) == ["S", "NW", "N", "N"]  # the last step is not S again


@pytest.mark.ruling("BR-7")
def test_br_7_the_map_s_end_and_steps_that_do_not_suffice_block_a_direction() -> None:
    shore = ground(without=[(0, -1)], rivers=[((0, 0), (1, -1))])
    assert turns(shore.wander(HERE, 1, "N")) == ["SE"]  # N is the sea, NE behind a river
    assert turns(shore.wander(HERE, 3, "NE")) == ["NE"]  # three steps cross it
    assert turns(ground((0, -1)).wander(HERE, 1, "N")) == ["NE"]  # one step does not climb
    assert turns(ground((0, -1)).wander(HERE, 2, "N")) == ["N"]


@pytest.mark.ruling("BR-8")
def test_br_8_where_all_six_directions_are_blocked_the_movement_ends() -> None:
    ring = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    pit = ground(*ring)
    assert pit.wander(HERE, 1, "S") == [HERE]
    assert pit.wander_odds(HERE, 1) == {HERE: Fraction(1)}
    assert turns(ground(rivers=[(HERE, s) for s in ring]).wander(HERE, 2, "S")) == []


@pytest.mark.ruling("BR-9")
def test_br_9_movement_counted_in_spaces_is_blocked_by_the_map_s_end_only() -> None:
    steep = ground((0, -1), rivers=[((0, 0), (0, -1))], without=[(0, -3)])
    assert steep.why(HERE, (0, -1)) == "uphill, across a river: 4"
    assert turns(steep.wander(HERE, 2, "N", unit="spaces")) == ["N", "N"]
    assert turns(steep.wander(HERE, 3, "N", unit="spaces")) == ["N", "N", "NE"]  # the sea


# Movement towards a target ------------------------------------------------------------------------------
@pytest.mark.ruling("BR-10")
def test_br_10_a_step_that_leads_no_nearer_is_not_taken_and_steps_left_are_lost() -> None:
    hill = ground((-1, -1))
    assert hill.toward(HERE, (-1, -1), 2) == [HERE, (0, -1)]  # one step is left, the climb costs two
    assert hill.toward(HERE, (-1, -1), 3) == [HERE, (0, -1), (-1, -1)]
    assert hill.toward(HERE, HERE, 5) == [HERE]


@pytest.mark.ruling("BR-11")
def test_br_11_of_tied_directions_the_one_is_taken_that_the_longest_gap_follows_clockwise() -> None:
    assert most_clockwise(["NW", "N"]) == "N"
    assert most_clockwise(["N", "NE"]) == "NE"
    assert most_clockwise(["S", "NW", "N"]) == "N"
    assert most_clockwise(["N", "S"]) == "N"  # both gaps are equal: the first from north
    assert most_clockwise(["SE", "NW"]) == "SE"
    assert FLAT.path(HERE, (1, -2))[1] == (1, -1)  # N and NE lead there


@pytest.mark.ruling("BR-12")
def test_br_12_ways_go_by_the_most_clockwise_direction_and_targets_by_the_first_from_north() -> None:
    west = (-2, 1)  # north-west and south-west lead there
    assert turns(FLAT.path(HERE, west)) == ["NW", "SW"]
    assert space_target(FLAT, HERE, [(-1, 0), (-1, 1)]).name == "(\N{MINUS SIGN}1, 1)"


@pytest.mark.ruling("BR-13")
def test_br_13_an_arrow_on_the_map_goes_before_the_most_clockwise_direction() -> None:
    pointed = ground((-1, -1), arrows={(0, 0): "NW"})
    assert turns(pointed.toward(HERE, (-1, -1), 2)) == ["NW"]
    assert turns(pointed.toward(HERE, (1, -2), 2)) == ["NE", "N"]  # the arrow's way is not among the tied


@pytest.mark.ruling("BR-14")
def test_br_14_of_several_that_move_at_once_the_nearest_to_the_sanctuary_begins() -> None:
    assert who_moves_first(FLAT, [(0, 2), (-1, 0), (1, 0), (0, -1)]) == ((0, -1), (1, 0), (-1, 0), (0, 2))


# Pushes ---------------------------------------------------------------------------------------------------
WET = [((0, 0), (0, -1))]


@pytest.mark.ruling("BR-15")
def test_br_15_a_push_through_a_river_brings_nausea_and_no_loss() -> None:
    assert ground(rivers=WET).push(HERE, "N") == Pushed(HERE, 0, 1)


@pytest.mark.ruling("BR-16")
def test_br_16_all_that_lies_in_the_way_acts_and_one_that_stops_the_figure_is_enough() -> None:
    assert ground((0, 0), rivers=WET).push(HERE, "N").space == HERE  # the cliff alone would move it
    assert ground((0, 0)).push(HERE, "N").space == (0, -1)


@pytest.mark.ruling("BR-17")
def test_br_17_uphill_through_a_river_costs_heart_first_so_the_new_token_does_not_raise_it() -> None:
    assert ground((0, -1), rivers=WET).push(HERE, "N") == Pushed(HERE, 1, 1)
    assert ground((0, -1), rivers=WET).push(HERE, "N", nausea=2) == Pushed(HERE, 3, 1)
    s = hit("attack, push", heart=5, island=ground((0, -1), rivers=WET))
    assert left_alone(after(s, "N")).fighters[1].heart == 4


@pytest.mark.ruling("BR-18")
def test_br_18_downhill_through_a_river_one_falls_is_dunked_and_climbs_back() -> None:
    assert ground((0, 0), rivers=WET).push(HERE, "N") == Pushed(HERE, 1, 1)


@pytest.mark.ruling("BR-19")
def test_br_19_a_push_over_even_ground_moves_and_nothing_else_so_nobody_recharges() -> None:
    assert FLAT.push(HERE, "N") == Pushed((0, -1), 0, 0)
    s = after(hit("attack, push", parts={"used": "guts"}, own={"parts": {"used": "guts"}}), "N")
    assert s.stage is kabula.fights.Stage.OVER
    assert [boxes(f) for f in s.fighters] == [("", "", "guts")] * 2
    cliff = hit("attack, push", parts={"used": "guts"}, island=ground((0, 0)))
    assert labels(after(cliff, "N")) == ["recharge guts from Used to Fresh"]


@pytest.mark.ruling("BR-20")
def test_br_20_steps_of_several_walks_add_up_and_end_with_the_turn() -> None:
    s = kabula.table(heroes=[{"space": (2, 1), "parts": "legs 3"}, {}])
    s = after(s, "Walk", "Walk", "Walk")
    assert s.heroes[0].steps == 6
    s = after(s, "walk N", "Wait")
    assert [h.steps for h in s.heroes] == [0, 0]


@pytest.mark.ruling("BR-21")
def test_br_21_without_a_number_an_attack_reaches_the_own_space_only() -> None:
    plain = attack("a", "attack, blade 1")
    assert in_reach(plain, HERE, HERE)
    assert not in_reach(plain, HERE, (0, 1))
    s = standing(hit("attack all, blade 1", others=[{}]), HERE, HERE, (0, 1))
    assert all_targets(attack("a", "attack all, blade 1"), s.fighters, 0) == (1,)


@pytest.mark.ruling("BR-22")
def test_br_22_three_spaces_are_three_hexes_whatever_lies_between() -> None:
    island = ground((0, -1), (0, -2), rivers=[(HERE, (0, -1)), ((0, -1), (0, -2))])
    setup = kabula.Setup(("zack", "jessika"), map=kabula.write_map(island))
    for space in [(0, -3), (0, 3), (3, -3)]:
        s = kabula.table(heroes=[{"space": HERE, "parts": "guts"}, {"space": space}], setup=setup)
        assert "attack Jessika" in labels(after(s, "Kidney Bean Bullet"))
    heroes = [{"space": (0, -1), "parts": "guts"}, {"space": (0, 3)}]
    s = kabula.table(heroes=heroes, setup=setup)
    assert labels(after(s, "Kidney Bean Bullet")) == ["attack Water King"]  # four spaces are too far
    s = after(kabula.table(heroes=heroes, guardian={"space": (0, 3)}, setup=setup), "Kidney Bean Bullet")
    assert (s.active, s.strike) == (1, None)  # nobody in reach


@pytest.mark.ruling("BR-23")
def test_br_23_self_and_target_are_pushed_by_one_roll_and_each_meets_what_lies_there() -> None:
    island = ground((0, 0))
    s = standing(hit("attack 1, push, push self", heart=5, own={"heart": 5}, island=island), (0, 0), (0, 1))
    assert what(s) == "the Compass die"
    s = left_alone(after(s, "N"))
    assert [(f.space, f.heart) for f in s.fighters] == [((0, -1), 4), ((0, 1), 4)]  # one falls, one hits the rock


@pytest.mark.ruling("BR-112")
@pytest.mark.ruling("BR-46")
@pytest.mark.ruling("BR-23")
def test_br_23_an_attacker_who_is_hurt_by_the_own_push_recharges_like_anybody_pushed() -> None:
    s = hit("attack, push, push self", own={"parts": {"used": "legs"}}, kind="guardian", island=ground((0, 0)))
    s = until_charged(after(s, "N"))
    assert hearts(s) == [8, 8]
    assert labels(s) == ["recharge legs from Used to Fresh"]


@pytest.mark.ruling("BR-24")
def test_br_24_the_compass_die_shows_each_of_the_six_directions_once() -> None:
    s = hit("attack, push")
    node = kabula.node(s)
    assert dict(node.outcomes) == dict.fromkeys(["N", "NE", "SE", "S", "SW", "NW"], 1)  # type: ignore[union-attr]
    assert set(FLAT.push_odds(HERE).values()) == {Fraction(1, 6)}


@pytest.mark.ruling("BR-25")
def test_br_25_the_aim_die_shows_each_part_once_and_a_blank_unless_told_otherwise() -> None:
    assert AIM_DIE == ("teeth", "brain", "legs", "butt", "guts", "")
    foe = kabula.target(5, passive={"butt": "shield 9"})
    words = "attack, aim, blade 1, teeth/legs: blade 1"
    assert kabula.attack_odds(words, foe).p(heart_lost=1) == Fraction(1, 2)  # brain, guts, and the blank
    assert kabula.attack_odds(words, foe, aim_die=["teeth", "butt"]).p(heart_lost=2) == Fraction(1, 2)
