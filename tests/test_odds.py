"""Asking for odds: final, value, best, advise, beside, size, sample, with one player and with two."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import given as graph_game
from games.given import Choice, End, Roll, State
from games.policies import stand, won
from rulebooks import lantern, odds
from rulebooks.core.chance import Bag
from rulebooks.core.sampling import Luck, pick, playthrough
from rulebooks.lantern import Action
from test_graph import THREE, by_hand, graphs

START = lantern.initial_state()
DAWN = lantern.GOALS["dawn"]


# One player -------------------------------------------------------------------
def test_always_standing_wins_lantern_in_124_of_225_nights() -> None:
    result = odds.final(lantern, START, stand, won)
    assert result.p(True) == Fraction(124, 225)
    assert (result.how.kind, result.how.what) == ("exact", "policy stand")


def test_a_plain_recursion_under_the_policy_finds_the_same() -> None:
    def chance_to_win(s: lantern.State) -> Fraction:
        node: Any = lantern.node(s)
        if hasattr(node, "returns"):
            return Fraction(node.returns[0])
        if hasattr(node, "actions"):
            return chance_to_win(lantern.step(s, Action.STAND))
        total = sum(node.outcomes.values())
        return sum(
            (Fraction(w, total) * chance_to_win(lantern.step(s, o)) for o, w in node.outcomes.items()), Fraction(0)
        )

    assert chance_to_win(START) == Fraction(124, 225)


def test_best_play_wins_223_of_360_however_it_is_asked() -> None:
    assert odds.value(lantern, START, DAWN) == Fraction(223, 360)
    assert odds.best(lantern, START, DAWN, won).p(True) == Fraction(223, 360)
    assert odds.graph(lantern, START).solve(DAWN).value() == (Fraction(223, 360),)
    assert odds.size(lantern, START) == (1362, True)


def test_a_size_beyond_the_limit_is_a_lower_bound() -> None:
    found, complete = odds.size(lantern, START, limit=100)
    assert not complete
    assert 100 < found <= 1362


@given(graphs(), st.lists(st.integers(0, 3), min_size=12, max_size=12))
def test_a_mixed_policy_is_weighed_exactly(s: State, mixture: list[int]) -> None:
    def policy(state: State) -> dict[str, int]:
        actions = graph_game.candidates(state)
        return {a: mixture[(state[0] + i) % 12] + 1 for i, a in enumerate(actions)}

    def expected(state: State) -> Fraction:
        place = state[1].places[state[0]]
        if isinstance(place, End):
            return Fraction(place.points[0])
        weights = place.weights if isinstance(place, Roll) else tuple(policy(state).values())
        total = sum(weights)
        kids = [expected((kid, state[1])) for kid in place.kids]
        return sum((Fraction(w, total) * v for w, v in zip(weights, kids, strict=True)), Fraction(0))

    assert odds.final(graph_game, s, policy, lambda e: graph_game.points(e)[0]).mean == expected(s)


@pytest.mark.parametrize("says", ["z", {"a": 1, "z": 2}, {}])
def test_a_policy_that_says_what_is_not_legal_is_refused(says: Any) -> None:
    s = graph_game.given(Choice((1, 1)), End((0,)))
    with pytest.raises(ValueError, match="legal here: a, b"):
        odds.final(graph_game, s, lambda _: says, graph_game.points)


def test_a_question_may_end_before_the_game_does() -> None:
    first = odds.final(lantern, START, stand, lambda s: s.storm, until=lambda s: bool(s.storm))
    assert dict(first) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


# Advice -----------------------------------------------------------------------
def choice(**what: Any) -> lantern.State:
    """The keeper's choice in some position."""
    return lantern.position(**{"oil": 1, "storm": 2, "shown": [0, 0], "deck": [2], "discard": [], "storms": [], **what})


def test_advice_gives_each_action_its_exact_value_best_first() -> None:
    advice = odds.advise(lantern, choice(oil=1, storm=2, deck=[2, 2, 1]), DAWN)
    assert [(r.action, r.value, r.best) for r in advice.rows] == [
        (Action.SPEND, Fraction(2, 3), True),
        (Action.STAND, Fraction(0), False),
    ]
    assert advice.best == (Action.SPEND,)
    assert advice.why == "spend 1 oil is best for “dawn”: 0.667 ahead of stand."


