"""How fast exact answers are. Ratios hold on any machine; the table for docs/odds.md is printed at the end.

| query                                   | against                                | target        |
|-----------------------------------------|----------------------------------------|---------------|
| sum of 4 cards of 30                    | icepool, its caches cleared            | ≥ 25×         |
| sum of 10 cards of 30                   | icepool, its caches cleared            | ≥ 25×         |
| stop-or-draw fight, generic engine      | plain memoised walk in Fractions       | ≥ 2×          |
| the same through fast/                  | plain memoised walk in Fractions       | ≥ 20×         |
| the longer fight through fast/          | plain memoised walk in Fractions       | ≥ 20×         |
| the same graph asked again              | plain memoised walk in Fractions       | ≥ 10×         |
| generic engine                          | Storm, exact rationals, reading it too | ≥ 2×          |
| generic engine, fight and Lantern       | walking the rules only                 | ≤ 1.2 as long |
| Karen: adventure on the opening deck    | the clock                              | ≤ 100 ms      |
| Karen: ten opening, ten ability cards   | the clock                              | ≤ 1 s         |
| Karen: fast/karen.py, eight cards       | the generic engine                     | ≥ 5×          |
| Friday: a fight with the starting deck  | the clock                              | ≤ 100 ms      |
| Friday: 21 cards, 7 can do something    | the clock                              | ≤ 1 s         |
| Friday: 21 cards with two exchanges     | the clock                              | ≤ 5 s         |
| Friday: fast/friday.py, eight cards     | the generic engine                     | ≥ 5×          |
"""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import icepool
import pytest

from benchmarks import overhead
from games import fight as fight_game
from rulebooks import odds
from rulebooks.fast.fights import least_loss
from rulebooks.fast.sums import totals

Versus = Callable[..., None]
DECK = {0: 10, 1: 8, 2: 6, 3: 4, 4: 2}
FIGHT = (DECK, 4, 5, 10)
FIGHT_COSTS = Fraction(48070426, 12876435)
LONG_FIGHT = ({0: 10, 1: 8, 2: 6, 3: 4, 4: 4, 5: 3, 6: 3, 7: 2}, 4, 8, 25)
LONG_FIGHT_COSTS = Fraction(11580869954461, 1548675784656)
PLAIN = "plain memoised walk in Fractions"


def icepool_cold(n: int) -> dict[int, int]:
    """The sum of n cards by icepool, as a notebook's first cell pays for it."""
    evaluator = icepool.evaluator.sum_evaluator
    if hasattr(evaluator, "_cache"):
        evaluator._cache.clear()
    return {int(total): int(ways) for total, ways in icepool.Deck(DECK).deal(n).sum().items()}


def plain(deck: dict[int, int], free: int, extra: int, target: int) -> Fraction:
    """The fight as everybody would first write it: the baseline."""
    kinds = tuple(deck)

    @cache
    def draw(left: tuple[int, ...], total: int, drawn: int) -> Fraction:
        size, cost = sum(left), Fraction(0)
        for i, n in enumerate(left):
            if n:
                cost += Fraction(n, size) * least(left[:i] + (n - 1,) + left[i + 1 :], total + kinds[i], drawn + 1)
        return cost

    @cache
    def least(left: tuple[int, ...], total: int, drawn: int) -> Fraction:
        if drawn < free:
            return draw(left, total, drawn)
        stop = Fraction(max(0, target - total))
        if stop == 0 or drawn == free + extra:
            return stop
        return min(stop, 1 + draw(left, total, drawn))

    return least(tuple(deck.values()), 0, 0)


# The solver's own share -------------------------------------------------------
@pytest.mark.parametrize("name", overhead.GAMES)
def test_solving_takes_little_more_than_walking(versus: Versus, name: str) -> None:
    def apart(_fast: Any, _slow: Any) -> tuple[float, float]:
        command = [sys.executable, overhead.__file__, name]
        quick, long = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return float(quick), float(long)

    game, start, goal = overhead.GAMES[name]
    versus(
        f"{name}, solved",
        lambda: overhead.solved(game, start, goal),
        "walking the rules only",
        lambda: overhead.walked(game, start),
        at_most=1.2,
        measure=apart,
    )


