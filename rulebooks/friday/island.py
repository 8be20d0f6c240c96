"""Friday 0, 1, 6 and 7: the island: set-up, the hazards of the three steps, the pirates, the end, the score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulebooks.core.cards import whole
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.interned import Interned
from rulebooks.friday.book import rule
from rulebooks.friday.contents import STEPS, FridayCard, Setup, aging_cards, contents, left_in_the_box, start_life
from rulebooks.friday.fights import NONE, Challenge, Fighting, in_hand

NO_PILE: Pile[FridayCard] = Pile()


class Phase(StrEnum):
    """What the table waits for."""

    PIRATES = "two pirates are shown"
    AGE = "an aging card joins the stack"
    HAZARDS = "hazards are shown"
    CHOOSE = "choose a hazard"
    FIGHT = "a fight"
    PIRATE = "choose a pirate"
    OVER = "over"


@dataclass(frozen=True, eq=False)
class Shown(metaclass=Interned):
    """The hazards turned up: two, or the last one."""

    cards: Bag[FridayCard]

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return " and ".join(hazard_name(c) for c in self.cards)

    def __lt__(self, other: Shown) -> bool:
        return self.cards < other.cards


@dataclass(frozen=True, eq=False)
class Pair(metaclass=Interned):
    """The two pirates of a game."""

    cards: Bag[FridayCard]

    def __str__(self) -> str:
        return " and ".join(str(c) for c in self.cards)


def hazard_name(card: FridayCard) -> str:
    """A hazard as it is read when it is turned up."""
    return f"{card.hazard} (teaches {card})"


@dataclass(frozen=True, eq=False)
class Face(metaclass=Interned):
    """Fight this hazard or pirate."""

    card: FridayCard

    def __str__(self) -> str:
        return f"fight {hazard_name(self.card) if self.card.hazard else self.card}"


@dataclass(frozen=True, eq=False)
class Skip(metaclass=Interned):
    """Leave the last hazard of a step for the next one."""

    def __str__(self) -> str:
        return "leave it for the next step"


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    ``stage``: 0 green, 1 yellow, 2 red, 3 the pirates. ``hazards`` and ``left``: hazard stack and hazard
    discard pile; ``shown``: turned up; ``facing``: fought now; ``taken``: aging cards taken from the board.
    """

    setup: Setup
    phase: Phase
    life: int
    stack: Pile[FridayCard]
    discard: Bag[FridayCard]
    aging: Pile[FridayCard]
    taken: int
    hazards: Bag[FridayCard]
    left: Bag[FridayCard]
    pirates: Bag[FridayCard]
    stage: int = 0
    shown: Bag[FridayCard] = NONE
    facing: FridayCard | None = None
    beaten: Bag[FridayCard] = NONE
    removed: Bag[FridayCard] = NONE
    fight: Fighting | None = None
    ended_by: str = ""

    @property
    def step(self) -> str:
        """The step's colour, or "pirates"."""
        return STEPS[self.stage] if self.stage < len(STEPS) else "pirates"


@rule("0.6", "Set-up")
def prepare(setup: Setup) -> State:
    """The 18 starting cards are Robinson's stack, the 30 hazards the hazard stack; the step is green."""
    boxes = contents(setup.sheet)
    return State(
        setup=setup,
        phase=Phase.PIRATES,
        life=start_life(setup),
        stack=Pile((boxes["starting"],)),
        discard=NONE,
        aging=aging_cards(setup),
        taken=0,
        hazards=boxes["hazard"],
        left=NONE,
        pirates=boxes["pirate"],
        removed=left_in_the_box(setup),
    )


@rule("0.7", "Two pirates")
def show_pirates(s: State, two: Bag[FridayCard]) -> State:
    """Two of the ten pirates lie open from the start; the others stay in the box."""
    s = replace(s, pirates=two, removed=s.removed + (s.pirates - two))
    return replace(s, phase=Phase.AGE if s.setup.level >= 2 else Phase.HAZARDS)


@rule("0.8", "An aging card from the start")
def age_at_the_start(s: State, card: FridayCard) -> State:
    """From level 2 on, the top aging card is shuffled into Robinson's stack before the game."""
    stack = Pile((Bag(s.stack).add(card),))
    return replace(s, stack=stack, aging=s.aging.take(card), taken=1, phase=Phase.HAZARDS)


