"""Scott Pilgrim 0: what is in the box, how we read the rulebook, and the set-up's parts.

Modelled: all 233 cards, one to four players, competitive, cooperative, solo and first-time mode.
Not modelled: who owns which copy of the same card, and how cards are turned sideways to keep piles apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from rulebooks.core.cards import Schema, Sheet, hint, short
from rulebooks.core.chance import Bag
from rulebooks.core.setups import GameSetup, Switches
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import (
    MOVES,
    SUITS,
    THRESHOLDS,
    PilgrimCard,
    amounts,
    effects,
    fight_line,
    tell_apart,
    words,
)

MODES = ("competitive", "cooperative", "solo", "first time")
PATEL = "matthew-patel"
HIPSTER = "demon-hipster-chicks"
NEEDS_THREE = ("kim", "wallace")
STARTERS = ("scott", "knives", "ramona", "stephen")  # who plays where a set-up names nobody
BOX = {"action and plot": 146, "drama": 32, "character": 6, "buddy": 2, "ex": 10, "combo": 30}
FIELDS = {
    "action": {"owner", "first", "cost", "makes", "effect", "acquired", "points", "back", "move", "hit", "combat"},
    "plot": {
        *("first", "cost", "makes", "effect", "acquired", "points", "traits"),
        *("back", "damage", "challenge_traits", "fight", "reward", "failure", "worth"),
    },
    "drama": set(),
    "character": set(),
    "buddy": {"owner", "makes", "effect", "points", "traits"},
    "combo": {"owner", "moves", "damage"},
    "ex": {"damage", "points", "to_win", "traits", "effect", "fight", "reward", "failure", "pair"},
}
WANTED = {
    "action": {"makes", "back", "move"},
    "plot": {"cost", "back", "damage", "reward"},
    "drama": set(),
    "character": set(),
    "buddy": {"owner"},
    "combo": {"owner", "moves", "damage"},
    "ex": {"damage", "points", "to_win", "pair"},
}


def as_printed(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must add up to."""
    main = sum(n for c, n in sheet.copies.items() if c.kind in ("action", "plot") and not c.owner)
    if main != BOX["action and plot"]:
        yield f"there are {BOX['action and plot']} Action and Plot cards in the main deck, not {main}"
    for kind in ("drama", "character", "buddy", "ex", "combo"):
        there = sum(n for c, n in sheet.copies.items() if c.kind == kind)
        if there != BOX[kind]:
            yield f"there are {BOX[kind]} of the kind {kind}, not {there}"
    characters = [c.id for c in sheet.cards if c.kind == "character"]
    drama = sheet.numbers.get("start_drama", 0)
    for who in characters:
        deck = sum(n for c, n in sheet.copies.items() if c.kind == "action" and c.owner == who)
        if deck + drama != 10:
            yield f"{who} starts with ten cards, {drama} Drama among them, not with {deck + drama}"
        if sum(c.kind == "combo" and c.owner == who for c in sheet.cards) != 5:
            yield f"{who} has five combos"
    for c in sheet.cards:
        yield from _odd(c, characters)
    for c in sheet.cards:
        if c.kind == "ex" and c.to_win not in THRESHOLDS:
            yield f"{c.id}: to_win is one of {', '.join(map(str, THRESHOLDS))}"
    for n in range(1, 6):
        if sum(c.kind == "ex" and c.pair == n for c in sheet.cards) != 2:
            yield f"two Evil Exes are printed on card {n}"
    for needed in (PATEL, "drama"):
        if needed not in (c.id for c in sheet.cards):
            yield f"a card with the id {needed} is needed"
    if sum(n for c, n in sheet.copies.items() if c.id == HIPSTER and c.first) < 2:
        yield f"two {HIPSTER} with the First Chapter icon are needed"


