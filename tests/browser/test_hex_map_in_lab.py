"""The island's map and the map editor in a real JupyterLab: a walk by mouse and by keys; an island made, walked on.

All tests share one server and its folder; each has a notebook of its own.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from playwright.sync_api import Locator, expect

from browser.lab import Browser, expect_output, open_lab, run_all, screenshot, serve_lab
from browser.tables import AXE, KERNEL, TAGS, sticks_out
from notebooks import refresh
from rulebooks import kabula

MAP = """
from rulebook_widgets import HexMap
isle = HexMap(figures={"Zack": (0, 1), "Jessika": "Ridgewick"})
isle"""
EDITOR = """
from rulebook_widgets import MapEditor
editor = MapEditor(path="isle.toml")
editor"""
ADRIFT = """
from rulebook_widgets import MapEditor
from rulebooks import kabula
wild = MapEditor(kabula.island())
wild.paint("none", "Ridgewick", "Holy City", (0, 0))
wild.put("city", "Inverbluf", "<img src=x onerror=alert(1)>")
wild.rename("\\u05e9\\u05dc\\u05d5\\u05dd" + "W" * 36)
wild"""


class Served(NamedTuple):
    """A folder, and the address of the JupyterLab that serves it."""

    folder: Path
    base: str


@pytest.fixture(scope="module")
def served(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this file."""
    folder = tmp_path_factory.mktemp("isles")
    with serve_lab(folder) as base:
        yield Served(folder, base)


def opened(browser: Browser, served: Served, name: str, *cells: str, what: str = ".rb-hexes") -> Locator:
    """The first widget of a notebook with these cells, after all ran."""
    code = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=code, metadata=KERNEL), served.folder / f"{name}.ipynb")
    open_lab(browser.page, served.base, f"{name}.ipynb")
    run_all(browser.page)
    widget = browser.page.locator(what).first
    expect(widget).to_be_visible(timeout=15_000)
    return widget


def control(widget: Locator, key: str) -> Locator:
    """A control by the name the widget knows it by."""
    return widget.locator(f'[data-k="{key}"]')


def hex_(widget: Locator, key: str) -> Locator:
    """A hex by its coordinates."""
    return widget.locator(f'[data-hex="{key}"]')


def click(widget: Locator, key: str, dx: float = 0, dy: float = 0) -> None:
    """Click into a hex, so far off its middle: 1 is half its width or height."""
    hex_(widget, key).scroll_into_view_if_needed()
    box = hex_(widget, key).locator(".side").bounding_box()
    assert box is not None
    widget.page.mouse.click(box["x"] + box["width"] * (1 + dx) / 2, box["y"] + box["height"] * (1 + dy) / 2)


def test_a_walk_by_mouse_tells_what_each_step_costs_and_why(browser: Browser, served: Served) -> None:
    isle, page = (
        opened(browser, served, "mouse", MAP, "print(isle.start, isle.target, isle.chosen)"),
        browser.page,
    )
    about, lead = isle.locator(".about"), isle.locator(".lead")
    hex_(isle, "-4,3").hover()
    expect(about).to_contain_text("a river to the north-east")
    click(isle, "-4,0")
    expect(lead).to_have_text("From Ridgewick (−4, 0): steps to every space")
    hex_(isle, "-3,1").hover()  # looked at, not chosen: the way is told, and drawn thinly
    expect(about).to_contain_text("3 steps from Ridgewick (−4, 0)")
    expect(isle.locator(".try-way")).to_have_count(1)
    click(isle, "1,-1")
    island = kabula.island()
    steps = island.steps("Ridgewick", "Holy City")
    expect(lead).to_have_text(f"From Ridgewick (−4, 0) to Holy City (1, −1): {steps} steps")
    expect(isle.locator(".stop")).to_have_count(len(island.path("Ridgewick", "Holy City")) - 1)
    expect(about.locator(".way li").first).to_contain_text("SE to (−3, 0)uphill: 2")
    expect(about).to_contain_text("The way back costs")
    about.locator(".cite", has_text="3.2").first.click()
    expect(isle.locator(".pop")).to_contain_text("uphill from a Plain to a Mountain")
    page.keyboard.press("Escape")
    screenshot(page, "hex-map-walk-light")
    control(isle, "swap").click()
    back = island.steps("Holy City", "Ridgewick")
    expect(lead).to_have_text(f"From Holy City (1, −1) to Ridgewick (−4, 0): {back} steps")
    control(isle, "steps").fill("3")
    control(isle, "clear").focus()
    expect(isle.locator("[data-hex].reached")).to_have_count(len(island.reach("Holy City", 3)))
    page.locator(".jp-CodeCell").last.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect_output(page, "(1, -1) (-4, 0) (1, -1)")
    assert browser.complaints() == []


