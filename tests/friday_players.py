"""Players of Friday for whole games: a lucky one, and one who plays by rules of thumb and rolls."""

from __future__ import annotations

from typing import Any

from rulebooks import friday
from rulebooks.core.game import Chance, Decision
from rulebooks.core.play import Table


def choice(s: friday.State, node: Decision) -> Any:
    """What a player does who goes by a few rules of thumb: never the best, never foolish."""
    f, actions = s.fight, node.actions
    if f is None:
        return easiest(actions)
    if any(isinstance(a, friday.Destroy) for a in actions):
        return worst_away(actions)
    plain = [a for a in actions if not isinstance(a, friday.Use)]
    if f.pending:
        return plain[0]
    if f.phase == "comparing" or friday.total(f) >= friday.need(f):
        helping = [a for a in actions if isinstance(a, friday.Use) and a.ability in ("+1 life", "+2 life")]
        helping += [
            a for a in actions if isinstance(a, friday.Use) and friday.total(friday.step(f, a)) > friday.total(f)
        ]
        short = friday.total(f) < friday.need(f) or f.phase == "fight"
        return helping[0] if helping and short else plain[0]
    free = [a for a in actions if isinstance(a, friday.DrawFree)]
    uses = [a for a in actions if isinstance(a, friday.Use) and bad_target(a)]
    if free or uses:
        return (free or uses)[0]
    pays = [a for a in actions if isinstance(a, friday.Pay)]
    near = friday.need(f) - friday.total(f) <= 1 and f.life > 6 and s.stage > 0  # in green a loss is a gain
    return pays[0] if pays and (f.challenge.pirate or near) else actions[0]


def bad_target(use: friday.Use) -> bool:
    """An ability is aimed at what is not wanted; what has no aim is used as it comes."""
    return use.target is None or (use.target.value < 1 and not use.target.doubled)


def easiest(actions: tuple[Any, ...]) -> Any:
    """The hazard that asks for least, or the pirate."""
    faces = [a for a in actions if isinstance(a, friday.Face)]
    return min(faces, key=lambda a: (a.card.red or a.card.pirate or 30, a.card.id))


def worst_away(actions: tuple[Any, ...]) -> Any:
    """Points of a loss go for aging cards first, then for the lowest values; good cards stay."""
    bad = [a for a in actions if isinstance(a, friday.Destroy) and a.card.card.value < 1 and not useful(a.card.card)]
    return min(bad, key=lambda a: (not a.card.card.aging, a.card.card.value, str(a)), default=actions[0])


def useful(card: friday.FridayCard) -> bool:
    """Whether a card can do something in Robinson's favour."""
    return card.ability is not None and not card.aging


def thoughtful(t: Table) -> None:
    """Luck is rolled, and the choices follow rules of thumb."""
    t.do(choice(t.state, t.node)) if isinstance(t.node, Decision) else t.roll()


def worth(card: friday.FridayCard) -> tuple[int, bool, str]:
    """How welcome a card is when it is drawn."""
    return card.value or 0, useful(card), card.id


def lucky(t: Table) -> None:
    """The best card always comes, and the choices follow rules of thumb."""
    node = t.node
    if isinstance(node, Chance):
        wanted = worth if all(isinstance(c, friday.FridayCard) for c in node.outcomes) else str
        t.choose(max(node.outcomes, key=wanted))
    else:
        t.do(choice(t.state, node))


def late(pirates: tuple[str, str] = ("pirate ship 20", "pirate ship of age"), **changes: Any) -> friday.State:
    """A table at the end of the red step, with a deck that has learned enough for most pirates."""
    learned = ["raft-strategy", "raft-equipment", "raft-food", "exploring-food", "exploring-weapon", "exploring-repeat"]
    learned += ["further-experience", "further-vision", "animals-realization", "animals-strategy", "animals-experience"]
    stack = [*learned, "exploring-weapon", "raft-books", "exploring-mimicry", "eating", "genius", "focused", "weak"]
    aged = ["hungry", "scared", "stupid"]
    given: dict[str, Any] = {"life": 14, "step": "red", "shown": ["raft-food", "exploring-realization"], "hazards": []}
    given |= {"stack": stack, "discard": aged, "pirates": pirates, "hazard_discard": ["cannibals-weapon"], **changes}
    return friday.table(**given)
