"""Card sheets: read, refused with every reason, written out, and where each value comes from.

Most tests use a sheet of their own, a toy with every kind of field, so that no change to a real game touches them.
"""

from __future__ import annotations

import copy
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulebooks
from rulebooks.core import cards
from rulebooks.core.cards import (
    Card,
    Schema,
    Sheet,
    SheetError,
    cards_matching,
    check_file,
    export_sheet,
    load_sheet,
    parse_sheet,
)
from rulebooks.core.chance import Bag


@dataclass(frozen=True, eq=False)
class ToyCard(Card):
    """A card with every kind of field."""

    power: int = field(metadata={"min": 0, "max": 9, "what": "what it is worth"})
    ability: str | None = field(default=None, metadata={"allowed": ("double", "draw")})
    cost: int | None = None
    loud: bool = False


def ten_cards(sheet: Sheet) -> Iterable[str]:
    """The printed total of the toy."""
    total = sum(sheet.copies.values())
    if total != 10:
        yield f"the box has 10 cards, not {total}"


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


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterable[None]:
    """A game called toy stands on the shelf."""
    module = ModuleType("rulebooks.toy")
    numbers, limits = {"hp": "hit points at the start"}, {"hp": (1, 30)}
    module.SCHEMA = Schema("toy", ToyCard, numbers, limits, ten_cards)  # type: ignore[attr-defined]
    written = cards.shipped_text
    monkeypatch.setitem(sys.modules, "rulebooks.toy", module)
    monkeypatch.setattr(rulebooks, "GAMES", (*rulebooks.GAMES, "toy"))
    monkeypatch.setattr(cards, "shipped_text", lambda game: TOY if game == "toy" else written(game))
    cards._shipped.cache_clear()
    yield
    cards._shipped.cache_clear()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file, and say where."""

    def file(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return file


def refused(text: str) -> list[tuple[str, str]]:
    """What is wrong with a sheet of the toy."""
    with pytest.raises(SheetError) as error:
        parse_sheet("toy", text, "mine.toml")
    assert str(error.value).startswith("mine.toml")
    return error.value.problems


def changed(old: str, new: str) -> str:
    """The toy's sheet with its first ``old`` replaced."""
    assert old in TOY
    return TOY.replace(old, new, 1)


# Cards ------------------------------------------------------------------------
def test_the_same_values_are_the_same_card() -> None:
    a = ToyCard.make(id="axe", name="Axe", order=0, power=3)
    assert a is ToyCard.make(id="axe", name="Axe", order=0, power=3)
    assert a is ToyCard("axe", "Axe", 0, 3)
    assert a is not ToyCard.make(id="axe", name="Axe", order=0, power=4)
    assert a is not ToyCard.make(id="axe", name="Axe", order=1, power=3)


def test_true_is_not_one_and_makes_another_card() -> None:
    assert ToyCard("axe", "Axe", 0, 1) is not ToyCard("axe", "Axe", 0, True)


def test_a_replaced_or_copied_card_is_interned_too() -> None:
    a, b = ToyCard("axe", "Axe", 0, 3), ToyCard("axe", "Axe", 0, 4)
    assert replace(a, power=4) is b
    assert copy.copy(a) is a
    assert copy.deepcopy([a])[0] is a
    assert pickle.loads(pickle.dumps(a)) is a


def test_cards_of_two_games_are_never_the_same() -> None:
    @dataclass(frozen=True, eq=False)
    class OtherCard(Card):
        power: int

    assert OtherCard("axe", "Axe", 0, 3) is not ToyCard("axe", "Axe", 0, 3)


def test_cards_are_ordered_by_their_place_then_id_then_values() -> None:
    first, second = ToyCard("z", "Z", 0, 1), ToyCard("a", "A", 1, 1)
    third, fourth = ToyCard("b", "B", 1, 1), ToyCard("b", "B", 1, 1, cost=2)
    assert sorted([fourth, third, second, first]) in ([first, second, third, fourth], [first, second, fourth, third])
    assert (third < fourth) is not (fourth < third)
    with pytest.raises(TypeError):
        sorted([first, 3])  # type: ignore[list-item]