def test_a_walk_by_keyboard_alone_and_where_chance_drives_one(browser: Browser, served: Served) -> None:
    isle, page = opened(browser, served, "keys", MAP), browser.page
    press, lead, hexes = page.keyboard.press, isle.locator(".lead"), control(isle, "hexes")
    control(isle, "list").focus()
    for _ in range(12):
        press("Tab")
        if page.evaluate("document.activeElement.dataset.k") == "hexes":
            break
    expect(hexes).to_be_focused()

    def at(words: str) -> None:
        isle.page.wait_for_function(
            """words => { const box = document.activeElement, at = document.getElementById(box.getAttribute("aria-activedescendant"));
                return at && at.getAttribute("aria-label").startsWith(words); }""",  # noqa: E501
            arg=words,
        )

    at("(0, 0); Plain; the Sanctuary")
    for key, words in (
        ("s", "(0, 1)"),
        ("e", "(1, 0)"),
        ("w", "(1, −1)"),
        ("q", "(0, −1)"),
        ("a", "(−1, 0)"),
        ("d", "(0, 0)"),
    ):
        press(key)
        at(words)
    press("Home")
    at("(0, −4)")
    for _ in range(4):
        press("ArrowLeft")
    press("PageDown")
    at("(−4, 4)")
    press("PageUp")
    at("(−4, 0); Plain, The Ridge; Ridgewick")
    press("Enter")
    expect(lead).to_have_text("From Ridgewick (−4, 0): steps to every space")
    press("d")
    at("(−3, 0); Mountain, The Ridge; 2 steps")
    expect(isle.locator(".about")).to_contain_text("uphill: 2")
    press("t")
    expect(lead).to_have_text("From Ridgewick (−4, 0) to (−3, 0): 2 steps")
    expect(isle.locator(".status")).to_have_text("From Ridgewick (−4, 0) to (−3, 0): 2 steps")
    press("r")
    expect(lead).to_have_text("From (−3, 0) to Ridgewick (−4, 0): 1 step")
    expect(hexes).to_be_focused()
    press("f")  # here is the start: from (−3, 0) again
    control(isle, "overlay").select_option("push")
    expect(isle.locator(".ends tbody tr")).not_to_have_count(0)
    control(isle, "nausea").fill("2")
    press("Enter")
    expect(isle.locator(".about")).to_contain_text("loses 3 Heart")
    control(isle, "overlay").select_option("wander")
    expect(lead).to_have_text("From (−3, 0): where a random movement of 1 step ends")
    screenshot(page, "hex-map-wander-light")
    hexes.focus()
    press("Escape")
    expect(lead).to_have_text("Choose where to start.")
    control(isle, "list").click()  # the same as a list of words
    row = control(isle, "row:0,4")
    expect(row).to_contain_text("Inverbluf, a city")
    row.focus()
    press("Enter")
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(row).to_be_focused()
    assert page.locator(".jp-Cell").count() == 1  # no key reached the notebook's own shortcuts
    assert browser.complaints() == []


def test_an_island_is_made_with_the_keyboard_checked_saved_and_walked_on(browser: Browser, served: Served) -> None:
    editor, page = opened(browser, served, "made", EDITOR, what=".rb-map-editor"), browser.page
    press, status, state = page.keyboard.press, editor.locator(".status"), editor.locator(".state")
    hexes = control(editor, "hexes")
    expect(state).to_have_text("0 spaces, 1 problem")
    hexes.focus()
    for keys, n in (("1 Enter", 1), ("d Enter", 2), ("w Enter", 3), ("2 w Enter", 4), ("q Enter", 5)):
        for key in keys.split():
            press(key)
        expect(state).to_have_text(re.compile(rf"^{n} space"))
    for key in ("4", "Enter", "s", "s", "Enter"):  # a river between hexes that do not touch
        press(key)
    expect(status).to_contain_text("A river lies between two spaces that touch, not")
    expect(status).to_have_class(re.compile("bad"))
    for key in ("Home", "5"):
        press(key)
    press("Enter")
    expect(status).to_contain_text("The Sanctuary lies on")
    expect(status).to_contain_text("which is no space of the island")
    press("6")
    page.keyboard.type("Ridgewick")
    press("Enter")
    expect(hexes).to_be_focused()
    press("End")
    press("Enter")  # a city on no space
    expect(status).to_contain_text("“Ridgewick” lies on")
    control(editor, "tool:river").check(force=True)
    hexes.focus()
    for key in ("PageUp", "Home", "End"):
        press(key)
    click(editor, "1,0", dy=-0.85)  # near its north side
    expect(status).to_have_text("A river between (1, 0) and (1, −1) (N)")
    press("6")
    press("Enter")
    press("Enter")  # on the hex that was clicked
    expect(status).to_have_text("City Ridgewick: (1, 0)")
    press("4")
    press("Shift+Q")
    expect(status).to_have_text("A river between (1, 0) and (0, 0) (NW)")
    press("Control+z")
    expect(editor.locator(".river")).to_have_count(2)  # one on the map, one in the legend
    control(editor, "check").click()
    expect(status).to_contain_text("In order: 5 spaces. One can walk on it.")
    screenshot(page, "map-editor-light")
    control(editor, "files").click()
    control(editor, "save").click()
    expect(status).to_contain_text("Saved My island, 5 spaces, to ")
    island = kabula.island(served.folder / "isle.toml")
    assert island.names == {"Ridgewick": (1, 0)}
    assert len(island.rivers) == 1
    control(editor, "walk").click()
    isle = page.locator(".rb-hexes:not(.rb-map-editor)")
    expect(isle.locator(".lead")).to_have_text("Choose where to start.")
    click(isle, "1,0")
    expect(isle.locator(".lead")).to_have_text("From Ridgewick (1, 0): steps to every space")
    click(isle, "1,-1")
    expect(isle.locator(".lead")).to_have_text(
        f"From Ridgewick (1, 0) to (1, −1): {island.steps((1, 0), (1, -1))} steps"
    )
    assert browser.complaints() == []


