"""Scott Pilgrim 5: combat: the hand, the FIGHT line, moves, combos, matched Drama.

A combat is a state of its own (``Fight``), whether a table holds it or odds walk it:
``node``, ``step`` and ``candidates`` at the end of this chapter play it. Cards are laid one at a time,
and what they deal together is counted over all that lie (5.9).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from rulebooks.core.chance import Bag, Weights
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import allowed, require
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, MOVES, Effect, PilgrimCard, behind, effects, name_of
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.piles import NONE, Deck, drama_to_add, faces, made_anew, next_cards, put_away, without

EX, GUARD = -1, -2  # what is fought, where it is no place of the Plotline
Combos = tuple[tuple[str, tuple[str, ...], int], ...]  # name, moves, damage
Hits = tuple[tuple[int, ...], ...]  # for each move, what its cards deal when mashed, the least first


class Stage(StrEnum):
    """What a combat waits for."""

    TARGET = "combat or not"
    DRAW = "the combat hand"
    VS = "the FIGHT line"
    SWAP = "swap a card drawn for the Challenge"
    PLAY = "moves"
    OVER = "over"


@dataclass(frozen=True, eq=False)
class Bout(metaclass=Interned):
    """What stays the same during a combat.

    ``damage``: what defeats the target, traits included; ``line``: who draws for it ("vs", "own"), how many cards, and
    what each Drama adds; ``bonus``: damage of Power Ups!; ``friends``: how many of them are Friends; ``failure``: Drama
    that a defeat adds.
    """

    target: str
    damage: int
    line: tuple[str, int, int]
    combos: Combos
    setup: Setup
    bonus: int = 0
    friends: int = 0
    failure: int = 0
    table: bool = False  # on a table the neighbour's piles go on being used, so what lies on top of them is looked at


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat under way.

    ``deck``: the fighter's piles; ``theirs``: the neighbour's; ``due``: cards to draw; ``vs``: cards still to reveal;
    ``shown``: cards revealed; ``extra``: damage by effects; ``drama``: Drama added so far; ``supply``: Drama left to
    add; ``victory``: effects of a victory; ``buddy``: Drama in the hand of whoever has the Buddy; ``spent``: Drama
    matched before the combat, in the same turn.
    """

    bout: Bout
    deck: Deck
    hand: Bag[PilgrimCard]
    stage: Stage
    due: int
    needed: int
    theirs: Deck | None = None
    vs: int = 0
    shown: Bag[PilgrimCard] = NONE
    played: Bag[PilgrimCard] = NONE
    extra: int = 0
    drama: int = 0
    supply: int = 14
    victory: tuple[Effect, ...] = ()
    buddy: int = 0
    spent: int = 0
    choices: tuple[tuple[Target, Bout], ...] = ()  # before a target is declared

    @property
    def setup(self) -> Setup:
        """The set-up that a combat alone is played and saved with."""
        return self.bout.setup


class Combat(NamedTuple):
    """How a combat ended. ``damage``: dealt; ``drama_added``: Drama that goes to the fighter's discard pile: by cards
    laid, at once and on victory, or by the failure. What a reward brings, and a Power Up! kept for it, is not counted.
    """

    won: bool
    damage: int
    drama_added: int


@dataclass(frozen=True, eq=False)
class Target(metaclass=Interned):
    """Fight the Challenge at a place of the Plotline, the Evil Ex (EX) or what guards it (GUARD)."""

    place: int
    face: PilgrimCard

    def __str__(self) -> str:
        where = f" (place {self.place + 1})" if self.place >= 0 else ""
        return f"fight {self.face.back or self.face.name}{where}"


@dataclass(frozen=True, eq=False)
class Skip(metaclass=Interned):
    """Skip combat and draw an extra card."""

    def __str__(self) -> str:
        return "skip combat"


@dataclass(frozen=True, eq=False)
class Hit(metaclass=Interned):
    """Lay a card with its combat side up; ``match``: with a Drama card under it."""

    card: PilgrimCard
    match: bool = False

    def __str__(self) -> str:
        other = behind(self.card, BACK)
        return f"play {name_of(self.card, BACK)}{f' ({other} behind)' * bool(other)}{' and match Drama' * self.match}"


