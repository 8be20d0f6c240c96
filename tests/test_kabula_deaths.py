"""Kabula 5, 6 and 8: how Monsters and the Guardian die before the theft and after it, pushes, and two readings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_moves import boxes, ground
from kabula_table import ISLAND, SHEET, asked, kabula, labels
from kabula_wild import (
    BLUFF,
    BULLET,
    FAR,
    about_to_provoke,
    after,
    chance,
    familio,
    far,
    monster,
    monsters_turn,
    names,
    on_tracker,
    quiet,
    settle,
    shot,
    wild,
)
from rulebooks.core.chance import Bag
from rulebooks.kabula.brawls import begin
from rulebooks.kabula.deaths import shove
from rulebooks.kabula.flow import settled
from rulebooks.kabula.island import pushed
from rulebooks.kabula.table import GUARDIAN

WOLF = SHEET.find("aloe-wolf")


# Death ------------------------------------------------------------------------------------------------
@pytest.mark.rule("8.4")
def test_who_kills_a_monster_may_tame_it_and_otherwise_it_is_discarded() -> None:
    s = shot("teeth")
    assert (labels(s), monster(s)) == (["tame Aloe Wolf", "let it go"], None)
    let = after(s, "let it go")
    assert (names(let.gone), familio(let)) == (["Aloe Wolf"], None)
    assert familio(after(s, "tame Aloe Wolf")).card is WOLF


@pytest.mark.rule("8.4")
@pytest.mark.ruling("BR-66")
def test_a_monster_that_a_monster_kills_is_discarded() -> None:
    s = wild(far({"space": (-4, 0)}, {"space": (-4, 0)}), "Grumble Goose", parts="teeth", before=2)
    s = settle(after(monsters_turn(wild(s, "Aloe Wolf", before=1), 101), "heads", "brain"))
    assert (monster(s, 100), names(s.gone), s.active) == (None, ["Grumble Goose"], 0)


@pytest.mark.rule("8.4")
def test_a_monster_killed_in_its_own_turn_ends_it() -> None:
    isolde = {"hero": "isolde", "parts": "guts"}
    s = wild(far(isolde, {"space": FAR}), "Aloe Wolf", parts="teeth")
    s = after(monsters_turn(s), "heads", "brain", "Trading Blood: pay guts")
    assert (labels(s), asked(s)) == (["tame Aloe Wolf", "let it go"], 1)
    s = after(s, "let it go")
    assert (s.active, on_tracker(s), s.heroes[0].heart) == (0, ["1", "2"], s.heroes[0].most)


@pytest.mark.rule("8.4")
@pytest.mark.ruling("BR-68")
def test_br_68_who_kills_a_monster_by_a_defence_outside_the_own_turn_may_tame_it() -> None:
    isolde = {"hero": "isolde", "parts": "guts", "space": BLUFF}
    s = about_to_provoke("Aloe Wolf", isolde, space=BLUFF, worn=[], parts="")
    s = after(s, "provoke a monster")
    weak = replace(monster(s), parts=Bag(["teeth"]))
    s = after(replace(s, monsters=(weak,)), "heads", "brain", "Trading Blood: pay guts")
    assert (asked(s), s.active) == (2, 0)
    s = after(s, "tame Aloe Wolf")
    s = quiet(s, lambda s: chance(s) == "a Monster")
    s = after(s, "Tin Crab in Bluff")
    assert (familio(s, 2).card, s.active, asked(s)) == (WOLF, 0, 1)  # player 1 goes on


@pytest.mark.rule("8.4", "8.3")
@pytest.mark.ruling("BR-85")
def test_after_the_theft_a_dead_monster_is_discarded_and_nobody_tames_it() -> None:
    zack = {"hero": "zack", "parts": "guts"}
    s = wild(far(zack, {"space": FAR}), "Aloe Wolf", parts="teeth")
    s = replace(s, kabula=replace(s.kabula, owner=1, stolen=True, since=1), ron=(GUARDIAN, *s.ron), turn=s.turn + 1)
    s = after(s, BULLET, "attack Aloe Wolf", "brain")
    assert (familio(s), names(s.gone), s.active) == (None, ["Aloe Wolf"], 1)


@pytest.mark.rule("8.4a")
@pytest.mark.ruling("BR-84")
def test_before_the_theft_a_dead_guardian_is_back_on_the_sanctuary_without_nausea() -> None:
    s = far({"hero": "zack", "parts": "guts", "space": FAR}, {"space": (-4, 0)})
    s = replace(s, guardian=replace(s.guardian, heart=1, nausea=2))
    s = after(s, BULLET, "attack Water King", "brain")
    g = s.guardian
    assert (g.space, g.heart, g.nausea, g.out, s.kabula.stolen) == (ISLAND.sanctuary, g.most, 0, False, False)


# Pushes and losses that no attack causes ------------------------------------------------------------------
STEEP = ground((0, 0), (1, -1), rivers=[((0, 0), (0, 1))])


def on(island: Any, *heroes: Any, **options: bool) -> Any:
    """A table on an island."""
    setup = kabula.Setup(map=kabula.write_map(island), options=kabula.Options(**options))
    return kabula.table(heroes=[*heroes], setup=setup)


@pytest.mark.rule("5.10b")
def test_who_is_pushed_by_no_attack_suffers_and_recharges_for_it() -> None:
    s = on(STEEP, {"space": (0, 0), "parts": {"used": "legs"}}, {"space": (3, -3)})
    s = settled(shove(s, 0, "SE"))
    assert (s.heroes[0].space, s.heroes[0].heart) == ((1, 0), s.heroes[0].most - 1)
    assert labels(s) == ["recharge legs from Used to Fresh"]
    flat = settled(shove(on(ground(), {"space": (0, 0)}, {"space": (3, -3)}), 0, "SE"))
    assert (flat.heroes[0].space, flat.todo) == ((1, 0), ())  # moved, and nothing else


@pytest.mark.rule("5.10b")
def test_who_dies_of_such_a_push_is_reborn_without_its_nausea_and_recharges_nothing() -> None:
    hero = {"space": (0, 0), "heart": 1, "nausea": 1, "parts": {"used": "legs"}}
    s = settled(shove(on(STEEP, {"space": (3, -3)}, hero), 1, "S"))
    h = s.heroes[1]
    assert (h.space, h.heart, h.nausea, boxes(h)) == ((0, 0), h.most, 0, ("", "legs", ""))
    assert s.todo == ()


@pytest.mark.rule("5.10b", "8.1")
def test_an_automa_that_dies_of_such_a_push_is_reborn_without_nausea() -> None:
    automa = {"automa": "Zack Who Naps", "space": (0, 0), "heart": 1}
    h = settled(shove(on(STEEP, {"space": (3, -3)}, automa), 1, "S")).heroes[1]
    assert (h.space, h.heart, h.nausea) == ((0, 0), h.most, 0)


@pytest.mark.rule("5.10")
@pytest.mark.ruling("BR-18")
def test_br_18_through_a_river_and_downhill_one_falls_and_climbs_back() -> None:
    s = on(STEEP, {"space": (0, 0), "parts": ""}, {"space": (3, -3)})
    h = settled(shove(s, 0, "S")).heroes[0]
    assert (h.space, h.heart, h.nausea) == ((0, 0), h.most - 1, 1)
    assert pushed(STEEP, (0, 0), "S") == ((0, 0), 1, 1)


@pytest.mark.rule("5.10")
@pytest.mark.ruling("BR-18")
def test_br_18_read_the_other_way_one_stays_below_in_attacks_too() -> None:
    s = on(STEEP, {"space": (0, 0), "parts": ""}, {"space": (3, -3)}, washed_down=True)
    h = settled(shove(s, 0, "S")).heroes[0]
    assert (h.space, h.heart, h.nausea) == ((0, 1), h.most - 1, 1)
    s = begin(s, 1, "attack 9, push", 0, keep=True)
    s = settle(after(s, "S"))
    assert (s.heroes[0].space, s.heroes[0].nausea) == ((0, 1), 1)


@pytest.mark.rule("6.2")
@pytest.mark.ruling("BR-47")
@pytest.mark.parametrize(("each_miss", "times"), [(False, 1), (True, 2)])
def test_br_47_an_attack_on_all_that_misses_two_recharges_once_or_for_each(each_miss: bool, times: int) -> None:
    heroes = [{"space": (0, 0), "parts": {"used": "legs 3"}}, *[{"space": (0, 0), "parts": "brain"}] * 2]
    s = on(ground(), *heroes, each_miss=each_miss)
    s = replace(s, guardian=replace(s.guardian, space=(3, -3)))
    s = begin(s, 0, "attack all, spend brain or heart 1", None, keep=True)
    s = after(s, "spend brain", "spend brain")
    recharged = 0
    while s.strike is not None:
        assert asked(s) == 1
        s = after(s, "recharge legs from Used to Fresh")
        recharged += 1
    assert (recharged, boxes(s.heroes[0])[1]) == (times, "legs" if times == 1 else "legs ×2")
