"""The server over real sockets and as a process: hands of every game, and a clean shutdown."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import ssl
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from railbird_shared import CLOSE_FULL, PROTOCOL_VERSION
from railbird_shared.network.recognition import certificate_fingerprint, readable_fingerprint
from railbird_shared.network.run_file import RUN_FILE_NAME, decode_run_file
from railbird_shared.protocol.commands import AddBot, Leave, ListTables, Resync
from railbird_shared.protocol.events import HandEnded
from railbird_shared.protocol.messages import GoingDown, Snapshot, Step
from railbird_shared.protocol.view import TableView
from support.certificates import write_certificate
from support.network_clients import (
    FAMILY_GAMES,
    OTHER_GAMES,
    HeadlessClient,
    SocketClient,
    SocketLink,
    choose_passively,
    connect_over_socket,
    open_socket,
    run_server,
)
from support.timeouts import TIMEOUT_SECONDS

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

pytestmark = pytest.mark.slow

GAMES_AND_HANDS = [*[(game, 12) for game in FAMILY_GAMES], *[(game, 3) for game in OTHER_GAMES]]
HELLO = json.dumps({"type": "hello", "v": PROTOCOL_VERSION, "name": "Rook"})

REMEDY = "raise it with `ulimit -n 2476`"


# --- hands over real sockets


@pytest.mark.parametrize(("game", "hands"), GAMES_AND_HANDS)
async def test_two_clients_and_a_spectator_follow_hands_of_every_game(game: str, hands: int) -> None:
    async with run_server() as server:
        people = [await connect_over_socket(server, name) for name in ("Wren", "Heron", "Jay")]
        wren, heron, jay = people
        table = await wren.open_table(game, bet=4)
        await heron.watch(table)
        await jay.watch(table)
        for player in (wren, heron):
            await player.sit()
        await asyncio.gather(*(each.play_hands(choose_passively, hands=hands) for each in people))
        views = [await resynced_view(each) for each in people]
        assert [hands_ended(each) for each in people] == [list(range(1, hands + 1))] * 3
        assert total_chips(views[0]) == total_chips(views[2]) == 2 * 100 * views[0].game.stakes.minimum_bet
        assert [view.you.seat is None for view in views] == [False, False, True]


@pytest.mark.parametrize(("game", "hands"), GAMES_AND_HANDS)
async def test_a_player_who_keeps_reconnecting_misses_nothing(game: str, hands: int) -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server, "Wren")
        heron = await connect_over_socket(server, "Heron")
        await heron.watch(await wren.open_table(game, bet=4))
        await wren.sit()
        await heron.sit()
        others = asyncio.create_task(heron.play_hands(choose_passively, hands=hands))
        for hand in range(1, hands + 1):
            await wren.play_hands(choose_passively, hands=hand)
            wren.socket.abort()
            wren = await resume(wren, await open_socket(server))
            assert wren.resume_point is not None
        await others
        assert total_chips(await resynced_view(wren)) == total_chips(await resynced_view(heron))


async def resume(before: HeadlessClient, line: SocketLink) -> SocketClient:
    """Resumes over another socket at the last step seen; the missed steps have to follow without a gap."""
    again = SocketClient(line)
    again.resume_point, again.view = before.resume_point, before.view
    await again.login(before.welcome.name, token=before.welcome.token, resume=before.resume_point)
    return again


async def test_a_table_with_bots_continues_without_its_host() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server, "Wren")
        jay = await connect_over_socket(server, "Jay")
        table = await wren.open_table("seven-card-stud")
        for _ in range(3):
            await wren.expect_accepted(AddBot())
        await jay.watch(table)
        await wren.expect_accepted(Leave())
        await jay.wait_for_view(lambda view: view.hand >= 3)


async def resynced_view(talker: HeadlessClient) -> TableView:
    """Asserts that the view a client has folded equals the server's snapshot, and returns it."""
    await talker.expect_accepted(Resync())
    folded = talker.view
    snapshot = await talker.wait_for(Snapshot)
    assert snapshot.view == folded
    return snapshot.view


def total_chips(view: TableView) -> int:
    return sum(seat.stack for seat in view.occupied) + view.total_pot


