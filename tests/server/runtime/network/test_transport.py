from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from railbird_server.runtime.network.transport import (
    ListeningConnection,
    MemoryWire,
    SocketTransport,
    TransportClosed,
)
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby
from support.timeouts import TIMEOUT_SECONDS

FRAME = b"x" * 1000
MOST_FRAMES = 2000
"""Far more than what a system holds for one client."""


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[SocketTransport, ClientConnection]]:
    """The two ends of a connection; the client's holds little that is unread."""
    met: asyncio.Future[SocketTransport] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def accept(connection: ServerConnection) -> None:
        assert isinstance(connection, ListeningConnection)
        met.set_result(SocketTransport(connection))
        await over.wait()

    async with serve(
        accept, "127.0.0.1", 0, compression=None, ping_interval=None, create_connection=ListeningConnection
    ) as server:
        raw = socket.create_connection(server.sockets[0].getsockname())
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32768)
        uri = "ws://127.0.0.1"
        async with connect(uri, sock=raw, compression=None, max_queue=1, ping_interval=None, proxy=None) as client:
            yield await met, client
            over.set()
            client.transport.abort()


async def test_unread_bytes_are_counted_and_can_be_read_later() -> None:
    async with connected() as (transport, client):
        client.transport.pause_reading()
        written = 0
        while not transport.buffered and written < MOST_FRAMES:
            transport.write(FRAME)
            written += 1
            await asyncio.sleep(0)
        assert transport.buffered
        client.transport.resume_reading()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert [await client.recv(decode=False) for _ in range(written)] == [FRAME] * written
        assert not transport.buffered


async def test_a_ping_is_answered_by_the_clients_library() -> None:
    async with connected() as (transport, client):
        assert transport.take_heard()
        assert not transport.take_heard()
        transport.ping()
        assert not transport.take_heard()
        await (await client.ping())  # the pong to the server's ping goes out before this ping
        assert transport.take_heard()


async def test_a_closed_connection_is_not_pinged() -> None:
    async with connected() as (transport, _):
        transport.abort()
        transport.ping()
        await transport.wait_closed()
        transport.ping()


async def test_writing_to_an_aborted_connection_does_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with connected() as (transport, _):
        transport.abort()
        for _ in range(20):
            transport.write(FRAME)
        await asyncio.wait_for(transport.wait_closed(), TIMEOUT_SECONDS)
    assert caplog.records == []


async def test_nothing_is_sent_after_close() -> None:
    async with connected() as (transport, client):
        transport.write(b"last words")
        transport.close(1001, "the server stops")
        transport.write(b"after the close")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await client.recv() == "last words"
            with pytest.raises(ConnectionClosed):
                await client.recv()
        assert (client.close_code, client.close_reason) == (1001, "the server stops")
        await asyncio.wait_for(transport.wait_closed(), TIMEOUT_SECONDS)


async def test_an_address_has_no_port() -> None:
    async with connected() as (transport, _):
        assert transport.address == "127.0.0.1"


async def test_frames_arrive_in_order() -> None:
    wire = MemoryWire()
    await wire.send(codec.encode(ListTables(id=1)))
    await wire.send(codec.encode(ListTables(id=2)))
    assert [codec.decode_command(await wire.transport.receive()).id for _ in range(2)] == [1, 2]
    wire.transport.write(codec.encode(Lobby(tables=(), people=3)))
    assert codec.decode_message(await wire.receive()) == Lobby(tables=(), people=3)


async def test_a_memory_transport_counts_unread_bytes() -> None:
    wire = MemoryWire()
    frame = codec.encode(Lobby(tables=()))
    wire.transport.write(frame)
    wire.transport.write(frame)
    assert wire.transport.buffered == 2 * len(frame)
    await wire.receive()
    assert wire.transport.buffered == len(frame)


async def test_a_waiting_end_is_woken_when_the_other_closes() -> None:
    wire = MemoryWire()
    waiting = asyncio.create_task(wire.receive())
    await asyncio.sleep(0)
    wire.transport.close(1008, "too many messages")
    with pytest.raises(WireClosed, match="too many messages"):
        await asyncio.wait_for(waiting, TIMEOUT_SECONDS)
    with pytest.raises(WireClosed):
        await wire.send(codec.encode(ListTables()))


async def test_frames_sent_before_the_close_can_still_be_read() -> None:
    wire = MemoryWire()
    wire.transport.write(codec.encode(Lobby(tables=())))
    wire.transport.close(1000, "")
    wire.transport.write(codec.encode(Lobby(tables=(), people=9)))
    assert codec.decode_message(await wire.receive()) == Lobby(tables=())
    with pytest.raises(WireClosed):
        await wire.receive()


async def test_closing_the_wire_ends_the_session() -> None:
    wire = MemoryWire()
    await wire.close()
    with pytest.raises(TransportClosed):
        await wire.transport.receive()
    await asyncio.wait_for(wire.transport.wait_closed(), TIMEOUT_SECONDS)
