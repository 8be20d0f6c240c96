"""Friday: what starting and knowledge cards can do in a fight, in the order of the official explanations."""

from __future__ import annotations

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
    MORONIC,
    PAY,
    REPLACE,
    SECOND,
    SETTLE,
    SORT,
    STEP,
    STUPID,
    actions,
    after,
    can,
    card,
    cited,
    decided,
    fighting,
    lies,
    no,
    right,
    use,
    used,
)
from rulebooks import friday
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.game import Chance, IllegalMove, Terminal

Discard, Exchange, PutBack = friday.Discard, friday.Exchange, friday.PutBack


# In any order, one after the other ------------------------------------------------------------
@pytest.mark.rule("3.1")
def test_abilities_are_used_in_any_order() -> None:
    f = fighting(9, [DESTROY, EXCHANGE, -1], stack=[2])
    one = after(f, use(DESTROY, -1), use(EXCHANGE, used(DESTROY)), 2)
    other = after(f, use(EXCHANGE, -1), 2, use(DESTROY, used(EXCHANGE)))
    assert friday.total(one) == friday.total(other) == 2
    assert {one.discard, other.discard} == {Bag([DESTROY]), Bag([card(-1)])}


@pytest.mark.rule("3.1", "2.1")
def test_abilities_are_used_between_free_cards() -> None:
    f = fighting(9, [LIFE_1], free=3, stack=[CARD_1, 1, 2], life=10)
    f = after(f, use(LIFE_1), FREE, CARD_1, use(CARD_1), 1, FREE, 2)
    assert (f.life, friday.total(f), f.free, f.paid) == (11, 3, 0, 0)
    assert {c for c in f.cards if not c.left} == {right(1)}


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(
    "begun",
    [[use(CARDS_2), 1], [use(EXCHANGE_2, 0), 1], [use(SORT), 1], [use(BELOW, 0)]],
    ids=["+2", "x2", "sort", "bury"],
)
def test_an_ability_is_finished_before_anything_else_is_done(begun: list[object]) -> None:
    f = after(fighting(9, [CARDS_2, EXCHANGE_2, SORT, BELOW, LIFE_1, 0], free=7, stack=[1, 1, 1, 1]), *begun)
    assert not any(isinstance(a, friday.Use | friday.DrawFree | friday.Pay | friday.Compare) for a in actions(f))
    with pytest.raises(IllegalMove, match="no move here"):
        friday.step(f, use(LIFE_1))


@pytest.mark.rule("3.1")
def test_nothing_can_be_chosen_while_a_card_is_due() -> None:
    f = after(fighting(9, [CARD_1, LIFE_1], stack=[1]), use(CARD_1))
    assert friday.candidates(f) == ()
    assert friday.node(f) == Chance("Robinson's next card", {card(1): 1})
    with pytest.raises(IllegalMove, match="card is drawn"):
        friday.step(f, COMPARE)


@pytest.mark.rule("2.11")
@pytest.mark.parametrize("wrong", ["genius", 3])
def test_a_card_that_cannot_come_is_refused_by_its_name(wrong: object) -> None:
    f = after(fighting(9, [], free=1, stack=[1]), FREE)
    with pytest.raises(IllegalMove, match=str(card(wrong))):
        after(f, wrong)


@pytest.mark.rule("2.11")
def test_out_of_a_known_order_only_the_top_card_comes() -> None:
    f = after(fighting(9, [], free=2, stack=friday.known_order([1, 2])), FREE)
    with pytest.raises(IllegalMove, match="the top card is a 1, not a 2"):
        after(f, 2)
    assert after(f, 1).stack == Pile((Seen(card(2)),))


@pytest.mark.rule("3.2")
def test_each_ability_is_used_once() -> None:
    f = after(fighting(9, [LIFE_1, LIFE_1], life=10), use(LIFE_1))
    assert no(f, friday.Use(used(LIFE_1))) == "3.2"
    f = after(f, use(LIFE_1))
    assert f.life == 12
    assert actions(f) == (COMPARE,)


@pytest.mark.rule("3.2")
def test_of_two_equal_cards_one_can_act_on_the_other() -> None:
    f = after(fighting(9, [DESTROY, DESTROY]), use(DESTROY, DESTROY))
    assert f.cards == Bag([used(DESTROY), lies(DESTROY, down=True)])
    assert actions(f) == (COMPARE,)


