"""The notebooks are tests: each one ran in order, has something to compare, and a wrong number in it is caught."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import notebooks as tools

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = sorted((ROOT / "notebooks").rglob("[0-9]*.ipynb"))
FRACTION = re.compile(r"(?<![\w/.])(\d+)(/|, )(\d+)(?![\w/.])")
IGNORED_CELLS_ALLOWED = 0

pytestmark = pytest.mark.xdist_group("notebooks")


def tiny(path: Path, *sources: str) -> Path:
    """A refreshed notebook of our own with these code cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=tools.KERNEL), path)
    tools.refresh(path)
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound notebook: the smallest shipped one that shows a fraction, or a tiny one while there is none."""
    for path in sorted(SHIPPED, key=lambda p: p.stat().st_size):
        if planted(path, tmp_path_factory.mktemp("try") / path.name):
            return path
    return tiny(
        tmp_path_factory.mktemp("tiny") / "tiny.ipynb", "from fractions import Fraction\nprint(Fraction(223, 360))"
    )


def planted(path: Path, copy: Path) -> bool:
    """Write `copy`, in which one stored fraction is wrong by one; False when `path` shows no fraction."""
    notebook = tools.read(path)
    for cell in notebook.cells:
        for out in cell.get("outputs", []):
            where, key = (out, "text") if out.output_type == "stream" else (out.get("data", {}), "text/plain")
            if isinstance(text := where.get(key), str) and (found := FRACTION.search(text)):
                wrong = f"{int(found[1]) + 1}{found[2]}{found[3]}"
                where[key] = text[: found.start()] + wrong + text[found.end() :]
                tools.write(notebook, copy)
                return True
    return False


def nbval(*paths: Path) -> "subprocess.CompletedProcess[str]":
    """Run nbval strictly on some notebooks, as `make test` does."""
    command = [
        *(sys.executable, "-m", "pytest", "-q", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")),
        *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark"),
        *("--nbval", "--nbval-current-env", "--nbval-sanitize-with", str(ROOT / "tests" / "nbval.cfg")),
    ]
    # a notebook of a reader is free to skip; the outer run's own settings do not belong in the inner one
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return subprocess.run([*command, *map(str, paths)], env=environment, capture_output=True, text=True, timeout=300)


def test_every_shipped_notebook_ran_in_order_and_has_something_to_compare() -> None:
    faults = [f"{path.name}: {fault}" for path in SHIPPED for fault in tools.check(path)[0]]
    assert faults == []


def test_shipped_notebooks_leave_no_output_out_of_the_comparison() -> None:
    tagged = [
        f"{path.name} cell {number}"
        for path in SHIPPED
        for number, cell in enumerate(tools.read(path).cells)
        if tools.tags(cell) & tools.IGNORED
    ]
    assert len(tagged) <= IGNORED_CELLS_ALLOWED, tagged


def test_the_notebook_run_passes_on_a_sound_copy_and_fails_on_one_with_a_wrong_fraction(
    sound: Path, tmp_path: Path
) -> None:
    (tmp_path / "right").mkdir()
    (tmp_path / "wrong").mkdir()
    right = Path(shutil.copy(sound, tmp_path / "right" / sound.name))
    wrong = tmp_path / "wrong" / sound.name
    assert planted(right, wrong)
    passes, fails = nbval(right), nbval(wrong)
    assert passes.returncode == 0, passes.stdout[-3000:]
    assert fails.returncode == 1, fails.stdout[-3000:]
    assert "mismatch" in fails.stdout


def test_a_stripped_notebook_is_refused(tmp_path: Path) -> None:
    path = tiny(tmp_path / "stripped.ipynb", "1 + 1")
    notebook = tools.read(path)
    notebook.cells[0].execution_count = None
    notebook.cells[0].outputs = []
    tools.write(notebook, path)
    wrong, compared = tools.check(path)
    assert wrong == [
        "cell 0: never executed, nbval would compare nothing",
        "no cell has an output that is compared",
    ]
    assert compared == 0


def test_cells_that_ran_out_of_order_are_refused(tmp_path: Path) -> None:
    path = tiny(tmp_path / "order.ipynb", "1", "2")
    notebook = tools.read(path)
    notebook.cells[0].execution_count, notebook.cells[1].execution_count = 2, 1
    tools.write(notebook, path)
    assert [fault for fault in tools.check(path)[0] if "out of order" in fault] == [
        "cell 0: executed out of order (2, not 1)",
        "cell 1: executed out of order (1, not 2)",
    ]


@pytest.mark.parametrize(
    "source, fault",
    [
        ("object()", "memory address"),
        ("print('/home/someone/game')", "path of one machine"),
        ("import ipywidgets\nwith ipywidgets.Output():\n    pass\n1", "fail under nbval"),
    ],
)
def test_an_output_that_cannot_be_the_same_twice_is_refused(source: str, fault: str, tmp_path: Path) -> None:
    wrong, _ = tools.check(tiny(tmp_path / "unstable.ipynb", source))
    assert any(fault in text for text in wrong), wrong


def test_refresh_gives_the_same_file_twice(tmp_path: Path) -> None:
    path = tiny(tmp_path / "same.ipynb", "from fractions import Fraction\nprint('half')", "Fraction(1, 2)")
    first = path.read_bytes()
    tools.refresh(path)
    assert path.read_bytes() == first


def test_the_tool_ends_with_an_error_when_a_notebook_has_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tiny(tmp_path / "good.ipynb", "1"), tiny(tmp_path / "bad.ipynb", "object()")
    assert tools.main(["check", str(good)]) == 0
    assert tools.main(["check", str(good), str(bad)]) == 1
    assert "cell 0: a memory address" in capsys.readouterr().out
