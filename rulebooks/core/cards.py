"""Card sheets: the cards and numbers of a game, and where each value comes from.

A game module declares its cards once, as a frozen dataclass, and offers a
``SCHEMA``. The values themselves lie in ``sheets/<game>.toml``; an owner of the
printed game may play with a sheet of their own. Reading, checking and writing
the files is told in ``sheet_check.py`` and ``sheet_files.py``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned

KINDS = ("printed", "public", "house")  # where a value may come from
NOTHING: Mapping[str, Any] = MappingProxyType({})
SIDES: Mapping[str, str] = MappingProxyType({"front": "Front", "back": "Back"})

_sheets: WeakValueDictionary[tuple[str, str, str], Sheet] = WeakValueDictionary()
_lock = Lock()


@dataclass(frozen=True, eq=False)
class Card(metaclass=Interned):
    """Base of each game's cards: subclass it with ``@dataclass(frozen=True, eq=False)``.

    There is one object for one set of values, so comparing and hashing go by
    identity and cost nothing; ``<`` follows the sheet, the same on every machine.
    ``order`` is the place in the sheet, from 0. Fields are int, str or bool, or
    one of them ``| None``; ``field(metadata={"min": 0, "max": 9, "allowed": (…), "what": "…"})``
    says what a sheet may hold. Of a two-sided card, ``"side": "front"`` or ``"back"`` says where the
    value stands; ``"look": "need"``, ``"heart"`` or ``"power"`` how its number is drawn.
    """

    id: str
    name: str
    order: int
    _key: tuple[int, str, str, tuple[str, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # repr keeps None, numbers, text and truth values apart and comparable.
        rest = tuple(repr(value) for value in self.values.values())
        object.__setattr__(self, "_key", (self.order, self.id, type(self).__name__, rest))

    @classmethod
    def make(cls, **values: Any) -> Any:
        """The one card of this class with these values."""
        return cls(**values)

    @property
    def values(self) -> dict[str, Any]:
        """Field -> value, as given to ``make``."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.init}

    def __lt__(self, other: Card) -> bool:
        return self._key < other._key if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, (type(self), self.values))

    def __str__(self) -> str:
        return self.name


def _remake(cls: type[Card], values: dict[str, Any]) -> Card:
    return cls(**values)


@dataclass(frozen=True)
class Source:
    """Where values come from: ``kind`` is "printed", "public" or "house" (ours)."""

    id: str
    kind: str
    what: str


def _no_more_checks(sheet: Sheet) -> Iterable[str]:
    return ()


@dataclass(frozen=True, eq=False)
class Schema:
    """What a sheet of a game must hold; a game module offers it as ``SCHEMA``.

    ``numbers``: name -> what it is. ``limits``: name -> (least, greatest), 0 to 999 where
    not given. ``check`` gets the finished sheet and returns a sentence for each thing
    that is wrong with it as a whole, such as counts that miss the printed total; one about a
    single card begins with its id and a colon. ``sides``: what the sides of a card are called.
    """

    game: str
    card: type[Card]
    numbers: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=lambda: NOTHING)
    check: Callable[[Sheet], Iterable[str]] = _no_more_checks
    sides: Mapping[str, str] = field(default_factory=lambda: SIDES)


class SheetError(ValueError):
    """A sheet that cannot be used. ``problems``: every (where, what is wrong) in it."""

    def __init__(self, file: str, problems: Iterable[tuple[str, str]]) -> None:
        self.file, self.problems = file, list(problems)
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in file)
        lines = [": ".join(part for part in (shown, where, what) if part) for where, what in self.problems[:20]]
        if len(self.problems) > 20:
            lines.append(f"{shown}: and {len(self.problems) - 20} more")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[Any, ...]:
        return (SheetError, (self.file, self.problems))