@dataclass(frozen=True, eq=False)
class Stop(metaclass=Interned):
    """Lay no more cards."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, eq=False)
class Exchange(metaclass=Interned):
    """Take a card that one drew for the Challenge into the hand, and discard a hand card; None: leave them."""

    own: PilgrimCard | None = None
    shown: PilgrimCard | None = None

    def __str__(self) -> str:
        return f"keep {self.shown}, discard {self.own}" if self.own else "swap nothing"


# The hand, and what is needed -----------------------------------------------------------
def begin(
    bout: Bout, deck: Deck, cards: int, theirs: Deck | None = None, hand: Bag[PilgrimCard] | None = None, **more: Any
) -> Fight:
    """A combat before its first card is drawn, or with a hand that is there already."""
    first = Stage.VS if bout.setup.options.vs_first else Stage.DRAW
    f = Fight(
        bout, deck, hand or NONE, first, 0 if hand is not None else cards, bout.damage, theirs, vs=bout.line[1], **more
    )
    return settled(f)


def take_on(f: Fight, action: Target) -> Fight:
    """The combat that was chosen."""
    bout = dict(f.choices)[action]
    return begin(bout, f.deck, f.due, f.theirs, supply=f.supply, buddy=f.buddy, spent=f.spent)


@rule("5.2", "Draw a combat hand")
def draw_hand(f: Fight, cards: Bag[PilgrimCard]) -> Fight:
    """Five cards are drawn for the combat, six if nothing was acquired; Drama takes its place among them (SR-6)."""
    return replace(f, hand=f.hand + cards, deck=without(f.deck, cards), due=f.due - len(cards))


@rule("5.4", "The FIGHT line")
def reveal(f: Fight, cards: Bag[PilgrimCard]) -> Fight:
    """The player to the left reveals so many cards of the draw pile (SR-2); each Drama makes the target stronger."""
    drama = sum(c.kind == "drama" for c in cards)
    assert f.theirs is not None
    f = replace(f, theirs=without(f.theirs, cards), shown=f.shown + cards, vs=f.vs - len(cards))
    return replace(f, needed=f.needed + drama * f.bout.line[2])


@rule("5.4a", "A FIGHT line of one's own")
def reveal_own(f: Fight, cards: Bag[PilgrimCard]) -> Fight:
    """Some Challenges make the fighter reveal cards of the own draw pile instead."""
    drama = sum(c.kind == "drama" for c in cards)
    f = replace(f, deck=without(f.deck, cards), shown=f.shown + cards, vs=f.vs - len(cards))
    return replace(f, needed=f.needed + drama * f.bout.line[2])


@rule("5.5", "Swap a card")
def exchange(f: Fight, action: Exchange) -> Fight:
    """Whoever drew for the Challenge may swap one hand card for one of them; then they are discarded (SR-9, SR-10)."""
    hand, shown = f.hand, f.shown
    if action.own is not None and action.shown is not None:
        hand, shown = hand.take(action.own).add(action.shown), shown.take(action.shown).add(action.own)
    return replace(f, hand=hand, shown=NONE, deck=made_anew(put_away(f.deck, shown)), stage=after_line(f))


def after_line(f: Fight) -> Stage:
    """What follows the FIGHT line."""
    return Stage.DRAW if f.due else Stage.PLAY


# Moves ------------------------------------------------------------------------------------
@rule("5.6", "Lay a card")
def lay(f: Fight, action: Hit) -> Fight:
    """Cards are laid one at a time with their combat side up, as many as the fighter likes; what they say happens."""
    f = replace(f, hand=f.hand.take(action.card), played=f.played.add(action.card))
    f = match_drama(f) if action.match else f
    for e in effects(action.card.combat, "combat"):
        if e.when == "victory":
            f = replace(f, victory=tuple(sorted((*f.victory, e))))
        elif e.when != "match" or action.match:
            f = act(f, e)
    return f


@rule("5.7", "Drama does not fight")
def has_moves(f: Fight, action: Hit) -> bool:
    """A Drama card has no combat side, so it cannot be laid as a move (SR-45)."""
    return action.card.kind == "action"


@rule("9.4", "Match Drama")
def match_drama(f: Fight) -> Fight:
    """A Drama card from the hand is put under the card; each matches one card in a turn (SR-34)."""
    drama = f.setup.drama
    return replace(f, hand=f.hand.take(drama), played=f.played.add(drama))


@rule("9.5", "Drama to match")
def drama_in_hand(f: Fight, action: Hit) -> bool:
    """To match Drama there must be a Drama card in the hand; one drawn during the combat will do (SR-67)."""
    return not action.match or f.setup.drama in f.hand


@rule("9.5a", "Each Drama once a turn")
def one_not_matched(f: Fight, action: Hit) -> bool:
    """A Drama card matches one card in a turn: one matched in acquisition and drawn again is of no more use (SR-34).

    Drama cards are alike, so after a shuffle nobody can tell which of them was matched: what counts is whether any is
    left that cannot have been.
    """
    own = sum(cards.count(f.setup.drama) for cards in (f.hand, f.deck.draw, f.deck.discard))
    return not action.match or own > f.spent


def act(f: Fight, e: Effect) -> Fight:
    """What a card does as it is laid."""
    match e.what:
        case "draw":
            return draw_more(f, e.n)
        case "drama":
            return add_drama(f, e.n)
        case _:
            return more_damage(f, e)


@rule("5.8", "More damage")
def more_damage(f: Fight, e: Effect) -> Fight:
    """Some cards deal more: with matched Drama, without Drama in hand, for each Friend, or with the Buddy's Drama."""
    n = {
        "damage": e.n,
        "damage without drama": 0 if f.setup.drama in f.hand else e.n,
        "damage each friend": e.n * f.bout.friends,
        "damage buddy": e.n if f.buddy else 0,
    }.get(e.what, 0)
    return replace(f, extra=f.extra + n)


