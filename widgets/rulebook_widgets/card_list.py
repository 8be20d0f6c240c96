"""A list of cards to type: an entry of a what-if, as somebody reads the cards off a real table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

LONGEST = 2_000  # characters of one entry
MOST = 99  # copies of one card
OFFERED = 200  # names to pick from
NUMBER = re.compile(r"[+-]?\d{1,3}")
BEFORE = re.compile(r"(\d{1,4})\s*[x×*]?\s+(?=\S*[^\W\d])(.+)|(\d{1,4})\s*[x×*]\s*(.+)")
TIGHT = re.compile(r"([+-]?\d{1,3})\s+[x×*](\d{1,4})")
AFTER = re.compile(r"(.+?)(?:\s+x|\s*[×*])\s*(\d{1,4})")


class CardList:
    """Cards to type: "3 weak, focused, weapon 2 ×2, -1"; it starts with ``value``, such a text.

    ``names`` are offered to pick from. ``find`` turns a name, or a whole number, into a card, with ValueError where
    there is none; without it they stay what they are. ``marks``: word -> what it makes of a card, as in "weak used".
    The question gets a list with one entry a card.
    """

    def __init__(
        self,
        label: str,
        value: str = "",
        names: Iterable[Any] = (),
        *,
        find: Callable[[Any], Any] | None = None,
        marks: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        if not isinstance(label, str) or not label.strip() or len(label) > 200:
            raise ValueError(f"a card list's label is a text of 1 to 200 characters, not {_short(label)}")
        self.names = list(map(str, names))
        if len(self.names) > OFFERED:
            raise ValueError(f"{label}: at most {OFFERED} names are offered, not {len(self.names)}")
        self.label, self.value, self.find, self.marks = label, value, find, dict(marks or {})
        self.check(self.value)
        self.read(self.value)

    def check(self, value: Any) -> None:
        """ValueError with what is allowed, unless this is a text that may be typed."""
        if not isinstance(value, str) or len(value) > LONGEST:
            raise ValueError(f"{self.label} is a text of at most {LONGEST} characters, not {_short(value)}")

    def text(self, value: Any) -> str:
        """A value in words."""
        return " ".join(str(value).split()) or "none"

    def sent(self, value: Any) -> Any:
        """A value as the page knows it."""
        return value

    def received(self, sent: Any) -> Any:
        """The text the page means. ValueError when it is none."""
        self.check(sent)
        return sent

    def read(self, value: str) -> list[Any]:
        """The cards of a text. ValueError names the entry, and what is wrong in it."""
        cards: list[Any] = []
        for part in _parts(value):
            count, name = _counted(part)
            if count > MOST:
                raise ValueError(f"{self.label}: at most {MOST} of a card, not {count} (“{part}”)")
            cards += [self._one(name)] * count
        return cards

    def _one(self, name: str) -> Any:
        for word, make in self.marks.items():
            if found := re.fullmatch(rf"(.+?)[\s:]+{re.escape(word)}", name):  # a word of its own: not in "focused"
                return make(self._one(found[1]))
        plain: Any = int(name) if NUMBER.fullmatch(name) else name
        if self.find is None:
            return plain
        try:
            return self.find(plain)
        except ValueError as no:
            raise ValueError(f"{self.label}: {no}") from None

    def plain(self) -> dict[str, Any]:
        """As the page draws it."""
        return {"kind": "cards", "label": self.label, "names": self.names, "marks": list(self.marks)}


def _parts(text: str) -> Iterator[str]:
    """The text cut at commas, semicolons and new lines, but not within brackets."""
    depth, part = 0, ""
    for sign in text.replace("−", "-"):
        depth += (sign == "(") - (sign == ")" and depth > 0)
        if depth == 0 and sign in ",;\n":
            yield from filter(None, [" ".join(part.split())])
            part = ""
        else:
            part += sign
    yield from filter(None, [" ".join(part.split())])


def _counted(part: str) -> tuple[int, str]:
    """How many, and of what: "3 weak", "3 × -1", "weak ×3" and "-1 ×3"; a number alone is a card of that value."""
    if found := TIGHT.fullmatch(part):
        return int(found[2]), found[1]
    if found := BEFORE.fullmatch(part):
        return int(found[1] or found[3]), found[2] or found[4]
    if found := AFTER.fullmatch(part):
        return int(found[2]), found[1]
    return 1, part


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
