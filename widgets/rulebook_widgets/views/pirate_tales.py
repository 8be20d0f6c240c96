"""Pirate Tales on the table: players, the adventure track, the dice bench, own cards, the Sea track, piles."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook_widgets.view import CardFace, DieFace, FlowStep, Mark, PileFace, Seat, Space, View, Zone, minus
from rulebook_widgets.views.pirate_words import (
    card_key,
    comes_last,
    describe_chance,
    describe_end,
    describe_event,
    describe_move,
    die_key,
    gives,
    group_move,
    kept,
    pieces_of,
    plural,
)
from rulebooks import pirate_tales
from rulebooks.core.cards import Sheet
from rulebooks.core.chance import Bag
from rulebooks.pirate_tales import Phase, PirateCard, Setup, State
from rulebooks.pirate_tales.contents import COLOURS, LEVELS, SPACES
from rulebooks.pirate_tales.course import NONE, Sailing, Stop
from rulebooks.pirate_tales.harbour import ZONE
from rulebooks.pirate_tales.landing import treasure

FLOW = {
    "1 Buy": (Phase.BUY, Phase.BOUGHT),
    "2 Lay out": (Phase.LAY, Phase.GO_ON),
    "3 Kraken": (Phase.BACK,),
    "4 Bets": (Phase.BET,),
    "5 Reveal": (Phase.KRAKEN,),
    "6 Voyage": (Phase.VOYAGE,),
    "7 Rewards": (Phase.ISLAND, Phase.DRAW, Phase.CAPSIZE, Phase.DISCARD),
    "8 Return": (Phase.DICE,),
}
LYING = (  # phases in which an island lies on the track
    *(Phase.BACK, Phase.BET, Phase.KRAKEN, Phase.VOYAGE, Phase.ISLAND, Phase.DRAW, Phase.CAPSIZE, Phase.DISCARD),
)
NOTES = {Phase.FIRST: "the first player is drawn", Phase.DEAL: "hands are dealt"}
ASKED = {
    Phase.BUY: "buy cards, or none",
    Phase.GO_ON: "lay another card, or close with an island",
    Phase.DISCARD: "discard a hand card",
    Phase.DICE: "upgrade dice, put some back, or end the turn",
}
DUE = {
    "re-roll": "which dice to roll again",
    "reward": "choose the reward",
    "set aside": "which die the kraken takes",
}


def whose_luck(s: State | Sailing) -> int | None:
    """Whose draw it is: the captain's; at the set-up it is nobody's."""
    if isinstance(s, Sailing):
        return 0
    at_set_up = s.phase in (Phase.FIRST, Phase.DEAL) or (s.phase is Phase.BACK and not s.covers)
    return None if at_set_up else s.active


def describe(s: State | Sailing, viewer: int | None = None) -> View:
    """The table as one player sees it (None: whose turn it is), or a voyage alone."""
    if isinstance(s, Sailing):
        return _voyage_alone(s)
    v, eyes = s.voyage, s.active if viewer is None else viewer
    mine = _hand_of(s, eyes)
    dice = _bench(v) if v is not None else ()
    setting_up = s.phase in NOTES
    return View(
        words=_words(s),
        flow=tuple(FlowStep(name, s.phase in at and bool(s.covers or name != "3 Kraken")) for name, at in FLOW.items()),
        zones=(
            *(() if setting_up else (_track(s),)),
            *dice,
            *((_hand(mine, s.setup, bool(v and eyes == s.active)),) if mine is not None else ()),
            _sea(s),
            *_piles(s),
        ),
        summary=_summary(s),
        ask=_ask(s),
        note=f"{len(s.seats)} players" + (", last round" if s.last_round and s.phase is not Phase.OVER else ""),
        seats=tuple(_seat(s, i) for i in range(len(s.seats))),
    )


def _voyage_alone(v: Sailing) -> View:
    spaces = tuple(_stop(place, stop, v) for place, stop in enumerate(v.course.stops, 1))
    return View(
        words=_voyage_words(v),
        flow=tuple(FlowStep(name, name == "6 Voyage") for name in FLOW),
        zones=(Zone("Adventure track", spaces), *_bench(v), _hand(v.hand, v.setup, True), *_voyage_piles(v)),
        summary=_voyage_line(v),
        ask=_voyage_ask(v),
    )


# in words -------------------------------------------------------------------------------
def _words(s: State) -> str:
    if s.phase is Phase.OVER:
        return "over"
    who = f"player {s.active + 1}’s turn"
    if s.voyage is not None:
        return f"{who}, {_voyage_words(s.voyage)}"
    return NOTES.get(s.phase) or f"{who}, {s.phase}"


def _voyage_words(v: Sailing) -> str:
    stop = f"card {v.done + 1} of {len(v.course.stops)}" if v.done < len(v.course.stops) else "at the island"
    return f"voyage, {stop}; free dice {v.free}"


def _ask(s: State) -> str:
    if s.voyage is not None:
        return _voyage_ask(s.voyage)
    if s.phase is Phase.BET:
        return f"bet on player {s.active + 1}’s voyage"
    return ASKED.get(s.phase, "choose")


def _voyage_ask(v: Sailing) -> str:
    return DUE.get(v.pending[-1].kind, "choose") if v.pending else "place dice, roll again, play a card, or turn back"


def _summary(s: State) -> tuple[str | Mark, ...]:
    seat = s.seat
    if s.voyage is not None:
        return _voyage_line(s.voyage)
    match s.phase:
        case Phase.DEAL:
            return (f"Player {s.number + 1} is dealt a hand.",)
        case Phase.BUY:
            return (f"Player {s.active + 1} has ", Mark(plural(seat.doubloons, "doubloon")), ".")
        case Phase.GO_ON | Phase.LAY:
            least = max(min(seat.ship, SPACES), len(s.track) + 1 + (s.phase is Phase.LAY))
            asked = sum(c.need or 0 for c in s.track)
            return (
                *((f"{plural(len(s.track), 'card')} laid out, asking for ", Mark(str(asked), "need"), ". ")
                  if s.track else ()),
                f"The island may lie on space {least} or farther.",
            )  # fmt: skip
        case Phase.BET:
            return _course(s)
        case Phase.DICE:
            most, there = s.setup.number("most_dice"), sum(seat.dice)
            over = f", {there - most} too many." if there > most else "."
            return (f"Player {s.active + 1} has ", Mark(f"{there} dice"), f" of at most {most}{over}")
    return ()


def _course(s: State) -> tuple[str | Mark, ...]:
    """What the voyage asks for, and what its captain has, for those who bet."""
    needs = ["–" if place == s.covered else str(c.need) for place, c in enumerate(s.track, 1)]
    dice = [f"{n} {colour}" for colour, n in zip(COLOURS, s.seat.dice, strict=True) if n]
    return (
        f"Player {s.active + 1} sails for ",
        Mark(" + ".join([*needs, str(s.level)]), "need"),
        " skulls with ",
        Mark(f"{', '.join(dice)} dice"),
        f" and {plural(len(s.seat.hand), 'hand card')}.",
    )


def _voyage_line(v: Sailing) -> tuple[str | Mark, ...]:
    gained = v.gained
    got = [
        *([f"{minus(gained.doubloons)} doubloons"] if gained.doubloons else []),
        *([plural(gained.blue, "blue gem")] if gained.blue else []),
        *([plural(gained.red, "red gem")] if gained.red else []),
        *([f"ship {'+' if gained.ship > 0 else ''}{minus(gained.ship)}"] if gained.ship else []),
    ]
    so_far = f" So far: {', '.join(got)}." if got else ""
    if v.ended or v.done == len(v.course.stops):
        return (f"The voyage: {v.ended or 'at the island'}.{so_far}",)
    last = v.done + 1 == len(v.course.stops)
    what = "The island" if last else f"Card {v.done + 1}"
    free = sum(d.skulls for d in v.free)
    return (f"{what} asks for ", Mark(str(v.course.stops[v.done].need), "need"), "; free dice show ",
            Mark(str(free)), f".{so_far}")  # fmt: skip


# players ----------------------------------------------------------------------------------
def _seat(s: State, i: int) -> Seat:
    seat, v = s.seats[i], s.voyage
    sailing = v is not None and i == s.active
    gems = ", ".join(f"{n} {colour}" for n, colour in ((seat.blue, "blue"), (seat.red, "red")) if n)
    facts = [("doubloons", str(seat.doubloons)), ("gems", gems or "none")]
    hand = len(v.hand) if sailing and v is not None else len(seat.hand)
    facts.append(("cards", str(hand)))
    if seat.kept:
        facts.append(("kept", ", ".join(c.name for c in seat.kept.kinds)))
    if s.phase is Phase.OVER:
        facts.append(("treasure", str(treasure(s.setup, seat.doubloons, seat.blue, seat.red))))
    dice = tuple(DieFace(c) for c, n in zip(COLOURS, seat.dice, strict=True) for _ in range(n))
    bet = s.bets[i] if s.bets else ""
    mark = {"placed": "bet placed", "": ""}.get(bet, f"bets {bet}")
    if s.phase is Phase.BET and i != s.active and not bet:
        mark = "no bet yet"
    if sailing:
        mark = "captain, dice at sea"
    if s.phase is Phase.OVER and i in pirate_tales.winners(s):
        mark = "winner"
    return Seat(i, tuple(facts), dice, i == s.active and s.phase not in (*NOTES, Phase.OVER), mark)


def _hand_of(s: State, viewer: int) -> Bag[PirateCard] | None:
    """The cards a viewer holds; None for nobody's eyes."""
    if not 0 <= viewer < len(s.seats):
        return None
    if s.voyage is not None and viewer == s.active:
        return s.voyage.hand
    return s.seats[viewer].hand


