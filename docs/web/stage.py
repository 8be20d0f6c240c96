"""Lay out the site's sources: the pages of docs/, the notebooks, and the pages that only the site has.

Everything is made from what is there (games, notebooks, pages, modules), so a new one needs no line here.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import rulebooks
from rulebooks.core.rules import Rule
from web import api_pages, game_pages, start_page
from web.links import PLACE, ROOT, Site, files_below, relink, write
from web.running import run_all

DOCS = ROOT / "docs"
DRAWING = re.compile(r"^!\[[^\]]*\]\((pictures/\w+\.svg)\)$", re.MULTILINE)
STATIC_NOTE = (
    '<p class="static-note"><b>This page was run when the site was built.</b> Pictures answer here as far as they can '
    'without Python. <a class="lite" href="{lite}">Open this notebook in your browser</a> to change and run it.</p>'
)
RECORD = "from web.recording import record\n\nrecord(Out.values())"  # the last cell, which no page shows


def make_pages() -> ModuleType:
    """The generator of the pages that are generated for a Git host too."""
    spec = importlib.util.spec_from_file_location("make_pages", DOCS / "make_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def project_pages() -> dict[str, str]:
    """The project's pages and notebooks: file -> name of its page in the site."""
    names = {"README.md": "project", "docs/README.md": "index"}
    for path in (*sorted(DOCS.glob("*.md")), *sorted((DOCS / "rules").glob("*.md"))):
        file = path.relative_to(ROOT).as_posix()
        names.setdefault(file, path.relative_to(DOCS).with_suffix("").as_posix())
    return names | {n: n.removesuffix(".ipynb") for n in game_pages.notebooks()}


def survey() -> Site:
    """What the site will hold, before any page is written."""
    names = project_pages()
    site = Site(names, {file: (ROOT / file).read_text(encoding="utf-8") for file in names})
    rulings = "docs/rulings.md"
    site.moved[rulings, ""] = ("rulings/index", "")
    for name, text in split_rulings(site.texts[rulings]):
        site.moved |= {(rulings, place): (f"rulings/{name}", place) for place in PLACE.findall(text)}
    for name in rulebooks.GAMES:
        site.moved[f"docs/rules/{name}.md", "cards"] = (f"sheets/{name}", "")
    return site


# Pages that also stand on a Git host ------------------------------------------------
def split_rulings(text: str) -> Iterator[tuple[str, str]]:
    """The page of rulings, game by game."""
    parts = re.split(r"^## ", text, flags=re.M)[1:]
    for name, part in zip(rulebooks.GAMES, parts, strict=True):
        title, _, rest = part.partition("\n")
        yield name, f"# {title}: how we read what is unclear\n{re.sub(r'^### ', '## ', rest, flags=re.M)}"


def rulings_pages(text: str) -> Iterator[tuple[str, str]]:
    """The rulings: what they are, and a page for each game."""
    head = re.split(r"^## ", text, flags=re.M)[0]
    yield "rulings/index", head + start_page.toctree("", rulebooks.GAMES, hidden=False) + "\n"
    for name, part in split_rulings(text):
        yield f"rulings/{name}", part


def rules_page(name: str, text: str) -> str:
    """A game's rules with the code of each below it; its cards have a page of their own."""
    rules: dict[str, Rule] = {rule.id: rule for rule in rulebooks.game(name).rule}
    text = text.partition('<a id="cards">')[0]
    shown = []
    id = ""
    for part in text.split("\n\n"):
        id = (PLACE.findall(part) or [id])[-1]
        shown.append(part)
        if id in rules and re.search(r"^- Code: ", part, re.M):
            words = f'<summary>The code<span class="vh"> of {id}</span></summary>'
            shown.append(f'<details class="code">{words}\n\n```python\n{rules[id].code.rstrip()}\n```\n\n</details>')
    more = f"The cards, and where their values come from: [{rulebooks.game(name).rule.title}](../sheets/{name}.md)."
    return "\n\n".join(shown) + f"\n## Cards\n\n{more}\n"


