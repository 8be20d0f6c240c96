"""The site's start page, the overviews, and the tables of contents that everything hangs from."""

from __future__ import annotations

from collections.abc import Iterable

import rulebooks
from web.game_pages import FIRST_NOTEBOOK, lite, notebook_of, notebooks, readme_row

LEAD = (
    "Board-game rulebooks that you can read, play and question. Move by move you see which rule did what; ask “why "
    "not?” and the rule that forbids it answers; and where an exact answer is in reach it stands beside the choice, as "
    "a fraction, computed by the same rules you play by."
)
TEACHING, BUILDING = ("widgets", "site"), ("architecture", "how_to_add_a_game", "modules")
LOOKING_UP = ("rulings", "not_modelled", "glossary")
STUDIES = ("odds", "balance", "strength")  # words in the names of pages that hold numbers


def door(title: str, who: str, links: Iterable[tuple[str, str]]) -> str:
    """One of the four ways in."""
    items = "".join(f'<li><a href="{to}">{words}</a></li>' for words, to in links)
    return f'<section class="door"><h3>{title}</h3><p>{who}</p><ul>{items}</ul></section>'


def doors(docs: Iterable[str]) -> str:
    """The ways in for a learner, a player, a teacher and an extender."""
    run_a_class = [("Run a class from one laptop", "site.html")] if "site" in docs else []
    return "\n".join([
        '<div class="doors">',
        door("Learn", "You have never seen the game, or never reckoned with one.", [
            ("Start here, and play within a minute", lite(FIRST_NOTEBOOK)),
            ("The same, to read", f"notebooks/{FIRST_NOTEBOOK}.html"),
            ("All notebooks", "notebooks/index.html"),
            ("What the words mean", "glossary.html"),
        ]),
        door("Play", "You have the box on the table, and a question.", [
            ("Choose your game", "#the-games"),
            ("How we read what is unclear", "rulings/index.html"),
            ("Put in your own cards", "project.html"),
            ("What the odds beside a choice rest on", "odds.html"),
        ]),
        door("Teach", "You want an example worth an hour.", [
            ("The widgets to build a lesson from", "widgets.html"),
            ("A lesson with all of them", "notebooks/05_widgets.html"),
            *run_a_class,
            ("Odds and strength, with the commands", "studies.html"),
        ]),
        door("Extend", "You want to change a rule, or bring a game.", [
            ("How to add a game, in an afternoon", "how_to_add_a_game.html"),
            ("How the kit is built", "architecture.html"),
            ("Functions and classes", "api/index.html"),
            ("All code and tests", "code/index.html"),
        ]),
        "</div>",
    ])  # fmt: skip


def shelf() -> str:
    """The games as cards."""
    parts = ['<div class="shelf">']
    for name in rulebooks.GAMES:
        book = rulebooks.game(name).rule
        players, modelled = readme_row(book.title)
        parts.append(
            f'<section class="game"><h3><a href="games/{name}.html">{book.title}</a></h3>'
            f'<p class="players">{players} {"player" if players == "1" else "players"}</p><p>{modelled}</p>'
            f'<p class="ways"><a href="rules/{name}.html">Rules<span class="vh"> of {book.title}</span></a> '
            f'<a href="sheets/{name}.html">Cards<span class="vh"> of {book.title}</span></a> '
            f'<a href="{lite(notebook_of(name))}">Play<span class="vh"> {book.title}</span></a></p></section>'
        )
    return "\n".join([*parts, "</div>"])


def toctree(caption: str, entries: Iterable[str], hidden: bool = True) -> str:
    """A table of contents; the captions stand in the side bar."""
    lines = ["```{toctree}", *([":hidden:"] if hidden else []), ":maxdepth: 1", ":titlesonly:"]
    lines += [f":caption: {caption}"] if caption else []
    return "\n".join([*lines, "", *entries, "```"])


def start_page(docs: Iterable[str]) -> str:
    """``index``: the ways in, the games, and what stands in the side bar. ``docs``: names of the pages in docs/."""
    docs = set(docs)
    placed = {*TEACHING, *BUILDING, *LOOKING_UP, *studied(docs)}
    looking_up = ["rulings/index", *(n for n in LOOKING_UP if n in docs and n != "rulings"), "studies"]
    more = sorted(docs - placed)
    parts = [
        "# Rulebook Lab",
        f'<p class="lead">{LEAD}</p>',
        doors(docs),
        "## The games",
        shelf(),
        "Nothing here needs an account or the internet: these pages, and the lab in the browser, come whole from the "
        "folder they lie in. The games, their names and their artwork belong to their publishers; rules are told in "
        "our own words.",
        toctree("Learn", ["notebooks/index", "project"]),
        toctree("Games", [f"games/{name}" for name in rulebooks.GAMES]),
        toctree("Look up", looking_up),
        toctree("Teach", [n for n in TEACHING if n in docs]),
        toctree("Extend", [*(n for n in BUILDING if n in docs), "api/index"]),
    ]
    return "\n\n".join([*parts, *([toctree("More", more)] if more else [])]) + "\n"


def studied(docs: Iterable[str]) -> list[str]:
    """The pages with measured numbers, the odds first."""
    return sorted((n for n in docs if any(word in n for word in STUDIES)), key=lambda n: (n != "odds", n))


def studies_page(docs: Iterable[str]) -> str:
    """``studies``: the tables of odds, balance and strength."""
    words = "What was computed or measured, each with the command that does it again."
    return "\n\n".join(["# Odds and strength", words, toctree("", studied(docs), hidden=False)]) + "\n"


def notebooks_page() -> str:
    """``notebooks/index``: all notebooks, in order."""
    names = [n.removeprefix("notebooks/").removesuffix(".ipynb") for n in notebooks()]
    words = (
        "Each page is a notebook that was run when the site was built: what you see is what the code gave. The "
        "pictures answer as far as they can without Python; for the rest, each page has a link that opens the same "
        "notebook in your browser, where everything runs."
    )
    return "\n\n".join(["# The notebooks", words, toctree("", names, hidden=False)]) + "\n"
