"""The what-if panel: dials turned as the page turns them, answers, reasons, and what is refused."""

import json
from collections import namedtuple
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_widgets import Choice, Dial, WhatIf
from rulebook_widgets.what_if import moved
from rulebooks import game
from rulebooks.core.result import How, Odds

karen = game("karen")
numbers = st.dictionaries(st.integers(-3, 6), st.integers(0, 9), min_size=1).filter(lambda w: any(w.values()))


def adventure(pangs: int, hp: int) -> Odds:
    """HP lost against difficulty 4 with so many Hunger Pangs in the deck."""
    deck = {"Hunger Pang": pangs, "Attempt": 4, "Memento": 1}
    return karen.adventure_odds(deck, 4, hp=hp, courage=3).marginal("hp_lost")  # type: ignore[no-any-return]


def panel(**more: Any) -> WhatIf:
    """Hunger Pangs and HP as dials."""
    dials = {"pangs": Dial("Hunger Pangs", 0, 12, 5), "hp": Dial("HP", 1, 20, 10)}
    return WhatIf(adventure, title="A first quest", **dials, **more)


def refused(what: WhatIf, message: Any) -> str:
    """What a message is answered with; nothing else may change."""
    values, view, asked = dict(what.values), what.view, what.status["n"]
    what.handle(message)
    assert what.status["n"] == asked + 1
    assert (what.values, what.view) == (values, view)
    return str(what.status["text"])


# Turning ------------------------------------------------------------------------
def test_at_the_start_the_answer_stands_alone() -> None:
    what = panel()
    assert what.values == {"pangs": 5, "hp": 10}
    assert what.odds == adventure(5, 10)
    assert what.view["moved"] is False
    assert what.view["chart"]["names"] == []
    assert what.view["why"] == {}
    assert what.dials["dials"][0] == {
        "name": "pangs",
        "kind": "range",
        "label": "Hunger Pangs",
        "least": 0,
        "most": 12,
        "step": 1,
        "start": 5,
        "start_text": "5",
    }


def test_a_turned_dial_gives_the_new_answer_beside_the_one_at_the_start() -> None:
    what = panel()
    what.handle({"set": {"pangs": 8, "hp": 10}, "token": "t1"})
    assert what.values == {"pangs": 8, "hp": 10}
    assert what.odds == adventure(8, 10)
    assert what.view["token"] == "t1"
    assert what.view["moved"] is True
    chart = what.view["chart"]
    assert (chart["style"], chart["names"]) == ("ghost", ["now", "at the start"])
    (row,) = [r for r in chart["modes"][0]["rows"] if r["label"] == "4"]
    assert (row["value"], row["other"]["value"], row["change"]) == ("92/99", "13/18", "+41/198")


def test_every_answer_names_the_request_it_answers() -> None:
    what = panel()
    seen: list[str] = []
    what.observe(lambda change: seen.append(change["new"]["token"]), "view")
    for n in range(3):  # the same values again are answered too: the page waits for it
        what.handle({"set": {"pangs": 7}, "token": f"t{n}"})
    assert seen == ["t0", "t1", "t2"]


def test_reset_goes_back_to_the_start() -> None:
    what = panel()
    what.handle({"set": {"pangs": 0, "hp": 1}})
    what.handle({"reset": True, "token": "r"})
    assert what.values == what.start
    assert what.view["moved"] is False
    assert what.view["token"] == "r"


def test_dials_can_be_turned_from_python() -> None:
    what = panel()
    what.set(hp=2)
    assert what.view["values"] == {"pangs": 5, "hp": 2}
    with pytest.raises(ValueError, match="HP is a whole number from 1 to 20, not 21"):
        what.set(pangs=1, hp=21)
    with pytest.raises(ValueError, match="no dial is called 'speed'; there are pangs, hp"):
        what.set(speed=1)
    assert what.values == {"pangs": 5, "hp": 2}
    what.reset()
    assert what.values == {"pangs": 5, "hp": 10}


