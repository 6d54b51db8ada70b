from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from railbird_client.hosting.hosted_game import (
    GameLeft,
    HostedGame,
    RunningGame,
    ServerProcess,
    ServerStartFailed,
    answers,
    log_path,
    open_log,
    run_server,
    serve_command,
    short_path,
)
from railbird_shared.network.address import Address, Scheme, parse_address
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file
from support.certificates import write_certificate
from support.fake_server import run_fake_server
from support.timeouts import TIMEOUT_SECONDS


def write_run_file(folder: Path, *, pid: int, address: str = "ws://127.0.0.1:7777") -> None:
    folder.mkdir(exist_ok=True)
    (folder / RUN_FILE_NAME).write_bytes(encode_run_file(RunFile(address, pid, "secret", "Den", 0)))


def ended_process() -> int:
    """Returns the number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-S", "-E", "-c", ""])
    process.wait()
    return process.pid


def announcing_command(folder: Path, *, then: str = "time.sleep(60)") -> tuple[str, ...]:
    """Returns the command of a small program in place of the server: it writes the run file."""
    content = encode_run_file(RunFile("ws://127.0.0.1:40123", 1234567, "secret", "Den", 0)).decode()
    lines = (
        "import os, time",
        f"content = {content!r}.replace('1234567', str(os.getpid()))",
        f"open({str(folder / RUN_FILE_NAME)!r}, 'w').write(content)",
        then,
    )
    return (sys.executable, "-S", "-E", "-c", "\n".join(lines))


def test_a_run_file_of_a_living_process_is_a_running_game(tmp_path: Path) -> None:
    write_run_file(tmp_path, pid=os.getpid())
    game = HostedGame(tmp_path)
    assert game.find() == RunningGame(parse_address("ws://127.0.0.1:7777"), os.getpid(), "secret")
    assert game.left is GameLeft.RUNNING


def test_a_running_game_that_is_logged_keeps_its_owners_secret() -> None:
    assert "xyzzy" not in repr(RunningGame(Address("den"), 1, "xyzzy"))


def test_a_run_file_of_a_dead_process_tells_of_a_game_that_waits(tmp_path: Path) -> None:
    write_run_file(tmp_path, pid=ended_process())
    assert HostedGame(tmp_path).find() is None
    assert HostedGame(tmp_path).left is GameLeft.KEPT


def test_a_run_file_without_a_process_tells_of_a_game_that_waits(tmp_path: Path) -> None:
    write_run_file(tmp_path, pid=0)
    assert HostedGame(tmp_path).find() is None
    assert HostedGame(tmp_path).left is GameLeft.KEPT


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"pid": 1}', b"[" * 100_000])
def test_a_damaged_run_file_is_no_game(tmp_path: Path, content: bytes) -> None:
    (tmp_path / RUN_FILE_NAME).write_bytes(content)
    assert HostedGame(tmp_path).find() is None
    assert HostedGame(tmp_path).left is None


def test_a_run_file_with_a_senseless_address_is_no_running_game(tmp_path: Path) -> None:
    write_run_file(tmp_path, pid=os.getpid(), address="http://nowhere")
    assert HostedGame(tmp_path).find() is None


def test_without_a_run_file_there_is_no_game(tmp_path: Path) -> None:
    assert HostedGame(tmp_path / "never").find() is None
    assert HostedGame(tmp_path / "never").left is None


async def test_a_game_whose_port_is_silent_does_not_answer() -> None:
    async with run_fake_server() as server:
        assert await answers(RunningGame(server.address, os.getpid(), ""))
        address = server.address
    assert not await answers(RunningGame(address, os.getpid(), ""))


async def test_another_server_in_the_place_of_a_game_is_not_the_game(tmp_path: Path) -> None:
    files = write_certificate(tmp_path)
    async with run_fake_server(files) as server:
        own = replace(server.address, scheme=Scheme.ENCRYPTED, fingerprint=files.fingerprint)
        assert await answers(RunningGame(own, os.getpid(), ""))
        assert not await answers(RunningGame(replace(own, fingerprint="A" * 43), os.getpid(), ""))


async def test_a_game_that_takes_no_more_connections_is_there(tmp_path: Path) -> None:
    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    files = write_certificate(tmp_path)
    async with await asyncio.start_server(refuse, "127.0.0.1", ssl=files.context) as server:
        port = server.sockets[0].getsockname()[1]
        address = Address("127.0.0.1", port, scheme=Scheme.ENCRYPTED, fingerprint=files.fingerprint)
        assert await answers(RunningGame(address, os.getpid(), ""))


async def test_a_started_server_outlives_its_client_and_is_found_by_another(tmp_path: Path) -> None:
    folder = tmp_path / "host"
    first = HostedGame(folder)
    running = await first.start(announcing_command(folder))
    try:
        assert str(running.address) == "127.0.0.1:40123"
        assert os.getsid(running.pid) == running.pid
        assert HostedGame(folder).find() == running
    finally:
        first.stop_started()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await first.wait_until_gone(running, seconds=0.01)
    assert first.find() is None


async def test_a_server_that_agreed_to_end_but_does_not_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, game = tmp_path / "host", HostedGame(tmp_path / "host")
    running = await game.start(announcing_command(folder))
    monkeypatch.setattr("railbird_client.hosting.hosted_game.STOP_TIMEOUT_SECONDS", 0.02)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await game.wait_until_ended(running)
    assert game.find() is None


async def test_a_killed_server_whose_end_the_system_does_not_tell_is_waited_for_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, game = tmp_path / "host", HostedGame(tmp_path / "host")
    running = await game.start(announcing_command(folder))
    monkeypatch.setattr("railbird_client.hosting.hosted_game.STOP_TIMEOUT_SECONDS", 0.02)
    monkeypatch.setattr(HostedGame, "_is_gone", lambda *_: False)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await game.wait_until_ended(running)
    assert game._child is not None
    assert game._child.wait(TIMEOUT_SECONDS) != 0


async def test_a_failed_start_says_what_the_server_said(tmp_path: Path) -> None:
    dying = (sys.executable, "-S", "-E", "-c", "import sys; sys.exit('Error: Port 7777 is taken.')")
    with pytest.raises(ServerStartFailed, match=r"^Port 7777 is taken\.$"):
        await HostedGame(tmp_path / "host").start(dying)


async def test_a_game_keeps_its_log_beside_its_data(tmp_path: Path) -> None:
    game = HostedGame(tmp_path / "host")
    with pytest.raises(ServerStartFailed):
        await game.start((sys.executable, "-S", "-E", "-c", "import sys; sys.exit('Port 7777 is taken.')"))
    assert game.log == tmp_path / "host" / "server.log"
    assert "taken" in game.log.read_text()


async def test_a_stale_run_file_does_not_pass_for_the_server_that_starts(tmp_path: Path) -> None:
    write_run_file(tmp_path, pid=os.getpid(), address="ws://127.0.0.1:1")
    dying = (sys.executable, "-S", "-E", "-c", "import sys; sys.exit('Port 7777 is taken.')")
    with pytest.raises(ServerStartFailed, match="taken"):
        await HostedGame(tmp_path).start(dying)


async def test_who_starts_a_game_second_comes_to_the_first_one(tmp_path: Path) -> None:
    async with run_fake_server() as server:
        write_run_file(tmp_path, pid=os.getpid(), address=server.address.url)
        dying = (sys.executable, "-S", "-E", "-c", "import sys; sys.exit('Port 7777 is taken.')")
        running = await HostedGame(tmp_path).start(dying)
        assert str(running.address) == str(server.address)


async def test_a_server_of_who_comes_second_is_ended_before_it_listens(tmp_path: Path) -> None:
    late = (sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)")
    game = HostedGame(tmp_path)
    starting = asyncio.create_task(game.start(late))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while game._child is None:  # noqa: ASYNC110
            await asyncio.sleep(0)
        write_run_file(tmp_path, pid=os.getpid())
        assert (await starting).pid == os.getpid()
    assert game._child.wait(TIMEOUT_SECONDS) != 0


async def test_a_server_that_never_listens_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.hosting.hosted_game.START_TIMEOUT_SECONDS", 0.02)
    game = HostedGame(tmp_path)
    silent = (sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)")
    with pytest.raises(ServerStartFailed, match="did not start within"):
        await game.start(silent)
    assert game._child is not None
    game._child.wait(TIMEOUT_SECONDS)


async def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ServerStartFailed, match=r"cannot be made: .*; choose another with --data\.$"):
        await HostedGame(tmp_path / "file" / "host").start(("true",))


async def test_a_missing_program_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ServerStartFailed, match="cannot be started"):
        await HostedGame(tmp_path).start((str(tmp_path / "nothing"),))


def test_a_game_knows_with_which_options_it_was_started(tmp_path: Path) -> None:
    game, running = HostedGame(tmp_path), RunningGame(Address("127.0.0.1"), 7, "")
    assert not game.was_started_with(running, {"game": "razz"})
    game.note_options(running, {"game": "razz", "bots": "2"})
    assert game.was_started_with(running, {"game": "razz"})
    assert game.was_started_with(running, {})
    assert not game.was_started_with(running, {"game": "holdem"})
    assert not game.was_started_with(RunningGame(Address("127.0.0.1"), 8, ""), {"game": "razz"})


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"pid": "x"}'])
def test_damaged_options_are_other_options(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "options.json").write_bytes(content)
    assert not HostedGame(tmp_path).was_started_with(RunningGame(Address("127.0.0.1"), 7, ""), {})


PRINT_ADDRESS = "print('Railbird listens on ws://127.0.0.1:40123', flush=True)"
WAIT_FOR_STDIN = "import sys; sys.stdin.read()"


def python_command(*lines: str) -> tuple[str, ...]:
    """Returns the command of a small program in place of the server."""
    return (sys.executable, "-S", "-E", "-c", "\n".join(lines))


def running_server(
    command: tuple[str, ...], folder: Path, on_lost: Callable[[], object] = lambda: None
) -> AbstractAsyncContextManager[ServerProcess]:
    return run_server(command, folder / "logs" / "server.log", on_lost)


async def start(command: tuple[str, ...], log: Path) -> None:
    """Starts a server that is to fail."""
    async with run_server(command, log, lambda: None):
        pass


def test_the_command_runs_this_python() -> None:
    command = serve_command(host="0.0.0.0", port=7777, arguments=("--fast",))
    assert command[:5] == (sys.executable, "-P", "-m", "railbird_server", "serve")
    assert command[5:] == ("--log-format", "text", "--host", "0.0.0.0", "--port", "7777", "--fast")


async def test_a_server_is_found_by_what_it_says_although_the_player_likes_logs_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILBIRD_LOG_FORMAT", "json")
    arguments = ("--memory", "--no-discovery", "--exit-with-stdin")
    async with running_server(serve_command(arguments=arguments), tmp_path) as server:
        assert server.address.port


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
        assert server.process.returncode is None
        monkeypatch.setattr("railbird_client.hosting.hosted_game.STOP_TIMEOUT_SECONDS", 0.02)
    assert server.process.returncode not in {None, 0}


async def test_a_server_whose_output_another_process_holds_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.hosting.hosted_game.STOP_TIMEOUT_SECONDS", 0.02)
    heir = tmp_path / "heir"
    program = python_command(
        "import subprocess, sys",
        "heir = subprocess.Popen([sys.executable, '-S', '-E', '-c', 'import time; time.sleep(600)'])",
        f"open({str(heir)!r}, 'w').write(str(heir.pid))",
        PRINT_ADDRESS,
    )
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS), run_server(program, tmp_path / "server.log", lambda: None):
            pass
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
        await start(dying, tmp_path / "server.log")


async def test_a_failed_start_without_output_names_the_log(tmp_path: Path) -> None:
    (tmp_path / "server.log").write_text("words of yesterday\n")
    with pytest.raises(ServerStartFailed, match="ended before it listened"):
        await start(python_command("pass"), tmp_path / "server.log")


async def test_a_server_that_prints_no_address_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.hosting.hosted_game.START_TIMEOUT_SECONDS", 0.02)
    with pytest.raises(ServerStartFailed, match="did not start"):
        await start(python_command(WAIT_FOR_STDIN), tmp_path / "server.log")


async def test_a_missing_program_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ServerStartFailed, match="cannot be started"):
        await start((str(tmp_path / "nothing"),), tmp_path / "server.log")


async def test_an_unwritable_log_is_reported(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    with pytest.raises(ServerStartFailed, match="cannot be written"):
        await start(python_command(WAIT_FOR_STDIN), tmp_path / "logs" / "server.log")


def test_two_servers_that_write_to_one_log_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.hosting.hosted_game._MAX_LOG_BYTES", 10)
    log = tmp_path / "server.log"
    log.write_text("words of yesterday\n")
    with open_log(log) as first, open_log(log) as second:
        for file, words in ((first, b"one\n"), (second, b"two\n"), (first, b"three\n")):
            file.write(words)
            file.flush()
    assert log.read_text() == "one\ntwo\nthree\n"


async def test_an_unexpected_exit_is_reported_but_a_stop_is_not(tmp_path: Path) -> None:
    lost = asyncio.Event()

    async with running_server(python_command(PRINT_ADDRESS, "import sys", "sys.stdin.readline()"), tmp_path, lost.set):
        assert not lost.is_set()
    assert not lost.is_set()

    async with running_server(python_command(PRINT_ADDRESS), tmp_path, lost.set), asyncio.timeout(TIMEOUT_SECONDS):
        await lost.wait()


def test_the_log_is_in_the_user_log_folder() -> None:
    assert log_path().name == "server.log"
    assert "railbird" in log_path().parts


def test_a_sentence_names_a_path_at_home_with_a_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert short_path(tmp_path / "state" / "server.log") == str(Path("~") / "state" / "server.log")
    assert short_path(tmp_path.parent / "server.log") == str(tmp_path.parent / "server.log")
