"""Setting up a whole table of Scott Pilgrim: any position of a real game, from names and plain numbers.

A name tells the side that is up: "Joy" is a Power Up!, "Despair" the Challenge on its back.
How the phases of a turn are set up is told in ``stages``, how names are read in ``naming``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.acquisition import everybody
from rulebooks.scott_pilgrim.cards import BACK, FRONT, PilgrimCard, effects, masked
from rulebooks.scott_pilgrim.contents import HIPSTER, STARTERS, Setup, character_deck
from rulebooks.scott_pilgrim.flow import settled
from rulebooks.scott_pilgrim.naming import DECK, LINE, Box, named, showing, title
from rulebooks.scott_pilgrim.opening import places, prepare
from rulebooks.scott_pilgrim.piles import NONE, Deck, Lying
from rulebooks.scott_pilgrim.resolution import goal, points, team_points, turns_to_win
from rulebooks.scott_pilgrim.stages import STAGES, revealer, stage
from rulebooks.scott_pilgrim.table import DECKS, Frame, Seat, State, due, has_trait

SEAT: Mapping[str, Any] = {
    "character": None,
    "hand": (),
    "draw": None,
    "top": None,
    "discard": (),
    "power_ups": (),
    "turns": 0,
    "out": False,
}


def table(
    *,
    players: Iterable[Mapping[str, Any]],
    phase: str = "eliminate",
    active: int = 1,
    first: int = 1,
    plotline: Iterable[Any] = (),
    tops: Iterable[Any] = (),
    main: Iterable[str] | None = None,
    sizes: Sequence[int] | None = None,
    guards: int | None = None,
    shared: str | None = None,
    drama_left: int | None = None,
    gone: Iterable[str] = (),
    setup: Setup | Mapping[str, Any] | None = None,
    **now: Any,
) -> State:
    """The table in front of you. Players are counted from 1, as the table names them; cards are named.

    ``players``: what lies before each, {"character": "knives", "hand": […], "draw": […], "top": "Drama", "discard":
    […], "power_ups": […], "turns": 0, "out": False}; without ``draw`` the pile is what is left of the ten cards,
    without ``top`` nobody has looked at its top card. Power Ups! may be Challenges kept for points, and the beaten Evil
    Ex; a Buddy that is named nowhere lies before the player to the left. ``phase``: "plotline" (it is laid out, before
    the first turn), "eliminate", "acquire", "target", "fight", "swap" (the neighbour may swap) or "resolve" (the new
    hand is drawn).

    ``plotline``: cards in order, each by the name of the side that is up, (name, "front" or "back"), or {"card": …,
    "side": …, "seen": players who know the other side}; "" is an empty place. Their backs are unseen unless told.
    ``tops``: the same for the left and the right main deck; what is not told, chance turns up. ``main``: the unseen
    cards of both; None: all that are named nowhere, else these are out of the game. ``sizes``: the cards in each, its
    top among them. ``guards``: Challenges on the Evil Ex; None: as printed. ``shared``: a team's Housing.
    ``drama_left``: Drama that can be added; None: all that is named nowhere. ``gone``: cards out of the game.
    ``setup``: mode, Evil Ex, options, sheet: a Setup, or its fields by name, such as {"mode": "first time"}.

    ``now``, by phase. plotline and eliminate: ``removed``, decks ("left", "right") whose top was eliminated. acquire:
    ``pool``, resources (None: what Power Ups! give), ``played``, cards played so far, ``used``, Power Ups! that gave
    their resource. Until the combat is over: ``acquired``, whether a card was acquired in this turn, and ``matched``,
    how much Drama was matched before the combat. fight and swap: ``target`` by name, and the combat hand in ``hand``:
    empty where it is still to be drawn; ``needed``: the damage asked for once the VS Draw is over (None: it is still to
    come); ``revealed``: its cards (swap). resolve: ``target``, ``won``, and ``laid``, the cards laid in the combat, for
    what they say on victory. ValueError says what fits.
    """
    seats = _told(players)
    setup = _setup_of(setup, seats)
    if not isinstance(phase, str) or phase not in STAGES:
        raise ValueError(f"phase is one of {', '.join(STAGES)}, not {short(phase)}")
    odd = sorted(set(now) - set(STAGES[phase]))
    if odd:
        known = ", ".join(STAGES[phase]) or "nothing more"
        raise ValueError(f"in the phase “{phase}” {odd[0]} is not told; there is {known}")
    box = Box(setup)
    s = replace(
        prepare(setup),
        active=whole("the active player", active, 1, setup.players) - 1,
        first=whole("the first player", first, 1, setup.players) - 1,
    )
    out = box.take("the cards out of the game", named(setup, "the cards out of the game", gone, (*DECK, "plot")))
    s = replace(s, plotline=_plotline(box, plotline), shared=_shared(box, shared), gone=s.gone + out)
    s = replace(s, seats=tuple(_seat(box, n, told, n - 1 == s.active) for n, told in enumerate(seats, 1)))
    s = _evil_ex(_buddies(s), box, guards)
    loose = {s.active: box.take("played", named(setup, "played", now.get("played", ())))}
    if "revealed" in now:
        who = revealer(s, now.get("target"))
        loose[who] = loose.get(who, NONE) + box.take("revealed", named(setup, "revealed", now["revealed"]))
    s = replace(s, seats=tuple(_piles(box, n, told, s, loose) for n, told in enumerate(seats, 1)))
    s = _rest(_main_decks(s, box, tops, main, sizes), box, drama_left)
    _not_over(s)
    return settled(stage(s, phase, now))


def _told(players: Any) -> list[dict[str, Any]]:
    """What is told of each player, with what is left out."""
    given = list(players) if isinstance(players, Iterable) and not isinstance(players, str | bytes | Mapping) else []
    for n, seat in enumerate(given, 1):
        if not isinstance(seat, Mapping) or set(seat) - set(SEAT):
            raise ValueError(f"player {n}: a seat tells {', '.join(SEAT)}, not {short(seat)}")
    return [{**SEAT, **seat} for seat in given]


def _setup_of(setup: Any, seats: list[dict[str, Any]]) -> Setup:
    """The set-up, with the characters that the seats tell."""
    if isinstance(setup, Mapping):
        known = [f.name for f in fields(Setup)]
        if odd := [name for name in setup if name not in known]:
            raise ValueError(f"a set-up tells {', '.join(known)}, not {short(odd[0])}")
        setup = Setup(**{"players": len(seats), **setup})
    base = Setup.of(setup) if setup is not None else None
    if base is not None and base.players != len(seats):
        raise ValueError(f"{base.players} play, but {len(seats)} seats are told")
    chosen = [seat["character"] for seat in seats]
    if base is None:
        free = [c for c in STARTERS if c not in chosen]
        return Setup(len(seats), characters=tuple(c or free.pop(0) for c in chosen) if any(chosen) else ())
    if any(chosen):
        told = tuple(c or old for c, old in zip(chosen, base.characters, strict=True))
        base = Setup(base.players, base.mode, told, base.ex, base.options, base.sheet)
    return base


# Zones --------------------------------------------------------------------------------------
def _plotline(box: Box, told: Any) -> tuple[Lying | None, ...]:
    """The Plotline: at most as many places as there are."""
    most = places(box.setup)
    if isinstance(told, str | bytes | Mapping) or not isinstance(told, Iterable):
        raise ValueError(f"plotline is a list of cards, not {short(told)}")
    line = [
        showing(box.setup, f"place {n} of the Plotline", one) if one != "" and one is not None else None
        for n, one in enumerate(told, 1)
    ]
    if len(line) > most:
        raise ValueError(f"the Plotline of {box.setup.players} has {most} places, not {len(line)} (1.7)")
    box.take("the Plotline", [up.card for up in line if up])
    return tuple(line)


def _shared(box: Box, told: Any) -> Lying | None:
    """The Housing of a team."""
    if told is None or told == "":
        return None
    if not box.setup.together:
        raise ValueError("shared is the Housing of a team; else each player keeps the own one (12.4)")
    lying = showing(box.setup, "shared", told, ("plot",))
    if lying.side != FRONT or not has_trait(lying, "housing"):
        raise ValueError(f"shared: {lying} is no Housing (12.4)")
    box.take("shared", [lying.card])
    return Lying(lying.card, FRONT, tuple(range(box.setup.players)))


def _seat(box: Box, n: int, told: dict[str, Any], active: bool) -> Seat:
    """What lies before a player, without the piles. The last turn of a player who waits may be over."""
    setup = box.setup
    if not isinstance(told["out"], bool):
        raise ValueError(f"player {n}: out is True or False, not {short(told['out'])}")
    if told["out"] and ("lose" not in setup.rules_of_ex() or setup.together or setup.options.lost_ends_all):
        raise ValueError(f"player {n}: nobody drops out of this game (8.7)")
    last = setup.number("rounds")
    if setup.mode in ("cooperative", "solo"):
        last = min(last, turns_to_win(setup))
    turns = whole(f"player {n}: turns", told["turns"], 0, MANY)
    if turns >= last + (not active) and not told["out"]:
        rule = "12.8" if last < setup.number("rounds") else "7.4"
        raise ValueError(f"player {n} has taken {turns} turns, but after {last} the game is over ({rule})")
    ups = _power_ups(box, n, told["power_ups"])
    return Seat(setup.characters[n - 1], Deck(NONE), ups=ups, turns=turns, out=told["out"])


MANY = 999


def _power_ups(box: Box, n: int, told: Any) -> tuple[Lying, ...]:
    """Power Ups!, kept Challenges, a Buddy, the Evil Ex."""
    what = f"the Power Ups! of player {n}"
    if isinstance(told, str | bytes | Mapping) or not isinstance(told, Iterable):
        raise ValueError(f"{what} are a list of names, not {short(told)}")
    ups = [showing(box.setup, what, one, ("plot", "buddy", "ex")) for one in told]
    for up in ups:
        _may_lie_here(box.setup, what, n, up)
    box.take(what, [up.card for up in ups if up.card.kind == "plot"])
    homes = [up for up in ups if up.side == FRONT and has_trait(up, "housing")]
    if homes and box.setup.together:
        raise ValueError(f"{what}: {homes[0]} is the Housing of the whole team: tell it as shared (12.4)")
    if len(homes) > 1 and box.setup.options.one_housing:
        raise ValueError(f"{what}: a player keeps one Housing, not {len(homes)} (12.4)")
    return tuple(Lying(up.card, up.side, tuple(range(box.setup.players))) for up in ups)


def _may_lie_here(setup: Setup, what: str, n: int, up: Lying) -> None:
    """Whether a card can lie before a player."""
    if up.card.kind == "ex" and (up.card is not setup.evil_ex or "win" in setup.rules_of_ex()):
        rule = "8.6" if up.card is setup.evil_ex else "8.1"
        raise ValueError(f"{what}: {up.card} cannot lie there in this game ({rule})")
    if up.side == BACK and not any(e.what == "points" for e in effects(up.card.reward, "reward")):
        raise ValueError(f"{what}: {up.card.back} is not kept as a Challenge: its reward is to flip it (6.8)")
    if up.card.kind == "buddy":
        if up.card.owner not in setup.characters:
            raise ValueError(f"{what}: the Buddy {up.card} belongs to a character who does not play (1.9)")
        if up.card.owner == setup.characters[n - 1]:
            raise ValueError(f"{what}: {title(setup, up.card.owner or '')} gives the Buddy to another player (1.10)")


def _buddies(s: State) -> State:
    """Each Buddy lies before one player; one that is not told, before the player to the left of its character."""
    seats = list(s.seats)
    for buddy in (c for c in s.setup.sheet.cards if c.kind == "buddy" and c.owner in s.setup.characters):
        there = sum(up.card is buddy for seat in seats for up in seat.ups)
        if there > 1:
            raise ValueError(f"the Buddy {buddy} is named {there} times, but there is one (1.9)")
        if not there:
            at = (s.setup.characters.index(buddy.owner) + 1) % len(seats)
            seats[at] = replace(seats[at], ups=(Lying(buddy, FRONT, everybody(s)), *seats[at].ups))
    return replace(s, seats=tuple(seats))


def _evil_ex(s: State, box: Box, guards: int | None) -> State:
    """The Evil Ex, beaten where it lies before a player, and what lies on it."""
    beaten = sum(up.card.kind == "ex" for seat in s.seats for up in seat.ups)
    if beaten > 1:
        raise ValueError(f"{s.setup.evil_ex} is defeated once only (8.3)")
    most = 0 if beaten else s.setup.rules_of_ex().get("guards", (0, ""))[0]
    n = most if guards is None else whole("guards", guards, 0, MANY)
    if n > most:
        why = "is defeated" if beaten else "has no more on it"
        raise ValueError(f"guards is at most {most}, not {n}: {s.setup.evil_ex} {why} (8.4)")
    box.take(f"the guards of {s.setup.evil_ex}", [s.setup.sheet.find(HIPSTER)] * n)
    return replace(s, guards=n, ex=not beaten)


def _piles(box: Box, n: int, told: dict[str, Any], s: State, loose: Mapping[int, Bag[PilgrimCard]]) -> Seat:
    """A player's hand and piles; ``loose``: the player's cards that lie on the table."""
    seat = s.seats[n - 1]
    own = loose.get(n - 1, NONE)
    zones = {"hand": f"the hand of player {n}", "discard": f"the discard pile of player {n}"}
    found = {zone: box.take(what, _own(box.setup, what, n, told[zone])) for zone, what in zones.items()}
    what = f"the draw pile of player {n}"
    _own(box.setup, f"what player {n} played", n, own)
    if told["draw"] is None:
        draw = character_deck(box.setup, seat.character)
        for c in (*own, *found["hand"], *found["discard"]):
            draw = draw.take(c) if c in draw else draw
        draw = Bag({c: min(k, box.left.count(c)) for c, k in draw.counts.items()})
        box.take(what, draw)
    else:
        draw = box.take(what, _own(box.setup, what, n, told["draw"]))
    if not draw and found["discard"]:
        raise ValueError(f"{what} cannot be empty while cards are discarded: they are shuffled at once (2.2)")
    deck = Deck(draw, _top(box.setup, n, told["top"], draw), found["discard"])
    return replace(seat, deck=deck, hand=found["hand"])


def _own(setup: Setup, what: str, n: int, names: Any) -> list[PilgrimCard]:
    """Cards of a player's deck: not those of another character."""
    cards = named(setup, what, names)
    for c in cards:
        if c.owner not in (None, setup.characters[n - 1]):
            raise ValueError(f"{what}: {c} is a card of {title(setup, c.owner)} (0.1)")
    return cards


