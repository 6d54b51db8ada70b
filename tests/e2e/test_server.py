"""The server as a process and over real sockets: hands of every game, and an end without a trace of trouble."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from patience import PATIENCE_SECONDS
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.commands import AddBot, Leave, Resync
from railbird_shared.events import HandEnded
from railbird_shared.messages import GoingDown, Snapshot, Step
from railbird_shared.view import TableView
from talking import GAMES, OTHER_GAMES, SocketLine, Talker, call_by_socket, dial, passive, serving

EVENINGS = [*[(game, 12) for game in GAMES], *[(game, 3) for game in OTHER_GAMES]]
HELLO = json.dumps({"type": "hello", "v": PROTOCOL_VERSION, "name": "Rook"})


# --- hands over real sockets


@pytest.mark.parametrize(("game", "hands"), EVENINGS)
async def test_two_clients_and_a_spectator_follow_hands_of_every_game(game: str, hands: int) -> None:
    async with serving() as server:
        people = [(await call_by_socket(server, name))[0] for name in ("Wren", "Heron", "Jay")]
        wren, heron, jay = people
        table = await wren.open(game, bet=4)
        await heron.watch(table)
        await jay.watch(table)
        for player in (wren, heron):
            await player.sit()
        await asyncio.gather(*(each.play(passive, hands=hands) for each in people))
        views = [await whole(each) for each in people]
        assert [hands_ended(each) for each in people] == [list(range(1, hands + 1))] * 3
        assert chips(views[0]) == chips(views[2]) == 2 * 100 * views[0].game.stakes.minimum_bet
        assert [view.you is None for view in views] == [False, False, True]


@pytest.mark.parametrize(("game", "hands"), EVENINGS)
async def test_a_player_who_keeps_losing_the_connection_misses_nothing(game: str, hands: int) -> None:
    async with serving() as server:
        wren, line = await call_by_socket(server, "Wren")
        heron, _ = await call_by_socket(server, "Heron")
        await heron.watch(await wren.open(game, bet=4))
        await wren.sit()
        await heron.sit()
        others = asyncio.create_task(heron.play(passive, hands=hands))
        for hand in range(1, hands + 1):
            await wren.play(passive, hands=hand)
            line.cut()
            again, line = await resume(wren, await dial(server))
            assert again.place is not None
            wren = again
        await others
        assert chips(await whole(wren)) == chips(await whole(heron))


async def resume(before: Talker, line: SocketLine) -> tuple[Talker, SocketLine]:
    """Comes back by another line, knowing what was seen last; what was missed has to follow without a gap."""
    again = Talker(line)
    again.place, again.view = before.place, before.view
    await again.hello(before.welcome.name, token=before.welcome.token, resume=before.place)
    return again, line


async def test_a_table_with_bots_goes_on_without_its_host() -> None:
    async with serving() as server:
        wren, _ = await call_by_socket(server, "Wren")
        jay, _ = await call_by_socket(server, "Jay")
        table = await wren.open("seven-card-stud")
        for _ in range(3):
            await wren.agree(AddBot())
        await jay.watch(table)
        await wren.agree(Leave())
        await jay.until_view(lambda view: view.hand >= 3)


async def whole(talker: Talker) -> TableView:
    """Asserts that what a client has folded is the table as the server knows it, and returns it."""
    await talker.agree(Resync())
    folded = talker.view
    snapshot = await talker.until(Snapshot)
    assert snapshot.view == folded
    return snapshot.view


def chips(view: TableView) -> int:
    return sum(seat.stack for seat in view.occupied) + view.total_pot


def hands_ended(talker: Talker) -> list[int]:
    steps = [message for message in talker.heard if isinstance(message, Step)]
    return [event.hand for step in steps for event in step.news if isinstance(event, HandEnded)]


# --- the process


@asynccontextmanager
async def process(*words: str, files: str = "") -> AsyncIterator[tuple[Process, str]]:
    """Runs `railbird-server serve` on a free port; yields the process and its address.

    `files` is how many it may open, in the words of `ulimit`.
    """
    command = (sys.executable, "-m", "railbird_server", "serve", "--port", "0", *words)
    if files:
        command = ("sh", "-c", f'ulimit {files}; exec "$@"', "sh", *command)
    running = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        assert running.stdout is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            line = (await running.stdout.readline()).decode()
        assert line.startswith("Railbird listens on ws://127.0.0.1:")
        yield running, line.split()[-1]
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()
        running._transport.close()  # type: ignore[attr-defined]


async def greet(socket: ClientConnection) -> None:
    """Says hello and waits for the answer."""
    await socket.send(HELLO)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await socket.recv()


async def last_words(running: Process) -> tuple[int | None, str]:
    """Waits for the end of a process; returns its exit status and what it wrote to standard error."""
    assert running.stderr is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        complaints = (await running.stderr.read()).decode()
        await running.wait()
    return running.returncode, complaints


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_server_with_a_word_to_everybody(number: signal.Signals) -> None:
    async with process("--pause", "0", "--clock", "0") as (running, address):
        async with connect(address, compression=None, proxy=None) as socket:
            line = SocketLine(socket)
            wren = Talker(line)
            await wren.hello("Wren")
            await wren.open()
            await wren.agree(AddBot())
            await wren.sit()
            await wren.until_view(lambda view: view.playing)
            running.send_signal(number)
            await wren.until(GoingDown)
            assert (await line.ended())[0] == 1001
        assert await last_words(running) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_clients_that_flood_or_do_not_listen_cannot_keep_the_server_from_its_end() -> None:
    async with process() as (running, address):
        flooding = await connect(address, compression=None, proxy=None)
        deaf = await connect(address, compression=None, proxy=None)
        _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.write(b"GET / HTTP/1.1\r\n")
        deaf.transport.pause_reading()
        await deaf.send(HELLO)
        await greet(flooding)
        flood = asyncio.create_task(flood_with(flooding))
        running.send_signal(signal.SIGTERM)
        assert await last_words(running) == (0, "")
        flood.cancel()
        deaf.transport.abort()
        flooding.transport.abort()
        writer.close()


async def flood_with(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.send('{"type":"list-tables"}')


@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one address of this machine")
async def test_a_crowd_gets_in_where_the_system_allows_few_files_at_first() -> None:
    async with AsyncExitStack() as doors:
        running, address = await doors.enter_async_context(process("--exit-with-stdin", files="-S -n 64"))
        for number in range(80):
            local = (f"127.0.0.{2 + number % 5}", 0)
            socket = await doors.enter_async_context(connect(address, compression=None, proxy=None, local_addr=local))
            await greet(socket)
        assert running.stdin is not None
        running.stdin.close()
        assert await last_words(running) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one address of this machine")
async def test_a_server_that_may_open_few_files_takes_as_many_as_it_can_and_turns_the_others_away() -> None:
    async with AsyncExitStack() as doors:
        running, address = await doors.enter_async_context(process("--exit-with-stdin", files="-n 300"))
        let_in, turned_away = 0, list[int]()
        for number in range(50):
            local = (f"127.0.0.{2 + number % 5}", 0)
            try:
                await doors.enter_async_context(connect(address, compression=None, proxy=None, local_addr=local))
                let_in += 1
            except InvalidStatus as refused:
                turned_away.append(refused.response.status_code)
        assert (let_in, turned_away) == (36, [503] * 14)
        assert running.stdin is not None
        running.stdin.close()
        assert await last_words(running) == (0, "")


async def test_the_server_ends_with_its_standard_input_where_it_is_told_to() -> None:
    async with process("--exit-with-stdin") as (running, address), connect(address, proxy=None) as socket:
        await greet(socket)
        assert running.stdin is not None
        running.stdin.close()
        assert await last_words(running) == (0, "")


async def test_nothing_secret_is_logged_however_much_is_logged() -> None:
    async with process("--exit-with-stdin", "--verbose", "--pause", "0", "--clock", "0") as (running, address):
        wren, heron = [Talker(SocketLine(await connect(address, compression=None, proxy=None))) for _ in range(2)]
        await wren.hello("Wren")
        await heron.hello("Heron")
        await heron.watch(await wren.open())
        await wren.sit()
        await heron.sit()
        await asyncio.gather(wren.play(passive, hands=2), heron.play(passive, hands=2))
        for talker in (wren, heron):
            await talker.close()
        assert running.stdin is not None
        running.stdin.close()
        status, log = await last_words(running)
    assert status == 0
    assert "p1: gone" in log
    assert "Traceback" not in log
    assert wren.welcome.token not in log
    assert not re.search(r"['\" ][2-9TJQKA][cdhs]['\", ]", log)