def test_advice_lists_all_tied_best_actions() -> None:
    advice = odds.advise(lantern, choice(oil=2, storm=1), DAWN)
    assert advice.best == (Action.STAND, Action.SPEND)
    assert "equally good" in advice.why


def test_advice_says_when_a_later_term_decided() -> None:
    s = graph_game.given(Choice((1, 2)), End((1, 0, 0)), End((1, 1, 0)))
    advice = odds.advise(graph_game, s, THREE)
    assert advice.best == ("b",)
    assert advice.why == "b is best for “three”: a is as good, but 1 behind on tie-break 1."


@given(graphs())
def test_advice_agrees_with_the_definition(s: State) -> None:
    if not graph_game.candidates(s):
        with pytest.raises(ValueError, match="nobody chooses"):
            odds.advise(graph_game, s, THREE)
        return
    rows = odds.advise(graph_game, s, THREE).rows
    values = {a: by_hand(graph_game.step(s, a)) for a in graph_game.candidates(s)}
    assert {r.action: r.values for r in rows} == values
    assert [r.values for r in rows] == sorted(values.values(), reverse=True)
    assert all(r.best is (r.values == max(values.values())) for r in rows)


def test_advice_shows_as_text_and_as_a_table() -> None:
    advice = odds.advise(lantern, choice(deck=[2, 2, 1]), DAWN)
    assert str(advice).splitlines()[0] == "* spend 1 oil  2/3 (0.667)"
    assert "<td>2/3</td>" in advice._repr_html_()


def test_beside_a_choice_stands_the_same_advice() -> None:
    s = choice(deck=[2, 2, 1], storms=[1])
    beside = odds.beside(lantern, s)
    assert beside is not None
    assert beside.rows == odds.advise(lantern, s, DAWN).rows
    again = odds.beside(lantern, s, "dawn")
    assert again is not None
    assert again.rows == beside.rows


def test_beside_a_draw_or_an_end_stands_nothing() -> None:
    assert odds.beside(lantern, START) is None
    assert odds.beside(graph_game, graph_game.given(Choice((1,)), End((0,)))) is None


def test_a_goal_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="lantern has no goal 'glory'; it has dawn"):
        odds.beside(lantern, choice(), "glory")


# Two players ------------------------------------------------------------------
DUEL = graph_game.given(  # the first player chooses, then the second, then a coin falls
    Choice((1, 2), 0),
    Choice((3, 4), 1),
    Choice((4, 5), 1),
    Roll((6, 7), (1, 3)),
    End((0, 1)),
    End((1, 0)),
    End((1, 0)),
    End((0, 1)),
    players=2,
)


@pytest.mark.parametrize("asked", [{}, {"player": 0}, {"others": lambda s: "a"}])
def test_with_two_players_the_kit_does_not_guess(asked: Any) -> None:
    with pytest.raises(ValueError, match="2 players: say whose goal it is"):
        odds.value(graph_game, DUEL, lambda e: graph_game.points(e)[0], **asked)


@pytest.mark.parametrize(
    "others, first, second",
    [
        ("a", Fraction(1, 4), Fraction(1)),
        ("b", Fraction(1), Fraction(1)),
        ({"a": 1, "b": 1}, Fraction(1, 2), Fraction(1)),
    ],
)
def test_with_two_players_the_others_follow_the_policy_given(others: Any, first: Fraction, second: Fraction) -> None:
    mine = odds.value(graph_game, DUEL, lambda e: graph_game.points(e)[0], player=0, others=lambda s: others)
    theirs = odds.value(graph_game, DUEL, lambda e: graph_game.points(e)[1], player=1, others=lambda s: "a")
    assert (mine, theirs) == (first, second)


def test_advice_for_the_second_player_is_about_the_second_players_choice() -> None:
    s = (1, DUEL[1])
    advice = odds.advise(graph_game, s, lambda e: graph_game.points(e)[1], player=1, others=lambda _: "a")
    assert [(r.action, r.value) for r in advice.rows] == [("b", Fraction(1)), ("a", Fraction(3, 4))]


