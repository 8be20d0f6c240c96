"""The sheet editor: a game's cards and numbers as a table to type in one's own copy, checked as one types.

The page draws cells and sends back what was typed; every check, mark and message comes
from the kernel, and what is wrong with a sheet is said by the sheet loader alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import anywidget
import traitlets

import rulebooks
from rulebook_widgets.assets import TABLE_PARTS, TABLE_STYLES, script, styles
from rulebook_widgets.sheet_draft import NUMBERS, Draft, Problem, cell_text, differs, draft_of, read_text, shipped
from rulebook_widgets.sheet_page import columns_data, count_cards, preview_data, said, table_lines, view_data
from rulebook_widgets.table import Table
from rulebooks.core import saving
from rulebooks.core.cards import Sheet, SheetError, hint, intern_sheet, short
from rulebooks.core.sheet_files import LARGEST, game_of_file, read_file, read_toml

ENDINGS = (".toml", ".csv")
REMEMBERED = 500  # steps that can be undone
Wanted = str | Path | ModuleType | Sheet


class SheetEditor(anywidget.AnyWidget):
    """A card sheet to edit, in a notebook: ``SheetEditor("karen")`` or ``SheetEditor("karen", "mine.toml")``.

    ``game_or_file``: a game by name or module, a Sheet, or a .toml or .csv file; ``path``: the file to
    take up if it is there, and to save to. ``sheet`` is the sheet once it is in order; a draft that is not
    can be saved and taken up again. What is typed counts as the owner's own; ``mark`` makes it house again.
    """

    _esm = script(*TABLE_PARTS, "odds.mjs", "grid.mjs", main="sheet_editor.js")
    _css = styles(*TABLE_STYLES, "sheet_editor.css")
    columns = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    preview = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    written = traitlets.Dict().tag(sync=True)
    played = traitlets.Unicode("").tag(sync=True)

    def __init__(self, game_or_file: Wanted, path: str | Path | None = None) -> None:
        self.game, file, sheet = _wanted(game_or_file)
        if path is None and file is None:
            self.path = Path(f"my-{self.game}.toml")
        else:
            self.path = _sheet_path(path if path is not None else file)
            file = self.path if file is None and self.path.exists() else file
        self._module = rulebooks.game(self.game)
        self._shipped = shipped(self.game)
        start = self._shipped
        if file is not None:
            start = self._read_file(file)
        elif sheet is not None:
            start = self._taken(read_toml(sheet.text, sheet.name), sheet.name)
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._trial: Draft | None = None
        self._look, self._token, self._focus = NUMBERS, "", (0, NUMBERS, "")
        self.last_table: Table | None = None
        self._become(start)
        super().__init__(status={"n": 0, "text": "", "kind": ""}, written={"n": 0, "text": ""})
        self.columns = columns_data(start, self._module.rule.title, str(Path.cwd()))
        self.refresh()
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # the draft ---------------------------------------------------------------------------
    @property
    def draft(self) -> Draft:
        """The draft as it stands, right or wrong."""
        return self._draft

    @property
    def problems(self) -> list[str]:
        """All that the loader says against the draft; none when it is in order."""
        return [said(p) for p in self._problems]

    @property
    def sheet(self) -> Sheet:
        """The sheet, for ``Setup(sheet=…)``. SheetError with every problem while it is not in order."""
        if self._sheet is None:
            raise SheetError(self.path.name, self._problems)
        return self._sheet

    def _checked(self, draft: Draft) -> tuple[Sheet | None, list[Problem]]:
        try:
            return intern_sheet(draft.sheet(self.path.stem, self.path.name)), []
        except SheetError as error:
            return None, error.problems

    def _become(self, draft: Draft) -> None:
        self._draft, self._trial = draft, None
        self._sheet, self._problems = self._checked(draft)

    def _change(self, draft: Draft, focus: tuple[int, str] | None = None) -> None:
        if draft is not self._draft and draft.raw != self._draft.raw:
            self._past = [*self._past[1 - REMEMBERED :], self._draft]
            self._future = []
        self._become(draft)
        if focus:
            self._focus = (self._focus[0] + 1, *focus)
        self.refresh()

    # changing: by card id and column; "" is the sheet's numbers ------------------------------
    def set(self, card: str, column: str, value: Any) -> None:
        """Write a value: ``set("axe", "power", 3)``, a number with ``set("", "start_hp", 18)``; None leaves it out."""
        self._change(self._draft.put({(self._draft.key_of(card), column): _typed(value)}))

    def mark(self, card: str, column: str) -> None:
        """Switch a value between ours (house) and the owner's own copy."""
        self._change(self._draft.mark(self._draft.key_of(card), column))

    def add(self, **values: Any) -> str:
        """A new card at the end: ``add(id="axe", name="Axe", power=3)``; gives its id."""
        draft = self._draft.add()
        changes = {(self._draft.next_key, name): _typed(v) for name, v in values.items()}
        self._change(draft.put(changes))
        return self._draft.cards[-1].cells["id"]

    def copy(self, card: str) -> str:
        """A card like another one, below it; gives the new id."""
        self._copy(self._draft.key_of(card))
        return self._draft.row(self._draft.next_key - 1).cells["id"]

    def delete(self, card: str) -> None:
        """One card less."""
        self._change(self._draft.delete(self._draft.key_of(card)))

    def undo(self) -> None:
        """One change back. ValueError when there is none."""
        if not self._past:
            raise ValueError("there is nothing to undo")
        self._future.append(self._draft)
        self._go_to(self._past.pop())

    def redo(self) -> None:
        """One change forward again. ValueError when there is none."""
        if not self._future:
            raise ValueError("there is nothing to redo")
        self._past.append(self._draft)
        self._go_to(self._future.pop())

    def _go_to(self, draft: Draft) -> None:
        place = differs(self._draft, draft)
        self._become(draft)
        if place and place[0] != NUMBERS:
            self._focus = (self._focus[0] + 1, *place)
        self.refresh()

    def reset(self) -> None:
        """The sheet that comes with the kit; undo brings this one back."""
        self._change(self._shipped)

    # files and text ---------------------------------------------------------------------------
    @property
    def toml(self) -> str:
        """The draft as a sheet file."""
        return self._draft.toml

    @property
    def csv(self) -> str:
        """The cards as spreadsheet rows; the numbers are not in them."""
        return self._draft.csv

    def save(self, path: str | Path | None = None) -> Path:
        """Write the draft as .toml or .csv, whole or not at all. ValueError where something else than a sheet lies."""
        place = (self.path if path is None else _sheet_path(path)).expanduser().absolute()
        if place.exists():
            try:
                game = game_of_file(place)
            except SheetError:
                raise ValueError(f"{place} is there and is no card sheet; choose another name") from None
            if game != self.game:
                raise ValueError(f"{place} is a sheet of {game}; choose another name")
        text = self.csv if place.suffix.lower() == ".csv" else self.toml
        if len(text.encode()) > LARGEST:
            raise ValueError(f"the draft is larger than {LARGEST:,} bytes; no card sheet is")
        saving.write(place, text)
        return place

    def load(self, path: str | Path) -> None:
        """Take up a file, a draft as well. SheetError says what cannot be shown here, and this draft stays."""
        self._change(self._read_file(_sheet_path(path)))

    def read(self, text: str) -> None:
        """As ``load``, from TOML or spreadsheet rows."""
        if not isinstance(text, str) or not text.strip():
            raise ValueError("there is no text to read; paste a sheet as TOML, or rows of a spreadsheet")
        raw, problems = read_text(text, self._module.SCHEMA, "the text")
        self._change(self._taken(raw, "the text", problems))

    def _read_file(self, file: Path) -> Draft:
        path, raw, problems = read_file(file, self._module.SCHEMA)
        return self._taken(raw, path.name, problems)

    def _taken(self, raw: Mapping[str, Any], file: str, problems: Iterable[Problem] = ()) -> Draft:
        ours, first = self._shipped, getattr(self, "_draft", self._shipped).next_key
        return draft_of(raw, ours.schema, ours.ours, first, file, problems)

    # playing ------------------------------------------------------------------------------------
    def table(self, seed: int = 0, **more: Any) -> Table:
        """A table that plays this sheet. SheetError while it is not in order."""
        return Table(self._module, self._module.Setup(sheet=self.sheet), seed, **more)

    # what the page shows --------------------------------------------------------------------------
    def refresh(self) -> None:
        """Send the draft to the page, with what is being typed in it."""
        draft = self._trial or self._draft
        problems = self._problems if self._trial is None else self._checked(self._trial)[1]
        self.view = {
            "token": self._token,
            "trial": self._trial is not None,
            "focus": list(self._focus),
            "file": str(self.path),
            "can": {
                "undo": bool(self._past),
                "redo": bool(self._future),
                "reset": self._draft.raw != self._shipped.raw,
            },
            **view_data(draft, problems),
        }
        self.preview = preview_data(draft, self._look)

    @property
    def _state(self) -> str:
        wrong = f"{_many(len(self._problems), 'problem')}" if self._problems else "in order"
        return f"{_many(count_cards(self._draft), 'card')}, {wrong}"

    def __repr__(self) -> str:
        return f"SheetEditor({self.game}: {self._state})"

    def text(self) -> str:
        """The draft as a table of text, and its problems; * marks house values, + those off the owner's copy."""
        head = f"{self._module.rule.title}, card sheet: {self._state}"
        return "\n".join([head, *table_lines(self._draft), *(f"! {p}" for p in self.problems)])

    # commands from the page -----------------------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"undo": true}``. Anything else is said, not done."""
        token = content.get("token", "") if isinstance(content, dict) else ""
        if isinstance(token, str) and 0 < len(token) <= 40:
            self._token = token
        try:
            name, value = self._command(content)
            told = COMMANDS[name](self, value)
            if name not in ("try", "look"):
                self._say(told or "", "good" if told else "")
        except (ValueError, OSError) as no:
            text, trial, self._trial = str(no), self._trial, None
            if trial is not None:
                self.refresh()
            self._say(text[:1].upper() + text[1:], "bad")
        except Exception as fault:
            self._say(f"A fault of the editor, not of yours: {type(fault).__name__}: {fault}", "bad")
            raise
        finally:
            if self.view["token"] != self._token:  # whoever asks is answered, whatever came of it
                self.refresh()

    def _command(self, content: Any) -> tuple[str, Any]:
        asked = {k: v for k, v in content.items() if k != "token"} if isinstance(content, dict) else {}
        if len(asked) != 1 or next(iter(asked)) not in COMMANDS:
            raise ValueError(f"the editor knows one command at a time ({', '.join(COMMANDS)}), not {short(content)}")
        ((name, value),) = asked.items()
        return name, value

    def _say(self, text: str, kind: str) -> None:
        self.status = {"n": self.status.get("n", 0) + 1, "text": text, "kind": kind}

    def _try(self, change: Any) -> None:
        self._trial = None if change is None else self._draft.put(_changes([change]))
        self.refresh()

    def _set(self, changes: Any) -> None:
        self._change(self._draft.put(_changes(changes)))

    def _mark(self, place: Any) -> None:
        self._change(self._draft.mark(*_place(place)))

    def _fill(self, asked: Any) -> str:
        match asked:
            case {"at": at, "block": list(block), "keys": list(keys)} if len(block) <= 1000 and all(
                isinstance(row, list) for row in block
            ):
                before = len(self._draft.cards)
                self._change(self._draft.fill(_place(at), block, keys), _place(at))
                new = len(self._draft.cards) - before
                return f"Pasted {_many(len(block), 'row')}" + (
                    f", {_many(new, 'new card')} among them." if new else "."
                )
        raise ValueError("what is pasted is a block of at most 1000 rows, the cell to begin at, and the rows' keys")

    def _add(self, after: Any) -> None:
        key = self._draft.next_key
        self._change(self._draft.add(after if isinstance(after, int) else NUMBERS), (key, "name"))

    def _copy(self, key: Any) -> None:
        row, new = self._draft.row(key), self._draft.next_key
        if row.key == NUMBERS:
            raise ValueError("the sheet's numbers cannot be copied")
        self._change(self._draft.add(row.key, like=row), (new, "name"))

    def _delete(self, key: Any) -> str:
        name = self._draft.row(key).cells.get("name", "")
        self._change(self._draft.delete(key))
        return f"Deleted {name or 'a card'}. Undo brings it back."

    def _look_at(self, key: Any) -> None:
        self._look = key if isinstance(key, int) else NUMBERS
        self.preview = preview_data(self._trial or self._draft, self._look)

    def _save(self, name: Any) -> str:
        place, wrong = self.save(_file_name(name, self.path)), len(self._problems)
        what = f"the draft, with {_many(wrong, 'problem')}," if wrong else _many(count_cards(self._draft), "card")
        left_out = place.suffix.lower() == ".csv" and self._draft.numbers.cells != self._shipped.numbers.cells
        more = "\nRows of a spreadsheet hold no numbers: those above the cards are not in it." if left_out else ""
        return f"Saved {what} to {place}{more}"

    def _open(self, name: Any) -> str:
        file = _file_name(name, self.path)
        self.load(file)
        return f"Opened {file}: {self._state}. Undo brings the other sheet back."

    def _read(self, text: Any) -> str:
        self.read(text)
        return f"Read {self._state}. Undo brings the other sheet back."

    def _write(self, form: Any) -> None:
        if form not in ("toml", "csv"):
            raise ValueError(f"a sheet is written as toml or csv, not {short(form)}")
        self.written = {"n": self.written["n"] + 1, "text": self.csv if form == "csv" else self.toml}

    def _play(self, _: Any) -> str:
        if self._sheet is None:
            raise ValueError(f"this sheet cannot be played yet: {self.problems[0]}")
        self.last_table = self.table()
        self.played = self.last_table.model_id
        return "A table with this sheet stands below."


