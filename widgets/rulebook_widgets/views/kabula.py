"""Kabula on the table: the island, players' mats, the card in play, shop and city, an attack under way, the decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebook_widgets.view import CardFace, FlowStep, Layer, Mat, PileFace, View, Zone
from rulebook_widgets.views.kabula_fight import attack_zone, step_of, strike_alone, strike_name, target_zone
from rulebook_widgets.views.kabula_figures import familio_mat, guardian_mat, monster_mat, spotted_mats, tracker
from rulebook_widgets.views.kabula_lines import ask_of, note_of, summary_of, words_of
from rulebook_widgets.views.kabula_map import map_zone
from rulebook_widgets.views.kabula_mats import as_now, mat, seats
from rulebook_widgets.views.kabula_moves import Told
from rulebook_widgets.views.kabula_trace import trace_zones
from rulebook_widgets.views.kabula_words import cost_and_effect, does_words, house, type_words
from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula import fights
from rulebooks.kabula.contents import KabulaCard, Setup
from rulebooks.kabula.fights import Stage, Strike
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    NOBODY,
    Monster,
    Phase,
    State,
    figure,
    is_familio,
    is_hero,
    seat_of,
)

LOOKS_UP = (
    *("travel", "hop", "draw encounter", "draw dungeon", "spot", "coin", "coins", "random", "draw omen"),
    *("draw rabbits", "rabbit", "skid", "land", "peel near"),
)
NOTHING_HIDDEN = True
FLOW = ("Act", "Pay", "Effects", "Aim", "Defend", "Hit", "Recharge")


def for_state(s: State | Strike) -> Told:
    """Words that know the position, and by which names cards are shown."""
    return Told(s.setup, s) if isinstance(s, State) else Told(Setup(), s)


def whose_luck(s: State | Strike) -> int | None:
    """Whose draw or roll it is; at the set-up, and where nobody's figure acts, it is nobody's."""
    if isinstance(s, Strike):
        return 0
    if s.phase is Phase.ORDER:
        return None
    if s.strike is not None and s.strike.attacker != NOBODY:
        seat = seat_of(s.among[s.strike.attacker])
    else:
        seat = seat_of(s.todo[0][0] if s.todo else s.active)
    return None if seat == NOBODY else seat


def asked_figure(s: State) -> int:
    """The figure whose player chooses, or whose luck it is."""
    if s.strike is not None:
        there = fights.node(s.strike)
        return s.among[getattr(there, "player", s.strike.target)]
    return s.todo[0][0] if s.todo else s.active


def describe(s: State | Strike, viewer: int | None = None) -> View:
    """The table, which is open to all; or an attack alone."""
    if isinstance(s, Strike):
        return strike_alone(s)
    s = as_now(s)
    quiet = s.phase in (Phase.ORDER, Phase.OVER)
    asked = NOBODY if quiet else asked_figure(s)
    near = [] if quiet else list(dict.fromkeys(f if is_hero(f) else _group(f) for f in (asked, s.active)))
    mapped = map_zone(s)
    looks_up = not quiet and _map_matters(s)
    return View(
        words=words_of(s),
        flow=tuple(FlowStep(name, name == _step(s)) for name in FLOW),
        zones=(
            *_now(s),
            Zone("RON tracker", tracker(s), new_row=True),
            *((replace(mapped, new_row=True),) if looks_up else ()),
            *(z for z in trace_zones(s) if not z.low),
            *front_zones(s, near, asked),
            *([] if looks_up else [replace(mapped, low=True)]),
            *low_zones(s, near),
            *(z for z in trace_zones(s) if z.low),
            *_decks(s),
        ),
        summary=summary_of(s),
        ask=ask_of(s),
        note="" if s.phase is Phase.ORDER else note_of(s),
        seats=seats(s),
    )


def _group(f: int) -> int:
    """Whose mats stand together: a Familio's with its Hero's."""
    return seat_of(f) if is_familio(f) else f


def front_zones(s: State, near: list[int], asked: int) -> Iterable[Zone]:
    """The mats of who acts and who is asked, a Familio's beside its Hero's."""
    for f in near:
        if mats := tuple(mats_of(s, f, asked)):
            yield Zone(mats[0].name, mats)


def mats_of(s: State, f: int, asked: int = NOBODY) -> Iterable[Mat]:
    """The mats of a figure, with its Familio's."""
    verb = s.todo[0][1].what if s.todo else ""
    key = f"hero:{f}" if verb == "attack" else ""
    if f == GUARDIAN:
        yield guardian_mat(s, key)
    elif is_hero(f):
        h, pet = s.heroes[f], FAMILIO + f
        yield mat(s, f, h, f == asked)
        if h.familio and not h.out:
            turn = s.active == pet and not s.todo and s.phase is Phase.TURN
            yield familio_mat(s, pet, pet == asked, turn, f"hero:{pet}" if verb == "attack" else "")
    elif isinstance(m := figure(s, f), Monster):
        yield monster_mat(s, m, key)


