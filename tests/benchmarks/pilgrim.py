"""How Scott Pilgrim's house sheet plays under the policies: the figures of ``docs/scott-pilgrim-balance.md``.

    python tests/benchmarks/pilgrim.py table --games 60       every policy against itself, two players
    python tests/benchmarks/pilgrim.py seats --games 150      wins by seat and by character, two to four players
    python tests/benchmarks/pilgrim.py duel --games 100       one player of a policy against one of another
    python tests/benchmarks/pilgrim.py solo --games 60        alone: won in the printed turns, by Evil Ex, by character
    python tests/benchmarks/pilgrim.py team --games 60        together: the same for two to four
    python tests/benchmarks/pilgrim.py exes --games 60        rounds and ends by Evil Ex, two players
    python tests/benchmarks/pilgrim.py thin                   what a thinner deck does, exactly
    python tests/benchmarks/pilgrim.py hints                  the rulebook's hints on moves, exactly

``--policy`` (``solo``, ``team``), ``--seed N``, ``--workers N``. The figures depend on these numbers alone, not on the
machine.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from rulebooks import scott_pilgrim as pilgrim
from rulebooks.core.cards import load_sheet
from rulebooks.core.result import How, Odds
from rulebooks.core.sampling import playthrough
from rulebooks.scott_pilgrim import Setup, State
from rulebooks.scott_pilgrim.contents import character_deck
from rulebooks.scott_pilgrim.policies import POLICIES
from rulebooks.scott_pilgrim.resolution import turns_to_win

SIX = ("scott", "knives", "ramona", "stephen", "kim", "wallace")
EXES = tuple(c.id for c in load_sheet("scott_pilgrim").cards if c.kind == "ex")
EASY = "lucas-lee"


class Games(NamedTuple):
    """What games to play. ``policies``: of each seat; ``turning``: characters move on by one from game to game."""

    policies: tuple[str, ...]
    seed: int
    mode: str = ""
    characters: tuple[str, ...] = SIX[:4]
    ex: str = EASY
    turning: bool = True

    def setup(self, i: int) -> Setup:
        """The set-up of the i-th game."""
        n, at = len(self.policies), i % len(self.characters) if self.turning else 0
        seated = (self.characters[at:] + self.characters[:at])[:n]
        return Setup(n, self.mode, seated, ex=self.ex)


class Played(NamedTuple):
    """One game: rounds begun, characters from the first player on, who of them won, how it ended."""

    rounds: int
    characters: tuple[str, ...]
    winners: tuple[int, ...]
    ended_by: str


def played(which: Games, i: int) -> Played:
    """The i-th game. The same luck, whatever the policies."""

    def think(s: State) -> Any:
        node: Any = pilgrim.node(s)
        return POLICIES[which.policies[node.player]](s)

    s = playthrough(pilgrim, pilgrim.initial_state(which.setup(i)), think, which.seed, i)
    n = len(s.seats)
    turns = [seat.turns for seat in s.seats]
    order = [(s.first + k) % n for k in range(n)]
    under_way = s.ended_by not in ("7.4", "12.8") and len(set(turns)) == 1
    return Played(
        max(turns) + under_way,
        tuple(s.seats[p].character for p in order),
        tuple(order.index(p) for p in s.won),
        s.ended_by,
    )


def games(which: Games, n: int, pool: Executor) -> list[Played]:
    """The first n games."""
    return list(pool.map(partial(played, which), range(n), chunksize=2))


def sampled(what: Iterable[Any], seed: int) -> Odds:
    """Sampled odds of something that was counted."""
    counts = Counter(what)
    return Odds.of(counts, How("sampled", "policies", n=sum(counts.values()), seed=seed))


def percent(p: Fraction) -> str:
    """To one place."""
    return f"{float(100 * p):.1f}"


def share(what: Iterable[bool], seed: int) -> str:
    """How often something was so, with its 95 % interval."""
    odds = sampled(what, seed)
    low, high = odds.interval(lambda is_so: is_so)
    return f"{percent(odds.p(lambda is_so: is_so))} % ({percent(low)}–{percent(high)})"


def line(cells: Iterable[Any]) -> None:
    """One line of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(columns: Sequence[str]) -> None:
    """The head of a table."""
    line(columns)
    print("|---" * len(columns) + "|", flush=True)


def rounds(found: list[Played]) -> str:
    """Mean, least and most."""
    all_of_them = [g.rounds for g in found]
    return f"{sum(all_of_them) / len(found):.1f} ({min(all_of_them)}–{max(all_of_them)})"


def table(n: int, seed: int, pool: Executor) -> None:
    """Every policy against itself."""
    head(("policy", "games", "rounds (least–most)", "ended by points (95 % interval)"))
    for name in POLICIES:
        found = games(Games((name,) * 2, seed), n, pool)
        line([name, n, rounds(found), share((g.ended_by == "7.3" for g in found), seed)])


def seats(n: int, seed: int, pool: Executor) -> None:
    """Wins by seat, counted from the player who goes first, and by character."""
    head(("players", "games", "rounds (least–most)", *(f"number {i + 1} wins" for i in range(4))))
    by_players = {}
    for k in (2, 3, 4):
        found = by_players[k] = games(Games(("fighter",) * k, seed, characters=SIX if k > 2 else SIX[:4]), n, pool)
        won = [share((i in g.winners for g in found), seed) for i in range(k)]
        line([k, n, rounds(found), *won, *["–"] * (4 - k)])
    print()
    head(("players", *SIX))
    for k, found in by_players.items():
        cells = []
        for who in SIX:
            there = [who in (g.characters[i] for i in g.winners) for g in found if who in g.characters]
            cells.append(share(there, seed) if there else "–")
        line([k, *cells])


