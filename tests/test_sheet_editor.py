"""The sheet editor: cells typed as the page types them, the loader's words at their cells, files, what is refused."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulebooks
from rulebook_widgets import SheetEditor, Table
from rulebook_widgets.assets import asset, script
from rulebook_widgets.sheet_draft import LONGEST_CELL, NUMBERS, Draft, draft_of, problems_of, read_text, shipped
from rulebooks.core import cards
from rulebooks.core.cards import Card, Schema, Sheet, SheetError, load_sheet, parse_sheet
from rulebooks.core.sheet_files import read_csv, read_toml, to_csv

HOSTILE = "<img src=x onerror=document.title='taken'>\u202e" + "W" * 200
ONE_TO_NINE = "is not a whole number from 0 to 9"


@dataclass(frozen=True, eq=False)
class ToyCard(Card):
    """A card with every kind of field, on two sides."""

    power: int = field(metadata={"min": 0, "max": 9, "what": "what it is worth", "side": "front"})
    ability: str | None = field(default=None, metadata={"allowed": ("double", "draw"), "side": "back"})
    cost: int | None = field(default=None, metadata={"side": "back", "look": "heart"})
    loud: bool = False


def ten_cards(sheet: Sheet) -> Iterable[str]:
    """The printed total of the toy, and a rule about a single card."""
    if (total := sum(sheet.copies.values())) != 10:
        yield f"the box has 10 cards, not {total}"
    for card in sheet.cards:
        if card.loud and card.cost is not None:
            yield f"{card.id}: a loud card has no cost"


TOY = """\
game = "toy"
default_source = "rulebook"
numbers_from = { hp = "house" }

[source.rulebook]
kind = "printed"
what = "Rulebook, component list"

[source.house]
kind = "house"
what = "Our number where the print gives none"

[numbers]
hp = 20

[[card]]
id = "axe"
name = "Axe"
copies = 6
power = 3
ability = "double"
loud = true
values_from = { power = "house", ability = "house" }

[[card]]
id = "bread"
name = "Bread"
copies = 3
power = 0
cost = 2

[[card]]
id = "crow"
name = "Old crow"
power = 9
"""
AXE, BREAD, CROW = 1, 2, 3  # the keys of the rows


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterable[None]:
    """A game called toy stands on the shelf; files are written in a folder of the test's own."""
    module: Any = ModuleType("rulebooks.toy")
    module.SCHEMA = Schema("toy", ToyCard, {"hp": "hit points"}, {"hp": (1, 30)}, ten_cards)
    module.rule = SimpleNamespace(game="toy", title="The toy")
    written = cards.shipped_text
    monkeypatch.setitem(sys.modules, "rulebooks.toy", module)
    monkeypatch.setattr(rulebooks, "GAMES", (*rulebooks.GAMES, "toy"))
    monkeypatch.setattr(cards, "shipped_text", lambda game: TOY if game == "toy" else written(game))
    monkeypatch.setattr("rulebook_widgets.sheet_draft.shipped_text", lambda game: cards.shipped_text(game))
    monkeypatch.chdir(tmp_path)
    cards._shipped.cache_clear()
    yield
    cards._shipped.cache_clear()


def typed(editor: SheetEditor, key: int, column: str, text: str) -> None:
    """Write into a cell as the page does."""
    editor.handle({"set": [[key, column, text]]})
    assert editor.status["kind"] != "bad", editor.status


def refused(editor: SheetEditor, message: Any) -> str:
    """What a message is answered with; the draft may not change."""
    draft, asked = editor.draft, editor.status["n"]
    editor.handle(message)
    assert editor.draft is draft
    assert (editor.status["n"], editor.status["kind"]) == (asked + 1, "bad")
    return str(editor.status["text"])


def cell(editor: SheetEditor, key: int, column: str) -> str:
    """The text of a cell as the page has it."""
    names = [c["name"] for c in editor.columns["columns"]]
    rows = {row["key"]: row for row in editor.view["rows"]}
    return str(rows[key]["cells"][names.index(column)])


