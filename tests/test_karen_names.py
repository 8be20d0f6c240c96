"""Karen: the names that lessons and other code call, what they accept, and how they refuse the rest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from karen_table import SHEET, lies, pile
from rulebooks import game, karen
from rulebooks.core.result import Odds

card, adventure, adventure_odds = karen.card, karen.adventure, karen.adventure_odds
HUGE = 10**6000  # Python refuses to write it out, so a test with it needs a name of its own


# What they accept --------------------------------------------------------------------------------
def test_the_shelf_gives_the_game_with_all_its_names() -> None:
    names = "card adventure adventure_odds story_cost score ending Adventure GOALS position"
    assert [name for name in names.split() if not hasattr(game("karen"), name)] == []


def test_a_deck_is_a_list_or_a_mapping_of_titles_ids_numbers_and_cards() -> None:
    listed = karen.cards(["Hunger Pang", "hunger-pang", 2, card(2), card(1, "copy"), -1])
    mapped = karen.cards({"HUNGER PANG": 2, 2: 2, card(1, "copy"): 1, -1: 1, "Memento": 0})
    assert listed == mapped == pile(["Hunger Pang", "Hunger Pang", 2, 2, card(1, "copy"), -1])
    assert karen.cards(n for n in (0, 1)) == pile([0, 1])


def test_a_quests_title_means_the_turned_card() -> None:
    found = karen.cards(["Powder Store"]).kinds[0]
    assert (found.power, found.ability) == (6, "double")


def test_a_card_of_ones_own_has_a_power_and_perhaps_an_ability() -> None:
    assert (card(3).power, card(3).ability) == (3, None)
    assert card(-2, "double") is card(-2, "double")
    assert [card(1, ability).ability for ability in karen.ABILITIES] == list(karen.ABILITIES)


def test_an_adventure_begins_before_its_four_cards() -> None:
    a = adventure([0] * 5, 4, discard=[1], hp=7, courage=2)
    assert (a.draws, len(a.deck), len(a.discard), a.cards) == (4, 5, 1, pile([]))
    assert (a.challenge.difficulty, a.challenge.hp, a.challenge.courage) == (4, 7, 2)


def test_courage_is_capped_by_the_hp_as_well() -> None:
    assert adventure([0] * 5, 4, hp=3).challenge.courage == 3
    assert adventure([0] * 5, 4, hp=3, courage=99) == adventure([0] * 5, 4, hp=3)


def test_odds_answer_as_a_mapping_of_adventures() -> None:
    found = adventure_odds({0: 1, 1: 4}, 4, courage=0)
    # one of five cards is left out: the 0 in one of five orders, and then the power is 4
    assert dict(found) == {karen.Adventure(True, 4, 0): Fraction(1, 5), karen.Adventure(False, 3, 1): Fraction(4, 5)}
    assert isinstance(found, Odds)
    assert found.p(cleared=True) == found.p(lambda end: end.power == 4) == Fraction(1, 5)
    assert found.marginal("hp_lost").mean == Fraction(4, 5)
    assert found.marginal("hp_lost").variance == Fraction(4, 25)
    assert found.marginal("power").at_least(4) == Fraction(1, 5)
    assert found.how.kind == "exact"


def test_any_position_can_be_set_up() -> None:
    a = karen.position(hp=7, quest="Wild Boar", laid=["Attempt", 2], used=["Memento"], deck=[0], discard=[1])
    assert (a.challenge.difficulty, a.challenge.hp, a.draws) == (5, 7, 0)
    assert set(a.cards) == {lies("Attempt"), lies(2), lies("Memento", used=True)}
    assert (a.deck, a.discard) == (pile([0]), pile([1]))


# How they refuse -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "deck, why",
    [
        (["Atempt"], "did you mean Attempt"),
        (["Wild Bore"], "did you mean Wild Boar"),
        ([""], "no card of the karen sheet"),
        (["Pirate Ship"], "Pirate Ship never comes into the Karen Deck"),
        (["The Quarrel"], "The Quarrel never comes into the Karen Deck"),
        ([0.5], "a title, a whole number or karen.card"),
        ([Fraction(1, 2)], "a title, a whole number or karen.card"),
        ([True], "a title, a whole number or karen.card"),
        ([None], "a title, a whole number or karen.card"),
        ([[0]], "a title, a whole number or karen.card"),
        ([1000], "from -999 to 999, not 1000"),
        pytest.param([HUGE], "from -999 to 999", id="huge power"),
        ({"Attempt": 0.5}, "a count is a whole number from 0 to 999, not 0.5"),
        ({"Attempt": True}, "a count is a whole number from 0 to 999, not True"),
        ({"Attempt": -1}, "a count is a whole number from 0 to 999, not -1"),
        ({"Attempt": "2"}, "a count is a whole number from 0 to 999, not '2'"),
        ({"Attempt": 1000}, "a count is a whole number from 0 to 999, not 1000"),
        pytest.param({0: HUGE}, "a count is a whole number from 0 to 999", id="huge count"),
        ({"Atempt": 0}, "did you mean Attempt"),
        ("Attempt", "a list of cards or a mapping"),
        (b"Attempt", "a list of cards or a mapping"),
        (4, "a list of cards or a mapping"),
        (None, "a list of cards or a mapping"),
    ],
)
def test_what_is_no_deck_is_refused_with_what_is_one(deck: Any, why: str) -> None:
    for ask in (
        lambda: adventure(deck, 4),
        lambda: adventure([0] * 4, 4, discard=deck),
        lambda: adventure_odds(deck, 4),
        lambda: karen.position(hp=4, quest=4, laid=deck, deck=[0]),
        lambda: karen.position(hp=4, quest=4, laid=[0], used=deck, deck=[0]),
    ):
        with pytest.raises(ValueError) as no:
            ask()
        assert why in str(no.value)
        assert len(str(no.value)) < 300


@pytest.mark.parametrize(
    "power, ability, why",
    [
        (1.0, None, "a whole number from -999 to 999, not 1.0"),
        (True, None, "not True"),
        ("1", None, "not '1'"),
        ([1], None, "not [1]"),
        (None, None, "not None"),
        (-1000, None, "not -1000"),
        pytest.param(HUGE, None, "from -999 to 999", id="huge"),
        (1, "draw 4", "there are double, draw 1, draw 2, draw 3, copy, remove"),
        (1, "", "no ability is called ''"),
        (1, 2, "no ability is called 2"),
        (1, ["double"], "no ability is called"),
    ],
)
def test_what_is_no_card_is_refused_with_what_is_one(power: Any, ability: Any, why: str) -> None:
    assert card(1, None) is card(1)  # a card that is known does not let its look-alikes in
    with pytest.raises(ValueError) as no:
        card(power, ability)
    assert why in str(no.value)


@pytest.mark.parametrize("hp", [0, 21, -1, 2.0, "20", True, None, pytest.param(HUGE, id="huge")])
def test_hp_are_whole_numbers_from_1_to_20(hp: Any) -> None:
    with pytest.raises(ValueError, match="hp is a whole number from 1 to 20, not "):
        adventure([0], 4, hp=hp)
    with pytest.raises(ValueError, match="hp is a whole number from 1 to 20, not "):
        karen.position(hp=hp, quest=4, laid=[], deck=[0])


@pytest.mark.parametrize("difficulty", [-1, 1000, 4.0, "4", True, None, pytest.param(HUGE, id="huge")])
def test_a_difficulty_is_a_whole_number_from_0_to_999(difficulty: Any) -> None:
    with pytest.raises(ValueError, match="difficulty is a whole number from 0 to 999, not "):
        adventure([0], difficulty)


@pytest.mark.parametrize("courage", [-1, 1.0, "1", True])
def test_a_cap_on_courage_is_none_or_a_whole_number(courage: Any) -> None:
    with pytest.raises(ValueError, match="courage is None or a whole number from 0 up, not "):
        adventure_odds([0], 4, courage=courage)


@pytest.mark.parametrize(
    "goal",
    [
        "cleer",
        "",
        None,
        1,
        ["clear"],
        "worth",
        "worth a lot",
        "worth -1",
        "worth 1.5",
        pytest.param("worth " + "9" * 5000, id="huge"),
    ],
)
def test_a_goal_is_one_of_four(goal: Any) -> None:
    with pytest.raises(ValueError, match="there are clear, hearts, survive, power"):
        adventure_odds([0], 4, goal=goal)


def test_clearing_may_be_worth_from_0_to_999_hp() -> None:
    assert karen.named_goal("worth 5") is karen.worth(5)
    for wrong in (-1, 1000, 1.5, True, None):
        with pytest.raises(ValueError, match="worth a whole number of HP from 0 to 999, not "):
            karen.worth(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="from 0 to 999, not 1000"):
        adventure_odds([0], 4, goal="worth 1000")


@pytest.mark.parametrize(
    "asked, why",
    [("The Quarrel", "is no quest"), ("Attempt", "is no quest"), ("Wild Bore", "did you mean Wild Boar"), (None, "")],
)
def test_a_position_needs_a_quest(asked: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why or "is no quest"):
        karen.position(hp=4, quest=asked, laid=[], deck=[0])


@pytest.mark.parametrize("wrong", [5, "plain", karen.Options(), SHEET])
def test_a_set_up_is_a_karen_setup(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"a set-up is None or karen.Setup\(…\), not "):
        adventure([0], 4, setup=wrong)
    with pytest.raises(ValueError, match=r"a set-up is None or karen.Setup\(…\), not "):
        karen.initial_state(wrong)


@pytest.mark.parametrize("wrong", ["no", 0, 1, None])
def test_an_option_is_true_or_false(wrong: Any) -> None:
    with pytest.raises(ValueError, match="option copy_unused is True or False, not "):
        karen.Options(copy_unused=wrong)


def test_options_are_options() -> None:
    with pytest.raises(ValueError, match=r"options must be karen.Options\(…\), not "):
        karen.Setup(options={"copy_unused": False})  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, 1.5, "1", True, None, pytest.param(-HUGE, id="huge")])
def test_costs_and_scores_are_reckoned_from_whole_numbers(wrong: Any) -> None:
    for ask in (
        lambda: karen.story_cost(wrong, 0),
        lambda: karen.story_cost(0, wrong),
        lambda: karen.score(0, wrong),
    ):
        with pytest.raises(ValueError, match="whole number"):
            ask()


@pytest.mark.parametrize("wrong", [1.5, "1", True, None])
def test_an_ending_is_for_a_whole_number_of_points(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a score is a whole number, not "):
        karen.ending(wrong)
    with pytest.raises(ValueError, match="power and stories are whole numbers"):
        karen.score(wrong, 0)
