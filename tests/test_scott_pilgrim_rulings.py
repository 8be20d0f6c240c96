"""The rulings on acquisition: what we do where the print is silent or unclear."""

from __future__ import annotations

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    SKIP,
    after,
    cards,
    labels,
    names,
    no,
    pilgrim,
    pool,
    setup,
    table,
    worth,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.table import Phase

LEFT, RIGHT = "add the top of the left deck", "add the top of the right deck"


# Buying --------------------------------------------------------------------------------------------
@pytest.mark.rule("4.8")
@pytest.mark.ruling("SR-24")
def test_sr_24_an_action_that_shows_its_combat_side_is_not_bought_until_it_is_flipped() -> None:
    s = table(hand=["game-marathon", "lucky-guess"], plotline=["workin/"])
    s = after(s, "play Lucky Guess for 1 work")
    assert no(s, "acquire Elbow Grease (place 1)") == "4.8"
    s = after(s, "play Game Marathon for 1 music", "flip Elbow Grease (place 1)")
    assert no(s, "acquire Workin' (place 1) with work") == ""


@pytest.mark.rule("4.9")
@pytest.mark.ruling("SR-25")
def test_sr_25_a_challenge_is_fought_and_its_power_up_side_paid_for() -> None:
    s = table(hand=["lucky-guess"], plotline=["dishwasher/", "dishwasher"], pool=(0, 0, 2))
    assert no(s, "acquire Mountain of Plates (place 1)") == "4.9"
    assert no(s, "acquire Dishwasher (place 2) with work") == ""


@pytest.mark.rule("4.7")
@pytest.mark.ruling("SR-26")
def test_sr_26_any_resource_is_paid_in_one_suit() -> None:
    s = table(plotline=["despair"], pool=(2, 0, 1))  # Joy costs 3 of Any
    assert {no(s, f"acquire Joy (place 1) with {suit}") for suit in ("romance", "music", "work")} == {"4.7"}
    s = table(plotline=["despair"], pool=(0, 3, 0))
    assert no(s, "acquire Joy (place 1) with music") == ""


@pytest.mark.rule("4.4")
@pytest.mark.ruling("SR-27")
def test_sr_27_a_card_that_gives_any_resource_gives_one_suit_chosen_when_it_is_played() -> None:
    s = table(hand=["lucky-guess", "life-lesson"])
    assert [x for x in labels(s) if "Lucky" in x] == [
        f"play Lucky Guess for 1 {suit}" for suit in ("romance", "music", "work")
    ]
    assert pool(after(s, "play Life Lesson for 2 work")) == {"romance": 0, "music": 0, "work": 2}


@pytest.mark.rule("4.4")
@pytest.mark.ruling("SR-28")
def test_sr_28_a_card_of_several_resources_gives_one_of_them() -> None:
    s = table(hand=["love-song"])
    assert pool(after(s, "play Love Song for 1 music")) == {"romance": 0, "music": 1, "work": 0}
    assert pool(after(s, "play Love Song for 1 romance")) == {"romance": 1, "music": 0, "work": 0}


@pytest.mark.rule("4.4", "10.1")
@pytest.mark.ruling("SR-29")
def test_sr_29_a_card_gives_its_resource_and_does_what_it_says_and_neither_order_changes_the_other() -> None:
    s = after(table(hand=["open-stage"], draw=["workin"] * 3), "play Open Stage for 1 music")
    assert (pool(s)["music"], names(s.seat.hand)) == (1, ["workin"])
    s = after(table(hand=["game-marathon"], plotline=["workin"]), "play Game Marathon for 1 music")
    assert (pool(s)["music"], labels(s)) == (1, ["leave it", "flip Workin' (place 1)"])
    assert pool(after(s, "flip Workin' (place 1)")) == pool(after(s, "leave it")) == pool(s)


