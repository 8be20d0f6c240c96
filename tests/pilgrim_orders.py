"""Combats of Scott Pilgrim over all orders of the cards, written from the rulebook: no code of the game takes part.

What the fighter knows is the set of orders that the pile can still have: those that agree with the cards drawn so far
and with the next one, whose side faces up. The same card has the same face always, so seeing it is knowing it.
A card is (move, damage, effects); effects are pairs such as ("draw", 1), ("match damage", 2). "drama" is Drama.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

Combo = tuple[str, int]  # moves in one word, one letter each; damage


def dealt(cards: Sequence[Any], combos: Sequence[Combo]) -> int:
    """The most that cards deal: every way to make combos of them is tried, card by card."""
    best = sum(damage for _, damage, _ in cards)
    for moves, damage in combos:
        for chosen in permutations(range(len(cards)), len(moves)):
            if all(cards[i][0] == m for i, m in zip(chosen, moves, strict=True)):
                rest = [c for i, c in enumerate(cards) if i not in chosen]
                best = max(best, damage + dealt(rest, combos))
    return best


def best_terms(
    cards: Sequence[Any], hand: int, needed: int, combos: Sequence[Combo], failure: int = 0
) -> tuple[Fraction, Fraction, Fraction]:
    """Chance to win, then least Drama added, then most damage, under best play, when so many cards are drawn first."""

    @cache
    def play(held: Any, lying: Any, extra: int, later: int, left: Any) -> tuple[Fraction, ...]:
        """``left``: the rest of the pile, its first card known, the others in any order."""
        options = [stopped(lying, extra, later)]
        for card in set(held):
            if card == "drama":
                continue
            told = dict(card[2])
            rest = list(held)
            rest.remove(card)
            ways = [(rest, False)]
            if any(what.startswith("match") for what in told) and "drama" in rest:
                without = list(rest)
                without.remove("drama")
                ways.append((without, True))
            for now, match in ways:
                more = told.get("damage", 0) + match * told.get("match damage", 0)
                more += told.get("damage without drama", 0) * ("drama" not in now)
                n = told.get("draw", 0) + match * told.get("match draw", 0)
                seen = (key(now), key([*lying, card]), extra + more, later + told.get("victory drama", 0))
                options.append(drawn(*seen, left, n))
        return max(options)

    def drawn(held: Any, lying: Any, extra: int, later: int, left: Any, n: int) -> tuple[Fraction, ...]:
        top, rest = left
        if not n or top is None:
            return play(held, lying, extra, later, left)
        found = [Fraction(0)] * 3
        for nxt, weight in Counter(rest).items() if rest else [(None, 1)]:
            fewer = list(rest)
            if nxt is not None:
                fewer.remove(nxt)
            value = drawn(key([*held, top]), lying, extra, later, (nxt, key(fewer)), n - 1)
            found = [a + Fraction(weight, max(1, len(rest))) * b for a, b in zip(found, value, strict=True)]
        return tuple(found)

    def stopped(lying: Any, extra: int, later: int) -> tuple[Fraction, ...]:
        damage = dealt(lying, combos) + extra
        won = damage >= needed
        return Fraction(won), Fraction(-(later if won else failure)), Fraction(damage)

    orders = set(permutations(range(len(cards)), len(cards)))
    found, seen = [Fraction(0)] * 3, Counter[Any]()
    for order in orders:
        mine = [cards[i] for i in order]
        top = mine[hand] if len(mine) > hand else None
        seen[key(mine[:hand]), (top, key(mine[hand + 1 :]))] += 1
    for (held, left), n in seen.items():
        value = play(held, (), 0, 0, left)
        found = [a + Fraction(n, len(orders)) * b for a, b in zip(found, value, strict=True)]
    return found[0], found[1], found[2]


def key(cards: Any) -> Any:
    """Cards in one order, whichever way they came."""
    return tuple(sorted(cards, key=repr))


__all__ = ["best_terms", "dealt"]