def _hand(hand: Bag[PirateCard], setup: Setup, playable: bool) -> Zone:
    cards = [_hand_card(c, setup, playable) for c in hand]
    return Zone("Your hand" if not playable else "Hand", tuple(cards), "no card", slim=True)


def _hand_card(c: PirateCard, setup: Setup, playable: bool) -> CardFace:
    return CardFace(
        name=c.name,
        number=c.flag,
        kind="skulls",
        text=gives(c.reward) if c.reward else "",
        note="kept" if c.kind == "capsize" else "",
        house=_house(c, setup, "name", "flag", "reward"),
        key=card_key(c),
    )


# the adventure track -------------------------------------------------------------------------
def _house(card: PirateCard, setup: Setup, *fields: str) -> tuple[str, ...]:
    sheet = setup.sheet
    assert isinstance(sheet, Sheet)
    if card not in sheet.copies:
        return ()  # a card of the learner's own
    return tuple(f for f in fields if getattr(card, f) is not None and sheet.is_house(card, f))


def _notes(place: int, setup: Setup) -> tuple[str, ...]:
    pays = setup.paid_over([place])
    return (*((f"pays {pays}",) if pays else ()), *(("kraken",) if place in ZONE else ()))


def _track(s: State) -> Zone:
    return Zone("Adventure track", tuple(_space(s, place) for place in range(1, SPACES + 1)))


