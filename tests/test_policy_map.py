"""The policy map: best actions over two parameters, the exact price of a rule of thumb, slices, refusals, words."""

import asyncio
import json
from fractions import Fraction
from typing import Any

import pytest

from rulebook_widgets import PolicyMap, policy_map
from rulebook_widgets.cells import letter_for
from rulebooks import karen, lantern, odds
from rulebooks.core.graph import Goal

DECK = {0: 4, 1: 3, 2: 2}


def quest(power: int, hp: int) -> Any:
    """A quest of difficulty 7, power laid so far."""
    return karen.position(hp=hp, quest=7, laid=[power], deck=DECK)


def night(light: int, oil: int) -> Any:
    """A storm of 3; with 4 light there is no such table, below 0 oil the game refuses one."""
    return None if light == 4 else lantern.position(oil=oil, storm=3, shown=[light, 0], deck=[0, 1, 1, 2], storms=[1])


def stop_when_close(s: Any) -> str:
    """Draw while at most 3 short"""
    return "Courage Draw for 1 HP" if 0 < 7 - karen.power(s) <= 3 else "declare the result"


def bold(s: Any) -> str:
    return "spend 1 oil" if sum(s.shown) < 2 and s.oil else "stand"


def keeper(rule: Any = None, **more: Any) -> PolicyMap:
    return PolicyMap("lantern", night, ("light", range(5)), ("oil", range(-1, 3)), rule=rule, **more)


def told(a_map: PolicyMap, x: int, y: int) -> list[str]:
    return [str(a) for a in a_map.cell(x, y).best]


# best actions -------------------------------------------------------------------------
def test_every_cell_has_all_tied_best_actions_and_their_exact_values() -> None:
    m = PolicyMap(karen, quest, ("power", range(4, 9)), ("hp", range(1, 4)))
    for x in m.xs:
        for y in m.ys:
            advice = odds.advise(karen, quest(x, y), karen.GOALS["clear"])
            assert m.cell(x, y).best == advice.best
            assert [r.values for r in m.cell(x, y).rows.values()] == [r.values for r in advice.rows]
    assert m.done


def test_lantern_is_walked_and_its_ties_are_shown() -> None:
    m = keeper()
    for light in range(4):
        for oil in range(3):
            assert m.cell(light, oil).best == odds.advise(lantern, night(light, oil), lantern.GOALS["dawn"]).best
    tied = [c for row in m.view["rows"] for c in row if len(c["best"]) > 1]
    assert tied
    assert tied[0]["best"] == ["S", "O"]


def test_impossible_cells_and_those_without_a_choice_say_why() -> None:
    m = keeper()
    assert m.cell(4, 1).note == "impossible"
    assert m.cell(0, -1).note == "impossible: the keeper chooses with 0 oil or more and at least 2 cards shown"
    before = PolicyMap("lantern", lambda a, b: lantern.initial_state(), ("a", [1]), ("b", [1]))
    assert before.cell(1, 1).note == "nobody chooses here; chance decides: the storm"
    between = PolicyMap("karen", lambda a, b: _fate(), ("a", [1]), ("b", [1]))
    assert between.cell(1, 1).note == "No exact answer is offered here."


def _fate() -> Any:
    start = karen.initial_state()
    return karen.step(start, next(iter(karen.node(start).outcomes)))


def test_a_cell_that_is_too_large_says_so_with_the_number() -> None:
    m = keeper(limit=3)
    assert m.cell(0, 2).note.startswith("no exact answer within the limit of 3 states (")
    assert "·" in m.text()


# the rule of thumb --------------------------------------------------------------------
def test_followed_once_a_rule_costs_the_best_value_less_that_of_its_action() -> None:
    m = keeper(bold)
    for light in range(4):
        for oil in range(3):
            cell, state = m.cell(light, oil), night(light, oil)
            rows = {str(r.action): r.value for r in odds.advise(lantern, state, lantern.GOALS["dawn"]).rows}
            assert cell.price == max(rows.values()) - rows[bold(state)]


