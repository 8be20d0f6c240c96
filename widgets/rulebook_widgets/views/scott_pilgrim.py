"""Scott Pilgrim on the table: players, the Evil Ex, main decks, the Plotline, the hand, combos, a combat, piles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebook_widgets.view import CardFace, FlowStep, Layer, Mark, PileFace, Seat, Track, View, Zone
from rulebook_widgets.views.pilgrim_cards import card_face, counted, lying_face, plural, told
from rulebook_widgets.views.pilgrim_combat import (
    combat_alone,
    combo_zone,
    damage_line,
    damage_words,
    known_cards,
    pile_of,
    top_words,
)
from rulebook_widgets.views.pilgrim_events import describe_end, describe_event
from rulebook_widgets.views.pilgrim_words import (
    comes_last,
    describe_chance,
    describe_move,
    group_move,
    hand_key,
    pieces_of,
    player,
    told_aside,
)
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim import (
    BACK,
    EX,
    FRONT,
    Deck,
    Fight,
    Phase,
    PilgrimCard,
    State,
    points,
)
from rulebooks.scott_pilgrim import combos as combos_of
from rulebooks.scott_pilgrim.cards import SUITS, name_of
from rulebooks.scott_pilgrim.contents import HIPSTER
from rulebooks.scott_pilgrim.resolution import foe, goal, hand_size, team_points, turns_to_win
from rulebooks.scott_pilgrim.story import story
from rulebooks.scott_pilgrim.table import DECKS

PUBLIC_EVENTS = True
FLOW = {
    "1 Elimination": (Phase.ELIMINATE,),
    "2 Acquisition": (Phase.ACQUIRE,),
    "3 Combat": (Phase.TARGET, Phase.FIGHT, Phase.SWAP),
    "4 Resolution": (Phase.RESOLVE,),
}
SETTING_UP = (Phase.FIRST, Phase.BUDDY, Phase.PLOTLINE)
ASKED = {
    Phase.BUDDY: "who gets the Buddy",
    Phase.PLOTLINE: "add a card to the Plotline",
    Phase.ELIMINATE: "eliminate tops of the main decks, or go on",
    Phase.ACQUIRE: "play cards, acquire cards, or end the phase",
    Phase.TARGET: "fight, or skip combat",
    Phase.FIGHT: "lay cards, or stop",
    Phase.SWAP: "swap a hand card for a revealed one, or not",
    Phase.RESOLVE: "what is resolved first",
}
DUE = {
    "replace": "which main deck fills the place",
    "side": "which side of the new card is up",
    "flip": "flip a card of the Plotline",
    "eliminate": "eliminate a card",
    "eliminate plotline": "eliminate a card of the Plotline",
    "flip or eliminate": "flip or eliminate a card of the Plotline",
    "discard": "discard a card of the new hand",
}


def whose_luck(s: State | Fight) -> int | None:
    """Whose draw it is: the active player's; at the set-up it is nobody's."""
    if isinstance(s, Fight):
        return 0
    return None if s.phase in SETTING_UP else s.active


def describe(s: State | Fight, viewer: int | None = None) -> View:
    """The table as one player sees it (None: whoever is asked), or a combat alone."""
    if isinstance(s, Fight):
        return combat_alone(s)
    eyes = (s.left if s.phase is Phase.SWAP else s.active) if viewer is None else viewer
    fighting = s.fight is not None
    middle = (_around(s, eyes), _plotline(s, eyes))
    low = tuple(replace(z, low=True) for z in middle)
    return View(
        words=_words(s),
        flow=tuple(FlowStep(name, s.phase in at) for name, at in FLOW.items()),
        tracks=_tracks(s),
        zones=(
            *(_combat_zones(s, eyes) if fighting else ()),
            *_new_card(s, eyes),
            *(() if fighting or s.phase is Phase.FIRST else middle),
            *_own(s, eyes),
            *(low if fighting else ()),
            *_areas(s, eyes),
            *_common_piles(s),
        ),
        summary=_summary(s, eyes),
        ask=DUE.get(s.pending[-1].kind, "choose") if s.pending else ASKED.get(s.phase, "choose"),
        note=_note(s),
        seats=tuple(_seat(s, i) for i in range(len(s.seats))),
    )


# in words -------------------------------------------------------------------------------
def _words(s: State) -> str:
    if s.phase is Phase.OVER:
        return "over"
    if s.phase in SETTING_UP:
        return f"set-up, {s.phase}"
    who = f"player {s.active + 1}’s turn" if len(s.seats) > 1 else f"turn {s.seat.turns + 1}"
    where = f"combat with {_foe(s)}, {damage_words(s.fight)}" if s.fight is not None else str(s.phase)
    return f"{who}, {where}; {_points_words(s, s.active)}"


def _points_words(s: State, i: int) -> str:
    have = team_points(s) if s.setup.together else points(s, i)
    return f"{have} of {goal(s.setup)} VP"


def _foe(s: State) -> str:
    card = foe(s, s.target)
    return card.name if s.target == EX else name_of(card, BACK)


def _note(s: State) -> str:
    if s.phase in SETTING_UP or s.phase is Phase.OVER:
        return s.setup.mode
    if s.setup.mode in ("cooperative", "solo"):
        return f"{s.setup.mode}, turn {s.seat.turns + 1} of {turns_to_win(s.setup)}"
    return f"{s.setup.mode}, round {s.seat.turns + 1}"


def _tracks(s: State) -> tuple[Track, ...]:
    """The points of who plays alone, or of a team."""
    if s.setup.mode not in ("cooperative", "solo"):
        return ()
    have = team_points(s) if s.setup.together else points(s, 0)
    return (Track("Victory Points", have, goal(s.setup), "power"),)


def _summary(s: State, eyes: int) -> tuple[str | Mark, ...]:
    if s.fight is not None:
        swap = " A swap does not change what is needed." if s.phase is Phase.SWAP else ""
        return (*damage_line(s.fight, eyes == s.active), swap)
    match s.phase:
        case Phase.ACQUIRE:
            have = [Mark(f"{n} {suit}") for suit, n in zip(SUITS, s.pool, strict=True) if n]
            spaced = [part for mark in have for part in (", ", mark)][1:]
            return ("To spend: ", *(spaced or ["nothing yet"]), ".")
        case Phase.TARGET:
            return ("A combat begins with ", Mark(plural(hand_size(s), "card")), ".")
        case Phase.OVER if s.won:
            return (str(story(s, s.won[0])),)
        case Phase.RESOLVE if s.due:
            return (f"Still to resolve: {'; '.join(map(told, s.due))}.",)
        case Phase.PLOTLINE if s.plotline:
            return (
                f"{sum(x is not None for x in s.plotline)} of {len(s.plotline)} places of the Plotline are filled.",
            )
    return ()


# players ----------------------------------------------------------------------------------
def hand_of(s: State, i: int) -> Bag[PilgrimCard]:
    """What a player holds: the combat hand while they fight."""
    return s.fight.hand if s.fight is not None and i == s.active else s.seats[i].hand


def deck_of(s: State, i: int) -> Deck:
    """A player's piles, in a combat too."""
    f = s.fight
    if f is None or i not in (s.active, s.left):
        return s.seats[i].deck
    if i == s.active:
        return f.deck
    return f.theirs if f.theirs is not None else s.seats[i].deck


