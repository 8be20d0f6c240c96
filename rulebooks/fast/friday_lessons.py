"""Friday's goals ``learn W L R``, answered fast: what leaves the game counts too.

It rests on what ``friday_values.py`` rests on where cards are only drawn: no "exchange". That "destroy" waits for the
comparison holds here as well: the same cards leave, and more is known. Which cards lie there then, and which were used,
is all that matters. A used card is not a plain one here (it is worth keeping); nobody stops early only because
the fight is won; and what helps may be left unused, since a loss brings points. So at the comparison every use of what
lies there is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulebooks.core.graph import Goal
from rulebooks.fast.friday_states import BITS, DRAWN, ONE, Coding
from rulebooks.fast.friday_values import Values
from rulebooks.friday.contents import HARM, LIFE
from rulebooks.friday.fights import Fighting, finished
from rulebooks.friday.questions import GOALS, named_goal, riddance


class Lessons(Values):
    """One fight and goal ``learn W L R``, solved backwards."""

    def __init__(self, f: Fighting, goal: Goal, limit: int) -> None:
        self.won_worth, self.life_worth, self.card_worth = weights(goal)
        self.best_left: dict[tuple[int, int], int] = {}
        super().__init__(f, goal, limit, Coding(f, lessons=True))

    @staticmethod
    def holds(f: Fighting, goal: Goal) -> bool:
        """Whether this is exact here."""
        known = goal.name.startswith("learn") and goal == named_goal(goal.name)
        if not known or not Values.holds(f, GOALS["win"]):
            return False
        cards = Coding(f, lessons=True).cards
        costs: dict[Any, int | None] = {}
        one_cost = all(
            costs.setdefault((c.value, c.ability), c.destroy_cost) == c.destroy_cost for c in cards if c.ability
        )
        return one_cost and all(c.ability in DRAWN and c.destroy_cost for c in cards) and not f.removed

    def _size(self, f: Fighting) -> None:
        super()._size(f)
        gone = sum(abs(riddance(card)) for card in [*self.coding.cards, *(c.card for c in f.cards)])
        self.bits += (99 * (gone + 3)).bit_length()
        self.life_term, self.top_term = 1 << self.bits, 1 << 2 * self.bits

    def of_end(self, f: Fighting) -> int:
        """The goal's terms at an end, packed, times ``whole``."""
        end = finished(f)
        gone = sum(riddance(c) * n for c, n in f.removed.counts.items())
        worth = self.won_worth * end.won - self.life_worth * end.life_lost + self.card_worth * gone
        return (self.top_term * worth - self.life_term * end.life_lost - end.cards_paid) * self.coding.whole

    def worth(self, f: Fighting) -> int:
        """The packed value of a fight before the comparison, times ``whole``; face-down cards will leave."""
        gone = sum(riddance(c.card) * n for c, n in f.cards.counts.items() if c.down)
        return super().worth(f) + self.top_term * self.card_worth * gone * self.coding.whole

    def _shuffle(self, s: int, how: int) -> int | None:
        """Where no aging card is left, the game is lost with all life."""
        era = s >> 4 * BITS & ONE
        discard, aging = self.coding.eras[era]
        if discard and not len(aging):
            return -(self.life_term + self.top_term * self.life_worth) * (self.challenge.life + 1)
        return super()._shuffle(s, how)

    def top(self, life: int) -> int:
        """Nothing is so good that going on could not be better."""
        return 1 << 4 * self.bits

    def end(self, table: int, life: int) -> int:
        """The goal's terms but for cards paid, packed, if no more cards are drawn."""
        key = table << BITS | life
        value = self._ends.get(key)
        if value is None:
            value = self.compared(table, min(self.coding.most, life))
            for after, more, gain in self.uses(table):
                value = max(value, self.end(after, life + gain) + more)
            self._ends[key] = value
        return value

    def uses(self, table: int) -> Iterator[tuple[int, int, int]]:
        """(table after, worth of the card that leaves, life gained) of each "destroy", and copy of it or of life."""
        c = self.coding
        here = [(i, *slot) for i, slot in enumerate(c.slots) if table >> BITS * i & ONE]
        gain = max((LIFE[a] for _, _, a, _ in here if a in LIFE), default=0)
        able = [(i, v, a) for i, v, a, how in here if a == "destroy" and how == "open"]
        mimics = [(i, v, a) for i, v, a, how in here if a == "copy" and how == "open"]
        if any(a == "destroy" for _, _, a, _ in here):
            able += mimics
        for i, v, a in able:
            spent = c.slot[v, a, "used"]
            after = table + (1 << BITS * spent) - (1 << BITS * i) + (1 << BITS * c.slot[0, "down", "open"])
            for t, value, ability, _ in here:
                if ability != "down" and (t != i or table >> BITS * t & ONE > 1):
                    yield after - (1 << BITS * t), self.freed(value, ability), 0
        for i, v, a in mimics if gain else []:
            yield table + (1 << BITS * c.slot[v, a, "used"]) - (1 << BITS * i), 0, gain

    def freed(self, value: int, ability: str) -> int:
        """What it is worth, packed, that a card is destroyed."""
        return self.top_term * self.card_worth * self.gladness[value, ability]

    def compared(self, table: int, life: int) -> int:
        """The same from the comparison on."""
        return max(self.finish(table, short, life, cost) for short, cost in self.ways(table))

    def finish(self, table: int, short: int, life: int, cost: int) -> int:
        """The same for one way to compare."""
        left = life - short - cost
        gone = self.gone(table, short) if short and left >= 0 and self.card_worth else 0
        lost = self.challenge.life - left
        worth = self.won_worth * (not short and left >= 0) - self.life_worth * lost + self.card_worth * gone
        return self.top_term * worth - self.life_term * lost

    def ways(self, table: int) -> set[tuple[int, int]]:
        """(points short, life that aging costs) of all the ways to use what acts at the comparison, or not."""
        values: list[int] = []
        doubles: list[int] = []
        copies: list[int] = []
        steps = scared = cost = 0
        to_double = to_step = False
        for v, a, lies in self.coding.slots:
            n = table & ONE
            table >>= BITS
            if not n:
                continue
            values += [v] * n if v else []
            to_double |= a == "double"
            to_step |= a == "step -1"
            if lies == "open":
                doubles += [v] * n if a == "double" else []
                copies += [v] * n if a == "copy" else []
                steps += n if a == "step -1" else 0
            scared += n if a == "highest = 0" else 0
            cost += HARM.get(a, 0) * n
        values.sort(reverse=True)
        needs, out = self.challenge.needs, set()
        for stepping in range(len(copies) + 1 if to_step else 1):
            more = sorted(copies)[: len(copies) - stepping] if to_double else []
            for total in totals(values, doubles + more, bool(scared)):
                for step in range(steps + stepping + 1):
                    out.add((max(0, needs[min(step, len(needs) - 1)] - total), cost))
        return out

    # what leaves ------------------------------------------------------------------
    @cached_property
    def worths(self) -> list[tuple[int, int]]:
        """(what it costs, how glad one is to see it go) for each slot."""
        cards = {(c.value or 0, self.coding.name(c)): c for c in self.coding.cards}
        found = [cards.get((v, a)) for v, a, _ in self.coding.slots]
        return [(c.destroy_cost or 0, riddance(c)) if c else (ONE, 0) for c in found]

    @cached_property
    def gladness(self) -> dict[tuple[int, str], int]:
        """How glad one is to see a card go."""
        return {(c.value or 0, self.coding.name(c)): riddance(c) for c in self.coding.cards}

    def gone(self, table: int, points: int) -> int:
        """The most that so many points can do."""
        key = table, points
        best = self.best_left.get(key)
        if best is None:
            reach = [0] * (points + 1)
            for i, (cost, worth) in enumerate(self.worths):
                for _ in range(table >> BITS * i & ONE if worth > 0 and cost <= points else 0):
                    for p in range(points, cost - 1, -1):
                        reach[p] = max(reach[p], reach[p - cost] + worth)
            best = self.best_left[key] = reach[points]
        return best

    def leaving(self, cards: Any, points: int) -> int:
        """How many cards the points of a loss destroy: the first of the best ways, in the order of the rules."""
        kinds = [(p.card.destroy_cost or 0, riddance(p.card)) for p, _ in cards]
        counts, left, removed = [n for _, n in cards], points, 0
        if not self.card_worth:
            return 0
        best = most(kinds, counts, left)
        while best:
            for i, (cost, worth) in enumerate(kinds):
                if counts[i] and cost <= left:
                    counts[i] -= 1
                    if most(kinds, counts, left - cost) + worth == best:
                        left, best, removed = left - cost, best - worth, removed + 1
                        break
                    counts[i] += 1
        return removed


