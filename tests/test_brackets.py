"""Bracketed answers: what they say, and that a fight's bracket always holds its exact value."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from rulebooks import friday, odds
from rulebooks.core.odds import Bracket
from rulebooks.fast.friday import fight_value
from rulebooks.fast.friday_bounds import Hindsight, Process, Simple, Unsuited, run
from test_friday_odds import engine_fight, random_fight

F, card = Fraction, friday.card


# What a bracket says -------------------------------------------------------------------------------
def test_a_bracket_says_what_each_bound_rests_on() -> None:
    found = Bracket(F(1, 3), F(1, 2), lower="never paying", upper="free cards")
    assert str(found) == "between 33.33 % and 50 % (bracketed: at least by never paying; at most by free cards)"
    assert found.how.kind == "bracketed"
    assert (found.width, found.closed) == (F(1, 6), False)


def test_a_bracket_is_rounded_outward() -> None:
    assert Bracket(F(2, 3), F(2, 3) + F(1, 10**9)).text == "between 66.66 % and 66.67 %"
    assert Bracket(F(-1, 3), F(10, 3), "life").text == "between −0.334 and 3.334 life"
    assert Bracket(F(1, 10**9), 1 - F(1, 10**9)).text == "between 0 % and 100 %"


def test_bounds_that_meet_are_the_exact_answer() -> None:
    found = Bracket(F(5, 12), F(5, 12), what="best play for “win”")
    assert found.closed
    assert str(found) == "5/12 (41.67 %) (exact: best play for “win”)"
    assert str(Bracket(F(1), F(1))) == "100.00 % (exact)"
    assert Bracket(F(-2), F(-2), "life").text == "−2.000 life"


def test_a_number_can_be_looked_up_in_a_bracket() -> None:
    found = Bracket(F(1, 4), F(1, 2))
    assert F(1, 3) in found
    assert F(2, 3) not in found
    assert "1/3" not in found


def test_a_bracket_is_a_table_in_a_notebook_with_its_words_escaped() -> None:
    shown = Bracket(F(1, 4), F(1, 2), lower="<b>", what="best play")._repr_html_()
    assert "<td>1/4</td><td>1/2</td><td>between 25 % and 50 %</td>" in shown
    assert "<b>" not in shown
    assert "bracketed: best play; at least by &lt;b&gt;" in shown


@pytest.mark.parametrize("low, high, said", [
    (F(1, 2), F(1, 3), "at most the upper one"),
    (0.25, F(1), "a bound is a Fraction, not 0.25"),
    (True, F(1), "not True"),
])  # fmt: skip
def test_a_bracket_refuses_what_is_none(low: Fraction, high: Fraction, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Bracket(low, high)


# Brackets of fights ---------------------------------------------------------------------------------
def held(seeds: range, limit: int) -> tuple[int, int, int]:
    """Random fights whose exact value lies between both bounds: how many, how many bounds, how many that meet."""
    fights = bounds = met = 0
    for seed in seeds:
        rng = random.Random(seed)
        one, goal = random_fight(rng), rng.choice(("win", "life"))
        f = engine_fight(**one)
        try:
            exact = odds.value(friday, f, friday.GOALS[goal], limit=limit)
        except odds.TooLarge:
            continue
        fights += 1
        low = high = None
        for kind in (Simple, Hindsight):
            for patience in (10**9, rng.randint(0, 3)):  # to the end, and cut short
                try:
                    value = bound(kind, f, goal, patience)
                except Unsuited:
                    continue
                bounds += 1
                if kind is Simple:
                    assert value <= exact, (seed, one, goal, patience)
                    low = value if low is None else max(low, value)
                else:
                    assert exact <= value, (seed, one, goal, patience)
                    high = value if high is None else min(high, value)
        met += low is not None and low == high
    return fights, bounds, met


def bound(kind: type[Process], f: Any, goal: str, patience: int) -> Fraction:
    """The bound of a process that is looked into for so many states, counted in steps of 256."""
    p = kind(f, goal)
    asked = iter(range(patience))
    cut = p.optimistic if isinstance(p, Hindsight) else None
    return run(p, p.start, cut, lambda: next(asked, None) is None)[0]


def test_the_exact_value_of_random_fights_lies_between_both_bounds() -> None:
    fights, bounds, met = held(range(20_000, 20_120), 1_500)
    assert fights > 80
    assert bounds > 3 * fights
    assert met > fights // 4


@pytest.mark.long
def test_the_exact_value_of_thousands_of_fights_lies_between_both_bounds() -> None:
    fights, _, _ = held(range(30_000, 33_000), 3_000)
    assert fights > 2_000


M = {
    -1: 3, 0: 6, 1: 3, 2: 3, card(0, "+2 life"): 1, card(0, "+2 cards"): 1, card(1, "destroy"): 1,
    card(2, "double"): 1, card(1, "copy"): 1, card(0, "highest = 0", aging=True): 1,
}  # fmt: skip


@pytest.mark.parametrize("goal", ["win", "life"])
def test_a_fight_of_twenty_one_cards_lies_between_bounds_that_are_close(goal: str) -> None:
    f = friday.fight(M, 7, 4, pay=1)
    exact = fight_value(f, friday.GOALS[goal])[0]
    low, high = bound(Simple, f, goal, 10**9), bound(Hindsight, f, goal, 10**9)
    assert low <= exact <= high
    assert high - low < F(1, 5)


def test_a_small_fight_is_answered_exactly_whatever_its_goal() -> None:
    for goal in ("win", "life", "win, then life", "learn", "learn 5 0 2"):
        assert friday.fight_bracket([0, 1, 1, 3], 2, 2, pay=1, goal=goal, budget=60).closed


def test_life_is_bracketed_as_life_lost() -> None:
    found = friday.fight_bracket([0, 0, 3], 3, 1, pay=0, goal="life", budget=60, aging=())
    assert (found.low, found.high, found.unit) == (2, 2, "life lost")


ODD_FIGHTS: list[tuple[Any, Any, int, dict[str, Any]]] = [
    ([], 3, 1, {}),
    ([], 3, 1, {"aging": ()}),
    (friday.known_order([1, card(0, "sort 3"), 2]), 9, 2, {}),
    ({card(1, "below the stack"): 8, card(0, "copy"): 8, 0: 9}, 30, 5, {}),
    ({card(0, "sort 3"): 20, card(-3, "exchange 2"): 20}, 40, 9, {"pirate": "half_count"}),
    ({0: 90, card(2, "+2 cards"): 60}, 300, 99, {}),
    ({1: 5}, 0, 0, {"life": 0}),
    ({1: 5, card(0, "copy"): 3}, 20, 3, {"pirate": "none", "drawn_left": [friday.used(card(0, "double"))]}),
    ({1: 5, card(0, "double"): 3}, 20, 3, {"options": friday.Options(double_stays=True, copy_of_copy=True)}),
    ({1: 2, card(0, "exchange"): 3}, 20, 3, {"options": friday.Options(aging_exhausted="reshuffle"), "aging": ()}),
    ({1: 2, card(1, "sort 3"): 3}, 20, 3, {"options": friday.Options(draw_from_nothing=True, free_first=False)}),
]  # fmt: skip


@pytest.mark.parametrize("goal", list(friday.GOALS))
@pytest.mark.parametrize("stack, value, free, more", ODD_FIGHTS)
def test_every_legal_question_has_a_bracket_even_without_time(
    stack: Any, value: Any, free: int, more: dict[str, Any], goal: str
) -> None:
    found = friday.fight_bracket(stack, value, free, goal=goal, budget=0, **more)
    assert found.low <= found.high
    assert goal not in ("win", "win, then life") or 0 <= found.low <= found.high <= 1


@pytest.mark.parametrize("budget", [-1, True, "long", float("nan"), float("inf")])
def test_a_budget_is_a_number_of_seconds(budget: Any) -> None:
    with pytest.raises(ValueError, match="budget is a number of seconds"):
        friday.fight_bracket([1], 1, 1, budget=budget)
