"""The pages in docs/ are true: generated ones are current, examples print what they say, names and links exist."""

import doctest
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rulebooks

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
HOW_TO = DOCS / "how_to_add_a_game.md"
PAGES = sorted(DOCS.rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
FILE = re.compile(r"# ([\w/]+\.(?:py|toml))\n")


def make_pages() -> ModuleType:
    """The generator, which is a script and no module of a package."""
    spec = importlib.util.spec_from_file_location("make_pages", DOCS / "make_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def blocks(page: Path) -> Iterator[tuple[str, str, int]]:
    """The fenced blocks of a page: language, text, line."""
    text = page.read_text(encoding="utf-8")
    return ((m[1], m[2], text.count("\n", 0, m.start(2))) for m in BLOCK.finditer(text))


def name_of(page: Path) -> str:
    """A page as it is called from the project's root."""
    return page.relative_to(ROOT).as_posix()


# Generated pages --------------------------------------------------------------
def test_the_generated_pages_are_current() -> None:
    assert make_pages().stale() == [], "run: python docs/make_pages.py"


def test_a_page_that_was_changed_by_hand_is_found(tmp_path: Path) -> None:
    maker = make_pages()
    for name, text in maker.pages().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert maker.stale(tmp_path) == []
    (tmp_path / "rulings.md").write_text("by hand", encoding="utf-8")
    (tmp_path / "rules" / "chess.md").write_text("a game that left", encoding="utf-8")
    (tmp_path / "rules" / "lantern.md").unlink()
    assert maker.stale(tmp_path) == ["rules/lantern.md", "rulings.md", "rules/chess.md"]


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_each_passage_ruling_and_rule_stands_on_its_page_once(name: str) -> None:
    outline, maker = rulebooks.game(name).rule.outline, make_pages()
    page, rulings = maker.rules_page(name), maker.rulings_page()
    assert re.findall(r'<a id="(.+?)">', page) == [*outline.passages, "cards"]
    assert [id for id in outline.rulings if rulings.count(f'<a id="{id}">') != 1] == []
    assert "Tests: none" not in page + rulings


# Examples, names, links -------------------------------------------------------
@pytest.mark.parametrize("page", [p for p in PAGES if p != HOW_TO], ids=name_of)
def test_examples_print_what_they_say(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    shared: dict[str, Any] = {}
    for language, text, line in blocks(page):
        if language in ("python", "pycon") and ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, shared, name_of(page), name_of(page), line)
            runner.run(test, clear_globs=False)
            shared = test.globs
    assert runner.failures == 0, capsys.readouterr().out


def target(page: Path, link: str) -> tuple[Path, str]:
    """The file and the place in it that a link names."""
    file, _, place = link.partition("#")
    return (page.parent / file).resolve() if file else page, place


def places(page: Path) -> set[str]:
    """What links into a page can name: the places it marks, and its headings as GitHub writes them."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    slugs = (re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings)
    return {*re.findall(r'<a id="(.+?)">', text), *slugs}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    lost = []
    for link in re.findall(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)", text):
        file, place = target(page, link)
        if not link.startswith("http") and not (file.exists() and (not place or place in places(file))):
            lost.append(link)
    assert lost == []


def resolve(name: str) -> object:
    """What a dotted name stands for: a module, or something in one, fields of dataclasses included."""
    parts = name.split(".")
    if parts[0] not in ("rulebooks", "rulebook_widgets"):
        parts.insert(0, "rulebooks")
    for cut in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            known = getattr(found, "__dataclass_fields__", {})
            found = known[part] if part in known else getattr(found, part)
        return found
    raise AttributeError(name)


def glossary_names() -> list[str]:
    """Every name in the glossary's column of code names, and every name in the game columns."""
    rows = [line for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return sorted({name for row in rows for name in re.findall(r"`([a-z_]\w*(?:\.\w+)+)`", row)})


def test_every_name_in_the_glossary_exists() -> None:
    names = glossary_names()
    assert len(names) > 60
    lost = []
    for name in names:
        try:
            resolve(name)
        except AttributeError:
            lost.append(name)
    assert lost == []


def test_a_name_that_does_not_exist_is_found() -> None:
    assert resolve("core.chance.Bag.add")
    assert resolve("lantern.State.oil")
    with pytest.raises(AttributeError):
        resolve("lantern.State.petrol")


def test_the_index_of_the_pages_names_each_of_them() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    assert [
        name_of(p) for p in PAGES if p.parent == DOCS and p.name != "README.md" and f"({p.name})" not in index
    ] == []
    assert [g for g in rulebooks.GAMES if f"(rules/{g}.md)" not in index] == []


# The game that the how-to adds --------------------------------------------------
@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kit with the game of the how-to on its shelf, as its reader would have put it there."""
    root = tmp_path_factory.mktemp("kit")
    skip = shutil.ignore_patterns("__pycache__")
    for folder in ("rulebooks", "widgets"):
        shutil.copytree(ROOT / folder, root / folder, ignore=skip)
    for file in (
        "pyproject.toml", "docs/make_pages.py", "tests/conftest.py", "tests/rule_index.py",
        "tests/test_rule_coverage.py",
        "tests/test_examples.py", "tests/test_every_game.py", "tests/friday_players.py", "tests/pirate_table.py",
        "tests/pilgrim_games.py",
        "tests/kabula_table.py",
    ):  # fmt: skip
        (root / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, root / file)
    sessions = []
    for language, text, _ in blocks(HOW_TO):
        head = FILE.match(text)
        if head:
            with (root / head[1]).open("a", encoding="utf-8") as out:
                out.write(("\n\n" if out.tell() else "") + text[head.end() :])
        elif language == "pycon":
            sessions.append(text)
    (root / "sessions.txt").write_text("\n".join(sessions), encoding="utf-8")
    shelf = root / "rulebooks" / "__init__.py"
    shelf.write_text(re.sub(r"^GAMES = \(", 'GAMES = ("mushrooms", ', shelf.read_text(encoding="utf-8"), flags=re.M))
    return root


def run(kit: Path, *arguments: str) -> str:
    """What a command says in the copy; AssertionError when it fails."""
    paths = os.pathsep.join(str(kit / place) for place in (".", "widgets", "tests"))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=kit, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done.stdout


PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")


@pytest.mark.xdist_group("how_to")
def test_the_game_of_the_how_to_passes_its_own_tests(kit: Path) -> None:
    assert " passed" in run(kit, *PYTEST, "tests/test_mushrooms.py")


@pytest.mark.xdist_group("how_to")
def test_the_game_of_the_how_to_keeps_the_promises_of_every_game(kit: Path) -> None:
    run(kit, "tests/rule_index.py")
    run(kit, "-m", "rulebooks.core.example_search", "mushrooms")
    files = ("tests/test_rule_coverage.py", "tests/test_every_game.py", "tests/test_examples.py")
    said = run(kit, *PYTEST, *files, "-k", "mushrooms and not many")
    assert int(re.findall(r"(\d+) passed", said)[0]) > 20
    run(kit, "docs/make_pages.py")
    assert "A spoilt basket" in (kit / "docs" / "rules" / "mushrooms.md").read_text(encoding="utf-8")


@pytest.mark.xdist_group("how_to")
def test_the_sessions_of_the_how_to_print_what_they_say(kit: Path) -> None:
    run(kit, "-m", "doctest", "-o", "NORMALIZE_WHITESPACE", "sessions.txt")


@pytest.mark.xdist_group("how_to")
def test_the_command_line_lists_the_game_of_the_how_to(kit: Path) -> None:
    assert "Mushrooms, a solo game of nerve" in run(kit, "-m", "rulebooks")
    assert "cep,Cep,2,2,false," in run(kit, "-m", "rulebooks", "sheet", "mushrooms", "--csv")


# The README's table of games ------------------------------------------------------
def test_the_readme_says_of_each_game_how_much_is_modelled() -> None:
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    for name in rulebooks.GAMES:
        book = rulebooks.game(name).rule
        (row,) = (row for row in rows if row.startswith(f"| {book.title} |"))
        assert f"(docs/rules/{name}.md)" in row
        assert f" {len(book)} " in row, f"the row of {book.title} must say that {len(book)} rules are modelled"
        rulings = len(book.outline.rulings)
        assert not rulings or f" {rulings} rulings" in row
