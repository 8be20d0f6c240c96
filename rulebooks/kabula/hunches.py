"""Kabula: quick guesses of a player who has a purpose: how hard a blow is, how far it is, what a thing is worth.

Blows at figures that cannot spend Parts are exact but for pushes: all faces of the Aim die are looked at. At others it
is guessed that every second price is paid. All worths are in one currency: a Part of the common kind is worth 0.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from rulebooks.core.chance import Bag
from rulebooks.kabula.brawls import attack_by, defences
from rulebooks.kabula.contents import KabulaCard, Verb, traits_of, verbs
from rulebooks.kabula.familios import familio_actions
from rulebooks.kabula.heroes import bonus, own_actions, personalities, trending, unlocked
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.island import Island
from rulebooks.kabula.maps import island_in
from rulebooks.kabula.parts import PARTS, Boxes, cost
from rulebooks.kabula.printed import bonuses
from rulebooks.kabula.strikes import Attack, Defence, attack
from rulebooks.kabula.table import FAMILIO, Hero, State, boxes_of, is_familio, seat_of, the

PAID = 0.5  # how often somebody who can spend is guessed to do so
TAG_WORTH = (0.9, 1.1, 1.6)  # of the first, the second, the third Tag on a personality
ROUNDS_TO_GO = 11  # when the Guardian takes the Kabula itself, if its deck holds ten cards


# Ways ----------------------------------------------------------------------------------
@lru_cache(maxsize=512)
def ways_to(ground: str, goal: Space, avoid: Space | None = None) -> dict[Space, int]:
    """The fewest steps to a space from everywhere, past a space that is avoided."""
    graph = island_in(ground).graph
    found: dict[Space, int] = {}
    heap = [(0, goal)]
    while heap:
        n, at = heappop(heap)
        if at in found:
            continue
        found[at] = n
        for before, _, edge in graph.in_edges(at, data=True):
            if before not in found and before != avoid:
                heappush(heap, (n + edge["steps"], before))
    return found


def next_step(island: Island, ways: dict[Space, int], here: Space) -> tuple[str, int]:
    """The direction of the next step on the shortest way, and what it costs; "" where there is none."""
    best = ("", 0, 10**6)
    for direction, there in island.beside(here).items():
        price = island.graph.edges[here, there]["steps"]
        if there in ways and price + ways[there] < best[2]:
            best = (direction, price, price + ways[there])
    return best[:2]


# Blows ---------------------------------------------------------------------------------
@lru_cache(maxsize=1 << 15)
def losses(
    a: Attack, passives: tuple[Defence, ...], shield: int, nausea: int, die: tuple[str, ...], spends: bool
) -> tuple[float, ...]:
    """What the target loses, for each face of the Aim die; no active defence is reckoned with."""
    faces = die if a.aim == "roll" else (a.aim,)
    return tuple(a.times * _loss(a, passives, shield, nausea, face, spends) for face in faces)


def _loss(a: Attack, passives: tuple[Defence, ...], shield: int, nausea: int, face: str, spends: bool) -> float:
    blades, hearts = 0.0, 0.0
    for h in a.harms:
        if h.parts and face not in h.parts:
            continue
        n = h.n * (PAID if h.price and spends else 1.0)
        blades += n if h.what == "blade" else 0
        hearts += (n + nausea * n / h.n) if h.what == "heart" else 0
    blades -= shield + sum(d.shield for d in passives if face and d.part == face)
    return hearts + (blades + nausea if blades > 0 else 0)


def blow(s: State, f: int, words: str, target: int, n: int = 1) -> tuple[float, float]:
    """What a figure's attack takes from a target on average, and the chance that it kills. ``n``: as in ``begin``."""
    me = the(s, target)
    passives, _ = defences(s, target)
    spends = is_familio(target) or (isinstance(me, Hero) and me.automa is None)
    told = losses(attack_by(s, f, words, n), passives, bonus(s, target, "shield"), me.nausea, s.setup.die, spends)
    return min(me.heart, sum(told) / len(told)), sum(x >= me.heart for x in told) / len(told)


def besides(a: Attack, spends: bool) -> float:
    """What an attack does that costs no Heart at once: Nausea, Parts that are lost, Farz; of an aim, a third."""
    worth = {"nausea": 0.5, "farz": 0.1, "nothing": 0.2 * spends}
    return sum(
        worth.get(h.what, 0.0) * h.n * (1 / 3 if h.parts else 1) * (PAID if h.price and spends else 1) for h in a.harms
    )


