"""Show me: a rule's example as boards to draw, with what changed marked and told, and the rules that did it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook_widgets.before_after import differences, marked
from rulebook_widgets.board import Board
from rulebook_widgets.view import View
from rulebook_widgets.views import view_of
from rulebooks.core.examples import Example
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.rules import Event

Shown = dict[str, Any]


def shown(one: Example) -> Shown:
    """An example as plain data. ``scenes``: up to two boards with their titles."""
    data: Shown = {
        "how": one.how,
        "options": [{"name": name, "on": on} for name, on in one.options.items()],
        "before_it": [],
        "move": "",
        "verdicts": [],
        "scenes": [],
        "changes": [],
        "events": [],
        "result": "",
        "worked": [{"inputs": [f"{n} {v}".strip() for n, v in w.inputs], "output": w.output} for w in one.worked],
    }
    if one.play is None:
        return data
    board = Board(one.play)
    data["before_it"] = [board.say(p.move, p.node) for p in one.play.history]
    match one.how:
        case "move" | "end":
            return data | _stepped(one, board)
        case "refuse":
            return data | _refused(one, board)
        case "start":
            title = "The table when the game starts"
        case _:
            title = "In this position"
    return data | {"scenes": [_scene(title, board.seen)]}


def _scene(title: str, view: View, other: View | None = None, sign: str = "") -> Shown:
    return {"title": title, "words": view.words, "board": marked(view, other or view, sign)}


def _stepped(one: Example, board: Board) -> Shown:
    after, events = one.stepped
    game, say = board.game, board.say(one.move)
    then = view_of(board.name).describe(game.information_state(after, board.player))
    what = f"Drawn: {say}" if isinstance(one.node, Chance) else say[:1].upper() + say[1:]
    node = game.node(after)
    return {
        "move": what,
        "scenes": [_scene("Before", board.seen, then, "gone"), _scene("After", then, board.seen, "new")],
        "changes": differences(board.seen, then),
        "events": [{"id": e.rule.id, "cite": e.rule.cite, "text": _told(board, e)} for e in events],
        "result": _result(board, after, node) if isinstance(node, Terminal) else "",
    }


def _told(board: Board, event: Event) -> str:
    tell = getattr(board.look, "describe_event", lambda _: "")
    return str(tell(event) or event.rule.text)


def _result(board: Board, after: Any, node: Terminal) -> str:
    end = getattr(board.look, "describe_end", None)
    words = end(board.game.information_state(after, board.player), node) if end else ""
    return f"{words} {board.game.rule[node.ended_by].cite}.".strip()


def _refused(one: Example, board: Board) -> Shown:
    no = {"ok": False, "label": board.say(one.move), "cite": one.rule.cite, "text": one.rule.text}
    verdicts, scenes = [no], [_scene("Refused in this position", board.seen)]
    if one.instead is not None and one.instead.play is not None:
        other = Board(one.instead.play)
        yes = {"ok": True, "label": other.say(one.instead.move), "cite": "", "text": ""}
        verdicts.append(yes)
        if other.seen == board.seen:
            scenes[0]["title"] = "In this position"
        else:
            scenes.append(_scene("Allowed in this one", other.seen))
    return {"verdicts": verdicts, "scenes": scenes}


def in_words(data: Shown) -> Iterator[str]:
    """The example's lines for readers without a picture."""
    for option in data["options"]:
        yield f"With the option {option['name']} {'on' if option['on'] else 'off'}."
    if data["before_it"]:
        yield f"Before it: {'; '.join(data['before_it'])}."
    for scene in data["scenes"]:
        yield f"{scene['title']}: {scene['words']}"
    if data["move"]:
        yield f"Move: {data['move']}"
    yield from (f"  {c['what']}: {c['before']} → {c['after']}" for c in data["changes"])
    yield from (f"  {e['cite']}: {e['text']}" for e in data["events"])
    for verdict in data["verdicts"]:
        yield (f"Allowed: {verdict['label']}" if verdict["ok"] else f"Refused: {verdict['label']} ({verdict['cite']})")
    if data["result"]:
        yield data["result"]
    yield from (f"Worked: {', '.join(w['inputs'])} → {w['output']}" for w in data["worked"])
