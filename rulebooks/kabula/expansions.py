"""Kabula 13: Guardians of the Conspiracy expansion: rabbits, swallowing, the sleeping brother."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Pile
from rulebooks.kabula.book import rule
from rulebooks.kabula.brawls import begin
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.hexes import Space, neighbour
from rulebooks.kabula.island import move_toward
from rulebooks.kabula.monsters import act_out
from rulebooks.kabula.table import (
    GUARDIAN,
    NOBODY,
    NONE,
    Order,
    State,
    called,
    did,
    figure,
    first,
    order,
    the,
    with_figure,
    with_hero,
)
from rulebooks.kabula.targets import Aim, Line, figure_target, who_moves_first

MOST_RABBITS = 20
FAR_SPAT = 3


# Rabbits
@rule("13.2", "Two decks")
def dig(s: State) -> State:
    """Shaggy's Rabbit deck always acts at Alpha, before its other card, in every round, after the theft too."""
    if not s.burrow.layers and not len(s.dug):
        return s
    if not len(s.burrow):
        s = replace(s, burrow=Pile((s.dug,)), dug=NONE)
    return first(s, GUARDIAN, Verb("draw rabbits"))


def hop_out(s: State, card: KabulaCard) -> State:
    """A Rabbit card is drawn and done."""
    s = replace(did(s), burrow=s.burrow.take(card), dug=s.dug.add(card))
    return first(s, GUARDIAN, *verbs(card.id, card.does))


@rule("13.3", "Rabbits")
def spawn(s: State, direction: str) -> State:
    """Rabbits are tokens, no figures: nothing attacks them. A new one sits beside Shaggy, or under it at the edge."""
    _, verb = s.todo[0]
    s = did(s)
    if len(s.rabbits) < MOST_RABBITS and figure(s, GUARDIAN) is not None:
        here = the(s, GUARDIAN).space
        there = neighbour(here, direction)
        there = there if there in island_of(s.setup).cells else here
        s = replace(s, rabbits=tuple(sorted((*s.rabbits, (there, False)))))
    return first(s, GUARDIAN, replace(verb, n=verb.n - 1)) if verb.n > 1 else s


@rule("13.3a", "Rabbits move")
def run(s: State, n: int) -> State:
    """All rabbits move towards the nearest Hero, the one nearest to the Sanctuary first; each moves once."""
    island = island_of(s.setup)
    heroes = {called(s, f): the(s, f).space for f in order(s) if f < 10}
    moved = []
    spaces = who_moves_first(island, [at for at, _ in s.rabbits])
    for at, turned in sorted(s.rabbits, key=lambda r: spaces.index(r[0])):
        aim = figure_target(island, at, heroes, list(heroes))
        goal = heroes.get(aim.name)
        moved.append((move_toward(island, at, goal, n)[-1] if goal else at, turned))
    return replace(did(s), rabbits=tuple(sorted(moved)))


def turn_rabbits(s: State, n: int) -> State:
    """So many rabbits that are not yet turned are turned, the nearest to the Sanctuary first."""
    left = list(who_moves_first(island_of(s.setup), [at for at, turned in s.rabbits if not turned]))[:n]
    told = []
    for at, turned in s.rabbits:
        if not turned and at in left:
            left.remove(at)
            turned = True
        told.append((at, turned))
    return replace(did(s), rabbits=tuple(sorted(told)))


@rule("13.4", "Rabbits burst")
def burst(s: State, n: int) -> State:
    """A turned rabbit explodes: whoever stands there is attacked, and the token is gone. One after the other."""
    turned = [at for at, t in s.rabbits if t]
    if not turned:
        return did(s)
    at = who_moves_first(island_of(s.setup), turned)[0]
    rabbits = list(s.rabbits)
    rabbits.remove((at, True))
    s = replace(s, rabbits=tuple(rabbits))
    hit = tuple(f for f in order(s) if the(s, f).space == at)
    return begin_blast(s, hit, n) if hit else s


def begin_blast(s: State, hit: tuple[int, ...], n: int) -> State:
    """An explosion is an attack without an attacker."""
    return begin(s, NOBODY, f"attack, heart {n}", None, hit, keep=True)


# Swallowing
@rule("13.5", "Swallowed")
def swallow(s: State) -> State:
    """Nothing prevents it: the Hero is inside Shaggy until its next turn, and loses 1 Heart whenever Shaggy does."""
    f = s.mark
    s = did(s)
    near = 0 <= f < 10 and figure(s, f) is not None and the(s, f).space == the(s, GUARDIAN).space
    return with_hero(s, f, swallowed=True, steps=0) if near else s


@rule("13.5a", "From within")
def orders(s: State) -> tuple[Order, ...]:
    """In the own turn a swallowed Hero decides which of Shaggy's other actions it uses, and on whom."""
    assert s.guardian is not None
    rows = [r for r in s.setup.owned("behaviour", s.guardian.card.id) if r.coin and "swallow" not in (r.does or "")]
    return tuple(Order(r, f, called(s, f)) for r in rows for f in order(s) if f != GUARDIAN)


def obey(s: State, action: Order) -> State:
    """The Guardian does what the Hero inside decided."""
    aim = Aim(action.name, (Line("decided from within", (action.name,)),))
    return act_out(did(s), GUARDIAN, action.action, (action.figure, aim))


@rule("13.5b", "Spat out")
def spat_out(s: State) -> State:
    """When Shaggy's next turn begins, the Hero lands three spaces away in a random direction and gets 2 Nausea."""
    for seat, h in enumerate(s.heroes):
        s = first(s, seat, Verb("land")) if h.swallowed else s
    return s


def land(s: State, seat: int, direction: str) -> State:
    """Three spaces away, or as far as the island goes."""
    here: Space = the(s, GUARDIAN).space if figure(s, GUARDIAN) is not None else s.heroes[seat].space
    for _ in range(FAR_SPAT):
        there = neighbour(here, direction)
        here = there if there in island_of(s.setup).cells else here
    h = s.heroes[seat]
    return with_hero(did(s), seat, swallowed=False, space=here, nausea=h.nausea + 2)


@rule("13.10", "Bobu asleep or awake")
def bobu(s: State, asleep: bool) -> State:
    """The token on the Guardian's mat may turn over; what its upper side tells counts."""
    return with_figure(did(s), GUARDIAN, asleep=asleep)
