"""Fast answers equal the slow ones, and the slow ones equal counting and other people's tools."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fight as fight_game
from rulebooks import odds
from rulebooks.core.chance import Bag, deal
from rulebooks.fast.fights import least_loss
from rulebooks.fast.sums import sum_odds, totals

DECK = {0: 10, 1: 8, 2: 6, 3: 4, 4: 2}
FIGHT = (DECK, 4, 5, 10)
LONG_FIGHT = ({0: 10, 1: 8, 2: 6, 3: 4, 4: 4, 5: 3, 6: 3, 7: 2}, 4, 8, 25)
PRINTED_10 = [
    1, 80, 1320, 8920, 36995, 114312, 279930, 576840, 1028268, 1617456, 2278884, 2901784, 3366547, 3573256, 3482402,
    3118424, 2570003, 1944704, 1349890, 855600, 493182, 256040, 118750, 48296, 16902, 4912, 1118, 184, 15,
]  # fmt: skip

values = st.one_of(st.integers(-4, 6), st.sampled_from([-(10**9), 10**6, 10**30]))
decks = st.dictionaries(values, st.integers(0, 4), max_size=5)
small_decks = st.dictionaries(st.integers(-2, 5), st.integers(1, 3), min_size=1, max_size=4)


def counted(deck: dict[int, int], n: int) -> Counter[int]:
    """The sums of all hands, one hand at a time."""
    return Counter(map(sum, combinations(Counter(deck).elements(), n)))


def smallest_first(total: dict[int, int]) -> bool:
    """Whether the sums stand in order."""
    return list(total) == sorted(total)


# Sums -------------------------------------------------------------------------
def test_four_cards_of_the_thirty_have_the_printed_weights() -> None:
    printed = [210, 960, 1980, 3200, 4105, 4456, 4134, 3344, 2344, 1432, 754, 328, 120, 32, 6]
    assert totals(DECK, 4) == dict(enumerate(printed))
    assert sum_odds(DECK, 4).at_least(8) == Fraction(1672, 9135)


def test_ten_cards_of_the_thirty_have_the_printed_weights() -> None:
    assert totals(DECK, 10) == dict(enumerate(PRINTED_10))


@given(decks, st.integers(0, 20))
def test_sums_are_those_of_counting_every_hand(deck: dict[int, int], n: int) -> None:
    n = min(n, sum(deck.values()), 5)
    assert totals(deck, n) == counted(deck, n)
    assert smallest_first(totals(deck, n))
    assert totals(Bag(deck), n) == totals(deck, n)


@given(decks, st.integers(0, 20))
def test_sums_are_those_of_dealing_hands(deck: dict[int, int], n: int) -> None:
    n = min(n, sum(deck.values()))
    slow: Counter[int] = Counter()
    for hand, ways in deal(Bag(deck), n).items():
        slow[sum(hand)] += ways
    assert totals(deck, n) == slow
    assert sum_odds(deck, n).how.kind == "exact"
    assert slow.total() == comb(sum(deck.values()), n)


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 9), min_size=1), st.integers(1, 12))
def test_sums_agree_with_icepool(deck: dict[int, int], n: int) -> None:
    n = min(n, sum(deck.values()))
    theirs = icepool.Deck(deck).deal(n).sum()
    ours = totals(deck, n)
    assert sum_odds(deck, n) == {k: theirs.probability(k) for k in theirs.outcomes()}
    assert list(ours) == list(theirs.outcomes())


def test_a_very_large_deck_is_counted_in_wide_fields() -> None:
    deck = {0: 200, 1: 200, 3: 200}
    assert sum(totals(deck, 100).values()) == comb(600, 100)
    assert totals(deck, 100)[0] == comb(200, 100)


def test_the_sum_of_no_cards_is_nought() -> None:
    assert totals({}, 0) == totals({5: 2}, 0) == {0: 1}


@pytest.mark.parametrize("n", [-1, 31, 1.0, True, None])
def test_a_number_of_cards_that_cannot_be_dealt_is_refused(n: Any) -> None:
    with pytest.raises(ValueError, match="a whole number from 0 to 30"):
        totals(DECK, n)


@pytest.mark.parametrize(
    "deck, message",
    [
        ([1, 2], "a Bag or a mapping"),
        ({1: -1}, "card 1: a count is a whole number from 0 up, not -1"),
        ({1: 1.0}, "card 1: a count"),
        ({1: True}, "card 1: a count"),
        ({1.5: 1}, "a card's value is a whole number, not 1.5"),
        ({"ace": 1}, "not 'ace'"),
        (Bag(["ace"]), "not 'ace'"),
    ],
)
def test_what_is_no_deck_is_refused(deck: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        totals(deck, 1)
    with pytest.raises(ValueError, match=message):
        least_loss(deck, 1, 0, 3)


# Fights -----------------------------------------------------------------------
def plain(deck: dict[int, int], free: int, extra: int, target: int) -> Fraction:
    """The fight as everybody would first write it: a memoised walk in Fractions, one card at a time."""
    kinds = tuple(deck)

    @cache
    def draw(left: tuple[int, ...], total: int, drawn: int) -> Fraction:
        cost = Fraction(0)
        for i, n in enumerate(left):
            if n:
                rest = left[:i] + (n - 1,) + left[i + 1 :]
                cost += Fraction(n, sum(left)) * least(rest, total + kinds[i], drawn + 1)
        return cost

    @cache
    def least(left: tuple[int, ...], total: int, drawn: int) -> Fraction:
        if drawn < free:
            return draw(left, total, drawn)
        stop = Fraction(max(0, target - total))
        if not stop or drawn == free + extra:
            return stop
        return min(stop, 1 + draw(left, total, drawn))

    return least(tuple(deck.values()), 0, 0)


def walked(deck: dict[int, int], free: int, extra: int, target: int) -> Fraction:
    """The fight through its rules and the generic engine."""
    return -odds.value(fight_game, fight_game.fight(deck, free, extra, target), fight_game.LEAST_LOSS)


@pytest.mark.parametrize("answer", [least_loss, walked, plain], ids=lambda f: f.__name__)
def test_the_thirty_card_fight_costs_48070426_of_12876435(answer: Any) -> None:
    assert answer(*FIGHT) == Fraction(48070426, 12876435)


@pytest.mark.parametrize("answer", [least_loss, walked], ids=lambda f: f.__name__)
def test_the_forty_card_fight_costs_11580869954461_of_1548675784656(answer: Any) -> None:
    assert answer(*LONG_FIGHT) == Fraction(11580869954461, 1548675784656)


@given(small_decks, st.integers(0, 3), st.integers(0, 4), st.integers(-3, 14))
def test_a_fight_costs_the_same_three_ways(deck: dict[int, int], free: int, extra: int, target: int) -> None:
    size = sum(deck.values())
    free = min(free, size)
    extra = min(extra, size - free)
    fast = least_loss(deck, free, extra, target)
    assert fast == walked(deck, free, extra, target) == plain(deck, free, extra, target)
    assert fast == least_loss(Bag(deck), free, extra, target)


def test_storm_agrees_on_the_thirty_card_fight() -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    graph = odds.graph(fight_game, fight_game.fight(*FIGHT))
    assert storm_value(graph, lambda s: s[1], least=True) == Fraction(48070426, 12876435)


def test_never_drawing_and_always_drawing_cost_more() -> None:
    start = fight_game.fight(*FIGHT)
    never = odds.final(fight_game, start, lambda s: fight_game.Action.STOP, lambda s: s[1]).mean
    always = odds.final(fight_game, start, lambda s: fight_game.Action.DRAW, lambda s: s[1]).mean
    assert never == Fraction(128578, 27405)
    assert always == Fraction(117542218, 30045015)
    assert min(never, always) > least_loss(*FIGHT)


@pytest.mark.parametrize("most, cost", [(8, Fraction(18688, 5005)), (7, None), (9, None)])
def test_a_rule_of_thumb_has_an_exact_price(most: int, cost: Fraction | None) -> None:
    def thumb(s: fight_game.State) -> fight_game.Action:
        return fight_game.Action.DRAW if s[4].target - s[2] <= most else fight_game.Action.STOP

    price = odds.final(fight_game, fight_game.fight(*FIGHT), thumb, lambda s: s[1]).mean
    assert cost is None or price == cost
    assert price > least_loss(*FIGHT)


@pytest.mark.parametrize(
    "free, extra, target, message",
    [
        (-1, 1, 1, "free: a whole number from 0 up, not -1"),
        (1, 1.0, 1, "extra: a whole number"),
        (1, True, 1, "extra: a whole number"),
        (1, 1, "4", "target: a whole number"),
        (20, 11, 1, "cannot deal 20 cards and draw 11 from 30"),
    ],
)
def test_a_fight_that_cannot_be_is_refused(free: Any, extra: Any, target: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        least_loss(DECK, free, extra, target)


def test_more_draws_than_the_fast_path_can_follow_are_refused() -> None:
    assert least_loss({0: 400}, 0, 400, 3) == 3
    with pytest.raises(ValueError, match="at most 400 extra draws, not 401"):
        least_loss({0: 500}, 0, 401, 3)
