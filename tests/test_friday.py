"""Friday: hazards, drawing, comparing, pirates, the end and the score, in the order of the rules.

What is in the box: ``test_friday_box.py``; what cards can do: ``test_friday_abilities.py``; how we read what is left
open: ``test_friday_rulings.py``; positions from plain numbers and names: ``test_friday_positions.py``; whole games:
``test_friday_games.py``; odds: ``test_friday_odds.py``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from friday_table import COMPARE, ENOUGH, FREE, PAY, SETTLE, actions, after, cited, no
from rulebooks import friday
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, Game, Terminal
from rulebooks.core.sampling import pick
from rulebooks.friday.contents import contents, most_life

Options, Setup = friday.Options, friday.Setup
SHEET = load_sheet("friday")
TWO = ("pirate ship 20", "pirate ship 35")
SKIP = friday.Skip()


def of(kind: str) -> Bag[Any]:
    """The cards of one kind."""
    return contents(SHEET)[kind]


def find(name: str) -> Any:
    """A card of the sheet."""
    return SHEET.find(name)


def table(**changes: Any) -> friday.State:
    """A table in the green step, with little in Robinson's stack."""
    return friday.table(**{"life": 15, "stack": ["weak", "focused"], "pirates": TWO, **changes})


def fight(value: Any = 4, free: int | None = 3, **rest: Any) -> friday.Fighting:
    """A fight whose stack holds three plain cards; no aging card is left unless told."""
    return friday.fight(rest.pop("stack", [0, 1, 2]), value, free, **{"aging": (), **rest})


def lies(value: int, left: bool = True) -> friday.Lying:
    """A plain card as it lies in a fight."""
    return friday.Lying(friday.card(value), left)


def test_friday_is_a_game_as_the_kit_understands_it() -> None:
    game: Game = friday
    assert game.rule.title == "Friday"


# 1  Hazards ---------------------------------------------------------------------------------
@pytest.mark.rule("1.1", "1.2")
def test_of_two_hazards_one_is_fought_and_the_other_comes_back_in_a_later_step() -> None:
    s = table(shown=["weapon 4", "raft-food"])
    assert [str(a)[:14] for a in actions(s)] == ["fight With the", "fight Cannibal"]
    s = friday.step(s, friday.Face(find("raft-food")))
    assert (s.facing, s.left) == (find("raft-food"), Bag([find("cannibals-weapon")]))
    assert s.fight is not None
    assert (s.fight.challenge.needs, s.fight.free) == ((0,), 1)


@pytest.mark.rule("1.1")
def test_hazards_are_turned_up_two_at_a_time() -> None:
    node = friday.node(table(hazards=["raft-food", "raft-food", "raft-books"]))
    assert isinstance(node, Chance)
    assert {str(shown)[-60:]: n for shown, n in node.outcomes.items()}.__len__() == 2
    assert sorted(node.outcomes.values()) == [1, 2]


@pytest.mark.rule("1.3")
def test_a_single_last_hazard_may_be_fought_or_left() -> None:
    s = table(shown=["raft-food"], hazards=[], hazard_discard=["raft-books"])
    assert actions(s) == (friday.Face(find("raft-food")), SKIP)
    s = friday.step(s, SKIP)
    assert (s.step, s.hazards) == ("yellow", Bag([find("raft-food"), find("raft-books")]))


@pytest.mark.rule("1.4")
def test_of_two_hazards_none_is_left() -> None:
    s = table(shown=["weapon 4", "raft-food"])
    assert SKIP not in actions(s)
    assert no(s, SKIP) == "1.4"


@pytest.mark.rule("1.5", "1.6")
def test_a_hazard_beaten_becomes_a_knowledge_card_on_the_discard_pile_with_the_cards_of_the_fight() -> None:
    s = table(facing="exploring-weapon", drawn_left=["focused", "genius"])
    s = after(s, COMPARE, SETTLE)
    assert sorted(str(c) for c in s.discard) == ["focused 1", "genius 2", "weapon 2"]
    assert (s.life, s.facing, s.phase) == (15, None, friday.Phase.HAZARDS)


