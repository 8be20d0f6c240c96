"""Kabula's last battle for the tests: tables after the theft, and short ways to attack there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kabula_moves import onwards
from kabula_table import SHEET, table
from rulebooks import kabula
from rulebooks.kabula.flow import settled
from rulebooks.kabula.printed import Verb

HOME, MEADOW, FAR = (0, 0), (0, 3), (4, -4)
KING = "Water King"
AWAY = {"guardian": KING, "space": FAR}
POPULAR = {"tags": (3, 0, 0)}
NUMBER = SHEET.find("water-king").number


def battle(*heroes: Any, **rest: Any) -> Any:
    """A table after the theft, the Guardian far away; Jessika, Zack and Clayton have no Parts unless told."""
    told = [{"hero": name, "space": MEADOW, "parts": ""} | h for name, h in zip(NAMES, heroes, strict=False)]
    return table(*told, **({"kabula": 1, "guardian": AWAY} | rest))


NAMES = ("Jessika", "Zack", "Clayton")


def struck(s: Any, by: int, at: int, words: str = "attack 9, heart 9") -> Any:
    """The table after a figure has attacked another one; nobody defends."""
    s = replace(s, todo=((by, Verb("attack", 1, words)), *s.todo))
    s = settled(replace(s, mark=at))
    if s.todo and s.todo[0][1].what == "attack":
        s = kabula.step(s, next(a for a in kabula.node(s).actions if a.figure == at))
    return to_its_end(s)


def to_its_end(s: Any) -> Any:
    """The table after an attack, all that is still to be chosen or rolled being the first there is."""
    while s.strike is not None:
        s = onwards(s)
    return s


def attacks(s: Any, by: int, at: int, words: str) -> Any:
    """The table when a figure has begun an attack on another one."""
    s = settled(replace(s, mark=at, todo=((by, Verb("attack", 1, words)), (by, Verb("end turn")))))
    return s if s.strike is not None else kabula.step(s, next(a for a in kabula.node(s).actions if a.figure == at))


def what_or_choice(s: Any) -> str:
    """What is rolled, or that somebody chooses."""
    return getattr(kabula.node(s), "what", "a choice")
