"""Any table of Scott Pilgrim can be set up from names and plain numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    SHEET,
    after,
    alone,
    asked,
    card,
    cards,
    comes,
    drawn,
    labels,
    line,
    no,
    over,
    pilgrim,
    pool,
    table,
    ups,
    what,
    whole,
)
from rulebooks.core.cards import export_sheet, parse_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Terminal
from rulebooks.core.play import Table

KNIVES = {"character": "knives", "hand": ["harsh", "drama"]}
KIM = {"character": "kim", "hand": ["headshot"]}


def fighting(one: Any = None, two: Any = None, **rest: Any) -> Any:
    """Knives against Despair, Kim's friend Stephen to her left."""
    seats = [one or KNIVES, two or {"character": "stephen", "hand": ["day-job"]}]
    return table(*seats, **{"plotline": ["Despair", "Joy"], "target": "Despair", **rest})


# Tables ----------------------------------------------------------------------------------------
def test_what_is_left_out_is_as_at_the_start_of_a_turn_with_an_empty_hand() -> None:
    s = pilgrim.table(players=[{}, {}], tops=["Love Song", "Spare Key"])
    assert (s.phase, s.active, s.guards, s.drama) == (pilgrim.Phase.ELIMINATE, 0, 2, 14)
    assert [(seat.character, len(seat.deck.draw), len(seat.hand)) for seat in s.seats] == [
        ("scott", 10, 0),
        ("knives", 10, 0),
    ]
    assert (s.sizes, len(s.main)) == ((72, 72), 142)


def test_a_plotline_can_be_half_laid_out() -> None:
    s = pilgrim.table(players=[{}, {}], phase="plotline", plotline=["Despair", "Joy"], tops=["Love Song", "Spare Key"])
    assert len(labels(s)) == 4
    assert s.plotline.count(None) == 4
    assert labels(after(s, "eliminate the top of the left deck", "Toolbox (Power Up! side)")) == [
        "add the top of the left deck",
        "add the top of the right deck",
    ]


def test_who_waits_may_have_taken_the_last_turn() -> None:
    s = after(table({"turns": 30}, {"turns": 29}, active=2, phase="target"), "skip combat")
    assert over(drawn(s)) == Terminal((1, 1), "7.4")


def test_the_draw_pile_is_what_is_left_of_the_ten_cards() -> None:
    s = table({"character": "knives", "hand": ["Business Time", "Drama"], "discard": ["Harsh", "Love Song"]})
    assert s.seat.hand == cards("business-time", "drama")
    assert s.seat.deck.discard == cards("harsh", "love-song")
    drama, own = s.seat.deck.draw.count(card("drama")), len(s.seat.deck.draw)
    assert (drama, own) == (2, 7)


def test_more_drama_than_three_comes_from_the_pile_of_fourteen() -> None:
    s = table({"hand": ["drama"] * 5})
    assert (s.seat.deck.draw.count(card("drama")), s.drama) == (0, 12)


def test_a_told_draw_pile_leaves_the_rest_of_the_ten_cards_out_of_the_game() -> None:
    s = table({"character": "knives", "draw": {"harsh": 1, "drama": 2}, "top": "Harsh"})
    assert s.seat.deck.draw == cards("harsh", "drama", "drama")
    assert "surprise" in [c.id for c in s.gone]
    assert s.seat.deck.top.name == "Harsh"
    assert s.drama == 15


@pytest.mark.parametrize(
    "told, side, shown",
    [
        ("Despair", pilgrim.BACK, "Despair"),
        ("joy", pilgrim.FRONT, "Joy"),
        ("despair", pilgrim.BACK, "Despair"),
        (("despair", "front"), pilgrim.FRONT, "Joy"),
        (["love-song", "back"], pilgrim.BACK, "Heartfelt Chorus"),
        ("Heartfelt Chorus", pilgrim.BACK, "Heartfelt Chorus"),
        ("Love Song", pilgrim.FRONT, "Love Song"),
        ({"card": "coffee-date", "side": "front"}, pilgrim.FRONT, "Coffee Date"),
        ("Knives Chau", pilgrim.FRONT, "Knives Chau"),
        ("Double Booking", pilgrim.BACK, "Double Booking"),
    ],
)
def test_a_name_tells_the_side_of_a_card_in_the_plotline(told: Any, side: str, shown: str) -> None:
    s = table(plotline=[told])
    assert (s.plotline[0].side, line(s), s.plotline[0].seen) == (side, [shown], ())


def test_who_knows_the_other_side_of_a_card_may_be_told() -> None:
    s = table(plotline=[{"card": "Despair", "seen": [2]}, "Love Song", ""])
    assert [up and up.seen for up in s.plotline] == [(1,), (), None]
    assert pilgrim.information_state(s, 0).plotline[0].card is not card("despair")
    assert pilgrim.information_state(s, 1).plotline[0].card is card("despair")


