"""Scott Pilgrim: what is in the box, what of it is printed, and what suits which character."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rulebooks.core.cards import SheetError, export_sheet, load_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import BACK, FRONT, MOVES, amounts, effects, masked
from rulebooks.scott_pilgrim.contents import (
    HIPSTER,
    PATEL,
    Setup,
    character_deck,
    combos,
    drama_pile,
    main_deck,
)
from rulebooks.scott_pilgrim.fight import hits_of, most_damage

SHEET = load_sheet("scott_pilgrim")
SETUP = Setup()
SIX = ("scott", "knives", "ramona", "stephen", "kim", "wallace")
MAIN = list(main_deck(SETUP).kinds)
NAMED = [c for c in SHEET.cards if any(not SHEET.is_house(c, f) for f in ("name", "back"))]


def find(name: str) -> Any:
    """A card of the sheet, by what either side is called."""
    return next((c for c in SHEET.cards if c.back == name), None) or SHEET.find(name)


def own(character: str) -> list[Any]:
    """The seven Action cards that a character starts with."""
    return [c for c in character_deck(SETUP, character) if c.kind == "action"]


def gives(character: str) -> Counter[str]:
    """How many of a character's own cards can give each resource."""
    return Counter(suit for c in own(character) for suit in {suit for suit, _ in amounts(c.makes)})


def useful(character: str) -> set[str]:
    """The moves that a character's combos ask for."""
    return {move for _, moves, _ in combos(SETUP, character) for move in moves}


def mean_damage(character: str, *, less: str = "", more: str = "") -> Fraction:
    """What five cards of a character's deck deal on average by combos and mashing; its cards' effects left aside.

    ``less``: the move of a card that is eliminated first; ``more``: the move of a simple card that is added.
    """
    deck = list(character_deck(SETUP, character))
    if less:
        deck.remove(next(c for c in deck if c.kind == "action" and c.move == less))
    if more:
        deck.append(next(c for c in MAIN if c.move == more and c.hit is None))
    hands = [most_damage(hits_of(Bag(hand)), combos(SETUP, character))[0] for hand in combinations(deck, 5)]
    return Fraction(sum(hands), len(hands))


# 0  The box ---------------------------------------------------------------------------------
@pytest.mark.rule("0.2")
def test_the_box_holds_146_main_deck_cards_32_drama_6_characters_2_buddies_and_10_evil_exes_on_5_cards() -> None:
    kinds = Counter(c.kind if not c.owner else f"own {c.kind}" for c in SHEET.bag())
    assert kinds["action"] + kinds["plot"] == len(main_deck(SETUP)) == 146
    assert {k: kinds[k] for k in ("drama", "character", "own buddy", "own action", "ex")} == {
        "drama": 32,
        "character": 6,
        "own buddy": 2,
        "own action": 42,
        "ex": 10,
    }
    assert sorted(Counter(c.pair for c in SHEET.cards if c.kind == "ex").items()) == [(n, 2) for n in range(1, 6)]


@pytest.mark.rule("0.1")
@pytest.mark.parametrize("character", SIX)
def test_each_character_has_ten_cards_three_of_them_drama_and_five_combos(character: str) -> None:
    deck = character_deck(SETUP, character)
    assert (len(deck), sum(c.kind == "drama" for c in deck)) == (10, 3)
    assert len(combos(SETUP, character)) == 5


@pytest.mark.rule("0.3")
def test_fourteen_drama_cards_lie_aside() -> None:
    assert drama_pile(SETUP) == 14


@pytest.mark.rule("0.2")
def test_the_first_time_about_sixty_simple_cards_are_used_the_two_hipsters_among_them() -> None:
    deck = main_deck(Setup(mode="first time"))
    assert 56 <= len(deck) <= 66
    assert sum(c.id == HIPSTER for c in deck) == 2
    assert max(amounts(c.cost)[0][1] for c in deck) <= 3
    assert max(c.damage or 0 for c in deck) <= 6


def test_only_the_drama_hipsters_and_opponents_of_the_rulebook_are_fixed_by_id() -> None:
    assert {SHEET.find(id).kind for id in (PATEL, "drama", HIPSTER)} == {"ex", "drama", "plot"}
    assert find("Demon Hipster Chicks").id == HIPSTER


# Printed numbers ------------------------------------------------------------------------------
def test_hands_plotline_and_drama_are_printed_and_the_limit_of_rounds_is_ours() -> None:
    wanted = ("first_hand", "hand", "combat_hand", "extra", "start_drama", "plotline", "plotline_each")
    assert [SHEET.numbers[n] for n in wanted] == [4, 5, 5, 1, 3, 2, 2]
    assert [n for n in SHEET.numbers if SHEET.number_source(n).kind != "printed"] == ["rounds"]


