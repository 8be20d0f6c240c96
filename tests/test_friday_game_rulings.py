"""Friday: how we read what the rules leave open about pirates, the game as a whole, its score, and our questions."""

from __future__ import annotations

from typing import Any

import pytest

from friday_table import (
    COMPARE,
    DOUBLE,
    FREE,
    HUNGRY,
    LIFE_2,
    MORONIC,
    PAY,
    SETTLE,
    SHEET,
    STUPID,
    SUICIDAL,
    actions,
    after,
    decided,
    ended_by,
    fighting,
    lies,
    no,
    use,
)
from rulebooks import friday
from rulebooks.core.chance import Bag

Options = friday.Options


# Pirates --------------------------------------------------------------------------------------
@pytest.mark.ruling("FR-19")
@pytest.mark.parametrize("face_up_only, total", [(False, 6), (True, 5)])
def test_fr_19_face_down_cards_add_1_against_the_pirate_of_52(face_up_only: bool, total: int) -> None:
    f = fighting("pirate-52", [3, 0, friday.face_down(4)], options=Options(face_up_only=face_up_only))
    assert friday.total(f) == total


@pytest.mark.ruling("FR-20")
@pytest.mark.parametrize("face_up_only, total", [(False, 7), (True, 4)])
def test_fr_20_half_is_rounded_up_of_all_cards_drawn(face_up_only: bool, total: int) -> None:
    f = fighting("pirate-22", [4, 3, friday.face_down(0)], options=Options(face_up_only=face_up_only))
    assert friday.total(f) == total


@pytest.mark.ruling("FR-20")
def test_fr_20_aging_cards_take_places_first_and_the_best_of_too_many_count() -> None:
    assert friday.total(fighting("pirate-22", [4, 3, STUPID, HUNGRY])) == -2
    assert friday.total(fighting("pirate-22", [4, STUPID, MORONIC, SUICIDAL])) == -6


@pytest.mark.ruling("FR-44")
@pytest.mark.parametrize("face_up_only, total", [(False, 0), (True, 4)])
def test_fr_44_an_aging_card_turned_face_down_still_takes_its_place(face_up_only: bool, total: int) -> None:
    f = fighting("pirate-22", [4, friday.face_down(STUPID)], options=Options(face_up_only=face_up_only))
    assert friday.total(f) == total


def met(pirate: str, level: int = 1, options: Options | None = None, **rest: Any) -> friday.State:
    """The table with a pirate to fight."""
    two = [pirate, "pirate-20" if pirate != "pirate-20" else "pirate-25"]
    return friday.table(
        **{
            "life": 9,
            "stack": ["focused"],
            "step": "pirates",
            "pirates": two,
            "level": level,
            "options": options,
            **rest,
        }
    )


def asked(s: friday.State, pirate: str) -> tuple[int, int]:
    """The hazard value and free cards of a pirate's fight."""
    s = after(s, friday.Face(SHEET.find(pirate)))
    return friday.need(s.fight), s.fight.free


@pytest.mark.ruling("FR-21")
@pytest.mark.parametrize(
    "level, counted, value", [(1, True, 6), (1, False, 6), (2, True, 6), (2, False, 4), (3, True, 6)]
)
def test_fr_21_the_pirate_of_age_counts_every_card_taken_from_the_board(level: int, counted: bool, value: int) -> None:
    three = ["aging-stupid", "aging-hungry", "aging-scared"]
    s = met("pirate-aging", level, Options(setup_card_counts=counted), stack=["focused", *three])
    assert asked(s, "pirate-aging") == (value, 5)


@pytest.mark.ruling("FR-21")
def test_fr_21_one_taken_and_destroyed_counts_too() -> None:
    board = [c for c in friday.table(life=9, stack=[], pirates=["pirate-20", "pirate-25"]).aging if c is not HUNGRY]
    assert asked(met("pirate-aging", aging=board), "pirate-aging") == (2, 5)


@pytest.mark.ruling("FR-42")
@pytest.mark.parametrize("recount, value", [(False, 0), (True, 2)])
def test_fr_42_aging_cards_that_come_in_that_fight_do_not_raise_its_value(recount: bool, value: int) -> None:
    s = met("pirate-aging", options=Options(recount_aging=recount), stack=[], discard=["focused"])
    s = after(s, friday.Face(SHEET.find("pirate-aging")), FREE, HUNGRY)
    assert friday.need(s.fight) == value


@pytest.mark.ruling("FR-22")
def test_fr_22_the_pirate_of_hazards_sums_what_is_not_beaten_and_each_still_costs_3() -> None:
    s = met("pirate-hazards", stack=["genius"], hazard_discard=["weapon 4", "weapon 4", "books"], hazards=[])
    assert asked(s, "pirate-hazards") == (14 + 14 + 3, 5 + 5 + 1)
    assert friday.score_of(s) == 2 - 3 * 3


@pytest.mark.ruling("FR-50")
def test_fr_50_with_no_hazard_left_the_pirate_of_hazards_asks_for_nothing() -> None:
    s = met("pirate-hazards", hazard_discard=[], hazards=[])
    assert asked(s, "pirate-hazards") == (0, 0)
    s = after(s, friday.Face(SHEET.find("pirate-hazards")), COMPARE, SETTLE)
    assert s.beaten == Bag([SHEET.find("pirate-hazards")])


