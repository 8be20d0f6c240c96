"""Combats of Scott Pilgrim, answered fast. The slow twin is the walk of ``rulebooks.scott_pilgrim``.

Values, the whole distribution of ``Combat(won, damage, drama_added)`` and advice are the walk's, fraction for fraction
(``tests/test_scott_pilgrim_fast.py``). What makes it fast, with the proofs:

*Not worse, course by course.* Let two ways to play be compared on one and the same order of the cards and of their
sides. If the goal's terms of the one are never lower, one after the other, then neither are their means; and if the
means are equal, the two end alike in every course. So a choice may be left out where another does no worse in every
course, and the distribution of best play does not change by it.

*Classes.* Cards that a combat cannot tell apart are counted together (``pilgrim_cards``).

*What can wait.* A card that does not draw deals the same whenever it is laid, but for three things: damage "without
Drama" asks for the Drama in hand at that moment; matching takes Drama out of the hand; Drama added may be shuffled and
drawn. So all other cards are laid after the last draw, when most is known (``pilgrim_hands``). Where one of the three
may matter, laying the card at once is one of the choices: cards that are matched while damage "without Drama" is in
hand; cards that add Drama where the pile might be shuffled, or where Drama that was matched before counts against them.

*Damage without Drama, without Drama in hand,* is laid at once: it never deals more than now.

*Cards that draw and cost nothing* are laid first. However one plays, the cards come in the order of the pile. Who lays
such a card now has each card no later than otherwise: the first other card that would have drawn is kept for the moment
at which this one would have been laid, or is laid last of all, if it costs nothing either. A Drama that comes earlier
does harm only to damage "without Drama". None is in hand where this is done, so it would have to come first, and either
be laid before the Drama comes, which only cards that draw several at once prevent, or be made good by matching a card
that draws, with Drama that is in hand already. And Drama that is added earlier or later matters only where the pile may
be shuffled. In these cases the card is a choice among others, but better than no card, since laying it last of all does
no harm. Where it is laid anyway, faces need not be looked at.

*One value for all damages needed.* The FIGHT line is revealed before the first card is laid, and of the neighbour's
pile only the number of Drama matters, which says nothing about one's own hand. So each hand is solved for every damage
that may be needed at once, all in one number (``pilgrim_hands``). Targets that can be declared differ in damage and
failure only, and are answered together too.

*Known cards.* The face on top says which class comes next, or, where several classes share it, which of them, each as
often as it has cards: a card shows each side equally often.

*Equally good choices.* The walk takes the first in the order of its actions. Wherever choices are equally good in all
terms and end differently, they are marked, and the walk plays those states, down to states without a mark.

The walk itself answers where a card may be matched and deals damage "without Drama", where a match adds Drama or, once
Drama was matched in the turn, a card that can be matched does; where cards are unknown among known ones, and on the
tables' own combats, where the neighbour's pile is seen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulebooks.core import odds, room
from rulebooks.core.graph import Goal, Graph, Stopped, TooLarge, collector_paused
from rulebooks.core.odds import CHEAPER, Advice, Row
from rulebooks.core.result import How, Odds
from rulebooks.fast.pilgrim_hands import ORDERS, Aim
from rulebooks.fast.pilgrim_states import aims_of, deals
from rulebooks.fast.pilgrim_tables import Tables
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.fight import Combat, Fight, Stage, finished
from rulebooks.scott_pilgrim.questions import named_goal

LIMIT = room.states(2_000_000)  # states valued, a few hundred bytes each
KEPT = 4  # combats


_kept: OrderedDict[int, Tables] = OrderedDict()  # the last combats


def tables(fights: list[Fight], goal: Goal, whole: bool, limit: int, **walk: Any) -> Tables:
    """The tables of these combats: those of the last ones, if they answer, or new ones."""
    for name, known in reversed(_kept.items()):
        if known.covers(fights, goal, whole):
            _kept.move_to_end(name)
            known.combats.limit = max(limit, known.combats.looked)
            known.combats.progress, known.combats.stop = walk.get("progress"), walk.get("stop")
            return known
    made = Tables(fights, goal, whole, limit, **walk)
    if made.holds:
        _kept[id(made)] = made
        while len(_kept) > 1 and (len(_kept) > KEPT or sum(t.combats.looked for t in _kept.values()) > LIMIT // 4):
            _kept.popitem(last=False)
    return made


def forget() -> None:
    """Forget the tables of the last combats."""
    _kept.clear()


def drop(found: Tables) -> None:
    """Tables that are too large, or were stopped, are not kept."""
    _kept.pop(id(found), None)


def asked(goal: Goal) -> bool:
    """Whether the goal is one of those that the proofs speak of."""
    return goal.name in ORDERS and goal is named_goal(goal.name)


def combat_odds(f: Fight, goal: Goal, limit: int = LIMIT, **walk: Any) -> Odds:
    """The odds of Combat(won, damage, drama_added) under best play for a goal of ``GOALS``.

    TooLarge beyond the limit; ``progress`` and ``stop`` as for ``odds.graph``.
    """
    if f.stage in (Stage.TARGET, Stage.OVER) or not asked(goal):
        return walked(f, goal, limit, **walk)
    found = tables([f], goal, True, limit, **walk)
    if not found.holds:
        return walked(f, goal, limit, **walk)
    try:
        with collector_paused():
            ends, sure = found.ends(f)
            if not sure:
                ends = ordered(found, f, goal, limit, **walk)
    except (TooLarge, Stopped):
        drop(found)
        raise
    return Odds(ends, How("exact", f"best play for “{goal.name}”", states=found.combats.looked))


def walked(f: Fight, goal: Goal, limit: int, **walk: Any) -> Odds:
    """The answer of the walk."""
    import rulebooks.scott_pilgrim as scott_pilgrim

    return odds.best(scott_pilgrim, f, goal, finished, limit=min(limit, odds.LIMIT), **walk)


def ordered(found: Tables, f: Fight, goal: Goal, limit: int, **walk: Any) -> dict[Any, Fraction]:
    """Where equally good choices end differently, the walk chooses in its order, down to states where they do not."""
    own = f.bout.line[0] == "own" and (f.vs or f.shown)
    if f.stage not in (Stage.DRAW, Stage.VS) or not f.due or own:
        return in_order(found, f, goal, limit, **walk)
    packing, combats = found.hands.packing, found.combats
    st, draw, disc, label = found.read(f)
    aims = aims_of(f)
    marked: dict[int, list[tuple[Aim, Fraction]]] = {}
    spread = {aim: 0 for aim, _ in aims}
    total = 0
    for cards, left, away, ways in found.classes.deals(draw, disc, f.due, label):
        _, d, unsure = combats.value(st + cards, left, away)
        total += ways
        for aim, chance in aims:
            if unsure >> packing.place[aim] & 1:
                marked.setdefault(cards, []).append((aim, chance))
            else:
                spread[aim] += ways * d
    ends: dict[Any, Fraction] = {}
    for aim, chance in aims:
        for (damage, drama), weight in packing.spread_of(spread[aim], aim).items():
            end = Combat(damage >= aim[0], damage + f.bout.bonus, drama)
            ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(weight, packing.scale * total)
    for hand, deck, ways in deals(f.deck, f.setup, f.due):
        for aim, chance in marked.get(found.classes.code(hand), ()):
            needed = aim[0] + f.bout.bonus
            here = replace(f, hand=f.hand + hand, deck=deck, due=0, vs=0, needed=needed, stage=Stage.PLAY)
            for end, p in in_order(found, here, goal, limit, **walk).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(ways, total) * p
    return ends


def in_order(found: Tables, f: Fight, goal: Goal, limit: int, **walk: Any) -> dict[Any, Fraction]:
    """How a combat ends when it is walked, down to states without a mark."""
    import rulebooks.scott_pilgrim as scott_pilgrim

    known: dict[Fight, dict[Combat, Fraction]] = {}

    def clear(s: Fight) -> bool:
        ready = s.stage in (Stage.PLAY, Stage.SWAP) or (s.stage is Stage.VS and not s.vs and not s.due)
        if not ready:
            return False
        there, sure = found.ends(s)
        if sure:
            known[s] = there
        return sure

    def term(at: int) -> Callable[[Fight], Fraction | int]:
        return lambda s: goal.terms[at](s) if s.stage is Stage.OVER else found.terms(s)[at]

    same = Goal(goal.name, goal.what, tuple(term(at) for at in range(len(goal.terms))))
    solution = Graph(scott_pilgrim, f, clear, limit=min(limit, odds.LIMIT), **walk).solve(same)
    ends: dict[Any, Fraction] = {}
    for s, kind, mass in zip(solution.graph.states, solution.graph.kinds, solution.masses(), strict=True):
        if kind == "end" and mass:
            there = {finished(s): Fraction(1)} if s.stage is Stage.OVER else known[s]
            for end, chance in there.items():
                ends[end] = ends.get(end, Fraction(0)) + mass * chance
    return ends


def advice(f: Fight, goal: Goal, limit: int = LIMIT) -> Advice:
    """Each legal action with the exact values of its goal's terms, best first. TooLarge beyond the limit.

    A state here costs as much as one that is walked, so no more of them are looked at.
    """
    import rulebooks.scott_pilgrim as scott_pilgrim

    there: Any = bouts.node(f)
    after = [bouts.step(f, action) for action in there.actions]
    going = [g for g in after if g.stage is not Stage.OVER]
    asked_of = going if f.stage is Stage.TARGET else [f]
    found = tables(asked_of, goal, False, limit // CHEAPER) if asked(goal) and asked_of else None
    if found is not None and not found.holds:
        found = None
    if going and found is None:
        return odds.advice_of(Graph(scott_pilgrim, f, limit=max(1, limit // CHEAPER)).solve(goal), f)
    values = []
    try:
        with collector_paused():
            for g in after:
                values.append(found.terms(g) if found is not None and g.stage is not Stage.OVER else ended(g, goal))
    except (TooLarge, Stopped):
        if found is not None:
            drop(found)
        raise
    top = max(values)
    rows = [Row(a, v, v == top) for a, v in zip(there.actions, values, strict=True)]
    rows.sort(key=lambda r: r.values, reverse=True)
    states = found.combats.looked if found is not None else len(after)
    return Advice(goal, tuple(rows), How("exact", f"best play for “{goal.name}”", states=states))


def ended(f: Fight, goal: Goal) -> tuple[Fraction, ...]:
    """The terms of a combat that is over."""
    return tuple(Fraction(term(f)) for term in goal.terms)


__all__ = ["LIMIT", "advice", "combat_odds", "forget"]
