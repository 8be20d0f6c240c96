"""Promises the project as a whole keeps: what its files may not hold, and what its lists must."""

import ast
import doctest
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
SEEDS = Path(os.environ.get("RULEBOOKS_SEEDS") or ROOT.parent / "shared" / "seeds")
RUN = 8  # so many words of a rulebook in a row are a quotation
MAY_SAMPLE = {"rulebooks/core/play.py", "rulebooks/core/odds.py", "rulebooks/core/sampling.py"}
# The only files of the core that may hold a float, and what they need it for. No odds pass through any of them.
MAY_HOLD_FLOATS = {
    "rulebooks/core/cards.py": "likeness of a misspelt name",
    "rulebooks/core/search.py": "ranking of what a search found",
    "rulebooks/core/sampling.py": "the interval beside a sample",
    "rulebooks/core/odds.py": "seconds until progress is shown",
    "rulebooks/core/result.py": "percentages as they are printed",
}
# In pieces, so that this file does not trip over itself.
HOSTS = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "npmjs" + ".org",
    "npmjs" + ".com",
    "debian" + ".org",
    "proxy.golang" + ".org",
    "crates" + ".io",
    "conda" + ".anaconda.org",
    "jsdelivr" + ".net",
    "unpkg" + ".com",
)


@cache
def tracked() -> dict[str, str]:
    """Every text file that git tracks: its name and its text."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    texts: dict[str, str] = {}
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return texts


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """The parsed Python files below some folders of the project, tracked or not."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and first name of everything a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.split(".")[0]


# Words ------------------------------------------------------------------------
def words(text: str) -> list[tuple[str, int]]:
    """The words of a text in lower case, apostrophes dropped, each with its line number."""
    return [
        (word, number)
        for number, line in enumerate(text.splitlines(), 1)
        for word in re.findall(r"[^\W_]+", re.sub(r"['’]", "", line.lower()))
    ]


