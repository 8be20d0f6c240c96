"""Friday: whole games on a table, saved games, and what holds in any position under any reading."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from friday_players import late, lucky, thoughtful
from playthroughs import FOLDER, text
from rulebooks import friday
from rulebooks.core.cards import load_sheet
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.play import Table
from rulebooks.core.rules import forbidden_by
from rulebooks.friday.contents import PIRATE_RULES, aging_cards, contents, most_life

Options, Setup = friday.Options, friday.Setup
SHEET = load_sheet("friday")


# Whole games ---------------------------------------------------------------------------------------
def test_a_lucky_end_of_a_game_cites_a_rule_at_every_step_and_is_won() -> None:
    t = Table(friday, start=late(), seed=1)
    while not isinstance(t.node, Terminal):
        lucky(t)
    assert all(played.events for played in t.history)
    assert t.node == Terminal((1,), "7.2")
    assert friday.components(t.state) == friday.components(friday.initial_state())


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_games_by_rules_of_thumb_end_by_a_rule(level: int) -> None:
    for seed in range(3):
        t = Table(friday, Setup(level), seed=seed)
        while not isinstance(t.node, Terminal):
            thoughtful(t)
        assert t.node.ended_by in ("2.10", "6.3", "7.1", "7.2")
        assert t.state.step != "green"


def test_the_written_playthroughs_are_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "friday.txt").read_text(encoding="utf-8") == text("friday")


def test_a_saved_game_in_the_middle_of_a_fight_reloads(tmp_path: Path) -> None:
    t = Table(friday, start=late(facing="further-food", shown=[], drawn_left=["weak"]), seed=2)
    for _ in range(4):
        thoughtful(t)
    t.save(tmp_path / "game.json")
    again = Table(friday)
    again.load(tmp_path / "game.json")
    assert again.state == t.state
    assert again.history[-1].label == t.history[-1].label


# Every position, every reading ------------------------------------------------------------------------
OTHERS = {
    "aging_exhausted": ("lose", "reshuffle"),
    "highest_zero": ("before doubling", "printed only", "after doubling"),
    "below_replaces": ("may", "must", "later"),
    "below_limit": (0, 1, 6),
}
CARDS = [c.id for c in SHEET.cards if c.kind != "pirate"]


def options_of(rng: random.Random) -> friday.Options:
    """Each option one way or another."""
    return Options(**{f.name: rng.choice(OTHERS.get(f.name, (False, True))) for f in fields(Options)})


def random_fight(rng: random.Random) -> friday.Fighting:
    """A fight late in a game: knowledge and aging cards, thin stacks, pirates, any reading."""
    names = rng.sample([c for c in CARDS if c != "aging-very-stupid"], 14)
    cut = sorted(rng.sample(range(len(names) + 1), 3))
    left, right, stack, discard = (names[a:b] for a, b in zip([0, *cut], [*cut, len(names)], strict=True))
    if rng.random() < 0.2:
        left, right = [], []
    pirate = rng.choice([None, None, "none", *PIRATE_RULES])
    value: Any = rng.randint(0, 20) if pirate else rng.choice([(2, 5, 8), (5, 9, 14), 6])
    return friday.fight(
        stack if rng.random() < 0.6 else friday.known_order(stack),
        value,
        len(left) + rng.randint(0, 2),
        life=rng.randint(0, 8),
        discard=discard,
        aging=rng.choice([None, ()]),
        pirate=pirate,
        step=rng.choice(["green", "yellow", "red"]),
        drawn_left=left,
        drawn_right=right,
        pay=rng.choice([None, None, 1]),
        options=options_of(rng),
    )


def states_of(s: Any, rng: random.Random, longest: int = 400) -> Iterator[Any]:
    """A random way from a position to its end."""
    for _ in range(longest):
        yield s
        node = friday.node(s)
        if isinstance(node, Terminal):
            return
        if isinstance(node, Chance):
            s = friday.step(s, rng.choice(list(node.outcomes)))
        else:  # comparing comes first, and ends it
            later = node.actions[1:] if rng.random() < 0.8 else ()
            s = friday.step(s, rng.choice(later or node.actions))
    raise AssertionError("the fight did not end")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_in_any_fight_cards_are_conserved_every_decision_has_an_action_and_every_refusal_a_rule(seed: int) -> None:
    rng = random.Random(seed)
    first = random_fight(rng)
    every = friday.components(first)
    for f in states_of(first, rng):
        assert friday.components(f) == every
        node = friday.node(f)
        assert from_plain(to_plain(f), "friday") == f
        if isinstance(node, Decision):
            assert node.actions
            candidates = friday.candidates(f)
            assert len({str(a) for a in candidates}) == len(candidates)
            for action in set(candidates) - set(node.actions):
                assert forbidden_by(friday, f, action) is not None
        assert f.life >= 0 or f.phase == "over"
    assert friday.finished(f).removed == len(f.removed)


def test_late_fights_meet_every_refusal_there_is() -> None:
    refusing: set[str] = set()
    for seed in range(150):
        rng = random.Random(seed)
        for f in states_of(random_fight(rng), rng):
            if isinstance(node := friday.node(f), Decision):
                for action in set(friday.candidates(f)) - set(node.actions):
                    with pytest.raises(IllegalMove) as no:
                        friday.step(f, action)
                    assert no.value.rule is not None
                    refusing.add(no.value.rule.id)
    checks = {"2.2", "2.3", "2.5", "2.6", "2.7", "2.8", "3.2", "3.5", "3.7", "3.9", "3.10", "3.12", "3.14"}
    checks |= {"3.15b", "3.15d", "3.20", "3.21", "4.2", "5.9", "6.2"}
    assert refusing == checks


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 2, 3, 4]))
def test_in_any_game_cards_are_conserved_on_the_whole_table(seed: int, level: int) -> None:
    rng = random.Random(seed)
    options = options_of(rng)
    pirates = tuple(c.name for c in rng.sample(list(contents(SHEET)["pirate"]), 2))
    starts = [friday.initial_state(Setup(level, options)), late(pirates, level=level, options=options, life=20)]
    for start in starts:
        every = friday.components(start)
        assert every == friday.components(friday.initial_state(Setup(level)))
        for s in states_of(start, rng, 3000):
            assert friday.components(s) == every
            assert s.life <= most_life(start.setup)
            board = s.fight.aging if s.fight else s.aging
            assert len(aging_cards(start.setup)) - len(board) >= s.taken
        assert s.ended_by in ("2.10", "6.3", "7.1", "7.2")


@pytest.mark.parametrize("move", [None, "compare", 3, friday.Skip(), friday.Pay(), friday.Pay(2), friday.Settle()])
def test_what_is_no_move_is_refused(move: Any) -> None:
    with pytest.raises(IllegalMove):
        friday.step(friday.fight([0, 1, 2], 4, 3), move)
    with pytest.raises(IllegalMove):
        friday.step(friday.initial_state(), move)
