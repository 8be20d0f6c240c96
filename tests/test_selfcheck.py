"""Answers that learners check alone."""

from fractions import Fraction

import pytest

from rulebook_widgets.selfcheck import check

EXACT = Fraction(5, 36)


@pytest.mark.parametrize("answer", [EXACT, "5/36", "10/72", " 10 / 72 ", Fraction(10, 72)])
def test_the_exact_fraction_is_right_in_any_writing(answer: object) -> None:
    assert check(answer, EXACT)
    assert check(answer, EXACT).text.endswith("5/36 (13.89 %).")


@pytest.mark.parametrize("answer", [0.14, "0.14", ".139", "0,139", "14 %", "13.9%"])
def test_a_rounded_decimal_is_nearly_right_and_the_fraction_is_asked_for(answer: object) -> None:
    reply = check(answer, EXACT)
    assert reply.kind == "nearly"
    assert "which fraction" in reply.text
    assert "5/36" not in reply.text


def test_the_tolerance_is_as_stated() -> None:
    assert check("0.143", EXACT).kind == "nearly"
    assert check("0.15", EXACT).kind == "not yet"
    assert check("0.15", EXACT, near=Fraction(1, 50)).kind == "nearly"


def test_a_decimal_that_is_the_fraction_is_right() -> None:
    assert check("0.25", Fraction(1, 4))
    assert check("25 %", Fraction(1, 4))
    assert check(0.5, Fraction(1, 2))
    assert all(check(three, 3) for three in (3, "3", 3.0))
    assert check(1e-05, Fraction(1, 100_000))


def test_a_wrong_fraction_gets_its_hint_or_a_direction_and_never_the_answer() -> None:
    hints = {"1/11": "Doubles come one way, all others two.", Fraction(1, 6): "One die more."}
    assert str(check("1/11", EXACT, hints)) == "Not yet. Doubles come one way, all others two."
    assert check("2/12", EXACT, hints).text == "One die more."
    assert check("1/36", EXACT, hints).text == "1/36 is too small."
    assert check(2, EXACT, hints).text == "2 is too large."
    assert check("36/259", EXACT).text == "36/259 is very close, but not it."


def test_words_are_compared_without_regard_to_case() -> None:
    assert check(" Stand", "stand")
    assert check("spend", "stand", {"Spend": "Look at 3.5."}).text == "Look at 3.5."
    assert check("sleep", "stand").text == "Try another one."
    assert check(7, "stand").kind == "not yet"


@pytest.mark.parametrize("blank", [None, ..., ""])
def test_an_answer_still_to_be_written_is_no_fault(blank: object) -> None:
    assert check(blank, EXACT).kind == "not yet"
    assert check(blank, "stand").kind == "not yet"


@pytest.mark.parametrize(
    "answer", ["five", "5/0", "5/36/2", True, [5], float("nan"), float("inf"), "9" * 500, "٥/٣٦", "1e-3", object()]
)
def test_what_is_no_number_is_said_and_raises_nothing(answer: object) -> None:
    reply = check(answer, EXACT)
    assert reply.kind == "not yet"
    assert "no number I can read" in reply.text
    assert len(str(reply)) < 200
    assert " at 0x" not in str(reply)


def test_a_number_of_absurd_length_is_too_large_like_any_other() -> None:
    assert check(10**5000, EXACT).text == "a number too long to show is too large."


@pytest.mark.parametrize("answer, ways", [("1,234", "1234 or 1.234"), (" −12,345 ", "−12345 or −12.345")])
def test_a_number_that_can_be_read_in_two_ways_is_asked_about(answer: str, ways: str) -> None:
    reply = check(answer, 1234)
    assert (reply.kind, reply.text) == ("not yet", f"{answer.strip()} can be read in two ways: write {ways}.")
    assert "two ways" not in check("0,139", EXACT).text + check("12,5", EXACT).text + check("1234", 1234).text
