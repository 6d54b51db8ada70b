"""Ssh doors whose house runs no client, and clients of asyncssh that come through them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from railbird_client.guests.channel_driver import Channel
from railbird_client.guests.guest import USUAL_TERMINAL, Guest, TerminalKind
from railbird_client.guests.house import DrawnGuest, GuestHouse, GuestRefused
from railbird_client.guests.ssh_door import SshDoor, open_ssh_door
from railbird_shared.network.address import Address
from support.timeouts import TIMEOUT_SECONDS


class FakeGame(DrawnGuest):
    """A guest's client that paints nothing by itself, and keeps what it is told."""

    def __init__(self, guest: Guest, channel: Channel, size: tuple[int, int], terminal: TerminalKind) -> None:
        super().__init__(channel, size)
        self.guest = guest
        self.channel = channel
        self.sizes = [size]
        self.terminal = terminal
        self.typed = b""
        self.is_paused = False
        self.has_ended = False

    def feed(self, data: bytes) -> None:
        self.typed += data

    def resize(self, width: int, height: int) -> None:
        self.sizes.append((width, height))

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def end(self, sentence: str = "") -> None:
        self.has_ended = True
        if sentence:
            self.channel.close(sentence)


class FakeHouse(GuestHouse):
    """A house that lets guests in until it is to refuse them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Address("127.0.0.1"), folder)
        self.games: list[FakeGame] = []

    def refuse(self, sentence: str) -> None:
        """Lets nobody in any more."""
        self._is_closed = sentence

    async def draw(
        self, guest: Guest, channel: Channel, size: tuple[int, int], terminal: TerminalKind = USUAL_TERMINAL
    ) -> DrawnGuest:
        if self._is_closed:
            raise GuestRefused(self._is_closed)
        self.games.append(FakeGame(guest, channel, size, terminal))
        return self.games[-1]

    async def next_game(self, number: int = 1) -> FakeGame:
        """Waits until so many guests have come in, and returns the game of the last of them."""
        await wait_until(lambda: len(self.games) >= number)
        return self.games[number - 1]


async def wait_until(condition: Callable[[], bool]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110  what is waited for is in asyncssh, too
            await asyncio.sleep(0.005)


@asynccontextmanager
async def open_fake_door(folder: Path) -> AsyncIterator[tuple[SshDoor, FakeHouse]]:
    """Opens a door of a house without a game."""
    house = FakeHouse(folder)
    door = await open_ssh_door(house, 0, folder, host="127.0.0.1")
    try:
        yield door, house
    finally:
        await door.close()


class KeylessClient(asyncssh.SSHClient):
    """A client that would answer questions; there are none."""

    def kbdint_auth_requested(self) -> str:
        return ""


@asynccontextmanager
async def connect(
    door: SshDoor, key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None, name: str = "Wren"
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connects a client that has a key, or none."""
    connection = await asyncssh.connect(
        "127.0.0.1",
        door.port,
        client_factory=KeylessClient,
        username=name,
        client_keys=None if key is None else [key],
        known_hosts=None,
        agent_path=None,
        config=None,
        keepalive_interval=0,
    )
    async with connection:
        yield connection


async def open_terminal(
    connection: asyncssh.SSHClientConnection,
    *,
    term: str = "linux",
    size: tuple[int, int] = (80, 24),
    env: dict[str, str] | None = None,
) -> asyncssh.SSHClientProcess[bytes]:
    """Begins a game in a terminal of that name, whose answers are those of the test."""
    return await connection.create_process(
        request_pty=True, encoding=None, term_type=term, term_size=size, env=env or {}
    )
