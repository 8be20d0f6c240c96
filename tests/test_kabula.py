"""Kabula 1 to 3: set-up, turns and actions, Parts and rest, walking and Pins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kabula_table import (
    CALM,
    ISLAND,
    SHEET,
    WAIT,
    after,
    asked,
    beside,
    card,
    cited,
    comes,
    kabula,
    labels,
    no,
    none_spotted,
    parts,
    pin,
    set_up,
    table,
    with_options,
)
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.kabula.parts import Boxes, Payment, payments

LIGHTS = ("green", "orange", "red")


# 1  Set-up ------------------------------------------------------------------------------------------
@pytest.mark.rule("1.1")
def test_the_four_decks_are_shuffled_apart_and_the_pins_are_set() -> None:
    s = kabula.initial_state()
    for deck in (s.encounters, s.dungeons, s.common, s.rare):
        (only,) = deck.layers
        assert isinstance(only, Bag)
    assert {c.kind for c in s.encounters} == {"encounter"}
    assert {c.kind for c in s.dungeons} == {"dungeon"}
    assert [c.rare for c in s.common] == [False] * len(s.common)
    assert all(c.rare for c in s.rare)
    assert s.pins


@pytest.mark.rule("1.2")
def test_each_hero_has_three_personalities_and_equipment_of_their_own() -> None:
    for h in kabula.initial_state(kabula.Setup(("jessika", "zack", "clayton", "isolde", "chastity"))).heroes:
        assert sum(c.kind == "personality" and c.owner == h.hero.id for c in SHEET.cards) == 3
        assert {c.owner for c in h.items} == {h.hero.id}
        assert (h.heart, h.most, h.farz) == (h.hero.heart, h.hero.heart, h.hero.farz)
        assert h.space == ISLAND.names[h.hero.start or ""]
        assert h.tags == (0, 0, 0)


@pytest.mark.parametrize(
    ("heroes", "message"),
    [
        ((), r"1 to 5 names.*\(1\.2\)"),
        (("zack",) * 6, r"1 to 5 names.*\(1\.2\)"),
        (("zack", "Zack"), r"one player only \(1\.2\)"),
        (("Zak",), "did you mean Zack"),
        ("zack", "a tuple of 1 to 5 names"),
    ],
)
def test_heroes_that_cannot_play_together_are_refused(heroes: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kabula.Setup(heroes)


@pytest.mark.rule("1.4")
def test_a_game_uses_cards_of_its_light_and_of_those_before_it() -> None:
    met = {light: {c.light for c in kabula.initial_state(kabula.Setup(light=light)).encounters} for light in LIGHTS}
    assert met == {"green": {"green"}, "orange": {"green", "orange"}, "red": set(LIGHTS)}


FAIR = """
[[card]]
id = "fair"
name = "Harbour Fair"
kind = "encounter"
copies = 1
set = "Fair"

[[card]]
id = "fair-a"
name = "Dance"
kind = "option"
copies = 1
owner = "fair"
trait = "romantic"
does = "heal 1"

