"""The map editor: an island of one's own, painted hex by hex, checked as one paints, saved, and walked on.

The page draws hexes and sends back what is put where; what is wrong with an island is said by ``kabula.Island`` alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import script, styles
from rulebook_widgets.hex_map import HexMap
from rulebook_widgets.hex_picture import hex_picture, key, space_of
from rulebook_widgets.map_draft import PIECES, MapDraft, house_draft
from rulebooks.core import saving
from rulebooks.core.cards import short, whole
from rulebooks.core.sheet_files import LARGEST
from rulebooks.kabula.hexes import DIRECTIONS, Space, direction_of, distance, name_of
from rulebooks.kabula.island import TERRAINS, Island, IslandError

REMEMBERED = 500  # steps that can be undone
NO_SPACE = "none"
SPOT = re.compile(r"\(([−-]?\d+), ([−-]?\d+)\)")
WITHOUT = {"sanctuary", "dungeon"}  # pieces that bear nothing


class MapEditor(anywidget.AnyWidget):
    """An island to build, in a notebook: ``MapEditor()``, ``MapEditor(kabula.island())`` or ``MapEditor("mine.toml")``.

    ``island``: an ``Island`` or a map file to begin with, or None for a new map; ``path``: the file to take up if it is
    there, and to save to. ``island`` is the island once it is in order; ``walk()`` is a map to walk on it.
    """

    _esm = script("dom.mjs", "hex_geometry.mjs", "hexes.mjs", main="map_editor.js")
    _css = styles("base.css", "hexes.css", "hex_map.css", "map_editor.css")
    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    written = traitlets.Dict().tag(sync=True)
    walked = traitlets.Unicode("").tag(sync=True)

    def __init__(self, island: Island | str | Path | None = None, path: str | Path | None = None) -> None:
        if island is not None and not isinstance(island, Island | str | Path):
            raise ValueError(f"a map is an Island, or a .toml file, not {short(island)}")
        file = None if island is None or isinstance(island, Island) else _map_path(island)
        self.path = _map_path(path) if path is not None else file or Path("my-island.toml")
        if file is None and path is not None and island is None and self.path.exists():
            file = self.path
        self._past: list[MapDraft] = []
        self._future: list[MapDraft] = []
        self.last_map: HexMap | None = None
        self._draft = MapDraft()
        if file is not None:
            self._draft = _read(file)
        elif isinstance(island, Island):
            self._draft = MapDraft.of(island, "My island")
        super().__init__(status={"n": 0, "text": "", "kind": ""}, written={"n": 0, "text": ""})
        self.refresh()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # the draft ---------------------------------------------------------------------------
    @property
    def draft(self) -> MapDraft:
        """The draft as it stands, right or wrong."""
        return self._draft

    @property
    def problems(self) -> list[str]:
        """All that is wrong with it; none when it is in order."""
        return list(self._draft.problems)

    @property
    def island(self) -> Island:
        """The island. IslandError with every problem while it is not in order."""
        return self._draft.island

    @property
    def toml(self) -> str:
        """The map as a file. IslandError with every problem while it is not in order."""
        return self._draft.toml

    def _change(self, draft: MapDraft) -> None:
        if draft.state != self._draft.state:
            self._past = [*self._past[1 - REMEMBERED :], self._draft]
            self._future = []
            self._draft = draft
        self.refresh()

    def _put(self, draft: MapDraft) -> None:
        """A change that may not bring a problem that was not there."""
        known = self._draft.problems
        new = [p for p in draft.problems if p not in known]
        if new:
            raise IslandError(new)
        self._change(draft)

    # changing: spaces are (q, r), or the name of what lies there ------------------------------
    def paint(self, terrain: str, *spaces: Any) -> None:
        """Terrain on spaces: "plain", "mountain", or "none" to take them away; what lies there stays, as a problem."""
        if terrain not in (*TERRAINS, NO_SPACE):
            raise ValueError(f"terrain is one of {', '.join(TERRAINS)}, {NO_SPACE}, not {short(terrain)}")
        self._change(self._draft.paint([self._space(s) for s in spaces], None if terrain == NO_SPACE else terrain))

    def river(self, a: Any, b: Any, there: bool = True) -> None:
        """A river between two spaces that touch, or none."""
        self._put(self._draft.river(self._space(a), self._space(b), there))

    def put(self, what: str, space: Any, value: Any = None) -> None:
        """A piece on a space: ``put("city", (0, 0), "Ridgewick")``, ``put("pin", (0, 1), 3)``, ``put("dungeon", at)``.

        Also "sanctuary", "place" (a name), "territory" (a name) and "arrow" (a direction).
        """
        self._put(self._draft.put(what, self._space(space), value))

    def take(self, space: Any, what: str = "") -> None:
        """A kind of piece off a space; without ``what`` all that lies there."""
        self._change(self._draft.take(self._space(space), what))

    def rename(self, name: str) -> None:
        """Give the map a name."""
        self._change(self._draft.named(name))

    def clear(self) -> None:
        """A new map; undo brings this one back."""
        self._change(MapDraft())

    def reset(self) -> None:
        """The house island, to change; undo brings this one back."""
        self._change(house_draft())

    def undo(self) -> None:
        """One change back. ValueError when there is none."""
        if not self._past:
            raise ValueError("there is nothing to undo")
        self._future.append(self._draft)
        self._draft = self._past.pop()
        self.refresh()

    def redo(self) -> None:
        """One change forward again. ValueError when there is none."""
        if not self._future:
            raise ValueError("there is nothing to redo")
        self._past.append(self._draft)
        self._draft = self._future.pop()
        self.refresh()

    def _space(self, where: Any) -> Space:
        if isinstance(where, str) and where in self._draft.names:
            return self._draft.names[where]
        if isinstance(where, tuple | list) and len(where) == 2 and all(type(n) is int and abs(n) < 1000 for n in where):
            return where[0], where[1]
        names = ", ".join(self._draft.names) or "none yet"
        raise ValueError(f"a space is a pair of whole numbers (q, r), or a name ({names}), not {short(where)}")

    # files and text ---------------------------------------------------------------------------
    def save(self, path: str | Path | None = None) -> Path:
        """Write the map as .toml, whole or not at all. IslandError while it is not in order."""
        place = (self.path if path is None else _map_path(path)).expanduser().absolute()
        text = self.toml
        if place.exists():
            try:
                _read(place)
            except IslandError:
                raise ValueError(f"{place} is there and is no map; choose another name") from None
        saving.write(place, text)
        return place

    def load(self, path: str | Path) -> None:
        """Take up a map file. IslandError tells all that is wrong with it, and this draft stays."""
        self._change(_read(_map_path(path)))

    def read(self, text: str) -> None:
        """As ``load``, from the text of a map."""
        if not isinstance(text, str) or not text.strip():
            raise ValueError("there is no text to read; paste a map as TOML")
        if len(text.encode()) > LARGEST:
            raise ValueError(f"the text is larger than {LARGEST:,} bytes; no map is")
        self._change(MapDraft.read(text))

    # walking ------------------------------------------------------------------------------------
    def walk(self, **more: Any) -> HexMap:
        """A map to walk on: a ``HexMap`` of this island. IslandError while it is not in order."""
        return HexMap(self.island, **({"title": self._draft.name} | more))

    # what the page shows --------------------------------------------------------------------------
    def refresh(self) -> None:
        """Send the draft to the page."""
        draft, problems = self._draft, self._draft.problems
        self.view = {
            "picture": hex_picture(draft, empty=draft.around(), label=f"{draft.name}, spaces"),
            "name": draft.name,
            "state": self._state,
            "wrong": len(problems),
            "problems": [{"text": p, "k": _spot(p)} for p in problems[:50]],
            "notes": draft.notes(),
            "file": str(self.path),
            "folder": str(Path.cwd()),
            "territories": list(dict.fromkeys(draft.territories.values())),
            "can": {"undo": bool(self._past), "redo": bool(self._future)},
        }

    @property
    def _state(self) -> str:
        n = len(self._draft.problems)
        wrong = f"{n} problem{'' if n == 1 else 's'}" if n else "in order"
        return f"{len(self._draft.cells)} space{'' if len(self._draft.cells) == 1 else 's'}, {wrong}"

    def __repr__(self) -> str:
        return f"MapEditor({self._draft.name}: {self._state})"

    def text(self) -> str:
        """The draft in words: every space with what lies there, then what is wrong and what a game wants besides."""
        rows = [h["words"] for h in hex_picture(self._draft)["hexes"]]
        marked = [*(f"! {p}" for p in self.problems), *(f"? {n}" for n in self._draft.notes())]
        return "\n".join([f"{self._draft.name}: {self._state}", *rows, *marked])

    # commands from the page -----------------------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"undo": true}``. All else is said, not done."""
        try:
            if not isinstance(content, dict) or len(content) != 1 or next(iter(content)) not in COMMANDS:
                raise ValueError(
                    f"the editor knows one command at a time ({', '.join(COMMANDS)}), not {short(content)}"
                )
            ((name, value),) = content.items()
            self._say(COMMANDS[name](self, value) or "", "good")
        except IslandError as no:
            self._say("\n".join(p[:1].upper() + p[1:] for p in no.problems[:20]), "bad")
        except (ValueError, OSError) as no:
            self._say(str(no)[:1].upper() + str(no)[1:], "bad")

    def _say(self, text: str, kind: str) -> None:
        self.status = {"n": self.status["n"] + 1, "text": text, "kind": kind if text else ""}

    def _painted(self, sent: Any) -> str:
        match sent:
            case [str(terrain), list(keys)] if keys and len(keys) <= 1000:
                spaces = [space_of(k) for k in keys]
                self.paint(terrain, *spaces)
                what = {"none": "No space", "plain": "Plain", "mountain": "Mountain"}[terrain]
                return f"{what}: {name_of(spaces[0])}" + (f" and {len(spaces) - 1} more" if spaces[1:] else "")
        raise ValueError(f"what is painted is a terrain and the spaces, not {short(sent)}")

    def _river(self, sent: Any) -> str:
        match sent:
            case [str(a), str(b)]:
                one, other = space_of(a), space_of(b)
                there = frozenset((one, other)) not in self._draft.rivers
                self.river(one, other, there)
                side = f"{name_of(one)} and {name_of(other)}"
                toward = f" ({direction_of(one, other)})" if distance(one, other) == 1 else ""
                return f"{'A river' if there else 'No river'} between {side}{toward}"
        raise ValueError(f"a river lies between two spaces, not {short(sent)}")

    def _set(self, sent: Any) -> str:
        """Put a piece; the same piece again takes it away. A territory may be painted over many spaces."""
        match sent:
            case [str(what), str() | list() as keys, value] if keys and len(keys) <= 1000:
                spaces = [space_of(k) for k in ([keys] if isinstance(keys, str) else keys)]
            case _:
                raise ValueError(f"what is put is a kind, a space and its name or number, not {short(sent)}")
        if what not in PIECES:
            raise ValueError(f"what is put on a space is one of {', '.join(PIECES)}, not {short(what)}")
        value = value.strip() if isinstance(value, str) else value
        if what == "pin":
            value = whole("a pin's number of Heroes", value, 1, 9)
        if what == "arrow" and value not in DIRECTIONS:
            raise ValueError(f"an arrow points in one of {', '.join(DIRECTIONS)}, not {short(value)}")
        there = self._draft.lies(what, spaces[0])
        again = len(spaces) == 1 and there is not None and (what in WITHOUT or there == value)
        if again or (what == "territory" and not value):
            draft = self._draft
            for space in spaces:
                draft = draft.take(space, what)
            self._change(draft)
            return f"Taken away: {what} on {name_of(spaces[0])}"
        draft = self._draft
        for space in spaces:
            draft = draft.put(what, space, value)
        self._put(draft)
        told = what.capitalize() + ("" if what in WITHOUT else f" {value}")
        return f"{told}: {name_of(spaces[0])}" + (f" and {len(spaces) - 1} more" if spaces[1:] else "")

    def _take(self, sent: Any) -> str:
        space, before = space_of(sent), self._draft
        self.take(space)
        return f"Cleared {name_of(space)}" if before is not self._draft else f"Nothing lies on {name_of(space)}"

    def _check(self, _: Any) -> str:
        if self._draft.problems:
            raise IslandError(self._draft.problems)
        return "\n".join([f"In order: {len(self._draft.cells)} spaces. One can walk on it.", *self._draft.notes()])

    def _save(self, name: Any) -> str:
        place = self.save(_file_name(name, self.path))
        return f"Saved {self._draft.name}, {len(self._draft.cells)} spaces, to {place}"

    def _open(self, name: Any) -> str:
        file = _file_name(name, self.path)
        self.load(file)
        return f"Opened {file}: {self._state}. Undo brings the other map back."

    def _read_text(self, text: Any) -> str:
        self.read(text)
        return f"Read {self._state}. Undo brings the other map back."

    def _write(self, _: Any) -> None:
        self.written = {"n": self.written["n"] + 1, "text": self.toml}

    def _walk(self, _: Any) -> str:
        self.last_map = self.walk()
        self.walked = self.last_map.model_id
        return "A map to walk on stands below."


