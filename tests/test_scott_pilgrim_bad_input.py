"""Tables, moves, set-ups and sheets of Scott Pilgrim that cannot be are refused in words, with their rule."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    labels,
    no,
    pilgrim,
    table,
)
from rulebooks.core.cards import SheetError, export_sheet, parse_sheet
from rulebooks.core.game import IllegalMove
from rulebooks.core.play import Table


# Tables --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wrong, why",
    [
        ({"players": [{}] * 5}, "1 to 4 play, not 5"),
        ({"players": {}}, "1 to 4 play, not 0"),
        ({"players": 3}, "1 to 4 play, not 0"),
        ({"players": [{}, 7]}, "player 2: a seat tells character, hand"),
        ({"players": [{"gold": 1}, {}]}, "player 1: a seat tells character, hand"),
        ({"players": [{"character": "kim"}, {}]}, r"Kim is played by three or more only, not by 2 \(1.11\)"),
        ({"players": [{}, {"character": "Wallace Wells"}]}, r"Wallace is played by three .* \(1.11\)"),
        ({"players": [{"character": "kim"}]}, r"Kim is played by three or more only, not by 1 \(1.11\)"),
        ({"players": [{"character": "lisa"}, {}]}, "no character is called 'lisa'"),
        ({"players": [{"character": "scott"}, {"character": "scott"}]}, "each character is played by one player only"),
        ({"players": [{"character": 4}, {}]}, "no character is called 4"),
        ({"setup": pilgrim.Setup(3)}, "3 play, but 2 seats are told"),
        ({"setup": 3}, "a set-up is None or"),
        ({"setup": {"mood": "solo"}}, "a set-up tells players, mode, characters, ex, options, sheet, not 'mood'"),
        ({"phase": "night"}, "phase is one of plotline, eliminate, acquire, target, fight, swap, resolve, not 'night'"),
        ({"phase": ["acquire"]}, "phase is one of"),
        ({"phase": "plotline"}, r"while it is laid out the Plotline has 2 to 5 cards, not 0 \(1.7\)"),
        ({"phase": "plotline", "plotline": ["Joy"] * 2, "removed": ["left", "right"]}, r"not of both \(1.6\)"),
        ({"phase": "plotline", "players": [{"hand": ["Drama"]}, {}]}, "hands are drawn and Power Ups! are won after"),
        ({"active": 0}, "the active player is a whole number from 1 to 2, not 0"),
        ({"first": 3}, "the first player is a whole number from 1 to 2"),
        ({"players": [{"hand": "harsh"}, {}]}, "the hand of player 1 are a list of names"),
        ({"players": [{"hand": ["harhs"]}, {}]}, "the hand of player 1: no card is called 'harhs'; did you mean Harsh"),
        ({"players": [{"hand": ["harsh"]}, {}]}, r"the hand of player 1: Mixed Tape is a card of Knives Chau \(0.1\)"),
        ({"players": [{"hand": ["headshot"]}, {}]}, r"Count Off is a card of Kim Pine"),
        ({"players": [{"hand": ["despair"]}, {}]}, "Joy is a card of the kind plot; here lie action and drama cards"),
        ({"players": [{"hand": ["Sound Check"]}, {}]}, "say which: sound-check-loud, sound-check-quiet"),
        ({"players": [{"hand": ["love-song"] * 4}, {}]}, r"Love Song is named 4 times, but there are 3 \(0.2\)"),
        ({"players": [{"hand": ["drama"] * 21}, {}]}, r"Drama is named 21 times, but there are 20 \(0.2\)"),
        ({"players": [{"hand": {"drama": -1}}, {}]}, "how often Drama is there is a whole number from 0"),
        (
            {"players": [{"hand": ["hot-mess"], "discard": ["Hot Mess"]}, {}]},
            "Oversleeping is named 2 times, but there is 1",
        ),
        ({"players": [{"draw": [], "discard": ["drama"]}, {}]}, r"cannot be empty while cards are discarded.*\(2.2\)"),
        ({"players": [{"top": "Hot Mess", "draw": ["drama"]}, {}]}, r"Oversleeping is not in that draw pile \(10.9\)"),
        (
            {"players": [{"top": "lucky-guess"}, {}]},
            "'lucky-guess' does not say which side is up; say .'lucky-guess', 'f",
        ),
        ({"players": [{"turns": 30}, {}]}, r"taken 30 turns, but after 30 the game is over \(7.4\)"),
        ({"players": [{"turns": -1}, {}]}, "player 1: turns is a whole number"),
        ({"players": [{"out": True}, {}]}, r"nobody drops out of this game \(8.7\)"),
        ({"players": [{"out": 1}, {}]}, "out is True or False"),
        ({"players": [{"power_ups": "Joy"}, {}]}, "the Power Ups! of player 1 are a list of names"),
        ({"players": [{"power_ups": ["Despair"]}, {}]}, r"Despair is not kept as a Challenge: .* \(6.8\)"),
        ({"players": [{"power_ups": ["Love Song"]}, {}]}, "Love Song is a card of the kind action"),
        ({"players": [{"power_ups": ["Todd Ingram"]}, {}]}, r"Todd Ingram cannot lie there in this game \(8.1\)"),
        ({"players": [{"power_ups": ["Lucas Lee"]}, {"power_ups": ["Lucas Lee"]}]}, r"is defeated once only \(8.3\)"),
        ({"players": [{"power_ups": ["Joy"] * 3}, {}]}, "Joy is named 3 times, but there are 2"),
        ({"players": [{"power_ups": ["The Sleepy Singer"]}, {}]}, r"belongs to a character who does not play \(1.9\)"),
        (
            {"players": [{"character": "kim", "power_ups": ["The Sleepy Singer"]}, {}, {}]},
            r"Kim Pine gives the Buddy to another player \(1.10\)",
        ),
        (
            {"players": [{"character": "kim"}, *[{"power_ups": ["The Sleepy Singer"]}] * 2]},
            r"is named 2 times, but there is one \(1.9\)",
        ),
        ({"players": [{"power_ups": ["Guest Sofa", "Roof Terrace"]}, {}]}, r"keeps one Housing, not 2 \(12.4\)"),
        (
            {"players": [{"power_ups": ["Lucas Lee", "Self-Respect", "Joy"]}, {}]},
            r"player 1 has 1\d Victory Points, so the game is over \(7.3\)",
        ),
        ({"plotline": ["Joy"] * 7}, r"the Plotline of 2 has 6 places, not 7 \(1.7\)"),
        ({"plotline": "Joy"}, "plotline is a list of cards"),
        (
            {"plotline": ["Joy", "Coffee Date"]},
            "place 2 of the Plotline: 'Coffee Date' names several cards; say which: c",
        ),
        ({"plotline": ["Unpaid Rent"]}, "say which: mattress, guest-sofa"),
        ({"plotline": ["love-song"]}, r"does not say which side is up; say \('love-song', 'front'\) for “Love Song”"),
        ({"plotline": [("Joy", "top")]}, "a card and its side are"),
        ({"plotline": [{"side": "front"}]}, "a card is told by card, side and seen"),
        ({"plotline": [{"card": "Joy", "seen": [3]}]}, "who has seen it is a whole number from 1 to 2"),
        ({"plotline": [{"card": "Joy", "seen": 1}]}, "seen is a list of players"),
        ({"plotline": ["Matthew Patel"]}, "Matthew Patel is a card of the kind ex"),
        ({"plotline": [7]}, "place 1 of the Plotline: no card is called 7"),
        ({"tops": "Joy"}, "tops are the left and the right card on top"),
        ({"tops": ["Joy", "Despair", "Love Song"]}, "tops are the left and the right card on top"),
        ({"tops": ["Joyy"]}, "the top of the left main deck: no card is called 'Joyy'; did you mean Joy"),
        ({"main": ["harsh"]}, r"no card of a character's own deck \(0.1\)"),
        ({"main": ["Joy"] * 3}, "the main decks: Joy is named 3 times, but there are 2"),
        ({"sizes": [3, 3]}, "the main decks have 146 cards in all, not 6; name them with main"),
        ({"sizes": 3}, "sizes are the cards of the left and the right main deck"),
        (
            {"main": [], "tops": ["Joy", "Joy"], "sizes": [2, 0]},
            "the cards of the right main deck is a whole number from 1",
        ),
        ({"removed": ["middle"]}, r"removed names decks, left or right.*\(3.2\)"),
        ({"removed": ["left", "left"]}, r"each once.*\(3.2\)"),
        ({"main": []}, r"nothing to eliminate; the phase is “acquire” \(3.3\)"),
        ({"guards": 1}, r"guards is at most 0, not 1: Lucas Lee has no more on it \(8.4\)"),
        ({"shared": "Guest Sofa"}, r"shared is the Housing of a team.*\(12.4\)"),
        ({"drama_left": 15}, "drama_left is a whole number from 0 to 14, not 15"),
        ({"gone": ["Joy"] * 3}, "the cards out of the game: Joy is named 3 times"),
        ({"pool": {"music": 1}}, "in the phase “eliminate” pool is not told; there is removed"),
        ({"phase": "target", "won": True}, "in the phase “target” won is not told; there is acquired, matched"),
        ({"phase": "acquire", "pool": {"any": 1}}, r"pool is a mapping of romance, music, work to numbers.*\(4.4\)"),
        ({"phase": "acquire", "pool": {"music": -1}}, "music in the pool is a whole number from 0"),
        ({"phase": "acquire", "played": ["drama"]}, r"tell the pool that is left of them \(4.4\)"),
        (
            {"phase": "acquire", "used": ["Joy"], "pool": {}},
            r"Joy is no Power Up! of player 1 that gives a resource \(4.1\)",
        ),
        ({"phase": "acquire", "acquired": 1}, "acquired is True or False"),
        ({"phase": "target", "matched": -1}, "matched is a whole number"),
        (
            {"phase": "target", "players": [{"hand": ["drama"]}, {}]},
            r"has discarded the hand before the combat \(4.12\)",
        ),
        ({"phase": "fight"}, r"no target is called None.*\(5.1\)"),
        ({"phase": "fight", "target": "Despiar", "plotline": ["Despair"]}, r"did you mean Despair\? \(5.1\)"),
        (
            {"phase": "fight", "target": "Joy", "plotline": ["Joy"]},
            "Joy cannot be fought: 5.1a With the Challenge side up",
        ),
        ({"phase": "fight", "target": "Despair", "plotline": ["Despair"], "needed": 8}, r"tell the hand \(5.2\)"),
        (
            {
                "phase": "fight",
                "target": "Despair",
                "plotline": ["Despair"],
                "needed": 7,
                "players": [{"hand": ["drama"]}, {}],
            },
            r"needed: Despair asks for 6, 8, 10, by how much Drama is revealed, not 7 \(5.4\)",
        ),
        (
            {"phase": "swap", "target": "Despair", "plotline": ["Despair"], "revealed": ["drama"]},
            r"player 2 has no hand card to swap \(5.5a\)",
        ),
        (
            {"phase": "swap", "target": "Despair", "plotline": ["Despair"], "revealed": ["drama"] * 3},
            r"Despair asks for 2 cards, not 3 \(5.4\)",
        ),
        ({"phase": "swap", "target": "Despair", "plotline": ["Despair"]}, r"asks for 2 cards, not 0 \(5.4\)"),
        (
            {
                "phase": "swap",
                "target": "Despair",
                "plotline": ["Despair"],
                "revealed": ["drama"],
                "players": [{}, {"hand": ["harsh"]}],
            },
            r"drawn before the VS Draw: tell the hand \(5.2\)",
        ),
        ({"phase": "plotline", "plotline": ["Joy"]}, r"the Plotline has 2 to 5 cards, not 1 \(1.7\)"),
        ({"phase": "plotline", "players": [{"hand": ["drama"]}, {}]}, r"after the Plotline was laid out \(1.8\)"),
        (
            {"phase": "plotline", "plotline": ["Joy", "Despair"], "removed": ["left", "right"]},
            r"one main deck may be eliminated, not of both \(1.6\)",
        ),
        ({"phase": "resolve", "target": "Despair", "plotline": ["Despair"]}, r"won is True or False.*\(6.4\)"),
    ],
)
def test_bad_tables_are_refused_in_words_with_their_rule(wrong: Any, why: str) -> None:
    told = {"players": [{}, {}], **wrong}
    if "setup" not in told and isinstance(told["players"], list) and len(told["players"]) == 2:
        told["setup"] = pilgrim.Setup(2, ex="Lucas Lee")
    with pytest.raises(ValueError, match=why):
        pilgrim.table(**told)


@pytest.mark.parametrize(
    "mode, ex, wrong, why",
    [
        ("first time", "Matthew Patel", {}, r"no elimination phase; the phase is “acquire” \(11.3\)"),
        ("first time", "Matthew Patel", {"phase": "plotline"}, r"the Plotline is dealt and nobody chooses.*\(11.2\)"),
        ("first time", "Matthew Patel", {"plotline": ["Self-Respect"]}, r"is not used the first time.*\(11.2\)"),
        ("competitive", "Matthew Patel", {"plotline": ["Demon Hipster Chicks"]}, "named 3 times, but there are 2"),
        ("competitive", "Matthew Patel", {"guards": 3}, r"guards is at most 2, not 3: .* has no more on it \(8.4\)"),
        ("competitive", "Matthew Patel", {"phase": "fight", "target": "Matthew Patel"}, "cannot be fought: 8.5"),
        ("competitive", "Gideon Graves", {"first": [{"out": True}, {}]}, r"player 1 is out and takes no turn \(8.7\)"),
        ("competitive", "Gideon Graves", {"first": [{}, {"out": True}]}, r"one player left the game is over \(8.7\)"),
        (
            "competitive",
            "Gideon Graves",
            {"first": [{"power_ups": ["Gideon Graves"]}, {}]},
            r"Gideon Graves cannot lie there in this game \(8.6\)",
        ),
        ("cooperative", "Gideon Graves", {"first": [{}, {"out": True}]}, r"nobody drops out of this game \(8.7\)"),
        ("cooperative", "Lucas Lee", {"first": [{"turns": 4}, {}]}, r"after 4 the game is over \(12.8\)"),
        ("cooperative", "Lucas Lee", {"shared": "Joy"}, r"is no Housing \(12.4\)"),
        ("cooperative", "Lucas Lee", {"shared": "Unpaid Rent"}, "say which"),
        (
            "cooperative",
            "Lucas Lee",
            {"first": [{"power_ups": ["Guest Sofa"]}, {}]},
            r"is the Housing of the whole team: tell it as shared \(12.4\)",
        ),
        (
            "cooperative",
            "Lucas Lee",
            {"first": [{"power_ups": ["Lucas Lee", "Self-Respect", "Joy"]}, {"power_ups": ["Anniversary", "Buzz"]}]},
            r"the team has \d+ Victory Points, so the game is over \(12.3\)",
        ),
    ],
)
def test_a_table_must_fit_its_mode_and_its_evil_ex(mode: str, ex: str, wrong: Any, why: str) -> None:
    told = dict(wrong)
    seats = told.pop("first", [{}, {}])
    with pytest.raises(ValueError, match=why):
        table(*seats, ex=ex, mode=mode, **told)


def test_with_the_vs_draw_first_what_is_told_has_to_come_in_that_order() -> None:
    told: dict[str, Any] = {"plotline": ["Despair"], "target": "Despair", "options": {"vs_first": True}}
    with pytest.raises(ValueError, match=r"comes before the combat hand: leave out the hand \(5\.2\)"):
        table({"hand": ["drama"]}, {"hand": ["harsh"]}, phase="swap", revealed=["drama"], **told)
    with pytest.raises(ValueError, match=r"is over once the combat hand is there: tell needed \(5\.4\)"):
        table({"hand": ["drama"]}, phase="fight", **told)
    s = table({}, {"hand": ["harsh"]}, phase="swap", revealed=["drama"], **told)
    assert (labels(s), s.fight.due, s.fight.needed) == (["swap nothing", "keep Drama, discard Mixed Tape"], 6, 8)


@pytest.mark.rule("8.3")
def test_a_beaten_evil_ex_is_no_target() -> None:
    with pytest.raises(ValueError, match=r"Lucas Lee cannot be fought: 8\.3 Beaten once"):
        table({"power_ups": ["Lucas Lee"]}, phase="fight", target="Lucas Lee")


# Bad moves and bad set-ups ------------------------------------------------------------------------------
@pytest.mark.rule("1.11")
def test_kim_and_wallace_are_refused_in_a_game_for_two() -> None:
    for who in ("kim", "Wallace Wells"):
        with pytest.raises(ValueError, match=r"is played by three or more only, not by 2 \(1\.11\)"):
            pilgrim.Setup(2, characters=("scott", who))
    assert pilgrim.Setup(3, characters=("scott", "kim", "wallace")).characters == ("scott", "kim", "wallace")


@pytest.mark.rule("4.7")
def test_three_of_any_are_not_paid_with_two_romance_and_one_work() -> None:
    mixed = table(phase="acquire", plotline=["Joy"], pool={"romance": 2, "work": 1})
    for suit in ("romance", "music", "work"):
        assert no(mixed, f"acquire Joy (place 1) with {suit}") == "4.7"
    with pytest.raises(IllegalMove, match=r"4\.7 Enough of one suit: .*all with the same"):
        Table("scott_pilgrim", start=mixed).do("acquire Joy (place 1) with romance")
    assert no(table(phase="acquire", plotline=["Joy"], pool={"music": 3}), "acquire Joy (place 1) with music") == ""


def test_an_unknown_move_is_refused_with_what_is_there() -> None:
    with pytest.raises(ValueError, match="there is no move 'sideways'; there are left, right, up, down, A, B"):
        pilgrim.card("sideways")
    with pytest.raises(IllegalMove, match="cannot sing: legal here: go on to acquisition"):
        Table("scott_pilgrim", start=table()).do("sing")
    with pytest.raises(IllegalMove, match="here: main deck elimination"):
        pilgrim.step(table(), pilgrim.Pass())


@pytest.mark.parametrize(
    "given, why",
    [
        ({"players": 5}, "1 to 4 play, not 5"),
        ({"players": True}, "1 to 4 play, not True"),
        ({"mode": "versus"}, "mode is one of competitive, cooperative, solo, first time"),
        ({"mode": "solo"}, r"solo is the mode for one player, and the only one; 2 play solo \(12.7\)"),
        ({"players": 1, "mode": "cooperative"}, r"and the only one; 1 play cooperative \(12.7\)"),
        ({"characters": ("scott",)}, "2 play, but 1 characters are named"),
        ({"characters": "scott"}, "characters is a tuple of names"),
        ({"characters": ("scott", "scot")}, "no character is called 'scot'; there is Scott Pilgrim, Knives Chau"),
        ({"characters": ("scott", "Scott Pilgrim")}, "each character is played by one player only"),
        ({"ex": "Ramona"}, "no Evil Ex is called 'Ramona'"),
        ({"mode": "first time", "ex": "Lucas Lee"}, r"Matthew Patel is the Evil Ex, not lucas-lee \(11.1\)"),
        ({"options": True}, r"options must be scott_pilgrim.Options\(…\)"),
    ],
)
def test_bad_set_ups_are_refused_in_words(given: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pilgrim.Setup(**{"players": 2, **given})
    with pytest.raises(ValueError, match="option vs_first is True or False"):
        pilgrim.Options(vs_first=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "old, new, why",
    [
        ('move = "left"', 'move = "sideways"', "sideways"),
        ('combat = "draw 1"', 'combat = "fly 1"', "no effect is called 'fly 1'"),
        ('cost = "2 any"', 'cost = "2 gold"', "'2 gold' is no amount"),
        ('fight = "vs 2 drama 1"', 'fight = "vs two"', "'vs two' is no FIGHT line"),
        ("to_win = 10", "to_win = 11", "to_win is one of 10, 12, 15, 18, 20"),
        ('moves = "A, B"', 'moves = "A, C"', "there is no move C"),
    ],
)
def test_a_sheet_that_tells_what_nobody_knows_is_refused(old: str, new: str, why: str) -> None:
    text = export_sheet("scott_pilgrim")
    assert old in text
    with pytest.raises(SheetError, match=why):
        parse_sheet("scott_pilgrim", text.replace(old, new, 1), "mine")
