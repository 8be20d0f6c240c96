"""The rulings on dice, cards and voyages of Pirate Tales: what we do where the print is silent or unclear."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pirate_table import (
    BACK,
    EASY,
    END,
    ROLL,
    SHEET,
    actions,
    after,
    again,
    aside,
    asked,
    at_sea,
    card,
    cited,
    comes,
    dice,
    die,
    failed,
    labels,
    no,
    pirates,
    purses,
    put,
    sailing,
    table,
    what,
)
from rulebooks.core.chance import Bag

FIVE = {"white": [1] * 5}
HAND = {"hand": ["small-catch"]}  # a hand card with two skulls


def reached(one: Any = None, *others: Any, island: str = "Smoke Island", **rest: Any) -> Any:
    """A voyage of two cards that reached its island."""
    s = sailing({**HAND, **(one or {})}, *others, **{"rolled": FIVE, **rest})
    return after(s, put("white 1"), put("white 1", cards=["small-catch"]), island)


def options(**read: bool) -> Any:
    """A set-up for three in which some rulings are read the other way."""
    return pirates.Setup(3, options=pirates.Options(**read))


# Bets ------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-1")
def test_pr_01_doubters_pay_the_captain_who_succeeds_and_a_right_bet_brings_one() -> None:
    assert purses(reached()) == [3 + 1 + 1, 4, 2]  # the island gives 1
    assert purses(failed(sailing(rolled=FIVE))) == [3, 2, 4]


@pytest.mark.ruling("PR-1")
def test_pr_01_by_the_letter_those_who_bet_on_success_pay_the_captain_and_doubters_nothing() -> None:
    setup = options(bets_as_written=True)
    assert purses(reached(setup=setup)) == [3 + 1 + 1, 3, 3]
    assert purses(failed(sailing(rolled=FIVE, setup=setup))) == [3, 2, 4]


@pytest.mark.ruling("PR-2")
def test_pr_02_who_has_nothing_owes_nothing_and_the_stock_pays_the_captain() -> None:
    assert purses(reached({}, {}, {"doubloons": 0})) == [5, 4, 0]
    assert purses(failed(sailing({}, {"doubloons": 0}, {}, rolled=FIVE))) == [3, 0, 4]


@pytest.mark.ruling("PR-3")
@pytest.mark.parametrize("gems, left", [({"blue": 1}, (4, 0, 0)), ({"red": 1}, (4, 1, 0))])
def test_pr_03_a_gem_is_changed_to_pay_a_lost_bet(gems: dict[str, int], left: tuple[int, int, int]) -> None:
    s = reached({}, {}, {"doubloons": 0, **gems})
    seat = s.seats[2]
    assert (seat.doubloons, seat.blue, seat.red) == left
    assert purses(failed(sailing({}, {"doubloons": 0, **gems}, {}, rolled=FIVE)))[1] == 4


@pytest.mark.ruling("PR-3")
def test_pr_03_otherwise_the_debt_lapses_and_the_gem_stays() -> None:
    s = reached({}, {}, {"doubloons": 0, "blue": 1}, setup=options(gems_pay_bets=False))
    assert (s.seats[2].doubloons, s.seats[2].blue, purses(s)[0]) == (0, 1, 5)


@pytest.mark.ruling("PR-27")
def test_pr_27_bets_are_placed_before_the_kraken_is_turned_over() -> None:
    s = table(phase="bet", track=[*EASY, "calm-water"], level=5, kraken=(3, 2))
    assert s.kraken is None
    s = after(s, "player 2 bets aye", "player 3 bets ney")
    assert (what(s), s.kraken) == ("the kraken", None)


@pytest.mark.ruling("PR-28")
def test_pr_28_bets_are_asked_for_one_by_one_and_hidden_until_all_are_placed() -> None:
    s = after(table(phase="bet", track=["calm-water"], level=3), "player 2 bets ney")
    assert [pirates.information_state(s, i).bets[1] for i in range(3)] == ["placed", "ney", "placed"]
    s = after(s, "player 3 bets aye")
    assert pirates.information_state(s, 0).bets == ("", "ney", "aye")


@pytest.mark.ruling("PR-29")
def test_pr_29_who_has_no_money_bets_too() -> None:
    s = table({}, {"doubloons": 0}, {}, phase="bet", track=["calm-water"], level=3)
    assert (asked(s), labels(s)) == (2, ["player 2 bets aye", "player 2 bets ney"])


@pytest.mark.ruling("PR-56")
def test_pr_56_with_two_players_the_one_opponent_bets() -> None:
    s = pirates.table(players=[{}, {}], phase="bet", track=["calm-water"], level=3)
    assert asked(s) == 2
    s = after(s, "player 2 bets ney", "white 0 ×5", BACK, "Cast Ashore")
    assert purses(s) == [3, 4]


# Rolling ---------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-4")
def test_pr_04_a_face_counts_its_skulls_and_a_black_die_may_show_one() -> None:
    assert 1 in dict(pirates.contents.dice_faces(pirates.Setup()))["black"]
    assert no(at_sea([1], "black 1"), put("black 1")) == ""
    assert no(at_sea([2], "black 1"), put("black 1")) == "6.7"


@pytest.mark.ruling("PR-5")
def test_pr_05_in_the_example_of_a_re_roll_only_the_white_die_can_have_failed() -> None:
    v = after(
        at_sea([3], "white 0", "white 0", "red 1", "black 1"), aside("white 0"), *again("white 0", "red 1", "black 1")
    )
    fitting = [bag for bag in comes(v) if sorted(d.skulls for d in bag) == [0, 2, 2]]
    assert fitting == [dice("white 0", "red 2", "black 2")]


@pytest.mark.rule("6.3", "6.5")
@pytest.mark.ruling("PR-6")
def test_pr_06_one_die_is_set_aside_for_one_re_roll_and_another_must_be_there() -> None:
    assert no(at_sea([2], "white 1"), aside("white 1")) == "6.3"
    v = after(at_sea([2], "white 1", "white 0"), aside("white 0"))
    assert no(v, ROLL) == "6.5"
    v = after(v, *again("white 1"), "white 0")
    assert (len(v.aside), v.free, v.pending) == (1, dice("white 0"), ())


@pytest.mark.ruling("PR-7")
def test_pr_07_a_die_with_a_success_may_be_set_aside() -> None:
    assert no(at_sea([2], "white 1", "white 0"), aside("white 1")) == ""


@pytest.mark.rule("6.1")
@pytest.mark.ruling("PR-8")
def test_pr_08_a_re_roll_is_possible_between_two_cards_but_not_before_the_first_roll() -> None:
    assert what(sailing()) == "the 5 white dice"
    v = after(at_sea([1, 2], "white 1", "white 0", "white 0"), put("white 1"))
    assert no(v, aside("white 0")) == ""


@pytest.mark.ruling("PR-13")
def test_pr_13_the_re_roll_of_a_symbol_costs_no_die_and_touches_free_dice_only() -> None:
    v = after(at_sea([(1, "re-roll"), 3], "white 1", "white 0", "white 0"), put("white 1"))
    assert labels(v) == ["roll white 0 again", "roll"]
    v = after(v, *again("white 0", "white 0"), "white 0, white 1")
    assert (v.aside, v.placed, len(v.free)) == (Bag(), Bag(["white"]), 2)
    assert (
        no(after(at_sea([(1, "re-roll"), 3], "white 1", "white 0"), put("white 1")), ROLL) == ""
    )  # none need be rolled


# Placing -----------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-9")
def test_pr_09_a_die_lies_under_one_card_and_its_surplus_is_lost() -> None:
    v = after(at_sea([1, 2], "red 2"), put("red 2"))
    assert (len(v.free), v.done, labels(v)) == (0, 1, ["turn back"])


@pytest.mark.ruling("PR-10")
def test_pr_10_hand_cards_alone_fulfil_no_card() -> None:
    v = at_sea([1, 3], "white 0", hand=["small-catch", "small-catch"])
    assert no(v, put(cards=["small-catch"])) == "6.8"
    assert no(v, put("white 0", cards=["small-catch"])) == "6.8"


@pytest.mark.rule("6.7")
@pytest.mark.ruling("PR-11")
def test_pr_11_dice_are_placed_only_as_a_set_that_fulfils_the_card() -> None:
    v = at_sea([3], "white 1", "white 1")
    assert no(v, put("white 1", "white 1")) == "6.7"
    assert not any(isinstance(a, pirates.Place) for a in actions(v))


@pytest.mark.rule("6.11")
@pytest.mark.ruling("PR-12")
def test_pr_12_a_captain_may_turn_back_though_the_voyage_could_go_on() -> None:
    v = after(at_sea([1], "white 1"), BACK)
    assert v.ended == "failure"


@pytest.mark.ruling("PR-14")
def test_pr_14_of_alternatives_on_one_card_the_captain_chooses_one() -> None:
    v = after(at_sea([(1, "re-roll or doubloon 1"), 3], "white 1", "white 0"), put("white 1"))
    assert labels(v) == ["re-roll", "doubloon 1"]
    assert after(v, "doubloon 1").gained.doubloons == 1


@pytest.mark.ruling("PR-15")
def test_pr_15_a_die_of_a_colour_that_is_sold_out_is_not_gained() -> None:
    v = after(at_sea([(1, "red die"), 3], "white 1", supply={"white": 1}), put("white 1"))
    assert (v.pending, v.supply) == ((), (1, 0, 0))
    s = sailing(HAND, rolled=FIVE)
    s = replace(s, voyage=replace(s.voyage, supply=(3, 0, 3)))
    s = after(s, put("white 1"), put("white 1", cards=["small-catch"]), "Palm Island")
    assert s.seat.dice == (5, 0, 0)


@pytest.mark.ruling("PR-16")
def test_pr_16_a_die_won_from_the_island_joins_the_pool_unrolled() -> None:
    s = reached(island="Smoke Island")
    assert (s.seat.dice, s.phase) == ((6, 0, 0), pirates.Phase.DICE)


@pytest.mark.ruling("PR-43")
def test_pr_43_a_hand_card_gives_its_skulls_or_its_symbol() -> None:
    v = at_sea([2, 3], "white 1", "white 0", hand=["ship-s-galley"])
    by_symbol = after(v, "play Ship's Galley for re-roll")
    assert (by_symbol.hand, by_symbol.used) == (Bag(), Bag([card("ship-s-galley")]))
    by_skulls = after(v, put("white 1", cards=["ship-s-galley"]))
    assert (by_skulls.hand, by_skulls.pending) == (Bag(), ())


@pytest.mark.ruling("PR-44")
def test_pr_44_skulls_of_a_hand_card_count_for_the_card_being_fulfilled() -> None:
    v = after(at_sea([2, 2], "white 1", "white 1", hand=["small-catch"]), put("white 1", cards=["small-catch"]))
    assert no(v, put("white 1")) == "6.7"


@pytest.mark.ruling("PR-45")
def test_pr_45_flags_of_cards_laid_out_cannot_be_used() -> None:
    s = sailing(track=["small-catch", "small-catch"], rolled={"white": [1, 1, 0, 0, 0]})
    s = after(s, put("white 1"), put("white 1"))
    assert not any(isinstance(a, pirates.Place | pirates.Play) for a in actions(s))


@pytest.mark.rule("6.9")
@pytest.mark.ruling("PR-60")
def test_pr_60_no_die_and_no_hand_card_is_placed_that_the_card_does_not_need() -> None:
    v = at_sea([2, 3], "red 2", "white 1", "white 1", hand=["small-catch"])
    assert no(v, put("red 2", "white 1")) == "6.9"
    assert no(v, put("red 2", cards=["small-catch"])) == "6.9"
    assert [str(a) for a in actions(v) if isinstance(a, pirates.Place)] == [
        "place red 2",
        "place white 1 ×2",
        "place white 1 with the skulls of Small Catch",
    ]


# Laying out -----------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-17")
def test_pr_17_space_1_takes_an_adventure_card() -> None:
    s = after(table(), "buy no card")
    assert (what(s), s.track) == ("an Adventure card", ())
    s = after(s, "Calm Water")
    assert labels(s)[1:] == [f"close with an island of level {n}" for n in (3, 5, 7)]


@pytest.mark.ruling("PR-17")
def test_pr_17_otherwise_an_island_may_lie_on_space_1() -> None:
    s = after(table(setup=options(island_on_1=True)), "buy no card", "close with an island of level 3")
    s = after(s, "player 2 bets aye", "player 3 bets ney", "white 1 ×5")
    s = after(s, put("white 1", "white 1", "white 1"), "Smoke Island")
    assert s.seat.ship == 2


@pytest.mark.ruling("PR-18")
def test_pr_18_the_island_has_at_least_the_number_of_the_ships_space() -> None:
    s = table({"ship": 2}, phase="lay", track=["calm-water"])
    assert no(s, "close with an island of level 3") == ""
    assert no(table({"ship": 3}, phase="lay", track=["calm-water"]), "close with an island of level 3") == "2.4"


@pytest.mark.ruling("PR-19")
def test_pr_19_each_further_card_is_seen_before_the_next_is_decided_on() -> None:
    s = after(table(phase="lay", track=["calm-water"]), "lay another card", "Pearl Reef")
    assert [c.id for c in s.track] == ["calm-water", "pearl-reef"]
    assert no(s, "lay another card") == no(s, "close with an island of level 7") == ""


@pytest.mark.ruling("PR-20")
def test_pr_20_seven_spaces_are_six_adventure_cards_and_the_island() -> None:
    assert no(table(phase="lay", track=[*EASY, *EASY[:2]]), "lay another card") == ""
    assert no(table(phase="lay", track=[*EASY, *EASY]), "lay another card") == "2.2"


@pytest.mark.ruling("PR-38")
def test_pr_38_a_ship_that_moves_does_not_change_a_course_that_is_laid() -> None:
    s = sailing({"hand": ["good-wind", "small-catch"], "ship": 2}, rolled=FIVE)
    s = after(s, "play Good Wind for ship 1", put("white 1"), put("white 1", cards=["small-catch"]), "Smoke Island")
    assert s.seat.ship == 4


@pytest.mark.ruling("PR-59")
@pytest.mark.parametrize("level", [3, 5, 7])
def test_pr_59_what_an_island_asks_for_is_its_level(level: int) -> None:
    assert sailing(level=level).voyage.course.stops[-1].need == level
    assert all(c.need in (3, 5, 7) for c in SHEET.cards if c.kind == "island")


@pytest.mark.ruling("PR-63")
def test_pr_63_one_card_is_left_for_the_voyage() -> None:
    s = table({"doubloons": 9}, deck=["calm-water", "pearl-reef"])
    assert [no(s, label) for label in labels(s)] == ["", ""]
    assert no(s, "buy 2 cards for 3") == "1.3"


@pytest.mark.ruling("PR-64")
def test_pr_64_with_no_card_left_the_voyage_is_closed_where_it_stands() -> None:
    s = after(table({"ship": 4}, deck=[]), "buy no card")
    assert labels(s) == [f"close with an island of level {n}" for n in (3, 5, 7)]
    s = after(table({"ship": 4}, deck=["calm-water"]), "buy no card", "Calm Water")
    assert labels(s) == [f"close with an island of level {n}" for n in (3, 5, 7)]


def test_the_helpers_of_these_tests_stand_at_the_end_of_a_turn() -> None:
    s, ids = cited(reached(), END)
    assert (s.phase, ids) == (pirates.Phase.BUY, ["9.2"])
    assert str(die("white 1")) == "white 1"
