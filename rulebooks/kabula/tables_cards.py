"""Setting up a whole table of Kabula: its cards: whose they are, what lies on top, what is out of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import hint, short
from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula.contents import KabulaCard, Setup, monsters, shuffled_in, territories
from rulebooks.kabula.table import State

PILES = {
    "encounters": "encounter",
    "dungeons": "dungeon",
    "common": "item",
    "rare": "item",
    "unspotted": "monster",
    "omens": "omen",
    "burrow": "rabbits",
}
USED = {"unspotted": "gone", "omens": "past", "burrow": "dug"}  # where the cards of a deck lie that are used up


def listed(what: str, given: Any) -> list[Any]:
    """The entries of a list, or ValueError that names it."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ValueError(f"{what} is a list of names, not {short(given)}")
    return list(given)


def cards(what: str, names: Any, kind: str | tuple[str, ...], setup: Setup) -> list[KabulaCard]:
    """Cards of a kind, in the order they are named: by name, id or the name shown in class."""
    kinds = (kind,) if isinstance(kind, str) else kind
    every = [c for c in setup.sheet.cards if c.kind in kinds and (c.kind not in OF_GUARDIAN or of_guardian(c, setup))]
    known = {name.casefold(): c for c in every for name in (c.alias, c.name, c.id) if name}
    found = []
    for name in listed(what, names):
        wanted = name.strip().casefold() if isinstance(name, str) else ""
        card = name if isinstance(name, KabulaCard) else known.get(wanted)
        if card is None or card not in every:
            one = kinds[0] if len(kinds) < 3 else "card"
            raise ValueError(f"{what}: no {one} is called {short(name)}{hint(name, [c.name for c in every])}")
        found.append(card)
    return found


OF_GUARDIAN = ("omen", "rabbits")


def of_guardian(card: KabulaCard, setup: Setup) -> bool:
    """Whether a card belongs to a deck of the Guardian that is played with."""
    return card.owner == setup.guardian


def monster(what: str, name: Any, setup: Setup) -> KabulaCard:
    """A Monster by its name, as far as the sets in play go."""
    [card] = cards(what, [name], "monster", setup)
    if not shuffled_in(setup, card):
        raise ValueError(f"{what}: {card} comes with the expansion {card.set}; name it in expansions (13.1)")
    return card


# Monsters -------------------------------------------------------------------------------------
def laid_open(s: State, given: Any) -> tuple[tuple[str, KabulaCard | None], ...]:
    """The Monster laid open for each territory; where none is told, the first of the sheet that lies nowhere else."""
    slots = territories(s.setup)
    if not isinstance(given, Mapping):
        raise ValueError(f"spotted is a mapping territory -> Monster, not {short(given)} (1.7)")
    names = {name.casefold(): name for name in slots}
    told: dict[str, KabulaCard | None] = {}
    for name, card in given.items():
        where = names.get(str(name).strip().casefold())
        if where is None:
            raise ValueError(f"spotted: no territory is called {short(name)}; there are {', '.join(slots)} (1.7)")
        told[where] = None if card is None else monster(f"spotted in {where}", card, s.setup)
    left = [c for c, n in monsters(s.setup).counts.items() for _ in range(n)]
    for c in (*lying(s), *(c for c in told.values() if c)):
        if c in left:
            left.remove(c)
    return tuple((name, told[name] if name in told else (left.pop(0) if left else None)) for name in slots)


# Decks ----------------------------------------------------------------------------------------
def piles(s: State, tops: Mapping[str, Any], out: Any) -> State:
    """The decks: known cards on top, all that lies nowhere else shuffled below.

    Items, encounters and dungeons that are out are out of the game; Monsters are discarded, the Guardian's cards used.
    """
    names = out_names(out)
    kinds = tuple(dict.fromkeys(PILES.values()))
    gone = cards("out", [name for name in names if name not in PILES], kinds, s.setup)
    held = Bag([*lying(s), *gone])
    whole_decks = {name: Bag(getattr(s, name)) for name in PILES}
    box = Bag([c for deck in whole_decks.values() for c in deck])
    for c in held.kinds:
        if held.count(c) > box.count(c):
            raise ValueError(f"{c} is named too often; a {s.setup.light} game has {box.count(c)} of it (1.4)")
    told: dict[str, Any] = {}
    for name, deck in whole_decks.items():
        rest = deck - Bag([c for c in held if c in deck])
        used = [c for c in gone if c in deck]
        top = cards(name, tops[name], PILES[name], s.setup)
        for c in top:
            if c not in rest:
                raise ValueError(f"{name}: {c} lies elsewhere, or is no card of this deck in this game (1.4)")
            rest = rest.take(c)
        below = Bag() if name in names else rest
        told[name] = Pile((below,) if deck else ()).on_top(*reversed(top))
        if name in USED:
            told[USED[name]] = Bag([*used, *(rest if name in names else ())])
    return no_empty_slot(replace(s, **told))


def out_names(out: Any) -> list[Any]:
    """What is out of the game, by name."""
    if isinstance(out, str | bytes) or not isinstance(out, Iterable):
        raise ValueError(f"out is a list of names of cards and decks, not {short(out)}")
    return list(out)


def lying(s: State) -> list[KabulaCard]:
    """All cards that lie in no deck."""
    held = [c for h in s.heroes for c in (*h.items, *h.kept) if not c.owner]
    held += [h.familio.card for h in s.heroes if h.familio is not None]
    held += [m.card for m in s.monsters if m.card.kind == "monster"]
    held += [c for _, c in s.spotted if c is not None]
    return held + ([s.omen] if s.omen is not None else [])


def no_empty_slot(s: State) -> State:
    """Refuses a slot that is empty although there are Monsters to fill it."""
    empty = [name for name, c in s.spotted if c is None]
    if empty and len(s.unspotted):
        raise ValueError(f"spotted: the slot of {empty[0]} is filled as long as Monsters are unspotted (9.1a)")
    return s


__all__ = ["PILES", "cards", "laid_open", "listed", "monster", "piles"]
