"""The player's own server that a launch plan asks for: against bots for a session, or a game that outlives it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from railbird_client.hosting import hosted_game
from railbird_client.hosting.hosted_game import STOP_TIMEOUT_SECONDS, HostedGame, RunningGame
from railbird_client.network.link import answer_in_time
from railbird_client.player_requests import HostTable, PlayBots
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.network.address import Address
from railbird_shared.network.doors import Doors
from railbird_shared.network.interfaces import EVERY_INTERFACE
from railbird_shared.network.run_file import RelayState
from railbird_shared.network.websocket import CONNECTION_ERRORS, WebSocketWire, open_connection
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.commands import StopServer

FAST_SERVER_ARGUMENTS = ("--pause", "1", "--quick-bots")
"""Options of a fast server: a second between hands, and bots that act at once."""

TokenFinder = Callable[[Address], Sequence[str]]
"""Returns the tokens by which the server at an address knows the player, the latest first."""

GAME_DOES_NOT_END = "Your game's server does not agree to end, so it still runs; `railbird host` brings you back to it."


@asynccontextmanager
async def run_bots_server(plan: PlayBots, on_lost: Callable[[str], object]) -> AsyncIterator[Address]:
    """Runs a server against bots as long as the context lasts, and yields its address; raises ServerStartFailed.

    `on_lost` gets a sentence if the server ends by itself.
    """
    log, fast_arguments = hosted_game.log_path(), FAST_SERVER_ARGUMENTS if plan.fast else ()
    arguments = ("--memory", "--exit-with-stdin", *plan.server_options.arguments, *fast_arguments)
    command = hosted_game.serve_command(arguments=arguments)
    async with hosted_game.run_server(command, log, lambda: on_lost(_lost_sentence(log))) as server:
        yield server.address


class OwnGame:
    """The game of a host in one session, which goes on without them.

    `resumed` says that it ran before the session, and `ends` that its host ends it. `moved` says at which other port
    it is where another program has taken its own; empty where none has.
    """

    def __init__(self, game: HostedGame) -> None:
        self.running: RunningGame | None = None
        self.resumed = False
        self.ends = False
        self.moved = ""
        self._game = game
        self._arrived = self._news_told = False

    @asynccontextmanager
    async def run(
        self, plan: HostTable, on_lost: Callable[[str], object], *, name: str, find_tokens: TokenFinder
    ) -> AsyncIterator[Address]:
        """Finds the game or starts it, and yields its address; raises ServerStartFailed.

        `on_lost` gets a sentence if the server ends by itself while the context lasts. The host is called `name`.
        """
        running = await self._find(plan, name, find_tokens)
        self.resumed = running is not None
        self.running = running = running or await self._start(plan, name)

        async def watch() -> None:
            await self._game.wait_until_gone(running)
            if not self.ends:
                on_lost(_lost_sentence(self._game.log))

        watching = asyncio.create_task(watch())
        try:
            yield running.address
        finally:
            watching.cancel()
            if not self._arrived and not self.resumed:  # nobody has come to it
                self._game.stop_started()

    async def _find(self, plan: HostTable, name: str, find_tokens: TokenFinder) -> RunningGame | None:
        """Returns the game that runs, which is ended first for a plan that begins anew."""
        running = self._game.find()
        if running is None or not await hosted_game.answers(running):
            return None
        if not plan.anew:
            return running
        if not await _request_end(running, name, find_tokens(running.address)):
            raise hosted_game.ServerStartFailed(GAME_DOES_NOT_END)
        await self._game.wait_until_ended(running)
        return None

    async def _start(self, plan: HostTable, name: str) -> RunningGame:
        game = self._game
        unattended, abandoned = str(hosted_game.UNATTENDED_SECONDS), str(hosted_game.KEPT_SECONDS)
        keeping = ("--unattended-after", unattended, "--abandoned-after", abandoned)
        data = ("--name", f"{name}'s game", "--no-memory", "--data", str(game.folder))
        unlisted = () if plan.new_table.listed else ("--no-discovery",)
        last_port = game.port  # where friends look for a game that comes back
        port = plan.port if "port" in plan.chosen else last_port or plan.port
        moving = ("--another-port",) if last_port else ()
        arguments = (*data, *keeping, *moving, *plan.door_arguments, *plan.server_options.arguments, *unlisted)
        command = hosted_game.serve_command(host=EVERY_INTERFACE, port=port, arguments=arguments)
        running = await game.start(command)
        if (new_port := running.address.port) != port:
            self.moved = f"Port {port} is taken: your game is at port {new_port} now."
        game.note_options(running, plan.options)
        return running

    @property
    def doors(self) -> Doors | None:
        """The doors for guests, None before they are open."""
        return self._game.doors

    @property
    def relay(self) -> RelayState | None:
        """The relay by which friends elsewhere come, None without one."""
        return self._game.relay

    def note_arrival(self) -> None:
        """Notes that the host has come to a table or to the lobby."""
        self._arrived = True

    def take_news(self) -> str:
        """Returns what the host is to know of how they find the game, once; empty without news."""
        told, self._news_told = self._news_told, True
        back = "Your game of this evening is still running: you are back, and its host." if self.resumed else ""
        return "" if told else self.moved or back

    async def end(self, request: Callable[[StopServer], Awaitable[object]]) -> bool:
        """Has the server end the game for everybody, and waits for that; returns False if it does not agree in time."""
        if self.running is None:
            return False
        self.ends = True
        asked = request(StopServer(owner=self.running.owner))
        self.ends = await answer_in_time(asked, STOP_TIMEOUT_SECONDS) is not None
        if self.ends:
            await self._game.wait_until_ended(self.running)
        return self.ends


def _lost_sentence(log: Path) -> str:
    return f"The table's server stopped by itself; its log is {hosted_game.short_path(log)}."


async def _request_end(running: RunningGame, name: str, tokens: Sequence[str]) -> bool:
    """Connects to a game's server and tells it to end the game for everybody; returns whether it agrees in time."""
    with contextlib.suppress(*CONNECTION_ERRORS, CommandRefused, ProtocolError, WireClosed):
        async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
            connection = await open_connection(running.address, STOP_TIMEOUT_SECONDS, tokens)
            wire = WebSocketWire(connection, connection.recognition)
            async with Carrier(Conversation(name, tokens=tokens), wire) as carrier:
                await carrier.hello()
                await carrier.request(StopServer(owner=running.owner))
                return True
    return False
