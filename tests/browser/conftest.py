"""Fixtures for tests that drive a real JupyterLab; each such test is marked `browser` and skipped without Chromium."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from browser.lab import Browser, find_chromium, open_browser, serve_lab

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


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    """A fresh browser with one page."""
    with open_browser() as opened:
        yield opened


@pytest.fixture
def lab(chromium: str) -> Iterator[Callable[[Path], str]]:
    """`lab(folder)` serves a folder with JupyterLab until the test ends, and gives the address."""
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(serve_lab(folder))
