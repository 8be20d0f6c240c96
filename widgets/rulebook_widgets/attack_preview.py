"""What one of Kabula's attacks would do, before it is made: bars, and for each aim what the target can answer.

All is worked out exactly by ``rulebooks.kabula`` and sent as text; the page draws it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import anywidget
import traitlets

from rulebook_widgets.assets import script, styles
from rulebook_widgets.cited import rules_data
from rulebook_widgets.odds_chart import HELPERS, SHEETS, chart_data, exact, number
from rulebook_widgets.views.kabula_words import attack_words, called, defence_words, plural, price_words
from rulebooks import kabula
from rulebooks.core.cards import short
from rulebooks.core.game import Chance, Decision
from rulebooks.core.result import Odds, percent
from rulebooks.kabula import fights
from rulebooks.kabula.contents import Setup
from rulebooks.kabula.duels import attack_odds, attack_of, duel
from rulebooks.kabula.fights import Defend, Fighter, Hit, Stage, Strike, hit_of
from rulebooks.kabula.weighing import FOE, Walk, alike, needed

MEASURES = (
    ("heart_lost", "Heart lost"),
    ("nausea", "Nausea got"),
    ("parts_spent", "Parts spent"),
    ("dead", "Dead or not"),
)
RULES = ("5.6", "5.14", "5.16", "5.18")


@dataclass(frozen=True)
class Answer:
    """What the target can do once the aim is known, and what comes of it on average. ``best``: for the target."""

    name: str
    lost: Fraction
    spent: Fraction
    dies: Fraction
    best: bool = False


@dataclass(frozen=True)
class Aimed:
    """Faces of the Aim die after which all is alike. ``faces``: () where no aim is rolled."""

    faces: tuple[str, ...]
    p: Fraction
    answers: tuple[Answer, ...]

    @property
    def name(self) -> str:
        """The aim in words."""
        if self.p == 1:
            return "any aim" if self.faces else "no aim is rolled"
        return ", ".join(self.faces)


class AttackPreview(anywidget.AnyWidget):
    """An attack against a target: ``AttackPreview("Kidney Bean Bullet", kabula.target(8, active=["Duck"]))``.

    ``attack``: by the name of its card, or in words ("attack, aim, blade 2"); ``target``: from ``kabula.target``, or
    its Heart; ``aim_die``: other faces. ``odds`` are those of ``kabula.attack_odds``, ``aims`` tells the answers.
    """

    _esm = script(*HELPERS, main="attack_preview.js")
    _css = styles(*SHEETS, "attack_preview.css")
    preview = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        attack: Any,
        target: Fighter | int = 9,
        *,
        aim_die: Iterable[str] | None = None,
        title: str = "",
        light: str = "green",
    ) -> None:
        if not isinstance(title, str):
            raise ValueError(f"a title is a text, not {short(title)}")
        self.setup = Setup(light=light)
        self.target = target if isinstance(target, Fighter) else kabula.target(target)
        self.attack = attack_of(attack)
        die = None if aim_die is None else tuple(aim_die)
        self.odds = attack_odds(attack, self.target, aim_die=die)
        self.aims = tuple(_aims(duel(attack, self.target, die), self.target))
        words = isinstance(attack, str) and attack.startswith("attack")
        self.title = title or ("An attack" if words else called(self.setup, self.attack.name))
        super().__init__(preview=self._data())

    def __repr__(self) -> str:
        lines = [self.title, f"{self._told}", *self._headline]
        for aim in self.aims:
            lines.append(f"{aim.name} ({exact(aim.p)})")
            lines += [
                f"  {_line(self.setup, a)}{'  best' if a.best and len(aim.answers) > 1 else ''}" for a in aim.answers
            ]
        return "\n".join(lines)

    @property
    def _told(self) -> str:
        told = attack_words(self.attack)
        return f"Attack{': ' if told[0] != '(' else ' '}{told}. {_target_words(self.setup, self.target)}"

    @property
    def _headline(self) -> list[str]:
        mean = self.odds.marginal("heart_lost").mean
        dies = self.odds.p(dead=True)
        told = [f"Heart lost on average: {number(mean)}"]
        return [*told, f"Dies: {exact(dies)} ({percent(dies)})"] if dies else told

    def _data(self) -> dict[str, Any]:
        charts = []
        for field, name in MEASURES:
            odds = _measured(self.odds, field)
            if field == "heart_lost" or len(odds) > 1 or (field != "dead" and odds.mean):
                charts.append({"name": name, "chart": chart_data(odds, title=f"{self.title}: {name}")})
        return {
            "title": self.title,
            "told": self._told,
            "headline": self._headline,
            "charts": charts,
            "aims": [
                {
                    "name": aim.name,
                    "p": exact(aim.p),
                    "percent": percent(aim.p, 1),
                    "answers": [_answer_data(self.setup, a, len(aim.answers) > 1) for a in aim.answers],
                }
                for aim in self.aims
            ],
            "rolled": self.aims[0].faces != (),
            "rules": rules_data([kabula.rule[i] for i in RULES]),
            "cited": list(RULES),
        }


def _measured(odds: Odds, field: str) -> Odds:
    if field != "dead":
        return odds.marginal(field)
    return odds.map(lambda hit: "dead" if hit.dead else "alive")


def _aims(x: Strike, foe: Fighter) -> Iterable[Aimed]:
    """For each face of the die what the target can answer; faces after which all is alike are one."""
    kinds = needed(x.attack, foe)
    x = replace(x, fighters=tuple(alike(f, kinds) if i == FOE else f for i, f in enumerate(x.fighters)))
    walk = Walk(kinds, lambda end: hit_of(end, FOE))
    there = fights.node(x)
    if x.stage is not Stage.AIM or not isinstance(there, Chance):
        yield Aimed((), Fraction(1), _answers(x, walk))
        return
    found: dict[tuple[Answer, ...], list[str]] = {}
    for face in there.outcomes:
        found.setdefault(_answers(fights.step(x, face), walk), []).append(face)
    for answers, faces in found.items():
        n = sum(there.outcomes[face] for face in faces)
        yield Aimed(tuple(faces), Fraction(n, sum(there.outcomes.values())), answers)


def _answers(x: Strike, walk: Walk) -> tuple[Answer, ...]:
    there = fights.node(x)
    if x.stage is not Stage.DEFEND or not isinstance(there, Decision):
        value, hits = walk.solve(x)
        return (_answer("", value, hits, True),)
    ways: dict[str, Any] = {}
    for a in there.actions:  # of the ways to pay for one defence the one that spares most
        name = a.defence.name if isinstance(a, Defend) else ""
        way = walk.solve(fights.step(x, a))
        if name not in ways or way[0] < ways[name][0]:
            ways[name] = way
    best = min(way[0] for way in ways.values())
    return tuple(_answer(name, value, hits, value == best) for name, (value, hits) in ways.items())


def _answer(name: str, value: Any, hits: dict[Hit, Fraction], best: bool) -> Answer:
    dies = sum((p for hit, p in hits.items() if hit.dead), Fraction(0))
    return Answer(name, value[0], value[1], dies, best)


# in words --------------------------------------------------------------------------------
def _target_words(setup: Setup, f: Fighter) -> str:
    own = [f"Heart {f.heart}", *([f"Nausea {f.nausea}"] if f.nausea else [])]
    own += [f"{called(setup, d.name)} ({price_words(d.price)}: {defence_words(d)})" for d in f.actives]
    own += [f"{called(setup, d.name)} (hit in the {d.part}: {defence_words(d)})" for d in f.passives]
    own.append(f"{plural(len(f.boxes.fresh) + len(f.boxes.rage), 'Part')} to spend" if f.spends else "cannot spend")
    return f"Target: {', '.join(own)}."


def _named(setup: Setup, a: Answer) -> str:
    if a.name:
        return called(setup, a.name)
    return "no defence, but spends what saves Heart" if a.spent else "no defence"


def _line(setup: Setup, a: Answer) -> str:
    told = [
        f"Heart −{number(a.lost)}" if a.lost else "no Heart lost",
        f"Parts −{number(a.spent)}" if a.spent else "",
        f"dies {exact(a.dies)}" if a.dies else "",
    ]
    return f"{_named(setup, a)}: {', '.join(filter(None, told))}"


def _answer_data(setup: Setup, a: Answer, several: bool) -> dict[str, Any]:
    return {
        "name": _named(setup, a),
        "lost": number(a.lost),
        "spent": number(a.spent),
        "dies": f"{exact(a.dies)} ({percent(a.dies, 1)})" if 0 < a.dies < 1 else "certainly" if a.dies else "no",
        "best": a.best and several,
    }


__all__ = ["Aimed", "Answer", "AttackPreview"]