@pytest.mark.parametrize(
    "players, turns", {1: (4, 4, 5, 6, 7), 2: (4, 4, 5, 6, 7), 3: (3, 4, 5, 5, 6), 4: (3, 3, 4, 4, 5)}.items()
)
def test_the_printed_turns_of_a_team(players: int, turns: tuple[int, ...]) -> None:
    assert tuple(SHEET.numbers[f"turns_{players}_{vp}"] for vp in (10, 12, 15, 18, 20)) == turns


def test_what_is_printed_of_the_evil_exes() -> None:
    patel, gideon, twins = (SHEET.find(n) for n in ("Matthew Patel", "Gideon Graves", "Katayanagi Twins"))
    assert (patel.to_win, patel.points, patel.effect) == (10, 3, "guards 2")
    assert (gideon.damage, gideon.points, gideon.to_win, gideon.traits) == (13, 0, 20, "subspace, romance")
    assert gideon.effect == "plus 1 to subspace and win and lose"
    assert twins.effect == "plus 1 to robot"
    assert not any(SHEET.is_house(gideon, f) for f in ("name", "damage", "points", "to_win", "traits", "effect"))


def test_each_threshold_has_two_evil_exes_and_each_kind_of_rule_is_there() -> None:
    exes = [c for c in SHEET.cards if c.kind == "ex"]
    assert Counter(c.to_win for c in exes) == {10: 2, 12: 2, 15: 2, 18: 2, 20: 2}
    assert {e.what for c in exes for e in effects(c.effect, "rules of an ex")} == {
        *("plus", "guards", "vs", "drama value", "win", "lose"),
    }


@pytest.mark.example
def test_what_is_printed_of_the_cards_in_the_combat_example() -> None:
    despair = find("Despair")
    assert (despair.name, despair.damage, despair.fight, despair.failure) == ("Joy", 6, "vs 2 drama 2", "discard 1")
    assert (despair.reward, despair.acquired) == ("keep", "may flip or eliminate 1")
    assert (SHEET.find("blur-of-blades").moves, SHEET.find("blur-of-blades").damage) == ("left, left, left", 5)
    there = {
        name: (find(name).move, find(name).combat) for name in ("Business Time", "Love Hurts", "Surprise!", "Harsh")
    }
    assert there == {
        "Business Time": ("left", "victory eliminate 1"),
        "Love Hurts": ("A", "draw 1 and victory drama 1"),
        "Surprise!": ("left", "match damage 1"),
        "Harsh": ("left", "match draw 1"),
    }
    assert {find("Chau Down").move, find("Love Hurts").move} == {"right", "A"}
    assert find("Headshot").owner == "kim"


@pytest.mark.example
def test_what_is_printed_of_single_cards() -> None:
    assert (find("Giant Robot").damage, find("Giant Robot").challenge_traits) == (9, "robot")
    assert SHEET.find("Love Song").makes == "1 romance or 1 music"
    assert SHEET.find("Workin'").move == "right"
    assert (SHEET.find("friend-stephen").name, SHEET.find("friend-stephen").makes) == ("Stephen Stills", "1 music")
    assert SHEET.find("friend-stephen").traits == "friend"


def test_every_card_that_the_rulebook_or_its_designer_names_is_there() -> None:
    named = {side for c in NAMED for side in (c.name, c.back)}
    assert named >= {
        *("Hot Mess", "Teenage Meltdown", "Teamwork", "Headshot", "Business Time", "Chau Down", "Love Hurts"),
        *("Surprise!", "Harsh", "Love Song", "Workin'", "Power Ballad", "Terrible Cover", "Empathy"),
        *("Training Montage", "Joy", "Despair", "Giant Robot", "Barista", "Popular Blog", "Buzz", "Half-Ninjas"),
    }


def test_most_values_are_ours_and_say_so() -> None:
    house = [(c, f) for (i, f) in SHEET.origins if i for c in (SHEET.find(i),) if SHEET.is_house(c, f)]
    assert len(house) > 0.8 * sum(1 for i, _ in SHEET.origins if i)
    assert SHEET.is_house(find("Despair"), "copies")


# What suits whom: the rulebook's strategy hints ---------------------------------------------------
@pytest.mark.parametrize(
    "character, wanted, barred",
    [
        ("knives", {"left"}, {"right"}),
        ("wallace", {"right"}, {"left"}),
        ("kim", {"A", "down"}, {"up", "B"}),
        ("stephen", {"up", "B"}, {"down", "A"}),
        ("scott", set(MOVES), set()),
        ("ramona", set(MOVES), set()),
    ],
)
def test_the_moves_that_a_character_wants_and_has_no_use_for(
    character: str, wanted: set[str], barred: set[str]
) -> None:
    assert wanted <= useful(character)
    assert not barred & useful(character)
    assert barred <= {c.move for c in own(character)} or not barred


