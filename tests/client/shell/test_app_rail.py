"""Who watches a table, on the page of [F9]."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird_client.player_requests import JoinServer
from railbird_client.table.table_dialogs import WatchersPage
from railbird_client.table.table_screen import TableScreen
from railbird_shared.protocol.commands import ListTables, Sit, Watch
from railbird_shared.protocol.host_commands import ListWatchers
from railbird_shared.protocol.messages import Accepted, Lobby, Watcher, Watchers
from support.app_harness import accept_command, run_app
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
