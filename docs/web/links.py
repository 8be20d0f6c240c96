"""Links of the project's Markdown, as a Git host shows them, turned into links of the site.

The pages in ``docs/`` are written for a reader on a Git host: they link to files of the project. In the site a page,
a notebook or a picture keeps its link; every other file (code, tests, sheets, outlines) is a page below ``code/``.
"""

from __future__ import annotations

import ast
import os
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*\s*?$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\]\\]|\\.|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CODE_NAME = re.compile(r"^`[\w.]+:([\w.]+)`$")
PLACE = re.compile(r'<a id="(.+?)">')
IMAGE = re.compile(r'(<img src=")([^"]+)')
PICTURES = (".png", ".svg", ".jpg")


@dataclass
class Site:
    """What the site holds: where each page of the project is found, and what else the pages asked for."""

    names: dict[str, str]  # file of the project -> name of its page, without ending
    texts: dict[str, str]  # the same files -> their text, for the places that can be linked to
    asked: set[str] = field(default_factory=set)  # files that need a page below code/
    pictures: set[str] = field(default_factory=set)  # pictures to copy
    moved: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)  # (file, place) -> (page, place)

    def ending(self, file: str) -> str:
        """How a page's source is called in the staged folder."""
        return ".ipynb" if file.endswith(".ipynb") else ".md"


def relative(page: str, target: str) -> str:
    """The way from one page of the site to another place in it."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """A Markdown text changed everywhere but in its fenced blocks."""
    parts, at = [], 0
    for block in FENCE.finditer(text):
        parts += [change(text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*parts, change(text[at:])])


@cache
def definitions(file: str) -> frozenset[str]:
    """The functions and classes of a Python file, methods as ``Class.method``."""
    return frozenset(name for name, _ in defined(ROOT / file)) if file.endswith(".py") else frozenset()


def defined(path: Path) -> Iterator[tuple[str, int]]:
    """Each function and class of a Python file, with the line where it begins, decorators included."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield prefix + child.name, min([child.lineno, *(d.lineno for d in child.decorator_list)])
                if isinstance(child, ast.ClassDef):
                    yield from walk(child, f"{prefix}{child.name}.")

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), "")


def place_in_code(file: str, words: str) -> str:
    """The function that a link's words name: ``module:name``, or a test told as a sentence; "" when none."""
    said = CODE_NAME.match(words)
    name = said[1] if said else "test_" + re.sub(r"\\(.)", r"\1", words).replace(" ", "_")
    found = [d for d in definitions(file) if d == name or d.rpartition(".")[2] == name]
    return found[0] if found else ""


def code_page(file: str) -> str:
    """The page that shows a file of the project."""
    return f"code/{file}"


def relink(site: Site, text: str, home: str, page: str) -> str:
    """The text of ``home`` with its links as they must be on ``page``."""

    def link(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        file, _, place = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), file)) if file else home
        if picture or path.endswith(PICTURES):
            site.pictures.add(path)
            return f"{picture}[{words}]({relative(page, 'pictures/' + posixpath.basename(path))})"
        if (path, place) in site.moved:
            there, place = site.moved[path, place]
            return raw(words, relative(page, f"{there}.html") + (f"#{place}" if place else ""))
        if path in site.names:
            there = site.names[path]
            if place and place in PLACE.findall(site.texts[path]):
                return raw(words, (relative(page, f"{there}.html") if there != page else "") + f"#{place}")
            return f"[{words}]({relative(page, there + site.ending(path))}{'#' + place if place else ''})"
        if not (ROOT / path).exists():
            raise ValueError(f"{home}: the link to {target} leads nowhere; a link must name a file of the project")
        if (ROOT / path).is_dir():
            return raw(words, relative(page, "code/index.html"))
        site.asked.add(path)
        named = place_in_code(path, words)
        return raw(words, relative(page, f"{code_page(path)}.html") + (f"#{named}" if named else ""))

    def image(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), match[2]))
        site.pictures.add(path)
        return match[1] + relative(page, "pictures/" + posixpath.basename(path))

    return outside_code(text, lambda part: IMAGE.sub(image, LINK.sub(link, part)))


def raw(words: str, target: str) -> str:
    """A link that Sphinx leaves as it is; the words may hold Markdown."""
    return f'<a class="reference internal" href="{target}">{words}</a>'


def write(path: Path, text: str) -> None:
    """Write a file only where it changed, so that Sphinx reads anew only what is new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")


def files_below(folder: Path) -> set[Path]:
    """Every file of a folder."""
    return {Path(base) / name for base, _, names in os.walk(folder) for name in names}
