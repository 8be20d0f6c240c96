"""Any table of Pirate Tales can be set up, and what cannot be is refused in words, with its rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pirate_table import BACK, EASY, actions, after, asked, card, dice, labels, no, pirates, put, sailing, table, what
from rulebooks.core.cards import SheetError, export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import IllegalMove
from rulebooks.core.play import Table

GAME = "pirate_tales"
FOUR = [*EASY, "calm-water"]


# Tables ----------------------------------------------------------------------------------------
def test_what_is_left_out_is_as_at_the_start_but_for_an_empty_hand() -> None:
    s = table()
    assert (s.phase, s.active, len(s.deck), s.sizes) == (pirates.Phase.BUY, 0, 90, (6, 6, 6))
    assert {(seat.dice, seat.doubloons, seat.ship, len(seat.hand)) for seat in s.seats} == {((5, 0, 0), 3, 1, 0)}
    assert s.supply == (15, 18, 12)


def test_a_table_tells_what_lies_before_each_player() -> None:
    one = {"hand": ["Pearl Reef"], "dice": {"red": 2, "black": 1}, "doubloons": 9, "blue": 2, "red": 1, "ship": 4}
    seat = table(one).seats[0]
    assert (seat.hand, seat.dice, seat.doubloons) == (Bag([card("pearl-reef")]), (0, 2, 1), 9)
    assert (seat.blue, seat.red, seat.ship) == (2, 1, 4)


@pytest.mark.parametrize(
    "told, who, waits",
    [
        ({"phase": "buy", "captain": 2}, 2, pirates.Phase.BUY),
        ({"phase": "lay", "track": EASY}, 1, pirates.Phase.GO_ON),
        ({"phase": "bet", "track": EASY, "level": 5, "captain": 3}, 1, pirates.Phase.BET),
        ({"phase": "bet", "track": EASY, "level": 5, "bets": {2: "aye"}}, 3, pirates.Phase.BET),
        ({"phase": "dice", "captain": 3}, 3, pirates.Phase.DICE),
    ],
)
def test_a_table_may_stand_at_each_decision(told: Any, who: int, waits: Any) -> None:
    s = table(**told)
    assert (s.phase, asked(s)) == (waits, who)
    assert actions(s)


def test_a_table_may_stand_before_the_first_card_the_kraken_and_the_first_roll() -> None:
    assert what(table(phase="lay")) == "an Adventure card"
    down = sailing(track=FOUR, kraken=(2, 3))
    assert (what(down), down.kraken) == ("the kraken", None)
    up = sailing(track=FOUR, kraken=(2, "ink-cloud"))
    assert (what(up), up.kraken) == ("the 5 white dice", card("ink-cloud"))
    assert card("ink-cloud") not in list(up.krakens)


def test_a_table_may_stand_right_after_the_first_roll() -> None:
    s = sailing({"dice": {"white": 1, "black": 2}}, rolled={"black": [0, 3], "white": [1]})
    assert s.voyage.free == dice("white 1", "black 0", "black 3")


def test_an_own_deck_leaves_the_other_cards_out_of_the_game() -> None:
    s = table({"hand": ["pearl-reef"]}, deck=["calm-water", "calm-water"], discard=["good-wind"])
    assert (len(s.deck), sum(c.kind == "adventure" for c in s.left)) == (2, 90 - 4)
    assert pirates.components(s) == pirates.components(table())


def test_a_table_set_up_by_hand_is_saved_and_taken_up_again() -> None:
    s = sailing(
        {"hand": ["small-catch"], "kept": ["lucky-charm"]},
        track=FOUR,
        kraken=(2, "ink-cloud"),
        rolled={"white": [1] * 5},
    )
    play = Table("pirate_tales", start=s)
    play.do("place white 1")
    play.do("set aside white 1")
    other = Table("pirate_tales")
    other.load_json(play.to_json())
    assert (other.state, other.start) == (play.state, s)
    assert from_plain(json.loads(json.dumps(to_plain(play.state))), "pirate_tales") == play.state


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": [{}] * 5}, "2, 3 or 4 play, not 5"),
        ({"players": [{}]}, "2, 3 or 4 play, not 1"),
        ({"players": {}}, "2, 3 or 4 play, not 0"),
        ({"setup": pirates.Setup(2)}, "2 play, but 3 seats are told"),
        ({"setup": 3}, "a set-up is None or"),
        ({"players": [{}, {}, {"dice": {"white": 8}}]}, r"player 3 has 8 dice, but at most 7 .*\(7.17\)"),
        ({"players": [{}, {}, {"dice": {"green": 1}}]}, "a die is white, red, black, not 'green'"),
        ({"players": [{}, {}, {"dice": {"white": -1}}]}, "the number of white dice is a whole number from 0"),
        (
            {"players": [{"dice": {"black": 6}}, {"dice": {"black": 7}}]},
            r"have 13 black dice, but there are 12 .*\(0.2\)",
        ),
        ({"players": [{}, {}, {"ship": 9}]}, "the ship of player 3 is a whole number from 1 to 8, not 9"),
        ({"players": [{}, {}, {"doubloons": -1}]}, "player 3: doubloons is a whole number"),
        ({"players": [{}, {}, {"gold": 1}]}, "player 3: a seat tells hand, dice"),
        ({"players": [{}, {}, 7]}, "player 3: a seat tells hand"),
        ({"players": [{"hand": ["palm-island"]}, {}]}, "the hand of player 1: Palm Island is no adventure card"),
        ({"players": [{"hand": ["perl-reef"]}, {}]}, "did you mean"),
        ({"players": [{"hand": "pearl-reef"}, {}]}, "the hand of player 1 is a list of names"),
        ({"players": [{"hand": ["pearl-reef"] * 5}, {}]}, "Pearl Reef is named 5 times, but there are 4"),
        ({"players": [{"kept": ["cast-ashore"]}, {}]}, r"Cast Ashore is not kept; it acts at once \(7.5\)"),
        ({"players": [{"kept": ["broken-mast"]}, {}]}, "Broken Mast is named 1 times, but there are 0"),
        ({"phase": "night"}, "phase is one of buy, lay, bet, voyage, dice"),
        ({"captain": 0}, "the captain is a whole number from 1 to 3"),
        ({"first": 4}, "the first player is a whole number from 1 to 3"),
        ({"last_round": 1}, "last_round is True or False"),
        ({"track": ["calm-water"]}, "no card lies on the track"),
        ({"phase": "lay", "track": ["calm-water"] * 7}, r"at most 6 Adventure cards .*\(2.2\)"),
        ({"phase": "lay", "track": ["calm-water"], "level": 3}, r"level is 3, 5, 7 once .*\(2.3\)"),
        ({"phase": "bet", "track": ["calm-water"], "level": 4}, r"level is 3, 5, 7 once .*not 4 \(2.3\)"),
        ({"phase": "bet", "level": 3}, r"space 1 takes an Adventure card \(2.1\)"),
        (
            {"players": [{"ship": 3}, {}, {}], "phase": "bet", "track": ["calm-water"], "level": 3},
            r"an island on space 2 is nearer than the ship on 3 \(2.4\)",
        ),
        ({"fulfilled": ["palm-island"] * 3}, "Palm Island is named 3 times, but there are 2"),
        ({"fulfilled": ["skull-cay"] * 4 + ["old-fort"] * 3}, r"each stack has 6 islands.*\(0.5\)"),
        ({"phase": "bet", "track": FOUR, "level": 3}, r"a kraken lies beside a voyage of 5, 6 or 7 .*\(3.2\)"),
        ({"phase": "bet", "track": EASY, "level": 3, "kraken": (1, 2)}, r"beside no other \(3.2\)"),
        ({"phase": "bet", "track": FOUR, "level": 3, "kraken": 2}, r"kraken is \(space, back\) or"),
        ({"phase": "bet", "track": FOUR, "level": 3, "kraken": (5, 2)}, "the space under the kraken is"),
        ({"phase": "bet", "track": FOUR, "level": 3, "kraken": (2, 6)}, "no kraken with the back 6 can lie face down"),
        ({"phase": "bet", "track": FOUR, "level": 3, "kraken": (2, "ink-cloud")}, r"lies face down: .*\(4.1\)"),
        ({"next_back": 5}, "no kraken in the stack has the back 5; there are 1, 2, 3, 4"),
        ({"phase": "bet", "track": EASY, "level": 3, "bets": {1: "aye"}}, r"player 1 is the captain .*\(4.2\)"),
        ({"phase": "bet", "track": EASY, "level": 3, "bets": {2: "perhaps"}}, r"a bet is “aye” or “ney”.*\(4.1\)"),
        ({"phase": "bet", "track": EASY, "level": 3, "bets": {4: "aye"}}, "who bets is a whole number from 1 to 3"),
        ({"phase": "bet", "track": EASY, "level": 3, "bets": ["aye"]}, "bets is a mapping"),
        ({"phase": "bet", "track": EASY, "level": 3, "bets": {2: "aye", 3: "aye"}}, "all have bet"),
        ({"phase": "voyage", "track": EASY, "level": 3, "bets": {2: "aye"}}, r"player 3 has not bet.*\(4.1\)"),
        ({"bets": {2: "aye"}}, "no bet lies there"),
        ({"capsize_played": ["a-leak"]}, "A Leak is named 1 times, but there are 0 in this game"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    told = {"players": [{}, {}, {}], **wrong}
    with pytest.raises(ValueError, match=why):
        pirates.table(**told)


@pytest.mark.parametrize(
    ("rolled", "why"),
    [
        ({"white": [1, 1]}, "rolled shows white ×2, but the pool is white ×5"),
        ({"white": [2, 0, 0, 0, 0]}, r"no white die shows 2; its faces are \(0, 0, 0, 0, 1, 1\) \(0.1\)"),
        ({"white": 1}, "the white dice show a list of whole numbers, not 1"),
        ({"blue": [1]}, "a die is white, red, black, not 'blue'"),
        ([1, 1], "rolled is a mapping colour -> faces"),
        ({"white": [True] * 5}, "a face of a white die is a whole number"),
    ],
)
def test_faces_that_the_dice_do_not_have_are_refused(rolled: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        sailing(rolled=rolled)


def test_faces_are_not_told_while_something_comes_before_the_roll() -> None:
    with pytest.raises(ValueError, match="leave out rolled"):
        sailing({"kept": ["broken-mast"]}, setup=pirates.Setup(3, "fate"), rolled={"white": [1] * 5})
    with pytest.raises(ValueError, match="the kraken is turned over before the dice are rolled"):
        sailing(track=FOUR, kraken=(2, 3), rolled={"white": [1] * 5})


# Set-ups, voyages, sheets ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": 5}, "2, 3 or 4 play, not 5"),
        ({"players": 1}, "2, 3 or 4 play, not 1"),
        ({"players": 3.0}, "2, 3 or 4 play, not 3.0"),
        ({"players": [3]}, "2, 3 or 4 play"),
        ({"capsize": "pirate"}, "capsize is one of family, true pirate, fate, not 'pirate'"),
        ({"capsize": ["family"]}, "capsize is one of"),
        ({"krakens": ("mild",)}, "krakens is a tuple of one or more of easy, medium, hard"),
        ({"krakens": ()}, "krakens is a tuple"),
        ({"krakens": "easy"}, "krakens is a tuple"),
        ({"krakens": (["easy"],)}, "krakens is a tuple"),
        ({"krakens": ("easy", "easy")}, "krakens is a tuple"),
        ({"options": True}, r"options must be pirate_tales.Options\("),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pirates.Setup(**wrong)


def test_an_option_is_true_or_false() -> None:
    with pytest.raises(ValueError, match="option island_on_1 is True or False, not 1"):
        pirates.Options(island_on_1=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"dice": {"white": ()}}, r"the white die: its faces are a list of 1 to 100 whole numbers, not \(\) \(0.1\)"),
        ({"dice": {"green": (1,)}}, "a die is white, red, black"),
        ({"dice": {"white": (0, -1)}}, "the white die: a face is a whole number"),
        ({"cards": []}, r"a voyage has 1 to 7 cards, .*\(2.2\)"),
        ({"cards": [1] * 8}, r"a voyage has 1 to 7 cards"),
        ({"cards": [1, None]}, r"the last card is the island, .*\(3.4\)"),
        ({"cards": [(1, "gold"), 3]}, "no symbol is called 'gold'; there are white die"),
        ({"cards": [(1, "doubloon 0"), 3]}, "no symbol is called 'doubloon 0'"),
        ({"cards": [(1, 7), 3]}, "card 1: a reward is symbols in words, not 7"),
        ({"cards": ["one", 3]}, "card 1 is a number"),
        ({"hand": ["palm-island"]}, "Palm Island is no Adventure card"),
        ({"hand": [(1, "fly")]}, "no symbol is called 'fly'"),
        ({"supply": {"white": -1}}, "the number of white dice"),
    ],
)
def test_a_voyage_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    told: dict[str, Any] = {"pool": {"white": 2}, "cards": [1, 3], **wrong}
    with pytest.raises(ValueError, match=why):
        pirates.voyage(told.pop("pool"), told.pop("cards"), **told)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('faces = "0 0 0 0 1 1"', 'faces = "0 x"', "white: a die's faces are 1 to 100 whole numbers"),
        ('reward = "red die"', 'reward = "gold die"', "man-of-war: no symbol is called 'gold die'"),
        (
            'reward = "ship 3 and blue gem"',
            'reward = "ship 3 or blue gem"',
            "old-fort: only an adventure card offers one symbol or another",
        ),
        ('effect = "pay 3"', 'effect = "discard 3"', "black-abyss: discard would do nothing here"),
        ('level = "hard"', 'level = "mild"', "level"),
    ],
)
def test_a_sheet_with_a_card_that_cannot_act_is_refused(old: str, new: str, why: str) -> None:
    text = export_sheet("pirate_tales")
    assert old in text
    with pytest.raises(SheetError, match=why):
        parse_sheet("pirate_tales", text.replace(old, new, 1), "own")


# Moves ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("s", "label", "rule"),
    [
        (table({"dice": {"white": 8}}, phase="dice"), "end the turn", "7.17"),
        (table({"ship": 3}, phase="lay", track=["calm-water"]), "close with an island of level 3", "2.4"),
        (table(phase="bet", track=["calm-water"], level=3), "player 1 bets aye", "4.2"),
        (table({"doubloons": 2}), "buy 3 cards for 6", "1.2"),
        (table(), "change a red gem into blue gems", "8.8"),
    ],
)
def test_a_forbidden_move_is_refused_with_its_rule(s: Any, label: str, rule: str) -> None:
    assert no(s, label) == rule


def test_what_is_not_there_cannot_be_placed_or_played() -> None:
    s = sailing({"hand": ["pearl-reef"]}, rolled={"white": [1, 0, 0, 0, 0]})
    for move in (put("white 1", "white 1"), put("white 1", cards=["small-catch"]), pirates.Play(card("small-catch"))):
        with pytest.raises(IllegalMove):
            pirates.step(s, move)
    assert "play Pearl Reef for blue gem" in labels(s)


def test_nothing_is_done_after_a_voyage() -> None:
    v = after(pirates.voyage({"white": 1}, [1], rolled={"white": [1]}), BACK)
    with pytest.raises(IllegalMove, match="the voyage is over"):
        pirates.step(v, BACK)
