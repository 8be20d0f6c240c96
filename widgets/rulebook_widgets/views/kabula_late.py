"""What happened to Kabula's Monsters, Familios, Automas, the Guardian and the Kabula, in words."""

from __future__ import annotations

from dataclasses import replace

from rulebook_widgets.views.kabula_figures import title_of
from rulebook_widgets.views.kabula_words import counted, does_words, listed, place_words, plural
from rulebooks.kabula.contents import Setup, island_of
from rulebooks.kabula.hexes import Space
from rulebooks.kabula.parts import PARTS
from rulebooks.kabula.table import FAMILIO, GUARDIAN, NOBODY, State, called, figure, order, the


def late_words(setup: Setup, rule: str, b: State, a: State) -> str:
    """What a rule of the second half of the rulebook changed; "" leaves the rule's own words."""
    chapter = rule.split(".")[0]
    tell = {"8": _of_deaths, "9": _of_monsters, "10": _of_heroes, "11": _of_guardian, "12": _of_the_end}.get(chapter)
    return tell(setup, rule, b, a) if tell else _of_expansions(setup, rule, b, a) if chapter == "13" else ""


def changed(b: State, a: State) -> list[int]:
    """The figures that changed, a Hero and its Familio apart."""
    told = []
    for f in order(b):
        then, now = figure(b, f), figure(a, f)
        if now is not None and _own(then) != _own(now):
            told.append(f)
    return told


def _own(me: object) -> object:
    return replace(me, familio=None) if hasattr(me, "familio") else me  # type: ignore[type-var]


def place(s: State, space: Space) -> str:
    """A space in words."""
    return place_words(island_of(s.setup), space)


def moved_words(b: State, a: State, f: int) -> str:
    """Where a figure has gone."""
    if figure(a, f) is None or figure(b, f) is None:
        return f"{title_of(b, f)} does not get there."
    here, there = the(b, f).space, the(a, f).space
    return (
        f"{title_of(a, f)} stays at {place(a, here)}."
        if here == there
        else f"{title_of(a, f)} goes to {place(a, there)}."
    )


# 8 ------------------------------------------------------------------------------------------
def _of_deaths(setup: Setup, rule: str, b: State, a: State) -> str:
    gone = [f for f in order(b) if figure(a, f) is None]
    match rule:
        case "8.3":
            return f"{listed(title_of(b, f) for f in gone if f < FAMILIO)} is dead, and out of the game."
        case "8.4":
            more = "; the Monster may be tamed" if any(v.what == "tame" for _, v in a.todo) else ""
            return f"{listed(title_of(b, f) for f in gone)} is dead{more}."
        case "8.4a":
            g = a.guardian
            if g is None or g.out:
                return f"{title_of(b, GUARDIAN)} is dead for good."
            return f"{title_of(b, GUARDIAN)} is back in the Sanctuary with Heart {g.heart}."
        case "8.5":
            return f"{listed(title_of(b, f) for f in gone)} is dead; its Parts go to its Hero’s Used box."
    return ""


