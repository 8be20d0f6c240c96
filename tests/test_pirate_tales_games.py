"""Whole games and random voyages of Pirate Tales: nothing is lost, nothing leaks, nothing stalls."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_table import FIVE, after, card, comes, pirates, random_game, sailing, table, weights_of
from playthroughs import FOLDER, text
from rulebook_widgets.board import Board
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Rule, explain, forbidden_by
from rulebooks.core.sampling import pick

FEW, MANY = range(20), range(20, 1000)
seeds = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)
OTHERS = [pirates.Options(*(bool(bits >> n & 1) for n in range(5))) for bits in range(32)]


def some_setup(seed: int) -> Any:
    """Another set-up for each seed: players, Capsize cards, krakens and options all vary."""
    sets = (("easy",), ("hard",), ("easy", "medium"), ("medium", "hard"), ("easy", "medium", "hard"))
    modes = ("family", "true pirate", "fate")
    return pirates.Setup(2 + seed % 3, modes[seed // 3 % 3], sets[seed // 2 % 5], OTHERS[seed % 32])


# Conservation -----------------------------------------------------------------------------------
@pytest.mark.rule("0.2")
@seeds
def test_dice_and_cards_are_conserved_in_whole_games_of_all_set_ups(seeds: range) -> None:
    box = Bag({"white": 30, "red": 18, "black": 12})
    for seed in seeds:
        first: Any = None
        for n, (s, _, move) in enumerate(random_game(some_setup(seed), seed)):
            if n % 10 and move is not None:
                continue
            parts = pirates.components(s)
            first = first or parts
            assert parts == first, (seed, n)
            assert Bag([colour for kind, _, colour in parts if kind == "die"]) == box
            assert min(s.supply_left) >= 0
            assert all(seat.doubloons >= 0 and seat.blue >= 0 and seat.red >= 0 for seat in s.seats)
            assert all(1 <= seat.ship <= s.end for seat in s.seats)


def test_the_written_playthrough_is_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "pirate_tales.txt").read_text(encoding="utf-8") == text("pirate_tales")


# What others cannot see --------------------------------------------------------------------------------
def another_world(s: Any, viewer: int) -> Any:
    """A table that looks the same to one player: the others' hands and bets are other ones."""
    v, deck = s.voyage, s.deck
    pool = v.deck if v is not None else deck
    seats = list(s.seats)
    for i, seat in enumerate(seats):
        if i != viewer and seat.hand:
            pool = pool + seat.hand
            hand = Bag([*pool][-len(seat.hand) :])
            pool, seats[i] = pool - hand, replace(seat, hand=hand)
    if v is not None and s.active != viewer:
        own = Bag([c for c in v.hand if c.kind == "adventure"])
        pool = pool + own
        hand = Bag([*pool][: len(own)])
        v = replace(v, hand=v.hand - own + hand, deck=pool - hand)
    elif v is not None:
        v = replace(v, deck=pool)
    if s.phase is pirates.Phase.BET:
        turned = {"aye": "ney", "ney": "aye", "": ""}
        s = replace(s, bets=tuple(b if i == viewer else turned[b] for i, b in enumerate(s.bets)))
    return replace(s, seats=tuple(seats), deck=deck if v is not None else pool, voyage=v)


def worlds(seed: int, every: int) -> Any:
    """(a table, another one, who cannot tell them apart), all along a game."""
    for n, (s, node, _) in enumerate(random_game(some_setup(seed), seed)):
        if n % every == 0 and not isinstance(node, Terminal):
            for viewer in range(len(s.seats)):
                other = another_world(s, viewer)
                if other != s and (s.voyage.deck if s.voyage else s.deck):
                    yield s, other, viewer


