"""Search over all rulebooks: rules, rulings, passages we left out, and cards.

Words are compared by their stem, and by likeness where a word stands nowhere
("duoble"). Nothing is looked up in a network; the index is built once a game.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from math import log
from typing import Any

KINDS = ("rule", "ruling", "passage", "card")
LONGEST = 200  # characters of a query
TITLE, HEADING, TEXT = 4.0, 2.0, 1.0  # what a word found there is worth
NEAR = 0.72  # the least likeness that counts as a slip of the pen
COMMON_WORDS = "a an and are at be by can do does for from how i if in is it its my no not of on or the to what when"
COMMON = frozenset(COMMON_WORDS.split())


@dataclass(frozen=True)
class Hit:
    """One thing found. ``kind`` is "rule", "ruling", "passage" (not modelled) or "card"."""

    game: str
    kind: str
    id: str
    title: str
    snippet: str
    score: float = field(compare=False)

    def __repr__(self) -> str:
        text = f": {self.snippet}" if self.snippet else ""
        return f"{self.game} {self.id}  {self.title} ({self.kind}){text}"

    def _repr_html_(self) -> str:
        head = f"<b>{escape(self.game)} {escape(self.id)}</b> {escape(self.title)} <i>({escape(self.kind)})</i>"
        return f"<div>{head}<br>{escape(self.snippet)}</div>"


class Hits(list[Hit]):
    """What was found, best first; one line each."""

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "nothing found"

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{hit._repr_html_()}</li>" for hit in self)
        return f"<ol>{items}</ol>" if items else "<p>nothing found</p>"


@dataclass(frozen=True)
class _Entry:
    hit: Hit
    text: str
    words: dict[str, float]  # stem -> the worth of the best place it stands in


def stem(word: str) -> str:
    """A word without its commonest endings: "draws", "drawing" and "draw" are one."""
    for ending, rest in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        start = word[: len(word) - len(ending)]
        if word.endswith(ending) and len(start) >= 3 and set("aeiouy") & set(start) and not word.endswith("ss"):
            word = start + rest
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        return word[:-1]  # "stopped", "stopping"
    return word[:-1] if len(word) > 3 and word.endswith("e") else word  # "doubles", "double"


def words(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(w) for w in re.findall(r"\w+", text.casefold().replace("'", "").replace("’", ""))]


def _entry(game: str, kind: str, id: str, title: str, text: str, places: Iterable[tuple[float, str]]) -> _Entry:
    worth: dict[str, float] = {}
    for weight, place in places:
        for word in words(place):
            worth[word] = max(weight, worth.get(word, 0))
    return _Entry(Hit(game, kind, id, title, text, 0), text, worth)


def _entries(name: str) -> Iterable[_Entry]:
    from rulebooks import game
    from rulebooks.core.cards import load_sheet

    module: Any = game(name)
    outline = module.rule.outline
    for r in module.rule:
        passage = outline.passages.get(r.id)
        heading = f"{passage.heading} {passage.section}" if passage else ""
        yield _entry(name, "rule", r.id, r.title, r.text, [(TITLE, r.title), (HEADING, heading), (TEXT, r.text)])
    for ruling in outline.rulings.values():
        title = "Ruling on " + ", ".join(ruling.rules) if ruling.rules else "Ruling"
        places = [(HEADING, ruling.text), (TEXT, f"{ruling.why} {ruling.otherwise} {ruling.option.replace('_', ' ')}")]
        yield _entry(name, "ruling", ruling.id, title, ruling.text, places)
    for p in outline.passages.values():
        if p.status != "modelled" and p.id not in module.rule:
            places = [(TITLE, p.heading), (HEADING, p.section), (TEXT, p.why)]
            yield _entry(name, "passage", p.id, p.heading, f"{p.status.capitalize()}: {p.why}", places)
    for card in load_sheet(name).cards:
        facts = {
            n: v
            for n, v in card.values.items()
            if n not in ("id", "name", "order") and v is not None and v is not False
        }
        text = ", ".join(n if v is True else f"{n} {v}" for n, v in facts.items())
        yield _entry(name, "card", card.id, card.name, text, [(TITLE, card.name), (HEADING, card.id), (TEXT, text)])


@dataclass(frozen=True, eq=False)
class _Index:
    """The entries of the games searched, in shelf order, and how rare each word is."""

    entries: tuple[_Entry, ...]
    rarity: dict[str, float]
    names: dict[str, str]  # a game's name or title, in small letters -> its name

    def alike(self, word: str) -> dict[str, float]:
        """Words of the index that a word may mean -> how surely, up to 1."""
        found = {w: 0.7 for w in self.rarity if len(word) >= 3 and w.startswith(word)}
        if word in self.rarity:
            found[word] = 1.0
        if not found and len(word) > 3:
            for near in difflib.get_close_matches(word, self.rarity, 3, NEAR):
                found[near] = 0.6 * difflib.SequenceMatcher(None, near, word).ratio()
        return found


@lru_cache
def _index(games: tuple[str, ...]) -> _Index:
    from rulebooks import game

    entries = tuple(e for name in games for e in _entries(name))
    often: dict[str, int] = {}
    for e in entries:
        for word in e.words:
            often[word] = often.get(word, 0) + 1
    names = {label: name for name in games for label in (name, game(name).rule.title.casefold())}
    return _Index(entries, {w: log(1 + len(entries) / n) for w, n in often.items()}, names)


def _score(index: _Index, e: _Entry, sought: list[dict[str, float]], phrase: str) -> float:
    """How well an entry answers: rare words and titles count more, and so does finding every word."""
    total, found = 0.0, 0
    for alike in sought:
        best = max((sure * index.rarity[w] * e.words[w] for w, sure in alike.items() if w in e.words), default=0.0)
        total, found = total + best, found + (best > 0)
    if not total:
        return 0.0
    title = " ".join(words(e.hit.title))
    bonus = 2.0 if phrase == title else 1.5 if phrase in title else 1.2 if phrase in " ".join(words(e.text)) else 1.0
    return total * bonus * found / len(sought)


def search(query: str, game: str | None = None, limit: int = 20) -> Hits:
    """The best hits for a few words, a rule's number, or both with a game's name ("karen 3.2").

    ValueError when the query is empty or no text, the game unknown or the limit below 1.
    """
    from rulebooks import GAMES

    if not isinstance(query, str) or not re.search(r"\w", query) or len(query) > LONGEST:
        raise ValueError(f"search for 1 to {LONGEST} characters of text with a letter or a digit in it")
    if game is not None and game not in GAMES:
        raise ValueError(f"no game is called {game!r}; the shelf has {', '.join(GAMES)}")
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        raise ValueError(f"limit is a whole number from 1 up, not {limit!r}")
    index = _index(tuple(GAMES) if game is None else (game,))
    asked = [w.strip(".,;:!?()[]\"'") for w in query.casefold().split()]
    meant = {index.names[w] for w in asked if w in index.names}
    rest = [w for w in asked if w not in index.names] or asked
    # A number that names an entry is not also a word to look for; "weary" may be both.
    ids = {e.hit.id.casefold() for e in index.entries}
    numbers = {w for w in rest if w in ids and re.search(r"\d", w)}
    chapter = f"{rest[0]}." if len(rest) == 1 else None
    rest_words = [w for w in rest if w not in numbers]
    stems = [w for w in dict.fromkeys(words(" ".join(rest_words))) if w not in COMMON] or words(" ".join(rest_words))
    sought, phrase = [index.alike(w) for w in stems], " ".join(stems)

    scored = []
    for place, e in enumerate(index.entries):
        score = _score(index, e, sought, phrase)
        if e.hit.id.casefold() in asked:
            score += 1000  # asked for by number
        elif chapter and e.hit.id.startswith(chapter):
            score += 200  # asked for by the number of its chapter
        if e.hit.game in meant and (score or rest is asked):
            score += 500  # asked for in this game
        if score:
            scored.append((-score, KINDS.index(e.hit.kind), place, e.hit))
    scored.sort(key=lambda row: row[:3])
    return Hits(Hit(h.game, h.kind, h.id, h.title, h.snippet, round(-s, 3)) for s, _, _, h in scored[:limit])
