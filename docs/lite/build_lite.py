"""Build the JupyterLite half of the site: every notebook with Python in the browser, from files of its own alone.

    python docs/lite/build_lite.py [--out site/lite] [--cache .lite]      (`make site-lite` calls it)

Python for the browser is Pyodide, from npm; its packages are pure wheels from the lists beside this file. A
`pyodide-lock.json` written here names only those, so that a plain `import sympy` reads a file of the site and nothing
ever asks another host. All of it is compiled to bytecode beforehand by Pyodide itself, which halves the start. This
runs in an environment of its own (requirements.txt), since every lab extension found there goes into the site.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from email.parser import HeaderParser
from html import escape
from pathlib import Path
from string import Template
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE.parent)]  # the environment of this script has no Rulebook Lab in it

from lite.prune import prune  # noqa: E402

import rulebooks  # noqa: E402
from rulebooks.__main__ import shipped_notebooks  # noqa: E402

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# What the kernel loads in one go when it starts; other packages come when a cell imports them.
KERNEL = ("comm", "ipykernel", "ipython", "jedi", "micropip", "packaging", "piplite", "pyodide-kernel")
# Named by wheels, but not needed in a page: the front ends are in the site already, and there is no server.
DROPPED = frozenset({"jupyterlab", "jupyterlab-widgets"})
# The kernel's own stand-ins carry old version numbers on purpose.
STAND_INS = frozenset({"ipykernel", "widgetsnbextension"})
APPS = ("lab", "notebooks", "tree", "repl")
MEMORY_ONLY = {
    "enableMemoryStorage": True,
    "contentsStorageDrivers": ["memoryStorageDriver"],
    "settingsStorageDrivers": ["memoryStorageDriver"],
}
KERNEL_PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"


def run(*command: object, cwd: Path | None = None) -> None:
    """Run a program; its words are shown only if it fails, and then the build ends."""
    line = [str(part) for part in command]
    done = subprocess.run(line, cwd=cwd, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\nthe build stopped: this failed: {' '.join(line)}")


def digest(*paths: Path) -> str:
    """One short name for the contents of some files."""
    made = hashlib.sha256()
    for path in paths:
        made.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()[:16]


def fresh(folder: Path) -> Path:
    """An empty folder of that name."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# What goes in ---------------------------------------------------------------------
def check_tools() -> None:
    """Node and npm are there; else say what they are for."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        raise SystemExit(
            f"{' and '.join(missing)} not found: the part of the site that runs Python in the browser is built with "
            "node 18 or later and npm; install Node.js (both come with it) and run this again"
        )


def own_wheel(cache: Path) -> Path:
    """Rulebook Lab as a wheel, from this checkout."""
    folder = fresh(cache / "own")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def pyodide_core(cache: Path) -> Path:
    """The folder of Pyodide's core, in the version that package-lock.json pins and the kernel was made for."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    if wanted != PYODIDE_VERSION:
        raise SystemExit(f"docs/lite/package.json pins pyodide {wanted}; the kernel installed is for {PYODIDE_VERSION}")
    lists = [HERE / "package.json", HERE / "package-lock.json"]
    home = cache / f"npm-{digest(*lists)}"
    core = home / "node_modules/pyodide"
    if not (core / CORE[-1]).is_file():
        for file in lists:
            shutil.copy(file, fresh(home) if file is lists[0] else home)
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", cwd=home)
    return core


def kernel_wheels() -> list[Path]:
    """The wheels that the kernel ships for itself; two of them shadow names on the package index."""
    from jupyter_core.paths import jupyter_path

    for base in jupyter_path("labextensions"):
        folder = Path(base) / "@jupyterlite/pyodide-kernel-extension/static/pypi"
        if folder.is_dir():
            return sorted(w for w in folder.glob("*.whl") if not w.name.startswith("widgetsnbextension-3"))
    raise SystemExit(
        "the lab extension of jupyterlite-pyodide-kernel was not found: install docs/lite/requirements.txt"
    )


