"""Which test shows which rule: read off the marks in the test files, and kept in rulebooks/outlines/tests.json.

`python tests/rule_index.py` writes the file anew; test_rule_coverage.py requires that it is current.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import rulebooks

TESTS = Path(__file__).parent
STORED = TESTS.parent / "rulebooks" / "outlines" / "tests.json"
MARKS = ("rule", "ruling")
Index = dict[str, dict[str, list[str]]]  # game -> rule or ruling id -> tests, as "file::name"


def game_of(path: Path, tree: ast.Module) -> str | None:
    """The game a test file is about: its GAME = "…", else what its name begins with: test_<game>…"""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "GAME" for t in node.targets):
            return str(ast.literal_eval(node.value))
    about = path.stem.removeprefix("test_")
    fitting = [g for g in rulebooks.GAMES if about == g or about.startswith(f"{g}_")]
    return max(fitting, key=len, default=None)


def marks_of(function: ast.AST, mark: str, path: Path) -> Iterator[str]:
    """The ids a function's decorators name with one mark, also inside pytest.param(…, marks=…)."""
    for node in (n for decorator in getattr(function, "decorator_list", []) for n in ast.walk(decorator)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == f"pytest.mark.{mark}":
            for id in node.args:
                if not (isinstance(id, ast.Constant) and isinstance(id.value, str)):
                    raise ValueError(f"{path.name}, line {node.lineno}: the mark {mark} takes ids as text")
                yield id.value


def tests_in(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """(name, function) of each test, methods of test classes included."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from tests_in(node.body, f"{prefix}{node.name}::")


def build(marks: tuple[str, ...] = MARKS, folder: Path = TESTS) -> Index:
    """The index, from the test files as they are now."""
    index: Index = {game: {} for game in rulebooks.GAMES}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        game = game_of(path, tree)
        for name, function in tests_in(tree.body, f"{path.relative_to(folder).as_posix()}::"):
            for id in (id for mark in marks for id in marks_of(function, mark, path)):
                if game is None:
                    raise ValueError(f'{name} shows {id}, but of which game? Put GAME = "…" into the file')
                tests = index.setdefault(game, {}).setdefault(id, [])
                if name not in tests:
                    tests.append(name)
    return {game: dict(sorted(ids.items())) for game, ids in index.items()}


def as_text(index: Index) -> str:
    """The index as it is stored."""
    return json.dumps(index, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STORED.write_text(as_text(build()), encoding="utf-8", newline="\n")
    print(f"{STORED}: {sum(len(ids) for ids in build().values())} rules and rulings have tests")
