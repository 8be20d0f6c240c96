"""What changes the Plotline, who sees which side, and the first game, as tests."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_games import random_game, some_setup
from pilgrim_table import (
    FIGHT,
    LEAVE,
    LEFT,
    RIGHT,
    SKIP,
    after,
    asked,
    card,
    cards,
    cited,
    comes,
    drawn,
    labels,
    line,
    no,
    pilgrim,
    table,
    what,
    whole,
)
from rulebooks.core.chance import Bag
from rulebooks.core.game import Decision
from rulebooks.scott_pilgrim.contents import first_ex, main_deck

CLEAN = {"hand": ["clean-break", "drama", "tea-for-two"], "discard": ["toll-road"], "character": "ramona"}


def eliminating(**rest: Any) -> Any:
    """Ramona has played a card that lets her eliminate one."""
    told = {"plotline": ["Love Song", "Despair"], **rest}
    one = {**CLEAN, "power_ups": ["Barista"]}
    s = table(one, {"hand": ["lucky-guess"], "character": "scott"}, phase="acquire", **told)
    return after(s, "play Clean Break for 1 romance")


def bought(**rest: Any) -> Any:
    """Joy was bought from the first place; Love Song lies in the second."""
    told = {"plotline": ["Joy", "Love Song"], "pool": {"work": 3}, "phase": "acquire", **rest}
    seats = told.pop("seats", ({}, {}))
    return after(table(*seats, **told), "acquire Joy (place 1) with work")


# Eliminating and flipping ---------------------------------------------------------------------------------
@pytest.mark.rule("10.2", "10.4")
def test_a_card_of_the_hand_the_own_discard_pile_or_the_plotline_may_be_eliminated_and_nothing_else() -> None:
    s = eliminating()
    assert labels(s) == [
        LEAVE,
        "eliminate Tea for Two from the hand",
        "eliminate Drama from the hand",
        "eliminate Toll Road from the discard pile",
        "eliminate Love Song (place 1)",
        "eliminate Despair (place 2)",
    ]


@pytest.mark.rule("10.2")
def test_an_eliminated_drama_is_out_of_the_game_and_not_back_in_its_pile() -> None:
    s = after(eliminating(), "eliminate Drama from the hand")
    assert (s.seat.hand, s.drama, card("drama") in s.gone) == (cards("tea-for-two"), 14, True)
    s = after(eliminating(), "eliminate Toll Road from the discard pile")
    assert (s.seat.deck.discard, card("toll-road") in s.gone) == (Bag(), True)
    assert whole(s)


@pytest.mark.rule("10.2", "10.5")
def test_a_card_eliminated_from_the_plotline_is_replaced_before_anything_else_happens() -> None:
    s = after(eliminating(), "eliminate Despair (place 2)")
    assert (labels(s), line(s), card("despair") in s.gone) == ([LEFT, RIGHT], ["Love Song", ""], True)


@pytest.mark.rule("10.2")
def test_some_cards_eliminate_from_the_plotline_only() -> None:
    s = after(table({"hand": ["spoiler", "drama"]}, phase="acquire", plotline=["Joy"]), "play Spoiler for 1 music")
    assert labels(s) == [LEAVE, "eliminate Joy (place 1)"]


@pytest.mark.rule("10.2", "10.4")
def test_what_has_to_be_eliminated_is_eliminated_as_far_as_there_is_anything() -> None:
    told: dict[str, Any] = {"phase": "resolve", "target": "Lucas Lee", "won": True, "laid": ["Business Time"]}
    one: dict[str, Any] = {"character": "knives", "draw": ["harsh"]}
    must = table({**one, "hand": ["drama"]}, {"character": "scott"}, **told)
    assert labels(must) == ["eliminate Drama from the hand"]
    assert asked(table(one, {"character": "scott"}, **told)) == 2  # nothing there to eliminate


@pytest.mark.rule("10.3")
def test_a_card_flipped_shows_its_other_side_and_all_have_seen_both() -> None:
    s = table({"hand": ["game-marathon"]}, phase="acquire", plotline=["Despair", "Love Song"])
    s = after(s, "play Game Marathon for 1 music", "flip Despair (place 1)")
    assert (line(s), s.plotline[0].seen) == (["Joy", "Love Song"], (0, 1))
    assert [pilgrim.information_state(s, p).plotline[0].card for p in (0, 1)] == [card("despair")] * 2


@pytest.mark.rule("10.3", "5.1a")
def test_a_power_up_flipped_may_be_fought_in_the_same_turn() -> None:
    s = table({"hand": ["game-marathon"]}, phase="acquire", plotline=["Joy"])
    s = drawn(after(s, "play Game Marathon for 1 music", "flip Joy (place 1)", FIGHT))
    assert no(s, "fight Despair (place 1)") == ""


@pytest.mark.rule("10.1")
def test_an_effect_draws_from_the_own_pile_into_the_hand() -> None:
    s = table({"hand": ["lyric-sheet"], "draw": ["drama"] * 3}, phase="acquire")
    s = after(s, "play Lyric Sheet for 1 music")
    assert (s.seat.hand, len(s.seat.deck.draw)) == (cards("drama", "drama"), 1)


# Adding cards to the Plotline --------------------------------------------------------------------------------
@pytest.mark.rule("10.5")
def test_a_card_that_leaves_the_plotline_is_replaced_from_the_deck_the_active_player_names() -> None:
    s = bought(tops=["Odd Jobs", "Despair"])
    assert (asked(s), labels(s)) == (1, [LEFT, RIGHT])
    s = drawn(after(s, RIGHT))
    assert labels(s) == ["lay it as Joy (front)", "lay it as Despair (back)"]
    s = after(s, "lay it as Despair (back)")
    assert line(s) == ["Despair", "Love Song"]


@pytest.mark.rule("10.5", "10.8")
def test_the_next_card_of_that_deck_is_seen_before_a_side_is_chosen() -> None:
    s = after(bought(), LEFT)
    assert what(s) == "the side on top of a main deck"
    s = drawn(s)
    assert (labels(s)[0][:9], s.tops[0] is not None) == ("lay it as", True)


@pytest.mark.rule("10.6", "10.11")
def test_only_the_active_player_looks_at_both_sides_of_the_new_card() -> None:
    s = drawn(after(bought(seats=({}, {}, {}), tops=["Despair", "New Strings"]), LEFT))
    frames = [pilgrim.information_state(s, p).pending[-1].lying.card for p in (0, 1, 2)]
    assert [c is card("despair") for c in frames] == [True, False, False]
    s = after(s, "lay it as Despair (back)")
    assert s.plotline[0].seen == (0,)
    known = [pilgrim.information_state(s, p).plotline[0].card for p in (0, 1, 2)]
    assert [c is card("despair") for c in known] == [True, False, False]


@pytest.mark.rule("10.6")
def test_a_card_laid_with_its_other_side_up_is_known_to_all() -> None:
    s = after(drawn(after(bought(tops=["Despair", "New Strings"]), LEFT)), "lay it as Joy (front)")
    assert s.plotline[0].seen == (0, 1)


@pytest.mark.rule("10.6")
def test_by_an_option_the_side_is_chosen_without_looking() -> None:
    s = drawn(after(bought(tops=["Despair", "New Strings"], options={"no_looking": True}), LEFT))
    assert labels(s) == ["lay it as its other side (front)", "lay it as Despair (back)"]
    assert pilgrim.information_state(s, 0).pending[-1].lying.card is not card("despair")
    assert after(s, "lay it as Despair (back)").plotline[0].seen == ()


@pytest.mark.rule("10.7", "10.5")
def test_with_both_main_decks_used_up_the_plotline_shrinks() -> None:
    s = table(phase="acquire", plotline=["Barista", "Love Song"], pool={"work": 2}, tops=[], main=[])
    s, ids = cited(s, "acquire Barista (place 1)")
    assert ("10.7" in ids, line(s)) == (True, ["", "Love Song"])


@pytest.mark.rule("10.5", "3.3")
def test_from_a_used_up_main_deck_nothing_is_added() -> None:
    s = bought(tops=["", "Love Song"], main=[])
    assert (no(s, LEFT), no(s, RIGHT)) == ("3.3", "")
    s = drawn(after(s, RIGHT, "lay it as Love Song (front)"))
    assert (line(s), s.sizes) == (["Love Song", "Love Song"], (0, 0))


@pytest.mark.rule("10.8")
def test_the_side_on_top_of_a_main_deck_is_an_even_chance_among_the_cards_nobody_sees() -> None:
    s = after(
        table(tops=["Odd Jobs", "New Strings"], main=["Love Song", "Love Song", "Joy"]),
        "eliminate the top of the left deck",
    )
    assert comes(s) == {
        "Love Song (Story side)": 2,
        "Heartfelt Chorus (Combat side)": 2,
        "Joy (Power Up! side)": 1,
        "Despair (Challenge side)": 1,
    }


@pytest.mark.rule("10.11")
def test_of_a_card_in_the_plotline_one_knows_the_side_that_is_up_and_the_hint_in_its_corner() -> None:
    s = table(plotline=["Heartfelt Chorus", "Joy", {"card": "Despair", "seen": [1]}])
    song, joy, despair = [up.card for up in pilgrim.information_state(s, 0).plotline]
    assert (song.move, song.makes, song.cost) == ("left", "1 romance or 1 music", None)
    assert (joy.cost, joy.damage, joy.fight) == ("3 any", 6, None)
    assert despair is card("despair")
    assert pilgrim.information_state(s, 1).plotline[2].card is not card("despair")


@pytest.mark.rule("10.12")
def test_of_others_one_knows_how_many_cards_and_how_much_drama_they_hold() -> None:
    s = table({"hand": ["drama", "hot-mess"]}, {"hand": ["drama", "harsh", "surprise"]})
    seat = pilgrim.information_state(s, 0).seats[1]
    assert seat.hand == Bag({card("drama"): 1, pilgrim.UNKNOWN: 2})
    assert (len(seat.deck.draw), seat.deck.draw.count(card("drama"))) == (7, 2)
    assert seat.unknown.count(card("harsh")) == 1
    assert pilgrim.information_state(s, 0).seats[0] == s.seats[0]


@pytest.mark.rule("10.9", "10.12")
def test_what_lies_on_top_of_anybodys_draw_pile_is_seen_by_all() -> None:
    s = table({}, {"top": "Drama"})
    assert pilgrim.information_state(s, 0).seats[1].deck.top is card("drama")


# 11  The first time ----------------------------------------------------------------------------------------------
@pytest.mark.rule("11.1")
def test_the_first_time_matthew_patel_is_the_evil_ex() -> None:
    assert pilgrim.Setup(2, "first time").ex == "matthew-patel"
    assert [first_ex("first time", ex) for ex in ("matthew-patel", "lucas-lee")] == [True, False]
    assert first_ex("competitive", "lucas-lee")


def first_game(n: int = 2) -> Any:
    """A first game before its Plotline is dealt."""
    return after(pilgrim.initial_state(pilgrim.Setup(n, "first time")), "player 1")


@pytest.mark.rule("11.2", "8.4")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_first_time_the_plotline_is_dealt_from_the_first_chapter_cards_alone(n: int) -> None:
    s = first_game(n)
    assert (what(s), s.guards) == ("a card of the Plotline", 2)
    chapter = len(main_deck(s.setup)) - 2
    assert (len(s.main), all(c.first for c in s.main)) == (chapter, True)
    s = drawn(s)
    assert len([up for up in line(s) if up]) == 2 + 2 * n
    assert sum(s.sizes) == chapter - (2 + 2 * n)
    assert [len(seat.hand) for seat in s.seats] == [4, *[5] * (n - 1)]
    assert abs(s.sizes[0] - s.sizes[1]) <= 1
    assert whole(s)


@pytest.mark.rule("11.3")
def test_the_first_time_a_turn_begins_with_acquisition() -> None:
    s = drawn(first_game())
    assert (s.phase, asked(s)) == (pilgrim.Phase.ACQUIRE, 1)
    s = drawn(after(drawn(after(s, FIGHT)), SKIP))
    assert (s.phase, asked(s)) == (pilgrim.Phase.ACQUIRE, 2)


@pytest.mark.rule("11.5", "10.5")
def test_the_first_time_a_new_card_is_laid_as_it_shows_and_nobody_looks_at_its_back() -> None:
    s = table(mode="first time", ex="Matthew Patel", phase="acquire", plotline=["Barista"], pool={"work": 2},
              tops=["Despair", "Love Song"])  # fmt: skip
    s, ids = cited(after(s, "acquire Barista (place 1)"), LEFT)
    assert (line(s), s.plotline[0].seen, "11.5" in ids) == (["Despair"], (), True)
    assert what(s) == "the side on top of a main deck"


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("size, left, right", [(5, 2, 3), (4, 2, 2), (2, 1, 1), (1, 0, 1)])
def test_a_main_deck_used_up_gets_half_of_the_other_rounded_down(size: int, left: int, right: int) -> None:
    main = ["Open Stage", "Spare Key", "Power Ballad", "First Kiss"][: size - 1]
    s = table(tops=["Odd Jobs", "New Strings"], main=main, sizes=[1, size])
    s = drawn(after(s, "eliminate the top of the left deck"))
    assert s.sizes == (left, right)
    assert (s.tops[0] is not None) == (left > 0)
    assert whole(s)


@pytest.mark.rule("11.4")
def test_by_an_option_a_main_deck_used_up_stays_empty() -> None:
    s = table(tops=["Odd Jobs", "New Strings"], main=["Joy"] * 2, sizes=[1, 3], options={"share_decks": False})
    s = after(s, "eliminate the top of the left deck")
    assert (s.sizes, no(s, "eliminate the top of the left deck")) == ((0, 3), "3.3")


@pytest.mark.rule("11.4", "3.2")
def test_the_card_that_a_shared_out_deck_shows_is_not_eliminated_in_the_same_turn() -> None:
    s = table(tops=["Odd Jobs", "New Strings"], main=["Joy"] * 2, sizes=[1, 3])
    s = drawn(after(s, "eliminate the top of the left deck"))
    assert no(s, "eliminate the top of the left deck") == "3.2"


# Whole games ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("10.8", "10.9", "2.2")
@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.long)], ids=["few", "many"])
def test_in_whole_games_each_top_is_seen_and_used_up_piles_are_made_anew_before_anybody_chooses(seeds: range) -> None:
    for seed in seeds:
        for s, node, _ in random_game(some_setup(seed), seed):
            if isinstance(node, Decision) and s.phase not in (pilgrim.Phase.BUDDY, pilgrim.Phase.PLOTLINE):
                assert [top is not None for top in s.tops] == [n > 0 for n in s.sizes]
                decks = [seat.deck for seat in s.seats]
                decks += [deck for deck in (s.fight.deck, s.fight.theirs) if deck] if s.fight else []
                assert all((deck.top is not None) is bool(deck.draw) for deck in decks)
                assert not any(deck.discard and not deck.draw for deck in decks)
