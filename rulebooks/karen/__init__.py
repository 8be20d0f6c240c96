"""Karen and the Pirate Island, a solo card game, told in the order of its rulebook.

Karen is shipwrecked. She faces quests with a small deck of cards, learns from
what she overcomes, comes to terms with memories, and at last takes the pirates' ship.
Sections ① to ④ carry the printed numbers; the passages below and after them are
counted by us (``outlines/karen.toml`` says where each stands). Modelled: every rule.
Not modelled: theme texts and which way up a card's back lies, which change nothing.

The chapters, in the order to read them: ``contents`` (what is in the box, and how we read
it), ``island`` (events, fate, stories, the end), ``adventures`` (③ and the abilities),
``questions`` (what-ifs and exact odds). This page assembles them and holds no rule.

An adventure is a state of its own (``Adventuring``): the table holds one while a
quest is faced, odds walk only that, and the same functions step both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import LIMIT, Goal
from rulebooks.core.odds import Advice
from rulebooks.karen import adventures
from rulebooks.karen.adventures import Adventure, Adventuring, Challenge, Courage, Declare, Laid, Use, finished, power
from rulebooks.karen.book import rule
from rulebooks.karen.contents import ABILITIES, SCHEMA, KarenCard, Options, Setup
from rulebooks.karen.island import (
    EVENTS_A_ROUND,
    Flee,
    Phase,
    Stand,
    State,
    activate,
    end_adventure,
    ending,
    flee,
    flee_the_last,
    information_state,
    prepare,
    score,
    stand,
    story_cost,
)
from rulebooks.karen.questions import GOALS, adventure, adventure_odds, card, cards, named_goal, position, table, worth


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the first two events."""
    return prepare(Setup.of(setup))


def node(s: State | Adventuring, /) -> Node:
    """What happens next, on the table or in an adventure alone."""
    if isinstance(s, Adventuring):
        return adventures.node(s)
    match s.phase:
        case Phase.EVENTS:
            return Chance("the events", deal(s.event_deck, min(EVENTS_A_ROUND, len(s.event_deck))))
        case Phase.FATE:
            return Decision(0, candidates(s))
        case Phase.ADVENTURE:
            assert s.adventure is not None
            return adventures.node(s.adventure)
        case Phase.OVER:
            return Terminal((int(s.ended_by == "7.1"),), s.ended_by)


def candidates(s: State | Adventuring, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if isinstance(s, Adventuring):
        return adventures.candidates(s)
    match s.phase:
        case Phase.FATE:
            return (*(Stand(event) for event in s.active.kinds), Flee())
        case Phase.ADVENTURE:
            assert s.adventure is not None
            return adventures.candidates(s.adventure)
    return ()


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for an adventure alone (Adventuring)."""
    if isinstance(s, Adventuring):
        return adventures.step(s, move)
    if s.phase is Phase.EVENTS and isinstance(move, Bag) and len(move) == min(EVENTS_A_ROUND, len(s.event_deck)):
        try:
            return activate(s, move)
        except ValueError as no:
            raise IllegalMove(move, None, str(no)) from None
    if s.phase is Phase.FATE and isinstance(move, Flee):
        return flee(s) if len(s.active) == EVENTS_A_ROUND else flee_the_last(s)
    if s.phase is Phase.FATE and isinstance(move, Stand) and move.event in s.active:
        return stand(s, move.event)
    if s.phase is Phase.ADVENTURE:
        a = adventures.step(s.adventure, move)
        return end_adventure(s, a) if a.ended else replace(s, adventure=a)
    raise IllegalMove(move, None, f"here: {s.phase}")


def components(s: State | Adventuring) -> Bag[Any]:
    """Every card, wherever it lies: the same from the first move to the last."""
    if isinstance(s, Adventuring):
        return s.deck + s.discard + s.removed + Bag(laid.card for laid in s.cards)
    piles = s.event_deck + s.event_discard + s.active + s.deck + s.discard + s.processed + s.removed
    here: Bag[Any] = Bag([s.quest] if s.quest else [])
    return piles + here + (components(s.adventure) if s.adventure is not None else Bag())


def focus(s: State | Adventuring) -> Adventuring | None:
    """The adventure under way, which odds walk; None where no exact answer is offered."""
    return s if isinstance(s, Adventuring) else s.adventure


def fast_advice(s: State | Adventuring, goal: Goal, limit: int = LIMIT) -> Advice:
    """What the table shows beside the choices of an adventure. TooLarge beyond so many states."""
    from rulebooks.fast import karen as fast

    a = focus(s)
    assert a is not None
    return fast.advice(a, goal, limit)


__all__ = [
    "ABILITIES",
    "GOALS",
    "SCHEMA",
    "Adventure",
    "Adventuring",
    "Challenge",
    "Courage",
    "Declare",
    "Flee",
    "KarenCard",
    "Laid",
    "Options",
    "Phase",
    "Setup",
    "Stand",
    "State",
    "Use",
    "adventure",
    "adventure_odds",
    "candidates",
    "card",
    "cards",
    "components",
    "ending",
    "fast_advice",
    "finished",
    "focus",
    "information_state",
    "initial_state",
    "named_goal",
    "node",
    "position",
    "power",
    "rule",
    "score",
    "step",
    "story_cost",
    "table",
    "worth",
]
