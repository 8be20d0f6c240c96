"""Kabula 5 to 9: Familios in fights: defending each other, the box they share with a Hero, and how they are lost."""

from __future__ import annotations

from typing import Any

import pytest

from kabula_moves import boxes
from kabula_table import ISLAND, SHEET, asked, labels, what
from kabula_wild import (
    FAR,
    after,
    familio,
    far,
    monster,
    monsters_turn,
    names,
    on_tracker,
    pet,
    pets_turn,
    settle,
    wild,
)
from rulebooks.kabula.brawls import begin
from rulebooks.kabula.flow import settled
from rulebooks.kabula.table import Do

BULLET = "Kidney Bean Bullet"
SLAP = Do(SHEET.find("peeping-cobra-familio-3"))


# Fights -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("5.19", "5.20")
def test_hero_and_familio_on_one_space_defend_each_other() -> None:
    s = pet(
        far({"parts": "legs 2", "worn": []}, {"hero": "zack", "parts": "guts"}, turn=2), 1, "Puddle Ox", parts="butt"
    )
    s = after(s, BULLET, "attack Jessika", "brain")
    assert (asked(s), labels(s)) == (1, ["do not defend", "Stand Before You: pay butt"])  # the Familio comes first
    assert labels(after(s, "do not defend")) == ["do not defend", "Duck: pay legs ×2"]
    s = settle(after(s, "Stand Before You: pay butt"))
    assert (s.heroes[0].heart, familio(s).heart) == (s.heroes[0].most, familio(s).most)
    s = pet(far({"parts": "legs 2", "worn": []}, {"hero": "zack", "parts": "guts"}, turn=2), 1, "Puddle Ox")
    s = settle(after(s, BULLET, "attack Puddle Ox", "brain", "Duck: pay legs ×2"))
    assert (s.heroes[0].heart, familio(s).heart) == (s.heroes[0].most, familio(s).most)


@pytest.mark.rule("5.4", "6.1", "6.3")
def test_an_attack_on_all_hits_the_own_familio_and_both_recharge_from_the_box_they_share() -> None:
    chastity = {"hero": "chastity", "parts": {"fresh": "teeth, legs", "used": "guts"}}
    s = pet(far(chastity, {"space": FAR}), 1, "ScoundrEgg", parts=())
    s = after(s, "Riot Whistle", "brain")
    assert familio(s).heart == 4  # the attack is still under way
    assert (asked(s), labels(s)[0]) == (1, "recharge teeth from Used to Fresh")
    s = after(s, "recharge guts from Used to Fresh")
    assert (familio(s).heart, str(familio(s).fresh), boxes(s.heroes[0])) == (3, "guts", ("", "", "legs, teeth"))


@pytest.mark.rule("6.2", "6.3")
def test_a_familio_that_misses_recharges_a_part_that_its_hero_used() -> None:
    s = pets_turn(pet(far({"parts": {"used": "guts"}}, {"parts": "brain 2"}), 1, "Peeping Cobra", parts="butt"))
    s = after(s, SLAP, "attack Zack", "spend brain ×2")
    assert sorted(labels(s)) == ["recharge butt from Used to Fresh", "recharge guts from Used to Fresh"]
    s = after(s, "recharge guts from Used to Fresh")
    assert (str(familio(s).fresh), boxes(s.heroes[0])[2], s.round) == ("guts", "butt", 2)


@pytest.mark.rule("5.4")
def test_hero_and_familio_who_are_hit_by_one_attack_recharge_from_one_box_one_after_the_other() -> None:
    chastity = {"hero": "chastity", "parts": "teeth, legs"}
    s = pet(far({"hero": "jessika", "worn": [], "parts": {"used": "guts"}}, chastity, turn=2), 1, "ScoundrEgg")
    s = after(s, "Riot Whistle", "brain", "brain")
    assert labels(s) == ["recharge guts from Used to Fresh"]
    s = after(s, "recharge guts from Used to Fresh")  # the Familio, who comes first; nothing is left for the Hero
    assert (s.strike, boxes(s.heroes[0]), str(familio(s).fresh)) == (None, ("", "", ""), "guts")


