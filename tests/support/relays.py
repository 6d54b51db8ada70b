"""Relays of this machine, with hosts that are game servers or sockets of a test."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from railbird_server.config import ServerSettings
from railbird_server.relay.host_line import HostLine
from railbird_server.relay.lines import Line
from railbird_server.relay.relay import Relay
from railbird_server.relay.room_tokens import RoomTokens
from railbird_server.relay.settings import RelaySettings
from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.runtime.server import Server
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.run_file import RelayState
from railbird_shared.network.websocket import pinning_context
from support.timeouts import TIMEOUT_SECONDS

PASSWORD = "a-long-password"


class RunningRelay:
    """A relay on this machine, and the tokens of its rooms."""

    def __init__(self, relay: Relay, tokens: RoomTokens, fingerprint: str) -> None:
        self.relay = relay
        self.tokens = tokens
        self.fingerprint = fingerprint
        self._lines: list[Line] = []

    def _keep(self, opened: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> Line:
        self._lines.append(Line(*opened))
        return self._lines[-1]

    async def close_lines(self) -> None:
        """Ends all connections of the test."""
        for line in self._lines:
            line.writer.transport.abort()
        for line in self._lines:
            with contextlib.suppress(OSError):
                await line.writer.wait_closed()

    def room(self, name: str, *, secret: str = "", port: int = 0) -> Address:
        """Returns the link of a room for its host; a token is made for it unless there is another secret."""
        secret = secret or self.tokens.make(name)
        address = Address(f"{name}@127.0.0.1", port or self.relay.port, Scheme.ENCRYPTED, self.fingerprint)
        return replace(address, invite=secret)

    async def connect(self, *, source: str = "127.0.0.1", port: int = 0) -> Line:
        """Opens a connection on which nothing has been said."""
        opened = asyncio.open_connection("127.0.0.1", port or self.relay.port, local_addr=(source, 0))
        return self._keep(await opened)

    async def shake_hands(self, room: str, *, source: str = "127.0.0.1") -> Line:
        """Opens a connection and agrees on TLS with the server behind a room."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            opened = asyncio.open_connection(
                *("127.0.0.1", self.relay.port),
                ssl=pinning_context(),
                server_hostname=Address(f"{room}@relay").server_name,
                local_addr=(source, 0),
            )
            return self._keep(await opened)

    async def open_room(self, name: str, secret: str = "", claim: str = "first") -> tuple[Line, str]:
        """Opens a room as a host does, by hand; returns the host's line and the answer."""
        secret = secret or self.tokens.make(name)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            line = self._keep(await asyncio.open_connection("127.0.0.1", self.relay.port, ssl=pinning_context()))
            line.writer.write(f"HOST {name} {secret} {claim}\n".encode())
            return line, await said_on(line)

    async def take(self, ticket: str) -> Line:
        """Takes a guest as a host does."""
        line = await self.connect()
        line.writer.write(f"TAKE {ticket}\n".encode())
        return line


async def said_on(line: Line) -> str:
    """Returns the next line of text, empty at the end."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return (await line.reader.readline()).decode().strip()


async def ended(line: Line) -> bool:
    """Whether the other end closes a line without another word."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            return not await line.reader.read(1)
        return True


@asynccontextmanager
async def run_relay(folder: Path, **settings: Any) -> AsyncIterator[RunningRelay]:
    """Runs a relay on this machine that has no limit on speed; its password is `PASSWORD`."""
    wanted: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "connection_rate": 0.0} | settings
    certificate, tokens = open_certificate(folder), RoomTokens(folder, PASSWORD)
    async with Relay(RelaySettings(**wanted), certificate, tokens) as relay:
        running = RunningRelay(relay, tokens, certificate.fingerprint)
        try:
            yield running
        finally:
            await running.close_lines()
    await asyncio.sleep(0.01)  # what is aborted ends a moment later


class RelayedServer:
    """A game server and its line to a relay; `states` gets what becomes of its room."""

    def __init__(self, server: Server, place: Address, ssh_port: int = 0) -> None:
        self.server = server
        self.states: asyncio.Queue[RelayState] = asyncio.Queue()
        self.line = HostLine(
            *(place, server.serve_line),
            on_state=self.states.put_nowait,
            find_ssh=lambda: ssh_port,
            delays=lambda: iter(lambda: 0.02, None),
        )

    def guest_address(self, place: Address) -> Address:
        """Returns the link for guests."""
        assert self.server.certificate is not None
        return replace(place, fingerprint=self.server.certificate.fingerprint, invite="")

    async def wait_for(self, *, trouble: bool) -> RelayState:
        """Waits until the room is open, or until there is trouble with it."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while bool((state := await self.states.get()).trouble) != trouble:
                pass
            return state


@asynccontextmanager
async def run_relayed_server(
    place: Address, folder: Path, *, ssh_port: int = 0, **settings: Any
) -> AsyncIterator[RelayedServer]:
    """Runs a game server that guests reach by a room of a relay."""
    server = Server(ServerSettings(port=0, discovery=False, **settings), certificate=open_certificate(folder))
    async with server:
        relayed = RelayedServer(server, place, ssh_port)
        running = asyncio.create_task(relayed.line.run())
        try:
            yield relayed
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
