"""Friday's fast answers are those of the walk over the rules, whole distributions and every action's value.

Random small fights, abilities and copies over-represented: a few hundred here, thousands more in the long run.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from rulebooks import friday, odds
from rulebooks.core.game import Decision
from rulebooks.core.graph import Graph, TooLarge
from rulebooks.fast import friday as fast

card = friday.card
DRAWING = ("+1 life", "+2 life", "+1 card", "+2 cards", "destroy", "double", "copy", "copy", "step -1")
EXCHANGING = (*DRAWING, "exchange", "exchange", "exchange 2", "exchange 2", "copy", "copy")
HARMING = ("highest = 0", "-1 life", "-2 life")
GOALS = ("win", "life", "win, then life")
WALKED = 2_000  # states of the walk a random fight may have


def any_card(luck: random.Random, abilities: tuple[str, ...]) -> Any:
    """A card of a random fight."""
    kind = luck.random()
    if kind < 0.45:
        return card(luck.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2, 3)))
    if kind < 0.9:
        return card(luck.choice((0, 0, 1, 1, 2, 3)), luck.choice(abilities))
    return card(0, luck.choice(HARMING), True)


def any_drawn(luck: random.Random, abilities: tuple[str, ...], n: int) -> list[Any]:
    """Cards drawn already, some used or face down."""
    marks = ((0.3, friday.used), (0.4, friday.face_down), (1.0, lambda c: c))
    each = [(any_card(luck, abilities), luck.random()) for _ in range(n)]
    return [next(mark for below, mark in marks if chance <= below)(c) for c, chance in each]


def any_fight(
    luck: random.Random, abilities: tuple[str, ...], most: int = 7, pay: tuple[int | None, ...] = (0, 1, 1, 2, 3, None)
) -> friday.Fighting:
    """A random small fight: cards lie, life is short or near the most, the stack may run out."""
    left, right = (any_drawn(luck, abilities, luck.choice((0, 0, 1, 2))) for _ in range(2))
    aging = [card(luck.choice((0, -1, -2)), None, True) for _ in range(luck.choice((0, 0, 1, 2)))]
    return friday.fight(
        [any_card(luck, abilities) for _ in range(luck.randint(1, most))],
        luck.choice((luck.randint(0, 7), (luck.randint(0, 2), luck.randint(2, 5), luck.randint(5, 9)))),
        luck.randint(0, 3) + len(left),
        life=luck.choice((0, 1, 2, 3, 20, 20, 20, 21, 22)),
        discard=[any_card(luck, abilities) for _ in range(luck.choice((0, 0, 0, 1, 2)))],
        aging=[*aging, card(0, luck.choice(HARMING), True)] if luck.random() < 0.3 else aging,
        drawn_left=left,
        drawn_right=right,
        pay=luck.choice(pay),
        step=luck.choice(("green", "yellow", "red")),
    )


def same(f: friday.Fighting, goal: str) -> bool:
    """Whether fight and goal were compared, and are the same; False: too large for the walk, or walked anyway."""
    aim = friday.named_goal(goal)
    if fast.solver_for(f, aim) is None:
        return False
    try:
        graph = Graph(friday, f, limit=WALKED)
    except TooLarge:
        return False
    walk = graph.solve(aim)
    assert fast.fight_value(f, aim) == walk.value(), (f, goal)
    assert dict(fast.fight_odds(f, aim)) == walk.outcomes(friday.finished), (f, goal)
    if isinstance(friday.node(f), Decision):
        slow = odds.advice_of(walk, f)
        quick = fast.advice(f, aim)
        assert (quick.rows, quick.best, quick.why) == (slow.rows, slow.best, slow.why), (f, goal)
    return True


@pytest.mark.parametrize("seed", range(6))
def test_fights_of_draws_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"draws {seed}")
    compared = sum(same(any_fight(luck, DRAWING, 5), luck.choice(GOALS)) for _ in range(40))
    assert compared >= 25


@pytest.mark.parametrize("seed", range(6))
def test_fights_with_exchanges_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"exchanges {seed}")
    fights = [any_fight(luck, EXCHANGING, 8, (0, 0, 1, 1, 2)) for _ in range(60)]
    assert sum(same(f, luck.choice(GOALS)) for f in fights) >= 15


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_more_fights_with_exchanges_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"more exchanges {seed}")
    fights = [any_fight(luck, EXCHANGING, 9, (0, 1, 1, 2)) for _ in range(100)]
    assert sum(same(f, luck.choice(GOALS)) for f in fights) >= 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_more_fights_of_draws_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"more draws {seed}")
    compared = sum(same(any_fight(luck, DRAWING), luck.choice(GOALS)) for _ in range(60))
    assert compared >= 30


MIXED = {
    -1: 3,
    0: 6,
    1: 3,
    2: 3,
    card(0, "+2 life"): 1,
    card(0, "+2 cards"): 1,
    card(1, "destroy"): 1,
    card(2, "double"): 1,
    card(1, "copy"): 1,
    card(0, "highest = 0", True): 1,
}


@pytest.mark.parametrize(
    "life, pay, goal, value",
    [
        # 5 life, and life gained can be paid: the reading of a solver written elsewhere, with which this agrees
        (5, None, "win", Fraction(1335324601493, 2281367088000)),
        (5, None, "life", -Fraction(127090285417, 30875644800)),
        # five cards paid at most: life gained buys no more, and beyond 22 life nothing is gained
        (20, 5, "win", Fraction(152730655283, 325909584000)),
        (20, 5, "life", -Fraction(12218840028337, 2933186256000)),
    ],
)
def test_the_mixed_deck_of_21_cards_has_known_values(life: int, pay: int | None, goal: str, value: Fraction) -> None:
    f = friday.fight(MIXED, 7, 4, life=life, pay=pay, aging=())
    assert fast.fight_value(f, friday.named_goal(goal))[0] == value
