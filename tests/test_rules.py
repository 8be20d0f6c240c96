"""Rules that can be named: marking, citing, explaining, refusing."""

from dataclasses import dataclass, replace

import pytest

from rulebooks import lantern
from rulebooks.core.chance import Bag
from rulebooks.core.game import IllegalMove
from rulebooks.core.rules import Event, Rule, Rulebook, allowed, explain, forbidden_by, refusal, require, watching
from rulebooks.lantern import Action, Phase

START = lantern.initial_state()
EMPTY_DECK = lantern.position(oil=1, storm=3, shown=[0, 1], deck=[], discard=[1, 2])


@dataclass(frozen=True)
class Lamp:
    """A state to try rules on."""

    oil: int = 3


def two_rules() -> tuple[Rulebook, Lamp]:
    """A rule book of two rules, of which the second calls the first."""
    rule = Rulebook("lamp", edition="tests")

    @rule("1", "Burn")
    def burn(s: Lamp) -> Lamp:
        """One oil is gone.

        This paragraph is for programmers.
        """
        return replace(s, oil=s.oil - 1)

    @rule("2", "Burn twice", kind="house")
    def burn_twice(s: Lamp) -> Lamp:
        """Two oil
        are gone."""
        return burn(burn(s))

    with watching() as calls:
        after = burn_twice(Lamp())
    assert [(c.rule.id, c.result.oil) for c in calls] == [("2", 1), ("1", 2), ("1", 1)]
    return rule, after


# Marking ----------------------------------------------------------------------
def test_a_marked_function_still_does_what_it_did() -> None:
    rule, after = two_rules()
    assert after == Lamp(1)
    assert [rule[n].cite for n in ("1", "2")] == ["1 Burn", "2 Burn twice"]
    assert (len(rule), "1" in rule, "9" in rule) == (2, True, False)


def test_the_paraphrase_is_the_first_paragraph_of_the_docstring() -> None:
    rule, _ = two_rules()
    assert rule["1"].text == "One oil is gone."
    assert rule["2"].text == "Two oil are gone."
    assert (rule["1"].kind, rule["2"].kind) == ("printed", "house")


def test_two_rules_cannot_have_one_number() -> None:
    rule, _ = two_rules()
    with pytest.raises(ValueError, match="lamp has two rules with the number 1"):
        rule("1", "Again")


def test_a_rule_is_printed_or_house() -> None:
    with pytest.raises(ValueError, match="printed or house, not 'guess'"):
        Rulebook("lamp", edition="tests")("1", "Burn", kind="guess")


def test_a_number_that_no_rule_has_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"lantern has no rule 9\.9; it has 1\.1, 2\.1, 3\.1"):
        lantern.rule["9.9"]


def test_nobody_watching_nothing_noted() -> None:
    with watching() as calls:
        pass
    lantern.spend_oil(EMPTY_DECK)
    assert calls == []


def test_one_watcher_inside_another_takes_over_and_gives_back() -> None:
    with watching() as outer:
        lantern.has_oil(START)
        with watching() as inner:
            lantern.lost(START)
        lantern.won(START)
    assert [c.rule.id for c in outer] == ["3.4", "4.2"]
    assert [c.rule.id for c in inner] == ["4.1"]


def test_a_rule_that_fails_leaves_no_half_noted_call() -> None:
    with watching() as calls:
        with pytest.raises(ValueError, match="cannot take 9"):
            lantern.face_storm(START, 9)
        lantern.face_storm(START, 1)
    assert [(c.rule.id, c.args[1]) for c in calls] == [("3.1", 1)]


# Explaining -------------------------------------------------------------------
def test_events_come_in_the_order_in_which_the_rules_did_it() -> None:
    draw = lantern.step(EMPTY_DECK, Action.SPEND)
    after, events = explain(lantern, draw, 2)
    assert [e.rule.cite for e in events] == ["3.3 An empty deck", "3.2 Show cards"]
    assert after == lantern.step(draw, 2)
    assert events[-1].after == after


def test_checks_that_changed_nothing_are_no_events() -> None:
    with watching() as calls:
        lantern.step(EMPTY_DECK, Action.SPEND)
    assert {c.rule.id for c in calls} > {"3.5"}
    _, events = explain(lantern, EMPTY_DECK, Action.SPEND)
    assert [e.rule.id for e in events] == ["3.5"]