def _seat(s: State, i: int) -> Seat:
    seat, deck = s.seats[i], deck_of(s, i)
    top = [("on top", deck.top.name)] if deck.top is not None and deck.draw else []
    facts = [
        ("VP", f"{points(s, i)}" if s.setup.together else f"{points(s, i)} of {goal(s.setup)}"),
        ("hand", counted(hand_of(s, i))),
        ("draw pile", str(len(deck.draw))),
        *top,
        ("discard", str(len(deck.discard))),
    ]
    if seat.ups:
        facts.append(("in front", ", ".join(name_of(up.card, up.side) for up in seat.ups)))
    mark = "fights" if s.fight is not None and i == s.active else ""
    mark = "may swap" if s.phase is Phase.SWAP and i == s.left else mark
    mark = "out of the game" if seat.out else mark
    mark = "winner" if s.phase is Phase.OVER and i in s.won else mark
    turn = i == s.active and s.phase not in (*SETTING_UP, Phase.OVER)
    return Seat(i, tuple(facts), (), turn, mark, title=_character(s, i))


def _character(s: State, i: int) -> str:
    return next(c.name for c in s.setup.sheet.cards if c.id == s.seats[i].character)


# the middle of the table ----------------------------------------------------------------------
def _around(s: State, eyes: int) -> Zone:
    """The Evil Ex between both main decks; a guard of it where a target is chosen."""
    setup = s.setup
    guard = card_face(setup.sheet.find(HIPSTER), BACK, setup, known=False, key="guard", note="guards the Ex")
    ex = card_face(setup.evil_ex, FRONT, setup, key="ex")
    if s.guards:
        ex = replace(ex, lines=(*ex.lines, ("guards", f"{s.guards} {guard.name}")))
    cards = (_main_deck(s, 0, eyes), *([ex] if s.ex else []), _main_deck(s, 1, eyes))
    fought = s.guards and s.phase is Phase.TARGET
    return Zone("Evil Ex and main decks", (*cards, *([replace(guard, count=s.guards)] if fought else [])), new_row=True)


