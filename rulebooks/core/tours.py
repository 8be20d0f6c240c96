"""Guided games: a tour is data, ``tours/<game>.toml``, and this is what reads, checks and replays it.

A game may have more tours than its first: ``tours/<game>_<which>.toml``.

A tour has chapters, a chapter has steps. A step asks for a move (``do`` one action, ``choose`` among
some, ``draw`` what the tour has arranged) or only to ``look``. Chapters go on from where the last one
ended, or set up a table of their own. No caption holds a digit: ``{…}`` are filled in by the rules
(``tour_words.py``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from rulebooks import game as named
from rulebooks.core.cards import hint, short
from rulebooks.core.game import Chance, Decision, IllegalMove, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label

LONGEST = 280  # characters of a caption
MOVES = ("do", "choose", "draw")
TYPES: dict[str, Any] = {
    "do": str, "only": str, "goal": str, "choose": tuple, "rules": tuple, "point": tuple, "ask": dict,
}  # fmt: skip
KINDS: dict[Any, str] = {str: "text", tuple: "a list of texts", dict: "a table"}
ASKS = {"question", "answer", "options", "hints", "why", "rule"}
DIGIT = re.compile(r"\d")
HOLE = re.compile(r"\{[^{}]*\}")

Choices = Mapping[int, str]  # place of a step -> the label of the action chosen there


@dataclass(frozen=True)
class Step:
    """One step. ``say`` stands there before it, ``then`` after it; ``why`` opens on demand.

    ``rules``: the rules that happen at this step. ``only``: it comes only after this action was chosen.
    ``point``: titles of zones and tracks to look at. ``goal``: what the odds beside the choices aim at.
    """

    say: str
    do: str = ""
    choose: tuple[str, ...] = ()
    draw: Any = None
    then: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()
    only: str = ""
    point: tuple[str, ...] = ()
    goal: str = ""
    ask: Mapping[str, Any] = field(default_factory=dict)
    place: int = 0  # counted from 0 over the whole tour
    chapter: int = 0

    @property
    def kind(self) -> str:
        """What is asked for: "do", "choose", "draw" or "look"."""
        return next((kind for kind in MOVES if getattr(self, kind) not in ("", (), None)), "look")

    @property
    def actions(self) -> tuple[str, ...]:
        """The labels of the actions that this step is about."""
        return (self.do,) if self.do else self.choose


@dataclass(frozen=True)
class Chapter:
    """Some steps under one title. ``start``: how its own table is set up; empty: the last one goes on."""

    title: str
    start: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Tour:
    """A guided first game. ``free``: the chapter at whose end the table is handed over (-1: the last)."""

    game: Any
    where: str
    title: str
    minutes: int
    theme: str
    now_you: str
    chapters: tuple[Chapter, ...]
    steps: tuple[Step, ...]
    free: int

    def line(self, choices: Choices | None = None) -> tuple[Step, ...]:
        """The steps as they follow each other after these choices; a choice not made yet is its first option."""
        made, latest, steps = choices or {}, "", []
        for step in self.steps:
            if step.only and step.only != latest:
                continue
            steps.append(step)
            if step.choose:
                latest = made.get(step.place, step.choose[0])
        return tuple(steps)

    def lines(self) -> Iterator[dict[int, str]]:
        """Every way to choose, one after the other."""
        free = [step for step in self.steps if step.choose]
        for made in product(*(step.choose for step in free)):
            yield {step.place: name for step, name in zip(free, made, strict=True)}

    def table_before(self, number: int, choices: Choices | None = None, seed: int = 0) -> Table:
        """The table as it stands before a step of the line, counted from 0; after the last: the learner's own."""
        line = self.line(choices)
        if number >= len(line):
            last = max(n for n, step in enumerate(line) if step.chapter == self.free)
            return self._replayed(line[: last + 1], choices, seed)
        before = line[:number]
        if not before or before[-1].chapter != line[number].chapter:
            if self.chapters[line[number].chapter].start or not before:
                return self.opened(line[number].chapter, seed)
        return self._replayed(before, choices, seed)

    def _replayed(self, steps: Sequence[Step], choices: Choices | None, seed: int) -> Table:
        own = [n for n, step in enumerate(steps) if self.chapters[step.chapter].start]
        chapter = steps[own[-1]].chapter if own else steps[0].chapter
        first = next(n for n, step in enumerate(steps) if step.chapter == chapter)
        table = self.opened(chapter, seed)
        for step in steps[first:]:
            self.play(table, step, (choices or {}).get(step.place))
        return table

    def opened(self, chapter: int, seed: int = 0) -> Table:
        """A table at the start of a chapter that sets up its own, or of the game."""
        start = self.chapters[chapter].start
        if not start:
            return Table(self.game, seed=seed)
        return Table(self.game, seed=seed, start=getattr(self.game, start["call"])(**start.get("with", {})))

    def moves(self, table: Table, step: Step) -> tuple[Any, ...]:
        """The moves a step asks for on a table that stands before it. ValueError for what cannot be played."""
        node = table.node
        if step.kind == "draw":
            if not isinstance(node, Chance):
                raise ValueError(f"nothing is drawn here; {_waits(table)}")
            found = [o for o in node.outcomes if _is(o, step.draw)]
            if len(found) != 1:
                raise ValueError(f"{short(step.draw)} cannot come as {node.what}")
            return (found[0],)
        found = []
        for name in step.actions:
            if not isinstance(node, Decision):
                raise ValueError(f"nobody chooses here; {_waits(table)}")
            same = [a for a in node.actions if label(a) == name]
            if not same:
                names = list(map(label, node.actions))
                raise ValueError(f"illegal move “{name}”{hint(name, names)}; legal here: {', '.join(names)}")
            found += same[:1]
        return tuple(found)

    def play(self, table: Table, step: Step, chosen: str | None = None) -> None:
        """Make the move of a step on a table: for a free choice the one that is named, or the first."""
        moves = self.moves(table, step)
        if step.kind == "draw":
            table.choose(moves[0])
        elif moves:
            table.do(moves[step.actions.index(chosen) if chosen in step.actions else 0])


