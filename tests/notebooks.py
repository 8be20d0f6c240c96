"""Keep the committed notebooks checkable.

    python tests/notebooks.py refresh notebooks/*.ipynb     execute, and save in a stable form
    python tests/notebooks.py check   notebooks/*.ipynb     fail on what nbval would pass without comparing

nbval compares nothing for a cell whose execution count is null, so a stripped notebook passes every
check. `check` closes that hole, and looks for outputs that cannot be the same twice.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}|<[\w.]+ object at ")
OWN_PATH = re.compile(r"(?<![\w.])/(?:home|root|tmp|Users)/\w")
NOT_MODELLED = re.compile(r"\b(?:interact|interactive|interactive_output|Output|clear_output)\s*\(|@interact")
IGNORED = frozenset({"nbval-ignore-output", "nbval-skip"})
KEPT_METADATA = ("tags", "editable", "jupyter")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}


def read(path: Path) -> Any:
    """The notebook at `path`, in the format that all of this expects."""
    return nbformat.read(path, as_version=4)


def write(notebook: Any, path: Path) -> None:
    """Save a notebook, one trailing newline at its end."""
    nbformat.write(notebook, path)


def tags(cell: Any) -> set[str]:
    """The tags of one cell."""
    return set(cell.metadata.get("tags", []))


def texts(cell: Any) -> Iterator[str]:
    """Every text in a cell's outputs that nbval compares."""
    for out in cell.outputs:
        if out.output_type == "stream":
            yield out.text
        elif "data" in out:
            yield from (v for k, v in out.data.items() if k.startswith("text/") and isinstance(v, str))


def refresh(path: Path) -> None:
    """Execute the notebook and save it without anything that would differ next time."""
    notebook = read(path)
    # store_widget_state stays on: turned off, it breaks on an Output widget; the state is dropped below.
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.resolve().parent)}},
    )
    client.execute()
    notebook.metadata = nbformat.from_dict(KERNEL)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in KEPT_METADATA})
        for out in cell.get("outputs", []):
            if "data" in out:
                out.data.pop(WIDGET_VIEW, None)  # the model's id is random; the text form stays
    write(notebook, path)


def check(path: Path) -> tuple[list[str], int]:
    """What is wrong with the notebook, and how many of its cells have an output that nbval compares."""
    notebook = read(path)
    wrong = [*_metadata_faults(notebook)]
    compared, count = 0, 1
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        wrong += [f"cell {number}: {fault}" for fault in _cell_faults(cell, count)]
        if not tags(cell) & IGNORED and any(text.strip() for text in texts(cell)):
            compared += 1
        if cell.source.strip():
            count += 1
    if not compared:
        wrong.append("no cell has an output that is compared")
    return wrong, compared


def _metadata_faults(notebook: Any) -> Iterator[str]:
    """Faults of the notebook as a whole."""
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    language = notebook.metadata.get("language_info", {}).get("name")
    if kernel != "python3" or language != "python":
        yield "metadata: kernelspec python3 and language_info python are needed (else a browser kernel asks which)"
    if "widgets" in notebook.metadata:
        yield "metadata: saved widget state (it copies every widget's JavaScript into the file)"


def _cell_faults(cell: Any, count: int) -> Iterator[str]:
    """Faults of one code cell that should be the `count`-th executed."""
    if cell.execution_count is None and cell.source.strip():
        yield "never executed, nbval would compare nothing"
    elif cell.execution_count is not None and cell.execution_count != count:
        yield f"executed out of order ({cell.execution_count}, not {count})"
    for out in cell.outputs:
        if out.output_type == "error" and "raises-exception" not in tags(cell):
            yield f"ends in {out.ename}: {out.evalue}"
    if tags(cell) & IGNORED:
        return
    for text in texts(cell):
        if ADDRESS.search(text):
            yield "a memory address in the output; give the class a __repr__"
        if OWN_PATH.search(text):
            yield "a path of one machine in the output"
    if NOT_MODELLED.search(cell.source):
        yield "interact, Output and clear_output fail under nbval; use traits and observe"


def main(argv: Sequence[str]) -> int:
    """Run one verb on some notebooks; 1 when any of them has a fault."""
    if len(argv) < 2 or argv[0] not in ("refresh", "check"):
        print(__doc__)
        return 2
    verb, *paths = argv
    failed = 0
    for path in map(Path, paths):
        if verb == "refresh":
            refresh(path)
        wrong, compared = check(path)
        print(f"{path}: {compared} outputs compared" + "".join(f"\n  {fault}" for fault in wrong))
        failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
