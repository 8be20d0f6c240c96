"""Friday: what aging cards and pirates ask for, in the order of the official explanations of the cards."""

from __future__ import annotations

from typing import Any

import pytest

from friday_table import (
    BELOW,
    CARD_1,
    COMPARE,
    COPY,
    DESTROY,
    DOUBLE,
    ENOUGH,
    EXCHANGE,
    FREE,
    HUNGRY,
    LIFE_1,
    MORONIC,
    PAY,
    SCARED,
    SETTLE,
    SHEET,
    STOP,
    STUPID,
    VERY_HUNGRY,
    after,
    can,
    decided,
    fighting,
    lies,
    no,
    right,
    use,
)
from rulebooks import friday
from rulebooks.core.game import Chance, Terminal
from rulebooks.friday.abilities import best_total


# Aging cards ----------------------------------------------------------------------------------
@pytest.mark.rule("4.1", "5.6")
@pytest.mark.parametrize("aging, lost", [(HUNGRY, 1), (VERY_HUNGRY, 2)])
@pytest.mark.parametrize("value, short", [(3, 0), (5, 2)])
def test_hunger_costs_life_at_the_end_won_or_lost(aging: object, lost: int, value: int, short: int) -> None:
    assert decided(fighting(value, [aging, 3])) == friday.Fight(short == 0, 3, short + lost, 0, 0)


@pytest.mark.rule("5.6", "5.8")
def test_life_paid_for_hunger_destroys_nothing() -> None:
    f = after(fighting(4, [VERY_HUNGRY, 3]), COMPARE, SETTLE)
    assert (f.life, f.result.points) == (17, 1)
    assert {a for a in friday.candidates(f) if no(f, a) == "5.9"} == {friday.Destroy(lies(VERY_HUNGRY))}


@pytest.mark.rule("4.1", "3.6")
@pytest.mark.parametrize("way", [DESTROY, EXCHANGE, BELOW])
def test_an_aging_card_that_goes_asks_for_nothing(way: object) -> None:
    f = after(fighting(0, [way, VERY_HUNGRY], stack=[0]), use(way, VERY_HUNGRY))
    f = after(f, 0) if isinstance(friday.node(f), Chance) else f
    f = after(f, ENOUGH) if f.pending else f
    assert decided(f).life_lost == 0


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    "cards, total", [([4, 3], 3), ([4, 4], 4), ([0, -2], -2), ([], 0), ([1, -5], -5), ([SCARED, 4, 4, 3], 7)]
)
def test_the_highest_card_above_0_counts_0_one_of_equals_and_one_in_all(cards: list[object], total: int) -> None:
    assert friday.total(fighting(9, [SCARED, *cards])) == total


@pytest.mark.rule("4.3", "3.8")
def test_the_highest_printed_value_goes_and_doubling_it_is_worth_nothing() -> None:
    f = after(fighting(99, [SCARED, DOUBLE, 4, 3]), COMPARE)
    assert friday.total(after(f, use(DOUBLE, 4))) == 3
    assert friday.total(after(f, use(DOUBLE, 3))) == 6


@pytest.mark.rule("4.3", "3.8")
def test_of_equal_highest_cards_a_doubled_one_is_spared() -> None:
    f = after(fighting(99, [SCARED, DOUBLE, 4, 4]), COMPARE, use(DOUBLE, 4))
    assert friday.total(f) == 8


@pytest.mark.rule("4.3", "3.6")
def test_a_face_down_card_is_neither_scared_nor_the_highest() -> None:
    assert friday.total(fighting(9, [friday.face_down(SCARED), 4])) == 4
    assert friday.total(fighting(9, [SCARED, friday.face_down(4), 3, 1])) == 1


@pytest.mark.rule("4.2")
def test_a_stop_on_the_left_ends_free_drawing_but_not_paid_or_extra_cards() -> None:
    f = after(fighting(9, [CARD_1], free=3, stack=[STOP, 1, 2, 3]), FREE, STOP)
    assert no(f, FREE) == "4.2"
    assert no(f, PAY) == ""
    assert right(1) in after(f, use(CARD_1), 1).cards


