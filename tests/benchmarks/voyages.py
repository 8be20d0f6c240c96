"""How Pirate Tales' house sheet plays under the policies: the figures of ``docs/pirate-tales-balance.md``.

    python tests/benchmarks/voyages.py table --games 60       every policy against itself, and voyages by length
    python tests/benchmarks/voyages.py seats --games 400      wins by seat, greedy against itself
    python tests/benchmarks/voyages.py duel --games 120       one exact player among greedy ones
    python tests/benchmarks/voyages.py capsize --games 200    the three modes of Capsize cards
    python tests/benchmarks/voyages.py seas --games 200       longer Sea tracks

Three play where nothing else is said. ``--policy`` (``table``) can be given several times, ``--seed N``,
``--workers N``. The figures depend on these numbers alone, not on the machine.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from rulebooks import pirate_tales
from rulebooks.core.cards import parse_sheet, shipped_text
from rulebooks.core.result import How, Odds
from rulebooks.core.sampling import playthrough
from rulebooks.pirate_tales import Phase, Setup, State
from rulebooks.pirate_tales.contents import CAPSIZE, PLAYERS
from rulebooks.pirate_tales.landing import treasure
from rulebooks.pirate_tales.policies import POLICIES

LENGTHS = (2, 3, 4, 5, 6, 7)


class Sailed(NamedTuple):
    """One voyage: the space of its island, and whether it was reached."""

    length: int
    success: bool


class Played(NamedTuple):
    """One game: rounds begun, who went first, who won, what each had, how it ended, every voyage."""

    rounds: int
    first: int
    winners: tuple[int, ...]
    treasures: tuple[int, ...]
    ended_by: str
    voyages: tuple[Sailed, ...]


class Games(NamedTuple):
    """What games to play. ``policies``: of each seat; they move on by one seat from game to game if ``turning``."""

    policies: tuple[str, ...]
    seed: int
    capsize: str = "family"
    seas: int = 0  # 0: as on the sheet
    turning: bool = False

    def seated(self, i: int) -> tuple[str, ...]:
        """The policies by seat in the i-th game."""
        at = i % len(self.policies) if self.turning else 0
        return self.policies[-at:] + self.policies[:-at] if at else self.policies


@lru_cache
def setup(players: int, capsize: str, seas: int) -> Setup:
    """The set-up, with a Sea track of another length if asked for."""
    if not seas:
        return Setup(players, capsize)
    text = re.sub(r"(?m)^seas = \d+$", f"seas = {seas}", shipped_text("pirate_tales"))
    return Setup(players, capsize, sheet=parse_sheet("pirate_tales", text, "a variant"))


def played(which: Games, i: int) -> Played:
    """The i-th game. The same luck, whatever the policies."""
    seated, turns, voyages = which.seated(i), [0], list[Sailed]()
    last: list[Phase] = [Phase.FIRST]

    def count(s: State) -> bool:
        if s.phase is not last[0]:
            turns[0] += s.phase is Phase.LAY and not s.track  # the first card of a voyage
            if s.phase in (Phase.ISLAND, Phase.CAPSIZE):
                voyages.append(Sailed(len(s.track) + 1, s.phase is Phase.ISLAND))
            last[0] = s.phase
        return False

    def think(s: State) -> Any:
        node: Any = pirate_tales.node(s)
        return POLICIES[seated[node.player]](s)

    n = len(seated)
    start = pirate_tales.initial_state(setup(n, which.capsize, which.seas))
    s = playthrough(pirate_tales, start, think, which.seed, i, until=count)
    rich = tuple(treasure(s.setup, seat.doubloons, seat.blue, seat.red) for seat in s.seats)
    return Played(-(-turns[0] // n), s.first, pirate_tales.winners(s), rich, s.ended_by, tuple(voyages))


def games(which: Games, n: int, pool: Executor) -> list[Played]:
    """The first n games."""
    return list(pool.map(partial(played, which), range(n), chunksize=4))


def sampled(what: Iterable[Any], seed: int) -> Odds:
    """Sampled odds of something that was counted."""
    counts = Counter(what)
    return Odds.of(counts, How("sampled", "policies", n=sum(counts.values()), seed=seed))


def percent(p: Fraction) -> str:
    """To one place."""
    return f"{float(100 * p):.1f}"


def share(odds: Odds, event: Any) -> str:
    """A share with its interval."""
    low, high = odds.interval(event)
    return f"{percent(odds.p(event))} % ({percent(low)}–{percent(high)})"


def mean(numbers: Iterable[int]) -> str:
    """To one place."""
    all_of_them = list(numbers)
    return f"{sum(all_of_them) / len(all_of_them):.1f}"


def line(cells: Iterable[Any]) -> None:
    """One line of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(columns: Sequence[str]) -> None:
    """The head of a table."""
    line(columns)
    print("|---" * len(columns) + "|", flush=True)