def _space(s: State, place: int) -> Space:
    card: CardFace | None = None
    if place <= len(s.track):
        under = s.track[place - 1]
        card = _kraken(s, under) if place == s.covered else _adventure(under, s.setup)
    elif s.level and place == len(s.track) + 1:
        card = CardFace("Island", s.level, "need", down=True) if s.phase in LYING else None
    v = s.voyage
    laying = s.phase in (Phase.LAY, Phase.GO_ON) and place == len(s.track) + 1
    done = place <= v.done if v is not None else place in s.filled
    tokens = ("die below",) if place in (v.filled if v is not None else s.filled) else ()
    return Space(
        str(place), card, _notes(place, s.setup), tokens, laying or (v is not None and place == v.done + 1), done
    )


def _adventure(c: PirateCard, setup: Setup) -> CardFace:
    return CardFace(c.name, c.need, "need", text=gives(c.reward), house=_house(c, setup, "name", "need", "reward"))


def _kraken(s: State, under: PirateCard) -> CardFace:
    k = s.kraken
    if k is None:
        return CardFace("Kraken", None, text=f"back {s.covers}", note=f"on {under.name}", down=True)
    house = _house(k, s.setup, "name", "timing", "effect")
    return CardFace(k.name, None, text=f"{k.timing}: {gives(k.effect)}", note=f"on {under.name}", house=house)


def _stop(place: int, stop: Stop, v: Sailing) -> Space:
    last = place == len(v.course.stops)
    if stop.need is None:
        card = CardFace("Kraken", None, text=f"on reaching: {gives(stop.effect)}" if stop.effect else "nothing asked")
    else:
        card = CardFace("Island" if last else f"Card {place}", stop.need, "need", text=gives(stop.reward))
    tokens = ("die below",) if place in v.filled else ()
    return Space(str(place), card, _notes(place, v.setup), tokens, place == v.done + 1 and not v.ended, place <= v.done)


