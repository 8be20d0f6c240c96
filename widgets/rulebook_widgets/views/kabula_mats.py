"""Kabula's player mats: dials, the boxes of Parts, personalities with their Tags, equipment by type; and the RON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebook_widgets.view import Chip, Mat, MatRow, Seat
from rulebook_widgets.views.kabula_figures import automa_mat, kabula_row
from rulebook_widgets.views.kabula_words import (
    called,
    cost_and_effect,
    defence_words,
    house,
    place_words,
    player,
    plural,
    price_words,
)
from rulebooks.core.chance import Bag
from rulebooks.kabula.brawls import write_back
from rulebooks.kabula.contents import KabulaCard, Setup, island_of, traits_of
from rulebooks.kabula.exploring import city_here, kept_place
from rulebooks.kabula.fights import Fighter
from rulebooks.kabula.heroes import MOST_TAGS, trending
from rulebooks.kabula.parts import FRESH_CAP, PARTS, Boxes
from rulebooks.kabula.table import Hero, Phase, State, is_hero, seat_of

TYPES = (("weapon", "Weapons"), ("armor", "Armour"), ("snack", "Snacks"), ("gear", "Gear"))
BOXES = ("rage", "fresh", "used")
PARTS_ONLY = ("pay", "refresh", "get", "discard")


def as_now(s: State) -> State:
    """The table as it is now: in an attack, what it has done so far is on its fighters."""
    if s.strike is None:
        return s
    now = s
    for f, x in zip(s.among, s.strike.fighters, strict=True):
        now = write_back(now, f, x)
    return now


def mat(s: State, seat: int, h: Hero, asked: bool) -> Mat:
    """One Hero's mat. ``asked``: whose choice it is; then its pieces can be picked, and are told in full."""
    verb = s.todo[0][1].what if s.todo else ""
    key = f"hero:{seat}" if verb == "attack" else ""
    if h.automa:
        return automa_mat(s, seat, h, key)
    if h.out:
        return Mat(h.hero.name, f"{player(seat)}, out of the game", (("Heart", "dead"),))
    dials = [("Heart", f"{h.heart} of {h.most}"), ("Farz", str(h.farz)), ("Nausea", str(h.nausea))]
    dials += [("Steps left", str(h.steps))] if s.phase is Phase.TURN and seat == s.active else []
    dials += [("inside", "the Guardian")] if h.swallowed else []
    rows = [*box_rows(h.boxes, asked), *_rest(s, seat, h, asked, verb)]
    return Mat(h.hero.name, player(seat), tuple(dials), tuple(rows), key)


def _rest(s: State, seat: int, h: Hero, asked: bool, verb: str) -> Iterable[MatRow]:
    """What lies on a mat beside the Parts: while an action is carried out, only what matters to it."""
    if s.strike is not None and seat in s.among:
        yield from defence_rows(s.strike.fighters[s.among.index(seat)], s.setup)
        return
    if asked and verb in PARTS_ONLY:
        return
    row = MatRow("Trending" if trending(h) else "Tags", tuple(_personalities(s.setup, h, asked, verb)))
    if s.kabula.owner == seat:
        yield kabula_row(s)
    yield row
    if asked and not verb:
        yield _row(s.setup, "Mat", (c for c in s.setup.sheet.cards if c.kind == "mat"))
        if city := city_here(s):
            yield _row(s.setup, "City", s.setup.owned("city", city))
    yield from _items(s, h, asked)


def box_rows(boxes: Boxes, keyed: bool, cap: int = FRESH_CAP["hero"]) -> Iterable[MatRow]:
    """The three boxes of Parts."""
    for box in BOXES:
        held: Bag[str] = getattr(boxes, box)
        parts = [p for p in PARTS for _ in range(held.count(p))]
        note = f"{len(parts)} of {cap}" if box == "fresh" and cap else str(len(parts))
        chips = (Chip(p, look=p, key=f"{box}:{p}" if keyed else "") for p in parts)
        yield MatRow(box.title(), tuple(chips), note, tokens=True)


def _personalities(setup: Setup, h: Hero, asked: bool, verb: str) -> Iterable[Chip]:
    """Personalities with their Tags and what these unlock; of who is trending the one side that counts.

    What they do is told in full on the mat of who is asked.
    """
    own = setup.owned("personality", h.hero.id)
    if trending(h):
        card = own[h.tags.index(MOST_TAGS)]
        side = setup.owned("trend", card.id)[0]
        what = f"the other side of {card.called(setup.light)} · {cost_and_effect(side)}"
        yield Chip(side.called(setup.light), what, house=house(setup, side), key=f"card:{side.id}" if asked else "")
        return
    for place, (card, tags) in enumerate(zip(own, h.tags, strict=True)):
        traits = " ".join(f"#{t}" for t in traits_of(card))
        key = f"tag:{place}" if asked and verb in ("tag", "may tag") else f"card:{card.id}" if asked and tags else ""
        gain = cost_and_effect(card)
        full = gain != "nothing" and (asked or tags)
        told = f" · {'' if tags else 'from the first Tag on: '}{gain}" if full else ""
        text = f"{traits} · {tags} of {MOST_TAGS}{told}"
        yield Chip(card.called(setup.light), text, house=house(setup, card, "name", "trait", "does", "bonus"), key=key)


