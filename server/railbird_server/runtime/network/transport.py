"""The connection that carries one session: a websocket, perhaps encrypted, or one in memory.

Clients know a server by the certificate of encrypted connections, or by a proof that it knows their token.
"""

from __future__ import annotations

import asyncio
import asyncio.sslproto
import contextlib
import socket
import ssl
from asyncio import BaseTransport, WriteTransport
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from railbird_shared.carrier import WireClosed
from railbird_shared.network.peer import address_group
from railbird_shared.network.recognition import CHALLENGE_HEADER, PROOF_HEADER, parse_challenge, place_of, prove

SEND_BUFFER = 32 * 1024
"""Bytes that the system may hold for one client; `buffered` counts those beyond."""

CLOSE_TIMEOUT = 1.0
"""Seconds that a client has to answer a goodbye."""


class TransportClosed(Exception):
    """The other end is gone."""


class Transport(Protocol):
    """One client's connection as a session sees it."""

    @property
    def address(self) -> str:
        """The address to count the client by; empty for a client in memory."""
        ...

    @property
    def buffered(self) -> int:
        """The bytes written that the client has not taken yet."""
        ...

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises TransportClosed."""
        ...

    def write(self, frame: bytes) -> None:
        """Sends a text frame without waiting; does nothing after a goodbye, or once the connection is closed."""

    def ping(self) -> None:
        """Asks the client for a sign of life, without waiting."""

    def take_heard(self) -> bool:
        """Whether anything has come from the client since this was asked last."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Says goodbye and ends the connection within `CLOSE_TIMEOUT`; the first goodbye counts."""

    def abort(self) -> None:
        """Ends the connection at once."""

    async def wait_closed(self) -> None:
        """Waits until the connection has ended."""


@lru_cache(maxsize=8)
def _text_frame(payload: bytes) -> bytes:
    """Returns a payload as it goes over the wire: made once for a crowd that is sent the same."""
    return Frame(Opcode.TEXT, payload).serialize(mask=False)


class ListeningConnection(ServerConnection):
    """A websocket that notes when anything arrives: `heard` is set then, and cleared by whoever has read it.

    `client_address` is the address that a trusted proxy has named, empty without one.
    """

    __slots__ = ("client_address", "heard")  # in the dict of the library's connection they take a kilobyte more

    def connection_made(self, transport: BaseTransport) -> None:
        """Begins with a connection that has just been opened."""
        self.heard = True
        self.client_address = ""
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Takes bytes from the client."""
        self.heard = True
        super().data_received(data)


class SocketTransport:
    """The server's end of a websocket."""

    def __init__(self, connection: ListeningConnection) -> None:
        self._connection = connection
        self._transport = connection.transport
        # What carries the encrypted bytes may hold megabytes while the transport above says that nothing waits.
        encryption = getattr(connection.transport, "_ssl_protocol", None)
        self._below: WriteTransport | None = getattr(encryption, "_transport", None)
        self._closing: asyncio.Task[None] | None = None
        raw = cast("socket.socket | None", connection.transport.get_extra_info("socket"))
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    @property
    def address(self) -> str:
        """The address to count the client by, without the port."""
        return address_of(self._connection)

    @property
    def buffered(self) -> int:
        """The bytes written that the system has not taken yet."""
        waiting = self._transport.get_write_buffer_size()
        return waiting if self._below is None else waiting + self._below.get_write_buffer_size()

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises TransportClosed."""
        try:
            return await self._connection.recv()
        except ConnectionClosed:
            raise TransportClosed from None

    def write(self, frame: bytes) -> None:
        """Sends a text frame without waiting; does nothing after a goodbye, or once the connection is closed."""
        # asyncio logs every frame that is written to a transport it has lost.
        connection = self._connection
        if self._closing is None and connection.state is State.OPEN and not self._transport.is_closing():
            self._transport.write(_text_frame(frame))

    def ping(self) -> None:
        """Asks the client for a sign of life, without waiting."""
        if self._closing is None and self._connection.state is State.OPEN and not self._transport.is_closing():
            self._connection.protocol.send_ping(b"")
            self._connection.send_data()

    def take_heard(self) -> bool:
        """Whether anything has come from the client since this was asked last."""
        heard, self._connection.heard = self._connection.heard, False
        return heard

    def close(self, code: int, reason: str) -> None:
        """Says goodbye and ends the connection within `CLOSE_TIMEOUT`; the first goodbye counts."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    def abort(self) -> None:
        """Ends the connection at once."""
        self._transport.abort()

    async def wait_closed(self) -> None:
        """Waits until the connection has ended."""
        if self._closing is not None:
            await asyncio.shield(self._closing)
        await self._connection.wait_closed()

    async def _close(self, code: int, reason: str) -> None:
        # A client that floods, or does not read, can delay the closing handshake for ever.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._connection.close(code, reason)
        self._transport.abort()


