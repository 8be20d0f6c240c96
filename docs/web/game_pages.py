"""The site's pages about a game: what it is and where to go from there, and its card sheet value by value."""

from __future__ import annotations

import html
import re
from typing import Any

import rulebooks
from rulebooks.core.cards import Sheet, load_sheet
from web.links import ROOT

FIRST_NOTEBOOK = "00_start_here"  # teaches the first game, which has no notebook of its own
MARKS = {"printed": "p", "public": "u", "house": "h"}
MARK_WORDS = {
    "printed": "printed in the rulebook or on the card",
    "public": "written by somebody where we could read it",
    "house": "ours, where no other is known",
}


def notebooks() -> list[str]:
    """The notebooks' files, in the order of their names."""
    found = (ROOT / "notebooks").rglob("*.ipynb")
    return sorted(p.relative_to(ROOT).as_posix() for p in found if not p.parent.name.startswith("."))


def notebook_of(name: str) -> str:
    """The notebook that teaches a game, without folder and ending; the first one where the game has none of its own."""
    own = [n for n in notebooks() if n.removesuffix(".ipynb").endswith(f"_{name}")]
    return own[0].removeprefix("notebooks/").removesuffix(".ipynb") if own else FIRST_NOTEBOOK


def lite(notebook: str, up: str = "") -> str:
    """The address of a notebook in the lab that runs in the browser; ``up``: the way to the start page."""
    return f"{up}lite/notebooks/index.html?path={notebook}.ipynb"


def readme_row(title: str) -> tuple[str, str]:
    """How many play a game and what of it is modelled, as the README tells it."""
    for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] == title:
            return cells[1], cells[2]
    raise ValueError(f"README.md: the table of games has no row for {title}; each game on the shelf needs one")


def studies(name: str, pages: list[str]) -> list[str]:
    """The pages in docs/ on a game's balance, or on how well it is played."""
    slug = name.replace("_", "-")
    found = [p for p in pages if p.startswith(slug)]
    return found or (["balance"] if name == "karen" and "balance" in pages else [])


def title_of(text: str) -> str:
    """The heading a page begins with."""
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else ""


