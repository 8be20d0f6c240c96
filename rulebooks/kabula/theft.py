"""Stealing the Kabula, when? The exact odds of the Guardian's first turn, which comes at once after the theft (12.1).

Two coins, its target, its movement and its attack are played by the rules code. The thief defends as best it can; the
other figures stand there, so that the Guardian may go for them, but neither defend the thief nor do anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from rulebooks.core.cards import short, whole
from rulebooks.core.result import How, Odds
from rulebooks.kabula import fights
from rulebooks.kabula.brawls import fighter, write_back
from rulebooks.kabula.contents import Setup, Verb, island_of, verbs
from rulebooks.kabula.duels import target
from rulebooks.kabula.fights import Fighter, Strike
from rulebooks.kabula.flow import drawn, onward
from rulebooks.kabula.heroes import trending
from rulebooks.kabula.offers import chance_here
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.peels import later
from rulebooks.kabula.strikes import attack
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    Hero,
    Phase,
    State,
    did,
    figure,
    is_hero,
    with_figure,
    with_hero,
)
from rulebooks.kabula.tables import table
from rulebooks.kabula.the_end import steal
from rulebooks.kabula.weighing import FOE, Walk, alike, needed, to_live

Ends = dict["FirstTurn", Fraction]


class FirstTurn(NamedTuple):
    """What the Guardian's first turn did to the thief. ``action``: the row that the coins showed."""

    action: str
    heart_lost: int
    nausea: int
    parts_spent: int
    kabula_spent: bool
    survives: bool


def theft_odds(
    s: State | None = None,
    player: int | None = None,
    /,
    *,
    guardian: str = "Water King",
    heroes: int = 2,
    heart: int = 9,
    nausea: int = 0,
    parts: Mapping[str, Any] | Iterable[str] = (),
    passive: Mapping[str, Any] | None = None,
    active: Iterable[Any] = (),
) -> Odds:
    """The exact odds of FirstTurn(action, heart_lost, nausea, parts_spent, kabula_spent, survives).

    At a table (``s``): if this ``player``, or the one whose turn it is, were on the Sanctuary and stole the Kabula now;
    or of a theft that has just been done. Without a table: ``guardian``, by name; how many ``heroes`` play (1 to 5, the
    Guardian's Heart depends on it); ``heart``, ``nausea``, ``parts``, ``passive``, ``active`` of the thief, as for
    ``target``. Both stand on the Sanctuary. The thief, who has the Kabula to spend, defends each attack as best it can:
    the greatest chance to live, then the least Heart lost on average, then the fewest Parts spent, the Kabula as one.
    ValueError says what fits.

    >>> theft_odds(heart=4).p(lambda turn: turn.survives)
    Fraction(1, 1)
    """
    if s is None:
        me = target(heart, nausea=nausea, parts=parts, passive=passive, active=active)
        s, thief, foe = _imagined(guardian, heroes, me)
    else:
        told = (guardian, heroes, heart, nausea, parts, passive, active)
        if not isinstance(s, State) or told != ("Water King", 2, 9, 0, (), None, ()):
            raise ValueError(f"the odds of a theft are asked of a table alone, or of numbers alone, not {short(s)}")
        (s, thief), foe = _at_the_table(s, player), None
    turn = _Turn(s, thief, foe)
    ends = turn.follow(s, 0, "")
    return Odds(dict(sorted(ends.items())), How("exact", "the thief defends as best it can, nobody else does"))


def _imagined(name: str, heroes: int, foe: Fighter) -> tuple[State, int, Fighter]:
    """A table with a theft just done, from numbers."""
    n = whole("heroes (how many play)", heroes, 1, 5)
    every = [c for c in Setup().sheet.cards if c.kind == "guardian"]
    sets = {c.set for c in every if isinstance(name, str) and name.strip().casefold() in (c.id, c.name.casefold())}
    start = Setup(guardian=name, expansions=tuple(one for one in sets if one))
    thief = {"space": island_of(start).sanctuary, "tags": [3, 0, 0], "heart_plus": 99}
    s = table(heroes=[thief, *({} for _ in range(n - 1))], setup=start)
    return with_hero(s, 0, heart=foe.heart, nausea=foe.nausea, boxes=foe.boxes), 0, foe


