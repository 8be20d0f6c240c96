"""Build the pages of the site: `python docs/web/build.py [FOLDER]`, `site` where none is named.

Sources are laid out in build/site/, the notebooks run there once for each state of the code, and Sphinx writes the
pages. What the folder holds besides, `lite/` above all, is left alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(ROOT / "docs"), str(ROOT), str(ROOT / "widgets")]
sys.path[:0] = PATHS
HERE = Path(__file__).resolve().parent
WORK = ROOT / "build" / "site"
UNREAD = {"__pycache__", "node_modules", ".ipynb_checkpoints", ".mypy_cache"}
NOTE = "made_of.txt"  # in the site: what it was made from, so that it is not made again
KEPT = ("lite",)  # below the site's folder, built by others
JOBS = "2" if hasattr(os, "fork") else "1"


def digest() -> str:
    """What the outputs of the notebooks depend on besides their cells: the kit's code and data."""
    files = [p for folder in ("rulebooks", "widgets") for p in sorted((ROOT / folder).rglob("*"))]
    told = hashlib.sha256((ROOT / "constraints.txt").read_bytes() + (HERE / "recording.py").read_bytes())
    for path in files:
        if path.is_file() and "__pycache__" not in path.parts:
            told.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return told.hexdigest()[:16]


def made_of() -> str:
    """What the pages are made from, as one short name: every file of the project that one of them shows or tells of."""
    told = hashlib.sha256(sys.version.encode())
    for path in sorted(ROOT.iterdir()):
        if path.is_file() and path.suffix != ".pyc":
            told.update(path.name.encode() + path.read_bytes())
    for folder in ("docs", "notebooks", "rulebooks", "tests", "widgets"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not UNREAD.intersection(path.parts):
                told.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return told.hexdigest()[:16]


def lay_out(staged: Path, cache: Path) -> None:
    """The sources, the scripts from elsewhere, and a cache that belongs to this state of the code."""
    from web.code_pages import ASKED
    from web.links import write
    from web.stage import stage
    from web.vendor import vendor

    asked = stage(staged, cache).asked
    write(staged / ASKED, json.dumps(sorted(asked)))
    vendor(WORK / "vendored", WORK / "npm")
    add_answers(staged, cache / "answers", WORK / "vendored" / "answers")
    for old in cache.parent.glob("*"):
        if old != cache:
            shutil.rmtree(old)
    cache.mkdir(parents=True, exist_ok=True)


def add_answers(staged: Path, answers: Path, place: Path) -> None:
    """What the widgets of the pages were recorded to answer, and a list of the widgets that were."""
    place.mkdir(parents=True, exist_ok=True)
    books = "".join(book.read_text(encoding="utf-8") for book in (staged / "notebooks").rglob("*.ipynb"))
    scripts = [script for script in sorted(answers.glob("*.js")) if script.stem in books]
    for script in scripts:
        shutil.copy(script, place)
    names = json.dumps([script.stem for script in scripts])
    (place / "index.js").write_text(f"window.rulebookRecorded = {names};\n", encoding="utf-8")


def publish(made: Path, folder: Path) -> None:
    """Put the pages where they are asked for, and take away what an older build left there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in KEPT:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(made, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".buildinfo*", ".doctrees"))


def main(arguments: Sequence[str] = ()) -> int:
    """Build, and say how long it took; ends with what Sphinx ends with."""
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        print("usage: python docs/web/build.py [FOLDER]", file=sys.stderr)
        return 2
    folder = Path(arguments[0] if arguments else ROOT / "site").resolve()
    from web.running import NotebookFailed
    from web.slim import slim
    from web.vendor import MissingTool

    note, state = folder / NOTE, made_of()
    if note.is_file() and note.read_text(encoding="utf-8") == state:
        print(f"{folder}: up to date")
        return 0
    begun, cache = time.monotonic(), WORK / "cache" / digest()
    staged, made = WORK / "pages", WORK / "html"
    os.environ |= {"SITE_ANSWERS": str(cache / "answers"), "SITE_VENDORED": str(WORK / "vendored")}
    os.environ["PYTHONPATH"] = os.pathsep.join([*PATHS, os.environ.get("PYTHONPATH", "")])
    try:
        lay_out(staged, cache)
    except (MissingTool, NotebookFailed) as no:
        print(no, file=sys.stderr)
        return 1
    from sphinx.cmd.build import build_main

    shutil.rmtree(made, ignore_errors=True)
    settings = ["-b", "html", "-j", JOBS, "-q", "-W", "--keep-going", "-c", str(ROOT / "docs" / "web")]
    code = build_main([*settings, "-d", str(WORK / "doctrees"), str(staged), str(made)])
    if code:
        return code
    shutil.copytree(staged / "pictures", made / "pictures")
    slim(made)
    publish(made, folder)
    (folder / NOTE).write_text(state, encoding="utf-8")
    size = sum(p.stat().st_size for p in made.rglob("*") if p.is_file())
    pages = sum(1 for _ in made.rglob("*.html"))
    print(f"{pages} pages in {folder}, {size / 2**20:.1f} MiB, {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
