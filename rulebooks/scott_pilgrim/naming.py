"""Scott Pilgrim: cards and sides by their names, for setting up a table, and the box they come out of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import BACK, FRONT, PilgrimCard, name_of
from rulebooks.scott_pilgrim.contents import Setup, character_deck, main_deck
from rulebooks.scott_pilgrim.piles import Lying

DECK = ("action", "drama")  # what a player's deck is made of
LINE = ("action", "plot")  # what the main decks are made of


class Box:
    """The cards of a game that are not named yet. Taking more than there are is refused in words."""

    def __init__(self, setup: Setup) -> None:
        decks = [c for who in setup.characters for c in character_deck(setup, who) if c.kind == "action"]
        stay = 6 * setup.number("start_drama") - setup.players * setup.number("start_drama")  # of those who do not play
        self.setup = setup
        self.drama = setup.sheet.copies[setup.drama] - stay
        self.all = main_deck(setup) + Bag(decks) + Bag({setup.drama: self.drama})
        self.left = self.all

    def take(self, what: str, cards: Iterable[PilgrimCard]) -> Bag[PilgrimCard]:
        """The cards, taken out of the box."""
        for c in cards:
            if c.owner and c.owner not in self.setup.characters:
                raise ValueError(f"{what}: {c} is a card of {title(self.setup, c.owner)}, who does not play (0.1)")
            if c not in self.all:
                raise ValueError(f"{what}: {c} is not used the first time: it has no First Chapter icon (11.2)")
            if c not in self.left:
                n = self.all.count(c)
                raise ValueError(f"{what}: {c} is named {n + 1} times, but there {'is' if n == 1 else 'are'} {n} (0.2)")
            self.left = self.left.take(c)
        return Bag(cards)


def title(setup: Setup, character: str) -> str:
    """What a character is called."""
    return next(c.name for c in setup.sheet.cards if c.kind == "character" and c.id == character)


def find(setup: Setup, what: str, name: Any, kinds: tuple[str, ...]) -> PilgrimCard:
    """The card of these kinds with this id, or this name on either side. ValueError, with near misses."""
    cards: list[PilgrimCard] = [c for c in setup.sheet.cards if c.kind in kinds]
    if isinstance(name, PilgrimCard):
        if name not in cards:
            raise ValueError(f"{what}: {name} is no card of the box")
        return name
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    found = [c for c in cards if wanted and wanted in (c.name.casefold(), (c.back or "").casefold())]
    found = found if len(found) == 1 else [c for c in cards if c.id == wanted] or found
    if not found:
        other = next((c for c in setup.sheet.cards if wanted in (c.id, c.name.casefold()) and wanted), None)
        if other is not None:
            raise ValueError(
                f"{what}: {other} is a card of the kind {other.kind}; here lie {' and '.join(kinds)} cards"
            )
        names = dict.fromkeys(n for c in cards for n in (c.name, c.back, c.id) if n)
        raise ValueError(f"{what}: no card is called {short(name)}{hint(name, names, everything=True)}")
    if len(found) > 1:
        raise ValueError(f"{what}: {short(name)} names several cards; say which: {', '.join(c.id for c in found)}")
    return found[0]


def named(setup: Setup, what: str, names: Any, kinds: tuple[str, ...] = DECK) -> list[PilgrimCard]:
    """Cards of these kinds, in the order they are named."""
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise ValueError(f"{what} are a list of names, or a mapping name -> count, not {short(names)}")
    found = []
    for name, n in names.items() if isinstance(names, Mapping) else ((name, 1) for name in names):
        card = find(setup, what, name, kinds)
        found += [card] * whole(f"{what}: how often {card} is there", n, 0, 999)
    return found


def side_of(what: str, card: PilgrimCard, name: Any) -> str:
    """The side that a name tells; an id, and a name on both sides, tells none."""
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    sides = [side for side in (FRONT, BACK) if wanted == name_of(card, side).casefold()]
    if len(sides) != 1 and card.back:
        raise ValueError(
            f"{what}: {short(name)} does not say which side is up; say ({card.id!r}, {FRONT!r}) for “{card.name}” "
            f"or ({card.id!r}, {BACK!r}) for “{card.back}”"
        )
    return sides[0] if sides else FRONT


def showing(setup: Setup, what: str, told: Any, kinds: tuple[str, ...] = LINE) -> Lying:
    """A card with a side up: by the name of this side, (card, side), or with the players who know the other."""
    if isinstance(told, Mapping):
        if "card" not in told or set(told) - {"card", "side", "seen"}:
            raise ValueError(f"{what}: a card is told by card, side and seen, not {short(told)}")
        lying = showing(setup, what, (told["card"], told["side"]) if "side" in told else told["card"], kinds)
        return Lying(lying.card, lying.side, _seen(setup, what, told.get("seen", ())))
    if isinstance(told, tuple | list):
        if len(told) != 2 or told[1] not in (FRONT, BACK):
            raise ValueError(f"{what}: a card and its side are (name, {FRONT!r} or {BACK!r}), not {short(told)}")
        return Lying(find(setup, what, told[0], kinds), told[1])
    card = find(setup, what, told, kinds)
    return Lying(card, side_of(what, card, told))


def _seen(setup: Setup, what: str, told: Any) -> tuple[int, ...]:
    """The players who know a card's other side."""
    if isinstance(told, str | bytes) or not isinstance(told, Iterable):
        raise ValueError(f"{what}: seen is a list of players, not {short(told)}")
    return tuple(sorted({whole(f"{what}: who has seen it", p, 1, setup.players) - 1 for p in told}))
