"""The combat example of the rulebook, replayed move by move on a table of three, and the worked cases ST-1 to ST-14.

In the example Knives Chau fights Despair; to her left sits Kim Pine. The print contradicts itself there in two places:
the card says that a Drama adds one, the words say two, and only two makes the printed sum of 8 (SR-1); and one answer
of the rulebook's questions lets the player to the right draw, where the rules and this example say left (SR-2).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    SHEET,
    SKIP,
    STOP,
    after,
    card,
    cards,
    cited,
    drawing,
    labels,
    lying,
    names,
    no,
    over,
    pilgrim,
    pool,
    seen,
    setup,
)
from pilgrim_cases import table as case
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.contents import THRESHOLDS
from rulebooks.scott_pilgrim.fight import dealt
from rulebooks.scott_pilgrim.opening import places
from rulebooks.scott_pilgrim.resolution import ex_worth, goal, turns_to_win
from rulebooks.scott_pilgrim.table import Phase

TABLE = ("knives", "kim", "scott")
HAND = ("business-time", "chau-down", "love-hurts", "surprise", "drama")
DESPAIR = "fight Despair (place 3)"


def before(**options: bool) -> Any:
    """Knives has acquired a card and discarded her hand; Despair lies in the Plotline, Kim holds five cards."""
    return pilgrim.table(
        players=[
            {
                "character": "knives",
                "draw": ["Business Time", "Chau Down", "Love Hurts", "Surprise!", "Drama", "Harsh", "Workin'"],
                "discard": ["Teenage Meltdown", "Drama", "Drama", "Locker Note"],
            },
            {
                "character": "kim",
                "hand": ["Deadpan", "Crash Cymbal", "Drum Roll", "Drama", "Kick Drum"],
                "draw": ["Drama", "Headshot", "Rim Shot", "Drama", "Raised Eyebrow"],
            },
            {"character": "scott"},
        ],
        phase="target",
        acquired=True,
        plotline=[
            "Love Song",
            "Barista",
            "Despair",
            "Tip Jar",
            "Blind Date",
            "Popular Blog",
            "Encore",
            "Boxing Gloves",
        ],
        tops=["Workin'", "Love Song"],
        setup=setup(*TABLE, **options),
    )


def revealed() -> Any:
    """Knives has drawn her hand, Kim has revealed a Drama and Headshot; on top of Knives' pile lies Harsh."""
    return seen(after(before(), DESPAIR, cards(*HAND), cards("drama", "headshot"), "Harsh"))


def mashed() -> Any:
    """Kim keeps her cards; Knives has laid Chau Down, and Love Hurts, which drew Harsh."""
    s = after(revealed(), "swap nothing", "play Chau Down")
    assert dealt(s.fight) == 1
    s = after(s, "play Love Hurts")
    assert dealt(s.fight) == 2
    assert s.fight.hand == cards("business-time", "surprise", "drama", "harsh")
    return s


def won() -> Any:
    """Blur of Blades is made, Drama matched to Surprise!, and the fighter stops."""
    return after(mashed(), "play Business Time", "play Harsh", "play Surprise! and match Drama", STOP)


# The combat example ----------------------------------------------------------------------------------
@pytest.mark.example
@pytest.mark.vector("ST-1")
@pytest.mark.rule("5.1", "5.4")
def test_the_example_knives_declares_despair_and_a_drama_of_kims_makes_its_six_an_eight() -> None:
    s = before()
    assert (card("despair").damage, s.left, s.seats[s.left].character) == (6, 1, "kim")
    s = revealed()
    assert (s.fight.shown, s.fight.needed) == (cards("drama", "headshot"), 8)
    assert s.seats[2].deck == before().seats[2].deck  # who sits to the right reveals nothing


@pytest.mark.example
@pytest.mark.vector("ST-1")
@pytest.mark.rule("5.5a")
def test_the_example_kim_may_exchange_one_card_and_both_cards_of_the_draw_go_to_her_discard_pile() -> None:
    s = revealed()
    assert s.phase is Phase.SWAP
    assert pilgrim.node(s).player == 1  # type: ignore[union-attr]
    kept = after(s, "swap nothing")
    assert (kept.fight.theirs.discard, kept.fight.needed) == (cards("drama", "headshot"), 8)
    swapped = after(s, "keep Count Off, discard Drama")  # Headshot is the other side of Count Off
    assert (swapped.fight.theirs.discard, swapped.fight.needed) == (cards("drama", "drama"), 8)
    assert card("headshot") in swapped.seats[1].hand