def loss(a: Attack, passives: tuple[Defence, ...], shield: int, nausea: int, face: str) -> float:
    """What a target that may spend Parts loses, the aim being known."""
    return _loss(a, passives, shield, nausea, face, spends=True)


def attack_words(card: KabulaCard) -> str:
    """The words of a card's attack, "" for none."""
    return next((v.arg for v in verbs(card.id, card.does) if v.what == "attack"), "")


def fighting(s: State, f: int) -> list[KabulaCard]:
    """The cards that a figure may attack with."""
    if is_familio(f):
        return [c for c in familio_actions(s, seat_of(f)) if attack_words(c)]
    items = [c for c in s.heroes[f].items.kinds if c.type == "weapon"]
    return [c for c in (*s.setup.owned("mat", ""), *items, *own_actions(s, f)) if attack_words(c)]


def strength(s: State, f: int, target: int) -> float:
    """What a figure takes from another with its best attack, if its Parts are rested."""
    if is_familio(f) and s.heroes[seat_of(f)].familio is None:
        return 0.0
    all_parts = everything(boxes_of(s, f))
    can = [c for c in fighting(s, f) if affordable(all_parts, c.cost)]
    return max((blow(s, f, attack_words(c), target)[0] for c in can), default=0.0)


def everything(b: Boxes) -> Bag[str]:
    """All Parts, in whichever box."""
    return b.rage + b.fresh + b.used


def affordable(parts: Bag[str], price: str | None) -> bool:
    """Whether there are Parts for a price, whichever box they lie in."""
    named = [p.removeprefix("raging ") for p in cost(price)]
    return len(parts) >= len(named) and all(parts.count(p) >= named.count(p) for p in named if p != "any")


# Parts ---------------------------------------------------------------------------------
def part_worth(s: State, f: int) -> dict[str, float]:
    """What a Fresh Part of each kind is worth to a figure: legs to walk, what its attacks and defences cost."""
    worth = dict.fromkeys(PARTS, 0.3)
    worth["legs"] = 0.7
    if is_familio(f):
        cards: Iterable[KabulaCard] = familio_actions(s, seat_of(f))
    else:
        cards = [c for c in s.heroes[f].items.kinds if c.type == "weapon" and c.cost]
        cards = [*cards, *own_actions(s, f), *s.setup.owned("mat", "")]
    for c in cards:
        for p in cost(c.cost):
            p = p.removeprefix("raging ")
            if p in worth:
                worth[p] = min(1.0, worth[p] + 0.2)
    return worth


def wanted(s: State, f: int, n: int) -> Bag[str]:
    """The Parts that a figure takes after a rest, of those not given away, at most so many."""
    b = boxes_of(s, f)
    there, worth = b.fresh + b.used, part_worth(s, f)
    copies = [(worth[p] * 0.75**k, p) for p in PARTS for k in range(there.count(p))]
    return Bag([p for _, p in sorted(copies, key=lambda c: (-c[0], PARTS.index(c[1])))[:n]])


# Tags ----------------------------------------------------------------------------------
def trend_worth(s: State, seat: int, place: int) -> float:
    """What the trending side of a personality is good for in the last battle."""
    side = s.setup.owned("trend", personalities(s, seat)[place].id)[0]
    worth = sum(
        {"blade": 0.5, "shield": 0.5, "heal": 0.1, "steps": 0.1}.get(w, 0) for w, _ in bonuses(side.id, side.bonus)
    )
    return worth + (0.4 if attack_words(side) else 0.2 if side.does else 0.0)


def tag_worth(s: State, seat: int, trait: str) -> float:
    """What a Tag for a trait is worth, 0 where no personality shows it."""
    h = s.heroes[seat]
    if h.automa or trending(h):
        return 0.0
    return max(
        (place_worth(s, seat, i) for i, p in enumerate(personalities(s, seat)) if trait in traits_of(p)), default=0
    )


def place_worth(s: State, seat: int, place: int) -> float:
    """What one more Tag on a personality is worth."""
    return TAG_WORTH[s.heroes[seat].tags[place]] * (0.8 + 0.5 * trend_worth(s, seat, place))


