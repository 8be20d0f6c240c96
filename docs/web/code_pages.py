"""A Sphinx extension: pages below code/ that show the project's files, with the rules beside functions and tests."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import Token
from pygments.util import ClassNotFound
from sphinx.application import Sphinx

import rulebooks
from web.links import ROOT, code_page, defined, relative, write

SHOWN = (
    "rulebooks/**/*.py",
    "widgets/rulebook_widgets/**/*.py",
    "rulebooks/*/*.toml",
    "tests/*.py",
    "tests/games/*.py",
)
ASKED = "asked.json"  # in the staged folder: what the pages link to besides
MARKS = ((Token.Keyword, "b"), (Token.Operator.Word, "b"), (Token.Literal.String, "i"), (Token.Comment, "em"))
PAGE = Template(
    '<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>$file - Rulebook Lab</title>'
    '<link rel="icon" href="${up}_static/favicon.svg"><link rel="stylesheet" href="${up}_static/site.css">'
    '<link rel="stylesheet" href="${up}_static/code.css"></head>\n<body><script>'
    'document.body.dataset.theme = localStorage.getItem("theme") || "auto";</script>'
    '<nav><a href="${up}index.html">Rulebook Lab</a> <a href="${up}code/index.html">All code and tests</a></nav>'
    '<main><h1>$file</h1>\n<div class="file" role="region" tabindex="0" aria-label="$file"><pre>$body</pre></div>'
    "</main></body></html>\n"
)


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


def lexer_for(file: str) -> Lexer:
    """How a file is read; as plain text where its kind is not known."""
    try:
        return get_lexer_for_filename(file)
    except ClassNotFound:
        return TextLexer()


def mark(kind: Any) -> str:
    """What a kind of token is marked with: a short element, since the marks would be most of a page's size."""
    return next((tag for group, tag in MARKS if kind in group), "")


def coloured(file: str) -> str:
    """A file's text as HTML; neighbours of one colour share a mark."""
    tokens = lexer_for(file).get_tokens((ROOT / file).read_text(encoding="utf-8"))
    parts = []
    for tag, group in groupby(tokens, key=lambda token: mark(token[0])):
        words = html.escape("".join(text for _, text in group), quote=False)
        parts.append(f"<{tag}>{words}</{tag}>" if tag else words)
    return "".join(parts)


def body(file: str) -> str:
    """A file as HTML: a place for each function, and links to the rules that it is or that it tests."""
    lines, page = coloured(file).split("\n"), code_page(file)
    if file.endswith(".py"):
        for name, line in defined(ROOT / file):
            beside = "".join(
                f' <a href="{relative(page, to)}">{html.escape(words)}</a>'
                for words, to in notes().get((file, name), [])[:6]
            )
            lines[line - 1] = f'<span id="{name}"></span>{lines[line - 1]}{beside}'
    return "\n".join(lines)


def whole(file: str) -> str:
    """The page of a file. It has no side bar: with hundreds of files, that would be most of the site."""
    up = relative(code_page(file), "index.html").removesuffix("index.html")
    return PAGE.substitute(up=up, file=html.escape(file), body=body(file))


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
    """The list, as Sphinx collects pages; the files' own pages are written as they are."""
    shown = files(json.loads((Path(app.srcdir) / ASKED).read_text(encoding="utf-8")))
    for file in shown:
        write(Path(app.outdir) / f"{code_page(file)}.html", whole(file))
    yield "code/index", {"title": "All code and tests", "body": index(shown)}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("html-collect-pages", collect)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
