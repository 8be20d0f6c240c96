"""Kabula 13.6 to 13.9: banana peels: who slips, where the peel goes, and that it all comes to rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kabula_moves import HEXES, ground
from kabula_table import after, kabula, what
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance
from rulebooks.kabula import deaths, flow, peels
from rulebooks.kabula.contents import Verb, verbs
from rulebooks.kabula.hexes import DIRECTIONS, distance, neighbour
from rulebooks.kabula.parts import Boxes
from rulebooks.kabula.table import GUARDIAN, first, the, with_hero

CORNER = (-3, 3)


def box(*heroes: str, mountains: Any = (), rivers: Any = ()) -> Any:
    """A game with Bibi & Bobu on a round island of plains."""
    names = heroes or ("gotzo", "zack")
    return kabula.Setup(
        names, guardian="Bibi & Bobu", expansions=("Conspiracy",), map=ground(*mountains, rivers=rivers)
    )


def on(*spaces: Any, lying: Any = (), guardian: Any = CORNER, setup: Any = None, **rest: Any) -> Any:
    """Gotzo, whose turn it is, with steps left, Zack and so on, on these spaces, without Parts."""
    heroes = [{"space": at, "parts": "", "steps": 3 * (n == 0)} for n, at in enumerate(spaces)]
    there = {"space": guardian}
    return kabula.table(heroes=heroes, setup=setup or box(), guardian=there, peels=lying, **rest)


def doing(s: Any, text: str, f: int = GUARDIAN, mark: int = 1) -> Any:
    """What a figure does by its card, its target told; brought to the next choice or roll."""
    return flow.settled(first(replace(s, mark=mark), f, *verbs("test", text)))


def thrown(s: Any, space: Any) -> Any:
    """A peel thrown at a space."""
    return flow.settled(peels.throw(s, space))


def walk(s: Any, direction: str) -> Any:
    """The Hero whose turn it is takes a step."""
    return kabula.step(s, kabula.Step(direction))


def with_parts(s: Any, seat: int, part: str) -> Any:
    """The table with one Part in a Hero's Used box."""
    return with_hero(s, seat, boxes=Boxes(used=Bag([part])))


def spaces(s: Any) -> list[Any]:
    """Where the Heroes stand."""
    return [h.space for h in s.heroes]


# Thrown -----------------------------------------------------------------------------------------------
@pytest.mark.rule("13.6")
def test_a_peel_thrown_at_an_empty_space_stays_there() -> None:
    s = thrown(on((0, 1), (0, 2)), (1, 0))
    assert s.peels == ((1, 0),)
    assert spaces(s) == [(0, 1), (0, 2)]


@pytest.mark.rule("13.6")
def test_a_peel_thrown_at_a_figure_pushes_it_in_a_random_direction_and_moves_the_other_way() -> None:
    s = doing(on((0, 1), (0, 2)), "peel 1", mark=0)
    assert what(s) == "the Compass die"
    s = after(s, "NE")
    assert spaces(s) == [(1, 0), (0, 2)]
    assert s.peels == ((-1, 2),)


@pytest.mark.rule("13.6")
def test_peels_fall_beside_the_guardian_one_for_each_roll() -> None:
    s = after(doing(on((0, 1), (0, 2), guardian=(-1, 0)), "peel near 2"), "N", "S")
    assert s.peels == ((-1, -1), (-1, 1))


@pytest.mark.rule("13.6")
def test_a_peel_beside_the_guardian_that_falls_off_the_island_is_none() -> None:
    s = after(doing(on((0, 1), (0, 2)), "peel near 1"), "S")
    assert s.peels == ()


@pytest.mark.ruling("BR-147")
def test_a_second_peel_on_a_space_is_not_laid_but_who_stands_there_slips() -> None:
    s = on((0, 1), (0, 2), lying=[(1, 0), (0, 1)])
    assert thrown(s, (1, 0)).peels == s.peels
    s = after(thrown(s, (0, 1)), "N")
    assert (spaces(s)[0], s.peels) == ((0, 0), ((0, 3), (1, 0)))  # Zack, in the way, is pushed where it came from
    assert spaces(s)[1] == (0, 1)