@pytest.mark.rule("1.7")
def test_a_hazard_not_beaten_goes_to_the_hazard_discard_pile() -> None:
    s = after(table(facing="exploring-weapon", drawn_left=["weak", "weak"]), COMPARE, SETTLE, ENOUGH)
    assert (s.life, s.left) == (14, Bag([find("exploring-weapon")]))
    assert s.discard == Bag([find("weak")] * 2)


@pytest.mark.rule("1.8")
@pytest.mark.parametrize("step, then", [("green", "yellow"), ("yellow", "red"), ("red", "pirates")])
def test_with_the_hazard_stack_empty_the_next_step_begins_and_after_red_the_pirates_come(step: str, then: str) -> None:
    s = table(step=step, shown=["raft-food"], hazards=[], hazard_discard=["raft-books"])
    s = friday.step(s, SKIP)
    assert s.step == then
    assert (len(s.hazards), len(s.left)) == ((0, 2) if then == "pirates" else (2, 0))


@pytest.mark.rule("1.8")
@pytest.mark.ruling("FR-49")
def test_with_every_hazard_beaten_the_pirates_come_at_once() -> None:
    s = table(facing="raft-food", drawn_left=["focused"], hazards=[])
    assert after(s, COMPARE, SETTLE).step == "pirates"


@pytest.mark.rule("1.8")
def test_the_green_step_is_15_fights_without_a_single_hazard_left_over() -> None:
    s, fights = friday.initial_state(), 0
    for n in range(1000):
        if s.step != "green":
            break
        node = friday.node(s)
        fights += isinstance(node, Decision) and s.phase is friday.Phase.CHOOSE
        if s.phase is friday.Phase.CHOOSE:
            assert len(s.shown) == 2
        weights = node.outcomes if isinstance(node, Chance) else dict.fromkeys(node.actions, 1)  # type: ignore[union-attr]
        s = replace(friday.step(s, pick(weights, "fifteen fights", n)), life=20)
        s = replace(s, fight=s.fight and replace(s.fight, life=20))
    assert (s.step, fights) == ("yellow", 15)


# 2  Drawing ----------------------------------------------------------------------------------
@pytest.mark.rule("2.1", "2.2", "2.11")
def test_free_cards_lie_on_the_left_as_many_as_the_white_box_says() -> None:
    f = after(fight(9, 2), FREE, 1, FREE, 2)
    assert f.cards == Bag([lies(1), lies(2)])
    assert (f.life, f.free) == (20, 0)
    assert no(f, FREE) == "2.2"


@pytest.mark.rule("2.1")
def test_nobody_has_to_draw_all_free_cards() -> None:
    assert COMPARE in actions(after(fight(1, 3), FREE, 2))


@pytest.mark.rule("2.3")
def test_at_least_one_card_is_drawn_before_comparing() -> None:
    f = fight(0, 3)
    assert no(f, COMPARE) == "2.3"
    assert COMPARE in actions(after(f, FREE, 0))


@pytest.mark.rule("2.3")
@pytest.mark.ruling("FR-45")
def test_without_free_cards_a_fight_may_be_compared_without_a_card() -> None:
    f = fight(1, 0)
    assert COMPARE in actions(f)
    assert after(f, COMPARE, SETTLE).life == 19


@pytest.mark.rule("2.4", "2.11")
def test_each_further_card_costs_1_life_and_lies_on_the_right() -> None:
    f = after(fight(9, 1), FREE, 1, PAY, 2, PAY, 0)
    assert (f.life, f.paid) == (18, 2)
    assert f.cards == Bag([lies(1), lies(2, left=False), lies(0, left=False)])


@pytest.mark.rule("2.5")
def test_the_last_life_point_can_be_paid_but_not_one_that_is_not_there() -> None:
    f = after(fight(9, 1, life=1), FREE, 1, PAY, 2)
    assert f.life == 0
    assert no(f, PAY) == "2.5"


@pytest.mark.rule("2.6")
@pytest.mark.ruling("FR-36")
def test_nobody_pays_while_a_free_card_can_be_drawn() -> None:
    f = fight(9, 2)
    assert no(f, PAY) == "2.6"
    assert PAY in actions(replace(f, challenge=replace(f.challenge, setup=Setup(1, Options(free_first=False)))))


