"""The notebook of the widgets in a real JupyterLab: every cell runs, every widget is drawn, and each one answers."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.lab import Browser, expect_output, open_lab, outputs, run_all, screenshot

SHIPPED = Path(__file__).resolve().parents[2] / "notebooks" / "05_widgets.ipynb"
TABLE = ".rb-table:has(.foot):not(.rb-tour *)"  # small boards in other widgets are drawn like tables, too
ROOTS = {
    TABLE: 2, ".rb-book": 1, ".rb-tour": 2, ".rb-odds": 1, ".rb-tree": 1, ".rb-map": 1, ".rb-what": 1, ".rb-sheet": 1,
    ".rb-quiz": 2,
}  # fmt: skip
FAULT = (
    ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText[data-mime-type*=error]"
)

Lab = Callable[[Path], str]


def test_every_widget_of_the_notebook_is_drawn_and_answers(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    shutil.copy(SHIPPED, tmp_path / SHIPPED.name)
    page = browser.page
    open_lab(page, lab(tmp_path), SHIPPED.name)
    run_all(page)
    assert page.locator(FAULT).all_inner_texts() == []
    for root, many in ROOTS.items():
        drawn = page.locator(root)
        expect(drawn).to_have_count(many)
        for place in range(many):
            drawn.nth(place).scroll_into_view_if_needed()
            expect(drawn.nth(place)).to_be_visible()
            screenshot(page, f"notebook-widgets-{root[4:9].strip(':')}-{place + 1}")

    table = page.locator(TABLE).first
    table.locator('[data-k^="act:"]', has_text="pend 1 oil").click()
    expect(table.locator(".meta")).to_have_text(re.compile(r"· move 1$"))

    panel = page.locator(".rb-what")
    panel.locator('[data-k="dial:oil"]').focus()
    page.keyboard.press("ArrowRight")
    expect(panel.locator(".turned")).to_contain_text("Oil 1 → 2")

    quiz = page.locator(".rb-quiz").first
    quiz.get_by_role("textbox").first.fill("10/72")
    page.keyboard.press("Enter")
    expect(quiz).to_contain_text("1 of 4 solved")
    teachers = page.locator(".rb-quiz").nth(1)
    teachers.get_by_role("textbox").fill("2/45")
    page.keyboard.press("Enter")
    expect(teachers).to_contain_text("1 of 3 solved")

    page.locator(".jp-CodeCell", has_text="quiz.score").locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect_output(page, "1 of 4 solved; tries: 1 0 0 0")
    assert outputs(page)
    assert browser.complaints() == []