def test_cards_lie_in_bags_and_read_as_their_names() -> None:
    axe, bread = ToyCard("axe", "Axe", 0, 3), ToyCard("bread", "Bread", 1, 0)
    assert str(Bag([bread, axe, axe])) == "Axe ×2, Bread"
    assert "_key" not in repr(axe)


def test_cards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ToyCard("axe", "Axe", 0, 3).power = 4  # type: ignore[misc]


# Sheets -----------------------------------------------------------------------
def test_a_sheet_holds_cards_copies_and_numbers() -> None:
    sheet = load_sheet("toy")
    assert [(c.id, c.power, c.ability, c.cost, c.loud, c.order, sheet.copies[c]) for c in sheet.cards] == [
        ("axe", 3, "double", None, True, 0, 6),
        ("bread", 0, None, 2, False, 1, 3),
        ("crow", 9, None, None, False, 2, 1),
    ]
    assert sheet.numbers == {"hp": 20}
    assert (sheet.game, sheet.name, sheet.shipped) == ("toy", "toy", True)
    assert repr(sheet) == "Sheet(toy, shipped, 10 cards)"


def test_a_bag_holds_each_card_as_often_as_it_is_there() -> None:
    sheet = load_sheet("toy")
    assert str(sheet.bag()) == "Axe ×6, Bread ×3, Old crow"
    assert str(sheet.bag(lambda card: card.power > 0)) == "Axe ×6, Old crow"


def test_every_value_says_where_it_comes_from() -> None:
    sheet = load_sheet("toy")
    axe = sheet.find("axe")
    assert (sheet.source(axe, "power").kind, sheet.source(axe, "copies").kind) == ("house", "printed")
    assert (sheet.is_house(axe, "ability"), sheet.is_house(axe, "loud")) == (True, False)
    assert sheet.number_source("hp").what == "Our number where the print gives none"


def test_asking_for_the_source_of_what_is_not_there_says_what_is() -> None:
    sheet = load_sheet("toy")
    with pytest.raises(ValueError, match="'powr' is no field of Axe; did you mean power"):
        sheet.source(sheet.find("axe"), "powr")
    with pytest.raises(ValueError, match="no number 'mana'; there is hp"):
        sheet.number_source("mana")
    with pytest.raises(ValueError, match="is not a card of the toy sheet"):
        sheet.source(ToyCard("axe", "Axe", 0, 8), "power")


@pytest.mark.parametrize("text", ["crow", "Old crow", "OLD CROW", " old crow "])
def test_a_card_is_found_by_id_or_name_in_any_case(text: str) -> None:
    assert load_sheet("toy").find(text).id == "crow"


def test_a_card_that_is_not_found_has_near_misses() -> None:
    with pytest.raises(ValueError, match=r"no card of the toy sheet is called 'Old cow'; did you mean Old crow"):
        load_sheet("toy").find("Old cow")
    with pytest.raises(ValueError, match=r"'zzz'; there is Axe, axe, Bread"):
        load_sheet("toy").find("zzz")
    with pytest.raises(ValueError, match=r"called 3"):
        load_sheet("toy").find(3)  # type: ignore[arg-type]


def test_a_name_that_two_cards_bear_is_not_guessed() -> None:
    sheet = parse_sheet("toy", changed('"Bread"', '"Axe"'), "mine")
    assert sheet.find("bread").id == "bread"
    assert sheet.find("axe").id == "axe"
    other = parse_sheet("toy", changed('"Bread"', '"Twin"').replace('"Old crow"', '"Twin"'), "mine")
    with pytest.raises(ValueError, match="several cards; say which: bread, crow"):
        other.find("twin")


def test_loading_twice_gives_the_same_sheet_and_cards() -> None:
    text = changed("power = 3", "power = 4")
    assert load_sheet("toy") is load_sheet("toy")
    assert parse_sheet("toy", text, "mine") is parse_sheet("toy", "# a remark\n" + text, "mine")
    assert parse_sheet("toy", text, "mine").find("crow") is load_sheet("toy").find("crow")
    assert parse_sheet("toy", text, "mine") is not parse_sheet("toy", text, "yours")


