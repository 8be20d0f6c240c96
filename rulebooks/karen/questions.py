"""Asking about an adventure: positions from plain numbers and names, goals, exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from rulebooks.core.cards import short
from rulebooks.core.chance import Bag
from rulebooks.core.graph import Goal
from rulebooks.core.result import Odds
from rulebooks.karen.adventures import Adventure, Adventuring, Challenge, Laid, finished, set_out
from rulebooks.karen.contents import ABILITIES, KarenCard, Setup
from rulebooks.karen.island import EVENTS_A_ROUND, Phase, State, next_round, prepare

MOST = 999  # the greatest power, difficulty and count of a what-if
Term = Callable[[Adventure, int], int]  # how it ended, HP at its start -> what a goal counts


def _cleared(end: Adventure, hp: int) -> int:
    return int(end.cleared)


def _hearts(end: Adventure, hp: int) -> int:
    return -end.hp_lost


def _alive(end: Adventure, hp: int) -> int:
    return int(hp > end.hp_lost)


def _power(end: Adventure, hp: int) -> int:
    return end.power


TERMS: dict[str, tuple[Term, ...]] = {
    "clear": (_cleared, _hearts, _power),
    "hearts": (_hearts, _power),
    "survive": (_alive, _hearts, _power),
    "power": (_power, _hearts),
}


def _goal(name: str, what: str, cite: str, unit: str, *breaks: str) -> Goal:
    def of_end(term: Term) -> Callable[[Adventuring], int]:
        return lambda a: term(finished(a), a.challenge.hp)

    return Goal(name, what, tuple(of_end(term) for term in TERMS[name]), cite, unit, breaks)


GOALS = {
    "clear": _goal("clear", "the greatest chance to clear the quest", "3.4", "chance", "HP", "power"),
    "hearts": _goal("hearts", "the fewest HP lost on average", "3.10", "HP", "power"),
    "survive": _goal("survive", "the greatest chance that HP stay above 0", "7.2", "chance", "HP", "power"),
    "power": _goal("power", "the greatest power on average", "8.1", "power", "HP"),
}


def worth(hearts: int) -> Goal:
    """A goal of one's own: clearing the quest is worth so many HP; the best balance of the two.

    Small numbers save HP, large ones come near to "clear". The goal is called ``worth N``.
    """
    if isinstance(hearts, bool) or not isinstance(hearts, int) or not 0 <= hearts <= MOST:
        raise ValueError(f"a quest is worth a whole number of HP from 0 to {MOST}, not {short(hearts)}")
    return _worth(hearts)


@cache
def _worth(hearts: int) -> Goal:
    name = f"worth {hearts}"
    TERMS[name] = (lambda end, hp: hearts * end.cleared - end.hp_lost, _power)
    return _goal(name, f"the best balance when clearing is worth {hearts} HP", "3.10", "HP", "power")


def card(power: int, ability: str | None = None) -> KarenCard:
    """A card of one's own for what-ifs: a whole-number power, and None or one of ABILITIES."""
    if isinstance(power, bool) or not isinstance(power, int) or not -MOST <= power <= MOST:
        raise ValueError(f"a card's power is a whole number from {-MOST} to {MOST}, not {short(power)}")
    if ability is not None and ability not in ABILITIES:
        raise ValueError(f"no ability is called {short(ability)}; there are {', '.join(ABILITIES)}")
    return _own(power, ability)


@lru_cache(maxsize=4096)
def _own(power: int, ability: str | None) -> KarenCard:
    name = f"power {power}" + (f", {ability}" if ability else "")
    # own cards sort after the sheet's (which has at most 800), by power
    return KarenCard.make(id="own", name=name, order=2 * MOST + power, kind="opening", power=power, ability=ability)


