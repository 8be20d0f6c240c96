"""A policy map: the best action over two parameters of a position, and what a rule of thumb costs there.

Every cell is a position, answered exactly from the rules; the page colours what the kernel sends.
Big maps are answered in slices, so that they can be watched and stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from time import monotonic
from typing import Any

import anywidget
import traitlets

import rulebooks
from rulebook_widgets.assets import script, styles
from rulebook_widgets.best_play import BestPlay, behind, gap_words, goal_of, is_chance, value_data
from rulebook_widgets.board import ODDS_LIMIT
from rulebook_widgets.cells import PRICES, Cell, Question, Rule, letter_for
from rulebook_widgets.odds_chart import exact, points
from rulebook_widgets.views import view_of
from rulebooks.core.cards import short
from rulebooks.core.graph import Goal, Term
from rulebooks.core.result import decimal, label

LONGEST = 40  # values of one parameter
SMALL = 150  # cells that are answered at once, and told by ``repr``
PATIENCE = 20  # seconds after which even those go on in slices
SLICE = 0.1  # seconds of reckoning between two looks at what else there is to do
SHOW = 0.4  # seconds between two pictures of a map under way
Axis = tuple[str, Iterable[Any]]


class PolicyMap(anywidget.AnyWidget):
    """The best action over two parameters: ``PolicyMap("karen", position, ("power", range(9)), ("hp", range(1, 7)))``.

    ``position``: a Python function of the two parameters, by name, that gives a state; None, or a
    ValueError, where there is no such position. ``goal``: a name of the game's goals, or a Goal.
    ``rule``: a rule of thumb, state -> action (itself, or its words). ``price``: what it costs when it is
    followed "once" and then best play, or "always", to the end. Numbers are exact; up to 40 values each way.
    """

    _esm = script("dom.mjs", "helpers.mjs", "map.mjs", main="policy_map.js")
    _css = styles("base.css", "policy_map.css")
    frame = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    about = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Any,
        position: Callable[..., Any],
        x: Axis,
        y: Axis,
        goal: str | Goal | Term | None = None,
        rule: Rule | None = None,
        *,
        price: str = "once",
        title: str = "",
        limit: int = ODDS_LIMIT,
    ) -> None:
        self.game: Any = rulebooks.game(game) if isinstance(game, str) else game
        for name, function in (("position", position), ("rule", rule)):
            if function is not None and not callable(function):
                raise ValueError(f"{name} is a function, not {short(function)}")
        if price not in PRICES:
            raise ValueError(f"price is one of {', '.join(PRICES)}, not {short(price)}")
        if not isinstance(title, str):
            raise ValueError(f"a title is a text, not {short(title)}")
        (self._x, self.xs), (self._y, self.ys) = _axis("x", x), _axis("y", y)
        if self._x == self._y:
            raise ValueError(f"the two parameters have two names, not {self._x} twice")
        self.goal, self.rule, self.title = goal_of(self.game, goal), rule, title or self.game.rule.title
        best = BestPlay(self.game, self.goal, limit)
        self._question = Question(self.game, position, (self._x, self._y), best, rule, price)
        self._cells: dict[tuple[int, int], Cell] = {}
        self._letters: dict[str, str] = {}  # an action's words -> its letter, in the order they were met
        self._work: Iterator[None] = self._answers()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        super().__init__(status={"n": 0, "text": ""})
        self.frame = self._frame()
        self._begin()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # answering ------------------------------------------------------------------------
    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.xs) * len(self.ys)

    @property
    def done(self) -> bool:
        """Whether every cell is answered."""
        return len(self._cells) == self.size

    def _answers(self) -> Iterator[None]:
        for j, y in enumerate(self.ys):
            for i, x in enumerate(self.xs):
                if (i, j) not in self._cells:
                    self._answer(i, j, x, y)
                    yield

    def _answer(self, i: int, j: int, x: Any, y: Any) -> Cell:
        self._cells[i, j] = cell = self._question.cell(x, y)
        for action in cell.best if cell.chosen is None else (*cell.best, cell.chosen):
            self._letter(cell, action)
        return cell

    def _run(self, seconds: float) -> None:
        """Answer cells until the time is over, or all are."""
        end = monotonic() + seconds
        for _ in self._work:
            if monotonic() > end:
                return

    def _begin(self) -> None:
        if self.size <= SMALL:
            self._run(PATIENCE)
        self._show()
        self._tell(*self._first())
        if not self.done:
            self.go_on()

    def go_on(self) -> None:
        """Answer the cells still open, in slices while the kernel is free; outside of a notebook, see ``finish``."""
        self._stopped = False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._slices())

    async def _slices(self) -> None:
        shown = monotonic()
        while not self.done and not self._stopped:
            self._run(SLICE)
            if monotonic() - shown > SHOW:
                self._show()
                shown = monotonic()
            await asyncio.sleep(0.01)
        self._show()

    def stop(self) -> None:
        """Stop after the cell under way; ``go_on`` goes on."""
        self._stopped = True
        self._show()

    def finish(self) -> PolicyMap:
        """Answer all cells now, and give the map; an interrupt stops it, and keeps what is answered."""
        try:
            for _ in self._work:
                pass
        finally:
            if not self.done:
                self._work = self._answers()
            self._show()
        return self

    def cell(self, x: Any, y: Any) -> Cell:
        """The cell of two values: its state, advice, the rule's action and price. ValueError where there is none."""
        if x not in self.xs or y not in self.ys:
            raise ValueError(f"{self._x} is one of {_some(self.xs)}, {self._y} one of {_some(self.ys)}")
        i, j = self.xs.index(x), self.ys.index(y)
        return self._cells.get((i, j)) or self._answer(i, j, x, y)

    # data for the page -------------------------------------------------------------------
    def _frame(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "what": self.goal.what or self.goal.name,
            "x": {"name": _name(self._x), "values": list(map(_text, self.xs))},
            "y": {"name": _name(self._y), "values": list(map(_text, self.ys))},
            "rule": self._rule_name,
            "price": self._question.price,
        }

    def _words(self, cell: Cell, action: Any) -> str:
        tell = getattr(view_of(self.game.rule.game), "describe_move", lambda move, _: label(move))
        return str(tell(action, self.game.node(cell.state)))

    def _letter(self, cell: Cell, action: Any) -> str:
        words = self._words(cell, action)
        if words not in self._letters:
            self._letters[words] = letter_for(words, set(self._letters.values()))
        return self._letters[words]

    def _plain(self, cell: Cell | None) -> dict[str, Any] | None:
        if cell is None:
            return None
        data: dict[str, Any] = {"best": [self._letter(cell, a) for a in cell.best], "note": cell.note}
        if cell.advice:
            value = value_data(self.goal, cell.advice.rows[0].value)
            data |= {"value": value["value"], "small": value["small"]}
        if cell.chosen is not None:
            data |= {"rule": self._letter(cell, cell.chosen), "agrees": cell.chosen in cell.best}
        if cell.price:
            data["price"] = self._short_price(cell.price)
        return data

    def _short_price(self, price: Fraction) -> str:
        if len(exact(price)) <= 5:
            return exact(price)
        return points(price).replace(" points", " pt") if is_chance(self.goal) else decimal(price, 2)

    def _show(self) -> None:
        rows = [[self._plain(self._cells.get((i, j))) for i in range(len(self.xs))] for j in range(len(self.ys))]
        self.view = {
            "done": len(self._cells),
            "size": self.size,
            "stopped": self._stopped and not self.done,
            "letters": [{"letter": letter, "words": words} for words, letter in self._letters.items()],
            "rows": rows,
            "summary": self._summary() if self.done else [],
            "text": "\n".join(self._grid()) if self.done else "",
        }

    def _first(self) -> tuple[int, int]:
        return next((at for at, cell in self._cells.items() if cell.advice), (0, 0))

    def _tell(self, i: int, j: int) -> None:
        """What the page shows of one cell."""
        cell = self.cell(self.xs[i], self.ys[j])
        rows = []
        for row in cell.rows.values():
            tied, ahead = len(cell.best) > 1, next(r for r in cell.rows.values() if r.best)
            rows.append({
                "letter": self._letter(cell, row.action),
                "label": self._words(cell, row.action),
                "best": row.best and len(cell.rows) > 1,
                "tied": row.best and tied,
                "rule": cell.chosen is not None and row.action == cell.chosen,
                "behind": "" if row.best else behind(row, ahead, self.goal),
                **value_data(self.goal, row.value),
            })  # fmt: skip
        words = view_of(self.game.rule.game).describe(cell.state).words if cell.advice else ""
        price = self._price_words(cell)
        about = {"at": [i, j], "title": self._where(cell), "position": words, "rows": rows, "price": price}
        self.about = about | {"note": cell.note[:1].upper() + cell.note[1:]}

    # in words ------------------------------------------------------------------------
    @property
    def _rule_name(self) -> str:
        if self.rule is None:
            return ""
        told = (getattr(self.rule, "__doc__", "") or "").strip().split("\n")[0].rstrip(".")
        name = getattr(self.rule, "__name__", "")
        return told or ("a rule of thumb" if name in ("", "<lambda>") else name.replace("_", " "))

    def _where(self, cell: Cell) -> str:
        return f"{_name(self._x)} {_text(cell.x)}, {_name(self._y)} {_text(cell.y)}"

    def _price_words(self, cell: Cell) -> str:
        if self.rule is None or not cell.advice:
            return ""
        if cell.price is None:
            return f"No price: {cell.rule_note}"
        how = "followed once" if self._question.price == "once" else "followed to the end"
        if cell.price:
            return f"The rule, {how}, costs {gap_words(self.goal, cell.price)} here."
        late = (
            ""
            if cell.chosen in cell.best
            else f" ({behind(cell.rows[cell.chosen], next(iter(cell.rows.values())), self.goal)})"
        )
        return f"The rule, {how}, costs nothing here{late}."

    def _summary(self) -> list[str]:
        """What the rule of thumb costs, in sentences."""
        answered = [c for c in self._cells.values() if c.advice]
        priced = [(c, c.price) for c in answered if c.price is not None]
        if self.rule is None:
            return []
        lines = []
        if priced:
            right = sum(c.chosen in c.best for c, _ in priced)
            lines.append(f"“{self._rule_name}” names a best action in {right} of {len(priced)} cells.")
            cell, top = max(priced, key=lambda pair: pair[1])
            mean = sum((p for _, p in priced), Fraction(0)) / len(priced)
            how = "Followed once, then best play" if self._question.price == "once" else "Followed to the end"
            if top:
                lines.append(
                    f"{how}, it costs at most {gap_words(self.goal, top)}, at {self._where(cell)}; "
                    f"on average {gap_words(self.goal, mean)}, each cell counted alike."
                )
            else:
                lines.append(f"{how}, it costs nothing in any of them.")
        if len(priced) < len(answered):
            first = next(c for c in answered if c.price is None)
            without = len(answered) - len(priced)
            lines.append(f"{without} of the cells have no price; at {self._where(first)}: {first.rule_note}.")
        return lines

    def __repr__(self) -> str:
        if self.size > SMALL:
            return "\n".join([*self._heading(), f"{self.size:,} cells; text() tells them all."])
        if not self.done:
            return "\n".join([*self._heading(), f"{len(self._cells)} of {self.size} cells answered so far."])
        return self.text()

    def text(self) -> str:
        """The map as text, all cells answered: letters, their legend, the price of the rule."""
        if not self.done:
            self.finish()
        return "\n".join([*self._heading(), *self._grid()])

    def _heading(self) -> Iterator[str]:
        yield f"PolicyMap({self.game.rule.game}: {self.title})"
        yield f"Best action for: {self.goal.what or self.goal.name}"
        yield f"{_name(self._x)} {_some(self.xs)} across; {_name(self._y)} {_some(self.ys)} up"

    def _grid(self) -> Iterator[str]:
        rows = [[f"{_name(self._y)} {_text(y)}", *self._line(j)] for j, y in reversed(list(enumerate(self.ys)))]
        rows.append([f"{_name(self._x)}:", *map(_text, self.xs)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.xs) + 1)]
        for row in rows:
            yield "  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip()
        yield "; ".join(f"{letter} {words}" for words, letter in self._letters.items())
        marks = [("·", "impossible, or nobody chooses", any(not c.advice for c in self._cells.values()))]
        marks.append(("!", "the rule names no best action", any("!" in t for row in rows for t in row[1:])))
        yield from (f"{sign} {words}" for sign, words, there in marks if there)
        yield from self._summary()

    def _line(self, j: int) -> Iterator[str]:
        for i in range(len(self.xs)):
            cell = self._cells[i, j]
            off = cell.chosen is not None and cell.chosen not in cell.best
            yield "".join(self._letter(cell, a) for a in cell.best) + "!" * off or "·"

    # commands from the page ----------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: ``{"cell": [3, 0]}``, ``{"stop": true}`` or ``{"go_on": true}``; all else is said."""
        try:
            self._command(content)
            self._say("")
        except ValueError as no:
            self._say(str(no)[:1].upper() + str(no)[1:])

    def _command(self, content: Any) -> None:
        match content:
            case {"cell": [int(i), int(j)]} if (
                len(content) == 1 and not isinstance(i, bool) and not isinstance(j, bool)
            ):
                if not (0 <= i < len(self.xs) and 0 <= j < len(self.ys)):
                    raise ValueError(f"there is no cell {short([i, j])}")
                self._tell(i, j)
            case {"stop": True} if len(content) == 1:
                self.stop()
            case {"go_on": True} if len(content) == 1:
                self.go_on()
                self._show()
            case _:
                raise ValueError(f"the map knows cell, stop and go_on, not {short(content)}")

    def _say(self, text: str) -> None:
        if text or self.status["text"]:
            self.status = {"n": self.status["n"] + 1, "text": text}


