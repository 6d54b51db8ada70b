"""A relay with real sockets: whom it lets through, whom it turns away, and what it does not learn."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.relay.lines import BUFFER, Line
from railbird_shared.network.websocket import pinning_context
from support.relays import PASSWORD, ended, run_relay, said_on
from support.timeouts import TIMEOUT_SECONDS

GUEST = "127.0.0.9" if sys.platform == "linux" else "127.0.0.1"


async def until(condition: Callable[[], object]) -> None:
    """Waits until a function returns something true."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110  what is waited for tells nobody
            await asyncio.sleep(0.01)


async def test_a_guest_is_joined_to_the_host_of_the_room_that_they_name(tmp_path: Path) -> None:
    async with run_relay(tmp_path) as relay:
        wren, answer = await relay.open_room("wren")
        heron, _ = await relay.open_room("heron")
        assert answer == "OPEN 0"
        guest = asyncio.create_task(relay.shake_hands("heron", source=GUEST))
        verb, ticket, address, door = (await said_on(heron)).split()
        assert (verb, address, door) == ("GUEST", GUEST, "game")
        assert len(bytes.fromhex(ticket)) == 16
        host = await relay.take(ticket)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            hello = await host.reader.readexactly(5)
        assert hello[:1] == b"\x16"  # the guest's own TLS, from its first byte
        guest.cancel()
        assert not wren.reader.at_eof()


async def test_what_a_host_has_to_know(tmp_path: Path) -> None:
    async with run_relay(tmp_path) as relay:
        token = relay.tokens.make("wren")
        for secret in ("wrong", PASSWORD):  # the password is for rooms that have no token
            line, answer = await relay.open_room("wren", secret)
            assert answer.startswith("REFUSED The relay knows no such token")
            assert await ended(line)
        first, answer = await relay.open_room("wren", token)
        assert answer.startswith("OPEN")
        _, answer = await relay.open_room("wren", token, claim="second")  # the host has started again
        assert answer.startswith("OPEN")
        assert await ended(first)
        mine, _ = await relay.open_room("heron", PASSWORD, claim="mine")
        _, answer = await relay.open_room("heron", PASSWORD, claim="theirs")
        assert answer.startswith("REFUSED Somebody else has this room now")
        _, answer = await relay.open_room("heron", PASSWORD, claim="mine")
        assert answer.startswith("OPEN")
        assert await ended(mine)
        _, answer = await relay.open_room("No", PASSWORD)
        assert answer.startswith("REFUSED Name a room by small letters")
        kept = (tmp_path / "rooms.json").read_text()
        assert token not in kept
        assert PASSWORD not in kept


async def test_wrong_secrets_cost_time(tmp_path: Path) -> None:
    async with run_relay(tmp_path) as relay:
        answers = [(await relay.open_room("wren", "wrong-" * 3))[1] for _ in range(6)]
        assert [answer.startswith("REFUSED Too many wrong secrets") for answer in answers] == [False] * 5 + [True]


async def test_a_ticket_serves_once(tmp_path: Path) -> None:
    async with run_relay(tmp_path) as relay:
        room, _ = await relay.open_room("wren")
        guest = asyncio.create_task(relay.shake_hands("wren"))
        _, ticket, *_ = (await said_on(room)).split()
        first = await relay.take(ticket)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await first.reader.readexactly(1) == b"\x16"
        assert await ended(await relay.take(ticket))
        assert await ended(await relay.take("0" * 32))
        assert await ended(await relay.take(ticket.upper() + " more"))
        guest.cancel()


async def test_a_guest_whom_no_host_takes_is_let_go(tmp_path: Path) -> None:
    async with run_relay(tmp_path) as relay:
        room, _ = await relay.open_room("wren")
        relay.relay._limits._settings = replace(relay.relay.settings, open_timeout=0.2)
        with pytest.raises(OSError):  # noqa: PT011  asyncio says in several ways that the other end has gone
            await relay.shake_hands("wren")
        _, ticket, *_ = (await said_on(room)).split()
        assert await ended(await relay.take(ticket))
        with pytest.raises(OSError):  # noqa: PT011
            await relay.shake_hands("nobody")


