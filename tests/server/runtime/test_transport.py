from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from railbird_server.runtime.transport import SocketTransport, address_group
from support.timeouts import TIMEOUT_SECONDS

FRAME = b"x" * 1000
MOST_FRAMES = 2000
"""Far more than what a system holds for one client."""


@asynccontextmanager
async def wired() -> AsyncIterator[tuple[SocketTransport, ClientConnection]]:
    """The two ends of a conversation; the client's holds little that is unread."""
    met: asyncio.Future[SocketTransport] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def accept(connection: ServerConnection) -> None:
        met.set_result(SocketTransport(connection))
        await over.wait()

    async with serve(accept, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        raw = socket.create_connection(server.sockets[0].getsockname())
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32768)
        uri = "ws://127.0.0.1"
        async with connect(uri, sock=raw, compression=None, max_queue=1, ping_interval=None, proxy=None) as client:
            yield await met, client
            over.set()
            client.transport.abort()


async def test_what_a_client_does_not_read_is_seen_to_wait_and_is_read_in_the_end() -> None:
    async with wired() as (wire, client):
        client.transport.pause_reading()
        written = 0
        while not wire.buffered and written < MOST_FRAMES:
            wire.write(FRAME)
            written += 1
            await asyncio.sleep(0)
        assert wire.buffered
        client.transport.resume_reading()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert [await client.recv(decode=False) for _ in range(written)] == [FRAME] * written
        assert not wire.buffered


async def test_what_is_written_to_who_has_been_cut_off_is_lost_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    async with wired() as (wire, _):
        wire.abort()
        for _ in range(20):
            wire.write(FRAME)
        await asyncio.wait_for(wire.wait_closed(), TIMEOUT_SECONDS)
    assert caplog.records == []


async def test_nothing_comes_after_a_goodbye() -> None:
    async with wired() as (wire, client):
        wire.write(b"last words")
        wire.close(1001, "the server stops")
        wire.write(b"news")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await client.recv() == "last words"
            with pytest.raises(ConnectionClosed):
                await client.recv()
        assert (client.close_code, client.close_reason) == (1001, "the server stops")
        await asyncio.wait_for(wire.wait_closed(), TIMEOUT_SECONDS)


async def test_an_address_is_told_without_its_port() -> None:
    async with wired() as (wire, _):
        assert wire.address == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2606:4700:7:9::1", "2606:4700:7:9::/64"),
        ("2606:4700:7:9:ffff::2", "2606:4700:7:9::/64"),
        ("fd12::7", "fd12::7"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_a_household_has_one_address_or_one_network(address: str, whose: str) -> None:
    assert address_group(address) == whose
