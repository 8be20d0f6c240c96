"""Friday on the table: everything that lies there is shown, choices are gathered, and the words read well."""

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from friday_win import FILE
from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebook_widgets.views import friday as look
from rulebook_widgets.views import friday_words
from rulebooks import friday
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table as Play

LEFT, RIGHT = "Left (free cards)", "Right (further cards)"


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def of_fight(*args: Any, **more: Any) -> Table:
    """A table with a fight alone."""
    return Table("friday", start=friday.fight(*args, **more))


def late() -> Table:
    """A fight with twelve cards that can do much."""
    return of_fight(
        {0: 3, 1: 4, "distracted": 2},
        "Cannibals",
        step="red",
        life=9,
        discard=["focused"],
        drawn_left=["animals-realization", "exploring-mimicry", friday.used("further-food"), "exploring-repeat"],
        drawn_right=[
            *("aging-scared", friday.face_down("weak"), "raft-deception", "weak"),
            *("raft-strategy", "aging-stupid", "further-vision", "animals-strategy"),
        ],
    )


def until(there: Callable[[friday.State], bool], seed: int = 48) -> Table:
    """The kept game at the first position that is looked for."""
    table = Table("friday", seed=seed)
    table.play.load(FILE)
    places = range(table.play.length + 1)
    table.go_to(next(at for at in places if table.play.go_to(at) is None and there(table.play.state)))
    return table


def fighting(s: friday.State) -> friday.Fighting | None:
    """The fight under way where a choice is due in it."""
    return s.fight if s.fight is not None and not isinstance(friday.node(s), Chance) else None


def zones(table: Table) -> dict[str, list[dict[str, Any]]]:
    """What lies where."""
    return {z["title"]: z["items"] for z in table.view["zones"]}


def said(table: Table) -> str:
    """The line that sums the position up."""
    return "".join(piece["text"] for piece in table.view["summary"])


def groups(table: Table) -> dict[str, list[str]]:
    """Heading -> the choices under it."""
    found: dict[str, list[str]] = {}
    for action in table.view["actions"]:
        if "group" in action:
            found.setdefault(action["group"], []).append(action["short"])
    return found


# the island ----------------------------------------------------------------------------------
def test_before_the_first_move_everything_has_its_place_and_no_pirate_is_shown() -> None:
    table = Table("friday", friday.Setup(2), seed=1)
    assert [s["name"] for s in table.view["flow"]] == ["Green step", "Yellow step", "Red step", "Pirates"]
    assert [s["name"] for s in table.view["flow"] if s["active"]] == ["Green step"]
    assert table.view["note"] == "level 2"
    assert zones(table)["Pirates"] == []
    assert (zones(table)["Robinson’s stack"][0]["count"], zones(table)["Hazard stack"][0]["count"]) == (18, 30)
    assert table.view["tracks"] == [{"name": "Life", "value": 20, "most": 22, "kind": "heart"}]
    assert table.view["chance"]["what"] == "the two pirates"


def test_two_hazards_lie_open_with_all_their_values_and_what_they_teach() -> None:
    table = Table("friday", seed=3)
    table.roll()
    table.choose("Wild animals (teaches vision 3 (sort 3)) and Cannibals (teaches weapon 4)")
    animals = zones(table)["Two hazards: choose one"][0]
    assert (animals["name"], animals["number"], animals["box"]) == ("Wild animals", 4, "4 free")
    assert animals["text"] == "teaches vision 3 (sort 3)"
    assert [(g["name"], g["value"], g["now"]) for g in animals["grades"]] == [
        ("green", 4, True), ("yellow", 7, False), ("red", 11, False),
    ]  # fmt: skip
    assert table.view["actions"][0]["label"] == "fight Wild animals → vision 3 (sort 3)"
    assert table.view["forbidden"] == [{"label": "leave it for the next step", "rule": "1.4"}]
    assert table.view["odds"]["note"] == "No exact answer is offered here."


def test_an_outcome_of_two_hazards_is_found_by_what_they_teach() -> None:
    table = Table("friday", seed=3)
    table.roll()
    table.handle({"find": "cannibals copy exploring"})
    labels = [o["label"] for o in table.view["chance"]["outcomes"]]
    assert labels == ["Exploring the island → mimicry 1 (copy) and Cannibals → weapon 4"]


