"""The shipped notebooks in a real JupyterLab: every cell runs, games are played, saved and taken up, sliders answer."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, expect_output, open_lab, outputs, run_all, screenshot

SHIPPED = Path(__file__).resolve().parents[2] / "notebooks"
START, KAREN, FRIDAY = "00_start_here.ipynb", "10_karen.ipynb", "20_friday.ipynb"
PIRATES, PILGRIM = "30_pirate_tales.ipynb", "40_scott_pilgrim.ipynb"
FAULT = (
    ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText[data-mime-type*=error]"
)

TURN = """async ([dial, value]) => {
    const panel = document.querySelector(".rb-what"), input = panel.querySelector(`[data-k="dial:${dial}"]`);
    const headline = () => panel.querySelector(".headline").textContent, before = headline();
    const start = performance.now();
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    while (headline() === before) {
        if (performance.now() - start > 5000) throw new Error(dial + " changed nothing");
        await new Promise(done => setTimeout(done, 4));
    }
    return performance.now() - start;
}"""  # turn a dial as a hand does, and give the ms until the page shows another answer

Lab = Callable[[Path], str]


def opened(browser: Browser, base: str, name: str) -> Locator:
    """The first table of a notebook, after all its cells ran without a fault."""
    open_lab(browser.page, base, name)
    run_all(browser.page)
    table = browser.page.locator(".rb-table").first
    expect(table).to_be_visible(timeout=15_000)
    assert browser.page.locator(FAULT).all_inner_texts() == []
    return table


def first_cell_run(browser: Browser, base: str, name: str) -> Locator:
    """The table of a notebook's first code cell, after that cell alone ran."""
    open_lab(browser.page, base, name)
    browser.page.locator(".jp-CodeCell .cm-content").first.click()
    browser.page.keyboard.press("Shift+Enter")
    table = browser.page.locator(".rb-table").first
    expect(table).to_be_visible(timeout=15_000)
    return table


def copy(folder: Path, name: str) -> str:
    """A copy of a shipped notebook in a folder of the test's own; gives its name."""
    shutil.copy(SHIPPED / name, folder / name)
    return name


def control(table: Locator, key: str) -> Locator:
    """A control by the name the table knows it by."""
    return table.locator(f'[data-k="{key}"]')


def action(table: Locator, text: str) -> Locator:
    """The button of a legal action."""
    return table.locator('[data-k^="act:"]', has_text=text).first


def at_move(table: Locator, n: int) -> None:
    """Wait until so many moves lie behind."""
    expect(table.locator(".meta")).to_have_text(re.compile(rf"· move {n}$"))


def settle(page: Page, keys: str) -> None:
    """Wait until the focus is on a control whose name starts with one of these."""
    page.wait_for_function(
        "keys => keys.split(' ').some(k => (document.activeElement?.dataset?.k ?? '').startsWith(k))", arg=keys
    )


def press(table: Locator, button: Locator) -> None:
    """Press the key that a button shows."""
    table.page.keyboard.press(button.locator("kbd").inner_text())


