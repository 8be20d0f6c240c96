"""Several players at one screen: the cover between people, what each may see, and bots that play the other seats."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebooks import pirate_tales
from rulebooks.core.game import Decision
from rulebooks.pirate_tales import Bet, Close, GiveUp, LayOn, Setup

HANDS = ("Calm Water, Cabin Boy", "Small Catch, Old Sea Dog", "Good Wind, Hidden Cove")


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def dealt(*hands: str, views: list[str] | None = None, **more: Any) -> Table:
    """Three players with these hands; player 1 is asked first. ``views``: all that the page was sent."""
    table = Table("pirate_tales", Setup(3), seed=5, **more)
    if views is not None:
        table.observe(lambda change: views.append(json.dumps(change["new"])), "view")
    table.choose("player 1")
    for hand in hands or HANDS:
        table.choose(hand)
    table.choose("2")
    return table


def take_over(table: Table) -> None:
    """Whoever is asked takes the screen."""
    table.handle({"ready": table.view["cover"]["seat"]})


def to_the_bets(table: Table) -> None:
    """Player 1 lays out one card and closes with an island."""
    take_over(table)
    table.do("buy no card")
    table.choose("Cabin Boy")
    table.do(next(a for a in table.play.actions if isinstance(a, Close)))


def hand(table: Table) -> list[str]:
    """The hand that is shown."""
    return [c["name"] for z in table.view["zones"] if z["title"] in ("Hand", "Your hand") for c in z["items"]]


def asked(table: Table) -> int:
    """Who chooses now."""
    node = table.play.node
    assert isinstance(node, Decision)
    return node.player


def actions(s: Any) -> tuple[Any, ...]:
    """What may be chosen."""
    node = pirate_tales.node(s)
    assert isinstance(node, Decision)
    return node.actions


def plainly(s: Any) -> Any:
    """A quick player: short voyages, the first choice that does not turn back."""
    return next((a for a in actions(s) if not isinstance(a, LayOn | GiveUp)), actions(s)[0])


def anyhow(s: Any) -> dict[Any, int]:
    """A player who takes anything."""
    return dict.fromkeys(actions(s), 1)


# the cover ------------------------------------------------------------------------------------
def test_before_a_player_takes_over_the_page_is_given_nothing_but_who_is_next() -> None:
    table = dealt()
    view = table.view
    assert view["cover"] == {"seat": 0, "text": "Hand over to player 1", "button": "I am player 1: show my table"}
    for part in ("zones", "seats", "actions", "forbidden", "summary", "tracks"):
        assert view[part] == []
    assert view["log"] == {"moves": [], "earlier": 0}
    assert view["chance"] is view["over"] is None
    assert repr(table) == "Table(pirate_tales: player 1 takes over)"
    assert table.text().splitlines()[1:] == ["Player 1 takes over"]


def test_who_takes_over_sees_their_own_hand_and_of_the_others_only_how_many() -> None:
    table = dealt()
    take_over(table)
    assert table.view["cover"] is None
    assert hand(table) == ["Calm Water", "Cabin Boy"]
    assert [dict(s["facts"])["cards"] for s in table.view["seats"]] == ["2", "2", "2"]
    assert "Good Wind went" not in json.dumps(table.view["log"])


def test_two_games_that_differ_in_a_hand_look_the_same_until_its_owner_takes_over() -> None:
    sent: list[list[str]] = [[], []]
    for views, other in zip(sent, ("Small Catch, Old Sea Dog", "Treasure Map, Pearl Reef"), strict=True):
        table = dealt(HANDS[0], other, HANDS[2], views=views)
        to_the_bets(table)
        assert table.view["cover"]["seat"] == 1
    assert len(sent[0]) == 9
    assert sent[0] == sent[1]
    take_over(table)
    assert hand(table) == ["Treasure Map", "Pearl Reef"]


def test_two_games_that_differ_in_a_bet_look_the_same_until_all_bets_are_placed() -> None:
    sent: list[list[str]] = [[], []]
    for views, side in zip(sent, ("aye", "ney"), strict=True):
        table = dealt(views=views)
        to_the_bets(table)
        take_over(table)
        views.clear()  # what player 2 saw before choosing is player 2's own
        table.do(Bet(side, 1))
        assert table.view["cover"]["seat"] == 2
        take_over(table)
        assert [s["mark"] for s in table.view["seats"]] == ["", "bet placed", "no bet yet"]
        assert "player 2 chose, and does not show it yet" in [m["label"] for m in table.view["log"]["moves"]]
    assert sent[0] == sent[1]
    table.do(Bet("aye", 2))
    take_over(table)
    assert [s["mark"] for s in table.view["seats"]] == ["captain, dice at sea", "bets ney", "bets aye"]
    assert "All bets are shown: player 2 ney and player 3 aye." in json.dumps(table.view["log"])


def test_behind_the_cover_no_command_of_the_table_is_done() -> None:
    table = dealt()
    before = table.play.at
    for command in ({"do": 0}, {"why": 0}, {"roll": True}, {"roll_fresh": True}, {"choose": 0}, {"go_on": True}):
        table.handle(command)
        assert table.status["text"] == "Player 1 takes over first"
        assert table.play.at == before
    table.handle({"ready": 2})
    assert table.status["kind"] == "bad"
    assert table.view["cover"] is not None
    table.handle({"ready": True})
    assert table.status["text"] == "A seat is a whole number, not True"


def test_what_one_player_asked_is_gone_before_the_next_one_looks() -> None:
    table = dealt()
    to_the_bets(table)
    take_over(table)
    table.handle({"why": 0})
    assert "4.1" in table.status["text"]
    table.do(table.play.actions[0])
    assert table.status["text"] == ""


def test_an_undo_to_another_players_choice_covers_the_table_again() -> None:
    table = dealt()
    to_the_bets(table)
    take_over(table)
    table.undo()
    assert table.view["cover"]["seat"] == 0
    take_over(table)
    assert hand(table) == ["Calm Water", "Cabin Boy"]


def test_a_saved_game_is_taken_up_with_all_players_and_begins_covered(tmp_path: Path) -> None:
    table = dealt()
    to_the_bets(table)
    table.save(tmp_path / "three.json")
    other = Table("pirate_tales")
    other.load(tmp_path / "three.json")
    assert other.play.state == table.play.state
    assert other.view["cover"]["seat"] == 1


def test_without_a_cover_the_table_is_shown_to_whoever_is_asked() -> None:
    table = dealt(cover=False)
    assert table.view["cover"] is None
    assert hand(table) == ["Calm Water", "Cabin Boy"]
    table.do("buy no card")
    table.choose("Cabin Boy")
    table.do(next(a for a in table.play.actions if isinstance(a, Close)))
    assert hand(table) == ["Small Catch", "Old Sea Dog"]


def test_a_card_drawn_by_one_player_is_told_to_the_others_without_its_name() -> None:
    table = dealt()
    take_over(table)
    table.do("buy 1 card for 1")
    table.choose("Pearl Reef")
    assert "Pearl Reef went into the hand." in json.dumps(table.view["log"])
    table.choose("Cabin Boy")
    table.do(next(a for a in table.play.actions if isinstance(a, Close)))
    take_over(table)
    told = [m["label"] for m in table.view["log"]["moves"]]
    assert "an Adventure card: seen by another player only" in told
    assert "Pearl Reef" not in json.dumps(table.view["log"])


def test_what_may_come_is_told_as_far_as_the_player_knows() -> None:
    table = dealt("Clever Parrot ×2", "Clever Parrot, Good Wind", HANDS[0])
    take_over(table)
    table.do("buy 1 card for 1")
    chance = table.view["chance"]
    parrot = next(o for o in chance["outcomes"] if o["label"].startswith("Clever Parrot"))
    assert parrot["value"] == "1/88"  # for all that player 1 knows, it may still lie in the deck
    table.handle({"choose": parrot["place"]})
    assert table.status["text"] == "That cannot come: it lies where you do not see it."


# bots ------------------------------------------------------------------------------------------
def test_bots_play_until_the_person_is_asked_and_nobody_hands_the_screen_over() -> None:
    table = Table("pirate_tales", bots={0: plainly, 2: anyhow}, seed=5)
    while not table.view["actions"]:
        assert table.view["cover"] is None
        table.handle({"roll": True})
    assert asked(table) == 1
    assert [s["who"] for s in table.view["seats"]] == ["bot: plainly", "you", "bot: anyhow"]
    assert len(hand(table)) == 2


def test_a_bot_is_asked_with_what_it_knows_and_nothing_else() -> None:
    heard: list[Any] = []

    def watching(s: Any) -> Any:
        heard.append(s)
        return plainly(s)

    table = Table("pirate_tales", bots={1: watching, 2: watching}, rolls="everyone", seed=3)
    for _ in range(30):
        table.handle({"do": 0})
    states = [table.play.start, *(p.after for p in table.play.history)]
    nodes = [(s, pirate_tales.node(s)) for s in states]
    known = [pirate_tales.information_state(s, n.player) for s, n in nodes if isinstance(n, Decision) and n.player > 0]
    assert len(heard) > 10
    assert heard == known


def test_the_same_seed_brings_the_same_game_of_bots() -> None:
    games = []
    for _ in range(2):
        table = Table("pirate_tales", bots={1: anyhow, 2: anyhow}, rolls="everyone", seed=8)
        for _ in range(12):
            table.handle({"do": 0})
        games.append([p.label for p in table.play.history])
    assert games[0] == games[1]
    assert len(games[0]) > 40


def test_undo_goes_back_to_the_last_choice_of_the_person_and_redo_forward_again() -> None:
    table = Table("pirate_tales", bots={1: anyhow, 2: plainly}, rolls="everyone", seed=4)
    here = table.play.at
    node = table.play.node
    for _ in range(20):
        here, node = table.play.at, table.play.node
        table.handle({"do": 0})
        if table.play.at > here + 3:
            break
    end = table.play.at
    assert end > here + 3
    table.handle({"undo": True})
    assert (table.play.at, table.play.node) == (here, node)
    table.handle({"redo": True})
    assert table.play.at == end


def test_at_a_bots_turn_in_the_past_the_table_waits_and_shows_no_choice_of_it() -> None:
    table = Table("pirate_tales", bots={1: plainly, 2: plainly}, rolls="everyone", seed=4)
    for _ in range(8):
        table.handle({"do": 0})
    nodes = [p.node for p in table.play.history]
    at = next(i for i, node in enumerate(nodes) if isinstance(node, Decision) and node.player == 1)
    table.go_to(at)
    assert table.view["waits"] is True
    assert table.view["actions"] == table.view["forbidden"] == []
    assert table.view["asked"].startswith("player 2 (bot: plainly): ")
    table.handle({"do": 0})
    assert table.status["text"].startswith("This is another player’s choice")
    table.handle({"go_on": True})
    assert table.view["asked"].startswith("player 1: ")
    assert asked(table) == 0


@pytest.mark.parametrize(("rolls", "waits_for_luck"), [("nobody", True), ("everyone", False)])
def test_luck_is_decided_without_a_click_where_that_is_asked_for(rolls: str, waits_for_luck: bool) -> None:
    table = Table("pirate_tales", bots={1: plainly, 2: plainly}, rolls=rolls, seed=4)
    assert (table.view["chance"] is not None) is waits_for_luck
    assert (table.play.at == 0) is waits_for_luck


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ({3: plainly}, "seats count from 0 to 2; a bot cannot sit at 3"),
        ({True: plainly}, "a bot cannot sit at True"),
        ({1: "no such policy"}, "pirate_tales has no policy 'no such policy'; it has "),
    ],
)
def test_a_bot_that_cannot_be_is_refused_in_words(bots: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Table("pirate_tales", bots=bots)


def test_whose_luck_is_let_go_is_one_of_three_words() -> None:
    with pytest.raises(ValueError, match="rolls is one of nobody, bots, everyone, not 'all'"):
        Table("pirate_tales", rolls="all")


def test_a_bot_that_asks_for_what_is_not_allowed_is_said_and_stops_the_table() -> None:
    table = Table("pirate_tales", bots={1: lambda s: "sleep", 2: plainly}, seed=4, rolls="everyone")
    for _ in range(20):
        if table.view["waits"]:
            break
        table.handle({"do": 0})
    assert table.view["waits"] is True
    assert "sleep" in table.status["text"]


def test_bots_alone_play_one_turn_at_a_time() -> None:
    table = Table("pirate_tales", bots=dict.fromkeys(range(3), plainly), rolls="everyone", seed=4)
    seats = []
    for _ in range(6):
        table.handle({"go_on": True})
        seats.append(asked(table))
        assert table.view["waits"] is True
        assert hand(table) == []
    assert set(seats) == {0, 1, 2}


def test_a_new_game_and_a_loaded_one_keep_the_bots_of_the_table(tmp_path: Path) -> None:
    table = Table("pirate_tales", bots={1: plainly, 2: plainly}, rolls="everyone", seed=4)
    table.save(tmp_path / "bots.json")
    table.handle({"new_seed": "9"})
    assert asked(table) == 0
    table.load(tmp_path / "bots.json")
    assert table.play.seed == 4
    assert asked(table) == 0
    assert [s["who"] for s in table.view["seats"]] == ["you", "bot: plainly", "bot: plainly"]


def test_a_game_of_another_kind_has_no_seat_for_these_bots_and_undo_brings_them_back(tmp_path: Path) -> None:
    Table("lantern", seed=2).save(tmp_path / "lantern.json")
    table = Table("pirate_tales", bots={1: plainly, 2: plainly}, rolls="everyone", seed=4)
    here = table.play.at
    table.load(tmp_path / "lantern.json")
    assert table.view["game"] == "lantern"
    assert table.view["seats"] == []
    while table.view["game"] == "lantern":
        table.handle({"undo": True})
    assert table.play.at == here
    assert [s["who"] for s in table.view["seats"]] == ["you", "bot: plainly", "bot: plainly"]


def test_a_game_for_one_has_no_cover_and_no_seat_for_a_bot_beside() -> None:
    table = Table("lantern", seed=1)
    assert table.view["cover"] is None
    assert table.view["waits"] is False
    with pytest.raises(ValueError, match="seats count from 0 to 0; a bot cannot sit at 1"):
        Table("lantern", bots={1: plainly})
