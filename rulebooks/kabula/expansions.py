"""Kabula 13: Guardians of the Conspiracy expansion: rabbits, swallowing, the sleeping brother."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.core.chance import Pile
from rulebooks.kabula.automas import automa_target
from rulebooks.kabula.book import rule
from rulebooks.kabula.brawls import begin
from rulebooks.kabula.contents import KabulaCard, Verb, island_of, verbs
from rulebooks.kabula.hexes import OFFSETS, Space, clockwise_from, neighbour
from rulebooks.kabula.island import move_toward
from rulebooks.kabula.monsters import act_out
from rulebooks.kabula.printed import COINS, PAIRS
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
    is_hero,
    order,
    place_of,
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
    """Shaggy's Rabbit deck acts at Alpha in every round of the game, after the theft too, before all else (BR-132).

    Shaggy's own deck always acts at Omega. Used Rabbit cards are shuffled when there are no others (BR-131).
    """
    if not len(s.burrow) and not len(s.dug):
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
    """Rabbits are tokens, no figures: nothing attacks them. A new one sits beside Shaggy, or under it at the edge.

    There are 20 tokens, so never more rabbits; and no new ones without Shaggy (BR-133).
    """
    _, verb = s.todo[0]
    s = did(s)
    if len(s.rabbits) < MOST_RABBITS and figure(s, GUARDIAN) is not None:
        here = the(s, GUARDIAN).space
        there = neighbour(here, direction)
        there = there if there in island_of(s.setup).cells else here
        s = replace(s, rabbits=tuple(sorted((*s.rabbits, (there, False)))))
    return first(s, GUARDIAN, replace(verb, n=verb.n - 1)) if verb.n > 1 else s


@rule("13.3b", "The first rabbit")
def by_nearness(s: State, spaces: Iterable[Space]) -> list[Space]:
    """The rabbit nearest to the Kabula begins, wherever that is; of those equally near, clockwise from north (BR-130).

    The Kabula is in its Sanctuary, with its owner, or where it was dropped.
    """
    k = s.kabula
    owned = k.owner != NOBODY and figure(s, k.owner) is not None
    there = place_of(s, k.owner) if owned else k.space
    return list(who_moves_first(island_of(s.setup), spaces, there if k.stolen else None))


@rule("13.3a", "Rabbits move")
def run(s: State, n: int) -> State:
    """Each rabbit moves once, towards the nearest Hero; they are in nobody's way (BR-134)."""
    island = island_of(s.setup)
    heroes = {called(s, f): the(s, f).space for f in order(s) if is_hero(f)}
    owner = called(s, s.kabula.owner) if s.kabula.owner != NOBODY else ""
    moved = []
    spaces = by_nearness(s, [at for at, _ in s.rabbits])
    for at, turned in sorted(s.rabbits, key=lambda r: spaces.index(r[0])):
        goal = heroes.get(figure_target(island, at, heroes, list(heroes), owner).name)
        moved.append((move_toward(island, at, goal, n)[-1] if goal else at, turned))
    return replace(did(s), rabbits=tuple(sorted(moved)))


@rule("13.3c", "Rabbits turn")
def turn_rabbits(s: State, n: int) -> State:
    """So many rabbits that are not yet turned are turned to their other side, the nearest to the Kabula first."""
    left = by_nearness(s, [at for at, turned in s.rabbits if not turned])[:n]
    told = []
    for at, turned in s.rabbits:
        if not turned and at in left:
            left.remove(at)
            turned = True
        told.append((at, turned))
    return replace(did(s), rabbits=tuple(sorted(told)))


@rule("13.4", "Rabbits burst")
def burst(s: State, n: int) -> State:
    """Turned rabbits explode, one after the other: all figures there are attacked, and the token is gone (BR-135).

    Each explosion takes a token off, and none brings new ones: after 20 of them there is no rabbit left.
    """
    turned = [at for at, t in s.rabbits if t]
    if not turned:
        return did(s)
    at = by_nearness(s, turned)[0]
    rabbits = list(s.rabbits)
    rabbits.remove((at, True))
    s = replace(s, rabbits=tuple(rabbits))
    hit = tuple(f for f in order(s) if the(s, f).space == at)
    return begin(s, NOBODY, f"attack, blade {n}", None, hit, keep=True) if hit else s


