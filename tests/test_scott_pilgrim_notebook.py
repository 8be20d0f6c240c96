"""What the notebook of Scott Pilgrim says in words, and the outputs beside it cannot check: asked of the rules."""

from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import notebooks as tools
from rulebooks import odds
from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table
from rulebooks.scott_pilgrim.cards import FRONT, MOVES, masked
from rulebooks.scott_pilgrim.fight import hits_of, most_damage

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CELLS = tools.read(NOTEBOOKS / "40_scott_pilgrim.ipynb").cells
WORDS = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
SHEET = load_sheet("scott_pilgrim")
OTHER = pilgrim.card("left")


def deck_of(who: str, drama: int = 3) -> dict[Any, int]:
    """A starting deck with this much Drama."""
    return {c: 1 for c in SHEET.cards if c.kind == "action" and c.owner == who} | {"drama": drama}


def win(deck: Any, target: Any, who: str, **more: Any) -> Fraction:
    """The chance to win with the best play."""
    return pilgrim.combat_odds(deck, target, character=who, **more).p(won=True)


def helps(name: str, who: str) -> Fraction:
    """What a card added to a starting deck does to a fight for 6 damage."""
    return win(deck_of(who) | {SHEET.find(name): 1}, 6, who) - win(deck_of(who), 6, who)


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
        assert "40_scott_pilgrim.ipynb" in page.read_text(encoding="utf-8")


def test_every_self_check_of_the_notebook_is_right_as_it_stands() -> None:
    checks = [cell for cell in CELLS if cell.cell_type == "code" and "\ncheck(" in f"\n{cell.source}"]
    said = [out.data["text/plain"] for cell in checks for out in cell.outputs if "data" in out]
    assert len(checks) >= 6
    assert len(said) == len(checks)
    assert all(text.startswith("Right.") for text in said)


def test_a_coffee_date_has_one_of_two_challenges_behind_it_that_the_front_does_not_tell_apart() -> None:
    seen = masked(SHEET, SHEET.find("coffee-date"), FRONT)
    behind = [c for c in SHEET.cards if c.kind == "plot" and masked(SHEET, c, FRONT) is seen]
    assert [SHEET.copies[c] for c in behind] == [1, 1]
    assert sorted(c.fight.split()[1] for c in behind) == ["1", "2"]


def test_one_drama_less_makes_a_hand_without_drama_twice_as_likely_in_a_deck_of_ten() -> None:
    before, after = (pilgrim.vs_draw_odds({"drama": drama, OTHER: 7}, 5, 1) for drama in (3, 2))
    assert after[0] == 2 * before[0]
    assert 0 < before.mean - after.mean < Fraction(1, 2)
    for cards, drama in ((10, 1), (9, 2), (12, 4)):
        first = pilgrim.vs_draw_odds({"drama": drama, OTHER: cards - drama}, 5, 1)[0]
        then = pilgrim.vs_draw_odds({"drama": drama - 1, OTHER: cards - drama}, 5, 1)[0]
        assert then / first == Fraction(cards, cards - 5)


def test_no_card_of_knives_is_better_to_lose_than_a_drama_and_two_right_arrows_only_harm_her_fights() -> None:
    start = deck_of("knives")

    def left(gone: Any) -> dict[Any, int]:
        return {c: n - (c == gone) for c, n in start.items()}

    now = {n: win(start, n, "knives") for n in (6, 8)}
    for n in (6, 8):
        chances = {c: win(left(c), n, "knives") for c in start}
        assert max(chances, key=lambda c: chances[c]) == "drama"
        better = [c.name for c in start if c != "drama" and chances[c] > now[n]]
        assert better == ["Front Row", "Teenage Meltdown"]
    romance = {c: pilgrim.resources_odds(left(c), 5, [{"romance": 3}]).p(True) for c in start}
    assert max(romance.values()) == romance["drama"]
    meltdown = next(c for c in start if c != "drama" and c.name == "Teenage Meltdown")
    assert min(romance, key=lambda c: romance[c]) is meltdown


def test_the_first_drama_that_knives_loses_helps_her_neighbour_less_than_herself() -> None:
    hers = win(deck_of("knives", 2), 6, "knives") - win(deck_of("knives"), 6, "knives")
    his = [win(deck_of("scott"), "Despair", "scott", neighbour=deck_of("knives", n)) for n in (3, 2)]
    assert 0 < his[1] - his[0] < hers


def test_a_drama_seen_on_top_costs_more_against_despair_than_against_the_morning_rush() -> None:
    for who in ("knives", "scott"):
        lost = {}
        for target in ("Despair", "Morning Rush"):
            piles = [{"pile": {"drama": 3, OTHER: 7}, "top": top} for top in (None, "drama")]
            unseen, seen = (win(deck_of(who), target, who, neighbour=pile) for pile in piles)
            lost[target] = unseen - seen
        assert lost["Despair"] > lost["Morning Rush"] + Fraction(1, 20)


