"""Ways to play Kabula: at random, and with a purpose.

A policy is a function of what a player knows (``information_state``), of the table or of an attack alone; it returns a
legal action or weights over them. It draws nothing itself: the same luck can be played by all of them. What it guesses
is in ``hunches``, the last battle in ``battles``; how both play is measured in ``docs/kabula-balance.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulebooks import kabula
from rulebooks.kabula import hunches as guess
from rulebooks.kabula.attacks import Strike, Take
from rulebooks.kabula.battles import WEAK, blows, foes, in_attack, part_liking, retreat, target_worth
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.exploring import kept_place
from rulebooks.kabula.familios import wild_here
from rulebooks.kabula.heroes import encounters_seen, trending
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.monsters import spotted
from rulebooks.kabula.parts import PARTS, Recharge
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    At,
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Give,
    Hop,
    Leave,
    LetGo,
    Meet,
    Opt,
    Order,
    Pay,
    Refresh,
    Sell,
    State,
    Step,
    Tag,
    Tame,
    To,
    UseKept,
    UsePin,
    Wear,
    boxes_of,
    is_familio,
    seat_of,
    the,
)

Action = Any
Actions = tuple[Action, ...]
Policy = Callable[[Any], Any]

LATER = 0.72  # what something is still worth that is a turn further away
BUSY = {"end turn", "travel", "walk", "attack", "rest", "defend"}
STRONG = 5  # Heart: with less a Hero provokes nothing


class Plan(NamedTuple):
    """Something to do: what it is worth, where, and the action that does it there."""

    worth: float
    space: Space
    action: Action = None


# At random --------------------------------------------------------------------------
def at_random(s: State | Strike) -> dict[Action, int]:
    """Every legal action is as likely as any other."""
    return dict.fromkeys(_actions(s), 1)


def _actions(s: State | Strike) -> Actions:
    node: Any = kabula.node(s)
    return tuple(node.actions)


# With a purpose -----------------------------------------------------------------------
def purposeful(s: State | Strike) -> Action:
    """Gathers Tags, items and a Familio, steals the Kabula when strong enough, and fights for it."""
    actions = _actions(s)
    if len(actions) == 1:
        return actions[0]
    if isinstance(s, Strike):
        return in_attack(s, actions)
    if s.strike is not None:
        return in_attack(s.strike, actions)
    if s.todo:
        return midway(s, actions)
    return _familio(s, actions) if is_familio(s.active) else _turn(s, actions)


# A Hero's turn ------------------------------------------------------------------------
def _turn(s: State, actions: Actions) -> Action:
    quick = _free(s, actions)
    if quick is not None:
        return quick
    plans = [*_here(s, actions), *_away(s)]
    here = s.hero.space
    best: tuple[float, Action] = (-1.0, None)
    for plan in plans:
        worth, action = (plan.worth, plan.action) if plan.space == here else _way(s, plan, actions)
        if action is not None and worth > best[0]:
            best = worth, action
    return best[1] if best[1] is not None else _pause(s, actions)


def _free(s: State, actions: Actions) -> Action | None:
    """What costs nothing: cards that were kept, better armour, gear, snacks when they help."""
    seat, h = s.seat, s.hero
    for a in actions:
        match a:
            case UseKept():
                return a
            case Wear():
                worn = max((guess.shield(c) for c in h.worn if c.part == a.card.part), default=0)
                if guess.shield(a.card) > worn:
                    return a
            case Gear() if a.on:
                return a
            case Do() if a.action.type == "snack" and _tasty(s, seat, a.action):
                return a
            case Do() if (
                _aside(a.action) and _deed_worth(s, a.action) > 0 and (not a.action.cost or _tired(s, seat) < 0.3)
            ):
                return a
    return None


def _aside(card: KabulaCard) -> bool:
    """Whether an action is done beside others: it ends no turn, and goes nowhere."""
    return card.type != "snack" and not {v.what for v in verbs(card.id, card.does)} & BUSY


def _tasty(s: State, seat: int, card: KabulaCard) -> bool:
    told = verbs(card.id, card.does)
    if any(v.what == "walk" for v in told):
        return False
    if any(v.what == "rest" for v in told):
        return _tired(s, seat) > 0.6 or guess.moment_worth(s, seat, "snack") > 0.5
    heals = sum(v.n for v in told if v.what == "heal")
    return s.heroes[seat].most - s.heroes[seat].heart >= heals or guess.moment_worth(s, seat, "snack") > 0.5


def _tired(s: State, seat: int) -> float:
    """How much a rest is wanted: the share of Parts that are Used, and Nausea."""
    b = s.heroes[seat].boxes
    fresh = len(b.fresh) + len(b.rage)
    return 1 - fresh / max(1, min(10, len(b))) + 0.1 * s.heroes[seat].nausea


def _rest_worth(s: State) -> float:
    tired, legs = _tired(s, s.seat), s.hero.boxes.fresh.count("legs") + s.hero.boxes.rage.count("legs")
    worth = 1.1 * tired**2 + 0.25 * (legs == 0) * (tired > 0.25)
    return worth + (0.8 * guess.moment_worth(s, s.seat, "rest") if not s.kabula.stolen else 0.0)


def _here(s: State, actions: Actions) -> list[Plan]:
    """What can be done on the spot."""
    here, seat = s.hero.space, s.seat
    plans = [Plan(worth, here, action) for worth, action in blows(s, seat, actions)]
    for a in actions:
        if isinstance(a, UsePin) and not s.kabula.stolen:
            plans.append(Plan(_pin_worth(s, here, a.pin), here, a))
        elif isinstance(a, Do):
            plans.append(Plan(_deed_worth(s, a.action), here, a))
    return [p for p in plans if p.worth > 0]


def _deed_worth(s: State, card: KabulaCard) -> float:
    """What an action that is no attack is worth now."""
    seat, h = s.seat, s.hero
    told = verbs(card.id, card.does)
    what = {v.what for v in told}
    if guess.attack_words(card) or "walk" in what or card.type == "snack" or not told:
        return 0.0
    if "rest" in what:
        heals = sum(v.n for v in told if v.what == "heal")
        missing = h.most - h.heart
        hurry = 0.35 if s.kabula.stolen else 0.14
        rested = _rest_worth(s) if card.kind == "mat" else 1.1 * _tired(s, seat) ** 2
        return rested + hurry * min(missing, heals) if missing >= 3 or card.kind == "mat" else 0.0
    if "travel" in what:
        return 0.8 * guess.moment_worth(s, seat, "travel") - 0.1 * len(card.cost or "") / 6
    if what & {"shop common", "shop rare"}:
        return _shop_worth(s, "shop rare" in what) if not s.kabula.stolen else 0.0
    if "befriend" in what:
        return 1.0 if h.familio is None and wild_here(s, seat) else 0.0
    if what == {"end turn"}:
        return 0.0
    price = 0.12 * len(guess.cost(card.cost))
    return guess.verbs_worth(s, seat, told) - price - 0.05


def _shop_worth(s: State, rare: bool) -> float:
    farz, seat = s.hero.farz, s.seat
    spare = sum(c.price or 0 for c in s.hero.items.kinds if c.price and guess.item_worth(s, seat, c) < 0.1)
    rich = min(15, farz + spare)
    worth = 0.22 * max(0, rich - (6 if rare else 2)) + 0.8 * guess.moment_worth(s, seat, "shop")
    return worth


def _pin_worth(s: State, space: Space, pin: str) -> float:
    """What a Pin is worth to the Hero whose turn it is."""
    seat, h = s.seat, s.hero
    if pin == "encounter":
        more = 0.2 * (encounters_seen(s, seat) - 1)
        return (0.5 if trending(h) else 1.1) + more + guess.moment_worth(s, seat, "encounter")
    if pin == "monster":
        card = spotted(s, space)
        if card is None or h.heart < min(STRONG, h.most) or any(m.space == space for m in s.monsters):
            return 0.0
        might = guess.strength(s, seat, GUARDIAN) + 0.7 * guess.strength(s, FAMILIO + seat, GUARDIAN)
        turns = guess.parts_of(card) / max(0.3, might)
        worth = guess.monster_worth(s, seat, card) + guess.moment_worth(s, seat, "kill")
        return worth * LATER ** (0.5 * turns) + guess.moment_worth(s, seat, "provoke") if _tired(s, seat) < 0.5 else 0.0
    brave = h.heart + (0 if h.nausea == 0 else -2) > (3 if pin.endswith("1") else 4)
    return ((0.75 if pin.endswith("1") else 1.0) + guess.moment_worth(s, seat, "dungeon")) * brave


def _away(s: State) -> list[Plan]:
    """What is worth going to."""
    h, seat, island = s.hero, s.seat, island_of(s.setup)
    if s.kabula.stolen:
        places = [*foes(s, seat), *retreat(s, seat)]
        return [Plan(worth, at) for worth, at in places if at != h.space]
    plans = [Plan(_pin_worth(s, at, pin), at) for at, pin in s.pins if at != h.space]
    plans += [Plan(0.9 * _hunt_worth(s, m), m.space) for m in s.monsters if m.space != h.space]
    plans += [Plan(0.8, island.names[p]) for c in h.kept.kinds if (p := _place(s, c)) and island.names[p] != h.space]
    for city in island.cities:
        if (at := island.names[city]) != h.space:
            worth = max((_deed_worth(s, c) for c in s.setup.owned("city", city)), default=0.0)
            plans.append(Plan(0.9 * worth, at))
    if trending(h) and guess.ready(s, seat) and island.sanctuary is not None and h.space != island.sanctuary:
        plans.append(Plan(4.0, island.sanctuary))
    return [p for p in plans if p.worth > 0.05]


def _place(s: State, card: KabulaCard) -> str:
    told = kept_place(s, card).casefold()
    return next((name for name in island_of(s.setup).names if name.casefold() == told), "")


def _hunt_worth(s: State, m: Any) -> float:
    """What a Wild Monster that runs about is worth."""
    if m.card.kind != "monster" or s.hero.heart < WEAK:
        return 0.0
    return (0.4 + guess.monster_worth(s, s.seat, m.card)) * LATER ** (0.4 * m.heart)


def _way(s: State, plan: Plan, actions: Actions) -> tuple[float, Action]:
    """What a plan elsewhere is worth from here, and the first move on the way there."""
    h, island = s.hero, island_of(s.setup)
    shy = island.sanctuary if not s.kabula.stolen and trending(h) and plan.space != island.sanctuary else None
    ways = guess.ways_to(s.setup.map, plan.space, shy)
    if h.space not in ways:
        return 0.0, None
    far, walks = ways[h.space], _walks(s, actions)
    now = h.steps + sum(n for n, _ in walks)
    turns = 0.0 if far <= now else 0.6 + (far - now) / 5
    worth = plan.worth * LATER**turns * 0.97
    direction, price = guess.next_step(island, ways, h.space)
    if h.steps >= price:
        return worth, next((a for a in actions if isinstance(a, Step) and a.direction == direction), None)
    if now >= price and walks:
        return worth, max(walks, key=lambda w: w[0])[1]
    return 0.0, None


def _walks(s: State, actions: Actions) -> list[tuple[int, Action]]:
    """Walks that can still be paid for: the steps, and the action; for each Part once."""
    found: list[tuple[int, Action]] = []
    legs = s.hero.boxes.fresh.count("legs") + 2 * s.hero.boxes.rage.count("legs")
    more = guess.bonus(s, s.seat, "steps")
    best = max((_steps(a) for a in actions if isinstance(a, Do)), default=0)
    for a in actions:
        if isinstance(a, Do) and (n := _steps(a)):
            times = legs if a.action.cost and n == best else 1 if not a.action.cost else 0
            found += [(n + more, a)] * times
    return found


def _steps(a: Do) -> int:
    return sum(v.n for v in verbs(a.action.id, a.action.does) if v.what == "walk")


def _pause(s: State, actions: Actions) -> Action:
    """Nothing to do: rest if that helps, else wait."""
    rests = [a for a in actions if isinstance(a, Do) and a.action.kind == "mat" and not a.action.cost]
    tired = len(s.hero.boxes.used) > 0 or s.hero.nausea > 0 or len(s.hero.boxes.rage) == 0
    return next((a for a in rests if ("rest" in (a.action.does or "")) == tired), rests[0])


# A Familio's turn ----------------------------------------------------------------------
def _familio(s: State, actions: Actions) -> Action:
    """It fights beside its Hero, and hunts what its Hero hunts."""
    f, pet = s.active, s.hero.familio
    assert pet is not None
    told = blows(s, f, actions)
    if told:
        return max(told, key=lambda t: t[0])[1]
    goals = foes(s, f) if s.kabula.stolen else [(_hunt_worth(s, m), m.space) for m in s.monsters]
    goals = [g for g in goals if g[0] > 0] or [(0.1, s.hero.space)]
    ways = min((guess.ways_to(s.setup.map, at) for _, at in goals), key=lambda w: w.get(pet.space, 99))
    left = ways.get(pet.space, 99)
    heal = [a for a in actions if isinstance(a, Do) and "heal" in (a.action.does or "") and pet.heart < pet.most]
    if heal:
        return heal[0]
    if 0 < left < 99:
        direction, price = guess.next_step(island_of(s.setup), ways, pet.space)
        for a in actions:
            if isinstance(a, Step) and a.direction == direction and pet.steps >= price:
                return a
        walks = [a for a in actions if isinstance(a, Do) and _walks_or_hops(a)]
        if walks and pet.steps < price:
            return walks[0]
    return next(a for a in actions if isinstance(a, EndTurn))


def _walks_or_hops(a: Do) -> bool:
    return any(v.what in ("walk", "hop") for v in verbs(a.action.id, a.action.does))


# In the middle of an action ------------------------------------------------------------
def midway(s: State, actions: Actions) -> Action:
    """What is chosen while an action goes on."""
    f, verb = s.todo[0]
    seat = max(0, seat_of(f))
    if any(isinstance(a, Refresh | Give) for a in actions):
        return _boxes(s, f, actions)
    if any(isinstance(a, Buy | Sell | Leave) for a in actions):
        return _shop(s, seat, actions)
    return max(actions, key=lambda a: _liking(s, f, seat, verb, a))


def _liking(s: State, f: int, seat: int, verb: Verb, a: Action) -> float:
    """How much an answer is liked, among the others there are."""
    match a:
        case Pay():
            worth = guess.part_worth(s, f)
            lost = [*a.payment.fresh, *a.payment.all_the_way, *a.payment.down]
            return -sum(worth[p] for p in lost) - 0.1 * len(a.payment.raging)
        case At():
            return target_worth(s, f, a.figure, verb)
        case To():
            return _city_worth(s, a.city)
        case Choose():
            good = guess.part_worth(s, seat)[a.part] - 0.15 * guess.everything(s.heroes[seat].boxes).count(a.part)
            return good if not a.box else -good - {"used": 0.0, "fresh": 0.2, "rage": 0.4}[a.box]
        case Opt():
            told = verbs(a.option.id, a.option.does)
            return guess.tag_worth(s, seat, a.option.trait or "") + guess.verbs_worth(s, seat, told)
        case Tag():
            return guess.place_worth(s, seat, a.place)
        case Meet():
            return max(_liking(s, f, seat, verb, Opt(o)) for o in s.setup.owned("option", a.card.id))
        case Tame():
            return guess.monster_worth(s, seat, a.card)
        case LetGo():
            return 0.15
        case Hop():
            return 1.0 if a.seat == seat else 0.0
        case Befriend():
            return float(the(s, a.number).heart)
        case Order():
            return -2.0 if seat_of(a.figure) == seat else 1.0 if a.figure == s.kabula.owner else 0.0
        case Recharge() | Take():
            return part_liking(guess.part_worth(s, f if 0 <= f < GUARDIAN else 0), a)
    return 0.0


def _city_worth(s: State, city: str) -> float:
    at = island_of(s.setup).names[city]
    plans = [p for p in _away(s) if p.space != s.hero.space]
    near = max((p.worth * LATER ** (guess.ways_to(s.setup.map, p.space).get(at, 20) / 5) for p in plans), default=0.0)
    return near + max((_deed_worth(s, c) for c in s.setup.owned("city", city)), default=0.0) / 2


def _boxes(s: State, f: int, actions: Actions) -> Action:
    """Parts for Fresh boxes: the Hero leaves the Familio what it needs, the Familio takes that."""
    h = s.heroes[seat_of(f)]
    if any(isinstance(a, Give) for a in actions):
        needs, pet = guess.part_worth(s, FAMILIO + seat_of(f)), boxes_of(s, FAMILIO + seat_of(f)).fresh
        fit = [a for a in actions if isinstance(a, Give) and (a.box == "used" or len(h.boxes.used) == 0)]
        good = [a for a in fit if needs[a.part] >= 0.5 and pet.count(a.part) < 2]
        stop = next(a for a in actions if isinstance(a, LetGo))
        return good[0] if good else fit[0] if fit and len(pet) < 3 else stop
    n = 10 if f < FAMILIO else 5
    total = len(h.boxes.used) + len(boxes_of(s, f).fresh)
    if h.familio is not None and f < FAMILIO:
        n = max(6, min(10, total - 4))
    aim, has = guess.wanted(s, f, n), boxes_of(s, f).fresh
    for part in PARTS:
        for a in actions:
            if isinstance(a, Refresh) and a.part == part and aim.count(part) > has.count(part):
                return a
    stops = [a for a in actions if isinstance(a, LetGo)]
    return stops[0] if stops else actions[0]


def _shop(s: State, seat: int, actions: Actions) -> Action:
    """Buys what is worth its price, and sells what is worth nothing to this Hero."""
    buys = [(guess.item_worth(s, seat, a.card), a) for a in actions if isinstance(a, Buy)]
    good = [(worth - 0.1 * (a.card.price or 0), i, a) for i, (worth, a) in enumerate(buys) if worth > 0.3]
    if good and max(good)[0] > 0:
        return max(good)[2]
    for a in actions:
        if isinstance(a, Sell) and s.heroes[seat].farz < 12 and guess.item_worth(s, seat, a.card) < 0.1:
            return a
    return next(a for a in actions if isinstance(a, Leave))


POLICIES: dict[str, Policy] = {"random": at_random, "purposeful": purposeful}

__all__ = ["POLICIES", "Boost", "Policy", "at_random", "purposeful"]
