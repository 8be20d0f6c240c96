"""Friday's policies: legal actions, the same luck, prices that make sense, and how much careful play wins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

from rulebooks import friday, odds
from rulebooks.core.cards import load_sheet
from rulebooks.core.game import Decision
from rulebooks.core.sampling import playthrough
from rulebooks.friday.outlook import MOST, POINT, PRICES, Prices, copy_kept_for, means, outlook, reached, strength
from rulebooks.friday.policies import POLICIES, at_random, careful, play, thumb

SEED = 7
SHEET = load_sheet("friday")
OWN = [c for c in SHEET.cards if c.kind != "pirate"]
READ_OTHERWISE = friday.Options(
    aging_exhausted="reshuffle", copy_of_copy=True, copy_aging=True, copy_hits_copied=False, double_stays=True,
    highest_zero="after doubling", zero_each=True, face_up_only=True, recount_aging=True, discard_first=False,
    below_replaces="later", below_ages=False, sort_reshuffles=False, free_first=False, draw_from_nothing=True,
    choose_pirate=False,
)  # fmt: skip
TABLES = [*(friday.Setup(level) for level in (1, 2, 3, 4)), friday.Setup(3, READ_OTHERWISE)]
NAMES = ["level 1", "level 2", "level 3", "level 4", "read otherwise"]


def won(s: friday.State) -> bool:
    """Whether both pirates were beaten."""
    return s.ended_by == "7.2"


def actions(f: friday.Fighting) -> tuple[Any, ...]:
    """What can be done."""
    node: Any = friday.node(f)
    return tuple(node.actions)


def watched(policy: Callable[[Any], Any], met: set[str]) -> Callable[[Any], Any]:
    """The policy, and a note of where it was asked; each answer must be legal."""

    def asked(s: Any) -> Any:
        node, chosen = friday.node(s), policy(s)
        assert isinstance(node, Decision)
        for action in chosen if isinstance(chosen, dict) else [chosen]:
            assert action in node.actions
        f = friday.focus(s)
        met.add(s.phase if f is None else f.pending[-1].kind if f.pending else f.phase)
        return chosen

    return asked


@pytest.mark.parametrize("setup", TABLES, ids=NAMES)
@pytest.mark.parametrize("policy, games", [(at_random, 4), (thumb, 2), (careful, 1)])
def test_a_policy_only_does_what_is_legal(policy: Any, games: int, setup: friday.Setup) -> None:
    met: set[str] = set()
    for i in range(games):
        end = playthrough(friday, friday.initial_state(setup), watched(policy, met), SEED, i)
        assert end.phase is friday.Phase.OVER
    assert {friday.Phase.CHOOSE, "fight"} <= met


def test_careful_is_asked_in_every_kind_of_decision() -> None:
    met: set[str] = set()
    for i in range(3):
        playthrough(friday, friday.initial_state(friday.Setup(1)), watched(careful, met), SEED, i)
    assert {friday.Phase.CHOOSE, friday.Phase.PIRATE, "fight", "destroying", "cards", "sort"} <= met


FIGHTS = {
    "a hazard": friday.fight({-1: 3, 0: 6, 1: 3, 2: 3}, "Wild animals", step="yellow"),
    "a value that cannot be reached": friday.fight({0: 20}, 999, 99),
    "more free cards than there are": friday.fight({-1: 3, 2: 3}, 7, 99, aging=()),
    "cards of one's own": friday.fight(
        {-40: 2, 1: 4, 50: 2}, 30, 4, drawn_left=[-50, 60, friday.card(1, "exchange 2"), friday.card(0, "copy")]
    ),
    "nothing to draw": friday.fight({}, 3, 2, drawn_left=[-1], aging=()),
    "no life to pay with": friday.fight({1: 5}, 4, 1, life=0),
    "all that cards can do": friday.fight(
        {-1: 2, 1: 4, 3: 2}, (5, 9, 14), 20, step="red", discard={0: 4},
        drawn_left=[friday.card(1, a) for a in friday.ABILITIES], drawn_right=[-2, 0, 4],
    ),
    "a pirate": friday.fight({-1: 3, 0: 3, 1: 5, 2: 6, 4: 2}, 25, 7, pirate="none"),
    "a dear pirate": friday.fight({0: 3, 1: 5, 2: 6}, 16, 7, pirate="extra_card_costs_2", life=1),
    "half a pirate": friday.fight({0: 3, 2: 6}, 22, 9, pirate="half_count", drawn_left=[friday.card(-2, aging=True)]),
}  # fmt: skip


@pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_alone_is_played_to_its_end(policy: Any, name: str) -> None:
    met: set[str] = set()
    for i in range(3):
        end = playthrough(friday, FIGHTS[name], watched(policy, met), SEED, i)
        assert end.phase == "over"


def test_the_random_policy_gives_each_legal_action_the_same_weight() -> None:
    f = FIGHTS["all that cards can do"]
    assert at_random(f) == dict.fromkeys(actions(f), 1)


def test_what_was_played_before_changes_nothing() -> None:
    def moves(i: int) -> list[Any]:
        done: list[Any] = []

        def noted(s: Any) -> Any:
            done.append(careful(s))
            return done[-1]

        playthrough(friday, friday.initial_state(), noted, SEED, i)
        return done

    first = moves(3)
    careful(FIGHTS["a hazard"])
    outlook.cache_clear()
    assert moves(3) == first


def how_far(s: friday.State) -> tuple[int, bool]:
    """The step a game came to (0 green to 3 the pirates), and whether it was won."""
    return s.stage, s.ended_by == "7.2"


def test_on_the_same_luck_more_thought_comes_further() -> None:
    start = friday.initial_state()
    far = {name: odds.sample(friday, start, POLICIES[name], how_far, n=8, seed=SEED) for name in POLICIES}
    mean = {name: sum(p * stage for (stage, _), p in each.items()) for name, each in far.items()}
    assert mean["random"] < mean["thumb"] < mean["careful"]
    wins = {name: int(8 * sum(p for (_, won), p in each.items() if won)) for name, each in far.items()}
    assert (wins["random"], wins["thumb"]) == (0, 0)
    assert wins["careful"] >= 4


def test_games_can_be_shared_out_among_processes() -> None:
    start = friday.initial_state()
    with ProcessPoolExecutor(2) as pool:
        shared = odds.sample(friday, start, thumb, how_far, n=6, seed=SEED, executor=pool)
    assert dict(shared) == dict(odds.sample(friday, start, thumb, how_far, n=6, seed=SEED))


@pytest.mark.long
@pytest.mark.parametrize("level, least", [(1, Fraction(60, 100)), (2, Fraction(30, 100)), (4, Fraction(20, 100))])
def test_careful_wins_more_than_people_report(level: int, least: Fraction) -> None:
    start = friday.initial_state(friday.Setup(level))
    with ProcessPoolExecutor(2) as pool:
        sampled = odds.sample(friday, start, careful, won, n=200, seed=SEED, executor=pool)
    assert sampled.interval(True)[0] > least


# what careful play does ---------------------------------------------------------------------
def test_after_a_loss_the_worst_cards_leave_first() -> None:
    f = friday.fight({0: 5}, 4, 3, drawn_left=[-1, 0, 2], drawn_right=[])
    f = friday.step(friday.step(f, friday.Compare()), friday.Settle())
    gone = []
    while f.phase == "destroying" and not isinstance(action := careful(f), friday.Enough):
        gone.append(action.card.value)
        f = friday.step(f, action)
    assert gone == [-1, 0]


def test_in_the_green_step_a_loss_can_be_worth_more_than_a_win_for_life() -> None:
    f = friday.fight({0: 8, 1: 3}, (0, 1, 3), 2, drawn_left=[-1, -1], life=20)
    assert isinstance(careful(f), friday.Compare)


def test_once_the_value_is_reached_no_card_is_drawn() -> None:
    f = friday.fight({1: 9}, (5, 9, 14), 5, step="red", drawn_left=[4, 4, 4, 2])
    assert isinstance(careful(f), friday.Compare)


def test_a_pirate_is_fought_as_long_as_life_lasts() -> None:
    f = friday.fight({1: 9}, 20, 2, pirate="none", drawn_left=[1, 1], life=3)
    assert isinstance(careful(f), friday.Pay)


def test_against_a_pirate_what_costs_nothing_comes_before_life() -> None:
    f = friday.fight(
        {2: 9}, 20, 3, pirate="none", drawn_left=[-1, friday.card(1, "exchange"), friday.card(0, "+2 cards")]
    )
    action = careful(f)
    assert isinstance(action, friday.Use)
    assert action.ability == "+2 cards"
    f = friday.fight({2: 9}, 20, 2, pirate="none", drawn_left=[-1, friday.card(1, "exchange")])
    action = careful(f)
    assert isinstance(action, friday.Use)
    assert action.target is not None
    assert action.target.value == -1


def test_life_is_taken_at_once_unless_the_maximum_would_waste_it() -> None:
    laid = [friday.card(0, "+2 life")]
    taken = careful(friday.fight({1: 9}, 5, 2, drawn_left=laid, life=15))
    assert isinstance(taken, friday.Use)
    assert taken.ability == "+2 life"
    assert isinstance(careful(friday.fight({1: 9}, 5, 2, drawn_left=laid, life=22)), friday.DrawFree)


def test_a_sorted_stack_gives_its_best_card_first_and_loses_its_worst() -> None:
    f = friday.fight(friday.known_order([-1, 2, 1, 0, 0]), 9, 5, drawn_left=[friday.card(1, "sort 3"), 0])
    f = friday.step(f, next(a for a in actions(f) if isinstance(a, friday.Use)))
    while f.pending:
        node: Any = friday.node(f)
        f = friday.step(f, careful(f) if isinstance(node, Decision) else next(iter(node.outcomes)))
    assert [c.value for c in f.discard] == [-1]
    assert [c.value for c in f.stack][:2] == [2, 1]


def test_doubles_and_step_minus_1_are_used_where_they_win() -> None:
    f = friday.fight(
        {0: 5}, (1, 3, 6), 3, step="red", drawn_left=[friday.card(1, "double"), 2, friday.card(0, "step -1")]
    )
    f = friday.step(f, friday.Compare())
    action = careful(f)
    assert isinstance(action, friday.Use)
    while isinstance(action, friday.Use):
        f = friday.step(f, action)
        action = careful(f)
    assert isinstance(action, friday.Settle)
    assert friday.total(f) >= friday.need(f)


def test_the_easier_pirate_is_met_first() -> None:
    s = friday.table(
        life=10, stack=[c for c in OWN if c.kind == "starting"], pirates=["pirate-40", "pirate-20"], step="pirates"
    )
    assert careful(s).card.pirate == 20


# the look ahead -----------------------------------------------------------------------------
def test_the_worth_of_a_fight_grows_with_its_prize_and_its_life() -> None:
    def worth(life: int, prize: int) -> int:
        return outlook(friday.fight({0: 4, 1: 8, 2: 2}, 4, 3, life=life), prize).worth

    assert worth(10, POINT) < worth(10, 5 * POINT) < worth(12, 5 * POINT)


def test_a_fight_that_cannot_be_lost_is_worth_its_prize() -> None:
    f = friday.fight({1: 9}, 2, 3, drawn_left=[2], life=10)
    assert outlook(f, 5 * POINT) == (PRICES.life(10) + 5 * POINT, "compare")


def test_a_certain_card_decides_whether_a_life_is_paid_for_it() -> None:
    def act(stack: Any) -> str:
        return outlook(friday.fight(stack, 6, 1, drawn_left=[4], life=2), 4 * POINT).act

    assert act(friday.known_order([2, -1, -1, -1])) == "pay"
    assert act(friday.known_order([-1, -1, -1, 2])) == "compare"


def test_the_look_ahead_is_bounded_however_large_the_fight() -> None:
    f = friday.fight({1: 900}, 30, 999)
    assert outlook(f, POINT).act == "free"
    assert MOST < 100
    assert outlook(FIGHTS["a value that cannot be reached"], POINT).worth == PRICES.life(20)


def test_unused_abilities_are_counted_and_a_copy_as_the_best_of_them() -> None:
    f = friday.fight({0: 1}, 9, 4, drawn_left=[friday.card(1, a) for a in ("copy", "double", "destroy")])
    assert copy_kept_for(f) == "double"
    assert means(f)._asdict() | {"doubles": 2, "destroys": 1} == means(f)._asdict()
    used = friday.fight({0: 1}, 9, 4, drawn_left=[friday.used(friday.card(1, "destroy"))])
    assert means(used).destroys == 0


def test_what_lies_there_is_reckoned_as_the_comparison_would() -> None:
    f = friday.fight({0: 1}, 6, 4, drawn_left=[3, 2, friday.card(0, "highest = 0", aging=True)])
    assert strength(f, list(f.cards), 0) == friday.total(f) == 2
    assert strength(f, list(f.cards), 1) == 4
    assert not reached(f)
    half = FIGHTS["half a pirate"]
    assert strength(half, list(half.cards), 0) == friday.total(half) == -2


# prices -------------------------------------------------------------------------------------
def test_each_step_has_a_price_for_every_ability() -> None:
    assert set(PRICES.adds) == set(friday.ABILITIES)
    assert all(len(each) == 3 for each in PRICES.adds.values())


@pytest.mark.parametrize("step", range(3))
def test_higher_values_are_worth_more_and_bad_cards_less_than_nothing(step: int) -> None:
    plain = [PRICES.of(friday.card(v), step) for v in (-2, -1, 0, 1, 2, 4)]
    assert plain == sorted(plain)
    assert plain[1] < 0 < plain[-1]
    aging = [c for c in OWN if c.aging]
    assert all(PRICES.of(c, step) < 0 for c in aging)


def test_each_life_point_is_worth_something() -> None:
    worth = [PRICES.life(n) for n in range(-1, 23)]
    assert worth == sorted(worth)
    assert len(set(worth[1:])) == 23


def test_other_prices_play_otherwise() -> None:
    hoarder = Prices(par=(-9000, -9000, -9000))
    f = friday.fight({0: 5}, 4, 2, drawn_left=[-1, 0])
    f = friday.step(friday.step(f, friday.Compare()), friday.Settle())
    assert isinstance(play(f, hoarder), friday.Enough)
    assert isinstance(careful(f), friday.Destroy)