def bad_cells(editor: SheetEditor) -> dict[tuple[int, str], list[str]]:
    """Row and column -> what is said at that cell."""
    view, names = editor.view, [c["name"] for c in editor.columns["columns"]]
    rows = [*view["rows"], view["numbers"]]
    numbers = [n["name"] for n in editor.columns["numbers"]]
    return {
        (row["key"], (names if row["key"] else numbers)[int(i)]): [view["problems"][n]["text"] for n in found]
        for row in rows
        for i, found in row["bad"].items()
    }


# Editing ------------------------------------------------------------------------
def test_the_shipped_sheet_is_in_order_and_the_same_sheet() -> None:
    editor = SheetEditor("toy")
    assert repr(editor) == "SheetEditor(toy: 10 cards, in order)"
    assert editor.sheet is load_sheet("toy")
    assert editor.problems == []
    assert editor.view["can"] == {"undo": False, "redo": False, "reset": False}


@pytest.mark.parametrize("game", ["lantern", "karen"])
def test_every_game_on_the_shelf_has_an_editor(game: str) -> None:
    editor = SheetEditor(game)
    assert editor.sheet is load_sheet(game)
    json.dumps([editor.columns, editor.view, editor.preview])
    assert SheetEditor(rulebooks.game(game)).sheet is editor.sheet


def test_a_typed_value_is_the_owners_own_and_a_mark_makes_it_house_again() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", " 5 ")
    sheet = editor.sheet
    axe = sheet.find("axe")
    assert (axe.power, sheet.source(axe, "power").kind, sheet.source(axe, "power").id) == (5, "printed", "own-copy")
    editor.handle({"mark": [AXE, "power"]})
    assert editor.sheet.is_house(editor.sheet.find("axe"), "power")
    editor.handle({"mark": [AXE, "power"]})
    assert editor.sheet is sheet
    assert (editor.view["house"], editor.view["own"]) == (2, 1)


def test_a_house_value_that_stands_so_on_the_owners_copy_is_marked_without_typing() -> None:
    editor = SheetEditor("toy")
    editor.mark("axe", "ability")
    assert editor.sheet.source(editor.sheet.find("axe"), "ability").id == "own-copy"
    editor.mark("axe", "ability")
    assert editor.sheet is load_sheet("toy")


def test_typing_what_is_printed_needs_no_mark() -> None:
    editor = SheetEditor("toy")
    typed(editor, BREAD, "cost", "4")
    assert editor.sheet.source(editor.sheet.find("bread"), "cost").id == "own-copy"
    typed(editor, BREAD, "cost", "2")
    assert editor.sheet is load_sheet("toy")


def test_an_emptied_cell_is_left_out_and_falls_back_to_the_usual_value() -> None:
    editor = SheetEditor("toy")
    typed(editor, BREAD, "cost", "")
    assert editor.sheet.find("bread").cost is None
    typed(editor, CROW, "copies", "")  # as it was
    assert editor.sheet.copies[editor.sheet.find("crow")] == 1


@pytest.mark.parametrize("text, kept", [("+7", "7"), ("−7", "-7"), ("007", "7"), ("a\tb", "a b"), (" x ", "x")])
def test_a_cell_shows_what_was_typed_in_its_usual_form(text: str, kept: str) -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "cost", text)
    assert cell(editor, AXE, "cost") == kept


def test_the_sheets_numbers_are_edited_and_marked_too() -> None:
    editor = SheetEditor("toy")
    typed(editor, NUMBERS, "hp", "18")
    assert editor.sheet.numbers == {"hp": 18}
    assert editor.sheet.number_source("hp").id == "own-copy"
    editor.handle({"mark": [NUMBERS, "hp"]})
    assert editor.sheet.number_source("hp").kind == "house"