def cards(items: Iterable[Any] | Mapping[Any, int], setup: Setup | None = None) -> Bag[KarenCard]:
    """Cards of the Karen Deck: titles or ids of the sheet, whole numbers (that power), or ``card(…)``."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"a deck is a list of cards or a mapping card -> count, not {short(items)}")
    counts: dict[KarenCard, int] = {}
    for item, n in items.items() if isinstance(items, Mapping) else ((item, 1) for item in items):
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MOST:
            raise ValueError(f"{short(item)}: a count is a whole number from 0 to {MOST}, not {short(n)}")
        one = _one_card(item, Setup.of(setup))
        counts[one] = counts.get(one, 0) + n
    return Bag(counts)


def _one_card(item: Any, setup: Setup) -> KarenCard:
    match item:
        case bool():
            raise ValueError(f"a card is a title, a whole number or karen.card(…), not {short(item)}")
        case int():
            return card(item)
        case str():
            found = setup.sheet.find(item)
        case KarenCard():
            found = item
        case _:
            raise ValueError(f"a card is a title, a whole number or karen.card(…), not {short(item)}")
    if found.kind == "story" or found.ship:
        raise ValueError(f"{found} never comes into the Karen Deck")
    return found


def adventure(
    deck: Iterable[Any] | Mapping[Any, int],
    difficulty: int,
    *,
    discard: Iterable[Any] | Mapping[Any, int] = (),
    hp: int = 20,
    courage: int | None = None,
    setup: Setup | None = None,
) -> Adventuring:
    """An adventure just before its four cards are drawn.

    ``deck``, ``discard``: see ``cards``. ``hp``: 1 to 20. ``courage``: the most Courage
    Draws (None: as many as the HP allow). ValueError says what is allowed.
    """
    setup = Setup.of(setup)
    for name, n, least, most in (("hp", hp, 1, setup.hp), ("difficulty", difficulty, 0, MOST)):
        if isinstance(n, bool) or not isinstance(n, int) or not least <= n <= most:
            raise ValueError(f"{name} is a whole number from {least} to {most}, not {short(n)}")
    if courage is not None and (isinstance(courage, bool) or not isinstance(courage, int) or courage < 0):
        raise ValueError(f"courage is None or a whole number from 0 up, not {short(courage)}")
    challenge = Challenge(difficulty, hp, hp if courage is None else min(courage, hp), setup.options)
    return set_out(challenge, cards(deck, setup), cards(discard, setup))


def adventure_odds(
    deck: Iterable[Any] | Mapping[Any, int],
    difficulty: int,
    *,
    discard: Iterable[Any] | Mapping[Any, int] = (),
    hp: int = 20,
    courage: int | None = None,
    goal: str = "clear",
    setup: Setup | None = None,
) -> Odds:
    """The exact odds of Adventure(cleared, power, hp_lost) under best play for a goal of GOALS.

    Answered by ``fast/karen.py`` where it can, else by walking the rules; the two agree, fraction
    for fraction.

    >>> adventure_odds({0: 1, 1: 4}, 4, courage=0).p(cleared=True)
    Fraction(1, 5)
    """
    from rulebooks.fast import karen as fast

    start = adventure(deck, difficulty, discard=discard, hp=hp, courage=courage, setup=setup)
    return fast.adventure_odds(start, named_goal(goal))


def named_goal(goal: str) -> Goal:
    """The goal with this name: one of GOALS, or "worth N". ValueError lists them all."""
    number = goal.removeprefix("worth ") if isinstance(goal, str) and goal.startswith("worth ") else ""
    if number.isdecimal() and number.isascii() and len(number) < 10:
        return worth(int(number))
    if not isinstance(goal, str) or goal not in GOALS:
        raise ValueError(f"no goal is called {short(goal)}; there are {', '.join(GOALS)}, and “worth N” for N HP")
    return GOALS[goal]


def position(
    *,
    hp: int,
    quest: Any,
    laid: Iterable[Any] | Mapping[Any, int],
    deck: Iterable[Any] | Mapping[Any, int],
    discard: Iterable[Any] | Mapping[Any, int] = (),
    used: Iterable[Any] | Mapping[Any, int] = (),
    doubled: Iterable[Any] | Mapping[Any, int] = (),
    setup: Setup | None = None,
) -> Adventuring:
    """The adventure on the table in front of you, its cards drawn.

    ``quest``: a title of the sheet, or a difficulty. ``laid``: cards whose ability is not used
    yet; ``used``: those in the Used Ability Area; ``doubled``: which of all these are doubled.
    ``hp``: what is left now. ValueError says what is allowed.
    """
    setup = Setup.of(setup)
    difficulty = setup.sheet.find(quest).difficulty if isinstance(quest, str) else quest
    if difficulty is None:
        raise ValueError(f"{quest} is no quest: it has no difficulty")
    start = adventure(deck, difficulty, discard=discard, hp=hp, setup=setup)
    in_use = cards(used, setup)
    dull = [str(c) for c in in_use.kinds if c.ability is None]
    if dull:
        raise ValueError(f"{', '.join(dull)}: only a card with an ability can lie in the Used Ability Area")
    there = Bag({Laid(c): n for c, n in cards(laid, setup).counts.items()})
    there += Bag({Laid(c, used=True): n for c, n in in_use.counts.items()})
    for c in cards(doubled, setup):
        plain = next((x for x in (Laid(c), Laid(c, used=True)) if x in there), None)
        if plain is None:
            raise ValueError(f"{c} is doubled, but it does not lie there (or not so often)")
        there = there.take(plain).add(Laid(c, plain.used, doubled=True))
    return replace(start, deck=cards(deck, setup), discard=cards(discard, setup), cards=there, draws=0)


def table(
    *,
    hp: int,
    events: Iterable[str] = (),
    deck: Iterable[str] | Mapping[str, int],
    discard: Iterable[str] | Mapping[str, int] = (),
    processed: Iterable[str] = (),
    event_discard: Iterable[str] = (),
    removed: Iterable[str] = (),
    quest: str | None = None,
    laid: Iterable[str] = (),
    used: Iterable[str] = (),
    doubled: Iterable[str] = (),
    setup: Setup | None = None,
) -> State:
    """The table in front of you: with ``events``, at the choice of her fate; with a ``quest``, in its adventure.

    Titles or ids of the sheet; ``laid``, ``used`` and ``doubled`` as for ``position``. Quests and
    stories that are named nowhere are in the Event Deck. ValueError when a card is named more
    often than it is in the box, or lies where its kind cannot.
    """
    setup = Setup.of(setup)
    if isinstance(hp, bool) or not isinstance(hp, int) or not 1 <= hp <= setup.hp:
        raise ValueError(f"hp is a whole number from 1 to {setup.hp}, not {short(hp)}")
    hers = [cards(pile, setup) for pile in (deck, discard, removed)]
    shown = [Bag([setup.sheet.find(c) for c in pile]) for pile in (events, event_discard, processed)]
    if wrong := [c for c in (*shown[0], *shown[1]) if c.kind == "opening"] + [c for c in shown[2] if c.kind != "story"]:
        raise ValueError(f"{wrong[0]} cannot lie there: events are quests and stories, processed cards are stories")
    if len(shown[0]) > EVENTS_A_ROUND:
        raise ValueError(f"at most {EVENTS_A_ROUND} events are active, not {len(shown[0])}")
    faced = [] if quest is None else [setup.sheet.find(quest)]
    adventure = None
    if faced:
        adventure = position(
            hp=hp, quest=quest, laid=laid, used=used, doubled=doubled, deck=deck, discard=discard, setup=setup
        )
    in_play = cards(laid, setup) + cards(used, setup)
    if (events and faced) or (in_play and not faced):
        raise ValueError("either events are active, or a quest is faced with the cards laid for it")
    left = dict(setup.sheet.copies)
    for c in (*(c for pile in (*hers, *shown) for c in pile), *in_play, *faced):
        left[c] = left.get(c, 0) - 1
        if left[c] < 0:
            raise ValueError(f"{c} is named more often than it is in the box")
    rest = Bag({c: n for c, n in left.items() if c.kind != "opening"})
    if lost := [str(c) for c, n in left.items() if n and c.kind == "opening"]:
        raise ValueError(f"say where these are (deck, discard or removed): {', '.join(lost)}")
    here = replace(prepare(setup), hp=hp, event_deck=rest, active=shown[0], event_discard=shown[1])
    here = replace(here, processed=shown[2], deck=hers[0], discard=hers[1], removed=hers[2])
    if adventure is not None:
        here = replace(here, deck=Bag(), discard=Bag(), quest=faced[0], adventure=adventure)
        return replace(here, phase=Phase.ADVENTURE)
    if not shown[0]:
        return next_round(here)
    return replace(here, phase=Phase.FATE)
