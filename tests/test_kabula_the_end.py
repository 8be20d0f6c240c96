"""Kabula 12: the theft, the last battle, the Kabula that changes hands, death for good, and every ending."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_battles import (
    AWAY,
    FAR,
    HOME,
    KING,
    MEADOW,
    POPULAR,
    attacks,
    battle,
    struck,
    to_its_end,
    what_or_choice,
)
from kabula_moves import hearts
from kabula_table import SHEET, after, asked, cited, comes, ending, labels, table, what
from rulebooks import kabula
from rulebooks.core.game import Terminal
from rulebooks.kabula.deaths import hurt
from rulebooks.kabula.flow import settled
from rulebooks.kabula.printed import Verb


# The theft --------------------------------------------------------------------------------------------
@pytest.mark.rule("12.1", "12.2")
def test_bt_19_the_guardian_acts_at_once_and_stands_just_before_the_thief_who_then_goes_on() -> None:
    walker = {"hero": "Zack", "space": (0, -1), "parts": "legs 2, guts", **POPULAR, "steps": 3}
    s = table({"space": MEADOW}, walker, {"space": MEADOW}, turn=2)
    s, ids = cited(s, "walk S")
    assert "12.1" in ids
    assert (s.kabula.owner, s.kabula.stolen, s.ron, s.active) == (1, True, (0, 20, 1, 2), 1)
    assert what(s) == "two Monster coins"
    s = replace(s, todo=s.todo[1:])  # whatever the Guardian does
    assert (asked(s), s.heroes[1].steps > 0) == (2, True)
    s = after(s, "Wait")
    assert asked(s) == 3
    assert what(after(s, "Wait", "Wait")) == "two Monster coins"  # its next turn is in the next round


@pytest.mark.rule("12.2")
def test_who_is_not_trending_gets_no_closer_than_the_sanctuary() -> None:
    s = table({"space": (0, -1), "tags": (2, 2, 2), "parts": "legs 2", "steps": 3}, {"space": MEADOW})
    s, ids = cited(s, "walk S")
    assert (s.heroes[0].space, s.kabula.stolen, "12.1" in ids) == (HOME, False, False)


@pytest.mark.rule("12.1")
@pytest.mark.ruling("BR-77")
def test_br_77_who_is_pushed_onto_the_sanctuary_in_another_s_turn_steals_when_the_own_turn_comes() -> None:
    victim = {"hero": "Zack", "space": (0, -1), "parts": "", **POPULAR}
    s = table({"hero": "Jessika", "space": (0, -1), "parts": "butt"}, victim)
    s = after(s, "Shove", "attack Zack", "S")
    assert s.heroes[1].space == HOME
    assert (s.kabula.owner, s.active) == (1, 1)  # the push ended Jessika's turn, so his has come
    others = table({"hero": "Jessika", "space": (0, -1), "parts": "butt"}, victim, {"space": MEADOW}, order=[1, 3, 2])
    s = after(others, "Shove", "attack Zack", "S")
    assert (s.heroes[1].space, s.kabula.stolen, s.active) == (HOME, False, 2)
    assert after(s, "Wait").kabula.owner == 1


@pytest.mark.rule("12.1")
@pytest.mark.ruling("BR-77")
def test_br_77_a_hero_who_becomes_trending_on_the_sanctuary_steals_as_soon_as_the_action_is_over() -> None:
    s = table({"hero": "Jessika", "space": HOME, "tags": (2, 0, 0)}, {"space": MEADOW})
    s = settled(replace(s, todo=((0, Verb("tag", 1, "creepy")), (0, Verb("heal", 1)))))
    assert (s.kabula.owner, what(s)) == (0, "two Monster coins")


@pytest.mark.rule("12.1", "8.1")
@pytest.mark.ruling("BR-78")
def test_br_78_who_is_reborn_on_the_sanctuary_steals_in_the_next_own_turn_only() -> None:
    dying = {"hero": "Zack", "space": MEADOW, "heart": 1, **POPULAR}
    s = settled(hurt(table({"space": MEADOW}, dying, turn=2), 1, 1))
    assert (s.heroes[1].space, s.kabula.stolen, s.round) == (HOME, False, 2)
    s = settled(hurt(table({"space": MEADOW}, dying, turn=1), 1, 1))
    assert (s.heroes[1].space, s.kabula.stolen) == (HOME, False)
    assert after(s, "Wait").kabula.owner == 1


@pytest.mark.rule("12.1")
@pytest.mark.ruling("BR-95")
def test_br_95_the_holy_city_is_not_the_sanctuary() -> None:
    assert kabula.island().names["Holy City"] != kabula.island().sanctuary
    assert not table({"space": "Holy City", **POPULAR}, {}).kabula.stolen
    assert table({"space": HOME, **POPULAR}, {}).kabula.stolen


def test_a_thief_whom_the_guardian_kills_at_once_is_out_and_the_next_one_has_a_turn() -> None:
    s = table({"space": HOME, "parts": "", "heart": 1, **POPULAR}, {"hero": "Zack", "space": MEADOW})
    s = after(s, "one of each")
    while s.strike is not None:
        s = after(s, next(iter(comes(s))))
    assert (s.heroes[0].out, s.kabula.owner) == (True, 20)
    assert (s.active, asked(s)) == (1, 2)


@pytest.mark.rule("12.1", "13.5")
@pytest.mark.ruling("BR-153")
def test_br_153_a_thief_whom_shaggy_swallows_at_once_gives_it_an_order_and_has_no_other_turn() -> None:
    there = {"space": HOME, "parts": "", "heart": 9}
    rest = {"setup": kabula.Setup(expansions=("Conspiracy",)), "guardian": "Shaggy"}
    s = table(there | POPULAR, {"hero": "Zack", "space": MEADOW}, **rest)
    s = after(s, "two heads")
    s = after(s, "no Part")
    assert (s.heroes[0].swallowed, s.kabula.owner, s.active) == (True, 0, 0)
    assert {type(a).__name__ for a in kabula.node(s).actions} == {"Order"}
    s = after(s, next(a for a in labels(s) if a.endswith("at Zack")))
    assert s.trace.figure == 20


# The Kabula changes hands -----------------------------------------------------------------------------
@pytest.mark.rule("12.3a", "8.3")
@pytest.mark.ruling("BR-79")
def test_br_79_a_hero_who_kills_the_owner_from_the_same_space_takes_the_kabula_at_once() -> None:
    s = struck(battle({"heart": 1}, {"parts": "teeth"}, {}, turn=2), 1, 0)
    assert (s.heroes[0].out, s.kabula.owner, s.kabula.space, s.kabula.used) == (True, 1, None, False)


@pytest.mark.rule("12.3a")
@pytest.mark.ruling("BR-79")
def test_br_79_from_afar_nobody_takes_it_and_it_drops_where_the_owner_stood() -> None:
    s = struck(battle({"heart": 1}, {"space": (0, 4)}, {}, turn=2), 1, 0)
    assert (s.kabula.owner, s.kabula.space) == (-1, MEADOW)


@pytest.mark.rule("12.3a")
@pytest.mark.ruling("BR-79")
def test_br_79_a_familio_or_a_monster_that_kills_the_owner_leaves_it_there() -> None:
    zack = {"hero": "Zack", "space": FAR, "familio": {"monster": "Tin Crab", "space": MEADOW}}
    s = struck(battle({"heart": 1}, zack, {}, turn="Tin Crab"), 11, 0)
    assert (s.kabula.owner, s.kabula.space) == (-1, MEADOW)
    wolf = {"monster": "Aloe Wolf", "space": MEADOW, "before": 2}
    s = battle({"heart": 1}, {"space": FAR}, {}, monsters=[wolf], turn="Aloe Wolf")
    s = struck(replace(s, todo=s.todo[1:]), 100, 0)
    assert (s.kabula.owner, s.kabula.space, s.heroes[0].out) == (-1, MEADOW, True)


@pytest.mark.rule("12.3a")
@pytest.mark.ruling("BR-79")
def test_br_79_the_guardian_that_kills_the_owner_beside_it_takes_the_kabula_and_keeps_its_place() -> None:
    s = battle({"heart": 1}, {}, {}, guardian={"guardian": KING, "space": MEADOW}, turn=KING)
    ron = s.ron
    s = struck(replace(s, todo=s.todo[1:]), 20, 0)
    assert (s.kabula.owner, [f for f in ron if f]) == (20, [f for f in s.ron if f])
    assert ron.index(20) == 0


@pytest.mark.rule("12.3a")
@pytest.mark.ruling("BR-125")
def test_br_125_who_kills_the_owner_by_a_defence_does_not_take_the_kabula() -> None:
    s = battle({"heart": 1}, {"hero": "Isolde", "parts": "guts"}, {"space": FAR}, order=[1, 3, 2])
    s = attacks(s, 0, 1, "attack, blade 1")
    s = to_its_end(after(s, "Trading Blood: pay guts"))
    assert (s.heroes[0].out, s.kabula.owner, s.kabula.space) == (True, -1, MEADOW)


@pytest.mark.rule("12.3a")
def test_a_guardian_that_dies_in_the_attack_that_kills_the_owner_does_not_take_the_kabula() -> None:
    s = battle({"heart": 1}, {}, {}, guardian={"guardian": KING, "space": MEADOW})
    s = replace(s, guardian=replace(s.guardian, out=True, heart=0))
    s = kabula.deaths.die(replace(s, heroes=(replace(s.heroes[0], heart=0), *s.heroes[1:])), 0, 20, True)
    assert (s.kabula.owner, s.kabula.space) == (-1, MEADOW)


@pytest.mark.rule("12.3")
def test_a_hero_picks_up_a_dropped_kabula_by_being_there_in_the_own_turn() -> None:
    s = battle({"space": (0, 4), "parts": "legs 2", "steps": 4}, {}, kabula={"space": MEADOW})
    s, ids = cited(s, "walk N")
    assert ("12.3" in ids, s.kabula.owner, s.kabula.space) == (True, 0, None)
    assert what_or_choice(s) == "a choice"  # the Guardian does not act a second time
    s = after(battle({"space": (0, 4)}, {}, kabula={"space": MEADOW}), "Wait")
    assert (s.active, s.kabula.owner) == (1, 1)  # Zack was there when his turn came


@pytest.mark.rule("12.3")
def test_one_need_not_be_trending_to_pick_up_a_kabula_that_was_dropped() -> None:
    s = battle({"tags": (0, 0, 0)}, {}, kabula={"space": MEADOW})
    assert s.kabula.owner == 0


@pytest.mark.rule("12.3")
def test_travelling_or_being_pushed_onto_it_in_the_own_turn_counts_even_as_the_turn_ends() -> None:
    s = battle({"space": (0, 4), "parts": "legs 3"}, {"space": FAR}, kabula={"space": "Kabularbor"})
    s = after(s, "Blue Line Train", "travel to Kabularbor")
    assert s.kabula.owner == 0
    s = battle({"space": (-1, 3), "parts": ""}, {"space": (-1, 3)}, kabula={"space": (-1, 2)})
    s = replace(s, todo=((0, Verb("attack", 1, "attack, push, push self")), (0, Verb("end turn"))))
    s = kabula.step(settled(s), next(a for a in kabula.node(settled(s)).actions if a.figure == 1))
    there = next(d for d in comes(s) if after(s, d).heroes[0].space == (-1, 2))
    assert after(s, there).kabula.owner == 0


@pytest.mark.rule("12.3")
def test_a_familio_picks_up_no_kabula_that_it_stands_on() -> None:
    pet = {"monster": "Tin Crab", "space": MEADOW}
    s = battle({"space": FAR, "familio": pet}, {"space": FAR}, kabula={"space": MEADOW}, turn="Tin Crab")
    assert (s.active, s.kabula.owner) == (10, -1)


# Death for good ---------------------------------------------------------------------------------------
@pytest.mark.rule("8.3")
@pytest.mark.ruling("BR-85", "BR-92")
def test_br_85_after_the_theft_a_dead_hero_is_out_and_has_no_turn_any_more() -> None:
    s = settled(hurt(battle({}, {"heart": 1}, {}), 1, 1))
    assert (s.heroes[1].out, s.heroes[1].heart) == (True, 0)
    s = after(s, "Wait")
    assert asked(s) == 3
    assert 1 not in s.ron


@pytest.mark.rule("8.3")
@pytest.mark.ruling("BR-92")
def test_br_92_an_automa_is_not_reborn_after_the_theft_either() -> None:
    s = table({"hero": "Jessika", "space": MEADOW}, {"automa": "Zack Who Naps", "space": MEADOW, "heart": 1}, kabula=1)
    s = settled(hurt(s, 1, 1))
    assert s.heroes[1].out


@pytest.mark.rule("8.3")
@pytest.mark.ruling("BR-85")
def test_br_85_who_dies_in_the_own_turn_after_the_theft_ends_it() -> None:
    s = settled(hurt(battle({"heart": 1}, {}, {}), 0, 1))
    assert (s.heroes[0].out, s.active, asked(s)) == (True, 1, 2)


@pytest.mark.rule("8.3", "8.5")
@pytest.mark.ruling("BR-127")
def test_br_127_the_familio_of_a_hero_who_is_out_goes_too_and_has_no_turn() -> None:
    pet = {"monster": "Tin Crab", "space": FAR, "parts": "legs 2"}
    s = battle({}, {"heart": 1, "familio": pet}, {})
    everything = kabula.components(s)
    s = settled(hurt(s, 1, 1))
    assert (s.heroes[1].familio, [c.name for c in s.gone]) == (None, ["Tin Crab"])
    s = after(s, "Wait", "Wait")
    assert (11 in s.ron, what_or_choice(s)) == (False, "two Monster coins")
    assert kabula.components(s) == everything


@pytest.mark.rule("8.4")
@pytest.mark.ruling("BR-85")
def test_br_85_a_monster_killed_after_the_theft_is_discarded_and_nobody_may_tame_it() -> None:
    wolf = {"monster": "Aloe Wolf", "space": MEADOW, "parts": "legs"}
    s = after(battle({"parts": "teeth"}, {}, monsters=[wolf]), "Punch", "attack Aloe Wolf", "no Part")
    assert (s.monsters, [c.name for c in s.gone], asked(s)) == ((), ["Aloe Wolf"], 2)


# Endings ----------------------------------------------------------------------------------------------
def killed(s: Any, by: int) -> Any:
    """The table after a figure has killed the Guardian, which stands beside it."""
    return struck(replace(s, guardian=replace(s.guardian, heart=1)), by, 20)


@pytest.mark.rule("12.5")
@pytest.mark.ruling("BR-80", "BR-93")
def test_bt_23_the_owner_wins_when_the_guardian_is_dead_whoever_killed_it() -> None:
    beside = {"guardian": KING, "space": MEADOW}
    s = killed(battle({}, {}, {}, kabula=1, guardian=beside, turn=2), 1)
    assert ending(s) == Terminal((1, 0, 0), "12.5")
    assert s.winner == 0


@pytest.mark.rule("12.5", "8.4a", "12.3a")
def test_bt_23_who_kills_a_guardian_that_has_the_kabula_beside_it_takes_it_and_wins() -> None:
    beside = {"guardian": KING, "space": MEADOW}
    s = killed(battle({}, {}, {}, kabula="guardian", guardian=beside, turn=2), 1)
    assert ending(s) == Terminal((0, 1, 0), "12.5")


@pytest.mark.rule("12.5", "12.3")
@pytest.mark.ruling("BR-81")
def test_bt_23_a_kabula_that_lies_there_when_the_guardian_dies_is_for_the_first_with_a_turn_on_that_space() -> None:
    s = battle(
        {"space": (0, 4)}, {}, {"space": (1, 2)}, kabula="guardian", guardian={"guardian": KING, "space": MEADOW}
    )
    s = killed(s, 0)  # from afar
    assert (s.guardian.out, s.kabula.owner, s.kabula.space) == (True, -1, MEADOW)
    s = after(s, "Wait")
    assert ending(s) == Terminal((0, 1, 0), "12.5")


@pytest.mark.rule("12.5")
@pytest.mark.ruling("BR-93")
def test_br_93_the_kabula_alone_does_not_win_nor_does_the_guardian_s_death() -> None:
    assert what_or_choice(battle({}, {}, kabula=1)) == "a choice"
    s = battle({}, {"space": FAR}, kabula={"space": (-4, 4)}, guardian={"guardian": KING, "space": MEADOW})
    assert what_or_choice(killed(s, 0)) == "a choice"


@pytest.mark.rule("12.6")
@pytest.mark.ruling("BR-86")
def test_bt_23_when_all_heroes_are_dead_nobody_wins() -> None:
    s = settled(hurt(battle({"heart": 1}, {"out": True}, {"out": True}), 0, 1))
    assert ending(s) == Terminal((0, 0, 0), "12.6")
    assert s.winner == -1


@pytest.mark.rule("12.6")
@pytest.mark.ruling("BR-119")
def test_br_119_with_all_players_out_the_game_goes_on_as_long_as_an_automa_lives() -> None:
    heroes = [{"hero": "Jessika", "heart": 1, "space": MEADOW}, {"automa": "Zack Who Naps", "space": (0, -1)}]
    s = settled(hurt(table(*heroes, kabula="guardian"), 0, 1))
    assert not isinstance(kabula.node(s), Terminal)
    s = settled(hurt(s, 1, 99))
    assert ending(s) == Terminal((0, 0), "12.6")


@pytest.mark.rule("12.7")
@pytest.mark.ruling("BR-128")
def test_br_128_so_many_rounds_after_the_theft_all_are_too_tired_and_nobody_wins() -> None:
    last = SHEET.numbers["last_rounds"]

    def next_round(round_: int) -> Any:
        there = {"space": MEADOW, "parts": ""}
        return after(table(there, there, kabula={"owner": 1, "since": 3}, guardian=AWAY, round=round_, turn=2), "Wait")

    assert next_round(3 + last - 1).round == 3 + last
    assert not isinstance(kabula.node(next_round(3 + last - 1)), Terminal)
    assert ending(next_round(3 + last)) == Terminal((0, 0), "12.7")


# Sequence ---------------------------------------------------------------------------------------------
@pytest.mark.rule("5.4", "7.2")
@pytest.mark.ruling("BR-91")
def test_br_91_an_attack_on_all_begins_with_the_next_figure_after_the_attacker() -> None:
    s = battle({}, {}, {}, turn=2)
    s = settled(replace(s, todo=((1, Verb("attack", 1, "attack all, aim, heart 1")),)))
    assert [s.among[i] for i in s.strike.chosen] == [2, 0]  # the Guardian is far away


@pytest.mark.rule("7.1")
@pytest.mark.ruling("BR-90")
def test_br_90_what_acts_before_an_attack_on_all_acts_for_its_own_target_alone_and_may_spare_the_others() -> None:
    thorns = {"passive": {"butt": "before heart 9"}}
    s = kabula.position("attack all, aim, heart 1", others=[thorns], own={"heart": 3})
    assert hearts(after(s, "teeth", "butt")) == [0, 8, 9]  # who defends is spared, who was hit stays hit
    s = kabula.position("attack all, aim, heart 1", others=[{}], own={"heart": 3}, **thorns)
    assert hearts(after(s, "butt")) == [0, 9, 9]