def moment_worth(s: State, seat: int, what: str) -> float:
    """What the Tags are worth that one's own personalities bring at a moment."""
    return sum(tag_worth(s, seat, p.gives or "") for p in unlocked(s, seat) if p.when == what)


# Things --------------------------------------------------------------------------------
def verbs_worth(s: State, seat: int, told: Iterable[Verb]) -> float:
    """What it is worth that a Hero's card does this."""
    h = s.heroes[seat]
    hurt, worth, n = h.most - h.heart, 0.0, 0.0
    for v in told:
        match v.what:
            case "heal":
                n = 0.3 * min(hurt, v.n + bonus(s, seat, "heal"))
            case "heart+":
                n = 0.6 * v.n
            case "get":
                n = 0.4 * v.n * (1 if len(h.boxes) < 14 else 0.5)
            case "discard":
                n = -0.4 * v.n * (1 if len(h.boxes) < 13 else 0.15)
            case "farz":
                n = 0.15 * min(v.n, s.setup.number("farz_cap") - h.farz)
            case "nausea":
                n = -0.5 * v.n
            case "lose heart":
                n = -0.3 * v.n
            case "draw common" | "draw rare":
                n = (0.7 if v.what == "draw common" else 1.4) * v.n
            case "tag":
                n = tag_worth(s, seat, v.arg)
            case "keep":
                return worth + 0.3
            case _:
                n = 0.0
        worth += n
    return worth


def item_worth(s: State, seat: int, card: KabulaCard) -> float:
    """What a Hero makes of an item more than of those at hand."""
    h = s.heroes[seat]
    told = verbs(card.id, card.does)
    match card.type:
        case "armor":
            worn = [shield(c) for c in h.items.kinds if c is not card and c.type == "armor" and c.part == card.part]
            return 0.8 * max(0, shield(card) - max(worn, default=0))
        case "snack":
            heals = sum(v.n for v in told if v.what == "heal")
            return (
                0.3 * heals
                + verbs_worth(s, seat, [v for v in told if v.what != "heal"])
                + moment_worth(s, seat, "snack")
            )
        case "gear":
            tame = h.familio is not None
            return (0.9 * sum(n for _, n in bonuses(card.id, card.bonus)) + 0.8 * bool(card.does)) if tame else 0.0
    words = attack_words(card)
    if words and not affordable(everything(h.boxes), card.cost):
        return 0.0
    if words:
        mine = [_plain(attack_words(c)) for c in h.items.kinds if c is not card and attack_words(c)]
        return 1.5 * max(0.0, _plain(words) - max(mine, default=0.8)) + 0.4
    return 0.6 * shield(card) + 0.5 * any(v.what == "walk" for v in told)


def _plain(words: str) -> float:
    """What an attack takes on average from somebody without any defence; Nausea counts like half a Heart."""
    a = attack(words, words)
    told = losses(a, (), 0, 0, ("teeth", "brain", "legs", "butt", "guts", ""), spends=False)
    return sum(told) / len(told) + 0.5 * sum(h.n for h in a.harms if h.what == "nausea") + 0.1 * a.reach


def shield(card: KabulaCard) -> int:
    """How many Blades a card blocks, with a bit for what strikes back."""
    text = (card.does or "").replace(",", " ").split()
    return sum(int(n) for what, n in pairwise(text) if what in ("shield", "heart") and n.isdecimal())


def monster_worth(s: State, seat: int, card: KabulaCard) -> float:
    """What it is worth to tame a Monster."""
    h = s.heroes[seat]
    better = 1.2 if h.familio is None else 0.3 * ((card.heart or 0) > h.familio.heart + 1)
    return better + tag_worth(s, seat, card.trait or "")


def parts_of(card: KabulaCard) -> int:
    """How many Parts a Wild Monster has."""
    return len(cost(card.parts))


def ready(s: State, seat: int) -> bool:
    """Whether a trending Hero goes for the Kabula: strong and healthy, or late enough."""
    h = s.heroes[seat]
    if s.round >= ROUNDS_TO_GO - 1:
        return True
    power = strength(s, seat, 20) + 0.7 * strength(s, FAMILIO + seat, 20)
    need = 4.0 - 0.3 * max(0, s.round - 5)
    return h.heart >= 0.7 * h.most and len(h.boxes.fresh) >= min(6, len(h.boxes) - 2) and power >= need


__all__ = ["blow", "bonus", "cost", "item_worth", "losses", "ready", "strength", "ways_to"]
