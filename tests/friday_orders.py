"""One fight of Friday solved from its orders, sharing nothing with the engine.

What the player knows is the set of all orders the stack can still have: a draw splits the set by its first card,
looking at cards and putting them back rewrites every order in it. The player maximises over what he may
do next, never over orders. Slow, literal, and only for a handful of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

HARM = {"-1 life": 1, "-2 life": 2}
ELSE = {"stop", "highest = 0", *HARM}
LATE = {"double", "step -1"}


class Kind(NamedTuple):
    """A card: its value, its ability, whether it is an aging card."""

    value: int
    ability: str = ""
    aging: bool = False


class Laid(NamedTuple):
    """A card on the table."""

    kind: Kind
    left: bool
    used: bool = False
    down: bool = False
    twice: bool = False

    @property
    def does(self) -> str:
        """Its ability, while it lies face up."""
        return "" if self.down else self.kind.ability


class Know(NamedTuple):
    """All the player knows: possible orders (each as likely as its count), and what lies open."""

    orders: tuple[tuple[tuple[Kind, ...], int], ...]
    discard: tuple[Kind, ...]
    old: tuple[Kind, ...]
    table: tuple[Laid, ...]
    life: int
    free: int
    paid: int = 0
    below: int = 0


def shuffled(cards: tuple[Kind, ...]) -> tuple[tuple[tuple[Kind, ...], int], ...]:
    """Every order of some cards, with how often it comes."""
    return tuple(sorted(Counter(permutations(cards)).items()))


class Orders:
    """The best expectation of one fight. ``goal``: "win" (a chance) or "life" (life points lost, below 0)."""

    def __init__(
        self, stack: list[Kind], needs: tuple[int, ...], free: int, goal: str, *, life: int = 20, most: int = 22,
        discard: list[Kind] | None = None, old: list[Kind] | None = None, pay: int | None = None,
        pirate: str = "", table: tuple[Laid, ...] = (),
    ) -> None:  # fmt: skip
        self.needs, self.goal, self.most, self.pay, self.pirate = needs, goal, most, pay, pirate
        self.life, self.white = life, free
        order = tuple(sorted(stack))
        self.start = Know(
            shuffled(order), tuple(sorted(discard or ())), tuple(sorted(old or ())), tuple(sorted(table)), life, free
        )
        self.memo: dict[Know, Fraction] = {}

    def value(self) -> Fraction:
        """The answer."""
        return self.best(self.start)

    # drawing -------------------------------------------------------------------------
    def can_draw(self, k: Know) -> bool:
        """Whether a card can be had at all."""
        return bool(k.orders[0][0] or k.discard)

    def next_card(self, k: Know, then: Callable[[Know, Kind], Fraction]) -> Fraction:
        """The mean over the next card; an empty stack is shuffled first."""
        if not k.orders[0][0]:
            return self.shuffle(k, lambda now: self.next_card(now, then))
        groups: dict[Kind, Counter[tuple[Kind, ...]]] = {}
        for order, n in k.orders:
            groups.setdefault(order[0], Counter())[order[1:]] += n
        whole = sum(n for _, n in k.orders)
        return sum(
            (
                Fraction(sum(rest.values()), whole) * then(k._replace(orders=tuple(sorted(rest.items()))), card)
                for card, rest in groups.items()
            ),
            Fraction(0),
        )

    def shuffle(self, k: Know, then: Callable[[Know], Fraction]) -> Fraction:
        """The discard pile and an aging card become the stack; without an aging card the game is lost."""
        if not k.old:
            return self.lost()
        total = Fraction(0)
        for card, n in Counter(k.old).items():
            old = list(k.old)
            old.remove(card)
            pile = tuple(sorted((*k.discard, card)))
            total += Fraction(n, len(k.old)) * then(k._replace(orders=shuffled(pile), discard=(), old=tuple(old)))
        return total

    def lost(self) -> Fraction:
        """The game is lost at once: all life, and one more."""
        return Fraction(0) if self.goal == "win" else Fraction(-self.life - 1)

    def lay(self, k: Know, left: bool, then: Callable[[Know], Fraction]) -> Fraction:
        """Draw a card and lay it on a side."""
        return self.next_card(
            k, lambda now, card: then(now._replace(table=tuple(sorted((*now.table, Laid(card, left))))))
        )

    # the fight -----------------------------------------------------------------------
    def best(self, k: Know) -> Fraction:
        """The best of everything one may do now."""
        if k not in self.memo:
            self.memo[k] = max(self.options(k))
        return self.memo[k]

    def options(self, k: Know) -> Iterator[Fraction]:
        """The worth of each thing one may do now."""
        stopped = any(c.left and c.does == "stop" for c in k.table)
        price = 2 if self.pirate == "extra_card_costs_2" else 1
        free = k.free > 0 and not stopped and self.can_draw(k)
        paying = self.can_draw(k) and k.life >= price and (self.pay is None or k.paid < self.pay)
        paying = paying and (not k.free or stopped)
        nothing_yet = not k.table and k.free == self.white and not k.paid and self.white > 0 and self.can_draw(k)
        if not nothing_yet:
            ends = list(self.endings(k.table, 0))
            reached = max(total for total, need, _ in ends if need == self.needs[0]) >= self.needs[0]
            if not self.pirate or reached or not (free or paying):
                yield max(self.worth(k, *end) for end in ends)
        if free:
            yield self.lay(k._replace(free=k.free - 1), True, self.best)
        if paying:
            yield self.lay(k._replace(life=k.life - price, paid=k.paid + 1), False, self.best)
        for i, card in enumerate(k.table):
            if card.does and card.does not in ELSE and not card.used:
                marked = (*k.table[:i], *k.table[i + 1 :], card._replace(used=True))
                yield from self.use(k._replace(table=marked), card)

    def use(self, k: Know, card: Laid) -> Iterator[Fraction]:
        """The worth of each use of an ability; the card that acts lies last and is not hit."""
        if card.does != "copy":
            if card.does not in LATE:
                yield from self.effect(k, card.does)
            return
        for ability in {c.does for c in k.table[:-1]} - ELSE - LATE - {"", "copy"}:
            yield from self.effect(k, ability)

    def effect(self, k: Know, ability: str) -> Iterator[Fraction]:
        """What an ability brings, for each choice it leaves."""
        acting, others = k.table[-1], k.table[:-1]
        if ability.endswith("life"):
            yield self.go(k._replace(life=max(k.life, min(self.most, k.life + int(ability[1])))))
        elif ability.startswith("+"):
            if self.can_draw(k):
                yield self.lay(k, False, lambda now: self.maybe_more(now, int(ability[1]) - 1))
        elif ability == "sort 3":
            if self.can_draw(k):
                yield self.look(k, (), 3)
        elif ability in ("exchange", "exchange 2"):
            yield from self.exchanges(k, acting, others, 2 if ability.endswith("2") else 1)
        else:
            for i, target in enumerate(others):
                rest = (*others[:i], *others[i + 1 :], acting)
                if target.down:
                    continue
                if ability == "destroy":
                    yield self.go(k._replace(table=(*rest, target._replace(down=True, twice=False))))
                elif (k.orders[0][0] or k.discard) and k.below < 6:
                    gone = k._replace(table=rest, below=k.below + 1)
                    yield (
                        self.bury(gone, target)
                        if k.orders[0][0]
                        else self.shuffle(gone, lambda now, target=target: self.bury(now, target))
                    )

    def go(self, k: Know) -> Fraction:
        """On with the fight; the table is put in order, so that equal positions are one."""
        return self.best(k._replace(table=tuple(sorted(k.table))))

    def maybe_more(self, k: Know, n: int) -> Fraction:
        """The second card of "+2 cards" is no duty."""
        enough = self.go(k)
        return max(enough, self.lay(k, False, self.go)) if n and self.can_draw(k) else enough

    def bury(self, k: Know, target: Laid) -> Fraction:
        """A card goes under every order; a card from the left may be replaced at once."""
        k = k._replace(orders=tuple(sorted(((*order, target.kind), n) for order, n in k.orders)))
        stay = self.go(k)
        return max(stay, self.lay(k, True, self.go)) if target.left else stay

    def exchanges(self, k: Know, acting: Laid, others: tuple[Laid, ...], n: int) -> Iterator[Fraction]:
        """Exchange a card, then perhaps another, the new one too."""
        for i, target in enumerate(others):
            if target.down:
                continue
            rest = (*others[:i], *others[i + 1 :])
            gone = k._replace(table=rest, discard=tuple(sorted((*k.discard, target.kind))))

            def then(now: Know, card: Kind, left: bool = target.left) -> Fraction:
                table = (*now.table, Laid(card, left))
                enough = self.go(now._replace(table=(*table, acting)))
                return max([enough, *(self.exchanges(now, acting, table, n - 1) if n > 1 else ())])

            yield self.next_card(gone, then)

    def look(self, k: Know, seen: tuple[Kind, ...], n: int) -> Fraction:
        """Look at the next card; then look on, or throw one away or none and put the others back."""

        def then(now: Know, card: Kind) -> Fraction:
            all_seen = (*seen, card)
            ways = [self.look(now, all_seen, n - 1)] if n > 1 and self.can_draw(now) else []
            kept: list[tuple[tuple[Kind, ...], tuple[Kind, ...]]] = [(all_seen, ())]
            kept += [((*all_seen[:i], *all_seen[i + 1 :]), (c,)) for i, c in enumerate(all_seen)]
            for back, away in kept:
                for top in set(permutations(back)):
                    orders = tuple(sorted(((*top, *order), m) for order, m in now.orders))
                    ways.append(self.go(now._replace(orders=orders, discard=tuple(sorted((*now.discard, *away))))))
            return max(ways)

        return self.next_card(k, then)

    # the comparison --------------------------------------------------------------------
    def endings(self, table: tuple[Laid, ...], steps: int) -> Iterator[tuple[int, int, int]]:
        """(total, needed, harm) for every way to double and to step down, copies included."""
        yield self.total(table), self.needs[min(steps, len(self.needs) - 1)], sum(HARM.get(c.does, 0) for c in table)
        abilities = {c.does for c in table}
        for i, card in enumerate(table):
            if card.used or card.does not in (*LATE, "copy"):
                continue
            rest = (*table[:i], *table[i + 1 :])
            acting = card._replace(used=True)
            for ability in (LATE & abilities) if card.does == "copy" else {card.does}:
                if ability == "step -1":
                    yield from self.endings((*rest, acting), steps + 1)
                    continue
                for j, target in enumerate(rest):
                    if not target.down and not target.twice:
                        twice = (*rest[:j], *rest[j + 1 :], target._replace(twice=True), acting)
                        yield from self.endings(twice, steps)

    def total(self, table: tuple[Laid, ...]) -> int:
        """The fighting value: the highest printed value above 0 counts nothing where a card says so."""
        up = [(c.kind.value, c.twice, c.kind.aging) for c in table if not c.down]
        if any(c.does == "highest = 0" for c in table) and any(v > 0 for v, _, _ in up):
            top = max(v for v, _, _ in up)
            zero = (top, min(twice for v, twice, _ in up if v == top), False)
            up.remove(next(c for c in up if c[:2] == zero[:2] and not c[2]))
            up.append((0, False, False))
        points = [(v * (1 + twice), aging) for v, twice, aging in up] + [(0, c.kind.aging) for c in table if c.down]
        if self.pirate == "half_count":
            places = (len(points) + 1) // 2
            old = sorted((v for v, aging in points if aging), reverse=True)[:places]
            return sum(old) + sum(sorted((v for v, aging in points if not aging), reverse=True)[: places - len(old)])
        return sum(v for v, _ in points) + (len(table) if self.pirate == "each_card_plus_1" else 0)

    def worth(self, k: Know, total: int, need: int, harm: int) -> Fraction:
        """What one end is worth."""
        if self.pirate and total < need:
            return self.lost()
        left = k.life - harm - max(0, need - total)
        if self.goal == "win":
            return Fraction(total >= need and left >= 0)
        return Fraction(left - self.life)
