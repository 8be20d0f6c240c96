"""Friday: what is in the box, and what lies on the table before the first hazard."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulebooks import friday
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance
from rulebooks.friday.contents import contents, most_life, start_life

Setup = friday.Setup
SHEET = load_sheet("friday")


def of(kind: str) -> Bag[Any]:
    """The cards of one kind."""
    return contents(SHEET)[kind]


def find(name: str) -> Any:
    """A card of the sheet."""
    return SHEET.find(name)


# 0  The box and the set-up ------------------------------------------------------------------
@pytest.mark.rule("0.1")
def test_the_box_holds_18_starting_cards_30_hazards_11_aging_cards_and_10_pirates() -> None:
    assert {kind: len(cards) for kind, cards in contents(SHEET).items()} == {
        "starting": 18,
        "hazard": 30,
        "aging": 11,
        "pirate": 10,
    }


@pytest.mark.rule("0.1")
def test_the_values_of_the_18_starting_cards_add_up_to_0() -> None:
    assert sum(c.value for c in of("starting")) == 0
    assert Counter(c.value for c in of("starting")) == {-1: 5, 0: 9, 1: 3, 2: 1}
    assert [(str(c), c.ability) for c in of("starting") if c.ability] == [("eating 0 (+2 life)", "+2 life")]


@pytest.mark.rule("0.1")
@pytest.mark.parametrize("number, total", {"green": 46, "yellow": 110, "red": 198, "free": 70, "value": 42}.items())
def test_the_numbers_of_the_30_hazards_add_up(number: str, total: int) -> None:
    assert sum(getattr(c, number) for c in of("hazard")) == total


@pytest.mark.rule("0.1")
def test_what_the_30_knowledge_cards_can_do() -> None:
    assert Counter(c.ability for c in of("hazard")) == {
        "+1 life": 5,
        "destroy": 4,
        None: 4,
        "exchange 2": 2,
        "exchange": 2,
        "+2 cards": 2,
        "+1 card": 2,
        "below the stack": 2,
        "copy": 2,
        "double": 2,
        "sort 3": 2,
        "step -1": 1,
    }


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    "name, cards, free, needs",
    [
        ("With the raft to the wreck", 10, 1, (0, 1, 3)),
        ("Exploring the island", 8, 2, (1, 3, 6)),
        ("Further exploring the island", 6, 3, (2, 5, 8)),
        ("Wild animals", 4, 4, (4, 7, 11)),
        ("Cannibals", 2, 5, (5, 9, 14)),
    ],
)
def test_the_five_hazards(name: str, cards: int, free: int, needs: tuple[int, ...]) -> None:
    there = [c for c in of("hazard") if c.hazard == name]
    assert len(there) == cards
    assert {(c.free, c.needs) for c in there} == {(free, needs)}


@pytest.mark.rule("0.1")
def test_the_eleven_aging_cards() -> None:
    assert Counter((c.name, c.value, c.ability, c.difficult, c.from_level) for c in of("aging")) == {
        ("scared", 0, "highest = 0", False, 1): 2,
        ("hungry", 0, "-1 life", False, 1): 1,
        ("very tired", 0, "stop", False, 1): 1,
        ("distracted", -1, None, False, 1): 1,
        ("stupid", -2, None, False, 1): 2,
        ("very stupid", -3, None, False, 3): 1,
        ("very hungry", 0, "-2 life", True, 1): 1,
        ("moronic", -4, None, True, 1): 1,
        ("suicidal", -5, None, True, 1): 1,
    }


@pytest.mark.rule("0.1", "0.7")
def test_the_ten_pirates_and_their_free_cards() -> None:
    assert sorted((c.pirate or 0, c.free or 0, c.pirate_rule or "") for c in of("pirate")) == [
        (0, 0, "all_remaining_hazards"),
        (0, 5, "two_per_aging_card"),
        (16, 7, "extra_card_costs_2"),
        (20, 6, ""),
        (22, 9, "half_count"),
        (25, 7, ""),
        (30, 8, ""),
        (35, 9, ""),
        (40, 10, ""),
        (52, 10, "each_card_plus_1"),
    ]


def test_points_of_a_loss_destroy_an_aging_card_for_2_and_any_other_for_1() -> None:
    assert {c.destroy_cost for c in of("aging")} == {2}
    assert {c.destroy_cost for kind in ("starting", "hazard") for c in of(kind)} == {1}


@pytest.mark.rule("0.2", "0.3")
@pytest.mark.parametrize("level, life, most", [(1, 20, 22), (2, 20, 22), (3, 20, 22), (4, 18, 20)])
def test_life_at_the_start_and_at_most(level: int, life: int, most: int) -> None:
    setup = Setup(level)
    assert (start_life(setup), most_life(setup)) == (life, most)
    assert friday.initial_state(setup).life == life


@pytest.mark.rule("0.4", "0.5")
@pytest.mark.parametrize("level, normal", [(1, 7), (2, 7), (3, 8), (4, 8)])
def test_normal_aging_cards_lie_on_difficult_ones_and_very_stupid_plays_in_levels_3_and_4(
    level: int, normal: int
) -> None:
    s = friday.initial_state(Setup(level))
    upper, lower = s.aging.layers
    assert (len(upper), len(lower)) == (normal, 3)  # type: ignore[arg-type]
    assert {c.difficult for c in lower} == {True}  # type: ignore[union-attr]
    assert (find("very stupid") in s.removed) is (level < 3)
    assert (find("very stupid") in upper) is (level >= 3)  # type: ignore[operator]


@pytest.mark.rule("0.6")
def test_the_game_begins_in_the_green_step_with_18_cards_in_the_stack_and_30_hazards() -> None:
    s = friday.initial_state()
    assert (s.step, len(s.stack), len(s.hazards), len(s.discard), len(s.left)) == ("green", 18, 30, 0, 0)


@pytest.mark.rule("0.7")
def test_two_pirates_of_ten_lie_open_from_the_start() -> None:
    s = friday.initial_state()
    node = friday.node(s)
    assert isinstance(node, Chance)
    assert (len(node.outcomes), set(node.outcomes.values())) == (45, {1})
    s = friday.step(s, next(iter(node.outcomes)))
    assert len(s.pirates) == 2
    assert sum(c.kind == "pirate" for c in s.removed) == 8


@pytest.mark.rule("0.8")
@pytest.mark.ruling("FR-51")
@pytest.mark.parametrize("level, cards", [(1, 18), (2, 19), (3, 19), (4, 19)])
def test_from_level_2_on_a_normal_aging_card_is_shuffled_into_the_stack(level: int, cards: int) -> None:
    s = friday.initial_state(Setup(level))
    s = friday.step(s, next(iter(friday.node(s).outcomes)))  # type: ignore[union-attr]
    if level > 1:
        node = friday.node(s)
        assert isinstance(node, Chance)
        assert not any(c.difficult for c in node.outcomes)
        assert len(node.outcomes) == (5 if level == 2 else 6)
        s = friday.step(s, find("hungry"))
        assert find("hungry") in s.stack.layers[0]  # type: ignore[operator]
        assert (s.taken, len(s.aging)) == (1, 9 if level == 2 else 10)
    assert len(s.stack) == cards
    assert s.phase is friday.Phase.HAZARDS
