"""Asking about combats and hands: positions from names, goals, exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag, deal
from rulebooks.core.graph import Goal
from rulebooks.core.result import How, Odds
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.cards import (
    BACK,
    FRONT,
    MOVES,
    SUITS,
    Effect,
    PilgrimCard,
    effects,
    fight_line,
    masked,
    words,
)
from rulebooks.scott_pilgrim.contents import Setup, combos
from rulebooks.scott_pilgrim.fight import Bout, Combat, Fight, finished
from rulebooks.scott_pilgrim.piles import Deck
from rulebooks.scott_pilgrim.resolution import damage_value, drawn_for, help_of

MOST = 999
Cards = Iterable[Any] | Mapping[Any, int]


# Cards by name ---------------------------------------------------------------------------
def card(
    move: str | None = None,
    resources: Sequence[Mapping[str, int]] = (),
    drama: bool = False,
    effects: Sequence[str] = (),
) -> PilgrimCard:
    """A card of one's own. ``resources``: alternatives such as ({"romance": 1}, {"music": 1}); ``effects``: of its
    combat side, such as ("draw 1", "match damage 1"). ``drama``: the Drama card, which has none of these.

    >>> str(card("left", effects=("draw 1",)))
    'left, draw 1'
    """
    if drama:
        if move or resources or effects:
            raise ValueError("a Drama card has no move, no resources and no effects (5.7)")
        return Setup().drama
    if move is not None and move not in MOVES:
        raise ValueError(f"there is no move {short(move)}; there are {', '.join(MOVES)}")
    ways = []
    for way in resources:
        if not isinstance(way, Mapping) or len(way) != 1:
            raise ValueError(f"each alternative names one suit, such as {{'music': 1}}, not {short(way)} (4.4)")
        ((suit, n),) = way.items()
        if suit not in (*SUITS, "any"):
            raise ValueError(f"there is no resource {short(suit)}; there are {', '.join(SUITS)}, any")
        ways.append(f"{whole(f'the {suit} of a card', n, 1, 99)} {suit}")
    return _own(move, " or ".join(ways) or None, _told(effects))


def _told(given: Sequence[str]) -> str | None:
    if isinstance(given, str) or not all(isinstance(e, str) for e in given):
        raise ValueError(f"effects are a list of words such as “draw 1”, not {short(given)}")
    text = " and ".join(given) or None
    effects(text, "combat")
    return text


@lru_cache(maxsize=4096)
def _own(move: str | None, makes: str | None, combat: str | None) -> PilgrimCard:
    name = ", ".join(part for part in (move, makes, combat) if part) or "blank"
    return PilgrimCard(
        id="own", name=name, order=2 * MOST, kind="action", makes=makes, back=name, move=move, combat=combat
    )


def find(setup: Setup, name: Any) -> PilgrimCard:
    """The card with this id, or this name on either side. ValueError, with near misses, when there is none."""
    if isinstance(name, PilgrimCard):
        return name
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    cards = setup.sheet.cards
    found = [c for c in cards if c.id == wanted] or [
        c for c in cards if wanted in (c.name.casefold(), (c.back or "").casefold()) and wanted
    ]
    if len(found) == 1:
        one: PilgrimCard = found[0]
        return one
    if found:
        raise ValueError(f"{short(name)} names several cards; say which: {', '.join(c.id for c in found)}")
    names = dict.fromkeys(n for c in cards for n in (c.name, c.back, c.id) if n)
    raise ValueError(f"no card is called {short(name)}{hint(name, names, everything=True)}")


def bag_of(setup: Setup, items: Cards, what: str = "cards") -> Bag[PilgrimCard]:
    """Cards by name, ``card(…)``, or a mapping of these to counts."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"{what} are a list of names, or a mapping name -> count, not {short(items)}")
    counts: dict[PilgrimCard, int] = {}
    for item, n in items.items() if isinstance(items, Mapping) else ((item, 1) for item in items):
        one = find(setup, item)
        if one.kind not in ("action", "drama"):
            raise ValueError(f"{what}: {one} is no card of a deck; these are Action and Drama cards")
        counts[one] = counts.get(one, 0) + whole(f"{one}: a count", n, 0, MOST)
    return Bag(counts)


