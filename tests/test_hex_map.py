"""The island's map: what it tells of ways, reach, wandering and pushing; its words, its data, what it refuses."""

import json
import subprocess
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulebook_widgets import HexMap
from rulebook_widgets.assets import script
from rulebook_widgets.hex_picture import Figure, hex_picture, key, lies_there, space_of, way_data
from rulebooks import kabula

SMALL = kabula.Island.from_text("  .\n.   ^\n  S\n.   .", rivers=[((0, 0), (0, -1))], names={"Mill": (-1, 0)})
TWO = kabula.Island.from_cells({(0, 0): "plain", (5, 5): "plain"})


def hexes(m: HexMap) -> dict[str, Any]:
    return {h["k"]: h for h in m.picture["hexes"]}


# ways ---------------------------------------------------------------------------------
def test_every_space_bears_the_fewest_steps_from_the_start() -> None:
    m = HexMap(start="Ridgewick")
    assert {space_of(k): h["cost"] for k, h in hexes(m).items()} == m.island.reach("Ridgewick", 1000)


def test_the_way_is_the_kernels_and_each_step_tells_what_it_costs_and_why() -> None:
    m = HexMap(start="Ridgewick", target="Holy City")
    island = m.island
    way = island.path("Ridgewick", "Holy City")
    assert [space_of(s["k"]) for s in m.picture["way"]] == way[1:]
    assert [s["why"] for s in m.picture["way"]] == [island.why(a, b) for a, b in pairwise(way)]
    assert m.picture["way"][-1]["so_far"] == island.steps("Ridgewick", "Holy City")


def test_a_step_cites_the_rules_of_what_lies_in_its_way() -> None:
    up_and_over = kabula.Island.from_cells({(0, 0): "plain", (0, 1): "mountain"}, rivers=[((0, 0), (0, 1))])
    (step,) = way_data(up_and_over, [(0, 0), (0, 1)])
    assert (step["steps"], step["why"], step["rules"]) == (4, "uphill, across a river: 4", ["3.1", "3.2", "3.3"])
    (level,) = way_data(SMALL, [(0, 0), (-1, 1)])
    assert level["rules"] == ["3.1"]


def test_there_and_back_may_differ_and_it_is_told() -> None:
    m = HexMap(SMALL, (0, 0), (1, -1))
    assert m.about["cost"] == "2 steps from (0, 0)"
    assert m.about["back"] == "The way back costs 1 step."
    m.handle({"swap": True})
    assert (m.start, m.target, m.about["back"]) == ((1, -1), (0, 0), "The way back costs 2 steps.")


def test_within_so_many_steps_only_what_they_reach_is_shaded() -> None:
    m = HexMap(SMALL, (0, 0), steps=1)
    assert {k for k, h in hexes(m).items() if h["cost"] is not None} == {"0,0", "-1,1", "1,0", "-1,0"}
    assert m.picture["reach"] is True
    assert repr(m).endswith("From (0, 0): 1 step reaches 4 spaces")
    m.handle({"look": "0,-1"})
    assert m.about["cost"] == "2 steps from (0, 0), more than 1"


def test_where_no_way_leads_it_says_so() -> None:
    m = HexMap(TWO, (0, 0), (5, 5))
    assert m.picture["headline"] == "There is no way from (0, 0) to (5, 5)"
    assert m.picture["way"] == []
    assert m.about["cost"] == "There is no way from (0, 0) to (5, 5)"


# what lies there -----------------------------------------------------------------------
def test_all_that_lies_on_a_space_is_told_in_words() -> None:
    island = kabula.island()
    assert lies_there(island, (3, -1)) == ["a dungeon", "a river to the south-east, south and south-west"]
    assert lies_there(island, island.space("Holy City"))[0] == "Holy City, a city"
    assert lies_there(island, (0, -4)) == ["a Pin from 2 Heroes on"]
    assert "the Sanctuary" in lies_there(island, (0, 0))
    words = {h["k"]: h["words"] for h in HexMap(start=(0, 0), figures={"Zack": (0, 0)}).picture["hexes"]}
    assert words["0,0"] == "(0, 0); Plain; the Sanctuary; 0 steps; Zack stands here"
    assert words["-4,0"].startswith("(−4, 0); Plain, The Ridge; Ridgewick, a city; ")


