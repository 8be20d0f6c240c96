"""Pirate Tales 6: the voyage: rolling, re-rolling, placing dice, hand cards, rewards.

A voyage is a state of its own (``Sailing``), whether a table holds it or odds walk it:
``node``, ``step`` and ``candidates`` at the end of this chapter play it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

from rulebooks.core.chance import Bag, Weights, deal, roll
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import allowed, require
from rulebooks.pirate_tales.book import rule
from rulebooks.pirate_tales.contents import COLOURS, PirateCard, Symbol, symbols
from rulebooks.pirate_tales.course import (
    NONE,
    Choose,
    Course,
    Dice,
    Die,
    Frame,
    Gained,
    GiveUp,
    Lose,
    Place,
    Play,
    Roll,
    Sailing,
    SetAside,
    Stop,
    Take,
    Voyage,
    one_less,
)

FEW = 2000  # outcomes; where a roll could bring more, it is told colour by colour


# 6A  Rolling and re-rolling --------------------------------------------------------------
@rule("6.1", "Roll")
def rolled(v: Sailing, dice: Bag[Die]) -> Sailing:
    """Dice that are rolled lie free, with their skulls on top; a die without a skull is a failure."""
    frame = v.pending[-1]
    left = frame.dice - Bag([d.colour for d in dice])
    rest = (*v.pending[:-1], Frame("roll", dice=left)) if left else v.pending[:-1]
    return replace(v, free=v.free + dice, pending=rest)


@rule("6.2", "Set aside to re-roll")
def set_aside(v: Sailing, die: Die) -> Sailing:
    """At any time, set one free die aside, success or not, and roll any number of the other free dice again."""
    v = replace(v, free=v.free.take(die), aside=v.aside.add(die.colour))
    return due(v, Frame("re-roll", must=True))


@rule("6.3", "Another die to roll")
def other_die(v: Sailing) -> bool:
    """A die is set aside in order to re-roll others, so there must be another free one (PR-6)."""
    return len(v.free) > 1


@rule("6.4", "Take dice to re-roll")
def take(v: Sailing, die: Die) -> Sailing:
    """Any number of free dice are rolled again, together."""
    frame = v.pending[-1]
    taken = Frame("re-roll", dice=frame.dice.add(die.colour), must=frame.must)
    return replace(v, free=v.free.take(die), pending=(*v.pending[:-1], taken))


@rule("6.5", "One at least", kind="house")
def some_taken(v: Sailing) -> bool:
    """After setting a die aside at least one other is rolled (PR-6); a re-roll from a symbol may be left."""
    frame = v.pending[-1]
    return bool(frame.dice) or not frame.must


def roll_taken(v: Sailing) -> Sailing:
    """The dice in hand are rolled, if there are any."""
    dice = v.pending[-1].dice
    v = replace(v, pending=v.pending[:-1])
    return due(v, Frame("roll", dice=dice)) if dice else v


# 6B  Placing dice ------------------------------------------------------------------------
@rule("6.6", "Fulfil the next card")
def place(v: Sailing, action: Place) -> Sailing:
    """Dice with successes, and skulls of hand cards, go under the next card on the left; surplus skulls are lost."""
    placed = v.placed + Bag([d.colour for d in action.dice])
    v = replace(v, free=v.free - action.dice, placed=placed)
    v = after_use(v, action.cards) if action.cards else v
    stop = v.course.stops[v.done]
    v = replace(v, done=v.done + 1, filled=(*v.filled, v.done + 1))
    return reward(arrive(v), stop.reward)


@rule("6.7", "Enough successes")
def enough(v: Sailing, action: Place) -> bool:
    """A card is fulfilled at one go, by as many successes as it asks for (PR-11)."""
    return action.skulls >= (v.course.stops[v.done].need or 0)


@rule("6.8", "At least one die")
def with_a_die(v: Sailing, action: Place) -> bool:
    """Under each card, the island too, lies at least one die that shows a success; cards alone do not do (PR-10)."""
    return bool(action.dice) and all(d.skulls for d in action.dice)


@rule("6.9", "Nothing to spare", kind="house")
def all_needed(v: Sailing, action: Place) -> bool:
    """No die and no hand card is placed that the card does not need: more are added only if more are needed."""
    need, skulls = v.course.stops[v.done].need or 0, action.skulls
    spare = [d.skulls for d in action.dice.kinds] if len(action.dice) > 1 else []
    spare += [c.flag or 0 for c in action.cards.kinds]
    return not any(skulls - n >= need for n in spare)


@rule("6.10", "The reward at once")
def reward(v: Sailing, text: str) -> Sailing:
    """A fulfilled card gives the symbol at its top right at once; of alternatives one chooses (PR-14)."""
    ways = symbols(text)
    if len(ways) > 1:
        return due(v, Frame("reward", text=text))
    return apply(v, ways[0]) if ways else v


@rule("6.11", "Turn back")
def turn_back(v: Sailing) -> Sailing:
    """A voyage that cannot or need not be ended is a failure, even if one could go on (PR-12)."""
    return replace(v, ended="failure")


def arrive(v: Sailing) -> Sailing:
    """The next card to be tried: covered ones are passed, and the island's end is the voyage's."""
    if v.done == len(v.course.stops):
        return replace(v, ended="success")
    stop = v.course.stops[v.done]
    return pass_kraken(v, stop) if stop.need is None else v


@rule("5.3", "A covered card is passed")
def pass_kraken(v: Sailing, stop: Stop) -> Sailing:
    """Under a kraken no success is asked for, nothing is paid, and no die lies there; ON REACHING acts now."""
    v = replace(v, done=v.done + 1)
    return arrive(due(v, Frame("kraken", text=stop.effect)) if stop.effect else v)


# Hand cards --------------------------------------------------------------------------------
@rule("6.12", "Play a hand card for its symbol")
def play(v: Sailing, action: Play) -> Sailing:
    """A hand card gives its skulls or its symbol, not both; then it is discarded."""
    gained = apply(v, symbols(action.card.reward)[action.way])
    return after_use(gained, Bag([action.card]))


@rule("6.12a", "After use")
def after_use(v: Sailing, cards: Bag[PirateCard]) -> Sailing:
    """Hand cards that were played are discarded on the spot."""
    v = replace(v, hand=v.hand - cards)
    back = Bag({c: n for c, n in cards.counts.items() if v.course.piles and c.kind == "adventure"})
    return replace(v, discard=v.discard + back, used=v.used + (cards - back))


# Symbols -------------------------------------------------------------------------------------
def apply(v: Sailing, way: tuple[Symbol, ...]) -> Sailing:
    """The symbols, one after the other; what needs a choice or a roll is pending, the first on top."""
    for what, n in reversed(way):
        v = apply_one(v, what, n)
    return v


def apply_one(v: Sailing, what: str, n: int) -> Sailing:
    """One symbol."""
    match what:
        case "white die" | "red die" | "black die":
            return win_die(v, what.removesuffix(" die"))
        case "re-roll":
            return free_reroll(v)
        case "roll again":
            return roll_all_again(v)
        case "draw":
            return draw_cards(v, n)
        case "set aside":
            return must_set_aside(v, n)
        case "ship" | "ship back":
            return sail_on(v, n if what == "ship" else -n)
        case "doubloon" | "pay":
            return coins(v, n if what == "doubloon" else -n)
        case "blue gem" | "red gem":
            return gem(v, what.removesuffix(" gem"))
    return v


@rule("8.1", "Win a die")
def win_die(v: Sailing, colour: str) -> Sailing:
    """A white or red die is won and rolled at once; it is a free die. A colour that is sold out gives nothing."""
    at = COLOURS.index(colour)
    if v.supply is not None:
        if not v.supply[at]:
            return v
        v = replace(v, supply=one_less(v.supply, at))
    return due(v, Frame("roll", dice=Bag([colour])))


@rule("8.2", "Re-roll")
def free_reroll(v: Sailing) -> Sailing:
    """The re-roll symbol rolls any number of free dice again, and none is set aside for it (PR-13)."""
    return due(v, Frame("re-roll"))


@rule("8.3", "Draw Adventure cards")
def draw_cards(v: Sailing, n: int) -> Sailing:
    """So many Adventure cards are drawn into the hand; an empty deck is shuffled anew (PR-46)."""
    return due(v, Frame("draw", n)) if v.deck or v.discard else v


@rule("8.4", "Sail on")
def sail_on(v: Sailing, n: int) -> Sailing:
    """The ship moves that many spaces; a ship symbol without a number moves it 1."""
    return replace(v, gained=replace(v.gained, ship=v.gained.ship + n))


@rule("8.5", "Doubloons")
def coins(v: Sailing, n: int) -> Sailing:
    """So many doubloons are gained, or paid as far as they go."""
    return replace(v, gained=replace(v.gained, doubloons=max(-v.course.purse, v.gained.doubloons + n)))


@rule("8.6", "Gems")
def gem(v: Sailing, colour: str) -> Sailing:
    """A blue gem is worth 5 doubloons, a red one 10."""
    n = getattr(v.gained, colour) + 1
    return replace(v, gained=replace(v.gained, **{colour: n}))


@rule("5.4", "Krakens that take dice", kind="house")
def must_set_aside(v: Sailing, n: int) -> Sailing:
    """Our krakens may make the captain set dice aside, of those that are left; she chooses which."""
    there = len(v.free) + len(unrolled(v))
    return due(v, Frame("set aside", min(n, there))) if there else v


@rule("5.5", "Krakens that stir the dice", kind="house")
def roll_all_again(v: Sailing) -> Sailing:
    """Our krakens may make the captain roll all free dice again."""
    dice = Bag([d.colour for d in v.free])
    return due(replace(v, free=Bag()), Frame("roll", dice=dice)) if dice else v


def lose_die(v: Sailing, die: Die | str) -> Sailing:
    """The die goes aside, from the free ones or from those that are still to be rolled."""
    frame = v.pending[-1]
    rest = (*v.pending[:-1], Frame("set aside", frame.n - 1)) if frame.n > 1 else v.pending[:-1]
    if isinstance(die, Die):
        return replace(v, free=v.free.take(die), aside=v.aside.add(die.colour), pending=rest)
    first, *others = rest
    left = Frame("roll", dice=first.dice.take(die))
    return replace(v, aside=v.aside.add(die), pending=(left, *others) if left.dice else tuple(others))


def due(v: Sailing, *frames: Frame) -> Sailing:
    """The voyage with something more to be finished, the last named first."""
    return replace(v, pending=(*v.pending, *frames))


# A voyage, assembled ---------------------------------------------------------------------------
CHECKS: Mapping[Any, Any] = {
    Place: (with_a_die, enough, all_needed),
    SetAside: (other_die,),
    Roll: (some_taken,),
}


def set_sail(
    course: Course,
    pool: Bag[str],
    hand: Bag[PirateCard] = NONE,
    deck: Bag[PirateCard] = NONE,
    discard: Bag[PirateCard] = NONE,
    supply: Dice | None = None,
) -> Sailing:
    """A voyage just before its first roll; a kraken on its first space acts after that roll."""
    v = arrive(Sailing(course, Bag(), Bag(), Bag(), 0, (), hand, deck, discard, NONE, supply, Gained(), ()))
    return due(v, Frame("roll", dice=pool)) if pool else settled(v)


def settled(v: Sailing) -> Sailing:
    """The voyage once a kraken that waited for what came first has acted, and what has nothing to act on is gone."""
    while v.pending and not v.ended:
        frame, rest = v.pending[-1], replace(v, pending=v.pending[:-1])
        if frame.kind == "kraken":
            v = reach(rest, frame.text)
        elif idle(v, frame):
            v = rest
        else:
            break
    return v


def idle(v: Sailing, frame: Frame) -> bool:
    """Whether nothing is left to re-roll, to draw or to set aside."""
    match frame.kind:
        case "re-roll":
            return not v.free and not frame.dice
        case "draw":
            return not v.deck and not v.discard
        case "set aside":
            return not v.free and not unrolled(v)
    return False


def unrolled(v: Sailing) -> Bag[str]:
    """The pool's dice before their first roll: a kraken on reveal acts on these."""
    return v.pending[0].dice if v.pending and v.pending[0].kind == "roll" and not v.free else Bag()


