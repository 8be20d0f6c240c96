"""Odds as an answer: what can be asked of it, how it reads, and what it refuses."""

import xml.etree.ElementTree as xml
from collections import namedtuple
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks.core.result import SHOWN, How, Odds, decimal, label, one_in, percent

Try = namedtuple("Try", "cleared hp_lost")
TWO = Odds.of({0: 91, 1: 84, 2: 15})
TRIES = Odds.of({Try(True, 0): 3, Try(True, 2): 1, Try(False, 2): 2})
weights = st.dictionaries(st.integers(-5, 9), st.integers(0, 20), min_size=1).filter(lambda w: any(w.values()))


# Asking -----------------------------------------------------------------------
def test_odds_are_a_mapping_of_fractions() -> None:
    assert dict(TWO) == {0: Fraction(91, 190), 1: Fraction(42, 95), 2: Fraction(3, 38)}
    assert (len(TWO), list(TWO), TWO.get(7)) == (3, [0, 1, 2], None)


def test_p_takes_an_outcome_a_predicate_or_named_fields() -> None:
    assert TWO.p(1) == Fraction(42, 95)
    assert TWO.p(lambda n: n > 0) == Fraction(99, 190)
    assert TRIES.p(cleared=True) == Fraction(2, 3)
    assert TRIES.p(cleared=True, hp_lost=2) == Fraction(1, 6)
    assert TWO.p(7) == 0


def test_p_does_not_take_two_questions_at_once_or_a_field_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="not both"):
        TRIES.p(lambda t: True, cleared=True)
    with pytest.raises(ValueError, match="no field colour"):
        TRIES.p(colour="red")
    with pytest.raises(ValueError, match="no field cleared"):
        TWO.p(cleared=True)


def test_a_marginal_is_the_odds_of_one_field() -> None:
    assert dict(TRIES.marginal("hp_lost")) == {0: Fraction(1, 2), 2: Fraction(1, 2)}
    assert TRIES.marginal("hp_lost").mean == 1
    with pytest.raises(ValueError, match="no field speed"):
        TRIES.marginal("speed")


def test_given_what_happened_the_rest_is_weighed_again() -> None:
    assert dict(TRIES.given(hp_lost=2)) == {Try(True, 2): Fraction(1, 3), Try(False, 2): Fraction(2, 3)}
    assert TWO.given(lambda n: n > 0).p(2) == Fraction(15, 99)
    with pytest.raises(ValueError, match="cannot happen"):
        TWO.given(7)


def test_mean_variance_and_at_least_are_exact() -> None:
    assert TWO.mean == Fraction(3, 5)
    assert TWO.variance == Fraction(189, 475)  # 2 cards, 6 of 20: 2 · 3/10 · 7/10 · 18/19
    assert TWO.at_least(1) == Fraction(99, 190)
    assert TWO.at_least(Fraction(3, 2)) == Fraction(3, 38)


def test_outcomes_that_are_no_numbers_have_no_mean() -> None:
    for ask in (lambda: TRIES.mean, lambda: TRIES.variance, lambda: TRIES.at_least(1)):
        with pytest.raises(ValueError, match="take a marginal first"):
            ask()


@given(weights)
def test_odds_of_weights_are_shares_of_their_sum(w: dict[int, int]) -> None:
    odds, total = Odds.of(w), sum(w.values())
    assert sum(odds.values()) == 1
    assert list(odds) == sorted(k for k in w if w[k])
    assert odds.mean == Fraction(sum(k * n for k, n in w.items()), total)
    assert odds.variance == odds.map(lambda k: k * k).mean - odds.mean**2
    assert all(odds.at_least(k) == sum(Fraction(n, total) for x, n in w.items() if x >= k) for k in range(-6, 11))


@pytest.mark.parametrize("wrong", [{}, {1: 0}])
def test_odds_need_something_that_can_happen(wrong: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="positive weight"):
        Odds.of(wrong)


