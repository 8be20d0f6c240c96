"""Friday on the table: steps, life, the hazard between its two rows of cards, stacks, aging board, pirates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulebook_widgets.view import TINTS, CardFace, FlowStep, Grade, Layer, Mark, PileFace, Track, View, Zone, minus
from rulebook_widgets.views.friday_words import describe_end, describe_event, describe_move, group_move, plural
from rulebooks import friday
from rulebooks.core.cards import Sheet
from rulebooks.core.chance import Bag, Pile
from rulebooks.friday import Fighting, FridayCard, Lying, Phase, Setup, State
from rulebooks.friday.contents import STEPS, left_in_the_box
from rulebooks.friday.fights import in_hand, stop_on_the_left, zeroed
from rulebooks.friday.island import pirate_numbers

FLOW = (*(f"{step.capitalize()} step" for step in STEPS), "Pirates")
PIRATE_RULES = {
    "extra_card_costs_2": "each further card costs 2 life",
    "half_count": "only half of the cards count, aging cards first",
    "each_card_plus_1": "each card drawn counts 1 more",
    "all_remaining_hazards": "red values and free cards of all hazards not beaten",
    "two_per_aging_card": "2 for each aging card taken",
}
ASKED = {
    "exchange": "a second exchange?",
    "cards": "a second card?",
    "replace": "a replacement on the left?",
    "sort": "sort: look on, discard one, or put back on top",
    "fight": "draw, use a card, or compare",
    "comparing": "the comparison: double, go a step down, or settle",
}
TO_COME = {"left": "left of the hazard", "right": "right of the hazard", "eyes": "to be looked at"}


def describe(s: State | Fighting) -> View:
    """The table, or a fight alone."""
    if isinstance(s, Fighting):
        return _fight_alone(s)
    f = s.fight
    life = s.life if f is None else f.life
    here = _fight_zones(f, s) if f is not None else _choice_zones(s)
    own = _own_piles(*((s.stack, s.discard, s.aging) if f is None else (f.stack, f.discard, f.aging)), s.setup)
    return View(
        words=_words(s, life),
        flow=tuple(FlowStep(name, at == s.stage and s.phase is not Phase.OVER) for at, name in enumerate(FLOW)),
        tracks=(Track("Life", life, max(life, s.setup.most_life)),),
        zones=(*here, *own, *_island_piles(s), _pirates(s), *_gone(s)),
        summary=_summary(s),
        ask=_ask(s),
        note=f"level {s.setup.level}",
    )


def _fight_alone(f: Fighting) -> View:
    steps = len(f.challenge.needs) - 1  # steps further down that are known
    at = len(STEPS) if f.challenge.pirate else steps or None
    gone = _pile("Out of the game", f.removed, f.setup, down=False)
    return View(
        words=f"fight, life {minus(f.life)}; {_value(f)}",
        flow=tuple(FlowStep(name, place == at) for place, name in enumerate(FLOW)),
        tracks=(Track("Life", f.life, max(f.life, f.setup.most_life)),),
        zones=(
            *_fight_zones(f, None),
            *_own_piles(f.stack, f.discard, f.aging, f.setup),
            *([Zone("Out of the game", (gone,))] if f.removed else []),
        ),
        summary=_fight_line(f),
        ask=_fight_ask(f),
        note=f"level {f.setup.level}",
    )


# in words -------------------------------------------------------------------------------
def _words(s: State, life: int) -> str:
    where = "pirates" if s.step == "pirates" else f"{s.step} step"
    start = f"level {s.setup.level}, {where}, life {minus(life)}"
    match s.phase:
        case Phase.FIGHT:
            assert s.fight is not None
            assert s.facing is not None
            return f"{start}; {s.facing.hazard or s.facing}, {_value(s.fight)}"
        case Phase.CHOOSE:
            return f"{start}; {' or '.join(str(c.hazard) for c in s.shown)}"
        case Phase.OVER:
            return f"{start}; over, score {minus(friday.score_of(s))}"
        case Phase.PIRATE:
            return f"{start}; {len(s.pirates)} to beat"
    return f"{start}; {plural(len(s.hazards), 'hazard')} to come"


def _value(f: Fighting) -> str:
    return f"value {minus(friday.total(f))} of {minus(friday.need(f))}"


def _ask(s: State) -> str:
    match s.phase:
        case Phase.CHOOSE:
            return "choose a hazard" if len(s.shown) > 1 else "the last hazard: fight it, or leave it"
        case Phase.PIRATE:
            return "choose a pirate"
    return _fight_ask(s.fight) if s.fight is not None else "choose"


def _fight_ask(f: Fighting) -> str:
    if not f.pending and f.phase == "destroying" and f.result is not None:
        return f"destroy cards for the loss: {plural(f.result.points, 'point')} left"
    return ASKED.get(f.pending[-1].kind if f.pending else f.phase, "choose")


def _summary(s: State) -> tuple[str | Mark, ...]:
    if s.fight is not None:
        return _fight_line(s.fight)
    if s.phase is Phase.OVER:
        return ("Score ", Mark(minus(friday.score_of(s))), ".")
    return ()


def _fight_line(f: Fighting) -> tuple[str | Mark, ...]:
    """What counts now against what is needed, and what is under way."""
    if f.result is not None:
        total, end = f.result.total, " reached." if f.result.won else " not reached."
        if f.phase == "destroying":
            end += f" {plural(f.result.points, 'point')} of the loss left to destroy cards."
    else:
        total = friday.total(f)
        short = friday.need(f) - total
        end = ": enough." if short <= 0 else f": {short} short."
        end += " “Stop” lies on the left." if f.free and stop_on_the_left(f) else ""
    return ("Fighting value ", Mark(minus(total)), " of ", Mark(minus(friday.need(f)), "need"), end, *_under_way(f))


def _under_way(f: Fighting) -> Iterable[str]:
    for frame in f.pending:
        match frame.kind:
            case "exchange":
                by = frame.by.card if frame.by else "the ability"
                yield f" {plural(frame.n, 'more card')} may be exchanged by {by}."
            case "cards":
                yield f" {plural(frame.n, 'more card')} may be drawn."
            case "draw":
                yield f" A card is drawn, {TO_COME[frame.to]}."
            case "replace":
                yield " A replacement may be drawn for the card put below the stack."
            case "shuffle" | "discard":
                yield f" Waiting to leave the fight: {frame.by.card if frame.by else 'a card'}."


# hazards and fights -----------------------------------------------------------------------
def _house(card: FridayCard, setup: Setup, *fields: str) -> tuple[str, ...]:
    sheet = setup.sheet
    assert isinstance(sheet, Sheet)
    if card not in sheet.copies:
        return ()  # a card of the learner's own
    return tuple(f for f in fields if getattr(card, f) is not None and sheet.is_house(card, f))


def _grades(names: Iterable[str], values: Iterable[int], now: int) -> tuple[Grade, ...]:
    pairs = zip(names, values, strict=False)
    return tuple(Grade(name, n, place == now, name if name in TINTS else "") for place, (name, n) in enumerate(pairs))


def _hazard(c: FridayCard, stage: int, setup: Setup, **more: Any) -> CardFace:
    at = min(stage, len(STEPS) - 1)
    return CardFace(
        name=c.hazard or c.name,
        number=c.needs[at],
        kind="need",
        text=f"teaches {c}",
        grades=_grades(STEPS, c.needs, at),
        box=f"{c.free} free",
        house=_house(c, setup, "hazard", "free", *STEPS, "name", "value", "ability"),
        **more,
    )


def _pirate(c: FridayCard, numbers: tuple[int, int], setup: Setup, **more: Any) -> CardFace:
    value, free = numbers
    rule = PIRATE_RULES.get(c.pirate_rule or "", "no special rule")
    house = _house(c, setup, "name", "pirate", "free", "pirate_rule")
    return CardFace(c.name, value, "need", text=rule, box=f"{free} free", house=house, **more)


def _facing(f: Fighting, c: FridayCard | None) -> CardFace:
    """What is fought now, with the value that counts and the free cards that are left."""
    needs, now = f.challenge.needs, friday.need(f)
    box = f"{f.free} of {f.challenge.free} free"
    if c is not None and c.hazard:
        at = c.needs.index(now)
        return replace(_hazard(c, at, f.setup), box=box)
    if c is not None:
        return replace(_pirate(c, (now, f.challenge.free), f.setup), box=box)
    rule = PIRATE_RULES.get(f.challenge.pirate_rule or "", "")
    grades: tuple[Grade, ...] = ()
    if len(needs) > 1:
        values = tuple(reversed(needs))
        grades = _grades(STEPS, values, values.index(now))
    return CardFace("Pirate" if f.challenge.pirate else "Hazard", now, "need", text=rule, grades=grades, box=box)


def _fight_zones(f: Fighting, s: State | None) -> tuple[Zone, ...]:
    title = "Pirate" if f.challenge.pirate else "Hazard"
    left, right = _laid(f, True), _laid(f, False)
    seen = tuple(_card(c, f.setup) for c in in_hand(f))
    return (
        Zone(title, (_facing(f, s.facing if s else None),)),
        Zone("Left (free cards)", left, "none drawn"),
        Zone("Right (further cards)", right, "none drawn"),
        *([Zone("Looked at" if f.pending[-1].kind != "discard" else "In hand", seen)] if seen else []),
    )


def _laid(f: Fighting, left: bool) -> tuple[CardFace, ...]:
    zero = dict(zeroed(f).counts)
    faces = []
    for lying in f.cards:
        if lying.left is left:
            taken = zero.get(lying, 0) > 0
            zero[lying] = zero.get(lying, 0) - taken
            faces.append(_lying(lying, f.setup, taken))
    return tuple(faces)


def _lying(c: Lying, setup: Setup, zero: bool) -> CardFace:
    if c.down:
        return CardFace(c.card.name, 0, "power", down=True)
    badge = " ".join([*(["×2"] if c.doubled else []), *(["= 0"] if zero else [])])
    return replace(_card(c.card, setup), badge=badge, used=c.used)


def _card(c: FridayCard, setup: Setup) -> CardFace:
    """A card as it lies in the fight, or in a stack."""
    text = (c.ability or "").replace("-", "−")
    note = "aging" if c.aging else ""
    return CardFace(c.name, c.value, "power", text=text, note=note, house=_house(c, setup, "name", "value", "ability"))


def _choice_zones(s: State) -> tuple[Zone, ...]:
    if s.phase is Phase.CHOOSE:
        title = "Two hazards: choose one" if len(s.shown) > 1 else "The last hazard of this step"
        return (Zone(title, tuple(_hazard(c, s.stage, s.setup) for c in s.shown)),)
    return ()


# stacks -------------------------------------------------------------------------------------
def _faces(cards: Bag[FridayCard], setup: Setup) -> tuple[CardFace, ...]:
    return tuple(replace(_card(c, setup), count=n) for c, n in cards.counts.items())


def _pile(name: str, cards: Bag[FridayCard], setup: Setup, *, down: bool, text: str = "") -> PileFace:
    return PileFace(name, len(cards), down, _faces(cards, setup), text)


def _stack(pile: Pile[FridayCard], setup: Setup) -> PileFace:
    """Robinson's stack: what is in it, and in which order where he saw it."""
    name = "Robinson’s stack"
    everything = _faces(Bag(pile), setup)
    if all(isinstance(layer, Bag) for layer in pile.layers) and len(pile.layers) < 2:
        return PileFace(name, len(pile), True, everything)
    unknown = [place for place, layer in enumerate(pile.layers) if isinstance(layer, Bag)]
    first, last = (unknown[0], unknown[-1]) if unknown else (len(pile.layers), len(pile.layers))
    top, bottom = Pile(pile.layers[:first]), Pile(pile.layers[last + 1 :])
    middle = Pile(pile.layers[first : last + 1])
    layers = (
        Layer("on top, in this order:", tuple(_card(c, setup) for c in top)),
        Layer("in an unknown order:", _faces(Bag(middle), setup)),
        Layer("at the bottom, the last one lowest:", tuple(_card(c, setup) for c in bottom)),
    )
    known = [f"{where}: {', '.join(map(str, cards))}" for where, cards in (("top", top), ("bottom", bottom)) if cards]
    return PileFace(name, len(pile), True, everything, "; ".join(known), tuple(x for x in layers if x.cards))


