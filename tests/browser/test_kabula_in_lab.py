"""Kabula in a real JupyterLab: a walk by mouse and by keyboard, a fight of two Heroes, axe-core."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, screenshot
from browser.tables import AXE, TAGS, Lab, at_move, control, on, opened, press, sticks_out

START = "from rulebook_widgets import Table\nfrom rulebooks import kabula\n"
WALK = START + (
    "start = kabula.table(heroes=[{'steps': 2, 'parts': 'legs, teeth 2, butt'}, {'space': 'Inverbluf'}])\n"
    "table = Table('kabula', start=start)\ntable"
)
FIGHT = START + (
    "start = kabula.table(heroes=[{'hero': 'Zack'}, {'hero': 'Jessika', 'heart': 3, 'items': ['Umbrella'],\n"
    "    'parts': 'butt, legs, teeth'}])\ntable = Table('kabula', start=start, rolls='nobody')\ntable"
)
SHOP = START + (
    "start = kabula.table(heroes=[{'farz': 9, 'items': ['Bike Helmet']}, {}])\n"
    "table = Table('kabula', start=start, rolls='everyone')\ntable.do('Harbour Stalls')\ntable"
)
FIVE = START + "table = Table('kabula', kabula.EXAMPLE_SETUPS[2], seed=3, rolls='everyone')\ntable"
STICKS_OUT = sticks_out(".card, .mat, .seat, .act, .log li")


def hexes(table: Locator) -> Locator:
    """The map."""
    return table.locator(".hexes")


def click_hex(table: Locator, k: str) -> None:
    """Click a space of the map."""
    table.locator(f'[data-hex="{k}"] .side').click(force=True)


def stands_at(table: Locator, k: str) -> None:
    """Wait until the map tells that the Hero stands on this space."""
    words = re.compile("Jessika stands here")
    expect(table.locator(f'[data-hex="{k}"]')).to_have_attribute("aria-label", words)


def chip(table: Locator, key: str) -> Locator:
    """A piece on a mat that can be picked."""
    return table.locator(f'button.chip[data-k^="pick:{key}"]')


def test_a_hero_walks_by_mouse_and_by_keyboard_and_two_heroes_fight(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    both = f"{WALK}\nwalk = table\n{FIGHT}\nfrom IPython.display import display\ndisplay(walk)\ntable"
    walks(opened(browser, lab(tmp_path), tmp_path, both), browser.page)
    fights(browser.page.locator(".rb-table").nth(1), browser.page)
    assert browser.complaints() == []


def walks(table: Locator, page: Page) -> None:
    """Steps by clicks on the map and by its keys, the Pin on the own space, an action of the mat."""
    expect(table.locator(".hexes .goes")).to_have_count(4)
    click_hex(table, "0,0")  # too far: it is only told
    expect(table.locator(".below")).to_contain_text("the Sanctuary")
    click_hex(table, "2,2")
    at_move(table, 1)
    stands_at(table, "2,2")
    screenshot(page, "kabula-walk")
    hexes(table).focus()
    page.keyboard.press("q")  # north-west: a Mountain, and only one step left
    page.keyboard.press("Enter")
    expect(table.locator(".below")).to_contain_text("not enough: 1 step left (3.7)")
    page.keyboard.press("e")
    page.keyboard.press("s")
    page.keyboard.press("a")  # from there south-west of the Hero
    page.keyboard.press("Enter")
    at_move(table, 2)
    stands_at(table, "1,3")
    on(page, "hexes")  # the map keeps the focus
    page.keyboard.press("Enter")  # the Pin on the own space
    at_move(table, 3)
    expect(table.locator(".ask").first).to_contain_text("an encounter")
    control(table, "undo").click()
    at_move(table, 2)
    chip(table, "card:walk").click()  # on the mat
    at_move(table, 3)
    expect(table.locator(".dials").first).to_contain_text("Steps left2")


def fights(table: Locator, page: Page) -> None:
    """An attack: whom, the aim, a defence with its worth beside it, paid by the token picked."""
    chip(table, "card:kidney-bean-bullet").click()
    at_move(table, 1)
    target = table.get_by_role("group", name="Kidney Bean Bullet: whom", exact=True)
    expect(target).to_contain_text("loses 0 Heart and spends 5/6 (0.83) Parts on average")
    target.get_by_role("button", name=re.compile("Jessika")).click()
    at_move(table, 2)
    expect(table.locator(".flow [aria-current]")).to_have_text("Aim")
    table.locator(".outs .act", has_text=re.compile("legs", re.I)).click()
    at_move(table, 3)
    expect(table.locator(".sum")).to_contain_text("2 Blades against 0 Shields")
    expect(table.locator(".act.best")).to_contain_text("Umbrella")
    screenshot(page, "kabula-defend")
    chip(table, "fresh:butt").click()  # picked: what it pays for is offered
    page.keyboard.press("g")
    at_move(table, 4)
    expect(table.locator(".log")).to_contain_text("2 Blades blocked; Jessika lost no Heart")
    expect(table.locator(".ask").first).to_contain_text("player 1: recharge a Part", ignore_case=True)
    screenshot(page, "kabula-recharge")
    press(table, "act:0")
    at_move(table, 5)
    expect(table.locator(".seat.turn")).to_contain_text("Jessika")


def faults(page: Page) -> Any:
    """What axe-core finds."""
    return page.evaluate(
        "async tags => (await axe.run('.rb-table', { runOnly: tags })).violations"
        ".map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ').slice(0, 400)}`)",
        TAGS,
    )


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["walk", "shop", "five"])
def test_light_dark_and_twice_the_size_fit_and_axe_finds_nothing(
    browser: Browser, lab: Lab, tmp_path: Path, name: str, dark: bool
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    source = {"walk": WALK, "shop": SHOP, "five": FIVE}[name]
    table, page = opened(browser, lab(tmp_path), tmp_path, source), browser.page
    page.add_script_tag(path=AXE)
    page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", dark)
    for width in (1300, 650):  # half the width is what twice the size leaves
        page.set_viewport_size({"width": width, "height": 3200})
        assert table.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        assert table.evaluate(STICKS_OUT) == []
        assert faults(page) == []
        start = table.locator(".hexes .from")
        if start.count():  # in a narrow window the map scrolls, and begins where the Hero stands
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            box, dot = hexes(table).bounding_box(), start.bounding_box()
            inside = box is not None and dot is not None and box["x"] <= dot["x"] < box["x"] + box["width"]
            assert inside
        screenshot(page, f"kabula-{name}-{'dark' if dark else 'light'}-{width}")
    assert browser.complaints() == []
