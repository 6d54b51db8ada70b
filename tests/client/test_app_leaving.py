"""Going away: what a player is asked before, what he is told after, and what he reads when the game was ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from railbird_client.launch import JoinServer
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_shared.commands import Leave, ListTables
from railbird_shared.commands import Watch as WatchTable
from railbird_shared.messages import GoingDown, Lobby, Refused, Snapshot, TableClosed
from railbird_shared.view import SeatView
from support.app_harness import AppHarness, accept_command, run_app
from support.fake_server import FakeServerConnection, run_fake_server, table_info, table_snapshot

FOLD_WARNING = "If you go now, your hand is folded"


def with_chips(stack: int, *, playing: bool = False) -> Snapshot:
    """A table at which Wren, who brought 200, has so many chips before her, perhaps in mid-hand."""
    message = table_snapshot(seated=True)
    seats = (SeatView(1, "Wren", stack, in_hand=playing, bought_in=200), SeatView(2, "Heron", 200, in_hand=playing))
    return replace(message, view=replace(message.view, seats=seats, playing=playing, hand=7))


@asynccontextmanager
async def at_table(
    folder: Path, stack: int, *, playing: bool = False
) -> AsyncIterator[tuple[AppHarness, FakeServerConnection]]:
    async with run_fake_server() as server, run_app(JoinServer(server.address), folder) as running:
        conversation = await server.accept()
        await conversation.answer_hello(table="t1")
        await accept_command(conversation, WatchTable)
        await conversation.send(with_chips(stack, playing=playing))
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("Den")
        yield running, conversation


async def test_leaving_shows_the_result_in_the_lobby(tmp_path: Path) -> None:
    async with at_table(tmp_path, 238) as (running, conversation):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat")
        assert FOLD_WARNING not in running.text
        await running.pilot.press("y")
        await accept_command(conversation, Leave)
        await conversation.send(TableClosed())
        await accept_command(conversation, ListTables)
        await conversation.send(Lobby(tables=(table_info(),)))
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text("You leave with 238, 38 more than")


async def test_leaving_during_a_hand_warns_that_it_folds(tmp_path: Path) -> None:
    async with at_table(tmp_path, 180, playing=True) as (running, _):
        await running.pilot.press("l")
        await running.wait_for_text(FOLD_WARNING)
        await running.wait_for_text("Give up your seat and leave the table?")
        await running.pilot.press("n")
        await running.pilot.press("ctrl+q")
        await running.wait_for_text(FOLD_WARNING)
        await running.wait_for_text("Give it up and quit?")


async def test_quitting_from_a_seat_prints_the_result(tmp_path: Path) -> None:
    async with at_table(tmp_path, 150) as (running, conversation):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        await accept_command(conversation, Leave)
        await pressing
        await running.wait_until(lambda: running.app.return_code is not None)
    assert (running.app.return_code, running.app.return_value) == (0, "You leave with 150, 50 less than you brought.")


async def test_a_refused_leave_prints_no_result(tmp_path: Path) -> None:
    async with at_table(tmp_path, 150) as (running, conversation):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        command = await conversation.receive()
        assert isinstance(command, Leave)
        await conversation.send(Refused(id=command.id, code="no", sentence="Not now."))
        await pressing
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value is None


async def test_guests_see_their_result_when_the_game_is_ended(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.send(GoingDown(retry=60_000))
        await conversation.close()
        ended = "The game was ended. You had 198, 2 less than you brought."
        await running.wait_for_text(ended)
        await running.wait_for_text("lost")
        assert "Your seat is kept" not in running.text
        assert "[L] Leave" in running.text
        assert "Sit out" not in running.text
        await running.pilot.press("l")  # there is nothing left to ask
        await running.wait_for_screen(StartScreen)
        await running.wait_for_text(ended)


async def test_quitting_an_ended_game_does_not_ask_and_prints_the_result(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.send(GoingDown(retry=60_000))
        await running.wait_for_text("The game was ended")
        await running.pilot.press("ctrl+q")
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "The game was ended. You had 198, 2 less than you brought."


async def test_a_snapshot_clears_the_ended_notice(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.send(GoingDown(retry=60_000))
        await running.wait_for_text("The game was ended")
        await conversation.send(with_chips(198))
        await running.wait_until(lambda: "The game was ended" not in running.text)


async def test_the_ledger_is_a_page_of_its_own(tmp_path: Path) -> None:
    async with at_table(tmp_path, 238) as (running, _):
        await running.pilot.press("dollar_sign")
        await running.wait_for_text("won and lost")
        await running.wait_for_text("+38")
        await running.pilot.press("dollar_sign")
        await running.wait_for_screen(TableScreen)
