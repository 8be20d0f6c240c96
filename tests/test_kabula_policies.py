"""Ways to play Kabula: legal moves, whole games, and what a player with a purpose is said to do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from kabula_table import after, beside, label, labels, table
from rulebooks import kabula
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.sampling import playthrough
from rulebooks.kabula import EXAMPLE_SETUPS, Setup
from rulebooks.kabula.contents import verbs
from rulebooks.kabula.hunches import losses
from rulebooks.kabula.policies import POLICIES, at_random, purposeful
from rulebooks.kabula.strikes import AIM_DIE, attack, defence

SEED = 8
FULL = "teeth 3, brain 2, legs 2, butt 2, guts 1"
SANCTUARY = (0, 0)
SETUPS = [
    *EXAMPLE_SETUPS,
    Setup(("gotzo", "zack"), guardian="shaggy", expansions=("Conspiracy",), light="red"),
    Setup(("zack", "isolde"), guardian="bibi-and-bobu", expansions=("Conspiracy",), light="orange"),
]


def does(s: Any) -> str:
    """What the player with a purpose does, in words."""
    return str(label(purposeful(s)))


def ends(policy: Any, setup: Setup, game: int) -> Any:
    """The end of a whole game in which every action is looked at."""

    def asked(s: Any) -> Any:
        node, chosen = kabula.node(s), policy(s)
        assert isinstance(node, Decision)
        assert set(chosen if isinstance(chosen, dict) else [chosen]) <= set(node.actions)
        return chosen

    return playthrough(kabula, kabula.initial_state(setup), asked, SEED, game)


@pytest.mark.parametrize("game", range(len(SETUPS)))
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_does_only_what_is_legal_and_ends_its_games(name: str, game: int) -> None:
    s = ends(POLICIES[name], SETUPS[game], game)
    assert s.phase is kabula.Phase.OVER
    assert s.kabula.stolen
    assert s.ended_by in ("12.5", "12.6", "12.7")


def test_a_policy_chooses_the_same_whatever_was_asked_before() -> None:
    states: list[Any] = []

    def noted(s: Any) -> Any:
        states.append((s, purposeful(s)))
        return states[-1][1]

    playthrough(kabula, kabula.initial_state(EXAMPLE_SETUPS[0]), noted, SEED, 1)
    for s, chosen in reversed(states[-80:]):
        assert purposeful(s) == chosen


def test_at_random_every_legal_action_is_as_likely_as_any_other() -> None:
    s = table({}, {})
    node = kabula.node(s)
    assert isinstance(node, Decision)
    assert at_random(s) == dict.fromkeys(node.actions, 1)


def test_an_attack_alone_can_be_played_too() -> None:
    s = kabula.position("attack, aim, blade 2, push", 9, parts=["legs", "butt", "guts"])
    for policy in POLICIES.values():
        assert kabula.fights.Stage.OVER is playthrough(kabula, s, policy, SEED).stage


def test_one_player_with_a_purpose_wins_where_others_play_at_random() -> None:
    won: Counter[bool] = Counter()
    for game in range(6):
        mine = game % 2

        def asked(s: Any, mine: int = mine) -> Any:
            node: Any = kabula.node(s)
            return (purposeful if node.player == mine else at_random)(s)

        s = playthrough(kabula, kabula.initial_state(EXAMPLE_SETUPS[0]), asked, SEED, game)
        assert s.winner in (mine, -1)
        won[s.winner == mine] += 1
    assert won[True] >= 2


# Tags ---------------------------------------------------------------------------------------
def test_of_two_options_the_one_is_chosen_whose_tag_is_needed() -> None:
    for tags, trait in (({"Hard Bargain": 2}, "violent"), ({"Night Owl": 2}, "romantic")):
        here = {"hero": "Jessika", "space": (1, 0), "tags": tags}
        s = table(here, {}, pins={(1, 0): "encounter"}, encounters=["Two Rivals"])
        s = after(s, "have an encounter", "Two Rivals")
        assert purposeful(s).option.trait == trait


def test_an_encounter_on_the_own_space_is_met() -> None:
    s = table({"hero": "Jessika", "space": (1, 0)}, {}, pins={(1, 0): "encounter"})
    assert does(s) == "have an encounter"


def test_who_has_no_fresh_part_left_rests() -> None:
    s = table({"hero": "Clayton", "space": (0, 3), "parts": {"used": FULL}}, {})
    assert does(s) == "Rest"


# Monsters -------------------------------------------------------------------------------------
HUNTER = {"hero": "Clayton", "space": (1, 0), "tags": {"Short Fuse": 2}, "parts": FULL}


def test_a_monster_whose_trait_is_needed_is_provoked_by_who_is_strong_enough() -> None:
    wild: dict[str, Any] = {"pins": {(1, 0): "monster"}, "spotted": {"Bluff": "Grumble Goose"}}
    assert does(table(HUNTER, {}, **wild)) == "provoke a monster"
    assert does(table(HUNTER | {"heart": 2}, {}, **wild)) != "provoke a monster"


def test_a_monster_on_the_own_space_is_fought_and_tamed() -> None:
    goose = {"monster": "Grumble Goose", "space": (1, 0), "parts": "legs"}
    s = table(HUNTER, {}, monsters=[goose])
    assert does(s) == "Punch"  # enough for the last Part
    s = after(s, "Punch", "attack Grumble Goose", "brain", "a Tag for Short Fuse")
    assert does(s) == "tame Grumble Goose"


def test_a_familio_fights_what_stands_beside_it() -> None:
    pet = {"monster": "Grumble Goose", "space": (1, 0), "parts": "legs, teeth 2"}
    bat = {"monster": "Velvet Bat", "space": (1, 0), "parts": "brain"}
    s = table({"hero": "Zack", "familio": pet, "space": (3, 1)}, {}, monsters=[bat], turn="Grumble Goose")
    assert does(s) == "Bite"


# The Kabula -----------------------------------------------------------------------------------
FAMOUS = {"hero": "Clayton", "tags": {"Open Kitchen": 3}, "space": (1, 0), "parts": FULL, "steps": 3}


def way(s: Any) -> list[str]:
    """What the player with a purpose does until the turn is over or something is drawn."""
    told = []
    while isinstance(kabula.node(s), Decision) and s.active == 0 and not s.kabula.stolen and len(told) < 30:
        told.append(does(s))
        s = after(s, purposeful(s))
    return [*told, "stolen"] if s.kabula.stolen else told


def test_who_is_trending_and_strong_goes_and_steals() -> None:
    strong = FAMOUS | {"items": ["Folding Chair", "Garden Shears"], "familio": "Polar Rhinoplast"}
    strong["familio"] = {"monster": "Polar Rhinoplast", "parts": "butt 2, teeth 2"}
    assert way(table(strong, {}, round=9))[-1] == "stolen"


def test_who_is_trending_but_hurt_waits_with_the_theft() -> None:
    assert "stolen" not in way(table(FAMOUS | {"heart": 4}, {}, round=4))


def test_before_the_guardian_takes_the_kabula_itself_even_the_hurt_steal() -> None:
    assert way(table(FAMOUS | {"heart": 4}, {}, round=10))[-1] == "stolen"


def test_the_owner_attacks_the_guardian_with_the_kabulas_number() -> None:
    here = {"space": SANCTUARY}
    s = table({"hero": "Clayton", "parts": FULL} | here, {"space": (0, 3)}, kabula=1, guardian=here)
    assert does(s).startswith("Cook's Ladle with the Kabula")
    assert does(s).endswith("more blade")


def test_a_rival_nearly_dead_is_robbed_of_the_kabula() -> None:
    s = beside({"hero": "Clayton", "parts": FULL}, {"hero": "Isolde", "heart": 1, "parts": ()}, kabula=2)
    s = after(s, purposeful(s))
    while "attack Isolde" not in labels(s):
        s = after(s, purposeful(s))
    assert does(s) == "attack Isolde"


def test_who_is_nearly_dead_in_the_last_battle_goes_to_bed_in_a_city() -> None:
    tired = {"hero": "Clayton", "space": "Kabularbor", "heart": 2, "parts": {"fresh": "butt 3", "used": "legs 4"}}
    assert does(table(tired, {}, kabula="guardian", guardian={"space": (-3, 0)})) == "Sailors' Hostel"


# In an attack ---------------------------------------------------------------------------------
def test_a_defence_is_used_where_it_saves_a_life_and_left_where_nothing_would_be_lost() -> None:
    deadly = {"parts": ["legs", "butt"], "active": [("legs", "shield 2")]}
    s = kabula.position("attack, blade 2", 2, **deadly)
    assert isinstance(purposeful(s), kabula.fights.Defend)
    s = kabula.position("attack, aimed butt, blade 2", 9, passive={"butt": "shield 2"}, **deadly)
    assert isinstance(purposeful(s), kabula.fights.NoDefence)


def test_parts_are_spent_rather_than_hearts_lost() -> None:
    s = kabula.position("attack, spend brain or heart 3", 4, parts=["brain", "legs"])
    assert isinstance(purposeful(s), kabula.fights.Spend)


# Commerce -------------------------------------------------------------------------------------
def test_the_rich_buy_what_is_useful_and_the_poor_leave() -> None:
    shelf = ["Winter Coat", "Vegan Hot Dog", "Fortune Cookie", "Knee Pads", "Cold Noodles", "Dried Mango"]
    for farz, buys in ((12, True), (0, False)):
        s = table({"hero": "Jessika", "space": "Inverbluf", "farz": farz}, {}, common=shelf)
        s = after(s, "Souvenir Shop", *shelf)
        assert does(s).startswith("buy") is buys


def mean_loss(s: Any) -> Fraction:
    """What the target of an attack loses on average, by the rules of the fight."""
    node = kabula.node(s)
    if isinstance(node, Terminal):
        return Fraction(s.lost[1])
    if isinstance(node, Chance):
        whole = sum(node.outcomes.values())
        return sum(
            (Fraction(n, whole) * mean_loss(kabula.step(s, face)) for face, n in node.outcomes.items()), Fraction()
        )
    return mean_loss(kabula.step(s, node.actions[0]))


WORDS = sorted({v.arg for c in Setup().sheet.cards for v in verbs(c.id, c.does) if v.what == "attack"})


@pytest.mark.parametrize("armour, nausea", [(False, 0), (False, 2), (True, 0), (True, 2)])
def test_what_a_policy_reckons_of_a_blow_is_what_the_rules_of_the_fight_come_to(armour: bool, nausea: int) -> None:
    worn = {"guts": "Iron Belly"} if armour else {}
    passives = (defence("Iron Belly", "shield 1", None, "guts"),) if armour else ()
    assert len(WORDS) > 50
    for words in WORDS:
        told = losses(attack(words, words), passives, 0, nausea, AIM_DIE, False)
        fight = kabula.position(words, 60, kind="guardian", nausea=nausea, passive=worn)
        assert sum(map(Fraction, told)) / len(told) == mean_loss(fight), words
