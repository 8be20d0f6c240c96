"""Any table of Kabula from names and plain numbers; what does not fit is refused, and nothing is half-made."""

from __future__ import annotations

from typing import Any

import pytest

from kabula_table import ISLAND, after, card, comes, fight, kabula, labels, parts, pin, table
from rulebooks.core import odds
from rulebooks.core.game import Chance, Decision
from rulebooks.core.result import label


def test_what_is_left_out_is_as_at_the_start() -> None:
    s = table({"hero": "Zack"})
    start = kabula.initial_state(kabula.Setup(("zack",)))
    assert s.heroes == start.heroes
    assert (s.pins, s.encounters, s.common) == (start.pins, start.encounters, start.common)
    assert kabula.components(s) == kabula.components(start)


def test_a_whole_table_is_told_in_one_call() -> None:
    zack = {
        "hero": "Zack",
        "space": "Inverbluf",
        "heart": 4,
        "heart_plus": 11,
        "parts": {"fresh": "guts 2, legs", "rage": ["teeth"], "used": {"butt": 3}},
        "nausea": 2,
        "farz": 7,
        "items": ["Knee Pads", "Horned Kabuto"],
        "worn": ["Knee Pads"],
        "kept": ["Orc Family"],
        "tags": {"Big Talk": 2},
        "steps": 1,
    }
    s = table(zack, {"hero": "jessika", "space": [0, 3]}, light="orange", order=[2, 1], round=4)
    h = s.heroes[0]
    assert (h.space, h.heart, h.most, h.nausea, h.farz, h.steps) == (ISLAND.names["Inverbluf"], 4, 11, 2, 7, 1)
    assert parts(s) == {"rage": "teeth", "fresh": "guts ×2, legs", "used": "butt ×3"}
    assert {c.name for c in h.items} == {"Kidney Bean Bullet", "Iron Belly", "Knee Pads", "Horny Kabuto"}
    assert [c.name for c in h.worn] == ["Knee Pads"]
    assert h.tags == (0, 0, 2)
    assert (s.ron, s.active, s.turn, s.round) == ((1, 0), 0, 1, 4)
    assert s.heroes[1].space == (0, 3)


def test_pins_are_told_where_they_are_not_as_at_the_start() -> None:
    s = table(pins={"1, 0": "monster", (-2, -2): "dungeon 2", (2, -1): ""})
    assert (pin(s, (1, 0)), pin(s, (-2, -2)), pin(s, (2, -1)), pin(s, (1, 3))) == (
        "monster",
        "dungeon 2",
        "",
        "encounter",
    )


def test_cards_known_to_lie_on_top_come_first_and_in_their_order() -> None:
    s = table({"space": (1, 3)}, encounters=["Stuck Goat", "Lottery Stall"])
    met = after(s, "have an encounter")
    assert met.card is None
    assert comes(met) == {"Stuck Goat": 1}
    assert [layer.face.name for layer in s.encounters.layers[:2]] == ["Stuck Goat", "Lottery Stall"]


def test_cards_and_whole_decks_may_be_out_of_the_game() -> None:
    s = table(out=["rare", "Knee Pads", "Stuck Goat"])
    assert len(s.rare) == 0
    assert card("knee-pads") not in list(s.common)
    assert card("stuck-goat") not in list(s.encounters)


def test_named_cards_lie_in_no_deck() -> None:
    s = table({"items": ["Vegan Hot Dog"]})
    assert list(s.common).count(card("vegan-hot-dog")) == 1