def test_a_sheet_that_differs_in_nothing_is_the_shipped_one() -> None:
    assert parse_sheet("toy", TOY, "mine") is load_sheet("toy")
    assert not parse_sheet("toy", changed("hp = 20", "hp = 19"), "mine").shipped


def test_a_sheets_text_is_the_whole_sheet() -> None:
    sheet = parse_sheet("toy", changed('"Axe"', '"The \\"big\\" ä\\\\e"'), "mine")
    assert parse_sheet("toy", sheet.text, "mine") is sheet
    assert sheet.cards[0].name == 'The "big" ä\\e'
    ours = load_sheet("toy")
    assert parse_sheet("toy", ours.text, "toy") is ours


def test_sheets_travel_between_processes() -> None:
    mine = parse_sheet("toy", changed("hp = 20", "hp = 19"), "mine")
    assert pickle.loads(pickle.dumps(mine)) is mine
    assert pickle.loads(pickle.dumps(load_sheet("toy"))) is load_sheet("toy")


def test_cards_matching_a_selector() -> None:
    assert [c.id for c in cards_matching("toy", {"ability": "double"})] == ["axe"]
    assert [c.id for c in cards_matching("toy", {"power": [0, 9]})] == ["bread", "crow"]
    assert [c.id for c in cards_matching("toy", {"power": 0, "cost": 2})] == ["bread"]
    assert cards_matching("toy", {}) == ()
    with pytest.raises(ValueError, match="toy cards have no field strength"):
        cards_matching("toy", {"strength": 3})


# What is refused ----------------------------------------------------------------
FIELD = "is not a field of a toy card"
ONE_TO_NINE = "is not a whole number from 0 to 9"
TEXT = "is not text of 1 to 80 characters, without control characters"


