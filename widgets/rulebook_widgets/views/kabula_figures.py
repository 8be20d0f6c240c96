"""Kabula's figures on the table: the tracker, Monsters spotted and at large, the Guardian, Familios, Automas."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook_widgets.view import Chip, Mat, MatRow, Space
from rulebook_widgets.views.kabula_words import (
    bonus_words,
    cost_and_effect,
    does_words,
    house,
    listed,
    place_words,
    plural,
    price_words,
)
from rulebooks.core.chance import Bag
from rulebooks.kabula.contents import KabulaCard, Setup, island_of
from rulebooks.kabula.figures import NONE
from rulebooks.kabula.heroes import MOST_TAGS
from rulebooks.kabula.monsters import wild_parts
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.printed import COINS, PAIRS
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Familio,
    Guardian,
    Hero,
    Monster,
    Phase,
    State,
    called,
    figure,
    is_familio,
    is_hero,
    seat_of,
)

COIN_TITLES = {"two heads": "2 heads", "one of each": "1 of each", "two tails": "2 tails"}


# The tracker ------------------------------------------------------------------------------
def tracker(s: State) -> tuple[Space, ...]:
    """The RON tracker: Alpha, the figures in order with whose turn it is, Omega; the Guardian's card where it lies."""
    on = s.phase not in (Phase.ORDER, Phase.OVER)
    spaces = [_end(s, "Alpha", on and s.turn < 0)]
    there = [(i, f) for i, f in enumerate(s.ron) if is_hero(f) or f == GUARDIAN or figure(s, f) is not None]
    spaces += [_place(s, f, i, on) for i, f in there]
    return (*spaces, _end(s, "Omega", on and s.turn >= len(s.ron)))


def _end(s: State, title: str, now: bool) -> Space:
    """One of the tracker's two ends, where the Guardian's card lies."""
    card = s.omen if s.omen is not None and s.omen.slot == title.casefold() else None
    return Space(title, notes=() if card is None else (card.called(s.setup.light),), now=now, small=True)


def _place(s: State, f: int, place: int, on: bool) -> Space:
    """A figure's place."""
    name, notes = title_of(s, f), []
    me = figure(s, f)
    if me is None:
        notes.append("out of the game" if is_hero(f) else "dead")
    else:
        notes.append(kind_words(s, f))
        notes.append("swallowed" if isinstance(me, Hero) and me.swallowed else f"Heart {me.heart}")
    tokens = ("the Kabula",) if s.kabula.owner == f and me is not None else ()
    acts = s.todo[0][0] if s.todo else NOBODY  # a Monster just provoked, or the Guardian after the theft
    if s.strike is not None and s.strike.attacker != NOBODY:
        acts = s.among[s.strike.attacker]
    now, done = on and place == s.turn, on and place < s.turn and me is not None and f != acts
    return Space(name, notes=tuple(notes), tokens=tokens, now=now, done=done, small=True)


def title_of(s: State, f: int) -> str:
    """What a figure is called; also where it is no longer there."""
    if is_hero(f):
        return s.heroes[f].hero.called(s.setup.light)
    if f == GUARDIAN and s.guardian is not None:
        return s.guardian.card.called(s.setup.light)
    return called(s, f) if figure(s, f) is not None else "a figure that is gone"


def kind_words(s: State, f: int) -> str:
    """What a figure is, in a word or two."""
    me = figure(s, f)
    if isinstance(me, Monster):
        return "Wild Monster" if me.card.kind == "monster" else f"with {title_of(s, me.master)}"
    if is_familio(f):
        return f"{title_of(s, seat_of(f))}’s Familio"
    if f == GUARDIAN:
        return "Guardian"
    return "Automa" if isinstance(me, Hero) and me.automa else f"player {f + 1}"


# Rows that several mats have --------------------------------------------------------------
def tokens(parts: Bag[str], box: str = "") -> tuple[Chip, ...]:
    """Parts as tokens, in their fixed order. ``box``: where they can be picked from."""
    there = [p for p in PARTS for _ in range(parts.count(p))]
    return tuple(Chip(p, look=p, key=f"{box}:{p}" if box else "") for p in there)