def test_the_aging_board_says_how_many_normal_and_difficult_cards_are_left() -> None:
    board = zones(Table("friday", friday.Setup(3)))["Aging board"][0]
    assert (board["count"], board["text"]) == (11, "8 normal, 3 difficult")
    assert [(layer["title"], len(layer["cards"])) for layer in board["layers"]] == [
        ("normal, on top:", 6), ("difficult, below:", 3),
    ]  # fmt: skip


def test_the_step_that_counts_is_marked_and_a_step_down_moves_the_mark() -> None:
    table = of_fight([0], "Cannibals", step="red", drawn_left=["books"])
    assert zones(table)["Hazard"][0]["number"] == 14
    table.do("compare now")
    table.do(table.play.actions[1])
    hazard = zones(table)["Hazard"][0]
    assert (hazard["number"], [g["name"] for g in hazard["grades"] if g["now"]]) == (9, ["yellow"])
    assert table.view["log"]["moves"][-1]["events"][-1]["text"] == "The hazard value went down: 14 → 9."


def test_pirates_show_value_free_cards_and_rule_and_the_beaten_one_is_marked() -> None:
    table = Table("friday", seed=1)
    table.choose("pirate ship 16 and pirate ship of hazards")
    cheap, rest = zones(table)["Pirates"]
    assert (cheap["number"], cheap["box"], cheap["text"]) == (16, "7 free", "each further card costs 2 life")
    assert (rest["number"], rest["box"]) == (198, "70 free")
    fought = until(lambda s: s.stage == 3 and fighting(s) is not None and len(s.beaten) == 1)
    assert sorted(c["note"] for c in zones(fought)["Pirates"]) == ["beaten ✓", "fought now"]
    assert [s["name"] for s in fought.view["flow"] if s["active"]] == ["Pirates"]


# a fight -------------------------------------------------------------------------------------
def test_used_face_down_doubled_and_zeroed_cards_show_it() -> None:
    table = late()
    left, right = ({c["name"]: c for c in zones(table)[side]} for side in (LEFT, RIGHT))
    assert (left["food"]["used"], left["food"]["text"]) == (True, "+1 life")
    assert left["realization"]["badge"] == "= 0"
    assert any(c["down"] and c["number"] == 0 for c in zones(table)[RIGHT] if c["name"] == "weak")
    assert (right["scared"]["note"], right["stupid"]["number"]) == ("aging", -2)
    table.do("compare now")
    double = next(a for a in table.play.actions if str(a).startswith("use repeat") and "strategy 3" in str(a))
    table.do(double)
    assert next(c for c in zones(table)[RIGHT] if c["number"] == 3)["badge"] == "×2"


def test_a_face_down_card_is_told_as_one_and_keeps_its_ability_to_itself() -> None:
    table = of_fight([0], 3, 1, drawn_right=[friday.face_down("equipment")])
    assert zones(table)[RIGHT][0]["words"] == "equipment (power 0, face down)"


def test_the_free_cards_left_and_the_distance_to_the_value_are_said() -> None:
    table = of_fight([0, 1], 4, 3, drawn_left=[1])
    assert zones(table)["Hazard"][0]["box"] == "2 of 3 free"
    assert said(table) == "Fighting value 1 of 4: 3 short."
    table.do("draw a free card")
    assert said(table).endswith(" A card is drawn, left of the hazard.")
    assert (
        said(of_fight([0], 1, 3, drawn_left=["very tired", 1]))
        == "Fighting value 1 of 1: enough. “Stop” lies on the left."
    )


def test_the_stack_tells_what_is_in_it_and_the_order_of_what_was_seen() -> None:
    plain = zones(of_fight({0: 2, 1: 1}, 4, 3))["Robinson’s stack"][0]
    assert (plain["layers"], [c["count"] for c in plain["cards"]]) == ([], [2, 1])
    known = zones(of_fight(friday.known_order([2, 0]), 4, 3))["Robinson’s stack"][0]
    assert known["text"] == "top: a 2, a 0"
    assert [c["number"] for c in known["layers"][0]["cards"]] == [2, 0]


def test_a_card_put_below_the_stack_is_known_to_lie_there() -> None:
    table = of_fight({0: 2, 1: 1}, 4, 1, drawn_right=["raft-deception", "distracted"])
    table.do(next(a for a in table.play.actions if isinstance(a, friday.Use)))
    stack = zones(table)["Robinson’s stack"][0]
    assert stack["text"] == "bottom: distracted −1"
    assert [layer["title"] for layer in stack["layers"]] == [
        "in an unknown order:",
        "at the bottom, the last one lowest:",
    ]