def _board(aging: Pile[FridayCard], setup: Setup) -> PileFace:
    """The aging board: normal cards above difficult ones."""
    cards = tuple(replace(face, note="") for face in _faces(Bag(aging), setup))
    hard = Bag([c for c in aging if c.difficult])
    normal = Bag(aging) - hard
    names = {c.name for c in hard}
    layers = (
        Layer("normal, on top:", tuple(c for c in cards if c.name not in names)),
        Layer("difficult, below:", tuple(c for c in cards if c.name in names)),
    )
    text = f"{len(normal)} normal, {len(hard)} difficult"
    return PileFace("Aging board", len(aging), True, cards, text, tuple(x for x in layers if x.cards))


def _own_piles(
    stack: Pile[FridayCard], discard: Bag[FridayCard], aging: Pile[FridayCard], setup: Setup
) -> tuple[Zone, ...]:
    return (
        Zone("Robinson’s stack", (_stack(stack, setup),), new_row=True),
        Zone("Robinson’s discard", (_pile("Robinson’s discard", discard, setup, down=False),)),
        Zone("Aging board", (_board(aging, setup),)),
    )


def _island_piles(s: State) -> tuple[Zone, ...]:
    def pile(name: str, cards: Bag[FridayCard], down: bool) -> PileFace:
        whole = {c: (_hazard(c, s.stage, s.setup), n) for c, n in cards.counts.items()}
        short = [replace(face, text=f"→ {c}", grades=(), box="", count=n) for c, (face, n) in whole.items()]
        return PileFace(name, len(cards), down, tuple(short))

    return (
        Zone("Hazard stack", (pile("Hazard stack", s.hazards, True),)),
        Zone("Hazard discard", (pile("Hazard discard", s.left, False),)),
    )


