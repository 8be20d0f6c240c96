"""Scott Pilgrim 3, 4 and 10: eliminating from the main decks, acquiring, and what cards do as they are played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import FRONT, SUITS, Effect, PilgrimCard, amounts, effects
from rulebooks.scott_pilgrim.opening import next_adder, off_deck
from rulebooks.scott_pilgrim.piles import NONE, Lying, drama_to_add, made_anew, put_away
from rulebooks.scott_pilgrim.table import (
    Acquire,
    Discard,
    Eliminate,
    Flip,
    Frame,
    From,
    Lay,
    Phase,
    Play,
    Remove,
    RemoveHousing,
    State,
    Use,
    done,
    due,
    gives,
    has_trait,
    suits_of,
    ups_of,
    with_seat,
)


# 3  Main Deck Elimination ---------------------------------------------------------------------
@rule("3.1", "Eliminate from the main decks")
def remove(s: State, action: Remove) -> State:
    """At the start of a turn the top of either or both main decks may be eliminated, judged by the side that shows."""
    lying = s.tops[action.deck]
    assert lying is not None
    s = replace(s, removed=(*s.removed, action.deck), gone=s.gone.add(lying.card))
    return off_deck(s, action.deck)


@rule("3.2", "One from each")
def once_each(s: State, action: Remove) -> bool:
    """Of each main deck only one card, the top one, may be eliminated in a turn (SR-21)."""
    return action.deck not in s.removed


@rule("3.3", "Nothing on top")
def top_there(s: State, action: Remove | From) -> bool:
    """An empty main deck has no top card."""
    return s.tops[action.deck] is not None


@rule("12.5", "Housing that is in the way")
def remove_housing(s: State) -> State:
    """A team may eliminate its Housing in the elimination phase."""
    assert s.shared is not None
    return replace(s, gone=s.gone.add(s.shared.card), shared=None)


@rule("12.5a", "A Housing of the team")
def housing_there(s: State, action: RemoveHousing) -> bool:
    """Only a team that has a Housing can eliminate it."""
    return s.shared is not None


# 4  Acquisition Phase ----------------------------------------------------------------------------
@rule("4.1", "Resources of Power Ups!")
def acquisition(s: State) -> State:
    """Each Power Up! with a resource adds it to the pool once a turn; where it has several, one is chosen (SR-55)."""
    s = replace(s, phase=Phase.ACQUIRE, pool=(0, 0, 0), played=NONE, used=NONE, acquired=False)
    for up in ups_of(s, s.active):
        given = gives(up)
        if len(given) == 1:
            s = gain(replace(s, used=s.used.add(up.card)), *given[0])
    return s


def gain(s: State, suit: str, n: int) -> State:
    """Resources that come into the pool."""
    pool = tuple(have + n * (name == suit) for name, have in zip(SUITS, s.pool, strict=True))
    return replace(s, pool=pool)  # type: ignore[arg-type]


@rule("4.2", "Choose a Power Up!'s resource")
def use(s: State, action: Use) -> State:
    """A Power Up! with several resources gives one of them."""
    n = dict(suits_of(action.card.makes))[action.suit]
    return gain(replace(s, used=s.used.add(action.card)), action.suit, n)


@rule("4.3", "Once a turn")
def not_used(s: State, action: Use) -> bool:
    """A Power Up! gives its resource once a turn."""
    there = sum(up.card is action.card and up.side == FRONT for up in ups_of(s, s.active))
    return s.used.count(action.card) < there


@rule("4.4", "Play a Story side")
def play(s: State, action: Play) -> State:
    """A card played gives one resource of those it shows, chosen now, and its ability happens too (SR-28, SR-29)."""
    s = with_seat(s, s.active, hand=s.seat.hand.take(action.card))
    s = replace(s, played=s.played.add(action.card))
    if action.match:
        drama = s.setup.drama
        s = with_seat(s, s.active, hand=s.seat.hand.take(drama))
        s = replace(s, played=s.played.add(drama), matched=s.matched + 1)
    s = gain(s, action.suit, dict(suits_of(action.card.makes)).get(action.suit, 0))
    return happen(
        s, [e for e in effects(action.card.effect, "effect of an action") if e.when != "match" or action.match]
    )


@rule("4.5", "Drama has no use")
def a_story(s: State, action: Play) -> bool:
    """A Drama card gives nothing when it is played alone."""
    return action.card.kind == "action"


@rule("9.7", "Drama to match in acquisition")
def drama_to_match(s: State, action: Play) -> bool:
    """An effect with Match Drama asks for a Drama card from the hand, put under the card (SR-34, SR-35)."""
    return not action.match or s.setup.drama in s.seat.hand


@rule("4.6", "Pay and acquire")
def acquire(s: State, action: Acquire) -> State:
    """A card of the Plotline is bought with resources of the pool; an Action goes to the own discard pile (SR-63)."""
    lying = s.plotline[action.place]
    assert lying is not None
    suit, n = cost(lying.card)
    s = replace(gain(s, action.suit if suit == "any" else suit, -n), acquired=True)
    if action.eliminate:
        return vacate(eliminate_at_once(s, lying), action.place)
    bought = lying.card.kind == "plot"
    s = happen(power_up(s, lying) if bought else s, effects(lying.card.acquired, "acquired"))
    s = vacate(s, action.place)
    return s if bought else to_discard(s, s.active, [lying.card])


def to_discard(s: State, player: int, cards: list[PilgrimCard]) -> State:
    """Cards laid on a discard pile; where the draw pile is used up, they are the new one at once, its top is seen."""
    old = s.seats[player].deck
    deck = made_anew(put_away(old, cards))
    s = with_seat(s, player, deck=deck)
    return due(s, Frame("draw", 0, who=player)) if deck.draw and not old.draw else s


def cost(card: PilgrimCard) -> tuple[str, int]:
    """What a card costs: suit and number."""
    return (amounts(card.cost) or (("any", 0),))[0]


def vacate(s: State, place: int) -> State:
    """The Plotline without the card at a place, which is refilled before anything else happens (10.5)."""
    s = replace(s, plotline=(*s.plotline[:place], None, *s.plotline[place + 1 :]))
    return due(s, Frame("replace", place=place))


@rule("4.7", "Enough of one suit")
def can_pay(s: State, action: Acquire) -> bool:
    """A cost names its suit; Any is paid with whichever suit one likes, but all with the same (SR-26)."""
    suit, n = cost(action.face)
    have = dict(zip(SUITS, s.pool, strict=True))
    return have.get(action.suit if suit == "any" else suit, 0) >= n


@rule("4.8", "With the Story side up")
def can_be_bought(s: State, action: Acquire) -> bool:
    """An Action is bought from its Story side; one that shows its combat side has to be flipped first (SR-24)."""
    lying = s.plotline[action.place]
    return lying is None or lying.card.kind != "action" or lying.side == FRONT


@rule("4.9", "Challenges are fought")
def not_a_challenge(s: State, action: Acquire) -> bool:
    """A card that shows its Challenge is not bought: it is defeated in combat (SR-25)."""
    lying = s.plotline[action.place]
    return lying is None or lying.card.kind != "plot" or lying.side == FRONT


@rule("4.10", "Power Ups! stay")
def power_up(s: State, lying: Lying) -> State:
    """A Power Up! lies in front of its player and acts as long as it does; its resource counts from the next turn."""
    kept = Lying(lying.card, FRONT, everybody(s))
    if has_trait(kept, "housing"):
        s = one_housing(s, kept)
        if s.setup.together:
            return s
    s = with_seat(s, s.active, ups=(*s.seat.ups, kept))
    return replace(s, used=s.used.add(kept.card))


@rule("12.4", "One Housing")
def one_housing(s: State, kept: Lying) -> State:
    """A player keeps one Housing (SR-39), a team one together, which serves everybody; a new one replaces the old."""
    if s.setup.together:
        gone = [s.shared.card] if s.shared else []
        return replace(s, gone=s.gone.add(*gone), shared=kept, used=s.used.add(kept.card))
    if not s.setup.options.one_housing:
        return s
    old = [up for up in s.seat.ups if has_trait(up, "housing")]
    s = replace(s, gone=s.gone.add(*(up.card for up in old)))
    return with_seat(s, s.active, ups=tuple(up for up in s.seat.ups if up not in old))


@rule("4.11", "Eliminate what was acquired")
def eliminate_at_once(s: State, lying: Lying) -> State:
    """An Action just acquired may be eliminated at once; what it does on acquisition does not happen (SR-33)."""
    return replace(s, gone=s.gone.add(lying.card))


@rule("4.12", "The phase ends")
def end_acquisition(s: State) -> State:
    """All cards, played or not, are discarded, and resources that were not spent are lost (SR-31, SR-56)."""
    deck = made_anew(put_away(s.seat.deck, [*s.seat.hand, *s.played]))
    s = with_seat(s, s.active, hand=NONE, deck=deck)
    s = replace(s, played=NONE, pool=(0, 0, 0), used=NONE, phase=Phase.TARGET)
    return due(s, Frame("draw", 0, who=s.active))


# What cards do ---------------------------------------------------------------------------------
def happen(s: State, what: Iterable[Effect]) -> State:
    """The effects of a card, the first one first."""
    kinds = {"draw": "draw more"}
    return due(s, *[Frame(kinds.get(e.what, e.what), e.n, who=s.active, may=e.may) for e in what])


@rule("10.1", "Draw by an effect")
def draw_by_effect(s: State, frame: Frame) -> State:
    """Cards are drawn from the own draw pile into the hand."""
    return due(done(s), Frame("draw", frame.n, who=frame.who))


@rule("9.2", "Add Drama")
def add_drama(s: State, player: int, n: int) -> State:
    """So many Drama cards go from their pile to the own discard pile."""
    n = drama_to_add(s.drama, s.setup, n)
    s = replace(s, drama=max(0, s.drama - n))
    return to_discard(s, player, [s.setup.drama] * n)


@rule("10.2", "Eliminate")
def eliminate(s: State, action: Eliminate) -> State:
    """A card of the own hand, the own discard pile or the Plotline is out of the game (SR-38)."""
    s = fewer(s)
    if action.where == "plotline":
        lying = s.plotline[action.place]
        assert lying is not None
        return vacate(replace(s, gone=s.gone.add(lying.card)), action.place)
    if action.where == "hand":
        s = with_seat(s, s.active, hand=s.seat.hand.take(action.card))
    else:
        deck = s.seat.deck
        s = with_seat(s, s.active, deck=replace(deck, discard=deck.discard.take(action.card)))
    return replace(s, gone=s.gone.add(action.card))


@rule("10.3", "Flip")
def flip(s: State, action: Flip) -> State:
    """A card of the Plotline is turned over; all have now seen both its sides."""
    lying = s.plotline[action.place]
    assert lying is not None
    turned = Lying(lying.card, lying.turned.side, everybody(s))
    return replace(fewer(s), plotline=(*s.plotline[: action.place], turned, *s.plotline[action.place + 1 :]))


@rule("10.4", "You may")
def leave(s: State) -> State:
    """What a card lets one do can be left; anything else it says has to be done, as far as it can (SR-30)."""
    return done(s)


def fewer(s: State) -> State:
    """One of the frame's number is done."""
    frame = s.pending[-1]
    s = done(s)
    return due(s, replace_frame(frame)) if frame.n > 1 else s


