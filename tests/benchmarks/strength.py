"""How well Friday's policies play: the figures of ``docs/friday-strength.md``.

    python tests/benchmarks/strength.py table --games 500 --level 1       the policies on the same luck
    python tests/benchmarks/strength.py without --games 500 --level 1     careful with one price taken out

``--level`` and ``--policy`` can be given several times (without them: all), ``--seed N``, ``--workers N``.
All figures but the thinking time depend on these numbers alone, not on the machine.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from time import process_time
from typing import Any, NamedTuple

from rulebooks import friday
from rulebooks.core.result import How, Odds
from rulebooks.core.sampling import playthrough
from rulebooks.friday.contents import LEVELS
from rulebooks.friday.outlook import PRICES, Prices
from rulebooks.friday.policies import POLICIES, play

WHERE = ("green", "yellow", "red", "first pirate", "second pirate")
QUANTILES = (5, 25, 50, 75, 95)


class Played(NamedTuple):
    """One game: won or not, its score, and where it was lost ("" if won)."""

    won: bool
    score: int
    lost: str


def played(policy: str, level: int, seed: int, prices: Prices | None, i: int) -> tuple[Played, list[float]]:
    """The i-th game of a policy, and the seconds it thought in each fight. The same luck, whatever the policy."""
    think = partial(play, p=prices) if prices else POLICIES[policy]
    seconds = [0.0]

    def timed(s: friday.State) -> Any:
        before = process_time()
        action = think(s)
        seconds[-1] += process_time() - before
        return action

    def next_fight(s: friday.State) -> bool:
        if s.phase is friday.Phase.HAZARDS or s.phase is friday.Phase.PIRATE:
            seconds.append(0.0)
        return False

    s = playthrough(friday, friday.initial_state(friday.Setup(level)), timed, seed, i, until=next_fight)
    won = s.ended_by == "7.2"
    where = s.step if s.step != "pirates" else WHERE[3 + len(s.beaten)] if not won else ""
    return Played(won, friday.score_of(s), where), [x for x in seconds if x]


def games(
    policy: str, level: int, n: int, seed: int, pool: Executor, prices: Prices | None = None
) -> tuple[Odds, list[float]]:
    """The sampled odds of ``Played``, and the thinking time of every fight, shortest first."""
    each = list(pool.map(partial(played, policy, level, seed, prices), range(n), chunksize=4))
    counts = Counter(game for game, _ in each)
    return Odds.of(counts, How("sampled", f"policy {policy}", n=n, seed=seed)), sorted(x for _, t in each for x in t)


def percent(p: Fraction) -> str:
    """To one place."""
    return f"{float(100 * p):.1f}"


def quantile(sampled: Odds, q: int) -> int:
    """The least score that so many per cent of the games do not exceed."""
    scores, below = sorted({g.score for g in sampled}), Fraction(0)
    by_score = sampled.marginal("score")
    for score in scores:
        below += by_score.p(score)
        if below * 100 >= q:
            return score
    return scores[-1]


def row(name: str, level: int, sampled: Odds, times: list[float]) -> str:
    """One line of the table of results."""
    low, high = sampled.interval(lambda g: g.won)
    cells = [str(level), name, f"{sampled.how.n:,}"]
    cells += [f"{percent(sampled.p(won=True))} % ({percent(low)}–{percent(high)})"]
    cells += [" / ".join(str(quantile(sampled, q)).replace("-", "−") for q in QUANTILES)]
    cells += [percent(sampled.p(lost=where)) for where in WHERE]
    cells += [f"{1000 * sum(times) / len(times):.1f}", f"{1000 * times[len(times) * 99 // 100]:.0f}"]
    return "| " + " | ".join(cells) + " |"


COLUMNS = (
    "level", "policy", "games", "won (95 % interval)", "score: " + " / ".join(f"{q} %" for q in QUANTILES),
    *(f"lost: {where}" for where in WHERE), "ms a fight", "99 % below",
)  # fmt: skip
HEAD = "| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|"


def without() -> Iterator[tuple[str, Prices]]:
    """The prices of careful play, and the same with one idea taken out: a name, and the prices."""
    p = PRICES
    yield "careful", p
    yield "no fear of death", replace(p, fear=0)
    yield "a beaten hazard is only its card", replace(p, gone=(0, 0, 0), gone_each=(0, 0, 0))
    yield "abilities count nothing", replace(p, adds=dict.fromkeys(p.adds, (0, 0, 0)))
    yield "every card is worth having", replace(p, par=(-9000, -9000, -9000))
    yield "drawing costs nothing", replace(p, drawn=0)
    yield "no card is paid for", replace(p, paid=0)
    yield "the same prices in all steps", replace(p, scale=(p.scale[1],) * 3, par=(p.par[1],) * 3)


def main() -> None:
    """What the command line asks for."""
    ask = argparse.ArgumentParser(description="The strength of Friday's policies.")
    ask.add_argument("what", choices=("table", "without"))
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--level", type=int, action="append", choices=LEVELS)
    ask.add_argument("--policy", action="append", choices=tuple(POLICIES))
    ask.add_argument("--seed", type=int, default=2011)
    ask.add_argument("--workers", type=int, default=2)
    args = ask.parse_args()
    print(HEAD.replace("policy", "prices") if args.what == "without" else HEAD)
    with ProcessPoolExecutor(args.workers) as pool:
        for level in args.level or LEVELS:
            if args.what == "table":
                for name in args.policy or POLICIES:
                    print(row(name, level, *games(name, level, args.games, args.seed, pool)), flush=True)
            else:
                for name, prices in without():
                    print(row(name, level, *games("careful", level, args.games, args.seed, pool, prices)), flush=True)


if __name__ == "__main__":
    main()
