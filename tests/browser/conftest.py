"""Fixtures for tests that drive a real JupyterLab; each such test is marked `browser` and skipped without Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from browser.lab import Browser, end_kernels, find_chromium, fresh_page, open_chromium, serve_lab

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test below this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The program to drive; without it the test is skipped and says why."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium found: install it, or name it in the variable CHROMIUM")
    return found


@pytest.fixture(scope="session")
def chrome(chromium: str) -> Iterator[BrowserContext]:
    """The one Chromium of all tests: it reads JupyterLab's scripts once."""
    with open_chromium() as context:
        yield context


@pytest.fixture
def browser(chrome: BrowserContext) -> Iterator[Browser]:
    """A fresh page, with nothing stored by the one before."""
    with fresh_page(chrome) as opened:
        yield opened


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The one JupyterLab of all tests, on the folder that their own folders are in."""
    with serve_lab(tmp_path_factory.getbasetemp()) as base:
        yield base


@pytest.fixture
def lab(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], str]]:
    """`lab(folder)` gives the address of a test's folder in JupyterLab; its kernels end with the test."""
    root = tmp_path_factory.getbasetemp()
    yield lambda folder: f"{server}/{folder.relative_to(root).as_posix()}"
    end_kernels(server)
