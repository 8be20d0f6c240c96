"""Every widget for everybody, in a real JupyterLab: axe-core finds nothing, focus is seen, Tab comes everywhere.

A widget that the package exports has a row in WIDGETS; one without a row fails the first test. axe-core comes
from npm (`make test` installs it into `tests/browser/axe/node_modules`).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import nbformat
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

import rulebook_widgets
from browser.lab import end_kernels, fresh_page, open_lab, run_all, screenshot

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
IMPORTS = """\
from fractions import Fraction
from rulebook_widgets import *
from rulebooks import kabula, karen, lantern
from rulebooks.core.result import Odds
deck = [0, 0, 0, 1, 1, 1, 2, karen.card(1, "draw 1"), karen.card(1, "double")]
night = lantern.position(oil=1, storm=2, shown=[0, 1], deck=[0, 1, 2], discard=[1], storms=[1, 3])
quest = karen.position(hp=4, quest="Rope Bridge", laid=[1, 0, karen.card(1, "double")], deck={0: 3, 1: 2, 2: 1})
thousand = dict.fromkeys(range(1000), 1)
deep = lambda shown, oil: lantern.position(oil=oil, storm=3, shown=shown, deck=[0, 1, 2])
storm = lambda **now: ("Storm", Odds.of({0: 1, 1: 2}), worth("lantern", deep(**now)))
half = lambda n: Exact(f"Half of {n}?", Fraction(n, 2))
place = lambda power, hp: karen.position(hp=hp, quest=6, laid=[power], deck={0: 4, 1: 3, 2: 2})"""
# Name of the widget -> what is shown: how it is made, and what it is found by in the page.
WIDGETS: dict[str, list[tuple[str, str]]] = {
    "Table": [
        ('Table("lantern", seed=7)', ".rb-table"),
        ('Table("lantern", start=night)', ".rb-table"),
        ('Table("karen", seed=7)', ".rb-table"),
        ('Table("karen", start=quest)', ".rb-table"),
    ],
    "RuleBook": [("RuleBook()", ".rb-book"), ('book = RuleBook("karen"); book.show_me("3.4"); book', ".rb-book")],
    "Tour": [('Tour("karen")', ".rb-tour"), ('Tour("lantern")', ".rb-tour"), ('Tour("friday")', ".rb-tour")],
    "OddsChart": [
        ('OddsChart(Odds.of({0: 91, 1: 84, 2: 15}), title="Hits", formula="1 + 1")', ".rb-odds"),
        ('OddsChart(Odds.of({0: 91, 1: 84}), Odds.of({0: 1, 1: 2}), "Hits", ("plain", "storm"))', ".rb-odds"),
    ],
    "WhatIf": [
        (
            'WhatIf(lambda n, aim: Odds.of({k: 1 + k * n for k in range(4)}), title="Cards", n=Dial("Cards", 0, 9, 3), '
            'aim=Choice("Aim", ["a", "b"]))',
            ".rb-what",
        ),
        (
            'WhatIf(storm, title="Storm", shown=CardList("Shown", "0, 1", [0, 1, 2]), oil=Dial("Oil", 0, 4, 0))',
            ".rb-what",
        ),
    ],
    "Quiz": [
        (
            'Quiz([Exact("A sum of 6?", "5/36", rule="karen 3.4"), MultipleChoice("Who?", ["I", "you"], "you"), '
            'Pick("Best?", night, "best"), Drawn(lambda luck: half(luck.pick("n", thousand)))], '
            '"Questions")',
            ".rb-quiz",
        )
    ],
    "SheetEditor": [('SheetEditor("lantern")', ".rb-sheet")],
    "DecisionTree": [
        ('DecisionTree("lantern", night)', ".rb-tree"),
        ('DecisionTree("karen", karen.adventure(deck, 5, hp=6))', ".rb-tree"),
    ],
    "PolicyMap": [
        ('PolicyMap("karen", place, ("power", range(9)), ("hp", range(1, 7)), "hearts", '
         'lambda s: "declare the result", title="A quest")', ".rb-map"),
        ('PolicyMap("karen", place, ("power", range(20)), ("hp", range(1, 7)))', ".rb-map"),
    ],
    "HexMap": [
        ('HexMap(start="Ridgewick", target="Holy City", steps=4, figures={"Zack": (0, 1)})', ".rb-hexes"),
        ('HexMap(start=(0, 1), overlay="push", nausea=1)', ".rb-hexes"),
    ],
    "MapEditor": [('MapEditor(kabula.island())', ".rb-map-editor")],
    "AttackPreview": [
        ('AttackPreview("Kidney Bean Bullet", kabula.target(8, passive={"butt": "shield 1"}, active=["Duck"], '
         'parts=["legs", "guts"]))', ".rb-attack"),
    ],
}  # fmt: skip
CASES = [(make, found) for rows in WIDGETS.values() for make, found in rows]
MARK = "data-place"  # each widget's root bears its place in CASES


def exported() -> set[str]:
    """The names of all widgets of the package."""
    every = ((name, getattr(rulebook_widgets, name)) for name in rulebook_widgets.__all__)
    return {name for name, thing in every if isinstance(thing, type) and issubclass(thing, anywidget.AnyWidget)}


def test_every_widget_of_the_package_is_looked_at() -> None:
    assert exported() == set(WIDGETS)


# One notebook with all of them, opened once. --------------------------------------------
def mark(page: Page) -> None:
    """Number the widgets' roots; a tour holds a table of its own, which is a part of it."""
    roots = page.locator(".jp-OutputArea-output .rb:not(.rb .rb)")
    expect(roots).to_have_count(len(CASES), timeout=60_000)
    roots.evaluate_all(f"all => all.forEach((root, n) => root.setAttribute('{MARK}', n))")


