"""What careful play of Friday reckons with: a price for everything, and a fight looked ahead.

Everything is told in life points, counted in thousandths (``POINT``) so that only whole
numbers are added and every machine finds the same. Nothing here is a rule. The prices
were found by trial (``docs/friday-strength.md``); they say in one table what winning, losing, a
card gained or destroyed and a life point kept are worth to each other in the long run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rulebooks.core.chance import Bag, Seen
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, FridayCard
from rulebooks.friday.fights import Fighting, Lying, stop_on_the_left

POINT = 1000  # one life point
Steps = tuple[int, int, int]  # a price for each step: green, yellow, red


def _always(points: int) -> Steps:
    return points, points, points


@dataclass(frozen=True, eq=False)
class Prices:
    """The prices, in thousandths. Values of cards are told in points of fighting value, all else in life points."""

    # a card is worth ``scale`` life points for each point that its value, with what its ability adds, is above ``par``
    scale: Steps = (900, 1680, 1460)
    par: Steps = (1650, 1400, 640)
    adds: Mapping[str, Steps] = field(
        default_factory=lambda: {
            "+1 life": _always(3950),
            "+2 life": _always(7900),
            "+1 card": _always(1940),
            "+2 cards": _always(3880),
            "destroy": (4450, 350, 590),
            "double": _always(2260),
            "copy": _always(2100),
            "step -1": (970, 1810, 0),
            "sort 3": _always(150),
            "exchange": _always(520),
            "exchange 2": _always(900),
            "below the stack": _always(240),
            "highest = 0": _always(-3780),
            "-1 life": _always(-2580),
            "-2 life": _always(-5160),
            "stop": _always(-3020),
        }
    )
    # a hazard that will not come back: ``gone`` life points, and ``gone_each`` more for each free card above one
    gone: Steps = (420, 160, 0)
    gone_each: Steps = (140, 1480, 0)
    # a life point is worth one; the last one ``fear`` more, which lessens to nothing ``ease`` points further on
    fear: int = 970
    ease: int = 5940
    death: int = -1390  # further down from the worth of 0 life
    drawn: int = 170  # for each card drawn: the next aging card comes sooner
    paid: int = 6  # cards paid for, at most, that are looked ahead

    def of(self, card: FridayCard, step: int) -> int:
        """What a card in Robinson's stack is worth from this step on; below 0 for one that he would rather lose."""
        return _price(self, card, step)

    def beaten(self, hazard: FridayCard | None, step: int) -> int:
        """What beating a hazard brings: its card, and that it will not come back."""
        if hazard is None:  # a fight alone does not say which hazard it is
            return 3 * POINT
        return self.gone[step] + self.gone_each[step] * ((hazard.free or 1) - 1) + self.of(hazard, step)

    def life(self, points: int) -> int:
        """What so many life points are worth together; below 0 is death."""
        return _life(self, points)


@lru_cache(maxsize=4096)
def _price(p: Prices, card: FridayCard, step: int) -> int:
    points = POINT * (card.value or 0) + p.adds.get(card.ability or "", _always(0))[step] - p.par[step]
    return p.scale[step] * points // POINT


