"""Formulas a class can read: each is the number that counting the hands gives, and reads the same on every machine."""

import os
import subprocess
import sys
from fractions import Fraction
from math import comb
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import odds
from rulebooks.core import formula as formulas
from rulebooks.core.chance import Bag, deal
from rulebooks.core.formula import (
    HANDS,
    as_fraction,
    coefficient,
    formula,
    generating_function,
    hypergeometric,
    hypergeometric_formula,
    text,
)

DECK = {0: 5, 1: 4, 2: 1}
bags = st.dictionaries(st.integers(-2, 4), st.integers(1, 4), min_size=1, max_size=4).map(Bag)


def total(hand: Bag[int]) -> int:
    """The sum of a hand."""
    return sum(hand)


def share(bag: Bag[Any], n: int, test: Any) -> Fraction:
    """The chance of an event, by dealing every hand."""
    hands = deal(bag, n)
    return Fraction(sum(w for hand, w in hands.items() if test(hand)), sum(hands.values()))


# The hypergeometric formula -------------------------------------------------------
@given(st.data())
def test_the_hypergeometric_formula_is_what_dealing_gives(data: st.DataObject) -> None:
    special, other = data.draw(st.integers(0, 6)), data.draw(st.integers(0, 6))
    drawn, hits = data.draw(st.integers(0, special + other)), data.draw(st.integers(0, 7))
    found = as_fraction(hypergeometric(special + other, special, drawn, hits))
    assert found == share(Bag({0: other, 1: special}), drawn, lambda hand: total(hand) == hits)


def test_it_can_be_read_as_binomials_and_worked_out() -> None:
    one = hypergeometric(20, 6, 2, 1)
    assert str(one) == "binomial(6, 1)*binomial(14, 1)/binomial(20, 2)"
    assert one.doit() == sympy.simplify(one) == sympy.Rational(42, 95)
    assert as_fraction(one) == Fraction(42, 95)


def test_more_hits_than_there_are_have_no_chance() -> None:
    assert as_fraction(hypergeometric(20, 6, 9, 8)) == 0
    assert as_fraction(hypergeometric(20, 19, 9, 0)) == 0


def test_in_letters_it_is_the_same_formula() -> None:
    letters = hypergeometric_formula()
    assert str(letters) == "binomial(K, k)*binomial(-K + N, -k + n)/binomial(N, n)"
    N, K, n, k = sympy.symbols("N K n k")
    assert letters.free_symbols == {N, K, n, k}
    assert as_fraction(letters.subs({N: 20, K: 6, n: 2, k: 1})) == Fraction(42, 95)


@pytest.mark.parametrize(
    "wrong, message",
    [
        ((-1, 0, 0, 0), "total is a whole number from 0 up, not -1"),
        ((20, 21, 2, 1), "special is a whole number from 0 to 20, not 21"),
        ((20, 6, 21, 1), "drawn is a whole number from 0 to 20, not 21"),
        ((20, 6, 2, -1), "hits is a whole number from 0 up, not -1"),
        ((20.0, 6, 2, 1), "total is a whole number"),
        ((20, True, 2, 1), "special is a whole number"),
        ((20, 6, "2", 1), "drawn is a whole number"),
    ],
)
def test_numbers_that_make_no_draw_are_refused(wrong: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hypergeometric(*wrong)


# Generating functions -------------------------------------------------------------
@given(bags, st.data())
def test_each_coefficient_counts_the_hands(bag: Bag[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(bag)))
    function, beside = generating_function(bag), generating_function(bag, n)
    counted: dict[int, int] = {}
    for hand, ways in deal(bag, n).items():
        counted[total(hand)] = counted.get(total(hand), 0) + ways
    x = sympy.Symbol("x")
    assert {power: coefficient(function, n, power) for power in counted} == counted
    assert sympy.expand(beside - sum(ways * x**power for power, ways in counted.items())) == 0
    assert beside.subs(x, 1) == comb(len(bag), n)
    assert coefficient(function, n, 99) == coefficient(function, len(bag) + 1, 0) == 0


def test_a_generating_function_can_be_read() -> None:
    assert str(generating_function(DECK)) == "(y + 1)**5*(x*y + 1)**4*(x**2*y + 1)"
    assert str(generating_function(DECK, 2)) == "4*x**3 + 11*x**2 + 20*x + 10"
    assert str(generating_function([])) == "1"


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: generating_function("deck"), "a bag is a Bag, a list of cards or a mapping"),
        (lambda: generating_function(3), "a bag is a Bag"),
        (lambda: generating_function(["a"]), "the cards are their powers here, whole numbers, not 'a'"),
        (lambda: generating_function([True]), "whole numbers, not True"),
        (lambda: generating_function({0: 1.5}), "a count is a whole number"),
        (lambda: generating_function([0, "a"]), "can be compared with each other"),
        (lambda: generating_function(DECK, 11), "n is a whole number from 0 to 10, not 11"),
        (lambda: coefficient(generating_function(DECK), -1, 0), "cards is a whole number from 0 up, not -1"),
        (lambda: coefficient(generating_function(DECK), 1, 0.5), "a power is a whole number, not 0.5"),
        (lambda: coefficient(3, 1, 0), "a polynomial in x and y, not 3"),
        (lambda: coefficient(sympy.Symbol("z"), 1, 0), "a polynomial in x and y, not z"),
        (lambda: coefficient(sympy.sin(sympy.Symbol("y")), 1, 0), "a polynomial in x and y"),
        (lambda: coefficient(generating_function(DECK, 2), 2, 1), "counts hands of one size already"),
    ],
)
def test_what_is_no_bag_and_no_generating_function_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


