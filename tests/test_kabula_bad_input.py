"""Kabula II: set-ups and sheets that cannot be played with, each refused with the thing, what fits and its rule."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from kabula_table import SHEET
from rulebooks import kabula
from rulebooks.core.cards import SheetError, parse_sheet, shipped_text
from rulebooks.kabula.printed import PAIRS, as_printed

DUO = ("jessika", "zack")

SETUPS: dict[str, tuple[Any, str]] = {
    "six Heroes": ((("zack",) * 6, ()), r"heroes is a tuple of 1 to 5 names, not .*\(1\.2\)"),
    "six with Automas": (
        (("jessika", "zack", "clayton", "isolde"), ("chastity-on-patrol", "zack-who-naps")),
        r"automas: Zack Who Naps plays Zack, a Hero that a player has taken \(10\.4\)",
    ),
    "an Automa too many": (
        (("jessika", "zack", "clayton", "isolde", "gotzo"), ("chastity-on-patrol",)),
        r"five Heroes play at most, Automas among them, not 6 \(1\.3\)",
    ),
    "two Automas of one Hero": (
        (("jessika",), ("zack-who-naps", "zack-who-boasts")),
        r"Zack Who Naps and Zack Who Boasts are Automas of one Hero; one of them can play \(10\.4\)",
    ),
    "an Automa of a Hero somebody plays": (
        (("zack", "isolde"), ("zack-who-naps",)),
        r"automas: Zack Who Naps plays Zack, a Hero that a player has taken \(10\.4\)",
    ),
    "an Automa misspelt": (
        (("jessika",), ("zack-who-nap",)),
        r"no Automa is called 'zack-who-nap'.*Zack Who Naps.*\(10\.4\)",
    ),
    "automas as a text": (
        (("jessika",), "zack-who-naps"),
        r"automas is a tuple of names, not 'zack-who-naps' \(10\.4\)",
    ),
}


@pytest.mark.parametrize("case", SETUPS)
def test_heroes_and_automas_that_cannot_play_together_are_refused(case: str) -> None:
    (heroes, automas), message = SETUPS[case]
    with pytest.raises(ValueError, match=message):
        kabula.Setup(heroes, automas, expansions=("Conspiracy",))


@pytest.mark.rule("10.4a")
@pytest.mark.ruling("BR-89")
def test_a_hero_all_alone_is_told_which_automas_there_are() -> None:
    alone = kabula.Setup(("zack",))
    with pytest.raises(ValueError, match=r"needs at least one Automa: automas=\(…,\) with one of .*\(10\.4a\)") as no:
        kabula.initial_state(alone)
    assert "Jessika On Air" in str(no.value)
    assert "Zack Who Naps" not in str(no.value)  # an Automa of the Hero that is played
    assert kabula.initial_state(kabula.Setup(("zack",), ("jessika-on-air",))).heroes[1].automa is not None


@pytest.mark.parametrize("name", ["Water Kin", "", 7, None])
def test_an_unknown_guardian_is_refused_with_those_there_are(name: Any) -> None:
    with pytest.raises(ValueError, match=r"no Guardian is called .*Water King.*\(1\.5\)"):
        kabula.Setup(DUO, guardian=name)


@pytest.mark.rule("13.1")
def test_a_guardian_of_an_expansion_that_is_not_named_is_told_where_it_comes_from() -> None:
    with pytest.raises(
        ValueError, match=r"Shaggy comes with the expansion Conspiracy; name it in expansions \(13\.1\)"
    ):
        kabula.Setup(DUO, guardian="shaggy")
    assert kabula.Setup(DUO, guardian="shaggy", expansions=("Conspiracy",)).guardian == "shaggy"


# Sheets -----------------------------------------------------------------------------------------
SHEETS: dict[str, tuple[str, dict[str, Any] | None, str]] = {  # a card, what is changed on it (None: it is left out)
    "one trait": ("hello-world", {"trait": "nature lover"}, r"hello-world: .*a personality has two \(10\.1\)"),
    "three traits": ("couch-king", {"trait": "lazy, generous, creepy"}, r"couch-king: .*has two \(10\.1\)"),
    "one trait twice": ("couch-king", {"trait": "lazy, lazy"}, r"couch-king: .*has two \(10\.1\)"),
    "an unknown trait": ("couch-king", {"trait": "lazy, kind"}, r"a trait is one of romantic, violent.*\(10\.1\)"),
    "no trending side": ("world-tour", None, r"hello-world: .*one trending side, a card of the kind trend \(10\.6\)"),
    "two trending sides": ("world-tour", {"owner": "big-talk"}, r"big-talk: a personality has one trending side"),
    "a foreign Tag": (
        "hello-world",
        {"gives": "lazy"},
        r"hello-world: .*one of its own traits, nature lover, violent, not lazy \(10\.5\)",
    ),
    "a foreign Tag of an action": (
        "open-kitchen",
        {"does": "tag creepy; end turn"},
        r"open-kitchen: .*one of its own traits, generous, practical, not creepy \(10\.5\)",
    ),
    "a Tag at no moment": ("hello-world", {"when": None}, r"hello-world: .*both when and gives \(10\.5\)"),
    "a moment without a Tag": ("hello-world", {"gives": None}, r"hello-world: .*both when and gives \(10\.5\)"),
    "nothing unlocked": ("night-owl", {"bonus": None}, r"night-owl: .*unlocks something.*\(10\.5\)"),
    "an unknown bonus": ("night-owl", {"bonus": "luck 1"}, r"night-owl: no bonus is called 'luck 1'; there are blade,"),
    "a Monster without tails": ("aloe-wolf-tails", None, r"aloe-wolf: .*for heads and one for tails \(9\.3a\)"),
    "a Monster with two heads": ("aloe-wolf-tails", {"coin": "heads"}, r"aloe-wolf: .*one for tails \(9\.3a\)"),
    "a Guardian without two tails": (
        "water-king-3",
        None,
        r"water-king: .*each of two heads, one of each, two tails \(11\.3\)",
    ),
    "four numbers": (
        "water-king",
        {"hearts": "1, 2, 3, 4"},
        r"water-king: hearts are five numbers from 1 to 99.*, not '1, 2, 3, 4' \(1\.5\)",
    ),
    "a number that is none": ("water-king", {"hearts": "1, 2, 3, 4, many"}, r"water-king: hearts are five numbers"),
    "an Automa without a coin's side": (
        "zack-who-naps-trending-tails",
        None,
        r"zack-who-naps: .*front and on its trending side, one behaviour for each of heads, tails.*\(10\.4b\)",
    ),
    "a Familio that rests": (
        "aloe-wolf-familio-1",
        {"does": "rest"},
        r": a Familio does not “rest”.* for Heroes \(9\.12\)",
    ),
    "gear that shops": ("pina-colada", {"does": "shop common 2"}, r"pina-colada: a Familio does not “shop common”"),
    "a Monster that walks": ("aloe-wolf-tails", {"does": "walk 2"}, r"aloe-wolf-tails: .*does not “walk” \(9\.3b\)"),
    "a Guardian's card that draws": ("water-king-card-1", {"does": "draw rare 1"}, r"does not “draw rare” \(9\.3b\)"),
    "a snack with children": ("dried-mango", {"does": "brood 1"}, r"dried-mango: only an Automa’s action can “brood”"),
    "a snack that defends": ("dried-mango", {"does": "defend shield 1", "cost": "legs"}, r"defends nobody \(4\.11\)"),
    "an Automa's action on no side": ("zack-who-naps-front-heads", {"side": None}, r"zack-who-naps: .*\(10\.4b\)"),
}


def problems(card_id: str, changes: dict[str, Any] | None) -> list[str]:
    """What is wrong with the shipped sheet when one card is changed, or left out."""
    there = [SHEET.find(card_id)] if changes is None else []
    cards = [replace(c, **changes) if changes and c.id == card_id else c for c in SHEET.cards if c not in there]
    return list(as_printed(replace(SHEET, cards=tuple(cards))))


@pytest.mark.parametrize("case", SHEETS)
def test_a_sheet_that_cannot_be_played_with_is_refused_with_the_card_and_the_rule(case: str) -> None:
    card_id, changes, message = SHEETS[case]
    told = problems(card_id, changes)
    assert [no for no in told if re.search(message, no)], told


def test_the_shipped_sheet_has_no_problem_and_an_automa_may_flip_two_coins() -> None:
    assert list(as_printed(SHEET)) == []
    rows = [c for c in SHEET.cards if c.owner == "zack-who-naps" and c.side == "front"]
    pairs = [replace(rows[0], coin=pair, id=pair) for pair in PAIRS]
    assert list(as_printed(replace(SHEET, cards=(*(c for c in SHEET.cards if c not in rows), *pairs)))) == []


def test_a_guardian_without_a_deck_is_refused_when_the_sheet_is_read() -> None:
    text = re.sub(r'\[\[card\]\]\nid = "water-king-card-\d+"\n(?:.+\n)+', "", shipped_text("kabula"))
    with pytest.raises(SheetError, match=r"mine: water-king: a Guardian has a deck, cards of the kind omen \(11\.1\)"):
        parse_sheet("kabula", text, "mine")
