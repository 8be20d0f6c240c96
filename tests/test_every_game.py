"""What every game on the shelf promises, tried on random playthroughs: a few here, many in `make test-long`.

A game may offer two names for this: ``components(state) -> Bag`` (what is never lost or made) and
``EXAMPLE_SETUPS``, a tuple of set-ups that together let every rule fire.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import kabula_table
import pilgrim_games
import pirate_table
import rulebooks
from friday_players import late
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import Rule, forbidden_by, watching
from rulebooks.core.sampling import pick

FEW, MANY = range(12), range(12, 80)  # a whole game of the larger ones takes a second, and there are ten tests
LONGEST = 5_000  # moves of one game
NOT_MOVES = (None, -1, 10**6, "dance", "", (), (1, 2), object(), Bag(["no card"]), 1.5)

seeds = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)
games = pytest.mark.parametrize("name", rulebooks.GAMES)


# How a player at random chooses; equally likely where a game says nothing. Long games end sooner by a little sense.
LIKELY: dict[str, Any] = {
    "pirate_tales": pirate_table.likely,
    "scott_pilgrim": pilgrim_games.likely,
    "kabula": kabula_table.likely,
}


def weights_of(game: Any, node: Chance | Decision) -> Any:
    """How likely each move is at a node."""
    if isinstance(node, Chance):
        return node.outcomes
    return LIKELY.get(game.rule.game, lambda actions: dict.fromkeys(actions, 1))(node.actions)


def setups(game: Any) -> tuple[Any, ...]:
    """The set-ups to try."""
    return getattr(game, "EXAMPLE_SETUPS", (None,))


def playthrough(game: Any, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a random game; the move is None at its end."""
    choices = setups(game)
    s = game.initial_state(choices[seed % len(choices)])
    for n in range(LONGEST):
        node = game.node(s)
        if isinstance(node, Terminal):
            yield s, node, None
            return
        move = pick(weights_of(game, node), "every game", seed, n)
        yield s, node, move
        s = game.step(s, move)
    raise AssertionError(f"{game.rule.game}: the game of seed {seed} did not end within {LONGEST:,} moves")


@cache
def steps(name: str, seed: int) -> list[tuple[Any, Any, Any]]:
    """A random game, remembered for all the questions below."""
    return list(playthrough(rulebooks.game(name), seed))


def every_step(name: str, seeds: range) -> Iterator[tuple[Any, Any, Any]]:
    """All steps of some random games."""
    for seed in seeds:
        yield from steps(name, seed) if len(seeds) <= len(FEW) else playthrough(rulebooks.game(name), seed)


@games
@seeds
def test_every_random_game_ends_by_a_rule_of_its_book(name: str, seeds: range) -> None:
    game = rulebooks.game(name)
    ends = [(s, node) for s, node, move in every_step(name, seeds) if move is None]
    assert len(ends) == len(seeds)
    assert all(end.ended_by in game.rule for _, end in ends)
    assert all(len(end.returns) == getattr(game, "players", lambda _: 1)(s) for s, end in ends)


@games
@seeds
def test_chance_has_whole_weights_above_0_that_sum_to_exactly_1(name: str, seeds: range) -> None:
    for _, node, _ in every_step(name, seeds):
        if isinstance(node, Chance):
            weights = list(node.outcomes.values())
            assert weights, node.what
            assert all(type(w) is int and w > 0 for w in weights)
            assert sum(Fraction(w, sum(weights)) for w in weights) == 1
            assert node.what


@games
@seeds
def test_decisions_offer_distinct_legal_actions_and_never_none(name: str, seeds: range) -> None:
    game = rulebooks.game(name)
    for s, node, _ in every_step(name, seeds):
        if isinstance(node, Decision):
            assert node.actions
            assert len(set(node.actions)) == len(node.actions)
            assert all(game.step(s, action) is not None for action in node.actions)
            assert set(node.actions) <= set(game.candidates(s))


@games
@seeds
def test_every_candidate_that_is_not_legal_is_refused_with_a_rule(name: str, seeds: range) -> None:
    game = rulebooks.game(name)
    for s, node, _ in every_step(name, seeds):
        legal = node.actions if isinstance(node, Decision) else ()
        for action in game.candidates(s):
            refused_by = forbidden_by(game, s, action)
            if action in legal:
                assert refused_by is None, (s, action)
            else:
                assert isinstance(refused_by, Rule), f"{label(action)} is refused by no rule in {s}"


