"""A table to play on: moves, luck, time and reasons."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import karen, lantern
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.play import Table
from rulebooks.lantern import Action, Phase

BROKE = lantern.position(oil=0, storm=2, shown=[0, 1], deck=[1])
RICH = lantern.position(oil=2, storm=2, shown=[0, 1], deck=[1, 2, 2], storms=[1])


def to_the_choice(seed: int = 0) -> Table:
    """A table at the first choice of a night, by luck."""
    table = Table("lantern", seed=seed)
    for _ in range(3):
        table.roll()
    return table


def whole(table: Table) -> tuple[Any, ...]:
    """All that can be seen of a table."""
    return table.state, table.at, table.length, table.seed, table.history, table.to_json()


def play_out(table: Table) -> Table:
    """Stand to the end."""
    while not isinstance(node := table.node, Terminal):
        if isinstance(node, Decision):
            table.do(Action.STAND)
        else:
            table.roll()
    return table


# Moves ------------------------------------------------------------------------
def test_a_table_starts_where_the_setup_says() -> None:
    table = Table("lantern")
    assert table.state == lantern.initial_state()
    assert (table.at, table.length, table.actions, table.log) == (0, 0, (), ())
    assert repr(table) == "Table(lantern: move 0, the storm is drawn now: roll() or choose(outcome))"


def test_a_table_takes_the_game_itself_or_its_name() -> None:
    assert Table(lantern).state == Table("lantern").state
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        Table("chess")


@pytest.mark.parametrize("seed", ["7", 1.0, None, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Table("lantern", seed=seed)


def test_doing_an_action_tells_which_rules_did_it() -> None:
    table = Table("lantern", start=RICH)
    assert [e.rule.id for e in table.do(Action.SPEND)] == ["3.5"]
    assert table.state == lantern.step(RICH, Action.SPEND)


def test_an_action_may_be_given_by_its_label() -> None:
    table = Table("lantern", start=RICH)
    assert [r.id for r in table.why("stand")] == ["3.6"]
    table.do("stand")
    assert table.history[-1].move is Action.STAND


def test_choosing_an_outcome_draws_just_that() -> None:
    table = Table("lantern")
    assert table.choose(3).rule.id == "3.1"
    assert table.state.storm == 3
    table.choose("2")
    assert table.state.shown.counts == {2: 1}


def test_the_log_holds_every_rule_with_before_and_after() -> None:
    table = to_the_choice()
    table.do(Action.STAND)
    assert [e.rule.id for e in table.log] == ["3.1", "3.2", "3.2", "3.6"]
    assert all(a.after == b.before for a, b in zip(table.log, table.log[1:], strict=False))
    assert [p.label for p in table.history][-1] == "stand"


@pytest.mark.parametrize(
    "start, move, message",
    [
        (BROKE, lambda t: t.do(Action.SPEND), "3.4 No oil, no card"),
        (BROKE, lambda t: t.do("spend 1 oil"), "3.4 No oil, no card"),
        (BROKE, lambda t: t.do("dance"), "cannot dance: legal here: stand"),
        (BROKE, lambda t: t.do(1), "cannot 1: legal here: stand"),
        (BROKE, lambda t: t.roll(), "cannot roll: player 1 chooses now: stand"),
        (BROKE, lambda t: t.choose(1), "player 1 chooses now"),
        (None, lambda t: t.do(Action.STAND), "the storm is drawn now"),
        (None, lambda t: t.choose(9), "it cannot come as the storm; possible: 1, 2, 3"),
        (None, lambda t: t.choose("9"), "it cannot come as the storm"),
        (lantern.step(BROKE, Action.STAND), lambda t: t.roll(), "the game is over"),
        (lantern.step(BROKE, Action.STAND), lambda t: t.do(Action.STAND), "the game is over"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(start: Any, move: Any, message: str) -> None:
    table = Table("lantern", start=start)
    before = whole(table)
    with pytest.raises(IllegalMove) as no:
        move(table)
    assert message in str(no.value)
    assert whole(table) == before


# Luck -------------------------------------------------------------------------
@given(st.integers())
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    one, two = (play_out(Table("lantern", seed=seed)) for _ in range(2))
    assert [p.move for p in one.history] == [p.move for p in two.history]


def test_the_first_moves_of_some_seeds_are_the_same_on_every_python() -> None:
    games = ["".join(p.label[0] for p in play_out(Table("lantern", seed=seed)).history) for seed in range(3)]
    assert games == ["210s302s112s", "321s101s20-s", "302s201s111s"]


def test_another_seed_gives_another_game() -> None:
    games = {tuple(p.move for p in play_out(Table("lantern", seed=seed)).history) for seed in range(20)}
    assert len(games) > 10


def test_after_an_undo_the_same_roll_comes_again_unless_a_fresh_one_is_asked_for() -> None:
    table = Table("lantern", seed=5)
    first = table.roll().move
    table.undo()
    assert table.roll().move == first
    others = set()
    for _ in range(20):
        table.undo()
        others.add(table.roll(fresh=True).move)
    assert others == {1, 2, 3}


def test_a_fresh_roll_stays_after_the_next_undo() -> None:
    table = Table("lantern", seed=5)
    fresh = [table.roll(fresh=True).move for _ in range(2)][-1]
    table.undo()
    assert table.roll().move == fresh


def test_a_decision_changes_no_draw_that_was_to_come() -> None:
    """The second storm is the same whether a card more was shown before it or not."""
    storms = []
    for spend in (0, 1):
        table = to_the_choice(seed=11)
        if spend:
            table.do(Action.SPEND)
            table.roll()
        table.do(Action.STAND)
        storms.append(table.roll().move)
    assert storms[0] == storms[1]


# Time -------------------------------------------------------------------------
def test_undo_and_redo_go_back_and_forth_without_loss() -> None:
    table = to_the_choice()
    states = [table.state]
    for _ in range(3):
        table.undo()
        states.append(table.state)
    assert (table.at, table.length, table.state) == (0, 3, table.start)
    table.redo(3)
    assert table.state == states[0]
    table.go_to(1)
    assert table.state == states[2]


def test_the_same_move_after_an_undo_keeps_what_lay_ahead_another_drops_it() -> None:
    table = Table("lantern", start=RICH)
    table.do(Action.SPEND)
    table.choose(2)
    table.undo(2)
    table.do(Action.SPEND)
    assert table.length == 2
    table.undo()
    table.do(Action.STAND)
    assert table.length == 1


@pytest.mark.parametrize(
    "go", [lambda t: t.undo(4), lambda t: t.redo(), lambda t: t.go_to(-1), lambda t: t.go_to(True)]
)
def test_there_is_no_time_before_the_start_or_after_the_end(go: Any) -> None:
    table = to_the_choice()
    before = whole(table)
    with pytest.raises(ValueError, match="the timeline goes from move 0 to 3"):
        go(table)
    assert whole(table) == before


def test_what_happens_on_a_branch_stays_there() -> None:
    table = to_the_choice()
    before = whole(table)
    branch = table.branch()
    assert whole(branch) == before
    branch.do(Action.STAND)
    branch.roll(fresh=True)
    assert whole(table) == before
    table.do(Action.SPEND)
    assert branch.history[3].move is Action.STAND


def test_a_branch_of_the_past_forgets_what_lay_ahead() -> None:
    table = to_the_choice()
    table.undo(2)
    assert (table.branch().at, table.branch().length) == (1, 1)


# Why --------------------------------------------------------------------------
def test_why_names_the_rules_a_move_would_apply() -> None:
    table = Table(
        "lantern",
        start=lantern.step(lantern.position(oil=1, storm=3, shown=[0, 1], deck=[], discard=[2]), Action.SPEND),
    )
    before = whole(table)
    assert [r.id for r in table.why(2)] == ["3.3", "3.2"]
    assert whole(table) == before
    with pytest.raises(IllegalMove):
        table.why(7)


def test_why_not_names_the_rule_that_forbids() -> None:
    table = Table("lantern", start=BROKE)
    assert table.why_not(Action.SPEND) is lantern.rule["3.4"]
    assert table.why_not(Action.STAND) is None
    assert table.forbidden == {Action.SPEND: lantern.rule["3.4"]}
    with pytest.raises(ValueError, match="not a move the rulebook speaks of"):
        table.why_not("dance")
    with pytest.raises(IllegalMove) as no:
        table.why(Action.SPEND)
    assert no.value.rule is lantern.rule["3.4"]


def test_a_table_tells_what_it_waits_for() -> None:
    assert repr(Table("lantern", start=RICH)) == "Table(lantern: move 0, player 1 chooses now: stand, spend 1 oil)"
    over = lantern.step(BROKE, Action.STAND)
    assert repr(Table("lantern", start=over)) == "Table(lantern: move 0, the game is over (4.1 The light goes out))"
    assert isinstance(Table("lantern").node, Chance)
    assert to_the_choice().state.phase is Phase.CHOOSE


def test_why_not_takes_a_label_and_never_calls_a_forbidden_action_legal() -> None:
    table = Table("lantern", start=lantern.position(oil=0, storm=3, shown=[0, 1], deck=[2]))
    for asked in ("spend 1 oil", lantern.Action.SPEND):
        rule = table.why_not(asked)
        assert rule is not None
        assert rule.id == "3.4"
    assert [rule.id for rule in table.why("stand")] == ["3.6"]
    with pytest.raises(ValueError, match="not a move the rulebook speaks of"):
        table.why_not("sing")


def test_rules_that_are_quantities_take_their_arguments_by_name() -> None:
    assert karen.story_cost(printed=5, processed=3) == 2
    assert karen.score(power=23, stories=4) == 43
