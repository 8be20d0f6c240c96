"""Find a small example for each rule, by playing at random from the starts; the same on every machine.

`python -m rulebooks.core.example_search [GAME …]` writes outlines/examples/<game>.json anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from rulebooks import GAMES
from rulebooks.core.examples import FIRST, hand_made, look_calls, refused_by, start_calls, starts
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.play import Table
from rulebooks.core.result import label
from rulebooks.core.rules import Call, Rule, watching
from rulebooks.core.sampling import pick

GAMES_EACH = 12  # random games from each start; examples/<game>.toml may say otherwise: [search] games, moves
LONGEST = 80  # moves of one
OUTCOMES = 6  # of a chance node that are tried
ORDER = ("refuse", "move", "end", "reckon", "start", "look")  # what shows a rule best comes first
Score = tuple[int, ...]


@dataclass
class Finds:
    """The best example of each rule, for each way it shows itself."""

    best: dict[tuple[str, str], tuple[Score, dict[str, Any]]] = field(default_factory=dict)
    passes: dict[tuple[str, type], dict[str, tuple[Score, dict[str, Any]]]] = field(default_factory=dict)
    refused: dict[str, type] = field(default_factory=dict)  # the type of the action that a rule's best example refuses

    def offer(self, rule: Rule, way: str, score: Score, place: dict[str, Any], move: Any = None) -> None:
        """Keep this one if it is smaller than what is there."""
        known = self.best.get((rule.id, way))
        if known is None or score < known[0]:
            self.best[rule.id, way] = score, place
            if way == "refuse":
                self.refused[rule.id] = type(move)

    def let_pass(self, rule: Rule, move: Any, score: Score, place: dict[str, Any]) -> None:
        """An action that a check allowed: the smallest place for each name."""
        known = self.passes.setdefault((rule.id, type(move)), {})
        name = place["move"]
        if name not in known or score < known[name][0]:
            known[name] = score, place

    def instead(self, rule: Rule, kind: type, name: str) -> dict[str, Any] | None:
        """An allowed action of the same type, as much like the refused one as can be."""
        near = self.passes.get((rule.id, kind), {})
        if not near:
            return None
        alike = max(near.items(), key=lambda item: (_alike(name, item[0]), [-n for n in item[1][0]]))
        return alike[1][1]


def find_all(name: str) -> dict[str, dict[str, Any]]:
    """Rule id -> its example as stored, for each rule that shows itself."""
    finds = Finds()
    far = {"games": GAMES_EACH, "moves": LONGEST, **hand_made(name).get("search", {})}
    for place, (start, table) in enumerate(starts(name).items()):
        for seed in range(far["games"]):
            for moves, s in _walk(table, start, seed, far["moves"]):
                _look_around(finds, table.game, s, {"start": start, "moves": moves}, place)
    game = next(iter(starts(name).values())).game
    best: dict[str, dict[str, Any]] = {}
    for rule in game.rule:
        way = next((w for w in ORDER if (rule.id, w) in finds.best), None)
        if way is None or (way == "look" and _by_hand(name, rule)):
            continue
        found = finds.best[rule.id, way][1]
        best[rule.id] = {"how": "move" if way == "reckon" else way, **found}
        if way == "refuse" and "instead" not in found:
            near = finds.instead(rule, finds.refused[rule.id], found["move"])
            best[rule.id] |= {"instead": near} if near else {}
    return best


def _by_hand(name: str, rule: Rule) -> bool:
    return any(row["rule"] == rule.id for row in hand_made(name).get("worked", []))


def _walk(table: Table, start: str, seed: int, longest: int) -> Iterator[tuple[list[str], Any]]:
    """(labels of the moves so far, state) all along a random game."""
    game, s, moves = table.game, table.state, list[str]()
    for n in range(longest):
        yield list(moves), s
        node = game.node(s)
        if isinstance(node, Terminal):
            return
        weights = node.outcomes if isinstance(node, Chance) else dict.fromkeys(node.actions, 1)
        move = pick(weights, "examples", start, seed, n)
        moves.append(label(move))
        s = game.step(s, move)


def _look_around(finds: Finds, game: Any, s: Any, place: dict[str, Any], start: int) -> None:
    """Everything that could be done in one position, and the rules that would do it."""
    done = len(place["moves"])
    if done == 0 and place["start"].startswith(FIRST):
        for rule in _rules(start_calls(game, s)):
            finds.offer(rule, "start", (start,), place)
    node = game.node(s)
    if isinstance(node, Terminal):
        return
    for rule in _rules(look_calls(game, s)):
        finds.offer(rule, "look", (len(getattr(node, "actions", ())) < 2, done, start), place)
    if isinstance(node, Chance):
        moves = [*list(node.outcomes)[:OUTCOMES]]
    else:
        moves = list(node.actions)
    passed: dict[Rule, list[str]] = {}
    for number, move in enumerate(moves):
        here = {**place, "move": label(move)}
        with watching() as calls:
            after = game.step(s, move)
        ran = _rules(calls)
        score = (4 * len(ran) + done, start, number)
        for call in calls:
            if call.result is True and isinstance(node, Decision):
                passed.setdefault(call.rule, []).append(here["move"])
                finds.let_pass(call.rule, move, score, here)
            makes_state = bool(call.args) and type(call.result) is type(call.args[0])
            idle = call.result == call.args[0] if makes_state else not call.result  # nothing changed, nothing reckoned
            finds.offer(call.rule, "move" if makes_state else "reckon", (idle, *score), here)
        end = game.node(after)
        if isinstance(end, Terminal):
            finds.offer(game.rule[end.ended_by], "end", score, here)
    for number, action in enumerate(a for a in game.candidates(s) if a not in moves):
        refuser = refused_by(game, s, action)
        if refuser is None:
            continue
        here = {**place, "move": label(action)}
        near = passed.get(refuser)
        if near:
            here["instead"] = {**place, "move": _most_alike(here["move"], near)}
        finds.offer(refuser, "refuse", (not near, done, start, number), here, action)


def _rules(calls: list[Call]) -> list[Rule]:
    return list(dict.fromkeys(c.rule for c in calls))


def _alike(name: str, other: str) -> float:
    return SequenceMatcher(None, name, other).ratio()


def _most_alike(name: str, others: list[str]) -> str:
    return max(others, key=lambda other: _alike(name, other))


def as_text(found: dict[str, dict[str, Any]]) -> str:
    """The examples as they are stored: one line each."""
    lines = (f" {json.dumps(id)}: {json.dumps(place, ensure_ascii=False)}" for id, place in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(name: str) -> Path:
    """Search, and store what was found."""
    place = Path(__file__).parent.parent / "outlines" / "examples" / f"{name}.json"
    place.write_text(as_text(find_all(name)), encoding="utf-8", newline="\n")
    return place


if __name__ == "__main__":
    for asked in sys.argv[1:] or GAMES:
        print(write(asked))