def duel(n: int, seed: int, pool: Executor) -> None:
    """One player against another, both policies at both seats, with the characters moving on."""
    head(("one", "the other", "games", "the one wins"))
    for one, other in (("thrifty", "random"), ("fighter", "thrifty"), ("exact-combat", "fighter")):
        won = []
        for seated in ((one, other), (other, one)):
            which = Games(seated, seed)
            for i, g in enumerate(games(which, n // 2, pool)):
                mine = which.setup(i).characters[seated.index(one)]
                won.append(mine in (g.characters[k] for k in g.winners))
        line([one, other, len(won), share(won, seed)])


def solo(n: int, seed: int, pool: Executor, policies: Sequence[str]) -> None:
    """Alone against each Evil Ex; and by character against the easiest."""
    head(("Evil Ex", "points", "turns", *(f"{name} wins" for name in policies)))
    for ex in EXES:
        setup = Setup(1, ex=ex)
        cells = []
        for name in policies:
            found = games(Games((name,), seed, "solo", ex=ex), n, pool)
            cells.append(share((bool(g.winners) for g in found), seed))
        line([setup.evil_ex.name, setup.evil_ex.to_win, turns_to_win(setup), *cells])
    print()
    head(("alone against Lucas Lee", *(f"{name} wins" for name in policies)))
    for who in SIX[:4]:
        cells = []
        for name in policies:
            found = games(Games((name,), seed, "solo", (who,), turning=False), n, pool)
            cells.append(share((bool(g.winners) for g in found), seed))
        line([who, *cells])


def team(n: int, seed: int, pool: Executor, policies: Sequence[str]) -> None:
    """Together against one Evil Ex of each kind of threshold."""
    head(("Evil Ex", "points", "policy", *(f"{k} players win (turns)" for k in (2, 3, 4))))
    for ex in ("lucas-lee", "julie-powers", "roxie-richter", "katayanagi-twins", "gideon-graves"):
        for name in policies:
            cells = []
            for k in (2, 3, 4):
                characters = SIX if k > 2 else SIX[:4]
                which = Games((name,) * k, seed, "cooperative", characters, ex)
                found = games(which, n, pool)
                cells.append(f"{share((bool(g.winners) for g in found), seed)} ({turns_to_win(which.setup(0))})")
            foe = which.setup(0).evil_ex
            line([foe.name, 2 * (foe.to_win or 0), name, *cells])


def exes(n: int, seed: int, pool: Executor) -> None:
    """Rounds by Evil Ex."""
    head(("Evil Ex", "points", "games", "rounds (least–most)", "ended by points", "won by defeating Gideon"))
    for ex in EXES:
        found = games(Games(("fighter",) * 2, seed, ex=ex), n, pool)
        foe = Setup(2, ex=ex).evil_ex
        ends = [share((g.ended_by == rule for g in found), seed) for rule in ("7.3", "8.6")]
        line([foe.name, foe.to_win, n, rounds(found), *ends])


# Exactly --------------------------------------------------------------------------------------
def wins(deck: Any, target: int, character: str) -> Fraction:
    """The exact chance of five cards against so much damage."""
    return Fraction(pilgrim.combat_odds(deck, target, character=character).p(won=True))


def thin() -> None:
    """What each Drama eliminated does to a combat with the starting deck."""
    head(("character", "damage asked for", *(f"{k} Drama left" for k in (3, 2, 1, 0))))
    for who in SIX:
        for target in (5, 7):
            deck = dict(character_deck(Setup(), who).counts)
            cells = []
            for k in (3, 2, 1, 0):
                deck[Setup().drama] = k
                cells.append(f"{percent(wins({c: n for c, n in deck.items() if n}, target, who))} %")
            line([who, target, *cells])


SWAPS = (("knives", "right", "left"), ("wallace", "left", "right"), ("kim", "B", "A"), ("kim", "up", "down"),
         ("stephen", "A", "B"), ("stephen", "down", "up"))  # fmt: skip


def hints() -> None:
    """One card has a move that the combos want, in place of one that they have no use for; all else stays."""
    head(("character", "card", "its move", *(f"against {n}: before → after" for n in (5, 6, 7))))
    for who, bad, good in SWAPS:
        deck = dict(character_deck(Setup(), who).counts)
        out = next(c for c in deck if c.move == bad)
        turned = replace(out, id="own", order=999, move=good)
        after = {c: n for c, n in deck.items() if c is not out} | {turned: 1}
        cells = [f"{percent(wins(deck, n, who))} % → {percent(wins(after, n, who))} %" for n in (5, 6, 7)]
        line([who, out.back, f"{bad} → {good}", *cells])


def main() -> None:
    """What the command line asks for."""
    ask = argparse.ArgumentParser(description="The balance of Scott Pilgrim's house sheet.")
    ask.add_argument("what", choices=("table", "seats", "duel", "solo", "team", "exes", "thin", "hints"))
    ask.add_argument("--games", type=int, default=60)
    ask.add_argument("--policy", action="append", choices=tuple(POLICIES))
    ask.add_argument("--seed", type=int, default=2017)
    ask.add_argument("--workers", type=int, default=2)
    args = ask.parse_args()
    n, seed = args.games, args.seed
    if args.what in ("thin", "hints"):
        {"thin": thin, "hints": hints}[args.what]()
        return
    with ProcessPoolExecutor(args.workers) as pool:
        if args.what in ("solo", "team"):
            policies = args.policy or (["thrifty", "fighter"] if args.what == "solo" else ["fighter"])
            {"solo": solo, "team": team}[args.what](n, seed, pool, policies)
        else:
            {"table": table, "seats": seats, "duel": duel, "exes": exes}[args.what](n, seed, pool)


if __name__ == "__main__":
    main()
