"""The rulings on combats: declaring, the FIGHT line, combos and mashing, Drama that is matched."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    SHEET,
    SKIP,
    STOP,
    THREE,
    after,
    bout,
    card,
    cards,
    comes,
    fighting,
    labels,
    names,
    no,
    pilgrim,
    seen,
    setup,
    table,
    what,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import fight_line, words
from rulebooks.scott_pilgrim.fight import dealt, most_damage
from rulebooks.scott_pilgrim.resolution import damage_value
from rulebooks.scott_pilgrim.table import Phase

DESPAIR = "fight Despair (place 1)"
FIVE = ["harsh", "surprise", "business-time", "love-hurts", "chau-down"]
OWN = "courier/"  # its FIGHT line has the fighter reveal cards
NO_SWAP = "swap nothing"


def knives(target: str = "despair/", *, at: Any = None, kim: Any = None, draw: Any = FIVE, **told: Any) -> Any:
    """Knives, who has acquired a card, about to fight; to her left sits Kim, to her right Scott."""
    left = kim or {"draw": ["drama", "headshot"]}
    told = {"acquired": True, "others": [left, {"draw": ["drama", "drama"]}], **told}
    return fighting(target, at=at or setup(*THREE), draw=draw, **told)


def fought(target: str = "despair/", *moves: str, **told: Any) -> Any:
    """The combat of the same, the neighbour having swapped nothing where there is a hand to swap from."""
    s = knives(target, **told)
    s = after(s, next(x for x in labels(s) if x.startswith("fight") and "(place 1)" in x))
    return seen(after(s, *moves))


# Before the fight --------------------------------------------------------------------------------
@pytest.mark.rule("5.4")
@pytest.mark.ruling("SR-1")
def test_sr_1_what_a_drama_adds_stands_on_the_card_and_despair_adds_two_as_the_sum_of_the_example_needs() -> None:
    # the example prints +1 on the card and +2 in its words; 6 and one Drama make 8 with +2 only
    assert fight_line(card("despair").fight) == ("vs", 2, 2)
    assert fought().fight.needed == 6 + 2
    lines = {fight_line(c.fight)[2] for c in SHEET.cards if c.fight}
    assert lines >= {1, 2}


@pytest.mark.rule("5.4")
@pytest.mark.ruling("SR-2")
def test_sr_2_the_player_to_the_left_of_the_fighter_draws_for_the_challenge() -> None:
    # one answer of the questions says right; three other passages, and the example, say left
    s = knives()
    assert names(s.seats[1].deck.draw) == ["headshot", "drama"]
    s = fought()
    assert s.left == 1
    assert names(s.seats[1].deck.discard) + names(s.fight.theirs.discard) == []
    assert names(s.fight.theirs.draw) == ["headshot", "drama"]  # revealed, discarded, and shuffled as the pile is empty
    assert names(s.seats[2].deck.draw) == ["drama", "drama"]


@pytest.mark.rule("5.1")
@pytest.mark.ruling("SR-3")
def test_sr_3_the_target_is_declared_before_the_combat_hand_is_drawn() -> None:
    s = knives(draw=[*FIVE, "drama"])
    assert labels(s) == [SKIP, DESPAIR, "fight Lucas Lee"]
    assert s.seat.hand == Bag()
    assert what(after(s, DESPAIR)) == "cards of your draw pile"


@pytest.mark.rule("5.2")
@pytest.mark.ruling("SR-4")
def test_sr_4_the_combat_hand_is_drawn_before_the_vs_draw() -> None:
    s = after(knives(draw=[*FIVE, "drama"], kim={"draw": ["drama", "headshot", "cowbell"]}), DESPAIR)
    assert what(s) == "cards of your draw pile"
    s = after(s, cards(*FIVE))
    assert what(s) == "the FIGHT line"


@pytest.mark.ruling("SR-4")
def test_sr_4_otherwise_the_vs_draw_comes_before_the_combat_hand() -> None:
    at = setup(*THREE, vs_first=True)
    kim = {"draw": ["drama", "headshot", "cowbell"], "hand": ["cowbell"]}
    s = after(knives(draw=[*FIVE, "drama"], kim=kim, at=at), DESPAIR)
    assert what(s) == "the FIGHT line"
    s = seen(after(s, cards("drama", "headshot")))
    assert (s.phase, s.fight.hand, s.fight.needed) == (Phase.SWAP, Bag(), 8)
    s = after(s, NO_SWAP)
    assert what(s) == "cards of your draw pile"


@pytest.mark.ruling("SR-4")
def test_sr_4_the_order_matters_where_the_fighter_draws_for_the_challenge() -> None:
    draw = [*FIVE, "drama", "drama"]
    hand_first = after(knives(OWN, draw=draw), "fight Subspace Pothole (place 1)", cards(*FIVE))
    assert hand_first.fight.needed == card("courier").damage + 2  # only Drama is left to reveal
    vs_first = after(knives(OWN, draw=draw, at=setup(*THREE, vs_first=True)), "fight Subspace Pothole (place 1)")
    assert len(comes(vs_first)) > 1


@pytest.mark.rule("6.1")
@pytest.mark.ruling("SR-5")
def test_sr_5_the_new_hand_is_drawn_before_what_defeat_brings() -> None:
    s = fought("despair/", STOP, discard=[])
    assert (s.phase, len(s.seat.hand)) == (Phase.RESOLVE, 5)
    assert labels(s)[0].startswith("discard ")


@pytest.mark.rule("5.2")
@pytest.mark.ruling("SR-6")
def test_sr_6_drama_takes_its_place_among_the_five_cards_of_a_combat_hand() -> None:
    s = fought(draw=["drama", *FIVE[:4]])
    assert s.fight.hand == cards("drama", *FIVE[:4])


@pytest.mark.rule("5.2a")
@pytest.mark.ruling("SR-7")
def test_sr_7_a_card_acquired_and_eliminated_at_once_was_acquired() -> None:
    s = table(plotline=["workin", "despair/"], pool=(0, 1, 0), draw=["drama"] * 6, others=[{}])
    s = after(s, "acquire Workin' (place 1) with music and eliminate it", "add the top of the left deck")
    s = after(s, "lay it as Workin' (front)", FIGHT_ON, "fight Despair (place 2)")
    assert len(s.fight.hand) == 5


@pytest.mark.rule("5.2a")
@pytest.mark.ruling("SR-8")
@pytest.mark.parametrize("acquired, hand", [(True, 5), (False, 6)])
def test_sr_8_a_power_up_acquired_counts_like_any_card(acquired: bool, hand: int) -> None:
    s = table(plotline=["despair", "despair/"], pool=(0, 3, 0), draw=["drama"] * 6)
    if acquired:
        s = after(s, "acquire Joy (place 1) with music", "add the top of the left deck", "lay it as Workin' (front)")
        s = after(s, "leave it")
    s = after(s, FIGHT_ON, "fight Despair (place 2)")
    assert len(s.fight.hand) == hand


# The VS Draw -------------------------------------------------------------------------------------
@pytest.mark.rule("5.5a")
@pytest.mark.ruling("SR-9")
def test_sr_9_drama_counts_as_it_is_revealed_and_no_swap_changes_what_is_needed() -> None:
    s = fought(kim={"draw": ["drama", "headshot"], "hand": ["drama", "cowbell"]})
    needed = {x: after(s, x).fight.needed for x in labels(s)}
    assert needed == {
        "swap nothing": 8,
        "keep Drama, discard Cowbell": 8,
        "keep Count Off, discard Cowbell": 8,
        "keep Count Off, discard Drama": 8,
    }


@pytest.mark.rule("5.5a")
@pytest.mark.ruling("SR-10")
def test_sr_10_who_revealed_the_cards_may_swap_one_hand_card_for_one_of_them_and_discards_it() -> None:
    s = fought(kim={"draw": ["drama", "headshot", "cowbell"], "hand": ["side-job"]}, discard=[])
    s = after(s, cards("drama", "headshot"), *labels(after(s, cards("drama", "headshot")))[:1])
    assert pilgrim.node(s).player == 1  # type: ignore[union-attr]
    s = after(s, "keep Count Off, discard Side Job")
    assert names(s.seats[1].hand) == ["headshot"]
    assert s.fight.theirs.discard == cards("drama", "side-job")
    assert labels(s)[0].startswith("play ")  # one swap, no more


@pytest.mark.rule("5.5")
@pytest.mark.ruling("SR-10")
def test_sr_10_a_fighter_who_revealed_the_cards_swaps_in_the_same_way() -> None:
    s = after(knives(OWN, draw=[*FIVE, "drama", "drama"]), "fight Subspace Pothole (place 1)", cards(*FIVE))
    s = after(s, "keep Drama, discard Mixed Tape")
    assert s.fight.hand == cards("drama", *FIVE[1:])
    assert s.fight.deck.draw + s.fight.deck.discard == cards("drama", "harsh")


@pytest.mark.rule("5.4", "2.2")
@pytest.mark.ruling("SR-11")
def test_sr_11_too_few_cards_are_drawn_then_the_discard_pile_is_shuffled_and_then_there_are_fewer() -> None:
    s = fought("friend-wallace/", kim={"draw": ["drama"], "discard": ["drama"]})  # it reveals three
    assert s.fight.needed == damage_value(s.setup, card("friend-wallace")) + 2
    assert sum(c is DRAMA for c in s.fight.theirs.draw) == 2


@pytest.mark.ruling("SR-16")
def test_sr_16_alone_there_is_no_vs_draw() -> None:
    s = after(fighting(at=setup("knives"), draw=FIVE, acquired=True), DESPAIR)
    assert (s.fight.needed, s.fight.shown) == (6, Bag())
    assert labels(s)[-1] == STOP


@pytest.mark.rule("5.4a")
@pytest.mark.ruling("SR-16")
def test_sr_16_otherwise_a_lone_player_reveals_cards_of_the_own_pile() -> None:
    at = setup("knives", solo_own_draws=True)
    s = after(fighting(at=at, draw=FIVE, discard=["drama", "drama"], acquired=True), DESPAIR)
    assert s.fight.needed == 6 + 4
    assert s.fight.shown == Bag([DRAMA, DRAMA])


@pytest.mark.ruling("SR-17")
def test_sr_17_in_a_team_the_neighbour_to_the_left_draws_as_usual() -> None:
    assert fought(at=setup(*THREE, mode="cooperative")).fight.needed == 8


# Moves -----------------------------------------------------------------------------------------------
@pytest.mark.rule("9.4", "9.5a")
@pytest.mark.ruling("SR-34")
def test_sr_34_a_drama_matches_one_card_in_a_phase() -> None:
    f = after(bout(["harsh", "surprise", "drama"]), "play Surprise! and match Drama")
    assert no(f, "play Harsh and match Drama") == "9.5"
    s = table(hand=["mumbled-apology", "three-chord-song", "drama"])
    s = after(s, "play Mumbled Apology for 1 romance and match Drama")
    assert no(s, "play Three-Chord Song for 1 music and match Drama") == "9.7"


def matched(*fresh: str) -> Any:
    """Scott, who matched a Drama in acquisition and has drawn it again for the combat, with other Drama or none."""
    s = table(
        hand=["mumbled-apology", "drama", "borrowed-bus-fare", "three-chord-song", *fresh],
        plotline=["despair/"],
        at=setup("scott", "knives", "ramona"),
    )
    s = after(s, "play Mumbled Apology for 1 romance and match Drama", FIGHT_ON)
    return after(s, labels(s)[0], DESPAIR)


@pytest.mark.rule("9.5a")
@pytest.mark.ruling("SR-34")
def test_sr_34_a_drama_matched_in_acquisition_and_drawn_again_is_not_matched_in_the_combat() -> None:
    s = matched()
    assert s.fight.hand == cards("mumbled-apology", "drama", "borrowed-bus-fare", "three-chord-song")
    assert no(s, "play Flailing Arms and match Drama") == "9.5a"
    assert no(s, "play Flailing Arms") == ""


@pytest.mark.rule("9.5a")
@pytest.mark.ruling("SR-34")
def test_sr_34_of_alike_drama_as_many_are_matched_in_the_combat_as_were_not_matched_before() -> None:
    s = matched("drama")
    assert no(s, "play Flailing Arms and match Drama") == ""
    s = after(s, "play Flailing Arms and match Drama")
    assert no(s, "play Running Start and match Drama") == "9.5a"


@pytest.mark.ruling("SR-34")
def test_sr_34_in_the_next_turn_every_drama_can_be_matched_again() -> None:
    s = after(matched(), STOP)
    while s.active == 0:
        s = after(s, labels(s)[0])
    assert s.matched == 0


@pytest.mark.rule("4.12", "9.7")
@pytest.mark.ruling("SR-35")
def test_sr_35_a_matched_drama_is_discarded_with_its_card_when_the_phase_ends() -> None:
    s = table(hand=["mumbled-apology", "drama"], draw=["drama"])
    s = after(s, "play Mumbled Apology for 1 romance and match Drama")
    assert (s.played, s.seat.deck.discard) == (cards("mumbled-apology", "drama"), Bag())
    assert after(s, FIGHT_ON).seat.deck.discard == cards("mumbled-apology", "drama")
    f = after(bout(["surprise", "drama"]), "play Surprise! and match Drama")
    assert f.played == cards("surprise", "drama")


@pytest.mark.rule("5.9")
@pytest.mark.ruling("SR-40")
def test_sr_40_a_mashed_card_deals_its_printed_damage_or_one_and_a_card_of_a_combo_the_combos_only() -> None:
    assert dealt(after(bout(["harsh"]), "play Harsh")) == 1
    assert card("power-ballad").hit == 2
    assert dealt(after(bout(["power-ballad"]), "play Key Change")) == 2
    left = ["sound-check-loud", "harsh", "surprise"]  # the first deals 2 when it is mashed, and 1 by its effect
    f = after(bout(left, character="knives"), "play Feedback Squeal", "play Harsh", "play Surprise!")
    assert dealt(f) == 5 + 1


@pytest.mark.ruling("SR-41")
def test_sr_41_effects_of_cards_in_a_combo_still_happen() -> None:
    f = after(bout(["harsh", "surprise", "business-time", "drama"], character="knives"), "play Harsh")
    f = after(f, "play Surprise! and match Drama", "play Business Time")
    assert dealt(f) == 5 + 1  # Blur of Blades, and what Surprise! adds
    assert [e.what for e in f.victory] == ["eliminate"]


@pytest.mark.rule("5.9")
@pytest.mark.ruling("SR-42")
def test_sr_42_several_combos_may_be_made_with_each_card_in_one_of_them() -> None:
    six = {"harsh": 3, "surprise": 3}
    f = pilgrim.combat((), 99, character="knives", hand={card(c): n for c, n in six.items()})
    f = after(f, *["play Harsh"] * 3, *["play Surprise!"] * 3)
    assert dealt(f) == 10  # Blur of Blades twice
    assert most_damage(((1, 1, 1, 1, 1), (), (), (), (), (), ()), (("Two", ("left",) * 2, 3),)) == (7, ("Two", "Two"))


@pytest.mark.ruling("SR-43")
def test_sr_43_the_order_in_which_cards_of_a_combo_are_laid_does_not_matter() -> None:
    inferno = SHEET.find("yoga-inferno")
    moves = words(inferno.moves)
    f = pilgrim.combat((), 99, character="knives", hand=[pilgrim.card(move) for move in moves])
    ends = {dealt(after(f, *(f"play {move}" for move in order))) for order in permutations(moves)}
    assert ends == {inferno.damage}


@pytest.mark.rule("5.10")
@pytest.mark.ruling("SR-44")
def test_sr_44_a_card_drawn_during_the_combat_may_be_part_of_a_later_combo() -> None:
    f = bout(["love-hurts", "surprise", "business-time"], character="knives", draw=["harsh"])
    f = after(f, "play Love Hurts", "play Surprise!", "play Business Time", "play Harsh")
    assert dealt(f) == 1 + 5


@pytest.mark.rule("5.7")
@pytest.mark.ruling("SR-45")
def test_sr_45_drama_is_not_mashed() -> None:
    assert no(bout(["drama", "harsh"]), "play Drama") == "5.7"
    assert dealt(bout(["drama"])) == 0


@pytest.mark.ruling("SR-58")
def test_sr_58_the_fighter_stops_at_any_time_and_enough_damage_wins_with_more_to_no_effect() -> None:
    f = bout(["harsh", "surprise", "love-hurts"], damage=2)
    assert not pilgrim.finished(after(f, STOP)).won
    assert not pilgrim.finished(after(f, "play Harsh", STOP)).won
    assert pilgrim.finished(after(f, "play Harsh", "play Surprise!", STOP)).won
    more = pilgrim.finished(after(f, "play Harsh", "play Surprise!", "play Love Hurts", STOP))
    assert (more.won, more.damage, more.drama_added) == (True, 3, 1)  # laid for what it does


@pytest.mark.rule("5.10")
@pytest.mark.ruling("SR-65")
def test_sr_65_a_pile_made_anew_in_the_combat_holds_the_cards_of_acquisition_but_none_in_play_or_in_hand() -> None:
    s = fought(discard=["workin", "encore"])
    assert s.fight.deck.draw == cards("workin", "encore")  # the pile ran out with the fifth card
    s = after(s, labels(s)[0], "play Love Hurts")
    assert sum(s.fight.hand.count(card(c)) for c in ("workin", "encore")) == 1
    assert len(s.fight.deck.draw) == 1


@pytest.mark.rule("5.5")
@pytest.mark.ruling("SR-65")
def test_sr_65_cards_the_fighter_revealed_for_the_challenge_are_in_the_pile_made_anew() -> None:
    s = after(knives(OWN, draw=[*FIVE, "drama", "drama"]), "fight Subspace Pothole (place 1)", cards(*FIVE), NO_SWAP)
    assert s.fight.deck.draw == Bag([DRAMA, DRAMA])


@pytest.mark.rule("5.1", "6.2")
@pytest.mark.ruling("SR-66")
def test_sr_66_combat_is_skipped_instead_of_naming_a_target_and_not_once_the_hand_is_drawn() -> None:
    s = knives()
    assert SKIP in labels(s)
    s = after(s, DESPAIR)
    assert SKIP not in labels(s)
    assert not any(isinstance(c, pilgrim.Skip) for c in pilgrim.candidates(s))


@pytest.mark.rule("9.5")
@pytest.mark.ruling("SR-67")
def test_sr_67_a_drama_drawn_during_the_combat_may_be_matched() -> None:
    f = bout(["love-hurts", "surprise"], draw=["drama"])
    assert no(f, "play Surprise! and match Drama") == "9.5"
    assert no(after(f, "play Love Hurts"), "play Surprise! and match Drama") == ""


@pytest.mark.rule("5.6", "5.9")
@pytest.mark.ruling("SR-70")
def test_sr_70_which_cards_laid_make_a_combo_is_counted_over_all_of_them() -> None:
    f = bout(["harsh", "surprise", "business-time", "chau-down"], character="knives")
    counts = []
    for move in ("play Harsh", "play Chau Down", "play Surprise!", "play Business Time"):
        f = after(f, move)
        counts.append(dealt(f))
    assert counts == [1, 2, 3 + 1, 5 + 1]  # two left arrows are Double Daggers until a third makes Blur of Blades


@pytest.mark.rule("9.4")
@pytest.mark.ruling("SR-74")
def test_sr_74_drama_is_put_under_a_card_as_it_is_laid_and_a_card_laid_later_gets_a_drama_that_comes_later() -> None:
    f = bout(["love-hurts", "surprise"], draw=["drama"])
    early = after(f, "play Surprise!", "play Love Hurts")
    assert [x for x in labels(early) if "match" in x] == []
    late = after(f, "play Love Hurts", "play Surprise! and match Drama")
    assert dealt(late) == dealt(early) + 1
