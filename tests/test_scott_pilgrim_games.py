"""Whole games of Scott Pilgrim: no card is lost, no unseen side is told, every table can be put away and taken up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from pilgrim_games import pilgrim, random_game, some_setup, weights_of
from playthroughs import FOLDER, text
from rulebook_widgets.board import Board
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.sampling import pick
from rulebooks.scott_pilgrim.cards import masked
from rulebooks.scott_pilgrim.piles import UNKNOWN, Lying, looks_like
from rulebooks.scott_pilgrim.table import Frame

FEW, MANY = range(10), range(10, 300)
seeds = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)
OPEN = ("discard", "gone", "played", "shown", "ups", "used")  # zones that lie open, whoever's they are


# Conservation -----------------------------------------------------------------------------------
@pytest.mark.rule("0.2", "0.3")
@seeds
def test_every_card_is_accounted_for_in_whole_games_of_all_modes_players_and_options(seeds: range) -> None:
    ended = Counter[str]()
    for seed in seeds:
        first: Any = None
        for n, (s, node, move) in enumerate(random_game(some_setup(seed), seed)):
            if move is None:
                assert isinstance(node, Terminal)
                ended[node.ended_by] += 1
            if n % 5 == 0 or move is None:
                first = first or pilgrim.components(s)
                assert pilgrim.components(s) == first, (seed, n)
                assert min(s.sizes) >= 0
                before = s.phase in (pilgrim.Phase.FIRST, pilgrim.Phase.BUDDY, pilgrim.Phase.PLOTLINE)
                assert before or sum(s.sizes) == len(s.main) + sum(up is not None for up in s.tops)
    assert sum(ended.values()) == len(seeds)
    assert set(ended) <= {"7.3", "7.4", "8.6", "8.7", "12.3", "12.8"}


def test_the_whole_box_is_on_the_table_or_left_in_the_box() -> None:
    for seed in range(12):
        s = pilgrim.initial_state(replace(some_setup(seed), options=pilgrim.Options()))
        kinds = Counter(s.setup.sheet.find(id).kind for id in pilgrim.components(s))
        assert kinds["action"] + kinds["plot"] == 146 + 6 * 7
        assert kinds["drama"] == 14 + 3 * s.setup.players


def test_the_written_playthrough_is_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "scott_pilgrim.txt").read_text(encoding="utf-8") == text("scott_pilgrim")


# What a player has not seen ------------------------------------------------------------------------
def cards_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(where, card) of each card in a tree of states and bags; what is the same for all, such as the set-up, is not."""
    if isinstance(value, pilgrim.PilgrimCard):
        yield path, value
    elif isinstance(value, pilgrim.Setup):
        return
    elif is_dataclass(value):
        for f in fields(value):
            yield from cards_in(getattr(value, f.name), (*path, f.name))
    elif isinstance(value, Bag):
        yield from ((path, card) for card in value.kinds)
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from cards_in(part, (*path, i))


def may_see(s: Any, viewer: int, path: tuple[Any, ...]) -> bool:
    """Whether both sides of a card at this place may be known to a player."""
    match path:
        case ("main", *_) | ("seats", _, "unknown", *_):
            return True
        case ("seats", who, "hand" | "deck", *rest) if rest[:1] != ["top"]:
            return who == viewer or "discard" in rest
        case ("fight", "hand") | ("fight", "deck", "draw"):
            return s.active == viewer
        case ("fight", "theirs", "draw"):
            return s.left == viewer
        case ("plotline" | "tops", place, *_):
            return viewer in getattr(s, str(path[0]))[place].seen
        case ("pending", n, "lying", *_):
            lying = s.pending[n].lying
            return viewer in lying.seen or (viewer == s.active and not s.setup.options.no_looking)
    return any(zone in path for zone in (*OPEN, "shared"))


def whole(s: Any, card: Any) -> bool:
    """Whether both sides of a card can be read off it."""
    return card is not UNKNOWN and card.kind in ("action", "plot") and not card.id.endswith(("~front", "~back"))


