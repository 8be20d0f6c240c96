"""Drive a real JupyterLab with Playwright and the system's Chromium.

    with open_chromium() as context, fresh_page(context) as browser, serve_lab(folder) as base:
        open_lab(browser.page, base, "00_start_here.ipynb")
        run_all(browser.page)
        expect_output(browser.page, "223/360")
        assert browser.complaints() == []

Three habits that keep these tests steady: look inside `.jp-OutputArea-output`, never for a text on the
whole page (the editor holds the same words); a run is over when every input prompt shows a number, not
when the kernel says idle; values come back from Python in their own time, so wait for the text and never
for a number of seconds.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "about:")
OUTPUT = ".jp-OutputArea-output"
PICTURES = Path(__file__).resolve().parents[2] / "test-results"


def find_chromium() -> str | None:
    """The Chromium to drive: the one named by CHROMIUM, else the system's; None where there is none."""
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@dataclass
class Browser:
    """A page, and everything it did that it should not have done."""

    page: Page
    external: list[str] = field(default_factory=list)  # requests that left this machine
    errors: list[str] = field(default_factory=list)  # exceptions nobody caught in the page
    console: list[str] = field(default_factory=list)  # what the page printed as an error

    def complaints(self) -> list[str]:
        """Every external request, uncaught exception and console error so far, each with its kind."""
        return [
            *(f"request left the machine: {url}" for url in self.external),
            *(f"uncaught in the page: {error}" for error in self.errors),
            *(f"console error: {text}" for text in self.console),
        ]


@contextmanager
def open_chromium() -> Iterator[BrowserContext]:
    """Chromium with an empty profile, closed at the end."""
    chromium = find_chromium()
    if chromium is None:
        raise FileNotFoundError("no Chromium found: install it, or name it in the variable CHROMIUM")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium,
            headless=True,
            args=CHROMIUM_ARGUMENTS,
            viewport={"width": 1300, "height": 1400},
            color_scheme="light",
            accept_downloads=True,
        )
        try:
            yield context
        finally:
            context.close()


@contextmanager
def fresh_page(context: BrowserContext) -> Iterator[Browser]:
    """A page of its own in a Chromium; what it stored there is gone at the end, only the loaded scripts are kept."""
    browser = Browser(context.new_page())

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            browser.console.append(f"{message.text}  {where}".strip())

    def on_request(request: Request) -> None:
        if not request.url.startswith(LOCAL):
            browser.external.append(request.url)

    context.on("request", on_request)
    browser.page.on("pageerror", lambda error: browser.errors.append(str(error)))
    browser.page.on("console", on_console)
    try:
        yield browser
    finally:
        context.remove_listener("request", on_request)
        address = urlsplit(browser.page.url)
        browser.page.close()
        context.clear_cookies()
        if address.netloc:
            session = context.new_cdp_session(context.pages[0])  # the empty page that Chromium opens with
            origin = f"{address.scheme}://{address.netloc}"
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_server(url: str, process: "subprocess.Popen[bytes]", log: Path, seconds: float = 60) -> None:
    """Return once `url` answers; say what the server wrote when it ends or stays silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError):
            urllib.request.urlopen(url, timeout=5).close()
            return
        time.sleep(0.2)
    raise TimeoutError(f"no answer from {url} within {seconds} s\n{log.read_text(errors='replace')[-3000:]}")


@contextmanager
def serve_lab(root: Path) -> Iterator[str]:
    """JupyterLab on the folder `root`, with settings of its own and no pop-ups; gives the address of that folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        home, port = Path(name), free_port()
        (home / "labconfig").mkdir()
        quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
        (home / "labconfig" / "default_setting_overrides.json").write_text(json.dumps(quiet), encoding="utf-8")
        environment = {
            **os.environ,
            "JUPYTER_CONFIG_DIR": str(home),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
            "IPYTHONDIR": str(home / "ipython"),
        }
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
            *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="),
            "--ServerApp.disable_check_xsrf=True",  # so that `end_kernels` may ask for it
            f"--ServerApp.root_dir={root.resolve()}",
        ]
        base, log = f"http://127.0.0.1:{port}", home / "server.log"
        with log.open("wb") as out:
            process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
            try:
                wait_for_server(f"{base}/lab", process, log)
                yield f"{base}/lab/tree"
            finally:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait(15)


def end_kernels(base: str) -> None:
    """End every kernel that the JupyterLab at an address of `serve_lab` has running."""
    server = base.split("/lab/tree", 1)[0]
    with urllib.request.urlopen(f"{server}/api/sessions", timeout=30) as answer:
        running = json.load(answer)
    for session in running:
        ended = urllib.request.Request(f"{server}/api/sessions/{session['id']}", method="DELETE")
        with suppress(urllib.error.HTTPError):  # it ended by itself in the meantime
            urllib.request.urlopen(ended, timeout=30).close()


def open_lab(page: Page, base: str, path: str) -> None:
    """Open one notebook in a fresh workspace, and wait until its kernel is ready."""
    page.goto(f"{base}/{path}?reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    idle = '.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook-ExecutionIndicator[data-status="idle"]'
    page.locator(idle).first.wait_for(state="attached", timeout=60_000)
    page.locator("#jp-bottom-panel, .jp-StatusBar-Widget", has_text="| Idle").first.wait_for(timeout=60_000)


def menu(page: Page, *names: str) -> None:
    """Choose an entry of the menu bar: `menu(page, "Run", "Run All Cells")`."""
    for name in names:
        page.get_by_role("menuitem", name=name, exact=True).first.click()


def run_all(page: Page, timeout: float = 180_000) -> None:
    """Run every cell anew, and wait until each one's prompt shows a number.

    Stored outputs and numbers are cleared first: else the wait would be over before the run began. A run asked
    for while the kernel is still connecting is dropped without a word, so it is asked for again.
    """
    menu(page, "Edit", "Clear Outputs of All Cells")
    page.wait_for_function(_prompts(r"every(e => /^\[\s*\]:?$/.test(e.textContent.trim()))"))
    for _ in range(4):
        menu(page, "Run", "Run All Cells")
        with suppress(PlaywrightTimeout):
            page.wait_for_function(_prompts(r"some(e => /[\d*]/.test(e.textContent))"), timeout=5_000)
            break
    page.wait_for_function(_prompts(r"every(e => /^\[\d+\]:?$/.test(e.textContent.trim()))"), timeout=timeout)


def _prompts(condition: str) -> str:
    """JavaScript that asks something of the input prompts of the code cells that hold any code."""
    return f"""() => {{
        const prompts = [...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell')]
            .filter(cell => cell.querySelector('.cm-content')?.textContent.trim() !== "")
            .map(cell => cell.querySelector('.jp-InputPrompt'));
        return prompts.length && prompts.{condition};
    }}"""


def expect_output(page: Page, text: str, timeout: float = 15_000) -> None:
    """Wait until some cell's output holds `text`."""
    page.locator(OUTPUT, has_text=text).first.wait_for(timeout=timeout)


def outputs(page: Page) -> list[str]:
    """The text of every output now in the notebook."""
    return page.locator(OUTPUT).all_inner_texts()


def screenshot(page: Page, name: str) -> Path:
    """Save a picture of the page as `test-results/<name>.png` (which git ignores) and give its path."""
    PICTURES.mkdir(exist_ok=True)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    return path
