"""Scott Pilgrim: how a player guesses at a combat and at a card: quick estimates for the policies, no exact odds.

The guess at a combat deals every hand that can come, counts combos, mashing and what cards add, and looks at no more
than one card drawn on the way. The exact answer is ``combat_odds``; how far the guess is from it is tested.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from rulebooks.core.chance import Bag, deal, hand_count
from rulebooks.core.sampling import pick
from rulebooks.scott_pilgrim.cards import PilgrimCard, effects, masked
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import Bout, Combos, hits_of, most_damage
from rulebooks.scott_pilgrim.piles import NONE, Deck, looks_like

MANY = 6_000  # hands; beyond it a fixed few are looked at instead of all
FEW = 300
LOOKED_AT = 1_500  # hands; up to it, the next card drawn is looked at
DRAWN = 1  # damage that a card drawn in combat deals, about

Chances = dict[int, float]  # outcome -> probability


# Which card may lie there ----------------------------------------------------------------
@lru_cache(maxsize=4096)
def meant(setup: Setup, card: PilgrimCard, side: str) -> tuple[PilgrimCard, ...]:
    """The cards of the sheet that a face may be, each as often as it is in the box; a card that is known is itself."""
    if not card.id.endswith(("~front", "~back")):
        return (card,)
    there = [c for c, n in setup.sheet.copies.items() for _ in range(n) if c.kind == card.kind]
    return tuple(c for c in there if masked(setup.sheet, c, side) is card) or (card,)


# The hand ------------------------------------------------------------------------------------
def hands(setup: Setup, deck: Deck, n: int) -> dict[Bag[PilgrimCard], float]:
    """The hands of n cards that can be drawn, with their probabilities."""
    if deck.top is not None and n and deck.draw:
        likely = [(c, k) for c, k in deck.draw.counts.items() if looks_like(setup, c, deck.top)]
        likely = likely or list(deck.draw.counts.items())
        found: dict[Bag[PilgrimCard], float] = {}
        for c, k in likely:
            rest = Deck(deck.draw.take(c), None, deck.discard)
            for hand, p in hands(setup, rest, n - 1).items():
                whole = hand.add(c)
                found[whole] = found.get(whole, 0.0) + p * k / sum(k for _, k in likely)
        return found
    sure, pile = (deck.draw, deck.discard) if n > len(deck.draw) else (NONE, deck.draw)
    n = min(n - len(sure), len(pile))
    if hand_count(pile, n) > MANY:
        return {sure + some: times / FEW for some, times in _some(pile, n).items()}
    dealt = deal(pile, n)
    total = sum(dealt.values())
    return {sure + hand: w / total for hand, w in dealt.items()}


def _some(pile: Bag[PilgrimCard], n: int) -> Counter[Bag[PilgrimCard]]:
    """A fixed few of very many hands, the same ones whenever they are asked for."""
    found: Counter[Bag[PilgrimCard]] = Counter()
    for i in range(FEW):
        left, hand = pile, []
        for k in range(n):
            hand.append(pick(left.counts, "a hunch", i, k))
            left = left.take(hand[-1])
        found[Bag(hand)] += 1
    return found


class Fighter(NamedTuple):
    """What counts in a combat beside the cards."""

    combos: Combos
    friends: int = 0
    buddy: bool = False


@lru_cache(maxsize=1 << 17)
def damage_and_draws(hand: Bag[PilgrimCard], who: Fighter) -> tuple[int, int]:
    """About the damage that a hand deals by itself, and the cards it draws."""
    drama = sum(c.kind == "drama" for c in hand)
    total, draws = most_damage(hits_of(hand), who.combos)[0], 0
    told = [e for c in hand if c.kind == "action" for e in effects(c.combat, "combat")]
    matches = sorted((e for e in told if e.when == "match"), key=lambda e: (e.what == "draw", e.n), reverse=True)
    spent = drama <= len(matches)
    for e in (*matches[:drama], *(e for e in told if not e.when)):
        draws += e.n * (e.what == "draw")
        total += e.n * {
            "damage": 1,
            "damage without drama": int(spent),
            "damage each friend": who.friends,
            "damage buddy": int(who.buddy),
        }.get(e.what, 0)
    return total, draws


def damage_of(hand: Bag[PilgrimCard], who: Fighter) -> int:
    """About the damage that a hand deals, with what it draws."""
    damage, draws = damage_and_draws(hand, who)
    return damage + DRAWN * draws


@lru_cache(maxsize=2048)
def damages(setup: Setup, deck: Deck, n: int, who: Fighter) -> dict[int, float]:
    """The damage of a combat hand that is still to be drawn: damage -> probability.

    The first card drawn on the way is looked at; any further one is taken for one damage.
    """
    found: Chances = {}
    dealt = hands(setup, deck, n)
    for hand, p in dealt.items():
        damage, draws = damage_and_draws(hand, who)
        left = _left(deck, hand) if draws and len(dealt) <= LOOKED_AT else NONE
        if not left:
            found[damage + DRAWN * draws] = found.get(damage + DRAWN * draws, 0.0) + p
            continue
        for c, k in left.counts.items():
            d, more = damage_and_draws(hand.add(c), who)
            d += DRAWN * (more - 1)
            found[d] = found.get(d, 0.0) + p * k / len(left)
    return found


def _left(deck: Deck, hand: Bag[PilgrimCard]) -> Bag[PilgrimCard]:
    """The pile after a hand was drawn."""
    return deck.draw - hand if len(hand) < len(deck.draw) else deck.draw + deck.discard - hand


# The FIGHT line ----------------------------------------------------------------------------------
def drama_drawn(deck: Deck | None, n: int) -> Chances:
    """How many Drama cards a VS Draw reveals: number -> probability. Which cards are Drama is public, no other."""
    if deck is None or not n:
        return {0: 1.0}
    drama, size, sure = sum(c.kind == "drama" for c in deck.draw), len(deck.draw), 0
    if deck.top is not None and size:
        sure = int(deck.top.kind == "drama")
        drama, size, n = drama - sure, size - 1, n - 1
    return {k + sure: p for k, p in _drawn(drama, size, deck, n).items()}


def _drawn(drama: int, size: int, deck: Deck, n: int) -> Chances:
    if n > size:
        more = [sum(c.kind == "drama" for c in deck.discard), len(deck.discard)]
        return {k + drama: p for k, p in hypergeometric(more[0], more[1], min(n - size, more[1])).items()}
    return hypergeometric(drama, size, n)


@lru_cache(maxsize=4096)
def hypergeometric(drama: int, size: int, n: int) -> Chances:
    """How many of n cards out of so many are Drama."""
    dealt = deal(Bag({True: drama, False: size - drama}), n)
    total = sum(dealt.values())
    return {hand.count(True): w / total for hand, w in dealt.items()}


# Together ----------------------------------------------------------------------------------------------
def chance(bout: Bout, deck: Deck, n: int, theirs: Deck | None, buddy: int = 0) -> float:
    """About the chance to win a combat with n cards still to be drawn."""
    line, cards, each = bout.line
    dealt = damages(bout.setup, deck, n, Fighter(bout.combos, bout.friends, bool(buddy)))
    if line == "own":
        pile = (*deck.draw, *deck.discard)
        added = hypergeometric(sum(c.kind == "drama" for c in pile), len(pile), min(cards, len(pile)))
    else:
        added = drama_drawn(theirs, cards)
    short = bout.damage - bout.bonus
    return sum(p * q for k, q in added.items() for d, p in dealt.items() if d >= short + each * k)


__all__ = ["Fighter", "chance", "damage_of", "damages", "drama_drawn", "hands", "meant"]
