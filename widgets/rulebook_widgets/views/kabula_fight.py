"""Kabula's attacks on the table: the one under way, and what one would do before it is made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulebook_widgets.view import CardFace, Mark, View, Zone
from rulebook_widgets.views.kabula_events import attacker_of
from rulebook_widgets.views.kabula_mats import fighter_mat
from rulebook_widgets.views.kabula_words import (
    attack_name,
    attack_words,
    called,
    defence_words,
    house,
    listed,
    plural,
    price_words,
)
from rulebooks.core.result import decimal, percent
from rulebooks.kabula import fights, harms
from rulebooks.kabula.brawls import attack_by, fighter
from rulebooks.kabula.contents import KabulaCard, Setup, island_of
from rulebooks.kabula.exploring import targets
from rulebooks.kabula.familios import familio_actions
from rulebooks.kabula.fights import NOBODY, Fighter, Stage, Strike, hit_of
from rulebooks.kabula.heroes import own_actions
from rulebooks.kabula.strikes import Defence, attack
from rulebooks.kabula.table import Familio, Guardian, Monster, State, is_familio, seat_of, the
from rulebooks.kabula.weighing import FOE, Walk, alike, needed

ROOM = 8  # letters of a name beside a card's number
ASKED = {
    Stage.DEFEND: "defend or not",
    Stage.SPEND: "spend Parts or not",
    Stage.RECHARGE: "recharge a Part",
}
STEPS = {Stage.AIM: "Aim", Stage.DEFEND: "Defend", Stage.SPEND: "Hit", Stage.PUSH: "Hit", Stage.RECHARGE: "Recharge"}


def ask_words(x: Strike) -> str:
    """What is chosen in an attack."""
    if x.owed:
        return "which Parts are taken"
    if x.stage is Stage.SPEND:
        return f"spend {price_words(harms.price_of(x, x.attack.harms[x.at]))}, or not"
    return ASKED.get(x.stage, "choose")


def step_of(x: Strike) -> str:
    """Which step of an attack this is."""
    return "Hit" if x.owed else STEPS.get(x.stage, "")


def owners(s: State) -> list[KabulaCard]:
    """The cards that the attack under way may come from: the attacker's, or a dungeon's."""
    sheet = s.setup.sheet.cards
    if s.strike is not None and s.strike.attacker == NOBODY:
        return [c for c in sheet if c.kind == "level" and s.card is not None and c.owner == s.card.id]
    f = s.todo[0][0] if s.strike is None and s.todo else s.active
    own = list(familio_actions(s, seat_of(f))) if is_familio(f) else [*s.hero.items, *own_actions(s, max(0, s.seat))]
    return [*own, *(c for c in sheet if c.kind == "mat"), *sheet]


def strike_name(s: State) -> str:
    """What the attack under way is called: an automatic figure's is in its trace."""
    assert s.strike is not None
    x, trace = s.strike, s.trace
    if x.attacker == NOBODY and s.card is None:
        return "an explosion" if s.rabbits or s.dug else "an attack"
    if x.attacker != NOBODY and trace is not None and s.among[x.attacker] == trace.figure:
        return trace.action
    return attack_name(s.setup, x.attack, owners(s)) or "an attack"


def shields(x: Strike) -> int:
    """Shields that stand against the Blades of this hit."""
    return sum(d.shield for d in (*harms.set_off(x), *([x.defence] if x.defence else [])))


def attack_zone(x: Strike, setup: Setup, name: str) -> Zone:
    """The attack under way: what it does, whom it hits, what stands against it."""
    aim = f"aim: {x.aim or 'no Part'}" if x.stage is not Stage.AIM and x.attack.aim else ""
    times = f"{x.left + 1} to come" if x.left else ""
    long = not nameless(x) and len(attacker_of(x)) > ROOM  # then the name stands at the foot
    by = f"by {attacker_of(x)}" if long else ""
    said = [f"against all: {len(x.queue)} left"] if x.attack.all and len(x.queue) > 1 else []
    cards = [
        CardFace(
            name,
            harms.all_blades(x) or None,
            "Blades",
            box="attack" if nameless(x) or long else f"by {attacker_of(x)}",
            text=attack_words(x.attack),
            note=" · ".join([*filter(None, [by, aim, times]), *said]),
        ),
        CardFace(
            x.victim.name,
            x.victim.heart,
            "heart",
            box="target",
            text=_so_far(x),
            note=f"Nausea {x.victim.nausea}" if x.victim.nausea else "",
        ),
    ]
    cards += [_defence(setup, d, "acts by itself") for d in harms.set_off(x) if x.stage is not Stage.AIM]
    cards += [_defence(setup, x.defence, "paid for")] if x.defence is not None else []
    return Zone("Attack", tuple(cards))


def nameless(x: Strike) -> bool:
    """Whether the attacker is one that an attack asked about alone calls "the attacker": its card need not say so."""
    return x.attacker != NOBODY and attacker_of(x) == "the attacker"


