"""Scott Pilgrim: how to spend a hand: which suit each card gives, and what the resources buy, worth most together."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rulebooks.scott_pilgrim.cards import FRONT, SUITS, PilgrimCard, amounts, effects
from rulebooks.scott_pilgrim.piles import Lying
from rulebooks.scott_pilgrim.prices import Outlook, drama_cost, front_worth
from rulebooks.scott_pilgrim.table import State, gives, suits_of, ups_of

Pool = tuple[int, int, int]
Pools = frozenset[Pool]
LEAST = 0.05  # Victory Points: what is worth less is not bought


class Offer(NamedTuple):
    """A card of the Plotline that can be bought."""

    worth: float
    place: int
    suit: str  # or "any"
    n: int


def offers(s: State, me: int, o: Outlook) -> tuple[Offer, ...]:
    """What lies there to be bought and is worth it, the best first."""
    found = []
    for place, lying in enumerate(s.plotline):
        if lying is None or lying.side != FRONT:
            continue
        suit, n = (amounts(lying.card.cost) or (("any", 0),))[0]
        worth = front_worth(s, me, o, lying.card, FRONT)
        if worth > LEAST:
            found.append(Offer(worth, place, suit, n))
    return tuple(sorted(found, key=lambda offer: (-offer.worth, offer.place)))


def added(pool: Pool, suit: str, n: int) -> Pool:
    """A pool with so many more of a suit."""
    romance, music, work = (have + n * (name == suit) for name, have in zip(SUITS, pool, strict=True))
    return romance, music, work


def adds_drama(card: PilgrimCard) -> bool:
    """Whether playing a card's Story side adds Drama."""
    return any(e.what == "drama" and e.when != "match" for e in effects(card.effect, "effect of an action"))


def ways(s: State, me: int, *, drama: bool = False) -> tuple[tuple[tuple[str, int], ...], ...]:
    """For each card in hand and each Power Up! not yet used: the resources it can give. ``drama``: cards that add it
    too."""
    found = [suits_of(c.makes) for c in s.seats[me].hand if c.kind == "action" and (drama or not adds_drama(c))]
    waiting = [up for up in ups_of(s, me) if len(gives(up)) > 1]
    found += [gives(up) for i, up in enumerate(waiting) if s.used.count(up.card) < _nth(waiting, i)]
    return tuple(sorted(found))


def _nth(waiting: list[Lying], i: int) -> int:
    return sum(up.card is waiting[i].card for up in waiting[: i + 1])


@lru_cache(maxsize=1 << 14)
def reach(pool: Pool, given: tuple[tuple[tuple[str, int], ...], ...]) -> Pools:
    """The pools that can come of it, without those that another one is at least as good as."""
    there = {pool}
    for one in given:
        there = {added(p, suit, n) for p in there for suit, n in one}
    return frozenset(
        p for p in there if not any(q != p and all(a >= b for a, b in zip(q, p, strict=True)) for q in there)
    )


@lru_cache(maxsize=1 << 17)
def best_buy(pool: Pool, there: tuple[Offer, ...]) -> float:
    """The most that a pool buys."""
    best = 0.0
    for i, offer in enumerate(there):
        for suit in SUITS if offer.suit == "any" else (offer.suit,):
            if pool[SUITS.index(suit)] >= offer.n:
                best = max(best, offer.worth + best_buy(added(pool, suit, -offer.n), there[i + 1 :]))
    return best


def plan(pool: Pool, given: tuple[tuple[tuple[str, int], ...], ...], there: tuple[Offer, ...]) -> float:
    """The most that can be bought with a pool and what is still to be played."""
    return max((best_buy(p, there) for p in reach(pool, given)), default=0.0)


def with_drama(s: State, me: int, o: Outlook, there: tuple[Offer, ...]) -> bool:
    """Whether cards that add Drama as they are played are worth it."""
    more = plan(s.pool, ways(s, me, drama=True), there) - plan(s.pool, ways(s, me), there)
    return more > drama_cost(o)


def most(s: State, me: int) -> Pool:
    """The most of each suit that the player can still have in this phase."""
    given = ways(s, me)
    romance, music, work = (
        have + sum(max((n for name, n in one if name == suit), default=0) for one in given)
        for suit, have in zip(SUITS, s.pool, strict=True)
    )
    return romance, music, work


__all__ = ["LEAST", "Offer", "added", "adds_drama", "most", "offers", "plan", "reach", "ways", "with_drama"]