@rule("5.2", "ON REACHING")
def reach(v: Sailing, effect: str) -> Sailing:
    """Such a kraken acts when every card on its left is done, and what these gave is finished."""
    return apply(v, symbols(effect)[0])


@rule("5.1", "ON REVEAL")
def reveal(v: Sailing, effect: str) -> Sailing:
    """Such a kraken acts as soon as it is turned over, before the dice are rolled."""
    return apply(v, symbols(effect)[0])


def node(v: Sailing) -> Node:
    """What happens next in a voyage."""
    if v.ended:
        return Terminal((int(v.ended == "success"),), "6.6" if v.ended == "success" else "6.11")
    if v.pending:
        frame = v.pending[-1]
        if frame.kind == "roll":
            return Chance(f"the {rolling(v)} dice", throw(v.course, to_roll(v)))
        if frame.kind == "draw":
            return Chance("an Adventure card", deal(v.deck or v.discard))
    return Decision(0, tuple(c for c in candidates(v) if allowed(CHECKS, v, c)))


def to_roll(v: Sailing) -> Bag[str]:
    """The colours rolled now: all that are due, or one colour where that would be too many outcomes."""
    dice = v.pending[-1].dice
    count = 1
    for colour, n in dice.counts.items():
        kinds = len(set(dict(v.course.faces)[colour]))
        count *= comb(n + kinds - 1, n)
    first = dice.kinds[0]
    return dice if count <= FEW else Bag({first: dice.count(first)})


