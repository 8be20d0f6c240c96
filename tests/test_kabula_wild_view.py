"""Kabula on the table, second half: the tracker, automatic figures as algorithms, Familios, the Guardian, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebook_widgets.views import kabula as look
from rulebooks import kabula
from rulebooks.kabula.table import Phase, called

PIN = (1, 0)  # a Pin in Bluff


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def at_table(*heroes: dict[str, Any], **more: Any) -> Table:
    """A table in a position set up by hand; luck waits to be chosen."""
    return Table("kabula", start=kabula.table(heroes=list(heroes), **more), rolls="nobody")


def zone(table: Table, title: str) -> list[dict[str, Any]]:
    """What lies in a place."""
    return next((z["items"] for z in table.view["zones"] if z["title"] == title), [])


def mat(table: Table, name: str) -> dict[str, Any]:
    """A mat by the name of its figure."""
    return next(i for z in table.view["zones"] for i in z["items"] if i["is"] == "mat" and i["name"] == name)


def rows(table: Table, name: str) -> dict[str, list[str]]:
    """What lies on a mat, place by place."""
    return {row["title"]: [c["words"] for c in row["chips"]] for row in mat(table, name)["rows"]}


def dials(table: Table, name: str) -> dict[str, str]:
    """The dials of a mat."""
    return dict(mat(table, name)["dials"])


def labels(table: Table) -> list[str]:
    """What may be chosen."""
    return [a["label"] for a in table.view["actions"]]


def choose(table: Table, start: str) -> None:
    """Do the choice whose words begin like this."""
    table.handle({"do": next(i for i, text in enumerate(labels(table)) if text.startswith(start))})
    assert table.status["kind"] != "bad", table.status


def said(table: Table) -> str:
    """The line that sums the position up."""
    return "".join(piece["text"] for piece in table.view["summary"])


def events(table: Table) -> list[tuple[str, str]]:
    """What the last move brought, with the rules that did it."""
    return [(e["rule"], e["text"]) for e in table.view["log"]["moves"][-1]["events"]]


def tracker(table: Table) -> list[str]:
    """The RON tracker in words."""
    return [space["words"] for space in zone(table, "RON tracker")]


def trace(table: Table) -> list[list[str]]:
    """What the last automatic figure did."""
    (trail,) = zone(table, "What it did, line by line")
    return trail["steps"]


def provoked() -> Table:
    """Zack has provoked the Peeping Cobra, and its coin is about to be flipped."""
    table = at_table(
        {"hero": "Zack", "space": PIN}, {"hero": "Jessika", "space": "Holy City"},
        pins={PIN: "monster"}, spotted={"Bluff": "Peeping Cobra"},
    )  # fmt: skip
    choose(table, "provoke")
    return table


# the tracker ------------------------------------------------------------------------------
def test_the_tracker_shows_both_ends_with_their_card_figures_in_order_and_who_has_the_turn() -> None:
    table = at_table(
        {"hero": "Zack", "familio": "Aloe Wolf"}, {"automa": "Isolde And Her Children"}, omen="Undertow",
        monsters=[{"monster": "Lantern Moth", "space": (0, 1), "before": 2}],
    )  # fmt: skip
    assert tracker(table) == [
        "Alpha: empty",
        "Zack: player 1, Heart 9, next",
        "Lantern Moth: Wild Monster, Heart 4",
        f"Isolde: Automa, Heart {table.play.state.heroes[1].heart}",
        "Aloe Wolf: Zack’s Familio, Heart 6",
        "Omega: Undertow",
    ]


def test_who_is_dead_for_good_is_told_as_out_of_the_game() -> None:
    table = at_table(
        {"hero": "Zack"}, {"hero": "Jessika", "out": True}, {"hero": "Isolde"}, kabula="guardian", round=12
    )
    seats = {s["title"]: s["mark"] for s in table.view["seats"]}
    assert seats["Jessika"] == "out of the game"
    assert mat(table, "Jessika")["title"] == "player 2, out of the game"
    assert "Jessika is out of the game" in said(table)


# Monsters -----------------------------------------------------------------------------------
def test_spotted_monsters_tell_territory_trait_parts_and_both_actions_by_coin() -> None:
    table = at_table({}, {}, spotted={"Bluff": "Aloe Wolf"})
    wolf = mat(table, "Aloe Wolf")
    assert wolf["title"] == "Bluff"
    assert dials(table, "Aloe Wolf") == {"Trait": "#romantic", "Heart": "5", "as a Familio": "Heart 6"}
    there = rows(table, "Aloe Wolf")
    assert there["Parts"] == ["teeth", "teeth", "legs", "butt", "guts"]
    assert there["Heads"] == [
        "Ball of Thorns (move 2 steps toward the target, attack (roll aim): 2 Blades, a push, "
        "the attacker is pushed too)*"
    ]
    assert there["Tails"][0].startswith("Coward Attack (move 2 steps where the Compass die shows")
    assert there["Defence"][0].startswith("Thorny Tail (hit in the butt: blocks 1 Blade, first the attacker loses")


@pytest.mark.rule("9.1")
def test_a_monster_pin_names_whom_it_provokes_and_the_log_tells_where_it_stands() -> None:
    table = at_table({"hero": "Zack", "space": PIN}, {}, pins={PIN: "monster"}, spotted={"Bluff": "Peeping Cobra"})
    assert "Peeping Cobra (#creepy) can be provoked" in said(table)
    choose(table, "provoke Peeping Cobra (#creepy)")
    text = "Peeping Cobra appears at (1, 0), with 2 brain, guts and 2 legs, and stands before Zack on the tracker."
    assert ("9.1", text) in events(table)
    assert table.view["chance"]["verb"] == "Flip"
    assert said(table) == "Peeping Cobra acts by itself: a coin tells which of its actions it uses."


@pytest.mark.rule("9.3b")
def test_an_automatic_figure_takes_the_action_of_its_coin_and_tells_its_list_line_by_line() -> None:
    table = provoked()
    table.choose("heads")
    assert ("9.3b", "Peeping Cobra uses Stare at Zack.") in events(table)
    stare = "attack (within 1 space): spend brain or lose 1 Heart"
    assert trace(table) == [
        ["the coin shows heads", f"Stare: move 3 steps toward the target, {stare}"],
        ["fewer steps", "Zack"],
        ["so it goes for", "Zack"],
        ["its way", "(1, 0)"],
        ["because", "it is there already"],
    ]  # fmt: skip


def test_a_random_way_tells_where_it_was_blocked_and_stands_on_the_map() -> None:
    table = provoked()
    table.choose("tails")
    table.choose("NW")
    steps = dict(map(tuple, trace(table)))
    assert steps["the coin shows tails"].startswith("Hiss: move 3 steps where the Compass die shows")
    assert [words for what, words in trace(table) if what == "because"] == [
        "the die shows NW", "NW is blocked at (−1, 0), so it turns clockwise to NE",
    ]  # fmt: skip
    island = zone(table, "Island")[0]
    way = [step["k"] for step in island["picture"]["way"]]
    m = table.play.state.monsters[0]
    assert way[-1] == f"{m.space[0]},{m.space[1]}"
    assert island["hint"] == "The line is the way of Peeping Cobra, with the steps so far."
    assert {f["kind"] for f in island["picture"]["figures"]} == {"hero", "monster", "guardian", "token"}


@pytest.mark.rule("9.9")
def test_where_ways_are_equally_short_the_trace_tells_what_decided() -> None:
    table = at_table(
        {"hero": "Zack", "space": (-1, -2)}, {"hero": "Isolde", "space": (4, 0)}, turn="Peeping Cobra",
        monsters=[{"monster": "Peeping Cobra", "space": (0, -4), "before": 1}], guardian={"space": (-4, 0)},
    )  # fmt: skip
    table.choose("heads")
    assert ["its way", "(0, −4) → Bird Cliff → (−1, −2)"] in trace(table)
    decided = "at (0, −4) S and SW are equally short: the most clockwise is taken, SW"
    assert ["because", decided] in trace(table)
    assert ("9.7a", "Peeping Cobra goes to (−1, −2).") in events(table)


def test_the_turns_of_other_automatic_figures_stay_to_be_read_below() -> None:
    table = at_table({"hero": "Zack"}, {"automa": "Isolde And Her Children"}, {"automa": "Jessika On Air"})
    choose(table, "end the turn")
    for _ in range(30):
        if table.view["chance"] is None or len(table.play.state.traces) > 2:
            break
        table.roll()
    told = [t["name"] for t in zone(table, "Automatic turns before")]
    assert told == [t.name for t in reversed(table.play.state.traces)][: len(told)]
    assert told


# Automas -------------------------------------------------------------------------------------
def test_an_automas_card_tells_tags_side_and_the_actions_of_both_sides() -> None:
    table = at_table({"hero": "Jessika"}, {"automa": "Zack Who Naps", "tags": 2})
    assert (dials(table, "Zack Who Naps")["Tags"], dials(table, "Zack Who Naps")["Side"]) == ("2 of 3", "front")
    heads = next(r for r in mat(table, "Zack Who Naps")["rows"] if r["title"] == "Heads")
    assert [(c["name"], c["down"]) for c in heads["chips"]] == [("A Stroll", False), ("Kidney Bean Bullet", True)]
    table = at_table({"hero": "Jessika"}, {"automa": "Zack Who Naps", "tags": 3, "space": "Inverbluf"})
    heads = next(r for r in mat(table, "Zack Who Naps")["rows"] if r["title"] == "Heads")
    assert [(c["name"], c["down"]) for c in heads["chips"]] == [("Kidney Bean Bullet", False), ("A Stroll", True)]


# personalities -------------------------------------------------------------------------------
def test_a_personality_tells_what_its_tag_unlocks_and_who_is_trending_the_other_side() -> None:
    table = at_table({"hero": "Isolde", "tags": [0, 0, 0]}, {"hero": "Jessika"})
    assert any("from the first Tag on" in words for words in rows(table, "Isolde")["Tags"])
    table = at_table({"hero": "Isolde", "tags": {"Sorry, Not Sorry": 3}}, {"hero": "Jessika"})
    (side,) = rows(table, "Isolde")["Trending"]
    told = "the other side of Sorry, Not Sorry · 2 any: a Wild Monster here becomes the Familio"
    assert side == f"Forest Princess ({told})*"


# Familios ------------------------------------------------------------------------------------
def familio(**more: Any) -> Table:
    """It is the turn of Jessika's Familio."""
    pet = {
        "monster": "Peeping Cobra",
        "space": PIN,
        "heart": 4,
        "parts": {"rage": "brain", "fresh": "legs, butt"},
        **more,
    }
    return at_table(
        {"hero": "Jessika", "items": ["Pineapple Punch"], "familio": pet}, {"hero": "Zack", "space": PIN},
        turn="Peeping Cobra",
    )  # fmt: skip


