"""What a table looks like, as plain data: the words a view describes a state with.

A view (``views/<game>.py``) turns an information state into a ``View``; the widget
sends it to the page, and ``text_board`` writes it out for readers without one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any


def minus(n: int) -> str:
    """A whole number with a real minus sign."""
    return str(n).replace("-", "−")


@dataclass(frozen=True)
class Grade:
    """One of the values a card has by turns ("green" 2); ``now``: the one that counts. ``tint``: of TINTS, or ""."""

    name: str
    value: int
    now: bool = False
    tint: str = ""


TINTS = ("green", "yellow", "red")  # colours a grade may be marked with; its name says the same


@dataclass(frozen=True)
class CardFace:
    """An open card. ``kind``: "power", "need", "heart" or "" (how its corner number is shown).

    ``badge`` stands beside the number ("×2"), ``house`` names the values that are ours
    and not the publisher's, ``count`` is how many equal cards lie here. ``grades``: the values it has by
    turns, which make it a wide card; ``box``: what its second corner says ("2 of 3 free"); ``down``: it lies
    face down; ``note``: a word at its foot ("beaten"). ``key``: the name by which moves point at it (``pieces_of``).
    A card with two sides names the one that is up (``side``: "Story"), what is printed on it line by line (``lines``:
    (what, words), the first of which may be ""), what a corner tells of its other side (``corner``), and that side
    itself where the viewer knows it (``other``): then it can be turned over to look.
    """

    name: str
    number: int | str | None = None
    kind: str = ""
    badge: str = ""
    text: str = ""
    used: bool = False
    house: tuple[str, ...] = ()
    count: int = 1
    grades: tuple[Grade, ...] = ()
    box: str = ""
    down: bool = False
    note: str = ""
    key: str = ""
    side: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    corner: str = ""
    other: CardFace | None = None

    @property
    def words(self) -> str:
        """The card in words."""
        number = "" if self.number is None else f" {self.number}"
        told = [f"{what} {text}".strip() for what, text in self.lines]
        if self.other is not None:
            told.append(f"other side {self.other.name}, {self.corner}".removesuffix(", "))
        elif self.corner:
            told.append(f"other side {self.corner}")
        extra = [f"{self.text} (used)" if self.used and self.text else self.text or ("used" if self.used else "")]
        steps = [f"{g.name} {minus(g.value)}{' now' if g.now else ''}" for g in self.grades]
        marks = ["face down" if self.down else "", self.note]
        first = f"{self.kind}{number}".strip()
        head = [self.side, first, self.badge, " / ".join(steps), self.box]
        inside = ", ".join(filter(None, [*head, *extra, *told, *marks]))
        times = f" ×{self.count}" if self.count > 1 else ""
        return f"{self.name}{times}" + (f" ({inside})" if inside else "") + ("*" if self.house else "")


@dataclass(frozen=True)
class Layer:
    """A part of a pile, top to bottom: "on top" and the cards there, in order where it is known."""

    title: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True)
class PileFace:
    """A pile. ``cards``: what is known to be in it, to be opened; ``layers``: the same, where some order is known."""

    name: str
    count: int
    face_down: bool = True
    cards: tuple[CardFace, ...] = ()
    text: str = ""
    layers: tuple[Layer, ...] = ()

    @property
    def words(self) -> str:
        """The pile in words."""
        size = f"{self.count} card" + ("" if self.count == 1 else "s")
        facing = ", face down" if self.face_down and self.count else ""
        parts = [f"{layer.title} {', '.join(c.words for c in layer.cards)}" for layer in self.layers]
        known = "; ".join(parts) or ", ".join(c.words for c in self.cards)
        return f"{size}{facing}{f': {known}' if known else ''}"


@dataclass(frozen=True)
class DieFace:
    """A die as it lies. ``marks``: the symbols on top, None while it is not rolled; ``mark``: what a symbol is called.

    ``colour``: of DIE_COLOURS; ``key``: as for a card; ``dim``: it is out of play for now; ``count``: of a stock.
    """

    colour: str
    marks: int | None = None
    mark: str = "skull"
    key: str = ""
    dim: bool = False
    count: int = 1

    @property
    def name(self) -> str:
        """What it is, however it lies."""
        return f"{self.colour} die"

    @property
    def words(self) -> str:
        """The die in words."""
        if self.marks is None:
            return f"{self.name} ×{self.count}" if self.count != 1 else self.name
        top = f"{self.marks} {self.mark}{'s' * (self.marks != 1)}" if self.marks else "blank"
        return f"{self.name}: {top}"


DIE_COLOURS = ("white", "red", "black")  # colours a die may be drawn in; its words say the same


@dataclass(frozen=True)
class Space:
    """A space of a row, a track on the board: its number, what is printed there, and what lies on it.

    ``notes``: printed symbols in words ("1 doubloon"); ``tokens``: pieces that stand there, in words ("player 2");
    ``now``: the one that matters next; ``done``: it lies behind; ``small``: no card ever lies there.
    """

    title: str
    card: CardFace | None = None
    notes: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    now: bool = False
    done: bool = False
    small: bool = False

    @property
    def name(self) -> str:
        """Which space it is."""
        return self.title

    @property
    def words(self) -> str:
        """The space in words."""
        state = ["done" if self.done else "", "next" if self.now else ""]
        inside = [self.card.words if self.card else "", *self.tokens, *self.notes, *state]
        return f"{self.title}: {', '.join(filter(None, inside))}" if any(inside) else f"{self.title}: empty"


@dataclass(frozen=True)
class Combo:
    """Moves that together deal damage. ``have``: for each move, whether a card for it is there.

    ``state``: "" or what is said of it, "within reach" or "made".
    """

    name: str
    moves: tuple[str, ...]
    damage: int
    have: tuple[bool, ...] = ()
    state: str = ""

    @property
    def words(self) -> str:
        """The combo in words."""
        there = f"{sum(self.have)} of {len(self.moves)} moves there" if any(self.have) else ""
        return f"{self.name} ({', '.join(filter(None, [*self.moves, f'damage {self.damage}', self.state or there]))})"


@dataclass(frozen=True)
class Seat:
    """One player and what lies openly before them. ``facts``: (what, how much) in words; ``turn``: it is their turn.

    ``number`` counts from 0; ``title``: whom they play; ``mark``: what lies before them for all to see ("bets aye");
    ``who``: "you" or "bot: greedy", which the table says.
    """

    number: int
    facts: tuple[tuple[str, str], ...]
    dice: tuple[DieFace, ...] = ()
    turn: bool = False
    mark: str = ""
    who: str = ""
    title: str = ""

    @property
    def words(self) -> str:
        """The seat in words."""
        dice = Counter(d.colour for d in self.dice)
        own = [f"dice {', '.join(f'{n} {colour}' for colour, n in dice.items())}"] if dice else []
        facts = [*(f"{what} {value}" for what, value in self.facts), *own, *([self.mark] if self.mark else [])]
        named = ", ".join(filter(None, [self.title, self.who, "on turn" if self.turn else ""]))
        return f"Player {self.number + 1}{f' ({named})' if named else ''}: {', '.join(facts)}"


@dataclass(frozen=True)
class Chip:
    """A small piece on a player's mat: a token, a card in one line. ``look``: what it is, for its colour ("teeth").

    ``text``: what stands behind its name; ``down``: it is there, and does not count now; ``house``, ``key``: as for a
    card.
    """

    name: str
    text: str = ""
    look: str = ""
    down: bool = False
    house: tuple[str, ...] = ()
    key: str = ""

    @property
    def words(self) -> str:
        """The piece in words."""
        return f"{self.name}{f' ({self.text})' if self.text else ''}{'*' if self.house else ''}"


@dataclass(frozen=True)
class MatRow:
    """A place on a player's mat. ``note``: what holds there ("7 of 10"); ``tokens``: its pieces are tokens."""

    title: str
    chips: tuple[Chip, ...] = ()
    note: str = ""
    tokens: bool = False

    @property
    def words(self) -> str:
        """What lies there in words; equal pieces are counted."""
        pieces = Counter(c.words for c in self.chips)
        told = ", ".join(f"{words} ×{n}" if n > 1 else words for words, n in pieces.items())
        return f"{self.title}{f' {self.note}' if self.note else ''}: {told or 'none'}"