@pytest.mark.rule("10.8")
def test_a_top_that_is_not_told_is_turned_up_by_chance_before_anybody_chooses() -> None:
    s = table(tops=["Love Song"], main=["spare-key", "despair"])
    assert (what(s), s.sizes) == ("the side on top of a main deck", (2, 1))
    assert sum(comes(s).values()) == 4
    s = after(s, "Despair (Challenge side)")
    assert (asked(s), len(s.main)) == (1, 1)


def test_the_main_decks_hold_what_is_named_nowhere_or_what_is_told() -> None:
    whole_box = table(plotline=["Despair", "Joy"])
    assert (len(whole_box.main), whole_box.sizes) == (142, (72, 72))
    few = table(plotline=["Despair"], main=["Joy", "Love Song"], sizes=[3, 1])
    assert (len(few.main), few.sizes) == (2, (3, 1))
    assert whole(whole_box)
    assert whole(few)


@pytest.mark.parametrize("tops, sizes", [(["Love Song", ""], (1, 0)), (["", "Love Song"], (0, 1)), ([], (0, 0))])
def test_a_main_deck_may_be_used_up(tops: list[str], sizes: tuple[int, int]) -> None:
    assert table(phase="acquire", tops=tops, main=[]).sizes == sizes


@pytest.mark.rule("11.4")
def test_a_main_deck_that_is_told_to_be_empty_gets_half_of_the_other_at_once() -> None:
    s = table(tops=["Love Song"], main=["Joy", "Spare Key", "Odd Jobs"], sizes=[4, 0])
    assert (what(s), s.sizes) == ("the side on top of a main deck", (2, 2))


def test_power_ups_kept_challenges_a_buddy_and_the_beaten_ex_lie_before_a_player() -> None:
    mine = ["Stephen Stills", "Awkward Silence", "Lucas Lee", "The Sleepy Singer"]
    s = table({"power_ups": mine}, KIM, {})
    assert (ups(s), s.ex, pilgrim.points(s, 0)) == (mine, False, 1 + 2 + 3)


@pytest.mark.rule("1.9")
def test_a_buddy_that_is_named_nowhere_lies_to_the_left_of_its_character() -> None:
    s = table({}, KIM, {"character": "wallace"})
    assert [ups(s, n) for n in (1, 2, 3)] == [["The Charming Flatmate"], [], ["The Sleepy Singer"]]


@pytest.mark.parametrize(
    "told, who, waits",
    [
        ({"active": 2}, 2, pilgrim.Phase.ELIMINATE),
        ({"removed": ["left"]}, 1, pilgrim.Phase.ELIMINATE),
        ({"phase": "acquire"}, 1, pilgrim.Phase.ACQUIRE),
        ({"phase": "target"}, 1, pilgrim.Phase.TARGET),
    ],
)
def test_a_table_may_stand_at_each_phase(told: Any, who: int, waits: Any) -> None:
    s = table(**told)
    assert (s.phase, asked(s)) == (waits, who)
    assert whole(s)


def test_in_acquisition_power_ups_have_given_or_the_pool_is_told() -> None:
    assert pool(table({"power_ups": ["Stephen Stills"]}, phase="acquire")) == {"music": 1}
    told = table({"power_ups": ["Stephen Stills"]}, phase="acquire", pool={"work": 3}, played=["Game Marathon"])
    assert (pool(told), told.played) == ({"work": 3}, cards("game-marathon"))
    assert whole(told)


def test_in_acquisition_power_ups_used_so_far_may_be_told() -> None:
    mine = {"power_ups": ["Record Shop"]}
    assert "take 1 music from Record Shop" in labels(table(mine, phase="acquire"))
    used = table(mine, phase="acquire", used=["Record Shop"], pool={"music": 1})
    assert no(used, "take 1 music from Record Shop") == "4.3"


def test_a_combat_may_stand_before_its_hand_is_drawn() -> None:
    s = fighting({"character": "knives", "hand": []}, phase="fight", acquired=True)
    assert (what(s), s.fight.due, s.fight.needed) == ("cards of your draw pile", 5, 6)
    assert whole(s)


def test_a_combat_may_stand_before_the_vs_draw() -> None:
    s = fighting(phase="fight")
    while what(s).startswith("the side"):
        s = after(s, labels(s)[0])
    assert (what(s), s.fight.vs, s.fight.hand) == ("the FIGHT line", 2, cards("harsh", "drama"))
    assert whole(s)


def test_a_combat_may_stand_before_the_first_card_is_laid() -> None:
    s = drawn(fighting(phase="fight", needed=8))
    assert (s.fight.needed, s.fight.vs) == (8, 0)
    assert labels(s) == ["play Harsh", "play Harsh and match Drama", "stop"]
    assert whole(s)


@pytest.mark.rule("5.5a")
def test_a_combat_may_stand_at_the_neighbours_swap() -> None:
    s = fighting(phase="swap", revealed=["Drama", "Tune Up"])
    assert (asked(s), s.fight.needed) == (2, 8)
    assert labels(s) == ["swap nothing", "keep Tune Up, discard Day Job", "keep Drama, discard Day Job"]
    assert whole(s)