# dice -----------------------------------------------------------------------------------------
def _bench(v: Sailing) -> tuple[Zone, ...]:
    """The dice of a voyage: free, in the hand that rolls, set aside, under cards."""
    top = v.pending[-1].kind if v.pending else ""
    taken = [c for f in v.pending if f.kind == "re-roll" for c in f.dice]
    unrolled = [c for f in v.pending if f.kind == "roll" for c in f.dice]
    keys = top == "set aside" and not v.free
    return (
        Zone("Free dice", tuple(DieFace(d.colour, d.skulls, key=die_key(d)) for d in v.free), new_row=True, slim=True),
        Zone("Taken to roll again", tuple(map(DieFace, taken)), slim=True),
        Zone("To be rolled", tuple(DieFace(c, key=die_key(c) if keys else "") for c in unrolled), slim=True),
        Zone("Set aside", tuple(DieFace(c, dim=True) for c in v.aside), slim=True),
        Zone("Under cards", tuple(DieFace(c, dim=True) for c in v.placed), slim=True),
    )


# the Sea track, the supply, piles -----------------------------------------------------------------
def _sea(s: State) -> Zone:
    def ships(place: int) -> tuple[str, ...]:
        return tuple(f"ship {i + 1}" for i, seat in enumerate(s.seats) if seat.ship == place)

    names, notes = {s.end: "End"}, {1: ("start",), s.end: ("blue gem",)}
    spaces = (
        Space(names.get(place, str(place)), None, notes.get(place, ()), ships(place), small=True)
        for place in range(1, s.end + 1)
    )
    return Zone("Sea track", tuple(spaces), low=True)


def _pile(name: str, cards: Bag[PirateCard], down: bool, text: str = "", count: int | None = None) -> PileFace:
    faces = tuple(_known(c, n) for c, n in cards.counts.items() if c.id != "unknown")
    return PileFace(name, len(cards) if count is None else count, down, faces, text)


def _known(c: PirateCard, n: int) -> CardFace:
    """A card in a pile, in one line."""
    text = gives(c.effect or c.reward)
    if c.kind == "kraken":
        return CardFace(c.name, text=f"back {c.back}, {c.timing}: {text}", count=n)
    if c.kind == "capsize":
        return CardFace(c.name, text=f"{plural(c.skulls or 0, 'skull')}: {kept(c) if c.kept else text}", count=n)
    return CardFace(c.name, c.need, "need", text=text, count=n)


def _piles(s: State) -> Iterable[Zone]:
    v = s.voyage
    deck, discard = (v.deck, v.discard + v.used) if v is not None else (s.deck, s.discard)
    hidden = sum(n for i, seat in enumerate(s.seats) for c, n in seat.hand.counts.items() if c.id == "unknown")
    hidden += v.hand.count(pirate_tales.UNKNOWN) if v is not None else 0
    size = max(0, len(deck) - hidden)  # hands that are not seen are known to be among what is not seen
    known = "some in hands" if hidden and size else ""
    piles = [
        _pile("Adventure deck", deck, True, known, size),
        _pile("Adventure discard", discard, False),
        *(
            _pile(
                f"Islands {level}", stack if there else NONE, True, "some in the box" * (0 < there < len(stack)), there
            )
            for level, stack, there in zip(LEVELS, s.islands, s.sizes, strict=True)
        ),
        _pile("Krakens", Bag(s.krakens), True, f"next back: {s.next_back}" if s.next_back else ""),
        _pile("Capsize deck", s.capsize, True),
    ]
    for place, pile in enumerate(piles):
        yield Zone(pile.name, (pile,), new_row=place == 0, low=True)
    supply = (DieFace(colour, count=n) for colour, n in zip(COLOURS, s.supply_left, strict=True))
    yield Zone("Dice supply", tuple(supply), low=True)


def _voyage_piles(v: Sailing) -> Iterable[Zone]:
    if v.deck or v.discard:
        yield Zone("Adventure deck", (_pile("Adventure deck", v.deck, True),), new_row=True)
        yield Zone("Adventure discard", (_pile("Adventure discard", v.discard + v.used, False),))


__all__ = [
    "comes_last",
    "describe",
    "describe_chance",
    "describe_end",
    "describe_event",
    "describe_move",
    "group_move",
    "pieces_of",
    "whose_luck",
]
