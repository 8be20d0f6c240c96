"""Friday: how we read what the rules leave open. One test or more for each ruling, whose name says the answer.

Where a ruling is an option, one test holds both readings, or one the default and one the other.
"""

from __future__ import annotations

from typing import Any

import pytest

from friday_table import (
    BELOW,
    CARD_1,
    CARDS_2,
    COMPARE,
    COPY,
    DESTROY,
    DOUBLE,
    ENOUGH,
    EXCHANGE,
    EXCHANGE_2,
    FREE,
    HUNGRY,
    LIFE_1,
    LIFE_2,
    LOOK,
    PAY,
    REPLACE,
    SCARED,
    SECOND,
    SETTLE,
    SORT,
    STEP,
    STOP,
    STUPID,
    VERY_HUNGRY,
    actions,
    after,
    card,
    decided,
    ended_by,
    fighting,
    lies,
    no,
    right,
    use,
    used,
)
from rulebooks import friday, odds
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.game import Chance

Options = friday.Options
AIMED = {"destroy": DESTROY, "exchange": EXCHANGE, "exchange 2": EXCHANGE_2, "below the stack": BELOW}


# The stack ------------------------------------------------------------------------------------
@pytest.mark.ruling("FR-1")
def test_fr_01_a_shuffle_without_an_aging_card_loses_the_game() -> None:
    f = fighting(9, [0], free=2, discard=[3])
    assert ended_by(after(f, FREE)) == "2.10"


@pytest.mark.ruling("FR-1")
def test_fr_01_taking_the_last_aging_card_loses_nothing_yet() -> None:
    f = after(fighting(9, [0], free=2, discard=[3], aging=[HUNGRY]), FREE, HUNGRY, 3)
    assert (f.phase, len(f.aging), list(f.stack)) == ("fight", 0, [HUNGRY])
    assert ended_by(after(f, PAY, HUNGRY, COMPARE, SETTLE, ENOUGH)) == "5.5"


@pytest.mark.ruling("FR-1")
def test_fr_01_by_the_older_rule_the_discard_pile_is_shuffled_alone() -> None:
    f = after(fighting(9, [0], free=2, discard=[3, 3], options=Options(aging_exhausted="reshuffle")), FREE)
    assert friday.node(f) == Chance("Robinson's next card", {card(3): 2})
    assert after(f, 3).stack == Pile((Bag([card(3)]),))


@pytest.mark.ruling("FR-38")
def test_fr_38_with_stack_and_discard_pile_empty_nothing_is_drawn() -> None:
    f = fighting(9, [0, CARD_1], free=3, aging=[STUPID])
    assert [no(f, FREE), no(f, PAY), no(f, use(CARD_1))] == ["2.8", "2.6", "3.5"]
    assert no(after(f, COMPARE), SETTLE) == ""


@pytest.mark.ruling("FR-38")
def test_fr_38_read_otherwise_an_aging_card_alone_becomes_the_stack() -> None:
    f = fighting(9, [0], free=2, aging=[STUPID], options=Options(draw_from_nothing=True))
    assert after(f, FREE, STUPID, STUPID).cards == Bag([lies(0), lies(STUPID)])


@pytest.mark.ruling("FR-43")
def test_fr_43_the_aging_card_shuffled_in_is_known_but_not_where_it_lies() -> None:
    f = after(fighting(9, [], free=1, discard=[3], aging=[HUNGRY, STUPID]), FREE)
    assert friday.node(f) == Chance("the next aging card", {HUNGRY: 1, STUPID: 1})
    assert after(f, HUNGRY).stack == Pile((Bag([card(3), HUNGRY]),))


# Targets and copies ---------------------------------------------------------------------------
@pytest.mark.ruling("FR-2")
@pytest.mark.parametrize("ability", [DESTROY, EXCHANGE, EXCHANGE_2, BELOW, DOUBLE, COPY])
def test_fr_02_no_ability_is_aimed_at_its_own_card(ability: Any) -> None:
    f = fighting(9, [ability, 0], stack=[1])
    f = after(f, COMPARE) if ability is DOUBLE else f
    uses = [a for a in friday.candidates(f) if isinstance(a, friday.Use)]
    assert {a.target for a in uses} == ({None} if ability is COPY else {lies(0)})
    assert {a.copied for a in uses} == {None}


