"""Kabula 1: what is in the box, how we read the rulebook, and the set-up's parts.

Modelled so far: Heroes with their equipment, the island, encounters, dungeons, cities, items, fights among Heroes.
Monsters, Familios, personalities that trend, Automas, the Guardian and the last battle follow in chapters 9 to 13.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet, hint, short
from rulebooks.core.chance import Bag
from rulebooks.core.setups import GameSetup, Switches
from rulebooks.kabula.book import rule
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import island_in, write_map
from rulebooks.kabula.parts import PARTS, cost
from rulebooks.kabula.strikes import attack, defence

LIGHTS = ("green", "orange", "red")
TRAITS = ("romantic", "violent", "creepy", "practical", "nature lover", "generous", "lazy")
KINDS = ("hero", "personality", "item", "mat", "city", "encounter", "option", "dungeon", "level")
TYPES = ("weapon", "snack", "armor", "gear")
COUNTED = (
    "walk",
    "heal",
    "farz",
    "heart+",
    "nausea",
    "lose heart",
    "shop common",
    "shop rare",
    "draw common",
    "draw rare",
)
PLAIN = ("rest", "end turn", "travel", "encounter pin")


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that a card makes a Hero do. ``arg``: a Part, an attack's or a defence's words, a place."""

    what: str
    n: int = 1
    arg: str = ""

    def __str__(self) -> str:
        return f"{self.what}{f' {self.n}' * (self.what in COUNTED or self.n > 1)}{f' {self.arg}' * bool(self.arg)}"


@lru_cache(maxsize=4096)
def verbs(name: str, text: str | None) -> tuple[Verb, ...]:
    """What a text makes a Hero do, one after the other, with semicolons between. ValueError names what is unknown.

    >>> [str(v) for v in verbs("Bed", "heal 6; rest; end turn")]
    ['heal 6', 'rest', 'end turn']
    """
    return tuple(_verb(name, part.strip()) for part in text.split(";")) if text else ()


def _verb(name: str, text: str) -> Verb:
    head, _, last = text.rpartition(" ")
    n = int(last) if last.isdecimal() and last.isascii() and 0 < int(last) < 100 else 0
    if text.startswith(("attack", "attacked")):
        words = text.replace("attacked", "attack", 1)
        attack(name, words)
        return Verb("attacked" if text.startswith("attacked") else "attack", 1, words)
    if text.startswith("defend "):
        defence(name, text.removeprefix("defend "))
        return Verb("defend", 1, text.removeprefix("defend "))
    if text in PLAIN:
        return Verb(text)
    if n and head in COUNTED:
        return Verb(head, n)
    first, _, part = (head if n else text).partition(" ")
    if first in ("get", "discard") and part in (*PARTS, "any"):
        return Verb(first, n or 1, part)
    if first == "keep":
        return Verb("keep", 1, part)
    known = ", ".join(
        (*COUNTED, *PLAIN, "get PART N", "discard PART N", "attack …", "attacked …", "defend …", "keep PLACE")
    )
    raise ValueError(f"{name}: nothing is called {short(text)}; there are {known}")


def _field(what: str, default: Any = None, **more: Any) -> Any:
    return field(default=default, metadata={"what": what, **more})


@dataclass(frozen=True, eq=False)
class KabulaCard(Card):
    """A card, or an action, option or level printed on one (``owner``). ``alias``: a name fit for a class."""

    kind: str = field(metadata={"allowed": KINDS, "what": "which kind of card or print it is"})
    owner: str | None = _field("id of the card that it is printed on, or of the Hero it belongs to")
    alias: str | None = _field("the name shown in a green game, where the printed one is not fit for a class")
    light: str = _field("green, orange or red", "green", allowed=LIGHTS)
    set: str | None = _field("the expansion it comes with; left out for the base game")
    type: str | None = _field("items: weapon, snack, armor or gear", allowed=TYPES)
    rare: bool = _field("items: true for a rare one", False)
    price: int | None = _field("items: Farz", min=0, max=15)
    cost: str | None = _field("what an action costs: “guts” or “any 3”")
    part: str | None = _field("armour: the Part that sets off its passive defence", allowed=PARTS)
    does: str | None = _field("what it does: “heal 6; rest; end turn”")
    trait: str | None = _field("options: the trait; personalities: both, with a comma")
    level: int | None = _field("dungeons: 1 or 2", min=1, max=2)
    heart: int | None = _field("Heroes: Heart and Heart+ at the start", min=1, max=30)
    farz: int | None = _field("Heroes: Farz at the start", min=0, max=15)
    parts: str | None = _field("Heroes: Parts at the start: “teeth 2, legs 3”")
    start: str | None = _field("Heroes: the place where the figure begins")

    def called(self, light: str) -> str:
        """The name to show in a game of this light."""
        return self.alias if self.alias and light == "green" else self.name


