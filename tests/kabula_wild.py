"""Tables of Kabula with Monsters and Familios for the tests, and short ways to ask about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kabula_table import CALM, SHEET, after, kabula, labels, table
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.game import Chance, Decision
from rulebooks.kabula.duels import boxes_of
from rulebooks.kabula.figures import FAMILIO, GUARDIAN, Familio, Monster
from rulebooks.kabula.flow import settled
from rulebooks.kabula.parts import cost
from rulebooks.kabula.rounds import begin_turn

MEADOW = (0, 3)
BLUFF = (1, 3)  # an encounter Pin of the smallest game, in Bluff
FAR = (4, -4)
BULLET = "Kidney Bean Bullet"


def far(*heroes: Any, **rest: Any) -> Any:
    """A table with the Guardian far away, in a corner of the North; two Heroes on one meadow unless told.

    No Monster is spotted: all of them lie in the Unspotted deck.
    """
    there = [{"space": MEADOW} | h for h in heroes or ({}, {})]
    s = table(*there, **{"guardian": {"space": FAR}} | rest)
    free = Bag([card for _, card in s.spotted if card is not None])
    deck = Pile((Bag(s.unspotted) + free,))
    return replace(s, spotted=tuple((where, None) for where, _ in s.spotted), unspotted=deck)


def wild(s: Any, name: str, space: Any = MEADOW, parts: str = "", *, before: int = 1, nausea: int = 0) -> Any:
    """The table with a Wild Monster more, which stands before a player on the tracker."""
    card = SHEET.find(name)
    there = Monster(s.serial, card, space, Bag(cost(parts or card.parts)), nausea)
    place = s.ron.index(before - 1)
    ron = (*s.ron[:place], s.serial, *s.ron[place:])
    turn = s.turn + (place <= s.turn)
    deck = s.unspotted.take(card)
    return replace(s, monsters=(*s.monsters, there), serial=s.serial + 1, ron=ron, turn=turn, unspotted=deck)


def pet(s: Any, player: int, name: str, space: Any = MEADOW, **told: Any) -> Any:
    """The table with a Familio for a player. ``parts``: its own, Fresh unless told; ``gear``: what it wears."""
    card = SHEET.find(name)
    boxes = boxes_of(told.pop("parts", ()), 5)
    gear = Bag([SHEET.find(c) for c in told.pop("gear", ())])
    there = Familio(card, space, **({"heart": card.heart, "most": card.heart} | told))
    there = replace(there, rage=boxes.rage, fresh=boxes.fresh, gear=gear)
    h = replace(s.heroes[player - 1], familio=there)
    heroes = tuple(h if i == player - 1 else other for i, other in enumerate(s.heroes))
    mine = [FAMILIO + i for i, x in enumerate(heroes) if x.familio]
    ron = (*(f for f in s.ron if f not in mine), *sorted(mine, key=lambda f: s.ron.index(f % FAMILIO)))
    turn = ron.index(s.active)
    return replace(s, heroes=heroes, ron=ron, turn=turn, unspotted=s.unspotted.take(card))


def pets_turn(s: Any, player: int = 1) -> Any:
    """The table in the turn of a player's Familio."""
    return replace(s, turn=s.ron.index(FAMILIO + player - 1))


def monsters_turn(s: Any, number: int = 100) -> Any:
    """The table when a Monster's turn begins: those before it have had theirs."""
    return settled(begin_turn(replace(s, turn=s.ron.index(number))))


def spotted(s: Any, **cards: str) -> Any:
    """The table with Monsters laid open: ``Bluff="Aloe Wolf"``, and none elsewhere; _ stands for a blank."""
    told = {where.replace("_", " "): SHEET.find(name) for where, name in cards.items()}
    deck = s.unspotted
    for card in told.values():
        deck = deck.take(card)
    return replace(s, spotted=tuple((where, told.get(where)) for where, _ in s.spotted), unspotted=deck)


def no_more_to_spot(s: Any) -> Any:
    """The table with an empty Unspotted deck; its cards are discarded."""
    return replace(s, unspotted=Pile((Bag(),)), gone=s.gone + Bag(s.unspotted))


def in_the_turn_of(f: int) -> Any:
    """Whether a figure's turn is on, between two of its actions."""
    return lambda s: s.active == f and s.phase is kabula.Phase.TURN and not s.todo


def chance(s: Any) -> str:
    """What chance brings; "" where somebody chooses."""
    node = kabula.node(s)
    return getattr(node, "what", "")


def about_to_provoke(name: str = "Aloe Wolf", *others: Any, **told: Any) -> Any:
    """Player 1 on a Monster Pin in Bluff, where that Monster is spotted; player 2 is far away unless told."""
    heroes = [{"space": BLUFF} | told, *(others or ({"space": (-4, 0)},))]
    return spotted(far(*heroes, pins={BLUFF: "monster"}), Bluff=name, The_North="Moss Boar")


def shot(parts: str, used: str = "", *, nausea: int = 0, aim: str = "brain", heart: int = 0) -> Any:
    """Zack has hit a Monster beside him with his bullet, which takes one Part."""
    zack = {"hero": "zack", "parts": {"fresh": "guts", "used": used}} | ({"heart": heart} if heart else {})
    s = wild(far(zack, {"space": FAR}), "Aloe Wolf", parts=parts, nausea=nausea, before=2)
    return after(s, BULLET, "attack Aloe Wolf", aim)


def monster(s: Any, number: int = 100) -> Any:
    """A Monster by its number; None where it is gone."""
    return next((m for m in s.monsters if m.number == number), None)


def familio(s: Any, player: int = 1) -> Any:
    """The Familio of a player."""
    return s.heroes[player - 1].familio


def on_tracker(s: Any) -> list[str]:
    """The tracker from left to right: players by number, Familios as "f1", others by their number."""
    return [f"f{f - FAMILIO + 1}" if FAMILIO <= f < GUARDIAN else str(f + 1 if f < FAMILIO else f) for f in s.ron]


def quiet(s: Any, until: Any, most: int = 60) -> Any:
    """The table brought on until something holds: nobody defends, spends or tags; chance brings the first."""
    for _ in range(most):
        if until(s):
            return s
        node = kabula.node(s)
        if isinstance(node, Chance):
            told = {str(getattr(m, "name", m)): m for m in node.outcomes}
            s = kabula.step(s, told.get(CALM, next(iter(node.outcomes))))
        else:
            assert isinstance(node, Decision)
            s = kabula.step(s, node.actions[0])
    raise AssertionError(f"it did not come to that: {labels(s)}")


def settle(s: Any) -> Any:
    """The table after an attack that is under way: what is chosen or rolled is the first there is."""
    return quiet(s, lambda s: s.strike is None)


def names(cards: Iterable[Any]) -> list[str]:
    """Names of cards."""
    return sorted(c.name for c in cards)


__all__ = [
    "BLUFF",
    "BULLET",
    "FAR",
    "MEADOW",
    "about_to_provoke",
    "after",
    "chance",
    "familio",
    "far",
    "in_the_turn_of",
    "monster",
    "monsters_turn",
    "names",
    "no_more_to_spot",
    "on_tracker",
    "pet",
    "pets_turn",
    "quiet",
    "settle",
    "shot",
    "spotted",
    "wild",
]