def test_the_start_notebook_runs_and_a_whole_night_is_played_by_mouse(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    table = opened(browser, lab(tmp_path), copy(tmp_path, START))
    expect_output(browser.page, "223/360")
    moves = 0
    while not table.locator(".over").count():
        (control(table, "draw") if control(table, "draw").count() else control(table, "act:0")).click()
        moves += 1
        at_move(table, moves)
        if control(table, "act:0").count():
            expect(control(table, "act:0")).to_contain_text(re.compile(r"\d+/\d+|certain|never"))
    assert moves >= 4
    expect(table.locator(".log")).to_contain_text("3.6")
    screenshot(browser.page, "notebook-start")
    control(table, "again").click()
    expect(table.locator(".meta")).to_have_text("seed 8 · move 0")
    quiz = browser.page.locator(".rb-quiz")
    quiz.locator("input[type=text]").first.fill("5/10")
    quiz.get_by_role("button", name="Check").first.click()
    expect(quiz).to_contain_text("1 of 4 solved")
    assert all("Not yet" not in text for text in outputs(browser.page))
    assert browser.complaints() == []


@pytest.mark.long
def test_the_karen_notebook_runs_and_its_sliders_answer_within_a_fifth_of_a_second(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    opened(browser, lab(tmp_path), copy(tmp_path, KAREN))
    page = browser.page
    for end in ("The end: 7.1 Victory", "The end: 7.2 Defeat"):
        expect_output(page, end)
    assert all("Not yet" not in text for text in outputs(page))
    panel = page.locator(".rb-what")
    panel.scroll_into_view_if_needed()
    expect(panel.locator(".headline")).to_contain_text("Cleared with")
    before = panel.locator(".headline").text_content() or ""  # inner_text is "" while Lab has it off the screen
    turns = [("pangs", 2), ("difficulty", 9), ("hp", 1), ("hp", 6), ("courage", 5), ("courage", 1), ("pangs", 10)]
    answers = [page.evaluate(TURN, turn) for turn in turns]
    assert sorted(answers)[len(answers) // 2] < 200, answers
    control(panel, "dial:pangs").focus()
    page.keyboard.press("ArrowLeft")
    expect(panel.locator(".turned")).to_contain_text("Hunger Pangs 5 → 9")
    screenshot(page, "notebook-karen-what-if")
    control(panel, "reset").click()
    expect(panel.locator(".headline")).to_have_text(before)
    assert browser.complaints() == []


@pytest.mark.long
def test_the_friday_notebook_runs_and_its_form_says_what_a_fight_is_worth(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    opened(browser, lab(tmp_path), copy(tmp_path, FRIDAY))
    page = browser.page
    expect_output(page, "109/306")
    assert all("Not yet" not in text for text in outputs(page))
    form = page.locator(".rb-what", has_text="What is this fight worth?")
    form.scroll_into_view_if_needed()
    best = form.locator(".worth tr.best th")
    expect(best).to_contain_text("exchange distracted −1")
    control(form, "dial:step").select_option(label="yellow")
    expect(best).to_have_count(2, timeout=15_000)
    control(form, "dial:goal").select_option(label="learn")
    expect(best).to_have_text(["draw a free cardbest"], timeout=15_000)
    stack, before = control(form, "dial:stack"), control(form, "dial:stack").input_value()
    stack.fill("3 weka")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_contain_text("Left in the stack: no card of the friday sheet is called 'weka'")
    stack.fill("3 weak")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_be_hidden()
    control(form, "add:stack").select_option(label="weapon 4")
    expect(stack).to_have_value("3 weak, weapon 4")
    form.locator(".worth .not .cite").first.click()
    expect(form.locator(".pop")).to_contain_text("Nobody pays for a card while a free one can be drawn")
    page.keyboard.press("Escape")
    screenshot(page, "notebook-friday-form")
    control(form, "reset").click()
    expect(stack).to_have_value(before)
    assert browser.complaints() == []


def test_the_pirate_notebook_runs_its_die_designer_moves_and_its_form_says_what_a_voyage_is_worth(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    opened(browser, lab(tmp_path), copy(tmp_path, PIRATES))
    page = browser.page
    expect_output(page, "spread (variance): 2/3 and 2/3")
    assert all("Not yet" not in text for text in outputs(page))

    designer = page.locator(".rb-what", has_text="Skulls in one roll of the fleet")
    designer.scroll_into_view_if_needed()
    headline, faces = designer.locator(".headline"), control(designer, "dial:faces")
    expect(headline).to_contain_text("One white die: mean 1/3, a success with 1/3.")
    faces.fill("0, 0, 0, 1, 1, 1")
    page.keyboard.press("Enter")
    expect(headline).to_contain_text("One white die: mean 1/2, a success with 1/2.", timeout=15_000)
    faces.fill("0, skull")
    page.keyboard.press("Enter")
    expect(designer.locator(".problem")).to_contain_text("a face is a whole number from 0 to 99, not 'skull'")
    screenshot(page, "notebook-pirates-designer")
    control(designer, "reset").click()
    expect(headline).to_contain_text("mean 1/3")

    form = page.locator(".rb-what", has_text="What is this voyage worth?")
    form.scroll_into_view_if_needed()
    best = form.locator(".worth tr.best th")
    expect(best).to_have_count(2)
    expect(best.first).to_contain_text("Lucky Gull")
    control(form, "add:free").select_option(label="red 2")
    expect(control(form, "dial:free")).to_have_value("2 white 0, white 1, red 1, red 2")
    expect(form.locator(".headline")).to_contain_text("Success with", timeout=15_000)
    control(form, "dial:ahead").fill("Merchant Slop, 3")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_contain_text("did you mean Merchant Sloop")
    control(form, "reset").click()
    expect(form.locator(".problem")).to_be_hidden()
    screenshot(page, "notebook-pirates-form")
    assert browser.complaints() == []


@pytest.mark.long
def test_the_scott_pilgrim_notebook_runs_its_scale_tips_and_its_form_says_what_a_fight_is_worth(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    opened(browser, lab(tmp_path), copy(tmp_path, PILGRIM))
    page = browser.page
    expect_output(page, "a hand without Drama: 1/12 and 1/6")
    assert all("Not yet" not in text for text in outputs(page))

    scale = page.locator(".rb-what", has_text="Fight or skip?")
    scale.scroll_into_view_if_needed()
    expect(scale.locator(".headline")).to_contain_text("→ fight")
    control(scale, "dial:reward").focus()
    page.keyboard.press("Home")  # a reward of no points is not worth a card
    expect(scale.locator(".headline")).to_contain_text("→ skip", timeout=15_000)
    screenshot(page, "notebook-pilgrim-scale")

    form = page.locator(".rb-what", has_text="What is this fight worth?")
    form.scroll_into_view_if_needed()
    before = form.locator(".headline").text_content() or ""
    control(form, "dial:on_top").select_option(label="a Drama")
    expect(form.locator(".turned")).to_contain_text("On top of theirs", timeout=15_000)
    control(form, "dial:draw").fill("Business Time, Scarf Whip, Chau Down")
    control(form, "dial:seen").fill("Business Time")
    control(form, "dial:hand").fill("Surprise!, Harsh, Drama")
    page.keyboard.press("Enter")
    control(form, "dial:needed").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    best = form.locator(".worth tr.best th")
    expect(best).to_have_count(2, timeout=15_000)
    expect(best.last).to_contain_text("Harsh and match Drama")
    screenshot(page, "notebook-pilgrim-form")
    control(form, "dial:draw").fill("Buisness Time")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_contain_text("did you mean Business Time")
    control(form, "reset").click()
    expect(form.locator(".headline")).to_have_text(before)
    assert browser.complaints() == []


@pytest.mark.long
def test_karen_is_played_in_the_notebook_by_mouse_and_by_keyboard_saved_and_taken_up_after_a_reload(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    base, name = lab(tmp_path), copy(tmp_path, KAREN)
    table, page = first_cell_run(browser, base, name), browser.page

    # an adventure by mouse: events chosen by name, cards drawn, undone and chosen, a Courage Draw, the result
    control(table, "find").fill("camp music")
    expect(table.locator(".outs .act")).to_have_count(1)
    table.locator(".outs .act").click()
    at_move(table, 1)
    action(table, "Setting Up Camp").click()
    at_move(table, 2)
    control(table, "draw").click()
    at_move(table, 3)
    control(table, "undo").click()
    at_move(table, 2)
    table.locator(".outs .act", has_text="Hunger Pang ×4").click()
    at_move(table, 3)
    expect(table.locator(".sum")).to_have_text(re.compile("Power 0 of 1: 1 short"))
    expect(action(table, "Courage Draw")).to_contain_text(re.compile(r"\d+/\d+|certain"))
    action(table, "Courage Draw").click()
    at_move(table, 4)
    table.locator(".outs .act", has_text="Attempt").click()
    at_move(table, 5)
    expect(table.locator(".sum")).to_have_text(re.compile("Power 1 of 1: enough"))
    action(table, "eclare").click()
    at_move(table, 6)
    expect(table.locator(".log")).to_contain_text("Setting Up Camp was turned round")

    # an adventure by keyboard alone
    control(table, "find").focus()
    page.keyboard.type("coconut lifeboat")
    expect(table.locator(".outs .act")).to_have_count(1)
    page.keyboard.press("Tab")
    settle(page, "out:")
    page.keyboard.press("Enter")
    at_move(table, 7)
    settle(page, "act:")
    press(table, action(table, "Coconut Grove"))
    at_move(table, 8)
    settle(page, "draw")
    page.keyboard.press("d")
    at_move(table, 9)
    settle(page, "act:")
    press(table, action(table, "Courage Draw"))
    at_move(table, 10)
    settle(page, "draw")
    page.keyboard.press("d")
    at_move(table, 11)
    settle(page, "act:")
    press(table, action(table, "eclare"))
    at_move(table, 12)
    expect(table.locator(".log")).to_contain_text("against 1")
    page.keyboard.press("u")
    at_move(table, 11)
    words = table.locator(".sum").inner_text()
    screenshot(page, "notebook-karen-table")

    # saved, the page loaded anew, the cell run again, and the game taken up where it was
    control(table, "files").click()
    control(table, "file").fill("island")
    control(table, "save").click()
    expect(table.locator(".status")).to_contain_text(f"Saved 12 moves to {tmp_path / 'island'}.json")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    table = first_cell_run(browser, base, name)
    at_move(table, 0)
    control(table, "files").click()
    control(table, "file").fill("island")
    control(table, "load").click()
    at_move(table, 11)
    expect(table.locator(".sum")).to_have_text(words)
    assert browser.complaints() == []
