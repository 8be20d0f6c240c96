"""CPU time of two jobs, by turns, with the collector paused."""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

Job = Callable[[], Any]


def once(job: Job, repeats: int) -> float:
    """CPU seconds of one call."""
    gc.collect()
    gc.disable()
    try:
        begun = process_time()
        for _ in range(repeats):
            job()
        return (process_time() - begun) / repeats
    finally:
        gc.enable()


def medians(fast: Job, slow: Job) -> tuple[float, float]:
    """Median CPU seconds of both, measured by turns; each turn long enough for the clock."""
    repeats = [max(1, round(0.03 / max(once(job, 1), 1e-7))) for job in (fast, slow)]
    rounds = 15 if sum(once(job, 1) for job in (fast, slow)) < 0.1 else 5
    times: list[list[float]] = [[], []]
    for _ in range(rounds):
        for job, n, taken in zip((fast, slow), repeats, times, strict=True):
            taken.append(once(job, n))
    return median(times[0]), median(times[1])
