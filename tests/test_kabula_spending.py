"""Kabula 12: the Kabula as a Part: in an action, in a defence, where Parts are asked for; last battles at random."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kabula_battles import (
    AWAY,
    HOME,
    KING,
    MEADOW,
    NUMBER,
    POPULAR,
    attacks,
    battle,
    struck,
    to_its_end,
)
from kabula_table import SHEET, after, asked, cited, labels, no, parts, table, what
from rulebook_widgets.views.kabula_words import spent_words
from rulebooks import kabula
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.sampling import pick
from rulebooks.kabula.fights import Defend, Spend
from rulebooks.kabula.flow import settled
from rulebooks.kabula.numbers import of_action, of_attack, raise_attack
from rulebooks.kabula.parts import Payment
from rulebooks.kabula.printed import Verb
from rulebooks.kabula.strikes import attack, defence


# The Kabula as a Part ---------------------------------------------------------------------------------
@pytest.mark.rule("12.4", "12.4b")
@pytest.mark.ruling("BR-82", "BR-83")
def test_br_82_the_kabula_pays_one_part_raises_one_number_and_is_used() -> None:
    s = battle({"parts": "legs"}, {})
    assert NUMBER == 2
    s = after(s, "Walk with the Kabula for legs: more steps")
    assert (s.heroes[0].steps, s.kabula.used, parts(s)["fresh"]) == (2 + NUMBER, True, "legs")
    assert not [a for a in labels(s) if "Kabula" in a]
    assert after(s, "Walk").heroes[0].steps == 4 + NUMBER


@pytest.mark.rule("12.4b")
def test_the_rest_of_the_price_is_paid_as_always_and_must_be_there() -> None:
    city = {"hero": "Jessika", "space": "Inverbluf", "heart": 1}
    s = battle(city | {"parts": "legs 3"}, {})
    bed = "Bed and Breakfast with the Kabula for any: more healing"
    assert no(battle(city | {"parts": "legs 2"}, {}), bed) == "12.4b"
    s = after(s, bed)
    assert s.heroes[0].heart == min(s.heroes[0].most, 1 + 6 + NUMBER)
    assert parts(s)["fresh"] == "legs ×3"  # it rested
    assert not s.kabula.used


@pytest.mark.rule("12.4a")
@pytest.mark.ruling("BR-83")
def test_br_83_the_number_is_that_of_the_guardian_s_card() -> None:
    sheet = replace(SHEET, cards=tuple(replace(c, number=5) if c.id == "water-king" else c for c in SHEET.cards))
    s = battle({"parts": ""}, {}, setup=kabula.Setup(sheet=sheet))
    assert after(s, "Walk with the Kabula for legs: more steps").heroes[0].steps == 7


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-123")
def test_br_123_any_printed_number_may_be_raised_the_reach_of_an_attack_and_parts_to_be_spent_too() -> None:
    bullet = attack("Bullet", "attack 3, aim, blade 1, teeth/legs: blade 1")
    assert of_attack(bullet) == ("spaces", "blade", "blade at teeth or legs")
    assert [raise_attack(bullet, 0, 2).reach, raise_attack(bullet, 2, 2).harms[1].n] == [5, 3]
    outrage = attack("Outrage", "attack, chosen spend any 2 or heart 1, push")
    assert of_attack(outrage) == ("any to spend", "heart")
    assert raise_attack(outrage, 0, 2).harms[0].price == ("any",) * 4
    assert of_action(SHEET.find("walk")) == ("steps",)
    assert of_action(SHEET.find("souvenir-shop")) == ("cards",)


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-123")
def test_br_123_a_longer_reach_finds_targets_that_were_too_far() -> None:
    near, far = {"parts": ""}, {"space": (0, -2)}
    bullet = "Kidney Bean Bullet with the Kabula for guts: more {}"
    s = table({"hero": "Zack", "space": MEADOW} | near, {"hero": "Jessika"} | far, kabula=1, guardian=AWAY)
    assert labels(after(s, bullet.format("spaces"))) == ["attack Jessika"]
    assert after(s, bullet.format("spaces"), "attack Jessika").strike.attack.reach == 5


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-123")
def test_br_123_the_blades_of_an_attack_are_raised_where_one_wants_it() -> None:
    s = battle({"parts": ""}, {"heart": 9})
    s = after(s, "Punch with the Kabula for teeth: more blade", "attack Zack", "no Part")
    assert s.heroes[1].heart == 9 - 1 - NUMBER


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-123")
def test_br_123_an_action_without_a_number_is_paid_with_the_kabula_all_the_same() -> None:
    s = after(battle({"parts": ""}, {}), "Shove with the Kabula for butt", "attack Zack")
    assert (s.kabula.used, what(s)) == (True, "the Compass die")


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-123")
def test_br_123_it_pays_for_no_raging_part() -> None:
    punch = replace(SHEET.find("punch"), cost="raging teeth, any")
    assert [b.part for b in kabula.the_end.boosts(punch)] == ["any"]


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-103", "BR-126")
def test_br_126_a_spent_kabula_is_fresh_after_a_rest_and_recharging_does_not_move_it() -> None:
    s = battle({"parts": {"used": "legs 10"}}, {}, kabula={"owner": 1, "used": True})
    assert not [a for a in labels(s) if "Kabula" in a]
    after_rest = after(s, "Rest")
    assert (after_rest.kabula.used, parts(after_rest)["fresh"]) == (False, "legs ×10")  # ten Parts and the Kabula
    charging = settled(replace(s, todo=((0, Verb("recharge")),)))
    assert labels(charging) == ["recharge legs from Used to Fresh"]
    assert after(charging, labels(charging)[0]).kabula.used


@pytest.mark.rule("12.4", "12.3a")
@pytest.mark.ruling("BR-126")
def test_br_126_whoever_takes_over_a_spent_kabula_has_it_fresh() -> None:
    s = struck(battle({"heart": 1}, {}, {}, turn=2, kabula={"owner": 1, "used": True}), 1, 0)
    assert (s.kabula.owner, s.kabula.used) == (1, False)


@pytest.mark.rule("12.4")
@pytest.mark.ruling("BR-82")
def test_br_82_nobody_but_its_owner_may_spend_it_and_no_familio() -> None:
    s = battle({"parts": "legs"}, {"parts": "legs"}, kabula=2)
    assert not [a for a in labels(s) if "Kabula" in a]
    pet = {"monster": "Aloe Wolf", "space": MEADOW, "parts": "legs"}
    s = battle({"familio": pet}, {}, turn="Aloe Wolf")
    assert not [a for a in labels(s) if "Kabula" in a]


# In a fight
@pytest.mark.rule("12.4c", "5.14")
@pytest.mark.ruling("BR-124")
def test_br_124_a_defence_is_paid_with_the_kabula_and_one_of_its_numbers_is_raised() -> None:
    s = battle({"parts": "legs", "heart": 8}, {"parts": "teeth"}, turn=2)
    s = after(s, "Punch", "attack Jessika", "no Part")
    assert [a for a in labels(s) if "Kabula" in a] == [
        "Duck with the Kabula for legs, more shield: pay legs",
    ]
    s, ids = cited(s, "Duck with the Kabula for legs, more shield: pay legs")
    assert "12.4c" in ids
    s = to_its_end(s)
    assert (s.heroes[0].heart, s.kabula.used, parts(s)["used"]) == (8, True, "legs")


@pytest.mark.rule("12.4c")
@pytest.mark.ruling("BR-124")
def test_br_124_the_raised_shield_blocks_more_blades() -> None:
    king = {"guardian": KING, "space": MEADOW}
    s = attacks(battle({"parts": "legs", "heart": 8}, {}, guardian=king, turn=KING), 20, 0, "attack, blade 5")
    s = to_its_end(after(s, "Duck with the Kabula for legs, more shield: pay legs"))
    assert s.heroes[0].heart == 8 - (5 - 1 - NUMBER)


@pytest.mark.rule("12.4c", "5.5")
@pytest.mark.ruling("BR-124")
def test_br_124_the_kabula_is_spent_where_an_attack_asks_for_parts() -> None:
    def asked_for(words: str, **jessika: Any) -> Any:
        king = {"guardian": KING, "space": MEADOW}
        return attacks(battle({"parts": "", "heart": 8} | jessika, {}, guardian=king, turn=KING), 20, 0, words)

    s = asked_for("attack, spend brain or heart 3")
    assert labels(s) == ["spend nothing and the Kabula for brain", "suffer heart 3"]
    s = to_its_end(after(s, "spend nothing and the Kabula for brain"))
    assert (s.heroes[0].heart, s.kabula.used) == (8, True)
    s = after(asked_for("attack, spend any 2 or heart 3", parts="guts"), "do not defend")
    assert labels(s) == ["spend guts and the Kabula for any", "suffer heart 3"]
    s = battle({"parts": "", "heart": 8}, {}, guardian={"guardian": KING, "space": MEADOW}, turn=KING)
    s = settled(replace(s, mark=0, todo=((20, Verb("attack", 1, "attack, spend any 2 or heart 3")),)))
    assert s.heroes[0].heart == 5  # two Parts cannot be paid with the Kabula alone


@pytest.mark.rule("12.4c")
@pytest.mark.ruling("BR-124")
def test_br_124_an_attacker_who_chooses_the_parts_does_not_choose_the_kabula() -> None:
    s = attacks(battle({"parts": "legs"}, {}, turn=2), 1, 0, "attack, chosen spend any or heart 1")
    s = after(s, "do not defend")
    assert (asked(s), labels(s)) == (2, ["spend legs", "suffer heart 1"])


# Last battles at random -------------------------------------------------------------------------------
GUARDIANS = (KING, "Shaggy", "Bibi & Bobu")
EVERYTHING = "teeth 2, brain 2, legs 2, butt 2, guts 2"


def last_battle(seed: int) -> tuple[str, int]:
    """The rule that ended a last battle of two players and an Automa, played at random, and how often the Kabula paid.

    All stand on the Sanctuary when it begins; who can spend the Kabula does so every other time.
    """
    there = {"space": HOME, "parts": EVERYTHING, "heart_plus": 20}
    automa = {"automa": "Clayton At The Stove", "space": HOME, "heart_plus": 20, "heart": 20}
    king = {"guardian": GUARDIANS[seed % 3], "heart": 4 + seed % 9}
    setup = kabula.Setup(expansions=("Conspiracy",))
    heroes = [there | POPULAR | {"heart": 20}, there | {"familio": "Tin Crab", "heart": 20}, automa]
    s = table(*heroes, setup=setup, guardian=king)
    cards, spent = kabula.components(s), 0
    for n in range(20_000):
        node = kabula.node(s)
        if isinstance(node, Terminal):
            return s.ended_by, spent
        if isinstance(node, Chance):
            move = pick(node.outcomes, "battle", seed, n)
        else:
            with_it = [a for a in node.actions if getattr(a, "kabula", "") or isinstance(a, kabula.Boost)]
            move = pick(dict.fromkeys(with_it if with_it and n % 2 else node.actions, 1), "battle", seed, n)
            spent += move in with_it
        s = kabula.step(s, move)
        assert kabula.components(s) == cards
    raise AssertionError(f"the battle of seed {seed} did not end")


def check_battles(seeds: range) -> None:
    """Last battles end by one of the three rules for it, and the Kabula is spent in some of them."""
    told = [last_battle(seed) for seed in seeds]
    assert {rule for rule, _ in told} <= {"12.5", "12.6", "12.7"}
    assert sum(n for _, n in told) > 0


@pytest.mark.rule("12.4", "12.5", "12.6")
def test_a_few_last_battles_at_random_end_and_no_card_is_lost() -> None:
    check_battles(range(6))


@pytest.mark.long
@pytest.mark.rule("12.4", "12.5", "12.6", "12.7")
def test_many_last_battles_at_random_end_and_no_card_is_lost() -> None:
    check_battles(range(6, 106))


def test_on_the_screen_a_payment_with_the_kabula_names_it() -> None:
    duck = defence("Duck", "shield 3, cancel aim", "legs, any")
    assert spent_words(Defend(duck, Payment(fresh=Bag(["guts"])), "legs", "shield")) == "guts and the Kabula for legs"
    assert spent_words(Spend(Payment(), "brain")) == "the Kabula for brain"
    assert spent_words(Spend(Payment(fresh=Bag(["brain"])))) == "brain"