def _main_deck(s: State, deck: int, eyes: int) -> CardFace:
    top, size = s.tops[deck], s.sizes[deck]
    note = f"{DECKS[deck]} deck, {plural(size, 'card')}"
    if top is None:
        return CardFace("top not seen yet" if size else "used up", side="no card", note=note)
    return lying_face(top, s.setup, eyes, key=f"deck:{deck}", note=note)


def _plotline(s: State, eyes: int) -> Zone:
    faces = tuple(
        lying_face(up, s.setup, eyes, key=f"line:{i}", note=f"place {i + 1}") if up is not None else _gap(i)
        for i, up in enumerate(s.plotline)
        if up is not None or s.phase is not Phase.PLOTLINE
    )
    return Zone("Plotline", faces, "not laid out yet", new_row=True)


def _gap(place: int) -> CardFace:
    return CardFace("empty", side="no card", note=f"place {place + 1}", used=False)


def _new_card(s: State, eyes: int) -> Iterable[Zone]:
    """A card whose side is chosen, with both its sides."""
    frame = s.pending[-1] if s.pending else None
    if frame is None or frame.kind != "side" or frame.lying is None:
        return
    lying, sides = frame.lying, (FRONT, BACK)
    if eyes != s.active or s.setup.options.no_looking:
        yield Zone("New card", (lying_face(lying, s.setup, eyes, note="as it lay on the deck"),), new_row=True)
        return
    faces = [card_face(lying.card, side, s.setup, known=False, key=f"new:{side}") for side in sides]
    notes = ["shown on the deck" if side == lying.side else "seen by you alone" for side in sides]
    both = tuple(replace(face, corner="", note=note) for face, note in zip(faces, notes, strict=True))
    yield Zone(f"New card for place {frame.place + 1}: both its sides", both, new_row=True)


# what lies before the viewer -----------------------------------------------------------------------
def _own(s: State, eyes: int) -> Iterable[Zone]:
    """The viewer's hand, what was played, Power Ups! and combos."""
    if not 0 <= eyes < len(s.seats):
        return
    fights = s.fight is not None and eyes == s.active
    hand = [card_face(c, BACK if fights else FRONT, s.setup, key=hand_key(c)) for c in hand_of(s, eyes)]
    yield Zone("Your hand", tuple(hand), "no card", new_row=True, slim=True, tight=True)
    if s.played and s.fight is None:
        played = [card_face(c, FRONT, s.setup, known=eyes == s.active) for c in s.played]
        title = "Played" if eyes == s.active else f"Played by {player(s.active)}"
        yield Zone(title, tuple(played), slim=True, tight=True)
    if s.phase is Phase.ACQUIRE:
        yield from _ups(s, eyes, "Your Power Ups!")
    if s.shared is not None:
        yield Zone("The team’s Housing", (lying_face(s.shared, s.setup, eyes, key=f"up:{s.shared.card.id}"),))
    if s.fight is None or fights:
        yield combo_zone(combos_of(s.setup, s.seats[eyes].character), s.fight if fights else None, True, "Your combos")