def rolling(v: Sailing) -> str:
    """The colours rolled now, for the reader."""
    return " and ".join(f"{n} {colour}" for colour, n in to_roll(v).counts.items())


@lru_cache(maxsize=4096)
def throw(course: Course, dice: Bag[str]) -> Weights:
    """The outcomes of a roll: Bags of dice."""
    each = [course.die(colour) for colour in dice]
    rolls = roll(*each)
    return rolls if len(each) > 1 else {Bag([die]): w for die, w in rolls.items()}


def candidates(v: Sailing) -> tuple[Any, ...]:
    """Every action the rulebook speaks of in a voyage, legal or not."""
    if v.ended:
        return ()
    if not v.pending:
        plays = (Play(c, way) for c in v.hand.kinds for way in range(len(symbols(c.reward))))
        return (*placings(v), *(SetAside(d) for d in v.free.kinds), *plays, GiveUp())
    frame = v.pending[-1]
    match frame.kind:
        case "re-roll":
            return (*(Take(d) for d in v.free.kinds), Roll())
        case "reward":
            return tuple(Choose(frame.text, way) for way in range(len(symbols(frame.text))))
        case "set aside":
            return (*(Lose(d) for d in v.free.kinds), *(Lose(c) for c in unrolled(v).kinds))
    return ()


