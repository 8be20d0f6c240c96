"""Friday 0: what is in the box, how we read it, and what a level changes.

Modelled: all 69 cards, the three steps, life, the four levels. Not modelled: the three
storage boards, which are only places to put cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from rulebooks.core.cards import Card, Schema, Sheet, short
from rulebooks.core.chance import Bag, Pile
from rulebooks.core.interned import Interned
from rulebooks.core.setups import GameSetup
from rulebooks.friday.book import rule

STEPS = ("green", "yellow", "red")
LEVELS = (1, 2, 3, 4)
LIFE = {"+1 life": 1, "+2 life": 2}
CARDS = {"+1 card": 1, "+2 cards": 2}
EXCHANGES = {"exchange": 1, "exchange 2": 2}
HARM = {"-1 life": 1, "-2 life": 2}
USEFUL = (*LIFE, *CARDS, "destroy", "double", "copy", "step -1", "sort 3", *EXCHANGES, "below the stack")
HARMFUL = (*HARM, "highest = 0", "stop")
ABILITIES = (*USEFUL, *HARMFUL)
PIRATE_RULES = ("extra_card_costs_2", "half_count", "each_card_plus_1", "all_remaining_hazards", "two_per_aging_card")
FRONT = {"side": "front"}  # a hazard before it is beaten; pirates have this side alone


# 0  Contents and set-up ---------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class FridayCard(Card):
    """A card. Hazards have two sides: the hazard, and what Robinson learns when he beats it."""

    kind: str = field(
        metadata={"allowed": ("starting", "hazard", "aging", "pirate"), "what": "which of the four kinds it is"}
    )
    value: int | None = field(
        default=None, metadata={"min": -99, "max": 99, "what": "fighting value", "side": "back", "look": "power"}
    )
    ability: str | None = field(
        default=None, metadata={"allowed": ABILITIES, "what": "what it can, or must, do in a fight", "side": "back"}
    )
    destroy_cost: int | None = field(
        default=None, metadata={"min": 0, "max": 9, "what": "points of a loss that destroy it", "side": "back"}
    )
    hazard: str | None = field(default=None, metadata={"what": "hazards: the name of the hazard side", **FRONT})
    free: int | None = field(default=None, metadata={"min": 0, "max": 99, "what": "free cards (white box)", **FRONT})
    green: int | None = field(
        default=None, metadata={"min": 0, "max": 999, "what": "hazard value, green step", "look": "need", **FRONT}
    )
    yellow: int | None = field(default=None, metadata={"min": 0, "max": 999, "what": "yellow step", **FRONT})
    red: int | None = field(default=None, metadata={"min": 0, "max": 999, "what": "red step", **FRONT})
    difficult: bool = field(default=False, metadata={"what": "aging: true for those under the normal ones"})
    from_level: int = field(default=1, metadata={"min": 1, "max": 4, "what": "aging: the first level that uses it"})
    pirate: int | None = field(
        default=None, metadata={"min": 0, "max": 999, "what": "pirates: hazard value; none where it varies", **FRONT}
    )
    pirate_rule: str | None = field(
        default=None, metadata={"allowed": PIRATE_RULES, "what": "pirates: the special rule", **FRONT}
    )

    @property
    def aging(self) -> bool:
        """Whether it is an aging card."""
        return self.kind == "aging"

    @property
    def needs(self) -> tuple[int, ...]:
        """The hazard values of the three steps."""
        return tuple(n for n in (self.green, self.yellow, self.red) if n is not None)

    def __str__(self) -> str:
        if self.kind == "pirate" or self.id == "own":
            return self.name
        marks = [*([self.ability.replace("-", "−")] if self.ability else []), *(["aging"] if self.aging else [])]
        return f"{self.name} {self.value}".replace("-", "−") + (f" ({', '.join(marks)})" if marks else "")


@rule("0.1", "Contents")
def contents(sheet: Sheet) -> dict[str, Bag[FridayCard]]:
    """18 starting cards, 30 hazards that turn into knowledge, 11 aging cards, 10 pirates."""
    everything = sheet.bag().counts
    kinds = ("starting", "hazard", "aging", "pirate")
    return {kind: Bag({c: n for c, n in everything.items() if c.kind == kind}) for kind in kinds}


def as_printed(sheet: Sheet) -> Iterable[str]:
    """What a sheet of this game must add up to."""
    boxes = contents(sheet)
    for kind, printed in {"starting": 18, "hazard": 30, "aging": 11, "pirate": 10}.items():
        if len(boxes[kind]) != printed:
            yield f"there are {printed} {kind} cards in the box, not {len(boxes[kind])}"
    for c in sheet.cards:
        fights, hazard, pirate = c.kind != "pirate", c.kind == "hazard", c.kind == "pirate"
        if (c.value is not None, c.destroy_cost is not None) != (fights, fights):
            yield f"{c.id}: every card but a pirate has a fighting value and a destroy_cost, and a pirate has neither"
        if {c.hazard is not None, len(c.needs) == 3} != {hazard} or (len(c.needs) not in (0, 3)):
            yield f"{c.id}: a hazard has a name and three hazard values, and no other card has them"
        if c.free is None and hazard:
            yield f"{c.id}: a hazard has a number of free cards"
        if (c.free is not None or c.pirate_rule or c.pirate is not None) and not (hazard or pirate):
            yield f"{c.id}: only hazards and pirates have free cards, only pirates a rule or a pirate's value"
        if c.ability in (USEFUL if c.aging else HARMFUL):
            yield f"{c.id}: {', '.join(HARMFUL)} stand on aging cards, the other abilities never do"
        if (c.difficult or c.from_level > 1) and not c.aging:
            yield f"{c.id}: only aging cards are difficult or come in from a level on"
        if pirate and c.pirate is None and c.pirate_rule not in ("all_remaining_hazards", "two_per_aging_card"):
            yield f"{c.id}: a pirate without a printed hazard value has a rule that gives it one"
    numbers = {"green": 46, "yellow": 110, "red": 198, "free": 70, "value": 42}
    for name, printed in numbers.items() if sheet.shipped else ():
        total = sum(getattr(c, name) * n for c, n in boxes["hazard"].counts.items())
        if total != printed:
            yield f"the {name} numbers of the 30 hazards add up to {printed}, not {total}"
    if sheet.shipped and sum((c.value or 0) * n for c, n in boxes["starting"].counts.items()) != 0:
        yield "the values of the 18 starting cards add up to 0"


SCHEMA = Schema(
    game="friday",
    card=FridayCard,
    numbers={
        "start_life": "life at the start, levels 1 to 3",
        "start_life_level_4": "life at the start, level 4",
        "most_life": "the most life Robinson can have, levels 1 to 3",
        "most_life_level_4": "the most life Robinson can have, level 4",
    },
    limits=dict.fromkeys(("start_life", "start_life_level_4", "most_life", "most_life_level_4"), (1, 99)),
    check=as_printed,
    sides={"front": "As a hazard or pirate", "back": "In Robinson's stack"},
)


@dataclass(frozen=True, eq=False)
class Options(metaclass=Interned):
    """How we read what the rules leave open. Each field is a ruling of ``docs/rulings.md``."""

    aging_exhausted: str = "lose"  # FR-1: or "reshuffle": no aging card left, the stack is shuffled without one
    copy_of_copy: bool = False  # FR-4: a copy may be spent on a copy card, which gains nothing
    copy_aging: bool = False  # FR-5: a copy may repeat the harm of an aging card
    copy_hits_copied: bool = True  # FR-6: a copy may hit the copied card, not itself; False: the other way round
    double_stays: bool = False  # FR-8: doubling is done during the fight, and outlives the doubling card
    highest_zero: str = "before doubling"  # FR-9: or "printed only", "after doubling"
    zero_each: bool = False  # FR-10: each "highest = 0" takes a card of its own
    face_up_only: bool = False  # FR-19, FR-20, FR-44: the 22 and 52 pirates count face-up cards alone
    setup_card_counts: bool = True  # FR-21: the aging card shuffled in at the start counts for that pirate
    recount_aging: bool = False  # FR-42: aging cards that come during that fight raise its value
    discard_first: bool = True  # FR-25: an exchanged card is discarded before a reshuffle; False: after it
    below_replaces: str = "may"  # FR-26: or "must", or "later" (the empty place can take a free card)
    below_ages: bool = True  # FR-28: a shuffle for "below the stack" takes an aging card in, like any other
    step_stacks: bool = True  # FR-30: two "step −1" lead from red to green
    sort_reshuffles: bool = True  # FR-32: looking on after the last card shuffles; False: looking ends
    free_first: bool = True  # FR-36: nobody pays while a free card can be drawn
    below_limit: int = 6  # FR-37: cards below the stack, shuffles without aging in a fight: no loop is endless
    draw_from_nothing: bool = False  # FR-38: stack and discard pile empty: an aging card alone is the stack
    choose_pirate: bool = True  # FR-39: Robinson chooses which pirate comes first
    level_4_most_22: bool = False  # FR-40: the most life is 22 in level 4 too
    life_scores_after_loss: bool = False  # FR-41: life left over scores after a lost game too

    def __post_init__(self) -> None:
        words = {
            "aging_exhausted": ("lose", "reshuffle"),
            "highest_zero": ("before doubling", "printed only", "after doubling"),
            "below_replaces": ("may", "must", "later"),
        }
        for name, given in {f.name: getattr(self, f.name) for f in fields(self)}.items():
            if name in words:
                if given not in words[name]:
                    raise ValueError(f"option {name} is one of {', '.join(words[name])}, not {short(given)}")
            elif name == "below_limit":
                if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= 99:
                    raise ValueError(f"option below_limit is a whole number from 0 to 99, not {short(given)}")
            elif not isinstance(given, bool):
                raise ValueError(f"option {name} is True or False, not {short(given)}")


@dataclass(frozen=True, eq=False)
class Setup(GameSetup):
    """What is decided before the first move: the level, options, and the card sheet (None: the shipped one)."""

    level: int = 1
    options: Options = field(default_factory=Options)
    sheet: Any = None  # a Sheet, or the file to read one from

    def __post_init__(self) -> None:
        if isinstance(self.level, bool) or self.level not in LEVELS:
            raise ValueError(f"level is 1, 2, 3 or 4, not {short(self.level)}")
        self._take(Options)

    @property
    def most_life(self) -> int:
        """The most life Robinson can have."""
        return most_life(self)


@rule("0.2", "Life at the start")
def start_life(setup: Setup) -> int:
    """Robinson starts with 20 life points; with 18 in level 4."""
    return setup.sheet.numbers["start_life_level_4" if setup.level == 4 else "start_life"]


@rule("0.3", "The most life")
def most_life(setup: Setup) -> int:
    """Robinson never has more than 22 life points; in level 4 never more than 20 (FR-40)."""
    low = setup.level == 4 and not setup.options.level_4_most_22
    return setup.sheet.numbers["most_life_level_4" if low else "most_life"]


@rule("0.4", "The aging cards")
def aging_cards(setup: Setup) -> Pile[FridayCard]:
    """Normal aging cards are shuffled and lie on the shuffled difficult ones; "very stupid" joins from level 3 on."""
    cards = {c: n for c, n in setup.sheet.copies.items() if c.aging and c.from_level <= setup.level}
    return Pile(tuple(Bag({c: n for c, n in cards.items() if c.difficult is hard}) for hard in (False, True)))


@rule("0.5", "Left in the box")
def left_in_the_box(setup: Setup) -> Bag[FridayCard]:
    """Aging cards of a higher level stay in the box."""
    return Bag({c: n for c, n in setup.sheet.copies.items() if c.aging and c.from_level > setup.level})
