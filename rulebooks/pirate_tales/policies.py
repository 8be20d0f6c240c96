"""Ways to play Pirate Tales: at random, timidly, greedily, and by exact chances where these are had quickly.

A policy is a function of what a player knows (``information_state``), of the table or of a voyage alone; it returns a
legal action or weights over them. It draws nothing itself: the same luck can be played by all of them. Measured side
by side in ``docs/pirate-tales-balance.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from rulebooks import pirate_tales
from rulebooks.core.chance import Bag
from rulebooks.pirate_tales.contents import COLOURS, UNKNOWN, PirateCard, dice_faces, symbols
from rulebooks.pirate_tales.course import (
    Choose,
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
def _dice(s: State, actions: Actions) -> Action:
    """Two dice become one better one only while seven would be too many; then the weakest go back."""
    too_many = sum(s.seat.dice) - s.setup.number("most_dice")
    if too_many > 0:
        ups = [a for a in actions if isinstance(a, Upgrade)]
        back = [a for a in actions if isinstance(a, Return)]
        return ups[0] if ups else min(back, key=lambda a: COLOURS.index(a.colour))
    return EndTurn()


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
    """The cards of the track, further ones, and an island of a level; a kraken covers its space and does nothing."""
    stops = [*(Stop(c.need, c.reward or "") for c in s.track), *more, Stop(level)]
    if s.kraken is not None:
        return tuple(stops)
    covered = s.covered or (min(s.next_back, len(stops) - 1) if len(stops) in ZONE else 0)
    if covered:
        stops[covered - 1] = Stop(None)
    return tuple(stops)


def _actions(s: State | Sailing) -> Actions:
    node: Any = pirate_tales.node(s)
    return tuple(node.actions)


POLICIES: dict[str, Policy] = {"random": at_random, "timid": timid, "greedy": greedy}

__all__ = ["POLICIES", "at_random", "greedy", "timid"]
