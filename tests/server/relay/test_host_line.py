"""Guests come to a game server by a relay: the same server as on its own port, and nothing learned in between."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from railbird_server.relay.host_line import MAX_ARRIVALS
from railbird_server.relay.lines import Line, join_lines
from railbird_server.runtime.network.certificate import open_certificate
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import Conversation
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.websocket import CertificateRefused, WebSocketWire, open_connection
from railbird_shared.protocol.commands import ListTables
from support.certificates import write_certificate
from support.relays import run_relay, run_relayed_server
from support.timeouts import TIMEOUT_SECONDS
from support.tls_server import run_recording_server


@asynccontextmanager
async def guest_at(address: Address, name: str) -> AsyncIterator[Carrier]:
    connection = await open_connection(address, TIMEOUT_SECONDS)
    async with Carrier(Conversation(name), WebSocketWire(connection)) as carrier:
        await carrier.hello()
        yield carrier


class Wire:
    """Passes on what comes to `port`, and keeps all of it."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.seen = bytearray()
        self._target = target

    async def on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = Line(*await asyncio.open_connection("127.0.0.1", self._target))
        await join_lines(Line(self._tap(reader), writer), Line(self._tap(target.reader), target.writer))

    def _tap(self, reader: asyncio.StreamReader) -> asyncio.StreamReader:
        feed = reader.feed_data
        self.seen.extend(reader._buffer)  # type: ignore[attr-defined]

        def keep(data: bytes) -> None:
            self.seen.extend(data)
            feed(data)

        reader.feed_data = keep  # type: ignore[method-assign,assignment]
        return reader


