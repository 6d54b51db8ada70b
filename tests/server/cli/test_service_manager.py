"""The service manager is told when the server listens and when it stops; without one nothing happens."""

from __future__ import annotations

import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from railbird_server.cli.serve import READY, STOPPING, notify

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such service manager.")


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder whose name is short enough for the path of a socket."""
    with tempfile.TemporaryDirectory(prefix="rb") as folder:
        yield Path(folder)


def listen(address: str) -> closing[socket.socket]:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.setblocking(False)
    manager.bind(address)
    return closing(manager)


def test_the_service_manager_hears_each_state(short_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(short_folder / "notify")
    with listen(path) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        notify(READY)
        notify(STOPPING)
        assert [manager.recv(100), manager.recv(100)] == [b"READY=1", b"STOPPING=1"]


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has sockets that are no files.")
def test_a_socket_that_is_no_file_is_reached_too(short_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"railbird-{short_folder.name}"
    with listen(f"\0{name}") as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        notify(READY)
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("path", ["", "vsock:2:1", "/nowhere/at/all"])
def test_without_a_service_manager_nothing_happens(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    notify(READY)