# Samples ----------------------------------------------------------------------
def test_a_sample_says_so_and_holds_the_exact_answer_in_its_interval() -> None:
    sampled = odds.sample(lantern, START, stand, won, n=2000, seed=4)
    assert (sampled.how.kind, sampled.how.n, sampled.how.seed) == ("sampled", 2000, 4)
    low, high = sampled.interval(True)
    assert low < Fraction(124, 225) < high
    assert str(sampled.how) == "sampled (2000 games, seed 4): policy stand"


def test_the_same_seed_gives_the_same_sample_and_another_seed_another() -> None:
    one, two = (odds.sample(lantern, START, stand, won, n=300, seed=1) for _ in range(2))
    assert dict(one) == dict(two)
    assert dict(odds.sample(lantern, START, stand, won, n=300, seed=2)) != dict(one)


def test_threads_give_the_same_sample() -> None:
    alone = odds.sample(lantern, START, stand, won, n=200, seed=9)
    with ThreadPoolExecutor(3) as pool:
        assert dict(odds.sample(lantern, START, stand, won, n=200, seed=9, executor=pool)) == dict(alone)


def test_processes_give_the_same_sample() -> None:
    alone = odds.sample(lantern, START, stand, won, n=60, seed=9)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert dict(odds.sample(lantern, START, stand, won, n=60, seed=9, executor=pool)) == dict(alone)


def test_two_policies_meet_the_same_luck() -> None:
    """Whatever is decided, the storms come in the same order: draws are keyed, not taken from a stream."""
    for seed in range(20):
        storms = []
        for action in Action:

            def policy(s: lantern.State, action: Action = action) -> Action:
                return action if s.oil > 0 else Action.STAND

            first = playthrough(lantern, START, policy, seed, until=lambda s: s.storm > 0)
            storms.append(first.storm)
        assert len(set(storms)) == 1


def test_luck_counts_each_kind_of_draw_apart() -> None:
    one, two = Luck(5), Luck(5)
    coin = {"heads": 1, "tails": 1}
    first = [one.pick("a coin", coin) for _ in range(30)]
    mixed = []
    for _ in range(30):
        two.pick("a die", dict.fromkeys(range(6), 1))
        mixed.append(two.pick("a coin", coin))
    assert first == mixed
    assert set(first) == {"heads", "tails"}


@pytest.mark.parametrize("n", [0, -3, 1.5, True, "10"])
def test_a_sample_needs_at_least_one_game(n: Any) -> None:
    with pytest.raises(ValueError, match="whole number of games from 1 up"):
        odds.sample(lantern, START, stand, won, n=n)


def test_a_sample_may_end_before_the_game_does() -> None:
    sampled = odds.sample(lantern, START, stand, lambda s: s.storm, n=50, until=lambda s: bool(s.storm))
    assert set(sampled) == {1, 2, 3}


def test_an_endless_game_is_not_sampled_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulebooks.core.sampling.LONGEST", 50)
    with pytest.raises(ValueError, match="did not end within 50 moves"):
        odds.sample(graph_game, graph_game.given(Choice((0,))), lambda s: "a", lambda s: 0, n=1)


@given(st.dictionaries(st.integers(0, 9), st.integers(1, 50), min_size=1), st.integers())
def test_a_pick_is_always_one_of_the_outcomes(weights: dict[int, int], seed: int) -> None:
    assert pick(weights, seed) in weights


def test_picks_come_as_often_as_their_weights_say() -> None:
    n = 4000
    threes = sum(pick({1: 1, 3: 3}, "seed", i) == 3 for i in range(n))
    assert abs(threes - 3000) < 5 * (n * 3 / 16) ** 0.5


def test_nothing_cannot_be_picked_from() -> None:
    with pytest.raises(ValueError, match="nothing to pick from"):
        pick({}, 1)


def test_the_same_seed_gives_the_same_picks_on_every_python() -> None:
    die = dict.fromkeys(range(1, 7), 1)
    assert [pick(die, 0, "a die", i) for i in range(12)] == [6, 1, 4, 5, 4, 4, 4, 5, 4, 3, 1, 6]
    assert [pick({"low": 1, "high": 10**30}, seed) for seed in ("a", "b")] == ["high", "high"]
    hands = {Bag([0, 0]): 1, Bag([0, 1]): 4, Bag([1, 1]): 1}
    assert [str(pick(hands, 7, "the hand", i)) for i in range(6)] == ["1 ×2", "0, 1", "0, 1", "0, 1", "0, 1", "0, 1"]
