"""Scott Pilgrim 0: the double-sided cards, what their effects may say, and what can be seen of a side.

Every card has a front (Story, Power Up!, or a character's or Evil Ex's face) and a back (Combat, Challenge).
Modelled: both sides of every card. Not modelled: art, flavour, the icons' looks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import Card, Sheet, load_sheet, short

SUITS = ("romance", "music", "work")
MOVES = ("left", "right", "up", "down", "A", "B")
KINDS = ("action", "plot", "drama", "character", "buddy", "combo", "ex")
FRONT, BACK = "front", "back"
THRESHOLDS = (10, 12, 15, 18, 20)
Amount = tuple[str, int]  # a suit or "any", how many


@dataclass(frozen=True, slots=True, order=True)
class Effect:
    """One thing a card does. ``when``: "" (when played), "match", "victory"; ``may``: it can be left."""

    when: str
    what: str
    n: int
    may: bool = False
    trait: str = ""  # damage against Challenges with this trait only

    def __str__(self) -> str:
        head = {"match": "match Drama: ", "victory": "on victory: "}.get(self.when, "")
        against = f" against {self.trait}" if self.trait else ""
        return f"{head}{'may ' * self.may}{self.what} {self.n}{against}"


# What may stand where: front of an action, a power up's ability, on acquisition, a combat side, reward, failure, an ex.
STORY = ("draw", "eliminate", "eliminate plotline", "flip", "flip or eliminate", "drama", *SUITS)
ABILITY = ("damage", "combat hand", "hand")
ACQUIRED = ("draw", "eliminate", "eliminate plotline", "flip", "flip or eliminate", "drama")
COMBAT = ("draw", "damage", "damage without drama", "damage each friend", "damage buddy", "drama")
VICTORY = ("draw", "eliminate", "eliminate plotline", "flip", "flip or eliminate", "drama")  # of a combat side
REWARD = ("keep", "points", "draw", "eliminate", "flip", "drama", "win")
FAILURE = ("discard", "drama", "lose")
RULES = ("plus", "guards", "vs", "drama value", "win", "lose")
ALONE = ("keep", "points", "win", "lose")  # these stand without a number
CHOSEN = ("eliminate", "eliminate plotline", "flip", "flip or eliminate")  # these may be left where it says "may"
WHEN = (("match", "combat"), ("match", "effect of an action"), ("victory", "on victory"))
AGAINST = (("ability", "damage"), ("rules of an ex", "plus"))  # what a trait can be told for
PLACES = {
    "effect of an action": STORY,
    "ability": ABILITY,
    "acquired": ACQUIRED,
    "combat": COMBAT,
    "on victory": VICTORY,
    "reward": REWARD,
    "failure": FAILURE,
    "rules of an ex": RULES,
}


@lru_cache(maxsize=4096)
def effects(text: str | None, place: str) -> tuple[Effect, ...]:
    """The effects that a text tells, such as "draw 1 and victory drama 1". ValueError names what is unknown.

    >>> [str(e) for e in effects("draw 1 and victory drama 1", "combat")]
    ['draw 1', 'on victory: drama 1']
    """
    return tuple(_effect(part.strip(), place) for part in text.split(" and ")) if text else ()


def _effect(text: str, place: str) -> Effect:
    rest, when, may, trait, n = text, "", False, "", 1
    for word in ("match", "victory"):
        if rest.startswith(f"{word} "):
            rest, when = rest.removeprefix(f"{word} "), word
    if rest.startswith("may "):
        rest, may = rest.removeprefix("may "), True
    if " to " in rest or " against " in rest:
        rest, _, trait = rest.partition(" to ") if " to " in rest else rest.partition(" against ")
    head, _, last = rest.rpartition(" ")
    if last.isdecimal() and last.isascii() and 0 < int(last) < 100:
        rest, n = head, int(last)
    elif rest not in ALONE:
        rest = ""
    if when == "victory" and place == "combat":
        place = "on victory"
    unknown = rest not in PLACES[place] or (may and rest not in CHOSEN) or (trait and (place, rest) not in AGAINST)
    if unknown or (when and (when, place) not in WHEN):
        known = ", ".join(PLACES[place])
        raise ValueError(f"{place}: no effect is called {short(text)}; there are {known}, with a number")
    return Effect(when, rest, n, may, trait)


@lru_cache(maxsize=4096)
def amounts(text: str | None) -> tuple[Amount, ...]:
    """Alternatives of a suit and a number: "1 romance or 1 music". ValueError names what is unknown.

    >>> amounts("1 romance or 1 music")
    (('romance', 1), ('music', 1))
    """
    return tuple(map(_amount, text.split(" or "))) if text else ()


def _amount(text: str) -> Amount:
    n, _, suit = text.strip().partition(" ")
    if suit not in (*SUITS, "any") or not (n.isdecimal() and n.isascii() and 0 < int(n) < 100):
        raise ValueError(f"{short(text)} is no amount; say a number and one of {', '.join(SUITS)}, any")
    return suit, int(n)


@lru_cache(maxsize=4096)
def fight_line(text: str | None) -> tuple[str, int, int]:
    """Who draws ("vs" or "own"), how many cards, and what each Drama among them adds: "vs 2 drama 1"."""
    if not text:
        return "vs", 0, 0
    parts = text.split()
    numbers = [p for p in parts[1::2] if p.isdecimal() and p.isascii() and int(p) < 100]
    if len(parts) != 4 or parts[0] not in ("vs", "own") or parts[2] != "drama" or len(numbers) != 2:
        raise ValueError(f"{short(text)} is no FIGHT line; say “vs 2 drama 1” or “own 2 drama 1”")
    return parts[0], int(numbers[0]), int(numbers[1])


@lru_cache(maxsize=4096)
def words(text: str | None) -> tuple[str, ...]:
    """Traits or moves, told with commas."""
    return tuple(part.strip() for part in text.split(",")) if text else ()


def _field(what: str, side: str | None = None, default: Any = None, **more: Any) -> Any:
    return field(default=default, metadata={"what": what, **({"side": side} if side else {}), **more})


@dataclass(frozen=True, eq=False)
class PilgrimCard(Card):
    """A card, or a combo of a character card (counted as none). ``name`` is what its front is called."""

    kind: str = field(metadata={"allowed": KINDS, "what": "which kind of card it is"})
    owner: str | None = _field("id of the character whose deck, buddy or combo it is")
    first: bool = _field("true if it bears the First Chapter icon", None, False)
    cost: str | None = _field("what it costs in the Plotline: “2 music” or “3 any”", FRONT)
    makes: str | None = _field("resources it gives, one of them: “1 romance or 1 music”", FRONT)
    effect: str | None = _field("what the front does: “may eliminate 1 and draw 1”", FRONT)
    acquired: str | None = _field("what happens on acquisition: “drama 1”", FRONT)
    points: int | None = _field("Victory Points of the front", FRONT, min=0, max=20)
    traits: str | None = _field("traits of the front, with commas: “friend”", FRONT)
    back: str | None = _field("what the back is called", BACK)
    move: str | None = _field("combat side: its move", BACK, allowed=MOVES)
    hit: int | None = _field("combat side: damage when it is mashed", BACK, min=0, max=9)
    combat: str | None = _field("combat side: what it does: “draw 1 and victory drama 1”", BACK)
    damage: int | None = _field("damage that defeats it; combos: what they deal", BACK, min=0, max=99)
    challenge_traits: str | None = _field("traits of the Challenge, with commas", BACK)
    fight: str | None = _field("the FIGHT line: “vs 2 drama 1”, or “own 2 drama 1”", BACK)
    reward: str | None = _field("Challenges: “keep” or “points”, and more", BACK)
    failure: str | None = _field("Challenges: “discard 1 and drama 1”", BACK)
    worth: int | None = _field("Challenges: Victory Points when it is kept as it is", BACK, min=0, max=20)
    moves: str | None = _field("combos: the moves, with commas")
    to_win: int | None = _field("Evil Exes: Victory Points that win the game", min=1, max=99)
    pair: int | None = _field("Evil Exes: which of the five cards it is printed on", min=1, max=5)

    def __str__(self) -> str:
        other = behind(self, FRONT)
        return _unlike.get(self) or (f"{self.name} ({other} behind)" if other else self.name)


VISIBLE = {"action": ("move", "makes"), "plot": ("damage", "makes")}  # what the corner tells of the other side


def masked(sheet: Sheet, card: PilgrimCard, side: str) -> PilgrimCard:
    """The card as one sees it from a side: the other side's values are gone, but for the corner's hint."""
    return _faces(sheet).get((card, side), card)


_namesakes: set[tuple[PilgrimCard, str]] = set()  # (card, side) where another card's side is called the same
_unlike: dict[PilgrimCard, str] = {}  # faces that are called the same and look different: names to tell them apart


def tell_apart(sheet: Sheet) -> None:
    """Find the sides of a sheet that share a name, for ``behind``."""
    _faces(sheet)


def behind(card: PilgrimCard, side: str) -> str:
    """What lies behind a side, where its name does not say which card it is; "" elsewhere."""
    return name_of(card, BACK if side == FRONT else FRONT) if (card, side) in _namesakes else ""


@lru_cache(maxsize=16)
def _faces(sheet: Sheet) -> dict[tuple[PilgrimCard, str], PilgrimCard]:
    """Each card's two faces; cards that look alike from a side share that face."""
    found: dict[Any, PilgrimCard] = {}
    faces = {}
    for card in sheet.cards:
        if card.kind not in VISIBLE:
            continue
        for side in (FRONT, BACK):
            hidden = {
                f.name: f.default for f in fields(card) if f.metadata.get("side") == (BACK if side == FRONT else FRONT)
            }
            corner = VISIBLE[card.kind][0 if side == FRONT else 1]
            hidden.pop(corner)
            name = card.name if side == FRONT else card.back or ""
            blank = replace(card, id="", order=0, name=name, owner=card.owner, first=False, **hidden)
            key = (side, tuple(blank.values.items()))
            known = found.setdefault(key, replace(blank, id=f"{card.id}~{side}", order=card.order))
            faces[card, side] = known
    names = Counter((side, name_of(card, side)) for card, side in faces)
    called = Counter(face.name for face in found.values())
    # what the shipped sheet holds is called the same whatever other sheets there are: saved games name their moves
    ours = {} if sheet.shipped else _faces(load_sheet(sheet.game))
    known_faces = set(ours.values())
    _namesakes.update(known for known in faces if names[known[1], name_of(*known)] > 1 and known not in ours)
    new = (face for face in found.values() if called[face.name] > 1 and face not in known_faces)
    _unlike.update({face: f"{face.name} ({face.id})" for face in new})
    return faces


def name_of(card: PilgrimCard, side: str) -> str:
    """What a side of a card is called."""
    return card.back if side == BACK and card.back else card.name
