"""Friday in a real JupyterLab: whole games to a loss and to a win, a fight by keyboard, groups, zoom, axe-core."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.lab import Browser, outputs, screenshot
from browser.tables import AXE, TAGS, Lab, at_move, control, on, opened, press, sticks_out
from friday_win import FILE
from rulebooks import friday
from rulebooks.core.game import Chance
from rulebooks.core.play import Table as Play

# What is clicked here does not hang on the odds: they give up early, so that nobody waits for them.
QUICK = "from rulebook_widgets import Table, board\nfrom rulebooks import friday\nboard.ODDS_LIMIT = 100\n"
SMALL = QUICK + (
    "table = Table('friday', start=friday.fight({0: 2, 1: 2, 2: 1}, 4, 2, drawn_left=['further-realization'],"
    " drawn_right=['weak', 'distracted'], discard=['weak'], aging=[], pay=2))\ntable"
)
LATE = QUICK + (
    "table = Table('friday', start=friday.fight({0: 3, 1: 4, 'distracted': 2}, 'Cannibals', step='red', life=9,"
    " drawn_left=['animals-realization', 'exploring-mimicry', friday.used('further-food'), 'exploring-repeat'],"
    " drawn_right=['aging-scared', friday.face_down('weak'), 'raft-deception', 'weak', 'raft-strategy',"
    " 'aging-stupid', 'further-vision', 'animals-strategy']))\ntable"
)
STICKS_OUT = sticks_out(".card, .empty, .act, .group, .log li")


def game(seed: int) -> str:
    """A cell that shows a whole game, without odds beside the choices: a pirate's take seconds whatever the limit."""
    return f"{QUICK}board.beside = lambda *asked, **limit: None\ntable = Table('friday', seed={seed})\ntable"


