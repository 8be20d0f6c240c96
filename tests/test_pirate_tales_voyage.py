"""The worked voyage of the rulebook, move by move, and what else it shows in numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pirate_table import (
    BACK,
    EASY,
    END,
    ROLL,
    actions,
    after,
    again,
    aside,
    at_sea,
    card,
    dice,
    die,
    failed,
    no,
    pirates,
    purses,
    put,
    sailing,
    table,
    what,
)
from rulebooks.core.chance import Bag
from rulebooks.core.play import Table

RED = {"hand": ["small-catch"], "dice": {"white": 3, "red": 1}, "ship": 3}


def the_example() -> Table:
    """Player Red laid out two cards of the voyage; the ship is on sea 3, and two others will bet."""
    play = Table("pirate_tales", start=table(RED, {}, {}, phase="lay", track=EASY[:2]))
    play.do("lay another card")
    play.choose("Old Sea Dog")
    play.do("close with an island of level 3")
    play.do("player 2 bets aye")
    play.do("player 3 bets ney")
    return play


def up_to_the_new_die() -> Table:
    """The part of the example that both endings share."""
    play = the_example()
    play.choose("white 1 ×3, red 0")
    play.do("place white 1")
    assert play.state.voyage.gained == pirates.course.Gained()
    play.do("place white 1 ×2")
    assert [str(a) for a in play.actions] == ["re-roll", "doubloon 1"]
    play.do("re-roll")
    play.do("roll red 0 again")
    play.do("roll")
    play.choose("red 2")
    play.do("place red 2")
    return play


@pytest.mark.rule("2.1", "2.3", "2.4")
def test_pt_2_the_island_may_lie_on_space_4_although_the_ship_is_on_3() -> None:
    play = the_example()
    assert ([c.id for c in play.state.track], play.state.level) == (EASY, 3)
    assert play.state.phase is pirates.Phase.VOYAGE


@pytest.mark.rule("6.6", "6.10", "8.1", "8.2")
def test_pt_2_the_common_part_places_four_dice_and_rolls_a_white_die_that_was_won() -> None:
    play = up_to_the_new_die()
    v = play.state.voyage
    assert (v.done, v.filled, v.placed) == (3, (1, 2, 3), Bag(["white", "white", "white", "red"]))
    assert (len(v.free), len(v.aside)) == (0, 0)
    assert what(play.state) == "the 1 white dice"


@pytest.mark.rule("7.2", "7.4", "7.5", "7.8", "7.9", "7.10", "7.12")
def test_pt_2a_the_new_die_fails_and_the_voyage_with_it() -> None:
    play = up_to_the_new_die()
    play.choose("white 0")
    assert [str(a) for a in play.actions] == ["turn back"]
    play.do("turn back")
    play.choose("Cast Ashore")
    s = play.state
    assert purses(s) == [4, 2, 4]  # the doubloon space pays Red; a wrong bet costs 1, a right one brings 1
    assert (s.seats[0].ship, s.seats[0].dice, s.sizes) == (3, (4, 1, 0), (6, 6, 6))
    assert (s.track, s.seats[0].hand) == ((), Bag([card("small-catch")]))
    assert s.phase is pirates.Phase.DICE


@pytest.mark.rule("6.8", "7.1", "7.2", "7.3", "7.7", "7.8", "7.9", "7.10")
def test_pt_2b_the_new_die_succeeds_and_a_hand_card_makes_it_three() -> None:
    play = up_to_the_new_die()
    play.choose("white 1")
    play.do("place white 1 with the skulls of Small Catch")
    play.choose("Palm Island")
    s = play.state
    red, aye, ney = s.seats
    assert (red.doubloons, red.blue, red.dice, red.ship) == (5, 1, (4, 2, 0), 5)  # 1 from the space, 1 from the doubter
    assert (aye.doubloons, ney.doubloons) == (4, 2)
    assert s.sizes == (5, 6, 6)
    assert [c.id for c in s.fulfilled] == ["palm-island"]


@pytest.mark.rule("6.8")
def test_pt_2c_no_die_on_the_island_and_it_is_not_fulfilled_whatever_the_cards_show() -> None:
    s = sailing({"hand": ["small-catch", "calm-water"]}, {}, {}, track=EASY, rolled={"white": [1] * 5})
    s = after(s, put("white 1"), put("white 1", "white 1"), "doubloon 1", put("white 1", "white 1"), "white 0")
    assert no(s, put(cards=["small-catch", "calm-water"])) == "6.8"
    assert not any(isinstance(a, pirates.Place) for a in actions(s))


def test_the_example_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    play = up_to_the_new_die()
    play.save(tmp_path / "red.json")
    other = Table("pirate_tales")
    other.load(tmp_path / "red.json")
    assert other.state == play.state
    assert [p.label for p in other.history] == [p.label for p in play.history]


# The other numbers -----------------------------------------------------------------------
@pytest.mark.rule("6.2", "6.4")
def test_pt_1_one_die_is_set_aside_and_three_others_are_rolled_again() -> None:
    v = at_sea([3], "white 0", "white 0", "red 1", "black 1")
    v = after(v, aside("white 0"), *again("white 0", "red 1", "black 1"), "white 0, red 2, black 2")
    assert v.free == dice("white 0", "red 2", "black 2")
    assert v.aside == Bag(["white"])
    assert pirates.components(v) == pirates.components(at_sea([3], "white 0", "white 0", "red 1", "black 1"))
    assert len(after(v, aside("white 0")).aside) == 2  # a further re-roll costs one more


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("before, rule", [(1, "2.4"), (2, ""), (3, "")])
def test_pt_3_a_ship_on_3_asks_for_an_island_on_3_or_beyond(before: int, rule: str) -> None:
    s = table({"ship": 3}, phase="lay", track=EASY[:before])
    assert no(s, "close with an island of level 3") == rule


@pytest.mark.rule("3.2", "3.4")
def test_pt_4_the_kraken_lies_on_the_space_that_the_next_back_shows() -> None:
    s = table(phase="lay", track=[*EASY, "calm-water"], next_back=2)
    s = after(s, "close with an island of level 5", 3)
    assert (s.covered, s.covers, s.next_back, s.kraken) == (3, 2, 3, None)


@pytest.mark.rule("3.3", "3.1")
def test_pt_5_with_one_kraken_in_the_stack_the_played_ones_are_shuffled_under_it() -> None:
    setup = pirates.Setup(3, krakens=("easy",))
    played = ["sea-mist", "sleepy-kraken", "friendly-dolphins", "will-o-the-wisp", "driftwood", "ink-cloud"]
    s = table(phase="lay", track=[*EASY, "calm-water"], krakens_played=played, setup=setup)
    s = replace(s, krakens_played=s.krakens_played.take(s.krakens_played.kinds[0]))
    assert (len(s.krakens), len(s.krakens_played)) == (1, 5)
    s = after(s, "close with an island of level 3")
    assert (len(s.krakens), len(s.krakens_played), s.covers) == (6, 0, 4)
    s = after(s, 2)
    s = after(s, "player 2 bets aye", "player 3 bets aye", "Toll of the Deep")
    assert (len(s.krakens), s.kraken.id) == (5, "toll-of-the-deep")


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("n, price", [(0, 0), (1, 1), (2, 3), (3, 6)])
def test_pt_6_cards_cost_1_3_and_6_doubloons(n: int, price: int) -> None:
    s = pirates.step(table({"doubloons": 10}), pirates.Buy(n, price))
    assert s.seats[0].doubloons == 10 - price
    assert s.number == n


@pytest.mark.rule("0.5")
@pytest.mark.parametrize("players, islands", [(2, 4), (3, 6), (4, 8)])
def test_pt_7_the_stacks_grow_with_the_players(players: int, islands: int) -> None:
    assert pirates.initial_state(pirates.Setup(players)).sizes == (islands,) * 3


@pytest.mark.rule("9.5")
def test_pt_8_doubloons_and_gems_are_added_up() -> None:
    assert pirates.landing.treasure(pirates.Setup(), 7, 2, 1) == 27


@pytest.mark.rule("7.10", "7.11")
def test_pt_9_of_two_doubters_the_one_without_money_is_paid_for_by_the_stock() -> None:
    s = sailing(
        {"hand": ["small-catch"]},
        {"doubloons": 3},
        {"doubloons": 0},
        bets={2: "ney", 3: "ney"},
        rolled={"white": [1] * 5},
    )
    s = after(s, put("white 1"), put("white 1", cards=["small-catch"]), "Turtle Beach")
    assert purses(s) == [3 + 2 + 2, 2, 0]  # the island gives 2


@pytest.mark.rule("7.13", "7.17")
def test_pt_10_two_white_dice_for_a_red_one_and_two_red_ones_for_a_black_one() -> None:
    s = table({"dice": {"white": 6, "red": 3}}, phase="dice")
    assert no(s, END) == "7.17"
    s = after(s, "two white dice for one red", "two white dice for one red")
    assert s.seat.dice == (2, 5, 0)
    s = after(s, "two red dice for one black")
    assert s.seat.dice == (2, 3, 1)
    assert no(s, END) == ""


@pytest.mark.rule("9.6")
def test_pt_11_of_equal_treasure_and_ships_the_black_die_wins() -> None:
    s = table({"dice": {"white": 3}}, {"dice": {"white": 2, "black": 1}}, {"doubloons": 2})
    assert pirates.winners(s) == (1,)


def test_the_helpers_name_dice_as_the_table_does() -> None:
    assert str(die("red 2")) == "red 2"
    assert str(dice("red 2", "white 1", "white 1")) == "white 1 ×2, red 2"
    seen: list[Any] = again("red 2")
    assert seen == [pirates.Take(die("red 2")), ROLL]
    assert failed(sailing(rolled={"white": [0] * 5})).phase is pirates.Phase.DICE
    assert str(BACK) == "turn back"
