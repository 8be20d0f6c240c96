"""The site's reference of functions and classes: a page for each package, read off the docstrings by autodoc."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from web.links import ROOT
from web.start_page import toctree

PACKAGES = (("rulebooks", ROOT / "rulebooks"), ("rulebook_widgets", ROOT / "widgets" / "rulebook_widgets"))
SKIP = "__main__"


def modules(name: str, folder: Path) -> Iterator[str]:
    """A package's own modules, the package first."""
    yield name
    for file in sorted(folder.glob("*.py"), key=lambda f: f.name):
        if file.stem not in ("__init__", SKIP):
            yield f"{name}.{file.stem}"


def packages() -> Iterator[tuple[str, Path]]:
    """Every package with its folder, the outer ones first."""
    for name, folder in PACKAGES:
        yield name, folder
        for inner in sorted(folder.glob("*/__init__.py")):
            yield f"{name}.{inner.parent.name}", inner.parent


def first_sentence(file: Path) -> str:
    """What a module says of itself, in its first paragraph."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def pages() -> Iterator[tuple[str, str]]:
    """``index`` and a page for each package."""
    names = []
    for name, folder in packages():
        names.append(name)
        parts = [f"# {name}"]
        for module in modules(name, folder):
            heading = f"## {module}\n\n" if module != name else ""
            parts.append(f"{heading}```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```")
        yield name, "\n\n".join(parts) + "\n"
    rows = ["| package | what it is |", "| --- | --- |"]
    rows += [f"| [{name}]({name}.md) | {first_sentence(folder / '__init__.py')} |" for name, folder in packages()]
    words = "Every public function and class, as its docstring tells it, with a link to its code."
    yield "index", "\n\n".join(["# Functions and classes", words, "\n".join(rows), toctree("", names)]) + "\n"
