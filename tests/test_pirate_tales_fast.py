"""Voyages of Pirate Tales: the fast answers are those of the walk over the rules, fraction for fraction."""

import random
from fractions import Fraction
from typing import Any

import pytest

from rulebooks import odds, pirate_tales
from rulebooks.fast import pirate_tales as fast
from rulebooks.pirate_tales.course import Sailing
from rulebooks.pirate_tales.sailing import finished

COLOURS = ("white", "red", "black")
SYMBOLS = (
    "white die", "red die", "black die", "re-roll", "doubloon 1", "doubloon 2", "draw 1", "draw 2", "ship 1",
    "blue gem", "red gem", "nothing", "set aside 1", "roll again",
)  # fmt: skip
WALKED = 2_500  # states: a voyage that is larger than that is left out


def reward(rng: random.Random, plain: bool = False) -> str | None:
    """A symbol, two of them, two to choose from, or none."""
    symbols = SYMBOLS[:-2] if plain else SYMBOLS
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


def test_a_die_that_is_won_first_may_be_rolled_again_by_the_symbol_after_it() -> None:
    told = pirate_tales.voyage_odds({"black": 1}, [(2, "red die and re-roll"), 2])
    assert told.p(success=True) == Fraction(2, 3) * (1 - Fraction(2, 3) ** 2)


def test_two_draws_from_a_deck_of_one_card_bring_one_card() -> None:
    drawn = pirate_tales.voyage_odds({"white": 1}, [(1, "draw 1 and draw 1"), 1], deck=[(1, "white die")])
    assert drawn.p(success=True) == Fraction(1, 9)
