"""Pirate Tales 0: what is in the box, how we read it, and the set-up's parts.

Modelled: dice, cards, money, gems, ships, for two to four players. Not modelled: the promo card
(it belongs to another game) and the colours of ships and coins, which only tell whose they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet, short
from rulebooks.core.chance import Bag
from rulebooks.core.setups import GameSetup, Switches
from rulebooks.pirate_tales.book import rule

COLOURS = ("white", "red", "black")
LEVELS = (3, 5, 7)
KRAKENS = ("easy", "medium", "hard")
CAPSIZE = {"family": (1, 2), "true pirate": (2, 3), "fate": (1, 2, 3)}
PLAYERS = (2, 3, 4)
SPACES = 7
DOUBLOON_SPACES = (3, 6, 7)
COUNTED = ("doubloon", "draw", "ship", "pay", "set aside", "ship back", "discard")
PLAIN = ("white die", "red die", "black die", "re-roll", "blue gem", "red gem", "roll again", "nothing")
REWARDS = ("white die", "red die", "re-roll", "doubloon n", "draw n", "ship n", "blue gem", "red gem")
Symbol = tuple[str, int]  # what, how many


@lru_cache(maxsize=4096)
def symbols(text: str | None) -> tuple[tuple[Symbol, ...], ...]:
    """A reward or effect as alternatives, each a tuple of (symbol, number). ValueError names what is unknown.

    >>> symbols("re-roll or doubloon 1")
    ((('re-roll', 1),), (('doubloon', 1),))
    """
    return tuple(tuple(map(_symbol, way.split(" and "))) for way in text.split(" or ")) if text else ()


def _symbol(text: str) -> Symbol:
    word, _, n = text.strip().rpartition(" ")
    if word in COUNTED and n.isdecimal() and n.isascii() and 0 < int(n) < 100:
        return word, int(n)
    if text.strip() in PLAIN:
        return text.strip(), 1
    raise ValueError(
        f"no symbol is called {short(text)}; there are {', '.join(PLAIN)}, and {', '.join(COUNTED)} with a number"
    )


# 0  Components ------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class PirateCard(Card):
    """A card or a die: dice are listed like cards, their copies are the supply."""

    kind: str = field(
        metadata={
            "allowed": ("die", "adventure", "island", "kraken", "capsize"),
            "what": "which of the five kinds it is",
        }
    )
    faces: str | None = field(default=None, metadata={"what": "dice: the skulls of each face, such as 0 0 0 0 1 1"})
    need: int | None = field(
        default=None,
        metadata={
            "min": 1,
            "max": 99,
            "what": "adventures and islands: successes asked for",
            "side": "front",
            "look": "need",
        },
    )
    skulls: int | None = field(
        default=None,
        metadata={"min": 0, "max": 9, "what": "capsize: how many skulls, which tells the set", "side": "front"},
    )
    flag: int | None = field(
        default=None,
        metadata={"min": 0, "max": 9, "what": "skulls on the flag, to be added from the hand", "side": "front"},
    )
    reward: str | None = field(
        default=None, metadata={"what": "symbols at the top right: “re-roll or doubloon 1”", "side": "front"}
    )
    back: int | None = field(
        default=None, metadata={"min": 1, "max": 6, "what": "krakens: the number on the back", "side": "back"}
    )
    level: str | None = field(default=None, metadata={"allowed": KRAKENS, "what": "krakens: the set", "side": "back"})
    timing: str | None = field(
        default=None,
        metadata={"allowed": ("on reveal", "on reaching"), "what": "krakens: when it acts", "side": "front"},
    )
    effect: str | None = field(
        default=None, metadata={"what": "krakens and capsize cards: what happens", "side": "front"}
    )
    kept: bool = field(
        default=False, metadata={"what": "capsize: true if it is kept for the next voyage", "side": "front"}
    )


UNKNOWN = PirateCard(id="unknown", name="a card nobody else sees", order=999, kind="adventure", skulls=0)


def as_printed(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must add up to."""
    counts: dict[str, int] = {}
    for c, n in sheet.copies.items():
        counts[c.kind] = counts.get(c.kind, 0) + n
    for kind, printed in {"adventure": 90, "island": 36, "kraken": 21, "capsize": 22, "die": 60}.items():
        if counts.get(kind, 0) != printed:
            yield f"there are {printed} pieces of the kind {kind} in the box, not {counts.get(kind, 0)}"
    for c in sheet.cards:
        yield from _odd(c)
    if sorted(c.id for c in sheet.cards if c.kind == "die") != sorted(COLOURS):
        yield f"the dice are called {', '.join(COLOURS)}"
    for need in LEVELS:
        if sum(n for c, n in sheet.copies.items() if c.kind == "island" and c.need == need) != 12:
            yield f"12 islands ask for {need} successes"
    for level in KRAKENS:
        if sum(n for c, n in sheet.copies.items() if c.level == level) != 7:
            yield f"7 krakens are {level}"


