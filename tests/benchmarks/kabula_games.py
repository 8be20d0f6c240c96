"""How Kabula's house sheet plays under the policies: the figures of ``docs/kabula-balance.md``.

    python tests/benchmarks/kabula_games.py table --games 20      both policies against themselves, 3 Heroes
    python tests/benchmarks/kabula_games.py seats --games 40      by players and Automas: length, theft, who wins
    python tests/benchmarks/kabula_games.py heroes --games 40     wins by seat and by Hero, five players
    python tests/benchmarks/kabula_games.py duel --games 40       one purposeful player among random ones
    python tests/benchmarks/kabula_games.py monsters --games 40   how often each Monster is provoked, and tamed
    python tests/benchmarks/kabula_games.py used --games 40       what was never used

``--seed N``, ``--workers N``. The figures depend on these numbers alone, not on the machine.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from rulebooks import kabula
from rulebooks.core.cards import load_sheet
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.result import How, Odds
from rulebooks.core.sampling import Luck
from rulebooks.kabula import Setup, State
from rulebooks.kabula.heroes import trending
from rulebooks.kabula.monsters import spotted
from rulebooks.kabula.policies import POLICIES

CARDS = load_sheet("kabula").cards
HEROES = ("jessika", "zack", "clayton", "isolde", "chastity")
TABLES = (
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
    (3, 0),
    (3, 1),
    (3, 2),
    (4, 0),
    (4, 1),
    (5, 0),
)
LONGEST = 100_000


class Games(NamedTuple):
    """What games to play. ``policies``: of each player; ``automas``: how many; Heroes move on from game to game."""

    policies: tuple[str, ...]
    automas: int
    seed: int
    turning: bool = False  # the policies move on by one seat from game to game

    def seated(self, i: int) -> tuple[str, ...]:
        """The policies by seat in the i-th game."""
        at = i % len(self.policies) if self.turning else 0
        return self.policies[-at:] + self.policies[:-at] if at else self.policies

    def setup(self, i: int) -> Setup:
        """The set-up of the i-th game."""
        told = [HEROES[(i + k) % len(HEROES)] for k in range(len(HEROES))]
        n = len(self.policies)
        automas = [[c.id for c in CARDS if c.kind == "automa" and c.owner == h] for h in told[n : n + self.automas]]
        return Setup(tuple(told[:n]), tuple(a[i % len(a)] for a in automas), light="red")


class Played(NamedTuple):
    """One game: rounds begun, the round of the theft, who stole (a seat, or 20: the Guardian), who won and how.

    ``place``: the winner's place in the order of play; ``trend``: rounds in which players began to trend.
    """

    rounds: int
    since: int
    thief: int
    winner: int
    place: int
    ended_by: str
    heroes: tuple[str, ...]
    policies: tuple[str, ...]
    trend: tuple[int, ...]
    moves: Counter[str]


def told(s: State, move: Any) -> str:
    """A move as it is counted."""
    match move:
        case kabula.UsePin() if move.pin == "monster":
            found = spotted(s, s.hero.space)
            return f"provoke {found.id if found else ''}"
        case kabula.UsePin():
            return f"pin {move.pin}"
        case kabula.Tame():
            return f"tame {move.card.id}"
        case kabula.Do() | kabula.Boost():
            return f"do {move.action.id}"
        case kabula.Buy():
            return f"buy {move.card.id}"
        case kabula.Opt():
            return f"option {move.option.id}"
    return f"a {type(move).__name__}"


def played(which: Games, i: int) -> Played:
    """The i-th game. The same luck, whatever the policies."""
    setup, seated, luck = which.setup(i), which.seated(i), Luck(which.seed, i)
    s: State = kabula.initial_state(setup)
    moves, trend, thief = Counter[str](), dict[int, int](), -1
    first: tuple[int, ...] = ()
    for _ in range(LONGEST):
        node = kabula.node(s)
        if isinstance(node, Terminal):
            break
        if isinstance(node, Chance):
            move = luck.pick(node.what, node.outcomes)
        else:
            chosen = POLICIES[seated[node.player]](kabula.information_state(s, node.player))
            move = luck.pick("a choice", chosen) if isinstance(chosen, dict) else chosen
            moves[told(s, move)] += 1
        before, s = s, kabula.step(s, move)
        thief = s.kabula.owner if s.kabula.stolen and not before.kabula.stolen else thief
        first = first or tuple(f for f in s.ron if f < len(s.heroes) and len(s.ron) >= setup.seats)
        for seat in range(len(seated)):
            if trending(s.heroes[seat]):
                trend.setdefault(seat, s.round)
    place = first.index(s.winner) if s.winner in first else -1
    names = tuple(h.hero.id for h in s.heroes)
    rounds = tuple(trend.values())
    return Played(s.round, s.kabula.since, thief, s.winner, place, s.ended_by, names, seated, rounds, moves)


def games(which: Games, n: int, pool: Executor) -> list[Played]:
    """The first n games."""
    return list(pool.map(partial(played, which), range(n), chunksize=2))


# Telling ----------------------------------------------------------------------------------
def percent(p: Fraction) -> str:
    """To one place."""
    return f"{float(100 * p):.1f}"


def share(what: Iterable[bool], seed: int) -> str:
    """How often something was so, with its 95 % interval (Wilson)."""
    counts = Counter(what)
    odds = Odds.of(counts, How("sampled", "policies", n=sum(counts.values()), seed=seed))
    low, high = odds.interval(lambda is_so: is_so)
    return f"{percent(odds.p(lambda is_so: is_so))} % ({percent(low)}–{percent(high)})"


def line(cells: Iterable[Any]) -> None:
    """One line of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(columns: Sequence[str]) -> None:
    """The head of a table."""
    line(columns)
    print("|---" * len(columns) + "|", flush=True)