BAD: list[tuple[dict[str, Any], str]] = [
    ({"heroes": []}, r"1 to 5 mappings.*\(1\.2\)"),
    ({"heroes": [{}] * 6}, r"1 to 5 mappings.*\(1\.2\)"),
    ({"heroes": "zack"}, r"1 to 5 mappings"),
    ({"heroes": [{"hero": "Zac"}]}, "did you mean Zack"),
    ({"heroes": [{"hero": "zack"}, {"hero": "Zack"}]}, r"one player only \(1\.2\)"),
    ({"heroes": [{"name": "zack"}]}, "player 1: a Hero tells hero, space, heart"),
    ({"heroes": [{"space": "Nowhere"}]}, "no place of the island is called 'Nowhere'"),
    ({"heroes": [{"space": (9, 9)}]}, "no space of the island"),
    ({"heroes": [{"heart": 0}]}, r"player 1: heart.*8\.1"),
    ({"heroes": [{"heart_plus": 0}]}, "player 1: heart_plus is a whole number from 1"),
    ({"heroes": [{"nausea": -1}]}, "player 1: nausea is a whole number from 0"),
    ({"heroes": [{"farz": 16}]}, r"more than 15 Farz.*\(4\.1\)"),
    ({"heroes": [{"parts": "teeth 11"}]}, r"player 1: at most 10 Parts are Fresh, not 11 \(2\.7\)"),
    ({"heroes": [{"parts": "tail"}]}, "player 1: no Part is called 'tail'; there are teeth, brain, legs, butt, guts"),
    ({"heroes": [{"parts": {"fresh": ["tail"]}}]}, "no Part is called 'tail'"),
    ({"heroes": [{"items": "Knee Pads"}]}, "player 1: items is a list of names"),
    ({"heroes": [{"items": ["Knee Pad"]}]}, "did you mean Knee Pads"),
    ({"heroes": [{"items": ["Knee Pads", "Knee Pads"]}]}, r"named too often; a green game has 1 of it \(1\.4\)"),
    ({"heroes": [{"hero": "zack", "items": ["Leather Jacket"]}]}, r"equipment of another Hero \(1\.2\)"),
    ({"heroes": [{"worn": ["Knee Pads"]}]}, r"no armour of this Hero \(4\.9\)"),
    ({"heroes": [{"items": ["Slingshot"], "worn": ["Slingshot"]}]}, r"no armour of this Hero \(4\.9\)"),
    (
        {"heroes": [{"items": ["Knee Pads", "Golden Sandals"], "worn": ["Knee Pads", "Golden Sandals"]}]},
        r"set off by the same Part; one of them is worn \(4\.9\)",
    ),
    ({"heroes": [{}, {"changed": ["Leather Jacket"]}]}, r"own turn only.*\(4\.9\)"),
    ({"heroes": [{"kept": ["Stuck Goat"]}]}, r"not kept by anybody \(3\.15\)"),
    ({"heroes": [{"kept": ["Orc Family"]}]}, r"green game has 0 of it \(1\.4\)"),
    ({"heroes": [{"tags": [1, 2]}]}, r"3 numbers, one for each personality.*\(10\.2\)"),
    ({"heroes": [{"tags": [4, 0, 0]}]}, r"\(10\.2\) is a whole number from 0 to 3"),
    ({"heroes": [{"tags": {"Big Talk": 1}}]}, r"no personality 'Big Talk'.*\(10\.2\)"),
    ({"heroes": [{}, {"steps": 2}]}, r"only in the own turn \(3\.4\)"),
    ({"heroes": [{}], "turn": 2}, "whose turn it is is a whole number from 1 to 1"),
    ({"heroes": [{}, {}], "order": [1, 1]}, r"each player from 1 to 2 once.*\(2\.1\)"),
    ({"heroes": [{}], "round": 11}, "the round is a whole number from 1 to 10"),
    ({"heroes": [{}], "pins": {"Inverbluf": "monster"}}, r"no monster Pin can lie on \(0, 4\) \(1\.6\)"),
    ({"heroes": [{}], "pins": {"1, 0": "dungeon 1"}}, r"no dungeon Pin can lie.*\(1\.6\)"),
    ({"heroes": [{}], "pins": {"1, 0": "dragon"}}, r"one of encounter, monster.*\(3\.8\)"),
    ({"heroes": [{}], "pins": [3]}, "a Pin is told as"),
    ({"heroes": [{}], "common": ["Horny Kabuto"]}, r"no card of this deck in this game \(1\.4\)"),
    ({"heroes": [{"items": ["Knee Pads"]}], "common": ["Knee Pads"]}, "common: Knee Pads lies elsewhere"),
    ({"heroes": [{}], "out": ["nothing"]}, "out: no item is called 'nothing'"),
    ({"heroes": [{}], "out": "rare"}, "out is a list of names"),
    ({"heroes": [{}], "light": "blue"}, "light is one of green, orange, red"),
    ({"heroes": [{}], "map": "nothing"}, "no TOML"),
]