HINTS = [("knives", "left", "right"), ("wallace", "right", "left"), ("kim", "A", "B"), ("stephen", "B", "A")]


@pytest.mark.parametrize("character, good, bad", HINTS)
def test_a_wanted_move_adds_more_than_one_without_use(character: str, good: str, bad: str) -> None:
    assert mean_damage(character, more=good) > mean_damage(character, more=bad)


@pytest.mark.parametrize("character, good, bad", HINTS)
def test_a_deck_misses_a_move_without_use_less_than_a_wanted_one(character: str, good: str, bad: str) -> None:
    assert mean_damage(character, less=bad) > mean_damage(character, less=good)


def test_the_resources_that_a_character_has() -> None:
    assert gives("stephen")["romance"] == 0
    assert set(gives("kim")) == {"work", "music"}
    assert set(gives("scott")) == {"music", "romance", "any"}
    assert set(gives("ramona")) == set(gives("wallace")) == {"work", "romance"}


@pytest.mark.parametrize("character, likes", [("scott", True), ("knives", True), ("ramona", False), ("stephen", False)])
def test_who_likes_drama_and_who_wants_none(character: str, likes: bool) -> None:
    deeds = {
        (e.when, e.what)
        for c in own(character)
        for place, text in (("effect of an action", c.effect), ("combat", c.combat))
        for e in effects(text, place)
    }
    assert any(when == "match" for when, _ in deeds) is likes
    assert any(what == "damage without drama" for _, what in deeds) is not likes


def test_teamwork_counts_friends_and_kim_and_wallace_gain_by_their_buddies() -> None:
    assert find("Teamwork").combat == "damage each friend 1"
    for character in ("kim", "wallace"):
        assert any("damage buddy" in (c.combat or "") for c in own(character))
        assert sum(c.kind == "buddy" and c.owner == character for c in SHEET.cards) == 1


# What is hidden ---------------------------------------------------------------------------------------
def test_some_cards_look_alike_from_one_side_and_differ_on_the_other() -> None:
    twins = {
        side: Counter(
            masked(SHEET, c, side)
            for c in MAIN
            if sum(masked(SHEET, d, side) is masked(SHEET, c, side) for d in MAIN) > 1
        )
        for side in (FRONT, BACK)
    }
    assert sorted(map(len, twins.values())) >= [2, 4]
    for side, other in ((FRONT, BACK), (BACK, FRONT)):
        for face in twins[side]:
            alike = [c for c in MAIN if masked(SHEET, c, side) is face]
            assert len({masked(SHEET, c, other) for c in alike}) == len(alike)


# What a sheet may say --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "place, text",
    [
        ("combat", "eliminate 1"),  # on victory only
        ("combat", "victory damage 1"),  # too late
        ("combat", "may draw 1"),  # whoever does not want it lays another card
        ("combat", "damage 1 against ninja"),  # Power Ups! do that
        ("effect of an action", "victory draw 1"),
        ("acquired", "match draw 1"),
        ("ability", "match damage 1"),
        ("reward", "draw 1 to ninja"),
    ],
)
def test_an_effect_that_would_not_happen_where_it_stands_is_refused(place: str, text: str) -> None:
    with pytest.raises(ValueError, match="no effect is called"):
        effects(text, place)


@pytest.mark.parametrize(
    "place, text",
    [("combat", "victory may eliminate 1"), ("ability", "damage 1 against ninja"), ("acquired", "may flip 1")],
)
def test_an_effect_that_happens_where_it_stands_is_told_again_in_words(place: str, text: str) -> None:
    (effect,) = effects(text, place)
    assert str(effect).replace("on victory: ", "victory ") == text


@pytest.mark.parametrize(
    "old, new, why",
    [
        ('reward = "keep"', 'reward = "keep and points"', "a Challenge is kept once"),
        (
            'id = "lucas-lee"',
            'id = "lucas-lee"\nreward = "keep"',
            "lucas-lee: reward: an Evil Ex is kept without saying",
        ),
        ('cost = "2 any"\n', "", "love-song: a card of the main deck has one cost"),
        ('cost = "2 any"', 'cost = "2 music or 2 work"', "love-song: a card of the main deck has one cost"),
    ],
)
def test_a_reward_keeps_a_challenge_once_and_each_card_of_the_main_deck_has_one_cost(
    old: str, new: str, why: str
) -> None:
    text = export_sheet("scott_pilgrim")
    assert old in text
    with pytest.raises(SheetError, match=why):
        parse_sheet("scott_pilgrim", text.replace(old, new, 1), "mine")