def test_a_familio_has_a_mat_beside_its_heros_with_its_own_boxes_actions_and_gear() -> None:
    table = familio(gear=["Pineapple Punch"])
    assert [i["name"] for i in zone(table, "Jessika")] == ["Jessika", "Peeping Cobra"]
    assert dials(table, "Peeping Cobra") == {"Heart": "4 of 5", "Nausea": "0", "Steps left": "0", "at": "(1, 0)"}
    there = rows(table, "Peeping Cobra")
    assert (there["Rage"], there["Fresh"]) == (["brain"], ["legs", "butt"])
    assert there["Actions"][0].startswith("Slithering Snoop (legs: go to any Hero or take 2 steps)")  # fit for a class
    assert there["Gear"] == ["Pineapple Punch (any: heal 2)*"]
    assert said(table) == "Peeping Cobra is at (1, 0), with 0 steps left and 3 Parts of its own to pay with."


@pytest.mark.rule("9.12d")
def test_a_familios_turn_has_its_actions_gear_and_an_end() -> None:
    table = familio()
    assert table.view["asked"] == "player 1: walk, use an action of the Familio, or end its turn"
    assert "Slithering Snoop (legs): go to any Hero or take 2 steps" in labels(table)
    assert "change the Familio’s gear: put Pineapple Punch on" in labels(table)
    assert [a["label"] for a in table.view["actions"] if a["last"]] == ["end the Familio’s turn"]
    refused = {f["label"]: f["rule"] for f in table.view["forbidden"]}
    assert "3.7" in refused.values()