@pytest.mark.rule("2.7")
@pytest.mark.ruling("FR-48")
def test_what_if_questions_may_cap_the_paid_cards() -> None:
    f = after(fight(9, 1, pay=1), FREE, 0, PAY, 1)
    assert no(f, PAY) == "2.7"


@pytest.mark.rule("2.8")
@pytest.mark.ruling("FR-38")
def test_with_stack_and_discard_pile_empty_no_card_can_be_drawn() -> None:
    board = ["hungry"]
    f = fight(9, 2, stack=[], aging=board)
    assert no(f, FREE) == "2.8"
    alone = fight(9, 2, stack=[], aging=board, options=Options(draw_from_nothing=True))
    f = after(alone, FREE, find("hungry"))
    assert len(f.stack) == 1
    assert after(f, find("hungry")).cards == Bag([friday.Lying(find("hungry"), True)])


@pytest.mark.rule("2.9")
@pytest.mark.ruling("FR-43")
def test_the_stack_is_shuffled_with_the_next_aging_card_only_when_a_card_is_needed() -> None:
    f = fight(9, 3, stack=["focused"], discard=["weak", "genius"], aging=["hungry", "suicidal"])
    f, rules = cited(f, FREE, find("focused"))
    assert rules == ["2.1", "2.11"]
    assert (len(f.stack), len(f.aging)) == (0, 2)
    f = friday.step(f, FREE)
    node = friday.node(f)
    assert isinstance(node, Chance)
    assert (node.what, node.outcomes) == ("the next aging card", {find("hungry"): 1})
    f, rules = cited(f, find("hungry"))
    assert rules == ["2.9"]
    assert sorted(map(str, f.stack)) == ["genius 2", "hungry 0 (−1 life, aging)", "weak 0"]
    assert not f.discard
    assert f.cards == Bag([friday.Lying(find("focused"), True)])  # cards in the fight stay where they are


@pytest.mark.rule("2.9")
def test_a_fight_that_ends_with_an_empty_stack_shuffles_nothing() -> None:
    f = after(fight(1, 1, stack=[2], aging=["hungry"]), FREE, 2, COMPARE, SETTLE)
    assert (len(f.stack), len(f.aging), f.phase) == (0, 1, "over")


@pytest.mark.rule("2.10")
@pytest.mark.ruling("FR-46")
def test_without_an_aging_card_left_the_game_is_lost_when_the_stack_has_to_be_shuffled() -> None:
    f = after(fight(9, 1, stack=[], discard=[1]), FREE)
    assert friday.node(f) == Terminal((0,), "2.10")
    assert friday.finished(f).life_lost == 21


@pytest.mark.rule("2.10a")
def test_by_the_older_rule_the_discard_pile_is_shuffled_alone() -> None:
    f, rules = cited(fight(9, 1, stack=[], discard=[1], options=Options(aging_exhausted="reshuffle")), FREE)
    assert rules == ["2.1", "2.10a"]
    assert list(f.stack) == [friday.card(1)]


# 5  The comparison -------------------------------------------------------------------------------
@pytest.mark.rule("5.1", "5.2", "5.3", "5.4")
@pytest.mark.parametrize("value, won", [(3, True), (4, True), (5, False)])
def test_a_fighting_value_of_at_least_the_hazard_value_wins(value: int, won: bool) -> None:
    f, rules = cited(fight(value, 2, drawn_left=[1], drawn_right=[3]), COMPARE, SETTLE)
    assert (friday.total(f), friday.finished(f).won) == (4, won)
    assert rules[:2] == ["5.1", "5.4" if won else "5.5"]


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("step, need", [("green", 2), ("yellow", 5), ("red", 8)])
def test_the_hazard_value_is_that_of_the_step(step: str, need: int) -> None:
    assert friday.need(fight("further-vision", None, step=step)) == need


@pytest.mark.rule("5.4")
def test_after_a_win_no_card_is_destroyed() -> None:
    assert after(fight(1, 2, drawn_left=[-1, 2]), COMPARE, SETTLE).phase == "over"


