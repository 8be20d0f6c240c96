"""The table: one game to play on, for any game of the shelf.

The page draws the ``view`` and sends back what was pressed; every rule, check and
number comes from the kernel. What cannot be done is said in the status line, and
changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import TABLE_PARTS, TABLE_STYLES, script, styles
from rulebook_widgets.board import LOG, Board, whose
from rulebook_widgets.seats import Bots, Glimpses, Seats
from rulebook_widgets.views import view_of
from rulebooks.core import saving
from rulebooks.core.game import Chance, Decision, Game
from rulebooks.core.play import Table as Play
from rulebooks.core.result import label
from rulebooks.core.rules import Rule

LONGEST = 18  # digits of a seed
BOUND_TO_TURN = ("do", "choose", "why")  # commands that name a place in a list, which another turn's list may not have
BEHIND_COVER = ("do", "choose", "why", "roll", "roll_fresh", "go_on")  # commands for whoever has taken over the screen
AT_ONCE = 5_000  # moves that bots make before the table stops and asks whether they go on
GLANCE = 0.7  # seconds after which the page sees how far the bots are


class Table(anywidget.AnyWidget):
    """A game on a table, in a notebook: ``Table("lantern", seed=7)``.

    ``game``: a name on the shelf or a game module; ``setup``: its Setup; ``start``: a
    state to start from; ``goal``: what the odds beside the choices aim at; ``height``:
    the most pixels it takes (0: as many as it needs). ``play`` is the table of
    ``rulebooks.core.play`` behind it; after changing that one, call ``refresh()``.

    Where several play: ``bots``: seat (from 0) -> a policy of the game by its name, or a policy; a name alone: all
    seats but the first. ``cover``: the screen is handed over between people, and nothing private is on the page
    before; ``rolls``: whose luck is decided without a click, "nobody", "bots" or "everyone".
    """

    _esm = script(*TABLE_PARTS, main="table.js")
    _css = styles(*TABLE_STYLES)
    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        game: Game | ModuleType | str,
        setup: Any = None,
        seed: int = 0,
        *,
        start: Any = None,
        goal: str | None = None,
        height: int = 0,
        bots: Bots | str | None = None,
        cover: bool = True,
        rolls: str = "bots",
    ) -> None:
        self.play = Play(game, setup, seed, start=start)
        self.seats = self._seated(bots, cover, rolls)
        self._glimpses = Glimpses()
        self._goal = self._checked_goal(goal)
        self._find, self._log, self._turn = "", LOG, 0
        self._earlier: list[
            tuple[Play, Seats]
        ] = []  # games that a new seed or a loaded file put aside: undo brings them back
        super().__init__(height=height)
        self.status = {"n": 0, "text": "", "kind": ""}
        self._run()
        self.refresh()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # what the page shows ----------------------------------------------------------
    @property
    def board(self) -> Board:
        """The table as it is shown now."""
        owner = self._owner
        seats, viewer = self.seats, self.seats.viewer(owner)
        hidden = seats.covered(owner)
        return Board(self.play, self._goal, self._find, self._log, viewer, hidden, seats.names, self._glimpses)

    @property
    def _owner(self) -> int | None:
        """Who is asked now, or whose luck it is."""
        return whose(self.play, view_of(self.play.game.rule.game))

    @property
    def covered(self) -> bool:
        """Whether the table waits for its next player to take over the screen."""
        return self.seats.covered(self._owner)

    @property
    def goal(self) -> str | None:
        """What the odds beside the choices aim at; None: the game's first goal."""
        return self._goal

    @goal.setter
    def goal(self, name: str | None) -> None:
        self._goal = self._checked_goal(name)
        self.refresh()

    def refresh(self) -> None:
        """Send the position to the page: at once, and again when its odds are reckoned."""
        self._turn += 1
        board = self.board
        if board.covered and self.status["text"]:
            self._say("", "")  # what one player asked is not for the next
        plain = self._drawn(board, None)
        if board.offers_odds:
            self.view = plain
        self.view = plain | {"odds": board.odds()}

    def _drawn(self, board: Board, odds: dict[str, Any] | None) -> dict[str, Any]:
        return board.plain(odds) | {
            "turn": self._turn,
            "can": {"undo": self.play.at > 0 or bool(self._earlier), "redo": self.play.at < self.play.length},
            "files": {"name": f"{board.name}.json", "folder": str(Path.cwd())},
        }

    def __repr__(self) -> str:
        return f"Table({self.board.line})"

    def text(self) -> str:
        """The whole board as text, with the choices and their odds."""
        return self.board.text()

    # moves: as on ``play``, and shown ----------------------------------------------
    def do(self, action: Any) -> None:
        """Play an action (itself, or its label). IllegalMove with the rule, and nothing changes."""
        same = [a for a in self.play.actions if a == action]  # the action itself for its text: "stand"
        self._then(lambda: self.play.do(same[0] if same else action))

    def roll(self, *, fresh: bool = False) -> None:
        """Let chance decide."""
        self._then(lambda: self.play.roll(fresh=fresh))

    def choose(self, outcome: Any) -> None:
        """Decide what chance brings (itself, or its label)."""
        self._then(lambda: self.play.choose(outcome))

    def undo(self) -> None:
        """One move back, and on to where a person was asked; at the first one, back to the game that was put aside."""
        if self.play.at == 0 and self._earlier:
            self.play, self.seats = self._earlier.pop()
            self._then(lambda: None, run=False)
        else:
            self._then(lambda: self._walk(-1), run=False)

    def redo(self) -> None:
        """One move forward again, and on to where a person is asked."""
        self._then(lambda: self._walk(1), run=False)

    def _walk(self, by: int) -> None:
        play = self.play
        play.go_to(play.at + by)
        while 0 < play.at < play.length and not self.seats.waits(play.node, self._owner):
            play.go_to(play.at + by)

    def go_to(self, at: int) -> None:
        """The position after so many moves."""
        self._then(lambda: self.play.go_to(at), run=False)

    def go_on(self) -> None:
        """Let the bots play on from where the table was stopped."""
        self._then(lambda: None)

    def take_over(self, seat: int | None = None) -> None:
        """The next player sits at the screen. ``seat``: theirs; None: whoever is asked."""
        owner = self._owner
        if not self.covered or (seat is not None and seat != owner):
            raise ValueError("the table does not wait for that player to take over")
        self.seats.front = owner
        self.refresh()

    def new_game(self, seed: int) -> None:
        """Start anew from the same start with another seed; undo brings the old game back."""
        start = self.play.start
        setup = None if self.play.from_position else start.setup
        other = Play(self.play.game, setup, seed, start=start if self.play.from_position else None)
        self._replace(other)

    def save(self, path: str | Path) -> Path:
        """Write the game as JSON. ValueError when something else than a saved game is there."""
        place = Path(path).expanduser()
        place = (place if place.suffix else place.with_name(place.name + ".json")).absolute()
        if place.exists():
            try:
                saving.read(place)
            except ValueError as no:
                raise ValueError(f"{place} is there and is no saved game; choose another name") from no
        if not hasattr(self.play.start, "setup"):
            raise ValueError("a position that is only a part of a game cannot be saved")
        self.play.save(place)
        return place

    def load(self, path: str | Path) -> None:
        """Take up a saved game. ValueError says what is wrong, and this game stays as it was."""
        place = Path(path).expanduser()
        other = self.play.branch()
        other.load(place if place.suffix or place.exists() else place.with_name(place.name + ".json"))
        self._replace(other)

    def load_json(self, text: str) -> None:
        """As ``load``, from text."""
        other = self.play.branch()
        other.load_json(text)
        self._replace(other)

    def _replace(self, other: Play) -> None:
        before, self.play, old = self.play, other, self.seats
        try:
            self.seats = self._seated(old.given, old.cover, old.rolls)
        except ValueError:  # another game, or fewer players: these bots have no seat there
            self.seats = self._seated(None, old.cover, old.rolls)
        if other.game is not before.game:
            self._goal = None
        if before.length:
            self._earlier.append((before, old))
        self._then(lambda: None)

    def _seated(self, bots: Bots | str | None, cover: bool, rolls: str) -> Seats:
        game, s = self.play.game, self.play.state
        hidden = not getattr(view_of(game.rule.game), "NOTHING_HIDDEN", False)
        return Seats(game, getattr(game, "players", lambda _: 1)(s), bots, cover and hidden, rolls)

    def _then(self, move: Callable[[], Any], *, run: bool = True) -> None:
        move()
        self._find, self._log = "", LOG
        try:
            if run:
                self._run()
        finally:
            self.refresh()

    def _run(self) -> None:
        """Let bots choose, and luck that is let go decide, until a person is asked. Bots alone play one turn."""
        seen, first = time.monotonic(), self._owner
        for _ in range(AT_ONCE):
            owner, node = self._owner, self.play.node
            alone = not self.seats.people and isinstance(node, Decision) and owner != first
            if alone or self.seats.waits(node, owner):
                return
            self.seats.move(self.play)
            if time.monotonic() - seen > GLANCE:
                self._turn, seen = self._turn + 1, time.monotonic()
                self.view = self._drawn(self.board, None) | {"waits": False}

    def _checked_goal(self, name: Any) -> str | None:
        goals = getattr(self.play.game, "GOALS", {})
        if name is not None and (not isinstance(name, str) or name not in goals):
            raise ValueError(f"{self.play.game.rule.game} has no goal {_short(name)}; it has {', '.join(goals)}")
        return name

    # commands from the page ---------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"do": 0}``. Anything else is said, not done."""
        try:
            name, value = self._command(content)
            said = COMMANDS[name](self, value)
            self._say(said or "", "good" if said else "")
        except (ValueError, OSError) as no:
            text = str(no)
            self._say(text[:1].upper() + text[1:], "bad")
        except Exception as fault:
            self._say(f"A fault of the table, not of yours: {type(fault).__name__}: {fault}", "bad")
            raise

    def _command(self, content: Any) -> tuple[str, Any]:
        asked = {k: v for k, v in content.items() if k != "turn"} if isinstance(content, dict) else {}
        if len(asked) != 1 or next(iter(asked)) not in COMMANDS:
            raise ValueError(f"the table knows one command at a time ({', '.join(COMMANDS)}), not {_short(content)}")
        ((name, value),) = asked.items()
        if name in BEHIND_COVER and self.covered:
            raise ValueError(f"player {(self._owner or 0) + 1} takes over first")
        if name in BOUND_TO_TURN and content.get("turn", self._turn) != self._turn:
            raise ValueError("The table had moved on before this arrived; nothing was done.")
        return name, value

    def _say(self, text: str, kind: str) -> None:
        self.status = {"n": self.status.get("n", 0) + 1, "text": text, "kind": kind}

    def _do(self, place: Any) -> None:
        if not isinstance(self.play.node, Decision):
            raise ValueError(f"there is nothing to choose now; the table waits for: {self.board.asked}")
        if not self.board.asks_viewer:
            raise ValueError(f"this is another player’s choice; the table waits for: {self.board.asked}")
        self.do(_pick(self.play.actions, place, "action"))

    def _choose(self, place: Any) -> None:
        node = self.board.node  # what the viewer thinks possible
        if not isinstance(node, Chance):
            raise ValueError(f"nothing is drawn now; the table waits for: {self.board.asked}")
        outcome, here = _pick(tuple(node.outcomes), place, "outcome"), self.play.node
        if isinstance(here, Chance) and outcome not in here.outcomes:
            raise ValueError("That cannot come: it lies where you do not see it.")
        self.choose(outcome)

    def _why(self, place: Any) -> str:
        if not self.board.asks_viewer:
            raise ValueError(f"this is another player’s choice; the table waits for: {self.board.asked}")
        action = _pick(self.play.actions, place, "action")
        rules: tuple[Rule, ...] = self.play.why(action)
        return f"{label(action)}: " + " ".join(f"{r.cite}. {r.text}" for r in rules)

    def _new_seed(self, text: Any) -> str:
        digits = str(text).strip() if isinstance(text, str | int) and not isinstance(text, bool) else ""
        if not digits.removeprefix("-").isdecimal() or not digits.isascii() or len(digits) > LONGEST:
            raise ValueError(f"a seed is a whole number of at most {LONGEST} digits, not {_short(text)}")
        self.new_game(int(digits))
        return f"A new game with seed {int(digits)}."

    def _save(self, name: Any) -> str:
        place = self.save(_file(name, self.board.name))
        return f"Saved {_moves(self.play.length)} to {place}"

    def _load(self, text: Any) -> str:
        if isinstance(text, str) and text.lstrip().startswith("{"):
            self.load_json(text)
            return f"Loaded a game of {_moves(self.play.length)}."
        name = _file(text, self.board.name)
        self.load(name)
        return f"Loaded {_moves(self.play.length)} from {name}"

    def _search(self, text: Any) -> None:
        if not isinstance(text, str) or len(text) > 200:
            raise ValueError("outcomes are found by a text of at most 200 characters")
        self._find = text
        self.refresh()

    def _all_of_log(self, _: Any) -> None:
        self._log = max(self.play.length, LOG)
        self.refresh()


