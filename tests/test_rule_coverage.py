"""Every modelled passage is a function with a test, and no test names what is not there."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rule_index
import rulebooks
from rulebooks.core.cards import cards_matching


@pytest.fixture(params=rulebooks.GAMES)
def module(request: pytest.FixtureRequest) -> Any:
    return rulebooks.game(request.param)


@cache
def shown_by_tests(mark: str) -> rule_index.Index:
    """The index of one mark, read off the test files once for all games."""
    return rule_index.build((mark,))


def test_every_modelled_passage_has_a_rule_function(module: Any) -> None:
    modelled = [p.id for p in module.rule.outline.passages.values() if p.status == "modelled"]
    assert [id for id in modelled if id not in module.rule] == []


def test_every_rule_function_has_a_passage(module: Any) -> None:
    passages = module.rule.outline.passages
    assert [r.id for r in module.rule if r.id not in passages] == []


def test_no_rule_function_stands_for_a_passage_said_to_be_left_out(module: Any) -> None:
    left_out = {p.id for p in module.rule.outline.passages.values() if p.status == "not modelled"}
    assert [r.id for r in module.rule if r.id in left_out] == []


def test_every_rule_function_has_a_test(module: Any) -> None:
    shown = shown_by_tests("rule")[module.rule.game]
    assert [r.id for r in module.rule if r.id not in shown] == []


def test_no_test_names_an_unknown_rule(module: Any) -> None:
    shown = shown_by_tests("rule")[module.rule.game]
    assert {id: tests for id, tests in shown.items() if id not in module.rule} == {}


def test_every_rule_says_in_our_words_what_it_does(module: Any) -> None:
    assert [r.id for r in module.rule if not r.text or not r.title] == []


def test_every_passage_has_a_heading_and_a_place(module: Any) -> None:
    assert [p.id for p in module.rule.outline.passages.values() if not p.heading or not p.section] == []


def test_every_passage_speaks_of_cards_that_exist(module: Any) -> None:
    speaking = [p for p in module.rule.outline.passages.values() if p.cards]
    assert [p.id for p in speaking if not cards_matching(module.rule.game, p.cards)] == []


def test_every_ruling_has_a_test_and_no_test_names_an_unknown_one(module: Any) -> None:
    shown = shown_by_tests("ruling")[module.rule.game]
    assert sorted(shown) == sorted(module.rule.outline.rulings)


def test_every_ruling_says_what_we_do_and_why(module: Any) -> None:
    assert [r.id for r in module.rule.outline.rulings.values() if not r.text or not r.why or not r.rules] == []


def test_every_ruling_names_only_options_that_exist(module: Any) -> None:
    known = {f.name for f in fields(module.Options)} if hasattr(module, "Options") else set()
    named = {r.id: r.option for r in module.rule.outline.rulings.values() if r.option}
    assert {id: option for id, option in named.items() if option not in known} == {}


def test_every_house_rule_is_argued_in_a_ruling(module: Any) -> None:
    argued = {id for r in module.rule.outline.rulings.values() for id in r.rules}
    assert [r.id for r in module.rule if r.kind == "house" and r.id not in argued] == []


def test_the_stored_index_of_tests_is_current() -> None:
    stored = rule_index.STORED.read_text(encoding="utf-8")
    assert stored == rule_index.as_text(rule_index.build()), "run: python tests/rule_index.py"


def test_no_test_is_about_a_game_that_is_not_on_the_shelf() -> None:
    assert set(rule_index.build()) == set(rulebooks.GAMES)


# The index itself -------------------------------------------------------------
def _index(folder: Path, name: str, text: str) -> rule_index.Index:
    (folder / name).write_text(text, encoding="utf-8")
    return rule_index.build(folder=folder)


MARKED = 'import pytest\n@pytest.mark.rule("3.2")\n@pytest.mark.ruling("LR-1")\ndef test_it(): pass\n'


def test_the_file_name_says_which_game_a_test_is_about(tmp_path: Path) -> None:
    index = _index(tmp_path, "test_lantern_odds.py", MARKED)
    assert index["lantern"] == {"3.2": ["test_lantern_odds.py::test_it"], "LR-1": ["test_lantern_odds.py::test_it"]}


def test_a_file_may_name_its_game(tmp_path: Path) -> None:
    index = _index(tmp_path, "test_other.py", 'GAME = "lantern"\n' + MARKED)
    assert list(index["lantern"]) == ["3.2", "LR-1"]


def test_marks_on_methods_and_on_single_parameters_count(tmp_path: Path) -> None:
    text = (
        "import pytest\nclass TestOil:\n"
        '    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("3.4"))])\n'
        "    def test_it(self, n): pass\n"
    )
    assert _index(tmp_path, "test_lantern.py", text)["lantern"] == {"3.4": ["test_lantern.py::TestOil::test_it"]}


def test_a_marked_test_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="of which game"):
        _index(tmp_path, "test_other.py", MARKED)


def test_a_mark_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="takes ids as text"):
        _index(tmp_path, "test_lantern.py", "import pytest\n@pytest.mark.rule(3.2)\ndef test_it(): pass\n")
