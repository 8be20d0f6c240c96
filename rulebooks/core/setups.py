"""What the set-ups of all games share: options that are switches, and how a set-up is taken."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

from rulebooks.core.cards import Sheet, load_sheet, short
from rulebooks.core.interned import Interned


@dataclass(frozen=True, eq=False)
class Switches(metaclass=Interned):
    """Options that are each on or off: the base of a game's ``Options``. ValueError names one that is neither."""

    def __post_init__(self) -> None:
        for name, on in {f.name: getattr(self, f.name) for f in fields(self)}.items():
            if not isinstance(on, bool):
                raise ValueError(f"option {name} is True or False, not {short(on)}")


class GameSetup(metaclass=Interned):
    """The base of a game's ``Setup``, a frozen dataclass with the fields ``options`` and ``sheet`` and more."""

    options: Any
    sheet: Any  # a Sheet, or the file to read one from

    @classmethod
    def _game(cls) -> str:
        return cls.__module__.split(".")[1]

    def _take(self, options: type) -> None:
        """Check the options and read the sheet, once the fields are there. ValueError, SheetError say what is wrong."""
        if not isinstance(self.options, options):
            raise ValueError(f"options must be {self._game()}.Options(…), not {short(self.options)}")
        if not isinstance(self.sheet, Sheet):
            object.__setattr__(self, "sheet", load_sheet(self._game(), self.sheet))

    @classmethod
    def of(cls, setup: Self | None) -> Self:
        """The set-up asked for, or the plain one. ValueError for anything else."""
        if setup is not None and not isinstance(setup, cls):
            raise ValueError(f"a set-up is None or {cls._game()}.Setup(…), not {short(setup)}")
        return setup or cls()

    def number(self, name: str) -> int:
        """A number of the sheet."""
        n: int = self.sheet.numbers[name]
        return n