def test_a_card_is_added_copied_deleted_and_brought_back() -> None:
    editor = SheetEditor("toy")
    editor.handle({"copy": AXE})
    assert [r["cells"][0] for r in editor.view["rows"]] == ["axe", "axe-2", "bread", "crow"]
    assert editor.view["focus"][1:] == [4, "name"]
    editor.handle({"add": BREAD})
    assert [r["cells"][0] for r in editor.view["rows"]] == ["axe", "axe-2", "bread", "new-card", "crow"]
    assert "card new-card, power: is missing; a whole number from 0 to 9" in editor.problems
    editor.handle({"delete": 5})
    editor.handle({"delete": 4})
    assert editor.sheet is load_sheet("toy")
    editor.handle({"undo": True})
    editor.handle({"redo": True})
    assert editor.sheet is load_sheet("toy")


def test_undo_leads_back_through_every_change_and_redo_forward_again() -> None:
    editor, seen = SheetEditor("toy"), []
    for command in (
        {"set": [[AXE, "power", "4"]]},
        {"mark": [AXE, "power"]},
        {"copy": AXE},
        {"set": [[AXE, "id", "Q"]]},
    ):
        seen.append(editor.draft)
        editor.handle(command)
    last = editor.draft
    for before in reversed(seen):
        editor.handle({"undo": True})
        assert editor.draft is before
    assert refused(editor, {"undo": True}) == "There is nothing to undo"
    for _ in seen:
        editor.handle({"redo": True})
    assert editor.draft is last
    assert refused(editor, {"redo": True}) == "There is nothing to redo"


def test_undo_shows_the_cell_that_changes_back() -> None:
    editor = SheetEditor("toy")
    typed(editor, CROW, "power", "4")
    editor.handle({"undo": True})
    assert editor.view["focus"][1:] == [CROW, "power"]


def test_writing_what_stands_there_is_no_change() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", "3")
    assert editor.view["can"]["undo"] is False


def test_reset_gives_the_shipped_sheet_and_undo_the_other_one_back() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", "4")
    mine = editor.sheet
    editor.handle({"reset": True})
    assert editor.sheet is load_sheet("toy")
    editor.undo()
    assert editor.sheet is mine


# What is wrong --------------------------------------------------------------------
@pytest.mark.parametrize(
    "changes, at, says",
    [
        ([[AXE, "power", "10"]], (AXE, "power"), f"card axe, power: 10 {ONE_TO_NINE}"),
        ([[AXE, "power", "abc"]], (AXE, "power"), f"card axe, power: 'abc' {ONE_TO_NINE}"),
        ([[AXE, "power", "3.5"]], (AXE, "power"), f"card axe, power: '3.5' {ONE_TO_NINE}"),
        ([[AXE, "power", ""]], (AXE, "power"), "card axe, power: is missing; a whole number from 0 to 9"),
        ([[AXE, "copies", "100"]], (AXE, "copies"), "card axe, copies: 100 is not a whole number from 0 to 99"),
        ([[AXE, "loud", "yes"]], (AXE, "loud"), "card axe, loud: 'yes' is not true or false"),
        (
            [[AXE, "ability", "duoble"]],
            (AXE, "ability"),
            "card axe, ability: 'duoble' is not one of 'double', 'draw', or left out; did you mean double?",
        ),
        (
            [[AXE, "name", ""]],
            (AXE, "name"),
            "card axe, name: is missing; text of 1 to 80 characters, without control characters",
        ),
        (
            [[AXE, "name", "A\u202exe"]],
            (AXE, "name"),
            "card axe, name: 'A\\u202exe' is not text of 1 to 80 characters, without control characters",
        ),
        (
            [[BREAD, "id", "Bread 2"]],
            (BREAD, "id"),
            "card number 2, id: 'Bread 2' is not an id: lower-case letters, digits and hyphens",
        ),
        (
            [[BREAD, "id", ""]],
            (BREAD, "id"),
            "card number 2, id: None is not an id: lower-case letters, digits and hyphens",
        ),
        (
            [[BREAD, "id", ""], [BREAD, "power", "77"]],
            (BREAD, "power"),
            f"card number 2, power: 77 {ONE_TO_NINE}",
        ),
        ([[CROW, "id", "axe"]], (CROW, "id"), "card axe, id: is used twice: by cards number 1 and 3"),
        ([[CROW, "id", "axe"]], (AXE, "id"), "card axe, id: is used twice: by cards number 1 and 3"),
        ([[NUMBERS, "hp", "31"]], (NUMBERS, "hp"), "numbers, hp: 31 is not a whole number from 1 to 30"),
        (
            [[NUMBERS, "hp", ""]],
            (NUMBERS, "hp"),
            "numbers, hp: is missing (hit points); a whole number from 1 to 30",
        ),
        ([[AXE, "cost", "1"]], (AXE, "cost"), "axe: a loud card has no cost"),
        ([[AXE, "cost", "1"]], (AXE, "loud"), "axe: a loud card has no cost"),
    ],
)
def test_every_slip_stands_at_its_cell_in_the_loaders_words(changes: list[Any], at: tuple[int, str], says: str) -> None:
    editor = SheetEditor("toy")
    editor.handle({"set": changes})
    assert says in bad_cells(editor)[at]
    assert says in editor.problems
    with pytest.raises(SheetError) as error:
        _ = editor.sheet
    assert says in [": ".join(filter(None, p)) for p in error.value.problems]
    with pytest.raises(SheetError):  # the loader says the same of the file
        parse_sheet("toy", editor.toml, "mine")


