"""Luck that can be told again: keyed draws, and sampled answers that say so.

A draw depends on (seed, game number, what is drawn, how many-th such draw) and on
nothing else, so two policies meet the same luck, on every machine and version.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from hashlib import sha256
from time import monotonic
from typing import Any

from rulebooks.core import room
from rulebooks.core.chance import Weights
from rulebooks.core.game import Chance, Game, Terminal
from rulebooks.core.result import How, Odds

Policy = Callable[[Any], Any]  # information state -> action, or weights over actions
LONGEST = 100_000  # moves of one sampled game before it is called endless


def pick(weights: Weights, *key: Any) -> Any:
    """One outcome, drawn by weight. The same key and weights give the same outcome anywhere.

    256 bits of SHA-256 of the key choose among the weights' sum; the bias is below
    sum / 2**256, far under anything that could be seen.
    """
    total = sum(weights.values())
    place = int.from_bytes(sha256("\x1f".join(map(str, key)).encode()).digest(), "big") * total >> 256
    for outcome, weight in weights.items():
        place -= weight
        if place < 0:
            return outcome
    raise ValueError("nothing to pick from")


class Luck:
    """The luck of one game: counts how often each kind of draw was asked for."""

    def __init__(self, *key: Any) -> None:
        self.key, self.drawn = key, Counter[str]()

    def pick(self, what: str, weights: Weights) -> Any:
        """The next draw of its kind."""
        self.drawn[what] += 1
        return pick(weights, *self.key, what, self.drawn[what])


def playthrough(game: Game, s: Any, policy: Policy, *key: Any, until: Callable[[Any], bool] | None = None) -> Any:
    """The last state of one game, played by a policy with the luck of a key."""
    luck = Luck(*key)
    for _ in range(LONGEST):
        node = game.node(s)
        if isinstance(node, Terminal) or (until is not None and until(s)):
            return s
        if isinstance(node, Chance):
            move = luck.pick(node.what, node.outcomes)
        else:
            chosen = policy(game.information_state(s, node.player))
            move = luck.pick("a choice", chosen) if isinstance(chosen, Mapping) else chosen
        s = game.step(s, move)
    raise ValueError(f"a sampled game did not end within {LONGEST:,} moves")


def _part(game: Any, s: Any, policy: Policy, measure: Any, seed: int, games: range, until: Any) -> Counter[Any]:
    return Counter(measure(playthrough(game, s, policy, seed, i, until=until)) for i in games)


def _named_part(
    name: str, data: Any, policy: Policy, measure: Any, seed: int, games: range, until: Any
) -> Counter[Any]:
    from rulebooks import game as named
    from rulebooks.core.codec import from_plain

    game = named(name)
    return _part(game, from_plain(data, name), policy, measure, seed, games, until)


def sample(
    game: Game,
    s: Any,
    policy: Policy,
    measure: Callable[[Any], Any],
    n: int = 1000,
    seed: int = 0,
    executor: Executor | None = None,
    until: Callable[[Any], bool] | None = None,
) -> Odds:
    """The distribution of a measure over n sampled games. Says "sampled", with size and seed.

    With an ``executor`` the games are shared out; the answer is the same. Policy and
    measure must then be module-level functions. ``Odds.interval`` gives 95 % bounds.
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"a sample needs a whole number of games from 1 up, not {n!r}")
    counts: Counter[Any] = Counter()
    if executor is None:
        began, first = monotonic(), min(n, 2)
        counts = _part(game, s, policy, measure, seed, range(first), until)
        room.check_sample(n, (monotonic() - began) / first)
        counts += _part(game, s, policy, measure, seed, range(first, n), until)
    else:
        from rulebooks.core.codec import to_plain

        name, data, size = game.rule.game, to_plain(s), max(1, n // 16)
        parts = [range(a, min(n, a + size)) for a in range(0, n, size)]
        jobs = [executor.submit(_named_part, name, data, policy, measure, seed, part, until) for part in parts]
        for job in jobs:
            counts.update(job.result())
    return Odds.of(counts, How("sampled", f"policy {getattr(policy, '__name__', policy)}", n=n, seed=seed))


__all__ = ["Luck", "Policy", "pick", "playthrough", "sample"]
