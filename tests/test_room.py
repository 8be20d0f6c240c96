"""In a page less fits: a question that is too large is refused before the wait, with its size and what to do."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulebooks import game, odds
from rulebooks.core import room
from rulebooks.core.graph import LIMIT, Graph, TooLarge

KAREN = game("karen")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Python ran inside a page."""
    monkeypatch.setattr(room, "IN_PAGE", True)


def first_of(module: Any) -> Any:
    """The policy that takes the first action."""
    return lambda s: module.node(s).actions[0]


def test_a_whole_game_is_refused_after_a_look_with_its_size_and_with_what_to_do(page: None) -> None:
    with pytest.raises(TooLarge, match=r"at least about [\d,]{7,} in all, by a few random games") as no:
        Graph(KAREN, KAREN.initial_state(), limit=200_000)
    assert room.FIRST < no.value.found < 3 * room.FIRST
    assert "use odds.sample" in str(no.value)
    assert "in JupyterLab on a computer (`make lab`) more fits" in str(no.value)


def test_a_question_that_fits_gets_the_same_answer_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    adventure = KAREN.adventure({0: 5, 1: 8, 2: 4}, 7, hp=10)
    want = odds.value(KAREN, adventure, KAREN.GOALS["clear"])
    monkeypatch.setattr(room, "IN_PAGE", True)
    monkeypatch.setattr(room, "FIRST", 100)
    assert odds.value(KAREN, adventure, KAREN.GOALS["clear"]) == want


def test_a_page_takes_no_limit_beyond_its_memory(page: None) -> None:
    assert Graph(game("lantern"), game("lantern").initial_state(), limit=10**9).limit == room.MOST


def test_on_a_computer_nothing_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "at_least", lambda *_: pytest.fail("weighed"))
    with pytest.raises(TooLarge) as no:
        Graph(KAREN, KAREN.initial_state(), limit=30_000)
    assert "JupyterLab" not in str(no.value)


def test_the_default_limits_of_a_page_are_a_fifth() -> None:
    told = "import sys; sys.platform = 'emscripten'; from rulebooks.core import graph; from rulebooks.fast import karen"
    line = [sys.executable, "-c", f"{told}; print(graph.LIMIT, karen.LIMIT)"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(LIMIT // 5), "1000000"], done.stderr


@pytest.mark.parametrize("width, length", [(1, 200), (7, 30), (100, 100), (400, 400)])
def test_the_number_of_states_is_estimated_on_the_low_side(width: int, length: int) -> None:
    """A strip of so many columns, walked to its end: one step right, and up or down anywhere."""
    from rulebooks.core.sampling import pick

    ways = dict.fromkeys(range(width), 1)

    def move(place: tuple[int, int], walk: int, depth: int) -> tuple[int, int] | None:
        return (place[0] + 1, pick(ways, walk, depth)) if place[0] < length else None

    least = room.at_least((0, 0), move)
    assert least <= 1.1 * width * length
    assert least > width * length // 20


def test_a_sample_that_would_take_long_is_refused_with_its_time_and_with_what_fits(page: None) -> None:
    with pytest.raises(ValueError, match=r"10,000 games would take about 83 minutes.*n=1,200 takes 10"):
        room.check_sample(10_000, 0.5)
    room.check_sample(1_000, 0.5)


def test_a_sample_is_the_same_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    lantern = game("lantern")
    ask = (lantern, lantern.initial_state(), first_of(lantern), lambda end: end.oil)
    want = [odds.sample(*ask, n=n, seed=4) for n in (1, 2, 3, 40)]
    monkeypatch.setattr(room, "IN_PAGE", True)
    assert [odds.sample(*ask, n=n, seed=4) for n in (1, 2, 3, 40)] == want


def test_a_refused_sample_has_played_two_games_and_no_more(page: None, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    ticks = iter(range(0, 10_000, 100))
    monkeypatch.setattr("rulebooks.core.sampling.monotonic", lambda: next(ticks))
    lantern = game("lantern")
    with pytest.raises(ValueError, match="too long for Python in a page"):
        odds.sample(lantern, lantern.initial_state(), first_of(lantern), lambda end: played.append(1) or 0, n=500)
    assert len(played) == 2


def test_more_moves_prove_more() -> None:
    def move(place: tuple[int, int], walk: int, depth: int) -> tuple[int, int] | None:
        return (place[0] + 1, hash((walk, depth)) % 10**6) if place[0] < 50 else None

    found = [room.at_least((0, 0), move, n) for n in (500, 2_000, 8_000)]
    assert all(2 * less < more for less, more in pairwise(found))
