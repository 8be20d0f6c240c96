"""Bracketed answers: what they say, and that a fight's bracket always holds its exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulebooks.core.odds import Bracket

F = Fraction


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