@pytest.mark.rule("10.4")
@pytest.mark.ruling("SR-30")
def test_sr_30_only_what_a_card_says_one_may_do_can_be_left() -> None:
    s = after(table(hand=["clean-break", "workin"], at=setup("ramona", "knives")), "play Clean Break for 1 romance")
    assert "leave it" in labels(s)
    s = after(table(hand=["teenage-meltdown"], at=setup("knives", "scott")), "play Teenage Meltdown for 2 romance")
    assert s.seat.deck.draw + s.seat.deck.discard == Bag([DRAMA])  # Drama comes with it
    s = table(hand=["teenage-meltdown"], at=setup("knives", "scott"))
    assert names(after(s, FIGHT_ON).seats[0].deck.draw) == ["teenage-meltdown"]  # but nobody has to play it


@pytest.mark.rule("4.12")
@pytest.mark.ruling("SR-31")
def test_sr_31_cards_played_stay_in_play_until_the_phase_ends() -> None:
    s = after(table(hand=["workin"], draw=["encore"]), "play Workin' for 1 work")
    assert (names(s.played), names(s.seat.deck.discard)) == (["workin"], [])
    s = after(s, FIGHT_ON)
    assert (names(s.played), names(s.seat.deck.discard)) == ([], ["workin"])


@pytest.mark.rule("7.1", "7.3")
@pytest.mark.ruling("SR-32")
def test_sr_32_points_of_a_card_played_count_while_the_phase_lasts_and_may_win_at_once() -> None:
    s = after(table(hand=["first-kiss"], ups=worth(9)), "play First Kiss for 2 romance")
    assert (s.phase, s.won, pilgrim.points(s, 0)) == (Phase.OVER, (0,), 10)  # ten win against Lucas Lee
    s = after(table(hand=["first-kiss"], ups=worth(4)), "play First Kiss for 2 romance")
    assert (pilgrim.points(s, 0), pilgrim.points(after(s, FIGHT_ON), 0)) == (5, 4)


@pytest.mark.rule("4.11")
@pytest.mark.ruling("SR-33")
def test_sr_33_a_card_eliminated_as_it_is_acquired_does_nothing_on_acquisition() -> None:
    s = table(plotline=["love-triangle"], pool=(9, 0, 0), draw=["workin"])
    kept = after(s, "acquire Love Triangle (place 1) with romance")
    away = after(s, "acquire Love Triangle (place 1) with romance and eliminate it")
    left = after(kept, LEFT, "lay it as Workin' (front)")
    assert (left.seat.deck.discard, left.drama) == (cards("love-triangle", "drama"), 13)
    away = after(away, LEFT, "lay it as Workin' (front)")
    assert (away.seat.deck.discard, away.drama, names(away.gone)) == (Bag(), 14, ["love-triangle"])


@pytest.mark.rule("0.3", "9.2", "9.3")
@pytest.mark.ruling("SR-36")
def test_sr_36_once_the_fourteen_drama_are_used_up_none_is_added() -> None:
    s = table(hand=["teenage-meltdown"], at=setup("knives", "scott"), drama=0)
    s = after(s, "play Teenage Meltdown for 2 romance")
    assert (s.seat.deck.draw, s.seat.deck.discard, s.drama) == (Bag(), Bag(), 0)


@pytest.mark.ruling("SR-36")
def test_sr_36_otherwise_drama_is_added_without_end() -> None:
    s = table(hand=["teenage-meltdown"], at=setup("knives", "scott", endless_drama=True), drama=0)
    s = after(s, "play Teenage Meltdown for 2 romance")
    assert (s.seat.deck.draw + s.seat.deck.discard, s.drama) == (Bag([DRAMA]), 0)


@pytest.mark.rule("10.2")
@pytest.mark.ruling("SR-37")
def test_sr_37_eliminated_drama_is_out_of_the_game_and_not_back_in_its_pile() -> None:
    s = table(hand=["clean-break", "drama"], at=setup("ramona", "knives"))
    s = after(s, "play Clean Break for 1 romance", "eliminate Drama from the hand")
    assert (s.gone, s.drama) == (Bag([DRAMA]), 14)