def test_an_event_tells_what_changed() -> None:
    _, (event,) = explain(lantern, EMPTY_DECK, Action.SPEND)
    assert event.changes == {"oil": (1, 0), "phase": (Phase.CHOOSE, Phase.SHOW)}
    assert str(event) == "3.5 Spend oil: One oil shows one more card."
    assert event.before is EMPTY_DECK


def test_an_event_between_things_without_fields_tells_no_changes() -> None:
    assert Event(lantern.rule["3.5"], 1, 2).changes == {}


def test_an_illegal_move_is_not_explained_but_refused() -> None:
    broke = replace(EMPTY_DECK, oil=0)
    with pytest.raises(IllegalMove) as no:
        explain(lantern, broke, Action.SPEND)
    assert no.value.rule is lantern.rule["3.4"]
    assert str(no.value) == "cannot spend 1 oil: 3.4 No oil, no card: Oil can be spent only while some is left."
    assert no.value.move is Action.SPEND


# Refusing ---------------------------------------------------------------------
def test_forbidden_by_names_the_rule_that_says_no() -> None:
    assert forbidden_by(lantern, EMPTY_DECK, Action.SPEND) is None
    assert forbidden_by(lantern, replace(EMPTY_DECK, oil=0), Action.SPEND) is lantern.rule["3.4"]


@pytest.mark.parametrize("move", ["dance", 2, None])
def test_what_the_rulebook_does_not_speak_of_here_is_no_action(move: object) -> None:
    with pytest.raises(ValueError, match="not a move the rulebook speaks of here"):
        forbidden_by(lantern, EMPTY_DECK, move)


def test_the_first_check_that_fails_is_the_one_named() -> None:
    rule = Rulebook("door", edition="tests")

    @rule("1", "A key")
    def has_key(s: int) -> bool:
        """One needs a key."""
        return s > 0

    @rule("2", "The right key")
    def fits(s: int, action: str) -> bool:
        """The key must fit the door."""
        return action == "red door"

    checks = {str: (has_key, fits)}
    assert refusal(checks, 0, "blue door") is rule["1"]
    assert refusal(checks, 1, "blue door") is rule["2"]
    assert refusal(checks, 1, "red door") is None
    assert (allowed(checks, 1, "red door"), allowed(checks, 1, "blue door")) == (True, False)
    require(checks, 1, "red door")
    with pytest.raises(IllegalMove, match="2 The right key: The key must fit the door"):
        require(checks, 1, "blue door")


# About a rule -----------------------------------------------------------------
def test_a_rule_shows_its_place_its_code_and_its_relations() -> None:
    rule = lantern.rule["3.3"]
    assert rule.where == "3 The night › An empty deck"
    assert rule.passage.heading == rule.title
    assert rule.code.startswith('@rule("3.3", "An empty deck")\ndef reshuffle(s: State) -> State:')
    assert [r.id for r in rule.related] == ["3.2"]
    assert repr(rule) == "Rule(lantern 3.3 An empty deck)"


def test_relations_go_both_ways_in_rulebook_order() -> None:
    assert [r.id for r in lantern.rule["3.5"].related] == ["3.2", "3.4"]
    assert [r.id for r in lantern.rule["4.2"].related] == ["3.1", "4.1"]


def test_a_rule_knows_the_cards_it_touches() -> None:
    assert [c.id for c in lantern.rule["3.3"].cards] == ["weary"]
    assert [c.id for c in lantern.rule["3.6"].cards] == ["storm-1", "storm-2", "storm-3"]
    assert lantern.rule["3.4"].cards == ()


@pytest.mark.parametrize("rule", lantern.rule, ids=lambda r: r.id)
def test_every_rule_of_lantern_has_tests_that_bear_its_number(rule: Rule) -> None:
    assert rule.tests
    assert all("::test_" in name for name in rule.tests)


def test_a_rulebook_tells_its_edition() -> None:
    assert repr(lantern.rule) == "Rulebook(lantern, 10 rules, 1st English, 2024)"
    assert Bag([r.kind for r in lantern.rule]).counts == {"printed": 10}
