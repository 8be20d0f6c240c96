"""Any position of Friday can be set up, a fight or a whole table, and what cannot be is refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulebooks import friday
from rulebooks.core.cards import export_sheet, load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision
from rulebooks.core.play import Table

GAME = "friday"
SHEET = load_sheet("friday")
TWO = ("pirate ship 20", "pirate ship 35")


def names(cards: Any) -> list[str]:
    """Cards as they are shown."""
    return sorted(str(c) for c in cards)


def table(**changes: Any) -> friday.State:
    """A table between two fights of the green step."""
    return friday.table(**{"life": 15, "stack": ["weak", "focused"], "pirates": TWO, **changes})


# Cards ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wanted, found",
    [
        ("genius", "genius"),
        ("GENIUS ", "genius"),
        ("distracted −1", "distracted"),
        ("distracted −1 (aging)", "aging-distracted"),
        ("weapon 4", "cannibals-weapon"),
        ("weapon 2", "exploring-weapon"),
        ("vision 3 (sort 3)", "animals-vision"),
        ("strategy 0", "raft-strategy"),
        ("food 0 (+1 life)", "raft-food"),
        ("very hungry", "aging-very-hungry"),
        ("stupid −2 (aging)", "aging-stupid"),
        ("stupid -2 (aging)", "aging-stupid"),
        ("further-repeat", "further-repeat"),
    ],
)
def test_a_card_is_named_as_it_is_shown_or_by_its_id(wanted: str, found: str) -> None:
    f = friday.fight([wanted], 3, 1, aging=())
    assert [c.id for c in f.stack] == [found]


def test_whole_numbers_and_cards_of_ones_own_stand_for_themselves() -> None:
    f = friday.fight({2: 3, friday.card(-9, aging=True): 1, friday.card(0, "copy"): 2}, 3, 1, aging=())
    assert names(f.stack) == ["a 0 (copy)", "a 0 (copy)", "a 2", "a 2", "a 2", "a −9 (aging)"]
    assert {c.destroy_cost for c in f.stack if c.aging} == {2}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"value": 1.5}, "a card's value is a whole number from -999 to 999, not 1.5"),
        ({"value": True}, "a card's value is a whole number"),
        ({"value": 1000}, "from -999 to 999, not 1000"),
        ({"value": 1, "ability": "fly"}, "no ability is called 'fly'; there are \\+1 life, "),
        ({"value": 1, "aging": 1}, "aging is True or False, not 1"),
    ],
)
def test_a_card_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        friday.card(**wrong)


# Fights ---------------------------------------------------------------------------------------------
def test_a_hazard_named_by_its_name_brings_its_values_and_its_free_cards() -> None:
    f = friday.fight(["weak"], "wild animals", step="red")
    assert (f.challenge.needs, f.free, friday.need(f)) == ((11, 7, 4), 4, 11)


def test_a_hazard_may_be_named_by_the_knowledge_on_its_back() -> None:
    assert friday.need(friday.fight(["weak"], "cannibals-weapon", step="yellow")) == 9


@pytest.mark.parametrize(
    "name, need, free, rule", [("pirate ship 16", 16, 7, "extra_card_costs_2"), (TWO[0], 20, 6, None)]
)
def test_a_pirate_named_by_his_name_brings_his_value_free_cards_and_rule(
    name: str, need: int, free: int, rule: str | None
) -> None:
    f = friday.fight(["weak"], name)
    assert (friday.need(f), f.free, f.challenge.pirate, f.challenge.pirate_rule) == (need, free, True, rule)


def test_cards_drawn_on_the_left_have_used_up_free_cards() -> None:
    f = friday.fight(["weak"], "wild animals", drawn_left=["focused", friday.used("eating")], drawn_right=["genius"])
    assert f.free == 2
    assert names(f.cards) == ["eating 0 (+2 life), left, used", "focused 1, left", "genius 2, right"]


def test_a_card_may_lie_face_down() -> None:
    f = friday.fight(["weak"], 3, 2, drawn_left=[friday.face_down("suicidal"), 2])
    assert names(f.cards) == ["a 2, left", "suicidal −5 (aging), left, face down"]
    assert friday.total(f) == 2


def test_a_known_order_is_drawn_from_the_top() -> None:
    f = friday.fight(friday.known_order(["genius", "weak", 3]), 9, 3, aging=())
    drawn = []
    for _ in range(3):
        node = friday.node(friday.step(f, friday.DrawFree()))
        assert isinstance(node, Chance)
        ((card, _weight),) = node.outcomes.items()
        drawn.append(str(card))
        f = friday.step(friday.step(f, friday.DrawFree()), card)
    assert drawn == ["genius 2", "weak 0", "a 3"]


def test_aging_cards_are_those_of_the_level_that_are_named_nowhere() -> None:
    f = friday.fight(["hungry"], 3, 1, discard=["scared"], drawn_left=["suicidal"])
    upper, lower = f.aging.layers
    assert names(upper) == ["distracted −1 (aging)", "scared 0 (highest = 0, aging)"] + ["stupid −2 (aging)"] * 2 + [
        "very tired 0 (stop, aging)"
    ]
    assert names(lower) == ["moronic −4 (aging)", "very hungry 0 (−2 life, aging)"]
    assert len(friday.fight([], 3, 1, level=3).aging) == 11


def test_aging_cards_may_be_a_bag_a_known_order_or_none() -> None:
    order = friday.known_order(["suicidal", "hungry"])
    assert [str(c.face) for c in friday.fight([], 3, 1, aging=order).aging.layers] == [  # type: ignore[union-attr]
        "suicidal −5 (aging)",
        "hungry 0 (−1 life, aging)",
    ]
    assert [len(layer) for layer in friday.fight([], 3, 1, aging=["suicidal", "hungry"]).aging.layers] == [1, 1]  # type: ignore[arg-type]
    assert len(friday.fight([], 3, 1, aging=()).aging) == 0


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"stack": {"weak": 9}}, "weak 0 is named 9 times, but there are 8 in the box; friday.card\\(0\\) adds one"),
        ({"stack": {"weak": 8, "distracted": 5, "focused": 7}}, "focused 1 is named 7 times, but there are 3"),
        ({"stack": {"weak": 5}, "drawn_right": ["weak"] * 4}, "weak 0 is named 9 times"),
        ({"drawn_right": ["genius", "genius"]}, "genius 2 is named 2 times, but there are 1 in the box"),
        ({"value": "Cannibal"}, "no hazard or pirate is called 'Cannibal'; did you mean Cannibals"),
        ({"stack": ["wek"]}, "no card of the friday sheet is called 'wek'; did you mean weak"),
        ({"stack": ["food"]}, "'food' names several cards; say which: raft-food, exploring-food, further-food"),
        ({"stack": "weak"}, "cards are a list or a mapping"),
        ({"stack": [1.5]}, "a card is a name, a whole number or friday.card"),
        ({"stack": [True]}, "a card is a name, a whole number or friday.card"),
        ({"stack": {"weak": -1}}, "a count is a whole number from 0 to 999, not -1"),
        ({"stack": ["pirate ship 20"]}, "pirate ship 20 is a pirate, never a card of Robinson's"),
        ({"drawn_left": "weak"}, "drawn cards are a list of cards"),
        ({"drawn_left": [1, 1, 1]}, "3 cards lie on the left, but only 2 are free \\(2.2\\)"),
        ({"life": 23}, "life is a whole number from 0 to 22, not 23"),
        ({"life": 21, "level": 4}, "life is a whole number from 0 to 20, not 21"),
        ({"life": -1}, "life is a whole number from 0 to 22, not -1"),
        ({"level": 5}, "level is 1, 2, 3 or 4, not 5"),
        ({"level": True}, "level is 1, 2, 3 or 4, not True"),
        ({"step": "blue"}, "step is one of green, yellow, red, not 'blue'"),
        ({"pirate": "plunder"}, "pirate is None, 'none' or one of extra_card_costs_2, "),
        ({"value": -1}, "value is a whole number from 0 to 999, not -1"),
        ({"value": (1, 2)}, "value is a whole number, a hazard's name or \\(green, yellow, red\\)"),
        ({"value": "genius"}, "genius 2 is no hazard; there are With the raft to the wreck, "),
        (
            {"value": "pirate ship of age"},
            "pirate ship of age has no printed value: give a whole number, and pirate='two",
        ),
        ({"free": None}, "say how many free cards there are"),
        ({"free": -1}, "free is a whole number from 0 to 999, not -1"),
        ({"pay": 1.0}, "pay is a whole number"),
        ({"aging": ["weak"]}, "weak 0 is no aging card; friday.card\\(…, aging=True\\) makes one"),
        ({"aging": ["suicidal"], "stack": ["suicidal"]}, "suicidal −5 \\(aging\\) is named 2 times"),
    ],
)
def test_a_fight_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        friday.fight(**{"stack": [0, 1], "value": 4, "free": 2, **wrong})


@pytest.mark.parametrize("wrong", ["weak", {"weak": 2}, 3, None])
def test_a_known_order_is_a_list(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a known order is a list of cards, top first"):
        friday.known_order(wrong)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ((["weak"], 3, 0, 0), "pirates_beaten is a whole number from 0 to 2, not 3"),
        ((["weak"], 0, -1, 0), "life is a whole number from 0 to 99, not -1"),
        ((["weak"], 0, 0, 31), "hazards_left is a whole number from 0 to 30, not 31"),
        (("weak", 0, 0, 0), "cards are a list or a mapping"),
    ],
)
def test_a_score_that_cannot_be_is_refused(wrong: tuple[Any, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        friday.score(*wrong)


# Whole tables -----------------------------------------------------------------------------------
def test_a_table_is_set_up_where_a_hazard_is_chosen() -> None:
    s = table(shown=["weapon 4", "With the raft to the wreck (teaches books 0 (step −1))"], level=3)
    node = friday.node(s)
    assert isinstance(node, Decision)
    assert [str(a) for a in node.actions] == [
        "fight With the raft to the wreck (teaches books 0 (step −1))",
        "fight Cannibals (teaches weapon 4)",
    ]
    assert (len(s.hazards), len(s.aging), s.taken) == (28, 11, 0)


def test_a_table_is_set_up_in_the_middle_of_a_fight() -> None:
    s = table(facing="further-food", step="yellow", drawn_left=["genius"], drawn_right=[friday.used("eating")], life=9)
    assert s.fight is not None
    assert (friday.need(s.fight), friday.total(s.fight), s.fight.free, s.fight.life) == (5, 2, 2, 9)
    lost = friday.step(friday.step(s, friday.Compare()), friday.Settle())
    assert lost.fight is not None
    assert (lost.fight.life, lost.fight.phase) == (6, "destroying")


def test_a_table_is_set_up_before_the_pirates_and_in_a_fight_against_one() -> None:
    s = table(step="pirates", hazards=["raft-food"])
    assert [str(a) for a in friday.node(s).actions] == [f"fight {name}" for name in TWO]  # type: ignore[union-attr]
    s = table(step="pirates", beaten=TWO[:1], facing=TWO[1], hazards=[], drawn_left=["genius"])
    assert s.fight is not None
    assert (friday.need(s.fight), s.fight.free, s.beaten) == (35, 8, Bag([SHEET.find(TWO[0])]))


def test_without_hazards_shown_the_next_ones_are_turned_up_or_the_next_step_begins() -> None:
    assert isinstance(friday.node(table()), Chance)
    assert table(hazards=[], hazard_discard=["raft-food"]).step == "yellow"
    assert table(step="red", hazards=[]).phase is friday.Phase.PIRATE


def test_the_first_table_of_a_game_can_be_set_up_from_names() -> None:
    start = {"distracted −1": 5, "weak": 8, "focused": 3, "genius": 1, "eating": 1}
    s = friday.table(life=20, stack=start, pirates=TWO)
    t = Table(friday)
    t.choose(f"{TWO[0]} and {TWO[1]}")
    assert s == t.state


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"shown": ["weapon 4", "raft-food"]},
        {"facing": "raft-food", "drawn_left": ["genius"], "step": "red"},
        {"aging": friday.known_order(["suicidal", "hungry"]), "discard": ["stupid", "weapon 4"]},
        {"step": "pirates", "hazards": ["raft-food"], "facing": "pirate ship 20"},
    ],
)
def test_the_cards_of_a_table_are_those_of_the_box(level: int, changes: dict[str, Any]) -> None:
    s = table(**changes, level=level)
    assert friday.components(s) == friday.components(friday.initial_state(friday.Setup(level)))


def test_the_aging_cards_that_left_the_board_are_counted() -> None:
    assert table(discard=["hungry", "stupid"]).taken == 2
    assert table(discard=["hungry"], aging=["suicidal"]).taken == 9


def test_a_saved_game_of_a_table_set_up_reloads(tmp_path: Path) -> None:
    start = table(
        facing="further-food",
        drawn_left=[friday.used("eating"), friday.face_down("hungry")],
        stack=friday.known_order(["weak", "genius"]),
        level=4,
        options=friday.Options(highest_zero="after doubling", below_limit=3),
    )
    t = Table(friday, start=start, seed=3)
    t.do(friday.DrawFree())
    t.roll()
    t.save(tmp_path / "game.json")
    again = Table(friday)
    again.load(tmp_path / "game.json")
    assert (again.state, again.at) == (t.state, 2)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"life": 23}, "life is a whole number from 0 to 22, not 23"),
        ({"step": "blue"}, "step is one of green, yellow, red, pirates, not 'blue'"),
        ({"pirates": TWO[:1]}, "two different pirates are in a game"),
        ({"pirates": [TWO[0], TWO[0]]}, "two different pirates are in a game"),
        ({"pirates": "pirate ship 20"}, "pirates is a list of names"),
        ({"pirates": ["weak", TWO[0]]}, "weak 0 is no pirate; there are pirate-20, "),
        ({"beaten": TWO[:1]}, "only pirates of this game are beaten, .*after the red step"),
        ({"beaten": ["pirate ship 40"], "step": "pirates"}, "only pirates of this game are beaten"),
        ({"beaten": TWO, "step": "pirates"}, "with both pirates beaten the game is over"),
        ({"facing": "pirate ship 40", "step": "pirates"}, "pirate ship 40 is beaten, or no pirate of this game"),
        ({"facing": TWO[0], "step": "pirates", "beaten": TWO[:1]}, "pirate ship 20 is beaten"),
        ({"facing": TWO[0]}, "pirate ship 20 is no hazard"),
        ({"facing": "raft-food", "step": "pirates"}, "is no pirate"),
        ({"facing": "Wild animals"}, "name the knowledge on its back too: animals-realization, "),
        ({"shown": ["weak", "raft-food"]}, "weak 0 is no hazard"),
        ({"shown": ["raft-food"]}, "two hazards are shown, or the last one of the stack, not 1"),
        ({"shown": ["raft-food", "raft-food", "weapon 4"]}, "two hazards are shown, .* not 3"),
        ({"shown": ["raft-food", "weapon 4"], "facing": "raft-food"}, "hazards are shown before one of them is fought"),
        ({"shown": ["raft-food", "weapon 4"], "step": "pirates"}, "hazards are shown before"),
        ({"drawn_left": ["genius"]}, "cards are drawn for a hazard or pirate: say which one"),
        ({"facing": "raft-food", "drawn_left": ["genius", "eating"]}, "2 cards lie on the left, but only 1 are free"),
        ({"stack": {"weak": 9}}, "weak 0 is named more often than it is in the box \\(8\\)"),
        ({"discard": ["genius"], "stack": ["genius"]}, "genius 2 is named more often"),
        ({"shown": ["weapon 4", "raft-books"], "discard": ["raft-books"]}, "books 0 .*is named more often"),
        ({"stack": [3]}, "a 3 is no card of the sheet; a whole table holds only cards of the box"),
        ({"discard": ["very stupid"]}, "very stupid −3 \\(aging\\) is not used below level 3"),
        ({"aging": ["genius"]}, "genius 2 is no aging card"),
        ({"hazards": "raft-food"}, "hazards is a list of names"),
        ({"hazards": {"raft-food": -1}}, "hazards: a count is a whole number from 0 to 99, not -1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table(**wrong)


# Sheets ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'name = "weak"\nkind = "starting"\ncopies = 8',
            'name = "weak"\nkind = "starting"\ncopies = 9',
            "18 starting cards in the box, not 19",
        ),
        ("pirate = 20", "pirate = 20\nvalue = 1", "a pirate has neither"),
        ('ability = "stop"', 'ability = "copy"', "the other abilities never do"),
    ],
)
def test_a_sheet_that_is_no_box_of_friday_is_refused_by_file_and_number(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    mine = tmp_path / "mine.toml"
    text = export_sheet("friday")
    assert text.count(old) == 1
    mine.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=why) as no:
        friday.Setup(sheet=mine)
    assert "mine.toml" in str(no.value)


def test_a_sheet_of_ones_own_plays_with_its_own_numbers(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(export_sheet("friday").replace("start_life = 20", "start_life = 16"), encoding="utf-8")
    setup = friday.Setup(sheet=mine)
    assert friday.initial_state(setup).life == 16
    assert friday.table(life=16, stack=["weak"], pirates=TWO, setup=setup).setup is setup