def test_rivers_are_told_from_both_sides_with_their_direction() -> None:
    assert lies_there(SMALL, (0, 0))[-1] == "a river to the north"
    assert lies_there(SMALL, (0, -1)) == ["a river to the south"]


def test_a_view_may_show_pins_of_its_own_and_hexes_beyond_the_island() -> None:
    picture = hex_picture(
        SMALL, pins={(1, 0): ("E", "an encounter Pin")}, empty=[(9, 9)], figures=[Figure("Zo", (1, 0))]
    )
    found = {h["k"]: h for h in picture["hexes"]}
    assert (found["1,0"]["pin"], found["1,0"]["words"]) == ("E", "(1, 0); Plain; an encounter Pin; Zo stands here")
    assert found["9,9"]["terrain"] == "none"
    assert picture["figures"] == [{"name": "Zo", "k": "1,0", "sign": "Z", "kind": "hero"}]
    assert picture["rivers"] == [["0,-1", "0,0"]]


def test_spaces_come_in_the_order_one_reads_a_map() -> None:
    assert [h["k"] for h in hex_picture(SMALL)["hexes"]] == ["0,-1", "-1,0", "1,-1", "0,0", "-1,1", "1,0"]


# chance ---------------------------------------------------------------------------------
def test_where_a_random_movement_ends_is_shown_with_its_exact_probability() -> None:
    m = HexMap(start=(0, 1), steps=3, overlay="wander")
    odds = m.island.wander_odds((0, 1), 3)
    assert {space_of(k): Fraction(h["share"]) for k, h in hexes(m).items() if h["share"]} == dict(odds)
    assert m.odds == odds
    assert {r["direction"] for r in m.picture["odds"]["rolls"]} == {"N", "NE", "SE", "S", "SW", "NW"}


def test_ends_of_a_push_on_one_space_are_added_and_told_apart_in_words() -> None:
    m = HexMap(start=(0, 1), overlay="push", nausea=1)
    assert hexes(m)["0,1"]["share"] == "1/2"
    rows = {row["what"]: row["share"] for row in m.picture["odds"]["rows"]}
    assert rows["stays on (0, 1), gets 1 Nausea"] == "1/3"
    assert rows["stays on (0, 1), loses 2 Heart"] == "1/6"
    assert sum(Fraction(share) for share in rows.values()) == 1
    assert [r["id"] for r in m.picture["odds"]["rules"]] == ["5.10", "5.11", "5.12", "5.13"]
    assert "1/3 (33.33 %) stays on (0, 1), gets 1 Nausea" in repr(m)


def test_the_page_asks_for_a_random_movement_of_one_step_first_and_counts_as_told() -> None:
    m = HexMap(SMALL, (0, 0))
    m.handle({"overlay": "wander"})
    assert (m.overlay, m.steps) == ("wander", 1)
    m.handle({"steps": 2})
    m.handle({"unit": "spaces"})
    assert dict(m.odds) == dict(SMALL.wander_odds((0, 0), 2, "spaces"))
    m.handle({"overlay": ""})
    assert m.picture["odds"] is None


# words, traits ----------------------------------------------------------------------------
def test_it_is_told_in_words_the_same_every_time() -> None:
    m = HexMap(SMALL, (0, 0), (1, -1))
    assert repr(m).split("\n") == [
        "HexMap(6 spaces, 1 mountain, 1 river side)",
        "From (0, 0) to (1, −1): 2 steps",
        "  NE to (1, −1): uphill: 2; so far 2",
        "The way back costs 1 step.",
    ]
    assert m.text().split("\n")[4] == "(0, −1); Plain; a river to the south; 2 steps"
    assert repr(HexMap()).split("\n")[1] == "Choose where to start."


