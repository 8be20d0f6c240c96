"""State graphs: walking, order, limits, best play with ties; each answer found a second way."""

import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import given as graph_game
from games.given import Choice, End, Given, Roll, State
from rulebooks import lantern
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.graph import Goal, Graph, Stopped, TooLarge

DAWN = lantern.GOALS["dawn"]
TERMS = tuple((lambda s, i=i: s[1].places[s[0]].points[i]) for i in range(3))
THREE = Goal("three", "the first number, then the second, then the third", TERMS)


@st.composite
def graphs(draw: st.DrawFn) -> State:
    """A game whose places lead to later ones only, each end worth three small numbers (so that ties are common)."""
    inner, ends = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    places: list[Choice | Roll | End] = []
    for i in range(inner):
        kids = tuple(draw(st.lists(st.integers(i + 1, inner + ends - 1), min_size=1, max_size=4)))
        if draw(st.booleans()):
            places.append(Choice(kids))
        else:
            places.append(Roll(kids, tuple(draw(st.integers(1, 6)) for _ in kids)))
    places += [End(tuple(draw(st.integers(-1, 1)) for _ in range(3))) for _ in range(ends)]
    order = draw(st.permutations(range(1, len(places))))  # so that numbers say nothing about which is earlier
    where = [0, *order]
    mixed: list[Any] = [None] * len(places)
    for i, place in enumerate(places):
        match place:
            case Choice(kids):
                mixed[where[i]] = Choice(tuple(where[k] for k in kids))
            case Roll(kids, weights):
                mixed[where[i]] = Roll(tuple(where[k] for k in kids), weights)
            case End():
                mixed[where[i]] = place
    return graph_game.given(*mixed)


def by_hand(s: State, terms: int = 3) -> tuple[Fraction, ...]:
    """The value of a place, one number a term, by the definition: the largest vector wins, first number first."""
    place = s[1].places[s[0]]
    if isinstance(place, End):
        return tuple(map(Fraction, place.points[:terms]))
    values = [by_hand((kid, s[1]), terms) for kid in place.kids]
    if isinstance(place, Choice):
        return max(values)
    total = sum(place.weights)
    return tuple(
        sum((Fraction(w, total) * v[t] for w, v in zip(place.weights, values, strict=True)), Fraction(0))
        for t in range(terms)
    )


# Lantern: printed numbers -----------------------------------------------------
def test_lantern_has_1362_states() -> None:
    graph = Graph(lantern, lantern.initial_state())
    assert len(graph) == 1362
    assert graph.counts() == {"decision": 500, "chance": 673, "end": 189}


def test_best_play_of_lantern_wins_223_of_360() -> None:
    graph = Graph(lantern, lantern.initial_state())
    assert graph.solve(DAWN).value() == (Fraction(223, 360),)


def test_a_plain_recursion_over_lantern_finds_the_same() -> None:
    @cache
    def chance_to_win(s: lantern.State) -> Fraction:
        match lantern.node(s):
            case Terminal(returns=(won,)):
                return Fraction(won)
            case Chance(outcomes=outcomes):
                total = sum(outcomes.values())
                return sum(
                    (Fraction(w, total) * chance_to_win(lantern.step(s, o)) for o, w in outcomes.items()), Fraction(0)
                )
            case Decision(actions=actions):
                return max(chance_to_win(lantern.step(s, a)) for a in actions)
        raise AssertionError

    assert chance_to_win(lantern.initial_state()) == Fraction(223, 360)
    assert chance_to_win.cache_info().currsize == 1362


# Best play and ties -----------------------------------------------------------
@given(graphs())
def test_values_are_those_of_the_definition_ties_broken_by_the_next_term(s: State) -> None:
    graph = Graph(graph_game, s)
    assert graph.solve(THREE).value() == by_hand(s)
    swapped = 0, Given(tuple(flipped(place) for place in s[1].places))
    assert graph.solve(TERMS[1]).value() == by_hand(swapped)[:1]


def flipped(place: Any) -> Any:
    """An end with its first two numbers exchanged."""
    return End((place.points[1], place.points[0], place.points[2])) if isinstance(place, End) else place


