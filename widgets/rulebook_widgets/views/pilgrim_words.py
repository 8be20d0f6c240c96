"""Scott Pilgrim in words: moves, draws, headings for choices, and the cards of the picture that moves take."""

from __future__ import annotations

from typing import Any

from rulebook_widgets.views.pilgrim_cards import listed, named, side_of, told
from rulebooks.core.chance import Bag
from rulebooks.core.game import Decision, Node
from rulebooks.core.result import label
from rulebooks.scott_pilgrim import (
    BACK,
    EX,
    FRONT,
    Acquire,
    Discard,
    Eliminate,
    Exchange,
    First,
    Flip,
    From,
    GiveBuddy,
    Go,
    Hit,
    Lay,
    Lying,
    NoSwap,
    Pass,
    Phase,
    PilgrimCard,
    Play,
    Remove,
    RemoveHousing,
    Resolve,
    Skip,
    Stop,
    Swap,
    Target,
    Use,
)
from rulebooks.scott_pilgrim.cards import amounts, effects, name_of
from rulebooks.scott_pilgrim.fight import GUARD
from rulebooks.scott_pilgrim.table import DECKS, suits_of

PLAIN = {"acquisition": "go on to acquisition", "the combat phase": "end acquisition: discard the hand"}
WHERE = {"hand": "the hand", "discard": "the discard pile", "plotline": "the Plotline"}


def player(n: int) -> str:
    """A seat as it is called on the screen."""
    return f"player {n + 1}"


def in_line(face: PilgrimCard, place: int) -> str:
    """A card of the Plotline, with its place: some cards bear the same name."""
    return f"{face.back or face.name} (place {place + 1})"


# moves --------------------------------------------------------------------------------------
def describe_move(move: Any, node: Node) -> str:
    """What is chosen or drawn."""
    match move:
        case First():
            return player(move.player)
        case GiveBuddy():
            return f"give the Buddy to {player(move.player)}"
        case Remove():
            return f"eliminate the top of the {DECKS[move.deck]} deck"
        case RemoveHousing():
            return "eliminate the team’s Housing"
        case From():
            return f"add the top of the {DECKS[move.deck]} deck"
        case Lay():
            return f"lay it with {move.name} up"
        case Go():
            return PLAIN.get(move.to, f"go on to {move.to}")
        case Play():
            return f"play {move.card.name}{_for(move)}"
        case Use():
            return f"take {_given(move.card, move.suit)} from {move.card.name}"
        case Acquire():
            return _acquire(move, node)
        case Target():
            return f"fight {_foe(move)}"
        case Skip():
            return "skip combat: a card more in the next hand"
        case Hit():
            return f"lay {name_of(move.card, BACK)}{_laid(move)}"
        case Stop():
            return "stop: lay no more cards"
        case Swap():
            return f"keep {move.shown.name}, discard {move.own.name}"
        case Exchange() if move.own is not None and move.shown is not None:
            return f"keep {move.shown.name}, discard {move.own.name}"
        case NoSwap() | Exchange():
            return "swap nothing"
        case Resolve():
            return f"first: {told(move.effect)}"
        case Eliminate() if move.where == "plotline":
            return f"eliminate {in_line(move.card, move.place)}"
        case Eliminate():
            return f"eliminate {move.card.name} from {WHERE[move.where]}"
        case Flip():
            return f"flip {in_line(move.face, move.place)}"
        case Discard():
            return f"discard {move.card.name}"
        case Pass():
            return "leave it"
    return shown(move)


def shown(move: Any) -> str:
    """What chance brought."""
    if isinstance(move, Bag):
        return named(move)
    if isinstance(move, Lying):
        return f"{name_of(move.card, move.side)} ({side_of(move.card, move.side)})"
    if isinstance(move, PilgrimCard):
        side = f" ({side_of(move, BACK if move.back else FRONT)})" if move.kind == "action" else ""
        return f"on top: {move.name}{side}"
    return label(move)


def _given(card: PilgrimCard, suit: str) -> str:
    return f"{dict(suits_of(card.makes)).get(suit, 0)} {suit}"


def _for(move: Play) -> str:
    """What playing a Story side gives."""
    given = f" for {_given(move.card, move.suit)}" if move.suit else ""
    happens = effects(move.card.effect, "effect of an action")
    besides = [told(e) for e in happens if e.when != "match"]
    matched = [told(e).removeprefix("with matched Drama ") for e in happens if e.when == "match"] if move.match else []
    drama = f" and match Drama: {listed(matched)}" if move.match else ""
    return f"{given}{f'; {listed(besides)}' if besides else ''}{drama}"


