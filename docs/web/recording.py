"""Record what widgets answer, so that a page without Python can give the same answers.

When the site is built, each notebook ends with a hidden cell that calls `record`. Every widget that it shows is asked
what its page could ask: the command goes to the widget's own `handle`, in a forked copy of the process, so that the
widget itself stays as it is. What the page would then show is kept as a state; from there it is asked again, the
likeliest commands first, until a number of states is reached. `static/no_kernel.js` walks the states. Beyond them it
says that Python is needed.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import heapq
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

State = dict[str, Any]  # trait -> what the page has of it
Command = dict[str, Any]
Asked = tuple[int, Command]  # what a command costs: cheap ones are followed first

COUNTERS = {"turn", "token", "n"}  # told anew by the page: the turn of a drawing, whose answer it is, how many-th it is
HIDDEN = ("_", "layout", "tabbable", "tooltip")
OUTCOMES = 6  # of a chance that is chosen, so many are followed


def key_of(command: Command) -> str:
    """A command as it is looked up: without what counts requests."""
    return json.dumps({k: v for k, v in command.items() if k not in COUNTERS}, sort_keys=True, separators=(",", ":"))


def state_of(widget: Any) -> State:
    """What the page has of a widget, its counters left open."""
    sent = {k: v for k, v in widget.get_state().items() if not k.startswith(HIDDEN)}
    plain = json.loads(json.dumps(sent))
    for value in plain.values():
        if isinstance(value, dict):
            value |= dict.fromkeys(COUNTERS & value.keys())
    return dict(plain)


# What a page can ask, by the kind of widget: from what it shows ----------------------
def table_asks(state: State) -> Iterator[Asked]:
    """The buttons of a table: choices, luck, back and forth, goals."""
    view = state["view"]
    if view["cover"]:
        yield 1, {"ready": view["cover"]["seat"]}
        return
    if view["waits"]:
        yield 1, {"go_on": True}
    if view["chance"]:
        yield 1, {"roll": True}
        for outcome in view["chance"]["outcomes"][:OUTCOMES]:
            yield 6, {"choose": outcome["place"]}
    odds = view["odds"] or {}
    best = [row.get("best") for row in odds.get("rows", [])]
    for place in range(len(view["actions"])):
        yield 1 if place < len(best) and best[place] else 2 + place // 3, {"do": place}
    for goal in odds.get("goals", []) if odds.get("offered") else []:
        yield 4, {"goal": goal["name"]}
    if view["can"]["undo"]:
        yield 2, {"undo": True}
    if view["can"]["redo"]:
        yield 3, {"redo": True}
    yield from ((4, {"go_to": at}) for at in range(view["length"] + 1) if view["length"] <= 12)


def tour_asks(state: State) -> Iterator[Asked]:
    """The ways of a tour, and what it asks for on the table."""
    tour, view = state["tour"], state["view"]
    if tour["mode"] != "guided":
        yield 1, {"tour": "return", "value": None}
        return
    for wanted in tour["wanted"]:
        yield 0, {"roll": True} if wanted == "draw" else {"do": int(wanted.removeprefix("act:"))}
    if tour["can"]["next"] or tour["kind"] == "look":
        yield 0, {"tour": "next", "value": None}
    if tour["can"]["back"]:
        yield 1, {"tour": "back", "value": None}
        yield 1, {"undo": True}
    yield from ((2, {"tour": "skip", "value": c["step"]}) for c in tour["chapters"])
    yield 2, {"tour": "restart", "value": None}
    yield 50, {"tour": "leave", "value": None}
    yield from ((40, {"do": place}) for place in range(len(view["actions"])) if f"act:{place}" not in tour["wanted"])


def book_asks(state: State) -> Iterator[Asked]:
    """The pages of a rule book, and the example of each rule."""
    page = state["page"]
    yield 0, {"contents": True}
    for game in state["book"]["games"]:
        yield from ((1, {"go": [game["game"], entry["id"]]}) for group in game["groups"] for entry in group["entries"])
    yield from ((1, {"compare": idea["id"]}) for idea in state["book"]["concepts"])
    if page.get("can_show"):
        yield 0, {"show_me": not page.get("shown")}


def tree_asks(state: State) -> Iterator[Asked]:
    """Branches to open and to be told about, depths, goals."""
    view = state["view"]

    def below(node: Any) -> Iterator[Asked]:
        yield 9, {"about": node["k"]}
        if node["size"] and not node["open"]:
            yield 2, {"open": node["k"]}
        if node["rest"]:
            yield 4, {"more": node["k"]}
        for kid in node["kids"]:
            yield from below(kid)

    yield from below(view["root"])
    yield from ((2, {"depth": view["depth"] + by}) for by in (-1, 1) if 0 <= view["depth"] + by <= view["deepest"])
    goals = view.get("goals", [])
    yield from ((3, {"goal": goal["name"] if isinstance(goal, dict) else goal}) for goal in goals)


def map_asks(state: State) -> Iterator[Asked]:
    """Spaces of an island to go to or to start from."""
    spaces = [h["k"] for h in state["picture"]["hexes"]]
    yield 1, {"swap": True}
    yield 3, {"clear": True}
    yield from ((2, {"overlay": what}) for what in ("", "wander", "push"))
    yield from ((2, {"unit": unit}) for unit in ("steps", "spaces"))
    yield from ((3, {"target": k}) for k in spaces)
    yield from ((7, {"look": k}) for k in spaces)
    yield from ((5, {"start": k}) for k in spaces)


def policy_asks(state: State) -> Iterator[Asked]:
    """Every cell of a policy map."""
    sides = (range(len(state["frame"][axis]["values"])) for axis in "xy")
    yield from ((1, {"cell": [i, j]}) for i, j in product(*sides))


def dial_asks(state: State) -> Iterator[Asked]:
    """A what-if panel: every setting of its dials where they are few, else each dial by itself."""
    dials = state["dials"]["dials"]
    values: list[list[Any]] = []
    for dial in dials:
        if dial["kind"] == "range":
            values.append(list(range(dial["least"], dial["most"] + 1, dial["step"])))
        else:
            values.append(list(range(len(dial["texts"]))) if dial["kind"] == "choice" else [dial["start"]])
    names, start = [d["name"] for d in dials], [d["start"] for d in dials]
    yield 0, {"reset": True}
    count = 1
    for several in values:
        count *= len(several)
    settings = product(*values) if count <= LIMITS["WhatIf"] else one_at_a_time(values, start)
    yield from ((1, {"set": dict(zip(names, setting, strict=True))}) for setting in settings)


def one_at_a_time(values: list[list[Any]], start: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Settings in which at most one dial is away from its start."""
    for place, several in enumerate(values):
        for value in several:
            yield (*start[:place], value, *start[place + 1 :])


