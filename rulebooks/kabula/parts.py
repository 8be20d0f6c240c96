"""Kabula 2 and 6: Parts and their boxes: paying, raging, limits, rest, recharge.

A Part lies in the Rage, Fresh or Used box, from left to right. An ordinary payment moves a Part one box to the right;
so a raging Part pays twice before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from rulebooks.core.cards import short
from rulebooks.core.chance import Bag, deal
from rulebooks.core.interned import Interned
from rulebooks.kabula.book import rule

PARTS = ("teeth", "brain", "legs", "butt", "guts")
ANY = "any"
FRESH_CAP = {"hero": 10, "familio": 5}
NONE: Bag[str] = Bag()
Cost = tuple[str, ...]  # each a Part, "any", or either of them after "raging "


@dataclass(frozen=True, slots=True)
class Boxes:
    """The Parts of a figure, by box. A Familio's Used box is its Hero's."""

    rage: Bag[str] = NONE
    fresh: Bag[str] = NONE
    used: Bag[str] = NONE

    def __len__(self) -> int:
        return len(self.rage) + len(self.fresh) + len(self.used)


EMPTY = Boxes()


@dataclass(frozen=True, eq=False)
class Payment(metaclass=Interned):
    """How a cost is paid: Parts moved from Rage to Fresh, from Fresh to Used, and raging ones all the way.

    ``down``: Parts moved on from a Fresh box that became too full (2.7).
    """

    raging: Bag[str] = NONE
    fresh: Bag[str] = NONE
    all_the_way: Bag[str] = NONE
    down: Bag[str] = NONE

    def __str__(self) -> str:
        told = [(self.fresh, ""), (self.raging, "raging "), (self.all_the_way, "raging (all the way) ")]
        parts = [f"{word}{part}" + f" ×{n}" * (n > 1) for bag, word in told for part, n in bag.counts.items()]
        return (", ".join(parts) or "nothing") + f"; {self.down} from Fresh to Used" * bool(self.down)


@lru_cache(maxsize=4096)
def cost(text: str | None) -> Cost:
    """What an action costs, from text such as "guts", "any 2" or "raging brain". ValueError names what is unknown.

    >>> cost("any 2, guts")
    ('any', 'any', 'guts')
    """
    found: list[str] = []
    for word in (part.strip() for part in text.split(",")) if text else ():
        head, _, last = word.rpartition(" ")
        n = int(last) if last.isdecimal() and last.isascii() else 1
        name = head if last.isdecimal() else word
        if name.removeprefix("raging ") not in (*PARTS, ANY) or not 0 < n < 100:
            raise ValueError(
                f"no Part is called {short(word)}; there are {', '.join(PARTS)}, any, and raging before them"
            )
        found += [name] * n
    return tuple(found)


# Parts ------------------------------------------------------------------------------------
@rule("2.6", "Get a Part")
def get(boxes: Boxes, parts: Iterable[str]) -> Boxes:
    """A new Part goes into the Used box; there are enough of all (BR-28)."""
    return replace(boxes, used=boxes.used + Bag(parts))


@rule("2.5", "Spend Parts")
def pay(boxes: Boxes, payment: Payment) -> Boxes:
    """An ordinary payment moves a Part one box to the right, and the same raging Part may pay twice (BR-26)."""
    boxes = paid(boxes, Payment(payment.raging, payment.fresh))
    boxes = all_the_way(boxes, payment.all_the_way) if payment.all_the_way else boxes
    return sent_on(boxes, payment.down) if payment.down else boxes


def paid(boxes: Boxes, payment: Payment) -> Boxes:
    """The boxes as they would be: to look at ways to pay is not to pay, so that no log tells it."""
    rage = boxes.rage - payment.raging - payment.all_the_way
    fresh = boxes.fresh + payment.raging - payment.fresh - payment.down
    return Boxes(rage, fresh, boxes.used + payment.fresh + payment.all_the_way + payment.down)


def raging(want: str) -> bool:
    """Whether a cost asks for a raging Part."""
    return want.startswith("raging ")


@rule("2.5a", "Raging Parts")
def all_the_way(boxes: Boxes, parts: Bag[str]) -> Boxes:
    """A raging Part that a cost asks for goes from Rage straight to Used, and it counts once."""
    return replace(boxes, rage=boxes.rage - parts, used=boxes.used + parts)


@rule("2.7", "A full box")
def sent_on(boxes: Boxes, parts: Bag[str]) -> Boxes:
    """At most 10 Parts of a Hero, 5 of a Familio, are Fresh; its owner moves what is too much to Used (BR-27)."""
    return replace(boxes, fresh=boxes.fresh - parts, used=boxes.used + parts)


@lru_cache(maxsize=1 << 16)
def payments(boxes: Boxes, price: Cost, cap: int = FRESH_CAP["hero"]) -> tuple[Payment, ...]:
    """Every way to pay a cost, in a stable order; none where it cannot be paid.

    Parts that are asked for by name come first, then those that may be any; ways that lead to the same boxes by the
    same moves are one.
    """
    start = Payment()
    ways = {start: None}
    for want in sorted(price, key=lambda w: (not raging(w), w.endswith(ANY))):
        ways = dict.fromkeys(more for way in ways for more in _one_more(boxes, way, want))
    full = dict.fromkeys(trimmed for way in ways for trimmed in _trimmed(boxes, way, cap))
    return tuple(full)


def _one_more(boxes: Boxes, way: Payment, want: str) -> Iterable[Payment]:
    """A payment with one Part more."""
    names = PARTS if want.endswith(ANY) else (want.removeprefix("raging "),)
    now = paid(boxes, way)
    for part in names:
        if raging(want):
            if part in now.rage:
                yield replace_payment(way, all_the_way=way.all_the_way.add(part))
            continue
        if part in now.fresh:
            yield replace_payment(way, fresh=way.fresh.add(part))
        if part in now.rage:
            yield replace_payment(way, raging=way.raging.add(part))


def replace_payment(way: Payment, **changes: Bag[str]) -> Payment:
    """The same payment with some of its Parts changed."""
    told = {"raging": way.raging, "fresh": way.fresh, "all_the_way": way.all_the_way, "down": way.down}
    return Payment(**(told | changes))


def _trimmed(boxes: Boxes, way: Payment, cap: int) -> Iterable[Payment]:
    """A payment with the Parts that a Fresh box too full sends on."""
    fresh = paid(boxes, way).fresh
    surplus = max(0, len(fresh) - cap)
    if not surplus:
        yield way
        return
    for down in deal(fresh, surplus):
        yield replace_payment(way, down=down)


def size_of(payment: Payment) -> int:
    """How many Parts were spent: each move of a Part pays one."""
    return len(payment.raging) + len(payment.fresh) + len(payment.all_the_way)


# Rest -------------------------------------------------------------------------------------
@rule("2.8", "Parts after a rest")
def rest(boxes: Boxes, fresh: Bag[str]) -> Boxes:
    """All Parts go to Used, raging ones too; then up to 10 of the Hero's, 5 of the Familio's, become Fresh (BR-29)."""
    all_parts = boxes.rage + boxes.fresh + boxes.used
    return Boxes(NONE, fresh, all_parts - fresh)


# 6  Recharging ---------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Recharge(metaclass=Interned):
    """Give a Part new strength: a used one becomes Fresh, or a Fresh one raging."""

    part: str
    box: str  # where it lies: "used" or "fresh"

    def __str__(self) -> str:
        return f"recharge {self.part} from {self.box.title()} to {'Fresh' if self.box == 'used' else 'Rage'}"


def recharges(boxes: Boxes, cap: int) -> tuple[Recharge, ...]:
    """Every way to recharge one Part; a full Fresh box takes none in (BR-49)."""
    used = [Recharge(p, "used") for p in PARTS if p in boxes.used and len(boxes.fresh) < cap]
    return (*used, *(Recharge(p, "fresh") for p in PARTS if p in boxes.fresh))


@rule("6.3", "Recharge a Part")
def recharge(boxes: Boxes, action: Recharge) -> Boxes:
    """Who recharges moves one Part of their choice one box to the left (BR-49)."""
    if action.box == "used":
        return replace(boxes, used=boxes.used.take(action.part), fresh=boxes.fresh.add(action.part))
    return replace(boxes, fresh=boxes.fresh.take(action.part), rage=boxes.rage.add(action.part))
