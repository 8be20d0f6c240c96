"""Kabula by Stranger Games, for one to five, told in the order of its rulebook.

Heroes walk an island, meet its people, raid its dungeons, tame its Monsters and grow popular, until one of them steals
the Kabula and all fight its Guardian.

The chapters, in the order to read them: ``printed``, ``contents`` and ``opening`` (1), ``figures``, ``moves`` and
``table`` (who is there, what a player may do, what lies on it), ``rounds`` (2.1), ``parts`` (2, 6), ``hexes``,
``island`` and ``maps`` (3), ``exploring`` (2, 3), ``commerce`` (4), ``strikes``, ``attacks``, ``harms``, ``defending``
and ``fights`` (5 to 7), ``brawls`` (fights at the table), ``deaths`` (8), ``targets``, ``monsters`` and ``familios``
(9), ``heroes`` and ``automas`` (10), ``guardian`` (11), ``numbers`` and ``the_end`` (12), ``peels`` and ``expansions``
(13), ``flow`` and ``offers`` (what happens next, who may do what), ``weighing``, ``duels``, ``theft`` and ``questions``
(what-ifs, exact odds, goals), ``tables`` with ``tables_cards``, ``tables_heroes`` and ``tables_wild`` (any position of
a game), ``hunches``, ``battles`` and ``policies`` (ways to play). ``book`` is what they mark their rules with. This
page assembles them and holds no rule.

An attack is a state of its own (``Strike``): the table holds one while it lasts, odds walk only that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulebooks.core.chance import Bag
from rulebooks.core.game import Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import allowed, require
from rulebooks.kabula import fights, offers
from rulebooks.kabula.book import rule
from rulebooks.kabula.commerce import equipped
from rulebooks.kabula.contents import SCHEMA, KabulaCard, Options, Setup, never_alone, verbs
from rulebooks.kabula.duels import attack_odds, duel_odds, target
from rulebooks.kabula.fights import Hit, Strike
from rulebooks.kabula.flow import act, drawn, settled
from rulebooks.kabula.island import Island, IslandError, Pushed
from rulebooks.kabula.maps import draw_picture, parse_map, read_map, write_map
from rulebooks.kabula.offers import CHECKS, asked, chance_here
from rulebooks.kabula.opening import prepare
from rulebooks.kabula.questions import GOALS, focus, named_goal, position
from rulebooks.kabula.table import (
    At,
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Give,
    Hero,
    Hop,
    Leave,
    LetGo,
    Meet,
    Next,
    Opt,
    Order,
    Pay,
    Phase,
    Refresh,
    Sell,
    Spot,
    State,
    Step,
    Tag,
    Tame,
    To,
    Trot,
    UseKept,
    UsePin,
    Wear,
    seat_of,
    with_hero,
)
from rulebooks.kabula.tables import table
from rulebooks.kabula.targets import figure_target, space_target, who_moves_first
from rulebooks.kabula.theft import FirstTurn, theft_odds


def island(source: str | Path | None = None) -> Island:
    """The house island, or the one in a map file."""
    return read_map(source)


def initial_state(setup: Setup | None = None, /) -> State:
    """The table before the order of play is known. ValueError for a Hero all alone (10.4)."""
    setup = Setup.of(setup)
    never_alone(setup)
    return prepare(setup)


def players(s: State | Strike) -> int:
    """How many Heroes play, Automas among them; in an attack alone only the target does."""
    return 1 if isinstance(s, Strike) else len(s.heroes)


def node(s: State | Strike, /) -> Node:
    """What happens next, on the table or in an attack alone."""
    if isinstance(s, Strike):
        there = fights.node(s)
        return replace(there, player=0) if isinstance(there, Decision) else there
    if s.phase is Phase.OVER:
        return Terminal(tuple(int(seat == s.winner) for seat in range(len(s.heroes))), s.ended_by)
    chance = chance_here(s)
    if chance is not None:
        return chance
    if s.strike is not None:
        there = fights.node(s.strike)
        return Decision(seat_of(s.among[there.player]), there.actions) if isinstance(there, Decision) else there
    return Decision(asked(s), tuple(c for c in candidates(s) if allowed(CHECKS, s, c)))


def candidates(s: State | Strike, /) -> tuple[Any, ...]:
    """Every action the rulebook speaks of here, legal or not."""
    return fights.candidates(s) if isinstance(s, Strike) else offers.candidates(s)


def step(s: Any, move: Any, /) -> Any:
    """The state after a move, for the table (State) and for an attack alone (Strike)."""
    if isinstance(s, Strike):
        return fights.step(s, move)
    there = chance_here(s)
    if there is not None:
        if move not in there.outcomes:
            raise IllegalMove(move, None, f"here: {there.what}")
        return settled(drawn(s, move))
    if s.strike is not None:
        return settled(replace(s, strike=fights.step(s.strike, move)))
    if not any(move is c for c in candidates(s)):  # actions are interned
        raise IllegalMove(move, None, f"here: {s.todo[0][1].what if s.todo else s.phase}")
    require(CHECKS, s, move)
    return settled(act(s, move))


def information_state(s: Any, player: int, /) -> Any:
    """What one player knows: only the order of the decks is hidden, and they hold no order."""
    return s


def components(s: State | Strike) -> Bag[Any]:
    """Every card, wherever it lies: the same from the first move to the last."""
    if isinstance(s, Strike):
        return Bag([f.name for f in s.fighters])
    lying: Counter[str] = Counter()
    piles = (s.encounters, s.dungeons, s.common, s.rare, s.shown, s.unspotted, s.gone, s.omens, s.past, s.burrow, s.dug)
    for pile in piles:
        lying.update(c.id for c in pile)
    if s.card is not None and s.card.kind == "encounter":
        lying.update([s.card.id])
    lying.update(c.id for c in (s.omen, *(c for _, c in s.spotted)) if c is not None)
    lying.update(m.card.id for m in s.monsters if m.card.kind == "monster")
    for h in s.heroes:
        lying.update(c.id for c in (*h.items, *h.kept))
        lying.update([h.familio.card.id] if h.familio else [])
    return Bag(dict(lying))


EXAMPLE_SETUPS = (  # one to five players, with Automas and without, each light and each Guardian
    Setup(),
    Setup(("clayton", "isolde", "chastity"), light="orange"),
    Setup(("jessika", "zack", "clayton", "isolde", "chastity"), light="red"),
    Setup(("isolde",), ("zack-who-naps",), "bibi-and-bobu", expansions=("Conspiracy",)),
    Setup(
        ("gotzo", "clayton"),
        ("isolde-and-her-children", "zack-who-boasts"),
        "shaggy",
        "red",
        expansions=("Conspiracy",),
    ),
)

__all__ = [
    "EXAMPLE_SETUPS",
    "GOALS",
    "SCHEMA",
    "At",
    "Befriend",
    "Boost",
    "Buy",
    "Choose",
    "Do",
    "EndTurn",
    "FirstTurn",
    "Gear",
    "Give",
    "Hero",
    "Hit",
    "Hop",
    "Island",
    "IslandError",
    "KabulaCard",
    "Leave",
    "LetGo",
    "Meet",
    "Next",
    "Opt",
    "Options",
    "Order",
    "Pay",
    "Phase",
    "Pushed",
    "Refresh",
    "Sell",
    "Setup",
    "Spot",
    "State",
    "Step",
    "Strike",
    "Tag",
    "Tame",
    "To",
    "Trot",
    "UseKept",
    "UsePin",
    "Wear",
    "attack_odds",
    "candidates",
    "components",
    "draw_picture",
    "duel_odds",
    "equipped",
    "figure_target",
    "focus",
    "information_state",
    "initial_state",
    "island",
    "named_goal",
    "node",
    "parse_map",
    "players",
    "position",
    "rule",
    "space_target",
    "step",
    "table",
    "target",
    "theft_odds",
    "verbs",
    "who_moves_first",
    "with_hero",
    "write_map",
]