@pytest.mark.rule("9.2")
@pytest.mark.ruling("BR-55")
def test_br_55_parts_that_a_familio_takes_from_a_monster_lie_in_the_box_it_shares() -> None:
    s = wild(far({"parts": ""}, {"space": FAR}), "Moss Boar", parts="teeth, butt 2", before=2)
    s = pets_turn(pet(s, 1, "Polar Rhinoplast", parts="butt, legs"))
    s = after(s, "Charge", "attack Moss Boar", "brain")
    assert (labels(s)[-2:], boxes(s.heroes[0])[2]) == (["tame Moss Boar", "let it go"], "butt ×3, legs, teeth")


# Lost -------------------------------------------------------------------------------------------------------
def slain_pet(killer: int, owner: int = 1, **told: Any) -> Any:
    """Zack has shot a Familio with one Heart left."""
    zack = {"hero": "zack", "parts": "guts"}
    heroes: list[Any] = [
        {"hero": "jessika", "items": ["Dog Whistle"], "parts": ""},
        {"hero": "clayton", "parts": "", "space": FAR},
    ]
    heroes[killer - 1] = zack | {k: v for k, v in heroes[killer - 1].items() if k == "items"}
    gear = ["Dog Whistle"] if owner == 1 else []
    s = pet(far(*heroes, turn=killer), owner, "ScoundrEgg", heart=1, parts="brain, legs", gear=gear)
    return after(s, BULLET, "attack ScoundrEgg", "brain")


@pytest.mark.rule("8.5")
@pytest.mark.ruling("BR-66")
def test_br_66_who_kills_another_s_familio_may_take_it() -> None:
    s = slain_pet(2)
    assert (asked(s), labels(s), familio(s)) == (2, ["tame ScoundrEgg", "let it go"], None)
    assert (boxes(s.heroes[0])[2], "Dog Whistle" in names(s.heroes[0].items)) == ("brain, legs", True)
    taken = after(s, "tame ScoundrEgg", "no more Parts")
    assert (familio(taken, 2).card.name, familio(taken, 2).space, familio(taken, 1)) == (
        "ScoundrEgg",
        ISLAND.sanctuary,
        None,
    )
    assert (len(familio(taken, 2).gear), taken.heroes[1].tags) == (0, (0, 0, 1))
    assert names(after(s, "let it go").gone) == ["ScoundrEgg"]


@pytest.mark.rule("8.5")
@pytest.mark.ruling("BR-66")
def test_br_66_nobody_tames_the_own_familio_again() -> None:
    s = slain_pet(1)
    assert (familio(s), names(s.gone), asked(s), boxes(s.heroes[0])[2]) == (
        None,
        ["ScoundrEgg"],
        2,
        "brain, guts, legs",
    )


@pytest.mark.rule("8.5")
@pytest.mark.ruling("BR-66")
def test_br_66_a_familio_that_a_monster_kills_is_discarded() -> None:
    s = pet(wild(far({"space": FAR}, {"space": FAR}), "Aloe Wolf"), 1, "ScoundrEgg", heart=1, parts="legs")
    s = settle(after(monsters_turn(s), "heads", "brain"))
    assert (familio(s), names(s.gone), boxes(s.heroes[0])[2], monster(s) is None) == (
        None,
        ["ScoundrEgg"],
        "legs",
        False,
    )


@pytest.mark.rule("8.1")
def test_a_hero_who_dies_loses_the_familio_whose_parts_rest_with_the_hero_s() -> None:
    dead = {
        "hero": "jessika",
        "heart": 1,
        "worn": [],
        "parts": {"fresh": "teeth", "used": "butt"},
        "items": ["Dog Whistle"],
    }
    s = far(dead, {"hero": "zack", "parts": "guts"}, turn=2)
    s = pet(s, 1, "ScoundrEgg", FAR, parts={"rage": "brain", "fresh": "legs"}, gear=["Dog Whistle"], nausea=1)
    s = after(s, BULLET, "attack Jessika", "brain")
    h = s.heroes[0]
    assert (h.familio, h.space, h.heart, boxes(h)) == (
        None,
        ISLAND.sanctuary,
        h.most,
        ("", "brain, butt, legs, teeth", ""),
    )
    assert (names(s.gone), on_tracker(s), "Dog Whistle" in names(h.items)) == (["ScoundrEgg"], ["1", "2"], True)