FIELDS = {
    "hero": {"heart", "farz", "parts", "start"},
    "personality": {"owner", "trait"},
    "item": {"owner", "type", "rare", "price", "cost", "part", "does"},
    "mat": {"cost", "does"},
    "city": {"owner", "cost", "does"},
    "encounter": {"does"},
    "option": {"owner", "trait", "does"},
    "dungeon": set(),
    "level": {"owner", "level", "does"},
}
WANTED = {
    "hero": {"heart", "farz", "parts", "start"},
    "personality": {"owner", "trait"},
    "item": {"type"},
    "mat": {"does"},
    "city": {"owner", "does"},
    "encounter": set(),
    "option": {"owner", "trait", "does"},
    "dungeon": set(),
    "level": {"owner", "level", "does"},
}


def as_printed(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must add up to."""
    for c in sheet.cards:
        yield from _odd(c)
    ids = {c.id: c for c in sheet.cards}
    owned = {(c.kind, c.owner) for c in sheet.cards if c.owner}
    for c in sheet.cards:
        if c.kind == "encounter" and sum(o.kind == "option" and o.owner == c.id for o in sheet.cards) != 2:
            yield f"{c.id}: an encounter has two options"
        if c.kind == "dungeon" and sorted(
            lv.level or 0 for lv in sheet.cards if lv.kind == "level" and lv.owner == c.id
        ) != [1, 2]:
            yield f"{c.id}: a dungeon has a level 1 and a level 2"
        if c.kind == "hero" and sum(p.kind == "personality" and p.owner == c.id for p in sheet.cards) != 3:
            yield f"{c.id}: a Hero has three personalities"
        if c.kind == "hero" and ("item", c.id) not in owned:
            yield f"{c.id}: a Hero has an equipment card"
        if c.kind in ("option", "level", "personality") and c.owner not in ids:
            yield f"{c.id}: there is no card {c.owner}"


def _odd(c: KabulaCard) -> Iterable[str]:
    """What is wrong with one card."""
    left_out = {"id", "name", "order", "kind", "alias", "light", "set"}
    there = {f.name for f in fields(c) if f.init and getattr(c, f.name) not in (None, False)} - left_out
    wanted, allowed = WANTED[c.kind], FIELDS[c.kind]
    if wanted - there or there - allowed:
        yield f"{c.id}: a {c.kind} has {', '.join(sorted(wanted))}, and may have {', '.join(sorted(allowed - wanted))}"
        return
    try:
        cost(c.cost)
        cost(c.parts)
        verbs(c.id, c.does)
    except ValueError as no:
        yield str(no)
    wrong = [t for t in traits_of(c) if t not in TRAITS]
    if wrong or (c.kind == "personality" and len(traits_of(c)) != 2):
        yield f"{c.id}: a trait is one of {', '.join(TRAITS)}; a personality has two"


def traits_of(c: KabulaCard) -> tuple[str, ...]:
    """The traits of an option or a personality."""
    return tuple(t.strip() for t in c.trait.split(",")) if c.trait else ()


SCHEMA = Schema(
    game="kabula",
    card=KabulaCard,
    numbers={
        "farz_cap": "Farz that a Hero can carry",
        "rounds": "rounds until the Guardian's deck is used up",
        "aim_blanks": "faces of the Aim die without a Part, beside one of each Part",
    },
    limits={"farz_cap": (1, 99), "rounds": (1, 99), "aim_blanks": (0, 20)},
    check=as_printed,
)


@dataclass(frozen=True, eq=False)
class Options(Switches):
    """How we read what the rulebook leaves open. Each field is a ruling of ``docs/rulings.md``."""

    rest_ends_turn: bool = True  # BR-30: the Rest of the mat ends the turn
    kept_ends_turn: bool = False  # BR-100: using a kept card ends the turn, as other Map Actions do
    aim_blank: bool = True  # BR-25: the Aim die has a blank face beside those of the five Parts


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move: Heroes (ids, by seat), how explicit cards may be, options, sheet, map."""

    heroes: tuple[str, ...] = ("jessika", "zack")
    light: str = "green"
    options: Options = field(default_factory=Options)
    sheet: Any = None  # a Sheet, or the file to read one from
    map: str = ""  # the island as a text, "" for the house island
    expansions: tuple[str, ...] = ()  # names of the sets that are shuffled in

    def __post_init__(self) -> None:
        self._take(Options)
        object.__setattr__(self, "expansions", self._expansions())
        if self.light not in LIGHTS:
            raise ValueError(f"light is one of {', '.join(LIGHTS)}, not {short(self.light)}")
        object.__setattr__(self, "heroes", self._heroes())
        if isinstance(self.map, Island):
            object.__setattr__(self, "map", write_map(self.map))
        island_of(self)

    def _expansions(self) -> tuple[str, ...]:
        given: Any = self.expansions
        known = tuple(dict.fromkeys(c.set for c in self.sheet.cards if c.set))
        if isinstance(given, str) or not isinstance(given, tuple | list) or not all(isinstance(n, str) for n in given):
            raise ValueError(f"expansions is a tuple of names, not {short(given)} (13.1)")
        for name in given:
            if name not in known:
                there = f"there is {', '.join(known)}" if known else "no card of it names one"
                raise ValueError(f"the {self.sheet.name} sheet has no expansion {short(name)}; {there} (13.1)")
        return tuple(name for name in known if name in given)

    def _heroes(self) -> tuple[str, ...]:
        given: Any = self.heroes
        known = {c.id: c.name for c in self.sheet.cards if c.kind == "hero"}
        if isinstance(given, str) or not isinstance(given, tuple | list) or not 1 <= len(given) <= 5:
            raise ValueError(f"heroes is a tuple of 1 to 5 names, not {short(given)} (1.2)")
        found = []
        for name in given:
            wanted = name.strip().casefold() if isinstance(name, str) else ""
            ids = [i for i, n in known.items() if wanted in (i, n.casefold())]
            if not ids:
                raise ValueError(f"no Hero is called {short(name)}{hint(name, known.values(), everything=True)}")
            found.append(ids[0])
        if len(set(found)) < len(found):
            raise ValueError("each Hero is played by one player only (1.2)")
        return tuple(found)

    def owned(self, kind: str, owner: str) -> tuple[KabulaCard, ...]:
        """The cards, actions or options of a kind that belong to a card."""
        return tuple(c for c in self.sheet.cards if c.kind == kind and c.owner == owner)

    @property
    def die(self) -> tuple[str, ...]:
        """The faces of the Aim die."""
        return (*PARTS, *("",) * (self.number("aim_blanks") * self.options.aim_blank))


def island_of(setup: Setup) -> Island:
    """The island that is played on."""
    return island_in(setup.map)


# 1  Components --------------------------------------------------------------------------
@rule("1.4", "Decks")
def deck(setup: Setup, kind: str, rare: bool = False) -> Bag[KabulaCard]:
    """Encounters, dungeons, common and rare items are shuffled apart; a game uses cards of its light and below."""
    fit = LIGHTS[: LIGHTS.index(setup.light) + 1]
    return setup.sheet.bag(
        lambda c: (
            c.kind == kind
            and c.light in fit
            and c.rare == rare
            and (kind != "item" or not c.owner)
            and shuffled_in(setup, c)
        )
    )


@rule("13.1", "Expansions")
def shuffled_in(setup: Setup, card: KabulaCard) -> bool:
    """Cards of an expansion are shuffled together with those of the base game, if the players want them."""
    return card.set is None or card.set in setup.expansions


@rule("1.8", "A Hero's start")
def start_parts(hero: KabulaCard) -> Bag[str]:
    """The info card tells the Parts a Hero begins with, all of them Fresh, and Heart, Farz and the place."""
    return Bag(cost(hero.parts))


__all__ = ["LIGHTS", "SCHEMA", "TRAITS", "KabulaCard", "Options", "Setup", "Verb", "deck", "island_of", "verbs"]