def test_what_is_wrong_with_the_whole_sheet_is_listed_without_a_cell() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "copies", "5")
    assert editor.view["problems"] == [{"text": "the box has 10 cards, not 9", "at": None}]
    assert bad_cells(editor) == {}
    assert repr(editor) == "SheetEditor(toy: 9 cards, 1 problem)"


def test_a_sheet_without_cards_says_so_and_can_be_filled_again() -> None:
    editor = SheetEditor("toy")
    for key in (AXE, BREAD, CROW):
        editor.handle({"delete": key})
    assert editor.problems == ["card: there is none; each card is a [[card]] with an id and a name"]
    editor.read(editor.toml)
    editor.handle({"add": 0})
    assert len(editor.view["rows"]) == 1


def test_all_problems_are_listed_each_with_its_cell() -> None:
    editor = SheetEditor("toy")
    editor.handle({"set": [[AXE, "power", "x"], [CROW, "power", "y"], [NUMBERS, "hp", "z"]]})
    assert [p["at"] for p in editor.view["problems"]] == [[NUMBERS, "hp"], [AXE, "power"], [CROW, "power"]]
    assert editor.view["wrong"] == 3


def test_what_is_being_typed_is_checked_but_not_yet_written() -> None:
    editor = SheetEditor("toy")
    before = editor.draft
    editor.handle({"try": [AXE, "power", "30"], "token": "t1"})
    assert (editor.view["token"], editor.view["trial"]) == ("t1", True)
    assert bad_cells(editor)[AXE, "power"] == [f"card axe, power: 30 {ONE_TO_NINE}"]
    assert editor.draft is before
    assert editor.sheet is load_sheet("toy")
    editor.handle({"try": None, "token": "t2"})
    assert (bad_cells(editor), editor.view["trial"]) == ({}, False)
    assert editor.view["can"]["undo"] is False


def test_a_broken_sheet_cannot_be_played_and_a_mended_one_can() -> None:
    editor = SheetEditor("lantern")
    editor.handle({"set": [[1, "light", "x"]]})
    assert refused(editor, {"play": True}).startswith("This sheet cannot be played yet: card step-0, light: 'x' is not")
    assert editor.played == ""
    editor.handle({"set": [[1, "light", "2"]]})
    editor.handle({"play": True})
    table = editor.last_table
    assert isinstance(table, Table)
    assert editor.played == table.model_id
    assert table.play.start.setup.sheet is editor.sheet
    assert editor.table(seed=3).play.seed == 3


