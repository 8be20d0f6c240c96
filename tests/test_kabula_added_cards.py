"""Sheets that add cards to the shipped one: an owner's expansion of Kabula, typed in and shuffled in by its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kabula_table import SHEET, kabula
from rulebook_widgets.sheet_draft import read_text
from rulebooks.core.cards import SheetError, check_file, load_sheet, parse_sheet
from rulebooks.kabula.contents import deck

LOUD = """\
game = "kabula"
extends = "kabula"
default_source = "own-copy"

[source.own-copy]
kind = "printed"
what = "Read off my own copy"

[[card]]
id = "my-first"
name = "Read Off a Card"
kind = "encounter"
light = "orange"
set = "Outrageous"

[[card]]
id = "my-first-a"
name = "This"
kind = "option"
owner = "my-first"
trait = "lazy"
does = "heal 1"
set = "Outrageous"

[[card]]
id = "my-first-b"
name = "Or That"
kind = "option"
owner = "my-first"
trait = "violent"
does = "get teeth 1"
set = "Outrageous"

[[card]]
id = "my-hat"
name = "My Hat"
kind = "item"
type = "armor"
part = "brain"
price = 3
does = "defend shield 2"
set = "Outrageous"
values_from = { price = "house" }
"""


@pytest.fixture
def loud(tmp_path: Path) -> Path:
    """A small sheet of an owner's own."""
    path = tmp_path / "loud.toml"
    path.write_text(LOUD, encoding="utf-8")
    return path


@pytest.mark.rule("13.1")
def test_an_owner_types_in_an_expansion_of_their_own_and_shuffles_it_in(loud: Path) -> None:
    sheet = load_sheet("kabula", loud)
    assert len(sheet.cards) == len(SHEET.cards) + 4
    setup = kabula.Setup(sheet=sheet, expansions=("Outrageous",), light="orange")
    names = {c.name for c in (*deck(setup, "encounter"), *deck(setup, "item"))}
    assert {"Read Off a Card", "My Hat"} <= names
    assert "Read Off a Card" not in {c.name for c in deck(kabula.Setup(sheet=sheet, light="orange"), "encounter")}
    assert "Read Off a Card" not in {c.name for c in deck(replace(setup, light="green"), "encounter")}
    both = kabula.Setup(sheet=sheet, guardian="Shaggy", expansions=("Outrageous", "Conspiracy"))
    assert both.expansions == ("Conspiracy", "Outrageous")


def test_a_sheet_that_adds_cards_keeps_the_sources_of_both(loud: Path) -> None:
    sheet = load_sheet("kabula", loud)
    hat, walk = sheet.find("my-hat"), sheet.find("walk")
    assert (sheet.source(hat, "name").id, sheet.source(hat, "price").id) == ("own-copy", "house")
    assert sheet.source(walk, "name") == SHEET.source(walk, "name")
    assert sheet.numbers == SHEET.numbers
    assert check_file(loud).startswith("loud.toml: a kabula sheet, ")
    assert parse_sheet("kabula", sheet.text, "loud") is sheet


def test_the_sheet_editor_shows_added_cards_among_the_shipped_ones() -> None:
    raw, problems = read_text(LOUD, kabula.SCHEMA, "the text")
    assert problems == []
    assert len(raw["card"]) == len(SHEET.cards) + 4
    assert "extends" not in raw


def test_a_sheet_that_adds_cards_says_what_is_wrong_with_them(tmp_path: Path) -> None:
    def refused(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SheetError) as no:
            load_sheet("kabula", path)
        return str(no.value)

    assert "extends: 'karen' is no sheet to add cards to" in refused(
        LOUD.replace('extends = "kabula"', 'extends = "karen"')
    )
    assert "card walk, id: is used twice" in refused(LOUD.replace('id = "my-hat"', 'id = "walk"'))
    assert "my-first: an encounter has two options" in refused(
        LOUD.replace('owner = "my-first"', 'owner = "orc-family"', 1)
    )
    assert "default_source: unknown source 'nobody'" in refused(LOUD.replace('"own-copy"\n\n', '"nobody"\n\n', 1))
    assert "card: there is none" not in refused(LOUD + "luck = 3\n")
    assert "must be a table" in refused("card = 3\n" + LOUD[: LOUD.index("[[card]]")])


def test_only_an_action_for_two_coins_may_swallow(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    card = '[[card]]\nid = "x"\nname = "X"\nkind = "omen"\nowner = "shaggy"\nslot = "omega"\ndoes = "swallow"\n'
    path.write_text(f'game = "kabula"\nextends = "kabula"\n{card}', encoding="utf-8")
    with pytest.raises(SheetError, match=r"only a Guardian's action for two coins swallows anybody \(13\.5\)"):
        load_sheet("kabula", path)


def test_beside_a_rabbit_deck_no_card_of_a_guardian_lies_at_alpha(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    card = '[[card]]\nid = "x"\nname = "X"\nkind = "omen"\nowner = "shaggy"\nslot = "alpha"\ndoes = "home"\n'
    path.write_text(f'game = "kabula"\nextends = "kabula"\n{card}', encoding="utf-8")
    with pytest.raises(SheetError, match=r"a Guardian's own cards all lie at Omega \(13\.2\)"):
        load_sheet("kabula", path)
