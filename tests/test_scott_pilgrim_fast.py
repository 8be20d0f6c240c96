"""Combats of Scott Pilgrim: the fast answers are those of the walk over the rules, fraction for fraction."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rulebooks import odds, scott_pilgrim
from rulebooks.core.chance import Bag
from rulebooks.fast import pilgrim as fast
from rulebooks.fast.pilgrim_tables import Tables
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.fight import Bout, Fight, Stage, Target, finished
from rulebooks.scott_pilgrim.piles import NONE, Deck

MOVES = ("left", "right", "up", "A", None)
PLAIN = ((), (), (), ("damage 1",), ("match damage 1",), ("match draw 1",), ("draw 1",), ("damage without drama 1",))
EFFECTS = (
    *PLAIN, ("draw 1",), ("draw 2",), ("drama 1",), ("damage 1", "drama 1"), ("draw 1", "victory drama 1"),
    ("victory drama 1",), ("match draw 2",), ("draw 1", "drama 1"), ("draw 1", "match damage 2"), ("damage buddy 1",),
    ("damage each friend 1",), ("damage without drama 1", "draw 1"), ("damage without drama 2", "victory drama 1"),
    ("match damage 1", "match draw 1"), ("match damage 1", "drama 1"), ("match draw 1", "victory drama 1"),
    ("victory eliminate 1",), ("match drama 1",), ("match draw 1", "drama 1"), ("match damage without drama 1",),
)  # fmt: skip
COMBOS = (("Jab", ("left", "A"), 3), ("Blades", ("left", "left", "left"), 5), ("Leap", ("up", "left", "right"), 6))
PAIRS = (  # cards of the sheet two of which look alike from the front
    "sound-check-loud", "sound-check-quiet", "midnight-call-sweet", "midnight-call-bitter",
    "lost-bet", "lost-bet-again",
)  # fmt: skip
WALKED = 3_000  # states: a combat that is larger than that is left out


def any_card(rng: random.Random, effects: Any = EFFECTS) -> Any:
    if rng.random() < 0.3:
        return "drama"
    if rng.random() < 0.15:
        return rng.choice(PAIRS)
    return scott_pilgrim.card(rng.choice(MOVES), effects=rng.choice(effects))


def any_combat(rng: random.Random) -> Fight:
    """A small combat of any kind: few kinds of cards, some with several copies, any effects, lines, tops, piles."""
    effects = PLAIN if rng.random() < 0.4 else EFFECTS
    kinds = [any_card(rng, effects) for _ in range(rng.randint(2, 6))]
    setup = scott_pilgrim.Setup(
        options=scott_pilgrim.Options(vs_first=rng.random() < 0.3, endless_drama=rng.random() < 0.1)
    )
    deck = [rng.choice(kinds) for _ in range(rng.randint(2, 8))]
    where: dict[str, Any] = {"setup": setup, "drama_left": rng.choice((0, 1, 2, 14)), "buddy": rng.choice((0, 1))}
    if rng.random() < 0.4:
        where["hand"] = [rng.choice(kinds) for _ in range(rng.randint(0, 5))]
    if rng.random() < 0.5:
        where["discard"] = [rng.choice(kinds) for _ in range(rng.randint(0, 3))]
    f = scott_pilgrim.combat(deck, 1, **where)
    line = rng.choice((("vs", 0, 0), ("vs", 1, 1), ("vs", 2, 1), ("vs", 2, 2), ("own", 1, 1), ("own", 2, 1)))
    bout = Bout(
        "anything", rng.randint(0, 9), line, COMBOS if rng.random() < 0.7 else COMBOS[1:], setup,
        rng.choice((0, 0, 1)), rng.choice((0, 1, 2)), rng.choice((0, 0, 1, 2)),
    )  # fmt: skip
    theirs = None
    if rng.random() < 0.8:
        pile = [rng.choice(("drama", "hot-mess", "pratfall")) for _ in range(rng.randint(0, 4))]
        away = [rng.choice(("drama", "pratfall")) for _ in range(rng.randint(0, 2))]
        theirs = scott_pilgrim.combat((), 1, hand=(), neighbour={"pile": pile, "discard": away}).theirs
        theirs = shown_on_top(rng, theirs, setup) if theirs else None
    own = Deck(f.deck.draw + (f.hand if "hand" not in where else Bag()), None, f.deck.discard)
    own = shown_on_top(rng, own, setup)
    hand = f.hand if "hand" in where else None
    drama = own.draw.count(setup.drama) + own.discard.count(setup.drama) + (hand.count(setup.drama) if hand else 0)
    spent = rng.choice((0, 0, 0, min(1, drama)))
    return bouts.begin(
        bout, own, rng.randint(1, 4), theirs, hand, supply=where["drama_left"], buddy=where["buddy"], spent=spent
    )


def shown_on_top(rng: random.Random, deck: Deck, setup: Any) -> Deck:
    if not deck.draw or rng.random() < 0.5:
        return deck
    return replace(deck, top=rng.choice([*scott_pilgrim.piles.faces(deck, setup)]))


def matched_draws(rng: random.Random) -> Fight:
    """A combat of cards that draw, or match Drama to draw, and cards better without Drama: choices are often tied."""

    def one(*effects: Any) -> Any:
        return scott_pilgrim.card(rng.choice(("left", "A", None)), effects=rng.choice(effects))

    clear = (f"damage without drama {rng.randint(1, 2)}",)
    kinds = ["drama", "drama", one(("match draw 1",)), one(("draw 1",)), one(clear), one(())]
    kinds.append(one(("match draw 1",), ("draw 1",), ("match damage 1",), ("draw 2",), ("draw 1", "victory drama 1")))
    f = scott_pilgrim.combat([rng.choice(kinds) for _ in range(rng.randint(6, 8))], 1)
    bout = Bout("tied", rng.randint(3, 8), ("vs", 0, 0), COMBOS, f.setup)
    deck = shown_on_top(rng, Deck(f.deck.draw + f.hand), f.setup)
    return bouts.begin(bout, deck, rng.randint(2, 4), None)


def compare_tied(seed: int, goal: str) -> bool:
    """Whether equally good choices that end differently were found; both answers are the same in any case."""
    f, aim = matched_draws(random.Random(seed)), scott_pilgrim.GOALS[goal]
    fast.forget()
    told = dict(fast.combat_odds(f, aim))
    assert told == dict(odds.best(scott_pilgrim, f, aim, finished)), seed
    there = Tables([f], aim, True, fast.LIMIT)
    return there.holds and not there.ends(f)[1]


def compare(seed: int, goal: str) -> bool:
    """Whether a random combat was small enough to be walked; if so, both answers are the same."""
    f, aim = any_combat(random.Random(seed)), scott_pilgrim.GOALS[goal]
    try:
        slow = odds.best(scott_pilgrim, f, aim, finished, limit=WALKED)
    except odds.TooLarge:
        return False
    assert dict(fast.combat_odds(f, aim)) == dict(slow), seed
    return True


def any_choice(rng: random.Random) -> Fight:
    """A choice of target: two or three combats that differ in damage, FIGHT line, bonus and failure, or none at all."""
    f = any_combat(rng)
    targets = []
    for place in range(rng.randint(1, 3)):
        line = rng.choice((("vs", 0, 0), ("vs", 2, 1), ("vs", 1, 2), ("own", 1, 1)))
        more = {"line": line, "bonus": rng.randint(0, 2), "failure": rng.randint(0, 2)}
        bout = replace(f.bout, target=f"target {place}", damage=rng.randint(2, 9), **more)
        targets.append((Target(place, f.setup.sheet.find("despair")), bout))
    deck = Deck(f.deck.draw + f.hand, None, f.deck.discard)
    theirs = f.theirs if f.theirs is None or f.theirs.draw else Deck(f.theirs.discard)
    before = replace(f, deck=deck, hand=NONE, stage=Stage.TARGET, due=rng.randint(1, 3), shown=NONE, vs=0, extra=0)
    return replace(before, played=NONE, theirs=theirs, choices=tuple(targets))


def compare_advice(seed: int, goal: str, each: int = 10) -> int:
    """How many decisions got the same advice twice: some of those that a random combat, or choice of one, can reach."""
    rng = random.Random(seed)
    f, aim = (any_choice if seed % 4 == 0 else any_combat)(rng), scott_pilgrim.GOALS[goal]
    try:
        graph = odds.graph(scott_pilgrim, f, limit=WALKED)
    except odds.TooLarge:
        return 0
    solution = graph.solve(aim)
    decisions = [s for s, kind in zip(graph.states, graph.kinds, strict=True) if kind == "decision"]
    asked = rng.sample(decisions, min(each, len(decisions)))
    for s in asked + decisions[:1]:
        assert scott_pilgrim.fast_advice(s, aim).rows == odds.advice_of(solution, s).rows, (seed, str(s))
    return len(asked)


@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("start", range(0, 120, 30))
def test_the_whole_distribution_of_random_combats_is_that_of_the_walk(goal: str, start: int) -> None:
    walked = sum(compare(seed, goal) for seed in range(start, start + 30))
    assert walked > 20


@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("start", [200, 220])
def test_advice_at_any_decision_of_random_combats_is_that_of_the_walk(goal: str, start: int) -> None:
    asked = sum(compare_advice(seed, goal) for seed in range(start, start + 20))
    assert asked > 80


def test_advice_on_an_exchange_before_the_hand_is_drawn_is_that_of_the_walk() -> None:
    assert compare_advice(6589, "win", each=30) > 5


TIED = (1, 2, 36, 69, 335)


@pytest.mark.parametrize("goal", ["win", "damage"])
def test_among_equally_good_choices_that_end_differently_the_walks_first_is_taken(goal: str) -> None:
    assert sum(compare_tied(seed, goal) for seed in TIED) >= 1


@pytest.mark.long
@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("start", [0, 300])
def test_tied_choices_are_those_of_the_walk_in_hundreds_of_combats(goal: str, start: int) -> None:
    assert sum(compare_tied(seed, goal) for seed in range(start, start + 300)) > 0


@pytest.mark.long
@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("start", range(6000, 7000, 100))
def test_advice_at_thousands_of_decisions_is_that_of_the_walk(goal: str, start: int) -> None:
    asked = sum(compare_advice(seed, goal, each=30) for seed in range(start, start + 100))
    assert asked > 500


@pytest.mark.long
@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("start", range(1000, 3000, 100))
def test_the_whole_distribution_of_thousands_of_combats_is_that_of_the_walk(goal: str, start: int) -> None:
    walked = sum(compare(seed, goal) for seed in range(start, start + 100))
    assert walked > 80
