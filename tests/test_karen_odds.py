"""Karen: exact odds of adventures against hand-made derivations, icepool, Storm, and all orders of the deck.

Every case is asked twice: of the plain walk over the rules, and of the fast path. ``karen_slow`` is the third
solver: it tries every order of the cards and shares nothing with the engine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import icepool
import pytest

from karen_slow import Options as SlowOptions
from karen_slow import Slow
from karen_table import COURAGE, DECLARE, adventuring, after, itself, lies, use
from rulebooks import karen, odds
from rulebooks.core.game import Decision
from rulebooks.core.result import Odds
from storm import storm_value

F, Adventure, card = Fraction, karen.Adventure, karen.card


def ask(deck: Any, difficulty: int, *, goal: str = "clear", **rest: Any) -> Odds:
    """The odds by the fast path, which must be those of the plain walk."""
    walked = odds.best(karen, karen.adventure(deck, difficulty, **rest), karen.named_goal(goal), karen.finished)
    fast = karen.adventure_odds(deck, difficulty, goal=goal, **rest)
    assert dict(fast) == dict(walked)
    assert fast.how.kind == "exact"
    return fast


def decision(a: karen.Adventuring) -> Decision:
    """The decision of an adventure."""
    node = karen.node(a)
    assert isinstance(node, Decision)
    return node


# Plain draws -------------------------------------------------------------------------------------
def test_four_plain_cards_are_a_hypergeometric_draw() -> None:
    # k of the four 1s and 4 - k of the six 0s: C(4, k) * C(6, 4 - k) of C(10, 4) = 210 hands
    power = ask({0: 6, 1: 4}, 4, courage=0).marginal("power")
    assert power == {0: F(15, 210), 1: F(80, 210), 2: F(90, 210), 3: F(24, 210), 4: F(1, 210)}


@pytest.mark.parametrize(
    "deck", [{0: 6, 1: 4}, {0: 5, 1: 4, 2: 3, 5: 2}, {-2: 3, 0: 2, 1: 1, 3: 4}, dict.fromkeys(range(20), 1)]
)
def test_plain_draws_equal_icepool(deck: Mapping[int, int]) -> None:
    expected = icepool.Deck(deck).deal(4).sum()
    power = ask(deck, 6, courage=0).marginal("power")
    assert dict(power) == {total: expected.probability(total) for total in expected}


def test_a_shortfall_is_charged_in_full_even_beyond_the_hp_left() -> None:
    assert ask([0] * 4, 9, hp=3, courage=0) == {Adventure(False, 0, 9): 1}


# Reshuffles and exhausted decks ------------------------------------------------------------------
def test_a_reshuffle_in_mid_draw() -> None:
    # The 3 is sure. Three of the discarded {0, 0, 1, 2} follow: all but one, so 3 - (the one left out) in all.
    found = ask([3], 6, discard=[0, 0, 1, 2], courage=0)
    assert found.marginal("power") == {6: F(1, 2), 5: F(1, 4), 4: F(1, 4)}
    assert found.p(cleared=True) == F(1, 2)


def test_a_reshuffle_in_mid_draw_equals_icepool() -> None:
    expected = 4 + icepool.Deck({0: 4, 1: 2, 3: 2}).deal(2).sum()
    power = ask([1, 3], 9, discard={0: 4, 1: 2, 3: 2}, courage=0).marginal("power")
    assert dict(power) == {total: expected.probability(total) for total in expected}


def test_an_ability_draws_across_the_reshuffle() -> None:
    # Drawn: 0, 0, 0 and "draw 2". It brings the deck's last card, the 1, and then one of the discarded {0, 4}.
    deck = [0, 0, 0, card(0, "draw 2"), 1]
    # But the 1 may be among the first four, and then "draw 2" may be the card left for a Courage Draw (none here):
    # left out: a 0 (3 of 5): power 1 + (0 or 4); "draw 2" (1 of 5): power 1; the 1 (1 of 5): power 1 + (0 or 4).
    found = ask(deck, 5, discard=[0, 4], courage=0)
    assert found.marginal("power") == {5: F(4, 5) * F(1, 2), 1: F(4, 5) * F(1, 2) + F(1, 5)}


def test_draws_from_an_exhausted_deck_bring_what_there_is() -> None:
    assert ask([1], 3, discard=[1]) == {Adventure(False, 2, 1): 1}
    # "draw 3" finds a single card
    assert ask([card(0, "draw 3"), 0, 0, 0], 7, discard=[7]) == {Adventure(True, 7, 0): 1}
    assert ask([], 3) == {Adventure(False, 0, 3): 1}


# HP ----------------------------------------------------------------------------------------------
def test_losing_exactly_the_hp_left_is_not_surviving() -> None:
    # The 2 is among the first four in 4 of 5 orders. Else declaring loses 2 of 2 HP; one Courage Draw brings it for 1.
    found = ask([0, 0, 0, 0, 2], 2, hp=2, goal="survive")
    assert found == {Adventure(True, 2, 0): F(4, 5), Adventure(True, 2, 1): F(1, 5)}
    # Without courage 1 of 5 games ends at HP exactly 0.
    capped = ask([0, 0, 0, 0, 2], 2, hp=2, goal="survive", courage=0)
    assert capped.p(lambda end: end.hp_lost < 2) == F(4, 5)


def test_a_courage_draw_with_the_last_hp_brings_no_card_and_is_charged_one() -> None:
    # Declaring costs 5, the deadly Courage Draw 1: fewer HP lost, for "hearts" and as the tie-break of "clear".
    for goal in ("clear", "hearts"):
        assert ask([0] * 4 + [9], 9, hp=1, goal=goal).p(cleared=True) == F(4, 5)
        assert ask([0] * 5, 5, hp=1, goal=goal) == {Adventure(False, 0, 1): 1}


# Courage and its cap -----------------------------------------------------------------------------
@pytest.mark.parametrize("courage, cleared", [(0, 4), (1, 5), (2, 6), (3, 7), (None, 7)])
def test_each_courage_draw_lets_her_see_one_more_of_seven_cards(courage: int | None, cleared: int) -> None:
    # One 2 among six 0s: with c Courage Draws it is found if it is one of the first 4 + c cards.
    assert ask({0: 6, 2: 1}, 2, courage=courage).p(cleared=True) == F(cleared, 7)


def test_what_courage_costs_is_counted_beside_the_shortfall() -> None:
    # Found at once: 0. Found by the draw: 1. Not found: 1 and the shortfall of 2.
    assert ask({0: 6, 2: 1}, 2, courage=1).marginal("hp_lost") == {0: F(4, 7), 1: F(1, 7), 3: F(2, 7)}


# Doubles -----------------------------------------------------------------------------------------
def test_two_doubles_take_two_different_cards() -> None:
    # 1 + 1 + 3 + 2 = 7; doubling the 3 and the 2 gives 12, and the 3 twice would give 13.
    deck = [card(1, "double"), card(1, "double"), 3, 2]
    assert ask(deck, 12) == {Adventure(True, 12, 0): 1}
    assert ask(deck, 13) == {Adventure(False, 12, 1): 1}


def test_copied_doubles_are_doubles_on_further_cards() -> None:
    # Five cards, one is left out. Double 1, Copy 0, Copy 0, 3 and 2 have power:
    # without Double 5; without a Copy (2 ways) 6 + 3 + 2 = 11;
    # without the 3: 3 + 2 + 1 + 0 = 6; without the 2: 4 + 3 + 1 + 0 = 8
    deck = [card(1, "double"), card(0, "copy"), card(0, "copy"), 3, 2]
    found = ask(deck, 20, courage=0, goal="power")
    assert found.marginal("power") == {5: F(1, 5), 11: F(2, 5), 6: F(1, 5), 8: F(1, 5)}
    assert found.marginal("power").mean == F(41, 5)


def test_copied_draws_bring_as_many_cards_as_the_draw_itself() -> None:
    # All four cards of the deck, then twice two of the discarded {0, 0, 1, 1, 1}: all but one of them.
    deck = [card(0, "copy"), card(0, "draw 2"), 0, 0]
    assert ask(deck, 3, discard=[0, 0, 1, 1, 1], courage=0).marginal("power") == {3: F(2, 5), 2: F(3, 5)}
    assert ask(deck, 4, discard=[1] * 4) == {Adventure(True, 4, 0): 1}


def test_a_copy_may_be_kept_for_the_better_of_two_abilities() -> None:
    # Drawn: Copy, Double, 5, 0. The discard pile holds one "draw 1", which nothing here draws but Courage.
    # Copy as Double: 5 doubled, and then 0; that is 10. No Courage: 10 is enough and nothing is lost.
    deck = [card(0, "copy"), card(0, "double"), 5, 0]
    assert ask(deck, 10, discard=[card(0, "draw 1"), 9]) == {Adventure(True, 10, 0): 1}
    # Of 19, only 5 + 9 doubled both = 28 is enough: Courage brings the 9 at once, or "draw 1", which brings it.
    found = ask(deck, 19, discard=[card(0, "draw 1"), 9])
    assert found.marginal("power") == {28: 1}
    assert found.marginal("hp_lost") == {1: 1}


# Negative what-ifs, and Remove -------------------------------------------------------------------
def test_negative_powers_pull_the_total_down() -> None:
    # Left out: one of two -1s, power 5, cleared; or one of three 2s, power 2: declaring costs 3, but Courage
    # brings the last 2 for 1 HP and leaves a shortfall of 1.
    found = ask({-1: 2, 2: 3}, 5, goal="hearts")
    assert found == {Adventure(True, 5, 0): F(2, 5), Adventure(False, 4, 2): F(3, 5)}


def test_remove_takes_a_negative_card_away() -> None:
    assert ask([card(0, "remove"), -3, 1, 1], 2) == {Adventure(True, 2, 0): 1}
    # a copied Remove takes the second one
    assert ask([card(0, "remove"), card(0, "copy"), -3, -2], 0) == {Adventure(True, 0, 0): 1}


def test_remove_takes_itself_where_it_is_the_worst_card() -> None:
    assert ask([card(-3, "remove"), 0, 1, 1], 2) == {Adventure(True, 2, 0): 1}


def test_a_removed_doubled_card_takes_its_doubled_power_along() -> None:
    # -3 doubled is -6, with 2 + 0 beside it -4. Removing it leaves 2; removing the used Double would leave -6.
    double, remove = card(2, "double"), card(0, "remove")
    a = after(adventuring(2, [-3, double, remove]), use(double, lies(-3)))
    advice = odds.advise(karen, a, karen.GOALS["power"])
    assert advice.best == (use(remove, lies(-3, doubled=True)),)
    assert {row.action: row.value for row in advice.rows} == {
        use(remove, lies(-3, doubled=True)): 2,
        DECLARE: -4,
        use(remove, itself(remove)): -4,
        use(remove, lies(double, used=True)): -6,
    }


def test_a_card_that_was_drawn_by_a_removed_card_stays() -> None:
    # "draw 1" of -2 brings the 4; Remove then takes the -2 away: 4 + 0 + 0 + 0
    deck = [card(-2, "draw 1"), card(0, "remove"), 0, 0]
    assert ask(deck, 4, discard=[4]) == {Adventure(True, 4, 0): 1}


# The four goals ----------------------------------------------------------------------------------
FOUR_NOTHINGS = [0, 0, 0, 0]


def test_clear_and_survive_take_a_chance_that_hearts_does_not() -> None:
    # Power 0 of 3 with 3 HP. Declare: 3 lost. One Courage Draw from {6, 0, 0, 0}: 1 lost in 1 of 4, else 1 + 3;
    # that is 13/4 on average, more than 3, but the only way to clear, to survive, or to have any power.
    chance = {Adventure(True, 6, 1): F(1, 4), Adventure(False, 0, 4): F(3, 4)}
    asked: dict[str, Any] = {"discard": [6, 0, 0, 0], "hp": 3, "courage": 1}
    for goal in ("clear", "survive", "power"):
        assert ask(FOUR_NOTHINGS, 3, goal=goal, **asked) == chance
    assert ask(FOUR_NOTHINGS, 3, goal="hearts", **asked) == {Adventure(False, 0, 3): 1}


def test_survive_declares_where_clear_risks_her_life() -> None:
    # As before with 4 HP: declaring leaves 1, a vain Courage Draw leaves 0.
    asked: dict[str, Any] = {"discard": [6, 0, 0, 0], "hp": 4, "courage": 1}
    assert ask(FOUR_NOTHINGS, 3, goal="survive", **asked) == {Adventure(False, 0, 3): 1}
    assert ask(FOUR_NOTHINGS, 3, goal="clear", **asked).p(cleared=True) == F(1, 4)


def test_power_goes_on_drawing_where_the_quest_is_sure_but_stops_before_the_deadly_draw() -> None:
    asked: dict[str, Any] = {"discard": [1, 1]}
    assert ask([3, 0, 0, 0], 3, goal="clear", **asked) == {Adventure(True, 3, 0): 1}
    assert ask([3, 0, 0, 0], 3, goal="power", **asked) == {Adventure(True, 5, 2): 1}
    assert ask([3, 0, 0, 0], 3, goal="power", hp=2, **asked) == {Adventure(True, 4, 1): 1}


@pytest.mark.parametrize("hearts, cleared", [(0, F(0)), (1, F(1, 4)), (9, F(1, 4))])
def test_what_clearing_is_worth_decides_between_hp_and_the_quest(hearts: int, cleared: Fraction) -> None:
    # Declaring counts -3. One Courage Draw from {6, 0, 0, 0} counts 1/4 * (hearts - 1) - 3/4 * 4 = hearts/4 - 13/4:
    # less if clearing is worth nothing, as much if it is worth 1 HP, and then the greater power decides.
    found = ask(FOUR_NOTHINGS, 3, discard=[6, 0, 0, 0], courage=1, goal=f"worth {hearts}")
    assert found.p(cleared=True) == cleared


# Ties --------------------------------------------------------------------------------------------
def test_ties_of_hearts_go_to_the_greater_power() -> None:
    # Courage from {6, 0, 0}: 1/3 * 1 + 2/3 * (1 + 3) = 3, as much as declaring; its expected power is 2 against 0.
    found = ask(FOUR_NOTHINGS, 3, discard=[6, 0, 0], courage=1, goal="hearts")
    assert found.marginal("hp_lost").mean == 3
    assert found.p(cleared=True) == F(1, 3)


def test_ties_of_clear_go_to_the_fewest_hp_lost() -> None:
    # No card helps: the quest is lost anyway, so nothing is paid for courage.
    assert ask(FOUR_NOTHINGS, 3, discard=[0, 0]) == {Adventure(False, 0, 3): 1}
    # 2 of 3 and {1, 0} to draw, one draw at most: declare 1; Courage 1/2 * 1 + 1/2 * 2 = 3/2, but the better chance.
    assert ask([2, 0, 0, 0], 3, discard=[1, 0], courage=1).marginal("hp_lost").mean == F(3, 2)


def test_ties_of_survive_go_to_the_fewest_hp_lost() -> None:
    # She lives either way with 9 HP. {6, 0}: declare 3; Courage, and again if need be: 1/2 * 1 + 1/2 * 2 = 3/2
    found = ask(FOUR_NOTHINGS, 3, hp=9, discard=[6, 0], goal="survive")
    assert found == {Adventure(True, 6, 1): F(1, 2), Adventure(True, 6, 2): F(1, 2)}


def test_what_is_equal_in_everything_falls_to_the_first_action_and_all_tied_ones_are_told() -> None:
    # Two cards, one, and two again by the Copy: five 1s in any order. Copying "draw 1" would bring but four.
    two, one, copy = card(0, "draw 2"), card(0, "draw 1"), card(0, "copy")
    a = adventuring(0, [one, copy, two], deck=[1] * 9)
    advice = odds.advise(karen, a, karen.GOALS["clear"])
    assert advice.best == (use(two), use(one), use(copy, None, lies(two)))
    assert advice.rows[0].values == (1, 0, 5)
    assert odds.graph(karen, a).solve(karen.GOALS["clear"]).policy(a, decision(a)) == {use(two): 1}


def test_declaring_comes_first_among_equals_and_courage_before_doubles() -> None:
    double = card(0, "double")
    a = adventuring(0, [double], deck=[0])
    advice = odds.advise(karen, a, karen.GOALS["clear"])
    assert advice.best == (DECLARE, use(double, itself(double)))
    assert [row.action for row in advice.rows] == [DECLARE, use(double, itself(double)), COURAGE]
    assert decision(a).actions == (DECLARE, COURAGE, use(double, itself(double)))


# Other referees ----------------------------------------------------------------------------------
def test_the_best_chance_against_a_deck_with_all_abilities_is_storms() -> None:
    deck = [card(0, "draw 1"), card(2, "double"), card(1, "copy"), card(1, "draw 2"), 0, 0, 1, 3]
    asked: dict[str, Any] = {"hp": 4, "courage": 1, "discard": [card(-1, "remove"), 2]}
    start = karen.adventure(deck, 11, **asked)
    goal = karen.GOALS["clear"]
    best = odds.value(karen, start, goal)
    assert 0 < best < 1
    assert storm_value(odds.graph(karen, start), goal.terms[0]) == best
    assert karen.adventure_odds(deck, 11, **asked).p(cleared=True) == best


def test_the_fewest_hp_lost_with_the_opening_cards_are_storms() -> None:
    deck = ["Hunger Pang"] * 5 + ["Attempt"] * 4 + ["Memento"]
    start, goal = karen.adventure(deck, 4, hp=6), karen.GOALS["hearts"]
    lost = ask(deck, 4, hp=6, goal="hearts").marginal("hp_lost").mean
    assert storm_value(odds.graph(karen, start), goal.terms[0]) == -lost


ABILITIES = ("", "", "draw 1", "draw 2", "draw 3", "double", "double", "copy", "copy", "remove")


def compare_a_random_adventure(seed: int, most: int) -> None:
    """The walk, the fast path and all orders of the cards agree on the whole distribution."""
    rng = random.Random(f"karen {seed}")
    least, size = rng.choice([0, 0, -2]), rng.randint(0, most)
    cards = [(rng.randint(least, 3), rng.choice(ABILITIES)) for _ in range(size)]
    cut = rng.choice([size, rng.randint(0, size)])
    asked: dict[str, Any] = {"hp": rng.randint(1, 5), "courage": rng.choice([None, None, 0, 1, 2, 3])}
    difficulty, goal = rng.randint(0, 14), rng.choice([*karen.GOALS, "worth 0", "worth 2", "worth 7"])
    switched = {"copy_unused": rng.random() < 0.8, "draw_when_enough": rng.random() < 0.8}
    switched["pay_for_nothing"] = rng.random() < 0.2
    setup = karen.Setup(karen.Options(effectless_abilities=rng.random() < 0.7, **switched))
    deck, discard = ([card(power, ability or None) for power, ability in part] for part in (cards[:cut], cards[cut:]))
    slow = Slow(cards[:cut], difficulty, discard=cards[cut:], goal=goal, options=SlowOptions(**switched), **asked)
    assert ask(deck, difficulty, discard=discard, goal=goal, setup=setup, **asked) == slow.odds()


@pytest.mark.parametrize("seed", range(60))
def test_all_orders_of_a_random_deck_agree_with_the_rules(seed: int) -> None:
    compare_a_random_adventure(seed, 5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1600))
def test_all_orders_of_a_random_larger_deck_agree_with_the_rules(seed: int) -> None:
    compare_a_random_adventure(seed, 6)