def _pirates(s: State) -> Zone:
    """The pirates to beat, and those beaten; nothing before two are shown."""
    if s.phase is Phase.PIRATES:
        return Zone("Pirates", (), "not shown yet", new_row=True)
    facing = [s.facing] if s.facing is not None and s.facing.kind == "pirate" else []
    faces = [
        *(_pirate(c, pirate_numbers(s, c), s.setup) for c in s.pirates),
        *(replace(_pirate(c, (friday.need(f), f.challenge.free), s.setup), note="fought now")
          for c in facing for f in [s.fight] if f is not None),
        *(replace(_pirate(c, pirate_numbers(s, c), s.setup), note="beaten ✓") for c in s.beaten),
    ]  # fmt: skip
    return Zone("Pirates", tuple(faces), new_row=True)


def _gone(s: State) -> tuple[Zone, ...]:
    """Robinson's cards that left the game; what never left the box is not among them."""
    gone = s.removed + (s.fight.removed if s.fight is not None else Bag())
    own = Bag([c for c in gone if c.kind != "pirate"]) - left_in_the_box(s.setup)
    return (Zone("Out of the game", (_pile("Out of the game", own, s.setup, down=False),)),) if own else ()


__all__ = ["describe", "describe_end", "describe_event", "describe_move", "group_move"]
