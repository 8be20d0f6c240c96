"""Scott Pilgrim's Precious Little Card Game by Keith Baker, for one to four, told in the order of its rulebook.

Players build decks of double-sided cards: Story sides buy Power Ups! and better cards, combat sides defeat
Challenges; who first has the Victory Points that the Evil Ex asks for wins. Modelled: every rule, for competitive,
cooperative, solo and first-time mode. Not modelled: telling the story aloud; ``story`` sums it up.
Few cards are public; what is ours is marked so in the sheet.

The chapters, in the order to read them: ``cards`` and ``contents`` (what is in the box, and how we read it), ``piles``
(2, 9, 10: drawing, the side on top), ``fight`` (5, a combat as a state), ``table`` (the table as a state), ``opening``
(1, 11), ``acquisition`` (3, 4, 10), ``resolution`` (5 to 8, 12), ``offers`` (what there is to choose), ``flow`` (from
one choice to the next), ``knowledge`` (10, who sees what), ``story`` (10, the Power Ups! in sentences), ``questions``
(what-ifs and exact odds), ``tables`` (any position of a game, with ``naming`` and ``stages``), ``policies`` (ways to
play, with ``prices``, ``spending``, ``laying`` and ``hunches``). This page assembles them and holds no rule.

A combat is a state of its own (``Fight``): the table holds one while a player fights, odds walk only that, and the same
functions step both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.game import Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import LIMIT, Goal
from rulebooks.core.odds import Advice
from rulebooks.core.rules import allowed, require
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.acquisition import (
    a_story,
    acquire,
    acquisition,
    can_be_bought,
    can_pay,
    discard,
    drama_to_match,
    eliminate,
    end_acquisition,
    flip,
    housing_there,
    lay,
    leave,
    not_a_challenge,
    not_used,
    once_each,
    play,
    refill,
    remove,
    remove_housing,
    top_there,
    use,
)
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, FRONT, PilgrimCard
from rulebooks.scott_pilgrim.contents import HIPSTER, SCHEMA, Options, Setup, combos
from rulebooks.scott_pilgrim.fight import EX, GUARD, Combat, Exchange, Fight, Hit, Skip, Stop, Target, finished
from rulebooks.scott_pilgrim.flow import chance_here, drawn, settled
from rulebooks.scott_pilgrim.knowledge import components, information_state
from rulebooks.scott_pilgrim.offers import frame_actions, plays, purchases
from rulebooks.scott_pilgrim.opening import (
    add,
    give_buddy,
    one_before_adding,
    prepare,
    to_another,
)
from rulebooks.scott_pilgrim.piles import UNKNOWN, Deck, Lying
from rulebooks.scott_pilgrim.questions import (
    GOALS,
    best_combos,
    card,
    combat,
    combat_odds,
    named_goal,
    resources_odds,
    vs_draw_odds,
)
from rulebooks.scott_pilgrim.resolution import (
    before_combat,
    declare,
    discard_shown,
    not_guarded,
    points,
    resolve,
    shows_challenge,
    skip,
    still_there,
    swap,
)
from rulebooks.scott_pilgrim.story import Story, story
from rulebooks.scott_pilgrim.table import (
    Acquire,
    Discard,
    Eliminate,
    First,
    Flip,
    Frame,
    From,
    GiveBuddy,
    Go,
    Lay,
    NoSwap,
    Pass,
    Phase,
    Play,
    Remove,
    RemoveHousing,
    Resolve,
    Seat,
    State,
    Swap,
    Use,
    face_of,
)
from rulebooks.scott_pilgrim.tables import table

CHECKS: dict[Any, Any] = {
    GiveBuddy: (to_another,),
    Remove: (top_there, once_each),
    RemoveHousing: (housing_there,),
    From: (top_there,),
    Play: (a_story, drama_to_match),
    Use: (not_used,),
    Acquire: (not_a_challenge, can_be_bought, can_pay),
    Target: (shows_challenge, not_guarded, still_there),
}
SETUP_CHECKS: dict[Any, Any] = {Remove: (top_there, one_before_adding), From: (top_there,)}
ACQUIRED, FOUGHT = Go("acquisition"), Go("the combat phase")


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the first player is known."""
    return prepare(Setup.of(setup))


def players(s: State | Fight) -> int:
    """How many play; in a combat alone only the fighter does."""
    return 1 if isinstance(s, Fight) else len(s.seats)


def node(s: State | Fight, /) -> Node:
    """What happens next, on the table or in a combat alone."""
    if isinstance(s, Fight):
        return bouts.node(s)
    if s.phase is Phase.OVER:
        return Terminal(tuple(int(i in s.won) for i in range(len(s.seats))), s.ended_by)
    chance = chance_here(s)
    if chance is not None:
        return chance
    if s.phase is Phase.FIGHT and not s.pending:
        assert s.fight is not None
        there = bouts.node(s.fight)
        return Decision(s.active, there.actions) if isinstance(there, Decision) else there
    return Decision(asked(s), tuple(c for c in candidates(s) if allowed(checks(s), s, c)))


def asked(s: State) -> int:
    """Who decides."""
    return s.left if s.phase is Phase.SWAP and not s.pending else s.active


def checks(s: State) -> dict[Any, Any]:
    """What may refuse an action here."""
    if s.phase is Phase.PLOTLINE:
        return SETUP_CHECKS
    return bouts.CHECKS if s.phase is Phase.FIGHT and not s.pending else CHECKS


