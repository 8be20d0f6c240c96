"""Setting up a whole table of Kabula: Heroes, Automas and Familios, from names and plain numbers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag
from rulebooks.kabula.commerce import in_place_of
from rulebooks.kabula.contents import KabulaCard, Setup, island_of, verbs
from rulebooks.kabula.duels import boxes_of
from rulebooks.kabula.exploring import kept_place
from rulebooks.kabula.heroes import MOST_TAGS
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.island import MOST_STEPS
from rulebooks.kabula.parts import FRESH_CAP, Boxes
from rulebooks.kabula.table import FAMILIO, Familio, Hero, State
from rulebooks.kabula.tables_cards import cards, monster

PLAYER = (
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
    "familio",
    "out",
    "swallowed",
)
AUTOMA = ("automa", "space", "heart", "heart_plus", "nausea", "farz", "tags", "trending", "out", "swallowed")
PET = ("monster", "space", "heart", "heart_plus", "parts", "nausea", "gear", "steps")
MOST = 99


def place(who: str, where: Any, s: State) -> Space:
    """A space by its name or its coordinates, which a text may hold: "3, -1". ValueError names whose it is."""
    if isinstance(where, str) and where.count(",") == 1:
        q, _, r = where.strip("() ").partition(",")
        with suppress(ValueError):
            where = (int(q), int(r))
    try:
        return island_of(s.setup).space(where)
    except (ValueError, TypeError) as no:
        raise ValueError(f"{who}: {no} (3.1)") from None


def seat_told(n: int, told: Mapping[str, Any], s: State) -> Hero:
    """What lies before one player, or of an Automa."""
    h, who = s.heroes[n - 1], f"player {n}"
    h = automa_told(who, told, h, s) if h.automa else player_told(n, told, s)
    out, swallowed = flag(who, told, "out"), flag(who, told, "swallowed")
    if out and not s.kabula.stolen:
        raise ValueError(f"{who}: nobody is out of the game before the Kabula has been stolen (8.1)")
    if out and (h.familio or swallowed):
        raise ValueError(f"{who}: who is out of the game has no Familio, and is inside nobody (8.3)")
    if swallowed:
        h = replace(h, space=inside(who, s))
    return replace(h, out=out, heart=0 if out else h.heart, swallowed=swallowed)


def inside(who: str, s: State) -> Space:
    """The space of a Guardian that swallows."""
    g = s.guardian
    rows = s.setup.owned("behaviour", g.card.id) if g is not None and not g.out else ()
    if g is None or not any(v.what == "swallow" for row in rows for v in verbs(row.id, row.does)):
        raise ValueError(f"{who}: {g.card if g else 'nobody'} swallows nobody, or is dead (13.5)")
    return g.space


def flag(who: str, told: Mapping[str, Any], name: str) -> bool:
    """A yes or no."""
    value = told.get(name, False)
    if not isinstance(value, bool):
        raise ValueError(f"{who}: {name} is True or False, not {short(value)}")
    return value


def numbers(who: str, told: Mapping[str, Any], h: Hero, setup: Setup) -> dict[str, Any]:
    """The dials of a Hero."""
    most = whole(f"{who}: heart_plus", told.get("heart_plus", h.most), 1, MOST)
    what = f"{who}: heart (the dead are reborn at once, 8.1, or told by out: True, 8.3)"
    heart = whole(what, told.get("heart", min(h.heart, most)), 1, MOST)
    nausea = whole(f"{who}: nausea", told.get("nausea", 0), 0, MOST)
    return {"most": most, "heart": heart, "nausea": nausea, "farz": farz(who, told.get("farz", h.farz), setup)}


def farz(who: str, given: Any, setup: Setup) -> int:
    """How much money there is."""
    cap = setup.number("farz_cap")
    if isinstance(given, int) and given > cap:
        raise ValueError(f"{who}: nobody carries more than {cap} Farz, not {short(given)} (4.1)")
    return whole(f"{who}: farz", given, 0, cap)


def in_turn(s: State, active: int) -> None:
    """Refuses what only the figure whose turn it is may have: steps that are left, armour and gear just changed."""
    for i, h in enumerate(s.heroes):
        who, pet = f"player {i + 1}", h.familio
        if h.steps and active != i:
            raise ValueError(f"{who}: steps are left only in the own turn (3.4)")
        if pet is not None and pet.steps and active != FAMILIO + i:
            raise ValueError(f"{who}: the Familio {pet.card}: steps are left only in the own turn (3.4)")
        if h.changed and active not in (i, FAMILIO + i):
            raise ValueError(f"{who}: armour and gear are changed in the own turn only (4.9, 4.12)")


def player_told(n: int, told: Mapping[str, Any], s: State) -> Hero:
    """What lies before a player of flesh and blood."""
    h, who = s.heroes[n - 1], f"player {n}"
    bought = cards(f"{who}: items", told.get("items", ()), "item", s.setup)
    strange = next((c for c in bought if c.owner and c.owner != h.hero.id), None)
    if strange is not None:
        raise ValueError(f"{who}: {strange} is the equipment of another Hero (1.2)")
    items = Bag(s.setup.owned("item", h.hero.id) + tuple(c for c in bought if not c.owner))
    kept = cards(f"{who}: kept", told.get("kept", ()), "encounter", s.setup)
    for c in kept:
        if not kept_place(s, c):
            raise ValueError(f"{who}: {c} is not kept by anybody (3.15)")
    worn = armour(who, told, items, s.setup)
    return replace(
        h,
        **numbers(who, told, h, s.setup),
        space=place(who, told["space"], s) if "space" in told else h.space,
        boxes=parts(who, told["parts"]) if "parts" in told else h.boxes,
        items=items,
        worn=worn,
        changed=changed(who, told, items, s.setup),
        kept=Bag(kept),
        tags=tags(who, told.get("tags", (0, 0, 0)), h, s.setup),
        steps=whole(f"{who}: steps", told.get("steps", 0), 0, MOST_STEPS),
        familio=familio(who, told["familio"], items, s) if told.get("familio") is not None else None,
    )


def parts(who: str, given: Any, cap: int = FRESH_CAP["hero"]) -> Boxes:
    """Parts by box."""
    try:
        return boxes_of(given, cap)
    except ValueError as no:
        raise ValueError(f"{who}: {no}") from None


def armour(who: str, told: Mapping[str, Any], items: Bag[KabulaCard], setup: Setup) -> Bag[KabulaCard]:
    """What is put on: all that fits, unless told."""
    if told.get("worn") is None:
        by_part: dict[str, KabulaCard] = {}
        for c in items.kinds:
            if c.type == "armor":
                by_part.setdefault(c.part or c.id, c)
        return Bag(list(by_part.values()))
    worn = cards(f"{who}: worn", told["worn"], "item", setup)
    for c in worn:
        if c.type != "armor" or c not in items:
            raise ValueError(f"{who}: {c} is no armour of this Hero (4.9)")
        twin = next((d for d in worn if d is not c and in_place_of(c, d)), None)
        if twin is not None or worn.count(c) > 1:
            raise ValueError(f"{who}: {c} and {twin or c} are set off by the same Part; one of them is worn (4.9)")
    return Bag(worn)


def changed(who: str, told: Mapping[str, Any], items: Bag[KabulaCard], setup: Setup) -> Bag[KabulaCard]:
    """Armour and gear put on in this turn."""
    found = cards(f"{who}: changed", told.get("changed", ()), "item", setup)
    for c in found:
        if c.type not in ("armor", "gear") or c not in items:
            raise ValueError(f"{who}: changed: {c} is no armour or gear of this Hero (4.9, 4.12)")
    return Bag(found)


def tags(who: str, told: Any, h: Hero, setup: Setup) -> tuple[int, ...]:
    """Tags by personality."""
    own = setup.owned("personality", h.hero.id)
    counts = list(told) if isinstance(told, tuple | list) else []
    if isinstance(told, Mapping):
        names = {name.casefold(): i for i, p in enumerate(own) for name in (p.name, p.id, p.alias) if name}
        counts = [0] * len(own)
        for name, n in told.items():
            if str(name).casefold() not in names:
                known = hint(name, [p.name for p in own], everything=True)
                raise ValueError(f"{who}: {h.hero} has no personality {short(name)}{known} (10.2)")
            counts[names[str(name).casefold()]] = n
    if len(counts) != len(own):
        raise ValueError(f"{who}: tags are {len(own)} numbers, one for each personality, not {short(told)} (10.2)")
    pairs = zip(own, counts, strict=True)
    found = tuple(whole(f"{who}: the Tags of {p} (10.2)", n, 0, MOST_TAGS) for p, n in pairs)
    if found.count(MOST_TAGS) > 1:
        raise ValueError(f"{who}: one personality has {MOST_TAGS} Tags at most; who is trending gets no more (10.3)")
    return found


# Automas --------------------------------------------------------------------------------------
def automa_told(who: str, told: Mapping[str, Any], h: Hero, s: State) -> Hero:
    """An Automa's card and figure."""
    n = whole(f"{who}: the Tags of {h.automa} (10.4f)", told.get("tags", 0), 0, MOST_TAGS)
    flipped = flag(who, told, "trending") if "trending" in told else n == MOST_TAGS or s.kabula.stolen
    if n == MOST_TAGS and not flipped:
        raise ValueError(f"{who}: an Automa with {MOST_TAGS} Tags shows its trending side (10.4f)")
    if s.kabula.stolen and not flipped:
        raise ValueError(f"{who}: after the theft every Automa shows its trending side (10.4d)")
    if flipped and n < MOST_TAGS and not s.kabula.stolen:
        raise ValueError(f"{who}: an Automa shows its trending side with {MOST_TAGS} Tags, or after the theft (10.4f)")
    space = place(who, told["space"], s) if "space" in told else h.space
    return replace(h, **numbers(who, told, h, s.setup), space=space, tags=(n, 0, 0), flipped=flipped)


