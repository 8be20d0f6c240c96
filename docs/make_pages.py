"""The pages that are generated: docs/rules/<game>.md, rulings.md, not_modelled.md and modules.md.

`python docs/make_pages.py` writes them anew from the outlines, the rules, the card sheets,
the index of tests and the modules' first sentences; `--check` only says which are out of date, and ends with 1.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import rulebooks
from rulebooks.core.cards import load_sheet
from rulebooks.core.outline import Passage, Ruling, tests_of
from rulebooks.core.rules import Rule

DOCS = Path(__file__).resolve().parent
MARKS = {"A": "only one reading fits", "B": "strongly implied", "C": "a house choice"}
NOTE = "<!-- Written by docs/make_pages.py; change the outline, the rules or the sheet, and run it again. -->"


def md(text: object) -> str:
    """Text as Markdown that shows it as it is."""
    return re.sub(r"([\\`*_<>|\[\]])", r"\\\1", str(text))


def told(text: str) -> str:
    """The first paragraph of a docstring; what stands in backticks there stays code."""
    parts = re.split(r"`+", " ".join(text.split("\n\n")[0].split()))
    return "".join(f"`{part}`" if place % 2 else md(part) for place, part in enumerate(parts))


def sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with a full stop."""
    text = text.strip()
    return md(text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ".”")) else "."))


def link(text: str, target: str) -> str:
    """A link; the text is shown as it is."""
    return f"[{md(text)}]({target})"


# What a rule is made of -----------------------------------------------------------
def code_place(rule: Rule, up: str) -> str:
    """Module and function, as a link to the file."""
    module, name = rule.function.__module__, rule.function.__qualname__
    package = Path(str(sys.modules[module].__file__)).name == "__init__.py"
    file = module.replace(".", "/") + ("/__init__.py" if package else ".py")
    return f"[`{module}:{name}`]({up}{file})"


def test_line(test: str, up: str) -> str:
    """A test as the sentence that its name is, with a link to its file."""
    file, _, name = test.partition("::")
    words = name.rpartition("::")[2].removeprefix("test_").replace("_", " ")
    return f"{link(words, f'{up}tests/{file}')}"


def tests_list(game: str, id: str, up: str) -> str:
    """The tests that bear a number, as one line."""
    return "; ".join(test_line(test, up) for test in tests_of(game, id)) or "none"


def anchor(id: str) -> str:
    """A place that links can name, whatever shows the page."""
    return f'<a id="{id}"></a>'


def rule_link(game: Any, id: str, page: str = "") -> str:
    """A link to a passage of a game's page."""
    title = game.rule[id].title if id in game.rule else game.rule.outline.passages[id].heading
    return link(f"{id} {title}", f"{page}#{id}")


def ruling_link(ruling: Ruling, page: str = "../rulings.md") -> str:
    """A link to a ruling, with its option."""
    option = f" (option `{ruling.option}`)" if ruling.option else ""
    return f"{link(ruling.id, f'{page}#{ruling.id}')} {sentence(ruling.text)}{option}"


def near(game: Any, passage: Passage) -> list[str]:
    """The ids that the outline links to a passage, one way or the other, in rulebook order."""
    passages = game.rule.outline.passages
    linked = {*passage.see, *(p.id for p in passages.values() if passage.id in p.see)} - {passage.id}
    return [id for id in passages if id in linked]


def card_words(game: str, card: Any) -> str:
    """A card's name, how often it is there, and a star where a value on it is ours."""
    sheet = load_sheet(game)
    n = sheet.copies[card]
    return md(card.name) + (f" ×{n}" if n > 1 else "") + ("\\*" if house_fields(game, card) else "")


def house_fields(game: str, card: Any) -> set[str]:
    """The fields of a card that hold a value of ours."""
    sheet = load_sheet(game)
    return {name for name in shown_fields(card) if sheet.is_house(card, name)}


def shown_fields(card: Any) -> list[str]:
    """The fields a card has something in."""
    return [n for n, v in card.values.items() if n not in ("id", "order") and v is not None and v is not False]


