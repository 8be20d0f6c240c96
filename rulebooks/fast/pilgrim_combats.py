"""Scott Pilgrim, fast: the values of combats by class, over what is drawn and seen. The proofs are in ``pilgrim``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebooks.core.graph import SLICE, Stopped, TooLarge
from rulebooks.fast.pilgrim_cards import ONE, WIDE, Label
from rulebooks.fast.pilgrim_hands import Hands, Value

Move = tuple[int, int, int]  # Drama added, the hand then, cards to draw


class Combats:
    """Values of any state of a combat in which cards may still be laid. ``draws``: the most cards effects can draw."""

    def __init__(
        self,
        hands: Hands,
        draws: int,
        limit: int,
        progress: Callable[[str], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.hands, self.classes, self.draws = hands, hands.classes, draws
        self.limit, self.progress, self.stop = limit, progress, stop
        self.looked = 0
        mask = self.classes.mask
        self.sources = mask(lambda c: c.draw)
        self.matched = mask(lambda c: c.drawn)
        self.both = mask(lambda c: c.source and c.match)
        self.several = mask(lambda c: c.draw + c.drawn > 1)
        self.clears = mask(lambda c: c.clear)
        self.adds = mask(lambda c: c.adds)
        self.free_clear = [i for i, c in enumerate(self.classes.all) if c.clear and not c.source and not c.costly]
        self.free = [
            i for i, c in enumerate(self.classes.all) if c.draw and not (c.costly or c.match or c.clear)
        ]  # fmt: skip
        self.free_mask = mask(lambda c: c.draw and not (c.costly or c.match or c.clear))
        self.timed = [(i, c) for i, c in enumerate(self.classes.all) if c.source or c.match or c.clear or c.adds]
        self.known: dict[Any, Value] = {}
        self.chosen: dict[Any, Value] = {}
        self.pile, self.posterior, self.labels = self.classes.pile, self.classes.posterior, self.classes.labels

    # Play ------------------------------------------------------------------------------------
    def can_draw(self, st: int) -> bool:
        """Whether a hand holds a card that may draw."""
        if st & self.sources:
            return True
        if not (st & self.matched and st & ONE):
            return False
        return not self.hands.told or self.hands.rest(st)[3] > 0 or bool(st & self.adds)  # Drama added may be matched

    def value(self, st: int, draw: int, disc: int) -> Value:
        """Before the side on top of the pile is seen."""
        if not st & self.sources and not self.can_draw(st):
            return self.hands.end(st)
        st = self.cleared(st)
        size = self.pile(draw)[0]
        if size > self.draws:
            disc = 0  # it is never shuffled
        key = (st, draw, disc)
        known = self.known.get(key)
        if known is None:
            self.look()
            known = self.known[key] = self._value(st, draw, disc, size)
        return known

    def _value(self, st: int, draw: int, disc: int, size: int) -> Value:
        if st & self.free_mask and self.draws_first(st, draw, disc, size):
            i = next(i for i in self.free if st & ONE << (WIDE * i))
            units = self.classes.units
            return self.drawn(st - units[i] + units[self.classes.plain[i]], draw, disc, self.classes.all[i].draw, None)
        if not size:
            return self.decide(st, draw, disc, None)
        end, moves = self.moves(st, draw)
        best, value_of, units = self.hands.packing.best, self.value, self.classes.units
        total, weights = self.labels(draw)
        single = all(n == 1 and not new for new, _, n in moves)
        value = spread = unsure = 0
        for label, n in weights:
            if single and label >= 0:  # each choice draws one card, whose class is seen
                unit = units[label]
                rest = draw - unit
                left, away = (rest, disc) if rest else (disc, 0)
                v, d, u = best(end + [value_of(after + unit, left, away) for _, after, _ in moves])
            else:
                v, d, u = best(end + [self.laid(move, draw, disc, label) for move in moves])
            value += n * v
            spread += n * d
            unsure |= u
        return value // total, spread // total, unsure

    def draws_first(self, st: int, draw: int, disc: int, size: int) -> bool:
        """Whether a card that draws, and costs nothing, is laid before anything else without loss."""
        if st & self.clears:
            return False
        piles = draw | disc
        if piles & self.clears and (st | piles) & (self.several | self.both if st & ONE else self.several):
            return False
        return size > self.draws or not (st | piles) & self.adds

    def cleared(self, st: int) -> int:
        """Without Drama in hand, cards that deal more for it are laid at once."""
        if st & self.clears and not st & ONE:
            for i in self.free_clear:
                n = st >> (WIDE * i) & ONE
                if n:
                    units = self.classes.units
                    st += n * (units[self.classes.plain[i]] - units[i] + self.classes.all[i].clear * self.hands.extra)
        return st

    def drawn(self, st: int, draw: int, disc: int, n: int, label: Label) -> Value:
        """Before so many cards come into the hand, the first of which shows a face."""
        if not n:
            return self.value(st, draw, disc)
        if not draw:
            draw, disc = disc, 0
        if not draw:
            return self.value(st, draw, disc)
        if label is not None and label >= 0:
            unit = self.classes.units[label]
            rest = draw - unit
            return self.drawn(st + unit, rest or disc, disc if rest else 0, n - 1, None)
        there = self.posterior(draw, label)
        value = spread = unsure = total = 0
        sources, matched, ends = self.sources, self.matched, self.hands.known
        for _, unit, k in there:
            rest = draw - unit
            now = st + unit
            found = ends.get(now) if n == 1 and not now & sources and not now & matched else None
            if found is None:
                left, away = (rest, disc) if rest else (disc, 0)
                found = self.value(now, left, away) if n == 1 else self.drawn(now, left, away, n - 1, None)
            v, d, u = found
            value += k * v
            spread += k * d
            unsure |= u
            total += k
        return value // total, spread // total, unsure

    def decide(self, st: int, draw: int, disc: int, label: Label) -> Value:
        """The best choice where the side on top is seen, or no card is there."""
        st = self.cleared(st)
        if not self.can_draw(st):
            return self.hands.end(st)
        if disc and self.pile(draw)[0] > self.draws:
            disc = 0
        key = (st, draw, disc, label)
        known = self.chosen.get(key)
        if known is None:
            self.look()
            end, moves = self.moves(st, draw)
            found = end + [self.laid(move, draw, disc, label) for move in moves]
            known = self.chosen[key] = self.hands.packing.best(found)
        return known

    def moves(self, st: int, draw: int) -> tuple[list[Value], list[Move]]:
        """No more cards that draw; or one of them, with Drama or without; or a card whose moment matters."""
        hands = self.hands
        matching = bool(st & ONE) and (not hands.told or hands.rest(st)[3] > 0)
        early = bool(st & self.clears)
        adding = bool(st & self.adds) and (hands.told or self.pile(draw)[0] <= self.draws)
        found = []
        for i, one in self.timed:
            if not st & ONE << (WIDE * i):
                continue
            if one.draw or (one.clear and one.costly and not st & ONE) or (one.adds and adding):
                found.append(self.move(st, i, False))
            if matching and one.match and (one.source or early or (one.adds and adding)):
                found.append(self.move(st, i, True))
        return ([] if st & self.free_mask and not early and not adding else [hands.end(st)]), found

    def move(self, st: int, i: int, match: bool) -> Move:
        """A card of a class laid: Drama it adds, the hand then, and how many cards are drawn."""
        one, units, hands = self.classes.all[i], self.classes.units, self.hands
        st += units[self.classes.plain[i]] - units[i]
        if match:
            st += one.bonus * hands.extra - 1 - (hands.matches if hands.told else 0)
        if one.clear and not st & ONE:
            st += one.clear * hands.extra
        st += one.later * hands.later
        new = hands.to_add(hands.rest(st)[1], one.adds)
        st += new * (hands.added + (hands.matches if hands.told else 0))
        return new, st, one.draw + (one.drawn if match else 0)

    def laid(self, move: Move, draw: int, disc: int, label: Label) -> Value:
        """The value after a card is laid."""
        new, st, n = move
        disc += new
        if new and not draw:
            draw, disc, label = disc, 0, None
        if n:
            return self.drawn(st, draw, disc, n, label)
        if label is None:
            return self.value(st, draw, disc)
        return self.decide(st, draw, disc, label)

    # Before play -----------------------------------------------------------------------------
    def swapped(self, st: int, draw: int, disc: int, label: Label, shown: int) -> Value:
        """The best exchange of a hand card for one revealed of one's own; what was revealed is discarded."""
        options = [(0, 0)]
        for i, unit, _ in self.pile(st & self.hands.cards)[1]:
            options += [(unit, other) for j, other, _ in self.pile(shown)[1] if j != i]
        found = []
        for own, other in options:
            now, away = st - own + other, disc + shown - other + own
            if label is not None:
                found.append(self.decide(now, draw, away, label))
            else:
                found.append(self.value(now, draw, away) if draw else self.value(now, away, 0))
        return self.hands.packing.best(found)

    def after(self, st: int, draw: int, disc: int, label: Label, due: int) -> tuple[Value, int]:
        """The value where so many cards are drawn before the first card is laid, and the weight it is told in."""
        if not due:
            if label is None:
                return self.value(st, draw, disc), 1
            return self.decide(st, draw, disc, label), 1
        value = spread = unsure = total = 0
        for cards, left, away, ways in self.classes.deals(draw, disc, due, label):
            v, d, u = self.value(st + cards, left, away)
            value += ways * v
            spread += ways * d
            unsure |= u
            total += ways
        return (value, spread, unsure), total

    def look(self) -> None:
        """Count a state; now and then look whether there are too many, or somebody wants to stop."""
        self.looked += 1
        if self.looked > self.limit:
            raise TooLarge(self.looked, self.limit)
        if not self.looked % SLICE:
            if self.stop is not None and self.stop():
                raise Stopped(f"stopped after {self.looked:,} states")
            if self.progress is not None:
                self.progress(f"{self.looked:,} states")


__all__ = ["Combats"]
