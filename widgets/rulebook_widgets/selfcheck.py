"""Answers a learner checks alone: right, nearly, or a hint. Text only, the same on every machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from rulebooks.core.result import percent

NEAR = Fraction(1, 200)  # how far a decimal may be off and still be the rounded answer
LONGEST = 60  # characters of a typed answer
_DECIMAL = re.compile(r"([-−]?\d*[.,]?\d+)\s*(%?)", re.ASCII)
_TWO_WAYS = re.compile(r"[-−]?[1-9]\d{0,2},\d{3}", re.ASCII)  # "1,234"; "0,139" and "12,5" are plain
_FRACTION = re.compile(r"([-−]?\d+)\s*/\s*(\d+)", re.ASCII)


@dataclass(frozen=True)
class Reply:
    """What a check says: ``kind`` is "right", "nearly" or "not yet"; ``text`` is for the learner."""

    kind: str
    text: str

    def __bool__(self) -> bool:
        return self.kind == "right"

    def __str__(self) -> str:
        return f"{self.kind.capitalize()}. {self.text}".rstrip()

    __repr__ = __str__


def check(
    answer: Any, exact: int | Fraction | str, hints: Mapping[Any, str] | None = None, near: Fraction = NEAR
) -> Reply:
    """Compare an answer with the exact one.

    ``answer``: a whole number, a Fraction, a decimal, or text such as "10/72", "0.14" or "14 %"; for a
    question in words, a word. A decimal within ``near`` of a fraction is "nearly": the fraction is
    asked for. ``hints``: wrong answer -> what to think of.

    >>> check("10/72", Fraction(5, 36))
    Right. 10/72 = 5/36 (13.89 %).
    >>> check(0.14, Fraction(5, 36))
    Nearly. 0.14 is the answer rounded; which fraction is it exactly?
    """
    if answer is None or answer is Ellipsis or answer == "":
        return Reply("not yet", "Write your answer where it is missing, and run the cell again.")
    if isinstance(exact, str):
        return _words(answer, exact, hints or {})
    told = _short(answer)
    if isinstance(answer, str) and _TWO_WAYS.fullmatch(answer.strip()):
        plain, point = told.replace(",", ""), told.replace(",", ".")
        return Reply("not yet", f"{told} can be read in two ways: write {plain} or {point}.")
    number = number_in(answer)
    if number is None:
        return Reply("not yet", f"{told} is no number I can read: write 5/36, 0.14 or 14 %.")
    value, rounded = number
    if value == exact:
        return Reply("right", _equal(answer, told, Fraction(exact)))
    for wrong, hint in (hints or {}).items():
        known = number_in(wrong)
        if known is not None and known[0] == value:
            return Reply("not yet", hint)
    if rounded and Fraction(exact).denominator > 1 and abs(value - exact) <= near:
        return Reply("nearly", f"{told} is the answer rounded; which fraction is it exactly?")
    if abs(value - exact) <= near:
        return Reply("not yet", f"{told} is very close, but not it.")
    return Reply("not yet", f"{told} is too {'small' if value < exact else 'large'}.")


def _words(answer: Any, exact: str, hints: Mapping[Any, str]) -> Reply:
    told = str(answer).strip().casefold()
    if told == exact.casefold():
        return Reply("right", "")
    return Reply(
        "not yet", next((h for wrong, h in hints.items() if str(wrong).casefold() == told), "Try another one.")
    )


def _equal(answer: Any, told: str, exact: Fraction) -> str:
    if exact.denominator == 1:
        return f"{told}." if told == str(exact) else f"{told} = {exact}."
    share = f" ({percent(exact)})" if 0 < exact < 1 else ""
    plain = str(answer).strip() if isinstance(answer, str | Fraction) else ""
    return f"{exact}{share}." if plain == str(exact) else f"{told} = {exact}{share}."


def _short(answer: Any) -> str:
    try:
        text = str(answer).strip() if isinstance(answer, str | int | float | Fraction) else type(answer).__name__
    except ValueError:  # Python writes out no number of more than 4,300 digits
        text = "a number too long to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def number_in(answer: Any) -> tuple[Fraction, bool] | None:
    """The answer as a fraction, and whether it was written as a decimal; None for what is no number."""
    if isinstance(answer, bool):
        return None
    if isinstance(answer, int | Fraction):
        return Fraction(answer), False
    if isinstance(answer, float):
        return (Fraction(repr(answer)), not answer.is_integer()) if isfinite(answer) else None
    if not isinstance(answer, str) or len(answer) > LONGEST:
        return None
    text = answer.strip()
    if found := _FRACTION.fullmatch(text):
        top, bottom = int(found[1].replace("−", "-")), int(found[2])
        return (Fraction(top, bottom), False) if bottom else None
    if found := _DECIMAL.fullmatch(text):
        value = Fraction(found[1].replace("−", "-").replace(",", "."))
        share = bool(found[2])
        return (value / 100 if share else value), share or value.denominator > 1
    return None