@pytest.mark.ruling("FR-3")
def test_fr_03_several_copies_repeat_one_ability_used_or_not() -> None:
    f = fighting(9, [COPY, COPY, LIFE_1], life=5)
    f = after(f, use(COPY, None, LIFE_1), use(LIFE_1), use(COPY, None, used(LIFE_1)))
    assert f.life == 8


@pytest.mark.ruling("FR-4")
def test_fr_04_a_copy_is_not_copied() -> None:
    assert no(fighting(9, [COPY, COPY]), use(COPY, None, COPY)) == "3.12"


@pytest.mark.ruling("FR-4")
def test_fr_04_read_otherwise_it_may_be_and_nothing_comes_of_it() -> None:
    f = fighting(9, [COPY, COPY, LIFE_1], life=5, options=Options(copy_of_copy=True))
    f = after(f, use(COPY, None, COPY))
    assert f.cards == Bag([used(COPY), lies(COPY), lies(LIFE_1)])
    assert f.life == 5


@pytest.mark.ruling("FR-5")
@pytest.mark.parametrize("aging", [SCARED, STOP, HUNGRY, VERY_HUNGRY])
def test_fr_05_what_aging_cards_ask_for_is_not_copied(aging: Any) -> None:
    assert no(fighting(9, [COPY, aging]), use(COPY, None, aging)) == "3.12"


@pytest.mark.ruling("FR-5")
def test_fr_05_a_face_down_card_has_nothing_to_copy() -> None:
    f = fighting(9, [COPY, friday.face_down(LIFE_1)])
    assert no(f, use(COPY)) == "3.12"
    assert actions(f) == (COMPARE,)


@pytest.mark.ruling("FR-5")
def test_fr_05_read_otherwise_a_copy_repeats_the_harm() -> None:
    options = Options(copy_aging=True, zero_each=True)
    f = after(fighting(0, [COPY, VERY_HUNGRY], options=options), use(COPY, None, VERY_HUNGRY))
    assert decided(f) == friday.Fight(True, 0, 4, 0, 0)
    g = fighting(0, [COPY, SCARED, 4, 3], options=options)
    assert (friday.total(g), friday.total(after(g, use(COPY, None, SCARED)))) == (3, 0)


@pytest.mark.ruling("FR-6")
@pytest.mark.parametrize("ability", AIMED)
def test_fr_06_a_copied_ability_may_hit_the_copied_card_not_the_copy(ability: str) -> None:
    copied = AIMED[ability]
    f = fighting(9, [COPY, copied], stack=[1])
    assert no(f, use(COPY, copied, copied)) == ""
    assert use(COPY, used(COPY), copied) not in friday.candidates(f)


@pytest.mark.ruling("FR-6")
@pytest.mark.parametrize("ability", AIMED)
def test_fr_06_read_otherwise_it_hits_the_copy_not_the_copied_card(ability: str) -> None:
    copied = AIMED[ability]
    f = fighting(9, [COPY, copied], stack=[1], options=Options(copy_hits_copied=False))
    assert use(COPY, copied, copied) not in friday.candidates(f)
    f = after(f, use(COPY, used(COPY), copied))
    assert used(COPY) not in f.cards
    assert lies(copied) in f.cards


@pytest.mark.ruling("FR-6")
def test_fr_06_read_otherwise_a_copy_tells_itself_from_its_twin() -> None:
    f = fighting(9, [COPY, COPY, DESTROY], options=Options(copy_hits_copied=False))
    assert after(f, use(COPY, used(COPY), DESTROY)).cards == Bag([lies(COPY), lies(COPY, down=True), lies(DESTROY)])
    assert after(f, use(COPY, COPY, DESTROY)).cards == Bag([used(COPY), lies(COPY, down=True), lies(DESTROY)])