@dataclass(frozen=True, eq=False, repr=False)
class Sheet:
    """The cards and numbers a game is played with. One object for one content.

    ``text`` is the whole sheet as TOML, in a fixed layout; ``origins`` maps
    (card id, field) and ("", number) to the id of a source.
    """

    game: str
    name: str
    shipped: bool
    text: str = field(repr=False)
    sources: Mapping[str, Source]
    cards: tuple[Any, ...]
    copies: Mapping[Any, int]
    numbers: Mapping[str, int]
    origins: Mapping[tuple[str, str], str]

    def bag(self, predicate: Callable[[Any], bool] | None = None) -> Bag[Any]:
        """The cards, each as often as it is there; only those the predicate accepts."""
        return Bag({card: n for card, n in self.copies.items() if predicate is None or predicate(card)})

    def find(self, text: str) -> Any:
        """The card with this id or name, in any case. ValueError, with near misses, when there is none."""
        wanted = text.strip().casefold() if isinstance(text, str) else ""
        found = [c for c in self.cards if c.id == wanted] or [c for c in self.cards if c.name.casefold() == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise ValueError(f"{text!r} names several cards; say which: {', '.join(c.id for c in found)}")
        names = dict.fromkeys(name for c in self.cards for name in (c.name, c.id))
        known = hint(text, names, everything=True)
        raise ValueError(f"no card of the {self.name} sheet is called {short(text)}{known}")

    def source(self, card: Any, field: str) -> Source:
        """Where a value on a card comes from; fields are the card's own, and "copies"."""
        if card not in self.copies:
            raise ValueError(f"{card} is not a card of the {self.name} sheet")
        if (card.id, field) not in self.origins:
            known = [f for i, f in self.origins if i == card.id]
            raise ValueError(f"{field!r} is no field of {card}{hint(field, known, everything=True)}")
        return self.sources[self.origins[card.id, field]]

    def number_source(self, name: str) -> Source:
        """Where one of the sheet's numbers comes from."""
        if name not in self.numbers:
            raise ValueError(f"the {self.name} sheet has no number {name!r}{hint(name, self.numbers, everything=True)}")
        return self.sources[self.origins["", name]]

    def is_house(self, card: Any, field: str) -> bool:
        """Whether a value is ours, not the publisher's."""
        return self.source(card, field).kind == "house"

    def __reduce__(self) -> tuple[Any, ...]:
        return (load_sheet, (self.game,)) if self.shipped else (parse_sheet, (self.game, self.text, self.name))

    def __repr__(self) -> str:
        whose = "shipped" if self.shipped else self.name
        return f"Sheet({self.game}, {whose}, {sum(self.copies.values())} cards)"


def short(value: object) -> str:
    """A value as a message may show it: escaped, and never longer than a line."""
    try:
        text = repr(value)
    except ValueError:  # Python writes out no number of more than 4,300 digits
        return "a number too long to show"
    return text if len(text) <= 60 else f"{text[:57]}…"


def whole(what: str, n: Any, least: int, most: int) -> int:
    """A whole number within bounds, or ValueError that names it."""
    if isinstance(n, bool) or not isinstance(n, int) or not least <= n <= most:
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {short(n)}")
    return n


def hint(word: object, known: Iterable[str], *, everything: bool = False) -> str:
    """The end of a message about an unknown word: "; did you mean …?", or all there is."""
    names = list(known)
    folded = {name.casefold(): name for name in reversed(names)}
    text = word.casefold()[:100] if isinstance(word, str) else ""
    near = [folded[n] for n in difflib.get_close_matches(text, folded, 3, 0.6)]
    if near:
        return f"; did you mean {' or '.join(near)}?"
    some = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"; there is {some}" if everything and some else ""


def schema_of(game: str) -> Schema:
    """What the game's module says a sheet must hold."""
    import rulebooks

    schema: Schema = rulebooks.game(game).SCHEMA
    return schema


def shipped_text(game: str) -> str:
    """The sheet that comes with the kit, as written."""
    return files("rulebooks").joinpath("sheets", f"{game}.toml").read_text(encoding="utf-8")


@lru_cache
def _shipped(game: str) -> Sheet:
    from rulebooks.core.sheet_check import checked
    from rulebooks.core.sheet_files import read_toml

    file = f"sheets/{game}.toml"
    sheet = checked(read_toml(shipped_text(game), file), schema_of(game), game, file, shipped=True)
    with _lock:
        return _sheets.setdefault((game, file, sheet.text), sheet)


def load_sheet(game: str, source: str | Path | None = None) -> Sheet:
    """The shipped sheet of a game, or the one in a .toml or .csv file. SheetError when it cannot be used."""
    schema = schema_of(game)
    if source is None:
        return _shipped(game)
    from rulebooks.core.sheet_check import checked
    from rulebooks.core.sheet_files import read_file

    path, raw, problems = read_file(source, schema)
    return intern_sheet(checked(raw, schema, path.stem, path.name, problems=problems))


def parse_sheet(game: str, text: str, name: str) -> Sheet:
    """The sheet that a TOML text holds, as saved games keep it. SheetError when it cannot be used."""
    from rulebooks.core.sheet_check import checked
    from rulebooks.core.sheet_files import read_toml

    if not isinstance(text, str) or not isinstance(name, str):
        raise SheetError(f"{game} sheet", [("", "the sheet and its name must be text")])
    return intern_sheet(checked(read_toml(text, name), schema_of(game), name, name))


def intern_sheet(sheet: Sheet) -> Sheet:
    """The one sheet with this content: the shipped one itself where nothing differs."""
    ours = _shipped(sheet.game)
    if sheet.text == ours.text:
        return ours
    with _lock:
        return _sheets.setdefault((sheet.game, sheet.name, sheet.text), sheet)


def cards_matching(game: str, selector: Mapping[str, Any]) -> tuple[Any, ...]:
    """The shipped cards whose fields equal all of the selector's values; a list means "one of these"."""
    if not selector:
        return ()
    sheet = load_sheet(game)
    unknown = [name for name in selector if not all(hasattr(card, name) for card in sheet.cards)]
    if unknown:
        raise ValueError(f"{game} cards have no field {', '.join(unknown)}")
    wanted = {name: value if isinstance(value, list | tuple) else [value] for name, value in selector.items()}
    return tuple(c for c in sheet.cards if all(getattr(c, name) in values for name, values in wanted.items()))


def export_sheet(game: str, csv: bool = False) -> str:
    """A sheet to fill in from one's own copy: TOML, or rows for a spreadsheet."""
    from rulebooks.core.sheet_files import to_csv, to_fill_in

    return to_csv(load_sheet(game)) if csv else to_fill_in(game, shipped_text(game))


def check_file(path: str | Path) -> str:
    """One sentence on a sheet file that is in order; SheetError, with every problem, otherwise."""
    from rulebooks.core.sheet_files import game_of_file

    game = game_of_file(path)
    sheet = load_sheet(game, path)
    blank = {(card.id, name) for card in sheet.cards for name, value in card.values.items() if value is None}
    house = sum(sheet.sources[s].kind == "house" for place, s in sheet.origins.items() if place not in blank)
    return f"{Path(path).name}: a {game} sheet, {sum(sheet.copies.values())} cards, {house} values house"
