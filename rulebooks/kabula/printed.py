"""Kabula 1: what is printed on the cards of a sheet: its kinds and fields, the words of actions, what must add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet, short
from rulebooks.kabula.parts import PARTS, cost
from rulebooks.kabula.strikes import attack, defence

LIGHTS = ("green", "orange", "red")
TRAITS = ("romantic", "violent", "creepy", "practical", "nature lover", "generous", "lazy")
KINDS = (
    "hero",
    "personality",
    "trend",
    "item",
    "mat",
    "city",
    "encounter",
    "option",
    "dungeon",
    "level",
    "monster",
    "behaviour",
    "familio",
    "guardian",
    "omen",
    "rabbits",
    "automa",
    "brood",
)
TYPES = ("weapon", "snack", "armor", "gear")
COINS = ("heads", "tails")
PAIRS = ("two heads", "one of each", "two tails")
SIDES = ("front", "trending", "awake", "asleep")
MOMENTS = ("dungeon", "encounter", "shop", "provoke", "kill", "travel", "rest", "snack")
BONUSES = ("blade", "steps", "encounters", "shield", "heal", "farz")
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
    "toward",
    "toward pin",
    "random",
    "fly",
    "hop",
    "wash",
    "peel",
    "peel near",
    "rabbit",
    "rabbits move",
    "rabbits turn",
    "rabbits burst",
    "brood",
)
PLAIN = (
    "rest",
    "end turn",
    "travel",
    "encounter pin",
    "befriend",
    "popular",
    "home",
    "swallow",
    "bobu sleeps",
    "bobu wakes",
)

HEROES_ONLY = (
    "heart+",
    "shop common",
    "shop rare",
    "draw common",
    "draw rare",
    "rest",
    "travel",
    "befriend",
    "encounter pin",
    "discard",
    "keep",
    "tag",
)
PLAYERS_ONLY = (*HEROES_ONLY, "walk", "hop", "get")


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
    if first == "tag" and not n and part in TRAITS:
        return Verb("tag", 1, part)
    known = ", ".join(
        (
            *COUNTED,
            *PLAIN,
            "get PART N",
            "discard PART N",
            "attack …",
            "attacked …",
            "defend …",
            "keep PLACE",
            "tag TRAIT",
        )
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
    trait: str | None = _field("options and Monsters: the trait; personalities: both, with a comma")
    bonus: str | None = _field("what is always on while the card counts: “blade 1”")
    when: str | None = _field("personalities: what brings its Tag", allowed=MOMENTS)
    gives: str | None = _field("personalities: the trait of the Tag that it brings", allowed=TRAITS)
    coin: str | None = _field("behaviour: the coin's side, or two coins' sides", allowed=(*COINS, *PAIRS))
    side: str | None = _field(
        "Automas: whether it counts before or after trending; Guardians: by which side of a token", allowed=SIDES
    )
    slot: str | None = _field("a Guardian's card: alpha or omega", allowed=("alpha", "omega"))
    hearts: str | None = _field("Guardians: Heart by the number of Heroes, one to five")
    number: int | None = _field(
        "Guardians: the number on the Kabula token; broods: how many there may be", min=1, max=9
    )
    condition: str | None = _field("Guardians: what decides who begins")
    steps: int | None = _field("Automas: how far one moves at most", min=1, max=20)
    level: int | None = _field("dungeons: 1 or 2", min=1, max=2)
    heart: int | None = _field(
        "Heart and Heart+: of Heroes and Automas at the start, of a Monster as a Familio", min=1, max=30
    )
    farz: int | None = _field("Heroes: Farz at the start", min=0, max=15)
    parts: str | None = _field("Parts at the start: of Heroes and Wild Monsters: “teeth 2, legs 3”")
    start: str | None = _field("Heroes: the place where the figure begins")

    def called(self, light: str) -> str:
        """The name to show in a game of this light."""
        return self.alias if self.alias and light == "green" else self.name


FIELDS = {
    "hero": {"heart", "farz", "parts", "start"},
    "personality": {"owner", "trait", "cost", "does", "bonus", "when", "gives"},
    "trend": {"owner", "cost", "does", "bonus"},
    "monster": {"trait", "heart", "parts"},
    "behaviour": {"owner", "coin", "side", "part", "does", "bonus"},
    "familio": {"owner", "cost", "part", "does", "bonus"},
    "guardian": {"hearts", "number", "condition", "bonus"},
    "omen": {"owner", "slot", "does"},
    "rabbits": {"owner", "does"},
    "automa": {"owner", "heart", "farz", "start", "steps", "bonus"},
    "brood": {"owner", "heart", "number"},
    "item": {"owner", "type", "rare", "price", "cost", "part", "does", "bonus"},
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
    "trend": {"owner"},
    "monster": {"trait", "heart", "parts"},
    "behaviour": {"owner"},
    "familio": {"owner"},
    "guardian": {"hearts", "number"},
    "omen": {"owner", "slot", "does"},
    "rabbits": {"owner", "does"},
    "automa": {"owner", "heart", "start", "steps"},
    "brood": {"owner", "heart", "number"},
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
        if c.kind in OWNED and c.owner not in ids:
            yield f"{c.id}: there is no card {c.owner}"
        yield from _unable(c, ids.get(c.owner or ""))
        yield from _figures(c, sheet)


def _figures(c: KabulaCard, sheet: Sheet) -> Iterable[str]:
    """What a personality, a Monster, a Guardian or an Automa must have beside its own card."""
    own = [o for o in sheet.cards if o.owner == c.id]
    shown = sorted((o.side or "", o.coin) for o in own if o.kind == "behaviour" and o.coin)
    if c.kind == "personality" and sum(o.kind == "trend" for o in own) != 1:
        yield f"{c.id}: a personality has one trending side, a card of the kind trend (10.6)"
    if c.kind in ("monster", "brood") and shown != [("", coin) for coin in COINS]:
        yield f"{c.id}: a Monster has one behaviour for heads and one for tails (9.3a)"
    if c.kind == "monster" and not any(o.kind == "familio" for o in own):
        yield f"{c.id}: a Monster has a Familio side (9.11)"
    if c.kind == "guardian" and shown != [("", pair) for pair in sorted(PAIRS)]:
        yield f"{c.id}: a Guardian has one behaviour for each of {', '.join(PAIRS)} (11.3)"
    if c.kind == "guardian" and not any(o.kind == "omen" for o in own):
        yield f"{c.id}: a Guardian has a deck, cards of the kind omen (11.1)"
    if any(o.kind == "rabbits" for o in own) and any(o.slot == "alpha" for o in own):
        yield f"{c.id}: with a Rabbit deck at Alpha a Guardian's own cards all lie at Omega (13.2)"
    faces = {side: [coin for at, coin in shown if at == side] for side in ("front", "trending")}
    if c.kind == "automa" and not all(f in (sorted(COINS), sorted(PAIRS)) for f in faces.values()):
        both = f"{', '.join(COINS)}, or for {', '.join(PAIRS)}"
        yield f"{c.id}: an Automa has, on its front and on its trending side, one behaviour for each of {both} (10.4b)"


def _unable(c: KabulaCard, owner: KabulaCard | None) -> Iterable[str]:
    """What a card makes a figure do that such a figure cannot."""
    never: tuple[str, ...] = ()
    brings = c.kind == "behaviour" and owner is not None and owner.kind == "automa"
    if c.kind == "familio" or c.type == "gear":
        who, never = "a Familio does not “{}”; that is for Heroes (9.12)", HEROES_ONLY
    elif c.kind in ("omen", "rabbits") or (c.kind == "behaviour" and not brings):
        who, never = "what acts by itself does not “{}” (9.3b)", PLAYERS_ONLY
    else:
        who = "only an Automa’s action can “{}” (10.4h)"
    try:
        does = verbs(c.id, c.does)
    except ValueError:
        return  # told by _odd
    yield from (f"{c.id}: {who.format(v.what)}" for v in does if v.what in never or (v.what == "brood" and not brings))
    if c.type == "snack" and any(v.what == "defend" for v in does):
        yield f"{c.id}: a snack is eaten in the own turn and defends nobody (4.11)"


OWNED = ("option", "level", "personality", "trend", "behaviour", "familio", "omen", "rabbits", "automa", "brood")


def _odd(c: KabulaCard) -> Iterable[str]:
    """What is wrong with one card."""
    left_out = {"id", "name", "order", "kind", "alias", "light", "set"}
    there = {f.name for f in fields(c) if f.init and getattr(c, f.name) not in (None, False)} - left_out
    wanted, allowed = WANTED[c.kind], FIELDS[c.kind]
    if wanted - there or there - allowed:
        yield f"{c.id}: a {c.kind} has {', '.join(sorted(wanted))}, and may have {', '.join(sorted(allowed - wanted))}"
        return
    if c.kind == "behaviour" and not (c.does or c.bonus):
        yield f"{c.id}: a behaviour does something, or has a bonus"
    if "swallow" in (c.does or "").split("; ") and not (c.kind == "behaviour" and c.coin in PAIRS):
        yield f"{c.id}: only a Guardian's action for two coins swallows anybody (13.5)"
    try:
        cost(c.cost)
        cost(c.parts)
        verbs(c.id, c.does)
        bonuses(c.id, c.bonus)
        grid(c.id, c.hearts)
    except ValueError as no:
        yield str(no)
    if c.kind == "familio" and c.does and not c.cost and not c.part and "end turn" not in c.does:
        yield f"{c.id}: a Familio's action costs Parts or ends the turn"
    wrong = [t for t in traits_of(c) if t not in TRAITS]
    if wrong or (c.kind == "personality" and len(set(traits_of(c))) != 2):
        yield f"{c.id}: a trait is one of {', '.join(TRAITS)}; a personality has two (10.1)"
    if c.kind == "personality":
        yield from _unlocks(c)


def _unlocks(c: KabulaCard) -> Iterable[str]:
    """What is wrong with what a personality's first Tag unlocks."""
    if not (c.does or c.bonus or c.when):
        yield f"{c.id}: a personality unlocks something: does, bonus, or when and gives (10.5)"
    if (c.gives is None) != (c.when is None):
        yield f"{c.id}: a Tag that a personality brings has both when and gives (10.5)"
    brought = [part.removeprefix("tag ") for part in (c.does or "").split("; ") if part.startswith("tag ")]
    for trait in (*brought, *([c.gives] if c.gives else [])):
        if trait not in traits_of(c):
            own = ", ".join(traits_of(c))
            yield f"{c.id}: a Tag that it brings is one of its own traits, {own}, not {trait} (10.5)"