def action_chip(setup: Setup, c: KabulaCard, down: bool = False, key: str = "") -> Chip:
    """An action with what it does."""
    return Chip(c.called(setup.light), cost_and_effect(c), down=down, house=house(setup, c), key=key)


def behaviour_rows(setup: Setup, owner: KabulaCard, side: str = "", coins: Iterable[str] = COINS) -> Iterable[MatRow]:
    """The actions of an automatic figure by coin, and what defends it. ``side``: the one that counts now."""
    rows = setup.owned("behaviour", owner.id)
    for coin in coins:
        chips = [
            Chip(
                r.called(setup.light),
                f"{f'{r.side}: ' if r.side and side else ''}{does_words(r)}",
                down=bool(side and r.side and r.side != side),
                house=house(setup, r),
            )
            for r in sorted(rows, key=lambda r: r.side != side)
            if r.coin == coin
        ]
        yield MatRow(COIN_TITLES.get(coin, coin.title()), tuple(chips))
    guards = [action_chip(setup, r, bool(side and r.side and r.side != side)) for r in rows if not r.coin]
    if guards:
        yield MatRow("Defence", tuple(guards))


# Monsters ---------------------------------------------------------------------------------
def spotted_mats(s: State) -> tuple[Mat, ...]:
    """The Monster laid open for each territory: trait, the Parts it begins with, its two actions by coin."""
    return tuple(_spotted(s.setup, where, card) for where, card in s.spotted)


def _spotted(setup: Setup, where: str, card: KabulaCard | None) -> Mat:
    if card is None:
        return Mat("nobody", where, rows=(MatRow("Spotted"),))
    dials = (("Trait", f"#{card.trait}"), ("Heart", str(len(wild_parts(card)))))
    rows = (MatRow("Parts", tokens(wild_parts(card)), tokens=True), *behaviour_rows(setup, card))
    return Mat(card.called(setup.light), where, (*dials, ("as a Familio", f"Heart {card.heart}")), rows)


def monster_mat(s: State, m: Monster, key: str = "") -> Mat:
    """A Wild Monster at large, or another figure that behaves like one."""
    dials = [("Heart", str(m.heart)), ("Nausea", str(m.nausea)), ("at", place_words(island_of(s.setup), m.space))]
    dials += [("Trait", f"#{m.card.trait}")] if m.card.trait else []
    rows = [MatRow("Parts", tokens(m.parts), tokens=True)] if m.card.kind == "monster" else []
    rows += behaviour_rows(s.setup, m.card)
    return Mat(called(s, m.number), kind_words(s, m.number), tuple(dials), tuple(rows), key)


# The Guardian -----------------------------------------------------------------------------
def guardian_mat(s: State, key: str = "") -> Mat:
    """The Guardian: Heart, three actions by two coins, what defends it, its card revealed and the deck that is left."""
    g = s.guardian
    assert g is not None
    light, k = s.setup.light, s.kabula
    dials = [("Heart", "dead" if g.out else f"{g.heart} of {g.most}"), ("Nausea", str(g.nausea))]
    dials += [("at", place_words(island_of(s.setup), g.space))] if not g.out else []
    dials += [("token", "asleep" if g.asleep else "awake")] if _two_sided(s.setup, g.card) else []
    rows = []
    if not k.stolen:
        dials.append(("Deck", f"{plural(len(s.omens), 'card')} left"))
        shown = [] if s.omen is None else [Chip(s.omen.called(light), _omen(s.omen), house=house(s.setup, s.omen))]
        rows.append(MatRow("Card", tuple(shown)))
    rows += behaviour_rows(s.setup, g.card, "asleep" if g.asleep else "awake", PAIRS)
    if told := bonus_words(g.card):
        rows.append(MatRow("Always", tuple(Chip(words) for words in told)))
    rows.append(
        MatRow("Kabula", (Chip("the Kabula", _kabula(s, g)),)) if k.owner == GUARDIAN or not k.stolen else _far(s)
    )
    inside = [title_of(s, i) for i, h in enumerate(s.heroes) if h.swallowed]
    rows += [MatRow("Inside", tuple(map(Chip, inside)))] if inside else []
    return Mat(g.card.called(light), "the Guardian", tuple(dials), tuple(rows), key)


def _two_sided(setup: Setup, card: KabulaCard) -> bool:
    return any(r.side for r in setup.owned("behaviour", card.id))