@pytest.mark.long
def test_strokes_problems_text_and_upload(browser: Browser, served: Served) -> None:
    editor, page = (
        opened(browser, served, "strokes", EDITOR.replace("isle", "other"), what=".rb-map-editor"),
        browser.page,
    )
    status, state = editor.locator(".status"), editor.locator(".state")
    boxes = [hex_(editor, key).locator(".side").bounding_box() for key in ("-2,0", "-1,0", "0,0", "1,0")]
    middles = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for x, y in middles[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()
    expect(state).to_have_text("4 spaces, in order")
    control(editor, "undo").click()  # the stroke was one step
    expect(state).to_have_text("0 spaces, 1 problem")
    control(editor, "redo").click()
    expect(state).to_have_text("4 spaces, in order")
    control(editor, "tool:place").check(force=True)
    control(editor, "value").fill("Old Mill")
    click(editor, "0,0")
    expect(status).to_have_text("Place Old Mill: (0, 0)")
    control(editor, "tool:none").check(force=True)
    click(editor, "0,0")
    expect(state).to_have_text("3 spaces, 1 problem")
    control(editor, "p:0").click()
    expect(control(editor, "hexes")).to_be_focused()
    page.keyboard.press("Delete")
    expect(state).to_have_text("3 spaces, in order")
    control(editor, "text").click()
    control(editor, "area").fill('picture = "."\n[cities]\nX = [3, 3]')
    control(editor, "read").click()
    expect(status).to_contain_text("“X” lies on (3, 3), which is no space of the island")
    expect(state).to_have_text("3 spaces, in order")
    with page.expect_download() as got:
        control(editor, "download").click()
    assert got.value.suggested_filename == "other.toml"
    assert len(kabula.parse_map(Path(got.value.path()).read_text(encoding="utf-8")).cells) == 3
    house = served.folder / "house.toml"
    house.write_text(kabula.write_map(kabula.island(), "House"), encoding="utf-8")
    control(editor, "upload").set_input_files(house)
    expect(state).to_have_text("61 spaces, in order")
    assert browser.complaints() == []


@pytest.mark.long
def test_axe_finds_nothing_and_nothing_sticks_out_in_dark_at_200_percent_and_narrow(
    browser: Browser, served: Served
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    push = 'HexMap(start=(0, 1), overlay="push", nausea=1)'
    way = 'HexMap(start="Ridgewick", target="Kabularbor", steps=4, figures={"Zack": (0, 1), "<b>x</b>": (0, 1)})'
    page = browser.page
    page.set_viewport_size({"width": 1300, "height": 4000})  # cells out of sight are not drawn
    opened(browser, served, "axe", MAP, push, way, ADRIFT)
    page.add_script_tag(path=AXE)
    expect(page.locator(".rb-hexes")).to_have_count(4)
    for dark in (False, True):
        page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", str(not dark).lower())
        for width, zoom in ((1300, 1), (560, 1), (1300, 2)):
            page.set_viewport_size({"width": width, "height": 4000})
            page.evaluate("zoom => { document.querySelectorAll('.rb').forEach(e => { e.style.zoom = zoom; }); }", zoom)
            page.wait_for_timeout(200)
            found = page.evaluate(
                "async tags => (await axe.run('.rb', { runOnly: { type: 'tag', values: tags } })).violations"
                ".flatMap(v => v.nodes.map(n => v.id + ' ' + n.html.slice(0, 160)))",
                TAGS,
            )
            assert found == [], (dark, width, zoom)
            for widget in page.locator(".rb-hexes").all():
                assert widget.evaluate(sticks_out(".head, .tools, .about, .foot")) == []
                assert widget.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
            screenshot(page, f"hex-maps-{'dark' if dark else 'light'}-{width}-{zoom}")
    assert page.locator(".rb img, .rb b b").count() == 0
    assert browser.complaints() == []


@pytest.mark.long
def test_a_notebook_that_has_not_run_yet_tells_the_way_in_words(browser: Browser, served: Served) -> None:
    way = 'from rulebook_widgets import HexMap\nHexMap(start="Ridgewick", target=(-3, 0))'
    cell = nbformat.v4.new_code_cell(way)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=KERNEL), served.folder / "isle.ipynb")
    refresh(served.folder / "isle.ipynb")
    open_lab(browser.page, served.base, "isle.ipynb")
    expect_output(browser.page, "SE to (−3, 0): uphill: 2; so far 2")
    assert browser.complaints() == []
