"""Kabula in words: what cards do, what is paid, where things lie. Names are those shown in a game of its light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields

from rulebook_widgets.hex_picture import HEADINGS
from rulebooks.core.chance import Bag
from rulebooks.kabula.contents import KabulaCard, Setup, Verb, verbs
from rulebooks.kabula.fights import Defend, Spend
from rulebooks.kabula.hexes import Space, name_of
from rulebooks.kabula.island import Island
from rulebooks.kabula.parts import Cost, Payment, cost, size_of
from rulebooks.kabula.printed import bonuses
from rulebooks.kabula.strikes import Attack, Defence, Harm, attack, defence

COUNTED = {
    "walk": ("{n} step", "{n} steps"),
    "heal": ("heal {n}", "heal {n}"),
    "farz": ("get {n} Farz", "get {n} Farz"),
    "heart+": ("Heart+ goes up by {n}", "Heart+ goes up by {n}"),
    "nausea": ("get {n} Nausea", "get {n} Nausea"),
    "lose heart": ("lose {n} Heart", "lose {n} Heart"),
    "shop common": ("a shop shows {n} common item", "a shop shows {n} common items"),
    "shop rare": ("a shop shows {n} rare item", "a shop shows {n} rare items"),
    "draw common": ("get {n} common item", "get {n} common items"),
    "draw rare": ("get {n} rare item", "get {n} rare items"),
    "toward": ("move {n} step toward the target", "move {n} steps toward the target"),
    "toward pin": ("move {n} step toward the nearest encounter Pin", "move {n} steps toward the nearest encounter Pin"),
    "random": ("move {n} step where the Compass die shows", "move {n} steps where the Compass die shows"),
    "fly": ("fly {n} space toward the target", "fly {n} spaces toward the target"),
    "hop": ("go to any Hero or take {n} step", "go to any Hero or take {n} steps"),
    "wash": ("Monster Pins within {n} space become encounters", "Monster Pins within {n} spaces become encounters"),
    "peel": ("throw a banana peel at the target", "throw {n} banana peels at the target"),
    "peel near": ("drop a banana peel beside the Guardian", "drop {n} banana peels beside the Guardian"),
    "rabbit": ("{n} rabbit comes out", "{n} rabbits come out"),
    "rabbits move": ("rabbits move {n} step to the nearest Hero", "rabbits move {n} steps to the nearest Hero"),
    "rabbits turn": ("{n} rabbit is turned", "{n} rabbits are turned"),
    "rabbits burst": ("turned rabbits burst: lose {n} Heart there", "turned rabbits burst: lose {n} Heart there"),
    "brood": ("bring {n} figure of its own", "bring {n} figures of its own"),
}
PLAIN = {
    "rest": "rest (up to 10 Parts become Fresh, Nausea goes)",
    "end turn": "the turn ends",
    "travel": "travel to another city",
    "encounter pin": "an encounter Pin lies here again",
    "befriend": "a Wild Monster here becomes the Familio",
    "popular": "on an encounter Pin: get a Tag, and turn the Pin",
    "home": "go back to the Sanctuary",
    "swallow": "swallow the target, if it is a Hero on the same space",
    "bobu sleeps": "Bobu falls asleep",
    "bobu wakes": "Bobu wakes up",
}
BONUS = {
    "blade": "{n} more {Blade} in every attack",
    "steps": "{n} more {step} in every walk",
    "encounters": "{n} more {encounter} to choose from",
    "shield": "{n} more {Shield} against every attack",
    "heal": "{n} more Heart at every healing",
    "farz": "{n} more Farz at every gain",
}
WHEN = {
    "dungeon": "in a dungeon",
    "encounter": "at an encounter",
    "shop": "after a shop",
    "provoke": "when a Monster is provoked",
    "kill": "when a Monster is killed",
    "travel": "after a journey",
    "rest": "after a rest",
    "snack": "after a snack",
}
HARMS = {
    "blade": ("{n} Blade", "{n} Blades"),
    "heart": ("lose {n} Heart", "lose {n} Heart"),
    "nausea": ("{n} Nausea", "{n} Nausea"),
    "push": ("a push", "a push"),
    "farz": ("lose {n} Farz", "lose {n} Farz"),
}
LONG = dict(HEADINGS)  # a direction's letters -> its name


def plural(n: int, word: str) -> str:
    """A number and a word for it."""
    return f"{n} {word}" + ("" if n == 1 else "s")


def listed(words: Iterable[str], join: str = "and") -> str:
    """Words in a row, with a joining word before the last."""
    *some, last = list(words) or ["nothing"]
    return f"{', '.join(some)} {join} {last}" if some else last


def player(seat: int) -> str:
    """A seat as it is called on the screen."""
    return f"player {seat + 1}"


# Parts --------------------------------------------------------------------------------------
def counted(parts: Iterable[str]) -> str:
    """Parts, or costs, in words: "2 legs and butt"."""
    return listed(f"{n} {part}" if n > 1 else part for part, n in Counter(parts).items())


def price_words(price: str | Cost | None) -> str:
    """A cost in words: "3 any"."""
    wanted = cost(price) if isinstance(price, str) or price is None else price
    return counted(wanted) if wanted else "nothing"


def payment_words(payment: Payment) -> str:
    """How a cost is paid. A raging Part moves to Fresh, unless it goes all the way to Used."""
    told = [counted(payment.fresh)] if payment.fresh else []
    told += [f"raging {counted(payment.raging)}"] if payment.raging else []
    told += [f"raging {counted(payment.all_the_way)}, all the way"] if payment.all_the_way else []
    more = f", then {counted(payment.down)} from Fresh to Used (too many)" if payment.down else ""
    return listed(told) + more


def spent_words(move: Defend | Spend) -> str:
    """How a defence, or what an attack asks for, is paid: with Parts, with the Kabula, or with both."""
    told = [payment_words(move.payment)] if size_of(move.payment) or not move.kabula else []
    return listed([*told, *([f"the Kabula for {move.kabula}"] if move.kabula else [])])


# what cards do ------------------------------------------------------------------------------
def harm_words(harm: Harm) -> str:
    """One effect of an attack in words."""
    what = HARMS[harm.what][harm.n != 1].format(n=harm.n) if harm.what in HARMS else ""
    if harm.price:
        chosen = " of the attacker’s choice" if harm.chooser else ""
        spend = f"spend {price_words(harm.price)}{chosen}"
        what = f"{spend} or {what}" if what else spend
    elif harm.parts and harm.what == "blade":
        what = what.replace(" ", " more ", 1)
    return f"{what} on {listed(harm.parts, 'or')}" if harm.parts else what


def attack_words(a: Attack) -> str:
    """What an attack does: "(within 3 spaces, roll aim): 1 Blade, 1 more Blade on teeth or legs"."""
    head = [
        "all" if a.all else "",
        f"within {plural(a.reach, 'space')}" if a.reach else "",
        "twice" if a.times == 2 else "",
        "roll aim" if a.aim == "roll" else f"aimed at {a.aim}" if a.aim else "",
    ]
    harms = [harm_words(h) for h in a.harms] + ["the attacker is pushed too"] * a.push_self
    told = ", ".join(filter(None, head))
    return f"({told}): {', '.join(harms)}" if told else ", ".join(harms)


def defence_words(d: Defence) -> str:
    """What a defence does."""
    told = [
        f"blocks {plural(d.shield, 'Blade')}" if d.shield else "",
        "cancels the aim" if d.cancel_aim else "",
        f"first the attacker loses {d.before} Heart" if d.before else "",
        f"afterwards the attacker loses {d.after} Heart" if d.after else "",
    ]
    return ", ".join(filter(None, told))


def verb_words(verb: Verb) -> str:
    """One thing that a card makes a Hero do."""
    if verb.what in COUNTED:
        return COUNTED[verb.what][verb.n != 1].format(n=verb.n)
    match verb.what:
        case "attack":
            return f"attack: {attack_words(attack(verb.arg, verb.arg))}".replace(": (", " (")
        case "attacked":
            return f"be attacked: {attack_words(attack(verb.arg, verb.arg))}".replace(": (", " (")
        case "defend":
            return f"defence: {defence_words(defence(verb.arg, verb.arg))}"
        case "get" | "discard":
            what = f"any {plural(verb.n, 'Part')}" if verb.arg == "any" else counted([verb.arg] * verb.n)
            return f"{verb.what} {what}"
        case "keep":
            return f"keep the card until {verb.arg}, then"
        case "tag":
            return f"get a Tag (#{verb.arg})"
    return PLAIN.get(verb.what, verb.what)


def bonus_words(card: KabulaCard) -> list[str]:
    """What is always on while a card counts."""
    told = []
    for what, n in bonuses(card.id, card.bonus):
        word = {"blade": "Blade", "steps": "step", "encounters": "encounter", "shield": "Shield"}.get(what, "")
        told.append(BONUS[what].replace(f"{{{word}}}", word + "s" * (n != 1)).format(n=n))
    return told


def does_words(card: KabulaCard, always: bool = True) -> str:
    """What a card, an action or an option does. ``always``: with what is on while the card counts."""
    told = [verb_words(v) for v in verbs(card.id, card.does)]
    if card.name == "Rest" and told[:1] == [PLAIN["rest"]]:  # its name says it
        told[0] = told[0].removeprefix("rest (").removesuffix(")")
    told += [f"always {words}" for words in bonus_words(card)] if always else []
    if card.when and always:
        told.append(f"may bring a Tag (#{card.gives}) {WHEN[card.when]}")
    return ", ".join(told).replace("then, ", "then ") or ("for Familios" if card.type == "gear" else "nothing")


def type_words(card: KabulaCard) -> str:
    """What kind of item a card is."""
    kind = {"armor": "armour", "gear": "Familio gear"}.get(card.type or "", card.type or "")
    return f"rare {kind}" if card.rare else kind


def cost_and_effect(card: KabulaCard) -> str:
    """An action's cost and effect in one line."""
    if card.part and "defend" in (card.does or ""):
        d = next(defence(card.name, v.arg) for v in verbs(card.id, card.does) if v.what == "defend")
        return f"hit in the {card.part}: {defence_words(d)}"
    return f"{price_words(card.cost)}: {does_words(card)}" if card.cost else does_words(card)


