"""The JupyterLite half of the site, built from this checkout for the tests that look at it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LITE = ROOT / "site/lite"
PARITY = ROOT / "docs/lite/parity.mjs"
BUILDER = ROOT / ".lite/venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def built() -> Path:
    """The folder of the site's JupyterLite, up to date; the test is skipped, with the reason, where it cannot be built.

    A build takes a quarter of a second where nothing has changed.
    """
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: the notebooks in the browser cannot be built")
    if not BUILDER.is_file():
        pytest.skip("the builder of the notebooks in the browser is not installed: `make site-lite`")
    line = [str(BUILDER), str(ROOT / "docs/lite/build_lite.py"), "--out", str(LITE), "--cache", str(ROOT / ".lite")]
    done = subprocess.run(line, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return LITE


def parity(lite: Path, *notebooks: Path) -> "subprocess.CompletedProcess[str]":
    """Run notebooks again in the browser's Python, under node, and compare them with their saved outputs."""
    line = ["node", str(PARITY), str(lite / "static/pyodide"), *map(str, notebooks)]
    return subprocess.run(line, capture_output=True, text=True, timeout=900, check=False)
