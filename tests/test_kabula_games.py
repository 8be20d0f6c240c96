"""Whole games of Kabula: nothing is lost, nothing stalls, states survive a file, refusals name their rule."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kabula_table import ISLAND, SHEET, kabula, random_game, weights_of
from playthroughs import FOLDER, text
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Rule, explain, forbidden_by
from rulebooks.core.sampling import pick
from rulebooks.kabula.parts import FRESH_CAP, PARTS

FEW, MANY = range(5), range(5, 305)
seeds = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)
HEROES = ("jessika", "zack", "clayton", "isolde", "chastity")


def some_setup(seed: int) -> Any:
    """Another set-up for each seed: Heroes, light and options all vary."""
    heroes = tuple(HEROES[(seed + i) % 5] for i in range(1 + seed % 5))
    options = kabula.Options(bool(seed & 1), bool(seed & 2), bool(seed & 4))
    return kabula.Setup(heroes, ("green", "orange", "red")[seed % 3], options)


def box(setup: Any) -> Counter[str]:
    """All cards of a game, from the sheet: those of its light, and the equipment of its Heroes."""
    lights = ("green", "orange", "red")[: ("green", "orange", "red").index(setup.light) + 1]
    decks = {c: n for c, n in SHEET.copies.items() if c.kind in ("encounter", "dungeon", "item")}
    own = {c: n for c, n in decks.items() if (c.owner in setup.heroes if c.owner else c.light in lights)}
    return Counter({c.id: n for c, n in own.items()})


@pytest.mark.rule("1.4", "2.1a")
@seeds
def test_all_cards_are_there_in_every_moment_and_the_game_ends(seeds: range) -> None:
    for seed in seeds:
        setup = some_setup(seed)
        whole = box(setup)
        for n, (s, _, _) in enumerate(random_game(setup, seed)):
            assert Counter(list(kabula.components(s))) == whole, (seed, n)
        end = kabula.node(s)
        assert isinstance(end, Terminal)
        assert (end.ended_by, s.round) == ("2.1a", 11)


@pytest.mark.rule("2.7", "4.1", "4.9", "10.2")
@seeds
def test_limits_hold_in_every_moment(seeds: range) -> None:
    for seed in seeds:
        for s, _, _ in random_game(some_setup(seed), seed):
            for h in s.heroes:
                assert h.heart > 0 or s.strike
                assert 0 <= h.farz <= 15
                assert len(h.boxes.fresh) <= FRESH_CAP["hero"]
                assert max(h.tags) <= 3
                assert h.space in ISLAND.cells
                assert len({c.part for c in h.worn}) == len(h.worn)
                assert all(c in h.items for c in h.worn)
                assert h.steps == 0 or h is s.hero


@pytest.mark.rule("2.6")
@seeds
def test_parts_change_only_where_one_gets_or_discards_them(seeds: range) -> None:
    for seed in list(seeds)[::3]:
        for s, _, move in random_game(some_setup(seed), seed):
            if move is None:
                continue
            then, events = explain(kabula, s, move)
            changed = [sum_of(h) for h in s.heroes] != [sum_of(h) for h in then.heroes]
            if changed and not then.strike:
                told = {e.rule.id for e in events}
                assert "2.6" in told or isinstance(move, kabula.Choose), (seed, label(move), told)


def sum_of(h: Any) -> Counter[str]:
    """All Parts of a Hero, whatever box they lie in."""
    return Counter([*h.boxes.rage, *h.boxes.fresh, *h.boxes.used])


@seeds
def test_moves_are_told_apart_and_refusals_name_their_rule(seeds: range) -> None:
    for seed in list(seeds)[::3]:
        for n, (s, node, _) in enumerate(random_game(some_setup(seed), seed)):
            moves: Any = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
            assert len({label(m) for m in moves}) == len(moves)
            assert isinstance(node, Terminal) or moves
            if isinstance(node, Decision) and n % 5 == 0:
                spoken = kabula.candidates(s)
                assert set(moves) <= set(spoken)
                assert all(isinstance(forbidden_by(kabula, s, a), Rule) for a in spoken if a not in moves)


@seeds
def test_states_survive_their_plain_form(seeds: range) -> None:
    for seed in list(seeds)[::4]:
        for n, (s, _, _) in enumerate(random_game(some_setup(seed), seed)):
            if n % 9 == 0 or (s.strike and n % 3 == 0):
                back = from_plain(json.loads(json.dumps(to_plain(s))), "kabula")
                assert back == s
                assert hash(back) == hash(s)
                assert kabula.node(back) == kabula.node(s)


def test_the_written_playthrough_is_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "kabula.txt").read_text(encoding="utf-8") == text("kabula")


def test_a_game_saved_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    for seed, setup in enumerate([kabula.Setup(HEROES[:3], "orange"), kabula.Setup(HEROES[:2], map=ISLET)]):
        play = Table("kabula", setup, seed=seed)
        for n in range(120):
            if isinstance(play.node, Chance):
                play.roll()
            elif isinstance(play.node, Decision):
                play.do(pick(weights_of(play.node), "saved", seed, n))
        play.save(tmp_path / "game.json")
        again = Table("kabula")
        again.load(tmp_path / "game.json")
        assert again.state == play.state
        assert again.node == play.node


ISLET = """
picture = '''
    .
  .   ^
    S
  .   .
    .
'''
rivers = [[[0, 0], [1, 0]]]
dungeons = [[0, 1]]
pins = [[[0, 0], 2]]
[cities]
Kabularbor = [1, 0]
Ridgewick = [0, -1]
"""


@pytest.mark.rule("1.9")
def test_all_is_seen_by_all() -> None:
    for s, _, _ in random_game(some_setup(3), 3):
        assert all(kabula.information_state(s, i) is s for i in range(len(s.heroes)))


# Random attacks ----------------------------------------------------------------------------------------
harms = st.lists(
    st.sampled_from(
        [
            "blade 1",
            "blade 2",
            "heart 1",
            "nausea 1",
            "push",
            "farz 2",
            "teeth/legs: blade 1",
            "butt: push",
            "spend brain or heart 2",
            "spend any 2 or nausea 1",
            "spend chosen any 2",
        ]
    ),
    min_size=1,
    max_size=3,
)
boxes = st.fixed_dictionaries({b: st.lists(st.sampled_from(PARTS), max_size=2) for b in ("rage", "fresh", "used")})
defences = st.lists(
    st.tuples(
        st.sampled_from(["any", "butt", "raging any"]),
        st.sampled_from(["shield 1", "shield 2, cancel aim", "before heart 1", "after heart 2, shield 1"]),
    ),
    max_size=2,
)
armour = st.dictionaries(st.sampled_from(PARTS), st.sampled_from(["shield 1", "shield 9", "after heart 1"]), max_size=2)


@st.composite
def figures(draw: Any) -> Any:
    """Any figure of an attack."""
    told = {"heart": draw(st.integers(1, 6)), "nausea": draw(st.integers(0, 2)), "parts": draw(boxes)}
    return told | {"farz": draw(st.integers(0, 4)), "passive": draw(armour), "active": draw(defences)}


@st.composite
def attacks(draw: Any) -> Any:
    """Any attack on one figure or on all."""
    head = draw(st.sampled_from(["attack", "attack all"]))
    aim = draw(st.sampled_from(["", ", aim", ", aimed butt"]))
    twice = draw(st.sampled_from(["", "", ", twice"]))
    words = f"{head}{aim}{twice}, {', '.join(draw(harms))}"
    return kabula.position(words, own=draw(figures()), others=draw(st.lists(figures(), max_size=2)), **draw(figures()))


@given(attacks(), st.integers(0, 10**6))
def test_an_attack_never_stalls_and_ends_and_makes_no_parts(s: Any, seed: int) -> None:
    parts = [len(f.boxes) for f in s.fighters]
    farz = sum(f.farz for f in s.fighters)
    for n in range(200):
        node = kabula.node(s)
        assert [len(f.boxes) for f in s.fighters] == parts
        assert sum(f.farz for f in s.fighters) == farz
        assert all(f.heart >= 0 and len(f.boxes.fresh) <= 10 for f in s.fighters)
        if isinstance(node, Terminal):
            return
        moves: Any = node.actions if isinstance(node, Decision) else node.outcomes
        assert moves
        assert len({label(m) for m in moves}) == len(moves)
        if n % 4 == 0:
            back = from_plain(json.loads(json.dumps(to_plain(s))), "kabula")
            assert back == s
            assert hash(back) == hash(s)
        s = kabula.step(s, pick(dict.fromkeys(moves, 1), "attack", seed, n))
    raise AssertionError("the attack did not end")