def test_a_whole_game_is_clicked_to_its_loss(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    table, moves = opened(browser, lab(tmp_path), tmp_path, game(1)), 0
    while not table.locator(".over").count():
        press(table, "draw" if control(table, "draw").count() else "act:0")
        moves += 1
        at_move(table, moves)
    assert 60 <= moves <= 150
    expect(table.locator(".over")).to_contain_text("Robinson stays on the island")
    expect(table.locator(".over")).to_contain_text("7.1")
    expect(table.locator(".sum")).to_contain_text("Score")
    screenshot(browser.page, "friday-lost")
    control(table, "time").fill("40")
    at_move(table, 40)
    control(table, "time").fill(str(moves))
    at_move(table, moves)
    assert browser.complaints() == []


@pytest.mark.long
def test_a_whole_game_is_clicked_to_its_win(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    kept = Play("friday")
    kept.load(FILE)
    table = opened(browser, lab(tmp_path), tmp_path, game(kept.seed))
    here = Play("friday", seed=kept.seed)
    kept.go_to(kept.length)
    for n, played in enumerate(kept.history, 1):
        node = here.node
        if isinstance(node, Chance):
            press(table, "draw")
            here.roll()
        else:
            press(table, f"act:{here.actions.index(played.move)}")
            here.do(played.move)
        assert here.state == played.after
        at_move(table, n)
        life = here.state.fight.life if here.state.fight else here.state.life
        expect(table.locator(".track .hint")).to_have_text(f"Life {life}")
    expect(table.locator(".over")).to_contain_text("Both pirates are beaten")
    expect(table.locator(".over")).to_contain_text(f"{friday.score_of(here.state)} points")
    screenshot(browser.page, "friday-won")
    assert browser.complaints() == []


def test_what_comes_is_chosen_by_name_and_a_hazard_is_fought(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    table = opened(browser, lab(tmp_path), tmp_path, game(7))
    control(table, "find").fill("52 hazards")
    expect(table.locator(".outs .act")).to_have_count(1)
    table.locator(".outs .act").click()
    at_move(table, 1)
    pirates = table.get_by_role("group", name="Pirates")
    expect(pirates).to_contain_text("each card drawn counts 1 more")
    expect(pirates).to_contain_text("198")
    control(table, "find").fill("cannibals wild vision")
    expect(table.locator(".outs .act")).to_have_count(1)
    table.locator(".outs .act").click()
    at_move(table, 2)
    table.locator(".act", has_text="Fight Wild animals").click()
    at_move(table, 3)
    hazard = table.get_by_role("group", name="Hazard", exact=True)
    expect(hazard).to_contain_text("teaches vision 3")
    expect(hazard.locator(".grade.now")).to_have_text("green 4")
    press(table, "act:0")
    at_move(table, 4)
    table.locator(".outs .act", has_text="eating 0").click()
    at_move(table, 5)
    table.locator(".act", has_text="Use eating 0, left").click()
    at_move(table, 6)
    expect(table.locator(".track .hint")).to_have_text("Life 22")
    expect(table.locator(".card.used")).to_contain_text("eating")
    assert browser.complaints() == []


def test_a_fight_is_played_by_keyboard_alone_with_its_odds(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    slow = SMALL.replace("board.ODDS_LIMIT = 100\n", "")
    table, page = opened(browser, lab(tmp_path), tmp_path, slow), browser.page
    expect(table.locator(".act.best").first).to_be_visible()
    control(table, "goal").focus()
    page.keyboard.press("ArrowDown")
    expect(table.locator(".ask")).to_contain_text("the fewest life points lost on average")
    control(table, "act:0").focus()
    names = table.locator(".group .act .t").all_inner_texts()
    assert "Distracted −1, right" in [name[:1].upper() + name[1:] for name in names]
    while "distracted" not in str(page.evaluate("document.activeElement.textContent")):
        before = page.evaluate("document.activeElement.dataset.k")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.k") != before
    page.keyboard.press("Enter")
    at_move(table, 1)
    on(page, "act:")
    expect(table.locator(".card.down")).to_contain_text("distracted")
    moves = 1
    while not table.locator(".over").count():
        free = table.locator(".act:not([aria-disabled])", has_text="Draw a free card").locator("kbd")
        page.keyboard.press("d" if control(table, "draw").count() else free.inner_text() if free.count() else "1")
        moves += 1
        at_move(table, moves)
        on(page, "act: draw again")
    expect(table.locator(".over")).to_contain_text("The fight was")
    assert page.locator(".jp-Cell").count() == 1
    assert browser.complaints() == []


def test_a_late_fight_folds_its_many_choices_and_each_is_reached_by_keyboard_and_mouse(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    table, page = opened(browser, lab(tmp_path), tmp_path, LATE), browser.page
    groups = table.locator("details.group")
    assert groups.count() >= 8
    assert table.locator(".acts .act:visible, .acts summary:visible").count() < 20
    first = groups.first.locator("summary")
    first.focus()
    page.keyboard.press("Enter")
    expect(groups.first.locator(".act").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    on(page, "act:")
    target = page.evaluate("document.activeElement.querySelector('.vh').textContent")
    assert target.startswith("use ")
    groups.first.locator(".q").click()
    expect(table.get_by_role("dialog")).to_contain_text("3.1")
    page.keyboard.press("Escape")
    control(table, "whynot").click()
    expect(table.get_by_role("dialog")).to_contain_text("3.10")
    page.keyboard.press("Escape")
    destroy = table.locator("details.group", has_text="Use realization 3, left: destroy").first
    destroy.locator("summary").click()
    destroy.locator(".act", has_text="stupid −2").click()
    at_move(table, 1)
    expect(table.locator(".card.down")).to_have_count(2)
    expect(table.locator(".log")).to_contain_text("Stupid −2 (aging) was turned face down")
    assert browser.complaints() == []


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True])
def test_light_dark_and_twice_the_size_fit_and_axe_finds_nothing(
    browser: Browser, lab: Lab, tmp_path: Path, dark: bool
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    table, page = opened(browser, lab(tmp_path), tmp_path, LATE), browser.page
    page.add_script_tag(path=AXE)
    page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", dark)
    for width in (1300, 650):  # half the width is what twice the size leaves
        page.set_viewport_size({"width": width, "height": 2600})
        for unfolded in (False, True):
            table.locator("details").evaluate_all("(all, open) => all.forEach(d => { d.open = open; })", unfolded)
            assert table.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
            assert table.evaluate(STICKS_OUT) == []
            found = page.evaluate(
                "async tags => (await axe.run('.rb-table', { runOnly: tags })).violations"
                ".map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ').slice(0, 400)}`)",
                TAGS,
            )
            assert found == []
    screenshot(page, f"friday-{'dark' if dark else 'light'}-narrow")
    assert browser.complaints() == []


@pytest.mark.long
def test_sixty_clicks_lose_none(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    page = opened(browser, lab(tmp_path), tmp_path, game(3)).page
    moves = page.evaluate(
        """async () => {
            const table = document.querySelector(".rb-table"), moves = [];
            for (let n = 0; n < 60; n++) {
                const meta = table.querySelector(".meta").textContent, start = performance.now();
                table.querySelector('[data-k="draw"], [data-k="act:0"], [data-k="again"]').click();
                while (table.querySelector(".meta").textContent === meta) {
                    if (performance.now() - start > 8000) throw new Error("click " + n + " was lost");
                    await new Promise(done => setTimeout(done, 4));
                }
                moves.push(table.querySelector(".meta").textContent);
            }
            return moves;
        }"""
    )
    assert [move.rsplit(" ", 1)[1] for move in moves] == [str(n) for n in range(1, 61)]
    assert len(outputs(page)) == 1
    assert browser.complaints() == []
