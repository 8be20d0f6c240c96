"""Questions a quiz can ask: a number, and a choice (``picks.py``: a pick on a table, and any of them drawn anew).

Each is checked when it is written: ValueError names the question and what is wrong with it.
``plain()`` is what the page gets. The right answers are in it, so that the page can check without
a kernel; whoever reads the page's source can read them. Good for practice, not for marks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulebook_widgets.cited import rule_data
from rulebook_widgets.selfcheck import LONGEST, NEAR, number_in
from rulebooks import game as named
from rulebooks.core.result import decimal, label, percent
from rulebooks.core.rules import Rule

MOST = 100  # options of one question
EXAMPLES = {Fraction(3, 8): "3/8, 0.375 or 37.5 %", Fraction(5, 36): "5/36, 0.139 or 13.9 %"}


def one_line(text: Any, most: int = 300) -> str:
    """Text with its white space evened out, for messages and ``repr``."""
    line = " ".join(str(text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def wrong(question: Any, what: str) -> ValueError:
    """The error that names the question."""
    return ValueError(f"“{one_line(question, 80)}”: {what}")


class Asked:
    """What all kinds share: the words of the question, why, and the rule that is cited."""

    question: str
    why: str
    rule: Rule | str | None

    def check_words(self) -> None:
        if not isinstance(self.question, str) or not self.question.strip():
            raise ValueError(f"a question is a line of text, not {one_line(repr(self.question), 60)}")
        if not isinstance(self.why, str):
            raise wrong(self.question, f"“why” is text, not {one_line(repr(self.why), 60)}")
        self.cited()

    def cited(self) -> Rule | None:
        if self.rule is None or isinstance(self.rule, Rule):
            return self.rule
        words = self.rule.split() if isinstance(self.rule, str) else []
        try:
            name, id = words
            return named(name).rule[id]
        except (ValueError, KeyError) as no:
            reason = f": {no.args[0]}" if len(words) == 2 else ""
            raise wrong(self.question, f"a rule is cited as “karen 3.9”, not {self.rule!r}{reason}") from None

    def check_hint_texts(self, hints: Any) -> None:
        if not isinstance(hints, Mapping):
            raise wrong(self.question, "hints are a mapping: wrong answer -> what to think of")
        for key, text in hints.items():
            if not isinstance(text, str) or not text.strip():
                raise wrong(self.question, f"the hint for {label(key)} is no text")

    def words(self) -> dict[str, Any]:
        rule = self.cited()
        return {"question": self.question, "why": self.why, "rule": rule and rule_data(rule), "number": 1}


# a number ---------------------------------------------------------------------------
@dataclass(frozen=True)
class Exact(Asked):
    """A question whose answer is a rational number: ``Exact("Two dice: a sum of 6?", Fraction(5, 36))``.

    ``answer``: a Fraction, a whole number, or text such as "5/36" (never a float). 10/72 counts as 5/36.
    ``hints``: typical wrong answer -> what to think of; compared as numbers, so 2/22 finds the hint of 1/11.
    ``tolerance``: how far a decimal or a percentage may be off and still be taken; 0: not at all; None:
    0.005, and less for answers below 0.05. ``rule``: the rule to cite, as "karen 3.9".
    """

    question: str
    answer: Fraction | int | str
    hints: Mapping[Any, str] = field(default_factory=dict)
    why: str = ""
    tolerance: Fraction | int | str | None = None
    rule: Rule | str | None = None

    def __post_init__(self) -> None:
        self.check_words()
        self.check_hint_texts(self.hints)
        self._near()
        seen: dict[Fraction, Any] = {self.value: None}
        for key in self.hints:
            value = self._rational(key, "a hint is bound to")
            if value in seen:
                there = seen[value]
                what = "is the right answer" if there is None else f"is the same number as {there}"
                raise wrong(self.question, f"there is a hint for {key}, which {what}")
            seen[value] = key

    def _rational(self, given: Any, what: str) -> Fraction:
        known = None if isinstance(given, float) else number_in(given)
        if known is None:
            advice = "; write it as a Fraction or as text" if isinstance(given, float) else ""
            raise wrong(
                self.question, f"{what} a rational number such as 5/36, not {one_line(repr(given), 60)}{advice}"
            )
        return known[0]

    @property
    def value(self) -> Fraction:
        """The answer as a fraction."""
        return self._rational(self.answer, "the answer is")

    def _near(self) -> Fraction:
        if self.tolerance is not None:
            near = self._rational(self.tolerance, "a tolerance is")
            if near < 0:
                raise wrong(self.question, f"a tolerance is 0 or more, not {self.tolerance}")
        else:
            near = _tolerance(self.value)
        if not near and len(str(self.value)) > LONGEST:
            raise wrong(self.question, f"nobody can type an answer of more than {LONGEST} signs; give it a tolerance")
        return near

    @property
    def answer_text(self) -> str:
        """The answer as it is shown: 5/36 (13.89 %)."""
        x = self.value
        if x.denominator == 1:
            return str(x)
        return f"{x} ({percent(x) if 0 < x < 1 else decimal(x)})"

    def plain(self) -> dict[str, Any]:
        """As the page gets it; every number is exact text."""
        near = self._near()
        example = next(text for x, text in EXAMPLES.items() if x != self.value)
        return self.words() | {
            "kind": "exact",
            "answer": str(self.value),
            "shown": self.answer_text,
            "near": str(near),
            "near_text": _as_decimal(near),
            "hints": [[str(self._rational(key, "")), text] for key, text in self.hints.items()],
            "example": example,
        }


def _tolerance(answer: Fraction) -> Fraction:
    """0.005, or the next of 0.002, 0.001, 0.0005 … that is no more than a tenth of the answer; 0 for whole numbers."""
    near, steps = NEAR, 0
    if answer.denominator == 1:
        return Fraction(0)
    while near * 10 > abs(answer) and steps < 60:
        near *= (Fraction(2, 5), Fraction(1, 2), Fraction(1, 2))[steps % 3]
        steps += 1
    return near


def _as_decimal(x: Fraction) -> str:
    """A tolerance for reading; a fraction where it has no short decimal."""
    for digits in range(21):
        if (x * 10**digits).denominator == 1:
            return decimal(x, digits)
    return str(x)


# a choice ---------------------------------------------------------------------------
@dataclass(frozen=True)
class MultipleChoice(Asked):
    """A question with the answers to choose from: ``MultipleChoice("Who may flee?", ["Karen", "nobody"], "Karen")``.

    ``answer``: the right option; a list of options asks for all of them and nothing else.
    ``hints``: wrong option -> what to think of. ``rule``: the rule to cite, as "karen 3.9".
    """

    question: str
    options: Iterable[Hashable]
    answer: Any
    hints: Mapping[Any, str] = field(default_factory=dict)
    why: str = ""
    rule: Rule | str | None = None

    def __post_init__(self) -> None:
        self.check_words()
        self.check_hint_texts(self.hints)
        if isinstance(self.options, str) or not isinstance(self.options, Iterable):
            raise wrong(self.question, "the options are a list")
        object.__setattr__(self, "options", tuple(self.options))
        texts = self._texts
        if not 2 <= len(texts) <= MOST or any(not t.strip() for t in texts):
            raise wrong(self.question, f"there are 2 to {MOST} options, none of them empty; here {len(texts)}")
        for n, text in enumerate(texts):
            if text in texts[:n]:
                raise wrong(self.question, f"the option “{one_line(text, 60)}” is there twice")
        right = self._right
        for key in self.hints:
            if place_of(self.question, texts, key, "the hint for") in right:
                raise wrong(self.question, f"there is a hint for “{one_line(label(key), 60)}”, which is right")

    @property
    def _texts(self) -> list[str]:
        return [label(o) for o in self.options]

    @property
    def _every(self) -> bool:
        return isinstance(self.answer, list | tuple | set | frozenset) and self.answer not in tuple(self.options)

    @property
    def _right(self) -> list[int]:
        answers = list(self.answer) if self._every else [self.answer]
        if not answers:
            raise wrong(self.question, "there is no right answer")
        return sorted({place_of(self.question, self._texts, a, "the answer") for a in answers})

    @property
    def answer_text(self) -> str:
        """The right options."""
        return "; ".join(self._texts[place] for place in self._right)

    def plain(self) -> dict[str, Any]:
        """As the page gets it; options are known by their place."""
        texts = self._texts
        hints = [[place_of(self.question, texts, key, ""), text] for key, text in self.hints.items()]
        options = [{"text": text, "note": "", "rule": None} for text in texts]
        return self.words() | {
            "kind": "choice", "options": options, "right": self._right, "every": self._every, "hints": hints,
            "shown": self.answer_text,
        }  # fmt: skip


def place_of(question: str, texts: list[str], wanted: Any, what: str) -> int:
    name = label(wanted)
    if name not in texts:
        some = ", ".join(f"“{one_line(t, 40)}”" for t in dict.fromkeys(texts))
        raise wrong(question, f"{what} “{one_line(name, 60)}” is none of the options: {one_line(some, 400)}")
    return texts.index(name)
