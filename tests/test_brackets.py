"""Bracketed answers: what they say, and that a fight's bracket always holds its exact value."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulebook_widgets.board import Board
from rulebooks import friday, odds
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.odds import Bracket
from rulebooks.core.play import Table
from rulebooks.fast.friday import fight_value
from rulebooks.fast.friday_bounds import glance
from rulebooks.fast.friday_hindsight import Hindsight
from rulebooks.fast.friday_process import Process, Unsuited, run
from rulebooks.fast.friday_simple import Plain, Simple
from rulebooks.friday.fights import Fighting, Lying
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
        f = in_the_middle(f, rng) if seed % 2 else f
        try:
            exact = odds.value(friday, f, friday.GOALS[goal], limit=limit)
        except odds.TooLarge:
            continue
        fights += 1
        low = high = None
        for kind in (Plain, Simple, Hindsight):
            for patience in (10**9, rng.randint(0, 3)):  # to the end, and cut short
                try:
                    value = bound(kind, f, goal, patience)
                except Unsuited:
                    continue
                bounds += 1
                if kind is not Hindsight:
                    assert value <= exact, (seed, one, goal, patience)
                    low = value if low is None else max(low, value)
                else:
                    assert exact <= value, (seed, one, goal, patience)
                    high = value if high is None else min(high, value)
        met += low is not None and low == high
    return fights, bounds, met


def bound(kind: type[Process], f: Any, goal: str, patience: int) -> Fraction:
    """The bound of a process that is looked into for so many states, counted in steps of 256."""
    asked = iter(range(patience))
    return run(kind(f, goal), lambda: next(asked, None) is None)[0]


def in_the_middle(f: Fighting, rng: random.Random) -> Fighting:
    """The fight later on: cards lie on the table, some used or face down; top and bottom of the stack are known."""
    cards = list(f.stack)
    rng.shuffle(cards)
    laid = [Lying(c, rng.random() < 0.5, rng.random() < 0.4) for c in cards[: rng.randint(0, min(2, len(cards) - 1))]]
    rest = cards[len(laid) :]
    laid = [c.now(used=True, down=True) if rng.random() < 0.2 else c for c in laid]
    top, bottom = rng.randint(0, 1), rng.randint(0, max(0, min(2, len(rest) - 1)))
    middle = Bag(rest[top : len(rest) - bottom])
    stack = Pile((*map(Seen, rest[:top]), middle, *map(Seen, rest[len(rest) - bottom :])))
    f = replace(f, stack=stack, cards=Bag(laid), buried=rng.choice((0, 0, 5)))
    paid = f.life > 0 and f.challenge.pay != 0 and rng.random() < 0.3
    return replace(f, life=f.life - 1, paid=1) if paid else f


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


def test_a_card_put_below_the_stack_may_give_its_life_twice() -> None:
    # more than one could think who counts each card once: the fight is won by 1, and 33/20 life are gained
    stack = [card(0, "+2 life"), 1, 2, 0, card(0, "below the stack")]
    f = friday.fight(stack, (0, 2, 99), 3, step="yellow", aging=[card(0, "stop", True), card(0, "-2 life", True)])
    assert odds.value(friday, f, friday.GOALS["life"]) == F(33, 20) <= bound(Hindsight, f, "life", 10**9)


def test_a_pirate_may_be_lost_to_on_purpose() -> None:
    # the -1 costs a life that is not there either way, but a lost game ends at once, with all life and one more
    f = friday.fight([3, card(0, "-2 life", True)], 3, 2, pirate="none", life=0, aging=())
    assert odds.value(friday, f, friday.GOALS["life"]) <= bound(Hindsight, f, "life", 10**9)


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


# Beside the choices of a table ------------------------------------------------------------------------
LATE = {0: 6, 1: 3, card(2, "exchange"): 2, card(1, "double"): 2, card(1, "copy"): 2, card(3, "sort 3"): 2}


def test_a_glance_says_the_same_every_time() -> None:
    f = friday.fight(LATE, 9, 3, life=7)
    found = [glance(f, friday.GOALS["win"]) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].low, found[0].high) != (0, 1)


def test_the_table_says_what_is_proved_where_no_exact_answer_fits() -> None:
    note = Board(Table("friday", start=friday.fight(LATE, 9, 3, life=7))).odds()["note"]
    assert note.startswith("No exact answer within the limit of ")
    assert " Best play: " in note


def test_the_table_says_nothing_where_next_to_nothing_is_proved() -> None:
    wide = friday.fight({card(0, "exchange 2"): 9, card(0, "below the stack"): 9, 5: 4}, 40, 5)
    assert friday.fast_bracket(wide, friday.GOALS["learn"]) is None