def runs(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every run of RUN words, with the line where it begins; runs that are mostly numbers are no prose."""
    listed = words(text)
    for start in range(len(listed) - RUN + 1):
        run = tuple(word for word, _ in listed[start : start + RUN])
        if sum(not word.isdigit() for word in run) > RUN // 2:
            yield run, listed[start][1]


def prose(name: str, text: str) -> str:
    """What to look through in a file: for a notebook its cells, since JSON cuts their lines apart."""
    if not name.endswith(".ipynb"):
        return text
    pieces: list[str] = []

    def gather(value: object) -> None:
        if isinstance(value, str):
            pieces.append(value if value.endswith("\n") else value + "\n")
        elif isinstance(value, list):
            if value and all(isinstance(item, str) for item in value):
                pieces.append("".join(value) + "\n")
            else:
                for item in value:
                    gather(item)
        elif isinstance(value, dict):
            for item in value.values():
                gather(item)

    gather(json.loads(text).get("cells", []))
    return "".join(pieces)


def quotations(seeds: dict[str, str], texts: dict[str, str]) -> list[str]:
    """Where `texts` quote eight words in a row of any seed: file, line, words."""
    taken = {run: name for name, text in seeds.items() for run, _ in runs(text)}
    return [
        f"{name}:{line}: {' '.join(run)}  (as in {taken[run]})"
        for name, text in texts.items()
        for run, line in runs(prose(name, text))
        if run in taken
    ]


def test_a_quotation_is_found_across_lines_quotes_and_comment_signs() -> None:
    seeds = {"seed": "The keeper's lamp burns one measure of oil each night it stands."}
    code = {"a.py": '# The keepers lamp\n# burns: "one"\n#   measure, of oil\n'}
    assert quotations(seeds, code) == ["a.py:1: the keepers lamp burns one measure of oil  (as in seed)"]
    assert quotations(seeds, {"b.py": "the keepers lamp burns one measure of wax each night it stands"}) == []


def test_no_file_quotes_eight_words_in_a_row_of_a_rulebook() -> None:
    if not SEEDS.is_dir():
        pytest.skip(f"the rulebooks' texts are not at hand ({SEEDS}); name their folder in RULEBOOKS_SEEDS")
    seeds = {path.name: path.read_text(encoding="utf-8") for path in sorted(SEEDS.glob("*.txt"))}
    assert seeds, f"no seed in {SEEDS}"
    found = quotations(seeds, tracked())
    assert not found, "\n".join(["rulebook text in the project:", *found])


# Files ------------------------------------------------------------------------
def test_no_tracked_file_names_a_package_registry_or_a_script_host() -> None:
    found = [f"{name}: {host}" for name, text in tracked().items() for host in HOSTS if host in text.lower()]
    assert found == []


def test_the_licence_the_readme_and_the_package_agree() -> None:
    project = tomllib.loads(tracked()["pyproject.toml"])["project"]
    assert project["license"] == "MIT"
    assert tracked()["LICENSE"].startswith("MIT License")
    import rulebooks

    assert rulebooks.__version__ == project["version"]


# Versions -----------------------------------------------------------------------
def pinned() -> dict[str, str]:
    """The constraints, by normalised name."""
    lines = [line for line in tracked()["constraints.txt"].splitlines() if line.strip()]
    bad = [line for line in lines if not re.fullmatch(r"[A-Za-z0-9][\w.-]*==\d[\w.!+-]*", line)]
    assert bad == [], "each line is NAME==VERSION and nothing else"
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def test_constraints_name_each_package_once_with_one_version() -> None:
    lines = tracked()["constraints.txt"].split()
    assert len(pinned()) == len(lines)


def test_constraints_pin_everything_that_an_installation_with_the_test_tools_brings() -> None:
    constraints, seen = pinned(), set[str]()
    queue: list[tuple[str, frozenset[str]]] = [("rulebook-lab", frozenset({"test"}))]
    unpinned: list[str] = []
    while queue:
        name, extras = queue.pop()
        for text in importlib.metadata.requires(name) or []:
            wanted = Requirement(text)
            key = canonicalize_name(wanted.name)
            applies = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in {"", *extras})
            if not applies or key in seen:
                continue
            seen.add(key)
            if key not in constraints:
                unpinned.append(f"{key} (wanted by {name})")
            queue.append((key, frozenset(wanted.extras)))
    assert len(seen) > 30
    if sys.platform == "linux":  # elsewhere a few packages of that system's own come on top
        assert unpinned == []


def test_the_project_asks_for_nothing_that_its_constraints_forbid() -> None:
    project = tomllib.loads(tracked()["pyproject.toml"])["project"]
    asked = [Requirement(t) for t in [*project["dependencies"], *project["optional-dependencies"]["test"]]]
    constraints = pinned()
    assert [str(r) for r in asked if not r.specifier.contains(constraints[canonicalize_name(r.name)])] == []


# Code ---------------------------------------------------------------------------
def test_only_play_and_sampling_use_a_random_generator() -> None:
    found = [
        f"{name}:{line}"
        for name, tree in sources("rulebooks")
        for line, module in imports(tree)
        if module in {"random", "secrets", "numpy"} and name not in MAY_SAMPLE
    ]
    assert found == []


def test_the_core_computes_without_floats() -> None:
    found = [
        f"{name}:{node.lineno}: {node.value!r}"
        for name, tree in sources("rulebooks/core")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)) and name not in MAY_HOLD_FLOATS
    ]
    assert found == []


def test_no_text_is_ever_run_as_code() -> None:
    forbidden_names, forbidden_modules = {"eval", "exec", "compile", "__import__"}, {"pickle", "marshal", "shelve"}
    found: list[str] = []
    for name, tree in sources("rulebooks", "widgets"):
        found += [f"{name}:{line}: import {module}" for line, module in imports(tree) if module in forbidden_modules]
        found += [
            f"{name}:{node.lineno}: {node.func.id}()"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in forbidden_names
        ]
    assert found == []


def test_widgets_and_rules_import_nothing_that_a_browser_kernel_lacks() -> None:
    lacking = {"numpy", "scipy", "pandas", "matplotlib", "numba"}
    found = [
        f"{name}:{line}: import {module}"
        for name, tree in sources("rulebooks", "widgets")
        for line, module in imports(tree)
        if module in lacking
    ]
    assert found == []


# README ---------------------------------------------------------------------------
def readme_examples() -> Iterator[doctest.DocTest]:
    """The fenced Python sessions of the README."""
    text = tracked()["README.md"]
    for number, match in enumerate(re.finditer(r"^```(?:python|pycon)\n(.*?)^```", text, re.M | re.S)):
        if ">>>" in match[1]:
            line = text[: match.start(1)].count("\n")
            yield doctest.DocTestParser().get_doctest(match[1], {}, f"README example {number}", "README.md", line)


def test_the_readme_examples_say_what_they_print(capsys: pytest.CaptureFixture[str]) -> None:
    examples = list(readme_examples())
    assert sum(len(example.examples) for example in examples) >= 3
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in examples:
        runner.run(example)
    assert runner.failures == 0, capsys.readouterr().out


def test_the_readme_shows_a_picture_that_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", tracked()["README.md"])
    assert pictures, "one screenshot, with a description for readers who do not see it"
    assert all(not picture.startswith("http") for picture in pictures)
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


# Skips ----------------------------------------------------------------------------
@pytest.mark.parametrize("strict", ["1", "0"])
def test_a_skip_is_a_failure_where_nothing_may_be_skipped(strict: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "test_one.py").write_text(
        "import pytest\n"
        "def test_passes(): pass\n"
        "@pytest.mark.skip(reason='too lazy')\n"
        "def test_lazy(): pass\n"
        "@pytest.mark.xfail\n"
        "def test_known(): assert False\n"
    )
    module = "import pytest\npytest.importorskip('no_such_module_at_all')\n"
    (tmp_path / "test_two.py").write_text(module)
    command = [sys.executable, "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider"]
    # the inner runs need no plugin, and start much faster without
    environment = {**os.environ, "RULEBOOKS_NO_SKIP": strict, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    for name, reason in (("test_one.py", "too lazy"), ("test_two.py", "no_such_module_at_all")):
        done = subprocess.run(
            [*command, name], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        # a file skipped as a whole leaves no test: pytest then ends with 5
        assert done.returncode in ((1, 2) if strict == "1" else (0, 5)), done.stdout
        assert reason in done.stdout
        assert "xfailed" in done.stdout or name == "test_two.py"
