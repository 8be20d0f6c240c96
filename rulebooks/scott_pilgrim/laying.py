"""Scott Pilgrim: laying the cards of a combat by rule of thumb, for the policies: what harms least comes first."""

from __future__ import annotations

from typing import Any

from rulebooks.scott_pilgrim.cards import Effect, effects
from rulebooks.scott_pilgrim.fight import Fight, Hit, Stop, dealt, hits_of, most_damage, won

LUCKY = 4  # damage that a card drawn may deal, with the combo it completes


def lay_by_thumb(f: Fight, actions: tuple[Any, ...]) -> Any:
    """Cards that draw first, matched Drama next, Drama added last; no more cards than the victory asks for."""
    hits = [a for a in actions if isinstance(a, Hit) and _sensible(f, a)]
    if won(f):
        useful = [a for a in hits if _gains(a) and not _harms(a)]
        return useful[0] if useful else Stop()
    if not hits or (all(_harms(a) for a in hits) and in_all(f) < f.needed):
        return Stop()
    return min(hits, key=_rank)


def _told(a: Hit) -> list[Effect]:
    """What laying a card does."""
    return [e for e in effects(a.card.combat, "combat") if e.when != "match" or a.match]


def _sensible(f: Fight, a: Hit) -> bool:
    """Drama is matched wherever it can be, best first; only then cards are laid without it."""
    return (
        a.match or f.setup.drama not in f.hand or not any(e.when == "match" for e in effects(a.card.combat, "combat"))
    )


def _harms(a: Hit) -> int:
    """Drama that a card adds, now or on victory."""
    return sum(e.n for e in _told(a) if e.what == "drama")


def _gains(a: Hit) -> bool:
    """Whether a card brings something on victory."""
    return any(e.what == "eliminate" for e in _told(a))


def _rank(a: Hit) -> tuple[int, ...]:
    told = _told(a)
    draws = sum(e.n for e in told if e.what == "draw")
    damage = sum(e.n for e in told if e.what.startswith("damage"))
    waits = any(e.what == "damage without drama" for e in told)
    return _harms(a), -int(not a.match and draws > 0), waits, -int(a.match), -draws, -damage, a.card.order


def in_all(f: Fight) -> int:
    """The damage if all cards in hand are laid, and what they draw turns out well."""
    told = [e for c in f.hand for e in effects(c.combat, "combat") if not e.when]
    sure = sum(e.n * {"damage": 1, "draw": LUCKY if f.deck.left else 0}.get(e.what, 0) for e in told)
    together = most_damage(hits_of(f.hand + f.played), f.bout.combos)[0]
    return together + sure + dealt(f) - most_damage(hits_of(f.played), f.bout.combos)[0]


__all__ = ["in_all", "lay_by_thumb"]
