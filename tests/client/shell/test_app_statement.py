"""The statement of a table on the page of [$]."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.history.statement_screen import LastStatementPage, StatementPage
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.player_requests import JoinServer
from railbird_client.table.table_screen import TableScreen
from railbird_shared.protocol.commands import AskStatement, ListTables, ReadStatement, Sit, Watch
from railbird_shared.protocol.messages import Accepted, Lobby, Statement, StatementLine, TableClosed
from support.app_harness import accept_command, run_app
from support.fake_server import run_fake_server, table_info, table_snapshot

pytestmark = pytest.mark.slow


async def test_between_hands_the_page_asks_for_the_statement_and_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: tmp_path)
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, Watch)
        snapshot = table_snapshot(seated=True)
        await connection.send(replace(snapshot, view=replace(snapshot.view, playing=False)))
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)
        await harness.pilot.press("dollar_sign")
        await harness.wait_for_screen(StatementPage)
        asked = await connection.receive()
        assert isinstance(asked, AskStatement)
        lines = (StatementLine(1, "Wren", 10, 70), StatementLine(2, "Heron", 70, 10))
        await connection.send(Accepted(id=asked.id), Statement(table="t1", hand=9, lines=lines, chip_worth="0.05 EUR"))
        await harness.wait_for_text("You get 3.00 EUR from Heron.")
        await harness.pilot.press("x")
        await harness.wait_for_text("railbird-t1-hand-9.json")
        assert "payment,Heron,Wren" in (tmp_path / "railbird-t1-hand-9.csv").read_text(encoding="utf-8")
        told = json.loads((tmp_path / "railbird-t1-hand-9.json").read_text(encoding="utf-8"))
        assert told["payments"] == [{"from": "Heron", "to": "Wren", "money": "3.00"}]
        monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: tmp_path / "nowhere")
        await harness.pilot.press("x")
        await harness.wait_for_text("cannot be written")


async def test_the_end_of_the_night_shows_the_statement_and_the_lobby_shows_it_again(tmp_path: Path) -> None:
    lines = (StatementLine(1, "Wren", 10, 70), StatementLine(2, "Heron", 70, 10))
    final = Statement(table="t1", hand=9, lines=lines, chip_worth="0.05 EUR", final=True)
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, Watch)
        await connection.send(table_snapshot(seated=True))
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)
        await connection.send(TableClosed(reason="Wren has ended the night.", statement=final))
        await harness.wait_for_screen(LastStatementPage)
        await harness.wait_for_text("You get 3.00 EUR from Heron.")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(LobbyScreen)
        await harness.pilot.press("dollar_sign")
        await harness.wait_for_screen(LastStatementPage)
        await harness.wait_for_text("You get 3.00 EUR from Heron.")


async def test_in_the_lobby_the_statement_of_an_earlier_session_is_asked_for(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=()))
        await harness.wait_for_screen(LobbyScreen)
        await harness.pilot.press("dollar_sign")
        await accept_command(connection, ReadStatement)
        await connection.send(Statement(table="t1", hand=9, lines=(StatementLine(1, "Wren", 10, 10),), final=True))
        await harness.wait_for_text("Nobody owes anybody anything.")
