"""Friday in words: moves, what rules changed, and how it ended."""

from __future__ import annotations

from typing import Any

from rulebook_widgets.view import minus
from rulebooks import friday
from rulebooks.core.chance import Bag
from rulebooks.core.game import Node, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import Event
from rulebooks.friday import (
    Destroy,
    Discard,
    Enough,
    Exchange,
    Face,
    Fighting,
    FridayCard,
    Lying,
    PutBack,
    Shown,
    State,
    Use,
)


def plural(n: int, word: str) -> str:
    """A number and a word for it."""
    return f"{minus(n)} {word}" + ("" if n == 1 else "s")


def _hazard(c: FridayCard) -> str:
    return f"{c.hazard} → {c}"


def _plain(c: FridayCard) -> str:
    """A card without its ability."""
    return c.name if c.id == "own" else f"{c.name} {minus(c.value or 0)}"


def _lying(c: Lying) -> str:
    """A card in the fight as a target."""
    marks = [m for m, on in (("used", c.used), ("doubled", c.doubled), ("face down", c.down)) if on]
    return f"{_plain(c.card)}, {', '.join(['left' if c.left else 'right', *marks])}"


def _points(c: FridayCard) -> str:
    return plural(c.destroy_cost or 0, "point")


# moves --------------------------------------------------------------------------------------
def describe_move(move: Any, _: Node) -> str:
    """What is chosen or drawn."""
    match move:
        case Shown():
            return " and ".join(_hazard(c) for c in move.cards)
        case Face():
            return f"fight {_hazard(move.card) if move.card.hazard else move.card}"
        case Use():
            end = f" {_lying(move.target)}" if move.target is not None else ""
            return f"{_used(move)}{end}"
        case Destroy():
            return f"destroy {_lying(move.card)}, for {_points(move.card.card)}"
        case Exchange():
            return f"exchange {_lying(move.target)}"
        case Discard():
            return f"discard {move.card}"
        case PutBack():
            return f"put {move.card} on top of the stack"
        case Enough():
            return "enough: leave the rest"
    return label(move)


def _used(move: Use) -> str:
    """The card that acts, and what it does."""
    what = {None: "nothing", "below the stack": "put below the stack"}.get(move.ability, move.ability or "")
    through = f"copy {_plain(move.copied.card)}: " if move.copied is not None else ""
    side = "left" if move.card.left else "right"
    return f"use {_plain(move.card.card)}, {side}: {through}{what.replace('-', '−')}"


def group_move(move: Any) -> tuple[str, str]:
    """The heading a move stands under when there are several like it, and its short name there."""
    match move:
        case Use(target=Lying() as target):
            return _used(move), _lying(target)
        case Use(copied=Lying() as copied):
            side = "left" if move.card.left else "right"
            return f"use {_plain(move.card.card)}, {side}: copy", f"{move.ability} of {_lying(copied)}".replace(
                "-", "−"
            )
        case Destroy(card=lying):
            return "destroy for points of the loss", f"{_lying(lying)}: {_points(lying.card)}"
        case Exchange(target=target):
            return "exchange one more card", _lying(target)
        case Discard(card=card):
            return "discard one of the cards looked at", str(card)
        case PutBack(card=card):
            return "put on top of the stack; the last one is drawn first", str(card)
    return "", ""


