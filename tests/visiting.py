"""The whole application with a server whose every word is the test's: in the lobby, at a table, and on the way."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.message import Message
from textual.pilot import Pilot

from fake_server import Conversation, FakeServer, fake_server, snapshot, table_info
from patience import PATIENCE_SECONDS
from railbird_client.app import RailbirdApp
from railbird_client.model.options import Options
from railbird_client.plans import Join, Plan
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.table import TableScreen
from railbird_client.settings import SettingsFile
from railbird_shared.commands import ListTables
from railbird_shared.commands import Watch as WatchTable
from railbird_shared.messages import Accepted, Lobby
from showing import rows_of, settle

POLL_SECONDS = 0.002
QUIET = Options(bell=False)


class Program:
    """The application in a terminal of its own, and the server it talks to."""

    def __init__(self, app: RailbirdApp, pilot: Pilot[str], file: SettingsFile) -> None:
        self.app = app
        self.pilot = pilot
        self.file = file

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits for something to come true."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds():
                await asyncio.sleep(POLL_SECONDS)
                self.app.screen._on_timer_update()

    async def reaches(self, place: type) -> None:
        await self.until(lambda: isinstance(self.app.screen, place))

    async def reads(self, words: str) -> None:
        try:
            await self.until(lambda: words in self.text)
        except TimeoutError:
            raise AssertionError(f"{words!r} is nowhere in\n{self.text}") from None

    @property
    def text(self) -> str:
        return rows_of(self.app.screen)


@asynccontextmanager
async def program(
    plan: Plan | None, folder: Path, *, options: Options = QUIET, now: Callable[[], float] | None = None
) -> AsyncIterator[Program]:
    """Runs the application; as far as it knows a second passes between two keys, unless `now` says otherwise."""
    file = SettingsFile(folder / "settings.json")
    app = RailbirdApp(plan, file=file, player="Wren", options=options, now=now or itertools.count().__next__)
    heard: list[Message] = []
    async with app.run_test(size=(80, 24), notifications=True, message_hook=heard.append) as pilot:
        yield Program(app, pilot, file)
        await settle(app.screen, heard)


async def hear(conversation: Conversation, kind: type) -> int:
    """Hears the next command, which is to be of that kind, accepts it and returns its id."""
    command = await conversation.hear()
    assert isinstance(command, kind)
    await conversation.say(Accepted(id=command.id))
    return command.id


@asynccontextmanager
async def in_lobby(folder: Path) -> AsyncIterator[tuple[Program, FakeServer, Conversation]]:
    async with fake_server() as server, program(Join(server.address), folder) as running:
        conversation = await server.accept()
        await conversation.welcome()
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(table_info(), table_info(table="t2", name="Attic")), people=3))
        await running.reaches(LobbyScreen)
        yield running, server, conversation


@asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[tuple[Program, FakeServer, Conversation]]:
    async with fake_server() as server, program(Join(server.address), folder) as running:
        conversation = await server.accept()
        await conversation.welcome(table="t1")
        await hear(conversation, WatchTable)
        await conversation.say(snapshot(seated=True))
        await running.reaches(TableScreen)
        yield running, server, conversation
