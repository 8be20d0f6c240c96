"""A stop-or-draw fight as rules: the slow twin of ``rulebooks.fast.fights`` and what the benchmarks walk.

Some free cards are dealt; then the player may pay one life for one more card, a few
times; on stopping, each point short of the target costs one life. States are plain
tuples, the cheapest thing that hashes: (phase, life lost, points short, counts left, fight).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import Goal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import Rulebook

rule = Rulebook("fight", edition="tests")

State = tuple[str, int, int, tuple[int, ...], "Fight"]


class Action(StrEnum):
    STOP, DRAW = "stop", "pay one life, draw"


@dataclass(frozen=True, eq=False)
class Fight(metaclass=Interned):
    """The set-up: the deck's kinds and their counts, and the three numbers of the fight."""

    values: tuple[int, ...]
    counts: tuple[int, ...]
    free: int
    extra: int
    target: int

    @cached_property
    def place(self) -> dict[int, int]:
        """Card value -> its place among the kinds."""
        return {value: i for i, value in enumerate(self.values)}


def fight(deck: Mapping[int, int], free: int, extra: int, target: int) -> State:
    """The state before the free cards are dealt."""
    return initial_state(Fight(tuple(deck), tuple(deck.values()), free, extra, target))


@rule("1", "The free cards")
def deal_hand(s: State, hand: Bag[int]) -> State:
    """The free cards are dealt."""
    _, loss, short, left, f = s
    rest = Bag(dict(zip(f.values, left, strict=True))) - hand
    return judged(loss, short - sum(hand), tuple(rest.count(value) for value in f.values), f)


@rule("2", "Pay")
def pay(s: State) -> State:
    """One life shows one more card."""
    _, loss, short, left, f = s
    return ("draw", loss + 1, short, left, f)


@rule("3", "Draw")
def draw_card(s: State, card: int) -> State:
    """The card counts towards the target."""
    _, loss, short, left, f = s
    i = f.place[card]
    return judged(loss, short - card, left[:i] + (left[i] - 1,) + left[i + 1 :], f)


@rule("4", "Stop")
def stop(s: State) -> State:
    """Each point short of the target costs one life."""
    return ("over", s[1] + s[2], 0, (), s[4])


def judged(loss: int, short: int, left: tuple[int, ...], f: Fight) -> State:
    """The fight is over by itself when the target is met or no draw is left."""
    if short > 0 and loss < f.extra:
        return ("choose", loss, short, left, f)
    return ("over", loss + max(0, short), 0, (), f)


def initial_state(setup: Fight | None = None, /) -> State:
    setup = setup or Fight((0, 1, 2, 3, 4), (10, 8, 6, 4, 2), 4, 5, 10)
    return ("deal", 0, setup.target, setup.counts, setup)


def node(s: State, /) -> Node:
    phase, loss, _, left, f = s
    if phase == "choose":
        return Decision(0, ACTIONS)
    if phase == "draw":
        return Chance("a card", {value: n for value, n in zip(f.values, left, strict=True) if n})
    if phase == "over":
        return Terminal((-loss,), "4")
    return Chance("the free cards", deal(Bag(dict(zip(f.values, left, strict=True))), f.free))


def step(s: State, move: Any, /) -> State:
    phase = s[0]
    if phase == "draw" and move in s[4].place:
        return draw_card(s, move)
    if phase == "choose" and move in ACTIONS:
        return stop(s) if move is Action.STOP else pay(s)
    if phase == "deal" and isinstance(move, Bag):
        return deal_hand(s, move)
    raise IllegalMove(move, None)


def candidates(s: State, /) -> tuple[Action, ...]:
    return tuple(Action) if s[0] == "choose" else ()


def information_state(s: State, player: int = 0, /) -> State:
    return s


ACTIONS = tuple(Action)
LEAST_LOSS = Goal("life", "the least expected life loss", (lambda s: -s[1],))