@pytest.mark.parametrize(
    "old, new, where, what",
    [
        ("power = 3", "powr = 3", "card axe", f"'powr' {FIELD}; did you mean power?"),
        ("power = 3", "", "card axe, power", "is missing; a whole number from 0 to 9"),
        ("power = 3", 'power = "3"', "card axe, power", f"'3' {ONE_TO_NINE}"),
        ("power = 3", "power = 3.0", "card axe, power", f"3.0 {ONE_TO_NINE}"),
        ("power = 3", "power = true", "card axe, power", f"True {ONE_TO_NINE}"),
        ("power = 3", "power = -1", "card axe, power", f"-1 {ONE_TO_NINE}"),
        ("power = 3", "power = 10", "card axe, power", f"10 {ONE_TO_NINE}"),
        ("power = 3", "power = [3]", "card axe, power", f"[3] {ONE_TO_NINE}"),
        ("loud = true", "loud = 1", "card axe, loud", "1 is not true or false"),
        ("cost = 2", "cost = 1000", "card bread, cost", "1000 is not a whole number from -999 to 999, or left out"),
        (
            'ability = "double"',
            'ability = "duoble"',
            "card axe, ability",
            "'duoble' is not one of 'double', 'draw', or left out; did you mean double?",
        ),
        ('name = "Axe"', "", "card axe, name", "is missing; text of 1 to 80 characters, without control characters"),
        ('name = "Axe"', 'name = ""', "card axe, name", f"'' {TEXT}"),
        ('name = "Axe"', 'name = "   "', "card axe, name", f"'   ' {TEXT}"),
        ('name = "Axe"', 'name = "A\\u0007xe"', "card axe, name", f"'A\\x07xe' {TEXT}"),
        ('name = "Axe"', 'name = "A\\u202Exe"', "card axe, name", f"'A\\u202exe' {TEXT}"),
        ('name = "Axe"', f'name = "{"x" * 81}"', "card axe, name", f"'{'x' * 56}… {TEXT}"),
        ("copies = 6", "copies = 100", "card axe, copies", "100 is not a whole number from 0 to 99"),
        ("copies = 6", "copies = -1", "card axe, copies", "-1 is not a whole number from 0 to 99"),
        ("copies = 6", "copies = true", "card axe, copies", "True is not a whole number from 0 to 99"),
        ("copies = 6", "copies = 7", "", "the box has 10 cards, not 11"),
        ('id = "bread"', 'id = "axe"', "card axe, id", "is used twice: by cards number 1 and 2"),
        (
            'id = "bread"',
            'id = "Bread 2"',
            "card number 2, id",
            "'Bread 2' is not an id: lower-case letters, digits and hyphens",
        ),
        ('id = "bread"', "", "card number 2, id", "None is not an id: lower-case letters, digits and hyphens"),
        (
            'power = "house"',
            'power = "hosue"',
            "card axe, values_from, power",
            "unknown source 'hosue'; did you mean house?",
        ),
        ('power = "house"', 'powr = "house"', "card axe, values_from", f"'powr' {FIELD}; did you mean power?"),
        (
            'power = "house", ability = "house"',
            "power = 3",
            "card axe, values_from, power",
            "unknown source 3; there is rulebook, house",
        ),
        (
            'values_from = { power = "house", ability = "house" }',
            "values_from = 3",
            "card axe, values_from",
            "must be a table of names and values, not 3",
        ),
        ("hp = 20", "hp = 0", "numbers, hp", "0 is not a whole number from 1 to 30"),
        ("hp = 20", "", "numbers, hp", "is missing (hit points at the start); a whole number from 1 to 30"),
        ("hp = 20", "hp = 20\nmp = 3", "numbers", "'mp' is not a number of the game toy; there is hp"),
        ('hp = "house"', 'mp = "house"', "numbers_from", "'mp' is not a number of the game toy; there is hp"),
        ('hp = "house"', 'hp = "home"', "numbers_from, hp", "unknown source 'home'; did you mean house?"),
        ('default_source = "rulebook"', "", "default_source", None),
        (
            'default_source = "rulebook"',
            'default_source = "x"',
            "default_source",
            "unknown source 'x'; there is rulebook, house",
        ),
        ('kind = "printed"', 'kind = "print"', "source rulebook, kind", "'print' is not one of printed, public, house"),
        (
            'kind = "printed"',
            'kind = "printed"\npage = 3',
            "source rulebook",
            "'page' is not a field of a source; there is kind, what",
        ),
        ('what = "Rulebook, component list"', "", "source rulebook, what", None),
        (
            "[source.rulebook]",
            '[source."Rule book"]',
            "source Rule book",
            "an id is lower-case letters, digits and hyphens",
        ),
        (
            "numbers_from =",
            "nubmers_from =",
            "",
            "'nubmers_from' is not a part of a sheet; did you mean numbers_from or numbers?",
        ),
        ('game = "toy"', 'game = "lantern"', "game", "this is a sheet of 'lantern'; expected 'toy'"),
        ('game = "toy"', "", "game", "the line game = \"…\" is missing; expected 'toy'"),
        ("power = 3", "power = ", "", "is not TOML: Invalid value (at line 20, column 9)"),
        ("power = 3", "power = 3\npower = 4", "", None),
        ("power = 3", f"power = {'9' * 5000}", "line 20", "is longer than 2,000 characters; no line of a sheet is"),
        ("power = 3", "power = " + "[\n" * 100_000, "", "is not TOML: brackets are nested too deeply"),
    ],
)
def test_a_slip_is_named_with_its_place_and_what_is_allowed(old: str, new: str, where: str, what: str | None) -> None:
    problems = refused(changed(old, new))
    assert where in [place for place, _ in problems]
    assert what is None or (where, what) in problems


def test_every_slip_is_named_at_once() -> None:
    text = changed("power = 3", "power = 30").replace("power = 9", "").replace("hp = 20", "hp = 99")
    assert [where for where, _ in refused(text)] == ["numbers, hp", "card axe, power", "card crow, power"]


def test_a_message_names_file_card_field_and_what_is_allowed() -> None:
    with pytest.raises(SheetError) as error:
        parse_sheet("toy", changed("power = 3", "power = 30"), "mine.toml")
    assert str(error.value) == "mine.toml: card axe, power: 30 is not a whole number from 0 to 9"


def test_a_flood_of_slips_is_cut_short_on_screen_only() -> None:
    with pytest.raises(SheetError) as error:
        parse_sheet("toy", TOY + "".join(f"x{i} = 1\n" for i in range(100)), "mine.toml")
    assert len(error.value.problems) == 100
    assert str(error.value).splitlines()[20:] == ["mine.toml: and 80 more"]


