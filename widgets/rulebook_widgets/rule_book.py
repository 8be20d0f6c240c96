"""The rule book: every rule of a game, found in seconds and seen at work.

The page draws what the kernel sends: contents, the open page, what was found. Every
message from it is checked; what cannot be done is said in the status line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import anywidget
import traitlets

import rulebooks
from rulebook_widgets import rule_pages as pages
from rulebook_widgets.assets import TABLE_PARTS, TABLE_STYLES, script, styles
from rulebook_widgets.show_me import in_words, shown
from rulebook_widgets.table import Table
from rulebooks.core.cards import hint, load_sheet, short
from rulebooks.core.concepts import concept
from rulebooks.core.examples import example
from rulebooks.core.game import Game
from rulebooks.core.search import LONGEST, Hits, search

FOUND = 12  # hits shown while somebody types
NO_PAGE: pages.Page = {"is": "contents"}


class RuleBook(anywidget.AnyWidget):
    """The rules of a game, or with no ``game`` of the whole shelf, to read, search and see at work.

    ``game``: a name on the shelf or a game module; ``height``: the most pixels its page takes
    (0: as many as it needs). ``go("3.2")``, ``find("draw again")``, ``show_me()`` and
    ``compare("losing")`` do what the page does.
    """

    _esm = script(*TABLE_PARTS, "book_parts.mjs", main="rule_book.js")
    _css = styles(*TABLE_STYLES, "rule_book.css")
    book = traitlets.Dict().tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    found = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)

    def __init__(self, game: Game | ModuleType | str | None = None, *, height: int = 0) -> None:
        name = game if game is None or isinstance(game, str) else game.rule.game
        if name is not None:
            rulebooks.game(name)  # ValueError for what is not on the shelf
        self.games: tuple[str, ...] = rulebooks.GAMES if name is None else (name,)
        compared = pages.concept_list(self.games) if len(self.games) > 1 else []
        book = {"games": [pages.contents(g) for g in self.games], "concepts": compared}
        super().__init__(book=book, height=height)
        self.page, self.found, self.status = NO_PAGE, {"query": "", "hits": None}, {"n": 0, "text": ""}
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))

    # turning pages ------------------------------------------------------------------
    def go(self, where: str) -> None:
        """Open a rule or passage: its number, with the game's name before it where several are on the shelf.

        ValueError when there is no such passage, or several games have one.
        """
        game, id = self._place(where)
        self._open(game, id)

    def _place(self, where: Any) -> tuple[str, str]:
        words = where.casefold().split() if isinstance(where, str) else []
        named = [w for w in words if w in self.games]
        numbers = [w for w in words if w not in self.games]
        if len(numbers) != 1 or len(named) > 1:
            raise ValueError(f"a rule is named by its number, as in “{self.games[0]} 3.1”, not {short(where)}")
        games = [g for g in named or self.games if numbers[0] in rulebooks.game(g).rule.outline.passages]
        if len(games) > 1:
            raise ValueError(
                f"several games have a rule {numbers[0]}: {', '.join(f'“{g} {numbers[0]}”' for g in games)}"
            )
        if not games:
            known = [id for g in named or self.games for id in rulebooks.game(g).rule.outline.passages]
            raise ValueError(
                f"{' '.join(named) or 'the shelf'} has no passage {short(numbers[0])}{hint(numbers[0], known)}"
            )
        return games[0], numbers[0]

    def _open(self, game: str, id: str) -> None:
        book = rulebooks.game(game).rule
        if id in book:
            self._turn(pages.rule_page(book[id], shelf=len(self.games) > 1))
        elif id in book.outline.passages:
            self._turn(pages.passage_page(game, book.outline.passages[id]))
        else:
            card = next((c for c in load_sheet(game).cards if c.id == id), None)
            if card is None:
                raise ValueError(f"{game} has no passage and no card {short(id)}")
            self._turn(pages.card_page(game, card))

    def _turn(self, page: pages.Page) -> None:
        self.page = page

    def contents(self) -> None:
        """Close the page that is open."""
        self._turn(NO_PAGE)

    def show_me(self, where: str | None = None) -> None:
        """Set up a position where the open rule (or another one) is at work, and step it."""
        if where is not None:
            self.go(where)
        if self.page["is"] != "rule":
            raise ValueError("open a rule first, as in show_me(“3.1”)")
        one = example(self.page["game"], self.page["id"])
        if one is None:
            raise ValueError(f"no example shows {self.page['cite']}")
        self.page = self.page | {"shown": shown(one)}

    def table(self) -> Table:
        """A table at the position that shows the open rule, to play on from there. ValueError where there is none."""
        one = example(self.page["game"], self.page["id"]) if self.page["is"] == "rule" else None
        if one is None:
            raise ValueError("open a rule first, as in go(“3.1”)")
        return Table(one.table().game, start=one.before, cover=False)

    def compare(self, idea: str) -> None:
        """Lay the rules of all games on one idea side by side. ValueError names the ideas there are."""
        if len(self.games) == 1:
            raise ValueError("there is nothing to compare in a book of one game; RuleBook() has them all")
        self._turn(pages.compare_page(concept(idea)))

    def find(self, text: str) -> Hits:
        """Search, show what was found, and return it."""
        hits = search(text, self.games[0] if len(self.games) == 1 else None, FOUND)
        self.found = {"query": text, "hits": [pages.hit_line(hit) for hit in hits]}
        return hits

    # in words -----------------------------------------------------------------------
    def __repr__(self) -> str:
        return f"RuleBook({self._title})\n{self.text()}"

    @property
    def _title(self) -> str:
        games = [f"{g['game']}: {g['rules']} rules" for g in self.book["games"]]
        opened = {"contents": "", "compare": "comparing "}.get(self.page["is"], f"open at {self.page.get('game')} ")
        return "; ".join([*games, opened + (self.page.get("cite") or self.page.get("title", "contents"))])

    def text(self) -> str:
        """The open page, or the contents, as text."""
        if self.page["is"] == "contents":
            return "\n".join(self._contents())
        return "\n".join([*pages.as_text(self.page), *(in_words(self.page["shown"]) if "shown" in self.page else ())])

    def _contents(self) -> Iterator[str]:
        for game in self.book["games"]:
            yield f"{game['title']} ({game['edition']})"
            for group in game["groups"]:
                lines = (f"{e['id']} {e['title']}" + " (not modelled)" * e["left_out"] for e in group["entries"])
                yield f"  {group['title']}: {'; '.join(lines)}"
        if self.book["concepts"]:
            yield "Compare: " + "; ".join(c["name"] for c in self.book["concepts"])

    # messages from the page -----------------------------------------------------------
    def handle(self, content: Any) -> None:
        """Do what the page asks: one command in a dict, such as ``{"find": "oil"}``; all else is said, not done."""
        try:
            if not isinstance(content, dict) or len(content) != 1 or next(iter(content)) not in COMMANDS:
                raise ValueError(f"the book knows one command at a time ({', '.join(COMMANDS)}), not {short(content)}")
            ((name, value),) = content.items()
            COMMANDS[name](self, value)
            self._say("")
        except ValueError as no:
            text = str(no)
            self._say(text[:1].upper() + text[1:])

    def _say(self, text: str) -> None:
        if text or self.status["text"]:
            self.status = {"n": self.status["n"] + 1, "text": text}

    def _go_to(self, place: Any) -> None:
        if not isinstance(place, list) or len(place) != 2 or not all(isinstance(p, str) for p in place):
            raise ValueError(f"a page is named by a game and a number, not {short(place)}")
        game, id = place
        if game not in self.games:
            raise ValueError(f"this book has no game {short(game)}")
        self._open(game, id)

    def _typed(self, text: Any) -> None:
        if not isinstance(text, str) or len(text) > LONGEST:
            raise ValueError(f"search for up to {LONGEST} characters of text")
        if any(c.isalnum() for c in text):
            self.find(text)
        else:
            self.found = {"query": text, "hits": None}

    def _show(self, on: Any) -> None:
        if on is True:
            self.show_me()
        elif on is False:
            self.page = {k: v for k, v in self.page.items() if k != "shown"}
        else:
            raise ValueError(f"show me is switched by true or false, not {short(on)}")


COMMANDS: dict[str, Callable[[RuleBook, Any], Any]] = {
    "go": RuleBook._go_to,
    "contents": lambda book, _: book.contents(),
    "find": RuleBook._typed,
    "show_me": RuleBook._show,
    "compare": RuleBook.compare,
}