@pytest.fixture(scope="module")
def page(chrome: BrowserContext, server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page with every widget, in its output, and axe-core loaded."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    folder = tmp_path_factory.mktemp("accessible")
    cells = [nbformat.v4.new_code_cell(source) for source in [IMPORTS, *(make for make, _ in CASES)]]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), folder / "all.ipynb")
    with fresh_page(chrome) as browser:
        open_lab(browser.page, f"{server}/{folder.name}", "all.ipynb")
        show_every_cell(browser.page)
        run_all(browser.page)
        mark(browser.page)
        browser.page.add_script_tag(path=AXE)
        yield browser.page
    end_kernels(server)


def show_every_cell(page: Page) -> None:
    """Cells out of sight are not drawn; a tall window has all of them in sight."""
    page.set_viewport_size({"width": 1300, "height": 12_000})


def widget(page: Page, place: int) -> Locator:
    """The root of the widget at a place of CASES."""
    return page.locator(f'[{MARK}="{place}"]')


@contextmanager
def looking(page: Page, *, dark: bool = False, zoom: bool = False) -> Iterator[None]:
    """The page in the dark theme, and at 200 % in the narrow column that it leaves."""
    page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", "false" if dark else "true")
    if zoom:
        page.set_viewport_size({"width": 1300, "height": 24_000})
        page.evaluate("document.querySelectorAll('.rb:not(.rb .rb)').forEach(e => { e.style.zoom = 2; })")
    page.wait_for_timeout(200)  # colours fade in
    yield
    if zoom:
        page.evaluate("document.querySelectorAll('.rb').forEach(e => { e.style.zoom = ''; })")
        show_every_cell(page)
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")


def violations(page: Page, place: int) -> list[str]:
    """What axe-core finds inside one widget: the rule, and the places."""
    found: dict[str, Any] = page.evaluate(
        """([selector, tags]) => axe.run(selector, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] })""",  # noqa: E501
        [f'[{MARK}="{place}"]', TAGS],
    )
    return [
        f"{v['id']} ({v['help']}): {node['html'][:160]} :: {node.get('failureSummary', '').splitlines()[-1].strip()}"
        for v in found["violations"]
        for node in v["nodes"]
    ]


LOOKS = [(False, False), (True, False), (False, True), (True, True)]
each_widget = pytest.mark.parametrize(
    "place", range(len(CASES)), ids=[f"{m[:24]}-{n}" for n, (m, _) in enumerate(CASES)]
)


@pytest.mark.parametrize(
    "dark, zoom",
    [pytest.param(*look, marks=[pytest.mark.long] if any(look) else []) for look in LOOKS],
    ids=["light", "dark", "light-200", "dark-200"],
)
@each_widget
def test_axe_finds_nothing_in_light_in_dark_and_at_200_percent(page: Page, place: int, dark: bool, zoom: bool) -> None:
    expect(widget(page, place)).to_have_class(_class(CASES[place][1]))
    with looking(page, dark=dark, zoom=zoom):
        found = violations(page, place)
        if zoom and not widget(page, place).evaluate("e => e.scrollWidth <= e.clientWidth + 1"):
            found.append("wider than its place, and cut off")
    assert found == [], "\n".join(found)


def _class(selector: str) -> re.Pattern[str]:
    return re.compile(rf"\b{selector.removeprefix('.')}\b")


