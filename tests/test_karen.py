"""Karen: what the rules say aloud (events, refusals), whole games on a table, and saved games.

The rules one by one: ``test_karen_rounds.py`` and ``test_karen_adventures.py``; how we read them:
``test_karen_rulings.py``; odds: ``test_karen_odds.py``; the names others call: ``test_karen_names.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from karen_table import (
    COPY,
    COURAGE,
    DECLARE,
    DOUBLE,
    DRAW,
    DRAW_2,
    DRAW_3,
    FLEE,
    REMOVE,
    SHIP_20,
    adventuring,
    after,
    cited,
    facing,
    lies,
    lucky,
    pile,
    quest,
    story,
    table,
    use,
)
from playthroughs import FOLDER, text
from rulebooks import karen
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, Game, IllegalMove, Terminal
from rulebooks.core.play import Table
from rulebooks.core.rules import explain, forbidden_by

Options, Setup, Stand = karen.Options, karen.Setup, karen.Stand
TWO = [quest(1), quest(2)]


def test_karen_is_a_game_as_the_kit_understands_it() -> None:
    game: Game = karen
    assert game.rule.title == "Karen and the Pirate Island"


# What the log says -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "s, moves, rules",
    [
        pytest.param(facing(quest(4), [4], event_deck=TWO), [DECLARE], "3.4 3.5 3.11", id="a quest is cleared"),
        pytest.param(facing(quest(4), [1], event_deck=TWO), [DECLARE], "3.4 3.10 3.11", id="a quest is failed"),
        pytest.param(table(active=TWO, event_deck=TWO), [FLEE], "2.2", id="she flees"),
        pytest.param(table(active=[quest(4)], event_deck=TWO), [FLEE], "6.3", id="she flees from the last event"),
        pytest.param(table(active=[story(4), *TWO[:1]], event_deck=TWO), [Stand(story(4))], "2.1 4.2", id="a story"),
        pytest.param(
            table(active=TWO, deck=[1, 1], discard=[0, 0, 0]),
            [Stand(quest(1)), [1, 1], [0, 0]],
            "2.1 3.1 3.2 6.1 3.2",
            id="a reshuffle in mid-draw",
        ),
        pytest.param(
            facing(quest(4), [DRAW_2], deck=[1], discard=[0]),
            [use(DRAW_2), [1], [0]],
            "3.7 5.4 3.2 6.1 3.2",
            id="an ability draws across the reshuffle",
        ),
        pytest.param(table(active=TWO), [FLEE], "2.2 6.4", id="no event is left"),
        pytest.param(facing(SHIP_20, [12, 9]), [DECLARE], "3.4 7.1", id="victory"),
        pytest.param(table(hp=1, active=TWO, event_deck=TWO), [FLEE], "2.2 7.2", id="defeat: fleeing with 1 HP"),
        pytest.param(
            table(hp=4, active=[story(4), story(5)], event_deck=TWO),
            [Stand(story(4))],
            "2.1 4.2 7.2",
            id="defeat: a story",
        ),
        pytest.param(
            facing(quest(4), [1], hp=3, event_deck=TWO), [DECLARE], "3.4 3.10 3.11 7.2", id="defeat: a failure"
        ),
        pytest.param(
            facing(quest(4), [1], hp=1, deck=[9]), [COURAGE], "3.9 3.9a 7.2", id="defeat: a Courage Draw with 1 HP"
        ),
        pytest.param(
            facing(quest(4), [0], hp=2, deck=[1, 9]),
            [COURAGE, [1], COURAGE],
            "3.9 3.2 3.9 3.9a 7.2",
            id="defeat: the second Courage Draw with 2 HP",
        ),
        pytest.param(table(hp=3, active=TWO), [FLEE], "2.2 6.4 7.2", id="defeat: no event is left"),
    ],
)
def test_the_log_cites_the_rules_that_acted_in_their_order(s: Any, moves: list[Any], rules: str) -> None:
    assert cited(s, *moves)[1] == rules.split()


def test_each_event_shows_what_its_rule_changed() -> None:
    _, events = explain(karen, facing(quest(4), [1], hp=9, event_deck=TWO), DECLARE)
    changed = {e.rule.id: set(e.changes) for e in events}
    assert changed == {
        "3.4": {"ended"},
        "3.10": {"hp", "quest", "event_discard"},
        "3.11": {"adventure", "discard"},
    }
    assert events[1].changes["hp"] == (9, 6)


# Why not ----------------------------------------------------------------------------------------------
EVERYTHING = [DOUBLE, DOUBLE, DRAW, DRAW_2, DRAW_3, COPY, COPY, REMOVE, karen.card(-1, "double"), 0, 1, 3]


def options_of(rng: random.Random) -> karen.Options:
    """Each option either way."""
    return Options(**{f.name: rng.random() < 0.5 for f in fields(Options)})


def decisions(rng: random.Random) -> Iterator[tuple[karen.Adventuring, Decision]]:
    """The decisions of one adventure, played at random."""
    deck = rng.sample(EVERYTHING, rng.randint(4, 9))
    asked: dict[str, Any] = {"hp": rng.randint(1, 6), "courage": rng.choice([None, 0, 1, 2])}
    a: Any = karen.adventure(deck[2:], rng.randint(1, 25), discard=deck[:2], setup=Setup(options_of(rng)), **asked)
    while not isinstance(node := karen.node(a), Terminal):
        if isinstance(node, Decision):
            yield a, node
            later = node.actions[1:] or node.actions  # declaring comes first, and ends it
            a = karen.step(a, rng.choice(later))
        else:
            a = karen.step(a, rng.choice(list(node.outcomes)))


def test_why_not_names_a_rule_for_every_action_that_is_refused() -> None:
    rng, refusing = random.Random("why not"), set()
    for _ in range(120):
        for a, node in decisions(rng):
            candidates = karen.candidates(a)
            assert [x for x in candidates if x in node.actions] == list(node.actions)
            for action in (x for x in candidates if x not in node.actions):
                rule = forbidden_by(karen, a, action)
                assert rule is not None
                refusing.add(rule.id)
                with pytest.raises(IllegalMove) as no:
                    karen.step(a, action)
                assert no.value.rule is rule
    assert refusing == {"3.8", "3.9b", "3.9c", "3.9d", "5.3", "5.5a", "5.5b", "5.7"}


def test_every_action_has_a_label_of_its_own() -> None:
    rng = random.Random("labels")
    for _ in range(60):
        for a, _node in decisions(rng):
            labels = [str(x) for x in karen.candidates(a)]
            assert len(labels) == len(set(labels)), labels


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(karen.Use(lies(DOUBLE)), id="Double without a target"),
        pytest.param(karen.Use(lies(REMOVE)), id="Remove without a target"),
        pytest.param(karen.Use(lies(DRAW), lies(3)), id="Draw with a target"),
        pytest.param(karen.Use(lies(DOUBLE), None, lies(DRAW)), id="Double that copies"),
        pytest.param(karen.Use(lies(COPY)), id="Copy without a card to copy, while there is one"),
        pytest.param(karen.Use(lies(COPY), None, lies(DOUBLE)), id="copied Double without a target"),
        pytest.param(karen.Use(lies(DOUBLE), lies(DOUBLE)), id="itself as if it were not used"),
        pytest.param(karen.Use(lies(3)), id="a card without an ability"),
        pytest.param(karen.Use(lies(DRAW_2)), id="a card that is not there"),
        pytest.param(karen.Use(lies(DOUBLE), lies(9)), id="a target that is not there"),
        pytest.param(FLEE, id="fleeing from an adventure"),
        pytest.param("declare", id="a word"),
    ],
)
def test_what_is_no_action_here_is_refused_even_where_no_rule_speaks_of_it(action: Any) -> None:
    a = adventuring(9, [DOUBLE, DRAW, COPY, REMOVE, 3], deck=[1, 1, 1])
    assert action not in karen.candidates(a)
    with pytest.raises(IllegalMove):
        karen.step(a, action)


@pytest.mark.parametrize("drawn", [[1], [1, 1, 1], [7, 1], []])
def test_only_as_many_cards_as_are_due_and_only_cards_of_the_deck_can_come(drawn: list[int]) -> None:
    a = after(adventuring(9, [DRAW_2], deck=[1, 1, 1]), use(DRAW_2))
    with pytest.raises(IllegalMove):
        karen.step(a, pile(drawn))


# Whole games ------------------------------------------------------------------------------------------------
def learned(*titles: str, options: karen.Options | None = None) -> karen.State:
    """A game whose Karen Deck already holds some quests."""
    s, quests = karen.initial_state(Setup(options or Options())), pile(titles)
    return replace(s, event_deck=s.event_deck - quests, deck=s.deck + quests)


ABLE = ("Driftwood Fire", "Talking Parrot", "Storm Shelter", "Bat Cave", "Old Chart", "Powder Store", "Bamboo Raft")


def random_game(seed: int, start: karen.State) -> Iterator[karen.State]:
    """Every position of a game in which all choices are made by lot."""
    t, rng = Table("karen", seed=seed, start=start), random.Random(f"game {seed}")
    yield t.state
    while not isinstance(node := t.node, Terminal):
        if isinstance(node, Chance):
            t.roll()
        else:
            t.do(rng.choice(node.actions))
        yield t.state


@pytest.mark.parametrize("seed", range(12))
def test_forty_cards_are_there_from_the_first_move_to_the_last(seed: int) -> None:
    start = learned(*ABLE, options=options_of(random.Random(seed)))
    everything = karen.components(start)
    assert len(everything) == 40
    for s in random_game(seed, start):
        assert karen.components(s) == everything
    assert isinstance(karen.node(s), Terminal)


def test_the_pirate_ship_is_never_among_karens_cards() -> None:
    for seed in range(12):
        for s in random_game(seed, learned(*ABLE)):
            a = s.adventure
            hers = s.deck + s.discard + s.removed + (karen.components(a) if a else Bag())
            assert not any(card.ship or card.kind == "story" for card in hers)


def test_a_whole_game_to_victory() -> None:
    t = Table("karen", seed=1)
    while not isinstance(t.node, Terminal):
        lucky(t)
        assert t.at < 200
    assert t.node == Terminal((1,), "7.1")
    assert t.log[-1].rule.title == "Victory"
    assert t.state.score == karen.power(t.state.adventure) + 5 * len(t.state.processed) >= 20
    assert all(played.events for played in t.history)  # every step cites a rule


def test_a_whole_game_to_defeat() -> None:
    # Fleeing 15 times uses up 30 events and 15 HP, a new event deck 2 more, and three more flights the last 3.
    t = Table("karen", seed=1)
    while not isinstance(t.node, Terminal):
        t.do(FLEE) if t.actions else t.roll()
    assert t.node == Terminal((0,), "7.2")
    ids = [e.rule.id for e in t.log]
    assert (ids.count("2.2"), ids.count("6.4"), ids[-1]) == (18, 1, "7.2")
    assert all(played.events for played in t.history)


def test_a_card_learned_in_one_adventure_is_drawn_in_a_later_one() -> None:
    camp, grove = pile(["Setting Up Camp"]).kinds[0], pile(["Coconut Grove"]).kinds[0]
    hungry = ["Hunger Pang"] * 3 + ["Attempt"]
    s = after(karen.initial_state(), [camp, "The Quarrel"], Stand(camp), hungry, DECLARE)
    s = after(s, [grove, "A Birthday"], Stand(grove), ["Hunger Pang"] * 2 + ["Attempt"] * 2, DECLARE)
    s = after(s, ["Wild Boar", "Old Chart"], Stand(pile(["Wild Boar"]).kinds[0]), ["Attempt", "Memento"])
    s = after(s, [camp, grove])
    assert karen.power(s.adventure) == 1 + 0 + 1 + 2
    assert use(camp) in karen.candidates(s)


def test_the_written_playthroughs_are_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "karen.txt").read_text(encoding="utf-8") == text("karen")


# Saved games -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(6))
def test_options_survive_as_plain_data(seed: int) -> None:
    setup = Setup(options_of(random.Random(seed)))
    assert from_plain(to_plain(setup), "karen") is setup


def test_a_saved_game_with_options_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    options = Options(copy_unused=False, reshuffle_events_at_once=True, pay_for_nothing=True)
    t, rng = Table("karen", Setup(options), seed=5), random.Random(5)
    while t.at < 25 and not isinstance(t.node, Terminal):
        t.do(rng.choice(t.actions)) if t.actions else t.roll()
    t.save(tmp_path / "game.json")
    other = Table("karen")
    other.load(tmp_path / "game.json")
    assert (other.state, other.at, other.state.setup.options) == (t.state, t.at, options)
    assert [str(e) for e in other.log] == [str(e) for e in t.log]


def test_a_position_on_the_table_can_be_played_saved_and_taken_up_again(tmp_path: Path) -> None:
    setup = Setup(Options(effectless_abilities=False))
    start = karen.position(hp=7, quest="Wild Boar", laid=["Attempt", "Memento", "Bat Cave"], deck=[0, 1], setup=setup)
    t = Table("karen", seed=2, start=start)
    t.do("use Bat Cave: remove Attempt")
    t.do(COURAGE)
    t.save(tmp_path / "position.json")
    other = Table("karen")
    other.load(tmp_path / "position.json")
    assert (other.state, other.start, other.start.setup) == (t.state, start, setup)


def test_a_saved_game_with_a_move_that_the_options_forbid_is_refused_and_nothing_changes() -> None:
    start = adventuring(9, [COPY, DRAW], deck=[1, 1, 1])
    t = Table("karen", start=start)
    t.do(use(COPY, None, lies(DRAW)))
    text = t.to_json().replace('"copy_unused": true', '"copy_unused": false')
    other = Table("karen")
    with pytest.raises(ValueError, match="move 1"):
        other.load_json(text)
    assert (other.state, other.at) == (karen.initial_state(), 0)
