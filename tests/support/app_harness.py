"""Runs the whole application against a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.events import Key
from textual.message import Message
from textual.pilot import Pilot

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.lan_search import Search
from railbird_client.player_requests import JoinServer, LaunchPlan
from railbird_client.settings.player_settings import SettingsFile
from railbird_client.shell.app import RailbirdApp
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_screen import TableScreen
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.commands import Watch as WatchTable
from railbird_shared.protocol.messages import Accepted, Lobby, Snapshot
from support.fake_server import FakeServer, FakeServerConnection, run_fake_server, table_info, table_snapshot
from support.screen_harness import screen_text, wait_until_idle
from support.timeouts import TIMEOUT_SECONDS

POLL_SECONDS = 0.002
SILENT_OPTIONS = TableOptions(bell=False, motion=True)
SEATED = table_snapshot(seated=True)
"""A table where the player has a seat."""


class AppHarness:
    """The application in a terminal of its own, and its settings file."""

    def __init__(self, app: RailbirdApp, pilot: Pilot[str], file: SettingsFile) -> None:
        self.app = app
        self.pilot = pilot
        self.settings_file = file

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Waits until a condition holds."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                await asyncio.sleep(POLL_SECONDS)
                self.app.screen._on_timer_update()

    async def wait_for_screen(self, screen_type: type) -> None:
        await self.wait_until(lambda: isinstance(self.app.screen, screen_type))

    async def wait_for_text(self, text: str) -> None:
        try:
            await self.wait_until(lambda: text in self.text)
        except TimeoutError:
            raise AssertionError(f"{text!r} is not in\n{self.text}") from None

    @property
    def text(self) -> str:
        return screen_text(self.app.screen)


class KeyClock:
    """A clock on which a second passes with each key."""

    def __init__(self) -> None:
        self._seconds = 100.0
        self._last_key: Key | None = None

    def __call__(self) -> float:
        return self._seconds

    def note(self, message: Message) -> None:
        """Notes a message; a key comes to the app first and then to its screen."""
        if isinstance(message, Key) and message is not self._last_key:
            self._last_key = message
            self._seconds += 1.0


@asynccontextmanager
async def run_app(
    plan: LaunchPlan | None,
    folder: Path,
    *,
    options: TableOptions = SILENT_OPTIONS,
    now: Callable[[], float] | None = None,
    ask_name: bool = False,
    known_servers: KnownServers | None = None,
    search: Search | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[AppHarness]:
    """Runs the application; on its clock a second passes with each key and none else, unless `now` is another clock."""
    settings_file, keys = SettingsFile(folder / "settings.json"), KeyClock()
    app = RailbirdApp(
        plan,
        file=settings_file,
        player="Wren",
        options=options,
        ask_name=ask_name,
        known_servers=known_servers,
        search=search,
        hosted_game=HostedGame(folder / "host"),
        now=now or keys,
    )
    messages: list[Message] = []

    def hook(message: Message) -> None:
        messages.append(message)
        keys.note(message)

    async with app.run_test(size=size, notifications=True, message_hook=hook) as pilot:
        yield AppHarness(app, pilot, settings_file)
        await wait_until_idle(app, messages)


async def accept_command(connection: FakeServerConnection, kind: type) -> int:
    """Receives the next command, which has to be of that kind, accepts it and returns its id."""
    command = await connection.receive()
    assert isinstance(command, kind), command
    await connection.send(Accepted(id=command.id))
    return command.id


@asynccontextmanager
async def run_app_connected(
    folder: Path, table: Snapshot | None = None, *, now: Callable[[], float] | None = None
) -> AsyncIterator[tuple[AppHarness, FakeServer, FakeServerConnection]]:
    """Runs the application in the lobby, or with the seat that a snapshot shows at the table; `now` is its clock."""
    async with run_fake_server() as server, run_app(JoinServer(server.address), folder, now=now) as harness:
        connection = await server.accept()
        if table is None:
            await connection.answer_hello()
            await accept_command(connection, ListTables)
            await connection.send(Lobby(tables=(table_info(), table_info(table="t2", name="Attic")), people=3))
            await harness.wait_for_screen(LobbyScreen)
        else:
            await connection.answer_hello(table=table.view.table)
            await accept_command(connection, WatchTable)
            await connection.send(table)
            await harness.wait_for_screen(TableScreen)
            await harness.wait_for_text(table.view.name)
        yield harness, server, connection
