"""Karen: how we read what the rulebook leaves open. One test or more for each ruling, whose name says it.

Where a ruling is an option, one test holds the default and one the other reading.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from karen_table import (
    COPY,
    COURAGE,
    DECLARE,
    DOUBLE,
    DRAW,
    DRAW_2,
    DRAW_3,
    FLEE,
    REMOVE,
    SHEET,
    SHIP_20,
    actions,
    adventuring,
    after,
    cited,
    facing,
    itself,
    lies,
    pile,
    quest,
    story,
    table,
    use,
)
from rulebooks import karen
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.rules import forbidden_by

Options, Stand = karen.Options, karen.Stand


def no(s: object, action: object) -> str:
    """The number of the rule that forbids an action; "" when it is legal."""
    rule = forbidden_by(karen, s, action)
    return rule.id if rule else ""


@pytest.mark.ruling("KR-1")
def test_copy_repeats_an_ability_never_power_and_never_a_copy() -> None:
    a = adventuring(9, [COPY, COPY, DOUBLE, 3])
    assert {x.copied for x in actions(a) if isinstance(x, karen.Use) and x.card == lies(COPY)} == {lies(DOUBLE)}
    assert no(a, use(COPY, None, lies(COPY))) == "5.5b"
    assert karen.power(after(a, use(COPY, lies(3), lies(DOUBLE)))) == 2 + 2 + 2 + 6


@pytest.mark.ruling("KR-2")
def test_copy_may_aim_at_an_unused_ability() -> None:
    a = adventuring(9, [COPY, DRAW], deck=[1, 1])
    assert no(a, use(COPY, None, lies(DRAW))) == ""
    assert use(DRAW) in actions(after(a, use(COPY, None, lies(DRAW)), [1]))


@pytest.mark.ruling("KR-2")
def test_with_copy_unused_off_only_a_used_ability_can_be_copied() -> None:
    a = adventuring(9, [COPY, DRAW], deck=[1, 1], options=Options(copy_unused=False))
    assert no(a, use(COPY, None, lies(DRAW))) == "5.5a"
    assert use(COPY, None, lies(DRAW, used=True)) in actions(after(a, use(DRAW), [1]))


@pytest.mark.ruling("KR-3")
def test_several_copies_may_repeat_one_ability_each_once() -> None:
    a = adventuring(9, [COPY, COPY, DRAW], deck=[1] * 5)
    a = after(a, *[use(COPY, None, lies(DRAW)), [1]] * 2, use(DRAW), [1])
    assert karen.power(a) == 2 * 3 + 3
    assert not any(isinstance(x, karen.Use) for x in actions(a))


@pytest.mark.ruling("KR-4")
def test_a_card_is_doubled_once_by_double_and_copied_double_together() -> None:
    a = after(adventuring(9, [3, DOUBLE, DOUBLE, COPY]), use(DOUBLE, lies(3)))
    twice = lies(3, doubled=True)
    assert no(a, use(DOUBLE, twice)) == no(a, use(COPY, twice, lies(DOUBLE))) == "5.3"
    assert no(a, use(COPY, itself(COPY), lies(DOUBLE))) == ""


@pytest.mark.ruling("KR-5")
@pytest.mark.parametrize("printed", [-2, 0, 3])
def test_what_doubles_is_the_printed_power(printed: int) -> None:
    assert lies(printed, doubled=True).power == 2 * printed
    assert karen.power(after(adventuring(9, [printed, DOUBLE]), use(DOUBLE, lies(printed)))) == 2 * printed + 2


@pytest.mark.ruling("KR-6")
def test_remove_may_take_itself_a_used_or_an_unused_card_and_what_it_did_stays_done() -> None:
    a = after(adventuring(9, [REMOVE, DRAW, 3], deck=[5]), use(DRAW), [5])
    for target in (itself(REMOVE), lies(DRAW, used=True), lies(3)):
        b = after(a, use(REMOVE, target))
        assert karen.power(b) == 2 + 2 + 3 + 5 - target.card.power
        assert lies(5) in b.cards
        assert b.removed == pile([target.card])


@pytest.mark.ruling("KR-7")
def test_removing_a_doubled_card_takes_the_doubled_part_too() -> None:
    a = after(adventuring(9, [REMOVE, DOUBLE, 3]), use(DOUBLE, lies(3)), use(REMOVE, lies(3, doubled=True)))
    assert karen.power(a) == 2 + 2


@pytest.mark.ruling("KR-8")
def test_a_used_card_keeps_its_power_and_is_fresh_in_the_next_adventure() -> None:
    s = after(facing(quest(1), [DRAW], deck=[1] * 2, event_deck=[quest(0), quest(2)]), use(DRAW), [1])
    assert karen.power(s.adventure) == 3
    s = after(s, DECLARE, [quest(0), quest(2)], Stand(quest(0)), [1], [DRAW, 1, quest(1)])
    assert use(DRAW) in karen.candidates(s)
    assert no(s, use(DRAW)) == ""


@pytest.mark.ruling("KR-9")
def test_draw_three_can_be_resolved_and_the_sheet_decides_whether_a_card_has_it() -> None:
    assert karen.power(after(adventuring(9, [DRAW_3], deck=[1] * 3), use(DRAW_3), [1, 1, 1])) == 5
    assert [card.name for card in SHEET.cards if card.ability == "draw 3"] == ["Old Chart"]


@pytest.mark.ruling("KR-10")
def test_one_draw_takes_what_is_left_reshuffles_once_and_then_ends() -> None:
    a, ids = cited(adventuring(9, [DRAW_3], deck=[1], discard=[2]), use(DRAW_3), [1], [2])
    assert (a.draws, a.deck, a.discard) == (0, pile([]), pile([]))
    assert (ids.count("6.1"), ids[-1]) == (1, "6.2")


@pytest.mark.ruling("KR-11")
def test_only_the_discard_pile_is_shuffled_not_the_cards_on_the_table_nor_the_quest() -> None:
    s = after(facing(quest(9), [DRAW_2, 7], used=[karen.card(5, "double")], deck=[1], discard=[0, 3]), use(DRAW_2), [1])
    assert s.adventure.deck == pile([0, 3])
    assert karen.node(s) == Chance("a card of the Karen Deck", {pile([0]): 1, pile([3]): 1})


@pytest.mark.ruling("KR-12")
def test_the_passage_on_one_card_left_is_about_the_event_deck() -> None:
    s = after(table(active=["Wild Boar"], deck=[1], event_deck=[quest(1)]), FLEE)
    assert (s.hp, s.event_discard) == (20, pile(["Wild Boar"]))
    s = table(active=[quest(1), quest(2)], deck=[5], discard=[0, 0, 0])
    assert karen.node(after(s, Stand(quest(1)))) == Chance("a card of the Karen Deck", {pile([5]): 1})


@pytest.mark.ruling("KR-13")
def test_a_single_last_story_is_faced_by_processing_it() -> None:
    s = table(hp=9, active=[story(3)], event_discard=[quest(1)])
    assert actions(s) == (Stand(story(3)), FLEE)
    assert after(s, Stand(story(3))).processed == pile([story(3)])


@pytest.mark.ruling("KR-14")
def test_the_two_hp_are_due_when_events_are_needed_not_when_the_last_one_leaves() -> None:
    s = after(table(hp=9, event_deck=[quest(1), story(1)], event_discard=[quest(2)]), [quest(1), story(1)])
    assert (s.hp, s.event_deck) == (9, pile([]))
    s, ids = cited(s, Stand(story(1)))
    assert (s.hp, s.event_deck, ids[-1]) == (9 - 1 - 2, pile([quest(1), quest(2)]), "6.4")


@pytest.mark.ruling("KR-14")
def test_with_reshuffle_events_at_once_the_two_hp_are_due_as_soon_as_the_deck_is_empty() -> None:
    s = table(
        hp=9,
        event_deck=[quest(1), story(1)],
        event_discard=[quest(2)],
        options=Options(reshuffle_events_at_once=True),
    )
    s, ids = cited(s, [quest(1), story(1)])
    assert (s.hp, s.event_deck, ids) == (7, pile([quest(2)]), ["1.1", "6.4"])
    s, ids = cited(s, Stand(story(1)))
    assert (s.hp, s.event_deck, s.event_discard) == (6, pile([quest(2)]), pile([quest(1)]))
    assert "6.4" not in ids


@pytest.mark.ruling("KR-14")
def test_with_reshuffle_events_at_once_an_empty_discard_pile_has_to_wait_and_is_paid_for_once() -> None:
    s = table(hp=9, event_deck=[quest(1), quest(2)], options=Options(reshuffle_events_at_once=True))
    s, ids = cited(s, [quest(1), quest(2)], FLEE)
    assert (s.hp, s.event_deck, ids) == (9 - 1 - 2, pile([quest(1), quest(2)]), ["1.1", "2.2", "6.4"])


@pytest.mark.ruling("KR-15")
@pytest.mark.parametrize("hp, left", [(3, 1), (2, 0), (1, -1)])
def test_with_two_hp_or_fewer_the_game_is_lost_before_the_events_are_shuffled(hp: int, left: int) -> None:
    s, ids = cited(table(hp=hp, active=[story(0), quest(1)]), Stand(story(0)))
    lost = left <= 0
    assert (s.hp, isinstance(karen.node(s), Terminal)) == (left, lost)
    assert s.event_deck == pile([] if lost else [quest(1)])
    assert ids == ["2.1", "4.2", "6.4"] + ["7.2"] * lost


@pytest.mark.ruling("KR-16")
def test_a_courage_draw_with_one_hp_may_be_chosen_and_ends_the_game_before_the_card() -> None:
    a = adventuring(4, [4], hp=1, deck=[9])
    assert COURAGE in actions(a)
    a, ids = cited(a, COURAGE)
    assert (karen.node(a), a.deck, ids) == (Terminal((0,), "7.2"), pile([9]), ["3.9", "3.9a"])
    assert karen.finished(a) == karen.Adventure(cleared=False, power=4, hp_lost=1)


@pytest.mark.ruling("KR-16")
def test_the_last_of_several_courage_draws_is_the_deadly_one() -> None:
    a = after(adventuring(9, [0], hp=3, deck=[1, 1, 1]), COURAGE, [1], COURAGE, [1], COURAGE)
    assert (a.ended, a.deck) == ("out of HP", pile([1]))
    assert karen.finished(a).hp_lost == 3


@pytest.mark.ruling("KR-17")
def test_abilities_and_courage_draws_stay_open_when_the_power_is_enough() -> None:
    a = adventuring(4, [9, DOUBLE], deck=[1])
    assert {COURAGE, use(DOUBLE, lies(9))} <= set(actions(a))


@pytest.mark.ruling("KR-17")
def test_with_draw_when_enough_off_enough_power_closes_courage_draws_but_not_abilities() -> None:
    options = Options(draw_when_enough=False)
    a = adventuring(4, [2, DRAW], deck=[1], options=options)  # 2 + 2 is just enough
    assert no(a, COURAGE) == "3.9c"
    assert use(DRAW) in actions(a)
    assert no(adventuring(5, [2, DRAW], deck=[1], options=options), COURAGE) == ""


@pytest.mark.ruling("KR-18")
def test_no_courage_draw_is_offered_when_deck_and_discard_pile_are_empty() -> None:
    a = adventuring(4, [0])
    assert COURAGE not in actions(a)
    assert no(a, COURAGE) == "3.9b"


@pytest.mark.ruling("KR-18")
def test_with_pay_for_nothing_an_hp_may_be_thrown_away() -> None:
    a, ids = cited(adventuring(4, [0], options=Options(pay_for_nothing=True)), COURAGE)
    assert (a.spent, a.draws, karen.power(a)) == (1, 0, 0)
    assert ids == ["3.9", "6.2"]


@pytest.mark.ruling("KR-19")
def test_she_may_fail_on_purpose_and_pays_the_shortfall() -> None:
    s = after(facing(quest(5), [0, DOUBLE, DRAW_2], deck=[9, 9], hp=9, event_deck=[quest(1)]), DECLARE)
    assert (s.hp, s.event_discard) == (8, pile([quest(5)]))


@pytest.mark.ruling("KR-20")
def test_a_story_she_cannot_survive_may_be_chosen_and_is_defeat() -> None:
    s = table(hp=3, active=[story(5), quest(1)], event_deck=[quest(2)])
    assert Stand(story(5)) in actions(s)
    assert karen.node(after(s, Stand(story(5)))) == Terminal((0,), "7.2")


@pytest.mark.ruling("KR-21")
def test_a_storys_cost_stops_at_zero_and_never_heals() -> None:
    assert karen.story_cost(2, 9) == 0
    processed = [story(n) for n in range(5)]
    s = after(table(hp=7, active=[story(2), quest(1)], event_deck=[quest(2)], processed=processed), Stand(story(2)))
    assert s.hp == 7


@pytest.mark.ruling("KR-22")
def test_a_story_does_not_count_for_its_own_discount() -> None:
    s = after(table(active=[story(5), quest(1)], event_deck=[quest(2)]), Stand(story(5)))
    assert s.hp == 15


@pytest.mark.ruling("KR-23")
def test_a_chosen_event_cannot_be_put_back() -> None:
    s = after(table(active=[quest(4), quest(5)], deck=[0] * 4, event_deck=[quest(2)]), Stand(quest(4)), [0] * 4)
    assert actions(s) == (DECLARE,)
    assert quest(5) in s.event_discard


@pytest.mark.ruling("KR-24")
def test_the_cleared_quest_lies_in_the_karen_discard_pile_before_the_cards_that_cleared_it() -> None:
    s, ids = cited(facing(quest(1), [1, 3], discard=[0], event_deck=[quest(2)]), DECLARE)
    assert ids == ["3.4", "3.5", "3.11"]
    assert s.discard == pile([0, quest(1), 1, 3])


@pytest.mark.ruling("KR-25")
def test_at_the_pirate_ship_the_game_ends_with_the_comparison_and_nothing_is_swept() -> None:
    s, ids = cited(facing(SHIP_20, [20], discard=[0]), DECLARE)
    assert ids == ["3.4", "7.1"]
    assert s.adventure.cards == Bag([lies(20)])
    assert s.adventure.discard == pile([0])


@pytest.mark.ruling("KR-26")
def test_a_quest_just_cleared_helps_in_a_later_adventure_only() -> None:
    s = after(facing(quest(1), [1], event_deck=[quest(2), quest(5)]), DECLARE)
    s = after(s, [quest(2), quest(5)], Stand(quest(5)))
    assert karen.node(s) == Chance("2 cards of the Karen Deck", {pile([quest(1), 1]): 1})
    assert karen.power(after(s, [quest(1), 1]).adventure) == 3 + 1


@pytest.mark.ruling("KR-27")
def test_fleeing_with_one_hp_is_defeat() -> None:
    s, ids = cited(table(hp=1, active=[quest(4), quest(5)], event_deck=[quest(1)]), FLEE)
    assert karen.node(s) == Terminal((0,), "7.2")
    assert ids == ["2.2", "7.2"]


@pytest.mark.ruling("KR-28")
def test_she_may_flee_as_often_as_hp_last() -> None:
    s = table(hp=4, active=[quest(7), quest(8)], event_deck=[quest(n) for n in range(6)])
    for n in (0, 2, 4):
        s = after(s, FLEE, [quest(n), quest(n + 1)])
    assert (s.hp, FLEE in actions(s)) == (1, True)


@pytest.mark.ruling("KR-29")
def test_a_win_below_40_points_is_escaped() -> None:
    assert {karen.ending(points) for points in range(-9, 40)} == {"escaped"}
    assert karen.ending(40) != "escaped"


@pytest.mark.ruling("KR-30")
def test_the_power_that_scores_includes_doubled_and_used_cards() -> None:
    s = after(facing(SHIP_20, [10, DOUBLE], used=[DRAW]), use(DOUBLE, lies(10)), DECLARE)
    assert s.score == 2 * 10 + 2 + 2


@pytest.mark.ruling("KR-31")
def test_card_backs_change_nothing_so_no_card_has_one() -> None:
    assert "back" not in {f.name for f in fields(karen.KarenCard)}
    s = after(facing(quest(1), [1], event_deck=[quest(2)]), DECLARE)
    assert quest(1) in s.discard  # turned round, and still the same card
    assert karen.rule.outline.passages["0.4"].status == "not modelled"


@pytest.mark.ruling("KR-32")
def test_discard_piles_are_open_and_decks_are_known_but_for_their_order() -> None:
    s = karen.information_state(table(deck=[1, 0], discard=[2], event_discard=[quest(1)]), 0)
    assert isinstance(s, karen.State)
    assert (s.discard, s.event_discard) == (pile([2]), pile([quest(1)]))
    assert karen.information_state(table(deck=[0, 1], discard=[2], event_discard=[quest(1)]), 0) == s


@pytest.mark.ruling("KR-33")
def test_an_ability_without_effect_may_be_used_and_its_card_moves() -> None:
    a = adventuring(9, [DRAW, COPY])
    assert no(a, use(DRAW)) == ""
    assert after(a, use(DRAW)).cards == Bag([lies(DRAW, used=True), lies(COPY)])
    alone = adventuring(9, [COPY])
    assert karen.node(alone) == Decision(0, (DECLARE, use(COPY)))
    assert after(alone, use(COPY)).cards == Bag([lies(COPY, used=True)])


@pytest.mark.ruling("KR-33")
def test_double_and_remove_always_find_a_target_if_only_the_other_double_that_was_used() -> None:
    a = after(adventuring(9, [DOUBLE, DOUBLE]), use(DOUBLE, lies(DOUBLE)))
    last = karen.Use(lies(DOUBLE, doubled=True), lies(DOUBLE, used=True))
    assert [x for x in actions(a) if isinstance(x, karen.Use)] == [last]
    assert karen.power(after(a, last)) == 8


@pytest.mark.ruling("KR-33")
def test_with_effectless_abilities_off_an_ability_needs_an_effect() -> None:
    options = Options(effectless_abilities=False)
    assert no(adventuring(9, [DRAW], options=options), use(DRAW)) == "5.7"
    assert no(adventuring(9, [COPY], options=options), use(COPY)) == "5.7"
    assert no(adventuring(9, [DRAW], deck=[1], options=options), use(DRAW)) == ""
    assert no(adventuring(9, [DRAW], discard=[1], options=options), use(DRAW)) == ""


@pytest.mark.ruling("KR-34")
def test_hp_never_rise() -> None:
    for seed in range(6):
        t, hp = Table("karen", seed=seed), 20
        while not isinstance(node := t.node, Terminal):
            if isinstance(node, Chance):
                t.roll()
            else:
                t.do(node.actions[(seed + t.at) % len(node.actions)])
            assert t.state.hp <= hp
            hp = t.state.hp


@pytest.mark.ruling("KR-35")
def test_a_what_if_may_cap_courage_and_a_game_has_no_cap_but_hp() -> None:
    capped = after(karen.adventure([0] * 9, 9, courage=2), [0] * 4, *[COURAGE, [0]] * 2)
    assert no(capped, COURAGE) == "3.9d"
    s = after(table(hp=5, active=[quest(9), quest(8)], deck=[0] * 9), Stand(quest(9)), [0] * 4, *[COURAGE, [0]] * 4)
    assert no(s, COURAGE) == ""
    assert s.adventure.challenge.courage == 5


# The worked cases --------------------------------------------------------------------------------
@pytest.mark.vector("KT-1")
@pytest.mark.example
def test_a_story_of_5_with_three_processed_costs_2_and_becomes_the_fourth_processed_one() -> None:
    three = [story(1), story(2), story(3)]
    s = after(table(hp=11, active=[story(5), quest(1)], event_deck=[quest(2)], processed=three), Stand(story(5)))
    assert (s.hp, s.processed, s.discard) == (9, pile([*three, story(5)]), pile([]))


@pytest.mark.vector("KT-2")
def test_a_new_game_has_20_hp_ten_cards_in_the_karen_deck_and_thirty_events() -> None:
    s = karen.initial_state()
    assert (s.hp, len(s.deck), len(s.event_deck)) == (20, 10, 30)


@pytest.mark.vector("KT-3")
def test_a_story_of_2_with_three_processed_is_free() -> None:
    three = [story(1), story(2), story(3)]
    s = after(table(hp=11, active=[story(2), quest(1)], event_deck=[quest(2)], processed=three), Stand(story(2)))
    assert s.hp == 11


@pytest.mark.vector("KT-4")
def test_fleeing_with_20_hp_leaves_19_two_more_discards_and_two_new_events() -> None:
    s = after(karen.initial_state(), ["Wild Boar", "The Quarrel"], FLEE)
    assert (s.hp, s.event_discard) == (19, pile(["Wild Boar", "The Quarrel"]))
    assert len(after(s, ["Bat Cave", "A Birthday"]).active) == 2


@pytest.mark.vector("KT-5")
def test_power_1_against_difficulty_4_costs_3_hp_and_the_quest_is_an_event_again() -> None:
    s = after(facing(quest(4), [0, 0, 0, 1], event_deck=[quest(1)]), DECLARE)
    assert (s.hp, s.event_discard, s.discard) == (17, pile([quest(4)]), pile([0, 0, 0, 1]))


@pytest.mark.vector("KT-6")
def test_power_4_against_difficulty_4_costs_nothing_and_the_quest_is_karens() -> None:
    s = after(facing(quest(4), [1, 1, 1, 1], event_deck=[quest(1)]), DECLARE)
    assert (s.hp, s.event_discard, s.discard) == (20, pile([]), pile([quest(4), 1, 1, 1, 1]))


@pytest.mark.vector("KT-7")
def test_fleeing_from_one_event_is_free_and_the_next_events_cost_2_hp_and_a_reshuffle() -> None:
    s, ids = cited(table(hp=9, event_deck=[quest(1)], event_discard=[quest(2)]), [quest(1)], FLEE)
    assert (s.hp, s.event_deck, s.event_discard) == (7, pile([quest(1), quest(2)]), pile([]))
    assert ids[-2:] == ["6.3", "6.4"]


@pytest.mark.vector("KT-8")
def test_an_empty_event_deck_with_2_hp_is_defeat() -> None:
    s = after(table(hp=2, active=[quest(1)], event_discard=[quest(2)]), FLEE)
    assert (karen.node(s), s.hp) == (Terminal((0,), "7.2"), 0)


@pytest.mark.vector("KT-9")
def test_a_courage_draw_with_1_hp_is_defeat() -> None:
    s = after(facing(quest(4), [0], hp=1, deck=[9]), COURAGE)
    assert (karen.node(s), s.hp) == (Terminal((0,), "7.2"), 0)


@pytest.mark.vector("KT-10")
def test_four_cards_from_a_deck_of_1_and_a_discard_pile_of_5_leave_a_deck_of_2() -> None:
    a = after(karen.adventure([9], 4, discard=[0, 1, 2, 3, 4]), [9], [0, 2, 4])
    assert (len(a.cards), a.deck, a.discard, a.draws) == (4, pile([1, 3]), pile([]), 0)


@pytest.mark.vector("KT-11")
def test_four_cards_from_a_deck_of_1_and_a_discard_pile_of_1_are_two() -> None:
    a = after(karen.adventure([9], 4, discard=[8]), [9], [8])
    assert (len(a.cards), a.deck, a.discard, a.draws) == (2, pile([]), pile([]), 0)


@pytest.mark.vector("KT-12")
def test_two_doubles_cannot_choose_the_same_card_whose_power_of_3_becomes_6_at_most() -> None:
    a = after(adventuring(9, [3, DOUBLE, DOUBLE]), use(DOUBLE, lies(3)))
    assert no(a, use(DOUBLE, lies(3, doubled=True))) == "5.3"
    assert max(card.power for x in actions(a) if isinstance(x, karen.Use) for card in after(a, x).cards.kinds) == 6


@pytest.mark.vector("KT-13")
def test_a_win_with_power_23_and_four_stories_is_43_points_in_the_first_band() -> None:
    s = after(facing(SHIP_20, [20, 3], processed=[story(n) for n in range(4)]), DECLARE)
    assert (s.score, karen.ending(s.score)[:3]) == (43, "40+")


@pytest.mark.vector("KT-14")
def test_the_bands_change_exactly_at_their_printed_scores() -> None:
    bands = [karen.ending(points).split(":")[0] for points in (39, 40, 69, 70, 89, 90, 99, 100)]
    assert bands == ["escaped", "40+", "40+", "70+", "70+", "90+", "90+", "100+"]
