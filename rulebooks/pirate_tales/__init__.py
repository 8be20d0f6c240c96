"""Pirate Tales, a dice game for two to four by Benno Thönelt, told in the order of its rulebook.

Each turn a captain plans a voyage card by card, the others bet on it, and dice and hand
cards must fulfil its cards one after the other up to a Treasure Island. Modelled: every
rule for two to four players. Not modelled: the promo card, which belongs to another game.
Few card texts are public; what is ours is marked so in the sheet.

The chapters, in the order to read them: ``contents`` (what is in the box, and how we read it),
``table`` (its state, set-up), ``course`` (a voyage as a state), ``harbour`` (1 to 5, planning and
bets), ``sailing`` (6, the dice), ``landing`` (what a voyage brings, dice, the end), ``questions``
(what-ifs and exact odds), ``tables`` (any position of a game). This page assembles them and holds no rule.

A voyage is a state of its own (``Sailing``): the table holds one while a captain sails,
odds walk only that, and the same functions step both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from rulebooks.core.chance import Bag, deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.graph import LIMIT, Goal
from rulebooks.core.odds import Advice
from rulebooks.core.rules import allowed, require
from rulebooks.pirate_tales import sailing as sea
from rulebooks.pirate_tales.book import rule
from rulebooks.pirate_tales.contents import COLOURS, LEVELS, SCHEMA, UNKNOWN, Options, PirateCard, Setup
from rulebooks.pirate_tales.course import Choose, Die, GiveUp, Lose, Place, Play, Roll, Sailing, SetAside, Take, Voyage
from rulebooks.pirate_tales.harbour import (
    bet,
    bought,
    buy,
    can_change,
    can_pay,
    cards_there,
    change,
    close,
    face_down,
    far_enough,
    in_turn,
    island_there,
    kraken_lies,
    lay_card,
    next_backs,
    next_bettor,
    not_the_captain,
    see_back,
    space_left,
    turn_over,
)
from rulebooks.pirate_tales.landing import (
    can_upgrade,
    capsize,
    draw_from_island,
    drop,
    end_turn,
    few_enough,
    land,
    open_island,
    put_back,
    too_many,
    upgrade,
    winners,
)
from rulebooks.pirate_tales.questions import (
    GOALS,
    bet_odds,
    card,
    named_goal,
    roll_odds,
    voyage,
    voyage_bounds,
    voyage_odds,
)
from rulebooks.pirate_tales.sailing import finished
from rulebooks.pirate_tales.table import (
    Bet,
    Buy,
    Change,
    Close,
    Drop,
    EndTurn,
    First,
    LayOn,
    Phase,
    Return,
    Seat,
    State,
    Upgrade,
    begin,
    deal_hand,
    prepare,
)
from rulebooks.pirate_tales.tables import table

BREAK = ("a blue gem into doubloons", "a red gem into blue gems")
GATHER = ("doubloons into a blue gem", "blue gems into a red gem")
CHECKS: dict[Any, Any] = {
    Buy: (can_pay, cards_there),
    Change: (can_change,),
    LayOn: (space_left,),
    Close: (far_enough, island_there),
    Bet: (not_the_captain, in_turn),
    Upgrade: (can_upgrade,),
    Return: (too_many,),
    EndTurn: (few_enough,),
}


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the first player is known."""
    return prepare(Setup.of(setup))


def players(s: State | Sailing) -> int:
    """How many play; in a voyage alone only the captain does."""
    return 1 if isinstance(s, Sailing) else len(s.seats)


def node(s: State | Sailing, /) -> Node:
    """What happens next, on the table or in a voyage alone."""
    if isinstance(s, Sailing):
        return sea.node(s)
    if s.phase is Phase.VOYAGE:
        assert s.voyage is not None
        there = sea.node(s.voyage)
        return Decision(s.active, there.actions) if isinstance(there, Decision) else there
    if s.phase is Phase.OVER:
        return Terminal(tuple(int(i in s.won) for i in range(len(s.seats))), s.ended_by)
    if s.phase in DEALT:
        what, outcomes = DEALT[s.phase]
        return Chance(what, outcomes(s))
    asked = next_bettor(s) if s.phase is Phase.BET else s.active
    assert asked is not None
    return Decision(asked, tuple(c for c in candidates(s) if allowed(CHECKS, s, c)))


