"""Scott Pilgrim on the table: two-sided cards, Plotline, combos, combats, and nothing that the viewer cannot see."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebook_widgets.board import Board
from rulebook_widgets.view import CardFace, Combo, Seat
from rulebook_widgets.views import pilgrim_cards as cards
from rulebook_widgets.views import scott_pilgrim as look
from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table as Play
from rulebooks.scott_pilgrim import Setup
from rulebooks.scott_pilgrim.cards import PLACES, SUITS, effects

UNREAD = re.compile(r"Bag\(|\bNone\b|<|object at|PilgrimCard|Effect\(|Lying|~|\bTrue\b")
LINE = ["Joy", "Morning Rush", "Love Song", "Heartfelt Chorus", "Giant Robot", "Stephen Stills"]
HAND = ["Homework First", "Secret Crush", "Fan Club", "Mixed Tape", "Drama"]
KNIVES = {"character": "knives", "top": "Scarf Whip", "hand": HAND, "power_ups": ["Record Shop", "Young Fan"]}
RAMONA = {"character": "ramona", "top": "Clean Break", "hand": ["Shortcut", "Drama"], "power_ups": ["Shared Flat"]}


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def of_table(phase: str, *, one: Any = KNIVES, two: Any = RAMONA, **more: Any) -> Table:
    """A table in a position set up by hand, shown to whoever is asked."""
    position = {"plotline": LINE, "tops": ["Feuding Flatmates", "Spoken Verse"], **more}
    return Table("scott_pilgrim", start=pilgrim.table(players=[one, two], phase=phase, **position), cover=False)


def in_combat(**more: Any) -> Table:
    """Knives against the Giant Robot, with her hand, after a VS Draw that brought one Drama."""
    return of_table("fight", **{"target": "Giant Robot", "needed": 10, **more})


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


def choose(table: Table, start: str) -> None:
    """Do the choice whose words begin like this."""
    table.handle({"do": next(i for i, text in enumerate(labels(table)) if text.startswith(start))})
    assert table.status["kind"] != "bad"


def pieces(table: Table, start: str) -> list[str]:
    """The pieces that the choice whose words begin like this takes."""
    found: list[str] = next(a["pieces"] for a in table.view["actions"] if a["label"].startswith(start))
    return found


# players ------------------------------------------------------------------------------------
def test_each_player_has_points_a_count_of_cards_and_drama_and_the_face_on_the_draw_pile() -> None:
    one, two = of_table("acquire").view["seats"]
    assert one["words"] == (
        "Player 1 (Knives Chau, on turn): VP 2 of 10, hand 5 cards, 1 Drama, draw pile 5, on top Scarf Whip, "
        "discard 0, in front Record Shop, Young Fan"
    )
    assert two["words"].startswith("Player 2 (Ramona Flowers): VP 2 of 10, hand 2 cards, 1 Drama, draw pile 8, ")


def test_only_ones_own_hand_is_shown_with_the_side_for_the_phase() -> None:
    acquiring = of_table("acquire")
    assert [i["side"] for i in zones(acquiring)["Your hand"]] == ["Story"] * 4 + ["both sides"]
    fighting = in_combat()
    assert [i["side"] for i in zones(fighting)["Your hand"]] == ["Combat"] * 4 + ["both sides"]
    other = look.describe(pilgrim.information_state(fighting.play.state, 1), 1)
    assert [i.name for z in other.zones if z.title == "Your hand" for i in z.items] == ["Shortcut", "Drama"]  # type: ignore[union-attr]


def test_what_another_player_may_hold_is_told_as_far_as_it_is_known() -> None:
    (pile,) = zones(of_table("acquire"))["Player 2’s draw pile"]
    there, anywhere = pile["layers"]
    assert (pile["count"], there["title"], [c["words"] for c in there["cards"]]) == (8, "in this pile:", ["Drama ×2"])
    assert anywhere["title"] == "here or in the hand:"
    assert sum(c["count"] for c in anywhere["cards"]) == 7
    assert pile["text"] == "on top: Clean Break"


def test_nobodys_eyes_see_no_hand_and_no_back() -> None:
    s = pilgrim.information_state(of_table("acquire").play.state, -1)
    view = look.describe(s, -1)
    assert [z.title for z in view.zones if z.title.startswith("Your")] == []
    assert all(i.other is None for z in view.zones if z.title == "Plotline" for i in z.items if isinstance(i, CardFace))


# cards with two sides ---------------------------------------------------------------------------
def test_a_card_of_the_plotline_tells_the_side_that_is_up_and_the_corners_hint() -> None:
    joy, rush, song, chorus, robot, _ = faces(of_table("acquire"), "Plotline")
    assert joy.startswith(
        "Joy (Power Up!, cost 3 any, 2 VP, when acquired may flip or eliminate 1 card of the Plotline"
    )
    assert joy.endswith("other side 6 damage, place 1)*")
    won, _, lost = rush.partition(", failure ")
    assert won == "Morning Rush (Challenge, damage 5, VS Draw 1, Drama +1, reward flip and keep"
    assert lost == "discard 1 card, trait awkward, other side 1 work, place 2)*"
    assert song == "Love Song (Story, cost 2 any, gives 1 romance or 1 music, other side left, place 3)*"
    assert chorus.startswith("Heartfelt Chorus (Combat, move left, mashed 1 damage, other side 1 romance or 1 music")
    assert "trait robot" in robot


def test_a_card_can_be_turned_over_by_who_has_seen_both_sides_and_by_nobody_else() -> None:
    line = [{"card": "Joy", "seen": [1]}, *LINE[1:]]
    table = of_table("acquire", plotline=line)
    mine = zones(table)["Plotline"][0]
    assert (mine["other"]["name"], mine["other"]["side"]) == ("Despair", "Challenge")
    assert mine["words"].endswith("other side Despair, 6 damage, place 1)*")
    theirs = look.describe(pilgrim.information_state(table.play.state, 1), 1)
    joy = next(z for z in theirs.zones if z.title == "Plotline").items[0]
    assert isinstance(joy, CardFace)
    assert joy.other is None
    assert "Despair" not in json.dumps(theirs.plain())


def test_no_hidden_side_is_in_the_data_of_the_page() -> None:
    backs = {"Joy": "Despair", "Feuding Flatmates": "Shared Flat", "Spoken Verse": "Lyric Sheet"}
    data = json.dumps(of_table("acquire", two={**RAMONA, "power_ups": []}).view)
    for shown, hidden in backs.items():
        assert shown in data
        assert hidden not in data


def test_ones_own_cards_can_all_be_turned_over() -> None:
    hand = zones(of_table("acquire"))["Your hand"]
    turned = [(i["name"], i["other"]["name"], i["other"]["number"]) for i in hand if i["other"]]
    assert turned[0] == ("Homework First", "Business Time", "left")
    assert len(turned) == 4  # Drama has the same on both sides


def test_values_of_ours_are_marked_and_printed_ones_are_not() -> None:
    marked = {i["name"]: i["house"] for i in zones(of_table("acquire"))["Plotline"]}
    assert "cost" in marked["Love Song"]
    assert "makes" not in marked["Love Song"]  # printed in the rulebook


def test_the_evil_ex_tells_what_it_takes_and_its_guards_while_they_lie_there() -> None:
    around = faces(of_table("acquire"), "Evil Ex and main decks")
    assert around[1] == (
        "Matthew Patel (Evil Ex, damage 9, 3 VP, wins at 10 VP, trait musical, guards 2 Demon Hipster Chicks)*"
    )
    assert around[0].endswith("left deck, 68 cards)*")
    gideon = of_table("acquire", setup=Setup(2, ex="Gideon Graves"))
    assert (
        "+1 to subspace Challenges, reward win the game, failure out of the game"
        in (faces(gideon, "Evil Ex and main decks")[1])
    )
    plus = of_table("acquire", setup=Setup(2, ex="Katayanagi Twins"))
    assert "+1 to robot Challenges" in faces(plus, "Evil Ex and main decks")[1]
    assert faces(plus, "Plotline")[4].startswith("Giant Robot (Challenge, damage 10, printed 9, ")


# choices ----------------------------------------------------------------------------------------
def test_resources_to_spend_are_told_and_choices_of_one_card_stand_together() -> None:
    table = of_table("acquire", pool={"romance": 2, "music": 1, "work": 0})
    assert said(table) == "To spend: 2 romance, 1 music."
    groups: dict[str, list[str]] = {}
    for action in table.view["actions"]:
        groups.setdefault(action.get("group", ""), []).append(action.get("short", action["label"]))
    assert groups[""] == [
        "play Homework First for 1 music", "play Secret Crush for 1 romance", "end acquisition: discard the hand",
    ]  # fmt: skip
    assert groups["play Mixed Tape"] == ["for 1 romance", "for 1 music"]
    assert groups["play Fan Club"][1] == "for 1 romance and match Drama: 1 romance more"
    assert groups["take from Record Shop"] == ["1 music", "1 work"]
    assert groups["acquire Love Song (place 3)"] == ["2 romance", "2 romance, eliminate it"]
    assert [a["label"] for a in table.view["actions"] if a["last"]] == ["end acquisition: discard the hand"]
    choose(table, "play Homework First")
    assert said(table) == "To spend: 2 romance, 2 music."
    assert faces(table, "Played")[0].startswith("Homework First")


def test_every_choice_names_cards_that_lie_in_the_picture() -> None:
    tables = [
        of_table("acquire", pool={"romance": 5, "music": 5, "work": 5}),
        of_table("eliminate"),
        of_table("target", one={**KNIVES, "hand": []}),
        in_combat(),
        of_table("swap", target="Giant Robot", revealed=["New Hair Colour"]),
    ]
    for table in tables:
        lying = [i["key"] for z in table.view["zones"] for i in z["items"] if i.get("key")]
        for action in table.view["actions"]:
            assert set(action["pieces"]) <= set(lying), action["label"]
    assert pieces(tables[0], "play Fan Club for 1 romance and match") == ["hand:surprise", "hand:drama"]
    assert pieces(tables[0], "acquire Love Song") == ["line:2"]
    assert pieces(tables[1], "eliminate the top of the right") == ["deck:1"]
    assert pieces(tables[2], "fight Giant Robot") == ["line:4"]
    assert pieces(tables[2], "fight Demon Hipster") == ["guard"]


def test_what_is_refused_by_the_side_that_is_up_is_left_to_why_not_and_prices_are_told_once() -> None:
    acquiring = of_table("acquire", pool={"romance": 2, "music": 0, "work": 0})
    plain = [(f["label"], f["rule"]) for f in acquiring.view["forbidden"] if not f.get("aside")]
    assert plain == [
        ("play Drama", "4.5"),
        ("acquire Joy (place 1)", "4.7"),
        ("acquire Love Song (place 3) with music", "4.7"),
        ("acquire Love Song (place 3) with work", "4.7"),
        ("acquire Stephen Stills (place 6)", "4.7"),
    ]
    targets = of_table("target", one={**KNIVES, "hand": []})
    assert [f["label"] for f in targets.view["forbidden"] if not f.get("aside")] == ["fight Matthew Patel"]
    assert {f["rule"] for f in targets.view["forbidden"] if f.get("aside")} == {"5.1a"}


def test_the_side_of_a_new_card_is_chosen_with_both_sides_before_ones_eyes_only() -> None:
    table = of_table("acquire", pool={"romance": 2, "music": 0, "work": 0})
    choose(table, "acquire Love Song")
    choose(table, "add the top of the left")
    while table.view["chance"]:
        table.roll()
    new = zones(table)["New card for place 3: both its sides"]
    assert [(i["name"], i["side"], i["note"], i["key"]) for i in new] == [
        ("Shared Flat", "Power Up!", "seen by you alone", "new:front"),
        ("Feuding Flatmates", "Challenge", "shown on the deck", "new:back"),
    ]
    assert labels(table) == ["lay it with Shared Flat up", "lay it with Feuding Flatmates up"]
    assert table.view["single"] is True
    other = look.describe(pilgrim.information_state(table.play.state, 1), 1)
    assert [i.name for z in other.zones if z.title == "New card" for i in z.items] == ["Feuding Flatmates"]  # type: ignore[union-attr]
    choose(table, "lay it with Shared")
    assert zones(table)["Plotline"][2]["other"]["name"] == "Feuding Flatmates"  # seen by all on the deck


def test_effects_are_done_by_a_click_on_the_card_they_take() -> None:
    line = ["Joy", *LINE[1:]]
    table = of_table("acquire", plotline=line, pool={"romance": 3, "music": 0, "work": 0})
    choose(table, "acquire Joy")
    assert table.view["asked"] == "player 1: which main deck fills the place"
    choose(table, "add the top of the left")
    while table.view["chance"]:
        table.roll()
    choose(table, "lay it with Feuding")
    assert table.view["asked"] == "player 1: flip or eliminate a card of the Plotline"
    headings = {a.get("group") for a in table.view["actions"]}
    assert {"flip in the Plotline", "eliminate from the Plotline"} <= headings
    assert [a["label"] for a in table.view["actions"] if a["last"]] == ["leave it"]
    choose(table, "flip Love Song")
    assert zones(table)["Plotline"][2]["name"] == "Heartfelt Chorus"
    assert zones(table)["Plotline"][2]["other"]["name"] == "Love Song"


# combats ----------------------------------------------------------------------------------------
def test_combos_light_up_when_hand_and_laid_cards_can_make_them() -> None:
    table = in_combat()
    states = {i["name"]: (i["state"], i["have"]) for i in zones(table)["Your combos"]}
    assert states["Blur of Blades"] == ("can be made", [True] * 3)
    assert states["Teenage Dream"] == ("", [True, True, False, True])
    assert faces(table, "Your combos")[2] == "Blur of Blades (left, left, left, damage 5, can be made)"
    for name in ("Business Time", "Surprise!", "Harsh"):
        choose(table, f"lay {name}")
        while table.view["chance"]:
            table.roll()
    states = {i["name"]: (i["state"], i["have"]) for i in zones(table)["Your combos"]}
    assert states["Blur of Blades"][0] == "made"
    assert said(table).startswith("Damage 5 of 10 (combo Blur of Blades): 5 short.")


def test_a_combo_lights_up_by_what_lies_alone_for_those_who_see_no_hand() -> None:
    table = in_combat()
    choose(table, "lay Business Time")
    other = look.describe(pilgrim.information_state(table.play.state, 1), 1)
    zone = next(z for z in other.zones if z.title == "Combos of player 1")
    assert [sum(i.have) for i in zone.items if isinstance(i, Combo)] == [1, 1, 1, 1, 1]
    assert "hand laid" not in other.summary_text


def test_the_target_tells_what_drama_added_and_the_whole_hand_what_it_could_deal() -> None:
    table = in_combat()
    assert "now 10, 1 by Drama" in faces(table, "Target")[0]
    assert said(table) == "Damage 0 of 10: 10 short. All moves in hand laid would make it 6, before what they do."
    assert labels(table) == [
        "lay Business Time (left)", "lay Love Hurts (A)", "lay Surprise! (left)", "lay Harsh (left)",
        "lay Surprise! and match Drama: +1 damage", "lay Harsh and match Drama: draw 1 card", "stop: lay no more cards",
    ]  # fmt: skip
    assert pieces(table, "lay Surprise! and match") == ["hand:surprise", "hand:drama"]


def test_the_exact_chance_to_win_stands_beside_each_target_and_beside_skipping(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 60_000)
    table = of_table("target", one={**KNIVES, "hand": []})
    rows = dict(zip(labels(table), table.view["odds"]["rows"], strict=True))
    chances = {text: row["value"] for text, row in rows.items()}
    assert chances["skip combat: a card more in the next hand"] == "0"
    assert Fraction(chances["fight Morning Rush (place 2)"]) > Fraction(chances["fight Giant Robot (place 5)"]) > 0
    assert [text for text, row in rows.items() if row["best"]] == ["fight Morning Rush (place 2)"]


def test_the_neighbour_is_asked_to_swap_and_sees_the_hand_and_the_revealed_cards() -> None:
    table = of_table("swap", target="Giant Robot", revealed=["New Hair Colour"])
    assert table.view["asked"] == "player 2: swap a hand card for a revealed one, or not"
    assert [i["name"] for i in zones(table)["VS Draw of player 2"]] == ["New Hair Colour"]
    assert [i["name"] for i in zones(table)["Your hand"]] == ["Shortcut", "Drama"]
    assert pieces(table, "keep New Hair Colour, discard Drama") == ["hand:drama", "shown:new-hair-colour"]
    assert said(table).endswith("A swap does not change what is needed.")
    assert [s["mark"] for s in table.view["seats"]] == ["fights", "may swap"]


def test_people_hand_the_screen_over_for_the_swap() -> None:
    start = of_table("swap", target="Giant Robot", revealed=["New Hair Colour"]).play.state
    table = Table("scott_pilgrim", start=start)
    assert table.view["cover"]["seat"] == 1
    assert "Shortcut" not in json.dumps(table.view)
    table.handle({"ready": 1})
    choose(table, "swap nothing")
    assert table.view["cover"]["seat"] == 0


def test_a_combat_alone_is_shown_with_target_hand_combos_and_its_end() -> None:
    hand = ["Homework First", "Fan Club", "Mixed Tape", "Drama"]
    fight = pilgrim.combat(["Drama", "Locker Note"], "Despair", character="knives", hand=hand)
    table = Table("scott_pilgrim", start=fight)
    assert table.view["seats"] == []
    assert faces(table, "Target") == ["Despair (Target, damage 6, VS Draw 2, Drama +2)"]
    for start in ("lay Business Time", "lay Surprise! and match Drama", "lay Harsh", "stop"):
        while table.view["chance"]:
            table.roll()
        choose(table, start)
    assert table.view["over"]["result"] == "Victory: damage 6 of 6."


# luck, log, end -------------------------------------------------------------------------------
def test_luck_is_told_by_what_is_done() -> None:
    assert look.describe_chance("the FIGHT line") == ("Reveal", "cards for the FIGHT line")
    assert look.describe_chance("the side on top of player 1's draw pile") == (
        "See", "the side on top of player 1’s draw pile",
    )  # fmt: skip
    assert look.describe_chance("cards of your draw pile") == ("Draw", "cards of your draw pile")
    start = pilgrim.initial_state(Setup(2))
    assert look.whose_luck(start) is None
    assert look.whose_luck(of_table("acquire", active=2).play.state) == 1


def test_what_another_player_draws_is_not_named_even_where_no_other_card_of_the_pile_looks_the_same() -> None:
    two = {**RAMONA, "hand": ["Open Stage", "Shortcut"], "draw": ["Night Shift", "Drama"], "top": None}
    play = of_table("acquire", two=two, active=2).play
    while isinstance(play.node, Chance):
        play.roll()
    play.do("play Open Stage for 1 music")
    while isinstance(play.node, Chance):
        play.choose(next(o for o in play.node.outcomes if "Night Shift" in str(o)))
    log = Board(play, viewer=0).plain(None)["log"]
    assert "Night Shift" not in json.dumps(log)
    assert "Player 2 draws 1 card." in [e["text"] for m in log["moves"] for e in m["events"]]
    assert "Night Shift" in json.dumps(Board(play, viewer=1).plain(None)["log"])


def test_a_winner_is_marked_and_the_points_of_all_are_told() -> None:
    one = {**KNIVES, "power_ups": ["Roof Terrace", "Anniversary", "Young Fan"]}
    table = of_table("acquire", one=one, pool={"romance": 3, "music": 0, "work": 0})
    choose(table, "acquire Joy")
    assert table.view["over"]["result"] == (
        "Player 1 wins. Victory Points: 11 for player 1 and 2 for player 2; 10 were needed."
    )
    assert [s["mark"] for s in table.view["seats"]] == ["winner", ""]
    assert said(table).startswith("Knives Chau moved to a Roof Terrace, had an Anniversary, met Young Fan")


def test_who_plays_alone_has_a_track_of_points_and_a_count_of_turns() -> None:
    start = pilgrim.table(
        players=[{"character": "ramona", "turns": 3}], setup=Setup(1, ex="Lucas Lee"), phase="acquire"
    )
    table = Table("scott_pilgrim", start=start)
    while table.view["chance"]:
        table.roll()
    assert [(t["name"], t["value"], t["most"]) for t in table.view["tracks"]] == [("Victory Points", 0, 10)]
    assert table.view["note"] == "solo, turn 4 of 4"
    choose(table, "end acquisition")
    while not table.view["over"]:
        table.handle({"roll": True} if table.view["chance"] else {"do": 0})
    assert table.view["over"]["result"] == "Lost with 0 of 10 Victory Points."


def test_a_team_sees_its_points_together() -> None:
    setup = Setup(2, "cooperative", ("knives", "ramona"))
    table = of_table("acquire", setup=setup, two={**RAMONA, "power_ups": []}, shared="Shared Flat")
    assert [(t["value"], t["most"]) for t in table.view["tracks"]] == [(4, 20)]
    assert table.view["note"] == "cooperative, turn 1 of 4"
    assert faces(table, "The team’s Housing")[0].startswith("Shared Flat")


@pytest.mark.parametrize("setup", pilgrim.EXAMPLE_SETUPS, ids=lambda s: f"{s.players} {s.mode} {s.ex}")
def test_games_are_told_move_by_move_without_a_word_out_of_place(setup: Setup) -> None:
    play, seen = Play(pilgrim, setup, seed=7), 0
    for n in range(120):
        if isinstance(play.node, Terminal):
            break
        play.roll() if isinstance(play.node, Chance) else play.do(play.actions[n * 7 % len(play.actions)])
        if n % 10 == 0:
            board = Board(play, viewer=n // 10 % setup.players, log=10)
            plain = board.plain(None)
            events = [e["text"] for m in plain["log"]["moves"] for e in m["events"]]
            told = [row["label"] for row in (*plain["log"]["moves"], *plain["actions"], *plain["forbidden"])]
            assert [text for text in (*told, *events) if not text or UNREAD.search(text)] == []
            assert [text for text in events if not text.endswith(".")] == []
            assert not UNREAD.search(board.seen.words + board.seen.summary_text)
            json.dumps(plain)
            seen += 1
    assert seen >= 5


def test_every_effect_has_words_of_its_own() -> None:
    for place, words in PLACES.items():
        for word in words:
            alone = word in ("keep", "points", "win", "lose")
            (effect,) = effects(word if alone else f"{word} 2", place)
            assert cards.told(effect) not in (word, f"{word} 2"), word
    assert [cards.does("may flip or eliminate 1", "acquired"), cards.does("draw 2 and victory drama 1", "combat")] == [
        "may flip or eliminate 1 card of the Plotline",
        "draw 2 cards; on victory add 1 Drama",
    ]
    assert cards.does(" and ".join(f"{suit} 2" for suit in SUITS), "effect of an action").count("more") == 3


def test_the_words_of_two_sided_cards_combos_and_seats_are_those_of_a_reader_without_a_picture() -> None:
    back = CardFace("Despair", 6, "damage", side="Challenge")
    joy = CardFace(
        "Joy", "3 any", "cost", side="Power Up!", lines=(("trait", "luck"), ("", "draws")), corner="6 damage"
    )
    assert joy.words == "Joy (Power Up!, cost 3 any, trait luck, draws, other side 6 damage)"
    assert CardFace("Joy", side="Power Up!", corner="6 damage", other=back).words == (
        "Joy (Power Up!, other side Despair, 6 damage)"
    )
    assert Combo("Jab", ("A", "B"), 3).words == "Jab (A, B, damage 3)"
    assert Combo("Jab", ("A", "B"), 3, (True, False)).words == "Jab (A, B, damage 3, 1 of 2 moves there)"
    assert Combo("Jab", ("A", "B"), 3, (True, True), "made").words == "Jab (A, B, damage 3, made)"
    assert Seat(0, (("VP", "1"),), title="Kim Pine", turn=True).words == "Player 1 (Kim Pine, on turn): VP 1"


def test_the_line_that_stands_for_the_table_tells_phase_and_points() -> None:
    assert repr(in_combat()).startswith(
        "Table(scott_pilgrim: player 1’s turn, combat with Giant Robot, damage 0 of 10; 2 of 10 VP; "
        "player 1: lay cards, or stop: lay Business Time (left) | "
    )