@dataclass(frozen=True)
class Mat:
    """A player's mat: dials (what, value) and places. ``key``: as for a card, of the whole figure."""

    name: str
    title: str = ""
    dials: tuple[tuple[str, str], ...] = ()
    rows: tuple[MatRow, ...] = ()
    key: str = ""

    @property
    def words(self) -> str:
        """The mat in words."""
        dials = ", ".join(f"{what} {value}" for what, value in self.dials)
        rows = "; ".join(row.words for row in self.rows)
        return f"{self.name}{f' ({self.title})' if self.title else ''}: {dials}; {rows}".rstrip("; ")


@dataclass(frozen=True)
class MapFace:
    """A map of hexes. ``told``: what lies and stands there, (place or figure, words).

    ``picture``: as ``hex_picture`` gives it; a hex may have a ``pick``, the key by which moves point at it.
    ``hint``: what is said below it; ``legend``: (sign, words) of signs on Pins.
    """

    name: str
    picture: dict[str, Any] = field(compare=False)
    told: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The map in words."""
        return "; ".join(f"{what} {where}" for what, where in self.told)


@dataclass(frozen=True)
class Trail:
    """What was worked out, step by step: (what, words). ``title``: what it led to, or when it was."""

    name: str
    title: str = ""
    steps: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The steps in words."""
        told = "; ".join(f"{what}: {words}" if what else words for what, words in self.steps)
        return f"{self.name}{f' ({self.title})' if self.title else ''}: {told}"