COMMANDS: dict[str, Callable[[MapEditor, Any], str | None]] = {
    "paint": MapEditor._painted,
    "river": MapEditor._river,
    "put": MapEditor._set,
    "take": MapEditor._take,
    "name": lambda editor, sent: editor.rename(sent),
    "undo": lambda editor, _: editor.undo(),
    "redo": lambda editor, _: editor.redo(),
    "clear": lambda editor, _: editor.clear(),
    "reset": lambda editor, _: editor.reset(),
    "check": MapEditor._check,
    "save": MapEditor._save,
    "open": MapEditor._open,
    "read": MapEditor._read_text,
    "write": MapEditor._write,
    "walk": MapEditor._walk,
}


def _read(file: Path) -> MapDraft:
    """The draft in a file. IslandError with all that is wrong."""
    try:
        if file.stat().st_size > LARGEST:
            raise IslandError([f"{file.name} is larger than {LARGEST:,} bytes; no map is"])
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as no:
        raise IslandError([f"{file.name} cannot be read: {no}"]) from None
    return MapDraft.read(text)


def _map_path(path: Any) -> Path:
    if not isinstance(path, str | Path) or not str(path).strip():
        raise ValueError(f"a map is a path to a .toml file, not {short(path)}")
    place = Path(path)
    place = place if place.suffix else place.with_name(f"{place.name}.toml")
    if place.suffix.lower() != ".toml":
        raise ValueError(f"{place.name} is no name of a map: it must end in .toml")
    return place


def _file_name(name: Any, usual: Path) -> str:
    if name in (None, True, ""):
        return str(usual)
    if not isinstance(name, str) or not name.strip() or len(name) > 400 or not name.isprintable():
        raise ValueError(f"a file name is a line of text, not {short(name)}")
    return name.strip()


def _spot(problem: str) -> str:
    """The space that a problem is about, if it names one."""
    found = SPOT.search(problem)
    return "" if found is None else key((int(found[1].replace("−", "-")), int(found[2].replace("−", "-"))))
