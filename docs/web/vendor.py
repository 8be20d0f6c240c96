"""Lay out what the pages need to show widgets and mathematics, so that nothing is asked from another host.

The packages and their versions stand in ``package.json`` beside this file; only their built files are used, so the
lock file holds none of the packages that those were built from.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from jupyter_core.paths import jupyter_path

HERE = Path(__file__).resolve().parent
LISTS = ("package.json", "package-lock.json")


class MissingTool(RuntimeError):
    """Something that the site needs and this machine does not have."""


def install(folder: Path) -> Path:
    """The packages below a folder, installed anew only when a list has changed; gives their place."""
    modules, stamp = folder / "node_modules", folder / "node_modules" / ".installed"
    wanted = "".join((HERE / name).read_text(encoding="utf-8") for name in LISTS)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return modules
    npm = shutil.which("npm")
    if npm is None:
        raise MissingTool("npm is not installed: the site needs it for the scripts that show widgets and mathematics")
    folder.mkdir(parents=True, exist_ok=True)
    for name in LISTS:
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    if subprocess.run(command, cwd=folder).returncode:
        raise MissingTool(
            f"npm could not install what docs/web/package.json names (npm {' '.join(command[1:])}, {folder})"
        )
    stamp.write_text(wanted, encoding="utf-8")
    return modules


def anywidget() -> Path:
    """The script that shows our widgets, out of the installed package."""
    for base in jupyter_path("nbextensions"):
        if (Path(base) / "anywidget" / "index.js").is_file():
            return Path(base) / "anywidget" / "index.js"
    raise MissingTool("anywidget's script is not installed beside Jupyter; install the project anew")


def vendor(folder: Path, npm_folder: Path) -> None:
    """Fill a folder with the scripts and fonts."""
    modules = install(npm_folder)
    widgets, mathematics = folder / "widgets", folder / "mathjax"
    shutil.rmtree(folder, ignore_errors=True)
    widgets.mkdir(parents=True)
    manager = modules / "@jupyter-widgets" / "html-manager" / "dist"
    for pattern in ("embed-amd.js", "*.woff2", "*.woff", "*.ttf"):
        for file in manager.glob(pattern):
            shutil.copy(file, widgets)
    shutil.copy(modules / "requirejs" / "require.js", widgets)
    shutil.copy(anywidget(), widgets / "anywidget.js")
    built = modules / "mathjax" / "es5"
    shutil.copytree(built / "output" / "chtml" / "fonts", mathematics / "output" / "chtml" / "fonts")
    shutil.copy(built / "tex-chtml.js", mathematics)
