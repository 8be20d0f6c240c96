"""A table as plain data for the page: the position, what may be done, its odds, its rules.

Everything is drawn from the information state of the player who looks at it, so
that nothing hidden leaves the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import ModuleType
from typing import Any

from rulebook_widgets.cited import rules_data
from rulebook_widgets.seats import NOBODY, Glimpses
from rulebook_widgets.view import View, text_board
from rulebook_widgets.views import view_of
from rulebooks.core.game import Chance, Decision, Node, Terminal
from rulebooks.core.graph import Goal, TooLarge
from rulebooks.core.odds import Advice, Row, beside
from rulebooks.core.play import Played
from rulebooks.core.play import Table as Play
from rulebooks.core.result import Bracket, decimal, label, percent
from rulebooks.core.rules import Event, Rule, explain

ODDS_LIMIT = 60_000  # states an answer beside a choice may walk
SHOWN = 200  # outcomes sent at once; the rest is counted, and found by its name
FEW = 12  # outcomes that need no search
NAMED = 8  # actions named in the line that stands for the table
MANY = 24  # actions; where there are more, groups of them are folded
LOG = 40  # moves of the log sent unless all are asked for
KEYS = "123456789abceijkmopqtvxyz"  # the keys of actions; u r d f stay free for undo, redo, draw, draw afresh
NO_ODDS = "No exact answer is offered here."


@dataclass
class Board:
    """One table as it is to be shown. ``find``: the words outcomes are searched for.

    ``viewer``: whose eyes it is shown to (None: whoever is asked; NOBODY: what everyone may see); ``covered``: nothing
    is shown but who takes over; ``names``: what is said of a seat ("bot: greedy"); ``glimpses``: which moves the viewer
    could not see, kept from one board to the next.
    """

    play: Play
    goal: str | None = None
    find: str = ""
    log: int = LOG
    viewer: int | None = None
    covered: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    glimpses: Glimpses = field(default_factory=Glimpses)

    def __post_init__(self) -> None:
        play = self.play
        self.game: Any = play.game
        self.name: str = self.game.rule.game
        self.look: Any = view_of(self.name)
        self.node = play.node
        self.several: bool = getattr(self.game, "players", lambda _: 1)(play.state) > 1
        self.info = self.game.information_state(play.state, NOBODY if self.covered else self.player)
        view = self.look
        self.private = self.several and not getattr(view, "NOTHING_HIDDEN", False)
        self.look = view.for_state(self.info) if hasattr(view, "for_state") else view
        if not self.several:
            self.seen: View = view.describe(self.info)
            return
        seen = view.describe(self.info, self.player)
        self.seen = replace(seen, seats=tuple(replace(x, who=self.names.get(x.number, "")) for x in seen.seats))
        if isinstance(self.node, Chance):  # what may come, as far as the viewer knows
            self.node = self.game.node(self.info)

    @property
    def player(self) -> int:
        """Whose table this is: the viewer's; else who chooses now, or chose last."""
        if self.viewer is not None:
            return self.viewer
        nodes = [self.node, *(p.node for p in reversed(self.play.history))]
        return next((n.player for n in nodes if isinstance(n, Decision)), 0)

    def say(self, move: Any, node: Node | None = None) -> str:
        """A move in the game's words. ``node``: where it was made, if not here."""
        tell: Callable[[Any, Node], str] = getattr(self.look, "describe_move", lambda move, _: label(move))
        return tell(move, node or self.node)

    # the position ---------------------------------------------------------------
    def plain(self, odds: dict[str, Any] | None) -> dict[str, Any]:
        """The whole view as JSON knows it. ``odds``: as ``odds`` gives them, or None while they are reckoned."""
        play, rules = self.play, list[Rule]()
        actions = self._actions(rules) if self.asks_viewer else []
        forbidden = self._forbidden(rules) if self.asks_viewer else []
        moves = [] if self.covered else self._moves(rules)
        bare = View(f"player {self.asked_seat + 1} takes over", self.seen.flow, note=self.seen.note)
        return {
            **(bare if self.covered else self.seen).plain(),
            "game": self.name,
            "title": self.game.rule.title,
            "seed": str(play.seed),
            "at": play.at,
            "length": play.length,
            "asked": self.asked,
            "actions": actions,
            "fold": self.folds,
            "single": all(len(a["pieces"]) < 2 for a in actions)
            and len({tuple(a["pieces"]) for a in actions}) == len(actions),
            "forbidden": forbidden,
            "cover": self._cover(),
            "waits": isinstance(self.node, Decision) and not self.asks_viewer and not self.covered,
            "chance": self._chance(),
            "over": self._over(rules),
            "odds": odds,
            "log": {"moves": moves, "earlier": 0 if self.covered else play.at - len(moves)},
            "rules": rules_data(rules),
        }

    @property
    def asked(self) -> str:
        """What the table waits for, in a few words."""
        match self.node:
            case Decision(player):
                if not self.several:
                    return self.seen.ask
                if self.covered:
                    return f"player {player + 1} takes over"
                name = f" ({self.names[player]})" if player in self.names and player != self.viewer else ""
                return f"player {player + 1}{name}: {self.seen.ask}"
            case Chance(what):
                if self.covered:
                    return f"player {self.asked_seat + 1} takes over"
                verb, words = self._draws(what)
                return f"{verb.lower()}: {words}"
            case Terminal(_, ended_by):
                return f"over: {self.game.rule[ended_by].cite}"

    @property
    def asks_viewer(self) -> bool:
        """Whether a choice is due, and by the one who looks at the table."""
        if not isinstance(self.node, Decision) or self.covered:
            return False
        return self.viewer is None or not self.several or self.node.player == self.viewer

    @property
    def asked_seat(self) -> int:
        """Who chooses now, or whose luck it is."""
        return whose(self.play, self.look) or 0

    def _cover(self) -> dict[str, Any] | None:
        """What is said in place of the table while it goes from one player to the next."""
        if not self.covered:
            return None
        n = self.asked_seat + 1
        return {"seat": n - 1, "text": f"Hand over to player {n}", "button": f"I am player {n}: show my table"}

    def _draws(self, what: str) -> tuple[str, str]:
        """What is done to let chance decide, and about what."""
        tell: Callable[[str], tuple[str, str]] = getattr(self.look, "describe_chance", lambda what: ("Draw", what))
        return tell(what)

    def _actions(self, rules: list[Rule]) -> list[dict[str, Any]]:
        rows, groups = [], self._groups()
        last: Callable[[Any], bool] = getattr(self.look, "comes_last", lambda _: False)
        late = [last(action) for action in self.play.actions]
        # keys go down the page: what stands alone comes before the groups, and what nobody should press unread last
        order = sorted(range(len(groups)), key=lambda place: (late[place], bool(groups[place][0])))
        if self.folds:
            order = [place for place in order if not groups[place][0]]
        keys = dict(zip(order, KEYS, strict=False))
        pieces: Callable[[Any], tuple[str, ...]] = getattr(self.look, "pieces_of", lambda _: ())
        for place, action in enumerate(self.play.actions):
            why = tuple(dict.fromkeys(e.rule for e in explain(self.game, self.info, action)[1]))
            rules.extend(why)
            group, short = groups[place]
            more: dict[str, Any] = {"group": group, "short": short} if group else {}
            more |= {"pieces": list(pieces(action)), "last": late[place] and not group}
            rows.append({"label": self.say(action), "key": keys.get(place, ""), "why": [r.id for r in why], **more})
        return rows

    @property
    def folds(self) -> bool:
        """Whether there are so many choices that groups of them are folded."""
        return len(self.play.actions) > MANY

    def _groups(self) -> list[tuple[str, str]]:
        """For each action the heading it stands under and its name there; ("", "") for one that stands alone."""
        tell: Callable[[Any], tuple[str, str]] = getattr(self.look, "group_move", lambda _: ("", ""))
        found = [tell(action) for action in self.play.actions]
        size = Counter(heading for heading, _ in found)
        return [(heading, short) if size[heading] > 1 else ("", "") for heading, short in found]

    def _forbidden(self, rules: list[Rule]) -> list[dict[str, Any]]:
        no = self.play.forbidden
        rules.extend(no.values())
        asked = getattr(self.node, "player", 0)
        plain: Callable[[Any], bool] = getattr(self.look, "told_aside", lambda _: False)
        rows: list[dict[str, Any]] = []
        for action, rule in no.items():  # what is plain, or for others to do, is told only to who asks why not
            others = self.several and getattr(action, "player", asked) != asked
            row = {"label": self.say(action), "rule": rule.id, **({"aside": True} if others or plain(action) else {})}
            if row not in rows:  # some actions have one name while they are refused
                rows.append(row)
        return rows

    # chance ---------------------------------------------------------------------
    def _chance(self) -> dict[str, Any] | None:
        if not isinstance(self.node, Chance) or self.covered:
            return None
        verb, what = self._draws(self.node.what)
        outcomes = self.node.outcomes
        total, words = sum(outcomes.values()), self.find.casefold().split()
        rows = [(place, self.say(o), weight) for place, (o, weight) in enumerate(outcomes.items())]
        found = [row for row in rows if all(word in row[1].casefold() for word in words)]
        if len(rows) > FEW:
            found.sort(key=lambda row: -row[2])
        shown = [
            {"place": place, "label": text, **_probability(Fraction(weight, total))}
            for place, text, weight in found[:SHOWN]
        ]
        return {
            "what": what,
            "verb": verb,
            "outcomes": shown,
            "count": len(rows),
            "found": len(found),
            "find": self.find,
            "search": len(rows) > FEW,
        }

    def _over(self, rules: list[Rule]) -> dict[str, Any] | None:
        if not isinstance(self.node, Terminal):
            return None
        rule, end = self.game.rule[self.node.ended_by], getattr(self.look, "describe_end", None)
        rules.append(rule)
        result = end(self.info, self.node) if end else f"Result: {', '.join(map(str, self.node.returns))}."
        return {"rule": rule.id, "text": rule.text, "result": result, "next_seed": str(self.play.seed + 1)}

    # the past -------------------------------------------------------------------
    def _moves(self, rules: list[Rule]) -> list[dict[str, Any]]:
        history = self.play.history
        first = max(0, len(history) - self.log)
        rows = []
        for number, played in enumerate(history[first:], first + 1):
            rules.extend(e.rule for e in played.events)
            before = history[number - 2].after if number > 1 else self.play.start
            unseen = self.private and self.glimpses.hidden(self.game, before, played, self.player)
            bare = unseen and not getattr(self.look, "PUBLIC_EVENTS", False)
            events = [{"rule": e.rule.id, "text": e.rule.text if bare else self._event(e)} for e in played.events]
            drawn, told = isinstance(played.node, Chance), self._unseen(played) if unseen else self._played(played)
            rows.append({"n": number, "label": told, "drawn": drawn and not unseen, "events": events})
        return rows

    def _unseen(self, played: Played) -> str:
        """What is said of a move that the viewer could not see."""
        node = played.node
        if isinstance(node, Decision):
            return f"player {node.player + 1} chose, and does not show it yet"
        return f"{getattr(node, 'what', 'luck')}: seen by another player only"

    def _played(self, played: Played) -> str:
        plainly = isinstance(played.node, Chance) and not hasattr(self.look, "describe_move")
        return f"{played.node.what}: {played.label}" if plainly else self.say(played.move, played.node)  # type: ignore[union-attr]

    def _event(self, event: Event) -> str:
        tell: Callable[[Event], str] = getattr(self.look, "describe_event", lambda _: "")
        return tell(event) or event.rule.text

    # odds -----------------------------------------------------------------------
    @property
    def offers_odds(self) -> bool:
        """Whether an exact answer may stand beside this choice."""
        focus = getattr(self.game, "focus", None)
        return self.asks_viewer and focus is not None and focus(self.info) is not None

    def odds(self) -> dict[str, Any]:
        """The odds beside the actions, in their order; ``note`` says why where there are none."""
        goals: dict[str, Goal] = getattr(self.game, "GOALS", {})
        name = self.goal if self.goal in goals else next(iter(goals), "")
        data: dict[str, Any] = {
            "goal": name,
            "goals": [{"name": g.name, "what": g.what} for g in goals.values()],
            "what": goals[name].what if name else "",
            "offered": self.offers_odds,
            "rows": [],
            "note": "",
            "why": "",
        }
        if not self.asks_viewer:
            return data
        try:
            advice = beside(self.game, self.info, name, limit=ODDS_LIMIT) if self.offers_odds else None
        except TooLarge as no:
            note = f"No exact answer within the limit of {no.limit:,} states ({no.found:,} found so far)."
            return data | {"note": note + self.bounds(goals[name])}
        if advice is None:
            return data | {"note": NO_ODDS}
        by_action = {row.action: row for row in advice.rows}
        rows = [_beside(goals[name], by_action[a], advice) for a in self.play.actions]
        return data | {"rows": rows, "why": advice.why if len(rows) > 1 else ""}

    def bounds(self, goal: Goal) -> str:
        """What is proved of a position that is too large, in words; nothing where that says next to nothing."""
        prove = getattr(self.game, "fast_bracket", None)
        found: Bracket | None = prove(self.info, goal) if prove else None
        return f" Best play: {found.text}." if found is not None else ""

    # in words -------------------------------------------------------------------
    @property
    def line(self) -> str:
        """The position in one line."""
        names = ""
        if isinstance(self.node, Decision) and self.asks_viewer:
            some, rest = self.node.actions[:NAMED], len(self.node.actions) - NAMED
            names = f": {' | '.join(map(self.say, some))}" + (f" | and {rest} more" if rest > 0 else "")
        words = "" if self.covered else f"{self.seen.words}; "
        return f"{self.name}: {words}{self.asked}{names}"

    def text(self) -> str:
        """The whole board as text, odds included."""
        play, odds = self.play, self.odds()
        lines = [f"{self.game.rule.title} · seed {play.seed} · move {play.at}"]
        if self.covered:
            return "\n".join([*lines, f"{self.asked[:1].upper()}{self.asked[1:]}"])
        lines += text_board(self.seen)
        lines.append(f"{self.asked[:1].upper()}{self.asked[1:]}")
        plain = self.plain(odds)
        for place, action in enumerate(plain["actions"]):
            row = odds["rows"][place] if odds["rows"] else None
            best = " best" if row and row["best"] else ""
            small = f" ({row['small']})" if row and row["small"] else ""
            number = f"  {row['value']}{small}{best}" if row else ""
            lines.append(f"  {action['key'] or '-'}  {action['label']}{number}")
        for no in plain["forbidden"]:
            lines.append(f"  x  {no['label']}: {plain['rules'][no['rule']]['cite']}")
        if chance := plain["chance"]:
            lines += [f"  {o['label']}  {o['value']} ({o['percent']})" for o in chance["outcomes"][:FEW]]
            if chance["count"] > FEW:
                lines.append(f"  … and {chance['count'] - FEW} more")
        if over := plain["over"]:
            lines.append(f"  {over['result']} {over['text']}")
        if self.asks_viewer:
            lines.append(odds["note"] or f"Odds: {odds['what']}.")
        return "\n".join(lines)


