"""Scripts and styles as one text each: a widget's front end travels inside the kernel's messages."""

from __future__ import annotations

import re
from importlib.resources import files

TABLE_PARTS = ("dom.mjs", "helpers.mjs", "parts.mjs", "hex_geometry.mjs", "hexes.mjs", "island_parts.mjs")
TABLE_STYLES = ("base.css", "table.css", "hexes.css", "island.css")  # all that a picture of a position needs

_IMPORT = re.compile(r"^import\b[^;]*?from \"\./[\w.]+\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class)", re.MULTILINE)


def asset(name: str) -> str:
    """One file of ``static/``."""
    return files("rulebook_widgets").joinpath("static", name).read_text(encoding="utf-8")


def script(*helpers: str, main: str) -> str:
    """One ES module: the helper modules, then the main one that imports them.

    Helpers are plain modules, so that node can test them; here their ``export`` and
    the imports of one from another are taken away, since all share one scope.
    """
    parts = [_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in helpers]
    return "\n".join([*parts, _IMPORT.sub("", asset(main))])


def styles(*names: str) -> str:
    """Style sheets, in order."""
    return "\n".join(asset(name) for name in names)
