"""One notebook, two Pythons: what is saved is what the browser's Python computes; and each shows its version first."""

from pathlib import Path

import nbformat
import pytest

import notebooks as tools
import rulebooks
from lite_site import built, parity
from rulebooks.core import room
from rulebooks.core.graph import Graph, TooLarge

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = sorted((ROOT / "notebooks").rglob("[0-9]*.ipynb"))
QUICK = {"00_start_here.ipynb", "05_widgets.ipynb", "50_kabula.ipynb"}  # a few seconds each; the rest in the long run

pytestmark = pytest.mark.xdist_group("lite")


@pytest.fixture(scope="module")
def lite() -> Path:
    """The built site's JupyterLite."""
    return built()


def with_outputs(path: Path, *cells: tuple[str, str]) -> Path:
    """A notebook of cells that are said to have printed something."""
    made = nbformat.v4.new_notebook(metadata=tools.KERNEL)
    for number, (source, printed) in enumerate(cells, 1):
        out = nbformat.v4.new_output("stream", name="stdout", text=printed)
        made.cells.append(nbformat.v4.new_code_cell(source, execution_count=number, outputs=[out]))
    nbformat.write(made, path)
    return path


@pytest.mark.parametrize(
    "notebook",
    [pytest.param(path, id=path.stem, marks=[] if path.name in QUICK else pytest.mark.long) for path in SHIPPED],
)
def test_the_saved_outputs_are_what_the_browsers_python_computes(lite: Path, notebook: Path) -> None:
    done = parity(lite, notebook)
    assert done.returncode == 0, done.stdout + done.stderr
    cells = sum(cell.cell_type == "code" for cell in tools.read(notebook).cells)
    assert f"{cells} passed, 0 failed" in done.stdout


def test_a_wrong_fraction_a_missing_output_and_an_error_make_it_fail(lite: Path, tmp_path: Path) -> None:
    half = "from fractions import Fraction\nprint(Fraction(2, 4))"
    cells = [(half, "1/2\n"), (half, "1/3\n"), ("print(5)\n5", "5\n"), ("1 / 0", ""), ("None", "gone\n")]
    done = parity(lite, with_outputs(tmp_path / "planted.ipynb", *cells))
    assert done.returncode == 1
    assert "1 passed, 4 failed" in done.stdout
    for words in (
        '''cell 1, stdout\n  saved:   "1/3\\n"\n  browser: "1/2\\n"''',
        '''cell 2, text/plain\n  saved:   null\n  browser: "5"''',
        "ZeroDivisionError: division by zero",
        """cell 4, stdout\n  saved:   "gone\\n"\n  browser: null""",
    ):
        assert words in done.stdout


@pytest.mark.long
def test_a_fraction_planted_in_a_shipped_notebook_is_found(lite: Path, tmp_path: Path) -> None:
    text = SHIPPED[0].read_text(encoding="utf-8")
    assert "223/360" in text
    copy = tmp_path / SHIPPED[0].name
    copy.write_text(text.replace("223/360", "224/360", 1), encoding="utf-8")
    done = parity(lite, copy)
    assert done.returncode == 1
    assert "224/360" in done.stdout


def test_what_does_not_fit_is_refused_there_with_its_size(
    lite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    karen = rulebooks.game("karen")
    monkeypatch.setattr(room, "IN_PAGE", True)
    with pytest.raises(TooLarge, match="at least about") as no:
        Graph(karen, karen.initial_state(), limit=200_000)
    source = """from rulebooks import game, odds
karen = game("karen")
try:
    odds.value(karen, karen.initial_state(), karen.GOALS["clear"])
except ValueError as no:
    print(no)"""
    done = parity(lite, with_outputs(tmp_path / "large.ipynb", (source, f"{no.value}\n")))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("notebook", SHIPPED, ids=lambda path: path.stem)
def test_the_first_cell_of_each_notebook_shows_the_version(notebook: Path) -> None:
    first = next(cell for cell in tools.read(notebook).cells if cell.cell_type == "code")
    assert 'print("Rulebook Lab", rulebooks.__version__)' in first.source
    assert first.outputs[0].text == f"Rulebook Lab {rulebooks.__version__}\n"