def hands_ended(talker: HeadlessClient) -> list[int]:
    steps = [message for message in talker.messages if isinstance(message, Step)]
    return [event.hand for step in steps for event in step.public if isinstance(event, HandEnded)]


# --- the process


@asynccontextmanager
async def server_process(*words: str, first: str = "") -> AsyncIterator[tuple[Process, str]]:
    """Runs `railbird-server serve` on a free port; yields the process and its address.

    `first` is what a shell does before it becomes the server.
    """
    command = (sys.executable, "-m", "railbird_server", "serve", "--port", "0", *words)
    if first:
        command = ("sh", "-c", f'{first}; exec "$@"', "sh", *command)
    running = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        assert running.stdout is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            line = (await running.stdout.readline()).decode()
        said = json.loads(line)["message"] if line.startswith("{") else line
        assert re.match(r"Railbird listens on wss?://127\.0\.0\.1:", said)
        yield running, said.split()[-1]
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()
        running._transport.close()  # type: ignore[attr-defined]


@pytest.fixture
def heeded_hangup() -> Iterator[None]:
    """Has servers heed SIGHUP although the tests themselves may be run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


async def say_hello(socket: ClientConnection) -> None:
    """Says hello and waits for the answer."""
    await socket.send(HELLO)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await socket.recv()


async def exit_status_and_errors(running: Process) -> tuple[int | None, str]:
    """Waits for the end of a process; returns its exit status and what it wrote to standard error."""
    assert running.stderr is not None
    async with asyncio.timeout(TIMEOUT_SECONDS):
        complaints = (await running.stderr.read()).decode()
        await running.wait()
    return running.returncode, complaints


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_sends_going_down_and_ends_the_server(number: signal.Signals) -> None:
    async with server_process("--pause", "0", "--clock", "0") as (running, address):
        async with connect(address, compression=None, proxy=None) as socket:
            line = SocketLink(socket)
            wren = HeadlessClient(line)
            await wren.login("Wren")
            await wren.open_table()
            await wren.expect_accepted(AddBot())
            await wren.sit()
            await wren.wait_for_view(lambda view: view.playing)
            running.send_signal(number)
            await wren.wait_for(GoingDown)
            assert (await line.wait_closed())[0] == 1001
        assert await exit_status_and_errors(running) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_a_server_whose_output_nobody_reads_any_more_keeps_its_tables_and_says_so(tmp_path: Path) -> None:
    settings = ("--no-memory", "--data", str(tmp_path / "data"))
    async with server_process(*settings) as (running, address):
        stdout = running._transport.get_pipe_transport(1)  # type: ignore[attr-defined]
        stdout.close()
        async with connect(address, compression=None, proxy=None) as socket:
            wren = HeadlessClient(SocketLink(socket))
            await wren.login("Wren")
            await wren.open_table()
            running.send_signal(signal.SIGTERM)
            await wren.wait_for(GoingDown)
        assert await exit_status_and_errors(running) == (0, "")
    assert tables_wait(tmp_path / "data")
    reads, writes = os.pipe()
    os.close(reads)
    command = (sys.executable, "-m", "railbird_server", "serve", "--port", "0", *settings)
    again = await asyncio.create_subprocess_exec(*command, stdout=writes, stderr=PIPE)
    os.close(writes)
    assert await exit_status_and_errors(again) == (1, "")
    assert tables_wait(tmp_path / "data")


def tables_wait(folder: Path) -> bool:
    """Whether the run file says that the server has ended and kept its tables."""
    kept = decode_run_file((folder / RUN_FILE_NAME).read_bytes())
    return kept is not None and kept.pid == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_flooding_or_non_reading_clients_do_not_delay_shutdown() -> None:
    async with server_process() as (running, address):
        flooding = await connect(address, compression=None, proxy=None)
        deaf = await connect(address, compression=None, proxy=None)
        _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.write(b"GET / HTTP/1.1\r\n")
        deaf.transport.pause_reading()
        await deaf.send(HELLO)
        await say_hello(flooding)
        flood = asyncio.create_task(flood_with(flooding))
        running.send_signal(signal.SIGTERM)
        status, log = await exit_status_and_errors(running)
        assert status == 0
        assert log == "" or log.endswith(" WARNING connections were cut off because they sent too much: 1\n")
        flood.cancel()
        deaf.transport.abort()
        flooding.transport.abort()
        writer.close()


async def flood_with(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.send('{"type":"list-tables"}')


@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one address of this machine")
async def test_the_server_raises_a_low_soft_file_limit() -> None:
    async with AsyncExitStack() as doors:
        running, address = await doors.enter_async_context(server_process("--exit-with-stdin", first="ulimit -S -n 64"))
        for number in range(80):
            local = (f"127.0.0.{2 + number % 5}", 0)
            socket = await doors.enter_async_context(connect(address, compression=None, proxy=None, local_addr=local))
            await say_hello(socket)
        assert running.stdin is not None
        running.stdin.close()
        assert await exit_status_and_errors(running) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one address of this machine")
async def test_a_low_hard_file_limit_is_told_and_the_connections_that_fit_are_served() -> None:
    async with AsyncExitStack() as doors:
        running, address = await doors.enter_async_context(server_process("--exit-with-stdin", first="ulimit -n 64"))
        welcomed, full = 0, 0
        for number in range(45):
            local = (f"127.0.0.{2 + number % 5}", 0)
            socket = await doors.enter_async_context(connect(address, compression=None, proxy=None, local_addr=local))
            try:
                await say_hello(socket)
                welcomed += 1
            except ConnectionClosed as closed:
                full += closed.rcvd is not None and closed.rcvd.code == CLOSE_FULL
        assert (welcomed, full) == (27, 18)
        assert running.stdin is not None
        running.stdin.close()
        status, log = await exit_status_and_errors(running)
        assert status == 0
        assert log == f"The system allows 64 open files, so 27 connections fit at a time; for more, {REMEDY}.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_a_file_limit_too_low_for_one_table_is_refused() -> None:
    command = f"ulimit -n 30; exec {sys.executable} -m railbird_server serve --port 0"
    refused = await asyncio.create_subprocess_exec("sh", "-c", command, stderr=PIPE)
    assert await exit_status_and_errors(refused) == (
        1,
        f"The system allows 30 open files, too few for a table and its server: {REMEDY}.\n",
    )


async def test_a_server_with_metrics_says_where_they_are_and_logs_in_json() -> None:
    words = ("--metrics-port", "0", "--stop-delay", "0", "--log-format", "json", "--verbose", "--exit-with-stdin")
    async with server_process(*words) as (running, address):
        async with connect(address, proxy=None) as socket:
            await say_hello(socket)
        assert running.stdin is not None
        assert running.stdout is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            line = json.loads(await running.stdout.readline())
        assert re.fullmatch(
            r"Metrics and health are on http://127\.0\.0\.1:\d+/metrics, /health and /ready", line.pop("message")
        )
        assert (line.pop("level"), line.pop("place"), line.keys()) == ("info", "console", {"time"})
        running.stdin.close()
        status, errors = await exit_status_and_errors(running)
    assert status == 0
    logged = [json.loads(line) for line in errors.splitlines()]
    (gone,) = logged
    assert (gone["level"], gone["message"]) == ("info", f"{gone['player']}: gone")


FAULTY = """
import sys, threading, warnings
from railbird_server.cli import main, serve

