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
from rulebooks.core.graph import Graph, Stopped, TooLarge
from rulebooks.fast import friday as fast

card = friday.card
DRAWING = ("+1 life", "+2 life", "+1 card", "+2 cards", "destroy", "double", "copy", "copy", "step -1")
EXCHANGING = (*DRAWING, "exchange", "exchange", "exchange 2", "exchange 2", "copy", "copy")
LEARNING = (*DRAWING, "destroy", "copy", "step -1")
HARMING = ("highest = 0", "-1 life", "-2 life", "stop", "stop")
GOALS = ("win", "life", "win, then life")
WEIGHTS = ("learn", "learn 1 1 1", "learn 0 1 2", "learn 0 0 1", "learn 9 1 0", "learn 2 3 2")
WALKED = 1_500  # states of the walk a random fight may have


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
    if goal == "win":
        assert fast.win_chance(f) == walk.value()[0], f
    assert dict(fast.fight_odds(f, aim)) == walk.outcomes(friday.finished), (f, goal)
    if isinstance(friday.node(f), Decision):
        slow = odds.advice_of(walk, f)
        quick = fast.advice(f, aim)
        assert (quick.rows, quick.best, quick.why) == (slow.rows, slow.best, slow.why), (f, goal)
    return True


@pytest.mark.parametrize("seed", range(3))
def test_fights_of_draws_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"draws {seed}")
    compared = sum(same(any_fight(luck, DRAWING, 5), luck.choice(GOALS)) for _ in range(40))
    assert compared >= 25


@pytest.mark.parametrize("seed", range(3))
def test_fights_to_learn_from_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"lessons {seed}")
    assert sum(same(any_fight(luck, LEARNING, 5), luck.choice(WEIGHTS)) for _ in range(40)) >= 20


@pytest.mark.parametrize("seed", range(3))
def test_fights_with_exchanges_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"exchanges {seed}")
    fights = [any_fight(luck, EXCHANGING, 8, (0, 0, 1, 1, 2)) for _ in range(60)]
    assert sum(same(f, luck.choice(GOALS)) for f in fights) >= 15


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_more_fights_to_learn_from_are_those_of_the_walk(seed: int) -> None:
    luck = random.Random(f"more lessons {seed}")
    assert sum(same(any_fight(luck, LEARNING, 6), luck.choice(WEIGHTS)) for _ in range(60)) >= 30


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
    **dict.fromkeys(
        (card(0, "+2 life"), card(0, "+2 cards"), card(1, "destroy"), card(2, "double"), card(1, "copy")), 1
    ),
    -1: 3,
    0: 6,
    1: 3,
    2: 3,
    card(0, "highest = 0", True): 1,
}
SWAPPING = {**MIXED, 2: 1, card(2, "exchange"): 2}


# Known numbers ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "deck, fight, life, pay, goal, value",
    [
        # with 5 (or 2) life, life gained can be paid: the reading of a solver written elsewhere, with which this agrees
        (MIXED, (7, 4), 5, None, "win", Fraction(1335324601493, 2281367088000)),
        (MIXED, (7, 4), 5, None, "life", -Fraction(127090285417, 30875644800)),
        pytest.param(SWAPPING, (7, 3), 2, None, "win", Fraction(2724874169, 9451728000), marks=pytest.mark.long),
        # five cards paid at most: life gained buys no more, and beyond 22 life nothing is gained
        (MIXED, (7, 4), 20, 5, "win", Fraction(152730655283, 325909584000)),
        (MIXED, (7, 4), 20, 5, "life", -Fraction(12218840028337, 2933186256000)),
        (SWAPPING, (7, 3), 20, 2, "win", Fraction(1114261573, 5237832600)),
        pytest.param(SWAPPING, (9, 5), 5, None, "win", Fraction(6889638608789, 9476447904000), marks=pytest.mark.long),
        pytest.param(
            SWAPPING, (9, 5), 5, None, "life", -Fraction(297536780491891, 82129215168000), marks=pytest.mark.long
        ),
        pytest.param(SWAPPING, (9, 5), 20, 5, "win", Fraction(1834704301483, 3199839552000), marks=pytest.mark.long),
    ],
)
def test_two_decks_of_21_cards_have_known_values(
    deck: Any, fight: tuple[int, int], life: int, pay: int | None, goal: str, value: Fraction
) -> None:
    f = friday.fight(deck, *fight, life=life, pay=pay, aging=())
    assert fast.fight_value(f, friday.named_goal(goal), 9_000_000)[0] == value


def test_the_chance_to_win_alone_needs_far_fewer_states() -> None:
    f = friday.fight(SWAPPING, 7, 3, pay=2, aging=())
    solver = fast.solver_for(f, friday.named_goal("win"))
    assert solver is not None
    assert solver.guide is not None
    assert solver.guide.chance(f) == Fraction(1114261573, 5237832600)
    assert not solver.memo
    assert len(solver.guide.memo) < 150_000


def test_with_no_free_card_a_fight_can_be_compared_at_once() -> None:
    f = friday.fight(
        [-1, 0, 0, card(0, "exchange"), card(0, "exchange 2"), card(0, "-2 life", True)], 0, 0, pay=2, aging=()
    )
    assert same(f, "win")
    assert fast.win_chance(f) == 1


def test_the_starting_deck_is_trivial() -> None:
    starting = {c: n for c, n in friday.Setup().sheet.copies.items() if c.kind == "starting"}
    raft = friday.fight(starting, "raft-food", step="yellow", pay=2)
    solver = fast.solver_for(raft, friday.named_goal("win"))
    assert solver is not None
    assert (
        fast.fight_odds(raft, friday.named_goal("win"), 2_000).p(won=True)
        == Graph(friday, raft).solve(friday.named_goal("win")).value()[0]
    )


