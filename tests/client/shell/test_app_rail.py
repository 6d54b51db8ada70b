"""A player who watches: who else does, on the page of [F9], and the followed tables on that of [F7]."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.player_requests import JoinServer
from railbird_client.table.table_dialogs import WatchersPage
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.protocol.commands import FollowTable, ListTables, Sit, Watch
from railbird_shared.protocol.host_commands import ListWatchers
from railbird_shared.protocol.messages import Accepted, Lobby, Snapshot, TableClosed, Watcher, Watchers
from support.app_harness import accept_command, run_app, run_app_connected
from support.fake_server import run_fake_server, table_info, table_snapshot

pytestmark = pytest.mark.slow


async def test_the_page_shows_who_watches_as_soon_as_the_server_says_so(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, Watch)
        await connection.send(table_snapshot(seated=True))
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)
        await harness.pilot.press("f9")
        await harness.wait_for_screen(WatchersPage)
        asked = await connection.receive()
        assert isinstance(asked, ListWatchers)
        await connection.send(Accepted(id=asked.id), Watchers(table="t1", watchers=(Watcher("Magpie", 90_000),)))
        await harness.wait_for_text("Magpie")
        await harness.pilot.press("f9")
        await harness.wait_for_screen(TableScreen)


def snapshot(table: str) -> Snapshot:
    told = table_snapshot()
    return replace(told, view=replace(told.view, table=table, name=f"Table {table}"))


async def test_the_followed_tables_show_the_table_that_the_player_has_come_to_meanwhile(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(table="t1"), table_info(table="t2"))))
        await harness.wait_for_screen(LobbyScreen)
        for table in ("t1", "t2"):
            harness.app.screen.post_message(CommandRequested(FollowTable(table=table)))
            await accept_command(connection, FollowTable)
        harness.app.screen.post_message(CommandRequested(Watch(table="t1")))
        await accept_command(connection, Watch)
        await connection.send(snapshot("t1"))
        await harness.wait_for_text("Table t1")
        await harness.pilot.press("pagedown")
        await accept_command(connection, Watch)
        await harness.pilot.press("f7")
        await harness.wait_for_screen(FollowedScreen)
        await connection.send(TableClosed(), snapshot("t2"))
        await harness.wait_for_text("Table t2")
        assert "Table t1" not in harness.text, "the server has sent nothing of it since it was left"


async def test_the_page_of_the_rail_closes_where_the_player_is_led_to_another_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        running.app.screen.post_message(CommandRequested(Watch(table="t1")))
        await accept_command(connection, Watch)
        await connection.send(snapshot("t1"))
        await running.wait_for_screen(TableScreen)
        await running.pilot.press("f9")
        await running.wait_for_screen(WatchersPage)
        asked = await connection.receive()
        await connection.send(Accepted(id=asked.id), Watchers(table="t1", watchers=(Watcher("Magpie", 90_000),)))
        await running.wait_for_text("Magpie")
        await connection.send(snapshot("t2"))
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("Table t2")
