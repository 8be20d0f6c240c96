"""What if: dials over the numbers of a question, and what their turning does to the odds.

The question is a Python function of the dials' values; the page only shows its answer
beside the one at the start, and says what moved. Limits are checked here. With lists of
cards to type and the worth of each action it is the form to describe a real table with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.action_worth import Worth
from rulebook_widgets.assets import script, styles
from rulebook_widgets.card_list import CardList
from rulebook_widgets.odds_chart import (
    HELPERS,
    SHEETS,
    chance_words,
    chart_data,
    exact,
    is_numeric,
    number,
    outcomes,
    points,
    signed,
)
from rulebooks.core.result import Odds, label, percent

STEPS = 10_000  # of one dial
LARGEST = 999_999_999  # a page counts no further without rounding than a few digits more
OPTIONS = 200  # of one choice
TOLD = 3  # outcomes that are named as gaining, and as losing
NAMES = ("now", "at the start")
Answer = Callable[..., "Odds | tuple[str, Odds] | tuple[str, Odds, Worth]"]


def _whole(n: Any) -> bool:
    return isinstance(n, int) and not isinstance(n, bool)


@dataclass(frozen=True)
class Dial:
    """A whole number to turn, from ``least`` to ``most`` in steps; it starts at ``value``."""

    label: str
    least: int
    most: int
    value: int
    step: int = 1

    def __post_init__(self) -> None:
        _check_label(self.label)
        for name in ("least", "most", "value", "step"):
            n = getattr(self, name)
            if not _whole(n) or abs(n) > LARGEST:
                raise ValueError(f"{self.label}: {name} is a whole number of at most nine digits, not {_short(n)}")
        if self.step < 1 or self.least >= self.most or (self.most - self.least) // self.step > STEPS:
            raise ValueError(
                f"{self.label}: a dial goes up from least to most, in at most {STEPS} steps of 1 or more, "
                f"not from {self.least} to {self.most} in steps of {self.step}"
            )
        self.check(self.value)

    def check(self, value: Any) -> None:
        """ValueError with what is allowed, unless this is a number of the dial."""
        if not _whole(value) or not self.least <= value <= self.most or (value - self.least) % self.step:
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            raise ValueError(
                f"{self.label} is a whole number from {self.least} to {self.most}{steps}, not {_short(value)}"
            )

    def text(self, value: Any) -> str:
        """A value in words."""
        return str(value).replace("-", "−")

    def sent(self, value: Any) -> Any:
        """A value as the page knows it."""
        return value

    def received(self, sent: Any) -> Any:
        """The value the page means. ValueError when it is none."""
        self.check(sent)
        return sent

    def plain(self) -> dict[str, Any]:
        """As the page draws it."""
        top = self.least + (self.most - self.least) // self.step * self.step
        return {"kind": "range", "label": self.label, "least": self.least, "most": top, "step": self.step}


class Choice:
    """One of several options: values, or a mapping from what is shown to the value; it starts at ``value``."""

    def __init__(self, label: str, options: Iterable[Any] | Mapping[str, Any], value: Any = None) -> None:
        _check_label(label)
        if isinstance(options, str | bytes) or not isinstance(options, Iterable):
            raise ValueError(f"{label}: options are a list, or a mapping from what is shown to the value")
        pairs = list(options.items()) if isinstance(options, Mapping) else [(_words(o), o) for o in options]
        if not 1 <= len(pairs) <= OPTIONS:
            raise ValueError(f"{label}: a choice has 1 to {OPTIONS} options, not {len(pairs)}")
        self.label, self.texts, self.options = label, [str(t) for t, _ in pairs], [o for _, o in pairs]
        self.value = self.options[0] if value is None and None not in self.options else value
        self.check(self.value)

    def _place(self, value: Any) -> int | None:
        same = (i for i, o in enumerate(self.options) if type(o) is type(value) and o == value)
        return next(same, None)

    def check(self, value: Any) -> None:
        """ValueError with what is allowed, unless this is one of the options."""
        if self._place(value) is None:
            raise ValueError(f"{self.label} is one of {', '.join(self.texts)}, not {_short(value)}")

    def text(self, value: Any) -> str:
        """A value in words."""
        return self.texts[self._place(value) or 0]

    def sent(self, value: Any) -> Any:
        """A value as the page knows it: its place."""
        return self._place(value)

    def received(self, sent: Any) -> Any:
        """The value the page means. ValueError when it is none."""
        if not _whole(sent) or not 0 <= sent < len(self.options):
            raise ValueError(f"{self.label} is one of {', '.join(self.texts)}, not the one at {_short(sent)}")
        return self.options[sent]

    def plain(self) -> dict[str, Any]:
        """As the page draws it."""
        return {"kind": "choice", "label": self.label, "texts": self.texts}


class WhatIf(anywidget.AnyWidget):
    """Dials and the odds they lead to, in a notebook.

    ``answer``: a function of the dials' values, by name, that gives Odds, (headline, Odds), or (headline, Odds,
    Worth) to list the actions too; a ValueError of it is shown as its message. The answer at the start stays beside
    the new one.
    ::

        WhatIf(lambda pangs, hp: karen.adventure_odds({0: pangs, 1: 5}, 4, hp=hp).marginal("hp_lost"),
               pangs=Dial("Hunger Pangs", 0, 12, 5), hp=Dial("HP", 1, 20, 10))
    """

    _esm = script(*HELPERS, main="what_if.js")
    _css = styles(*SHEETS, "what_if.css")
    dials = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(self, answer: Answer, /, *, title: str = "", **dials: Dial | Choice | CardList) -> None:
        if not callable(answer):
            raise ValueError(f"answer is a function of the dials that gives Odds, not {_short(answer)}")
        if not isinstance(title, str):
            raise ValueError(f"a title is a text, not {_short(title)}")
        if not dials:
            raise ValueError('a what-if has at least one dial, such as hp=Dial("HP", 1, 20, 10)')
        for name, dial in dials.items():
            if not isinstance(dial, Dial | Choice | CardList):
                raise ValueError(f"{name} is a Dial, a Choice or a CardList, not {_short(dial)}")
        self.answer, self.title, self._dials = answer, title, dict(dials)
        self.start: dict[str, Any] = {name: dial.value for name, dial in dials.items()}
        self.values: dict[str, Any] = dict(self.start)
        self.error = ""
        self._headline, self._odds, self._worth = self._ask(self.start)
        self._before: Odds = self._odds
        super().__init__(status={"n": 0, "text": "", "token": ""})
        self.dials = {"title": title or "What if?", "dials": self._plain_dials()}
        self._show("")
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    def _plain_dials(self) -> list[dict[str, Any]]:
        return [
            {"name": name, **d.plain(), "start": d.sent(d.value), "start_text": d.text(d.value)}
            for name, d in self._dials.items()
        ]

    # asking ------------------------------------------------------------------------
    @property
    def odds(self) -> Odds:
        """The odds for the dials as they stand. ValueError, with the reason, where there are none."""
        if self.error:
            raise ValueError(self.error)
        return self._odds

    @property
    def headline(self) -> str:
        """The answer in a line; "" where there is none."""
        return "" if self.error else self._headline

    @property
    def worth(self) -> Worth | None:
        """What each action is worth; None where the answer does not say, or there is none."""
        return None if self.error else self._worth

    def set(self, **values: Any) -> None:
        """Turn dials: ``set(hp=3)``. ValueError says what is allowed, and nothing changes."""
        for name, value in values.items():
            self._dial(name).check(value)
        self._turn(values, "")

    def reset(self) -> None:
        """Back to the values at the start."""
        self._turn(self.start, "")

    def _dial(self, name: str) -> Dial | Choice | CardList:
        if name not in self._dials:
            raise ValueError(f"no dial is called {_short(name)}; there are {', '.join(self._dials)}")
        return self._dials[name]

    def _ask(self, values: Mapping[str, Any]) -> tuple[str, Odds, Worth | None]:
        dials = self._dials
        read = {n: dial.read(v) if isinstance(dial := dials[n], CardList) else v for n, v in values.items()}
        answer: Any = self.answer(**read)
        if isinstance(answer, Odds):
            return _headline(answer), answer, None
        match answer:
            case (str(line), Odds() as odds):
                return line, odds, None
            case (str(line), Odds() as odds, Worth() as worth):
                return line, odds, worth
        raise ValueError(f"answer gives Odds, (headline, Odds) or (headline, Odds, Worth), not {_short(answer)}")

    def _turn(self, values: Mapping[str, Any], token: str) -> None:
        self.values = {**self.values, **values}
        try:
            self._headline, self._odds, self._worth = self._ask(self.values)
            self.error = ""
        except ValueError as no:
            self.error = str(no)[:1].upper() + str(no)[1:] or "There is no answer for these values."
        except KeyboardInterrupt:
            self.error = "Stopped before there was an answer."
            raise
        except BaseException as fault:
            self.error = f"The answer failed: {type(fault).__name__}: {fault}".removesuffix(": ")
            raise
        finally:
            self._show(token)

    def _show(self, token: str) -> None:
        self.view = {
            "token": token,
            "values": {name: d.sent(self.values[name]) for name, d in self._dials.items()},
            "texts": {name: d.text(self.values[name]) for name, d in self._dials.items()},
            "moved": self.values != self.start,
            "error": self.error,
            "headline": self.headline,
            "chart": {} if self.error else self._chart(),
            "why": {} if self.error else self.why,
            "worth": self.worth.plain() if self.worth else {},
        }

    def _chart(self) -> dict[str, Any]:
        other = self._before if self.values != self.start else None
        return chart_data(self._odds, other, title=self.title or "Odds", names=NAMES, style="ghost")

    @property
    def turned(self) -> str:
        """The dials that were turned, in words; "" when none was."""
        return "; ".join(
            f"{d.label} {d.text(d.value)} → {d.text(self.values[name])}"
            for name, d in self._dials.items()
            if self.values[name] != d.value
        )

    @property
    def why(self) -> dict[str, Any]:
        """What moved since the start: the dials, the outcomes that gained and lost most, the mean."""
        return {"turned": self.turned, **moved(self._odds, self._before)} if self.turned else {}

    # commands from the page -----------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: ``{"set": {"hp": 3}}`` or ``{"reset": true}``. Anything else is said, not done."""
        token = content.get("token", "") if isinstance(content, dict) else ""
        token = token if isinstance(token, str) and len(token) <= 40 else ""
        try:
            values = self._command(content)
        except ValueError as no:
            text = str(no)[:1].upper() + str(no)[1:]
            self.status = {"n": self.status.get("n", 0) + 1, "text": text, "token": token}
            return
        self._turn(values, token)

    def _command(self, content: Any) -> dict[str, Any]:
        asked = {k: v for k, v in content.items() if k != "token"} if isinstance(content, dict) else {}
        match asked:
            case {"reset": True} if len(asked) == 1:
                return dict(self.start)
            case {"set": dict(values)} if len(asked) == 1:
                return {name: self._dial(name).received(value) for name, value in values.items()}
        raise ValueError(f"the panel knows set and reset, not {_short(content)}")

    # in words ----------------------------------------------------------------------------
    def __repr__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Title, dials, headline, the odds as a table and what moved, as text."""
        dials = []
        for name, d in self._dials.items():
            start = f" (start {d.text(d.value)})" if self.values[name] != d.value else ""
            dials.append(f"{d.label}: {d.text(self.values[name])}{start}")
        lines = [self.title or "What if?", "; ".join(dials)]
        if self.error:
            return "\n".join([*lines, self.error])
        lines += [self._headline, *([repr(self._worth)] if self._worth else []), str(self._odds)]
        if why := self.why:
            lines += [f"Since the start: {why['turned']}.", *why["lines"]]
        return "\n".join(lines)


def moved(now: Odds, start: Odds) -> dict[str, Any]:
    """What moved between two distributions: exact differences, the greatest first, in words.

    ``gained`` and ``lost``: lists of {label, change, points, words}; ``mean``: a sentence or "";
    ``lines``: all of it as sentences.
    """
    nothing = Fraction(0)
    change = {o: now.get(o, nothing) - start.get(o, nothing) for o in outcomes(now, start)}
    gained = sorted((o for o in change if change[o] > 0), key=lambda o: -change[o])
    lost = sorted((o for o in change if change[o] < 0), key=lambda o: change[o])

    def told(many: list[Any]) -> list[dict[str, str]]:
        return [_gain(o, change[o], _became(o, now, start)) for o in many[:TOLD]]

    mean = ""
    if is_numeric(now, start):
        same = now.mean == start.mean
        mean = (
            f"The mean stays {number(now.mean)}." if same else f"The mean: {number(start.mean)} → {number(now.mean)}."
        )
    data: dict[str, Any] = {
        "gained": told(gained),
        "lost": told(lost),
        "more": max(0, len(gained) - TOLD) + max(0, len(lost) - TOLD),
        "mean": mean,
    }
    return data | {"lines": _sentences(data)}


def _gain(outcome: Any, change: Fraction, became: str) -> dict[str, str]:
    return {"label": _words(outcome), "change": signed(change), "points": points(change), "words": became}


def _sentences(data: Mapping[str, Any]) -> list[str]:
    lines = []
    for verb, key in (("gained", "gained"), ("lost", "lost")):
        if data[key]:
            each = "; ".join(f"{r['label']}: {r['change']} ({r['points']}; {r['words']})" for r in data[key])
            lines.append(f"What {verb} most: {each}.")
    if not lines:
        lines.append("No outcome moved.")
    if data["more"]:
        lines.append(f"{data['more']} more outcome{'s' if data['more'] > 1 else ''} moved less.")
    return [*lines, *filter(None, [data["mean"]])]


def _became(outcome: Any, now: Odds, start: Odds) -> str:
    before, after = start.get(outcome, Fraction(0)), now.get(outcome, Fraction(0))
    if not before:
        return f"was impossible, is {exact(after)} now"
    if not after:
        return f"was {exact(before)}, is impossible now"
    return f"{exact(before)} → {exact(after)}"


def _headline(odds: Odds) -> str:
    if all(isinstance(o, bool) for o in odds):
        p = odds.p(True)
        return f"Yes: {exact(p)} ({percent(p)}, {chance_words(p)})"
    if is_numeric(odds):
        return f"On average {number(odds.mean)}"
    top = max(odds, key=lambda o: odds[o])
    return f"Most likely: {_words(top)}, {exact(odds[top])} ({percent(odds[top])})"


def _words(outcome: Any) -> str:
    return label(outcome).replace("-", "−") if _whole(outcome) else label(outcome)


def _check_label(text: Any) -> None:
    if not isinstance(text, str) or not text.strip() or len(text) > 200:
        raise ValueError(f"a dial's label is a text of 1 to 200 characters, not {_short(text)}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
