"""The sum of some cards of a shuffled deck: exact weights in microseconds.

Slow twin: ``deal(bag, n)`` with each hand's sum, or ``odds.final`` on a game that deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, gcd
from struct import unpack

from rulebooks.core.chance import Bag
from rulebooks.core.result import How, Odds

PACKED = 1 << 16  # steps between least and greatest sum, up to which packed rows are used
STRUCT = {32: "I", 64: "Q"}


def totals(deck: Bag[int] | Mapping[int, int], n: int) -> dict[int, int]:
    """Sum of the top n cards -> the number of hands that have it. All hands: C(size, n).

    ``deck``: a Bag of whole numbers, or card value -> how many. Values may be negative.
    ValueError for anything else, or when there are fewer than n cards.

    >>> totals({0: 2, 3: 1}, 2)
    {0: 1, 3: 2}
    """
    counts = checked(deck)
    size = sum(counts.values())
    if type(n) is not int or not 0 <= n <= size:
        raise ValueError(f"cannot deal {n!r} cards from {size}: a whole number from 0 to {size}")
    if not n:
        return {0: 1}
    low = min(counts)
    # Sums are counted from n times the lowest card, in steps of the cards' common divisor.
    step = gcd(*(value - low for value in counts)) or 1
    kinds = sorted(((count, (value - low) // step) for value, count in counts.items()), reverse=True)
    top = n * max(place for _, place in kinds)
    sums = _packed(kinds, n, comb(size, n), top) if top < PACKED else _sparse(kinds, n)
    base = n * low
    return {base + step * place: ways for place, ways in sums if ways}


def sum_odds(deck: Bag[int] | Mapping[int, int], n: int) -> Odds:
    """The exact odds of the sum of the top n cards."""
    return Odds.of(totals(deck, n), How("exact", f"sum of {n} cards"))


def checked(deck: Bag[int] | Mapping[int, int]) -> dict[int, int]:
    """A deck as card value -> how many, those that are not there left out; ValueError for what is no deck."""
    if isinstance(deck, Bag):
        counts = deck.counts
    elif isinstance(deck, Mapping):
        counts = dict(deck)
    else:
        raise ValueError(f"a deck is a Bag or a mapping card value -> how many, not {type(deck).__name__}")
    missing = False
    for value, count in counts.items():
        if type(value) is not int:
            raise ValueError(f"a card's value is a whole number, not {value!r}")
        if type(count) is not int or count < 0:
            raise ValueError(f"card {value}: a count is a whole number from 0 up, not {count!r}")
        missing = missing or not count
    return {value: count for value, count in counts.items() if count} if missing else counts


def _packed(kinds: list[tuple[int, int]], n: int, hands: int, top: int) -> list[tuple[int, int]]:
    """Row m holds the ways of every sum of m cards side by side in ONE whole number.

    A field is wide enough for all hands together, so adding rows never carries over, and
    a kind of card costs one shift, product and sum for each number of its copies.
    """
    need = hands.bit_length()
    bits = 32 if need <= 32 else 64 if need <= 64 else -(-need // 8) * 8
    (count, place), *others = kinds
    rows = [comb(count, m) << (bits * place * m) for m in range(n + 1)]
    last = len(others) - 1
    for at, (count, place) in enumerate(others):
        ways = [comb(count, k) for k in range(min(count, n) + 1)]
        shift = bits * place
        grown = rows if at < last else rows[n:]  # the last kind is only needed for n cards
        new = []
        for m, row in enumerate(grown, n + 1 - len(grown)):
            for k in range(1, min(count, m) + 1):
                row += (ways[k] * rows[m - k]) << (shift * k)
            new.append(row)
        rows = new
    return list(enumerate(_fields(rows[-1], top + 1, bits)))


def _fields(row: int, count: int, bits: int) -> tuple[int, ...] | list[int]:
    raw, width = row.to_bytes(count * bits // 8, "little"), bits // 8
    if bits in STRUCT:
        return unpack(f"<{count}{STRUCT[bits]}", raw)
    return [int.from_bytes(raw[i : i + width], "little") for i in range(0, len(raw), width)]


def _sparse(kinds: list[tuple[int, int]], n: int) -> list[tuple[int, int]]:
    """For values far apart: only sums that occur are held."""
    rows: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(n)]
    for count, place in kinds:
        for m in range(n, 0, -1):
            here = rows[m]
            for k in range(1, min(count, m) + 1):
                ways, add = comb(count, k), place * k
                for total, w in rows[m - k].items():
                    here[total + add] = here.get(total + add, 0) + w * ways
    return sorted(rows[n].items())