# 1  Hazards ---------------------------------------------------------------------------
@rule("1.1", "Two hazards")
def show_hazards(s: State, shown: Bag[FridayCard]) -> State:
    """Turn up the top two hazards; where only one is left, that one."""
    return replace(s, hazards=s.hazards - shown, shown=shown, phase=Phase.CHOOSE)


@rule("1.2", "Choose one")
def face(s: State, card: FridayCard) -> State:
    """Fight one of them; the other goes to the hazard discard pile."""
    s = replace(s, facing=card, left=s.left + s.shown.take(card), shown=NONE)
    needs = tuple(reversed(card.needs[: s.stage + 1]))
    return start_fight(s, Challenge(needs, card.free or 0, s.life, s.setup))


@rule("1.3", "The last hazard")
def skip(s: State) -> State:
    """A single last hazard may be fought, or put on the hazard discard pile."""
    return next_hazards(replace(s, left=s.left + s.shown, shown=NONE))


@rule("1.4", "Only the last one")
def single(s: State) -> bool:
    """Of two hazards, one must be fought."""
    return len(s.shown) == 1


def start_fight(s: State, challenge: Challenge) -> State:
    """The fight takes Robinson's cards in."""
    challenge = replace(challenge, aging=len(s.aging))
    fight = Fighting(challenge, "fight", s.stack, s.discard, s.aging, Bag(), s.life, challenge.free, 0)
    return replace(s, stack=NO_PILE, discard=NONE, aging=NO_PILE, fight=fight, phase=Phase.FIGHT)


@rule("1.5", "After the fight")
def end_fight(s: State, f: Fighting) -> State:
    """All cards of the fight that are still in the game go to Robinson's discard pile."""
    taken = s.taken + f.challenge.aging - len(f.aging)
    discard = f.discard + Bag([c.card for c in f.cards])
    s = replace(s, fight=None, life=f.life, stack=f.stack, discard=discard, aging=f.aging, taken=taken)
    s = replace(s, removed=s.removed + f.removed)
    assert f.result is not None
    assert s.facing is not None
    if f.result.lost_by:
        return game_lost(s, f.result.lost_by)
    if s.facing.kind == "pirate":
        return pirate_beaten(s)
    return hazard_beaten(s) if f.result.won else hazard_not_beaten(s)


def game_lost(s: State, by: str) -> State:
    """The hazard or pirate that was fought is not beaten."""
    assert s.facing is not None
    here = Bag([s.facing])
    s = replace(s, pirates=s.pirates + here) if s.facing.kind == "pirate" else replace(s, left=s.left + here)
    return replace(s, facing=None, phase=Phase.OVER, ended_by=by)


@rule("1.6", "A hazard beaten")
def hazard_beaten(s: State) -> State:
    """It is turned round: a knowledge card for Robinson's discard pile."""
    assert s.facing is not None
    return next_hazards(replace(s, discard=s.discard.add(s.facing), facing=None))


@rule("1.7", "A hazard not beaten")
def hazard_not_beaten(s: State) -> State:
    """It goes to the hazard discard pile and will come back."""
    assert s.facing is not None
    return next_hazards(replace(s, left=s.left.add(s.facing), facing=None))


def next_hazards(s: State) -> State:
    """The next two hazards, the next step, or the pirates."""
    return replace(s, phase=Phase.HAZARDS) if s.hazards else next_step(s)


@rule("1.8", "The hazard stack is empty")
def next_step(s: State) -> State:
    """The next step begins with the hazard discard pile, shuffled; after red, or with none left, the pirates come."""
    if s.stage < len(STEPS) - 1 and s.left:
        return replace(s, stage=s.stage + 1, hazards=s.left, left=NONE, phase=Phase.HAZARDS)
    return pirates_come(s)


# 6  Pirates ---------------------------------------------------------------------------
@rule("6.1", "Two pirates, one after the other")
def pirates_come(s: State) -> State:
    """Both pirates must be beaten, in the order Robinson chooses (FR-39); no life is gained between them."""
    return replace(s, stage=len(STEPS), phase=Phase.PIRATE)


