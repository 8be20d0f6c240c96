"""Scott Pilgrim's Precious Little Card Game by Keith Baker, for one to four, told in the order of its rulebook.

Players build decks of double-sided cards: Story sides buy Power Ups! and better cards, combat sides defeat
Challenges; who first has the Victory Points that the Evil Ex asks for wins. Modelled: every rule, for competitive,
cooperative, solo and first-time mode. Not modelled: telling the story aloud; ``story`` sums it up.
Few cards are public; what is ours is marked so in the sheet.

The chapters, in the order to read them: ``cards`` and ``contents`` (what is in the box, and how we read it), ``piles``
(2, 9, 10: drawing, the side on top), ``fight`` (5, a combat as a state), ``table`` (the table as a state), ``opening``
(1, 11), ``acquisition`` (3, 4, 10), ``resolution`` (5 to 8, 12), ``questions`` (what-ifs and exact odds), ``tables``
(any position of a game). This page assembles them and holds no rule.

A combat is a state of its own (``Fight``): the table holds one while a player fights, odds walk only that, and the same
functions step both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import allowed, require
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.acquisition import (
    a_story,
    acquire,
    acquisition,
    add_drama,
    can_be_bought,
    can_pay,
    discard,
    drama_to_match,
    draw_by_effect,
    eliminate,
    end_acquisition,
    flip,
    gain,
    housing_there,
    lay,
    leave,
    not_a_challenge,
    not_used,
    once_each,
    play,
    refill,
    remove,
    remove_housing,
    shrink,
    top_there,
    use,
)
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, FRONT, PilgrimCard, effects, masked
from rulebooks.scott_pilgrim.contents import HIPSTER, SCHEMA, Options, Setup, combos
from rulebooks.scott_pilgrim.fight import EX, GUARD, Combat, Exchange, Fight, Hit, Skip, Stop, Target, finished
from rulebooks.scott_pilgrim.opening import (
    add,
    begin,
    deal_hands,
    dealt,
    first_two,
    give_buddy,
    one_before_adding,
    prepare,
    see_top,
    share,
    sides,
    to_another,
)
from rulebooks.scott_pilgrim.piles import UNKNOWN, Deck, Lying, faces, made_anew, main_faces, next_cards, without
from rulebooks.scott_pilgrim.questions import (
    GOALS,
    best_combos,
    card,
    combat,
    combat_odds,
    named_goal,
    resources_odds,
    vs_draw_odds,
)
from rulebooks.scott_pilgrim.resolution import (
    after_fight,
    before_combat,
    begin_turn,
    declare,
    discard_shown,
    end_turn,
    not_guarded,
    points,
    reached,
    resolve,
    shows_challenge,
    skip,
    still_there,
    swap,
    swap_or_go,
)
from rulebooks.scott_pilgrim.table import (
    Acquire,
    Discard,
    Eliminate,
    First,
    Flip,
    Frame,
    From,
    GiveBuddy,
    Go,
    Lay,
    NoSwap,
    Pass,
    Phase,
    Play,
    Remove,
    RemoveHousing,
    Resolve,
    Seat,
    State,
    Swap,
    Use,
    done,
    due,
    face_of,
    gives,
    suits_of,
    ups_of,
    with_seat,
)

CHECKS: dict[Any, Any] = {
    GiveBuddy: (to_another,),
    Remove: (top_there, once_each),
    RemoveHousing: (housing_there,),
    From: (top_there,),
    Play: (a_story, drama_to_match),
    Use: (not_used,),
    Acquire: (not_a_challenge, can_be_bought, can_pay),
    Target: (shows_challenge, not_guarded, still_there),
}
SETUP_CHECKS: dict[Any, Any] = {Remove: (top_there, one_before_adding), From: (top_there,)}
ACQUIRED, FOUGHT = Go("acquisition"), Go("the combat phase")


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the first player is known."""
    return prepare(Setup.of(setup))


def players(s: State | Fight) -> int:
    """How many play; in a combat alone only the fighter does."""
    return 1 if isinstance(s, Fight) else len(s.seats)


def node(s: State | Fight, /) -> Node:
    """What happens next, on the table or in a combat alone."""
    if isinstance(s, Fight):
        return bouts.node(s)
    if s.phase is Phase.OVER:
        return Terminal(tuple(int(i in s.won) for i in range(len(s.seats))), s.ended_by)
    chance = chance_here(s)
    if chance is not None:
        return chance
    if s.phase is Phase.FIGHT and not s.pending:
        assert s.fight is not None
        there = bouts.node(s.fight)
        return Decision(s.active, there.actions) if isinstance(there, Decision) else there
    return Decision(asked(s), tuple(c for c in candidates(s) if allowed(checks(s), s, c)))


