"""Ways to play Scott Pilgrim: legal moves in every mode, what a seat knows and no more, and what each is said to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.game import Chance, Decision
from rulebooks.core.odds import beside
from rulebooks.core.sampling import playthrough
from rulebooks.scott_pilgrim import EXAMPLE_SETUPS, Fight, Phase, Setup, Skip, Target
from rulebooks.scott_pilgrim.contents import character_deck
from rulebooks.scott_pilgrim.hunches import chance
from rulebooks.scott_pilgrim.policies import POLICIES, at_random, exact_combat, fighter, thrifty

SEED = 4
SENSIBLE = [name for name in POLICIES if name != "random"]


def table(one: dict[str, Any], other: dict[str, Any] | None = None, **rest: Any) -> Any:
    """What player 1, whose turn it is, knows of a table with one other player."""
    told = [{"character": "scott", **one}, {"character": "knives", **(other or {})}]
    return pilgrim.information_state(at_a_choice(pilgrim.table(players=told, **rest)), 0)


def at_a_choice(s: Any) -> Any:
    """The same game at its next choice; chance brings what is named first."""
    while isinstance(node := pilgrim.node(s), Chance):
        s = pilgrim.step(s, next(iter(node.outcomes)))
    return s


def chosen(policy: Callable[[Any], Any], s: Any) -> str:
    """What a policy does, in words."""
    return str(policy(s))


def done(policy: Callable[[Any], Any], s: Any, phase: Phase) -> list[str]:
    """What a policy does until a phase is over, in words."""
    said = []
    while s.phase is phase and isinstance(s, pilgrim.State):
        action = policy(pilgrim.information_state(s, 0))
        said.append(str(action))
        s = at_a_choice(pilgrim.step(s, action))
    return said


CASES = [(name, setup) for name in POLICIES for setup in EXAMPLE_SETUPS if name != "fighter" or setup.players == 2]


@pytest.mark.parametrize("name, setup", CASES)
def test_a_policy_does_only_what_is_legal_and_ends_its_games(name: str, setup: Setup) -> None:
    def asked(s: Any) -> Any:
        node, action = pilgrim.node(s), POLICIES[name](s)
        assert isinstance(node, Decision)
        assert set(action if isinstance(action, dict) else [action]) <= set(node.actions)
        return action

    end = playthrough(pilgrim, pilgrim.initial_state(setup), asked, SEED, setup.players)
    assert end.phase is Phase.OVER


@pytest.mark.parametrize("name", SENSIBLE)
def test_a_policy_chooses_the_same_whatever_was_asked_before(name: str) -> None:
    states: list[Any] = []

    def noted(s: Any) -> Any:
        states.append((s, POLICIES[name](s)))
        return states[-1][1]

    playthrough(pilgrim, pilgrim.initial_state(Setup(2)), noted, SEED, 1)
    for s, action in reversed(states[-40:]):
        assert POLICIES[name](s) == action


def test_at_random_every_legal_action_is_as_likely_as_any_other() -> None:
    s = table({}, phase="acquire", plotline=["Joy"])
    node = pilgrim.node(s)
    assert isinstance(node, Decision)
    assert at_random(s) == dict.fromkeys(node.actions, 1)


def test_a_combat_alone_can_be_played_too() -> None:
    f = pilgrim.combat({"Harsh": 3, "drama": 2}, 3, character="knives")
    for policy in POLICIES.values():
        end = playthrough(pilgrim, f, policy, SEED)
        assert isinstance(end, Fight)
        assert end.stage == "over"


@pytest.mark.parametrize("name", ["thrifty", "fighter"])
def test_a_sensible_player_wins_against_one_at_random(name: str) -> None:
    for i in range(4):
        seats = ["random", "random"]
        seats[i % 2] = name

        def mixed(s: Any, seats: list[str] = seats) -> Any:
            node: Any = pilgrim.node(s)
            return POLICIES[seats[node.player]](s)

        end = playthrough(pilgrim, pilgrim.initial_state(Setup(2)), mixed, SEED, i)
        assert (end.won, end.ended_by) == ((i % 2,), "7.3")


@pytest.mark.parametrize(
    "name, setup",
    [("thrifty", Setup(2)), ("exact-combat", Setup(4, ex="Lucas Lee")), ("fighter", Setup(3, "first time"))],
)
def test_a_game_of_sensible_players_ends_by_points_in_a_few_rounds(name: str, setup: Setup) -> None:
    for i in range(2):
        end = playthrough(pilgrim, pilgrim.initial_state(setup), POLICIES[name], SEED, i)
        assert end.ended_by == "7.3"
        assert 2 <= max(seat.turns for seat in end.seats) + 1 <= 15


def test_bots_play_the_other_seats_of_a_table_by_their_names() -> None:
    played = Table("scott_pilgrim", pilgrim.Setup(3), bots={0: "thrifty", 2: "exact-combat"}, rolls="everyone", seed=3)
    for _ in range(12):
        played.handle({"do": 0})
    assert [s["who"] for s in played.view["seats"]] == ["bot: thrifty", "you", "bot: exact-combat"]
    assert len(played.play.history) > 30


# acquisition ---------------------------------------------------------------------------------
def test_power_ups_are_bought_with_the_suits_that_buy_most_together() -> None:
    s = table(
        {"hand": ["Borrowed Bus Fare", "Borrowed Bus Fare"], "draw": []}
        | {"hand": ["Borrowed Bus Fare", "Lucky Guess"]},
        phase="acquire",
        plotline=["Knives Chau", "Young Fan"],
    )
    said = done(thrifty, s, Phase.ACQUIRE)
    assert "acquire Knives Chau (place 1)" in said


def test_drama_goes_first_where_a_card_may_eliminate_one() -> None:
    s = table({"character": "ramona", "hand": ["Clean Break", "Drama", "Night Shift"]}, phase="acquire")
    said = done(thrifty, s, Phase.ACQUIRE)
    assert "eliminate Drama from the hand" in said


def test_who_likes_drama_keeps_two() -> None:
    hand = ["Empathy", "Drama", "Mumbled Apology"]
    few = table({"hand": hand, "draw": ["Lucky Guess"], "discard": ["Drama"]}, phase="acquire")
    many = table({"hand": [*hand, "Drama"], "draw": ["Lucky Guess"], "discard": ["Drama"]}, phase="acquire")
    assert not any("eliminate Drama" in a for a in done(fighter, few, Phase.ACQUIRE))
    assert any("eliminate Drama" in a for a in done(fighter, many, Phase.ACQUIRE))


def test_a_card_that_adds_drama_as_it_is_played_waits_until_it_is_worth_it() -> None:
    hand = {"character": "knives", "hand": ["Teenage Meltdown"]}
    idle = table(hand, {"character": "scott"}, phase="acquire", plotline=["Workin'"])
    assert done(thrifty, idle, Phase.ACQUIRE)[0] == "go on to the combat phase"
    worth = table(hand, {"character": "scott"}, phase="acquire", plotline=["Knives Chau"])
    assert "play Teenage Meltdown for 2 romance" in done(thrifty, worth, Phase.ACQUIRE)


def test_a_fighter_buys_the_move_of_its_combos() -> None:
    hand = {"character": "knives", "hand": ["Secret Crush"]}
    s = table(hand, {"character": "scott"}, phase="acquire", plotline=["Workin'", "Blind Date"])
    assert "acquire Blind Date (place 2) with romance" in done(fighter, s, Phase.ACQUIRE)


def test_a_card_without_use_is_not_bought() -> None:
    hand = {"character": "knives", "hand": ["Secret Crush"], "draw": ["Mixed Tape", "Fan Club"]}
    s = table(hand, {"character": "scott"}, phase="acquire", plotline=["Workin'"])
    assert not any(a.startswith("acquire Workin'") and "eliminate" not in a for a in done(fighter, s, Phase.ACQUIRE))


# combat -----------------------------------------------------------------------------------------
STRONG = {"character": "knives", "draw": ["Homework First", "Fan Club", "Mixed Tape", "Secret Crush", "Front Row"]}
SURE = ["Clueless Guest"]  # asks for few


def before_combat(one: dict[str, Any], *line: str, **rest: Any) -> Any:
    """Knives before the combat, with these Challenges in the Plotline."""
    other = {"character": "scott", "draw": ["Lucky Guess", "Game Marathon"], **rest}
    return table(one, other, phase="target", plotline=line, setup={"ex": "lucas-lee"})


def test_the_thrifty_fight_only_what_they_are_nearly_sure_to_beat() -> None:
    assert chosen(thrifty, before_combat(STRONG, *SURE)) == "fight Clueless Guest (place 1)"
    assert thrifty(before_combat(STRONG, "Giant Robot")) == Skip()


def test_a_fighter_takes_a_risk() -> None:
    s = before_combat({"character": "knives"}, "Despair")
    assert thrifty(s) == Skip()
    assert isinstance(fighter(s), Target)


def test_nobody_fights_what_cannot_be_beaten() -> None:
    weak = {"character": "knives", "draw": ["Front Row"] + ["Drama"] * 3}
    for policy in (thrifty, fighter, exact_combat):
        assert policy(before_combat(weak, "Giant Robot")) == Skip()


def test_who_has_won_lays_no_more_cards_than_bring_something_on_victory() -> None:
    f = pilgrim.combat((), 1, character="knives", hand=["Harsh", "Business Time", "Love Hurts"])
    for policy in (thrifty, exact_combat):
        end = playthrough(pilgrim, f, policy, SEED)
        assert end.drama == 0
        assert "Love Hurts" not in [c.back for c in end.played]


def test_the_printed_combat_is_won_by_rule_of_thumb_too() -> None:
    hand = ["Business Time", "Chau Down", "Love Hurts", "Surprise!", "drama"]
    f = pilgrim.combat(["Harsh"], 8, character="knives", hand=hand)
    for policy in (thrifty, fighter, exact_combat):
        assert pilgrim.finished(playthrough(pilgrim, f, policy, SEED)).won


def test_the_exact_lay_the_card_that_the_advice_marks() -> None:
    hand = ["Business Time", "Chau Down", "Love Hurts", "Surprise!", "drama"]
    f = at_a_choice(pilgrim.combat(["Harsh", "Scarf Whip"], 9, character="knives", hand=hand))
    advice = beside(pilgrim, f, "win")
    assert advice is not None
    assert exact_combat(f) in advice.best


@pytest.mark.parametrize("character", ["scott", "knives", "ramona", "stephen"])
@pytest.mark.parametrize("target", [4, 6, 8])
def test_the_guess_at_a_combat_is_near_its_exact_chance(character: str, target: int) -> None:
    deck = character_deck(Setup(), character).counts
    f = pilgrim.combat(deck, target, character=character)
    guess = chance(f.bout, f.deck, 5, None)
    assert abs(guess - float(pilgrim.combat_odds(deck, target, character=character).p(won=True))) < 0.12


def test_the_guess_counts_the_drama_that_a_neighbour_reveals() -> None:
    pile = {"drama": 3, "Lucky Guess": 2}
    lefts = {"Harsh": 5, "Surprise!": 1}  # any five of them deal 8
    f = pilgrim.combat(lefts, "Despair", character="knives", neighbour=pile)
    g = pilgrim.combat(lefts, "Despair", character="knives", neighbour={"pile": pile, "top": "drama"})
    assert chance(f.bout, f.deck, 5, f.theirs) == pytest.approx(7 / 10)
    assert chance(g.bout, g.deck, 5, g.theirs) == pytest.approx(1 / 2)


def test_a_neighbour_swaps_drama_for_a_better_card() -> None:
    s = pilgrim.table(
        players=[
            {"character": "scott", "hand": ["Lucky Guess"]},
            {"character": "knives", "hand": ["Drama", "Mixed Tape"]},
        ],
        phase="swap",
        plotline=["Despair"],
        target="Despair",
        revealed=["Secret Crush", "Fan Club"],
    )
    s = at_a_choice(s)
    assert str(thrifty(pilgrim.information_state(s, 1))).endswith("discard Drama")


@pytest.mark.long
@pytest.mark.parametrize("setup", [Setup(2), Setup(3, characters=("knives", "kim", "wallace")), Setup(4, "first time")])
def test_many_games_of_sensible_players_end_by_points(setup: Setup) -> None:
    for i in range(60):
        end = playthrough(pilgrim, pilgrim.initial_state(setup), fighter, SEED, i)
        assert end.ended_by == "7.3"
