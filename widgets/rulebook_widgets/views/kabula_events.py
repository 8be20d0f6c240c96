"""What happened in Kabula, in words: what a rule changed on the table, in an attack or in the boxes of Parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebook_widgets.views.kabula_figures import title_of
from rulebook_widgets.views.kabula_late import changed, late_words
from rulebook_widgets.views.kabula_words import (
    bag_names,
    called,
    counted,
    does_words,
    listed,
    place_words,
    player,
    plural,
    price_words,
    verb_words,
)
from rulebooks.core.chance import Bag
from rulebooks.kabula.contents import Setup, Verb, island_of
from rulebooks.kabula.fights import NOBODY, Strike
from rulebooks.kabula.heroes import MOST_TAGS
from rulebooks.kabula.parts import Boxes
from rulebooks.kabula.strikes import Attack
from rulebooks.kabula.table import GUARDIAN, State, pin_at, the

PINS = {
    "": "taken away",
    "monster": "turned to its monster side",
    "encounter": "an encounter again",
    "dungeon 2": "turned to level 2",
}
INNER = {  # what the table does between the words of a card
    "option": "choose an option",
    "put back": "the card goes back",
    "draw encounter": "draw an encounter",
    "draw dungeon": "draw a dungeon",
    "eat": "the snack is used up",
    "refresh": "choose what is Fresh",
    "survived": "who survives gets the rest",
}


def task_words(verb: Verb) -> str:
    """One thing that is still to be done."""
    if verb.what == "pay":
        return f"pay {price_words(verb.arg)}"
    if verb.what == "tag":
        return f"a Tag for #{verb.arg}, if a personality shows it"
    if verb.what in ("may tag", "give", "shed"):
        return {"give": "Parts for the Familio", "shed": "Parts of the Monster are lost"}.get(
            verb.what, "a Tag, if wanted"
        )
    return INNER.get(verb.what) or verb_words(verb)


def event_words(setup: Setup, rule: str, b: Any, a: Any) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own."""
    if isinstance(a, Boxes):
        return _of_boxes(rule, b, a)
    if isinstance(a, Strike):
        return _of_strike(setup, rule, b, a)
    if isinstance(a, Attack):
        return "its owner’s Kabula raises the attack." if b != a else ""
    if not isinstance(a, State):
        return ""
    return (
        _of_figure(rule, b, a) or _of_hero(rule, b, a) or _of_table(setup, rule, b, a) or late_words(setup, rule, b, a)
    )


# Parts ------------------------------------------------------------------------------------------
def _of_boxes(rule: str, b: Boxes, a: Boxes) -> str:
    match rule:
        case "2.5":
            told = [
                f"{counted(bag)} moved to {where}"
                for bag, where in ((a.used - b.used, "Used"), (_more(a.fresh, b.fresh), "Fresh"))
                if bag
            ]
            return f"{listed(told)}." if told else ""
        case "2.5a":
            return f"raging {counted(a.used - b.used)} went all the way to Used."
        case "2.7":
            return f"{counted(a.used - b.used)} went on to Used: the Fresh box was too full."
        case "2.6":
            return f"{counted(a.used - b.used)} came into the Used box." if a.used != b.used else ""
        case "2.8":
            return "all Parts went to the Used box." if not a.fresh else f"{counted(a.fresh)} are Fresh."
        case "6.3":
            up = a.rage - b.rage
            return f"{counted(up or a.fresh - b.fresh)} went to {'Rage' if up else 'Fresh'}."
    return ""


def _more(now: Any, then: Any) -> list[str]:
    """Parts that there are more of."""
    return [p for p in now.kinds for _ in range(now.count(p) - then.count(p))]