@pytest.mark.example
@pytest.mark.ruling("SR-4")
def test_the_example_comes_to_the_same_in_the_order_it_is_told_with_the_draw_for_drama_first() -> None:
    s = after(before(vs_first=True), DESPAIR, cards("drama", "headshot"))
    told = drawing(after(s, "swap nothing"), *HAND).fight
    numbered = after(revealed(), "swap nothing").fight
    assert (told.hand, told.needed, told.deck.draw) == (numbered.hand, numbered.needed, numbered.deck.draw)


@pytest.mark.example
@pytest.mark.vector("ST-1a")
@pytest.mark.rule("5.6", "5.9", "5.10", "9.4")
def test_the_example_two_mashed_cards_a_combo_and_a_matched_drama_deal_eight() -> None:
    s = after(mashed(), "play Business Time", "play Harsh")
    assert dealt(s.fight) == 2 + 3  # two left arrows are Double Daggers so far
    s = after(s, "play Surprise! and match Drama")
    assert dealt(s.fight) == 1 + 1 + 5 + 1
    assert pilgrim.finished(s.fight) == pilgrim.Combat(True, 8, 1)


@pytest.mark.example
@pytest.mark.vector("ST-1b")
def test_the_example_a_drama_matched_to_harsh_draws_a_card_that_is_mashed_for_the_eighth_damage() -> None:
    s = after(mashed(), "play Business Time", "play Surprise!", "play Harsh and match Drama")
    assert (dealt(s.fight), "play Elbow Grease" in labels(seen(s))) == (7, True)  # the card that was drawn
    s = after(s, "play Elbow Grease")
    assert (dealt(s.fight), pilgrim.finished(s.fight).won) == (8, True)


@pytest.mark.example
@pytest.mark.vector("ST-1c")
def test_the_example_without_a_match_seven_is_one_too_few() -> None:
    s = after(mashed(), "play Business Time", "play Harsh", "play Surprise!")
    assert (dealt(s.fight), s.fight.needed, pilgrim.finished(s.fight).won) == (7, 8, False)


@pytest.mark.example
@pytest.mark.vector("ST-1d")
@pytest.mark.rule("6.1", "6.4", "6.6", "6.7")
def test_the_example_the_aftermath_brings_a_new_hand_then_drama_which_business_time_eliminates_then_joy() -> None:
    s = drawing(won(), "locker-note", "drama", "drama", "workin", "teenage-meltdown")
    assert (s.phase, len(s.seat.hand)) == (Phase.RESOLVE, 5)
    assert sorted(labels(s)) == ["resolve: drama 1", "resolve: eliminate 1", "resolve: keep 1"]
    s = after(s, "resolve: drama 1")
    assert (s.drama, DRAMA in s.seat.deck.discard) == (13, True)
    s = after(s, "resolve: eliminate 1", "eliminate Drama from the discard pile")
    assert (s.drama, DRAMA in s.gone) == (13, True)  # out of the game, not back in the pile
    assert names(up.card for up in s.seat.ups) == ["despair"]  # flipped, and kept as Joy
    assert s.seat.ups[0].side == pilgrim.FRONT


@pytest.mark.example
@pytest.mark.vector("ST-1d")
@pytest.mark.rule("6.7", "10.3")
def test_the_example_joy_may_flip_or_eliminate_a_card_of_the_plotline_once_its_place_is_refilled() -> None:
    s = drawing(won(), "locker-note", "drama", "drama", "workin", "teenage-meltdown")
    s = after(s, "resolve: drama 1", "resolve: eliminate 1", "eliminate Drama from the discard pile")
    assert labels(s) == ["add the top of the left deck", "add the top of the right deck"]
    s = after(s, "add the top of the left deck", lying("encore"), "lay it as Workin' (front)")
    assert s.plotline[2] == lying("workin", (0,))
    assert {"leave it", "flip Barista (place 2)", "eliminate Workin' (place 3)"} <= set(labels(s))
    s = after(s, "flip Barista (place 2)")
    assert s.plotline[1] == lying("barista/", (0, 1, 2))
    assert s.active == 1  # the turn is over: it is Kim's


@pytest.mark.example
def test_the_example_a_computer_finds_the_win_that_knives_finds() -> None:
    odds = pilgrim.combat_odds(["Harsh"], 8, character="knives", hand=[card(c) for c in HAND])
    assert odds.p(lambda end: end.won) == 1