def placings(v: Sailing) -> Iterator[Place]:
    """Every set of dice and hand cards that fulfils the next card with nothing to spare; if none, one that fails."""
    need = v.course.stops[v.done].need or 0
    found = ways_to_fill(tuple((d, n) for d, n in v.free.counts.items() if d.skulls), v.hand, need)
    if found:
        yield from found
    elif v.free:
        yield Place(Bag([d for d in v.free if d.skulls]) or Bag([min(v.free)]), NONE)


@lru_cache(maxsize=65536)
def ways_to_fill(dice: tuple[tuple[Die, int], ...], hand: Bag[PirateCard], need: int) -> tuple[Place, ...]:
    """The placements that fulfil a card with nothing to spare, in a stable order: few dice first."""
    cards = [(c, n) for c, n in hand.counts.items() if c.flag]
    out: list[Place] = []
    for counts in product(*(range(n + 1) for _, n in dice)):
        skulls = sum(d.skulls * k for (d, _), k in zip(dice, counts, strict=True))
        if not any(counts):
            continue
        least = min(d.skulls for (d, _), k in zip(dice, counts, strict=True) if k)
        if sum(counts) > 1 and skulls - least >= need:
            continue  # a die too many
        laid = Bag({d: k for (d, _), k in zip(dice, counts, strict=True)})
        if skulls >= need:
            out.append(Place(laid, NONE))
            continue
        for played in product(*(range(n + 1) for _, n in cards)):
            more = [c for (c, _), k in zip(cards, played, strict=True) for _ in range(k)]
            total = skulls + sum(c.flag or 0 for c in more)
            spare = min([*(c.flag or 0 for c in more), *([least] if sum(counts) > 1 else [])], default=0)
            if more and total >= need > total - spare:
                out.append(Place(laid, Bag(more)))
    out.sort(key=lambda p: (len(p.cards), len(p.dice), p.skulls))
    return tuple(out)


