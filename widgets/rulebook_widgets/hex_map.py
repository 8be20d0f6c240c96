"""A map of Kabula's island: what a way costs and why, how far steps reach, where chance drives a figure.

The page draws hexes and sends back which one is looked at or chosen; every cost, way and probability comes from the
kernel's island.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import script, styles
from rulebook_widgets.cited import rules_data
from rulebook_widgets.hex_picture import (
    Figure,
    called,
    cited_rules,
    ground,
    hex_picture,
    key,
    lies_there,
    space_of,
    steps_words,
    way_data,
)
from rulebooks import kabula
from rulebooks.core.cards import short, whole
from rulebooks.core.result import percent
from rulebooks.kabula.hexes import DIRECTIONS, Space, name_of
from rulebooks.kabula.island import MOST_STEPS, UNITS, Island, Pushed

OVERLAYS = ("", "wander", "push")  # what is shown in place of costs
MOST_NAUSEA = 20
DRAWN = ("start", "target", "steps", "figures", "overlay", "unit", "nausea")


class HexMap(anywidget.AnyWidget):
    """An island to walk on: ``HexMap(start="Ridgewick", target="Holy City")``.

    ``island``: an ``Island``, a map file, or None for the house island; ``start``, ``target``: spaces, by coordinates
    or by name; ``steps``: shade what so many steps reach; ``figures``: name -> space; ``overlay``: "wander" for where a
    random movement of ``steps`` (counted in ``unit``, "steps" or "spaces") ends, "push" for where a push with so much
    ``nausea`` ends. ``chosen`` is the space that was clicked last.
    """

    _esm = script("dom.mjs", "hex_geometry.mjs", "hexes.mjs", main="hex_map.js")
    _css = styles("base.css", "hexes.css", "hex_map.css")
    start = traitlets.Any(None, allow_none=True).tag(sync=True)
    target = traitlets.Any(None, allow_none=True).tag(sync=True)
    steps = traitlets.Any(None, allow_none=True).tag(sync=True)
    figures = traitlets.Dict().tag(sync=True)
    chosen = traitlets.Any(None, allow_none=True).tag(sync=True)
    overlay = traitlets.Unicode("").tag(sync=True)
    unit = traitlets.Unicode("steps").tag(sync=True)
    nausea = traitlets.Any(0).tag(sync=True)
    picture = traitlets.Dict().tag(sync=True)
    about = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        island: Island | str | Path | None = None,
        start: Any = None,
        target: Any = None,
        steps: int | None = None,
        *,
        figures: Mapping[str, Any] | None = None,
        overlay: str = "",
        unit: str = "steps",
        nausea: int = 0,
        title: str = "",
    ) -> None:
        if not isinstance(title, str):
            raise ValueError(f"a title is a text, not {short(title)}")
        self._island = island if isinstance(island, Island) else kabula.island(island)
        self.title = title or "The island"
        asked = {
            "start": start, "target": target, "steps": steps, "figures": dict(figures or {}), "overlay": overlay,
            "unit": unit, "nausea": nausea,
        }  # fmt: skip
        held = {name: self._clean(name, value) for name, value in asked.items()}
        self._quiet = True  # while several traits change at once
        super().__init__(status={"n": 0, "text": ""}, **held)
        self.observe(lambda _: None if self._quiet else self.refresh(), list(DRAWN))
        self._quiet = False
        self.refresh()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # what may be set ----------------------------------------------------------------------
    @property
    def island(self) -> Island:
        """The island; a new one keeps start, target and figures where it has the spaces."""
        return self._island

    @island.setter
    def island(self, island: Island | str | Path | None) -> None:
        new = island if isinstance(island, Island) else kabula.island(island)
        kept = {name: at if at in new.cells else None for name, at in self._places().items()}
        standing = {name: at for name, at in self.figures.items() if at in new.cells}
        self._island = new
        self.set(**kept, figures=standing)

    def _places(self) -> dict[str, Space | None]:
        return {"start": self.start, "target": self.target, "chosen": self.chosen}

    def set(self, **values: Any) -> None:
        """Several traits at once, all or none: ``set(start="Ridgewick", target=(0, 0))``; the page is drawn once."""
        unknown = [name for name in values if name not in (*DRAWN, "chosen")]
        if unknown:
            raise ValueError(f"a map has {', '.join(DRAWN)}, not {unknown[0]}")
        held = {name: self._clean(name, value) for name, value in values.items()}
        self._quiet = True
        try:
            for name, value in held.items():
                self.set_trait(name, value)
        finally:
            self._quiet = False
        self.refresh()

    @traitlets.validate(*DRAWN, "chosen")
    def _valid(self, proposal: Any) -> Any:
        return self._clean(proposal.trait.name, proposal.value)

    def _clean(self, name: str, value: Any) -> Any:
        """A value as it is kept. ValueError says what is allowed."""
        if name in ("start", "target", "chosen"):
            return None if value is None else self._island.space(value)
        if name == "steps":
            return None if value is None else whole("steps", value, 0, MOST_STEPS)
        if name == "nausea":
            return whole("nausea", value, 0, MOST_NAUSEA)
        if name == "figures":
            return {str(figure): self._island.space(at) for figure, at in value.items()}
        allowed = OVERLAYS if name == "overlay" else UNITS
        if value not in allowed:
            raise ValueError(f"{name} is one of {', '.join(repr(a) for a in allowed)}, not {short(value)}")
        return value

    # what the page shows --------------------------------------------------------------------
    @property
    def odds(self) -> Any:
        """The exact odds of the overlay: end spaces of a random movement, or ``Pushed``; None without one."""
        if self.start is None or not self.overlay:
            return None
        if self.overlay == "push":
            return self._island.push_odds(self.start, self.nausea)
        return self._island.wander_odds(self.start, self._rolled, self.unit)

    @property
    def _rolled(self) -> int:
        return 1 if self.steps is None else int(self.steps)

    @property
    def _moved(self) -> str:
        return steps_words(self._rolled).replace("step", self.unit.removesuffix("s"))

    def refresh(self) -> None:
        """Send the map to the page."""
        odds, shares = self.odds, None
        if odds is not None:
            ends = [end.space if self.overlay == "push" else end for end in odds]
            shares = {s: sum(p for end, p in zip(ends, odds.values(), strict=True) if end == s) for s in set(ends)}
        way_to = self.target if shares is None and self._way_note() == "" else None
        placed = [Figure(name, at) for name, at in self.figures.items()]
        self.picture = hex_picture(
            self._island,
            start=self.start,
            target=way_to,
            steps=None if self.overlay else self.steps,
            figures=placed,
            shares=shares,
            label=self.title,
        ) | {
            "title": self.title,
            "goal": None if self.target is None else key(self.target),
            "headline": self._headline(),
            "odds": self._odds_data(),
            "places": [{"name": n, "k": key(s)} for n, s in self._island.names.items()],
            "most": {"steps": MOST_STEPS, "nausea": MOST_NAUSEA},
        }
        self._look(self.chosen or self.target or self.start)

    def _odds_data(self) -> dict[str, Any] | None:
        odds = self.odds
        if odds is None:
            return None
        rows, here = [], called(self._island, self.start)
        for end, share in sorted(odds.items(), key=lambda pair: -pair[1]):
            space, hurt = (end.space, _hurt(end)) if self.overlay == "push" else (end, "")
            words = f"stays on {here}" if space == self.start else called(self._island, space)
            rows.append({"k": key(space), "what": words + hurt, "share": str(share), "percent": percent(share)})
        what = f"A push from {here}" + (f" with {self.nausea} Nausea" if self.nausea else "")
        if self.overlay == "wander":
            what = f"A random movement of {self._moved} from {here}"
        rolls = [{"direction": d, "to": self._roll(d)} for d in DIRECTIONS]
        rules = ["5.10", "5.11", "5.12", "5.13"] if self.overlay == "push" else ["9.8"]
        return {
            "what": what, "rows": rows, "rolls": rolls, "how": str(odds.how),
            "rules": list(rules_data(cited_rules(rules)).values()),
        }  # fmt: skip

    def _roll(self, direction: str) -> str:
        """What one roll of the Compass die does."""
        if self.overlay == "push":
            end = self._island.push(self.start, direction, self.nausea)
            return ("stays" if end.space == self.start else name_of(end.space)) + _hurt(end)
        way = self._island.wander(self.start, self._rolled, direction, self.unit)
        return " → ".join(name_of(s) for s in way[1:]) or "stays"

    # one space, and the way there ---------------------------------------------------------------
    def _look(self, space: Space | None) -> None:
        """Tell of a space: what lies there, and the way from the start, step by step."""
        if space is None:
            self.about = {
                "k": "",
                "title": "",
                "ground": "",
                "lies": [],
                "way": [],
                "cost": "",
                "back": "",
                "rules": [],
            }
            return
        i, way, cost, back = self._island, [], "", ""
        if self.start is not None and space != self.start:
            try:
                way = way_data(i, i.path(self.start, space))
                cost = f"{steps_words(way[-1]['so_far'])} from {called(i, self.start)}"
                if self.steps is not None and not self.overlay and way[-1]["so_far"] > self.steps:
                    cost += f", more than {self.steps}"
                back = self._back(space, way[-1]["so_far"])
            except ValueError as no:
                cost = str(no)[:1].upper() + str(no)[1:]
        self.about = {
            "k": key(space),
            "title": called(i, space),
            "ground": ground(i, space),
            "lies": [*lies_there(i, space), *(f"{f} stands here" for f, at in self.figures.items() if at == space)],
            "way": way,
            "cost": cost,
            "back": back,
            "rules": list(rules_data(cited_rules(r for step in way for r in step["rules"])).values()),
        }

    def _back(self, space: Space, there: int) -> str:
        try:
            back = self._island.steps(space, self.start)
        except ValueError:
            return "There is no way back."
        return f"The way back costs {'as much' if back == there else steps_words(back)}."

    def _way_note(self) -> str:
        """Why there is no way to the target, or ""."""
        if self.start is None or self.target is None:
            return ""
        try:
            self._island.steps(self.start, self.target)
        except ValueError as no:
            return str(no)
        return ""

    # in words ---------------------------------------------------------------------------------
    def _headline(self) -> str:
        i = self._island
        if self.start is None:
            return "Choose where to start."
        here = called(i, self.start)
        odds = self.odds
        if odds is not None:
            what = "a push" if self.overlay == "push" else f"a random movement of {self._moved}"
            return f"From {here}: where {what} ends"
        if self.target is not None:
            note = self._way_note()
            cost = "" if note else steps_words(i.steps(self.start, self.target))
            return note[:1].upper() + note[1:] if note else f"From {here} to {called(i, self.target)}: {cost}"
        if self.steps is not None:
            n = len(i.reach(self.start, self.steps))
            return f"From {here}: {steps_words(self.steps)} {'reaches' if self.steps == 1 else 'reach'} {n} spaces"
        return f"From {here}: steps to every space"

    def __repr__(self) -> str:
        cells = self._island.cells
        high = sum(t == "mountain" for t in cells.values())
        counted = ((len(cells), "space"), (high, "mountain"), (len(self._island.rivers), "river side"))
        size = ", ".join(f"{n} {what}" + "s" * (n != 1) for n, what in counted)
        lines = [f"HexMap({size})", self._headline()]
        if self.overlay and self.start is not None:
            odds = self._odds_data()
            assert odds is not None
            lines += [f"  {row['share']} ({row['percent']}) {row['what']}" for row in odds["rows"]]
        elif self.start is not None and self.target is not None and not self._way_note():
            way = way_data(self._island, self._island.path(self.start, self.target))
            lines += [f"  {s['direction']} to {s['to']}: {s['why']}; so far {s['so_far']}" for s in way]
            if way:
                lines.append(self._back(self.target, way[-1]["so_far"]))
        return "\n".join(lines)

    def text(self) -> str:
        """The map as a list: every space with what lies there, what it costs or how likely it is."""
        return "\n".join([repr(self), *(h["words"] for h in self.picture["hexes"])])

    # commands from the page ----------------------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"start": "0,1"}``. All else is said, not done."""
        try:
            if not isinstance(content, dict) or len(content) != 1 or next(iter(content)) not in COMMANDS:
                raise ValueError(f"the map knows one command at a time ({', '.join(COMMANDS)}), not {short(content)}")
            ((name, value),) = content.items()
            told = COMMANDS[name](self, value)
            if name != "look":
                self._say(told or "")
        except ValueError as no:
            self._say(str(no)[:1].upper() + str(no)[1:])

    def _say(self, text: str) -> None:
        if text or self.status["text"]:
            self.status = {"n": self.status["n"] + 1, "text": text}

    def _start(self, sent: Any) -> str:
        self.set(start=space_of(sent), chosen=space_of(sent))
        return self._headline()

    def _target(self, sent: Any) -> str:
        self.set(target=space_of(sent), chosen=space_of(sent))
        return self._headline()

    def _swap(self, _: Any) -> str:
        if self.start is None or self.target is None:
            raise ValueError("there is no way to turn round: choose a start and a target")
        self.set(start=self.target, target=self.start)
        return self._headline()

    def _clear(self, _: Any) -> None:
        self.set(start=None, target=None, chosen=None)

    def _overlay(self, sent: Any) -> str:
        if sent and self.start is None:
            raise ValueError("choose where the figure stands first: the start")
        self.set(overlay=sent, **({"steps": 1} if sent == "wander" and self.steps is None else {}))
        return self._headline()


def _hurt(end: Pushed) -> str:
    """What a push does besides moving."""
    return f", loses {end.heart_lost} Heart" * bool(end.heart_lost) + f", gets {end.nausea} Nausea" * bool(end.nausea)


COMMANDS: dict[str, Callable[[HexMap, Any], str | None]] = {
    "look": lambda a_map, sent: a_map._look(a_map._island.space(space_of(sent))),
    "start": HexMap._start,
    "target": HexMap._target,
    "swap": HexMap._swap,
    "clear": HexMap._clear,
    "steps": lambda a_map, sent: a_map.set(steps=sent),
    "overlay": HexMap._overlay,
    "unit": lambda a_map, sent: a_map.set(unit=sent),
    "nausea": lambda a_map, sent: a_map.set(nausea=sent),
}
