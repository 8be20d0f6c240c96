"""A form for a real table: cards typed as one reads them, each action's worth with its rules, mistakes named."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_widgets import CardList, Dial, WhatIf, Worth, worth
from rulebooks import game
from rulebooks.core.cards import load_sheet
from rulebooks.core.odds import advise, best

karen, lantern = game("karen"), game("lantern")
dawn = lantern.GOALS["dawn"]
sheet = load_sheet("karen")


def known(card: Any) -> Any:
    """A card of Karen's by its name; a whole number is a card of that power."""
    return card if isinstance(card, int) else sheet.find(card)


def last_storm(shown: list[int], deck: list[int], oil: int) -> Any:
    """The last storm asks for 3: what each action is worth, and the oil in the end."""
    state = lantern.position(oil=oil, storm=3, shown=shown, deck=deck)
    told = worth("lantern", state, "dawn")
    return f"Best: {' or '.join(told.best)}", best(lantern, state, dawn, lambda end: end.oil), told


def form(**more: Any) -> WhatIf:
    """The end of a night of Lantern, to be typed in."""
    dials = {
        "shown": CardList("Shown", "0, 1", [0, 1, 2]),
        "deck": CardList("Deck", "0, 1, 2"),
        "oil": Dial("Oil", 0, 4, 1),
    }
    return WhatIf(last_storm, title="The last storm", **dials, **more)


# Typing cards --------------------------------------------------------------------
@pytest.mark.parametrize(
    "text, cards",
    [
        ("", []),
        ("weak", ["weak"]),
        ("3 weak, focused", ["weak"] * 3 + ["focused"]),
        ("weak ×3; genius", ["weak"] * 3 + ["genius"]),
        ("weak x3\n2 × genius", ["weak"] * 3 + ["genius"] * 2),
        ("weapon 2 ×2, 2 weapon 4", ["weapon 2"] * 2 + ["weapon 4"] * 2),
        ("-1, −2, 2 × −1, 0 ×3", [-1, -2, -1, -1, 0, 0, 0]),
        ("scared 0 (highest = 0, aging) ×2", ["scared 0 (highest = 0, aging)"] * 2),
        (" ,, weak ,\n;", ["weak"]),
        ("0 weak", []),
        ("2 xylophones, max 3", ["xylophones"] * 2 + ["max 3"]),
    ],
)
def test_cards_are_typed_as_they_are_said(text: str, cards: list[Any]) -> None:
    assert CardList("Cards", text).read(text) == cards


def test_a_word_behind_a_card_marks_it() -> None:
    entry = CardList("Drawn", marks={"used": lambda c: (c, "used"), "face down": lambda c: (c, "down")})
    assert entry.read("weak used, 2 realization 1: used, -1 face down, used") == [
        ("weak", "used"),
        ("realization 1", "used"),
        ("realization 1", "used"),
        (-1, "down"),
        "used",
    ]


def test_a_card_whose_name_ends_like_a_mark_is_not_marked() -> None:
    entry = CardList("Drawn", marks={"used": lambda c: (c, "used")})
    assert entry.read("focused, focused used, used") == ["focused", ("focused", "used"), "used"]


def test_a_card_that_is_not_there_is_said_with_the_entry_and_near_misses() -> None:
    entry = CardList("Her deck", "3 attempt", find=known)
    assert entry.read("2 attempt, 4") == [sheet.find("Attempt")] * 2 + [4]
    with pytest.raises(
        ValueError, match="Her deck: no card of the karen sheet is called 'atempt'; did you mean Attempt"
    ):
        entry.read("2 atempt")
    with pytest.raises(ValueError, match="Her deck: at most 99 of a card, not 100"):
        entry.read("100 attempt")


@pytest.mark.parametrize("name", ["friday", "karen", "lantern"])
def test_every_card_of_a_sheet_can_be_picked_typed_twice_and_marked(name: str) -> None:
    cards = {str(card): card for card in load_sheet(name).cards}
    plain = {shown.replace("−", "-"): card for shown, card in cards.items()}  # a typed minus is a hyphen
    entry = CardList("Cards", find=plain.__getitem__, marks={"used": lambda card: (card, "used")})
    for shown, card in cards.items():
        assert entry.read(f"{shown}, 2 {shown}, {shown} ×2, {shown} used") == [card] * 5 + [(card, "used")]


