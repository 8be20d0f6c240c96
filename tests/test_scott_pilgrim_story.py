"""Scott Pilgrim: the story that a player's Power Ups! tell."""

from __future__ import annotations

from typing import Any

import pytest

from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.sampling import playthrough
from rulebooks.scott_pilgrim import Setup, story
from rulebooks.scott_pilgrim.policies import fighter


def told(*power_ups: str, character: str = "ramona", **rest: Any) -> str:
    """The story of player 1 with these Power Ups!, in the order they came."""
    players: list[dict[str, Any]] = [{"character": character, "power_ups": list(power_ups)}, {"character": "stephen"}]
    return str(story(pilgrim.table(players=players, **rest), 0))


@pytest.mark.rule("10.10")
def test_the_power_ups_are_told_in_the_order_in_which_they_came() -> None:
    assert told("Knives Chau", "Barista", "Popular Blog", "Joy").startswith(
        "Ramona Flowers met Knives Chau, found work (Barista), made a name with a Popular Blog and found Joy. "
    )
    assert told("Barista", "Knives Chau").startswith("Ramona Flowers found work (Barista) and met Knives Chau.")


@pytest.mark.rule("10.10")
def test_nobody_has_a_story_before_the_first_power_up() -> None:
    assert told() == "Ramona Flowers has only just begun: no Power Up! yet. That makes 0 of 10 Victory Points."


@pytest.mark.rule("10.10")
def test_a_challenge_kept_for_its_points_was_got_through_and_an_evil_ex_was_defeated() -> None:
    assert told("Awkward Silence", "Matthew Patel").startswith(
        "Ramona Flowers got through Awkward Silence and defeated Matthew Patel."
    )


@pytest.mark.rule("10.10")
def test_a_long_story_takes_more_than_one_sentence() -> None:
    ups = ("Joy", "Toolbox", "Boxing Gloves", "Roof Terrace", "First Gig")
    assert told(*ups).split(". ")[1] == "Then Ramona Flowers got the band a First Gig"


@pytest.mark.rule("10.10")
def test_each_sentence_names_the_rules_it_rests_on() -> None:
    s = pilgrim.table(players=[{"character": "ramona", "power_ups": ["Joy", "Matthew Patel"]}, {"character": "scott"}])
    assert [sentence.rules for sentence in story(s, 0).sentences] == [("4.10", "8.1"), ("7.1", "7.2")]
    assert all(id in pilgrim.rule for sentence in story(s, 0).sentences for id in sentence.rules)


@pytest.mark.rule("10.10")
def test_a_team_tells_where_it_lives_and_what_it_has_together() -> None:
    team = Setup(2, "cooperative", ("ramona", "stephen"))
    text = told("Joy", setup=team, shared="Guest Sofa")
    assert "All live together in a Guest Sofa. Together that makes " in text
    assert text.endswith(" of 20 Victory Points.")


@pytest.mark.rule("10.10")
def test_the_story_of_the_winner_says_so() -> None:
    end = playthrough(pilgrim, pilgrim.initial_state(Setup(2)), fighter, 1)
    (winner,) = end.won
    assert str(story(end, winner)).endswith(" has won.")
    assert "has won" not in str(story(end, 1 - winner))


@pytest.mark.rule("10.10")
def test_a_story_is_told_of_a_player_who_is_there() -> None:
    with pytest.raises(ValueError, match="players 0 to 1, not 2"):
        story(pilgrim.initial_state(Setup(2)), 2)