# Pasting --------------------------------------------------------------------------
def test_a_block_from_a_spreadsheet_fills_a_range_in_one_step() -> None:
    editor = SheetEditor("toy")
    editor.handle({"fill": {"at": [AXE, "copies"], "block": [["5", "1"], ["4", "2"]], "keys": [AXE, BREAD, CROW]}})
    assert [(c.power, n) for c, n in editor.sheet.copies.items()] == [(1, 5), (2, 4), (9, 1)]
    editor.undo()
    assert editor.sheet is load_sheet("toy")


def test_a_block_goes_down_the_rows_that_are_shown() -> None:
    editor = SheetEditor("toy")
    editor.handle({"fill": {"at": [AXE, "power"], "block": [["1"], ["2"]], "keys": [AXE, CROW]}})
    assert [c.power for c in editor.sheet.cards] == [1, 0, 2]


def test_rows_past_the_end_become_new_cards() -> None:
    editor = SheetEditor("toy")
    block = [["dove", "Dove", "0", "4"], ["eel", "Eel", "0", "5"]]
    editor.handle({"fill": {"at": [CROW, "id"], "block": [["crow", "Old crow", "1", "9"], *block], "keys": [CROW]}})
    assert editor.status["text"] == "Pasted 3 rows, 2 new cards among them."
    assert [(c.id, c.power) for c in editor.sheet.cards][2:] == [("crow", 9), ("dove", 4), ("eel", 5)]


def test_a_block_that_is_too_wide_is_refused_whole() -> None:
    message = {"fill": {"at": [AXE, "loud"], "block": [["true", "x"]], "keys": [AXE]}}
    assert "2 columns were copied, but from loud on there are 1" in refused(SheetEditor("toy"), message)


# Files and text ---------------------------------------------------------------------
def test_a_sheet_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", "5")
    editor.handle({"save": "mine"})
    assert editor.status["text"] == f"Saved 10 cards to {tmp_path / 'mine.toml'}"
    again = SheetEditor("mine.toml")
    assert again.draft.raw == editor.draft.raw
    assert load_sheet("toy", "mine.toml").text == editor.sheet.text
    assert SheetEditor("toy", "mine.toml").draft.raw == editor.draft.raw
    assert SheetEditor(editor.sheet).sheet.text == editor.sheet.text


def test_an_invalid_draft_is_saved_and_taken_up_again_with_its_problems() -> None:
    editor = SheetEditor("toy", "draft.toml")
    editor.handle(
        {"set": [[AXE, "power", "about 5"], [BREAD, "id", "Br ead"], [CROW, "name", ""], [AXE, "loud", "ja"]]}
    )
    editor.handle({"save": ""})
    assert editor.status["text"].startswith("Saved the draft, with 4 problems, to ")
    again = SheetEditor("toy", "draft.toml")
    assert again.problems == editor.problems
    assert again.draft.raw == editor.draft.raw
    rows = SheetEditor("toy")
    rows.read(editor.csv)
    assert rows.problems == editor.problems


def test_rows_of_a_spreadsheet_are_the_same_sheet(tmp_path: Path) -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", "5")
    editor.handle({"save": "mine.csv"})
    assert load_sheet("toy", "mine.csv").text == editor.sheet.text
    editor.handle({"set": [[NUMBERS, "hp", "7"]]})
    editor.handle({"save": "mine.csv"})
    assert "Rows of a spreadsheet hold no numbers" in editor.status["text"]
    other = SheetEditor("toy")
    other.handle({"open": "mine.csv"})
    assert other.sheet.text == load_sheet("toy", "mine.csv").text


def test_the_shipped_rows_read_as_the_shipped_sheet() -> None:
    for game in ("lantern", "karen", "toy"):
        editor = SheetEditor(game)
        for text in (to_csv(load_sheet(game)), editor.csv, editor.toml, load_sheet(game).text):
            editor.read(text)
            assert editor.sheet.text == load_sheet(game).text


