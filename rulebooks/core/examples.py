"""Show me: for each rule a small position in which it can be seen at work.

``outlines/examples/<game>.json`` holds, for each rule, a start, the labels of the moves
from there, and the move that shows the rule; ``core/example_search.py`` finds and writes
them. ``outlines/examples/<game>.toml`` names the starts, in plain numbers and card names,
and worked inputs for rules that reckon something.
"""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import Any, get_args, get_origin, get_type_hints

from rulebooks import game as named
from rulebooks.core.cards import Card, Sheet, load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Decision, IllegalMove, Node, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Call, Event, Rule, explain, watching

# How a rule shows itself: it changes a state; it refuses an action; it ends the game; it is asked before a
# choice; it is asked when a game is set up; it only reckons.
HOW = ("move", "refuse", "end", "look", "start", "worked")
FIRST = "the first move"


@dataclass(frozen=True)
class Worked:
    """What a rule makes of some inputs."""

    inputs: tuple[tuple[str, str], ...]  # (parameter, value in words)
    output: str

    def __str__(self) -> str:
        return f"{', '.join(f'{name} {value}'.strip() for name, value in self.inputs)} → {self.output}"


@dataclass(frozen=True, eq=False)
class Example:
    """A position and a move that show a rule. ``how`` is one of HOW.

    ``play`` is a table that stands at the position, None where no position is needed;
    ``instead`` is, for a rule that refuses an action, one that it lets pass.
    """

    rule: Rule
    how: str
    play: Table | None = None
    move: Any = None
    instead: Example | None = None
    worked: tuple[Worked, ...] = ()

    @property
    def before(self) -> Any:
        """The position."""
        return None if self.play is None else self.play.state

    @property
    def node(self) -> Node | None:
        """What happens next there."""
        return None if self.play is None else self.play.node

    @property
    def stepped(self) -> tuple[Any, tuple[Event, ...]]:
        """The state after the move, and the rules that did it; (None, ()) where nothing is stepped."""
        if self.play is None or self.how not in ("move", "end"):
            return None, ()
        return explain(self.play.game, self.before, self.move)

    @property
    def options(self) -> dict[str, Any]:
        """The options that are not as usual in this position."""
        mine = getattr(getattr(self.before, "setup", None), "options", None)
        if mine is None:
            return {}
        usual, now = type(mine)(), {f.name: getattr(mine, f.name) for f in fields(mine)}
        return {name: value for name, value in now.items() if value != getattr(usual, name)}

    def table(self) -> Table:
        """A table of one's own at this position, to play on from it. ValueError where there is no position."""
        if self.play is None:
            raise ValueError(f"{self.rule.cite} is shown by numbers alone, without a position")
        return self.play.branch()

    @property
    def holds(self) -> bool:
        """Whether the rule still does here what the example says it does."""
        if self.how == "worked" or self.play is None:
            return bool(self.worked)
        game, s = self.play.game, self.before
        match self.how:
            case "refuse":
                good = self.instead is None or self.instead.holds
                return refused_by(game, s, self.move) is self.rule and good
            case "end":
                return getattr(game.node(game.step(s, self.move)), "ended_by", "") == self.rule.id
            case "move":
                return any(c.rule is self.rule for c in step_calls(game, s, self.move))
            case "start":
                return any(c.rule is self.rule for c in start_calls(game, s))
        return any(c.rule is self.rule for c in look_calls(game, s))


# What runs, and when ---------------------------------------------------------------
def step_calls(game: Any, s: Any, move: Any) -> list[Call]:
    """The rules that run while a move is stepped."""
    with watching() as calls:
        game.step(s, move)
    return calls


def look_calls(game: Any, s: Any) -> list[Call]:
    """The rules that run while a player looks at a position: what comes next, what may be done, what is known."""
    with watching() as calls:
        node = game.node(s)
        list(game.candidates(s))
        game.information_state(s, node.player if isinstance(node, Decision) else 0)
    return calls


def start_calls(game: Any, s: Any) -> list[Call]:
    """The rules that run while a game like this one is set up."""
    with watching() as calls:
        game.initial_state(s.setup)
    return calls


