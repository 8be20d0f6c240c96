"""The island of Kabula (3, 5.10 to 5.13, 9.4 to 9.10): what ways cost, pushes, movement that rules decide, maps."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from kabula_table import ISLAND, kabula
from rulebooks.core.rules import watching
from rulebooks.kabula import targets
from rulebooks.kabula.hexes import DIRECTIONS, distance, most_clockwise, neighbour
from rulebooks.kabula.island import Island, IslandError, step_cost

FAR = 10**9


def some_island(seed: int, most: int = 4) -> Island:
    """A connected island with mountains and rivers, made by chance."""
    rng = random.Random(seed)
    every = [(q, r) for q in range(-most, most + 1) for r in range(-most, most + 1) if abs(q + r) <= most]
    cells = {(0, 0)}
    size = rng.randint(8, len(every))
    while len(cells) < size:
        cells.add(neighbour(rng.choice(sorted(cells)), rng.choice(DIRECTIONS)))
    cells &= set(every)
    sides = [(a, neighbour(a, d)) for a in sorted(cells) for d in DIRECTIONS[:3] if neighbour(a, d) in cells]
    terrain = {c: rng.choice(("plain", "plain", "mountain")) for c in sorted(cells)}
    return Island.from_cells(terrain, [side for side in sides if rng.random() < 0.25], sanctuary=(0, 0))


def price(island: Island, a: Any, b: Any) -> int:
    """What the rulebook asks for a step, reckoned anew: 1, 1 more uphill, 2 more across a river."""
    uphill = (island.cells[a], island.cells[b]) == ("plain", "mountain")
    return 1 + uphill + 2 * ({a, b} in [set(river) for river in island.rivers])


def all_ways(island: Island) -> dict[tuple[Any, Any], int]:
    """Floyd and Warshall: the fewest steps between all pairs of spaces."""
    spaces = list(island.cells)
    best = {(a, b): 0 if a == b else FAR for a in spaces for b in spaces}
    for a in spaces:
        for d in DIRECTIONS:
            if neighbour(a, d) in island.cells:
                best[a, neighbour(a, d)] = price(island, a, neighbour(a, d))
    for via in spaces:
        for a in spaces:
            for b in spaces:
                best[a, b] = min(best[a, b], best[a, via] + best[via, b])
    return best


# Spaces and steps ---------------------------------------------------------------------------------
PAIR = {
    "plain to plain": ("plain", "plain", 1),
    "mountain to mountain": ("mountain", "mountain", 1),
    "plain up to mountain": ("plain", "mountain", 2),
    "mountain down to plain": ("mountain", "plain", 1),
}


@pytest.mark.rule("3.1", "3.2", "3.3")
@pytest.mark.parametrize(("a", "b", "steps"), PAIR.values(), ids=PAIR)
def test_a_step_costs_one_more_uphill_and_two_more_across_a_river(a: str, b: str, steps: int) -> None:
    cells = {(0, 0): a, (0, 1): b}
    assert Island.from_cells(cells).steps((0, 0), (0, 1)) == steps
    assert Island.from_cells(cells, [((0, 1), (0, 0))]).steps((0, 0), (0, 1)) == steps + 2


@pytest.mark.rule("3.1")
def test_the_way_tells_why_it_costs_what_it_costs() -> None:
    island = Island.from_cells({(0, 0): "plain", (0, 1): "mountain"}, [((0, 0), (0, 1))])
    assert step_cost(island, (0, 0), (0, 1)) == (4, "uphill, across a river: 4")
    assert island.why((0, 1), (0, 0)) == "downhill, across a river: 3"


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("seed", range(50))
def test_steps_are_those_of_floyd_and_warshall(seed: int) -> None:
    island = some_island(seed, 3)
    best = all_ways(island)
    for (a, b), n in best.items():
        assert island.steps(a, b) == n, (seed, a, b)
    for a in island.cells:
        assert island.reach(a, 4) == {b: n for (c, b), n in sorted(best.items()) if c == a and n <= 4}
        assert island.costs_to(a) == {b: best[b, a] for b in island.cells}


@pytest.mark.parametrize("seed", range(10))
def test_a_path_is_as_long_as_its_steps_say(seed: int) -> None:
    island = some_island(seed)
    best = all_ways(island)
    for b in list(island.cells)[::5]:
        for a in island.cells:
            way = island.path(a, b)
            assert (way[0], way[-1]) == (a, b)
            assert sum(price(island, x, y) for x, y in pairwise(way)) == best[a, b]
            assert len(island.path(a, b, "spaces")) <= len(way)


def test_two_islands_with_water_between_them_have_no_way() -> None:
    island = Island.from_cells({(0, 0): "plain", (2, 0): "plain"})
    with pytest.raises(ValueError, match="no way from"):
        island.steps((0, 0), (2, 0))
    with pytest.raises(ValueError, match="no way from"):
        island.path((0, 0), (2, 0))


@pytest.mark.rule("3.1", "3.2", "3.3")
def test_the_house_island_has_all_its_ways() -> None:
    best = all_ways(ISLAND)
    assert all(n < FAR for n in best.values())
    assert all(ISLAND.steps(a, b) == n for (a, b), n in list(best.items())[::7])


# Push ------------------------------------------------------------------------------------------------
def pushed_by_hand(island: Island, a: Any, direction: str, nausea: int) -> tuple[Any, int, int]:
    """Where a push ends, Heart lost and Nausea got, by the list of the rulebook."""
    b = neighbour(a, direction)
    if b not in island.cells:
        return a, 0, 1
    wet = {a, b} in [set(river) for river in island.rivers]
    steep = island.cells[a] != island.cells[b]
    falls = steep and island.cells[a] == "mountain"
    stays = wet or (steep and not falls)
    return a if stays else b, (1 + nausea) * steep, int(wet)


@pytest.mark.rule("5.10", "5.11", "5.12", "5.13")
@pytest.mark.parametrize("seed", range(12))
def test_pushes_are_those_of_the_list_everywhere(seed: int) -> None:
    island = some_island(seed)
    for a in island.cells:
        for nausea in (0, 2):
            ends = [pushed_by_hand(island, a, d, nausea) for d in DIRECTIONS]
            assert [tuple(island.push(a, d, nausea)) for d in DIRECTIONS] == ends
            odds = island.push_odds(a, nausea)
            assert {tuple(e): p for e, p in odds.items()} == {e: Fraction(ends.count(e), 6) for e in ends}


@pytest.mark.rule("5.11")
def test_who_falls_off_a_cliff_lands_below_and_loses_one_heart() -> None:
    assert Island.from_cells({(0, 0): "mountain", (0, 1): "plain"}).push((0, 0), "S") == ((0, 1), 1, 0)


@pytest.mark.rule("5.12")
def test_who_hits_a_rock_stays_and_loses_one_heart() -> None:
    assert Island.from_cells({(0, 0): "plain", (0, 1): "mountain"}).push((0, 0), "S") == ((0, 0), 1, 0)


@pytest.mark.rule("5.13")
def test_who_is_pushed_off_the_island_or_through_a_river_stays_and_gets_nausea() -> None:
    island = Island.from_cells({(0, 0): "plain", (0, 1): "plain"}, [((0, 0), (0, 1))])
    assert island.push((0, 0), "S") == ((0, 0), 0, 1)
    assert island.push((0, 0), "N") == ((0, 0), 0, 1)


# Movement that rules decide -----------------------------------------------------------------------------
def wandering_by_hand(island: Island, a: Any, steps: int, direction: str) -> list[Any]:
    """Step by step: the direction, or the next one clockwise that the steps left allow, which is kept."""
    way, at = [a], DIRECTIONS.index(direction)
    while steps:
        for turn in range(6):
            d = DIRECTIONS[(at + turn) % 6]
            b = neighbour(way[-1], d)
            if b in island.cells and price(island, way[-1], b) <= steps:
                at, steps = DIRECTIONS.index(d), steps - price(island, way[-1], b)
                way.append(b)
                break
        else:
            break
    return way


@pytest.mark.rule("9.8")
@pytest.mark.parametrize("seed", range(12))
def test_wandering_is_that_of_the_hand_everywhere(seed: int) -> None:
    island = some_island(seed)
    for a in island.cells:
        for steps in (1, 2, 4):
            ways = [wandering_by_hand(island, a, steps, d) for d in DIRECTIONS]
            assert [island.wander(a, steps, d) for d in DIRECTIONS] == ways
            ends = [way[-1] for way in ways]
            assert dict(island.wander_odds(a, steps).items()) == {e: Fraction(ends.count(e), 6) for e in ends}


@pytest.mark.rule("9.8")
def test_who_moves_spaces_is_stopped_by_the_water_only() -> None:
    island = Island.from_cells({(0, n): "mountain" if n == 1 else "plain" for n in range(4)}, [((0, 1), (0, 2))])
    assert island.wander((0, 0), 3, "S", "spaces") == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert island.wander((0, 0), 3, "S") == [(0, 0), (0, 1), (0, 0)]


@pytest.mark.rule("9.7")
@pytest.mark.parametrize("seed", range(8))
def test_who_moves_towards_a_target_never_gets_further_away(seed: int) -> None:
    island = some_island(seed)
    best = all_ways(island)
    goal = max(island.cells)
    for a in island.cells:
        for steps in (0, 2, 5, 99):
            way = island.toward(a, goal, steps)
            left = [best[s, goal] for s in way]
            assert left == sorted(left, reverse=True)
            assert best[a, goal] - left[-1] <= steps
            assert way[-1] == goal or steps < best[a, goal]


@pytest.mark.rule("9.7")
def test_who_stands_on_the_target_does_not_move() -> None:
    assert ISLAND.toward("Inverbluf", "Inverbluf", 3) == [ISLAND.names["Inverbluf"]]


@pytest.mark.rule("9.7")
@pytest.mark.ruling("BR-10")
def test_steps_left_over_are_lost_unless_the_letter_of_the_print_is_asked_for() -> None:
    cells = {(q, r): "mountain" if (q, r) == (-1, -1) else "plain" for q in range(-3, 3) for r in range(-3, 3)}
    island = Island.from_cells(cells)
    assert island.toward((0, 0), (-1, -1), 2) == [(0, 0), (0, -1)]
    assert island.toward((0, 0), (-1, -1), 2, side_steps=True) == [(0, 0), (0, -1), (0, -2)]
    assert island.toward((0, 0), (-1, -1), 3, side_steps=True) == [(0, 0), (0, -1), (-1, -1)]


@pytest.mark.rule("9.9")
def test_of_equally_short_ways_the_most_clockwise_is_taken() -> None:
    meadow = Island.from_cells({(q, r): "plain" for q in range(-2, 3) for r in range(-2, 3)})
    assert meadow.path((0, 0), (-1, -1)) == [(0, 0), (0, -1), (-1, -1)]
    assert most_clockwise(["NE", "SE"]) == "SE"


@pytest.mark.rule("9.9")
def test_an_arrow_on_the_map_goes_before() -> None:
    cells = {(q, r): "plain" for q in range(-2, 3) for r in range(-2, 3)}
    turned = Island.from_cells(cells, arrows={(0, 0): "NW"})
    assert turned.path((0, 0), (-1, -1)) == [(0, 0), (-1, 0), (-1, -1)]


# Targets -----------------------------------------------------------------------------------------------
FIELD = Island.from_cells(
    {(q, r): "mountain" if (q, r) == (0, -1) else "plain" for q in range(-3, 4) for r in range(-3, 4)},
    sanctuary=(0, 0),
)
RON = ["Clayton", "Isolde", "Zack"]


@pytest.mark.rule("9.4")
def test_the_nearest_in_steps_is_the_target_then_in_spaces_then_who_has_the_kabula_then_the_next() -> None:
    def aim(figures: dict[str, Any], owner: str = "") -> str:
        return targets.figure_target(FIELD, (0, 0), figures, RON, owner).name

    assert aim({"Clayton": (0, -1), "Zack": (0, 1)}) == "Zack"  # uphill is further
    assert aim({"Clayton": (0, 2), "Zack": (0, -1)}) == "Zack"  # two steps each, but one space
    assert aim({"Clayton": (0, 1), "Zack": (1, 0)}, "Zack") == "Zack"
    assert aim({"Zack": (0, 1), "Isolde": (1, 0)}) == "Isolde"
    assert aim({}) == ""


@pytest.mark.rule("9.4")
def test_each_line_tells_who_was_left() -> None:
    aim = targets.figure_target(FIELD, (0, 0), {"Clayton": (0, 1), "Zack": (1, 0)}, RON)
    assert [line.what for line in aim.lines] == [
        "fewer steps",
        "fewer spaces",
        "has the Kabula",
        "next on the RON tracker",
    ]
    assert str(aim.lines[-1]) == "next on the RON tracker: Clayton"


@pytest.mark.rule("9.5")
def test_of_spaces_the_nearest_counts_then_the_one_near_the_sanctuary_then_clockwise_from_north() -> None:
    assert targets.space_target(FIELD, (0, 1), [(0, 3), (0, 2)]).name.startswith("(0, 2")
    assert targets.space_target(FIELD, (1, 1), [(1, 2), (1, 0)]).name.startswith("(1, 0")
    assert targets.space_target(FIELD, (0, 0), [(-1, 1), (1, 0)]).name.startswith("(1, 0")


@pytest.mark.rule("9.6")
def test_steps_to_a_target_are_those_of_the_figure_that_moves() -> None:
    assert targets.steps_from(FIELD, (0, 0))[0, -1] == 2
    assert targets.steps_from(FIELD, (0, -1))[0, 0] == 1


@pytest.mark.rule("9.10")
def test_of_several_that_move_at_once_the_nearest_to_the_sanctuary_begins() -> None:
    assert targets.who_moves_first(FIELD, [(0, 3), (1, 0), (0, 1), (-1, 0)]) == ((1, 0), (0, 1), (-1, 0), (0, 3))


# Bad islands ------------------------------------------------------------------------------------------
CELLS = {(0, 0): "plain", (0, 1): "mountain", (1, 0): "plain"}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"cells": {}}, "at least one space"),
    ({"cells": [(0, 0)]}, "a mapping space -> terrain"),
    ({"cells": {(0, 0): "swamp"}}, "terrain is one of plain, mountain, not 'swamp'"),
    ({"cells": {(0, 0.5): "plain"}}, "a pair of whole numbers"),
    ({"cells": CELLS, "rivers": [((0, 0), (1, 1))]}, "a river lies between two spaces that touch"),
    ({"cells": CELLS, "rivers": [((0, 0), (0, 0))]}, "a river lies between two spaces that touch"),
    ({"cells": CELLS, "rivers": [((0, 0), (0, -1))]}, "a river lies between two spaces of the island"),
    ({"cells": CELLS, "rivers": [(0, 0)]}, "a river lies between two spaces"),
    ({"cells": CELLS, "cities": ("Rome",)}, "the city 'Rome' lies on no space"),
    ({"cells": CELLS, "names": {"Rome": (5, 5)}, "cities": ("Rome",)}, "“Rome” lies on \\(5, 5\\), which is no space"),
    ({"cells": CELLS, "dungeons": ((9, 9),)}, "a dungeon lies on \\(9, 9\\), which is no space"),
    ({"cells": CELLS, "pins": {(0, 0): 12}}, "a number of Heroes from 1 to 9, not 12"),
    ({"cells": CELLS, "pins": {(3, 3): 2}}, "a pin lies on"),
    ({"cells": CELLS, "arrows": {(0, 0): "W"}}, "points in one of N, NE"),
    ({"cells": CELLS, "sanctuary": (4, 4)}, "the Sanctuary lies on"),
    ({"cells": CELLS, "territories": {(4, 4): "Bluff"}}, "a territory lies on"),
]


@pytest.mark.parametrize(("told", "message"), BAD)
def test_an_island_that_cannot_be_is_refused_by_what_is_wrong(told: dict[str, Any], message: str) -> None:
    with pytest.raises(IslandError, match=message):
        Island.from_cells(**told)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(IslandError) as no:
        Island.from_cells({(0, 0): "swamp"}, cities=("Rome",), dungeons=((1, 1),))
    assert len(no.value.problems) == 3


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: ISLAND.steps("Rome", (0, 0)), "no place of the island is called 'Rome'; there are Kabularbor"),
        (lambda: ISLAND.steps((50, 0), (0, 0)), "is no space of the island"),
        (lambda: ISLAND.path((0, 0), (0, 1), "miles"), "unit is one of steps, spaces"),
        (lambda: ISLAND.wander((0, 0), 2, "W"), "a direction is one of N, NE"),
        (lambda: ISLAND.wander((0, 0), -1, "N"), "whole number from 0"),
        (lambda: ISLAND.push((0, 0), "up"), "a direction is one of N, NE"),
        (lambda: ISLAND.push((0, 0), "N", -1), "nausea is a whole number"),
        (lambda: ISLAND.reach((0, 0), -1), "steps is a whole number"),
        (lambda: Island.from_text(". x"), "line 1, letter 3"),
        (lambda: Island.from_text("S   S"), "one Sanctuary, S or M, not 2"),
        (lambda: Island.from_text(".."), "no hex stands there"),
        (lambda: Island.from_text(""), "shows no space"),
        (lambda: kabula.parse_map("picture = ["), "no TOML"),
        (lambda: kabula.parse_map('name = "x"'), "a map has a picture"),
        (lambda: kabula.parse_map('picture = "S"\nrivers = 3'), "rivers is a list"),
        (lambda: kabula.parse_map('picture = "S"\ncities = {Rome = "here"}'), "cities.Rome: a space is two whole"),
        (lambda: kabula.island("no such file.toml"), "cannot be read"),
    ],
)
def test_questions_that_mean_nothing_are_refused(ask: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


# Maps --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(12))
def test_an_island_survives_its_picture_and_its_map(seed: int) -> None:
    island = some_island(seed)
    again = kabula.parse_map(kabula.write_map(island))
    assert (again.cells, again.rivers, again.sanctuary) == (island.cells, island.rivers, island.sanctuary)
    cells = Island.from_text(kabula.draw_picture(island)).cells
    assert len(cells) == len(island.cells)


def test_the_house_island_is_fit_to_play() -> None:
    assert len(ISLAND.dungeons) == 4
    assert set(ISLAND.cities) == {"Kabularbor", "Ridgewick", "Inverbluf", "Holy City"}
    assert set(ISLAND.territories.values()) == {"The Ridge", "Bluff", "The North"}
    assert set(ISLAND.territories) == set(ISLAND.cells) - {ISLAND.sanctuary}
    assert set(ISLAND.pins.values()) == {2, 3, 4, 5}
    assert max(distance(s, ISLAND.sanctuary or (0, 0)) for s in ISLAND.cells) == 4


@pytest.mark.rule("3.1", "3.2", "3.3")
def test_a_graph_says_which_rules_made_its_ways() -> None:
    with watching() as calls:
        Island.from_cells({(0, 0): "plain", (0, 1): "mountain"})
    assert {call.rule.id for call in calls} == {"3.1", "3.2", "3.3"}
