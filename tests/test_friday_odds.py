"""Friday: exact odds of fights against closed counts, hand-made derivations, all orders of the stack, and Storm.

The starting deck is counted in two ways that share nothing with the engine: every ordered hand of values written
out, and generating functions of hands with the chance of having stopped in time. Fights with
abilities are solved again over the set of all orders the stack can still have (``friday_orders``).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

import pytest

from friday_orders import Kind, Laid, Orders
from rulebooks import friday, odds
from rulebooks.friday.contents import ABILITIES, HARMFUL
from storm import storm_value

F, card = Fraction, friday.card
START = {"distracted": 5, "weak": 8, "focused": 3, "genius": 1, "eating": 1}
VALUES = {-1: 5, 0: 9, 1: 3, 2: 1}  # eating is a 0 when one only wants to win
HAZARDS = {  # name: (free cards, green, yellow, red)
    "With the raft to the wreck": (1, 0, 1, 3),
    "Exploring the island": (2, 1, 3, 6),
    "Further exploring the island": (3, 2, 5, 8),
    "Wild animals": (4, 4, 7, 11),
    "Cannibals": (5, 5, 9, 14),
}
STEPS = ("green", "yellow", "red")
FIGHTS = [(name, free, step, needs[i]) for name, (free, *needs) in HAZARDS.items() for i, step in enumerate(STEPS)]


# Counting by hand of the computer ----------------------------------------------------------------
def by_hands(values: Mapping[int, int], draws: int, need: int) -> Fraction:
    """The chance that some hand on the way reaches the need: every ordered hand of values, written out."""
    won = F(0)
    for hand in product(values, repeat=draws):
        taken: Counter[int] = Counter()
        ways, reached, points = 1, False, 0
        for v in hand:
            ways *= max(0, values[v] - taken[v])
            taken[v] += 1
            points += v
            reached = reached or points >= need
        won += ways * reached
    size = sum(values.values())
    return won / prod(range(size - draws + 1, size + 1))


def by_counts(values: Mapping[int, int], draws: int, need: int) -> Fraction:
    """The same from unordered hands: how many of them are first enough at each length.

    A hand that reached the need with its k-th card first: hands of k - 1 cards that never did (counted as
    orders, a hand at a time), times the cards that lift it. The rest of the draws does not matter.
    """
    size = sum(values.values())
    short = {(0,) * len(values): 1}  # hand as counts -> orders in which it was never enough
    kinds, won = list(values), F(0)
    for k in range(1, draws + 1):
        longer: Counter[tuple[int, ...]] = Counter()
        for hand, orders in short.items():
            for i, v in enumerate(kinds):
                ways = orders * (values[v] - hand[i])
                after = (*hand[:i], hand[i] + 1, *hand[i + 1 :])
                if sum(n * w for n, w in zip(after, kinds, strict=True)) >= need:
                    won += F(ways, prod(range(size - k + 1, size + 1)))
                elif ways:
                    longer[after] += ways
        short = dict(longer)
    return won


def hypergeometric(values: Mapping[int, int], draws: int, need: int) -> Fraction:
    """The chance that all the cards together are enough: one sum over hands; no value may be below 0."""
    hands: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # (cards, points) -> ways: a generating function
    for v, n in values.items():
        grown: Counter[tuple[int, int]] = Counter()
        for (cards, points), ways in hands.items():
            for k in range(min(n, draws - cards) + 1):
                grown[cards + k, points + k * v] += ways * comb(n, k)
        hands = grown
    enough = sum(ways for (cards, points), ways in hands.items() if cards == draws and points >= need)
    return F(enough, comb(sum(values.values()), draws))


@pytest.mark.parametrize("name, free, step, need", FIGHTS)
def test_a_hazard_met_with_the_starting_deck_and_nothing_paid(name: str, free: int, step: str, need: int) -> None:
    won = friday.fight_odds(START, name, step=step, pay=0).p(won=True)
    assert won == by_hands(VALUES, free, need)
    assert won == by_counts(VALUES, free, need)


@pytest.mark.parametrize("name, free, step, need", [f for f in FIGHTS if f[1] < 4])
@pytest.mark.parametrize("paid", [1, 2])
def test_to_win_paid_cards_are_as_good_as_free_ones(name: str, free: int, step: str, need: int, paid: int) -> None:
    won = friday.fight_odds(START, name, step=step, pay=paid).p(won=True)
    assert won == by_hands(VALUES, free + paid, need)
    assert won == by_counts(VALUES, free + paid, need)


@pytest.mark.parametrize("name, free, step, need", FIGHTS)
def test_without_cards_below_0_a_fight_is_one_hypergeometric_sum(name: str, free: int, step: str, need: int) -> None:
    # once the five -1s are destroyed, drawing on never hurts
    thin = {k: n for k, n in START.items() if k != "distracted"}
    values = {0: 9, 1: 3, 2: 1}
    won = friday.fight_odds(thin, name, step=step, pay=0).p(won=True)
    assert won == hypergeometric(values, free, need)
    assert won == by_hands(values, free, need)


# Stopping and paying ------------------------------------------------------------------------------
def least_life(values: Mapping[tuple[int, int], int], free: int, need: int, pay: int) -> Fraction:
    """The least expected life lost: a little recursion over (values drawn, paid) for cards (value, +life).

    Life gained is taken at the end; 20 of at most 22 leaves room for all of it.
    """

    @cache
    def lost(left: tuple[tuple[tuple[int, int], int], ...], points: int, free: int, pay: int, first: bool) -> Fraction:
        stop = F(max(0, need - points))
        if not free and not pay:
            return stop
        size, draw = sum(n for _, n in left), F(0 if free else 1)
        for i, ((v, life), n) in enumerate(left):
            rest = (*left[:i], ((v, life), n - 1), *left[i + 1 :]) if n > 1 else (*left[:i], *left[i + 1 :])
            down = (free - 1, pay) if free else (free, pay - 1)
            draw += F(n, size) * (lost(rest, points + v, *down, False) - life)
        return draw if first else min(stop, draw)

    return lost(tuple(values.items()), 0, free, pay, True)


STARTING = {(-1, 0): 5, (0, 0): 8, (1, 0): 3, (2, 0): 1, (0, 2): 1}


@pytest.mark.parametrize("name, free, step, need", FIGHTS)
def test_life_lost_to_each_hazard_when_nothing_is_paid(name: str, free: int, step: str, need: int) -> None:
    found = friday.fight_odds(START, name, step=step, pay=0, goal="life").marginal("life_lost").mean
    assert found == least_life(STARTING, free, need, 0)


@pytest.mark.parametrize("name, free, step, need", [f for f in FIGHTS if f[1] < 4])
def test_life_lost_when_one_pays_as_is_best(name: str, free: int, step: str, need: int) -> None:
    found = friday.fight_odds(START, name, step=step, pay=2, goal="life").marginal("life_lost").mean
    assert found == least_life(STARTING, free, need, 2)


@pytest.mark.parametrize("pay", [0, 1, 2, 3])
def test_paying_for_the_one_good_card_pays_while_it_is_likely_enough(pay: int) -> None:
    deck = {0: 3, 7: 2}
    found = friday.fight_odds(deck, 7, 1, pay=pay, goal="life", aging=()).marginal("life_lost").mean
    assert found == least_life({(0, 0): 3, (7, 0): 2}, 1, 7, pay)


# Figures one can check on paper --------------------------------------------------------------------
def test_four_of_eighteen_starting_cards_beat_the_yellow_raft() -> None:
    # one card, 1 or more: three 1s and the 2
    assert friday.fight_odds(START, "With the raft to the wreck", step="yellow", pay=0).p(won=True) == F(4, 18)


def test_thirteen_of_eighteen_starting_cards_beat_the_green_raft() -> None:
    # one card has to be drawn, and all but the five -1s are at least 0
    assert friday.fight_odds(START, "With the raft to the wreck", pay=0).p(won=True) == F(13, 18)


def test_two_cards_explore_the_island_in_three_ways() -> None:
    # at once (4 of 18); a 0, and then 1 or 2 (9 of 18, then 4 of 17); a -1, and then the 2 (5 of 18, then 1 of 17)
    won = F(4, 18) + F(9, 18) * F(4, 17) + F(5, 18) * F(1, 17)
    assert friday.fight_odds(START, "Exploring the island", pay=0).p(won=True) == won == F(109, 306)


def test_a_deck_without_a_great_value_never_reaches_the_red_raft() -> None:
    # one card is at most 2, needed are 3; on average it is (3 * 1 + 1 * 2 - 5) / 18 = 0, and eating gives 2 in 1 of 18
    found = friday.fight_odds(START, "With the raft to the wreck", step="red", pay=0)
    assert found.p(won=True) == 0
    assert found.marginal("life_lost").mean == 3 - F(2, 18)


def test_one_more_card_for_a_life_wins_against_the_yellow_raft_more_often_than_it_pays() -> None:
    # a second card wins in 4 of 17 after a 0, in 1 of 17 after a -1
    won = F(4, 18) + F(9, 18) * F(4, 17) + F(5, 18) * F(1, 17)
    raft = "With the raft to the wreck"
    assert friday.fight_odds(START, raft, step="yellow", pay=1).p(won=True) == won
    # but 1 short of it, a life for a card never saves more than the 1 that a loss costs
    kept = friday.fight_odds(START, raft, step="yellow", pay=1, goal="life")
    assert kept.marginal("cards_paid").mean == 0


# Every ability over all orders ----------------------------------------------------------------------
NAMES = [a for a in ABILITIES if a not in HARMFUL]


def both(
    stack: list[Kind], needs: tuple[int, ...], free: int, goal: str, *, discard: list[Kind] | None = None,
    old: list[Kind] | None = None, pay: int | None = None, life: int = 20, pirate: str = "",
) -> Fraction:  # fmt: skip
    """The best value by the walk of the rules, which must be the one over all orders."""
    f = engine_fight(stack, needs, free, discard=discard, old=old, pay=pay, life=life, pirate=pirate)
    found = odds.value(friday, f, friday.GOALS[goal])
    orders = Orders(stack, needs, free, goal, life=life, discard=discard, old=old, pay=pay, pirate=pirate)
    assert found == orders.value()
    return found


def engine_fight(
    stack: list[Kind], needs: tuple[int, ...], free: int, *, discard: list[Kind] | None = None,
    old: list[Kind] | None = None, pay: int | None = None, life: int = 20, pirate: str = "",
) -> Any:  # fmt: skip
    """The same fight for the engine."""
    step = STEPS[len(needs) - 1]
    value: Any = needs[0] if len(needs) == 1 else (*reversed(needs), 99, 99)[:3]

    def cards(kinds: list[Kind] | None) -> list[Any]:
        return [card(k.value, k.ability or None, k.aging) for k in kinds or ()]

    return friday.fight(
        cards(stack), value, free, step=step, discard=cards(discard), aging=cards(old), pay=pay, life=life,
        pirate=pirate or None,
    )  # fmt: skip


@pytest.mark.parametrize("goal", ["win", "life"])
@pytest.mark.parametrize("ability", NAMES)
def test_an_ability_alone_in_a_stack_of_five(ability: str, goal: str) -> None:
    stack = [Kind(-1), Kind(0), Kind(1), Kind(3), Kind(0, ability)]
    both(stack, (4, 3), 2, goal, pay=1)


@pytest.mark.parametrize("goal", ["win", "life"])
@pytest.mark.parametrize("ability", NAMES)
def test_an_ability_and_its_copy_across_a_reshuffle(ability: str, goal: str) -> None:
    stack = [Kind(-1), Kind(1, ability), Kind(0, "copy")]
    both(stack, (5, 3, 1), 2, goal, pay=1, discard=[Kind(2), Kind(0)], old=[Kind(-2, "", True)])


@pytest.mark.parametrize("goal", ["win", "life"])
@pytest.mark.parametrize("ability", HARMFUL)
def test_what_ageing_does_and_how_it_is_got_rid_of(ability: str, goal: str) -> None:
    stack = [Kind(0, ability, True), Kind(2), Kind(3, "destroy"), Kind(1, "double"), Kind(-1)]
    both(stack, (5,), 3, goal, pay=1, life=3)


@pytest.mark.parametrize("pirate", ["none", "extra_card_costs_2", "half_count", "each_card_plus_1"])
@pytest.mark.parametrize("goal", ["win", "life"])
def test_pirates_of_each_rule(pirate: str, goal: str) -> None:
    stack = [Kind(2), Kind(1, "double"), Kind(0, "exchange"), Kind(-1), Kind(0, "-1 life", True)]
    both(stack, (4,), 2, goal, life=3, pirate=pirate)


@pytest.mark.parametrize("ability, chance", [
    # stack 1, 3, and the ability with value 0; two free cards; needed 3
    (None, F(2, 3)),  # the 3 is one of two cards of three
    ("+1 card", F(1)),  # the third card comes too, or the two others are 1 and 3
    ("destroy", F(2, 3)),  # nothing to be gained from it
    ("double", F(2, 3)),  # 1 doubled is 2
    ("exchange", F(1)),  # ability and 1: the 1 becomes the 3
    ("below the stack", F(1)),  # ability and 1: the 1 goes below, and the 3 replaces it
    # looking shows all that is left: first the ability, then a 3 laid on top; or the 1, then the ability, too late
    ("sort 3", F(2, 3) + F(1, 3) * F(1, 2)),
])  # fmt: skip
def test_figures_of_a_stack_of_three(ability: str | None, chance: Fraction) -> None:
    assert friday.fight_odds([1, 3, card(0, ability)], 3, 2, pay=0, aging=()).p(won=True) == chance


def random_kinds(rng: random.Random, n: int) -> list[Kind]:
    """Cards of which every second one can, or must, do something."""
    out = []
    for _ in range(n):
        ability = rng.choice(ABILITIES) if rng.random() < 0.55 else ""
        old = ability in HARMFUL
        value = 0 if old else rng.choice((0, 0, 1, 2)) if ability else rng.choice((-2, -1, 0, 1, 1, 2, 3))
        out.append(Kind(value, ability, old))
    return out


def random_fight(rng: random.Random) -> dict[str, Any]:
    """A fight of a handful of cards: reshuffles, pirates, little life, caps, several steps."""
    need = rng.randint(0, 7)
    pirate = rng.choice(("", "", "", "none", "extra_card_costs_2", "half_count", "each_card_plus_1"))
    return {
        "stack": random_kinds(rng, rng.randint(2, 5)),
        "discard": random_kinds(rng, rng.choice((0, 0, 1, 2))),
        "old": [Kind(0, rng.choice(HARMFUL), True) for _ in range(rng.randint(0, 2))],
        "needs": (need, max(0, need - 2), max(0, need - 3))[: 1 if pirate else rng.randint(1, 3)],
        "free": rng.randint(1, 3),
        "pay": rng.choice((0, 1, 2, None)),
        "life": rng.choice((0, 1, 2, 5, 20, 22)),
        "pirate": pirate,
    }


def agree(seeds: range, limit: int) -> int:
    """How many random fights came out equal; too large ones are left out."""
    equal = 0
    for seed in seeds:
        rng = random.Random(seed)
        one, goal = random_fight(rng), rng.choice(("win", "life"))
        try:
            found = odds.value(friday, engine_fight(**one), friday.GOALS[goal], limit=limit)
        except odds.TooLarge:
            continue
        assert found == Orders(goal=goal, **one).value(), (seed, one, goal)
        equal += 1
    return equal


def test_random_fights_are_equal_over_all_orders() -> None:
    assert agree(range(50), 1_500) > 30


@pytest.mark.long
def test_many_random_fights_are_equal_over_all_orders() -> None:
    assert agree(range(1_000, 2_200), 30_000) > 1_000


def test_a_table_in_mid_fight_is_solved_over_all_orders() -> None:
    stack = [Kind(-1), Kind(2), Kind(3)]
    f = friday.fight([-1, 2, 3], 5, 2, drawn_left=[card(0, "exchange")], drawn_right=[friday.used(card(1, "+1 card"))],
                     pay=0, aging=())  # fmt: skip
    table = (Laid(Kind(0, "exchange"), True), Laid(Kind(1, "+1 card"), False, True))
    orders = Orders(stack, (5,), 2, "win", pay=0, table=table)
    orders.start = orders.start._replace(free=1)
    assert odds.value(friday, f, friday.GOALS["win"]) == orders.value()


# A referee from elsewhere --------------------------------------------------------------------------
def test_storm_finds_the_same_chance_to_win() -> None:
    f = friday.fight({-1: 2, 0: 2, 2: 1, card(1, "+2 cards"): 1, card(1, "destroy"): 1}, 4, 2, pay=1, aging=())
    graph = odds.graph(friday, f)
    goal = friday.GOALS["win"]
    assert storm_value(graph, goal.terms[0]) == graph.solve(goal).value()[0]


def test_storm_finds_the_same_life_lost() -> None:
    deck = {-1: 1, 0: 2, 3: 1, card(2, "exchange"): 1, card(0, "+1 life"): 1, card(0, "highest = 0", aging=True): 1}
    graph = odds.graph(friday, friday.fight(deck, (1, 3, 5), 2, step="red", pay=1))
    goal = friday.GOALS["life"]
    assert storm_value(graph, goal.terms[0]) == graph.solve(goal).value()[0]
