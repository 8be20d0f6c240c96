"""Any table of Kabula from names and plain numbers; what does not fit is refused, and nothing is half-made."""

from __future__ import annotations

from typing import Any

import pytest

from kabula_table import ISLAND, after, card, comes, fight, kabula, labels, parts, pin, table
from rulebooks.core import odds
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.result import label
from rulebooks.kabula.table import GUARDIAN, called


def test_what_is_left_out_is_as_at_the_start() -> None:
    s = table({"hero": "Zack"})
    start = kabula.initial_state(kabula.Setup(("zack",), ("jessika-on-air",)))
    assert s.heroes[0] == start.heroes[0]
    assert (s.encounters, s.common, s.omens) == (start.encounters, start.common, start.omens)
    assert (s.monsters, s.kabula, s.peels, s.rabbits) == (start.monsters, start.kabula, start.peels, start.rabbits)
    assert s.guardian.space == start.guardian.space == ISLAND.sanctuary


@pytest.mark.rule("1.7")
def test_where_nothing_is_told_the_first_monsters_of_the_sheet_are_spotted() -> None:
    assert {name: c.name for name, c in table().spotted} == {
        "The Ridge": "Aloe Wolf",
        "Bluff": "Peeping Cobra",
        "The North": "ScoundrEgg",
    }
    assert {c.name for _, c in table(monsters=[{"monster": "Aloe Wolf", "space": (0, 3)}]).spotted if c} == {
        "Peeping Cobra",
        "ScoundrEgg",
        "Polar Rhinoplast",
    }


def test_no_card_is_lost_or_made_by_any_table() -> None:
    for s in (table(), last_battle(), wild_island(), table({}, {"automa": "Zack Who Naps"})):
        setup = s.setup if s.setup.seats > 1 else kabula.Setup(s.setup.heroes, ("zack-who-naps",))
        assert kabula.components(s) == kabula.components(kabula.initial_state(setup))


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


# The whole game --------------------------------------------------------------------------------------------
def wild_island() -> Any:
    """A table before the theft: a Familio, an Automa with its children, a Wild Monster, a card at Omega."""
    zack = {
        "hero": "Zack",
        "space": (0, 3),
        "items": ["Chew Toy"],
        "familio": {
            "monster": "Peeping Cobra",
            "space": (1, 3),
            "heart": 2,
            "parts": {"fresh": "legs 2", "rage": "brain"},
            "nausea": 1,
            "gear": ["Chew Toy"],
        },
    }
    isolde = {"automa": "Isolde And Her Children", "space": (0, -2), "tags": 1, "heart": 5}
    child = {"monster": "Baby Warrior", "space": (0, -2)}
    wolf = {"monster": "Aloe Wolf", "space": (0, 2), "parts": "teeth 2", "nausea": 1, "before": "Zack"}
    return table(
        zack,
        isolde,
        monsters=[wolf, child, child],
        spotted={"bluff": "Tin Crab"},
        unspotted=["Moss Boar", "Velvet Bat"],
        out=["Grumble Goose", "Hail"],
        guardian={"space": (0, 1), "heart": 3, "nausea": 2},
        omen="Undertow",
        omens=["Deep Breath"],
        round=3,
    )


def last_battle(**more: Any) -> Any:
    """A table after the theft: Zack has the Kabula, Clayton is dead for good."""
    zack = {"hero": "Zack", "space": (0, 3), "tags": [3, 0, 0]}
    clayton = {"hero": "Clayton", "out": True}
    return table(zack, clayton, {"hero": "Isolde"}, **({"kabula": {"owner": "Zack", "since": 6}, "round": 8} | more))


def names(s: Any, figures: Any) -> list[str]:
    """What figures are called."""
    return [called(s, f) for f in figures]