@pytest.mark.ruling("FR-6")
def test_fr_06_the_second_exchange_of_a_copy_spares_the_same_card() -> None:
    f = after(fighting(9, [COPY, EXCHANGE_2, 0], stack=[1, 2]), use(COPY, 0, EXCHANGE_2), 1)
    assert {str(a) for a in actions(f)} == {"enough", "exchange a 1, left", "exchange a 0 (exchange 2), left"}
    options = Options(copy_hits_copied=False)
    f = after(fighting(9, [COPY, EXCHANGE_2, 0], stack=[1, 2], options=options), use(COPY, 0, EXCHANGE_2), 1)
    assert {str(a) for a in actions(f)} == {"enough", "exchange a 1, left", "exchange a 0 (copy), left, used"}


# Double and fear ------------------------------------------------------------------------------
@pytest.mark.ruling("FR-7")
def test_fr_07_a_card_is_doubled_once() -> None:
    f = after(fighting(99, [DOUBLE, COPY, 4]), COMPARE, use(DOUBLE, 4))
    assert no(f, friday.Use(lies(COPY), lies(4, doubled=True), used(DOUBLE))) == "3.9"


@pytest.mark.ruling("FR-8")
def test_fr_08_double_is_done_at_the_comparison_and_dies_with_its_card() -> None:
    f = fighting(8, [DOUBLE, DESTROY, 4], stack=[1])
    assert no(f, use(DOUBLE)) == "3.10"
    assert actions(after(f, use(DESTROY, DOUBLE), COMPARE)) == (SETTLE,)


@pytest.mark.ruling("FR-8")
def test_fr_08_read_otherwise_the_mark_stays_when_the_double_goes() -> None:
    f = fighting(8, [DOUBLE, DESTROY, 4], stack=[1], options=Options(double_stays=True))
    f = after(f, use(DOUBLE, 4), use(DESTROY, used(DOUBLE)))
    assert friday.total(f) == 8
    assert no(after(fighting(8, [DOUBLE, 4], options=Options(double_stays=True)), COMPARE), use(DOUBLE, 4)) == ""


@pytest.mark.ruling("FR-9")
@pytest.mark.parametrize(
    "reading, four, three", [("before doubling", 3, 6), ("printed only", 7, 6), ("after doubling", 3, 4)]
)
def test_fr_09_the_highest_printed_value_counts_0_before_doubling(reading: str, four: int, three: int) -> None:
    f = after(fighting(99, [SCARED, DOUBLE, 4, 3], options=Options(highest_zero=reading)), COMPARE)
    assert friday.total(after(f, use(DOUBLE, 4))) == four
    assert friday.total(after(f, use(DOUBLE, 3))) == three


@pytest.mark.ruling("FR-10")
@pytest.mark.parametrize("each, total", [(False, 5), (True, 2)])
def test_fr_10_two_scared_cards_take_one_card_between_them(each: bool, total: int) -> None:
    assert friday.total(fighting(9, [SCARED, SCARED, 4, 3, 2], options=Options(zero_each=each))) == total


@pytest.mark.ruling("FR-11")
def test_fr_11_without_a_value_above_0_highest_0_does_nothing() -> None:
    assert friday.total(fighting(9, [SCARED, 0, -1, STUPID])) == -3


# Aging cards ----------------------------------------------------------------------------------
@pytest.mark.ruling("FR-12")
def test_fr_12_a_stop_among_the_free_cards_ends_free_drawing_and_lets_one_pay() -> None:
    f = after(fighting(9, [], free=5, stack=[STOP, 1]), FREE, STOP)
    assert (no(f, FREE), no(f, PAY)) == ("4.2", "")


@pytest.mark.ruling("FR-13")
def test_fr_13_a_stop_on_the_right_is_a_card_of_value_0() -> None:
    assert no(fighting(9, [], free=5, drawn_right=[STOP], stack=[1]), FREE) == ""


@pytest.mark.ruling("FR-14")
def test_fr_14_when_a_stop_goes_the_free_cards_left_may_be_drawn() -> None:
    f = fighting(9, [DESTROY, STOP], free=3, stack=[1, 1])
    assert (no(f, FREE), no(f, PAY)) == ("4.2", "")
    f = after(f, use(DESTROY, STOP))
    assert (no(f, FREE), no(f, PAY), f.free) == ("", "2.6", 1)


