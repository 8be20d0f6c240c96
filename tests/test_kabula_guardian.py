"""Kabula 11: the Guardian: its Heart, its deck at Alpha and Omega, its death before the theft, its turns afterwards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kabula_moves import onwards
from kabula_table import CALM, SHEET, after, asked, beside, cited, comes, pin, table, what
from rulebooks import kabula
from rulebooks.core.cards import Sheet
from rulebooks.core.game import Chance
from rulebooks.kabula.guardian import open_round
from rulebooks.kabula.opening import prepare
from rulebooks.kabula.printed import grid

MEADOW, HOME = (0, 3), (0, 0)
KING = "Water King"
FAR = {"guardian": KING, "space": (4, -4)}
# What the tests speak of, whatever the house sheet says after it was balanced.
ROWS = {
    "water-king-1": {"does": "toward 2; attack all 1, aim, blade 2, push"},
    "water-king-2": {"does": "toward 3; attack, aim, blade 3"},
    "water-king-3": {"does": "toward 2; attack 1, heart 2, nausea 1"},
    "water-king-card-1": {"does": "attack all 2, nausea 1", "slot": "alpha"},
    "water-king-card-2": {"does": "attack all 2, nausea 1", "slot": "omega"},
    "water-king-card-6": {"does": "wash 4", "slot": "omega"},
    "water-king-card-8": {"does": "heal 4; home", "slot": "alpha"},
}
TOLD: Sheet = replace(SHEET, cards=tuple(replace(c, **ROWS.get(c.id, {})) for c in SHEET.cards))


def tried(*heroes: Any, **rest: Any) -> Any:
    """A table with this Guardian."""
    return table(*heroes, **({"setup": kabula.Setup(sheet=TOLD)} | rest))


def named(card_id: str) -> str:
    """What a card is called."""
    return str(TOLD.find(card_id).name)


# Set-up -----------------------------------------------------------------------------------------------
@pytest.mark.rule("1.5")
def test_the_guardian_stands_on_the_sanctuary_with_heart_by_the_number_of_heroes() -> None:
    told = grid("", SHEET.find("water-king").hearts)
    seats = ("jessika", "zack", "clayton", "isolde", "chastity")
    for n in range(1, 6):
        g = prepare(kabula.Setup(seats[:n])).guardian
        assert (g.card.name, g.space, g.heart, g.most) == (KING, HOME, told[n - 1], told[n - 1])


# A card each round ------------------------------------------------------------------------------------
@pytest.mark.rule("11.1", "2.1b")
def test_until_the_theft_each_round_begins_with_a_card_of_its_deck() -> None:
    s = tried({"space": (4, -4)}, {"space": (4, -4)}, turn=2, omens=[CALM])
    s = after(s, "Wait")
    assert what(s) == "the Guardian's card"
    s, ids = cited(s, CALM)
    assert "11.2" in ids
    assert (s.round, s.omen.name, len(s.omens)) == (2, CALM, 9)


@pytest.mark.rule("11.1", "12.1a")
@pytest.mark.ruling("BR-73")
def test_bt_22_ten_cards_are_for_ten_rounds_and_the_theft_comes_with_the_eleventh() -> None:
    s = prepare(kabula.Setup(("jessika", "zack"), sheet=TOLD))
    assert len(s.omens) == 10
    assert all(len(TOLD.bag(lambda c, g=g: c.kind == "omen" and c.owner == g)) == 10 for g in ("water-king", "shaggy"))
    s = tried({"space": (4, -4)}, {"space": (4, -4)}, turn=2, round=9, out=["omens"])
    assert not s.kabula.stolen
    s = table({"space": (4, -4)}, {"space": (4, -4)}, turn=2, round=10, out=["omens"])
    s = after(s, "Wait")
    assert (s.round, s.kabula.stolen, s.kabula.owner, s.kabula.since) == (11, True, 20, 11)


@pytest.mark.ruling("BR-73")
def test_br_73_all_ten_cards_are_seen_before_the_guardian_steals() -> None:
    calm = replace(TOLD, cards=tuple(replace(c, does="wash 1") if c.kind == "omen" else c for c in TOLD.cards))
    s = kabula.initial_state(kabula.Setup(("jessika", "zack"), sheet=calm))
    seen = []
    while not s.kabula.stolen:
        if isinstance(kabula.node(s), Chance):
            s = onwards(s)
            seen += [s.omen.id] if s.omen is not None and s.omen.id not in seen else []
        else:
            s = after(s, "Wait")
    assert (s.round, len(seen), len(s.past), s.omen) == (11, 10, 10, None)


@pytest.mark.rule("12.1a")
@pytest.mark.ruling("BR-74")
def test_br_74_a_guardian_that_steals_goes_home_acts_once_at_alpha_and_then_the_first_hero_has_a_turn() -> None:
    s = tried({"space": (4, -4)}, {"space": (4, -4)}, turn=2, out=["omens"], guardian=FAR | {"space": (-4, 4)})
    s = after(s, "Wait")
    assert (s.guardian.space, s.ron, s.active, what(s)) == (HOME, (20, 0, 1), 20, "two Monster coins")
    s = after(s, "one of each")
    assert (asked(s), s.active, s.round) == (1, 0, 2)


# Alpha and Omega --------------------------------------------------------------------------------------
@pytest.mark.rule("11.2")
@pytest.mark.ruling("BR-75")
def test_br_75_a_card_at_alpha_acts_before_the_first_turn_and_one_at_omega_after_the_last() -> None:
    def drawn(card_id: str) -> Any:
        there = {"space": HOME, "parts": ""}
        return after(tried(there, there, turn=2, omens=[named(card_id)]), "Wait", named(card_id))

    alpha = drawn("water-king-card-1")
    assert [h.nausea for h in alpha.heroes] == [1, 1]
    omega = drawn("water-king-card-2")
    assert ([h.nausea for h in omega.heroes], asked(omega)) == ([0, 0], 1)
    omega = after(omega, "Wait")
    assert ([h.nausea for h in omega.heroes], asked(omega)) == ([0, 0], 2)
    omega = after(omega, "Wait")
    assert [h.nausea for h in omega.heroes] == [1, 1]
    assert what(omega) == "the Guardian's card"


@pytest.mark.rule("11.2")
def test_a_card_at_omega_is_done_once_and_lies_with_the_others_when_the_next_is_drawn() -> None:
    there = {"space": HOME, "parts": ""}
    s = tried(there, there, turn=2, omen=named("water-king-card-2"), omens=[named("water-king-card-8")])
    s = after(s, "Wait", named("water-king-card-8"))
    assert [h.nausea for h in s.heroes] == [1, 1]
    s = after(s, "Wait", "Wait")
    assert [h.nausea for h in s.heroes] == [1, 1]
    assert named("water-king-card-2") in [c.name for c in s.past]


@pytest.mark.rule("11.4")
def test_a_card_washes_the_monster_pins_near_the_guardian_back_to_encounters() -> None:
    s = tried(
        {"space": MEADOW},
        {"space": MEADOW},
        turn=2,
        omen=named("water-king-card-6"),
        guardian=FAR,
        pins={
            (4, -1): "monster",
            (1, 3): "monster",
            (3, -1): "dungeon 2",
        },
    )
    s, ids = cited(s, "Wait")
    assert "11.4" in ids
    assert (pin(s, (4, -1)), pin(s, (1, 3)), pin(s, (3, -1))) == ("encounter", "monster", "dungeon 2")


def test_a_card_may_heal_the_guardian_up_to_its_heart_and_bring_it_home() -> None:
    king = FAR | {"heart": 3}
    s = tried({"space": MEADOW}, {"space": MEADOW}, turn=2, omens=[named("water-king-card-8")], guardian=king)
    s = after(s, "Wait", named("water-king-card-8"))
    assert (s.guardian.heart, s.guardian.space) == (7, HOME)
    s = tried({"space": MEADOW}, {"space": MEADOW}, turn=2, omens=[named("water-king-card-8")])
    s = after(s, "Wait", named("water-king-card-8"))
    assert s.guardian.heart == s.guardian.most


# Death before the theft -------------------------------------------------------------------------------
@pytest.mark.rule("8.4a")
@pytest.mark.ruling("BR-84")
def test_br_84_a_guardian_killed_before_the_theft_is_home_again_with_all_its_heart_and_no_nausea() -> None:
    king = {"guardian": KING, "space": MEADOW, "heart": 1, "nausea": 3}
    s = beside({"parts": "teeth"}, {"parts": ""}, guardian=king)
    s, ids = cited(s, "Punch", "attack Water King", "no Part")
    assert "8.4a" in ids
    g = s.guardian
    assert (g.space, g.heart, g.nausea, g.out) == (HOME, g.most, 0, False)
    assert (s.kabula.stolen, asked(s)) == (False, 2)
    assert s.gone == kabula.table(heroes=[{}, {}]).gone  # nobody may tame it


@pytest.mark.rule("8.4a")
@pytest.mark.ruling("BR-92")
def test_br_92_a_guardian_killed_after_the_theft_is_dead_for_good_and_off_the_tracker() -> None:
    heroes = [{"space": MEADOW, "parts": "teeth"}, {"space": HOME}]
    king = {"guardian": KING, "space": MEADOW, "heart": 1}
    s = after(table(*heroes, kabula={"space": (4, -4)}, guardian=king), "Punch", "attack Water King", "no Part")
    assert (s.guardian.out, s.guardian.heart) == (True, 0)
    s = after(s, "Wait")
    assert (20 in s.ron, asked(s)) == (False, 1)


# After the theft --------------------------------------------------------------------------------------
@pytest.mark.rule("11.3")
@pytest.mark.ruling("BR-76")
def test_br_76_two_coins_choose_one_of_three_actions_with_chances_of_one_two_and_one_in_four() -> None:
    s = tried({"space": MEADOW}, {"space": MEADOW}, turn=KING, kabula=1, guardian=FAR | {"space": (0, 4)})
    assert what(s) == "two Monster coins"
    assert comes(s) == {"two heads": 1, "one of each": 2, "two tails": 1}
    assert {f"{Fraction(n, 4)}" for n in comes(s).values()} == {"1/4", "1/2"}
    for pair, row in (("two heads", "water-king-1"), ("one of each", "water-king-2"), ("two tails", "water-king-3")):
        assert after(s, pair).trace.row == row


@pytest.mark.rule("11.3", "9.4")
def test_after_the_theft_its_target_is_that_of_a_wild_monster_and_not_always_the_owner() -> None:
    owner, other = {"space": (-4, 4)}, {"space": (0, 3)}
    s = tried(owner, other, turn=KING, kabula=1, guardian=FAR | {"space": (0, 4)})
    s = after(s, "two tails")
    assert s.trace.target == "Zack"
    both = {"space": MEADOW}
    s = after(tried(both, both, turn=KING, kabula=2, guardian=FAR | {"space": (0, 4)}), "two tails")
    assert s.trace.target == "Zack"  # of those alike who has the Kabula


@pytest.mark.rule("11.3a")
def test_where_the_kabula_lies_alone_the_guardian_goes_there_first_and_takes_it_before_its_coins() -> None:
    s = tried({"space": MEADOW}, {"space": MEADOW}, turn=KING, kabula={"space": (-4, 4)}, guardian=FAR)
    assert (s.guardian.space, s.kabula.owner, s.kabula.space) == ((-4, 4), 20, None)
    assert what(s) == "two Monster coins"


@pytest.mark.rule("12.4a", "12.4d")
@pytest.mark.ruling("BR-82", "BR-122")
def test_br_122_the_guardian_s_attacks_are_raised_by_the_kabula_while_it_has_it() -> None:
    def harms(owner: Any, pair: str) -> list[tuple[str, int]]:
        there = {"space": HOME}
        s = after(tried(there, there, turn=KING, kabula=owner, guardian={"guardian": KING, "space": HOME}), pair)
        return [(h.what, h.n) for h in s.strike.attack.harms]

    assert harms(1, "two heads") == [("blade", 2), ("push", 1)]
    assert harms("guardian", "two heads") == [("blade", 4), ("push", 1)]
    assert harms("guardian", "one of each") == [("blade", 5)]


@pytest.mark.rule("12.4d")
@pytest.mark.ruling("BR-122")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("attack, nausea 1, heart 1, blade 1", ["nausea 1", "heart 3", "blade 1"]),
        ("attack, nausea 1, farz 2", ["nausea 3", "farz 2"]),
        ("attack, push", ["push 1"]),
        ("attack, spend brain or heart 1", ["spend brain or heart 3"]),
    ],
)
def test_br_122_the_first_number_that_costs_heart_is_raised_or_else_the_first(words: str, told: list[str]) -> None:
    s = table({"space": HOME}, {"space": HOME}, kabula="guardian")
    assert [str(h) for h in kabula.brawls.attack_by(s, 20, words).harms] == told


@pytest.mark.rule("12.1b", "11.2")
@pytest.mark.ruling("BR-104")
def test_br_104_a_card_that_waits_at_omega_is_void_after_the_theft_and_no_other_is_drawn() -> None:
    thief = {"space": HOME, "tags": (3, 0, 0), "parts": ""}
    s = tried({"space": MEADOW}, thief, turn=2, omen=named("water-king-card-2"), guardian=FAR)
    assert (s.kabula.owner, s.omen, len(s.past)) == (1, None, 1)
    s = after(s, "two tails", "Wait")
    assert (s.round, [h.nausea for h in s.heroes], asked(s)) == (2, [0, 0], 1)
    assert open_round(s) is s