def _odd(c: PilgrimCard, characters: list[str]) -> Iterable[str]:
    """What is wrong with one card."""
    blank = {f.name for f in fields(c) if f.init and (getattr(c, f.name) is None or getattr(c, f.name) is False)}
    there = {f.name for f in fields(c) if f.init} - blank - {"id", "name", "order", "kind"}
    wanted, allowed = WANTED[c.kind], FIELDS[c.kind]
    if wanted - there or there - allowed:
        yield f"{c.id}: a {c.kind} has {', '.join(sorted(wanted))}, and may have {', '.join(sorted(allowed - wanted))}"
        return
    if c.owner and c.owner not in characters:
        yield f"{c.id}: there is no character {c.owner}"
    places = {
        "effect": {"action": "effect of an action", "ex": "rules of an ex"}.get(c.kind, "ability"),
        **{name: name for name in ("acquired", "combat", "reward", "failure")},
    }
    for name, place in places.items():
        try:
            effects(getattr(c, name), place)
        except ValueError as no:
            yield f"{c.id}: {name}: {no}"
    yield from _odd_reward(c)
    try:
        cost, _, _ = amounts(c.cost), amounts(c.makes), fight_line(c.fight)
        bought = c.kind in ("action", "plot") and not c.owner
        if len(cost) > 1 or (bought and not cost):
            yield f"{c.id}: a card of the main deck has one cost"
    except ValueError as no:
        yield f"{c.id}: {no}"
    for move in words(c.moves):
        if move not in MOVES:
            yield f"{c.id}: there is no move {move}; there are {', '.join(MOVES)}"


def _odd_reward(c: PilgrimCard) -> Iterable[str]:
    """What is wrong with a reward: a Challenge is kept once, in one of two ways, an Evil Ex by itself."""
    kept = [part for part in (c.reward or "").split(" and ") if part in ("keep", "points")]
    if len(kept) > (0 if c.kind == "ex" else 1):
        who = "an Evil Ex is kept without saying so" if c.kind == "ex" else "a Challenge is kept once"
        yield f"{c.id}: reward: {who}, so {' and '.join(kept)} cannot stand there"


SCHEMA = Schema(
    game="scott_pilgrim",
    card=PilgrimCard,
    numbers={
        "first_hand": "cards of the first player's opening hand",
        "hand": "cards of any other opening hand, and of each new hand",
        "combat_hand": "cards drawn for a combat",
        "extra": "cards more where nothing was acquired, or combat was skipped",
        "start_drama": "Drama cards in each starting deck",
        "plotline": "cards of the Plotline beside those of the players",
        "plotline_each": "cards of the Plotline for each player",
        "rounds": "rounds after which a competitive game is over",
        **{
            f"turns_{n}_{vp}": f"turns of {n} together against an Evil Ex of {vp}"
            for n in (1, 2, 3, 4)
            for vp in THRESHOLDS
        },
    },
    limits={
        "rounds": (1, 500),
        "start_drama": (0, 10),
        **{f"turns_{n}_{vp}": (1, 99) for n in (1, 2, 3, 4) for vp in THRESHOLDS},
    },
    check=as_printed,
    sides={"front": "Story or Power Up!", "back": "Combat or Challenge"},
)


