"""Take out of JupyterLite's scripts what no notebook here shows: Mermaid's diagrams and Vega's charts.

The scripts lie in chunks that load each other when they are needed. A chunk goes if nothing leads to it but those two.
A Mermaid block in a pupil's own Markdown then stays the text it is; Vega's Python side is not in the page anyway.
"""

from __future__ import annotations

import re
from pathlib import Path

CHUNK = re.compile(r"(\w+)\.[0-9a-f]+\.js")
LOADS = re.compile(r'\b\w+\.e\("?(\d+)"?\)')
NAMED = re.compile(  # a package that the apps share, and how it is loaded
    r'(?:name:"([^"]+)",version:"[^"]*",factory|shareKey:"([^"]+)",import:[^{}]*?fallback):\(\)=>'
    r"(?:Promise\.all\(\[.*?\]\)|\w+\.e\(\d+\))"
)
CHARTS = ("vega", "vega-embed", "vega-lite")
DIAGRAMS = ("UnknownDiagramError", 'name:"elk"')  # in the chunks by which Mermaid begins


def needed(chunks: dict[str, str], begin: list[str], left_out: set[str]) -> set[str]:
    """The chunks that the apps can come to."""
    seen, waiting = set[str](), [chunk for text in begin for chunk in LOADS.findall(text)]
    while waiting:
        chunk = waiting.pop()
        if chunk in chunks and chunk not in seen and chunk not in left_out:
            seen.add(chunk)
            waiting += LOADS.findall(chunks[chunk])
    return seen


def prune(folder: Path) -> None:
    """Delete the chunks of diagrams and charts from JupyterLite's `build/`."""
    files = {m[1]: path for path in folder.glob("*.js") if (m := CHUNK.fullmatch(path.name))}
    core = files.pop("jlab_core")
    chunks = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    whole = [path.read_text(encoding="utf-8") for path in (core, *sorted(folder.glob("*/bundle.js")))]
    without = [NAMED.sub(lambda m: "" if (m[1] or m[2]) in CHARTS else m[0], text) for text in whole]
    cut = {name for name, text in chunks.items() if any(sign in text for sign in DIAGRAMS)}
    for name in needed(chunks, whole, set()) - needed(chunks, without, cut):
        files[name].unlink()
