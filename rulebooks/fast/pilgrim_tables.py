"""Scott Pilgrim, fast: the tables of one combat, or of all targets that can be declared, and the answers they hold."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, prod
from typing import Any, NamedTuple

from rulebooks.core.graph import Goal
from rulebooks.fast.pilgrim_cards import MOST, ONE, Classes, Label
from rulebooks.fast.pilgrim_combats import Combats
from rulebooks.fast.pilgrim_hands import LOW, Aim, Hands, Packing, Value
from rulebooks.fast.pilgrim_states import aims_of, alike, can_match, own_cards, room, size_then, sound, sources
from rulebooks.scott_pilgrim.fight import Combat, Fight, Stage


class Part(NamedTuple):
    """Part of an answer: so likely it is an aim, whose block of the value is told in so many ways."""

    chance: Fraction
    aim: Aim
    value: Value
    ways: int


class Tables:
    """The tables of a combat, or of all targets that can be declared. ``whole``: with distributions."""

    def __init__(self, fights: list[Fight], goal: Goal, whole: bool, limit: int, **walk: Any) -> None:
        f = fights[0]
        self.goal, self.whole, self.like = goal.name, whole, alike(f)
        cards = own_cards(f)
        combos = f.bout.combos
        self.classes = Classes([*cards, *f.played], f.setup, combos, f.bout.friends, f.buddy)
        self.holds = self.classes.holds and all(sound(g) for g in fights)
        if not self.holds:
            return
        all_alike = [self.classes.all[self.classes.place[c]] for c in cards]
        if f.spent and any(c.adds and c.match for c in all_alike):
            self.holds = False  # the Drama it adds may be matched, but not with the card itself
            return
        added = sum(c.adds for c in all_alike)
        self.draws = sources(self.classes, f)
        self.sizes = {size_then(g) for g in fights}
        self.greatest = len(cards) + added
        sides = lcm(2, *range(1, self.greatest + 1)) if self.classes.showing else 1
        self.falling = self.draws < min(self.sizes)
        if self.falling:
            scale = lcm(*(prod(size - j for j in range(self.draws)) for size in self.sizes))
        else:
            scale = lcm(*range(1, self.greatest + 1)) ** self.draws
        aims = list(dict.fromkeys(aim for g in fights for aim, _ in aims_of(g)))
        hits = sum(c.hit + c.more + c.clear + c.bonus for c in all_alike) + sum(2 + (c.hit or 0) for c in f.played)
        combo = max((damage for _, _, damage in combos), default=0)
        damage = f.extra + hits + (len(cards) + len(f.played)) * combo
        failure = max(g.bout.failure for g in fights)
        later = sum(c.later for c in all_alike) + sum(e.n for e in f.victory if e.what == "drama")
        drama = f.drama + added + later + failure
        self.holds = len(cards) + len(f.played) + added <= MOST and max(damage, drama) <= LOW
        if not self.holds:
            return
        packing = Packing(aims, goal.name, (damage, drama), scale * sides**self.draws, max(map(room, fights)), whole)
        endless = f.setup.options.endless_drama
        self.hands = Hands(self.classes, combos, packing, -1 if endless else f.supply + f.drama, f.spent > 0)
        self.combats = Combats(self.hands, self.draws, limit, **walk)

    def covers(self, fights: list[Fight], goal: Goal, whole: bool) -> bool:
        """Whether these tables answer for other states too: those of the same combat, later on."""
        f = fights[0]
        if not self.holds or (self.goal, self.whole, self.like) != (goal.name, whole, alike(f)):
            return False
        place = self.classes.place
        if not all(c in place for c in (*own_cards(f), *f.played)) or not all(sound(g) for g in fights):
            return False
        packing = self.hands.packing
        if (
            any(aim not in packing.place for g in fights for aim, _ in aims_of(g))
            or max(map(room, fights)) > packing.room
        ):
            return False
        now = sources(self.classes, f)
        if now > self.draws or len(own_cards(f)) > self.greatest:
            return False
        top = f.deck.top
        if top is not None and top not in self.classes.labels_of:
            return False
        spare = self.draws - now
        return not self.falling or all(any(0 <= n - size_then(g) <= spare for n in self.sizes) for g in fights)

    # The value of a state -----------------------------------------------------------------
    def parts(self, f: Fight) -> list[Part]:
        """The answer for a state of a combat, in parts: one for each damage that may be needed."""
        aims = aims_of(f)
        own = f.bout.line[0] == "own" and (f.vs or f.shown)
        if f.stage in (Stage.DRAW, Stage.VS, Stage.SWAP) and own:
            return self._own(f, [aim for aim, _ in aims])
        st, draw, disc, label = self.read(f)
        if f.stage in (Stage.DRAW, Stage.VS):
            value, ways = self.combats.after(st, draw, disc, label, f.due)
        elif f.due:
            value, ways = self.combats.drawn(st, draw, disc, f.due, label), 1
        else:
            value, ways = self.combats.after(st, draw, disc, label, 0)
        return [Part(chance, aim, value, ways) for aim, chance in aims]

    def read(self, f: Fight) -> tuple[int, int, int, Label]:
        """Hand and piles of a state by class, and what is seen on top."""
        hands, classes = self.hands, self.classes
        lying, told = classes.laid(f.played)
        st = classes.code(f.hand) + lying + (f.extra - told) * hands.extra + f.drama * hands.added
        st += sum(e.n for e in f.victory if e.what == "drama") * hands.later
        if hands.told:
            st += can_match(f) * hands.matches
        top = f.deck.top
        label = None if top is None else classes.labels_of[top]
        return st, classes.code(f.deck.draw), classes.code(f.deck.discard), label

    def _own(self, f: Fight, aims: list[Aim]) -> list[Part]:
        """A FIGHT line of one's own: revealed after the hand, or before it; then a card may be exchanged."""
        st, draw, disc, label = self.read(f)
        packing = self.hands.packing
        shown = self.classes.code(f.shown)
        first = f.due if f.stage is Stage.DRAW else 0
        value = spread = unsure = 0
        total = 0
        for cards, draw1, disc1, ways in self.classes.deals(draw, disc, first, label):
            label1 = label if not first else None
            for others, draw2, disc2, more in self.classes.deals(draw1, disc1, f.vs, label1):
                label2 = label1 if not f.vs else None
                drama = others & ONE
                aim = (f.needed + drama * f.bout.line[2] - f.bout.bonus, f.bout.failure)
                (v, d, u), scale = self._exchanged(st + cards, draw2, disc2, label2, shown + others, f.due - first)
                v, d, u = packing.only((v, d, u), aim)
                value += ways * more * v
                spread += ways * more * d
                unsure |= u
                total += ways * more * scale
        return [Part(Fraction(1), aim, (value, spread, unsure), total) for aim in aims]

    def _exchanged(self, st: int, draw: int, disc: int, label: Label, shown: int, due: int) -> tuple[Value, int]:
        """The value where cards were revealed; the side on top is seen before one is exchanged."""
        combats = self.combats
        if not shown or due:  # where cards are still to be drawn, the hand is empty: there is nothing to exchange
            if not draw:
                draw, disc = disc + shown, 0
            else:
                disc += shown
            return combats.after(st, draw, disc, label, due)
        if label is not None or not draw or not (st + shown) & (combats.sources | combats.matched):
            return combats.swapped(st, draw, disc, label, shown), 1
        total, weights = combats.labels(draw)
        value = spread = unsure = 0
        for seen, n in weights:
            v, d, u = combats.swapped(st, draw, disc, seen, shown)
            value += n * v
            spread += n * d
            unsure |= u
        return (value // total, spread // total, unsure), 1

    def terms(self, f: Fight) -> tuple[Fraction, ...]:
        """The exact means of the goal's terms."""
        packing = self.hands.packing
        shift = {"damage": f.bout.bonus, "drama": -packing.most_drama, "won": 0}
        found = [Fraction(0)] * 3
        for part in self.parts(f):
            got = packing.unpacked(part.value[0], part.aim, part.ways)
            found = [a + part.chance * b for a, b in zip(found, got, strict=True)]
        return tuple(a + shift[term] for a, term in zip(found, packing.order, strict=True))

    def ends(self, f: Fight) -> tuple[dict[Combat, Fraction], bool]:
        """How a combat ends, and whether that is sure: False where equally good choices end differently."""
        packing = self.hands.packing
        found: dict[Combat, Fraction] = {}
        sure = True
        for part in self.parts(f):
            sure = sure and not part.value[2] >> packing.place[part.aim] & 1
            for (damage, drama), weight in packing.spread_of(part.value[1], part.aim).items():
                end = Combat(damage >= part.aim[0], damage + f.bout.bonus, drama)
                chance = part.chance * Fraction(weight, packing.scale * part.ways)
                found[end] = found.get(end, Fraction(0)) + chance
        return found, sure
