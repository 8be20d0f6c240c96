"""Scott Pilgrim 1 and 11: set-up: characters, main decks, the Plotline, opening hands; and the first game."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, FRONT, name_of
from rulebooks.scott_pilgrim.contents import HIPSTER, Setup, character_deck, drama_pile, main_deck
from rulebooks.scott_pilgrim.piles import Deck, Lying
from rulebooks.scott_pilgrim.table import (
    Frame,
    From,
    GiveBuddy,
    Lay,
    Phase,
    Remove,
    Seat,
    State,
    done,
    due,
    next_player,
    with_seat,
)


# 1  Setup -------------------------------------------------------------------------------
@rule("1.1", "Characters and piles")
def prepare(setup: Setup) -> State:
    """Each player has a character with its ten cards as the draw pile; the first player is drawn by lot."""
    guards = guards_of(setup)
    hipster = setup.sheet.find(HIPSTER) if guards else None
    main = main_deck(setup) - Bag([hipster] * guards if hipster else [])
    seats = tuple(Seat(c, Deck(character_deck(setup, c))) for c in setup.characters)
    at_hand = Bag([c for who in setup.characters for c in character_deck(setup, who) if c.kind == "action"])
    left = setup.sheet.bag(lambda c: c.kind == "action" and bool(c.owner)) - at_hand  # decks of nobody stay in the box
    away = setup.sheet.bag(lambda c: c.kind in ("action", "plot") and not c.owner) - main_deck(setup)
    return State(
        setup=setup,
        phase=Phase.FIRST,
        seats=seats,
        main=main,
        sizes=(0, 0),
        tops=(None, None),
        plotline=(),
        drama=drama_pile(setup),
        guards=guards,
        gone=left + away,
    )


@rule("8.4", "Guards of the Evil Ex")
def guards_of(setup: Setup) -> int:
    """Two Demon Hipster Chicks lie on Matthew Patel; they have to be defeated before he can be fought (SR-52)."""
    return setup.rules_of_ex().get("guards", (0, ""))[0]


@rule("1.2", "The first player")
def begin(s: State, player: int) -> State:
    """Chance says who goes first; Buddies are given away, and the Plotline is laid out from the first player on."""
    s = replace(s, first=player, active=player)
    return give_buddies(s, 0)


@rule("1.9", "Buddies")
def give_buddies(s: State, start: int) -> State:
    """Kim and Wallace hand their Buddy, which is no part of the ten cards (SR-54), to another player."""
    for player in range(start, len(s.seats)):
        if any(c.owner == s.seats[player].character for c in s.setup.sheet.cards if c.kind == "buddy"):
            return replace(s, phase=Phase.BUDDY, active=player)
    return plotline(replace(s, active=s.first))


@rule("1.10", "To another player")
def to_another(s: State, action: GiveBuddy) -> bool:
    """The Buddy goes to a player other than its character's."""
    return action.player != s.active


def give_buddy(s: State, action: GiveBuddy) -> State:
    """The Buddy lies among the Power Ups! of whoever gets it."""
    mine = s.seat.character
    card = next(c for c in s.setup.sheet.cards if c.kind == "buddy" and c.owner == mine)
    lying = Lying(card, FRONT, tuple(range(len(s.seats))))
    giver = s.active
    s = with_seat(s, action.player, ups=(*s.seats[action.player].ups, lying))
    return give_buddies(s, giver + 1)


