"""Kabula 1: set-up."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula.automas import automa
from rulebooks.kabula.book import rule
from rulebooks.kabula.commerce import put_on_first
from rulebooks.kabula.contents import KabulaCard, Setup, Verb, deck, island_of, monsters, start_parts, territories
from rulebooks.kabula.guardian import guardian
from rulebooks.kabula.parts import Boxes
from rulebooks.kabula.rounds import start
from rulebooks.kabula.table import GUARDIAN, NONE, Hero, Phase, State, first


@rule("1.1", "The table")
def prepare(setup: Setup) -> State:
    """The decks are shuffled, the Pins set, and each Hero's figure stands where its info card says."""
    cards = {c.id: c for c in setup.sheet.cards if c.kind == "hero"}
    heroes = tuple(hero(setup, cards[i]) for i in setup.heroes)
    heroes += tuple(automa(setup, setup.card(i)) for i in setup.automas)
    s = State(
        setup=setup,
        phase=Phase.ORDER,
        heroes=heroes,
        ron=(),
        encounters=Pile((deck(setup, "encounter"),)),
        dungeons=Pile((deck(setup, "dungeon"),)),
        common=Pile((deck(setup, "item"),)),
        rare=Pile((deck(setup, "item", True),)),
        pins=pins(setup),
        spotted=tuple((name, None) for name in territories(setup)),
        unspotted=Pile((monsters(setup),)),
        guardian=guardian(setup),
        omens=Pile((Bag(setup.owned("omen", setup.guardian)),)),
        burrow=Pile((b,)) if (b := Bag(setup.owned("rabbits", setup.guardian))) else Pile(()),
    )
    for seat, h in enumerate(heroes):
        for card in h.items:
            s = put_on_first(s, seat, card)
    return s


@rule("1.2", "A Hero each")
def hero(setup: Setup, card: KabulaCard) -> Hero:
    """A Hero has an info card, an equipment card and three personalities; the dials are set to what the info says."""
    place = island_of(setup).names.get(
        card.start or "", island_of(setup).sanctuary or next(iter(island_of(setup).cells))
    )
    equipment: Bag[KabulaCard] = Bag(setup.owned("item", card.id))
    heart = card.heart or 1
    return Hero(card, place, heart, heart, Boxes(fresh=start_parts(card)), card.farz or 0, items=equipment, worn=NONE)


@rule("1.6", "Pins")
def pins(setup: Setup) -> tuple[tuple[tuple[int, int], str], ...]:
    """Four dungeon Pins, level 1 up; encounter Pins where the space's number is no more than that of the Heroes."""
    island = island_of(setup)
    found = {space: "encounter" for space, n in island.pins.items() if n <= max(2, setup.seats)}
    return tuple(sorted((found | dict.fromkeys(island.dungeons, "dungeon 1")).items()))


@rule("1.9", "The order of play")
def place_in_order(s: State, seat: int) -> State:
    """Who comes first and next depends on what the players last did; here chance says it (BR-72)."""
    s = replace(s, ron=(*s.ron, seat))
    return begin(s) if len(s.ron) == len(s.heroes) else s


def begin(s: State) -> State:
    """Three Monsters are spotted, and the first round begins."""
    s = start(replace(s, phase=Phase.TURN))
    return first(s, GUARDIAN, *(Verb("spot", 1, name) for name in territories(s.setup)))


def left(s: State) -> tuple[int, ...]:
    """Seats that have no place in the order yet."""
    return tuple(i for i in range(len(s.heroes)) if i not in s.ron)
