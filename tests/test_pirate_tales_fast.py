"""Voyages of Pirate Tales: the fast answers are those of the walk over the rules, fraction for fraction."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from rulebooks import odds, pirate_tales
from rulebooks.core.chance import Bag
from rulebooks.fast import pirate_bounds as bounds
from rulebooks.fast import pirate_tales as fast
from rulebooks.fast.dice_lattice import lattice
from rulebooks.pirate_tales.course import Course, Sailing, Stop
from rulebooks.pirate_tales.sailing import finished, set_sail

COLOURS = ("white", "red", "black")
SYMBOLS = (
    "white die", "red die", "black die", "re-roll", "doubloon 1", "doubloon 2", "draw 1", "draw 2", "ship 1",
    "blue gem", "red gem", "nothing", "set aside 1", "roll again", "pay 1",
)  # fmt: skip
KRAKENS = ("set aside 1", "set aside 2", "roll again", "roll again and set aside 1", "pay 2 and set aside 1", "re-roll")
WALKED = 2_500  # states: a voyage that is larger than that is left out


def reward(rng: random.Random, plain: bool = False) -> str | None:
    """A symbol, two of them, two to choose from, or none."""
    symbols = SYMBOLS[:-3] if plain else SYMBOLS
    match rng.randrange(10):
        case 0 | 1 | 2:
            return None
        case 3 | 4 | 5 | 6:
            return rng.choice(symbols)
        case 7:
            return f"{rng.choice(symbols)} and {rng.choice(symbols)}"
    return f"{rng.choice(symbols)} or {rng.choice(symbols)}"


def any_voyage(rng: random.Random) -> Sailing:
    """A small voyage: mixed dice, some with faces of their own, covered cards, rewards, a hand, a deck, a supply."""
    pool: dict[str, int] = {}
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 5))):
        colour = rng.choice(COLOURS)
        pool[colour] = pool.get(colour, 0) + 1
    cards: list[Any] = []
    for place in range(last := rng.randint(0, 3)):
        if place < last and rng.random() < 0.2:
            cards.append(None)
        else:
            cards.append((rng.choice((0, 1, 1, 1, 2, 2, 3)), reward(rng)))
    cards.append((rng.choice((1, 2, 2, 3, 4)), reward(rng)))
    position: dict[str, Any] = {
        "hand": [(rng.choice((0, 1, 1, 2)), reward(rng)) for _ in range(rng.choice((0, 0, 1, 2)))]
    }
    if rng.random() < 0.4:
        position["dice"] = {
            c: [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(rng.randint(1, 4))]
            for c in rng.sample(COLOURS, rng.randint(1, 3))
        }
    if rng.random() < 0.4:
        position["deck"] = [(rng.choice((0, 1, 1, 2)), reward(rng)) for _ in range(rng.choice((1, 2)))]
    if rng.random() < 0.3:
        position["supply"] = {c: rng.randint(0, 2) for c in COLOURS}
    v = pirate_tales.voyage(pool, cards, **position)
    if rng.random() < 0.3:  # as on a table: doubloons to pay with, a kraken that acts when the voyage comes to it
        effect = rng.choice(KRAKENS)
        stops = tuple(Stop(None, "", effect) if stop.need is None else stop for stop in v.course.stops)
        course = Course(stops, v.course.faces, v.course.setup, rng.randint(0, 3))
        return set_sail(course, Bag(pool), v.hand, v.deck, supply=v.supply)
    if rng.random() < 0.3:
        faces = dict(v.course.faces)
        position["rolled"] = {c: [rng.choice(faces[c]) for _ in range(n)] for c, n in pool.items()}
        v = pirate_tales.voyage(pool, cards, **position)
    return v


def compare_advice(seed: int, goal: str, each: int = 10) -> int:
    """How many decisions of a random voyage got the same advice twice: some of those that play can reach."""
    rng = random.Random(seed)
    v, aim = any_voyage(rng), pirate_tales.GOALS[goal]
    try:
        graph = odds.graph(pirate_tales, v, limit=WALKED)
    except odds.TooLarge:
        return 0
    solution = graph.solve(aim)
    decisions = [s for s, kind in zip(graph.states, graph.kinds, strict=True) if kind == "decision"]
    asked = rng.sample(decisions, min(each, len(decisions)))
    for s in asked:
        assert pirate_tales.fast_advice(s, aim).rows == odds.advice_of(solution, s).rows, (seed, str(s))
    return len(asked)


def compare(seed: int, goal: str) -> bool:
    """Whether a random voyage was small enough to be walked; if so, both answers are the same."""
    v, aim = any_voyage(random.Random(seed)), pirate_tales.GOALS[goal]
    try:
        slow = odds.best(pirate_tales, v, aim, finished, limit=WALKED)
    except odds.TooLarge:
        return False
    assert dict(fast.voyage_odds(v, aim)) == dict(slow), seed
    return True


@pytest.mark.parametrize("goal", ["success", "doubloons"])
@pytest.mark.parametrize("start", range(0, 100, 20))
def test_the_whole_distribution_of_random_voyages_is_that_of_the_walk(goal: str, start: int) -> None:
    walked = sum(compare(seed, goal) for seed in range(start, start + 20))
    assert walked > 10


@pytest.mark.parametrize("goal", ["success", "doubloons"])
@pytest.mark.parametrize("start", [200, 220])
def test_advice_at_any_decision_of_random_voyages_is_that_of_the_walk(goal: str, start: int) -> None:
    asked = sum(compare_advice(seed, goal) for seed in range(start, start + 20))
    assert asked > 60


@pytest.mark.long
@pytest.mark.parametrize("goal", ["success", "doubloons"])
@pytest.mark.parametrize("start", range(4000, 5000, 100))
def test_advice_at_thousands_of_decisions_is_that_of_the_walk(goal: str, start: int) -> None:
    asked = sum(compare_advice(seed, goal, each=30) for seed in range(start, start + 100))
    assert asked > 500


@pytest.mark.long
@pytest.mark.parametrize("goal", ["success", "doubloons"])
@pytest.mark.parametrize("start", range(1000, 4000, 100))
def test_the_whole_distribution_of_thousands_of_voyages_is_that_of_the_walk(goal: str, start: int) -> None:
    walked = sum(compare(seed, goal) for seed in range(start, start + 100))
    assert walked > 50


# Bounds -----------------------------------------------------------------------
@pytest.mark.parametrize("goal", ["success", "doubloons"])
@pytest.mark.parametrize("easier", ["duds_drawn", "skulls_only"])
@pytest.mark.parametrize("harder", ["jokers_drawn", "all_jokers"])
def test_bounds_lie_on_both_sides_of_the_exact_answer(goal: str, easier: str, harder: str) -> None:
    aim, told = pirate_tales.GOALS[goal], 0
    for seed in range(6000, 6060):
        v = any_voyage(random.Random(seed))
        if fast.holds(v, aim) and not bounds.takes_dice(v):
            exact = bounds.first_term(v, aim, fast.LIMIT)
            low = bounds.first_term(getattr(bounds, easier)(v), aim, fast.LIMIT)
            high = bounds.first_term(getattr(bounds, harder)(v), aim, fast.LIMIT)
            assert low <= exact <= high, seed
            told += low < exact or exact < high
    assert told >= 1


def test_a_voyage_too_large_for_an_exact_answer_is_bracketed() -> None:
    position: dict[str, Any] = {"hand": [(1, "re-roll"), (2, "white die"), (1, "draw 1")], "deck": [1, (2, "re-roll")]}
    asked = {"white": 3, "red": 1}, [1, 2, 3]
    between = [pirate_tales.voyage_bounds(*asked, limit=limit, **position) for limit in (200, 400)]
    exact = pirate_tales.voyage_bounds(*asked, **position)
    assert exact.closed
    assert exact.low == pirate_tales.voyage_odds(*asked, **position).p(success=True)
    for bracket in between:
        assert bracket.how.kind == "bracketed"
        assert bracket.low < exact.low < bracket.high


def test_a_voyage_too_large_is_refused_with_the_limit() -> None:
    with pytest.raises(odds.TooLarge, match="more than 1,000 states"):
        pirate_tales.voyage_odds({"white": 5, "red": 3, "black": 2}, [1, 2, 3], limit=1000)


def test_a_long_computation_can_be_stopped() -> None:
    with pytest.raises(odds.Stopped, match="stopped after"):
        pirate_tales.voyage_odds({"white": 5, "red": 3, "black": 2}, [1, 2, 3], stop=lambda: True)


# Other people's numbers ----------------------------------------------------------
COINS = {"white": (0, 0, 0, 1, 1, 1)}
TEN = {"white": 5, "red": 3, "black": 2}


def best_cover(cards: tuple[int, ...], rerolls: int) -> Fraction:
    """The best chance that ten dice cover these cards, when any of them may be rolled again so many times."""
    faces = dict(pirate_tales.voyage(TEN, [1], dice=COINS).course.faces)
    dice = lattice(tuple(faces[c] for c in COLOURS), (5, 3, 2))
    covered = [{0: True} for _ in range(len(cards) + 1)]
    covered[0] = dict.fromkeys(range(1, dice.size), True)
    for asked, (known, after) in zip(reversed(cards), pairwise(covered), strict=True):
        flags = [0] + [int(known.get(lie, False)) for lie in range(1, dice.size)]
        for composition, block in dice.blocks.items():
            dense, sparse, _ = dice.placings(composition, asked)
            for column in dense:
                after.update((block.base + i, True) for i, flag in enumerate(column(flags)) if flag)
            after.update((block.base + i, True) for i, lie in sparse if flags[lie])
    whole, block = (2 * 3 * 6) ** 40, dice.blocks[5, 3, 2]
    values = [whole * covered[-1].get(lie, False) for lie in range(block.base, block.end)]
    for _ in range(rerolls):
        values = dice.rolls((5, 3, 2), values)
        for pairs in dice.turned((5, 3, 2)):
            for place, fallen in pairs:
                values[place] = max(values[place], values[fallen])
    return Fraction(dice.rolls((5, 3, 2), values)[0], whole)


def test_ten_dice_cover_three_cards_with_the_known_chances() -> None:
    assert best_cover((1, 2, 3), 0) == Fraction(911, 972)
    assert best_cover((1, 2, 3), 1) == Fraction(161161747, 161243136)
    assert best_cover((3, 4, 5), 0) == Fraction(1685, 10368)
    assert best_cover((3, 4, 5), 1) == Fraction(27708175, 40310784)
    assert odds.decimal(best_cover((3, 4, 5), 2), 12) == "0.932919512379"


def test_a_voyage_is_at_least_as_likely_as_its_cards_covered_without_setting_aside() -> None:
    hand = [(0, "re-roll")]
    told = pirate_tales.voyage_odds(TEN, [3, 4, 5], hand=hand, dice=COINS).p(success=True)
    assert best_cover((3, 4, 5), 1) < told < 1


@pytest.mark.parametrize(
    "asked, position",
    [
        (({"white": 3, "red": 1}, [1, (2, "re-roll or doubloon 1"), 2]), {"hand": [(1, "white die")]}),
        (({"white": 2, "black": 1}, [(1, "white die"), None, 3]), {"hand": [(2, None), (1, "re-roll")]}),
    ],
)
def test_storm_agrees_on_two_voyages(asked: Any, position: Any) -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    graph = odds.graph(pirate_tales, pirate_tales.voyage(*asked, **position))
    told = pirate_tales.voyage_odds(*asked, **position)
    assert storm_value(graph, lambda s: finished(s).success) == told.p(success=True)
    most = pirate_tales.voyage_odds(*asked, goal="doubloons", **position)
    assert storm_value(graph, lambda s: finished(s).doubloons) == most.marginal("doubloons").mean


@pytest.mark.parametrize("pool", [{"white": 5, "red": 3, "black": 2}, {"white": 1}, {"black": 4}, {}])
@pytest.mark.parametrize("dice", [None, {"white": (0, 7, 7), "black": (3,)}])
def test_the_successes_of_one_roll_are_those_of_icepool(pool: dict[str, int], dice: Any) -> None:
    icepool = pytest.importorskip("icepool", reason="icepool is not installed")
    faces = dict(pirate_tales.voyage(pool, [1], dice=dice).course.faces)
    theirs = icepool.Die([0])
    for colour, n in pool.items():
        theirs = theirs + n @ icepool.Die(faces[colour])
    told = pirate_tales.roll_odds(pool, dice)
    assert {int(k): Fraction(int(n), int(theirs.denominator())) for k, n in theirs.items()} == dict(told)


# Bugs that were -------------------------------------------------------------------
def test_a_die_that_is_won_first_may_be_rolled_again_by_the_symbol_after_it() -> None:
    told = pirate_tales.voyage_odds({"black": 1}, [(2, "red die and re-roll"), 2])
    assert told.p(success=True) == Fraction(2, 3) * (1 - Fraction(2, 3) ** 2)


def test_two_draws_from_a_deck_of_one_card_bring_one_card() -> None:
    drawn = pirate_tales.voyage_odds({"white": 1}, [(1, "draw 1 and draw 1"), 1], deck=[(1, "white die")])
    assert drawn.p(success=True) == Fraction(1, 9)


def test_symbols_whose_order_matters_are_left_to_the_walk() -> None:
    v = pirate_tales.voyage({"white": 1, "red": 1}, [(1, "set aside 1 and white die"), 1])
    goal = pirate_tales.GOALS["success"]
    assert not fast.holds(v, goal)
    assert dict(fast.voyage_odds(v, goal)) == dict(odds.best(pirate_tales, v, goal, finished))
