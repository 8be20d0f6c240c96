"""Show me: every rule that can fire has a stored example, small and at once there, that still shows it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import rulebooks
from rulebooks.core import example_search, examples
from rulebooks.core.examples import HOW, Example, Worked, example, starts
from rulebooks.core.rules import Rule

RULES = [pytest.param(game, r.id, id=f"{game}-{r.id}") for game in rulebooks.GAMES for r in rulebooks.game(game).rule]
each_rule = pytest.mark.parametrize("game, id", RULES)
FLIPPED = {"3.9c": "draw_when_enough", "5.5a": "copy_unused", "5.7": "effectless_abilities"}


def shown(game: str, id: str) -> Example:
    found = example(game, id)
    assert found is not None, f"{game} {id} cannot be shown"
    return found


@each_rule
def test_every_rule_has_an_example_that_still_shows_it(game: str, id: str) -> None:
    one = shown(game, id)
    assert one.how in HOW
    assert one.holds, f"run: python -m rulebooks.core.example_search {game}"


@each_rule
def test_examples_are_short(game: str, id: str) -> None:
    one = shown(game, id)
    assert one.play is None or one.play.at <= 3


@pytest.mark.parametrize("game", rulebooks.GAMES)
def test_no_example_is_stored_for_what_is_no_rule(game: str) -> None:
    assert [id for id in examples.stored(game) if id not in rulebooks.game(game).rule] == []


@pytest.mark.parametrize("game", rulebooks.GAMES)
def test_the_stored_examples_are_what_the_search_finds(game: str) -> None:
    found = example_search.as_text(example_search.find_all(game))
    assert examples.data_of(game, "json") == found, f"run: python -m rulebooks.core.example_search {game}"


def test_a_change_of_state_is_shown_by_a_move_with_its_events() -> None:
    one = shown("lantern", "3.3")
    assert one.how == "move"
    after, events = one.stepped
    assert "3.3" in [e.rule.id for e in events]
    assert not one.before.deck
    assert after.deck


def test_a_check_is_shown_by_an_action_it_refuses_and_one_it_lets_pass() -> None:
    one = shown("lantern", "3.4")
    assert one.how == "refuse"
    assert one.play is not None
    assert one.play.why_not(one.move) is one.rule
    assert one.instead is not None
    assert one.instead.move in one.instead.play.actions  # type: ignore[union-attr]


@each_rule
def test_what_is_let_pass_is_as_much_like_the_refused_as_can_be(game: str, id: str) -> None:
    one = shown(game, id)
    if one.how == "refuse":
        assert one.instead is not None
        assert type(one.instead.move) is type(one.move)


def test_an_end_is_shown_by_the_move_that_brings_it() -> None:
    one = shown("lantern", "4.1")
    assert one.how == "end"
    assert one.play is not None
    assert one.play.game.node(one.stepped[0]).ended_by == "4.1"


@pytest.mark.parametrize("id, option", FLIPPED.items())
def test_a_rule_that_is_open_as_we_read_it_is_shown_under_its_option(id: str, option: str) -> None:
    assert shown("karen", id).options == {option: False}
    assert option in {r.option for r in rulebooks.game("karen").rule[id].rulings}


def test_what_a_rule_reckons_is_worked() -> None:
    assert "printed 5, processed 2 → 3" in [str(w) for w in shown("karen", "4.1").worked]
    assert shown("karen", "8.2").how == "worked"
    assert str(shown("karen", "1.2").worked[-1]) == "event Pirate Ship → yes"
    assert [w.output for w in shown("karen", "3.3").worked] == ["4"]


def test_what_a_rule_makes_of_a_start_is_worked() -> None:
    (told,) = shown("scott_pilgrim", "10.10").worked
    assert told.inputs == (("this position", ""), ("player", "0"))
    assert told.output.startswith("Stephen Stills")


def test_a_rule_of_the_set_up_is_shown_by_the_first_position() -> None:
    one = shown("lantern", "2.1")
    assert (one.how, one.move, one.stepped) == ("start", None, (None, ()))
    assert one.before == rulebooks.game("lantern").initial_state()


def test_what_may_be_done_is_listed_where_a_rule_says_so() -> None:
    (worked,) = shown("karen", "3.6").worked
    assert "Courage Draw for 1 HP" in worked.output


def test_an_example_can_be_played_on_and_stays_as_it_was() -> None:
    one = shown("karen", "6.1")
    table = one.table()
    table.choose(one.move)
    assert table.state == one.stepped[0]
    assert one.before != table.state
    with pytest.raises(ValueError, match="without a position"):
        shown("karen", "8.2").table()


def test_examples_are_there_at_once() -> None:
    begin = time.perf_counter()
    for game in rulebooks.GAMES:
        for r in rulebooks.game(game).rule:
            example.__wrapped__(game, r.id)
    assert time.perf_counter() - begin < 2


# Wrong data ----------------------------------------------------------------------------
@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`by_hand(toml text, stored)`: Lantern with other examples, until the test ends."""

    def put(toml: str, stored: dict[str, Any] | None = None) -> None:
        texts = {"toml": toml, "json": json.dumps(stored or {})}
        monkeypatch.setattr(examples, "data_of", lambda game, ending: texts[ending])
        for cached in (examples.hand_made, examples.stored, starts, example):
            cached.cache_clear()

    yield put
    monkeypatch.undo()
    for cached in (examples.hand_made, examples.stored, starts, example):
        cached.cache_clear()