def address_of(connection: ListeningConnection) -> str:
    """Returns the address group to count a client by, empty where it has gone already."""
    address = connection.client_address or peer_of(connection)
    return address_group(address) if address else ""


def peer_of(connection: ServerConnection) -> str:
    """Returns the address of the machine at the other end, which may be a proxy; empty where it has gone already."""
    peer = connection.remote_address
    return str(peer[0]) if peer else ""


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
        """Waits for the next frame; returns None after the end."""
        while not (self._frames or self.ended.is_set()):
            self._filled.clear()
            await self._filled.wait()
        frame = self._frames.popleft() if self._frames else None
        self.size -= len(frame or b"")
        return frame


class MemoryTransport:
    """The server's end of a connection in memory."""

    address = ""
    """A client in memory has none."""

    def __init__(self) -> None:
        self.incoming = _Pipe()
        self.outgoing = _Pipe()
        self.close_reason: tuple[int, str] = (1000, "")

    @property
    def buffered(self) -> int:
        """The bytes written that the client has not read yet."""
        return self.outgoing.size

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises TransportClosed."""
        if (frame := await self.incoming.get()) is None:
            raise TransportClosed
        return frame.decode()

    def write(self, frame: bytes) -> None:
        """Sends a frame; does nothing once the connection has ended."""
        self.outgoing.put(frame)

    def ping(self) -> None:
        """Does nothing: a client in memory does not fall silent."""

    def take_heard(self) -> bool:
        """Whether anything has come from the client: a client in memory is always there."""
        return True

    def close(self, code: int, reason: str) -> None:
        """Ends the connection; frames written before can still be read."""
        if not self.outgoing.ended.is_set():
            self.close_reason = (code, reason)
        self.abort()

    def abort(self) -> None:
        """Ends the connection."""
        self.outgoing.end()
        self.incoming.end()

    async def wait_closed(self) -> None:
        """Waits until the connection has ended."""
        await self.incoming.ended.wait()


class MemoryWire:
    """The client's end of a connection in memory: a `railbird_shared.carrier.Wire`."""

    recognition = None

    def __init__(self) -> None:
        self.transport = MemoryTransport()

    async def send(self, frame: bytes) -> None:
        """Sends a frame; raises WireClosed."""
        if self.transport.incoming.ended.is_set():
            raise WireClosed(self.transport.close_reason[1])
        self.transport.incoming.put(frame)

    async def receive(self) -> bytes:
        """Waits for the next frame; raises WireClosed."""
        if (frame := await self.transport.outgoing.get()) is None:
            raise WireClosed(self.transport.close_reason[1])
        return frame

    async def close(self) -> None:
        """Ends the connection."""
        self.transport.abort()


READ_BUFFER = 16 * 1024
"""Bytes that a connection holds to decrypt, as many as a record of TLS has; asyncio takes 256 kB."""


class ServerCertificate(NamedTuple):
    """A certificate ready for use.

    `names` are the names of hosts for which an authority has issued it; without any, players know the server by the
    fingerprint alone. `files` are those from which it was read, the key last; none for one that lasts for a run.
    """

    context: ssl.SSLContext
    fingerprint: str
    names: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()


def shrink_read_buffers() -> None:
    """Has every encrypted connection of this process take `READ_BUFFER` and not 256 kB of memory."""
    asyncio.sslproto.SSLProtocol.max_size = READ_BUFFER


def answer_challenge(
    connection: ServerConnection, request: Request, response: Response, find_digest: Callable[[str], bytes | None]
) -> None:
    """Adds to the answer to a request where it has arrived, and a proof if a token of that mark has a digest."""
    challenge = parse_challenge(" ".join(request.headers.get_all(CHALLENGE_HEADER)))
    if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS or not connection.local_address:
        return
    place = place_of(connection.local_address)
    digest = next(filter(None, map(find_digest, challenge.marks)), None)
    proof = f" {prove(digest, challenge.nonce, place)}" if digest else ""
    response.headers[PROOF_HEADER] = place + proof
