"""Stealing the Kabula, when? The odds of the Guardian's first turn, by a fast walk and by the whole table."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

from kabula_table import ISLAND, kabula, table
from rulebooks.core.game import Chance, Terminal
from rulebooks.kabula.fights import Defend, NoDefence, Spend
from rulebooks.kabula.parts import size_of

THIEF = {"hero": "Zack", "space": (0, 0), "tags": [0, 3, 0]}
Worth = tuple[Fraction, Fraction, Fraction]


def lives(o: Any) -> Fraction:
    """The chance to survive."""
    return Fraction(o.p(lambda turn: turn.survives))


def worth(o: Any) -> Worth:
    """Deaths, Heart lost and Parts spent, on average."""
    spent = sum(p * (turn.parts_spent + turn.kabula_spent) for turn, p in o.items() if turn.survives)
    return 1 - lives(o), sum(p * turn.heart_lost for turn, p in o.items()), spent


def slowly(s: Any, thief: int = 0) -> Worth:
    """The same by the table's own moves: every way of the thief is tried; others do nothing that they need not do."""
    heart, rest = s.heroes[thief].heart, len(s.todo) - 1

    def value(s: Any, spent: int) -> Worth:
        h = s.heroes[thief]
        node = kabula.node(s)
        if h.out or isinstance(node, Terminal) or (s.strike is None and len(s.todo) <= rest):
            lost = heart - (0 if h.out else h.heart)
            return Fraction(int(h.out)), Fraction(lost), Fraction(0 if h.out else spent)
        if isinstance(node, Chance):
            total = sum(node.outcomes.values())
            ways = [(Fraction(n, total), value(kabula.step(s, m), spent)) for m, n in node.outcomes.items()]
            a, b, c = (sum((p * v[i] for p, v in ways), Fraction(0)) for i in range(3))
            return a, b, c
        if node.player != thief or not isinstance(node.actions[0], NoDefence | Defend | Spend):
            quiet = next((a for a in node.actions if isinstance(a, NoDefence)), node.actions[0])
            return value(kabula.step(s, quiet), spent)
        return min(value(kabula.step(s, a), spent + paid(a)) for a in node.actions)

    return value(s, 0)


def paid(action: Any) -> int:
    """How many Parts an action spends, the Kabula among them."""
    return size_of(action.payment) + bool(action.kabula) if isinstance(action, Defend | Spend) else 0


CASES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"heart": 3, "parts": ""}, {}),
    ({"heart": 2, "parts": "butt, guts", "nausea": 1}, {}),
    ({"heart": 3, "parts": "butt 2, teeth", "items": ["Umbrella"]}, {}),
    ({"heart": 4, "parts": {"rage": "butt", "fresh": "brain"}, "items": ["Umbrella", "Knee Pads"]}, {}),
    ({"heart": 3, "parts": "butt, legs"}, {"guardian": {"space": (2, 1)}}),
    ({"heart": 3, "parts": "butt, legs"}, {"guardian": {"space": (0, -2), "heart": 1}}),
]


@pytest.mark.rule("12.1", "11.3", "12.4c")
@pytest.mark.parametrize(("hero", "more"), CASES)
def test_the_odds_are_those_of_the_whole_table(hero: dict[str, Any], more: dict[str, Any]) -> None:
    s = table(THIEF | hero, {"space": (0, 4)}, **more)
    assert worth(kabula.theft_odds(s)) == slowly(s)


@pytest.mark.long
@pytest.mark.parametrize("guardian", ["Water King", "Shaggy", "Bibi & Bobu"])
@pytest.mark.parametrize("heart", [1, 2, 3, 5])
def test_the_odds_are_those_of_the_whole_table_for_every_guardian(guardian: str, heart: int) -> None:
    hero = THIEF | {"heart": heart, "parts": "butt, guts, teeth", "items": ["Umbrella"], "nausea": 1}
    s = table(hero, {"space": (0, 4)}, guardian=guardian, expansions=["Conspiracy"])
    assert worth(kabula.theft_odds(s))[:2] == slowly(s)[:2]