@given(graphs())
def test_every_state_of_the_graph_gets_its_own_value_and_all_its_best_actions(s: State) -> None:
    graph = Graph(graph_game, s)
    solution = graph.solve(THREE)
    for i, state in enumerate(graph.states):
        assert solution.value(i) == by_hand(state)
        if graph.kinds[i] == "decision":
            values = [by_hand(graph.states[j]) for j in graph.kids[i]]
            assert list(solution.best[i]) == [a for a, v in enumerate(values) if v == max(values)]
            node = graph_game.node(state)
            assert isinstance(node, Decision)
            assert solution.policy(state, node) == {node.actions[solution.best[i][0]]: 1}


@given(graphs())
def test_a_state_comes_after_all_its_successors_in_the_order(s: State) -> None:
    graph = Graph(graph_game, s)
    place = {i: at for at, i in enumerate(graph.order)}
    assert sorted(graph.order) == list(range(len(graph)))
    assert all(place[j] < place[i] for i, row in enumerate(graph.kids) for j in row)


@given(graphs())
def test_the_graph_holds_what_the_rules_say(s: State) -> None:
    graph = Graph(graph_game, s)
    for i, state in enumerate(graph.states):
        node = graph_game.node(state)
        assert graph.ids[state] == i
        assert [graph.states[j] for j in graph.kids[i]] == [graph_game.step(state, m) for m in graph.moves[i]]
        if isinstance(node, Chance):
            assert graph.kinds[i] == "chance"
            assert dict(zip(graph.moves[i], graph.weights[i], strict=True)) == node.outcomes
        else:
            assert graph.weights[i] == ()
            assert graph.moves[i] == (node.actions if isinstance(node, Decision) else ())


@given(graphs())
def test_the_chances_of_all_ends_add_up_to_1_and_give_the_value_again(s: State) -> None:
    solution = Graph(graph_game, s).solve(THREE)
    outcomes = solution.outcomes(lambda e: e[1].places[e[0]].points)
    assert sum(outcomes.values()) == 1
    assert tuple(sum(p * points[t] for points, p in outcomes.items()) for t in range(3)) == solution.value()


def test_of_tied_actions_the_first_in_the_order_of_actions_is_played() -> None:
    s = graph_game.given(Choice((1, 2, 3)), End((0, 9, 9)), End((1, 0, 0)), End((1, 0, 0)))
    solution = Graph(graph_game, s).solve(THREE)
    assert solution.best[0] == (1, 2)
    assert solution.policy(s, Decision(0, ("a", "b", "c"))) == {"b": 1}


def test_a_later_term_never_costs_an_earlier_one() -> None:
    s = graph_game.given(Choice((1, 2)), End((1, -1, -1)), Roll((3, 4), (1, 1)), End((1, 1, 1)), End((0, 1, 1)))
    assert Graph(graph_game, s).solve(THREE).value() == tuple(map(Fraction, (1, -1, -1)))


def test_a_term_may_be_a_fraction() -> None:
    s = graph_game.given(Roll((1, 2), (1, 2)), End((1, 0, 0)), End((2, 0, 0)))
    half = Graph(graph_game, s).solve(lambda e: Fraction(e[1].places[e[0]].points[0], 2))
    assert half.value() == (Fraction(5, 6),)


def test_large_denominators_stay_exact() -> None:
    depth, last = 120, 120
    rolls = [Roll((i + 1, last + 1), (10**9 + 7 - i, 1)) for i in range(depth)]
    s = graph_game.given(*rolls, End((1, 0, 0)), End((0, 0, 0)))
    expected = Fraction(1)
    for i in range(depth):
        expected *= Fraction(10**9 + 7 - i, 10**9 + 8 - i)
    assert Graph(graph_game, s).solve(TERMS[0]).value() == (expected,)


# Limits -----------------------------------------------------------------------
def test_a_chain_of_fifty_thousand_moves_is_no_trouble() -> None:
    n = 50_000
    s = graph_game.given(*(Choice((i + 1,)) for i in range(n)), End((7, 0, 0)))
    graph = Graph(graph_game, s)
    assert len(graph) == n + 1
    assert graph.solve(TERMS[0]).value() == (Fraction(7),)
    assert graph.solve(TERMS[0]).outcomes(lambda e: e[0]) == {n: 1}


