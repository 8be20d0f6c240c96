"""Karen, told by tests in the order of the rulebook: ③ Adventures, the abilities, and the Karen Deck running out."""

from __future__ import annotations

import pytest

from karen_table import (
    COPY,
    COURAGE,
    DECLARE,
    DOUBLE,
    DRAW,
    DRAW_2,
    DRAW_3,
    REMOVE,
    actions,
    adventuring,
    after,
    cited,
    facing,
    itself,
    lies,
    pile,
    quest,
    table,
    use,
)
from rulebooks import karen
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, IllegalMove, Terminal
from rulebooks.core.rules import forbidden_by
from rulebooks.karen.adventures import set_out


def refused(a: karen.Adventuring, action: object) -> str:
    """The number of the rule that says no."""
    rule = forbidden_by(karen, a, action)
    assert rule is not None
    with pytest.raises(IllegalMove, match=rule.title):
        karen.step(a, action)
    return rule.id


def pile_of_laid(*items: object) -> Bag[karen.Laid]:
    """Unused cards, as they lie."""
    return Bag([lies(item) for item in items])


# ③  Adventures -----------------------------------------------------------------------------------
@pytest.mark.rule("3.1")
def test_four_cards_are_drawn_for_an_adventure() -> None:
    s = after(table(active=[quest(4), quest(5)], deck=[0, 1, 1, 2, 3]), karen.Stand(quest(4)))
    ways = {(0, 1, 1, 2): 1, (0, 1, 1, 3): 1, (0, 1, 2, 3): 2, (1, 1, 2, 3): 1}
    assert karen.node(s) == Chance("4 cards of the Karen Deck", {pile(hand): n for hand, n in ways.items()})


@pytest.mark.rule("3.1")
def test_nothing_can_be_chosen_while_cards_are_due() -> None:
    s = after(table(active=[quest(4), quest(5)], deck=[0] * 5), karen.Stand(quest(4)))
    assert karen.candidates(s) == ()
    with pytest.raises(IllegalMove):
        karen.step(s, DECLARE)


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("kinds, together", [(14, 4), (20, 1)])
def test_a_card_comes_alone_where_too_many_hands_are_possible(kinds: int, together: int) -> None:
    a = karen.adventure(range(kinds), 4)  # C(14, 4) = 1001 hands, C(20, 4) = 4845
    node = karen.node(a)
    assert isinstance(node, Chance)
    assert {len(drawn) for drawn in node.outcomes} == {together}
    draws = [[0, 1, 2, 3]] if together == 4 else [[0], [1, 2, 3]]  # C(19, 3) = 969 hands
    assert after(a, *draws).cards == pile_of_laid(0, 1, 2, 3)


@pytest.mark.rule("3.2")
def test_drawn_cards_lie_in_the_quest_area_and_leave_the_deck() -> None:
    start = karen.adventure([0, 1, 1, 2, 3], 4)
    a, ids = cited(start, [0, 1, 1, 3])
    assert a.cards == pile_of_laid(0, 1, 1, 3)
    assert (a.deck, ids) == (pile([2]), ["3.2"])


@pytest.mark.rule("3.3")
def test_total_power_is_the_sum_over_all_adventure_cards() -> None:
    assert karen.power(adventuring(4, [0, 1, 3])) == 4


@pytest.mark.rule("3.3")
def test_used_cards_count_towards_the_total_power() -> None:
    a = after(adventuring(4, [1, DOUBLE]), use(DOUBLE, lies(1)))
    assert lies(DOUBLE, used=True) in a.cards
    assert karen.power(a) == 2 * 1 + 2


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("power, outcome", [(3, "failed"), (4, "cleared"), (5, "cleared")])
def test_power_of_at_least_the_difficulty_overcomes_the_quest(power: int, outcome: str) -> None:
    a, ids = cited(adventuring(4, [power]), DECLARE)
    assert (a.ended, ids) == (outcome, ["3.4"])
    assert karen.node(a) == Terminal((int(outcome == "cleared"),), "3.4")


@pytest.mark.rule("3.5")
def test_a_quest_that_is_overcome_goes_to_the_karen_discard_pile() -> None:
    s, ids = cited(facing(quest(4), [4], event_deck=[quest(1)]), DECLARE)
    assert quest(4) in s.discard
    assert (s.event_discard, s.quest) == (pile([]), None)
    assert ids == ["3.4", "3.5", "3.11"]