# 9 ------------------------------------------------------------------------------------------
def _of_monsters(setup: Setup, rule: str, b: State, a: State) -> str:
    trace, ours = a.trace, [i for i, h in enumerate(a.heroes) if h.familio]
    new = [i for i in ours if b.heroes[i].familio is None or b.heroes[i].familio.card is not a.heroes[i].familio.card]  # type: ignore[union-attr]
    match rule:
        case "9.1":
            known = {m.number for m in b.monsters}
            m = next((m for m in a.monsters if m.number not in known), None)
            if m is None:
                return ""
            where = f"at {place(a, m.space)}, with {counted(m.parts)}"
            return f"{called(a, m.number)} appears {where}, and stands before {title_of(b, b.active)} on the tracker."
        case "9.1a":
            told = [
                f"{c.called(setup.light)} in {where}" for where, c in a.spotted if c and (where, c) not in b.spotted
            ]
            return f"{listed(told)} is spotted." if told else ""
        case "9.3a":
            f = a.todo[0][0] if a.todo else a.active
            return f"{title_of(a, f)} acts by itself."
        case "9.3b" if trace is not None:
            whom = f" at {trace.target}" if trace.target else ", with nobody to go for"
            return f"{trace.name} uses {trace.action}{whom}."
        case "9.7a" if trace is not None and b.todo is not None:
            return moved_words(b, a, trace.figure)
        case "9.11" if new:
            pet = a.heroes[new[0]].familio
            assert pet is not None
            return f"{title_of(a, new[0])} tames {pet.card.called(setup.light)}, with Heart {pet.heart}."
        case "9.11a":
            gone = [title_of(b, FAMILIO + i) for i, h in enumerate(b.heroes) if h.familio and not a.heroes[i].familio]
            return f"{listed(gone)} is let go." if gone else "there was no Familio before."
        case "9.11b":
            return _given(b, a)
        case "9.12a":
            at = [title_of(a, f) for f in a.ron if f not in b.ron]
            return f"{listed(at)} has a place on the tracker, behind all Heroes." if at else ""
        case "9.12b":
            return _hopped(b, a)
    return ""


def _given(b: State, a: State) -> str:
    """Which Part a Familio got."""
    for then, now in zip(b.heroes, a.heroes, strict=True):
        if now.familio and then.familio and now.familio.fresh != then.familio.fresh:
            given = [p for p in PARTS if now.familio.fresh.count(p) > then.familio.fresh.count(p)]
            return f"{counted(given)} goes to {now.familio.card.called(a.setup.light)}."
    return ""


def _hopped(b: State, a: State) -> str:
    for i, (then, now) in enumerate(zip(b.heroes, a.heroes, strict=True)):
        if now.familio and then.familio and now.familio != then.familio:
            if now.familio.steps != then.familio.steps:
                return f"{title_of(a, FAMILIO + i)} has {plural(now.familio.steps, 'step')}."
            return moved_words(b, a, FAMILIO + i)
    return ""


# 10 -----------------------------------------------------------------------------------------
def _of_heroes(setup: Setup, rule: str, b: State, a: State) -> str:
    seats = [i for i, (x, y) in enumerate(zip(b.heroes, a.heroes, strict=True)) if x != y]
    one = title_of(a, seats[0]) if len(seats) == 1 else ""
    match rule:
        case "10.4b":
            f = a.todo[0][0] if a.todo else a.active
            seeks = any(v.what == "seek" for _, v in a.todo[:1])
            return f"{title_of(a, f)} acts by itself{', and goes to the Kabula first' if seeks else ''}."
        case "10.4e" if a.trace is not None:
            return moved_words(b, a, a.trace.figure)
        case "10.4f" if one:
            h = a.heroes[seats[0]]
            turned = "; the card is turned to its trending side" if h.flipped and not b.heroes[seats[0]].flipped else ""
            return f"{one} has {plural(h.tags[0], 'Tag')} of 3{turned}."
        case "10.4g":
            at = [place(a, s) for s, pin in b.pins if pin == "encounter" and dict(a.pins).get(s) != "encounter"]
            return f"the Pin at {listed(at)} is turned to its monster side." if at else "no encounter Pin lies there."
        case "10.4h":
            n = len(a.monsters) - len(b.monsters)
            return f"{plural(n, 'figure')} of its own comes." if n == 1 else f"{n} figures of its own come."
        case "10.4d":
            return (
                f"{listed(title_of(a, i) for i in seats)} turned to the trending side."
                if seats
                else "there is no Automa to turn."
            )
        case "10.5a":
            n = len(a.todo) - len(b.todo)
            return f"{plural(n, 'Tag')} may be taken for it." if n > 0 else "no personality brings a Tag for it."
        case "10.6a":
            names = [h.familio.card.called(setup.light) for h in a.heroes if h.familio]
            return f"{listed(names)} is a Familio now."
    return ""