@asynccontextmanager
async def tapped(target: int) -> AsyncIterator[Wire]:
    wire = Wire(target)
    server = await asyncio.start_server(wire.on_connection, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        server.close()


async def test_nothing_of_what_is_said_can_be_read_on_the_way(tmp_path: Path) -> None:
    async with run_relay(tmp_path / "relay") as relay, tapped(relay.relay.port) as wire:
        place = relay.room("wren", port=wire.port)
        async with run_relayed_server(place, tmp_path / "server") as server:
            await server.wait_for(trouble=False)
            invited = replace(server.guest_address(place), invite="inv1te-of-a-friend")
            async with guest_at(invited, "Sandpiper") as carrier:
                token = str(next(iter(carrier.conversation.tokens)))
            assert len(wire.seen) > 3000
            assert b"wren.railbird" in wire.seen  # the name of the room is read, and lengths and times
            assert b"TAKE " in wire.seen
            for secret in (b"Sandpiper", token.encode(), place.invite.encode(), b"hello", b"welcome", b"GET", b"HOST"):
                assert secret not in wire.seen
            assert invited.invite.encode() not in wire.seen


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of one machine")
async def test_limits_count_the_guests_and_not_the_relay(tmp_path: Path) -> None:
    async with run_relay(tmp_path / "relay") as relay:
        place = relay.room("wren")
        async with run_relayed_server(place, tmp_path / "server", connections_per_address=2) as server:
            await server.wait_for(trouble=False)
            for address in ("127.0.0.9", "127.0.0.10"):
                for _ in range(2):
                    await relay.shake_hands("wren", source=address)
            limits = server.server._connection_limits
            assert limits._addresses == {"127.0.0.9": 2, "127.0.0.10": 2}
            await relay.shake_hands("wren", source="127.0.0.9")
            await relay.shake_hands("wren", source="127.0.0.9")
            with pytest.raises(OSError):  # noqa: PT011  asyncio says in several ways that the other end has gone
                await relay.shake_hands("wren", source="127.0.0.9")


async def test_a_relay_with_another_certificate_learns_nothing(tmp_path: Path) -> None:
    impostor = write_certificate(tmp_path / "impostor")
    async with run_relay(tmp_path / "relay") as relay, run_recording_server(impostor) as lying:
        place = relay.room("wren", port=lying.address.port)
        async with run_relayed_server(place, tmp_path / "server") as server:
            state = await server.wait_for(trouble=True)
            assert "its certificate is another, and nothing was sent to it" in state.trouble
            assert await lying.wait_for_end() == b""
            with pytest.raises(CertificateRefused):  # a guest is as careful
                await open_connection(server.guest_address(place), TIMEOUT_SECONDS)
            assert set(lying.said) == {b""}


async def test_the_room_opens_again_and_guests_come_back(tmp_path: Path) -> None:
    async with run_relay(tmp_path / "relay") as first:
        port, place = first.relay.port, first.room("wren")
        async with run_relayed_server(place, tmp_path / "server") as server:
            assert (await server.wait_for(trouble=False)).place == f"wren@127.0.0.1:{port}"
            address = server.guest_address(place)
            async with guest_at(address, "Sandpiper") as carrier:
                first.relay.rooms["wren"].end()  # the host's line breaks, and the guest's stays
                await server.wait_for(trouble=True)
                await server.wait_for(trouble=False)
                await carrier.request(ListTables())
            await first.relay.__aexit__()
            await server.wait_for(trouble=True)
            async with run_relay(tmp_path / "relay", port=port):
                await server.wait_for(trouble=False)
                async with guest_at(address, "Sandpiper"):
                    pass


async def test_a_wrong_token_is_told(tmp_path: Path) -> None:
    async with run_relay(tmp_path / "relay") as relay:
        place = relay.room("wren", secret="another-secret")
        async with run_relayed_server(place, tmp_path / "server") as server:
            state = await server.wait_for(trouble=True)
            assert state.trouble.startswith("The relay knows no such token for this room")


async def test_ssh_leads_to_the_door_of_the_house(tmp_path: Path, unused_tcp_port: int) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-house\r\n")
        await writer.drain()
        writer.close()

    door = await asyncio.start_server(greet, "127.0.0.1", 0)
    ssh_port = door.sockets[0].getsockname()[1]
    async with (
        run_relay(tmp_path / "relay", ssh_ports=(unused_tcp_port, unused_tcp_port)) as relay,
        run_relayed_server(relay.room("wren"), tmp_path / "server", ssh_port=ssh_port) as server,
    ):
        state = await server.wait_for(trouble=False)
        assert state.ssh_port == unused_tcp_port
        guest = await relay.connect(port=state.ssh_port)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await guest.reader.read() == b"SSH-2.0-house\r\n"
    door.close()


async def test_a_relay_that_lies_harms_nobody_at_the_server(tmp_path: Path) -> None:
    certificate, lines_seen = open_certificate(tmp_path / "relay"), 0
    lies = [b"GUEST " + b"0" * 32 + b" 192.0.2.7 game\n"] * 500
    lies += [b"GUEST\n", b"GUEST x not-an-address game\n", b"\xff\xfe\n", b"GUEST " + b"x" * 100_000 + b"\n"]

    async def lie(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal lines_seen
        with contextlib.suppress(OSError, EOFError):
            assert (await reader.readuntil(b"\n")).startswith(b"HOST wren ")
            lies_of_this_line = [*lies[:500], lies[500 + lines_seen % 4]]
            lines_seen += 1
            writer.write(b"OPEN 0\n" + b"".join(lies_of_this_line))
            await reader.read()
        writer.transport.abort()
        ended.release()

    ended = asyncio.Semaphore(0)
    relay = await asyncio.start_server(lie, "127.0.0.1", 0, ssl=certificate.context)
    place = Address("wren@127.0.0.1", relay.sockets[0].getsockname()[1], Scheme.ENCRYPTED, certificate.fingerprint, "x")
    async with run_relayed_server(place, tmp_path / "server") as server:
        for _ in range(8):  # after each lie that is no line of a relay the server begins anew
            await server.wait_for(trouble=True)
        direct = replace(server.guest_address(place), host="127.0.0.1", port=server.server.port)
        async with guest_at(direct, "Sandpiper"):
            assert len(server.line._arrivals) <= MAX_ARRIVALS
    relay.close()
    for _ in range(lines_seen):
        await ended.acquire()