def replace_frame(frame: Frame) -> Frame:
    """The same frame with one less to do."""
    return Frame(frame.kind, frame.n - 1, frame.who, frame.place, frame.may, frame.lying, frame.then)


@rule("6.9", "Discard from the new hand")
def discard(s: State, action: Discard) -> State:
    """A failure that takes cards takes them from the new hand; its owner chooses (SR-47)."""
    s = with_seat(fewer(s), s.active, hand=s.seat.hand.take(action.card))
    return to_discard(s, s.active, [action.card])


# 10  Adding cards to the Plotline -----------------------------------------------------------------
@rule("10.5", "Refill the Plotline")
def refill(s: State, action: From) -> State:
    """A card that leaves the Plotline is replaced at once by the top of a main deck; the active player says which."""
    place = s.pending[-1].place
    lying = s.tops[action.deck]
    assert lying is not None
    s = done(s)
    if s.setup.first_time:
        return off_deck(as_it_shows(s, place, lying), action.deck)
    return off_deck(due(s, Frame("side", who=s.active, place=place, lying=lying)), action.deck)


@rule("10.6", "Choose its side")
def lay(s: State, action: Lay) -> State:
    """The active player looks at both sides of the new card and chooses which one is up (SR-20).

    The side that showed on the deck was seen by all; so everybody knows a card that is laid with its other side up.
    """
    frame = s.pending[-1]
    assert frame.lying is not None
    looked = () if s.setup.options.no_looking else (s.active,)
    seen = everybody(s) if action.side != frame.lying.side else looked
    return lie_down(done(s), frame.place, Lying(frame.lying.card, action.side, seen))


@rule("11.5", "As it shows")
def as_it_shows(s: State, place: int, lying: Lying) -> State:
    """The first time a new card is laid with the side that showed on the deck, and nobody looks at its other side."""
    return lie_down(s, place, lying)


def lie_down(s: State, place: int, lying: Lying) -> State:
    """The table with a card at a place of the Plotline."""
    s = replace(s, plotline=(*s.plotline[:place], lying, *s.plotline[place + 1 :]))
    return next_adder(s) if s.phase is Phase.PLOTLINE else s


@rule("10.7", "Both main decks used up")
def shrink(s: State) -> State:
    """With no card left to add, the Plotline shrinks (SR-22)."""
    return done(s)


def everybody(s: State) -> tuple[int, ...]:
    """All seats."""
    return tuple(range(len(s.seats)))