# Sums over the hands --------------------------------------------------------------
@given(bags, st.data())
def test_a_sum_over_hands_is_what_dealing_gives(bag: Bag[int], data: st.DataObject) -> None:
    n, k = data.draw(st.integers(0, len(bag))), data.draw(st.integers(-5, 9))
    found = formula(bag, n, k)
    assert as_fraction(found) == share(bag, n, lambda hand: total(hand) >= k)
    assert as_fraction(sympy.simplify(found)) == as_fraction(found)


@given(bags, st.data())
def test_any_predicate_of_the_hand_will_do(bag: Bag[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(bag)))
    alike = lambda hand: len(hand.kinds) < n  # noqa: E731
    assert as_fraction(formula(bag, n, alike)) == share(bag, n, alike)


def test_each_hand_is_a_product_of_binomials_over_all_hands() -> None:
    assert str(formula(DECK, 4, 5)) == "binomial(1, 1)*binomial(4, 3)*binomial(5, 0)/binomial(10, 4)"
    two = str(formula({0: 4, 1: 2}, 2, 1))
    assert two == "(binomial(2, 2)*binomial(4, 0) + binomial(2, 1)*binomial(4, 1))/binomial(6, 2)"
    assert str(formula({0: 1}, 1, 1)) == "0"
    words = formula(["oil", "oil", "storm"], 2, lambda hand: "storm" in hand.counts)
    assert as_fraction(words) == Fraction(2, 3)


def test_the_same_questions_are_asked_beside_the_odds() -> None:
    assert odds.formula is formula
    assert odds.as_fraction(odds.formula(DECK, 4, 4)) == Fraction(1, 6)
    for name in ("hypergeometric", "hypergeometric_formula", "generating_function", "coefficient", "as_fraction"):
        assert getattr(odds, name) is getattr(formulas, name)


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: formula(DECK, 4, "4"), "an event is a whole number .* or a predicate of a hand, not '4'"),
        (lambda: formula(DECK, 4, True), "an event is a whole number"),
        (lambda: formula(DECK, 4, 1.5), "an event is a whole number"),
        (lambda: formula(["a", "b"], 1, 1), "the cards are their powers here"),
        (lambda: formula(DECK, 11, 1), "n is a whole number from 0 to 10, not 11"),
        (lambda: formula(range(30), 10, 1), f"kinds of hands, and at most {HANDS} can be written out"),
    ],
)
def test_what_is_no_event_or_too_long_to_read_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


# The number, and the text -----------------------------------------------------------
def test_numbers_pass_through() -> None:
    assert as_fraction(3) == as_fraction(Fraction(3)) == as_fraction(sympy.Integer(3)) == 3


@pytest.mark.parametrize(
    "wrong, message",
    [
        (hypergeometric_formula(), "still holds K, N, k, n: put numbers in their place"),
        ("1/2", "a formula is a sympy expression, not '1/2'"),
        (True, "a formula is a sympy expression"),
        (0.5, "a formula is a sympy expression"),
        (sympy.sqrt(2), "is no fraction of whole numbers"),
        (sympy.zoo, "is no fraction of whole numbers"),
        (sympy.oo, "is no fraction of whole numbers"),
        (sympy.nan, "is no fraction of whole numbers"),
        (sympy.Float("0.5"), "is no fraction of whole numbers"),
    ],
)
def test_what_is_no_exact_number_is_refused(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_fraction(wrong)


def test_a_formula_is_drawn_in_text() -> None:
    assert text(hypergeometric(20, 6, 2, 1)).splitlines() == [
        "⎛6⎞ ⎛14⎞",
        "⎜ ⎟⋅⎜  ⎟",
        "⎝1⎠ ⎝1 ⎠",
        "────────",
        "  ⎛20⎞  ",
        "  ⎜  ⎟  ",
        "  ⎝2 ⎠  ",
    ]
    assert text(generating_function(DECK, 2)).splitlines() == [
        "   3       2            ",
        "4⋅x  + 11⋅x  + 20⋅x + 10",
    ]
    with pytest.raises(ValueError, match="a formula is a text or a sympy expression"):
        text("x")


PRINT = """
from sympy import latex
from rulebooks.core.formula import *
deck = {0: 5, 1: 4, 2: 1, -1: 2}
for e in (hypergeometric(20, 6, 2, 1), hypergeometric_formula(), generating_function(deck),
          generating_function(deck, 3), formula(deck, 4, 3)):
    print(e, latex(e), text(e), sep="\\n")
"""


def test_formulas_read_the_same_in_every_run() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
    assert "binomial(6, 1)" in said.pop().decode()


def test_sympy_is_only_loaded_for_a_formula() -> None:
    code = "import sys; import rulebooks.core.formula, rulebooks.core.odds; print('sympy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
