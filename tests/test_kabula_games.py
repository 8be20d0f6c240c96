"""Whole games of Kabula: nothing is lost, nothing stalls, states survive a file, refusals name their rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulebook_widgets as widgets
from kabula_eager import HEROES, eager_game, some_setup
from kabula_table import ISLAND, SHEET, kabula, weights_of
from playthroughs import FOLDER, text
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.interned import Interned
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Rule, forbidden_by
from rulebooks.core.sampling import pick
from rulebooks.kabula import attacks, flow, moves
from rulebooks.kabula.figures import FAMILIO, GUARDIAN, NOBODY, is_familio, is_hero
from rulebooks.kabula.parts import FRESH_CAP, PARTS, Recharge, cost
from rulebooks.kabula.printed import LIGHTS
from rulebooks.kabula.table import Phase, figure

FEW, MANY = range(5), range(5, 305)
seeds = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)


@cache
def remembered(seed: int) -> list[tuple[Any, Any, Any]]:
    """A game of the few, remembered for all the questions below."""
    return list(eager_game(some_setup(seed), seed))


def game(seed: int) -> Iterable[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a game; the move is None at its end."""
    return remembered(seed) if seed in FEW else eager_game(some_setup(seed), seed)


def some(seeds: range, one_of: int) -> range:
    """Of many games some; the few all."""
    return seeds if seeds == FEW else seeds[::one_of]


def box(setup: Any) -> Counter[str]:
    """All cards of a game, told from the sheet: those of its light and sets, and what belongs to who plays."""
    lights = LIGHTS[: LIGHTS.index(setup.light) + 1]
    owners = {*setup.heroes, setup.guardian}

    def plays(c: Any) -> bool:
        in_set = c.set is None or c.set in setup.expansions
        if c.kind in ("omen", "rabbits") or (c.kind == "item" and c.owner):
            return c.owner in owners
        return c.kind in ("encounter", "dungeon", "item", "monster") and c.light in lights and in_set

    return Counter({c.id: n for c, n in SHEET.copies.items() if plays(c)})


@pytest.mark.rule("1.4", "12.5", "12.6", "12.7")
@seeds
def test_all_cards_are_there_in_every_moment_and_the_game_ends(seeds: range) -> None:
    for seed in seeds:
        setup = some_setup(seed)
        whole = box(setup)
        for n, (s, _, _) in enumerate(game(seed)):
            assert Counter(list(kabula.components(s))) == whole, (seed, n)
        end = kabula.node(s)
        assert isinstance(end, Terminal)
        assert end.ended_by in ("12.5", "12.6", "12.7")
        assert sum(end.returns) == (end.ended_by == "12.5")
        assert s.round <= s.kabula.since + setup.number("last_rounds") + 1


@pytest.mark.rule("2.7", "4.1", "4.9", "10.2")
@seeds
def test_limits_hold_in_every_moment(seeds: range) -> None:
    for seed in some(seeds, 4):
        for s, _, _ in game(seed):
            for seat, h in enumerate(s.heroes):
                assert h.heart > 0 or s.strike or h.out
                assert 0 <= h.farz <= 15
                assert len(h.boxes.fresh) <= FRESH_CAP["hero"]
                assert max(h.tags) <= 3
                assert h.tags.count(3) <= 1
                assert h.space in ISLAND.cells
                assert len({c.part for c in h.worn}) == len(h.worn)
                assert all(c in h.items for c in h.worn)
                assert h.steps == 0 or seat == s.active
                assert not (h.automa and (len(h.boxes) or h.familio or h.items))
                if (pet := h.familio) is not None:
                    assert len(pet.fresh) <= FRESH_CAP["familio"]
                    assert 0 <= pet.heart <= pet.most
                    assert all(pet.gear.count(c) <= h.items.count(c) for c in pet.gear.kinds)
                    assert pet.steps == 0 or s.active == FAMILIO + seat


