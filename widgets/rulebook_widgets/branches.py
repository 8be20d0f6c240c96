"""The branches of a decision tree: choices with their exact values, chances with their exact probabilities.

A branch is walked only when somebody looks at it. Where chance or a choice has many branches
the likeliest (the best) are shown, and the rest is counted and added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from rulebook_widgets.best_play import BestPlay, Values, behind, value_data, value_words
from rulebook_widgets.odds_chart import exact
from rulebook_widgets.views import view_of
from rulebooks.core.game import Chance, Decision
from rulebooks.core.odds import Row
from rulebooks.core.result import label, percent

FEW = 8  # branches that are all shown, in their own order
FIRST = 6  # of more branches, so many are shown at first
STEP = 24  # and so many more each time
SIGNS = {"decision": "□", "chance": "○", "end": "△"}


@dataclass(frozen=True)
class Asked:
    """What a tree asks about: the game, and its best play; None where no value is offered."""

    game: Any
    best: BestPlay | None

    @cached_property
    def look(self) -> Any:
        """The game's own words."""
        return view_of(self.game.rule.game)

    def say(self, move: Any, node: Any) -> str:
        """A move in the game's words."""
        tell = getattr(self.look, "describe_move", lambda move, _: label(move))
        return str(tell(move, node))


@dataclass(eq=False)
class Branch:
    """A move and the position it leads to; the root has no move. ``path``: the places of the moves that lead here."""

    asked: Asked
    state: Any
    path: tuple[int, ...] = ()
    move: Any = None
    parent: Branch | None = None
    p: Fraction | None = None  # of a chance outcome
    row: Row | None = None  # of an action
    opened: bool = False
    shown: int = FIRST
    _kids: list[Branch] = field(default_factory=list)

    @cached_property
    def node(self) -> Any:
        """What happens next here."""
        return self.asked.game.node(self.state)

    @property
    def kind(self) -> str:
        """ "decision", "chance" or "end": what happens next."""
        return "decision" if isinstance(self.node, Decision) else "chance" if isinstance(self.node, Chance) else "end"

    @cached_property
    def values(self) -> Values | None:
        """The exact values of the goal's terms here; None where none is offered."""
        if self.row is not None:
            return self.row.values
        return None if self.asked.best is None else self.asked.best.value(self.state)

    @property
    def best(self) -> bool:
        """Whether this is a (tied) best choice among several."""
        return self.row is not None and self.row.best and self.parent is not None and self.parent.size > 1

    @property
    def tied(self) -> bool:
        """Whether another choice is as good."""
        return self.best and sum(k.best for k in (self.parent.kids if self.parent else ())) > 1

    @property
    def kids(self) -> list[Branch]:
        """All branches from here, in the order they are shown in."""
        if not self._kids:
            self._kids = list(self._walk())
        return self._kids

    @property
    def size(self) -> int:
        """How many branches there are from here."""
        n = self.node
        return len(n.actions) if isinstance(n, Decision) else len(n.outcomes) if isinstance(n, Chance) else 0

    def _walk(self) -> Iterator[Branch]:
        n, game, best = self.node, self.asked.game, self.asked.best
        if isinstance(n, Decision):
            rows = best.rows(self.state) if best else {}
            moves = list(n.actions)
            if len(moves) > FEW and rows:
                moves.sort(key=lambda a: rows[a].values, reverse=True)
            for at, move in enumerate(moves):
                there = game.step(self.state, move)
                yield Branch(self.asked, there, (*self.path, at), move, self, row=rows.get(move))
        elif isinstance(n, Chance):
            total, pairs = sum(n.outcomes.values()), list(n.outcomes.items())
            if len(pairs) > FEW:
                pairs.sort(key=lambda pair: -pair[1])
            for at, (move, weight) in enumerate(pairs):
                there = game.step(self.state, move)
                yield Branch(self.asked, there, (*self.path, at), move, self, p=Fraction(weight, total))

    def seen(self) -> list[Branch]:
        """The branches that are shown; a group of one is shown itself."""
        if self.size <= FEW:
            return self.kids
        return self.kids[: self.shown] if self.size > self.shown + 1 else self.kids

    def hidden(self) -> list[Branch]:
        """The branches that are grouped."""
        return self.kids[len(self.seen()) :]

    # in words -------------------------------------------------------------------------
    @property
    def label(self) -> str:
        """The move in words; "" at the root."""
        return "" if self.parent is None else self.asked.say(self.move, self.parent.node)

    @property
    def next(self) -> str:
        """What happens next, in a few words."""
        n = self.node
        if isinstance(n, Decision):
            several = getattr(self.asked.game, "players", lambda _: 1)(self.state) > 1
            return f"player {n.player + 1} chooses" if several else "you choose"
        return n.what if isinstance(n, Chance) else f"over: {self.asked.game.rule[n.ended_by].cite}"

    @property
    def falls_behind(self) -> str:
        """Why a choice of the same value is not best."""
        if self.row is None or self.row.best or self.parent is None or self.asked.best is None:
            return ""
        return behind(self.row, next(k.row for k in self.parent.kids if k.row and k.row.best), self.asked.best.goal)

    def rest_words(self, hidden: Sequence[Branch]) -> str:
        """What is grouped: how many, and all of them together."""
        n = len(hidden)
        if self.kind == "decision":
            top = hidden[0].values
            reach = f", the best of them {exact(top[0])}" if top and self.asked.best else ""
            return f"… and {n} more choice{'s' if n > 1 else ''}{reach}"
        less = "less likely" if hidden[0].p != self.seen()[-1].p else "more"
        together = sum((k.p or Fraction(0) for k in hidden), Fraction(0))
        return f"… and {n} {less} outcome{'s' if n > 1 else ''}, together {exact(together)} ({percent(together)})"

    def words(self) -> str:
        """The branch in one line."""
        best = self.asked.best
        chance = f"{exact(self.p)} ({percent(self.p)}) " if self.p is not None else ""
        mark = "* " if self.best else ""
        value = f": {value_words(best.goal, self.values[0])}" if best and self.values else ""
        more = ", tied best" if self.tied else ", best" if self.best else ""
        late = f", {self.falls_behind}" if self.falls_behind else ""
        arrow = " → " if self.parent else ""
        return f"{mark}{chance}{self.label}{value}{more}{late}{arrow}" + (
            f"{SIGNS[self.kind]} {self.next}" if self.parent else ""
        )

    def lines(self, indent: str = "") -> Iterator[str]:
        """The open branches below, drawn as text."""
        if not self.opened:
            return
        seen, hidden = self.seen(), self.hidden()
        for at, kid in enumerate(seen):
            last = at == len(seen) - 1 and not hidden
            yield f"{indent}{'└─' if last else '├─'} {kid.words()}"
            yield from kid.lines(indent + ("   " if last else "│  "))
        if hidden:
            yield f"{indent}└─ {self.rest_words(hidden)}"

    def plain(self) -> dict[str, Any]:
        """The branch and what is open below it, as the page draws it."""
        best = self.asked.best
        hidden = self.hidden() if self.opened else []
        chance = None
        if self.p is not None:
            chance = {"value": exact(self.p), "percent": percent(self.p), "p": round(float(self.p), 6)}
        return {
            "k": ".".join(map(str, self.path)),
            "kind": self.kind,
            "label": self.label,
            "chance": chance,
            "best": self.best,
            "tied": self.tied,
            "value": value_data(best.goal, self.values[0]) if best and self.values else None,
            "behind": self.falls_behind,
            "next": self.next,
            "size": self.size,
            "open": self.opened,
            "kids": [kid.plain() for kid in self.seen()] if self.opened else [],
            "rest": self.rest_words(hidden) if hidden else "",
        }
