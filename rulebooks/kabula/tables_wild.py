"""Setting up a whole table of Kabula: Wild Monsters, the Guardian, the Kabula, and the order of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.kabula.contents import Setup, shuffled_in
from rulebooks.kabula.expansions import MOST_RABBITS
from rulebooks.kabula.familios import on_the_tracker
from rulebooks.kabula.monsters import wild_parts
from rulebooks.kabula.peels import MOST_PEELS
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    NOBODY,
    WILD,
    Guardian,
    Hero,
    Kabula,
    Monster,
    State,
    called,
    card_of,
    figure,
    is_familio,
    is_hero,
    seat_of,
)
from rulebooks.kabula.tables_cards import cards
from rulebooks.kabula.tables_heroes import MOST, flag, parts, place

MONSTER = ("monster", "space", "parts", "heart", "nausea", "before", "master")
GUARD = ("guardian", "space", "heart", "heart_plus", "nausea", "asleep", "out")
KABULA = ("owner", "space", "used", "since")


# The Kabula ---------------------------------------------------------------------------------------
def kabula(given: Any, s: State) -> Kabula:
    """Where the Kabula is: None in its Sanctuary, else who has it, or {"owner": …}, {"space": …}, "used", "since"."""
    if given is None:
        return Kabula()
    told = given if isinstance(given, Mapping) else {"owner": given}
    if set(told) - set(KABULA) or ("owner" in told) == ("space" in told):
        raise ValueError(f"the Kabula tells owner or space, and may tell used, since; not {short(given)} (12.3)")
    since = whole("since (the round of the theft)", told.get("since", s.round), 1, s.round)
    most = s.setup.number("last_rounds")
    if s.round > since + most:
        raise ValueError(f"the last battle goes on for {most} rounds; round {s.round} is too late (12.7)")
    used = flag("the Kabula", told, "used")
    if "space" in told:
        if used:
            raise ValueError("a Kabula that lies on a space is not used (12.4)")
        return Kabula(space=place("the Kabula", told["space"], s), stolen=True, since=since)
    owner = owner_of(told["owner"], s)
    if used and (owner == GUARDIAN or s.heroes[owner].automa):
        raise ValueError("only a player's Hero spends the Kabula (12.4a)")
    return Kabula(owner=owner, used=used, stolen=True, since=since)


def owner_of(given: Any, s: State) -> int:
    """A Hero or the Guardian, by number or name."""
    guard = s.guardian.card.name if s.guardian else ""
    if isinstance(given, str) and given.strip().casefold() in ("guardian", "the guardian", guard.casefold()):
        return GUARDIAN
    return seat("the owner of the Kabula", given, s.heroes, "the Guardian")


def seat(who: str, given: Any, heroes: tuple[Hero, ...], more: str = "") -> int:
    """A player's seat, by number or by the Hero's name."""
    if isinstance(given, str):
        names = {
            name.casefold(): i for i, h in enumerate(heroes) for c in (h.hero, h.automa) if c for name in (c.name, c.id)
        }
        if given.strip().casefold() in names:
            return names[given.strip().casefold()]
        known = ", ".join([*(h.hero.name for h in heroes), *([more] if more else [])])
        raise ValueError(f"{who}: no Hero here is called {short(given)}; there are {known} (1.2)")
    return whole(f"{who} (a player, or a name)", given, 1, len(heroes)) - 1


# The Guardian -------------------------------------------------------------------------------------
def guardian_name(given: Any) -> Any:
    """Which Guardian it is, None where it is not told."""
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, Mapping) or set(given) - set(GUARD):
        raise ValueError(f"the Guardian tells {', '.join(GUARD)}, not {short(given)} (1.5)")
    return given.get("guardian")


def guardian(given: Any, s: State) -> Guardian | None:
    """The Guardian: its place and its dials."""
    g = s.guardian
    if not isinstance(given, Mapping) or g is None:
        return g
    who = str(g.card)
    most = whole(f"{who}: heart_plus", given.get("heart_plus", g.most), 1, 99)
    out = flag(who, given, "out")
    if out and not s.kabula.stolen:
        raise ValueError(f"{who}: before the theft the Guardian comes back from death (8.4a)")
    if out and s.kabula.owner == GUARDIAN:
        raise ValueError(f"{who}: a dead Guardian has no Kabula (12.3a)")
    if out and s.kabula.owner != NOBODY:
        raise ValueError(f"{who}: a Hero who has the Kabula when the Guardian is dead has won (12.5)")
    heart = whole(f"{who}: heart (of a dead one: out: True)", given.get("heart", min(g.heart, most)), 1, most)
    return replace(
        g,
        space=place(who, given["space"], s) if "space" in given else g.space,
        heart=0 if out else heart,
        most=most,
        nausea=whole(f"{who}: nausea", given.get("nausea", 0), 0, MOST),
        asleep=flag(who, given, "asleep"),
        out=out,
    )


# Wild Monsters ------------------------------------------------------------------------------------
def monsters(given: Any, s: State) -> tuple[tuple[Monster, ...], list[int]]:
    """The Wild Monsters on the island, and before which figure each one stands on the tracker."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ValueError(f"monsters is a list of mappings, not {short(given)} (9.1)")
    found, before = [], []
    for n, told in enumerate(given, 1):
        who = f"monster {n}"
        told = {"monster": told} if isinstance(told, str) else told
        if not isinstance(told, Mapping) or set(told) - set(MONSTER) or "monster" not in told:
            raise ValueError(f"{who}: a Monster tells {', '.join(MONSTER)}, not {short(told)} (9.1)")
        m = one(who, n, told, s)
        found.append(m)
        default = m.master + 1 if m.master != NOBODY else None
        told_before = told.get("before", default)
        before.append(NOBODY if told_before is None else seat(f"{who}: before", told_before, s.heroes))
    brood_fits(found, s)
    return tuple(found), before