def test_familios_monsters_automas_and_the_guardian_are_told_by_name() -> None:
    s = wild_island()
    pet, wolf = s.heroes[0].familio, s.monsters[0]
    assert (pet.card.name, pet.space, pet.heart, pet.most, pet.nausea) == ("Peeping Cobra", (1, 3), 2, 5, 1)
    assert (str(pet.fresh), str(pet.rage), [c.name for c in pet.gear]) == ("legs ×2", "brain", ["Chew Toy"])
    assert (wolf.space, str(wolf.parts), wolf.heart, wolf.nausea) == ((0, 2), "teeth ×2", 2, 1)
    assert [(m.card.name, m.heart, m.master) for m in s.monsters[1:]] == [("Baby Warrior", 1, 1)] * 2
    isolde = s.heroes[1]
    assert (isolde.automa.name, isolde.tags, isolde.flipped, isolde.heart) == (
        "Isolde And Her Children",
        (1, 0, 0),
        False,
        5,
    )
    assert (s.guardian.space, s.guardian.heart, s.guardian.nausea) == ((0, 1), 3, 2)
    assert s.guardian.most == int(card("water-king").hearts.split(",")[1])
    assert (s.omen.name, s.round) == ("Undertow", 3)


def test_the_order_of_play_is_monsters_before_their_heroes_and_familios_on_the_right() -> None:
    s = wild_island()
    assert names(s, s.ron) == [
        "Aloe Wolf",
        "Zack",
        "Baby Warrior 1",
        "Baby Warrior 2",
        "Isolde",
        "Peeping Cobra",
    ]
    assert names(s, [s.active]) == ["Zack"]


def test_decks_of_the_whole_game_may_be_known_on_top_and_used() -> None:
    s = wild_island()
    assert dict(s.spotted)["Bluff"] is card("tin-crab")
    assert [layer.face.name for layer in s.unspotted.layers[:2]] == ["Moss Boar", "Velvet Bat"]
    assert [c.name for c in s.gone] == ["Grumble Goose"]
    assert [c.name for c in s.past] == ["Hail"]
    assert s.omens.layers[0].face.name == "Deep Breath"
    assert len(s.omens) == 8
    assert len(table(out=["omens"]).past) == 10
    last = table(out=["omens"], omens=["Hail"])  # all are used but the one that is known to be left
    assert ([c.name for c in last.omens], len(last.past)) == (["Hail"], 9)


@pytest.mark.rule("12.1", "10.4d", "12.1b")
def test_after_the_theft_the_guardian_has_a_place_in_the_order() -> None:
    s = last_battle()
    assert names(s, s.ron) == ["Water King", "Zack", "Isolde"]
    assert (s.kabula.owner, s.kabula.stolen, s.kabula.since) == (0, True, 6)
    assert (s.heroes[1].out, s.heroes[1].heart) == (True, 0)
    with_automa = table({}, {"automa": "Zack Who Naps"}, kabula="the Guardian")
    assert (with_automa.heroes[1].flipped, with_automa.heroes[1].tags) == (True, (0, 0, 0))
    assert names(with_automa, with_automa.ron)[0] == "Water King"


def test_the_kabula_may_lie_on_a_space_and_may_be_used() -> None:
    dropped = last_battle(kabula={"space": "Old Mill"})
    assert (dropped.kabula.owner, dropped.kabula.space) == (-1, ISLAND.names["Old Mill"])
    assert last_battle(kabula={"owner": 1, "used": True}).kabula.used


def test_the_order_names_figures_or_players() -> None:
    wolf = {"monster": "Aloe Wolf", "space": (0, 0)}
    s = table({"hero": "Zack"}, {"hero": "Isolde"}, monsters=[wolf], order=["Isolde", "aloe wolf", 1])
    assert names(s, s.ron) == ["Isolde", "Aloe Wolf", "Zack"]
    s = table({"hero": "Zack"}, {"hero": "Isolde"}, monsters=[wolf], order=[2, 1], turn=2)
    assert names(s, s.ron) == ["Aloe Wolf", "Isolde", "Zack"]


@pytest.mark.rule("9.3a", "10.4b")
@pytest.mark.parametrize("whose", ["Aloe Wolf", "Baby Warrior 2", "isolde", 2])
def test_an_automatic_figure_s_turn_begins_with_its_coin(whose: Any) -> None:
    zack = {"hero": "Zack", "space": (0, 3)}
    isolde = {"automa": "Isolde And Her Children"}
    child = {"monster": "Baby Warrior", "space": (0, -2)}
    s = table(zack, isolde, monsters=[{"monster": "Aloe Wolf", "space": (0, 2)}, child, child], turn=whose)
    assert comes(s) == {"heads": 1, "tails": 1}