def listed_wheels(cache: Path) -> list[Path]:
    """The wheels of wheels.txt, downloaded once for each state of that list."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION

    listed = HERE / "wheels.txt"
    folder = cache / f"wheels-{digest(listed)}"
    if not folder.is_dir():
        half = fresh(folder.with_suffix(".part"))
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps")
        target = ("--python-version", PYODIDE_PYTHON_VERSION, "--implementation", "py", "--abi", "none")
        run(*pip, "--only-binary=:all:", *target, "--platform", "any", "-d", half, "-r", listed)
        half.rename(folder)
    return sorted(folder.glob("*.whl"))


def compiled(core: Path, wheels: list[Path], own: Path, cache: Path) -> tuple[list[Path], Path]:
    """The wheels and the standard library as bytecode; ours keeps its sources, for tracebacks and `??`."""
    jobs: list[object] = []

    def job(mode: str, path: Path) -> Path:
        made = cache / "compiled" / digest(path, HERE / "precompile.mjs", core / CORE[2]) / path.name
        if not made.is_file():
            made.parent.mkdir(parents=True, exist_ok=True)
            jobs.extend((mode, path, made))
        return made

    done = [job("both" if wheel == own else "bytecode", wheel) for wheel in wheels]
    library = job("bytecode", core / "python_stdlib.zip")
    if jobs:
        run("node", HERE / "precompile.mjs", core, *jobs)
    return done, library


# The lock: what `import` finds --------------------------------------------------------
def metadata(wheel: zipfile.ZipFile) -> Message:
    """What a wheel says about itself."""
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return HeaderParser().parsestr(wheel.read(name).decode())


def top_names(names: list[str]) -> Iterator[str]:
    """The names that can be imported from a wheel."""
    for name in names:
        head, _, rest = name.partition("/")
        if not rest:
            head = head.removesuffix(".pyc").removesuffix(".py") if head.endswith((".py", ".pyc")) else ""
        if head.isidentifier() and head != "__pycache__":
            yield head


def lock_entry(path: Path) -> tuple[str, dict[str, Any], list[Any]]:
    """Name, entry for the lock and requirements of one wheel, as they hold in the browser."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION
    from packaging.markers import default_environment
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    browser = {
        **{str(key): str(value) for key, value in default_environment().items()},
        "extra": "",
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": "wasm32",
        "platform_system": "Emscripten",
        "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0",
        "python_version": PYODIDE_PYTHON_VERSION,
        "sys_platform": "emscripten",
    }
    with zipfile.ZipFile(path) as wheel:
        told, imports = metadata(wheel), sorted(set(top_names(wheel.namelist())))
    asked = [Requirement(text) for text in told.get_all("Requires-Dist") or []]
    needs = [r for r in asked if r.marker is None or r.marker.evaluate(browser)]
    needs = [r for r in needs if canonicalize_name(r.name) not in DROPPED]
    name = canonicalize_name(str(told["Name"]))
    entry = {
        "name": name,
        "version": str(told["Version"]),
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": imports,
        "depends": sorted({canonicalize_name(r.name) for r in needs}),
        "unvendored_tests": False,
    }
    return name, entry, needs


def lock(wheels: list[Path]) -> dict[str, Any]:
    """Every wheel's entry; ends the build where one needs what is not there."""
    from packaging.utils import canonicalize_name

    read = [lock_entry(wheel) for wheel in wheels]
    entries = {name: entry for name, entry, _ in read}
    wrong = []
    for name, _, needs in read:
        for need in needs:
            other = canonicalize_name(need.name)
            have = entries.get(other)
            if have is None:
                wrong.append(f"{name} needs {need}, which docs/lite/wheels.txt does not list")
            elif other not in STAND_INS and not need.specifier.contains(have["version"], prereleases=True):
                wrong.append(f"{name} needs {need}; docs/lite/wheels.txt has {have['version']}")
    if wrong:
        raise SystemExit("\n".join(wrong))
    return entries


