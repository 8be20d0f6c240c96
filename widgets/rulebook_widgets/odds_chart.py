"""Odds as bars: exact fractions, percent and "1 in n", side by side with other odds if wanted.

Everything that is shown is worked out here, exactly, and sent as text; the page draws
it. The same data serves ``WhatIf``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import script, styles
from rulebooks.core.result import Odds, decimal, label, one_in, percent

MOST = 200  # bars; the other outcomes are counted and added up, never silently dropped
NAMED = 12  # outcomes that the picture's description names
LONG = 4000  # digits beyond which a number is not written out
NEAR = Fraction(19, 20)  # beyond this share, "1 in n" says nothing any more
RARE = 10_000_000  # "1 in n" with a power of ten from here on
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NUMBERS = (int, Fraction)

HELPERS = ("dom.mjs", "helpers.mjs", "odds.mjs", "bars.mjs")
SHEETS = ("base.css", "odds_chart.css")


class OddsChart(anywidget.AnyWidget):
    """Bars of odds in a notebook: ``OddsChart(karen.adventure_odds(deck, 4).marginal("hp_lost"))``.

    ``other``: a second distribution, drawn beside the first; ``names`` tells the two apart.
    ``formula``: text, or a sympy expression, opened on demand. Outcomes that are numbers can
    be read as "at least" and "at most" too. ValueError for anything that is not Odds.
    """

    _esm = script(*HELPERS, main="odds_chart.js")
    _css = styles(*SHEETS)
    chart = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        odds: Odds,
        other: Odds | None = None,
        title: str = "",
        names: Sequence[str] = ("", ""),
        formula: Any = "",
    ) -> None:
        check_odds(odds)
        if other is not None:
            check_odds(other)
        if isinstance(names, str) or len(names) != 2 or not all(isinstance(n, str) for n in names):
            raise ValueError(f"names are two texts, one for each of the odds, not {_short(names)}")
        if not isinstance(title, str):
            raise ValueError(f"a title is a text, not {_short(title)}")
        self.odds, self.other, self.title = odds, other, title
        self.names = (names[0] or "first", names[1] or "second")
        super().__init__(chart=chart_data(odds, other, title=title, names=self.names, formula=formula_text(formula)))

    def __repr__(self) -> str:
        heading = f"{self.title}\n" if self.title else ""
        return heading + (str(self.odds) if self.other is None else side_by_side(self.odds, self.other, self.names))


def check_odds(odds: Any) -> None:
    """ValueError unless these are Odds."""
    if not isinstance(odds, Odds):
        raise ValueError(f"a chart shows Odds, such as Odds.of({{0: 91, 1: 84, 2: 15}}), not {_short(odds)}")


def formula_text(formula: Any) -> str:
    """A formula as plain text: as it is, or a sympy expression drawn with Unicode signs."""
    if isinstance(formula, str):
        return formula
    from rulebooks.core import formula as formulas

    return formulas.text(formula)


def is_numeric(*many: Odds) -> bool:
    """Whether all outcomes are numbers, so that there is a mean, an "at least" and an "at most"."""
    return all(isinstance(o, NUMBERS) and not isinstance(o, bool) for odds in many for o in odds)


def outcomes(odds: Odds, other: Odds | None = None) -> list[Any]:
    """The outcomes of one or two distributions, each once, in order."""
    merged = list(odds if other is None else dict.fromkeys([*odds, *other]))
    try:
        return sorted(merged)
    except TypeError:  # outcomes of unlike kinds: the order they came in
        return merged


# The data of a chart ----------------------------------------------------------------
def chart_data(
    odds: Odds,
    other: Odds | None = None,
    *,
    title: str = "",
    names: Sequence[str] = ("", ""),
    formula: str = "",
    style: str = "pair",
) -> dict[str, Any]:
    """What the page draws. ``style``: "pair" (two bars a row) or "ghost" (the other as an outline)."""
    every = outcomes(odds, other)
    shown = _likeliest(every, odds, other)
    single = [_row(_text(o), *_of(o, odds, other), odds, other) for o in shown]
    modes: list[dict[str, Any]] = [{"name": "exactly", "rows": single}]
    hidden = len(every) - len(shown)
    if hidden:
        single.append(_rest_row(set(shown), odds, other))
    if is_numeric(odds, *([other] if other else [])):
        for name, sign, keys in (("at least", "≥", every[::-1]), ("at most", "≤", every)):
            now, then = _running(keys, odds), _running(keys, other) if other is not None else {}
            rows = [_row(f"{sign} {_text(o)}", now[o], then.get(o), odds, other) for o in shown]
            modes.append({"name": name, "rows": rows})
    return {
        "title": title,
        "names": list(names) if other is not None else [],
        "style": style if other is not None else "",
        "modes": modes,
        "rest": _rest_words(hidden),
        "mean": mean_words(odds, other if style == "pair" else None, names),
        "how": how_words(odds, other, names),
        "sampled": any(o.how.kind == "sampled" for o in (odds, other) if o is not None),
        "formula": formula,
        "words": words(odds, other, title, names),
    }


def _likeliest(every: list[Any], odds: Odds, other: Odds | None) -> list[Any]:
    if len(every) <= MOST:
        return every
    weight = {o: odds.get(o, 0) + (other.get(o, 0) if other is not None else 0) for o in every}
    kept = set(sorted(every, key=lambda o: -weight[o])[:MOST])  # stable: ties in the order of outcomes
    return [o for o in every if o in kept]


def _of(outcome: Any, odds: Odds, other: Odds | None) -> tuple[Fraction, Fraction | None]:
    nothing = Fraction(0)
    return odds.get(outcome, nothing), None if other is None else other.get(outcome, nothing)


def _running(keys: Iterable[Any], odds: Odds) -> dict[Any, Fraction]:
    keys = list(keys)
    return dict(zip(keys, accumulate(odds.get(k, Fraction(0)) for k in keys), strict=True))


def _row(name: str, p: Fraction, q: Fraction | None, odds: Odds, other: Odds | None) -> dict[str, Any]:
    row: dict[str, Any] = {"label": name, **_numbers(p, odds), "other": None, "change": "", "points": ""}
    if q is not None and other is not None:
        row |= {"other": _numbers(q, other), "change": signed(p - q), "points": points(p - q)}
    return row


def _numbers(p: Fraction, odds: Odds) -> dict[str, Any]:
    data = {"value": exact(p), "percent": percent(p), "one_in": chance_words(p), "p": _size(p)}
    if odds.how.kind == "sampled":
        low, high = Odds({True: p, False: 1 - p}, odds.how).interval(True)
        data |= {"interval": f"{percent(low)} to {percent(high)}", "low": _size(low), "high": _size(high)}
    return data


def _rest_row(shown: set[Any], odds: Odds, other: Odds | None) -> dict[str, Any]:
    hidden = sum(o not in shown for o in outcomes(odds, other))
    p = odds.p(lambda o: o not in shown)
    q = None if other is None else other.p(lambda o: o not in shown)
    return _row(f"{_rest_words(hidden)}, together", p, q, odds, other)


def _rest_words(hidden: int) -> str:
    return f"… and {hidden} less likely outcome{'s' if hidden > 1 else ''}" if hidden else ""


# In words ---------------------------------------------------------------------------
def exact(x: Fraction) -> str:
    """A fraction in full; one of thousands of digits as a decimal that says so."""
    if max(abs(x.numerator), x.denominator).bit_length() > LONG * 3:
        return f"≈ {decimal(x, 9)}"
    return str(x)


def signed(x: Fraction) -> str:
    """A difference with its sign, a real minus; "" when there is none."""
    return "" if x == 0 else ("+" if x > 0 else "−") + exact(abs(x)).removeprefix("≈ ")


def points(x: Fraction) -> str:
    """The size of a difference in percentage points."""
    return "" if x == 0 else f"{percent(abs(x)).removesuffix(' %')} points"


def chance_words(p: Fraction) -> str:
    """ "1 in n"; near certainty "all but 1 in n"; or that it is certain or never happens."""
    if p == 1:
        return "certain"
    return f"all but {_one_in(1 - p)}" if p > NEAR else _one_in(p)


def _one_in(p: Fraction) -> str:
    n = 1 / p if p else Fraction(0)
    if n < RARE:
        return one_in(p)
    power = len(str(n.numerator // n.denominator)) - 1 if n < 10**LONG else 0
    return f"1 in {decimal(n / 10**power, 1)} · 10{str(power).translate(RAISED)}" if power else "almost never"


def mean_words(odds: Odds, other: Odds | None, names: Sequence[str]) -> list[str]:
    """The means of numeric outcomes, one line each."""
    if not is_numeric(odds, *([other] if other is not None else [])):
        return []
    if other is None:
        return [f"Mean {number(odds.mean)}"]
    return [f"Mean, {name}: {number(o.mean)}" for name, o in zip(names, (odds, other), strict=True)]


def number(x: Fraction) -> str:
    """A number with its decimal: "3/5 (0.6)"."""
    whole = exact(x).replace("-", "−")
    if x.denominator == 1 or whole.startswith("≈"):
        return whole
    text = decimal(x)
    about = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{whole} ({about})"


def how_words(odds: Odds, other: Odds | None, names: Sequence[str]) -> list[str]:
    """How the answers were found; one line when both were found alike."""
    hows = [str(odds.how)] if other is None else [str(odds.how), str(other.how)]
    said = hows if len(set(hows)) == 1 else [f"{name}: {how}" for name, how in zip(names, hows, strict=True)]
    return list(dict.fromkeys(said))


def words(odds: Odds, other: Odds | None, title: str, names: Sequence[str]) -> str:
    """The picture in words."""
    every = outcomes(odds, other)
    kept = set(sorted(every, key=lambda o: -max(odds.get(o, 0), other.get(o, 0) if other is not None else 0))[:NAMED])
    some = [o for o in every if o in kept]
    tell: Callable[[Any], str] = lambda o: f"{_text(o)} with {exact(odds.get(o, Fraction(0)))}"  # noqa: E731
    if other is not None:
        tell = lambda o: " and ".join(  # noqa: E731
            f"{_text(o)} with {exact(d.get(o, Fraction(0)))} ({name})"
            for d, name in zip((odds, other), names, strict=True)
        )
    rest = f"; and {len(every) - len(some)} more, see the table" if len(every) > len(some) else ""
    return f"{title}: ".removeprefix(": ") + "; ".join(map(tell, some)) + rest


def side_by_side(odds: Odds, other: Odds, names: Sequence[str]) -> str:
    """Two distributions and their exact differences as a text table."""
    rows = [["outcome", names[0], "percent", names[1], "percent", "difference"]]
    data = chart_data(odds, other, names=names)
    for row in data["modes"][0]["rows"]:
        o = row["other"]
        rows.append([row["label"], row["value"], row["percent"], o["value"], o["percent"], row["change"] or "0"])
    widths = [max(len(r[i]) for r in rows) for i in range(6)]
    lines = ["  ".join([f"{r[0]:<{widths[0]}}", *(f"{r[i]:>{widths[i]}}" for i in range(1, 6))]).rstrip() for r in rows]
    return "\n".join([*lines, *data["mean"], *how_words(odds, other, names)])


def _text(outcome: Any) -> str:
    text = label(outcome)
    return text.replace("-", "−") if isinstance(outcome, NUMBERS) and not isinstance(outcome, bool) else text


def _size(p: Fraction) -> float:
    return round(float(p), 6)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
