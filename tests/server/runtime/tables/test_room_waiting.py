"""People who wait for a seat at a running server: they come, lose the connection, and survive a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railbird_server.runtime.server import Server
from railbird_server.runtime.tables import table_time
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.commands import (
    AddBot,
    ChangeSeat,
    JoinWaitingList,
    Leave,
    LeaveWaitingList,
    ListTables,
    Sit,
    SitOut,
    Stand,
    Watch,
)
from railbird_shared.protocol.events import LeaveReason, PlayerLeft, PlayerSat
from railbird_shared.protocol.host_commands import Ban
from railbird_shared.protocol.messages import Lobby, Step, TableClosed
from railbird_shared.protocol.view import TableView, WaitingPlayer
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server


async def full_table(server: Server, *waiting: str) -> tuple[HeadlessClient, HeadlessClient, list[HeadlessClient], str]:
    """Wren and Heron at a table of two seats, who sit out, and others who wait for a seat there."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table(seats=2)
    await wren.sit(seat=1)
    await wren.expect_accepted(SitOut())
    await heron.watch(table)
    await heron.sit(seat=2)
    waiters = []
    for name in waiting:
        client = await connect_in_memory(server, name)
        await client.watch(table)
        await client.expect_accepted(JoinWaitingList())
        await client.wait_for_view(lambda view, name=name: waits(view, name))  # type: ignore[misc]
        waiters.append(client)
    return wren, heron, waiters, table


def waits(view: TableView, name: str) -> bool:
    return name in {waiter.name for waiter in view.waiting}


async def come_back(server: Server, before: HeadlessClient) -> HeadlessClient:
    """The same player with another connection, who resumes from the last step they saw."""
    after = await connect_in_memory(server, before.welcome.name, token=before.welcome.token, resume=before.resume_point)
    after.view, after.resume_point = before.view, before.resume_point
    return after


async def listed(client: HeadlessClient) -> tuple[int, int, int]:
    """The taken seats, the people who wait and the bots of the only table, as the lobby lists it."""
    await client.expect_accepted(ListTables())
    (table,) = (await client.wait_for(Lobby)).tables
    return len(table.players), table.waiting, table.bots


async def listed_names(client: HeadlessClient) -> dict[str, tuple[str, ...]]:
    """Who sits at which table, as the lobby lists it."""
    await client.expect_accepted(ListTables())
    return {table.name: table.players for table in (await client.wait_for(Lobby)).tables}


async def test_the_table_seats_who_waits_when_somebody_leaves() -> None:
    async with run_server() as server:
        wren, heron, (jay, rook), _ = await full_table(server, "Jay", "Rook")
        visitor = await connect_in_memory(server, "Finch")
        assert await listed(visitor) == (2, 2, 0)
        await heron.expect_accepted(Stand())
        view = await jay.wait_for_view(lambda view: view.you.seat == 2)
        assert [waiter.name for waiter in view.waiting] == ["Rook"]
        await wren.expect_accepted(Leave())
        await rook.wait_for_view(lambda view: view.you.seat == 1)
        assert await listed(visitor) == (2, 0, 0)


async def test_who_waits_goes_nowhere_else_and_is_free_again_afterwards() -> None:
    async with run_server() as server:
        wren, heron, (jay,), table = await full_table(server, "Jay")
        rook = await connect_in_memory(server, "Rook")
        attic = await rook.open_table(name="Attic")
        assert await jay.expect_refusal(Watch(table=attic)) == "seated-elsewhere"
        await jay.expect_accepted(LeaveWaitingList())
        await jay.watch(attic)
        await jay.expect_accepted(JoinWaitingList())
        await jay.wait_for_view(lambda view: view.you.seat is not None)
        assert jay.view is not None
        assert jay.view.table == attic != table
        assert await listed_names(wren) == {"Kitchen": ("Wren", "Heron"), "Attic": ("Jay",)}
        assert heron.view is not None


async def test_who_leaves_the_table_leaves_the_list() -> None:
    async with run_server() as server:
        wren, _, (jay,), _ = await full_table(server, "Jay")
        await jay.expect_accepted(Leave())
        await wren.wait_for_view(lambda view: not view.waiting)