def _laid(move: Hit) -> str:
    if not move.match:
        return f" ({move.card.move})" if move.card.move else ""
    matched = [
        told(e).removeprefix("with matched Drama ") for e in effects(move.card.combat, "combat") if e.when == "match"
    ]
    return f" and match Drama: {listed(matched)}"


def _price(move: Acquire) -> str:
    """What is paid, where that is not plain."""
    suit, n = (amounts(move.face.cost) or (("any", 0),))[0]
    return f"{n} {move.suit or suit}"


def _acquire(move: Acquire, node: Node) -> str:
    what = in_line(move.face, move.place)
    if isinstance(node, Decision) and move not in node.actions:  # refused: what could be done with it matters little
        same = [a for a in node.actions if isinstance(a, Acquire) and a.place == move.place]
        return f"acquire {what}{f' with {move.suit}' if same else ''}"
    return f"acquire {what} for {_price(move)}{' and eliminate it at once' * move.eliminate}"


def _foe(move: Target) -> str:
    name = move.face.back or move.face.name
    return f"{name} (place {move.place + 1})" if move.place >= 0 else name + ", the guard" * (move.place == GUARD)


def group_move(move: Any) -> tuple[str, str]:
    """The heading a move stands under when there are several like it, and its short name there."""
    match move:
        case Play():
            return f"play {move.card.name}", _for(move).removeprefix("; ").strip() or "for its effect"
        case Use():
            return f"take from {move.card.name}", _given(move.card, move.suit)
        case Acquire():
            return f"acquire {in_line(move.face, move.place)}", f"{_price(move)}{', eliminate it' * move.eliminate}"
        case Hit():
            return f"lay {name_of(move.card, BACK)}", "and match Drama" if move.match else "alone"
        case Swap() | Exchange() if move.own is not None and move.shown is not None:
            return f"keep {move.shown.name}", f"discard {move.own.name}"
        case Eliminate():
            name = in_line(move.card, move.place) if move.where == "plotline" else move.card.name
            return f"eliminate from {WHERE[move.where]}", name
        case Flip():
            return "flip in the Plotline", in_line(move.face, move.place)
        case Discard():
            return "discard from the new hand", move.card.name
        case Resolve():
            return "resolve first", told(move.effect)
    return "", ""


def comes_last(move: Any) -> bool:
    """Whether a move ends a phase or leaves something, so that it stands below the others."""
    return isinstance(move, Stop | Pass) or (isinstance(move, Go) and move.to != "acquisition")


def told_aside(move: Any) -> bool:
    """Whether it is plain from the side that is up that a move is refused."""
    if isinstance(move, Acquire):
        return move.face.back is not None
    return isinstance(move, Target) and move.place >= 0 and (move.face.kind != "plot" or move.face.back is None)


def pieces_of(move: Any) -> tuple[str, ...]:
    """The cards of the picture that a move takes."""
    match move:
        case Play() | Hit():
            return (hand_key(move.card), *(("hand:drama",) if move.match else ()))
        case Use():
            return (f"up:{move.card.id}",)
        case Acquire() | Flip():
            return (f"line:{move.place}",)
        case Target():
            return ("ex" if move.place == EX else "guard" if move.place == GUARD else f"line:{move.place}",)
        case Eliminate() if move.where == "plotline":
            return (f"line:{move.place}",)
        case Eliminate() | Discard():
            return (hand_key(move.card),) if getattr(move, "where", "hand") == "hand" else ()
        case Remove() | From():
            return (f"deck:{move.deck}",)
        case Lay():
            return (f"new:{move.side}",)
        case Swap() | Exchange() if move.own is not None and move.shown is not None:
            return (hand_key(move.own), f"shown:{move.shown.id}")
    return ()


def hand_key(card: PilgrimCard) -> str:
    """The name of a hand card in the picture."""
    return f"hand:{card.id}"


def describe_chance(what: str) -> tuple[str, str]:
    """What is done to let chance decide, and about what."""
    if what.startswith("the side on top"):
        return "See", what.replace("'", "’")
    return ("Reveal" if what == "the FIGHT line" else "Draw"), what.replace(
        "the FIGHT line", "cards for the FIGHT line"
    )


__all__ = [
    "Phase",
    "comes_last",
    "describe_chance",
    "describe_move",
    "group_move",
    "hand_key",
    "in_line",
    "pieces_of",
    "player",
    "told_aside",
]