# 11 -----------------------------------------------------------------------------------------
def _of_guardian(setup: Setup, rule: str, b: State, a: State) -> str:
    light = setup.light
    match rule:
        case "11.1":
            return "its deck is used up." if a.kabula.stolen else "a card of the Guardian’s deck is drawn."
        case "11.2" if a.omen is not None:
            return f"{a.omen.called(light)} lies at {(a.omen.slot or '').title()}: {does_words(a.omen)}."
        case "11.3":
            return f"{title_of(a, GUARDIAN)} acts by itself: two coins decide."
        case "11.3a":
            return f"{title_of(a, GUARDIAN)} takes the Kabula that nobody held." if a.kabula != b.kabula else ""
        case "11.4":
            at = [place(a, s) for s, pin in a.pins if pin == "encounter" and dict(b.pins).get(s) == "monster"]
            return f"encounters are back at {listed(at)}." if at else "no Monster Pin lies so near."
    return ""


# 12 -----------------------------------------------------------------------------------------
def _of_the_end(setup: Setup, rule: str, b: State, a: State) -> str:
    k = a.kabula
    owner = title_of(a, k.owner) if k.owner != NOBODY else ""
    match rule:
        case "12.1":
            return f"{owner} steals the Kabula; the Guardian stands just before on the tracker, and acts at once."
        case "12.1a":
            return f"its deck is used up: {owner} takes the Kabula itself, and acts at once."
        case "12.1b":
            void = f"; {b.omen.called(setup.light)} does nothing more" if b.omen is not None and a.omen is None else ""
            return f"no more cards are drawn for the Guardian{void}."
        case "12.3":
            return f"{owner} picks up the Kabula." if k != b.kabula else ""
        case "12.3a":
            if k == b.kabula:
                return ""
            lies = f"the Kabula lies at {place(a, k.space)}." if k.space is not None else ""
            return f"{owner} takes the Kabula." if owner else lies
        case "12.5":
            return f"{title_of(a, a.winner)} has the Kabula, and the Guardian is dead." if a.winner != NOBODY else ""
        case "12.6":
            return "no Hero is left." if a.ended_by else ""
        case "12.7":
            return "everybody is too tired to go on."
    return ""


# 13 -----------------------------------------------------------------------------------------
def _of_expansions(setup: Setup, rule: str, b: State, a: State) -> str:
    figures = changed(b, a)
    names = listed(title_of(a, f) for f in figures)
    match rule:
        case "13.2":
            return "a Rabbit card is drawn."
        case "13.3":
            new = len(a.rabbits) - len(b.rabbits)
            return f"a rabbit comes out; there are {len(a.rabbits)}." if new > 0 else "no rabbit is left to come out."
        case "13.3a":
            at = listed(dict.fromkeys(place(a, s) for s, _ in a.rabbits))
            return f"the rabbits are at {at}." if a.rabbits else "there are no rabbits."
        case "13.3c":
            return f"{sum(t for _, t in a.rabbits)} of {plural(len(a.rabbits), 'rabbit')} are turned."
        case "13.4":
            n = len(b.rabbits) - len(a.rabbits)
            return f"{plural(n, 'rabbit')} burst; {plural(len(a.rabbits), 'rabbit')} left." if n else ""
        case "13.5":
            return f"{names} is swallowed." if figures else "nobody is swallowed."
        case "13.5b":
            return "who was swallowed is spat out." if len(a.todo) > len(b.todo) else ""
        case "13.6":
            new_ = [s for s in a.peels if s not in b.peels]
            return f"a peel falls on {place(a, new_[0])}." if new_ else ""
        case "13.7" | "13.9a":
            return f"{names} slips on a peel." if figures else "nobody stands there any more."
        case "13.9":
            return "another peel waits until this has come to rest."
        case "13.10":
            return f"Bobu is {'asleep' if a.guardian and a.guardian.asleep else 'awake'}."
    return ""


__all__ = ["changed", "late_words"]
