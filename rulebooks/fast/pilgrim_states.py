"""Scott Pilgrim, fast: what a state of a combat asks for: damages that may be needed, cards that may be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.fast.pilgrim_cards import Classes
from rulebooks.fast.pilgrim_hands import Aim
from rulebooks.scott_pilgrim.cards import PilgrimCard
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import Fight, Stage
from rulebooks.scott_pilgrim.piles import Deck, looks_like, next_cards, without


def own_cards(f: Fight) -> list[PilgrimCard]:
    """The fighter's cards that do not lie yet."""
    mine = f.shown if f.bout.line[0] == "own" else ()
    return [*f.hand, *f.deck.draw, *f.deck.discard, *mine]


def alike(f: Fight) -> tuple[Any, ...]:
    """What has to be the same where tables are used again."""
    drama = f.supply + f.drama
    return f.bout.combos, f.bout.friends, bool(f.buddy), drama, f.spent, f.setup


def can_match(f: Fight) -> int:
    """How many Drama cards can still be matched (SR-34)."""
    return sum(c.kind == "drama" for c in own_cards(f)) - f.spent


def sound(f: Fight) -> bool:
    """Whether the state is one that play reaches: what lies on top can be there, damage was dealt by cards."""
    top = f.deck.top
    if f.bout.table or can_match(f) < 0 or (f.due and f.hand and f.stage in (Stage.VS, Stage.SWAP)):
        return False
    classes = Classes(f.played, f.setup, f.bout.combos, f.bout.friends, f.buddy)
    if f.extra < classes.laid(f.played)[1]:
        return False
    return top is None or any(looks_like(f.setup, c, top) for c in f.deck.draw.kinds)


def sources(classes: Classes, f: Fight) -> int:
    """The most cards that effects can still draw."""
    due = f.due if f.stage is Stage.PLAY else 0
    found = [classes.all[classes.place[c]] for c in own_cards(f)]
    return due + sum(c.draw + c.drawn for c in found)


def size_then(f: Fight) -> int:
    """How many cards the draw pile has when the first card is laid."""
    draw, disc = len(f.deck.draw), len(f.deck.discard)
    own = f.bout.line[0] == "own"
    reveals = (f.vs if own else 0, (f.vs + len(f.shown)) if own else 0)
    draws = (f.due if f.stage in (Stage.DRAW, Stage.VS, Stage.SWAP) else 0, 0)
    for n, back in (draws, reveals) if f.stage is Stage.DRAW else (reveals, draws):
        if n >= draw:
            draw, disc, n = disc, 0, n - draw
        draw = max(0, draw - n)
        disc += back
        if not draw:
            draw, disc = disc, 0
    return draw


def room(f: Fight) -> int:
    """More ways than there are to draw and reveal before the first card is laid."""
    n = len(own_cards(f))
    reveals = f.vs if f.bout.line[0] == "own" else 0
    draws = f.due if f.stage in (Stage.DRAW, Stage.VS, Stage.SWAP) else 0
    return 2 * max(1, n) ** 3 * comb(n, min(draws, n // 2)) * comb(n, min(reveals, n // 2))


def aims_of(f: Fight) -> list[tuple[Aim, Fraction]]:
    """Each aim that the FIGHT line may leave, and how likely it is; all of them where one reveals one's own cards."""
    each, base = f.bout.line[2], f.needed - f.bout.bonus
    if f.stage not in (Stage.DRAW, Stage.VS) or not f.vs:
        return [((base, f.bout.failure), Fraction(1))]
    if f.bout.line[0] == "own":
        return [((base + each * k, f.bout.failure), Fraction(1)) for k in range(f.vs + 1 if each else 1)]
    found: dict[Aim, Fraction] = {}
    for drama, chance in drama_revealed(f.theirs, f).items():
        aim = (base + each * drama, f.bout.failure)
        found[aim] = found.get(aim, Fraction(0)) + chance
    return list(found.items())


def drama_revealed(pile: Deck | None, f: Fight) -> dict[int, Fraction]:
    """How much Drama the neighbour reveals."""
    if pile is None:
        return {0: Fraction(1)}
    first = next_cards(pile, f.setup, 1) if pile.top is not None and pile.draw else None
    if first is None:
        return _drama_among(_count(pile.draw), _count(pile.discard), f.vs)
    total, found = sum(first.values()), dict[int, Fraction]()
    for top, w in first.items():
        drama = int(next(iter(top)).kind == "drama")
        for k, chance in _drama_among(_count(pile.draw - top), _count(pile.discard), f.vs - 1).items():
            found[k + drama] = found.get(k + drama, Fraction(0)) + chance * Fraction(w, total)
    return found


def _count(cards: Any) -> tuple[int, int]:
    drama = sum(c.kind == "drama" for c in cards)
    return drama, len(cards)


def _drama_among(draw: tuple[int, int], disc: tuple[int, int], n: int) -> dict[int, Fraction]:
    """Drama among n cards of a pile that is shuffled anew once it is used up."""
    drama, size = draw
    if n > size:
        more = _drama_among(disc, (0, 0), min(n - size, disc[1])) if disc[1] else {0: Fraction(1)}
        return {drama + k: chance for k, chance in more.items()}
    ways = {k: comb(drama, k) * comb(size - drama, n - k) for k in range(n + 1)}
    return {k: Fraction(w, comb(size, n)) for k, w in ways.items() if w}


def deals(deck: Deck, setup: Setup, n: int) -> Iterator[tuple[Bag[PilgrimCard], Deck, int]]:
    """The hands of n cards that a deck can deal, what is left of it, and weights."""
    if n and deck.top is not None:
        for first, w in next_cards(deck, setup, 1).items():
            for hand, left, ways in deals(without(deck, first), setup, n - 1):
                yield hand + first, left, ways * w
    elif n >= len(deck.draw):
        whole, left = deck.draw, Deck(deck.discard)
        if n == len(whole) or not left.draw:
            yield whole, left, 1
        else:
            for hand, rest, ways in deals(left, setup, n - len(whole)):
                yield hand + whole, rest, ways
    else:
        for hand, ways in deal(deck.draw, n).items():
            yield hand, without(deck, hand), ways
