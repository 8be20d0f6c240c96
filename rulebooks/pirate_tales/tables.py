"""Setting up a whole table of Pirate Tales: any position of a real game, from names and plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.core.chance import Bag, Pile
from rulebooks.pirate_tales import sailing
from rulebooks.pirate_tales.contents import (
    COLOURS,
    LEVELS,
    SPACES,
    PirateCard,
    Setup,
    capsize_cards,
    islands_each,
    kraken_cards,
)
from rulebooks.pirate_tales.course import NONE
from rulebooks.pirate_tales.harbour import ZONE, embark, lay_out, next_bettor, set_off
from rulebooks.pirate_tales.questions import MOST, Faces, pool_of, showing
from rulebooks.pirate_tales.table import Phase, Seat, State, prepare

STAGES = ("buy", "lay", "bet", "voyage", "dice")
SEAT = {"hand": (), "dice": {"white": 5}, "doubloons": 3, "blue": 0, "red": 0, "ship": 1, "kept": ()}


@dataclass(frozen=True)
class Lying:
    """The Kraken card beside a voyage: the space it covers, and its back (face down) or the card (turned over)."""

    space: int
    back: int = 0
    card: PirateCard | None = None


def table(
    *,
    players: Iterable[Mapping[str, Any]],
    phase: str = "buy",
    captain: int = 1,
    first: int = 1,
    track: Iterable[str] = (),
    level: int = 0,
    kraken: tuple[int, int | str] | None = None,
    bets: Mapping[int, str] | None = None,
    rolled: Faces | None = None,
    next_back: int | None = None,
    fulfilled: Iterable[str] = (),
    deck: Iterable[str] | None = None,
    discard: Iterable[str] = (),
    krakens_played: Iterable[str] = (),
    capsize_played: Iterable[str] = (),
    last_round: bool = False,
    setup: Setup | None = None,
) -> State:
    """The table in front of you. Players are counted from 1, as the table names them; cards are named.

    ``players``: what lies before each, {"hand": […], "dice": {"white": 5}, "doubloons": 3, "blue": 0, "red": 0,
    "ship": 1, "kept": […]}; what is left out is as at the start of a game, an empty hand excepted. ``phase``: "buy",
    "lay" (cards are laid out), "bet", "voyage" (its first roll is due, unless ``rolled`` tells the faces) or "dice"
    (the end of a turn). ``track``: Adventure cards from the left; ``level``: the island that closes them. ``kraken``:
    (space, back) face down, or (space, name) turned over. ``bets``: player -> "aye" or "ney". ``next_back``: the number
    on top of the Kraken stack; None: the lowest there. ``fulfilled``: islands out of the game. ``deck``: the cards of
    the Adventure deck; None: all that are named nowhere, else these are out of the game. ValueError says what fits.
    """
    given = list(players) if not isinstance(players, str | bytes | Mapping) else []
    setup = Setup.of(setup) if setup is not None else Setup(len(given))
    if len(given) != setup.players:
        raise ValueError(f"{setup.players} play, but {len(given)} seats are told")
    if phase not in STAGES:
        raise ValueError(f"phase is one of {', '.join(STAGES)}, not {short(phase)}")
    active = whole("the captain", captain, 1, setup.players) - 1
    start = whole("the first player", first, 1, setup.players) - 1
    if not isinstance(last_round, bool):
        raise ValueError(f"last_round is True or False, not {short(last_round)}")
    seats = tuple(_seat(n, seat, setup, phase == "dice" and n == active + 1) for n, seat in enumerate(given, 1))
    s = prepare(setup)
    s = replace(s, seats=seats, active=active, first=start, supply=_supply(seats, setup))
    s = replace(s, last_round=last_round or any(seat.home for seat in seats))
    s = _islands(s, _bag("fulfilled", fulfilled, "island", setup))
    s = _planned(s, phase, track, level)
    lies = _kraken(kraken, s, phase)
    s = _piles(s, deck, discard, capsize_played)
    s = _krakens(s, lies, _bag("krakens_played", krakens_played, "kraken", setup), next_back)
    s = replace(s, bets=_bets(bets or {}, s, phase))
    match phase:
        case "buy":
            return replace(s, phase=Phase.BUY)
        case "lay":
            return replace(s, phase=Phase.GO_ON) if s.track else lay_out(s)
        case "bet":
            return replace(s, phase=Phase.BET)
        case "dice":
            return replace(s, phase=Phase.DICE, bets=(), level=0)
    return _under_way(s, lies, rolled)


def _seat(n: int, given: Any, setup: Setup, returning: bool) -> Seat:
    """What lies before a player."""
    if not isinstance(given, Mapping) or set(given) - set(SEAT):
        raise ValueError(f"player {n}: a seat tells {', '.join(SEAT)}, not {short(given)}")
    told = {**SEAT, **given}
    pool = pool_of(told["dice"])
    most = setup.number("most_dice")
    if len(pool) > most and not returning:
        raise ValueError(f"player {n} has {len(pool)} dice, but at most {most} go into the next round (7.17)")
    ship = whole(f"the ship of player {n}", told["ship"], 1, setup.number("seas") + 1)
    money = [whole(f"player {n}: {what}", told[what], 0, MOST) for what in ("doubloons", "blue", "red")]
    return Seat(
        hand=_bag(f"the hand of player {n}", told["hand"], "adventure", setup),
        doubloons=money[0],
        dice=(pool.count("white"), pool.count("red"), pool.count("black")),
        blue=money[1],
        red=money[2],
        ship=ship,
        kept=_kept(n, told["kept"], setup),
        home=ship == setup.number("seas") + 1,
    )


def _kept(n: int, names: Any, setup: Setup) -> Bag[PirateCard]:
    kept = _bag(f"the kept cards of player {n}", names, "capsize", setup)
    odd = next((c for c in kept if not c.kept), None)
    if odd is not None:
        raise ValueError(f"{odd} is not kept; it acts at once (7.5)")
    return kept


def _bag(what: str, names: Any, kind: str, setup: Setup) -> Bag[PirateCard]:
    """Cards of a kind, by their names."""
    return Bag(_named(what, names, kind, setup))


def _named(what: str, names: Any, kind: str, setup: Setup) -> list[PirateCard]:
    """Cards of a kind, in the order they are named."""
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise ValueError(f"{what} is a list of names, not {short(names)}")
    found = [c if isinstance(c, PirateCard) else setup.sheet.find(c) for c in names]
    for c in found:
        if c.kind != kind or c not in setup.sheet.copies:
            raise ValueError(f"{what}: {c} is no {kind} card of the box")
    return found


def _less(box: Bag[PirateCard], cards: Bag[PirateCard]) -> Bag[PirateCard]:
    """The cards of the box that are not among these."""
    for c, n in cards.counts.items():
        if n > box.count(c):
            raise ValueError(f"{c} is named {n} times, but there are {box.count(c)} in this game")
    return box - cards


def _supply(seats: tuple[Seat, ...], setup: Setup) -> tuple[int, int, int]:
    """The dice that nobody has."""
    left = []
    for at, colour in enumerate(COLOURS):
        box = sum(n for c, n in setup.sheet.copies.items() if c.id == colour)
        held = sum(seat.dice[at] for seat in seats)
        if held > box:
            raise ValueError(f"the players have {held} {colour} dice, but there are {box} in the box (0.2)")
        left.append(box - held)
    return left[0], left[1], left[2]


def _islands(s: State, done: Bag[PirateCard]) -> State:
    """The stacks without the islands fulfilled so far."""
    sizes = tuple(islands_each(s.setup) - sum(c.need == need for c in done) for need in LEVELS)
    if min(sizes) < 0:
        raise ValueError(f"each stack has {islands_each(s.setup)} islands, so no more are fulfilled (0.5)")
    if not any(sizes):
        raise ValueError("with all islands fulfilled the game is over (9.3)")
    levels = zip(s.islands, LEVELS, strict=True)
    stacks = tuple(_less(stack, Bag([c for c in done if c.need == need])) for stack, need in levels)
    return replace(s, islands=stacks, sizes=sizes, fulfilled=done)  # type: ignore[arg-type]


def _planned(s: State, phase: str, track: Any, level: Any) -> State:
    """The voyage laid out so far."""
    laid = _named("the track", track, "adventure", s.setup)
    closed = phase in ("bet", "voyage")
    if phase in ("buy", "dice") and (laid or level):
        raise ValueError(f"in the phase “{phase}” no card lies on the track")
    if len(laid) >= SPACES:
        raise ValueError(f"at most {SPACES - 1} Adventure cards lie before the island, not {len(laid)} (2.2)")
    if (level in LEVELS and not isinstance(level, bool)) is not closed:
        known = ", ".join(map(str, LEVELS))
        raise ValueError(f"level is {known} once an island is laid, else 0, not {short(level)} (2.3)")
    if closed:
        if not laid and not s.setup.options.island_on_1:
            raise ValueError("space 1 takes an Adventure card (2.1)")
        if len(laid) + 1 < min(s.seat.ship, SPACES):
            raise ValueError(f"an island on space {len(laid) + 1} is nearer than the ship on {s.seat.ship} (2.4)")
        if not s.sizes[LEVELS.index(level)]:
            raise ValueError(f"no island of level {level} is left (2.5)")
    return replace(s, track=tuple(laid), level=level)


def _kraken(given: Any, s: State, phase: str) -> Lying | None:
    """The kraken on the track."""
    there = phase in ("bet", "voyage") and len(s.track) + 1 in ZONE
    if (given is not None) is not there:
        raise ValueError("a kraken lies beside a voyage of 5, 6 or 7 spaces, and beside no other (3.2)")
    if given is None:
        return None
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise ValueError(f"kraken is (space, back) or (space, name), not {short(given)}")
    space = whole("the space under the kraken", given[0], 1, len(s.track))
    if isinstance(given[1], int):
        return Lying(space, whole("the back of the kraken", given[1], 1, 6))
    (card,) = _bag("kraken", [given[1]], "kraken", s.setup)
    if phase == "bet":
        raise ValueError("while bets are placed the kraken lies face down: tell its back (4.1)")
    return Lying(space, card.back or 0, card)


def _piles(s: State, deck: Any, discard: Any, capsize_played: Any) -> State:
    """Adventure deck, Capsize deck and what was discarded."""
    away = _bag("the discard pile", discard, "adventure", s.setup)
    hands = Bag([c for seat in s.seats for c in seat.hand])
    rest = _less(s.setup.cards("adventure"), hands + away + Bag(s.track))
    drawn = rest if deck is None else _bag("the deck", deck, "adventure", s.setup)
    gone = _less(rest, drawn)
    played = _bag("capsize_played", capsize_played, "capsize", s.setup)
    kept = Bag([c for seat in s.seats for c in seat.kept])
    capsize = _less(capsize_cards(s.setup), played + kept)
    return replace(s, deck=drawn, discard=away, capsize=capsize, capsize_played=played, left=s.left + gone)


def _krakens(s: State, lies: Lying | None, played: Bag[PirateCard], next_back: Any) -> State:
    """The Kraken stack: what is not played; its top card's back lies open."""
    turned = Bag([lies.card]) if lies and lies.card else NONE
    stack = _less(kraken_cards(s.setup), played + turned)
    backs = [c.back or 0 for c in stack]
    if lies and not lies.card:
        if lies.back not in backs:
            raise ValueError(f"no kraken with the back {lies.back} can lie face down")
        backs.remove(lies.back)
    if not backs:
        raise ValueError("one kraken at least is left in the stack (3.3)")
    top = min(backs) if next_back is None else whole("the back of the top kraken", next_back, 1, 6)
    if top not in backs:
        known = ", ".join(map(str, sorted(set(backs))))
        raise ValueError(f"no kraken in the stack has the back {top}; there are {known}")
    s = replace(s, krakens=Pile((stack,)), krakens_played=played, next_back=top)
    return replace(s, covered=lies.space, covers=lies.back, kraken=lies.card) if lies else s


