"""`python -m rulebooks`: what each verb says and does, and that nothing of the owner's is ever lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulebooks
from rulebooks import __main__ as command


def notebook(path: Path, source: str, output: str = "") -> Path:
    """A small notebook with one code cell, written to `path`."""
    outputs = [{"output_type": "stream", "name": "stdout", "text": [output]}] if output else []
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": outputs,
        "source": [source],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A folder of notebooks as they ship: a start, a game, and a lesson in a folder of its own."""
    notebook(tmp_path / "shipped" / command.START, "print('start')")
    notebook(tmp_path / "shipped" / "10_game.ipynb", "print('game')")
    notebook(tmp_path / "shipped" / "lessons" / "first.ipynb", "print('lesson')")
    notebook(tmp_path / "shipped" / ".ipynb_checkpoints" / "old.ipynb", "print('old')")
    return tmp_path / "shipped"


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# Copying notebooks --------------------------------------------------------------
def test_notebooks_and_lessons_are_copied_to_a_new_folder(shipped: Path, tmp_path: Path) -> None:
    told = command.copy_notebooks(shipped, tmp_path / "new" / "mine", "1.0")
    assert list(everything(tmp_path / "new" / "mine")) == [
        "00_start_here.ipynb",
        "10_game.ipynb",
        "lessons/first.ipynb",
    ]
    assert told == [f"3 notebooks copied to {tmp_path / 'new' / 'mine'}"]


def test_a_second_copy_of_the_same_notebooks_changes_and_says_nothing(shipped: Path, tmp_path: Path) -> None:
    command.copy_notebooks(shipped, tmp_path / "mine", "1.0")
    before = everything(tmp_path / "mine")
    assert command.copy_notebooks(shipped, tmp_path / "mine", "1.0") == []
    assert everything(tmp_path / "mine") == before