@pytest.mark.parametrize("wrong", [{1: 2, 2: -1}, {1: 1.5}, {1: True}, {1: -1}])
def test_weights_are_whole_numbers_from_0_up(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a weight is a whole number from 0 up"):
        Odds.of(wrong)


def test_probabilities_that_do_not_add_up_to_1_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1, these to 5/6"):
        Odds({1: Fraction(1, 2), 2: Fraction(1, 3)})


@pytest.mark.parametrize("wrong", [{1: Fraction(3, 2), 2: Fraction(-1, 2)}, {1: 0.5, 2: 0.5}])
def test_a_probability_is_a_fraction_and_never_below_0(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a probability is a Fraction, never below 0"):
        Odds(wrong)


# Intervals --------------------------------------------------------------------
def test_an_exact_answer_is_its_own_interval() -> None:
    assert TWO.interval(1) == (Fraction(42, 95), Fraction(42, 95))


def test_a_sample_has_wilsons_interval() -> None:
    sampled = Odds.of({True: 30, False: 70}, How("sampled", n=100, seed=1))
    low, high = sampled.interval(True)
    assert (round(float(low), 4), round(float(high), 4)) == (0.2189, 0.3959)  # Wilson 1927, n = 100, 30 %
    never_low, never_high = sampled.interval("never seen")
    assert never_low == 0
    assert round(float(never_high), 4) == 0.037


@given(st.integers(0, 400), st.integers(1, 400))
def test_an_interval_holds_the_share_and_stays_between_0_and_1(hits: int, n: int) -> None:
    hits = min(hits, n)
    sampled = Odds.of({True: hits, False: n - hits}, How("sampled", n=n))
    low, high = sampled.interval(True)
    assert 0 <= low <= Fraction(hits, n) <= high <= 1


# Reading ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "p, shown",
    [
        (Fraction(1, 3), "33.33 %"), (Fraction(2, 3), "66.67 %"), (Fraction(1, 8), "12.50 %"), (Fraction(0), "0.00 %"),
        (Fraction(1), "100.00 %"), (Fraction(1, 10**9), "< 0.01 %"), (1 - Fraction(1, 10**9), "> 99.99 %"),
        (Fraction(1, 20000), "0.01 %"),
    ],
)  # fmt: skip
def test_a_percentage_never_rounds_to_certainty(p: Fraction, shown: str) -> None:
    assert percent(p) == shown


def test_numbers_are_rounded_half_up_for_reading() -> None:
    assert [decimal(Fraction(x, 2000)) for x in (1, 3, -1, -3, 4000)] == ["0.001", "0.002", "0.000", "−0.001", "2.000"]
    assert [one_in(Fraction(p)) for p in ("1/2", "2/5", "0", "1")] == ["1 in 2", "1 in 2.5", "never", "1 in 1"]
    assert [label(x) for x in (True, False, 3, Try(True, 2))] == ["yes", "no", "3", "cleared yes, hp lost 2"]


def test_the_text_table_says_how_it_was_found() -> None:
    assert str(TWO).splitlines() == [
        "outcome  probability  percent",
        "0             91/190  47.89 %  1 in 2.1",
        "1              42/95  44.21 %  1 in 2.3",
        "2               3/38   7.89 %  1 in 12.7",
        "exact",
    ]
    assert repr(TWO) == str(TWO)
    assert str(Odds.of({1: 1}, How("sampled", "policy x", n=9, seed=2))).endswith("sampled (9 games, seed 2): policy x")


def test_a_long_table_counts_what_it_leaves_out() -> None:
    many = Odds.of({n: n + 1 for n in range(SHOWN + 5)})
    assert len(many.table()) == SHOWN
    assert "… and 5 less likely outcomes" in str(many)
    assert "… and 5 less likely outcomes" in many._repr_html_()
    assert [row[0] for row in many.table()] == [str(n) for n in range(SHOWN + 4, 4, -1)]


HOSTILE = "<script>alert('&\"')</script>"


def test_names_are_text_never_markup() -> None:
    odds = Odds.of({HOSTILE: 1, "b": 1}, How("exact", HOSTILE))
    for shown in (odds._repr_html_(), odds.plot(HOSTILE)._repr_svg_()):
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown
        xml.fromstring(shown.replace("<br>", "<br/>"))


def test_a_plot_is_a_picture_with_the_same_numbers_in_words() -> None:
    picture = xml.fromstring(TWO.plot("Two cards")._repr_svg_())
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "Two cards 0: 91/190; 1: 42/95; 2: 3/38"
    bars = [int(e.get("width") or 0) for e in picture.iter("{http://www.w3.org/2000/svg}rect")]
    assert bars == [260, 240, 42]  # 260 · p / the greatest p
    assert repr(TWO.plot("Two cards")) == f"Two cards\n{TWO}"


def test_outcomes_of_unlike_kinds_keep_the_order_they_came_in() -> None:
    assert list(Odds.of({"b": 1, 2: 1, "a": 1})) == ["b", 2, "a"]
