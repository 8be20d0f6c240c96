"""Combat as tests: moves, combos, matched Drama, the Buddy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    STOP,
    after,
    card,
    cards,
    damage,
    drawn,
    labels,
    no,
    pilgrim,
    ready,
    table,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.fight import finished


# Moves --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("5.6", "5.9")
def test_cards_are_laid_one_at_a_time_as_many_as_the_fighter_likes_each_for_its_damage() -> None:
    s = ready(["chau-down", "love-hurts", "power-ballad"], "Giant Robot", 9)
    s = after(s, "play Chau Down")
    assert (damage(s), s.fight.played) == (1, cards("chau-down"))
    s = after(s, "play Key Change")
    assert (damage(s), "play Love Hurts" in labels(s), STOP in labels(s)) == (3, True, True)


@pytest.mark.rule("5.7")
def test_drama_is_not_laid_as_a_move() -> None:
    assert no(ready(["drama", "harsh"]), "play Drama") == "5.7"


@pytest.mark.rule("5.8")
@pytest.mark.parametrize(
    "who, name, one, hand, more",
    [
        ("knives", "Surprise!", {}, ["surprise"], 0),
        ("knives", "Surprise! and match Drama", {}, ["surprise", "drama"], 1),
        ("ramona", "Cold Shoulder", {}, ["new-hair-colour"], 1),
        ("ramona", "Cold Shoulder", {}, ["new-hair-colour", "drama"], 0),
        ("stephen", "Teamwork", {}, ["teamwork"], 0),
        ("stephen", "Teamwork", {"power_ups": ["Stephen Stills", "Kim Pine", "Joy"]}, ["teamwork"], 2),
        ("scott", "Hot Mess", {}, ["hot-mess"], 2),
    ],
)
def test_some_cards_deal_more_with_or_without_drama_or_for_each_friend(
    who: str, name: str, one: Any, hand: Any, more: int
) -> None:
    s = ready(hand, one={"character": who, **one}, two={"character": "scott" if who != "scott" else "knives"})
    assert damage(after(s, f"play {name}")) == 1 + more


@pytest.mark.rule("5.8", "9.8")
@pytest.mark.parametrize("hand, more", [([], 0), (["drama"], 1), (["drama", "drama"], 1), (["lucky-guess"], 0)])
def test_kim_benefits_when_her_buddys_holder_has_drama_in_hand(hand: Any, more: int) -> None:
    kim = {"character": "kim", "hand": ["headshot"], "draw": []}
    seats = [kim, {"character": "ramona"}, {"character": "scott", "hand": hand, "power_ups": ["The Sleepy Singer"]}]
    s = drawn(table(*seats, phase="fight", plotline=["Despair"], target="Despair", needed=6))
    assert damage(after(s, "play Headshot")) == 1 + more


@pytest.mark.rule("9.8", "5.5a")
@pytest.mark.parametrize("move, more", [("swap nothing", 0), ("keep Drama, discard Lucky Guess", 1)])
def test_a_swap_of_the_buddys_holder_counts_for_kim(move: str, more: int) -> None:
    kim = {"character": "kim", "hand": ["headshot"], "draw": ["drama"]}
    seats = [kim, {"hand": ["lucky-guess"], "power_ups": ["The Sleepy Singer"]}, {}]
    s = table(*seats, phase="swap", plotline=["Despair"], target="Despair", revealed=["drama"])
    s = drawn(after(s, move))
    assert (s.fight.needed, damage(after(s, "play Headshot"))) == (8, 1 + more)


@pytest.mark.rule("9.8", "8.7")
def test_a_buddys_holder_who_is_out_does_not_help() -> None:
    kim = {"character": "kim", "hand": ["headshot"], "draw": []}
    seats = [kim, {"hand": ["drama"], "power_ups": ["The Sleepy Singer"], "out": True}, {}]
    s = table(*seats, ex="Gideon Graves", phase="fight", plotline=["Despair"], target="Despair", needed=6)
    assert damage(after(drawn(s), "play Headshot")) == 1


@pytest.mark.rule("5.9")
@pytest.mark.parametrize(
    "hand, most, combos",
    [
        (["business-time", "surprise"], 3, ("Double Daggers",)),
        (["business-time", "surprise", "harsh"], 5, ("Blur of Blades",)),
        (["business-time", "surprise", "harsh", "love-song"], 6, ("Double Daggers", "Double Daggers")),
        (["business-time", "surprise", "harsh", "love-song", "chau-down"], 7, ("Double Daggers", "Double Daggers")),
        (["business-time", "surprise", "harsh", "love-song", "love-hurts"], 10, ("All The Knives",)),
        (["chau-down", "locker-note"], 2, ()),
        (["business-time", "surprise", "sound-check-loud"], 5, ("Double Daggers",)),
    ],
)
def test_cards_of_a_combo_deal_its_damage_and_all_others_their_own(hand: Any, most: int, combos: Any) -> None:
    s = ready(["chau-down"], "Giant Robot", 9)
    s = replace(s, fight=replace(s.fight, played=cards(*hand), hand=Bag()))
    assert damage(s) == most
    assert pilgrim.best_combos(hand, "knives").combos == combos


@pytest.mark.rule("5.9", "5.8")
def test_what_cards_of_a_combo_say_happens_too() -> None:
    s = ready(["business-time", "surprise", "harsh", "drama"], "Giant Robot", 9)
    s = after(s, "play Business Time", "play Harsh", "play Surprise! and match Drama")
    assert (damage(s), [e.what for e in s.fight.victory]) == (6, ["eliminate"])


@pytest.mark.rule("5.10")
def test_cards_drawn_in_a_combat_may_be_laid_and_complete_a_combo() -> None:
    s = ready(["love-hurts", "surprise"], "Giant Robot", 9, {"draw": ["harsh"]})
    s = after(s, "play Love Hurts", "play Surprise!", "play Harsh")
    assert damage(s) == 1 + 3


@pytest.mark.rule("5.10", "2.2")
def test_a_draw_in_a_combat_shuffles_the_discard_pile_when_the_draw_pile_is_used_up() -> None:
    s = ready(["love-hurts", "harsh", "drama"], "Giant Robot", 9, {"draw": ["chau-down"], "discard": ["surprise"]})
    s = drawn(after(s, "play Love Hurts"))
    assert (s.fight.hand, s.fight.deck.draw) == (cards("chau-down", "harsh", "drama"), cards("surprise"))
    s = after(s, "play Harsh and match Drama")
    assert (s.fight.hand, s.fight.deck.left) == (cards("chau-down", "surprise"), 0)


@pytest.mark.rule("5.11")
def test_the_fighter_stops_at_any_time_and_as_much_damage_as_needed_wins() -> None:
    hand = ["business-time", "surprise", "harsh", "chau-down"]
    s = ready(hand, "Half-Ninjas", 6)
    five = after(s, "play Business Time", "play Surprise!", "play Harsh")
    assert not finished(five.fight).won
    six = after(five, "play Chau Down")
    assert finished(six.fight) == pilgrim.Combat(True, 6, 0)
    assert finished(after(s, "play Harsh").fight) == pilgrim.Combat(False, 1, 0)
    assert STOP in labels(s)


@pytest.mark.rule("5.11")
def test_more_damage_than_needed_does_no_more_and_cards_may_be_laid_for_what_they_say() -> None:
    s = ready(["power-ballad"] * 2 + ["love-hurts"], "Mountain of Plates", 4, {"draw": ["drama"]})
    s = after(s, "play Key Change", "play Key Change")
    assert finished(s.fight).won
    assert "play Love Hurts" in labels(s)


# Drama in combat ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("9.4", "9.5")
def test_drama_is_matched_from_the_hand_and_each_card_once() -> None:
    s = ready(["surprise", "harsh", "drama"], one={"draw": ["chau-down"]})
    s = after(s, "play Surprise! and match Drama")
    assert (s.fight.hand, s.fight.played) == (cards("harsh"), cards("surprise", "drama"))
    assert no(s, "play Harsh and match Drama") == "9.5"


@pytest.mark.rule("9.5")
def test_a_drama_drawn_during_the_combat_may_be_matched() -> None:
    s = ready(["surprise", "love-hurts"], one={"draw": ["drama"]})
    assert no(s, "play Surprise! and match Drama") == "9.5"
    assert no(after(s, "play Love Hurts"), "play Surprise! and match Drama") == ""


@pytest.mark.rule("9.5a", "9.7")
def test_a_drama_matched_in_acquisition_is_not_matched_again_in_the_combat_of_the_turn() -> None:
    one = {"character": "knives", "hand": ["surprise", "drama"], "draw": []}
    s = after(table(one, {"character": "scott"}, phase="acquire"), "play Fan Club for 1 romance and match Drama", FIGHT)
    s = drawn(after(drawn(s), "fight Lucas Lee"))
    assert s.fight.hand == cards("surprise", "drama")
    assert no(s, "play Surprise! and match Drama") == "9.5a"
    again = ready(["surprise", "drama"], matched=0)
    assert no(again, "play Surprise! and match Drama") == ""


@pytest.mark.rule("9.6", "9.3")
@pytest.mark.parametrize("left, added", [(14, 1), (0, 0)])
def test_a_few_cards_add_drama_to_the_own_discard_pile_each_time_they_are_laid(left: int, added: int) -> None:
    two, one = {"character": "knives"}, {"character": "scott", "draw": ["lucky-guess"], "discard": ["game-marathon"]}
    s = after(ready(["hot-mess"], one=one, two=two, drama_left=left), "play Hot Mess")
    assert (s.fight.supply, s.fight.drama, s.fight.deck.discard.count(card("drama"))) == (left - added, added, added)
