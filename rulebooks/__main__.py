"""`python -m rulebooks`: list the games, open the notebooks, serve the site, check card sheets, look for trouble.

Each verb imports what it needs when it is called, so that `doctor` and `lab` work even where
something else is broken.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

DISTRIBUTION = "rulebook-lab"
DEFAULT_FOLDER = "rulebook-lab"
START = "00_start_here.ipynb"
HERE = Path(__file__).resolve().parent


class CommandError(Exception):
    """Something the person at the keyboard can put right; its text says what."""


# Games ------------------------------------------------------------------------
def list_games() -> str:
    """One line a game: the name to type, and the first sentence of its module."""
    import rulebooks

    lines = ["The games on the shelf:", ""]
    for name in rulebooks.GAMES:
        words = (rulebooks.game(name).__doc__ or "").strip().splitlines()
        lines.append(f"  {name:<14} {words[0] if words else ''}".rstrip())
    lines += [
        "",
        "Open the notebooks with:  python -m rulebooks lab",
        "Everything else:          python -m rulebooks --help",
    ]
    return "\n".join(lines)


def known_game(name: str) -> str:
    """`name` if there is such a game; otherwise a CommandError that lists the games."""
    import rulebooks

    if name not in rulebooks.GAMES:
        raise CommandError(f"there is no game called {name!r}; the games are: {', '.join(rulebooks.GAMES)}")
    return name


# Notebooks --------------------------------------------------------------------
def notebooks_source() -> Path:
    """Where the shipped notebooks lie: in the checkout beside the package, or inside the installed package."""
    checkout = HERE.parent / "notebooks"
    if (HERE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    shipped = HERE / "_notebooks"
    if shipped.is_dir():
        return shipped
    raise CommandError(f"the notebooks are missing from this installation (looked in {checkout} and {shipped})")


def shipped_notebooks(source: Path) -> Iterator[Path]:
    """The notebooks below `source`, as relative paths in name order; Jupyter's own backups are left out."""
    for path in sorted(source.rglob("*.ipynb")):
        relative = path.relative_to(source)
        if not any(part.startswith(".") for part in relative.parts) and ".new-" not in path.name:
            yield relative


def _told(path: Path) -> object:
    """What the cells of a notebook say, without outputs and bookkeeping; None where it is no notebook."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
    except (ValueError, KeyError, TypeError):
        return None


def same_notebook(mine: Path, shipped: Path) -> bool:
    """True when the two differ at most in stored outputs, as after a mere run and save."""
    if mine.read_bytes() == shipped.read_bytes():
        return True
    told = _told(mine)
    return told is not None and told == _told(shipped)


def copy_notebooks(source: Path, folder: Path, release: str) -> list[str]:
    """Copy each shipped notebook to `folder` and return what to tell the owner, one line a notebook.

    Nothing that exists is ever overwritten: beside an edited notebook the shipped one is put as
    `NAME.new-<release>.ipynb`, once.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder} is a file; name a folder for your notebooks")
    told: list[str] = []
    copied = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for relative in shipped_notebooks(source):
            shipped, mine = source / relative, folder / relative
            if not mine.exists():
                mine.parent.mkdir(parents=True, exist_ok=True)
                mine.write_bytes(shipped.read_bytes())
                copied += 1
            elif not same_notebook(mine, shipped):
                beside = mine.with_name(f"{mine.stem}.new-{release}.ipynb")
                if beside.exists():
                    told.append(f"{relative}: your edited copy is kept; the shipped one is {beside.name}")
                else:
                    beside.write_bytes(shipped.read_bytes())
                    told.append(
                        f"{relative}: your edited copy is kept; the shipped one is now beside it, {beside.name}"
                    )
    except OSError as error:
        raise CommandError(f"cannot write the notebooks to {folder}: {error.strerror or error}") from error
    if copied:
        told.insert(0, f"{copied} notebook{'' if copied == 1 else 's'} copied to {folder}")
    return told


def lab_command(folder: Path, extra: Sequence[str]) -> list[str]:
    """The command that opens JupyterLab in `folder`, on the start notebook where there is one."""
    start = folder / START
    where = [str(start)] if start.is_file() else [f"--ServerApp.root_dir={folder.resolve()}"]
    return [sys.executable, "-m", "jupyterlab", *where, *extra]


def lab_environment() -> dict[str, str]:
    """The environment for JupyterLab: our defaults (no news pop-up) come after the owner's own settings."""
    paths = [os.environ["JUPYTER_CONFIG_PATH"]] if os.environ.get("JUPYTER_CONFIG_PATH") else []
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join([*paths, str(HERE / "_jupyter")])}