def _goal_command(table: Table, name: Any) -> None:
    table.goal = table._checked_goal(name)


COMMANDS: dict[str, Callable[[Table, Any], str | None]] = {
    "do": Table._do,
    "choose": Table._choose,
    "roll": lambda table, _: table.roll(),
    "roll_fresh": lambda table, _: table.roll(fresh=True),
    "go_on": lambda table, _: table.go_on(),
    "ready": lambda table, seat: table.take_over(_seat(seat)),
    "undo": lambda table, _: table.undo(),
    "redo": lambda table, _: table.redo(),
    "go_to": Table.go_to,
    "new_seed": Table._new_seed,
    "goal": _goal_command,
    "why": Table._why,
    "save": Table._save,
    "load": Table._load,
    "find": Table._search,
    "log": Table._all_of_log,
}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _moves(n: int) -> str:
    return f"{n} move" + ("" if n == 1 else "s")


def _pick(choices: tuple[Any, ...], place: Any, what: str) -> Any:
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(choices):
        raise ValueError(f"there is no {what} {_short(place)} here; they count from 0 to {len(choices) - 1}")
    return choices[place]


def _seat(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"a seat is a whole number, not {_short(value)}")
    return value


def _file(name: Any, game: str) -> str:
    if name in (None, True, ""):
        return f"{game}.json"
    if not isinstance(name, str) or not name.strip() or len(name) > 400 or not name.isprintable():
        raise ValueError(f"a file name is a line of text, not {_short(name)}")
    return name.strip()
