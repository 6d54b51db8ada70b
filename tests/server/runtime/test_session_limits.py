"""How fast people may come and speak: beginning anew does not help. Time stands still unless a test moves it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from railbird_server.config import ServerSettings
from railbird_server.runtime.access import Access, Ownership
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring import Metrics
from railbird_server.runtime.network.transport import MemoryWire
from railbird_server.runtime.players import Limits
from railbird_server.runtime.session import MAX_HASTY_COMMANDS, Session, SessionServices
from railbird_server.runtime.tables.deck_source import shuffled
from railbird_server.runtime.tables.room_requests import CloseTable
from railbird_server.runtime.tournaments.all_tournaments import Tournaments
from railbird_server.store.memory import MemoryStore
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import Wire, WireClosed
from railbird_shared.protocol.commands import Hello, ListTables, SendChat
from railbird_shared.protocol.messages import Accepted, Refused, Welcome
from support.chances import EvenChances
from support.network_clients import HeadlessClient
from support.timeouts import TIMEOUT_SECONDS


class Entrance:
    """Where people of one address come in, not trusted; `now` is the time in seconds."""

    def __init__(self, settings: ServerSettings) -> None:
        self.now = 1000.0
        metrics = Metrics()
        self._lobby = TableLobby(
            settings, shuffled, lambda: 0, store=MemoryStore(), metrics=metrics, access=Access(), chances=EvenChances()
        )
        self._bots = HouseBots(self._lobby.players, _no_bots, settings)
        self._services = SessionServices(
            self._lobby,
            Limits(settings),
            Ownership(),
            metrics,
            seconds=lambda: self.now,
            bots=self._bots,
            tournaments=Tournaments(self._lobby, self._bots),
        )
        self._open: list[tuple[MemoryWire, asyncio.Task[None]]] = []

    def enter(self) -> HeadlessClient:
        link = MemoryWire()
        session = Session(link.transport, self._services)
        self._open.append((link, asyncio.create_task(session.run())))
        return HeadlessClient(link)

    async def hello(self, name: str, token: str = "") -> Welcome | Refused:
        """Says hello by a new connection; returns the answer."""
        client = self.enter()
        await client.link.send(Hello(v=PROTOCOL_VERSION, name=name, token=token))
        answer = await client.receive()
        assert isinstance(answer, Welcome | Refused)
        return answer

    async def close(self) -> None:
        for link, task in self._open:
            await link.close()
            await asyncio.wait_for(task, TIMEOUT_SECONDS)
        await self._lobby.end(CloseTable(""))


def _no_bots() -> Wire:
    raise NotImplementedError


@asynccontextmanager
async def entrance(**settings: float) -> AsyncIterator[Entrance]:
    opened = Entrance(ServerSettings(**settings))  # type: ignore[arg-type]
    yield opened
    await opened.close()


async def ends(client: HeadlessClient) -> str:
    """Reads until the server ends the session; returns its reason."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            try:
                await client.link.receive()
            except WireClosed as closed:
                return str(closed)


async def test_a_new_connection_does_not_reset_the_command_limit() -> None:
    async with entrance(command_rate=10.0, command_burst=5) as here:
        rook = here.enter()
        token = (await rook.login("Rook")).token
        for _ in range(5):
            await rook.expect_accepted(ListTables())
        assert await rook.expect_refusal(ListTables()) == "slow-down"
        here.now += 0.1
        await rook.expect_accepted(ListTables())
        refused = await here.hello("Rook", token)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == (
            "slow-down",
            "You have said too much; wait a moment and come again.",
        )
        here.now += 0.2
        assert isinstance(await here.hello("Rook", token), Welcome)


async def test_every_command_beyond_the_limit_is_refused_until_the_session_ends() -> None:
    async with entrance(command_rate=10.0, command_burst=5) as here:
        rook = here.enter()
        await rook.login("Rook")
        for number in range(1, 5 + MAX_HASTY_COMMANDS + 1):
            answer = await rook.request(ListTables(id=number))
            assert isinstance(answer, Accepted) == (number <= 5)
        await rook.link.send(ListTables())
        assert await ends(rook) == "too many messages"


async def test_a_new_connection_does_not_reset_the_chat_limit() -> None:
    async with entrance(chat_rate=1.0, chat_burst=2) as here:
        rook = here.enter()
        token = (await rook.login("Rook")).token
        await rook.expect_accepted(SendChat(text="one"))
        await rook.expect_accepted(SendChat(text="two"))
        again = here.enter()
        await again.login("Rook", token=token)
        assert await again.expect_refusal(SendChat(text="two")) == "chat"
        assert await again.expect_refusal(SendChat(text="three")) == "chat"
        here.now += 1
        await again.expect_accepted(SendChat(text="three"))


async def test_new_players_from_one_address_are_limited() -> None:
    async with entrance(connections_per_address=2, new_player_rate=0.5) as here:
        wren, heron = await here.hello("Wren"), await here.hello("Heron")
        assert isinstance(wren, Welcome)
        assert isinstance(heron, Welcome)
        jay = await here.hello("Jay")
        assert isinstance(jay, Refused)
        assert (jay.code, jay.sentence) == (
            "too-many-players",
            "Too many new players come from your address; wait a moment and come again.",
        )
        assert isinstance(await here.hello("Heron", heron.token), Welcome)
        here.now += 2
        assert isinstance(await here.hello("Jay"), Welcome)


async def test_an_unknown_token_counts_as_a_new_player() -> None:
    async with entrance(connections_per_address=1, new_player_rate=0.5) as here:
        await here.hello("Wren")
        assert isinstance(await here.hello("Jay", "made up"), Refused)