@pytest.mark.ruling("BR-147")
def test_no_peel_is_laid_when_all_24_lie_out() -> None:
    free = [at for at in HEXES if at not in ((0, 1), (0, 2), CORNER)]
    s = on((0, 1), (0, 2), lying=free[:24])
    assert thrown(s, free[24]).peels == s.peels
    assert len(thrown(replace(s, peels=s.peels[1:]), free[24]).peels) == 24


@pytest.mark.rule("13.6a")
@pytest.mark.ruling("BR-143")
def test_of_several_the_owner_of_the_kabula_slips_then_the_next_after_the_guardian_and_it_last() -> None:
    here = (0, 1)
    s = on(here, here, guardian=here)
    assert peels.in_the_way(s, here) == 0
    owned = on(here, here, guardian=here, kabula="zack")
    assert peels.in_the_way(owned, here) == 1
    follows = on(here, here, guardian=here, kabula={"space": (3, 0)}, order=[1, "guardian", 2])
    assert peels.in_the_way(follows, here) == 1
    assert peels.in_the_way(on((0, 2), (0, 2), guardian=here), here) == GUARDIAN
    assert peels.in_the_way(s, (2, 0)) is None


# Slipping ---------------------------------------------------------------------------------------------
@pytest.mark.rule("13.7")
def test_who_walks_onto_a_peel_is_pushed_on_and_the_peel_slides_back() -> None:
    s = walk(on((0, 1), (2, 1), lying=[(0, 0)]), "N")
    assert spaces(s)[0] == (0, -1)
    assert s.peels == ((0, 1),)


@pytest.mark.rule("13.7")
@pytest.mark.ruling("BR-148")
def test_the_peel_slides_although_a_rock_stops_the_figure_which_recharges() -> None:
    s = on((0, 1), (2, 1), lying=[(0, 0)], setup=box(mountains=[(0, -1)]))
    s = walk(with_parts(s, 0, "legs"), "N")
    assert (s.heroes[0].space, s.heroes[0].heart) == ((0, 0), 8)
    assert s.peels == ((0, 1),)
    assert {type(m).__name__ for m in kabula.candidates(s)} == {"Recharge"}


@pytest.mark.ruling("BR-148")
def test_a_river_holds_up_a_figure_but_no_peel() -> None:
    s = walk(on((0, 1), (2, 1), lying=[(0, 0)], setup=box(rivers=[((0, 0), (0, -1)), ((0, 0), (0, 1))])), "N")
    assert (s.heroes[0].space, s.heroes[0].nausea, s.peels) == ((0, 0), 1, ((0, 1),))


@pytest.mark.rule("13.7")
def test_a_hero_may_use_the_steps_that_are_left_after_slipping() -> None:
    s = walk(walk(on((0, 1), (2, 1), lying=[(0, 0)]), "N"), "SE")
    assert s.heroes[0].space == (1, -1)


@pytest.mark.ruling("BR-146")
def test_a_figure_that_moves_by_itself_and_slips_does_not_move_on() -> None:
    s = on((0, 3), (0, 3), guardian=(0, -3), lying=[(0, -2)])
    s = doing(s, "fly 6", mark=0)
    assert (s.guardian.space, s.peels) == ((0, -1), ((0, -3),))


@pytest.mark.ruling("BR-144")
def test_who_is_put_on_a_peel_does_not_slip_until_it_moves_there_again() -> None:
    s = on((0, 1), (0, 2), lying=[(0, 0)])
    s = flow.settled(deaths.hurt(s, 1, 99))
    assert (s.heroes[1].space, s.peels) == ((0, 0), ((0, 0),))  # reborn in the Sanctuary
    s = walk(s, "N")  # Gotzo slips; Zack, who lies on the same space, does not
    assert spaces(s) == [(0, -1), (0, 0)]
    assert s.peels == ((0, 1),)


@pytest.mark.rule("13.7")
def test_who_dies_of_slipping_is_reborn_and_the_turn_ends() -> None:
    s = on((0, 1), (2, 1), lying=[(0, -2)], setup=box(mountains=[(0, -3)]))
    s = with_hero(replace(s, peels=((0, 0), (0, -2))), 0, heart=1, space=(0, -1))
    s = walk(s, "N")
    assert (s.heroes[0].space, s.heroes[0].heart) == ((0, 0), s.heroes[0].most)
    assert s.peels == ((0, -1), (0, 0))
    assert s.active == 1


