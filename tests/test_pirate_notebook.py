"""What the notebook of Pirate Tales says in words, and the outputs beside it cannot check: asked of the rules."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import notebooks as tools
from rulebooks import odds
from rulebooks import pirate_tales as pirates
from rulebooks.core import formula
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CELLS = tools.read(NOTEBOOKS / "30_pirate_tales.ipynb").cells
WORDS = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
WHITE = {"white": 5}


def chance(pool: Any, cards: Any, hand: Any = (2, 1), **more: Any) -> Fraction:
    """The chance to reach the island with the best play."""
    return pirates.voyage_odds(pool, cards, hand=hand, **more).p(success=True)


def defined(*names: str) -> dict[str, Any]:
    """What the cells of the notebook define that define these functions."""
    faces = dict(pirates.voyage({"white": 1}, [1]).course.faces)
    space: dict[str, Any] = {"pirates": pirates, "odds": odds, "FACES": faces}
    for cell in CELLS:
        if cell.cell_type == "code" and any(f"def {name}(" in cell.source for name in names):
            exec(cell.source, space)
    return space


def test_the_start_notebook_and_the_pages_lead_to_it() -> None:
    for page in (NOTEBOOKS / "00_start_here.ipynb", NOTEBOOKS.parent / "docs" / "README.md"):
        assert "30_pirate_tales.ipynb" in page.read_text(encoding="utf-8")


def test_every_self_check_of_the_notebook_is_right_as_it_stands() -> None:
    checks = [cell for cell in CELLS if cell.cell_type == "code" and "\ncheck(" in f"\n{cell.source}"]
    said = [out.data["text/plain"] for cell in checks for out in cell.outputs if "data" in out]
    assert len(checks) >= 7
    assert len(said) == len(checks)
    assert all(text.startswith("Right.") for text in said)


def test_three_white_dice_and_a_red_one_differ_although_mean_and_variance_agree() -> None:
    white, red = pirates.roll_odds({"white": 3}), pirates.roll_odds({"red": 1})
    assert (white.mean, white.variance) == (red.mean, red.variance)
    assert white.at_least(1) > red.at_least(1)
    assert white.at_least(2) < red.at_least(2)
    assert "even the same variance" in WORDS


def test_five_white_dice_are_by_far_the_best_for_four_easy_cards_and_strong_ones_for_two_that_ask_for_2() -> None:
    fleets = [WHITE, {"white": 3, "red": 1}, {"white": 1, "red": 2}]
    easy = [chance(pool, [1, 1, 1, 1], ()) for pool in fleets]
    hard = [chance(pool, [2, 2], ()) for pool in fleets]
    assert easy[0] > 5 * max(easy[1:])
    assert hard == sorted(hard)


def test_what_counts_is_how_many_skulls_must_come_from_dice() -> None:
    assert chance(WHITE, [1, 3]) == chance(WHITE, [1, 1], ())
    assert chance(WHITE, [1, 1, 3]) == chance(WHITE, [1, 5]) == chance(WHITE, [1, 1, 1], ())
    assert Fraction(1, 2) < chance(WHITE, [1, 1, 3]) < Fraction(9, 10) < chance(WHITE, [1, 3])


def test_setting_a_blank_die_aside_first_nearly_doubles_the_chance() -> None:
    v = pirates.voyage({"white": 3, "red": 1}, [2, 3], rolled={"white": [1, 0, 0], "red": [1]}, hand=[2])
    worth = {str(row.action): row.value for row in odds.advise(pirates, v, pirates.GOALS["success"]).rows}
    first, placed = worth["set aside white 0 and re-roll"], worth["place white 1, red 1"]
    assert max(worth.values()) == first
    assert Fraction(9, 5) < first / placed < 2


def test_one_skull_often_is_the_best_die_of_its_mean_for_easy_cards() -> None:
    plain = chance(WHITE, [1, 1, 3])
    for faces in ([0, 0, 0, 0, 0, 2], [0] * 8 + [3]):
        assert Fraction(sum(faces), len(faces)) == Fraction(1, 3)
        assert chance(WHITE, [1, 1, 3], dice={"white": faces}) < plain
    assert chance(WHITE, [1, 1, 3], dice={"white": [0, 0, 1]}) == plain


@pytest.mark.parametrize("pool", [{"white": 5}, {"white": 3, "red": 2}, {"white": 1, "red": 2, "black": 3}])
def test_the_generating_function_counts_every_roll_as_the_rules_do(pool: dict[str, int]) -> None:
    faces = dict(pirates.voyage({"white": 1}, [1]).course.faces)
    product: Any = 1
    for colour, n in pool.items():
        product *= formula.generating_function(faces[colour], 1) ** n
    ways, counted = product.expand(), pirates.roll_odds(pool)
    rolls = 6 ** sum(pool.values())
    for skulls in range(max(counted) + 2):
        assert Fraction(formula.coefficient(ways, 0, skulls), rolls) == counted.get(skulls, 0)


def test_the_die_designer_moves_with_a_face_and_says_what_is_wrong_with_a_bad_one() -> None:
    designer = defined("success", "design")["designer"]
    plain = designer.headline
    assert plain.startswith("One white die: mean 1/3, a success with 1/3. The voyage: ")
    assert designer.odds == pirates.roll_odds(WHITE)
    designer.set(faces="0 ×3, 1 ×3")
    assert designer.headline.startswith("One white die: mean 1/2, a success with 1/2. The voyage: ")
    assert designer.headline.endswith(odds.percent(chance(WHITE, [1, 1, 3], dice={"white": [0, 1]})))
    assert designer.odds.mean == Fraction(5, 2)
    for typed, said in (
        ("", "its faces are a list of 1 to 100 whole numbers"),
        ("0, skull", "a face is a whole number from 0 to 99, not 'skull'"),
        ("0, -1", "a face is a whole number from 0 to 99, not -1"),
    ):
        designer.set(faces=typed)
        assert said in designer.error
    designer.reset()
    assert designer.headline == plain


def test_the_captain_written_in_the_notebook_plays_whole_games_to_their_end() -> None:
    mine = defined("mine")["mine"]
    for seed in range(3):
        t = Table("pirate_tales", seed=seed)
        while not isinstance(node := t.node, Terminal):
            if isinstance(node, Chance):
                t.roll()
            else:
                t.do(mine(pirates.information_state(t.state, node.player)))
        assert t.node.ended_by in ("9.1", "9.3")


def test_the_habit_of_placing_at_once_costs_something_with_two_white_skulls_and_a_blank_red_die() -> None:
    v = pirates.voyage({"white": 4, "red": 1}, [2, 3], rolled={"white": [1, 1, 0, 0], "red": [0]}, hand=[2])
    worth = {str(row.action): row.value for row in odds.advise(pirates, v, pirates.GOALS["success"]).rows}
    assert worth["set aside white 0 and re-roll"] - worth["place white 1 ×2"] == Fraction(2, 81)
    assert "the red one may show two skulls" in WORDS


def test_one_more_card_costs_a_third_of_the_chance_on_average_as_the_notebook_says() -> None:
    deck, laid = pirates.Setup().cards("adventure"), [(1, "white die"), 1]
    more = sum((n * chance(WHITE, [*laid, (c.need, c.reward), 3]) for c, n in deck.counts.items()), Fraction(0))
    lost = chance(WHITE, [*laid, 3]) - more / len(deck)
    assert Fraction(3, 10) < lost < Fraction(2, 5)
    assert "A third of the chance" in WORDS