@pytest.mark.rule("3.5")
def test_what_was_learned_is_a_card_with_power_and_ability_in_a_later_adventure() -> None:
    s = table(active=["Wild Boar", "Tide Pools"], deck=[0, 0, 0], discard=["Powder Store"])
    s = after(s, karen.Stand(pile(["Wild Boar"]).kinds[0]), [0, 0, 0], ["Powder Store"])
    assert karen.power(s.adventure) == 6
    assert use("Powder Store", itself("Powder Store")) in actions(s)


# additional effects on adventures
@pytest.mark.rule("3.6")
def test_abilities_and_courage_draws_mix_in_any_order() -> None:
    a = adventuring(9, [DRAW, DOUBLE], deck=[1, 1, 1])
    one = after(a, COURAGE, [1], use(DRAW), [1], use(DOUBLE, lies(1)), COURAGE, [1])
    other = after(a, use(DOUBLE, itself(DOUBLE)), COURAGE, [1], COURAGE, [1], use(DRAW), [1])
    assert (karen.power(one), one.spent) == (2 + 2 + 1 + 1 + 2, 2)
    assert (karen.power(other), other.spent) == (2 + 4 + 1 + 1 + 1, 2)


@pytest.mark.rule("3.6")
def test_choices_are_listed_by_what_they_do() -> None:
    a = adventuring(9, [REMOVE, DOUBLE, COPY, DRAW, DRAW_2, DRAW_3], deck=[1])
    kinds = [x if x in (DECLARE, COURAGE) else (x.ability, x.copied is not None) for x in actions(a)]
    assert list(dict.fromkeys(kinds)) == [
        DECLARE, ("draw 3", False), ("draw 2", False), ("draw 1", False),
        ("draw 3", True), ("draw 2", True), ("draw 1", True), COURAGE,
        ("double", False), ("double", True), ("remove", False), ("remove", True),
    ]  # fmt: skip


@pytest.mark.rule("3.7")
def test_a_card_whose_ability_is_used_moves_to_the_used_ability_area() -> None:
    a, ids = cited(adventuring(9, [DRAW], deck=[1]), use(DRAW))
    assert a.cards == Bag([lies(DRAW, used=True)])
    assert ids == ["3.7", "5.4"]


@pytest.mark.rule("3.7")
def test_no_ability_has_to_be_used() -> None:
    a = adventuring(9, [DRAW, DOUBLE, COPY, REMOVE], deck=[1])
    assert DECLARE in actions(a)
    assert after(a, DECLARE).ended == "failed"


@pytest.mark.rule("3.8")
def test_a_used_ability_cannot_be_used_again() -> None:
    a = after(adventuring(9, [DRAW], deck=[1, 1]), use(DRAW), [1])
    assert refused(a, karen.Use(lies(DRAW, used=True))) == "3.8"


@pytest.mark.rule("3.8")
def test_two_copies_of_a_card_have_one_use_each() -> None:
    a = after(adventuring(9, [DRAW, DRAW], deck=[1, 1, 1]), use(DRAW), [1], use(DRAW), [1])
    assert [x for x in actions(a) if isinstance(x, karen.Use)] == []


@pytest.mark.rule("3.9")
def test_a_courage_draw_costs_one_hp_and_brings_one_card() -> None:
    a, ids = cited(adventuring(9, [0], deck=[1, 2]), COURAGE, [2])
    assert (a.spent, a.cards, a.deck) == (1, pile_of_laid(0, 2), pile([1]))
    assert ids == ["3.9", "3.2"]


@pytest.mark.rule("3.9")
def test_courage_draws_go_on_as_long_as_there_are_hp_and_cards() -> None:
    a = after(adventuring(9, [0], hp=6, deck=[1] * 9), *[COURAGE, [1]] * 5)
    assert (a.spent, karen.power(a)) == (5, 5)
    assert COURAGE in actions(a)


@pytest.mark.rule("3.9")
def test_hp_spent_on_courage_are_gone_from_the_track_when_the_adventure_ends() -> None:
    s = after(facing(quest(4), [3], deck=[1], event_deck=[quest(1)]), COURAGE, [1], DECLARE)
    assert s.hp == 19
    failed = after(facing(quest(4), [2], deck=[1], event_deck=[quest(1)]), COURAGE, [1], DECLARE)
    assert failed.hp == 20 - 1 - 1


@pytest.mark.rule("3.9a")
def test_the_last_hp_buys_no_card_and_ends_the_game() -> None:
    s, ids = cited(facing(quest(4), [4], hp=1, deck=[1]), COURAGE)
    assert karen.node(s) == Terminal((0,), "7.2")
    assert (s.hp, s.adventure.deck, ids) == (0, pile([1]), ["3.9", "3.9a", "7.2"])


