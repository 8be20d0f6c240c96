"""Kabula 12.4: the numbers in an action's effect, which of them the Kabula may raise, and how it is spent in a fight.

A number is one that is printed: of steps, of cards, of Heart, of Blades or Shields, of the spaces that an attack
reaches, and of Parts of one kind to be spent where there are several.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebooks.kabula.attacks import Fighter, Strike, with_fighter
from rulebooks.kabula.book import rule
from rulebooks.kabula.parts import Cost, Payment, payments, raging
from rulebooks.kabula.printed import COUNTED, KabulaCard, Verb, verbs
from rulebooks.kabula.strikes import Attack, Defence, attack

OF_A_DEFENCE = {"shield": "shield", "before": "heart before", "after": "heart after"}
UNCOUNTED = ("push", "nothing")
CALLED = {"walk": "steps", "hop": "steps", "heal": "healing", "get": "Parts"}  # a number of a verb, in words
CARDS = ("shop common", "shop rare", "draw common", "draw rare")


# The numbers of an attack, a defence, an action
def _places(a: Attack) -> Iterator[tuple[str, int, str]]:
    """What each number of an attack is of; the place of its harm, -1 for the reach; the kind of Part of a price."""
    if a.reach:
        yield "spaces", -1, ""
    for i, h in enumerate(a.harms):
        for kind in dict.fromkeys(h.price):
            if h.price.count(kind) > 1:
                yield f"{kind} to spend", i, kind
        if h.what not in UNCOUNTED:
            yield h.what + (f" at {' or '.join(h.parts)}" if h.parts else ""), i, ""


def of_attack(a: Attack) -> tuple[str, ...]:
    """What the numbers of an attack are of, in order."""
    return tuple(what for what, _, _ in _places(a))


def raise_attack(a: Attack, place: int, more: int) -> Attack:
    """An attack with one of its numbers raised."""
    _, at, kind = list(_places(a))[place]
    if at < 0:
        return replace(a, reach=a.reach + more)
    h = a.harms[at]
    h = replace(h, price=(*h.price, *(kind,) * more)) if kind else replace(h, n=h.n + more)
    return replace(a, harms=(*a.harms[:at], h, *a.harms[at + 1 :]))


def of_defence(d: Defence) -> tuple[str, ...]:
    """What the numbers of a defence are of, in order."""
    return tuple(what for name, what in OF_A_DEFENCE.items() if getattr(d, name))


def raise_defence(d: Defence, place: int, more: int) -> Defence:
    """A defence with one of its numbers raised; the same one where it has none."""
    if place < 0:
        return d
    name = [name for name in OF_A_DEFENCE if getattr(d, name)][place]
    return replace(d, **{name: getattr(d, name) + more})


def of_action(card: KabulaCard) -> tuple[str, ...]:
    """What the numbers in an action's effect are of: those of its verbs, and those of its attacks."""
    found: list[str] = []
    for v in verbs(card.id, card.does):
        if v.what == "attack":
            found += of_attack(attack(v.arg, v.arg))
        elif _counted(v):
            found.append("cards" if v.what in CARDS else CALLED.get(v.what, v.what))
    return told_apart(found)


def told_apart(names: list[str]) -> tuple[str, ...]:
    """Names of numbers, of several alike with which one it is."""
    again = [names[:i].count(name) for i, name in enumerate(names)]
    return tuple(f"{name} ({n + 1})" if names.count(name) > 1 else name for name, n in zip(names, again, strict=True))


def raise_action(card: KabulaCard, place: int, more: int) -> tuple[Verb, ...]:
    """What an action does with one of its numbers raised; an attack bears its place until it is made (``marked``)."""
    told = []
    for v in verbs(card.id, card.does):
        n = len(of_attack(attack(v.arg, v.arg))) if v.what == "attack" else int(_counted(v))
        if 0 <= place < n:
            v = replace(v, n=place + 2) if v.what == "attack" else replace(v, n=v.n + more)
        place -= n
        told.append(v)
    return tuple(told)


def marked(a: Attack, n: int, more: int) -> Attack:
    """An attack as its verb marks it. ``n``: 1, or 2 more than the place of the number that the Kabula raises."""
    return a if n < 2 else raise_attack(a, n - 2, more)


def _counted(v: Verb) -> bool:
    return v.what in COUNTED or v.what == "get"


# In a fight
def ways(f: Fighter, price: Cost) -> tuple[tuple[Payment, str], ...]:
    """Every way of a fighter to pay: with Parts alone, and with the Kabula in place of a Part, which is then named.

    The same Parts with the Kabula are one way, whichever Part of the price it stands for.
    """
    with_it: dict[Payment, str] = {}
    for part in dict.fromkeys(p for p in price if f.wild and not raging(p)):
        rest = list(price)
        rest.remove(part)
        for way in payments(f.boxes, tuple(rest), f.cap):
            with_it.setdefault(way, part)
    return (*((way, "") for way in payments(f.boxes, price, f.cap)), *with_it.items())


@rule("12.4c", "The Kabula in a fight")
def spent_in_a_fight(s: Strike, who: int) -> Strike:
    """Who has the Kabula may spend it in a defence, one of whose numbers it raises, or where an attack asks for Parts.

    Whom an attacker makes spend Parts of the attacker's choice decides alone about the Kabula, and so keeps it.
    """
    return with_fighter(s, who, wild=0)


__all__ = ["marked", "of_action", "of_attack", "of_defence", "raise_action", "raise_attack", "raise_defence", "ways"]