def test_a_hero_next_to_the_thief_may_be_hit_instead_and_does_not_defend_it() -> None:
    s = table(THIEF | {"heart": 3, "parts": ""}, {"space": (0, 0), "items": ["Umbrella"], "parts": "butt 3"})
    assert worth(kabula.theft_odds(s)) == slowly(s)
    far = table(THIEF | {"heart": 3, "parts": ""}, {"space": (2, 1)}, guardian={"space": (2, 2)})
    assert worth(kabula.theft_odds(far)) == slowly(far)
    assert lives(kabula.theft_odds(far)) == 1  # the Guardian goes for who is nearer


@pytest.mark.rule("12.2")
def test_odds_of_a_theft_may_be_asked_beforehand_and_for_another_player() -> None:
    before = table(THIEF | {"space": "Inverbluf", "heart": 3}, {"hero": "Isolde"}, turn=2)
    at_once = table(THIEF | {"heart": 3}, {"hero": "Isolde"})
    assert kabula.theft_odds(before, 1) == kabula.theft_odds(at_once)
    assert before.kabula == kabula.table(heroes=[{}]).kabula


def test_odds_from_numbers_are_those_of_a_table_with_the_same_numbers() -> None:
    s = table({"hero": "Jessika", "space": (0, 0), "tags": [3, 0, 0], "heart": 3, "parts": "butt", "worn": []}, {})
    asked = kabula.theft_odds(heart=3, parts="butt", active=actives(s))
    assert worth(asked) == worth(kabula.theft_odds(s))


def actives(s: Any) -> list[Any]:
    """The active defences of the first Hero of a table."""
    from rulebooks.kabula.brawls import defences

    return list(defences(s, 0)[1])


def test_every_row_of_the_guardian_is_told_with_the_weight_of_its_coins() -> None:
    o = kabula.theft_odds(heart=9)
    rows = {row: sum(p for turn, p in o.items() if turn.action == row) for row in {turn.action for turn in o}}
    assert rows == {"Tidal Wave": Fraction(1, 4), "Trident": Fraction(1, 2), "Whirlpool": Fraction(1, 4)}
    assert "exact" in str(o.how)


@pytest.mark.parametrize("guardian", ["Water King", "Shaggy", "Bibi & Bobu"])
def test_more_heart_and_better_defences_never_hurt(guardian: str) -> None:
    chances = [lives(kabula.theft_odds(heart=n, guardian=guardian)) for n in (1, 3, 12)]
    assert chances == sorted(chances)
    assert chances[-1] == 1
    bare = kabula.theft_odds(heart=2, guardian=guardian, parts="butt 2")
    safe = kabula.theft_odds(heart=2, guardian=guardian, parts="butt 2", active=[("butt", "shield 2")])
    assert lives(safe) >= lives(bare)


def test_it_is_told_in_less_than_a_second() -> None:
    defences: dict[str, Any] = {
        "passive": {"legs": "shield 1", "butt": "shield 2"},
        "active": [("butt", "shield 2, cancel aim"), ("any 2", "shield 1"), ("teeth", "before heart 1")],
    }
    kabula.theft_odds()
    start = time.process_time()
    kabula.theft_odds(heart=6, parts={"fresh": "teeth 3, butt 3, guts 4", "rage": "brain 2, legs"}, **defences)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"guardian": "Water Queen"}, "no Guardian is called 'Water Queen'"),
        ({"heroes": 6}, "heroes .* is a whole number from 1 to 5, not 6"),
        ({"heart": 0}, "heart is a whole number from 1"),
        ({"parts": "tail"}, "no Part is called 'tail'"),
        ({"active": "umbrella"}, r"active is a list of defences.*\(5\.14\)"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(told: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kabula.theft_odds(**told)


def test_a_theft_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Zack is not trending.*\(12\.2\)"):
        kabula.theft_odds(table({"hero": "Zack"}))
    with pytest.raises(ValueError, match=r"can be stolen once.*\(12\.1\)"):
        kabula.theft_odds(table(THIEF | {"space": (0, 3)}, {}, kabula=2))
    with pytest.raises(ValueError, match=r"no Hero's turn; name a player \(12\.2\)"):
        kabula.theft_odds(table({"familio": "Aloe Wolf"}, turn="Aloe Wolf"))
    with pytest.raises(ValueError, match="player is a whole number from 1 to 1"):
        kabula.theft_odds(table(), 2)
    with pytest.raises(ValueError, match="of a table alone, or of numbers alone"):
        kabula.theft_odds(table(), heart=3)
    assert ISLAND.sanctuary == (0, 0)
