"""States as plain data and back: the same again, and nothing but the game's own classes."""

import json
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import lantern
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.codec import fits, from_plain, to_plain
from rulebooks.core.sampling import pick
from rulebooks.lantern import Action, Phase, Setup, State

START = lantern.initial_state()
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(), st.sampled_from([*Phase, *Action, START, Setup()])
)
bags = st.lists(st.integers(-3, 3), max_size=5).map(Bag)
piles = st.lists(st.one_of(bags, st.integers().map(Seen)), max_size=4).map(lambda layers: Pile(tuple(layers)))
things = st.recursive(st.one_of(leaves, bags, piles), lambda inside: st.lists(inside, max_size=4).map(tuple))


def there_and_back(x: Any) -> Any:
    """Through JSON text."""
    return from_plain(json.loads(json.dumps(to_plain(x))), "lantern")


@given(things)
def test_what_goes_out_comes_back(x: Any) -> None:
    back = there_and_back(x)
    assert back == x
    assert type(back) is type(x)


@given(st.integers(0, 30), st.integers(0, 10_000))
def test_every_state_of_a_night_comes_back(moves: int, seed: int) -> None:
    s = START
    for n in range(moves):
        node: Any = lantern.node(s)
        if hasattr(node, "returns"):
            break
        weights = node.outcomes if hasattr(node, "outcomes") else dict.fromkeys(node.actions, 1)
        s = lantern.step(s, pick(weights, seed, n))
    back = there_and_back(s)
    assert (back, hash(back)) == (s, hash(s))
    assert back.setup is s.setup


def test_an_enum_comes_back_as_itself_not_as_its_text() -> None:
    assert there_and_back(Action.STAND) is Action.STAND
    assert there_and_back("stand") == "stand"
    assert not isinstance(there_and_back("stand"), Enum)


def test_cards_and_the_shipped_sheet_come_back_as_the_very_same() -> None:
    sheet = Setup().sheet
    assert there_and_back(sheet) is sheet
    card = sheet.cards[0]
    assert there_and_back(card) is card


@pytest.mark.parametrize("x", [1.5, object(), {1, 2}, b"bytes", lambda: 0, {"a": 1}])
def test_what_has_no_plain_form_is_refused(x: Any) -> None:
    with pytest.raises(TypeError, match="has no plain form"):
        to_plain(x)


STATE = to_plain(START)


@pytest.mark.parametrize(
    "data, message",
    [
        (1.5, "float data that means nothing here"),
        ({"what": 1}, "dict data that means nothing here"),
        ({"bag": [1, 2]}, r"a bag is a list of \[item, count\] pairs"),
        ({"bag": [[1, -2]]}, "whole numbers of cards, from 0 up to 10,000"),
        ({"bag": [[1, True]]}, "whole numbers of cards"),
        ({"bag": [[1, 10**18]]}, "whole numbers of cards"),
        ({"is": "Nothing"}, "lantern has nothing called 'Nothing'"),
        ({"is": "Phase", "name": "NOON"}, "Phase has no 'NOON'; it has STORM, SHOW, CHOOSE"),
        ({"is": "State"}, "State does not fit its fields"),
        ({**STATE, "oil": "2"}, "State: oil cannot be '2'"),
        ({**STATE, "oil": True}, "State: oil cannot be 'True'"),
        ({**STATE, "deck": {"bag": [["joker", 1]]}}, "State: deck cannot be 'joker'"),
        ({**STATE, "deck": [0, 1]}, "State: deck cannot be"),
        ({**STATE, "phase": "show a card"}, "State: phase cannot be"),
        ({**STATE, "phase": {"is": "Action", "name": "STAND"}}, "State: phase cannot be 'stand'"),
        ({**STATE, "setup": None}, "State: setup cannot be 'None'"),
        ({**STATE, "luck": 7}, "State does not fit its fields.*luck"),
        ({"card": {"id": "x"}}, "a card does not fit its fields"),
        ({"card": {"id": "x", "name": "x", "order": "1", "kind": "step", "light": 1}}, "a card: order cannot be '1'"),
    ],
)  # fmt: skip
def test_data_that_fits_nothing_is_refused_with_its_reason(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_plain(data, "lantern")


@pytest.mark.parametrize(
    "name", ["os", "Rulebook", "replace", "Bag", "Card", "__builtins__", "Interned", "Goal", 3, None]
)
def test_only_the_games_own_classes_can_come_out_of_a_file(name: Any) -> None:
    with pytest.raises(ValueError, match="lantern has nothing called"):
        from_plain({"is": name}, "lantern")
    with pytest.raises(ValueError, match="lantern has nothing called"):
        from_plain({"is": name, "name": "STAND"}, "lantern")


@pytest.mark.parametrize(
    "value, hint, fitting",
    [
        (1, int, True), (True, int, False), (True, bool, True), (None, int | None, True), ("a", int | None, False),
        ((1, 2), tuple[int, ...], True), ((1, "2"), tuple[int, ...], False), ((1, "2"), tuple[int, str], True),
        ((1,), tuple[int, str], False), ([1], tuple[int, ...], False), (Bag([1]), Bag[int], True),
        (Bag(["a"]), Bag[int], False), (Pile((Seen(1), Bag([2]))), Pile[int], True),
        (Pile((Seen("a"),)), Pile[int], False), ({1}, frozenset[int], False),
        ("a", Literal["a", "b"], True), ("c", Literal["a", "b"], False), (START, State, True), (START, Any, True),
    ],
)  # fmt: skip
def test_a_value_fits_a_field_or_does_not(value: Any, hint: Any, fitting: bool) -> None:
    assert fits(value, hint) is fitting
