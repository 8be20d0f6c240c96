"""The rulebook of Scott Pilgrim's Precious Little Card Game as tests: set-up, piles, elimination, acquisition."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    LEAVE,
    LEFT,
    ON,
    RIGHT,
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
    pool,
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
def test_the_first_player_starts_with_four_cards_and_all_others_with_five(first: int, hands: list[int]) -> None:
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


# 4  Acquisition ----------------------------------------------------------------------------------------------
@pytest.mark.rule("4.1")
def test_each_power_up_adds_its_resource_once_a_turn() -> None:
    s = table({"power_ups": ["Stephen Stills", "Barista", "Barista", "Joy"]})
    s = after(s, ON)
    assert pool(s) == {"music": 1, "work": 2}
    assert not [x for x in labels(s) if x.startswith("take")]


@pytest.mark.rule("4.2", "4.3")
def test_of_a_power_up_with_several_resources_one_is_chosen_once_a_turn() -> None:
    s = table({"power_ups": ["Record Shop"]}, phase="acquire")
    assert pool(s) == {}
    assert {"take 1 music from Record Shop", "take 1 work from Record Shop"} <= set(labels(s))
    s = after(s, "take 1 work from Record Shop")
    assert pool(s) == {"work": 1}
    assert no(s, "take 1 music from Record Shop") == no(s, "take 1 work from Record Shop") == "4.3"


@pytest.mark.rule("4.10", "4.1")
@pytest.mark.parametrize("character", ["stephen", "scott"])
def test_a_power_up_gives_its_resource_from_the_next_turn_on_even_to_its_own_character(character: str) -> None:
    s = table(
        {"character": character},
        {"character": "ramona"},
        phase="acquire",
        pool={"music": 2},
        plotline=["Stephen Stills"],
    )
    s = drawn(after(s, "acquire Stephen Stills (place 1)", LEFT))
    s = drawn(after(s, labels(s)[0]))
    assert (ups(s), pool(s)) == (["Stephen Stills"], {})
    s = drawn(after(drawn(after(s, FIGHT)), "skip combat"))
    s = drawn(after(drawn(after(s, ON, FIGHT)), "skip combat"))
    assert (asked(s), pool(after(s, ON))) == (1, {"music": 1})


@pytest.mark.rule("4.10", "4.3")
def test_a_power_up_with_several_resources_gives_none_in_the_turn_it_is_acquired() -> None:
    s = table(phase="acquire", pool={"music": 2}, plotline=["Record Shop"], main=[])
    s = drawn(after(s, "acquire Record Shop (place 1) with music", LEFT))
    s = drawn(after(s, labels(s)[0]))
    assert no(s, "take 1 music from Record Shop") == "4.3"


@pytest.mark.rule("4.10", "4.3")
def test_a_second_copy_acquired_takes_nothing_from_the_first() -> None:
    s = table({"power_ups": ["Barista"]}, phase="acquire", plotline=["Barista"], pool={"work": 3})
    s = drawn(after(s, "acquire Barista (place 1)", LEFT))
    assert (ups(s), pool(s), s.used.count(card("barista"))) == (["Barista", "Barista"], {"work": 1}, 2)


@pytest.mark.rule("4.4")
def test_a_card_gives_one_of_its_resources_chosen_as_it_is_played() -> None:
    s = table({"hand": ["love-song"]}, phase="acquire")
    assert labels(s) == ["play Love Song for 1 romance", "play Love Song for 1 music", "go on to the combat phase"]
    assert pool(after(s, "play Love Song for 1 romance")) == {"romance": 1}
    s = after(s, "play Love Song for 1 music")
    assert (pool(s), len(s.seat.hand), s.played) == ({"music": 1}, 0, cards("love-song"))


@pytest.mark.rule("4.4")
def test_any_is_one_suit_chosen_as_the_card_is_played() -> None:
    s = table({"hand": ["gossip-column"]}, phase="acquire")
    assert [x for x in labels(s) if x.startswith("play")] == [
        f"play Gossip Column for 2 {suit}" for suit in ("romance", "music", "work")
    ]


@pytest.mark.rule("4.4", "10.1")
def test_a_card_gives_its_resource_and_does_what_it_says_too() -> None:
    s = table({"hand": ["open-stage"], "draw": ["drama"]}, phase="acquire")
    s, ids = cited(s, "play Open Stage for 1 music")
    assert (pool(s), s.seat.hand) == ({"music": 1}, cards("drama"))
    assert {"4.4", "10.1"} <= set(ids)


@pytest.mark.rule("4.5")
def test_a_drama_card_gives_nothing() -> None:
    s = table({"hand": ["drama", "lucky-guess"]}, phase="acquire")
    assert no(s, "play Drama") == "4.5"


@pytest.mark.rule("4.6", "4.7")
def test_five_music_buy_one_card_of_five_or_one_of_two_and_one_of_three() -> None:
    s = table(phase="acquire", pool={"music": 5}, plotline=["Farewell Tour", "Power Ballad", "Open Stage"])
    assert pool(after(s, "acquire Farewell Tour (place 1)")) == {}
    s = drawn(after(s, "acquire Power Ballad (place 2)", LEFT))
    s = drawn(after(s, labels(s)[0]))
    assert (pool(s), no(s, "acquire Farewell Tour (place 1)")) == ({"music": 2}, "4.7")
    s = after(s, "acquire Open Stage (place 3)")
    assert (pool(s), s.seat.deck.discard) == ({}, cards("power-ballad", "open-stage"))


@pytest.mark.rule("4.7")
@pytest.mark.parametrize("told, why", [({"work": 3}, ""), ({"work": 2, "music": 2}, "4.7"), ({"work": 2}, "4.7")])
def test_any_is_paid_with_one_suit_alone(told: Any, why: str) -> None:
    s = table(phase="acquire", pool=told, plotline=["Joy"])
    assert no(s, "acquire Joy (place 1) with work") == why


@pytest.mark.rule("4.7")
def test_a_cost_that_names_its_suit_takes_no_other() -> None:
    s = table(phase="acquire", pool={"work": 9}, plotline=["Power Ballad"])
    assert no(s, "acquire Power Ballad (place 1)") == "4.7"


@pytest.mark.rule("4.8", "10.3")
def test_an_action_that_shows_its_combat_side_has_to_be_flipped_before_it_is_bought() -> None:
    s = table({"hand": ["game-marathon"]}, phase="acquire", pool={"work": 9}, plotline=["Heartfelt Chorus"])
    assert no(s, "acquire Heartfelt Chorus (place 1)") == "4.8"
    s = after(s, "play Game Marathon for 1 music", "flip Heartfelt Chorus (place 1)")
    assert no(s, "acquire Love Song (place 1) with work") == ""


@pytest.mark.rule("4.9")
def test_a_challenge_is_not_bought() -> None:
    assert no(table(phase="acquire", pool={"work": 9}, plotline=["Despair"]), "acquire Despair (place 1)") == "4.9"


@pytest.mark.rule("4.6", "4.10")
def test_a_power_up_bought_lies_before_its_player_and_does_what_it_says_on_acquisition() -> None:
    s = table({"draw": ["drama"]}, phase="acquire", pool={"work": 3}, plotline=["Spare Parts"])
    s = drawn(after(s, "acquire Spare Parts (place 1)", LEFT))
    s = after(s, labels(s)[0])
    assert (ups(s), s.seat.hand, s.acquired) == (["Spare Parts"], cards("drama"), True)


@pytest.mark.rule("4.11", "10.5")
def test_an_action_acquired_may_be_eliminated_at_once_and_then_does_nothing_on_acquisition() -> None:
    s = table({"hand": ["drama"]}, phase="acquire", pool={"work": 4}, plotline=["Group Photo"])
    kept = drawn(after(s, "acquire Group Photo (place 1) with work", LEFT))
    assert drawn(after(kept, labels(kept)[0])).seat.deck.discard == cards("group-photo", "drama")
    s = after(s, "acquire Group Photo (place 1) with work and eliminate it")
    assert labels(s) == [LEFT, RIGHT]
    s = drawn(after(s, LEFT))
    s = drawn(after(s, labels(s)[0]))
    assert (s.seat.deck.discard, card("group-photo") in s.gone, pool(s)) == (Bag(), True, {})
    assert (line(s), s.acquired) == (["Odd Jobs"], True)
    assert whole(s)


@pytest.mark.rule("4.11")
def test_a_power_up_is_not_eliminated_as_it_is_acquired() -> None:
    s = table(phase="acquire", pool={"work": 4}, plotline=["Barista"])
    assert [x for x in labels(s) if x.startswith("acquire")] == ["acquire Barista (place 1)"]


@pytest.mark.rule("4.12")
def test_at_the_end_of_the_phase_all_cards_are_discarded_and_resources_are_lost() -> None:
    mine = {"hand": ["lucky-guess", "drama", "drama"], "power_ups": ["Stephen Stills"]}
    s = after(table(mine, phase="acquire"), "play Lucky Guess for 1 work", FIGHT)
    assert (s.seat.hand, pool(s), s.played) == (Bag(), {}, Bag())
    assert s.seat.deck.discard == cards("lucky-guess", "drama", "drama")


@pytest.mark.rule("10.4")
def test_what_a_card_lets_one_do_can_be_left() -> None:
    s = after(table({"hand": ["game-marathon"]}, phase="acquire", plotline=["Joy"]), "play Game Marathon for 1 music")
    assert labels(s) == [LEAVE, "flip Joy (place 1)"]
    s = after(s, LEAVE)
    assert (line(s), pool(s)) == (["Joy"], {"music": 1})


# 9  Drama in acquisition --------------------------------------------------------------------------------------
@pytest.mark.rule("9.7")
def test_match_drama_takes_a_drama_card_from_the_hand() -> None:
    s = table({"hand": ["mumbled-apology", "drama"]}, phase="acquire")
    assert pool(after(s, "play Mumbled Apology for 1 romance")) == {"romance": 1}
    s = after(s, "play Mumbled Apology for 1 romance and match Drama")
    assert (pool(s), s.seat.hand, s.played) == ({"romance": 2}, Bag(), cards("mumbled-apology", "drama"))
    bare = table({"hand": ["mumbled-apology"]}, phase="acquire")
    assert no(bare, "play Mumbled Apology for 1 romance and match Drama") == "9.7"


@pytest.mark.rule("9.7", "4.12")
def test_each_drama_card_matches_one_card_and_is_discarded_with_it() -> None:
    s = table({"hand": ["mumbled-apology", "three-chord-song", "drama"]}, phase="acquire")
    s = after(s, "play Mumbled Apology for 1 romance and match Drama")
    assert no(s, "play Three-Chord Song for 1 music and match Drama") == "9.7"
    assert after(s, FIGHT).seat.deck.discard == cards("mumbled-apology", "three-chord-song", "drama")


@pytest.mark.rule("9.2", "9.3")
def test_drama_added_comes_from_its_pile_and_goes_to_the_own_discard_pile() -> None:
    s = after(table({"hand": ["gossip-column"]}, phase="acquire"), "play Gossip Column for 2 work")
    assert (s.drama, s.seat.deck.discard) == (13, cards("drama"))


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("endless, added", [(False, 0), (True, 1)])
def test_with_the_pile_used_up_no_drama_is_added(endless: bool, added: int) -> None:
    s = table({"hand": ["gossip-column"]}, phase="acquire", drama_left=0, options={"endless_drama": endless})
    s = after(s, "play Gossip Column for 2 work")
    assert (s.drama, s.seat.deck.discard.count(card("drama"))) == (0, added)
