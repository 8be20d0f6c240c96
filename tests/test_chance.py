"""Bags, piles, deals and rolls: printed numbers first, then what always holds, then counting every case."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, gcd, prod
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks.core.chance import Bag, Pile, Seen, deal, hand_count, roll

cards = st.lists(st.integers(-2, 4), max_size=7)
some_cards = st.lists(st.integers(-2, 4), min_size=1, max_size=7)
dice = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), min_size=1, max_size=4)


# Printed numbers --------------------------------------------------------------
def test_two_cards_of_two_noughts_and_a_one() -> None:
    assert deal(Bag([0, 0, 1]), 2) == {Bag([0, 0]): 1, Bag([0, 1]): 2}


def test_the_sum_of_four_cards_of_thirty_has_the_weights_worked_out_by_hand() -> None:
    sums: Counter[int] = Counter()
    for hand, ways in deal(Bag({0: 10, 1: 8, 2: 6, 3: 4, 4: 2}), 4).items():
        sums[sum(hand)] += ways
    printed = [210, 960, 1980, 3200, 4105, 4456, 4134, 3344, 2344, 1432, 754, 328, 120, 32, 6]
    assert [sums[total] for total in range(15)] == printed


def test_twenty_cards_of_which_six_are_wanted_two_dealt() -> None:
    wanted = deal(Bag({"other": 14, "wanted": 6}), 2)
    odds = {hand.count("wanted"): Fraction(ways, 190) for hand, ways in wanted.items()}
    assert odds == {0: Fraction(91, 190), 1: Fraction(42, 95), 2: Fraction(3, 38)}


def test_a_die_with_two_kinds_of_face_is_a_coin() -> None:
    assert roll([0, 0, 0, 1, 1, 1]) == {0: 1, 1: 1}


def test_two_ordinary_dice_show_seven_in_six_of_thirty_six_ways() -> None:
    rolled = roll(range(1, 7), range(1, 7))
    assert sum(ways for faces, ways in rolled.items() if sum(faces) == 7) == 6
    assert sum(rolled.values()) == 36


# Bags -------------------------------------------------------------------------
@given(cards, st.randoms())
def test_a_bag_does_not_know_in_which_order_it_was_filled(items: list[int], luck: Any) -> None:
    mixed = list(items)
    luck.shuffle(mixed)
    assert (Bag(items), hash(Bag(items)), repr(Bag(items))) == (Bag(mixed), hash(Bag(mixed)), repr(Bag(mixed)))
    assert Bag[int]().add(*mixed) == Bag(items) == Bag(Counter(mixed))


@given(cards, cards)
def test_bags_are_equal_when_their_counts_are(a: list[int], b: list[int]) -> None:
    assert (Bag(a) == Bag(b)) is (Counter(a) == Counter(b))


@given(cards, cards)
def test_what_is_added_can_be_taken_again(a: list[int], b: list[int]) -> None:
    both = Bag(a) + Bag(b)
    assert both == Bag(a + b) == Bag(a).add(*b)
    assert both - Bag(b) == Bag(a) == both.take(*b)


@given(cards)
def test_a_bag_tells_its_items_sorted_with_their_counts(items: list[int]) -> None:
    bag = Bag(items)
    assert list(bag) == sorted(items)
    assert bag.counts == Counter(items)
    assert list(bag.kinds) == sorted(set(items))
    assert len(bag) == len(items)
    assert all(bag.count(x) == items.count(x) and (x in bag) is (x in items) for x in range(-3, 6))


def test_adding_to_a_bag_leaves_it_as_it_was() -> None:
    bag = Bag([1, 2])
    bag.add(3)
    bag.take(1)
    assert bag == Bag([1, 2])


@pytest.mark.parametrize("bag", [Bag(), Bag([1, 3]), Bag([2])])
def test_a_missing_card_cannot_be_taken(bag: Bag[int]) -> None:
    with pytest.raises(ValueError, match="cannot take 2 out of"):
        bag.take(2, 2)


def test_a_bag_cannot_be_lessened_by_more_than_it_holds() -> None:
    with pytest.raises(ValueError, match="cannot take 1"):
        Bag([1, 1]) - Bag([1, 1, 1])


@pytest.mark.parametrize("count", [-1, 1.5, True, "2", None])
def test_a_count_that_is_no_whole_number_from_0_up_is_refused(count: Any) -> None:
    with pytest.raises(ValueError, match="whole number from 0 up"):
        Bag({1: count})


def test_a_count_of_nothing_leaves_no_trace() -> None:
    assert Bag({1: 0, 2: 1}) == Bag([2])
    assert not Bag({1: 0})


def test_a_bag_is_no_list() -> None:
    assert Bag([1]) != [1]
    assert str(Bag()) == "nothing"
    assert str(Bag([1, 1, 2])) == "1 ×2, 2"


@given(cards)
def test_a_bag_survives_being_sent_to_another_process(items: list[int]) -> None:
    assert pickle.loads(pickle.dumps(Bag(items))) == Bag(items)


# Deals ------------------------------------------------------------------------
@given(cards, st.integers(0, 7))
def test_a_deal_weighs_each_hand_by_the_ways_to_get_it(items: list[int], n: int) -> None:
    n = min(n, len(items))
    assert deal(Bag(items), n) == Counter(Bag(hand) for hand in combinations(items, n))
    assert sum(deal(Bag(items), n).values()) == comb(len(items), n)
    assert hand_count(Bag(items), n) == len(deal(Bag(items), n))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(1, 3))
def test_a_deal_is_the_top_of_all_orders_of_the_pile(items: list[int], n: int) -> None:
    n = min(n, len(items))
    tops = Counter(Bag(order[:n]) for order in permutations(items))
    dealt = deal(Bag(items), n)
    assert {hand: Fraction(w, tops.total()) for hand, w in tops.items()} == {
        hand: Fraction(w, sum(dealt.values())) for hand, w in dealt.items()
    }


@given(some_cards, st.integers(1, 7))
def test_a_deal_agrees_with_icepool(items: list[int], n: int) -> None:
    n = min(n, len(items))
    sums: Counter[int] = Counter()
    for hand, ways in deal(Bag(items), n).items():
        sums[sum(hand)] += ways
    theirs = icepool.Deck(Counter(items)).deal(n).sum()
    total = comb(len(items), n)
    assert {k: Fraction(w, total) for k, w in sums.items()} == {k: theirs.probability(k) for k in theirs.outcomes()}


@given(some_cards)
def test_one_card_comes_as_often_as_it_lies_there(items: list[int]) -> None:
    assert deal(Bag(items)) == Counter(items)


def test_hands_are_counted_without_being_made() -> None:
    assert hand_count(Bag(dict.fromkeys(range(13), 4)), 13) == 3_598_180


@pytest.mark.parametrize("n", [-1, 4])
def test_more_cards_than_there_are_cannot_be_dealt(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot deal {n} cards from 3"):
        deal(Bag([1, 2, 3]), n)


def test_an_empty_bag_or_pile_deals_nothing() -> None:
    with pytest.raises(ValueError, match="empty bag"):
        deal(Bag())
    with pytest.raises(ValueError, match="empty pile"):
        deal(Pile())


def test_a_remembered_deal_cannot_be_spoilt() -> None:
    hands = deal(Bag([1, 2]), 1)
    with pytest.raises(TypeError):
        hands[Bag([1])] = 5  # type: ignore[index]


# Piles ------------------------------------------------------------------------
def test_a_card_put_on_top_comes_next_for_certain() -> None:
    pile = Pile((Bag([1, 2]),)).on_top(7)
    assert deal(pile) == {7: 1}
    assert deal(pile.take(7)) == {1: 1, 2: 1}


def test_of_several_cards_put_on_top_the_last_named_comes_first() -> None:
    empty: Pile[int] = Pile()
    assert list(empty.on_top(1, 2, 3)) == [3, 2, 1]


def test_cards_put_below_come_last_the_last_named_at_the_very_end() -> None:
    pile = Pile((Bag([5]),)).below(1, 2)
    assert list(pile) == [5, 1, 2]
    assert deal(pile.take(5).take(1)) == {2: 1}


def test_a_shuffled_packet_on_another_keeps_the_two_apart() -> None:
    pile = Pile((Bag([1, 2]), Bag([3, 4])))
    assert deal(pile) == {1: 1, 2: 1}
    assert deal(pile.take(1)) == {2: 1}
    assert deal(pile.take(1).take(2)) == {3: 1, 4: 1}
    assert pile != Pile((Bag([1, 2, 3, 4]),))


def test_an_empty_packet_makes_no_difference() -> None:
    assert Pile((Bag(), Seen(1), Bag())) == Pile((Seen(1),))
    assert hash(Pile((Bag(), Seen(1)))) == hash(Pile((Seen(1),)))


def test_a_card_that_cannot_be_on_top_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="the top card is 1, not 2"):
        Pile((Seen(1), Bag([2]))).take(2)
    with pytest.raises(ValueError, match="cannot take 3"):
        Pile((Bag([2]), Bag([3]))).take(3)
    empty: Pile[int] = Pile()
    with pytest.raises(ValueError, match="empty pile"):
        empty.take(1)


def test_a_pile_of_partly_known_order_deals_one_card_at_a_time() -> None:
    pile = Pile((Seen(1), Bag([2, 3])))
    assert deal(pile, 1) == {Bag([1]): 1}
    with pytest.raises(ValueError, match="one at a time"):
        deal(pile, 2)


@given(cards, cards)
def test_a_pile_dealt_out_gives_every_card_once(unknown: list[int], on_top: list[int]) -> None:
    pile = Pile((Bag(unknown),)).on_top(*on_top)
    assert len(pile) == len(unknown) + len(on_top)
    dealt = []
    while len(pile):
        dealt.append(next(iter(deal(pile))))
        pile = pile.take(dealt[-1])
    assert dealt[: len(on_top)] == on_top[::-1]
    assert sorted(dealt) == sorted(unknown + on_top)


# Rolls ------------------------------------------------------------------------
@given(dice)
def test_a_roll_weighs_each_set_of_faces_by_counting_all_rolls(pool: list[list[int]]) -> None:
    every = Counter(Bag(faces) if len(pool) > 1 else faces[0] for faces in product(*pool))
    rolled = roll(*pool)
    shared = gcd(*every.values())
    assert rolled == {faces: ways // shared for faces, ways in every.items()}
    assert sum(rolled.values()) == prod(map(len, pool)) // shared


@given(dice)
def test_the_weights_of_a_roll_have_no_common_divisor(pool: list[list[int]]) -> None:
    assert gcd(*roll(*pool).values()) == 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(1, 4))
def test_a_roll_agrees_with_icepool(faces: list[int], n: int) -> None:
    sums: Counter[int] = Counter()
    for shown, ways in roll(*[faces] * n).items():
        sums[sum(shown) if n > 1 else shown] += ways
    theirs = (n @ icepool.Die(faces)).probability
    assert all(Fraction(w, sums.total()) == theirs(total) for total, w in sums.items())


def test_a_weighted_die_is_a_mapping() -> None:
    assert roll({"star": 4, "moon": 2}) == {"star": 2, "moon": 1} == dict(sorted({"moon": 1, "star": 2}.items()))


@pytest.mark.parametrize("weight", [0, -1, 1.5, True])
def test_a_face_needs_a_weight_above_0(weight: Any) -> None:
    with pytest.raises(ValueError, match="weight is a whole number above 0"):
        roll({"star": weight, "moon": 1})


def test_a_roll_needs_dice_and_a_die_needs_faces() -> None:
    with pytest.raises(ValueError, match="no dice"):
        roll()
    with pytest.raises(ValueError, match="at least one face"):
        roll([1, 2], [])
