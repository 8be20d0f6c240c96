"""Ways to play Karen: at random, by a cautious rule of thumb, and by exact adventure odds.

A policy is a function of what the player knows (``information_state``); it returns an action
or weights over actions. It draws nothing itself: the same luck can be played by all of them
(``odds.sample``). Measured side by side in ``docs/balance.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulebooks import karen
from rulebooks.core.chance import Bag
from rulebooks.core.graph import TooLarge
from rulebooks.core.odds import Odds
from rulebooks.fast import karen as fast
from rulebooks.karen.adventures import Adventuring, Challenge, Courage, Declare, Use, power
from rulebooks.karen.contents import DRAWS, KarenCard
from rulebooks.karen.island import EVENTS_A_ROUND, Flee, Phase, Stand, State, story_cost

Action = Any


# At random --------------------------------------------------------------------------
def at_random(s: State | Adventuring) -> dict[Action, int]:
    """Every legal action is as likely as any other."""
    return dict.fromkeys(_actions(s), 1)


# Cautious: what a careful player does without a pencil ----------------------------------
COURAGE, KEPT = 4, 2  # Courage Draws at most in a quest, and HP that no draw may take: to fail costs more than to draw
LAST_CHANCE = 5  # HP with which the next ship is hardly ever met


def cautious(s: State | Adventuring) -> Action:
    """The easiest quest that five average cards can meet, else a story no dearer than to flee, else flee."""
    if isinstance(s, State) and s.phase is Phase.FATE:
        return _cautious_fate(s)
    a = _adventure(s)
    short = a.challenge.difficulty - power(a)
    if help_ := _free_help(a, short):
        return help_
    left = a.challenge.hp - a.spent
    # the ship ends the game, so all HP but the last may go into it
    keen = left > 1 if _ship(s) else left > KEPT and a.spent < COURAGE
    return Courage() if short > 0 and keen and Courage() in _actions(s) else Declare()


def _cautious_fate(s: State) -> Action:
    """An average card is reckoned from the open piles: its power, and 2 for an ability."""
    cards = s.deck + s.discard
    average = Fraction(sum(c.power + 2 * bool(c.ability) for c in cards), max(1, len(cards)))
    for quest in sorted((e for e in s.active.kinds if e.kind == "quest"), key=lambda e: e.difficulty or 0):
        courage = s.hp - 1 if quest.ship else 1
        last_chance = quest.ship and s.hp <= LAST_CHANCE
        if last_chance or average * (4 + courage) >= (quest.difficulty or 0):
            return Stand(quest)
    stories = [e for e in s.active.kinds if e.kind == "story" and story_cost(e.cost or 0, len(s.processed)) <= 1]
    affordable = [e for e in stories if story_cost(e.cost or 0, len(s.processed)) < s.hp]
    return Stand(affordable[0]) if affordable else Flee()


# By the odds ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Thumbs:
    """What exact odds do not tell, because it lies beyond the adventure: a few prices in HP."""

    power: int = 1  # a point of power learned, above what an average card brings
    ability: int = 2  # an ability learned
    story: Fraction = Fraction(1, 2)  # a story processed: it leaves the deck, and the later ones cost less
    ship: int = 40  # taking the ship; as much is lost with the last HP
    courage: int = 5  # Courage Draws looked ahead for a quest other than the ship
    sure: Fraction = Fraction(3, 4)  # the chance from which the ship is faced with all 20 HP; with fewer, less will do
    stories: int = 0  # stories wanted before the ship is faced …
    low: int = 6  # … unless no more HP than these are left


BY_THE_ODDS = Thumbs()
PATIENT = Thumbs(story=Fraction(2), stories=4)  # points, not safety: it pays more for stories, and the ship waits


def by_the_odds(s: State | Adventuring) -> Action:
    """Exact adventure odds, and a few prices for what they do not cover."""
    return play(s, BY_THE_ODDS)


def patient(s: State | Adventuring) -> Action:
    """The same, but it gathers stories and power before the ship: fewer wins, higher scores."""
    return play(s, PATIENT)


AT_ONCE, NEVER = Fraction(99), Fraction(-99)


def play(s: State | Adventuring, t: Thumbs) -> Action:
    """The action of greatest value, as far as exact odds and prices tell."""
    if isinstance(s, State) and s.phase is Phase.FATE:
        return max(karen.candidates(s), key=lambda action: _worth_of(s, action, t))
    a = _adventure(s)
    if _ship(s) and power(a) >= a.challenge.difficulty:
        return _for_score(a)
    short = a.challenge.difficulty - power(a)
    return _free_help(a, short) or _best(_ahead(a, _ship(s), t), _price(s, t))


def _worth_of(s: State, action: Action, t: Thumbs) -> Fraction:
    """What an action at the fate decision is worth, in HP."""
    if isinstance(action, Flee):
        return Fraction(-1 if len(s.active) == EVENTS_A_ROUND else 0)
    event = action.event
    if event.kind == "story":
        cost = story_cost(event.cost, len(s.processed))
        return t.story - cost if cost < s.hp else NEVER
    a = _ahead(karen.step(s, action).adventure, event.ship, t)
    price = t.ship if event.ship else _lesson(event, s.deck + s.discard, t)
    odds = _odds(a, price)
    if event.ship:  # left alone it comes back only after the whole Event Deck: HP decide how long she can wait
        ready = len(s.processed) >= t.stories or s.hp <= t.low
        return AT_ONCE if ready and odds.p(cleared=True) >= t.sure * s.hp / s.setup.hp else NEVER
    dead = odds.p(lambda end: end.hp_lost >= s.hp)
    return price * odds.p(cleared=True) - odds.marginal("hp_lost").mean - t.ship * dead


def _lesson(quest: KarenCard, cards: Bag[KarenCard], t: Thumbs) -> int:
    """What a cleared quest is worth, in HP: what its card will bring above an average one."""
    average = Fraction(sum(c.power for c in cards), max(1, len(cards)))
    return max(1, round(t.power * (quest.power - average)) + t.ability * bool(quest.ability))


def _price(s: State | Adventuring, t: Thumbs) -> int:
    if isinstance(s, Adventuring) or s.quest is None:
        return 3
    a = _adventure(s)
    return t.ship if s.quest.ship else _lesson(s.quest, a.deck + a.discard + Bag(laid.card for laid in a.cards), t)


def _ahead(a: Adventuring, ship: bool, t: Thumbs) -> Adventuring:
    """The same adventure with few Courage Draws to look ahead, and the last HP never spent."""
    c = a.challenge
    most = c.hp - 1 if ship else min(c.hp - 1, a.spent + t.courage)
    return replace(a, challenge=Challenge(c.difficulty, c.hp, min(c.courage, most), c.options))


STATES = 15_000  # what one exact answer may walk: about a tenth of a second


def _forms(a: Adventuring) -> Iterable[Adventuring]:
    """The adventure itself; then, for when that is too large, one with plain cards still to be drawn."""
    yield a
    cards = a.deck + a.discard
    average = Fraction(sum(c.power * (1 + (c.ability == "double")) for c in cards), max(1, len(cards)))
    yield replace(a, deck=_plain(a.deck, average), discard=_plain(a.discard, average))


@lru_cache(maxsize=10_000)
def _plain(pile: Bag[KarenCard], average: Fraction) -> Bag[KarenCard]:
    """Cards with about what their ability brings as power: a Double itself again, a draw average cards."""

    def brings(c: KarenCard) -> int:
        if c.ability == "double":
            return c.power
        return round(average * (1 if c.ability == "copy" else DRAWS.get(c.ability or "", 0)))

    return Bag(karen.card(c.power + brings(c)) for c in pile)


@lru_cache(maxsize=2_000)
def _odds(a: Adventuring, price: int) -> Odds:
    whole, plain = _forms(a)
    try:
        return fast.adventure_odds(whole, karen.worth(price), STATES)
    except TooLarge:
        return fast.adventure_odds(plain, karen.worth(price))


@lru_cache(maxsize=2_000)
def _best(a: Adventuring, price: int) -> Action:
    whole, plain = _forms(a)
    try:
        return fast.advice(whole, karen.worth(price), STATES).best[0]
    except TooLarge:
        return fast.advice(plain, karen.worth(price)).best[0]


# Shared --------------------------------------------------------------------------------
def _actions(s: State | Adventuring) -> tuple[Action, ...]:
    node: Any = karen.node(s)
    return tuple(node.actions)


def _adventure(s: State | Adventuring) -> Adventuring:
    a = karen.focus(s)
    assert a is not None
    return a


def _ship(s: State | Adventuring) -> bool:
    return isinstance(s, State) and s.quest is not None and s.quest.ship


def _free_help(a: Adventuring, short: int) -> Use | None:
    """An ability that costs nothing: draw while short, double when that is enough, thin out."""
    uses = [u for u in _actions(a) if isinstance(u, Use)]
    if short > 0:
        drawing = [u for u in uses if u.ability in DRAWS and not u.copied]
        if drawing and (a.deck or a.discard):
            return drawing[0]
        double = _best_double(uses)
        if double and _gain(double) >= short:
            return double
    # a Hunger Pang taken out of the game will not be drawn again
    idle = [u for u in uses if u.ability == "remove" and u.target and _idle(u.target.card)]
    return idle[0] if idle else None


def _idle(card: KarenCard) -> bool:
    return not card.power and not card.ability


def _for_score(a: Adventuring) -> Action:
    """The ship is sure, so the HP left are of no other use: all but the last become power, then doubles."""
    uses = [u for u in _actions(a) if isinstance(u, Use)]
    if a.deck or a.discard:
        drawing = [u for u in uses if u.ability in DRAWS]
        if drawing:
            return drawing[0]
        if a.challenge.hp - a.spent > 1:
            return Courage()
    double = _best_double(uses)
    return double if double and _gain(double) else Declare()


def _best_double(uses: list[Use]) -> Use | None:
    return max((u for u in uses if u.ability == "double" and u.target), key=_gain, default=None)


def _gain(double: Use) -> int:
    return double.target.card.power if double.target else 0


POLICIES = {"random": at_random, "cautious": cautious, "by the odds": by_the_odds, "patient": patient}
