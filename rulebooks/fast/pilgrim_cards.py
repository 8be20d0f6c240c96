"""Scott Pilgrim, fast: cards that act alike in a combat are one class, and what a face on top says of its class.

Hands, piles and what lies are counted by class in one whole number, eight bits for each class: adding a card is one
addition. *Cards of a class are told apart by nothing that a combat counts*: same move (none where no combo needs it),
damage and effects, and the same two faces as far as other classes show them too. So the counts by class, with the class
or the shared face seen on top, are a process of their own: which card of a class comes next changes no later chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rulebooks.scott_pilgrim.cards import BACK, FRONT, MOVES, PilgrimCard, effects, masked
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import Combos
from rulebooks.scott_pilgrim.piles import UNKNOWN

WIDE = 8  # bits of a count
MOST = 120  # cards; more would not fit


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


class Classes:
    """The classes of the cards of a combat, and the faces that several classes show.

    A label says what is seen on top: the number of a class, or ``~k`` for the shared face k. Drama is class 0.
    """

    def __init__(self, cards: Iterable[PilgrimCard], setup: Setup, combos: Combos, friends: int, buddy: int) -> None:
        kinds = dict.fromkeys(cards)
        kinds.setdefault(setup.drama)
        self.setup = setup
        self.holds = not (UNKNOWN in kinds and len(kinds) > 2)
        found: dict[PilgrimCard, Alike] = {}
        for card in kinds:
            one = alike(card, combos, friends, buddy)
            self.holds = self.holds and one is not None
            found[card] = one or DRAMA
        shown: dict[Any, set[Alike]] = {}
        faces = {c: (masked(setup.sheet, c, FRONT), masked(setup.sheet, c, BACK)) for c in kinds}
        for card, sides in faces.items():
            for face in sides:
                shown.setdefault(face, set()).add(found[card])
        shared = [face for face, by in shown.items() if len(by) > 1]
        keys: dict[PilgrimCard, tuple[Any, ...]] = {
            c: (found[c], *(f if f in shared else None for f in faces[c])) for c in kinds
        }
        order = dict.fromkeys([keys[setup.drama], *keys.values()])
        order |= dict.fromkeys((one.laid, None, None) for one in found.values() if one is not DRAMA)
        place = {key: i for i, key in enumerate(order)}
        self.all: list[Alike] = [key[0] for key in order]
        self.units = [1 << (WIDE * i) for i in range(len(order))]
        self.place: dict[PilgrimCard, int] = {c: place[key] for c, key in keys.items()}
        self.plain = [place.get((one.laid, None, None), 0) for one in self.all]
        self.sides = [tuple(~shared.index(f) if f else i for f in key[1:]) for i, key in enumerate(order)]
        self.showing = [[i for i, key in enumerate(order) if face in key[1:]] for face in shared]
        self.labels: dict[Any, int] = {}
        for card, sides in faces.items():
            for face in sides:
                self.labels[face] = ~shared.index(face) if face in shared else self.place[card]

    def mask(self, which: Any) -> int:
        """The bits that count the classes of which something is true."""
        return sum((1 << WIDE) - 1 << (WIDE * i) for i, one in enumerate(self.all) if which(one))

    def code(self, cards: Iterable[PilgrimCard]) -> int:
        """Cards, counted by class."""
        return sum(self.units[self.place[c]] for c in cards)

    def laid(self, cards: Iterable[PilgrimCard]) -> tuple[int, int]:
        """Cards that lie, counted by class, and the damage they deal besides their hits. Matched Drama is left out."""
        lying = [c for c in cards if c.kind != "drama"]
        there = [self.plain[self.place[c]] for c in lying]
        hits = sum(1 if c.hit is None else c.hit for c in lying)
        return sum(self.units[i] for i in there), sum(self.all[i].hit + self.all[i].more for i in there) - hits
