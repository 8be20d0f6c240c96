"""Kabula 13: the Conspiracy expansion: Gotzo, Shaggy with its rabbits, Bibi & Bobu; and sheets that add cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kabula_moves import HEXES, ground
from kabula_table import SHEET, after, asked, comes, ending, kabula, labels, random_game, what
from rulebooks.core.game import Decision
from rulebooks.kabula import brawls, expansions, flow
from rulebooks.kabula.contents import Verb, deck, verbs
from rulebooks.kabula.heroes import bonus
from rulebooks.kabula.table import GUARDIAN, first, order, with_hero

MORE = ("Conspiracy",)


def box(*heroes: str, guardian: str = "Shaggy", automas: Any = (), **more: Any) -> Any:
    """A game with a Guardian of the expansion on a round island of plains."""
    told = {"map": ground()} | more
    return kabula.Setup(heroes or ("gotzo", "zack"), automas, guardian=guardian, expansions=MORE, **told)


def on(*spaces: Any, guardian: Any = (0, 0), setup: Any = None, asleep: bool = False, **rest: Any) -> Any:
    """Gotzo, Zack and so on, on these spaces, without Parts."""
    heroes = [at if isinstance(at, dict) else {"space": at, "parts": ""} for at in spaces]
    there = guardian if isinstance(guardian, dict) else {"space": guardian, "asleep": asleep}
    return kabula.table(heroes=heroes, setup=setup or box(), guardian=there, **rest)


def inside(*others: Any, kabula: Any = "guardian", **rest: Any) -> Any:
    """Gotzo is inside Shaggy; the others stand on these spaces."""
    return on({"space": (0, 0), "parts": "", "swallowed": True}, *(others or ((0, 2),)), kabula=kabula, **rest)


def doing(s: Any, text: str, f: int = GUARDIAN, mark: int = 1) -> Any:
    """What a figure does by its card, its target told; brought to the next choice or roll."""
    return flow.settled(first(replace(s, mark=mark), f, *verbs("test", text)))


def spaces(s: Any) -> list[Any]:
    """Where the Heroes are."""
    return [h.space for h in s.heroes]


def quiet(s: Any) -> Any:
    """The table after an attack in which nobody has anything to choose."""
    while isinstance(kabula.node(s), Decision) and s.strike is not None:
        s = after(s, labels(s)[0])
    return s


# Cards of the expansion ----------------------------------------------------------------------------------
@pytest.mark.rule("13.1")
def test_the_expansion_holds_what_the_rulebook_says_it_does() -> None:
    there = [c for c in SHEET.cards if c.set == "Conspiracy"]
    counts = Counter(c.kind for c in there)
    assert (counts["hero"], counts["personality"], counts["trend"], counts["item"]) == (1, 3, 3, 1)
    assert (counts["guardian"], counts["rabbits"], counts["encounter"], counts["dungeon"]) == (2, 10, 10, 5)
    assert Counter(c.owner for c in there if c.kind == "omen") == {"shaggy": 10, "bibi-and-bobu": 10}
    assert (counts["option"], counts["level"], counts["automa"]) == (20, 10, 0)
    assert {c.light for c in there} == {"green"}


@pytest.mark.rule("13.1")
def test_a_hero_or_guardian_of_an_expansion_plays_only_if_it_is_named() -> None:
    assert kabula.Setup(guardian="Shaggy", expansions=MORE).guardian == "shaggy"
    assert kabula.Setup(("Gotzo", "zack"), expansions=MORE).heroes == ("gotzo", "zack")
    for wrong in ({"guardian": "Shaggy"}, {"heroes": ("Gotzo", "zack")}, {"guardian": "bibi & bobu"}):
        with pytest.raises(ValueError, match=r"comes with the expansion Conspiracy; name it in expansions \(13\.1\)"):
            kabula.Setup(**wrong)
    with pytest.raises(ValueError, match=r"no expansion 'Conspirac'; there is Conspiracy \(13\.1\)"):
        kabula.Setup(expansions=("Conspirac",))


@pytest.mark.rule("13.1")
def test_its_encounters_and_dungeons_are_shuffled_in_and_its_guardians_bring_their_decks() -> None:
    with_it, without = kabula.Setup(expansions=MORE), kabula.Setup()
    assert len(deck(with_it, "encounter")) == len(deck(without, "encounter")) + 10
    assert len(deck(with_it, "dungeon")) == len(deck(without, "dungeon")) + 5
    assert len(kabula.initial_state(with_it).burrow) == 0
    s = kabula.initial_state(box())
    assert (len(s.burrow), len(s.omens)) == (10, 10)


def test_gotzo_throws_a_bomb_at_all_around_but_not_at_itself() -> None:
    s = on({"space": (0, 1), "parts": "brain, guts"}, (0, 2), guardian=(0, 1))
    s = after(s, "Confetti Bomb")
    assert [s.among[i] for i in s.strike.chosen] == [1, GUARDIAN]


# Rabbits ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("13.2")
@pytest.mark.ruling("BR-132")
def test_a_round_begins_with_a_rabbit_card_and_then_shaggys_own_which_waits_for_omega() -> None:
    s = on((0, 2), (0, 3), turn="a new round", burrow=["Twitching Noses"])
    assert what(s) == "a Rabbit card"
    s = after(s, "Twitching Noses")
    assert what(s) == "the Guardian's card"
    s = after(s, "Fresh Clover")
    assert (asked(s), s.omen.slot) == (1, "omega")
    assert {c.slot for c in s.setup.owned("omen", "shaggy")} == {"omega"}


@pytest.mark.rule("13.2")
def test_rabbit_cards_are_drawn_after_the_theft_too() -> None:
    s = on((0, 2), (0, 3), turn="a new round", kabula="guardian", burrow=["Twitching Noses"])
    assert what(s) == "a Rabbit card"
    assert what(after(s, "Twitching Noses")) == "two Monster coins"


@pytest.mark.ruling("BR-132")
def test_the_rabbit_card_comes_before_the_theft_that_ends_shaggys_deck() -> None:
    s = on((0, 2), (0, 3), guardian=(2, 0), turn="a new round", out=["omens"], burrow=["Twitching Noses"])
    assert (what(s), s.kabula.owner) == ("a Rabbit card", GUARDIAN)
    assert what(after(s, "Twitching Noses")) == "two Monster coins"


@pytest.mark.rule("13.2")
@pytest.mark.ruling("BR-131")
def test_used_rabbit_cards_are_shuffled_when_there_are_no_others() -> None:
    s = on((0, 2), (0, 3), turn="a new round", out=["burrow"])
    assert len(comes(s)) == 10
    assert len(after(s, "Bang!").burrow) == 9


@pytest.mark.rule("13.3")
def test_a_new_rabbit_sits_beside_shaggy_or_under_it_at_the_edge() -> None:
    s = doing(on((0, 2), (0, 3)), "rabbit 2")
    assert after(s, "N", "SE").rabbits == (((0, -1), False), ((1, 0), False))
    s = doing(on((0, 2), (0, 3), guardian=(0, -3)), "rabbit 1")
    assert after(s, "N").rabbits == (((0, -3), False),)


@pytest.mark.rule("13.3")
def test_a_rabbit_is_no_figure_and_no_target() -> None:
    s = on({"space": (0, 2), "parts": "teeth"}, (0, 3), rabbits=[(0, 2)])
    s = after(s, "Punch")
    assert s.phase is kabula.Phase.TURN  # there is nobody to attack
    assert s.strike is None


@pytest.mark.ruling("BR-133")
def test_there_are_never_more_than_20_rabbits_and_no_new_ones_without_shaggy() -> None:
    s = doing(on((0, 2), (0, 3), rabbits=[(1, 1)] * 19), "rabbit 3")
    s = after(s, "N", "N", "N")
    assert len(s.rabbits) == 20
    dead = on((0, 2), (0, 3), guardian={"out": True}, kabula={"space": (3, 0)}, rabbits=[(1, 1)])
    s = after(doing(dead, "rabbit 1; rabbits move 1"), "N")
    assert s.rabbits == (((0, 2), False),)


@pytest.mark.rule("13.3a")
@pytest.mark.ruling("BR-134")
def test_each_rabbit_moves_once_towards_the_nearest_hero_and_several_share_a_space() -> None:
    s = on((0, 2), (0, -2), rabbits=[(0, 0), (0, 1), (-2, 0), ((0, -1), True)])
    s = doing(replace(s, ron=(1, 0), turn=0), "rabbits move 1")  # as near to both: the next on the tracker
    assert Counter(s.rabbits) == Counter(
        {((0, -1), False): 1, ((0, 2), False): 1, ((0, -2), True): 1, ((-1, -1), False): 1}
    )
    s = doing(replace(s, rabbits=(((0, 1), False), ((0, 1), False))), "rabbits move 3")
    assert s.rabbits == (((0, 2), False),) * 2


@pytest.mark.rule("13.3b")
@pytest.mark.ruling("BR-130")
def test_the_rabbit_nearest_to_the_kabula_is_the_first_and_then_clockwise_from_north() -> None:
    there = [(0, 3), (0, 1), (0, -1), (1, -1)]
    assert expansions.by_nearness(on((0, 2), (0, 3)), there) == [(0, -1), (1, -1), (0, 1), (0, 3)]
    with_zack = on((0, 2), (0, 3), kabula="zack")
    assert expansions.by_nearness(with_zack, there) == [(0, 3), (0, 1), (0, -1), (1, -1)]
    dropped = on((0, 2), (0, 2), kabula={"space": (0, -3)})
    assert expansions.by_nearness(dropped, there)[0] == (0, -1)
    swallowed = inside((0, 2), kabula="gotzo", guardian=(0, 3))
    assert expansions.by_nearness(swallowed, there)[0] == (0, 3)


@pytest.mark.rule("13.3c")
def test_so_many_rabbits_turn_the_nearest_first() -> None:
    s = doing(on((0, 2), (0, 3), rabbits=[(0, 3), (0, 1), ((0, 0), True), (2, 0)]), "rabbits turn 2")
    assert s.rabbits == (((0, 0), True), ((0, 1), True), ((0, 3), False), ((2, 0), True))
    assert all(turned for _, turned in doing(s, "rabbits turn 9").rabbits)


@pytest.mark.rule("13.4")
@pytest.mark.ruling("BR-135")
def test_turned_rabbits_explode_one_after_the_other_and_hit_every_figure_there() -> None:
    lying = [((0, 0), True), ((0, 2), True), ((0, 2), True), (0, 2)]
    s = on((0, 2), (0, 2), rabbits=lying, guardian=(0, 0))
    heart = s.guardian.heart
    s = quiet(doing(s, "rabbits burst 1"))
    assert s.guardian.heart == heart - 1
    assert [h.most - h.heart for h in s.heroes] == [2, 2]
    assert s.rabbits == (((0, 2), False),)


@pytest.mark.ruling("BR-135")
def test_the_parts_that_an_explosion_costs_a_monster_are_chosen_by_the_next_player_and_discarded() -> None:
    wolf = {"monster": "Aloe Wolf", "space": (0, 3)}
    s = on((0, 2), (0, -2), rabbits=[((0, 3), True)], monsters=[wolf], order=[2, "Aloe Wolf", 1])
    before = s.monsters[0].heart
    s = doing(s, "rabbits burst 1")
    assert asked(s) == 1
    s = quiet(s)
    assert (s.monsters[0].heart, len(s.heroes[0].boxes.used)) == (before - 1, 0)


@pytest.mark.rule("13.4")
def test_a_dead_guardian_leaves_the_cards_of_the_round_to_be_drawn() -> None:
    s = on((0, 2), (0, 3), turn="a new round", rabbits=[((0, 0), True)], guardian={"space": (0, 0), "heart": 1})
    s = quiet(after(s, "Bang!"))
    assert s.guardian.heart == s.guardian.most
    assert what(s) == "the Guardian's card"


def test_a_swarm_of_20_rabbits_comes_to_rest() -> None:
    s = on((0, 2), (0, 1), (2, 0), rabbits=[((0, 1), True)] * 20, setup=box("gotzo", "zack", "clayton"))
    s = quiet(doing(s, "rabbits move 9; rabbits turn 9; rabbits burst 1"))
    assert s.rabbits == ()
    assert s.strike is None


swarm = st.lists(st.tuples(st.sampled_from(HEXES), st.booleans()), max_size=20)


@pytest.mark.rule("13.3a", "13.4")
@given(swarm, st.integers(1, 9))
def test_rabbits_move_turn_and_burst_without_end_or_loss(lying: Any, n: int) -> None:
    s = on((0, 2), (0, -2), guardian=(3, 0))
    s = replace(s, rabbits=tuple(sorted(lying)))
    moved = doing(s, f"rabbits move {n}")
    assert len(moved.rabbits) == len(lying)
    assert sum(t for _, t in moved.rabbits) == sum(t for _, t in lying)
    s = quiet(doing(moved, f"rabbits turn {n}; rabbits burst 1"))
    while s.rabbits and any(t for _, t in s.rabbits):
        s = quiet(flow.settled(s))
    assert len(s.rabbits) == max(0, len(lying) - sum(t for _, t in lying) - n)


# Swallowing ---------------------------------------------------------------------------------------------
@pytest.mark.rule("13.5")
@pytest.mark.ruling("BR-136")
def test_a_hero_on_shaggys_space_is_swallowed_and_no_figure_of_the_island_any_more() -> None:
    s = on((0, 2), (0, 0), (0, 3), kabula="guardian", setup=box("gotzo", "zack", "clayton"))
    s = doing(s, "swallow", mark=1)
    assert [h.swallowed for h in s.heroes] == [False, True, False]
    assert 1 not in order(s)
    far = doing(s, "swallow", mark=2)
    assert not far.heroes[2].swallowed


@pytest.mark.ruling("BR-136")
def test_who_is_inside_is_not_hit_by_an_attack_on_all() -> None:
    s = doing(inside((0, 1), kabula={"space": (3, 0)}), "attack all 3, heart 1")
    assert [h.most - h.heart for h in quiet(s).heroes] == [0, 1]


@pytest.mark.ruling("BR-136")
def test_the_familio_of_who_is_inside_goes_on_by_itself() -> None:
    pet = {"monster": "Aloe Wolf", "space": (0, 1), "parts": "legs 2"}
    gotzo = {"space": (0, 0), "parts": "", "swallowed": True, "familio": pet}
    s = on(gotzo, (0, 2), kabula={"space": (3, 0)}, turn="Aloe Wolf")
    assert isinstance(kabula.node(s), Decision)
    assert asked(s) == 1
    assert len(labels(s)) > 1


@pytest.mark.rule("13.5c")
@pytest.mark.ruling("BR-137")
def test_the_hero_inside_loses_1_heart_each_time_shaggy_loses_any_with_nausea_more() -> None:
    s = with_hero(inside(), 0, nausea=1)
    s = quiet(flow.settled(brawls.begin(s, 1, "attack 9, twice, heart 1, heart 2", GUARDIAN, keep=True)))
    assert s.guardian.most - s.guardian.heart == 6
    assert s.heroes[0].most - s.heroes[0].heart == 8  # four losses


@pytest.mark.rule("13.5c")
@pytest.mark.ruling("BR-138")
def test_an_owner_that_dies_inside_drops_the_kabula_where_shaggy_stands() -> None:
    s = with_hero(inside((0, 2), kabula="gotzo", guardian=(1, 1)), 0, heart=1)
    assert s.kabula.owner == 0
    s = flow.settled(first(s, GUARDIAN, Verb("lose heart", 1)))
    assert s.heroes[0].out
    assert (s.kabula.owner, s.kabula.space) == (-1, (1, 1))


@pytest.mark.ruling("BR-137", "BR-138")
def test_the_loss_of_which_shaggy_dies_may_kill_the_owner_inside_and_then_nobody_has_won() -> None:
    s = with_hero(inside((0, 2), kabula="gotzo", guardian={"space": (1, 1), "heart": 2}), 0, heart=1)
    s = quiet(flow.settled(brawls.begin(s, 1, "attack 9, heart 2", GUARDIAN, keep=True)))
    assert (s.guardian.out, s.heroes[0].out) == (True, True)
    assert (s.kabula.owner, s.kabula.space, s.winner) == (-1, (1, 1), -1)


@pytest.mark.rule("13.5d")
@pytest.mark.ruling("BR-139")
def test_when_shaggy_dies_the_hero_inside_stands_there_and_wins_with_the_kabula() -> None:
    s = inside((0, 2), kabula="gotzo", guardian=(1, 1))
    s = flow.settled(first(s, GUARDIAN, Verb("lose heart", 99)))
    assert (s.heroes[0].swallowed, s.heroes[0].space, s.heroes[0].nausea) == (False, (1, 1), 0)
    assert s.heroes[0].heart == s.heroes[0].most - 1  # the last loss is shared too
    assert (ending(s).ended_by, s.winner) == ("12.5", 0)


@pytest.mark.rule("13.5a")
@pytest.mark.ruling("BR-140")
def test_who_is_inside_decides_which_other_action_shaggy_uses_and_on_whom_and_that_is_the_turn() -> None:
    s = inside((0, 2), turn=1)
    assert labels(s) == ["Big Paws at Zack", "Sneeze at Zack"]
    s = after(s, "Big Paws at Zack")
    assert s.guardian.space == (0, 2)
    assert what(s) == "the Aim die"
    s = quiet(after(s, "no Part"))
    assert s.heroes[1].heart == s.heroes[1].most - 5  # the Guardian has the Kabula: its number counts
    assert s.active != 0


@pytest.mark.rule("13.5e")
@pytest.mark.ruling("BR-140")
def test_for_an_automa_inside_the_coin_decides_and_its_target_is_its_own() -> None:
    setup = box("gotzo", automas=("zack-who-naps",))
    there = {"automa": "zack-who-naps", "space": (0, 0), "swallowed": True, "trending": True}
    s = kabula.table(
        heroes=[{"space": (0, 2), "parts": ""}, there], setup=setup, guardian={"space": (0, 0)}, kabula="gotzo", turn=2
    )
    assert what(s) == "the Monster coin"
    assert after(s, "heads").trace.action == "Big Paws"
    s = after(s, "tails")
    assert (s.trace.action, s.trace.target, s.guardian.space) == ("Sneeze", "Gotzo", (0, 2))


@pytest.mark.rule("13.5b")
@pytest.mark.ruling("BR-142")
def test_when_shaggys_turn_begins_it_collects_the_kabula_and_the_hero_comes_out_three_spaces_away() -> None:
    s = inside((0, 2), kabula={"space": (1, 0)}, turn="guardian")
    assert (s.guardian.space, s.kabula.owner) == ((1, 0), GUARDIAN)
    assert what(s) == "the Compass die"
    s = after(s, "NW")
    h = s.heroes[0]
    assert (h.space, h.nausea, h.swallowed, h.heart) == ((-2, 0), 2, False, h.most)
    assert what(s) == "two Monster coins"


@pytest.mark.rule("13.5f")
@pytest.mark.ruling("BR-141")
def test_a_landing_turns_clockwise_until_there_is_land_three_spaces_away() -> None:
    s = inside((0, 2))
    assert expansions.landing(s, (0, 0), "N") == (0, -3)
    assert expansions.landing(s, (0, -3), "N") == (3, -3)
    tiny = box(map=kabula.Island.from_cells({(0, 0): "plain", (0, 1): "plain", (0, 2): "plain"}, sanctuary=(0, 0)))
    s = inside((0, 1), setup=tiny)
    assert expansions.landing(s, (0, 0), "S") == (0, 2)
    assert expansions.landing(s, (0, 0), "N") == (0, 0)


# Bobu -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("13.10", "13.10a")
@pytest.mark.ruling("BR-160")
def test_bobu_begins_awake_and_what_the_upper_side_of_the_token_tells_counts() -> None:
    s = kabula.initial_state(box(guardian="Bibi & Bobu"))
    assert not s.guardian.asleep
    s = on((0, 2), (0, 3), setup=box(guardian="Bibi & Bobu"))
    names = [d.name for d in brawls.defences(s, GUARDIAN)[0]]
    assert (names, bonus(s, GUARDIAN, "blade")) == (["Wide Grin", "Watch Out"], 0)
    s = doing(s, "bobu sleeps")
    assert [d.name for d in brawls.defences(s, GUARDIAN)[0]] == ["Wide Grin"]
    assert bonus(s, GUARDIAN, "blade") == 1
    assert not doing(s, "bobu wakes").guardian.asleep


@pytest.mark.ruling("BR-160")
def test_neither_theft_nor_rebirth_wakes_bobu() -> None:
    s = on((0, 2), (0, 3), setup=box(guardian="Bibi & Bobu"), asleep=True)
    assert flow.settled(first(s, GUARDIAN, Verb("lose heart", 99))).guardian.asleep


# Nothing goes on for ever -------------------------------------------------------------------------------------
@pytest.mark.rule("10.4h")
def test_isolde_never_has_more_children_than_her_card_says_and_new_ones_wait_for_the_next_round() -> None:
    setup = kabula.Setup(("jessika",), ("isolde-and-her-children",), map=ground())
    s = kabula.table(heroes=[{"space": (0, 2)}, {"space": (0, 1)}], setup=setup)
    s = doing(s, "brood 2; brood 2; brood 9", f=1)
    assert len(s.monsters) == 3
    assert all(s.ron.index(m.number) < s.ron.index(1) for m in s.monsters)


@pytest.mark.rule("5.4")
def test_an_attack_on_all_hits_each_figure_once() -> None:
    s = on(
        (0, 0),
        (0, 0),
        (0, 0),
        setup=box("gotzo", "zack", "clayton"),
        monsters=[{"monster": "Aloe Wolf", "space": (0, 0)}],
    )
    s = doing(s, "attack all 9, heart 1", f=GUARDIAN)
    assert len(set(s.strike.chosen)) == len(s.strike.chosen) == 4


def setups() -> list[Any]:
    """Games with both Guardians, with and without Automas."""
    told = [
        (("gotzo", "zack"), ()),
        (("gotzo",), ("isolde-and-her-children",)),
        (("gotzo", "zack", "clayton"), ("chastity-on-patrol",)),
    ]
    return [
        kabula.Setup(heroes, automas, guardian=g, expansions=MORE)
        for g in ("Shaggy", "Bibi & Bobu")
        for heroes, automas in told
    ]


def whole_game(n: int) -> None:
    """One game to its end: cards and tokens are conserved at each step."""
    setup = setups()[n % 6]
    before, last = None, None
    for s, _, _ in random_game(setup, 1300 + n):
        before = before or kabula.components(s)
        assert kabula.components(s) == before
        assert len(s.rabbits) <= 20
        assert len(s.peels) == len(set(s.peels)) <= 24
        assert not any(h.swallowed for h in s.heroes) or s.kabula.stolen
        last = s
    assert ending(last).ended_by in ("12.5", "12.6", "12.7")


@pytest.mark.parametrize("n", range(6))
def test_a_game_with_a_guardian_of_the_expansion_ends_and_keeps_its_cards(n: int) -> None:
    whole_game(n)


@pytest.mark.long
@pytest.mark.parametrize("n", range(6, 120))
def test_many_games_with_the_guardians_of_the_expansion_end_and_keep_their_cards(n: int) -> None:
    whole_game(n)
