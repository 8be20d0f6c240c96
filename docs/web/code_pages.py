"""A Sphinx extension: pages below code/ that show the project's files, with the rules beside functions and tests."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.filter import Filter
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import Token
from pygments.util import ClassNotFound
from sphinx.application import Sphinx

import rulebooks
from web.links import ROOT, code_page, defined, relative

SHOWN = (
    "rulebooks/**/*.py",
    "widgets/rulebook_widgets/**/*.py",
    "rulebooks/*/*.toml",
    "tests/*.py",
    "tests/games/*.py",
)
ASKED = "asked.json"  # in the staged folder: what the pages link to besides


def files(asked: list[str]) -> list[str]:
    """Every file that has a page, by folder."""
    found = {p.relative_to(ROOT).as_posix() for pattern in SHOWN for p in ROOT.glob(pattern)} | set(asked)
    return sorted(found, key=lambda f: (f.rpartition("/")[0], f))


@cache
def notes() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """(file, function) -> the rules and rulings it stands for, each as words and the page with its place."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    index = json.loads((ROOT / "rulebooks" / "outlines" / "tests.json").read_text(encoding="utf-8"))
    for name in rulebooks.GAMES:
        book = rulebooks.game(name).rule
        for rule in book:
            where = Path(rule.function.__code__.co_filename).resolve().relative_to(ROOT).as_posix()
            beside = found.setdefault((where, rule.function.__qualname__), [])
            beside.append((rule.cite, f"rules/{name}.html#{rule.id}"))
        for id, tests in index.get(name, {}).items():
            ruling = id in book.outline.rulings
            page = f"rulings/{name}.html#{id}" if ruling else f"rules/{name}.html#{id}"
            for test in tests:
                file, _, function = test.partition("::")
                found.setdefault((f"tests/{file}", function.replace("::", ".")), []).append(
                    (f"{book.title} {id}" if not ruling else id, page)
                )
    return found


class Plain(Filter):
    """Names, signs and spaces as plain text: that is their colour, and they would be most of a page's size."""

    def filter(self, lexer: Lexer, stream: Iterator[tuple[Any, str]]) -> Iterator[tuple[Any, str]]:
        """The same tokens, those of no colour of their own joined."""
        text = ""
        for kind, value in stream:
            if kind in (Token.Name, Token.Punctuation, Token.Operator) or kind in Token.Text:
                text += value
                continue
            if text:
                yield Token.Text, text
                text = ""
            yield kind, value
        if text:
            yield Token.Text, text


def lexer_for(file: str) -> Lexer:
    """How a file is coloured; as plain text where its kind is not known."""
    try:
        lexer = get_lexer_for_filename(file)
    except ClassNotFound:
        lexer = TextLexer()
    lexer.add_filter(Plain())
    return lexer


def body(file: str) -> str:
    """A file as HTML: a place for each function, and links to the rules that it is or that it tests."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = highlight(text, lexer_for(file), HtmlFormatter(nowrap=True)).split("\n")
    page = code_page(file)
    if file.endswith(".py"):
        for name, line in defined(ROOT / file):
            beside = "".join(
                f' <a class="beside" href="{relative(page, to)}">{html.escape(words)}</a>'
                for words, to in notes().get((file, name), [])[:6]
            )
            lines[line - 1] = f'<span class="place" id="{name}"></span>{lines[line - 1]}{beside}'
    up = relative(page, "code/index.html")
    return (
        f'<h1>{html.escape(file)}</h1><p class="up"><a href="{up}">All code and tests</a></p>'
        f'<div class="highlight file" role="region" tabindex="0" aria-label="{html.escape(file)}">'
        f"<pre>{chr(10).join(lines)}</pre></div>"
    )


def index(shown: list[str]) -> str:
    """The list of all files, folder by folder."""
    parts, folder = ["<h1>All code and tests</h1>"], None
    for file in shown:
        here, _, name = file.rpartition("/")
        if here != folder:
            parts.append(f'{"</ul>" if folder is not None else ""}<h2>{here or "the project"}</h2><ul class="files">')
            folder = here
        parts.append(f'<li><a href="{file}.html">{name}</a></li>')
    return "".join([*parts, "</ul>"])


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The pages, as Sphinx collects them."""
    shown = files(json.loads((Path(app.srcdir) / ASKED).read_text(encoding="utf-8")))
    yield "code/index", {"title": "All code and tests", "body": index(shown)}, "page.html"
    for file in shown:
        yield code_page(file), {"title": os.path.basename(file), "body": body(file)}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("html-collect-pages", collect)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
