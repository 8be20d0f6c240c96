"""Exact odds of Scott Pilgrim: worked cases, a solver over all orders, hypergeometric sums, and questions refused."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from pilgrim_orders import best_terms
from rulebooks import odds, scott_pilgrim
from rulebooks.core.chance import Bag
from rulebooks.fast import pilgrim as fast
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.cards import SUITS, effects
from rulebooks.scott_pilgrim.fight import Combat, dealt
from rulebooks.scott_pilgrim.piles import Deck, faces, next_cards, without
from rulebooks.scott_pilgrim.table import suits_of

card, combat_odds = scott_pilgrim.card, scott_pilgrim.combat_odds
KNIVES = ["Business Time", "Chau Down", "Love Hurts", "Surprise!", "drama"]
PLAIN = {card("left"): 3, card("down"): 2}


# The example of the rulebook ----------------------------------------------------------------
@pytest.mark.rule("5.10", "9.4")
def test_knives_wins_the_example_for_certain_once_harsh_lies_on_top() -> None:
    told = combat_odds(["Harsh", "Chau Down"], 8, character="knives", hand=KNIVES, top="Harsh")
    assert told.p(won=True) == 1
    assert told == {Combat(True, 8, 1): 1}  # Love Hurts adds one Drama after the victory


@pytest.mark.rule("5.9")
def test_without_the_drama_knives_is_one_short() -> None:
    told = combat_odds(["Harsh", "Chau Down"], 8, character="knives", hand=KNIVES[:4], top="Harsh")
    assert told == {Combat(False, 7, 0): 1}


@pytest.mark.rule("5.10")
def test_a_card_drawn_blind_wins_the_example_only_if_it_is_harsh() -> None:
    told = combat_odds(["Harsh", "drama", "drama"], 8, character="knives", hand=KNIVES)
    assert told.p(won=True) == Fraction(1, 3)


@pytest.mark.rule("5.3", "5.4")
def test_two_drama_of_ten_cards_raise_despair_by_four_once_in_fifteen() -> None:
    five_hits = [card("left")] * 5
    pile = {"drama": 3, "Deadpan": 7}
    told = combat_odds(five_hits, "Despair", hand=[], neighbour=pile, extra=0)
    needed = {6 + 2 * k: Fraction(comb(3, k) * comb(7, 2 - k), comb(10, 2)) for k in range(3)}
    assert told == {Combat(False, 0, 0): 1}
    lefts = {n: combat_odds([], "Despair", hand=[card("left")] * n, neighbour=pile).p(won=True) for n in (5, 6, 8, 10)}
    assert lefts == {5: 0, 6: needed[6], 8: needed[6] + needed[8], 10: 1}


@pytest.mark.rule("5.4")
def test_a_neighbour_with_too_few_cards_draws_what_is_there() -> None:  # ST-11
    few = {"pile": ["drama"], "discard": ["drama"]}
    told = combat_odds([], "Giant Robot", hand=[card("left")] * 20, neighbour=few)
    assert told.p(won=True) == 1
    assert scott_pilgrim.vs_draw_odds(["drama"], 3, 1, discard=["drama"]) == {2: 1}


@pytest.mark.rule("5.3")
def test_the_katayanagi_twins_make_the_giant_robot_harder_by_one() -> None:  # ST-2
    twins = scott_pilgrim.Setup(ex="Katayanagi Twins")
    nine = [card("left")] * 9
    robot: dict[str, Any] = {"hand": nine, "neighbour": [card("up")] * 4}
    assert combat_odds([], "Giant Robot", **robot).p(won=True) == 1
    assert combat_odds([], "Giant Robot", setup=twins, **robot).p(won=True) == 0


@pytest.mark.rule("8.4")
def test_gideon_falls_to_thirteen_damage_and_not_to_twelve() -> None:  # ST-12
    for n, won in ((13, 1), (12, 0)):
        assert combat_odds([], "Gideon Graves", hand=[card("left")] * n).p(won=True) == won


# By hand -----------------------------------------------------------------------------------
@pytest.mark.rule("5.9")
def test_three_lefts_among_five_cards_are_a_hypergeometric_sum() -> None:
    deck = {card("left"): 6, card("right"): 9, "drama": 5}
    told = combat_odds(deck, 5, character="knives")
    ways = 0
    for lefts in range(6):
        for rights in range(6 - lefts):
            hand = (lefts, rights)
            deals = max(  # Double Daggers 3, Blur of Blades 5
                3 * two + 5 * three + lefts - 2 * two - 3 * three + rights
                for two in range(3)
                for three in range(2)
                if 2 * two + 3 * three <= lefts
            )
            if deals >= 5:
                ways += comb(6, hand[0]) * comb(9, hand[1]) * comb(5, 5 - sum(hand))
    assert told.p(won=True) == Fraction(ways, comb(20, 5))


@pytest.mark.rule("5.8")
def test_damage_without_drama_is_dealt_before_a_drama_seen_on_top_is_drawn() -> None:
    cold, drawing = card("up", effects=["damage without drama 2"]), card("up", effects=["draw 1"])
    told = combat_odds(["drama"], 4, hand=[cold, drawing], top="drama")
    assert told == {Combat(True, 4, 0): 1}
    told = combat_odds([card("up")], 5, hand=[cold, drawing, "drama"])
    assert told == {Combat(False, 3, 0): 1}


@pytest.mark.rule("9.6", "2.2")
def test_drama_added_to_an_empty_discard_pile_is_the_next_card_drawn() -> None:
    hot, drawing = card("B", effects=["drama 1"]), card("B", effects=["draw 1"])
    matching = card("B", effects=["match damage 3"])
    told = combat_odds([], 6, hand=[hot, drawing, matching])
    assert told == {Combat(True, 6, 1): 1}
    assert combat_odds([], 6, hand=[hot, drawing, matching], drama_left=0) == {Combat(False, 3, 0): 1}


@pytest.mark.rule("5.11")
def test_a_card_that_adds_drama_is_laid_only_where_the_victory_hangs_on_it() -> None:
    hot = card("B", effects=["damage 1", "drama 1"])
    assert combat_odds([], 3, hand=[hot, card("up")]) == {Combat(True, 3, 1): 1}
    assert combat_odds([], 1, hand=[hot, card("up")]) == {Combat(True, 1, 0): 1}
    assert combat_odds([], 1, hand=[hot, card("up")], goal="damage") == {Combat(True, 3, 1): 1}


@pytest.mark.rule("10.9")
def test_a_shared_face_leaves_it_open_which_of_two_cards_comes() -> None:
    two = ["midnight-call-sweet", "midnight-call-bitter"]  # alike from the front; the sweet one draws the other
    told = combat_odds(two, 4, hand=[card("up", effects=["draw 1"])], top="midnight-call-sweet")
    assert told.p(won=True) == Fraction(1, 2)


@pytest.mark.rule("5.4a", "5.5")
def test_a_card_revealed_of_ones_own_may_be_kept_for_the_worst_of_the_hand() -> None:
    own = next(c.back for c in scott_pilgrim.Setup().sheet.cards if (c.fight or "").startswith("own 2"))
    strong = "All or Nothing"
    told = combat_odds([strong, strong], own, hand=["drama"])
    assert told.marginal("damage").mean == combat_odds([], own, hand=[strong]).marginal("damage").mean


# All orders of the cards ----------------------------------------------------------------------
POOL = (
    "drama", "drama", ("L", 1, ()), ("L", 1, ()), ("A", 1, (("draw", 1),)), ("L", 1, (("match draw", 1),)),
    ("A", 2, (("match damage", 1),)), ("U", 1, (("damage without drama", 2),)), ("U", 1, (("draw", 2),)),
    ("L", 1, (("draw", 1), ("victory drama", 1))), ("U", 1, (("damage", 1), ("victory drama", 1))),
)  # fmt: skip
MOVES = {"L": "left", "A": "A", "U": "up"}


def by_the_game(cards: Any, hand: int, needed: int, combos: Any, failure: int) -> tuple[Fraction, ...]:
    """The same combat, asked of the game."""
    made = ["drama" if c == "drama" else own(c) for c in cards]
    f = scott_pilgrim.combat(made, needed)
    told = tuple((moves, tuple(MOVES[m] for m in moves), damage) for moves, damage in combos)
    bout = bouts.Bout("anything", needed, ("vs", 0, 0), told, f.setup, failure=failure)
    f = bouts.begin(bout, Deck(f.deck.draw + f.hand), hand, None)
    ends = fast.combat_odds(f, scott_pilgrim.GOALS["win"])
    return (
        ends.p(won=True),
        -sum(p * end.drama_added for end, p in ends.items()),
        sum((p * end.damage for end, p in ends.items()), Fraction(0)),
    )


def own(told: Any) -> Any:
    """A card of the game from (move, hit, effects); a hit of 2 is told as one damage more where no combo counts it."""
    move, hit, does = told
    more = ("damage 1",) * (hit - 1)
    return card(MOVES[move], effects=(*more, *(f"{what} {n}" for what, n in does)))


def as_hits_of_one(told: Any) -> Any:
    """The same card for the other solver: a hit of 1, the rest as an effect."""
    if told == "drama":
        return told
    move, hit, does = told
    more = dict(does).get("damage", 0) + hit - 1
    rest = tuple(e for e in does if e[0] != "damage")
    return move, 1, (*rest, ("damage", more)) if more else rest


def compare_orders(seed: int) -> None:
    rng = random.Random(seed)
    cards = [rng.choice(POOL) for _ in range(rng.choice((5, 6, 6, 7)))]
    hand, needed, failure = rng.randint(2, 4), rng.randint(2, 9), rng.choice((0, 1))
    combos = rng.choice(((("LL", 3),), (("LA", 3), ("LLU", 6)), ()))
    slow = best_terms([as_hits_of_one(c) for c in cards], hand, needed, combos, failure)
    assert by_the_game(cards, hand, needed, combos, failure) == slow, seed


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_best_play_is_that_of_a_solver_over_all_orders_which_shares_no_code(start: int) -> None:
    for seed in range(start, start + 10):
        compare_orders(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 700, 50))
def test_best_play_is_that_of_a_solver_over_all_orders_in_hundreds_of_combats(start: int) -> None:
    for seed in range(start, start + 50):
        compare_orders(seed)


def test_storm_agrees_on_a_combat() -> None:
    pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    from storm import storm_value

    where: dict[str, Any] = {"character": "knives", "hand": ["Harsh", "Love Hurts", "drama", "Hot Mess"]}
    deck = ["Surprise!", "Business Time", "drama", "Chau Down", "Nothing to Hide"]
    graph = odds.graph(scott_pilgrim, scott_pilgrim.combat(deck, 7, **where))
    assert storm_value(graph, lambda f: bouts.finished(f).won) == combat_odds(deck, 7, **where).p(won=True)
    most = combat_odds(deck, 7, goal="damage", **where)
    assert storm_value(graph, lambda f: bouts.finished(f).damage) == most.marginal("damage").mean


# Properties ------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["scott", "knives", "ramona", "stephen", "kim", "wallace"])
def test_more_damage_needed_is_never_won_more_often(who: str) -> None:
    setup = scott_pilgrim.Setup()
    deck = scott_pilgrim.contents.character_deck(setup, who)
    wins = [combat_odds(deck.counts, n, character=who).p(won=True) for n in range(1, 14)]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[-1]


def test_a_sixth_card_never_lowers_the_chance_to_win() -> None:
    deck = scott_pilgrim.contents.character_deck(scott_pilgrim.Setup(), "knives").counts
    for needed in (4, 6, 8):
        five, six = (combat_odds(deck, needed, character="knives", extra=n).p(won=True) for n in (0, 1))
        assert five < six


# A hand that draws no more ---------------------------------------------------------------------
HELD = (
    "drama", "drama", card("left"), card("left", effects=["match damage 1"]), card("A", effects=["match draw 1"]),
    card("left", effects=["damage without drama 1"]), card("A", effects=["damage without drama 2"]),
    card("up", effects=["match damage 2", "damage without drama 1"]), card("left", effects=["damage 1", "drama 1"]),
    card("up", effects=["match damage without drama 2"]), "lost-bet",
)  # fmt: skip


@pytest.mark.rule("5.9", "9.5")
@pytest.mark.parametrize("seed", range(25))
def test_best_combos_deal_what_laying_cards_in_every_order_can(seed: int) -> None:
    rng = random.Random(seed)
    hand = [rng.choice(HELD) for _ in range(rng.randint(1, 6))]
    graph = odds.graph(scott_pilgrim, scott_pilgrim.combat((), 99, character="knives", hand=hand, drama_left=0))
    best = scott_pilgrim.best_combos(hand, "knives")
    assert best.damage == max(map(dealt, graph.states)) == sum(n for _, _, n in best.groups)


@pytest.mark.rule("5.9")
def test_best_combos_say_which_card_goes_where() -> None:
    best = scott_pilgrim.best_combos([*KNIVES, "Harsh"], "knives")
    assert best.damage == 8
    assert best.how == "Blur of Blades, Drama matched with Surprise!"
    assert best.groups == (
        ("Blur of Blades", ("Business Time", "Surprise!", "Harsh"), 5),
        ("button mashing", ("Chau Down", "Love Hurts"), 2),
        ("Drama matched", ("Surprise!",), 1),
    )


# Paying ---------------------------------------------------------------------------------------
@pytest.mark.rule("4.4", "4.7")
def test_any_is_paid_in_one_suit_by_cards_that_give_one_resource_each() -> None:  # ST-4, ST-5, ST-6
    odds_of = scott_pilgrim.resources_odds
    assert odds_of(["Love Song"], 1, [{"romance": 1}, {"music": 1}]) == {False: 1}
    mixed = [card(resources=[{"romance": 2}]), card(resources=[{"work": 1}])]
    assert odds_of(mixed, 2, [{"any": 3}]) == {False: 1}
    five = [card(resources=[{"music": 5}])]
    assert odds_of(five, 1, [{"music": 2}, {"any": 3}]) == {True: 1}
    assert odds_of(five, 1, [{"any": 3}, {"any": 3}]) == {False: 1}


@pytest.mark.rule("4.4")
def test_paying_three_music_out_of_twenty_cards_is_a_hypergeometric_sum() -> None:
    deck = {card(resources=[{"music": 1}]): 8, card(resources=[{"work": 1}]): 7, "drama": 5}
    ways = sum(comb(8, k) * comb(12, 5 - k) for k in range(3, 6))
    assert scott_pilgrim.resources_odds(deck, 5, [{"music": 3}]).p(True) == Fraction(ways, comb(20, 5))


STORIES = [
    "drama", "drama", "love-song", "harsh", "rumour-mill", "encore", "love-triangle", "on-the-rebound",
    "sound-check-quiet", "sound-check-loud", "midnight-call-sweet", "midnight-call-bitter",
]  # fmt: skip


def paid_by_play(deck: Any, size: int, costs: Any) -> Fraction:
    """The chance to pay all costs, card by card in any order, with what the cards do."""
    setup = scott_pilgrim.Setup()

    def enough(pool: Any, asked: Any) -> bool:
        if not asked:
            return True
        (suit, n), rest = asked[0], asked[1:]
        for at, name in enumerate(SUITS):
            if (suit in (name, "any")) and pool[at] >= n:
                if enough(tuple(have - n * (i == at) for i, have in enumerate(pool)), rest):
                    return True
        return False

    @cache
    def value(hand: Any, pool: Any, pile: Deck) -> Fraction:
        if enough(pool, costs):
            return Fraction(1)
        if pile.top is None and pile.draw:
            there = faces(pile, setup)
            seen = [(w, value(hand, pool, Deck(pile.draw, top))) for top, w in there.items()]
            return sum((w * p for w, p in seen), Fraction(0)) / sum(there.values())
        best = Fraction(0)
        for one in hand.kinds:
            if one is setup.drama:
                continue
            told = effects(one.effect, "effect of an action")
            for match in (False, True):
                left = hand.take(one)
                if match and (setup.drama not in left or not any(e.when == "match" for e in told)):
                    continue
                left = left.take(setup.drama) if match else left
                on = [e for e in told if match or e.when != "match"]
                for suit, n in suits_of(one.makes) or (("", 0),):
                    gains = [*((e.what, e.n) for e in on), (suit, n)]
                    now = tuple(
                        have + sum(k for s, k in gains if s == name) for have, name in zip(pool, SUITS, strict=True)
                    )
                    draws = sum(e.n for e in on if e.what == "draw")
                    best = max(best, drawn(left, now, pile, draws))
        return best

    def drawn(hand: Any, pool: Any, pile: Deck, n: int) -> Fraction:
        if not n or not pile.draw:
            return value(hand, pool, pile)
        there = next_cards(pile, setup, 1)
        found = [(w, drawn(hand + one, pool, without(pile, one), n - 1)) for one, w in there.items()]
        return sum((w * p for w, p in found), Fraction(0)) / sum(there.values())

    hands = Counter(Bag(hand) for hand in combinations(deck, size))
    whole = Bag(deck)
    chances = [(n, value(hand, (0, 0, 0), Deck(whole - hand))) for hand, n in hands.items()]
    return sum((n * p for n, p in chances), Fraction(0)) / sum(hands.values())


def compare_paying(seed: int) -> None:
    rng = random.Random(seed)
    sheet = scott_pilgrim.Setup().sheet
    find = [sheet.find(name) for name in STORIES]
    deck = [rng.choice(find) for _ in range(rng.randint(4, 7))]
    costs = [(rng.choice((*SUITS, "any")), rng.randint(1, 2)) for _ in range(rng.randint(1, 3))]
    told = scott_pilgrim.resources_odds(deck, 2, [{suit: n} for suit, n in costs], abilities=True)
    assert told.p(True) == paid_by_play(deck, 2, tuple(costs)), seed


@pytest.mark.rule("4.4", "9.7")
@pytest.mark.parametrize("start", [0, 15])
def test_what_story_sides_do_is_counted_as_play_card_by_card_does(start: int) -> None:
    for seed in range(start, start + 15):
        compare_paying(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 400, 50))
def test_what_story_sides_do_is_counted_as_play_does_in_hundreds_of_decks(start: int) -> None:
    for seed in range(start, start + 50):
        compare_paying(seed)


# Refused --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "asked, why",
    [
        (lambda: combat_odds(PLAIN, 5, goal="glory"), "no goal is called 'glory'; there are win, damage"),
        (lambda: combat_odds("Harsh", 5), "deck are a list of names"),
        (lambda: combat_odds(["Harsch"], 5), "did you mean Harsh"),
        (lambda: combat_odds(["Despair"], 5), "is no card of a deck"),
        (lambda: combat_odds(PLAIN, "Joy of life"), "no card is called 'Joy of life'"),
        (lambda: combat_odds(PLAIN, "Harsh"), r"is no Challenge and no Evil Ex, so it cannot be fought \(5.1\)"),
        (lambda: combat_odds(PLAIN, 5, character="Kimberly"), "no character is called 'Kimberly'"),
        (lambda: combat_odds(PLAIN, 5, extra=-1), "extra is a whole number from 0"),
        (lambda: combat_odds(PLAIN, 5, top="drama"), "cannot lie on top of a pile it is not in"),
        (lambda: combat_odds(PLAIN, 5, power_ups=["Nobody"]), "no one Power Up! is called 'Nobody'"),
        (lambda: scott_pilgrim.vs_draw_odds(["drama"], -1, 1), "the cards of a VS Draw is a whole number"),
        (lambda: scott_pilgrim.resources_odds(PLAIN, 5, [{"love": 2}]), "there is no resource 'love'"),
        (lambda: scott_pilgrim.resources_odds(PLAIN, 5, [{}]), r"a cost names one suit, .* \(4.7\)"),
        (lambda: scott_pilgrim.best_combos(["Harsh"], "lisa"), "no character is called 'lisa'"),
        (lambda: card("left", drama=True), r"a Drama card has no move, no resources"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_words(asked: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        asked()


def test_a_combat_with_too_many_states_is_refused_with_their_number() -> None:
    deck = scott_pilgrim.contents.character_deck(scott_pilgrim.Setup(), "knives").counts
    fast.forget()
    with pytest.raises(odds.TooLarge, match="more than 20 states"):
        combat_odds(deck, 6, character="knives", limit=20)
    fast.forget()


def test_a_combat_can_be_stopped() -> None:
    deck = {card(m, effects=e): 2 for m in ("left", "right", "A") for e in ((), ("draw 1",), ("match draw 1",))}
    fast.forget()
    with pytest.raises(odds.Stopped):
        combat_odds({**deck, "drama": 3}, 9, character="knives", stop=lambda: True)
