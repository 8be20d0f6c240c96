"""Karen ③, Adventures, with "Resolving Abilities" and what happens when the Karen Deck runs out.

An adventure is a state of its own and a small game of its own: ``node``, ``step`` and
``candidates`` at the end of this chapter play it, whether a table holds it or odds walk it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from rulebooks.core.chance import Bag, deal, hand_count
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import allowed, require
from rulebooks.karen.book import rule
from rulebooks.karen.contents import DRAWS, KarenCard, Options, Setup

ADVENTURE_CARDS = 4
FEW = 2000  # hands; where a deal could bring more, cards are drawn one at a time


# ③  Adventures ---------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Laid(metaclass=Interned):
    """A card laid in the Quest Area, or in the Used Ability Area; doubled or not."""

    card: KarenCard
    used: bool = False
    doubled: bool = False

    @property
    def power(self) -> int:
        """What it adds now; it is the printed power that doubles (KR-5)."""
        return self.card.power * (2 if self.doubled else 1)

    def __lt__(self, other: Laid) -> bool:
        return (self.card._key, self.used, self.doubled) < (other.card._key, other.used, other.doubled)

    def __str__(self) -> str:
        marks = [m for m, on in (("used", self.used), ("doubled", self.doubled)) if on]
        return f"{self.card} ({', '.join(marks)})" if marks else str(self.card)


@dataclass(frozen=True, eq=False)
class Challenge(metaclass=Interned):
    """What stays the same during an adventure: difficulty, HP at its start, cap on Courage Draws, options."""

    difficulty: int
    hp: int
    courage: int
    options: Options


@dataclass(frozen=True, slots=True)
class Adventuring:
    """One adventure under way. ``spent``: HP paid for Courage Draws; ``draws``: cards still to be drawn."""

    challenge: Challenge
    deck: Bag[KarenCard]
    discard: Bag[KarenCard]
    cards: Bag[Laid]
    removed: Bag[KarenCard]
    spent: int
    draws: int
    ended: str  # "", "cleared", "failed" or "out of HP"

    @property
    def setup(self) -> Setup:
        """The set-up that an adventure alone is played and saved with."""
        return Setup(self.challenge.options)


class Adventure(NamedTuple):
    """How an adventure ended. ``hp_lost``: 1 a Courage Draw, and the shortfall of a failure, uncapped."""

    cleared: bool
    power: int
    hp_lost: int


@rule("3.2", "Cards join the adventure")
def lay(a: Adventuring, drawn: Bag[KarenCard]) -> Adventuring:
    """Cards drawn are adventure cards: their power and abilities can be used."""
    deck = a.deck - drawn
    cards = a.cards + Bag({Laid(card): n for card, n in drawn.counts.items()})
    return ready(replace(a, deck=deck, cards=cards, draws=a.draws - len(drawn)))


@rule("3.3", "Total power")
def power(a: Adventuring) -> int:
    """The power of all adventure cards counts, used ones and doubled ones included."""
    return sum(laid.power * n for laid, n in a.cards.counts.items())


@dataclass(frozen=True, eq=False)
class Declare(metaclass=Interned):
    """Compare power and difficulty now."""

    def __str__(self) -> str:
        return "declare the result"


@rule("3.4", "The comparison")
def declare(a: Adventuring) -> Adventuring:
    """When she chooses, compare: power of at least the difficulty overcomes the quest."""
    return replace(a, ended="cleared" if power(a) >= a.challenge.difficulty else "failed")


# additional effects on adventures
@dataclass(frozen=True, eq=False)
class Courage(metaclass=Interned):
    """Spend 1 HP for one more card."""

    def __str__(self) -> str:
        return "Courage Draw for 1 HP"


@dataclass(frozen=True, eq=False)
class Use(metaclass=Interned):
    """Use a card's ability: on a target, or (Copy) as the ability of another card.

    ``target`` is named as it lies once ``card`` is in the Used Ability Area.
    """

    card: Laid
    target: Laid | None = None
    copied: Laid | None = None

    @property
    def ability(self) -> str | None:
        """What will be resolved."""
        return (self.copied or self.card).card.ability

    def __str__(self) -> str:
        through = f"copy {self.copied}, " if self.copied else ""
        itself = self.target is not None and self.target is replace_laid(self.card, used=True)
        aim = "" if self.target is None else " itself" if itself else f" {self.target}"
        return f"use {self.card}: {through}{self.ability}{aim}"


@rule("3.6", "In any order, any number of times")
def extra_effects(a: Adventuring) -> Iterator[Use | Courage]:
    """Abilities and Courage Draws may be mixed freely, as often as there are cards and HP for them.

    In a stable order, by what they do: draws (most cards first), Courage, doubles, the rest.
    """
    uses = [use for laid in a.cards.kinds if laid.card.ability for use in uses_of(a, laid)]
    at = {"draw 3": 0, "draw 2": 1, "draw 1": 2, "double": 4, "remove": 5, "copy": 6}
    plain = sorted(uses, key=lambda u: (at[u.ability or "copy"], u.copied is not None))
    drawing = [u for u in plain if u.ability in DRAWS]
    yield from (u for u in drawing if u.copied is None)
    yield from (u for u in drawing if u.copied is not None)
    yield Courage()
    yield from (u for u in plain if u.ability not in DRAWS)


@rule("3.7", "Use an ability")
def use(a: Adventuring, action: Use) -> Adventuring:
    """Move the card to the Used Ability Area and resolve its ability; nobody has to."""
    a = moved(a, action.card)
    return copy_ability(a, action) if action.copied else resolve(a, action.ability, action.target)


def moved(a: Adventuring, laid: Laid) -> Adventuring:
    """The adventure with a card in the Used Ability Area."""
    return replace(a, cards=a.cards.take(laid).add(replace_laid(laid, used=True)))


@rule("3.8", "Once an adventure")
def unused(a: Adventuring, action: Use) -> bool:
    """A card in the Used Ability Area cannot use its ability again in this adventure."""
    return not action.card.used


@rule("3.9", "Courage Draw")
def courage_draw(a: Adventuring) -> Adventuring:
    """Pay 1 HP and draw one more card."""
    a = replace(a, spent=a.spent + 1)
    return out_of_hp(a) if a.spent >= a.challenge.hp else owe(a, 1)


@rule("3.9a", "The last HP", kind="house")
def out_of_hp(a: Adventuring) -> Adventuring:
    """A Courage Draw that takes the last HP ends everything at once, before a card is drawn (KR-16)."""
    return replace(a, ended="out of HP")


@rule("3.9b", "Nothing left to draw", kind="house")
def card_to_draw(a: Adventuring) -> bool:
    """HP buy a card only while the Karen Deck or its discard pile holds one (KR-18)."""
    return bool(a.deck or a.discard) or a.challenge.options.pay_for_nothing


@rule("3.9c", "Courage beyond need", kind="house")
def courage_still_open(a: Adventuring) -> bool:
    """Enough power does not close the Courage Draws, as more power is a better score (KR-17)."""
    return a.challenge.options.draw_when_enough or power(a) < a.challenge.difficulty


@rule("3.9d", "A cap of one's own", kind="house")
def courage_left(a: Adventuring) -> bool:
    """For what-ifs the number of Courage Draws can be capped; the rulebook sets no limit but HP."""
    return a.spent < a.challenge.courage


# Notes and resolving abilities -------------------------------------------------------
def resolve(a: Adventuring, ability: str | None, target: Laid | None) -> Adventuring:
    """The effect of an ability; nothing where it has none left (KR-33)."""
    if ability in DRAWS:
        return draw_cards(a, DRAWS[ability])
    if target is None:
        return a
    return double(a, target) if ability == "double" else remove(a, target)


@rule("5.2", "Double")
def double(a: Adventuring, target: Laid) -> Adventuring:
    """Double the printed power of one adventure card: any of them, used or not, itself included."""
    return replace(a, cards=a.cards.take(target).add(replace_laid(target, doubled=True)))


@rule("5.3", "Doubled once at most")
def not_doubled(a: Adventuring, action: Use) -> bool:
    """Doubling does not stack: a card is doubled once an adventure, whatever the source."""
    return action.ability != "double" or action.target is None or not action.target.doubled


@rule("5.4", "Draw cards")
def draw_cards(a: Adventuring, n: int) -> Adventuring:
    """Draw one, two or three cards and add them to the adventure."""
    return owe(a, n)


@rule("5.5", "Copy")
def copy_ability(a: Adventuring, action: Use) -> Adventuring:
    """Resolve the ability of another adventure card as if it stood on this one; a Copy cannot be copied."""
    return resolve(a, action.ability, action.target)


@rule("5.5a", "Copy an ability not yet used", kind="house")
def copy_target_open(a: Adventuring, action: Use) -> bool:
    """The card that is copied may be used already or not; it keeps its own use (KR-2)."""
    return action.copied is None or action.copied.used or a.challenge.options.copy_unused


@rule("5.5b", "No copy of a Copy")
def copyable(a: Adventuring, action: Use) -> bool:
    """Only the ability of another card can be copied: never its power, and never a Copy."""
    if action.card.card.ability != "copy" or action.copied is None:
        return True
    return action.copied.card.ability not in (None, "copy")


@rule("5.6", "Remove")
def remove(a: Adventuring, target: Laid) -> Adventuring:
    """Take one adventure card out of the game: any of them, itself included; its power goes at once."""
    return replace(a, cards=a.cards.take(target), removed=a.removed.add(target.card))


@rule("5.7", "An ability without effect", kind="house")
def has_effect(a: Adventuring, action: Use) -> bool:
    """An ability that would change nothing may still be used; its card moves all the same (KR-33)."""
    return a.challenge.options.effectless_abilities or does_something(a, action)


def does_something(a: Adventuring, action: Use) -> bool:
    """Whether an ability draws a card or has a target."""
    return bool(a.deck or a.discard) if action.ability in DRAWS else action.target is not None


def replace_laid(laid: Laid, used: bool = False, doubled: bool = False) -> Laid:
    """The card as it lies afterwards."""
    return Laid(laid.card, laid.used or used, laid.doubled or doubled)


def uses_of(a: Adventuring, laid: Laid) -> Iterator[Use]:
    """Every use of a card's ability that the rulebook speaks of, forbidden ones included."""
    if laid.used:
        yield Use(laid)
        return
    there = moved(a, laid).cards  # targets are named as they lie once the card has moved
    if laid.card.ability != "copy":
        yield from aimed(there, laid, None)
        return
    sources = [c for c in a.cards.take(laid).kinds if c.card.ability]
    for source in sources:
        yield from [Use(laid, None, source)] if source.card.ability == "copy" else aimed(there, laid, source)
    if nothing_to_copy(a, laid):
        yield Use(laid)