def _ups(s: State, i: int, title: str, low: bool = False) -> Iterable[Zone]:
    ups = [lying_face(up, s.setup, i, key="" if low else f"up:{up.card.id}") for up in s.seats[i].ups]
    yield Zone(title, tuple(ups), slim=True, low=low, new_row=low)


# a combat ---------------------------------------------------------------------------------------
def _combat_zones(s: State, eyes: int) -> Iterable[Zone]:
    f, card = s.fight, foe(s, s.target)
    assert f is not None
    side = FRONT if s.target == EX else BACK
    face = card_face(card, side, s.setup, known=False)
    raised = f.needed - int(face.number or 0)
    lines = (*face.lines, *([("now", f"{f.needed}, {raised} by Drama")] if raised else []))
    where = s.plotline[s.target] if s.target >= 0 else None
    corner = face.corner if where is not None else ""
    yield Zone("Target", (replace(face, number=f.needed, lines=lines, corner=corner),))
    shown = [card_face(c, FRONT, s.setup, known=True, key=f"shown:{c.id}") for c in f.shown]
    title = "Revealed for the FIGHT line" if f.bout.line[0] == "own" else f"VS Draw of {player(s.left)}"
    yield Zone(title, tuple(shown), slim=True, tight=True)
    laid = [card_face(c, BACK, s.setup, known=eyes == s.active) for c in f.played]
    yield Zone("Laid" if eyes == s.active else f"Laid by {player(s.active)}", tuple(laid), "no card laid", tight=True)
    if eyes != s.active:
        combos = combos_of(s.setup, s.seat.character)
        yield combo_zone(combos, f, False, f"Combos of {player(s.active)}")


# piles -----------------------------------------------------------------------------------------
def _draw_pile(s: State, i: int, name: str, own: bool) -> PileFace:
    """A player's draw pile; of another's cards nobody knows which lie here and which are in the hand."""
    deck, unknown = deck_of(s, i), s.seats[i].unknown
    pile = pile_of(name, deck.draw, True, top_words(deck))
    if own or not unknown:
        return pile
    layers = (Layer("in this pile:", pile.cards), Layer("here or in the hand:", known_cards(unknown)))
    there = tuple(layer for layer in layers if layer.cards)
    return replace(pile, layers=there, cards=tuple(c for layer in there for c in layer.cards))


def _areas(s: State, eyes: int) -> Iterable[Zone]:
    """Each player's piles; of the others their Power Ups! and combos too."""
    for i in sorted(range(len(s.seats)), key=lambda i: (i != eyes, i)):
        own, shown = i == eyes, s.fight is not None and i == s.active
        whose = "Your" if own else f"Player {i + 1}’s"
        if not own and not shown:
            combos = combos_of(s.setup, s.seats[i].character)
            yield combo_zone(combos, None, False, f"{whose} combos ({_character(s, i)})", True)
        if not own or s.phase is not Phase.ACQUIRE:
            yield from _ups(s, i, f"{whose} Power Ups!", True)
        draw = _draw_pile(s, i, f"{whose} draw pile", own)
        yield Zone(draw.name, (draw,), new_row=(own or shown) and not s.seats[i].ups, low=True)
        discard = pile_of(f"{whose} discard pile", deck_of(s, i).discard, False)
        yield Zone(discard.name, (discard,), low=True)


def _common_piles(s: State) -> Iterable[Zone]:
    supply = s.fight.supply if s.fight is not None else s.drama
    yield Zone("Drama pile", (PileFace("Drama pile", supply, False),), new_row=True, low=True)
    if s.phase not in SETTING_UP:
        gone = s.gone - _box(s)
        yield Zone("Out of the game", (pile_of("Out of the game", gone, False),), low=True)


def _box(s: State) -> Bag[PilgrimCard]:
    """What never came on the table: the decks of characters nobody plays, and in a first game the later chapters."""
    used = (None, *s.setup.characters)
    return Bag([c for c in s.gone if c.owner not in used or (s.setup.first_time and not (c.first or c.owner))])


__all__ = [
    "PUBLIC_EVENTS",
    "comes_last",
    "describe",
    "describe_chance",
    "describe_end",
    "describe_event",
    "describe_move",
    "group_move",
    "pieces_of",
    "told_aside",
    "whose_luck",
]