def step(v: Sailing, move: Any) -> Sailing:
    """The voyage after a roll, a card drawn, or an action."""
    if v.ended:
        raise IllegalMove(move, None, "the voyage is over")
    return settled(moved(v, move))


def moved(v: Sailing, move: Any) -> Sailing:
    """The voyage right after a move."""
    kind = v.pending[-1].kind if v.pending else ""
    if kind in ("roll", "draw"):
        return by_chance(v, move, kind)
    if not isinstance(move, Place) and not any(move is c for c in candidates(v)):  # actions are interned
        raise IllegalMove(move, None, f"it is no move here ({kind or 'during the voyage'})")
    if isinstance(move, Place) and (kind or not within(v, move)):
        raise IllegalMove(move, None, "these dice and cards are not there to be placed")
    require(CHECKS, v, move)
    match move:
        case Place():
            return place(v, move)
        case SetAside():
            return set_aside(v, move.die)
        case Take():
            return take(v, move.die)
        case Roll():
            return roll_taken(v)
        case Play():
            return play(v, move)
        case Lose():
            return lose_die(v, move.die)
        case Choose():
            return apply(replace(v, pending=v.pending[:-1]), symbols(move.text)[move.way])
    return turn_back(v)


def within(v: Sailing, action: Place) -> bool:
    """Whether the dice lie free and the cards are in hand."""
    dice = all(v.free.count(d) >= n for d, n in action.dice.counts.items())
    return dice and all(v.hand.count(c) >= n for c, n in action.cards.counts.items())


def by_chance(v: Sailing, move: Any, kind: str) -> Sailing:
    """The voyage after what nature chose."""
    if kind == "draw":
        source = v.deck or v.discard
        if move not in source:
            raise IllegalMove(move, None, "an Adventure card is drawn now")
        return drawn(v, move)
    if not isinstance(move, Bag) or move not in throw(v.course, to_roll(v)):
        raise IllegalMove(move, None, f"the {rolling(v)} dice are rolled now")
    return rolled(v, move)


@rule("8.3a", "An Adventure card drawn", kind="house")
def drawn(v: Sailing, card: PirateCard) -> Sailing:
    """It goes to the hand; when the deck is empty, its discard pile is shuffled into a new one (PR-46)."""
    deck, discard = (v.deck, v.discard) if v.deck else (v.discard, NONE)
    frame = v.pending[-1]
    more = frame.n > 1 and (len(deck) > 1 or bool(discard))
    rest = (*v.pending[:-1], Frame("draw", frame.n - 1)) if more else v.pending[:-1]
    return replace(v, deck=deck.take(card), discard=discard, hand=v.hand.add(card), pending=rest)


def finished(v: Sailing) -> Voyage:
    """How a finished voyage ended."""
    return Voyage(v.ended == "success", v.done, len(v.free), v.gained.doubloons + v.setup.paid_over(v.filled))
