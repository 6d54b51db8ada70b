"""Questions of a player that the server answers first."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_shared.protocol import commands
from railbird_shared.protocol.host_commands import ListWatchers
from railbird_shared.protocol.messages import Chat, Lobby, Statement, StatementLine, Watcher, Watchers
from support.fake_server import table_info, welcome_message
from support.line_harness import run_lines
from support.view_builders import holdem_view, snapshot_message


async def test_a_statement_is_told_once_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    view = holdem_view()
    between = replace(view, playing=False, turn=None, you=replace(view.you, legal=None))
    async with run_lines(monkeypatch) as lines:
        await lines.hear(snapshot_message(between))
        assert await lines.say("statement") == []
        assert lines.sent[-1] == commands.AskStatement()
        assert await lines.hear(Chat(name="Jay", text="well")) == ["Jay says: well"]
        accounts = (StatementLine(1, "Wren", 200, 290), StatementLine(2, "Ada", 200, 110))
        told = await lines.hear(Statement(table=view.table, hand=view.hand, lines=accounts))
        assert told == ["Wren plus 90.", "Ada minus 90.", "Ada pays Wren 90."]


async def test_another_line_takes_the_place_of_a_question_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        await lines.hear(snapshot_message(holdem_view()))
        assert await lines.say("watchers") == []
        assert lines.sent[-1] == ListWatchers()
        assert await lines.say("pot") == ["The pot is 411."]
        assert await lines.hear(Watchers(table="t1", watchers=(Watcher("Robin", 5),))) == []


async def test_the_tables_of_a_name_are_told_as_the_list_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, welcomed=False) as lines:
        await lines.settle()
        await lines.hear(welcome_message(), Lobby(tables=(table_info(), table_info(table="t2", name="Attic"))))
        assert await lines.say("tables att") == []
        (told, _) = await lines.hear(Lobby(tables=(table_info(table="t2", name="Attic"),)))
        assert told.startswith("1, Attic of ")