def _row(setup: Setup, title: str, cards: Iterable[KabulaCard]) -> MatRow:
    """Actions, each with its cost; what they do is told where one chooses."""
    return MatRow(title, tuple(_chip(setup, c, price_words(c.cost) if c.cost else "free") for c in cards))


def _chip(setup: Setup, c: KabulaCard, text: str, down: bool = False) -> Chip:
    return Chip(c.called(setup.light), text, down=down, house=house(setup, c), key=f"card:{c.id}")


def _items(s: State, h: Hero, full: bool) -> Iterable[MatRow]:
    for kind, title in TYPES:
        chips = [_item(s, h, c, full) for c in h.items if c.type == kind]
        if chips:
            yield MatRow(title, tuple(chips))
    if h.kept:
        kept = (_chip(s.setup, c, f"for {kept_place(s, c)}") for c in h.kept)
        yield MatRow("Kept", tuple(kept))


def _item(s: State, h: Hero, c: KabulaCard, full: bool) -> Chip:
    off = c.type == "armor" and c not in h.worn
    text = cost_and_effect(c) if full or c.part else ""
    if c.type == "armor":
        text = f"{'not worn' if off else 'worn'} · {text}"
    chip = _chip(s.setup, c, text, off)
    return chip if full else replace(chip, key="")


def fighter_mat(f: Fighter, role: str, asked: bool) -> Mat:
    """A figure of an attack that is asked about alone."""
    dials = [("Heart", str(f.heart)), ("Nausea", str(f.nausea)), *([("Farz", str(f.farz))] if f.farz else [])]
    if f.heart > 500:  # an attacker without a number
        dials = []
    rows = list(box_rows(f.boxes, asked, f.cap)) if len(f.boxes) or f.spends else []
    rows += defence_rows(f, Setup())
    return Mat(f.name, role, tuple(dials), tuple(rows))


def defence_rows(f: Fighter, setup: Setup) -> Iterable[MatRow]:
    """What a figure has against attacks."""
    told = [(d, f"{price_words(d.price)}: {defence_words(d)}") for d in f.actives]
    told += [(d, f"hit in the {d.part}: {defence_words(d)}") for d in f.passives]
    if told:
        yield MatRow("Defence", tuple(Chip(called(setup, d.name), text) for d, text in told))


def seats(s: State) -> tuple[Seat, ...]:
    """The players in the order of the RON tracker, Automas among them."""
    told = [f for f in s.ron if is_hero(f)]
    order = (*told, *(i for i in range(len(s.heroes)) if i not in told))
    return tuple(_seat(s, i, s.heroes[i]) for i in order) if len(s.heroes) > 1 else ()


def _seat(s: State, i: int, h: Hero) -> Seat:
    facts = [("Heart", f"{h.heart} of {h.most}"), ("Farz", str(h.farz))]
    facts += [("Fresh", plural(len(h.boxes.fresh) + len(h.boxes.rage), "Part"))] if not h.automa else []
    facts += [("Tags", "trending" if trending(h) else str(sum(h.tags)))]
    facts += [("at", "the Guardian’s inside" if h.swallowed else place_words(island_of(s.setup), h.space))]
    if h.familio:
        facts.append(("Familio", h.familio.card.called(s.setup.light)))
    if h.out:
        facts = [("Heart", "dead")]
    return Seat(i, tuple(facts), (), _on_turn(s, i), _mark(s, i, h), title=_title(h))


def _title(h: Hero) -> str:
    return f"{h.hero.name}, Automa" if h.automa else h.hero.name


def _on_turn(s: State, i: int) -> bool:
    return s.phase in (Phase.TURN, Phase.ATTACK) and seat_of(s.active) == i


def _mark(s: State, i: int, h: Hero) -> str:
    """What is to be seen of a player at a glance."""
    if s.phase is Phase.OVER:
        return "wins" if s.winner == i else "out of the game" if h.out else ""
    if h.out:
        return "out of the game"
    if s.strike is not None and i in s.among:
        who = s.among.index(i)
        if who in (s.strike.target, s.strike.attacker):
            return "attacked" if who == s.strike.target else "attacks"
    if s.phase is Phase.ORDER and i in s.ron:
        return f"place {s.ron.index(i) + 1}"
    return "has the Kabula" if s.kabula.owner == i else ""