@pytest.mark.ruling("FR-39")
def test_fr_39_robinson_chooses_his_first_pirate() -> None:
    s = met("pirate-40")
    assert {str(a) for a in actions(s)} == {"fight pirate ship 20", "fight pirate ship 40"}


@pytest.mark.ruling("FR-39")
def test_fr_39_read_otherwise_they_come_in_order() -> None:
    s = met("pirate-40", options=Options(choose_pirate=False))
    assert actions(s) == (friday.Face(SHEET.find("pirate-20")),)
    assert no(s, friday.Face(SHEET.find("pirate-40"))) == "6.1a"


@pytest.mark.ruling("FR-53")
def test_fr_53_hunger_after_a_beaten_pirate_can_lose_the_game() -> None:
    six = ["weapon 4", "weapon 4", "experience 3", "realization 3", "strategy 3", "vision 3"]
    s = met("pirate-20", life=1, facing="pirate-20", drawn_left=six, drawn_right=["very hungry"], stack=[])
    s = after(s, COMPARE, SETTLE)
    assert (ended_by(s), s.ended_by) == ("7.1", "7.1")
    assert SHEET.find("pirate-20") in s.pirates


@pytest.mark.ruling("FR-54")
def test_fr_54_a_pirate_is_fought_until_the_value_is_reached_or_nothing_can_be_drawn() -> None:
    f = fighting(8, [DOUBLE, 3], pirate="none", stack=[4, 0], life=1)
    assert no(f, COMPARE) == "6.2"
    assert no(after(f, PAY, 4), COMPARE) == ""
    assert no(after(f, PAY, 4, COMPARE), SETTLE) == "6.2"
    assert ended_by(after(f, PAY, 0, COMPARE, SETTLE)) == "6.3"


@pytest.mark.ruling("FR-46")
def test_fr_46_a_game_lost_without_a_number_costs_all_life_and_one_more_in_the_odds() -> None:
    assert friday.fight_odds([], 9, 1, discard=[1], aging=(), life=7).p(life_lost=8) == 1
    assert decided(fighting("pirate-20", [1] * 6, life=7)).life_lost == 8


# The game and its score -----------------------------------------------------------------------
@pytest.mark.ruling("FR-40")
@pytest.mark.parametrize("twenty_two, most", [(False, 20), (True, 22)])
def test_fr_40_in_level_4_the_most_life_is_20(twenty_two: bool, most: int) -> None:
    f = fighting(9, [LIFE_2, LIFE_2, LIFE_2], level=4, life=18, options=Options(level_4_most_22=twenty_two))
    assert after(f, use(LIFE_2), use(LIFE_2), use(LIFE_2)).life == most


@pytest.mark.ruling("FR-41")
@pytest.mark.parametrize("counts, life", [(False, 0), (True, 7)])
def test_fr_41_life_scores_after_a_victory_only(counts: bool, life: int) -> None:
    options = Options(life_scores_after_loss=counts)
    s = met("pirate-25", life=7, facing="pirate-25", stack=[], discard=["weak"], aging=[], options=options)
    s = after(s, FREE)
    assert s.ended_by == "2.10"
    assert friday.score_of(s) == 5 * life - 3 * 30


@pytest.mark.ruling("FR-45")
def test_fr_45_a_fight_without_free_cards_may_be_compared_without_a_card() -> None:
    assert no(fighting(0, [], free=0, stack=[1]), COMPARE) == ""
    assert no(fighting(0, [], free=1, stack=[1]), COMPARE) == "2.3"
    assert no(fighting(0, [], free=1), COMPARE) == ""


@pytest.mark.ruling("FR-48")
def test_fr_48_questions_may_cap_the_paid_cards() -> None:
    f = after(fighting(9, [0], stack=[1, 1], pay=1), PAY, 1)
    assert no(f, PAY) == "2.7"
    assert no(after(fighting(9, [0], stack=[1, 1]), PAY, 1), PAY) == ""


@pytest.mark.ruling("FR-49")
def test_fr_49_with_every_hazard_beaten_the_pirates_come_at_once() -> None:
    s = friday.table(
        life=9, stack=[], pirates=["pirate-20", "pirate-25"], facing="books", drawn_left=["genius"], hazards=[]
    )
    s = after(s, COMPARE, SETTLE)
    assert (s.step, s.phase) == ("pirates", friday.Phase.PIRATE)


@pytest.mark.ruling("FR-51")
@pytest.mark.parametrize("level", [2, 3, 4])
def test_fr_51_the_aging_card_of_the_set_up_is_a_normal_one(level: int) -> None:
    s = friday.initial_state(friday.Setup(level))
    s = after(s, next(iter(friday.node(s).outcomes)))
    assert all(c.aging and not c.difficult for c in friday.node(s).outcomes)
    assert sum(friday.node(s).outcomes.values()) == {2: 7, 3: 8, 4: 8}[level]


@pytest.mark.ruling("FR-52")
def test_fr_52_the_score_counts_the_whole_deck() -> None:
    s = friday.table(
        life=9,
        stack=["genius", "focused"],
        discard=["weapon 4"],
        pirates=["pirate-20", "pirate-25"],
        facing="books",
        drawn_left=["vision 2"],
        hazards=[],
    )
    assert friday.score_of(s) == 2 + 1 + 4 + 2 - 3
    looking = after(s, friday.Use(lies("further-vision")), "genius")
    assert friday.score_of(looking) == friday.score_of(s)
