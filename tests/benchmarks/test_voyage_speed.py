"""How fast voyages of Pirate Tales are answered, from scratch each time.

| query                                              | against                     | target   |
|----------------------------------------------------|-----------------------------|----------|
| successes in one roll of ten dice, as weights      | icepool, its pool not kept  | ≥ 25×    |
| the same with Fractions, as ``roll_odds`` gives it | icepool, its pool not kept  | ≥ 2×     |
| a voyage of four dice, three cards, two hand cards | the same rules walked       | ≥ 10×    |
| seven cards, ten dice                              | the clock                   | ≤ 1 s    |
| the same with rewards                              | the clock                   | ≤ 1 s    |
| the same with four hand cards                      | the clock                   | ≤ 2 s    |
| rewards, four hand cards with symbols              | the clock                   | ≤ 4 s    |
| the same and a deck to draw from: bounds           | the clock                   | ≤ 4 s    |
| advice on the first roll, tables not known yet     | the clock                   | ≤ 300 ms |
| advice on the first roll, after the odds           | the clock                   | ≤ 50 ms  |
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool

from rulebooks import odds, pirate_tales
from rulebooks.fast import pirate_tales as fast
from rulebooks.fast.dice_lattice import totals
from rulebooks.pirate_tales.sailing import finished

Versus = Callable[..., None]
Within = Callable[..., None]
TEN = {"white": 5, "red": 3, "black": 2}
FACES = dict(pirate_tales.voyage(TEN, [1]).course.faces)
SIX = {"white": 4, "red": 2}
PLAIN = [1, 2, 1, 3, 2, 3, 7]
REWARDS = [
    (1, "doubloon 1"),
    (2, "white die"),
    (1, "re-roll or doubloon 1"),
    (3, "red die"),
    (2, "draw 1"),
    (3, "ship 1 and doubloon 1"),
    7,
]
HAND = [(1, "re-roll"), (2, "re-roll or doubloon 1"), (1, "white die"), (2, None)]
DECK = [(1, None), (1, "doubloon 1"), (2, "white die")]


def cold(*asked: Any, **position: Any) -> Any:
    """The odds of a voyage that nobody asked about before."""
    fast.forget()
    return pirate_tales.voyage_odds(*asked, **position)


def theirs() -> dict[int, int]:
    """The successes of ten dice by icepool."""
    dice = [n @ icepool.Die(FACES[colour]) for colour, n in TEN.items()]
    return dict((dice[0] + dice[1] + dice[2]).items())


def test_one_roll_of_ten_dice(versus: Versus) -> None:
    told, total = theirs(), sum(theirs().values())
    assert dict(pirate_tales.roll_odds(TEN)) == {k: Fraction(n, total) for k, n in told.items()}
    ten = [(FACES[colour], n) for colour, n in TEN.items()]
    against = "icepool, its pool not kept"
    versus("roll of ten dice, as weights", lambda: totals(ten), against, theirs, at_least=25)


def test_the_odds_of_one_roll_of_ten_dice(versus: Versus) -> None:
    assert pirate_tales.roll_odds(TEN).at_least(6) == Fraction(
        sum(n for k, n in theirs().items() if k >= 6), sum(theirs().values())
    )
    versus("the same, as odds", lambda: pirate_tales.roll_odds(TEN), "icepool, its pool not kept", theirs, at_least=2)


def test_a_small_voyage_against_the_walk(versus: Versus) -> None:
    asked = {"white": 2, "red": 1, "black": 1}, [(1, "re-roll"), 2, 3]
    position: dict[str, Any] = {"hand": [(1, "white die"), (1, None)]}
    v, goal = pirate_tales.voyage(*asked, **position), pirate_tales.GOALS["success"]
    assert dict(cold(*asked, **position)) == dict(odds.best(pirate_tales, v, goal, finished))
    versus(
        "voyage of four dice, fast path",
        lambda: cold(*asked, **position),
        "the same rules walked",
        lambda: odds.best(pirate_tales, v, goal, finished),
        at_least=10,
    )


def test_seven_cards_and_ten_dice(within: Within) -> None:
    within("voyage: 7 cards, 10 dice", lambda: cold(TEN, PLAIN), 1.0)


def test_seven_cards_with_rewards_and_ten_dice(within: Within) -> None:
    within("the same, rewards with two dice and a re-roll", lambda: cold(TEN, REWARDS), 1.0)


def test_seven_cards_ten_dice_and_four_hand_cards(within: Within) -> None:
    hand = [*HAND[:2], (1, None), (2, None)]
    within("7 cards, 10 dice, 4 hand cards, 2 re-rolls", lambda: cold(TEN, PLAIN, hand=hand), 2.0)


def test_seven_cards_with_rewards_ten_dice_and_four_hand_cards(within: Within) -> None:
    within("the same, rewards, 3 re-rolls, 3 dice to win", lambda: cold(TEN, REWARDS, hand=HAND), 4.0)


def test_the_greatest_voyage_is_bracketed(within: Within) -> None:
    def bracketed() -> None:
        fast.forget()
        between = pirate_tales.voyage_bounds(TEN, REWARDS, hand=HAND, deck=DECK)
        assert between.how.kind == "bracketed"
        assert between.width < Fraction(1, 500)

    within("the same and a deck of three: bounds", bracketed, 4.0)


def test_advice_on_the_first_roll_of_a_voyage_nobody_asked_about(within: Within) -> None:
    cards = [(1, "re-roll"), (2, "doubloon 1"), (2, "white die"), 5]
    v = pirate_tales.voyage(SIX, cards, hand=[1, (1, "re-roll")], rolled={"white": [0, 0, 1, 1], "red": [1, 2]})

    def advised() -> None:
        fast.forget()
        assert pirate_tales.fast_advice(v, pirate_tales.GOALS["success"]).best

    within("advice, 4 cards, 6 dice, 2 hand cards", advised, 0.3)


def test_advice_on_the_first_roll_after_the_odds(within: Within) -> None:
    hand = [*HAND[:2], (1, None), (2, None)]
    cold(TEN, PLAIN, hand=hand)
    lie = {"white": [0, 0, 1, 1, 0], "red": [0, 1, 2], "black": [1, 3]}
    v = pirate_tales.voyage(TEN, PLAIN, hand=hand, rolled=lie)
    within(
        "advice, 7 cards, 10 dice, after the odds",
        lambda: pirate_tales.fast_advice(v, pirate_tales.GOALS["success"]),
        0.05,
    )
