"""A pick on a table, and questions drawn anew: both ask the rules for the right answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from rulebook_widgets.board import Board
from rulebook_widgets.cited import rule_data
from rulebook_widgets.questions import MOST, Asked, Exact, MultipleChoice, one_line, place_of, wrong
from rulebook_widgets.view import CardFace
from rulebooks import game as named
from rulebooks.core.game import Decision
from rulebooks.core.play import Table as Play
from rulebooks.core.rules import Rule
from rulebooks.core.sampling import Luck

FROM_RULES = ("best", "legal", "forbidden")  # answers that a Pick asks the rules for


# a pick on a table ------------------------------------------------------------------
@dataclass(frozen=True)
class Pick(Asked):
    """An action or a card to be picked on a table: ``Pick("What is best?", position, "best")``.

    ``position``: a state, or a table standing at it. ``answer``: "best" (any of the tied best for
    ``goal``, by the game's exact odds), "legal" or "forbidden" (by its rules, each with the rule that
    says no), an action or its label, a list of such, any of which is right, or a function of the
    state that gives one of these. ``every``: all of them must be picked (None: for "legal", and for
    "forbidden" where there are several). ``of``: "action", or "card" for an open card, known by its
    name. ``game``: for a state that does not tell its game. ``hints``: wrong pick -> what to think of.
    """

    question: str
    position: Any
    answer: Any
    hints: Mapping[Any, str] = field(default_factory=dict)
    why: str = ""
    rule: Rule | str | None = None
    goal: str | None = None
    of: str = "action"
    every: bool | None = None
    game: Any = None
    _data: dict[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.check_words()
        self.check_hint_texts(self.hints)
        if self.of not in ("action", "card"):
            raise wrong(self.question, f"one picks an action or a card, not {self.of!r}")
        play = self._play()
        try:
            board = Board(play, self._goal(play))
        except (AttributeError, TypeError, AssertionError):
            kind = type(self.position).__name__
            raise wrong(self.question, f"a position is a state of {play.game.rule.title}, not {kind}") from None
        self._data.update(self._plain(board))

    def _play(self) -> Play:
        there = getattr(self.position, "play", self.position)
        if isinstance(there, Play):
            return Play(there.game, start=there.state)
        parts = type(there).__module__.split(".")
        game = self.game if self.game is not None else parts[1] if parts[0] == "rulebooks" and parts[1:] else None
        if game is None:
            raise wrong(self.question, f"{type(there).__name__} does not tell its game: say game=")
        try:
            return Play(game, start=there)
        except ValueError as no:
            raise wrong(self.question, f"a position is a state of a game, or a table: {no}") from None

    def _goal(self, play: Play) -> str | None:
        goals = getattr(play.game, "GOALS", {})
        if self.goal is not None and self.goal not in goals:
            raise wrong(self.question, f"no goal is called {self.goal!r}; there are {', '.join(goals)}")
        return self.goal

    def _plain(self, board: Board) -> dict[str, Any]:
        answer = self.answer(board.play.state) if callable(self.answer) else self.answer
        asked = answer if isinstance(answer, str) and answer in FROM_RULES else ""
        if self.of == "card":
            texts, notes = [item.name for item in _open_cards(board)], list[dict[str, Any]]()
        else:
            texts, notes, by_rules = self._actions(board, asked)
        if not 2 <= len(texts) <= MOST:
            raise wrong(self.question, f"there are {len(texts)} {self.of}s to pick from; 2 to {MOST} make a question")
        if asked and self.of == "action":
            right = by_rules
        else:
            several = isinstance(answer, list | tuple | set | frozenset)
            names = {texts[place_of(self.question, texts, a, "the answer")] for a in (answer if several else [answer])}
            right = [place for place, text in enumerate(texts) if text in names]
        if not right:
            raise wrong(self.question, f"nothing here is {asked or 'right'}")
        hints = []
        for key, text in self.hints.items():
            name = texts[place_of(self.question, texts, key, "the hint for")]
            hints += [[place, text] for place, other in enumerate(texts) if other == name]
            if hints[-1][0] in right:
                raise wrong(self.question, f"there is a hint for “{one_line(name, 60)}”, which is right")
        every = self.every if self.every is not None else asked == "legal" or (asked == "forbidden" and len(right) > 1)
        odds = board.odds() if asked == "best" else {}
        return self.words() | {
            "kind": self.of, "board": board.seen.plain(), "title": board.game.rule.title,
            "options": notes or [{"text": t, "note": "", "rule": None} for t in texts],
            "right": right, "every": every, "hints": hints, "aim": odds.get("what", ""),
            "why": self.why or odds.get("why", ""), "shown": "; ".join(dict.fromkeys(texts[p] for p in right)),
        }  # fmt: skip

    def _actions(self, board: Board, asked: str) -> tuple[list[str], list[dict[str, Any]], list[int]]:
        """Labels, what is said beside each once the answer is out, and which the rules call right."""
        play = board.play
        if not isinstance(board.node, Decision):
            raise wrong(self.question, f"nobody chooses in this position; it waits for: {board.asked}")
        legal, no = play.actions, play.forbidden
        everything = [a for a in dict.fromkeys((*play.game.candidates(play.state), *legal)) if a in legal or a in no]
        shown = list(legal) if asked == "best" else everything
        notes: list[dict[str, Any]] = [
            {"text": board.say(a), "note": "", "rule": rule_data(no[a]) if a in no else None} for a in shown
        ]
        if asked != "best":
            wanted = legal if asked == "legal" else no
            return [n["text"] for n in notes], notes, [i for i, a in enumerate(shown) if a in wanted]
        odds = board.odds()
        if not odds["rows"]:
            raise wrong(self.question, f"the odds cannot tell what is best. {odds['note']}")
        for note, row in zip(notes, odds["rows"], strict=True):
            value = row["value"].replace("-", "−")
            note |= {"note": f"{value} ({row['small']})" if row["small"] else value, "p": row["p"]}
        return [n["text"] for n in notes], notes, [i for i, row in enumerate(odds["rows"]) if row["best"]]

    @property
    def answer_text(self) -> str:
        """The right picks."""
        return str(self._data["shown"])

    def plain(self) -> dict[str, Any]:
        """As the page gets it: the position as any table shows it, and what may be picked, by place."""
        return dict(self._data)


def _open_cards(board: Board) -> list[CardFace]:
    return [item for zone in board.seen.zones for item in zone.items if isinstance(item, CardFace)]


# any of them, drawn anew --------------------------------------------------------------
Question = Exact | MultipleChoice | Pick


@dataclass(frozen=True)
class Drawn:
    """A question drawn from a seed, as often as the learner asks for another one.

    ``make(luck)`` writes it: it draws what it needs with ``luck.pick("what", weights)`` and asks the
    rules for the answer. The same seed gives the same questions on every machine. The first
    question is there at once; drawing another one needs the kernel.

    >>> def a_sum(luck):
    ...     n = luck.pick("a sum", dict.fromkeys(range(2, 8), 1))
    ...     return Exact(f"Two dice: how likely is a sum of {n}?", f"{n - 1}/36")
    >>> Drawn(a_sum, seed=4).draw(1).answer_text
    '5/36 (13.89 %)'
    """

    make: Callable[[Luck], Question]
    seed: int = 0

    def __post_init__(self) -> None:
        if not callable(self.make):
            raise ValueError(f"a drawn question needs a function that makes it, not {one_line(repr(self.make), 60)}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise ValueError(f"a seed is a whole number, not {one_line(repr(self.seed), 60)}")

    def draw(self, number: int) -> Question:
        """The question with this number, counted from 1."""
        made: Any = self.make(Luck(self.seed, number))
        if not isinstance(made, Question):
            name = getattr(self.make, "__name__", "the function")
            raise ValueError(f"{name} made {type(made).__name__}, which is no Exact, MultipleChoice or Pick")
        return made


def drawn_position(
    luck: Luck, game: ModuleType | str, setup: Any = None, where: Callable[[Any], bool] | None = None
) -> Any:
    """A position with a choice, met in a game in which everybody chooses by lot.

    ``where``: what the state must be like (None: at least two actions, and exact odds beside them).
    ValueError when a hundred games had no such position.
    """
    module: Any = named(game) if isinstance(game, str) else game
    focus = getattr(module, "focus", lambda _: None)
    for _ in range(100):
        s, found = module.initial_state(setup), list[Any]()
        for _ in range(1000):
            node = module.node(s)
            if isinstance(node, Decision):
                seen = module.information_state(s, node.player)
                if where(seen) if where else len(node.actions) > 1 and focus(seen) is not None:
                    found.append(seen)
                s = module.step(s, luck.pick("a choice", dict.fromkeys(node.actions, 1)))
            elif outcomes := getattr(node, "outcomes", None):
                s = module.step(s, luck.pick(node.what, outcomes))
            else:
                break
        if found:
            return found[luck.pick("a position", dict.fromkeys(range(len(found)), 1))]
    raise ValueError(f"no such position was met in a hundred games of {module.rule.title}")