@pytest.mark.rule("3.9b")
def test_a_courage_draw_needs_a_card_in_the_deck_or_its_discard_pile() -> None:
    assert refused(adventuring(9, [0]), COURAGE) == "3.9b"
    assert COURAGE in actions(adventuring(9, [0], deck=[1]))
    assert COURAGE in actions(adventuring(9, [0], discard=[1]))


@pytest.mark.rule("3.9c")
def test_courage_draws_stay_open_when_the_power_is_enough() -> None:
    assert COURAGE in actions(adventuring(4, [5], deck=[1]))


@pytest.mark.rule("3.9d")
def test_a_what_if_may_cap_the_courage_draws() -> None:
    a = after(karen.adventure([0] * 6, 4, courage=1), [0] * 4, COURAGE, [0])
    assert refused(a, COURAGE) == "3.9d"
    assert COURAGE in actions(after(karen.adventure([0] * 6, 4), [0] * 4, COURAGE, [0]))


@pytest.mark.rule("3.10")
def test_a_failure_costs_the_missing_power_and_the_quest_goes_to_the_event_discard_pile() -> None:
    s, ids = cited(facing(quest(7), [1, 2], event_deck=[quest(1)]), DECLARE)
    assert (s.hp, s.event_discard) == (20 - 4, pile([quest(7)]))
    assert quest(7) not in s.discard
    assert ids == ["3.4", "3.10", "3.11"]


@pytest.mark.rule("3.11")
@pytest.mark.parametrize("difficulty", [1, 9])
def test_all_adventure_cards_go_to_the_karen_discard_pile_either_way(difficulty: int) -> None:
    s = facing(quest(difficulty), [1, DRAW], used=[DOUBLE], deck=[3], discard=[0], event_deck=[quest(1)])
    s = after(s, DECLARE)
    assert s.discard - pile([0, 1, DRAW, DOUBLE]) == pile([quest(1)] if difficulty == 1 else [])
    assert (s.deck, s.adventure) == (pile([3]), None)


# Notes and resolving abilities -------------------------------------------------------------------
@pytest.mark.rule("5.2")
def test_double_counts_one_cards_power_twice() -> None:
    a, ids = cited(adventuring(9, [3, DOUBLE]), use(DOUBLE, lies(3)))
    assert lies(3, doubled=True) in a.cards
    assert (karen.power(a), ids) == (3 + 3 + 2, ["3.7", "5.2"])


@pytest.mark.rule("5.2")
def test_double_may_aim_at_a_fresh_card_a_used_card_and_itself() -> None:
    a = adventuring(9, [3, DOUBLE], used=[DRAW])
    aims = {x.target for x in actions(a) if isinstance(x, karen.Use)}
    assert aims == {lies(3), lies(DRAW, used=True), itself(DOUBLE)}
    assert karen.power(after(a, use(DOUBLE, itself(DOUBLE)))) == 3 + 2 + 2 + 2


@pytest.mark.rule("5.3")
def test_a_card_cannot_be_doubled_twice() -> None:
    a = after(adventuring(9, [3, DOUBLE, DOUBLE]), use(DOUBLE, lies(3)))
    assert refused(a, use(DOUBLE, lies(3, doubled=True))) == "5.3"
    assert use(DOUBLE, itself(DOUBLE)) in actions(a)


@pytest.mark.rule("5.3")
def test_two_cards_of_the_same_name_can_both_be_doubled() -> None:
    a = after(adventuring(9, [3, 3, DOUBLE, DOUBLE]), use(DOUBLE, lies(3)), use(DOUBLE, lies(3)))
    assert karen.power(a) == 6 + 6 + 2 + 2


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("card, n", [(DRAW, 1), (DRAW_2, 2), (DRAW_3, 3)])
def test_draw_adds_one_two_or_three_cards(card: karen.KarenCard, n: int) -> None:
    a, ids = cited(adventuring(9, [card], deck=[1] * 5), use(card), [1] * n)
    assert (karen.power(a), len(a.deck), a.spent) == (2 + n, 5 - n, 0)
    assert ids == ["3.7", "5.4", "3.2"]


@pytest.mark.rule("5.5")
def test_copy_does_what_another_cards_ability_does() -> None:
    a = adventuring(9, [3, COPY, DOUBLE, DRAW_2], deck=[1, 1])
    assert karen.power(after(a, use(COPY, lies(3), lies(DOUBLE)))) == 3 + 3 + 2 + 2 + 2
    assert karen.power(after(a, use(COPY, None, lies(DRAW_2)), [1, 1])) == 3 + 2 + 2 + 2 + 1 + 1


@pytest.mark.rule("5.5")
def test_a_copied_ability_is_logged_as_a_copy() -> None:
    _, ids = cited(adventuring(9, [COPY, DRAW], deck=[1, 1]), use(COPY, None, lies(DRAW)), [1])
    assert ids == ["3.7", "5.5", "5.4", "3.2"]