@pytest.mark.rule("13.9b")
@pytest.mark.ruling("BR-145")
def test_who_is_pushed_onto_a_peel_by_an_attack_slips_when_the_attack_is_over() -> None:
    s = doing(on((2, -1), (0, 1), lying=[(0, 0)]), "attack 9, push, heart 1", mark=1)
    s = after(s, "N")
    assert (s.heroes[1].space, s.heroes[1].heart) == ((0, -1), s.heroes[1].most - 1)
    assert s.peels == ((0, 1),)


@pytest.mark.ruling("BR-145")
def test_several_pushed_onto_one_peel_slip_in_order_as_long_as_it_is_there() -> None:
    s = doing(on((0, 1), (0, 1), lying=[(0, 0)], guardian=(1, 1)), "attack all 1, push", mark=1)
    s = after(s, "N", "N")
    assert spaces(s) == [(0, -1), (0, 0)]
    assert s.peels == ((0, 1),)


# Sliding ----------------------------------------------------------------------------------------------
@pytest.mark.rule("13.8")
def test_a_figure_in_the_way_of_a_peel_is_pushed_to_where_it_came_from_and_it_goes_on() -> None:
    s = walk(on((0, 1), (0, 1), lying=[(0, 0)]), "N")
    assert spaces(s) == [(0, -1), (0, 0)]
    assert s.peels == ((0, 2),)


@pytest.mark.rule("13.8")
def test_a_peel_that_slides_off_the_island_is_discarded() -> None:
    s = walk(on((0, 3), (0, 3), lying=[(0, 2)]), "N")
    assert spaces(s) == [(0, 1), (0, 2)]
    assert s.peels == ()


@pytest.mark.rule("13.8")
def test_a_peel_goes_one_space_further_over_another_peel() -> None:
    s = walk(on((0, 1), (2, 1), lying=[(0, 0), (0, 1), (0, 2)]), "N")
    assert s.peels == ((0, 1), (0, 2), (0, 3))
    assert spaces(s)[0] == (0, -1)


@pytest.mark.rule("13.8")
def test_a_peel_pushes_the_guardian_too() -> None:
    s = walk(on((0, 1), (2, 1), lying=[(0, 0)], guardian=(0, 1)), "N")
    assert s.guardian.space == (0, 0)
    assert s.peels == ((0, 2),)


@pytest.mark.rule("13.9")
@pytest.mark.ruling("BR-149")
def test_a_second_peel_waits_until_the_first_has_come_to_rest() -> None:
    s = walk(on((0, 1), (0, 1), lying=[(0, 0), (0, -1)]), "N")
    # the first: Gotzo to (0, -1), a peel; past (0, 1), from where Zack goes to (0, 0), to (0, 2). Then the second.
    assert spaces(s) == [(0, -2), (0, -1)]
    assert s.peels == ((0, 1), (0, 2))


@pytest.mark.ruling("BR-149")
def test_of_three_peels_the_one_that_was_come_upon_first_is_the_next() -> None:
    s = on((0, 0), (0, 2), (1, 0), lying=[(0, -1), (0, -2), (0, 1)], setup=box("gotzo", "zack", "clayton"))
    todo = ((0, Verb("slip", 1, "N")),)
    s = peels.later(replace(s, todo=todo), todo, [(1, "N"), (2, "N")])
    assert [f for f, _ in s.todo] == [0, 1, 2]


# Rest -------------------------------------------------------------------------------------------------
MOST_SLIPS = peels.MOST_PEELS * 7  # 7 spaces are the longest row of the round island


def slips_until_rest(s: Any) -> tuple[Any, int]:
    """The table when all peels lie still, and how many slips that took."""
    n = 0
    while any(v.what == "slip" for _, v in s.todo):
        if s.todo[0][1].what == "slip":
            s, n = peels.slip_later(s, s.todo[0][0], s.todo[0][1].arg), n + 1
        else:  # a recharge, a rest: what is chosen in between moves nobody
            s = replace(s, todo=s.todo[1:])
        assert n <= MOST_SLIPS
    return s, n


