"""Kabula: what attacks and defences are made of, and their words in a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulebooks.core.cards import short
from rulebooks.core.interned import Interned
from rulebooks.kabula.parts import ANY, PARTS, Cost, cost

BLANK = "no Part"  # what a blank face shows
AIM_DIE = (*PARTS, "")  # our die: each Part once and a blank (BR-25)


@dataclass(frozen=True, eq=False)
class Harm(metaclass=Interned):
    """One effect of an attack on its target. ``what``: one of HARMS; ``n``: how much.

    ``parts``: only where the aim shows one of these; ``price``: of "spend or": what the target spends instead;
    ``chooser``: whether the attacker chooses those Parts.
    """

    what: str
    n: int = 1
    parts: tuple[str, ...] = ()
    price: Cost = ()
    chooser: bool = False

    def __str__(self) -> str:
        on = f" ({' or '.join(self.parts)})" if self.parts else ""
        spend = f"spend {', '.join(self.price)} or " if self.price else ""
        return f"{spend}{self.what} {self.n}{on}"


HARMS = ("blade", "heart", "nausea", "push", "farz", "nothing")


@dataclass(frozen=True, eq=False)
class Attack(metaclass=Interned):
    """An attack. ``aim``: "roll", a Part it is aimed at, or "" for none; ``reach``: spaces; ``all``: everybody there.

    ``push_self``: whether a push moves the attacker in the same direction; ``times``: how often it is made.
    """

    name: str
    harms: tuple[Harm, ...]
    aim: str = ""
    reach: int = 0
    all: bool = False
    push_self: bool = False
    times: int = 1

    @property
    def may_cost_heart(self) -> bool:
        """Whether it may make a target lose Heart."""
        return any(h.what in ("blade", "heart") for h in self.harms)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Defence(metaclass=Interned):
    """A defence. ``price``: what an active one costs (None: it has none); ``part``: what sets off a passive one.

    ``shield``: Blades blocked; ``cancel_aim``; ``before``, ``after``: Heart the attacker on the same space loses then.
    """

    name: str
    price: Cost | None = None
    part: str = ""
    shield: int = 0
    cancel_aim: bool = False
    before: int = 0
    after: int = 0

    def __str__(self) -> str:
        return self.name


@lru_cache(maxsize=4096)
def attack(name: str, text: str) -> Attack:
    """An attack from its words, such as "attack 3, aim, blade 1, teeth/legs: blade 1". ValueError names what is odd.

    The words: ``attack N`` (within N spaces) or ``attack all N``; ``aim`` or ``aimed PART``; ``twice``; harms: ``blade
    N``, ``heart N``, ``nausea N``, ``push``, ``push self``, ``farz N``; ``spend COST or HARM``, with ``chosen`` before
    it where the attacker chooses the Parts; and ``PART/PART: HARM`` where the aim must show one of these.
    """
    head, *rest = (word.strip() for word in text.split(","))
    words = head.split()
    if not words or words[0] != "attack":
        raise ValueError(f"{short(name)}: an attack begins with “attack”, not {short(head)}")
    everybody, reach = "all" in words, words[-1] if words[-1].isdecimal() else "0"
    if [w for w in words[1:] if w != "all" and not w.isdecimal()]:
        raise ValueError(f"{short(name)}: after “attack” stand “all” and a number of spaces, not {short(head)}")
    aim, times, push_self, harms = "", 1, False, []
    for word in rest:
        if word == "aim":
            aim = "roll"
        elif word.removeprefix("aimed ") in PARTS:
            aim = word.removeprefix("aimed ")
        elif word == "twice":
            times = 2
        elif word == "push self":
            push_self = True
        else:
            harms.append(_harm(name, word))
    return Attack(name, tuple(harms), aim, int(reach), everybody, push_self, times)


def _harm(name: str, text: str) -> Harm:
    on, _, rest = text.rpartition(":")
    parts = tuple(p.strip() for p in on.split("/")) if on else ()
    if [p for p in parts if p not in PARTS]:
        raise ValueError(f"{short(name)}: {short(on)} names no Parts; there are {', '.join(PARTS)}")
    chooser = "chosen " in rest
    rest = rest.replace("chosen ", "").strip()
    price: Cost = ()
    if rest.startswith("spend "):
        spend, _, rest = rest.removeprefix("spend ").partition(" or ")
        price = cost(spend.replace(" and ", ", "))
        rest = rest or "nothing"
    what, _, n = rest.partition(" ")
    if what not in HARMS or (n and not (n.isdecimal() and n.isascii() and 0 < int(n) < 100)):
        raise ValueError(f"{short(name)}: no effect of an attack is called {short(rest)}; there are {', '.join(HARMS)}")
    return Harm(what, int(n or 1), parts, price, chooser)


@lru_cache(maxsize=4096)
def defence(name: str, text: str, price: str | None = None, part: str = "") -> Defence:
    """A defence from its words, such as "shield 2, cancel aim" or "before heart 2". ValueError names what is odd."""
    shield, cancel, before, after = 0, False, 0, 0
    for word in (w.strip() for w in text.split(",")):
        what, _, n = word.rpartition(" ")
        number = int(n) if n.isdecimal() and n.isascii() else 0
        match what:
            case "shield" if number:
                shield += number
            case "cancel" if n == "aim":
                cancel = True
            case "before heart" if number:
                before += number
            case "after heart" if number:
                after += number
            case _:
                known = "shield N, cancel aim, before heart N, after heart N"
                raise ValueError(f"{short(name)}: a defence has {known}; not {short(word)}")
    if part and part not in PARTS:
        raise ValueError(f"{short(name)}: there is no Part {short(part)}; there are {', '.join(PARTS)}")
    return Defence(name, None if price is None else cost(price), part, shield, cancel, before, after)


__all__ = ["AIM_DIE", "ANY", "BLANK", "HARMS", "Attack", "Defence", "Harm", "attack", "defence"]