@pytest.mark.rule("3.2")
def test_a_used_twin_can_be_the_target_too() -> None:
    f = after(fighting(9, [DESTROY, DESTROY, -1]), use(DESTROY, -1), use(DESTROY, used(DESTROY)))
    assert f.cards == Bag([used(DESTROY), lies(DESTROY, down=True), lies(-1, down=True)])


# +1 and +2 life -------------------------------------------------------------------------------
@pytest.mark.rule("3.3")
@pytest.mark.parametrize("ability, gained", [(LIFE_1, 1), (LIFE_2, 2)])
def test_life_is_taken(ability: object, gained: int) -> None:
    f, rules = cited(fighting(9, [ability], life=7), use(ability))
    assert (f.life, rules) == (7 + gained, ["3.1", "3.3"])


@pytest.mark.rule("3.3", "0.3")
@pytest.mark.parametrize("level, most", [(1, 22), (2, 22), (3, 22), (4, 20)])
def test_life_never_rises_above_the_most(level: int, most: int) -> None:
    f = fighting(9, [LIFE_2, LIFE_2], life=most - 1, level=level)
    assert after(f, use(LIFE_2)).life == most
    assert after(f, use(LIFE_2), use(LIFE_2)).life == most


# +1 and +2 cards ------------------------------------------------------------------------------
@pytest.mark.rule("3.4")
def test_plus_1_card_draws_one_on_the_right_for_free() -> None:
    f = after(fighting(9, [CARD_1], stack=[3], life=5), use(CARD_1), 3)
    assert f.cards == Bag([used(CARD_1), right(3)])
    assert (f.life, f.paid, f.pending) == (5, 0, ())


@pytest.mark.rule("3.4")
def test_plus_2_cards_draws_up_to_two_on_the_right() -> None:
    one = after(fighting(9, [CARDS_2], stack=[3, 4]), use(CARDS_2), 3)
    assert actions(one) == (SECOND, ENOUGH)
    assert after(one, ENOUGH).cards == Bag([used(CARDS_2), right(3)])
    assert after(one, SECOND, 4).cards == Bag([used(CARDS_2), right(3), right(4)])


@pytest.mark.rule("3.4", "2.9")
def test_the_second_of_two_cards_may_ask_for_a_shuffle() -> None:
    f = fighting(9, [CARDS_2], stack=[3], discard=[4], aging=[HUNGRY])
    f, rules = cited(f, use(CARDS_2), 3, SECOND, HUNGRY, 4)
    assert f.cards == Bag([used(CARDS_2), right(3), right(4)])
    assert list(f.stack) == [HUNGRY]
    assert "2.9" in rules


@pytest.mark.rule("3.5", "2.8")
def test_what_draws_needs_a_card_to_draw() -> None:
    f = fighting(9, [CARD_1, CARDS_2, SORT], aging=[HUNGRY])
    assert [no(f, use(x)) for x in (CARD_1, CARDS_2, SORT)] == ["3.5"] * 3
    one = after(fighting(9, [CARDS_2], stack=[3], aging=[HUNGRY]), use(CARDS_2), 3)
    assert no(one, SECOND) == "2.8"
    assert actions(one) == (ENOUGH,)


# Destroy --------------------------------------------------------------------------------------
@pytest.mark.rule("3.6")
def test_destroy_turns_another_card_face_down_with_value_0_and_no_ability() -> None:
    f = after(fighting(9, [DESTROY, 4, LIFE_1]), use(DESTROY, LIFE_1))
    down = lies(LIFE_1, down=True)
    assert down in f.cards
    assert (down.value, down.ability) == (0, None)
    assert actions(f) == (COMPARE,)
    assert friday.total(after(fighting(9, [DESTROY, 4]), use(DESTROY, 4))) == 0


@pytest.mark.rule("3.6", "3.7")
@pytest.mark.parametrize("ability", [DESTROY, EXCHANGE, EXCHANGE_2, BELOW, DOUBLE])
def test_a_face_down_card_cannot_be_touched_again(ability: object) -> None:
    f = fighting(9, [ability, friday.face_down(-1)], stack=[1])
    f = after(f, COMPARE) if ability is DOUBLE else f
    assert no(f, use(ability)) == "3.7"
    assert not any(isinstance(a, friday.Use) for a in actions(f))