@pytest.mark.rule("10.2")
@pytest.mark.ruling("SR-38")
def test_sr_38_hand_discard_pile_and_plotline_may_be_eliminated_from_and_nothing_else() -> None:
    s = table(
        hand=["clean-break", "drama"],
        draw=["encore"],
        discard=["tip-jar"],
        ups=["barista"],
        others=[{"hand": ["harsh"], "discard": ["surprise"]}],
        plotline=["workin"],
        at=setup("ramona", "knives"),
    )
    assert labels(after(s, "play Clean Break for 1 romance")) == [
        "leave it",
        "eliminate Drama from the hand",
        "eliminate Tip Jar from the discard pile",
        "eliminate Workin' (place 1)",
    ]


@pytest.mark.rule("12.4")
@pytest.mark.ruling("SR-39")
def test_sr_39_a_player_keeps_one_housing_and_a_new_one_replaces_it() -> None:
    s = table(ups=["mattress", "barista"], plotline=["guest-sofa"], pool=(0, 9, 0))
    s = after(s, "acquire Guest Sofa (place 1) with music")
    assert names(up.card for up in s.seat.ups) == ["barista", "guest-sofa"]
    assert names(s.gone) == ["mattress"]


@pytest.mark.ruling("SR-39")
def test_sr_39_otherwise_a_player_keeps_any_number_of_housings() -> None:
    s = table(at=setup(one_housing=False), ups=["mattress"], plotline=["guest-sofa"], pool=(0, 9, 0))
    s = after(s, "acquire Guest Sofa (place 1) with music")
    assert names(up.card for up in s.seat.ups) == ["mattress", "guest-sofa"]


@pytest.mark.rule("4.1", "4.3")
@pytest.mark.ruling("SR-55")
def test_sr_55_a_power_up_gives_its_resource_at_the_start_of_the_turn_and_once() -> None:
    s = table(ups=["friend-stephen", "record-shop"])
    assert pool(s)["music"] == 1
    s = after(s, "take 1 work from Record Shop")
    assert (pool(s), no(s, "take 1 music from Record Shop")) == ({"romance": 0, "music": 1, "work": 1}, "4.3")


@pytest.mark.rule("4.10")
@pytest.mark.ruling("SR-55")
def test_sr_55_a_power_up_just_acquired_gives_its_resource_from_the_next_turn_on() -> None:
    s = after(table(plotline=["record-shop"], pool=(0, 0, 9)), "acquire Record Shop (place 1) with work")
    s = after(s, LEFT, "lay it as Workin' (front)")
    assert (pool(s)["music"], no(s, "take 1 music from Record Shop")) == (0, "4.3")


@pytest.mark.rule("4.12")
@pytest.mark.ruling("SR-56")
def test_sr_56_resources_that_were_not_spent_are_lost() -> None:
    s = after(table(plotline=["workin"], pool=(0, 5, 0), draw=["drama"]), FIGHT_ON)
    assert pool(s) == {"romance": 0, "music": 0, "work": 0}
    assert labels(s)[0] == SKIP


@pytest.mark.rule("4.6")
@pytest.mark.ruling("SR-63")
def test_sr_63_an_acquired_card_and_added_drama_go_to_the_own_discard_pile() -> None:
    s = after(table(plotline=["workin"], pool=(0, 1, 0), draw=["drama"]), "acquire Workin' (place 1) with music")
    assert names(s.seat.deck.discard) == ["workin"]
    s = table(plotline=["group-photo"], pool=(0, 9, 0), draw=["drama"])
    s = after(s, "acquire Group Photo (place 1) with music", LEFT, "lay it as Workin' (front)")
    assert sorted(names(s.seat.deck.discard)) == ["drama", "group-photo"]