# Familios -------------------------------------------------------------------------------------
def familio(who: str, told: Any, items: Bag[KabulaCard], s: State) -> Familio:
    """A Familio, from its Monster's name or a mapping."""
    told = {"monster": told} if isinstance(told, str | KabulaCard) else told
    if not isinstance(told, Mapping) or set(told) - set(PET) or "monster" not in told:
        raise ValueError(f"{who}: a Familio tells {', '.join(PET)}, and monster at least, not {short(told)} (9.11)")
    card = monster(f"{who}: familio", told["monster"], s.setup)
    me = f"{who}: the Familio {card}"
    most = whole(f"{me}: heart_plus (9.11)", told.get("heart_plus", card.heart), 1, MOST)
    held = told.get("parts", ())
    if isinstance(held, Mapping) and "used" in held:
        raise ValueError(f"{me}: its Used box is its Hero's; it has a Rage and a Fresh box (2.5)")
    boxes = parts(me, held, FRESH_CAP["familio"])
    gear = Bag(cards(f"{me}: gear", told.get("gear", ()), "item", s.setup))
    for c in gear.kinds:
        if c.type != "gear" or gear.count(c) > items.count(c):
            raise ValueError(f"{me}: {c} is no Familio gear among its Hero's items (4.12)")
    return Familio(
        card=card,
        space=place(me, told["space"], s) if "space" in told else island_of(s.setup).sanctuary or (0, 0),
        heart=whole(f"{me}: heart", told.get("heart", most), 1, most),
        most=most,
        rage=boxes.rage,
        fresh=boxes.fresh,
        nausea=whole(f"{me}: nausea", told.get("nausea", 0), 0, MOST),
        gear=gear,
        steps=whole(f"{me}: steps", told.get("steps", 0), 0, MOST_STEPS),
    )


__all__ = ["AUTOMA", "MOST", "PLAYER", "flag", "in_turn", "parts", "place", "seat_told"]