def candidates(s: State | Fight, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if isinstance(s, Fight):
        return bouts.candidates(s)
    if s.pending:
        return frame_actions(s, s.pending[-1])
    match s.phase:
        case Phase.BUDDY:
            return tuple(GiveBuddy(p) for p in range(len(s.seats)))
        case Phase.PLOTLINE:
            return (From(0), From(1), Remove(0), Remove(1))
        case Phase.ELIMINATE:
            return (ACQUIRED, Remove(0), Remove(1), *([RemoveHousing()] if s.setup.together else []))
        case Phase.ACQUIRE:
            return (*plays(s), *purchases(s), FOUGHT)
        case Phase.TARGET:
            targets = [Target(i, face_of(s, up)) for i, up in enumerate(s.plotline) if up]
            guard = [Target(GUARD, s.setup.sheet.find(HIPSTER))] if s.guards else []
            return (Skip(), *targets, *guard, Target(EX, s.setup.evil_ex))
        case Phase.FIGHT:
            assert s.fight is not None
            return bouts.candidates(s.fight)
        case Phase.SWAP:
            assert s.fight is not None
            hand = s.seats[s.left].hand.kinds
            return (NoSwap(), *(Swap(own, shown) for own in hand for shown in s.fight.shown.kinds if own is not shown))
        case Phase.RESOLVE:
            return tuple(Resolve(e) for e in dict.fromkeys(s.due))
    return ()


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for a combat alone (Fight)."""
    if isinstance(s, Fight):
        return bouts.step(s, move)
    if s.phase is Phase.FIGHT and not s.pending:
        return settled(replace(s, fight=bouts.step(s.fight, move)))
    there = chance_here(s)
    if there is not None:
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(drawn(s, move))
    if not any(move is c for c in candidates(s)):  # actions are interned
        raise IllegalMove(move, None, f"here: {s.pending[-1].kind if s.pending else s.phase}")
    require(checks(s), s, move)
    return settled(act(s, move))


def act(s: State, move: Any) -> State:
    """The table after an action."""
    if isinstance(move, From):
        return add(s, move) if s.phase is Phase.PLOTLINE else refill(s, move)
    if isinstance(move, Go):
        return acquisition(s) if s.phase is Phase.ELIMINATE else end_acquisition(s)
    if isinstance(move, Skip | Pass | RemoveHousing):
        return {Skip: skip, Pass: leave, RemoveHousing: remove_housing}[type(move)](s)
    if isinstance(move, NoSwap):
        assert s.fight is not None
        return discard_shown(s, s.fight)
    return ACTS[type(move)](s, move)


ACTS: dict[Any, Any] = {
    GiveBuddy: give_buddy,
    Remove: remove,
    Lay: lay,
    Play: play,
    Use: use,
    Acquire: acquire,
    Target: declare,
    Swap: swap,
    Resolve: resolve,
    Eliminate: eliminate,
    Flip: flip,
    Discard: discard,
}


def focus(s: State | Fight) -> Fight | None:
    """The combat that odds walk: under way, or with every target that can be declared; None elsewhere."""
    if isinstance(s, Fight):
        return s
    if s.pending or s.phase not in (Phase.TARGET, Phase.FIGHT):
        return None
    if s.phase is Phase.FIGHT:
        assert s.fight is not None
        return bouts.settled(replace(s.fight, bout=replace(s.fight.bout, table=False)))
    return before_combat(s, tuple(c for c in candidates(s) if isinstance(c, Target) and allowed(CHECKS, s, c)))


def fast_advice(s: State | Fight, goal: Goal, limit: int = LIMIT) -> Advice:
    """What the table shows beside the choices of a combat, and of its target. TooLarge beyond so many states."""
    from rulebooks.fast import pilgrim as fast

    f = focus(s)
    assert f is not None
    return fast.advice(f, goal, limit)


OTHERWISE = Options(True, True, True, True, False, True, False, True)  # every ruling read the other way
EXAMPLE_SETUPS = (
    Setup(2),
    Setup(1, ex="Lucas Lee"),
    Setup(3, characters=("knives", "kim", "wallace"), ex="Gideon Graves"),
    Setup(4, "cooperative", ("scott", "kim", "stephen", "ramona")),
    Setup(2, "first time"),
    Setup(4, characters=("wallace", "knives", "kim", "ramona"), ex="The Mirror Self", options=OTHERWISE),
    Setup(1, characters=("ramona",), ex="Envy Adams", options=OTHERWISE),
    Setup(2, "cooperative", ex="Gideon Graves"),
    Setup(3, "first time", ("kim", "stephen", "wallace"), options=OTHERWISE),
    Setup(3, "cooperative", ex="Julie Powers", options=OTHERWISE),
)

position = combat

__all__ = [
    "BACK",
    "EX",
    "EXAMPLE_SETUPS",
    "FRONT",
    "GOALS",
    "GUARD",
    "SCHEMA",
    "UNKNOWN",
    "Acquire",
    "Combat",
    "Deck",
    "Discard",
    "Eliminate",
    "Exchange",
    "Fight",
    "First",
    "Flip",
    "Frame",
    "From",
    "GiveBuddy",
    "Go",
    "Hit",
    "Lay",
    "Lying",
    "NoSwap",
    "Options",
    "Pass",
    "Phase",
    "PilgrimCard",
    "Play",
    "Remove",
    "RemoveHousing",
    "Resolve",
    "Seat",
    "Setup",
    "Skip",
    "State",
    "Stop",
    "Story",
    "Swap",
    "Target",
    "Use",
    "best_combos",
    "candidates",
    "card",
    "combat",
    "combat_odds",
    "combos",
    "components",
    "fast_advice",
    "finished",
    "focus",
    "information_state",
    "initial_state",
    "named_goal",
    "node",
    "players",
    "points",
    "position",
    "resources_odds",
    "rule",
    "step",
    "story",
    "table",
    "vs_draw_odds",
]