def test_a_choice_is_sent_by_its_place_and_answered_with_its_value() -> None:
    asked: list[Any] = []

    def answer(aim: Any, n: int) -> Odds:
        asked.append(aim)
        return Odds.of({0: 1, n: 2})

    what = WhatIf(answer, aim=Choice("Aim", {"to clear": "clear", "nothing": None}, None), n=Dial("n", 1, 9, 1, 2))
    assert asked == [None]
    assert what.dials["dials"][0]["texts"] == ["to clear", "nothing"]
    assert what.view["values"] == {"aim": 1, "n": 1}
    what.handle({"set": {"aim": 0}})
    assert asked == [None, "clear"]
    assert what.turned == "Aim nothing → to clear"


# The headline -------------------------------------------------------------------
@pytest.mark.parametrize(
    "odds, line",
    [
        (Odds.of({True: 1, False: 3}), "Yes: 1/4 (25.00 %, 1 in 4)"),
        (Odds.of({False: 1}), "Yes: 0 (0.00 %, never)"),
        (Odds.of({0: 91, 1: 84, 2: 15}), "On average 3/5 (0.6)"),
        (Odds.of({-2: 1}), "On average −2"),
        (Odds.of({"a": 1, "b": 2}), "Most likely: b, 2/3 (66.67 %)"),
    ],
)
def test_without_a_headline_one_is_made(odds: Odds, line: str) -> None:
    assert WhatIf(lambda n: odds, n=Dial("n", 0, 1, 0)).headline == line


def test_a_headline_of_ones_own_is_shown() -> None:
    what = WhatIf(lambda n: (f"n is {n} <b>", Odds.of({n: 1})), n=Dial("n", 0, 1, 0))
    assert what.headline == what.view["headline"] == "n is 0 <b>"


# The reasons --------------------------------------------------------------------
def test_it_says_what_moved_exactly_greatest_first() -> None:
    what = panel()
    what.set(pangs=8)
    why = what.view["why"]
    assert why["turned"] == "Hunger Pangs 5 → 8"
    assert why["gained"] == [
        {"label": "4", "change": "+41/198", "points": "20.71 points", "words": "13/18 → 92/99"},
    ]
    assert [row["label"] for row in why["lost"]] == ["3", "2", "1"]
    assert why["more"] == 1
    assert why["mean"] == "The mean: 32/9 (3.556) → 1924/495 (3.887)."


def test_what_became_possible_and_what_became_impossible_is_said() -> None:
    data = moved(Odds.of({1: 1, 3: 1}), Odds.of({1: 1, 2: 1}))
    assert data["gained"][0]["words"] == "was impossible, is 1/2 now"
    assert data["lost"][0]["words"] == "was 1/2, is impossible now"


def test_nothing_moved_is_said_too() -> None:
    odds = Odds.of({"a": 1, "b": 1})
    assert moved(odds, odds)["lines"] == ["No outcome moved."]
    assert moved(Odds.of({1: 1}), Odds.of({1: 1}))["lines"] == ["No outcome moved.", "The mean stays 1."]


@given(numbers, numbers)
def test_what_is_gained_is_what_is_lost(first: dict[int, int], second: dict[int, int]) -> None:
    now, start = Odds.of(first), Odds.of(second)
    data = moved(now, start)
    changes = [Fraction(r["change"].replace("−", "-")) for r in data["gained"]]
    assert changes == sorted((now.get(o, 0) - start.get(o, 0) for o in {*now, *start}), reverse=True)[: len(changes)]
    assert all(c > 0 for c in changes)
    assert len(changes) == min(3, sum(now.get(o, 0) > start.get(o, 0) for o in {*now, *start}))
    assert all(r["change"].startswith("−") for r in data["lost"])