def most(kinds: list[tuple[int, int]], counts: list[int], points: int) -> int:
    """The most that points can do with these cards."""
    reach = [0] * (points + 1)
    for (cost, worth), n in zip(kinds, counts, strict=True):
        for _ in range(n if worth > 0 and cost <= points else 0):
            for p in range(points, cost - 1, -1):
                reach[p] = max(reach[p], reach[p - cost] + worth)
    return reach[points]


def totals(values: list[int], doubles: list[int], scared: bool) -> set[int]:
    """Every total that some use of doubles comes to; ``values``: falling, without 0s."""
    return {sum(values) + sum(chosen) - zeroed(values, chosen, scared) for chosen in doublings(values, doubles)}


def zeroed(values: list[int], chosen: tuple[int, ...], scared: bool) -> int:
    """What "highest = 0" takes: the highest value, of equal ones one that is not doubled."""
    if not scared or not values or values[0] <= 0:
        return 0
    top = values[0]
    return 2 * top if chosen.count(top) >= values.count(top) else top


def doublings(values: list[int], doubles: list[int]) -> Iterator[tuple[int, ...]]:
    """Every choice of values to double, each once; a single double never doubles itself."""
    seen: set[tuple[int, ...]] = {()}
    yield ()
    for n in range(1, len(doubles) + 1):
        for chosen in sorted({tuple(sorted((*c, v))) for c in seen if len(c) == n - 1 for v in set(values)}):
            own = 1 if len(doubles) == 1 and chosen[0] == doubles[0] else 0
            if all(chosen.count(v) <= values.count(v) - own for v in chosen):
                seen.add(chosen)
                yield chosen


def weights(goal: Goal) -> tuple[int, int, int]:
    """What a win, a life point and a card that leaves count in a goal."""
    win, life, removed = (goal.name.split() + ["3", "1", "1"])[1:4]
    return int(win), int(life), int(removed)