@pytest.mark.rule("9.12")
def test_it_may_be_a_familio_s_turn() -> None:
    s = table(
        {"hero": "Zack", "familio": {"monster": "Aloe Wolf", "space": (0, 3), "parts": "legs", "steps": 1}},
        turn="Zack's Familio",
    )
    assert names(s, [s.active]) == ["Aloe Wolf"]
    assert "end the Familio's turn" in labels(s)
    assert "walk N" in labels(s)


@pytest.mark.rule("11.3")
def test_the_guardian_s_turn_in_the_last_battle_begins_with_two_coins() -> None:
    assert comes(last_battle(turn="Water King")) == {"two heads": 1, "one of each": 2, "two tails": 1}


@pytest.mark.rule("11.2")
def test_before_the_theft_the_guardian_acts_by_the_card_at_alpha_or_omega() -> None:
    zack = {"hero": "Zack", "space": (1, 0)}
    omega = table(zack, omen="Spring Flood", turn="guardian")
    assert omega.strike is not None
    assert omega.turn == len(omega.ron)
    alpha = table(zack, omen="Rising Tide", turn="guardian")
    assert (alpha.strike is not None, alpha.turn) == (True, -1)


@pytest.mark.rule("11.1", "2.1b")
def test_a_round_may_just_begin() -> None:
    s = table(round=2, turn="a new round")
    assert len(comes(s)) == 10
    assert s.round == 2


@pytest.mark.rule("12.1a")
@pytest.mark.ruling("BR-73")
def test_a_round_that_begins_without_a_card_of_the_guardian_is_its_theft() -> None:
    s = table({"hero": "Zack"}, {}, out=["omens"], round=11, turn="a new round")
    assert s.kabula.owner == GUARDIAN
    assert list(comes(s)) == ["two heads", "one of each", "two tails"]


@pytest.mark.rule("12.1", "12.2")
def test_a_trending_hero_on_the_sanctuary_steals_in_the_own_turn() -> None:
    thief = {"hero": "Zack", "space": (0, 0), "tags": [0, 3, 0]}
    assert table(thief, {}).kabula.owner == 0
    assert not table(thief, {}, turn=2).kabula.stolen


@pytest.mark.rule("12.3", "12.5")
@pytest.mark.ruling("BR-81")
def test_who_has_a_turn_where_the_kabula_lies_when_the_guardian_is_dead_wins() -> None:
    s = last_battle(kabula={"space": (0, 3)}, guardian={"out": True})
    assert (s.winner, s.ended_by) == (0, "12.5")