def test_start_and_target_are_set_by_name_or_place_and_the_page_follows() -> None:
    m = HexMap(SMALL)
    m.start = "mill"
    m.target = [1, 0]
    assert (m.start, m.target, m.picture["start"], m.picture["goal"]) == ((-1, 0), (1, 0), "-1,0", "1,0")
    seen = []
    m.observe(lambda change: seen.append(change.new), "chosen")
    m.handle({"start": "0,0"})
    assert (m.start, seen) == ((0, 0), [(0, 0)])
    m.handle({"clear": True})
    assert (m.start, m.target, m.chosen) == (None, None, None)


def test_another_island_keeps_what_it_has_a_space_for() -> None:
    m = HexMap(SMALL, (0, 0), (1, 0), figures={"Zack": (0, 0), "Cobra": (1, 0)})
    m.island = kabula.Island.from_cells({(0, 0): "plain"})
    assert (m.start, m.target, m.figures) == ((0, 0), None, {"Zack": (0, 0)})


def test_what_the_page_gets_is_plain_data() -> None:
    m = HexMap(start=(0, 1), target=(2, 2), figures={"Zack": "Ridgewick"})
    json.dumps([m.picture, m.about, m.figures, m.start])


# what is refused -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "given, message",
    [
        ({"start": (9, 9)}, "is no space of the island"),
        ({"start": "Atlantis"}, "no place of the island is called 'Atlantis'; there are Mill"),
        ({"steps": -1}, "steps .* 0 to 99"),
        ({"steps": "x"}, "steps"),
        ({"overlay": "fly"}, "overlay is one of '', 'wander', 'push', not 'fly'"),
        ({"unit": "miles"}, "unit is one of 'steps', 'spaces', not 'miles'"),
        ({"nausea": -1}, "nausea"),
        ({"figures": {"Zack": (9, 9)}}, "is no space of the island"),
        ({"title": 3}, "a title is a text, not 3"),
    ],
)
def test_what_makes_no_map_is_refused_with_what_is_allowed(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HexMap(SMALL, **given)


def test_a_value_that_is_refused_later_changes_nothing() -> None:
    m = HexMap(SMALL, (0, 0))
    before = m.picture
    with pytest.raises(ValueError, match="is no space of the island"):
        m.start = (9, 9)
    with pytest.raises(ValueError, match="is no space of the island"):
        m.set(target=(1, 0), start=(9, 9))
    with pytest.raises(ValueError, match="a map has start, target"):
        m.set(colour="red")
    assert (m.start, m.target, m.picture) == ((0, 0), None, before)


@pytest.mark.parametrize(
    "message",
    [
        {"start": "9,9"}, {"start": "north"}, {"look": 3}, {"steps": 1000}, {"overlay": "fly"}, {"swap": True},
        {"sing": 1}, {"start": "0,0", "target": "0,0"}, "start", {"nausea": None}, {"start": "0,-"}, {"unit": []},
    ],
)  # fmt: skip
def test_a_message_that_makes_no_sense_is_said_and_changes_nothing(message: Any) -> None:
    m = HexMap(SMALL)
    before = (m.picture, m.about, m.start, m.target)
    m.handle(message)
    assert m.status["text"]
    assert (m.picture, m.about, m.start, m.target) == before


def test_keys_name_spaces_and_nothing_else() -> None:
    assert space_of(key((-3, 12))) == (-3, 12)
    for bad in ("1", "1,2,3", "a,b", "--1,2", "1,", None, "1e3,2", "٣,1", "9" * 20):
        with pytest.raises(ValueError, match="a space is named as 1,-2"):
            space_of(bad)


def test_the_script_that_is_sent_is_whole(tmp_path: Path) -> None:
    for main in ("hex_map.js", "map_editor.js"):
        module = tmp_path / f"{main}.mjs"
        module.write_text(script("dom.mjs", "hex_geometry.mjs", "hexes.mjs", main=main), encoding="utf-8")
        done = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        assert "import " not in module.read_text(encoding="utf-8")


def test_the_drawing_shares_its_scope_with_the_tables_own(tmp_path: Path) -> None:
    module = tmp_path / "table.mjs"
    parts = ("dom.mjs", "helpers.mjs", "parts.mjs", "hex_geometry.mjs", "hexes.mjs")
    module.write_text(script(*parts, main="table.js"), encoding="utf-8")
    done = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