DEALT: dict[Phase, tuple[str, Any]] = {
    Phase.FIRST: ("the first player", lambda s: {First(i): 1 for i in range(len(s.seats))}),
    Phase.DEAL: ("a hand of Adventure cards", lambda s: deal(s.deck, s.setup.number("start_cards"))),
    Phase.BACK: ("the back of the next kraken", next_backs),
    Phase.BOUGHT: ("an Adventure card", lambda s: deal(s.deck or s.discard)),
    Phase.LAY: ("an Adventure card", lambda s: deal(s.deck or s.discard)),
    Phase.KRAKEN: ("the kraken", face_down),
    Phase.ISLAND: ("the island", lambda s: deal(s.islands[LEVELS.index(s.level)])),
    Phase.DRAW: ("an Adventure card", lambda s: deal(s.deck or s.discard)),
    Phase.CAPSIZE: ("a Capsize card", lambda s: deal(s.capsize or s.capsize_played)),
}


def candidates(s: State | Sailing, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    if isinstance(s, Sailing):
        return sea.candidates(s)
    match s.phase:
        case Phase.BUY:
            prices = (0, *(s.setup.number(f"buy_{n}") for n in (1, 2, 3)))
            return (*(Buy(n, price) for n, price in enumerate(prices)), *(Change(what) for what in BREAK))
        case Phase.GO_ON:
            return (LayOn(), *(Close(level) for level in LEVELS))
        case Phase.BET:
            return tuple(Bet(side, i) for i in range(len(s.seats)) for side in ("aye", "ney"))
        case Phase.VOYAGE:
            assert s.voyage is not None
            return sea.candidates(s.voyage)
        case Phase.DISCARD:
            return tuple(Drop(c) for c in s.seat.hand.kinds)
        case Phase.DICE:
            dice = (*(Upgrade(c) for c in COLOURS[:2]), *(Return(c) for c in COLOURS))
            return (EndTurn(), *dice, *(Change(what) for what in GATHER))
    return ()


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for a voyage alone (Sailing)."""
    if isinstance(s, Sailing):
        return sea.step(s, move)
    if s.phase is Phase.VOYAGE:
        v = sea.step(s.voyage, move)
        s = replace(s, voyage=v)
        return land(s, v) if v.ended else s
    if s.phase in DEALT:
        if move not in DEALT[s.phase][1](s):
            raise IllegalMove(move, None, f"here: {s.phase}")
        return dealt(s, move)
    if not any(move is c for c in candidates(s)):  # actions are interned
        raise IllegalMove(move, None, f"here: {s.phase}")
    require(CHECKS, s, move)
    match move:
        case Buy():
            return buy(s, move)
        case Change():
            return change(s, move.what)
        case LayOn():
            return replace(s, phase=Phase.LAY)
        case Close():
            return close(s, move)
        case Bet():
            return bet(s, move)
        case Drop():
            return drop(s, move.card)
        case Upgrade():
            return upgrade(s, move.colour)
        case Return():
            return put_back(s, move.colour)
    return end_turn(s)


def dealt(s: State, move: Any) -> State:
    """The table after what nature chose."""
    match s.phase:
        case Phase.FIRST:
            return begin(s, move.player)
        case Phase.DEAL:
            return deal_hand(s, move)
        case Phase.BACK:
            return kraken_lies(s, move) if s.covers else see_back(s, move)
        case Phase.BOUGHT:
            return bought(s, move)
        case Phase.LAY:
            return lay_card(s, move)
        case Phase.KRAKEN:
            return turn_over(s, move)
        case Phase.ISLAND:
            return open_island(s, move)
        case Phase.DRAW:
            return draw_from_island(s, move)
    return capsize(s, move)


def information_state(s: Any, player: int, /) -> Any:
    """What one player knows: hands of others are back in the deck, and bets that are not shown yet are hidden."""
    if isinstance(s, Sailing):
        return s
    hidden: Bag[PirateCard] = Bag()
    seats = []
    for i, seat in enumerate(s.seats):
        if i == player:
            seats.append(seat)
            continue
        hidden += seen(seat.hand)
        seats.append(replace(seat, hand=Bag({UNKNOWN: len(seat.hand)})))
    v = s.voyage
    if v is not None and s.active != player:
        own = seen(v.hand)
        v, hidden = replace(v, hand=(v.hand - own) + Bag({UNKNOWN: len(own)})), hidden + own
    left = s.left
    if v is not None and v.deck:
        v, hidden = replace(v, deck=v.deck + hidden), Bag()
    elif not s.deck:  # with no deck left, all that is not seen is known to be in hands: nobody can draw it
        left, hidden = left + hidden, Bag()
    bets = tuple("placed" if b and i != player and s.phase is Phase.BET else b for i, b in enumerate(s.bets))
    return replace(s, seats=tuple(seats), deck=s.deck + hidden, voyage=v, bets=bets, left=left)


def seen(hand: Bag[PirateCard]) -> Bag[PirateCard]:
    """The Adventure cards of a hand that are not hidden yet."""
    return Bag({c: n for c, n in hand.counts.items() if c.kind == "adventure" and c is not UNKNOWN})


def components(s: State | Sailing) -> Bag[Any]:
    """Every card and die, wherever it lies: the same from the first move to the last."""
    lying: Counter[Any] = Counter()
    v = s if isinstance(s, Sailing) else s.voyage
    if v is not None:
        waiting = (c for f in v.pending if f.kind in ("roll", "re-roll") for c in f.dice)
        lying.update([*(d.colour for d in v.free), *v.aside, *v.placed, *waiting])
        lying.update(c for pile in (v.hand, v.deck, v.discard, v.used) for c in pile)
    if isinstance(s, State):
        piles = (s.deck, s.discard, s.fulfilled, s.krakens_played, s.capsize, s.capsize_played, s.left, s.track)
        lying.update(c for pile in (*piles, s.krakens, *s.islands) for c in pile)
        lying.update(c for seat in s.seats for pile in (seat.hand, seat.kept) for c in pile)
        lying.update([s.kraken] if s.kraken else [])
        for dice in (s.supply_left, *(seat.dice for seat in s.seats)):
            lying.update(dict(zip(COLOURS, dice, strict=True)))
    elif s.supply is not None:
        lying.update(dict(zip(COLOURS, s.supply, strict=True)))
    named = ((("die", "", c) if isinstance(c, str) else ("card", c.id, c.name), n) for c, n in lying.items())
    return Bag(dict(named))


def focus(s: State | Sailing) -> Sailing | None:
    """The voyage under way, which odds walk; None where no exact answer is offered."""
    return s if isinstance(s, Sailing) else s.voyage


def fast_advice(s: State | Sailing, goal: Goal, limit: int = LIMIT) -> Advice:
    """What the table shows beside the choices of a voyage. TooLarge beyond so many states."""
    from rulebooks.fast import pirate_tales as fast

    v = focus(s)
    assert v is not None
    return fast.advice(v, goal, limit)


EXAMPLE_SETUPS = (
    Setup(2),
    Setup(3, "fate", ("easy", "medium", "hard")),
    Setup(4, "true pirate", ("hard",)),
    Setup(3, "family", ("easy",), Options(True, False, True, True, True)),
)

position = voyage

__all__ = [
    "GOALS",
    "SCHEMA",
    "Bet",
    "Buy",
    "Change",
    "Choose",
    "Close",
    "Die",
    "Drop",
    "EndTurn",
    "First",
    "GiveUp",
    "LayOn",
    "Lose",
    "Options",
    "Phase",
    "PirateCard",
    "Place",
    "Play",
    "Return",
    "Roll",
    "Sailing",
    "Seat",
    "SetAside",
    "Setup",
    "State",
    "Take",
    "Upgrade",
    "Voyage",
    "bet_odds",
    "candidates",
    "card",
    "components",
    "fast_advice",
    "finished",
    "focus",
    "information_state",
    "initial_state",
    "named_goal",
    "node",
    "players",
    "position",
    "roll_odds",
    "rule",
    "step",
    "table",
    "voyage",
    "voyage_bounds",
    "voyage_odds",
    "winners",
]