@pytest.mark.rule("4.2")
def test_a_stop_on_the_right_is_a_card_of_value_0() -> None:
    f = after(fighting(9, [CARD_1], free=2, stack=[STOP, 1]), use(CARD_1), STOP)
    assert no(f, FREE) == ""
    assert friday.total(f) == 0


@pytest.mark.rule("4.2")
@pytest.mark.parametrize("way", [DESTROY, EXCHANGE, BELOW])
def test_when_a_stop_goes_free_drawing_goes_on(way: object) -> None:
    f = fighting(9, [way, STOP], free=3, stack=[1, 1])
    assert no(f, FREE) == "4.2"
    f = after(f, use(way, STOP))
    f = after(f, 1) if isinstance(friday.node(f), Chance) else f
    f = after(f, ENOUGH) if f.pending else f
    assert no(f, FREE) == ""
    assert f.free == 1


@pytest.mark.rule("4.2")
def test_when_a_stop_goes_no_more_than_the_free_cards_that_were_left_are_drawn() -> None:
    f = after(fighting(9, [DESTROY, STOP], stack=[1, 1]), use(DESTROY, STOP))
    assert no(f, FREE) == "2.2"


# Pirates --------------------------------------------------------------------------------------
@pytest.mark.rule("6.2")
def test_a_pirate_is_not_left_alone_while_a_card_can_be_drawn_or_paid_for() -> None:
    f = fighting("pirate-20", [4] * 4, stack=[4, 4, 0], life=2)
    assert no(f, COMPARE) == "6.2"
    short = after(f, FREE, 0, FREE, 4)
    assert (friday.total(short), no(short, COMPARE)) == (20, "")
    poor = fighting("pirate-20", [4] * 6, stack=[4], life=0)
    assert no(poor, COMPARE) == ""


@pytest.mark.rule("6.2", "3.8")
def test_a_pirate_may_be_compared_with_when_doubles_reach_the_value_and_then_they_must() -> None:
    f = fighting(8, [DOUBLE, 4], pirate="none", stack=[1])
    assert no(f, COMPARE) == ""
    f = after(f, COMPARE)
    assert no(f, SETTLE) == "6.2"
    assert decided(after(f, use(DOUBLE, 4))).won


@pytest.mark.rule("6.3")
def test_a_pirate_not_beaten_loses_the_game() -> None:
    f = after(fighting("pirate-20", [4] * 6, life=1, stack=[-5]), PAY, -5, COMPARE, SETTLE)
    assert friday.node(f) == Terminal((0,), "6.3")
    assert friday.finished(f) == friday.Fight(False, 19, 2, 1, 0)


@pytest.mark.rule("6.4")
def test_against_the_2_life_pirate_each_paid_card_costs_2() -> None:
    f = fighting("pirate-16", [2] * 7, stack=[2, 2], life=3)
    assert no(f, friday.Pay(2)) == ""
    f = after(f, friday.Pay(2), 2)
    assert (f.life, friday.total(f)) == (1, 16)
    assert decided(f).won


@pytest.mark.rule("6.4", "2.5", "6.3")
def test_with_1_life_left_against_the_2_life_pirate_the_game_is_lost() -> None:
    f = fighting("pirate-16", [2] * 7, stack=[2], life=1)
    assert no(f, friday.Pay(2)) == "2.5"
    f = after(f, COMPARE, SETTLE)
    assert friday.node(f) == Terminal((0,), "6.3")
    assert f.life == 0
    assert friday.finished(f).life_lost == 2


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    "cards, total",
    [
        ([4, 3, 2, 1], 7),  # two of four
        ([4, 3, 2, 1, 1], 9),  # three of five: rounded up
        ([4, 3, 2, -1, HUNGRY], 7),  # an aging card takes a place
        ([4, 3, 2, 1, STUPID, MORONIC], -2),
        ([4, STUPID, MORONIC, "aging-suicidal"], -6),  # more aging cards than places: the best of them
        ([4], 4),
        ([-1], -1),
        ([4, friday.face_down(STUPID)], 0),  # an aging card turned face down still takes its place
        ([4, 3, friday.face_down(-1)], 7),  # a face-down card is still a card
    ],
)
def test_of_half_the_cards_aging_ones_come_first_and_the_best_fill_up(cards: list[object], total: int) -> None:
    items = [SHEET.find(c) if isinstance(c, str) else c for c in cards]
    assert friday.total(fighting(22, items, pirate="half_count")) == total


