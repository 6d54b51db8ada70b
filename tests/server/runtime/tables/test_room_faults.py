"""A fault in the server ends one table in good order, and nothing else."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.tables.table_runner import TABLE_FAILED
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table import audience
from railbird_server.table.inputs import PlayerCommand
from railbird_server.table.table import Table
from railbird_shared.game.cards import Card
from railbird_shared.protocol.commands import Leave, ListTables, Resync, Sit, Stand, Watch
from railbird_shared.protocol.messages import Refused, TableClosed
from support.network_clients import connect_in_memory, run_server


async def test_a_fault_ends_one_table_and_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    handle = Table.handle

    def fail_at_the_attic(table: Table, request: object, now: int) -> object:
        if table.settings.name == "Attic" and isinstance(request, PlayerCommand):
            raise RuntimeError(f"secret {Card.SA}")
        return handle(table, request, now)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "handle", fail_at_the_attic)
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        attic = await wren.open_table(name="Attic")
        kitchen = await heron.open_table(name="Kitchen")
        assert await wren.expect_refusal(Sit()) == "fault"
        assert (await wren.wait_for(TableClosed)).reason == TABLE_FAILED
        assert await wren.expect_refusal(Watch(table=attic)) == "no-such-table"
        await heron.sit()
        await wren.watch(kitchen)
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


async def test_what_the_journal_has_of_a_table_is_put_aside_at_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    handle = Table.handle

    def fail_to_stand(table: Table, request: object, now: int) -> object:
        if isinstance(request, PlayerCommand) and isinstance(request.command, Stand):
            raise ZeroDivisionError
        return handle(table, request, now)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "handle", fail_to_stand)
    database = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(database)) as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit()
        assert await wren.expect_refusal(Stand()) == "fault"
        await wren.wait_for(TableClosed)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        reasons = connection.execute("select distinct reason from evidence").fetchall()
    assert [reason.startswith("ZeroDivisionError") for (reason,) in reasons] == [True]


async def test_a_fault_in_publishing_a_step_ends_the_table_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_events: object) -> audience.StepParts:
        raise ZeroDivisionError

    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        monkeypatch.setattr(audience, "split", fail)
        assert await wren.expect_refusal(Sit()) == "fault"
        assert (await wren.wait_for(TableClosed)).reason.startswith(TABLE_FAILED)
    assert "ZeroDivisionError" in caplog.text


async def test_a_fault_while_a_player_leaves_does_not_block_their_session(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_company: Members, _viewer: Viewer) -> bool:
        raise ZeroDivisionError

    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        with monkeypatch.context() as broken:
            broken.setattr(Members, "leave", fail)
            await wren.link.send(Leave())
            assert (await wren.wait_for(TableClosed)).reason == TABLE_FAILED
        await wren.expect_accepted(ListTables())
    assert "ZeroDivisionError" in caplog.text


async def test_a_request_to_a_table_that_has_just_closed_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "split", lambda _events: 1 / 0)
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        for command in (Sit(id=90), Stand(id=91), Resync(id=92), Leave(id=93)):
            await wren.link.send(command)
        answers = [await wren.wait_for(Refused) for _ in range(3)]
        assert (answers[0].id, answers[0].code) == (90, "fault")
        assert {answer.code for answer in answers[1:]} <= {"no-such-table", "no-table"}