def test_peels_and_rabbits_are_told_by_their_places() -> None:
    s = table(peels=[(1, 1), "Old Mill"], rabbits=[(0, 2), ((0, 3), True)])
    assert s.peels == ((-2, 3), (1, 1))
    assert s.rabbits == (((0, 2), False), ((0, 3), True))


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
    ({"heroes": [{}, {"items": ["Knee Pads"], "changed": ["Knee Pads"]}]}, r"own turn only \(4\.9, 4\.12\)"),
    ({"heroes": [{}], "turn": 1, "out": ["Leather Jacket"]}, "Leather Jacket is named too often"),
    ({"heroes": [{"kept": ["Stuck Goat"]}]}, r"not kept by anybody \(3\.15\)"),
    ({"heroes": [{"kept": ["Orc Family"]}]}, r"green game has 0 of it \(1\.4\)"),
    ({"heroes": [{"tags": [1, 2]}]}, r"3 numbers, one for each personality.*\(10\.2\)"),
    ({"heroes": [{"tags": [4, 0, 0]}]}, r"\(10\.2\) is a whole number from 0 to 3"),
    ({"heroes": [{"tags": {"Big Talk": 1}}]}, r"no personality 'Big Talk'.*\(10\.2\)"),
    ({"heroes": [{}, {"steps": 2}]}, r"only in the own turn \(3\.4\)"),
    ({"heroes": [{}], "turn": 2}, r"whose turn it is .*is a whole number from 1 to 1"),
    ({"heroes": [{}], "turn": "Nobody"}, r"whose turn it is: 'Nobody' is no figure of this table.*Jessika.*\(2\.1\)"),
    ({"heroes": [{}], "turn": "Water King"}, r"before the theft Water King acts by its card.*\(11\.2\)"),
    ({"heroes": [{}, {}], "order": [1, 1]}, r"order names each Hero once.*\(2\.1\)"),
    ({"heroes": [{}, {}], "order": [1, 3]}, "order .*a whole number from 1 to 2"),
    ({"heroes": [{}, {}], "order": "1, 2"}, r"order names each player from 1 to 2 once.*\(2\.1\)"),
    (
        {"heroes": [{"familio": "Aloe Wolf"}, {}], "order": ["Aloe Wolf", 1, 2]},
        r"Familios stand on the right of the tracker.*\(9\.12a\)",
    ),
    ({"heroes": [{}], "round": 0}, "the round is a whole number from 1 to 99"),
    ({"heroes": [{}], "pins": {"Inverbluf": "monster"}}, r"no monster Pin can lie on \(0, 4\) \(1\.6\)"),
    ({"heroes": [{}], "pins": {"1, 0": "dungeon 1"}}, r"no dungeon Pin can lie.*\(1\.6\)"),
    ({"heroes": [{}], "pins": {"1, 0": "dragon"}}, r"one of encounter, monster.*\(3\.8\)"),
    ({"heroes": [{}], "pins": [3]}, "a Pin is told as"),
    ({"heroes": [{}], "common": ["Horny Kabuto"]}, r"no card of this deck in this game \(1\.4\)"),
    ({"heroes": [{"items": ["Knee Pads"]}], "common": ["Knee Pads"]}, "common: Knee Pads lies elsewhere"),
    ({"heroes": [{}], "out": ["nothing"]}, "out: no card is called 'nothing'"),
    ({"heroes": [{}], "out": "rare"}, "out is a list of names"),
    ({"heroes": [{}], "light": "blue"}, "light is one of green, orange, red"),
    ({"heroes": [{}], "map": "nothing"}, "no TOML"),
    # Automas
    ({"heroes": [{"automa": "Zack Who Naps"}, {}]}, r"Automas sit on the seats after the players.*\(10\.4\)"),
    ({"heroes": [{}, {"automa": "Zack"}]}, "no Automa is called 'Zack'"),
    ({"heroes": [{"hero": "Zack"}, {"automa": "Zack Who Naps"}]}, r"a Hero that a player has taken \(10\.4\)"),
    (
        {"heroes": [{}, {"automa": "Zack Who Naps"}, {"automa": "Zack Who Boasts"}]},
        r"Automas of one Hero; one of them can play \(10\.4\)",
    ),
    ({"heroes": [{}, {"automa": "Zack Who Naps", "parts": "teeth"}]}, "player 2: an Automa tells automa, space, heart"),
    ({"heroes": [{}, {"automa": "Zack Who Naps", "tags": 4}]}, r"player 2: the Tags of Zack Who Naps \(10\.4f\)"),
    ({"heroes": [{}, {"automa": "Zack Who Naps", "trending": True}]}, r"with 3 Tags, or after the theft \(10\.4f\)"),
    ({"heroes": [{}, {"automa": "Zack Who Naps", "trending": 1}]}, "player 2: trending is True or False, not 1"),
    (
        {"heroes": [{}, {"automa": "Zack Who Naps", "tags": 3, "trending": False}]},
        r"shows its trending side \(10\.4f\)",
    ),
    (
        {"heroes": [{}, {"automa": "Zack Who Naps", "trending": False}], "kabula": 1},
        r"after the theft every Automa shows its trending side \(10\.4d\)",
    ),
    # Familios
    ({"heroes": [{"familio": "Aloe Wolff"}]}, "player 1: familio: no monster is called.*did you mean Aloe Wolf"),
    ({"heroes": [{"familio": {"space": (0, 0)}}]}, r"a Familio tells monster, space, heart.*\(9\.11\)"),
    ({"heroes": [{"familio": {"monster": "Aloe Wolf", "heart": 7}}]}, "the Familio Aloe Wolf: heart is .*from 1 to 6"),
    (
        {"heroes": [{"familio": {"monster": "Aloe Wolf", "parts": "teeth 6"}}]},
        r"the Familio Aloe Wolf: at most 5 Parts are Fresh, not 6 \(2\.7\)",
    ),
    (
        {"heroes": [{"familio": {"monster": "Aloe Wolf", "parts": {"used": "teeth"}}}]},
        r"its Used box is its Hero's.*\(2\.5\)",
    ),
    (
        {"heroes": [{"familio": {"monster": "Aloe Wolf", "gear": ["Chew Toy"]}}]},
        r"Chew Toy is no Familio gear among its Hero's items \(4\.12\)",
    ),
    (
        {"heroes": [{"familio": {"monster": "Aloe Wolf", "steps": 1}}]},
        r"the Familio Aloe Wolf: steps are left only in the own turn \(3\.4\)",
    ),
    ({"heroes": [{"familio": "Aloe Wolf"}, {"familio": "Aloe Wolf"}]}, r"named too often; .*has 1 of it \(1\.4\)"),
    ({"heroes": [{"familio": {"monster": "Aloe Wolf", "space": "Nowhere"}}]}, "Familio Aloe Wolf: no place.*'Nowhere'"),
    # Wild Monsters
    ({"heroes": [{}], "monsters": "Aloe Wolf"}, r"monsters is a list of mappings.*\(9\.1\)"),
    ({"heroes": [{}], "monsters": ["Aloe Wolf"]}, r"monster 1, Aloe Wolf: its space is not told \(9\.1\)"),
    ({"heroes": [{}], "monsters": [{"monster": "Wolf"}]}, "monster 1: no monster is called 'Wolf'"),
    (
        {"heroes": [{}], "monsters": [{"monster": "Aloe Wolf", "space": (0, 0), "parts": "brain"}]},
        r"monster 1, Aloe Wolf: of its Parts .*one at least is left, and no others, not brain \(9\.2\)",
    ),
    (
        {"heroes": [{}], "monsters": [{"monster": "Aloe Wolf", "space": (0, 0), "heart": 3}]},
        r"the Parts on it are its Heart.*\(9\.2\)",
    ),
    (
        {"heroes": [{}], "monsters": [{"monster": "Baby Warrior", "space": (0, 0)}]},
        r"belongs to the Automa Isolde And Her Children \(10\.4h\)",
    ),
    (
        {
            "heroes": [{}, {"automa": "Isolde And Her Children"}],
            "monsters": [{"monster": "Baby Warrior", "space": (0, 0)}] * 4,
        },
        r"4 of Baby Warrior, but there are 3 at most \(10\.4h\)",
    ),
    (
        {"heroes": [{}], "monsters": [{"monster": "Aloe Wolf", "space": (0, 0), "before": "Clayton"}]},
        "monster 1: before: no Hero here is called 'Clayton'",
    ),
    ({"heroes": [{}], "spotted": {"Bluffs": "Aloe Wolf"}}, r"no territory is called 'Bluffs'; there are The Ridge"),
    ({"heroes": [{}], "spotted": ["Aloe Wolf"]}, r"spotted is a mapping territory -> Monster.*\(1\.7\)"),
    ({"heroes": [{}], "spotted": {"Bluff": "Bluff"}}, "spotted in Bluff: no monster is called 'Bluff'"),
    ({"heroes": [{}], "spotted": {"Bluff": None}}, r"the slot of Bluff is filled as long as.*\(9\.1a\)"),
    ({"heroes": [{}], "unspotted": ["Aloe Wolf"]}, r"unspotted: Aloe Wolf lies elsewhere.*\(1\.4\)"),
    # The Guardian and its deck
    ({"heroes": [{}], "guardian": "Water Queen"}, "no Guardian is called 'Water Queen'; did you mean Water King"),
    ({"heroes": [{}], "guardian": {"name": "x"}}, r"the Guardian tells guardian, space, heart.*\(1\.5\)"),
    ({"heroes": [{}], "guardian": {"heart": 99}}, "Water King: heart .*is a whole number from 1 to [0-9]+, not 99"),
    ({"heroes": [{}], "guardian": {"out": True}}, r"before the theft the Guardian comes back from death \(8\.4a\)"),
    ({"heroes": [{}], "guardian": {"out": True}, "kabula": 1}, r"when the Guardian is dead has won \(12\.5\)"),
    ({"heroes": [{}], "guardian": {"out": True}, "kabula": "guardian"}, r"a dead Guardian has no Kabula \(12\.3a\)"),
    ({"heroes": [{}], "omen": "Rain"}, "omen: no omen is called 'Rain'"),
    ({"heroes": [{}], "omen": "Hail", "omens": ["Hail"]}, r"omens: Hail lies elsewhere.*\(1\.4\)"),
    ({"heroes": [{}], "omen": "Hail", "kabula": 1}, r"after the theft no card.*at Alpha or Omega \(12\.1b\)"),
    # The Kabula, the dead, the swallowed
    ({"heroes": [{}], "kabula": 2}, "the owner of the Kabula .*is a whole number from 1 to 1"),
    ({"heroes": [{}], "kabula": "Clayton"}, "no Hero here is called 'Clayton'; there are Jessika, the Guardian"),
    ({"heroes": [{}], "kabula": {"since": 1}}, r"the Kabula tells owner or space.*\(12\.3\)"),
    ({"heroes": [{}], "kabula": {"owner": 1, "since": 2}}, r"since \(the round of the theft\) is .* from 1 to 1"),
    ({"heroes": [{}], "kabula": {"owner": 1, "since": 1}, "round": 99}, r"the last battle goes on for.*\(12\.7\)"),
    ({"heroes": [{}], "kabula": {"owner": "guardian", "used": True}}, r"only a player's Hero spends.*\(12\.4a\)"),
    ({"heroes": [{}], "kabula": {"space": (0, 3), "used": True}}, r"a Kabula that lies on a space is not used"),
    ({"heroes": [{"out": True}, {}]}, r"nobody is out of the game before.*\(8\.1\)"),
    ({"heroes": [{"out": True}], "kabula": "guardian"}, r"all Heroes are out of the game: it is over \(12\.6\)"),
    ({"heroes": [{"out": True}, {}], "kabula": 1}, r"a Hero who is out of the game has no Kabula \(12\.3a\)"),
    (
        {"heroes": [{"out": True, "familio": "Aloe Wolf"}, {}], "kabula": 2},
        r"who is out of the game has no Familio.*\(8\.3\)",
    ),
    ({"heroes": [{"out": True}, {}], "kabula": 2, "turn": 1}, r"player 1 is out of the game \(8\.3\)"),
    ({"heroes": [{"swallowed": True}]}, r"Water King swallows nobody.*\(13\.5\)"),
    # Tokens and sets
    ({"heroes": [{}], "peels": [(0, 0), (0, 0)]}, r"two peels do not lie on one space \(13\.8\)"),
    ({"heroes": [{}], "peels": "Old Mill"}, r"peels is a list of at most 24 places.*\(13\.6\)"),
    ({"heroes": [{}], "peels": [(9, 9)]}, "a peel: .*no space of the island"),
    ({"heroes": [{}], "rabbits": [(0, 0)] * 21}, r"rabbits is a list of at most 20 places.*\(13\.3\)"),
    ({"heroes": [{}], "expansions": ["Nothing"]}, r"no expansion 'Nothing'.*\(13\.1\)"),
    ({"heroes": [{"tags": [3, 3, 0]}]}, r"who is trending gets no more \(10\.3\)"),
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


@pytest.mark.rule("5.5a")
@pytest.mark.parametrize("kind", ["guardian", "automa", "brood"])
def test_who_has_no_parts_suffers_and_never_recharges(kind: str) -> None:
    s = fight("attack, spend any or heart 2", 5, kind=kind)
    assert isinstance(kabula.node(s), Terminal)
    assert [f.heart for f in s.fighters] == [9, 3]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"attack": "attack, blade 1", "aim": "legs"}, r"rolls no aim \(5\.6\)"),
        ({"attack": "attack, aim, blade 1", "aim": "tail"}, r"the die shows teeth.*\(5\.6\)"),
        (
            {"attack": "attack, blade 1", "kind": "ghost"},
            "kind is one of hero, familio, monster, guardian, automa, brood",
        ),
        ({"attack": "attack, blade 1", "kind": "automa", "parts": "teeth"}, r"no figure with Parts.*\(5\.5a\)"),
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