# Answers that fail --------------------------------------------------------------
def fussy(n: int) -> Odds:
    """No answer at 2, a fault at 3, an interruption at 4, no odds at 5."""
    match n:
        case 2:
            raise ValueError("two is too many <b>")
        case 3:
            raise ZeroDivisionError("by hand")
        case 4:
            raise KeyboardInterrupt
        case 5:
            return {1: 1}  # type: ignore[return-value]
    return Odds.of({n: 1})


def test_a_value_error_is_shown_and_the_next_value_answers_again() -> None:
    what = WhatIf(fussy, n=Dial("n", 0, 9, 1))
    what.handle({"set": {"n": 2}, "token": "a"})
    assert what.view["error"] == "Two is too many <b>"
    assert what.view["token"] == "a"
    assert (what.view["chart"], what.view["headline"], what.headline) == ({}, "", "")
    with pytest.raises(ValueError, match="Two is too many"):
        _ = what.odds
    assert repr(what).endswith("n: 2 (start 1)\nTwo is too many <b>")
    what.handle({"set": {"n": 6}})
    assert what.view["error"] == ""
    assert what.odds == Odds.of({6: 1})


@pytest.mark.parametrize(
    "n, fault, text",
    [
        (3, ZeroDivisionError, "The answer failed: ZeroDivisionError: by hand"),
        (4, KeyboardInterrupt, "Stopped before there was an answer."),
    ],
)
def test_a_fault_or_a_stop_is_shown_and_raised_and_the_page_does_not_wait(n: int, fault: Any, text: str) -> None:
    what = WhatIf(fussy, n=Dial("n", 0, 9, 1))
    with pytest.raises(fault):
        what.handle({"set": {"n": n}, "token": "t"})
    assert (what.view["error"], what.view["token"]) == (text, "t")
    what.handle({"reset": True})
    assert what.view["error"] == ""


def test_an_answer_that_is_no_odds_is_refused() -> None:
    what = WhatIf(fussy, n=Dial("n", 0, 9, 1))
    what.handle({"set": {"n": 5}})
    assert what.view["error"] == "Answer gives Odds, (headline, Odds) or (headline, Odds, Worth), not {1: 1}"
    with pytest.raises(ValueError, match="answer gives Odds"):
        WhatIf(lambda n: ("a line", 3), n=Dial("n", 0, 1, 0))  # type: ignore[arg-type, return-value]


def test_without_an_answer_at_the_start_there_is_no_panel() -> None:
    with pytest.raises(ValueError, match="two is too many"):
        WhatIf(fussy, n=Dial("n", 0, 9, 2))


# What is refused ----------------------------------------------------------------
@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "reset",
        [],
        {},
        {"set": 3},
        {"set": {"hp": 5}, "reset": True},
        {"reset": 1},
        {"reset": False},
        {"do": 0},
        {"set": {"speed": 1}},
        {"set": {"hp": 0}},
        {"set": {"hp": 21}},
        {"set": {"hp": 5.0}},
        {"set": {"hp": "5"}},
        {"set": {"hp": True}},
        {"set": {"hp": None}},
        {"set": {"hp": [5]}},
        {"set": {"hp": 10**400}},
        {"set": {"pangs": 3, "hp": -1}},
        {"set": {"hp": 5}, "token": "t", "more": 1},
    ],
)
def test_a_malformed_message_changes_nothing_and_is_answered(message: Any) -> None:
    what = panel()
    text = refused(what, message)
    assert text
    assert len(text) < 200