def drawn(text: str) -> str:
    """A page with its drawings in it, so that they follow the page's light and dark."""

    def inline(match: re.Match[str]) -> str:
        svg = (DOCS / match[1]).read_text(encoding="utf-8").strip()
        return f'\n<div class="drawn" role="region" tabindex="0" aria-label="Drawing">\n{svg}\n</div>\n'

    return DRAWING.sub(inline, text)


def markdown_pages(site: Site) -> Iterator[tuple[str, str]]:
    """The project's Markdown pages as the site has them."""
    for file, page in site.names.items():
        if file.endswith(".ipynb") or page == "index":
            continue
        text = site.texts[file]
        if file == "docs/rulings.md":
            yield from ((n, relink(site, t, file, n)) for n, t in rulings_pages(text))
            continue
        if page == "project":
            text = re.sub(r"^# .*$", "# The project, and how to install it", text, count=1, flags=re.M)
        if page.startswith("rules/"):
            text = rules_page(page.removeprefix("rules/"), text)
            made = re.findall(r"\n\n## Cards\n\n.*\n$", text)
            yield (
                page,
                relink(site, text.removesuffix(made[0]), file, page) + made[0]
                if made
                else relink(site, text, file, page),
            )
            continue
        yield page, relink(site, drawn(text), file, page)


# Notebooks ------------------------------------------------------------------------------
def notebook(site: Site, file: str) -> str:
    """A notebook without outputs, its links as the site needs them, and a word on what needs Python."""
    book: dict[str, Any] = json.loads(site.texts[file])
    page = site.names[file]
    for cell in book["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = relink(site, "".join(cell["source"]), file, page)
        else:
            cell |= {"outputs": [], "execution_count": None}
    cell = {"cell_type": "code", "id": "recording", "metadata": {"tags": ["remove-cell"]}, "source": RECORD}
    book["cells"].append(cell | {"outputs": [], "execution_count": None})
    up = "../" * page.count("/")
    note = STATIC_NOTE.format(lite=game_pages.lite(page.removeprefix("notebooks/"), up))
    book["cells"].insert(1, {"cell_type": "markdown", "id": "static-note", "metadata": {}, "source": note})
    return json.dumps(book, indent=1, ensure_ascii=False)


# All of it ------------------------------------------------------------------------------
def pages() -> tuple[dict[str, str], Site]:
    """Every page below the staged folder, and what they ask for besides."""
    site = survey()
    docs = {page: site.texts[file] for file, page in site.names.items() if file.startswith("docs/") and "/" not in page}
    docs.pop("index")
    made = {f"{name}.md": text for name, text in markdown_pages(site)}
    made |= {f"{site.names[f]}.ipynb": notebook(site, f) for f in site.names if f.endswith(".ipynb")}
    made |= {"index.md": start_page.start_page(docs), "studies.md": start_page.studies_page(docs)}
    made["notebooks/index.md"] = start_page.notebooks_page()
    for name in rulebooks.GAMES:
        children = start_page.toctree("", [f"The {what} <../{what}/{name}>" for what in ("rules", "rulings")])
        children += "\n\n" + start_page.toctree("", [f"The cards <../sheets/{name}>"])
        made[f"games/{name}.md"] = f"{game_pages.game_page(name, docs)}\n{children}\n"
        made[f"sheets/{name}.md"] = game_pages.sheet_page(name)
    made |= {f"api/{name}.md": text for name, text in api_pages.pages()}
    return made, site


def stage(folder: Path, cache: Path) -> Site:
    """Write the sources of the site into a folder, notebooks run; what is no longer made is taken away."""
    made, site = pages()
    made |= run_all({name: text for name, text in made.items() if name.endswith(".ipynb")}, cache)
    for name, text in made.items():
        write(folder / name, text)
    for picture in site.pictures:
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / picture, folder / "pictures")
    keep = {folder / name for name in made} | {folder / "pictures" / Path(p).name for p in site.pictures}
    for old in files_below(folder) - keep:
        old.unlink()
    return site
