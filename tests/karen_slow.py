"""Adventures of Karen solved a second time, straight from the rulebook, by trying every ORDER of the decks.

Shares nothing with ``rulebooks.karen``: cards are plain pairs (power, ability), each card is told apart from
all others, and a *world* is one order of the Karen Deck followed by one order of its discard pile. All worlds
are equally likely. A choice is made for all worlds that look alike so far; a value is a sum over worlds. It
is slow on purpose: decks of up to six or seven cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

Card = tuple[int, str]  # printed power, ability ("" for none)
World = tuple[int, ...]  # numbers of cards, in the order in which they will be drawn
End = tuple[bool, int, int]  # cleared, power, HP lost
DRAWS = {"draw 1": 1, "draw 2": 2, "draw 3": 3}


class Here(NamedTuple):
    """What lies on the table: numbers of cards that are there, used, doubled; and HP spent on Courage Draws."""

    there: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()
    doubled: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    spent: int = 0


@dataclass(frozen=True)
class Options:
    """The readings of the rulebook that can be switched."""

    copy_unused: bool = True
    draw_when_enough: bool = True
    pay_for_nothing: bool = False


class Slow:
    """One adventure. ``deck``, ``discard``: cards; ``courage``: the most Courage Draws."""

    def __init__(
        self,
        deck: Iterable[Card],
        difficulty: int,
        *,
        discard: Iterable[Card] = (),
        hp: int = 20,
        courage: int | None = None,
        goal: str = "clear",
        options: Options | None = None,
    ) -> None:
        first, second = list(deck), list(discard)
        self.cards: list[Card] = first + second
        self.difficulty, self.hp, self.goal, self.options = difficulty, hp, goal, options or Options()
        self.courage = hp if courage is None else courage
        a, b = range(len(first)), range(len(first), len(self.cards))
        self.worlds: list[World] = [x + y for x in permutations(a) for y in permutations(b)]
        self.memo: dict[Here, dict[End, int]] = {}

    def odds(self) -> dict[End, Fraction]:
        """The exact distribution of (cleared, power, HP lost) under best play."""
        ends = self.draw(Here(), self.worlds, 4)
        return {end: Fraction(n, len(self.worlds)) for end, n in sorted(ends.items()) if n}

    # drawing ------------------------------------------------------------------
    def draw(self, here: Here, worlds: Sequence[World], n: int) -> dict[End, int]:
        """Turn over n cards (fewer where no more are left), then choose. End -> number of worlds."""
        depth = len(here.there) + len(here.gone)
        if n == 0 or depth == len(self.cards):
            return self.choose(here, worlds)
        split: dict[int, list[World]] = {}
        for world in worlds:
            split.setdefault(world[depth], []).append(world)
        total: dict[End, int] = {}
        for card, some in split.items():
            for end, count in self.draw(here._replace(there=here.there | {card}), some, n - 1).items():
                total[end] = total.get(end, 0) + count
        return total

    # choosing -----------------------------------------------------------------
    def choose(self, here: Here, worlds: Sequence[World]) -> dict[End, int]:
        """The best action, first one of ties, and the ends it leads to.

        Which cards came is known, in which order they came does not matter for what follows: all
        orders of the same cards have equally many worlds, and one of them speaks for the others.
        """
        known = self.memo.get(here)
        if known is None:
            candidates = [ends for _, ends in sorted(self.choices(here, worlds), key=lambda c: c[0])]
            known = self.memo[here] = max(candidates, key=self.worth)  # the first of the best
        return known

    def worth(self, ends: dict[End, int]) -> tuple[int, ...]:
        """The goal's expectations, as sums over worlds: the goal itself, then least HP lost, then power."""
        cleared = sum(n for end, n in ends.items() if end[0])
        alive = sum(n for end, n in ends.items() if end[2] < self.hp)
        power = sum(n * end[1] for end, n in ends.items())
        lost = -sum(n * end[2] for end, n in ends.items())
        if self.goal.startswith("worth "):  # clearing counts so many HP
            return int(self.goal.removeprefix("worth ")) * cleared + lost, power
        return {
            "clear": (cleared, lost, power),
            "hearts": (lost, power),
            "survive": (alive, lost, power),
            "power": (power, lost),
        }[self.goal]

    def power(self, here: Here) -> int:
        return sum(self.cards[i][0] * (2 if i in here.doubled else 1) for i in here.there)

    def choices(self, here: Here, worlds: Sequence[World]) -> Iterator[tuple[Any, dict[End, int]]]:
        """Every legal action: its place in the order of ties, and the ends it leads to."""
        power, n = self.power(here), len(worlds)
        short = max(0, self.difficulty - power)
        yield (0,), {(short == 0, power, here.spent + short): n}
        yield from self.courage_draw(here, worlds, power)
        for i in sorted(here.there - here.used):
            ability = self.cards[i][1]
            then = here._replace(used=here.used | {i})
            if ability == "copy":
                for j in sorted(here.there - {i}):
                    copied = self.cards[j][1]
                    if copied not in ("", "copy") and (j in here.used or self.options.copy_unused):
                        yield from self.resolve(then, worlds, copied, 1)
            elif ability:
                yield from self.resolve(then, worlds, ability, 0)

    def courage_draw(self, here: Here, worlds: Sequence[World], power: int) -> Iterator[tuple[Any, dict[End, int]]]:
        left = len(self.cards) - len(here.there) - len(here.gone)
        if here.spent >= self.courage or not (left or self.options.pay_for_nothing):
            return
        if power >= self.difficulty and not self.options.draw_when_enough:
            return
        paid = here._replace(spent=here.spent + 1)
        if paid.spent == self.hp:
            yield (3,), {(False, power, self.hp): len(worlds)}
        else:
            yield (3,), self.draw(paid, worlds, 1)

    def resolve(
        self, here: Here, worlds: Sequence[World], ability: str, copied: int
    ) -> Iterator[tuple[Any, dict[End, int]]]:
        if ability in DRAWS:
            yield (1 + copied, -DRAWS[ability]), self.draw(here, worlds, DRAWS[ability])
        elif ability == "double":
            for i in sorted(here.there - here.doubled):
                yield (4, copied), self.choose(here._replace(doubled=here.doubled | {i}), worlds)
        elif ability == "remove":
            for i in sorted(here.there):
                gone = here._replace(
                    there=here.there - {i}, used=here.used - {i}, doubled=here.doubled - {i}, gone=here.gone | {i}
                )
                yield (5, copied), self.choose(gone, worlds)
