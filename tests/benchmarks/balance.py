"""How the house sheet of Karen is balanced: the figures of ``docs/balance.md``.

    python tests/benchmarks/balance.py table      the policies on the same luck
    python tests/benchmarks/balance.py dials      one dial of the sheet turned at a time
    python tests/benchmarks/balance.py thumbs     what a rule of thumb costs in an adventure, exactly

``--games N`` (of the policies that use odds; the others play five times as many), ``--seed N``,
``--workers N``. The figures depend on these numbers alone, not on the machine.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from rulebooks import karen
from rulebooks.core import odds
from rulebooks.core.cards import parse_sheet, shipped_text
from rulebooks.core.result import How, Odds
from rulebooks.core.sampling import playthrough
from rulebooks.karen.adventures import Adventuring, Courage, Declare, Use, finished, power
from rulebooks.karen.policies import POLICIES

BANDS = ("escaped", "40+", "70+", "90+", "100+")


class Played(NamedTuple):
    """One game: ``hp`` is what was left when the ship was faced, ``band`` the ending's, "" if lost."""

    band: str
    score: int
    hp: int
    stories: int
    rounds: int


@lru_cache
def setup(sheet: str | None) -> karen.Setup:
    """The set-up with a sheet's text, or with the shipped one."""
    return karen.Setup(sheet=parse_sheet("karen", sheet, "a variant")) if sheet else karen.Setup()


def played(policy: str, seed: int, sheet: str | None, i: int) -> Played:
    """The i-th game of a policy. The same luck, whatever the policy."""
    rounds = 0

    def count(s: karen.State) -> bool:
        nonlocal rounds
        rounds += s.phase is karen.Phase.EVENTS
        return False

    s = playthrough(karen, karen.initial_state(setup(sheet)), POLICIES[policy], seed, i, until=count)
    won = s.ended_by == "7.1"
    hp = s.hp + s.adventure.spent if won else 0
    return Played(karen.ending(s.score).split(":")[0] if won else "", s.score, hp, len(s.processed), rounds)


def games(policy: str, n: int, seed: int, sheet: str | None, pool: Executor) -> Odds:
    """The sampled odds of ``Played``."""
    counts = Counter(pool.map(partial(played, policy, seed, sheet), range(n), chunksize=4))
    return Odds.of(counts, How("sampled", f"policy {policy}", n=n, seed=seed))


def percent(p: Fraction) -> str:
    """To one place."""
    return f"{float(100 * p):.1f}"


def row(name: str, sampled: Odds) -> str:
    """One line of the table of results."""
    low, high = sampled.interval(lambda g: g.band)
    won = sampled.p(lambda g: g.band)
    cells = [name, f"{sampled.how.n:,}", f"{percent(won)} % ({percent(low)}–{percent(high)})"]
    cells += [percent(sampled.p(band=band)) for band in BANDS]
    if won:
        wins = sampled.given(lambda g: g.band)
        cells += [f"{float(wins.marginal(field).mean):.1f}" for field in ("hp", "stories")]
    else:
        cells += ["–", "–"]
    cells += [f"{float(sampled.marginal('rounds').mean):.1f}", str(max(g.score for g in sampled))]
    return "| " + " | ".join(cells) + " |"


COLUMNS = ("policy", "games", "won (95 % interval)", *BANDS, "HP at the ship", "stories", "rounds", "best score")
HEAD = "| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|"


def table(n: int, seed: int, pool: Executor) -> None:
    """All policies, on the same luck."""
    print(HEAD)
    for name in POLICIES:
        size = n if name in ("by the odds", "patient") else 5 * n
        print(row(name, games(name, size, seed, None, pool)), flush=True)