def _at_the_table(s: State, player: int | None) -> tuple[State, int]:
    """A table with a theft just done, from the one in front of you."""
    if s.todo[:1] == ((GUARDIAN, Verb("coins")),) and s.kabula.owner == s.active and player in (None, s.active + 1):
        return s, s.active
    if s.kabula.stolen or s.phase not in (Phase.TURN, Phase.ATTACK):
        raise ValueError("the Kabula can be stolen once, while it is in its Sanctuary and the game goes on (12.1)")
    thief = s.active if player is None else whole("player", player, 1, len(s.heroes)) - 1
    if not is_hero(thief):
        raise ValueError("whose theft? It is no Hero's turn; name a player (12.2)")
    h, home = s.heroes[thief], island_of(s.setup).sanctuary
    if not trending(h) or home is None:
        raise ValueError(f"{h.hero} is not trending; only who is popular steals the Kabula (12.2)")
    s = replace(s, phase=Phase.TURN, strike=None, among=(), todo=(), turn=s.ron.index(thief))
    return steal(with_hero(s, thief, space=home), thief), thief


class _Turn:
    """The Guardian's first turn, walked. ``foe``: whose defences the thief has, None for the own ones."""

    def __init__(self, s: State, thief: int, foe: Fighter | None) -> None:
        self.thief, self.foe, self.rest = thief, foe, len(s.todo) - 1
        self.before: Hero = s.heroes[thief]
        rows = s.setup.owned("behaviour", s.setup.guardian)
        attacks = [attack(v.arg, v.arg) for row in rows for v in verbs(row.id, row.does) if v.what.startswith("attack")]
        me = self.defender(s)
        asked = {p for a in attacks for p in needed(a, me)} | set(needed(attack("nothing", "attack"), me))
        self.kinds = tuple(p for p in PARTS if p in asked)
        self.walk = Walk(self.kinds, lambda e: (*e.fighters, e.spent[FOE], e.slid), to_live)

    def defender(self, s: State) -> Fighter:
        """The thief in an attack, alone."""
        me = fighter(s, self.thief, (self.thief,))
        return me if self.foe is None else replace(me, passives=self.foe.passives, actives=self.foe.actives, shield=0)

    def end(self, s: State, spent: int, row: str) -> FirstTurn:
        """What the turn did."""
        h, k = s.heroes[self.thief], s.kabula
        lives = not h.out and h.heart > 0
        lost = self.before.heart - (h.heart if lives else 0)
        return FirstTurn(row, lost, h.nausea - self.before.nausea, spent, k.used and lives, lives)

    def follow(self, s: State, spent: int, row: str) -> Ends:
        """The ends of the turn from here on, with their chances."""
        while True:
            me, guard = figure(s, self.thief), figure(s, GUARDIAN)
            done = s.strike is None and len(s.todo) <= self.rest
            if me is None or guard is None or s.phase is Phase.OVER or done:
                return {self.end(s, spent, row): Fraction(1)}
            if s.strike is not None:
                return self.through(s, s.strike, spent, row)
            there = chance_here(s)
            if there is not None:
                total = sum(there.outcomes.values())
                ways = [(Fraction(n, total), drawn(s, move)) for move, n in there.outcomes.items()]
                named = [(p, t, row or (t.trace.action if t.trace is not None else "")) for p, t in ways]
                return _mixed((p, self.follow(t, spent, name)) for p, t, name in named)
            after = onward(s)
            s = did(s) if after is s else after  # a choice, such as what to recharge, that changes nothing here

    def through(self, s: State, strike: Strike, spent: int, row: str) -> Ends:
        """An attack: what it does to the thief, and the turn after it; what it does to others is left out."""
        struck = self.thief in [s.among[i] for i in strike.chosen]
        alone = replace(s, phase=Phase.TURN, strike=None, among=())
        if not struck:
            return self.follow(alone, spent, row)
        pair = (fighter(s, GUARDIAN, (GUARDIAN,)), alike(self.defender(s), self.kinds))
        by = 0 if strike.attacker != NOBODY else NOBODY
        other = {"washed_down": strike.washed_down, "each_miss": strike.each_miss}
        duel = fights.strike(strike.attack, pair, by, (FOE,), strike.island, strike.die, False, **other)
        ends = self.walk.solve(duel)[1]
        return _mixed((p, self.follow(self.hit(alone, *end), spent + end[2], row)) for end, p in ends.items())

    def hit(self, s: State, guard: Fighter, me: Fighter, _: int, slid: Any) -> State:
        """The table after an attack."""
        if guard.heart <= 0:
            return with_figure(s, GUARDIAN, heart=0, out=True)  # and so the thief has won
        s = write_back(write_back(s, GUARDIAN, guard), self.thief, me)
        if me.heart <= 0:
            return with_hero(s, self.thief, out=True)
        return later(s, s.todo, [(self.thief, direction) for who, direction in slid if who == FOE])


def _mixed(parts: Iterable[tuple[Fraction, Ends]]) -> Ends:
    """Ends with their chances, several ways to them put together."""
    found: Ends = {}
    for p, ends in parts:
        for end, q in ends.items():
            found[end] = found.get(end, Fraction(0)) + p * q
    return found


__all__ = ["FirstTurn", "theft_odds"]
