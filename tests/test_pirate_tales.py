"""Pirate Tales: set-up, planning a voyage, bets, krakens, and what a voyage brings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pirate_table import (
    BACK,
    EASY,
    END,
    after,
    asked,
    at_sea,
    card,
    cited,
    comes,
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
from rulebooks.core.game import Chance, Terminal

GAME = "pirate_tales"
FIVE = {"white": [1] * 5}


def started(setup: Any = None) -> Any:
    """A game whose first player is known and whose hands are dealt, cards of little worth to each."""
    s = pirates.step(pirates.initial_state(setup), pirates.First(1))
    for _ in s.seats:
        s = pirates.step(s, next(iter(comes(s))))
    return s


# 0  Set-up -------------------------------------------------------------------------------
@pytest.mark.rule("0.1")
def test_each_colour_of_dice_is_better_than_the_one_before() -> None:
    faces = dict(pirates.contents.dice_faces(pirates.Setup()))
    assert faces["white"] == (0, 0, 0, 0, 1, 1)
    assert sum(faces["white"]) < sum(faces["red"]) < sum(faces["black"])


@pytest.mark.rule("0.2", "0.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_five_white_dice_three_doubloons_and_a_ship_on_the_first_sea(players: int) -> None:
    s = pirates.initial_state(pirates.Setup(players))
    assert [(seat.dice, seat.doubloons, seat.ship) for seat in s.seats] == [((5, 0, 0), 3, 1)] * players
    assert s.supply == (30 - 5 * players, 18, 12)


@pytest.mark.rule("0.3")
@pytest.mark.parametrize("mode, skulls", [("family", {1, 2}), ("true pirate", {2, 3}), ("fate", {1, 2, 3})])
def test_the_mode_says_which_capsize_cards_are_in_the_game(mode: str, skulls: set[int]) -> None:
    s = pirates.initial_state(pirates.Setup(3, mode))
    assert {c.skulls for c in s.capsize} == skulls
    assert {c.skulls for c in s.left if c.kind == "capsize"} == {1, 2, 3} - skulls


@pytest.mark.rule("0.4")
@pytest.mark.parametrize("sets", [("easy",), ("medium", "hard"), ("easy", "medium", "hard")])
def test_each_set_of_krakens_brings_seven(sets: tuple[str, ...]) -> None:
    s = pirates.initial_state(pirates.Setup(3, krakens=sets))
    assert {c.level for c in s.krakens} == set(sets)
    assert len(s.krakens) == 7 * len(sets)


@pytest.mark.rule("0.7", "0.8", "3.1")
def test_the_first_player_is_drawn_hands_are_dealt_and_the_top_kraken_shows_its_back() -> None:
    s = pirates.initial_state(pirates.Setup(4))
    assert pirates.node(s) == Chance("the first player", {pirates.First(i): 1 for i in range(4)})
    s = started(pirates.Setup(4))
    assert [len(seat.hand) for seat in s.seats] == [2] * 4
    assert len(s.deck) == 90 - 8
    assert comes(s) == {1: 2, 2: 4, 3: 4, 4: 4}
    s = pirates.step(s, 3)
    assert (s.phase, s.active, s.next_back) == (pirates.Phase.BUY, 1, 3)


# 1  Buying --------------------------------------------------------------------------------
@pytest.mark.rule("1.1", "1.4")
def test_cards_bought_come_one_after_the_other_into_the_hand() -> None:
    s = after(table({"doubloons": 3}), "buy 2 cards for 3", "Calm Water", "Pearl Reef")
    assert s.seat.hand == Bag([card("calm-water"), card("pearl-reef")])
    assert s.phase is pirates.Phase.LAY


@pytest.mark.rule("1.2")
def test_who_has_too_few_doubloons_buys_fewer_cards() -> None:
    s = table({"doubloons": 2})
    assert (no(s, "buy 1 card for 1"), no(s, "buy 2 cards for 3"), no(s, "buy 3 cards for 6")) == ("", "1.2", "1.2")


@pytest.mark.rule("1.3")
def test_a_card_stays_for_the_voyage() -> None:
    s = table({"doubloons": 9}, deck=["calm-water"], discard=["pearl-reef"])
    assert (no(s, "buy 1 card for 1"), no(s, "buy 2 cards for 3")) == ("", "1.3")


@pytest.mark.rule("8.7", "8.8")
def test_a_gem_is_changed_before_a_purchase() -> None:
    s = table({"doubloons": 0, "red": 1})
    assert no(s, "change a blue gem into doubloons") == "8.8"
    s = after(s, "change a red gem into blue gems", "change a blue gem into doubloons")
    assert (s.seat.doubloons, s.seat.blue, s.seat.red) == (5, 1, 0)


@pytest.mark.rule("8.7", "8.8")
def test_at_the_end_of_a_turn_doubloons_become_gems() -> None:
    s = table({"doubloons": 11}, phase="dice")
    assert no(s, "change blue gems into a red gem") == "8.8"
    s = after(s, *["change doubloons into a blue gem"] * 2, "change blue gems into a red gem")
    assert (s.seat.doubloons, s.seat.blue, s.seat.red) == (1, 0, 1)
    assert no(s, "change doubloons into a blue gem") == "8.8"


# 2  Laying out -------------------------------------------------------------------------------
@pytest.mark.rule("2.2")
def test_at_most_six_adventure_cards_lie_before_the_island() -> None:
    s = table(phase="lay", track=[*EASY, *EASY])
    assert no(s, "lay another card") == "2.2"
    assert no(s, "close with an island of level 7") == ""


@pytest.mark.rule("2.5")
def test_an_empty_stack_gives_no_island() -> None:
    gone = ["palm-island"] * 2 + ["turtle-beach"] * 3 + ["coconut-bay"]
    s = table(phase="lay", track=EASY, fulfilled=gone)
    assert no(s, "close with an island of level 3") == "2.5"
    assert no(s, "close with an island of level 5") == ""


# 4  Bets ------------------------------------------------------------------------------------------
@pytest.mark.rule("4.1", "4.2", "4.3")
def test_all_but_the_captain_bet_one_after_the_other_from_her_left() -> None:
    s = table({}, {}, {}, captain=2, phase="bet", track=["calm-water"], level=3)
    assert asked(s) == 3
    assert no(s, "player 2 bets aye") == "4.2"
    assert no(s, "player 1 bets ney") == "4.3"
    s = after(s, "player 3 bets ney", "player 1 bets aye")
    assert (s.bets, s.phase) == (("aye", "", "ney"), pirates.Phase.VOYAGE)


# 5  The kraken ---------------------------------------------------------------------------------------
def with_kraken(
    name: str, captain: Any = None, *, space: int = 2, sets: Any = ("easy", "medium", "hard"), **rest: Any
) -> Any:
    """A voyage of five spaces with a kraken turned over."""
    setup = pirates.Setup(3, "fate", sets)
    told = {"track": ["calm-water"] * 4, "level": 3, "kraken": (space, name), "setup": setup, **rest}
    return sailing(captain, **told)


@pytest.mark.rule("5.6", "5.1", "8.1")
def test_a_kraken_on_reveal_acts_as_soon_as_it_is_turned_over() -> None:
    s = table(phase="bet", track=[*EASY, "calm-water"], level=5, kraken=(3, 2))
    s, ids = cited(s, "player 2 bets aye", "player 3 bets aye", "Driftwood")
    assert {"5.6", "5.1", "8.1"} <= set(ids)
    assert what(s) == "the 1 white dice"
    assert s.voyage.course.stops[2].need is None


@pytest.mark.rule("5.2", "5.3", "5.4")
def test_a_kraken_on_reaching_acts_when_the_cards_before_it_are_done() -> None:
    s = with_kraken("giant-kraken", rolled=FIVE)
    assert "set aside white 1" not in labels(s)
    s, ids = cited(s, put("white 1"))
    assert labels(s) == ["set aside white 1"]
    assert ids.index("6.6") < ids.index("5.2")
    s = after(s, "set aside white 1", "set aside white 1")
    assert (s.voyage.done, len(s.voyage.free), s.voyage.aside) == (2, 2, Bag(["white", "white"]))


@pytest.mark.rule("5.2", "5.3")
def test_a_kraken_on_the_first_space_acts_after_the_first_roll() -> None:
    s = with_kraken("ink-cloud", space=1)
    s = after(s, "white 0 ×4, white 1")
    assert (s.voyage.done, labels(s)) == (1, ["set aside white 0", "set aside white 1"])


@pytest.mark.rule("5.2", "6.10")
def test_the_reward_of_the_card_before_a_kraken_comes_first() -> None:
    s = with_kraken("whirlpool", track=["cabin-boy", *EASY], rolled=FIVE)
    s = after(s, put("white 1"))
    assert what(s) == "the 1 white dice"
    s = after(s, "white 0")
    assert what(s) == "the 5 white dice"


@pytest.mark.rule("5.4")
def test_a_kraken_on_reveal_takes_dice_before_the_first_roll() -> None:
    s = with_kraken("magnetic-range", {"dice": {"white": 2, "red": 1}})
    assert labels(s) == ["set aside red", "set aside white"]
    s = after(s, "set aside white", "set aside red")
    assert what(s) == "the 1 white dice"
    assert s.voyage.aside == Bag(["white", "red"])


@pytest.mark.rule("5.4")
def test_no_more_dice_are_taken_than_there_are() -> None:
    s = with_kraken("magnetic-range", {"dice": {"white": 2}, "kept": ["broken-mast"]})
    s = after(s, "set aside white", "set aside white")
    assert (s.voyage.pending, labels(s)) == ((), ["turn back"])


@pytest.mark.rule("5.5")
def test_a_kraken_may_stir_all_free_dice() -> None:
    s = after(with_kraken("whirlpool", rolled=FIVE), put("white 1"))
    assert (what(s), len(s.voyage.free)) == ("the 4 white dice", 0)


@pytest.mark.rule("8.5")
def test_a_kraken_takes_no_more_doubloons_than_the_captain_has() -> None:
    s = with_kraken("black-abyss", {"doubloons": 2})
    assert s.voyage.gained.doubloons == -2
    s = failed(after(s, "white 0 ×5"))
    assert purses(s)[0] == 0


# 6  Hand cards ----------------------------------------------------------------------------------------
@pytest.mark.rule("6.12", "6.12a", "8.3", "8.3a")
def test_a_hand_card_played_lies_on_the_discard_pile_at_once_and_may_be_drawn_again() -> None:
    s = sailing({"hand": ["message-in-a-bottle", "clever-parrot"]}, deck=["pearl-reef"], rolled=FIVE)
    s = after(s, "play Message in a Bottle for draw 1", "Pearl Reef")
    assert s.voyage.discard == Bag([card("message-in-a-bottle")])
    s = after(s, "play Clever Parrot for draw 2")
    assert labels(s) == ["Message in a Bottle", "Clever Parrot"]


@pytest.mark.rule("8.4", "8.6", "7.7", "6.13")
def test_ships_doubloons_and_gems_of_the_voyage_are_kept_though_it_fails() -> None:
    s = sailing({"hand": ["gale-force", "pearl-reef"]}, rolled=FIVE)
    s = failed(after(s, "play Gale Force for ship 1 and doubloon 1", "play Pearl Reef for blue gem"))
    assert (s.seat.ship, s.seat.blue, s.seat.doubloons) == (2, 1, 4)


# 7  What a voyage brings ----------------------------------------------------------------------------------
@pytest.mark.rule("7.3", "7.3a")
def test_cards_that_an_island_gives_are_drawn_before_the_bets_are_paid() -> None:
    s = sailing({"hand": ["small-catch"]}, deck=["pearl-reef", "calm-water"], rolled=FIVE)
    s = after(s, put("white 1"), put("white 1", cards=["small-catch"]), "Coconut Bay")
    assert (s.phase, purses(s)) == (pirates.Phase.DRAW, [4, 3, 3])
    s = after(s, "Pearl Reef")
    assert (s.seat.hand, purses(s)) == (Bag([card("pearl-reef")]), [5, 4, 2])


@pytest.mark.rule("7.5", "7.6")
def test_a_capsize_card_may_take_a_hand_card_of_the_captains_choice() -> None:
    s = failed(sailing({"hand": ["pearl-reef", "calm-water"]}, rolled=FIVE), "Driftwood Raft")
    assert labels(s) == ["discard Calm Water", "discard Pearl Reef"]
    s = after(s, "discard Calm Water")
    assert (s.seat.hand, s.phase) == (Bag([card("pearl-reef")]), pirates.Phase.DICE)
    assert card("calm-water") in s.discard


@pytest.mark.rule("7.5", "7.6")
def test_without_hand_cards_none_is_taken() -> None:
    assert failed(sailing(rolled=FIVE), "Driftwood Raft").phase is pirates.Phase.DICE


@pytest.mark.rule("7.5")
def test_with_no_capsize_card_left_none_is_drawn() -> None:
    s = sailing(rolled=FIVE)
    s = pirates.step(replace(s, capsize=Bag(), capsize_played=Bag()), BACK)
    assert s.phase is pirates.Phase.DICE


@pytest.mark.rule("7.5", "7.14")
def test_a_capsize_card_may_trade_a_doubloon_for_a_die() -> None:
    s = failed(sailing(rolled=FIVE), "Fair Exchange")
    assert (s.seat.doubloons, s.seat.dice) == (2, (6, 0, 0))
    assert no(s, "two red dice for one black") == "7.14"


@pytest.mark.rule("7.15", "7.16", "7.17")
def test_dice_are_put_back_only_by_who_has_more_than_seven_and_then_one_must() -> None:
    s = table({"dice": {"white": 5, "red": 3}}, phase="dice")
    assert no(s, END) == "7.17"
    s = after(s, "put a white die back")
    assert (s.seat.dice, s.supply) == ((4, 3, 0), (16, 15, 12))
    assert no(s, "put a white die back") == "7.16"
    assert no(s, "put a black die back") == "7.16"
    assert no(s, END) == ""


# 9  The end ------------------------------------------------------------------------------------------------
@pytest.mark.rule("9.1", "9.2", "7.7")
def test_a_ship_at_the_end_takes_a_blue_gem_and_the_round_is_played_out() -> None:
    s = sailing({"hand": ["good-wind"], "ship": 7}, track=[*EASY, *EASY], kraken=(2, "sleepy-kraken"), rolled=FIVE)
    s = failed(after(s, "play Good Wind for ship 1"))
    assert (s.seat.ship, s.seat.blue, s.last_round) == (8, 1, True)
    s = after(s, END)
    assert (s.phase, s.active) == (pirates.Phase.BUY, 1)


@pytest.mark.rule("9.1", "9.2", "9.4")
def test_the_last_round_ends_before_the_first_player() -> None:
    s = table({"hand": ["merchant-sloop", "calm-water"]}, {"ship": 8}, captain=1, first=2, phase="dice")
    s = after(s, END)
    assert isinstance(pirates.node(s), Terminal)
    assert (s.ended_by, purses(s)[0]) == ("9.1", 5)
    assert s.seats[0].hand == Bag([card("calm-water")])


@pytest.mark.rule("9.3", "9.4")
def test_the_game_ends_at_once_when_the_last_island_is_fulfilled() -> None:
    setup = pirates.Setup(2)
    done = ["palm-island"] * 2 + ["turtle-beach"] + ["skull-cay"] * 4 + ["smoking-mountain"] * 4
    s = sailing({"hand": ["small-catch"]}, {}, bets={2: "aye"}, fulfilled=done, rolled=FIVE, setup=setup)
    s = after(s, put("white 1"), put("white 1", cards=["small-catch"]), "Parrot Rock")
    assert pirates.node(s) == Terminal((1, 0), "9.3")
    assert purses(s) == [4, 4]


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(
    "one, other, best",
    [
        ({"doubloons": 4}, {"doubloons": 3}, (0,)),
        ({"blue": 1, "doubloons": 0}, {"doubloons": 5}, (0, 1)),
        ({"ship": 3}, {"ship": 2, "dice": {"black": 2}}, (0,)),
        ({"dice": {"black": 1}}, {"dice": {"red": 3}}, (0,)),
        ({"dice": {"red": 1}}, {"dice": {"white": 5}}, (0,)),
        ({}, {"dice": {"white": 3}}, (0, 1)),
    ],
)
def test_treasure_then_ship_then_black_then_red_dice_decide_and_else_they_share(
    one: Any, other: Any, best: Any
) -> None:
    assert pirates.winners(table(one, other)) == best


@pytest.mark.rule("8.1", "0.2")
def test_no_die_is_won_of_a_colour_that_is_sold_out() -> None:
    v = at_sea([(1, "white die"), 3], "white 1", supply={"red": 1})
    assert labels(after(v, put("white 1"))) == ["turn back"]