@pytest.mark.rule("3.6", "2.2")
def test_a_face_down_card_keeps_its_place() -> None:
    f = after(fighting(9, [DESTROY, -1], stack=[1]), use(DESTROY, -1))
    assert no(f, FREE) == "2.2"
    assert len(f.cards) == 2


@pytest.mark.rule("5.7")
@pytest.mark.parametrize("value, won", [(0, True), (5, False)])
def test_a_face_down_card_leaves_the_game_after_the_fight_won_or_lost(value: int, won: bool) -> None:
    f = after(fighting(value, [DESTROY, -1]), use(DESTROY, -1), COMPARE, SETTLE)
    f = after(f, ENOUGH) if not won else f
    assert f.phase == "over"
    assert friday.finished(f).won is won
    assert f.removed == Bag([card(-1)])
    assert f.cards == Bag([used(DESTROY)])


@pytest.mark.rule("5.7", "5.8")
def test_a_face_down_card_costs_no_points_of_a_loss() -> None:
    f = after(fighting(1, [DESTROY, MORONIC, 0]), use(DESTROY, MORONIC), COMPARE, SETTLE)
    assert f.result.points == 1
    assert {a.card.card for a in actions(f) if isinstance(a, friday.Destroy)} == {DESTROY, card(0)}


@pytest.mark.rule("5.7", "6.3", "2.10")
def test_a_face_down_card_leaves_after_a_lost_game_too() -> None:
    f = after(fighting(9, [DESTROY, -1], pirate="none", life=0), use(DESTROY, -1), COMPARE, SETTLE)
    assert f.removed == Bag([card(-1)])
    g = after(fighting(9, [DESTROY, CARD_1, -1], discard=[1]), use(DESTROY, -1), use(CARD_1))
    assert friday.node(g) == Terminal((0,), "2.10")
    assert g.removed == Bag([card(-1)])


# Double ---------------------------------------------------------------------------------------
@pytest.mark.rule("3.8")
@pytest.mark.parametrize("value", [3, 0, -2])
def test_double_counts_another_card_twice(value: int) -> None:
    f = after(fighting(99, [can("double", 1), value]), COMPARE, use(can("double", 1), value))
    assert friday.total(f) == 1 + 2 * value


@pytest.mark.rule("3.9")
def test_two_doubles_go_to_two_cards() -> None:
    f = after(fighting(99, [DOUBLE, DOUBLE, 4, 3]), COMPARE, use(DOUBLE, 4))
    assert no(f, use(DOUBLE, lies(4, doubled=True))) == "3.9"
    assert friday.total(after(f, use(DOUBLE, 3))) == 14


@pytest.mark.rule("3.9", "3.7")
def test_a_double_doubles_another_double_but_not_itself() -> None:
    f = after(fighting(99, [can("double", 2)]), COMPARE)
    assert no(f, use(can("double", 2))) == "3.7"
    f = after(fighting(99, [can("double", 2), can("double", 1)]), COMPARE, use(can("double", 1), can("double", 2)))
    assert friday.total(f) == 5
    assert friday.total(after(f, friday.Use(lies(can("double", 2), doubled=True), used(can("double", 1))))) == 6


@pytest.mark.rule("3.10", "5.1")
def test_double_and_step_wait_for_the_comparison_and_all_else_is_over_by_then() -> None:
    f = fighting((1, 3, 6), [DOUBLE, STEP, LIFE_1, 2], step="red", life=5)
    assert [no(f, use(DOUBLE)), no(f, use(STEP)), no(f, use(LIFE_1))] == ["3.10", "3.10", ""]
    f = after(f, COMPARE)
    assert [no(f, use(DOUBLE, 2)), no(f, use(STEP)), no(f, use(LIFE_1))] == ["", "", "3.10"]


@pytest.mark.rule("3.10")
def test_a_double_that_was_turned_face_down_doubles_nothing() -> None:
    f = after(fighting(9, [DESTROY, DOUBLE, 3]), use(DESTROY, DOUBLE), COMPARE)
    assert actions(f) == (SETTLE,)


