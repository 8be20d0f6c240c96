"""A game given as a graph: each place is a choice, a roll or an end. A state is (place, given)."""

from dataclasses import dataclass
from typing import Any

from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.rules import Rulebook

rule = Rulebook("given", edition="tests")
LETTERS = "abcdefgh"


@dataclass(frozen=True)
class Choice:
    """A player chooses "a", "b", …: on to these places."""

    kids: tuple[int, ...]
    player: int = 0


@dataclass(frozen=True)
class Roll:
    """Nature brings 0, 1, …: on to these places, by weight."""

    kids: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True)
class End:
    """It is over; one number for each thing that may be asked about."""

    points: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Given:
    """The graph, and for how many players."""

    places: tuple[Choice | Roll | End, ...]
    players: int = 1


State = tuple[int, Given]


@rule("1", "The end")
def points(s: State) -> tuple[int, ...]:
    """What an end is worth."""
    place = s[1].places[s[0]]
    assert isinstance(place, End)
    return place.points


def given(*places: Choice | Roll | End, players: int = 1) -> State:
    """The state at the first place."""
    return 0, Given(places, players)


def initial_state(setup: Given | None = None, /) -> State:
    return 0, setup or Given((End((0,)),))


def players(s: State) -> int:
    return s[1].players


def node(s: State, /) -> Node:
    match s[1].places[s[0]]:
        case Choice(kids, player):
            return Decision(player, tuple(LETTERS[: len(kids)]))
        case Roll(_, weights):
            return Chance("a roll", dict(enumerate(weights)))
        case End(points):
            return Terminal(points, "1")


def step(s: State, move: Any, /) -> State:
    match s[1].places[s[0]]:
        case Choice(kids, _) if move in tuple(LETTERS[: len(kids)]):
            return kids[LETTERS.index(move)], s[1]
        case Roll(kids, _) if move in range(len(kids)):
            return kids[move], s[1]
    raise IllegalMove(move, None)


def candidates(s: State, /) -> tuple[str, ...]:
    here = node(s)
    return here.actions if isinstance(here, Decision) else ()


def information_state(s: State, player: int, /) -> State:
    return s