# Focus ------------------------------------------------------------------------------------
CONTROLS = """root => {
    const can = 'a[href], button, input, select, textarea, summary, [tabindex]';
    return [...root.querySelectorAll(can)].filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }));
}"""  # noqa: E501
OUTLINES = f"""root => {{
    const bad = [];
    for (const e of ({CONTROLS})(root)) {{
        e.focus({{ preventScroll: true, focusVisible: true }});
        if (document.activeElement !== e) continue;
        const shown = [e, e.nextElementSibling, e.closest('label'), e.parentElement].filter(Boolean).some(x => {{
            const s = getComputedStyle(x);
            return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 && s.outlineColor !== 'transparent';
        }});
        if (!shown) bad.push(e.outerHTML.slice(0, 140));
    }}
    document.activeElement?.blur();
    return bad;
}}"""


@pytest.mark.long
@each_widget
def test_the_focus_is_seen_wherever_it_is(page: Page, place: int) -> None:
    page.keyboard.press("Shift")  # what follows counts as by keyboard
    assert widget(page, place).evaluate(OUTLINES) == []


# A control may be drawn anew while one walks, so it is known by its name and not by itself.
NAME = """e => e.closest('[role=grid]') ? 'grid' : e.type === 'radio' ? 'radio ' + e.name
    : [e.tagName, e.dataset.k, e.getAttribute('aria-label'), e.textContent, e.type].join(' ').slice(0, 200)"""
TABBED = f"root => [...new Set(({CONTROLS})(root).map({NAME}))]"
NOW = f"root => root.contains(document.activeElement) ? ({NAME})(document.activeElement) : null"
START = "e => { e.tabIndex = -1; e.focus({ preventScroll: true }); e.removeAttribute('tabindex'); }"


@pytest.mark.long
@each_widget
def test_tab_comes_to_every_control_and_out_again(page: Page, place: int) -> None:
    """A table to type in takes Tab from cell to cell, as spreadsheets do, and from the last one out."""
    root = widget(page, place)
    controls = set(root.evaluate(TABBED))
    assert controls
    root.evaluate(START)
    reached = set[str]()
    for _ in range(len(controls) + 20):
        page.keyboard.press("Tab")
        at = root.evaluate(NOW)
        if at == "grid" and "grid" in reached:
            page.keyboard.press("Control+End")
            page.keyboard.press("Tab")
            at = root.evaluate(NOW)
        if at is None:
            break
        reached.add(at)
    else:
        pytest.fail("Tab does not lead out")
    assert controls <= reached


@pytest.mark.long
def test_pictures_of_every_widget_can_be_looked_at(page: Page) -> None:
    for dark, zoom in LOOKS:
        with looking(page, dark=dark, zoom=zoom):
            screenshot(page, f"every-widget-{'dark' if dark else 'light'}{'-200' if zoom else ''}")


# Sixty clicks on each, none lost, each shown within 200 ms (the median). The table, the what-if panel, the tree and
# the map have theirs in files of their own; a chart has nothing to answer.
SOAKS = {
    5: (['[data-k="at:karen:3.2"]', '[data-k="at:karen:3.4"]'], ".right"),
    6: (['[data-g="leave"]'], None),
    13: (["button:text('Another one')"], None),
    14: (['[data-k="add"]', '[data-k="undo"]'], None),
    19: (['[data-k="swap"]'], ".lead"),
    21: (['[data-k="clear"]', '[data-k="undo"]'], ".state"),
}
SOAK = """async ([place, keys, part]) => {
    const root = document.querySelector(`[data-place="${place}"]`), times = [];
    const find = key => key.startsWith("button:text")
        ? [...root.querySelectorAll("button")].find(b => key.includes(b.textContent)) : root.querySelector(key);
    const state = () => (part ? root.querySelector(part) : root).textContent;
    for (let n = 0; n < 60; n++) {
        for (let w = 0; w < 200 && find(keys[n % keys.length]).getAttribute("aria-disabled") === "true"; w++)
            await new Promise(done => setTimeout(done, 10));
        const before = state(), start = performance.now();
        find(keys[n % keys.length]).click();
        while (state() === before) {
            if (performance.now() - start > 5000) throw new Error(`click ${n} was lost`);
            await new Promise(done => setTimeout(done, 4));
        }
        times.push(performance.now() - start);
        await new Promise(done => setTimeout(done, 30));
    }
    return times;
}"""


@pytest.mark.long
@pytest.mark.parametrize("place", SOAKS, ids=[CASES[place][0][:24] for place in SOAKS])
def test_sixty_clicks_are_all_answered_and_quickly(page: Page, place: int) -> None:
    times = page.evaluate(SOAK, [place, *SOAKS[place]])
    assert len(times) == 60
    assert sorted(times)[30] < 200
