"""Drive the built JupyterLite in Chromium: served as a class gets it, every notebook in the page's own Python."""

import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.lab import OUTPUT, Browser, fresh_page
from rulebooks import serve

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
KEPT, FRESH = "notebooks", "fresh/notebooks"
START = 90_000  # ms for Python to start in the page, on a busy machine
# Does the browser's storage hold a notebook with this text?
STORED = """async text => {
    const done = request => new Promise((good, bad) =>
        Object.assign(request, { onsuccess: () => good(request.result), onerror: () => bad(request.error) }));
    for (const { name } of await indexedDB.databases()) {
        const db = await done(indexedDB.open(name));
        const files = db.objectStoreNames.contains("files") && db.transaction("files").objectStore("files");
        const all = files && await done(files.getAll());
        db.close();
        if (all && all.some(file => JSON.stringify(file.content).includes(text))) return true;
    }
    return false;
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder, served by the kit's own command; gives its address."""
    with serve.open_server(folder, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


def copy_of(lite: Path, folder: Path) -> Path:
    """The site's JupyterLite under `folder`/lite, with files of its own only where a test will change them."""
    shutil.copytree(lite, folder / "lite", copy_function=os.link)
    for changed in (folder / "lite/api/contents/all.json", *(folder / "lite/files").rglob("*.ipynb")):
        text = changed.read_bytes()
        changed.unlink()
        changed.write_bytes(text)
    (folder / "index.html").write_text("<!DOCTYPE html><title>The docs</title>")
    return folder


def publish(site: Path, name: str, *sources: str) -> None:
    """Put a notebook with these code cells into a copy of the site."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), site / "lite/files" / name)
    listing = site / "lite/api/contents/all.json"
    whole: dict[str, Any] = json.loads(listing.read_text(encoding="utf-8"))
    if all(entry["name"] != name for entry in whole["content"]):
        like = next(entry for entry in whole["content"] if entry["type"] == "notebook")
        whole["content"].append({**like, "name": name, "path": name})
        listing.write_text(json.dumps(whole), encoding="utf-8")


@contextmanager
def reader(chrome: BrowserContext) -> Iterator[Browser]:
    """A page with nothing stored, which must end without a complaint."""
    with fresh_page(chrome) as browser:
        yield browser
        assert browser.complaints() == []


def open_notebook(page: Page, base: str, name: str, entrance: str = KEPT) -> None:
    """Open a notebook, and wait until it is shown."""
    page.goto(f"{base}/lite/{entrance}/index.html?path={name}")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=START)


def run_cell(page: Page, number: int) -> Locator:
    """Run the code cell of that number (from 0), and wait until it has run; gives the cell.

    A run asked for while Python is still starting may be dropped, so it is asked for again.
    """
    cell = page.locator(".jp-NotebookPanel .jp-CodeCell").nth(number)
    for _ in range(4):
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        with suppress(PlaywrightTimeout, AssertionError):
            expect(cell.locator(".jp-InputPrompt")).to_contain_text("*", timeout=3_000)
            break
        if "[" in (cell.locator(".jp-InputPrompt").text_content() or "") and cell.locator(OUTPUT).count():
            break
    page.wait_for_function(
        "cell => /\\[\\d+\\]/.test(cell.querySelector('.jp-InputPrompt').textContent)",
        arg=cell.element_handle(),
        timeout=START,
    )
    return cell


def save_notebook(page: Page, text: str = "") -> None:
    """Save, and wait until the browser's storage holds a notebook with this text; without one, a second."""
    page.locator(".jp-NotebookPanel .jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+s")
    if not text:
        page.wait_for_timeout(1_000)
    else:
        page.wait_for_function(STORED, arg=text, timeout=15_000, polling=200)


def words(cell: Locator) -> str:
    """What stands below a cell, also where it is off the screen."""
    return "\n".join(cell.locator(OUTPUT).all_text_contents())
