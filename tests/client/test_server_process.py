from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from patience import PATIENCE_SECONDS
from railbird_client.address import Address
from railbird_client.server_process import ServerFailed, ServerProcess, log_path, serve_command

LISTEN = "print('Railbird listens on ws://127.0.0.1:40123', flush=True)"
LIVE = "import sys; sys.stdin.read()"


def script(*lines: str) -> tuple[str, ...]:
    """A stand-in for the server: a small program."""
    return (sys.executable, "-S", "-E", "-c", "\n".join(lines))


@asynccontextmanager
async def started(command: tuple[str, ...], folder: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(command, folder / "logs" / "server.log")
    try:
        yield server
    finally:
        await server.stop()


def test_the_server_is_run_by_this_python_with_a_lifeline() -> None:
    command = serve_command(host="0.0.0.0", port=7777, options=("--fast",))
    assert command[:5] == (sys.executable, "-P", "-m", "railbird_server", "serve")
    assert command[5:] == ("--host", "0.0.0.0", "--port", "7777", "--exit-with-stdin", "--fast")


async def test_a_file_in_the_players_folder_is_not_taken_for_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "railbird_server.py").write_text("raise SystemExit('This is not the server.')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with started(serve_command(), tmp_path) as server:
        assert server.address.host == "127.0.0.1"


async def test_says_where_the_server_listens(tmp_path: Path) -> None:
    async with started(script("print('a word before')", LISTEN, LIVE), tmp_path) as server:
        assert server.address == Address("127.0.0.1", 40123)


async def test_the_server_ends_when_its_standard_input_closes(tmp_path: Path) -> None:
    flag = tmp_path / "ended"
    ending = f"open({str(flag)!r}, 'w').close()"
    async with started(script(LISTEN, LIVE, ending), tmp_path):
        assert not flag.exists()
    assert flag.exists()


async def test_a_server_that_will_not_end_is_made_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = script("import signal, time", "signal.signal(signal.SIGTERM, signal.SIG_IGN)", LISTEN, "time.sleep(60)")
    async with started(stubborn, tmp_path) as server:
        assert server._process.returncode is None
        monkeypatch.setattr("railbird_client.server_process.STOP_SECONDS", 0.02)
    assert server._process.returncode not in {None, 0}


async def test_what_the_server_says_goes_on_being_read(tmp_path: Path) -> None:
    async with started(script(LISTEN, "print('x' * 200_000, flush=True)", LIVE), tmp_path):
        pass


async def test_a_server_that_dies_leaves_its_last_words(tmp_path: Path) -> None:
    dying = script("import sys", "sys.exit('a traceback\\nError: Port 7777 is taken: choose another with --port.')")
    with pytest.raises(ServerFailed, match=r"^Port 7777 is taken: choose another with --port\.$"):
        await ServerProcess.start(dying, tmp_path / "server.log")


async def test_a_server_that_dies_without_a_word_points_to_its_log(tmp_path: Path) -> None:
    (tmp_path / "server.log").write_text("words of yesterday\n")
    with pytest.raises(ServerFailed, match="ended before it listened"):
        await ServerProcess.start(script("pass"), tmp_path / "server.log")


async def test_a_server_that_stays_silent_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.server_process.START_SECONDS", 0.02)
    with pytest.raises(ServerFailed, match="did not start"):
        await ServerProcess.start(script(LIVE), tmp_path / "server.log")


async def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ServerFailed, match="cannot be started"):
        await ServerProcess.start((str(tmp_path / "nothing"),), tmp_path / "server.log")


async def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    with pytest.raises(ServerFailed, match="cannot be written"):
        await ServerProcess.start(script(LIVE), tmp_path / "logs" / "server.log")


async def test_a_server_that_is_lost_is_told_once_and_only_when_unasked(tmp_path: Path) -> None:
    lost = asyncio.Event()

    async def tell() -> None:
        lost.set()

    async with started(script(LISTEN, "import sys", "sys.stdin.readline()"), tmp_path) as server:
        server.when_lost(tell)
    assert not lost.is_set()

    async with started(script(LISTEN), tmp_path) as server, asyncio.timeout(PATIENCE_SECONDS):
        server.when_lost(tell)
        await lost.wait()


def test_the_log_stands_where_the_system_keeps_such_things() -> None:
    assert log_path().name == "server.log"
    assert "railbird" in log_path().parts