def test_a_sheet_of_too_many_cards_is_refused() -> None:
    many = "".join(f'\n[[card]]\nid = "c{i}"\nname = "C"\npower = 1\ncopies = 0\n' for i in range(798))
    assert refused(TOY + many) == [("card", "801 are too many; a sheet holds at most 800")]


@pytest.mark.parametrize("text", ["card = 3\n", "card = [3]\n", ""])
def test_a_sheet_without_cards_is_refused(text: str) -> None:
    head = TOY.split("[source.rulebook]")[0]
    assert refused(text + head + "[numbers]\nhp = 20\n")


def test_a_sheet_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(SheetError("mine.toml", [("card axe", "is blunt")])))
    assert (str(error), error.problems) == ("mine.toml: card axe: is blunt", [("card axe", "is blunt")])


def test_text_and_name_must_be_text() -> None:
    with pytest.raises(SheetError, match="must be text"):
        parse_sheet("toy", b"game", "mine")  # type: ignore[arg-type]
    with pytest.raises(SheetError, match="larger than"):
        parse_sheet("toy", "#" * 1_000_001, "mine")


SIGNS = ["", "=", '"', "[", "]]", "\n", "99", "ä", "\x00", "-"]


@given(st.integers(0, len(TOY) - 1), st.integers(0, 30), st.sampled_from(SIGNS))
def test_a_damaged_sheet_is_read_or_refused_but_never_half_loaded(start: int, length: int, new: str) -> None:
    try:
        sheet = parse_sheet("toy", TOY[:start] + new + TOY[start + length :], "mine")
    except SheetError:
        return
    assert sum(sheet.copies.values()) == 10
    assert parse_sheet("toy", sheet.text, sheet.name) is sheet


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"k{i}=1\n" for i in range(80_000)) + TOY,
        "a." * 400_000 + "a = 1\n" + TOY,
        TOY + "".join(f"k{i}=1\n" for i in range(80_000)),
    ],
    ids=["many parts", "a long key", "many fields"],
)
def test_a_sheet_made_to_be_slow_is_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    assert 0 < len(refused(text)) <= 1001
    assert time.perf_counter() - start < 3


# Files --------------------------------------------------------------------------
Write = Callable[[str, str | bytes], Path]


def test_a_sheet_is_loaded_from_a_file(write: Write) -> None:
    path = write("mine.toml", changed("power = 3", "power = 4"))
    sheet = load_sheet("toy", path)
    assert (sheet.name, sheet.shipped, sheet.find("axe").power) == ("mine", False, 4)
    assert load_sheet("toy", str(path)) is sheet


def test_a_file_may_begin_with_a_byte_order_mark_and_end_lines_as_windows_does(write: Write) -> None:
    text = b"\xef\xbb\xbf" + TOY.replace("\n", "\r\n").encode()
    assert load_sheet("toy", write("mine.toml", text)).shipped


@pytest.mark.parametrize("name, why", [("none.toml", "cannot be read: "), ("mine.txt", "must end in .toml or .csv")])
def test_a_file_that_is_no_sheet_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(SheetError, match=f"{name}: .*{why}"):
        load_sheet("toy", tmp_path / name)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(SheetError, match=r"folder.toml: cannot be read"):
        load_sheet("toy", tmp_path / "folder.toml")


def test_a_name_with_a_control_character_is_shown_without_it() -> None:
    with pytest.raises(SheetError, match="a\N{REPLACEMENT CHARACTER}b\\.toml: cannot be read"):
        load_sheet("toy", "a\x00b.toml")


@pytest.mark.parametrize("source", ["", "  ", 3, ["mine.toml"], True])
def test_a_source_is_a_path(source: Any) -> None:
    with pytest.raises(ValueError, match=r"a path to a \.toml or \.csv file"):
        load_sheet("toy", source)


def test_a_huge_file_is_refused_unread(write: Write) -> None:
    with pytest.raises(SheetError, match="larger than 1,000,000 bytes"):
        load_sheet("toy", write("mine.toml", b"#" * 1_000_001))


