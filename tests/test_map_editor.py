"""The map editor: an island is painted, checked, undone, saved, taken up and walked on; bad input changes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulebook_widgets import MapEditor
from rulebook_widgets.map_draft import MapDraft
from rulebooks import kabula
from rulebooks.kabula import IslandError


def made() -> MapEditor:
    """A small island in order."""
    e = MapEditor()
    e.paint("plain", (0, 0), (0, 1), (1, 0), (1, 1))
    e.paint("mountain", (1, -1))
    e.river((0, 0), (0, 1))
    e.put("sanctuary", (0, 0))
    e.put("city", (0, 1), "Ridgewick")
    e.put("place", (1, 1), "Old Mill")
    e.put("dungeon", (1, -1))
    e.put("pin", (1, 0), 3)
    e.put("territory", (1, 0), "Bluff")
    e.put("arrow", (0, 0), "NE")
    return e


# painting -------------------------------------------------------------------------------
def test_what_is_put_on_the_map_is_on_the_island() -> None:
    island = made().island
    assert island.cells == {(0, 0): "plain", (0, 1): "plain", (1, 0): "plain", (1, 1): "plain", (1, -1): "mountain"}
    assert island.rivers == {frozenset(((0, 0), (0, 1)))}
    assert (island.sanctuary, island.names, island.cities) == (
        (0, 0),
        {"Ridgewick": (0, 1), "Old Mill": (1, 1)},
        ("Ridgewick",),
    )
    assert (island.dungeons, island.pins) == (((1, -1),), {(1, 0): 3})
    assert (island.territories, island.arrows) == ({(1, 0): "Bluff"}, {(0, 0): "NE"})


def test_a_new_map_has_no_space_yet_and_says_so() -> None:
    e = MapEditor()
    assert repr(e) == "MapEditor(My island: 0 spaces, 1 problem)"
    assert e.problems == ["an island has at least one space"]
    with pytest.raises(IslandError, match="at least one space"):
        _ = e.island


def test_a_space_that_is_taken_away_takes_its_rivers_and_leaves_its_city_as_a_problem() -> None:
    e = made()
    e.paint("none", (0, 1))
    assert not e.draft.rivers
    assert e.problems == ["“Ridgewick” lies on (0, 1), which is no space of the island"]
    assert e.view["problems"][0]["k"] == "0,1"
    assert "0,1" in {h["k"] for h in e.view["picture"]["hexes"]}
    e.take((0, 1))
    assert e.problems == []


def test_all_problems_are_told_at_once() -> None:
    e = made()
    e.paint("none", (0, 1), (1, -1), (1, 0), (0, 0))
    assert len(e.problems) == 4
    e.handle({"check": True})
    assert len(e.status["text"].split("\n")) == 4
    assert e.status["kind"] == "bad"


def test_a_name_moves_and_one_that_lay_there_gives_way() -> None:
    e = made()
    e.put("city", (1, 1), "Ridgewick")
    assert (e.draft.names, e.draft.cities) == ({"Ridgewick": (1, 1)}, ("Ridgewick",))
    e.put("place", "Ridgewick", "Ridgewick")
    assert (e.draft.names, e.draft.cities) == ({"Ridgewick": (1, 1)}, ())


def test_one_kind_or_everything_is_taken_off_a_space() -> None:
    e = made()
    e.put("pin", (0, 1), 2)
    e.take((0, 1), "pin")
    assert (e.draft.pins, e.draft.cities) == ({(1, 0): 3}, ("Ridgewick",))
    e.take((0, 1), "place")
    assert e.draft.cities == ("Ridgewick",)
    e.take((0, 0))
    assert (e.draft.sanctuary, e.draft.arrows, (0, 0) in e.draft.cells) == (None, {}, True)


def test_changes_are_undone_and_done_again() -> None:
    e = made()
    text = e.toml
    e.paint("none", *e.draft.cells)
    e.undo()
    assert e.toml == text
    e.redo()
    assert not e.draft.cells
    with pytest.raises(ValueError, match="nothing to redo"):
        e.redo()
    while e.view["can"]["undo"]:
        e.undo()
    assert e.draft.state == MapDraft().state
    with pytest.raises(ValueError, match="nothing to undo"):
        e.undo()


def test_what_changes_nothing_is_no_step_to_undo() -> None:
    e = MapEditor(kabula.island())
    e.paint("plain", (0, 0))
    assert e.view["can"] == {"undo": False, "redo": False}


def test_what_a_game_wants_besides_is_told_apart_from_problems() -> None:
    e = made()
    assert e.problems == []
    assert e.view["notes"] == [
        "A game wants a city called Inverbluf, Kabularbor, Holy City.",
        "A game wants 4 dungeons; there are 1.",
    ]
    e.paint("plain", (5, 5))
    assert "No way leads from (0, 0) to 1 of the spaces." in e.view["notes"]
    assert MapEditor(kabula.island()).view["notes"] == []


# bad input -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "change, message",
    [
        (lambda e: e.river((0, 0), (2, 0)), "a river lies between two spaces that touch, not"),
        (lambda e: e.river((0, 1), (0, 2)), r"a river lies between two spaces of the island; \(0, 2\) is none"),
        (lambda e: e.river((0, 0), (0, 0)), "a river lies between two spaces"),
        (lambda e: e.put("city", (7, 7), "Nowhere"), r"“Nowhere” lies on \(7, 7\), which is no space of the island"),
        (lambda e: e.put("city", (0, 0), " "), "a city has a name, not ' '"),
        (lambda e: e.put("place", (0, 0), "x" * 41), "a name is one line of at most 40 letters"),
        (lambda e: e.put("place", (0, 0), "a\nb"), "a name is one line of at most 40 letters"),
        (lambda e: e.put("pin", (0, 0), 10), "bears a number of Heroes from 1 to 9, not 10"),
        (lambda e: e.put("pin", (7, 7), 2), "a pin lies on"),
        (lambda e: e.put("arrow", (0, 0), "E"), "points in one of N, NE, SE, S, SW, NW, not 'E'"),
        (lambda e: e.put("castle", (0, 0)), "one of sanctuary, city, place, dungeon, pin, territory, arrow"),
        (lambda e: e.take((0, 0), "castle"), "one of sanctuary, city"),
        (lambda e: e.paint("sea", (0, 0)), "terrain is one of plain, mountain, none, not 'sea'"),
        (lambda e: e.paint("plain", (0.5, 0)), "a space is a pair of whole numbers"),
        (lambda e: e.paint("plain", "Atlantis"), r"or a name \(Ridgewick, Old Mill\), not 'Atlantis'"),
        (lambda e: e.paint("plain", *[(q, r) for q in range(30) for r in range(30)]), "at most 600 spaces here"),
        (lambda e: e.rename(""), "a map has a name"),
        (lambda e: e.read("rivers = 3"), "a map has a picture"),
        (lambda e: e.read('picture = "."\nrivers = [[[0, 0], [5, 5]]]'), "two spaces that touch"),
        (lambda e: e.read('picture = "."\n[cities]\nX = [4, 4]'), "which is no space of the island"),
        (lambda e: e.read('picture = "."\n[cities]\nX = [0, 0]\n[places]\nX = [0, 0]'), "a city or a place, not both"),
        (lambda e: e.read('picture = "x"\nname = 3'), "a space is one of"),
        (lambda e: e.read('picture = "."\nname = 3'), "a map has a name, not 3"),
        (lambda e: e.read(" "), "there is no text to read"),
        (lambda e: e.read("x" * 10**7), "larger than"),
        (lambda e: e.load("missing.toml"), "missing.toml cannot be read"),
        (lambda e: e.load("island.csv"), "it must end in .toml"),
        (lambda e: e.save("no-such-folder/x.toml"), "there is no folder"),
    ],
)
def test_bad_input_is_named_and_the_draft_stays_as_it_was(change: Any, message: str) -> None:
    e = made()
    before = (e.draft, e.view, e.toml)
    with pytest.raises(ValueError, match=message):
        change(e)
    assert (e.draft, e.view, e.toml) == before


@pytest.mark.parametrize("given", [3, ["a"], "map.csv"])
def test_what_is_no_map_to_begin_with_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=r"a map is an Island, or a \.toml file|it must end in \.toml"):
        MapEditor(given)


def test_several_problems_of_a_text_are_all_told() -> None:
    e = made()
    e.handle({"read": 'picture = "."\ndungeons = [[4, 4]]\npins = [[[0, 0], 12]]\n[cities]\nX = [3, 3]'})
    assert len(e.status["text"].split("\n")) == 3
    assert e.draft.cities == ("Ridgewick",)


# files -----------------------------------------------------------------------------------
def test_saved_and_taken_up_again_it_is_the_same_island(tmp_path: Path) -> None:
    e = made()
    e.rename("Two hills")
    place = e.save(tmp_path / "hills")
    assert place.name == "hills.toml"
    other = MapEditor(place)
    assert other.draft.state == e.draft.state
    assert kabula.island(place).steps((0, 0), (0, 1)) == e.island.steps((0, 0), (0, 1))
    later = MapEditor(path=place)
    assert (later.draft.name, later.path) == ("Two hills", place)
    later.clear()
    later.load(place)
    assert later.draft.state == e.draft.state


@pytest.mark.parametrize("seat", ["plain", "mountain"])
def test_a_sanctuary_keeps_its_terrain_in_a_file(seat: str) -> None:
    e = made()
    e.paint(seat, (0, 0))
    assert kabula.parse_map(e.toml).cells[0, 0] == seat


def test_the_house_island_comes_through_editor_and_file_unchanged() -> None:
    e = MapEditor(kabula.island())
    again = MapDraft.read(e.toml)
    assert again.state == e.draft.state


def test_a_map_with_problems_is_not_saved(tmp_path: Path) -> None:
    e = made()
    e.paint("none", (0, 1))
    with pytest.raises(IslandError, match="“Ridgewick” lies on"):
        e.save(tmp_path / "x.toml")
    assert not (tmp_path / "x.toml").exists()


def test_what_is_no_map_is_not_written_over(tmp_path: Path) -> None:
    place = tmp_path / "pyproject.toml"
    place.write_text("[project]\n", encoding="utf-8")
    with pytest.raises(ValueError, match="is there and is no map; choose another name"):
        made().save(place)
    assert place.read_text(encoding="utf-8") == "[project]\n"


# walking ---------------------------------------------------------------------------------
def test_the_new_island_is_walked_on() -> None:
    m = made().walk(start="Ridgewick", target=(0, 0))
    assert m.title == "My island"
    assert repr(m).split("\n")[1] == "From Ridgewick (0, 1) to (0, 0): 2 steps"


def test_the_page_opens_a_map_to_walk_on_only_when_all_is_in_order() -> None:
    e = made()
    e.handle({"walk": True})
    assert e.walked == e.last_map.model_id
    assert e.last_map.island.cells == e.island.cells
    other = MapEditor()
    other.handle({"walk": True})
    assert (other.walked, other.status["kind"]) == ("", "bad")


# the page ----------------------------------------------------------------------------------
def test_the_page_paints_puts_and_takes_away() -> None:
    e = MapEditor()
    e.handle({"paint": ["plain", ["0,0", "0,1"]]})
    assert e.status["text"] == "Plain: (0, 0) and 1 more"
    e.handle({"river": ["0,0", "0,1"]})
    assert (e.status["text"], len(e.draft.rivers)) == ("A river between (0, 0) and (0, 1) (S)", 1)
    e.handle({"river": ["0,1", "0,0"]})
    assert (e.status["text"], len(e.draft.rivers)) == ("No river between (0, 1) and (0, 0) (N)", 0)
    e.handle({"put": ["pin", "0,1", 2]})
    assert e.status["text"] == "Pin 2: (0, 1)"
    e.handle({"put": ["pin", "0,1", 2]})
    assert (e.status["text"], e.draft.pins) == ("Taken away: pin on (0, 1)", {})
    e.handle({"put": ["dungeon", "0,1", None]})
    e.handle({"put": ["territory", ["0,0", "0,1"], "Bluff"]})
    assert (e.draft.dungeons, set(e.draft.territories.values())) == (((0, 1),), {"Bluff"})
    e.handle({"put": ["territory", ["0,0", "0,1"], ""]})
    e.handle({"take": "0,1"})
    assert e.status["text"] == "Cleared (0, 1)"
    assert (e.draft.dungeons, e.draft.territories) == ((), {})
    e.handle({"name": "Isle"})
    e.handle({"write": True})
    assert e.written["text"].startswith('name = "Isle"')
    e.handle({"reset": True})
    assert e.draft.name == "The house island"


@pytest.mark.parametrize(
    "message",
    [
        {"paint": ["plain", []]}, {"paint": ["plain", "0,0"]}, {"paint": ["sea", ["0,0"]]}, {"paint": ["plain", ["x"]]},
        {"river": ["0,0"]}, {"river": ["0,0", "3,3"]}, {"put": ["city", "0,0", None]}, {"put": ["castle", "0,0", 1]},
        {"put": ["pin", "0,0", "two"]}, {"put": ["arrow", "0,0", "E"]}, {"put": ["city", "9,9", "X"]}, {"take": None},
        {"read": ""}, {"open": "x.csv"}, {"save": 3}, {"name": 3}, {"fly": 1}, {"undo": 1, "redo": 1}, None,
    ],
)  # fmt: skip
def test_a_message_that_makes_no_sense_is_said_and_changes_nothing(message: Any) -> None:
    e = made()
    before = (e.draft, e.view)
    e.handle(message)
    assert (e.status["kind"], bool(e.status["text"])) == ("bad", True)
    assert (e.draft, e.view) == before


def test_what_the_page_gets_is_plain_data_and_hostile_words_stay_words() -> None:
    e = made()
    bad = "<img src=x onerror=alert(1)>"
    e.put("city", (0, 0), bad)
    json.dumps(e.view)
    assert {h["k"]: h["name"] for h in e.view["picture"]["hexes"]}["0,0"] == bad


def test_the_draft_is_told_in_words() -> None:
    assert made().text().split("\n")[:3] == [
        "My island: 5 spaces, in order",
        "(1, −1); Mountain; a dungeon",
        "(0, 0); Plain; the Sanctuary; a river to the south; an arrow to the north-east",
    ]