@rule("1.3", "Two main decks")
def plotline(s: State) -> State:
    """The main deck is shuffled and halved; which side of a card faces up is chance, and the tops are seen by all."""
    size = places(s.setup)
    n = len(s.main)
    s = replace(s, phase=Phase.PLOTLINE, plotline=(None,) * size)
    if s.setup.first_time:
        return deal_first_chapter(s)
    s = replace(s, sizes=((n + 1) // 2, n // 2))
    return due(s, Frame("top", place=0), Frame("top", place=1), Frame("go", then="two"))


@rule("1.4", "The first two cards")
def first_two(s: State) -> State:
    """The top card of each main deck begins the Plotline."""
    left, right = s.tops
    s = replace(s, plotline=(left, right, *s.plotline[2:]), tops=(None, None), sizes=(s.sizes[0] - 1, s.sizes[1] - 1))
    return due(s, Frame("top", place=0), Frame("top", place=1))


@rule("1.5", "Everybody adds two cards")
def add(s: State, action: From) -> State:
    """In turn, until each player has added two, the player adds the top of either deck, with the side that shows."""
    place = s.plotline.index(None)
    lying = s.tops[action.deck]
    assert lying is not None
    s = replace(s, removed=())
    if s.setup.options.side_in_setup:
        return off_deck(due(s, Frame("side", place=place, lying=lying)), action.deck)
    s = replace(s, plotline=(*s.plotline[:place], lying, *s.plotline[place + 1 :]))
    return next_adder(off_deck(s, action.deck))


def next_adder(s: State) -> State:
    """Who adds next; after the last, hands are drawn."""
    if None not in s.plotline or not any(s.sizes):
        return deal_hands(replace(s, active=s.first, removed=()))
    return replace(s, active=next_player(s, s.active))


@rule("1.6", "Eliminate before adding")
def one_before_adding(s: State, action: Remove) -> bool:
    """Before adding a card, a player may eliminate the top of one main deck (SR-21)."""
    return not s.removed


@rule("1.7", "Places of the Plotline")
def places(setup: Setup) -> int:
    """Two cards, and two for each player: 4 for one, 6, 8 and 10 for two, three and four (SR-18)."""
    return setup.number("plotline") + setup.players * setup.number("plotline_each")


@rule("1.8", "Opening hands")
def deal_hands(s: State) -> State:
    """The first player draws four cards, all others five."""
    hands = [
        Frame("draw", s.setup.number("first_hand" if p == s.first else "hand"), who=p)
        for p in ((s.first + i) % len(s.seats) for i in range(len(s.seats)))
    ]
    return due(s, *hands, Frame("go", then="turn"))


# 10  The side on top, looking, choosing ------------------------------------------------------
def off_deck(s: State, deck: int) -> State:
    """The table without the top card of a main deck; the next one's side is seen."""
    sizes = (s.sizes[0] - (deck == 0), s.sizes[1] - (deck == 1))
    tops = (None if deck == 0 else s.tops[0], None if deck == 1 else s.tops[1])
    return due(replace(s, sizes=sizes, tops=tops), Frame("top", place=deck))


@rule("10.8", "The top of a main deck")
def see_top(s: State, place: int, lying: Lying) -> State:
    """The side of the top card that faces up is seen by all; its back by nobody (SR-61)."""
    tops = (lying if place == 0 else s.tops[0], lying if place == 1 else s.tops[1])
    return replace(done(s), tops=tops, main=s.main.take(lying.card))


@rule("11.4", "One main deck used up")
def share(s: State) -> State:
    """When one main deck is empty, half of the other, rounded down, makes up for it (SR-23)."""
    empty = s.sizes.index(0)
    half = s.sizes[1 - empty] // 2
    sizes = (half, s.sizes[1] - half) if empty == 0 else (s.sizes[0] - half, half)
    return due(replace(s, sizes=sizes), Frame("top", place=empty))


def sides(s: State, lying: Lying) -> tuple[Lay, ...]:
    """Both sides a card may be laid with; without looking, only the one that shows has a name."""
    known = not s.setup.options.no_looking
    return tuple(
        Lay(side, name_of(lying.card, side) if known or side == lying.side else "its other side")
        for side in (FRONT, BACK)
    )


# 11  The first time --------------------------------------------------------------------------
@rule("11.2", "The First Chapter")
def deal_first_chapter(s: State) -> State:
    """The first time the Plotline is dealt from the First Chapter cards alone; the rest is halved."""
    n = len(s.main) - len(s.plotline)
    s = replace(s, sizes=((n + 1) // 2, n // 2))
    deal = [Frame("deal", place=place) for place in range(len(s.plotline))]
    return due(s, *deal, Frame("top", place=0), Frame("top", place=1), Frame("go", then="hands"))


def dealt(s: State, place: int, lying: Lying) -> State:
    """A card of the first Plotline."""
    line = (*s.plotline[:place], lying, *s.plotline[place + 1 :])
    return replace(done(s), plotline=line, main=s.main.take(lying.card))