# Worked cases -------------------------------------------------------------------------------------------
@pytest.mark.vector("ST-2")
@pytest.mark.rule("5.3")
def test_st_2_with_the_twins_a_giant_robot_of_nine_takes_ten() -> None:
    at = setup(ex="Katayanagi Twins")
    s = case("combat or not", at=at, plotline=["giant-robot/"], draw=["workin"] * 6, others=[{"draw": ["workin"]}])
    s = seen(after(s, "fight Giant Robot (place 1)"))
    assert (card("giant-robot").damage, s.fight.needed) == (9, 10)


@pytest.mark.vector("ST-3")
@pytest.mark.rule("5.4")
def test_st_3_two_drama_of_a_vs_draw_of_two_at_one_each_add_two() -> None:
    assert pilgrim.vs_draw_odds(["drama", "drama"], 2, 1) == {2: 1}
    s = case("combat or not", plotline=["first-gig/"], draw=["workin"] * 6, others=[{"draw": ["drama"] * 2}])
    s = seen(after(s, "fight Hostile Audience (place 1)"))
    assert s.fight.needed == card("first-gig").damage + 2


@pytest.mark.vector("ST-4")
@pytest.mark.rule("4.4")
def test_st_4_love_song_gives_one_romance_or_one_music() -> None:
    s = case(hand=["love-song"])
    ways = [pool(after(s, move)) for move in labels(s) if move.startswith("play")]
    assert ways == [{"romance": 1, "music": 0, "work": 0}, {"romance": 0, "music": 1, "work": 0}]


@pytest.mark.vector("ST-5")
@pytest.mark.rule("4.7")
def test_st_5_three_of_any_is_not_paid_with_two_suits() -> None:
    mixed = case(plotline=["despair"], pool=(2, 0, 1))
    assert {no(mixed, f"acquire Joy (place 1) with {suit}") for suit in pilgrim.cards.SUITS} == {"4.7"}
    assert no(case(plotline=["despair"], pool=(0, 3, 0)), "acquire Joy (place 1) with music") == ""
    two_and_one = [pilgrim.card(resources=[{"romance": 2}]), pilgrim.card(resources=[{"work": 1}])]
    assert pilgrim.resources_odds(two_and_one, 2, [{"any": 3}]) == {False: 1}
    assert pilgrim.resources_odds([pilgrim.card(resources=[{"music": 3}])], 1, [{"any": 3}]) == {True: 1}


@pytest.mark.vector("ST-6")
@pytest.mark.rule("4.6", "4.12")
def test_st_6_five_music_buy_one_card_of_five_or_a_two_and_a_three_and_what_is_left_is_lost() -> None:
    five = next(c for c in SHEET.cards if c.kind == "action" and c.cost == "5 music")
    line = [five.id, "open-stage", "power-ballad"]  # 5, 2 and 3 Music
    s = case(plotline=line, pool=(0, 5, 0), draw=["workin"])
    s = after(s, f"acquire {five.name} (place 1)")
    assert pool(s)["music"] == 0
    s = case(plotline=line, pool=(0, 5, 0), draw=["workin"], tops=(None, None))
    s = after(s, "acquire Open Stage (place 2)", "acquire Power Ballad (place 3)")
    assert (pool(s)["music"], s.seat.deck.discard) == (0, cards("open-stage", "power-ballad"))
    s = case(plotline=line, pool=(0, 5, 0), draw=["workin"], tops=(None, None))
    s = after(s, "acquire Power Ballad (place 3)")
    assert (pool(s)["music"], pool(after(s, FIGHT_ON))["music"]) == (2, 0)


@pytest.mark.vector("ST-7")
@pytest.mark.rule("1.7")
@pytest.mark.parametrize("players, size", [(2, 6), (3, 8), (4, 10)])
def test_st_7_the_plotline_has_six_eight_or_ten_cards(players: int, size: int) -> None:
    assert places(pilgrim.Setup(players)) == size


@pytest.mark.vector("ST-8")
@pytest.mark.rule("1.8", "6.2")
def test_st_8_opening_hands_are_four_and_then_five_and_a_hand_after_a_skipped_combat_six() -> None:
    s = seen(after(pilgrim.initial_state(pilgrim.Setup(4, mode="first time")), "player 2"))
    while s.phase is not Phase.ACQUIRE:
        s = pilgrim.step(s, next(iter(pilgrim.node(s).outcomes)))  # type: ignore[union-attr]
    assert [len(seat.hand) for seat in s.seats] == [5, 4, 5, 5]
    s = seen(after(case("combat or not", draw=["workin"] * 9), SKIP))
    assert len(s.seats[0].hand) == 6