def _bets(given: Any, s: State, phase: str) -> tuple[str, ...]:
    """The bets, by seat."""
    if not isinstance(given, Mapping):
        raise ValueError(f"bets is a mapping player -> “aye” or “ney”, not {short(given)}")
    placed = [""] * len(s.seats)
    for player, side in given.items():
        number = int(player) if isinstance(player, str) and player.isdecimal() else player  # TOML has no other keys
        at = whole("who bets", number, 1, len(s.seats)) - 1
        if at == s.active:
            raise ValueError(f"player {player} is the captain and does not bet (4.2)")
        if side not in ("aye", "ney"):
            raise ValueError(f"a bet is “aye” or “ney”, not {short(side)} (4.1)")
        placed[at] = side
    if given and phase not in ("bet", "voyage"):
        raise ValueError(f"in the phase “{phase}” no bet lies there")
    if phase not in ("bet", "voyage"):
        return tuple(placed)
    left = next_bettor(replace(s, bets=tuple(placed)))
    if phase == "voyage" and left is not None:
        raise ValueError(f"player {left + 1} has not bet; all but the captain bet (4.1)")
    if phase == "bet" and left is None:
        raise ValueError("all have bet; the phase is “voyage”")
    return tuple(placed)


def _under_way(s: State, lies: Lying | None, rolled: Faces | None) -> State:
    """The voyage before its first roll, or just after it."""
    turned = lies is not None and lies.card is not None
    s = embark(s) if turned else set_off(s)
    if rolled is None:
        return s
    if s.voyage is None:
        raise ValueError("the kraken is turned over before the dice are rolled: name it")
    if [f.kind for f in s.voyage.pending if f.kind != "kraken"] != ["roll"]:
        raise ValueError("something is to be done before the pool is rolled: leave out rolled")
    return replace(s, voyage=sailing.settled(showing(s.voyage, rolled)))


__all__ = ["table"]
