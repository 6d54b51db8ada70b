"""Behind a trusted proxy a client is counted by its own address, and nobody else may say what that is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, InvalidStatus
from websockets.typing import Origin

from railbird_server.runtime.server import Server
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello
from railbird_shared.protocol.messages import Welcome
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS

HERE = ("127.0.0.1",)


async def open_as(server: Server, **headers: str) -> ClientConnection:
    """Connects as a proxy does that adds these headers."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return await connect(server.address, additional_headers=names, compression=None, proxy=None)


async def open_under(server: Server, name: str) -> ClientConnection:
    """Connects as a browser on the listed page does that was told that name of the server."""
    return await connect(
        f"ws://{name}:{server.port}",
        host="127.0.0.1",
        origin=Origin("https://play.example.org"),
        compression=None,
        proxy=None,
    )


async def refused_status(server: Server, **headers: str) -> int:
    with pytest.raises(InvalidStatus) as refused:
        await open_as(server, **headers)
    return refused.value.response.status_code


def counted(server: Server) -> set[str]:
    """The addresses by which the open connections are counted."""
    return set(server._connection_limits._addresses)


async def wait_until_nobody_is_counted(server: Server) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            if not counted(server):
                return
            await asyncio.sleep(0.01)


async def send_header(server: Server, header: bytes) -> bytes:
    """Connects as a proxy that sends a PROXY header, and asks for a websocket; returns the first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = (
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for piece in (header[:7], header[7:] + request[:5].encode(), request[5:].encode()):
        with suppress(ConnectionError):
            writer.write(piece)
            await writer.drain()
        await asyncio.sleep(0)
    answer = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            answer = await reader.readline()
    if answer.startswith(b"HTTP/1.1 101"):
        _kept.append(writer)
    else:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return answer.strip()


_kept: list[asyncio.StreamWriter] = []


@asynccontextmanager
async def run_proxied(**changes: Any) -> AsyncIterator[Server]:
    """Runs a server that reads PROXY headers from this machine."""
    async with run_server(trusted_proxy=HERE, proxy_protocol=True, **changes) as server:
        try:
            yield server
        finally:
            while _kept:
                writer = _kept.pop()
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()


# --- headers ---


async def test_clients_of_a_trusted_proxy_are_limited_by_their_own_addresses() -> None:
    async with run_server(trusted_proxy=HERE, connections_per_address=1) as server:
        wren = await open_as(server, X_Forwarded_For="192.0.2.7")
        assert await refused_status(server, X_Forwarded_For="192.0.2.7") == 429
        heron = await open_as(server, X_Forwarded_For="9.9.9.9, 192.0.2.8")
        assert counted(server) == {"192.0.2.7", "192.0.2.8"}
        for connection in (wren, heron):
            await connection.close()


async def test_the_proxy_itself_is_not_limited() -> None:
    async with run_server(trusted_proxy=HERE, connections_per_address=1) as server:
        open_connections = [await open_as(server) for _ in range(4)]
        assert counted(server) == set()
        for connection in open_connections:
            await connection.close()


async def test_headers_of_strangers_are_ignored() -> None:
    async with run_server(trusted_proxy=("10.0.0.0/8",), connections_per_address=1) as server:
        wren = await open_as(server, X_Forwarded_For="10.0.0.1", Forwarded="for=10.0.0.1")
        assert counted(server) == {"127.0.0.1"}
        assert await refused_status(server, X_Forwarded_For="192.0.2.8") == 429
        await wren.close()


async def test_a_connection_that_has_ended_is_counted_no_more() -> None:
    async with run_server(trusted_proxy=HERE, connections_per_address=1) as server:
        for _ in range(3):
            await (await open_as(server, X_Forwarded_For="192.0.2.7")).close()
            await wait_until_nobody_is_counted(server)


async def test_a_forwarded_flood_is_limited_by_time_too() -> None:
    async with run_server(trusted_proxy=HERE, connections_per_address=1, connection_rate=0.0001) as server:
        for _ in range(2):
            await (await open_as(server, X_Forwarded_For="192.0.2.7")).close()
            await wait_until_nobody_is_counted(server)
        assert await refused_status(server, X_Forwarded_For="192.0.2.7") == 429
        await (await open_as(server, X_Forwarded_For="192.0.2.8")).close()


async def test_a_proxy_that_names_no_clear_client_is_refused() -> None:
    async with run_server(trusted_proxy=HERE) as server:
        assert await refused_status(server, X_Forwarded_For="unknown") == 400
        assert await refused_status(server, X_Forwarded_For="192.0.2.7", Forwarded="for=192.0.2.8") == 400
        assert await refused_status(server, Forwarded='for="192.0.2.7') == 400


async def test_a_session_knows_the_forwarded_address() -> None:
    async with run_server(trusted_proxy=HERE, new_player_rate=0.0001, connections_per_address=2) as server:
        answers = []
        for address in ("192.0.2.7", "192.0.2.7", "192.0.2.8", "192.0.2.7"):
            connection = await open_as(server, X_Forwarded_For=address)
            await connection.send(codec.encode(Hello(v=PROTOCOL_VERSION, name="Wren")), text=True)
            answers.append(isinstance(codec.decode_message(await connection.recv()), Welcome))
            await connection.close()
            await wait_until_nobody_is_counted(server)
        assert answers == [True, True, True, False]


# --- the PROXY header ---


async def test_a_proxy_header_names_the_client() -> None:
    async with run_proxied(connections_per_address=1) as server:
        line = b"PROXY TCP4 192.0.2.7 127.0.0.1 56324 7777\r\n"
        assert await send_header(server, line) == b"HTTP/1.1 101 Switching Protocols"
        assert counted(server) == {"192.0.2.7"}
        assert await send_header(server, line) == b"HTTP/1.1 429 Too Many Requests"
        binary = b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c" + bytes([192, 0, 2, 8, 127, 0, 0, 1, 0, 1, 0, 2])
        assert await send_header(server, binary) == b"HTTP/1.1 101 Switching Protocols"
        assert counted(server) == {"192.0.2.7", "192.0.2.8"}


async def test_a_health_check_of_the_proxy_counts_for_nobody() -> None:
    async with run_proxied() as server:
        local = b"\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"
        assert await send_header(server, local) == b"HTTP/1.1 101 Switching Protocols"
        assert counted(server) == set()


@pytest.mark.parametrize("header", [b"", b"PROXY TCP4 nonsense\r\n", b"\r\n\r\n\x00\r\nQUIT\n\x31\x11\x00\x00"])
async def test_without_a_proper_header_a_proxied_connection_is_dropped(header: bytes) -> None:
    async with run_proxied() as server:
        assert await send_header(server, header) == b""
        with pytest.raises((InvalidMessage, OSError)):
            await open_as(server)


async def test_a_proxy_header_of_a_stranger_is_no_request() -> None:
    async with run_server(trusted_proxy=("10.0.0.0/8",), proxy_protocol=True) as server:
        answer = await send_header(server, b"PROXY TCP4 192.0.2.7 127.0.0.1 56324 7777\r\n")
        assert answer in {b"", b"HTTP/1.1 400 Bad Request"}
        assert "192.0.2.7" not in counted(server)
        await (await open_as(server)).close()


# --- origins ---


async def test_only_listed_pages_get_in_and_only_by_a_name_of_the_server() -> None:
    async with run_server(allow_origin=("https://play.example.org",)) as server:
        for origin, status in (("https://evil.example", 403), ("null", 403), ("http://play.example.org", 403)):
            assert await refused_status(server, Origin=origin) == status
        await (await open_as(server, Origin="https://play.example.org")).close()
        await (await open_as(server)).close()


async def test_a_page_under_a_name_that_points_here_is_refused() -> None:
    async with run_server(allow_origin=("https://play.example.org",)) as server:
        for name, status in (("evil.example", 421), ("play.example.org.evil.example", 421)):
            with pytest.raises(InvalidStatus) as refused:
                await open_under(server, name)
            assert refused.value.response.status_code == status
        await (await open_under(server, "play.example.org")).close()


async def test_without_a_list_no_page_gets_in() -> None:
    async with run_server() as server:
        assert await refused_status(server, Origin="https://play.example.org") == 403
