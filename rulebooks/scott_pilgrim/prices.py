"""Scott Pilgrim: what cards, Power Ups! and combats are worth to a player: prices for the policies, in Victory Points.

They are rules of thumb: what a resource or a point of damage brings in later turns is taken to be worth a part of a
Victory Point, a card of the deck is compared with the deck's other cards, and what comes late counts less.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulebooks.scott_pilgrim.cards import BACK, FRONT, MOVES, Effect, PilgrimCard, amounts, effects, words
from rulebooks.scott_pilgrim.contents import Setup
from rulebooks.scott_pilgrim.fight import EX, Combos
from rulebooks.scott_pilgrim.hunches import meant
from rulebooks.scott_pilgrim.piles import UNKNOWN, Lying
from rulebooks.scott_pilgrim.resolution import ex_worth, foe, goal, points, team_points, turns_to_win
from rulebooks.scott_pilgrim.table import State, has_trait, ups_of

WIN = 100.0
PACE = 2.2  # Victory Points that a player gets in a turn, about
LIKES_DRAMA = ("scott", "knives")


@dataclass(frozen=True)
class Taste:
    """What a player goes for. ``resource``, ``damage``: Victory Points that one more of it in a turn is worth."""

    resource: float
    damage: float
    sure: float  # the least chance with which it fights


@dataclass(frozen=True)
class Outlook:
    """What a player thinks of the game: turns still to come after this one, points to go, the own deck."""

    taste: Taste
    turns: float
    need: int
    size: int
    story: float  # the mean of the deck's cards
    combat: float
    fit: tuple[float, ...]
    drama: int
    keeps: int  # Drama that the player does not mind
    friends: int


def outlook(s: State, me: int, taste: Taste) -> Outlook:
    """How the game looks from a seat."""
    seat = s.seats[me]
    f = s.fight if s.fight is not None and s.active == me else None
    deck = [*seat.hand, *seat.deck.draw, *seat.deck.discard, *(s.played if s.active == me else ())]
    if f is not None:
        deck += [*f.hand, *f.played, *f.deck.draw, *f.deck.discard]
    drama = sum(c.kind == "drama" for c in deck)
    combos = combos_of(s.setup, seat.character)
    fit = fits(combos)
    keeps = 2 if seat.character in LIKES_DRAMA else 0
    size = max(1, len(deck))
    story = sum(story_worth(c) for c in deck) / size
    combat = sum(combat_worth(c, fit) for c in deck) / size
    return Outlook(taste, turns_left(s, me), need(s, me), size, story, combat, fit, drama, keeps, friends(s, me))


def combos_of(setup: Setup, character: str) -> Combos:
    """The combos of a character card, looked up once."""
    from rulebooks.scott_pilgrim.contents import combos

    return _combos.setdefault((setup, character), combos(setup, character))


_combos: dict[tuple[Setup, str], Combos] = {}


def friends(s: State, me: int) -> int:
    """Friends among a player's Power Ups!."""
    return sum(has_trait(up, "friend") for up in ups_of(s, me))


def need(s: State, me: int) -> int:
    """Points to go."""
    return goal(s.setup) - (team_points(s) if s.setup.together else points(s, me))


def turns_left(s: State, me: int) -> float:
    """Turns after this one: by the table of turns, or by the points that the first player to win still needs."""
    if s.setup.mode in ("solo", "cooperative"):
        return max(0, turns_to_win(s.setup) - s.seats[me].turns - 1)
    to_go = min(need(s, p) for p in range(len(s.seats)) if not s.seats[p].out)
    return min(6.0, max(0.5, to_go / PACE))


@lru_cache(maxsize=64)
def fits(combos: Combos) -> tuple[float, ...]:
    """For each move: the part it has in what the combos deal above mashing."""
    return tuple(
        sum((damage - len(moves)) * moves.count(m) / len(moves) ** 2 for _, moves, damage in combos) for m in MOVES
    )


# A card of the deck ---------------------------------------------------------------------------
STORY = {
    "draw": 0.8, "eliminate": 0.5, "eliminate plotline": 0.1, "flip": 0.2, "flip or eliminate": 0.25, "drama": -0.7,
    "romance": 1.0, "music": 1.0, "work": 1.0,
}  # fmt: skip
COMBAT = {
    "draw": 1.0, "damage": 1.0, "damage without drama": 0.5, "damage each friend": 1.2, "damage buddy": 0.5,
    "eliminate": 0.5, "drama": -0.7,
}  # fmt: skip
MATCHED = 0.3  # of what it is worth, where Drama has to be matched


@lru_cache(maxsize=4096)
def story_worth(card: PilgrimCard) -> float:
    """What a card's Story side gives, in resources."""
    if card is UNKNOWN or card.kind != "action":
        return 0.0
    given = amounts(card.makes)
    suits = 3 if any(suit == "any" for suit, _ in given) else len(given)
    worth = max((n for _, n in given), default=0) + 0.15 * (suits - 1) + 0.3 * (card.points or 0)
    for e in effects(card.effect, "effect of an action"):
        worth += STORY[e.what] * e.n * (MATCHED if e.when == "match" else 1)
    return worth


