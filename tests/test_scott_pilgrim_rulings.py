"""The rulings on set-up, main decks, the Plotline and acquisition: what we do where the print is silent or unclear."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    FRONT,
    SHEET,
    SKIP,
    after,
    card,
    cards,
    cited,
    comes,
    labels,
    lying,
    names,
    no,
    pilgrim,
    pool,
    setup,
    table,
    what,
    worth,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import BACK, masked
from rulebooks.scott_pilgrim.contents import character_deck
from rulebooks.scott_pilgrim.opening import places
from rulebooks.scott_pilgrim.piles import Deck, faces
from rulebooks.scott_pilgrim.table import Phase

LEFT, RIGHT = "add the top of the left deck", "add the top of the right deck"
FIRST = "player 1"


def laying_out(**options: bool) -> Any:
    """A table whose first player is about to add the third card of the Plotline."""
    s = after(pilgrim.initial_state(setup(**options)), FIRST)
    tops = ("workin", "love-song/", "tip-jar", "joy-side")
    s = after(s, lying(tops[0]), lying(tops[1]), lying(tops[2]), lying("despair"))
    assert (s.phase, s.plotline.count(None)) == (Phase.PLOTLINE, 4)
    return s


# Set-up ----------------------------------------------------------------------------------------
@pytest.mark.ruling("SR-12")
def test_sr_12_ten_evil_exes_are_printed_on_five_cards() -> None:
    pairs = [c.pair for c in SHEET.cards if c.kind == "ex"]
    assert sorted(pairs) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.rule("1.7")
@pytest.mark.ruling("SR-18")
@pytest.mark.parametrize("players, size", [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_sr_18_the_plotline_has_two_places_and_two_for_each_player_a_lone_one_too(players: int, size: int) -> None:
    assert places(pilgrim.Setup(players)) == size


@pytest.mark.rule("1.5")
@pytest.mark.ruling("SR-19")
def test_sr_19_a_card_added_in_set_up_keeps_the_side_that_shows() -> None:
    s = after(laying_out(), LEFT)
    assert s.plotline[2] == lying("tip-jar")
    assert what(s) == "the side on top of a main deck"


@pytest.mark.rule("1.5")
@pytest.mark.ruling("SR-19")
def test_sr_19_otherwise_whoever_adds_a_card_in_set_up_chooses_its_side() -> None:
    s = after(laying_out(side_in_setup=True), LEFT)
    assert labels(s) == ["lay it as Tip Jar (front)", "lay it as Loose Change (back)"]
    s = after(s, "lay it as Loose Change (back)")
    assert s.plotline[2] == lying("tip-jar/", (0, 1))


@pytest.mark.ruling("SR-19")
def test_sr_19_choosing_sides_in_set_up_each_player_still_adds_two() -> None:
    s = laying_out(side_in_setup=True)
    adders = []
    for _ in range(4):
        adders.append(s.active)
        s = after(s, LEFT, next(x for x in labels(after(s, LEFT)) if x.endswith("(front)")))
        s = after(s, lying("first-kiss")) if None in s.plotline else s
        s = replace(s, main=s.main.add(card("first-kiss")))  # the same card comes each time
    assert (adders, None in s.plotline) == ([0, 1, 0, 1], False)


@pytest.mark.rule("1.6")
@pytest.mark.ruling("SR-21")
def test_sr_21_in_set_up_one_card_may_be_eliminated_for_each_card_added() -> None:
    s = after(laying_out(), "eliminate the top of the left deck", lying("first-kiss"))
    assert no(s, "eliminate the top of the right deck") == no(s, "eliminate the top of the left deck") == "1.6"
    s = after(s, RIGHT, lying("encore"))
    assert (s.active, no(s, "eliminate the top of the left deck")) == (1, "")


@pytest.mark.rule("3.2")
@pytest.mark.ruling("SR-21")
def test_sr_21_in_a_turn_one_card_of_each_main_deck_may_be_eliminated() -> None:
    s = table("main deck elimination", main=["first-kiss", "encore"], sizes=(2, 2))
    s = after(s, "eliminate the top of the left deck", lying("encore"))
    assert no(s, "eliminate the top of the left deck") == "3.2"
    s = after(s, "eliminate the top of the right deck")
    assert (names(s.gone), s.phase) == (["love-song", "workin"], Phase.ELIMINATE)


@pytest.mark.rule("1.11")
@pytest.mark.ruling("SR-53")
@pytest.mark.parametrize("who", ["kim", "wallace"])
def test_sr_53_kim_and_wallace_are_barred_below_three_players(who: str) -> None:
    with pytest.raises(ValueError, match=r"three or more only, not by 2 \(1\.11\)"):
        setup("scott", who)
    assert setup("scott", who, "ramona").characters[1] == who


@pytest.mark.rule("1.9")
@pytest.mark.ruling("SR-54")
def test_sr_54_the_buddy_is_none_of_the_ten_cards_which_stay_ten_when_it_is_given_away() -> None:
    s = after(pilgrim.initial_state(setup("kim", "scott", "ramona")), FIRST, "give the Buddy to player 3")
    assert names(up.card for up in s.seats[2].ups) == ["kims-buddy"]
    assert len(s.seats[0].deck.draw) == len(character_deck(s.setup, "kim")) == 10
    assert sum(n for c, n in SHEET.copies.items() if c.kind == "buddy") == 2


@pytest.mark.ruling("SR-64")
def test_sr_64_the_evil_ex_is_part_of_the_set_up() -> None:
    assert pilgrim.initial_state(setup(ex="Gideon Graves")).setup.evil_ex.id == "gideon-graves"
    with pytest.raises(ValueError, match="no Evil Ex is called"):
        setup(ex="Nega Nobody")


# The Plotline ------------------------------------------------------------------------------------
def bought(side: str = "", **options: bool) -> Any:
    """Workin' was bought from the first place, and the top of the left deck, Tip Jar, is to replace it."""
    s = table(at=setup(**options), hand=["lucky-guess"], plotline=["workin", "love-song"], tops=("tip-jar", "despair"))
    s = after(s, "play Lucky Guess for 1 work", "acquire Workin' (place 1) with work", LEFT)
    return after(s, side) if side else s