@pytest.mark.rule("5.5", "5.8")
def test_1_0_2_and_minus_1_against_4_cost_2_life_and_2_points_to_destroy_cards_with() -> None:
    f = after(fight(4, 4, drawn_left=[1, 0, 2, -1]), COMPARE, SETTLE)
    assert (f.life, f.result.points, f.phase) == (18, 2, "destroying")  # type: ignore[union-attr]
    f = after(f, friday.Destroy(lies(-1)), friday.Destroy(lies(0)))
    assert friday.finished(f) == friday.Fight(won=False, total=2, life_lost=2, cards_paid=0, removed=2)
    assert f.cards == Bag([lies(1), lies(2)])


@pytest.mark.rule("5.10")
def test_points_of_a_loss_may_be_left_over() -> None:
    f = after(fight(4, 2, drawn_left=[0, 1]), COMPARE, SETTLE, friday.Destroy(lies(0)))
    f, rules = cited(f, ENOUGH)
    assert (f.phase, len(f.removed), f.life, rules) == ("over", 1, 17, ["5.10"])


@pytest.mark.rule("5.9")
def test_an_aging_card_takes_two_points() -> None:
    f = after(fight(3, 2, drawn_left=["stupid", 4]), COMPARE, SETTLE)
    assert no(f, friday.Destroy(friday.Lying(find("stupid"), True))) == "5.9"
    f = after(fight(4, 2, drawn_left=["stupid", 4]), COMPARE, SETTLE)
    f = after(f, friday.Destroy(friday.Lying(find("stupid"), True)))
    assert (f.phase, f.removed) == ("over", Bag([find("stupid")]))


@pytest.mark.rule("5.6")
@pytest.mark.parametrize("value, life", [(2, 17), (4, 15)])
def test_life_for_aging_cards_is_paid_after_a_win_and_after_a_loss(value: int, life: int) -> None:
    f = after(fight(value, 3, drawn_left=["hungry", "very hungry", 2]), COMPARE, SETTLE)
    assert f.life == life
    assert f.result.points == max(0, value - 2)  # type: ignore[union-attr]


@pytest.mark.rule("5.6", "7.1")
@pytest.mark.ruling("FR-53")
def test_a_hungry_robinson_can_die_of_a_pirate_he_has_beaten() -> None:
    f = after(fight(4, 2, drawn_left=["hungry", 4], pirate="none", life=0), COMPARE, SETTLE)
    assert friday.node(f) == Terminal((0,), "7.1")
    assert not friday.finished(f).won


@pytest.mark.rule("5.7")
def test_a_card_turned_face_down_leaves_the_game_after_the_fight_won_or_lost() -> None:
    for value in (1, 2):
        f = after(fight(value, 2, drawn_left=[friday.face_down("stupid"), 1]), COMPARE, SETTLE)
        assert f.removed == Bag([find("stupid")])
        assert f.cards == Bag([lies(1)])


# 6  Pirates ------------------------------------------------------------------------------------
@pytest.mark.rule("6.1", "6.1b", "6.9")
def test_both_pirates_are_fought_one_after_the_other_in_the_order_robinson_likes() -> None:
    s = table(step="pirates", hazards=[], stack={"weapon 4": 2, "weapon 2": 2, "focused": 3})
    assert [a.card.name for a in actions(s)] == list(TWO)
    s = friday.step(s, friday.Face(find(TWO[1])))
    assert s.fight is not None
    won = replace(s, fight=replace(s.fight, cards=Bag([lies(40)]), free=0))
    s, rules = cited(won, COMPARE, SETTLE)
    assert rules[-1] == "6.9"
    assert (s.beaten, s.phase) == (Bag([find(TWO[1])]), friday.Phase.PIRATE)
    assert [a.card.name for a in actions(s)] == [TWO[0]]


@pytest.mark.rule("6.1a")
@pytest.mark.ruling("FR-39")
def test_read_otherwise_the_pirates_come_in_the_order_in_which_they_lie() -> None:
    s = table(step="pirates", hazards=[], options=Options(choose_pirate=False))
    assert [a.card.name for a in actions(s)] == [TWO[0]]
    assert no(s, friday.Face(find(TWO[1]))) == "6.1a"


