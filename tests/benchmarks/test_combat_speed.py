"""How fast combats of Scott Pilgrim are answered, from scratch each time.

| query                                                        | against              | target   |
|--------------------------------------------------------------|----------------------|----------|
| seven cards, hand of three, VS Draw                          | the same rules walked | ≥ 10×   |
| twenty cards, hand of five or six, whole distribution        | the clock            | ≤ 1 s    |
| the same, two pairs of cards that share a face               | the clock            | ≤ 2.5 s  |
| draw pile of four, the rest discarded, hand of six           | the clock            | ≤ 200 ms |
| advice on the target, six of them, 11 cards and 9 discarded  | the clock            | ≤ 200 ms |
| the most damage of a hand, and how                           | the clock            | ≤ 20 ms  |
| paying three costs with six of twenty cards                  | the clock            | ≤ 100 ms |
| the same with what Story sides do                            | the clock            | ≤ 1 s    |
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulebooks import odds, scott_pilgrim
from rulebooks.core.chance import Bag
from rulebooks.fast import pilgrim as fast
from rulebooks.fast.pilgrim_resources import chance_to_pay
from rulebooks.scott_pilgrim.contents import character_deck
from rulebooks.scott_pilgrim.fight import Stage, Target, finished
from rulebooks.scott_pilgrim.piles import NONE, Deck

Versus = Callable[..., None]
Within = Callable[..., None]
SETUP = scott_pilgrim.Setup()
BOUGHT = (
    "Heartfelt Chorus", "Elbow Grease", "Whisper Campaign", "Jealous Rage", "Crowd Surf",
    "Starry Leap", "Borrowed Riff", "Open Heart", "Reverb", "Group Hug",
)  # fmt: skip
PILE = ["drama"] * 3 + ["pratfall"] * 9
COSTS = [{"music": 2}, {"any": 3}, {"any": 2}]


def deck(who: str, *more: str, bought: int = 10) -> list[Any]:
    """A starting deck and cards that were acquired."""
    return [*character_deck(SETUP, who), *BOUGHT[:bought], *more]


def cold(*asked: Any, **position: Any) -> Any:
    """The odds of a combat that nobody asked about before."""
    fast.forget()
    return scott_pilgrim.combat_odds(*asked, **position)


def test_a_small_combat_against_the_walk(versus: Versus) -> None:
    cards = ["Harsh", "Love Hurts", "drama", "Chau Down", "drama", "Surprise!", "Business Time"]
    f = scott_pilgrim.combat(cards, 5, character="knives", hand=[])
    bout = replace(f.bout, line=("vs", 1, 1))
    f = scott_pilgrim.fight.begin(bout, f.deck, 3, Deck(Bag([SETUP.drama, SETUP.sheet.find("harsh")])))
    goal = scott_pilgrim.GOALS["win"]

    def quick() -> Any:
        fast.forget()
        return fast.combat_odds(f, goal)

    def walked() -> Any:
        return odds.best(scott_pilgrim, f, goal, finished)

    assert dict(quick()) == dict(walked())
    versus("combat of seven cards, fast path", quick, "the same rules walked", walked, at_least=10)


@pytest.mark.parametrize("goal", ["win", "damage"])
@pytest.mark.parametrize("extra", [0, 1])
def test_twenty_cards(within: Within, goal: str, extra: int) -> None:
    told: dict[str, Any] = {"character": "knives", "extra": extra, "neighbour": PILE, "goal": goal}
    what = f"combat: {5 + extra} of 20 cards, “{goal}”"
    within(what, lambda: cold(deck("knives"), "Despair", **told), 1.0)


def test_twenty_cards_that_share_faces(within: Within) -> None:
    pairs = deck("knives", "sound-check-loud", "sound-check-quiet", bought=8)
    told: dict[str, Any] = {"character": "knives", "extra": 1, "neighbour": PILE}
    within("the same, cards that share a face", lambda: cold(pairs, "Despair", **told), 2.5)


def test_a_pile_that_is_shuffled_while_the_hand_is_drawn(within: Within) -> None:
    cards = deck("knives")
    told: dict[str, Any] = {"character": "knives", "extra": 1, "neighbour": PILE, "discard": cards[4:]}
    within("the same, 4 cards in the pile, 16 discarded", lambda: cold(cards[:4], "Despair", **told), 0.2)


def test_advice_on_the_target(within: Within) -> None:
    plots = [c for c in SETUP.sheet.cards if c.kind == "plot" and c.damage and (c.fight or "vs").startswith("vs")][:6]
    bouts = [scott_pilgrim.combat([], c.back, character="knives", hand=[]).bout for c in plots]
    cards = deck("knives")
    f = scott_pilgrim.combat(cards[:11], 1, character="knives", hand=[], discard=cards[11:], neighbour=PILE)
    choices = tuple((Target(i, c), bout) for i, (c, bout) in enumerate(zip(plots, bouts, strict=True)))
    f = replace(f, stage=Stage.TARGET, due=5, hand=NONE, choices=choices)

    def advised() -> None:
        fast.forget()
        assert scott_pilgrim.fast_advice(f, scott_pilgrim.GOALS["win"]).best

    within("advice on the target: six, 11 cards and 9 discarded", advised, 0.2)


def test_the_most_damage_of_a_hand(within: Within) -> None:
    hand = ["Harsh", "Surprise!", "Business Time", "Chau Down", "Love Hurts", "drama", "Jealous Rage", "Bounce Back"]

    def best() -> Any:
        scott_pilgrim.fight.most_damage.cache_clear()
        return scott_pilgrim.best_combos(hand, "knives")

    within("most damage of eight cards, and how", best, 0.02)


@pytest.mark.parametrize("abilities, seconds", [(False, 0.1), (True, 1.0)])
def test_paying_three_costs(within: Within, abilities: bool, seconds: float) -> None:
    cards = deck("stephen")

    def paying() -> Any:
        chance_to_pay.cache_clear()
        return scott_pilgrim.resources_odds(cards, 6, COSTS, abilities=abilities)

    within(f"paying with 6 of 20 cards{', with their abilities' * abilities}", paying, seconds)
