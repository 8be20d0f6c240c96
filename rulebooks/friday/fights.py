"""Friday 2, 4, 5 and 6: the fight against a hazard or a pirate, but for what abilities do (chapter 3).

A fight is a state of its own: Robinson's stack, his discard pile and the aging cards go in, and
come out changed. ``turns.py`` plays it, whether a table holds it or odds walk it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from rulebooks.core.chance import Bag, Pile
from rulebooks.core.interned import Interned
from rulebooks.friday.book import rule
from rulebooks.friday.contents import HARM, FridayCard, Options, Setup

NONE: Bag[FridayCard] = Bag()
NO_HARM: Bag[str] = Bag()


@dataclass(frozen=True, eq=False)
class Lying(metaclass=Interned):
    """A card drawn in this fight: on which side of the hazard, used or not, turned face down, doubled."""

    card: FridayCard
    left: bool
    used: bool = False
    down: bool = False
    doubled: bool = False

    @property
    def value(self) -> int:
        """Its printed fighting value; 0 once it lies face down."""
        return 0 if self.down else self.card.value or 0

    @property
    def ability(self) -> str | None:
        """What it can or must do; nothing once it lies face down."""
        return None if self.down else self.card.ability

    def now(self, **changes: bool) -> Lying:
        """The card as it lies afterwards."""
        marks = {"used": self.used, "down": self.down, "doubled": self.doubled, **changes}
        return Lying(self.card, self.left, **marks)

    def __lt__(self, other: Lying) -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[object, ...]:
        return (self.card._key, not self.left, self.used, self.down, self.doubled)

    def __str__(self) -> str:
        marks = [m for m, on in (("used", self.used), ("face down", self.down), ("doubled", self.doubled)) if on]
        return f"{self.card}, {', '.join(['left' if self.left else 'right', *marks])}"


@dataclass(frozen=True, eq=False)
class Frame(metaclass=Interned):
    """What has to be finished before anything else.

    ``kind``: "draw" (``to``: left, right, eyes), "cards", "exchange", "replace", "sort", "shuffle" or
    "discard"; ``n``: how many more (sort: -1 once looking is over); ``by``: the card that cannot be hit, or that
    waits; ``seen``: cards looked at.
    """

    kind: str
    to: str = ""
    n: int = 0
    by: Lying | None = None
    seen: Bag[FridayCard] = NONE


@dataclass(frozen=True, slots=True)
class Result:
    """How the comparison went. ``points``: of a loss, to destroy cards; ``lost_by``: the rule that lost the game."""

    won: bool
    total: int
    points: int = 0
    lost_by: str = ""


class Fight(NamedTuple):
    """How a fight ended. ``life_lost``: life before it less life after it, so a gain counts below 0.

    Where the game is lost without a number of life points (no aging card left, a pirate not beaten),
    it is all life and one more. ``removed``: how many cards left the game.
    """

    won: bool
    total: int
    life_lost: int
    cards_paid: int
    removed: int


@dataclass(frozen=True, eq=False)
class Challenge(metaclass=Interned):
    """What stays the same during a fight.

    ``needs``: the hazard value now, and after one and two "step -1"; ``free``: cards in the white box; ``life``: at
    its start; ``pay``: a cap of one's own on paid cards, or None; ``aging``: aging cards on the board at its start.
    """

    needs: tuple[int, ...]
    free: int
    life: int
    setup: Setup
    pirate: bool = False
    pirate_rule: str | None = None
    pay: int | None = None
    aging: int = 0

    @property
    def options(self) -> Options:
        """The readings this fight is played with."""
        return self.setup.options


@dataclass(frozen=True, slots=True)
class Fighting:
    """One fight under way.

    ``phase``: "fight", "comparing", "destroying" or "over". ``free``: free cards not drawn yet; ``paid``: cards paid
    for; ``pending``: what must be finished, the last first; ``eased``: "step -1" used; ``buried``: cards put below
    the stack; ``alone``: shuffles without an aging card; ``repeated``: harm that copies of aging cards did;
    ``removed``: cards that left the game.
    """

    challenge: Challenge
    phase: str
    stack: Pile[FridayCard]
    discard: Bag[FridayCard]
    aging: Pile[FridayCard]
    cards: Bag[Lying]
    life: int
    free: int
    paid: int
    pending: tuple[Frame, ...] = ()
    eased: int = 0
    buried: int = 0
    removed: Bag[FridayCard] = NONE
    result: Result | None = None
    alone: int = 0
    repeated: Bag[str] = NO_HARM

    @property
    def setup(self) -> Setup:
        """The set-up that a fight alone is played and saved with."""
        return self.challenge.setup


def due(f: Fighting, *frames: Frame) -> Fighting:
    """The fight with something more to be finished, the last named first."""
    return replace(f, pending=(*f.pending, *frames))


def in_hand(f: Fighting) -> Bag[FridayCard]:
    """Cards that lie nowhere for the moment: looked at, or waiting to be discarded."""
    waiting = [frame.by.card for frame in f.pending if frame.kind == "discard" and frame.by is not None]
    return Bag([*(card for frame in f.pending for card in frame.seen), *waiting])


# 2  Drawing ---------------------------------------------------------------------------
@rule("2.1", "Free cards")
def draw_free(f: Fighting) -> Fighting:
    """Draw a fighting card for free and lay it left of the hazard, as long as the white box allows; nobody has to."""
    return draw(replace(f, free=f.free - 1), "left")


@rule("2.2", "As many as the white box says")
def free_left(f: Fighting) -> bool:
    """The number in the white box is the most free cards of a fight."""
    return f.free > 0


@rule("2.3", "At least one card")
def one_drawn(f: Fighting) -> bool:
    """Nothing is compared before a card was drawn, where one can be drawn for free."""
    return bool(f.cards) or f.free < f.challenge.free or f.paid > 0 or not f.challenge.free or not can_draw(f)


@rule("2.4", "Pay for a card")
def pay(f: Fighting) -> Fighting:
    """Each further card costs 1 life point and is laid right of the hazard."""
    return draw(replace(f, life=f.life - price(f), paid=f.paid + 1), "right")


@rule("2.5", "Life to pay with")
def life_to_pay(f: Fighting) -> bool:
    """Life points that are not there cannot be paid; 0 is still alive."""
    return f.life >= price(f)


@rule("2.6", "Free cards first", kind="house")
def free_first(f: Fighting) -> bool:
    """Nobody pays for a card while a free one can be drawn (FR-36)."""
    return not f.challenge.options.free_first or not free_left(f) or stop_on_the_left(f)


@rule("2.7", "A cap of one's own", kind="house")
def within_cap(f: Fighting) -> bool:
    """For what-ifs the number of paid cards can be capped; the rules set no limit but life."""
    return f.challenge.pay is None or f.paid < f.challenge.pay


@rule("2.8", "A card to draw", kind="house")
def can_draw(f: Fighting) -> bool:
    """A card can be drawn while stack or discard pile holds one; cards in the fight stay there (FR-38)."""
    something = bool(f.discard) or (f.challenge.options.draw_from_nothing and bool(f.aging))
    return bool(f.stack) or (something and can_fill(f))


def can_fill(f: Fighting) -> bool:
    """An empty stack is filled, though by the older rule, without aging cards, not for ever (FR-37)."""
    options = f.challenge.options
    return bool(f.aging) or options.aging_exhausted == "lose" or f.alone < options.below_limit


def draw(f: Fighting, to: str) -> Fighting:
    """A card is due: for the left, the right or the eyes. An empty stack is filled first."""
    f = due(f, Frame("draw", to))
    return f if f.stack else refill(f)


def refill(f: Fighting) -> Fighting:
    """The empty stack before a card is drawn: an aging card comes first, or there is none."""
    if f.aging:
        return f
    return none_left(f) if f.challenge.options.aging_exhausted == "lose" else shuffle_alone(f)


@rule("2.9", "The stack runs out")
def reshuffle(f: Fighting, aging: FridayCard) -> Fighting:
    """Only when a card is needed and the stack is empty: shuffle the discard pile with the next aging card, seen."""
    return replace(f, stack=Pile((f.discard.add(aging),)), discard=NONE, aging=f.aging.take(aging))


@rule("2.10", "No aging card left")
def none_left(f: Fighting) -> Fighting:
    """When the stack has to be shuffled and no aging card is left, the game is lost (FR-1)."""
    f = replace(f, discard=f.discard + in_hand(f), pending=(), result=Result(False, total(f), 0, "2.10"))
    return replace(cleared(f), phase="over")


@rule("2.10a", "A shuffle without an aging card", kind="house")
def shuffle_alone(f: Fighting) -> Fighting:
    """Read otherwise, the discard pile is shuffled alone: no aging card is left (FR-1) or asked for (FR-28)."""
    return replace(f, stack=Pile((f.discard,)), discard=NONE, alone=f.alone + 1)


@rule("2.11", "A card is laid")
def lay(f: Fighting, card: FridayCard) -> Fighting:
    """The card drawn lies face up on its side of the hazard; its value and ability are in the fight."""
    left = f.pending[-1].to == "left"
    cards = f.cards.add(Lying(card, left))
    return replace(f, stack=f.stack.take(card), cards=cards, pending=f.pending[:-1])


# 4  Aging cards -----------------------------------------------------------------------
@rule("4.1", "Aging cannot be refused")
def harm(f: Fighting) -> int:
    """What face-up aging cards ask for must be done: 1 or 2 life points each at the end, won or lost."""
    lying = sum(HARM[c.ability] * n for c, n in f.cards.counts.items() if c.ability in HARM)
    return lying + sum(HARM.get(ability, 0) * n for ability, n in f.repeated.counts.items())


@rule("4.2", "Stop")
def no_stop(f: Fighting) -> bool:
    """While "stop" lies face up on the left, no free card is drawn; paid cards are. Gone, drawing goes on."""
    return not stop_on_the_left(f)


def stop_on_the_left(f: Fighting) -> bool:
    """Whether a "stop" holds up the free cards; on the right it is a card of value 0."""
    return any(c.left and c.ability == "stop" for c in f.cards.kinds)


@rule("4.3", "Highest = 0")
def zeroed(f: Fighting) -> Bag[Lying]:
    """The card with the highest printed value above 0 counts 0; of equals one, a doubled one last (FR-9, FR-10)."""
    scared = sum(n for c, n in f.cards.counts.items() if c.ability == "highest = 0") + f.repeated.count("highest = 0")
    after = f.challenge.options.highest_zero == "after doubling"
    able = [c for c in f.cards if c.value > 0]
    able.sort(key=lambda c: (c.value * (1 + c.doubled if after else 1), not c.doubled), reverse=True)
    return Bag(able[: scared if f.challenge.options.zero_each else min(1, scared)])


# 5  The comparison --------------------------------------------------------------------
@rule("5.1", "Compare")
def compare(f: Fighting) -> Fighting:
    """Robinson draws no more: what acts at the comparison, doubling and "step -1", is done now."""
    return replace(f, phase="comparing")


@rule("5.2", "Fighting value")
def total(f: Fighting) -> int:
    """The values of all face-up cards on both sides, doubled where marked; "highest = 0" takes one away."""
    zero = zeroed(f).counts
    printed_only = f.challenge.options.highest_zero == "printed only"
    points = []
    for c, n in f.cards.counts.items():
        full, none = c.value * (1 + c.doubled), c.value * c.doubled if printed_only else 0
        gone = zero.get(c, 0)
        points += [(full, c)] * (n - gone) + [(none, c)] * gone
    if f.challenge.pirate_rule == "half_count":
        return half_count(f, points)
    plus = plus_one_each(f) if f.challenge.pirate_rule == "each_card_plus_1" else 0
    return sum(v for v, _ in points) + plus


@rule("5.3", "The hazard value")
def need(f: Fighting) -> int:
    """The hazard's value of the current step, a step lower for each "step -1"; a pirate's value."""
    needs, options = f.challenge.needs, f.challenge.options
    steps = f.eased if options.step_stacks else min(1, f.eased)
    drawn = f.challenge.aging - len(f.aging) if options.recount_aging else 0
    more = 2 * drawn if f.challenge.pirate_rule == "two_per_aging_card" else 0
    return needs[min(steps, len(needs) - 1)] + more


@rule("5.4", "Won")
def win(f: Fighting) -> Fighting:
    """A fighting value of at least the hazard value wins; after a win no card is destroyed for life points."""
    return after_harm(cleared(replace(f, result=Result(True, total(f)))))


@rule("5.5", "Lost")
def lose(f: Fighting) -> Fighting:
    """Short of the hazard value: pay the difference in life points."""
    short = need(f) - total(f)
    f = replace(f, life=f.life - short, result=Result(False, total(f), short))
    return after_harm(cleared(f))


@rule("5.6", "Life for aging cards")
def after_harm(f: Fighting) -> Fighting:
    """-1 and -2 life are paid at the end of the fight, won or lost, and destroy nothing."""
    f = replace(f, life=f.life - harm(f))
    return dead(f) if f.life < 0 else spend_or_end(f)


@rule("5.7", "Face-down cards leave the game")
def cleared(f: Fighting) -> Fighting:
    """A card turned face down is removed from the game when the fight is over."""
    down = Bag({c: n for c, n in f.cards.counts.items() if c.down})
    return replace(f, cards=f.cards - down, removed=f.removed + Bag([c.card for c in down]))


@dataclass(frozen=True, eq=False)
class Destroy(metaclass=Interned):
    """Destroy a card for points of a loss."""

    card: Lying

    def __str__(self) -> str:
        return f"destroy {self.card} for {self.card.card.destroy_cost}"


@rule("5.8", "Destroy for the points of a loss")
def destroy_for_points(f: Fighting, lying: Lying) -> Fighting:
    """After a loss its points destroy cards of this fight: 1 a card, 2 an aging card; points may be left over."""
    assert f.result is not None
    left = replace(f.result, points=f.result.points - (lying.card.destroy_cost or 0))
    f = replace(f, cards=f.cards.take(lying), removed=f.removed.add(lying.card), result=left)
    return spend_or_end(f)


@rule("5.9", "Points enough")
def points_left(f: Fighting, action: Destroy) -> bool:
    """A card is destroyed only with as many points as it costs."""
    return f.result is not None and f.result.points >= (action.card.card.destroy_cost or 0)


@rule("5.10", "Points left over")
def keep_points(f: Fighting) -> Fighting:
    """Nobody has to destroy a card: points that are left over are gone, and the fight is over."""
    return replace(f, phase="over")


def spend_or_end(f: Fighting) -> Fighting:
    """Points of a loss are open while they can destroy a card; else the fight is over."""
    points = f.result.points if f.result else 0
    able = any((c.card.destroy_cost or 0) <= points for c in f.cards.kinds) if points > 0 else False
    return replace(f, phase="destroying" if able else "over")


@rule("7.1", "Death")
def dead(f: Fighting) -> Fighting:
    """Robinson lives with 0 life points; a payment that would take him below 0 loses the game."""
    assert f.result is not None
    return replace(f, phase="over", result=replace(f.result, points=0, lost_by="7.1"))


# 6  Pirates ---------------------------------------------------------------------------
@rule("6.2", "Pirates are not left alone")
def pirate_met(f: Fighting) -> bool:
    """A fight against a pirate goes on while the value is not reached and a card can be drawn or paid for."""
    from rulebooks.friday.abilities import best_total

    if not f.challenge.pirate:
        return True
    if f.phase == "comparing":  # what doubles can still reach is not given up
        return total(f) >= need(f) or best_total(f) < need(f)
    free = free_left(f) and no_stop(f)
    able = can_draw(f) and (free or (life_to_pay(f) and within_cap(f)))
    return not able or best_total(f) >= need(f)


@rule("6.3", "A pirate not beaten")
def lose_to_pirate(f: Fighting) -> Fighting:
    """No card left that could be paid for or drawn, and the value not reached: the game is lost."""
    life = 0 if can_draw(f) and not life_to_pay(f) else f.life  # too little for a card that is due: the rest goes
    return replace(cleared(replace(f, life=life, result=Result(False, total(f), 0, "6.3"))), phase="over")


@rule("6.4", "Extra cards cost 2")
def price(f: Fighting) -> int:
    """A paid card costs 1 life point; 2 against the pirate that says so."""
    return 2 if f.challenge.pirate_rule == "extra_card_costs_2" else 1


@rule("6.5", "Only half of the cards count")
def half_count(f: Fighting, points: list[tuple[int, Lying]]) -> int:
    """Half of the cards drawn, rounded up; aging cards take places first, the best cards fill the rest (FR-20)."""
    if f.challenge.options.face_up_only:
        points = [(v, c) for v, c in points if not c.down]
    places = (len(points) + 1) // 2
    old = sorted((v for v, c in points if c.card.aging), reverse=True)[:places]
    young = sorted((v for v, c in points if not c.card.aging), reverse=True)
    return sum(old) + sum(young[: places - len(old)])


@rule("6.6", "Each card counts 1 more")
def plus_one_each(f: Fighting) -> int:
    """Every card drawn adds 1 point, cards turned face down included (FR-19)."""
    face_up = f.challenge.options.face_up_only
    return sum(n for c, n in f.cards.counts.items() if not (face_up and c.down))


def finished(f: Fighting) -> Fight:
    """How a finished fight ended."""
    assert f.result is not None
    life = -1 if f.result.lost_by else f.life  # a lost game is never cheaper than a survived fight (FR-46)
    lost = f.challenge.life - min(life, f.life)
    return Fight(f.result.won and not f.result.lost_by, f.result.total, lost, f.paid, len(f.removed))