@lru_cache(maxsize=1024)
def bonuses(name: str, text: str | None) -> tuple[tuple[str, int], ...]:
    """What a bonus raises, from words such as "blade 1; steps 1". ValueError names what is unknown."""
    found = []
    for part in text.split(";") if text else ():
        what, _, n = part.strip().partition(" ")
        if what not in BONUSES or not (n.isdecimal() and n.isascii() and 0 < int(n) < 10):
            raise ValueError(
                f"{name}: no bonus is called {short(part.strip())}; there are {', '.join(BONUSES)} and a number"
            )
        found.append((what, int(n)))
    return tuple(found)


@lru_cache(maxsize=64)
def grid(name: str, text: str | None) -> tuple[int, ...]:
    """A Guardian's Heart for one to five Heroes. ValueError says what fits."""
    if text is None:
        return ()
    told = [word.strip() for word in text.split(",")]
    if len(told) != 5 or not all(w.isdecimal() and w.isascii() and 0 < int(w) < 100 for w in told):
        what = "hearts are five numbers from 1 to 99, one for each number of Heroes from one to five"
        raise ValueError(f"{name}: {what}, not {short(text)} (1.5)")
    return tuple(map(int, told))


def traits_of(c: KabulaCard) -> tuple[str, ...]:
    """The traits of an option, a Monster or a personality."""
    return tuple(t.strip() for t in c.trait.split(",")) if c.trait else ()


SCHEMA = Schema(
    game="kabula",
    card=KabulaCard,
    numbers={
        "farz_cap": "Farz that a Hero can carry",
        "last_rounds": "rounds after the theft, until everybody is too tired to go on",
        "aim_blanks": "faces of the Aim die without a Part, beside one of each Part",
    },
    limits={"farz_cap": (1, 99), "last_rounds": (1, 99), "aim_blanks": (0, 20)},
    check=as_printed,
)