@pytest.mark.rule("2.1", "9.12a", "11.2", "12.1", "12.3a")
@seeds
def test_the_tracker_holds_every_figure_once_and_the_kabula_is_in_one_place(seeds: range) -> None:
    for seed in some(seeds, 4):
        for s, _, _ in game(seed):
            if s.phase is Phase.ORDER:
                continue
            seats = [*range(5), *(FAMILIO + i for i in range(5))]
            there = {f for f in seats if figure(s, f) is not None}
            there |= {m.number for m in s.monsters}
            there |= {GUARDIAN} if s.kabula.stolen and not s.guardian.out else set()
            assert len(set(s.ron)) == len(s.ron)
            assert there <= set(s.ron)
            assert all(figure(s, f) is None or f in there for f in s.ron)
            pets = [f for f in s.ron if f in there and is_familio(f)]
            assert [f for f in s.ron if f in there][len(there) - len(pets) :] == pets
            k = s.kabula
            assert (k.owner != NOBODY) + (k.space is not None) == k.stolen
            assert not (is_hero(k.owner) and s.heroes[k.owner].out)
            assert not (k.used and (k.owner == GUARDIAN or k.owner == NOBODY))
            assert k.stolen or not any(h.out for h in s.heroes)
            assert len({m.number for m in s.monsters}) == len(s.monsters)
            assert len(set(s.peels)) == len(s.peels) <= 24
            assert len(s.rabbits) <= 20
            assert all(at in ISLAND.cells for at in (*s.peels, *(at for at, _ in s.rabbits)))


# Parts ---------------------------------------------------------------------------------------------------
# The whole law of Parts. They lie on the players' mats, in the boxes of Heroes and Familios, and on Wild Monsters; all
# others are in the supply, which has enough (BR-28). No Part comes to a mat but by a card that says "get" (2.6), or
# off a Monster that lost Heart (9.2). None leaves a mat but one that is chosen to be discarded. On a Monster lie those
# of its card when it appears (9.1); it never gets any, and what it loses goes to a mat, or to the supply (9.3).
@pytest.mark.rule("2.6", "9.1", "9.2", "9.3")
@pytest.mark.ruling("BR-28", "BR-53", "BR-54")
@seeds
def test_parts_come_and_go_only_as_the_rules_say(seeds: range) -> None:
    for seed in seeds:
        before = None
        for s, _, move in game(seed):
            now = mats(s), on_monsters(s)
            if before is not None:
                law_of_parts(*before, *now, (seed, label(before[2])))
            before = (*now, move, s) if move is not None else None


def law_of_parts(old: Any, old_wild: Any, move: Any, s: Any, new: Any, wild: Any, where: Any) -> None:
    """What may have become of the Parts in one move. ``s``: the state before it."""
    lost: Counter[str] = Counter()
    for number, parts in old_wild.items():
        left = wild.get(number, Counter())
        assert left <= parts, where
        lost += parts - left
    for number in wild.keys() - old_wild.keys():
        m = next(c for c in SHEET.cards if c.id == wild_card(s, move))
        assert wild[number] == Counter(cost(m.parts)), where
    gone, come = old - new, new - old
    assert gone == (Counter([move.part]) if isinstance(move, kabula.Choose) and move.box else Counter()), where
    named, any_part = promised(s, move)
    if isinstance(move, kabula.Choose) and not move.box:
        named[move.part] += 1
    assert come - lost - named == Counter(), (where, come, lost, named, any_part)


def wild_card(s: Any, move: Any) -> str:
    """The Monster that a move brings onto the island."""
    assert isinstance(move, kabula.UsePin)
    assert move.pin == "monster"
    territory = ISLAND.territories[s.hero.space]
    return str(dict(s.spotted)[territory].id)


