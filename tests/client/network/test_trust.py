from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from railbird_client.network.first_contact import find_fingerprint, is_issued_by_authority
from railbird_client.network.link import unreachable_sentence
from railbird_shared.network import websocket
from railbird_shared.network.address import Address, Scheme, parse_address
from railbird_shared.network.websocket import CertificateRefused, NotEncrypted, open_connection
from support.certificates import NOW, YEAR, CertificateFiles, write_certificate
from support.timeouts import TIMEOUT_SECONDS
from support.tls_server import run_recording_server


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("server"), name="localhost", issuer="localhost")


@pytest.fixture(scope="module")
def other_files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("impostor"))


def pinned(address: Address, files: CertificateFiles) -> Address:
    return replace(address, scheme=Scheme.ENCRYPTED, fingerprint=files.fingerprint)


@asynccontextmanager
async def run_websocket_server(files: CertificateFiles) -> AsyncIterator[Address]:
    async def handle(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(handle, "127.0.0.1", 0, ssl=files.context, compression=None) as server:
        yield pinned(Address("127.0.0.1", server.sockets[0].getsockname()[1]), files)


async def test_a_server_with_the_right_certificate_is_connected(files: CertificateFiles) -> None:
    async with run_websocket_server(files) as address:
        connection = await open_connection(address, TIMEOUT_SECONDS)
        assert connection.transport.get_extra_info("ssl_object").version() == "TLSv1.3"
        await connection.close()


async def test_a_relay_is_asked_for_the_room_by_name(files: CertificateFiles) -> None:
    asked: list[str | None] = []
    context = files.context
    context.sni_callback = lambda _, name, __: asked.append(name)
    async with serve(ServerConnection.wait_closed, "127.0.0.1", 0, ssl=context, compression=None) as server:
        room = pinned(Address("wren@127.0.0.1", server.sockets[0].getsockname()[1]), files)
        connection = await open_connection(room, TIMEOUT_SECONDS)
        await connection.close()
        assert await find_fingerprint(room, TIMEOUT_SECONDS) == files.fingerprint
    assert asked == ["wren.railbird"] * 2


async def test_nothing_is_sent_to_a_server_with_another_certificate(
    files: CertificateFiles, other_files: CertificateFiles
) -> None:
    async with run_recording_server(other_files) as server:
        with pytest.raises(CertificateRefused) as refused:
            await open_connection(pinned(server.address, files), TIMEOUT_SECONDS)
        assert refused.value.found == other_files.fingerprint
        assert await server.wait_for_end() == b""


async def test_looking_at_a_fingerprint_sends_nothing(files: CertificateFiles) -> None:
    async with run_recording_server(files) as server:
        assert await find_fingerprint(server.address, TIMEOUT_SECONDS) == files.fingerprint
        assert await server.wait_for_end() == b""


async def test_an_address_written_wss_without_a_fingerprint_needs_an_authority(files: CertificateFiles) -> None:
    async with run_recording_server(files) as server:
        address = parse_address(f"wss://localhost:{server.address.port}")
        with pytest.raises(CertificateRefused) as refused:
            await open_connection(address, TIMEOUT_SECONDS)
        assert refused.value.reason == "self-signed certificate"
        assert not any(server.said)


async def test_a_certificate_of_an_authority_needs_no_fingerprint(
    files: CertificateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust_authority(monkeypatch, files)
    async with run_websocket_server(files) as address:
        by_name = Address("localhost", address.port, Scheme.ENCRYPTED)
        assert await is_issued_by_authority(by_name, TIMEOUT_SECONDS)
        await (await open_connection(by_name, TIMEOUT_SECONDS)).close()
        assert not await is_issued_by_authority(replace(by_name, host="127.0.0.1"), TIMEOUT_SECONDS)


async def test_a_certificate_out_of_date_is_no_certificate_to_ask_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = write_certificate(
        tmp_path, name="localhost", issuer="localhost", begins=NOW - 9 * YEAR, ends=NOW - 8 * YEAR
    )
    trust_authority(monkeypatch, ended)
    async with run_recording_server(ended) as server:
        with pytest.raises(CertificateRefused) as refused:
            await is_issued_by_authority(Address("localhost", server.address.port), TIMEOUT_SECONDS)
        assert refused.value.reason == "certificate has expired"


def trust_authority(monkeypatch: pytest.MonkeyPatch, files: CertificateFiles) -> None:
    """Has the client trust the issuer of a certificate as it trusts those of the system."""
    context = ssl.create_default_context(cafile=str(files.certificate))
    monkeypatch.setattr(websocket, "authority_context", lambda: context)


async def test_a_server_that_does_not_encrypt_is_told_from_one_that_does_not_answer() -> None:
    async with run_answering_server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        with pytest.raises(NotEncrypted):
            await find_fingerprint(Address("127.0.0.1", port, Scheme.ENCRYPTED), TIMEOUT_SECONDS)


async def test_a_plain_server_called_by_its_name_is_told_from_one_that_does_not_answer() -> None:
    async with run_answering_server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        with pytest.raises(NotEncrypted):
            await is_issued_by_authority(Address("localhost", port), TIMEOUT_SECONDS)


async def test_a_server_with_an_older_encryption_is_told_from_one_that_does_not_answer(
    files: CertificateFiles,
) -> None:
    async with run_answering_server(b"\x15\x03\x03\x00\x02\x02\x46") as port:  # its alert: wrong version
        address = pinned(Address("127.0.0.1", port), files)
        with pytest.raises(ssl.SSLError) as failed:
            await open_connection(address, TIMEOUT_SECONDS)
        assert unreachable_sentence(address, failed.value) == (
            f"The program at {address} agrees on no encryption (tlsv1 alert protocol version): check the address and "
            "the port."
        )


@asynccontextmanager
async def run_answering_server(answer: bytes) -> AsyncIterator[int]:
    """Runs a server that says the same to everybody, and ends the connection; yields its port."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


# --- a server with several addresses ----------------------------------------------------------------------------------


async def test_of_several_addresses_the_one_with_the_right_certificate_is_taken(
    files: CertificateFiles, other_files: CertificateFiles
) -> None:
    async with run_recording_server(other_files) as impostor, run_websocket_server(files) as right:
        several = replace(right, port=impostor.address.port, others=(("127.0.0.1", 1), ("127.0.0.1", right.port)))
        connection = await open_connection(several, TIMEOUT_SECONDS)
        assert connection.remote_address[1] == right.port
        await connection.close()
        assert await impostor.wait_for_end() == b""


async def test_several_addresses_without_the_server_tell_of_the_wrong_certificate(
    files: CertificateFiles, other_files: CertificateFiles
) -> None:
    async with run_recording_server(other_files) as impostor:
        several = replace(pinned(impostor.address, files), others=(("127.0.0.1", 1),))
        with pytest.raises(CertificateRefused):
            await open_connection(several, TIMEOUT_SECONDS)