@pytest.mark.rule("10.11", "10.12")
@pytest.mark.ruling("SR-61", "SR-62", "SR-73")
@seeds
def test_no_side_that_a_player_has_not_seen_is_in_what_the_player_knows(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        for n, (s, node, _) in enumerate(random_game(some_setup(seed), seed)):
            if n % 7:
                continue
            for viewer in range(len(s.seats)):
                known = pilgrim.information_state(s, viewer)
                told = [path for path, card in cards_in(known) if whole(s, card) and not may_see(s, viewer, path)]
                assert told == [], (seed, n, viewer)
                looked += 1
            if isinstance(node, Decision):
                assert pilgrim.node(pilgrim.information_state(s, node.player)) == node
    assert looked > 500


def other_card(s: Any, lying: Lying | None, viewer: int, main: Bag[Any]) -> Any:
    """A card of the main decks that looks the same as one that lies; None where the player knows it."""
    if lying is None or viewer in lying.seen:
        return None
    face = masked(s.setup.sheet, lying.card, lying.side)
    return next((c for c in main.kinds if masked(s.setup.sheet, c, lying.side) is face), None)


def in_the_line(s: Any, viewer: int) -> Any:
    """The same table to one player, with other backs in the Plotline, on the main decks and in the active hand."""
    main = s.main

    def turned(lying: Any) -> Any:
        nonlocal main
        other = other_card(s, lying, viewer, main)
        if other is None:
            return lying
        main = main.take(other).add(lying.card)
        return replace(lying, card=other)

    line, tops = tuple(map(turned, s.plotline)), tuple(map(turned, s.tops))
    looks = viewer == s.active and not s.setup.options.no_looking
    pending = tuple(replace(f, lying=turned(f.lying)) if f.lying and not looks else f for f in s.pending)
    return replace(s, plotline=line, tops=tops, pending=pending, main=main)


def dealt_anew(s: Any, hand: Bag[Any], deck: Any) -> tuple[Bag[Any], Any]:
    """Another hand of the same size and Drama from a player's hand and draw pile, if the top of the pile allows it."""
    drama = s.setup.drama
    plain = [c for c in (*deck.draw, *hand) if c is not drama]
    n = sum(c is not drama for c in hand)
    new, rest = plain[:n], plain[n:]
    draw = Bag([*rest, *[drama] * deck.draw.count(drama)])
    if deck.top is not None and not any(looks_like(s.setup, c, deck.top) for c in draw.kinds):
        return hand, deck
    return Bag([*new, *[drama] * hand.count(drama)]), replace(deck, draw=draw)


def in_the_hands(s: Any, viewer: int) -> Any:
    """The same table to one player, with other cards in the others' hands."""
    seats, f = list(s.seats), s.fight
    for i, seat in enumerate(seats):
        fights = f is not None and (i == s.active or (i == s.left and f.theirs is not None))
        if i != viewer and not fights:
            hand, deck = dealt_anew(s, seat.hand, seat.deck)
            seats[i] = replace(seat, hand=hand, deck=deck)
    if f is not None and s.active != viewer:
        hand, deck = dealt_anew(s, f.hand, f.deck)
        f = replace(f, hand=hand, deck=deck)
    if f is not None and f.theirs is not None and s.left != viewer:
        hand, deck = dealt_anew(s, seats[s.left].hand, f.theirs)
        seats[s.left], f = replace(seats[s.left], hand=hand), replace(f, theirs=deck)
    return replace(s, seats=tuple(seats), fight=f)


def worlds(change: Callable[[Any, int], Any], seed: int, every: int) -> Iterator[tuple[Any, Any, int]]:
    """(a table, another one, who cannot tell them apart), all along a game."""
    for n, (s, node, _) in enumerate(random_game(some_setup(seed), seed)):
        if n % every == 0 and not isinstance(node, Terminal):
            for viewer in range(len(s.seats)):
                other = change(s, viewer)
                if other != s:
                    yield s, other, viewer


@pytest.mark.parametrize("change", [in_the_line, in_the_hands])
@seeds
def test_whatever_lies_out_of_sight_a_player_sees_the_same(change: Any, seeds: range) -> None:
    told = 0
    for seed in seeds:
        for s, other, viewer in worlds(change, seed, 7):
            known = pilgrim.information_state(s, viewer)
            assert known == pilgrim.information_state(other, viewer), (seed, viewer)
            assert known == pilgrim.information_state(known, viewer)
            told += 1
    assert told > 100


@pytest.mark.parametrize("change", [in_the_line, in_the_hands])
@pytest.mark.parametrize("seed", [2, 3])
def test_whatever_lies_out_of_sight_the_board_that_is_sent_is_the_same(change: Any, seed: int) -> None:
    told = 0
    for s, other, viewer in worlds(change, seed, 30):
        sent, same = (Board(Table("scott_pilgrim", start=one), viewer=viewer).plain(None) for one in (s, other))
        assert json.dumps(sent) == json.dumps(same), viewer
        told += 1
    assert told > 3


@pytest.mark.rule("10.11")
def test_a_back_that_is_being_looked_at_is_known_to_the_active_player_alone() -> None:
    def laying(id: str, options: Any, viewer: int) -> Any:
        setup = pilgrim.Setup(2, ex="Lucas Lee", options=options)
        s = pilgrim.table(
            players=[{}, {}], plotline=["Giant Robot"], tops=[(id, "front"), ("workin", "front")], setup=setup
        )
        frame = Frame("side", who=0, place=0, lying=s.tops[0])
        return pilgrim.information_state(replace(s, tops=(None, s.tops[1]), pending=(frame,)), viewer)

    usual, blind = pilgrim.Options(), pilgrim.Options(no_looking=True)
    twins = "coffee-date", "coffee-date-late"
    assert laying(twins[0], usual, 0) != laying(twins[1], usual, 0)
    assert laying(twins[0], usual, 1) == laying(twins[1], usual, 1)
    assert laying(twins[0], blind, 0) == laying(twins[1], blind, 0)


# Saved and sent ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_a_table_and_what_is_known_of_it_survive_their_plain_form(seed: int) -> None:
    for n, (s, _, _) in enumerate(random_game(some_setup(seed), seed)):
        if n % 150 == 5:
            for one in (s, *(pilgrim.information_state(s, viewer) for viewer in range(len(s.seats)))):
                back = from_plain(json.loads(json.dumps(to_plain(one))), "scott_pilgrim")
                assert back == one
                assert hash(back) == hash(one)


@pytest.mark.parametrize("seed", range(4))
def test_a_saved_game_is_the_same_again_and_goes_on_alike(seed: int) -> None:
    play, other = Table("scott_pilgrim", some_setup(seed), seed=seed), Table("lantern")
    for n in range(150):
        if isinstance(play.node, Terminal):
            break
        if isinstance(play.node, Chance):
            play.roll()
        else:
            play.do(pick(weights_of(play.node), "saved", seed, n))
    other.load_json(play.to_json())
    assert other.state == play.state
    assert [p.move for p in other.history] == [p.move for p in play.history]
    if isinstance(play.node, Chance):
        assert other.roll().move == play.roll().move