@pytest.mark.parametrize("text", ["[project]\nname = 'x'\n", "", "hello", 'game = "lantern"\n'])
def test_what_is_no_sheet_of_the_game_is_never_written_over(text: str) -> None:
    place = Path("mine.toml")
    place.write_text(text, encoding="utf-8")
    assert "choose another name" in refused(SheetEditor("toy"), {"save": "mine.toml"})
    assert place.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["mine.ipynb", "no/such/folder/mine.toml", "a\nb", 3, "x" * 500])
def test_a_file_that_cannot_be_written_is_refused(name: Any) -> None:
    assert refused(SheetEditor("toy"), {"save": name})
    assert list(Path().iterdir()) == []


def test_a_folder_of_that_name_is_refused() -> None:
    Path("mine.toml").mkdir()
    assert "choose another name" in refused(SheetEditor("toy"), {"save": "mine.toml"})
    assert "cannot be read" in refused(SheetEditor("toy"), {"open": "mine.toml"})


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("power = 3", "powr = 3", "'powr' is not a field of a toy card; did you mean power?"),
        ("numbers_from", "nubmers_from", "'nubmers_from' is not a part of a sheet"),
        ('game = "toy"', 'game = "lantern"', "this is a sheet of 'lantern'; expected 'toy'"),
        ('default_source = "rulebook"', "", "default_source: is missing"),
        ('kind = "house"', 'kind = "hearsay"', "source house, kind: 'hearsay' is not one of"),
        ("hp = 20", "hp = 20\nmana = 3", "'mana' is not a number of the game toy"),
        ("power = 3", "power = ", "is not TOML"),
        ("values_from = {", "values_from = { powr = 'house', ", "'powr' is not a field of a toy card"),
        ('name = "Axe"', f'name = "{"x" * 301}"', f"is longer than {LONGEST_CELL} characters"),
        ("[[card]]", '[[card]]\nid = "x"\n' * 801 + "[[card]]", "804 are too many"),
    ],
)
def test_a_text_that_no_table_can_show_is_refused_and_changes_nothing(old: str, new: str, says: str) -> None:
    assert says in refused(SheetEditor("toy"), {"read": TOY.replace(old, new, 1)})


@pytest.mark.parametrize("text", ["", "   ", 3, "id,name,powr\na,b,3\n", "nonsense"])
def test_a_text_that_is_no_sheet_is_refused(text: Any) -> None:
    assert refused(SheetEditor("toy"), {"read": text})


def test_wrong_values_of_a_file_are_shown_to_be_mended() -> None:
    editor = SheetEditor("toy")
    text = (
        TOY.replace("power = 3", "power = [3]")
        .replace('power = "house"', 'power = "hosue"')
        .replace("hp = 20", "hp = 99")
    )
    editor.handle({"read": text})
    assert set(bad_cells(editor)) == {(NUMBERS, "hp"), (4, "power")}
    assert len(bad_cells(editor)[4, "power"]) == 2
    editor.handle({"set": [[4, "power", "3"], [NUMBERS, "hp", "20"]]})
    assert editor.problems == []


def test_the_sheet_is_written_out_as_text_and_read_back() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "power", "5")
    editor.handle({"write": "toml"})
    assert parse_sheet("toy", editor.written["text"], "x").text == editor.sheet.text
    editor.handle({"write": "csv"})
    assert editor.written["text"] == editor.csv
    assert editor.csv.splitlines()[1] == "axe,Axe,6,5,double,,true,ability"
    assert refused(editor, {"write": "xml"})


