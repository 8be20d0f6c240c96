"""Asking about a voyage: positions from plain numbers and names, goals, exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.core.chance import Bag
from rulebooks.core.graph import Goal
from rulebooks.core.result import Bracket, How, Odds
from rulebooks.pirate_tales.contents import COLOURS, SPACES, PirateCard, Setup, dice_faces, symbols
from rulebooks.pirate_tales.course import Course, Die, Sailing, Stop, Voyage
from rulebooks.pirate_tales.sailing import finished, set_sail

MOST = 999
MOST_DICE = 60
BOUNDED = 500_000  # states before bounds are given instead of an exact value
Cards = Iterable[Any] | Mapping[Any, int]
Faces = Mapping[str, Sequence[int]]


def card(skulls: int, effect: str | None = None) -> PirateCard:
    """A hand card of one's own: skulls on its flag, and None or symbols such as "re-roll or doubloon 1"."""
    whole("the skulls of a hand card", skulls, 0, MOST)
    if effect is not None and not isinstance(effect, str):
        raise ValueError(f"the effect of a hand card is None or symbols in words, not {short(effect)}")
    symbols(effect)
    return _own(skulls, effect)


@lru_cache(maxsize=4096)
def _own(skulls: int, effect: str | None) -> PirateCard:
    name = f"{skulls} skull{'s' * (skulls != 1)}" + (f", {effect}" if effect else "")
    return PirateCard(
        id="own", name=name, order=2 * MOST + skulls, kind="adventure", need=1, flag=skulls, reward=effect
    )


def hand_cards(items: Cards, setup: Setup) -> Bag[PirateCard]:
    """Hand cards: skull counts, (skulls, effect), names of the sheet or ``card(…)``."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"cards are a list or a mapping card -> count, not {short(items)}")
    counts: dict[PirateCard, int] = {}
    for item, n in items.items() if isinstance(items, Mapping) else ((item, 1) for item in items):
        whole(f"{short(item)}: a count", n, 0, MOST)
        one = _one_card(item, setup)
        counts[one] = counts.get(one, 0) + n
    return Bag(counts)


def _one_card(item: Any, setup: Setup) -> PirateCard:
    match item:
        case bool():
            pass
        case int():
            return card(item)
        case (skulls, effect):
            return card(skulls, effect)
        case PirateCard() | str():
            found = setup.sheet.find(item) if isinstance(item, str) else item
            if found.kind != "adventure":
                raise ValueError(f"{found} is no Adventure card")
            return found
    raise ValueError(f"a hand card is a number of skulls, (skulls, effect) or a name, not {short(item)}")


def pool_of(pool: Mapping[str, int]) -> Bag[str]:
    """Dice by colour -> count. ValueError names a colour that is none."""
    if not isinstance(pool, Mapping):
        raise ValueError(f"a pool is a mapping colour -> count, not {short(pool)}")
    for colour, n in pool.items():
        _colour(colour)
        whole(f"the number of {colour} dice", n, 0, MOST_DICE)
    return Bag(dict(pool))


def _colour(colour: Any) -> str:
    if colour not in COLOURS:
        raise ValueError(f"a die is {', '.join(COLOURS)}, not {short(colour)}")
    return str(colour)


def faces_with(dice: Faces | None, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The faces of every colour, some replaced. ValueError for a die without faces."""
    faces = dict(dice_faces(setup))
    for colour, given in (dice or {}).items():
        _colour(colour)
        if isinstance(given, str | bytes) or not isinstance(given, Sequence) or not given or len(given) > 100:
            raise ValueError(
                f"the {colour} die: its faces are a list of 1 to 100 whole numbers, not {short(given)} (0.1)"
            )
        faces[colour] = tuple(whole(f"the {colour} die: a face", n, 0, 99) for n in given)
    return tuple((colour, faces[colour]) for colour in COLOURS)


def voyage(
    pool: Mapping[str, int],
    cards: Sequence[Any],
    *,
    hand: Cards = (),
    rolled: Faces | None = None,
    dice: Faces | None = None,
    deck: Cards = (),
    supply: Mapping[str, int] | None = None,
    setup: Setup | None = None,
) -> Sailing:
    """A voyage at the start of step 6.

    ``pool``: colour -> count; ``rolled``: the faces these dice show already, {"white": [0, 1]}. ``cards``: left to
    right, the last one the island; each a number of successes, ``(needed, reward)``, or None where a kraken lies.
    ``hand``: skull counts or ``(skulls, effect)``. ``deck``: what "draw" draws from; (): it yields nothing. ``dice``:
    colour -> faces instead of the sheet's. ``supply``: dice left to be won, colour -> count; None: no limit. A reward
    is symbols in words, or a tuple of alternatives. ValueError says what is allowed.
    """
    setup = Setup.of(setup)
    if isinstance(cards, str | bytes) or not isinstance(cards, Sequence) or not 1 <= len(cards) <= SPACES:
        raise ValueError(f"a voyage has 1 to {SPACES} cards, the last one the island, not {short(cards)} (2.2)")
    stops = tuple(_stop(c, place) for place, c in enumerate(cards, 1))
    if stops[-1].need is None:
        raise ValueError("the last card is the island, and no kraken lies on it (3.4)")
    course = Course(stops, faces_with(dice, setup), setup)
    stock = None if supply is None else tuple(pool_of(supply).count(c) for c in COLOURS)
    dealt = pool_of(pool)
    start = set_sail(course, dealt, hand_cards(hand, setup), hand_cards(deck, setup), supply=stock)  # type: ignore[arg-type]
    return start if rolled is None else showing(start, rolled)