@lru_cache(maxsize=512)
def _life(p: Prices, life: int) -> int:
    if life < 0:
        return -p.death + life * POINT // 2
    return sum(POINT + p.fear * max(0, p.ease + POINT * (1 - n)) // p.ease for n in range(1, life + 1))


PRICES = Prices()


# What lies there ------------------------------------------------------------------------
class Means(NamedTuple):
    """What the unused abilities of the cards drawn can still do; a copy counts as the best of them."""

    cards: int = 0
    exchanges: int = 0
    below: int = 0
    doubles: int = 0
    destroys: int = 0
    steps: int = 0
    life: int = 0


WAYS: dict[str, tuple[str, int]] = {
    **{ability: ("cards", n) for ability, n in CARDS.items()},
    **{ability: ("exchanges", n) for ability, n in EXCHANGES.items()},
    "below the stack": ("below", 1),
    "double": ("doubles", 1),
    "destroy": ("destroys", 1),
    "step -1": ("steps", 1),
    **{ability: ("life", n) for ability, n in LIFE.items()},
}
# what a copy is kept for, the first that lies there
COPIED = (
    "step -1", "+2 cards", "+1 card", "exchange 2", "exchange", "double", "destroy",
    "below the stack", "+2 life", "+1 life", "sort 3",
)  # fmt: skip


def copy_kept_for(f: Fighting) -> str | None:
    """The ability that an unused copy would repeat."""
    there = {c.ability for c in f.cards.kinds}
    easier = len(f.challenge.needs) > 1
    return next((a for a in COPIED if a in there and (a != "step -1" or easier)), None)


def means(f: Fighting) -> Means:
    """What is still to be used."""
    found = dict.fromkeys(Means._fields, 0)
    kept = copy_kept_for(f)
    for c, n in f.cards.counts.items():
        ability = kept if c.ability == "copy" else c.ability
        if not c.used and ability in WAYS:
            way, amount = WAYS[ability]
            found[way] += n * amount
    if len(f.challenge.needs) == 1:
        found["steps"] = 0
    return Means(**found)


def riddance(f: Fighting, c: Lying, p: Prices = PRICES) -> int:
    """How glad one would be to destroy a card; against pirates only this fight counts."""
    if not f.challenge.pirate:
        return -p.of(c.card, len(f.challenge.needs) - 1) if c.value <= 0 else 0
    return POINT * (-c.value + 3 * (c.ability == "highest = 0") + HARM.get(c.ability or "", 0))


def turned_down(f: Fighting, n: int, p: Prices = PRICES) -> tuple[list[Lying], int]:
    """The cards once n "destroy" took the best of their targets, and how glad one is."""
    cards, gain = list(f.cards), 0
    for _ in range(n):
        target = max((c for c in cards if not c.down), key=lambda c: riddance(f, c, p), default=None)
        if target is None or riddance(f, target, p) <= 0:
            break
        gain += riddance(f, target, p)
        cards.remove(target)
        cards.append(target.now(down=True))
    return cards, gain


def strength(f: Fighting, cards: Sequence[Lying], doubles: int) -> int:
    """About the fighting value that these cards reach, with the highest ones doubled."""
    values = sorted(((c.value, c.card.aging, c.ability == "double") for c in cards), reverse=True)
    counted = [v for v, _, _ in values]
    if counted and counted[0] > 0 and any(c.ability == "highest = 0" for c in cards):
        counted[0] = 0
    for i, (_, _, doubling) in enumerate(values):
        if doubles and counted[i] > 0 and not (doubles == 1 and doubling):
            counted[i] *= 2
            doubles -= 1
    if f.challenge.pirate_rule == "half_count":
        places = (len(counted) + 1) // 2
        old = sorted((v for v, (_, aging, _) in zip(counted, values, strict=True) if aging), reverse=True)[:places]
        young = sorted((v for v, (_, aging, _) in zip(counted, values, strict=True) if not aging), reverse=True)
        return sum(old) + sum(young[: places - len(old)])
    return sum(counted) + len(counted) * (f.challenge.pirate_rule == "each_card_plus_1")


def reached(f: Fighting, p: Prices = PRICES) -> bool:
    """Whether the value is reached with all that the cards drawn can still do, without one more card."""
    m = means(f)
    cards, _ = turned_down(f, m.destroys, p)
    return strength(f, cards, m.doubles) >= needed(f, m)


def needed(f: Fighting, m: Means) -> int:
    """The hazard value once every "step -1" is used."""
    needs = f.challenge.needs
    return needs[min(f.eased + m.steps, len(needs) - 1)]


def average(f: Fighting) -> int:
    """The average value of a card of the stack, in tenths."""
    return 10 * sum(c.value or 0 for c in f.stack) // len(f.stack) if f.stack else 0


# What may come --------------------------------------------------------------------------
class Draw(NamedTuple):
    """What the next card may do: (points, weight) in tenths of a card, their sum, and what it brings besides."""

    odds: tuple[tuple[int, int], ...]
    of: int
    brings: int


@dataclass(frozen=True)
class Sight:
    """What decides how much an ability that is not drawn yet would help."""

    average: int  # tenths
    highest: int
    junk: bool
    free: int
    lower: int  # what a "step -1" takes off
    life: int  # what a life point is worth; 0 where none can be gained
    pain: int
    rid: int

    def tenths(self, card: FridayCard) -> int:
        """About the points that a card brings, in tenths."""
        v, a = 10 * (card.value or 0), card.ability
        if a in CARDS:
            return v + CARDS[a] * self.average
        match a:
            case "exchange":
                return v + 5 + self.average
            case "exchange 2":
                return v + 8 + 16 * self.average // 10
            case "double":
                return v + 10 * max(self.highest, 2)
            case "copy":
                return v + 15
            case "step -1":
                return v + 10 * self.lower
            case "destroy" | "below the stack":
                return v + 10 * self.junk
            case "sort 3":
                return v + 4
            case "highest = 0":
                return v - 10 * max(self.highest, 1)
            case "stop":
                return v - 7 * self.average * max(0, self.free - 1) // 10
        return v

    def draw(self, cards: dict[FridayCard, int], aging: int = 0) -> Draw:
        """A card out of these, and out of so many unknown aging cards."""
        odds: dict[int, int] = {-2: 5 * aging, -1: 5 * aging} if aging else {}
        brings, n = 0, aging
        for c, count in cards.items():
            n += count
            whole, part = divmod(self.tenths(c), 10)
            whole = max(-8, min(12, whole))
            odds[whole] = odds.get(whole, 0) + count * (10 - part)
            if part:
                odds[whole + 1] = odds.get(whole + 1, 0) + count * part
            a = c.ability or ""
            gain = LIFE.get(a, 0) * self.life - HARM.get(a, 0) * self.pain + (a == "destroy") * max(self.rid, POINT)
            brings += count * gain
        return Draw(tuple(odds.items()), 10 * n, brings // n)


# The fight ahead ------------------------------------------------------------------------
class Outlook(NamedTuple):
    """What a fight is worth, and what to do next: compare, free, cards, exchange, below, pay."""

    worth: int
    act: str


POINTS = 25  # points of a loss that are told apart
FAR, MOST = 60, 40  # points and chances to draw, at most, that are looked ahead
PAD = 24  # a card is at most that many points up or down
IMPOSSIBLE = -1_000_000_000


@lru_cache(maxsize=4096)
def outlook(f: Fighting, prize: int, p: Prices = PRICES) -> Outlook:
    """Look ahead against a hazard: draw on or stop, chance by chance, as if each card were put back.

    Chances to draw come in a fixed order: free cards, "+1 card", exchanges of the lowest cards, paid cards. Before
    each one it may be best to stop; what a loss then lets one destroy is reckoned from the cards there
    and from the average of those that would still come.
    """
    step, m = len(f.challenge.needs) - 1, means(f)
    cards, gain = turned_down(f, m.destroys, p)
    need, life = needed(f, m), min(f.setup.most_life, f.life + m.life) if m.life else f.life
    now = min(strength(f, cards, m.doubles), need)
    up = [c for c in cards if not c.down]
    pain = sum(HARM.get(c.ability or "", 0) for c in up)
    lowest = sorted(c.value - 3 * (c.ability == "highest = 0") for c in up)
    a_life = p.life(max(1, life)) - p.life(max(0, life - 1))
    sight = Sight(
        average=max(2, average(f) if f.stack else _refilled(f)),
        highest=max([0, *(c.value for c in up)]),
        junk=any(c.value < 0 for c in up),
        free=f.free,
        lower=f.challenge.needs[0] - f.challenge.needs[min(1, step)],
        life=a_life if life < f.setup.most_life else 0,
        pain=a_life,
        rid=max([0, *(-p.of(c.card, step) for c in up)]),
    )

    chances = [("free", 0)] * (0 if stop_on_the_left(f) else f.free) + [("cards", 0)] * m.cards
    swaps = ["exchange"] * m.exchanges + ["below"] * m.below
    chances += list(zip(swaps, lowest, strict=False))
    chances += [("pay", 0)] * min(life, p.paid)
    draws = _draws(f, sight, min(MOST, len(chances)))
    del chances[len(draws) :]
    n = len(chances)
    paid = [sum(act == "pay" for act, _ in chances[:i]) for i in range(n + 1)]

    least = now - 2 * min(n, 6) - 2
    if need - least > FAR:  # only in a what-if: no fight of the box is that far away
        return Outlook(p.life(life), "compare" if f.cards or not n else chances[0][0])
    relief = _Relief(f, up, step, p)
    must = not f.cards and f.free > 0 and n > 0
    ahead = [_stopped(t, need, life - paid[n] - pain, prize, relief.after(n), p) for t in range(least, need + 1)]
    choice = [0] * n
    for i in range(n - 1, -1, -1):
        act, lost = chances[i]
        odds, of, brings = draws[i]
        padded = [ahead[0]] * PAD + ahead + [ahead[-1]] * PAD
        points, left = relief.after(i), life - paid[i] - pain
        skippable, first = act not in ("free", "pay"), must and i == 0
        here = []
        for t in range(least, need + 1):
            best, chosen = (IMPOSSIBLE if first else _stopped(t, need, left, prize, points, p)), 0
            if t < need or first:
                at = t - lost - least + PAD
                drawn = sum([w * padded[at + x] for x, w in odds]) // of + brings - p.drawn
                if drawn > best:
                    best, chosen = drawn, 1
                if skippable and ahead[t - least] > best:
                    best, chosen = ahead[t - least], 2
            here.append(best)
            if t == now:
                choice[i] = chosen
        ahead = here
    i = 0
    while i < n and choice[i] == 2:
        i += 1
    return Outlook(ahead[now - least] + gain, chances[i][0] if i < n and choice[i] == 1 else "compare")


def _refilled(f: Fighting) -> int:
    return (10 * sum(c.value or 0 for c in f.discard) - 15) // (len(f.discard) + 1)


def _stopped(total: int, need: int, life: int, prize: int, relief: list[int], p: Prices) -> int:
    """What a comparison is worth."""
    if total >= need:
        return p.life(life) + (prize if life >= 0 else 0)
    life -= need - total
    return p.life(life) + (relief[min(need - total, POINTS)] if life >= 0 else 0)


def _draws(f: Fighting, sight: Sight, most: int) -> list[Draw]:
    """The next cards, one after the other: those that are known, those of the stack, those after a reshuffle."""
    known = []
    for layer in f.stack.layers:
        if not isinstance(layer, Seen):
            break
        known.append(layer.face)
    rest = Bag(f.stack) - Bag(known)
    draws = [sight.draw({c: 1}) for c in known[:most]]
    if rest:
        draws += [sight.draw(rest.counts)] * min(len(rest), most - len(draws))
    if len(draws) < most and f.discard and (f.aging or f.challenge.options.aging_exhausted != "lose"):
        draws += [sight.draw(f.discard.counts, 1)] * min(len(f.discard) + 1, most - len(draws))
    return draws


class _Relief:
    """What the points of a loss can destroy, for each number of cards still to come."""

    def __init__(self, f: Fighting, up: list[Lying], step: int, p: Prices) -> None:
        there: dict[FridayCard, int] = {}
        for c in up:
            there[c.card] = there.get(c.card, 0) + 1
        pile = Bag(f.stack) if f.stack else f.discard
        size = len(pile) + (not f.stack)
        kinds = {**pile.counts, **there}
        glad = [(-p.of(c, step) // (c.destroy_cost or 1), c) for c in kinds if p.of(c, step) < 0]
        glad.sort(key=lambda pair: (-pair[0], pair[1]))
        self.kinds = [(g, c.destroy_cost or 1, there.get(c, 0), pile.count(c), size) for g, c in glad]
        self.found: dict[int, list[int]] = {}

    def after(self, drawn: int) -> list[int]:
        """Points of a loss -> how glad one is of what they destroy, after so many more cards."""
        if drawn not in self.found:
            self.found[drawn] = self._after(drawn)
        return self.found[drawn]

    def _after(self, drawn: int) -> list[int]:
        filled, at, sum_ = [0], 0, 0
        for each, cost, there, piled, size in self.kinds:
            end = at + cost * (POINT * there + POINT * drawn * piled // size)
            while len(filled) <= POINTS and POINT * len(filled) <= end:
                filled.append(sum_ + (POINT * len(filled) - at) * each // POINT)
            sum_ += (end - at) * each // POINT
            at = end
            if len(filled) > POINTS:
                break
        return filled + [sum_] * (POINTS + 1 - len(filled))
