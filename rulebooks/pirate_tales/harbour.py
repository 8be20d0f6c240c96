"""Pirate Tales 1 to 5: planning a voyage, the kraken, the bets, and how a voyage sets off.

The voyage itself is told in ``sailing.py``, what it brings in ``landing.py``.
"""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag, Pile, Weights
from rulebooks.pirate_tales import sailing
from rulebooks.pirate_tales.book import rule
from rulebooks.pirate_tales.contents import COLOURS, LEVELS, SPACES, UNKNOWN, PirateCard, dice_faces, symbols
from rulebooks.pirate_tales.course import NONE, Course, Stop
from rulebooks.pirate_tales.table import Bet, Buy, Change, Close, Phase, State, off_the_deck, with_seat

ZONE = (5, 6, 7)


# 1  Buy Adventure cards -----------------------------------------------------------------
@rule("1.1", "Buy up to three cards")
def buy(s: State, action: Buy) -> State:
    """Once a turn, before laying out: 1, 2 or 3 Adventure cards for 1, 3 or 6 doubloons in all; nobody has to."""
    s = with_seat(s, s.active, doubloons=s.seat.doubloons - action.price)
    return replace(s, number=action.n, phase=Phase.BOUGHT) if action.n else lay_out(s)


@rule("1.2", "Doubloons to pay with")
def can_pay(s: State, action: Buy) -> bool:
    """A purchase is paid with doubloons; gems can be changed first."""
    return s.seat.doubloons >= action.price


@rule("1.3", "Cards to buy", kind="house")
def cards_there(s: State, action: Buy) -> bool:
    """No more cards can be bought than deck and discard pile hold, and one stays for the voyage."""
    return not action.n or cards_left(s) > action.n


@rule("1.4", "Into the hand")
def bought(s: State, card: PirateCard) -> State:
    """Cards bought go into the hand; an empty deck is shuffled anew from its discard pile (PR-46)."""
    s = with_seat(off_the_deck(s, card), s.active, hand=s.seat.hand.add(card))
    return replace(s, number=s.number - 1) if s.number > 1 else lay_out(replace(s, number=0))


@rule("8.7", "Change money")
def change(s: State, what: str) -> State:
    """5 doubloons are worth a blue gem, 2 blue gems a red one; offered before a purchase and at the end of a turn."""
    seat, blue, red = s.seat, s.setup.number("blue_gem"), s.setup.number("red_gem")
    match what:
        case "a blue gem into doubloons":
            return with_seat(s, s.active, blue=seat.blue - 1, doubloons=seat.doubloons + blue)
        case "a red gem into blue gems":
            return with_seat(s, s.active, red=seat.red - 1, blue=seat.blue + red)
        case "doubloons into a blue gem":
            return with_seat(s, s.active, blue=seat.blue + 1, doubloons=seat.doubloons - blue)
    return with_seat(s, s.active, red=seat.red + 1, blue=seat.blue - red)


@rule("8.8", "Money to change")
def can_change(s: State, action: Change) -> bool:
    """What is changed must be there."""
    seat = s.seat
    return {
        "a blue gem into doubloons": seat.blue >= 1,
        "a red gem into blue gems": seat.red >= 1,
        "doubloons into a blue gem": seat.doubloons >= s.setup.number("blue_gem"),
        "blue gems into a red gem": seat.blue >= s.setup.number("red_gem"),
    }[action.what]


# 2  Lay out Adventure cards ---------------------------------------------------------------
def lay_out(s: State) -> State:
    """The track is empty; the first space takes an Adventure card, unless none is left or it may be the island's."""
    s = replace(s, track=(), level=0, covered=0, covers=0, kraken=None, bets=("",) * len(s.seats))
    return replace(s, phase=Phase.GO_ON if s.setup.options.island_on_1 or not cards_left(s) else Phase.LAY)


def cards_left(s: State) -> int:
    """Adventure cards in deck and discard pile, as every player can count them: cards in other hands are not there."""
    unseen = sum(seat.hand.count(UNKNOWN) for seat in s.seats) if s.deck else 0
    return len(s.deck) + len(s.discard) - unseen


@rule("2.1", "Adventure cards, one by one")
def lay_card(s: State, card: PirateCard) -> State:
    """The top card of the Adventure deck goes face up on space 1, further ones, one at a time, on the next spaces."""
    return replace(off_the_deck(s, card), track=(*s.track, card), phase=Phase.GO_ON)


@rule("2.2", "Seven spaces")
def space_left(s: State) -> bool:
    """The track has seven spaces, and the last card is an island: at most six Adventure cards lie before it."""
    return len(s.track) < SPACES - 1 and cards_left(s) > 0


@rule("2.3", "The island comes last")
def close(s: State, action: Close) -> State:
    """An island of one of the three levels closes the track, unseen; its level is what it asks for."""
    s = replace(s, level=action.level)
    return call_kraken(s) if len(s.track) + 1 in ZONE else replace(s, phase=Phase.BET)


@rule("2.4", "As far as the ship")
def far_enough(s: State, action: Close) -> bool:
    """The number of the island's space is no smaller than that of the ship's sea (PR-18, PR-64)."""
    return len(s.track) + 1 >= min(s.seat.ship, SPACES) or not cards_left(s)