def promised(s: Any, move: Any) -> tuple[Counter[str], int]:
    """The Parts that what is to be done, and the card of the move, say somebody gets; and how many of any kind."""
    card = next((getattr(move, x) for x in ("action", "option", "card") if hasattr(move, x)), move)
    told = [v for _, v in s.todo]
    if isinstance(card, kabula.KabulaCard):
        rows = [card, *(c for c in SHEET.cards if c.owner == card.id and c.kind in ("level", "option"))]
        told += [v for row in rows for v in kabula.verbs(row.id, row.does)]
    got = [v for v in told if v.what == "get"]
    named = Counter([v.arg for v in got if v.arg != "any" for _ in range(v.n)])
    return named, sum(v.n for v in got if v.arg == "any")


def mats(s: Any) -> Counter[str]:
    """All Parts of players; while an attack lasts, those of its figures count."""
    held: Counter[str] = Counter()
    fighting = dict(zip(s.among, s.strike.fighters, strict=True)) if s.strike else {}
    for seat, h in enumerate(s.heroes):
        own = fighting[seat].boxes if seat in fighting else h.boxes
        held += Counter([*own.rage, *own.fresh, *own.used])
        if h.familio is not None:
            f = FAMILIO + seat
            pet = fighting[f].boxes if f in fighting else h.familio
            held += Counter([*pet.rage, *pet.fresh])
    return held


def on_monsters(s: Any) -> dict[int, Counter[str]]:
    """The Parts on each Wild Monster."""
    fighting = dict(zip(s.among, s.strike.fighters, strict=True)) if s.strike else {}
    wild = [m for m in s.monsters if m.master == NOBODY]
    return {m.number: Counter(list(fighting[m.number].boxes.fresh if m.number in fighting else m.parts)) for m in wild}


# What is hidden ---------------------------------------------------------------------------------------------
# Only the order of the decks is hidden: encounters, dungeons, common and rare items, Unspotted Monsters, cards of the
# Guardian and its rabbits. A deck holds no order: it is a bag of what may come, each card with its chance, but for
# cards that all have seen and then put on top or below. So a state hides nothing: what a player knows is all of it.
DECKS = ("encounters", "dungeons", "common", "rare", "unspotted", "omens", "burrow")


@pytest.mark.rule("1.4", "3.14", "4.7", "11.1")
@seeds
def test_no_state_knows_the_order_of_cards_that_nobody_has_seen(seeds: range) -> None:
    for seed in some(seeds, 4):
        seen: set[str] = set()
        for s, node, move in game(seed):
            assert all(kabula.information_state(s, i) is s for i in range(len(s.heroes)))
            for name in DECKS:
                layers = getattr(s, name).layers
                known = [layer.face.id for layer in layers if isinstance(layer, Seen)]
                assert set(known) <= seen, (seed, name)
            if isinstance(node, Chance):
                seen |= {getattr(c, "id", "") for c in (move, getattr(move, "card", None))}
            seen |= {c.id for h in s.heroes for c in (*h.items, *h.kept)}


@seeds
def test_what_may_be_drawn_is_as_likely_as_there_are_copies(seeds: range) -> None:
    decks = {"an encounter": "encounters", "a dungeon": "dungeons", "the Guardian's card": "omens"}
    decks |= {"a Monster": "unspotted", "a Rabbit card": "burrow"}
    for seed in some(seeds, 6):
        for s, node, _ in game(seed):
            if isinstance(node, Chance) and node.what in decks:
                top = getattr(s, decks[node.what]).layers[0]
                if not isinstance(top, Seen):
                    counts = {c.id: n for c, n in top.counts.items()}
                    drawn = {getattr(c, "card", c).id: n for c, n in node.outcomes.items()}
                    assert {i: Fraction(n, sum(drawn.values())) for i, n in drawn.items()} == {
                        i: Fraction(n, sum(counts.values())) for i, n in counts.items()
                    }


def shuffled(s: Any) -> Any:
    """The same table, its decks laid together in another order."""
    turned = {}
    for name in DECKS:
        layers = getattr(s, name).layers
        told = [x if isinstance(x, Seen) else Bag(dict(reversed(x.counts.items()))) for x in layers]
        turned[name] = Pile(tuple(told))
    return replace(s, **turned)


