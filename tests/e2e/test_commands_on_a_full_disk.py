"""On a disk that is full every command gets an answer at once, and what was begun is done when there is room."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from railbird_server.runtime import passwords
from railbird_server.runtime.tables import table_runner
from railbird_server.runtime.tournaments import running_tournament
from railbird_shared.protocol.commands import ListHands, ListTables, SitOut, Watch
from railbird_shared.protocol.messages import Hands, Refused
from support.command_pairs import command_types
from support.command_places import PLACES, Place
from support.full_disk import FullDatabase
from support.network_clients import choose_passively, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS

COMMANDS = {each.name: each for each in command_types() if each.name != "hello"}


@pytest.fixture(autouse=True)
def _haste(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table_runner, running_tournament):
        monkeypatch.setattr(module, "RETRY_INTERVAL", 0.01)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.mark.parametrize("place", PLACES)
async def test_every_command_is_answered_on_a_full_disk(place: type[Place], tmp_path: Path) -> None:
    store = FullDatabase(tmp_path / "railbird.db")
    async with run_server(store=store, tables_per_player=1000, tournaments_per_player=1000) as server:
        there = place(server)
        for command in COMMANDS.values():
            await there.come()
            store.full = True
            for _ in range(2):  # the second one finds a table that waits, if the first had to be kept
                number = there.wren.next_id()
                answer = await there.wren.send_frame(command.frame((), number, there.knows), number)
                if isinstance(answer, Refused):
                    assert answer.code != "fault", command.name
                    assert answer.sentence.endswith((".", "?")), answer.sentence
                await there.wren.ask(ListTables())
            store.full = False
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while any(room.waits for room in server._lobby._rooms.values()):  # noqa: ASYNC110  nobody is told
                    await asyncio.sleep(0.01)


async def test_a_server_starts_on_a_full_disk_with_all_that_can_be_read(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with run_server(store=FullDatabase(database)) as server:
        wren, heron = await connect_in_memory(server, "Wren"), await connect_in_memory(server, "Heron")
        token = wren.welcome.token
        lost, kept = await heron.open_table(name="Attic"), await wren.open_table(name="Kitchen")
        await heron.watch(kept)
        await wren.sit()
        await heron.sit()
        await asyncio.gather(*(player.play_hands(choose_passively, hands=2) for player in (wren, heron)))
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update tables set body = x'00' where id = ?", (lost,))
    store = FullDatabase(database)
    store.full = True
    async with run_server(store=store) as server:
        assert [table.table for table in server._lobby.tables()] == [kept]
        again = await connect_in_memory(server, "Wren", token=token)
        assert again.welcome.table == kept
        await again.expect_accepted(ListHands())
        assert (await again.wait_for(Hands)).total >= 2
        await again.request(Watch(table=kept))
        await again.request(SitOut())
        store.full = False
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while server._lobby._rooms[kept].waits:  # noqa: ASYNC110  nobody is told
                await asyncio.sleep(0.01)
        await again.watch(kept)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (closed,) = connection.execute("select closed_at from tables where id = ?", (lost,)).fetchone()
    assert closed is None, "it is found again at the next start"