def _top(setup: Setup, n: int, told: Any, draw: Bag[PilgrimCard]) -> PilgrimCard | None:
    """The face seen on top of a draw pile."""
    if told is None or told == "":
        return None
    up = showing(setup, f"the top of player {n}", told, DECK)
    if up.card not in draw:
        raise ValueError(f"the top of player {n}: {up.card} is not in that draw pile (10.9)")
    return masked(setup.sheet, up.card, up.side)


def _main_decks(s: State, box: Box, tops: Any, main: Any, sizes: Any) -> State:
    """The main decks; a top that is not told is turned up by chance."""
    told = list(tops) if isinstance(tops, Iterable) and not isinstance(tops, str | bytes | Mapping) else [tops] * 3
    if len(told) > 2:
        raise ValueError(f"tops are the left and the right card on top, not {short(tops)}")
    seen: list[Lying | None] = [None, None]
    for at, one in enumerate(told):
        if one != "" and one is not None:
            seen[at] = showing(box.setup, f"the top of the {DECKS[at]} main deck", one)
    box.take("the top of a main deck", [up.card for up in seen if up])
    there = Bag([c for c in box.left if c.kind in LINE and not c.owner])
    cards = there if main is None else Bag(named(box.setup, "the main decks", main, LINE))
    if main is not None and any(c.owner for c in cards):
        raise ValueError("the main decks hold no card of a character's own deck (0.1)")
    cards = box.take("the main decks", cards)
    s = replace(s, tops=(seen[0], seen[1]), main=cards, sizes=_sizes(sizes, seen, len(cards)))
    return due(s, *[Frame("top", place=at) for at in (0, 1) if seen[at] is None])


