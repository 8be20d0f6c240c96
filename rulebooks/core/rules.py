"""Rules that can be named: each is one function that says which passage it is.

A rule function stays ``State -> State`` (or a check, or a quantity). Nobody
writes a log: the decorator notes which rules ran while somebody is watching.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from functools import update_wrapper
from typing import Any, TypeVar, cast

from rulebooks.core.game import Game, IllegalMove
from rulebooks.core.outline import Outline, Passage, Ruling, has_outline, load_outline

F = TypeVar("F", bound=Callable[..., Any])
Checks = Mapping[Any, tuple[Callable[..., bool], ...]]  # action, or type of action -> the checks that may refuse it

_watcher: ContextVar[list[Any] | None] = ContextVar("watcher", default=None)


@dataclass(frozen=True, eq=False)
class Rule:
    """One numbered passage as a function.

    ``id``, ``title`` and ``text`` (our paraphrase) are what players read; ``kind``
    is "printed" or "house" (a ruling of ours where the print is silent or unclear).
    """

    book: Rulebook
    id: str
    title: str
    kind: str
    function: Callable[..., Any] = field(repr=False)

    @property
    def text(self) -> str:
        """The paraphrase: the first paragraph of the function's docstring."""
        return " ".join((inspect.getdoc(self.function) or "").split("\n\n")[0].split())

    @property
    def passage(self) -> Passage:
        """Where it stands in the printed rulebook."""
        return self.book.outline.passages[self.id]

    @property
    def cite(self) -> str:
        """Number and title, as shown on the table."""
        return f"{self.id} {self.title}"

    @property
    def where(self) -> str:
        """The heading path in the printed rulebook."""
        return self.passage.section

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The interpretations this rule rests on, with reasons and options."""
        return tuple(r for r in self.book.outline.rulings.values() if self.id in r.rules)

    @property
    def related(self) -> tuple[Rule, ...]:
        """Rules that the outline links to this one, in rulebook order."""
        near = set(self.passage.see) | {p.id for p in self.book.outline.passages.values() if self.id in p.see}
        return tuple(r for r in self.book if r.id in near and r is not self)

    @property
    def code(self) -> str:
        """The function's source."""
        return inspect.getsource(self.function)

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that bear this rule's number, as ``file::name``."""
        from rulebooks.core.outline import tests_of

        return tests_of(self.book.game, self.id)

    @property
    def cards(self) -> tuple[Any, ...]:
        """The cards of the shipped sheet that this rule touches."""
        from rulebooks.core.cards import cards_matching

        return cards_matching(self.book.game, self.passage.cards)

    def __str__(self) -> str:
        return self.cite

    def __repr__(self) -> str:
        return f"Rule({self.book.game} {self.cite})"


class Rulebook:
    """The rules of one game, in the order they are told. Call it to mark a function.

    >>> rule = Rulebook("lantern", edition="1st English, 2024")
    >>> @rule("3.4", "No oil, no card")
    ... def has_oil(s):
    ...     "Oil can be spent only while some is left."
    >>> rule["3.4"].text
    'Oil can be spent only while some is left.'
    """

    def __init__(self, game: str, *, edition: str, title: str = "") -> None:
        self.game, self.edition, self.title = game, edition, title or game.replace("_", " ").title()
        self._rules: dict[str, Rule] = {}

    @property
    def outline(self) -> Outline:
        """Every passage of the printed rulebook, modelled or not."""
        return load_outline(self.game)

    def __call__(self, id: str, title: str, *, kind: str = "printed") -> Callable[[F], F]:
        """Mark a function as the rule with this number."""
        if id in self._rules:
            raise ValueError(f"{self.game} has two rules with the number {id}")
        if kind not in ("printed", "house"):
            raise ValueError(f"{self.game} {id}: a rule is printed or house, not {kind!r}")

        def mark(function: F) -> F:
            rule = self._rules[id] = Rule(self, id, title, kind, function)
            watcher = _watcher.get

            def noted(*args: Any, **named: Any) -> Any:
                calls = watcher()
                if calls is None:
                    return function(*args, **named)
                place = len(calls)
                calls.append(None)  # a rule stands before those it calls
                result = function(*args, **named)
                calls[place] = Call(rule, args, result)
                return result

            update_wrapper(noted, function)
            parameters = inspect.signature(function).parameters
            noted.rule, noted.takes_action = rule, len(parameters) > 1  # type: ignore[attr-defined]
            return cast(F, noted)

        return mark

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            raise KeyError(f"{self.game} has no rule {id}; it has {', '.join(self._rules)}") from None

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        # chapters may be read in another order than the rulebook tells them; without an outline yet, as they come
        order = {id: n for n, id in enumerate(self.outline.passages if has_outline(self.game) else ())}
        return iter(sorted(self._rules.values(), key=lambda r: order.get(r.id, len(order))))

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"Rulebook({self.game}, {len(self)} rules, {self.edition})"