def about(name: Any, found: list[Played], seed: int) -> None:
    """One line about some games: voyages that succeed, rounds, treasures, the last island."""
    voyages = sampled((v for g in found for v in g.voyages), seed)
    rounds = [g.rounds for g in found]
    best = mean(max(g.treasures) for g in found)
    ends = sampled((g.ended_by for g in found), seed)
    line(
        [
            name,
            f"{len(found):,}",
            share(voyages, lambda v: v.success),
            mean(v.length for g in found for v in g.voyages),
            f"{mean(rounds)} ({min(rounds)}–{max(rounds)})",
            mean(t for g in found for t in g.treasures),
            best,
            percent(ends.p("9.3")),
        ]
    )


ABOUT = ("games", "voyages that succeed (95 % interval)", "length", "rounds (least–most)", "treasure", "winner's",
         "ended by the last island, %")  # fmt: skip


def by_length(name: str, found: list[Played]) -> None:
    """One line: the share of successes by the space of the island."""
    counts = Counter(v for g in found for v in g.voyages)
    cells = [name]
    for n in LENGTHS:
        there, all_of_them = counts[Sailed(n, True)], counts[Sailed(n, True)] + counts[Sailed(n, False)]
        cells.append(f"{percent(Fraction(there, all_of_them))} % of {all_of_them}" if all_of_them else "–")
    line(cells)


def seats(n: int, seed: int, pool: Executor) -> None:
    """Wins by seat, counted from the player who goes first."""
    head(("players", "games", *(f"number {i + 1}, won alone or shared" for i in range(max(PLAYERS)))))
    for players in PLAYERS:
        found = games(Games(("greedy",) * players, seed), n, pool)
        won = sampled((tuple((w - g.first) % players for w in g.winners) for g in found), seed)
        line([players, n, *(share(won, lambda w, i=i: i in w) for i in range(players)), *["–"] * (4 - players)])


def duel(n: int, seed: int, pool: Executor) -> None:
    """One exact player among greedy ones, at each seat in turn."""
    head(("players", "games", "exact wins, alone or shared", "an equal part", "its treasure", "of the others"))
    for players in PLAYERS:
        which = Games(("exact", *["greedy"] * (players - 1)), seed, turning=True)
        found = games(which, n, pool)
        mine = [which.seated(i).index("exact") for i in range(n)]
        won = sampled((at in g.winners for at, g in zip(mine, found, strict=True)), seed)
        own = [g.treasures[at] for at, g in zip(mine, found, strict=True)]
        rest = [t for at, g in zip(mine, found, strict=True) for i, t in enumerate(g.treasures) if i != at]
        line([players, n, share(won, True), f"{percent(Fraction(1, players))} %", mean(own), mean(rest)])


def main() -> None:
    """What the command line asks for."""
    ask = argparse.ArgumentParser(description="The balance of Pirate Tales' house sheet.")
    ask.add_argument("what", choices=("table", "seats", "duel", "capsize", "seas"))
    ask.add_argument("--games", type=int, default=100)
    ask.add_argument("--policy", action="append", choices=tuple(POLICIES))
    ask.add_argument("--seed", type=int, default=2022)
    ask.add_argument("--workers", type=int, default=2)
    args = ask.parse_args()
    n, seed = args.games, args.seed
    with ProcessPoolExecutor(args.workers) as pool:
        match args.what:
            case "table":
                found = {}
                head(("policy", *ABOUT))
                for name in args.policy or POLICIES:
                    found[name] = games(Games((name,) * 3, seed), n, pool)
                    about(name, found[name], seed)
                print()
                head(("policy", *(f"island on {length}" for length in LENGTHS)))
                for name, all_of_them in found.items():
                    by_length(name, all_of_them)
            case "seats":
                seats(n, seed, pool)
            case "duel":
                duel(n, seed, pool)
            case "capsize":
                head(("Capsize cards", *ABOUT))
                for mode in CAPSIZE:
                    about(mode, games(Games(("greedy",) * 3, seed, capsize=mode), n, pool), seed)
            case "seas":
                head(("seas", *ABOUT))
                for seas in (7, 9, 11):
                    about(seas, games(Games(("greedy",) * 3, seed, seas=seas), n, pool), seed)


if __name__ == "__main__":
    main()