# Combats ----------------------------------------------------------------------------------
def combat(
    deck: Cards,
    target: Any,
    *,
    character: str | None = None,
    hand: Cards | None = None,
    power_ups: Iterable[Any] = (),
    extra: int = 0,
    neighbour: Any = None,
    discard: Cards = (),
    top: str | None = None,
    drama_left: int = 14,
    buddy: int = 0,
    setup: Setup | None = None,
) -> Fight:
    """A combat to ask about. Cards are names or ``card(…)``; the deck is a bag, nobody knows its order.

    ``target``: a Challenge or an Evil Ex by name, or the damage it needs. ``character``: whose combos count; None:
    none. ``hand``: cards drawn already; None: five and ``extra`` (1 if nothing was acquired) are drawn. ``power_ups``:
    names. ``neighbour``: None, the pile that the neighbour draws from, or {"pile": …, "discard": …, "top": …}.
    ``top``: the name seen on top of one's own pile. ``drama_left``: Drama that can still be added. ``buddy``: Drama in
    the hand of whoever has one's Buddy. ``setup``: whose Evil Ex, options and sheet count. What a neighbour swaps
    changes nothing that is needed (SR-9), so it is left out here; a neighbour who has one's Buddy is taken to keep the
    Drama it holds. ValueError says what fits.
    """
    setup = Setup.of(setup)
    deal_from = Deck(bag_of(setup, deck, "deck"), None, bag_of(setup, discard, "discard"))
    deal_from = _topped(setup, deal_from, top)
    held = None if hand is None else bag_of(setup, hand, "hand")
    ups = [_power_up(setup, name) for name in power_ups]
    told = tuple(e for c in ups for e in effects(c.effect, "ability"))
    more = sum(e.n for e in told if e.what == "combat hand")
    cards = setup.number("combat_hand") + whole("extra", extra, 0, 20) + more
    bout = _bout(setup, target, character, ups, told)
    theirs = _neighbour(setup, neighbour)
    supply, drama = whole("drama_left", drama_left, 0, MOST), whole("buddy", buddy, 0, MOST)
    return bouts.begin(bout, deal_from, cards, theirs, held, supply=supply, buddy=drama)


def _topped(setup: Setup, deck: Deck, top: Any) -> Deck:
    if top is None:
        return deck
    card = find(setup, top)
    if card not in deck.draw:
        raise ValueError(f"{card} cannot lie on top of a pile it is not in")
    side = BACK if isinstance(top, str) and top.strip().casefold() == (card.back or "").casefold() else FRONT
    return Deck(deck.draw, masked(setup.sheet, card, side), deck.discard)


def _neighbour(setup: Setup, given: Any) -> Deck | None:
    if given is None:
        return None
    if isinstance(given, Mapping) and set(given) <= {"pile", "discard", "top"}:
        deck = Deck(
            bag_of(setup, given.get("pile", ()), "pile"), None, bag_of(setup, given.get("discard", ()), "discard")
        )
        return _topped(setup, deck, given.get("top"))
    return Deck(bag_of(setup, given, "the neighbour's pile"))