def _axis(which: str, axis: Any) -> tuple[str, tuple[Any, ...]]:
    try:
        name, values = axis
        values = tuple(values)
    except (TypeError, ValueError):
        raise ValueError(f'{which} is a name and its values, such as ("hp", range(1, 11)), not {short(axis)}') from None
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"{which} is named like an argument of position, not {short(name)}")
    if not 1 <= len(values) <= LONGEST:
        raise ValueError(f"{name} takes 1 to {LONGEST} values, not {len(values)}")
    if any(values.index(v) != n for n, v in enumerate(values)):
        raise ValueError(f"{name} takes each value once")
    return name, values


def _name(name: str) -> str:
    return "HP" if name == "hp" else name.replace("_", " ")


def _text(value: Any) -> str:
    text = label(value)
    return text.replace("-", "−") if isinstance(value, int | Fraction) and not isinstance(value, bool) else text


def _some(values: tuple[Any, ...]) -> str:
    if len(values) > 2 and all(isinstance(v, int) for v in values):
        step = values[1] - values[0]
        if step > 0 and values == tuple(range(values[0], values[-1] + 1, step)):
            return f"{_text(values[0])} to {_text(values[-1])}" + (f" in steps of {step}" if step > 1 else "")
    return ", ".join(map(_text, values))