@pytest.mark.parametrize(
    "places, named",
    [
        ((Choice((1, 2)), Choice((0, 2)), End((0, 0, 0))), 0),
        ((Choice((0, 1)), End((0, 0, 0))), 0),
        ((Choice((1,)), Roll((2, 3), (1, 1)), Choice((1, 3)), End((0, 0, 0))), 1),
    ],
    ids=["back to the start", "to itself", "further on"],
)
def test_a_circle_is_refused_and_its_states_are_named(places: Any, named: int) -> None:
    s = graph_game.given(*places)
    with pytest.raises(ValueError, match="run in a circle") as no:
        Graph(graph_game, s)
    assert f"({named}, Given(" in str(no.value)


def test_too_large_a_question_names_how_many_states_were_found_and_the_limit() -> None:
    with pytest.raises(TooLarge) as no:
        Graph(lantern, lantern.initial_state(), limit=1000)
    assert no.value.limit == 1000
    assert no.value.found > 1000
    assert "1,000 states" in str(no.value)
    assert f"{no.value.found:,} found so far" in str(no.value)
    assert isinstance(no.value, ValueError)


def test_a_limit_that_is_just_met_is_no_refusal() -> None:
    assert len(Graph(lantern, lantern.initial_state(), limit=1362)) == 1362


def test_a_walk_can_be_stopped() -> None:
    asked: list[bool] = []

    def at_once() -> bool:
        asked.append(True)
        return True

    with pytest.raises(Stopped, match=re.compile(r"stopped after [\d,]+ states")):
        Graph(lantern, lantern.initial_state(), stop=at_once)
    assert asked == [True]


def test_a_walk_tells_of_its_progress_beyond_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 10_000, 2))
    monkeypatch.setattr("rulebooks.core.graph.monotonic", lambda: next(seconds))
    told: list[str] = []
    Graph(lantern, lantern.initial_state(), progress=told.append)
    assert told
    assert all(re.fullmatch(r"[\d,]+ states walked, [\d,]+ waiting", line) for line in told)


def test_a_quick_walk_is_silent() -> None:
    told: list[str] = []
    s = graph_game.given(Choice((1,)), End((0, 0, 0)))
    Graph(graph_game, s, progress=told.append)
    assert told == []


def test_until_ends_the_walk_where_it_is_true() -> None:
    start = lantern.initial_state()
    graph = Graph(lantern, start, lambda s: s.phase is lantern.Phase.CHOOSE)
    assert graph.counts()["decision"] == 0
    ends = [s for s, kind in zip(graph.states, graph.kinds, strict=True) if kind == "end"]
    assert {s.phase for s in ends} == {lantern.Phase.CHOOSE}
    assert graph.solve(lambda s: sum(s.shown)).value() == (Fraction(8, 5),)  # two of the cards 0 0 1 1 2


def test_a_start_that_is_an_end_has_its_value() -> None:
    s = graph_game.given(End((3, 0, 0)))
    assert Graph(graph_game, s).solve(TERMS[0]).value() == (Fraction(3),)


def test_a_node_that_is_neither_of_the_three_is_a_mistake_of_the_game() -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            return getattr(graph_game, name)

        def node(self, s: State) -> Any:
            return "over"

    with pytest.raises(TypeError, match="not a Decision, a Chance or a Terminal"):
        Graph(Broken(), graph_game.given(End((0,))))


# Exports ----------------------------------------------------------------------
@given(graphs())
def test_networkx_gets_every_state_and_move(s: State) -> None:
    graph = Graph(graph_game, s)
    exported = graph.to_networkx()
    assert exported.number_of_nodes() == len(graph)
    assert exported.number_of_edges() == sum(map(len, graph.kids))
    assert all(exported.nodes[i]["state"] == state for i, state in enumerate(graph.states))
    weights = [d["weight"] for _, _, d in exported.edges(data=True) if "weight" in d]
    assert sum(weights) == sum(map(sum, graph.weights))


@settings(max_examples=20)
@given(graphs())
def test_storm_finds_the_same_values(s: State) -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    graph = Graph(graph_game, s)
    assert storm_value(graph, TERMS[0]) == graph.solve(TERMS[0]).value()[0]
    assert storm_value(graph, TERMS[0], least=True) == -graph.solve(lambda e: -TERMS[0](e)).value()[0]


def test_storm_finds_223_of_360_for_lantern() -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    assert storm_value(Graph(lantern, lantern.initial_state()), DAWN.terms[0]) == Fraction(223, 360)
