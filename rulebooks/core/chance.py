"""Exact chance: bags of unknown order, piles of partly known order, deals and rolls.

A probability is never stored. A chance node holds whole-number *weights*; the
probability of an outcome is its weight over the sum of all of them, exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, gcd
from types import MappingProxyType
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
Weights = Mapping[Any, int]  # outcome -> whole-number weight > 0


class Bag(Generic[T]):
    """A pile whose order nobody knows: an immutable, hashable multiset.

    Items must be hashable and comparable with ``<`` among themselves, so that
    two machines list them in the same order. Iterating yields every item as often
    as it is there; ``counts`` tells each kind once.

    >>> Bag([2, 0, 0, 1]).take(0).add(5)
    Bag(0, 1, 2, 5)
    """

    __slots__ = ("_hash", "_pairs", "_size")
    _pairs: tuple[tuple[T, int], ...]
    _size: int
    _hash: int

    def __init__(self, items: Iterable[T] | Mapping[T, int] = ()) -> None:
        counts: Mapping[T, int]
        if isinstance(items, Mapping):
            wrong = {k: n for k, n in items.items() if not isinstance(n, int) or isinstance(n, bool) or n < 0}
            if wrong:
                raise ValueError(f"a count is a whole number from 0 up, not {wrong}")
            counts = {k: n for k, n in items.items() if n}
        else:
            counts = Counter(items)
        self._pairs = tuple((k, counts[k]) for k in sorted(counts))  # type: ignore[type-var]
        self._size = sum(counts.values())
        self._hash = 0

    @classmethod
    def _of(cls, pairs: tuple[tuple[T, int], ...], size: int) -> Bag[T]:
        bag = object.__new__(cls)
        bag._pairs, bag._size, bag._hash = pairs, size, 0
        return bag

    def add(self, *items: T) -> Bag[T]:
        """The bag with the items added."""
        bag = self
        for item in items:
            bag = bag._plus(item, 1)
        return bag

    def _plus(self, item: T, n: int) -> Bag[T]:
        pairs = self._pairs
        for i, (kind, count) in enumerate(pairs):
            if kind == item:
                return self._of((*pairs[:i], (kind, count + n), *pairs[i + 1 :]), self._size + n)
            if item < kind:  # type: ignore[operator]
                return self._of((*pairs[:i], (item, n), *pairs[i:]), self._size + n)
        return self._of((*pairs, (item, n)), self._size + n)

    def take(self, *items: T) -> Bag[T]:
        """The bag without the items. ValueError when one is not there."""
        bag = self
        for item in items:
            bag = bag._minus(item, 1)
        return bag

    def _minus(self, item: T, n: int) -> Bag[T]:
        pairs = self._pairs
        for i, (kind, count) in enumerate(pairs):
            if kind == item:
                if count < n:
                    break
                rest = ((kind, count - n),) if count > n else ()
                return self._of(pairs[:i] + rest + pairs[i + 1 :], self._size - n)
        raise ValueError(f"cannot take {item} out of {self}")

    def __add__(self, other: Bag[T]) -> Bag[T]:
        if not other._pairs or not self._pairs:
            return self if self._pairs else other
        bag = self
        for kind, count in other._pairs:
            bag = bag._plus(kind, count)
        return bag

    def __sub__(self, other: Bag[T]) -> Bag[T]:
        bag = self
        for kind, count in other._pairs:
            bag = bag._minus(kind, count)
        return bag

    @property
    def counts(self) -> dict[T, int]:
        """Kind -> how many, in the bag's order."""
        return dict(self._pairs)

    @property
    def kinds(self) -> tuple[T, ...]:
        """Each kind once, in order."""
        return tuple(kind for kind, _ in self._pairs)

    def count(self, item: T) -> int:
        """How many of an item there are."""
        return next((n for kind, n in self._pairs if kind == item), 0)

    def __iter__(self) -> Iterator[T]:
        for kind, count in self._pairs:
            for _ in range(count):
                yield kind

    def __len__(self) -> int:
        return self._size

    def __contains__(self, item: object) -> bool:
        return any(kind == item for kind, _ in self._pairs)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Bag) and self._pairs == other._pairs)

    def __lt__(self, other: Bag[T]) -> bool:
        return self._pairs < other._pairs

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(self._pairs) or 1
        return self._hash

    def __str__(self) -> str:
        return ", ".join(f"{kind} ×{n}" if n > 1 else f"{kind}" for kind, n in self._pairs) or "nothing"

    def __repr__(self) -> str:
        return f"Bag({', '.join(str(x) for x in self)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Bag, (self.counts,))


@dataclass(frozen=True, slots=True, order=True)
class Seen(Generic[T]):
    """A card in a pile whose place everybody knows."""

    face: T