@rule("2.5", "An island of that level")
def island_there(s: State, action: Close) -> bool:
    """A stack that is used up has no island to give (PR-33)."""
    return s.sizes[LEVELS.index(action.level)] > 0


# 3  Lay out the Kraken card ----------------------------------------------------------------
@rule("3.2", "A kraken for spaces 5, 6 and 7")
def call_kraken(s: State) -> State:
    """A voyage of five spaces or more gets one Kraken card, face down."""
    if len(s.krakens) == 1:
        s = krakens_back(s)
    return replace(s, covers=s.next_back, phase=Phase.BACK)


@rule("3.3", "Only one kraken left")
def krakens_back(s: State) -> State:
    """When the stack holds one card, the played krakens are shuffled and put below it."""
    return replace(s, krakens=Pile((*s.krakens.layers, s.krakens_played)), krakens_played=NONE)


@rule("3.4", "Where the kraken lies")
def kraken_lies(s: State, back: int) -> State:
    """On the space that the back of the next Kraken card names, but on an Adventure card in any case (PR-23)."""
    s = replace(s, covered=min(back, len(s.track)))
    return see_back(s, back)


@rule("3.1", "The back of the top kraken")
def see_back(s: State, back: int) -> State:
    """The number on the back of the Kraken stack's top card lies open; it says where the next kraken comes to lie."""
    return replace(s, next_back=back, phase=Phase.BET if s.covers else Phase.BUY)


def next_backs(s: State) -> Weights:
    """The backs that the top kraken may show, by the number of cards; one of the first layer may lie face down."""
    first, *rest = s.krakens.layers
    assert isinstance(first, Bag)
    here = first if len(first) > (s.covers > 0) else rest[0]
    backs: dict[int, int] = {}
    for c in here:  # type: ignore[union-attr]
        backs[c.back or 0] = backs.get(c.back or 0, 0) + 1
    if here is first and s.covers:
        backs[s.covers] -= 1
    return {back: n for back, n in sorted(backs.items()) if n}


def face_down(s: State) -> Weights:
    """The krakens that may lie face down on the track, by its back."""
    first = s.krakens.layers[0]
    assert isinstance(first, Bag)
    return {c: n for c, n in first.counts.items() if c.back == s.covers}


# 4  Place bets -----------------------------------------------------------------------------
@rule("4.1", "Aye or Ney")
def bet(s: State, action: Bet) -> State:
    """Every other player bets on success or failure; all bets are shown together (PR-28)."""
    bets = tuple(action.side if i == action.player else b for i, b in enumerate(s.bets))
    s = replace(s, bets=bets)
    return set_off(s) if next_bettor(s) is None else s


@rule("4.2", "All but the captain")
def not_the_captain(s: State, action: Bet) -> bool:
    """The player whose voyage it is does not bet."""
    return action.player != s.active


@rule("4.3", "One after the other", kind="house")
def in_turn(s: State, action: Bet) -> bool:
    """Bets are asked for round the table from the captain's left; nobody sees those before (PR-28)."""
    return action.player == next_bettor(s)


def next_bettor(s: State) -> int | None:
    """Who is asked for a bet."""
    n = len(s.seats)
    order = ((s.active + i) % n for i in range(1, n))
    return next((i for i in order if not s.bets[i]), None)


def set_off(s: State) -> State:
    """A kraken that lies there is turned over; else the voyage begins."""
    return replace(s, phase=Phase.KRAKEN) if s.covered else embark(s)


# 5  Reveal the kraken -------------------------------------------------------------------------
@rule("5.6", "The kraken is turned over")
def turn_over(s: State, card: PirateCard) -> State:
    """The captain turns it over; ON REVEAL acts at once, ON REACHING when the voyage comes to it."""
    s = replace(s, kraken=card, krakens=s.krakens.take(card))
    return embark(s)


def embark(s: State) -> State:
    """The captain's dice and cards go into the voyage."""
    seat, kraken = s.seat, s.kraken
    stops = [Stop(c.need, c.reward or "") for c in s.track] + [Stop(s.level)]
    if kraken is not None:
        later = kraken.effect if kraken.timing == "on reaching" else ""
        stops[s.covered - 1] = Stop(None, "", later or "")
    pool = Bag({colour: n for colour, n in zip(COLOURS, seat.dice, strict=True) if n})
    helpful = Bag({c: n for c, n in seat.kept.counts.items() if c.flag})
    course = Course(tuple(stops), dice_faces(s.setup), s.setup, seat.doubloons, True)
    v = sailing.set_sail(course, pool, seat.hand + helpful, s.deck, s.discard, s.supply)
    if kraken is not None and kraken.timing == "on reveal":
        v = sailing.settled(sailing.reveal(v, kraken.effect or ""))
    for c in seat.kept - helpful:
        v = sailing.settled(sailing.apply(v, symbols(c.effect)[0]))
    s = with_seat(s, s.active, hand=NONE, dice=(0, 0, 0), kept=NONE)
    s = replace(s, capsize_played=s.capsize_played + (seat.kept - helpful))
    return replace(s, deck=NONE, discard=NONE, voyage=v, phase=Phase.VOYAGE)
