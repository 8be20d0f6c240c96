"""The Acquisition Phase as tests: resources, playing cards, buying, Drama that is matched and added."""

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
    drawn,
    labels,
    line,
    no,
    pool,
    table,
    ups,
    whole,
)
from rulebooks.core.chance import Bag


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


@pytest.mark.rule("9.2", "9.3", "0.3")
def test_drama_added_comes_from_its_pile_and_goes_to_the_own_discard_pile() -> None:
    s = after(table({"hand": ["gossip-column"]}, phase="acquire"), "play Gossip Column for 2 work")
    assert (s.drama, s.seat.deck.discard) == (13, cards("drama"))


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("endless, added", [(False, 0), (True, 1)])
def test_with_the_pile_used_up_no_drama_is_added(endless: bool, added: int) -> None:
    s = table({"hand": ["gossip-column"]}, phase="acquire", drama_left=0, options={"endless_drama": endless})
    s = after(s, "play Gossip Column for 2 work")
    assert (s.drama, s.seat.deck.discard.count(card("drama"))) == (0, added)