# A game's page ----------------------------------------------------------------------
def rule_entry(game: Any, passage: Passage) -> Iterable[str]:
    """One passage: what it says in our words, where it stands, and what carries it."""
    name, rule = game.rule.game, next((r for r in game.rule if r.id == passage.id), None)
    yield f"{anchor(passage.id)}\n### {md(passage.id)} {md(rule.title if rule else passage.heading)}"
    yield sentence(rule.text) if rule else f"*{passage.status.capitalize()}:* {sentence(passage.why)}"
    lines = [f"- In print: {md(passage.section)}" + ("; the rule itself is ours" if rule and house(rule) else "")]
    if rule:
        lines.append(f"- Status: {passage.status}" + (f" ({md(passage.why)})" if passage.why else ""))
        lines.append(f"- Code: {code_place(rule, '../../')}")
        lines.append(f"- Tests: {tests_list(name, passage.id, '../../')}")
        lines += [f"- Ruling: {ruling_link(r)}" for r in rule.rulings]
    else:
        lines += [f"- Ruling: {ruling_link(r)}" for r in game.rule.outline.rulings.values() if passage.id in r.rules]
    related = near(game, passage)
    if related:
        lines.append(f"- See also: {', '.join(rule_link(game, id) for id in related)}")
    if rule and rule.cards:
        lines.append(f"- Cards: {', '.join(card_words(name, c) for c in rule.cards)}")
    yield "\n".join(lines)


def house(rule: Rule) -> bool:
    """Whether a rule is a ruling of ours."""
    return rule.kind == "house"


def card_table(game: Any) -> Iterable[str]:
    """Every card of the shipped sheet, value by value."""
    sheet = load_sheet(game.rule.game)
    names = [n for n in dict.fromkeys(n for c in sheet.cards for n in shown_fields(c)) if n != "name"]
    yield f"{anchor('cards')}\n## Cards of the shipped sheet"
    stars = any(house_fields(game.rule.game, c) for c in sheet.cards)
    yield "A star marks a value of ours, where no other is known." if stars else "No value is ours: all are printed."
    rows = [["card", "copies", *names], ["---"] * (len(names) + 2)]
    for card in sheet.cards:
        ours, shown = {n for n in ("copies",) if sheet.is_house(card, n)} | house_fields(game.rule.game, card), {
            "name": card.name,
            "copies": sheet.copies[card],
            **{n: getattr(card, n) for n in shown_fields(card)},
        }  # fmt: skip
        cells = (shown.get(n, "") for n in ("name", "copies", *names))
        marked = (n in ours for n in ("name", "copies", *names))
        rows.append([md("yes" if v is True else v) + ("\\*" if m else "") for v, m in zip(cells, marked, strict=True)])
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    origins = [f"- {s.kind}: {sentence(s.what)}" for s in sheet.sources.values()]
    if sheet.numbers:
        numbers = (f"{md(n)} {v} ({sheet.number_source(n).kind})" for n, v in sheet.numbers.items())
        origins.append(f"- Numbers: {', '.join(numbers)}.")
    yield "\n".join(["Where the values come from:", "", *origins])


def chapter(passage: Passage) -> str:
    """The part of a heading path that a page is divided by."""
    path = passage.section.split("; ")[0].split(" › ")
    if len(path) > 1 and path[-1] == passage.heading:
        path.pop()
    return " › ".join(path[:2])


def rules_page(name: str) -> str:
    """docs/rules/<game>.md: the rulebook's passages in its order."""
    game = rulebooks.game(name)
    passages = game.rule.outline.passages.values()
    left = [p for p in passages if p.status != "modelled"]
    parts = [f"# {md(game.rule.title)}: the rules", NOTE]
    parts.append(
        f"{md(game.rule.edition)}. {len(passages)} passages in the rulebook's order, in our words: "
        f"{len(passages) - len(left)} modelled, {len(left)} not. Numbers that the print does not have are ours, "
        f"so each passage also says where it stands. How we read what is unclear: [rulings](../rulings.md)."
    )
    before = ""
    for passage in passages:
        if chapter(passage) != before:
            before = chapter(passage)
            parts.append(f"## {md(before)}")
        parts += rule_entry(game, passage)
    parts += card_table(game)
    return "\n\n".join(parts) + "\n"


# Rulings ------------------------------------------------------------------------------
def ruling_entry(game: Any, ruling: Ruling) -> str:
    """One ruling with its reason, and who reads it otherwise."""
    name, page = game.rule.game, f"rules/{game.rule.game}.md"
    lines = [f"{anchor(ruling.id)}\n### {md(ruling.id)}", "", sentence(ruling.text), ""]
    lines.append(f"- Why: {sentence(ruling.why)}")
    lines.append(f"- Mark: {ruling.mark}, {MARKS[ruling.mark]}")
    if ruling.option:
        lines.append(f"- Option: `{ruling.option}`, {default_of(game, ruling.option)} unless you say otherwise")
    if ruling.otherwise:
        lines.append(f"- Read otherwise by: {sentence(ruling.otherwise)}")
    lines.append(f"- Rules: {', '.join(rule_link(game, id, page) for id in ruling.rules)}")
    lines.append(f"- Tests: {tests_list(name, ruling.id, '../')}")
    return "\n".join(lines)


