"""Players at random who like to provoke, tame, grow popular, steal and fight on: so that games see all the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kabula_table import kabula
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.sampling import pick
from rulebooks.kabula.contents import island_of
from rulebooks.kabula.fights import Defend, Spend
from rulebooks.kabula.heroes import trending
from rulebooks.kabula.hexes import distance, neighbour
from rulebooks.kabula.moves import Befriend, Boost, LetGo, Order, Tag, Tame
from rulebooks.kabula.printed import LIGHTS
from rulebooks.kabula.table import is_familio, the

HEROES = ("jessika", "zack", "clayton", "isolde", "chastity")
AUTOMAS = ("jessika-on-air", "zack-who-naps", "clayton-at-the-stove", "isolde-and-her-children", "chastity-on-patrol")
GUARDIANS = ("water-king", "shaggy", "bibi-and-bobu")
KEEN: dict[Any, int] = {
    kabula.UsePin: 200,
    kabula.UseKept: 100,
    kabula.At: 12,
    kabula.Gear: 3,
    kabula.Wear: 3,
    Tame: 60,
    Tag: 60,
    Befriend: 60,
    Boost: 30,
    Order: 10,
    Defend: 12,
    Spend: 12,
    LetGo: 2,
}
WORDS = {"Walk": 40, "Wait": 1, "Rest": 2}


def some_setup(seed: int) -> Any:
    """Another set-up for each seed: Heroes, Automas, Guardian, light and options all vary."""
    n = 1 + seed % 5
    seats = [(seed + i) % 5 for i in range(max(2, n))]
    people = max(1, len(seats) - (seed // 5) % 3)
    heroes = [HEROES[i] for i in seats[: people if n > 1 else 1]]
    more = seed % 3 > 0
    if more and seed % 7 == 0:
        heroes[0] = "gotzo"
    names = [f for f in kabula.Options.__dataclass_fields__ if f != "aim_blank"]
    options = kabula.Options(**{name: bool(seed >> i & 1) for i, name in enumerate(names)})
    return kabula.Setup(
        tuple(heroes),
        tuple(AUTOMAS[i] for i in seats[len(heroes) :]),
        GUARDIANS[seed % 3],
        LIGHTS[seed // 2 % 3],
        options,
        expansions=("Conspiracy",) if more else (),
    )


def goal(s: Any, seat: int) -> Any:
    """Where a Hero would like to go: to the Kabula, or to a Pin that may be used."""
    h = s.heroes[seat]
    if s.kabula.stolen:
        owner = s.kabula.owner
        return s.kabula.space if owner < 0 else the(s, owner).space if owner != seat else the(s, 20).space
    if trending(h):
        return island_of(s.setup).sanctuary
    return min((at for at, _ in s.pins), key=lambda at: (distance(at, h.space), at), default=h.space)


def eager(s: Any, actions: Iterable[Any]) -> Mapping[Any, int]:
    """How likely such a player does what."""
    told = {}
    for a in actions:
        weight = WORDS.get(label(a), KEEN.get(type(a), 6))
        if isinstance(a, kabula.Step) and not is_familio(s.active) and s.seat >= 0:
            here, to = s.hero.space, goal(s, s.seat)
            weight = 80 if distance(neighbour(here, a.direction), to) < distance(here, to) else 2
        told[a] = weight
    return told


def eager_game(setup: Any, seed: int, most: int = 20_000) -> Iterable[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a game; the move is None at its end."""
    s = kabula.initial_state(setup)
    for n in range(most):
        node = kabula.node(s)
        if isinstance(node, Terminal):
            yield s, node, None
            return
        weights = node.outcomes if isinstance(node, Chance) else eager(s, node.actions)
        move = pick(weights, "eager", seed, n)
        yield s, node, move
        s = kabula.step(s, move)
    raise AssertionError(f"the game of seed {seed} did not end within {most:,} moves")


def keen(play: Table) -> None:
    """They use the Pins they come to, tame what they can, and go for the Kabula when they are popular."""
    node = play.node
    if isinstance(node, Decision):
        play.do(pick(eager(play.state, node.actions), play.seed, "a choice", play.at))
    else:
        play.roll()


def late() -> Any:
    """The eve of the last battle: one Hero on a Monster's Pin, one who is popular near the Sanctuary, an Automa."""
    isolde = {"hero": "Isolde", "space": (1, 3), "parts": "legs 2, guts 2, teeth 2, brain", "items": ["Slingshot"]}
    zack = {"hero": "Zack", "space": (0, 2), "tags": [0, 3, 0], "items": ["Umbrella"], "farz": 4}
    jessika = {"automa": "Jessika On Air", "space": (4, -3), "heart": 4}
    return kabula.table(
        heroes=[isolde, zack, jessika],
        pins={"1, 3": "monster"},
        spotted={"Bluff": "Grumble Goose"},
        guardian={"heart": 5},
        out=["Rising Tide", "Hail", "Cold Shower"],
        omen="Clean Beaches",
        round=4,
    )


__all__ = ["eager", "eager_game", "goal", "keen", "late", "some_setup"]