def test_an_edited_notebook_is_kept_and_the_shipped_one_put_beside_it_once(shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    command.copy_notebooks(shipped, mine, "1.0")
    edited = notebook(mine / "10_game.ipynb", "print('my own idea')").read_bytes()
    told = command.copy_notebooks(shipped, mine, "1.1")
    assert told == ["10_game.ipynb: your edited copy is kept; the shipped one is now beside it, 10_game.new-1.1.ipynb"]
    assert (mine / "10_game.ipynb").read_bytes() == edited
    assert (mine / "10_game.new-1.1.ipynb").read_bytes() == (shipped / "10_game.ipynb").read_bytes()


def test_an_edited_copy_of_the_new_version_is_kept_too(shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    notebook(mine / "10_game.ipynb", "print('my own idea')")
    command.copy_notebooks(shipped, mine, "1.1")
    notebook(mine / "10_game.new-1.1.ipynb", "print('tried this too')")
    before = everything(mine)
    told = command.copy_notebooks(shipped, mine, "1.1")
    assert told == ["10_game.ipynb: your edited copy is kept; the shipped one is 10_game.new-1.1.ipynb"]
    assert everything(mine) == before


def test_a_notebook_that_was_merely_run_and_saved_counts_as_unedited(shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    run = notebook(mine / "10_game.ipynb", "print('game')", output="game\n").read_bytes()
    command.copy_notebooks(shipped, mine, "1.0")
    assert (mine / "10_game.ipynb").read_bytes() == run
    assert not list(mine.glob("*.new-*"))


@pytest.mark.parametrize("damaged", [b"", b"{ no json", b"[]", b"\xff\xfe\x00", b'{"cells": [1]}'])
def test_a_damaged_notebook_is_kept_as_well(damaged: bytes, shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "10_game.ipynb").write_bytes(damaged)
    command.copy_notebooks(shipped, mine, "1.0")
    assert (mine / "10_game.ipynb").read_bytes() == damaged
    assert (mine / "10_game.new-1.0.ipynb").is_file()


def test_a_lesson_is_protected_like_any_notebook(shipped: Path, tmp_path: Path) -> None:
    edited = notebook(tmp_path / "mine" / "lessons" / "first.ipynb", "print('mine')").read_bytes()
    command.copy_notebooks(shipped, tmp_path / "mine", "1.0")
    assert (tmp_path / "mine" / "lessons" / "first.ipynb").read_bytes() == edited
    assert (tmp_path / "mine" / "lessons" / "first.new-1.0.ipynb").is_file()


def test_a_file_where_the_folder_should_be_is_left_alone(
    shipped: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").write_text("a letter")
    monkeypatch.setattr(command, "notebooks_source", lambda: shipped)
    assert command.main(["lab", str(tmp_path / "mine")]) == 1
    assert "is a file; name a folder" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "a letter"


# Opening the lab ------------------------------------------------------------------
@pytest.mark.parametrize(
    "typed, folder, extra",
    [
        (["lab"], "rulebook-lab", []),
        (["lab", "class"], "class", []),
        (["lab", "--no-browser", "--port", "8890"], "rulebook-lab", ["--no-browser", "--port", "8890"]),
        (["lab", "class", "--port=1", "--IdentityProvider.token="], "class", ["--port=1", "--IdentityProvider.token="]),
    ],
)
def test_lab_opens_the_start_notebook_and_hands_on_other_arguments(
    typed: list[str], folder: str, extra: list[str], shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    environments: list[dict[str, str]] = []

    def become(line: list[str], env: dict[str, str]) -> int:
        ran.append(list(line))
        environments.append(env)
        return 0

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "notebooks_source", lambda: shipped)
    monkeypatch.setattr(command, "become", become)
    assert command.main(typed) == 0
    start = str(Path(folder) / command.START)
    assert ran == [[sys.executable, "-m", "jupyterlab", start, *extra]]
    assert (tmp_path / folder / command.START).is_file()
    quiet = Path(environments[0]["JUPYTER_CONFIG_PATH"].split(os.pathsep)[-1])
    assert (quiet / "labconfig" / "default_setting_overrides.json").is_file()


def test_lab_shows_its_usage_instead_of_starting() -> None:
    done = subprocess.run([sys.executable, "-m", "rulebooks", "lab", "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "JupyterLab's own arguments" in done.stdout


def test_the_notebooks_of_this_installation_are_found() -> None:
    assert command.notebooks_source().is_dir()


# Games and sheets -------------------------------------------------------------------
def test_without_a_verb_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in rulebooks.GAMES)


def test_an_unknown_game_is_answered_with_the_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["sheet", "chess"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"rulebooks: there is no game called 'chess'; the games are: {', '.join(rulebooks.GAMES)}\n"


@pytest.mark.parametrize("name", rulebooks.GAMES)
@pytest.mark.parametrize("options, ending", [([], "toml"), (["--csv"], "csv")])
def test_a_sheet_that_was_written_passes_its_own_check(
    name: str, options: list[str], ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["sheet", name, *options]) == 0
    file = tmp_path / f"{name}.{ending}"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert command.main(["check", str(file)]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    "content", [b"", b"[[card]]\nid = 3\n", b"\xff\xfe nonsense", b"cards = [", b"a,b\n1,2\n", b"\x00"]
)
@pytest.mark.parametrize("ending", ["toml", "csv", "txt"])
def test_a_bad_sheet_gets_a_message_and_no_traceback(
    content: bytes, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"mine.{ending}"
    file.write_bytes(content)
    assert command.main(["check", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("rulebooks: ")


@pytest.mark.parametrize("missing", ["nowhere.toml", "nowhere.csv", "nowhere"])
def test_a_missing_sheet_is_named(missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["check", str(tmp_path / missing)]) == 1
    assert missing in capsys.readouterr().err


def test_a_folder_is_no_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert command.main(["check", str(tmp_path / "folder.toml")]) == 1
    assert "folder.toml" in capsys.readouterr().err


def test_a_listing_cut_short_by_its_reader_ends_quietly() -> None:
    done = subprocess.run(
        f"{sys.executable} -m rulebooks sheet {rulebooks.GAMES[0]} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""


# Doctor -------------------------------------------------------------------------
def test_the_doctor_finds_this_environment_sound(capsys: pytest.CaptureFixture[str]) -> None:
    code = command.main(["doctor"])
    shown = capsys.readouterr().out
    assert code == 0, shown
    for part in ("python ", "ipykernel ", "ipywidgets ", "anywidget ", "anywidget front end ", "jupyterlab "):
        assert f"\n{part}" in shown
    assert "restart the server" in shown


def test_the_doctor_says_what_to_do_when_widget_and_front_end_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "front_end", lambda name: ("0.1.2", Path("somewhere")))
    assert command.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "PROBLEM: anywidget" in shown
    assert "front end 0.1.2 do not agree" in shown
    assert "restart the server" in shown


def test_the_doctor_misses_a_front_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "front_end", lambda name: None)
    assert command.main(["doctor"]) == 1
    assert "the front end of anywidget is missing" in capsys.readouterr().out


def test_the_doctor_sees_a_kernel_that_runs_another_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "kernel_python", lambda: "/somewhere/else/python")
    assert command.main(["doctor"]) == 1
    assert "the notebooks' kernel runs another Python, /somewhere/else/python" in capsys.readouterr().out


@pytest.mark.parametrize("ours, theirs", [("0.9.18a1", "0.9.18-alpha.1"), ("0.11.0", "0.11.0"), ("1.2", "1.2")])
def test_versions_agree_in_either_spelling(ours: str, theirs: str) -> None:
    assert command.plain(ours) == command.plain(theirs)