async def test_an_address_has_so_many_connections_and_a_host_those_of_its_guests(tmp_path: Path) -> None:
    async with run_relay(tmp_path, connections_per_address=4) as relay:
        room, _ = await relay.open_room("wren")
        flood = await asyncio.gather(*(relay.connect(source=GUEST) for _ in range(12)), return_exceptions=True)
        lines = [line for line in flood if isinstance(line, Line)]

        def still_open() -> int:
            return sum(not line.reader.at_eof() and not line.reader.exception() for line in lines)

        await until(lambda: still_open() <= 4)
        assert still_open() == 4
        for _ in range(5):
            guest = asyncio.create_task(relay.shake_hands("wren"))
            _, ticket, *_ = (await said_on(room)).split()
            await relay.take(ticket)
            await until(lambda: relay.relay.guests["wren"])
            guest.cancel()
        assert relay.relay.guests["wren"]


async def test_half_a_handshake_keeps_nobody_out(tmp_path: Path) -> None:
    async with run_relay(tmp_path, connections_per_address=1000, connections=1000, open_timeout=30) as relay:
        room, _ = await relay.open_room("wren")
        halves = [await relay.connect(source=GUEST) for _ in range(120)]
        for half in halves:
            half.writer.write(b"\x16\x03\x01\x02\x00\x01")
        guest = asyncio.create_task(relay.shake_hands("wren"))
        _, ticket, *_ = (await said_on(room)).split()
        host = await relay.take(ticket)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await host.reader.readexactly(1) == b"\x16"
        await until(lambda: sum(half.reader.at_eof() for half in halves) >= 20)  # the oldest have made room
        guest.cancel()


@pytest.mark.slow
async def test_other_words_than_those_of_guests_and_hosts_end_a_line(tmp_path: Path) -> None:
    async with run_relay(tmp_path, open_timeout=0.5) as relay:
        for garbage in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x02hi", b"\x16" + b"\x03" * 40_000, b"\n"):
            line = await relay.connect()
            line.writer.write(garbage)
            assert await ended(line)


@pytest.mark.slow
async def test_a_guest_who_does_not_read_fills_no_memory(tmp_path: Path) -> None:
    async with run_relay(tmp_path, byte_rate=0.0) as relay:
        room, _ = await relay.open_room("wren")
        guest, hello = await relay.connect(), _hello("wren")
        guest.writer.write(hello)
        _, ticket, *_ = (await said_on(room)).split()
        host = await relay.take(ticket)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await host.reader.readexactly(len(hello))
        host.writer.transport.set_write_buffer_limits(BUFFER)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < 50_000_000:
                host.writer.write(bytes(BUFFER))
                sent += BUFFER
                async with asyncio.timeout(1):
                    await host.writer.drain()
        assert sent < 20_000_000  # what the system holds for three sockets
        guest.writer.transport.abort()
        assert await ended(host)


async def test_a_silent_line_is_closed_and_a_room_has_so_many_bytes_a_day(tmp_path: Path) -> None:
    async with run_relay(tmp_path, idle_timeout=0.3, day_bytes=100_000, byte_rate=0.0) as relay:
        room, _ = await relay.open_room("wren")
        for payload in (b"", bytes(1_000_000)):
            guest = await relay.connect()
            guest.writer.write(_hello("wren") + payload)
            _, ticket, *_ = (await said_on(room)).split()
            host = await relay.take(ticket)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                assert len(await host.reader.read()) < 140_000  # what came with the hello is not counted
            assert await ended(guest)
        late = await relay.connect()
        late.writer.write(_hello("wren"))
        assert await ended(late)


async def test_ssh_has_a_port_for_each_room(tmp_path: Path, unused_tcp_port: int) -> None:
    ports = (unused_tcp_port, unused_tcp_port + 3)
    async with run_relay(tmp_path, ssh_ports=ports) as relay:
        room, answer = await relay.open_room("wren", token := relay.tokens.make("wren"))
        port = int(answer.removeprefix("OPEN "))
        assert ports[0] <= port <= ports[1]
        guest = await relay.connect(port=port)
        verb, ticket, _, door = (await said_on(room)).split()
        assert (verb, door) == ("GUEST", "ssh")
        host = await relay.take(ticket)
        host.writer.write(b"SSH-2.0-house\r\n")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await guest.reader.readline() == b"SSH-2.0-house\r\n"
        _, answer = await relay.open_room("wren", token)
        assert answer == f"OPEN {port}"
        host.close()


def _hello(room: str) -> bytes:
    """Returns the first message of a client's handshake that names a room."""
    outgoing = ssl.MemoryBIO()
    handshake = pinning_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname=f"{room}.railbird")
    with pytest.raises(ssl.SSLWantReadError):
        handshake.do_handshake()
    return outgoing.read()
