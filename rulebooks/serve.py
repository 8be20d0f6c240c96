"""Serve a folder of files, such as the built site, to a class: this machine alone, unless an address is named.

Everything is sent with `no-store`: a notebook that was published anew this morning must not be hidden by what a
browser remembers from yesterday.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ADDRESS, PORT = "127.0.0.1", 8000
EVERYWHERE = ("", "0.0.0.0", "::")
# Said here and not left to the machine: Windows' registry has its own ideas of JavaScript, and few know WebAssembly.
TYPES = {
    "": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".ipynb": "application/json",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
TEXT = ("text/", "application/json", "application/toml", "application/manifest+json")


class CannotServe(Exception):
    """Why nothing can be served, in words for the person at the keyboard."""


class Handler(SimpleHTTPRequestHandler):
    """Files as they are now, with the right types, over connections that stay open."""

    extensions_map = TYPES
    protocol_version = "HTTP/1.1"

    def guess_type(self, path: Any) -> str:
        """The type of a file; a text is said to be UTF-8, which all of ours are."""
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind.startswith(TEXT) else kind

    def end_headers(self) -> None:
        """The headers of every answer."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        """A folder without an index page is not listed."""
        self.send_error(404, "Nothing to show here")

    def log_message(self, format: str, *args: Any) -> None:
        """Thirty pupils make a line a second: nobody reads them, and names in them are nobody's business."""


class Server(ThreadingHTTPServer):
    """A thread for each connection; a class may knock all at once."""

    daemon_threads = True
    request_queue_size = 256
    # On Windows this would let a second server take the port of the first without a word.
    allow_reuse_address = os.name == "posix"

    def __init__(self, folder: Path, address: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        super().__init__((address, port), partial(Handler, directory=str(folder)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A pupil who closes a page in the middle of a file is no trouble worth a traceback."""


def check_folder(folder: Path) -> None:
    """The folder holds a site; else CannotServe says what is there and what makes one."""
    made = "`make site` builds one in the folder site"
    if not folder.exists():
        raise CannotServe(f"there is no folder {folder}; {made}")
    if not folder.is_dir():
        raise CannotServe(f"{folder} is a file; name the folder of a site ({made})")
    if not (folder / "index.html").is_file():
        raise CannotServe(f"{folder} is no site: it has no index.html; {made}")


def open_server(folder: Path, address: str = ADDRESS, port: int = PORT) -> Server:
    """A server that listens, not yet answering; CannotServe where that is not possible. Port 0: any free one."""
    check_folder(folder)
    if not 0 <= port <= 65535:
        raise CannotServe(f"a port is a number from 0 to 65535, not {port}")
    try:
        return Server(folder, address, port)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", None)):
            raise CannotServe(
                f"port {port} is taken by another program; name another, for example --port {port + 1}"
            ) from None
        if error.errno in (errno.EACCES, getattr(errno, "WSAEACCES", None)):
            raise CannotServe(
                f"port {port} may not be used here; name one above 1023, for example --port {PORT}"
            ) from None
        raise CannotServe(
            f"{address!r} is no address of this machine ({error.strerror or error}); "
            f"leave --address out for this machine alone, or say --address 0.0.0.0 for the whole network"
        ) from None


def own_address() -> list[str]:
    """The address under which others in the network find this machine, if there is one; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way, suppress(OSError):
        way.connect(("192.0.2.1", 9))  # an address kept for examples: it only tells which way leads out
        address = str(way.getsockname()[0])
        return [] if address.startswith("127.") else [address]
    return []


def links(server: Server, folder: Path) -> Iterator[str]:
    """What to tell the person who serves: each link to open, and who can."""
    address, port = str(server.server_address[0]), int(server.server_address[1])
    lite = "lite/" if (folder / "lite/index.html").is_file() else ""
    if address in EVERYWHERE:
        hosts = [*own_address(), "127.0.0.1"]
    else:
        hosts = [f"[{address}]" if ":" in address else address]
    for host in hosts:
        yield f"  http://{host}:{port}/"
        if lite:
            yield f"  http://{host}:{port}/{lite}   (the notebooks, for a class)"
    if address == ADDRESS:
        yield "Only this machine can open it. For a class: --address 0.0.0.0"
    else:
        yield "Everybody in this network can open it, until you stop it."


def serve(folder: Path, address: str = ADDRESS, port: int = PORT) -> int:
    """Serve the folder until Ctrl-C."""
    with open_server(folder, address, port) as server:
        print(f"Serving {folder}; stop with Ctrl-C. To open:", *links(server, folder), sep="\n", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\nStopped.")
    return 0
