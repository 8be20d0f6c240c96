"""The pages of the rule book as plain data: contents, a rule, a card, a comparison, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import rulebooks
from rulebook_widgets.cited import rule_data
from rulebooks.core.cards import Card, Sheet, load_sheet
from rulebooks.core.concepts import Concept, concepts, concepts_of
from rulebooks.core.examples import example
from rulebooks.core.outline import Passage
from rulebooks.core.rules import Rule
from rulebooks.core.search import Hit

Page = dict[str, Any]
MARKS = {"A": "only one reading fits", "B": "strongly implied", "C": "a house choice"}


# Contents ---------------------------------------------------------------------------
def contents(game: str) -> Page:
    """A game's passages in rulebook order, by section; what is not modelled says why."""
    book = rulebooks.game(game).rule
    groups = []
    for _, some in groupby(book.outline.passages.values(), lambda p: p.id.partition(".")[0]):
        passages = list(some)
        groups.append({"title": section(passages), "entries": [entry(game, p) for p in passages]})
    return {"game": game, "title": book.title, "edition": book.edition, "rules": len(book), "groups": groups}


def entry(game: str, passage: Passage) -> Page:
    """A line of the contents."""
    book = rulebooks.game(game).rule
    there = passage.id in book
    title, kind = (book[passage.id].title, book[passage.id].kind) if there else (passage.heading, "printed")
    return {
        "id": passage.id, "title": title, "kind": kind, "left_out": not there,
        "why": "" if there else passage.why, "sub": passage.id[-1:].isalpha(),
    }  # fmt: skip


def section(passages: list[Passage]) -> str:
    """What a run of passages is called: the last heading they share in print, else all their first ones."""
    paths = [[part.strip() for part in p.section.partition(";")[0].split("›")] for p in passages]
    shared = [parts[0] for parts in zip(*paths, strict=False) if len(set(parts)) == 1]
    if len(passages) == 1 and len(shared) > 1 and shared[-1] == passages[0].heading:
        shared.pop()
    return shared[-1] if shared else ", ".join(dict.fromkeys(path[0] for path in paths))


# A rule, a passage that is not modelled, a card --------------------------------------------
def rule_page(rule: Rule, *, shelf: bool) -> Page:
    """All there is to say about a rule. ``shelf``: whether other games are there to compare with."""
    game = rule.book.game
    return {
        "is": "rule",
        "game": game,
        "book": rule.book.title,
        **rule_data(rule),
        "rulings": [
            {
                "id": r.id, "text": r.text, "why": r.why, "mark": f"{r.mark}: {MARKS[r.mark]}", "option": r.option,
                "usual": usual(game, r.option), "otherwise": r.otherwise,
            }
            for r in rule.rulings
        ],
        "related": [{"id": r.id, "title": r.title} for r in rule.related],
        "concepts": [{"id": c.id, "name": c.name} for c in concepts_of(rule)] if shelf else [],
        "cards": [card_line(card) for card in rule.cards],
        "tests": [{"name": name, "says": sentence(name)} for name in rule.tests],
        "code": rule.code,
        "can_show": example(game, rule.id) is not None,
        **neighbours(game, rule.id),
    }  # fmt: skip


def passage_page(game: str, passage: Passage) -> Page:
    """A passage that no function stands for, and why."""
    book = rulebooks.game(game).rule
    return {
        "is": "passage",
        "game": game,
        "book": book.title,
        "id": passage.id,
        "title": passage.heading,
        "cite": f"{passage.id} {passage.heading}",
        "where": passage.section,
        "edition": book.edition,
        "status": passage.status,
        "why": passage.why,
        "related": [{"id": i, "title": entry(game, book.outline.passages[i])["title"]} for i in passage.see],
        **neighbours(game, passage.id),
    }


def card_page(game: str, card: Card) -> Page:
    """A card of the shipped sheet: its values, where each comes from, and the rules that touch it."""
    sheet, book = load_sheet(game), rulebooks.game(game).rule
    values = [
        {"name": name, "value": "yes" if value is True else str(value), **_source(sheet, card, name)}
        for name, value in [*card.values.items(), ("copies", sheet.copies[card])]
        if name not in ("id", "order") and _told(value)
    ]
    touching = [r for r in book if card in r.cards]
    return {
        "is": "card", "game": game, "book": book.title, "id": card.id, "title": card.name, "cite": card.name,
        "values": values, "related": [{"id": r.id, "title": r.title} for r in touching],
    }  # fmt: skip


def _told(value: object) -> bool:
    return value is not None and value is not False


