"""The real programs: a host, a friend who comes by the link, and a server whose certificate has changed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from railbird_shared.network.interfaces import lan_addresses
from support.server_processes import free_port

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.hosted_games import host, no_server_left
from support.terminal import run_in_terminal

pytestmark = pytest.mark.slow

QUIT = "\x11"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with no_server_left(tmp_path):
        yield tmp_path


def serve(home: Path, port: int) -> subprocess.Popen[str]:
    """Starts a server that encrypts, and keeps its certificate in a home of its own."""
    command = [sys.executable, "-m", "railbird_server", "serve", "--host", "0.0.0.0", "--port", str(port)]
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PATH": "/usr/bin:/bin"}
    return subprocess.Popen(
        [*command, "--no-discovery", "--exit-with-stdin"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def read_fingerprint(server: subprocess.Popen[str]) -> tuple[str, str]:
    """Returns the fingerprint and its readable form, as a server prints them."""
    assert server.stdout is not None
    lines = [server.stdout.readline() for _ in range(3)]
    whole = re.search(r"/#\.([\w-]{43})\n", lines[0])
    assert whole is not None, lines
    return whole[1], lines[2].strip().rpartition(" ")[2]


def test_a_server_is_compared_once_then_known_and_refused_with_another_certificate(tmp_path: Path) -> None:
    port = free_port()
    friend = tmp_path / "friend"
    friend.mkdir()
    join = ("watch", f"wss://127.0.0.1:{port}", "--name", "Jay")
    with serve(tmp_path / "first", port) as server:
        fingerprint, readable = read_fingerprint(server)
        link = f"railbird://127.0.0.1:{port}/#.{fingerprint}"
        with run_in_terminal(*join, home=friend) as terminal:
            terminal.expect_text(readable.replace("-", "  "))
            terminal.type_keys("y")
            terminal.expect_text("No table is open.")
        with run_in_terminal("watch", link, "--name", "Rook", home=tmp_path) as terminal:
            terminal.expect_text("No table is open.")
        server.communicate()
    with serve(tmp_path / "first", port) as server:
        assert read_fingerprint(server) == (fingerprint, readable)
        with run_in_terminal(*join, home=friend) as terminal:
            terminal.expect_text("No table is open.")
        server.communicate()
    with serve(tmp_path / "second", port) as server:
        assert read_fingerprint(server)[0] != fingerprint
        with run_in_terminal(*join, home=friend) as terminal:
            terminal.expect_text("NOT THE SERVER THAT YOU KNOW")
            terminal.type_keys("q")
            assert terminal.wait_for_exit() == 1
            assert "Nothing was sent to it" in terminal.output
        server.communicate()


def read_fingerprint_of_link(screen: str) -> str:
    """Returns the 43 letters after `#.`, which go on in the next row of the box."""
    rows = re.sub(r"[ │]*\n[ │]*", "\n", screen)
    found = re.search(r"#\.([\w-]+)\n([\w-]*)", rows)
    assert found is not None, screen
    return "".join(found.groups())


@pytest.mark.skipif(not lan_addresses(), reason="a machine without a network has no address to invite to")
def test_a_host_reads_an_invite_link_that_leads_to_the_table(home: Path) -> None:
    port = free_port()
    friend = home / "friend"
    friend.mkdir()
    with host(home, port, encrypted=True) as terminal:
        terminal.expect_text("You hold|Wren sits|friends join by")
        terminal.type_keys("j")
        terminal.expect_text(
            "Friends join by your invite link", r"\[C\] copies the link"
        )  # below it: it is drawn whole
        fingerprint = read_fingerprint_of_link(terminal.screen)
        link = f"railbird://127.0.0.1:{port}/#.{fingerprint}"
        with run_in_terminal("watch", link, "--name", "Jay", home=friend) as watcher:
            watcher.expect_text("Wren's table")
            watcher.type_keys(QUIT)
            assert watcher.wait_for_exit() == 0
        terminal.type_keys("\x1b")
        terminal.expect_no_text("Friends join by your invite link")
        terminal.type_keys(QUIT)
        terminal.expect_text("Give it up and quit")
        terminal.type_keys(QUIT)
        assert terminal.wait_for_exit() == 0
