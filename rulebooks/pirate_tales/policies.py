"""Ways to play Pirate Tales: at random, timidly, greedily, and by exact chances where these are had quickly.

A policy is a function of what a player knows (``information_state``), of the table or of a voyage alone; it returns a
legal action or weights over them. It draws nothing itself: the same luck can be played by all of them. Measured side
by side in ``docs/pirate-tales-balance.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from rulebooks import pirate_tales
from rulebooks.core.chance import Bag
from rulebooks.core.graph import TooLarge
from rulebooks.core.rules import watching
from rulebooks.fast import pirate_tales as fast
from rulebooks.fast.dice_lattice import size
from rulebooks.fast.pirate_voyages import needs
from rulebooks.pirate_tales import sailing
from rulebooks.pirate_tales.contents import COLOURS, LEVELS, UNKNOWN, PirateCard, dice_faces, symbols
from rulebooks.pirate_tales.course import (
    NONE,
    Choose,
    Course,
    Dice,
    Die,
    GiveUp,
    Lose,
    Place,
    Play,
    Roll,
    Sailing,
    SetAside,
    Stop,
    Take,
)
from rulebooks.pirate_tales.harbour import ZONE
from rulebooks.pirate_tales.questions import GOALS, card
from rulebooks.pirate_tales.table import Bet, Buy, Close, Drop, EndTurn, LayOn, Phase, Return, State, Upgrade

Action = Any
Actions = tuple[Action, ...]
Policy = Callable[[Any], Any]


# At random --------------------------------------------------------------------------
def at_random(s: State | Sailing) -> dict[Action, int]:
    """Every legal action is as likely as any other."""
    return dict.fromkeys(_actions(s), 1)


# Rules of thumb -----------------------------------------------------------------------
def timid(s: State | Sailing) -> Action:
    """The shortest legal voyage to the easiest island; no purchase but with money to spare."""
    actions = _actions(s)
    if isinstance(s, State) and s.phase is Phase.GO_ON:
        closing = [a for a in actions if isinstance(a, Close)]
        return min(closing, key=lambda a: a.level) if closing else LayOn()
    return _by_thumb(s, actions, reserve=6)


def greedy(s: State | Sailing) -> Action:
    """Lays on, and asks for more at the island, while the successes to be expected suffice."""
    actions = _actions(s)
    if isinstance(s, State) and s.phase is Phase.GO_ON:
        return _lay_greedily(s, actions)
    return _by_thumb(s, actions, reserve=1)


def _lay_greedily(s: State, actions: Actions) -> Action:
    spare = _strength(s, s.seat.dice, s.seat.hand) - sum(c.need or 0 for c in s.track)
    closing = [a for a in actions if isinstance(a, Close)]
    if not closing or (LayOn() in actions and spare >= TYPICAL + min(a.level for a in closing)):
        return LayOn() if LayOn() in actions else actions[0]
    enough = [a for a in closing if a.level <= spare]
    return max(enough, key=lambda a: a.level) if enough else min(closing, key=lambda a: a.level)


TYPICAL = 2  # successes that an Adventure card asks for, about


def _by_thumb(s: State | Sailing, actions: Actions, reserve: int) -> Action:
    """What both rules of thumb do outside of the planning."""
    if len(actions) == 1:
        return actions[0]
    if isinstance(s, Sailing):
        return _sail(s, actions)
    match s.phase:
        case Phase.VOYAGE:
            assert s.voyage is not None
            return _sail(s.voyage, actions)
        case Phase.BUY:
            return _buy(s, actions, reserve)
        case Phase.BET:
            return _side(actions, _about(s))
        case Phase.DISCARD:
            return min((a for a in actions if isinstance(a, Drop)), key=lambda a: _keeping(a.card))
    return _dice(s, actions)


def _buy(s: State, actions: Actions, reserve: int) -> Action:
    """As many cards as leave so many doubloons in the purse."""
    buys = [a for a in actions if isinstance(a, Buy) and (not a.n or s.seat.doubloons - a.price >= reserve)]
    return max(buys, key=lambda a: a.n)


def _side(actions: Actions, chance: Fraction) -> Action:
    """The bet that is right more often."""
    side = "aye" if 2 * chance >= 1 else "ney"
    return next(a for a in actions if isinstance(a, Bet) and a.side == side)


def _keeping(card: PirateCard) -> int:
    """How much one would like to keep a hand card: its skulls, or the best of its symbols."""
    return 2 * (card.flag or 0) + max((_worth_of(way) for way in symbols(card.reward)), default=0)


WORTH = {"white die": 4, "red die": 8, "re-roll": 3, "doubloon": 2, "draw": 3, "ship": 1, "blue gem": 10, "red gem": 20}


def _worth_of(way: Sequence[tuple[str, int]]) -> int:
    """About what symbols are worth, in halves of a doubloon."""
    return sum(n * WORTH.get(what, 0) for what, n in way)


# Dice at the end of a turn ---------------------------------------------------------------
ENOUGH = 5  # dice: fewer and better ones are no gain, since each card wants one, and so does each re-roll


def _dice(s: State, actions: Actions) -> Action:
    """Two dice become a better one while enough are left; of too many the weakest go back."""
    ups = [a for a in actions if isinstance(a, Upgrade)]
    if ups and sum(s.seat.dice) > ENOUGH:
        return ups[0]
    return EndTurn() if EndTurn() in actions else _weakest(actions)


def _weakest(actions: Actions) -> Action:
    return min((a for a in actions if isinstance(a, Return)), key=lambda a: COLOURS.index(a.colour))


# A voyage by rule of thumb -----------------------------------------------------------------
def _sail(v: Sailing, actions: Actions) -> Action:
    """Place as soon as dice suffice, with hand cards if few dice are left; else roll the failures again."""
    if v.pending:
        return _sail_on(v, actions)
    places = [a for a in actions if isinstance(a, Place)]
    plain = [a for a in places if not a.cards]
    if plain:
        return min(plain, key=_wasted)
    asides = [a for a in actions if isinstance(a, SetAside)]
    blanks = sum(n for d, n in v.free.counts.items() if not d.skulls)
    if places and blanks < 2 + len(v.course.stops) - v.done:
        return min(places, key=_wasted)
    plays = [a for a in actions if isinstance(a, Play) and _helps(a)]
    if plays and blanks:
        return min(plays, key=lambda a: (a.card.flag or 0, a.way))
    if blanks > 1 and asides:
        return min(asides, key=lambda a: (a.die.skulls, COLOURS.index(a.die.colour)))
    if places:
        return min(places, key=_wasted)
    if plays:
        return plays[0]
    need = v.course.stops[v.done].need or 0
    if asides and _most(v) > need:
        return min(asides, key=lambda a: (a.die.skulls, COLOURS.index(a.die.colour)))
    return GiveUp()


def _most(v: Sailing) -> int:
    """More than this many successes no roll of the free dice can show, hand cards included."""
    return sum(max(d.skulls for d in v.course.die(free.colour)) for free in v.free) + sum(c.flag or 0 for c in v.hand)


def _wasted(a: Place) -> tuple[int, int, int, int]:
    """Few hand cards first, then few skulls too many, then few and weak dice."""
    weak = sum(1 + COLOURS.index(d.colour) for d in a.dice)
    return sum(c.flag or 0 for c in a.cards), a.skulls, len(a.dice), weak


def _helps(a: Play) -> bool:
    """Whether a symbol brings dice or rolls them again."""
    return any(what in ("re-roll", "white die", "red die", "draw") for what, _ in symbols(a.card.reward)[a.way])


def _sail_on(v: Sailing, actions: Actions) -> Action:
    """What is under way: failures are rolled again, the best reward is taken, the lowest die is lost."""
    frame = v.pending[-1]
    match frame.kind:
        case "reward":
            ways = symbols(frame.text)
            return max((a for a in actions if isinstance(a, Choose)), key=lambda a: _worth_of(ways[a.way]))
        case "set aside":
            return min((a for a in actions if isinstance(a, Lose)), key=_low)
    taken = [a for a in actions if isinstance(a, Take)]
    blanks = [a for a in taken if not a.die.skulls]
    if blanks:
        return blanks[0]
    return Roll() if Roll() in actions else min(taken, key=lambda a: a.die.skulls)


def _low(a: Lose) -> tuple[int, int]:
    die = a.die
    return (die.skulls, COLOURS.index(die.colour)) if isinstance(die, Die) else (0, COLOURS.index(die))


# What can be expected -----------------------------------------------------------------------
def _mean(faces: Sequence[int]) -> Fraction:
    """Skulls of a die that is rolled again once when it shows none."""
    mean = Fraction(sum(faces), len(faces))
    return mean + Fraction(faces.count(0), len(faces)) * mean / 2


def _strength(s: State, dice: Sequence[int], hand: Bag[PirateCard]) -> Fraction:
    """Successes to be expected of dice and of the hand cards that are seen."""
    rolled = sum((n * _mean(faces) for n, (_, faces) in zip(dice, dice_faces(s.setup), strict=True)), Fraction(0))
    return rolled + sum(c.flag or 0 for c in hand if c is not UNKNOWN)


def _about(s: State) -> Fraction:
    """A rough chance of the voyage laid out: by how much the successes to be expected are above those asked for."""
    asked = sum(stop.need or 0 for stop in _stops(s, s.level))
    kept = sum(c.flag or 0 for c in s.seat.kept)
    spare = _strength(s, s.seat.dice, s.seat.hand) + kept - asked
    return min(Fraction(19, 20), max(Fraction(1, 20), Fraction(1, 2) + spare / 6))


def _stops(s: State, level: int, more: tuple[Stop, ...] = ()) -> tuple[Stop, ...]:
    """The cards of the track, further ones, and an island of a level; a kraken covers its space and does nothing.

    While the track is planned, the kraken is taken to come where it helps least, on one of the first spaces.
    """
    stops = [*(Stop(c.need, c.reward or "") for c in s.track), *more, Stop(level)]
    covered = s.covered
    if not covered and len(stops) in ZONE:
        covered = 1 + min(range(BACKS), key=lambda at: stops[at].need or 0)
    if covered:
        stops[covered - 1] = Stop(None)
    return tuple(stops)


BACKS = 4  # the highest number on the back of a kraken of the house sheet


# By exact chances -------------------------------------------------------------------------------
BOUND = 6_000  # lies of dice, hands and cards ahead, multiplied: up to it an answer takes some ten milliseconds
PURSE = 99  # in place of the captain's: whether a kraken is paid in full changes no choice of dice
CARD = Fraction(1, 12)  # of a success: what a hand card is worth that is kept for a later voyage
HELD = 4  # cards in hand with which exact answers are still had


def exact(s: State | Sailing) -> Action:
    """Plans, bets, sails and changes dice by exact chances of the voyage; by rule of thumb where they take long."""
    actions = _actions(s)
    if len(actions) == 1:
        return actions[0]
    if isinstance(s, Sailing):
        return _sail_exactly(s, actions)
    match s.phase:
        case Phase.VOYAGE:
            assert s.voyage is not None
            return _sail_exactly(s.voyage, actions)
        case Phase.GO_ON:
            return _lay_exactly(s, actions)
        case Phase.BUY:
            return _buy_some(s, actions)
        case Phase.BET:
            worth = _prospect(s, _stops(s, s.level))
            return _side(actions, worth[0] if worth else _about(s))
        case Phase.DICE:
            return _dice_exactly(s, actions)
    return _by_thumb(s, actions, reserve=1)


def _sail_exactly(v: Sailing, actions: Actions) -> Action:
    """The best action for success, then doubloons, as if nothing could be drawn."""
    plain = _plain(v)
    if _cost(plain) > BOUND:
        return _sail(v, actions)
    try:
        with watching():  # a look ahead is no event
            rows = [r for r in fast.advice(plain, GOALS["success"]).rows if r.action in actions]
    except TooLarge:
        return _sail(v, actions)
    return max(rows, key=lambda r: (r.value - CARD * _played(r.action), r.values)).action


def _played(a: Action) -> int:
    """The hand cards an action uses up."""
    return len(a.cards) if isinstance(a, Place) else int(isinstance(a, Play))


def _plain(v: Sailing) -> Sailing:
    """The voyage without cards to draw, whose number would be beyond all tables."""
    course = Course(v.course.stops, v.course.faces, v.course.setup, PURSE)
    hand = Bag({c: n for c, n in v.hand.counts.items() if c is not UNKNOWN})
    return replace(v, course=course, hand=hand, deck=NONE, discard=NONE, used=NONE)


def _cost(v: Sailing) -> int:
    """About how much work an exact answer is."""
    hands = prod(n + 1 for n in v.hand.counts.values())
    faces = tuple(shown for _, shown in v.course.faces)
    return size(faces, needs(v).most) * hands * (len(v.course.stops) - v.done)


def _prospect(s: State, stops: tuple[Stop, ...], dice: Dice | None = None) -> tuple[Fraction, ...] | None:
    """Exact chance, doubloons and dice left of a voyage of the active player with the hand cards seen; or None.

    With ``dice``: of a voyage with these dice instead, and two hand cards of one skull.
    """
    there = dice or s.seat.dice
    kept = s.seat.kept if dice is None else NONE
    held = (*s.seat.hand.counts.items(), *kept.counts.items()) if dice is None else ((card(1), 2),)
    hand = Bag({c: n for c, n in held if c.flag})
    course = Course(stops, dice_faces(s.setup), s.setup, PURSE)
    pool = Bag({colour: n for colour, n in zip(COLOURS, there, strict=True) if n})
    with watching():  # a look ahead is no event
        v = sailing.set_sail(course, pool, hand, supply=s.supply)
        for c in kept:
            v = v if c.flag else sailing.settled(sailing.apply(v, symbols(c.effect)[0]))
        if _cost(v) > BOUND:
            return None
        tables = fast.solver(v, GOALS["success"], fast.LIMIT)
        return tables.fractions(fast.value(tables, v))


def _lay_exactly(s: State, actions: Actions) -> Action:
    """Of closing here and of one more typical card, what is worth most."""
    known: dict[Action, Fraction] = {}
    for a in actions:
        tracks = [((), a.level)] if isinstance(a, Close) else [((USUAL,), n) for n in _open(s)]
        found = [_worth_of_voyage(s, level, more) for more, level in tracks]
        if not found or None in found:
            return _lay_greedily(s, actions)
        known[a] = max(w for w in found if w is not None)
    return max(actions, key=lambda a: known[a])


USUAL = Stop(TYPICAL, "doubloon 1")
SHIP = Fraction(1)  # doubloons that a step on the Sea track is worth, with the blue gem at its end


def _open(s: State) -> tuple[int, ...]:
    """The levels of which islands are left."""
    return tuple(level for level, n in zip(LEVELS, s.sizes, strict=True) if n)


def _worth_of_voyage(s: State, level: int, more: tuple[Stop, ...]) -> Fraction | None:
    """What a voyage brings on average, in doubloons; None where no exact answer is had quickly."""
    stops = _stops(s, level, more)
    prospect = _prospect(s, stops)
    if prospect is None:
        return None
    chance, doubloons, _ = prospect
    islands = s.islands[LEVELS.index(level)]
    gains = sum((n * _gains(c.reward) for c, n in islands.counts.items()), Fraction(0)) / len(islands)
    on_the_way = sum((_gains(stop.reward, coins=False) for stop in stops), Fraction(0))
    return doubloons + chance * (gains + on_the_way)


DOUBLOONS = {
    "doubloon": Fraction(1), "blue gem": Fraction(5), "red gem": Fraction(10), "ship": SHIP, "draw": Fraction(1),
    "white die": Fraction(1), "red die": Fraction(2), "black die": Fraction(4),
}  # fmt: skip


def _gains(text: str | None, coins: bool = True) -> Fraction:
    """What symbols are worth in doubloons after the voyage, of alternatives the best; with coins, or beside them."""
    worth = {**DOUBLOONS, "doubloon": Fraction(int(coins))}
    ways = [Fraction(sum(n * worth.get(what, Fraction(0)) for what, n in way)) for way in symbols(text)]
    return max(ways, default=Fraction(0))


def _buy_some(s: State, actions: Actions) -> Action:
    """A card for each doubloon while they are cheap, more when rich, but no more than the hand can make use of."""
    rich = {0: 0, 1: 1, 2: 5, 3: 10}
    held = len(s.seat.hand)
    buys = [a for a in actions if isinstance(a, Buy) and s.seat.doubloons >= rich[a.n] and held + a.n <= HELD]
    return max(buys, key=lambda a: a.n, default=Buy(0))


def _dice_exactly(s: State, actions: Actions) -> Action:
    """Two dice for a better one if that raises the chance of a usual voyage as long as the next one has to be."""
    stops = (*(Stop(n) for n in COURSE[: max(2, s.seat.ship - 1)]), Stop(LEVELS[0]))
    if EndTurn() not in actions:
        ups = [a for a in actions if isinstance(a, Upgrade)]
        options = {a: _after(s.seat.dice, a) for a in (*ups, _weakest(actions))}
    else:
        options = {a: _after(s.seat.dice, a) for a in actions if isinstance(a, EndTurn | Upgrade)}
    chances = {a: _prospect(s, stops, dice) for a, dice in options.items()}
    if None in chances.values():
        return _dice(s, actions)
    return max(options, key=lambda a: (chances[a] or ())[:1])


COURSE = (2, 1, 2, 2, 1, 2)


def _after(dice: Dice, a: Action) -> Dice:
    """The dice after an exchange or a return."""
    at = COLOURS.index(a.colour) if isinstance(a, Upgrade | Return) else 0
    white, red, black = (
        n - 2 * (i == at) + (i == at + 1) if isinstance(a, Upgrade) else n - (i == at and isinstance(a, Return))
        for i, n in enumerate(dice)
    )
    return white, red, black


def _actions(s: State | Sailing) -> Actions:
    node: Any = pirate_tales.node(s)
    return tuple(node.actions)


POLICIES: dict[str, Policy] = {"random": at_random, "timid": timid, "greedy": greedy, "exact": exact}

__all__ = ["POLICIES", "at_random", "exact", "greedy", "timid"]
