"""What the notebook of Kabula says in words, and the outputs beside it cannot check: asked of the rules."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import notebooks as tools
from rulebooks import kabula, odds
from rulebooks.kabula.contents import TRAITS, Setup, traits_of
from rulebooks.kabula.hexes import DIRECTIONS, OFFSETS
from rulebooks.kabula.parts import cost, payments

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CELLS = tools.read(NOTEBOOKS / "50_kabula.ipynb").cells
WORDS = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
SETUP = Setup()
ISLAND = kabula.island()
PARTS = ("teeth", "brain", "legs", "butt", "guts")


def mean_loss(attack: str, **more: Any) -> Fraction:
    """Heart that a target loses on average."""
    return kabula.attack_odds(attack, kabula.target(20, **more)).marginal("heart_lost").mean


@pytest.fixture(scope="module")
def space() -> dict[str, Any]:
    """What the cells of the notebook define, all of them run in order."""
    found: dict[str, Any] = {}
    for cell in CELLS:
        if cell.cell_type == "code":
            exec(cell.source, found)
    return found


def test_the_start_notebook_and_the_pages_lead_to_it() -> None:
    for page in (NOTEBOOKS / "00_start_here.ipynb", NOTEBOOKS.parent / "docs" / "README.md"):
        assert "50_kabula.ipynb" in page.read_text(encoding="utf-8")


def test_every_self_check_of_the_notebook_is_right_as_it_stands() -> None:
    checks = [cell for cell in CELLS if cell.cell_type == "code" and "\ncheck(" in f"\n{cell.source}"]
    said = [out.data["text/plain"] for cell in checks for out in cell.outputs if "data" in out]
    assert len(checks) >= 9
    assert len(said) == len(checks)
    assert all(text.startswith("Right.") for text in said)


def test_there_and_back_differ_by_the_height_of_the_two_ends_on_islands_with_many_rivers_too() -> None:
    rivers = [
        ((q, r), there)
        for q, r in ISLAND.cells
        for d in DIRECTIONS
        if (q + 2 * r) % 3 == 0 and (there := (q + OFFSETS[d][0], r + OFFSETS[d][1])) in ISLAND.cells
    ]
    for island in (ISLAND, kabula.Island.from_cells(ISLAND.cells, rivers)):
        height = {s: int(t == "mountain") for s, t in island.cells.items()}
        every = {s: island.reach(s, 99) for s in island.cells}
        assert all(every[a][b] - every[b][a] == height[b] - height[a] for a in height for b in height)


def test_on_the_small_island_the_river_makes_the_way_over_the_mountain_a_cheapest_one(space: dict[str, Any]) -> None:
    small, dry, left, right = (space[name] for name in ("small", "dry", "LEFT", "RIGHT"))
    assert (small.steps(left, right), dry.steps(left, right)) == (5, 4)
    assert (0, -1) in small.path(left, right)
    assert (0, 0) in dry.path(left, right)
    assert (-1, 0) in small.path(left, right)


def test_ten_steps_to_ridgewick_are_more_legs_than_any_hero_begins_with() -> None:
    assert ISLAND.steps("Kabularbor", "Ridgewick") == 10
    heroes = [c for c in SETUP.sheet.cards if c.kind == "hero"]
    assert max(cost(h.parts).count("legs") for h in heroes) < 10 // 2
    ferry = SETUP.sheet.find("night-ferry")
    assert (ferry.owner, ferry.cost, ferry.does) == ("Kabularbor", "legs, any", "travel")


def test_nausea_multiplies_what_pushes_cost_and_the_edge_is_safe_for_the_heart_but_wet() -> None:
    for s in ISLAND.cells:
        plain, sick = (ISLAND.push_odds(s, n).marginal("heart_lost").mean for n in (0, 2))
        assert sick == 3 * plain
        for d in DIRECTIONS:
            if (s[0] + OFFSETS[d][0], s[1] + OFFSETS[d][1]) not in ISLAND.cells:
                assert ISLAND.push(s, d) == (s, 0, 1)


def test_of_one_step_from_beside_the_holy_city_only_two_ends_are_left() -> None:
    ends = ISLAND.wander_odds((1, -2), 1)
    assert dict(ends) == {(1, -3): Fraction(1, 2), (1, -1): Fraction(1, 2)}
    assert len(ISLAND.wander_odds((1, -2), 1, unit="spaces")) == 6
    assert ISLAND.space("Holy City") == (1, -1)


@pytest.mark.parametrize("part", ["rage", "fresh"])
def test_a_part_in_rage_pays_twice_and_each_recharge_is_worth_one_payment(space: dict[str, Any], part: str) -> None:
    purse, boxes = space["purse"], space["boxes"]
    before, after = {"fresh": ("used", "fresh"), "rage": ("fresh", "rage")}[part]
    assert purse(boxes(**{after: "guts"})) - purse(boxes(**{before: "guts"})) == 1


def test_in_a_full_fresh_box_a_raging_part_cannot_pay_twice(space: dict[str, Any]) -> None:
    full = space["full"]
    assert len(full.fresh) == 10
    assert all(len(way.down) == 1 for way in payments(full, ("legs",)) if way.raging)


def test_shield_3_saves_most_where_the_weapon_has_its_bonus_and_nothing_against_the_evil_eye() -> None:
    bonus = {"Kidney Bean Bullet": {"teeth", "legs"}, "Garden Shears": {"legs"}, "Calf-Holer": {"legs"}}
    for weapon, best in bonus.items():
        saved = {p: mean_loss(weapon) - mean_loss(weapon, passive={p: "shield 3"}) for p in PARTS}
        assert {p for p in PARTS if saved[p] == max(saved.values())} == best
    assert {mean_loss("Evil Eye", passive={p: "shield 9"}) for p in PARTS} == {mean_loss("Evil Eye")}


def test_with_jacket_and_duck_parts_are_spent_in_five_of_six_cases() -> None:
    foe = kabula.target(8, passive={"butt": "Leather Jacket"}, active=["Duck"], parts="legs, brain")
    ends = kabula.attack_odds("Garden Shears", foe)
    assert ends.p(lambda end: end.parts_spent > 0) == Fraction(5, 6)
    assert "five of six cases" in WORDS


def test_an_armour_that_saves_as_much_as_the_shield_is_not_paid_away() -> None:
    defends = {}
    for n in (1, 2, 3):
        foe = kabula.target(8, passive={"butt": f"shield {n}"}, active=[("butt", "shield 2, cancel aim")], parts="butt")
        (end,) = kabula.attack_odds("attack, aim, blade 3", foe, aim_die=["butt"])
        defends[n] = end.parts_spent == 1
    assert defends == {1: True, 2: False, 3: False}


def test_a_tomato_before_the_bullet_costs_a_whole_heart_more() -> None:
    assert mean_loss("Kidney Bean Bullet", nausea=1) - mean_loss("Kidney Bean Bullet") == 1


def test_up_to_5_heart_a_blade_is_quicker_and_from_6_on_nausea(space: dict[str, Any]) -> None:
    for heart in range(2, 16):
        nausea, blade = (
            space["round_of_death"](kabula.duel_odds(words, kabula.target(heart), heart)).mean
            for words in (space["ATTACKS"][0], space["ATTACKS"][2])
        )
        assert (blade < nausea) == (heart <= 5)
    assert "Up to 5 Heart the Blade is quicker, from 6 on the Nausea." in WORDS


def test_three_in_ten_visits_to_the_souvenir_shop_show_no_armour(space: dict[str, Any]) -> None:
    assert abs(space["armour"][0] - Fraction(3, 10)) < Fraction(1, 100)
    assert space["armour"].mean == 1


def test_every_encounter_has_a_tag_for_every_hero_as_a_hero_has_all_traits_but_one() -> None:
    options: dict[str, list[str]] = {}
    for c in SETUP.sheet.cards:
        if c.kind == "option":
            options.setdefault(c.owner, []).append(c.trait)
    assert all(len(set(traits)) == 2 for traits in options.values())
    for hero in (c for c in SETUP.sheet.cards if c.kind == "hero"):
        traits = [t for p in SETUP.owned("personality", hero.id) for t in traits_of(p)]
        assert (len(traits), len(set(traits))) == (6, len(TRAITS) - 1)


@pytest.mark.parametrize("helpful", range(3, 22))
def test_the_third_helpful_encounter_comes_on_average_after_three_gaps(space: dict[str, Any], helpful: int) -> None:
    assert space["third_tag"](helpful) == Fraction(3 * (space["N"] + 1), helpful + 1)


def test_with_two_heroes_seven_encounter_pins_lie_on_the_island() -> None:
    assert sum(pin == "encounter" for _, pin in kabula.initial_state(SETUP).pins) == 7


def test_in_a_dungeon_nothing_is_left_to_chance_for_a_hero_who_can_duck_once_without_armour(
    space: dict[str, Any],
) -> None:
    for level in (c for c in SETUP.sheet.cards if c.kind == "level" and c.level == 2):
        ends = kabula.attack_odds(level.name, space["weak"])
        assert len(ends.marginal("heart_lost")) == 1


def test_the_form_tells_an_attack_before_the_die_and_each_choice_after_it(space: dict[str, Any]) -> None:
    form = space["form"]
    assert form.odds == kabula.attack_odds("Kidney Bean Bullet", space["jessika"]).marginal("heart_lost")
    assert form.worth is None
    form.set(aim="legs", parts="legs, brain")
    assert "Duck" in str(form.worth)
    for attack in space["NAMES"]:
        form.set(attack=attack, aim="not rolled")
        assert form.error == ""
    form.set(attack="Shove", aim="legs")
    assert form.error == "Aim 'legs' cannot be rolled; this attack rolls no aim (5.6)"
    form.reset()


def test_in_the_last_question_umbrella_and_duck_save_the_same_heart_and_umbrella_costs_less(
    space: dict[str, Any],
) -> None:
    rows = odds.beside(kabula, space["duck"], "unhurt").rows
    assert {row.value for row in rows if "do not" not in str(row.action)} == {max(row.value for row in rows)}
    assert [str(row.action).split(":")[0] for row in rows if row.best] == ["Umbrella"]


# The second half --------------------------------------------------------------------
def test_each_section_of_the_second_half_ends_with_a_quiz_of_its_own_and_none_asks_what_another_asked() -> None:
    second = next(i for i, cell in enumerate(CELLS) if cell.source.startswith("# The second half"))
    quizzes = [cell for cell in CELLS[second:] if "\nQuiz([" in cell.source]
    asked = [line for cell in quizzes for line in cell.outputs[0].data["text/plain"].splitlines()[1:-1]]
    assert (len(quizzes), len(asked)) == (5, 10)
    assert len({line[3:] for line in asked}) == 10


def test_clayton_stands_next_to_the_egg_but_the_river_makes_zack_the_nearer_one(space: dict[str, Any]) -> None:
    egg, where = space["egg"], space["where"]
    assert kabula.island().space(where["Clayton"]) in space["graph"][egg]
    assert (ISLAND.steps(egg, where["Clayton"]), ISLAND.steps(egg, where["Zack"])) == (3, 2)
    assert space["trace"].target == "Zack"
    assert list(kabula.figure_target(ISLAND, egg, where, ["Clayton", "Zack", "Water King"]).lines) == [
        ("fewer steps", ("Zack",))
    ]


def test_the_list_worked_out_from_the_graph_is_the_kits_wherever_zack_stands(space: dict[str, Any]) -> None:
    egg, where, order, depths = space["egg"], space["where"], space["ORDER"], set()
    for zack in ISLAND.cells:
        figures = where | {"Zack": zack}
        by_hand = list(space["by_the_list"](egg, figures, order))
        aim = kabula.figure_target(ISLAND, egg, figures, order)
        assert [tuple(left) for left in by_hand] == [line.left for line in aim.lines]
        depths.add(len(by_hand))
    assert depths >= {1, 2, 4}  # as the four positions in the notebook show


def test_in_the_eggs_next_turn_only_tails_hurts_zack_and_his_belly_saves_him_on_one_face(space: dict[str, Any]) -> None:
    turn = space["next_turn"]
    assert turn.p(lambda end: end[0] == "Roll Over") == Fraction(1, 2)
    assert {end[1] for end in turn if end[0] == "Roll Over"} == {"(−1, 1)"}
    assert turn.p(lambda end: end[2] > 0) == Fraction(1, 2) * Fraction(5, 6)
    assert all(end[0] == "Roll Over" for end in turn if end[2])
    assert {p for end, p in turn.items() if end[0] == "Roll Away"} == {Fraction(1, 12)}


def test_no_monster_pays_back_the_parts_that_garden_shears_cost(space: dict[str, Any]) -> None:
    for m in space["monsters"]:
        assert len(cost(m.parts)) <= 2 * space["attacks_needed"]("Garden Shears", m)


@pytest.mark.parametrize("heart", range(1, 9))
@pytest.mark.parametrize("weapon", ["Kidney Bean Bullet", "Garden Shears", "Calf-Holer"])
def test_the_mean_number_of_attacks_is_the_mean_of_the_duel(space: dict[str, Any], weapon: str, heart: int) -> None:
    boar = SETUP.sheet.find("moss-boar")
    foe = kabula.target(heart, passive=space["armour_of"](boar), can_spend=False)
    by = kabula.duel_odds(weapon, foe, 60)
    summed = sum(1 - by.get(n - 1, 0) for n in range(1, 61))
    lost = kabula.attack_odds(weapon, kabula.target(99, passive=space["armour_of"](boar), can_spend=False))
    mean = {0: Fraction(0)}
    chances = lost.marginal("heart_lost")
    for h in range(1, heart + 1):
        rest = sum(p * mean[max(0, h - k)] for k, p in chances.items() if k)
        mean[h] = (1 + rest) / chances.at_least(1)
    assert abs(summed - mean[heart]) < Fraction(1, 10**9)
    if heart == len(cost(boar.parts)):
        assert mean[heart] == space["attacks_needed"](weapon, boar)


def test_a_hero_needs_about_four_encounters_and_a_first_tag_saves_a_little_more_than_one(space: dict[str, Any]) -> None:
    for hero in space["heroes_here"]:
        mean = space["countdown"](hero)
        nothing, one = mean(0, 0, 0), min(mean(1, 0, 0), mean(0, 1, 0), mean(0, 0, 1))
        assert 4 < nothing < Fraction(9, 2)
        assert 1 < nothing - one < Fraction(6, 5)
        assert mean(2, 2, 2) == 1  # each encounter has a Tag for everybody: the seventh is the third somewhere


def test_jessika_and_zack_get_lazy_by_resting_and_nobody_else() -> None:
    resting = {
        c.owner: c.gives for c in SETUP.sheet.cards if c.kind == "personality" and c.when == "rest" and not c.set
    }
    assert resting == {"jessika": "lazy", "zack": "lazy"}


def test_a_trending_blade_or_shield_is_a_whole_heart_of_thirteen_sixths(space: dict[str, Any]) -> None:
    base = mean_loss("Garden Shears")
    assert base == Fraction(13, 6)
    at_the_table, zack = space["shears_at_the_table"], ("Zack", [0, 0, 0])
    assert at_the_table(("Clayton", [0, 0, 0]), zack) == base
    assert at_the_table(("Clayton", [3, 0, 0]), zack) == base + 1
    assert at_the_table(zack, ("Chastity", [3, 0, 0])) == base - 1


def test_the_thief_with_some_heart_lives_through_the_first_turn_and_how_many_play_does_not_matter() -> None:
    assert "does not kill who comes with some Heart" in WORDS
    for heart in (4, 5, 9):
        assert kabula.theft_odds(heart=heart).p(lambda turn: turn.survives) == 1
    assert kabula.theft_odds(heart=3).p(lambda turn: turn.survives) < 1


def test_in_round_11_the_guardian_steals_and_the_number_is_added_to_its_attacks(space: dict[str, Any]) -> None:
    assert "in **round 11 the Guardian steals**" in WORDS
    assert len(space["omens"]) == 10
    s = kabula.table(heroes=[{}, {}], turn="a new round", round=11, out=["omens"])
    assert (s.kabula.stolen, s.kabula.owner, s.kabula.since) == (True, 20, 11)


def test_alone_a_thief_hardly_wins_and_one_blade_more_or_a_second_attack_helps_many_times_over(
    space: dict[str, Any],
) -> None:
    wins, weapons, armour = space["wins"], space["WEAPONS_NOW"], space["ARMOUR_NOW"]
    for name in ("Shears", "Calf-Holer"):
        plain, trending = weapons[name], weapons[f"{name}, trending"]
        assert wins(plain, 12) < Fraction(1, 100)
        assert wins(trending, 12, armour) > 5 * wins(plain, 12, armour)
        assert wins(plain, 12, armour, 2) > 5 * wins(plain, 12, armour)


def test_the_guardians_coins_are_four_ways_for_three_actions(space: dict[str, Any]) -> None:
    coins = space["COINS"]
    assert {row.coin for row in space["rows"]} == set(coins)
    assert sum(coins.values()) == 1
    assert coins["one of each"] == coins["two heads"] + coins["two tails"]


def test_what_the_thief_is_left_with_round_by_round_is_the_walked_duel_where_one_attack_comes_alone(
    space: dict[str, Any],
) -> None:
    lives = space["alive"](3, 1)
    hurt = [kabula.attack_odds(row.does.split(";")[1].strip(), kabula.target(3)) for row in space["rows"]]
    dies = sum(space["COINS"][row.coin] * end.p(dead=True) for row, end in zip(space["rows"], hurt, strict=True))
    assert lives[1] == 1 - dies
    assert dies == 1 - kabula.theft_odds(heart=3).p(lambda turn: turn.survives)