# Sums -------------------------------------------------------------------------
@pytest.mark.parametrize("n", [4, 10])
def test_a_sum_of_cards(versus: Versus, n: int) -> None:
    assert totals(DECK, n) == icepool_cold(n)
    assert sum(totals(DECK, n).values()) == comb(30, n)
    versus(
        f"sum of {n} cards of 30", lambda: totals(DECK, n), "icepool, cold caches", lambda: icepool_cold(n), at_least=25
    )


# Fights -----------------------------------------------------------------------
def test_a_fight_through_the_generic_engine(versus: Versus) -> None:
    start = fight_game.fight(*FIGHT)
    assert -odds.value(fight_game, start, fight_game.LEAST_LOSS) == FIGHT_COSTS == plain(*FIGHT)
    versus(
        "fight, generic engine",
        lambda: odds.value(fight_game, start, fight_game.LEAST_LOSS),
        PLAIN,
        lambda: plain(*FIGHT),
        at_least=2,
    )


def test_a_fight_through_the_fast_path(versus: Versus) -> None:
    assert least_loss(*FIGHT) == FIGHT_COSTS
    versus("fight, fast path", lambda: least_loss(*FIGHT), PLAIN, lambda: plain(*FIGHT), at_least=20)


def test_a_longer_fight_through_the_fast_path(versus: Versus) -> None:
    assert least_loss(*LONG_FIGHT) == LONG_FIGHT_COSTS == plain(*LONG_FIGHT)
    versus("longer fight, fast path", lambda: least_loss(*LONG_FIGHT), PLAIN, lambda: plain(*LONG_FIGHT), at_least=20)


def test_a_longer_fight_through_the_generic_engine(versus: Versus) -> None:
    start = fight_game.fight(*LONG_FIGHT)
    assert -odds.value(fight_game, start, fight_game.LEAST_LOSS) == LONG_FIGHT_COSTS
    versus(
        "longer fight, generic engine",
        lambda: odds.value(fight_game, start, fight_game.LEAST_LOSS),
        PLAIN,
        lambda: plain(*LONG_FIGHT),
        at_least=2,
    )


def test_a_graph_asked_again(versus: Versus) -> None:
    graph = odds.graph(fight_game, fight_game.fight(*FIGHT))
    assert -graph.solve(fight_game.LEAST_LOSS).value()[0] == FIGHT_COSTS
    versus(
        "fight, its graph asked again",
        lambda: graph.solve(fight_game.LEAST_LOSS),
        PLAIN,
        lambda: plain(*FIGHT),
        at_least=10,
    )


def test_a_fight_against_storm(versus: Versus) -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    start = fight_game.fight(*FIGHT)
    graph = odds.graph(fight_game, start)
    assert storm_value(graph, lambda s: s[1], least=True) == FIGHT_COSTS
    versus(
        "fight, generic engine",
        lambda: odds.value(fight_game, start, fight_game.LEAST_LOSS),
        "Storm, exact, reading the exported graph",
        lambda: storm_value(graph, lambda s: s[1], least=True),
        at_least=2,
    )


# Karen ------------------------------------------------------------------------
ABILITIES = ("double", "double", "draw 1", "draw 1", "draw 2", "draw 2", "draw 3", "copy", "copy", "remove")


def karen_opening(karen: Any) -> list[Any]:
    """The ten cards a game starts with."""
    return list(karen.initial_state().deck)


def test_karens_adventure_on_the_opening_deck(within: Callable[..., None]) -> None:
    from rulebooks import karen

    deck = karen_opening(karen)
    assert len(deck) == 10
    within("Karen, opening deck, difficulty 4", lambda: karen.adventure_odds(deck, 4), 0.1)