def default_of(game: Any, option: str) -> str:
    """An option's value when nobody sets it."""
    return str(next(f.default for f in fields(game.Options) if f.name == option))


def rulings_page() -> str:
    """docs/rulings.md: every interpretation of ours, game by game."""
    parts = ["# Rulings", NOTE]
    parts.append(
        "How we read what a rulebook leaves open, says twice or says by slip. Each ruling has a reason and a mark "
        "that says how sure we are:"
    )
    parts.append("\n".join(f"- {mark}: {what}" for mark, what in MARKS.items()))
    parts.append(
        "Where honest readers differ, an option switches the ruling: "
        "`karen.Setup(karen.Options(copy_unused=False))`. The program tells them too: "
        '`game("karen").rule["5.5a"].rulings`.'
    )
    for name in rulebooks.GAMES:
        game = rulebooks.game(name)
        rulings = game.rule.outline.rulings.values()
        parts.append(f"## {md(game.rule.title)}")
        if not rulings:
            parts.append("None: its rulebook leaves nothing open.")
            continue
        counts = (f"{sum(r.mark == mark for r in rulings)} {mark}" for mark in MARKS)
        parts.append(f"{len(rulings)} rulings: {', '.join(counts)}.")
        options = [r for r in rulings if r.option]
        if options:
            rows = ["| option | unless told | ruling |", "| --- | --- | --- |"]
            rows += [f"| `{r.option}` | {default_of(game, r.option)} | {link(r.id, f'#{r.id}')} |" for r in options]
            parts.append("\n".join(rows))
        parts += [ruling_entry(game, r) for r in rulings]
    return "\n\n".join(parts) + "\n"


def not_modelled_page() -> str:
    """docs/not_modelled.md: what no code stands for, over all games."""
    parts = ["# What is not modelled", NOTE]
    parts.append("The passages that no rule function stands for, with the reason. Everything else is modelled.")
    for name in rulebooks.GAMES:
        game = rulebooks.game(name)
        left = [p for p in game.rule.outline.passages.values() if p.status != "modelled"]
        lines = [
            f"- {rule_link(game, p.id, f'rules/{name}.md')} ({md(p.section)}), {p.status}: {sentence(p.why)}"
            for p in left
        ]
        parts += [f"## {md(game.rule.title)}", "\n".join(lines) or "Nothing is left out."]
    return "\n\n".join(parts) + "\n"


# Modules ------------------------------------------------------------------------------
PACKAGES = {"rulebooks": "rulebooks", "widgets/rulebook_widgets": "rulebook_widgets"}  # folder -> import name


def modules_page() -> str:
    """docs/modules.md: every module with the first sentence of its docstring."""
    parts = ["# Every module", NOTE, "Each file with the sentence it begins with. How they work together: "]
    parts[-1] += "[architecture.md](architecture.md)."
    for folder in PACKAGES:
        root, rows = DOCS.parent / folder, ["| module | what it is |", "| --- | --- |"]
        for file in sorted(root.rglob("*.py"), key=lambda f: (f.parent.as_posix(), f.name)):
            text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
            if text:
                place, name = file.relative_to(DOCS.parent).as_posix(), file.relative_to(root).as_posix()
                rows.append(f"| [`{name}`](../{place}) | {told(text)} |")
        parts += [f"## {md(PACKAGES[folder])}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Name below docs/ -> text, for every generated page."""
    made = {f"rules/{name}.md": rules_page(name) for name in rulebooks.GAMES}
    return made | {"rulings.md": rulings_page(), "not_modelled.md": not_modelled_page(), "modules.md": modules_page()}


def stale(docs: Path = DOCS) -> list[str]:
    """The pages that are missing or not what would be written now, and those that nobody writes any more."""
    made = pages()
    old = [n for n, text in made.items() if not (docs / n).is_file() or (docs / n).read_text(encoding="utf-8") != text]
    return old + [f"rules/{p.name}" for p in sorted(docs.glob("rules/*.md")) if f"rules/{p.name}" not in made]


def main(argv: Sequence[str] = ()) -> int:
    """Write the pages, or with --check only say which are out of date."""
    if list(argv) not in ([], ["--check"]):
        print("usage: python docs/make_pages.py [--check]", file=sys.stderr)
        return 2
    if argv:
        old = stale()
        print("\n".join(f"out of date: docs/{name}" for name in old) or "all generated pages are current")
        return 1 if old else 0
    for name, text in pages().items():
        place = DOCS / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote docs/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