# Copy -----------------------------------------------------------------------------------------
@pytest.mark.rule("3.11")
@pytest.mark.parametrize(
    "copied, aim, changed",
    [
        (LIFE_1, None, lambda f: f.life == 11),
        (LIFE_2, None, lambda f: f.life == 12),
        (DESTROY, -1, lambda f: lies(-1, down=True) in f.cards),
        (CARD_1, None, lambda f: right(3) in f.cards),
        (CARDS_2, None, lambda f: right(3) in f.cards and f.pending[-1].kind == "cards"),
        (EXCHANGE, -1, lambda f: lies(3) in f.cards and f.discard == Bag([card(-1)])),
        (EXCHANGE_2, -1, lambda f: lies(3) in f.cards and f.pending[-1].kind == "exchange"),
        (SORT, None, lambda f: f.pending[-1].seen == Bag([card(3)])),
        (BELOW, -1, lambda f: list(f.stack) == [card(3)] * 2 + [card(-1)]),
    ],
    ids=lambda x: str(getattr(x, "ability", "")),
)
def test_copy_does_what_another_card_can(copied: object, aim: object, changed: object) -> None:
    f = after(fighting(9, [COPY, copied, -1], stack=[3, 3], life=10), use(COPY, aim, copied))
    f = after(f, 3) if isinstance(friday.node(f), Chance) else f
    assert changed(f)  # type: ignore[operator]
    assert used(COPY) in f.cards
    assert lies(copied) in f.cards  # what was copied can still be used


@pytest.mark.rule("3.11", "3.10")
def test_double_and_step_are_copied_at_the_comparison() -> None:
    f = fighting((1, 3, 6), [COPY, COPY, DOUBLE, STEP, 2, 3], step="red")
    assert [no(f, use(COPY, None, DOUBLE)), no(f, use(COPY, None, STEP))] == ["3.10", "3.10"]
    f = after(f, COMPARE, use(COPY, 2, DOUBLE), use(DOUBLE, 3), use(COPY, None, STEP))
    assert (friday.total(f), friday.need(f)) == (10, 3)


@pytest.mark.rule("3.11", "3.2")
def test_an_ability_that_was_used_can_be_copied_and_by_several_copies() -> None:
    f = fighting(9, [COPY, COPY, LIFE_2], life=10)
    f = after(f, use(LIFE_2), use(COPY, None, used(LIFE_2)), use(COPY, None, used(LIFE_2)))
    assert f.life == 16
    assert actions(f) == (COMPARE,)


@pytest.mark.rule("3.12")
def test_a_copy_alone_or_beside_plain_cards_has_nothing_to_copy() -> None:
    f = fighting(9, [COPY, 4, friday.face_down(LIFE_1)])
    assert no(f, use(COPY)) == "3.12"


# Step -1 --------------------------------------------------------------------------------------
@pytest.mark.rule("3.13", "5.3")
@pytest.mark.parametrize("step, needs", [("yellow", 1), ("red", 3)])
def test_step_minus_1_compares_with_the_step_before(step: str, needs: int) -> None:
    f = after(fighting("Exploring the island", [STEP, 1], step=step), COMPARE)
    assert friday.need(after(f, use(STEP))) == needs


@pytest.mark.rule("3.14")
def test_step_minus_1_is_no_use_in_the_green_step_against_a_pirate_or_a_bare_number() -> None:
    for f in (
        fighting("Exploring the island", [STEP]),
        fighting("pirate-20", [STEP], life=0),
        fighting(7, [STEP]),
    ):
        assert no(after(f, COMPARE), use(STEP)) == "3.14"


@pytest.mark.rule("3.13")
def test_step_minus_1_can_turn_a_loss_into_a_win_and_can_be_left() -> None:
    f = after(fighting("Exploring the island", [STEP, 1], step="yellow"), COMPARE)
    assert decided(after(f, use(STEP))).won
    assert decided(f) == friday.Fight(False, 1, 2, 0, 0)


# Sort 3 cards ---------------------------------------------------------------------------------
@pytest.mark.rule("3.15", "3.15a", "3.15c", "3.15e")
def test_sort_looks_at_three_discards_one_and_orders_the_rest() -> None:
    f = after(fighting(9, [SORT], stack=[-1, 2, 3, 5]), use(SORT), -1, LOOK, 2, LOOK, 3)
    assert no(f, Discard(card(-1))) == ""
    f, rules = cited(f, Discard(card(-1)), PutBack(card(2)), PutBack(card(3)))
    assert rules == ["3.15c", "3.15e", "3.15e"]
    assert f.stack == Pile((Seen(card(3)), Seen(card(2)), Bag([card(5)])))
    assert (f.discard, f.pending) == (Bag([card(-1)]), ())
    assert friday.node(after(f, PAY)).outcomes == {card(3): 1}


