"""Karen, told by tests in the order of the rulebook: preparation, ① events, ② fate, ④ stories, CHECK!, the end.

③ Adventures, with the abilities and what happens when the Karen Deck runs out: ``test_karen_adventures.py``.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from karen_table import DECLARE, FLEE, SHEET, SHIP, SHIP_20, actions, after, cited, facing, pile, quest, story, table
from rulebooks import karen
from rulebooks.core.game import Chance, IllegalMove, Terminal
from rulebooks.karen.contents import as_printed, contents, track_end
from rulebooks.karen.island import is_quest

Phase, Stand = karen.Phase, karen.Stand


# 0  Contents and preparation ---------------------------------------------------------------------
@pytest.mark.rule("0.1")
def test_the_box_holds_ten_opening_cards_twenty_quests_and_ten_stories() -> None:
    assert {kind: len(cards) for kind, cards in contents(SHEET).items()} == {"opening": 10, "quest": 20, "story": 10}
    assert sum(n for card, n in SHEET.copies.items() if card.ship) == 1
    assert list(as_printed(SHEET)) == []


@pytest.mark.rule("0.1")
def test_the_opening_cards_are_five_hunger_pangs_four_attempts_and_a_memento() -> None:
    assert str(contents(SHEET)["opening"]) == "Hunger Pang ×5, Attempt ×4, Memento"
    assert {card.power for card in contents(SHEET)["opening"]} == {0, 1}


@pytest.mark.rule("0.2")
def test_hp_start_at_20_the_end_of_the_track() -> None:
    assert track_end(SHEET) == 20 == karen.initial_state().hp


@pytest.mark.rule("0.3")
def test_quests_and_stories_make_the_event_deck_and_opening_cards_the_karen_deck() -> None:
    s = karen.initial_state()
    assert {card.kind for card in s.event_deck} == {"quest", "story"}
    assert {card.kind for card in s.deck} == {"opening"}
    assert (s.event_discard, s.discard, s.processed, s.removed, s.active) == (pile([]),) * 5


@pytest.mark.rule("0.3")
def test_the_event_deck_is_shuffled_so_every_pair_of_events_is_equally_likely() -> None:
    node = karen.node(karen.initial_state())
    assert isinstance(node, Chance)
    assert len(node.outcomes) == 30 * 29 // 2
    assert set(node.outcomes.values()) == {1}


# ①  Activate events ------------------------------------------------------------------------------
@pytest.mark.rule("1.1")
def test_two_events_are_turned_over() -> None:
    s, ids = cited(karen.initial_state(), ["Fresh Spring", "The Music Box"])
    assert s.active == pile(["Fresh Spring", "The Music Box"])
    assert (len(s.event_deck), s.phase, ids) == (28, Phase.FATE, ["1.1"])


@pytest.mark.rule("1.1")
def test_no_more_and_no_fewer_than_two_events_are_turned_over() -> None:
    for wrong in (["Fresh Spring"], ["Fresh Spring", "The Music Box", "Wild Boar"], [], ["Fresh Spring"] * 2, [0, 1]):
        with pytest.raises(IllegalMove):
            after(karen.initial_state(), wrong)


@pytest.mark.rule("1.2")
def test_an_event_is_a_quest_or_a_story() -> None:
    assert is_quest(quest(4))
    assert is_quest(SHIP)
    assert not is_quest(story(5))


# ②  Determine Karen's fate -----------------------------------------------------------------------
@pytest.mark.rule("2.1")
def test_she_may_face_either_event_or_flee() -> None:
    s = table(active=[quest(4), story(5)])
    assert actions(s) == (Stand(quest(4)), Stand(story(5)), FLEE)


@pytest.mark.rule("2.1")
def test_the_event_not_chosen_goes_to_the_event_discard_pile() -> None:
    s = after(table(active=[quest(4), story(5)], event_deck=[1]), Stand(story(5)))
    assert s.event_discard == pile([quest(4)])
    assert s.active == pile([])


@pytest.mark.rule("2.1")
def test_a_quest_leads_to_an_adventure_and_a_story_to_the_stories() -> None:
    s = table(active=[quest(4), story(5)], deck=[0] * 5, event_deck=[1])
    assert cited(s, Stand(quest(4)))[1] == ["2.1", "3.1"]
    assert cited(s, Stand(story(5)))[1] == ["2.1", "4.2"]


@pytest.mark.rule("2.1")
def test_an_event_that_does_not_lie_there_cannot_be_faced() -> None:
    with pytest.raises(IllegalMove):
        after(table(active=[quest(4), story(5)]), Stand(quest(5)))


@pytest.mark.rule("2.2")
def test_fleeing_costs_one_hp_and_discards_both_events() -> None:
    s, ids = cited(table(hp=9, active=[quest(4), story(5)], event_deck=[quest(1), quest(2)]), FLEE)
    assert (s.hp, s.event_discard, s.active) == (8, pile([quest(4), story(5)]), pile([]))
    assert (s.phase, ids) == (Phase.EVENTS, ["2.2"])


@pytest.mark.rule("2.2")
def test_after_fleeing_two_more_events_are_turned_over() -> None:
    s = after(table(active=[quest(4), story(5)], event_deck=[quest(1), quest(2)]), FLEE, [quest(1), quest(2)])
    assert s.active == pile([quest(1), quest(2)])


# ④  Stories --------------------------------------------------------------------------------------
@pytest.mark.rule("4.1")
@pytest.mark.example
def test_a_story_of_5_costs_2_when_three_have_been_processed() -> None:
    assert karen.story_cost(5, 3) == 2


@pytest.mark.rule("4.1")
def test_each_story_processed_before_makes_the_next_one_cheaper_by_one_down_to_nothing() -> None:
    assert [karen.story_cost(3, processed) for processed in range(6)] == [3, 2, 1, 0, 0, 0]


@pytest.mark.rule("4.2")
def test_a_processed_story_is_paid_for_and_kept_apart_from_the_karen_discard_pile() -> None:
    s = after(table(active=[story(4), story(1)], event_deck=[quest(1)], discard=[0]), Stand(story(4)))
    assert (s.hp, s.processed, s.discard) == (16, pile([story(4)]), pile([0]))
    assert s.phase is Phase.EVENTS


@pytest.mark.rule("4.2")
def test_a_story_that_takes_the_last_hp_is_defeat() -> None:
    s, ids = cited(table(hp=4, active=[story(4), story(1)], event_deck=[quest(1)]), Stand(story(4)))
    assert karen.node(s) == Terminal((0,), "7.2")
    assert ids == ["2.1", "4.2", "7.2"]


# Notes -------------------------------------------------------------------------------------------
@pytest.mark.rule("5.1")
def test_discard_piles_can_be_looked_at_and_decks_are_known_only_as_shuffled_heaps() -> None:
    s = table(deck=[0, 1, 1], event_deck=[quest(1)], discard=[2], event_discard=[story(1)])
    seen = karen.information_state(s, 0)
    assert isinstance(seen, karen.State)
    assert (seen.discard, seen.event_discard) == (pile([2]), pile([story(1)]))
    assert seen.deck == pile([1, 0, 1])  # the order they were named in is nowhere


# CHECK! ------------------------------------------------------------------------------------------
@pytest.mark.rule("6.3")
def test_a_single_last_event_is_turned_over_alone() -> None:
    s = table(event_deck=[quest(4)], event_discard=[story(1)])
    assert karen.node(s) == Chance("the events", {pile([quest(4)]): 1})
    assert after(s, [quest(4)]).active == pile([quest(4)])


@pytest.mark.rule("6.3")
def test_the_single_last_event_can_be_faced() -> None:
    s = after(table(active=[quest(4)], deck=[0] * 5), Stand(quest(4)))
    assert (s.quest, s.phase, s.event_discard) == (quest(4), Phase.ADVENTURE, pile([]))


@pytest.mark.rule("6.3")
def test_fleeing_from_the_single_last_event_is_free_even_with_one_hp() -> None:
    s, ids = cited(table(hp=1, active=[quest(4)], event_deck=[quest(1)]), FLEE)
    assert (s.hp, s.event_discard, s.phase) == (1, pile([quest(4)]), Phase.EVENTS)
    assert "6.3" in ids


@pytest.mark.rule("6.4")
def test_when_no_event_is_left_two_hp_pay_for_a_new_event_deck() -> None:
    s, ids = cited(table(hp=9, active=[story(0), quest(4)], event_discard=[quest(1)]), Stand(story(0)))
    assert (s.hp, s.event_deck, s.event_discard) == (7, pile([quest(1), quest(4)]), pile([]))
    assert (s.phase, ids) == (Phase.EVENTS, ["2.1", "4.2", "6.4"])


@pytest.mark.rule("6.4")
def test_an_event_deck_that_still_holds_a_card_is_not_remade() -> None:
    s = after(table(hp=9, active=[quest(4), quest(5)], event_deck=[quest(1)]), FLEE)
    assert (s.hp, s.event_deck) == (8, pile([quest(1)]))


# Ending the game ---------------------------------------------------------------------------------
@pytest.mark.rule("7.1")
def test_overcoming_the_pirate_ship_wins_at_once() -> None:
    s, ids = cited(facing(SHIP_20, [20]), DECLARE)
    assert karen.node(s) == Terminal((1,), "7.1")
    assert ids == ["3.4", "7.1"]


@pytest.mark.rule("7.1")
def test_any_other_quest_overcome_lets_the_game_go_on() -> None:
    s = after(facing(quest(4), [20], event_deck=[SHIP_20]), DECLARE)
    assert s.phase is Phase.EVENTS


@pytest.mark.rule("7.1")
def test_failing_at_the_pirate_ship_sends_it_to_the_event_discard_pile_and_the_game_goes_on() -> None:
    s = after(facing(SHIP_20, [18], event_deck=[quest(1)]), DECLARE)
    assert (s.hp, s.event_discard, s.phase) == (18, pile([SHIP_20]), Phase.EVENTS)


@pytest.mark.rule("7.2")
def test_zero_hp_is_defeat_and_one_is_not() -> None:
    fate = table(hp=1, active=[quest(4), story(1)], event_deck=[quest(1)])
    assert karen.node(after(fate, FLEE)) == Terminal((0,), "7.2")
    assert not isinstance(karen.node(after(replace(fate, hp=2), FLEE)), Terminal)


@pytest.mark.rule("7.2")
def test_a_failure_that_costs_more_than_she_has_is_defeat() -> None:
    s, ids = cited(facing(quest(9), [1], hp=5, event_deck=[quest(1)]), DECLARE)
    assert (karen.node(s), s.hp) == (Terminal((0,), "7.2"), -3)
    assert ids == ["3.4", "3.10", "3.11", "7.2"]


@pytest.mark.rule("7.2")
def test_when_the_game_is_over_nothing_can_be_played() -> None:
    over = after(table(hp=1, active=[quest(4), story(1)]), FLEE)
    assert karen.candidates(over) == ()
    for move in (FLEE, DECLARE, Stand(quest(4)), pile([quest(1)])):
        with pytest.raises(IllegalMove):
            karen.step(over, move)


# Calculating the score ---------------------------------------------------------------------------
@pytest.mark.rule("8.1")
def test_the_score_is_the_power_that_took_the_ship_and_five_points_a_story() -> None:
    assert karen.score(50, 10) == 100
    s = after(facing(SHIP_20, [7, 14], processed=[story(1), story(2)]), DECLARE)
    assert s.score == 7 + 14 + 2 * 5


@pytest.mark.rule("8.1")
def test_a_game_that_is_lost_scores_nothing() -> None:
    assert after(facing(quest(9), [1], hp=5, processed=[story(1)]), DECLARE).score == 0


@pytest.mark.rule("8.2")
def test_the_endings_begin_at_40_70_90_and_100_points() -> None:
    firsts = [least for least in range(1, 130) if karen.ending(least) != karen.ending(least - 1)]
    assert firsts == [40, 70, 90, 100]
    assert [karen.ending(least).split(":")[0] for least in firsts] == ["40+", "70+", "90+", "100+"]
