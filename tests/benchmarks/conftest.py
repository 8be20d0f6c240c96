"""How benchmarks compare: both sides in the same run, by turns, in CPU time, with the collector paused."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import pytest

from benchmarks.timing import Job, medians, once

SLACK = float(os.environ.get("RULEBOOKS_BENCH_SLACK", "1"))  # how far a busy machine may miss a target by
TRIES = 4  # a busy machine may spoil a measurement; a missed target is measured again before it counts


@dataclass(frozen=True)
class Row:
    """One line of the table: what, against what, both medians in seconds, and the target in words."""

    what: str
    against: str
    fast: float
    slow: float
    target: str


@pytest.fixture(scope="session")
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """The lines to print at the end."""
    lines: list[Row] = request.config.stash.setdefault(ROWS, [])
    return lines


ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def versus(benchmark: Any, rows: list[Row]) -> Callable[..., None]:
    """Compare ``fast`` with ``slow``: ``at_least`` so many times as fast, or ``at_most`` so many times as long."""

    def compare(
        what: str,
        fast: Job,
        against: str,
        slow: Job,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
        measure: Callable[[Job, Job], tuple[float, float]] = medians,
    ) -> None:
        benchmark.pedantic(fast, rounds=5, warmup_rounds=1)
        wanted = f"≥ {at_least:g}×" if at_least is not None else f"≤ {at_most:g}× as long"
        for _ in range(TRIES):
            quick, long = measure(fast, slow)
            good = long / quick >= at_least / SLACK if at_least is not None else quick / long <= (at_most or 0) * SLACK
            if good:
                break
        rows.append(Row(what, against, quick, long, wanted))
        benchmark.extra_info.update(ratio=round(long / quick, 3), target=wanted)
        assert good, f"{what}: {shown(quick)} against {shown(long)} ({against}), wanted {wanted}"

    return compare


@pytest.fixture
def within(benchmark: Any, rows: list[Row]) -> Callable[..., None]:
    """Answer within so many CPU seconds."""

    def limit(what: str, job: Job, seconds: float) -> None:
        taken = seconds + 1
        benchmark.pedantic(job, rounds=3, warmup_rounds=0)
        for _ in range(TRIES):
            taken = min(taken, median(once(job, 1) for _ in range(3)))
            if taken <= seconds * SLACK:
                break
        rows.append(Row(what, "", taken, seconds, f"≤ {shown(seconds)}"))
        assert taken <= seconds * SLACK, f"{what}: {shown(taken)}, wanted {shown(seconds)}"

    return limit


def shown(seconds: float) -> str:
    """A time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The table for docs/odds.md."""
    lines: list[Row] = terminalreporter.config.stash.get(ROWS, [])
    if not lines:
        return
    terminalreporter.section("for docs/odds.md")
    terminalreporter.write_line("| what | ours | against | theirs | ratio | target |")
    terminalreporter.write_line("|---|---:|---|---:|---:|---|")
    for row in lines:
        slow, ratio = (shown(row.slow), f"{row.slow / row.fast:.3g}×") if row.against else ("", "")
        if row.target.endswith("long"):
            ratio = f"{row.fast / row.slow:.3g}× as long"
        terminalreporter.write_line(
            f"| {row.what} | {shown(row.fast)} | {row.against} | {slow} | {ratio} | {row.target} |"
        )
