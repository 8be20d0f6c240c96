"""The answer to "what are the odds?": exact fractions that know how they were found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import isqrt
from typing import Any

Event = Callable[[Any], bool]
SHOWN = 40  # rows of a printed table; the rest is counted, never silently dropped


@dataclass(frozen=True, slots=True)
class How:
    """How an answer was found. ``kind``: "exact", "bracketed" or "sampled".

    ``n`` is the sample's size, ``seed`` what it was drawn with, ``what`` the question
    in words (goal, policy), ``states`` how many states were walked.
    """

    kind: str = "exact"
    what: str = ""
    n: int = 0
    seed: int | None = None
    states: int = 0

    def __str__(self) -> str:
        size = f" ({self.n} games, seed {self.seed})" if self.kind == "sampled" else ""
        return f"{self.kind}{size}" + (f": {self.what}" if self.what else "")


def percent(p: Fraction, digits: int = 2) -> str:
    """A probability as a percentage, rounded half up; never 0 % or 100 % for what is neither."""
    scale = 10**digits
    n = (p * 200 * scale + 1) // 2
    if n == 0 and p > 0:
        return f"< {_point(1, digits)} %"
    if n == 100 * scale and p < 1:
        return f"> {_point(n - 1, digits)} %"
    return f"{_point(n, digits)} %"


def _point(n: int, digits: int) -> str:
    sign, n = ("−" if n < 0 else ""), abs(n)
    whole, rest = divmod(n, 10**digits)
    return f"{sign}{whole}" + (f".{rest:0{digits}d}" if digits else "")


def decimal(x: Fraction, digits: int = 3) -> str:
    """A fraction as a decimal, rounded half up: for reading, not for reckoning."""
    return _point((x * 2 * 10**digits + 1) // 2, digits)


def one_in(p: Fraction) -> str:
    """ "1 in n", n to one digit after the point."""
    return "never" if p == 0 else f"1 in {decimal(1 / p, 1).removesuffix('.0')}"


def label(outcome: Any) -> str:
    """An outcome in words: named fields with their names, all else as it prints itself."""
    if hasattr(outcome, "_fields"):
        return ", ".join(f"{n.replace('_', ' ')} {label(v)}" for n, v in zip(outcome._fields, outcome, strict=True))
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    return str(outcome)


class Odds(Mapping[Any, Fraction]):
    """Outcome -> exact probability. The probabilities add up to 1.

    >>> two = Odds.of({0: 91, 1: 84, 2: 15})
    >>> two.at_least(1)
    Fraction(99, 190)
    >>> two.mean
    Fraction(3, 5)
    """

    __slots__ = ("_p", "how")

    def __init__(self, probabilities: Mapping[Any, Fraction], how: How | None = None) -> None:
        wrong = [p for p in probabilities.values() if not isinstance(p, int | Fraction) or p < 0]
        if wrong:
            raise ValueError(f"a probability is a Fraction, never below 0, not {wrong[0]!r}")
        total = sum(probabilities.values())
        if total != 1:
            raise ValueError(f"probabilities add up to 1, these to {total}")
        self._p = {k: Fraction(p) for k, p in _in_order(probabilities) if p}
        self.how = how or How()

    @classmethod
    def of(cls, weights: Mapping[Any, int], how: How | None = None) -> Odds:
        """From whole-number weights, as chance nodes hold them."""
        wrong = [w for w in weights.values() if type(w) is not int or w < 0]
        if wrong:
            raise ValueError(f"a weight is a whole number from 0 up, not {wrong[0]!r}")
        total = sum(weights.values())
        if not total:
            raise ValueError("odds need at least one outcome of positive weight")
        return cls({k: Fraction(w, total) for k, w in weights.items()}, how)

    def __getitem__(self, outcome: Any) -> Fraction:
        return self._p[outcome]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._p)

    def __len__(self) -> int:
        return len(self._p)

    def _test(self, event: Any, named: Mapping[str, Any]) -> Event:
        if named:
            if event is not None:
                raise ValueError("ask for an event or for named fields, not both")
            lost = [n for n in named if any(not hasattr(o, n) for o in self._p)]
            if lost:
                raise ValueError(
                    f"these outcomes have no field {', '.join(lost)}; they look like {next(iter(self._p))}"
                )
            return lambda o: all(getattr(o, n) == v for n, v in named.items())
        if event is None and None not in self._p:
            raise ValueError("ask for an outcome, a predicate or named fields: p(3), p(lambda o: …), p(cleared=True)")
        if callable(event):
            return lambda o: bool(event(o))
        return lambda o: bool(o == event)

    def p(self, event: Any = None, **named: Any) -> Fraction:
        """The probability of an outcome, of a predicate, or of named fields: ``p(cleared=True)``."""
        test = self._test(event, named)
        return sum((p for o, p in self._p.items() if test(o)), Fraction(0))

    def map(self, f: Callable[[Any], Hashable]) -> Odds:
        """The odds of a function of the outcome."""
        out: dict[Any, Fraction] = {}
        for o, p in self._p.items():
            key = f(o)
            out[key] = out.get(key, Fraction(0)) + p
        return Odds(out, self.how)

    def marginal(self, field: str) -> Odds:
        """The odds of one field of the outcomes."""
        self._test(None, {field: None})
        return self.map(lambda o: getattr(o, field))

    def given(self, event: Any = None, **named: Any) -> Odds:
        """The odds when an event is known to have happened. ValueError when it cannot."""
        test, all_of_it = self._test(event, named), self.p(event, **named)
        if not all_of_it:
            raise ValueError("that cannot happen, so nothing is known given it")
        return Odds({o: p / all_of_it for o, p in self._p.items() if test(o)}, self.how)

    def _number(self, outcome: Any) -> Fraction:
        if isinstance(outcome, int | Fraction):
            return Fraction(outcome)
        raise ValueError(f"{outcome} is no number; take a marginal first: odds.marginal('field')")

    @property
    def mean(self) -> Fraction:
        """The expected value of numeric outcomes."""
        return sum((p * self._number(o) for o, p in self._p.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        mean = self.mean
        return sum((p * (self._number(o) - mean) ** 2 for o, p in self._p.items()), Fraction(0))

    def at_least(self, k: int | Fraction) -> Fraction:
        """The probability of k or more."""
        return self.p(lambda o: self._number(o) >= k)

    def interval(
        self, event: Any = None, *, z: Fraction = Fraction(196, 100), **named: Any
    ) -> tuple[Fraction, Fraction]:
        """Where the true probability lies: (p, p) when exact; Wilson's 95 % interval when sampled.

        The bounds of a sample are rounded outward to a millionth.
        """
        p = self.p(event, **named)
        if self.how.kind != "sampled":
            return p, p
        n, zz, unit = self.how.n, z * z, 10**6
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        square = (p * (1 - p) / n + zz / (4 * n * n)) * zz / (1 + zz / n) ** 2
        spread = Fraction(isqrt(int(square * unit * unit)) + 1, unit)
        low, high = (middle - spread) * unit // 1, -(-(middle + spread) * unit // 1)
        return max(Fraction(0), Fraction(low, unit)), min(Fraction(1), Fraction(high, unit))

    def table(self) -> list[tuple[str, str, str, str]]:
        """Rows of text: outcome, fraction, percent, "1 in n"; at most SHOWN of them."""
        rows = list(self._p.items())
        if len(rows) > SHOWN:
            rows = sorted(rows, key=lambda r: -r[1])[:SHOWN]
        return [(label(o), str(p), percent(p), one_in(p)) for o, p in rows]

    def _rest(self) -> str:
        hidden = len(self._p) - SHOWN
        return f"… and {hidden} less likely outcomes" if hidden > 0 else ""

    def __str__(self) -> str:
        rows = [("outcome", "probability", "percent", ""), *self.table()]
        widths = [max(len(r[i]) for r in rows) for i in range(4)]
        lines = [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}  {d}".rstrip() for a, b, c, d in rows]
        return "\n".join([*lines, *filter(None, [self._rest(), str(self.how)])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        body = "".join("<tr>" + "".join(f"<td>{escape(x)}</td>" for x in row) + "</tr>" for row in self.table())
        rest = f"<br>{escape(self._rest())}" if self._rest() else ""
        return (
            f"<table><caption>{escape(str(self.how))}{rest}</caption><thead><tr><th>outcome</th><th>probability</th>"
            f"<th>percent</th><th></th></tr></thead><tbody>{body}</tbody></table>"
        )

    def plot(self, title: str = "") -> Bars:
        """Bars as a picture, with the same numbers as its text alternative."""
        return Bars(self, title)


def _in_order(probabilities: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    try:
        return sorted(probabilities.items(), key=lambda kp: kp[0])
    except TypeError:  # outcomes of unlike kinds: keep the order they came in
        return list(probabilities.items())


class Bars:
    """A bar chart of odds as SVG; its ``repr`` is the text table."""

    def __init__(self, odds: Odds, title: str = "") -> None:
        self.odds, self.title = odds, title

    def _repr_svg_(self) -> str:
        rows = self.odds.table()
        top = max(self.odds.values())
        shown = (
            [self.odds[o] for o in self.odds] if len(self.odds) <= SHOWN else sorted(self.odds.values())[::-1][:SHOWN]
        )
        left = 14 + 7 * max(len(r[0]) for r in rows)
        height, y, parts = 22, 24 if self.title else 4, []
        for (name, fraction, pct, _), p in zip(rows, shown, strict=True):
            width = int(260 * p / top)
            parts.append(
                f'<text x="{left - 6}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
                f'<rect x="{left}" y="{y + 2}" width="{width}" height="16" rx="3" fill="#2563a8"/>'
                f'<text x="{left + width + 6}" y="{y + 14}">{escape(fraction)} · {escape(pct)}</text>'
            )
            y += height
        heading = f'<text x="4" y="14" font-weight="600">{escape(self.title)}</text>' if self.title else ""
        alt = escape(f"{self.title} {'; '.join(f'{r[0]}: {r[1]}' for r in rows)}".strip(), quote=True)
        width = left + 260 + 14 + 7 * max(len(r[1]) + len(r[2]) + 3 for r in rows)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 4}" width="{width}" role="img" '
            f'aria-label="{alt}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">'
            f"{heading}{''.join(parts)}</svg>"
        )

    def __repr__(self) -> str:
        return (f"{self.title}\n" if self.title else "") + str(self.odds)


@dataclass(frozen=True)
class Bracket:
    """A number between two that are both proved: where an exact answer does not fit.

    ``unit``: what it counts; "chance" for a probability. ``lower`` and ``upper`` say in words what each bound
    rests on: a real way to play, an easier game. Equal bounds are the exact answer.

    >>> Bracket(Fraction(1, 3), Fraction(1, 2), lower="never paying", upper="free cards")
    between 33.33 % and 50 % (bracketed: at least by never paying; at most by free cards)
    """

    low: Fraction
    high: Fraction
    unit: str = "chance"
    lower: str = ""
    upper: str = ""
    what: str = ""

    def __post_init__(self) -> None:
        wrong = [x for x in (self.low, self.high) if type(x) not in (int, Fraction)]
        if wrong:
            raise ValueError(f"a bound is a Fraction, not {wrong[0]!r}")
        if self.low > self.high:
            raise ValueError(f"the lower bound is at most the upper one, not {self.low} above {self.high}")
        object.__setattr__(self, "low", Fraction(self.low))
        object.__setattr__(self, "high", Fraction(self.high))

    @property
    def width(self) -> Fraction:
        """How far the bounds lie apart."""
        return self.high - self.low

    @property
    def closed(self) -> bool:
        """Whether the bounds meet: then either is the exact answer."""
        return self.low == self.high

    @property
    def how(self) -> How:
        """How it was found, and what the bounds rest on."""
        if self.closed:
            return How("exact", self.what)
        reasons = [f"{w} by {by}" for w, by in (("at least", self.lower), ("at most", self.upper)) if by]
        return How("bracketed", "; ".join([*([self.what] if self.what else []), *reasons]))

    def __contains__(self, x: object) -> bool:
        return isinstance(x, int | Fraction) and self.low <= x <= self.high

    @property
    def text(self) -> str:
        """The interval in words, rounded outward so that it never claims more than was proved."""
        if self.closed:
            shown = percent(self.low) if self.unit == "chance" else decimal(self.low)
            return f"{self.low} ({shown}{self._counts})" if self.low.denominator > 1 else f"{shown}{self._counts}"
        low, high = _outward(self.low, self.unit, up=False), _outward(self.high, self.unit, up=True)
        return f"between {low} and {high}{self._counts}"

    @property
    def _counts(self) -> str:
        return f" {self.unit}" if self.unit and self.unit != "chance" else ""

    def __str__(self) -> str:
        return f"{self.text} ({self.how})"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            f"<table><caption>{escape(str(self.how))}</caption><thead><tr><th>at least</th><th>at most</th>"
            f"<th></th></tr></thead><tbody><tr><td>{self.low}</td><td>{self.high}</td><td>{escape(self.text)}</td>"
            "</tr></tbody></table>"
        )


def _outward(x: Fraction, unit: str, *, up: bool) -> str:
    """A bound with two or three digits, rounded away from the interval; trailing zeros dropped."""
    digits, scale = (2, 100) if unit == "chance" else (3, 1)
    n = x * scale * 10**digits
    text = _point(-(-n // 1) if up else n // 1, digits)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text} %" if unit == "chance" else text