def one(who: str, n: int, told: Mapping[str, Any], s: State) -> Monster:
    """One Wild Monster, or another figure that behaves like one."""
    [card] = cards(who, [told["monster"]], ("monster", "brood"), s.setup)
    if card.kind == "monster" and not shuffled_in(s.setup, card):
        raise ValueError(f"{who}: {card} comes with the expansion {card.set}; name it in expansions (13.1)")
    who = f"{who}, {card}"
    if "space" not in told:
        raise ValueError(f"{who}: its space is not told (9.1)")
    space, nausea = place(who, told["space"], s), whole(f"{who}: nausea", told.get("nausea", 0), 0, MOST)
    m = Monster(WILD + n - 1, card, space, nausea=nausea)
    if card.kind == "brood":
        if "parts" in told:
            raise ValueError(f"{who}: it has no Parts, but heart (10.4h)")
        owners = [i for i, h in enumerate(s.heroes) if h.automa and h.automa.id == card.owner]
        if not owners or ("master" in told and seat(f"{who}: master", told["master"], s.heroes) not in owners):
            raise ValueError(f"{who}: it belongs to the Automa {s.setup.card(card.owner or '')} (10.4h)")
        return replace(
            m, life=whole(f"{who}: heart", told.get("heart", card.heart), 1, card.heart or 1), master=owners[0]
        )
    if "heart" in told or "master" in told:
        raise ValueError(f"{who}: the Parts on it are its Heart, and it belongs to nobody; tell parts (9.2)")
    every = wild_parts(card)
    left = parts(who, {"fresh": told["parts"]}, 99).fresh if "parts" in told else every
    if not left or any(left.count(p) > every.count(p) for p in left.kinds):
        raise ValueError(f"{who}: of its Parts ({every}) one at least is left, and no others, not {left} (9.2)")
    return replace(m, parts=left)


def brood_fits(found: list[Monster], s: State) -> None:
    """No more figures of an Automa than its card allows."""
    for card, n in Counter(m.card for m in found if m.master != NOBODY).items():
        if n > (card.number or 1):
            raise ValueError(f"{n} of {card}, but there are {card.number or 1} at most (10.4h)")


# Tokens -------------------------------------------------------------------------------------------
def peels(given: Any, s: State) -> tuple[Any, ...]:
    """Banana peels, each on a space of its own."""
    told = [] if isinstance(given, str | bytes) or not isinstance(given, Iterable) else list(given)
    if isinstance(given, str) or len(told) > MOST_PEELS:
        raise ValueError(f"peels is a list of at most {MOST_PEELS} places, not {short(given)} (13.6)")
    found = [place("a peel", where, s) for where in told]
    if len(set(found)) < len(found):
        raise ValueError("two peels do not lie on one space (13.8)")
    return tuple(sorted(found))


def rabbits(given: Any, s: State) -> tuple[Any, ...]:
    """Rabbits: places, or (place, True) for a rabbit that is turned."""
    told = [] if isinstance(given, str | bytes) or not isinstance(given, Iterable) else list(given)
    if isinstance(given, str) or len(told) > MOST_RABBITS:
        raise ValueError(f"rabbits is a list of at most {MOST_RABBITS} places, not {short(given)} (13.3)")
    found = []
    for rabbit in told:
        pair = isinstance(rabbit, tuple | list) and len(rabbit) == 2 and isinstance(rabbit[1], bool)
        where, turned = rabbit if pair else (rabbit, False)
        found.append((place("a rabbit", where, s), turned))
    return tuple(sorted(found))


