"""Kabula's moves in words, gathered under headings, and the pieces of the picture that they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook_widgets.views.kabula_events import event_words, result_words
from rulebook_widgets.views.kabula_words import (
    LONG,
    called,
    cost_and_effect,
    counted,
    defence_words,
    does_words,
    harm_words,
    listed,
    payment_words,
    place_words,
    player,
    plural,
    price_words,
    spent_words,
    type_words,
)
from rulebooks.core.game import Node
from rulebooks.core.result import label
from rulebooks.core.rules import Event
from rulebooks.kabula.contents import KabulaCard, Setup, island_of, verbs
from rulebooks.kabula.exploring import targets
from rulebooks.kabula.fights import Defend, NoDefence, Spend, Strike, Suffer, Take
from rulebooks.kabula.hexes import neighbour
from rulebooks.kabula.monsters import spotted
from rulebooks.kabula.parts import Payment, Recharge
from rulebooks.kabula.table import (
    At,
    Befriend,
    Boost,
    Buy,
    Choose,
    Do,
    EndTurn,
    Gear,
    Give,
    Hop,
    Leave,
    LetGo,
    Meet,
    Next,
    Opt,
    Order,
    Pay,
    Refresh,
    Sell,
    Spot,
    State,
    Step,
    Tag,
    Tame,
    To,
    Trot,
    UseKept,
    UsePin,
    Wear,
    figure,
    is_familio,
    is_hero,
)

PIN_WORDS = {
    "encounter": "have an encounter",
    "monster": "provoke a monster",
    "dungeon 1": "enter the dungeon (level 1)",
    "dungeon 2": "enter the dungeon (level 2)",
}
WHERE = {
    "mat": "use an action of the mat",
    "item": "use an item",
    "city": "use an action of this city",
    "personality": "use an action of a personality",
    "trend": "use an action of the trending side",
    "familio": "use an action of the Familio",
}
JOINED = (
    *("walk", "put on", "pay", "attack", "get", "travel to", "put the Tag on", "buy", "sell", "spend", "recharge"),
    *("give", "go to", "befriend", "meet"),
)
ROLLED = ("the Aim die", "the Compass die")
FLIPPED = ("the Monster coin", "two Monster coins")
LET_GO = {
    "tame": "let it go",
    "give": "give no more Parts",
    "tag": "take no Tag",
    "refresh": "leave the rest of the Parts for the Familio",
}


@dataclass(frozen=True)
class Told:
    """Words for one table: names by its light; ``s``: the position, where more can be said of what is chosen."""

    setup: Setup
    s: State | Strike | None = None

    @property
    def table(self) -> State | None:
        """The position, if it is a table's."""
        return self.s if isinstance(self.s, State) else None

    def name(self, card: KabulaCard) -> str:
        """A card by the name that is shown."""
        return card.called(self.setup.light)

    # a move in words ------------------------------------------------------------------------
    def describe_move(self, move: Any, node: Node) -> str:
        """What is chosen, drawn or rolled."""
        match move:
            case str():
                return self._rolled(move)
            case Next():
                return f"{player(move.seat)} ({self.hero(move.seat)}) comes next"
            case KabulaCard():
                return self._drawn(move)
            case Spot():
                return f"{self.name(move.card)} (#{move.card.trait}) is spotted in {move.territory}"
            case Take():
                return f"take {counted(move.parts)}"
        heading, short = self.group_move(move, node)
        if isinstance(move, Do):
            return short
        return f"{heading}{' ' if heading in JOINED else ': '}{short}" if heading else short

    def _rolled(self, face: str) -> str:
        return LONG.get(face, face)

    def _drawn(self, card: KabulaCard) -> str:
        if card.kind == "item":
            return f"{self.name(card)} ({type_words(card)}; {cost_and_effect(card)})"
        if card.kind in ("omen", "rabbits"):
            where = f"{card.slot.title()}: " if card.slot else ""
            return f"{self.name(card)} ({where}{does_words(card)})"
        return self.name(card)

    def hero(self, seat: int) -> str:
        """Who a player plays; an Automa by its own name."""
        every = (*self.setup.heroes, *self.setup.automas)
        return self.name(self.setup.card(every[seat])) if seat < len(every) else ""

    # under headings ------------------------------------------------------------------------------
    def group_move(self, move: Any, node: Node | None = None) -> tuple[str, str]:
        """The heading a move stands under when there are several like it, and its short name there."""
        match move:
            case Step():
                return "walk", self._step(move)
            case Boost():
                return "boost with the Kabula", self._boost(move)
            case Do():
                return self._do(move)
            case UsePin():
                return "", self._pin(move)
            case Wear():
                return "put on", f"{self.name(move.card)} ({cost_and_effect(move.card)})"
            case UseKept():
                return "", f"give {self.name(move.card)} away: {self._kept(move.card)}"
            case Pay():
                return "pay", payment_words(move.payment)
            case At():
                return "attack", (f"{move.name} ({player(move.figure)})" if is_hero(move.figure) else move.name)
            case To():
                return "travel to", move.city
            case Refresh():
                return "which Part becomes Fresh next", move.part
            case Choose():
                return (f"discard from {move.box.title()}" if move.box else "get"), move.part
            case Opt():
                return "", f"{self.name(move.option)} (#{move.option.trait}): {does_words(move.option)}"
            case Tag():
                return "put the Tag on", move.name
            case Buy():
                return "buy", f"{self.name(move.card)} for {move.card.price} Farz"
            case Sell():
                return "sell", f"{self.name(move.card)} for {move.card.price} Farz"
            case Leave():
                return "", "leave the shop"
        return self._of_a_familio(move) or self._in_a_fight(move)

    def _of_a_familio(self, move: Any) -> tuple[str, str] | None:
        """What is chosen about Monsters, Familios and the Guardian."""
        match move:
            case Tame():
                card = move.card
                return "", f"tame {self.name(card)}: a Familio with Heart {card.heart}, and a Tag for #{card.trait}"
            case LetGo():
                return "", LET_GO.get(move.what, str(move))
            case Give():
                return "give", f"{move.part} from {move.box.title()}"
            case Hop():
                return "go to", move.name
            case Trot():
                return "", f"take {plural(move.steps, 'step')} instead"
            case EndTurn():
                return "", "end the Familio’s turn"
            case Gear():
                name = self.name(move.card)
                return "change the Familio’s gear", f"put {name} on" if move.on else f"take {name} off"
            case Meet():
                options = self.setup.owned("option", move.card.id)
                return "meet", f"{self.name(move.card)} ({listed((f'#{o.trait}' for o in options), 'or')})"
            case Befriend():
                return "befriend", move.name
            case Order():
                return self.name(move.action), f"at {move.name}"
        return None

    def _pin(self, move: UsePin) -> str:
        """What a Pin is used for; of a Monster Pin, whom it provokes."""
        s = self.table
        card = spotted(s, s.hero.space) if move.pin == "monster" and s is not None and s.ron else None
        return f"provoke {self.name(card)} (#{card.trait})" if card else PIN_WORDS.get(move.pin, str(move))

    def _boost(self, move: Boost) -> str:
        """An action with the Kabula spent as one of its Parts."""
        n = self.setup.card(self.setup.guardian).number
        what = {"blade": "Blades", "heart": "Heart lost", "nausea": "Nausea", "walk": "steps"}.get(move.what, move.what)
        more = f", {n} more {what}" if what else ""
        return f"{self.name(move.action)}: the Kabula pays {move.part}{more}"

    def _in_a_fight(self, move: Any) -> tuple[str, str]:
        match move:
            case NoDefence():
                return "", "do not defend"
            case Defend():
                d = move.defence
                return f"{called(self.setup, d.name)} ({defence_words(d)})", f"pay {spent_words(move)}"
            case Spend():
                return "spend", spent_words(move)
            case Suffer():
                return "", f"do not spend: {harm_words(move.harm).split(' or ', 1)[-1]}"
            case Recharge():
                there = "Fresh" if move.box == "used" else "Rage"
                return "recharge", f"{move.part} from {move.box.title()} to {there}"
            case Take():
                return "take", counted(move.parts)
        return "", label(move)

    def _step(self, move: Step) -> str:
        s = self.table
        if s is None or not s.ron:
            return LONG[move.direction]
        me = figure(s, s.active)
        island, here = island_of(self.setup), me.space if me is not None else s.hero.space
        there = neighbour(here, move.direction)
        if there not in island.cells:
            return f"{LONG[move.direction]}, off the island"
        steps = island.graph.edges[here, there]["steps"]
        return f"{LONG[move.direction]} to {place_words(island, there)} ({plural(steps, 'step')})"

    def _do(self, move: Do) -> tuple[str, str]:
        card = move.action
        if card.does == "end turn":
            return "", "end the turn"
        price = f" ({price_words(card.cost)})" if card.cost else ""
        return WHERE.get(card.kind, "use"), f"{self.name(card)}{price}: {does_words(card, False)}{self._nobody(card)}"

    def _nobody(self, card: KabulaCard) -> str:
        """Where an attack would have no target, that is said before it is paid."""
        s = self.table
        if s is None or s.todo or not s.ron:
            return ""
        attacks = [v for v in verbs(card.id, card.does) if v.what == "attack"]
        far = attacks and not any(targets(s, s.active, v.arg) for v in attacks)
        return ", nobody in reach" if far else ""

    def _kept(self, card: KabulaCard) -> str:
        options = (o for o in self.setup.owned("option", card.id) if "keep " in (o.does or ""))
        return next((does_words(o).split(" then ", 1)[-1] for o in options), "")

    def comes_last(self, move: Any) -> bool:
        """Whether a move ends much, so that it stands below the others."""
        return isinstance(move, Leave | EndTurn) or (isinstance(move, Do) and move.action.does == "end turn")

    def told_aside(self, move: Any) -> bool:
        """Whether a refused move is told only to who asks why not: what is plain."""
        if isinstance(move, Do):
            return "defend" in (move.action.does or "") or move.action.type == "gear"
        s = self.table
        if isinstance(move, Step) and s is not None and s.ron:
            me = figure(s, s.active)
            here, steps = (me.space, getattr(me, "steps", 0)) if me is not None else (s.hero.space, 0)
            return not steps or neighbour(here, move.direction) not in island_of(self.setup).cells
        return isinstance(move, Wear | Gear | Boost)

    # pieces of the picture ---------------------------------------------------------------------------
    def pieces_of(self, move: Any) -> tuple[str, ...]:
        """The pieces of the picture that a move takes, by their keys."""
        match move:
            case Step():
                return (f"hex:{move.direction}",)
            case Do() | Boost():
                return (f"card:{move.action.id}",)
            case Hop():
                return (f"hop:{move.seat}",)
            case Give():
                return (f"{move.box}:{move.part}",)
            case Befriend():
                return (f"hero:{move.number}",)
            case UsePin():
                return ("hex:here",)
            case Gear() if self.table is not None and is_familio(self.table.active):
                return ()  # on its mat a press on gear uses it
            case Wear() | UseKept() | Sell() | Gear():
                return (f"card:{move.card.id}",)
            case Buy():
                return (f"shop:{move.card.id}",)
            case Opt():
                return (f"card:{move.option.id}",)
            case At():
                return (f"hero:{move.figure}",)
            case To():
                return (f"city:{move.city}",)
            case Tag():
                return (f"tag:{move.place}",)
            case Refresh():
                return (f"used:{move.part}",)
            case Choose() | Recharge():
                return (f"{move.box}:{move.part}",) if move.box else ()
            case Pay() | Spend() | Defend():
                return tokens(move.payment)
        return ()

    # luck ------------------------------------------------------------------------------------------
    def describe_chance(self, what: str) -> tuple[str, str]:
        """What is done to let chance decide, and about what."""
        return ("Roll" if what in ROLLED else "Flip" if what in FLIPPED else "Draw"), what

    # what happened -----------------------------------------------------------------------------------
    def describe_event(self, event: Event) -> str:
        """What a rule changed, in a few words; "" leaves the rule's own."""
        text = event_words(self.setup, event.rule.id, event.before, event.after)
        return text[:1].upper() + text[1:]

    def describe_end(self, s: Any, node: Any) -> str:
        """How it ended."""
        return result_words(s, node)


def tokens(payment: Payment) -> tuple[str, ...]:
    """The tokens that a payment moves; none where one pays twice: that is chosen from the list."""
    if set(payment.raging) & set(payment.fresh) or payment.down:
        return ()
    rage = (*payment.raging, *payment.all_the_way)
    return (*(f"rage:{p}" for p in rage), *(f"fresh:{p}" for p in payment.fresh))
