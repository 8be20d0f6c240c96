"""The wheel holds all that an installed Rulebook Lab needs, and nothing of one machine."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rulebooks import __main__ as command

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, without any network."""
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_module_sheet_outline_script_and_notebook(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = [
        path.relative_to(ROOT / folder).as_posix()
        for folder in (".", "widgets")
        for package in ("rulebooks", "rulebook_widgets")
        for path in (ROOT / folder / package).rglob("*.*")
        if path.suffix in {".py", ".toml", ".json", ".js", ".mjs", ".css", ".svg"}
    ]
    notebooks = [p.as_posix() for p in command.shipped_notebooks(ROOT / "notebooks")]
    assert len(wanted) > 20
    assert sorted(set(wanted) - held) == []
    assert [name for name in notebooks if f"rulebooks/_notebooks/{name}" not in held] == []


def test_an_installed_wheel_lists_the_games_and_copies_its_notebooks(wheel: Path, tmp_path: Path) -> None:
    unpacked, home = tmp_path / "site", tmp_path / "home"
    zipfile.ZipFile(wheel).extractall(unpacked)
    home.mkdir()
    script = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r})\n"
        "import rulebooks.__main__ as command\n"
        "from pathlib import Path\n"
        "assert command.main([]) == 0\n"
        "source = command.notebooks_source()\n"
        "assert source.parent.parent == Path(sys.path[0]), source\n"
        "command.copy_notebooks(source, Path('mine'), '1')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=home, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "lantern" in done.stdout
    copied = sorted(path.relative_to(home / "mine").as_posix() for path in (home / "mine").rglob("*.ipynb"))
    assert copied == sorted(path.as_posix() for path in command.shipped_notebooks(ROOT / "notebooks"))