@pytest.mark.vector("ST-9")
@pytest.mark.rule("12.1")
def test_st_9_a_team_against_patel_needs_twenty_and_gets_six_for_him() -> None:
    team = setup("scott", "knives", ex="Matthew Patel", mode="cooperative")
    assert (goal(team), ex_worth(team)) == (20, 6)


TURNS = {
    1: (4, 4, 5, 6, 7),
    2: (4, 4, 5, 6, 7),
    3: (3, 4, 5, 5, 6),
    4: (3, 3, 4, 4, 5),
}  # for 10, 12, 15, 18, 20 Victory Points


@pytest.mark.vector("ST-10")
@pytest.mark.rule("12.6")
@pytest.mark.parametrize("players", TURNS)
def test_st_10_turns_of_a_team_are_those_of_the_printed_table(players: int) -> None:
    exes = {c.to_win: c.id for c in SHEET.cards if c.kind == "ex"}
    mode = "solo" if players == 1 else "cooperative"
    turns = [turns_to_win(pilgrim.Setup(players, mode, ex=exes[vp])) for vp in THRESHOLDS]
    assert tuple(turns) == TURNS[players]


@pytest.mark.vector("ST-11")
@pytest.mark.rule("5.4", "2.2")
def test_st_11_of_a_vs_draw_of_three_a_pile_of_one_and_a_discard_of_one_give_two() -> None:
    assert pilgrim.vs_draw_odds(["drama"], 3, 1, discard=["drama"]) == {2: 1}
    told = {"draw": ["drama"], "discard": ["headshot"], "hand": ["cowbell"]}
    s = case("combat or not", plotline=["friend-wallace/"], draw=["workin"] * 6, others=[told])
    s = seen(after(s, "fight Biting Sarcasm (place 1)"))
    assert s.fight.shown == cards("drama", "headshot")


@pytest.mark.vector("ST-12")
@pytest.mark.rule("8.6", "8.7")
@pytest.mark.parametrize("damage, ended_by, returns", [(13, "8.6", (1, 0)), (12, "8.7", (0, 1))])
def test_st_12_thirteen_damage_against_gideon_win_the_game_and_twelve_lose_it(
    damage: int, ended_by: str, returns: tuple[int, int]
) -> None:
    s = case("combat or not", at=setup(ex="Gideon Graves"), draw=["encore"] * 12, others=[{"draw": ["workin"]}])
    s = seen(after(s, "fight Gideon Graves"))
    mashed_cards = Bag([pilgrim.card()] * damage)  # one damage each
    s = seen(after(replace(s, fight=replace(s.fight, played=mashed_cards)), STOP))
    assert (over(s).ended_by, over(s).returns) == (ended_by, returns)


@pytest.mark.vector("ST-13")
@pytest.mark.rule("4.1", "4.3")
def test_st_13_the_friend_stephen_stills_gives_one_music_a_turn_to_stephens_own_player_too() -> None:
    at = setup("stephen", "knives")
    s = case(at=at, plotline=["friend-stephen"], pool=(0, 9, 0), draw=["workin"], tops=(None, None))
    s = after(s, "acquire Stephen Stills (place 1)")
    assert names(up.card for up in s.seat.ups) == ["friend-stephen"]
    s = case(at=at, ups=["friend-stephen"], hand=["tune-up"])
    assert pool(s) == {"romance": 0, "music": 1, "work": 0}
    assert [x for x in labels(s) if x.startswith("take")] == []  # it has been given, and is not given again
    assert pool(after(s, "play Tune Up for 1 music"))["music"] == 2


@pytest.mark.vector("ST-14")
@pytest.mark.rule("4.11", "10.5", "5.2a")
def test_st_14_knives_buys_a_workin_eliminates_it_and_has_acquired_a_card_for_all_that() -> None:
    s = case(at=setup("knives", "scott"), plotline=["workin", "despair/"], pool=(0, 1, 0), draw=["drama"] * 9)
    s, ids = cited(s, "acquire Workin' (place 1) with music and eliminate it", "add the top of the right deck")
    s = after(s, "lay it as Love Song (front)")
    assert (names(s.gone), s.seat.deck.discard) == (["workin"], Bag())
    assert (s.plotline[0].card.id, "4.11" in ids) == ("love-song", True)
    s = seen(after(s, FIGHT_ON, "fight Despair (place 2)"))
    assert len(s.fight.hand) == 5
