"""Pirate Tales in a real JupyterLab: a whole game with bots, a voyage by keyboard, dice picked, the cover, axe-core."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.lab import Browser, screenshot
from browser.tables import AXE, TAGS, Lab, at_move, control, on, opened, press, sticks_out
from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebooks import pirate_tales
from rulebooks.core.game import Chance
from rulebooks.pirate_tales.policies import POLICIES

# What is clicked here does not hang on the odds: they give up early, so that nobody waits for them.
QUICK = (
    "from rulebook_widgets import Table, board\nfrom rulebooks import pirate_tales as pirates\nboard.ODDS_LIMIT = 50\n"
)
SEATS = "players=[{'hand': ['Small Catch', 'Hidden Cove'], 'dice': {'white': 4, 'red': 1}}, {'hand': ['Good Wind']}]"
AT_SEA = QUICK + (
    f"start = pirates.table({SEATS}, phase='voyage', level=3, kraken=(2, 'Ink Cloud'), bets={{2: 'ney'}},\n"
    "    track=['Helping Hands', 'Old Sea Dog', 'Merchant Sloop', 'Calm Water'],\n"
    "    rolled={'white': [1, 0, 1, 0], 'red': [2]})\ntable = Table('pirate_tales', start=start, cover=False)\ntable"
)
BETS = QUICK + (
    f"start = pirates.table({SEATS[:-1]}, {{}}], phase='lay', track=['Old Sea Dog'])\n"
    "table = Table('pirate_tales', start=start)\ntable"
)
ALONE = QUICK + (
    "start = pirates.voyage({'white': 3, 'red': 1}, [(1, 're-roll or doubloon 1'), 2, 1], hand=[(2, 'white die')],\n"
    "    rolled={'white': [1, 1, 0], 'red': [1]})\ntable = Table('pirate_tales', start=start)\ntable"
)
STICKS_OUT = sticks_out(".card, .space, .seat, .die, .act, .log li")


def words(table: Locator, zone: str) -> str:
    """What is told of a place."""
    return table.get_by_role("group", name=zone, exact=True).inner_text()


def test_a_whole_game_of_three_is_clicked_against_two_bots_to_its_end(
    browser: Browser, lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)
    table = opened(
        browser, lab(tmp_path), tmp_path, f"{QUICK}table = Table('pirate_tales', bots='greedy', seed=4)\ntable"
    )
    twin, clicks = Table("pirate_tales", bots="greedy", seed=4), 0  # the same game, to ask a policy what to click
    pictures = {"6.1": "first-roll", "5.6": "kraken", "7.3": "island"}
    while twin.view["over"] is None:
        if isinstance(twin.play.node, Chance):
            press(table, "draw")
            twin.roll()
        else:
            chosen = POLICIES["greedy"](pirate_tales.information_state(twin.play.state, 0))
            place = twin.play.actions.index(chosen)
            press(table, f"act:{place}")
            twin.handle({"do": place})
        clicks += 1
        at_move(table, twin.play.at)
        last = {e["rule"] for e in twin.view["log"]["moves"][-1]["events"]}
        for rule in last & set(pictures):
            screenshot(browser.page, f"pirate-tales-{pictures.pop(rule)}")
    assert clicks >= 60
    assert twin.play.at > 200
    expect(table.locator(".over")).to_contain_text(twin.view["over"]["result"])
    expect(table.locator(".over")).to_contain_text("9.1")
    expect(table.locator(".seat")).to_have_count(3)
    expect(table.locator(".seat .mark")).to_have_text(["winner"])
    screenshot(browser.page, "pirate-tales-end")
    control(table, "undo").click()
    expect(table.locator(".over")).to_have_count(0)
    assert browser.complaints() == []


def test_dice_are_picked_and_placed_by_clicks_on_the_picture(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    table = opened(browser, lab(tmp_path), tmp_path, AT_SEA)
    bench = table.get_by_role("group", name="Free dice", exact=True)
    expect(bench.get_by_role("button")).to_have_count(5)
    one = bench.get_by_role("button", name="white die: 1 skull").first
    one.click()
    expect(one).to_have_attribute("aria-pressed", "true")
    bar = table.locator(".bar")
    expect(bar.locator(".act")).to_have_text([re.compile("place white 1", re.I), re.compile("set aside white 1", re.I)])
    bench.get_by_role("button", name="red die: 2 skulls").click()
    expect(bar).to_contain_text("Nothing takes these together")
    bench.get_by_role("button", name="red die: 2 skulls").click()
    bar.locator(".act", has_text="white 1").first.click()
    at_move(table, 1)
    expect(table.locator(".space.done")).to_have_count(2)  # the card, and the one under the kraken
    expect(table.locator(".ask")).to_contain_text("choose the reward")
    screenshot(browser.page, "pirate-tales-reward")
    table.locator(".act", has_text="Re-roll").click()
    at_move(table, 2)
    bench.get_by_role("button", name="white die: blank").first.click()  # only one thing can be meant: it is taken
    at_move(table, 3)
    assert words(table, "Taken to roll again").count("W") == 1
    table.locator(".act .t").get_by_text(re.compile("^roll$", re.I)).click()
    at_move(table, 4)
    expect(table.locator(".ask").first).to_contain_text("Roll: 1 white die")
    table.locator(".outs .act", has_text="white 1").click()
    at_move(table, 5)
    expect(table.locator(".ask")).to_contain_text("which die the kraken takes")
    bench.get_by_role("button", name="white die: blank").click()
    at_move(table, 6)
    table.locator("button.card", has_text="Small Catch").click()
    bench.get_by_role("button", name="white die: 1 skull").first.click()
    browser.page.keyboard.press("g")
    at_move(table, 7)
    expect(table.locator(".log")).to_contain_text("Card 3 was fulfilled by white 1 with Small Catch")
    screenshot(browser.page, "pirate-tales-mid-voyage")
    assert browser.complaints() == []


def test_a_voyage_is_sailed_by_keyboard_alone(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    table, page = opened(browser, lab(tmp_path), tmp_path, ALONE), browser.page
    control(table, "act:0").focus()
    for _ in range(12):  # up from the choices to the dice
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent").startswith("white die: blank")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(table.locator("[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("g")
    at_move(table, 1)
    on(page, "act:")
    page.keyboard.press("2")  # a doubloon
    at_move(table, 2)
    on(page, "act:")
    moves = 2
    while not table.locator(".over").count():
        drawing = control(table, "draw").count()
        page.keyboard.press("d" if drawing else "1")
        moves += 1
        at_move(table, moves)
        on(page, "act: draw again")
    expect(table.locator(".over")).to_contain_text(re.compile("The island was reached|The voyage failed"))
    assert page.locator(".jp-Cell").count() == 1
    assert browser.complaints() == []


def test_between_two_people_the_page_holds_nothing_private_until_the_next_takes_over(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    table, page = opened(browser, lab(tmp_path), tmp_path, BETS), browser.page
    names = {c.name for c in pirate_tales.Setup().cards("adventure").kinds}

    def told() -> set[str]:
        return {name for name in names if name in table.inner_html()}

    expect(table.locator(".cover")).to_contain_text("Hand over to player 1")
    assert told() == set()
    control(table, "ready").click()
    expect(table.get_by_role("group", name="Your hand")).to_contain_text("Hidden Cove")
    table.locator(".act", has_text="island of level 3").click()
    expect(table.locator(".cover")).to_contain_text("Hand over to player 2")
    assert told() == set()
    screenshot(page, "pirate-tales-cover")
    on(page, "ready")
    page.keyboard.press("y")
    own = table.get_by_role("group", name="Your hand")
    expect(own).to_contain_text("Good Wind")
    expect(own).not_to_contain_text("Hidden Cove")
    control(table, "whynot").click()
    expect(table.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    control(table, "act:1").click()  # ney
    expect(table.locator(".cover")).to_contain_text("Hand over to player 3")
    assert "ney" not in table.inner_html()
    page.keyboard.press("y")
    expect(table.locator(".seat .mark")).to_have_text(["bet placed", "no bet yet"])
    screenshot(page, "pirate-tales-bets")
    control(table, "act:0").click()  # aye
    expect(table.locator(".cover")).to_contain_text("Hand over to player 1")
    page.keyboard.press("y")
    expect(table.locator(".seat .mark")).to_have_text(["captain, dice at sea", "bets ney", "bets aye"])
    assert browser.complaints() == []


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True])
def test_light_dark_and_twice_the_size_fit_and_axe_finds_nothing(
    browser: Browser, lab: Lab, tmp_path: Path, dark: bool
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    table, page = opened(browser, lab(tmp_path), tmp_path, AT_SEA), browser.page
    page.add_script_tag(path=AXE)
    page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", dark)

    def found() -> Any:
        return page.evaluate(
            "async tags => (await axe.run('.rb-table', { runOnly: tags })).violations"
            ".map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ').slice(0, 400)}`)",
            TAGS,
        )

    for width in (1300, 650):  # half the width is what twice the size leaves
        page.set_viewport_size({"width": width, "height": 2600})
        for picked in (True, False):
            table.get_by_role("button", name="white die: 1 skull").first.click()
            expect(table.locator("[aria-pressed=true]")).to_have_count(int(picked))
            assert table.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
            assert table.evaluate(STICKS_OUT) == []
            assert found() == []
        screenshot(page, f"pirate-tales-{'dark' if dark else 'light'}-{width}")
    press(table, "act:0")
    at_move(table, 1)
    assert found() == []
    assert browser.complaints() == []