@rule("6.1a", "The order of the pirates", kind="house")
def in_turn(s: State, action: Face) -> bool:
    """Read otherwise, the pirates come in the order in which they lie (FR-39)."""
    options = s.setup.options
    return s.phase is not Phase.PIRATE or options.choose_pirate or action.card == s.pirates.kinds[0]


@rule("6.1b", "Fight a pirate")
def face_pirate(s: State, card: FridayCard) -> State:
    """A pirate has one value; its free cards are drawn as against a hazard."""
    s = replace(s, facing=card, pirates=s.pirates.take(card))
    value, free = pirate_numbers(s, card)
    return start_fight(s, Challenge((value,), free, s.life, s.setup, True, card.pirate_rule))


def pirate_numbers(s: State, card: FridayCard) -> tuple[int, int]:
    """(hazard value, free cards) of a pirate, as things stand."""
    if card.pirate_rule == "all_remaining_hazards":
        return all_remaining(s)
    value = two_per_aging(s) if card.pirate_rule == "two_per_aging_card" else card.pirate or 0
    return value, card.free or 0


@rule("6.7", "All remaining hazards")
def all_remaining(s: State) -> tuple[int, int]:
    """Its value is the sum of the red values of all hazards not beaten, its free cards the sum of their white boxes."""
    undone = s.hazards + s.left + s.shown
    return sum((c.red or 0) * n for c, n in undone.counts.items()), sum(
        (c.free or 0) * n for c, n in undone.counts.items()
    )


@rule("6.8", "2 points for each aging card")
def two_per_aging(s: State) -> int:
    """Its value is 2 for each aging card taken from the board before this fight (FR-21)."""
    first = 1 if s.setup.level >= 2 and not s.setup.options.setup_card_counts else 0
    return 2 * (s.taken - first)


@rule("6.9", "A pirate beaten")
def pirate_beaten(s: State) -> State:
    """He is out of the way; the other one is fought next."""
    assert s.facing is not None
    s = replace(s, beaten=s.beaten.add(s.facing), facing=None)
    return replace(s, phase=Phase.PIRATE) if s.pirates else victory(s)


@rule("7.2", "Victory")
def victory(s: State) -> State:
    """With both pirates beaten, Robinson leaves the island."""
    return replace(s, phase=Phase.OVER, ended_by="7.2")


# 7  The score -------------------------------------------------------------------------
@rule("7.3", "Score")
def points(values: Iterable[int], aging: int, pirates: int, life: int, hazards: int) -> int:
    """Values of starting and knowledge cards; -5 an aging card, 15 a pirate, 5 a life point, -3 a hazard not beaten."""
    return sum(values) - 5 * aging + 15 * pirates + 5 * life - 3 * hazards


def score_of(s: State) -> int:
    """The score of a table as it lies."""
    f = s.fight
    own = [*s.stack, *s.discard, *((*f.stack, *f.discard, *in_hand(f), *(c.card for c in f.cards)) if f else ())]
    hazards = s.hazards + s.left + s.shown
    undone = len(hazards) + int(s.facing is not None and s.facing.kind == "hazard")
    counts = s.ended_by == "7.2" or s.setup.options.life_scores_after_loss
    life = max(0, f.life if f else s.life) if counts else 0
    values = [c.value or 0 for c in own if not c.aging]
    return points(values, sum(c.aging for c in own), len(s.beaten), life, undone)


def score(cards: Mapping[Any, int] | Iterable[Any], pirates_beaten: int, life: int, hazards_left: int) -> int:
    """The score of a finished game: Robinson's whole deck, pirates beaten (0 to 2), life left, hazards not beaten.

    ``cards`` as in ``friday.fight``. ValueError says what is allowed.

    >>> score({12: 3, 0: 10}, 2, 2, 8)
    52
    """
    from rulebooks.friday.questions import as_cards

    whole("pirates_beaten", pirates_beaten, 0, 2)
    whole("life", life, 0, 99)
    whole("hazards_left", hazards_left, 0, 30)
    own = as_cards(cards)
    return points(
        [c.value or 0 for c in own if not c.aging], sum(c.aging for c in own), pirates_beaten, life, hazards_left
    )
