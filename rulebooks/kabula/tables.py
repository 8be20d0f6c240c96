"""Setting up a whole table of Kabula: any position between two actions, from names and plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula.contents import KabulaCard, Setup, island_of
from rulebooks.kabula.duels import boxes_of
from rulebooks.kabula.exploring import kept_place
from rulebooks.kabula.heroes import MOST_TAGS
from rulebooks.kabula.hexes import Space, name_of
from rulebooks.kabula.island import MOST_STEPS, Island
from rulebooks.kabula.opening import prepare
from rulebooks.kabula.table import PINS, Hero, Phase, State

HERO = (
    "hero",
    "space",
    "heart",
    "heart_plus",
    "parts",
    "nausea",
    "farz",
    "items",
    "worn",
    "changed",
    "kept",
    "tags",
    "steps",
)
PILES = ("encounters", "dungeons", "common", "rare")
MOST = 99


def table(
    *,
    heroes: Iterable[Mapping[str, Any]],
    turn: int = 1,
    order: Iterable[int] | None = None,
    round: int = 1,
    pins: Mapping[Any, str] | Iterable[Any] = (),
    encounters: Iterable[str] = (),
    dungeons: Iterable[str] = (),
    common: Iterable[str] = (),
    rare: Iterable[str] = (),
    out: Iterable[str] = (),
    light: str | None = None,
    map: str | None = None,
    setup: Setup | None = None,
) -> State:
    """The table in front of you, between two actions. Players are counted from 1; Heroes, cards and places are named.

    ``heroes``: what each player has, {"hero": "Zack", "space": "Inverbluf" or (q, r), "heart": 9, "heart_plus": 9,
    "parts": {"rage": …, "fresh": …, "used": …}, "nausea": 0, "farz": 2, "items": […], "worn": […], "kept": […], "tags":
    [0, 0, 0] or {"Hello World": 1}, "steps": 0}; what is left out is as at the start. Parts are told as "teeth 2, legs"
    or as a list; without a box they are Fresh. ``items``: beside the Hero's own equipment; ``worn``: armour that is put
    on (None: all that fits), ``changed``: of these, put on in this turn. ``turn``: whose turn it is, ``order``: the
    order of play. ``pins``: place -> "encounter", "monster", "dungeon 1", "dungeon 2" or "" (removed), where it is not
    as at the start. ``encounters``, ``dungeons``, ``common``, ``rare``: cards known to lie on top, uppermost first.
    ``out``: cards out of the game, or the name of a whole deck. ValueError says what fits.
    """
    given = list(heroes) if not isinstance(heroes, str | bytes | Mapping) else []
    setup = _setup(given, setup, light, map)
    s = prepare(setup)
    if len(given) != len(s.heroes):
        raise ValueError(f"{len(s.heroes)} play, but {len(given)} Heroes are told (1.2)")
    ron = _order(order, len(given))
    active = whole("whose turn it is", turn, 1, len(given)) - 1
    s = replace(s, phase=Phase.TURN, ron=ron, turn=ron.index(active))
    s = replace(s, round=whole("the round", round, 1, MOST), pins=_pins(s, pins))
    seats = tuple(_hero(n, seat, s, n == active + 1) for n, seat in enumerate(given, 1))
    tops = {"encounters": encounters, "dungeons": dungeons, "common": common, "rare": rare}
    return _piles(replace(s, heroes=seats), tops, out)


def _setup(given: list[Any], setup: Any, light: Any, map_: Any) -> Setup:
    """The set-up: Heroes that are named nowhere are the next ones."""
    setup = Setup.of(setup)
    if not 1 <= len(given) <= 5:
        raise ValueError(f"heroes is a list of 1 to 5 mappings, not {short(given)} (1.2)")
    for n, seat in enumerate(given, 1):
        if not isinstance(seat, Mapping) or set(seat) - set(HERO):
            raise ValueError(f"player {n}: a Hero tells {', '.join(HERO)}, not {short(seat)}")
    named = [seat.get("hero") for seat in given]
    if any(name is not None for name in named) or len(given) != len(setup.heroes):
        told = [Setup.of(replace(setup, heroes=(name,))).heroes[0] if name is not None else None for name in named]
        every = dict.fromkeys((*setup.heroes, *(c.id for c in setup.sheet.cards if c.kind == "hero")))
        free = iter([i for i in every if i not in told])
        setup = replace(setup, heroes=tuple(name or next(free, "") for name in told))
    more = {"light": light} if light is not None else {}
    return replace(setup, **more, **({"map": map_} if map_ is not None else {}))


def _order(given: Any, n: int) -> tuple[int, ...]:
    """The order of play, as seats."""
    if given is None:
        return tuple(range(n))
    told = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else []
    if sorted(map(str, told)) != [str(i) for i in range(1, n + 1)]:
        raise ValueError(f"order names each player from 1 to {n} once, not {short(given)} (2.1)")
    return tuple(int(i) - 1 for i in told)


def _place(island: Island, where: Any) -> Space:
    """A space by its name or its coordinates, which a text may hold: "3, -1"."""
    if isinstance(where, str) and where.count(",") == 1:
        q, _, r = where.strip("() ").partition(",")
        with suppress(ValueError):
            where = (int(q), int(r))
    return island.space(where)


def _pins(s: State, given: Any) -> tuple[tuple[Space, str], ...]:
    """The Pins on the island."""
    island, there = island_of(s.setup), dict(s.pins)
    pairs = list(given.items() if isinstance(given, Mapping) else given) if isinstance(given, Iterable) else [given]
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"a Pin is told as (place, which), not {short(pair)}")
        space, pin = _place(island, pair[0]), pair[1]
        if pin not in ("", *PINS):
            raise ValueError(f"the Pin on {name_of(space)} is one of {', '.join(PINS)} or “”, not {short(pin)} (3.8)")
        fits = space in island.dungeons if str(pin).startswith("dungeon") else space in island.pins
        if pin and not fits:
            raise ValueError(f"no {pin.split()[0]} Pin can lie on {name_of(space)} (1.6)")
        there[space] = pin
    return tuple(sorted((space, pin) for space, pin in there.items() if pin))


def _hero(n: int, told: Mapping[str, Any], s: State, active: bool) -> Hero:
    """What lies before one player."""
    h, who = s.heroes[n - 1], f"player {n}"
    most = whole(f"{who}: heart_plus", told.get("heart_plus", h.most), 1, MOST)
    heart = whole(f"{who}: heart (the dead are reborn at once, 8.1)", told.get("heart", min(h.heart, most)), 1, MOST)
    steps = whole(f"{who}: steps", told.get("steps", 0), 0, MOST_STEPS)
    if steps and not active:
        raise ValueError(f"{who}: steps are left only in the own turn (3.4)")
    bought = _cards(f"{who}: items", told.get("items", ()), "item", s.setup)
    strange = next((c for c in bought if c.owner and c.owner != h.hero.id), None)
    if strange is not None:
        raise ValueError(f"{who}: {strange} is the equipment of another Hero (1.2)")
    items = s.setup.owned("item", h.hero.id) + tuple(c for c in bought if not c.owner)
    worn, changed = _armour(who, told, Bag(items), s.setup, active)
    kept = _cards(f"{who}: kept", told.get("kept", ()), "encounter", s.setup)
    for c in kept:
        if not kept_place(s, c):
            raise ValueError(f"{who}: {c} is not kept by anybody (3.15)")
    try:
        boxes = boxes_of(told["parts"]) if "parts" in told else h.boxes
    except ValueError as no:
        raise ValueError(f"{who}: {no}") from None
    return Hero(
        hero=h.hero,
        space=_place(island_of(s.setup), told["space"]) if "space" in told else h.space,
        heart=heart,
        most=most,
        boxes=boxes,
        farz=_farz(who, told.get("farz", h.farz), s.setup),
        nausea=whole(f"{who}: nausea", told.get("nausea", 0), 0, MOST),
        items=Bag(items),
        worn=worn,
        changed=changed,
        kept=Bag(kept),
        tags=_tags(who, told.get("tags", (0, 0, 0)), h, s.setup),
        steps=steps,
    )


def _farz(who: str, farz: Any, setup: Setup) -> int:
    cap = setup.number("farz_cap")
    if isinstance(farz, int) and farz > cap:
        raise ValueError(f"{who}: nobody carries more than {cap} Farz, not {short(farz)} (4.1)")
    return whole(f"{who}: farz", farz, 0, cap)


def _armour(
    who: str, told: Mapping[str, Any], items: Bag[KabulaCard], setup: Setup, active: bool
) -> tuple[Bag[KabulaCard], Bag[KabulaCard]]:
    """What is put on, and what of it in this turn."""
    if told.get("worn") is None:
        by_part: dict[str, KabulaCard] = {}
        for c in items.kinds:
            if c.type == "armor":
                by_part.setdefault(c.part or "", c)
        worn = list(by_part.values())
    else:
        worn = _cards(f"{who}: worn", told["worn"], "item", setup)
    changed = _cards(f"{who}: changed", told.get("changed", ()), "item", setup)
    for c in worn:
        if c.type != "armor" or c not in items:
            raise ValueError(f"{who}: {c} is no armour of this Hero (4.9)")
        twin = next((d for d in worn if d is not c and d.part == c.part), None)
        if twin is not None or worn.count(c) > 1:
            raise ValueError(f"{who}: {c} and {twin or c} are set off by the same Part; one of them is worn (4.9)")
    if changed and (not active or [c for c in changed if c.type != "armor" or c not in items]):
        raise ValueError(f"{who}: armour is changed in the own turn only, and it is one's own (4.9)")
    return Bag(worn), Bag(changed)


def _tags(who: str, told: Any, h: Hero, setup: Setup) -> tuple[int, ...]:
    """Tags by personality."""
    own = setup.owned("personality", h.hero.id)
    counts = list(told) if isinstance(told, tuple | list) else []
    if isinstance(told, Mapping):
        names = {name.casefold(): i for i, p in enumerate(own) for name in (p.name, p.id)}
        counts = [0] * len(own)
        for name, n in told.items():
            if str(name).casefold() not in names:
                known = hint(name, [p.name for p in own], everything=True)
                raise ValueError(f"{who}: {h.hero} has no personality {short(name)}{known} (10.2)")
            counts[names[str(name).casefold()]] = n
    if len(counts) != len(own):
        raise ValueError(f"{who}: tags are {len(own)} numbers, one for each personality, not {short(told)} (10.2)")
    tags = zip(own, counts, strict=True)
    return tuple(whole(f"{who}: the Tags of {p} (10.2)", n, 0, MOST_TAGS) for p, n in tags)


def _cards(what: str, names: Any, kind: str | tuple[str, ...], setup: Setup) -> list[KabulaCard]:
    """Cards of a kind, in the order they are named: by name, id or the name shown in class."""
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise ValueError(f"{what} is a list of names, not {short(names)}")
    kinds = (kind,) if isinstance(kind, str) else kind
    cards = [c for c in setup.sheet.cards if c.kind in kinds]
    known = {name.casefold(): c for c in cards for name in (c.alias, c.name, c.id) if name}
    found = []
    for name in names:
        wanted = name.strip().casefold() if isinstance(name, str) else ""
        card = name if isinstance(name, KabulaCard) else known.get(wanted)
        if card is None or card not in cards:
            raise ValueError(f"{what}: no {kinds[0]} is called {short(name)}{hint(name, [c.name for c in cards])}")
        found.append(card)
    return found


def _piles(s: State, tops: Mapping[str, Any], out: Any) -> State:
    """The decks: known cards on top, all that lies nowhere else shuffled below."""
    if isinstance(out, str | bytes) or not isinstance(out, Iterable):
        raise ValueError(f"out is a list of names of cards and decks, not {short(out)}")
    names = list(out)
    gone = _cards("out", [name for name in names if name not in PILES], ("item", "encounter", "dungeon"), s.setup)
    held = Bag([c for h in s.heroes for c in (*h.items, *h.kept) if not c.owner] + gone)
    whole_decks = {name: Bag(getattr(s, name)) for name in PILES}
    for c in held.kinds:
        box = sum(deck.count(c) for deck in whole_decks.values())
        if held.count(c) > box:
            raise ValueError(f"{c} is named too often; a {s.setup.light} game has {box} of it (1.4)")
    piles: dict[str, Any] = {}
    for name, deck in whole_decks.items():
        kind = {"encounters": "encounter", "dungeons": "dungeon"}.get(name, "item")
        rest = deck - Bag([c for c in held if c in deck])
        top = _cards(name, tops[name], kind, s.setup)
        for c in top:
            if c not in rest:
                raise ValueError(f"{name}: {c} lies elsewhere, or is no card of this deck in this game (1.4)")
            rest = rest.take(c)
        piles[name] = Pile((Bag() if name in names else rest,)).on_top(*reversed(top))
    return replace(s, **piles)


__all__ = ["table"]
