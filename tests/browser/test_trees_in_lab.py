"""The decision tree and the policy map in a real JupyterLab: keyboard, mouse, slices, sixty clicks, dark, narrow."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, expect_output, open_lab, run_all, screenshot

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
LANTERN = """
from rulebook_widgets import DecisionTree
from rulebooks import lantern
night = lantern.position(oil=1, storm=2, shown=[0, 1], deck=[0, 1, 2], discard=[1], storms=[1, 3])
tree = DecisionTree("lantern", night)
tree"""
KAREN = """
from rulebook_widgets import DecisionTree
from rulebooks import karen
own = karen.card
deck = [0, 0, 0, 1, 1, 1, 2, 2, own(1, "draw 1"), own(0, "draw 2"), own(1, "double"), own(2, "copy")]
DecisionTree("karen", karen.adventure(deck, 7, hp=10))"""

Lab = Callable[[Path], str]


def notebook(folder: Path, *cells: str) -> str:
    """A notebook with these code cells; gives its name."""
    code = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=code, metadata=KERNEL), folder / "ask.ipynb")
    return "ask.ipynb"


def opened(browser: Browser, base: str, name: str, what: str) -> Locator:
    """The first widget of a kind, after all cells ran."""
    open_lab(browser.page, base, name)
    run_all(browser.page)
    widget = browser.page.locator(what).first
    expect(widget).to_be_visible(timeout=15_000)
    return widget


def dark(page: Page) -> None:
    """What the notebook does when its dark theme is chosen."""
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")


def row(tree: Locator, key: str) -> Locator:
    """A row of the tree by the places of its moves."""
    return tree.locator(f'[role=treeitem][data-k="{key}"]')


MAP = """
from rulebook_widgets import PolicyMap
from rulebooks import karen

def there(power, hp):
    deck = {0: 4, 1: 3, 2: 2, karen.card(1, "draw 1"): 1}
    return karen.position(hp=hp, quest=7, laid=[power], deck=deck)

def close(s):
    "Draw while at most 3 short"
    short = 7 - karen.power(s)
    uses = [a for a in karen.node(s).actions if str(a).startswith("use")]
    return uses[0] if short > 0 and uses else "Courage Draw for 1 HP" if 0 < short <= 3 else "declare the result"

PolicyMap("karen", there, ("power", range(9)), ("hp", range(1, 9)), "hearts", close, title="A quest of difficulty 7")"""
SLICES = """
import time

def slow(light, oil):
    time.sleep(0.01)
    return there(light, 1 + oil % 20)

