"""The quiz in a real JupyterLab: right, wrong with its hint, 10/72; choices, picks, drawn questions; and no kernel."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, expect

from browser.lab import Browser, expect_output, menu, open_lab, outputs, run_all, screenshot

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
HOSTILE = "<img src=x onerror=document.title='taken'>\u202e" + "W" * 400
QUIZ = """\
from fractions import Fraction
from rulebook_widgets import Drawn, Exact, MultipleChoice, Pick, Quiz, drawn_position
from rulebooks import karen, lantern

bridge = karen.position(hp=3, quest="Rope Bridge", laid=["Memento", 0, 1, 1], deck=[0, 0, 1, 2, 2])
dark = lantern.position(oil=0, storm=2, shown=[0, 1], deck=[1, 2], storms=[1])

def best_here(luck):
    position = drawn_position(luck, "karen")
    return Pick("What is best here?", position, "best", goal="hearts", rule="karen 3.10")

quiz = Quiz([
    Exact("Two dice are rolled. How likely is a sum of 6?", Fraction(5, 36),
          {"1/11": "There are eleven sums, but they are not equally likely: count the 36 pairs of faces.",
           "1/12": "3 + 3 is one pair, yet 1 + 5 and 5 + 1 are two."},
          why="Five of the 36 pairs add up to 6: 1+5, 2+4, 3+3, 4+2, 5+1."),
    MultipleChoice("The Event Deck has two cards. Karen flees. What does it cost her?",
           ["nothing", "1 HP", "2 HP", "the game"], "1 HP",
           {"nothing": "That is so only when a single last event was turned over."},
           why="Both events are discarded, and two more are turned over.", rule="karen 2.2"),
    MultipleChoice("Which of these are abilities of Karen's cards?",
           sorted({*list(karen.ABILITIES)[:3], "swap", "steal"}),
           list(karen.ABILITIES)[:3]),
    Pick("Which action is best for Karen here?", bridge, "best", goal="clear"),
    Pick("The keeper has no oil left. Which action is forbidden?", dark, "forbidden",
         hints={"stand": "One may always stand; it may be the last thing one does."}),
    Pick("Pick the card that can bring one more card.", bridge, "Memento", of="card", rule="karen 5.4"),
    Drawn(best_here, seed=1),
], "After the first game")
quiz"""
TOLD = "print(quiz.score, quiz.tries, quiz.solved)"

Lab = Callable[[Path], str]


def notebook(folder: Path, *cells: str) -> str:
    """A notebook with these code cells; gives its name."""
    code = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=code, metadata=KERNEL), folder / "quiz.ipynb")
    return "quiz.ipynb"


def opened(browser: Browser, base: str, name: str) -> Locator:
    """The quiz of a notebook, after all its cells ran."""
    open_lab(browser.page, base, name)
    run_all(browser.page)
    quiz = browser.page.locator(".rb-quiz").first
    expect(quiz).to_be_visible(timeout=15_000)
    return quiz


def question(quiz: Locator, n: int) -> Locator:
    """The n-th question, counted from 1."""
    return quiz.locator(".asked > li").nth(n - 1)


def answer(one: Locator, text: str) -> Locator:
    """Type an answer and press Enter; gives what is said to it."""
    one.get_by_role("textbox").fill(text)
    one.get_by_role("textbox").press("Enter")
    return one.locator(".feedback")


def pick(one: Locator, *names: str) -> Locator:
    """Mark options by their names and check; gives what is said to it."""
    for box in one.locator("input:checked[type=checkbox]").all():
        box.uncheck()
    for name in names:
        one.locator("label", has_text=name).locator("input").first.check()
    one.get_by_role("button", name="Check").click()
    return one.locator(".feedback")


def test_numbers_wrong_with_a_hint_rounded_10_of_72_and_nonsense(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    quiz, page = opened(browser, lab(tmp_path), notebook(tmp_path, QUIZ, TOLD)), browser.page
    one = question(quiz, 1)
    assert page.get_by_label("Two dice are rolled. How likely is a sum of 6?").count() == 1
    expect(answer(one, "five")).to_contain_text("“five” is not a number: write 3/8, 0.375 or 37.5 %.")
    expect(answer(one, "2/22")).to_contain_text("There are eleven sums, but they are not equally likely")
    expect(answer(one, "31/36")).to_contain_text("the opposite")
    expect(one.get_by_role("button", name="Show the answer")).to_be_visible()
    expect(answer(one, "13,9 %")).to_contain_text("Which fraction is it exactly?")
    expect(quiz.locator(".meta")).to_have_text("1 of 7 solved")
    expect(one.locator(".answer")).to_have_text("")
    quiz.scroll_into_view_if_needed()
    screenshot(page, "quiz-number")
    expect(answer(one, "10/72")).to_contain_text("Right. 10/72 it is; in lowest terms 5/36 (13.89 %).")
    expect(one.locator(".answer")).to_contain_text("Five of the 36 pairs")
    assert one.get_by_role("textbox").evaluate("e => e === document.activeElement")
    page.locator(".jp-CodeCell").nth(1).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect_output(page, "1 of 7 (3, 0, 0, 0, 0, 0, 0) (True, False,")
    assert browser.complaints() == []


def test_choices_picks_and_questions_drawn_anew(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    quiz, page = opened(browser, lab(tmp_path), notebook(tmp_path, QUIZ, TOLD)), browser.page
    two = question(quiz, 2)
    two.get_by_role("button", name="Check").click()
    expect(two.locator(".feedback")).to_contain_text("Choose one first.")
    expect(pick(two, "nothing")).to_contain_text("only when a single last event")
    two.locator(".cite").click()
    expect(quiz.get_by_role("dialog")).to_contain_text("2.2")
    page.keyboard.press("Escape")
    two.get_by_role("radio", name="nothing").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(two.locator(".feedback")).to_contain_text("Right.")
    three = question(quiz, 3)
    expect(pick(three, "swap")).to_contain_text("3 are missing, 1 too many.")
    four = question(quiz, 4)
    expect(pick(four, "declare the result")).to_contain_text("Not that one.")
    expect(pick(four, "use Memento")).to_contain_text("Right.")
    expect(four.locator(".opt.best")).to_contain_text("best")
    five = question(quiz, 5)
    expect(pick(five, "stand")).to_contain_text("One may always stand")
    expect(pick(five, "spend 1 oil")).to_contain_text("Right.")
    expect(five.locator(".opt .cite")).to_have_text("3.4 No oil, no card")
    six = question(quiz, 6)
    expect(six.locator(".pickable")).to_have_count(5)
    six.locator(".pickable", has_text="Memento").click()
    six.get_by_role("button", name="Check").click()
    expect(six.locator(".feedback")).to_contain_text("Right.")
    seven = question(quiz, 7)
    expect(seven.locator(".note")).to_have_text("No. 1 drawn with seed 1")
    for box in seven.get_by_role("radio").all():
        box.check()
        seven.get_by_role("button", name="Check").click()
        if seven.locator(".verdict.is-right").count():
            break
    expect(seven.locator(".feedback")).to_contain_text("Right.")
    expect(quiz.locator(".meta")).to_have_text("5 of 7 solved")
    screenshot(page, "quiz-light")
    seven.get_by_role("button", name="Another one").click()
    expect(seven.locator(".note")).to_have_text("No. 2 drawn with seed 1")
    expect(seven.locator(".feedback")).to_have_text("")
    assert seven.get_by_role("radio").first.evaluate("e => e === document.activeElement")
    expect(quiz.locator(".meta")).to_have_text("5 of 7 solved")
    assert len(outputs(page)) == 2
    assert browser.complaints() == []


def test_it_goes_on_when_the_kernel_is_gone(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    quiz, page = opened(browser, lab(tmp_path), notebook(tmp_path, QUIZ)), browser.page
    menu(page, "Kernel", "Shut Down Kernel")
    page.locator("#jp-bottom-panel, .jp-StatusBar-Widget", has_text="No Kernel").first.wait_for(timeout=20_000)
    expect(answer(question(quiz, 1), "2/22")).to_contain_text("eleven sums")
    expect(answer(question(quiz, 1), "10/72")).to_contain_text("in lowest terms 5/36")
    expect(pick(question(quiz, 2), "1 HP")).to_contain_text("Right.")
    expect(pick(question(quiz, 5), "spend 1 oil")).to_contain_text("Right.")
    expect(quiz.locator(".meta")).to_have_text("3 of 7 solved")
    question(quiz, 7).get_by_role("button", name="Another one").click()
    expect(question(quiz, 7).locator(".waiting")).to_contain_text("needs a running kernel", timeout=8_000)
    assert browser.errors == []
    quiz.get_by_role("button", name="Start again").click()
    expect(quiz.locator(".meta")).to_have_text("0 of 7 solved")


MOCKED = f"""\
from rulebook_widgets import Exact, MultipleChoice, Quiz
text = {HOSTILE!r}
Quiz([Exact(text, "1/2", {{"1/3": text}}, why=text),
      MultipleChoice(text, [text, "b"], text, {{"b": text}}, why=text)], text, show_after=0)"""


@pytest.mark.parametrize("width", [pytest.param(1300, marks=pytest.mark.long), 520])
def test_dark_narrow_and_hostile(browser: Browser, lab: Lab, tmp_path: Path, width: int) -> None:
    quiz, page = opened(browser, lab(tmp_path), notebook(tmp_path, QUIZ, MOCKED)), browser.page
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.set_viewport_size({"width": width, "height": 2600})
    hostile = page.locator(".rb-quiz").nth(1)
    answer(question(quiz, 1), "1/11")
    pick(question(quiz, 2), "1 HP")
    pick(question(quiz, 4), "use Memento")
    pick(question(quiz, 5), "stand")
    expect(answer(question(hostile, 1), HOSTILE[:90])).to_contain_text("<img src=x")
    answer(question(hostile, 1), "1/3")
    pick(question(hostile, 2), "b")
    for n in (1, 2):
        question(hostile, n).get_by_role("button", name="Show the answer").click()
    for each in (quiz, hostile):
        assert each.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        inner = "e => [...e.querySelectorAll('.asked > li, .opt, form')].every(a => a.scrollWidth <= a.clientWidth + 1)"
        assert each.evaluate(inner)
    assert page.locator(".rb-quiz img").count() == 0
    assert page.title() != "taken"
    quiz.scroll_into_view_if_needed()
    screenshot(page, f"quiz-dark-{width}")
    hostile.scroll_into_view_if_needed()
    screenshot(page, f"quiz-hostile-{width}")
    assert browser.complaints() == []
