"""Scott Pilgrim, fast: the most damage of a hand that draws no more, and which card does what.

*Combos* take, of each move, the cards that would deal least alone (``fight.most_damage``). *Drama*: if there are as
many cards to match as Drama, all of it is matched, and every card that deals damage "without Drama" deals it, laid
after the last match; of the matched cards themselves only the last one finds no Drama in hand. So each card is tried as
the last, and the others are those that gain most by being matched. If there are fewer, all are matched, and Drama
stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim.cards import MOVES, PilgrimCard, effects
from rulebooks.scott_pilgrim.fight import Combos, hits_of, most_damage

Group = tuple[str, tuple[str, ...], int]  # what it is, the cards, their damage


class Gain(NamedTuple):
    """Damage by effects of a card: always, without Drama in hand, by matching, by matching the last Drama."""

    card: PilgrimCard
    more: int
    clear: int
    match: bool
    bonus: int
    last: int


def gain(card: PilgrimCard) -> Gain:
    """What the effects of a card deal, without Friends and Buddies."""
    found = {(when, what): 0 for when in ("", "match") for what in ("damage", "damage without drama")}
    told = effects(card.combat, "combat")
    for e in told:
        if (e.when, e.what) in found:
            found[e.when, e.what] += e.n
    match = any(e.when == "match" for e in told)
    more, clear, bonus, last = found.values()
    return Gain(card, more, clear, match, bonus, last)


def matched(gains: Sequence[Gain], drama: int) -> tuple[list[Gain], bool]:
    """The cards to match, the last one last, and whether no Drama stays in hand."""
    able = [g for g in gains if g.match]
    if not drama or len(able) < drama:
        return able if drama else [], not drama
    best: tuple[int, list[Gain]] | None = None
    for at, last in enumerate(able):
        others = sorted(able[:at] + able[at + 1 :], key=lambda g: g.clear - g.bonus)[: drama - 1]
        worth = last.bonus + last.last + sum(g.bonus - g.clear for g in others)
        if best is None or worth > best[0]:
            best = worth, [*others, last]
    assert best is not None
    return best[1], True


def groups(hand: Bag[PilgrimCard], combos: Combos) -> tuple[int, tuple[str, ...], tuple[Group, ...]]:
    """The most damage, the combos that are made, and what each card does."""
    cards = [c for c in hand if c.kind == "action"]
    gains = [gain(c) for c in cards]
    alone, names = most_damage(hits_of(hand), combos)
    rows = {move: sorted((c for c in cards if c.move == move), key=_hit) for move in MOVES}
    known = {name: (moves, damage) for name, moves, damage in combos}
    found: list[Group] = []
    rest = list(cards)
    for name in names:
        moves, damage = known[name]
        used = [rows[move].pop(0) for move in sorted(moves, key=MOVES.index)]
        for c in used:
            rest.remove(c)
        found.append((name, tuple(map(_name, used)), damage))
    if rest:
        found.append(("button mashing", tuple(map(_name, rest)), sum(map(_hit, rest))))
    to_match, clear = matched(gains, len(hand) - len(cards))
    for what, each in (
        ("more damage", [(g.card, g.more) for g in gains]),
        ("Drama matched", [(g.card, g.bonus + (g.last if clear and g is to_match[-1] else 0)) for g in to_match]),
        ("without Drama in hand", [(g.card, g.clear) for g in _without(gains, to_match)] if clear else []),
    ):
        deals = [(c, n) for c, n in each if n]
        if deals:
            found.append((what, tuple(_name(c) for c, _ in deals), sum(n for _, n in deals)))
    total = sum(n for _, _, n in found)
    assert alone <= total
    return total, names, tuple(found)


def _without(gains: list[Gain], to_match: list[Gain]) -> list[Gain]:
    """The cards that can be laid once no Drama is in hand: all but those matched before the last."""
    before = [id(g) for g in to_match[:-1]]
    return [g for g in gains if id(g) not in before]


def _hit(card: PilgrimCard) -> int:
    return 1 if card.hit is None else card.hit


def _name(card: PilgrimCard) -> str:
    return card.back or card.name