COMMANDS: dict[str, Callable[[SheetEditor, Any], str | None]] = {
    "try": SheetEditor._try,
    "set": SheetEditor._set,
    "mark": SheetEditor._mark,
    "fill": SheetEditor._fill,
    "add": SheetEditor._add,
    "copy": SheetEditor._copy,
    "delete": SheetEditor._delete,
    "undo": lambda editor, _: editor.undo(),
    "redo": lambda editor, _: editor.redo(),
    "reset": lambda editor, _: editor.reset(),
    "look": SheetEditor._look_at,
    "save": SheetEditor._save,
    "open": SheetEditor._open,
    "read": SheetEditor._read,
    "write": SheetEditor._write,
    "play": SheetEditor._play,
}


def _wanted(asked: Any) -> tuple[str, Path | None, Sheet | None]:
    """The game that is meant, and the file or the sheet to begin with."""
    if isinstance(asked, Sheet):
        return asked.game, None, asked
    name = asked.rule.game if isinstance(asked, ModuleType) and hasattr(asked, "rule") else asked
    if isinstance(name, str) and name in rulebooks.GAMES:
        return name, None, None
    if isinstance(name, Path) or (isinstance(name, str) and name.lower().endswith(ENDINGS)):
        return game_of_file(name), Path(name), None
    known = hint(name, rulebooks.GAMES, everything=True)
    raise ValueError(f"a sheet is that of a game, or a .toml or .csv file, not {short(name)}{known}")


