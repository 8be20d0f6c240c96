"""Kabula 1: how we read the rulebook, and the set-up's parts: who plays, which Guardian, which cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import hint, short
from rulebooks.core.chance import Bag
from rulebooks.core.setups import GameSetup, Switches
from rulebooks.kabula.book import rule
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import island_in, write_map
from rulebooks.kabula.parts import PARTS, cost
from rulebooks.kabula.printed import LIGHTS, SCHEMA, TRAITS, KabulaCard, Verb, traits_of, verbs


@dataclass(frozen=True, eq=False)
class Options(Switches):
    """How we read what the rulebook leaves open. Each field is a ruling of ``docs/rulings.md``."""

    rest_ends_turn: bool = True  # BR-30: the Rest of the mat ends the turn
    kept_ends_turn: bool = False  # BR-100: using a kept card ends the turn, as other Map Actions do
    side_steps: bool = False  # BR-10: a figure that moves toward a target uses up its steps with steps to the side
    washed_down: bool = False  # BR-18: who is pushed through a river and downhill stays below
    each_miss: bool = False  # BR-47: an attack on all brings its attacker a Part for each target that it misses
    aim_blank: bool = True  # BR-25: the Aim die has a blank face beside those of the five Parts


@lru_cache(maxsize=16)
def by_owner(sheet: Any) -> dict[tuple[str, str], tuple[KabulaCard, ...]]:
    """The cards of a sheet by kind and by the card that they belong to, "" for none: looked up many times a move."""
    found: dict[tuple[str, str], list[KabulaCard]] = {}
    for c in sheet.cards:
        found.setdefault((c.kind, c.owner or ""), []).append(c)
    return {key: tuple(cards) for key, cards in found.items()}


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move.

    ``heroes``: ids, by seat; ``automas``: cards that play the Heroes on the seats after them; ``guardian``: its id;
    ``light``: how explicit cards may be; ``map``: the island.
    """

    heroes: tuple[str, ...] = ("jessika", "zack")
    automas: tuple[str, ...] = ()
    guardian: str = "water-king"
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
        object.__setattr__(self, "automas", self._automas())
        object.__setattr__(self, "guardian", self.named("guardian", self.guardian).id)
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
        heroes = [c for c in self.sheet.cards if c.kind == "hero"]
        known = {c.id: c.name for c in heroes if c.set is None or c.set in self.expansions}
        if isinstance(given, str) or not isinstance(given, tuple | list) or not 1 <= len(given) <= 5:
            raise ValueError(f"heroes is a tuple of 1 to 5 names, not {short(given)} (1.2)")
        found = []
        for name in given:
            wanted = name.strip().casefold() if isinstance(name, str) else ""
            ids = [i for i, n in known.items() if wanted in (i, n.casefold())]
            if not ids:
                self._comes_with("hero", wanted)
                raise ValueError(f"no Hero is called {short(name)}{hint(name, known.values(), everything=True)}")
            found.append(ids[0])
        if len(set(found)) < len(found):
            raise ValueError("each Hero is played by one player only (1.2)")
        return tuple(found)

    def named(self, kind: str, name: Any) -> KabulaCard:
        """The card of a kind with this name or id, as far as the sets in play go."""
        known = [c for c in self.sheet.cards if c.kind == kind and (c.set is None or c.set in self.expansions)]
        wanted = name.strip().casefold() if isinstance(name, str) else ""
        found = next((c for c in known if wanted in (c.id, c.name.casefold())), None)
        if found is not None:
            return found
        self._comes_with(kind, wanted)
        title, rules = {"guardian": ("Guardian", "1.5"), "automa": ("Automa", "10.4")}.get(kind, (kind, "1.4"))
        near = hint(name, [c.name for c in known], everything=True)
        raise ValueError(f"no {title} is called {short(name)}{near} ({rules})")

    def _comes_with(self, kind: str, wanted: str) -> None:
        """ValueError where the sheet has such a card in a set that is not played with."""
        other = next((c for c in self.sheet.cards if c.kind == kind and wanted in (c.id, c.name.casefold())), None)
        if other is not None:
            raise ValueError(f"{other.name} comes with the expansion {other.set}; name it in expansions (13.1)")

    def _automas(self) -> tuple[str, ...]:
        given: Any = self.automas
        if isinstance(given, str) or not isinstance(given, tuple | list):
            raise ValueError(f"automas is a tuple of names, not {short(given)} (10.4)")
        found = [self.named("automa", name) for name in given]
        by_hero: dict[str, str] = {}
        for c in found:
            if c.owner in self.heroes:
                whom = self.card(c.owner).name
                raise ValueError(f"automas: {c.name} plays {whom}, a Hero that a player has taken (10.4)")
            if c.owner in by_hero:
                both = f"{by_hero[c.owner]} and {c.name}"
                raise ValueError(f"automas: {both} are Automas of one Hero; one of them can play (10.4)")
            by_hero[c.owner or ""] = c.name
        if len(self.heroes) + len(found) > 5:
            raise ValueError(f"five Heroes play at most, Automas among them, not {len(self.heroes) + len(found)} (1.3)")
        return tuple(c.id for c in found)

    @property
    def seats(self) -> int:
        """How many Heroes play: those of players and Automas (BR-97)."""
        return len(self.heroes) + len(self.automas)

    def card(self, card_id: str) -> KabulaCard:
        """A card by its id."""
        found: KabulaCard = self.sheet.find(card_id)
        return found

    def owned(self, kind: str, owner: str) -> tuple[KabulaCard, ...]:
        """The cards, actions or options of a kind that belong to a card; those of none for ""."""
        return by_owner(self.sheet).get((kind, owner), ())

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


@rule("1.7", "Spotted Monsters")
def monsters(setup: Setup) -> Bag[KabulaCard]:
    """The Monsters are shuffled, Wild sides up; three are laid open, one for each territory."""
    return setup.sheet.bag(lambda c: c.kind == "monster" and shuffled_in(setup, c))


def territories(setup: Setup) -> tuple[str, ...]:
    """The territories of the island, each with a slot for a Spotted Monster."""
    return tuple(dict.fromkeys(island_of(setup).territories.values()))


@rule("10.4a", "An Automa for who plays alone")
def never_alone(setup: Setup) -> None:
    """Who plays alone plays with an Automa, one at least (BR-89). ValueError otherwise."""
    if setup.seats < 2:
        there = [c for c in setup.sheet.cards if c.kind == "automa" and c.owner not in setup.heroes]
        names = ", ".join(c.name for c in there if shuffled_in(setup, c))
        raise ValueError(f"who plays alone needs at least one Automa: automas=(…,) with one of {names} (10.4a)")


@rule("1.8", "A Hero's start")
def start_parts(hero: KabulaCard) -> Bag[str]:
    """The info card tells the Parts a Hero begins with, all of them Fresh, and Heart, Farz and the place."""
    return Bag(cost(hero.parts))


__all__ = [
    "LIGHTS",
    "SCHEMA",
    "TRAITS",
    "KabulaCard",
    "Options",
    "Setup",
    "Verb",
    "deck",
    "island_of",
    "traits_of",
    "verbs",
]