def test_the_refusal_says_what_is_allowed_and_names_the_request() -> None:
    what = panel()
    assert refused(what, {"set": {"hp": 21}, "token": "t9"}) == "HP is a whole number from 1 to 20, not 21"
    assert what.status["token"] == "t9"
    assert refused(what, {"go": 1, "token": "x" * 41}).startswith("The panel knows set and reset, not ")
    assert what.status["token"] == ""
    choice = WhatIf(lambda c: Odds.of({c: 1}), c=Choice("Aim", ["a", "b"]))
    assert refused(choice, {"set": {"c": 2}}) == "Aim is one of a, b, not the one at 2"
    steps = WhatIf(lambda n: Odds.of({n: 1}), n=Dial("n", 0, 9, 3, 3))
    assert refused(steps, {"set": {"n": 4}}) == "N is a whole number from 0 to 9 in steps of 3, not 4"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Dial("HP", 1, 20, 0),
        lambda: Dial("HP", 1, 20, 21),
        lambda: Dial("HP", 20, 1, 5),
        lambda: Dial("HP", 1, 1, 1),
        lambda: Dial("HP", 1, 20, 2, 2),
        lambda: Dial("HP", 1, 20, 5, 0),
        lambda: Dial("HP", 1, 20, 5.0),  # type: ignore[arg-type]
        lambda: Dial("HP", True, 20, 5),
        lambda: Dial("HP", 0, 20_000, 5),
        lambda: Dial("HP", 0, 10**12, 0, 10**10),
        lambda: Dial("", 0, 2, 1),
        lambda: Dial("x" * 201, 0, 2, 1),
        lambda: Dial(3, 0, 2, 1),  # type: ignore[arg-type]
        lambda: Choice("Aim", []),
        lambda: Choice("Aim", "ab"),
        lambda: Choice("Aim", 3),  # type: ignore[arg-type]
        lambda: Choice("Aim", ["a"], "b"),
        lambda: Choice("Aim", [1, 2], True),
        lambda: Choice("Aim", range(201)),
        lambda: WhatIf(lambda: Odds.of({1: 1})),
        lambda: WhatIf(3, n=Dial("n", 0, 1, 0)),  # type: ignore[arg-type]
        lambda: WhatIf(lambda n: Odds.of({1: 1}), n=3),  # type: ignore[arg-type]
        lambda: WhatIf(lambda n: Odds.of({1: 1}), title=3, n=Dial("n", 0, 1, 0)),  # type: ignore[arg-type]
    ],
)
def test_dials_and_panels_that_make_no_sense_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError):
        wrong()


# In words -----------------------------------------------------------------------
def test_the_text_form_has_title_dials_headline_table_and_reasons() -> None:
    what = panel()
    what.set(pangs=8)
    assert repr(what).splitlines() == [
        "A first quest",
        "Hunger Pangs: 8 (start 5); HP: 10",
        "On average 1924/495 (3.887)",
        *str(adventure(8, 10)).splitlines(),
        "Since the start: Hunger Pangs 5 → 8.",
        "What gained most: 4: +41/198 (20.71 points; 13/18 → 92/99).",
        "What lost most: 3: −82/693 (11.83 points; 10/63 → 4/99); 2: −41/693 (5.92 points; 5/63 → 2/99); "
        "1: −82/3465 (2.37 points; 2/63 → 4/495).",
        "1 more outcome moved less.",
        "The mean: 32/9 (3.556) → 1924/495 (3.887).",
    ]
    assert repr(WhatIf(lambda n: Odds.of({n: 1}), n=Dial("n", 0, 1, 0))).startswith("What if?\nn: 0\n")


def test_what_is_sent_is_plain_data_and_hostile_words_stay_words() -> None:
    Pair = namedtuple("Pair", "word n")
    hostile = "<img src=x onerror=alert(1)>\u202e"

    def answer(n: int, c: str) -> tuple[str, Odds]:
        return c, Odds.of({Pair(c, n): 1, Pair("b", 0): 2}, How("sampled", hostile, 3, 1))

    what = WhatIf(answer, title=hostile, n=Dial(hostile, 0, 3, 1), c=Choice(hostile, ["a", hostile], "a"))
    what.handle({"set": {"n": 2, "c": 1}})
    for sent in (what.view, what.dials, what.status):
        assert json.loads(json.dumps(sent)) == sent
    assert what.view["headline"] == what.dials["title"] == hostile
    assert what.view["chart"]["modes"][0]["rows"][0]["label"].startswith(f"word {hostile}")
