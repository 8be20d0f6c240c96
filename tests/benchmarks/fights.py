"""How many fights of real games of Friday are answered exactly, and how wide the brackets of the others are.

    python tests/benchmarks/fights.py              200 fights, one second of CPU time for each question
    python tests/benchmarks/fights.py --fights 40 --seconds 5 --goals win

The fights are met in games that the policy ``careful`` plays (or ``--policy thumb``), spread evenly over all
their fights. Which fights they are depends on ``--seed`` alone; how many come in time depends on the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from rulebooks import friday
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.graph import collector_paused
from rulebooks.core.result import decimal
from rulebooks.core.sampling import Luck
from rulebooks.fast.friday_bounds import Clock, bracket, exactly
from rulebooks.friday import policies
from rulebooks.friday.fights import Fighting

STAGES = ("green", "yellow", "red", "pirates")


class Met(NamedTuple):
    """A fight as it begins, and when in the game."""

    stage: str
    fight: Fighting


def met(policy: Any, *key: Any) -> Iterator[Met]:
    """The fights of one game."""
    s: Any = friday.initial_state()
    luck = Luck(*key)
    while True:
        node = friday.node(s)
        if isinstance(node, Terminal):
            return
        if isinstance(node, Chance):
            s = friday.step(s, luck.pick(node.what, node.outcomes))
            continue
        before = s.fight
        s = friday.step(s, policy(s))
        if s.fight is not None and before is None:
            yield Met("pirates" if s.fight.challenge.pirate else STAGES[s.stage], s.fight)


def fights(policy: Any, seed: int, wanted: int) -> list[Met]:
    """So many fights, spread evenly over as many games as are needed for five times as many, pirates kept."""
    every: list[Met] = []
    game = 0
    while len(every) < 5 * wanted:
        every += met(policy, seed, "fights", game)
        game += 1
    return every[:: len(every) // wanted][:wanted]


class Asked(NamedTuple):
    """One question: answered by the exact solver in time, by a bracket that closed, or how wide it stayed."""

    exact: bool
    closed: bool
    width: Fraction
    seconds: float


def ask(f: Fighting, goal: str, seconds: float, alone: bool) -> Asked:
    """A bracket in so many seconds, and, asked for, the exact answer alone in as many."""
    aim, exact = friday.GOALS[goal], False
    if alone:
        with collector_paused():
            exact = exactly(f, aim, Clock(seconds, process_time), 1) is not None
    start = process_time()
    found = bracket(f, aim, seconds, process_time)
    return Asked(exact, found.closed, found.width, process_time() - start)


def rows(done: list[tuple[Met, Asked]], goal: str) -> Iterator[str]:
    """The table of one goal."""
    near = Fraction(1, 20) if goal == "win" else Fraction(1, 2)
    for stage in (*STAGES, "all"):
        here = [a for m, a in done if stage in (m.stage, "all")]
        if not here:
            continue
        widths = sorted(a.width for a in here if not a.closed)
        shown = " | ".join(decimal(w, 2) for w in (median(widths), widths[-1])) if widths else "– | –"
        closed, narrow = sum(a.closed for a in here), sum(w <= near for w in widths)
        seconds = median(a.seconds for a in here)
        yield (
            f"| {goal} | {stage} | {len(here)} | {sum(a.exact for a in here) or '–'} | {closed} | {narrow} | "
            f"{len(widths) - narrow} | {shown} | {seconds:.2f} s |"
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--policy", choices=("careful", "thumb"), default="careful")
    parser.add_argument("--goals", nargs="*", default=["win", "life"])
    parser.add_argument("--each", action="store_true", help="a line for every fight")
    parser.add_argument("--alone", action="store_true", help="also how many the exact solver answers by itself")
    told = parser.parse_args()
    chosen = fights(getattr(policies, told.policy), told.seed, told.fights)
    print("| goal | step | fights | exact alone | bounds meet | narrow | wide | median width | widest | median time |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for goal in told.goals:
        done = []
        for m in chosen:
            a = ask(m.fight, goal, told.seconds, told.alone)
            done.append((m, a))
            if told.each:
                f = m.fight
                print(
                    f"{goal} {m.stage}: {len(f.stack)} + {len(f.discard)} cards, "
                    f"needs {f.challenge.needs}, free {f.free}, "
                    f"life {f.life}: {'exact, ' if a.exact else ''}{decimal(a.width, 3)} {a.seconds:.2f} s",
                    flush=True,
                )
        print("\n".join(rows(done, goal)), flush=True)


if __name__ == "__main__":
    main()
