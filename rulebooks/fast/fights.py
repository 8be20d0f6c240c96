"""Stop or draw: the least life a fight costs, in a fraction of the time a walk takes.

The fight: some free cards are dealt, then the player may pay one life for one more
card, a few times; when they stop, each point short of the target costs one life.
Slow twin: the fight written as rules (``tests/games/fight.py``) and ``odds.value``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from operator import mul

from rulebooks.core.chance import Bag
from rulebooks.fast.sums import checked

DEEPEST = 400  # extra draws: the recursion is as deep


def least_loss(deck: Bag[int] | Mapping[int, int], free: int, extra: int, target: int) -> Fraction:
    """The least expected life loss, exactly.

    ``deck``: a Bag of whole numbers, or card value -> how many; ``free`` cards are dealt,
    up to ``extra`` more may be drawn for one life each; ``target``: the sum to reach.
    ValueError when the deck has fewer than ``free + extra`` cards, when ``extra`` is above
    400, or for what is no such number.

    >>> least_loss({0: 1, 3: 1}, 1, 1, 3)
    Fraction(1, 2)
    """
    counts = checked(deck)
    size = sum(counts.values())
    for what, number in (("free", free), ("extra", extra), ("target", target)):
        if type(number) is not int or (number < 0 and what != "target"):
            raise ValueError(f"{what}: a whole number from 0 up, not {number!r}")
    if free + extra > size:
        raise ValueError(f"cannot deal {free} cards and draw {extra} from {size}")
    if extra > DEEPEST:
        raise ValueError(f"at most {DEEPEST} extra draws, not {extra}")
    # Every value after d draws is a whole number over scale[d], the product of the deck's
    # sizes from there on: the recursion adds and multiplies whole numbers only.
    scale = [1] * (extra + 1)
    for d in range(extra - 1, -1, -1):
        scale[d] = (size - free - d) * scale[d + 1]
    places, place = [], 1
    for count in counts.values():  # the counts left, as one number: a digit for each kind
        places.append(place)
        place *= count + 1
    left = list(counts.values())
    draw = _drawing(tuple(zip(range(len(left)), counts, places, strict=True)), left, scale)
    total = 0
    for hand, points, ways in _hands(counts, free):
        short = target - points
        if short > 1 and extra:
            left[:] = hand
            total += ways * draw(sum(map(mul, hand, places)), short, 0)
        elif short > 0:
            total += ways * short * scale[0]
    return Fraction(total, comb(size, free) * scale[0])


def _drawing(kinds: tuple[tuple[int, int, int], ...], left: list[int], scale: list[int]) -> Callable[..., int]:
    """The better of stopping and drawing, as a function of (counts left, points short, draws made).

    Asked only where a draw may pay: at least two points short, at least one draw left.
    """
    known: dict[int, int] = {}
    get, extra = known.get, len(scale) - 1

    def draw(key: int, short: int, d: int) -> int:
        known_cost = get(key)
        if known_cost is not None:
            return known_cost
        cost = scale[d]  # the life paid
        stop = short * cost
        d += 1
        deeper = d < extra
        for i, value, place in kinds:
            count = left[i]
            if count:
                still = short - value
                if still > 0:
                    if still == 1:  # another draw costs 1, so it cannot repay a shortfall of 1
                        cost += count * scale[d]
                    elif deeper:
                        after = get(key - place)
                        if after is None:
                            left[i] = count - 1
                            after = draw(key - place, still, d)
                            left[i] = count
                        cost += count * after
                    else:
                        cost += count * still
                    if cost >= stop:  # dearer than stopping already, whatever the other cards bring
                        known[key] = stop
                        return stop
        known[key] = cost
        return cost

    return draw


def _hands(counts: Mapping[int, int], n: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Every hand of n cards as (counts left, points, ways)."""
    partial: list[tuple[tuple[int, ...], int, int, int]] = [((), 0, 1, n)]
    after = sum(counts.values())
    for value, count in counts.items():
        after -= count
        chosen = [comb(count, k) for k in range(min(count, n) + 1)]
        partial = [
            (rest + (count - k,), points + value * k, ways * chosen[k], wanted - k)
            for rest, points, ways, wanted in partial
            for k in range(max(0, wanted - after), min(count, wanted) + 1)
        ]
    return ((rest, points, ways) for rest, points, ways, _ in partial)