@pytest.mark.ruling("FR-15")
@pytest.mark.parametrize("aging", [HUNGRY, VERY_HUNGRY])
def test_fr_15_destroying_a_hungry_card_saves_the_life(aging: Any) -> None:
    assert decided(after(fighting(0, [DESTROY, aging]), use(DESTROY, aging))).life_lost == 0


@pytest.mark.ruling("FR-16")
def test_fr_16_a_face_down_card_keeps_its_place_and_leaves_after_the_fight() -> None:
    f = after(fighting(0, [DESTROY, 4], stack=[1]), use(DESTROY, 4))
    assert (no(f, FREE), len(f.cards), friday.total(f)) == ("2.2", 2, 0)
    assert decided(f).removed == 1


@pytest.mark.ruling("FR-17")
def test_fr_17_what_aging_cards_ask_for_is_done() -> None:
    f = after(fighting(0, [HUNGRY, SCARED, 4]), COMPARE)
    assert actions(f) == (SETTLE,)
    assert decided(f) == friday.Fight(True, 0, 1, 0, 0)


@pytest.mark.ruling("FR-18")
def test_fr_18_life_paid_for_hunger_destroys_no_card() -> None:
    f = after(fighting(1, [VERY_HUNGRY, 0]), COMPARE, SETTLE)
    assert (f.life, f.result.points) == (17, 1)
    won = after(fighting(0, [VERY_HUNGRY, 0]), COMPARE, SETTLE)
    assert (won.phase, won.life) == ("over", 18)


# Exchange, below the stack, step, sort ---------------------------------------------------------
@pytest.mark.ruling("FR-23")
def test_fr_23_the_new_card_takes_the_old_place_may_be_used_and_may_be_exchanged_again() -> None:
    f = fighting(9, [EXCHANGE_2], drawn_right=[0], stack=[LIFE_1, 2], life=5)
    f = after(f, use(EXCHANGE_2, right(0)), LIFE_1)
    assert right(LIFE_1) in f.cards
    assert after(f, ENOUGH, friday.Use(right(LIFE_1))).life == 6
    again = after(f, friday.Exchange(right(LIFE_1)), 2)
    assert again.cards == Bag([used(EXCHANGE_2), right(2)])
    assert again.life == 5


@pytest.mark.ruling("FR-24")
def test_fr_24_a_used_card_may_be_exchanged() -> None:
    f = after(fighting(9, [EXCHANGE, LIFE_1], stack=[1]), use(LIFE_1))
    assert no(f, use(EXCHANGE, used(LIFE_1))) == ""


@pytest.mark.ruling("FR-25")
@pytest.mark.parametrize("first, stack, away", [(True, [0, 3, HUNGRY], []), (False, [3, HUNGRY], [0])])
def test_fr_25_with_an_empty_stack_the_exchanged_card_is_discarded_first(
    first: bool, stack: list[Any], away: list[Any]
) -> None:
    f = fighting(9, [EXCHANGE, 0], discard=[3], aging=[HUNGRY], options=Options(discard_first=first))
    f = after(f, use(EXCHANGE, 0), HUNGRY)
    assert friday.node(f).outcomes == dict.fromkeys(map(card, stack), 1)
    f = after(f, 3)
    assert (f.discard, f.pending) == (Bag(map(card, away)), ())


@pytest.mark.ruling("FR-25")
def test_fr_25_read_otherwise_no_card_is_lost_when_the_game_is() -> None:
    f = fighting(9, [EXCHANGE, 0], discard=[3], options=Options(discard_first=False))
    g = after(f, use(EXCHANGE, 0))
    assert ended_by(g) == "2.10"
    assert friday.components(g) == friday.components(f)


@pytest.mark.ruling("FR-26")
def test_fr_26_a_card_put_below_from_the_left_may_be_replaced_at_once() -> None:
    f = after(fighting(9, [BELOW, -1], stack=[3]), use(BELOW, -1))
    assert actions(f) == (REPLACE, ENOUGH)
    assert no(after(f, ENOUGH), FREE) == "2.2"