def _bout(setup: Setup, target: Any, character: Any, ups: list[PilgrimCard], told: tuple[Effect, ...]) -> Bout:
    chosen = () if character is None else combos(setup, _character(setup, character))
    friends = sum("friend" in words(c.traits) for c in ups)
    if isinstance(target, int) and not isinstance(target, bool):
        traits: tuple[str, ...] = ()
        name, damage, line, failure = "a Challenge", whole("the damage of a target", target, 0, MOST), ("vs", 0, 0), 0
    else:
        foe = find(setup, target)
        if foe.damage is None or foe.kind not in ("plot", "ex"):
            raise ValueError(f"{foe} is no Challenge and no Evil Ex, so it cannot be fought (5.1)")
        challenge = foe.kind == "plot"
        traits = words(foe.challenge_traits if challenge else foe.traits)
        who, cards, drama = fight_line(foe.fight)
        name, damage, line = (
            foe.back or foe.name,
            damage_value(setup, foe, challenge),
            (who, *drawn_for(setup, cards, drama)),
        )
        failure = sum(e.n for e in effects(foe.failure, "failure") if e.what == "drama")
    bonus = help_of(told, traits)
    return Bout(name, damage, line, chosen, setup, bonus, friends, failure)


def _character(setup: Setup, name: Any) -> str:
    known = {c.id: c.name for c in setup.sheet.cards if c.kind == "character"}
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    found = [i for i, n in known.items() if wanted in (i, n.casefold())]
    if not found:
        raise ValueError(f"no character is called {short(name)}{hint(name, known.values(), everything=True)}")
    return found[0]


def _power_up(setup: Setup, name: Any) -> PilgrimCard:
    plots = [c for c in setup.sheet.cards if c.kind in ("plot", "buddy")]
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    named = [c for c in plots if c is name or wanted in (c.id, c.name.casefold())]
    if len(named) != 1:
        names = [c.name for c in plots]
        raise ValueError(f"no one Power Up! is called {short(name)}{hint(name, names, everything=True)}")
    one: PilgrimCard = named[0]
    return one


# Goals -------------------------------------------------------------------------------------
def _won(f: Fight) -> int:
    return int(finished(f).won)


def _no_drama(f: Fight) -> int:
    return -finished(f).drama_added


def _damage(f: Fight) -> int:
    return finished(f).damage


GOALS = {
    "win": Goal(
        "win",
        "the greatest chance to win the combat",
        (_won, _no_drama, _damage),
        "5.11",
        "chance",
        ("Drama", "damage"),
    ),
    "damage": Goal(
        "damage", "the most damage on average", (_damage, _won, _no_drama), "5.9", "damage", ("chance", "Drama")
    ),
}


def named_goal(goal: str) -> Goal:
    """The goal with this name, one of GOALS."""
    if not isinstance(goal, str) or goal not in GOALS:
        raise ValueError(f"no goal is called {short(goal)}; there are {', '.join(GOALS)}")
    return GOALS[goal]


def combat_odds(
    deck: Cards,
    target: Any,
    *,
    goal: str = "win",
    limit: int | None = None,
    progress: Callable[[str], None] | None = None,
    stop: Callable[[], bool] | None = None,
    **position: Any,
) -> Odds:
    """The exact odds of Combat(won, damage, drama_added) under best play for a goal of GOALS.

    ``position``: as for ``combat``. TooLarge where no exact answer fits; ``progress`` and ``stop``: as for
    ``odds.graph``.
    """
    from rulebooks.fast import pilgrim as fast

    asked = named_goal(goal)
    walk: dict[str, Any] = {"progress": progress, "stop": stop}
    return fast.combat_odds(combat(deck, target, **position), asked, limit or fast.LIMIT, **walk)


def vs_draw_odds(
    pile: Cards, draw: int, per_drama: int, *, discard: Cards = (), top: Sequence[Any] | None = None
) -> Odds:
    """The exact odds of the damage that a VS Draw adds.

    ``pile``: cards whose order nobody knows; ``top``: cards known to lie on top of it, the uppermost first (not counted
    in the pile); ``discard``: what is shuffled when the pile runs out (2.2).

    >>> vs_draw_odds(["drama"] * 3 + [card("left")] * 7, 2, 1)[0]
    Fraction(7, 15)
    """
    setup = Setup()
    known = [find(setup, c) for c in top or ()]
    left, rest = bag_of(setup, pile, "pile"), bag_of(setup, discard, "discard")
    draw, each = whole("the cards of a VS Draw", draw, 0, MOST), whole("per_drama", per_drama, 0, MOST)
    sure = sum(c.kind == "drama" for c in known[:draw])
    draw = max(0, draw - len(known))
    weights: dict[int, int] = {}
    for n, ways in _drama_in(left, min(draw, len(left))).items():
        more = min(max(0, draw - len(left)), len(rest))
        for m, others in _drama_in(rest, more).items():
            added = each * (sure + n + m)
            weights[added] = weights.get(added, 0) + ways * others
    return Odds.of(weights, How("exact", "one VS Draw"))