@pytest.mark.rule("10.6")
@pytest.mark.ruling("SR-20")
def test_sr_20_the_active_player_looks_at_both_sides_of_a_new_card_and_chooses_one() -> None:
    s = bought()
    assert labels(s) == ["lay it as Tip Jar (front)", "lay it as Loose Change (back)"]
    assert after(s, "lay it as Tip Jar (front)").plotline[0] == lying("tip-jar", (0,))  # only who looked knows the back


@pytest.mark.rule("10.6")
@pytest.mark.ruling("SR-20")
def test_sr_20_a_card_laid_with_its_other_side_up_is_known_to_all() -> None:
    s = bought("lay it as Loose Change (back)")
    assert s.plotline[0] == lying("tip-jar/", (0, 1))


@pytest.mark.rule("10.6")
@pytest.mark.ruling("SR-20")
def test_sr_20_otherwise_the_side_is_chosen_without_looking() -> None:
    s = bought(no_looking=True)
    assert labels(s) == ["lay it as Tip Jar (front)", "lay it as its other side (back)"]
    assert after(s, "lay it as Tip Jar (front)").plotline[0] == lying("tip-jar")


@pytest.mark.rule("10.7")
@pytest.mark.ruling("SR-22")
def test_sr_22_with_both_main_decks_used_up_the_plotline_shrinks() -> None:
    s = table(hand=["lucky-guess"], plotline=["workin", "love-song"], tops=(None, None))
    s, ids = cited(s, "play Lucky Guess for 1 work", "acquire Workin' (place 1) with work")
    assert (s.plotline, "10.7" in ids) == ((None, lying("love-song")), True)


@pytest.mark.rule("11.4")
@pytest.mark.ruling("SR-23")
@pytest.mark.parametrize("there, sizes", [(5, (2, 3)), (4, (2, 2)), (2, (1, 1))])
def test_sr_23_half_of_the_other_deck_rounded_down_makes_up_for_an_empty_one(
    there: int, sizes: tuple[int, int]
) -> None:
    s = table("main deck elimination", main=["encore"] * (there - 1), sizes=(1, there))
    s, ids = cited(s, "eliminate the top of the left deck")
    assert (s.sizes, "11.4" in ids) == (sizes, True)
    assert s.tops[1] == lying("love-song")  # the top card stays where it is