def become(command: Sequence[str], env: dict[str, str]) -> int:
    """Hand this process over to `command`, so that Ctrl-C reaches JupyterLab alone; on Windows, wait for it."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], list(command), env)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.call(list(command), env=env)


def run_lab(folder: Path, extra: Sequence[str]) -> int:
    """Copy the notebooks to `folder` and open JupyterLab there."""
    try:
        version("jupyterlab")
    except PackageNotFoundError:
        raise CommandError(f"JupyterLab is not installed here: {sys.executable} -m pip install jupyterlab") from None
    for line in copy_notebooks(notebooks_source(), folder, release()):
        print(line)
    return become(lab_command(folder, extra), lab_environment())


def release() -> str:
    """The version of this installation."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unpackaged"


# Doctor -----------------------------------------------------------------------
RESTART = "stop JupyterLab, start it again (restart the server) and reload the page"


def front_end(name: str) -> tuple[str, Path] | None:
    """Version and folder of the JupyterLab front end `name` that a server here would serve, or None."""
    from jupyter_core.paths import jupyter_path

    for root in jupyter_path("labextensions"):
        package = Path(root) / name / "package.json"
        if package.is_file():
            return str(json.loads(package.read_text(encoding="utf-8")).get("version", "?")), package.parent
    return None


def kernel_python() -> str:
    """The program that JupyterLab starts for the kernel called python3."""
    from jupyter_client.kernelspec import KernelSpecManager

    spec: Any = KernelSpecManager().get_kernel_spec("python3")
    program = str(spec.argv[0])
    # jupyter_client runs these plain names with the server's own interpreter
    return sys.executable if program in {"python", "python3", f"python3.{sys.version_info.minor}"} else program


def diagnose() -> tuple[list[str], list[str]]:
    """What is installed, line by line, and what is wrong with it, each with what to do."""
    lines = [f"rulebook-lab {release()}", f"python {sys.version.split()[0]}  {sys.executable}"]
    problems: list[str] = []
    found: dict[str, str] = {}
    for name in ("ipykernel", "ipywidgets", "jupyterlab-widgets", "anywidget", "jupyterlab"):
        try:
            found[name] = version(name)
            lines.append(f"{name} {found[name]}")
        except PackageNotFoundError:
            problems.append(f"{name} is not installed: {sys.executable} -m pip install {name}; then {RESTART}")
    problems += _kernel_problems(lines)
    if "jupyterlab" in found:
        problems += _front_end_problems(found, lines)
        if int(found["jupyterlab"].split(".")[0]) < 4:
            problems.append("JupyterLab 4 or later is needed: python -m pip install --upgrade jupyterlab")
    return lines, problems


def _kernel_problems(lines: list[str]) -> list[str]:
    """Is the notebooks' kernel this very Python?"""
    try:
        program = kernel_python()
    except Exception as error:  # a missing or unreadable kernel description: say so, whatever it is
        return [f"no kernel called python3 ({error}): {sys.executable} -m ipykernel install --sys-prefix"]
    lines.append(f"kernel python3 runs {program}")
    if Path(program).resolve() == Path(sys.executable).resolve() or Path(program) == Path(sys.executable):
        return []
    fix = f"{sys.executable} -m ipykernel install --sys-prefix"
    return [f"the notebooks' kernel runs another Python, {program}: {fix}; then {RESTART}"]


def _front_end_problems(found: dict[str, str], lines: list[str]) -> list[str]:
    """Does each widget package agree with the front end that the server hands to the browser?"""
    problems: list[str] = []
    for package, extension in (
        ("anywidget", "anywidget"),
        ("jupyterlab-widgets", "@jupyter-widgets/jupyterlab-manager"),
    ):
        if package not in found:
            continue
        front = front_end(extension)
        again = f"{sys.executable} -m pip install --force-reinstall {package}; then {RESTART}"
        if front is None:
            problems.append(f"the front end of {package} is missing from JupyterLab: {again}")
            continue
        lines.append(f"{package} front end {front[0]}  {front[1]}")
        if package == "anywidget" and plain(front[0]) != plain(found[package]):
            problems.append(f"anywidget {found[package]} and its front end {front[0]} do not agree: {again}")
    if "ipywidgets" in found and "jupyterlab-widgets" in found:
        problems += _manager_problems(found)
    return problems