@st.composite
def crowds(draw: Any) -> Any:
    """Five Heroes and the Guardian anywhere, up to 24 peels, mountains and rivers."""
    mountains = draw(st.sets(st.sampled_from(HEXES), max_size=8))
    sides = [(a, b) for a in HEXES for b in HEXES if a < b and distance(a, b) == 1]
    rivers = draw(st.lists(st.sampled_from(sides), max_size=6, unique=True))
    five = ("gotzo", "zack", "clayton", "isolde", "chastity")
    row = [at for at in HEXES if at[0] == 0]
    place = st.sampled_from(HEXES) | st.sampled_from(row)  # crowded rows are the hard ones
    s = on(
        *draw(st.lists(place, min_size=5, max_size=5)),
        guardian=draw(place),
        setup=box(*five, mountains=sorted(mountains), rivers=rivers),
        kabula=draw(st.sampled_from([None, "zack", {"space": (0, 0)}])),
        turn=1,
    )
    lying = draw(st.sets(st.sampled_from(HEXES), max_size=24 - len(row))) | (set(row) if draw(st.booleans()) else set())
    hearts = draw(st.lists(st.integers(1, 9), min_size=5, max_size=5))
    for seat, heart in enumerate(hearts):
        s = with_hero(s, seat, heart=heart)
    return replace(s, peels=tuple(sorted(lying)))


@pytest.mark.rule("13.9a")
@given(crowds(), st.integers(0, 5), st.sampled_from(DIRECTIONS))
def test_peels_figures_and_pushes_always_come_to_rest(s: Any, who: int, direction: str) -> None:
    f = GUARDIAN if who == 5 else who
    before = len(s.peels)
    there = neighbour(the(s, f).space, direction)
    if there in HEXES:
        s = peels.enter(s, f, the(s, f).space, there)
    s, _ = slips_until_rest(s)
    assert len(s.peels) <= before
    assert len(set(s.peels)) == len(s.peels)
    assert set(s.peels) <= set(HEXES)
    assert {h.space for h in s.heroes} | {s.guardian.space} <= set(HEXES)


@pytest.mark.rule("13.9a")
def test_a_row_full_of_peels_and_figures_comes_to_rest_within_the_bound() -> None:
    row = [(0, r) for r in range(-3, 4)]
    five = box("gotzo", "zack", "clayton", "isolde", "chastity")
    s = on((0, 3), (0, 2), (0, 1), (0, 0), (0, -1), guardian=(0, -2), setup=five)
    s = peels.enter(replace(s, peels=tuple(row)), 0, (0, 3), (0, 2))
    s, n = slips_until_rest(s)
    assert 1 < n <= 49
    assert len(s.peels) < 7


@pytest.mark.rule("13.9a", "13.9b")
@given(st.sets(st.sampled_from(HEXES), max_size=24), st.lists(st.sampled_from(DIRECTIONS), min_size=6, max_size=6))
def test_peels_come_to_rest_where_an_attack_pushes_all_at_once_in_different_directions(lying: Any, ways: Any) -> None:
    five = box("gotzo", "zack", "clayton", "isolde", "chastity")
    s = on((0, 0), (0, 0), (1, 0), (0, 1), (-1, 0), guardian=(0, -1), setup=five, kabula="guardian")
    s = doing(replace(s, peels=tuple(sorted(lying))), "attack all 2, push", mark=0)
    left, n = list(ways), 0
    while s.strike is not None or any(v.what in ("slip", "pushed onto") for _, v in s.todo):
        node = kabula.node(s)
        s = kabula.step(s, left.pop() if isinstance(node, Chance) else node.actions[0])
        n += 1
        assert n < 99
    assert len(s.peels) <= len(lying)


@pytest.mark.ruling("BR-149")
def test_who_is_moved_off_a_peel_before_its_turn_slips_on_the_last_one_only() -> None:
    s = on((0, 0), (0, 2), lying=[(0, -1)])
    waiting = ((0, Verb("slip", 1, "N")), (1, Verb("slip", 1, "N")))
    s = peels.later(replace(s, todo=waiting), waiting, [(0, "SE")])
    assert [(f, v.arg) for f, v in s.todo] == [(1, "N"), (0, "SE")]