OIL = 'id = "a"\ncall = "position"\nwith = { oil = 1, storm = 3, shown = [0, 1], deck = [2] }\n'


@pytest.mark.parametrize(
    "text, says",
    [
        (f"[[start]]\n{OIL}[[start]]\n{OIL}", "'a' is there twice"),
        (f"[[start]]\n{OIL.replace('oil = 1', 'oil = -1')}", "start 'a': the keeper chooses with 0 oil"),
        ('[[start]]\nid = "a"\ncall = "nothing"\nwith = {}', "start 'a': .*no attribute 'nothing'"),
        ('[[start]]\nid = "a"\ntable = { oyl = 3 }', "start 'a': 'oyl'"),
        ('[[start]]\nid = "a"\ntable = { phase = "DANCE" }', "start 'a': 'DANCE'"),
    ],
)
def test_a_start_that_cannot_be_set_up_is_named(by_hand: Any, text: str, says: str) -> None:
    by_hand(text)
    with pytest.raises(ValueError, match=says):
        starts("lantern")


def test_a_start_may_be_given_by_the_fields_of_the_table(by_hand: Any) -> None:
    by_hand('[[start]]\nid = "a"\ntable = { phase = "CHOOSE", oil = 3, storm = 2, shown = [0, 1] }')
    state = starts("lantern")["a"].state
    assert (state.oil, state.storm, len(state.shown)) == (3, 2, 2)


@pytest.mark.parametrize("moves, move", [(["stand", "stand"], "1"), ([], "dance"), (["9"], "stand")])
def test_an_example_that_no_longer_fits_is_named(by_hand: Any, moves: list[str], move: str) -> None:
    by_hand(f"[[start]]\n{OIL}", {"3.6": {"how": "move", "start": "a", "moves": moves, "move": move}})
    with pytest.raises(ValueError, match=r"the example of lantern 3.6 Stand cannot be replayed"):
        example("lantern", "3.6")


def test_an_example_that_shows_another_rule_does_not_hold(by_hand: Any) -> None:
    by_hand(f"[[start]]\n{OIL}", {"3.3": {"how": "move", "start": "a", "moves": [], "move": "stand"}})
    assert not shown("lantern", "3.3").holds


def test_a_rule_without_an_example_has_none(by_hand: Any) -> None:
    by_hand("")
    assert example("lantern", "3.3") is None
    with pytest.raises(KeyError, match="lantern has no rule 9"):
        example("lantern", "9.9")


def test_worked_inputs_read_as_a_line() -> None:
    rule: Rule = rulebooks.game("karen").rule["8.1"]
    assert str(examples.work(rule, (21, 2))) == "power 21, stories 2 → 31"
    assert str(Worked((("this position", ""),), "7")) == "this position → 7"