# an attack ------------------------------------------------------------------------------------------
def _of_strike(setup: Setup, rule: str, b: Strike, a: Strike) -> str:
    victim, n = b.victim.name, len(b.fighters)
    lost = [(a.fighters[i].name, a.lost[i] - b.lost[i], b.fighters[i].nausea) for i in range(n)]
    told = listed(
        f"{name} lost {k} Heart" + (f", {extra} of it by Nausea" if extra and extra < k else "")
        for name, k, extra in lost
        if k
    )
    match rule:
        case "5.6":
            return f"the die shows {a.aim}." if a.aim else "the die shows no Part."
        case "5.14":
            d = a.defence
            return f"{b.fighters[b.asked[0]].name} defends with {called(setup, d.name)}." if d and b.asked else ""
        case "5.20":
            return f"{a.victim.name} is attacked in place of {victim}."
        case "5.18":
            blocked = a.blocked - b.blocked
            shields = f"{plural(blocked, 'Blade')} blocked; " if blocked else ""
            return f"{shields}{told if told != 'nothing' else f'{victim} lost no Heart'}."
        case "5.9" | "7.1" | "7.2":
            return f"{told}." if told != "nothing" else ""
        case "5.8":
            return f"{victim} got {a.nauseated[b.target] - b.nauseated[b.target]} Nausea."
        case "5.5":
            return f"{victim} spent {plural(a.spent[b.target] - b.spent[b.target], 'Part')}."
        case "5.21":
            gone = b.victim.farz - a.fighters[b.target].farz
            return f"{victim} lost {gone} Farz." if gone else ""
        case "5.10a":
            moved = a.fighters[b.target].space
            where = f"to {place_words(b.island, moved)}" if moved != b.victim.space else "and stays"
            return f"{victim} is pushed {where}{f'; {told}' if told != 'nothing' else ''}."
        case "9.2":
            parts = b.victim.boxes.fresh - a.fighters[b.target].boxes.fresh
            return f"{victim} lost {counted(parts)}." if parts else ""
        case "12.4c":
            return "the Kabula is spent."
        case "7.4":
            return (
                f"{listed(a.fighters[i].name for i in a.waiting)} may recharge." if a.waiting else "nobody recharges."
            )
    return ""


# one figure ---------------------------------------------------------------------------------------------
def _of_figure(rule: str, b: State, a: State) -> str:
    """What walking, healing and losing Heart are for any figure."""
    if rule not in ("3.4", "3.5", "5.1", "5.9a", "5.10b"):
        return ""
    figures = changed(b, a)
    if len(figures) != 1:
        return "Heart is as high as Heart+ already." if rule == "5.1" and b == a else ""
    f, island = figures[0], island_of(b.setup)
    name, then, now = title_of(a, f), the(b, f), the(a, f)
    old, new = getattr(then, "steps", 0), getattr(now, "steps", 0)
    match rule:
        case "3.4":
            return f"{name} has {plural(new, 'step')}."
        case "3.5":
            return f"{name} walks to {place_words(island, now.space)} for {plural(old - new, 'step')}; {new} left."
        case "5.1":
            return f"{name} heals {now.heart - then.heart}: Heart {now.heart} of {getattr(now, 'most', now.heart)}."
        case "5.9a":
            return f"{name} lost {then.heart - now.heart} Heart." if now.heart < then.heart else ""
    return f"{name} is pushed to {place_words(island, now.space)}." if now.space != then.space else f"{name} stays."


# one Hero --------------------------------------------------------------------------------------------
def _changed(b: State, a: State) -> int | None:
    """The one Hero who changed; None for none or several."""
    seats = [i for i, (x, y) in enumerate(zip(b.heroes, a.heroes, strict=True)) if x is not y and x != y]
    return seats[0] if len(seats) == 1 else None


def _of_hero(rule: str, b: State, a: State) -> str:
    seat = _changed(b, a)
    if seat is None:
        return ""
    setup, then, now = b.setup, b.heroes[seat], a.heroes[seat]
    name, island = now.hero.name, island_of(b.setup)
    match rule:
        case "2.9":
            return f"{name} rests: {counted(now.boxes.fresh) if now.boxes.fresh else 'all Parts go to Used'}."
        case "3.19":
            return f"{name} travels to {place_words(island, now.space)}."
        case "3.15":
            return f"{name} keeps {bag_names(setup, now.kept - then.kept)}."
        case "3.16":
            return f"{name} gives {bag_names(setup, then.kept - now.kept)} away."
        case "4.1":
            return f"{name} has {now.farz} Farz ({now.farz - then.farz:+d}).".replace("-", "−")
        case "4.3":
            return f"{name} buys {bag_names(setup, now.items - then.items)} for {then.farz - now.farz} Farz."
        case "4.5":
            return f"{name} sells {bag_names(setup, then.items - now.items)} and has {now.farz} Farz."
        case "4.8":
            return f"{name} gets {bag_names(setup, now.items - then.items)}."
        case "4.9":
            off = Bag([c for c in then.worn if c not in now.worn])
            on = Bag([c for c in now.worn if c not in then.worn])
            more = f" in place of {bag_names(setup, off)}" if off else ""
            return f"{name} puts on {bag_names(setup, on)}{more}."
        case "4.11":
            return f"{bag_names(setup, then.items - now.items)} is used up."
        case "5.1a":
            return f"{name}’s Heart+ is {now.most}."
        case "8.1":
            return f"{name} dies, and comes back in {place_words(island, now.space)} with Heart {now.heart}."
        case "10.2":
            place = next((i for i in range(len(now.tags)) if now.tags[i] != then.tags[i]), None)
            if place is None:
                return f"{name} has all the Tags that count."
            who = setup.owned("personality", now.hero.id)[place].called(setup.light)
            more = f": {name} is trending" if now.tags[place] == MOST_TAGS else ""
            return f"{who} has {plural(now.tags[place], 'Tag')} of 3{more}."
    return ""


