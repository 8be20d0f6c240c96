"""`python -m rulebooks serve`: a folder to this machine or to a class, with the right headers and clear refusals."""

import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebooks import __main__ as command
from rulebooks import serve

FILES = {
    "index.html": "text/html; charset=utf-8",
    "lite/index.html": "text/html; charset=utf-8",
    "lite/static/pyodide.mjs": "text/javascript; charset=utf-8",
    "lite/static/bundle.js": "text/javascript; charset=utf-8",
    "lite/static/pyodide.asm.wasm": "application/wasm",
    "lite/static/kit-1-py3-none-any.whl": "application/zip",
    "lite/static/python_stdlib.zip": "application/zip",
    "lite/files/10_karen.ipynb": "application/json; charset=utf-8",
    "lite/manifest.webmanifest": "application/manifest+json; charset=utf-8",
    "_static/furo.css": "text/css; charset=utf-8",
    "_static/font.woff2": "font/woff2",
    "_static/drawing.svg": "image/svg+xml",
    "nothing-known-about.it": "application/octet-stream",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small folder with a file of each type that the site has."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"this is {name}")
    return tmp_path


@pytest.fixture
def port(site: Path) -> Iterator[int]:
    """The port of a server of that folder."""
    with serve.open_server(site, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join(10)


def ask(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """One answer of the server, and its body."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


@pytest.mark.parametrize("name", FILES)
def test_each_file_comes_with_its_type_and_is_not_to_be_stored(port: int, name: str) -> None:
    answer, body = ask(port, f"/{name}")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == FILES[name]
    assert answer.headers["Cache-Control"] == "no-store"
    assert body.decode() == f"this is {name}"


def test_a_folder_shows_its_index_page_and_one_without_is_not_listed(port: int) -> None:
    assert ask(port, "/lite/")[1] == b"this is lite/index.html"
    answer, body = ask(port, "/lite/static/")
    assert answer.status == 404
    assert b"wasm" not in body


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret"])
def test_nothing_outside_the_folder_is_given_out(site: Path, path: str) -> None:
    inner = site / "lite"
    (site / "secret").write_text("not for pupils")
    with serve.open_server(inner, port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answer, body = ask(server.server_address[1], path)
        server.shutdown()
    assert answer.status == 404
    assert b"not for pupils" not in body


def test_a_file_published_anew_is_what_the_next_reader_gets(port: int, site: Path) -> None:
    first, _ = ask(port, "/lite/files/10_karen.ipynb")
    (site / "lite/files/10_karen.ipynb").write_text("new")
    assert ask(port, "/lite/files/10_karen.ipynb")[1] == b"new"
    assert "ETag" not in first.headers


def test_thirty_pupils_are_answered_at_once(port: int) -> None:
    answered: list[int] = []
    pupils = [threading.Thread(target=lambda: answered.append(ask(port, "/")[0].status)) for _ in range(30)]
    for pupil in pupils:
        pupil.start()
    for pupil in pupils:
        pupil.join(20)
    assert answered == [200] * 30


# Who can open it ------------------------------------------------------------------
def test_only_this_machine_is_served_unless_an_address_is_named(site: Path) -> None:
    with serve.open_server(site, port=0) as server:
        assert server.server_address[0] == "127.0.0.1"
        told = "\n".join(serve.links(server, site))
    assert f"http://127.0.0.1:{server.server_address[1]}/lite/" in told
    assert "Only this machine" in told


def test_a_class_gets_links_with_the_address_of_this_machine_in_the_network(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "own_address", lambda: ["192.0.2.7"])
    with serve.open_server(site, "0.0.0.0", 0) as server:
        told = "\n".join(serve.links(server, site))
    assert f"http://192.0.2.7:{server.server_address[1]}/lite/" in told
    assert "Everybody in this network" in told


def test_a_site_without_notebooks_gets_no_link_to_them(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("only docs")
    with serve.open_server(tmp_path, port=0) as server:
        assert not any("lite" in line for line in serve.links(server, tmp_path))


# What is said when it cannot be done ------------------------------------------------
def test_a_port_that_is_taken_is_named_with_another_to_try(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        assert command.main(["serve", str(site), "--port", str(taken)]) == 1
    said = capsys.readouterr().err
    assert f"port {taken} is taken" in said
    assert f"--port {taken + 1}" in said


def test_a_folder_that_is_missing_a_file_or_no_site_is_said_to_be_so(site: Path, tmp_path: Path) -> None:
    for folder, words in (
        (tmp_path / "nowhere", "there is no folder"),
        (site / "index.html", "is a file"),
        (site / "lite/static", "is no site: it has no index.html"),
    ):
        with pytest.raises(serve.CannotServe, match=words) as no:
            serve.open_server(folder, port=0)
        assert str(folder) in str(no.value)
        assert "make site" in str(no.value)


@pytest.mark.parametrize(
    "address, port, words",
    [
        ("127.0.0.1", 70000, "a port is a number from 0 to 65535, not 70000"),
        ("192.0.2.200", 0, "is no address of this machine"),
        ("not a machine", 0, "is no address of this machine"),
    ],
)
def test_a_wrong_port_or_address_is_named(site: Path, address: str, port: int, words: str) -> None:
    with pytest.raises(serve.CannotServe, match=words):
        serve.open_server(site, address, port)


def test_the_command_serves_until_it_is_interrupted(site: Path) -> None:
    line = [sys.executable, "-m", "rulebooks", "serve", str(site), "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]) as running:
        assert running.stdout is not None
        told = [running.stdout.readline() for _ in range(4)]
        address = next(part for part in told[1].split() if part.startswith("http://"))
        port = int(address.rstrip("/").rsplit(":", 1)[1])
        answer, body = ask(port, "/index.html")
        running.terminate()
    assert "stop with Ctrl-C" in told[0]
    assert (answer.status, body) == (200, b"this is index.html")
