from __future__ import annotations

from railbird_shared.commands import AddBot, ListTables, RemoveBot, Stand
from railbird_shared.messages import Lobby
from support.network_clients import choose_passively, connect_in_memory, expire_idle_timers, run_server


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
        await wren.wait_for_view(lambda view: view.watchers == 1)
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
        await heron.wait_for(Lobby, lambda lobby: not lobby.tables)
