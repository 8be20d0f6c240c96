"""Scott Pilgrim's double-sided cards as they are drawn: each side in words, and the other one where it is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from rulebook_widgets.view import CardFace
from rulebooks.core.cards import Sheet
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim import BACK, FRONT, Lying, PilgrimCard, Setup
from rulebooks.scott_pilgrim.cards import Effect, effects, fight_line, masked, name_of, words
from rulebooks.scott_pilgrim.resolution import damage_value, drawn_for, ex_worth, goal

SIDES = {  # what a side is called, by the kind of card
    ("action", FRONT): "Story",
    ("action", BACK): "Combat",
    ("plot", FRONT): "Power Up!",
    ("plot", BACK): "Challenge",
    ("buddy", FRONT): "Buddy",
    ("ex", FRONT): "Evil Ex",
    ("drama", FRONT): "both sides",
}
WHEN = {"match": "with matched Drama ", "victory": "on victory ", "": ""}
COUNTED = {
    "draw": ("draw {n} card", "draw {n} cards"),
    "eliminate": ("eliminate {n} card", "eliminate {n} cards"),
    "eliminate plotline": ("eliminate {n} card of the Plotline", "eliminate {n} cards of the Plotline"),
    "flip": ("flip {n} card of the Plotline", "flip {n} cards of the Plotline"),
    "flip or eliminate": ("flip or eliminate {n} card of the Plotline", "flip or eliminate {n} cards of the Plotline"),
    "discard": ("discard {n} card", "discard {n} cards"),
    "vs": ("{n} card more in each VS Draw", "{n} cards more in each VS Draw"),
    "guards": ("{n} guard on it", "{n} guards on it"),
}
TOLD = {
    "drama": "add {n} Drama",
    "romance": "{n} romance more",
    "music": "{n} music more",
    "work": "{n} work more",
    "damage": "+{n} damage",
    "damage without drama": "+{n} damage without Drama in hand",
    "damage each friend": "+{n} damage for each Friend",
    "damage buddy": "+{n} damage if the Buddy’s holder has Drama",
    "combat hand": "+{n} card for a combat",
    "hand": "+{n} card in each new hand",
    "combat eliminate": "eliminate {n} in combat",
    "keep": "flip and keep",
    "points": "keep for its points",
    "win": "win the game",
    "lose": "out of the game",
    "plus": "+{n} to {trait} Challenges",
    "drama value": "each Drama of a VS Draw +{n}",
    "away": "it leaves the game",
}


def plural(n: int, word: str) -> str:
    """A number and a word for it."""
    return f"{n} {word}" + ("" if n == 1 else "s")


def listed(items: Iterable[str]) -> str:
    """Words in a row, with "and" before the last."""
    *first, last = list(items) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def told(e: Effect) -> str:
    """One thing a card does, in words."""
    text = COUNTED[e.what][e.n != 1] if e.what in COUNTED else TOLD.get(e.what, e.what)
    against = f" against {e.trait}" if e.trait and e.what != "plus" else ""
    return f"{WHEN[e.when]}{'may ' * e.may}{text.format(n=e.n, trait=e.trait)}{against}"


def does(text: str | None, place: str) -> str:
    """What a text of the sheet does, in words; "" for none."""
    return "; ".join(map(told, effects(text, place)))


def named(cards: Bag[PilgrimCard]) -> str:
    """Cards by the names of their fronts."""
    return listed(f"{c.name}{f' ×{n}' if n > 1 else ''}" for c, n in cards.counts.items())


def counted(cards: Bag[PilgrimCard]) -> str:
    """How many cards there are, and how many of them are Drama: what everybody may know of them."""
    drama = sum(c.kind == "drama" for c in cards)
    return plural(len(cards), "card") + (f", {drama} Drama" if drama else "")


def side_of(card: PilgrimCard, side: str) -> str:
    """What a side is called: "Story", "Combat", "Power Up!", "Challenge"."""
    return SIDES.get((card.kind, side), "")


def card_face(card: PilgrimCard, side: str, setup: Setup, *, known: bool = True, **more: Any) -> CardFace:
    """A card with a side up. ``known``: whether who looks knows the other side too."""
    side = side if card.kind in ("action", "plot") else FRONT
    there = masked(setup.sheet, card, side)
    draw = {("action", FRONT): _story, ("action", BACK): _combat, ("plot", BACK): _challenge}
    face = draw.get((card.kind, side), _ex if card.kind == "ex" else _power_up)(card, setup)
    face = replace(face, side=side_of(card, side), house=_house(card, side, setup), **more)
    if known and there is not card and card.kind in ("action", "plot"):
        turned = card_face(card, BACK if side == FRONT else FRONT, setup, known=False)
        return replace(face, other=replace(turned, corner="", key=face.key, note=face.note))
    return face


def lying_face(lying: Lying, setup: Setup, viewer: int, **more: Any) -> CardFace:
    """A card that lies for all to see; its other side only if the viewer has seen it."""
    return card_face(lying.card, lying.side, setup, known=viewer in lying.seen, **more)


def _lines(*lines: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(line for line in lines if line[1])


def _points(n: int | None) -> str:
    return f"{n} VP" if n else ""


def _story(c: PilgrimCard, setup: Setup) -> CardFace:
    lines = _lines(
        ("gives", c.makes or ""),
        ("", does(c.effect, "effect of an action")),
        ("when acquired", does(c.acquired, "acquired")),
    )
    return CardFace(c.name, c.cost, "cost" if c.cost else "", _points(c.points), lines=lines, corner=c.move or "")


def _combat(c: PilgrimCard, setup: Setup) -> CardFace:
    lines = _lines(("mashed", f"{1 if c.hit is None else c.hit} damage"), ("", does(c.combat, "combat")))
    return CardFace(name_of(c, BACK), c.move, "move", lines=lines, corner=c.makes or "")


def _power_up(c: PilgrimCard, setup: Setup) -> CardFace:
    lines = _lines(
        ("each turn", c.makes or ""),
        ("", does(c.effect, "ability")),
        ("when acquired", does(c.acquired, "acquired")),
        ("trait", c.traits or ""),
    )
    corner = f"{c.damage} damage" if c.damage is not None else ""
    return CardFace(c.name, c.cost, "cost" if c.cost else "", _points(c.points), lines=lines, corner=corner)


def _challenge(c: PilgrimCard, setup: Setup) -> CardFace:
    needed, printed, line = damage_value(setup, c), c.damage or 0, fight_line(c.fight)
    lines = _lines(
        ("printed", str(printed) if needed != printed else ""),
        fight_words(*line[:1], *drawn_for(setup, *line[1:])),
        ("reward", does(c.reward, "reward")),
        ("failure", does(c.failure, "failure")),
        ("trait", c.challenge_traits or ""),
    )
    return CardFace(name_of(c, BACK), needed, "damage", _points(c.worth), lines=lines, corner=c.makes or "no resource")


def fight_words(who: str, cards: int, drama: int) -> tuple[str, str]:
    """A FIGHT line, with what the Evil Ex does to it: who draws, how many cards, and what each Drama adds."""
    if not cards:
        return "FIGHT", "no VS Draw"
    return "VS Draw" if who == "vs" else "own draw", f"{cards}, Drama +{drama}"


def _ex(c: PilgrimCard, setup: Setup) -> CardFace:
    rules = effects(c.effect, "rules of an ex")
    lines = _lines(
        ("wins at", f"{goal(setup)} VP"),
        ("trait", c.traits or ""),
        ("", "; ".join(told(e) for e in rules if e.what not in ("guards", "win", "lose"))),
        *((what, told(e)) for what, word in (("reward", "win"), ("failure", "lose")) for e in rules if e.what == word),
    )
    return CardFace(c.name, c.damage, "damage", _points(ex_worth(setup)), lines=lines)


def _house(card: PilgrimCard, side: str, setup: Setup) -> tuple[str, ...]:
    """Which of the values on a side are ours."""
    sheet = setup.sheet
    assert isinstance(sheet, Sheet)
    printed = card if card in sheet.copies else _by_id(sheet, card.id.partition("~")[0])
    if printed is None:
        return ()  # a card of the learner's own
    called = "back" if side == BACK else "name"
    there = [f.name for f in fields(printed) if f.metadata.get("side") == side and f.name != "back"]
    return tuple(f for f in (called, *there) if getattr(printed, f) is not None and sheet.is_house(printed, f))


def _by_id(sheet: Sheet, name: str) -> PilgrimCard | None:
    return next((c for c in sheet.cards if c.id == name), None)


__all__ = [
    "card_face",
    "counted",
    "does",
    "fight_words",
    "listed",
    "lying_face",
    "named",
    "plural",
    "side_of",
    "told",
    "words",
]