def test_followed_to_the_end_it_costs_what_the_whole_policy_loses() -> None:
    m = keeper(bold, price="always")
    goal = lantern.GOALS["dawn"]
    actions = {str(a): a for a in lantern.Action}
    for light, oil in [(0, 2), (1, 1), (3, 2), (0, 0)]:
        state = night(light, oil)
        end = odds.final(lantern, state, lambda s: actions[bold(s)], goal.terms[0])
        assert m.cell(light, oil).price == odds.value(lantern, state, goal) - end.mean
    once = keeper(bold)
    assert all(m.cell(x, y).price >= once.cell(x, y).price for x in range(4) for y in range(3))


def test_the_greatest_and_the_average_price_are_told_exactly() -> None:
    m = keeper(bold)
    prices = {(x, y): m.cell(x, y).price for x in range(4) for y in range(3)}
    top = max(prices.values())
    mean = sum(prices.values(), Fraction(0)) / 12
    summary = " ".join(m.view["summary"])
    assert f"costs at most {top} (" in summary
    assert f"on average {mean} (" in summary
    right = sum(m.cell(*at).chosen in m.cell(*at).best for at in prices)
    assert f"“bold” names a best action in {right} of 12 cells." in summary


def test_a_rule_that_is_never_wrong_costs_nothing() -> None:
    m = keeper(lambda s: odds.advise(lantern, s, lantern.GOALS["dawn"]).best[0])
    assert m.view["summary"][1] == "Followed once, then best play, it costs nothing in any of them."
    assert m.frame["rule"] == "a rule of thumb"


def test_a_rule_that_names_no_legal_action_has_no_price_and_says_so() -> None:
    m = keeper(lambda s: "sleep" if s.oil == 1 else "stand")
    assert (
        "4 of the cells have no price; at light 0, oil 1: the rule says 'sleep'; legal here:" in m.view["summary"][-1]
    )
    m.handle({"cell": [0, 2]})
    assert m.about["price"].startswith("No price: the rule says 'sleep'")
    assert keeper(lambda s: {"stand": 1}).cell(0, 1).chosen is lantern.Action.STAND


def test_a_rule_as_good_for_the_goal_but_worse_on_a_tie_break_costs_nothing_and_says_where() -> None:
    m = PolicyMap("karen", quest, ("power", [8]), ("hp", [5]), rule=lambda s: "Courage Draw for 1 HP")
    m.handle({"cell": [0, 0]})
    assert m.about["price"] == "The rule, followed once, costs nothing here (as good, but 1 HP behind)."


# words --------------------------------------------------------------------------------
def test_the_map_is_told_as_text_the_same_every_time() -> None:
    assert repr(keeper(bold)) == repr(keeper(bold)) == keeper(bold).text()
    m = PolicyMap("karen", quest, ("power", range(3, 9)), ("hp", range(1, 5)), "hearts", stop_when_close, title="Seven")
    lines = repr(m).split("\n")
    assert lines[:3] == [
        "PolicyMap(karen: Seven)",
        "Best action for: the fewest HP lost on average",
        "power 3 to 8 across; HP 1 to 4 up",
    ]
    assert lines[3].startswith("HP 4    C!")
    assert lines[6].split() == ["HP", "1", "C!", "C", "C", "DC", "D", "D"]
    assert "C Courage Draw for 1 HP; D declare the result" in lines
    assert "! the rule names no best action" in lines
    assert "“Draw while at most 3 short” names a best action in" in lines[-2]


def test_a_value_that_is_an_expectation_has_its_unit() -> None:
    oil = Goal("oil", "the most oil left", (lambda s: max(0, s.oil),), unit="oil")
    m = PolicyMap(
        "lantern", night, ("light", range(4)), ("oil", range(3)), oil, lambda s: (s.oil and "spend 1 oil") or "stand"
    )
    assert " oil, at light " in m.view["summary"][1]
    assert "points" not in m.view["summary"][1]


def test_each_action_has_a_letter_of_its_own() -> None:
    assert letter_for("spend 1 oil", {"S"}) == "O"
    assert letter_for("stand", {"S"}) == "T"
    assert letter_for("ss", {"S"}) == "A"
    assert letter_for("123", set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) == "27"


# slices -------------------------------------------------------------------------------
def wide(**more: Any) -> PolicyMap:
    return PolicyMap("lantern", night, ("light", range(4)), ("oil", range(3)), **more)


