"""Scott Pilgrim 2, 9 and 10: piles of double-sided cards: drawing, the side on top, shuffling, Drama.

A draw pile is a bag whose order nobody knows, but for one thing: the side of its top card that faces up.
That face is kept, and which card it is shows when it is drawn. So nothing hidden is stored with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulebooks.core.chance import Bag, Weights, deal, hand_count
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, FRONT, PilgrimCard, behind, masked, name_of
from rulebooks.scott_pilgrim.contents import Setup

NONE: Bag[PilgrimCard] = Bag()
FEW = 2000  # hands; where a draw could bring more, it is told card by card
UNKNOWN = PilgrimCard(id="unknown", name="a card nobody else sees", order=999, kind="action")


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies with a side up. ``seen``: the players who know its other side too."""

    card: PilgrimCard
    side: str
    seen: tuple[int, ...] = ()

    def __str__(self) -> str:
        what = {("action", FRONT): "Story", ("action", BACK): "Combat", ("plot", FRONT): "Power Up!"}
        other = behind(self.card, self.side)
        side = f"{what.get((self.card.kind, self.side), 'Challenge')} side{f', {other} behind' * bool(other)}"
        return f"{name_of(self.card, self.side)} ({side})"

    @property
    def turned(self) -> Lying:
        """The same card with the other side up."""
        return replace(self, side=BACK if self.side == FRONT else FRONT)


@dataclass(frozen=True, slots=True)
class Deck:
    """A player's draw pile, the face on top of it (None: not seen yet, or no card), and the discard pile."""

    draw: Bag[PilgrimCard]
    top: PilgrimCard | None = None
    discard: Bag[PilgrimCard] = NONE

    @property
    def left(self) -> int:
        """Cards that can be drawn, shuffling the discard pile if need be."""
        return len(self.draw) + len(self.discard)


def looks_like(setup: Setup, card: PilgrimCard, face: PilgrimCard) -> bool:
    """Whether a card shows this face from one of its sides."""
    if card is UNKNOWN or card is face:
        return face.kind != "drama" or card is face
    return face in (masked(setup.sheet, card, FRONT), masked(setup.sheet, card, BACK))


@rule("2.1", "Draw")
def next_cards(deck: Deck, setup: Setup, n: int) -> Weights:
    """Cards are drawn from the top: first the one whose face is seen, then cards that nobody knew."""
    if deck.top is not None:
        same = {Bag([c]): w for c, w in deck.draw.counts.items() if looks_like(setup, c, deck.top)}
        return same or {Bag([c]): w for c, w in deck.draw.counts.items()}
    n = min(n, len(deck.draw))
    if hand_count(deck.draw, n) > FEW:
        return {Bag([c]): w for c, w in deal(deck.draw).items()}
    return deal(deck.draw, n)


@rule("10.9", "The side on top")
def faces(deck: Deck, setup: Setup) -> Weights:
    """Cards have no plain back: which side of the top card faces up is chance, and everybody sees it (SR-61)."""
    found: dict[PilgrimCard, int] = {}
    for card, n in deck.draw.counts.items():
        for side in (FRONT, BACK):
            face = masked(setup.sheet, card, side)
            found[face] = found.get(face, 0) + n
    return dict(sorted(found.items()))


def without(deck: Deck, cards: Bag[PilgrimCard]) -> Deck:
    """The pile without cards that were drawn; an empty one is made anew at once."""
    return made_anew(replace(deck, draw=deck.draw - cards, top=None))


def made_anew(deck: Deck) -> Deck:
    """The pile, shuffled anew from the discard pile if it is used up."""
    return reshuffle(deck) if not deck.draw and deck.discard else deck


@rule("2.2", "An empty draw pile")
def reshuffle(deck: Deck) -> Deck:
    """A draw pile that runs out is replaced at once by the shuffled discard pile, and by no other cards (SR-60)."""
    return Deck(deck.discard)


def put_away(deck: Deck, cards: Iterable[PilgrimCard]) -> Deck:
    """Cards laid on the discard pile."""
    return replace(deck, discard=deck.discard + Bag(cards))


@rule("9.3", "Drama is added")
def drama_to_add(supply: int, setup: Setup, n: int) -> int:
    """Added Drama comes from the pile of 14 and goes to one's own discard pile; a pile used up gives none (SR-36)."""
    return n if setup.options.endless_drama else min(n, supply)


def main_faces(main: Bag[PilgrimCard]) -> Weights:
    """The cards, each with either side up, that may lie on top of a main deck."""
    return {Lying(card, side): n for card, n in main.counts.items() for side in (FRONT, BACK)}