words = st.text(max_size=30).filter(lambda t: not any("\ud800" <= c <= "\udfff" for c in t))
values = st.one_of(
    st.integers(-20, 2000).map(str), words, st.sampled_from(["true", "double", "", '"', "\\", "\x7f", "#"])
)
names = st.sampled_from(["id", "name", "copies", "power", "ability", "cost", "loud"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), names, values), max_size=8), st.lists(st.tuples(st.integers(1, 3), names)))
def test_any_draft_survives_its_file(changes: list[Any], marks: list[Any]) -> None:
    draft = shipped("toy").put({(key, name): text for key, name, text in changes})
    for key, name in marks:
        if name != "id":
            draft = draft.mark(key, name)
    schema, before = draft.schema, problems_of(draft.raw, draft.schema, "x")
    again = draft_of(read_toml(draft.toml, "x"), schema, draft.ours, 1, "x")
    assert [r.cells for r in again.cards] == [r.cells for r in draft.cards]
    assert [again.kind(r, n) for r in again.cards for n in r.origins] == [
        draft.kind(r, n) for r in draft.cards for n in r.origins
    ]
    assert problems_of(again.raw, schema, "x") == before
    assert all(draft.places(p) for p in before if p[0])
    raw, problems = read_csv(draft.csv, "x", schema) if "\n" not in str(changes) else ({}, [])
    assert problems == []
    if not before and raw:
        rows = draft_of(raw, schema, draft.ours, 1, "x")
        assert [c.values for c in rows.sheet("x", "x").cards] == [c.values for c in draft.sheet("x", "x").cards]
    assert read_text(draft.toml, schema, "x")[0] == read_toml(draft.toml, "x")


# Two sides, and text ------------------------------------------------------------------
def zones(editor: SheetEditor, key: int) -> list[tuple[str, str]]:
    """Title and card in words for each side that is drawn."""
    editor.handle({"look": key})
    return [(z["title"], z["items"][0]["words"]) for z in editor.preview["zones"]]


def test_a_two_sided_card_is_drawn_on_both_sides() -> None:
    editor = SheetEditor("toy")
    assert zones(editor, AXE) == [("Front", "Axe ×6 (power 3, loud)*"), ("Back", "Axe ×6 (double)*")]
    assert zones(editor, BREAD) == [("Front", "Bread ×3 (power 0)"), ("Back", "Bread ×3 (heart 2)")]
    assert zones(editor, CROW) == [("Front", "Old crow (power 9)")]
    assert zones(editor, 99) == []


def test_karens_quests_show_the_event_and_what_they_turn_into() -> None:
    editor = SheetEditor("karen")
    assert zones(editor, 1) == [("In the Karen Deck", "Hunger Pang ×5 (power 0, opening)*")]
    assert zones(editor, 4) == [
        ("As an event", "Setting Up Camp (need 1, quest)*"),
        ("In the Karen Deck", "Setting Up Camp (power 1, draw 1)*"),
    ]


def test_what_is_being_typed_is_drawn_too() -> None:
    editor = SheetEditor("toy")
    editor.handle({"look": AXE})
    editor.handle({"try": [AXE, "power", "7"]})
    assert editor.preview["zones"][0]["items"][0]["number"] == "7"


def test_the_text_form_marks_what_is_ours_and_what_is_the_owners() -> None:
    editor = SheetEditor("toy")
    typed(editor, BREAD, "cost", "x")
    assert editor.text().splitlines() == [
        "The toy, card sheet: 10 cards, 1 problem",
        "hp 20*",
        "id     name      copies  power  ability  cost  loud",
        "axe    Axe       6       3*     double*        true",
        "bread  Bread     3       0               x+",
        "crow   Old crow          9",
        "! card bread, cost: 'x' is not a whole number from -999 to 999, or left out",
    ]


def test_hostile_text_stays_text() -> None:
    editor = SheetEditor("toy")
    typed(editor, AXE, "name", HOSTILE)
    assert cell(editor, AXE, "name") == HOSTILE
    assert "\u202e" not in editor.text()
    assert "\u202e" not in editor.problems[0]
    editor.handle({"set": [[AXE, "name", "<b>Axe</b>"]]})
    assert editor.sheet.cards[0].name == "<b>Axe</b>"


