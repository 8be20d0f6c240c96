"""Measure the built notebooks in Chromium: seconds to the last cell, memory of the page (Linux; needs the test tools).

python docs/lite/measure.py [NOTEBOOK ...]
"""

import sys
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from browser.lab import fresh_page, open_chromium, run_all  # noqa: E402
from browser.lite import FRESH, open_notebook, run_cell, served  # noqa: E402


def memory() -> float:
    """MiB of the largest process that draws pages, counting what it shares with others in parts."""
    ours = psutil.Process().children(recursive=True)
    return max((p.memory_full_info().pss for p in ours if "--type=renderer" in p.cmdline()), default=0) / 2**20


def measure(name: str, base: str) -> str:
    """One line about one notebook, visited for the first time."""
    with open_chromium() as context, fresh_page(context) as browser:
        began = time.monotonic()
        open_notebook(browser.page, base, name, FRESH)
        run_cell(browser.page, 0)
        first = time.monotonic() - began
        run_all(browser.page, timeout=600_000)
        last = time.monotonic() - began
        return f"{name:24} first cell {first:5.1f} s   all cells {last:5.1f} s   {memory():5.0f} MiB"


def main() -> None:
    """Measure the notebooks named, or all."""
    site = ROOT / "site"
    names = sys.argv[1:] or sorted(path.name for path in (site / "lite/files").glob("*.ipynb"))
    if not (site / "index.html").exists():
        raise SystemExit("there is no site/index.html: make site")
    with served(site) as base:
        for name in names:
            print(measure(name, base), flush=True)


if __name__ == "__main__":
    main()
