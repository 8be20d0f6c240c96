"""Tables of Pirate Tales for the tests: short ways to move and to ask, and players that end their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from rulebooks import pirate_tales as pirates
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import explain, forbidden_by
from rulebooks.core.sampling import pick

SHEET = load_sheet("pirate_tales")
ROLL, BACK, END = pirates.Roll(), pirates.GiveUp(), pirates.EndTurn()


def card(name: str) -> Any:
    """A card of the sheet, by its id or name."""
    return SHEET.find(name)


def dice(*faces: str) -> Bag[Any]:
    """Dice as they lie: "white 1", "red 2"."""
    return Bag([pirates.Die(text.split()[0], int(text.split()[1])) for text in faces])


def die(text: str) -> Any:
    """One die as it lies."""
    return next(iter(dice(text)))


def put(*faces: str, cards: Iterable[Any] = ()) -> Any:
    """Dice and hand cards placed under the next card."""
    return pirates.Place(dice(*faces), Bag([card(c) if isinstance(c, str) else c for c in cards]))


def aside(text: str) -> Any:
    """A die set aside in order to re-roll."""
    return pirates.SetAside(die(text))


def again(*faces: str) -> list[Any]:
    """Dice taken up, and rolled."""
    return [*(pirates.Take(die(text)) for text in faces), ROLL]


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a text is the label of an action or of what chance brings."""
    for move in moves:
        s = pirates.step(s, named(s, move))
    return s


def named(s: Any, move: Any) -> Any:
    """A move by its label; what is no text is the move itself."""
    if not isinstance(move, str):
        return move
    node = pirates.node(s)
    here = node.outcomes if isinstance(node, Chance) else pirates.candidates(s)
    found = [m for m in here if label(m) == move]
    assert len(found) == 1, f"{move!r} is none of {[label(m) for m in here]}"
    return found[0]


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        s, events = explain(pirates, s, named(s, move))
        ids += [e.rule.id for e in events]
    return s, ids


def no(s: Any, move: Any) -> str:
    """The number of the rule that forbids a move of the table; "" when it is legal."""
    move = named(s, move)
    rule = forbidden_by(pirates, s, move) if move in tuple(pirates.candidates(s)) else refused(s, move)
    if rule is None:
        return ""
    with pytest.raises(IllegalMove, match=rule.id.replace(".", r"\.")):
        pirates.step(s, move)
    return rule.id


def refused(s: Any, move: Any) -> Any:
    """The rule that refuses a move that is not among the candidates; None when it is legal."""
    try:
        pirates.step(s, move)
    except IllegalMove as why:
        return why.rule
    return None


def actions(s: Any) -> tuple[Any, ...]:
    """The legal actions of a decision."""
    node = pirates.node(s)
    assert isinstance(node, Decision)
    return node.actions


def labels(s: Any) -> list[str]:
    """What may be done, or may come, in words."""
    node = pirates.node(s)
    return [label(m) for m in (node.outcomes if isinstance(node, Chance) else getattr(node, "actions", ()))]


def purses(s: Any) -> list[int]:
    """The doubloons of each player."""
    return [seat.doubloons for seat in s.seats]


def likely(actions: Iterable[Any]) -> Mapping[Any, int]:
    """Weights of a player that mostly places dice where it can, and seldom turns back: games end sooner."""
    weights = {a: WEIGHTS.get(type(a), 4) for a in actions}
    if any(isinstance(a, pirates.Place) for a in weights):
        return {a: 1 if isinstance(a, pirates.GiveUp) else w for a, w in weights.items()}
    return weights


WEIGHTS: dict[Any, int] = {pirates.Place: 40, pirates.GiveUp: 2, pirates.LayOn: 2, pirates.Roll: 6}


def weights_of(node: Chance | Decision) -> Mapping[Any, int]:
    """How likely each move is at a node."""
    return node.outcomes if isinstance(node, Chance) else likely(node.actions)


def random_game(setup: Any, seed: int, most: int = 20_000) -> Iterable[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a game; the move is None at its end."""
    s = pirates.initial_state(setup)
    for n in range(most):
        node = pirates.node(s)
        if isinstance(node, Terminal):
            yield s, node, None
            return
        move = pick(weights_of(node), "pirates", seed, n)
        yield s, node, move
        s = pirates.step(s, move)
    raise AssertionError(f"the game of seed {seed} did not end within {most:,} moves")


def at_sea(cards: Any, /, *shown: str, **rest: Any) -> Any:
    """A voyage whose dice show these faces: at_sea([1, 3], "white 1", "red 0")."""
    rolled: dict[str, list[int]] = {}
    for one in dice(*shown):
        rolled.setdefault(one.colour, []).append(one.skulls)
    return pirates.voyage({c: len(faces) for c, faces in rolled.items()}, cards, rolled=rolled, **rest)


def table(one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """A table of player 1, whose turn it is, and two others unless told."""
    seats = [one or {}, *(others or ({}, {}))]
    return pirates.table(players=seats, **rest)


FIVE = {"white": [1] * 5}  # five white dice that show a success each
EASY = ["calm-water", "hidden-cove", "old-sea-dog"]


def sailing(one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """Player 1 under way on a short voyage; the others bet aye and ney unless told."""
    told = {"track": ["calm-water"], "level": 3, "bets": {2: "aye", 3: "ney"}, **rest}
    return table(one, *others, phase="voyage", **told)


def failed(s: Any, capsize: str = "Cast Ashore") -> Any:
    """A voyage turned back from, with its Capsize card."""
    return after(s, BACK, capsize)


def what(s: Any) -> str:
    """What is rolled or drawn now."""
    node = pirates.node(s)
    assert isinstance(node, Chance), node
    return node.what


def comes(s: Any) -> dict[Any, int]:
    """What may be rolled or drawn now, with its weight."""
    node = pirates.node(s)
    assert isinstance(node, Chance), node
    return dict(node.outcomes)


def asked(s: Any) -> int:
    """Who chooses now, counted from 1."""
    node = pirates.node(s)
    assert isinstance(node, Decision), node
    return node.player + 1


# Whole games to read ---------------------------------------------------------------------------------
def sensible(play: Table) -> None:
    """Dice are placed where they can be, and few turn back while one can go on."""
    node = play.node
    if isinstance(node, Decision):
        play.do(pick(likely(node.actions), play.seed, "a choice", play.at))
    else:
        play.roll()


def late() -> Any:
    """A table near the end: two ships before the last seas, with dice to go there."""
    ahead = {
        "ship": 7,
        "dice": {"white": 1, "red": 2, "black": 3},
        "hand": ["good-wind", "small-catch"],
        "doubloons": 6,
    }
    behind = {"ship": 5, "dice": {"white": 2, "red": 3}, "hand": ["helping-hands"], "blue": 1}
    return pirates.table(players=[ahead, behind], captain=2, first=2)
