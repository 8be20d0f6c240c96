"""A Friday fight, assembled: its actions, which rules refuse them, and ``node``, ``step`` and ``candidates``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.core.chance import deal
from rulebooks.core.game import Chance, Decision, IllegalMove, Node, Terminal
from rulebooks.core.interned import Interned
from rulebooks.core.rules import allowed, require
from rulebooks.friday.abilities import (
    Use,
    below_bounded,
    copyable,
    discard_seen,
    exchange_on,
    has_target,
    leave_the_rest,
    look,
    look_on,
    more_to_see,
    none_discarded,
    not_doubled,
    put_back,
    put_below,
    replacement,
    second_card,
    something_to_draw,
    stack_to_go_below,
    step_to_go,
    unused,
    use,
    uses,
    when_compared,
)
from rulebooks.friday.contents import FridayCard
from rulebooks.friday.fights import (
    Destroy,
    Fighting,
    Lying,
    can_draw,
    compare,
    destroy_for_points,
    draw_free,
    free_first,
    free_left,
    keep_points,
    lay,
    life_to_pay,
    lose,
    lose_to_pirate,
    need,
    no_stop,
    one_drawn,
    pay,
    pirate_met,
    points_left,
    price,
    reshuffle,
    total,
    win,
    within_cap,
)


@dataclass(frozen=True, eq=False)
class Compare(metaclass=Interned):
    """Draw no more, and compare."""

    def __str__(self) -> str:
        return "compare now"


@dataclass(frozen=True, eq=False)
class DrawFree(metaclass=Interned):
    """Draw a free card."""

    def __str__(self) -> str:
        return "draw a free card"


@dataclass(frozen=True, eq=False)
class Pay(metaclass=Interned):
    """Pay life for one more card."""

    cost: int = 1

    def __str__(self) -> str:
        return f"pay {self.cost} life for a card"


@dataclass(frozen=True, eq=False)
class Settle(metaclass=Interned):
    """The fight is decided by what counts now."""

    def __str__(self) -> str:
        return "settle the fight"


@dataclass(frozen=True, eq=False)
class More(metaclass=Interned):
    """Go on with an ability: the next card to draw or to look at, the replacement."""

    what: str

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, eq=False)
class Enough(metaclass=Interned):
    """Leave the rest of an ability, or of the points of a loss."""

    def __str__(self) -> str:
        return "enough"


@dataclass(frozen=True, eq=False)
class Exchange(metaclass=Interned):
    """The second exchange of an "exchange 2"."""

    target: Lying

    @property
    def ability(self) -> str:
        """What a second exchange is checked as."""
        return "exchange"

    def __str__(self) -> str:
        return f"exchange {self.target}"


@dataclass(frozen=True, eq=False)
class Discard(metaclass=Interned):
    """Discard a card looked at."""

    card: FridayCard

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, eq=False)
class PutBack(metaclass=Interned):
    """Put a card looked at back on the stack."""

    card: FridayCard

    def __str__(self) -> str:
        return f"put {self.card} on the stack"


USE_CHECKS = (
    unused,
    copyable,
    when_compared,
    step_to_go,
    not_doubled,
    something_to_draw,
    stack_to_go_below,
    below_bounded,
    has_target,
)
CHECKS: Mapping[Any, Any] = {
    Compare: (one_drawn, pirate_met),
    DrawFree: (free_left, no_stop, can_draw),
    Pay: (free_first, can_draw, life_to_pay, within_cap),
    Use: USE_CHECKS,
}
# what may be refused while an ability, or the end of a fight, is under way
UNFINISHED: Mapping[tuple[str, Any], Any] = {
    ("cards", More): (can_draw,),
    ("exchange", Exchange): (something_to_draw,),
    ("replace", More): (can_draw,),
    ("sort", More): (more_to_see,),
    ("sort", Discard): (none_discarded,),
    ("destroying", Destroy): (points_left,),
}
MORE = {"cards": "draw the second card", "replace": "draw a replacement", "sort": "look at another card"}


def node(f: Fighting) -> Node:
    """What happens next in a fight."""
    if f.phase == "over":
        assert f.result is not None
        return Terminal((int(f.result.won and not f.result.lost_by),), ended_by(f))
    if f.pending and f.pending[-1].kind in ("draw", "shuffle"):
        return Chance("the next aging card", deal(f.aging)) if not f.stack else Chance(whose(f), deal(f.stack))
    return Decision(0, tuple(c for c in candidates(f) if allowed(checks(f), f, c)))


def whose(f: Fighting) -> str:
    """What a chance node is called."""
    return "the card looked at" if f.pending[-1].to == "eyes" else "Robinson's next card"


def ended_by(f: Fighting) -> str:
    """The rule that ended a fight."""
    assert f.result is not None
    return f.result.lost_by or ("5.4" if f.result.won else "5.5")


def checks(f: Fighting) -> Mapping[Any, Any]:
    """The checks that may refuse an action here."""
    kind = f.pending[-1].kind if f.pending else f.phase
    if kind == "fight":
        return CHECKS
    if kind == "comparing":
        return COMPARING
    return {action: rules for (where, action), rules in UNFINISHED.items() if where == kind}


COMPARING: Mapping[Any, Any] = {Settle: (pirate_met,), Use: USE_CHECKS}


def candidates(f: Fighting) -> tuple[Any, ...]:
    """Every action the rules speak of in a fight, legal or not."""
    if f.phase == "over" or (f.pending and f.pending[-1].kind in ("draw", "shuffle")):
        return ()
    if f.pending:
        return tuple(unfinished(f))
    if f.phase == "destroying":
        return (Enough(), *(Destroy(c) for c in f.cards.kinds))
    if f.phase == "comparing":
        return (Settle(), *uses(f))
    return (Compare(), DrawFree(), *uses(f), Pay(price(f)))


def unfinished(f: Fighting) -> Iterator[Any]:
    """What can be done with an ability under way."""
    frame = f.pending[-1]
    if frame.kind == "exchange":
        assert frame.by is not None
        yield Enough()
        yield from (Exchange(c) for c in f.cards.take(frame.by).kinds if not c.down)
    elif frame.kind == "sort":
        if frame.n > 0:
            yield More(MORE["sort"])
        yield from (Discard(c) for c in frame.seen.kinds)
        yield from (PutBack(c) for c in frame.seen.kinds)
    else:
        yield More(MORE[frame.kind])
        yield Enough()


def legal_uses(f: Fighting) -> list[Use]:
    """The uses of abilities that no rule refuses here."""
    return [a for a in uses(f) if allowed(CHECKS, f, a)]


def step(f: Fighting, move: Any) -> Fighting:
    """The fight after a draw, an ability, the comparison or what follows it."""
    if f.phase == "over":
        raise IllegalMove(move, None, "the fight is over")
    if f.pending and f.pending[-1].kind in ("draw", "shuffle"):
        return drawn(f, move)
    if not any(move is c for c in candidates(f)):  # actions are interned
        where = f.pending[-1].kind if f.pending else f.phase
        raise IllegalMove(move, None, f"it is no move here ({where})")
    require(checks(f), f, move)
    if f.pending:
        return go_on(f, move)
    match move:
        case Compare():
            return compare(f)
        case DrawFree():
            return draw_free(f)
        case Pay():
            return pay(f)
        case Use():
            return use(f, move)
        case Destroy():
            return destroy_for_points(f, move.card)
        case Settle():
            return settle(f)
    return keep_points(f)


def settle(f: Fighting) -> Fighting:
    """Which of the three ends it is."""
    if total(f) >= need(f):
        return win(f)
    return lose_to_pirate(f) if f.challenge.pirate else lose(f)


def go_on(f: Fighting, move: Any) -> Fighting:
    """The fight after a further part of an ability."""
    match move:
        case Exchange():
            return exchange_on(f, move.target)
        case Discard():
            return discard_seen(f, move.card)
        case PutBack():
            return put_back(f, move.card)
        case More():
            go = {"cards": second_card, "replace": replacement, "sort": look_on}
            return go[f.pending[-1].kind](f)
    return leave_the_rest(f)


def drawn(f: Fighting, card: Any) -> Fighting:
    """The fight after the card that nature chose."""
    if not isinstance(card, FridayCard):
        raise IllegalMove(card, None, "a card is drawn now")
    try:
        if not f.stack:
            return stacked(reshuffle(f, card))
        return looked_or_laid(f, card)
    except ValueError as no:
        raise IllegalMove(card, None, str(no)) from None


def stacked(f: Fighting) -> Fighting:
    """A shuffled stack is there: a card that waits to go below it goes now."""
    frame = f.pending[-1]
    if frame.kind != "shuffle":
        return f
    assert frame.by is not None
    return put_below(replace(f, pending=f.pending[:-1]), frame.by)


def looked_or_laid(f: Fighting, card: FridayCard) -> Fighting:
    """The card is seen, or lies in the fight; an exchanged card that waited is discarded."""
    if f.pending[-1].to == "eyes":
        return look(f, card)
    f = lay(f, card)
    if f.pending and f.pending[-1].kind == "discard":
        waiting = f.pending[-1].by
        assert waiting is not None
        f = replace(f, discard=f.discard.add(waiting.card), pending=f.pending[:-1])
    return f


__all__ = [
    "CHECKS",
    "Compare",
    "Destroy",
    "Discard",
    "DrawFree",
    "Enough",
    "Exchange",
    "More",
    "Pay",
    "PutBack",
    "Settle",
]
