"""Scott Pilgrim's combats and piles as they are drawn: damage, combos lit up, a combat alone."""

from __future__ import annotations

from collections import Counter

from rulebook_widgets.view import CardFace, Combo, FlowStep, Mark, PileFace, View, Zone
from rulebook_widgets.views.pilgrim_cards import card_face, fight_words, listed
from rulebook_widgets.views.pilgrim_words import hand_key
from rulebooks.core.chance import Bag
from rulebooks.scott_pilgrim import BACK, EX, FRONT, GUARD, UNKNOWN, Deck, Fight, PilgrimCard
from rulebooks.scott_pilgrim.fight import Combos, Stage, dealt, hits_of, most_damage

COMBAT = "3 Combat"
STEPS = ("1 Elimination", "2 Acquisition", COMBAT, "4 Resolution")


def damage_words(f: Fight) -> str:
    """The damage dealt so far, of what is needed."""
    return f"damage {dealt(f)} of {f.needed}"


def damage_line(f: Fight, own: bool) -> tuple[str | Mark, ...]:
    """What was dealt against what is needed; ``own``: the hand is known, so what it could bring is told."""
    have = dealt(f)
    made = most_damage(hits_of(f.played), f.bout.combos)[1]
    parts = [*([f"combo {listed(made)}"] if made else [])]
    if f.extra + f.bout.bonus:
        parts.append(f"+{f.extra + f.bout.bonus} by effects and Power Ups!")
    end = ": enough." if have >= f.needed else f": {f.needed - have} short."
    most = most_damage(hits_of(f.played + f.hand), f.bout.combos)[0] + f.extra + f.bout.bonus
    with_all = f" All moves in hand laid would make it {most}, before what they do." if own and most > have else ""
    because = f" ({'; '.join(parts)})" if parts else ""
    return ("Damage ", Mark(str(have)), " of ", Mark(str(f.needed), "need"), f"{because}{end}{with_all}")


def combo_zone(combos: Combos, f: Fight | None, own: bool, title: str, low: bool = False) -> Zone:
    """Combos, with what of them lies or is in hand, if that is known."""
    there = (f.played + f.hand if own else f.played) if f is not None else Bag[PilgrimCard]()
    made = Counter(most_damage(hits_of(f.played), combos)[1]) if f is not None else Counter[str]()
    moves = Counter(c.move for c in there if c.kind == "action" and c.move)
    return Zone(title, tuple(_combo(c, moves, made[c[0]], f is not None) for c in combos), new_row=True, low=low)


def _combo(combo: tuple[str, tuple[str, ...], int], there: Counter[str], made: int, shown: bool) -> Combo:
    name, moves, damage = combo
    have = tuple(moves[: i + 1].count(m) <= there[m] for i, m in enumerate(moves)) if shown else ()
    reach = "can be made" if have and all(have) else ""
    return Combo(name, moves, damage, have, (f"made ×{made}" if made > 1 else "made") if made else reach)


# piles ---------------------------------------------------------------------------------------
def top_words(deck: Deck) -> str:
    """What faces up on a draw pile."""
    return f"on top: {deck.top.name}" if deck.top is not None and deck.draw else ""


def known_cards(cards: Bag[PilgrimCard]) -> tuple[CardFace, ...]:
    """Cards in a pile, in one line each: the front's name, and what the back is."""
    return tuple(CardFace(c.name, None, text=_both(c), count=n) for c, n in cards.counts.items() if c is not UNKNOWN)


def _both(c: PilgrimCard) -> str:
    """A card's two sides in a few words."""
    if c.kind == "action":
        return ", ".join(filter(None, [c.makes, f"combat {c.back}: {c.move}" if c.back else c.move]))
    if c.kind == "plot":
        return f"Challenge {c.back}: {c.damage} damage" if c.damage is not None else ""
    return ""


def pile_of(name: str, cards: Bag[PilgrimCard], down: bool, text: str = "") -> PileFace:
    """A pile, with what is known to be in it."""
    return PileFace(name, len(cards), down, known_cards(cards), text)


# a combat alone ------------------------------------------------------------------------------
def combat_alone(f: Fight) -> View:
    """A combat that odds are asked about."""
    setup, bout = f.setup, f.bout
    waiting = f.stage is Stage.TARGET
    targets = [
        CardFace(b.target, b.damage, "damage", key=_target_key(t.place), side="Target", lines=(fight_words(*b.line),))
        for t, b in f.choices
    ]
    target = CardFace(bout.target, f.needed, "damage", side="Target", lines=(fight_words(*bout.line),))
    piles = [pile_of("Draw pile", f.deck.draw, True, top_words(f.deck)), pile_of("Discard pile", f.deck.discard, False)]
    if f.theirs is not None:
        piles.append(pile_of("Neighbour’s draw pile", f.theirs.draw, True, top_words(f.theirs)))
    return View(
        words="a target is chosen" if waiting else f"combat with {bout.target}, {damage_words(f)}",
        flow=tuple(FlowStep(name, name == COMBAT) for name in STEPS),
        zones=(
            *([Zone("Targets", tuple(targets))] if waiting else [Zone("Target", (target,))]),
            Zone("Revealed", tuple(card_face(c, FRONT, setup, key=f"shown:{c.id}") for c in f.shown), slim=True),
            Zone("Laid", tuple(card_face(c, BACK, setup) for c in f.played), "no card laid", slim=waiting, tight=True),
            Zone(
                "Hand",
                tuple(card_face(c, BACK, setup, key=hand_key(c)) for c in f.hand),
                new_row=True,
                slim=True,
                tight=True,
            ),
            *([combo_zone(bout.combos, f, True, "Combos")] if bout.combos else []),
            *(Zone(p.name, (p,), new_row=n == 0, low=True) for n, p in enumerate(piles)),
        ),
        summary=() if waiting else damage_line(f, True),
        ask={Stage.TARGET: "fight", Stage.SWAP: "swap a card, or not"}.get(f.stage, "lay cards, or stop"),
    )


def _target_key(place: int) -> str:
    return {EX: "ex", GUARD: "guard"}.get(place, f"line:{place}")