class Fault:
    def __del__(self):
        raise KeyError("As Kd")

def notify(_):
    warnings.warn("old")
    Fault()
    thread = threading.Thread(target=lambda: [][7])
    thread.start()
    thread.join()
    print("printed")
    print("told", file=sys.stderr)

def fail(_):
    raise ZeroDivisionError("As Kd")

serve.notify = notify
if sys.argv[1] == "broken":
    serve._own_address = fail
main(sys.argv[2:])
"""
"""A server in which what may go wrong does."""


@pytest.mark.parametrize(
    ("server", "status", "told"),
    [
        ("running", 0, ["UserWarning: old", "KeyError in __del__", "IndexError in <lambda>", "printed", "told"]),
        ("broken", 1, ["The server has failed: ZeroDivisionError in fail"]),
    ],
)
async def test_with_json_every_line_of_the_output_is_json_and_none_has_the_text_of_an_error(
    server: str, status: int, told: list[str]
) -> None:
    words = ("serve", "--port", "0", "--memory", "--log-format", "json", "--exit-with-stdin")
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "always", "-c", FAULTY, server, *words),
        env={**os.environ, "RAILBIRD_MAX_TABLE": "1"},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    async with asyncio.timeout(TIMEOUT_SECONDS):
        output, errors = await running.communicate(b"")
    said = " ".join(json.loads(line)["message"] for line in (output + errors).decode().splitlines())
    assert [each for each in ("RAILBIRD_MAX_TABLE is no setting", *told) if each not in said] == []
    assert "As Kd" not in said
    assert running.returncode == status


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_a_server_is_not_ready_from_the_signal_on_and_a_second_one_ends_the_wait(tmp_path: Path) -> None:
    settings = ("--metrics-port", "0", "--stop-delay", "300", "--no-memory", "--data", str(tmp_path / "data"))
    async with server_process(*settings) as (running, address):
        status_port = int(
            (await told(running, "Metrics and health are on ")).partition("/metrics")[0].rpartition(":")[2]
        )
        async with connect(address, compression=None, proxy=None) as socket:
            wren = HeadlessClient(SocketLink(socket))
            await wren.login("Wren")
            await wren.open_table()
            assert await readiness(status_port) == 200
            running.send_signal(signal.SIGTERM)
            await told(running, "Tables and tournaments go on")  # the server now waits for a second signal
            assert await readiness(status_port) == 503
            await wren.expect_accepted(ListTables())
            running.send_signal(signal.SIGTERM)
            await wren.wait_for(GoingDown)
        assert await exit_status_and_errors(running) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.usefixtures("heeded_hangup")
async def test_a_hangup_reads_the_certificate_again_and_cuts_nobody_off(tmp_path: Path) -> None:
    files = write_certificate(tmp_path)
    settings = ("--cert", str(files.certificate), "--key", str(files.key))
    async with server_process(*settings, "--no-memory", "--data", str(tmp_path / "data")) as (running, link):
        address = link.partition("/#")[0]
        async with connect(address, ssl=trusting_context(), compression=None, proxy=None) as early:
            write_certificate(tmp_path)
            running.send_signal(signal.SIGHUP)
            renewed = f"{address}/#.{files.fingerprint}"
            readable = readable_fingerprint(files.fingerprint)
            sentence = f"New connections see a new certificate, {readable}: {renewed}"
            assert (await complaint(running)).endswith(f" WARNING {sentence}\n")
            announced = decode_run_file((tmp_path / "data" / RUN_FILE_NAME).read_bytes())
            assert announced is not None
            assert announced.address == renewed
            assert await shown_fingerprint(address) == files.fingerprint
            files.key.write_text("junk")
            running.send_signal(signal.SIGHUP)
            kept = "The server goes on with the certificate that it has."
            assert (await complaint(running)).endswith(f" ERROR {files.key} holds no private key in PEM. {kept}\n")
            assert await shown_fingerprint(address) == files.fingerprint
            await say_hello(early)
        running.send_signal(signal.SIGTERM)
        assert await exit_status_and_errors(running) == (0, "")


async def complaint(running: Process) -> str:
    """Reads the next line that a process writes to standard error."""
    assert running.stderr is not None
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return (await running.stderr.readline()).decode()


def trusting_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def shown_fingerprint(address: str) -> str:
    """Returns the fingerprint of the certificate that a newcomer sees."""
    async with connect(address, ssl=trusting_context(), compression=None, proxy=None) as late:
        await say_hello(late)
        return certificate_fingerprint(late.transport.get_extra_info("ssl_object").getpeercert(binary_form=True))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("first", ["", "trap '' HUP"])
@pytest.mark.usefixtures("heeded_hangup")
async def test_a_hangup_ends_no_server_without_a_certificate_nor_one_under_nohup(first: str) -> None:
    async with server_process(first=first) as (running, address):
        running.send_signal(signal.SIGHUP)
        async with connect(address, compression=None, proxy=None) as socket:
            await say_hello(socket)
        running.send_signal(signal.SIGTERM)
        assert await exit_status_and_errors(running) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of POSIX")
@pytest.mark.usefixtures("heeded_hangup")
async def test_a_server_whose_terminal_goes_stops_in_order_and_keeps_its_tables(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    words = ("--port", "0", "--no-memory", "--data", str(tmp_path / "data"))
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "railbird_server", "serve", *words),
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(its)
    output = ""
    while "\n" not in output:
        output += (await asyncio.to_thread(os.read, ours, 4096)).decode()
    async with connect(output.split()[3], compression=None, proxy=None) as socket:
        wren = HeadlessClient(SocketLink(socket))
        await wren.login("Wren")
        await wren.open_table()
        os.close(ours)
        await wren.wait_for(GoingDown)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await running.wait() == 0
    assert tables_wait(tmp_path / "data")


async def told(running: Process, beginning: str) -> str:
    """Reads the output of a process up to the line with that beginning, and returns the line."""
    assert running.stdout is not None
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (line := (await running.stdout.readline()).decode()).startswith(beginning):
            assert line
    return line


async def readiness(port: int) -> int:
    """Asks a server whether it is ready; returns the status of its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
    async with asyncio.timeout(TIMEOUT_SECONDS):
        status_line = await reader.readline()
    writer.close()
    return int(status_line.split()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="its pipes do not block alike")
