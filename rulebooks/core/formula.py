"""The same numbers as formulas a class can read: binomials, sums of them, generating functions.

Everything here is unevaluated on purpose: ``str``, ``sympy.latex`` and ``text`` show the
binomials, and ``as_fraction`` gives the number, equal to what counting the hands gives.
sympy is imported when a formula is first asked for.

>>> as_fraction(hypergeometric(20, 6, 2, 1))
Fraction(42, 95)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb
from typing import Any

from rulebooks.core.chance import Bag, deal, hand_count

HANDS = 2_000  # terms of a written-out sum, and kinds of a bag; more is no formula to read


def hypergeometric(total: int, special: int, drawn: int, hits: int) -> Any:
    """The chance of exactly so many special cards among those drawn, as a sympy expression.

    C(special, hits) · C(total − special, drawn − hits) / C(total, drawn), not multiplied out.
    ValueError unless 0 <= special, drawn <= total and hits >= 0.
    """
    for name, n, most in (("total", total, None), ("special", special, total), ("drawn", drawn, total)):
        _whole(name, n, most)
    _whole("hits", hits, None)
    return _product([(special, hits), (total - special, drawn - hits)], (total, drawn))


def hypergeometric_formula() -> Any:
    """The same in letters, plain sympy symbols: N cards, K of them special, n drawn, k hits."""
    from sympy import binomial, symbols

    N, K, n, k = symbols("N K n k")
    return binomial(K, k) * binomial(N - K, n - k) / binomial(N, n)


def generating_function(bag: Any, n: int | None = None) -> Any:
    """The product over the kinds of (1 + x**power · y)**count, as a sympy expression.

    ``bag``: powers, whole numbers: a Bag, a list, or a mapping power -> count. Multiplied out, the
    coefficient of y**n · x**t is the number of hands of n cards with the sum t. With ``n``: what stands
    beside y**n, a polynomial in x, multiplied out (negative powers give negative exponents).
    """
    from sympy import Integer, Mul, Pow, symbols

    x, y = symbols("x y")
    cards = _powers(bag)
    if n is not None:
        _whole("n", n, len(cards))
        sums = _sums(cards, n)
        return sum((Integer(ways) * x**power for power, ways in sums.items()), Integer(0))
    factors = [Pow(1 + x**power * y, count) for power, count in cards.counts.items()]
    return Mul(*factors)


def coefficient(function: Any, cards: int, power: int) -> int:
    """How many hands of so many cards have this sum: the coefficient of y**cards · x**power."""
    from sympy import Expr, Poly, PolynomialError, symbols

    _whole("cards", cards, None)
    if isinstance(power, bool) or not isinstance(power, int):
        raise ValueError(f"a power is a whole number, not {_short(power)}")
    x, y = symbols("x y")
    if not isinstance(function, Expr) or not function.free_symbols <= {x, y}:
        raise ValueError(f"a generating function is a polynomial in x and y, not {_short(function)}")
    if cards and x in function.free_symbols and y not in function.free_symbols:
        raise ValueError("this function counts hands of one size already; ask the whole one, generating_function(bag)")
    try:
        beside = Poly(function, y).coeff_monomial(y**cards)
    except PolynomialError as no:
        raise ValueError(f"a generating function is a polynomial in x and y, not {_short(function)}") from no
    return int(beside.expand().coeff(x, power))


def formula(bag: Any, n: int, event: int | Callable[[Bag[int]], bool]) -> Any:
    """The chance that n cards of a bag make an event, as a sum over the hands that do.

    ``event``: a whole number k, "the sum is at least k", or a predicate of the hand (a Bag). Each hand is a
    product of binomials, one a kind; their sum stands over C(all cards, n), not multiplied out.
    ValueError for a bag of anything but whole numbers when ``event`` is a number, and where the sum would
    have more than HANDS terms.

    >>> str(formula({0: 4, 1: 2}, 2, 2))
    'binomial(2, 2)*binomial(4, 0)/binomial(6, 2)'
    """
    from sympy import Add, Integer, Mul, Pow

    if callable(event):
        cards, test = _bag(bag), event
    else:
        if isinstance(event, bool) or not isinstance(event, int):
            raise ValueError(
                f"an event is a whole number (the sum is at least that) or a predicate of a hand, not {_short(event)}"
            )
        least: int = event
        cards, test = _powers(bag), lambda hand: _sum(hand) >= least
    _whole("n", n, len(cards))
    size = hand_count(cards, n)
    if size > HANDS:
        raise ValueError(f"{size} kinds of hands, and at most {HANDS} can be written out; ask the generating function")
    hands = [hand.counts for hand in deal(cards, n) if test(hand)]
    terms = [_product([(count, hand.get(kind, 0)) for kind, count in cards.counts.items()], None) for hand in hands]
    if not terms:
        return Integer(0)
    top = terms[0].args if len(terms) == 1 and terms[0].is_Mul else [Add(*terms, evaluate=False)]
    return Mul(*top, Pow(_binomial(len(cards), n), -1, evaluate=False), evaluate=False)


def as_fraction(expression: Any) -> Fraction:
    """The number a formula stands for, exactly. ValueError while it still holds letters, or is no rational."""
    from sympy import Expr, Rational, simplify

    if isinstance(expression, int | Fraction) and not isinstance(expression, bool):
        return Fraction(expression)
    if not isinstance(expression, Expr):
        raise ValueError(f"a formula is a sympy expression, not {_short(expression)}")
    if expression.free_symbols:
        letters = ", ".join(sorted(map(str, expression.free_symbols)))
        raise ValueError(f"this formula still holds {letters}: put numbers in their place with .subs")
    value = expression.doit()
    value = value if isinstance(value, Rational) else simplify(value)
    if not isinstance(value, Rational) or not value.is_finite:
        raise ValueError(f"{expression} is no fraction of whole numbers")
    return Fraction(int(value.p), int(value.q))


def text(expression: Any) -> str:
    """A formula drawn with Unicode signs, over several lines, the same on every machine."""
    from sympy import Basic, binomial, pretty

    if not isinstance(expression, Basic):
        raise ValueError(f"a formula is a text or a sympy expression, not {_short(expression)}")
    order = "none" if expression.has(binomial) else None  # hands in the order of the bag, powers from the highest down
    return str(pretty(expression, use_unicode=True, wrap_line=False, order=order))


def _binomial(n: int, k: int) -> Any:
    from sympy import binomial

    return binomial(n, k, evaluate=False)


def _product(pairs: list[tuple[int, int]], under: tuple[int, int] | None) -> Any:
    from sympy import Mul, Pow

    factors = [_binomial(n, k) for n, k in pairs]
    if under is not None:
        factors.append(Pow(_binomial(*under), -1, evaluate=False))
    return factors[0] if len(factors) == 1 else Mul(*factors, evaluate=False)


def _sums(cards: Bag[int], n: int) -> dict[int, int]:
    """Sum -> how many hands of n cards have it."""
    hands: list[dict[int, int]] = [{0: 1}, *({} for _ in range(n))]
    for power, count in cards.counts.items():
        for size in range(n, 0, -1):
            for k in range(1, min(size, count) + 1):
                for total, ways in hands[size - k].items():
                    key = total + power * k
                    hands[size][key] = hands[size].get(key, 0) + ways * comb(count, k)
    return dict(sorted(hands[n].items()))


def _sum(hand: Bag[int]) -> int:
    return sum(power * count for power, count in hand.counts.items())


def _bag(bag: Any) -> Bag[Any]:
    if isinstance(bag, Bag):
        return bag
    if isinstance(bag, str | bytes) or not isinstance(bag, Iterable):
        raise ValueError(f"a bag is a Bag, a list of cards or a mapping card -> count, not {_short(bag)}")
    try:
        return Bag(bag)
    except TypeError as no:
        raise ValueError(f"the cards of a bag can be compared with each other: {no}") from no


def _powers(bag: Any) -> Bag[int]:
    cards = _bag(bag)
    wrong = [kind for kind in cards.kinds if isinstance(kind, bool) or not isinstance(kind, int)]
    if wrong:
        raise ValueError(f"the cards are their powers here, whole numbers, not {_short(wrong[0])}")
    return cards


def _whole(name: str, n: Any, most: int | None) -> None:
    if isinstance(n, bool) or not isinstance(n, int) or n < 0 or (most is not None and n > most):
        upto = "from 0 up" if most is None else f"from 0 to {most}"
        raise ValueError(f"{name} is a whole number {upto}, not {_short(n)}")


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}…"
