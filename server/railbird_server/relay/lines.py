"""Connections of a relay as lines: how two become one, and which room the TLS of a guest asks for."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from railbird_shared.network.address import ROOM_DOMAIN

BUFFER = 32 * 1024
"""Bytes that wait in one direction of a line, beside those of the system."""

CHUNK = 16 * 1024
MAX_HELLO_BYTES = 16 * 1024
FAREWELL_SECONDS = 2.0
"""Seconds in which what waits is yet sent on a line that is closed."""


LINE_TROUBLE = (OSError, EOFError, ValueError, asyncio.LimitOverrunError)
"""The errors with which a line ends: it breaks, or the other end says what it should not."""


class Line(NamedTuple):
    """A connection as its two streams."""

    reader: StreamReader
    writer: StreamWriter

    @property
    def peer(self) -> str:
        """The address of the other end; raises OSError where it has gone already."""
        if not (name := self.writer.get_extra_info("peername")):
            raise ConnectionResetError
        return str(name[0])

    def close(self) -> None:
        """Closes the line after what waits has been sent, or after `FAREWELL_SECONDS`."""
        self.writer.close()
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self.writer.transport.abort)


async def join_lines(
    one: Line, other: Line, idle: float | None = None, spend: Callable[[int], Awaitable[None]] | None = None
) -> None:
    """Passes on what comes on each of two lines until one ends, or nothing has come for `idle` seconds; closes both.

    `spend` is told of bytes before they are passed on; it may wait, or raise OSError to end the lines.
    """

    async def pass_on(reader: StreamReader, writer: StreamWriter) -> None:
        writer.transport.set_write_buffer_limits(BUFFER)
        while data := await reader.read(CHUNK):
            if idle is not None:
                timer.reschedule(asyncio.get_running_loop().time() + idle)
            if spend is not None:
                await spend(len(data))
            writer.write(data)
            await writer.drain()

    directions: list[asyncio.Task[None]] = []
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(idle) as timer:
                ways = ((one.reader, other.writer), (other.reader, one.writer))
                directions += [asyncio.create_task(pass_on(*way)) for way in ways]
                await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for direction in directions:
            direction.cancel()
        await asyncio.gather(*directions, return_exceptions=True)
        one.close()
        other.close()


class _Asking(ssl.SSLObject):
    """A handshake that notes the name which the other end asks for."""

    asked: str | None = None


def name_reader() -> ssl.SSLContext:
    """Returns a context for `read_room`: it has no certificate, and says nothing."""

    def note(handshake: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> int:
        assert isinstance(handshake, _Asking)
        handshake.asked = (name or "").lower()
        return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sslobject_class = _Asking
    context.sni_callback = note
    return context


async def read_room(context: ssl.SSLContext, reader: StreamReader, begun: bytes) -> tuple[str, bytes]:
    """Reads the first message of a TLS handshake, of which `begun` has been read; returns it with the room it asks for.

    The room is empty where it asks for none. Raises EOFError or ssl.SSLError for what is no such message.
    """
    incoming = ssl.MemoryBIO()
    handshake = context.wrap_bio(incoming, ssl.MemoryBIO(), server_side=True)
    assert isinstance(handshake, _Asking)
    incoming.write(begun)
    while handshake.asked is None:
        try:
            handshake.do_handshake()
        except ssl.SSLWantReadError:
            if not (data := await reader.read(CHUNK)) or len(begun) > MAX_HELLO_BYTES:
                raise EOFError from None
            incoming.write(data)
            begun += data
        except ssl.SSLError:
            if handshake.asked is None:
                raise
    room = handshake.asked.removesuffix(ROOM_DOMAIN)
    return "" if room == handshake.asked else room, begun


async def end_tls(line: Line, begun: bytes, context: ssl.SSLContext, seconds: float) -> tuple[Line, asyncio.Task[None]]:
    """Ends the TLS of a line whose first bytes are read already; returns the line in it, and what passes it on.

    asyncio encrypts whole connections only, so the line is passed on over a pair of sockets. Raises OSError.
    """
    near, far = socket.socketpair()
    outer = Line(*await asyncio.open_connection(sock=near, limit=BUFFER))
    outer.writer.write(begun)
    passing = asyncio.create_task(join_lines(line, outer))
    passing.add_done_callback(lambda _: outer.writer.transport.abort())  # one that is cancelled at once closes nothing
    loop, reader = asyncio.get_running_loop(), StreamReader(limit=BUFFER)
    protocol = asyncio.StreamReaderProtocol(reader)
    try:
        transport, _ = await loop.connect_accepted_socket(
            lambda: protocol, far, ssl=context, ssl_handshake_timeout=seconds
        )
    except BaseException:
        passing.cancel()
        raise
    passing.add_done_callback(lambda _: transport.abort())
    return Line(reader, StreamWriter(transport, protocol, reader, loop)), passing
