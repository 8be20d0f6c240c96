"""The rulings on krakens, ends of voyages, dice and the end of Pirate Tales."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pirate_table import (
    BACK,
    EASY,
    END,
    after,
    at_sea,
    card,
    cited,
    comes,
    failed,
    labels,
    no,
    pirates,
    purses,
    put,
    sailing,
    table,
    what,
)
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.game import Terminal

FIVE = {"white": [1] * 5}
HAND = {"hand": ["small-catch"]}
FOUR = ["calm-water", "drifting-barrel", "small-catch", "calm-water"]  # four cards that ask for 1


def options(**read: bool) -> Any:
    """A set-up for three in which some rulings are read the other way."""
    return pirates.Setup(3, "fate", ("easy", "medium", "hard"), pirates.Options(**read))


def reached(one: Any = None, **rest: Any) -> Any:
    """A short voyage whose island is about to be turned over."""
    return after(
        sailing({**HAND, **(one or {})}, rolled=FIVE, **rest), put("white 1"), put("white 1", cards=["small-catch"])
    )


def under(name: str, *, space: int = 3, one: Any = None, rolled: Any = FIVE, **rest: Any) -> Any:
    """A voyage of five spaces with a kraken turned over on one of them."""
    told = {"track": FOUR, "level": 3, "kraken": (space, name), "setup": options(), **rest}
    return sailing(one, rolled=rolled, **told)


# Krakens -------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-21")
def test_pr_21_the_top_kraken_goes_face_down_to_the_space_on_the_back_of_the_next() -> None:
    s = table(phase="lay", track=FOUR, next_back=1)
    s = after(s, "close with an island of level 3")
    assert what(s) == "the back of the next kraken"
    assert comes(s) == {1: 1, 2: 4, 3: 4, 4: 4}  # 14 krakens, one of the two with a 1 lies face down
    s = after(s, 4, "player 2 bets aye", "player 3 bets aye")
    assert (s.covered, set(comes(s))) == (4, {card("sea-mist"), card("magnetic-rock")})


@pytest.mark.ruling("PR-22")
def test_pr_22_with_one_kraken_left_the_played_ones_go_under_it() -> None:
    left, *played = pirates.initial_state(options()).krakens
    s = table(phase="lay", track=FOUR, setup=options())
    s = replace(s, krakens=Pile((Bag([left]),)), krakens_played=Bag(played), next_back=left.back)
    s, ids = cited(s, "close with an island of level 3")
    assert ids == ["2.3", "3.2", "3.3"]
    assert [len(layer) for layer in s.krakens.layers] == [1, 20]
    s = after(s, 2, "player 2 bets aye", "player 3 bets aye")
    assert set(comes(s)) == {left}


@pytest.mark.ruling("PR-23")
def test_pr_23_a_number_at_or_beyond_the_island_means_the_last_adventure_card() -> None:
    s = replace(table(phase="bet", track=FOUR, level=3, kraken=(1, 2)), phase=pirates.Phase.BACK)
    assert [pirates.harbour.kraken_lies(s, back).covered for back in (4, 5, 6)] == [4, 4, 4]


@pytest.mark.ruling("PR-24")
@pytest.mark.parametrize("cards, lies", [(3, False), (4, True), (5, True), (6, True)])
def test_pr_24_a_voyage_gets_one_kraken_if_it_reaches_space_5_and_never_more(cards: int, lies: bool) -> None:
    s = table(phase="lay", track=[*EASY, *EASY][:cards])
    s = after(s, "close with an island of level 3")
    assert (s.phase is pirates.Phase.BACK) is lies
    if lies:
        assert after(s, 2).phase is pirates.Phase.BET


@pytest.mark.ruling("PR-25")
def test_pr_25_a_covered_card_asks_and_pays_nothing_and_neither_does_its_space() -> None:
    s = after(under("sleepy-kraken"), put("white 1"), put("white 1"))
    assert (s.voyage.done, s.voyage.filled) == (3, (1, 2))
    s = failed(s)
    assert purses(s)[0] == 3 + 1  # of the second card; the doubloon space 3 pays nothing


@pytest.mark.ruling("PR-26")
def test_pr_26_on_reaching_acts_when_all_cards_to_the_left_are_done() -> None:
    s = after(under("will-o-the-wisp"), put("white 1"))
    assert s.voyage.gained.doubloons == 0
    s, ids = cited(s, put("white 1"))
    assert s.voyage.gained.doubloons == 2
    assert ids[-2:] == ["5.2", "8.5"]


@pytest.mark.ruling("PR-55")
def test_pr_55_on_reaching_never_acts_if_the_voyage_ends_before_it() -> None:
    s = failed(after(under("will-o-the-wisp"), put("white 1")))
    assert purses(s)[0] == 3


@pytest.mark.ruling("PR-57")
def test_pr_57_the_kraken_joins_the_played_ones_and_the_card_below_it_the_discard_pile() -> None:
    s = failed(under("sleepy-kraken"))
    assert (s.krakens_played, s.discard) == (Bag([card("sleepy-kraken")]), Bag([card(c) for c in FOUR]))


@pytest.mark.ruling("PR-62")
def test_pr_62_on_reveal_our_krakens_act_on_the_pool_before_its_first_roll() -> None:
    s = under("magnetic-rock", rolled=None)
    assert labels(s) == ["set aside white"]
    s = after(s, "set aside white")
    assert what(s) == "the 4 white dice"


@pytest.mark.ruling("PR-67")
def test_pr_67_what_is_taken_is_paid_in_doubloons_as_far_as_they_go() -> None:
    s = under("black-abyss", one={"doubloons": 1, "blue": 1})
    s = failed(s, "A Leak")
    assert (s.seat.doubloons, s.seat.blue) == (0, 1)


# The end of a voyage ----------------------------------------------------------------------------------
@pytest.mark.ruling("PR-30")
def test_pr_30_the_capsize_card_comes_before_the_doubloon_spaces() -> None:
    s = sailing({"doubloons": 0}, track=["calm-water"] * 3, rolled=FIVE, setup=options())
    s = failed(after(s, *[put("white 1")] * 3), "A Leak")
    assert purses(s)[0] == 1


@pytest.mark.ruling("PR-30")
def test_pr_30_in_the_order_of_the_example_the_doubloon_spaces_come_first() -> None:
    s = sailing({"doubloons": 0}, track=["calm-water"] * 3, rolled=FIVE, setup=options(example_order=True))
    s, ids = cited(after(s, *[put("white 1")] * 3), BACK, "A Leak")
    assert (purses(s)[0], ids.count("7.2")) == (0, 1)


@pytest.mark.ruling("PR-31")
@pytest.mark.parametrize("first, order", [(False, ["7.2", "7.3"]), (True, ["7.3", "7.2"])])
def test_pr_31_doubloon_spaces_pay_before_the_island_or_after_it_in_the_other_reading(
    first: bool, order: list[str]
) -> None:
    setup = options(island_before_doubloons=first)
    s = sailing(HAND, track=["calm-water"] * 2, rolled=FIVE, setup=setup)
    s, ids = cited(after(s, put("white 1"), put("white 1")), put("white 1", cards=["small-catch"]), "Parrot Rock")
    assert [id for id in ids if id in ("7.2", "7.3")] == order
    assert purses(s)[0] == 3 + 1 + 1 + 1


@pytest.mark.ruling("PR-32")
def test_pr_32_an_island_that_was_not_reached_goes_back_unseen() -> None:
    s = sailing(rolled=FIVE)
    back = failed(s)
    assert (back.islands, back.sizes, back.fulfilled) == (s.islands, s.sizes, Bag())


@pytest.mark.ruling("PR-33")
def test_pr_33_where_a_stack_is_used_up_another_level_is_chosen() -> None:
    s = table(phase="lay", track=EASY, fulfilled=["smoking-mountain"] * 4 + ["temple-of-gold"] * 2)
    assert [no(s, f"close with an island of level {n}") for n in (3, 5, 7)] == ["", "", "2.5"]


@pytest.mark.ruling("PR-34")
def test_pr_34_the_last_island_of_all_ends_the_game_once_its_bets_are_paid() -> None:
    done = ["palm-island"] * 2 + ["turtle-beach"] * 3 + ["skull-cay"] * 4 + ["old-fort"] * 2 + ["smoking-mountain"] * 4
    s = reached(fulfilled=[*done, "temple-of-gold", "temple-of-gold"])
    s = after(s, "Parrot Rock")
    assert (pirates.node(s), purses(s)) == (Terminal((1, 0, 0), "9.3"), [5, 4, 2])


@pytest.mark.ruling("PR-58")
def test_pr_58_an_island_on_a_doubloon_space_pays_it_if_it_was_fulfilled() -> None:
    s = sailing(HAND, track=["calm-water"] * 2, rolled=FIVE)
    s = after(s, put("white 1"), put("white 1"))
    assert purses(after(s, put("white 1", cards=["small-catch"]), "Parrot Rock"))[0] == 3 + 1 + 1 + 1
    assert purses(failed(s))[0] == 3


@pytest.mark.ruling("PR-53")
def test_pr_53_spaces_3_6_and_7_pay_1_2_and_3_doubloons() -> None:
    v = at_sea([1, 1, 1, 1, 1, 1, 1], *["white 1"] * 7)
    paid = [0]
    for _ in range(7):
        v = after(v, put("white 1"))
        paid.append(pirates.finished(v).doubloons)
    assert paid == [0, 0, 0, 1, 1, 1, 3, 6]


@pytest.mark.ruling("PR-52")
def test_pr_52_capsize_cards_that_are_kept_lie_open_until_they_act() -> None:
    s = failed(sailing(rolled=FIVE), "Lucky Charm")
    assert s.seat.kept == Bag([card("lucky-charm")])
    charm = sailing({"kept": ["lucky-charm"]}, rolled={"white": [1, 0, 0, 0, 0]}, track=["old-sea-dog"])
    charm = after(charm, put("white 1", cards=["lucky-charm"]), "white 0")
    assert failed(charm).capsize_played.count(card("lucky-charm")) == 1
    unused = failed(sailing({"kept": ["lucky-charm"]}, rolled=FIVE))
    assert unused.seat.kept == Bag([card("lucky-charm")])
    mast = sailing({"kept": ["broken-mast"]}, setup=options())
    assert (labels(mast), mast.seat.kept, len(mast.capsize_played)) == (["set aside white"], Bag(), 1)


@pytest.mark.ruling("PR-65")
def test_pr_65_our_capsize_cards_move_money_dice_ship_and_hand_cards() -> None:
    told = {"rolled": FIVE, "setup": options()}
    one = {"ship": 2, "hand": ["pearl-reef", "calm-water"]}
    ends = {
        name: failed(sailing(one, **told), name) for name in ("Chest on the Beach", "Fair Exchange", "Drifted Back")
    }
    assert [(s.seat.doubloons, s.seat.dice[0], s.seat.ship) for s in ends.values()] == [(5, 5, 2), (2, 6, 2), (3, 5, 1)]
    assert labels(failed(sailing(one, **told), "Lost Cargo")) == ["discard Calm Water", "discard Pearl Reef"]


@pytest.mark.ruling("PR-66")
def test_pr_66_cards_of_an_island_are_drawn_before_the_bets_are_paid() -> None:
    s = after(reached(), "Coconut Bay")
    assert (s.phase, purses(s)[1:]) == (pirates.Phase.DRAW, [3, 3])
    assert purses(after(s, "Calm Water"))[1:] == [4, 2]


# Ships --------------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-35")
def test_pr_35_the_round_is_played_to_its_end_and_each_ship_that_arrives_takes_a_gem() -> None:
    s = table({}, {"ship": 8, "blue": 1}, {}, captain=3, first=1, phase="dice")
    assert isinstance(pirates.node(after(s, END)), Terminal)
    s = table({"ship": 8}, {}, {}, captain=1, first=1, phase="dice")
    assert after(s, END).phase is pirates.Phase.BUY
    two = sailing(
        {"ship": 7, "hand": ["good-wind"]},
        {"ship": 8},
        {},
        track=[*EASY, *EASY],
        kraken=(2, "sleepy-kraken"),
        rolled=FIVE,
    )
    assert failed(after(two, "play Good Wind for ship 1")).seat.blue == 1


@pytest.mark.ruling("PR-36")
def test_pr_36_a_ship_symbol_of_the_voyage_counts_for_the_end_and_the_voyage_goes_on() -> None:
    s = sailing({"ship": 7, "hand": ["good-wind"]}, track=[*EASY, *EASY], kraken=(2, "sleepy-kraken"), rolled=FIVE)
    s = after(s, "play Good Wind for ship 1")
    assert (s.phase, s.voyage.gained.ship) == (pirates.Phase.VOYAGE, 1)
    s = failed(s)
    assert (s.seat.home, s.last_round) == (True, True)


@pytest.mark.ruling("PR-37")
def test_pr_37_a_ship_stops_at_the_end_of_the_track() -> None:
    s = pirates.landing.move_ship(table({"ship": 7}), 4)
    assert (s.seat.ship, s.seat.blue) == (8, 1)


@pytest.mark.ruling("PR-39")
def test_pr_39_seven_seas_the_caribbean_first_and_the_end_after_them() -> None:
    s = pirates.initial_state()
    assert (s.seats[0].ship, s.end) == (1, 8)


@pytest.mark.ruling("PR-51")
def test_pr_51_the_goal_with_the_blue_gems_is_the_end_of_the_track() -> None:
    s = after(reached({"ship": 2}), "Turtle Beach")
    assert (s.seat.ship, s.seat.blue) == (3, 0)
    s = pirates.landing.move_ship(s, 5)
    assert (s.seat.ship, s.seat.blue) == (8, 1)


# Dice --------------------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-40")
def test_pr_40_dice_beyond_seven_are_put_back_after_upgrading_of_the_players_choice() -> None:
    s = table({"dice": {"white": 6, "red": 3}}, phase="dice")
    s = after(s, "two red dice for one black")
    assert [no(s, f"put a {c} die back") for c in ("white", "red", "black")] == ["", "", ""]
    s = after(s, "put a red die back")
    assert (s.seat.dice, no(s, END), no(s, "put a white die back")) == ((6, 0, 1), "", "7.16")


@pytest.mark.ruling("PR-41")
def test_pr_41_upgrades_follow_each_other_and_dice_given_are_in_the_supply_at_once() -> None:
    s = after(
        table({"dice": {"white": 4}}, phase="dice"), *["two white dice for one red"] * 2, "two red dice for one black"
    )
    assert (s.seat.dice, s.supply) == ((0, 0, 1), (20, 18, 11))


@pytest.mark.ruling("PR-42")
def test_pr_42_only_the_active_player_upgrades_at_the_end_of_the_turn() -> None:
    assert not any(isinstance(a, pirates.Upgrade) for a in pirates.candidates(table()))
    s = after(table({}, {"dice": {"white": 5}}, {}, phase="dice"), "two white dice for one red")
    assert [seat.dice for seat in s.seats] == [(3, 1, 0), (5, 0, 0), (5, 0, 0)]


# Decks, money, set-up ------------------------------------------------------------------------------------------
@pytest.mark.ruling("PR-46")
def test_pr_46_an_empty_deck_is_shuffled_anew_from_its_discard_pile() -> None:
    s = after(
        table({"doubloons": 9}, deck=["pearl-reef"], discard=["calm-water", "calm-water"]),
        "buy 2 cards for 3",
        "Pearl Reef",
    )
    assert labels(s) == ["Calm Water"]
    s = after(s, "Calm Water")
    assert (len(s.deck), len(s.discard)) == (1, 0)
    s = sailing(rolled=FIVE)
    s = after(replace(s, capsize=Bag(), capsize_played=s.capsize), BACK)
    assert len(comes(s)) > 1
    s = after(s, "Cast Ashore")
    assert (len(s.capsize), len(s.capsize_played)) == (14, 1)


@pytest.mark.ruling("PR-47")
def test_pr_47_doubloons_and_gems_never_run_out() -> None:
    s = table({"doubloons": 500, "blue": 40}, phase="dice")
    s = after(s, *["change doubloons into a blue gem"] * 50)
    assert (s.seat.doubloons, s.seat.blue) == (250, 90)


@pytest.mark.ruling("PR-48")
@pytest.mark.parametrize(
    "name, worth",
    [("merchant-sloop", 2), ("helping-hands", 1), ("gale-force", 1), ("calm-water", 0), ("pearl-reef", 0)],
)
def test_pr_48_a_hand_card_that_shows_doubloons_is_worth_them_at_the_end(name: str, worth: int) -> None:
    s = table({"hand": [name]}, {"ship": 8}, {}, captain=3, phase="dice")
    s = after(s, END)
    assert (purses(s)[0], len(s.seats[0].hand)) == (3 + worth, 0 if worth else 1)


@pytest.mark.ruling("PR-49")
def test_pr_49_ties_go_to_the_ship_farther_on_then_to_black_then_to_red_dice_and_else_are_shared() -> None:
    black, red = {"dice": {"white": 1, "black": 1}}, {"dice": {"white": 1, "red": 4}}
    assert pirates.winners(table({"ship": 2}, black, red)) == (0,)
    assert pirates.winners(table({}, black, red)) == (1,)
    assert pirates.winners(table({}, {}, red)) == (2,)
    assert pirates.winners(table({}, {}, {})) == (0, 1, 2)


@pytest.mark.ruling("PR-50")
def test_pr_50_the_first_player_is_drawn_by_lot() -> None:
    assert comes(pirates.initial_state(pirates.Setup(2))) == {pirates.First(0): 1, pirates.First(1): 1}


@pytest.mark.ruling("PR-54")
def test_pr_54_cards_with_two_skulls_are_in_every_mode() -> None:
    two = [pirates.initial_state(pirates.Setup(2, mode)).capsize for mode in ("family", "true pirate", "fate")]
    assert [sum(c.skulls == 2 for c in deck) for deck in two] == [8, 8, 8]


@pytest.mark.ruling("PR-61")
def test_pr_61_money_is_changed_down_before_a_purchase_and_up_at_the_end_of_a_turn() -> None:
    def offered(s: Any) -> set[str]:
        return {a.what for a in pirates.candidates(s) if isinstance(a, pirates.Change)}

    assert offered(table()) == {"a blue gem into doubloons", "a red gem into blue gems"}
    assert offered(table(phase="dice")) == {"doubloons into a blue gem", "blue gems into a red gem"}
    assert offered(sailing(rolled=FIVE)) == set()
