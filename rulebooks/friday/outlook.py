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
from operator import itemgetter
from typing import NamedTuple

from rulebooks.core.chance import Bag, Seen
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, FridayCard
from rulebooks.friday.fights import Fighting, Lying, half_count, stop_on_the_left

POINT = 1000  # one life point
Steps = tuple[int, int, int]  # a price for each step: green, yellow, red


def _always(points: int) -> Steps:
    return points, points, points


@dataclass(frozen=True, eq=False)
class Prices:
    """The prices, in thousandths. Values of cards are told in points of fighting value, all else in life points."""

    # a card is worth ``scale`` life points for each point that its value, with what its ability adds, is above ``par``
    scale: Steps = (800, 1460, 1750)
    par: Steps = (1710, 1680, 650)
    adds: Mapping[str, Steps] = field(
        default_factory=lambda: {
            "+1 life": _always(3790),
            "+2 life": _always(7580),
            "+1 card": _always(2000),
            "+2 cards": _always(4000),
            "destroy": (4420, 520, 480),
            "double": _always(2290),
            "copy": _always(2060),
            "step -1": (480, 1890, 0),
            "sort 3": _always(120),
            "exchange": _always(320),
            "exchange 2": _always(1050),
            "below the stack": _always(210),
            "highest = 0": _always(-3110),
            "-1 life": _always(-3110),
            "-2 life": _always(-6210),
            "stop": _always(-3040),
        }
    )
    # a hazard that will not come back: ``gone`` life points, and ``gone_each`` more for each free card above one
    gone: Steps = (210, 590, 0)
    gone_each: Steps = (0, 1540, 0)
    # a life point is worth one; the last one ``fear`` more, which lessens to nothing ``ease`` points further on
    fear: int = 500
    ease: int = 6930
    drawn: int = 140  # for each card drawn: the next aging card comes sooner
    paid: int = 4  # cards paid for, at most, that are looked ahead

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
        return life * POINT // 2  # hardly worse than no life left: boldness near the end wins more games than fear
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
    order = sorted(cards, key=lambda c: (c.value, c.card.aging, c.ability == "double"), reverse=True)
    counted = [c.value for c in order]
    if counted and counted[0] > 0 and any(c.ability == "highest = 0" for c in cards):
        counted[0] = 0
    for i, c in enumerate(order):
        if doubles and counted[i] > 0 and not (doubles == 1 and c.ability == "double"):
            counted[i] *= 2
            doubles -= 1
    if f.challenge.pirate_rule == "half_count":
        return half_count(f, list(zip(counted, order, strict=True)))
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
        return Draw(tuple(sorted(odds.items())), 10 * n, brings // n)


# The fight ahead ------------------------------------------------------------------------
class Outlook(NamedTuple):
    """What a fight is worth, and what to do next: compare, free, cards, exchange, below, pay."""

    worth: int
    act: str


POINTS = 25  # points of a loss that are told apart
FAR, MOST = 60, 40  # points and chances to draw, at most, that are looked ahead
PAD = 24  # a card drawn, or exchanged, is fewer points up or down than that


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
    chances = _chances(f, m, up, min(life, p.paid))
    draws = _draws(f, _sight(f, up, life, p), len(chances))
    del chances[len(draws) :]
    n = len(chances)
    least = now - 2 * min(n, 6) - 2
    if need - least > FAR:  # only in a what-if: no fight of the box is that far away
        return Outlook(p.life(life), "compare" if f.cards or not n else chances[0].act)
    pain = sum(HARM.get(c.ability or "", 0) for c in up)
    stop = _Stop(need, life - pain, prize, _Relief(f, up, step, min(need - least, POINTS), p), p)

    reach = [(now, now)]  # the least and the greatest total before each chance
    for (_, lost, skip), draw in zip(chances, draws, strict=True):
        low, high = reach[-1][0] - lost + draw.odds[0][0], reach[-1][1] - lost + draw.odds[-1][0]
        low, high = (min(low, reach[-1][0]), max(high, reach[-1][1])) if skip else (low, high)
        reach.append((max(least, low), min(need, high)))
    paid = sum(c.act == "pay" for c in chances)
    ahead = [stop.worth(t, n, paid) if reach[n][0] <= t <= reach[n][1] else 0 for t in range(least, need + 1)]
    first = [""] * n  # what to do before each chance, if the total is still what it is now
    for i in range(n - 1, -1, -1):
        (act, lost, skip), (odds, of, brings) = chances[i], draws[i]
        paid -= act == "pay"
        padded = [ahead[0]] * PAD + ahead + [ahead[-1]] * PAD
        here = ahead.copy()
        for t in range(reach[i][0], reach[i][1] + 1):
            options = [] if i == 0 and f.free and not f.cards else [(stop.worth(t, i, paid), "compare")]
            if t < need or not options:
                at = t - lost - least + PAD
                options.append((sum([w * padded[at + x] for x, w in odds]) // of + brings - p.drawn, act))
                if skip:
                    options.append((ahead[t - least], ""))
            # the first of equals
            best = max(options, key=itemgetter(0))
            here[t - least] = best[0]
            if t == now:
                first[i] = best[1]
        ahead = here
    return Outlook(ahead[now - least] + gain, next((act for act in first if act), "compare"))


class _Chance(NamedTuple):
    """A chance to draw: what one does for it, the points given up, and whether it can be passed over."""

    act: str
    lost: int = 0
    skip: bool = False


def _chances(f: Fighting, m: Means, up: list[Lying], paid: int) -> list[_Chance]:
    """The chances to draw, in their order."""
    lowest = sorted(max(-9, min(9, c.value - 3 * (c.ability == "highest = 0"))) for c in up)
    swaps = ["exchange"] * m.exchanges + ["below"] * m.below
    free = 0 if stop_on_the_left(f) else f.free
    chances = [_Chance("free")] * free + [_Chance("cards", 0, True)] * m.cards
    chances += [_Chance(act, lost, True) for act, lost in zip(swaps, lowest, strict=False)]
    return [*chances[:MOST], *[_Chance("pay")] * paid]


def _sight(f: Fighting, up: list[Lying], life: int, p: Prices) -> Sight:
    step = len(f.challenge.needs) - 1
    a_life = p.life(max(1, life)) - p.life(max(0, life - 1))
    return Sight(
        average=max(2, average(f) if f.stack else _refilled(f)),
        highest=max([0, *(c.value for c in up)]),
        junk=any(c.value < 0 for c in up),
        free=f.free,
        lower=f.challenge.needs[0] - f.challenge.needs[min(1, step)],
        life=a_life if life < f.setup.most_life else 0,
        pain=a_life,
        rid=max([0, *(-p.of(c.card, step) for c in up)]),
    )


def _refilled(f: Fighting) -> int:
    return (10 * sum(c.value or 0 for c in f.discard) - 15) // (len(f.discard) + 1)


@dataclass(frozen=True)
class _Stop:
    """What it is worth to draw no more."""

    need: int
    life: int  # once aging cards took theirs
    prize: int
    relief: _Relief
    p: Prices

    def worth(self, total: int, drawn: int, paid: int) -> int:
        """With this total, after so many more cards, so many of them paid for."""
        life, short = self.life - paid, max(0, self.need - total)
        if life < short:
            return self.p.life(life - short)
        return self.p.life(life - short) + (self.relief.after(drawn)[min(short, POINTS)] if short else self.prize)


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

    def __init__(self, f: Fighting, up: list[Lying], step: int, most: int, p: Prices) -> None:
        there: dict[FridayCard, int] = {}
        for c in up:
            there[c.card] = there.get(c.card, 0) + 1
        pile = Bag(f.stack) if f.stack else f.discard
        size = len(pile) + (not f.stack)
        kinds = {**pile.counts, **there}
        glad = [(-p.of(c, step) // (c.destroy_cost or 1), c) for c in kinds if p.of(c, step) < 0]
        glad.sort(key=lambda pair: (-pair[0], pair[1]))
        self.kinds = [(g, c.destroy_cost or 1, there.get(c, 0), pile.count(c), size) for g, c in glad]
        self.most, self.found = most, dict[int, list[int]]()

    def after(self, drawn: int) -> list[int]:
        """Points of a loss -> how glad one is of what they destroy, after so many more cards."""
        if drawn not in self.found:
            self.found[drawn] = self._after(drawn)
        return self.found[drawn]

    def _after(self, drawn: int) -> list[int]:
        filled, at, glad = [0], 0, 0
        for each, cost, there, piled, size in self.kinds:
            end = at + cost * (POINT * there + POINT * drawn * piled // size)
            while len(filled) <= self.most and POINT * len(filled) <= end:
                filled.append(glad + (POINT * len(filled) - at) * each // POINT)
            if len(filled) > self.most:
                return filled
            glad += (end - at) * each // POINT
            at = end
        return filled + [glad] * (self.most + 1 - len(filled))
