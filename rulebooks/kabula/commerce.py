"""Kabula 4: commerce: Farz, shops, items and how they are equipped."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag, Pile
from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard
from rulebooks.kabula.heroes import moment
from rulebooks.kabula.table import (
    FAMILIO,
    NONE,
    Buy,
    Do,
    Hero,
    Sell,
    State,
    Wear,
    did,
    first,
    is_familio,
    with_figure,
    with_hero,
)


# 4  Commerce ----------------------------------------------------------------------------------------
@rule("4.1", "Farz")
def earn(s: State, seat: int, n: int) -> State:
    """Money is Farz; nobody carries more than 15, and what is above is lost (BR-71)."""
    return with_hero(s, seat, farz=max(0, min(s.setup.number("farz_cap"), s.heroes[seat].farz + n)))


@rule("4.2", "A shop")
def open_shop(s: State, rare: bool, card: KabulaCard) -> State:
    """So many cards of the item deck are shown, as many as there are (BR-71)."""
    (seat, verb), *_ = s.todo
    s = replace(did(s), shown=s.shown.add(card))
    s = replace(s, rare=s.rare.take(card)) if rare else replace(s, common=s.common.take(card))
    return first(s, seat, replace(verb, n=verb.n - 1))


@rule("4.3", "Buy")
def buy(s: State, seat: int, action: Buy) -> State:
    """Any number of the cards shown are bought at the price in their corner."""
    h = s.heroes[seat]
    s = replace(s, shown=s.shown.take(action.card))
    s = with_hero(s, seat, items=h.items.add(action.card), farz=h.farz - (action.card.price or 0))
    return put_on_first(s, seat, action.card)


@rule("4.4", "Farz to pay with")
def can_buy(s: State, action: Buy) -> bool:
    """Nobody buys on credit."""
    return s.heroes[s.todo[0][0]].farz >= (action.card.price or 0)


@rule("4.5", "Sell")
def sell(s: State, seat: int, action: Sell) -> State:
    """Items are sold at their price, rare ones too in a common shop; they go under their deck with the rest."""
    h = s.heroes[seat]
    s = with_hero(s, seat, items=h.items.take(action.card), worn=less(h.worn, action.card))
    s = without_gear(s, seat, action.card)
    s = replace(s, shown=s.shown.add(action.card))
    s = earn(s, seat, action.card.price or 0)
    return first(did(s), seat, replace(s.todo[0][1], arg=f"{s.todo[0][1].arg},{action.card.id}"))


def without_gear(s: State, seat: int, card: KabulaCard) -> State:
    """A Familio does not wear what its Hero no longer has."""
    pet = s.heroes[seat].familio
    if pet is None or pet.gear.count(card) <= s.heroes[seat].items.count(card):
        return s
    return with_figure(s, FAMILIO + seat, gear=pet.gear.take(card))


@rule("4.6", "Not bought back")
def not_just_sold(s: State, action: Buy) -> bool:
    """What a Hero has just sold is not bought back in the same shop: it is shuffled away with the rest."""
    sold = s.todo[0][1].arg.split(",").count(action.card.id)
    return s.shown.count(action.card) > sold


@rule("4.7", "Leave a shop")
def leave_shop(s: State) -> State:
    """Cards sold or not bought are shuffled and go under their decks."""
    common = Bag([c for c in s.shown if not c.rare])
    rare = s.shown - common
    seat = s.todo[0][0]
    s = replace(did(s), shown=NONE, common=Pile((*s.common.layers, common)), rare=Pile((*s.rare.layers, rare)))
    return moment(s, seat, "shop")


@rule("4.8", "Get an item")
def get_item(s: State, seat: int, card: KabulaCard) -> State:
    """An item that is drawn is the Hero's."""
    _, verb = s.todo[0]
    s = replace(did(s), rare=s.rare.take(card)) if card.rare else replace(did(s), common=s.common.take(card))
    s = with_hero(s, seat, items=s.heroes[seat].items.add(card))
    s = put_on_first(s, seat, card)
    return first(s, seat, replace(verb, n=verb.n - 1)) if verb.n > 1 else s


def put_on_first(s: State, seat: int, card: KabulaCard) -> State:
    """An armour whose place is free is put on at once."""
    h = s.heroes[seat]
    taken = any(in_place_of(c, card) for c in h.worn)
    return with_hero(s, seat, worn=h.worn.add(card)) if card.type == "armor" and not taken else s


def in_place_of(a: KabulaCard, b: KabulaCard) -> bool:
    """Whether two armours are never worn together: the same Part sets both off, or they are one card."""
    return a is b or (a.part is not None and a.part == b.part)


@rule("4.9", "Armour")
def wear(s: State, action: Wear) -> State:
    """Of two armours set off by the same Part one is equipped; changing is free in one's own turn (BR-36)."""
    h = s.hero
    off = [c for c in h.worn if in_place_of(c, action.card)]
    worn = (h.worn - Bag(off)).add(action.card)
    return with_hero(s, s.active, worn=worn, changed=h.changed.add(action.card))


@rule("4.10", "Once a turn", kind="house")
def not_changed_yet(s: State, action: Wear) -> bool:
    """Each armour is put on once a turn at most, so that changing comes to an end."""
    return action.card not in s.hero.changed


@rule("4.11", "Snacks")
def eat(s: State, seat: int, card: KabulaCard) -> State:
    """A snack is used up; it goes under its deck."""
    s = with_hero(s, seat, items=s.heroes[seat].items.take(card))
    s = replace(s, rare=s.rare.below(card)) if card.rare else replace(s, common=s.common.below(card))
    return moment(s, seat, "snack")


def less(cards: Bag[KabulaCard], card: KabulaCard) -> Bag[KabulaCard]:
    """The bag without a card, if it is there."""
    return cards.take(card) if card in cards else cards


@rule("4.12", "Familio gear")
def for_heroes(s: State, action: Do) -> bool:
    """Familio gear is for Familios; Heroes cannot use it (BR-70)."""
    return action.action.type != "gear" or is_familio(s.active)


@rule("4.13", "Equipped")
def equipped(h: Hero) -> tuple[KabulaCard, ...]:
    """All weapons and snacks are equipped; armours as far as their Parts allow; only what is equipped is used."""
    return tuple(c for c in h.items.kinds if c.type in ("weapon", "snack") or (c.type == "armor" and c in h.worn))
