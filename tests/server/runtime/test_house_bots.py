from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from railbird_server.bots import bot as decision
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import AddBot, Hello, ListTables, OpenTable, RemoveBot, Stand, Watch
from railbird_shared.protocol.messages import Accepted, Lobby
from support.network_clients import choose_passively, connect_in_memory, expire_idle_timers, open_link, run_server
from support.processes import wait_until_ended, worker_processes
from support.timeouts import TIMEOUT_SECONDS
from support.worker_pools import process_count


async def test_a_bot_sits_down_and_says_that_it_is_one() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.expect_accepted(AddBot(style="tight", seat=3))
        view = await wren.wait_for_view(lambda view: view.at(3) is not None)
        assert view.occupied[0].bot
        assert view.occupied[0].name not in {"", "Wren"}


async def test_bots_play_with_people() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table("five-card-draw", bet=2)
        await wren.expect_accepted(AddBot())
        await wren.expect_accepted(AddBot())
        await wren.sit()
        await wren.play_hands(choose_passively, hands=5)


async def test_a_removed_bot_frees_its_seat_and_its_name() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.open_table()
        await wren.expect_accepted(AddBot(seat=2))
        await wren.wait_for_view(lambda view: view.at(2) is not None)
        await wren.expect_accepted(RemoveBot(seat=2))
        await wren.wait_for_view(lambda view: view.at(2) is None)
        await wren.wait_for_watchers(1)
        await heron.expect_accepted(ListTables())
        assert (await heron.wait_for(Lobby)).people == 2


async def test_only_bots_are_removed() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit(seat=1)
        assert await wren.expect_refusal(RemoveBot(seat=1)) == "no-bot"
        assert await wren.expect_refusal(RemoveBot(seat=2)) == "no-bot"


async def test_a_bot_needs_a_free_seat_and_a_style() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table(seats=2)
        assert await wren.expect_refusal(AddBot(style="lucky")) == "style"
        await wren.sit(seat=1)
        assert await wren.expect_refusal(AddBot(seat=1)) == "full"
        await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: len(view.occupied) == 2)
        assert await wren.expect_refusal(AddBot()) == "full"


async def test_no_more_bots_are_started_than_there_are_seats() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table(seats=3)
        for _ in range(3):
            await wren.link.send(AddBot())
        assert await wren.expect_refusal(AddBot()) == "full"


async def test_bots_do_not_keep_a_table_open() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.open_table()
        await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: len(view.occupied) == 1)
        assert await wren.expect_refusal(Stand()) == "not-seated"
        expire_idle_timers(server)
        await wren.close()
        await heron.expect_accepted(ListTables())
        await heron.wait_for_lobby(lambda lobby: not lobby.tables)


async def test_bots_think_in_processes_that_end_with_the_last_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_question: object) -> None:
        raise AssertionError("this process does not think")

    monkeypatch.setattr(decision, "decide", fail)
    async with run_server(bot_processes=1) as server:
        wren = await connect_in_memory(server)
        await wren.open_table(seats=3)
        assert process_count(server._bots._workers) == 0
        for _ in range(2):
            await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: view.hand > 2)
        assert process_count(server._bots._workers) == 1
        for seat in (await wren.wait_for_view(lambda view: len(view.occupied) == 2)).occupied:
            await wren.expect_accepted(RemoveBot(seat=seat.seat))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*server._bots._tables)
            await server._bots._workers.stop()
        assert process_count(server._bots._workers) == 0


async def test_the_seed_of_the_house_makes_the_bots_of_a_table() -> None:
    async def seat_bots() -> list[str]:
        async with run_server() as server:
            server._bots._seed = 7
            wren = await connect_in_memory(server)
            await wren.open_table(seats=6)
            for number in range(1, 4):
                await wren.expect_accepted(AddBot(seat=number))
            view = await wren.wait_for_view(lambda view: len(view.occupied) == 3)
            return [seat.name for seat in view.occupied]

    assert await seat_bots() == await seat_bots()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the processes from /proc")
@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT", "SIGKILL"])
async def test_no_process_outlives_the_server(end: str) -> None:
    command = ("-m", "railbird_server", "serve", "--port", "0", "--quick-bots", "--pause", "0", "--bot-processes", "2")
    server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE)
    assert server.stdout is not None
    address = (await server.stdout.readline()).decode().split()[-1]
    link = await open_link(address)
    await link.send(Hello(v=PROTOCOL_VERSION, name="Wren"))
    await link.send(OpenTable(id=1, name="", game="holdem", seats=2))
    while not isinstance(opened := await link.receive(), Accepted):
        pass
    await link.send(Watch(id=2, table=opened.table))
    for number in (3, 4):
        await link.send(AddBot(id=number))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (processes := worker_processes(server.pid)):
            await link.receive()
        server.send_signal(getattr(signal, end))
        await server.wait()
        await link.close()
    await asyncio.to_thread(wait_until_ended, processes)