# The site -----------------------------------------------------------------------------
def lite_folder(cache: Path, core: Path, library: Path, wheels: list[Path]) -> Path:
    """What JupyterLite's builder is given: Pyodide with its packages, and the settings."""
    folder = fresh(cache / "lite_dir")
    pyodide = folder / "static/pyodide"
    pyodide.mkdir(parents=True)
    for file in (*(core / name for name in CORE), library, *wheels):
        shutil.copyfile(file, pyodide / file.name)
    listed = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    listed["packages"] = lock(wheels)
    (pyodide / "pyodide-lock.json").write_text(json.dumps(listed, indent=1, sort_keys=True), encoding="utf-8")
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*KERNEL]},
    }
    settings = {
        "appName": "Rulebook Lab",
        "showLoadingIndicator": True,
        "litePluginSettings": {KERNEL_PLUGIN: kernel},
        "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
    }
    whole = {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}
    (folder / "jupyter-lite.json").write_text(json.dumps(whole, indent=1), encoding="utf-8")
    return folder


def contents(cache: Path) -> Path:
    """The notebooks that ship, and nothing else that lies beside them."""
    folder = fresh(cache / "contents")
    for relative in shipped_notebooks(ROOT / "notebooks"):
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "notebooks" / relative, folder / relative)
    return folder


def build(lite: Path, notebooks: Path, out: Path, cache: Path) -> None:
    """Let JupyterLite put the site together, and hold it to its word: Pyodide comes from the site itself."""
    # doit keeps notes of what is up to date in the current folder; stale ones leave a site that asks a distant host
    for stale in cache.glob(".jupyterlite.doit.db*"):
        stale.unlink()
    shutil.rmtree(out, ignore_errors=True)
    apps = [word for app in APPS for word in ("--apps", app)]
    small = ("--no-sourcemaps", "--no-unused-shared-packages")
    where = ("--lite-dir", lite, "--output-dir", out, "--contents", notebooks)
    run(sys.executable, "-m", "jupyterlite_core", "build", *where, *small, *apps, cwd=cache)
    told = json.loads((out / "jupyter-lite.json").read_text(encoding="utf-8"))["jupyter-config-data"]
    url = told["litePluginSettings"][KERNEL_PLUGIN]["pyodideUrl"]
    if not url.startswith("./"):
        raise SystemExit(f"the site would fetch Pyodide from {url}")
    for needless in (*out.glob("rspack.config*.js"), out / "package.json", out / "jupyterlite.schema.v0.json"):
        needless.unlink(missing_ok=True)
    prune(out / "build")
    for icons in out.glob("build/fa-*.woff2"):  # the same icons for browsers that cannot run Python anyway
        for old in (".eot", ".svg", ".ttf", ".woff"):
            icons.with_suffix(old).unlink(missing_ok=True)


def second_entrance(out: Path) -> None:
    """`fresh/`: the app that shows one notebook, keeping nothing, so that it always opens what was published.

    It takes all of its big files from the first entrance. The app must be in a folder called notebooks, since it knows
    itself by that; and each folder up to the site's root is asked for settings.
    """
    app = out / "fresh/notebooks"
    app.mkdir(parents=True)
    page = (out / "notebooks/index.html").read_text(encoding="utf-8")
    for one, two in (('"../', '"../../'), ("'../", "'../../"), ('lite-root=".."', 'lite-root="../.."')):
        page = page.replace(one, two)
    (app / "index.html").write_text(page, encoding="utf-8")
    whole = json.loads((out / "notebooks/jupyter-lite.json").read_text(encoding="utf-8"))
    told = whole["jupyter-config-data"]
    told.update({key: value.replace("../build", "../../build") for key, value in told.items() if "../build" in value})
    told.update(MEMORY_ONLY)
    (app / "jupyter-lite.json").write_text(json.dumps(whole, indent=2), encoding="utf-8")
    for folder in (app, out / "fresh"):
        shutil.copy(out / "notebooks/jupyter-lite.ipynb", folder)
    shutil.copy(out / "notebooks/favicon.ico", app)
    nothing = {"jupyter-lite-schema-version": 0, "jupyter-config-data": {}}
    (out / "fresh/jupyter-lite.json").write_text(json.dumps(nothing), encoding="utf-8")


