"""A table in a real JupyterLab: opened alone in a notebook, its controls by name. Shared by the tests of each game."""

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, open_lab, run_all

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

Lab = Callable[[Path], str]


def sticks_out(boxes: str) -> str:
    """The page's function that lists what is wider than the box it stands in; ``boxes`` is a selector."""
    return f"""table => [...table.querySelectorAll("{boxes}")].flatMap(box => {{
    const edge = e => e.getBoundingClientRect(), outer = edge(box);
    const cut = e => e.closest(".vh") || getComputedStyle(e.parentElement).overflow !== "visible";
    return [...box.querySelectorAll("*")].filter(e => !cut(e) && edge(e).right > outer.right + 1).map(e => e.className);
}})"""


def opened(browser: Browser, base: str, folder: Path, source: str) -> Locator:
    """The table of a notebook with this one cell."""
    cell = nbformat.v4.new_code_cell(source)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=KERNEL), folder / "table.ipynb")
    open_lab(browser.page, base, "table.ipynb")
    run_all(browser.page)
    table = browser.page.locator(".rb-table").first
    expect(table).to_be_visible(timeout=15_000)
    return table


def control(table: Locator, key: str) -> Locator:
    """A control by the name the table knows it by."""
    return table.locator(f'[data-k="{key}"]')


def at_move(table: Locator, n: int) -> None:
    """Wait until so many moves lie behind."""
    expect(table.locator(".meta")).to_contain_text(re.compile(rf"move {n}$"), timeout=15_000)


def press(table: Locator, key: str) -> None:
    """Click a choice; where its group is folded, open the group first."""
    folded = table.locator("details.group:not([open])", has=table.page.locator(f'[data-k="{key}"]')).locator("summary")
    if folded.count():
        folded.click()
    control(table, key).click()


def on(page: Page, keys: str) -> None:
    """Wait until the focus is on a control whose name starts with one of these."""
    page.wait_for_function(
        "keys => keys.split(' ').some(k => (document.activeElement?.dataset?.k ?? '').startsWith(k))", arg=keys
    )