@games
def test_what_is_no_move_is_refused_and_changes_nothing(name: str) -> None:
    game = rulebooks.game(name)
    for s, node, _ in every_step(name, range(4)):
        before = hash(s), repr(s)
        moves = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
        for move in NOT_MOVES:
            if move in moves:
                continue
            with pytest.raises((IllegalMove, ValueError)):
                game.step(s, move)
        assert (hash(s), repr(s)) == before


@games
def test_nothing_can_be_done_once_it_is_over(name: str) -> None:
    game = rulebooks.game(name)
    tried = {move for _, _, move in every_step(name, FEW) if move is not None}
    for s, node, _ in every_step(name, FEW):
        if isinstance(node, Terminal):
            for move in list(tried)[:50]:
                with pytest.raises((IllegalMove, ValueError)):
                    game.step(s, move)


@games
@seeds
def test_moves_have_labels_that_tell_them_apart(name: str, seeds: range) -> None:
    for _, node, _ in every_step(name, seeds):
        moves = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
        labels = [label(move) for move in moves]
        assert len(set(labels)) == len(labels), labels
        assert all(0 < len(text) <= 200 and text.isprintable() for text in labels)


@games
@seeds
def test_states_hash_compare_and_survive_json(name: str, seeds: range) -> None:
    apart = max(7, sum(len(steps(name, seed)) for seed in FEW) // 400)  # of long games fewer states are written out
    for number, (s, _, _) in enumerate(every_step(name, seeds)):
        if number % apart == 0:
            back = from_plain(json.loads(json.dumps(to_plain(s))), name)
            assert back == s
            assert hash(back) == hash(s)
            assert type(back) is type(s)
            assert is_dataclass(s)


@games
@seeds
def test_a_step_is_pure(name: str, seeds: range) -> None:
    game = rulebooks.game(name)
    for s, node, move in every_step(name, seeds):
        if move is not None:
            before = repr(s)
            assert game.step(s, move) == game.step(s, move)
            assert game.node(s) == node
            assert repr(s) == before


# Lantern has weary cards without end, so only the others are counted.
COMPONENTS: dict[str, Any] = {
    "lantern": lambda s: [light for light in s.deck + s.discard + s.shown if light >= 0],
}


@games
@seeds
def test_components_are_never_lost_or_made(name: str, seeds: range) -> None:
    game = rulebooks.game(name)
    parts = COMPONENTS.get(name) or game.components
    for seed in seeds:
        first, *rest = (parts(s) for s, _, _ in playthrough(game, seed))
        assert all(later == first for later in rest)


@games
@seeds
def test_who_knows_the_same_has_the_same_choices(name: str, seeds: range) -> None:
    """Actions depend on what the player knows; what they know of what they know is the same."""
    game, choices = rulebooks.game(name), dict[Any, Any]()
    for s, node, _ in every_step(name, seeds):
        if isinstance(node, Decision):
            known = game.information_state(s, node.player)
            assert type(known) is type(s)
            assert game.node(known) == node
            assert game.information_state(known, node.player) == known
            assert choices.setdefault((node.player, known), node.actions) == node.actions


def rare_karen(karen: Any) -> list[Any]:
    """Starts of Karen that random play hardly comes to: every quest easy, and one last event in the deck."""
    text = re.sub(r"difficulty = \d+", "difficulty = 1", export_sheet("karen"))
    start = karen.initial_state()
    last = Bag([next(iter(start.event_deck))])
    easy = karen.initial_state(karen.Setup(sheet=parse_sheet("karen", text, "easy")))
    return [easy, replace(start, event_deck=last, event_discard=start.event_deck - last)]


def rare_friday(friday: Any) -> list[Any]:
    """Tables of Friday that random play hardly comes to: the last hazard, pirates of all kinds, no aging card left."""
    last: dict[str, Any] = {"shown": [], "hazards": [], "hazard_discard": [], "step": "pirates"}
    older = friday.Options(aging_exhausted="reshuffle", discard_first=False, choose_pirate=False)
    thin: dict[str, Any] = {
        "stack": ["further-vision", "raft-equipment"],
        "discard": ["raft-strategy", "animals-strategy"],
        "life": 20,
    }
    return [
        late(shown=["raft-food"]),
        late(("pirate ship of hazards", "pirate ship of age"), **last, discard=[]),  # both ask for little
        late(("pirate ship 22", "pirate ship 52"), **last),
        late(**thin, aging=()),
        late(**thin, aging=(), options=older),
        late(**thin, shown=["weapon 4"]),
    ]


def rare_pirates(pirates: Any) -> list[Any]:
    """A table of Pirate Tales that random play hardly comes to: one island is left."""
    gone = ["palm-island"] * 2 + ["turtle-beach"] + ["skull-cay"] * 4 + ["smoking-mountain"] * 4
    return [pirates.table(players=[{"dice": {"black": 7}}, {}], fulfilled=gone)]


def rare_pilgrims(pilgrim: Any) -> list[Any]:
    """Games of Scott Pilgrim that random play hardly comes to: all targets easy and none kept; main decks run out."""
    text = re.sub(r"^damage = \d+", "damage = 1", export_sheet("scott_pilgrim"), flags=re.M)
    easy = parse_sheet("scott_pilgrim", text.replace('reward = "keep"', 'reward = "draw 1"'), "easy")
    last = ["love-song", "despair", "workin"]
    return [
        pilgrim.initial_state(pilgrim.Setup(2, ex="Gideon Graves", sheet=easy)),
        pilgrim.initial_state(pilgrim.Setup(2, "cooperative", ex="Gideon Graves", sheet=easy)),
        pilgrim.table(players=[{}, {}], plotline=["Giant Robot"], main=last, sizes=[1, 2]),
    ]


def rare_kabula(kabula: Any) -> list[Any]:
    """Positions of Kabula that random play hardly comes to: kept cards, full boxes, a Cobra, a battle without end."""
    kept = {"space": "Dreary Abbey", "kept": ["Orc Family"]}
    monster: dict[str, Any] = {"kind": "monster", "parts": "teeth 2, butt", "others": [{}]}
    tired = 1 + kabula.Setup().number("last_rounds")
    return [
        kabula.table(heroes=[kept], light="orange"),
        kabula.table(heroes=[{"parts": {"fresh": "teeth 10", "rage": "legs"}}]),
        kabula.table(heroes=[{"space": (1, 3), "familio": {"monster": "Peeping Cobra", "parts": "legs 3"}}]),
        kabula.table(heroes=[{"heart": 99}, {"out": True}], kabula={"space": (4, -4), "since": 1}, round=tired),
        kabula.position("attack, blade 1", **monster),
        kabula.position("attack all, blade 1", active=[("guts", "after heart 1")], parts="guts", others=[{}]),
        kabula.position("attack, blade 1", own={"kind": "guardian"}, **monster),
    ]


def move_on_the_island(kabula: Any, _: Any) -> None:
    """What Monsters will do: look for somebody, walk there, wander; and who plays for somebody who is not there."""
    kabula.initial_state(kabula.Setup(("zack",), ("jessika-on-air",)))
    island = kabula.Island.from_cells({(0, 0): "plain", (0, 1): "mountain", (1, 0): "plain"}, sanctuary=(0, 0))
    island.toward((0, 0), (0, 1), 3)
    island.wander((0, 0), 2, "S")
    kabula.figure_target(island, (0, 0), {"Zack": (0, 1), "Clayton": (1, 0)}, ["Zack", "Clayton"])
    kabula.space_target(island, (0, 0), [(0, 1), (1, 0)])
    kabula.who_moves_first(island, [(0, 1), (1, 0)])


# Starts beside those of the game's own set-ups, and what a reader asks of a finished game.
MORE_STARTS: dict[str, Any] = {
    "karen": rare_karen,
    "friday": rare_friday,
    "pirate_tales": rare_pirates,
    "scott_pilgrim": rare_pilgrims,
    "kabula": rare_kabula,
}
ASKED: dict[str, Any] = {
    "karen": lambda karen, s: karen.ending(s.score or 0),
    "friday": lambda friday, s: friday.score_of(s),
    "scott_pilgrim": lambda pilgrim, s: pilgrim.story(s, 0),
    "kabula": move_on_the_island,
}


def some_game(game: Any, s: Any, seed: int) -> None:
    """A random game, asking on the way why what is forbidden is so, and what the players know."""
    for n in range(LONGEST):
        node = game.node(s)
        if isinstance(node, Terminal):
            ASKED.get(game.rule.game, lambda *_: None)(game, s)
            return
        if isinstance(node, Decision):
            game.information_state(s, node.player)
            for action in game.candidates(s) if seed % 20 == 0 else ():
                forbidden_by(game, s, action)
        s = game.step(s, pick(weights_of(game, node), "some game", seed, n))


@games
@pytest.mark.long
def test_every_rule_fires_somewhere(name: str) -> None:
    game = rulebooks.game(name)
    starts = [*map(game.initial_state, setups(game)), *MORE_STARTS.get(name, lambda _: [])(game)]
    silent = {rule.id for rule in game.rule}
    for seed in range(3000):
        with watching() as calls:
            some_game(game, starts[seed % len(starts)], seed)
            game.initial_state()
        silent -= {call.rule.id for call in calls}
        if not silent:
            break
    assert not silent, f"never applied: {', '.join(game.rule[id].cite for id in sorted(silent))}"
