"""Karen and the Pirate Island on the table: flow, HP, quest, adventure cards, decks and piles."""

from __future__ import annotations

from collections.abc import Callable

from rulebook_widgets.view import CardFace, FlowStep, Mark, PileFace, Track, View, Zone, minus
from rulebooks import karen
from rulebooks.core.cards import Sheet, load_sheet
from rulebooks.core.chance import Bag
from rulebooks.core.game import Terminal
from rulebooks.core.rules import Event
from rulebooks.karen import Adventuring, KarenCard, Laid, Phase, State

FLOW = {Phase.EVENTS: "1 Events", Phase.FATE: "2 Fate", Phase.ADVENTURE: "3 Adventure", None: "4 Stories"}


def describe(s: State | Adventuring) -> View:
    """Karen's table, or an adventure alone."""
    if isinstance(s, Adventuring):
        return _adventure_alone(s)
    a, sheet = s.adventure, s.setup.sheet
    assert isinstance(sheet, Sheet)
    hp = s.hp - (a.spent if a is not None and s.phase is Phase.ADVENTURE else 0)
    processed = len(s.processed)
    here: list[Zone] = []
    if a is not None:
        quest = (_quest(s.quest, sheet),) if s.quest else ()
        here = [Zone("Quest", quest), _laid(a, sheet)]
    elif s.phase is not Phase.OVER:
        events = tuple(_event(card, sheet, processed) for card in s.active)
        here = [Zone("Active events", events, "none yet")]
    deck, discard = (a.deck, a.discard) if a is not None else (s.deck, s.discard)
    piles = [*_karen_piles(deck, discard, sheet), *_event_piles(s, sheet, processed)]
    if s.removed or (a is not None and a.removed):
        gone = s.removed + (a.removed if a is not None else Bag())
        piles.append(Zone("Out of the game", (_pile("Out of the game", gone, _turned, sheet, False),)))
    return View(
        words=_words(s, hp),
        flow=tuple(FlowStep(name, phase is s.phase) for phase, name in FLOW.items()),
        tracks=(Track("HP", hp, max(s.setup.hp, hp)),),
        zones=(*here, *piles),
        summary=_power_line(a) if a is not None else _story_line(s),
    )


def _adventure_alone(a: Adventuring) -> View:
    sheet, hp = load_sheet("karen"), a.challenge.hp - a.spent
    quest = CardFace("Quest", a.challenge.difficulty, "need")
    return View(
        words=f"adventure, {hp} HP; power {karen.power(a)} of {a.challenge.difficulty}",
        flow=tuple(FlowStep(name, phase is Phase.ADVENTURE) for phase, name in FLOW.items()),
        tracks=(Track("HP", hp, max(sheet.numbers["start_hp"], a.challenge.hp)),),
        zones=(Zone("Quest", (quest,)), _laid(a, sheet), *_karen_piles(a.deck, a.discard, sheet)),
        summary=_power_line(a),
    )


def _words(s: State, hp: int) -> str:
    match s.phase:
        case Phase.ADVENTURE:
            a = s.adventure
            assert a is not None
            return f"adventure, {hp} HP; {s.quest}; power {karen.power(a)} of {a.challenge.difficulty}"
        case Phase.FATE:
            return f"stand or flee, {hp} HP; {s.active}"
        case Phase.OVER:
            return f"over, {hp} HP" + (f"; score {s.score}" if s.ended_by == "7.1" else "")
    return f"events, {hp} HP; {len(s.event_deck)} events to come"


def _power_line(a: Adventuring) -> tuple[str | Mark, ...]:
    power, need = karen.power(a), a.challenge.difficulty
    if a.draws:
        end = f"; {a.draws} card{'' if a.draws == 1 else 's'} to be drawn."
    else:
        end = ": enough to clear it." if power >= need else f": {need - power} short."
    return ("Power ", Mark(minus(power)), " of ", Mark(minus(need), "need"), end)


def _story_line(s: State) -> tuple[str | Mark, ...]:
    n = len(s.processed)
    return ("Stories processed: ", Mark(str(n)), f"; each story costs {n} HP less.") if n else ()


# cards and piles ------------------------------------------------------------------
def _house(sheet: Sheet, card: KarenCard, *fields: str) -> tuple[str, ...]:
    if card not in sheet.copies:
        return ()  # a card of the learner's own
    return tuple(f for f in fields if getattr(card, f) is not None and sheet.is_house(card, f))


def _quest(card: KarenCard, sheet: Sheet) -> CardFace:
    gives = ", ".join(filter(None, [minus(card.power), card.ability]))
    text = "take it, and win" if card.ship else f"then {gives}"
    fields = ("name", "difficulty") if card.ship else ("name", "difficulty", "power", "ability")
    return CardFace(card.name, card.difficulty, "need", text=text, house=_house(sheet, card, *fields))


def _story(card: KarenCard, sheet: Sheet, processed: int) -> CardFace:
    assert card.cost is not None
    now = karen.story_cost(card.cost, processed)
    text = f"story; costs {now} HP now" if now != card.cost else f"story; costs {now} HP"
    return CardFace(card.name, card.cost, "heart", text=text, house=_house(sheet, card, "name", "cost"))