def mean(numbers: Iterable[int]) -> str:
    """To one place, with the least and the most."""
    found = list(numbers)
    return f"{sum(found) / len(found):.1f} ({min(found)}–{max(found)})" if found else "–"


ABOUT = ("games", "rounds (least–most)", "theft in round", "a player wins (95 % interval)", "an Automa wins",
         "the Guardian keeps it", "too tired")  # fmt: skip


def about(found: list[Played], seed: int) -> list[str]:
    """A line about some games."""
    n = len(found[0].policies)
    return [
        str(len(found)),
        mean(g.rounds for g in found),
        mean(g.since for g in found if g.since),
        share((0 <= g.winner < n for g in found), seed),
        share((g.winner >= n for g in found), seed),
        share((g.ended_by == "12.6" for g in found), seed),
        share((g.ended_by == "12.7" for g in found), seed),
    ]


def table(n: int, seed: int, pool: Executor) -> None:
    """Both policies against themselves."""
    head(("policy", *ABOUT))
    for name in POLICIES:
        line([name, *about(games(Games((name,) * 3, 0, seed), n, pool), seed)])


def seats(n: int, seed: int, pool: Executor) -> None:
    """By the number of players and Automas, and who steals."""
    head(("players", "Automas", *ABOUT, "stolen by players / Automas / the Guardian"))
    for players, automas in TABLES:
        found = games(Games(("purposeful",) * players, automas, seed), n, pool)
        thieves = Counter("p" if g.thief < players else "g" if g.thief == 20 else "a" for g in found)
        line([players, automas, *about(found, seed), f"{thieves['p']} / {thieves['a']} / {thieves['g']}"])


def heroes(n: int, seed: int, pool: Executor) -> None:
    """Wins by the place in the order of play and by Hero, five players."""
    found = games(Games(("purposeful",) * 5, 0, seed), n, pool)
    head(("games", *(f"number {i + 1} wins" for i in range(5))))
    line([n, *(share((g.place == i for g in found), seed) for i in range(5))])
    print()
    head(("games", *HEROES, "nobody"))
    won = [g.heroes[g.winner] if g.winner >= 0 else "" for g in found]
    line([n, *(share((w == h for w in won), seed) for h in (*HEROES, ""))])


def duel(n: int, seed: int, pool: Executor) -> None:
    """One purposeful player among random ones, at each seat in turn."""
    head(("players", "games", "the purposeful player wins", "any other"))
    for players in (2, 3, 4):
        found = games(Games(("purposeful", *["random"] * (players - 1)), 0, seed, turning=True), n, pool)
        mine = [g.policies.index("purposeful") for g in found]
        own = share((g.winner == at for g, at in zip(found, mine, strict=True)), seed)
        line([players, n, own, share((g.winner not in (-1, at) for g, at in zip(found, mine, strict=True)), seed)])


def counted(n: int, seed: int, pool: Executor) -> Counter[str]:
    """All moves of games at three tables, each with luck of its own: what is laid open differs."""
    moves = Counter[str]()
    for more, (players, automas) in enumerate(((1, 2), (3, 0), (5, 0))):
        for g in games(Games(("purposeful",) * players, automas, seed + more), n, pool):
            moves.update(g.moves)
    return moves


def monsters(n: int, seed: int, pool: Executor) -> None:
    """How often each Monster was provoked and tamed."""
    moves = counted(n, seed, pool)
    head(("Monster", "provoked", "tamed"))
    for c in CARDS:
        if c.kind == "monster" and c.set is None:
            line([c.name, moves[f"provoke {c.id}"], moves[f"tame {c.id}"]])


def used(n: int, seed: int, pool: Executor) -> None:
    """The cards and actions that nobody used, bought or chose."""
    moves = counted(n, seed, pool)
    for kind in ("mat", "item", "city", "personality", "trend", "familio", "option"):
        cards = [c for c in CARDS if c.kind == kind and c.set is None and (kind == "option" or c.does)]
        fit = [c for c in cards if "defend" not in (c.does or "")]
        never = [c.id for c in fit if not any(moves[f"{how} {c.id}"] for how in ("do", "buy", "option"))]
        print(f"{kind}: {len(fit) - len(never)} of {len(fit)} used; never: {', '.join(never) or 'none'}")
    print(", ".join(f"{what}: {k}" for what, k in sorted(moves.items()) if what.startswith(("a ", "pin "))))


def main() -> None:
    """What the command line asks for."""
    asks = {"table": table, "seats": seats, "heroes": heroes, "duel": duel, "monsters": monsters, "used": used}
    ask = argparse.ArgumentParser(description="The balance of Kabula's house sheet.")
    ask.add_argument("what", choices=tuple(asks))
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--seed", type=int, default=2020)
    ask.add_argument("--workers", type=int, default=2)
    args = ask.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        asks[args.what](args.games, args.seed, pool)


if __name__ == "__main__":
    main()
