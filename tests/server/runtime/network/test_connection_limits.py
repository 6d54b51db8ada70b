"""A connection is counted from the moment it opens, even if it never sends a byte."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage, InvalidStatus

from railbird_server.runtime.network import connection_limits
from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.runtime.network.connection_limits import TOO_MANY_FROM_ADDRESS
from railbird_server.runtime.server import Server
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Welcome
from support.network_clients import SocketLink, connect_in_memory, connect_over_socket, open_socket, run_server
from support.timeouts import TIMEOUT_SECONDS


def knock(server: Server) -> socket.socket:
    """Connects without asking for anything."""
    raw = socket.create_connection(("127.0.0.1", server.port))
    raw.setblocking(False)
    return raw


async def last_words(raw: socket.socket) -> bytes:
    """Reads until the server ends a connection; returns the last that it said."""
    said = b""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while some := await asyncio.get_running_loop().sock_recv(raw, 1000):
                said = some
    return said


async def let_in(server: Server) -> SocketLink:
    """Asks to be let in until there is room."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            with suppress(InvalidStatus, InvalidMessage, OSError):
                return await open_socket(server)
            await asyncio.sleep(0.01)


async def test_beyond_twice_the_limit_a_connection_is_cut_off_without_a_response(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("railbird_server.runtime.server.OPEN_TIMEOUT", 10 * TIMEOUT_SECONDS)
    async with run_server(connections_per_address=2) as server:
        with ExitStack() as connections:
            early = [connections.enter_context(knock(server)) for _ in range(4)]
            late = connections.enter_context(knock(server))
            assert await last_words(late) == b""
            for raw in early:
                with pytest.raises(BlockingIOError):
                    raw.recv(1)
        for _ in range(2):
            await let_in(server)
        with pytest.raises(InvalidStatus):
            await open_socket(server)
        await (await connect_in_memory(server)).expect_accepted(ListTables())
    assert {record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING} <= {
        "connections were turned away because too many came from one address: 1"
    }


async def open_at_once(server: Server, number: int) -> list[bytes]:
    """Opens connections that all ask for a websocket when the last is open; returns how each answer begins."""
    streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(number)]
    request = (
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for _, writer in streams:
        writer.write(request.encode())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        answers = [(await reader.readline())[9:12] for reader, _ in streams]
    for _, writer in streams:
        writer.transport.abort()
    return answers


async def test_of_too_many_connections_at_once_as_many_get_in_as_are_allowed_in_their_order() -> None:
    async with run_server() as server:
        assert await open_at_once(server, 22) == 20 * [b"101"] + 2 * [b"429"]


async def fill_address(server: Server) -> list[SocketLink]:
    """Has strangers take all connections that one address may have."""
    return [await open_socket(server) for _ in range(server.settings.connections_per_address)]


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_known_player_comes_back_where_strangers_have_taken_all_connections(*, is_there: bool) -> None:
    async with run_server(connections_per_address=2) as server:
        wren = await connect_over_socket(server, "Wren")
        token = wren.welcome.token
        if not is_there:
            await wren.socket.abort_and_wait()
        strangers = [await let_in(server) for _ in range(1 + (not is_there))]
        again = await connect_over_socket(server, "Wren", token=token)
        assert again.welcome.token == token
        for stranger in strangers:
            await stranger.send_frame('{"type":"hello","v":2,"name":"Rook"}')
            assert isinstance(await stranger.receive(), Welcome)


async def test_a_stranger_beyond_the_limit_is_told_so_at_hello_where_a_player_might_come_back() -> None:
    async with run_server(connections_per_address=2, metrics_port=None) as server:
        await connect_in_memory(server)
        await fill_address(server)
        late = await open_socket(server)
        await late.send_frame('{"type":"hello","v":2,"name":"Rook","token":"made up"}')
        assert await late.wait_closed() == (1013, TOO_MANY_FROM_ADDRESS)


async def test_even_known_players_open_no_more_than_twice_as_many_connections() -> None:
    async with run_server(connections_per_address=2) as server:
        tokens = [(await connect_in_memory(server, name)).welcome.token for name in ("Wren", "Heron", "Jay")]
        await fill_address(server)
        for token in tokens[:2]:
            await connect_over_socket(server, token=token)
        with pytest.raises((InvalidStatus, InvalidMessage, OSError)):
            await open_socket(server)


async def test_a_place_is_free_again_when_a_connection_has_ended() -> None:
    async with run_server(connections_per_address=2) as server:
        for _ in range(3):
            for each in [await let_in(server) for _ in range(2)]:
                await each.abort_and_wait()
        limits = server._connection_limits
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while limits._addresses or limits._let_in:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("network", ["127.0.0.1", "127.0.0.0/8"])
async def test_a_shared_address_is_limited_by_the_server_alone(network: str) -> None:
    limits: dict[str, Any] = {"connections_per_address": 1, "connection_rate": 0.0001, "new_player_rate": 0.0001}
    async with run_server(shared_address=(network,), tables_per_address=1, **limits) as server:
        for number in range(6):
            player = await connect_over_socket(server, f"Wren {number}")
            await player.open_table()


async def test_new_connections_from_one_address_are_limited_by_time_too() -> None:
    async with run_server(connections_per_address=2, connection_rate=0.0001) as server:
        for _ in range(4):
            await (await let_in(server)).close()
        with ExitStack() as connections:
            assert await last_words(connections.enter_context(knock(server))) == b""


PING = b"\x89\x80" + bytes(4)


@pytest.mark.parametrize("encrypted", [False, True])
async def test_a_client_that_floods_is_told_why_it_is_cut_off(*, encrypted: bool, tmp_path: Path) -> None:
    certificate = open_certificate(tmp_path) if encrypted else None
    async with run_server(certificate=certificate, frame_rate=25.0, frame_burst=50) as server:
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        options: dict[str, Any] = {"ssl": trusting} if encrypted else {}
        flooding = await connect(server.address, compression=None, proxy=None, **options)
        flooding.transport.pause_reading()
        flooding.transport.write(PING * 400_000)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not server._connection_limits._floods._count:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        for _ in range(10):
            await asyncio.sleep(0)
            flooding.transport.write(PING)  # it still sends when it is cut off
        flooding.transport.resume_reading()
        await SocketLink(flooding).wait_closed()
        assert (flooding.close_code, flooding.close_reason) == (1008, "too much at once")
        await (await connect_in_memory(server)).expect_accepted(ListTables())


async def test_a_client_that_floods_and_does_not_read_is_cut_off_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "FAREWELL_TIMEOUT", 0.05)
    async with run_server(frame_rate=25.0, frame_burst=50) as server:
        flooding = await open_socket(server, small_buffers=True)
        flooding.socket.transport.pause_reading()
        flooding.socket.transport.write(PING * 400_000)
        limits = server._connection_limits
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while limits._open:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