def test_a_card_list_that_cannot_be_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="label is a text"):
        CardList(" ")
    with pytest.raises(ValueError, match="at most 2000 characters, not 3"):
        CardList("Deck", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at most 200 names"):
        CardList("Deck", names=range(201))
    with pytest.raises(ValueError, match="Deck: no card"):
        CardList("Deck", "nonsense", find=known)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused_with_a_reason(text: str) -> None:
    entry, refused = CardList("Her deck", find=known), ""
    try:
        cards = entry.read(text)
    except ValueError as no:
        cards, refused = [], str(no)
    assert refused == "" or refused.startswith("Her deck: ")
    assert all(isinstance(card, int) or card in sheet.cards for card in cards)


# What an action is worth ------------------------------------------------------------
def test_each_action_has_its_exact_worth_and_the_rules_it_applies_best_first() -> None:
    state = lantern.position(oil=1, storm=3, shown=[0, 1], deck=[0, 1, 2])
    told = worth("lantern", state, "dawn")
    assert [(r.action, r.value, [rule.id for rule in rules]) for r, rules in told.rows] == [
        ("spend 1 oil", Fraction(1, 3), ["3.5"]),
        ("stand", Fraction(0), ["3.6"]),
    ]
    assert told.best == ("spend 1 oil",)
    assert repr(told).splitlines()[1] == "* spend 1 oil: 1/3 (33.33 %) [3.5 Spend oil]"


def test_the_worth_of_actions_is_that_of_the_advice_in_every_game() -> None:
    state = karen.position(hp=9, quest=5, laid=[2, 1, 0, 0], deck=[2, 1, 0])
    told, advice = worth(karen, state, "hearts"), advise(karen, state, karen.GOALS["hearts"])
    assert [(r.action, r.value, r.best) for r, _ in told.rows] == [(r.action, r.value, r.best) for r in advice.rows]


def test_what_is_refused_is_listed_with_the_rule_that_refuses_it() -> None:
    told = worth("lantern", lantern.position(oil=0, storm=3, shown=[0, 1], deck=[2]))
    assert [(str(action), rule.id) for action, rule in told.refused] == [("spend 1 oil", "3.4")]
    assert "✗ spend 1 oil [3.4 No oil, no card]" in repr(told)
    (refused,) = told.plain()["refused"]
    assert (refused["label"], refused["rule"]["cite"]) == ("spend 1 oil", "3.4 No oil, no card")


def test_where_nobody_chooses_no_action_has_a_worth() -> None:
    with pytest.raises(ValueError, match="nobody chooses here"):
        worth("lantern", lantern.initial_state())


def test_a_question_that_is_too_large_says_so() -> None:
    state = karen.adventure({"Hunger Pang": 5, "Attempt": 4, "Memento": 1, 2: 3}, 7, hp=10)
    with pytest.raises(ValueError, match="nobody chooses here"):
        worth(karen, state)
    lying = lantern.position(oil=2, storm=2, shown=[0, 0], deck=[0, 1, 1, 2])
    with pytest.raises(ValueError, match="more than 3 states"):
        worth("lantern", lying, limit=3)


# The form --------------------------------------------------------------------------
def test_a_form_answers_with_the_odds_and_the_worth_of_every_action() -> None:
    what = form()
    assert what.headline == "Best: spend 1 oil"
    assert isinstance(what.worth, Worth)
    assert [row["label"] for row in what.view["worth"]["rows"]] == ["spend 1 oil", "stand"]
    assert what.dials["dials"][0] == {
        "name": "shown",
        "kind": "cards",
        "label": "Shown",
        "names": ["0", "1", "2"],
        "marks": [],
        "start": "0, 1",
        "start_text": "0, 1",
    }
    assert "* spend 1 oil: 1/3 (33.33 %) [3.5 Spend oil]" in repr(what)


def test_typing_other_cards_gives_their_answer_beside_the_one_at_the_start() -> None:
    what = form()
    what.handle({"set": {"shown": "2, 1", "deck": "3 × 1", "oil": 1}, "token": "t"})
    assert what.view["values"]["deck"] == "3 × 1"
    assert what.headline == "Best: stand or spend 1 oil"
    assert "Deck 0, 1, 2 → 3 × 1" in what.turned
    what.reset()
    assert what.headline == "Best: spend 1 oil"


@pytest.mark.parametrize(
    "typed, said",
    [
        ({"deck": "lots"}, "lots"),
        ({"shown": "0, 200 × 1"}, "Shown: at most 99 of a card, not 200"),
        ({"oil": 0, "deck": ""}, ""),
    ],
)
def test_what_cannot_be_is_said_and_the_form_goes_on(typed: dict[str, Any], said: str) -> None:
    what = form()
    what.handle({"set": typed, "token": "t"})
    if said:
        assert said in what.view["error"]
        assert (what.view["worth"], what.worth, what.view["token"]) == ({}, None, "t")
    what.handle({"set": {"deck": "2", "shown": "0, 1", "oil": 1}})
    assert (what.view["error"], what.worth is None) == ("", False)


@pytest.mark.parametrize("value", [5, None, ["weak"], "x" * 2_001])
def test_only_text_is_taken_for_a_list_of_cards(value: Any) -> None:
    what = form()
    view = what.view
    what.handle({"set": {"deck": value}})
    assert "Deck is a text of at most 2000 characters" in what.status["text"]
    assert what.view == view


def test_what_the_page_gets_is_plain_data() -> None:
    what = form()
    assert json.loads(json.dumps(what.view)) == what.view
    assert json.loads(json.dumps(what.dials)) == what.dials


def test_a_panel_without_cards_has_no_worth() -> None:
    what = WhatIf(lambda oil: last_storm([0, 1], [2], oil)[1], oil=Dial("Oil", 0, 4, 1))
    assert (what.worth, what.view["worth"]) == (None, {})