# The order of play --------------------------------------------------------------------------------
def figures(s: State) -> list[int]:
    """All that have a place on the tracker."""
    heroes = [i for i, h in enumerate(s.heroes) if not h.out]
    pets = [FAMILIO + i for i in heroes if s.heroes[i].familio is not None]
    guard = [GUARDIAN] if s.kabula.stolen and figure(s, GUARDIAN) is not None else []
    return [*heroes, *pets, *guard, *(m.number for m in s.monsters)]


def named(what: str, given: Any, s: State) -> int:
    """A figure by its name; Heroes by their numbers too, counted from 1."""
    if isinstance(given, int) and not isinstance(given, bool):
        return whole(f"{what} (a player, or a name)", given, 1, len(s.heroes)) - 1
    names: dict[str, list[int]] = {}
    for f in (*figures(s), *([] if GUARDIAN in figures(s) else [GUARDIAN])):
        if figure(s, f) is not None:
            for name in names_of(s, f):
                names.setdefault(name.casefold(), []).append(f)
    found = names.get(given.strip().casefold(), []) if isinstance(given, str) else []
    if len(set(found)) != 1:
        known = [called(s, f) for f in figures(s)]
        problem = "names more than one figure" if found else "is no figure of this table"
        raise ValueError(f"{what}: {short(given)} {problem}{hint(given, known, everything=True)} (2.1)")
    return found[0]


def names_of(s: State, f: int) -> set[str]:
    """What a figure may be called."""
    card, told = card_of(s, f), called(s, f)
    alike = isinstance(figure(s, f), Monster) and told != card.called(s.setup.light)
    names = {told} if alike else {told, card.name, card.id, card.alias or card.name}
    if f == GUARDIAN:
        names |= {"guardian", "the guardian"}
    if is_familio(f):
        names |= {f"{s.heroes[seat_of(f)].hero.name}'s Familio", f"{s.heroes[seat_of(f)].hero.name}’s Familio"}
    return names


def tracker(s: State, given: Any, before: list[int], active: int) -> State:
    """The order of play: as told, or Heroes as they sit, Monsters before theirs, Familios on the right."""
    there, heroes = figures(s), [i for i, h in enumerate(s.heroes) if not h.out]
    told = heroes if given is None else [named("order", f, s) for f in listed_order(given, s)]
    told = [f for f in told if not (is_hero(f) and s.heroes[f].out)]
    if sorted(told) == sorted(there) and given is not None:
        return replace(s, ron=in_order(s, tuple(told)))
    if sorted(told) != sorted(heroes):
        names = ", ".join(called(s, f) for f in there)
        raise ValueError(f"order names each Hero once, or each figure ({names}) once, not {short(given)} (2.1)")
    s = replace(s, ron=tuple(told))
    for m, at in zip(s.monsters, before, strict=True):
        at = at if at in s.ron else (active if active in s.ron else s.ron[0])
        place_ = s.ron.index(at)
        s = replace(s, ron=(*s.ron[:place_], m.number, *s.ron[place_:]))
    for i in heroes:
        s = on_the_tracker(s, i) if s.heroes[i].familio is not None else s
    if GUARDIAN in there:
        owner = s.kabula.owner
        place_ = s.ron.index(owner) if is_hero(owner) else 0
        s = replace(s, ron=(*s.ron[:place_], GUARDIAN, *s.ron[place_:]))
    return s


def listed_order(given: Any, s: State) -> list[Any]:
    """The entries of an order."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ValueError(f"order names each player from 1 to {len(s.heroes)} once, not {short(given)} (2.1)")
    return list(given)


def in_order(s: State, ron: tuple[int, ...]) -> tuple[int, ...]:
    """Refuses an order in which Familios do not stand on the right, as their Heroes do."""
    heroes = [f for f in ron if is_hero(f)]
    pets = [f for f in ron if is_familio(f)]
    ranks = [heroes.index(seat_of(f)) for f in pets]
    if ranks != sorted(ranks) or ron[len(ron) - len(pets) :] != tuple(pets):
        raise ValueError("order: Familios stand on the right of the tracker, in the order of their Heroes (9.12a)")
    return ron


def setup_of(setup: Setup, guard: Any, expansions: Any) -> Setup:
    """The set-up with another Guardian, or more sets."""
    if expansions:
        setup = replace(setup, expansions=tuple(expansions) if isinstance(expansions, list | tuple) else expansions)
    name = guardian_name(guard)
    return setup if name is None else replace(setup, guardian=name)


__all__ = ["guardian", "kabula", "monsters", "named", "peels", "rabbits", "setup_of", "tracker"]