async def test_who_loses_the_connection_keeps_the_place_and_is_seated_when_they_are_back() -> None:
    async with run_server() as server:
        wren, heron, (jay, rook), _ = await full_table(server, "Jay", "Rook")
        await jay.link.close()
        await asyncio.sleep(0)
        await heron.expect_accepted(Stand())
        view = await rook.wait_for_view(lambda view: view.you.seat == 2)
        assert view.waiting == (WaitingPlayer("Jay", passed_over=True),)
        back = await come_back(server, jay)
        assert back.welcome.table, "the place in the line is at a table to go back to"
        await back.wait_for_view(lambda view: view.you.seat is None and waits(view, "Jay"))
        await wren.expect_accepted(Leave())
        assert (await back.wait_for_view(lambda view: view.you.seat == 1)).waiting == ()


async def test_who_is_banned_while_they_wait_is_off_the_list_and_out() -> None:
    async with run_server() as server:
        wren, _, (jay,), _ = await full_table(server, "Jay")
        await wren.expect_accepted(Ban(name="Jay"))
        assert (await jay.wait_for(TableClosed)).reason == "Wren has banned you from this table."
        await wren.wait_for_view(lambda view: not view.waiting)


async def test_a_table_full_of_bots_gives_a_person_a_seat_after_the_hand() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table(seats=3)
        await wren.sit(seat=1)
        for _ in range(2):
            await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: len(view.occupied) == 3 and view.playing)
        heron = await connect_in_memory(server, "Heron")
        assert await listed(heron) == (3, 0, 2)
        await heron.watch(table)
        await heron.expect_accepted(Sit())
        playing = asyncio.create_task(wren.play_hands(choose_passively, hands=3))
        step = await heron.wait_for(
            Step, lambda step: any(isinstance(each, PlayerSat) and each.name == "Heron" for each in step.public)
        )
        playing.cancel()
        assert step.private
        steps = [message for message in heron.messages if isinstance(message, Step)]
        left = [event for each in steps for event in each.public if isinstance(event, PlayerLeft)]
        assert [event.reason for event in left] == [LeaveReason.MADE_ROOM]


@pytest.fixture
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_time, "RETURN_WAIT", 50)


@pytest.mark.usefixtures("_short_wait")
async def test_who_waits_when_the_server_restarts_waits_on_in_the_same_place(tmp_path: Path) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron, (jay, rook), _ = await full_table(server, "Jay", "Rook")
        await server.stop()
    async with run_server(store=SqliteStore(path)) as second:
        back = [await come_back(second, client) for client in (wren, heron, jay, rook)]
        assert all(client.welcome.table for client in back)
        view = await back[2].wait_for_view(lambda view: len(view.waiting) == 2)
        assert [waiter.name for waiter in view.waiting] == ["Jay", "Rook"]
        await back[1].expect_accepted(Stand())
        await back[2].wait_for_view(lambda view: view.you.seat == 2)
        await back[0].expect_accepted(Leave())
        await back[3].wait_for_view(lambda view: view.you.seat == 1)


@pytest.mark.usefixtures("_short_wait")
async def test_a_move_that_was_asked_for_is_made_after_a_restart_in_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        await wren.sit(seat=1)
        await heron.sit(seat=2)
        for client in (wren, heron):
            await client.wait_for_view(lambda view: view.turn is not None)
        await heron.expect_accepted(ChangeSeat(seat=5))
        await heron.wait_for_view(lambda view: view.you.offers.moves_to == 5)
        await server.stop()
    async with run_server(store=SqliteStore(path)) as second:
        both = [await come_back(second, client) for client in (wren, heron)]
        view = await both[1].wait_for_view(lambda view: bool(view.occupied))
        assert (view.you.seat, view.you.offers.moves_to) == (2, 5)
        await asyncio.gather(*(client.play_hands(choose_passively, hands=2) for client in both))
        assert both[1].view is not None
        assert both[1].view.you.seat == 5
        assert both[1].view.you.offers.moves_to == 0
