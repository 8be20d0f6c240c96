"""Voyages of Pirate Tales, answered fast. The slow twin is the walk of ``rulebooks.pirate_tales``.

Values, the whole distribution of ``Voyage(success, cards_done, dice_left, doubloons)`` and advice are the walk's,
fraction for fraction (``tests/test_pirate_tales_fast.py``). What makes it fast, with the proofs:

*More is never worse.* Let a die be added to the free ones, or turned to a higher face, or a card be added to the
hand. Whatever the captain would have done without, she can still do: she treats the die as if it showed its old
face, and leaves what is added alone; where a higher face makes another die or a card of a placing spare (6.9), that
one stays with her and is left alone too. Rolled again, the die's face is the same chance as before. A kraken takes at
most one die more than it did, and that can be the die added. So success and doubloons are the same in every course
of events, and no fewer dice are left: the goal's terms, compared one after the other, are not worse.

*Which dice to roll again.* Of one colour, the lower faces: what is kept is then never worse, die by die. And every
die that shows its colour's least face: after the roll it shows no less. And none that shows the greatest: after the
roll it shows no more. So a choice is one number for each colour.

*Which die to set aside.* Of one colour the lowest face, for what is left is then never worse, die by die.

*Which dice to place.* If each die that only the first of two placings uses is matched with a die that only the second
uses, no lower in face and of a colour that rolls each number or more at least as often, then the first leaves no less:
throw by throw, the better colour's die can be paired with a result no lower. So the second is left out.

*One numbering.* The lie that shows the least face u times also stands for u dice in the hand that rolls, so a re-roll
is one small matrix for each colour, applied to flat lists (``dice_lattice``).

*Whole numbers.* All values share one denominator, and the terms of a goal are packed into one number, the first in the
highest place (``pirate_voyages``). For the distribution, masses are passed on from the start; among equal actions the
first in the order of ``candidates`` is taken (``pirate_outcomes``).

An advice asks the same tables for the state after each action; the tables of the last voyages are kept.

Doubloons that were gained only shift a value; how many there are is told apart only where the captain may have to pay
more than she has. The walk itself answers where an effect's symbols stand in an order that matters ("set aside" before
"roll again" or before a die), where the island's own symbol makes her pay, and where cards that were played may be
drawn again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from math import factorial, prod
from operator import mul
from typing import Any

from rulebooks.core import odds, room
from rulebooks.core.graph import Goal, Graph, Stopped, TooLarge, collector_paused
from rulebooks.core.odds import CHEAPER, Advice, Row
from rulebooks.core.result import How, Odds
from rulebooks.fast.dice_lattice import lattice
from rulebooks.fast.pirate_outcomes import Outcomes
from rulebooks.fast.pirate_voyages import DICE, Ops, Solver, needs
from rulebooks.pirate_tales import sailing
from rulebooks.pirate_tales.contents import COLOURS, symbols
from rulebooks.pirate_tales.course import Sailing
from rulebooks.pirate_tales.questions import named_goal

LIMIT = room.states(2_000_000)  # lies valued, a few hundred bytes each
KEPT = 4  # voyages
ORDERS = {"success": ("success", "doubloons", "dice"), "doubloons": ("doubloons", "success", "dice")}


_kept: OrderedDict[str, Solver] = OrderedDict()  # the last voyages, by goal and number


def holds(v: Sailing, goal: Goal) -> bool:
    """Whether the steps above are exact here."""
    if goal.name not in ORDERS or goal is not named_goal(goal.name) or _out_of_order(v):
        return False
    last = [what for way in symbols(v.course.stops[-1].reward) for what, _ in way]
    return not needs(v).again and "pay" not in last


def _out_of_order(v: Sailing) -> bool:
    """Whether dice are swept away or won behind a symbol that counts dice: the rules apply the last one first."""
    texts = {c.reward for c in (*v.hand.kinds, *v.deck.kinds, *v.discard.kinds)} | {f.text for f in v.pending}
    texts |= {text for stop in v.course.stops for text in (stop.reward, stop.effect)}
    for way in (way for text in texts for way in symbols(text)):
        names = [what for what, _ in way]
        if names.count("roll again") > 1:
            return True
        if "set aside" in names and {"roll again", *DICE} & {*names[names.index("set aside") :]}:
            return True
    return False


def voyage_odds(
    v: Sailing,
    goal: Goal,
    limit: int = LIMIT,
    progress: Callable[[str], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Odds:
    """The odds of Voyage(success, cards_done, dice_left, doubloons) under best play for a goal of ``GOALS``.

    TooLarge beyond the limit; ``progress`` and ``stop`` as for ``odds.graph``.
    """
    ops = duties(v) if holds(v, goal) and not v.ended else None
    if ops is None:
        import rulebooks.pirate_tales as pirate_tales

        walk: dict[str, Any] = {"limit": min(limit, odds.LIMIT), "progress": progress, "stop": stop}
        return odds.best(pirate_tales, v, goal, sailing.finished, **walk)
    with collector_paused():
        tables = solver(v, goal, limit, progress, stop)
        composition, place = lie(tables, v)
        with whole(tables):
            ends = Outcomes(tables).of(tables.layer(v), ops, composition, place, sailing.finished(v).doubloons)
        return Odds(ends, How("exact", f"best play for “{goal.name}”", states=tables.states))


def advice(v: Sailing, goal: Goal, limit: int = LIMIT) -> Advice:
    """Each legal action with the exact values of its goal's terms, best first. TooLarge beyond the limit."""
    if not holds(v, goal):
        import rulebooks.pirate_tales as pirate_tales

        return odds.advice_of(Graph(pirate_tales, v, limit=max(1, limit // CHEAPER)).solve(goal), v)
    node: Any = sailing.node(v)
    with collector_paused():
        tables = solver(v, goal, min(limit, LIMIT))
        with whole(tables):
            packed = [value(tables, sailing.step(v, action)) for action in node.actions]
    top = max(packed)
    rows = [Row(a, tables.fractions(p), p == top) for a, p in zip(node.actions, packed, strict=True)]
    rows.sort(key=lambda r: r.values, reverse=True)
    return Advice(goal, tuple(rows), How("exact", f"best play for “{goal.name}”", states=tables.states))


def solver(
    v: Sailing,
    goal: Goal,
    limit: int,
    progress: Callable[[str], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solver:
    """The tables for a voyage: those of the same voyage, if it was asked about before, or new ones."""
    for name, tables in reversed(_kept.items()):
        if name.startswith(goal.name) and tables.covers(v):
            _kept.move_to_end(name)
            tables.limit, tables.progress, tables.stop = limit, progress, stop
            return tables
    tables = Solver(v, ORDERS[goal.name], limit, progress, stop)
    _kept[f"{goal.name} {id(tables)}"] = tables
    while len(_kept) > 1 and (len(_kept) > KEPT or sum(t.states for t in _kept.values()) > LIMIT):
        _kept.popitem(last=False)
    return tables


@contextmanager
def whole(tables: Solver) -> Iterator[None]:
    """Tables that are too large, or were stopped, are not kept."""
    try:
        yield
    except (TooLarge, Stopped):
        for name in [name for name, kept in _kept.items() if kept is tables]:
            del _kept[name]
        raise


def forget() -> None:
    """Forget the tables of the last voyages, and the maps of their dice."""
    _kept.clear()
    lattice.cache_clear()


def value(tables: Solver, v: Sailing) -> int:
    """The packed value of any state of a voyage, all doubloons so far included."""
    coins = sailing.finished(v).doubloons * tables.unit["doubloons"]
    if v.ended:
        success = tables.unit["success"] if v.ended == "success" else 0
        return coins + success + len(v.free) * tables.unit["dice"]
    frame = v.pending[-1] if v.pending else None
    if frame is not None and frame.kind == "re-roll" and (frame.dice or frame.must):
        return coins + _in_hand(tables, v)
    if frame is not None and frame.kind == "roll" and len(v.free) + len(v.pending) > 1:
        return coins + _thrown(tables, v)
    ops = duties(v)
    if ops is None:  # dice that are still to be rolled for the first time are set aside
        node: Any = sailing.node(v)
        return max(value(tables, sailing.step(v, action)) for action in node.actions)
    composition, place = lie(tables, v)
    return coins + tables.known(tables.layer(v), ops, composition)[tables.dice.blocks[composition].base + place]


def _in_hand(tables: Solver, v: Sailing) -> int:
    """The value while dice are taken into the hand that rolls: they stand for dice that show the least face."""
    frame, below = v.pending[-1], replace(v, pending=v.pending[:-1])
    layer, ops = tables.layer(v), duties(below) or ()
    composition, place = lie(tables, v, [*frame.dice])
    block = tables.dice.blocks[composition]
    if not frame.dice:
        return Outcomes(tables).must(layer, block, place)
    return tables.rerolled(layer, ops, composition)[block.base + place]


def _thrown(tables: Solver, v: Sailing) -> int:
    """The value before a roll: the mean over what the dice may show."""
    frame, layer = v.pending[-1], tables.layer(v)
    ops = duties(replace(v, pending=v.pending[:-1]))
    if ops is None:
        node: Any = sailing.node(v)
        total = sum(w * value(tables, sailing.step(v, move)) for move, w in node.outcomes.items())
        return total // sum(node.outcomes.values()) - sailing.finished(v).doubloons * tables.unit["doubloons"]
    parts, composition = [], []
    for name, colour in zip(COLOURS, tables.dice.colours, strict=True):
        shown = [d.skulls for d in v.free if d.colour == name]
        kept, n = tuple(map(shown.count, colour.faces)), frame.dice.count(name)
        composition.append(len(shown) + n)
        part = []
        for fallen in colour.lies(n):
            ways = factorial(n) // prod(map(factorial, fallen))
            weight = ways * prod(w**k for w, k in zip(colour.weights, fallen, strict=True))
            part.append((colour.index(tuple(a + b for a, b in zip(kept, fallen, strict=True))), weight))
        parts.append(part)
    block = tables.dice.blocks[tuple(composition)]
    known = tables.known(layer, ops, block.composition)
    total = sum(
        prod(w for _, w in found) * known[block.base + sum(map(mul, (i for i, _ in found), block.strides))]
        for found in product(*parts)
    )
    return total // prod(c.total ** frame.dice.count(n) for n, c in zip(COLOURS, tables.dice.colours, strict=True))


def lie(tables: Solver, v: Sailing, least: list[str] | None = None) -> tuple[tuple[int, ...], int]:
    """The composition of the free dice, and their lie's place in it; with dice added that show their least face."""
    counts = []
    for name, colour in zip(COLOURS, tables.dice.colours, strict=True):
        shown = [d.skulls for d in v.free if d.colour == name]
        shown += [colour.faces[0]] * (least or []).count(name)
        counts.append(tuple(map(shown.count, colour.faces)))
    composition = tuple(map(sum, counts))
    return composition, tables.dice.lie(composition, counts) - tables.dice.blocks[composition].base


def duties(v: Sailing) -> Ops | None:
    """What is pending, the first first; None where the dice in hand or still unrolled are part of a choice."""
    ops: list[Any] = []
    for at, frame in enumerate(reversed(v.pending)):
        match frame.kind:
            case "roll":
                ops += [("roll", COLOURS.index(c)) for c in frame.dice]
            case "re-roll":
                if frame.dice or frame.must or (not v.free and at + 1 < len(v.pending)):
                    return None
                ops.append(("re-roll",))
            case "set aside":
                if not v.free and v.pending[0].kind == "roll":
                    return None
                ops.append(("set aside", frame.n))
            case "draw":
                ops.append(("draw", frame.n))
            case "reward":
                ops.append(("apply", symbols(frame.text)))
            case "kraken":
                ops.append(("apply", symbols(frame.text)[:1]))
    return tuple(ops)


__all__ = ["LIMIT", "advice", "forget", "holds", "value", "voyage_odds"]
