"""Channels as doors give them to guests, whose other end is a terminal of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pyte

from railbird_client.guests.guest import USUAL_TERMINAL, Guest, TerminalKind
from railbird_client.guests.house import DrawnGuest, GuestHouse
from railbird_server.runtime.server import Server
from railbird_shared.network.address import parse_address
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS


class GuestTerminal:
    """The terminal of a guest: the channel of their client."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.written = b""
        self.pieces = 0
        self.closed_with: str | None = None
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.written += data
        self.pieces += 1
        self._stream.feed(data)
        self._changed.set()

    def close(self, sentence: str) -> None:
        assert self.closed_with is None
        self.closed_with = sentence
        self._changed.set()

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Waits until a condition holds after something was written."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"Waited in vain on\n{self.text}\n{self.closed_with}") from None

    async def wait_for(self, *texts: str) -> None:
        await self.wait_until(lambda: all(text in self.text for text in texts))

    async def wait_until_closed(self) -> str:
        await self.wait_until(lambda: self.closed_with is not None)
        assert self.closed_with is not None
        return self.closed_with


class GuestAtTable:
    """A guest who is in, with their terminal."""

    def __init__(self, drawn: DrawnGuest, terminal: GuestTerminal) -> None:
        self.drawn = drawn
        self.terminal = terminal

    def type_keys(self, keys: str) -> None:
        self.drawn.feed(keys.encode())


async def come_in(
    house: GuestHouse, name: str, kind: TerminalKind = USUAL_TERMINAL, *, identity: str = "", address: str = "10.0.0.9"
) -> GuestAtTable:
    """Has a guest come in over a line of their own."""
    terminal = GuestTerminal()
    guest = Guest(f"test:{identity or name}", name, address)
    return GuestAtTable(await house.draw(guest, terminal, (80, 24), kind), terminal)


@asynccontextmanager
async def run_house(folder: Path, *, limit: int = 16, **settings: Any) -> AsyncIterator[tuple[GuestHouse, Server]]:
    """Runs a house of guests beside a server."""
    async with run_server(**settings) as server:
        house = GuestHouse(parse_address(server.address), folder, limit=limit)
        try:
            yield house, server
        finally:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await house.close("The house closes.")