def _defence(setup: Setup, d: Defence, how: str) -> CardFace:
    card = next((c for c in setup.sheet.cards if c.name == d.name), None)
    ours = house(setup, card, "name", "does", "cost") if card is not None else ()
    return CardFace(
        called(setup, d.name), d.shield or None, "Shields", box="defence", text=defence_words(d), note=how, house=ours
    )


def _so_far(x: Strike) -> str:
    i = x.target
    told = [
        f"lost {x.lost[i]} Heart" if x.lost[i] else "",
        f"got {x.nauseated[i]} Nausea" if x.nauseated[i] else "",
        f"spent {plural(x.spent[i], 'Part')}" if x.spent[i] else "",
    ]
    may = [x.fighters[a].name for a in x.asked] if x.stage is Stage.DEFEND else []
    told.append(f"may defend: {listed(may)}" if may else "")
    return "; ".join(filter(None, told)) or "unharmed so far"


def attack_line(x: Strike, name: str) -> tuple[str | Mark, ...]:
    """The attack in one line: Blades against Shields so far."""
    who = (
        f"{attacker_of(x)} attacks {x.victim.name} with {name}"
        if x.attacker != NOBODY
        else f"{name} attacks {x.victim.name}"
    )
    who = who[:1].upper() + who[1:]
    if x.stage is Stage.AIM:
        return (f"{who}; the aim is rolled next.",)
    aim = "" if not x.attack.aim else f", aimed at {harms.aimed_at(x) or 'no Part'}"
    blades = harms.all_blades(x)
    if not blades:
        return (f"{who}{aim}.",)
    return (
        f"{who}{aim}: ",
        Mark(plural(blades, "Blade"), "need"),
        " against ",
        Mark(plural(shields(x), "Shield")),
        ".",
    )


# before it is made --------------------------------------------------------------------------
def forecast(s: State, seat: int, target: int, words: str, n: int = 1) -> tuple[Fraction, Fraction, Fraction]:
    """Heart lost and Parts spent on average by a target that alone defends, as best it can; the chance that it dies.

    ``n``: which number the Kabula raises, as in ``brawls.attack_by``.
    """
    a, foe = attack_by(s, seat, words, n), fighter(s, target, ())
    kinds = needed(a, foe)
    pair = (fighter(s, seat, ()), alike(foe, kinds))
    x = fights.strike(a, pair, 0, (FOE,), island_of(s.setup), s.setup.die, False, s.setup.options.washed_down)
    _, hits = Walk(kinds, lambda end: hit_of(end, FOE)).solve(x)
    lost = sum((p * hit.heart_lost for hit, p in hits.items()), Fraction(0))
    spent = sum((p * hit.parts_spent for hit, p in hits.items()), Fraction(0))
    return lost, spent, sum((p for hit, p in hits.items() if hit.dead), Fraction(0))


def forecast_words(lost: Fraction, spent: Fraction, dies: Fraction) -> str:
    """What an attack would do, in words."""
    parts = f" and spends {_about(spent)} Part{'s' * (spent != 1)}" if spent else ""
    dead = f", dies with {percent(dies, 1)}" if 0 < dies < 1 else ", certainly dies" if dies else ""
    return f"loses {_about(lost)} Heart{parts} on average{dead}, defending alone as best it can"


def _about(x: Fraction) -> str:
    return f"{x} ({decimal(x, 2)})" if x.denominator > 1 else str(x)


def target_zone(s: State) -> Zone:
    """Whom an attack can be aimed at, and what it would do."""
    f, verb = s.todo[0]
    cards = []
    for at in targets(s, f, verb.arg):
        told = forecast_words(*forecast(s, f, at.figure, verb.arg, verb.n))
        me = the(s, at.figure)
        cards.append(CardFace(at.name, me.heart, "heart", box=_what(me), text=told, key=f"hero:{at.figure}"))
    name = attack_name(s.setup, attack(verb.arg, verb.arg), owners(s)) or "Attack"
    return Zone(f"{name}: whom", tuple(cards))


def _what(me: Any) -> str:
    """What kind of figure it is."""
    kinds = {Familio: "Familio", Monster: "Monster", Guardian: "Guardian"}
    return kinds.get(type(me), "Automa" if getattr(me, "automa", None) else "Hero")


# an attack alone -------------------------------------------------------------------------------
def strike_alone(x: Strike) -> View:
    """An attack that is asked about without a table."""
    setup = Setup()
    name = attack_name(setup, x.attack, setup.sheet.cards) or "The attack"
    deciding = fights.node(x)
    asked = getattr(deciding, "player", -1)
    mats = [fighter_mat(f, _role(x, i, f), i == asked) for i, f in enumerate(x.fighters)]
    over = x.stage is Stage.OVER
    return View(
        words="an attack, over" if over else f"an attack: {x.stage}",
        zones=(attack_zone(x, setup, name), Zone("Figures", tuple(mats), new_row=True)),
        summary=() if over else attack_line(x, name),
        ask=ask_words(x),
    )


def _role(x: Strike, i: int, f: Fighter) -> str:
    return "attacker" if i == x.attacker else "target" if i == x.target else f.kind