def game_page(name: str, docs: dict[str, str]) -> str:
    """``games/<name>``: everything the site has on one game. ``docs``: name -> text of the pages in docs/."""
    book = rulebooks.game(name).rule
    passages, rulings = book.outline.passages.values(), book.outline.rulings.values()
    left = [p for p in passages if p.status != "modelled"]
    players, modelled = readme_row(book.title)
    sheet, notebook = load_sheet(name), notebook_of(name)
    options = [r.option for r in rulings if r.option]
    about = [f"- [{title_of(docs[p])}](../{p}.md)" for p in studies(name, list(docs))]
    parts = [
        f"# {book.title}",
        f"{book.edition}. For {players} {'player' if players == '1' else 'players'}. In the kit: {modelled}.",
        f'<p class="doorway"><a class="button" href="{lite(notebook, "../")}">Play it in this browser</a>\n'
        f'<a class="button quiet" href="../notebooks/{notebook}.html">Read the notebook</a></p>',
        "## Look it up",
        "\n".join([
            f"- [The rules](../rules/{name}.md), in the order of the rulebook: {len(book)} modelled, {len(left)} not. "
            "Each with its sentence, where it is printed, its code, its tests, its rulings and the cards it touches",
            f"- [The cards and numbers](../sheets/{name}.md): {len(sheet.cards)} cards, each value with its source",
            f'- <a class="reference internal" href="../rulings/{name}.html">How we read what is unclear</a>: '
            f"{len(rulings)} rulings" + (f"; {len(options)} can be switched by an option" if options else ""),
            f'- <a class="reference internal" href="../not_modelled.html#{slug(book.title)}">What is not modelled</a>: '
            + (f"{len(left)} passages, each with the reason" if left else "nothing is left out"),
        ]),
        "## Reckon with it",
        "\n".join([
            f"- [The notebook](../notebooks/{notebook}.ipynb): play, then ask for odds",
            "- [How exact and how fast the odds are](../odds.md), with the commands",
            *about,
        ]),
        "## Look inside",
        "\n".join(inside(name)),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def inside(name: str) -> list[str]:
    """Links to a game's code, sheet, outline and tests."""
    root, lines = ROOT / "rulebooks", []
    if (root / f"{name}.py").is_file():
        lines.append(f"- Code: {code_link(f'rulebooks/{name}.py')}")
    else:
        chapters = sorted((root / name).glob("*.py"), key=lambda f: f.name)
        lines.append("- Code: " + ", ".join(code_link(f.relative_to(ROOT).as_posix()) for f in chapters))
    tests = sorted((ROOT / "tests").glob(f"test_{name}*.py"), key=lambda f: f.name)
    lines.append("- Tests: " + ", ".join(code_link(f.relative_to(ROOT).as_posix()) for f in tests))
    package = "rulebooks" if (root / f"{name}.py").is_file() else f"rulebooks.{name}"
    lines.append(f"- [The functions and classes](../api/{package}.md)")
    for what, folder in (("Passages and rulings", "outlines"), ("Sheet", "sheets"), ("Tour", "tours")):
        files = sorted((root / folder).glob(f"{name}*.toml"), key=lambda f: f.name)
        if files:
            lines.append(f"- {what}: " + ", ".join(code_link(f.relative_to(ROOT).as_posix()) for f in files))
    return lines


def code_link(file: str) -> str:
    """A link from a page one folder down to the page that shows a file."""
    name = file.rpartition("/")[2].replace("_", "&#95;")  # Markdown would read __init__ as bold
    return f'<a class="reference internal" href="../code/{file}.html"><code>{name}</code></a>'


def slug(title: str) -> str:
    """A heading's place, as Sphinx names it."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", "-")).strip("-")


def sheet_page(name: str) -> str:
    """``sheets/<name>``: the shipped sheet, each value with the mark of its source."""
    game, sheet = rulebooks.game(name), load_sheet(name)
    kinds = list(dict.fromkeys(s.kind for s in sheet.sources.values()))
    fields = [n for n in dict.fromkeys(n for c in sheet.cards for n in filled(c)) if n not in ("name", "id")]
    parts = [
        f"# {game.rule.title}: the cards",
        f"{len(sheet.cards)} cards, {sum(sheet.copies.values())} with their copies. Each value has a mark for its "
        "source; with the box on your table you can put in your own: "
        f"`python -m rulebooks sheet {name} > mine.toml` writes a sheet to fill in (`--csv` as a spreadsheet), "
        "`python -m rulebooks check mine.toml` says what is wrong in it, and `Setup(sheet=\"mine.toml\")` plays it.",
        '<ul class="sources">' + "".join(
            f"<li>{mark(s.kind)} <b>{s.kind}</b>: {html.escape(s.what)}</li>" for s in sheet.sources.values()
        ) + "</ul>",
        counted(sheet, kinds),
    ]  # fmt: skip
    if sheet.numbers:
        rows = "".join(
            f"<tr><td>{html.escape(n)}</td><td>{v}{mark(sheet.number_source(n).kind)}</td>"
            f"<td>{html.escape(str(game.SCHEMA.numbers.get(n, '')))}</td></tr>"
            for n, v in sheet.numbers.items()
        )
        head = "<tr><th>number</th><th>value</th><th>what it is</th></tr>"
        parts += ["## Numbers", scrolled(f"<thead>{head}</thead><tbody>{rows}</tbody>", f"{game.rule.title}: numbers")]
    head = "".join(f"<th>{html.escape(n)}</th>" for n in ("card", "copies", *fields))
    rows = "".join(card_row(sheet, card, fields) for card in sheet.cards)
    parts += ["## Cards", scrolled(f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>", f"{game.rule.title}: cards")]
    return "\n\n".join(parts) + "\n"


def filled(card: Any) -> list[str]:
    """The fields a card has something in."""
    return [n for n, v in card.values.items() if n != "order" and v is not None and v is not False]


def counted(sheet: Sheet, kinds: list[str]) -> str:
    """How many values are of each kind."""
    values = [sheet.sources[origin].kind for origin in sheet.origins.values()]
    counts = ", ".join(f"{values.count(kind):,} {kind}" for kind in kinds if values.count(kind))
    return f"{counts} of {len(values):,} values."


def card_row(sheet: Sheet, card: Any, fields: list[str]) -> str:
    """One card as a row; an empty cell where it has nothing."""
    cells = [f'<th scope="row">{html.escape(str(card.name))}{mark_of(sheet, card, "name")}</th>']
    cells.append(f"<td>{sheet.copies[card]}{mark_of(sheet, card, 'copies')}</td>")
    there = set(filled(card))
    for name in fields:
        value = getattr(card, name) if name in there else ""
        shown = "yes" if value is True else html.escape(str(value))
        cells.append(f"<td>{shown}{mark_of(sheet, card, name) if name in there else ''}</td>")
    return f'<tr id="{html.escape(str(card.id))}">{"".join(cells)}</tr>'


def mark_of(sheet: Sheet, card: Any, name: str) -> str:
    """The mark of a value's source, where the sheet tells one."""
    return mark(sheet.sources[sheet.origins[card.id, name]].kind) if (card.id, name) in sheet.origins else ""


def mark(kind: str) -> str:
    """A letter for a kind of source, with the word for it to whoever hovers or listens."""
    return f'<abbr class="from {kind}" title="{kind}: {MARK_WORDS[kind]}">{MARKS[kind]}</abbr>'


def scrolled(table: str, label: str) -> str:
    """A wide table that scrolls by itself, by key too."""
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{html.escape(label)}">'
        f'<table class="docutils sheet">{table}</table></div>'
    )