def test_a_combat_that_draws_for_itself_may_stand_at_its_swap() -> None:
    s = fighting(
        phase="swap", plotline=["Subspace Pothole"], target="Subspace Pothole", revealed=["Drama", "Surprise!"]
    )
    s = drawn(s)
    assert (asked(s), s.fight.needed) == (1, 7)
    assert "keep Fan Club, discard Mixed Tape" in labels(s)


def test_a_table_may_stand_after_a_combat_was_won() -> None:
    s = fighting(phase="resolve", won=True, laid=["Love Hurts", "Business Time"])
    assert labels(s) == ["resolve: keep 1", "resolve: drama 1", "resolve: eliminate 1"]


def test_a_table_may_stand_after_a_combat_was_lost() -> None:
    s = fighting(phase="resolve", won=False)
    assert labels(s) == ["discard Mixed Tape", "discard Drama"]


def test_a_table_set_up_by_hand_is_saved_and_taken_up_again() -> None:
    for s in (fighting(phase="swap", revealed=["Drama"]), fighting(phase="resolve", won=True, laid=["Love Hurts"])):
        play = Table("scott_pilgrim", start=s)
        play.do(play.actions[-1])
        other = Table("scott_pilgrim")
        other.load_json(play.to_json())
        assert (other.state, other.start) == (play.state, s)
        assert from_plain(json.loads(json.dumps(to_plain(play.state))), "scott_pilgrim") == play.state


@pytest.mark.parametrize("mode, n", [("cooperative", 2), ("cooperative", 4), ("first time", 3), ("competitive", 4)])
def test_a_table_of_each_mode_can_be_played_on(mode: str, n: int) -> None:
    ex = "Matthew Patel" if mode == "first time" else "Gideon Graves"
    s = table(*[{} for _ in range(n)], ex=ex, mode=mode, phase="acquire", plotline=["Despair", "Love Song"])
    assert whole(s)
    s = after(s, FIGHT)
    assert labels(drawn(s))[0] == "skip combat"


def test_a_team_has_its_housing_in_the_middle() -> None:
    s = table(mode="cooperative", shared="Home Studio", phase="acquire", active=2)
    assert pool(s) == {"music": 1}
    assert whole(s)


def test_a_table_is_set_up_with_a_sheet_of_ones_own() -> None:
    mine = parse_sheet(
        "scott_pilgrim", export_sheet("scott_pilgrim").replace('name = "Joy"', 'name = "Delight"'), "mine"
    )
    s = pilgrim.table(players=[{}, {}], plotline=["Delight"], tops=["Love Song"], setup=pilgrim.Setup(2, sheet=mine))
    assert (s.setup.sheet is mine, line(s), mine is SHEET) == (True, ["Delight"], False)


def test_a_set_up_may_be_told_by_the_names_of_its_fields() -> None:
    s = pilgrim.table(players=[{}, {}], phase="acquire", setup={"mode": "first time"})
    assert s.setup is pilgrim.Setup(2, "first time")


def test_a_lone_player_has_a_table_too() -> None:
    s = alone({"hand": ["game-marathon"]}, phase="acquire", plotline=["Joy"])
    assert (asked(s), len(s.seats), whole(s)) == (1, 1, True)
    assert s.seat.hand == Bag([card("game-marathon")])


TWINS = ["sound-check-loud", "sound-check-quiet"]


def test_cards_that_share_a_name_are_told_apart_by_what_lies_behind_them() -> None:
    s = table({"hand": TWINS}, phase="acquire")
    assert labels(s)[:2] == [
        "play Sound Check (Feedback Squeal behind) for 1 music",
        "play Sound Check (Dead Battery behind) for 1 music",
    ]
    play = Table("scott_pilgrim", start=table({"hand": ["open-stage"], "draw": [*TWINS, "drama"]}, phase="acquire"))
    play.do("play Open Stage for 1 music")
    play.roll()
    other = Table("scott_pilgrim")
    other.load_json(play.to_json())
    assert other.state == play.state


def test_sides_that_share_a_name_but_look_different_are_told_apart_too() -> None:
    text = export_sheet("scott_pilgrim").replace('name = "Open Stage"', 'name = "Love Song"')
    setup = pilgrim.Setup(2, ex="Lucas Lee", sheet=parse_sheet("scott_pilgrim", text, "mine"))
    seats = [{"draw": ["open-stage", "love-song", "drama"], "hand": ["encore"]}, {}]
    s = pilgrim.table(players=seats, phase="acquire", tops=["Odd Jobs", "New Strings"], setup=setup)
    s = after(s, "play Encore for 2 music", "Drama")
    assert labels(s) == ["Heartfelt Chorus", "Love Song", "Dropped Microphone", "Love Song (open-stage~front)"]
    both = after(s, "Love Song").seat.deck.draw
    assert sorted(map(str, both)) == ["Love Song", "Love Song (Dropped Microphone behind)"]
