"""The process for guests beside a server: nobody waits for its start, it is started again, and ends with the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from railbird_server.cli import guest_house
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS

NOTE = "import sys; note = lambda word: open(sys.argv[1], 'a').write(word); note('began\\n');"
FAITHFUL = f"{NOTE} sys.stdin.read(); note('ended')"
DYING = f"{NOTE} sys.exit('It has failed: KeyError')"


def replace_command(monkeypatch: pytest.MonkeyPatch, program: str, log: Path) -> None:
    def command(*_: object) -> Iterator[str]:
        yield from (sys.executable, "-c", program, str(log))

    monkeypatch.setattr(guest_house, "guests_command", command)


async def wait_for_lines(log: Path, count: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not log.exists() or log.read_text().count("\n") < count:  # noqa: ASYNC110,ASYNC240  no event tells of it
            await asyncio.sleep(0.01)


async def test_the_process_is_told_when_the_server_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    replace_command(monkeypatch, FAITHFUL, log)
    async with run_server() as server, guest_house.guest_house(server, tmp_path):
        assert not log.exists(), "nobody waits for its start"
        await wait_for_lines(log, 1)
    assert log.read_text() == "began\nended"


async def test_a_process_that_dies_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = tmp_path / "log"
    replace_command(monkeypatch, DYING, log)
    monkeypatch.setattr(guest_house, "FIRST_WAIT", 0.001)
    async with run_server() as server, guest_house.guest_house(server, None):
        await wait_for_lines(log, 3)
    assert "guests: It has failed: KeyError" in caplog.text
    assert "The process for guests has ended with status 1" in caplog.text


def test_the_command_names_the_server_as_friends_reach_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_house, "lan_addresses", lambda: ("192.168.1.20", "10.0.0.1"))
    server = SimpleNamespace(
        settings=ServerSettings(host="0.0.0.0", ssh_port=7722),
        certificate=SimpleNamespace(names=(), fingerprint="A" * 43),
        address="wss://127.0.0.1:7777",
        port=7777,
        everywhere=True,
    )
    words = [*guest_house.guests_command(cast("Server", server), tmp_path)]
    values = dict(zip(words[5::2], words[6::2], strict=True))
    assert values["--server"] == f"railbird://192.168.1.20:7777,127.0.0.1:7777/#.{'A' * 43}"
    assert (values["--ssh-port"], values["--page-port"], values["--host"]) == ("7722", "0", "0.0.0.0")
    server.certificate = SimpleNamespace(names=("play.example.org",), fingerprint="A" * 43)
    server.settings = ServerSettings(host="0.0.0.0", page_port=7780, cert="full.pem", key="key.pem")
    words = [*guest_house.guests_command(cast("Server", server), tmp_path)]
    assert words[words.index("--server") + 1] == "railbird://play.example.org:7777/"
    assert words[-6:] == ["--cert", "full.pem", "--key", "key.pem", "--page-name", "play.example.org"]


def test_a_server_without_doors_does_not_load_this() -> None:
    code = "import railbird_server.cli.serve, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "railbird_server.cli.serve" in loaded
    assert "railbird_server.cli.guest_house" not in loaded