@pytest.mark.rule("3.15b")
def test_sort_may_stop_after_one_card_and_sees_three_at_most() -> None:
    f = after(fighting(9, [SORT], stack=[1, 2, 3, 4]), use(SORT), 1)
    assert after(f, PutBack(card(1))).stack == Pile((Seen(card(1)), Bag(map(card, [2, 3, 4]))))
    f = after(f, LOOK, 2, LOOK, 3)
    assert LOOK not in friday.candidates(f)
    with pytest.raises(IllegalMove):
        friday.step(f, LOOK)


@pytest.mark.rule("3.15d")
def test_sort_discards_one_card_at_most_and_before_others_are_put_back() -> None:
    f = after(fighting(9, [SORT], stack=[1, 2, 3, 4]), use(SORT), 1, LOOK, 2, LOOK, 3)
    assert no(after(f, Discard(card(1))), Discard(card(2))) == "3.15d"
    assert no(after(f, PutBack(card(1))), Discard(card(2))) == "3.15d"


@pytest.mark.rule("3.15b", "2.9")
def test_sort_goes_on_through_a_shuffle_and_what_was_seen_stays_out_of_it() -> None:
    f = after(fighting(9, [SORT], stack=[1], discard=[4], aging=[STUPID, HUNGRY]), use(SORT), 1, LOOK)
    assert friday.node(f).what == "the next aging card"
    f = after(f, STUPID)
    assert friday.node(f) == Chance("the card looked at", {card(4): 1, STUPID: 1})
    f = after(f, STUPID, Discard(STUPID), PutBack(card(1)))
    assert f.stack == Pile((Seen(card(1)), Bag([card(4)])))
    assert f.discard == Bag([STUPID])


@pytest.mark.rule("3.15", "2.10")
def test_looking_on_without_an_aging_card_loses_the_game_and_no_card() -> None:
    f = fighting(9, [SORT], stack=[1], discard=[4])
    before = friday.components(f)
    f = after(f, use(SORT), 1, LOOK)
    assert friday.node(f) == Terminal((0,), "2.10")
    assert friday.components(f) == before


# Exchange -------------------------------------------------------------------------------------
@pytest.mark.rule("3.16")
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_new_card_takes_the_place_of_the_exchanged_one(side: str) -> None:
    drawn = {"left": [EXCHANGE, -1]} if side == "left" else {"left": [EXCHANGE], "drawn_right": [-1]}
    f, rules = cited(fighting(9, stack=[3], **drawn), use(EXCHANGE, lies(-1, side)), 3)
    assert f.cards == Bag([used(EXCHANGE), lies(3, side)])
    assert f.discard == Bag([card(-1)])
    assert rules == ["3.1", "3.16", "2.11"]


@pytest.mark.rule("3.16", "3.2")
def test_a_used_card_can_be_exchanged_and_the_new_card_can_be_used() -> None:
    f = after(fighting(9, [EXCHANGE, LIFE_1], stack=[LIFE_2], life=5), use(LIFE_1), use(EXCHANGE, used(LIFE_1)))
    f = after(f, LIFE_2, use(LIFE_2))
    assert f.life == 8


@pytest.mark.rule("3.16", "3.7")
def test_exchange_needs_another_card() -> None:
    assert no(fighting(9, [EXCHANGE], stack=[1]), use(EXCHANGE)) == "3.7"


@pytest.mark.rule("3.17")
def test_exchange_2_finishes_the_first_before_the_second_which_may_hit_the_new_card() -> None:
    f = after(fighting(9, [EXCHANGE_2, -1, 0], stack=[LIFE_1, 3], life=5), use(EXCHANGE_2, -1), LIFE_1)
    assert set(actions(f)) == {ENOUGH, Exchange(lies(0)), Exchange(lies(LIFE_1))}
    f, rules = cited(f, Exchange(lies(LIFE_1)), 3)
    assert rules == ["3.17", "3.16", "2.11"]
    assert f.cards == Bag([used(EXCHANGE_2), lies(0), lies(3)])
    assert (f.life, f.pending) == (5, ())