@rule("5.10", "Draw during combat")
def draw_more(f: Fight, n: int) -> Fight:
    """Cards drawn by an effect come into the combat hand and may be laid too (SR-44, SR-65)."""
    return replace(f, due=f.due + n)


@rule("9.6", "Drama by a move")
def add_drama(f: Fight, n: int) -> Fight:
    """A few cards add Drama to the own discard pile each time they are laid."""
    n = drama_to_add(f.supply, f.setup, n)
    deck = made_anew(put_away(f.deck, [f.setup.drama] * n))
    return replace(f, deck=deck, drama=f.drama + n, supply=max(0, f.supply - n))


@rule("5.9", "Combos and mashing")
def dealt(f: Fight) -> int:
    """A combo of cards that lie deals its damage, each card in one combo; any other deals its own (SR-40, SR-42)."""
    return most_damage(hits_of(f.played), f.bout.combos)[0] + f.extra + f.bout.bonus


@rule("5.11", "Stop")
def stop(f: Fight) -> Fight:
    """The fighter may stop at any time; the target is defeated by as much damage as it needs, more does no more."""
    return replace(f, stage=Stage.OVER)


def won(f: Fight) -> bool:
    """Whether the cards laid defeat the target."""
    return dealt(f) >= f.needed


def finished(f: Fight) -> Combat:
    """How a combat ended."""
    victory = won(f)
    due = sum(e.n for e in f.victory if e.what == "drama") if victory else f.bout.failure
    return Combat(victory, dealt(f), f.drama + drama_to_add(f.supply, f.setup, due))


def hits_of(cards: Bag[PilgrimCard]) -> Hits:
    """What cards deal when mashed, by move; the last row holds cards without a move."""
    rows: list[list[int]] = [[] for _ in (*MOVES, "")]
    for c in cards:
        if c.kind == "action":
            rows[MOVES.index(c.move) if c.move else -1].append(1 if c.hit is None else c.hit)
    return tuple(tuple(sorted(row)) for row in rows)


@lru_cache(maxsize=1 << 17)
def most_damage(hits: Hits, combos: Combos) -> tuple[int, tuple[str, ...]]:
    """The most damage that cards deal, and the combos that do it.

    A combo takes, of each move it needs, the cards that would deal least alone: what a combo deals does not depend on
    which cards make it, so no other choice can deal more.
    """
    best: tuple[int, tuple[str, ...]] = (sum(map(sum, hits)), ())
    for i, (name, moves, damage) in enumerate(combos):
        needs = [moves.count(m) for m in MOVES]
        if not moves or any(n > len(row) for n, row in zip(needs, hits, strict=False)):
            continue
        left = (*(row[n:] for n, row in zip(needs, hits, strict=False)), hits[-1])
        rest, names = most_damage(left, combos[i:])
        if damage + rest > best[0]:
            best = damage + rest, (name, *names)
    return best


# A combat, assembled --------------------------------------------------------------------------
CHECKS: dict[Any, tuple[Callable[..., bool], ...]] = {Hit: (has_moves, drama_in_hand, one_not_matched)}


def face_due(deck: Deck | None) -> bool:
    """Whether the side on top of a draw pile is still to be seen."""
    return deck is not None and deck.top is None and bool(deck.draw)


def their_face_due(f: Fight) -> bool:
    """The same of the neighbour's, which matters on a table only."""
    return f.bout.table and face_due(f.theirs)


def node(f: Fight) -> Node:
    """What happens next in a combat."""
    if f.stage is Stage.OVER:
        return Terminal((int(won(f)),), "5.11")
    return chance_here(f) or Decision(0, tuple(c for c in candidates(f) if allowed(CHECKS, f, c)))