async def test_a_standard_error_that_nobody_reads_stops_nobody() -> None:
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"x" * 4096)
    os.set_blocking(writes, True)
    command = (sys.executable, "-m", "railbird_server", "serve", "--port", "0", "--verbose", "--exit-with-stdin")
    running = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=writes)
    assert running.stdin is not None
    assert running.stdout is not None
    async with asyncio.timeout(TIMEOUT_SECONDS):
        address = (await running.stdout.readline()).decode().split()[-1]
        for _ in range(5):
            async with connect(address, compression=None, proxy=None) as socket:
                await say_hello(socket)
        running.stdin.close()
        assert await running.wait() == 0
    os.close(reads)
    os.close(writes)


FLOODS = {
    "pings": b"\x89\x80" + bytes(4),
    "pongs": b"\x8a\x80" + bytes(4),
    "pieces": b"\x00\x80" + bytes(4),
    "texts": b"\x81\x82" + bytes(4) + b"{}",
}


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
@pytest.mark.parametrize("after_hello", [False, True])
async def test_a_flood_of_any_frames_is_cut_off_before_it_is_read(frame: bytes, after_hello: bool) -> None:
    async with run_server(frame_rate=25.0, frame_burst=50) as server:
        wren = await connect_over_socket(server)
        line = await open_socket(server)
        if after_hello:
            await line.send_frame(HELLO)
        transport = line.socket.transport
        transport.write((b"\x01\x80" + bytes(4) if frame[0] == 0 else b"") + frame * 40_000)
        await line.wait_closed()
        await wren.expect_accepted(ListTables())