@seeds
def test_what_a_page_shows_does_not_depend_on_the_order_of_a_deck(seeds: range) -> None:
    for seed in list(seeds)[:3]:
        for n, (s, node, _) in enumerate(game(seed)):
            if n % 30 == 0 and not isinstance(node, Terminal):
                one, other = (widgets.Table("kabula", start=x, rolls="nobody").view for x in (s, shuffled(s)))
                assert json.dumps(one) == json.dumps(other)


# Everything happens -----------------------------------------------------------------------------------------
@pytest.mark.long
def test_every_action_and_every_word_of_the_cards_occurs_in_some_game(monkeypatch: pytest.MonkeyPatch) -> None:
    words: set[str] = set()
    onward = flow.onward

    def watched(s: Any) -> Any:
        words.update(v.what for _, v in s.todo[:1])
        return onward(s)

    monkeypatch.setattr(flow, "onward", watched)
    printed = {v.what for c in SHEET.cards for v in kabula.verbs(c.id, c.does)} - {"defend"}
    kinds = {kind for kind in vars(moves).values() if isinstance(kind, Interned) and kind.__module__ == moves.__name__}
    kinds |= {attacks.Defend, attacks.NoDefence, attacks.Spend, attacks.Take, attacks.Suffer, Recharge}
    done: set[Any] = set()
    for seed in range(600):
        for _, _, move in eager_game(some_setup(seed), seed):
            done.add(type(move))
        if kinds <= done and printed <= words:
            break
    assert {kind.__name__ for kind in kinds - done} == set()
    assert printed - words == set()


@seeds
def test_moves_are_told_apart_and_refusals_name_their_rule(seeds: range) -> None:
    for seed in some(seeds, 6):
        for n, (s, node, _) in enumerate(game(seed)):
            moves: Any = node.actions if isinstance(node, Decision) else getattr(node, "outcomes", ())
            assert len({label(m) for m in moves}) == len(moves)
            assert isinstance(node, Terminal) or moves
            if isinstance(node, Decision) and n % 5 == 0:
                spoken = kabula.candidates(s)
                assert set(moves) <= set(spoken)
                assert all(isinstance(forbidden_by(kabula, s, a), Rule) for a in spoken if a not in moves)


@seeds
def test_states_survive_their_plain_form(seeds: range) -> None:
    for seed in some(seeds, 6):
        for n, (s, _, _) in enumerate(game(seed)):
            if n % 40 == 0 or (s.strike and n % 30 == 0):  # a whole table is a long text
                back = from_plain(json.loads(json.dumps(to_plain(s))), "kabula")
                assert back == s
                assert hash(back) == hash(s)
                assert kabula.node(back) == kabula.node(s)


def test_the_written_playthrough_is_what_the_rules_do() -> None:
    """`python tests/playthroughs.py` writes the file anew; read the difference before it is kept."""
    assert (FOLDER / "kabula.txt").read_text(encoding="utf-8") == text("kabula")


def test_a_game_saved_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    for seed, setup in enumerate([kabula.Setup(HEROES[:3], light="orange"), kabula.Setup(HEROES[:2], map=ISLET)]):
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
    for s, _, _ in game(3):
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
def any_attack(draw: Any) -> Any:
    """Any attack on one figure or on all."""
    head = draw(st.sampled_from(["attack", "attack all"]))
    aim = draw(st.sampled_from(["", ", aim", ", aimed butt"]))
    twice = draw(st.sampled_from(["", "", ", twice"]))
    words = f"{head}{aim}{twice}, {', '.join(draw(harms))}"
    return kabula.position(words, own=draw(figures()), others=draw(st.lists(figures(), max_size=2)), **draw(figures()))


@given(any_attack(), st.integers(0, 10**6))
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