def refused_by(game: Any, s: Any, action: Any) -> Rule | None:
    """The rule that refuses a move, None when it is legal."""
    try:
        game.step(s, action)
    except IllegalMove as no:
        return no.rule
    return None


def worked_from(rule: Rule, calls: Iterable[Call]) -> tuple[Worked, ...]:
    """What a rule that reckons something made of its inputs; nothing for changes of state."""
    found: dict[str, Worked] = {}
    for call in calls:
        makes_state = call.args and type(call.result) is type(call.args[0]) and is_dataclass(call.result)
        if call.rule is rule and not makes_state:
            one = work(rule, call.args)
            if one.output:
                found.setdefault(str(one), one)
    return tuple(found.values())


def work(rule: Rule, args: tuple[Any, ...]) -> Worked:
    """Call a rule's function, and put inputs and output into words."""
    names = list(inspect.signature(rule.function).parameters)
    given = [_input(name, value) for name, value in zip(names, args, strict=False)]
    return Worked(tuple(given), _output(rule.function(*args)))


def _input(name: str, value: Any) -> tuple[str, str]:
    if getattr(type(value), "IN_WORDS", ""):
        return type(value).IN_WORDS, ""
    if isinstance(value, Sheet):
        return "the card sheet", ""
    if is_dataclass(value) and not isinstance(value, Card):
        return "this set-up" if type(value).__name__ == "Setup" else "this position", ""
    return name.replace("_", " "), label(value)


