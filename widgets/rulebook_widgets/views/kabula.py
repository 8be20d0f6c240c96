"""Kabula on the table: the island, players' mats, the card in play, shop and city, an attack under way, the decks."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook_widgets.view import CardFace, FlowStep, Layer, Mark, PileFace, View, Zone
from rulebook_widgets.views.kabula_fight import (
    ask_words,
    attack_line,
    attack_zone,
    owners,
    step_of,
    strike_alone,
    target_zone,
)
from rulebook_widgets.views.kabula_map import map_zone
from rulebook_widgets.views.kabula_mats import as_now, mat, seats
from rulebook_widgets.views.kabula_moves import Told
from rulebook_widgets.views.kabula_words import (
    attack_name,
    cost_and_effect,
    does_words,
    house,
    place_words,
    plural,
    price_words,
    type_words,
)
from rulebooks import kabula
from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula import fights
from rulebooks.kabula.contents import KabulaCard, Setup, island_of
from rulebooks.kabula.exploring import city_here
from rulebooks.kabula.fights import NOBODY, Stage, Strike
from rulebooks.kabula.table import Phase, State, pin_at

NOTHING_HIDDEN = True
FLOW = ("Act", "Pay", "Effects", "Aim", "Defend", "Hit", "Recharge")
ASKED = {
    "attack": "whom to attack",
    "travel": "where to travel",
    "option": "choose an option",
    "tag": "which personality gets the Tag",
    "shop common": "buy, sell, or leave the shop",
    "shop rare": "buy, sell, or leave the shop",
}


def for_state(s: State | Strike) -> Told:
    """Words that know the position, and by which names cards are shown."""
    return Told(s.setup, s) if isinstance(s, State) else Told(Setup(), s)


def whose_luck(s: State | Strike) -> int | None:
    """Whose draw or roll it is; at the set-up it is nobody's."""
    if isinstance(s, Strike):
        return 0
    if s.phase is Phase.ORDER:
        return None
    if s.strike is not None and s.strike.attacker != NOBODY:
        return s.among[s.strike.attacker]
    return kabula.asked(s)


def asked_seat(s: State) -> int:
    """Whose choice it is, or whose luck."""
    if s.strike is not None:
        there = fights.node(s.strike)
        return s.among[getattr(there, "player", s.strike.target)]
    return kabula.asked(s)


def describe(s: State | Strike, viewer: int | None = None) -> View:
    """The table, which is open to all; or an attack alone."""
    if isinstance(s, Strike):
        return strike_alone(s)
    heroes, asked = as_now(s), asked_seat(s)
    quiet = s.phase is Phase.ORDER or s.phase is Phase.OVER
    near = [] if quiet else list(dict.fromkeys([asked, s.active]))
    mats = {i: mat(s, i, h, i == asked and not quiet) for i, h in enumerate(heroes)}
    others = tuple(mats[i] for i in mats if i not in near)
    mapped = map_zone(s, heroes)
    looks_up = _map_matters(s) and not quiet
    front = tuple(mats[i] for i in near)
    return View(
        words=_words(s),
        flow=tuple(FlowStep(name, name == _step(s)) for name in FLOW),
        zones=(
            *_now(s),
            *((mapped,) if looks_up else ()),
            *(Zone(m.name, (m,)) for m in front),
            *(Zone(z.title, z.items, low=True) for z in ([] if looks_up else [mapped])),
            *((Zone("Mats" if quiet else "Other Heroes", others, low=True, new_row=True),) if others else ()),
            *_decks(s),
        ),
        summary=_summary(s),
        ask=_ask(s),
        note=""
        if s.phase is Phase.ORDER
        else f"round {min(s.round, s.setup.number('rounds'))} of {s.setup.number('rounds')}",
        seats=seats(s, heroes),
    )


def _note(s: State) -> str:
    rounds = s.setup.number("rounds")
    return "" if s.phase is Phase.ORDER else f"round {min(s.round, rounds)} of {rounds}"


def _map_matters(s: State) -> bool:
    """Whether the map is looked at now: where one walks, travels or is pushed."""
    if s.strike is not None:
        return s.strike.stage is Stage.PUSH
    return not s.todo or s.todo[0][1].what in ("travel", "draw encounter", "draw dungeon")


# in words ---------------------------------------------------------------------------------
def _words(s: State) -> str:
    if s.phase is Phase.OVER:
        return "over"
    if s.phase is Phase.ORDER:
        return "set-up, the order of play"
    h = as_now(s)[s.active]
    where = place_words(island_of(s.setup), h.space)
    told = f"round {s.round}, {h.hero.name}’s turn at {where}, Heart {h.heart} of {h.most}"
    return f"{told}, {plural(h.steps, 'step')} left" if h.steps else told


def _step(s: State) -> str:
    if s.strike is not None:
        return step_of(s.strike)
    if s.phase is not Phase.TURN:
        return ""
    return "Act" if not s.todo else "Pay" if s.todo[0][1].what == "pay" else "Effects"


def _ask(s: State) -> str:
    if s.strike is not None:
        return ask_words(s.strike)
    if not s.todo:
        return "walk, use an action, or end the turn"
    verb = s.todo[0][1]
    match verb.what:
        case "pay":
            return f"how to pay {price_words(verb.arg)}"
        case "refresh":
            return f"which Part becomes Fresh, {verb.n} more"
        case "get":
            return f"which Part to get, {verb.n} more"
        case "discard":
            return f"which Part to discard, {verb.n} more"
    return ASKED.get(verb.what, "choose")


def _summary(s: State) -> tuple[str | Mark, ...]:
    if s.strike is not None:
        return attack_line(s.strike, _attack_name(s))
    if s.phase is not Phase.TURN:
        return ()
    h, verb = s.heroes[kabula.asked(s)], s.todo[0][1] if s.todo else None
    name, island = h.hero.name, island_of(s.setup)
    if verb is None:
        city, pin = city_here(s), pin_at(s, h.space)
        here = f"{name} is in {city}" if city else f"{name} stands at {place_words(island, h.space)}"
        more = {"encounter": ", where an encounter waits", "monster": ", beside a monster Pin"}.get(pin, "")
        more = ", at a dungeon" if pin.startswith("dungeon") else more
        return (f"{here}{more}, with ", Mark(plural(h.steps, "step")), " left and ", Mark(f"{h.farz} Farz"), ".")
    if verb.what in ("shop common", "shop rare"):
        return (f"{name} has ", Mark(f"{h.farz} Farz"), f"; the shop shows {plural(len(s.shown), 'card')}.")
    return ()


def _attack_name(s: State) -> str:
    assert s.strike is not None
    return attack_name(s.setup, s.strike.attack, owners(s)) or "an attack"


# what goes on now ------------------------------------------------------------------------------
def _now(s: State) -> Iterable[Zone]:
    """The card in play, the attack, the shop, the corner of the city."""
    if s.strike is not None:
        yield attack_zone(s.strike, s.setup, _attack_name(s))
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
    for place, (name, pile) in enumerate(
        (("Encounters", s.encounters), ("Dungeons", s.dungeons), ("Common items", s.common), ("Rare items", s.rare))
    ):
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
    else:
        text = cost_and_effect(c) if c.kind == "item" else ""
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