Item = CardFace | PileFace | DieFace | Space | Combo | Mat | MapFace | Trail


@dataclass(frozen=True)
class Zone:
    """A place on the table with what lies there; ``empty`` is said when nothing does. ``slim``: it takes no room then.

    ``low``: it stands below the choices; ``tight``: its cards stand close, as those of a hand.
    """

    title: str
    items: tuple[Item, ...] = ()
    empty: str = "nothing"
    new_row: bool = False
    slim: bool = False
    low: bool = False
    tight: bool = False


@dataclass(frozen=True)
class Track:
    """A row of marks. ``kind``: "heart" or "power"."""

    name: str
    value: int
    most: int
    kind: str = "heart"


@dataclass(frozen=True)
class FlowStep:
    """A step of the turn; the active one is marked."""

    name: str
    active: bool = False


@dataclass(frozen=True)
class Mark:
    """A number of the summary line that matters. ``kind``: "power" or "need"."""

    text: str
    kind: str = "power"


@dataclass(frozen=True)
class View:
    """All that is drawn of a state. ``words`` is the position in half a line, for ``repr``.

    ``ask``: what is chosen now, in a few words ("choose a hazard"); ``note``: what stands at the head of the table
    ("level 2").
    """

    words: str
    flow: tuple[FlowStep, ...] = ()
    tracks: tuple[Track, ...] = ()
    zones: tuple[Zone, ...] = ()
    summary: tuple[str | Mark, ...] = ()
    ask: str = "choose"
    note: str = ""
    seats: tuple[Seat, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON knows it."""
        zones = [
            {
                "title": z.title,
                "empty": z.empty,
                "new_row": z.new_row,
                "slim": z.slim,
                "low": z.low,
                "tight": z.tight,
                "items": list(map(_item, z.items)),
            }
            for z in self.zones
        ]
        return {
            "words": self.words,
            "flow": [asdict(f) for f in self.flow],
            "tracks": [asdict(t) for t in self.tracks],
            "zones": zones,
            "summary": [asdict(m) if isinstance(m, Mark) else {"text": m, "kind": ""} for m in self.summary],
            "note": self.note,
            "seats": [
                {"words": x.words, **asdict(x), "facts": [list(f) for f in x.facts], "dice": list(map(_item, x.dice))}
                for x in self.seats
            ],
        }

    @property
    def summary_text(self) -> str:
        """The summary line without its marks."""
        return "".join(m.text if isinstance(m, Mark) else m for m in self.summary)


def _item(item: Item) -> dict[str, Any]:
    data = {"is": KINDS[type(item)], "words": item.words, **asdict(item)}
    if isinstance(item, CardFace):
        data |= {"house": list(item.house), "grades": [asdict(g) for g in item.grades]}
        data |= {"lines": list(map(list, item.lines)), "other": _item(item.other) if item.other else None}
    if isinstance(item, Combo):
        data |= {"moves": list(item.moves), "have": list(item.have)}
    if isinstance(item, PileFace):
        data["cards"] = [_item(c) for c in item.cards]
        data["layers"] = [{"title": layer.title, "cards": [_item(c) for c in layer.cards]} for layer in item.layers]
    if isinstance(item, Space):
        card = _item(item.card) if item.card else None
        data |= {"card": card, "notes": list(item.notes), "tokens": list(item.tokens)}
    if isinstance(item, Mat):
        rows = [
            {**asdict(r), "words": r.words, "chips": [{**asdict(c), "words": c.words} for c in r.chips]}
            for r in item.rows
        ]
        data |= {"dials": list(map(list, item.dials)), "rows": rows}
    if isinstance(item, MapFace):
        data |= {"legend": list(map(list, item.legend)), "told": list(map(list, item.told))}
    if isinstance(item, Trail):
        data["steps"] = list(map(list, item.steps))
    return data


KINDS: dict[type, str] = {
    CardFace: "card",
    PileFace: "pile",
    DieFace: "die",
    Space: "space",
    Combo: "combo",
    Mat: "mat",
    MapFace: "map",
    Trail: "trail",
}


def text_board(view: View) -> Iterable[str]:
    """The lines of a board for readers without a picture; * marks values of ours."""
    if view.flow:
        yield "  ".join(f"[{f.name}]" if f.active else f.name for f in view.flow)
    for t in view.tracks:
        yield f"{t.name}: {t.value} of {t.most}"
    for seat in view.seats:
        yield seat.words
    for zone in view.zones:
        if zone.slim and not zone.items:
            continue
        yield f"{zone.title}: {'; '.join(i.words for i in zone.items) or zone.empty}"
    if view.summary:
        yield view.summary_text
