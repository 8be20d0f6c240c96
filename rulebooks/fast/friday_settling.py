"""Friday: from the comparison on, the first best way to double and to step down, as the walk finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebooks.friday.contents import HARM

# a card at the comparison: its place in the order of cards, right?, used?, doubled?, value, ability
Settling = tuple[int, bool, bool, bool, int, str]


def settled(
    cards: list[tuple[Any, int]], needs: tuple[int, ...], good: Callable[[int, int], bool]
) -> tuple[int, int, int]:
    """(points short, total, life that aging costs) of the first way whose end is good; in the order of the rules."""
    table = settling(cards)
    cost = sum(HARM[a] * n for (*_, a), n in table.items() if a in HARM)
    found = _first(table, 0, needs, lambda short: good(short, cost), set())
    assert found is not None, "no way to settle is worth it"
    return (*found, cost)


def settling(cards: list[tuple[Any, int]]) -> dict[Settling, int]:
    """The cards as they lie at the comparison, in the order of cards."""
    order = {k: i for i, k in enumerate(dict.fromkeys(p.card for p, _ in cards))}
    return {(order[p.card], not p.left, p.used, False, p.value, p.ability): n for p, n in cards}


def _first(
    table: dict[Settling, int], eased: int, needs: tuple[int, ...], good: Callable[[int], bool], failed: set[Any]
) -> tuple[int, int] | None:
    points = total(table)
    short = max(0, needs[min(eased, len(needs) - 1)] - points)
    if good(short):
        return short, points
    key = (eased, frozenset(table.items()))
    if key in failed:
        return None
    kinds = sorted(table)
    for c in kinds:
        ability, used = c[5], c[2]
        if used or ability not in ("double", "step -1", "copy"):
            continue
        late = [ability]
        if ability == "copy":
            late = [k[5] for k in kinds if k[5] in ("double", "step -1")]
        spent = (c[0], c[1], True, c[3], c[4], c[5])
        for what in late:
            turned = moved(table, c, spent)
            if what == "step -1":
                if eased < len(needs) - 1:
                    found = _first(turned, eased + 1, needs, good, failed)
                    if found is not None:
                        return found
                continue
            for t in sorted(turned):
                if not t[3] and (turned[t] > 1 or t != spent):
                    found = _first(moved(turned, t, (*t[:3], True, *t[4:])), eased, needs, good, failed)
                    if found is not None:
                        return found
    failed.add(key)
    return None


def moved(table: dict[Settling, int], old: Settling, new: Settling) -> dict[Settling, int]:
    """The table with one card lying otherwise."""
    after = dict(table)
    after[old] -= 1
    if not after[old]:
        del after[old]
    after[new] = after.get(new, 0) + 1
    return after


def total(table: dict[Settling, int]) -> int:
    """The fighting value; "highest = 0" takes the highest printed value, of equal ones one not doubled."""
    points = sum(v * (1 + doubled) * n for (_, _, _, doubled, v, _), n in table.items())
    if any(a == "highest = 0" for *_, a in table):
        able = [(v, not doubled) for _, _, _, doubled, v, _ in table if v > 0]
        if able:
            v, plain = max(able)
            points -= v if plain else 2 * v
    return points
