"""The tour in a real JupyterLab: Karen's, Friday's, Scott Pilgrim's and Kabula's by mouse, Lantern's by keyboard."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, open_lab, run_all, screenshot
from rulebooks.core.tours import load_tour

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
KAREN = 'from rulebook_widgets import Tour\ntour = Tour("karen")\ntour'
FRIDAY = 'from rulebook_widgets import Tour\ntour = Tour("friday", seed=3)\ntour'
PILGRIM = 'from rulebook_widgets import Tour\ntour = Tour("scott_pilgrim", seed=3)\ntour'
MONSTER = 'from rulebook_widgets import Tour\ntour = Tour("kabula", seed=3, which="monster")\ntour'
LANTERN = 'from rulebook_widgets import Tour\ntour = Tour("lantern", seed=3)\ntour'
HOSTILE = """
from pathlib import Path
from rulebook_widgets import Tour
text = "<img src=x onerror=document.title=`taken`>\\u202e" + "W" * 160
source = f'''
game = "lantern"
title = "{text}"
minutes = 3
theme = "{text}"
now_you = "{text}"
[[chapter]]
title = "{text}"
[[chapter.step]]
say = "{text}"
then = "{text}"
why = "{text}"
draw = 2
[[chapter.step]]
say = "{text}"
[chapter.step.ask]
question = "{text}"
options = ["{text}", "{text} too"]
answer = "{text}"
why = "{text}"
'''
Path("mine.toml").write_text(source, encoding="utf-8")
tour = Tour("mine.toml")
tour"""
FITS = "e => [e, ...e.querySelectorAll('.guide, .guide p, .guide button, .stage')].every(x => x.scrollWidth <= x.clientWidth + 1)"  # noqa: E501

Lab = Callable[[Path], str]


def notebook(folder: Path, *cells: str) -> str:
    """A notebook with these code cells; gives its name."""
    code = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=code, metadata=KERNEL), folder / "play.ipynb")
    return "play.ipynb"


def opened(browser: Browser, base: str, name: str) -> Locator:
    """The tour of a notebook, after all its cells ran."""
    open_lab(browser.page, base, name)
    run_all(browser.page)
    tour = browser.page.locator(".rb-tour").first
    expect(tour).to_be_visible(timeout=15_000)
    return tour


def way(tour: Locator, name: str) -> Locator:
    """A control of the guide."""
    return tour.locator(f'[data-g="{name}"]')


def control(tour: Locator, key: str) -> Locator:
    """A control of the table."""
    return tour.locator(f'[data-k="{key}"]')


def onward(tour: Locator, last: bool = False) -> Locator:
    """What leads to the next step, once it is there: the control that is asked for, else "next"."""
    there = tour.locator('.wanted, [data-g="next"]:not([aria-disabled="true"])')
    expect(there.first).to_be_visible()
    wanted = tour.locator(".wanted")
    if not wanted.count():
        return there.first
    return wanted.last if last else wanted.first


def at_step(tour: Locator, n: int, of: int) -> None:
    """Wait until the tour stands at a step, and its table too."""
    expect(tour.locator(".guide-head .meta")).to_have_text(f"{n} of {of} steps")
    tour.page.wait_for_function("""() => {
        const tour = document.querySelector(".rb-tour"), wants = tour.querySelector(".wanted");
        return tour.dataset.mode !== "guided" || wants || !tour.querySelector('[data-g=next]').ariaDisabled;
    }""")


def dark(page: Page) -> None:
    """What the notebook does when its dark theme is chosen."""
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")


def settle(page: Page, where: str) -> None:
    """Wait until the focus is on an element that matches."""
    page.wait_for_function("where => document.activeElement?.matches(where)", arg=where)


def test_the_karen_tour_by_mouse_to_its_end_with_a_branch_and_a_return(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, KAREN)), browser.page
    steps, guide = len(load_tour("karen").line()) + 1, tour.locator(".guide")
    expect(guide).to_contain_text("Karen is shipwrecked")
    screenshot(page, "tour-karen-start")
    step = 1
    while step < steps:
        at_step(tour, step, steps)
        if step == 2:  # another move than the one that is asked for, tried, and left again
            control(tour, "act:2").click()
            expect(tour.locator(".nudge")).to_contain_text("asks for: face Driftwood Fire")
            way(tour, "try").click()
            expect(tour).to_have_attribute("data-mode", "away")
            expect(tour.locator(".log")).to_contain_text("Fled from")
            control(tour, "draw").click()
            expect(tour.locator(".rb-table .meta")).to_contain_text("move 3")
            control(tour, "undo").click()
            expect(tour.locator(".rb-table .meta")).to_contain_text("move 2")
            screenshot(page, "tour-karen-away")
            way(tour, "leave").click()
            expect(tour).to_have_attribute("data-mode", "guided")
            at_step(tour, step, steps)
            expect(tour.locator(".log li")).to_have_count(1)
        if step == 4:
            expect(control(tour, "act:1")).to_contain_text("best")
            tour.locator(".option", has_text="game is lost").click()
            expect(tour.locator(".feedback")).to_contain_text("Not yet. Only when her HP run out.")
            tour.locator(".option", has_text="learns nothing").click()
            expect(tour.locator(".feedback")).to_contain_text("Right.")
            screenshot(page, "tour-karen-question")
        if step == 8:
            way(tour, "answer").fill("6/10")
            way(tour, "check").click()
            expect(tour.locator(".feedback")).to_contain_text("Right. 6/10 it is; in lowest terms 3/5")
            way(tour, "back").click()
            at_step(tour, 7, steps)
            way(tour, "next").click()
            at_step(tour, 8, steps)
            expect(tour.locator(".feedback")).to_contain_text("Right.")
        if step == 13:
            expect(tour.locator(".wanted")).to_have_count(2)
            screenshot(page, "tour-karen-choice")
        onward(tour, last=True).click()
        step += 1
        if step == 25:
            steps += 1  # doubling first is the longer way
        if step == steps - 1:
            expect(guide).to_contain_text("Karen sails away")
            screenshot(page, "tour-karen-won")
    expect(tour).to_have_attribute("data-mode", "free")
    expect(guide).to_contain_text("the island is yours")
    control(tour, "draw").click()
    expect(control(tour, "act:0")).to_be_visible()
    expect(tour.locator(".rb-table .meta")).to_contain_text("move 26")
    screenshot(page, "tour-karen-free")
    way(tour, "skip").click()
    tour.get_by_role("dialog").get_by_role("button", name="Flee, and shuffle").click()
    at_step(tour, 17, steps)
    assert browser.complaints() == []


@pytest.mark.long
def test_the_friday_tour_by_mouse_to_a_table_of_ones_own_with_a_refusal_pressed(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, FRIDAY)), browser.page
    data = load_tour("friday")
    for step, asked in enumerate(line := data.line({21: "destroy weak 0, left for 1"}), 1):
        where = tour.locator(".guide-head .meta")
        expect(where).to_have_text(
            f"{step} of {len(line) + 1} steps", timeout=60_000
        )  # odds of a whole stack take time
        expect(tour.locator(".rb-table")).not_to_contain_text("reckoning", timeout=60_000)
        at_step(tour, step, len(line) + 1)
        if step == 3:
            control(tour, "no:0").click(force=True)  # grey, but it answers
            expect(tour.locator(".rb-table .pop")).to_contain_text("Of two hazards, one must be fought.")
            page.keyboard.press("Escape")
        if step == 4:
            way(tour, "answer").fill("4/18")
            way(tour, "check").click()
            expect(tour.locator(".feedback")).to_contain_text("Right. 4/18 it is; in lowest terms 2/9")
        if asked.ask.get("options"):
            tour.locator(".option", has_text=asked.ask["answer"]).click()
            expect(tour.locator(".feedback")).to_contain_text("Right.", timeout=30_000)
        if step in (4, 12, 22):
            screenshot(page, f"tour-friday-{step}")
        onward(tour, last=True).click()
    expect(tour).to_have_attribute("data-mode", "free")
    expect(tour.locator(".guide")).to_contain_text("the island is yours")
    assert browser.complaints() == []


@pytest.mark.long
def test_the_scott_pilgrim_tour_by_mouse_through_a_flip_a_swap_and_a_combo_to_a_table_of_ones_own(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, PILGRIM)), browser.page
    line = load_tour("scott_pilgrim").line()
    for step, asked in enumerate(line, 1):
        at_step(tour, step, len(line) + 1)
        if asked.do == "fight Hostile Audience (place 2)":
            expect(tour.locator(".wanted")).to_contain_text("4/5")
        if asked.ask.get("options"):
            tour.locator(".option", has_text=asked.ask["answer"]).first.click()
            expect(tour.locator(".feedback")).to_contain_text("Right.")
        if step in (2, 12, 17, 21, 25):
            screenshot(page, f"tour-pilgrim-{step}")
        onward(tour).click()
    expect(tour).to_have_attribute("data-mode", "free")
    expect(tour.locator(".guide")).to_contain_text("player two’s turn begins")
    screenshot(page, "tour-pilgrim-free")
    assert browser.complaints() == []


@pytest.mark.long
def test_the_tour_of_kabulas_monster_by_mouse_with_its_guesses_to_a_table_of_ones_own(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, MONSTER)), browser.page
    line = load_tour("kabula", "monster").line()
    for step, asked in enumerate(line, 1):
        at_step(tour, step, len(line) + 1)
        if asked.ask.get("options"):
            wrong = next(iter(asked.ask["hints"]))
            tour.locator(".option", has_text=wrong).first.click()
            expect(tour.locator(".feedback")).to_contain_text("Not yet.")
            tour.locator(".option", has_text=asked.ask["answer"]).first.click()
            expect(tour.locator(".feedback")).to_contain_text("Right.")
        elif asked.ask:
            way(tour, "answer").fill(asked.ask["answer"])
            way(tour, "check").click()
            expect(tour.locator(".feedback")).to_contain_text("Right.")
        if step in (2, 5, 11, 13, 20, 24):
            screenshot(page, f"tour-monster-{step}")
        onward(tour, last=bool(asked.choose)).click()
    expect(tour).to_have_attribute("data-mode", "free")
    expect(tour.locator(".guide")).to_contain_text("the Guardian’s card comes first")
    expect(control(tour, "draw")).to_be_visible()
    screenshot(page, "tour-monster-free")
    assert browser.complaints() == []


def test_the_lantern_tour_by_keyboard_alone(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, LANTERN)), browser.page
    steps = len(load_tour("lantern").line()) + 1
    control(tour, "draw").focus()
    for step in range(1, steps):
        at_step(tour, step, steps)
        settle(page, ".rb-tour .wanted" if tour.locator(".wanted").count() else '.rb-tour [data-g="next"]')
        if step == 5:
            page.keyboard.press("s")
            expect(tour).to_have_attribute("data-mode", "away")
            settle(page, ".rb-tour .act")
            page.keyboard.press("2")
            expect(tour.locator(".log")).to_contain_text("Oil 2 → 1")
            page.keyboard.press("s")
            expect(tour).to_have_attribute("data-mode", "guided")
            settle(page, ".rb-tour .wanted")
            page.keyboard.press("u")
            at_step(tour, 4, steps)
            settle(page, '.rb-tour [data-g="next"]')
            page.keyboard.press("n")
            at_step(tour, step, steps)
            settle(page, ".rb-tour .wanted")
        page.keyboard.press("Enter")
    expect(tour).to_have_attribute("data-mode", "free")
    settle(page, '.rb-tour [data-k="draw"]')
    page.keyboard.press("d")
    expect(tour.locator(".log li")).to_have_count(13)
    settle(page, '.rb-tour [data-k^="act:"], .rb-tour [data-k="again"]')
    page.keyboard.press("1")
    expect(tour.locator(".over")).to_contain_text("Play again with seed 4")
    screenshot(page, "tour-lantern-end")
    assert page.locator(".jp-Cell").count() == 1  # no key reached the notebook's own shortcuts
    assert browser.complaints() == []


@pytest.mark.long
def test_dark_narrow_enlarged_and_hostile(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    tour, page = opened(browser, lab(tmp_path), notebook(tmp_path, KAREN, HOSTILE)), browser.page
    dark(page)
    control(tour, "draw").click()
    control(tour, "act:2").click()
    expect(tour.locator(".nudge")).to_be_visible()
    screenshot(page, "tour-dark")
    hostile = page.locator(".rb-tour").nth(1)
    control(hostile, "draw").click()
    hostile.locator(".option").first.click()
    expect(hostile.locator(".feedback")).to_contain_text("Right.")
    for width, zoom in ((1300, 1), (600, 1), (1300, 2)):
        page.set_viewport_size({"width": width, "height": 2600})
        page.evaluate("zoom => { document.body.style.zoom = zoom; }", zoom)
        page.wait_for_timeout(200)
        for each in page.locator(".rb-tour").all():
            assert each.evaluate(FITS), (width, zoom)
        tour.evaluate("e => e.scrollIntoView()")
        screenshot(page, f"tour-dark-{width}-{zoom}")
    assert page.locator(".rb img").count() == 0
    assert page.title() != "taken"
    assert browser.complaints() == []
