from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from railbird_client.hosting.server_process import (
    ServerProcess,
    ServerStartFailed,
    log_path,
    open_log,
    serve_command,
    short_path,
)
from railbird_shared.network.address import Address, Scheme
from support.timeouts import TIMEOUT_SECONDS

PRINT_ADDRESS = "print('Railbird listens on ws://127.0.0.1:40123', flush=True)"
WAIT_FOR_STDIN = "import sys; sys.stdin.read()"


def python_command(*lines: str) -> tuple[str, ...]:
    """Returns the command of a small program in place of the server."""
    return (sys.executable, "-S", "-E", "-c", "\n".join(lines))


@asynccontextmanager
async def running_server(command: tuple[str, ...], folder: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(command, folder / "logs" / "server.log")
    try:
        yield server
    finally:
        await server.stop()


def test_the_command_runs_this_python() -> None:
    command = serve_command(host="0.0.0.0", port=7777, arguments=("--fast",))
    assert command[:5] == (sys.executable, "-P", "-m", "railbird_server", "serve")
    assert command[5:] == ("--host", "0.0.0.0", "--port", "7777", "--fast")


async def test_a_module_in_the_current_folder_does_not_shadow_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "railbird_server.py").write_text("raise SystemExit('This is not the server.')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with running_server(serve_command(), tmp_path) as server:
        assert server.address.host == "127.0.0.1"


async def test_reads_the_address_the_server_prints(tmp_path: Path) -> None:
    async with running_server(
        python_command("print('a word before')", PRINT_ADDRESS, WAIT_FOR_STDIN), tmp_path
    ) as server:
        assert server.address == Address("127.0.0.1", 40123, Scheme.PLAIN)


async def test_the_server_ends_when_its_standard_input_closes(tmp_path: Path) -> None:
    flag = tmp_path / "ended"
    ending = f"open({str(flag)!r}, 'w').close()"
    async with running_server(python_command(PRINT_ADDRESS, WAIT_FOR_STDIN, ending), tmp_path):
        assert not flag.exists()
    assert flag.exists()


async def test_a_server_that_ignores_sigterm_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = python_command(
        "import signal, time", "signal.signal(signal.SIGTERM, signal.SIG_IGN)", PRINT_ADDRESS, "time.sleep(60)"
    )
    async with running_server(stubborn, tmp_path) as server:
        assert server._process.returncode is None
        monkeypatch.setattr("railbird_client.hosting.server_process.STOP_TIMEOUT_SECONDS", 0.02)
    assert server._process.returncode not in {None, 0}


async def test_a_server_whose_output_another_process_holds_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.hosting.server_process.STOP_TIMEOUT_SECONDS", 0.02)
    heir = tmp_path / "heir"
    program = python_command(
        "import subprocess, sys",
        "heir = subprocess.Popen([sys.executable, '-S', '-E', '-c', 'import time; time.sleep(600)'])",
        f"open({str(heir)!r}, 'w').write(str(heir.pid))",
        PRINT_ADDRESS,
    )
    server = await ServerProcess.start(program, tmp_path / "server.log")
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await server.stop()
    finally:
        os.kill(int(heir.read_text()), signal.SIGKILL)


async def test_stdout_is_drained(tmp_path: Path) -> None:
    async with running_server(
        python_command(PRINT_ADDRESS, "print('x' * 200_000, flush=True)", WAIT_FOR_STDIN), tmp_path
    ):
        pass


async def test_a_failed_start_reports_the_last_log_line(tmp_path: Path) -> None:
    dying = python_command(
        "import sys", "sys.exit('a traceback\\nError: Port 7777 is taken: choose another with --port.')"
    )
    with pytest.raises(ServerStartFailed, match=r"^Port 7777 is taken: choose another with --port\.$"):
        await ServerProcess.start(dying, tmp_path / "server.log")


async def test_a_failed_start_without_output_names_the_log(tmp_path: Path) -> None:
    (tmp_path / "server.log").write_text("words of yesterday\n")
    with pytest.raises(ServerStartFailed, match="ended before it listened"):
        await ServerProcess.start(python_command("pass"), tmp_path / "server.log")


async def test_a_server_that_prints_no_address_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.hosting.server_process.START_TIMEOUT_SECONDS", 0.02)
    with pytest.raises(ServerStartFailed, match="did not start"):
        await ServerProcess.start(python_command(WAIT_FOR_STDIN), tmp_path / "server.log")


async def test_a_missing_program_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ServerStartFailed, match="cannot be started"):
        await ServerProcess.start((str(tmp_path / "nothing"),), tmp_path / "server.log")


async def test_an_unwritable_log_is_reported(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    with pytest.raises(ServerStartFailed, match="cannot be written"):
        await ServerProcess.start(python_command(WAIT_FOR_STDIN), tmp_path / "logs" / "server.log")


def test_two_servers_that_write_to_one_log_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.hosting.server_process._MAX_LOG_BYTES", 10)
    log = tmp_path / "server.log"
    log.write_text("words of yesterday\n")
    with open_log(log) as first, open_log(log) as second:
        for file, words in ((first, b"one\n"), (second, b"two\n"), (first, b"three\n")):
            file.write(words)
            file.flush()
    assert log.read_text() == "one\ntwo\nthree\n"


async def test_an_unexpected_exit_is_reported_but_a_stop_is_not(tmp_path: Path) -> None:
    lost = asyncio.Event()

    async def tell() -> None:
        lost.set()

    async with running_server(python_command(PRINT_ADDRESS, "import sys", "sys.stdin.readline()"), tmp_path) as server:
        server.on_unexpected_exit(tell)
    assert not lost.is_set()

    async with running_server(python_command(PRINT_ADDRESS), tmp_path) as server, asyncio.timeout(TIMEOUT_SECONDS):
        server.on_unexpected_exit(tell)
        await lost.wait()


def test_the_log_is_in_the_user_log_folder() -> None:
    assert log_path().name == "server.log"
    assert "railbird" in log_path().parts


def test_a_sentence_names_a_path_at_home_with_a_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert short_path(tmp_path / "state" / "server.log") == str(Path("~") / "state" / "server.log")
    assert short_path(tmp_path.parent / "server.log") == str(tmp_path.parent / "server.log")
