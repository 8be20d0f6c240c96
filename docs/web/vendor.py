"""Lay out what the pages need to show widgets, so that nothing is asked from another host.

The packages and their versions stand in ``package.json`` beside this file; only their built files are used, so the
lock file holds none of the packages that those were built from.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from jupyter_core.paths import jupyter_path

HERE = Path(__file__).resolve().parent
LISTS = ("package.json", "package-lock.json")
TEXT = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"""
MAPS = re.compile(
    rf',\{{version:3,sources:\[[^\]]*\],names:\[\],mappings:"[^"]*"(?:,sourcesContent:\[(?:{TEXT},?)*\])?,sourceRoot:""\}}',
    re.S,
)


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
        raise MissingTool("npm is not installed: the site needs it for the scripts that show widgets")
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


def slimmed(script: str) -> str:
    """The manager's script without the widgets of ipywidgets 7 and without maps to the sources of its styles."""
    parts = re.split(r'(?m)^(?=define\("@jupyter-widgets/)', script)
    return MAPS.sub("", "".join(p for p in parts if not re.match(r'define\("@jupyter-widgets/\w+7"', p)))


def vendor(folder: Path, npm_folder: Path) -> None:
    """Fill a folder with the scripts and fonts."""
    modules = install(npm_folder)
    widgets = folder / "widgets"
    shutil.rmtree(folder, ignore_errors=True)
    widgets.mkdir(parents=True)
    manager = modules / "@jupyter-widgets" / "html-manager" / "dist"
    for font in manager.glob("*.woff2"):
        shutil.copy(font, widgets)
    script = (manager / "embed-amd.js").read_text(encoding="utf-8")
    (widgets / "embed-amd.js").write_text(slimmed(script), encoding="utf-8")
    shutil.copy(modules / "requirejs" / "require.js", widgets)
    shutil.copy(anywidget(), widgets / "anywidget.js")