def nothing_to_copy(a: Adventuring, laid: Laid) -> bool:
    """Whether a Copy finds no ability that it may repeat."""
    sources = [c for c in a.cards.take(laid).kinds if c.card.ability not in (None, "copy")]
    return not any(copy_target_open(a, Use(laid, None, source)) for source in sources)


def aimed(there: Bag[Laid], laid: Laid, copied: Laid | None) -> Iterator[Use]:
    """A use of an ability, once for each target it can be aimed at: the card itself is always one."""
    if (copied or laid).card.ability in DRAWS:
        yield Use(laid, None, copied)
        return
    for target in there.kinds:
        yield Use(laid, target, copied)


# CHECK! ------------------------------------------------------------------------------
def owe(a: Adventuring, n: int) -> Adventuring:
    """So many cards are to be drawn."""
    return ready(replace(a, draws=a.draws + n))


def ready(a: Adventuring) -> Adventuring:
    """The adventure with its next card ready to be drawn, or with nothing to draw."""
    if a.draws and not a.deck:
        return reshuffle(a) if a.discard else stop_drawing(a)
    return a


@rule("6.1", "The Karen Deck runs out")
def reshuffle(a: Adventuring) -> Adventuring:
    """Draw what is left, shuffle the Karen Discard Pile into a new deck, and go on drawing."""
    return replace(a, deck=a.discard, discard=Bag())