@pytest.mark.rule("9.12b")
def test_a_familio_goes_to_a_hero_by_a_press_on_the_map_or_takes_steps() -> None:
    table = familio()
    choose(table, "Slithering Snoop")
    assert labels(table) == ["go to Jessika", "take 2 steps instead"]
    hexes = {h["pick"]: h["k"] for h in zone(table, "Island")[0]["picture"]["hexes"] if h.get("pick")}
    assert hexes == {"hop:0": "3,1"}
    choose(table, "take 2 steps")
    assert ("9.12b", "Peeping Cobra has 2 steps.") in events(table)
    choose(table, "walk north ")
    assert events(table)[0][1].startswith("Peeping Cobra walks to Holy City for 1 step")


@pytest.mark.rule("9.11")
def test_a_dead_monster_is_tamed_with_its_trait_and_parts_are_given_by_their_tokens() -> None:
    table = at_table(
        {"hero": "Zack", "space": PIN, "parts": "guts 3, teeth"}, {"hero": "Jessika"},
        monsters=[{"monster": "Aloe Wolf", "space": PIN, "parts": "legs", "before": 1}],
    )  # fmt: skip
    choose(table, "Kidney Bean Bullet")
    choose(table, "attack Aloe Wolf")
    table.choose("legs")
    assert table.view["asked"] == "player 1: tame it or let it go"
    assert labels(table) == ["tame Aloe Wolf: a Familio with Heart 6, and a Tag for #romantic", "let it go"]
    assert "with Heart 6" in said(table)
    choose(table, "tame")
    assert ("9.11", "Zack tames Aloe Wolf, with Heart 6.") in events(table)
    while not labels(table)[0].startswith("give"):
        choose(table, labels(table)[0])
    given = {a["label"]: a["pieces"] for a in table.view["actions"]}
    assert given["give teeth from Fresh"] == ["fresh:teeth"]
    choose(table, "give teeth")
    assert ("9.11b", "Teeth goes to Aloe Wolf.") in events(table)
    assert labels(table)[-1] == "give no more Parts"