@pytest.mark.rule("8.5")
@pytest.mark.ruling("BR-117")
def test_br_117_a_familio_that_dies_in_its_own_turn_ends_it() -> None:
    isolde = {"hero": "isolde", "parts": "guts"}
    s = pets_turn(pet(far({"space": FAR}, isolde), 1, "Moss Boar", heart=1, parts="teeth, legs"))
    s = after(s, "Tusks", "attack Isolde", "brain", "Trading Blood: pay guts")
    assert (asked(s), labels(s)) == (2, ["tame Moss Boar", "let it go"])
    s = after(s, "let it go")
    assert (what(s), s.round, familio(s), on_tracker(s)) == ("the Guardian's card", 2, None, ["1", "2"])


@pytest.mark.rule("8.1")
@pytest.mark.ruling("BR-117")
def test_br_117_a_familio_that_kills_its_own_hero_is_lost_and_its_turn_is_over() -> None:
    s = pets_turn(pet(far({"heart": 1, "worn": [], "parts": ""}, {"space": FAR}), 1, "Moss Boar", parts="teeth"))
    s = begin(s, 10, "attack all, heart 1", None, keep=True)  # without the words End Turn
    s = settled(s)
    assert (familio(s), s.heroes[0].heart, s.round, what(s)) == (None, s.heroes[0].most, 2, "the Guardian's card")


def whistle(*others: Any, **told: Any) -> Any:
    """Chastity, player 1, whistles: one Blade for all beside her."""
    chastity = {"hero": "chastity", "parts": "teeth, legs", "worn": []}
    return far(chastity | told, *others)


@pytest.mark.rule("8.1", "8.5")
@pytest.mark.ruling("BR-161")
def test_br_161_a_familio_that_dies_with_its_hero_in_one_attack_goes_with_the_hero() -> None:
    s = whistle({"hero": "jessika", "heart": 1, "worn": [], "parts": ""})
    s = pet(s, 2, "ScoundrEgg", heart=1, parts="legs")
    s = settle(after(s, "Riot Whistle", "brain", "brain"))
    assert (familio(s, 2), names(s.gone), boxes(s.heroes[1])) == (None, ["ScoundrEgg"], ("", "legs", ""))
    assert not any(told.startswith("tame") for told in labels(s))


@pytest.mark.rule("8.1", "8.4")
@pytest.mark.ruling("BR-161")
def test_br_161_what_deaths_bring_comes_after_the_whole_attack() -> None:
    s = whistle({"hero": "jessika", "heart": 1, "worn": [], "parts": {"used": "guts"}})
    s = wild(s, "Aloe Wolf", parts="legs", before=2)
    s = after(s, "Riot Whistle", "brain")
    assert (s.strike.fighters[s.among.index(100)].heart, what(s)) == (0, "the Aim die")  # the attack goes on
    s = after(s, "brain")
    assert (s.heroes[1].space, labels(s)) == (ISLAND.sanctuary, ["tame Aloe Wolf", "let it go"])


@pytest.mark.rule("8.4", "9.11a")
def test_who_kills_two_monsters_may_tame_one_after_the_other_and_keeps_the_last() -> None:
    s = wild(whistle({"space": FAR}), "Aloe Wolf", parts="legs", before=2)
    s = wild(s, "Tin Crab", parts="butt", before=2)
    s = after(s, "Riot Whistle", "brain", "brain")
    first = labels(s)[0]
    s = after(s, first, "no more Parts")
    second = labels(s)[0]
    assert {first, second} == {"tame Aloe Wolf", "tame Tin Crab"}
    s = after(s, second, "no more Parts")
    assert (f"tame {familio(s).card.name}", names(s.gone)) == (second, [first.removeprefix("tame ")])
