"""Karen ① Activate Events, ② Fate, the table's side of ③, ④ Stories, and how the game ends.

The table between two moves is a ``State``; while a quest is faced it holds an
``Adventuring``, whose rules are told in ``adventures.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rulebooks.core.cards import short
from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned
from rulebooks.karen import adventures
from rulebooks.karen.adventures import Adventuring, Challenge, power
from rulebooks.karen.book import rule
from rulebooks.karen.contents import KarenCard, Setup, contents

EVENTS_A_ROUND, STORY_POINTS = 2, 5


class Phase(StrEnum):
    """What the table waits for."""

    EVENTS, FATE, ADVENTURE, OVER = "activate events", "stand or flee", "an adventure", "the game is over"


@dataclass(frozen=True, slots=True)
class State:
    """All that lies on the table between two moves.

    While an adventure runs, the Karen Deck and its discard pile are in it.
    """

    phase: Phase
    hp: int
    event_deck: Bag[KarenCard]
    event_discard: Bag[KarenCard]
    active: Bag[KarenCard]
    deck: Bag[KarenCard]
    discard: Bag[KarenCard]
    processed: Bag[KarenCard]
    removed: Bag[KarenCard]
    quest: KarenCard | None
    adventure: Adventuring | None
    ended_by: str
    score: int
    setup: Setup


@rule("0.3", "Preparation")
def prepare(setup: Setup) -> State:
    """Quests and stories are shuffled into the Event Deck, the opening cards into the Karen Deck."""
    cards, none = contents(setup.sheet), Bag[KarenCard]()
    events = cards["quest"] + cards["story"]
    return State(
        Phase.EVENTS, setup.hp, events, none, none, cards["opening"], none, none, none, None, None, "", 0, setup
    )  # fmt: skip


# ①  Activate events --------------------------------------------------------------
@rule("1.1", "Two events")
def activate(s: State, drawn: Bag[KarenCard]) -> State:
    """Turn over two cards of the Event Deck: these are the active events."""
    s = replace(s, phase=Phase.FATE, event_deck=s.event_deck - drawn, active=drawn)
    early = s.setup.options.reshuffle_events_at_once and not s.event_deck and s.event_discard
    return out_of_events(s) if early else s


@rule("1.2", "Quests and stories")
def is_quest(event: KarenCard) -> bool:
    """An event is a quest, an obstacle to overcome, or a story, a memory to come to terms with."""
    return event.kind == "quest"


# ②  Determine Karen's fate --------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Stand(metaclass=Interned):
    """Face one of the active events."""

    event: KarenCard

    def __str__(self) -> str:
        return f"face {self.event}"


@dataclass(frozen=True, eq=False)
class Flee(metaclass=Interned):
    """Face none of them."""

    def __str__(self) -> str:
        return "flee"


@rule("2.1", "Stand")
def stand(s: State, event: KarenCard) -> State:
    """Pick one active event and face it; the other goes to the Event Discard Pile."""
    others = s.active.take(event)
    s = replace(s, active=Bag(), event_discard=s.event_discard + others)
    return begin_adventure(s, event) if is_quest(event) else process(s, event)


@rule("2.2", "Flee")
def flee(s: State) -> State:
    """Lose 1 HP, discard both events, and turn over two more."""
    s = replace(s, hp=s.hp - 1, active=Bag(), event_discard=s.event_discard + s.active)
    return next_round(s)


# ③  Adventures: what they do to the table ------------------------------------------------
@rule("3.1", "Four cards")
def begin_adventure(s: State, quest: KarenCard) -> State:
    """Draw four cards of the Karen Deck and lay them in the Quest Area."""
    assert quest.difficulty is not None
    challenge = Challenge(quest.difficulty, s.hp, s.hp, s.setup.options)
    adventure = adventures.set_out(challenge, s.deck, s.discard)
    return replace(s, phase=Phase.ADVENTURE, quest=quest, adventure=adventure, deck=Bag(), discard=Bag())


@rule("3.5", "What is overcome is learned")
def learn(s: State) -> State:
    """The quest is turned round and laid on the Karen Discard Pile: it will come back as a card of hers."""
    assert s.quest is not None
    return replace(s, discard=s.discard.add(s.quest), quest=None)


@rule("3.10", "Failure")
def fail(s: State, shortfall: int) -> State:
    """Lose HP for each point of power short; the quest goes to the Event Discard Pile."""
    assert s.quest is not None
    return replace(s, hp=s.hp - shortfall, event_discard=s.event_discard.add(s.quest), quest=None)


@rule("3.11", "Clear the table")
def sweep(s: State, a: Adventuring) -> State:
    """All adventure cards, used ones too, go to the Karen Discard Pile."""
    played = Bag(laid.card for laid in a.cards)
    s = replace(s, deck=a.deck, removed=s.removed + a.removed, adventure=None)
    return replace(s, discard=s.discard + a.discard + played)


def end_adventure(s: State, a: Adventuring) -> State:
    """What the end of an adventure means for the table: hearts, ship, lesson or failure, sweep."""
    s = replace(s, hp=s.hp - a.spent, adventure=a)
    if a.ended == "out of HP":
        return defeat(s)
    if a.ended == "failed":
        return next_round(sweep(fail(s, a.challenge.difficulty - power(a)), a))
    assert s.quest is not None
    return victory(s, a) if s.quest.ship else next_round(sweep(learn(s), a))


# ④  Stories -------------------------------------------------------------------------
@rule("4.1", "What a story costs")
def story_cost(printed: int, processed: int) -> int:
    """The printed cost less 1 HP for each story processed before, never below 0."""
    for name, n in (("printed", printed), ("processed", processed)):
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            raise ValueError(f"{name} must be a whole number from 0 up, not {short(n)}")
    return max(0, printed - processed)


@rule("4.2", "Process a story")
def process(s: State, story: KarenCard) -> State:
    """Pay the cost; the card goes to the processed stories, never to the Karen Discard Pile."""
    assert story.cost is not None
    hp = s.hp - story_cost(story.cost, len(s.processed))
    return next_round(replace(s, hp=hp, processed=s.processed.add(story)))


# Notes ------------------------------------------------------------------------------------
@rule("5.1", "Open and hidden")
def information_state(s: State | Adventuring, player: int = 0, /) -> State | Adventuring:
    """Both discard piles may be looked at; both decks stay hidden, though what is in them is known."""
    return s  # the order of the decks is in nobody's state: they are bags


# CHECK! ----------------------------------------------------------------------------------
@rule("6.3", "One event left")
def flee_the_last(s: State) -> State:
    """A single last event is turned over alone: face it, or flee without losing HP."""
    return next_round(replace(s, active=Bag(), event_discard=s.event_discard + s.active))


@rule("6.4", "No event left")
def out_of_events(s: State) -> State:
    """Lose 2 HP and shuffle the Event Discard Pile into a new Event Deck."""
    s = replace(s, hp=s.hp - 2)
    if s.hp <= 0:
        return defeat(s)
    return replace(s, event_deck=s.event_discard, event_discard=Bag())


def next_round(s: State) -> State:
    """Back to ①: defeat if no HP are left; the Event Deck is remade when it is needed (KR-14)."""
    if s.hp <= 0:
        return defeat(s)
    s = replace(s, phase=Phase.EVENTS)
    return s if s.event_deck else out_of_events(s)


# Ending the game ----------------------------------------------------------------------
@rule("7.1", "Victory")
def victory(s: State, a: Adventuring) -> State:
    """The Pirate Ship is taken while HP are left: she sails away, and the game ends at once."""
    return replace(s, phase=Phase.OVER, ended_by="7.1", score=score(power(a), len(s.processed)))


@rule("7.2", "Defeat")
def defeat(s: State) -> State:
    """HP at 0 or below: the game is lost."""
    return replace(s, phase=Phase.OVER, ended_by="7.2")


# Calculating the score ------------------------------------------------------------------
@rule("8.1", "Score")
def score(power: int, stories: int) -> int:
    """The power that took the ship, and five points for each processed story."""
    if any(isinstance(n, bool) or not isinstance(n, int) for n in (power, stories)) or stories < 0:
        given = f"{short(power)} and {short(stories)}"
        raise ValueError(f"power and stories are whole numbers, stories from 0 up, not {given}")
    return power + STORY_POINTS * stories


@rule("8.2", "Endings")
def ending(score: int) -> str:
    """The higher the score, the better the ending: from 40, 70, 90 and 100 points on."""
    if isinstance(score, bool) or not isinstance(score, int):
        raise ValueError(f"a score is a whole number, not {short(score)}")
    bands = {100: "she has learned all the island can teach", 90: "the whole crew obeys her"}
    bands |= {70: "most of the pirates follow her", 40: "some of the pirates side with her"}
    return next((f"{least}+: {text}" for least, text in bands.items() if score >= least), "escaped")
