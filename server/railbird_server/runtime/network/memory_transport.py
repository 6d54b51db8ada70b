"""A transport in memory: the bots of the house and the tests use a session as if over a socket."""

from __future__ import annotations

import asyncio
from collections import deque

from railbird_server.bots.bot_client import LinkClosed
from railbird_server.runtime.network.transport import TransportClosed
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Message


class _Pipe:
    """Frames in one direction; those sent before the end can still be read after it."""

    def __init__(self) -> None:
        self.size = 0
        self.ended = asyncio.Event()
        self._frames: deque[bytes] = deque()
        self._filled = asyncio.Event()

    def put(self, frame: bytes) -> None:
        if not self.ended.is_set():
            self._frames.append(frame)
            self.size += len(frame)
            self._filled.set()

    def end(self) -> None:
        self.ended.set()
        self._filled.set()

    async def get(self) -> bytes | None:
        while not self._frames:
            if self.ended.is_set():
                return None
            self._filled.clear()
            await self._filled.wait()
        frame = self._frames.popleft()
        self.size -= len(frame)
        return frame


class MemoryTransport:
    """The server's end of a connection in memory."""

    def __init__(self, incoming: _Pipe, outgoing: _Pipe) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self.close_reason: tuple[int, str] = (1000, "")

    @property
    def address(self) -> str:
        """Empty: a client in memory has no address."""
        return ""

    @property
    def buffered(self) -> int:
        """The bytes written that the client has not read yet."""
        return self._outgoing.size

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises TransportClosed."""
        frame = await self._incoming.get()
        if frame is None:
            raise TransportClosed
        return frame.decode()

    def write(self, frame: bytes) -> None:
        """Sends a frame; does nothing once the connection has ended."""
        self._outgoing.put(frame)

    def ping(self) -> None:
        """Does nothing: a client in memory does not fall silent."""

    def take_heard(self) -> bool:
        """Whether anything has come from the client: a client in memory is always there."""
        return True

    def close(self, code: int, reason: str) -> None:
        """Ends the connection; frames written before can still be read."""
        if not self._outgoing.ended.is_set():
            self.close_reason = (code, reason)
        self.abort()

    def abort(self) -> None:
        """Ends the connection."""
        self._outgoing.end()
        self._incoming.end()

    async def wait_closed(self) -> None:
        """Waits until the connection has ended."""
        await self._incoming.ended.wait()


class MemoryLink:
    """The client's end of a connection in memory: a `railbird_server.bots.bot_client.Link`."""

    def __init__(self) -> None:
        self._incoming = _Pipe()
        self._outgoing = _Pipe()
        self.transport = MemoryTransport(self._outgoing, self._incoming)

    async def send(self, command: Command) -> None:
        """Sends a command; raises LinkClosed."""
        if self._outgoing.ended.is_set():
            raise LinkClosed(self.transport.close_reason[1])
        self._outgoing.put(codec.encode(command))

    async def receive(self) -> Message:
        """Waits for the next message; raises LinkClosed."""
        frame = await self._incoming.get()
        if frame is None:
            raise LinkClosed(self.transport.close_reason[1])
        return codec.decode_message(frame)

    async def close(self) -> None:
        """Ends the connection."""
        self._incoming.end()
        self._outgoing.end()