wide = PolicyMap("karen", slow, ("light", range(20)), ("oil", range(20)))
wide"""
HOSTILE = """
bad = "<img src=x onerror=document.title='taken'>\\u202e" + "W" * 300
close.__doc__ = bad
PolicyMap("karen", there, ("power", [bad, 3]), ("hp", [1, bad]), "hearts", close, title=bad)"""


def test_the_tree_is_walked_opened_and_folded_by_keyboard(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    tree, page = opened(browser, lab(tmp_path), notebook(tmp_path, LANTERN), ".rb-tree"), browser.page
    expect(tree.locator(".sum")).to_have_text("The greatest chance to see the dawn: 2/9 (22.22 %)")
    expect(tree.get_by_role("treeitem")).to_have_count(8)
    row(tree, "root").focus()
    page.keyboard.press("ArrowDown")
    expect(row(tree, "0")).to_be_focused()
    expect(row(tree, "0")).to_have_accessible_name("stand; best; value 2/9, 22.22 %; then: the storm")
    expect(tree.locator(".about h3")).to_have_text("stand")  # a row at rest is told in full
    expect(tree.locator(".about .cite")).to_contain_text("3.6")
    page.keyboard.press("ArrowLeft")
    expect(row(tree, "0")).to_have_attribute("aria-expanded", "false")
    expect(tree.get_by_role("treeitem")).to_have_count(6)
    page.keyboard.press("Enter")
    expect(tree.get_by_role("treeitem")).to_have_count(8)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # the kernel opens a storm of 1
    expect(row(tree, "0.0.2")).to_be_visible()
    expect(row(tree, "0.0")).to_be_focused()
    page.keyboard.press("End")
    expect(row(tree, "1.2")).to_be_focused()
    page.keyboard.press("Home")
    expect(row(tree, "root")).to_be_focused()
    tree.locator('[data-k="deeper"]').click()
    expect(tree.locator(".depth")).to_have_text("3 moves")
    expect(row(tree, "1.2.0")).to_be_visible()
    tree.locator('[data-k="text"]').click()
    expect(tree.locator(".text")).to_contain_text("├─ * stand: 2/9 (22.22 %), best → ○ the storm")
    tree.locator('[data-k="text"]').click()
    row(tree, "0").click()
    expect(row(tree, "0.0")).to_have_count(0)
    expect(tree.locator(".about h3")).to_have_text("stand")
    tree.locator(".about .cite").click()
    expect(tree.get_by_role("dialog")).to_contain_text("point of light short of the storm")
    page.keyboard.press("Escape")
    expect(tree.locator(".about .cite")).to_be_focused()
    assert page.locator(".jp-Cell").count() == 1  # no key reached the notebook's own shortcuts
    screenshot(page, "decision-tree-light")
    assert browser.complaints() == []


def test_many_outcomes_open_a_few_at_a_time_and_the_aim_can_be_changed(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    tree, page = opened(browser, lab(tmp_path), notebook(tmp_path, KAREN), ".rb-tree"), browser.page
    rest = tree.locator(".rest .more").last
    expect(rest).to_have_text("… and 89 less likely outcomes, together 43/55 (78.18 %)")
    rest.click()
    expect(rest).to_contain_text("… and 65 ")
    expect(tree.get_by_text("tied best").first).to_be_visible()
    tree.locator('[data-k="goal"]').select_option("hearts")
    expect(tree.locator(".sum")).to_contain_text("The fewest HP lost on average: −")
    dark(page)
    screenshot(page, "decision-tree-dark")
    for width in (1300, 600):
        page.set_viewport_size({"width": width, "height": 1400})
        assert tree.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    assert browser.complaints() == []


def test_the_map_shows_the_best_actions_the_rule_and_each_cell_in_full(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    grid, page = opened(browser, lab(tmp_path), notebook(tmp_path, MAP), ".rb-map"), browser.page
    cell = grid.locator('[data-k="6,0"]')
    expect(cell).to_have_text("DC")
    expect(cell).to_have_accessible_name(
        "power 6, HP 1: declare the result or Courage Draw for 1 HP; tied; −1; the rule agrees"
    )
    cell.click()
    expect(grid.locator(".about h3")).to_have_text("power 6, HP 1")
    expect(grid.locator(".about li", has_text="tied best")).to_have_count(2)
    page.keyboard.press("ArrowUp")
    expect(grid.locator('[data-k="6,1"]')).to_be_focused()
    expect(grid.locator(".about h3")).to_have_text("power 6, HP 2")
    expect(grid.locator(".about .cost")).to_have_text("The rule, followed once, costs 2/5 (0.4) HP here.")
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    expect(grid.locator('[data-k="0,7"]')).to_be_focused()
    expect(grid.locator(".summary")).to_contain_text("it costs at most 6 HP, at power 0, HP 1; on average 3553/4320")
    assert grid.locator(".grid td.right").count() == 16
    grid.locator('[data-k="rule"]').click()
    expect(grid.locator(".grid td.right")).to_have_count(0)
    expect(grid.locator(".x")).to_have_count(0)
    grid.locator('[data-k="rule"]').click()
    grid.locator('[data-k="text"]').click()
    expect(grid.locator(".text")).to_contain_text("! the rule names no best action")
    grid.locator('[data-k="text"]').click()
    screenshot(page, "policy-map-light")
    dark(page)
    screenshot(page, "policy-map-dark")
    assert page.locator(".jp-Cell").count() == 1
    assert browser.complaints() == []


@pytest.mark.long
def test_a_big_map_fills_while_the_kernel_answers_other_cells_and_can_be_stopped(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    name = notebook(tmp_path, MAP, SLICES, "print('meanwhile', wide.done)")
    grid, page = opened(browser, lab(tmp_path), name, ".rb-map.many"), browser.page
    expect_output(page, "meanwhile False")
    expect(grid.locator(".work")).to_contain_text(" of 400 cells answered")
    grid.locator('[data-k="halt"]').click()
    expect(grid.locator('[data-k="halt"]')).to_have_text("Go on")
    grid.locator('[data-k="halt"]').click()
    expect(grid.locator(".work")).to_be_hidden(timeout=60_000)
    expect(grid.locator(".grid td.open")).to_have_count(0)
    assert browser.complaints() == []


CLICKS = """async ([selector, keys, seen]) => {
    const root = document.querySelector(selector), times = [], state = () => eval(seen)(root);
    for (let n = 0; n < 60; n++) {
        const before = state(), start = performance.now();
        root.querySelector(keys[n % keys.length]).click();
        while (state() === before) {
            if (performance.now() - start > 5000) throw new Error("click " + n + " was lost");
            await new Promise(done => setTimeout(done, 4));
        }
        times.push(performance.now() - start);
    }
    return times;
}"""


@pytest.mark.long
def test_sixty_clicks_on_each_are_all_answered_and_quickly(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    opened(browser, lab(tmp_path), notebook(tmp_path, KAREN, MAP), ".rb-map")
    depth = ['[data-k="deeper"]', '[data-k="deeper"]', '[data-k="fewer"]', '[data-k="fewer"]']
    moves = "root => root.querySelector('.depth').textContent"
    cells = [f'[data-k="{i},{j}"]' for j in range(8) for i in range(9)]
    about = "root => root.querySelector('.about h3').textContent"
    for asked in ([".rb-tree", depth, moves], [".rb-map", cells[1:61], about]):
        times = browser.page.evaluate(CLICKS, asked)
        assert len(times) == 60
        assert sorted(times)[30] < 200
    assert browser.complaints() == []


@pytest.mark.long
def test_hostile_words_stay_words(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    page = browser.page
    opened(browser, lab(tmp_path), notebook(tmp_path, MAP, HOSTILE), ".rb-map >> nth=1")
    assert page.locator(".rb img").count() == 0
    assert page.title() != "taken"
    page.set_viewport_size({"width": 700, "height": 1400})
    for each in page.locator(".rb").all():
        assert each.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    screenshot(page, "policy-map-hostile")
    assert browser.complaints() == []
