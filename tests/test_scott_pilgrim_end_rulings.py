"""The rulings on resolution, Victory Points, the Evil Exes, teams, and how games end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pilgrim_cases import (
    DRAMA,
    FIGHT_ON,
    SHEET,
    SKIP,
    STOP,
    after,
    card,
    cards,
    cited,
    drawing,
    fighting,
    labels,
    lying,
    names,
    no,
    over,
    pilgrim,
    seen,
    setup,
    table,
    worth,
)
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import effects
from rulebooks.scott_pilgrim.contents import HIPSTER, THRESHOLDS
from rulebooks.scott_pilgrim.fight import EX, GUARD
from rulebooks.scott_pilgrim.resolution import damage_value, ex_worth, goal, next_player, turns_to_win
from rulebooks.scott_pilgrim.table import Phase


def ended(s: Any, target: str, won: bool) -> Any:
    """A combat that is over: won or lost by as much as that takes."""
    s = seen(after(s, next(x for x in labels(s) if x.startswith(f"fight {target}")))) if target else s
    s = after(s, *([labels(s)[0]] if s.phase is Phase.SWAP else []))
    s = replace(s, fight=replace(seen(s).fight, needed=0 if won else 99))
    return seen(after(s, STOP))


def resolved(target: str, won: bool, side: str = "/", **told: Any) -> Any:
    """The same against a Challenge of the Plotline, told by its id; one card was acquired in the turn."""
    one = card(target)
    told = {"acquired": True, "draw": ["workin"] * 10, "others": [{"draw": ["workin"] * 9}], **told}
    return ended(fighting(f"{target}{side}", **told), one.back, won)


# Resolution ----------------------------------------------------------------------------------------
@pytest.mark.rule("6.4", "6.6")
@pytest.mark.ruling("SR-46")
def test_sr_46_the_winner_resolves_reward_and_effects_on_victory_in_any_order() -> None:
    s = fighting(at=setup("knives", "scott"), draw=["business-time", "love-hurts", *["drama"] * 7], others=[{}])
    s = after(s, "fight Despair (place 1)")
    s = after(drawing(s, "business-time", "love-hurts", *["drama"] * 4), "play Love Hurts")
    s = after(drawing(s, "drama"), "play Business Time")
    s = replace(s, fight=replace(s.fight, needed=0))
    s = drawing(after(s, STOP), *["drama"] * 5)
    assert sorted(labels(s)) == ["resolve: drama 1", "resolve: eliminate 1", "resolve: keep 1"]
    drama_first = after(s, "resolve: drama 1", "resolve: eliminate 1")
    assert drama_first.seat.deck.discard.count(DRAMA) == s.seat.deck.discard.count(DRAMA) + 1
    assert "eliminate Drama from the discard pile" in labels(drama_first)
    eliminate_first = after(s, "resolve: eliminate 1")
    assert eliminate_first.seat.deck.discard == s.seat.deck.discard


@pytest.mark.rule("6.5", "6.9")
@pytest.mark.ruling("SR-47")
def test_sr_47_a_failure_discards_from_the_new_hand_and_its_owner_chooses() -> None:
    s = resolved("despair", False, draw=["workin"] * 5, discard=["encore", "tip-jar"] + ["love-song"] * 3)
    s = drawing(s, "encore", "tip-jar", "love-song", "love-song", "love-song")
    assert labels(s) == [f"discard {c.name}" for c in s.seat.hand.kinds]
    gone = s.seat.hand.kinds[0]
    s = after(s, f"discard {gone.name}")
    assert len(s.seats[0].hand) == 4
    assert gone in s.seats[0].deck.discard


@pytest.mark.rule("6.2")
@pytest.mark.ruling("SR-57")
def test_sr_57_who_skips_combat_draws_six_cards_whether_anything_was_acquired_or_not() -> None:
    for acquired in (False, True):
        s = after(fighting(draw=["workin"] * 9, acquired=acquired), SKIP)
        assert len(seen(s).seats[0].hand) == 6


@pytest.mark.rule("2.2")
@pytest.mark.ruling("SR-60")
def test_sr_60_a_pile_that_runs_out_is_made_anew_at_once_and_drawing_goes_on() -> None:
    s = table(hand=["lyric-sheet", "drama"], draw=["workin"], discard=["encore"])
    s, ids = cited(s, "play Lyric Sheet for 1 music")  # it draws two
    assert "2.2" in ids
    assert s.seat.hand == cards("drama", "workin", "encore")
    assert (names(s.played), s.seat.deck.left) == (["lyric-sheet"], 0)  # what is in play is not shuffled


@pytest.mark.rule("6.1")
@pytest.mark.ruling("SR-69")
def test_sr_69_one_pile_gives_up_to_three_hands_in_a_turn() -> None:
    s = table(hand=["workin"] * 5, draw=["encore"] * 6 + ["tip-jar"] * 4, plotline=["despair/"])
    s = drawing(after(s, FIGHT_ON, "fight Despair (place 1)"), *["encore"] * 6)
    s = drawing(after(s, STOP), *["tip-jar"] * 4, "workin")  # the fifth comes from the pile made anew
    assert (s.fight, s.seat.hand) == (None, cards(*["tip-jar"] * 4, "workin"))
    assert s.seat.deck.left == 4 + 6


@pytest.mark.rule("6.8", "7.1")
@pytest.mark.ruling("SR-68")
def test_sr_68_a_challenge_kept_for_its_points_counts_like_a_power_up() -> None:
    s = resolved("dishwasher", True)
    assert s.seats[0].ups == (lying("dishwasher/", (0, 1)),)
    assert pilgrim.points(s, 0) == card("dishwasher").worth


@pytest.mark.rule("6.10")
@pytest.mark.ruling("SR-71")
def test_sr_71_a_defeated_challenge_that_is_not_kept_is_out_of_the_game() -> None:
    s = fighting("despair/", draw=["workin"] * 10, others=[{"draw": ["workin"] * 9}])
    lesson = replace(SHEET.find("despair"), reward="draw 1")  # of a box of one's own
    s = replace(s, plotline=(replace(lying("despair/"), card=lesson),))
    s = ended(s, "Despair", True)
    assert sorted(labels(s)) == ["resolve: away 1", "resolve: draw 1"]
    s = after(s, "resolve: away 1")
    assert (s.seat.ups, s.gone) == ((), Bag([lesson]))
    assert labels(s) == ["add the top of the left deck", "add the top of the right deck"]


# The Evil Exes -----------------------------------------------------------------------------------------
@pytest.mark.rule("8.7")
@pytest.mark.ruling("SR-50")
def test_sr_50_who_fails_against_gideon_is_out_and_the_others_go_on() -> None:
    at = setup("scott", "knives", "ramona", ex="Gideon Graves")
    s = ended(table("combat or not", at=at, draw=["workin"] * 12), "Gideon Graves", False)
    assert (s.seats[0].out, s.active, s.phase) == (True, 1, Phase.ELIMINATE)
    assert next_player(s, 2) == 1  # nobody asks the one who is out, not even for a VS Draw
    assert next_player(replace(s, active=2), 2) == 1


@pytest.mark.rule("8.7")
@pytest.mark.ruling("SR-50")
def test_sr_50_the_last_one_left_wins_and_a_team_loses_together() -> None:
    two = ended(table("combat or not", at=setup(ex="Gideon Graves"), draw=["workin"] * 12), "Gideon Graves", False)
    assert (over(two).returns, over(two).ended_by) == ((0, 1), "8.7")
    team = setup("scott", "knives", "ramona", ex="Gideon Graves", mode="cooperative")
    three = ended(table("combat or not", at=team, draw=["workin"] * 12), "Gideon Graves", False)
    assert over(three).returns == (0, 0, 0)
    alone = ended(table("combat or not", at=setup("scott", ex="Gideon Graves"), draw=["workin"] * 12), "Gideon", False)
    assert over(alone).returns == (0,)


@pytest.mark.ruling("SR-50")
def test_sr_50_otherwise_a_failure_against_gideon_ends_the_game_for_all() -> None:
    at = setup("scott", "knives", "ramona", ex="Gideon Graves", lost_ends_all=True)
    s = ended(table("combat or not", at=at, draw=["workin"] * 12), "Gideon Graves", False)
    assert over(s).returns == (0, 0, 0)


@pytest.mark.rule("8.1", "8.3")
@pytest.mark.ruling("SR-51")
def test_sr_51_a_defeated_evil_ex_stays_with_the_winner_and_so_do_its_effects_and_the_points_to_win() -> None:
    at = setup(ex="Katayanagi Twins")
    s = ended(table("combat or not", at=at, draw=["workin"] * 12), "Katayanagi Twins", True)
    assert [up.card.id for up in s.seats[0].ups] == ["katayanagi-twins"]
    assert pilgrim.points(s, 0) == at.evil_ex.points
    assert damage_value(at, card("giant-robot")) == 9 + 1
    assert goal(at) == 18
    s = replace(s, phase=Phase.TARGET, pending=())
    assert no(s, pilgrim.Target(EX, at.evil_ex)) == "8.3"


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.ruling("SR-52")
def test_sr_52_two_hipsters_of_the_main_deck_lie_on_patel_and_are_fought_first_for_their_own_reward() -> None:
    s = pilgrim.initial_state(setup(ex="Matthew Patel"))
    hipster = SHEET.find(HIPSTER)
    assert (s.guards, s.main.count(hipster)) == (2, SHEET.copies[hipster] - 2)
    s = table("combat or not", at=s.setup, draw=["workin"] * 12, guards=2)
    patel = pilgrim.Target(EX, s.setup.evil_ex)
    assert no(s, patel) == "8.5"
    s = ended(s, "Demon Hipster Chicks", True)
    s = after(s, "resolve: keep 1") if "resolve: keep 1" in labels(s) else s
    assert (s.guards, names(up.card for up in s.seats[0].ups)) == (1, [HIPSTER])
    assert no(replace(s, phase=Phase.TARGET, pending=()), patel) == "8.5"
    assert no(replace(s, phase=Phase.TARGET, pending=(), guards=0), patel) == ""
    assert pilgrim.Target(GUARD, hipster).face.damage == hipster.damage


# What an Evil Ex adds, and fighting it ------------------------------------------------------------------
@pytest.mark.rule("5.3")
@pytest.mark.ruling("SR-49")
def test_sr_49_a_bonus_for_a_trait_raises_challenges_but_not_the_evil_ex_that_bears_it() -> None:
    gideon = setup(ex="Gideon Graves")
    assert "subspace" in gideon.evil_ex.traits
    assert damage_value(gideon, gideon.evil_ex, challenge=False) == gideon.evil_ex.damage == 13
    pothole = card("courier")
    assert damage_value(gideon, pothole) == pothole.damage + 1


@pytest.mark.rule("8.2")
@pytest.mark.ruling("SR-48")
def test_sr_48_nobody_draws_for_an_evil_ex_and_a_defeat_by_one_costs_nothing_unless_it_says_so() -> None:
    at = setup(ex="Envy Adams")  # hers is one card more in a VS Draw
    s = after(table("combat or not", at=at, draw=["workin"] * 10, others=[{"draw": ["drama"] * 4}]), "fight Envy Adams")
    assert (s.fight.needed, s.fight.shown, s.fight.vs) == (s.setup.evil_ex.damage, Bag(), 0)
    s, ids = cited(seen(s), STOP)
    assert "6.5" in ids
    s = seen(s)
    assert (s.active, len(s.seats[0].hand), s.drama) == (1, 5, 14)
    assert effects(s.setup.evil_ex.failure, "failure") == ()


@pytest.mark.rule("8.6", "8.7")
@pytest.mark.parametrize("win, returns", [(True, (1, 0)), (False, (0, 1))])
def test_a_combat_against_gideon_wins_or_loses_the_game_before_a_new_hand_is_drawn(win: bool, returns: Any) -> None:
    at = setup(ex="Gideon Graves")
    s = table("combat or not", at=at, draw=["workin", "encore"] * 9)
    s = ended(drawing(after(s, "fight Gideon Graves"), *["workin"] * 6), "", win)
    assert over(s).returns == returns


@pytest.mark.rule("6.4", "6.5")
@pytest.mark.ruling("SR-48")
def test_sr_48_what_the_card_of_an_evil_ex_does_say_happens() -> None:
    told = 'id = "lucas-lee"\nfight = "vs 1 drama 2"\nreward = "draw 1"\nfailure = "drama 1"\n'
    sheet = parse_sheet("scott_pilgrim", export_sheet("scott_pilgrim").replace('id = "lucas-lee"\n', told), "mine")
    at = pilgrim.Setup(2, ex="Lucas Lee", sheet=sheet)
    piles = [{"draw": ["drama", "drama"]}]
    lost = seen(after(table("combat or not", at=at, draw=["workin"] * 20, others=piles), "fight Lucas Lee"))
    assert lost.fight.needed == at.evil_ex.damage + 2
    assert ended(lost, "", False).seats[0].deck.discard.count(DRAMA) == 1
    assert len(ended(lost, "", True).seats[0].hand) == 6


# Points and turns -----------------------------------------------------------------------------------------
@pytest.mark.rule("7.3")
@pytest.mark.ruling("SR-59")
def test_sr_59_of_several_who_have_the_points_the_active_player_wins() -> None:
    s = table("main deck elimination", others=[{"ups": worth(10)}], ups=worth(10))
    assert over(s).returns == (1, 0)
    s = table("main deck elimination", others=[{"ups": worth(10)}], ups=worth(10), active=1)
    assert over(s).returns == (0, 1)


@pytest.mark.rule("12.6")
@pytest.mark.ruling("SR-13")
def test_sr_13_turns_are_looked_up_by_the_points_that_the_evil_ex_asks_of_one_player() -> None:
    # the words over the printed table name other columns than its numbers, 10/20 to 20/40: Patel asks for 10 or for 20
    patel = setup("scott", "knives", "ramona", ex="Matthew Patel", mode="cooperative")
    assert (goal(patel), patel.evil_ex.to_win, turns_to_win(patel)) == (20, 10, 3)
    assert all(SHEET.numbers[f"turns_{n}_{vp}"] for n in (1, 2, 3, 4) for vp in THRESHOLDS)


@pytest.mark.rule("12.3", "12.8")
@pytest.mark.ruling("SR-14")
def test_sr_14_a_team_wins_with_the_points_or_as_the_evil_ex_says_and_not_by_defeating_any_evil_ex() -> None:
    team = setup("scott", "knives", mode="cooperative")  # against Lucas Lee it needs 20
    s = table("main deck elimination", at=team, ups=worth(12), others=[{"ups": worth(8)}])
    assert (over(s).returns, over(s).ended_by) == ((1, 1), "12.3")
    s = ended(table("combat or not", at=team, draw=["workin"] * 12), "Lucas Lee", True)
    assert (s.phase, s.active) == (Phase.ELIMINATE, 1)
    gideon = setup("scott", "knives", ex="Gideon Graves", mode="cooperative")
    s = ended(table("combat or not", at=gideon, draw=["workin"] * 12), "Gideon Graves", True)
    assert (over(s).returns, over(s).ended_by) == ((1, 1), "12.3")


@pytest.mark.rule("12.1", "7.2")
@pytest.mark.ruling("SR-15")
def test_sr_15_a_team_of_two_or_more_needs_twice_the_points_and_a_lone_player_does_not() -> None:
    team, alone = setup("scott", "knives", mode="cooperative"), setup("scott")
    assert (goal(team), ex_worth(team)) == (20, 6)
    assert (goal(alone), ex_worth(alone)) == (10, 3)


@pytest.mark.rule("7.4")
@pytest.mark.ruling("SR-72")
def test_sr_72_after_thirty_rounds_the_most_points_win() -> None:
    s = table("combat or not", draw=["workin"] * 9, ups=worth(3), others=[{"ups": worth(5), "turns": 30}])
    seats = (replace(s.seats[0], turns=29), s.seats[1])
    s = seen(after(replace(s, seats=seats), SKIP))
    assert (over(s).returns, over(s).ended_by) == ((0, 1), "7.4")
    assert SHEET.numbers["rounds"] == 30
