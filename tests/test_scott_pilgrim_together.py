"""Playing as a team and alone, as tests."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    LEFT,
    ON,
    SKIP,
    after,
    alone,
    asked,
    card,
    drawn,
    labels,
    no,
    over,
    pilgrim,
    pool,
    table,
    ups,
    whole,
    worth,
)
from rulebooks.core.game import Terminal
from rulebooks.scott_pilgrim.resolution import ex_worth, goal, hand_size, points, team_points, turns_to_win

BY_POINTS = {10: "lucas-lee", 12: "julie-powers", 15: "todd-ingram", 18: "katayanagi-twins", 20: "gideon-graves"}
TURNS = {1: (4, 4, 5, 6, 7), 2: (4, 4, 5, 6, 7), 3: (3, 4, 5, 5, 6), 4: (3, 3, 4, 4, 5)}


def team(*seats: Any, **rest: Any) -> Any:
    """A team of two unless told."""
    return table(*(seats or ({}, {})), mode="cooperative", **rest)


def passed(s: Any) -> Any:
    """The table after a turn in which nothing is done."""
    if s.phase is pilgrim.Phase.ELIMINATE:
        s = after(s, ON)
    if s.phase is pilgrim.Phase.ACQUIRE:
        s = drawn(after(s, FIGHT))
    return drawn(after(s, SKIP))


@pytest.mark.rule("12.1", "7.2")
def test_a_team_needs_twice_the_points_and_gets_twice_those_of_the_evil_ex() -> None:
    patel = pilgrim.Setup(2, "cooperative", ex="Matthew Patel")
    assert (goal(patel), ex_worth(patel)) == (20, 6)
    lone = pilgrim.Setup(1, ex="Matthew Patel")
    assert (goal(lone), ex_worth(lone)) == (10, 3)


@pytest.mark.rule("12.2", "12.1")
def test_a_team_counts_all_points_together_those_of_its_housing_too() -> None:
    s = team({"power_ups": ["Lucas Lee", "Joy"]}, {"power_ups": ["Barista"]}, shared="Guest Sofa")
    home = card("guest-sofa").points
    assert (points(s, 0), points(s, 1), team_points(s)) == (6 + 2, 1, 9 + home)


@pytest.mark.rule("12.2")
def test_power_ups_of_a_team_act_for_their_own_player_only() -> None:
    s = team({}, {"power_ups": ["Tour Van", "Stephen Stills"]}, phase="target")
    assert hand_size(s) == 6
    s = after(team({}, {"power_ups": ["Stephen Stills"]}), ON)
    assert pool(s) == {}


@pytest.mark.rule("12.3")
def test_a_team_wins_the_moment_its_points_together_are_enough() -> None:
    all_of_them = worth(19)
    one, two = {"hand": ["first-kiss"], "power_ups": all_of_them[::2]}, {"power_ups": all_of_them[1::2]}
    s = team(one, two, phase="acquire")
    assert (over(s), team_points(s)) == (None, 19)
    assert over(after(s, "play First Kiss for 2 romance")) == Terminal((1, 1), "12.3")


@pytest.mark.rule("12.3", "8.6")
def test_a_team_that_defeats_gideon_has_won_and_one_that_fails_has_lost() -> None:
    told: dict[str, Any] = {"ex": "Gideon Graves", "phase": "resolve", "target": "Gideon Graves"}
    assert over(team(won=True, **told)) == Terminal((1, 1), "12.3")
    assert over(team({}, {}, {}, won=False, **told)) == Terminal((0, 0, 0), "8.7")


@pytest.mark.rule("12.4", "4.1")
def test_a_team_has_one_housing_which_serves_every_player() -> None:
    s = team(shared="Home Studio")
    assert pool(after(s, ON)) == {"music": 1}
    assert pool(after(passed(s), ON)) == {"music": 1}
    night = team({"draw": ["drama"] * 9}, shared="Flat of One's Own", phase="target")
    assert len(after(night, SKIP).seats[0].hand) == 7


@pytest.mark.rule("12.4", "4.10")
def test_any_player_of_a_team_replaces_its_housing_which_gives_nothing_in_that_turn() -> None:
    s = team(shared="Guest Sofa", phase="acquire", active=2, pool={"music": 4}, plotline=["Home Studio"])
    s = drawn(after(s, "acquire Home Studio (place 1)", LEFT))
    s = drawn(after(s, labels(s)[0]))
    assert (s.shared.card, ups(s, 2), pool(s)) == (card("home-studio"), [], {})
    assert card("guest-sofa") in s.gone
    assert whole(s)
    assert pool(after(passed(s), ON)) == {"music": 1}


@pytest.mark.rule("12.4")
def test_without_a_team_each_player_keeps_one_housing_and_a_new_one_takes_its_place() -> None:
    told: dict[str, Any] = {"phase": "acquire", "pool": {"work": 9}, "plotline": ["Shared Flat"]}
    s = table({"power_ups": ["Guest Sofa", "Joy"]}, {"power_ups": ["Roof Terrace"]}, **told)
    s = after(s, "acquire Shared Flat (place 1)")
    assert (ups(s), ups(s, 2)) == (["Joy", "Shared Flat"], ["Roof Terrace"])
    both = table({"power_ups": ["Guest Sofa"]}, options={"one_housing": False}, **told)
    assert ups(after(both, "acquire Shared Flat (place 1)")) == ["Guest Sofa", "Shared Flat"]


@pytest.mark.rule("12.4", "6.7")
def test_a_housing_that_a_team_wins_in_combat_is_shared_too() -> None:
    told: dict[str, Any] = {"phase": "resolve", "plotline": ["Ambush at Dusk"], "target": "Ambush at Dusk", "won": True}
    s = team(shared="Guest Sofa", **told)
    assert (s.shared.card, ups(s)) == (card("roof-terrace"), [])


@pytest.mark.rule("12.5", "12.5a")
def test_a_team_may_eliminate_its_housing_in_the_elimination_phase() -> None:
    s = after(team(shared="Guest Sofa"), "eliminate the team's Housing")
    assert (s.shared, card("guest-sofa") in s.gone, asked(s)) == (None, True, 1)
    assert no(s, "eliminate the team's Housing") == "12.5a"
    assert "eliminate the team's Housing" not in labels(table())
    assert whole(s)


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("n", TURNS)
def test_a_table_tells_how_many_turns_each_player_has(n: int) -> None:
    mode = "solo" if n == 1 else "cooperative"
    found = [turns_to_win(pilgrim.Setup(n, mode, ex=ex)) for ex in BY_POINTS.values()]
    assert tuple(found) == TURNS[n]


@pytest.mark.rule("12.8", "12.6")
def test_a_team_that_has_used_up_its_turns_has_lost() -> None:
    s = team({"turns": 3}, {"turns": 3}, phase="target")
    s = passed(s)
    assert (over(s), asked(s)) == (None, 2)
    assert over(passed(s)) == Terminal((0, 0), "12.8")


@pytest.mark.rule("12.8", "12.7")
def test_a_lone_player_has_as_many_turns_and_loses_after_the_last() -> None:
    s = passed(alone({"turns": 2}))
    assert over(s) is None
    assert over(passed(s)) == Terminal((0,), "12.8")


@pytest.mark.rule("12.3", "7.3")
def test_points_that_come_in_the_last_turn_still_win() -> None:
    told: dict[str, Any] = {"phase": "resolve", "plotline": ["Despair"], "target": "Despair", "won": True}
    s = alone({"turns": 3, "power_ups": worth(9)}, **told)
    assert over(s) == Terminal((1,), "7.3")


@pytest.mark.rule("12.7", "8.6")
def test_a_lone_player_wins_by_defeating_gideon() -> None:
    s = alone(ex="Gideon Graves", phase="resolve", target="Gideon Graves", won=True)
    assert over(s) == Terminal((1,), "8.6")


@pytest.mark.rule("12.7")
def test_alone_one_plays_solo_and_together_one_does_not() -> None:
    assert pilgrim.Setup(1).mode == "solo"
    for n, mode in ((1, "cooperative"), (1, "competitive"), (2, "solo")):
        with pytest.raises(ValueError, match=r"solo is the mode for one player, and the only one.*\(12\.7\)"):
            pilgrim.Setup(n, mode)


@pytest.mark.rule("5.4", "12.2")
def test_in_a_team_the_neighbour_on_the_left_draws_for_the_challenge_as_usual() -> None:
    s = team({"draw": ["lucky-guess"]}, {"draw": ["drama", "drama"]}, phase="target", plotline=["Despair"])
    assert after(s, "fight Despair (place 1)").fight.needed == 10