def showing(v: Sailing, rolled: Faces) -> Sailing:
    """A voyage right after its first roll, the faces told."""
    dealt = Bag([colour for frame in v.pending if frame.kind == "roll" for colour in frame.dice])
    free = [Die(colour, n) for colour, shown in _shown(rolled) for n in shown]
    if Bag([d.colour for d in free]) != dealt:
        raise ValueError(f"rolled shows {Bag([d.colour for d in free])}, but the pool is {dealt}")
    wrong = [d for d in free if d not in v.course.die(d.colour)]
    if wrong:
        faces = dict(v.course.faces)[wrong[0].colour]
        raise ValueError(f"no {wrong[0].colour} die shows {wrong[0].skulls}; its faces are {faces} (0.1)")
    return replace(v, free=Bag(free), pending=tuple(f for f in v.pending if f.kind != "roll"))


def _shown(rolled: Any) -> list[tuple[str, list[int]]]:
    """The faces that dice show already."""
    if not isinstance(rolled, Mapping):
        raise ValueError(f"rolled is a mapping colour -> faces, not {short(rolled)}")
    out = []
    for colour, faces in rolled.items():
        if isinstance(faces, str | bytes) or not isinstance(faces, Sequence):
            raise ValueError(f"the {_colour(colour)} dice show a list of whole numbers, not {short(faces)}")
        out.append((_colour(colour), [whole(f"a face of a {colour} die", n, 0, 99) for n in faces]))
    return out


def _stop(given: Any, place: int) -> Stop:
    match given:
        case None:
            return Stop(None)
        case bool():
            pass
        case int():
            return Stop(whole(f"card {place}: the successes needed", given, 0, MOST))
        case (need, reward):
            text = " or ".join(reward) if isinstance(reward, tuple | list) else reward
            if text is not None and not isinstance(text, str):
                raise ValueError(f"card {place}: a reward is symbols in words, not {short(reward)}")
            symbols(text)
            return Stop(whole(f"card {place}: the successes needed", need, 0, MOST), text or "")
    raise ValueError(f"card {place} is a number, (needed, reward) or None, not {short(given)}")


Term = Callable[[Sailing], int]


def _success(v: Sailing) -> int:
    return int(v.ended == "success")


def _doubloons(v: Sailing) -> int:
    return finished(v).doubloons


def _dice(v: Sailing) -> int:
    return len(v.free)


GOALS = {
    "success": Goal(
        "success",
        "the greatest chance to reach the island",
        (_success, _doubloons, _dice),
        "6.6",
        "chance",
        ("doubloons", "dice"),
    ),
    "doubloons": Goal(
        "doubloons",
        "the most doubloons on average",
        (_doubloons, _success, _dice),
        "7.2",
        "doubloons",
        ("chance", "dice"),
    ),
}


def named_goal(goal: str) -> Goal:
    """The goal with this name, one of GOALS."""
    if not isinstance(goal, str) or goal not in GOALS:
        raise ValueError(f"no goal is called {short(goal)}; there are {', '.join(GOALS)}")
    return GOALS[goal]


def voyage_odds(
    pool: Mapping[str, int],
    cards: Sequence[Any],
    *,
    goal: str = "success",
    limit: int | None = None,
    progress: Callable[[str], None] | None = None,
    stop: Callable[[], bool] | None = None,
    **position: Any,
) -> Odds:
    """The exact odds of Voyage(success, cards_done, dice_left, doubloons) under best play for a goal of GOALS.

    ``position``: as for ``voyage``. TooLarge where no exact answer fits; ``progress`` and ``stop``: as for
    ``odds.graph``.

    >>> voyage_odds({"white": 1}, [1]).p(success=True)
    Fraction(1, 3)
    """
    from rulebooks.fast import pirate_tales as fast

    asked = named_goal(goal)
    return fast.voyage_odds(voyage(pool, cards, **position), asked, limit or fast.LIMIT, progress, stop)


def voyage_bounds(
    pool: Mapping[str, int], cards: Sequence[Any], *, goal: str = "success", limit: int | None = None, **position: Any
) -> Bracket:
    """The chance of success (or the goal's mean) under best play: exact where it fits, else between two proved bounds.

    Arguments as for ``voyage_odds``.

    >>> voyage_bounds({"white": 1}, [1])
    1/3 (33.33 %) (exact: best play for “success”)
    """
    from rulebooks.fast import pirate_bounds

    return pirate_bounds.voyage_bounds(voyage(pool, cards, **position), named_goal(goal), limit or BOUNDED)


def roll_odds(pool: Mapping[str, int], dice: Faces | None = None) -> Odds:
    """The exact odds of the successes in one roll of a pool: all skulls on top, no decision.

    >>> roll_odds({"white": 2})[0]
    Fraction(4, 9)
    """
    from rulebooks.fast.dice_lattice import totals

    faces = dict(faces_with(dice, Setup()))
    weights = totals([(faces[colour], n) for colour, n in pool_of(pool).counts.items()])
    return Odds.of(weights, How("exact", "one roll"))


def bet_odds(success: Fraction | int, coins: int) -> dict[str, Fraction]:
    """What each bet changes on average for who has so many doubloons: 1 won or 1 lost; who has none loses none."""
    if isinstance(success, bool) or not isinstance(success, int | Fraction) or not 0 <= success <= 1:
        raise ValueError(f"the chance of success is a Fraction from 0 to 1, not {short(success)}")
    stake = min(1, whole("coins", coins, 0, MOST))
    p = Fraction(success)
    return {"aye": p - stake * (1 - p), "ney": (1 - p) - stake * p}


__all__ = ["GOALS", "Voyage", "bet_odds", "card", "named_goal", "roll_odds", "voyage", "voyage_bounds", "voyage_odds"]
