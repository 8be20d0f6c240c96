"""Ways to play Pirate Tales: legal moves, what a seat knows and no more, and what each of them is said to do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulebooks import pirate_tales as pirates
from rulebooks.core.game import Chance, Decision
from rulebooks.core.odds import beside
from rulebooks.core.sampling import playthrough
from rulebooks.pirate_tales import EXAMPLE_SETUPS, Bet, Buy, Close, EndTurn, LayOn, Phase, Return, Setup, Upgrade
from rulebooks.pirate_tales import policies as ways
from rulebooks.pirate_tales.policies import POLICIES, at_random, exact, greedy, timid

SEED = 5
POOR: dict[str, Any] = {"dice": {"white": 3}}
STRONG: dict[str, Any] = {"dice": {"red": 4, "black": 3}}
DULL = ["Calm Water"]  # asks for 1, gives nothing
HARD = ["Pearl Reef", "Pearl Reef", "Gale Force"]  # each asks for 3


def table(one: dict[str, Any], *others: dict[str, Any], **rest: Any) -> Any:
    """What player 1, whose turn it is, knows of a table with one or more others."""
    return pirates.information_state(whole_table(one, *others, **rest), 0)


def whole_table(one: dict[str, Any], *others: dict[str, Any], **rest: Any) -> Any:
    """The table itself."""
    return pirates.table(players=[one, *(others or ({},))], **rest)


def bet_of(policy: Any, s: Any, player: int = 1) -> str:
    """How the player bets."""
    chosen = policy(pirates.information_state(s, player))
    assert isinstance(chosen, Bet)
    assert chosen.player == player
    return chosen.side


@pytest.mark.parametrize("setup", EXAMPLE_SETUPS)
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_does_only_what_is_legal_and_ends_its_games(name: str, setup: Setup) -> None:
    met = set()

    def asked(s: Any) -> Any:
        node, chosen = pirates.node(s), POLICIES[name](s)
        assert isinstance(node, Decision)
        assert set(chosen if isinstance(chosen, dict) else [chosen]) <= set(node.actions)
        met.add(s.phase)
        return chosen

    end = playthrough(pirates, pirates.initial_state(setup), asked, SEED, setup.players)
    assert end.phase is Phase.OVER
    assert {Phase.BUY, Phase.GO_ON, Phase.BET, Phase.VOYAGE, Phase.DICE} <= met


@pytest.mark.parametrize("name", [n for n in POLICIES if n != "random"])
def test_a_policy_chooses_the_same_whatever_was_asked_before(name: str) -> None:
    states: list[Any] = []

    def noted(s: Any) -> Any:
        states.append((s, POLICIES[name](s)))
        return states[-1][1]

    playthrough(pirates, pirates.initial_state(Setup(2)), noted, SEED, 1)
    for s, chosen in reversed(states[-40:]):
        assert POLICIES[name](s) == chosen


def test_at_random_every_legal_action_is_as_likely_as_any_other() -> None:
    s = table(POOR, phase="lay", track=DULL)
    node = pirates.node(s)
    assert isinstance(node, Decision)
    assert at_random(s) == dict.fromkeys(node.actions, 1)


def test_a_voyage_alone_can_be_played_too() -> None:
    v = pirates.voyage({"white": 2, "red": 1}, [1, 2], hand=[1])
    for policy in POLICIES.values():
        assert playthrough(pirates, v, policy, SEED).ended in ("success", "failure")


# planning -----------------------------------------------------------------------------
def test_the_timid_close_as_soon_as_they_may_with_the_easiest_island() -> None:
    assert timid(table(STRONG, phase="lay", track=DULL)) == Close(3)
    assert timid(table({**STRONG, "ship": 4}, phase="lay", track=DULL)) == LayOn()


def test_the_greedy_lay_on_while_the_successes_to_be_expected_suffice() -> None:
    assert greedy(table(STRONG, phase="lay", track=DULL)) == LayOn()
    assert greedy(table(POOR, phase="lay", track=HARD)) == Close(3)


def test_the_exact_close_where_one_more_card_would_cost_more_chance_than_it_brings() -> None:
    assert exact(table({"dice": {"white": 5, "red": 1}}, phase="lay", track=DULL)) == Close(3)


def test_the_exact_lay_on_where_the_island_cannot_be_reached_anyway() -> None:
    assert exact(table(POOR, phase="lay", track=DULL)) == LayOn()


def test_the_exact_ask_for_more_at_the_island_when_they_can_reach_it() -> None:
    assert exact(table(STRONG, phase="lay", track=DULL)) != Close(3)


def test_the_poor_buy_nothing_and_the_rich_buy_more_cards() -> None:
    assert timid(table({"doubloons": 3})) == Buy(0)
    assert greedy(table({"doubloons": 2})) == Buy(1, 1)
    for policy in (timid, greedy, exact):
        assert policy(table({"doubloons": 20})) == Buy(3, 6)


def test_the_exact_buy_no_more_cards_than_their_answers_allow() -> None:
    held = ["Calm Water", "Small Catch", "Good Wind"]
    assert exact(table({"doubloons": 20, "hand": held})) == Buy(1, 1)


# bets -----------------------------------------------------------------------------------
def test_bets_follow_the_chance_that_is_seen() -> None:
    sure = whole_table({"dice": {"black": 7}}, phase="bet", track=DULL, level=3)
    lost = whole_table({"dice": {"white": 2}}, phase="bet", track=HARD, level=7)
    for policy in (timid, greedy, exact):
        assert bet_of(policy, sure) == "aye"
        assert bet_of(policy, lost) == "ney"


def test_a_hand_that_is_not_seen_counts_nothing_in_a_bet() -> None:
    hand = ["Small Catch", "Small Catch", "Hidden Cove"]
    for cards in ([], hand):
        s = whole_table({"dice": {"white": 5}, "hand": cards}, phase="bet", track=DULL, level=3)
        assert bet_of(exact, s) == "ney"


def test_a_kraken_that_lies_face_down_is_taken_to_cover_its_space() -> None:
    track = ["Calm Water", "Pearl Reef", "Calm Water", "Calm Water"]
    s = whole_table({"dice": {"red": 5}}, phase="bet", track=track, level=3, kraken=(2, 2))
    needs = [stop.need for stop in ways._stops(s, s.level)]
    assert needs == [1, None, 1, 1, 3]


def test_the_chance_a_bettor_sees_is_that_of_the_voyage() -> None:
    s = whole_table({"dice": {"white": 5}, "hand": ["Small Catch"]}, phase="bet", track=DULL, level=3)
    seen = ways._prospect(pirates.information_state(s, 1), ways._stops(s, s.level))
    assert seen is not None
    assert seen[0] == pirates.voyage_odds({"white": 5}, [1, 3]).p(success=True)


# at sea -----------------------------------------------------------------------------------
def test_without_cards_to_save_the_exact_do_what_the_advice_marks_as_best() -> None:
    v = pirates.voyage({"white": 4, "red": 2}, [1, 2, 3], rolled={"white": [0, 0, 1, 1], "red": [0, 2]})
    advice = beside(pirates, v, "success")
    assert advice is not None
    assert exact(v) in advice.best


def test_the_exact_save_a_card_when_it_gains_next_to_nothing() -> None:
    v = pirates.voyage({"white": 1, "red": 3}, [1], hand=[(1, "re-roll")], rolled={"white": [1], "red": [2, 2, 2]})
    assert not ways._played(exact(v))


def test_a_voyage_beyond_the_bound_is_sailed_by_rule_of_thumb() -> None:
    hand = {"Lost Fleet": 2, "First Mate": 2, "Cabin Boy": 2, "Man of War": 2}
    v = pirates.voyage({"white": 3, "red": 2, "black": 2}, [2, 2, 2, 2, 5], hand=hand)
    first = pirates.node(v)
    assert isinstance(first, Chance)
    shown = pirates.step(v, next(iter(first.outcomes)))
    assert ways._cost(ways._plain(shown)) > ways.BOUND
    assert exact(shown) == greedy(shown)


def test_by_rule_of_thumb_the_dice_without_a_skull_are_rolled_again() -> None:
    v = pirates.voyage({"white": 4}, [2, 3], rolled={"white": [0, 0, 0, 1]})
    taken: list[Any] = []
    while pirates.Roll() not in taken:
        taken.append(greedy(v))
        v = pirates.step(v, taken[-1])
    assert [str(a) for a in taken] == ["set aside white 0 and re-roll", *["roll white 0 again"] * 2, "roll"]


def test_a_voyage_that_no_roll_can_save_is_given_up() -> None:
    v = pirates.voyage({"white": 1}, [3], rolled={"white": [0]})
    assert greedy(v) == pirates.GiveUp() == exact(v)


# dice at the end of a turn -------------------------------------------------------------------
def test_two_dice_become_a_better_one_while_enough_are_left() -> None:
    assert greedy(table({"dice": {"white": 7}}, phase="dice")) == Upgrade("white")
    assert greedy(table({"dice": {"white": 5}}, phase="dice")) == EndTurn()
    assert exact(table({"dice": {"white": 7}}, phase="dice")) == Upgrade("white")


def test_beyond_seven_dice_the_weakest_go_back() -> None:
    s = table({"dice": {"white": 1, "red": 1, "black": 6}}, phase="dice")
    for policy in (timid, greedy, exact):
        assert policy(s) == Return("white")


def test_an_exchange_is_worth_it_when_it_raises_the_chance_of_a_usual_voyage() -> None:
    def chance(**pool: int) -> Fraction:
        return pirates.voyage_odds(pool, [2, 2, 3], hand=[1, 1]).p(success=True)

    assert chance(white=7) < chance(white=5, red=1) < chance(white=3, red=2)
    assert chance(white=1, red=3) < chance(white=3, red=2)