@pytest.mark.rule("3.17")
def test_exchange_2_may_exchange_only_one() -> None:
    f = after(fighting(9, [EXCHANGE_2, -1], stack=[0, 3]), use(EXCHANGE_2, -1), 0, ENOUGH)
    assert f.cards == Bag([used(EXCHANGE_2), lies(0)])
    assert actions(f) == (COMPARE, PAY)


@pytest.mark.rule("3.17")
def test_the_second_exchange_neither_hits_its_own_card_nor_a_face_down_one_but_its_used_twin() -> None:
    f = fighting(9, [EXCHANGE_2, friday.used(EXCHANGE_2), friday.face_down(1), -1], stack=[0, 3])
    f = after(f, use(EXCHANGE_2, -1), 0)
    assert set(actions(f)) == {ENOUGH, Exchange(lies(0)), Exchange(used(EXCHANGE_2))}
    f = after(f, Exchange(used(EXCHANGE_2)), 3)
    assert f.cards == Bag([used(EXCHANGE_2), lies(1, down=True), lies(0), lies(3)])


@pytest.mark.rule("3.16", "2.9")
def test_with_an_empty_stack_the_exchanged_card_is_shuffled_in() -> None:
    f = after(fighting(9, [EXCHANGE, -1], aging=[HUNGRY]), use(EXCHANGE, -1), HUNGRY)
    assert friday.node(f).outcomes == {card(-1): 1, HUNGRY: 1}


@pytest.mark.rule("3.16", "2.10")
def test_an_exchange_that_finds_no_aging_card_loses_the_game_and_no_card() -> None:
    f = fighting(9, [EXCHANGE_2, -1])
    g = after(f, use(EXCHANGE_2, -1))
    assert friday.node(g) == Terminal((0,), "2.10")
    assert friday.components(g) == friday.components(f)


# Below the stack ------------------------------------------------------------------------------
@pytest.mark.rule("3.18", "3.19")
def test_below_the_stack_from_the_left_lets_a_card_be_drawn_for_it() -> None:
    f, rules = cited(fighting(9, [BELOW, -1], stack=[3]), use(BELOW, -1))
    assert rules == ["3.1", "3.18", "3.19"]
    assert f.stack == Pile((Bag([card(3)]), Seen(card(-1))))
    assert actions(f) == (REPLACE, ENOUGH)
    assert after(f, ENOUGH).cards == Bag([used(BELOW)])
    assert after(f, REPLACE, 3).cards == Bag([used(BELOW), lies(3)])


@pytest.mark.rule("3.19")
def test_below_the_stack_from_the_right_is_not_replaced() -> None:
    f = after(fighting(9, [BELOW], drawn_right=[-1], stack=[3]), use(BELOW, right(-1)))
    assert f.cards == Bag([used(BELOW)])
    assert f.pending == ()


@pytest.mark.rule("3.18", "2.9")
def test_below_an_empty_stack_shuffles_first_and_the_card_is_not_in_that_shuffle() -> None:
    f, rules = cited(fighting(9, [BELOW, -1], discard=[3], aging=[HUNGRY]), use(BELOW, -1), HUNGRY)
    assert f.stack == Pile((Bag([card(3), HUNGRY]), Seen(card(-1))))
    assert (f.discard, rules) == (Bag(), ["3.1", "3.18", "2.9", "3.19"])


@pytest.mark.rule("3.20")
def test_below_the_stack_needs_a_card_in_stack_or_discard_pile() -> None:
    assert no(fighting(9, [BELOW, -1], aging=[HUNGRY]), use(BELOW, -1)) == "3.20"
    assert no(fighting(9, [BELOW, -1], discard=[0], aging=[HUNGRY]), use(BELOW, -1)) == ""


@pytest.mark.rule("3.18", "2.10")
def test_below_an_empty_stack_without_an_aging_card_loses_the_game_and_no_card() -> None:
    f = fighting(9, [BELOW, -1], discard=[3])
    g = after(f, use(BELOW, -1))
    assert friday.node(g) == Terminal((0,), "2.10")
    assert friday.components(g) == friday.components(f)


@pytest.mark.rule("3.21")
def test_six_cards_go_below_the_stack_in_one_fight_at_most() -> None:
    f = fighting(9, [BELOW] * 7 + [0] * 7, stack=[3])
    for _ in range(6):
        f = after(f, use(BELOW, 0), ENOUGH)
    assert no(f, use(BELOW, 0)) == "3.21"
