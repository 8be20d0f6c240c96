"""The built pages of the site, in a real browser: nothing is broken, nothing leaves the machine, widgets answer.

The site is built once, as `make site-docs` does it; RULEBOOKS_SITE names a folder where it is built already. Whatever
lies below `lite/` is built and tested by itself.
"""

import functools
import importlib.util
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import rulebooks
from browser.lab import Browser, fresh_page, screenshot

ROOT = Path(__file__).resolve().parents[2]
AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
CHECKED = ("index.html", "rules/karen.html", "notebooks/05_widgets.html", "api/rulebooks.core.html", "widgets.html")
SEEN = (*CHECKED, "games/friday.html", "sheets/kabula.html", "code/rulebooks/lantern.py.html", "architecture.html")

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    if "RULEBOOKS_SITE" in os.environ:
        return Path(os.environ["RULEBOOKS_SITE"])
    if importlib.util.find_spec("myst_nb") is None:
        pytest.skip("Sphinx and myst-nb are not installed (`make site-docs` installs them)")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "docs" / "web" / "build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    print(done.stdout)
    return folder


class Quiet(SimpleHTTPRequestHandler):
    """A server that prints nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Page:
    """A fresh page of the one Chromium."""
    browser.page.set_viewport_size({"width": 1300, "height": 1000})
    return browser.page


def pages(site: Path) -> dict[str, str]:
    """Every built page, by its name."""
    names = (p.relative_to(site).as_posix() for p in sorted(site.rglob("*.html")))
    return {name: (site / name).read_text(encoding="utf-8") for name in names if not name.startswith("lite/")}


class Read(HTMLParser):
    """The links and the places of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.places = set[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what an element leads to, and what it is called."""
        for name, value in attributes:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name in ("id", "name"):
                self.places.add(value)


# The files, read as they are ----------------------------------------------------------
def test_no_link_of_the_whole_site_is_broken(site: Path) -> None:
    read = {name: Read(text) for name, text in pages(site).items()}
    assert len(read) > 200
    lost, followed = list[str](), 0
    for name, here in read.items():
        for link in here.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link == "#":
                continue
            base = (site / name).parent / unquote(parts.path) if parts.path else site / name
            there = base.resolve().relative_to(site.resolve()).as_posix()
            if there.startswith("lite/"):
                continue
            followed += 1
            if not (site / there).is_file():
                lost.append(f"{name}: {link}")
            elif parts.fragment and there in read and unquote(parts.fragment) not in read[there].places:
                lost.append(f"{name}: {link} (no such place)")
    assert followed > 10_000
    assert sorted(lost)[:40] == []


def test_no_page_names_another_host_for_what_it_loads(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|iframe|source)\b[^>]*\ssrc="(?:https?:)?//|<link\b[^>]*\shref="(?:https?:)?//')
    assert [name for name, text in pages(site).items() if loads.search(text)] == []


def test_a_games_rule_leads_to_its_test_and_the_test_back_to_the_rule(site: Path) -> None:
    rules, file = (site / "rules" / "lantern.html").read_text(encoding="utf-8"), "code/tests/test_lantern.py.html"
    test = "test_without_oil_none_can_be_spent"
    assert f'href="../{file}#{test}"' in rules
    code = (site / file).read_text(encoding="utf-8")
    line = next(line for line in code.splitlines() if f'id="{test}"' in line)
    assert 'href="../../rules/lantern.html#3.4"' in line


# In the browser ---------------------------------------------------------------------------
def test_no_request_of_any_page_leaves_the_machine_and_none_complains(
    chrome: BrowserContext, site: Path, served: str
) -> None:
    names = [name for name in pages(site) if not name.startswith("code/") or name in SEEN]
    assert len(names) > 40
    with fresh_page(chrome) as browser:
        for name in names:
            browser.page.goto(f"{served}/{name}")
        browser.page.goto(f"{served}/notebooks/05_widgets.html")
        browser.page.locator(".rb").nth(8).wait_for()
        browser.page.wait_for_load_state("networkidle")
        assert browser.complaints() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", CHECKED)
def test_axe_finds_nothing_on_a_page(page: Page, served: str, name: str, scheme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (npm ci in tests/browser/axe)")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{served}/{name}")
    if name.startswith("notebooks/"):
        page.locator(".rb").nth(8).wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    page.add_script_tag(path=AXE)
    found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
    said = [f"{v['id']}: {n['html'][:160]} {n['failureSummary']}" for v in found["violations"] for n in v["nodes"][:5]]
    assert said == []


@pytest.mark.parametrize("name", SEEN)
def test_a_page_fits_a_phone(page: Page, served: str, name: str) -> None:
    page.set_viewport_size({"width": 375, "height": 800})
    page.goto(f"{served}/{name}")
    page.wait_for_load_state("networkidle")
    screenshot(page, f"site-phone-{Path(name).stem}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_pages_and_widgets_follow_the_switch_of_light_and_dark(page: Page, served: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{served}/notebooks/00_start_here.html")
    table, colour = page.locator(".rb-table").first, "e => getComputedStyle(e).backgroundColor"
    light = (page.locator("body").evaluate(colour), table.evaluate(colour))
    page.evaluate("document.body.dataset.theme = 'dark'")
    dark = (page.locator("body").evaluate(colour), table.evaluate(colour))
    assert light[0] != dark[0]
    assert light[1] != dark[1]
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.body.dataset.theme = 'light'")
    assert (page.locator("body").evaluate(colour), table.evaluate(colour)) == light


def test_a_reader_comes_from_the_start_page_to_a_rule_by_keys_alone(page: Page, served: str) -> None:
    page.goto(f"{served}/index.html")

    def tab_to(words: str) -> None:
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == words:
                return
        raise AssertionError(f"Tab never came to {words!r}")

    tab_to("Rules of Lantern")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Lantern: the rules")).to_be_visible()
    tab_to("The code of 1.1")
    page.keyboard.press("Enter")
    expect(page.locator("details.code").first).to_have_attribute("open", "")


def test_the_search_finds_a_rule(page: Page, served: str) -> None:
    page.goto(f"{served}/search.html?q=reshuffle")
    expect(page.locator("#search-results li a").first).to_be_visible(timeout=15_000)


# Widgets without Python --------------------------------------------------------------------
def test_a_table_plays_on_from_what_was_recorded_and_says_where_that_ends(page: Page, served: str) -> None:
    page.goto(f"{served}/notebooks/00_start_here.html")
    table, note = page.locator(".rb-table").first, page.locator(".no-kernel")
    expect(table.locator(".meta")).to_contain_text("move 0")
    table.get_by_role("button", name="Draw", exact=False).first.click()
    expect(table.locator(".meta")).to_contain_text("move 1")
    table.get_by_role("button", name="Undo").click()
    expect(table.locator(".meta")).to_contain_text("move 0")
    expect(note).to_have_count(0)

    table.get_by_role("button", name="New game").click()
    table.get_by_role("button", name="Start a new game").click()
    expect(note).to_contain_text("no Python")
    link = note.get_by_role("link")
    assert str(link.get_attribute("href")).endswith("/lite/notebooks/index.html?path=00_start_here.ipynb")
    table.get_by_role("button", name="Draw", exact=False).first.click()
    expect(note).to_be_hidden()


def test_a_tour_is_walked_by_keys_without_python(page: Page, served: str) -> None:
    page.goto(f"{served}/notebooks/05_widgets.html")
    tour = page.locator(".rb-tour").first
    first = tour.locator(".caption, .say").first.inner_text()
    tour.get_by_role("button", name="Draw").first.click()
    expect(tour).not_to_contain_text(first)
    expect(page.locator(".no-kernel:visible")).to_have_count(0)


def test_a_dial_is_turned_and_a_cell_is_asked_without_python(page: Page, served: str) -> None:
    page.goto(f"{served}/notebooks/05_widgets.html")
    panel = page.locator(".rb-what").first
    before = panel.locator(".headline").inner_text() + panel.locator(".body").inner_text()
    dial = panel.locator("input[type=range]").first
    dial.focus()
    page.keyboard.press("ArrowRight")
    expect(panel.locator(".why")).to_contain_text("Since the start")
    assert panel.locator(".headline").inner_text() + panel.locator(".body").inner_text() != before
    cells = page.locator(".rb-map [role=gridcell]")
    cells.last.click()
    expect(page.locator(".no-kernel:visible")).to_have_count(0)


def test_a_quiz_judges_an_answer_in_the_page(page: Page, served: str) -> None:
    page.goto(f"{served}/notebooks/00_start_here.html")
    quiz = page.locator(".rb-quiz")
    quiz.locator("input[type=text]").first.fill("1/7")
    quiz.get_by_role("button", name="Check").first.click()
    expect(quiz.locator(".is-no, .is-wrong, .verdict").first).to_be_visible()


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_each_games_page_opens_its_notebook_in_the_browser(page: Page, served: str, name: str) -> None:
    page.goto(f"{served}/games/{name}.html")
    to = page.get_by_role("link", name="Play it in this browser").get_attribute("href")
    assert re.fullmatch(r"\.\./lite/notebooks/index\.html\?path=\w+\.ipynb", str(to))