def dials() -> Iterator[tuple[str, str]]:
    """The shipped sheet with one dial turned: a name, and the sheet."""
    text = shipped_text("karen")
    ship = int(re.search(r"difficulty = (\d+)\nship = true", text)[1])  # type: ignore[index]

    def changed(field: str, by: int, least: int = 0) -> str:
        return re.sub(rf"(?m)^{field} = (\d+)$", lambda m: f"{field} = {max(least, int(m[1]) + by)}", text)

    def with_ship(difficulty: int, sheet: str = text) -> str:
        return re.sub(r"difficulty = \d+\nship", f"difficulty = {difficulty}\nship", sheet)

    yield "as shipped", text
    yield f"ship {ship - 4}", with_ship(ship - 4)
    yield f"ship {ship - 2}", with_ship(ship - 2)
    yield f"ship {ship + 2}", with_ship(ship + 2)
    yield "other quests 1 easier (at least 1)", with_ship(ship, changed("difficulty", -1, 1))
    yield "other quests 1 harder", with_ship(ship, changed("difficulty", 1))
    yield "stories 1 dearer", changed("cost", 1)
    yield "no Copy, no Double", _without(text, r'\nability = "(copy|double)"', after="# Quests")


def _without(text: str, pattern: str, after: str) -> str:
    head, tail = text.split(after, 1)
    return head + after + re.sub(pattern, "", tail)


# what a rule of thumb costs -----------------------------------------------------------------
def thumb(a: Adventuring, more_than: int) -> Any:
    """Use every draw, then a Courage Draw while short by more than so many points."""
    node: Any = karen.node(a)
    drawing = [u for u in node.actions if isinstance(u, Use) and (a.deck or a.discard)]
    short = a.challenge.difficulty - power(a)
    if short > 0 and drawing:
        return drawing[0]
    return Courage() if short > more_than and Courage() in node.actions else Declare()


def while_short(a: Adventuring) -> Any:
    """Courage while the power is not enough."""
    return thumb(a, 0)


def while_short_by_2(a: Adventuring) -> Any:
    """Courage while the power is 2 or more short."""
    return thumb(a, 1)


def never(a: Adventuring) -> Any:
    """No courage at all."""
    return thumb(a, 99)


THUMBS = {"no courage": never, "while short by 2 or more": while_short_by_2, "while short": while_short}
OPENING = {"Hunger Pang": 5, "Attempt": 4, "Memento": 1}


def thumbs(worth: int = 4, hp: int = 20) -> Iterator[tuple[int, dict[str, tuple[Fraction, Fraction, Fraction]]]]:
    """For difficulties 1 to 6 with the opening deck: chance to clear, mean HP lost, value; for each way to play."""
    for difficulty in range(1, 7):
        start = karen.adventure(OPENING, difficulty, hp=hp)
        found = {name: odds.final(karen, start, way, finished) for name, way in THUMBS.items()}
        found["best"] = karen.adventure_odds(OPENING, difficulty, hp=hp, goal=f"worth {worth}")
        told = {}
        for name, o in found.items():
            clear, lost = o.p(cleared=True), o.marginal("hp_lost").mean
            told[name] = (clear, lost, worth * clear - lost)
        yield difficulty, told


def main() -> None:
    """What the command line asks for."""
    ask = argparse.ArgumentParser(description="The balance of Karen's house sheet.")
    ask.add_argument("what", choices=("table", "dials", "thumbs"))
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--seed", type=int, default=2016)
    ask.add_argument("--workers", type=int, default=2)
    args = ask.parse_args()
    if args.what == "thumbs":
        columns = ("difficulty", "a quest is worth", *THUMBS, "best")
        print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
        for worth in (1, 3):
            for difficulty, told in thumbs(worth):
                cells = [f"{told[n][2]}" for n in THUMBS]
                clear, lost, value = told["best"]
                print(f"| {difficulty} | {worth} | " + " | ".join(cells) + f" | {value} ({clear} clear, {lost} HP) |")
        return
    with ProcessPoolExecutor(args.workers) as pool:
        if args.what == "table":
            table(args.games, args.seed, pool)
            return
        print(HEAD.replace("policy", "sheet"))
        for name, sheet in dials():
            print(row(name, games("by the odds", args.games, args.seed, sheet, pool)), flush=True)


if __name__ == "__main__":
    main()
