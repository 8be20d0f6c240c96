"""A kernel in the page: None is null there and comes back as None, as it does from a server."""

import json
from types import SimpleNamespace
from typing import Any

from rulebook_widgets.browser_kernel import mend

JSNULL = object()  # what Pyodide makes of JavaScript's null


def kernel() -> tuple[Any, list[Any], list[Any]]:
    """A shell with its comm manager, what it sent to the page, and what arrived from there; mended twice."""
    sent: list[Any] = []
    taken: list[Any] = []
    manager = SimpleNamespace(comm_msg=lambda *message: taken.append(message))
    shell = SimpleNamespace(
        kernel=SimpleNamespace(comm_manager=manager), send_comm=lambda *message: sent.append(message)
    )
    for _ in range(2):
        mend(shell, lambda text: ("parsed by the page", json.loads(text)), JSNULL)
    return shell, sent, taken


def test_a_message_reaches_the_page_as_json_so_that_none_is_null() -> None:
    shell, sent, _ = kernel()
    shell.send_comm("comm_msg", {"state": {"given": None, 3: [None]}}, {}, "ident", [b"bytes"])
    page = ("parsed by the page", {"state": {"given": None, "3": [None]}})
    assert sent == [("comm_msg", page, ("parsed by the page", {}), "ident", [b"bytes"])]


def test_a_message_that_is_no_json_goes_as_it_is() -> None:
    shell, sent, _ = kernel()
    content = {"odd": {1, 2}, "mean": float("nan")}
    shell.send_comm("comm_msg", content, None, None, None)
    assert sent[0][1] is content


def test_null_from_the_page_is_none_however_deep_it_lies() -> None:
    shell, _, taken = kernel()
    message = {"content": {"data": {"content": {"try": JSNULL, "keys": [1, [JSNULL, "x"]], "on": False}}}}
    shell.kernel.comm_manager.comm_msg(None, None, message)
    told = {"content": {"data": {"content": {"try": None, "keys": [1, [None, "x"]], "on": False}}}}
    assert taken == [(None, None, told)]