@rule("6.2", "It runs out again")
def stop_drawing(a: Adventuring) -> Adventuring:
    """When deck and discard pile are both used up, drawing simply ends."""
    return replace(a, draws=0)


# An adventure, assembled ------------------------------------------------------------------
CHECKS: Mapping[Any, Any] = {
    Use: (unused, copyable, copy_target_open, not_doubled, has_effect),
    Courage: (card_to_draw, courage_still_open, courage_left),
}


def set_out(challenge: Challenge, deck: Bag[KarenCard], discard: Bag[KarenCard]) -> Adventuring:
    """An adventure just before its four cards are drawn."""
    return ready(Adventuring(challenge, deck, discard, Bag(), Bag(), 0, ADVENTURE_CARDS, ""))


def node(a: Adventuring) -> Node:
    """What happens next in an adventure."""
    if a.ended:
        return Terminal((int(a.ended == "cleared"),), "7.2" if a.ended == "out of HP" else "3.4")
    if a.draws:
        n = hand_size(a)
        return Chance(f"{n} cards of the Karen Deck" if n > 1 else "a card of the Karen Deck", deal(a.deck, n))
    return Decision(0, tuple(c for c in candidates(a) if allowed(CHECKS, a, c)))


@lru_cache(maxsize=4096)
def _together(deck: Bag[KarenCard], n: int) -> int:
    return n if hand_count(deck, n) <= FEW else 1


