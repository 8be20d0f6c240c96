"""Tables of Kabula for the tests: short ways to move and to ask, and players that see much of the island."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rulebooks import kabula
from rulebooks.core.cards import load_sheet
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import explain, forbidden_by
from rulebooks.core.sampling import pick

SHEET = load_sheet("kabula")
ISLAND = kabula.island()
WAIT = "Wait"
CALM = "Clean Beaches"  # a card of the Water King's deck that hurts nobody


def card(name: str) -> Any:
    """A card of the sheet, by its id or name."""
    return SHEET.find(name)


def table(one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """A table of player 1, whose turn it is, and the others told; alone unless told."""
    return kabula.table(heroes=[one or {}, *others], **rest)


def beside(one: Any = None, /, *others: Any, **rest: Any) -> Any:
    """A table of Heroes that all stand on one meadow, far from city and Pin; two unless told."""
    there = {"space": (0, 3)}
    return table(there | (one or {}), *(there | other for other in others or ({},)), **rest)


def after(s: Any, *moves: Any) -> Any:
    """The state after some moves; a text is the label of an action or of what chance brings."""
    for move in moves:
        s = kabula.step(s, named(s, move))
    return s


def named(s: Any, move: Any) -> Any:
    """A move by its label; what is no text is the move itself."""
    if not isinstance(move, str):
        return move
    node = kabula.node(s)
    here = node.outcomes if isinstance(node, Chance) else kabula.candidates(s)
    found = [m for m in here if label(m) == move]
    assert len(found) == 1, f"{move!r} is none of {[label(m) for m in here]}"
    return found[0]


def cited(s: Any, *moves: Any) -> tuple[Any, list[str]]:
    """The state after some moves, and the rules that brought it there, in order."""
    ids: list[str] = []
    for move in moves:
        s, events = explain(kabula, s, named(s, move))
        ids += [e.rule.id for e in events]
    return s, ids


def no(s: Any, move: Any) -> str:
    """The number of the rule that forbids a move; "" when it is legal."""
    move = named(s, move)
    rule = forbidden_by(kabula, s, move)
    if rule is None:
        return ""
    with pytest.raises(IllegalMove, match=rule.id.replace(".", r"\.")):
        kabula.step(s, move)
    return rule.id


def labels(s: Any) -> list[str]:
    """What may be done, or may come, in words."""
    node = kabula.node(s)
    return [label(m) for m in (node.outcomes if isinstance(node, Chance) else getattr(node, "actions", ()))]


def what(s: Any) -> str:
    """What is rolled or drawn now."""
    node = kabula.node(s)
    assert isinstance(node, Chance), node
    return node.what


def comes(s: Any) -> dict[str, int]:
    """What may be rolled or drawn now, with its weight."""
    node = kabula.node(s)
    assert isinstance(node, Chance), node
    return {label(m): n for m, n in node.outcomes.items()}


def asked(s: Any) -> int:
    """Who chooses now, counted from 1."""
    node = kabula.node(s)
    assert isinstance(node, Decision), node
    return node.player + 1


def parts(s: Any, player: int = 1) -> dict[str, str]:
    """The Parts of a player by box, in words."""
    b = s.heroes[player - 1].boxes
    return {"rage": str(b.rage), "fresh": str(b.fresh), "used": str(b.used)}


def hearts(s: Any) -> list[int]:
    """The Heart of each figure, of a table or of an attack alone."""
    return [h.heart for h in (s.heroes if isinstance(s, kabula.State) else s.fighters)]


def pin(s: Any, where: Any) -> str:
    """The Pin on a space."""
    return dict(s.pins).get(ISLAND.space(where), "")


def fight(attack: str, heart: int = 9, /, *moves: Any, **told: Any) -> Any:
    """An attack alone, after some moves."""
    return after(kabula.position(attack, heart, **told), *moves)


def lost(s: Any, who: int = 1) -> int:
    """The Heart that the target of an attack alone has lost."""
    return int(s.lost[who])


def over(s: Any) -> bool:
    """Whether an attack alone, or a game, is over."""
    return isinstance(kabula.node(s), Terminal)


def ending(s: Any) -> Terminal:
    """How a game ended."""
    node = kabula.node(s)
    assert isinstance(node, Terminal), node
    return node


def only_top(s: Any, pile: str) -> Any:
    """The table with a deck that holds the known cards on its top and no others."""
    known = getattr(s, pile).layers[:-1]
    return replace(s, **{pile: Pile(known)})


def none_spotted(s: Any) -> Any:
    """The table with empty slots where Spotted Monsters lie; they are discarded."""
    gone = s.gone + Bag([card for _, card in s.spotted if card is not None])
    return replace(s, spotted=tuple((where, None) for where, _ in s.spotted), gone=gone)


def set_up(*spotted: str) -> list[str]:
    """The moves by which three Monsters are laid open; some, unless told, that no test asks about."""
    names = spotted or ("Puddle Ox", "Moss Boar", "Tin Crab")
    return [f"{name} in {where}" for name, where in zip(names, ("The Ridge", "Bluff", "The North"), strict=True)]


# Random play -------------------------------------------------------------------------------------
WEIGHTS: dict[Any, int] = {kabula.Step: 30, kabula.UsePin: 60, kabula.UseKept: 60, kabula.Buy: 3}
WEIGHTS |= {kabula.At: 12, kabula.Tame: 60, kabula.Tag: 60, kabula.Befriend: 60, kabula.Boost: 30, kabula.LetGo: 2}
WORDS = {"Walk": 40, "Wait": 1, "Rest": 2}


def weight(action: Any) -> int:
    """How likely a player at random does something: they walk a lot, so that they meet people."""
    return WORDS.get(label(action), WEIGHTS.get(type(action), 6))


def likely(actions: Iterable[Any]) -> Mapping[Any, int]:
    """Weights of such a player's actions."""
    return {a: weight(a) for a in actions}


def weights_of(node: Chance | Decision) -> Mapping[Any, int]:
    """How likely each move is at a node."""
    return node.outcomes if isinstance(node, Chance) else likely(node.actions)


def random_game(setup: Any, seed: int, most: int = 20_000) -> Iterable[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a game; the move is None at its end."""
    s = kabula.initial_state(setup)
    for n in range(most):
        node = kabula.node(s)
        if isinstance(node, Terminal):
            yield s, node, None
            return
        move = pick(weights_of(node), "kabula", seed, n)
        yield s, node, move
        s = kabula.step(s, move)
    raise AssertionError(f"the game of seed {seed} did not end within {most:,} moves")


def with_options(**options: bool) -> Any:
    """A set-up with some options switched."""
    return kabula.Setup(options=replace(kabula.Options(), **options))