# Tempting and wrong ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "deck, needs, free, life, goal, value",
    [
        # "+2 cards" is not two free cards to be taken whenever wanted (that would win 89 times of 315)
        ({-1: 2, 0: 1, 1: 2, card(0, "+2 cards"): 1, card(2, "exchange"): 1}, 3, 1, 1, "win", Fraction(88, 315)),
        # "+2 cards" is not to be used before anything else (that would win 25 times of 42)
        (
            {-2: 2, -1: 1, 4: 1, card(0, "+2 cards"): 1, card(2, "exchange"): 1, card(3, "+1 card"): 1},
            (6, 3, 0),
            *(3, 0, "win", Fraction(188, 315)),
        ),
    ],
)
def test_shortcuts_that_look_right_would_be_wrong_here(
    deck: Any, needs: Any, free: int, life: int, goal: str, value: Fraction
) -> None:
    f = friday.fight(deck, needs, free, life=life, pay=life, aging=())
    assert fast.fight_value(f, friday.named_goal(goal))[0] == value
    assert Graph(friday, f).solve(friday.named_goal(goal)).value()[0] == value


def test_a_bad_card_is_not_always_exchanged_before_drawing_on() -> None:
    # copy could have taken the −1, and the exchange the copy: −43/120, not −127/360
    deck = {-1: 1, 1: 1, card(0, "copy"): 1, card(0, "+1 life"): 1, card(2, "double"): 1, card(2, "exchange"): 1}
    f = friday.fight(deck, 3, 3, life=0, aging=())
    assert fast.fight_value(f, friday.named_goal("life"))[0] == Fraction(43, 120)
    assert Graph(friday, f).solve(friday.named_goal("life")).value()[0] == Fraction(43, 120)


# Limits ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("goal", ["win", "life", "learn"])
def test_a_search_that_grows_beyond_its_limit_says_so(goal: str) -> None:
    f = friday.fight(MIXED, 7, 4, pay=5, aging=())
    with pytest.raises(TooLarge, match="more than"):
        fast.fight_odds(f, friday.named_goal(goal), 500)


def test_a_search_can_be_stopped() -> None:
    for deck in (MIXED, SWAPPING):
        f = friday.fight(deck, 7, 4, pay=4, aging=())
        solver = fast.solver_for(f, friday.named_goal("win"), stop=lambda: True)
        assert solver is not None
        with pytest.raises(Stopped):
            solver.worth(f)


@pytest.mark.parametrize(
    "f",
    [
        friday.fight({0: 3, card(1, "sort 3"): 1}, 2, 2),
        friday.fight({0: 3, card(1, "below the stack"): 1}, 2, 2),
        friday.fight({0: 3, 1: 2}, 2, 2, pirate="none"),
        friday.fight({0: 3, 1: 2}, 2, 2, options=friday.Options(free_first=False)),
        friday.fight(friday.known_order([0, 1, 2]), 2, 2),
        friday.fight({0: 3, card(1, "exchange"): 1}, 2, 2),  # the stack could run out, and what was exchanged come back
        friday.fight({0: 2}, 7, 3, life=3, pay=2, discard=[0, card(1, "exchange")], aging=[card(0, None, True)]),
        friday.fight({0: 3, card(-1, "double"): 1}, 2, 2, pay=0),
    ],
    ids=[
        "sort",
        "below",
        "pirate",
        "options",
        "known order",
        "exchange and shuffle",
        "exchange after a shuffle",
        "a helpful card below 0",
    ],
)
def test_other_fights_are_walked(f: friday.Fighting) -> None:
    aim = friday.named_goal("win")
    assert fast.solver_for(f, aim) is None
    walk = Graph(friday, f).solve(aim)
    assert fast.fight_value(f, aim) == walk.value()
    assert dict(fast.fight_odds(f, aim)) == walk.outcomes(friday.finished)
    assert fast.advice(f, aim).rows == odds.advice_of(walk, f).rows


# Asked again in the same fight --------------------------------------------------------------
def wander(f: friday.Fighting, goal: Any, luck: random.Random) -> tuple[int, int]:
    """Advice through a random fight, with steps back now and then: (choices compared, those that were look-ups)."""
    compared = known = 0
    seen = [f]
    while f.phase == "fight" and compared < 12:
        node: Any = friday.node(f)
        if isinstance(node, Decision):
            known += fast._known(f, goal, 10) is not None
            rows = [(r.action, r.values, r.best) for r in fast.advice(f, goal, 200_000).rows]
            kept = dict(fast._recent)
            fast._recent.clear()
            assert rows == [(r.action, r.values, r.best) for r in fast.advice(f, goal, 200_000).rows]
            fast._recent.clear()
            fast._recent.update(kept)
            compared += 1
            seen.append(f)
            f = luck.choice(seen) if luck.random() < 0.15 else f
            f = friday.step(f, luck.choice(friday.node(f).actions))
        else:
            f = friday.step(f, luck.choice(list(node.outcomes)))
    return compared, known


@pytest.mark.parametrize("seed", range(2))
def test_advice_asked_again_later_in_a_fight_or_after_a_step_back_is_the_same_as_asked_afresh(seed: int) -> None:
    luck = random.Random(seed)
    found = []
    for _ in range(30):
        f = any_fight(luck, EXCHANGING, 6)
        goal = friday.GOALS[luck.choice(["win", "life", "learn"])]
        if fast.solver_for(f, goal) is not None:
            fast._recent.clear()
            found.append(wander(f, goal, luck))
    assert sum(n for n, _ in found) > 40
    assert sum(n for _, n in found) > 10  # look-ups do occur