def _event(card: KarenCard, sheet: Sheet, processed: int) -> CardFace:
    return _quest(card, sheet) if card.kind == "quest" else _story(card, sheet, processed)


def _turned(card: KarenCard, sheet: Sheet) -> CardFace:
    house = _house(sheet, card, "name", "power", "ability")
    return CardFace(card.name, card.power, "power", text=card.ability or "", house=house)


def _laid(a: Adventuring, sheet: Sheet) -> Zone:
    def face(laid: Laid) -> CardFace:
        c = laid.card
        house = _house(sheet, c, "name", "power", "ability")
        badge = "×2" if laid.doubled else ""
        return CardFace(c.name, c.power, "power", badge, c.ability or "", laid.used, house)

    return Zone("Adventure cards", tuple(face(laid) for laid in a.cards), "to be drawn")


Face = Callable[[KarenCard, Sheet], CardFace]


def _pile(name: str, bag: Bag[KarenCard], face: Face, sheet: Sheet, down: bool) -> PileFace:
    faces = []
    for card, count in bag.counts.items():
        one = face(card, sheet)
        faces.append(CardFace(one.name, one.number, one.kind, text=one.text, house=one.house, count=count))
    return PileFace(name, len(bag), down, tuple(faces))


def _karen_piles(deck: Bag[KarenCard], discard: Bag[KarenCard], sheet: Sheet) -> tuple[Zone, ...]:
    return (
        Zone("Karen Deck", (_pile("Karen Deck", deck, _turned, sheet, True),), new_row=True),
        Zone("Karen Discard Pile", (_pile("Karen Discard Pile", discard, _turned, sheet, False),)),
    )


def _event_piles(s: State, sheet: Sheet, processed: int) -> tuple[Zone, ...]:
    def event(card: KarenCard, sheet: Sheet) -> CardFace:
        return _event(card, sheet, processed)

    def story(card: KarenCard, sheet: Sheet) -> CardFace:
        return CardFace(card.name, card.cost, "heart", house=_house(sheet, card, "name", "cost"))

    return (
        Zone("Event Deck", (_pile("Event Deck", s.event_deck, event, sheet, True),)),
        Zone("Event Discard Pile", (_pile("Event Discard Pile", s.event_discard, event, sheet, False),)),
        Zone("Processed stories", (_pile("Processed stories", s.processed, story, sheet, False),)),
    )


# what happened --------------------------------------------------------------------
def describe_event(event: Event) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own."""
    b, a = event.before, event.after
    return _of_adventure(event.rule.id, b, a) if isinstance(a, Adventuring) else _of_table(event.rule.id, b, a)


def _of_adventure(rule: str, b: Adventuring, a: Adventuring) -> str:
    def cards(bag: Bag[Laid]) -> str:
        return ", ".join(str(laid.card) for laid in bag)

    match rule:
        case "3.2":
            drawn = a.cards - b.cards
            return f"{len(drawn)} card{' was' if len(drawn) == 1 else 's were'} drawn: {cards(drawn)}."
        case "3.4":
            return f"Power {minus(karen.power(a))} against {a.challenge.difficulty}: {a.ended}."
        case "3.9":
            return f"HP {a.challenge.hp - b.spent} → {a.challenge.hp - a.spent}, for one more card."
        case "5.2":
            gained = karen.power(a) - karen.power(b)
            return f"{_changed(b.cards, a.cards)} doubled: power {minus(karen.power(b))} + {minus(gained)}."
        case "5.6":
            return f"{_changed(b.cards, a.cards)} left the game."
        case "6.1":
            return f"The discard pile's {len(b.discard)} cards were shuffled into a new Karen Deck."
    return ""


def _changed(before: Bag[Laid], after: Bag[Laid]) -> str:
    return next((str(laid.card) for laid, n in before.counts.items() if after.count(laid) < n), "A card")


def _of_table(rule: str, b: State, a: State) -> str:
    hp = f"HP {minus(b.hp)} → {minus(a.hp)}"
    match rule:
        case "1.1":
            return f"Turned over: {a.active or b.event_deck}."
        case "2.1":
            faced = a.quest or next(iter(a.processed - b.processed), None)
            return f"Faced {faced}." if faced else ""
        case "2.2":
            return f"Fled from {b.active}: HP {b.hp} → {b.hp - 1}." if len(b.active) > 1 else f"Fled from {b.active}."
        case "3.5":
            return f"{b.quest} was turned round and laid on the Karen Discard Pile."
        case "3.10":
            return f"{b.quest} was not overcome: {hp}."
        case "4.2":
            story = next(iter(a.processed - b.processed), None)
            return f"{story} was processed: {hp}." if a.hp != b.hp else f"{story} was processed at no cost."
        case "6.4":
            return f"The Event Deck had run out: {hp}, and the discarded events were shuffled."
        case "7.1":
            return f"The Pirate Ship was taken: {a.score} points."
    return ""


def describe_end(s: State | Adventuring, node: Terminal) -> str:
    """How it ended."""
    if isinstance(s, Adventuring):
        return f"The adventure ended: {s.ended}."
    if node.ended_by == "7.1":
        return f"Karen sails away with {s.score} points: {karen.ending(s.score).split(': ')[-1]}."
    return "Karen’s strength is gone."
