"""Scott Pilgrim 10: what one player knows of the table, and where every card lies.

Of a card that lies, everybody sees the side that is up and the hint in its corner; whoever saw its back knows it too.
Hands and draw piles of others show how many cards and how much Drama they hold, no more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import PilgrimCard, masked
from rulebooks.scott_pilgrim.contents import HIPSTER
from rulebooks.scott_pilgrim.fight import Fight
from rulebooks.scott_pilgrim.piles import UNKNOWN, Lying
from rulebooks.scott_pilgrim.table import Seat, State


def information_state(s: Any, player: int, /) -> Any:
    """What one player knows: backs not seen, hands and piles of others are hidden."""
    if isinstance(s, Fight):
        return s
    main: Bag[PilgrimCard] = s.main  # to this player any card not seen may lie in the main decks
    line: list[Lying | None] = []
    for lying in s.plotline:
        shown, card = hidden(s, lying, player)
        line.append(shown)
        main = main.add(*card)
    tops = []
    for lying in s.tops:
        shown, card = hidden(s, lying, player)
        tops.append(shown)
        main = main.add(*card)
    seats = tuple(seat if i == player else closed(s, i) for i, seat in enumerate(s.seats))
    f = s.fight
    if f is not None and s.active != player:
        drama = s.setup.drama
        f = replace(f, hand=veiled(f.hand, drama), deck=replace(f.deck, draw=veiled(f.deck.draw, drama)))
    if f is not None and f.theirs is not None and s.left != player:
        f = replace(f, theirs=replace(f.theirs, draw=veiled(f.theirs.draw, s.setup.drama)))
    pending = []
    for frame in s.pending:
        if frame.lying and (s.active != player or s.setup.options.no_looking):
            shown, card = hidden(s, frame.lying, player)
            frame, main = replace(frame, lying=shown), main.add(*card)
        pending.append(frame)
    return replace(s, main=main, plotline=tuple(line), tops=tuple(tops), seats=seats, fight=f, pending=tuple(pending))


@rule("10.11", "No looking at backs")
def hidden(s: State, lying: Lying | None, player: int) -> tuple[Lying | None, tuple[PilgrimCard, ...]]:
    """Of a card that lies one knows the side that is up and the hint in its corner; its back only who has seen it."""
    if lying is None or player in lying.seen:
        return lying, ()
    face = masked(s.setup.sheet, lying.card, lying.side)
    return replace(lying, card=face), (() if face is lying.card else (lying.card,))


@rule("10.12", "Hands of others")
def closed(s: State, who: int) -> Seat:
    """How many cards another player holds and how much Drama is public (SR-62), the cards of a deck too (SR-73)."""
    seat, f, drama = s.seats[who], s.fight, s.setup.drama
    held = [*seat.hand, *seat.deck.draw]
    if f is not None and who == s.active:
        held += [*f.hand, *f.deck.draw]
    if f is not None and f.theirs is not None and who == s.left:
        held += f.theirs.draw
    away = Bag([c for c in held if c is not drama and c is not UNKNOWN])
    deck = replace(seat.deck, draw=veiled(seat.deck.draw, drama))
    return replace(seat, hand=veiled(seat.hand, drama), deck=deck, unknown=seat.unknown + away)


def veiled(cards: Bag[PilgrimCard], drama: PilgrimCard) -> Bag[PilgrimCard]:
    """Cards of which all but Drama are unknown."""
    n = cards.count(drama)
    return Bag({drama: n, UNKNOWN: len(cards) - n})


def components(s: State | Fight) -> Bag[Any]:
    """Every card of the decks, wherever it lies: the same from the first move to the last."""
    cards = cards_of_fight(s) if isinstance(s, Fight) else cards_of_table(s)
    made = ("action", "plot") if s.setup.options.endless_drama else ("action", "plot", "drama")
    return Bag([c.id for c in cards if c.kind in made])


def cards_of_table(s: State) -> list[PilgrimCard]:
    """All cards of a table."""
    left = s.fight.supply if s.fight is not None else s.drama
    cards = [*s.main, *s.gone, *s.played, *[s.setup.drama] * left]
    cards += [up.card for up in (*s.plotline, *s.tops, s.shared) if up]
    cards += [frame.lying.card for frame in s.pending if frame.lying]
    cards += [s.setup.sheet.find(HIPSTER)] * s.guards
    for seat in s.seats:
        cards += [*seat.hand, *seat.deck.draw, *seat.deck.discard, *(up.card for up in seat.ups)]
    return cards + (cards_of_fight(s.fight) if s.fight is not None else [])


def cards_of_fight(f: Fight) -> list[PilgrimCard]:
    """The cards that take part in a combat."""
    theirs = [*f.theirs.draw, *f.theirs.discard] if f.theirs else []
    return [*f.hand, *f.played, *f.shown, *f.deck.draw, *f.deck.discard, *theirs]
