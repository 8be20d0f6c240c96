"""Saved games: the same again after loading; whatever is wrong with a file is named, and the table stays as it was."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulebooks
from rulebooks import lantern
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.saving import LARGEST
from rulebooks.lantern import Action, Setup

Data = dict[str, Any]
MINE = export_sheet("lantern").replace("start_oil = 2", "start_oil = 5")


def some_night(seed: int = 3) -> Table:
    """A night of eight moves, one of them a fresh roll, one taken back."""
    table = Table("lantern", seed=seed)
    table.roll()
    table.undo()
    table.roll(fresh=True)
    table.choose(1)
    table.choose(2)
    table.do(Action.STAND)
    table.roll()
    table.undo()
    return table


def seen(table: Table) -> tuple[Any, ...]:
    """All that can be seen of a table."""
    moves = [(p.move, p.events, p.after) for p in table.history]
    return table.game, table.seed, table.start, table.state, table.at, table.length, moves, table.to_json()


# The same again ---------------------------------------------------------------
def test_a_saved_game_is_the_same_again(tmp_path: Path) -> None:
    table, other = some_night(), Table("lantern", seed=99)
    table.save(tmp_path / "night.json")
    other.load(tmp_path / "night.json")
    assert seen(other) == seen(table)
    other.redo()
    assert other.at == table.at + 1


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_playthrough_is_the_same_again_and_goes_on_alike(data: st.DataObject) -> None:
    table = Table("lantern", seed=data.draw(st.integers()))
    for _ in range(data.draw(st.integers(0, 25))):
        match table.node:
            case Terminal():
                break
            case Decision(actions=actions):
                table.do(data.draw(st.sampled_from(actions)))
            case Chance(outcomes=outcomes):
                if data.draw(st.booleans()):
                    table.choose(data.draw(st.sampled_from(list(outcomes))))
                else:
                    table.roll(fresh=data.draw(st.booleans()))
        if table.at and data.draw(st.integers(0, 4)) == 0:
            table.undo()
    other = Table("lantern")
    other.load_json(table.to_json())
    assert seen(other) == seen(table)
    if isinstance(table.node, Chance):
        assert other.roll().move == table.roll().move


def test_a_position_that_was_set_up_is_saved_with_the_game(tmp_path: Path) -> None:
    start = lantern.position(oil=1, storm=3, shown=[1, 0], deck=[2, 0], discard=[1], storms=[2])
    table, other = Table("lantern", start=start), Table("lantern")
    table.do(Action.SPEND)
    table.save(tmp_path / "position.json")
    other.load(tmp_path / "position.json")
    assert seen(other) == seen(table)
    assert other.from_position


def test_a_sheet_of_ones_own_is_saved_whole(tmp_path: Path) -> None:
    mine = Setup(sheet=parse_sheet("lantern", MINE, "mine"))
    table, other = Table("lantern", mine), Table("lantern")
    table.roll()
    table.save(tmp_path / "mine.json")
    assert "start_oil = 5" in json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["setup"]["sheet"]["text"]
    other.load(tmp_path / "mine.json")
    assert other.state.oil == 5
    assert other.state.setup is mine


def test_the_shipped_sheet_is_only_named(tmp_path: Path) -> None:
    assert json.loads(some_night().to_json())["setup"] == {"is": "Setup", "sheet": {"sheet": "lantern"}}


def test_a_file_says_what_it_is_and_reads_in_words() -> None:
    data = json.loads(some_night().to_json())
    assert (data["format"], data["version"], data["game"]) == ("rulebook-lab game", 1, "lantern")
    assert data["edition"] == lantern.rule.edition
    assert data["moves"][3] == {"did": "stand"}
    assert data["fresh"] == {"the storm#0": 1}
    assert (data["seed"], data["at"], len(data["moves"])) == (3, 4, 5)


# Wrong files ------------------------------------------------------------------
def changed(**values: Any) -> Callable[[Data], Any]:
    """A file with other values."""
    return lambda data: {**data, **values}


def with_move(number: int, move: Any) -> Callable[[Data], Any]:
    """A file in which one move is another."""
    return lambda data: {**data, "moves": [*data["moves"][: number - 1], move, *data["moves"][number:]]}


def start(**values: Any) -> Callable[[Data], Any]:
    """A file that starts from a position with other values."""
    from rulebooks.core.codec import to_plain

    return lambda data: {**data, "moves": [], "at": 0, "start": {**to_plain(lantern.initial_state()), **values}}


def without(key: str) -> Callable[[Data], Any]:
    """A file that lacks something."""
    return lambda data: {k: v for k, v in data.items() if k != key}


DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]

WRONG: dict[str, tuple[Callable[[Data], Any], str]] = {
    "a list": (lambda data: [data], "not a saved game of this kit"),
    "another format": (changed(format="chess"), "“format” must be “rulebook-lab game”"),
    "a later version": (changed(version=2), "format version 2; this kit reads version 1"),
    "a version in words": (changed(version="1"), "format version '1'"),
    "no moves": (without("moves"), "missing ['moves']"),
    "no seed": (without("seed"), "missing ['seed']"),
    "something unknown": (changed(cheat=1), "unknown ['cheat']"),
    "an unknown game": (changed(game="chess"), "a game called 'chess'; the shelf has lantern"),
    "a game that is a path": (changed(game="../os"), "a game called '../os'"),
    "another edition": (changed(edition="2nd"), "edition “2nd”; this kit plays “1st English, 2024”"),
    "an old sheet": (changed(sheet_digest="0" * 16), "out of date: the shipped lantern sheet has changed"),
    "a seed in words": (changed(seed="7"), "“seed” is of the wrong kind"),
    "a seed that is a truth value": (changed(seed=True), "“seed” is of the wrong kind"),
    "moves in a mapping": (changed(moves={}), "“moves” is of the wrong kind"),
    "a place beyond the moves": (changed(at=6), "“at” is 6, but there are 5 moves"),
    "a place before the start": (changed(at=-1), "“at” is -1"),
    "half a fresh roll": (changed(fresh={"the storm#0": 0.5}), "“fresh” counts are whole numbers"),
    "a foreign class": (changed(setup={"is": "Popen"}), "lantern has nothing called 'Popen'"),
    "a state for a set-up": (start(setup={"is": "Phase", "name": "SHOW"}), "setup cannot be"),
    "an action for a set-up": (changed(setup={"is": "Action", "name": "STAND"}), "belongs to another set-up"),
    "a sheet that is none": (
        changed(setup={"is": "Setup", "sheet": {"sheet": "x", "text": "not = [toml"}}), "does not fit lantern"
    ),
    "a sheet of numbers": (changed(setup={"is": "Setup", "sheet": 7}), "does not fit lantern"),
    "a sheet from a path": (changed(setup={"is": "Setup", "sheet": "/etc/passwd"}), "does not fit lantern"),
    "a set-up nested too deeply": (changed(setup={"is": "Setup", "sheet": DEEP}), "does not fit lantern"),
    "oil in words": (start(oil="2"), "oil cannot be '2'"),
    "cards that are no numbers": (start(deck={"bag": [["joker", 1]]}), "deck cannot be 'joker'"),
    "fewer cards than none": (start(deck={"bag": [[1, -1]]}), "whole numbers of cards, from 0 up"),
    "a state without a set-up": (start(setup=None), "setup cannot be 'None'"),
    "a move that is not there": (with_move(4, {"did": "dance"}), "move 4, “dance”, does not fit; player 1 chooses now"),
    "a draw where one chooses": (with_move(4, {"drawn": "stand"}), "move 4, “stand”, does not fit"),
    "a choice where one draws": (with_move(1, {"did": "1"}), "move 1, “1”, does not fit; the storm is drawn now"),
    "a card that is not there": (with_move(2, {"drawn": "9"}), "move 2, “9”, does not fit"),
    "two things in one move": (with_move(1, {"did": "1", "drawn": "1"}), "move 1 must be {“did”: …} or {“drawn”: …}"),
    "a move that is a number": (with_move(1, 1), "move 1 must be"),
    "a move whose name is a number": (with_move(1, {"drawn": 1}), "move 1 must be"),
}  # fmt: skip


@pytest.mark.parametrize("harm, message", WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_named_and_the_table_stays(harm: Any, message: str, tmp_path: Path) -> None:
    path, table = tmp_path / "night.json", some_night(seed=8)
    before = seen(table)
    path.write_text(json.dumps(harm(json.loads(some_night().to_json()))), encoding="utf-8")
    with pytest.raises(ValueError) as no:
        table.load(path)
    assert message in str(no.value)
    assert str(no.value).startswith(str(path))
    assert seen(table) == before


@pytest.mark.parametrize(
    "content, message",
    [
        (b"", "damaged: not JSON (line 1)"),
        (b"{", "damaged: not JSON (line 1)"),
        (some_night().to_json()[:-200].encode(), "damaged: not JSON"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"[" * 100_000, "damaged: not JSON"),
        (b'{"format": ' + b"9" * 5000 + b"}", "damaged: not JSON"),
        (b"null", "not a saved game of this kit"),
        (b" " * (LARGEST + 1), "is more than a saved game has"),
    ],
    ids=["empty", "begun", "cut short", "no text", "nested", "a huge number", "null", "too long"],
)
def test_a_damaged_file_is_named_and_the_table_stays(content: bytes, message: str, tmp_path: Path) -> None:
    path, table = tmp_path / "night.json", some_night()
    before = seen(table)
    path.write_bytes(content)
    with pytest.raises(ValueError) as no:
        table.load(path)
    assert message in str(no.value)
    assert seen(table) == before


def test_a_file_that_is_not_there_or_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*nothing\.json: No such file"):
        Table("lantern").load(tmp_path / "nothing.json")
    with pytest.raises(ValueError, match="cannot read"):
        Table("lantern").load(tmp_path)


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a file where a value stands."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in inside for deeper in paths(value, (*path, key)))]


junk = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.integers(), st.text(max_size=5), st.just([]), st.just({}),
    st.just({"bag": [["x", 2], ["y", 1]]}), st.just({"is": "State"}), st.just({"is": "Action", "name": "STAND"}),
)  # fmt: skip


@settings(max_examples=200)
@given(st.data())
def test_whatever_is_put_anywhere_in_a_file_is_refused_or_plays(data: st.DataObject) -> None:
    whole = json.loads(Table("lantern", start=some_night().state).to_json())
    if data.draw(st.booleans()):
        whole = json.loads(some_night().to_json())
    place = data.draw(st.sampled_from(paths(whole)[1:]))
    inside = whole
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = data.draw(junk)
    table = some_night(seed=1)
    before = seen(table)
    try:
        table.load_json(json.dumps(whole))
    except ValueError:
        assert seen(table) == before
    else:
        assert repr(table)
        assert table.to_json()


HOSTILE = "<img src=x onerror=alert(1)>\x00\u202e" + "x" * 100_000


@pytest.mark.parametrize("key", ["format", "game", "edition", "sheet_digest"])
def test_hostile_text_in_a_file_makes_no_endless_message(key: str) -> None:
    with pytest.raises(ValueError) as no:
        Table("lantern").load_json(json.dumps({**json.loads(some_night().to_json()), key: HOSTILE}))
    assert len(str(no.value)) < 500


def test_a_hostile_move_makes_no_endless_message() -> None:
    data = json.loads(some_night().to_json())
    data["moves"][3] = {"did": HOSTILE}
    with pytest.raises(ValueError) as no:
        Table("lantern").load_json(json.dumps(data))
    assert len(str(no.value)) < 600


# Saving -----------------------------------------------------------------------
def test_a_file_appears_complete_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "night.json"
    some_night().save(path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ValueError, match=r"cannot save to .*night\.json: No space left on device"):
        some_night(seed=4).save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["night.json"]


def test_saving_into_no_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no folder"):
        some_night().save(tmp_path / "nowhere" / "night.json")


def test_saving_over_a_folder_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "night.json").mkdir()
    with pytest.raises(ValueError, match="cannot save to"):
        some_night().save(tmp_path / "night.json")
    assert [p.name for p in tmp_path.iterdir()] == ["night.json"]


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_each_game_of_the_shelf_saves_and_loads(name: str, tmp_path: Path) -> None:
    table, other = Table(name, seed=2), Table("lantern")
    for _ in range(12):
        if isinstance(node := table.node, Decision):
            table.do(node.actions[-1])
        elif isinstance(node, Chance):
            table.roll()
    table.save(tmp_path / "game.json")
    other.load(tmp_path / "game.json")
    assert seen(other) == seen(table)