def test_taking_the_dearest_combo_first_fails_seldom_and_more_often_with_more_cards(space: dict[str, Any]) -> None:

    shares = []
    for n in (5, 6, 7):
        hands, worse = list(combinations_with_replacement(MOVES, n)), 0
        for who in ("stephen", "wallace"):
            combos = pilgrim.combos(pilgrim.Setup(), who)
            for hand in hands:
                best = most_damage(hits_of(Bag(map(pilgrim.card, hand))), combos)[0]
                worse += space["habit"](hand, who) < best
        shares.append(worse / len(hands))
    assert 0 < shares[0] < shares[1] < shares[2] < 1 / 20


def test_a_sixth_card_brings_a_fight_for_six_damage_twenty_points_in_a_hundred_or_more() -> None:
    gains = [
        win(deck_of(c.id), 6, c.id, extra=1) - win(deck_of(c.id), 6, c.id) for c in SHEET.cards if c.kind == "character"
    ]
    assert min(gains) > Fraction(1, 5)


def test_for_a_single_point_one_fights_only_with_two_thirds_if_buzz_is_what_the_sixth_card_is_for() -> None:
    five, six = (pilgrim.resources_odds(deck_of("knives"), n, [{"any": 4}]).p(True) for n in (5, 6))
    buzz = SHEET.find("buzz")
    assert (buzz.cost, buzz.points) == ("4 any", 3)
    assert Fraction(2, 3) < 3 * (six - five) < Fraction(7, 10)


def test_with_a_thinner_deck_the_sixth_card_brings_first_a_little_more_and_then_much_less() -> None:
    gains = []
    for drama in (3, 2, 1, 0):
        five, six = (pilgrim.resources_odds(deck_of("knives", drama), n, [{"any": 4}]).p(True) for n in (5, 6))
        gains.append(six - five)
    assert gains[0] < gains[1] < gains[2]
    assert gains[3] < gains[0] / 2


def test_taking_new_strings_from_stephen_is_denial_and_taking_the_tip_jar_a_gift() -> None:
    main = [c for c in SHEET.cards if c.kind == "action" and not c.owner]
    each = {c.id: helps(c.id, "stephen") for c in main}
    average = sum(SHEET.copies[c] * each[c.id] for c in main) / sum(SHEET.copies[c] for c in main)
    assert each["tip-jar"] < average < each["new-strings"]
    assert helps("tip-jar", "knives") < 0 < each["tip-jar"]
    assert 3 < each["new-strings"] / helps("new-strings", "knives") < Fraction(7, 2)
    assert helps("love-song", "stephen") < helps("love-song", "knives") < helps("training-montage", "knives")


def test_the_form_tells_a_fight_before_the_hand_is_drawn_and_each_card_after_it(space: dict[str, Any]) -> None:
    form = space["form"]
    pile = {
        "Business Time": 1,
        "Chau Down": 1,
        "Love Hurts": 1,
        "Surprise!": 1,
        "Harsh": 1,
        "Scarf Whip": 1,
        "Drama": 2,
    }
    theirs = {"pile": {"drama": 3, OTHER: 7}}
    told = win(pile, "Despair", "knives", discard=["Slammed Door", "Drama"], neighbour=theirs)
    assert form.headline == f"Won with {odds.percent(told)}; below, the damage dealt"
    assert "What each action is worth" not in form.text()
    form.set(
        needed=5, hand="Surprise!, Harsh, Drama", draw="Business Time, Scarf Whip, Chau Down", seen="Business Time"
    )
    assert form.worth.best == ("play Surprise!", "play Harsh and match Drama")
    form.reset()
    for typed, said in (
        ({"draw": "Buisness Time"}, "did you mean Business Time"),
        ({"drama": 9, "cards": 4}, "holds no 9"),
    ):
        form.set(**typed)
        assert said in form.error
        form.reset()


def test_the_player_written_in_the_notebook_plays_whole_games_to_their_end(space: dict[str, Any]) -> None:
    player = space["careful"](Fraction(7, 10))
    for seed in (1, 2):
        t = Table("scott_pilgrim", pilgrim.Setup(2), seed=seed)
        while not isinstance(node := t.node, Terminal):
            if isinstance(node, Chance):
                t.roll()
            else:
                t.do(player(pilgrim.information_state(t.state, node.player)))
        end = t.node
        assert isinstance(end, Terminal)
        assert end.ended_by in ("7.3", "7.4")


def test_alone_and_in_a_pair_each_turn_must_bring_the_same_and_more_players_have_it_easier() -> None:
    for vp in {c.to_win for c in SHEET.cards if c.kind == "ex"}:
        turns = {n: SHEET.numbers[f"turns_{n}_{vp}"] for n in (1, 2, 3, 4)}
        alone = Fraction(vp, turns[1])
        assert Fraction(2 * vp, 2 * turns[2]) == alone
        assert all(Fraction(2 * vp, n * turns[n]) < alone for n in (3, 4))
    assert "three and four have it easier" in WORDS
