"""The tour: a guided first game on a real table. It says what to do, the learner does it, and it lets go.

What is told comes from ``rulebooks/tours/<game>.toml``; every number and every rule in it comes from the
rules. At any step one can leave the tour, play on freely, and return to exactly where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import traitlets

from rulebook_widgets.assets import TABLE_PARTS, TABLE_STYLES, script, styles
from rulebook_widgets.board import Board
from rulebook_widgets.cited import rules_data
from rulebook_widgets.questions import Exact, MultipleChoice
from rulebook_widgets.seats import Seats
from rulebook_widgets.table import Table, _pick
from rulebooks.core.cards import short
from rulebooks.core.game import Chance, Game
from rulebooks.core.play import Table as Play
from rulebooks.core.result import label, percent
from rulebooks.core.rules import Rule
from rulebooks.core.tour_words import filled, likelihood
from rulebooks.core.tours import Step, load_tour

GUIDED, AWAY, FREE = "guided", "away", "free"
ANSWER = 100  # characters of a typed answer that are kept


class OffTour(ValueError):
    """Another move than the one the tour is at. ``place``: of the action one may try away from the tour."""

    def __init__(self, text: str, place: int | None = None) -> None:
        self.place = place
        super().__init__(text)


def _scripts() -> str:
    """The table's script, its ``render`` kept under a name of its own, then the tour's."""
    end = "export default { render };"
    table = script(*TABLE_PARTS, main="table.js")
    assert end in table
    more = script("rational.mjs", "judge.mjs", main="tour.js")
    return table.replace(end, "const table = { render };") + "\n" + more


class Tour(Table):
    """A guided first game: ``Tour("karen")``, or another one of the same game: ``Tour("kabula", which="monster")``.

    ``game``: a name on the shelf or a game module with a tour, or a file ``….toml`` with one of your own;
    ``seed``: what the free game after the tour draws from; ``which``: a game's other tour, by name; ``height``: the
    most pixels its table takes.
    It is a ``Table`` too: while the tour guides, ``do``, ``roll`` and ``choose`` take the move it asks for.
    """

    _esm = _scripts()
    _css = styles(*TABLE_STYLES, "tour.css")
    tour = traitlets.Dict().tag(sync=True)

    def __init__(
        self, game: Game | ModuleType | str | Path, seed: int = 0, *, which: str = "", height: int = 0
    ) -> None:
        name = game if isinstance(game, str | Path) else game.rule.game
        self._script, self._seed = load_tour(name, which), seed
        self._mode, self._number, self._reached = GUIDED, 0, 0
        self._choices: dict[int, str] = {}
        self._answers: dict[int, Any] = {}
        self._home: Play | None = None  # the tour's table while the learner is away from it
        self._own: tuple[Play, list[tuple[Play, Seats]]] | None = None  # kept while looking back
        self._nudge: dict[str, Any] = {"n": 0, "text": "", "label": "", "do": None}
        first = self._script.opened(0, seed)
        start = first.start if first.from_position else None
        super().__init__(self._script.game, None, seed, start=start, cover=False)  # one learner plays all seats
        self._arrive(0)

    # where the tour is ---------------------------------------------------------------
    @property
    def mode(self) -> str:
        """ "guided"; "away", when something else is being tried; or "free", when it has let go."""
        return self._mode

    @property
    def step(self) -> int:
        """The number of the step, from 1; the last one is the learner's own game."""
        return self._number + 1

    @property
    def steps(self) -> int:
        """How many steps there are on this way through the tour."""
        return len(self._line) + 1

    @property
    def answers(self) -> dict[int, Any]:
        """Number of a step -> what was answered to its question: text, or the place of an option."""
        places = {step.place: n for n, step in enumerate(self._line, 1)}
        return {places[place]: given for place, given in self._answers.items() if place in places}

    @property
    def _line(self) -> tuple[Step, ...]:
        return self._script.line(self._choices)

    @property
    def _step(self) -> Step | None:
        return self._line[self._number] if self._number < len(self._line) else None

    def _arrive(self, number: int) -> None:
        """Stand at a step, its table set up as the tour has it."""
        if self._mode == FREE:
            self._own = (self.play, self._earlier)
        self._number, self._home = number, None
        self._reached = max(self._reached, number)
        self._nudge = self._nudge | {"text": "", "label": "", "do": None}
        self._mode = FREE if self._step is None else GUIDED
        if self._mode == FREE and self._own:
            self.play, self._earlier = self._own
        else:
            self.play, self._earlier = self._script.table_before(number, self._choices, self._seed), []
        self._goal = (self._step.goal if self._step else "") or None
        self._then(lambda: None)

    # going through it -------------------------------------------------------------------
    def next(self) -> None:
        """On to the next step. OffTour at one that asks for a move not made yet."""
        step = self._at_a_step()
        if self._number == self._reached and step.kind != "look":
            raise OffTour(f"This step is a move of yours: {self._wanted_words(step)}.")
        self._arrive(self._number + 1)

    def back(self) -> None:
        """One step back."""
        if self._mode == AWAY:
            return self.come_back()
        if self._number == 0:
            raise ValueError("This is the first step.")
        self._arrive(self._number - 1)

    def skip_to(self, step: int) -> None:
        """To any step, counted from 1; choices not made yet take their first option. ValueError where there is none."""
        if isinstance(step, bool) or not isinstance(step, int) or not 1 <= step <= self.steps:
            raise ValueError(f"there is no step {short(step)}; they count from 1 to {self.steps}")
        self._arrive(step - 1)

    def restart(self) -> None:
        """From the first step, everything forgotten."""
        self._choices, self._answers, self._own, self._reached = {}, {}, None, 0
        if self._mode == FREE:
            self._mode = GUIDED
        self._arrive(0)

    def leave(self) -> None:
        """Leave the tour for a while, on a table of one's own at the same position."""
        self._at_a_step()
        self._home, self._mode = self.play, AWAY
        self.play, self._earlier = self.play.branch(), []
        self._nudge = self._nudge | {"text": "", "label": "", "do": None}
        self._then(lambda: None)

    def come_back(self) -> None:
        """Return to the tour, exactly where it was left."""
        if self._mode != AWAY:
            raise ValueError("You are on the tour.")
        self._arrive(self._number)

    def answer(self, given: Any) -> None:
        """Answer the question of this step: with the place of an option, or with a number as text."""
        step = self._step
        if step is None or not step.ask:
            raise ValueError("nothing is asked here")
        if "options" in step.ask:
            if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < len(step.ask["options"]):
                raise ValueError(f"there is no option {short(given)}")
        elif not isinstance(given, str) or len(given) > ANSWER:
            raise ValueError(f"an answer is text of at most {ANSWER} characters")
        self._answers[step.place] = given
        self.refresh()

    def _at_a_step(self) -> Step:
        if self._mode == AWAY:
            raise ValueError("You are away from the tour; return first.")
        if self._step is None:
            raise ValueError("The tour is over: the table is yours.")
        return self._step

    # moves: on the tour, only the one it asks for ------------------------------------------
    def do(self, action: Any) -> None:
        """Play an action; on the tour the one it asks for. OffTour for another legal one, IllegalMove as ever."""
        if self._mode != GUIDED:
            return super().do(action)
        step, legal = self._at_a_step(), self.play.actions
        wanted = self._script.moves(self.play, step) if step.actions else ()
        for name, move in zip(step.actions, wanted, strict=True):
            if action in (move, name):
                return self._made(step, name)
        self.play.branch().do(action)  # IllegalMove, if it is one
        place = next(n for n, a in enumerate(legal) if action in (a, label(a)))
        raise OffTour(self._not_this(step), place)

    def roll(self, *, fresh: bool = False) -> None:
        """Let chance decide; on the tour what comes is arranged."""
        if self._mode != GUIDED:
            return super().roll(fresh=fresh)
        step = self._at_a_step()
        if step.kind != "draw":
            raise OffTour(self._not_this(step))
        self._made(step, "")

    def choose(self, outcome: Any) -> None:
        """Decide what chance brings; on the tour only what it has arranged."""
        if self._mode != GUIDED:
            return super().choose(outcome)
        step = self._at_a_step()
        if step.kind != "draw":
            raise OffTour(self._not_this(step))
        (wanted,) = self._script.moves(self.play, step)
        if outcome not in (wanted, label(wanted)):
            raise OffTour("On the tour this draw is arranged. Try something else to see other cards come.")
        self._made(step, "")

    def undo(self) -> None:
        """One move back; on the tour one step."""
        return self.back() if self._mode == GUIDED else super().undo()

    def redo(self) -> None:
        """One move forward again; on the tour one step."""
        return self.next() if self._mode == GUIDED else super().redo()

    def go_to(self, at: int) -> None:
        """The position after so many moves; not while the tour guides."""
        self._not_guided()
        super().go_to(at)

    def new_game(self, seed: int) -> None:
        """Start anew; not while the tour guides."""
        self._not_guided()
        super().new_game(seed)

    def _replace(self, other: Play) -> None:
        self._not_guided()
        super()._replace(other)

    def _not_guided(self) -> None:
        if self._mode == GUIDED:
            raise OffTour("Not while the tour guides. Press “Try something else” first; you can always return.")

    def _made(self, step: Step, name: str) -> None:
        if step.choose and self._choices.get(step.place, step.choose[0]) != name:
            self._reached, self._own = self._number, None  # what lay ahead was another way
        if step.choose:
            self._choices[step.place] = name
        self._arrive(self._number + 1)

    def _not_this(self, step: Step) -> str:
        if step.kind == "look":
            asked = "is for looking: press Next to go on"
        else:
            asked = f"asks for: {self._wanted_words(step)}"
        return f"Step {self.step} of {self.steps} {asked}. Or try your idea: the tour waits."

    def _wanted_words(self, step: Step) -> str:
        if step.kind == "draw":
            return "press Draw"
        board = Board(self.play)
        return " or ".join(board.say(move) for move in self._script.moves(self.play, step))

    # commands from the page ------------------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: a command of the table, or of the tour, such as ``{"tour": "next", "turn": 4}``."""
        try:
            if isinstance(content, dict) and "tour" in content:
                self._guide(content)
            elif self._mode == GUIDED:
                self._guided(content)
            else:
                super().handle(content)
        except ValueError as no:
            self._wave(str(no), getattr(no, "place", None))

    def _guide(self, content: dict[str, Any]) -> None:
        name = content["tour"]
        if not isinstance(name, str) or name not in COMMANDS:
            raise ValueError(f"the tour knows {', '.join(COMMANDS)}, not {short(name)}")
        if content.get("turn", self._turn) == self._turn:  # else the second of two quick presses
            COMMANDS[name](self, content.get("value"))

    def _guided(self, content: Any) -> None:
        """A command of the table while the tour guides."""
        name, value = self._command(content)
        if content.get("turn", self._turn) != self._turn:
            return
        match name:
            case "do":
                self.do(_pick(self.play.actions, value, "action"))
            case "roll" | "roll_fresh":
                self.roll()
            case "choose":
                node = self.play.node
                self.choose(_pick(tuple(node.outcomes) if isinstance(node, Chance) else (), value, "outcome"))
            case "undo":
                self.back()
            case "redo":
                self.next()
            case "why" | "find" | "goal" | "log":
                super().handle(content)
            case _:
                self._not_guided()

    def _wave(self, text: str, place: int | None) -> None:
        """Say something friendly, and offer to try the action that was meant."""
        tried = Board(self.play).say(self.play.actions[place]) if place is not None else ""
        text = text[:1].upper() + text[1:]
        self._nudge = {"n": self._nudge["n"] + 1, "text": text, "label": tried, "do": place}
        self.tour = self._plain(self._turn)

    def _try(self, place: Any) -> None:
        action = _pick(self.play.actions, place, "action")
        self.leave()
        self.do(action)

    # what the page shows -----------------------------------------------------------------------
    def refresh(self) -> None:
        """Send caption and position to the page."""
        self.tour = self._plain(self._turn + 1)
        super().refresh()

    def _plain(self, turn: int) -> dict[str, Any]:
        script, line, step = self._script, self._line, self._step
        here = step.chapter if step else len(script.chapters)
        firsts = [next((n for n, s in enumerate(line, 1) if s.chapter == c), 0) for c in range(len(script.chapters))]
        told = self._told()
        return {
            "turn": turn, "mode": self._mode, "title": script.title, "minutes": script.minutes,
            "step": self.step, "steps": self.steps, "can": {"back": self._number > 0, "next": self._open},
            "chapter": script.chapters[here].title if step else "Now you",
            "chapters": [
                *({"title": c.title, "step": firsts[n], "here": n == here} for n, c in enumerate(script.chapters)),
                {"title": "Now you", "step": self.steps, "here": step is None},
            ],
            "nudge": self._nudge, **told,
        }  # fmt: skip

    @property
    def _open(self) -> bool:
        """Whether the way to the next step is open without a move."""
        return self._step is not None and (self._step.kind == "look" or self._number < self._reached)

    def _told(self) -> dict[str, Any]:
        """The captions of this step, its question, and what on the table it is about."""
        step, line, table = self._step, self._line, self._home or self.play
        past = line[self._number - 1] if step and self._number else None
        happened, cited = "", list[Rule]()
        if past and past.then:
            history = table.history
            before = history[-2].after if len(history) > 1 else table.start
            happened = filled(past.then, table, before=before)
            cited = [table.game.rule[id] for id in past.rules]
        here = [table.game.rule[id] for id in step.rules] if step and step.kind == "look" else []
        ask = self._asked(step, table) if step else None
        return {
            "theme": self._script.theme if self._number == 0 else "",
            "happened": happened,
            "say": filled(step.say, table, step.goal) if step else self._script.now_you,
            "why": filled(step.why, table, step.goal) if step else "",
            "kind": step.kind if step else "",
            "arranged": self._arranged(step, table) if step else "",
            "wanted": self._wanted(step, table) if step and self._mode == GUIDED else [],
            "point": list(step.point) if step else [],
            "ask": ask and ask.plain(),
            "given": self._answers.get(step.place) if step else None,
            "happened_rules": [r.id for r in cited],
            "say_rules": [r.id for r in here if r not in cited],
            "rules": rules_data([*cited, *here]),
        }

    def _asked(self, step: Step, table: Play) -> Exact | MultipleChoice | None:
        """The question of a step, its numbers filled in by the rules."""
        if not step.ask:
            return None

        def fill(text: Any) -> str:
            return filled(str(text), table, step.goal)

        ask = step.ask
        hints = {fill(key): fill(text) for key, text in ask.get("hints", {}).items()}
        words: dict[str, Any] = {"hints": hints, "why": fill(ask.get("why", "")), "rule": ask.get("rule")}
        if "options" in ask:
            options = [fill(o) for o in ask["options"]]
            return MultipleChoice(fill(ask["question"]), options, fill(ask["answer"]), **words)
        return Exact(fill(ask["question"]), fill(ask["answer"]), **words)

    def _arranged(self, step: Step, table: Play) -> str:
        if step.kind != "draw":
            return ""
        p = likelihood(table, step, self._script)
        if p == 1:
            return ""
        return f"The tour has arranged this draw. By luck it would come with chance {p} ({percent(p, 1)})."

    def _wanted(self, step: Step, table: Play) -> list[str]:
        if step.kind == "draw":
            return ["draw"]
        actions = table.actions
        return [f"act:{actions.index(move)}" for move in self._script.moves(table, step)]

    # in words -----------------------------------------------------------------------------------
    def __repr__(self) -> str:
        where = {GUIDED: "", AWAY: ", away from the tour", FREE: ", the tour is over"}[self._mode]
        first = f"Tour({self.board.name}: step {self.step} of {self.steps}{where})"
        return f"{first}\n{self.tour['say']}\n{self.board.line}"

    def text(self) -> str:
        """The whole tour as text, the step it is at marked, and the table as it stands now."""
        return "\n".join([*self._transcript(), "", super().text()])

    def _transcript(self) -> Iterator[str]:
        script, chapter = self._script, -1
        yield f"{script.title} ({script.minutes} minutes, {self.steps} steps)"
        yield script.theme
        for number, step in enumerate(self._line):
            if step.chapter != chapter:
                chapter = step.chapter
                yield f"\n{script.chapters[chapter].title}"
            yield from self._told_in_words(number, step)
        yield f"\nNow you\n{'→' if self._step is None else ' '} {self.steps}. {script.now_you}"

    def _told_in_words(self, number: int, step: Step) -> Iterator[str]:
        table = self._script.table_before(number, self._choices)
        yield f"{'→' if number == self._number else ' '} {number + 1}. {filled(step.say, table, step.goal)}"
        if asked := self._asked(step, table):
            yield f"     Question: {asked.question} (Answer: {asked.answer_text})"
        before, board, rules = table.state, Board(table), [table.game.rule[id].cite for id in step.rules]
        moves = self._script.moves(table, step)
        if moves:
            names = " or ".join(board.say(move) for move in moves)
            self._script.play(table, step, self._choices.get(step.place))
            then = filled(step.then, table, before=before)
            yield f"     {'Drawn' if step.kind == 'draw' else 'Do'}: {names}. {then}".rstrip()
        if rules:
            yield f"     Rules: {'; '.join(rules)}"


def _none(does: Callable[[Tour], None]) -> Callable[[Tour, Any], None]:
    return lambda tour, _: does(tour)


COMMANDS: dict[str, Callable[[Tour, Any], None]] = {
    "next": _none(Tour.next),
    "back": _none(Tour.back),
    "skip": Tour.skip_to,
    "restart": _none(Tour.restart),
    "leave": _none(Tour.leave),
    "return": _none(Tour.come_back),
    "try": Tour._try,
    "answer": Tour.answer,
}