ASKS: dict[str, Callable[[State], Iterator[Asked]]] = {
    "Table": table_asks,
    "Tour": tour_asks,
    "RuleBook": book_asks,
    "DecisionTree": tree_asks,
    "HexMap": map_asks,
    "PolicyMap": policy_asks,
    "WhatIf": dial_asks,
}
LIMITS = {"Table": 50, "Tour": 60, "RuleBook": 60, "DecisionTree": 40, "HexMap": 60, "PolicyMap": 200, "WhatIf": 160}
SHORT = 160  # characters: a value longer than that is kept in parts
ANYWHERE = {"set", "reset", "cell", "go", "compare", "contents"}  # these lead to the same state from any other
WAYS = ("skip", "restart")  # and so do these of a tour


# Asking, in a copy of the process ------------------------------------------------------
def muted(widget: Any) -> None:
    """Let nothing that happens in this process reach a page."""
    import ipywidgets

    ipywidgets.Widget.send_state = lambda *_, **__: None
    ipywidgets.Widget.send = lambda *_, **__: None
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def in_a_copy(work: Callable[[], Any]) -> Any:
    """What a function returns in a forked copy of this process, as JSON; None where it failed."""
    reads, writes = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        try:
            os.close(reads)
            with os.fdopen(writes, "w", encoding="utf-8") as out:
                json.dump(work(), out)
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as told:
        text = told.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def answers(widget: Any, path: list[Command], asked: list[Asked]) -> list[State | None]:
    """What the page would show after each of the commands, asked one by one where a path of commands leads."""

    def ask(command: Command) -> State | None:
        try:
            widget.handle(command)
        except Exception:  # a fault is no answer; the table says it itself
            return None
        return state_of(widget)

    def walk() -> list[State | None]:
        muted(widget)
        for command in path:
            widget.handle(command)
        found: dict[int, State | None] = {}
        for last in (False, True):  # what leaves no trace needs no copy, and is asked after all that needs one
            for place, (_, command) in enumerate(asked):
                if traceless(command) is last:
                    found[place] = ask(command) if last else in_a_copy(partial(ask, command))
        return [found[place] for place in range(len(asked))]

    found: list[State | None] | None = in_a_copy(walk)
    return found if found is not None else [None] * len(asked)