def mend_pages(out: Path) -> None:
    """Each page names its icon at once: a browser that finds none asks the host for one that is not there."""
    for app in (*APPS, "fresh/notebooks"):
        file = out / app / "index.html"
        up = "../" * (app.count("/") + 1)
        icon = f'<link rel="icon" href="{up}static/favicons/favicon-notebook.ico">'
        file.write_text(file.read_text(encoding="utf-8").replace("<head>", f"<head>{icon}", 1), encoding="utf-8")


def title(notebook: Path) -> str:
    """The heading that a notebook begins with; its file's name if there is none."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        first = "".join(cell["source"]).splitlines()[:1]
        if cell["cell_type"] == "markdown" and first and first[0].startswith("# "):
            return first[0].removeprefix("# ").strip()
    return notebook.stem


def start_pages(out: Path, notebooks: Path) -> list[str]:
    """Write the page of each entrance, with a link to each notebook; gives the notebooks' names."""
    names = [path.as_posix() for path in shipped_notebooks(notebooks)]
    row = '<li><a class="open" href="notebooks/index.html?path={}">{}</a></li>'
    links = [row.format(escape(name), escape(title(notebooks / name))) for name in names]
    for file, up, words in (("index.html", "", "kept.html"), ("fresh/index.html", "../", "fresh.html")):
        told = {"links": "\n".join(links), "version": rulebooks.__version__, "root": up or "./"}
        told["words"] = Template((HERE / words).read_text(encoding="utf-8")).substitute(told)
        page = Template((HERE / "start.html").read_text(encoding="utf-8")).substitute(told)
        (out / file).write_text(page, encoding="utf-8")
    return names


def mib(folder: Path) -> float:
    """How large everything below a folder is."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20


@contextmanager
def alone(cache: Path) -> Iterator[None]:
    """One build at a time: whoever comes second waits, and then finds everything done."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        try:
            import fcntl
        except ImportError:  # where files are not locked this way, two builds at once are the caller's affair
            yield
            return
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Build, unless the site there was made from the very same files."""
    words = argparse.ArgumentParser(description="Build the JupyterLite half of the site.")
    words.add_argument("--out", type=Path, default=ROOT / "site/lite")
    words.add_argument("--cache", type=Path, default=ROOT / ".lite", help="what is kept between builds")
    words.add_argument("--again", action="store_true", help="build even if nothing has changed")
    asked = words.parse_args()
    out, cache = asked.out.resolve(), asked.cache.resolve()
    check_tools()
    with alone(cache):
        build_site(asked.again, out, cache)


def build_site(again: bool, out: Path, cache: Path) -> None:
    """The whole of Lite in ``out``."""
    own = own_wheel(cache)
    sources = sorted(path for path in HERE.iterdir() if path.is_file())
    made_of = digest(own, *sources, *(ROOT / "notebooks" / name for name in shipped_notebooks(ROOT / "notebooks")))
    note = out / "build.json"
    if not again and note.is_file() and json.loads(note.read_text(encoding="utf-8"))["made_of"] == made_of:
        print(f"{out}: up to date")
        return
    core = pyodide_core(cache)
    wheels, library = compiled(core, [own, *kernel_wheels(), *listed_wheels(cache)], own, cache)
    notebooks = contents(cache)
    build(lite_folder(cache, core, library, wheels), notebooks, out, cache)
    second_entrance(out)
    mend_pages(out)
    names = start_pages(out, notebooks)
    told = {"version": rulebooks.__version__, "made_of": made_of, "notebooks": names}
    note.write_text(json.dumps(told, indent=1), encoding="utf-8")
    print(f"{out}: {len(names)} notebooks, {mib(out):.1f} MiB, of it Python {mib(out / 'static/pyodide'):.1f} MiB")


if __name__ == "__main__":
    main()