@pytest.mark.rule("6.5", "4.3", "3.8")
def test_half_of_the_cards_is_taken_after_fear_and_doubling() -> None:
    f = fighting(22, [SCARED, DOUBLE, 4, 3, 2, 1], pirate="half_count", life=0)
    assert friday.total(f) == 0 + 3 + 2
    assert friday.total(after(f, COMPARE, use(DOUBLE, 3))) == 0 + 6 + 2


@pytest.mark.rule("6.6")
def test_against_the_pirate_of_52_each_drawn_card_adds_1_face_down_ones_too() -> None:
    f = fighting("pirate-52", [4, friday.face_down(3), STUPID], drawn_right=[LIFE_1], life=0)
    assert friday.total(f) == 4 - 2 + 4


@pytest.mark.rule("3.8", "6.2")
def test_the_best_doubling_of_a_pirate_fight_is_found_with_doubles_copies_fear_and_twenty_cards() -> None:
    doubles, copies = [can("double", 1), can("double", 2)], [COPY, can("copy", 1)]
    cards = [SCARED, *doubles, *copies, 4, 4, 3, 3, 3, 2, 2, 1, 1, 0, 0, -1, -2, -4, HUNGRY]
    f = fighting(99, cards, pirate="none")
    # 4+3+3+3 doubled: of the two 4 one counts 0, and the doubled one is spared
    assert len(f.cards) == 20
    assert best_total(f) == friday.total(f) + 4 + 3 + 3 + 3


def pirates_come(*two: str, **rest: Any) -> friday.State:
    """The table when the pirates come."""
    return friday.table(**{"life": 9, "stack": ["focused"], "step": "pirates", "pirates": two, **rest})


@pytest.mark.rule("6.7")
def test_the_pirate_of_hazards_asks_for_all_red_values_not_beaten_and_gives_all_their_free_cards() -> None:
    undone = ["books", "exploring-food", "vision 3"]
    s = pirates_come("pirate-hazards", "pirate-20", hazards=undone[:1], hazard_discard=undone[1:])
    s = after(s, friday.Face(SHEET.find("pirate-hazards")))
    assert (friday.need(s.fight), s.fight.free) == (3 + 6 + 11, 1 + 2 + 4)
    everything = after(pirates_come("pirate-hazards", "pirate-20"), friday.Face(SHEET.find("pirate-hazards")))
    assert (friday.need(everything.fight), everything.fight.free) == (198, 70)


@pytest.mark.rule("6.8")
@pytest.mark.parametrize("level, board", [(1, 10), (2, 10), (3, 11), (4, 11)])
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_the_pirate_of_age_asks_2_for_each_aging_card_that_left_the_board(level: int, board: int, taken: int) -> None:
    gone = ["aging-stupid", "aging-hungry", "aging-scared"][:taken]
    s = pirates_come("pirate-aging", "pirate-20", level=level, stack=["focused", *gone])
    assert len(s.aging) == board - taken
    s = after(s, friday.Face(SHEET.find("pirate-aging")))
    assert (friday.need(s.fight), s.fight.free) == (2 * taken, 5)


@pytest.mark.rule("6.7", "6.8")
def test_what_a_pirate_asks_is_counted_when_his_fight_begins_the_second_one_too() -> None:
    s = pirates_come("pirate-aging", "pirate-hazards", hazards=[], hazard_discard=[], stack=[], discard=["focused"])
    s = after(s, friday.Face(SHEET.find("pirate-hazards")), PAY, "aging-hungry", "focused", COMPARE, SETTLE)
    s = after(s, friday.Face(SHEET.find("pirate-aging")))
    assert friday.need(s.fight) == 2


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    "rest, life", [({"stack": []}, 3), ({"stack": [0], "pay": 0}, 3), ({"stack": [0], "life": 0}, 0)]
)
def test_life_that_buys_no_card_is_kept_when_a_pirate_wins(rest: dict[str, Any], life: int) -> None:
    f = after(fighting("pirate-20", [2] * 6, **{"life": 3, **rest}), COMPARE, SETTLE)
    assert (f.life, friday.finished(f).won) == (life, False)