def test_sorting_shows_the_cards_looked_at_and_then_their_order_on_top() -> None:
    table = of_fight(friday.known_order([1, 2]), 9, 2, drawn_left=["further-vision"])
    table.do(next(a for a in table.play.actions if isinstance(a, friday.Use)))
    table.roll()
    table.do("look at another card")
    table.roll()
    assert [c["number"] for c in zones(table)["Looked at"]] == [1, 2]
    assert groups(table) == {
        "discard one of the cards looked at": ["a 1", "a 2"],
        "put on top of the stack; the last one is drawn first": ["a 1", "a 2"],
    }
    table.do("put a 1 on the stack")
    table.do("put a 2 on the stack")
    assert zones(table)["Robinson’s stack"][0]["text"] == "top: a 2, a 1"


def test_parts_of_abilities_that_are_not_finished_are_said() -> None:
    table = of_fight([0, 0, 0], 9, 3, drawn_left=["raft-strategy", 1, 0])
    table.do(next(a for a in table.play.actions if isinstance(a, friday.Use)))
    table.roll()
    assert table.view["summary"][-1]["text"] == " 1 more card may be exchanged by strategy 0 (exchange 2)."
    assert table.board.asked == "a second exchange?"
    below = of_fight([0, 0], 9, 3, drawn_left=["raft-deception", "weak"])
    below.do(next(a for a in below.play.actions if isinstance(a, friday.Use)))
    assert below.board.asked == "a replacement on the left?"
    assert "A replacement may be drawn" in said(below)


def test_after_a_loss_the_points_left_stand_there_and_each_card_says_what_it_costs() -> None:
    table = of_fight([0], 5, 3, drawn_left=["distracted", "aging-stupid", "genius"])
    table.do("compare now")
    table.do("settle the fight")
    assert table.board.asked == "destroy cards for the loss: 6 points left"
    assert groups(table)["destroy for points of the loss"] == [
        "distracted −1, left: 1 point", "genius 2, left: 1 point", "stupid −2, left: 2 points",
    ]  # fmt: skip
    table.do(table.play.actions[1])
    assert said(table).endswith(" 5 points of the loss left to destroy cards.")
    assert [c["name"] for c in zones(table)["Out of the game"][0]["cards"]] == ["distracted"]


def test_out_of_the_game_are_robinsons_cards_and_not_what_never_left_the_box() -> None:
    table = Table("friday", seed=1)
    table.roll()
    assert "Out of the game" not in zones(table)
    later = until(lambda s: s.stage == 1 and len(s.removed) > 10)
    gone = zones(later)["Out of the game"][0]
    assert gone["count"] == len(later.play.state.removed) - 8 - 1  # eight pirates and "very stupid" stayed there


# choices -------------------------------------------------------------------------------------
def test_many_choices_are_gathered_by_card_and_folded_and_only_those_that_stand_alone_have_keys() -> None:
    table = late()
    actions = table.view["actions"]
    assert table.view["fold"]
    assert len(actions) > 60
    assert len(groups(table)) + sum("group" not in a for a in actions) < 16
    assert [a["key"] for a in actions if "group" not in a] == ["1", "2", "3"]
    assert {a["key"] for a in actions if "group" in a} == {""}
    assert groups(table)["use realization 3, left: destroy"][0] == "weak 0, right"
    assert "use mimicry 1, left: copy realization 3: destroy" in groups(table)


def test_few_choices_have_keys_down_the_page() -> None:
    table = of_fight([0], 5, 3, drawn_left=["further-realization", "weak", "distracted"])
    assert not table.view["fold"]
    assert [(a["key"], "group" in a) for a in table.view["actions"]] == [
        ("1", False), ("3", True), ("4", True), ("2", False),
    ]  # fmt: skip


def test_every_action_has_a_label_of_its_own_and_a_place_on_the_page() -> None:
    for table in (
        late(),
        until(lambda s: s.stage == 2 and fighting(s) is not None and len(friday.node(s).actions) > 6),
    ):
        actions = table.view["actions"]
        labels = [a["label"] for a in actions]
        assert len(set(labels)) == len(labels)
        shown = [(a.get("group", ""), a.get("short", a["label"])) for a in actions]
        assert len(set(shown)) == len(shown)


def test_what_is_refused_names_its_rule() -> None:
    refused = {f["label"]: f["rule"] for f in late().view["forbidden"]}
    assert refused["use food 2, left: +1 life"] == "3.2"
    assert refused["use repeat 1, left: double"] == "3.10"
    assert refused["use mimicry 1, left: copy scared 0: highest = 0"] == "3.12"


