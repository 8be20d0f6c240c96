"""Lantern, in the order of its rulebook: each test is a rule as a sentence."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playthroughs import FOLDER, text
from rulebooks import lantern, odds
from rulebooks.core.cards import SheetError, export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, Game, IllegalMove, Terminal
from rulebooks.core.rules import explain, forbidden_by, watching
from rulebooks.lantern import Action, Phase, Setup, State

WEARY = -1


def table(**what: Any) -> State:
    """A table with what the test is about; the rest is as bare as can be."""
    bare = State(Phase.CHOOSE, 1, Bag([0]), Bag(), Bag([1]), 2, Bag([0, 1]), Setup())
    return replace(bare, **what)


# 1  Components ----------------------------------------------------------------
@pytest.mark.rule("1.1")
def test_step_cards_give_light_storms_ask_for_it_and_weary_cards_take_some_away() -> None:
    sheet = Setup().sheet
    assert lantern.lights(sheet, "step") == Bag([0, 0, 1, 1, 2])  # type: ignore[arg-type]
    assert lantern.lights(sheet, "storm") == Bag([1, 2, 3])
    assert [c.light for c in sheet.cards if c.kind == "weary"] == [WEARY]


# 2  Setup ---------------------------------------------------------------------
@pytest.mark.rule("2.1")
def test_a_night_starts_with_all_step_cards_in_the_deck_all_storms_to_come_and_two_oil() -> None:
    start = lantern.initial_state()
    assert (start.deck, start.storms, start.oil) == (Bag([0, 0, 1, 1, 2]), Bag([1, 2, 3]), 2)
    assert (start.discard, start.shown, start.storm, start.phase) == (Bag(), Bag(), 0, Phase.STORM)


# 3  The night -----------------------------------------------------------------
@pytest.mark.rule("3.1")
def test_a_storm_comes_at_random_and_asks_for_its_light() -> None:
    before = lantern.initial_state()
    assert lantern.node(before) == Chance("the storm", {1: 1, 2: 1, 3: 1})
    after, events = explain(lantern, before, 2)
    assert [e.rule.id for e in events] == ["3.1"]
    assert (after.storm, after.storms, after.phase) == (2, Bag([1, 3]), Phase.SHOW)


@pytest.mark.rule("3.2")
def test_the_free_cards_are_shown_one_after_the_other_before_the_keeper_chooses() -> None:
    first = lantern.step(table(phase=Phase.SHOW, deck=Bag([0, 1, 1]), shown=Bag()), 1)
    assert (first.phase, first.shown, first.deck) == (Phase.SHOW, Bag([1]), Bag([0, 1]))
    second = lantern.step(first, 0)
    assert (second.phase, second.shown) == (Phase.CHOOSE, Bag([0, 1]))


@pytest.mark.rule("3.2")
def test_a_card_comes_as_often_as_it_lies_in_the_deck() -> None:
    assert lantern.node(table(phase=Phase.SHOW, deck=Bag([0, 1, 1]))) == Chance("the next card", {0: 1, 1: 2})


@pytest.mark.rule("3.3")
def test_an_empty_deck_is_remade_from_the_discard_pile_with_one_weary_card() -> None:
    before = table(phase=Phase.SHOW, deck=Bag(), discard=Bag([1, 2]))
    assert lantern.node(before) == Chance("the next card", {WEARY: 1, 1: 1, 2: 1})
    after, events = explain(lantern, before, 2)
    assert [e.rule.id for e in events] == ["3.3", "3.2"]
    assert (after.deck, after.discard) == (Bag([1, WEARY]), Bag())


@pytest.mark.rule("3.3")
def test_a_deck_that_is_just_empty_is_left_so_until_a_card_is_needed() -> None:
    after, events = explain(lantern, table(phase=Phase.SHOW, deck=Bag([2]), shown=Bag([0])), 2)
    assert [e.rule.id for e in events] == ["3.2"]
    assert after.deck == Bag()


@pytest.mark.rule("3.3")
def test_with_nothing_discarded_the_weary_card_comes_alone() -> None:
    assert lantern.node(table(phase=Phase.SHOW, deck=Bag(), discard=Bag())) == Chance("the next card", {WEARY: 1})


@pytest.mark.rule("3.4")
def test_without_oil_none_can_be_spent() -> None:
    broke = table(oil=0)
    assert lantern.node(broke) == Decision(0, (Action.STAND,))
    assert forbidden_by(lantern, broke, Action.SPEND) is lantern.rule["3.4"]
    with pytest.raises(IllegalMove, match=r"3\.4 No oil, no card"):
        lantern.step(broke, Action.SPEND)


@pytest.mark.rule("3.4")
def test_the_last_oil_may_be_spent() -> None:
    assert lantern.node(table(oil=1)) == Decision(0, (Action.STAND, Action.SPEND))


@pytest.mark.rule("3.5")
def test_one_oil_shows_one_more_card() -> None:
    after, events = explain(lantern, table(oil=2), Action.SPEND)
    assert [e.rule.id for e in events] == ["3.5"]
    assert (after.oil, after.phase) == (1, Phase.SHOW)
    third = lantern.step(after, 0)
    assert (third.phase, third.shown) == (Phase.CHOOSE, Bag([0, 0, 1]))


@pytest.mark.rule("3.6")
@pytest.mark.parametrize("storm, oil_lost", [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_each_point_of_light_short_of_the_storm_costs_one_oil(storm: int, oil_lost: int) -> None:
    assert lantern.step(table(oil=2, storm=storm, shown=Bag([0, 1])), Action.STAND).oil == 2 - oil_lost


@pytest.mark.rule("3.6")
def test_weary_cards_take_light_away_when_the_keeper_stands() -> None:
    assert lantern.step(table(oil=2, storm=1, shown=Bag([WEARY, 1])), Action.STAND).oil == 1


@pytest.mark.rule("3.6")
def test_the_shown_cards_are_discarded_and_the_next_storm_comes() -> None:
    after, events = explain(lantern, table(discard=Bag([2]), shown=Bag([0, 1])), Action.STAND)
    assert [e.rule.id for e in events] == ["3.6"]
    assert (after.discard, after.shown, after.storm, after.phase) == (Bag([0, 1, 2]), Bag(), 0, Phase.STORM)


# 4  The end -------------------------------------------------------------------
@pytest.mark.rule("4.1")
def test_with_less_than_no_oil_the_night_is_lost() -> None:
    after = lantern.step(table(oil=0, storm=2, shown=Bag([0, 1])), Action.STAND)
    assert after.oil == -1
    assert lantern.node(after) == Terminal((0,), "4.1")


@pytest.mark.rule("4.1")
def test_with_just_no_oil_the_night_goes_on() -> None:
    assert isinstance(lantern.node(table(oil=0, phase=Phase.STORM)), Chance)


@pytest.mark.rule("4.2")
def test_when_no_storm_is_left_to_come_the_night_is_won() -> None:
    after = lantern.step(table(storm=1, storms=Bag()), Action.STAND)
    assert lantern.node(after) == Terminal((1,), "4.2")


@pytest.mark.rule("4.2")
@pytest.mark.rule("4.1")
def test_the_last_storm_must_be_survived_too() -> None:
    after = lantern.step(table(oil=0, storm=3, storms=Bag()), Action.STAND)
    assert lantern.node(after) == Terminal((0,), "4.1")


# The whole game ---------------------------------------------------------------
def test_nodes_by_depth_are_as_counted() -> None:
    """(decisions, chance nodes, ends) first reached after 0, 1, 2, … moves."""
    level, seen, counts = {lantern.initial_state()}, set[State](), []
    while level:
        seen |= level
        nodes = {s: lantern.node(s) for s in level}
        counts.append(tuple(sum(isinstance(n, kind) for n in nodes.values()) for kind in (Decision, Chance, Terminal)))
        moves = ((s, m) for s, n in nodes.items() for m in getattr(n, "actions", getattr(n, "outcomes", ())))
        level = {lantern.step(s, m) for s, m in moves} - seen
    assert counts == [
        (0, 1, 0), (0, 3, 0), (0, 9, 0), (15, 0, 0), (0, 29, 1), (15, 28, 0),
        (0, 91, 1), (71, 28, 0), (0, 120, 5), (52, 32, 0), (0, 75, 5), (179, 5, 0),
        (0, 91, 96), (48, 41, 0), (0, 120, 29), (120, 0, 0), (0, 0, 52),
    ]  # fmt: skip
    assert tuple(map(sum, zip(*counts, strict=True))) == (500, 673, 189)


def test_the_module_is_a_game() -> None:
    game: Game = lantern
    assert game.rule.title == "Lantern"


@given(st.data())
def test_cards_are_never_lost_and_only_weary_ones_are_added(data: st.DataObject) -> None:
    s = lantern.initial_state()
    while not isinstance(node := lantern.node(s), Terminal):
        moves = list(node.actions) if isinstance(node, Decision) else list(node.outcomes)
        with watching() as calls:
            s = lantern.step(s, data.draw(st.sampled_from(moves)))
        cards = Counter(s.deck + s.discard + s.shown)
        weary = cards.pop(WEARY, 0)
        assert cards == {0: 2, 1: 2, 2: 1}
        assert weary or "3.3" not in {c.rule.id for c in calls}
        assert len(s.storms) + bool(s.storm) <= 3


def test_odds_beside_the_choice_walk_the_game_itself() -> None:
    s = table()
    assert lantern.focus(s) is s
    assert lantern.information_state(s) is s
    assert odds.value(lantern, table(oil=0, storm=1), lantern.GOALS["dawn"]) == odds.value(
        lantern, lantern.step(table(oil=0, storm=1), Action.STAND), lantern.GOALS["dawn"]
    )


# Wrong moves ------------------------------------------------------------------
@pytest.mark.parametrize(
    "s, move",
    [
        (table(), 1),
        (table(), "stand still"),
        (table(), None),
        (table(phase=Phase.SHOW, deck=Bag([1])), 0),
        (table(phase=Phase.SHOW), Action.STAND),
        (table(phase=Phase.SHOW, deck=Bag([1])), True),
        (table(phase=Phase.SHOW, deck=Bag([1])), "1"),
        (table(phase=Phase.STORM, storms=Bag([1])), 3),
        (table(oil=-1, phase=Phase.STORM), 1),
        (table(oil=-1), Action.STAND),
        (table(phase=Phase.STORM, storms=Bag()), 1),
    ],
)
def test_a_move_that_is_none_is_refused(s: State, move: Any) -> None:
    with pytest.raises(ValueError):
        lantern.step(s, move)


# A table of one's own ---------------------------------------------------------
def test_any_position_can_be_set_up_from_plain_numbers() -> None:
    s = lantern.position(oil=1, storm=3, shown=[1, 0], deck=[2, 0], discard=[1], storms=[2])
    assert lantern.node(s) == Decision(0, (Action.STAND, Action.SPEND))
    assert s == table(oil=1, storm=3, shown=Bag([0, 1]), deck=Bag([0, 2]), discard=Bag([1]), storms=Bag([2]))


@pytest.mark.parametrize("wrong", [{"oil": -1}, {"shown": [1]}])
def test_a_position_where_the_keeper_does_not_choose_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="0 oil or more and at least 2 cards"):
        lantern.position(**{"oil": 1, "storm": 1, "shown": [0, 0], "deck": [], **wrong})


def test_a_sheet_of_ones_own_changes_the_numbers_and_nothing_else() -> None:
    mine = parse_sheet("lantern", export_sheet("lantern").replace("start_oil = 2", "start_oil = 4"), "mine")
    start = lantern.initial_state(Setup(sheet=mine))
    assert start.oil == 4
    assert start.setup is Setup(sheet=mine)
    assert start.setup is not Setup()


@pytest.mark.parametrize(
    "change, message",
    [
        (("free_cards = 2", "free_cards = 9"), "at least as many step cards as free cards"),
        (('kind = "storm"', 'kind = "step"'), "at least one storm card"),
        (('kind = "weary"', 'kind = "step"'), "weary cards of exactly one value"),
    ],
)
def test_a_sheet_that_cannot_be_played_is_refused(change: tuple[str, str], message: str) -> None:
    with pytest.raises(SheetError, match=message):
        parse_sheet("lantern", export_sheet("lantern").replace(*change), "mine")


def test_the_written_playthroughs_are_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "lantern.txt").read_text(encoding="utf-8") == text("lantern")