@dataclass(frozen=True, eq=False)
class Options(Switches):
    """How we read what the rulebook leaves open. Each field is a ruling of ``docs/rulings.md``."""

    vs_first: bool = False  # SR-4: the VS Draw comes before the combat hand
    solo_own_draws: bool = False  # SR-16: alone, one draws for the Challenge from one's own pile
    side_in_setup: bool = False  # SR-19: whoever adds a card during set-up chooses its side
    no_looking: bool = False  # SR-20: the side is chosen without looking at the back
    share_decks: bool = True  # SR-23: half of one main deck makes up for the other once it is empty
    endless_drama: bool = False  # SR-36: Drama is added even when the pile is used up
    one_housing: bool = True  # SR-39: a player keeps a single Housing
    lost_ends_all: bool = False  # SR-50: who loses against Gideon ends the game for everybody


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move: players, mode, characters (ids, by seat), the Evil Ex, options, sheet."""

    players: int = 2
    mode: str = ""
    characters: tuple[str, ...] = ()
    ex: str = PATEL
    options: Options = field(default_factory=Options)
    sheet: Any = None  # a Sheet, or the file to read one from

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in (1, 2, 3, 4):
            raise ValueError(f"1 to 4 play, not {short(self.players)}")
        if self.mode == "":
            object.__setattr__(self, "mode", "solo" if self.players == 1 else "competitive")
        if not isinstance(self.mode, str) or self.mode not in MODES:
            raise ValueError(f"mode is one of {', '.join(MODES)}, not {short(self.mode)}")
        if (self.mode == "solo") is not (self.players == 1):
            raise ValueError(
                f"solo is the mode for one player, and the only one; {self.players} play {self.mode} (12.7)"
            )
        self._take(Options)
        tell_apart(self.sheet)
        object.__setattr__(self, "characters", self._characters())
        ex = self._one("Evil Ex", self.ex, "ex")
        if not first_ex(self.mode, ex):
            raise ValueError(f"the first time Matthew Patel is the Evil Ex, not {ex} (11.1)")
        object.__setattr__(self, "ex", ex)

    def _one(self, what: str, name: Any, kind: str) -> str:
        known = {c.id: c.name for c in self.sheet.cards if c.kind == kind}
        wanted = name.strip().casefold() if isinstance(name, str) else None
        found = [i for i, n in known.items() if wanted in (i, n.casefold())]
        if not found:
            raise ValueError(f"no {what} is called {short(name)}{hint(name, known.values(), everything=True)}")
        return found[0]

    def _characters(self) -> tuple[str, ...]:
        given: Any = self.characters
        if isinstance(given, str | bytes) or not isinstance(given, tuple | list):
            raise ValueError(f"characters is a tuple of names, one for each seat, not {short(given)}")
        chosen = tuple(self._one("character", name, "character") for name in given) or STARTERS[: self.players]
        if len(chosen) != self.players:
            raise ValueError(f"{self.players} play, but {len(chosen)} characters are named")
        if len(set(chosen)) < len(chosen):
            raise ValueError("each character is played by one player only")
        barred = [c for c in chosen if not enough_for(c, self.players)]
        if barred:
            raise ValueError(f"{barred[0].title()} is played by three or more only, not by {self.players} (1.11)")
        return chosen

    @property
    def drama(self) -> PilgrimCard:
        """The Drama card: they are all alike."""
        return next(c for c in self.sheet.cards if c.kind == "drama")

    @property
    def evil_ex(self) -> PilgrimCard:
        """The Evil Ex of this game."""
        return next(c for c in self.sheet.cards if c.id == self.ex)

    @property
    def together(self) -> bool:
        """Whether the players are one team."""
        return self.mode == "cooperative"

    @property
    def first_time(self) -> bool:
        """Whether this is the streamlined first game."""
        return self.mode == "first time"

    def rules_of_ex(self) -> dict[str, tuple[int, str]]:
        """The Evil Ex's global effects: what -> (number, trait)."""
        return {e.what: (e.n, e.trait) for e in effects(self.evil_ex.effect, "rules of an ex")}


# 0  Components ------------------------------------------------------------------------
@rule("0.1", "A character's cards")
def character_deck(setup: Setup, character: str) -> Bag[PilgrimCard]:
    """A character starts with ten cards of its own, three of them Drama, and a card that shows five combos."""
    own: Bag[PilgrimCard] = setup.sheet.bag(lambda c: c.kind == "action" and c.owner == character)
    return own + Bag({setup.drama: setup.number("start_drama")})


@rule("0.2", "The main deck")
def main_deck(setup: Setup) -> Bag[PilgrimCard]:
    """146 Action and Plot cards; the first time only those with the First Chapter icon are used."""
    return setup.sheet.bag(lambda c: c.kind in ("action", "plot") and not c.owner and (c.first or not setup.first_time))


@rule("0.3", "The Drama pile")
def drama_pile(setup: Setup) -> int:
    """14 generic Drama cards lie aside to be added; once they are used up, none is added (SR-36)."""
    return setup.sheet.copies[setup.drama] - 6 * setup.number("start_drama")


@rule("1.11", "Kim and Wallace")
def enough_for(character: str, players: int) -> bool:
    """Kim Pine and Wallace Wells are chosen only where three or four play (SR-53)."""
    return players >= 3 or character not in NEEDS_THREE


@rule("11.1", "The first Evil Ex")
def first_ex(mode: str, ex: str) -> bool:
    """The first time Matthew Patel is the Evil Ex."""
    return mode != "first time" or ex == PATEL


def combos(setup: Setup, character: str) -> tuple[tuple[str, tuple[str, ...], int], ...]:
    """The combos of a character card: name, moves, damage."""
    return tuple(
        (c.name, words(c.moves), c.damage or 0) for c in setup.sheet.cards if c.kind == "combo" and c.owner == character
    )


__all__ = [
    "MODES",
    "PATEL",
    "SCHEMA",
    "SUITS",
    "Options",
    "Setup",
    "character_deck",
    "combos",
    "drama_pile",
    "main_deck",
]