async def test_exit_with_stdin_ends_the_server() -> None:
    async with server_process("--exit-with-stdin") as (running, address), connect(address, proxy=None) as socket:
        await say_hello(socket)
        assert running.stdin is not None
        running.stdin.close()
        assert await exit_status_and_errors(running) == (0, "")


async def test_verbose_logging_contains_no_secrets() -> None:
    async with server_process("--exit-with-stdin", "--verbose", "--pause", "0", "--clock", "0") as (running, address):
        wren, heron = [
            HeadlessClient(SocketLink(await connect(address, compression=None, proxy=None))) for _ in range(2)
        ]
        await wren.login("Wren")
        await heron.login("Heron")
        await heron.watch(await wren.open_table())
        await wren.sit()
        await heron.sit()
        await asyncio.gather(wren.play_hands(choose_passively, hands=2), heron.play_hands(choose_passively, hands=2))
        for talker in (wren, heron):
            await talker.close()
        assert running.stdin is not None
        running.stdin.close()
        status, log = await exit_status_and_errors(running)
    assert status == 0
    assert re.search(r"p[0-9a-f]{16}: gone", log)
    assert "Traceback" not in log
    assert wren.welcome.token not in log
    assert not re.search(r"['\" ][2-9TJQKA][cdhs]['\", ]", log)
