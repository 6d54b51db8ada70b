"""Going away: what a player is asked before, what he is told after, and what he reads when the game was ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from fake_server import Conversation, fake_server, snapshot, table_info
from railbird_client.plans import Join
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_shared.commands import Leave, ListTables
from railbird_shared.commands import Watch as WatchTable
from railbird_shared.messages import GoingDown, Lobby, Refused, Snapshot, TableClosed
from railbird_shared.view import SeatView
from visiting import Program, hear, program

FOLDS = "If you go now, your hand is folded"


def with_chips(stack: int, *, playing: bool = False) -> Snapshot:
    """A table at which Wren, who brought 200, has so many chips before her, perhaps in mid-hand."""
    message = snapshot(seated=True)
    seats = (SeatView(1, "Wren", stack, in_hand=playing, brought=200), SeatView(2, "Heron", 200, in_hand=playing))
    return replace(message, view=replace(message.view, seats=seats, playing=playing, hand=7))


@asynccontextmanager
async def at_table(folder: Path, stack: int, *, playing: bool = False) -> AsyncIterator[tuple[Program, Conversation]]:
    async with fake_server() as server, program(Join(server.address), folder) as running:
        conversation = await server.accept()
        await conversation.welcome(table="t1")
        await hear(conversation, WatchTable)
        await conversation.say(with_chips(stack, playing=playing))
        await running.reaches(TableScreen)
        await running.reads("Den")
        yield running, conversation


async def test_who_leaves_reads_his_result_in_the_lobby(tmp_path: Path) -> None:
    async with at_table(tmp_path, 238) as (running, conversation):
        await running.pilot.press("l")
        await running.reads("Give up your seat")
        assert FOLDS not in running.text
        await running.pilot.press("y")
        await hear(conversation, Leave)
        await conversation.say(TableClosed())
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(table_info(),)))
        await running.reaches(LobbyScreen)
        await running.reads("You leave with 238, 38 more than")


async def test_who_leaves_in_mid_hand_is_told_what_it_costs(tmp_path: Path) -> None:
    async with at_table(tmp_path, 180, playing=True) as (running, _):
        await running.pilot.press("l")
        await running.reads(FOLDS)
        await running.reads("Give up your seat and leave the table?")
        await running.pilot.press("n")
        await running.pilot.press("ctrl+q")
        await running.reads(FOLDS)
        await running.reads("Give it up and quit?")


async def test_who_quits_from_a_seat_takes_his_result_to_the_shell(tmp_path: Path) -> None:
    async with at_table(tmp_path, 150) as (running, conversation):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        await hear(conversation, Leave)
        await pressing
        await running.until(lambda: running.app.return_code is not None)
    assert (running.app.return_code, running.app.return_value) == (0, "You leave with 150, 50 less than you brought.")


async def test_a_seat_that_could_not_be_given_up_has_no_result(tmp_path: Path) -> None:
    async with at_table(tmp_path, 150) as (running, conversation):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        command = await conversation.hear()
        assert isinstance(command, Leave)
        await conversation.say(Refused(id=command.id, code="no", sentence="Not now."))
        await pressing
        await running.until(lambda: running.app.return_code is not None)
    assert running.app.return_value is None


async def test_guests_read_that_the_game_was_ended_and_what_they_had(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.say(GoingDown(retry=60_000))
        await conversation.close()
        ended = "The game was ended. You had 198, 2 less than you brought."
        await running.reads(ended)
        await running.reads("lost")
        assert "Your seat is kept" not in running.text
        assert "[L] Leave" in running.text
        assert "Sit out" not in running.text
        await running.pilot.press("l")  # there is nothing left to ask
        await running.reaches(StartScreen)
        await running.reads(ended)


async def test_who_quits_a_game_that_was_ended_is_not_asked_and_takes_his_result_along(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.say(GoingDown(retry=60_000))
        await running.reads("The game was ended")
        await running.pilot.press("ctrl+q")
        await running.until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "The game was ended. You had 198, 2 less than you brought."


async def test_a_server_that_comes_back_ends_the_news_of_its_end(tmp_path: Path) -> None:
    async with at_table(tmp_path, 198) as (running, conversation):
        await conversation.say(GoingDown(retry=60_000))
        await running.reads("The game was ended")
        await conversation.say(with_chips(198))
        await running.until(lambda: "The game was ended" not in running.text)


async def test_the_ledger_is_a_page_of_its_own(tmp_path: Path) -> None:
    async with at_table(tmp_path, 238) as (running, _):
        await running.pilot.press("dollar_sign")
        await running.reads("won and lost")
        await running.reads("+38")
        await running.pilot.press("dollar_sign")
        await running.reaches(TableScreen)
