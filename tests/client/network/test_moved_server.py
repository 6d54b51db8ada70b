"""A server that is at another port than before, on real sockets; the search finds what the test says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from railbird_client.network.lan_search import FoundServer, Publish, SearchUnavailable, places_claimed
from railbird_client.network.link import Closed, CloseReason, Link, LinkEvent, ServerMoved
from railbird_shared.conversation import Received
from railbird_shared.network.address import Address, Scheme
from railbird_shared.protocol.commands import Resume
from support.certificates import CertificateFiles, write_certificate
from support.fake_server import run_fake_server, table_snapshot
from support.found_servers import found_server
from support.timeouts import TIMEOUT_SECONDS
from support.tls_server import run_recording_server


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("server"), name="Railbird", issuer="Railbird")


@pytest.fixture(scope="module")
def other_files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("other"), name="Railbird", issuer="Railbird")


class InstantSearch:
    """A search that has found all servers of the network at once, and looks no longer."""

    def __init__(self) -> None:
        self.servers: tuple[FoundServer, ...] = ()
        self.trouble: SearchUnavailable | None = None
        self.begun = 0

    def announce(self, port: int, fingerprint: str) -> None:
        """Has the network say that a server with that certificate is at a port of this machine."""
        server = found_server(f"game at {port}", "127.0.0.1", port=port, fingerprint=fingerprint)
        self.servers = (*self.servers, server)

    async def __call__(self, publish: Publish) -> None:
        self.begun += 1
        if self.trouble is not None:
            raise self.trouble
        publish(self.servers)


async def hardly_sleep(_: float) -> None:
    await asyncio.sleep(0.01)


@asynccontextmanager
async def running_link(address: Address, search: InstantSearch) -> AsyncIterator[asyncio.Queue[LinkEvent]]:
    events = asyncio.Queue[LinkEvent]()
    link = Link(address, name="Heron", tokens=("kept",), on_event=events.put_nowait, sleep=hardly_sleep, search=search)
    running = asyncio.create_task(link.run())
    try:
        yield events
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def wait_for(events: asyncio.Queue[LinkEvent], kind: type) -> LinkEvent:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not isinstance(event := await events.get(), kind):
            pass
        return event


async def closed_port() -> int:
    """Returns a port at which nobody listens any more."""
    async with run_fake_server() as server:
        return server.address.port


def pinned(port: int, files: CertificateFiles) -> Address:
    return Address("127.0.0.1", port, Scheme.ENCRYPTED, files.fingerprint)


async def test_a_link_that_breaks_goes_where_the_server_proves_its_certificate(files: CertificateFiles) -> None:
    search = InstantSearch()
    async with run_fake_server(files) as first, running_link(pinned(first.address.port, files), search) as events:
        connection = await first.accept()
        await connection.answer_hello(token="secret", table="t1")
        await connection.send(table_snapshot(seated=True))
        for _ in ("welcome", "table"):
            await wait_for(events, Received)
        async with run_fake_server(files) as second:
            search.announce(second.address.port, files.fingerprint)
            first.stop_listening()
            connection.abort()
            hello = await (await second.accept()).answer_hello(table="t1")
            assert await wait_for(events, ServerMoved) == ServerMoved(f"port {second.address.port}")
        assert (hello.token, hello.resume) == ("secret", Resume("t1", "e1", 1))


@pytest.mark.parametrize("port_is_taken", [False, True])
async def test_a_client_that_starts_from_a_link_finds_the_server_too(
    files: CertificateFiles, other_files: CertificateFiles, *, port_is_taken: bool
) -> None:
    search = InstantSearch()
    async with run_recording_server(other_files) as stranger, run_fake_server(files) as server:
        search.announce(server.address.port, files.fingerprint)
        before = stranger.address.port if port_is_taken else await closed_port()
        async with running_link(replace(pinned(before, files), invite="open-sesame"), search) as events:
            hello = await (await server.accept()).answer_hello()
            assert (hello.token, hello.invite) == ("kept", "open-sesame")
            assert await wait_for(events, ServerMoved) == ServerMoved(f"port {server.address.port}")
        assert b"".join(stranger.said) == b""


async def test_a_server_that_only_claims_the_certificate_gets_nothing(
    files: CertificateFiles, other_files: CertificateFiles
) -> None:
    search = InstantSearch()
    async with run_recording_server(other_files) as impostor:
        search.announce(impostor.address.port, files.fingerprint)
        before = await closed_port()
        async with running_link(pinned(before, files), search) as events:
            closed = await wait_for(events, Closed)
        assert isinstance(closed, Closed)
        assert closed.reason is CloseReason.UNREACHABLE, "a false claim is no word about the server"
        assert f"No server answers at 127.0.0.1:{before}" in closed.sentence
        assert await impostor.wait_for_end() == b""


async def test_a_false_claim_does_not_end_a_link_that_looks_for_its_server(
    files: CertificateFiles, other_files: CertificateFiles
) -> None:
    search = InstantSearch()
    async with run_recording_server(other_files) as impostor, run_fake_server(files) as first:
        search.announce(impostor.address.port, files.fingerprint)
        async with running_link(pinned(first.address.port, files), search) as events:
            connection = await first.accept()
            await connection.answer_hello()
            await wait_for(events, Received)
            first.stop_listening()
            connection.abort()
            assert await impostor.wait_for_end() == b""
            async with run_fake_server(files) as second:
                search.announce(second.address.port, files.fingerprint)
                await (await second.accept()).answer_hello()
                assert await wait_for(events, ServerMoved) == ServerMoved(f"port {second.address.port}")


@pytest.mark.parametrize("scheme", [Scheme.PLAIN, Scheme.ENCRYPTED])
async def test_a_server_without_a_pinned_certificate_is_not_looked_for(files: CertificateFiles, scheme: Scheme) -> None:
    search = InstantSearch()
    search.announce(await closed_port(), files.fingerprint)
    async with running_link(Address("127.0.0.1", await closed_port(), scheme), search) as events:
        await wait_for(events, Closed)
    assert search.begun == 0


async def test_a_network_that_cannot_be_searched_is_no_trouble(files: CertificateFiles) -> None:
    search = InstantSearch()
    search.trouble = SearchUnavailable("This machine is on no network.")
    async with running_link(pinned(await closed_port(), files), search) as events:
        closed = await wait_for(events, Closed)
    assert isinstance(closed, Closed)
    assert closed.reason is CloseReason.UNREACHABLE
    assert search.begun == 1


def test_of_a_flood_of_claims_the_latest_few_are_tried(files: CertificateFiles) -> None:
    claimed = [found_server(f"game {n}", "10.0.0.1", port=n, fingerprint=files.fingerprint) for n in range(1, 60)]
    other = found_server("another", "10.0.0.2", fingerprint="A" * 43)
    places = places_claimed((*claimed, other), files.fingerprint)
    assert places[0] == ("10.0.0.1", 59)
    assert len(places) == 8