# Swallowing
@rule("13.5", "Swallowed")
def swallow(s: State) -> State:
    """Nothing prevents it: a Hero on Shaggy's space is inside it until its next turn (BR-136).

    Who is inside is no figure of the island: nobody attacks it, and it defends nobody.
    """
    f = s.mark
    s = did(s)
    near = is_hero(f) and figure(s, f) is not None and the(s, f).space == the(s, GUARDIAN).space
    if not near:
        return s
    s = with_hero(s, f, swallowed=True, steps=0)
    if f != s.active:
        return s
    others = tuple(todo for todo in s.todo if todo[0] != f)  # a thief's turn goes on inside (BR-153)
    return replace(s, todo=(*others, *turn_inside(s, f)))


def turn_inside(s: State, f: int) -> tuple[tuple[int, Verb], ...]:
    """All that a swallowed Hero does in a turn: a player decides, for an Automa the coin does."""
    return (f, Verb("coin" if s.heroes[f].automa else "order")), (f, Verb("end turn"))


def remaining(s: State) -> tuple[KabulaCard, ...]:
    """The actions of the Guardian's mat that swallow nobody."""
    assert s.guardian is not None
    rows = s.setup.owned("behaviour", s.guardian.card.id)
    told = {r.coin: r for r in rows if r.coin and all(v.what != "swallow" for v in verbs(r.id, r.does))}
    return tuple(told[pair] for pair in PAIRS if pair in told)


@rule("13.5a", "From within")
def orders(s: State) -> tuple[Order, ...]:
    """In the own turn a swallowed Hero decides which of Shaggy's other actions it uses, and on whom (BR-140).

    That is all of the turn. Any figure on the island but Shaggy itself may be named.
    """
    return tuple(Order(r, f, called(s, f)) for r in remaining(s) for f in order(s) if f != GUARDIAN)


def obey(s: State, action: Order) -> State:
    """The Guardian does what the Hero inside decided."""
    aim = Aim(action.name, (Line("decided from within", (action.name,)),))
    return act_out(did(s), GUARDIAN, action.action, (action.figure, aim))


@rule("13.5e", "An Automa within")
def order_by_coin(s: State, f: int, face: str) -> State:
    """For a swallowed Automa the coin decides which action it is; it goes for whom the Automa goes for (BR-140)."""
    rows = remaining(s)
    row = rows[min(COINS.index(face), len(rows) - 1)]
    return act_out(did(s), GUARDIAN, row, automa_target(s, f, but=GUARDIAN), face)


@rule("13.5b", "Spat out")
def spat_out(s: State) -> State:
    """When Shaggy's next turn begins, the Hero lands three spaces away in a random direction and gets 2 Nausea."""
    for seat, h in enumerate(s.heroes):
        s = first(s, seat, Verb("land")) if h.swallowed else s
    return s


def land(s: State, seat: int, direction: str) -> State:
    """The Hero comes out, with 2 Nausea."""
    h = s.heroes[seat]
    space = landing(s, place_of(s, seat), direction)
    return with_hero(did(s), seat, swallowed=False, space=space, nausea=h.nausea + 2)


@rule("13.5f", "Three spaces away")
def landing(s: State, here: Space, direction: str) -> Space:
    """Where the island ends too soon, the next direction clockwise with land three spaces away is taken (BR-141).

    Where there is none, the Hero lands as far in the direction of the die as there is land.
    """
    cells = island_of(s.setup).cells
    for d in clockwise_from(direction):
        there = (here[0] + FAR_SPAT * OFFSETS[d][0], here[1] + FAR_SPAT * OFFSETS[d][1])
        if there in cells:
            return there
    for _ in range(FAR_SPAT):
        there = neighbour(here, direction)
        here = there if there in cells else here
    return here


# Bobu
@rule("13.10", "Bobu asleep or awake")
def bobu(s: State, asleep: bool) -> State:
    """The token begins with Bobu awake; cards turn it over, as often as they say so."""
    return with_figure(did(s), GUARDIAN, asleep=asleep)
