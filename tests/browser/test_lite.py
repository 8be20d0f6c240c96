"""The notebooks in the browser, without a server's Python: played, asked, saved, found again; nothing leaves the host.

One site is built (`make site-lite`), served by `python -m rulebooks serve`, and visited as a pupil would.
"""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Locator, expect

import rulebooks
from browser.lab import CHROMIUM_ARGUMENTS, Browser, find_chromium, run_all, screenshot
from browser.lite import (
    FRESH,
    KEPT,
    START,
    copy_of,
    open_notebook,
    publish,
    reader,
    run_cell,
    save_notebook,
    served,
    words,
)
from browser.tables import AXE, TAGS
from lite_site import built
from rulebooks import odds
from rulebooks.core import play
from rulebooks.core.sampling import pick

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [path.name for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
FAULT = (
    ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText[data-mime-type*=error]"
)
CLICKS = """async table => {
    const meta = () => table.querySelector(".meta").textContent, start = performance.now();
    for (let n = 0; n < 60; n++) {
        const before = meta(), key = n % 2 ? "undo" : "draw";
        table.querySelector(`[data-k="${key}"]`).click();
        while (meta() === before) {
            if (performance.now() - start > 120000) throw new Error(`click ${n} was lost`);
            await new Promise(done => setTimeout(done, 4));
        }
    }
    return (performance.now() - start) / 60;
}"""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the built site, to which tests add notebooks of their own."""
    made = tmp_path_factory.mktemp("lite")
    lite = built()
    if made.stat().st_dev != lite.stat().st_dev:  # links do not reach across disks
        made = lite.parents[1] / ".lite/tests"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
    return copy_of(lite, made)


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    """The address of that site."""
    with served(site) as address:
        yield address


@pytest.fixture
def pupil(chrome: BrowserContext) -> Iterator[Browser]:
    """A reader with an empty browser, who must meet no error and send nothing away from this machine."""
    with reader(chrome) as browser:
        yield browser


def with_odds(name: str) -> play.Table:
    """A table of the game, played on until odds stand beside a choice that matters."""
    game = rulebooks.game(name)
    for seed in range(1, 60):
        table = play.Table(name, seed=seed)
        for turn in range(300):
            if isinstance(table.node, game.Terminal):
                break
            if not table.actions:
                table.roll()
                continue
            try:
                advice = odds.beside(game, table.state, limit=2_000)
            except odds.TooLarge:
                advice = None
            if advice is not None and len({row.value for row in advice.rows}) > 1:
                return table
            table.do(pick(dict.fromkeys(table.actions, 1), name, seed, turn))
    raise AssertionError(f"{name}: no choice with odds in sixty games")


def table_in(cell: Locator) -> Locator:
    """The table that a cell shows."""
    table = cell.locator(".rb-table")
    expect(table).to_be_visible(timeout=START)
    return table


def moves(table: Locator) -> int:
    """How many moves lie behind."""
    found = re.search(r"move (\d+)$", table.locator(".meta").inner_text())
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_every_game_is_played_and_gives_the_same_odds_as_a_computers_python(
    pupil: Browser, site: Path, base: str, name: str
) -> None:
    here, game = with_odds(name), rulebooks.game(name)
    advice = odds.beside(game, here.state)
    assert advice is not None
    ask = "print(*(row.value for row in odds.beside(game, table.play.state).rows))"
    start = f"table = Table({name!r}); table.load_json({here.to_json()!r}); game = rulebooks.game({name!r})"
    imports = "import rulebooks\nfrom rulebooks import odds\nfrom rulebook_widgets import Table"
    publish(site, f"play_{name}.ipynb", f"{imports}\n{start}\n{ask}", "table", "print(len(table.play.history))")
    page = pupil.page
    open_notebook(page, base, f"play_{name}.ipynb", FRESH)
    assert words(run_cell(page, 0)).split() == [str(row.value) for row in advice.rows]
    table = table_in(run_cell(page, 1))
    behind = moves(table)
    assert behind == len(here.history)
    ready, action = table.locator('[data-k="ready"]'), table.locator('[data-k^="act:"]').first
    expect(table.locator('[data-k="ready"], [data-k^="act:"]').first).to_be_attached(timeout=15_000)
    if ready.count():  # several players at one screen: the table is covered until the next one says so
        ready.click()
    expect(action).to_be_attached(timeout=15_000)
    folded = table.locator("details.group:not([open]) > summary")
    if not action.is_visible() and folded.count():
        folded.first.click()
    expect(action).to_contain_text(re.compile(r"\d|certain|never"))
    action.click()
    expect(table.locator(".meta")).to_contain_text(re.compile(rf"move {behind + 1}$"), timeout=15_000)
    assert words(run_cell(page, 2)).strip() == str(behind + 1)
    screenshot(page, f"lite-{name}")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_notebook_runs_to_its_end_and_its_widgets_are_for_everybody(pupil: Browser, base: str, name: str) -> None:
    page = pupil.page
    open_notebook(page, base, name, FRESH)
    run_all(page, timeout=400_000)
    assert page.locator(FAULT).all_inner_texts() == []
    assert rulebooks.__version__ in words(page.locator(".jp-CodeCell").first)
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: `make test` does so, with npm")
    page.add_script_tag(path=str(AXE))
    found = page.evaluate(
        """tags => axe.run({ include: [...document.querySelectorAll("[class*=rb-]")].filter(e =>
            !e.parentElement.closest("[class*=rb-]") && e.offsetParent) }, { runOnly: tags })""",
        TAGS,
    )
    assert found["passes"], "axe looked at nothing"
    assert [f"{v['id']}: {n['html'][:200]}" for v in found["violations"] for n in v["nodes"]] == []


def test_sixty_clicks_arrive_every_one(pupil: Browser, site: Path, base: str) -> None:
    publish(site, "clicks.ipynb", 'from rulebook_widgets import Table\nTable("karen", seed=11)')
    open_notebook(pupil.page, base, "clicks.ipynb", FRESH)
    table = table_in(run_cell(pupil.page, 0))
    each = table.evaluate(CLICKS)
    assert moves(table) == 0
    print(f"{each:.0f} ms a click")
    assert each < 3000, f"{each:.0f} ms a click"


# What is kept -----------------------------------------------------------------------
WORK = (
    "from rulebook_widgets import Table\ntable = Table('karen', seed=11)\ntable",
    "table.save('mine.json').name",
    "table = Table('karen')\ntable.load('mine.json')\nprint(len(table.play.history), 'moves')",
)


def test_saved_work_is_found_again_after_a_reload(pupil: Browser, site: Path, base: str) -> None:
    publish(site, "work.ipynb", *WORK)
    page = pupil.page
    open_notebook(page, base, "work.ipynb")
    table = table_in(run_cell(page, 0))
    table.locator('[data-k="draw"]').click()
    expect(table.locator(".meta")).to_contain_text(re.compile("move 1$"), timeout=15_000)
    assert "mine.json" in words(run_cell(page, 1))
    page.locator(".jp-CodeCell .cm-content").nth(1).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("  # my own words")
    save_notebook(page, "# my own words")
    page.reload()
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=START)
    expect(page.locator(".jp-CodeCell .cm-content").nth(1)).to_contain_text("# my own words")
    run_cell(page, 0)
    assert "1 moves" in words(run_cell(page, 2))  # the saved game, in a Python that started anew


def test_the_fresh_entrance_shows_what_is_published_and_the_other_what_was_kept(
    pupil: Browser, site: Path, base: str
) -> None:
    publish(site, "lesson.ipynb", "'lesson of Monday'")
    page = pupil.page
    for entrance in (KEPT, FRESH):
        open_notebook(page, base, "lesson.ipynb", entrance)
        code = page.locator(".jp-CodeCell .cm-content").first
        expect(code).to_contain_text("lesson of Monday")
        code.click()
        page.keyboard.press("Control+End")
        page.keyboard.type("  # a pupil was here")
        save_notebook(page, "" if entrance == FRESH else "# a pupil was here")
    publish(site, "lesson.ipynb", "'lesson of Tuesday'")
    for entrance, shown in ((FRESH, "lesson of Tuesday"), (KEPT, "a pupil was here")):
        open_notebook(page, base, "lesson.ipynb", entrance)
        expect(page.locator(".jp-CodeCell .cm-content").first).to_contain_text(shown)


# The way in -------------------------------------------------------------------------
def test_the_start_pages_lead_to_every_notebook_and_are_for_everybody(pupil: Browser, base: str) -> None:
    page = pupil.page
    for start in ("lite/", "lite/fresh/"):
        page.goto(f"{base}/{start}index.html")
        links = [link.get_attribute("href") or "" for link in page.locator("a.open").all()]
        assert [link.split("path=")[1] for link in links] == SHIPPED
        expect(page.locator("main")).to_contain_text(f"Rulebook Lab {rulebooks.__version__}")
        screenshot(page, f"lite-start-{start.strip('/').replace('/', '-')}")
        if AXE.is_file():
            page.add_script_tag(path=str(AXE))
            found = page.evaluate("tags => axe.run(document, { runOnly: tags })", TAGS)
            assert [v["id"] for v in found["violations"]] == []
        page.locator("a.open").first.click()
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=START)


@pytest.mark.parametrize("app", ["lab", "tree", "repl"])
def test_the_other_apps_open_without_asking_another_host(chrome: BrowserContext, base: str, app: str) -> None:
    page = chrome.new_page()
    asked: list[str] = []
    chrome.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}/lite/{app}/index.html")
    ready = {"lab": ".jp-Launcher, .jp-DirListing", "tree": ".jp-DirListing-item", "repl": ".jp-CodeConsole"}[app]
    page.wait_for_selector(ready, timeout=START)
    page.close()
    assert asked
    assert [url for url in asked if not url.startswith((base, "data:", "blob:", "about:"))] == []


def test_a_class_that_comes_by_name_over_plain_http_can_play(chrome: BrowserContext, site: Path, base: str) -> None:
    """A page from another machine over http is no "secure context": the browser gives it less than localhost gets."""
    publish(site, "class.ipynb", *WORK)
    kind: Any = chrome.browser.browser_type if chrome.browser else None
    if kind is None:
        pytest.skip("this Chromium cannot be opened twice")
    there = base.replace("127.0.0.1", "class.test")
    opened: Chromium = kind.launch(
        executable_path=find_chromium(),
        args=[*CHROMIUM_ARGUMENTS, "--host-resolver-rules=MAP class.test 127.0.0.1"],
    )
    page = opened.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        open_notebook(page, there, "class.ipynb")
        assert page.evaluate("window.isSecureContext") is False
        table = table_in(run_cell(page, 0))
        table.locator('[data-k="draw"]').click()
        expect(table.locator(".meta")).to_contain_text(re.compile("move 1$"), timeout=15_000)
        assert "mine.json" in words(run_cell(page, 1))
        save_notebook(page, "mine.json")
        page.reload()
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=START)
        assert "mine.json" in words(page.locator(".jp-CodeCell").nth(1))
        run_cell(page, 0)
        assert "1 moves" in words(run_cell(page, 2))
        assert faults == []
    finally:
        opened.close()


def test_a_widget_can_be_clicked_soon_after_the_first_visit(pupil: Browser, base: str) -> None:
    began = time.monotonic()
    open_notebook(pupil.page, base, "00_start_here.ipynb", FRESH)
    table = table_in(run_cell(pupil.page, 0))
    table.locator('[data-k="draw"]').click()
    expect(table.locator(".meta")).to_contain_text(re.compile("move 1$"))
    took = time.monotonic() - began
    print(f"from the link to the first move: {took:.1f} s")
    assert took < 60  # the aim is 15 s on an idle machine; docs/site.md has what was measured