def chance_here(f: Fight) -> Chance | None:
    """What nature chooses, if it is nature's turn."""
    match f.stage:
        case Stage.TARGET | Stage.OVER:
            return None
        case Stage.DRAW | Stage.PLAY if f.due:
            return Chance("cards of your draw pile", next_cards(f.deck, f.setup, f.due))
        case Stage.VS if f.vs and f.bout.line[0] == "own":
            return Chance("the FIGHT line", next_cards(f.deck, f.setup, f.vs))
        case Stage.VS if f.vs and f.theirs is not None:
            return Chance("the FIGHT line", next_cards(f.theirs, f.setup, f.vs))
    if face_due(f.deck):
        return Chance("the side on top of your draw pile", faces(f.deck, f.setup))
    if their_face_due(f):
        assert f.theirs is not None
        return Chance("the side on top of the neighbour's draw pile", faces(f.theirs, f.setup))
    return None


def candidates(f: Fight) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if chance_here(f) is not None:
        return ()
    match f.stage:
        case Stage.TARGET:
            return (Skip(), *(target for target, _ in f.choices))
        case Stage.PLAY:
            hits = [Hit(c) for c in f.hand.kinds]
            hits += [Hit(c, True) for c in f.hand.kinds if any(e.when == "match" for e in effects(c.combat, "combat"))]
            return (*hits, Stop())
        case Stage.SWAP:
            return (
                Exchange(),
                *(Exchange(own, shown) for own in f.hand.kinds for shown in f.shown.kinds if own is not shown),
            )
    return ()


def step(f: Fight, move: Any) -> Fight:
    """The combat after a move."""
    there = node(f)
    if isinstance(there, Chance):
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(drawn(f, move))
    if not any(move is c for c in candidates(f)):
        raise IllegalMove(move, None, f"here: {f.stage}")
    require(CHECKS, f, move)
    match move:
        case Hit():
            return settled(lay(f, move))
        case Exchange():
            return settled(exchange(f, move))
        case Target():
            return take_on(f, move)
    return stop(f)


def drawn(f: Fight, move: Any) -> Fight:
    """The combat after what nature chose."""
    if not isinstance(move, Bag):
        if face_due(f.deck):
            return replace(f, deck=replace(f.deck, top=move))
        assert f.theirs is not None
        return replace(f, theirs=replace(f.theirs, top=move))
    if f.stage is Stage.VS:
        return reveal(f, move) if f.bout.line[0] == "vs" else reveal_own(f, move)
    return draw_hand(f, move) if f.stage is Stage.DRAW else draw_into_hand(f, move)


def draw_into_hand(f: Fight, cards: Bag[PilgrimCard]) -> Fight:
    """Cards that an effect draws."""
    return replace(f, hand=f.hand + cards, deck=without(f.deck, cards), due=f.due - len(cards))


def settled(f: Fight) -> Fight:
    """The combat brought to its next choice or its next chance of more than one outcome."""
    while True:
        f = next_stage(f)
        certain = only_outcome(f)
        if certain is None:
            return f
        f = drawn(f, certain)


def next_stage(f: Fight) -> Fight:
    """Stages that have nothing left to do are left; piles that are used up give no more cards."""
    if f.stage in (Stage.OVER, Stage.TARGET):
        return f
    if f.due and not f.deck.left:
        f = replace(f, due=0)
    if f.due and not f.deck.draw:
        f = replace(f, deck=made_anew(f.deck))
    first = f.setup.options.vs_first
    if f.stage is Stage.DRAW and not f.due:
        f = replace(f, stage=Stage.PLAY if first else Stage.VS)
    if f.stage is Stage.VS:
        pile = f.deck if f.bout.line[0] == "own" else f.theirs
        if f.vs and (pile is None or not pile.left):
            f = replace(f, vs=0)
        elif f.vs and pile is not None and not pile.draw:
            f = replace(f, deck=made_anew(f.deck)) if f.bout.line[0] == "own" else replace(f, theirs=made_anew(pile))
        if not f.vs and not face_due(f.deck) and not their_face_due(f):
            own = f.bout.line[0] == "own" and bool(f.shown)
            f = replace(f, stage=Stage.SWAP if own else after_line(f))
    return f


def only_outcome(f: Fight) -> Any:
    """What nature must choose, where there is one outcome only; None where there is more to say."""
    if f.stage in (Stage.OVER, Stage.TARGET):
        return None
    there: Weights = {}
    swapping = f.bout.table and f.bout.line[0] == "vs" and f.shown  # on a table the neighbour swaps first
    waits = f.due and f.stage in (Stage.DRAW, Stage.PLAY) and not swapping
    line = f.stage is Stage.VS and f.vs
    if waits or line or face_due(f.deck) or their_face_due(f):
        n = node(f)
        there = n.outcomes if isinstance(n, Chance) else {}
    return next(iter(there)) if len(there) == 1 else None