def _is(outcome: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        try:
            return sorted(map(label, outcome)) == sorted(map(str, wanted))
        except TypeError:
            return False
    return bool(label(outcome) == str(wanted))


def _waits(table: Table) -> str:
    match table.node:
        case Decision(_, actions):
            return f"the table waits for a choice: {', '.join(map(label, actions))}"
        case Chance(what, _):
            return f"the table waits for: {what}"
        case Terminal(_, ended_by):
            return f"the game is over by rule {ended_by}"


# Reading -------------------------------------------------------------------------------
def has_tour(game: str) -> bool:
    """Whether ``tours/<game>.toml`` is there."""
    return files("rulebooks").joinpath("tours", f"{game}.toml").is_file()


def more_tours(game: str) -> tuple[str, ...]:
    """The names of a game's other tours, each in ``tours/<game>_<name>.toml``."""
    named_so = (Path(f.name) for f in files("rulebooks").joinpath("tours").iterdir())
    found = {path.stem.removeprefix(f"{game}_") for path in named_so if path.stem.startswith(f"{game}_")}
    return tuple(sorted(found))


def load_tour(name: str | Path, which: str = "") -> Tour:
    """The tour of a game on the shelf, or of a file that ends in .toml. ValueError says what is wrong in it.

    ``which``: the name of another tour of that game than its first, one of ``more_tours``.
    """
    if str(name).endswith(".toml"):
        try:
            return read_tour(Path(name).read_text(encoding="utf-8"), Path(name).name)
        except OSError as no:
            raise ValueError(f"{name} cannot be read: {no.strerror}") from None
    return _shipped(str(name), which)


@lru_cache
def _shipped(name: str, which: str) -> Tour:
    named(name)
    if not has_tour(name):
        raise ValueError(f"no tour of {name} is there yet")
    if which and which not in (others := more_tours(name)):
        there = f"there are {', '.join(others)}" if others else "there is one only"
        raise ValueError(f"{name} has no tour called {short(which)}{hint(which, others)}; {there}")
    file = f"{name}_{which}.toml" if which else f"{name}.toml"
    return read_tour(files("rulebooks").joinpath("tours", file).read_text("utf-8"), f"tours/{file}")


def read_tour(text: str, where: str) -> Tour:
    """A tour from its text, checked and replayed along every choice. ValueError names the step."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as no:
        raise ValueError(f"{where}: {no}") from None
    words = {"game": str, "title": str, "minutes": int, "theme": str, "now_you": str}
    _keys(where, data, {*words, "free", "chapter"}, {*words, "chapter"})
    for name, kind in words.items():
        if not isinstance(data[name], kind):
            raise ValueError(f"{where}: {name} is {'text' if kind is str else 'a whole number'}")
    try:
        game = named(data["game"])
    except ValueError as no:
        raise ValueError(f"{where}: {no}") from None
    chapters, steps = list[Chapter](), list[Step]()
    for number, row in enumerate(_rows(where, data["chapter"], "chapter")):
        here = f"{where}, chapter {number + 1}"
        _keys(here, row, {"title", "start", "step"}, {"title", "step"})
        if row.get("start"):
            _keys(f"{here}, start", row["start"], {"call", "with"}, {"call"})
        chapters.append(Chapter(row["title"], row.get("start", {})))
        rows = _rows(here, row["step"], "step")
        steps += [_step(game, f"{where}, step", one, len(steps) + n, number) for n, one in enumerate(rows)]
    titles = [c.title for c in chapters]
    if data.get("free", titles[-1]) not in titles:
        raise ValueError(f"{where}: free names a chapter ({', '.join(titles)}), not {short(data['free'])}")
    free = titles.index(data["free"]) if "free" in data else len(titles) - 1
    tour = Tour(
        game, where, data["title"], data["minutes"], _caption(f"{where}, theme", data["theme"]),
        _caption(f"{where}, now_you", data["now_you"]), tuple(chapters), tuple(steps), free,
    )  # fmt: skip
    _replay(tour)
    return tour


def _rows(where: str, rows: Any, name: str) -> list[Any]:
    if not isinstance(rows, list) or not rows:
        raise ValueError(f"{where}: there is no {name}; each one begins with [[{name}]]")
    return rows


def _keys(where: str, row: Any, known: set[str], needed: set[str]) -> None:
    if not isinstance(row, dict):
        raise ValueError(f"{where}: a table of {', '.join(sorted(known))}, not {short(row)}")
    for key in row:
        if key not in known:
            names = sorted(known)
            raise ValueError(f"{where}: unknown key {key!r}{hint(key, names)}; known: {', '.join(names)}")
    if missing := sorted(needed - set(row)):
        raise ValueError(f"{where}: {', '.join(missing)} must be there")


def _step(game: Any, where: str, row: Any, place: int, chapter: int) -> Step:
    where = f"{where} {place + 1}"
    _keys(where, row, {f.name for f in fields(Step)} - {"place", "chapter"}, {"say"})
    if len(asked := [kind for kind in MOVES if kind in row]) > 1:
        raise ValueError(f"{where}: one of {', '.join(MOVES)}, not {' and '.join(asked)}")
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) and k != "draw" else v for k, v in row.items()}
    step = Step(**values, place=place, chapter=chapter)
    for name, kind in TYPES.items():
        value = getattr(step, name)
        if not isinstance(value, kind) or (kind is tuple and not all(isinstance(v, str) for v in value)):
            raise ValueError(f"{where}: {name} is {KINDS[kind]}, not {short(row[name])}")
    for name in ("say", "then", "why"):
        _caption(f"{where}, {name}", getattr(step, name))
    if step.then and step.kind == "look":
        raise ValueError(f"{where}: nothing happens at a look, so it has no “then”")
    for id in step.rules:
        if id not in game.rule:
            raise ValueError(f"{where}: unknown rule {id!r}{hint(id, [r.id for r in game.rule])}")
    if step.goal and step.goal not in getattr(game, "GOALS", {}):
        raise ValueError(f"{where}: unknown goal {step.goal!r}; there are {', '.join(getattr(game, 'GOALS', {}))}")
    if step.ask:
        _keys(f"{where}, ask", step.ask, ASKS, {"question", "answer"})
        told = (step.ask["question"], step.ask.get("why", ""), *step.ask.get("hints", {}).values())
        for text in (*told, *step.ask.get("options", ())):
            _caption(f"{where}, ask", text)
    return step


def _caption(where: str, text: Any) -> str:
    """A caption, if it is one. Numbers are never typed: the rules fill them in."""
    if not isinstance(text, str):
        raise ValueError(f"{where}: a caption is text, not {short(text)}")
    if len(text) > LONGEST:
        raise ValueError(f"{where}: a caption has at most {LONGEST} characters, not {len(text)}")
    if found := DIGIT.search(HOLE.sub("", text)):
        raise ValueError(f"{where}: the number {found[0]} is typed; let the rules fill it in: {{…}}")
    return text


def _replay(tour: Tour) -> None:
    """Play every line to its end. ValueError names the first step that does not go."""
    for choices in tour.lines():
        line, table = tour.line(choices), None
        for number, step in enumerate(line):
            where = f"{tour.where}, step {step.place + 1}"
            turned = number == 0 or line[number - 1].chapter != step.chapter
            own = bool(tour.chapters[step.chapter].start)
            if turned and own and number and line[number - 1].kind != "look":
                raise ValueError(f"{where}: before another table is set up, let the learner look at the last one")
            try:
                table = tour.opened(step.chapter) if table is None or (turned and own) else table
                if step.only and step.only not in {a for s in tour.steps for a in s.choose}:
                    raise ValueError(f"“only” names no choice: {short(step.only)}")
                tour.play(table, step, choices.get(step.place))
            except (ValueError, TypeError, AttributeError, IllegalMove) as no:
                raise ValueError(f"{where}: {no}") from None