# what happened ----------------------------------------------------------------------------------
def describe_event(event: Event) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own."""
    b, a = event.before, event.after
    text = _of_fight(event.rule.id, b, a) if isinstance(a, Fighting) else _of_table(event.rule.id, b, a)
    return text[:1].upper() + text[1:]


def _life(b: Any, a: Any) -> str:
    return f"life {minus(b.life)} → {minus(a.life)}"


def _new(b: Bag[Any], a: Bag[Any]) -> Any:
    """The first thing that is more often in the second bag."""
    return next((x for x, n in a.counts.items() if b.count(x) < n), None)


def _of_fight(rule: str, b: Fighting, a: Fighting) -> str:
    match rule:
        case "2.1":
            return f"A free card; {a.free} of {a.challenge.free} left."
        case "2.4":
            return f"One more card paid for: {_life(b, a)}."
        case "2.9":
            aged = _new(Bag(a.aging), Bag(b.aging))
            return f"The stack had run out: {plural(len(a.stack), 'card')} shuffled, {aged} among them."
        case "2.11":
            laid = _new(b.cards, a.cards)
            return f"{laid.card} was drawn, on the {'left' if laid.left else 'right'}." if laid else ""
        case "3.1":
            acted = next((c for c in a.cards.kinds if c.used and b.cards.count(c) < a.cards.count(c)), None)
            return f"{acted.card} was used." if acted else ""
        case "3.4":
            more = sum(frame.n for frame in a.pending if frame.kind == "cards")
            return "A card for free, on the right" + (f"; {more} more may come." if more else ".")
        case "3.3":
            return f"{_life(b, a)}." if a.life != b.life else "No life gained: he has the most already."
        case "3.6":
            return f"{_gone(b, a)} was turned face down."
        case "3.8":
            return f"{_gone(b, a)} was doubled: value {minus(friday.total(b))} → {minus(friday.total(a))}."
        case "3.13":
            return f"The hazard value went down: {friday.need(b)} → {friday.need(a)}."
        case "3.15":
            return "Up to 3 cards of the stack are looked at."
        case "3.15a":
            return f"{_new(b.pending[-2].seen, a.pending[-1].seen)} was looked at."
        case "3.15c":
            return f"{_new(b.discard, a.discard)} was discarded."
        case "3.15e":
            return f"{next(iter(a.stack), 'A card')} lies on top of the stack."
        case "3.16":
            return f"{_gone(b, a)} was exchanged."
        case "3.19":
            return f"{_gone(b, a)} lies under the stack."
    return _of_the_end(rule, b, a)


def _gone(b: Fighting, a: Fighting) -> str:
    gone = _new(a.cards, b.cards)
    return str(gone.card) if gone else "A card"


def _of_the_end(rule: str, b: Fighting, a: Fighting) -> str:
    values = f"value {minus(a.result.total)} against {minus(friday.need(b))}" if a.result else ""
    match rule:
        case "5.1":
            return f"The comparison: value {minus(friday.total(b))} against {minus(friday.need(b))}."
        case "5.4":
            return f"Won: {values}."
        case "5.5":
            return f"Lost: {values}. {_short(b, a)} to pay."
        case "5.6":
            return f"The comparison is over: {_life(b, a)}." if b.life != a.life else "No life is paid for aging cards."
        case "5.7":
            gone = a.removed - b.removed
            return f"Out of the game: {gone}." if gone else "No card lay face down."
        case "5.8":
            points = a.result.points if a.result else 0
            return f"{_new(b.removed, a.removed)} was destroyed; {plural(points, 'point')} left."
    return ""


def _short(b: Fighting, a: Fighting) -> str:
    return plural(friday.need(b) - (a.result.total if a.result else 0), "life point")


def _of_table(rule: str, b: State, a: State) -> str:
    match rule:
        case "0.7":
            return f"The two pirates: {' and '.join(map(str, a.pirates))}."
        case "0.8":
            return f"{_new(Bag(b.stack), Bag(a.stack))} was shuffled into the stack."
        case "1.1":
            return f"Turned up: {' and '.join(_hazard(c) for c in a.shown)}."
        case "1.2":
            faced = f"Against {_hazard(a.facing)}" if a.facing else ""
            return (
                f"{faced}; {' and '.join(_hazard(c) for c in a.left - b.left)} put aside."
                if a.left != b.left
                else f"{faced}."
            )
        case "1.3":
            return f"{' and '.join(_hazard(c) for c in b.shown)} was left for the next step."
        case "1.5":
            there = len(a.discard) - (len(b.fight.discard) if b.fight else 0)
            return f"{plural(there, 'card')} of the fight to Robinson’s discard pile."
        case "1.6":
            return f"Learned: {b.facing}, for the discard pile." if b.facing else ""
        case "1.7":
            return f"{b.facing.hazard} went to the hazard discard pile." if b.facing else ""
        case "1.8":
            return (
                f"The {a.step} step begins with {plural(len(a.hazards), 'hazard')}."
                if a.step != "pirates"
                else "The pirates come."
            )
        case "6.1b":
            return f"Against {a.facing}." if a.facing else ""
        case "6.9":
            return f"{b.facing} was beaten." if b.facing else ""
    return ""


def describe_end(s: State | Fighting, node: Terminal) -> str:
    """How it ended."""
    if isinstance(s, Fighting):
        end = friday.finished(s)
        gained = f"{plural(-end.life_lost, 'life point')} gained" if end.life_lost < 0 else ""
        lost = gained or f"{plural(end.life_lost, 'life point')} lost"
        return f"The fight was {'won' if end.won else 'lost'} with value {minus(end.total)}: {lost}."
    score = plural(friday.score_of(s), "point")
    if node.returns[0]:
        return f"Both pirates are beaten: Robinson leaves the island with {score}."
    return f"Robinson stays on the island: {score}."