def low_zones(s: State, near: list[int]) -> Iterable[Zone]:
    """What is looked at now and then: the others, Monsters at large and spotted, the Guardian."""
    others = tuple(m for i in range(len(s.heroes)) if i not in near for m in mats_of(s, i))
    if others:
        yield Zone("Mats" if s.phase in (Phase.ORDER, Phase.OVER) else "Other Heroes", others, low=True, new_row=True)
    wild = tuple(m for w in s.monsters if w.number not in near for m in mats_of(s, w.number))
    if wild:
        yield Zone("Monsters at large", wild, low=True, new_row=True)
    if s.guardian is not None and GUARDIAN not in near:
        yield Zone("Guardian", tuple(mats_of(s, GUARDIAN)), low=True, new_row=True)
    yield Zone("Spotted Monsters", spotted_mats(s), low=True, new_row=True)


def _map_matters(s: State) -> bool:
    """Whether the map is looked at now: where one walks, travels or is pushed."""
    if s.strike is not None:
        return s.strike.stage is Stage.PUSH
    return not s.todo or s.todo[0][1].what in LOOKS_UP


def _step(s: State) -> str:
    if s.strike is not None:
        return step_of(s.strike)
    if s.phase is not Phase.TURN:
        return ""
    return "Act" if not s.todo else "Pay" if s.todo[0][1].what == "pay" else "Effects"


# what goes on now ------------------------------------------------------------------------------
def _now(s: State) -> Iterable[Zone]:
    """The card in play, the attack, the shop, the corner of the city."""
    if s.strike is not None:
        yield attack_zone(s.strike, s.setup, strike_name(s))
    if s.card is not None:
        yield _encounter(s, s.card) if s.card.kind == "encounter" else _dungeon(s, s.card)
    verb = s.todo[0][1].what if s.todo else ""
    if verb == "attack":
        yield target_zone(s)
    if verb in ("shop common", "shop rare"):
        yield Zone("Shop", tuple(_for_sale(s.setup, c) for c in s.shown), "sold out")


def _encounter(s: State, card: KabulaCard) -> Zone:
    faces = [
        CardFace(
            o.called(s.setup.light), box=f"#{o.trait}", text=does_words(o), key=f"card:{o.id}", house=house(s.setup, o)
        )
        for o in s.setup.owned("option", card.id)
    ]
    first = f": {does_words(card)}" if card.does else ""
    return Zone(f"Encounter: {card.called(s.setup.light)}{first}", tuple(faces))


def _dungeon(s: State, card: KabulaCard) -> Zone:
    level = next((v.n for _, v in s.todo if v.what == "survived"), 0)
    rows = [row for row in s.setup.owned("level", card.id) if level in (0, row.level)]
    faces = [
        CardFace(row.called(s.setup.light), box=f"level {row.level}", text=does_words(row), house=house(s.setup, row))
        for row in rows
    ]
    return Zone(f"Dungeon: {card.called(s.setup.light)}", tuple(faces))


def _for_sale(setup: Setup, c: KabulaCard) -> CardFace:
    return CardFace(
        c.called(setup.light),
        c.price,
        "Farz",
        text=cost_and_effect(c),
        box=type_words(c),
        key=f"shop:{c.id}",
        house=house(setup, c),
    )


# decks ---------------------------------------------------------------------------------------------
def _decks(s: State) -> Iterable[Zone]:
    piles = [("Encounters", s.encounters), ("Dungeons", s.dungeons), ("Common items", s.common)]
    piles += [("Rare items", s.rare), ("Unspotted", s.unspotted), ("Guardian’s deck", s.omens)]
    piles += [("Rabbits", s.burrow)] if s.burrow.layers or len(s.dug) else []
    for place, (name, pile) in enumerate(piles):
        yield Zone(name, (_pile(s.setup, name, pile),), new_row=place == 0, low=True)


def _pile(setup: Setup, name: str, pile: Pile[KabulaCard]) -> PileFace:
    layers = [layer if isinstance(layer, Bag) else Bag([layer.face]) for layer in pile.layers]
    known = [tuple(_known(setup, c, n) for c, n in layer.counts.items()) for layer in layers]
    titles = ["shuffled, on top", *["then"] * len(layers)]
    told = tuple(Layer(title, cards) for title, cards in zip(titles, known, strict=False)) if len(layers) > 1 else ()
    return PileFace(name, len(pile), True, tuple(c for cards in known for c in cards), layers=told)


def _known(setup: Setup, c: KabulaCard, n: int) -> CardFace:
    if c.kind == "encounter":
        text = " or ".join(f"#{o.trait}" for o in setup.owned("option", c.id))
    elif c.kind in ("omen", "rabbits"):
        text = f"{f'{c.slot.title()}: ' if c.slot else ''}{does_words(c)}"
    else:
        text = cost_and_effect(c) if c.kind == "item" else f"#{c.trait}" if c.kind == "monster" else ""
    return CardFace(c.called(setup.light), c.price, "Farz" if c.price is not None else "", text=text, count=n)


_plain = Told(Setup())
describe_move, describe_event, describe_end = _plain.describe_move, _plain.describe_event, _plain.describe_end
group_move, pieces_of, describe_chance = _plain.group_move, _plain.pieces_of, _plain.describe_chance
comes_last, told_aside = _plain.comes_last, _plain.told_aside

__all__ = [
    "comes_last",
    "describe",
    "describe_chance",
    "describe_end",
    "describe_event",
    "describe_move",
    "for_state",
    "group_move",
    "pieces_of",
    "told_aside",
    "whose_luck",
]
