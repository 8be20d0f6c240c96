"""Asking about a fight: positions from plain numbers and names, goals, exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from rulebooks.core.cards import hint, short, whole
from rulebooks.core.chance import Bag, Pile, Seen
from rulebooks.core.graph import Goal
from rulebooks.core.result import Bracket, Odds
from rulebooks.friday.contents import (
    ABILITIES,
    HARMFUL,
    PIRATE_RULES,
    STEPS,
    USEFUL,
    FridayCard,
    Options,
    Setup,
    aging_cards,
)
from rulebooks.friday.fights import Challenge, Fight, Fighting, Lying, finished

MOST = 999  # the greatest value and count of a what-if
Cards = Iterable[Any] | Mapping[Any, int]


# Cards --------------------------------------------------------------------------------
def card(value: int, ability: str | None = None, aging: bool = False) -> FridayCard:
    """A card of one's own for what-ifs: a whole-number value, None or one of ABILITIES, aging or not."""
    whole("a card's value", value, -MOST, MOST)
    if ability is not None and ability not in ABILITIES:
        raise ValueError(f"no ability is called {short(ability)}; there are {', '.join(ABILITIES)}")
    if not isinstance(aging, bool):
        raise ValueError(f"aging is True or False, not {short(aging)}")
    return _own(value, ability, aging)


@lru_cache(maxsize=4096)
def _own(value: int, ability: str | None, aging: bool) -> FridayCard:
    marks = ", ".join([*([ability] if ability else []), *(["aging"] if aging else [])])
    name = f"a {value}{f' ({marks})' if marks else ''}".replace("-", "−")
    return FridayCard(
        id="own",
        name=name,
        order=2 * MOST + value,  # own cards sort after the sheet's, by value
        kind="aging" if aging else "starting",
        value=value,
        ability=ability,
        destroy_cost=2 if aging else 1,
    )


@dataclass(frozen=True)
class Drawn:
    """A card already drawn in the fight one asks about, used or turned face down."""

    card: Any
    used: bool = False
    down: bool = False


def used(card: Any) -> Drawn:
    """A drawn card whose ability was used already."""
    return Drawn(card, used=True)


def face_down(card: Any) -> Drawn:
    """A drawn card that was turned face down."""
    return Drawn(card, down=True)


@dataclass(frozen=True)
class KnownOrder:
    """Cards whose order is known, top first."""

    cards: tuple[Any, ...]


def known_order(cards: Iterable[Any]) -> KnownOrder:
    """A stack, or aging cards, in an order one knows: the top card first."""
    if isinstance(cards, str | bytes | Mapping) or not isinstance(cards, Iterable):
        raise ValueError(f"a known order is a list of cards, top first, not {short(cards)}")
    return KnownOrder(tuple(cards))