@dataclass(frozen=True, slots=True)
class Pile(Generic[T]):
    """A pile, top to bottom, where part of the order is known.

    ``layers`` holds Bags (shuffled together, order unknown) and Seen cards.
    """

    layers: tuple[Bag[T] | Seen[T], ...] = ()

    def __post_init__(self) -> None:
        kept = tuple(layer for layer in self.layers if not isinstance(layer, Bag) or len(layer))
        object.__setattr__(self, "layers", kept)

    def __len__(self) -> int:
        return sum(len(x) if isinstance(x, Bag) else 1 for x in self.layers)

    def __iter__(self) -> Iterator[T]:
        for layer in self.layers:
            yield from layer if isinstance(layer, Bag) else (layer.face,)

    def on_top(self, *cards: T) -> Pile[T]:
        """Cards laid on top, the last named uppermost."""
        return Pile((*(Seen(c) for c in reversed(cards)), *self.layers))

    def below(self, *cards: T) -> Pile[T]:
        """Cards put under the pile, the last named lowest."""
        return Pile((*self.layers, *(Seen(c) for c in cards)))

    def take(self, card: T) -> Pile[T]:
        """The pile without its top card, which must be able to be this one."""
        if not self.layers:
            raise ValueError(f"cannot take {card} out of an empty pile")
        top, *rest = self.layers
        if isinstance(top, Bag):
            return Pile((top.take(card), *rest))
        if top.face != card:
            raise ValueError(f"the top card is {top.face}, not {card}")
        return Pile(tuple(rest))


def deal(pile: Bag[Any] | Pile[Any], n: int | None = None) -> Weights:
    """The top cards of a shuffled pile, as weights.

    Without ``n``: one card, outcomes are cards. With ``n``: outcomes are Bags of n
    cards, one for each multiset of kinds, weighted by the number of ways.

    >>> {str(hand): ways for hand, ways in deal(Bag([0, 0, 1]), 2).items()}
    {'0 ×2': 1, '0, 1': 2}
    """
    if isinstance(pile, Pile):
        if n not in (None, 1):
            raise ValueError("from a pile of partly known order, cards are dealt one at a time")
        if not pile.layers:
            raise ValueError("cannot deal from an empty pile")
        top = pile.layers[0]
        cards = top.counts if isinstance(top, Bag) else {top.face: 1}
        return cards if n is None else {Bag([card]): w for card, w in cards.items()}
    if n is None:
        if not pile:
            raise ValueError("cannot deal from an empty bag")
        return dict(pile._pairs)
    if not 0 <= n <= len(pile):
        raise ValueError(f"cannot deal {n} cards from {len(pile)}")
    return _hands(pile, n)


@lru_cache(maxsize=4096)
def _hands(bag: Bag[Any], n: int) -> Weights:
    partial: list[tuple[tuple[tuple[Any, int], ...], int, int]] = [((), 0, 1)]
    left = len(bag)
    for kind, count in bag._pairs:
        left -= count
        partial = [
            (pairs + ((kind, k),) if k else pairs, size + k, ways * comb(count, k))
            for pairs, size, ways in partial
            for k in range(max(0, n - size - left), min(count, n - size) + 1)
        ]
    return MappingProxyType({Bag._of(pairs, n): ways for pairs, _, ways in partial})


def hand_count(bag: Bag[Any], n: int) -> int:
    """How many different hands of n cards a bag can deal: the size of that chance node."""
    ways = [1] + [0] * n
    for _, count in bag._pairs:
        ways = [sum(ways[m - k] for k in range(min(count, m) + 1)) for m in range(n + 1)]
    return ways[n]


def roll(*dice: Sequence[Any] | Weights) -> Weights:
    """Faces that act alike merged, weights reduced by their common divisor.

    One die gives faces; several give Bags of faces.

    >>> roll([0, 0, 0, 1, 1, 1])
    {0: 1, 1: 1}
    """
    if not dice:
        raise ValueError("no dice to roll")
    pools: dict[tuple[Any, ...], int] = {(): 1}
    for die in dice:
        faces = die if isinstance(die, Mapping) else Counter(die)
        if not faces:
            raise ValueError("a die needs at least one face")
        wrong = {face: w for face, w in faces.items() if type(w) is not int or w < 1}
        if wrong:
            raise ValueError(f"a face's weight is a whole number above 0, not {wrong}")
        grown: dict[tuple[Any, ...], int] = {}
        for pool, ways in pools.items():
            for face, weight in faces.items():
                key = tuple(sorted((*pool, face)))
                grown[key] = grown.get(key, 0) + ways * weight
        pools = grown
    shared = gcd(*pools.values())
    if len(dice) == 1:
        return {pool[0]: w // shared for pool, w in sorted(pools.items())}
    return {Bag(pool): w // shared for pool, w in sorted(pools.items())}