def anywhere(command: Command) -> bool:
    """Whether a command leads to the same state from any other."""
    return next(iter(command)) in ANYWHERE or command.get("tour") in WAYS


def traceless(command: Command) -> bool:
    """Whether the next command is answered as if this one had not been asked."""
    return anywhere(command) or next(iter(command)) in ("look", "about")


class Recording:
    """The states of one widget, and which command leads from one to another."""

    def __init__(self, widget: Any) -> None:
        self.pool: list[Any] = []  # every value once; states name them by their places
        self.places: dict[str, int] = {}
        self.states: dict[str, Any] = {}
        self.ways: dict[str, dict[str, str]] = {}
        self.start = self.keep(state_of(widget))

    def place(self, value: Any) -> int:
        """Where a value is kept. A long one is kept as the places of its parts, as ``{"o": …}`` or ``{"a": …}``."""
        text = json.dumps(value, sort_keys=True, ensure_ascii=False)
        if text not in self.places:
            kept: Any = {"v": value}
            if len(text) > SHORT and isinstance(value, dict):
                kept = {"o": {k: self.place(v) for k, v in value.items()}}
            elif len(text) > SHORT and isinstance(value, list):
                kept = {"a": [self.place(v) for v in value]}
            self.places[text] = len(self.pool)
            self.pool.append(kept)
        return self.places[text]

    def keep(self, state: State) -> str:
        """A state's name, the same for the same state."""
        name = hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:10]
        self.states[name] = {k: self.place(v) for k, v in state.items()}
        return name

    def data(self) -> dict[str, Any]:
        """All of it, as the page reads it."""
        return {"start": self.start, "pool": self.pool, "states": self.states, "ways": self.ways}


def recorded(widget: Any, kind: str) -> Recording:
    """Ask a widget what its page could ask, the cheapest ways first."""
    asks, limit, found = ASKS[kind], LIMITS[kind], Recording(widget)
    waiting: list[tuple[int, int, str, State, list[Command]]] = [(0, 0, found.start, state_of(widget), [])]
    expanded, n = set[str](), 0
    while waiting and len(found.states) < limit:
        cost, _, name, state, path = heapq.heappop(waiting)
        if name in expanded:
            continue
        expanded.add(name)
        asked = [a for a in asks(state) if key_of(a[1]) not in found.ways.get("*", {})]
        for (price, command), after in zip(asked, answers(widget, path, asked), strict=True):
            if after is None:
                continue
            there = found.keep(after)
            found.ways.setdefault("*" if anywhere(command) else name, {})[key_of(command)] = there
            n += 1
            heapq.heappush(waiting, (cost + price, n, there, after, [*path, command]))
    return found


def shown(outputs: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    """The widgets among what cells showed, each once, with its kind."""
    seen = set[int]()
    for value in outputs:
        kind = next((c.__name__ for c in type(value).__mro__ if c.__name__ in ASKS), "")
        if kind and hasattr(value, "model_id") and id(value) not in seen:
            seen.add(id(value))
            yield value, kind


def record(outputs: Iterable[Any]) -> None:
    """Write a script for each widget: the page loads it when the widget is asked for something."""
    if not hasattr(os, "fork") or "SITE_ANSWERS" not in os.environ:
        return
    folder = Path(os.environ["SITE_ANSWERS"])
    folder.mkdir(parents=True, exist_ok=True)
    for widget, kind in list(shown(outputs)):
        data = json.dumps(recorded(widget, kind).data(), ensure_ascii=False, separators=(",", ":")).encode()
        packed = base64.b64encode(gzip.compress(data, mtime=0)).decode()  # a tenth of the size
        text = f"rulebookAnswers({json.dumps(widget.model_id)}, {json.dumps(packed)});\n"
        (folder / f"{widget.model_id}.js").write_text(text, encoding="utf-8")
