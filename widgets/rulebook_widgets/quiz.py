"""Questions a learner answers in the notebook, checked exactly and at once.

The page checks the answers itself, so a quiz works without a kernel; only drawing another question
asks for one. What was answered stands in ``progress``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import TABLE_PARTS, TABLE_STYLES, script, styles
from rulebook_widgets.picks import Drawn, Pick, Question
from rulebook_widgets.questions import Exact, MultipleChoice, one_line

__all__ = ["Drawn", "Exact", "MultipleChoice", "Pick", "Quiz"]

KINDS = (Exact, MultipleChoice, Pick, Drawn)
UNTRIED: dict[str, Any] = {"number": 1, "tries": 0, "solved": False, "shown": False, "given": None, "before": 0}
LONGEST = 400  # characters of an answer that are kept


class Quiz(anywidget.AnyWidget):
    """Questions with answers that are checked: ``Quiz([Exact(…), MultipleChoice(…), Pick(…), Drawn(…)], "Two dice")``.

    ``questions``: one question or a list of them; ``title``: a heading; ``show_after``: how many tries
    until "show the answer" is offered (0: at once). Nothing is ever locked: any question can be tried at
    any time, as often as one likes.

    To teachers: the answers travel with the questions, so that the page can check them by itself; whoever
    opens the page's source, or prints the quiz, reads them. Good for practice, not for marks.
    """

    _esm = script(*TABLE_PARTS, "rational.mjs", "judge.mjs", main="quiz.js")
    _css = styles(*TABLE_STYLES, "quiz.css")
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    progress = traitlets.List(traitlets.Dict()).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    show_after = traitlets.Int(2, min=0).tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(
        self, questions: Question | Drawn | Iterable[Question | Drawn], title: str = "", *, show_after: int = 2
    ) -> None:
        given: Any = (questions,) if isinstance(questions, KINDS) else questions
        asked: tuple[Any, ...] = tuple(given) if isinstance(given, Iterable) else ()
        if not asked:
            raise ValueError("a quiz needs a question, or a list of questions")
        for place, question in enumerate(asked, 1):
            if not isinstance(question, KINDS):
                names = ", ".join(kind.__name__ for kind in KINDS)
                raise ValueError(f"question {place} is {type(question).__name__}; a quiz asks {names}")
        if isinstance(show_after, bool) or not isinstance(show_after, int) or show_after < 0:
            raise ValueError(f"show_after is a number of tries from 0 up, not {one_line(repr(show_after), 60)}")
        self._asked: tuple[Question | Drawn, ...] = asked
        self._now: list[Question] = [q.draw(1) if isinstance(q, Drawn) else q for q in asked]
        self._number = [1] * len(asked)
        super().__init__(title=_text(title), show_after=show_after)
        self.questions = [self._plain(place) for place in range(len(asked))]
        self.progress = [dict(UNTRIED) for _ in asked]
        self.status = {"n": 0, "place": 0, "text": ""}
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    def _plain(self, place: int) -> dict[str, Any]:
        asked = self._asked[place]
        drawn = {"drawn": True, "seed": str(asked.seed)} if isinstance(asked, Drawn) else {"drawn": False}
        return self._now[place].plain() | drawn | {"number": self._number[place]}

    # how far the learner came -----------------------------------------------------------
    @traitlets.validate("progress")
    def _sound(self, proposal: Any) -> list[dict[str, Any]]:
        """What a page sends is taken only where it fits; the rest stays as it was."""
        given, old = proposal["value"], self.progress
        if len(given) != len(self._asked):
            return old or [dict(UNTRIED) for _ in self._asked]
        return [new if _fits(new) else old[n] if len(old) > n else dict(UNTRIED) for n, new in enumerate(given)]

    @property
    def solved(self) -> tuple[bool, ...]:
        """Which questions were answered right; a drawn one counts from its first solved position on."""
        return tuple(p["solved"] or p["before"] > 0 for p in self.progress)

    @property
    def tries(self) -> tuple[int, ...]:
        """How often each question was tried, up to the right answer."""
        return tuple(p["tries"] for p in self.progress)

    @property
    def score(self) -> str:
        """The line above the questions: "3 of 5"."""
        return f"{sum(self.solved)} of {len(self.solved)}"

    # another one ------------------------------------------------------------------------
    def another(self, place: int) -> None:
        """Draw the next question at a place (counted from 0). ValueError where none is drawn, or it cannot be."""
        if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(self._asked):
            raise ValueError(f"there is no question {one_line(repr(place), 60)}; they count from 0")
        asked = self._asked[place]
        if not isinstance(asked, Drawn):
            raise ValueError(f"question {place + 1} is not drawn; there is no other one")
        self._number[place] += 1
        self._now[place] = asked.draw(self._number[place])
        self.questions = [*self.questions[:place], self._plain(place), *self.questions[place + 1 :]]

    def handle(self, content: Any) -> None:
        """Do what the page asks: ``{"another": place, "after": number}``. Anything else is said, not done."""
        place = content.get("another") if isinstance(content, dict) else None
        known = place if type(place) is int and 0 <= place < len(self._asked) else None
        try:
            if not isinstance(content, dict) or set(content) - {"after"} != {"another"} or known is None:
                raise ValueError(f"a quiz draws another question, and knows no {one_line(repr(content), 60)}")
            if content.get("after", self._number[known]) == self._number[known]:
                self.another(known)  # else two clicks, or two pages, asked for the same one
        except Exception as no:
            fault = "" if isinstance(no, ValueError) else f"{type(no).__name__}: "
            text = f"No question could be drawn: {fault}{one_line(no)}"
            self.status = {"n": self.status.get("n", 0) + 1, "place": known or 0, "text": text}
            if fault:
                raise

    # in words ---------------------------------------------------------------------------
    def __repr__(self) -> str:
        n = len(self._now)
        name = f"“{one_line(self.title)}”, " if self.title else ""
        lines = [f"Quiz({name}{n} question{'' if n == 1 else 's'})"]
        for place, question in enumerate(self._now):
            lines.append(f"{place + 1}. {one_line(question.question)}{self._more(place)}")
        lines.append("Answers: " + " | ".join(f"{n}. {one_line(q.answer_text)}" for n, q in enumerate(self._now, 1)))
        return "\n".join(lines)

    def _more(self, place: int) -> str:
        data, asked = self.questions[place], self._asked[place]
        where = f" [{one_line(data['title'])}: {one_line(data['board']['words'])}]" if "board" in data else ""
        options = f" ({' | '.join(one_line(o['text']) for o in data['options'])})" if "options" in data else ""
        drawn = f" (drawn with seed {asked.seed})" if isinstance(asked, Drawn) else ""
        return f"{where}{options}{drawn}"


def _text(title: Any) -> str:
    if not isinstance(title, str):
        raise ValueError(f"a title is text, not {one_line(repr(title), 60)}")
    return title


def _fits(entry: Any) -> bool:
    if not isinstance(entry, dict) or set(entry) != set(UNTRIED):
        return False
    counts = all(type(entry[k]) is int and 0 <= entry[k] < 10**9 for k in ("number", "tries", "before"))
    given = entry["given"]
    text = given is None or (isinstance(given, str) and len(given) <= LONGEST)
    picked = isinstance(given, list) and len(given) <= LONGEST and all(type(g) is int for g in given)
    return counts and type(entry["solved"]) is bool and type(entry["shown"]) is bool and (text or picked)
