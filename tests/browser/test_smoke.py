"""A notebook opens in a real JupyterLab, runs, answers a click, and asks nobody outside this machine for anything."""

from collections.abc import Callable
from pathlib import Path

import nbformat

from browser.lab import Browser, expect_output, open_lab, outputs, run_all

WIDGET = """\
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    function render({ model, el }) {
      const button = document.createElement("button");
      button.dataset.test = "count";
      const show = () => { button.textContent = `pressed ${model.get("said")}`; };
      button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
      model.on("change:said", show);
      show();
      el.append(button);
    }
    export default { render };
    '''
    count = traitlets.Int(0).tag(sync=True)
    said = traitlets.Unicode("never").tag(sync=True)

    def __repr__(self):
        return f"Counter({self.said})"

counter = Counter()
counter.observe(lambda change: setattr(counter, "said", f"{change.new} of 3"), "count")
counter"""


def small_notebook(path: Path) -> Path:
    """A notebook with one exact sum and one widget whose Python answers."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
    cells = [
        nbformat.v4.new_markdown_cell("# A sum and a button"),
        nbformat.v4.new_code_cell("from fractions import Fraction\nFraction(1, 6) + Fraction(1, 9)"),
        nbformat.v4.new_code_cell(WIDGET),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)
    return path


def test_a_notebook_opens_runs_and_answers_a_click_without_leaving_the_machine(
    browser: Browser, lab: Callable[[Path], str], tmp_path: Path
) -> None:
    small_notebook(tmp_path / "small.ipynb")
    open_lab(browser.page, lab(tmp_path), "small.ipynb")
    run_all(browser.page)
    expect_output(browser.page, "Fraction(5, 18)")
    button = browser.page.locator("[data-test=count]")
    button.click()
    expect_output(browser.page, "pressed 1 of 3")
    button.press("Enter")
    expect_output(browser.page, "pressed 2 of 3")
    assert len(outputs(browser.page)) == 2
    assert browser.complaints() == []
