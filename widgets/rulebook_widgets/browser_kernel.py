"""For a kernel that runs in the page (Pyodide): nothing stays nothing on its way to the page, and files are kept.

Between a server's kernel and a page travels JSON, where Python's None is JavaScript's null. The kernel in the page
hands over objects instead, and there None becomes `undefined`, and null a `jsnull` that is not None. Neither is what
a widget was written for, so both ways are made to do what JSON does. `import rulebook_widgets` calls `mend`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def as_json(value: Any, parse: Callable[[str], Any]) -> Any:
    """A value of the page, made from its JSON by the page's own parser; the value itself where it has none."""
    try:
        return parse(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return value


def without(nothing: Any, value: Any) -> Any:
    """The same message with None wherever the page's own nothing stood."""
    if value is nothing:
        return None
    if isinstance(value, dict):
        return {key: without(nothing, part) for key, part in value.items()}
    if isinstance(value, list):
        return [without(nothing, part) for part in value]
    return value


def mend(shell: Any, parse: Callable[[str], Any], nothing: Any) -> None:
    """Make the kernel of `shell` send JSON and take null for None; once is enough, twice does no harm."""
    manager, send = shell.kernel.comm_manager, shell.send_comm
    if getattr(manager, "takes_null", False):
        return
    take = manager.comm_msg

    def send_comm(kind: str, content: Any, metadata: Any, ident: Any, buffers: Any) -> Any:
        return send(kind, as_json(content, parse), as_json(metadata, parse), ident, buffers)

    def comm_msg(stream: Any, ident: Any, message: Any) -> Any:
        return take(stream, ident, without(nothing, message))

    shell.send_comm, manager.comm_msg, manager.takes_null = send_comm, comm_msg, True


def keep_files() -> None:
    """Keep the files of the current folder in the browser's storage, where JupyterLite cannot do so itself.

    Its own way, the folder /drive, needs a service worker, which a browser grants to https and localhost only; a class
    that opens http://the-teachers-laptop has none, and its saved games would be gone with the page. What was kept
    is read while the first cells run.
    """
    import os

    from pyodide.code import run_js
    from pyodide.ffi import create_once_callable, to_js
    from pyodide_js import FS

    if os.getcwd().startswith("/drive") or not run_js("'indexedDB' in globalThis"):
        return
    options = to_js({"autoPersist": True}, dict_converter=run_js("Object.fromEntries"))
    FS.mount(FS.filesystems.IDBFS, options, os.getcwd())
    FS.syncfs(True, create_once_callable(lambda _error: None))


def mend_this_kernel() -> None:
    """Both for the kernel that runs this, if it is one in a page."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is not None and hasattr(shell, "send_comm"):
        from pyodide.code import run_js
        from pyodide.ffi import jsnull

        mend(shell, run_js("JSON.parse"), jsnull)
        keep_files()