@pytest.mark.parametrize("goal", ["clear", "hearts"])
def test_karens_adventure_on_ten_opening_and_ten_ability_cards(within: Callable[..., None], goal: str) -> None:
    from rulebooks import karen

    deck = karen_opening(karen) + [karen.card(1 + i % 3, ability) for i, ability in enumerate(ABILITIES)]
    within(
        f"Karen, 10 + 10 cards, difficulty 15, 3 Courage Draws, “{goal}”",
        lambda: karen.adventure_odds(deck, 15, courage=3, goal=goal),
        1.0,
    )


def test_karens_fast_path_against_the_generic_engine(versus: Versus) -> None:
    from rulebooks import karen
    from rulebooks.fast import karen as fast
    from rulebooks.karen.adventures import finished

    deck = [0, 0, 1, karen.card(1, "double"), karen.card(0, "draw 2"), karen.card(2, "copy"), 1, 2]
    start, goal = karen.adventure(deck, 7, courage=1), karen.GOALS["clear"]
    assert fast.holds(start, goal)
    assert dict(fast.adventure_odds(start, goal)) == dict(odds.best(karen, start, goal, finished))
    versus(
        "Karen, 8 cards, fast path",
        lambda: fast.adventure_odds(start, goal),
        "the same rules walked",
        lambda: odds.best(karen, start, goal, finished),
        at_least=5,
    )


# Friday -----------------------------------------------------------------------
def friday_deck(friday: Any, swaps: int) -> dict[Any, int]:
    """A green deck of 21 cards; its plain 2s may be exchanges."""
    card = friday.card
    can = (card(0, "+2 life"), card(0, "+2 cards"), card(1, "destroy"), card(2, "double"), card(1, "copy"))
    plain = {-1: 3, 0: 6, 1: 3, 2: 3 - swaps, card(0, "highest = 0", True): 1}
    return {**plain, **dict.fromkeys(can, 1), card(2, "exchange"): swaps}


def test_fridays_fight_with_the_starting_deck(within: Callable[..., None]) -> None:
    from rulebooks import friday

    starting = {c: n for c, n in friday.Setup().sheet.copies.items() if c.kind == "starting"}
    assert sum(starting.values()) == 18
    within("Friday, starting deck, value 3, 3 free", lambda: friday.fight_odds(starting, 3, 3), 0.1)


@pytest.mark.parametrize("goal", ["win", "life"])
def test_fridays_fight_with_21_cards(within: Callable[..., None], goal: str) -> None:
    from rulebooks import friday
    from rulebooks.fast import friday as fast

    f = friday.fight(friday_deck(friday, 0), 7, 4, pay=5, aging=())
    assert fast.solver_for(f, friday.GOALS[goal])
    within(f"Friday, 21 cards, “{goal}”, values", lambda: fast.fight_value(f, friday.GOALS[goal]), 1.0)


def test_fridays_fight_with_exchanges(within: Callable[..., None]) -> None:
    from rulebooks import friday
    from rulebooks.fast import friday as fast

    f = friday.fight(friday_deck(friday, 2), 9, 5, pay=5, aging=())
    assert fast.solver_for(f, friday.GOALS["win"])
    within("Friday, 21 cards, two exchanges, chance to win", lambda: fast.win_chance(f), 5.0)


def test_fridays_fast_path_against_the_generic_engine(versus: Versus) -> None:
    from rulebooks import friday
    from rulebooks.fast import friday as fast

    deck = [-1, 0, 0, 1, 2, friday.card(1, "destroy"), friday.card(0, "+1 life"), friday.card(0, "+2 cards")]
    f, goal = friday.fight(deck, 4, 2, pay=1, aging=()), friday.GOALS["win"]
    assert dict(fast.fight_odds(f, goal)) == dict(odds.best(friday, f, goal, friday.finished))
    versus(
        "Friday, 8 cards, fast path",
        lambda: fast.fight_odds(f, goal),
        "the same rules walked",
        lambda: odds.best(friday, f, goal, friday.finished),
        at_least=5,
    )