# the table -----------------------------------------------------------------------------------------------
def _of_table(setup: Setup, rule: str, b: State, a: State) -> str:
    light = setup.light
    match rule:
        case "1.9":
            new = a.ron[-1]
            return f"{player(new)} ({a.heroes[new].hero.name}) comes {_nth(len(a.ron))}."
        case "2.1":
            begins = f" Round {a.round} begins." if a.round != b.round and not a.ended_by else ""
            turn = 0 <= b.turn < len(b.ron)
            ends = f"{title_of(b, b.active)}’s turn ends." if turn else "the first turn begins."
            return f"{ends}{begins}"
        case "2.1b":
            return f"round {a.round} begins." if not a.ended_by else ""
        case "2.2" | "3.8" | "3.13" | "3.16":
            tasks = [verb for _, verb in a.todo[: len(a.todo) - len(b.todo) + (rule == "3.13")]]
            return f"to be done: {'; '.join(map(task_words, _plainly(tasks)))}." if tasks else ""
        case "3.10" if a.card is not None:
            level = b.todo[0][1].arg.removeprefix("dungeon ")
            row = next((c for c in setup.owned("level", a.card.id) if str(c.level) == level), None)
            return f"{row.called(light)}, level {level}: {does_words(row)}." if row else ""
        case "3.11":
            return f"the Pin is {PINS.get(pin_at(a, a.hero.space), 'unchanged')}."
        case "3.12" if a.card is not None:
            return f"{b.hero.hero.name} meets {a.card.called(light)}; the Pin is turned to its monster side."
        case "3.14" if b.card is not None:
            return f"{b.card.called(light)} goes under its deck." if b.encounters != a.encounters else ""
        case "3.20" if a.strike is not None:
            return f"{a.strike.victim.name} is attacked, by nobody on the table."
        case "4.2":
            return f"{bag_names(setup, a.shown - b.shown)} is shown."
        case "4.7":
            return f"{plural(len(b.shown), 'card')} went under the decks." if b.shown else "no card was left."
        case "8.2":
            return f"{title_of(b, b.active)}’s turn is over."
        case "2.9":
            return "all Parts are Fresh already." if a.heroes == b.heroes else ""
        case "4.12a":
            return "the Familio’s gear is changed."
    return ""


def _plainly(tasks: Iterable[Verb]) -> list[Verb]:
    """Tasks without those that say nothing to a player."""
    return [v for v in tasks if v.what not in ("survived", "put back")]


def _nth(n: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")


def result_words(s: Any, node: Any) -> str:
    """How it ended."""
    if isinstance(s, Strike):
        told = [
            f"{f.name}: lost {s.lost[i]} Heart, {plural(s.spent[i], 'Part')} spent"
            for i, f in enumerate(s.fighters)
            if i != s.attacker
        ]
        dead = [f.name for f in s.fighters if f.heart <= 0]
        return "; ".join(told) + (f". Dead: {listed(dead)}." if dead else ".")
    if s.winner != NOBODY:
        return (
            f"{title_of(s, s.winner)} ({player(s.winner)}) has the Kabula, and the Guardian is dead: the game is won."
        )
    if node.ended_by == "12.6":
        return "All Heroes are dead. The Guardian has kept the island: nobody wins."
    who = "the Guardian" if s.kabula.owner == GUARDIAN else title_of(s, s.kabula.owner) if s.kabula.owner >= 0 else ""
    held = f" {who} had the Kabula last." if who else " The Kabula lay on the island."
    return f"Everybody is too tired to go on: nobody wins.{held}"


def attacker_of(strike: Strike) -> str:
    """Who attacks."""
    return "a card" if strike.attacker == NOBODY else strike.fighters[strike.attacker].name
