"""Combat as tests: the target, the hand, the damage needed, the FIGHT line, the swap."""

from __future__ import annotations

from typing import Any

import pytest

from pilgrim_table import (
    FIGHT,
    LEFT,
    SKIP,
    STOP,
    after,
    alone,
    asked,
    card,
    cards,
    cited,
    damage,
    drawn,
    labels,
    no,
    pilgrim,
    ready,
    table,
    what,
    whole,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.fight import EX, GUARD
from rulebooks.scott_pilgrim.resolution import alone as lone_line
from rulebooks.scott_pilgrim.resolution import bout_of, damage_value, drawn_for, hand_size, help_of

KNIVES = {"character": "knives", "draw": ["drama"] * 9}


def bout(target: str, one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """What a combat against a Challenge of the Plotline, or the Evil Ex, asks for."""
    on_the_line = target in [c.back for c in pilgrim.Setup().sheet.cards if c.kind == "plot"]
    s = table(one, *others, phase="target", plotline=[target] if on_the_line else [], **rest)
    return bout_of(s, 0 if on_the_line else EX)


# The target and the hand --------------------------------------------------------------------------------
@pytest.mark.rule("5.1", "5.2", "5.2a")
def test_a_target_is_declared_before_the_hand_is_drawn() -> None:
    s = table(KNIVES, {"character": "scott"}, phase="target", plotline=["Despair", "Giant Robot"])
    assert labels(s) == [SKIP, "fight Despair (place 1)", "fight Giant Robot (place 2)", "fight Lucas Lee"]
    s, ids = cited(s, "fight Giant Robot (place 2)")
    assert (s.fight.bout.target, s.target) == ("Giant Robot", 1)
    assert ids.index("5.1") < ids.index("5.2")


@pytest.mark.rule("5.1a")
@pytest.mark.parametrize("up", ["Joy", "Love Song", "Heartfelt Chorus"])
def test_only_a_card_that_shows_its_challenge_can_be_fought(up: str) -> None:
    assert no(table(phase="target", plotline=[up]), f"fight {up} (place 1)") == "5.1a"


@pytest.mark.rule("5.2", "5.2a")
@pytest.mark.parametrize("acquired, n", [(True, 5), (False, 6)])
def test_five_cards_are_drawn_and_a_sixth_if_nothing_was_acquired_drama_among_them(acquired: bool, n: int) -> None:
    s = table(KNIVES, {"character": "scott"}, phase="target", plotline=["Despair"], acquired=acquired)
    s = after(s, "fight Despair (place 1)")
    assert s.fight.hand == Bag({card("drama"): n})


@pytest.mark.rule("5.2a", "4.11")
@pytest.mark.parametrize("move", ["acquire Workin' (place 1)", "acquire Workin' (place 1) and eliminate it"])
def test_whoever_acquires_a_card_draws_no_sixth_even_if_it_was_eliminated_at_once(move: str) -> None:
    s = table({"hand": ["drama"]}, phase="acquire", pool={"work": 2}, plotline=["Workin'"])
    move = next(x for x in labels(s) if x.startswith("acquire") and x.endswith("eliminate it") is ("eliminate" in move))
    s = drawn(after(s, move, LEFT))
    s = drawn(after(drawn(after(s, labels(s)[0])), FIGHT))
    assert hand_size(s) == 5


@pytest.mark.rule("5.2a", "4.10")
def test_power_ups_may_add_cards_to_the_combat_hand_at_once() -> None:
    s = table({"power_ups": ["Tour Van", "Roller Skates"]}, {}, phase="target")
    assert hand_size(s) == 8
    bought = drawn(
        after(table(phase="acquire", pool={"music": 3}, plotline=["Tour Van"]), "acquire Tour Van (place 1)", LEFT)
    )
    bought = drawn(after(drawn(after(bought, labels(bought)[0])), FIGHT))
    assert hand_size(bought) == 6


@pytest.mark.rule("5.2", "2.2")
def test_a_combat_with_too_few_cards_is_fought_with_fewer() -> None:
    s = table({"draw": ["lucky-guess"]}, {"draw": ["drama"]}, phase="target", plotline=["Despair"])
    s = after(s, "fight Despair (place 1)")
    assert (s.fight.hand, s.fight.needed) == (cards("lucky-guess"), 8)
    none = after(table({"draw": []}, {"draw": []}, phase="target", plotline=["Despair"]), "fight Despair (place 1)")
    assert (none.fight.hand, labels(none)) == (Bag(), [STOP])
    assert whole(drawn(after(none, STOP)))


# What is needed ----------------------------------------------------------------------------------------------
@pytest.mark.rule("5.3")
def test_the_evil_ex_adds_to_challenges_of_the_trait_it_names() -> None:
    assert bout("Giant Robot", ex="Katayanagi Twins").damage == 10
    assert bout("Giant Robot", ex="Lucas Lee").damage == 9
    assert bout("Despair", ex="Katayanagi Twins").damage == 6
    assert bout("Half-Ninjas", ex="Roxie Richter").damage == 8


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("ex, needed", [("Gideon Graves", 13), ("Katayanagi Twins", 13), ("Lucas Lee", 9)])
def test_the_evil_ex_does_not_add_to_itself(ex: str, needed: int) -> None:
    setup = pilgrim.Setup(2, ex=ex)
    assert damage_value(setup, setup.evil_ex, challenge=False) == needed
    assert bout(ex, ex=ex).damage == needed


@pytest.mark.rule("5.3a")
def test_power_ups_deal_damage_of_their_own_some_against_one_trait_only() -> None:
    one = {"power_ups": ["Boxing Gloves", "Toolbox", "First Gig"]}
    assert [bout(target, one).bonus for target in ("Giant Robot", "Hostile Audience", "Despair")] == [3, 2, 1]
    assert help_of((), ("robot",)) == 0
    s = ready(["business-time"], "Giant Robot", 9, {"power_ups": ["Toolbox"]})
    assert (damage(s), damage(after(s, "play Business Time"))) == (2, 3)


@pytest.mark.rule("5.3a")
def test_power_ups_of_others_do_not_help() -> None:
    assert bout("Despair", {}, {"power_ups": ["Boxing Gloves"]}).bonus == 0


# The FIGHT line -------------------------------------------------------------------------------------------------
@pytest.mark.rule("5.4")
@pytest.mark.parametrize("pile, needed", [(["drama"] * 2, 7), (["drama", "hot-mess"], 6), (["hot-mess"] * 1, 5)])
def test_each_drama_revealed_by_the_player_to_the_left_makes_the_challenge_stronger(pile: Any, needed: int) -> None:
    s = table({"character": "knives", "draw": ["harsh"]}, {"character": "scott", "draw": pile}, phase="target",
              plotline=["Stage Fright"], acquired=True)  # fmt: skip
    s, ids = cited(s, "fight Stage Fright (place 1)")
    assert s.fight.needed == needed
    assert "5.4" in ids


@pytest.mark.rule("5.4")
def test_it_is_the_player_to_the_left_who_reveals_cards() -> None:
    scott, drama = {"draw": ["lucky-guess"]}, {"draw": ["drama"]}
    s = after(table(scott, drama, {"draw": []}, phase="target", plotline=["Despair"]), "fight Despair (place 1)")
    assert s.fight.needed == 8
    s = after(table(scott, {"draw": []}, drama, phase="target", plotline=["Despair"]), "fight Despair (place 1)")
    assert s.fight.needed == 6


@pytest.mark.rule("5.4", "2.2")
def test_too_few_cards_to_reveal_are_filled_up_from_the_discard_pile_and_then_the_rest_is_let_off() -> None:
    two = {"draw": ["drama"], "discard": ["surprise"]}
    s = table({"draw": ["lucky-guess"]}, two, phase="target", plotline=["Swarm of Reporters"])
    s, _ = cited(s, "fight Swarm of Reporters (place 1)")
    assert (s.fight.needed, s.fight.theirs.left) == (9, 2)  # 7, 1 for Lucas Lee, 1 for a Drama


@pytest.mark.rule("5.4")
def test_against_the_evil_ex_nobody_reveals_cards() -> None:
    s = after(table({"draw": ["lucky-guess"]}, {"top": "Drama"}, phase="target"), "fight Lucas Lee")
    assert (s.fight.needed, s.fight.shown, labels(s)) == (9, Bag(), ["play Wild Swing", STOP])


@pytest.mark.rule("5.4a", "5.5")
def test_some_challenges_make_the_fighter_reveal_and_swap_own_cards() -> None:
    one = {"hand": ["lucky-guess"], "draw": ["drama", "game-marathon"]}
    s = table(one, {"top": "Drama"}, phase="fight", plotline=["Subspace Pothole"], target="Subspace Pothole")
    assert (asked(s), s.fight.needed, s.fight.theirs.left) == (1, 7, 10)
    assert labels(s) == ["swap nothing", "keep Game Marathon, discard Lucky Guess", "keep Drama, discard Lucky Guess"]
    s = drawn(after(s, "keep Game Marathon, discard Lucky Guess"))
    assert (s.fight.hand, s.fight.needed) == (cards("game-marathon"), 7)
    assert s.fight.deck.draw == cards("drama", "lucky-guess")  # its pile had run out


@pytest.mark.rule("5.5")
def test_after_a_fight_line_of_ones_own_one_may_swap_nothing() -> None:
    one = {"hand": ["lucky-guess"], "draw": ["drama", "game-marathon", "hot-mess"], "top": "Drama"}
    s = table(
        one,
        {"top": "Drama"},
        phase="swap",
        plotline=["Subspace Pothole"],
        target="Subspace Pothole",
        revealed=["three-chord-song"],
    )
    s = after(s, "swap nothing")
    assert (s.fight.hand, s.fight.deck.discard) == (cards("lucky-guess"), cards("three-chord-song"))


def swapping(hand: Any = ("surprise",), revealed: Any = ("drama", "harsh")) -> Any:
    """Scott fights Despair; Knives to the left has revealed two cards."""
    two = {"hand": list(hand), "draw": ["love-hurts", "locker-note"], "top": "Love Hurts"}
    one = {"hand": ["lucky-guess"], "draw": ["hot-mess"], "top": "Hot Mess"}
    return table(one, two, phase="swap", plotline=["Despair"], target="Despair", revealed=list(revealed))


@pytest.mark.rule("5.5a")
def test_whoever_revealed_the_cards_may_swap_one_hand_card_and_the_damage_needed_stays() -> None:
    s = swapping()
    assert (asked(s), s.fight.needed) == (2, 8)
    s = after(s, "keep Drama, discard Fan Club")
    assert (s.seats[1].hand, s.fight.theirs.discard, s.fight.needed) == (cards("drama"), cards("surprise", "harsh"), 8)
    assert (asked(s), s.phase) == (1, pilgrim.Phase.FIGHT)


@pytest.mark.rule("5.5a")
def test_the_neighbour_may_leave_the_cards_which_are_discarded() -> None:
    s = after(swapping(), "swap nothing")
    assert (s.seats[1].hand, s.fight.theirs.discard) == (cards("surprise"), cards("drama", "harsh"))


@pytest.mark.rule("5.5a")
def test_a_neighbour_without_a_hand_swaps_nothing() -> None:
    s = table({"hand": ["lucky-guess"], "draw": ["hot-mess"], "top": "Hot Mess"}, {"draw": ["drama"]}, phase="fight",
              plotline=["Despair"], target="Despair")  # fmt: skip
    assert (asked(s), s.fight.needed, s.fight.theirs.draw) == (1, 8, cards("drama"))


@pytest.mark.rule("5.5a", "2.2", "10.9")
def test_the_neighbours_pile_that_runs_out_by_the_vs_draw_is_made_anew_and_its_top_seen() -> None:
    two = {"hand": ["surprise"], "draw": ["drama", "harsh"]}
    one = {"hand": ["lucky-guess"], "draw": ["hot-mess"], "top": "Hot Mess"}
    s = table(one, two, phase="fight", plotline=["Despair"], target="Despair")
    s = after(s, "keep Harsh, discard Fan Club" if "keep Harsh, discard Fan Club" in labels(s) else labels(s)[1])
    assert what(s) == "the side on top of the neighbour's draw pile"
    s = drawn(s)
    assert s.fight.theirs.top is not None
    assert len(s.fight.theirs.draw) == 2


@pytest.mark.rule("8.2")
def test_an_evil_ex_may_ask_for_more_cards_and_make_drama_count_for_more_but_never_where_none_is_drawn() -> None:
    exes = ("Envy Adams", "Julie Powers", "The Mirror Self", "Lucas Lee")
    found = [drawn_for(pilgrim.Setup(2, ex=ex), 2, 1) for ex in exes]
    assert found == [(3, 1), (2, 2), (3, 2), (2, 1)]
    assert [drawn_for(pilgrim.Setup(2, ex=ex), 0, 0) for ex in exes] == [(0, 0)] * 4
    assert bout("Despair", ex="The Mirror Self").line == ("vs", 3, 3)


# Alone, and with players who are out ------------------------------------------------------------------
@pytest.mark.rule("12.7")
def test_a_lone_player_fights_against_the_base_damage_without_a_vs_draw() -> None:
    s = after(
        alone({"draw": ["lucky-guess"]}, phase="target", plotline=["Morning Rush"]), "fight Morning Rush (place 1)"
    )
    assert (s.fight.needed, s.fight.theirs, labels(s)) == (6, None, ["play Wild Swing", STOP])  # awkward: 1 more
    assert lone_line(s.setup, ("vs", 2, 1)) == ("vs", 0, 0)


@pytest.mark.rule("12.7", "5.4a")
def test_a_lone_player_may_draw_for_the_challenge_from_the_own_pile_by_an_option() -> None:
    options = pilgrim.Options(solo_own_draws=True)
    s = alone({"hand": ["lucky-guess"], "draw": ["drama"]}, phase="fight", plotline=["Despair"], target="Despair",
              options=options)  # fmt: skip
    assert (s.fight.needed, asked(s)) == (8, 1)
    own = after(alone({"draw": ["drama"] * 8}, phase="target", plotline=["Moving Day"]), "fight Moving Day (place 1)")
    assert own.fight.needed == 7 + 2 * 2


@pytest.mark.rule("5.4", "8.7")
def test_a_player_who_is_out_reveals_no_cards() -> None:
    seats = [{"draw": ["lucky-guess"]}, {"draw": ["hot-mess"][:0], "out": True}, {"draw": ["drama"]}]
    s = after(table(*seats, ex="Gideon Graves", phase="target", plotline=["Despair"]), "fight Despair (place 1)")
    assert (s.left, s.fight.needed) == (2, 8)


@pytest.mark.rule("8.4", "5.3")
def test_a_guard_is_fought_like_a_challenge_with_its_traits_and_fight_line() -> None:
    s = table(phase="target", ex="Matthew Patel")
    assert bout_of(s, GUARD).line == ("vs", 1, 1)
    assert "fight Demon Hipster Chicks" in labels(s)