def hand_size(a: Adventuring) -> int:
    """How many cards are drawn in one go: all that are due, or one where that would be too many hands."""
    return _together(a.deck, min(a.draws, len(a.deck)))


def candidates(a: Adventuring) -> tuple[Any, ...]:
    """Every action the rulebook speaks of in an adventure, legal or not."""
    return () if a.ended or a.draws else (Declare(), *extra_effects(a))


def step(a: Adventuring, move: Any) -> Adventuring:
    """The adventure after a draw, an ability, a Courage Draw or the comparison."""
    if a.ended:
        raise IllegalMove(move, None, "the adventure is over")
    if a.draws:
        if not isinstance(move, Bag) or len(move) != hand_size(a):
            raise IllegalMove(move, None, f"{hand_size(a)} of the Karen Deck's cards are drawn now")
        try:
            return lay(a, move)
        except ValueError as no:
            raise IllegalMove(move, None, str(no)) from None
    if not isinstance(move, Declare | Courage | Use) or (isinstance(move, Use) and not lies_there(a, move)):
        raise IllegalMove(move, None, "no such card lies there" if isinstance(move, Use) else "not in an adventure")
    require(CHECKS, a, move)
    match move:
        case Declare():
            return declare(a)
        case Courage():
            return courage_draw(a)
        case Use():
            return use(a, move)


def lies_there(a: Adventuring, action: Use) -> bool:
    """Whether the cards an action names lie on the table, and are those its ability needs."""
    laid, target, copied = action.card, action.target, action.copied
    if laid not in a.cards or not laid.card.ability:
        return False
    if laid.used:
        return target is None and copied is None
    if laid.card.ability == "copy":
        if copied is None:
            return target is None and nothing_to_copy(a, laid)
        if copied not in a.cards.take(laid):
            return False
    elif copied is not None:
        return False
    if action.ability in ("double", "remove"):
        return target is not None and target in moved(a, laid).cards
    return target is None


def finished(a: Adventuring) -> Adventure:
    """How a finished adventure ended."""
    short = a.challenge.difficulty - power(a) if a.ended == "failed" else 0
    return Adventure(a.ended == "cleared", power(a), a.spent + short)