@pytest.mark.ruling("FR-26")
def test_fr_26_read_otherwise_it_must_be_or_a_later_free_card_takes_the_place() -> None:
    must = after(fighting(9, [BELOW, -1], stack=[3], options=Options(below_replaces="must")), use(BELOW, -1))
    assert friday.node(must) == Chance("Robinson's next card", {card(3): 1})
    later = after(fighting(9, [BELOW, -1], stack=[3], options=Options(below_replaces="later")), use(BELOW, -1))
    assert (later.free, no(later, FREE), no(later, COMPARE)) == (1, "", "")


@pytest.mark.ruling("FR-27")
@pytest.mark.parametrize("reading", ["may", "must", "later"])
def test_fr_27_a_card_put_below_from_the_right_is_not_replaced(reading: str) -> None:
    options = Options(below_replaces=reading)
    f = after(fighting(9, [BELOW], drawn_right=[0], stack=[3], options=options), use(BELOW, right(0)))
    assert (f.pending, f.free) == ((), 0)


@pytest.mark.ruling("FR-28")
def test_fr_28_below_an_empty_stack_shuffles_with_an_aging_card() -> None:
    f = after(fighting(9, [BELOW, -1], discard=[3], aging=[HUNGRY]), use(BELOW, -1), HUNGRY)
    assert f.stack == Pile((Bag([card(3), HUNGRY]), Seen(card(-1))))
    assert no(fighting(9, [BELOW, -1], aging=[HUNGRY]), use(BELOW, -1)) == "3.20"


@pytest.mark.ruling("FR-28")
@pytest.mark.parametrize("aging", [[], [HUNGRY]])
def test_fr_28_read_otherwise_that_shuffle_takes_no_aging_card(aging: list[Any]) -> None:
    f = fighting(9, [BELOW, -1], discard=[3], aging=aging, options=Options(below_ages=False))
    f = after(f, use(BELOW, -1))
    assert f.stack == Pile((Bag([card(3)]), Seen(card(-1))))
    assert list(f.aging) == aging


@pytest.mark.ruling("FR-29")
def test_fr_29_a_card_that_left_and_returns_has_its_ability_again() -> None:
    f = after(fighting(9, [BELOW, LIFE_1], stack=[], discard=[0], aging=[HUNGRY], life=5), use(LIFE_1))
    f = after(f, use(BELOW, used(LIFE_1)), HUNGRY, REPLACE, 0, PAY, HUNGRY, PAY, LIFE_1)
    assert after(f, friday.Use(right(LIFE_1))).life == 5 + 1 - 2 + 1


@pytest.mark.ruling("FR-30")
@pytest.mark.parametrize("stacks, needs", [(True, 1), (False, 3)])
def test_fr_30_two_steps_lead_from_red_to_green(stacks: bool, needs: int) -> None:
    f = fighting("Exploring the island", [STEP, COPY], step="red", options=Options(step_stacks=stacks))
    f = after(f, COMPARE, use(STEP))
    second = use(COPY, None, used(STEP))
    assert no(f, second) == ("" if stacks else "3.14")
    assert friday.need(after(f, second) if stacks else f) == needs


@pytest.mark.ruling("FR-31")
def test_fr_31_nobody_has_to_use_step_minus_1() -> None:
    f = after(fighting("Exploring the island", [STEP, 1], step="yellow"), COMPARE)
    assert SETTLE in actions(f)
    assert not decided(f).won


@pytest.mark.ruling("FR-32")
def test_fr_32_up_to_three_are_looked_at_through_a_shuffle_and_one_at_most_is_discarded() -> None:
    f = fighting(9, [SORT], stack=[1], discard=[4], aging=[HUNGRY])
    f = after(f, use(SORT), 1, LOOK, HUNGRY, 4, friday.Discard(card(4)), friday.PutBack(card(1)))
    assert f.stack == Pile((Seen(card(1)), Bag([HUNGRY])))
    assert (f.discard, f.removed) == (Bag([card(4)]), Bag())


