from __future__ import annotations

import asyncio

import pytest

from railbird_server.refusal import Refusal
from railbird_server.runtime.access import GAME_ENDED, Ownership
from railbird_server.runtime.server import Attendance
from railbird_shared.network.run_file import decode_run_file
from railbird_shared.protocol.commands import StopServer
from railbird_shared.protocol.messages import TableClosed
from support.network_clients import connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS


async def test_only_the_owner_ends_the_server() -> None:
    async with run_server() as server:
        jay = await connect_in_memory(server, "Jay")
        for guess in ("", "x" * 32, server.ownership.secret[:-1], "schlüssel"):
            assert await jay.expect_refusal(StopServer(owner=guess)) == "not-owner"
        assert not server.ownership.stopped.is_set()
        assert await jay.expect_accepted(StopServer(owner=server.ownership.secret)) is not None
        assert server.ownership.stopped.is_set()


async def test_a_game_that_its_owner_ends_closes_every_table_with_its_result() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table(buy_in=200))
        await heron.sit()
        await wren.expect_accepted(StopServer(owner=server.ownership.secret))
    closed = await heron.wait_for(TableClosed)
    assert closed.reason == f"{GAME_ENDED} You have 200, bought 200, even."


async def test_everybody_at_a_table_is_told_where_the_owner_sits_once_they_have_proved_it() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table(buy_in=200)
        await heron.sit()
        assert heron.view is not None
        assert not heron.view.owner_known, "the host of a table need not own the server"
        admin = await connect_in_memory(server, "Owner", owner=server.ownership.secret, bot=True)
        await admin.watch(table)
        assert admin.view is not None
        assert not admin.view.owner_known, "the owner's commands come from no player"
        wren = await connect_in_memory(server, "Wren", owner=server.ownership.secret)
        await wren.watch(table)
        view = await heron.wait_for_view(lambda view: view.owner_known)
        assert view.owner_seat is None
        await wren.sit(seat=4)
        assert (await heron.wait_for_view(lambda view: view.owner_seat is not None)).owner_seat == 4
        jay = await connect_in_memory(server, "Jay", owner="x" * 32)
        other = await jay.open_table(buy_in=200)
        view = await jay.wait_for_view(lambda view: view.owner_known)
        assert (view.table, view.owner_seat) == (other, None)


def test_a_secret_is_of_one_server_alone() -> None:
    first, second = Ownership(), Ownership()
    with pytest.raises(Refusal):
        first.end_game(second.secret)
    assert not first.ended


def test_a_server_is_unattended_after_its_limit_without_people() -> None:
    attendance = Attendance(600, now=0)
    assert not attendance.is_over(599, people=False)
    assert not attendance.is_over(700, people=True)
    assert not attendance.is_over(1299, people=False)
    assert attendance.is_over(1300, people=False)


def test_without_a_limit_a_server_waits_for_people_for_ever() -> None:
    assert not Attendance(0, now=0).is_over(1e9, people=False)


async def test_bots_alone_do_not_attend_a_server() -> None:
    async with run_server() as server:
        await connect_in_memory(server, "Rook", bot=True)
        assert not server._lobby.people()
        await connect_in_memory(server)
        assert server._lobby.people()


async def test_an_unattended_server_is_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_server.runtime.server.CHECK_INTERVAL_SECONDS", 0.001)
    async with run_server(unattended_after=0.001) as server, asyncio.timeout(TIMEOUT_SECONDS):
        await server.ownership.stopped.wait()
        assert not server.ownership.ended


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[]", b"\xff", b'{"address": ""}', b"[" * 100_000, b'{"address": "ws://x", "pid": -1}'],
)
def test_a_damaged_run_file_says_nothing(content: bytes) -> None:
    assert decode_run_file(content) is None
