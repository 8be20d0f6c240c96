"""A decision tree: what can be chosen and what chance can bring from a position, with exact values.

The page draws the branches that the kernel sends, folds them, and asks for more; every value and
every probability is worked out here, exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

import rulebooks
from rulebook_widgets.assets import script, styles
from rulebook_widgets.best_play import BestPlay, goal_of, value_words
from rulebook_widgets.board import NO_ODDS, ODDS_LIMIT
from rulebook_widgets.branches import FEW, SIGNS, STEP, Asked, Branch
from rulebook_widgets.cited import rules_data
from rulebook_widgets.odds_chart import number
from rulebook_widgets.table import Table
from rulebooks.core.cards import short
from rulebooks.core.game import Decision
from rulebooks.core.graph import Goal, Term, TooLarge
from rulebooks.core.play import Table as Play
from rulebooks.core.result import label
from rulebooks.core.rules import explain

DEEPEST = 12  # moves
MOST = 600  # branches opened at once


class DecisionTree(anywidget.AnyWidget):
    """The choices and chances from a position: ``DecisionTree("lantern", position, depth=2)``.

    ``game``: a name on the shelf, a game module, or a table, whose position is taken; ``state``: a position
    (None: the start); ``goal``: a name of the game's goals, or a Goal; ``depth``: how many moves are opened;
    ``limit``: how many states a value may walk. Where the position is too large for exact values, the tree
    says so with the number, and shows choices and probabilities alone.
    """

    _esm = script("dom.mjs", "helpers.mjs", "tree.mjs", main="decision_tree.js")
    _css = styles("base.css", "decision_tree.css")
    view = traitlets.Dict().tag(sync=True)
    about = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Any,
        state: Any = None,
        goal: str | Goal | Term | None = None,
        depth: int = 2,
        *,
        limit: int = ODDS_LIMIT,
    ) -> None:
        table = game.play if isinstance(game, Table) else game if isinstance(game, Play) else None
        if table is not None:
            if state is not None:
                raise ValueError("a table brings its own position; leave state out")
            goal = goal if goal is not None or not isinstance(game, Table) else game.goal
            game, state = table.game, table.state
        self.game: Any = rulebooks.game(game) if isinstance(game, str) else game
        self._whole = self.game.initial_state() if state is None else state
        self._goal, self._limit, self._depth = goal_of(self.game, goal), limit, _checked_depth(depth)
        self._goals = [*getattr(self.game, "GOALS", {}).values()]
        super().__init__(status={"n": 0, "text": ""})
        self._plant()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # growing --------------------------------------------------------------------------
    def _plant(self) -> None:
        """Begin anew from the root, open to the depth."""
        if self._goal not in self._goals:
            self._goals.append(self._goal)
        game, s = self.game, self._whole
        node = game.node(s)
        info = game.information_state(s, node.player if isinstance(node, Decision) else 0)
        small = game.focus(info) if hasattr(game, "focus") else info
        several = getattr(game, "players", lambda _: 1)(info) > 1
        self.note = "With several players no exact answer is offered here." if several else NO_ODDS
        best = None if several or small is None else BestPlay(game, self._goal, self._limit)
        self.root = Branch(Asked(game, best), info if small is None else small)
        if best is not None:
            try:
                _ = self.root.values
                self.note = ""
            except TooLarge as no:
                found = f"{no.found:,} found so far"
                self.note = f"No exact answer within the limit of {no.limit:,} states ({found})."
                self.root = Branch(Asked(game, None), self.root.state)
        self._unfold()
        self._tell("")

    def _unfold(self) -> None:
        """Fold everything, then open to the depth, as long as there are not too many branches."""
        waiting, branches, self._cut = deque([self.root]), 0, False
        for branch in self._walked():
            branch.opened = False
        while waiting:
            branch = waiting.popleft()
            if len(branch.path) >= self._depth or not branch.size:
                continue
            if branches + min(branch.size, FEW) > MOST:
                self._cut = True
                break
            branch.opened = True
            branches += len(branch.seen())
            waiting.extend(branch.seen())
        self.refresh()

    def _walked(self) -> list[Branch]:
        found = [self.root]
        for branch in found:
            found.extend(branch._kids)
        return found

    def refresh(self) -> None:
        """Send the tree to the page."""
        self.view = {
            "title": self.game.rule.title,
            "position": self._position(self.root),
            "goal": self._goal.name,
            "goals": [{"name": g.name, "what": g.what or g.name} for g in self._goals],
            "depth": self._depth,
            "deepest": DEEPEST,
            "note": self.note,
            "cut": f"The first {MOST} branches are open; open others one by one." if self._cut else "",
            "headline": self._headline,
            "root": self.root.plain(),
            "text": self.text(),
        }

    # asking ---------------------------------------------------------------------------
    @property
    def goal(self) -> Goal:
        """What the values count."""
        return self._goal

    @goal.setter
    def goal(self, goal: str | Goal | Term | None) -> None:
        self._goal = goal_of(self.game, goal)
        self._plant()

    @property
    def depth(self) -> int:
        """How many moves are opened; setting it folds and opens the tree anew."""
        return self._depth

    @depth.setter
    def depth(self, depth: int) -> None:
        self._depth = _checked_depth(depth)
        self._unfold()

    def unfold(self, *moves: Any) -> Branch:
        """Open the branch that these moves lead to (themselves, or their words), and give it."""
        branch, way = self.root, [self.root]
        for move in moves:
            named = (k for k in branch.kids if k.move == move or move in (k.label, label(k.move)))
            found = next(named, None)
            if found is None:
                some = ", ".join(k.label for k in branch.kids[:FEW])
                raise ValueError(f"there is no branch {short(move)} here; there are {some or 'none'}")
            while found not in branch.seen():
                branch.shown += STEP
            branch = found
            way.append(branch)
        for each in way:
            each.opened = each.size > 0
        self.refresh()
        return branch

    # in words ---------------------------------------------------------------------------
    def _position(self, branch: Branch) -> str:
        words: str = branch.asked.look.describe(branch.state).words
        return words

    @property
    def _headline(self) -> str:
        what = self._goal.what or self._goal.name
        if self.root.values is None:
            return self.note
        return f"{what[:1].upper()}{what[1:]}: {value_words(self._goal, self.root.values[0])}"

    def __repr__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The tree as text: * marks the best choices; □ a choice, ○ chance, △ the end."""
        first = f"DecisionTree({self.game.rule.game}: {self._position(self.root)})"
        return "\n".join([first, self._headline, f"{SIGNS[self.root.kind]} {self.root.next}", *self.root.lines()])

    # commands from the page ----------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"open": "0.1"}``. All else is said, not done."""
        try:
            if not isinstance(content, dict) or len(content) != 1 or next(iter(content)) not in COMMANDS:
                raise ValueError(f"the tree knows one command at a time ({', '.join(COMMANDS)}), not {short(content)}")
            ((name, value),) = content.items()
            COMMANDS[name](self, value)
            self._say("")
        except ValueError as no:
            text = str(no)
            self._say(text[:1].upper() + text[1:])

    def _say(self, text: str) -> None:
        if text or self.status["text"]:
            self.status = {"n": self.status["n"] + 1, "text": text}

    def _at(self, path: Any) -> Branch:
        if not isinstance(path, str) or len(path) > 200:
            raise ValueError(f"a branch is named by its places, such as 0.2, not {short(path)}")
        branch = self.root
        for place in filter(None, path.split(".")):
            if not (place.isascii() and place.isdecimal()) or len(place) > 6 or int(place) >= branch.size:
                raise ValueError(f"there is no branch {short(path)}")
            branch = branch.kids[int(place)]
        return branch

    def _open(self, path: Any) -> None:
        branch = self._at(path)
        branch.opened = branch.size > 0
        self.refresh()

    def _more(self, path: Any) -> None:
        self._at(path).shown += STEP
        self.refresh()

    def _tell(self, path: Any) -> None:
        branch = self._at(path)
        rules = []
        if branch.parent is not None:
            events = explain(self.game, branch.parent.state, branch.move)[1]
            rules = list(dict.fromkeys(e.rule for e in events))
        best, values = branch.asked.best, branch.values
        value = f"{self._goal.what or self._goal.name}: {value_words(self._goal, values[0])}" if best and values else ""
        ties = [f"{self._goal.counts(n)}: {number(v)}" for n, v in enumerate(values[1:], 1)] if values else []
        self.about = {
            "k": path,
            "title": branch.label or "The position",
            "position": self._position(branch),
            "next": branch.next,
            "value": value,
            "ties": "; ".join(ties),
            "rules": list(rules_data(rules).values()),
        }

    def _set_depth(self, depth: Any) -> None:
        self.depth = depth

    def _set_goal(self, name: Any) -> None:
        found = next((g for g in self._goals if g.name == name), None)
        if found is None:
            raise ValueError(f"no goal is called {short(name)}; there are {', '.join(g.name for g in self._goals)}")
        if found is not self._goal:
            self.goal = found


def _checked_depth(depth: Any) -> int:
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise ValueError(f"depth is a number of moves from 0 to {DEEPEST}, not {short(depth)}")
    return depth


COMMANDS: dict[str, Callable[[DecisionTree, Any], None]] = {
    "open": DecisionTree._open,
    "more": DecisionTree._more,
    "about": DecisionTree._tell,
    "depth": DecisionTree._set_depth,
    "goal": DecisionTree._set_goal,
}
