"""Scott Pilgrim, fast: cards that act alike in a combat are one class, and what a face on top says of its class.

Hands, piles and what lies are counted by class in one whole number, eight bits for each class: adding a card is one
addition. *Cards of a class are told apart by nothing that a combat counts*: same move (none where no combo needs it),
damage and effects, and the same two faces as far as other classes show them too. So the counts by class, with the class
or the shared face seen on top, are a process of their own: which card of a class comes next changes no later chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb
from typing import Any, NamedTuple

from rulebooks.scott_pilgrim.cards import BACK, FRONT, MOVES, PilgrimCard, effects, masked
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import Combos
from rulebooks.scott_pilgrim.piles import UNKNOWN

WIDE = 8  # bits of a count
ONE = (1 << WIDE) - 1
MOST = 120  # cards; more would not fit
Label = int | None  # what is seen on top; None where nothing is seen


class Alike(NamedTuple):
    """What a combat counts of a card. ``move``: -1 where no combo needs it.

    ``more``: damage besides the hit, always; ``draw``: cards drawn; ``clear``: damage if no Drama is in hand;
    ``match``: whether it can be matched, ``bonus`` and ``drawn`` what that brings; ``adds``: Drama added; ``later``: on
    victory.
    """

    move: int
    hit: int
    more: int = 0
    draw: int = 0
    clear: int = 0
    match: bool = False
    bonus: int = 0
    drawn: int = 0
    adds: int = 0
    later: int = 0

    @property
    def odd(self) -> bool:
        """Whether it mixes what the proofs keep apart: matched, and damage without Drama."""
        return self.match and self.clear > 0

    @property
    def laid(self) -> Alike:
        """What is left of it once it lies: its move and its damage."""
        return Alike(self.move, self.hit, self.more)

    @property
    def source(self) -> bool:
        """Whether it may draw."""
        return self.draw > 0 or self.drawn > 0

    @property
    def costly(self) -> bool:
        """Whether it may be better left in hand."""
        return self.adds > 0 or self.later > 0


DRAMA = Alike(-2, 0)


def alike(card: PilgrimCard, combos: Combos, friends: int, buddy: int) -> Alike | None:
    """The card as a combat counts it; None where the proofs do not speak of what it does."""
    if card.kind == "drama":
        return DRAMA
    needed = {move for _, moves, _ in combos for move in moves}
    move = MOVES.index(card.move) if card.move in needed else -1
    found = {"more": 0, "draw": 0, "clear": 0, "bonus": 0, "drawn": 0, "adds": 0, "later": 0}
    match = False
    for e in effects(card.combat, "combat"):
        match = match or e.when == "match"
        n = {"damage each friend": e.n * friends, "damage buddy": e.n if buddy else 0}.get(e.what, e.n)
        what = "damage" if e.what in ("damage each friend", "damage buddy") else e.what
        names = {
            "": {"damage": "more", "draw": "draw", "damage without drama": "clear", "drama": "adds"},
            "match": {"damage": "bonus", "draw": "drawn"},
            "victory": {"drama": "later"},
        }[e.when]
        if e.when == "match" and what in ("damage without drama", "drama"):
            return None
        if what in names:
            found[names[what]] += n
    hit = 1 if card.hit is None else card.hit
    if move < 0:
        hit, found["more"] = hit + found["more"], 0
    one = Alike(move, hit, match=match, **found)
    return None if one.odd else one


class Kinds:
    """Cards told apart by a key only, the faces that several keys show, and piles counted by them.

    A label says what is seen on top: the number of a key, or ``~k`` for the shared face k. Drama is number 0.
    """

    def __init__(self, found: Mapping[PilgrimCard, Any], setup: Setup, more: Iterable[Any] = ()) -> None:
        """``more``: keys that no card has, but that are counted too."""
        shown: dict[Any, set[Any]] = {}
        faces = {c: (masked(setup.sheet, c, FRONT), masked(setup.sheet, c, BACK)) for c in found}
        for card, sides in faces.items():
            for face in sides:
                shown.setdefault(face, set()).add(found[card])
        shared = [face for face, by in shown.items() if len(by) > 1]
        keys: dict[PilgrimCard, tuple[Any, ...]] = {
            c: (found[c], *(f if f in shared else None for f in faces[c])) for c in found
        }
        order = dict.fromkeys([keys[setup.drama], *keys.values()])
        order |= dict.fromkeys((key, None, None) for key in more)
        self.number = {key: i for i, key in enumerate(order)}
        self.all: list[Any] = [key[0] for key in order]
        self.units = [1 << (WIDE * i) for i in range(len(order))]
        self.place: dict[PilgrimCard, int] = {c: self.number[key] for c, key in keys.items()}
        self.sides = [tuple(~shared.index(f) if f else i for f in key[1:]) for i, key in enumerate(order)]
        self.showing = [[i for i, key in enumerate(order) if face in key[1:]] for face in shared]
        self.labels_of: dict[Any, int] = {}
        for card, sides in faces.items():
            for face in sides:
                self.labels_of[face] = ~shared.index(face) if face in shared else self.place[card]
        self._kinds: dict[int, tuple[int, list[tuple[int, int, int]]]] = {0: (0, [])}

    def mask(self, which: Any) -> int:
        """The bits that count the keys of which something is true."""
        return sum(ONE << (WIDE * i) for i, one in enumerate(self.all) if which(one))

    def code(self, cards: Iterable[PilgrimCard]) -> int:
        """Cards, counted by key."""
        return sum(self.units[self.place[c]] for c in cards)

    def pile(self, code: int) -> tuple[int, list[tuple[int, int, int]]]:
        """How many cards a pile has, and (class, one card of it, how many) of each class there."""
        known = self._kinds.get(code)
        if known is None:
            units = self.units
            counts = code.to_bytes(len(units), "little")
            found = [(i, units[i], n) for i, n in enumerate(counts) if n]
            known = self._kinds[code] = sum(counts), found
        return known

    def posterior(self, draw: int, label: Label) -> list[tuple[int, int, int]]:
        """The cards that may lie on top where this is seen."""
        _, kinds = self.pile(draw)
        if label is None:
            return kinds
        showing = (label,) if label >= 0 else self.showing[~label]
        return [kind for kind in kinds if kind[0] in showing]

    def labels(self, draw: int) -> tuple[int, list[tuple[int, int]]]:
        """What may be seen on top, with weights, and their sum: either side of a card may face up."""
        size, kinds = self.pile(draw)
        if not self.showing:
            return size, [(i, n) for i, _, n in kinds]
        found: dict[int, int] = {}
        for i, _, n in kinds:
            for side in self.sides[i]:
                found[side] = found.get(side, 0) + n
        return 2 * size, list(found.items())

    def deals(self, draw: int, disc: int, n: int, label: Label) -> Iterator[tuple[int, int, int, int]]:
        """The cards drawn, what is left of both piles, and weights, for so many cards drawn at once."""
        if label is not None and n and draw:
            for _, unit, k in self.posterior(draw, label):
                rest = draw - unit
                for cards, left, away, ways in self.deals(rest or disc, disc if rest else 0, n - 1, None):
                    yield cards + unit, left, away, k * ways
            return
        if not draw:
            draw, disc = disc, 0
        size, kinds = self.pile(draw)
        if size <= n:
            if not disc:
                yield draw, 0, 0, 1
            else:
                for cards, left, away, ways in self.deals(disc, 0, n - size, None):
                    yield draw + cards, left, away, ways
            return
        partial = [(0, 0, 1)]
        there = size
        for _, unit, count in kinds:
            there -= count
            partial = [
                (cards + k * unit, had + k, ways * comb(count, k))
                for cards, had, ways in partial
                for k in range(max(0, n - had - there), min(count, n - had) + 1)
            ]
        for cards, _, ways in partial:
            yield cards, draw - cards, disc, ways


class Classes(Kinds):
    """The classes of the cards of a combat. ``holds``: whether the proofs speak of all of them."""

    all: list[Alike]

    def __init__(self, cards: Iterable[PilgrimCard], setup: Setup, combos: Combos, friends: int, buddy: int) -> None:
        kinds = dict.fromkeys(cards)
        kinds.setdefault(setup.drama)
        told = {card: alike(card, combos, friends, buddy) for card in kinds}
        self.holds = None not in told.values() and not (UNKNOWN in kinds and len(kinds) > 2)
        found = {card: one or DRAMA for card, one in told.items()}
        super().__init__(found, setup, (one.laid for one in found.values() if one is not DRAMA))
        self.plain = [self.number.get((one.laid, None, None), 0) for one in self.all]

    def laid(self, cards: Iterable[PilgrimCard]) -> tuple[int, int]:
        """Cards that lie, counted by class, and the damage they deal besides their hits. Matched Drama is left out."""
        lying = [c for c in cards if c.kind != "drama"]
        there = [self.plain[self.place[c]] for c in lying]
        hits = sum(1 if c.hit is None else c.hit for c in lying)
        return sum(self.units[i] for i in there), sum(self.all[i].hit + self.all[i].more for i in there) - hits
