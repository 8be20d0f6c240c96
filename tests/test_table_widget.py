"""The table widget: commands as the page sends them, and what the page is given to draw."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebook_widgets.assets import script
from rulebook_widgets.views import plain
from rulebooks import game, odds
from rulebooks.core.chance import Bag
from rulebooks.core.game import IllegalMove

JS = Path(__file__).parent / "js"
lantern, karen = game("lantern"), game("karen")
HOSTILE = "<script>alert(1)</script>\u202e" + "W" * 300


def lanterns(**more: Any) -> Table:
    """A table of Lantern at its first choice."""
    table = Table("lantern", seed=7, **more)
    for _ in range(3):
        table.roll()
    return table


def refused(table: Table, command: Any) -> str:
    """The message a command is answered with; the position must be as it was."""
    before, view = (table.play, table.play.history, table.play.length), table.view
    table.handle(command)
    assert table.status["kind"] == "bad"
    assert (table.play, table.play.history, table.play.length) == before
    assert table.view == view
    return str(table.status["text"])


# commands ------------------------------------------------------------------------
def test_a_whole_game_is_played_by_commands_alone() -> None:
    table = Table("lantern", seed=7)
    while table.view["over"] is None:
        table.handle({"do": 0} if table.view["actions"] else {"roll": True})
        assert table.status["kind"] == ""
    assert table.view["over"]["rule"] in ("4.1", "4.2")
    assert table.view["at"] == table.view["length"] == len(table.view["log"]["moves"])


def test_an_action_is_played_by_its_place() -> None:
    table = lanterns()
    assert [a["label"] for a in table.view["actions"]] == ["stand", "spend 1 oil"]
    table.handle({"do": 1, "turn": table.view["turn"]})
    assert table.play.history[-1].label == "spend 1 oil"
    assert table.view["chance"]["what"] == "the next card"


def test_the_learner_chooses_what_is_drawn() -> None:
    table = Table("lantern", seed=7)
    outcome = next(o for o in table.view["chance"]["outcomes"] if o["label"] == "a storm of 2")
    assert outcome["value"] == "1/3"
    table.handle({"choose": outcome["place"]})
    assert table.play.state.storm == 2


def test_undo_redo_timeline_and_the_same_draw_again() -> None:
    table = lanterns()
    there = table.play.state
    table.handle({"undo": True})
    assert table.view["at"] == 2
    assert table.view["can"] == {"undo": True, "redo": True}
    table.handle({"roll": True})
    assert table.play.state == there
    table.handle({"go_to": 0})
    assert table.view["at"] == 0
    assert table.view["length"] == 3
    table.handle({"redo": True})
    assert table.view["at"] == 1


def test_a_fresh_draw_can_be_asked_for() -> None:
    table = Table("karen", seed=1)
    table.handle({"roll": True})
    first = table.play.state
    table.handle({"undo": True})
    table.handle({"roll_fresh": True})
    assert table.play.state != first


def test_a_new_seed_starts_anew_and_undo_brings_the_old_game_back() -> None:
    table = lanterns()
    before = table.play.to_json()
    table.handle({"new_seed": " 12 "})
    assert (table.view["seed"], table.view["at"]) == ("12", 0)
    assert table.view["can"]["undo"]
    table.handle({"undo": True})
    assert table.play.to_json() == before


def test_the_goal_is_chosen_among_the_games_goals() -> None:
    table = Table("karen", start=karen.position(hp=9, quest=8, laid=["Attempt", "Memento"], deck=["Attempt", 3]))
    assert table.view["odds"]["goal"] == "clear"
    table.handle({"goal": "hearts"})
    assert table.view["odds"]["goal"] == "hearts"
    assert table.goal == "hearts"
    assert "has no goal 'glory'" in refused(table, {"goal": "glory"})


def test_why_names_the_rules_an_action_would_apply() -> None:
    table = lanterns()
    assert table.view["actions"][1]["why"] == ["3.5"]
    table.handle({"why": 0})
    assert "3.6 Stand" in table.status["text"]


@pytest.mark.parametrize(
    "command",
    [
        *(None, 3, "do", [], {}, {"do": 0, "undo": True}, {"dance": 1}, {HOSTILE: 1}),
        *({"do": value} for value in (None, -1, 2, True, "0", 1.0)),
        *({"choose": 0}, {"roll": True}, {"roll_fresh": 1}, {"redo": True}, {"do": 0, "turn": 1}),
        *({"go_to": value} for value in (99, "1", None, -1, True)),
        *({"new_seed": value} for value in ("seven", "", "1.5", "9" * 40, None, True, "٣", [])),
        *({"goal": 7}, {"why": 9}, {"find": 3}, {"find": "x" * 300}),
        *({"load": value} for value in ("no-such-file", "{", '{"format": 1}', 7, "[" * 9000)),
        *({"save": value} for value in (7, "a\nb", "no/such/folder/x.json", "x" * 500, "\0", [])),
    ],
    ids=lambda command: repr(command)[:40],
)
def test_a_command_that_makes_no_sense_is_answered_and_changes_nothing(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = refused(lanterns(), command)
    assert 10 < len(message) < 700
    assert list(tmp_path.iterdir()) == []


def test_the_methods_raise_what_the_commands_only_say() -> None:
    table = lanterns()
    with pytest.raises(IllegalMove, match="legal here"):
        table.do("dance")
    with pytest.raises(ValueError, match="has no goal 'x'"):
        Table("lantern", goal="x")


# what is drawn -------------------------------------------------------------------
def test_the_view_is_plain_json_and_says_what_lies_on_the_table() -> None:
    view = lanterns().view
    assert json.loads(json.dumps(view)) == view
    assert [s["name"] for s in view["flow"] if s["active"]] == ["3 Spend oil, or stand"]
    zones = {z["title"]: z["items"] for z in view["zones"]}
    assert [c["number"] for c in zones["Shown cards"]] == [0, 1]
    assert zones["Deck"][0]["count"] == 3
    assert view["tracks"] == [{"name": "Oil", "value": 2, "most": 2, "kind": "heart"}]


def test_the_odds_beside_each_action_are_the_cores() -> None:
    table = lanterns()
    rows = table.view["odds"]["rows"]
    advice = odds.advise(lantern, table.play.state, lantern.GOALS["dawn"])
    exact = {r.action: r for r in advice.rows}
    for action, row in zip(table.play.actions, rows, strict=True):
        assert Fraction(row["value"]) == exact[action].value
        assert row["best"] is exact[action].best
    assert rows[0]["value"] == "7/15"


def test_the_odds_of_an_adventure_are_the_cores_with_every_tied_best_action_marked() -> None:
    start = karen.position(hp=9, quest=8, laid=["Attempt", "Memento", "Cliff Path"], deck=["Attempt", "Hunger Pang", 3])
    table = Table("karen", start=start)
    for name, goal in karen.GOALS.items():
        table.goal = name
        exact = {r.action: r for r in odds.advise(karen, start, goal).rows}
        for action, row in zip(table.play.actions, table.view["odds"]["rows"], strict=True):
            assert (Fraction(row["value"]), row["best"]) == (exact[action].value, exact[action].best)


def test_the_position_is_shown_before_its_odds_are_reckoned() -> None:
    table, sent = lanterns(), []
    table.observe(lambda change: sent.append((change.new["turn"], change.new["odds"] is None)), "view")
    table.undo()  # a draw: nothing to reckon
    table.redo()
    turn = table.view["turn"]
    assert sent == [(turn - 1, False), (turn, True), (turn, False)]


def test_where_no_exact_answer_is_offered_it_says_so_and_nothing_else() -> None:
    table = Table("karen", seed=1)
    table.roll()
    assert table.view["odds"]["note"] == "No exact answer is offered here."
    assert table.view["odds"]["rows"] == []


def test_an_answer_beyond_the_limit_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 5)
    start = lantern.position(oil=1, storm=3, shown=[0, 1], deck=[2, 2, 2, 2, 1, 1], storms=[1, 2, 3, 9])
    note = Table("lantern", start=start).view["odds"]["note"]
    assert note.startswith("No exact answer within the limit of 5 states (")


def test_what_is_forbidden_stands_there_with_its_rule() -> None:
    table = Table("lantern", start=lantern.position(oil=0, storm=3, shown=[0, 1], deck=[1]))
    assert table.view["forbidden"] == [{"label": "spend 1 oil", "rule": "3.4"}]
    assert table.view["rules"]["3.4"]["text"] == "Oil can be spent only while some is left."
    assert table.view["rules"]["3.4"]["where"] == "3 The night › No oil, no card"


def test_every_citation_in_the_view_can_be_opened() -> None:
    for name in ("lantern", "karen"):
        table = Table(name, seed=5)
        for _ in range(60):
            view = table.view
            cited = {e["rule"] for m in view["log"]["moves"] for e in m["events"]} | {
                f["rule"] for f in view["forbidden"]
            }
            cited |= {r for a in view["actions"] for r in a["why"]}
            assert cited <= set(view["rules"])
            assert all(r["text"] and r["cite"] for r in view["rules"].values())
            if view["over"]:
                break
            table.handle({"do": len(view["actions"]) - 1} if view["actions"] else {"roll": True})


def test_of_many_outcomes_the_likeliest_are_sent_and_any_can_be_found() -> None:
    table = Table("karen", seed=2)
    chance = table.view["chance"]
    assert (len(chance["outcomes"]), chance["count"], chance["found"]) == (200, 435, 435)
    table.handle({"find": "SHIP lifeboat"})
    chance = table.view["chance"]
    assert [o["label"] for o in chance["outcomes"]] == ["Pirate Ship, The Lifeboat"]
    table.handle({"choose": chance["outcomes"][0]["place"]})
    assert [c.name for c in table.play.state.active] == ["Pirate Ship", "The Lifeboat"]
    assert table.view["chance"] is None


def test_the_log_is_cut_to_the_latest_moves_until_all_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lanterns()
    table._log = 2
    table.refresh()
    assert [m["n"] for m in table.view["log"]["moves"]] == [2, 3]
    assert table.view["log"]["earlier"] == 1
    table.handle({"log": True})
    assert [m["n"] for m in table.view["log"]["moves"]] == [1, 2, 3]


def test_nothing_but_the_information_state_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lanterns()
    told = lantern.information_state(table.play.state, 0)
    blind = type(told)(told.phase, told.oil, Bag([9]), told.discard, told.storms, told.storm, told.shown, told.setup)
    monkeypatch.setattr(lantern, "information_state", lambda s, player=0: blind)
    table.refresh()
    deck = next(z for z in table.view["zones"] if z["title"] == "Deck")["items"][0]
    assert (deck["count"], [c["number"] for c in deck["cards"]]) == (1, [9])


def test_house_values_are_marked_and_printed_ones_are_not() -> None:
    table = Table("karen", start=karen.position(hp=9, quest=8, laid=["Attempt", 3], deck=["Attempt"]))
    cards = next(z for z in table.view["zones"] if z["title"] == "Adventure cards")["items"]
    sheet = karen.Setup().sheet
    attempt = sheet.find("Attempt")
    shown = [f for f in ("name", "power", "ability") if getattr(attempt, f) is not None]
    assert cards[0]["house"] == [f for f in shown if sheet.is_house(attempt, f)]
    assert cards[1]["house"] == []
    assert not any(c.get("house") for z in lanterns().view["zones"] for c in z["items"])


def test_a_doubled_card_and_a_used_one_show_it() -> None:
    table = Table("karen", start=karen.position(hp=9, quest=8, laid=["Cliff Path", "Attempt"], deck=["Attempt"]))
    table.do("use Cliff Path: double itself")
    card = next(c for z in table.view["zones"] for c in z["items"] if c["name"] == "Cliff Path")
    assert (card["badge"], card["used"], card["number"]) == ("×2", True, 3)


def test_a_game_without_a_view_of_its_own_is_drawn_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "view_of", lambda name: plain)
    table = lanterns()
    assert "Shown: 2 cards: 0, 1" in table.text()
    assert table.view["summary"][0]["text"].endswith("oil 2; storm 3")
    assert table.view["log"]["moves"][0]["events"][0]["text"].startswith("Turn over a storm")


# in words ------------------------------------------------------------------------
def test_the_line_in_place_of_the_picture_is_stable() -> None:
    table = lanterns()
    assert repr(table) == "Table(lantern: storm 3, 2 oil; shown 0, 1; choose: stand | spend 1 oil)"
    assert table._repr_mimebundle_()[0]["text/plain"] == repr(table)
    assert repr(Table("lantern", seed=7)) == "Table(lantern: 2 oil; 3 storms to come; draw: the storm)"
    over = Table("lantern", start=lantern.position(oil=0, storm=3, shown=[0, 0], deck=[1]))
    over.do("stand")
    assert repr(over) == "Table(lantern: -3 oil; 0 storms to come; over: 4.1 The light goes out)"


def test_the_board_as_text_has_cards_choices_odds_and_refusals() -> None:
    text = Table("lantern", start=lantern.position(oil=0, storm=3, shown=[0, 1], deck=[2], storms=[1])).text()
    assert "Storm: Storm 3 (need 3)" in text
    assert "1  stand" in text
    assert "x  spend 1 oil: 3.4 No oil, no card" in text


# files ---------------------------------------------------------------------------
def test_a_game_is_saved_where_the_message_says_and_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = lanterns()
    table.handle({"save": ""})
    assert table.status["text"] == f"Saved 3 moves to {tmp_path / 'lantern.json'}"
    other = Table("karen", seed=1)
    other.handle({"load": "lantern"})
    assert other.status["text"].startswith("Loaded 3 moves from")
    assert repr(other) == repr(table)
    assert other.view["odds"] == table.view["odds"]
    third = Table("lantern")
    third.handle({"load": (tmp_path / "lantern.json").read_text(encoding="utf-8")})
    assert repr(third) == repr(table)


def test_loading_can_be_undone(tmp_path: Path) -> None:
    table, karens = lanterns(), Table("karen", seed=1)
    karens.roll()
    before = repr(karens)
    table.save(tmp_path / "game.json")
    karens.load(tmp_path / "game.json")
    karens.go_to(0)
    karens.handle({"undo": True})
    assert repr(karens) == before


@pytest.mark.parametrize("damage", ["half", "binary", "foreign", "move", "hostile"])
def test_a_damaged_file_is_named_and_the_game_stays(damage: str, tmp_path: Path) -> None:
    table, path = lanterns(), tmp_path / "game.json"
    table.save(path)
    text = path.read_text(encoding="utf-8")
    moved = text.replace('"drawn": "3"', '"drawn": "9"')
    assert moved != text
    broken = {
        "half": text[:200],
        "foreign": '{"cells": []}',
        "move": moved,
        "hostile": moved.replace('"9"', json.dumps(HOSTILE)),
    }
    path.write_bytes(b"\xff\x00" if damage == "binary" else broken[damage].encode())
    message = refused(table, {"load": str(path)})
    assert str(path) in message


def test_saving_never_writes_over_what_is_no_saved_game(tmp_path: Path) -> None:
    table, path = lanterns(), tmp_path / "notebook.ipynb"
    path.write_text('{"cells": []}')
    assert "choose another name" in refused(table, {"save": str(path)})
    assert path.read_text() == '{"cells": []}'
    good = tmp_path / "game.json"
    table.handle({"save": str(good)})
    table.roll() if table.view["chance"] else table.do("stand")
    table.handle({"save": str(good)})
    assert table.status["text"] == f"Saved 4 moves to {good}"


# hostile text, and the script ------------------------------------------------------
def test_hostile_text_travels_as_text() -> None:
    table = Table("lantern")
    table.handle({"find": HOSTILE[:100]})
    assert table.view["chance"]["find"] == HOSTILE[:100]
    table.handle({"goal": HOSTILE})
    assert len(table.status["text"]) < 200


def test_the_script_is_one_module_that_asks_for_nothing_and_never_sets_markup() -> None:
    text = str(Table._esm).replace('"http://www.w3.org/2000/svg"', "")  # a name of pictures, which nobody fetches
    assert "import " not in text.split("// The table: draws")[0].replace("// ", "")
    assert text.count("export ") == 1
    for never in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "http://",
        "https://",
        "fetch(",
    ):
        assert never not in text
    assert "@import" not in str(Table._css)
    assert "url(" not in str(Table._css)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_helpers_of_the_page_pass_their_own_tests(tmp_path: Path) -> None:
    run = subprocess.run(
        ["node", "--test", *sorted(map(str, JS.glob("*.test.mjs")))], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    module = tmp_path / "table.mjs"
    module.write_text(script("dom.mjs", "helpers.mjs", "parts.mjs", main="table.js"), encoding="utf-8")
    run = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
