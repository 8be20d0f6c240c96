"""Kabula's position in a line: whose turn it is, what is asked, what matters for the choice."""

from __future__ import annotations

from rulebook_widgets.view import Mark
from rulebook_widgets.views.kabula_fight import ask_words, attack_line, strike_name
from rulebook_widgets.views.kabula_figures import title_of, who_is_out
from rulebook_widgets.views.kabula_words import place_words, plural, price_words
from rulebooks import kabula
from rulebooks.core.result import percent
from rulebooks.kabula.contents import island_of
from rulebooks.kabula.exploring import city_here
from rulebooks.kabula.heroes import trending
from rulebooks.kabula.hexes import distance
from rulebooks.kabula.monsters import spotted
from rulebooks.kabula.table import GUARDIAN, NOBODY, Familio, Phase, State, figure, is_familio, is_hero, pin_at, the

ASKED = {
    "attack": "whom to attack",
    "travel": "where to travel",
    "option": "choose an option",
    "tag": "which personality gets the Tag",
    "may tag": "take the Tag or not",
    "shop common": "buy, sell, or leave the shop",
    "shop rare": "buy, sell, or leave the shop",
    "tame": "tame it or let it go",
    "hop": "to whom the Familio goes",
    "befriend": "which Monster becomes the Familio",
    "meet": "which encounter to have",
    "order": "from within: what the Guardian does, and to whom",
    "shed": "which Parts of the Monster are lost",
    "recharge": "recharge a Part",
}


def words_of(s: State) -> str:
    """The position in half a line."""
    if s.phase is Phase.OVER:
        return "over"
    if s.phase is Phase.ORDER:
        return "set-up, the order of play"
    me, name = figure(s, s.active), title_of(s, s.active)
    if s.active == GUARDIAN and GUARDIAN not in s.ron:
        return f"round {s.round}, the Guardian at {'Omega' if s.turn > 0 else 'Alpha'}"
    if me is None:
        return f"round {s.round}, {name}’s turn"
    where, most = place_words(island_of(s.setup), me.space), f" of {me.most}" if hasattr(me, "most") else ""
    told = f"round {s.round}, {name}’s turn at {where}, Heart {me.heart}{most}"
    steps = getattr(me, "steps", 0)
    return f"{told}, {plural(steps, 'step')} left" if steps else told


def note_of(s: State) -> str:
    """What stands at the head of the table: the round, and what the end depends on."""
    k = s.kabula
    if k.stolen:
        left = max(0, k.since + s.setup.number("last_rounds") - s.round)
        return f"round {s.round}, last battle, {plural(left, 'round')} left"
    return f"round {s.round}, Guardian’s deck {len(s.omens)}"


def ask_of(s: State) -> str:
    """What is chosen now."""
    if s.strike is not None:
        return ask_words(s.strike)
    if not s.todo:
        if is_familio(s.active):
            return "walk, use an action of the Familio, or end its turn"
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
        case "give":
            return f"which Part goes to the Familio, {verb.n} more at most"
        case "shed":
            return f"which {plural(verb.n, 'Part')} of {title_of(s, int(verb.arg))} to discard"
    return ASKED.get(verb.what, "choose")


def summary_of(s: State) -> tuple[str | Mark, ...]:
    """What matters for the choice, in a line."""
    if s.strike is not None:
        return attack_line(s.strike, strike_name(s))
    if s.phase is not Phase.TURN:
        return ()
    f, verb = s.todo[0] if s.todo else (s.active, None)
    if verb is None:
        return (*_turn(s, f), *_kabula(s, f))
    match verb.what:
        case "shop common" | "shop rare":
            h = s.heroes[f]
            return (f"{h.hero.name} has ", Mark(f"{h.farz} Farz"), f"; the shop shows {plural(len(s.shown), 'card')}.")
        case "coin" | "coins":
            coins = "two coins tell" if verb.what == "coins" else "a coin tells"
            return (f"{title_of(s, f)} acts by itself: {coins} which of its actions it uses.",)
        case "random" | "skid" | "land":
            return (f"{title_of(s, f)} moves where the die shows.",)
        case "draw omen":
            return ("The round begins with a card of the Guardian’s deck.",)
        case "tame":
            card = s.setup.card(verb.arg)
            return (
                f"{title_of(s, f)} may take {card.called(s.setup.light)} as a Familio, with ",
                Mark(f"Heart {card.heart}"),
                f", and gets a Tag for #{card.trait} where a personality shows it.",
            )
    return ()


def _turn(s: State, f: int) -> tuple[str | Mark, ...]:
    """Where the figure stands that has the turn, and with what."""
    me, name, island = the(s, f), title_of(s, f), island_of(s.setup)
    steps = Mark(plural(getattr(me, "steps", 0), "step"))
    if isinstance(me, Familio):
        where = place_words(island, me.space)
        own = plural(len(me.fresh) + len(me.rage), "Part")
        return (f"{name} is at {where}, with ", steps, " left and ", Mark(own), " of its own to pay with.")
    h = s.heroes[f]
    city, pin = city_here(s), pin_at(s, h.space)
    here = f"{name} is in {city}" if city else f"{name} stands at {place_words(island, h.space)}"
    more = {"encounter": ", where an encounter waits"}.get(pin, "")
    if pin == "monster":
        card = spotted(s, h.space)
        waits = f"{card.called(s.setup.light)} (#{card.trait}) can be provoked" if card else "nobody can be provoked"
        more = f", on a Monster Pin: {waits}"
    more = ", at a dungeon" if pin.startswith("dungeon") else more
    return (f"{here}{more}, with ", steps, " left and ", Mark(f"{h.farz} Farz"), ".")


def _kabula(s: State, f: int) -> tuple[str | Mark, ...]:
    """The Kabula: who has it; and beside it, what a theft would be."""
    k, island = s.kabula, island_of(s.setup)
    out = who_is_out(s)
    more: list[str | Mark] = [f" {out}."] if out else []
    if k.stolen:
        who = f"{title_of(s, k.owner)} has the Kabula." if k.owner != NOBODY else "The Kabula lies on the island."
        return (f" {who}", *more)
    home = island.sanctuary
    if not is_hero(f) or home is None or not trending(s.heroes[f]) or distance(s.heroes[f].space, home) > 1:
        return tuple(more)
    told: list[str | Mark] = [" A step onto the Sanctuary steals the Kabula, and the Guardian acts at once"]
    odds = getattr(kabula, "theft_odds", None)
    if odds is not None:
        p = odds(s).p(lambda turn: turn.survives)
        chance = "certainly" if p == 1 else f"with {p} ({percent(p, 1)})"
        told += [f"; {title_of(s, f)} survives its first turn ", Mark(chance)]
    return (*told, ".", *more)