@pytest.mark.rule("6.2", "6.3")
@pytest.mark.ruling("FR-54")
def test_a_pirate_is_fought_until_he_is_beaten_or_no_card_can_be_had() -> None:
    f = fight(5, 1, stack=[0, 0], pirate="none", life=1, drawn_left=[4])
    assert no(f, COMPARE) == "6.2"
    f = after(f, PAY, 0)
    assert actions(f) == (COMPARE,)
    assert friday.node(after(f, COMPARE, SETTLE)) == Terminal((0,), "6.3")


@pytest.mark.rule("6.2")
def test_a_double_at_the_comparison_counts_towards_a_pirates_value() -> None:
    f = fight(9, 2, stack=[0], pirate="none", drawn_left=["repeat 1", "weapon 4"])
    assert COMPARE in actions(f)
    double = friday.Use(friday.Lying(find("exploring-repeat"), True), friday.Lying(find("cannibals-weapon"), True))
    assert friday.finished(after(f, COMPARE, double, SETTLE)).won


@pytest.mark.rule("6.7")
@pytest.mark.ruling("FR-50")
def test_the_pirate_of_hazards_adds_up_what_is_not_beaten() -> None:
    for hazards, numbers in ((["raft-food", "weapon 4"], ((17,), 6)), ([], ((0,), 0))):
        s = table(step="pirates", hazards=hazards, pirates=["pirate ship of hazards", TWO[0]])
        f = friday.step(s, friday.Face(find("pirate ship of hazards"))).fight
        assert (f.challenge.needs, f.free) == numbers
    assert COMPARE in actions(f)


@pytest.mark.rule("6.8")
@pytest.mark.ruling("FR-42")
@pytest.mark.parametrize("recount, need", [(False, 4), (True, 6)])
def test_the_pirate_of_age_asks_for_2_for_each_aging_card_taken_before_his_fight(recount: bool, need: int) -> None:
    s = table(
        step="pirates",
        hazards=[],
        stack=[],
        discard=["weak", "hungry", "stupid"],
        pirates=["pirate ship of age", TWO[0]],
        options=Options(recount_aging=recount),
    )
    s = friday.step(s, friday.Face(find("pirate ship of age")))
    assert friday.need(s.fight) == 4  # type: ignore[arg-type]
    s = after(s, FREE, find("scared"))
    assert friday.need(s.fight) == need


@pytest.mark.rule("3.4")
@pytest.mark.ruling("FR-47")
def test_plus_2_cards_draws_the_first_at_once_and_leaves_the_second_open() -> None:
    f = friday.step(fight(9, 1, drawn_left=["equipment"]), friday.Use(friday.Lying(find("raft-equipment"), True)))
    assert isinstance(friday.node(f), Chance)
    assert ENOUGH in actions(after(f, 0))


@pytest.mark.rule("3.16a")
def test_read_otherwise_an_exchanged_card_is_discarded_after_the_shuffle() -> None:
    drawn: dict[str, Any] = {"drawn_left": ["strategy 2", "suicidal"], "stack": [], "discard": ["weapon 4"]}
    use = friday.Use(friday.Lying(find("further-strategy"), True), friday.Lying(find("suicidal"), True))
    for first, rules, cards in ((True, ["3.1", "3.16"], 3), (False, ["3.1", "3.16", "3.16a"], 2)):
        f = fight(9, 2, **drawn, aging=["hungry"], options=Options(discard_first=first))
        f, said = cited(f, use)
        assert said == rules
        f = friday.step(f, find("hungry"))
        assert len(f.stack) == cards
        f = friday.step(f, find("cannibals-weapon"))
        assert (find("suicidal") in f.discard) is not first


@pytest.mark.rule("3.4a", "3.15f", "3.19a", "3.22")
@pytest.mark.parametrize(
    "drawn, use, first, rule, side",
    [
        pytest.param("raft-equipment", None, 0, "3.4a", "right", id="the second of two cards"),
        pytest.param("further-vision", None, 0, "3.15f", "eyes", id="another card to look at"),
        pytest.param("exploring-deception", "weak", None, "3.19a", "left", id="the replacement"),
    ],
)
def test_what_an_ability_still_offers_is_taken_or_left(
    drawn: str, use: str | None, first: int | None, rule: str, side: str
) -> None:
    f = fight(9, 2, drawn_left=[drawn, "weak"])
    target = None if use is None else friday.Lying(find(use), True)
    f = friday.step(f, friday.Use(friday.Lying(find(drawn), True), target))
    f = f if first is None else after(f, first)
    more = next(a for a in actions(f) if isinstance(a, friday.More))
    on, rules = cited(f, more)
    assert (rules, on.pending[-1].to) == ([rule], side)
    if ENOUGH in actions(f):  # cards looked at have to be put somewhere
        left, rules = cited(f, ENOUGH)
        assert (rules, left.pending) == (["3.22"], ())