def test_a_big_map_is_answered_in_slices_can_be_stopped_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_map, "SMALL", 5)
    monkeypatch.setattr(policy_map, "SLICE", 0)
    monkeypatch.setattr(policy_map, "SHOW", 0)

    async def play() -> None:
        m = wide()
        assert m.view["done"] < m.size
        assert "12 cells; text() tells them all." in repr(m)
        while m.view["done"] < 3:
            await asyncio.sleep(0.005)
        m.handle({"stop": True})
        await asyncio.sleep(0.05)
        stopped = m.view["done"]
        assert (m.view["stopped"], stopped < m.size) == (True, True)
        assert None in [c for row in m.view["rows"] for c in row]
        m.handle({"go_on": True})
        while not m.done:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        assert (m.view["done"], m.view["stopped"]) == (12, False)
        assert "12 cells" in repr(m)
        assert m.text() == "\n".join([*repr(m).split("\n")[:-1], *m.view["text"].split("\n")])

    asyncio.run(play())


def test_outside_of_a_notebook_a_big_map_waits_until_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_map, "SMALL", 5)
    m = wide()
    assert not m.done
    assert m.finish() is m
    assert (m.done, m.view["done"]) == (True, 12)


def test_an_interrupt_keeps_what_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_map, "SMALL", 5)
    asked = []

    def slow(light: int, oil: int) -> Any:
        asked.append((light, oil))
        if len(asked) == 7:
            raise KeyboardInterrupt
        return night(light, oil)

    m = PolicyMap("lantern", slow, ("light", range(4)), ("oil", range(3)))
    with pytest.raises(KeyboardInterrupt):
        m.finish()
    assert m.view["done"] == 6
    assert m.finish().done
    assert len(asked) == 13


# the page -----------------------------------------------------------------------------
def test_a_cell_tells_every_action_with_its_exact_value() -> None:
    m = keeper(bold)
    m.handle({"cell": [0, 3]})
    advice = odds.advise(lantern, night(0, 2), lantern.GOALS["dawn"])
    assert [r["value"] for r in m.about["rows"]] == [str(r.value) for r in advice.rows]
    assert [r["best"] for r in m.about["rows"]] == [r.best for r in advice.rows]
    assert m.about["title"] == "light 0, oil 2"
    assert [r["label"] for r in m.about["rows"] if r["rule"]] == ["spend 1 oil"]
    json.dumps([m.frame, m.view, m.about])


@pytest.mark.parametrize(
    "message", [{"cell": [9, 9]}, {"cell": [-1, 0]}, {"cell": [True, 0]}, {"cell": 3}, {"stop": 1}, {"sing": 1}, "stop"]
)
def test_a_message_that_makes_no_sense_is_said_and_changes_nothing(message: Any) -> None:
    m = keeper()
    before = (m.view, m.about)
    m.handle(message)
    assert m.status["text"].startswith(("There is no cell", "The map knows cell, stop and go_on, not"))
    assert (m.view, m.about) == before


def test_hostile_words_stay_text() -> None:
    bad = "<img src=x onerror=alert(1)>\u202e" + "W" * 200
    m = keeper(bold, title=bad)
    assert m.frame["title"] == bad


# what is refused ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: PolicyMap("lantern", 3, ("a", [1]), ("b", [1])), "position is a function, not 3"),
        (lambda: PolicyMap("lantern", night, ("light", [1]), ("light", [1])), "two names, not light twice"),
        (lambda: PolicyMap("lantern", night, ("light", range(41)), ("oil", [1])), "light takes 1 to 40 values, not 41"),
        (lambda: PolicyMap("lantern", night, ("light", []), ("oil", [1])), "light takes 1 to 40 values, not 0"),
        (lambda: PolicyMap("lantern", night, ("light", [1, 1]), ("oil", [1])), "light takes each value once"),
        (lambda: PolicyMap("lantern", night, ("the light", [1]), ("oil", [1])), "named like an argument"),
        (lambda: PolicyMap("lantern", night, "light", ("oil", [1])), "x is a name and its values, such as"),
        (lambda: keeper(price="never"), "price is one of once, always, not 'never'"),
        (lambda: keeper(rule=3), "rule is a function, not 3"),
        (lambda: keeper(title=3), "a title is a text, not 3"),
        (lambda: keeper(goal="sunset"), "lantern has no goal 'sunset'; it has dawn"),
        (lambda: keeper().cell(9, 9), "light is one of 0 to 4, oil one of −1 to 2"),
    ],
)
def test_what_makes_no_map_is_refused_with_what_is_allowed(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
