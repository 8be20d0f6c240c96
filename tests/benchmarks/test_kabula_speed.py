"""How fast attacks, duels and the island of Kabula are answered, from scratch each time.

| query                                                        | against               | target   |
|--------------------------------------------------------------|-----------------------|----------|
| Kidney Bean Bullet at a Hero with armour, two defences       | the clock             | ≤ 100 ms |
| a push, Nausea, four defences, 13 Parts                      | the clock             | ≤ 100 ms |
| “The Abyss”: twice, spend or else, recharged in between      | the clock             | ≤ 100 ms |
| an attack on a Hero with five Parts                          | every action walked   | ≥ 10×    |
| a duel of six rounds: push, Nausea, four defences            | the clock             | ≤ 1 s    |
| a duel of six rounds of an attack made twice, four defences  | the clock             | ≤ 1 s    |
| where random movement and pushes end, from every space       | the clock             | ≤ 100 ms |
"""

from collections.abc import Callable
from typing import Any

import pytest

from kabula_slow import slow_attack
from rulebooks import kabula
from rulebooks.kabula.parts import payments

Within = Callable[..., None]
TEN = "teeth 2, brain 2, legs 2, butt 2, guts 2"
TABLE = kabula.target(
    8, passive={"butt": "Leather Jacket"}, active=["Duck", "Umbrella"], parts={"fresh": TEN, "used": "brain, legs"}
)
RICH = kabula.target(
    8,
    nausea=1,
    passive={"butt": "shield 9"},
    active=["Duck", ("butt", "shield 2, cancel aim"), "Trading Blood", ("any 2", "shield 3")],
    parts={"rage": "teeth, legs", "fresh": TEN, "used": "guts"},
)
FEW = kabula.target(
    6, nausea=1, active=["Duck", ("any 2", "shield 2")], parts={"rage": "legs", "fresh": "legs, guts 3"}
)


def from_scratch(job: Callable[[], Any]) -> Callable[[], Any]:
    """The same without the lists of payments made before."""

    def cold() -> Any:
        payments.cache_clear()
        return job()

    return cold


@pytest.mark.parametrize(
    ("what", "attack", "foe"),
    [
        ("Kidney Bean Bullet, armour, two defences", "Kidney Bean Bullet", TABLE),
        ("Cook's Ladle, push, Nausea, four defences, 13 Parts", "Cook's Ladle", RICH),
        ("The Abyss, twice, two defences, 12 Parts", "attacked, twice, spend brain or heart 3", TABLE),
    ],
)
def test_an_attack_of_a_table(within: Within, what: str, attack: str, foe: Any) -> None:
    within(what, from_scratch(lambda: kabula.attack_odds(attack, foe)), 0.1)


def test_an_attack_against_walking_every_action(versus: Callable[..., None]) -> None:
    assert dict(kabula.attack_odds("Cook's Ladle", FEW)) == slow_attack("Cook's Ladle", FEW)[1]
    versus(
        "Cook's Ladle, two defences, five Parts",
        from_scratch(lambda: kabula.attack_odds("Cook's Ladle", FEW)),
        "every action walked",
        from_scratch(lambda: slow_attack("Cook's Ladle", FEW)),
        at_least=10,
    )


@pytest.mark.parametrize("attack", ["Cook's Ladle", "attack, twice, aim, blade 2"])
def test_a_duel_of_six_rounds(within: Within, attack: str) -> None:
    within(f"six rounds, four defences: {attack}", from_scratch(lambda: kabula.duel_odds(attack, RICH, 6)), 1.0)


@pytest.mark.parametrize(
    ("what", "ask"),
    [
        ("4 steps at random", lambda island, space: island.wander_odds(space, 4)),
        ("a push", lambda island, space: island.push_odds(space, 1)),
        ("all that 6 steps reach", lambda island, space: island.reach(space, 6)),
    ],
    ids=["wander", "push", "reach"],
)
def test_the_house_island(within: Within, what: str, ask: Callable[..., Any]) -> None:
    island = kabula.island()
    within(f"{what}, from every space", lambda: [ask(island, space) for space in island.cells], 0.1)
