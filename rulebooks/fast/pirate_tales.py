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
die that shows its colour's least face: after the roll it shows no less. So a choice is one number for each colour.

*Which die to set aside.* Of one colour the lowest face, for what is left is then never worse, die by die.

*Which dice to place.* If each die that only the first of two placings uses is matched with a die that only the second
uses, no lower in face and of a colour that rolls each number or more at least as often, then the first leaves no less:
throw by throw, the better colour's die can be paired with a result no lower. So the second is left out.

*One numbering.* The lie that shows the least face u times also stands for u dice in the hand that rolls, so a re-roll
is one small matrix for each colour, applied to flat lists (``dice_lattice``).

*Whole numbers.* All values share one denominator, and the terms of a goal are packed into one number, the first in the
highest place (``pirate_voyages``). For the distribution, masses are passed on from the start; among equal actions the
first in the order of ``candidates`` is taken (``pirate_outcomes``).

Doubloons that were gained only shift a value, unless a symbol makes the captain pay more than she may have: then, and
where an effect's symbols stand in an order that matters ("set aside" before "roll again"), the walk itself answers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulebooks.core import odds
from rulebooks.core.graph import Goal, collector_paused
from rulebooks.core.result import How, Odds
from rulebooks.fast.pirate_outcomes import Outcomes
from rulebooks.fast.pirate_voyages import Layer, Ops, Solver, needs
from rulebooks.pirate_tales import sailing
from rulebooks.pirate_tales.contents import COLOURS, symbols
from rulebooks.pirate_tales.course import Sailing
from rulebooks.pirate_tales.questions import named_goal

LIMIT = 2_000_000  # lies valued, a few hundred bytes each
ORDERS = {"success": ("success", "doubloons", "dice"), "doubloons": ("doubloons", "success", "dice")}


def holds(v: Sailing, goal: Goal) -> bool:
    """Whether the steps above are exact here."""
    known = goal.name in ORDERS and goal is named_goal(goal.name)
    return known and v.course.purse + v.gained.doubloons >= needs(v).pays and not _out_of_order(v)


def _out_of_order(v: Sailing) -> bool:
    """Whether symbols that sweep the dice away follow others that count them."""
    texts = {c.reward for c in (*v.hand.kinds, *v.deck.kinds, *v.discard.kinds)} | {f.text for f in v.pending}
    texts |= {text for stop in v.course.stops for text in (stop.reward, stop.effect)}
    for way in (way for text in texts for way in symbols(text)):
        names = [what for what, _ in way]
        if "roll again" in names and "set aside" in names[: names.index("roll again")]:
            return True
        if names.count("roll again") > 1:
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
    how = f"best play for “{goal.name}”"
    start = duties(v) if holds(v, goal) and not v.ended else None
    if start is None:
        import rulebooks.pirate_tales as pirate_tales

        return odds.best(pirate_tales, v, goal, sailing.finished, limit=limit, progress=progress, stop=stop)
    with collector_paused():
        solver = Solver(v, ORDERS[goal.name], limit, progress, stop)
        layer, ops = solver.layer(v), start
        composition, place = lie(solver, v)
        ends = Outcomes(solver).of(layer, ops, composition, place, sailing.finished(v).doubloons)
        return Odds(ends, How("exact", how, states=solver.states))


def lie(solver: Solver, v: Sailing) -> tuple[tuple[int, ...], int]:
    """The composition of the free dice, and their lie's place in it."""
    counts = []
    for name, colour in zip(COLOURS, solver.dice.colours, strict=True):
        shown = [d.skulls for d in v.free if d.colour == name]
        counts.append(tuple(map(shown.count, colour.faces)))
    composition = tuple(map(sum, counts))
    return composition, solver.dice.lie(composition, counts) - solver.dice.blocks[composition].base


def duties(v: Sailing) -> Ops | None:
    """What is pending, the first first; None where the dice in hand or still unrolled are part of a choice."""
    ops: list[Any] = []
    for at, frame in enumerate(reversed(v.pending)):
        match frame.kind:
            case "roll":
                ops += [("roll", COLOURS.index(c)) for c in frame.dice]
            case "re-roll":
                if frame.dice or frame.must or not v.free and at + 1 < len(v.pending):
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


__all__ = ["LIMIT", "Fraction", "Layer", "duties", "holds", "voyage_odds"]