def _drama_in(cards: Bag[PilgrimCard], n: int) -> dict[int, int]:
    """How many of so many cards drawn are Drama, as weights."""
    plain = Bag({kind: sum((c.kind == "drama") is kind for c in cards) for kind in (False, True)})
    found: dict[int, int] = {}
    for hand, ways in deal(plain, n).items():
        found[hand.count(True)] = found.get(hand.count(True), 0) + ways
    return found


# Acquisition ---------------------------------------------------------------------------------
def resources_odds(deck: Cards, hand_size: int, costs: Sequence[Mapping[str, int]], *, abilities: bool = False) -> Odds:
    """The exact odds that a hand of so many cards can pay all these costs in one phase: True or False.

    ``costs``: such as [{"music": 2}, {"any": 3}]; each Any is paid in one suit. Each card gives one of its resources.
    ``abilities``: what Story sides do counts too, as far as it brings resources or draws cards, with Drama matched
    where it says so. Cards are played as is best then: what a card gives is chosen when it is played, the side on top
    of the pile is seen, and cards come from the rest of the deck. Flips, eliminations and Power Ups! never count.
    """
    from rulebooks.fast.pilgrim_resources import chance_to_pay

    cards, wanted = bag_of(Setup(), deck, "deck"), tuple(_cost(c) for c in costs)
    paid = chance_to_pay(cards, min(whole("hand_size", hand_size, 0, MOST), len(cards)), wanted, bool(abilities))
    return Odds({end: p for end, p in ((True, paid), (False, 1 - paid)) if p}, How("exact", "every hand"))


def _cost(given: Any) -> tuple[str, int]:
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ValueError(f"a cost names one suit, such as {{'music': 2}}, not {short(given)} (4.7)")
    ((suit, n),) = given.items()
    if suit not in (*SUITS, "any"):
        raise ValueError(f"there is no resource {short(suit)}; there are {', '.join(SUITS)}, any")
    return suit, whole(f"a cost of {suit}", n, 0, MOST)


class Best(NamedTuple):
    """The most damage of a hand. ``combos``: those made; ``how``: in a line; ``groups``: what, which cards, damage."""

    damage: int
    combos: tuple[str, ...]
    how: str
    groups: tuple[tuple[str, tuple[str, ...], int], ...] = ()


def best_combos(hand: Cards, character: str) -> Best:
    """The most damage that this hand can deal without drawing a card, and how: which card goes where, Drama matched.

    Nobody has Friends or the Buddy here.

    >>> best_combos(["Harsh", "Surprise!", "Business Time", "Chau Down", "drama"], "knives").how
    'Blur of Blades, Drama matched with Surprise!'
    """
    from rulebooks.fast.pilgrim_best import groups

    setup = Setup()
    damage, names, found = groups(bag_of(setup, hand, "hand"), combos(setup, _character(setup, character)))
    told = [f"{what} with {' and '.join(cards)}" for what, cards, _ in found if what == "Drama matched"]
    return Best(damage, names, ", ".join([*names, *told]) or "button mashing", found)


__all__ = [
    "GOALS",
    "Best",
    "Combat",
    "best_combos",
    "card",
    "combat",
    "combat_odds",
    "named_goal",
    "resources_odds",
    "vs_draw_odds",
]
