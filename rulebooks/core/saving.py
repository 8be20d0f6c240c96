"""Saved games: JSON that names everything it needs, checked before anything is touched."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulebooks import GAMES
from rulebooks import game as named
from rulebooks.core.codec import from_plain, to_plain

FORMAT, VERSION = "rulebook-lab game", 1
LARGEST = 5_000_000  # bytes
KEYS = {
    "format": str, "version": int, "game": str, "edition": str, "sheet_digest": str,
    "setup": dict, "start": (dict, type(None)), "seed": int, "fresh": dict, "moves": list, "at": int,
}  # fmt: skip


@dataclass(frozen=True)
class Saved:
    """A saved game that has been checked, all but its moves."""

    where: str
    game: Any
    setup: Any
    start: Any
    seed: int
    fresh: dict[str, int]
    moves: list[tuple[bool, str]]
    at: int


def digest(sheet: Any) -> str:
    """A short name for a sheet's whole content: tells when the shipped one has changed."""
    return sha256(sheet.text.encode()).hexdigest()[:16]


def pack(table: Any, moves: list[tuple[bool, str]], fresh: dict[str, int]) -> str:
    """The JSON text of a table."""
    setup = table.start.setup
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game.rule.game,
        "edition": table.game.rule.edition,
        "sheet_digest": digest(setup.sheet),
        "setup": to_plain(setup),
        "start": to_plain(table.start) if table.from_position else None,
        "seed": table.seed,
        "fresh": fresh,
        "moves": [{"drawn" if by_chance else "did": name} for by_chance, name in moves],
        "at": table.at,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def write(path: Path, text: str) -> None:
    """Write beside the file, then move into place: a full disk or a cut leaves the old file whole."""
    if not path.parent.is_dir():
        raise ValueError(f"cannot save to {path}: there is no folder {path.parent}")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(name, path)
    except OSError as no:
        os.unlink(name)
        raise ValueError(f"cannot save to {path}: {no.strerror}") from None


def read(path: Path) -> Saved:
    """Read and check a file. ValueError says what is wrong with it."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise ValueError(f"{path}: {size:,} bytes is more than a saved game has (at most {LARGEST:,})")
        text = path.read_text(encoding="utf-8")
    except OSError as no:
        raise ValueError(f"cannot read {path}: {no.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a saved game: it is not text") from None
    return unpack(text, str(path))


def unpack(text: str, where: str) -> Saved:
    """Check a saved game's text, its sheet and start position included."""
    if len(text) > LARGEST:
        raise ValueError(f"{where}: longer than a saved game can be (at most {LARGEST:,} characters)")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as no:  # ValueError: a number of thousands of digits, too
        line = f" (line {no.lineno})" if isinstance(no, json.JSONDecodeError) else ""
        raise ValueError(f"{where}: damaged: not JSON{line}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{where}: not a saved game of this kit: “format” must be “{FORMAT}”")
    if data.get("version") != VERSION:
        raise ValueError(f"{where}: format version {data.get('version')!r}; this kit reads version {VERSION}")
    _fields(data, where)
    if data["game"] not in GAMES:
        raise ValueError(f"{where}: a game called {data['game'][:40]!r}; the shelf has {', '.join(GAMES)}")
    game = named(data["game"])
    if data["edition"] != game.rule.edition:
        raise ValueError(f"{where}: edition “{data['edition'][:40]}”; this kit plays “{game.rule.edition}”")
    try:
        setup = from_plain(data["setup"], data["game"])
        start = from_plain(data["start"], data["game"])
        known = isinstance(setup, type(game.Setup())) and (start is None or start.setup is setup)
        if start is not None:
            game.node(start)
    except RecursionError:
        raise ValueError(f"{where}: nested too deeply") from None
    except (TypeError, AttributeError, KeyError, ValueError, AssertionError) as no:
        raise ValueError(f"{where}: the set-up or start position does not fit {data['game']}: {no}") from None
    if not known:
        raise ValueError(f"{where}: the start position belongs to another set-up")
    if digest(setup.sheet) != data["sheet_digest"]:
        raise ValueError(f"{where}: out of date: the shipped {data['game']} sheet has changed since it was saved")
    return Saved(where, game, setup, start, data["seed"], data["fresh"], _moves(data["moves"], where), data["at"])


def _fields(data: dict[str, Any], where: str) -> None:
    lost, extra = sorted(set(KEYS) - set(data)), sorted(set(data) - set(KEYS))
    if lost or extra:
        raise ValueError(f"{where}: missing {lost or 'nothing'}, unknown {extra or 'nothing'}")
    for key, kind in KEYS.items():
        if not isinstance(data[key], kind) or isinstance(data[key], bool):  # type: ignore[arg-type]
            raise ValueError(f"{where}: “{key}” is of the wrong kind: {str(data[key])[:40]!r}")
    if any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in data["fresh"].values()):
        raise ValueError(f"{where}: “fresh” counts are whole numbers from 0 up")
    if not 0 <= data["at"] <= len(data["moves"]):
        raise ValueError(f"{where}: “at” is {data['at']}, but there are {len(data['moves'])} moves")


def _moves(rows: list[Any], where: str) -> list[tuple[bool, str]]:
    moves = []
    for number, row in enumerate(rows, 1):
        match row:
            case {"drawn": str(name)} if len(row) == 1:
                moves.append((True, name))
            case {"did": str(name)} if len(row) == 1:
                moves.append((False, name))
            case _:
                raise ValueError(f"{where}: move {number} must be {{“did”: …}} or {{“drawn”: …}}")
    return moves
