"""How a Friday fight becomes one whole number, for ``friday_values.py``.

From the lowest place: what must be finished (1: one more card of "+2 cards"; from ``SECOND`` on: the second
exchange of an "exchange 2", by the card in that slot), free cards left, cards that may be paid for, life,
era (discard pile and aging cards that a shuffle would bring), cards left in the stack, then how many of each
kind are in the stack, then how many lie in each slot of the table. A kind is (value, ability); a slot also says how
the card lies: "open", "used" (a copy can still read it), or "held" (life that came during an "exchange 2").
"""

from __future__ import annotations

from collections.abc import Iterable
from math import factorial

from rulebooks.core.chance import Bag, Pile, deal
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, HARMFUL, LIFE, FridayCard, most_life
from rulebooks.friday.fights import Fighting

DRAWN = {None, *LIFE, *CARDS, *HARM, "destroy", "double", "copy", "step -1", "highest = 0"}
READ = {*LIFE, *CARDS, *EXCHANGES, "destroy", "double", "step -1"}  # used ones can still be copied
BITS = 8  # of each small number in a state
ONE = (1 << BITS) - 1
SECOND = 8
Slot = tuple[int, str, str]


def tame(c: FridayCard) -> bool:
    """Whether a card's value goes with its ability: what helps is not below 0, what only harms is 0."""
    if c.ability is None:
        return True
    return c.value == 0 if c.ability in HARMFUL else (c.value or 0) >= 0


def most_drawn(f: Fighting, cards: Iterable[FridayCard]) -> int:
    """The most cards that can still be drawn while only these come."""
    names = [c.ability or "" for c in cards]
    takes = [CARDS.get(a, 0) + EXCHANGES.get(a, 0) for a in names]
    copies, lives = names.count("copy"), [LIFE.get(a, 0) for a in names]
    due = sum(1 if frame.kind == "draw" else frame.n for frame in f.pending)
    paid = f.life + sum(lives) + copies * max(lives, default=0)
    if f.challenge.pay is not None:
        paid = min(paid, f.challenge.pay - f.paid)
    return due + f.free + sum(takes) + copies * max(takes, default=0) + paid