@pytest.mark.parametrize(("told", "message"), BAD)
def test_what_does_not_fit_is_refused_by_name_and_rule(told: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kabula.table(**told)


def test_an_attack_alone_begins_with_its_roll() -> None:
    s = fight("kidney-bean-bullet", 5)
    assert isinstance(kabula.node(s), Chance)
    assert comes(s) == {"teeth": 1, "brain": 1, "legs": 1, "butt": 1, "guts": 1, "no Part": 1}


def test_an_attack_alone_may_tell_its_roll() -> None:
    s = fight("kidney-bean-bullet", 5, aim="legs", active=[("butt", "shield 2")], parts="butt")
    assert isinstance(kabula.node(s), Decision)
    assert labels(s) == ["do not defend", "shield 2: pay butt"]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"attack": "attack, blade 1", "aim": "legs"}, r"rolls no aim \(5\.6\)"),
        ({"attack": "attack, aim, blade 1", "aim": "tail"}, r"the die shows teeth.*\(5\.6\)"),
        ({"attack": "attack, blade 1", "kind": "ghost"}, "kind is one of hero, familio, monster, guardian"),
        ({"attack": "attack, blade 1", "others": [{"name": "x"}]}, "another is told by kind, heart"),
        ({"attack": "attack, blade 1", "kind": "familio", "parts": "teeth 6"}, r"at most 5 Parts.*\(2\.7\)"),
        ({"attack": "attack, blade 1", "farz": 16}, "the target: farz is a whole number from 0 to 15"),
        ({"attack": "attack, blade one"}, "blade one"),
        ({"attack": "kidney bean bulet"}, "did you mean"),
    ],
)
def test_an_attack_that_does_not_fit_is_refused(told: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kabula.position(**told)


# Odds beside a choice ----------------------------------------------------------------------------------
def test_the_table_tells_the_odds_beside_defend_or_not() -> None:
    jessika = {"hero": "jessika", "space": (0, 3), "items": ["Umbrella"], "parts": "butt"}
    s = table({"hero": "zack", "space": (0, 3), "parts": "guts"}, jessika)
    s = after(s, "Kidney Bean Bullet", "attack Jessika", "legs")
    advice = odds.beside(kabula, s)
    assert advice is not None
    assert [(label(row.action), int(row.values[0])) for row in advice.rows] == [
        ("Umbrella: pay butt", 0),
        ("do not defend", -2),
    ]


def test_odds_are_told_only_where_nobody_else_has_a_say() -> None:
    helper = {"space": (0, 3), "items": ["Umbrella"], "parts": "butt"}
    victim = {"space": (0, 3), "items": ["Tea Towel"], "parts": "legs, butt"}
    s = table({"hero": "zack", "space": (0, 3), "parts": "guts"}, victim, helper)
    s = after(s, "Kidney Bean Bullet", "attack Jessika", "legs")
    assert isinstance(kabula.node(s), Decision)
    assert kabula.focus(s) is None
    assert kabula.focus(after(s, "do not defend")) is None


def test_no_odds_are_told_between_two_actions() -> None:
    assert kabula.focus(table()) is None


def test_goals_are_found_by_name() -> None:
    assert kabula.named_goal("alive") is kabula.GOALS["alive"]
    with pytest.raises(ValueError, match="there are unhurt, alive"):
        kabula.named_goal("win")


def test_to_stay_alive_is_another_goal_than_to_stay_unhurt() -> None:
    s = fight("attack, aim, blade 2", 1, active=[("legs", "shield 1"), ("butt", "shield 2")], parts="butt", aim="")
    alive = odds.beside(kabula, s, "alive")
    assert alive is not None
    assert [row.values[0] for row in alive.rows] == [1, 0]