def whose(play: Play, look: ModuleType) -> int | None:
    """Who is asked now, or whose luck it is; None where it is nobody's."""
    node = play.node
    if isinstance(node, Decision):
        return node.player
    tell: Callable[[Any], int | None] | None = getattr(look, "whose_luck", None)
    if not isinstance(node, Chance):
        return None
    if tell is not None:
        return tell(play.state)
    return next((p.node.player for p in reversed(play.history) if isinstance(p.node, Decision)), None)


def is_chance(goal: Goal) -> bool:
    """Whether a goal's number is a probability; else it is an expectation."""
    return goal.unit == "chance"


def _probability(p: Fraction) -> dict[str, Any]:
    return {"value": str(p), "percent": _percent(p), "p": round(float(p), 6)}


def _percent(p: Fraction) -> str:
    return "certain" if p == 1 else percent(p, 1)


def _signed(x: Fraction) -> str:
    whole = str(x).replace("-", "−")
    return whole if x.denominator == 1 else f"{whole} ({_trimmed(x)})"


def _trimmed(x: Fraction) -> str:
    text = decimal(x)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _beside(goal: Goal, row: Row, advice: Advice) -> dict[str, Any]:
    ties = [f"{goal.counts(n)}: {_signed(v)}" for n, v in enumerate(row.values[1:], 1)]
    if is_chance(goal):
        small = "never" if row.value == 0 else _percent(row.value)
        p = float(row.value)
    else:
        small, p = ("" if row.value.denominator == 1 else decimal(row.value)), 0.0
    top = advice.rows[0].values
    behind = next((i for i, (a, b) in enumerate(zip(row.values, top, strict=True)) if a != b), 0)
    if behind:  # as good at first sight: say where it falls behind
        gap = _trimmed(row.values[behind] - top[behind])
        small = f"{small} · {gap} {goal.counts(behind)}".removeprefix(" · ")
    return {
        "value": str(row.value),
        "small": small,
        "p": round(p, 6),
        "best": row.best,
        "tied": len(advice.best) > 1,
        "more": "; ".join(ties),
    }
