"""Resolution, Victory Points, the end of the game and the Evil Exes as tests."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    LEAVE,
    LEFT,
    ON,
    RIGHT,
    SKIP,
    STOP,
    after,
    alone,
    asked,
    card,
    cards,
    cited,
    drawn,
    labels,
    line,
    no,
    over,
    pilgrim,
    table,
    ups,
    what,
    whole,
    worth,
)
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Terminal
from rulebooks.scott_pilgrim.opening import guards_of
from rulebooks.scott_pilgrim.resolution import goal, points

EXES = [c for c in pilgrim.Setup().sheet.cards if c.kind == "ex"]


def fighting(target: str = "Despair", hand: Any = ("power-ballad",), one: Any = None, **rest: Any) -> Any:
    """Scott before the first card of a combat; Knives to the left."""
    mine = {"draw": ["drama"] * 6, "top": "Drama", **(one or {}), "hand": list(hand)}
    least = {"Despair": 6, "Awkward Silence": 5}.get(target)
    told = {"phase": "fight", "plotline": [target], "needed": least, **rest}
    return table(mine, {"top": "Drama"}, target=target, **told)


def resolving(target: str, won: bool, one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """After a combat, with the new hand drawn."""
    challenge = any(target == c.back for c in pilgrim.Setup().sheet.cards)
    told = {"phase": "resolve", "plotline": [target] if challenge else [], **rest}
    return table(one or {}, *(others or ({},)), target=target, won=won, **told)


def refilled(s: Any, side: int = 0) -> Any:
    """The table with an empty place of the Plotline filled from the left deck."""
    s = drawn(after(s, LEFT))
    return drawn(after(s, labels(s)[side]))


# 6  Resolution ---------------------------------------------------------------------------------------------
@pytest.mark.rule("6.1", "6.3")
def test_after_a_combat_all_its_cards_are_discarded_and_five_new_ones_drawn_before_anything_is_resolved() -> None:
    s = fighting(hand=["borrowed-bus-fare", "drama", "lucky-guess"], acquired=True)
    s = after(s, "play Flailing Arms and match Drama", STOP)
    assert s.seat.deck.discard == cards("borrowed-bus-fare", "drama", "lucky-guess")
    assert (s.seat.hand, s.fight) == (cards(*["drama"] * 5), None)
    assert labels(s) == ["discard Drama"]


@pytest.mark.rule("6.1", "5.2a")
def test_power_ups_may_add_cards_to_each_new_hand() -> None:
    one = {"power_ups": ["Flat of One's Own", "Good Night's Sleep"], "draw": ["drama"] * 9, "top": "Drama"}
    s = after(table(one, phase="target"), SKIP)
    assert len(s.seats[0].hand) == 8


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("acquired", [True, False])
def test_whoever_skips_combat_draws_a_sixth_card_whether_anything_was_acquired_or_not(acquired: bool) -> None:
    s = after(table({"draw": ["drama"] * 9}, phase="target", acquired=acquired), SKIP)
    assert (len(s.seats[0].hand), asked(s)) == (6, 2)


@pytest.mark.rule("6.3", "5.5a")
def test_the_neighbours_piles_stay_as_the_combat_left_them() -> None:
    one = {"draw": ["drama"] * 9}
    two = {"draw": ["drama", "harsh", "surprise"], "top": "Drama"}
    s = drawn(table(one, two, phase="fight", plotline=["Despair"], target="Despair"))
    seen = s.fight.theirs
    s = drawn(after(s, STOP))
    assert (s.seats[1].deck, len(seen.discard)) == (seen, 2)
    assert whole(s)


@pytest.mark.rule("6.4", "6.6")
def test_reward_and_effects_on_victory_are_resolved_in_the_winners_order() -> None:
    s = resolving("Haunted Mansion", True, {"character": "knives"}, laid=["Love Hurts", "Business Time"])
    assert labels(s) == ["resolve: keep 1", "resolve: draw 1", "resolve: drama 1", "resolve: eliminate 1"]
    s = after(s, "resolve: drama 1", "resolve: eliminate 1")
    s = after(s, "eliminate Drama from the discard pile")
    assert (s.seat.deck.discard, s.drama) == (Bag(), 13)
    assert labels(s) == ["resolve: keep 1", "resolve: draw 1"]


@pytest.mark.rule("6.6")
def test_each_effect_is_resolved_down_to_its_last_choice() -> None:
    one = {"character": "knives", "hand": ["harsh"]}
    s = resolving("Despair", True, one, laid=["Business Time"], plotline=["Despair", "Love Song"])
    s = refilled(after(s, "resolve: keep 1"))
    assert labels(s)[0] == LEAVE  # what Joy does on acquisition comes before what the cards laid say
    s = after(s, LEAVE)
    assert "eliminate Mixed Tape from the hand" in labels(s)
    assert LEAVE not in labels(s)


@pytest.mark.rule("6.5", "9.2")
def test_a_failure_may_add_drama() -> None:
    s = resolving("Parade of Old Lovers", False)
    assert (s.seats[0].deck.discard, s.drama, asked(s)) == (cards("drama", "drama"), 12, 2)


@pytest.mark.rule("6.5")
def test_an_evil_ex_asks_for_nothing_when_the_fighter_fails_unless_its_card_says_so() -> None:
    s = resolving("Lucas Lee", False, {"hand": ["drama"]})
    assert (asked(s), s.seats[0].hand, s.ex) == (2, cards("drama"), True)


@pytest.mark.rule("6.5", "6.4")
def test_whoever_fails_gets_no_reward_and_the_challenge_stays() -> None:
    s = resolving("Despair", False, laid=["Hot Mess"])
    assert (line(s), ups(s)) == (["Despair"], [])


@pytest.mark.rule("6.7", "10.5")
def test_a_challenge_flipped_and_kept_is_a_power_up_and_its_place_is_filled_first() -> None:
    s = resolving("Despair", True, plotline=["Love Song", "Despair"])
    assert (labels(s), ups(s)) == ([LEFT, RIGHT], ["Joy"])
    s = refilled(s)
    assert labels(s) == [
        LEAVE,
        *("flip Love Song (place 1)", f"flip {line(s)[1]} (place 2)"),
        *("eliminate Love Song (place 1)", f"eliminate {line(s)[1]} (place 2)"),
    ]


@pytest.mark.rule("6.7", "4.1")
def test_what_was_kept_after_a_combat_gives_its_resource_from_the_next_turn_on() -> None:
    s = refilled(resolving("Stage Fright", True))
    s = drawn(after(drawn(after(s, ON, FIGHT)), SKIP))
    s = after(s, ON)
    assert (asked(s), s.pool) == (1, (0, 1, 0))


@pytest.mark.rule("6.7", "12.4")
def test_a_housing_won_in_combat_takes_the_place_of_the_old_one() -> None:
    s = resolving("Ambush at Dusk", True, {"power_ups": ["Guest Sofa", "Joy"]})
    assert (ups(s), card("guest-sofa") in s.gone) == (["Joy", "Roof Terrace"], True)


@pytest.mark.rule("6.8", "7.1")
def test_a_challenge_that_gives_points_is_kept_as_it_is_and_counts_like_a_power_up() -> None:
    s = refilled(resolving("Awkward Silence", True))
    assert (ups(s), points(s, 0), asked(s)) == (["Awkward Silence"], 2, 2)
    assert s.seats[0].ups[0].seen == (0, 1)


@pytest.mark.rule("6.9")
def test_a_failure_that_takes_cards_takes_them_from_the_new_hand_by_its_owners_choice() -> None:
    s = resolving("Sword Master", False, {"hand": ["drama", "hot-mess", "lucky-guess"], "top": "Drama"})
    assert labels(s) == ["discard Oversleeping", "discard Lucky Guess", "discard Drama"]
    s = after(s, "discard Drama", "discard Lucky Guess")
    assert (s.seats[0].hand, s.seats[0].deck.discard) == (cards("hot-mess"), cards("drama", "lucky-guess"))


@pytest.mark.rule("6.9")
def test_no_more_cards_are_taken_than_there_are() -> None:
    s = after(resolving("Sword Master", False, {"hand": ["drama"], "top": "Drama"}), "discard Drama")
    assert (asked(s), s.seats[0].hand) == (2, Bag())


@pytest.mark.rule("6.10")
def test_a_challenge_beaten_that_is_neither_kept_nor_worth_points_is_out_of_the_game() -> None:
    sheet = parse_sheet("scott_pilgrim", export_sheet("scott_pilgrim").replace('"points"', '"draw 1"'), "mine")
    setup = pilgrim.Setup(2, ex="Lucas Lee", sheet=sheet)
    told: dict[str, Any] = {
        "phase": "resolve",
        "target": "Mountain of Plates",
        "won": True,
        "plotline": ["Mountain of Plates"],
    }
    s = pilgrim.table(players=[{"draw": ["drama"]}, {}], tops=["Love Song", "Joy"], setup=setup, **told)
    s, ids = cited(s, "resolve: away 1")
    assert "6.10" in ids
    assert ("dishwasher" in [c.id for c in s.gone], s.plotline[0]) == (True, None)
    assert whole(s)


@pytest.mark.rule("6.11")
def test_the_player_to_the_left_takes_the_next_turn() -> None:
    s = table({}, {}, {}, phase="target", active=3, acquired=True)
    s = drawn(after(s, SKIP))
    assert (asked(s), s.seats[2].turns, s.acquired, s.phase) == (1, 1, False, pilgrim.Phase.ELIMINATE)


@pytest.mark.rule("6.11", "8.7")
def test_players_who_are_out_take_no_turn() -> None:
    s = table({}, {"out": True}, {}, ex="Gideon Graves", phase="target")
    assert asked(drawn(after(s, SKIP))) == 3


# 7  Victory Points ------------------------------------------------------------------------------------------------
@pytest.mark.rule("7.1")
def test_points_are_those_of_power_ups_kept_challenges_and_the_evil_ex() -> None:
    s = table({"power_ups": ["Lucas Lee", "Joy", "Awkward Silence"]}, {"power_ups": ["Barista"]})
    assert [points(s, 0), points(s, 1)] == [3 + 2 + 2, 1]


@pytest.mark.rule("7.1", "4.12")
def test_points_of_cards_played_last_as_long_as_the_phase() -> None:
    s = after(table({"hand": ["first-kiss"]}, phase="acquire"), "play First Kiss for 2 romance")
    assert points(s, 0) == 1
    assert points(after(s, FIGHT), 0) == 0
    assert points(table({"hand": ["first-kiss"]}, phase="acquire"), 0) == 0


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("ex", EXES, ids=lambda c: c.id)
def test_the_evil_ex_tells_how_many_points_win(ex: Any) -> None:
    alone_too = [pilgrim.Setup(1, ex=ex.id), pilgrim.Setup(2, ex=ex.id), pilgrim.Setup(4, ex=ex.id)]
    assert [goal(setup) for setup in alone_too] == [ex.to_win] * 3
    assert goal(pilgrim.Setup(3, "cooperative", ex=ex.id)) == 2 * ex.to_win


SHORT = worth(9)  # one point less than Lucas Lee asks for


@pytest.mark.rule("7.3")
def test_the_game_ends_the_moment_a_purchase_brings_the_points() -> None:
    s = table({"power_ups": SHORT}, phase="acquire", pool={"work": 9}, plotline=["Despair", "Barista"])
    s = after(s, "acquire Barista (place 2)")
    assert (over(s), line(s)) == (Terminal((1, 0), "7.3"), ["Despair", ""])
    assert whole(s)


@pytest.mark.rule("7.3", "7.1")
def test_the_game_ends_the_moment_a_card_played_brings_the_points() -> None:
    s = table({"power_ups": SHORT, "hand": ["first-kiss", "open-stage"]}, {}, {}, phase="acquire")
    assert over(after(s, "play First Kiss for 2 romance")) == Terminal((1, 0, 0), "7.3")


@pytest.mark.rule("7.3", "6.7")
def test_the_game_ends_the_moment_a_challenge_is_kept_with_effects_still_due() -> None:
    s = resolving("Despair", True, {"power_ups": SHORT, "hand": ["drama"]}, laid=[])
    assert (over(s), s.due) == (Terminal((1, 0), "7.3"), ())
    s = resolving("Giant Robot", True, {"power_ups": SHORT, "hand": ["drama"]})
    assert over(after(s, "resolve: keep 1")) == Terminal((1, 0), "7.3")


@pytest.mark.rule("7.3", "8.1")
def test_defeating_the_evil_ex_may_bring_the_points() -> None:
    assert over(resolving("Lucas Lee", True, {"power_ups": SHORT, "hand": ["drama"]})) == Terminal((1, 0), "7.3")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    "one, two, won", [(["Joy"], ["Barista"], (1, 0)), ([], ["Barista"], (0, 1)), (["Joy"], ["Joy"], (1, 1))]
)
def test_after_the_last_round_the_most_points_win(one: Any, two: Any, won: Any) -> None:
    s = table({"turns": 29, "power_ups": one}, {"turns": 29, "power_ups": two}, phase="target")
    s = drawn(after(s, SKIP))
    assert (over(s), asked(s)) == (None, 2)
    assert over(drawn(after(drawn(after(s, ON, FIGHT)), SKIP))) == Terminal(won, "7.4")


# 8  The Evil Exes ------------------------------------------------------------------------------------
@pytest.mark.rule("8.1")
def test_whoever_defeats_the_evil_ex_keeps_it_with_its_points_and_its_effects_stay() -> None:
    s = resolving("Katayanagi Twins", True, {"hand": ["drama"]}, ex="Katayanagi Twins", plotline=["Giant Robot"])
    assert (ups(s), points(s, 0), s.ex, goal(s.setup), asked(s)) == (["Katayanagi Twins"], 6, False, 18, 2)
    s = after(drawn(after(s, ON, FIGHT)), "fight Giant Robot (place 1)")
    assert s.fight.bout.damage == 10


@pytest.mark.rule("8.3")
def test_an_evil_ex_defeated_is_not_fought_again() -> None:
    assert no(table({"power_ups": ["Lucas Lee"]}, phase="target", active=2), "fight Lucas Lee") == "8.3"


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.parametrize("ex, n", [("Matthew Patel", 2), ("The Old Flame", 1), ("Lucas Lee", 0)])
def test_guards_lie_on_some_evil_exes_and_have_to_be_defeated_first(ex: str, n: int) -> None:
    setup = pilgrim.Setup(2, ex=ex)
    first = pilgrim.initial_state(setup)
    assert (guards_of(setup), first.guards, len(first.main)) == (n, n, 146 - n)
    assert no(table(phase="target", ex=ex), f"fight {ex}") == ("8.5" if n else "")


@pytest.mark.rule("8.5", "6.7")
def test_a_guard_defeated_is_flipped_and_kept_and_nothing_takes_its_place() -> None:
    one = {"hand": ["drama"], "draw": ["lucky-guess"]}
    s = resolving("Demon Hipster Chicks", True, one, ex="Matthew Patel", plotline=["Joy"])
    s = after(s, "resolve: keep 1")
    assert (ups(s), s.guards, line(s)) == (["Backing Singers"], 1, ["Joy"])
    assert whole(s)
    assert no(table(phase="target", ex="Matthew Patel", guards=0), "fight Matthew Patel") == ""


@pytest.mark.rule("8.6", "8.7")
def test_thirteen_damage_against_gideon_wins_the_game_whatever_the_points_and_twelve_lose_it() -> None:
    ups_of_one = ["Flaming Sword", "Boxing Gloves", "Boxing Gloves"]
    hand = ["farewell-tour", "big-promotion", "lucky-guess"]
    one = {"draw": ["drama"] * 9, "top": "Drama", "power_ups": ups_of_one, "hand": hand}
    s = table(one, {"top": "Drama"}, phase="fight", target="Gideon Graves", needed=13, ex="Gideon Graves")
    twelve = after(s, "play Final Chord", "play Corner Office")
    assert over(drawn(after(twelve, STOP))) == Terminal((0, 1), "8.7")
    assert over(drawn(after(twelve, "play Wild Swing", STOP))) == Terminal((1, 0), "8.6")


@pytest.mark.rule("8.7")
def test_whoever_fails_against_gideon_is_out_and_the_last_one_left_wins() -> None:
    assert over(resolving("Gideon Graves", False, ex="Gideon Graves")) == Terminal((0, 1), "8.7")
    s = resolving("Gideon Graves", False, {}, {}, {}, ex="Gideon Graves", active=2)
    assert (over(s), s.seats[1].out, asked(s)) == (None, True, 3)
    s = table({}, {"out": True}, {}, ex="Gideon Graves", phase="resolve", target="Gideon Graves", won=False)
    assert over(s) == Terminal((0, 0, 1), "8.7")


@pytest.mark.rule("8.7")
def test_a_lone_player_who_fails_against_gideon_has_lost() -> None:
    s = alone(ex="Gideon Graves", phase="resolve", target="Gideon Graves", won=False)
    assert over(s) == Terminal((0,), "8.7")


@pytest.mark.rule("8.7")
def test_by_an_option_a_failure_against_gideon_ends_the_game_for_all() -> None:
    s = resolving("Gideon Graves", False, {}, {}, {}, ex="Gideon Graves", options={"lost_ends_all": True})
    assert over(s) == Terminal((0, 0, 0), "8.7")


@pytest.mark.rule("8.7", "7.4")
def test_at_the_last_round_players_who_are_out_do_not_win() -> None:
    out = {"turns": 9, "out": True, "power_ups": ["Anniversary"]}
    s = table({"turns": 29, "power_ups": ["Joy"]}, out, {"turns": 29}, ex="Gideon Graves", phase="target", active=3)
    s = drawn(after(s, SKIP))
    s = drawn(after(drawn(after(s, ON, FIGHT)), SKIP))
    assert over(s) == Terminal((1, 0, 0), "7.4")


@pytest.mark.rule("6.1", "10.9")
def test_the_top_of_the_own_pile_is_seen_before_the_first_effect_is_resolved() -> None:
    s = after(fighting(hand=["lucky-guess"], one={"draw": ["drama"] * 5 + ["hot-mess"], "top": "Drama"}), STOP)
    while what_or_none(s):
        s = after(s, labels(s)[0])
    assert labels(s)[0].startswith("discard")
    assert s.seat.deck.top is not None


def what_or_none(s: Any) -> str:
    """What chance brings now; nothing where somebody chooses."""
    return what(s) if hasattr(pilgrim.node(s), "outcomes") else ""
