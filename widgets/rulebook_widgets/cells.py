"""The cells of a policy map: each a position, the best actions there, and the price of a rule of thumb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulebook_widgets.best_play import BestPlay
from rulebook_widgets.board import NO_ODDS
from rulebooks.core import odds
from rulebooks.core.cards import short
from rulebooks.core.game import Chance, Decision
from rulebooks.core.graph import TooLarge
from rulebooks.core.odds import Advice, Row
from rulebooks.core.result import label

Rule = Callable[[Any], Any]
PRICES = ("once", "always")


@dataclass(frozen=True)
class Cell:
    """One position of the map. ``note`` says why there is no answer; ``rule_note`` why the rule has no price.

    ``chosen``: the rule's action; ``price``: what following it costs, exactly, in what the goal counts.
    """

    x: Any
    y: Any
    state: Any = None
    advice: Advice | None = None
    note: str = ""
    chosen: Any = None
    price: Fraction | None = None
    rule_note: str = ""

    @property
    def best(self) -> tuple[Any, ...]:
        """All tied best actions."""
        return self.advice.best if self.advice else ()

    @property
    def rows(self) -> dict[Any, Row]:
        """Action -> its exact values, in the order of the advice: best first."""
        return {r.action: r for r in self.advice.rows} if self.advice else {}


@dataclass(frozen=True)
class Question:
    """What is asked in every cell."""

    game: Any
    position: Callable[..., Any]
    names: tuple[str, str]
    best: BestPlay
    rule: Rule | None
    price: str

    def cell(self, x: Any, y: Any) -> Cell:
        """The answer for one pair of values."""
        try:
            s = self.position(**{self.names[0]: x, self.names[1]: y})
        except ValueError as no:
            return Cell(x, y, note=f"impossible: {no}")
        if s is None:
            return Cell(x, y, note="impossible")
        node = self.game.node(s)
        if not isinstance(node, Decision):
            said = f"chance decides: {node.what}" if isinstance(node, Chance) else "it is over"
            return Cell(x, y, s, note=f"nobody chooses here; {said}")
        info = self.game.information_state(s, node.player)
        small = self.game.focus(info) if hasattr(self.game, "focus") else info
        if small is None or getattr(self.game, "players", lambda _: 1)(info) > 1:
            return Cell(x, y, info, note=NO_ODDS)
        try:
            advice = self.best.advice(small)
        except TooLarge as no:
            limit = f"the limit of {no.limit:,} states ({no.found:,} found so far)"
            return Cell(x, y, small, note=f"no exact answer within {limit}")
        return self._priced(Cell(x, y, small, advice))

    def _priced(self, cell: Cell) -> Cell:
        if self.rule is None or cell.advice is None:
            return cell
        known = Cell(cell.x, cell.y, cell.state, cell.advice)
        try:
            chosen = self.follow(cell.state)
        except ValueError as no:
            return Cell(known.x, known.y, known.state, known.advice, rule_note=str(no))
        top, value = cell.advice.rows[0].value, cell.rows[chosen].value
        if self.price == "always":
            try:
                value = self._to_the_end(cell.state)
            except (TooLarge, ValueError) as no:
                return Cell(known.x, known.y, known.state, known.advice, chosen=chosen, rule_note=str(no))
        return Cell(known.x, known.y, known.state, known.advice, chosen=chosen, price=top - value)

    def follow(self, s: Any) -> Any:
        """The rule's action: itself, its words, or a mapping that holds nothing else. ValueError if it is not legal."""
        assert self.rule is not None
        said = self.rule(s)
        if isinstance(said, Mapping) and len(said) == 1:
            said = next(iter(said))
        actions = self.game.node(s).actions
        found = [a for a in actions if a == said] or [a for a in actions if isinstance(said, str) and label(a) == said]
        if not found:
            raise ValueError(f"the rule says {short(said)}; legal here: {', '.join(map(label, actions))}")
        return found[0]

    def _to_the_end(self, s: Any) -> Fraction:
        """What following the rule until the end is worth."""
        term = self.best.goal.terms[0]
        return odds.final(self.game, s, self.follow, lambda end: Fraction(term(end)), limit=self.best.limit).mean


def letter_for(words: str, taken: set[str]) -> str:
    """A short name for an action: an initial of its words, another letter of it, of the alphabet, or a number."""
    initials = [w[0].upper() for w in words.split() if w[0].isalpha()]
    rest = [c.upper() for c in words if c.isalpha()]
    for letter in [*initials, *rest, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]:
        if len(letter) == 1 and letter not in taken:
            return letter
    return str(len(taken) + 1)