[[card]]
id = "fair-b"
name = "Doze"
kind = "option"
copies = 1
owner = "fair"
trait = "lazy"
does = "heal 1"
"""


@pytest.mark.rule("13.1")
def test_the_cards_of_an_expansion_are_shuffled_in_when_it_is_named() -> None:
    sheet = parse_sheet("kabula", export_sheet("kabula") + FAIR, "with a fair")
    met = {n: len(kabula.initial_state(kabula.Setup(sheet=sheet, expansions=n)).encounters) for n in ((), ("Fair",))}
    assert met["Fair",] == met[()] + 1


@pytest.mark.rule("13.1")
def test_an_expansion_that_the_sheet_does_not_hold_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the kabula sheet has no expansion 'Fair'; there is .*\(13\.1\)"):
        kabula.Setup(expansions=("Fair",))
    with pytest.raises(ValueError, match=r"expansions is a tuple of names, not 'Fair'"):
        kabula.Setup(expansions="Fair")  # type: ignore[arg-type]


@pytest.mark.rule("1.6")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_encounter_pins_lie_where_the_number_is_no_more_than_that_of_the_heroes(n: int) -> None:
    heroes = ("jessika", "zack", "clayton", "isolde", "chastity")[:n]
    pins = dict(kabula.initial_state(kabula.Setup(heroes)).pins)
    assert {s for s, p in pins.items() if p == "encounter"} == {s for s, least in ISLAND.pins.items() if least <= n}
    assert [pins[s] for s in ISLAND.dungeons] == ["dungeon 1"] * 4


@pytest.mark.rule("1.6")
@pytest.mark.ruling("BR-108")
def test_a_position_with_one_hero_only_has_the_pins_of_two() -> None:
    assert table({"hero": "zack"}).pins == kabula.initial_state(kabula.Setup(("zack", "isolde"))).pins


@pytest.mark.rule("1.8")
def test_a_hero_begins_with_the_parts_of_the_info_card_all_of_them_fresh() -> None:
    zack = kabula.initial_state(kabula.Setup(("zack", "isolde"))).heroes[0]
    assert zack.boxes == Boxes(fresh=Bag({"teeth": 1, "brain": 1, "legs": 3, "butt": 2, "guts": 3}))


@pytest.mark.rule("1.9")
def test_the_order_of_play_is_found_before_the_first_turn() -> None:
    s = kabula.initial_state(kabula.Setup(("jessika", "zack", "clayton")))
    assert comes(s) == {"player 1": 1, "player 2": 1, "player 3": 1}
    s = after(s, "player 3", "player 1", "player 2", *set_up(), CALM)
    assert (s.ron, asked(s)) == ((2, 0, 1), 3)


# 2  Turns and actions ------------------------------------------------------------------------------------
@pytest.mark.rule("2.1")
def test_heroes_take_turns_in_the_order_of_play_and_a_new_round_begins_after_the_last() -> None:
    s = table({}, {}, {}, order=[2, 3, 1], turn=2)
    turns = []
    for card_of_the_guardian in ([], [], [CALM], []):
        turns.append((asked(s), s.round))
        s = after(s, WAIT, *card_of_the_guardian)
    assert turns == [(2, 1), (3, 1), (1, 1), (2, 2)]


@pytest.mark.rule("2.2")
def test_one_may_use_as_many_actions_as_one_can_pay_for_until_one_ends_the_turn() -> None:
    s = after(table({"parts": "legs 3"}, {}), "Walk", "Walk", "Walk")
    assert (s.hero.steps, asked(s)) == (6, 1)
    assert asked(after(s, WAIT)) == 2


@pytest.mark.rule("2.2")
def test_what_an_action_says_happens_in_its_order() -> None:
    s = table({"space": "Inverbluf", "heart": 1, "nausea": 2, "parts": "guts 4"}, {})
    s, ids = cited(s, "Bed and Breakfast")
    assert [i for i in ids if i in ("2.5", "5.1", "2.9", "2.1")] == ["2.5", "5.1", "2.9", "2.1"]
    assert (s.heroes[0].heart, s.heroes[0].nausea, asked(s)) == (7, 0, 2)


@pytest.mark.rule("2.3")
def test_an_action_that_cannot_be_paid_is_refused() -> None:
    s = table({"parts": {"used": "legs 3", "fresh": "teeth"}})
    assert no(s, "Walk") == "2.3"
    assert no(table({"parts": {"rage": "legs"}}), "Walk") == ""


@pytest.mark.rule("2.3a")
@pytest.mark.ruling("BR-109")
def test_an_action_that_gives_something_for_parts_wants_them_to_be_there() -> None:
    assert no(table({"space": "Inverbluf", "parts": ""}), "Historic Meat District") == "2.3a"
    assert no(table({"space": "Inverbluf", "parts": {"used": "butt"}}), "Historic Meat District") == ""
    assert no(table({"space": "Kabularbor", "parts": "butt"}), "Fish Market") == "2.3a"


@pytest.mark.rule("2.4")
def test_what_defends_is_used_in_answer_to_an_attack_only() -> None:
    assert no(table(), "Duck") == "2.4"
    assert no(table({"items": ["Umbrella"]}), "Umbrella") == "2.4"


@pytest.mark.rule("2.5")
def test_a_payment_moves_a_part_one_box_to_the_right() -> None:
    assert parts(after(table({"parts": "legs 2"}), "Walk")) == {"rage": "nothing", "fresh": "legs", "used": "legs"}
    s = after(table({"parts": {"rage": "legs"}}), "Walk")
    assert parts(s) == {"rage": "nothing", "fresh": "legs", "used": "nothing"}


@pytest.mark.rule("2.5")
def test_who_can_pay_in_several_ways_chooses() -> None:
    s = after(table({"parts": {"rage": "legs", "fresh": "legs"}}), "Walk")
    assert labels(s) == ["pay legs", "pay raging legs"]
    assert parts(after(s, "pay raging legs")) == {"rage": "nothing", "fresh": "legs ×2", "used": "nothing"}


@pytest.mark.rule("2.5")
def test_a_raging_part_may_pay_twice() -> None:
    s = after(table({"space": "Kabularbor", "parts": {"rage": "legs"}}), "Night Ferry")
    assert parts(s) == {"rage": "nothing", "fresh": "nothing", "used": "legs"}


@pytest.mark.rule("2.5a")
def test_a_cost_that_asks_for_a_raging_part_takes_it_all_the_way_and_counts_once() -> None:
    boxes = Boxes(rage=Bag(["teeth"]), fresh=Bag(["teeth", "legs"]))
    assert payments(boxes, ("raging teeth",)) == (Payment(all_the_way=Bag(["teeth"])),)
    assert payments(Boxes(fresh=Bag(["teeth"])), ("raging teeth",)) == ()
    s = beside({"hero": "jessika", "parts": {"rage": "teeth"}})
    s = after(s, "Obscene Outrage")
    assert parts(s) == {"rage": "nothing", "fresh": "nothing", "used": "teeth"}
    assert no(beside({"hero": "jessika", "parts": "teeth"}), "Obscene Outrage") == "2.3"


@pytest.mark.rule("2.6")
def test_a_new_part_is_used() -> None:
    s = after(table({"items": ["Fortune Cookie"], "parts": "legs"}), "Fortune Cookie")
    assert parts(s) == {"rage": "nothing", "fresh": "legs", "used": "brain"}


@pytest.mark.rule("2.6")
def test_who_gets_any_part_chooses_it() -> None:
    s = after(table({"items": ["Dried Mango"], "parts": ""}), "Dried Mango")
    assert labels(s) == ["get teeth", "get brain", "get legs", "get butt", "get guts"]
    assert parts(after(s, "get guts"))["used"] == "guts"


@pytest.mark.rule("2.7")
def test_a_fresh_box_too_full_sends_a_part_of_the_owners_choice_on() -> None:
    s = after(table({"parts": {"rage": "legs", "fresh": "teeth 9, guts"}}), "Walk")
    assert labels(s) == [
        "pay raging legs; teeth from Fresh to Used",
        "pay raging legs; legs from Fresh to Used",
        "pay raging legs; guts from Fresh to Used",
    ]
    s = after(s, "pay raging legs; guts from Fresh to Used")
    assert parts(s) == {"rage": "nothing", "fresh": "legs, teeth ×9", "used": "guts"}


@pytest.mark.rule("2.8", "2.9")
def test_who_rests_has_all_parts_fresh_again_and_no_nausea() -> None:
    s = table({"parts": {"rage": "teeth", "fresh": "legs", "used": "butt 3"}, "nausea": 4}, {})
    s = after(s, "Rest")
    assert parts(s) == {"rage": "nothing", "fresh": "butt ×3, legs, teeth", "used": "nothing"}
    assert (s.heroes[0].nausea, asked(s)) == (0, 2)


@pytest.mark.rule("2.8", "2.9")
def test_with_more_than_ten_parts_who_rests_chooses_which_are_fresh() -> None:
    s = after(table({"parts": {"used": "teeth 6, butt 5", "rage": "guts"}}, {}), "Rest")
    assert asked(s) == 1
    assert labels(s) == ["refresh teeth"]  # in a fixed order: without teeth only 6 others would follow
    s = after(s, *["refresh teeth"] * 5)
    assert labels(s) == ["refresh teeth", "refresh butt"]
    s = after(s, *["refresh butt"] * 4, "refresh guts")
    assert parts(s) == {"rage": "nothing", "fresh": "butt ×4, guts, teeth ×5", "used": "butt, teeth"}
    assert asked(s) == 2


@pytest.mark.ruling("BR-30")
def test_a_rest_may_go_on_with_the_turn_where_that_reading_is_chosen() -> None:
    s = table({"parts": {"used": "legs"}}, {}, setup=with_options(rest_ends_turn=False))
    s = after(s, "Rest")
    assert (asked(s), parts(s)["fresh"]) == (1, "legs")


# 3  Walking ---------------------------------------------------------------------------------------------
@pytest.mark.rule("3.4")
def test_steps_of_several_walks_add_up_and_what_is_left_is_lost_with_the_turn() -> None:
    s = after(table({"space": (0, 4), "parts": "legs 2"}, {}), "Walk", "walk NE")
    assert (s.hero.space, s.hero.steps) == ((1, 3), 1)
    s = after(s, "Walk")
    assert s.hero.steps == 3
    assert after(s, WAIT).heroes[0].steps == 0


@pytest.mark.rule("3.5")
def test_a_step_takes_the_figure_to_the_space_beside_for_what_the_way_costs() -> None:
    s = after(table({"space": (0, 2), "steps": 7}), "walk NW")
    assert (s.hero.space, s.hero.steps) == ((-1, 2), 4)
    s = after(s, "walk S")
    assert (s.hero.space, s.hero.steps) == ((-1, 3), 2)
    s = after(s, "walk SE")
    assert (s.hero.space, s.hero.steps) == ((0, 3), 1)


@pytest.mark.rule("3.6")
def test_nobody_walks_off_the_island() -> None:
    assert no(table({"space": (0, 4), "steps": 9}), "walk S") == "3.6"


@pytest.mark.rule("3.7")
def test_all_steps_of_a_way_are_there_at_once() -> None:
    assert no(table({"space": (0, 4), "steps": 1}), "walk N") == "3.7"
    assert no(table({"space": (0, 4), "steps": 2}), "walk N") == ""
    assert no(table({"space": (0, 2), "steps": 2}), "walk NW") == "3.7"


# Pins ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("3.8")
def test_a_hero_uses_the_pin_on_the_own_space() -> None:
    s = table({"space": (1, 3)}, {})
    assert "have an encounter" in labels(s)
    assert set(comes(after(s, "have an encounter"))) == {c.name for c in s.encounters}
    s = table({"space": (-2, -2)}, {}, pins={(-2, -2): "dungeon 2"})
    assert set(comes(after(s, "enter the dungeon 2"))) == {c.name for c in s.dungeons}
    assert not [a for a in labels(table({"space": (0, 3)})) if a.startswith(("have", "enter", "provoke"))]


@pytest.mark.rule("3.8", "3.12")
def test_after_an_encounter_its_pin_shows_a_monster_and_the_turn_is_over() -> None:
    s = after(table({"space": (1, 3)}, {}, encounters=["Cold Spring"]), "have an encounter", "Cold Spring")
    s = after(s, "Sleep in the sun (#lazy)")
    assert (pin(s, (1, 3)), asked(s)) == ("monster", 2)


@pytest.mark.rule("3.9")
def test_a_monster_pin_cannot_be_used_where_no_monster_is_left() -> None:
    s = none_spotted(table({"space": (1, 3)}, {}, pins={(1, 3): "monster"}))
    assert no(s, "provoke a monster") == "3.9"


def test_what_is_chosen_in_the_middle_of_an_action_is_the_only_choice_there() -> None:
    s = after(table({"items": ["Dried Mango"]}, {}), "Dried Mango")
    assert all(name.startswith("get ") for name in labels(s))
    assert card("dried-mango") not in list(s.hero.items)  # it is used up when it is used


def test_the_first_page_names_every_chapter_in_the_order_to_read_them() -> None:
    told = kabula.__doc__ or ""
    chapters = {p.stem for p in Path(kabula.__file__).parent.glob("*.py")} - {"__init__"}
    assert {name for name in chapters if f"``{name}``" not in told} == set()
