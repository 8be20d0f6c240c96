"""The rulebook of Scott Pilgrim's Precious Little Card Game as tests: set-up, piles, elimination."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    LEFT,
    ON,
    RIGHT,
    after,
    asked,
    card,
    cards,
    comes,
    drawn,
    labels,
    line,
    no,
    pilgrim,
    table,
    ups,
    what,
    whole,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.contents import enough_for
from rulebooks.scott_pilgrim.opening import places
from rulebooks.scott_pilgrim.piles import faces, next_cards

TOPS = ("Love Song (Story side)", "Despair (Challenge side)", "Joy (Power Up! side)", "Odd Jobs (Story side)")
THREE = ("knives", "kim", "wallace")


def begun(n: int = 2, first: int = 1, tops: Any = TOPS, **rest: Any) -> Any:
    """A game whose first two cards lie in the Plotline."""
    setup = pilgrim.Setup(n, **{"ex": "Lucas Lee", **rest})
    return after(pilgrim.initial_state(setup), f"player {first}", *tops)


def adding(s: Any) -> tuple[list[int], Any]:
    """Who adds a card to the Plotline, in order, and the game after that."""
    who = []
    while s.phase is pilgrim.Phase.PLOTLINE:
        who.append(asked(s))
        s = drawn(after(s, LEFT))
    return who, s


# 0 and 1  Setup -----------------------------------------------------------------------------------
@pytest.mark.rule("1.1", "0.1", "1.2")
def test_each_player_starts_with_the_ten_cards_of_a_character_and_lots_are_drawn_for_who_begins() -> None:
    s = pilgrim.initial_state(pilgrim.Setup(4, characters=("scott", "kim", "ramona", "wallace")))
    assert [(seat.character, len(seat.deck.draw), len(seat.hand)) for seat in s.seats] == [
        (who, 10, 0) for who in ("scott", "kim", "ramona", "wallace")
    ]
    assert comes(s) == {"player 1": 1, "player 2": 1, "player 3": 1, "player 4": 1}
    s = after(pilgrim.initial_state(pilgrim.Setup(2)), "player 2")
    assert (s.first, s.active) == (1, 1)


@pytest.mark.rule("1.11")
@pytest.mark.parametrize("who", ["kim", "wallace", "scott"])
def test_kim_and_wallace_play_only_with_three_or_more(who: str) -> None:
    assert [enough_for(who, n) for n in (1, 2, 3, 4)] == [who == "scott"] * 2 + [True] * 2


@pytest.mark.rule("1.3", "0.2")
def test_the_main_deck_is_halved_and_each_side_on_top_is_seen_before_anybody_chooses() -> None:
    s = after(pilgrim.initial_state(pilgrim.Setup(2, ex="Lucas Lee")), "player 1")
    assert (s.sizes, what(s), len(s.main)) == ((73, 73), "the side on top of a main deck", 146)
    both = comes(s)
    assert both["Love Song (Story side)"] == both["Heartfelt Chorus (Combat side)"] == 3
    s = after(s, *TOPS)
    assert [str(top) for top in s.tops] == list(TOPS[2:])
    assert (s.sizes, len(s.main)) == ((72, 72), 142)


@pytest.mark.rule("1.4")
def test_the_top_of_each_main_deck_begins_the_plotline() -> None:
    assert line(begun()) == ["Love Song", "Despair", "", "", "", ""]


@pytest.mark.rule("1.5", "1.7")
@pytest.mark.parametrize(
    "n, first, order", [(2, 2, [2, 1, 2, 1]), (3, 1, [1, 2, 3, 1, 2, 3]), (4, 3, [3, 4, 1, 2] * 2)]
)
def test_from_the_first_player_on_each_adds_two_cards_one_at_a_time(n: int, first: int, order: list[int]) -> None:
    who, s = adding(begun(n, first))
    assert who == order
    assert len(line(s)) == 2 + 2 * n
    assert "" not in line(s)


@pytest.mark.rule("1.5")
def test_a_card_is_added_from_either_deck_with_the_side_that_shows() -> None:
    s = after(begun(), RIGHT)
    assert line(s)[:3] == ["Love Song", "Despair", "Odd Jobs"]
    assert (s.plotline[2].side, s.sizes) == (pilgrim.FRONT, (72, 71))
    s = drawn(s)
    assert asked(s) == 2
    assert line(after(s, LEFT))[3] == "Joy"


@pytest.mark.rule("1.6", "3.3")
def test_before_adding_a_card_one_top_may_be_eliminated_and_no_more() -> None:
    s = drawn(after(begun(), "eliminate the top of the left deck"))
    assert (asked(s), s.sizes, card("despair") in s.gone) == (1, (71, 72), True)
    assert no(s, "eliminate the top of the right deck") == "1.6"
    assert no(s, "eliminate the top of the left deck") == "1.6"
    s = drawn(after(s, LEFT))
    assert no(s, "eliminate the top of the left deck") == ""
    assert whole(s)


@pytest.mark.rule("1.7")
@pytest.mark.parametrize("n, size", [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_the_plotline_has_two_places_and_two_for_each_player(n: int, size: int) -> None:
    assert places(pilgrim.Setup(n)) == size


@pytest.mark.rule("1.8")
@pytest.mark.parametrize("first, hands", [(1, [4, 5, 5]), (2, [5, 4, 5]), (3, [5, 5, 4])])
def test_the_first_player_draws_four_cards_to_start_and_all_others_five(first: int, hands: list[int]) -> None:
    _, s = adding(begun(3, first))
    assert [len(seat.hand) for seat in s.seats] == hands
    assert (s.phase, asked(s)) == (pilgrim.Phase.ELIMINATE, first)
    assert all(seat.deck.top for seat in s.seats)


@pytest.mark.rule("1.9", "1.10")
def test_kim_and_wallace_give_their_buddy_to_another_player_before_the_plotline() -> None:
    s = after(pilgrim.initial_state(pilgrim.Setup(3, characters=THREE)), "player 1")
    assert (s.phase, asked(s)) == (pilgrim.Phase.BUDDY, 2)
    assert no(s, "give the Buddy to player 2") == "1.10"
    s = after(s, "give the Buddy to player 1")
    assert (asked(s), no(s, "give the Buddy to player 3")) == (3, "1.10")
    s = after(s, "give the Buddy to player 1")
    assert [ups(s, n) for n in (1, 2, 3)] == [["The Sleepy Singer", "The Charming Flatmate"], [], []]
    assert s.phase is pilgrim.Phase.PLOTLINE
    assert [len(seat.deck.draw) for seat in s.seats] == [10, 10, 10]


@pytest.mark.rule("1.9")
def test_without_kim_and_wallace_nobody_has_a_buddy() -> None:
    assert begun(4).phase is pilgrim.Phase.PLOTLINE


# 2  Piles ------------------------------------------------------------------------------------------
@pytest.mark.rule("2.1", "10.9")
def test_the_first_card_drawn_is_one_that_shows_the_face_seen_on_top() -> None:
    s = table({"draw": ["three-chord-song", "lucky-guess", "drama", "drama"], "top": "Drama"})
    assert next_cards(s.seat.deck, s.setup, 3) == {cards("drama"): 2}
    unseen = table({"draw": ["three-chord-song", "drama", "drama"]}).seat.deck
    assert next_cards(unseen, s.setup, 2) == {cards("three-chord-song", "drama"): 2, cards("drama", "drama"): 1}


@pytest.mark.rule("10.9")
def test_which_side_of_the_top_card_faces_up_is_an_even_chance() -> None:
    s = table({"draw": ["three-chord-song", "drama"]})
    assert {c.name: n for c, n in faces(s.seat.deck, s.setup).items()} == {
        "Three-Chord Song": 1,
        "Running Start": 1,
        "Drama": 2,
    }


@pytest.mark.rule("2.2", "10.1")
def test_a_draw_pile_that_runs_out_is_shuffled_anew_at_once_from_the_discard_pile_alone() -> None:
    mine = {"hand": ["open-stage", "lucky-guess"], "draw": ["drama"], "discard": ["game-marathon", "hot-mess"]}
    s = after(table(mine, phase="acquire"), "play Open Stage for 1 music")
    assert s.seat.hand == cards("lucky-guess", "drama")
    assert (s.seat.deck.draw, s.seat.deck.discard) == (cards("game-marathon", "hot-mess"), Bag())
    assert what(s) == "the side on top of player 1's draw pile"


@pytest.mark.rule("2.2")
def test_cards_drawn_go_on_after_the_shuffle() -> None:
    mine = {"hand": ["lyric-sheet"], "draw": ["drama"], "discard": ["hot-mess"]}
    s = after(table(mine, phase="acquire"), "play Lyric Sheet for 1 music")
    assert (s.seat.hand, s.seat.deck.left) == (cards("drama", "hot-mess"), 0)


@pytest.mark.rule("2.2")
def test_with_both_piles_empty_fewer_cards_are_drawn() -> None:
    s = after(table({"hand": ["lyric-sheet"], "draw": ["drama"]}, phase="acquire"), "play Lyric Sheet for 1 music")
    assert s.seat.hand == cards("drama")


@pytest.mark.rule("2.2", "4.6", "9.2")
@pytest.mark.parametrize(
    "told, move",
    [
        ({"pool": {"work": 9}, "plotline": ["Odd Jobs"]}, "acquire Odd Jobs (place 1) with work"),
        ({"hand": ["gossip-column"]}, "play Gossip Column for 2 work"),
        ({"hand": ["lucky-guess"]}, FIGHT),
    ],
)
def test_a_used_up_draw_pile_is_made_anew_as_soon_as_a_card_is_discarded(told: Any, move: Any) -> None:
    told = dict(told)
    mine = {"draw": [], "hand": told.pop("hand", ["drama"])}
    s = after(table(mine, phase="acquire", tops=["Love Song", "New Strings"], **told), move)
    assert (len(s.seat.deck.draw), len(s.seat.deck.discard)) == (1, 0)
    assert drawn(s).seat.deck.top is not None


# 3  Main Deck Elimination ------------------------------------------------------------------------------
@pytest.mark.rule("3.1", "3.2")
def test_the_top_of_either_or_both_main_decks_may_be_eliminated_but_one_of_each() -> None:
    s = after(table(tops=["Love Song", "Despair"]), "eliminate the top of the left deck")
    assert what(s) == "the side on top of a main deck"
    s = drawn(s)
    assert no(s, "eliminate the top of the left deck") == "3.2"
    s = drawn(after(s, "eliminate the top of the right deck"))
    assert [c.name for c in s.gone if c.id in ("love-song", "despair")] == ["Love Song", "Joy"]
    assert labels(s) == ["go on to acquisition"]
    assert whole(s)


@pytest.mark.rule("3.1")
def test_elimination_is_optional_and_each_turn_begins_with_it() -> None:
    s = table()
    assert (s.phase, no(s, ON)) == (pilgrim.Phase.ELIMINATE, "")
    s = drawn(after(drawn(after(s, ON, FIGHT)), "skip combat"))
    assert (s.phase, asked(s), s.removed) == (pilgrim.Phase.ELIMINATE, 2, ())


@pytest.mark.rule("3.3")
def test_an_empty_main_deck_has_no_card_to_eliminate() -> None:
    s = table(tops=["Love Song", ""], main=[])
    assert no(s, "eliminate the top of the right deck") == "3.3"
    assert no(s, "eliminate the top of the left deck") == ""


@pytest.mark.rule("3.1", "10.11")
def test_nobody_knows_the_back_of_a_card_on_top_of_a_main_deck() -> None:
    s = table(tops=["Love Song", "Despair"])
    known = pilgrim.information_state(s, 0).tops
    assert [top.card.name for top in known] == ["Love Song", "Despair"]
    assert [top.card.combat or top.card.cost for top in known] == ["2 any", None]
    assert (known[0].card.move, known[0].card.hit) == ("left", None)  # the corner tells the move