# the Guardian, the Kabula --------------------------------------------------------------------
def test_the_guardians_mat_tells_heart_card_deck_three_actions_by_two_coins_and_its_defence() -> None:
    table = at_table({}, {}, omen="Hail")
    there = rows(table, "Water King")
    assert list(there) == ["Card", "2 heads", "1 of each", "2 tails", "Defence", "Kabula"]
    assert there["Card"] == ["Hail (Alpha: attack (within 4 spaces, roll aim): 2 Blades)*"]
    assert dials(table, "Water King")["Deck"] == "9 cards left"
    assert there["Kabula"] == ["the Kabula (number 2, in its Sanctuary)"]
    assert table.view["note"] == "round 1, Guardian’s deck 9"


def test_a_card_of_the_guardian_acts_at_its_end_of_the_tracker_and_has_a_trace() -> None:
    table = at_table(
        {"hero": "Zack", "space": (1, -1)},
        {"hero": "Isolde", "space": "Ridgewick"},
        omen="Undertow",
        order=[2, 1],
        turn=1,
    )
    choose(table, "end the turn")
    assert tracker(table)[-1] == "Omega: Undertow, next"
    assert trace(table)[0][0] == "a card at Omega"
    assert said(table).startswith("Water King attacks Zack with Undertow")
    assert table.view["zones"][0]["title"] == "Attack"