def _odd(c: PirateCard) -> Iterable[str]:
    """What is wrong with one card."""
    wants = {
        "die": {"faces"},
        "adventure": {"need", "flag"},
        "island": {"need"},
        "kraken": {"back", "level", "timing", "effect"},
        "capsize": {"skulls", "effect"},
    }[c.kind]
    allowed = wants | ({"reward"} if c.kind in ("adventure", "island") else {"flag"} if c.kept else set())
    there = {
        n
        for n in ("faces", "need", "skulls", "flag", "reward", "back", "level", "timing", "effect")
        if getattr(c, n) is not None
    }
    if wants - there or there - allowed:
        yield f"{c.id}: this kind ({c.kind}) has {', '.join(sorted(wants))}; this card has {', '.join(sorted(there))}"
    for text in (c.reward, c.effect):
        try:
            yield from _idle(c, symbols(text))
        except ValueError as no:
            yield f"{c.id}: {no}"
    if c.faces is not None:
        try:
            faces_of(c.faces)
        except ValueError as no:
            yield f"{c.id}: {no}"
    if c.kind == "island" and c.need not in LEVELS:
        yield f"{c.id}: an island asks for 3, 5 or 7 successes"
    if c.kept and c.kind != "capsize":
        yield f"{c.id}: only a capsize card can be kept"


IDLE = {
    "adventure": ("discard",),
    "island": ("roll again", "set aside", "discard"),
    "kraken": ("discard",),
    "capsize": ("draw", "re-roll", "roll again", "set aside"),
    "kept": ("discard",),
}


def _idle(c: PirateCard, ways: tuple[tuple[Symbol, ...], ...]) -> Iterable[str]:
    """Symbols that would do nothing where they stand."""
    if len(ways) > 1 and c.kind != "adventure":
        yield f"{c.id}: only an adventure card offers one symbol or another"
    idle = [what for way in ways for what, _ in way if what in IDLE["kept" if c.kept else c.kind]]
    if idle:
        yield f"{c.id}: {', '.join(dict.fromkeys(idle))} would do nothing here"


def faces_of(text: str) -> tuple[int, ...]:
    """The faces of a die, from text such as "0 0 0 0 1 1". ValueError when there is none or one is no skull count."""
    parts = text.split()
    if not parts or not all(p.isdecimal() and p.isascii() and len(p) < 3 for p in parts) or len(parts) > 100:
        raise ValueError(
            f"a die's faces are 1 to 100 whole numbers from 0 to 99 with spaces between, not {short(text)}"
        )
    return tuple(map(int, parts))


SCHEMA = Schema(
    game="pirate_tales",
    card=PirateCard,
    numbers={
        "start_dice": "white dice of a player at the start",
        "start_cards": "Adventure cards of a player at the start",
        "start_doubloons": "doubloons of a player at the start",
        "most_dice": "dice that may be taken into the next round",
        "seas": "spaces of the Sea track before its end",
        "pays_3": "doubloons over space 3",
        "pays_6": "doubloons over space 6",
        "pays_7": "doubloons over space 7",
        "buy_1": "price of 1 Adventure card",
        "buy_2": "price of 2 Adventure cards",
        "buy_3": "price of 3 Adventure cards",
        "blue_gem": "value of a blue gem in doubloons",
        "red_gem": "value of a red gem in blue gems",
    },
    limits={"seas": (2, 50), "blue_gem": (1, 99), "red_gem": (1, 99)},
    check=as_printed,
)