@lru_cache(maxsize=1 << 14)
def combat_worth(card: PilgrimCard, fit: tuple[float, ...]) -> float:
    """What a card's combat side deals, with its part in the combos."""
    if card is UNKNOWN or card.kind != "action":
        return 0.0
    worth = float(1 if card.hit is None else card.hit) + (fit[MOVES.index(card.move)] if card.move else 0)
    for e in effects(card.combat, "combat"):
        worth += COMBAT[e.what] * e.n * (MATCHED if e.when == "match" else 1)
    return worth


def in_deck(o: Outlook, card: PilgrimCard) -> float:
    """What it is worth to have a card in the deck rather than an average one, over the turns to come."""
    better = o.taste.resource * (story_worth(card) - o.story) + o.taste.damage * (combat_worth(card, o.fit) - o.combat)
    return o.turns * 5 / (o.size + 1) * better


def action_worth(o: Outlook, card: PilgrimCard) -> float:
    """What it is worth to acquire an Action."""
    return in_deck(o, card) + sum(after(o, e) for e in effects(card.acquired, "acquired"))


def drama_cost(o: Outlook) -> float:
    """What one Drama card more in the deck costs."""
    there = max(0.0, o.taste.resource * o.story + o.taste.damage * o.combat) * o.turns * 5 / (o.size + 1)
    return there / 2 if o.drama < o.keeps else there


# Power Ups! ---------------------------------------------------------------------------------------
def after(o: Outlook, e: Effect) -> float:
    """What an effect on acquisition, of a reward or of a failure is worth."""
    later = o.turns > 0
    match e.what:
        case "drama":
            return -e.n * drama_cost(o)
        case "draw":
            return 0.6 * e.n * later
        case "discard":
            return -0.8 * e.n * later
        case "eliminate":
            return e.n * (drama_cost(o) if o.drama > o.keeps else 0.1)
        case "win":
            return WIN
        case "lose":
            return -WIN
    return 0.1 * e.n * later


def up_worth(s: State, me: int, o: Outlook, card: PilgrimCard) -> float:
    """What a Power Up! is worth: its points, what it gives each turn, and what happens as it is acquired."""
    gain = float(card.points or 0)
    worth = per_turn(o, card) + sum(after(o, e) for e in effects(card.acquired, "acquired"))
    if "housing" in words(card.traits) and (s.setup.together or s.setup.options.one_housing):
        for old in _housing(s, me):
            gain -= old.card.points or 0
            worth -= per_turn(o, old.card)
    return gain + worth + (WIN if gain >= o.need else 0)


def per_turn(o: Outlook, card: PilgrimCard) -> float:
    """What a Power Up! gives in the turns to come."""
    gives = max((n for _, n in amounts(card.makes)), default=0) * o.taste.resource
    for e in effects(card.effect, "ability"):
        gives += e.n * {
            "damage": o.taste.damage * (0.3 if e.trait else 1),
            "combat hand": 1.5 * o.taste.damage,
            "hand": 0.8 * o.taste.resource,
        }.get(e.what, 0)
    return o.turns * gives


def _housing(s: State, me: int) -> list[Lying]:
    """The Housing that a new one would replace."""
    if s.setup.together:
        return [s.shared] if s.shared else []
    return [up for up in s.seats[me].ups if has_trait(up, "housing")]


def front_worth(s: State, me: int, o: Outlook, card: PilgrimCard, side: str) -> float:
    """What the front is worth of a card of which perhaps only one side is seen: the mean of the cards it may be."""
    there = meant(s.setup, card, side)
    if card.kind == "plot":
        return sum(up_worth(s, me, o, c) for c in there) / len(there)
    return sum(action_worth(o, c) for c in there) / len(there)


# Combats ----------------------------------------------------------------------------------------------
def victory_worth(s: State, me: int, o: Outlook, place: int) -> float:
    """What it is worth to defeat a target."""
    if place == EX:
        if "win" in s.setup.rules_of_ex():
            return WIN
        return ex_worth(s.setup) + (WIN if ex_worth(s.setup) >= o.need else 0)
    return beaten_worth(s, me, o, foe(s, place))


def beaten_worth(s: State, me: int, o: Outlook, card: PilgrimCard) -> float:
    """What it is worth to defeat a Challenge that shows."""
    worth = 0.0
    for e in effects(card.reward, "reward"):
        if e.what == "keep":
            worth += front_worth(s, me, o, card, BACK)
        elif e.what == "points":
            worth += (card.worth or 0) + (WIN if (card.worth or 0) >= o.need else 0)
        else:
            worth += after(o, e)
    return worth


def defeat_cost(s: State, o: Outlook, place: int) -> float:
    """What it costs to fail."""
    if place == EX:
        return WIN * 0.6 if "lose" in s.setup.rules_of_ex() and o.turns > 0 else 0.0
    return -sum(after(o, e) for e in effects(foe(s, place).failure, "failure"))


def skip_worth(o: Outlook) -> float:
    """What the extra card of a skipped combat is worth."""
    return o.taste.resource * o.story if o.turns > 0 else 0.0


__all__ = ["FRONT", "Outlook", "Taste", "outlook"]