def house(setup: Setup, card: KabulaCard, *names: str) -> tuple[str, ...]:
    """The values of a card that are ours, of these fields (none: all of them)."""
    if card not in setup.sheet.copies:
        return ()
    skipped = ("id", "order", "kind", "owner", "alias", "light", "type", "rare")
    wanted = names or tuple(f.name for f in fields(card) if f.init and f.name not in skipped)
    return tuple(n for n in wanted if getattr(card, n) is not None and setup.sheet.is_house(card, n))


# places ----------------------------------------------------------------------------------------
def place_words(island: Island, space: Space) -> str:
    """A space by the name of what lies there, else by its coordinates."""
    if space == island.sanctuary:
        return "the Sanctuary"
    return next((name for name, at in island.names.items() if at == space), name_of(space))


def called(setup: Setup, name: str) -> str:
    """A printed name as it is shown in this game."""
    card = next((c for c in setup.sheet.cards if c.name == name), None)
    return name if card is None else card.called(setup.light)


def attack_name(setup: Setup, a: Attack, owners: Iterable[KabulaCard]) -> str:
    """The name of the action that an attack comes from: at the table the attack itself knows its words only."""
    for card in owners:
        words = [v.arg for v in verbs(card.id, card.does) if v.what in ("attack", "attacked")]
        if a.name in words or (words and a.name == card.name):
            return card.called(setup.light)
    return ""


def bag_names(setup: Setup, cards: Bag[KabulaCard]) -> str:
    """Cards by name."""
    return listed(c.called(setup.light) + (f" ×{n}" if n > 1 else "") for c, n in cards.counts.items())
