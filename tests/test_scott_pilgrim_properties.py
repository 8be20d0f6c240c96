"""What has to hold of Scott Pilgrim's sums and chances whatever the cards: held against counting things one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pilgrim_cases import DRAMA, SHEET, bout, card, cards, pilgrim, seat, setup
from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.scott_pilgrim.cards import MOVES, SUITS
from rulebooks.scott_pilgrim.fight import Combos, Hits, dealt, most_damage
from rulebooks.scott_pilgrim.piles import Deck, faces, next_cards

SETUP = setup("knives", "scott")
# Cards whose sides look alike are among these: they share a face, and which of them lies there is chance.
ALIKE = ("sound-check-loud", "sound-check-quiet", "payday-cash", "payday-late", "midnight-call-sweet")
IDS = (*ALIKE, "midnight-call-bitter", "workin", "harsh", "love-hurts", "surprise", "encore", "drama")
piles = st.lists(st.sampled_from(IDS), max_size=9)
moves = st.sampled_from(MOVES)
mashed = st.tuples(st.sampled_from((*MOVES, "")), st.integers(0, 3))  # move, damage when it is mashed
hands = st.lists(mashed, max_size=7)
combo_lists = st.lists(st.tuples(st.lists(moves, min_size=1, max_size=4), st.integers(0, 10)), max_size=3)


# Combos ------------------------------------------------------------------------------------------------
def rows(hand: Iterable[tuple[str, int]]) -> Hits:
    """What cards deal when they are mashed, by move."""
    return tuple(tuple(sorted(n for move, n in hand if move == m)) for m in (*MOVES, ""))


def named(combos: Iterable[tuple[Sequence[str], int]]) -> Combos:
    """Combos with a name each."""
    return tuple((f"combo {i}", tuple(of), n) for i, (of, n) in enumerate(combos))


def tried(hand: tuple[tuple[str, int], ...], combos: Combos) -> int:
    """The most damage by trying every way to put cards into combos: the first card is mashed, or in some combo."""
    if not hand:
        return 0
    (move, n), rest = hand[0], hand[1:]
    best = n + tried(rest, combos)
    for _, needs, damage in combos:
        if move not in needs:
            continue
        others = Counter(needs) - Counter([move])
        for taken in combinations(range(len(rest)), len(needs) - 1):
            if Counter(rest[i][0] for i in taken) == others:
                left = tuple(c for i, c in enumerate(rest) if i not in taken)
                best = max(best, damage + tried(left, combos))
    return best


@given(hands, combo_lists)
def test_the_most_damage_is_that_of_trying_every_way_to_put_cards_into_combos(hand: Any, combos: Any) -> None:
    assert most_damage(rows(hand), named(combos))[0] == tried(tuple(hand), named(combos))


@given(hands, combo_lists)
def test_the_combos_named_with_the_most_damage_deal_it(hand: Any, combos: Any) -> None:
    total, names = most_damage(rows(hand), named(combos))
    known = {name: (needs, n) for name, needs, n in named(combos)}
    left = [list(row) for row in rows(hand)]
    for name in names:
        for move in known[name][0]:
            left[MOVES.index(move)].pop(0)
    assert total == sum(known[name][1] for name in names) + sum(map(sum, left))


@given(hands, combo_lists, mashed)
def test_a_card_more_never_lowers_the_most_damage(hand: Any, combos: Any, more: Any) -> None:
    assert most_damage(rows([*hand, more]), named(combos)) >= most_damage(rows(hand), named(combos))


@given(hands, combo_lists, st.tuples(st.lists(moves, min_size=1, max_size=4), st.integers(0, 10)))
def test_a_combo_more_never_lowers_the_most_damage(hand: Any, combos: Any, more: Any) -> None:
    assert most_damage(rows(hand), named([*combos, more]))[0] >= most_damage(rows(hand), named(combos))[0]


# Drawing -----------------------------------------------------------------------------------------------
def shares(weights: Any) -> dict[Any, Fraction]:
    """Weights as chances."""
    total = sum(weights.values())
    return {outcome: Fraction(n, total) for outcome, n in weights.items()}


@given(piles.filter(bool))
def test_over_all_faces_a_card_lies_on_top_as_often_as_the_bag_says(pile: list[str]) -> None:
    deck = Deck(cards(*pile))
    chance: Counter[Any] = Counter()
    for face, p in shares(faces(deck, SETUP)).items():
        for hand, q in shares(next_cards(Deck(deck.draw, face), SETUP, 1)).items():
            chance[next(iter(hand))] += p * q  # type: ignore[assignment]
    assert dict(chance) == shares(deck.draw.counts)


@given(piles.filter(bool))
def test_a_seen_face_is_that_of_a_card_that_is_there(pile: list[str]) -> None:
    deck = Deck(cards(*pile))
    for face in faces(deck, SETUP):
        drawn = next_cards(Deck(deck.draw, face), SETUP, 1)
        assert all(face.name in (c.name, c.back) for hand in drawn for c in hand)


def one_by_one(deck: Deck, n: int, looked: bool) -> dict[Any, Fraction]:
    """The chances of hands drawn card by card, looking at the side on top before each where told."""
    if not n or not deck.draw:
        return {Bag(): Fraction(1)}
    found: Counter[Any] = Counter()
    for face, p in (shares(faces(deck, SETUP)) if looked else {None: Fraction(1)}).items():
        for hand, q in shares(next_cards(Deck(deck.draw, face), SETUP, 1)).items():
            for more, r in one_by_one(Deck(deck.draw - hand), n - 1, looked).items():
                found[hand + more] += p * q * r  # type: ignore[assignment]
    return dict(found)


@given(st.lists(st.sampled_from(IDS), max_size=5), st.integers(0, 3))
def test_hands_come_alike_drawn_at_once_one_by_one_or_with_the_top_looked_at(pile: list[str], n: int) -> None:
    deck = Deck(cards(*pile))
    at_once = shares(deal(deck.draw, min(n, len(pile))))
    assert one_by_one(deck, n, False) == one_by_one(deck, n, True) == at_once


few = st.lists(st.sampled_from(["drama", "workin"]), max_size=4)


@given(few, st.lists(st.sampled_from(["drama", "workin"]), max_size=3), few, st.integers(0, 8), st.integers(0, 3))
def test_a_vs_draw_is_that_of_all_orders_of_pile_and_discard_pile(
    pile: list[str], discard: list[str], top: list[str], draw: int, each: int
) -> None:
    found: Counter[int] = Counter()
    for order, after in product(permutations(pile), permutations(discard)):
        found[each * [*top, *order, *after][:draw].count("drama")] += 1
    assert pilgrim.vs_draw_odds(pile, draw, each, discard=discard, top=top) == shares(found)


# Resources -----------------------------------------------------------------------------------------------
gifts = st.lists(st.tuples(st.sampled_from((*SUITS, "any")), st.integers(1, 3)), max_size=2, unique_by=lambda g: g[0])
costs = st.lists(st.tuples(st.sampled_from((*SUITS, "any")), st.integers(0, 4)), max_size=3)


def ways(card: Any) -> list[tuple[str, int]]:
    """What a card may give, a suit for each way."""
    told = [(suit, n) for gift, n in card for suit in (SUITS if gift == "any" else (gift,))]
    return told or [("", 0)]


def paid(hand: Iterable[Any], asked: Sequence[tuple[str, int]]) -> bool:
    """Whether some choice of a resource for each card pays all costs, each in some order out of one pool."""
    for chosen in product(*map(ways, hand)):
        pool = Counter({suit: sum(n for s, n in chosen if s == suit) for suit in SUITS})
        if pays(pool, list(asked)):
            return True
    return False


def pays(pool: Counter[str], asked: list[tuple[str, int]]) -> bool:
    """Whether a pool pays costs one after the other."""
    if not asked:
        return True
    (suit, n), *rest = asked
    choices = SUITS if suit == "any" else (suit,)
    return any(pool[s] >= n and pays(pool - Counter({s: n}), rest) for s in choices)


@given(st.lists(gifts, max_size=5), st.integers(0, 4), costs)
def test_what_a_hand_can_pay_is_that_of_every_hand_and_every_choice(deck: Any, size: int, asked: Any) -> None:
    made = [pilgrim.card(resources=[{suit: n} for suit, n in gift]) for gift in deck]
    size = min(size, len(deck))
    found = Counter(paid(hand, asked) for hand in combinations(deck, size))
    assert pilgrim.resources_odds(made, size, [{suit: n} for suit, n in asked]) == shares(found)


# Combats -----------------------------------------------------------------------------------------------
FIGHTING = ("harsh", "surprise", "love-hurts", "hot-mess", "three-chord-song", "business-time", "workin")
decks = st.lists(st.sampled_from((*FIGHTING, "drama", "drama")), max_size=9)
targets = st.sampled_from(["despair", "courier", "film-night-dark", "barista"])


def walked(data: Any, f: Any) -> Iterable[tuple[Any, Any, Any]]:
    """(combat, move, combat after it) along one way through a combat."""
    while not isinstance(node := pilgrim.node(f), Terminal):
        assert isinstance(node, Chance | Decision)
        options = list(node.outcomes if isinstance(node, Chance) else node.actions)
        if isinstance(node, Decision) and len(options) > 1 and data.draw(st.booleans()):
            options = [x for x in options if not isinstance(x, pilgrim.Stop)]
        move = data.draw(st.sampled_from(options))
        after = pilgrim.step(f, move)
        yield f, move, after
        f = after


@given(st.data(), decks, decks, targets, st.booleans())
def test_what_is_needed_never_falls_and_neither_does_what_is_dealt(
    data: Any, own: Any, theirs: Any, target: str, vs_first: bool
) -> None:
    at = setup("knives", "scott", vs_first=vs_first)
    f = pilgrim.combat(own, target, character="knives", neighbour=theirs, setup=at)
    for before, _, after in walked(data, f):
        assert after.needed >= before.needed
        assert dealt(after) >= dealt(before)


@given(st.data(), decks, decks, targets)
def test_no_card_is_lost_or_made_in_a_combat_but_the_drama_it_adds(
    data: Any, own: Any, theirs: Any, target: str
) -> None:
    for before, _, after in walked(data, pilgrim.combat(own, target, character="knives", neighbour=theirs)):
        added = after.drama - before.drama
        assert pilgrim.components(after) == pilgrim.components(before) + Bag(["drama"] * added)
        assert after.supply == before.supply - added


@given(st.data(), decks, st.lists(st.sampled_from(FIGHTING), max_size=4), st.integers(0, 2))
def test_each_drama_is_matched_once_and_none_that_was_matched_before(
    data: Any, own: Any, hand: list[str], spent: int
) -> None:
    f = bout([*hand, "drama", "drama"], draw=own, drama_left=0)
    f = replace(f, spent=spent)
    there = 2 + own.count("drama")
    matches = 0
    for before, move, after in walked(data, f):
        matched = isinstance(move, pilgrim.Hit) and move.match
        matches += matched
        assert after.played.count(DRAMA) - before.played.count(DRAMA) == matched
    assert matches <= max(0, there - spent)


@given(st.lists(st.sampled_from([c for c in FIGHTING if c != "love-hurts"]), max_size=4), st.integers(0, 2))
def test_the_best_combos_of_a_hand_deal_what_laying_it_in_every_order_can(hand: list[str], drama: int) -> None:
    held = [*hand, *["drama"] * drama]

    def most(f: Any) -> int:
        node = pilgrim.node(f)
        hits = [x for x in getattr(node, "actions", ()) if isinstance(x, pilgrim.Hit)]
        return max([dealt(f), *(most(pilgrim.step(f, x)) for x in hits)])

    assert pilgrim.best_combos(held, "knives").damage == most(bout(held, character="knives"))


plain = st.tuples(st.sampled_from(MOVES), st.booleans())  # a move, and whether the card draws another


def drawn(order: Sequence[Any], n: int) -> list[Any]:
    """The cards a fighter comes to who draws so many, and lays each card that draws another."""
    got = list(order[:n])
    while len(got) < min(len(order), n + sum(draws for _, draws in got)):
        got.append(order[len(got)])
    return got


@given(st.lists(plain, max_size=6), st.lists(st.booleans(), max_size=4))
def test_a_combat_is_won_as_often_as_all_orders_of_both_piles_say(deck: Any, theirs: Any) -> None:
    despair = card("despair")
    kinds = [pilgrim.card(move, effects=("draw 1",) if draws else ()) for move, draws in deck]
    combos = pilgrim.combos(SETUP, "knives")
    needed = Counter(despair.damage + 2 * sum(order[:2]) for order in permutations(theirs))
    dealt_by = Counter(tried(tuple((move, 1) for move, _ in drawn(order, 5)), combos) for order in permutations(deck))
    won = sum(n * m for need, n in needed.items() for damage, m in dealt_by.items() if damage >= need)
    pile = ["drama" if drama else "workin" for drama in theirs]
    odds = pilgrim.combat_odds(kinds, "despair", character="knives", neighbour=pile, setup=SETUP)
    assert odds.p(lambda end: end.won) == Fraction(won, needed.total() * dealt_by.total())
    assert {end.damage for end in odds} <= set(dealt_by)


def test_the_cards_of_these_tests_share_faces() -> None:
    pile = Deck(cards(*ALIKE, "midnight-call-bitter"))
    assert len(faces(pile, SETUP)) < 2 * len(pile.draw)
    assert {c.id for c in SHEET.cards} >= set(IDS)
    assert card("drama") is DRAMA
    assert seat("knives").deck == Deck(Bag())
