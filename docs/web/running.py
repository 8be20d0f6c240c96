"""Run the notebooks of the site, two at a time, and keep what they gave for as long as nothing changes.

Sphinx could run them itself, but one after the other. What is kept belongs to one state of the kit's code and data and
to one text of the notebook, so an output on a page is always what the code gives now.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

AT_ONCE = 2
LONGEST = 600  # seconds for a cell; the recording is the longest


class NotebookFailed(RuntimeError):
    """A notebook that did not run to its end."""


def run(name: str, text: str, cache: Path) -> str:
    """A notebook with its outputs, run in a folder of its own; out of the cache where it was run before."""
    digest = hashlib.sha256((name + text).encode()).hexdigest()[:16]
    kept = cache / f"{digest}.ipynb"
    if kept.is_file():
        return kept.read_text(encoding="utf-8")
    book = nbformat.reads(text, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            book, timeout=LONGEST, resources={"metadata": {"path": folder}}, extra_arguments=["--log-level=ERROR"]
        )
        try:
            client.execute()
        except CellExecutionError as fault:
            raise NotebookFailed(f"{name} stopped at a cell:\n{fault}") from None
    done = nbformat.writes(book)
    kept.write_text(done, encoding="utf-8", newline="\n")
    return done


def run_all(notebooks: Mapping[str, str], cache: Path) -> dict[str, str]:
    """Name -> text with outputs, for every notebook; the long ones begin first."""
    cache.mkdir(parents=True, exist_ok=True)
    names = sorted(notebooks, key=lambda name: -len(notebooks[name]))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(names, pool.map(lambda name: run(name, notebooks[name], cache), names), strict=True))
