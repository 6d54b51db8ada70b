from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage

from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.runtime.network.transport import (
    READ_BUFFER,
    ListeningConnection,
    ServerCertificate,
    SocketTransport,
)
from railbird_server.runtime.server import Server
from railbird_shared.network.recognition import certificate_fingerprint
from support.network_clients import SocketClient, SocketLink, run_server
from support.timeouts import TIMEOUT_SECONDS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ServerCertificate:
    return open_certificate(tmp_path_factory.mktemp("server"))


def trusting_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@asynccontextmanager
async def encrypted_socket(server: Server) -> AsyncIterator[ClientConnection]:
    async with connect(server.address, ssl=trusting_context(), compression=None, proxy=None) as client_end:
        yield client_end


async def until(condition: object) -> None:
    assert callable(condition)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110  the server tells nobody
            await asyncio.sleep(0.002)


async def test_a_hand_is_played_over_encrypted_connections(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate) as server, encrypted_socket(server) as client_end:
        assert server.address.startswith("wss://127.0.0.1:")
        shown = client_end.transport.get_extra_info("ssl_object")
        assert shown.version() == "TLSv1.3"
        assert certificate_fingerprint(shown.getpeercert(binary_form=True)) == certificate.fingerprint
        client = SocketClient(SocketLink(client_end))
        await client.login("Wren")
        await client.open_table()
        assert await client.sit() == 1


@pytest.mark.parametrize("name", ["127.0.0.1", "den.example"])
async def test_who_connects_sees_the_certificate_of_the_moment_and_who_is_connected_stays(
    certificate: ServerCertificate, tmp_path: Path, name: str
) -> None:
    renewed = open_certificate(tmp_path)
    async with run_server(certificate=certificate) as server, encrypted_socket(server) as early:
        server.certificate = renewed
        async with connect(server.address, ssl=trusting_context(), server_hostname=name, proxy=None) as late:
            shown = late.transport.get_extra_info("ssl_object")
            assert shown.version() == "TLSv1.3"
            assert certificate_fingerprint(shown.getpeercert(binary_form=True)) == renewed.fingerprint
            await SocketClient(SocketLink(late)).login("Jay")
        client = SocketClient(SocketLink(early))
        await client.login("Wren")
        await client.open_table()
        assert server._announcement().fingerprint == renewed.fingerprint


async def test_a_plain_client_gets_no_answer_from_an_encrypted_server(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate) as server:
        with pytest.raises((InvalidMessage, ConnectionError, EOFError)):
            await connect(server.address.replace("wss:", "ws:"), proxy=None)


async def test_an_encrypted_connection_decrypts_into_a_small_buffer(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate) as server, encrypted_socket(server):
        [connection] = server._connection_limits._open
        assert len(connection.transport._ssl_protocol._ssl_buffer) == READ_BUFFER  # type: ignore[attr-defined]


async def test_all_bytes_that_an_encrypted_client_does_not_read_are_counted(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate) as server, encrypted_socket(server) as client_end:
        client_end.transport.pause_reading()
        [connection] = server._connection_limits._open
        assert isinstance(connection, ListeningConnection)
        transport = SocketTransport(connection)
        for _ in range(800):
            transport.write(bytes(16 * 1024))
        written = 800 * 16 * 1024
        assert transport.buffered > written / 2
        assert transport.buffered > connection.transport.get_write_buffer_size()
        client_end.transport.abort()


# --- connections that do not finish their handshake -------------------------------------------------------------------


def knock(server: Server) -> socket.socket:
    """Connects and says nothing, not even the first word of the encryption."""
    raw = socket.create_connection(("127.0.0.1", server.port))
    raw.setblocking(False)
    return raw


async def is_ended(raw: socket.socket) -> bool:
    """Waits until the server ends a connection on which it has said nothing."""
    with contextlib.suppress(ConnectionResetError):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await asyncio.get_running_loop().sock_recv(raw, 1000) == b""
    return True


async def test_unfinished_handshakes_count_for_their_address(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate, connections_per_address=2) as server:
        limits = server._connection_limits
        with contextlib.ExitStack() as connections:
            for _ in range(4):
                connections.enter_context(knock(server))
            assert await is_ended(connections.enter_context(knock(server)))
            assert len(limits._handshakes) == 4
        await until(lambda: not limits._handshakes and not limits._addresses)
        async with encrypted_socket(server):
            assert not limits._handshakes


async def test_the_longest_unfinished_handshake_makes_room(certificate: ServerCertificate) -> None:
    async with run_server(
        certificate=certificate, max_connections=3, reserved_connections=0, connections_per_address=50
    ) as server:
        with contextlib.ExitStack() as connections:
            first, *_ = [connections.enter_context(knock(server)) for _ in range(4)]
            assert await is_ended(first)
            await until(lambda: len(server._connection_limits._handshakes) == 3)


async def test_a_server_stops_without_waiting_for_handshakes(certificate: ServerCertificate) -> None:
    with contextlib.ExitStack() as connections:
        async with run_server(certificate=certificate) as server:
            for _ in range(3):
                connections.enter_context(knock(server))
            await until(lambda: len(server._connection_limits._handshakes) == 3)
        await until(lambda: not server._connection_limits._handshakes)


async def test_an_unfinished_handshake_ends_by_itself(
    certificate: ServerCertificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_server.runtime.server.OPEN_TIMEOUT", 0.05)
    async with run_server(certificate=certificate) as server:
        with knock(server) as raw:
            assert await is_ended(raw)
        await until(lambda: not server._connection_limits._handshakes)


async def test_the_kept_certificate_serves_again(tmp_path: Path) -> None:
    first = open_certificate(tmp_path)
    async with run_server(certificate=open_certificate(tmp_path)) as server, encrypted_socket(server) as client_end:
        shown = client_end.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        assert certificate_fingerprint(shown) == first.fingerprint