@pytest.mark.rule("5.5b")
def test_copy_cannot_be_copied() -> None:
    assert refused(adventuring(9, [COPY, COPY]), use(COPY, None, lies(COPY))) == "5.5b"


@pytest.mark.rule("5.5b")
def test_copy_does_not_copy_power() -> None:
    with pytest.raises(IllegalMove, match="never its power"):
        karen.step(adventuring(9, [3, COPY]), use(COPY, None, lies(3)))


@pytest.mark.rule("5.5a")
def test_copy_may_aim_at_a_card_that_has_not_used_its_ability_and_keeps_it() -> None:
    a = after(adventuring(9, [COPY, DRAW], deck=[1, 1, 1]), use(COPY, None, lies(DRAW)), [1])
    assert use(DRAW) in actions(a)


@pytest.mark.rule("5.6")
def test_remove_takes_one_adventure_card_out_of_the_game() -> None:
    a, ids = cited(adventuring(9, [3, REMOVE]), use(REMOVE, lies(3)))
    assert (a.removed, karen.power(a)) == (pile([3]), 2)
    assert ids == ["3.7", "5.6"]


@pytest.mark.rule("5.6")
def test_remove_may_aim_at_a_fresh_card_a_used_card_and_itself() -> None:
    a = adventuring(9, [3, REMOVE], used=[DRAW])
    aims = {x.target for x in actions(a) if isinstance(x, karen.Use)}
    assert aims == {lies(3), lies(DRAW, used=True), itself(REMOVE)}
    assert after(a, use(REMOVE, itself(REMOVE))).removed == pile([REMOVE])


@pytest.mark.rule("5.6")
def test_a_removed_card_never_comes_back() -> None:
    s = after(facing(quest(1), [3, REMOVE], event_deck=[quest(2)]), use(REMOVE, lies(3)), DECLARE)
    assert (s.removed, s.discard) == (pile([3]), pile([REMOVE, quest(1)]))


@pytest.mark.rule("5.7")
def test_an_ability_that_does_nothing_may_be_used_and_is_used_up() -> None:
    a, ids = cited(adventuring(9, [DRAW]), use(DRAW))
    assert a.cards == Bag([lies(DRAW, used=True)])
    assert ids == ["3.7", "5.4", "6.2"]


# CHECK! ------------------------------------------------------------------------------------------
@pytest.mark.rule("6.1")
def test_when_the_deck_runs_out_the_discard_pile_is_shuffled_and_drawing_goes_on() -> None:
    a, ids = cited(adventuring(9, [DRAW_2], deck=[1], discard=[2, 3]), use(DRAW_2), [1], [3])
    assert (a.deck, a.discard) == (pile([2]), pile([]))
    assert ids == ["3.7", "5.4", "3.2", "6.1", "3.2"]


@pytest.mark.rule("6.1")
def test_the_discard_pile_waits_until_a_card_is_needed() -> None:
    a = after(adventuring(9, [0], deck=[1], discard=[2]), COURAGE, [1])
    assert (a.deck, a.discard) == (pile([]), pile([2]))
    a, ids = cited(a, COURAGE)
    assert (a.deck, a.discard, ids) == (pile([2]), pile([]), ["3.9", "6.1"])


@pytest.mark.rule("6.1")
def test_the_four_cards_of_an_adventure_may_reach_into_the_reshuffled_pile() -> None:
    s = table(active=[quest(4), quest(5)], deck=[5], discard=[0, 0, 0])
    s, ids = cited(s, karen.Stand(quest(4)), [5], [0, 0, 0])
    assert karen.power(s.adventure) == 5
    assert ids == ["2.1", "3.1", "3.2", "6.1", "3.2"]


@pytest.mark.rule("6.2")
def test_when_deck_and_discard_pile_are_both_used_up_drawing_ends() -> None:
    a, ids = cited(adventuring(9, [DRAW_3], deck=[1], discard=[2]), use(DRAW_3), [1], [2])
    assert (karen.power(a), a.draws) == (2 + 1 + 2, 0)
    assert ids == ["3.7", "5.4", "3.2", "6.1", "3.2", "6.2"]
    assert DECLARE in actions(a)


@pytest.mark.rule("6.2")
def test_an_adventure_without_any_card_can_only_be_declared() -> None:
    a = set_out(karen.Challenge(3, 20, 20, karen.Options()), pile([]), pile([]))
    assert actions(a) == (DECLARE,)
    assert karen.finished(after(a, DECLARE)) == karen.Adventure(False, 0, 3)
