"""Friday, Friedemann Friese's solo card game, told in the order of its rules.

Robinson is stranded. He fights hazards with a weak deck of cards, learns from those he
beats, gets rid of what holds him back, grows old, and at last meets two pirates.
No complete rulebook could be read; the official explanations of every card could, and the
flow is what implementations and reviews agree on (``outlines/friday.toml`` says which).
The numbers are ours. Modelled: every card and every rule of levels 1 to 4. Not modelled:
the storage boards, which are places to put cards.

The chapters, in the order to read them: ``contents`` (what is in the box, and how we read
it), ``island`` (hazards, steps, pirates, score), ``fights`` (drawing and comparing), ``abilities``
(what cards can do), ``turns`` (a fight assembled), ``questions`` (what-ifs and exact
odds), ``tables`` (any position of a real game). This page assembles them and holds no rule.

A fight is a state of its own (``Fighting``): the table holds one while Robinson fights,
odds walk only that, and the same functions step both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import LIMIT, Goal
from rulebooks.core.odds import Advice
from rulebooks.core.rules import allowed, require
from rulebooks.friday import turns
from rulebooks.friday.abilities import Use
from rulebooks.friday.book import rule
from rulebooks.friday.contents import ABILITIES, SCHEMA, FridayCard, Options, Setup
from rulebooks.friday.fights import Fight, Fighting, Lying, finished, in_hand, need, total
from rulebooks.friday.island import (
    Face,
    Pair,
    Phase,
    Shown,
    Skip,
    State,
    age_at_the_start,
    end_fight,
    face,
    face_pirate,
    in_turn,
    prepare,
    score,
    score_of,
    show_hazards,
    show_pirates,
    single,
    skip,
)
from rulebooks.friday.questions import (
    GOALS,
    card,
    face_down,
    fight,
    fight_bracket,
    fight_odds,
    known_order,
    learn,
    named_goal,
    used,
)
from rulebooks.friday.tables import table
from rulebooks.friday.turns import Compare, Destroy, Discard, DrawFree, Enough, Exchange, More, Pay, PutBack, Settle

position = fight


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the two pirates are shown."""
    return prepare(Setup.of(setup))


def node(s: State | Fighting, /) -> Node:
    """What happens next, on the table or in a fight alone."""
    if isinstance(s, Fighting):
        return turns.node(s)
    match s.phase:
        case Phase.PIRATES:
            return Chance("the two pirates", {Pair(two): w for two, w in deal(s.pirates, 2).items()})
        case Phase.AGE:
            return Chance("the aging card of the set-up", deal(s.aging))
        case Phase.HAZARDS:
            hands = deal(s.hazards, min(2, len(s.hazards)))
            return Chance("the hazards", {Shown(cards): w for cards, w in hands.items()})
        case Phase.FIGHT:
            assert s.fight is not None
            return turns.node(s.fight)
        case Phase.OVER:
            return Terminal((int(s.ended_by == "7.2"),), s.ended_by)
    return Decision(0, tuple(c for c in candidates(s) if allowed(CHECKS, s, c)))


def candidates(s: State | Fighting, /) -> tuple[Any, ...]:
    """Every action the rules speak of here, legal or not."""
    if isinstance(s, Fighting):
        return turns.candidates(s)
    match s.phase:
        case Phase.CHOOSE:
            return (*(Face(c) for c in s.shown.kinds), Skip())
        case Phase.PIRATE:
            return tuple(Face(c) for c in s.pirates.kinds)
        case Phase.FIGHT:
            assert s.fight is not None
            return turns.candidates(s.fight)
    return ()


CHECKS: dict[Any, Any] = {Skip: (single,), Face: (in_turn,)}


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for a fight alone (Fighting)."""
    if isinstance(s, Fighting):
        return turns.step(s, move)
    match s.phase, move:
        case Phase.FIGHT, _:
            f = turns.step(s.fight, move)
            return end_fight(s, f) if f.phase == "over" else replace(s, fight=f)
        case (Phase.CHOOSE, Skip()) | (Phase.CHOOSE | Phase.PIRATE, Face()) if move in candidates(s):
            require(CHECKS, s, move)
            if isinstance(move, Skip):
                return skip(s)
            return face(s, move.card) if s.phase is Phase.CHOOSE else face_pirate(s, move.card)
    try:
        match s.phase, move:
            case Phase.PIRATES, Pair(cards=two) if len(two) == 2:
                return show_pirates(s, two)
            case Phase.AGE, FridayCard():
                return age_at_the_start(s, move)
            case Phase.HAZARDS, Shown(cards=shown) if len(shown) == min(2, len(s.hazards)):
                return show_hazards(s, shown)
    except ValueError as no:
        raise IllegalMove(move, None, str(no)) from None
    raise IllegalMove(move, None, f"here: {s.phase}")


def information_state(s: Any, player: int, /) -> Any:
    """What Robinson knows: all of it, since the order of piles is not in the state unless he saw it."""
    return s


def components(s: State | Fighting) -> Bag[Any]:
    """Every card, wherever it lies: the same from the first move to the last."""
    if isinstance(s, Fighting):
        fought = Bag([*s.stack, *s.aging, *(c.card for c in s.cards)])
        return fought + s.discard + s.removed + in_hand(s)
    piles = s.discard + s.hazards + s.left + s.shown + s.pirates + s.beaten + s.removed
    here = Bag([*s.stack, *s.aging, *([s.facing] if s.facing else [])])
    return piles + here + (components(s.fight) if s.fight is not None else Bag())


def focus(s: State | Fighting) -> Fighting | None:
    """The fight under way, which odds walk; None where no exact answer is offered."""
    return s if isinstance(s, Fighting) else s.fight


def fast_advice(s: State | Fighting, goal: Goal, limit: int = LIMIT) -> Advice:
    """What the table shows beside the choices of a fight. TooLarge beyond so many states."""
    from rulebooks.fast import friday as fast

    f = focus(s)
    assert f is not None
    return fast.advice(f, goal, limit)


EXAMPLE_SETUPS = (
    Setup(),
    Setup(2),
    Setup(3),
    Setup(4),
    Setup(1, Options(aging_exhausted="reshuffle", discard_first=False, choose_pirate=False)),
)

__all__ = [
    "ABILITIES",
    "GOALS",
    "SCHEMA",
    "Compare",
    "Destroy",
    "Discard",
    "DrawFree",
    "Enough",
    "Exchange",
    "Face",
    "Fight",
    "Fighting",
    "FridayCard",
    "Lying",
    "More",
    "Options",
    "Pair",
    "Pay",
    "Phase",
    "PutBack",
    "Settle",
    "Setup",
    "Shown",
    "Skip",
    "State",
    "Use",
    "candidates",
    "card",
    "components",
    "face_down",
    "fast_advice",
    "fight",
    "fight_bracket",
    "fight_odds",
    "finished",
    "focus",
    "information_state",
    "initial_state",
    "known_order",
    "learn",
    "named_goal",
    "need",
    "node",
    "position",
    "rule",
    "score",
    "score_of",
    "step",
    "table",
    "total",
    "used",
]