def as_cards(items: Cards, setup: Setup | None = None) -> Bag[FridayCard]:
    """Cards of Robinson's: names or ids of the sheet, whole numbers (plain values), or ``card(…)``."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"cards are a list or a mapping card -> count, not {short(items)}")
    counts: dict[FridayCard, int] = {}
    for item, n in items.items() if isinstance(items, Mapping) else ((item, 1) for item in items):
        whole(f"{short(item)}: a count", n, 0, MOST)
        one = one_card(item, Setup.of(setup))
        counts[one] = counts.get(one, 0) + n
    return Bag(counts)


def one_card(item: Any, setup: Setup) -> FridayCard:
    """One fighting card: a name ("weapon 2" where a name stands on several), an id, a whole number or ``card(…)``."""
    match item:
        case bool():
            raise ValueError(f"a card is a name, a whole number or friday.card(…), not {short(item)}")
        case int():
            return card(item)
        case str():
            found = named(item, setup)
        case FridayCard():
            found = item
        case _:
            raise ValueError(f"a card is a name, a whole number or friday.card(…), not {short(item)}")
    if found.value is None:
        raise ValueError(f"{found} is a pirate, never a card of Robinson's")
    return found


def named(text: str, setup: Setup) -> FridayCard:
    """A card of the sheet by id, by name, or as it is shown ("weapon 2", "food 1 (+1 life)")."""
    wanted = " ".join(text.replace("−", "-").casefold().split())
    own = [c for c in setup.sheet.cards if c.value is not None]
    as_shown = [c for c in own if wanted == str(c).replace("−", "-").casefold()]
    by_value = [c for c in own if wanted == f"{c.name} {c.value}".casefold()]
    found = as_shown or by_value  # "distracted -1" is no aging card: that one says so
    if len(found) == 1:
        return found[0]
    return setup.sheet.find(text)


# A fight from plain numbers and names ----------------------------------------------------
def fight(
    stack: Cards | KnownOrder,
    value: int | str | tuple[int, int, int],
    free: int | None = None,
    *,
    life: int = 20,
    discard: Cards = (),
    aging: Cards | KnownOrder | None = None,
    pirate: str | None = None,
    step: str = "green",
    level: int = 1,
    drawn_left: Iterable[Any] = (),
    drawn_right: Iterable[Any] = (),
    pay: int | None = None,
    options: Options | None = None,
) -> Fighting:
    """A state in a fight: the table in front of you.

    ``stack``: cards left in the stack, order unknown, or ``known_order([…])`` top first. ``value``: a
    whole number ("step -1" then does nothing), the name of a hazard or pirate, or ``(green, yellow, red)``. ``free``:
    the white box (None: as on the named hazard); cards drawn on the left have used it up by as much. ``aging``: cards
    still on the board, a bag (normal above difficult) or ``known_order``; None: the level's cards that are named
    nowhere else; (): none left. ``pirate``: the code of a pirate's rule, "none" for a pirate without one; None: a
    hazard. ``level`` sets the most life and the aging cards. ``pay``: a cap on paid cards. Drawn cards may be
    ``used(…)`` or ``face_down(…)``. ``options``: readings other than ours.
    ValueError says what is allowed.
    """
    setup = Setup(level, options or Options())
    needs, printed, rule = _hazard(value, step, pirate, setup)
    white = printed if free is None else free
    if white is None:
        raise ValueError("say how many free cards there are: free is None only for a hazard named by its name")
    whole("free", white, 0, MOST)
    whole("life", life, 0, setup.most_life)
    if pay is not None:
        whole("pay", pay, 0, MOST)
    left, right = as_drawn(drawn_left, True, setup), as_drawn(drawn_right, False, setup)
    if len(left) > white:
        raise ValueError(f"{len(left)} cards lie on the left, but only {white} are free (2.2)")
    pile, away = as_pile(stack, setup), as_cards(discard, setup)
    elsewhere = Bag([*pile, *away, *(c.card for c in left + right)])
    board = as_board(aging, elsewhere, setup)
    _in_the_box(elsewhere + Bag(board), setup)
    challenge = Challenge(
        needs, white, life, setup, rule is not None, None if rule == "none" else rule, pay, len(board)
    )
    return Fighting(challenge, "fight", pile, away, board, left + right, life, white - len(left), 0)


def _hazard(value: Any, step: str, pirate: str | None, setup: Setup) -> tuple[tuple[int, ...], int | None, str | None]:
    """(values from the current step down, free cards in print, the pirate's rule or None)."""
    if step not in STEPS:
        raise ValueError(f"step is one of {', '.join(STEPS)}, not {short(step)}")
    if pirate is not None and pirate not in ("none", *PIRATE_RULES):
        raise ValueError(f"pirate is None, 'none' or one of {', '.join(PIRATE_RULES)}, not {short(pirate)}")
    at = STEPS.index(step)
    if isinstance(value, str):
        hazards = {c.hazard.casefold(): c for c in setup.sheet.cards if c.hazard}
        found = hazards.get(value.strip().casefold())
        if found is None:
            try:
                found = setup.sheet.find(value)
            except ValueError:
                known = [
                    *(c.hazard for c in hazards.values()),
                    *(c.name for c in setup.sheet.cards if c.kind == "pirate"),
                ]
                near = hint(value, known, everything=True)
                raise ValueError(f"no hazard or pirate is called {short(value)}{near}") from None
        if found.kind == "pirate":
            if found.pirate is None:
                raise ValueError(f"{found} has no printed value: give a whole number, and pirate={found.pirate_rule!r}")
            return (found.pirate,), found.free, found.pirate_rule or "none"
        if not found.hazard:
            raise ValueError(f"{found} is no hazard; there are {', '.join(c.hazard for c in hazards.values())}")
        value, printed = found.needs, found.free
    else:
        printed = None
    if isinstance(value, tuple | list):
        if len(value) != 3:
            raise ValueError(f"value is a whole number, a hazard's name or (green, yellow, red), not {short(value)}")
        for n in value:
            whole("a hazard value", n, 0, MOST)
        return (value[0],) if pirate else tuple(reversed(value[: at + 1])), printed, pirate
    return (whole("value", value, 0, MOST),), printed, pirate


def as_drawn(items: Iterable[Any], left: bool, setup: Setup) -> Bag[Lying]:
    """Cards drawn in a fight, as they lie on one side of the hazard."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"drawn cards are a list of cards, not {short(items)}")
    each = [item if isinstance(item, Drawn) else Drawn(item) for item in items]
    return Bag([Lying(one_card(d.card, setup), left, d.used, d.down) for d in each])


def as_pile(stack: Cards | KnownOrder, setup: Setup) -> Pile[FridayCard]:
    """Robinson's stack: its order unknown, or known."""
    if isinstance(stack, KnownOrder):
        return Pile(tuple(Seen(one_card(c, setup)) for c in stack.cards))
    return Pile((as_cards(stack, setup),))


def as_board(aging: Cards | KnownOrder | None, elsewhere: Bag[FridayCard], setup: Setup) -> Pile[FridayCard]:
    """The aging cards on the board, top first."""
    if aging is None:
        layers = []
        for layer in aging_cards(setup).layers:
            counts = layer.counts if isinstance(layer, Bag) else {layer.face: 1}
            layers.append(Bag({c: max(0, n - elsewhere.count(c)) for c, n in counts.items()}))
        return Pile(tuple(layers))
    there = [one_card(c, setup) for c in aging.cards] if isinstance(aging, KnownOrder) else list(as_cards(aging, setup))
    if young := [c for c in there if not c.aging]:
        raise ValueError(f"{young[0]} is no aging card; friday.card(…, aging=True) makes one")
    if isinstance(aging, KnownOrder):
        return Pile(tuple(Seen(c) for c in there))
    return Pile(tuple(Bag([c for c in there if c.difficult is hard]) for hard in (False, True)))


def _in_the_box(cards: Bag[FridayCard], setup: Setup) -> None:
    """No card of the sheet is named more often than it is there."""
    for c, n in cards.counts.items():
        if c.id != "own" and n > setup.sheet.copies.get(c, 0):
            there = setup.sheet.copies.get(c, 0)
            raise ValueError(
                f"{c} is named {n} times, but there are {there} in the box; friday.card({c.value}) adds one of your own"
            )


# Goals --------------------------------------------------------------------------------
def riddance(card: FridayCard) -> int:
    """How glad one is to see a card go: how far its value is below 1; 2 less if it can do something useful."""
    return 1 - (card.value or 0) - 2 * (card.ability in USEFUL) + (card.ability in HARMFUL)


Term = Callable[[Fighting], int]


def _won(f: Fighting) -> int:
    return int(finished(f).won)


def _life(f: Fighting) -> int:
    return -finished(f).life_lost


def _paid(f: Fighting) -> int:
    return -f.paid


GOALS = {
    "win": Goal(
        "win", "the greatest chance to win the fight", (_won, _life, _paid), "5.4", "chance", ("life", "cards paid")
    ),
    "life": Goal("life", "the fewest life points lost on average", (_life, _paid), "5.5", "life", ("cards paid",)),
}


def learn(win: int = 3, life: int = 1, removed: int = 1) -> Goal:
    """A goal of one's own: what winning, a life point and a bad card that leaves are worth to each other.

    Whole numbers from 0 to 99. Cards count by ``riddance``: a −1 that leaves counts 2, a 0 counts 1, a 2 counts −1.
    The goal is called ``learn W L R``.
    """
    for name, n in (("win", win), ("life", life), ("removed", removed)):
        whole(f"the weight of {name}", n, 0, 99)
    return _learn(win, life, removed)


@cache
def _learn(win: int, life: int, removed: int) -> Goal:
    def worth(f: Fighting) -> int:
        gone = sum(riddance(c) * n for c, n in f.removed.counts.items())
        return win * _won(f) + life * _life(f) + removed * gone

    what = f"the best balance: a win counts {win}, a life point {life}, a bad card that leaves {removed}"
    return Goal(f"learn {win} {life} {removed}", what, (worth, _life, _paid), "5.8", "points", ("life", "cards paid"))


GOALS["learn"] = replace(learn(), name="learn")
GOALS["win, then life"] = replace(GOALS["win"], name="win, then life", what="first the chance to win, then life kept")


def named_goal(goal: str) -> Goal:
    """The goal with this name: one of GOALS, or "learn W L R". ValueError lists them all."""
    parts = goal.split() if isinstance(goal, str) else []
    if len(parts) == 4 and parts[0] == "learn" and all(p.isdecimal() and p.isascii() and len(p) < 3 for p in parts[1:]):
        return learn(*map(int, parts[1:]))
    if not isinstance(goal, str) or goal not in GOALS:
        raise ValueError(
            f"no goal is called {short(goal)}; there are {', '.join(GOALS)}, and “learn W L R” for weights"
        )
    return GOALS[goal]


def fight_odds(
    stack: Cards | KnownOrder,
    value: int | str | tuple[int, int, int],
    free: int | None = None,
    *,
    goal: str = "win",
    limit: int | None = None,
    **position: Any,
) -> Odds:
    """The exact odds of Fight(won, total, life_lost, cards_paid, removed) under best play for a goal of GOALS.

    Arguments as for ``fight``. Answered by ``fast/friday.py`` where it can, else by walking the rules; the
    two agree, fraction for fraction. TooLarge where no exact answer fits into ``limit`` states.

    >>> fight_odds({0: 1, 1: 1}, 1, 1, pay=0, aging=()).p(won=True)
    Fraction(1, 2)
    """
    from rulebooks.fast import friday as fast

    start = fight(stack, value, free, **position)
    return fast.fight_odds(start, named_goal(goal), **({} if limit is None else {"limit": limit}))


def fight_bracket(
    stack: Cards | KnownOrder,
    value: int | str | tuple[int, int, int],
    free: int | None = None,
    *,
    goal: str = "win",
    budget: float = 1.0,
    **position: Any,
) -> Bracket:
    """Two proved bounds of best play, for fights too large for ``fight_odds``; where they meet, the exact answer.

    The chance to win, or for "life" the life points lost on average. Arguments as for ``fight``; ``budget``: about
    how many seconds it may take. ``rulebooks/fast/friday_bounds.py`` proves the bounds.

    >>> fight_bracket({0: 1, 1: 1}, 1, 1, pay=0, aging=())
    1/2 (50.00 %) (exact: best play for “win”)
    """
    from rulebooks.fast.friday_bounds import bracket

    if isinstance(budget, bool) or not isinstance(budget, int | float) or not 0 <= budget < float("inf"):
        raise ValueError(f"budget is a number of seconds from 0 up, not {short(budget)}")
    return bracket(fight(stack, value, free, **position), named_goal(goal), budget)


__all__ = ["GOALS", "Fight", "card", "fight", "fight_bracket", "fight_odds", "known_order", "learn", "named_goal"]