def _output(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{k}: {_output(v)}" for k, v in value.items())
    if isinstance(value, Iterator | tuple | list) and not hasattr(value, "_fields"):
        return "; ".join(map(label, value))
    if is_dataclass(value) and hasattr(value, "setup"):
        return ""  # a position: it is drawn
    return label(value)


# Starts -------------------------------------------------------------------------------
def data_of(game: str, ending: str) -> str | None:
    """The text of ``outlines/examples/<game>.<ending>``, None where there is none."""
    place = files("rulebooks").joinpath("outlines", "examples", f"{game}.{ending}")
    return place.read_text(encoding="utf-8") if place.is_file() else None


@lru_cache
def hand_made(game: str) -> Mapping[str, Any]:
    """The starts and worked inputs written by hand."""
    return tomllib.loads(data_of(game, "toml") or "")


@lru_cache
def starts(name: str) -> dict[str, Table]:
    """Start's name -> a table at it: those made by hand, the first move, the same with each option switched."""
    game = named(name)
    tables: dict[str, Table] = {}
    for row in hand_made(name).get("start", []):
        if row["id"] in tables:
            raise ValueError(f"examples/{name}.toml: the start {row['id']!r} is there twice")
        try:
            tables[row["id"]] = Table(game, start=_made(game, row))
        except (ValueError, TypeError, KeyError, AttributeError) as no:
            raise ValueError(f"examples/{name}.toml, start {row['id']!r}: {no}") from None
    tables[FIRST] = Table(game)
    for option in dict.fromkeys(r.option for r in game.rule.outline.rulings.values() if r.option):
        usual = game.Options()
        if isinstance(getattr(usual, option), bool):  # readings with names of their own are for starts made by hand
            options = replace(usual, **{option: not getattr(usual, option)})
            tables[f"{FIRST}, {option} switched"] = Table(game, game.Setup(options=options))
    return tables


def _made(game: Any, row: Mapping[str, Any]) -> Any:
    """A state from plain data: the first of a set-up, by a function of the game's, or by the fields of its table."""
    options = {"options": game.Options(**row["options"])} if "options" in row else {}
    setup = game.Setup(**options, **row.get("setup", {}))
    if "call" in row:
        make = getattr(game, row["call"])
        given = {name: _called(game, value) for name, value in row["with"].items()}
        takes_setup = "setup" in inspect.signature(make).parameters
        return make(**given, **({"setup": setup} if takes_setup else options))
    if "table" not in row:
        return game.initial_state(setup)
    first = game.initial_state(setup)
    hints = get_type_hints(type(first))
    return replace(first, **{k: _field(hints[k], v, setup.sheet) for k, v in row["table"].items()})


def _called(game: Any, value: Any) -> Any:
    """Plain data for a game's function; ``{ call = "used", of = "weapon 2" }`` is what that function makes of it."""
    if isinstance(value, list):
        return [_called(game, one) for one in value]
    if isinstance(value, Mapping) and set(value) == {"call", "of"}:
        return getattr(game, value["call"])(_called(game, value["of"]))
    return value


def _field(hint: Any, value: Any, sheet: Sheet) -> Any:
    kind, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and hasattr(hint, "told"):
        return hint.told(value)
    if isinstance(kind, type) and issubclass(kind, Mapping) and len(args) == 2:
        pairs = value.items() if isinstance(value, Mapping) else value
        return {_field(args[0], k, sheet): _field(args[1], v, sheet) for k, v in pairs}
    if isinstance(value, list) and kind is tuple and len(args) == len(value):
        return tuple(_field(one, v, sheet) for one, v in zip(args, value, strict=True))
    if isinstance(value, list) and args and kind in (Iterable, Sequence):
        return [_field(args[0], v, sheet) for v in value]
    if get_origin(hint) is Bag:
        whole_numbers = get_args(hint) == (int,)
        return Bag(value if whole_numbers else [sheet.find(v) for v in value])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint[value]
    return value if hint in (int, str, bool) or isinstance(value, list) else sheet.find(value)


# Examples -------------------------------------------------------------------------------
@lru_cache
def stored(game: str) -> Mapping[str, Any]:
    """Rule id -> where its example is, as the search wrote it."""
    found: Mapping[str, Any] = json.loads(data_of(game, "json") or "{}")
    return found


@lru_cache(maxsize=512)
def example(game: str, id: str) -> Example | None:
    """The example of a rule; None where it has none."""
    rule, place = named(game).rule[id], stored(game).get(id)
    by_hand = tuple(
        work(rule, _arguments(rule, inputs))
        for row in hand_made(game).get("worked", [])
        if row["rule"] == id
        for inputs in row["inputs"]
    )
    if place is None:
        return Example(rule, "worked", worked=by_hand) if by_hand else None
    try:
        shown = _replayed(rule, place)
    except (ValueError, KeyError, StopIteration) as no:
        raise ValueError(f"the example of {game} {rule.cite} cannot be replayed: {no}") from no
    return replace(shown, worked=(*shown.worked, *(w for w in by_hand if w not in shown.worked)))


def _arguments(rule: Rule, inputs: list[Any]) -> tuple[Any, ...]:
    """Plain inputs of a rule; ``{ start = "…" }`` is the position of a start."""
    hints, sheet = get_type_hints(rule.function), load_sheet(rule.book.game)
    names = inspect.signature(rule.function).parameters
    return tuple(
        starts(rule.book.game)[value["start"]].state
        if isinstance(value, dict) and set(value) == {"start"}
        else _field(hints[name], value, sheet)
        for name, value in zip(names, inputs, strict=True)
    )


def _replayed(rule: Rule, place: Mapping[str, Any]) -> Example:
    play = starts(rule.book.game)[place["start"]].branch()
    for name in place["moves"]:
        play.do(name) if play.actions else play.choose(name)
    how, game, s = place["how"], play.game, play.state
    if how in ("look", "start"):
        calls = look_calls(game, s) if how == "look" else start_calls(game, s)
        return Example(rule, how, play, worked=worked_from(rule, calls))
    move = named_move(game, s, place["move"])
    calls = step_calls(game, s, move) if how == "move" else []
    other = place.get("instead")
    instead = _replayed(rule, {**other, "how": "move"}) if other else None
    return Example(rule, how, play, move, instead, worked_from(rule, calls))


def named_move(game: Any, s: Any, name: str) -> Any:
    """The action (legal or not) or chance outcome with this label."""
    node = game.node(s)
    if isinstance(node, Terminal):
        raise ValueError("the game is over there")
    moves = (*node.actions, *game.candidates(s)) if isinstance(node, Decision) else tuple(node.outcomes)
    found = [m for m in moves if label(m) == name]
    if not found:
        raise ValueError(f"no move there is called {name!r}")
    return found[0]
