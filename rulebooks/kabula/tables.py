"""Setting up a whole table of Kabula: any position of the game, from names and plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.kabula import tables_wild as wild
from rulebooks.kabula.contents import Setup, Verb, island_of
from rulebooks.kabula.flow import settled
from rulebooks.kabula.guardian import omen_acts
from rulebooks.kabula.hexes import Space, name_of
from rulebooks.kabula.opening import prepare
from rulebooks.kabula.rounds import begin_turn, end_round, start
from rulebooks.kabula.table import GUARDIAN, NOBODY, PINS, WILD, Phase, State, figure, first, is_familio, is_hero
from rulebooks.kabula.tables_cards import cards, laid_open, piles
from rulebooks.kabula.tables_heroes import AUTOMA, MOST, PLAYER, in_turn, place, seat_told
from rulebooks.kabula.the_end import at_the_kabula

NEW_ROUND = "a new round"


def table(
    *,
    heroes: Iterable[Mapping[str, Any]],
    turn: int | str | None = None,
    order: Iterable[Any] | None = None,
    round: int = 1,
    pins: Mapping[Any, str] | Iterable[Any] = (),
    monsters: Iterable[Any] = (),
    spotted: Mapping[str, str | None] | None = None,
    guardian: Any = None,
    omen: str | None = None,
    kabula: Any = None,
    peels: Iterable[Any] = (),
    rabbits: Iterable[Any] = (),
    encounters: Iterable[str] = (),
    dungeons: Iterable[str] = (),
    common: Iterable[str] = (),
    rare: Iterable[str] = (),
    unspotted: Iterable[str] = (),
    omens: Iterable[str] = (),
    burrow: Iterable[str] = (),
    out: Iterable[str] = (),
    expansions: Iterable[str] = (),
    light: str | None = None,
    map: str | None = None,
    setup: Setup | None = None,
) -> State:
    """The table in front of you, between two actions. Players are counted from 1; Heroes, cards and places are named.

    ``heroes``: what each player has, {"hero": "Zack", "space": "Inverbluf" or (q, r), "heart": 9, "heart_plus": 9,
    "parts": {"rage": …, "fresh": …, "used": …}, "nausea": 0, "farz": 2, "items": […], "worn": […], "kept": […], "tags":
    [0, 0, 0] or {"Hello World": 1}, "steps": 0, "familio": "Aloe Wolf" or {"monster", "space", "heart", "heart_plus",
    "parts", "nausea", "gear", "steps"}, "out": dead for good, "swallowed": inside the Guardian}; what is left out is as
    at the start. After the players come the Automas: {"automa": "Zack Who Naps", "space", "heart", "heart_plus",
    "nausea", "farz", "tags": 2, "trending", "out", "swallowed"}. Parts are told as "teeth 2, legs" or as a list;
    without a box they are Fresh. ``items``: beside the Hero's own equipment; ``worn``: armour that is put on (None: all
    that fits), ``changed``: armour and gear changed in this turn.

    ``turn``: whose turn it is, a player or any figure by name, or "a new round" for its beginning; left out, the first
    player who is there. ``order``: the order of play, players by number, figures by name; left out, as players sit,
    Monsters before a Hero, Familios on the right, the Guardian of the last battle before the Kabula's owner. ``round``.

    ``pins``: place -> "encounter", "monster", "dungeon 1", "dungeon 2" or "" (removed), where it is not as at the
    start. ``monsters``: Wild ones on the island, {"monster": "Aloe Wolf", "space", "parts": those left, "nausea",
    "before": a player}, for an Automa's figures "heart" in place of Parts. ``spotted``: territory -> Monster; a slot
    left out shows the first Monster of the sheet that lies nowhere else. ``guardian``: its name, or {"guardian",
    "space", "heart", "heart_plus", "nausea", "asleep", "out"}; ``omen``: its card at Alpha or Omega. ``kabula``: None
    in its Sanctuary, else its owner, or {"owner": player or "guardian", "used"} or {"space": where it was dropped}, and
    "since", the round of the theft. ``peels``: places; ``rabbits``: places, or (place, True) for one that is turned.

    ``encounters``, ``dungeons``, ``common``, ``rare``, ``unspotted``, ``omens``, ``burrow``: cards known to lie on top,
    uppermost first. ``out``: cards out of the game, or the name of a whole deck; Monsters are discarded, the Guardian's
    cards used. What the rules leave no choice in is done: a Monster's turn begins with its coin, a trending Hero on the
    Sanctuary steals. ValueError says what fits.
    """
    given = list(heroes) if not isinstance(heroes, str | bytes | Mapping) else []
    setup = _setup(given, wild.setup_of(Setup.of(setup), guardian, expansions), light, map)
    s = prepare(setup)
    s = replace(s, phase=Phase.TURN, round=whole("the round", round, 1, MOST), pins=_pins(s, pins))
    s = replace(s, kabula=wild.kabula(kabula, s))
    s = replace(s, guardian=wild.guardian(guardian, s), peels=wild.peels(peels, s), rabbits=wild.rabbits(rabbits, s))
    s, before = _figures(s, given, monsters)
    s = replace(s, omen=_omen(omen, s))
    active = _active(turn, s)
    in_turn(s, active)
    s = wild.tracker(s, order, before, active)
    s = replace(s, spotted=laid_open(s, {} if spotted is None else spotted))
    tops = {"encounters": encounters, "dungeons": dungeons, "common": common, "rare": rare}
    tops |= {"unspotted": unspotted, "omens": omens, "burrow": burrow}
    return _begun(piles(s, tops, out), active)


def _setup(given: list[Any], setup: Setup, light: Any, map_: Any) -> Setup:
    """The set-up: Heroes that are named nowhere are the next ones."""
    if not 1 <= len(given) <= 5:
        raise ValueError(f"heroes is a list of 1 to 5 mappings, not {short(given)} (1.2)")
    if len(given) == setup.seats and not any(
        isinstance(seat, Mapping) and {"hero", "automa"} & set(seat) for seat in given
    ):
        known = [*(PLAYER for _ in setup.heroes), *(AUTOMA for _ in setup.automas)]
    else:
        known = [AUTOMA if isinstance(seat, Mapping) and "automa" in seat else PLAYER for seat in given]
    for n, (seat, words) in enumerate(zip(given, known, strict=True), 1):
        if not isinstance(seat, Mapping) or set(seat) - set(words):
            what = "a Hero" if words is PLAYER else "an Automa"
            raise ValueError(f"player {n}: {what} tells {', '.join(words)}, not {short(seat)} (1.2)")
    n = known.count(PLAYER)
    if not n or AUTOMA in known[:n]:
        raise ValueError("Automas sit on the seats after the players, of whom there is one at least (10.4)")
    automas = tuple(seat["automa"] for seat in given[n:] if "automa" in seat) or (
        setup.automas if len(given) > n else ()
    )
    named = [seat.get("hero") for seat in given[:n]]
    if any(name is not None for name in named) or n != len(setup.heroes) or automas != setup.automas:
        told = [setup.named("hero", name).id if name is not None else None for name in named]
        taken = [*told, *(setup.named("automa", name).owner for name in automas)]
        every = dict.fromkeys((*setup.heroes, *(c.id for c in setup.sheet.cards if c.kind == "hero")))
        free = iter([i for i in every if i not in taken])
        setup = replace(setup, heroes=tuple(name or next(free, "") for name in told), automas=automas)
    more = {"light": light} if light is not None else {}
    return replace(setup, **more, **({"map": map_} if map_ is not None else {}))


def _pins(s: State, given: Any) -> tuple[tuple[Space, str], ...]:
    """The Pins on the island."""
    island, there = island_of(s.setup), dict(s.pins)
    pairs = list(given.items() if isinstance(given, Mapping) else given) if isinstance(given, Iterable) else [given]
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"a Pin is told as (place, which), not {short(pair)} (1.6)")
        space, pin = place("a Pin", pair[0], s), pair[1]
        if pin not in ("", *PINS):
            raise ValueError(f"the Pin on {name_of(space)} is one of {', '.join(PINS)} or “”, not {short(pin)} (3.8)")
        fits = space in island.dungeons if str(pin).startswith("dungeon") else space in island.pins
        if pin and not fits:
            raise ValueError(f"no {pin.split()[0]} Pin can lie on {name_of(space)} (1.6)")
        there[space] = pin
    return tuple(sorted((space, pin) for space, pin in there.items() if pin))


def _figures(s: State, given: list[Any], monsters: Any) -> tuple[State, list[int]]:
    """Heroes, Automas, Familios and Wild Monsters; and before which Hero each Monster stands."""
    s = replace(s, heroes=tuple(seat_told(n, seat, s) for n, seat in enumerate(given, 1)))
    if all(h.out for h in s.heroes):
        raise ValueError("all Heroes are out of the game: it is over (12.6)")
    if is_hero(s.kabula.owner) and s.heroes[s.kabula.owner].out:
        raise ValueError("a Hero who is out of the game has no Kabula (12.3a)")
    found, before = wild.monsters(monsters, s)
    return replace(s, monsters=found, serial=WILD + len(found)), before


def _omen(name: Any, s: State) -> Any:
    """The Guardian's card at Alpha or Omega."""
    if name is None:
        return None
    if s.kabula.stolen:
        raise ValueError("omen: after the theft no card of the Guardian's deck lies at Alpha or Omega (12.1b)")
    return cards("omen", [name], "omen", s.setup)[0]