class Coding:
    """The places of one fight's numbers, and what each event adds to them."""

    def __init__(self, f: Fighting) -> None:
        here = [*f.stack, *(c.card for c in f.cards)]
        self.exchanging = any(c.ability in EXCHANGES for c in here)
        may_run_out = most_drawn(f, here) > len(f.stack)
        self.endless = self.exchanging and may_run_out  # discarded cards could come back
        self.shuffled = bool(f.discard) and may_run_out
        # nothing else is discarded, so the stack is shuffled once at most
        self.cards = [*here, *f.discard, *(deal(f.aging) if len(f.aging) else ())] if self.shuffled else here
        self.copying = any(c.ability == "copy" for c in self.cards)
        lives = [LIFE.get(c.ability or "", 0) for c in self.cards]
        self.gains = sum(lives) + max(lives, default=0) * sum(c.ability == "copy" for c in self.cards)
        self.most = most_life(f.setup)
        # whether life cards that leave the table may have to be used while life is at its most
        self.tight = self.exchanging and f.life + self.gains > self.most
        self._slots()
        self._eras(f)

    def _slots(self) -> None:
        self.kinds = sorted({(c.value or 0, c.ability or "") for c in self.cards})
        values = sorted({0, *(v for v, _ in self.kinds)})
        self.slots: list[Slot] = [(v, "", "open") for v in values]  # plain cards first, the lowest first
        for v, a in self.kinds:
            if a:
                self.slots.append((v, a, "open"))
            if a in READ:
                self.slots.append((v, a, "used"))
            if a in LIFE:
                self.slots.append((v, a, "held"))
        self.slots.append((0, "down", "open"))
        self.slot = {s: i for i, s in enumerate(self.slots)}
        self.free, self.pay, self.life, self.era, self.left = (1 << BITS * i for i in range(1, 6))
        self.stack_at = BITS * 6
        self.table_at = self.stack_at + BITS * len(self.kinds)
        self.at = [self.table_at + BITS * i for i in range(len(self.slots))]
        self.one = [1 << at for at in self.at]
        self.in_stack = {k: (1 << self.stack_at + BITS * i) + self.left for i, k in enumerate(self.kinds)}

    def put(self, value: int, ability: str, lies: str = "open") -> int:
        """The slot of a card."""
        if lies == "used" and not (self.copying and ability in READ):
            return self.slot[value, "", "open"]
        return self.slot[value, ability, lies]

    def stack_of(self, cards: Iterable[FridayCard]) -> int:
        """What the cards of a stack add to a state."""
        return sum(self.in_stack[c.value or 0, c.ability or ""] for c in cards)

    def mask(self, abilities: Iterable[str], stack: bool = True, lies: Iterable[str] = ("open", "used", "held")) -> int:
        """The places of cards with these abilities, in the stack (or not) and on the table as they lie."""
        places = [self.stack_at + BITS * i for i, (_, a) in enumerate(self.kinds) if stack and a in abilities]
        places += [at for at, (_, a, how) in zip(self.at, self.slots, strict=True) if a in abilities and how in lies]
        return sum(ONE << at for at in places)

    # shuffles ---------------------------------------------------------------------
    def _eras(self, f: Fighting) -> None:
        self.eras: list[tuple[Bag[FridayCard], Pile[FridayCard]]] = []
        self.era_of: dict[tuple[Bag[FridayCard], Pile[FridayCard]], int] = {}
        self.shuffles: list[list[tuple[int, int]]] = []  # for each aging card: its weight, and what it adds
        self.scale: list[int] = []
        self.find_era(f)
        size = max(len(f.stack), len(f.discard) + 1 if self.shuffled else 0)
        self.factorial = [factorial(i) for i in range(size + 1)]
        self.whole = self.factorial[-1] * self.scale[0]

    def find_era(self, f: Fighting) -> int:
        """The era of a fight; where the stack cannot run out there is but one."""
        return self._era(f.discard, f.aging) if self.shuffled else self._era(Bag(), Pile())

    def _era(self, discard: Bag[FridayCard], aging: Pile[FridayCard]) -> int:
        at = self.era_of.get((discard, aging))
        if at is not None:
            return at
        at = self.era_of[discard, aging] = len(self.eras)
        self.eras.append((discard, aging))
        self.shuffles.append([])
        self.scale.append(1)
        if discard and len(aging):
            for c, weight in deal(aging).items():
                after = self._era(Bag(), aging.take(c))
                self.shuffles[at].append((weight, self.stack_of([*discard, c]) + (after - at) * self.era))
            weights = sum(weight for weight, _ in self.shuffles[at])
            self.scale[at] = weights * factorial(len(discard) + 1) * self.scale[after]
        return at

    # a fight as a number --------------------------------------------------------------
    def state(self, f: Fighting) -> int:
        """The number of a fight before its comparison; a card to be drawn is left out."""
        cap = ONE if f.challenge.pay is None else min(ONE, f.challenge.pay - f.paid)
        state = self.stack_of(f.stack) + self.find_era(f) * self.era + f.free * self.free + cap * self.pay
        state += f.life * self.life
        held = False
        for frame in f.pending:
            if frame.kind == "cards":
                state += 1 if self.exchanging else self.free
            elif frame.kind == "exchange":
                assert frame.by is not None
                held = True
                state += SECOND + self.put(frame.by.value, frame.by.ability or "", "used")
        for c, n in f.cards.counts.items():
            ability = c.ability or ""
            if c.down:
                at = self.slot[0, "down", "open"]
            elif (c.used and ability not in HARMFUL) or not ability:
                at = self.put(c.value, ability, "used")
            else:
                at, more = self.laid(c.value, ability, held)
                state += n * more
            state += n * self.one[at]
        return state

    def laid(self, value: int, ability: str, held: bool = False) -> tuple[int, int]:
        """(the slot of a card just laid, what else changes): life is counted at once, and "+n cards" where it can."""
        if ability in CARDS and not self.exchanging:
            return self.put(value, ability, "used"), CARDS[ability] * self.free
        if ability in LIFE and held:
            return self.put(value, ability, "held"), 0
        if ability in LIFE:
            return self.put(value, ability, "open" if self.tight else "used"), LIFE[ability] * self.life
        return self.put(value, ability), 0