@pytest.mark.ruling("PR-28")
@seeds
def test_no_hand_and_no_unshown_bet_of_others_reaches_what_a_player_knows(seeds: range) -> None:
    told = 0
    for seed in seeds[:: max(10, len(seeds) // 40)]:
        for s, other, viewer in worlds(seed, 9):
            known = pirates.information_state(s, viewer)
            assert known == pirates.information_state(other, viewer)
            assert known == pirates.information_state(known, viewer)
            told += 1
    assert told > 100


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_hand_and_no_unshown_bet_of_others_reaches_the_board_that_is_sent(seed: int) -> None:
    for s, other, viewer in worlds(seed, 60):
        sent, same = (Board(Table("pirate_tales", start=one), viewer=viewer).plain(None) for one in (s, other))
        assert json.dumps(sent) == json.dumps(same)


@pytest.mark.rule("5.6")
def test_a_kraken_that_lies_face_down_is_nowhere_in_the_state() -> None:
    s = table(phase="bet", track=["calm-water"] * 4, level=3, kraken=(2, 3))
    s = after(s, "player 2 bets aye")
    assert s.kraken is None
    assert all(pirates.information_state(s, i).krakens == s.krakens for i in range(3))
    assert {c.back for c in comes(after(s, "player 3 bets ney"))} == {3}


def test_a_card_that_another_player_draws_is_not_told_to_a_bettor() -> None:
    def sent(drawn: str) -> str:
        play = Table("pirate_tales", start=table(deck=["pearl-reef", "calm-water", "good-wind", "small-catch"]))
        play.do("buy 1 card for 1")
        play.choose(drawn)
        play.choose("Good Wind")
        return json.dumps(Board(play, viewer=1).plain(None))

    assert sent("Pearl Reef") == sent("Calm Water")


def test_the_order_of_the_deck_is_known_to_nobody() -> None:
    s = table(deck=["pearl-reef", "calm-water"])
    assert isinstance(s.deck, Bag)
    assert all(isinstance(layer, Bag) for layer in s.krakens.layers)


# Random voyages -----------------------------------------------------------------------------------------
REWARDS = ["", "white die", "red die", "black die", "re-roll", "doubloon 2", "draw 1", "draw 2", "ship 1", "blue gem"]
MIXED = ["re-roll or doubloon 1", "white die and re-roll", "ship 1 and draw 1", "pay 2 and set aside 1", "roll again"]
stops = st.one_of(
    st.none(),
    st.integers(1, 4),
    st.tuples(
        st.integers(1, 4), st.sampled_from([*REWARDS[1:], *MIXED, "roll again and set aside 2", "draw 1 and draw 1"])
    ),
)
hands = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([None, *REWARDS[1:], *MIXED])), max_size=4)


@st.composite
def voyages(draw: Any) -> Any:
    """Any small voyage, before its first roll."""
    pool = {colour: draw(st.integers(0, 3)) for colour in ("white", "red", "black")}
    cards = [*draw(st.lists(stops, max_size=5)), draw(st.integers(1, 5))]
    supply = draw(st.one_of(st.none(), st.just({"white": 1, "red": 1})))
    return pirates.voyage(pool, cards, hand=draw(hands), deck=draw(hands), supply=supply)


@given(voyages(), st.integers(0, 10**6))
def test_a_voyage_never_stalls_and_ends_and_every_refusal_names_its_rule(v: Any, seed: int) -> None:
    first = pirates.components(v)
    for n in range(400):
        node = pirates.node(v)
        assert pirates.components(v) == first or v.supply is None
        if isinstance(node, Terminal):
            assert v.ended in ("success", "failure")
            assert pirates.finished(v).success == (v.ended == "success")
            return
        moves: Any = node.actions if isinstance(node, Decision) else node.outcomes
        assert moves
        assert len({label(m) for m in moves}) == len(moves)
        if isinstance(node, Decision):
            spoken = tuple(pirates.candidates(v))
            assert set(node.actions) <= set(spoken)
            refused = [forbidden_by(pirates, v, a) for a in spoken if a not in node.actions]
            assert all(isinstance(rule, Rule) for rule in refused)
        move = pick(weights_of(node), "voyage", seed, n)
        after_it, events = explain(pirates, v, move)
        assert all(e.rule in tuple(pirates.rule) for e in events)
        assert events or move in (pirates.Roll(),) or isinstance(move, pirates.Choose | pirates.Lose)
        v = after_it
    raise AssertionError("the voyage did not end")


@given(voyages(), st.integers(0, 10**6), st.integers(0, 12))
def test_a_voyage_survives_its_plain_form(v: Any, seed: int, moves: int) -> None:
    for n in range(moves):
        node = pirates.node(v)
        if isinstance(node, Terminal):
            break
        v = pirates.step(v, pick(weights_of(node), "codec", seed, n))
    back = from_plain(json.loads(json.dumps(to_plain(v))), "pirate_tales")
    assert back == v
    assert hash(back) == hash(v)


@given(st.integers(0, 10**6))
def test_dice_under_a_card_are_enough_and_none_is_spare(seed: int) -> None:
    s = sailing({"hand": ["small-catch", "calm-water"]}, track=["old-sea-dog", "pearl-reef"], rolled=FIVE)
    for n in range(30):
        node = pirates.node(s)
        if s.voyage is None or not isinstance(node, Decision):
            break
        placings = [a for a in node.actions if isinstance(a, pirates.Place)]
        need = s.voyage.course.stops[s.voyage.done].need
        assert all(a.skulls >= need and a.dice for a in placings)
        s = pirates.step(s, pick(weights_of(node), "placing", seed, n))
    assert card("small-catch").flag == 2