@dataclass(frozen=True, eq=False)
class Options(Switches):
    """How we read what the rulebook leaves open. Each field is a ruling of ``docs/rulings.md``."""

    bets_as_written: bool = False  # PR-1: on success those who bet on it pay the captain, doubters pay nothing
    gems_pay_bets: bool = True  # PR-3: who has a gem but no doubloon changes it to pay a lost bet
    island_on_1: bool = False  # PR-17: an island may be laid on space 1
    example_order: bool = False  # PR-30: after a failure the doubloon spaces pay before the Capsize card
    island_before_doubloons: bool = False  # PR-31: after a success the island pays before the doubloon spaces


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move: how many play, which Capsize and Kraken cards, options, sheet."""

    players: int = 3
    capsize: str = "family"
    krakens: tuple[str, ...] = ("easy", "medium")
    options: Options = field(default_factory=Options)
    sheet: Any = None  # a Sheet, or the file to read one from

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise ValueError(f"2, 3 or 4 play, not {short(self.players)}")
        if not isinstance(self.capsize, str) or self.capsize not in CAPSIZE:
            raise ValueError(f"capsize is one of {', '.join(CAPSIZE)}, not {short(self.capsize)}")
        sets: Any = self.krakens
        sets = tuple(sets) if isinstance(sets, list) else sets
        object.__setattr__(self, "krakens", sets)
        known = isinstance(sets, tuple) and all(isinstance(k, str) and k in KRAKENS for k in sets)
        if not known or not sets or len(set(sets)) < len(sets):
            raise ValueError(f"krakens is a tuple of one or more of {', '.join(KRAKENS)}, not {short(sets)}")
        self._take(Options)

    def paid_over(self, spaces: Iterable[int]) -> int:
        """The doubloons over these spaces of the Adventure track together; most spaces have none."""
        return sum(self.number(f"pays_{n}") for n in spaces if n in DOUBLOON_SPACES)

    def cards(self, kind: str) -> Bag[PirateCard]:
        """All cards of a kind."""
        return self.sheet.bag(lambda c: c.kind == kind)


@rule("0.1", "Dice")
def dice_faces(setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """White, red and black dice, each colour better than the one before; their faces show skulls."""
    found = {c.id: faces_of(c.faces or "") for c in setup.sheet.cards if c.kind == "die"}
    return tuple((colour, found[colour]) for colour in COLOURS)


@rule("0.2", "The supply is limited")
def supply(setup: Setup) -> tuple[int, int, int]:
    """30 white, 18 red and 12 black dice; when a colour is gone, nobody gets one more."""
    counts = {c.id: n for c, n in setup.sheet.copies.items() if c.kind == "die"}
    return counts["white"], counts["red"], counts["black"]


@rule("0.3", "Capsize cards")
def capsize_cards(setup: Setup) -> Bag[PirateCard]:
    """Family: one and two skulls; True Pirate: two and three; Fate: all of them (PR-54)."""
    return setup.sheet.bag(lambda c: c.kind == "capsize" and c.skulls in CAPSIZE[setup.capsize])


@rule("0.4", "Kraken cards")
def kraken_cards(setup: Setup) -> Bag[PirateCard]:
    """Any of the three sets, easy, medium and hard, together at least 7 cards."""
    return setup.sheet.bag(lambda c: c.kind == "kraken" and c.level in setup.krakens)


@rule("0.5", "Island stacks")
def islands_each(setup: Setup) -> int:
    """Of each level 4 islands with two players, 6 with three, 8 with four; the others stay in the box."""
    return {2: 4, 3: 6, 4: 8}[setup.players]