def chance_here(s: State) -> Chance | None:
    """What nature chooses, if it is nature's turn."""
    if s.phase is Phase.FIRST:
        return Chance("the first player", {First(i): 1 for i in range(len(s.seats))})
    if not s.pending:
        return None
    frame = s.pending[-1]
    if frame.kind in ("top", "deal"):
        what = "the side on top of a main deck" if frame.kind == "top" else "a card of the Plotline"
        return Chance(what, main_faces(s.main))
    if frame.kind == "draw":
        deck = s.seats[frame.who].deck
        if frame.n:
            return Chance(f"cards of player {frame.who + 1}", next_cards(deck, s.setup, frame.n))
        return Chance(f"the side on top of player {frame.who + 1}'s draw pile", faces(deck, s.setup))
    return None


def asked(s: State) -> int:
    """Who decides."""
    return s.left if s.phase is Phase.SWAP and not s.pending else s.active


def checks(s: State) -> dict[Any, Any]:
    """What may refuse an action here."""
    if s.phase is Phase.PLOTLINE:
        return SETUP_CHECKS
    return bouts.CHECKS if s.phase is Phase.FIGHT and not s.pending else CHECKS


def candidates(s: State | Fight, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if isinstance(s, Fight):
        return bouts.candidates(s)
    if s.pending:
        return frame_actions(s, s.pending[-1])
    match s.phase:
        case Phase.BUDDY:
            return tuple(GiveBuddy(p) for p in range(len(s.seats)))
        case Phase.PLOTLINE:
            return (From(0), From(1), Remove(0), Remove(1))
        case Phase.ELIMINATE:
            return (ACQUIRED, Remove(0), Remove(1), *([RemoveHousing()] if s.setup.together else []))
        case Phase.ACQUIRE:
            return (*plays(s), *purchases(s), FOUGHT)
        case Phase.TARGET:
            targets = [Target(i, face_of(s, up)) for i, up in enumerate(s.plotline) if up]
            guard = [Target(GUARD, s.setup.sheet.find(HIPSTER))] if s.guards else []
            return (Skip(), *targets, *guard, Target(EX, s.setup.evil_ex))
        case Phase.FIGHT:
            assert s.fight is not None
            return bouts.candidates(s.fight)
        case Phase.SWAP:
            assert s.fight is not None
            hand = s.seats[s.left].hand.kinds
            return (NoSwap(), *(Swap(own, shown) for own in hand for shown in s.fight.shown.kinds if own is not shown))
        case Phase.RESOLVE:
            return tuple(Resolve(e) for e in dict.fromkeys(s.due))
    return ()


def plays(s: State) -> tuple[Any, ...]:
    """Cards to play, and resources of Power Ups! to choose."""
    found: list[Any] = []
    for one in s.seat.hand.kinds:
        matches = any(e.when == "match" for e in effects(one.effect, "effect of an action"))
        for suit in [suit for suit, _ in suits_of(one.makes)] or [""]:
            found += [Play(one, suit), *([Play(one, suit, True)] if matches else [])]
    for up in dict.fromkeys(ups_of(s, s.active)):
        given = gives(up)
        found += [Use(up.card, suit) for suit, _ in given] if len(given) > 1 else []
    return tuple(found)


def purchases(s: State) -> tuple[Acquire, ...]:
    """Cards of the Plotline to acquire, with whichever suit pays."""
    found = []
    for i, lying in enumerate(s.plotline):
        if lying is None:
            continue
        face = face_of(s, lying)
        suits = [suit for suit, _ in suits_of(face.cost)] if face.cost else [""]
        for suit in suits:
            found.append(Acquire(i, face, suit))
            if face.kind == "action":
                found.append(Acquire(i, face, suit, True))
    return tuple(found)


def frame_actions(s: State, frame: Frame) -> tuple[Any, ...]:
    """The choices of what has to be finished first."""
    leave_it = [Pass()] if frame.may else []
    line = [(i, up) for i, up in enumerate(s.plotline) if up]
    flips = [Flip(i, face_of(s, up)) for i, up in line]
    gone = [Eliminate(face_of(s, up), "plotline", i) for i, up in line]
    match frame.kind:
        case "replace":
            return (From(0), From(1))
        case "side":
            assert frame.lying is not None
            return sides(s, frame.lying)
        case "flip":
            return (*leave_it, *flips)
        case "eliminate plotline":
            return (*leave_it, *gone)
        case "flip or eliminate":
            return (*leave_it, *flips, *gone)
        case "eliminate":
            hand = [Eliminate(c, "hand") for c in s.seat.hand.kinds]
            pile = [Eliminate(c, "discard") for c in s.seat.deck.discard.kinds]
            return (*leave_it, *hand, *pile, *gone)
        case "discard":
            return tuple(Discard(c) for c in s.seat.hand.kinds)
    return ()


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for a combat alone (Fight)."""
    if isinstance(s, Fight):
        return bouts.step(s, move)
    if s.phase is Phase.FIGHT and not s.pending:
        return settled(replace(s, fight=bouts.step(s.fight, move)))
    there = chance_here(s)
    if there is not None:
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(drawn(s, move))
    if not any(move is c for c in candidates(s)):  # actions are interned
        raise IllegalMove(move, None, f"here: {s.pending[-1].kind if s.pending else s.phase}")
    require(checks(s), s, move)
    return settled(act(s, move))


def act(s: State, move: Any) -> State:
    """The table after an action."""
    if isinstance(move, From):
        return add(s, move) if s.phase is Phase.PLOTLINE else refill(s, move)
    if isinstance(move, Go):
        return acquisition(s) if s.phase is Phase.ELIMINATE else end_acquisition(s)
    if isinstance(move, Skip | Pass | RemoveHousing):
        return {Skip: skip, Pass: leave, RemoveHousing: remove_housing}[type(move)](s)
    if isinstance(move, NoSwap):
        assert s.fight is not None
        return discard_shown(s, s.fight)
    return ACTS[type(move)](s, move)


ACTS: dict[Any, Any] = {
    GiveBuddy: give_buddy,
    Remove: remove,
    Lay: lay,
    Play: play,
    Use: use,
    Acquire: acquire,
    Target: declare,
    Swap: swap,
    Resolve: resolve,
    Eliminate: eliminate,
    Flip: flip,
    Discard: discard,
}


def drawn(s: State, move: Any) -> State:
    """The table after what nature chose."""
    if s.phase is Phase.FIRST:
        return begin(s, move.player)
    frame = s.pending[-1]
    if frame.kind == "top":
        return see_top(s, frame.place, move)
    if frame.kind == "deal":
        return dealt(s, frame.place, move)
    seat = s.seats[frame.who]
    if not frame.n:
        return with_seat(done(s), frame.who, deck=replace(seat.deck, top=move))
    s = with_seat(done(s), frame.who, hand=seat.hand + move, deck=without(seat.deck, move))
    return due(s, Frame("draw", frame.n - len(move), who=frame.who))


def settled(s: State) -> State:
    """The table brought to its next choice, or its next chance of more than one outcome."""
    while s.phase is not Phase.OVER:
        won = reached(s)
        after = won if won is not None else onward(s)
        if after is s:
            return s
        s = after
    return s


def onward(s: State) -> State:
    """One step that nobody has to choose; the same table where there is none."""
    if s.pending:
        return frame_onward(s, s.pending[-1])
    if s.phase is Phase.FIGHT:
        assert s.fight is not None
        return after_fight(s) if s.fight.stage is bouts.Stage.OVER else swap_or_go(s)
    if s.phase is Phase.RESOLVE:
        if not s.due:
            return end_turn(s)
        return resolve(s, Resolve(s.due[0])) if len(set(s.due)) == 1 else s
    return s


def frame_onward(s: State, frame: Frame) -> State:
    """What a frame asks for, as far as nobody has to choose."""
    match frame.kind:
        case "go":
            return {"two": first_two, "turn": begin_turn, "hands": deal_hands}[frame.then](done(s))
        case "top":
            return top_onward(s, frame)
        case "draw more":
            return draw_by_effect(s, frame)
        case "draw":
            return draw_onward(s, frame)
        case "drama":
            return add_drama(done(s), frame.who, frame.n)
        case "replace":
            return s if any(s.tops) else shrink(s)
        case "discard" | "eliminate" | "flip" | "flip or eliminate" | "eliminate plotline":
            return s if frame_actions(s, frame) and not only_pass(s, frame) else done(s)
        case "romance" | "music" | "work":
            return gain(done(s), frame.kind, frame.n)
    return s


def only_pass(s: State, frame: Frame) -> bool:
    """Whether nothing is there to choose but leaving it."""
    return frame_actions(s, frame) == (Pass(),)


def top_onward(s: State, frame: Frame) -> State:
    """The top of a main deck: seen, shared out of the other deck, or not there."""
    if s.sizes[frame.place]:
        return s
    if s.setup.options.share_decks and s.sizes[1 - frame.place] > 1:
        return share(done(s))
    return done(s)


def draw_onward(s: State, frame: Frame) -> State:
    """Drawing goes on by itself where the pile is made anew, holds nothing, or one outcome only is there."""
    seat = s.seats[frame.who]
    if frame.n and not seat.deck.left:
        return done(s)
    if frame.n and not seat.deck.draw:
        return with_seat(s, frame.who, deck=made_anew(seat.deck))
    if not frame.n and (seat.deck.top is not None or not seat.deck.draw):
        return done(s)
    chance = chance_here(s)
    assert chance is not None
    return drawn(s, next(iter(chance.outcomes))) if len(chance.outcomes) == 1 else s


def information_state(s: Any, player: int, /) -> Any:
    """What one player knows: backs not seen, hands and piles of others are hidden."""
    if isinstance(s, Fight):
        return s
    main: Bag[PilgrimCard] = s.main
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
    seats = tuple(seat if i == player else closed(s, seat) for i, seat in enumerate(s.seats))
    f = s.fight
    if f is not None and s.active != player:
        drama = s.setup.drama
        f = replace(f, hand=veiled(f.hand, drama), deck=replace(f.deck, draw=veiled(f.deck.draw, drama)))
    if f is not None and f.theirs is not None and s.left != player:
        f = replace(f, theirs=replace(f.theirs, draw=veiled(f.theirs.draw, s.setup.drama)))
    pending = s.pending
    if pending and s.active != player:
        pending = tuple(replace(fr, lying=hidden(s, fr.lying, player)[0]) if fr.lying else fr for fr in pending)
    return replace(s, main=main, plotline=tuple(line), tops=tuple(tops), seats=seats, fight=f, pending=pending)


def hidden(s: State, lying: Lying | None, player: int) -> tuple[Lying | None, tuple[PilgrimCard, ...]]:
    """A card as a player knows it, and the card itself where the player does not know it."""
    if lying is None or player in lying.seen:
        return lying, ()
    face = masked(s.setup.sheet, lying.card, lying.side)
    return replace(lying, card=face), (() if face is lying.card else (lying.card,))


def closed(s: State, seat: Seat) -> Seat:
    """Another player's seat: how many cards and how much Drama are public, which cards are not (SR-62)."""
    drama = s.setup.drama
    away = Bag([c for c in (*seat.hand, *seat.deck.draw) if c is not drama and c is not UNKNOWN])
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


def focus(s: State | Fight) -> Fight | None:
    """The combat that odds walk: under way, or with every target that can be declared; None elsewhere."""
    if isinstance(s, Fight):
        return s
    if s.pending or s.phase not in (Phase.TARGET, Phase.FIGHT):
        return None
    if s.phase is Phase.FIGHT:
        assert s.fight is not None
        return replace(s.fight, bout=replace(s.fight.bout, table=False))
    return before_combat(s, tuple(c for c in candidates(s) if isinstance(c, Target) and allowed(CHECKS, s, c)))


EXAMPLE_SETUPS = (
    Setup(2),
    Setup(1, ex="Lucas Lee"),
    Setup(3, characters=("knives", "kim", "wallace"), ex="Gideon Graves"),
    Setup(4, "cooperative", ("scott", "kim", "stephen", "ramona")),
    Setup(2, "first time"),
)

position = combat

__all__ = [
    "BACK",
    "EX",
    "EXAMPLE_SETUPS",
    "FRONT",
    "GOALS",
    "GUARD",
    "SCHEMA",
    "UNKNOWN",
    "Acquire",
    "Combat",
    "Deck",
    "Discard",
    "Eliminate",
    "Exchange",
    "Fight",
    "First",
    "Flip",
    "Frame",
    "From",
    "GiveBuddy",
    "Go",
    "Hit",
    "Lay",
    "Lying",
    "NoSwap",
    "Options",
    "Pass",
    "Phase",
    "PilgrimCard",
    "Play",
    "Remove",
    "RemoveHousing",
    "Resolve",
    "Seat",
    "Setup",
    "Skip",
    "State",
    "Stop",
    "Swap",
    "Target",
    "Use",
    "best_combos",
    "candidates",
    "card",
    "combat",
    "combat_odds",
    "combos",
    "components",
    "finished",
    "focus",
    "information_state",
    "initial_state",
    "named_goal",
    "node",
    "players",
    "points",
    "position",
    "resources_odds",
    "rule",
    "step",
    "vs_draw_odds",
]