def test_a_file_of_another_encoding_is_refused_with_the_line(write: Write) -> None:
    with pytest.raises(SheetError, match=r"mine.toml: line 2: is not UTF-8 text"):
        load_sheet("toy", write("mine.toml", "# ok\n# café\n".encode("latin-1")))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        load_sheet("chess")


# Sheets to fill in --------------------------------------------------------------
ROWS = """\
id,name,copies,power,ability,cost,loud,house
axe,Axe,6,3,double,,true,power;ability
bread,Bread,3,0,,2,false,
crow,Old crow,1,9,,,false,
"""


def test_a_sheet_to_fill_in_says_how_and_is_the_shipped_one(write: Write) -> None:
    text = export_sheet("toy")
    assert text.startswith("# A card sheet for toy, to be filled in")
    assert text.endswith(TOY)
    assert load_sheet("toy", write("mine.toml", text)) is load_sheet("toy")


def test_rows_for_a_spreadsheet_are_the_shipped_sheet(write: Write) -> None:
    assert export_sheet("toy", csv=True) == ROWS
    assert load_sheet("toy", write("mine.csv", ROWS)) is load_sheet("toy")


def test_the_note_on_a_sheet_to_fill_in_tells_the_truth(write: Write) -> None:
    text = export_sheet("toy")
    for line in ("[source.own-copy]", 'kind = "printed"', 'what = "Read off my own copy"'):
        assert f"# {line}\n" in text
    own = '\n[source.own-copy]\nkind = "printed"\nwhat = "Read off my own copy"\n'
    text = text.replace("power = 3", "power = 5").replace('power = "house"', 'power = "own-copy"') + own
    sheet = load_sheet("toy", write("mine.toml", text))
    assert not sheet.is_house(sheet.find("axe"), "power")


def test_a_value_without_the_house_mark_was_read_off_the_owners_copy(write: Write) -> None:
    sheet = load_sheet("toy", write("mine.csv", ROWS.replace("3,double,,true,power;ability", "5,double,,true,ability")))
    axe = sheet.find("axe")
    assert (axe.power, sheet.source(axe, "power").what) == (5, "Read off the owner's own copy")
    assert (sheet.is_house(axe, "ability"), sheet.source(axe, "name").id) == (True, "rulebook")
    assert sheet.numbers == {"hp": 20}
    assert sheet.number_source("hp").kind == "house"


def test_a_house_value_that_the_owner_confirms_is_no_longer_house(write: Write) -> None:
    sheet = load_sheet("toy", write("mine.csv", ROWS.replace("power;ability", "ability")))
    assert sheet.source(sheet.find("axe"), "power").kind == "printed"
    assert not sheet.shipped


@pytest.mark.parametrize("sign", [";", "\t"])
def test_other_separators_are_read_too(write: Write, sign: str) -> None:
    rows = ROWS.replace(";", " ").replace(",", sign)
    assert load_sheet("toy", write("mine.csv", rows)).shipped
    assert load_sheet("toy", write("excel.csv", b"\xef\xbb\xbf" + rows.replace("\n", "\r\n").encode())).shipped


def test_columns_may_stand_in_any_order_with_blank_rows_between(write: Write) -> None:
    lines = [line.split(",") for line in ROWS.splitlines()]
    rows = "\n,,,,,,,\n".join(",".join(reversed(line)) for line in lines)
    assert load_sheet("toy", write("mine.csv", rows)).shipped


