"""Captions of a tour filled in by the rules, and whether the rules they cite really happen there.

In a caption stand, and nothing else in braces:

* ``{=hp}``, ``{=#processed}``, ``{=power(adventure)}``: a value of the position, how many, or what a
  function of the game makes of it; ``{before:hp}``: the same before the move.
* ``{odds:flee}``, ``{percent:flee}``, ``{cost:flee}``: the number beside an action, as a fraction, in
  percent, or its opposite where it counts losses; ``{best}``: the action marked best.
* ``{chance:Attempt}``, ``{chance:flee>Ship|Boar}``: how likely the next draw (after an action) brings any of these.
* ``{lost:flee|hp}``: by how much an action lowers a value; ``{card:Wild Boar.power}``: what a card shows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulebooks.core.cards import load_sheet
from rulebooks.core.examples import look_calls, start_calls, step_calls
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.odds import beside
from rulebooks.core.play import Table
from rulebooks.core.result import label, percent
from rulebooks.core.rules import Call, watching
from rulebooks.core.tours import HOLE, LONGEST, Step, Tour

CALL = re.compile(r"(\w+)\(([\w.]*)\)")


def told(value: Any) -> str:
    """A value in a caption, with a real minus sign."""
    return label(value).replace("-", "−") if isinstance(value, int | Fraction) else label(value)


def filled(text: str, table: Table, goal: str = "", before: Any = None) -> str:
    """A caption with every ``{…}`` filled in from a table. ValueError names the one that cannot be."""

    def fill(hole: re.Match[str]) -> str:
        kind, _, body = hole[0][1:-1].partition(":") if not hole[0].startswith("{=") else ("=", "", hole[0][2:-1])
        try:
            return told(_value(table, goal, before, kind, body))
        except (ValueError, AttributeError, KeyError, LookupError, TypeError) as no:
            raise ValueError(f"{hole[0]} cannot be filled in: {no}") from None

    return HOLE.sub(fill, text)


def _value(table: Table, goal: str, before: Any, kind: str, body: str) -> Any:
    game, s = table.game, table.state
    match kind:
        case "=":
            return _of(game, s, body)
        case "before":
            if before is None:
                raise ValueError("there is no move before it")
            return _of(game, before, body)
        case "card":
            name, _, what = body.rpartition(".")
            return getattr(load_sheet(game.rule.game).find(name), what)
        case "chance":
            action, arrow, words = body.rpartition(">")
            return chance(game, game.step(s, _action(table, action)) if arrow else s, words)
        case "lost":
            action, _, path = body.partition("|")
            return _of(game, s, path) - _of(game, game.step(s, _action(table, action)), path)
        case "odds" | "percent" | "cost" | "best":
            advice = beside(game, game.information_state(s, 0), goal or None)
            if advice is None:
                raise ValueError("no odds stand beside these choices")
            if kind == "best":
                return " or ".join(label(action) for action in advice.best)
            value = next((row.value for row in advice.rows if label(row.action) == body), None)
            if value is None:
                raise ValueError(f"no odds stand beside “{body}”")
            return percent(value, 0) if kind == "percent" else -value if kind == "cost" else value
    raise ValueError("unknown; see rulebooks.core.tour_words")


def _action(table: Table, name: str) -> Any:
    found = [a for a in table.actions if label(a) == name]
    if not found:
        raise ValueError(f"no action “{name}”; there are {', '.join(map(label, table.actions))}")
    return found[0]


def _of(game: Any, s: Any, body: str) -> Any:
    call = CALL.fullmatch(body)
    if call:
        return getattr(game, call[1])(_path(s, call[2]) if call[2] else s)
    return len(_path(s, body[1:])) if body.startswith("#") else _path(s, body)


def _path(s: Any, path: str) -> Any:
    for name in path.split("."):
        s = getattr(s, name)
    return s


def chance(game: Any, s: Any, words: str) -> Fraction:
    """How likely the draw of a position brings an outcome that holds these words."""
    node = game.node(s)
    if not isinstance(node, Chance):
        raise ValueError("nothing is drawn then")
    wanted = words.split("|")
    hits = sum(n for outcome, n in node.outcomes.items() if any(_brings(outcome, word) for word in wanted))
    return Fraction(hits, sum(node.outcomes.values()))


def _brings(outcome: Any, word: str) -> bool:
    return label(outcome) == word if isinstance(outcome, int) else word in label(outcome)


# Whether it is all true -----------------------------------------------------------------
def verify(tour: Tour) -> list[str]:
    """What is wrong with a tour's captions: too long once filled in, or citing a rule that does not happen there."""
    faults: list[str] = []
    for choices in tour.lines():
        for number, step in enumerate(tour.line(choices)):
            table = tour.table_before(number, choices)
            faults += (f"{tour.where}, step {step.place + 1}: {f}" for f in _faults(tour, table, step, choices))
    return list(dict.fromkeys(faults))


def _faults(tour: Tour, table: Table, step: Step, choices: Mapping[int, str]) -> Iterator[str]:
    before, happened = table.state, {r.id for r in table.forbidden.values()}
    try:
        with watching() as calls:
            texts = [filled(t, table, step.goal) for t in (step.say, step.why, *_asked(step))]
        moved = table.branch()
        tour.play(moved, step, choices.get(step.place))
        with watching() as later:
            texts.append(filled(step.then, moved, before=before))
    except ValueError as no:
        yield str(no)
        return
    yield from (f"“{t[:40]}…” has {len(t)} characters once filled in" for t in texts if len(t) > LONGEST)
    happened |= _happened((*calls, *later)) | rules_at(table, step, choices.get(step.place), tour)
    there = ", ".join(sorted(happened))
    yield from (f"rule {id} does not happen here; these do: {there}" for id in step.rules if id not in happened)


def _asked(step: Step) -> tuple[str, ...]:
    ask = step.ask
    if not ask:
        return ()
    hints = [text for pair in ask.get("hints", {}).items() for text in pair]
    return (ask["question"], str(ask["answer"]), ask.get("why", ""), *ask.get("options", ()), *hints)


def rules_at(table: Table, step: Step, chosen: str | None, tour: Tour) -> set[str]:
    """The rules that happen at a step: of its move; at a look or a free choice, those that say what may be done."""
    game, s = table.game, table.state
    moves, calls = tour.moves(table, step), list[Call]()
    if moves:
        move = moves[step.actions.index(chosen)] if chosen in step.actions else moves[0]
        calls, s = step_calls(game, s, move), game.step(s, move)
    if not moves or step.choose:
        calls += look_calls(game, table.state)
    if not moves and table.at == 0 and not table.from_position:
        calls += start_calls(game, s)
    node = game.node(s)
    over = {node.ended_by} if isinstance(node, Terminal) else set[str]()
    return over | _happened(calls)


def _happened(calls: Iterable[Call]) -> set[str]:
    """The rules that did or reckoned something, or said yes; a check that lets an action pass did nothing."""
    found = set()
    for call in calls:
        checks = getattr(sys.modules[call.rule.function.__module__], "CHECKS", {})
        passing = any(check.rule is call.rule for row in checks.values() for check in row)
        if not isinstance(call.result, bool) or (call.result and not passing):
            found.add(call.rule.id)
    return found


def likelihood(table: Table, step: Step, tour: Tour) -> Fraction:
    """How likely the draw that a tour arranged would have been by chance."""
    node = table.node
    assert isinstance(node, Chance)
    return Fraction(node.outcomes[tour.moves(table, step)[0]], sum(node.outcomes.values()))