def _omen(card: KabulaCard) -> str:
    return f"{(card.slot or '').title()}: {does_words(card)}"


def _kabula(s: State, g: Guardian) -> str:
    more = f"{g.card.number} more in its attacks" if s.kabula.stolen else "in its Sanctuary"
    return f"number {g.card.number}, {more}"


def _far(s: State) -> MatRow:
    """Who has the Kabula, if the Guardian has not."""
    k, island = s.kabula, island_of(s.setup)
    if k.owner != NOBODY:
        return MatRow("Kabula", (Chip(title_of(s, k.owner), "has it", down=True),))
    where = place_words(island, k.space) if k.space is not None else "nowhere"
    return MatRow("Kabula", (Chip(f"dropped at {where}", down=True),))


# Familios, Automas --------------------------------------------------------------------------
def familio_rows(s: State, f: int, pet: Familio, asked: bool, turn: bool) -> Iterable[MatRow]:
    """A Familio's own boxes, what it may do and what it wears. ``asked``: its Parts can pay; ``turn``: it acts now."""
    yield MatRow("Rage", tokens(pet.rage, "rage" if asked else ""), str(len(pet.rage)), tokens=True)
    fresh = tokens(pet.fresh, "fresh" if asked else "")
    yield MatRow("Fresh", fresh, f"{len(pet.fresh)} of 5", tokens=True)
    own = s.setup.owned("familio", pet.card.id)
    yield MatRow("Actions", tuple(action_chip(s.setup, c, key=f"card:{c.id}" if turn else "") for c in own))
    if pet.gear:
        yield MatRow("Gear", tuple(action_chip(s.setup, c, key=f"card:{c.id}" if turn else "") for c in pet.gear))


def familio_mat(s: State, f: int, asked: bool, turn: bool, key: str = "") -> Mat:
    """A Familio's mat, beside its Hero's."""
    pet = s.heroes[seat_of(f)].familio
    assert pet is not None
    dials = [("Heart", f"{pet.heart} of {pet.most}"), ("Nausea", str(pet.nausea))]
    dials += [("Steps left", str(pet.steps))] if turn else []
    dials += [("at", place_words(island_of(s.setup), pet.space))]
    rows = familio_rows(s, f, pet, asked, turn)
    return Mat(pet.card.called(s.setup.light), kind_words(s, f), tuple(dials), tuple(rows), key)


def automa_mat(s: State, seat: int, h: Hero, key: str = "") -> Mat:
    """An Automa: its card with Tags, the side that counts, its actions by coin on both sides."""
    assert h.automa is not None
    side = "trending" if h.flipped else "front"
    dials = [("Heart", f"{h.heart} of {h.most}"), ("Farz", str(h.farz)), ("Nausea", str(h.nausea))]
    dials += [("Tags", f"{h.tags[0]} of {MOST_TAGS}"), ("Side", side), ("moves", plural(h.automa.steps or 0, "step"))]
    rows = list(behaviour_rows(s.setup, h.automa, side))
    if told := bonus_words(h.automa):
        rows.append(MatRow("Always", tuple(Chip(words) for words in told)))
    if h.items != NONE:
        rows.append(MatRow("Items", tuple(Chip(c.called(s.setup.light), price_words(c.cost)) for c in h.items)))
    if s.kabula.owner == seat:
        rows.append(kabula_row(s))
    return Mat(h.automa.called(s.setup.light), f"{h.hero.name}, an Automa", tuple(dials), tuple(rows), key)


def kabula_row(s: State) -> MatRow:
    """The Kabula on its owner's mat."""
    number = s.guardian.card.number if s.guardian else 0
    told = f"pays any one Part and adds {number} to a number of the action"
    if is_hero(s.kabula.owner) and s.heroes[s.kabula.owner].automa:
        told = f"adds {number} to every attack"
    return MatRow("Kabula", (Chip("the Kabula", "used until a rest" if s.kabula.used else told, down=s.kabula.used),))


def who_is_out(s: State) -> str:
    """The Heroes that are out of the game, in words."""
    out = [h.hero.name for h in s.heroes if h.out]
    return f"{listed(out)} {'is' if len(out) == 1 else 'are'} out of the game" if out else ""