@pytest.mark.ruling("FR-32")
def test_fr_32_read_otherwise_looking_ends_with_the_stack() -> None:
    options = Options(sort_reshuffles=False)
    f = after(fighting(9, [SORT], stack=[1], discard=[4], aging=[HUNGRY], options=options), use(SORT), 1)
    assert no(f, LOOK) == "3.15b"
    f = after(fighting(9, [SORT], discard=[4], aging=[HUNGRY], options=options), use(SORT), HUNGRY, card(4))
    assert no(f, LOOK) == ""  # the first card is drawn as ever


@pytest.mark.ruling("FR-33", "FR-47")
def test_fr_33_of_two_cards_the_second_may_be_left_and_the_first_is_drawn() -> None:
    f = after(fighting(9, [CARDS_2], stack=[1, 2]), use(CARDS_2))
    assert isinstance(friday.node(f), Chance)
    assert after(f, 1, ENOUGH).cards == Bag([used(CARDS_2), right(1)])
    assert after(f, 1, SECOND, 2).cards == Bag([used(CARDS_2), right(1), right(2)])


@pytest.mark.ruling("FR-34")
def test_fr_34_at_the_most_life_the_ability_is_used_for_nothing() -> None:
    f = after(fighting(9, [LIFE_2], life=22), use(LIFE_2))
    assert (f.life, f.cards) == (22, Bag([used(LIFE_2)]))


@pytest.mark.ruling("FR-35")
def test_fr_35_abilities_are_used_between_free_cards() -> None:
    f = after(fighting(9, [LIFE_1], free=3, stack=[DESTROY, -1], life=5), FREE, DESTROY, use(LIFE_1), FREE, -1)
    assert f.life == 6
    assert lies(-1, down=True) in after(f, use(DESTROY, -1)).cards


@pytest.mark.ruling("FR-36")
@pytest.mark.parametrize("first, refused_by", [(True, "2.6"), (False, "")])
def test_fr_36_nobody_pays_while_a_free_card_can_be_drawn(first: bool, refused_by: str) -> None:
    assert no(fighting(9, [0], free=2, stack=[1], options=Options(free_first=first)), PAY) == refused_by


# No endless loop ------------------------------------------------------------------------------
def loop(**rest: Any) -> friday.Fighting:
    """A copy and two cards that go below the stack, over a stack of one: each brings the others back for ever."""
    return fighting(9, [COPY, BELOW, BELOW], stack=[0], **rest)


def round_and_round(f: friday.Fighting) -> int:
    """How often an ability is used by a player who draws what he can and brings used cards round again."""
    used_so_far = 0
    while True:
        node = friday.node(f)
        if isinstance(node, Chance):
            f = friday.step(f, next(iter(node.outcomes)))
            continue
        wanted = [a for a in actions(f) if isinstance(a, friday.More)]
        wanted += sorted((a for a in actions(f) if isinstance(a, friday.Use)), key=lambda a: not a.target.used)
        if not wanted:
            return used_so_far
        f = friday.step(f, wanted[0])
        used_so_far += isinstance(wanted[0], friday.Use)
        assert used_so_far < 200


@pytest.mark.ruling("FR-37")
@pytest.mark.parametrize("limit", [0, 3, 6, 20])
def test_fr_37_copy_and_two_below_the_stack_come_to_an_end(limit: int) -> None:
    assert round_and_round(loop(options=Options(below_limit=limit))) == limit


@pytest.mark.ruling("FR-37")
def test_fr_37_the_loop_is_bounded_in_odds_too() -> None:
    walked = odds.graph(friday, loop(life=2))
    assert len(walked) < 20_000
    assert walked.solve(friday.GOALS["win"]).value()[0] == 0


@pytest.mark.ruling("FR-37")
def test_fr_37_by_the_older_rule_two_exchanges_come_to_an_end_too() -> None:
    older = Options(aging_exhausted="reshuffle")
    f = fighting(9, [EXCHANGE, EXCHANGE], options=older)
    assert round_and_round(f) == 6
    f = after(f, use(EXCHANGE, EXCHANGE), EXCHANGE)
    for _ in range(5):
        f = after(f, use(EXCHANGE, used(EXCHANGE)), EXCHANGE)
    assert no(f, use(EXCHANGE, used(EXCHANGE))) == "3.5"
    assert len(odds.graph(friday, fighting(9, [EXCHANGE_2, EXCHANGE], options=older))) < 20_000
