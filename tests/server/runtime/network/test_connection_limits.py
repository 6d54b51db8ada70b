"""A connection is counted from the moment it opens, even if it never sends a byte."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import InvalidMessage, InvalidStatus

from railbird_server.runtime import serve
from railbird_server.runtime.serve import Server
from railbird_shared.commands import ListTables
from support.network_clients import SocketLink, connect_in_memory, open_socket, run_server
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
    monkeypatch.setattr(serve, "OPEN_TIMEOUT", 10 * TIMEOUT_SECONDS)
    async with run_server(connections_per_address=2) as server:
        wren = await connect_in_memory(server)
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
        await wren.expect_accepted(ListTables())
    assert {record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING} <= {
        "connections were turned away because too many came from one address: 1"
    }


async def test_new_connections_from_one_address_are_limited_by_time_too() -> None:
    async with run_server(connections_per_address=2, connection_rate=0.0001) as server:
        for _ in range(4):
            await (await let_in(server)).close()
        with ExitStack() as connections:
            assert await last_words(connections.enter_context(knock(server))) == b""
