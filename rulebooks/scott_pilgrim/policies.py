"""Ways to play Scott Pilgrim: at random, thriftily, as a fighter, and as a fighter who reckons combats exactly.

A policy is a function of what a player knows (``information_state``), of the table or of a combat alone; it returns a
legal action or weights over them. It draws nothing itself: the same luck can be played by all of them. What it likes is
a few prices (``prices``); measured side by side in ``docs/scott-pilgrim-balance.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from rulebooks import scott_pilgrim
from rulebooks.core.graph import TooLarge
from rulebooks.core.odds import Row, beside
from rulebooks.core.rules import watching
from rulebooks.scott_pilgrim.cards import BACK, FRONT, SUITS, PilgrimCard, amounts, effects
from rulebooks.scott_pilgrim.fight import Bout, Exchange, Fight, Skip, Stage, Target
from rulebooks.scott_pilgrim.hunches import Fighter, chance, damage_of
from rulebooks.scott_pilgrim.laying import lay_by_thumb
from rulebooks.scott_pilgrim.piles import Lying
from rulebooks.scott_pilgrim.prices import (
    LIKES_DRAMA,
    Outlook,
    Taste,
    beaten_worth,
    defeat_cost,
    front_worth,
    in_deck,
    outlook,
    skip_worth,
    story_worth,
    victory_worth,
)
from rulebooks.scott_pilgrim.resolution import bout_of, buddy_drama, hand_size
from rulebooks.scott_pilgrim.spending import added, adds_drama, most, offers, plan, ways, with_drama
from rulebooks.scott_pilgrim.table import (
    Acquire,
    Discard,
    Eliminate,
    Flip,
    From,
    GiveBuddy,
    Go,
    Lay,
    NoSwap,
    Phase,
    Play,
    Remove,
    Resolve,
    State,
    Swap,
    Use,
    suits_of,
)

Action = Any
Actions = tuple[Action, ...]
Policy = Callable[[Any], Any]
A = TypeVar("A")

THRIFTY = Taste(resource=0.8, damage=0.15, sure=0.9)
FIGHTER = Taste(resource=0.6, damage=0.3, sure=0.3)
LIMIT = 5_000  # states of a combat that is answered exactly; a larger one is guessed at
CLOGGED, WORTH_ROOM = -0.5, 0.3  # Victory Points: what the next card must be worth, for room to be made
POOR = 0.3  # Victory Points: what is worth less goes from the top of a main deck


# At random --------------------------------------------------------------------------
def at_random(s: State | Fight) -> dict[Action, int]:
    """Every legal action is as likely as any other."""
    return dict.fromkeys(_actions(s), 1)


def thrifty(s: State | Fight) -> Action:
    """Buys Power Ups! and a better deck, eliminates Drama, and fights only what it is nearly sure to beat."""
    return play(s, THRIFTY)


def fighter(s: State | Fight) -> Action:
    """Buys for its combos as well, and fights whenever that seems to be worth more than an extra card."""
    return play(s, FIGHTER)


def play(s: State | Fight, taste: Taste) -> Action:
    """What a player of a taste does."""
    actions = _actions(s)
    if len(actions) == 1:
        return actions[0]
    if isinstance(s, Fight):
        return _alone(s, actions)
    node: Any = scott_pilgrim.node(s)
    me: int = node.player
    o = outlook(s, me, taste)
    if s.pending:
        return _finish(s, me, o, actions)
    match s.phase:
        case Phase.BUDDY:
            return _give(s, actions)
        case Phase.PLOTLINE | Phase.ELIMINATE:
            return _main_decks(s, me, o, actions)
        case Phase.ACQUIRE:
            return _acquire(s, me, o, actions)
        case Phase.TARGET:
            return _target(s, me, o, actions)
        case Phase.FIGHT:
            assert s.fight is not None
            return _alone(s.fight, actions)
        case Phase.SWAP:
            return _swap(s, actions)
    return min(_only(actions, Resolve), key=lambda a: ORDER.index(a.effect.what) if a.effect.what in ORDER else 0)


ORDER = ("lose", "discard", "draw", "drama", "flip", "keep", "points", "away", "win", "eliminate")


def _actions(s: State | Fight) -> Actions:
    node: Any = scott_pilgrim.node(s)
    return tuple(node.actions)


def _only(actions: Iterable[Any], kind: type[A]) -> list[A]:
    return [a for a in actions if isinstance(a, kind)]


# Set-up, main decks ---------------------------------------------------------------------
def _give(s: State, actions: Actions) -> Action:
    """The Buddy goes to somebody who keeps Drama in hand."""
    gifts = _only(actions, GiveBuddy)
    return min(gifts, key=lambda a: (s.seats[a.player].character not in LIKES_DRAMA, a.player))


def _main_decks(s: State, me: int, o: Outlook, actions: Actions) -> Action:
    """Poor cards on top of the main decks are eliminated; the better one is added."""
    for a in _only(actions, Remove):
        if _lasting(s, me, o, s.tops[a.deck]) < POOR:
            return a
    adds = _only(actions, From)
    return max(adds, key=lambda a: _lasting(s, me, o, s.tops[a.deck])) if adds else _only(actions, Go)[0]


def _lasting(s: State, me: int, o: Outlook, lying: Lying | None) -> float:
    """What it is worth that a card lies in the Plotline with the side up that shows."""
    if lying is None:
        return 0.0
    if lying.side == FRONT:
        return front_worth(s, me, o, lying.card, FRONT)
    if lying.card.kind == "action":
        return 0.0
    easy = max(0.0, 1 - (lying.card.damage or 0) / 12)
    return beaten_worth(s, me, o, lying.card) * easy


# Acquisition ------------------------------------------------------------------------------
def _acquire(s: State, me: int, o: Outlook, actions: Actions) -> Action:
    """Cards that draw come first; then suits are chosen, and cards bought, as they are worth most together."""
    plays = _only(actions, Play)
    drama = s.setup.drama in s.seats[me].hand
    first = [a for a in plays if _draws(a) and not adds_drama(a.card)]
    there = offers(s, me, o)
    too = with_drama(s, me, o, there)
    given = ways(s, me, drama=too)
    best = plan(s.pool, given, there)
    if first:
        return max(first, key=lambda a: (_draws(a), plan(added(s.pool, *_gain(a)), _less(given, a), there)))
    for offer in there:
        for a in _only(actions, Acquire):
            if a.place == offer.place and not a.eliminate:
                suit = a.suit if offer.suit == "any" else offer.suit
                rest = tuple(other for other in there if other is not offer)
                if plan(added(s.pool, suit, -offer.n), given, rest) + offer.worth >= best - 1e-9:
                    return a
    uses: list[Any] = [*_only(actions, Use), *(a for a in plays if too or not adds_drama(a.card))]
    uses = [a for a in uses if not isinstance(a, Play) or a.match == (drama and _has_match(a.card))]
    if uses:
        return max(uses, key=lambda a: plan(added(s.pool, *_gain(a)), _less(given, a), there))
    return _make_room(s, me, o, actions) or _only(actions, Go)[0]


def _make_room(s: State, me: int, o: Outlook, actions: Actions) -> Action | None:
    """With what is left, a card is acquired and eliminated, if a better one then comes or points are out of sight."""
    gone = [a for a in _only(actions, Acquire) if a.eliminate]
    fresh = max(_top(s, me, o, deck) for deck in (0, 1))
    if not gone or fresh < (CLOGGED if _clogged(s) else WORTH_ROOM if s.acquired else 1.0):
        return None
    return min(gone, key=lambda a: (_lasting(s, me, o, s.plotline[a.place]), amounts(a.face.cost)[0][1], a.place))


def _clogged(s: State) -> bool:
    """Whether hardly a card of the Plotline brings points."""
    return sum(up is not None and up.card.kind == "plot" for up in s.plotline) <= 1


def _gain(a: Play | Use) -> tuple[str, int]:
    """What playing a card gives."""
    return a.suit, dict(suits_of(a.card.makes)).get(a.suit, 0)


def _less(given: tuple[Any, ...], a: Play | Use) -> tuple[Any, ...]:
    """The resources still to be chosen, without those of a card."""
    left = list(given)
    one = suits_of(a.card.makes)
    if one in left:
        left.remove(one)
    return tuple(left)


def _draws(a: Play) -> int:
    """Cards that a play draws."""
    told = effects(a.card.effect, "effect of an action")
    return sum(e.n for e in told if e.what == "draw" and (e.when != "match" or a.match))


def _has_match(card: PilgrimCard) -> bool:
    return any(e.when == "match" for e in effects(card.effect, "effect of an action"))


# What has to be finished first -----------------------------------------------------------------
def _finish(s: State, me: int, o: Outlook, actions: Actions) -> Action:
    """Cards to add, sides to choose, and what effects ask for."""
    adds, sides = _only(actions, From), _only(actions, Lay)
    if adds:
        return max(adds, key=lambda a: _top(s, me, o, a.deck))
    if sides:
        lying = s.pending[-1].lying
        assert lying is not None
        return max(sides, key=lambda a: (_now(s, me, o, lying.card, a.side), a.side == FRONT))
    drops = _only(actions, Discard)
    if drops:
        return min(drops, key=lambda a: story_worth(a.card))
    worth = {a: _effect(s, me, o, a) for a in actions}
    return max(actions, key=lambda a: worth[a])


def _top(s: State, me: int, o: Outlook, deck: int) -> float:
    """What it is worth to add the top of a main deck: now, or a little later."""
    lying = s.tops[deck]
    if lying is None:
        return -1.0
    now = max(_now(s, me, o, lying.card, side, lying.side) for side in (FRONT, BACK))
    return now + 0.3 * max(0.0, _lasting(s, me, o, lying))


def _now(s: State, me: int, o: Outlook, card: PilgrimCard, side: str, seen: str | None = None) -> float:
    """What a side up is worth in this turn: a card that can be paid, or a Challenge that can be beaten.

    ``seen``: the side that is seen, if not both are.
    """
    if s.active != me:
        return 0.0
    if side == FRONT:
        cost = (amounts(card.cost) or (("any", 0),))[0] if seen != BACK else ("any", 3)
        if s.phase is not Phase.ACQUIRE:
            return 0.0
        pool = dict(zip(SUITS, most(s, me), strict=True))
        enough = max(pool.values()) if cost[0] == "any" else pool[cost[0]]
        return max(0.0, front_worth(s, me, o, card, seen or FRONT)) if enough >= cost[1] else 0.0
    if card.kind == "action" or s.phase not in (Phase.ACQUIRE, Phase.ELIMINATE):
        return 0.0
    if seen == FRONT:
        return 0.3 * max(0.0, front_worth(s, me, o, card, FRONT))
    p = _likely(s, me, card)
    return p * beaten_worth(s, me, o, card) if p >= o.taste.sure else 0.0


def _likely(s: State, me: int, card: PilgrimCard) -> float:
    """About the chance to defeat a Challenge later in this turn, once hand and cards played are discarded."""
    lying = replace(s, plotline=(Lying(card, BACK),))
    bout = bout_of(lying, 0)
    deck = s.seats[me].deck
    deck = replace(deck, discard=deck.discard + s.seats[me].hand + s.played)
    theirs = s.seats[s.left].deck if s.left != me else None
    return chance(bout, deck, hand_size(s), theirs, buddy_drama(s))


def _effect(s: State, me: int, o: Outlook, a: Action) -> float:
    """What it is worth to flip or to eliminate a card; leaving it is worth nothing."""
    if isinstance(a, Flip):
        lying = s.plotline[a.place]
        assert lying is not None
        known = me in lying.seen
        other = lying.turned.side
        gained = _now(s, me, o, lying.card, other, None if known else lying.side)
        if lying.card.kind == "action" and other == FRONT and _clogged(s):
            gained += 0.1  # now it can be bought, and makes room
        return gained - _now(s, me, o, lying.card, lying.side) - 0.05
    if isinstance(a, Eliminate):
        return _eliminated(s, me, o, a)
    return 0.0


def _eliminated(s: State, me: int, o: Outlook, a: Eliminate) -> float:
    if a.where == "plotline":
        return -0.1 - max(0.0, _lasting(s, me, o, s.plotline[a.place]))
    if a.card.kind == "drama":
        held = 0.05 * (a.where == "discard")  # one in the hand may still be matched
        return (1.0 if o.drama > o.keeps else -0.2) + held
    used = story_worth(a.card) * o.taste.resource if a.where == "hand" and s.phase is Phase.ACQUIRE else 0.0
    return -in_deck(o, a.card) - used - 0.1


# Combat ----------------------------------------------------------------------------------------------
def _target(s: State, me: int, o: Outlook, actions: Actions) -> Action:
    """The combat that is worth most, where that is more than an extra card is."""
    theirs = s.seats[s.left].deck if s.left != me else None
    chances = {
        a: chance(bout_of(s, a.place), s.seats[me].deck, hand_size(s), theirs, buddy_drama(s))
        for a in _only(actions, Target)
    }
    return weighed(s, me, o, chances)


def weighed(s: State, me: int, o: Outlook, chances: dict[Target, float]) -> Action:
    """Of combats with these chances, and of skipping, what is worth most."""
    worth: dict[Action, float] = {Skip(): skip_worth(o)}
    for a, p in chances.items():
        if p >= o.taste.sure or (o.turns <= 0 and p > 0):
            worth[a] = p * victory_worth(s, me, o, a.place) - (1 - p) * defeat_cost(s, o, a.place)
    return max(worth, key=lambda a: worth[a])


def _alone(f: Fight, actions: Actions) -> Action:
    """A choice within a combat, or of a target where only combats are known."""
    if f.stage is Stage.TARGET:
        bouts: dict[Any, Bout] = dict(f.choices)
        return max(actions, key=lambda a: chance(bouts[a], f.deck, f.due, f.theirs, f.buddy))
    if f.stage is Stage.SWAP:
        return max(_only(actions, Exchange), key=lambda a: _exchanged(f, a))
    return lay_by_thumb(f, actions)


def _exchanged(f: Fight, a: Exchange) -> int:
    hand = f.hand.take(a.own).add(a.shown) if a.own is not None and a.shown is not None else f.hand
    return damage_of(hand, Fighter(f.bout.combos, f.bout.friends, bool(f.buddy)))


def _swap(s: State, actions: Actions) -> Action:
    """The worst card of the hand goes for the best one revealed, if that is better."""
    swaps = _only(actions, Swap)
    best = max(swaps, key=lambda a: story_worth(a.shown) - story_worth(a.own), default=None)
    return best if best is not None and story_worth(best.shown) > story_worth(best.own) + 0.1 else NoSwap()


# By exact odds ------------------------------------------------------------------------------------------
def exact_combat(s: State | Fight) -> Action:
    """As the fighter, but targets and the cards of a combat are chosen by their exact chances, where these are had."""
    actions = _actions(s)
    if len(actions) == 1 or (isinstance(s, State) and (s.pending or s.phase not in (Phase.TARGET, Phase.FIGHT))):
        return play(s, FIGHTER)
    rows = _rows(s)
    if not rows:
        return play(s, FIGHTER)
    if isinstance(s, State) and s.phase is Phase.TARGET:
        return weighed(s, s.active, outlook(s, s.active, FIGHTER), {row.action: float(row.value) for row in rows})
    return next(row.action for row in rows if row.best)


def _rows(s: State | Fight) -> tuple[Row, ...]:
    """The exact advice; nothing where it would be too much work."""
    try:
        with watching():  # a look ahead is no event
            found = beside(scott_pilgrim, s, "win", limit=LIMIT)
    except TooLarge:
        return ()
    return found.rows if found is not None else ()


POLICIES: dict[str, Policy] = {
    "random": at_random,
    "thrifty": thrifty,
    "fighter": fighter,
    "exact-combat": exact_combat,
}

__all__ = ["POLICIES", "at_random", "exact_combat", "fighter", "play", "thrifty"]