# The kernel checks every message -----------------------------------------------------
@pytest.mark.parametrize(
    "message",
    [
        None,
        {},
        [],
        {"what": 1},
        {"undo": True, "redo": True},
        {"set": None},
        {"set": [[AXE, "power"]]},
        {"set": [[AXE, "mana", "3"]]},
        {"set": [[99, "power", "3"]]},
        {"set": [[True, "power", "3"]]},
        {"set": [["1", "power", "3"]]},
        {"set": [[AXE, "power", 3]]},
        {"set": [[AXE, "name", "\ud800"]]},
        {"set": [[AXE, "name", "x" * 301]]},
        {"set": [[AXE, "power", "4"], [AXE, "power", None]]},
        {"try": [AXE, "power", 3]},
        {"mark": [AXE, "id"]},
        {"mark": "axe"},
        {"delete": 0},
        {"delete": 77},
        {"copy": 0},
        {"copy": None},
        {"fill": {"at": [AXE, "id"], "block": [["x"]], "keys": []}},
        {"fill": {"at": [AXE, "id"], "block": ["x"], "keys": [AXE]}},
        {"fill": {"at": [AXE, "id"], "block": [[3]], "keys": [AXE]}},
        {"fill": []},
        {"open": "none.toml"},
        {"open": "none.exe"},
        {"read": None},
        {"write": None},
    ],
)
def test_what_the_editor_does_not_know_is_said_and_changes_nothing(message: Any) -> None:
    editor = SheetEditor("toy")
    assert refused(editor, message)
    assert editor.sheet is load_sheet("toy")


def test_every_message_is_answered_with_its_token() -> None:
    editor = SheetEditor("toy")
    for n, message in enumerate(
        [{"try": [AXE, "power", "x"]}, {"try": [99, "power", "x"]}, {"what": 1}, {"look": AXE}]
    ):
        editor.handle({**message, "token": f"t{n}"})
        assert editor.view["token"] == f"t{n}"


@pytest.mark.parametrize("asked", ["chess", 3, None, "mine.exe"])
def test_an_editor_is_of_a_game_or_a_file(asked: Any) -> None:
    with pytest.raises(ValueError, match=r"a sheet is that of a game, or a \.toml or \.csv file"):
        SheetEditor(asked)


def test_from_python_cards_are_named_by_their_id() -> None:
    editor = SheetEditor("toy")
    editor.set("axe", "power", 4)
    editor.set("axe", "loud", False)
    editor.set("axe", "ability", None)
    editor.set("", "hp", 18)
    assert editor.add(id="dove", name="Dove", power=2, copies=0) == "dove"
    assert editor.copy("dove") == "dove-2"
    editor.delete("dove-2")
    axe = editor.sheet.find("axe")
    assert (axe.power, axe.loud, axe.ability, editor.sheet.numbers["hp"]) == (4, False, None, 18)
    with pytest.raises(ValueError, match="no card of the draft has the id 'zebra'"):
        editor.set("zebra", "power", 1)
    with pytest.raises(ValueError, match="there is no column 'mana'"):
        editor.set("axe", "mana", 1)


# Quick, and offline -------------------------------------------------------------------
def test_a_letter_in_a_large_sheet_is_checked_within_a_blink() -> None:
    editor = SheetEditor("karen")
    draft: Draft = editor.draft
    for n in range(146 - len(draft.cards)):
        draft = draft.add(cells={"kind": "story", "cost": str(n % 9), "copies": "0"})
    editor._change(draft)
    times = []
    for n in range(20):
        start = time.perf_counter()
        editor.handle({"try": [100, "cost", f"{n}x"], "token": str(n)})
        times.append(time.perf_counter() - start)
    assert len(editor.view["rows"]) == 146
    assert sorted(times)[10] < 0.1


def test_the_page_asks_for_nothing_from_outside() -> None:
    text = script("dom.mjs", "helpers.mjs", "odds.mjs", "parts.mjs", "grid.mjs", main="sheet_editor.js")
    assert "import " not in text.split("export default")[0].replace("important", "")
    for never in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http", "fetch("):
        assert never not in text
    assert "url(" not in asset("sheet_editor.css")