def test_before_a_step_onto_the_sanctuary_the_chance_to_survive_is_told() -> None:
    table = at_table({"hero": "Isolde", "space": "Holy City", "tags": [3, 0, 0], "steps": 2}, {"hero": "Zack"})
    text = said(table)
    assert "A step onto the Sanctuary steals the Kabula, and the Guardian acts at once; Isolde survives" in text
    p = kabula.theft_odds(table.play.state).p(lambda turn: turn.survives)
    assert str(p) in text or p == 1
    choose(table, "walk south-west to the Sanctuary")
    assert (
        "12.1",
        "Isolde steals the Kabula; the Guardian stands just before on the tracker, and acts at once.",
    ) in events(table)
    assert rows(table, "Isolde")["Kabula"] == ["the Kabula (pays any one Part and adds 2 to a number of the action)"]
    assert [w.split(":")[0] for w in tracker(table)] == ["Alpha", "Water King", "Isolde", "Zack", "Omega"]
    assert "Isolde: the Kabula, player 1, Heart 7, next" in tracker(table)
    assert "last battle" in table.view["note"]


@pytest.mark.rule("12.4")
def test_an_action_boosted_with_the_kabula_is_told_with_the_part_it_pays_and_the_number_it_raises() -> None:
    table = at_table({"hero": "Zack"}, {"hero": "Jessika"}, kabula=1, round=5)
    boosts = [a for a in table.view["actions"] if a.get("group") == "boost with the Kabula"]
    assert "Walk: the Kabula pays legs, 2 more steps" in [a["short"] for a in boosts]
    choose(table, "boost with the Kabula: Walk")
    assert table.play.state.hero.steps == 4
    assert rows(table, "Zack")["Kabula"] == ["the Kabula (used until a rest)"]


def test_a_kabula_that_was_dropped_lies_on_the_map() -> None:
    table = at_table({}, {}, kabula={"space": (0, 1), "since": 2}, round=4)
    figures = {f["name"]: f["k"] for f in zone(table, "Island")[0]["picture"]["figures"]}
    assert figures["the Kabula"] == "0,1"
    assert rows(table, "Water King")["Kabula"] == ["dropped at (0, 1)"]
    assert "The Kabula lies on the island." in said(table)


def test_peels_and_rabbits_lie_on_the_map_and_are_told() -> None:
    table = at_table(
        {}, {}, expansions=["Conspiracy"], guardian="Shaggy", rabbits=[(0, 1), ((0, 1), True)], peels=[(0, 2)]
    )
    island = zone(table, "Island")[0]
    words = {h["k"]: h["words"] for h in island["picture"]["hexes"]}
    assert "2 rabbits, 1 turned lies here" in words["0,1"]
    assert "a banana peel lies here" in words["0,2"]


# endings -------------------------------------------------------------------------------------
@pytest.mark.rule("12.5", "12.6", "12.7")
def test_every_ending_is_told() -> None:
    s = kabula.table(heroes=[{"hero": "Zack"}, {"hero": "Jessika"}], kabula=1, round=5)
    ends = {
        "12.5": (0, "Zack (player 1) has the Kabula, and the Guardian is dead: the game is won."),
        "12.6": (-1, "All Heroes are dead. The Guardian has kept the island: nobody wins."),
        "12.7": (-1, "Everybody is too tired to go on: nobody wins. Zack had the Kabula last."),
    }
    for rule, (winner, text) in ends.items():
        over = kabula.with_hero(s, 0)
        over = look.replace(over, phase=Phase.OVER, ended_by=rule, winner=winner, todo=())
        table = Table("kabula", start=over)
        assert (table.view["over"]["rule"], table.view["over"]["result"]) == (rule, text)
        assert ["wins" for s in table.view["seats"] if s["mark"] == "wins"] == ["wins"] * (winner == 0)


def test_names_are_those_of_the_games_light() -> None:
    for light, name in (("green", "Slithering Snoop"), ("red", "Slithering Perv")):
        pet = {"monster": "Peeping Cobra", "space": PIN}
        table = at_table({"familio": pet}, {}, light=light)
        assert rows(table, "Peeping Cobra")["Actions"][0].startswith(name)
    assert not re.search(r"Perv", Table("kabula", start=kabula.table(heroes=[{"familio": "Peeping Cobra"}, {}])).text())
    assert called(table.play.state, 10) == "Peeping Cobra"