def _source(sheet: Sheet, card: Card, name: str) -> dict[str, str]:
    source = sheet.source(card, name)
    return {"kind": source.kind, "what": source.what}


def card_line(card: Card) -> Page:
    """A card in a line, with the values on it that are ours."""
    game = type(card).__module__.split(".")[1]
    sheet = load_sheet(game)
    facts = {n: v for n, v in card.values.items() if n not in ("id", "name", "order", "kind") and _told(v)}
    house = [name for name in ("name", *facts) if sheet.is_house(card, name)]
    text = ", ".join(name if value is True else f"{name} {value}" for name, value in facts.items())
    return {"id": card.id, "name": card.name, "text": text.replace("ability ", ""), "house": house}


def usual(game: str, option: str) -> str:
    """How an option stands unless somebody changes it: "on" or "off"."""
    if not option:
        return ""
    return "on" if getattr(rulebooks.game(game).Options(), option) else "off"


def sentence(test: str) -> str:
    """A test's name as the sentence it is."""
    words = test.rpartition("::")[2].removeprefix("test_").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def neighbours(game: str, id: str) -> Page:
    """The passages before and after one, None at either end."""
    passages = list(rulebooks.game(game).rule.outline.passages.values())
    at = next(n for n, p in enumerate(passages) if p.id == id)
    before, after = passages[at - 1] if at else None, passages[at + 1] if at + 1 < len(passages) else None
    lines = [p and {k: entry(game, p)[k] for k in ("id", "title")} for p in (before, after)]
    return {"previous": lines[0], "next": lines[1]}


# Comparing, and finding -------------------------------------------------------------------
def concept_list(games: Iterable[str]) -> list[Page]:
    """The ideas that can be compared among some games."""
    shelf = set(games)
    return [{"id": c.id, "name": c.name, "question": c.question} for c in concepts().values() if shelf & set(c.ids)]


def compare_page(concept: Concept) -> Page:
    """One idea, game by game."""
    columns = [
        {
            "game": game,
            "title": rulebooks.game(game).rule.title,
            "rules": [{"id": r.id, "title": r.title, "text": r.text, "kind": r.kind} for r in concept.rules(game)],
        }
        for game in rulebooks.GAMES
    ]
    return {
        "is": "compare", "id": concept.id, "title": concept.name, "question": concept.question, "note": concept.note,
        "games": columns,
    }  # fmt: skip


def hit_line(hit: Hit) -> Page:
    """A hit, and the page it leads to: a ruling stands on the page of its first rule."""
    book = rulebooks.game(hit.game).rule
    leads = book.outline.rulings[hit.id].rules[0] if hit.kind == "ruling" else hit.id
    return {
        "game": hit.game, "book": book.title, "kind": hit.kind, "id": hit.id, "title": hit.title, "text": hit.snippet,
        "go": [hit.game, leads],
    }  # fmt: skip


def as_text(page: Page) -> Iterator[str]:
    """A page's lines for readers without a picture."""
    match page["is"]:
        case "rule":
            yield f"{page['book']} · {page['cite']}" + (" (our ruling)" if page["kind"] == "house" else "")
            yield page["text"]
            yield f"In the rulebook: {page['where']} ({page['edition']})"
            for r in page["rulings"]:
                yield f"{r['id']} ({r['mark']}): {r['text']} Why: {r['why']}."
                if r["option"]:
                    yield f"  Option {r['option']} ({r['usual']}) switches it" + (
                        f"; otherwise: {r['otherwise']}." if r["otherwise"] else "."
                    )
            if page["cards"]:
                yield "Cards: " + "; ".join(
                    f"{c['name']} ({c['text']})" + "*" * bool(c["house"]) for c in page["cards"]
                )
            yield from (f"Test: {t['says']}." for t in page["tests"])
        case "passage":
            yield f"{page['book']} · {page['cite']} ({page['status']})"
            yield f"In the rulebook: {page['where']} ({page['edition']})"
            yield f"Why: {page['why']}"
        case "card":
            yield f"{page['book']} · card {page['cite']}"
            yield from (f"{v['name']}: {v['value']} ({v['kind']})" for v in page["values"])
        case "compare":
            yield f"Compare: {page['title']}. {page['question']}"
            for game in page["games"]:
                told = " ".join(f"{r['id']} {r['title']}: {r['text']}" for r in game["rules"])
                yield f"{game['title']}: {told or 'no such rule'}"
            if page["note"]:
                yield page["note"]
    if page.get("related"):
        yield "Related: " + "; ".join(f"{r['id']} {r['title']}" for r in page["related"])
