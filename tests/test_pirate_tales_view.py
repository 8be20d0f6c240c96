"""Pirate Tales on the table: dice, track, players and purses are shown, moves name their pieces, words read well."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebook_widgets.view import DieFace, Seat, Space
from rulebook_widgets.views import pirate_tales as look
from rulebook_widgets.views.pirate_words import gives, listed
from rulebooks import pirate_tales
from rulebooks.core.game import Decision
from rulebooks.pirate_tales import GiveUp, LayOn, Setup
from rulebooks.pirate_tales.contents import COUNTED, PLAIN
from rulebooks.pirate_tales.tables import table as set_up

UNREAD = re.compile(r"Bag\(|\bNone\b|<|object at|PirateCard|Die\(|Symbol|\bTrue\b")


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def of_table(**position: Any) -> Table:
    """A table in a position set up by hand, shown to whoever is asked."""
    return Table("pirate_tales", start=set_up(**position), cover=False)


def of_voyage(*args: Any, **more: Any) -> Table:
    """A table with a voyage alone."""
    return Table("pirate_tales", start=pirate_tales.voyage(*args, **more))


def at_sea(**more: Any) -> Table:
    """A captain after the first roll, with two cards in hand; four cards lie before the island."""
    position: dict[str, Any] = {
        "players": [{"hand": ["Small Catch", "Hidden Cove"], "dice": {"white": 4, "red": 1}}, {"hand": ["Good Wind"]}],
        "phase": "voyage",
        "track": ["Lucky Gull", "Old Sea Dog", "Merchant Sloop", "Calm Water"],
        "level": 3,
        "kraken": (2, "Ink Cloud"),
        "bets": {2: "ney"},
        "rolled": {"white": [1, 0, 1, 0], "red": [2]},
    }
    return of_table(**(position | more))


def zones(table: Table) -> dict[str, list[dict[str, Any]]]:
    """What lies where."""
    return {z["title"]: z["items"] for z in table.view["zones"]}


def faces(table: Table, title: str) -> list[str]:
    """What lies in one place, in words."""
    return [i["words"] for i in zones(table)[title]]


def labels(table: Table) -> list[str]:
    """What may be chosen."""
    return [a["label"] for a in table.view["actions"]]


def said(table: Table) -> str:
    """The line that sums the position up."""
    return "".join(piece["text"] for piece in table.view["summary"])


def events(table: Table) -> str:
    """What the last move brought."""
    return " ".join(e["text"] for e in table.view["log"]["moves"][-1]["events"])


def choose(table: Table, start: str) -> None:
    """Do the choice whose words begin like this."""
    table.handle({"do": next(i for i, text in enumerate(labels(table)) if text.startswith(start))})
    assert table.status["kind"] != "bad"


# players ------------------------------------------------------------------------------------
def test_each_player_has_a_purse_dice_and_a_count_of_cards_and_whose_turn_it_is() -> None:
    table = of_table(players=[{"doubloons": 4, "blue": 1, "hand": ["Good Wind"]}, {"dice": {"white": 2, "black": 1}}])
    one, two = table.view["seats"]
    assert one["words"] == ("Player 1 (on turn): doubloons 4, gems 1 blue, cards 1, dice 5 white")
    assert two["words"] == "Player 2: doubloons 3, gems none, cards 0, dice 2 white, 1 black"
    assert said(table) == "Player 1 has 4 doubloons."


def test_only_ones_own_hand_is_shown_and_a_bettor_sees_how_many_cards_the_captain_has() -> None:
    table = of_table(
        players=[{"hand": ["Good Wind", "Pearl Reef"]}, {"hand": ["Small Catch"]}, {}],
        phase="bet",
        track=["Calm Water", "Old Sea Dog"],
        level=5,
    )
    assert table.view["asked"] == "player 2: bet on player 1’s voyage"
    assert faces(table, "Your hand") == ["Small Catch (skulls 2)*"]
    assert said(table) == "Player 1 sails for 1 + 2 + 5 skulls with 5 white dice and 2 hand cards."
    assert labels(table) == ["bet aye: the voyage will succeed", "bet ney: the voyage will fail"]
    assert zones(table)["Adventure deck"][0]["text"] == "some in hands"


def test_at_the_set_up_it_is_told_who_is_dealt_a_hand_and_nobody_is_on_turn() -> None:
    table = Table("pirate_tales", Setup(2), seed=1)
    assert table.view["summary"] == []
    table.choose("player 2")
    assert said(table) == "Player 1 is dealt a hand."
    assert [s["turn"] for s in table.view["seats"]] == [False, False]


def test_nobodys_eyes_see_no_hand_at_all() -> None:
    s = pirate_tales.information_state(set_up(players=[{"hand": ["Good Wind"]}, {"hand": ["Small Catch"]}]), -1)
    view = look.describe(s, -1)
    assert [z.title for z in view.zones if "hand" in z.title.lower()] == []


def test_a_winner_is_marked_with_the_treasure_of_all() -> None:
    table = of_table(
        players=[{"doubloons": 9}, {"doubloons": 2, "ship": 8}], phase="dice", captain=2, first=1, last_round=True
    )
    table.do("end the turn")
    assert table.view["over"]["result"] == "Player 1 wins. Treasure: 9 for player 1 and 2 for player 2."
    assert [(s["mark"], dict(s["facts"])["treasure"]) for s in table.view["seats"]] == [("winner", "9"), ("", "2")]


# the track ------------------------------------------------------------------------------------
def test_the_track_tells_which_spaces_pay_and_where_a_kraken_reaches() -> None:
    table = of_table(players=[{}, {}], phase="lay")
    table.choose("Calm Water")
    assert faces(table, "Adventure track") == [
        "1: Calm Water (need 1)*", "2: next", "3: pays 1", "4: empty", "5: kraken", "6: pays 2, kraken",
        "7: pays 3, kraken",
    ]  # fmt: skip
    assert said(table) == "1 card laid out, asking for 1. The island may lie on space 2 or farther."


def test_the_island_and_a_kraken_lie_face_down_until_they_are_turned_over() -> None:
    table = of_table(
        players=[{}, {}],
        phase="bet",
        track=["Calm Water", "Old Sea Dog", "Good Wind", "Man of War"],
        level=7,
        kraken=(3, 3),
    )
    words = faces(table, "Adventure track")
    assert words[2] == "3: Kraken (back 3, face down, on Good Wind), pays 1"
    assert words[4] == "5: Island (need 7, face down), kraken"


def test_a_space_tells_what_is_done_what_is_next_and_where_a_die_lies_below() -> None:
    table = at_sea()
    choose(table, "place white 1")
    words = faces(table, "Adventure track")
    assert words[0].endswith("die below, done")
    assert words[1].startswith("2: Ink Cloud (on reaching: set 1 die aside, on Old Sea Dog)*, done")
    assert words[2].endswith("pays 1, next")


def test_the_sea_track_tells_where_each_ship_is() -> None:
    table = of_table(players=[{"ship": 3}, {}, {"ship": 3}])
    assert faces(table, "Sea track")[:3] == ["1: ship 2, start", "2: empty", "3: ship 1, ship 3"]
    assert faces(table, "Sea track")[-1] == "End: blue gem"


# dice ---------------------------------------------------------------------------------------
def test_free_dice_lie_with_their_skulls_on_top_and_are_told_in_words() -> None:
    table = at_sea()
    assert faces(table, "Free dice") == [
        "white die: blank", "white die: blank", "white die: 1 skull", "white die: 1 skull", "red die: 2 skulls",
    ]  # fmt: skip
    assert said(table) == "Card 1 asks for 1; free dice show 4."


def test_dice_go_from_free_to_set_aside_to_the_hand_that_rolls_and_under_cards() -> None:
    table = at_sea(track=["Lucky Gull", "Old Sea Dog", "Merchant Sloop"], kraken=None)
    choose(table, "place red 2")
    assert faces(table, "Under cards") == ["red die"]
    assert table.view["single"] is True  # the re-roll that the card gives: a click takes a die
    choose(table, "take white 0")
    assert faces(table, "Taken to roll again") == ["white die"]
    choose(table, "roll")
    assert table.view["chance"]["what"] == "1 white die"
    assert table.view["chance"]["verb"] == "Roll"
    assert faces(table, "To be rolled") == ["white die"]
    table.choose("white 1")
    assert events(table) == "Rolled: white 1."
    choose(table, "set aside white 0")
    assert faces(table, "Set aside") == ["white die"]
    assert events(table) == "White 0 was set aside."


def test_a_kraken_takes_a_die_by_one_click_on_it() -> None:
    table = at_sea()
    choose(table, "place white 1")
    while table.view["asked"] != "player 1: which die the kraken takes":
        choose(table, "roll")
    assert table.view["single"] is True
    assert {tuple(a["pieces"]) for a in table.view["actions"]} == {("die:white 0",), ("die:white 1",), ("die:red 2",)}


def test_the_supply_is_told_by_colour_and_the_next_krakens_back_lies_open() -> None:
    table = of_table(players=[{}, {}], next_back=3)
    assert faces(table, "Dice supply") == ["white die ×20", "red die ×18", "black die ×12"]
    assert zones(table)["Krakens"][0]["text"] == "next back: 3"


# choices ---------------------------------------------------------------------------------------
def test_placements_are_gathered_by_the_hand_cards_they_use_those_without_first() -> None:
    table = at_sea(track=["Man of War", "Old Sea Dog", "Merchant Sloop"], level=3, kraken=None)
    groups: dict[str, list[str]] = {}
    for action in table.view["actions"]:
        groups.setdefault(action.get("group", ""), []).append(action.get("short", action["label"]))
    assert groups[""][0] == "place white 1 and red 2"  # nothing else does without a card
    with_cards = [heading for heading in groups if heading.startswith("place under the next card")]
    assert with_cards == [
        "place under the next card with Hidden Cove (2 skulls)",
        "place under the next card with Small Catch (2 skulls)",
    ]
    assert groups[with_cards[1]] == ["white 1", "red 2"]
    assert groups["set a die aside, to roll others again"] == ["white 0", "white 1", "red 2"]
    assert groups["play Hidden Cove"] == ["re-roll", "1 doubloon"]
    assert "turn back: the voyage fails" in groups[""]


def test_every_choice_names_pieces_that_lie_in_the_picture() -> None:
    table = at_sea()
    lying = Counter(i["key"] for z in table.view["zones"] for i in z["items"] if i.get("key"))
    assert lying["die:white 1"] == 2
    for action in table.view["actions"]:
        assert not Counter(action["pieces"]) - lying, action["label"]
    assert table.view["single"] is False


def test_the_reward_is_chosen_in_words() -> None:
    table = at_sea(track=["Helping Hands", "Old Sea Dog", "Merchant Sloop"], kraken=None)
    choose(table, "place white 1")
    assert table.view["asked"] == "player 1: choose the reward"
    assert labels(table) == ["re-roll", "1 doubloon"]


# whole games and voyages alone -------------------------------------------------------------------
def test_a_voyage_alone_is_shown_with_its_cards_by_number_and_its_end() -> None:
    table = of_voyage({"white": 3}, [1, None, 2], hand=[(2, "white die")], rolled={"white": [1, 1, 0]})
    assert faces(table, "Adventure track") == [
        "1: Card 1 (need 1), next", "2: Kraken (nothing asked)", "3: Island (need 2), pays 1",
    ]  # fmt: skip
    assert table.view["seats"] == []
    choose(table, "place white 1")
    choose(table, "place white 1 with 2 skulls")
    assert table.view["over"]["result"] == "The island was reached: 3 cards done, 1 doubloon, 1 die left."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_told_move_by_move_without_a_word_out_of_place(players: int) -> None:
    def anyhow(s: Any) -> dict[Any, int]:
        there = pirate_tales.node(s)
        assert isinstance(there, Decision)
        few = [a for a in there.actions if not isinstance(a, GiveUp | LayOn)]
        return dict.fromkeys(few or there.actions, 1)

    setup = Setup(players, "fate", ("easy", "medium", "hard"))
    table = Table("pirate_tales", setup, bots={0: anyhow, **dict.fromkeys(range(1, players), anyhow)}, seed=players)
    turns = 0
    while table.view["over"] is None and turns < 60:
        table.handle({"roll": True} if table.view["chance"] else {"go_on": True})
        assert table.status["kind"] != "bad", table.status
        turns += 1
    table.handle({"log": True})
    assert table.play.at > 150
    told = [m["label"] for m in table.view["log"]["moves"]]
    told += [e["text"] for m in table.view["log"]["moves"] for e in m["events"]]
    assert [text for text in told if not text or UNREAD.search(text)] == []
    assert [e["text"] for m in table.view["log"]["moves"] for e in m["events"] if not e["text"].endswith(".")] == []
    for at in range(0, table.play.length, 17):
        table.play.go_to(at)
        s = pirate_tales.information_state(table.play.state, 0)
        view = look.describe(s, 0)
        json.dumps(view.plain())
        assert not UNREAD.search(view.words + view.summary_text)
        assert not UNREAD.search(table.text())


def test_every_symbol_has_words_of_its_own() -> None:
    for what in COUNTED:
        assert gives(f"{what} 2") != f"{what} 2", what
    assert [gives(what) for what in PLAIN if what != "roll again"] == [what for what in PLAIN if what != "roll again"]
    assert gives("re-roll or doubloon 1") == "re-roll or 1 doubloon"
    assert gives("ship 2 and blue gem and draw 1") == "ship +2 and blue gem and draw 1 card"


def test_the_words_of_dice_spaces_and_seats_are_those_of_a_reader_without_a_picture() -> None:
    assert [DieFace("red", 0).words, DieFace("red", 1).words, DieFace("black", 3).words, DieFace("white").words] == [
        "red die: blank", "red die: 1 skull", "black die: 3 skulls", "white die",
    ]  # fmt: skip
    assert Space("4").words == "4: empty"
    assert Seat(1, (("doubloons", "3"),), (DieFace("red"),) * 2, mark="bets aye").words == (
        "Player 2: doubloons 3, dice 2 red, bets aye"
    )
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["nothing", "a", "a, b and c"]


def test_turning_back_stands_last_and_bets_of_others_are_told_only_to_who_asks_why_not() -> None:
    table = at_sea()
    assert [a["label"] for a in table.view["actions"] if a["last"]] == ["turn back: the voyage fails"]
    keys = [a["key"] for a in table.view["actions"]]
    assert max(keys) == next(a["key"] for a in table.view["actions"] if a["last"])
    bets = of_table(players=[{}, {}, {}], phase="bet", track=["Calm Water"], level=3)
    no = [(f["label"], f["rule"], f.get("aside")) for f in bets.view["forbidden"]]
    assert ("player 1 bets aye", "4.2", True) in no
    assert ("player 3 bets ney", "4.3", True) in no
