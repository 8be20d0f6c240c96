"""Any position of Karen can be set up: the table in front of you, in plain numbers and titles."""

from typing import Any

import pytest

from rulebooks import karen
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision

GAME = "karen"
OPENING = {"Hunger Pang": 5, "Attempt": 4, "Memento": 1}


def test_a_table_is_set_up_at_the_choice_of_her_fate() -> None:
    s = karen.table(hp=7, events=["Pirate Ship", "Wild Boar"], deck=OPENING, discard=["Rope Bridge"])
    node = karen.node(s)
    assert isinstance(node, Decision)
    assert [str(a) for a in node.actions] == ["face Wild Boar", "face Pirate Ship", "flee"]
    assert (s.hp, len(s.event_deck), len(karen.components(s))) == (7, 27, 40)


def test_without_active_events_the_next_ones_are_drawn() -> None:
    s = karen.table(hp=20, deck=OPENING)
    assert s == karen.initial_state()
    assert isinstance(karen.node(s), Chance)


def test_the_cards_of_a_set_up_table_are_those_of_the_box() -> None:
    s = karen.table(hp=3, deck=OPENING, processed=["The Quarrel"], removed=["Wild Boar"], event_discard=["Tide Pools"])
    assert karen.components(s) == karen.components(karen.initial_state())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"hp": 0}, "hp is a whole number from 1 to 20, not 0"),
        ({"hp": 2.5}, "hp is a whole number from 1 to 20, not 2.5"),
        ({"deck": {"Attempt": 4}}, "say where these are"),
        ({"deck": {**OPENING, "Attempt": 5}}, "Attempt is named more often than it is in the box"),
        ({"events": ["Attempt"]}, "Attempt cannot lie there"),
        ({"processed": ["Wild Boar"]}, "processed cards are stories"),
        ({"events": ["Wild Boar", "Tide Pools", "Bat Cave"]}, "at most 2 events are active, not 3"),
        ({"events": ["Wild Bear"]}, "did you mean Wild Boar"),
        ({"removed": ["Pirate Ship"]}, "never comes into the Karen Deck"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        karen.table(**{"hp": 20, "deck": OPENING, **wrong})


def test_doubled_cards_lie_doubled_in_a_position() -> None:
    fire = karen.card(2, "double")
    a = karen.position(hp=9, quest=9, laid=[3, 3], used=[fire], doubled=[3], deck=[0])
    assert a.cards == Bag(
        [karen.Laid(karen.card(3)), karen.Laid(karen.card(3), doubled=True), karen.Laid(fire, used=True)]
    )
    assert karen.power(a) == 11


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"used": [5]}, "only a card with an ability can lie in the Used Ability Area"),
        ({"doubled": [4]}, "does not lie there"),
        ({"doubled": [3, 3]}, "does not lie there"),
        ({"quest": "The Quarrel"}, "no quest"),
    ],
)
def test_an_adventure_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        karen.position(**{"hp": 9, "quest": 9, "laid": [3], "deck": [0], **wrong})


def test_a_table_can_be_set_up_in_the_middle_of_an_adventure() -> None:
    s = karen.table(
        hp=9, quest="Wild Boar", laid=["Rope Bridge"], used=["Memento"], deck={"Hunger Pang": 5, "Attempt": 4}
    )
    assert s.phase is karen.Phase.ADVENTURE
    assert karen.components(s) == karen.components(karen.initial_state())
    lost = karen.step(s, karen.Declare())
    assert (lost.hp, lost.phase) == (6, karen.Phase.EVENTS)


def test_events_and_a_quest_that_is_faced_exclude_each_other() -> None:
    for wrong in ({"quest": "Wild Boar", "events": ["Tide Pools"]}, {"laid": ["Attempt"]}):
        with pytest.raises(ValueError, match="either events are active, or a quest is faced"):
            karen.table(hp=9, deck=OPENING, **wrong)  # type: ignore[arg-type]
