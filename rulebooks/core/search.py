"""Search over all rulebooks: rules, rulings, passages we left out, and cards.

Words are compared by their stem, by what players call things (``synonyms.py``), and by
likeness where a word stands nowhere ("duoble"). Nothing is looked up in a network; the
index is built once a game.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import escape
from math import log
from typing import Any

from rulebooks.core.synonyms import Words, grouped, meanings

KINDS = ("rule", "ruling", "passage", "card")
LONGEST = 200  # characters of a query
TITLE, HEADING, TEXT = 4.0, 2.0, 1.0  # what a word found there is worth
NEAR = 0.72  # the least likeness that counts as a slip of the pen
SAID = 0.6  # what a word is worth that stands in a ruling on the rule, in a test of it, or in its function's name
REST = 0.3  # of what the second best meaning of a word is worth, and those after it
MEANT = 0.8  # how surely a player's word means the rulebook's
COMMON_WORDS = (
    "a about after against all also am an and any are at be been by can could did do does doing for from get gets "
    "go goes had happen happens has have how i if in into is it its make many may me much must my need needs no not "
    "of on or should so still than that the their them then there they this through to want was were what when where "
    "which who why will with without would you your"
)
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


@lru_cache(maxsize=1 << 13)
def _stems(text: str) -> str:
    """The stems of a text of the index, in a row."""
    return " ".join(words(text))


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
        said = " ".join([r.function.__name__, *(x.text for x in r.rulings), *(t.rpartition("::")[2] for t in r.tests)])
        places = [(TITLE, r.title), (HEADING, heading), (TEXT, r.text), (SAID, said.replace("_", " "))]
        yield _entry(name, "rule", r.id, r.title, r.text, places)
    for ruling in outline.rulings.values():
        title = "Ruling on " + ", ".join(ruling.rules) if ruling.rules else "Ruling"
        places = [(TEXT, ruling.text), (SAID, f"{ruling.why} {ruling.otherwise} {ruling.option.replace('_', ' ')}")]
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


@dataclass(frozen=True)
class _Way:
    """One thing a word may mean: words of the rulebooks ("" or one game's), all of them, and how surely."""

    game: str
    words: Words
    sure: float


@dataclass(frozen=True, eq=False)
class _Index:
    """The entries of the games searched, in shelf order, and how rare each word is."""

    entries: tuple[_Entry, ...]
    rarity: dict[str, float]
    names: dict[str, str]  # a game's name or title, in small letters -> its name
    meanings: dict[Words, dict[str, list[Words]]]  # what players type -> game -> what its rulebook calls it

    def asked(self, text: str) -> list[str]:
        """The words of a question, each once, slips of the pen mended."""
        known = self.rarity.keys() | {w for phrase in self.meanings for w in phrase} | SAYING_NOTHING
        return [w if w in known else _mended(self, w) for w in dict.fromkeys(words(text))]

    def phrases(self, asked: list[str], game: str) -> list[Words]:
        """What a question asks a game for: words and phrases known for it, without those that say nothing."""
        mine = {phrase: meant for phrase, meant in self.meanings.items() if "" in meant or game in meant}
        some = [p for p in grouped(asked, mine) if len(p) > 1 or p[0] not in SAYING_NOTHING]
        return some or [(w,) for w in asked]

    def alike(self, asked: Words) -> list[_Way]:
        """What a word or phrase may mean, and how surely, up to 1."""
        word, found = asked[0] if len(asked) == 1 else "", list[_Way]()
        if word:
            found = [_Way("", (w,), 0.7) for w in self.rarity if len(word) >= 3 and w.startswith(word) and w != word]
        if word in self.rarity:
            found.append(_Way("", asked, 1.0))
        for game, meant in self.meanings.get(asked, {}).items():
            found += [_Way(game, m, MEANT) for m in meant]
        if not found and len(word) > 3:
            for near in _near(self, word):
                found.append(_Way("", (near,), 0.6 * difflib.SequenceMatcher(None, near, word).ratio()))
        return found

    def worth(self, e: _Entry, ways: list[_Way]) -> float:
        """What an entry has of a word or phrase: the best of what it may mean, and a little for the rest."""
        found = sorted(way.sure * self._whole(e, way.words) for way in ways if way.game in ("", e.hit.game))
        return found[-1] + REST * sum(found[:-1]) if found else 0.0

    def _whole(self, e: _Entry, phrase: Words) -> float:
        values = [self.rarity.get(w, 0) * e.words.get(w, 0) for w in phrase]
        return sum(values) / len(values) if all(values) else 0.0


@lru_cache(maxsize=1 << 12)  # who types asks for the same words again, letter by letter
def _mended(index: _Index, word: str) -> str:
    """A word that says nothing, or that players use, where this one is nearly it; else the word itself."""
    if len(word) < 4 or any(w.startswith(word) for w in index.rarity):
        return word
    players = {phrase[0] for phrase in index.meanings if len(phrase) == 1} | SAYING_NOTHING
    near = difflib.get_close_matches(word, [*index.rarity, *sorted(players - index.rarity.keys())], 1, NEAR)
    return near[0] if near and near[0] in players else word


@lru_cache(maxsize=1 << 12)
def _near(index: _Index, word: str) -> tuple[str, ...]:
    """The words of the index that a word is nearly."""
    return tuple(difflib.get_close_matches(word, index.rarity, 3, NEAR))


SAYING_NOTHING = frozenset(stem(w) for w in COMMON)


@lru_cache
def _index(games: tuple[str, ...]) -> _Index:
    from rulebooks import game

    entries = tuple(e for name in games for e in _entries(name))
    often: dict[str, int] = {}
    for e in entries:
        for word in e.words:
            often[word] = often.get(word, 0) + 1
    names = {label: name for name in games for label in (name, game(name).rule.title.casefold())}
    return _Index(entries, {w: log(1 + len(entries) / n) for w, n in often.items()}, names, meanings(games, words))


def _score(index: _Index, e: _Entry, sought: list[list[_Way]], phrase: str) -> float:
    """How well an entry answers: rare words and titles count more, and so does finding every word."""
    total, found = 0.0, 0
    for ways in sought:
        worth = index.worth(e, ways)
        total, found = total + worth, found + (worth > 0)
    if not total:
        return 0.0
    title = _stems(e.hit.title)
    bonus = 2.0 if phrase == title else 1.5 if phrase in title else 1.2 if phrase in _stems(e.text) else 1.0
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
    every, ways = index.asked(" ".join(rest_words)), cache(index.alike)
    sought: dict[str, tuple[list[list[_Way]], str]] = {}  # by game: each has phrases of its own
    for name in GAMES if game is None else (game,):
        phrases = index.phrases(every, name)
        sought[name] = [ways(p) for p in phrases], " ".join(w for p in phrases for w in p)

    scored = []
    for place, e in enumerate(index.entries):
        score = _score(index, e, *sought[e.hit.game])
        if e.hit.id.casefold() in (numbers if len(rest) > 1 else asked):
            score += 1000  # asked for by number, or by a card's id alone
        elif chapter and e.hit.id.startswith(chapter):
            score += 200  # asked for by the number of its chapter
        if e.hit.game in meant and (score or rest is asked):
            score += 500  # asked for in this game
        if score:
            scored.append((-score, KINDS.index(e.hit.kind), place, e.hit))
    scored.sort(key=lambda row: row[:3])
    return Hits(Hit(h.game, h.kind, h.id, h.title, h.snippet, round(-s, 3)) for s, _, _, h in scored[:limit])