def _sheet_path(path: Any) -> Path:
    if not isinstance(path, str | Path) or not str(path).strip():
        raise ValueError(f"a sheet is a path to a .toml or .csv file, not {short(path)}")
    place = Path(path)
    place = place if place.suffix else place.with_name(f"{place.name}.toml")
    if place.suffix.lower() not in ENDINGS:
        raise ValueError(f"{place.name} is no name of a sheet: it must end in .toml or .csv")
    return place


def _file_name(name: Any, usual: Path) -> str:
    if name in (None, True, ""):
        return str(usual)
    if not isinstance(name, str) or not name.strip() or len(name) > 400 or not name.isprintable():
        raise ValueError(f"a file name is a line of text, not {short(name)}")
    return name.strip()


def _place(sent: Any) -> tuple[int, str]:
    match sent:
        case [int(key), str(name)] if not isinstance(key, bool):
            return key, name
    raise ValueError(f"a cell is the key of its row and the name of its column, not {short(sent)}")


def _changes(sent: Any) -> dict[tuple[int, str], str]:
    if not isinstance(sent, list) or not all(isinstance(c, list) and len(c) == 3 for c in sent):
        raise ValueError(f"changes are a list of [row, column, text], not {short(sent)}")
    return {_place(c[:2]): c[2] for c in sent}


def _typed(value: Any) -> str:
    return "" if value is None else cell_text(value)


def _many(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")