def _sizes(told: Any, seen: list[Lying | None], unseen: int) -> tuple[int, int]:
    """How many cards each main deck has."""
    left, right = (int(up is not None) for up in seen)
    n = left + right + unseen
    if told is None:
        first = min(max((n + 1) // 2, left), n - right)
        return first, n - first
    if isinstance(told, str | bytes) or not isinstance(told, Sequence) or len(told) != 2:
        raise ValueError(f"sizes are the cards of the left and the right main deck, not {short(told)}")
    a, b = (
        whole(f"the cards of the {DECKS[at]} main deck", told[at], least, MANY) for at, least in ((0, left), (1, right))
    )
    if a + b != n:
        raise ValueError(f"the main decks have {n} cards in all, not {a + b}; name them with main")
    return a, b


def _rest(s: State, box: Box, drama_left: Any) -> State:
    """What is named nowhere: Drama to add; cards out of the game."""
    there = box.left.count(s.setup.drama)
    supply = there if drama_left is None else whole("drama_left", drama_left, 0, there)
    left = Bag({c: n - supply if c is s.setup.drama else n for c, n in box.left.counts.items()})
    return replace(s, drama=supply, gone=s.gone + left)


def _not_over(s: State) -> None:
    """A table where the game goes on."""
    if s.seat.out:
        raise ValueError(f"player {s.active + 1} is out and takes no turn (8.7)")
    if len(s.seats) > 1 and sum(not seat.out for seat in s.seats) < 2:
        raise ValueError("with one player left the game is over (8.7)")
    if s.setup.together:
        if team_points(s) >= goal(s.setup):
            raise ValueError(f"the team has {team_points(s)} Victory Points, so the game is over (12.3)")
        return
    for p, seat in enumerate(s.seats):
        if not seat.out and points(s, p) >= goal(s.setup):
            raise ValueError(f"player {p + 1} has {points(s, p)} Victory Points, so the game is over (7.3)")


__all__ = ["table"]
