"""Setting up a whole table of Friday: any position of a real game, from names and plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulebooks.core.cards import short, whole
from rulebooks.core.chance import Bag
from rulebooks.friday.contents import STEPS, FridayCard, Options, Setup, aging_cards
from rulebooks.friday.fights import Lying
from rulebooks.friday.island import Phase, State, face, face_pirate, hazard_name, next_hazards, prepare
from rulebooks.friday.questions import Cards, KnownOrder, as_board, as_cards, as_drawn, as_pile, named

STAGES = (*STEPS, "pirates")


def table(
    *,
    life: int,
    stack: Cards | KnownOrder,
    pirates: Iterable[str],
    discard: Cards = (),
    step: str = "green",
    shown: Iterable[str] = (),
    facing: str | None = None,
    drawn_left: Iterable[Any] = (),
    drawn_right: Iterable[Any] = (),
    hazard_discard: Cards = (),
    hazards: Cards | None = None,
    aging: Cards | KnownOrder | None = None,
    beaten: Iterable[str] = (),
    level: int = 1,
    options: Options | None = None,
    setup: Setup | None = None,
) -> State:
    """The table in front of you: with hazards ``shown``, with one ``facing`` Robinson, or between two fights.

    ``stack``, ``discard``: Robinson's cards, as for ``fight``; knowledge cards are his too. ``pirates``: the two of
    this game; ``beaten``: which of them are. ``step``: green, yellow, red or pirates. ``shown``: two hazards, or the
    last one. ``facing``: the hazard or pirate that is fought, with the cards drawn for it. A hazard is named by the
    knowledge on its back ("weapon 4", "raft-food") or as it is shown; by its hazard side where that names one card.
    ``hazards``: the hazard stack; None: all that are named nowhere. ``aging``: the cards on the board, a bag or
    ``known_order``; None: all of the level that are named nowhere. Every other card has left the game.
    ``setup`` (in place of ``level`` and ``options``) brings a sheet of one's own. ValueError says what is allowed.
    """
    setup = setup or Setup(level, options or Options())
    whole("life", life, 0, setup.most_life)
    if step not in STAGES:
        raise ValueError(f"step is one of {', '.join(STAGES)}, not {short(step)}")
    two = Bag([_pirate(name, setup) for name in _names("pirates", pirates)])
    done = Bag([_pirate(name, setup) for name in _names("beaten", beaten)])
    if len(two.kinds) != 2 or len(two) != 2:
        raise ValueError(f"two different pirates are in a game, not {two}")
    if any(c not in two for c in done) or (done and step != "pirates"):
        raise ValueError("only pirates of this game are beaten, one after the other, after the red step")
    if len(done) == 2:
        raise ValueError("with both pirates beaten the game is over; friday.score(…) scores it")
    own, away = as_pile(stack, setup), as_cards(discard, setup)
    left, right = as_drawn(drawn_left, True, setup), as_drawn(drawn_right, False, setup)
    turned = Bag([_hazard(name, setup) for name in _names("shown", shown)])
    faced = [] if facing is None else [_faced(facing, step, setup)]
    undone = _hazards("hazard_discard", hazard_discard, setup)
    his = Bag([*own, *away, *(c.card for c in left + right)])
    rest = _what_is_left(his + turned + undone + Bag([c for c in faced if c.kind == "hazard"]), setup)
    piled = Bag({c: n for c, n in rest.counts.items() if c.kind == "hazard"})
    piled = piled if hazards is None else _hazards("hazards", hazards, setup)
    if step == "pirates":  # what is not beaten by then lies on the discard pile
        undone, piled = undone + piled, Bag()
    board = as_board(aging, his, setup)
    named_all = his + turned + undone + piled + Bag([c for c in faced if c.kind == "hazard"]) + Bag(board)
    gone = _what_is_left(named_all, setup)
    gone = Bag({c: n for c, n in gone.counts.items() if c not in two})
    _fits(turned, faced, left + right, step, piled)
    here = replace(
        prepare(setup),
        life=life,
        stack=own,
        discard=away,
        aging=board,
        taken=len(aging_cards(setup)) - len(board),
        hazards=piled,
        left=undone,
        shown=turned,
        pirates=two - done,
        beaten=done,
        removed=gone,
        stage=STAGES.index(step),
    )
    if faced:
        return _in_the_fight(here, faced[0], left, right)
    if step == "pirates":
        return replace(here, phase=Phase.PIRATE)
    return replace(here, phase=Phase.CHOOSE) if turned else next_hazards(here)


def _in_the_fight(s: State, card: FridayCard, left: Bag[Lying], right: Bag[Lying]) -> State:
    """The table with its fight under way; the cards on the left have used up free ones."""
    if card.kind == "pirate":
        if card not in s.pirates:
            raise ValueError(f"{card} is beaten, or no pirate of this game")
        s = face_pirate(s, card)
    else:
        s = face(replace(s, shown=Bag([card])), card)
    assert s.fight is not None
    if len(left) > s.fight.free:
        raise ValueError(f"{len(left)} cards lie on the left, but only {s.fight.free} are free (2.2)")
    return replace(s, fight=replace(s.fight, cards=left + right, free=s.fight.free - len(left)))


def _fits(turned: Bag[Any], faced: list[Any], drawn: Bag[Lying], step: str, piled: Bag[Any]) -> None:
    """What can lie on a table at the same time."""
    if turned and (faced or step == "pirates"):
        raise ValueError("hazards are shown before one of them is fought, in the green, yellow or red step")
    if drawn and not faced:
        raise ValueError("cards are drawn for a hazard or pirate: say which one is fought (facing=…)")
    if len(turned) > 2 or (len(turned) == 1 and piled):
        raise ValueError(f"two hazards are shown, or the last one of the stack, not {len(turned)}")


def _what_is_left(cards: Bag[FridayCard], setup: Setup) -> Bag[FridayCard]:
    """The cards of the box that are not among these. ValueError where one is named too often."""
    left = dict(setup.sheet.copies)
    for c, n in cards.counts.items():
        if c not in left:
            raise ValueError(f"{c} is no card of the sheet; a whole table holds only cards of the box")
        left[c] -= n
        if left[c] < 0:
            raise ValueError(f"{c} is named more often than it is in the box ({setup.sheet.copies[c]})")
        if c.from_level > setup.level:
            raise ValueError(f"{c} is not used below level {c.from_level}")
    return Bag(left)


def _names(what: str, items: Any) -> list[Any]:
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ValueError(f"{what} is a list of names, not {short(items)}")
    return list(items)


def _pirate(name: Any, setup: Setup) -> FridayCard:
    found: FridayCard = name if isinstance(name, FridayCard) else setup.sheet.find(name)
    if found.kind != "pirate":
        raise ValueError(
            f"{found} is no pirate; there are {', '.join(c.id for c in setup.sheet.cards if c.kind == 'pirate')}"
        )
    return found


def _hazard(name: Any, setup: Setup) -> FridayCard:
    """A hazard by its knowledge, by both sides, or by its hazard side where one card alone has it."""
    if isinstance(name, FridayCard):
        found = name
    else:
        wanted = name.strip().casefold() if isinstance(name, str) else ""
        sides = [c for c in setup.sheet.cards if c.hazard]
        both = [c for c in sides if wanted == hazard_name(c).casefold()]
        front = [c for c in sides if wanted == (c.hazard or "").casefold()]
        if len(front) > 1:
            raise ValueError(f"{name}: name the knowledge on its back too: {', '.join(c.id for c in front)}")
        found = (both or front or [named(name, setup)])[0]
    if not found.hazard:
        raise ValueError(f"{found} is no hazard")
    return found


def _hazards(what: str, items: Cards, setup: Setup) -> Bag[FridayCard]:
    if isinstance(items, Mapping):
        return Bag({_hazard(name, setup): whole(f"{what}: a count", n, 0, 99) for name, n in items.items()})
    return Bag([_hazard(name, setup) for name in _names(what, items)])


def _faced(name: Any, step: str, setup: Setup) -> FridayCard:
    if step == "pirates":
        return _pirate(name, setup)
    return _hazard(name, setup)
