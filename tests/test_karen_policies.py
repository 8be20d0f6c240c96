"""Karen's policies and the house sheet they balance: legal moves, the same luck, every score band, provenance."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

from rulebooks import karen, odds
from rulebooks.core.cards import load_sheet
from rulebooks.core.game import Decision
from rulebooks.core.sampling import playthrough
from rulebooks.karen.policies import POLICIES, at_random, by_the_odds, cautious, patient

SHEET = load_sheet("karen")
QUESTS = [c for c in SHEET.cards if c.kind == "quest"]
SEED = 7


def won(s: karen.State) -> bool:
    """Whether the ship was taken."""
    return s.ended_by == "7.1"


def watched(policy: Callable[[Any], Any], met: list[str]) -> Callable[[Any], Any]:
    """The policy, and a note of the phases in which it was asked; each answer must be legal."""

    def asked(s: Any) -> Any:
        node, chosen = karen.node(s), policy(s)
        assert isinstance(node, Decision)
        for action in chosen if isinstance(chosen, dict) else [chosen]:
            assert action in node.actions
        met.append(s.phase)
        return chosen

    return asked


@pytest.mark.parametrize(
    "policy, games", [(at_random, range(30)), (cautious, range(30)), (by_the_odds, (19, 22, 23)), (patient, (1, 9, 11))]
)
def test_a_policy_only_does_what_is_legal(policy: Any, games: Any) -> None:
    met: list[str] = []
    for i in games:
        end = playthrough(karen, karen.initial_state(), watched(policy, met), SEED, i)
        assert end.phase is karen.Phase.OVER
    assert {karen.Phase.FATE, karen.Phase.ADVENTURE} == set(met)


def test_the_random_policy_gives_each_legal_action_the_same_weight() -> None:
    a = karen.position(hp=9, quest=8, laid=["Attempt", "Memento"], deck=[1, 2])
    assert at_random(a) == dict.fromkeys(karen.node(a).actions, 1)


@pytest.mark.parametrize(
    "less, more, n, wins",
    [(at_random, cautious, 60, [0, 5]), pytest.param(cautious, by_the_odds, 10, [0, 6], marks=pytest.mark.long)],
)
def test_on_the_same_luck_more_thought_wins_more(less: Any, more: Any, n: int, wins: list[int]) -> None:
    sampled = [odds.sample(karen, karen.initial_state(), policy, won, n=n, seed=SEED) for policy in (less, more)]
    assert [found.p(True) for found in sampled] == [Fraction(k, n) for k in wins]


def test_games_can_be_shared_out_among_processes() -> None:
    start = karen.initial_state()
    with ProcessPoolExecutor(2) as pool:
        shared = odds.sample(karen, start, cautious, won, n=60, seed=SEED, executor=pool)
    assert shared.p(True) == Fraction(5, 60)


BANDS = [
    ("cautious", 21, 35, "escaped"),
    ("by the odds", 23, 47, "40+"),
    ("patient", 9, 81, "70+"),
    ("patient", 36, 91, "90+"),
    ("patient", 4, 116, "100+"),
]


@pytest.mark.parametrize("policy, game, score, band", BANDS, ids=[b[-1] for b in BANDS])
def test_every_score_band_is_reached_in_a_sampled_game(policy: str, game: int, score: int, band: str) -> None:
    end = playthrough(karen, karen.initial_state(), POLICIES[policy], SEED, game)
    assert won(end)
    assert end.score == score
    assert karen.ending(end.score).split(":")[0] == band


@pytest.mark.long
def test_by_the_odds_about_half_of_the_games_are_won() -> None:
    start = karen.initial_state()
    with ProcessPoolExecutor(2) as pool:
        sampled = {
            name: odds.sample(karen, start, POLICIES[name], won, n=200, seed=SEED, executor=pool) for name in POLICIES
        }
    low, high = sampled["by the odds"].interval(True)
    assert low < Fraction(1, 2) < high
    assert Fraction(45, 100) <= sampled["by the odds"].p(True) <= Fraction(55, 100)
    assert sampled["random"].p(True) <= sampled["cautious"].interval(True)[0]
    assert sampled["cautious"].interval(True)[1] < sampled["patient"].p(True) <= sampled["by the odds"].p(True)


def test_chances_of_the_ship_decide_when_it_is_faced() -> None:
    deck = {c: 1 for c in QUESTS if not c.ship}
    ship = next(c for c in QUESTS if c.ship)
    start = karen.initial_state()
    table = karen.State(
        karen.Phase.FATE, 20, karen.cards({}), karen.cards({}), karen.cards({}).add(ship, QUESTS[0]),
        karen.cards(deck), *[karen.cards({})] * 3, None, None, "", 0, start.setup,
    )  # fmt: skip
    assert by_the_odds(table) == karen.Stand(ship)
    weak = karen.State(
        karen.Phase.FATE, 20, table.event_deck, table.event_discard, table.active,
        start.deck, *[karen.cards({})] * 3, None, None, "", 0, start.setup,
    )  # fmt: skip
    assert by_the_odds(weak) == karen.Stand(QUESTS[0])


def test_once_the_ship_is_sure_all_hp_but_the_last_become_power() -> None:
    end = playthrough(karen, karen.initial_state(), by_the_odds, SEED, 23)
    assert won(end)
    assert end.hp == 1 or not (end.adventure.deck or end.adventure.discard)


# the house sheet ---------------------------------------------------------------------------
def test_all_abilities_occur_on_quests() -> None:
    assert {c.ability for c in QUESTS} == {None, *karen.ABILITIES}


def test_quests_stand_in_order_of_difficulty_and_the_ship_is_the_hardest() -> None:
    difficulties = [c.difficulty for c in QUESTS]
    assert difficulties == sorted(difficulties)
    assert [c.ship for c in QUESTS] == [False] * 19 + [True]


def test_no_power_is_negative_and_opening_cards_have_0_or_1() -> None:
    assert all(c.power >= 0 for c in SHEET.cards)
    assert {c.power for c in SHEET.cards if c.kind == "opening"} == {0, 1}


def test_the_discount_matters_for_the_stories() -> None:
    costs = sorted(c.cost for c in SHEET.cards if c.kind == "story")
    cheapest_first = sum(karen.story_cost(cost, i) for i, cost in enumerate(costs))
    dearest_first = sum(karen.story_cost(cost, i) for i, cost in enumerate(reversed(costs)))
    assert (sum(costs), dearest_first, cheapest_first) == (35, 14, 2)


def test_numbers_on_quests_and_stories_are_marked_house_but_for_the_one_a_review_tells() -> None:
    told = {
        (c.id, name)
        for c in SHEET.cards
        if c.kind != "opening"
        for name in ("difficulty", "power", "ability", "cost")
        if getattr(c, name) is not None and not SHEET.is_house(c, name)
    }
    assert told == {("setting-up-camp", "difficulty")}
