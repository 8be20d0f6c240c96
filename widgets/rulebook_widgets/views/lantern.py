"""Lantern on the table."""

from __future__ import annotations

from rulebook_widgets.view import CardFace, FlowStep, Mark, PileFace, Track, View, Zone, minus
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Node, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import Event
from rulebooks.lantern import Action, LanternCard, Phase, State, node

STEPS = {Phase.STORM: "1 A storm comes", Phase.SHOW: "2 Show cards", Phase.CHOOSE: "3 Spend oil, or stand"}


def describe(s: State) -> View:
    """The keeper's table."""
    light, oil, over = sum(s.shown), f"{s.oil} oil", isinstance(node(s), Terminal)
    start = s.setup.sheet.numbers["start_oil"]
    shown = ", ".join(map(str, s.shown)) or "nothing"
    storm = (_face(s, "storm", s.storm, 1),) if s.storm else ()
    words = f"storm {s.storm}, {oil}; shown {shown}" if s.storm else f"{oil}; {len(s.storms)} storms to come"
    return View(
        words=words,
        flow=tuple(FlowStep(name, phase is s.phase and not over) for phase, name in STEPS.items()),
        tracks=(Track("Oil", s.oil, max(start, s.oil)),),
        zones=(
            Zone("Storm", storm, "none yet"),
            Zone("Shown cards", tuple(_face(s, "step", light, 1) for light in s.shown)),
            Zone("Deck", (PileFace("Deck", len(s.deck), cards=_faces(s, "step", s.deck)),), new_row=True),
            Zone("Discard pile", (PileFace("Discard pile", len(s.discard), False, _faces(s, "step", s.discard)),)),
            Zone("Storms to come", (PileFace("Storms to come", len(s.storms), cards=_faces(s, "storm", s.storms)),)),
        ),
        summary=_summary(s, light),
    )


def _summary(s: State, light: int) -> tuple[str | Mark, ...]:
    if not s.storm:
        return ()
    short = s.storm - light
    end = ": the storm is met." if short <= 0 else f": {short} short."
    return ("Light ", Mark(str(light)), " of ", Mark(str(s.storm), "need"), end)


def _faces(s: State, kind: str, lights: Bag[int]) -> tuple[CardFace, ...]:
    return tuple(_face(s, kind, light, count) for light, count in lights.counts.items())


def _face(s: State, kind: str, light: int, count: int) -> CardFace:
    sheet = s.setup.sheet
    same = [c for c in sheet.cards if c.light == light and (c.kind == "storm") is (kind == "storm")]
    card: LanternCard | None = same[0] if same else None
    house = ("light",) if card and sheet.is_house(card, "light") else ()
    name = card.name if card else f"{kind.title()} {light}"
    return CardFace(name, light, "need" if kind == "storm" else "power", house=house, count=count)


def describe_move(move: int | Action, where: Node) -> str:
    """A storm, a card or the keeper's choice in words."""
    if isinstance(where, Chance) and isinstance(move, int):
        return f"a storm of {move}" if where.what == "the storm" else f"a card of light {minus(move)}"
    return label(move)


def describe_event(event: Event) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own."""
    before, after = event.before, event.after
    match event.rule.id:
        case "3.1":
            return f"A storm came; it asks for {after.storm} light."
        case "3.2":
            return f"A card of light {minus(sum(after.shown) - sum(before.shown))} was shown."
        case "3.3":
            return f"The deck was made anew from {len(after.deck)} cards, one of them weary."
        case "3.5":
            return f"Oil {before.oil} → {after.oil}, to show one more card."
        case "3.6":
            lost = before.oil - after.oil
            return f"Stood with light {sum(before.shown)} against {before.storm}" + (
                f": oil {before.oil} → {minus(after.oil)}." if lost else ": no oil was lost."
            )
    return ""


def describe_end(s: State, end: Terminal) -> str:
    """How the night ended."""
    return "You saw the dawn." if end.returns[0] else "The lantern went out."
