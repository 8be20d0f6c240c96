"""The rulings on set-up, main decks, the Plotline and what is seen of cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    FRONT,
    SHEET,
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
    setup,
    table,
    what,
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
    s = after(laying_out(side_in_setup=True), LEFT, lying("encore"))
    assert labels(s) == ["lay it as Tip Jar (front)", "lay it as Loose Change (back)"]
    s = after(s, "lay it as Loose Change (back)")
    assert s.plotline[2] == lying("tip-jar/", (0, 1))


@pytest.mark.ruling("SR-19")
def test_sr_19_choosing_sides_in_set_up_each_player_still_adds_two() -> None:
    s = laying_out(side_in_setup=True)
    adders = []
    for _ in range(4):
        adders.append(s.active)
        s = after(s, LEFT, lying("first-kiss"))
        s = after(s, next(x for x in labels(s) if x.endswith("(front)")))
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
    s = table(hand=["lucky-guess"], draw=["drama"], plotline=["workin", "love-song"], tops=(None, None))
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


@pytest.mark.rule("10.12")
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


@pytest.mark.rule("10.5")
def test_the_plotline_is_refilled_before_a_card_does_what_it_does_on_acquisition() -> None:
    s = table(plotline=["workin", "despair"], pool=(0, 9, 0), tops=("encore", "love-song"))
    s = after(s, "acquire Joy (place 2) with music")
    assert labels(s) == [LEFT, RIGHT]
    s = after(s, LEFT, "lay it as Encore (front)")
    assert "flip Encore (place 2)" in labels(s)  # Joy may turn the card that took its place