def _active(turn: Any, s: State) -> int:
    """The figure whose turn it is; NOBODY where a round begins."""
    if turn is None:
        return next(i for i, h in enumerate(s.heroes) if not h.out)
    if isinstance(turn, str) and turn.strip().casefold() == NEW_ROUND:
        return NOBODY
    f = wild.named("whose turn it is", turn, s)
    if figure(s, f) is None:
        raise ValueError(f"whose turn it is: player {f + 1} is out of the game (8.3)")
    if f == GUARDIAN and not s.kabula.stolen and s.omen is None:
        name = s.setup.card(s.setup.guardian)
        raise ValueError(f"whose turn it is: before the theft {name} acts by its card; tell omen=… (11.2)")
    return f


def _begun(s: State, f: int) -> State:
    """The turn of a figure, begun as far as nobody has a choice in it."""
    if f == NOBODY:
        return settled(start(s))
    if f == GUARDIAN and s.omen is not None:
        if s.omen.slot == "omega":
            return settled(end_round(replace(s, turn=len(s.ron))))
        s = first(replace(s, turn=-1), GUARDIAN, *omen_acts(s, s.omen), Verb("end turn"))
        return settled(s)
    s = replace(s, turn=s.ron.index(f))
    if is_familio(f):
        return s
    if is_hero(f) and s.heroes[f].automa is None and not s.heroes[f].swallowed:
        return settled(at_the_kabula(s, f))
    return settled(begin_turn(s))


__all__ = ["table"]
