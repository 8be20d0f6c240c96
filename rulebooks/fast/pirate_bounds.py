"""Bounds for voyages of Pirate Tales that are too large for an exact answer: exact answers to easier questions.

*More is never worse* (``pirate_tales``), and so it is with cards: a card with more skulls, or with the same symbols
and others beside, can be used wherever the first one can. Cards that are all alike make few hands.

The deck first. Let every card of it be a dud, with the fewest skulls of any and no symbol: that is a real way to play,
which leaves symbols and skulls unused. Let every card be a joker, with the most skulls and all symbols to choose from:
that is an easier voyage.

Then the hand too. Cards of the hand are used for their skulls only: again a real way to play. And the easier voyage:
dice that cards could win, drawn ones too, are rolled with the pool, at no cost (a die that comes earlier can be left
alone until then; only a kraken that takes dice could make it worse, so with one nothing is said); every card has all
other symbols of any card to choose from, and the most skulls of any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rulebooks.core.chance import Bag
from rulebooks.core.graph import Goal, TooLarge, collector_paused
from rulebooks.core.result import Bracket
from rulebooks.fast import pirate_tales as fast
from rulebooks.fast.pirate_voyages import DICE, most, needs
from rulebooks.pirate_tales.contents import COLOURS, PLAIN, PirateCard, Symbol, symbols
from rulebooks.pirate_tales.course import Frame, Sailing
from rulebooks.pirate_tales.questions import card

Alike = Callable[[Bag[PirateCard]], Bag[PirateCard]]


def voyage_bounds(v: Sailing, goal: Goal, limit: int = fast.LIMIT) -> Bracket:
    """The goal's first term under best play: exact up to so many states, else between two proved bounds.

    TooLarge when even the easier questions do not fit; ValueError where the voyage has symbols that the bounds
    do not hold for.
    """
    if not fast.holds(v, goal):
        raise ValueError("no bounds are known for a voyage in which played cards may be drawn again")
    what = f"best play for “{goal.name}”"
    most = limit
    try:
        exact = first_term(v, goal, limit)
        return Bracket(exact, exact, goal.unit, what=what)
    except TooLarge as no:
        refused = no
    asked = [(duds_drawn, jokers_drawn, "few skulls, no symbols of drawn cards", "a free choice of drawn cards")]
    if not takes_dice(v):
        asked.append((skulls_only, all_jokers, "skulls of cards only", "cards that are any card, their dice at once"))
    for easier, harder, lower, upper in asked:
        try:
            low, high = first_term(easier(v), goal, most), first_term(harder(v), goal, most)
            return Bracket(low, high, goal.unit, lower, upper, what)
        except TooLarge as no:
            refused, most = no, max(limit, fast.LIMIT)
    raise refused


def first_term(v: Sailing, goal: Goal, limit: int) -> Fraction:
    """The exact value of a voyage."""
    with collector_paused():
        tables = fast.solver(v, goal, limit)
        with fast.whole(tables):
            return tables.fractions(fast.value(tables, v))[0]


def takes_dice(v: Sailing) -> bool:
    """Whether anything may make the captain set dice aside, or roll some that she did not choose yet."""
    texts: set[str | None] = {text for stop in v.course.stops for text in (stop.reward, stop.effect)}
    texts |= {f.text for f in v.pending} | {c.reward for c in (*v.hand.kinds, *v.deck.kinds, *v.discard.kinds)}
    takes = any(what == "set aside" for text in texts for way in symbols(text) for what, _ in way)
    return takes or any(f.kind in ("set aside", "re-roll") for f in v.pending)


def deck_alike(v: Sailing, alike: Alike) -> Sailing:
    """The voyage with all cards that may be drawn alike."""
    pile = alike(v.deck + v.discard)
    one = pile.kinds[0] if pile else None
    deck, discard = (Bag({one: len(p)}) if len(p) else p for p in (v.deck, v.discard))
    return replace(v, deck=deck, discard=discard)  # type: ignore[arg-type]


def duds_drawn(v: Sailing) -> Sailing:
    """The voyage with a deck of duds."""
    return deck_alike(v, duds)


def jokers_drawn(v: Sailing) -> Sailing:
    """The voyage with a deck of jokers."""
    return deck_alike(v, jokers)


def skulls_only(v: Sailing) -> Sailing:
    """The voyage with cards that have no symbols."""
    return replace(duds_drawn(v), hand=Bag([card(c.flag or 0) for c in v.hand]))


def all_jokers(v: Sailing) -> Sailing:
    """The voyage with all dice that cards could win in the pool, and all cards alike: any other symbol, most skulls."""
    need, won = needs(v), dict[str, int]()
    ahead = [symbols(stop.reward) for stop in v.course.stops[v.done :]]
    ahead += [symbols(stop.effect) for stop in v.course.stops[v.done :]] + [symbols(f.text) for f in v.pending]
    for at, colour in enumerate(COLOURS):  # all that may be won, but for what the stops give
        won[colour] = need.wanted[at] - sum(most(ways, (f"{colour} die",)) for ways in ahead)
    pile = v.hand + v.deck + v.discard
    ways = dict.fromkeys(tuple(s for s in way if s[0] not in DICE) for c in pile.kinds for way in symbols(c.reward))
    one = card(max((c.flag or 0 for c in pile), default=0), " or ".join(_words(way) for way in ways if way) or None)
    hand, deck, discard = (Bag({one: len(p)}) if len(p) else p for p in (v.hand, v.deck, v.discard))
    dice = Bag({c: n for c, n in won.items() if n})
    pending = (*v.pending, Frame("roll", dice=dice)) if dice else v.pending
    return replace(v, hand=hand, deck=deck, discard=discard, pending=pending)


def _words(way: tuple[Symbol, ...]) -> str:
    return " and ".join(what if what in PLAIN else f"{what} {n}" for what, n in way)


def duds(pile: Bag[PirateCard]) -> Bag[PirateCard]:
    """As many cards, each with the fewest skulls of any and no symbol."""
    return Bag({card(min(c.flag or 0 for c in pile)): len(pile)}) if pile else pile


def jokers(pile: Bag[PirateCard]) -> Bag[PirateCard]:
    """As many cards, each with the most skulls of any and every symbol to choose from."""
    ways = dict.fromkeys(way for c in pile.kinds for way in (c.reward or "").split(" or ") if way)
    return Bag({card(max(c.flag or 0 for c in pile), " or ".join(ways) or None): len(pile)}) if pile else pile