def test_every_goal_can_be_chosen_and_a_fight_too_large_says_so() -> None:
    small = of_fight([0, 1], 1, 1, pay=0, aging=())
    assert small.view["odds"]["rows"]
    for goal in friday.GOALS:
        small.handle({"goal": goal})
        assert (small.goal, len(small.view["odds"]["rows"])) == (goal, len(small.play.actions))
    assert small.view["odds"]["goals"][0]["name"] == "win"
    assert late().view["odds"]["rows"] == []
    assert late().view["odds"]["note"].startswith("No exact answer")


# the end -------------------------------------------------------------------------------------
def test_the_kept_game_ends_in_victory_with_its_score() -> None:
    table = until(lambda s: s.phase is friday.Phase.OVER)
    score = friday.score_of(table.play.state)
    assert table.view["over"]["rule"] == "7.2"
    assert table.view["over"]["result"] == f"Both pirates are beaten: Robinson leaves the island with {score} points."
    assert said(table) == f"Score {score}."
    assert not any(s["active"] for s in table.view["flow"])


def test_a_lost_game_says_its_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "beside", lambda *asked, **limit: None)  # a pirate's odds take seconds in spite of it
    table = Table("friday", seed=4)
    while table.view["over"] is None:
        table.handle({"do": len(table.view["actions"]) - 1} if table.view["actions"] else {"roll": True})
    score = str(friday.score_of(table.play.state)).replace("-", "−")
    assert table.view["over"]["result"] == f"Robinson stays on the island: {score} points."


def test_a_fight_alone_says_how_it_ended() -> None:
    table = of_fight([0], 1, 1, drawn_left=[2])
    table.do("compare now")
    table.do("settle the fight")
    assert table.view["over"]["result"] == "The fight was won with value 2: 0 life points lost."


# in words ------------------------------------------------------------------------------------
def test_the_line_in_place_of_the_picture() -> None:
    table = Table("friday", seed=3)
    assert repr(table) == "Table(friday: level 1, green step, life 20; 30 hazards to come; draw: the two pirates)"
    fight = of_fight([0, 1], 4, 3, drawn_left=[1])
    assert repr(fight).startswith(
        "Table(friday: fight, life 20; value 1 of 4; draw, use a card, or compare: compare now |"
    )


def test_the_board_as_text_reads_well() -> None:
    text = late().text().splitlines()
    assert "Hazard: Hazard (need 14, green 5 / yellow 9 / red 14 now, 1 of 5 free)" in text
    assert any(line.startswith(f"{LEFT}: mimicry (power 1, copy); repeat (power 1, double)") for line in text)
    assert any(line.startswith("Aging board: 8 cards, face down: normal, on top: scared (power 0") for line in text)
    assert "  x  use food 2, left: +1 life: 3.2 Once a fight" in text


def test_the_log_tells_a_whole_game_in_its_own_words() -> None:
    table = until(lambda s: s.phase is friday.Phase.OVER)
    table.handle({"log": True})
    told = [(e["rule"], e["text"]) for m in table.view["log"]["moves"] for e in m["events"]]
    plain = {rule: friday.rule[rule].text for rule, _ in told}
    own = {rule for rule, text in told if text != plain[rule]}
    assert own >= {"0.7", "1.1", "1.2", "1.5", "1.6", "2.1", "2.4", "2.9", "2.11", "3.1", "5.1", "5.4", "5.5", "5.8"}
    assert all(text and "None" not in text and "Bag(" not in text and "Lying" not in text for _, text in told)
    assert max(len(text) for _, text in told) < 200


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_position_of_a_random_game_is_drawn_as_plain_data_and_told_in_words(level: int) -> None:
    play = Play("friday", friday.Setup(level), seed=level)
    while not isinstance(node := play.node, Terminal):
        board = boards.Board(play)
        plain = board.seen.plain()
        assert json.loads(json.dumps(plain)) == plain
        assert "Lying(" not in board.line
        play.roll() if isinstance(node, Chance) else play.do(node.actions[(7 * play.at) % len(node.actions)])
    assert boards.Board(play).line.startswith("friday: level")


# no rules here -------------------------------------------------------------------------------
def test_the_view_asks_the_rules_and_steps_none() -> None:
    for module in (look, friday_words):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        called = {
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        assert not called & {"step", "node", "candidates"}
        assert "need" in called