@dataclass(frozen=True, slots=True)
class Call:
    """A rule function that ran: with what, and what came of it."""

    rule: Rule
    args: tuple[Any, ...]
    result: Any


@dataclass(frozen=True, slots=True)
class Event:
    """A rule that was applied, with the state before and after."""

    rule: Rule
    before: Any
    after: Any

    @property
    def changes(self) -> dict[str, tuple[Any, Any]]:
        """Field -> (before, after), for the fields that changed."""
        if not (is_dataclass(self.before) and type(self.before) is type(self.after)):
            return {}
        pairs = {f.name: (getattr(self.before, f.name), getattr(self.after, f.name)) for f in fields(self.before)}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def __str__(self) -> str:
        return f"{self.rule.cite}: {self.rule.text}"

    def __repr__(self) -> str:
        return f"Event({self.rule.book.game} {self.rule.cite}; changed: {', '.join(self.changes) or 'nothing'})"


@contextmanager
def watching() -> Iterator[list[Call]]:
    """Collect every rule that runs inside the block, in the order they start."""
    calls: list[Any] = []
    token = _watcher.set(calls)
    try:
        yield calls
    finally:
        _watcher.reset(token)
        calls[:] = [c for c in calls if c is not None]


def explain(game: Game, s: Any, move: Any) -> tuple[Any, tuple[Event, ...]]:
    """Step, and say which rules did it, each with before and after."""
    with watching() as calls:
        after = game.step(s, move)
    events = (
        Event(c.rule, c.args[0], c.result)
        for c in calls
        if c.args and is_dataclass(c.result) and type(c.result) is type(c.args[0]) and c.result is not c.args[0]
    )
    return after, tuple(events)


def refusal(checks: Checks, s: Any, action: Any) -> Rule | None:
    """The first check that forbids an action, as a rule; None when it is allowed."""
    for check in checks.get(type(action)) or checks.get(action, ()):
        ok = check(s, action) if check.takes_action else check(s)  # type: ignore[attr-defined]
        if not ok:
            return check.rule  # type: ignore[attr-defined]
    return None


def allowed(checks: Checks, s: Any, action: Any) -> bool:
    """Whether no check forbids an action."""
    return refusal(checks, s, action) is None


def require(checks: Checks, s: Any, action: Any) -> None:
    """IllegalMove, with its rule, when a check forbids an action."""
    rule = refusal(checks, s, action)
    if rule:
        raise IllegalMove(action, rule)


def forbidden_by(game: Game, s: Any, action: Any) -> Rule | None:
    """The first rule that says no to an action; None when it is legal.

    ValueError when the action is not one the rulebook speaks of here.
    """
    known = next((c for c in game.candidates(s) if c == action), None)
    if known is None:
        raise ValueError(f"{action} is not a move the rulebook speaks of here")
    try:
        game.step(s, known)
    except IllegalMove as no:
        if no.rule is None:
            raise ValueError(f"{game.rule.game} refuses {action} and names no rule: {no}") from None
        return no.rule
    return None


def search(query: str, game: str | None = None, limit: int = 20) -> list[Any]:
    """Find rules, rulings and cards over all games (or one): best first, typo-tolerant."""
    from rulebooks.core.search import search as find

    return find(query, game, limit)