# 7  The end and the score ---------------------------------------------------------------------------
@pytest.mark.rule("7.1")
def test_robinson_lives_with_0_life_and_dies_below() -> None:
    lost = fight(3, 1, drawn_left=[0], life=3)
    assert after(lost, COMPARE, SETTLE).phase == "destroying"
    dead = after(fight(4, 1, drawn_left=[0], life=3), COMPARE, SETTLE)
    assert friday.node(dead) == Terminal((0,), "7.1")


@pytest.mark.rule("7.1")
def test_a_hazard_beaten_with_0_life_counts() -> None:
    s = after(table(facing="raft-food", drawn_left=["focused"], life=0), COMPARE, SETTLE)
    assert (s.life, s.phase) == (0, friday.Phase.HAZARDS)


@pytest.mark.rule("7.1")
def test_a_game_that_is_lost_leaves_the_hazard_unbeaten() -> None:
    s = after(table(facing="weapon 4", drawn_left=["weak"], life=3, hazards=["raft-food"]), COMPARE, SETTLE)
    assert friday.node(s) == Terminal((0,), "7.1")
    assert s.left == Bag([find("cannibals-weapon")])


def won_table(**changes: Any) -> friday.State:
    """The end of a game that is won."""
    s = table(**{"step": "pirates", "beaten": TWO[:1], "facing": TWO[1], "hazards": ["raft-food"], **changes})
    assert s.fight is not None
    strong = s.fight.cards + Bag([friday.Lying(find("cannibals-weapon"), True)] * 9)
    return after(replace(s, fight=replace(s.fight, cards=strong)), COMPARE, SETTLE)


@pytest.mark.rule("7.2")
def test_with_both_pirates_beaten_the_game_is_won() -> None:
    s = won_table()
    assert friday.node(s) == Terminal((1,), "7.2")
    assert len(s.beaten) == 2


@pytest.mark.rule("7.3")
def test_36_points_of_cards_two_pirates_2_life_an_aging_card_and_8_hazards_score_47() -> None:
    assert friday.score({"weapon 4": 2, 9: 3, 1: 1, "suicidal": 1}, 2, 2, 8) == 47


@pytest.mark.rule("7.3")
@pytest.mark.ruling("FR-52")
def test_the_whole_deck_scores_stack_and_discard_pile_alike() -> None:
    here = table(stack=["weapon 4", "genius"], discard=["focused", "stupid"], hazards=[])
    swapped = table(stack=["focused", "stupid"], discard=["weapon 4", "genius"], hazards=[])
    assert friday.score_of(here) == friday.score_of(swapped) == 4 + 2 + 1 - 5


@pytest.mark.rule("7.3")
@pytest.mark.ruling("FR-22")
def test_a_table_is_scored_like_the_numbers_on_it() -> None:
    s = won_table(stack=["weak", "focused", "hungry"], life=2)
    assert friday.score_of(s) == 9 * 4 + 1 - 5 + 2 * 15 + 2 * 5 - 3


@pytest.mark.rule("7.3")
@pytest.mark.ruling("FR-41")
def test_life_scores_after_a_victory_only() -> None:
    lost: dict[str, Any] = {"facing": TWO[1], "step": "pirates", "stack": [], "hazards": [], "life": 1}
    for otherwise, points in ((False, 0), (True, 5)):
        s = table(**lost, options=Options(life_scores_after_loss=otherwise))
        assert friday.score_of(replace(s, phase=friday.Phase.OVER, ended_by="6.3")) == points


@pytest.mark.ruling("FR-40")
def test_in_level_4_the_most_life_is_20_or_read_otherwise_22() -> None:
    assert [most_life(Setup(4, Options(level_4_most_22=x))) for x in (False, True)] == [20, 22]