@pytest.mark.ruling("SR-23")
def test_sr_23_a_deck_of_one_card_shares_nothing() -> None:
    s = after(table("main deck elimination"), "eliminate the top of the left deck")
    assert s.sizes == (0, 1)


@pytest.mark.ruling("SR-23")
def test_sr_23_otherwise_an_empty_main_deck_stays_empty() -> None:
    s = table("main deck elimination", at=setup(share_decks=False), main=["encore"] * 4, sizes=(1, 5))
    s = after(s, "eliminate the top of the left deck")
    assert (s.sizes, s.tops[0]) == ((0, 5), None)
    assert no(s, "eliminate the top of the left deck") == "3.3"


@pytest.mark.rule("10.8", "10.9")
@pytest.mark.ruling("SR-61")
def test_sr_61_which_side_of_a_top_card_shows_is_chance_and_seen_by_all() -> None:
    s = table("main deck elimination", main=["encore", "encore", "despair"], sizes=(2, 2))
    s = after(s, "eliminate the top of the left deck")
    assert comes(s) == {lying("encore"): 2, lying("encore/"): 2, lying("despair"): 1, lying("despair/"): 1}
    s = after(s, lying("encore/"))
    seen = [pilgrim.information_state(s, player).tops[0].card for player in (0, 1)]
    assert seen == [masked(SHEET, card("encore"), BACK)] * 2


@pytest.mark.rule("10.9")
@pytest.mark.ruling("SR-61")
def test_sr_61_the_top_of_a_draw_pile_shows_a_side_too_and_drama_shows_itself() -> None:
    pile = Deck(cards("workin", "drama", "drama"))
    assert faces(pile, setup()) == {
        masked(SHEET, card("workin"), FRONT): 1,
        masked(SHEET, card("workin"), BACK): 1,
        DRAMA: 4,
    }


@pytest.mark.ruling("SR-61")
def test_sr_61_the_side_on_top_is_seen_anew_after_each_shuffle() -> None:
    s = table(hand=["workin"], discard=["encore"], plotline=["love-song"])
    s = after(s, FIGHT_ON)
    assert s.seats[0].deck.draw == cards("encore", "workin")
    assert (len(comes(s)), what(s)) == (4, "the side on top of player 1's draw pile")


@pytest.mark.rule("10.10")
@pytest.mark.ruling("SR-62")
def test_sr_62_how_much_drama_a_hand_holds_is_public_and_nothing_else_of_it() -> None:
    s = table(others=[{"hand": ["drama", "drama", "harsh"], "draw": ["drama", "surprise"]}])
    hand = pilgrim.information_state(s, 0).seats[1].hand
    assert hand == Bag({DRAMA: 2, pilgrim.UNKNOWN: 1})


@pytest.mark.ruling("SR-73")
def test_sr_73_which_cards_a_player_owns_is_public_but_not_where_they_are() -> None:
    s = table(others=[{"hand": ["drama", "harsh"], "draw": ["drama", "surprise"]}])
    t = table(others=[{"hand": ["drama", "surprise"], "draw": ["drama", "harsh"]}])
    assert pilgrim.information_state(s, 0).seats[1].unknown == cards("harsh", "surprise")
    assert pilgrim.information_state(s, 0) == pilgrim.information_state(t, 0)
    assert pilgrim.information_state(s, 1).seats[1] == s.seats[1]


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
    s = table(plotline=["love-triangle"], pool=(3, 0, 0))
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
    s = after(table(plotline=["workin"], pool=(0, 1, 0)), "acquire Workin' (place 1) with music")
    assert names(s.seat.deck.discard) == ["workin"]
    s = table(plotline=["group-photo"], pool=(0, 9, 0))
    s = after(s, "acquire Group Photo (place 1) with music", LEFT, "lay it as Workin' (front)")
    assert sorted(names(s.seat.deck.discard)) == ["drama", "group-photo"]