@pytest.mark.parametrize(
    "old, new, where, what",
    [
        ("copies,power", "copies,powr", "columns", "'powr' is not a column; did you mean power?"),
        ("id,name", "id,power", "columns", "'power' is there twice"),
        ("id,name", "nr,name", "columns", "id is missing"),
        ("6,3,", "6,x,", "card axe, power", "'x' is not a whole number from 0 to 9"),
        ("6,3,", "6,3.0,", "card axe, power", "'3.0' is not a whole number from 0 to 9"),
        ("6,3,", "6,,", "card axe, power", "is missing; a whole number from 0 to 9"),
        ("6,3,", "6,-3,", "card axe, power", "-3 is not a whole number from 0 to 9"),
        ("true", "yes", "card axe, loud", "'yes' is not true or false"),
        ("power;ability", "power;abilty", "line 2, house", "'abilty' is not a field; did you mean ability?"),
        ("crow,Old", "axe,Old", "card axe, id", "is used twice: by cards number 1 and 3"),
        ("2,false,", "2,false,,,9", "line 3", "has 10 cells, but there are 8 columns"),
        ("Bread", '"Bread', "", None),
        ("6,3,", "7,3,", "", "the box has 10 cards, not 11"),
        ("Bread", "Br\x07ead", "card bread, name", f"'Br\\x07ead' {TEXT}"),
    ],
)
def test_a_slip_in_a_row_is_named(write: Write, old: str, new: str, where: str, what: str | None) -> None:
    assert old in ROWS
    with pytest.raises(SheetError) as error:
        load_sheet("toy", write("mine.csv", ROWS.replace(old, new, 1)))
    assert where in [place for place, _ in error.value.problems]
    assert what is None or (where, what) in error.value.problems


def test_an_empty_table_is_refused(write: Write) -> None:
    with pytest.raises(SheetError, match="is empty"):
        load_sheet("toy", write("mine.csv", "\n\n"))


def test_check_tells_game_cards_and_house_values(write: Write) -> None:
    assert check_file(write("mine.toml", TOY)) == "mine.toml: a toy sheet, 10 cards, 3 values house"
    assert check_file(write("mine.csv", ROWS)) == "mine.csv: a toy sheet, 10 cards, 3 values house"
    assert (
        check_file(write("named.csv", "# game: toy,,,,\n" + ROWS)) == "named.csv: a toy sheet, 10 cards, 3 values house"
    )


def test_lines_are_counted_from_the_top_of_the_file(write: Write) -> None:
    with pytest.raises(SheetError, match=r"mine.csv: line 4: has 10 cells"):
        check_file(write("mine.csv", "# game: toy\n" + ROWS.replace("2,false,", "2,false,,,9")))


@pytest.mark.parametrize(
    "name, text, why",
    [
        ("mine.toml", 'game = "chess"', "game: 'chess' is no game; there is"),
        ("mine.toml", 'game = "lantren"', "game: 'lantren' is no game; did you mean lantern"),
        ("mine.toml", "game = 3", "game: 3 is no game"),
        ("mine.toml", "", "it does not say for which game it is"),
        ("mine.csv", "a,b,c\n1,2,3\n", "it does not say for which game it is"),
        ("mine.csv", "# game: chess\n" + ROWS, "'chess' is no game"),
        ("mine.toml", changed("power = 3", "power = 30"), "mine.toml: card axe, power: 30 is not"),
    ],
)
def test_check_refuses_what_is_not_in_order(write: Write, name: str, text: str, why: str) -> None:
    with pytest.raises(SheetError) as error:
        check_file(write(name, text))
    assert why in str(error.value)


# The sheets that ship -------------------------------------------------------------
@pytest.mark.parametrize("game", rulebooks.GAMES)
@pytest.mark.parametrize("csv", [False, True])
def test_each_shipped_sheet_can_be_written_out_and_read_back(tmp_path: Path, game: str, csv: bool) -> None:
    path = tmp_path / ("mine.csv" if csv else "mine.toml")
    path.write_text(export_sheet(game, csv), encoding="utf-8")
    assert load_sheet(game, path) is load_sheet(game)
    assert check_file(path).startswith(f"{path.name}: a {game} sheet, ")


@pytest.mark.parametrize("game", rulebooks.GAMES)
def test_each_shipped_sheet_names_a_source_for_each_value(game: str) -> None:
    sheet = load_sheet(game)
    for card in sheet.cards:
        for name in [n for n in card.values if n not in ("id", "order")]:
            assert sheet.source(card, name).what
    assert all(sheet.number_source(name).what for name in sheet.numbers)


def test_the_cards_of_lantern_are_those_of_its_rulebook() -> None:
    sheet = load_sheet("lantern")
    assert str(sheet.bag()) == "Step 0 ×2, Step 1 ×2, Step 2, Storm 1, Storm 2, Storm 3"
    assert sheet.copies[sheet.find("weary")] == 0
    assert sheet.numbers == {"free_cards": 2, "start_oil": 2}