def _manager_problems(found: dict[str, str]) -> list[str]:
    """Does the installed jupyterlab-widgets satisfy what the installed ipywidgets asks for?"""
    from packaging.requirements import Requirement

    have = found["jupyterlab-widgets"]
    for text in requires("ipywidgets") or []:
        wanted = Requirement(text)
        if wanted.name.replace("_", "-") != "jupyterlab-widgets" or wanted.specifier.contains(have, prereleases=True):
            continue
        fix = f"{sys.executable} -m pip install --upgrade ipywidgets jupyterlab-widgets; then {RESTART}"
        return [f"ipywidgets {found['ipywidgets']} does not go with jupyterlab-widgets {have}: {fix}"]
    return []


def plain(text: str) -> tuple[str, ...]:
    """The three leading numbers of a version, as Python and npm both write them.

    >>> plain("0.9.18-alpha.1") == plain("0.9.18a1") == ("0", "9", "18")
    True
    """
    numbers = "".join(c if c.isdigit() else " " for c in text).split()
    return tuple(numbers[:3])


def run_doctor() -> int:
    """Print the diagnosis; 1 when something is wrong."""
    lines, problems = diagnose()
    print("\n".join(lines))
    print()
    if problems:
        print("\n".join(f"PROBLEM: {problem}" for problem in problems))
        return 1
    print(f"Everything agrees. If a widget still does not show: {RESTART}.")
    return 0


# Card sheets --------------------------------------------------------------------
def run_sheet(name: str, csv: bool) -> int:
    """Print the sheet of a game, to be filled in from one's own copy."""
    known_game(name)
    from rulebooks.core import cards

    try:
        text = cards.export_sheet(name, csv)
    except ValueError as error:
        raise CommandError(str(error)) from error
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    return 0


def run_check(file: Path) -> int:
    """Check a card sheet and print what was found."""
    from rulebooks.core import cards

    try:
        print(cards.check_file(file))
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(str(error)) from error
    return 0


# Serving ------------------------------------------------------------------------
def run_serve(folder: Path, address: str, port: int) -> int:
    """Serve a built site until Ctrl-C."""
    from rulebooks import serve

    try:
        return serve.serve(folder, address, port)
    except serve.CannotServe as error:
        raise CommandError(str(error)) from error


# The command line -----------------------------------------------------------------
def parser() -> argparse.ArgumentParser:
    """The command line's grammar; `lab` hands on whatever follows its folder."""
    top = argparse.ArgumentParser(
        prog="python -m rulebooks", description="Rulebooks as code. Without a verb: list the games."
    )
    top.add_argument("--version", action="version", version=f"{DISTRIBUTION} {release()}")
    verbs = top.add_subparsers(dest="verb", metavar="verb")
    lab = verbs.add_parser(
        "lab",
        help="copy the notebooks to a folder of yours and open JupyterLab there",
        usage="python -m rulebooks lab [FOLDER] [JupyterLab's own arguments]",
    )
    lab.add_argument(
        "folder", nargs="?", default=DEFAULT_FOLDER, help=f"where your copies live (default: {DEFAULT_FOLDER})"
    )
    sheet = verbs.add_parser("sheet", help="write a game's card sheet, to fill in from your own box")
    sheet.add_argument("game")
    sheet.add_argument("--csv", action="store_true", help="as a spreadsheet instead of TOML")
    check = verbs.add_parser("check", help="check a card sheet, TOML or CSV")
    check.add_argument("file", type=Path)
    serve = verbs.add_parser("serve", help="serve a folder, such as the built site, to this machine or to a class")
    serve.add_argument("folder", type=Path, help="the folder with the site's index.html; `make site` builds it in site")
    serve.add_argument("--address", default="127.0.0.1", help="0.0.0.0: open to the whole network (default: only here)")
    serve.add_argument("--port", type=int, default=8000, help="default: 8000")
    verbs.add_parser("doctor", help="show the versions of kernel, widgets and front end, and what to do")
    return top


def run(argv: Sequence[str]) -> int:
    """Do what `argv` asks."""
    if argv[:1] == ["lab"] and not {"-h", "--help"} & set(argv[1:]):
        rest = list(argv[1:])
        folder = rest.pop(0) if rest and not rest[0].startswith("-") else DEFAULT_FOLDER
        return run_lab(Path(folder), rest)
    asked = parser().parse_args(argv)
    match asked.verb:
        case "sheet":
            return run_sheet(asked.game, asked.csv)
        case "check":
            return run_check(asked.file)
        case "serve":
            return run_serve(asked.folder, asked.address, asked.port)
        case "doctor":
            return run_doctor()
        case _:
            print(list_games())
            return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point: 0 when all is well, 1 with one clear line on standard error when not."""
    try:
        return run(list(sys.argv[1:] if argv is None else argv))
    except CommandError as error:
        print(f"rulebooks: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # the reader of our output has gone, as with `| head`: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
