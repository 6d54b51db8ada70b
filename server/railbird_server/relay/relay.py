"""A relay: hosts keep a line open to it, and guests who ask for a room are passed on to its host.

A connection says in its first bytes whose it is. A guest begins the TLS of a game server and names a room in it. A host
begins TLS with the relay itself, and says HOST, a room, a secret and a claim. For each guest the host is told a ticket,
and opens one more connection that begins with TAKE and the ticket. Those two are joined, and the relay reads nothing of
what they say.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Self

from railbird_server.relay.limits import ByteBudgets, RelayLimits, counted
from railbird_server.relay.lines import BUFFER, LINE_TROUBLE, Line, end_tls, join_lines, name_reader, read_room
from railbird_server.relay.room_tokens import BadRoomFile, RoomTokens
from railbird_server.relay.settings import RelaySettings
from railbird_server.runtime.monitoring import logger, report_error
from railbird_server.runtime.network.connection_limits import LimitedListener
from railbird_server.runtime.network.transport import ServerCertificate
from railbird_shared.network.address import is_room_name
from railbird_shared.network.peer import address_group, plain_address

TLS_HANDSHAKE = b"\x16"
"""The byte with which TLS begins (RFC 8446, section 5.1)."""

TICKET_BYTES = 16
MAX_TICKETS = 16
"""How many guests of a room may wait for its host at a time."""

HOST_SILENCE = 45.0
"""Seconds after which a host that says nothing is gone; it pings three times as often."""

COUNT_INTERVAL = 600.0
"""Seconds between two lines of the log."""

UNKNOWN_VERB = "The relay is of another version: update it, or your server."

GAME_DOOR, SSH_DOOR = "game", "ssh"
"""The doors of a host that guests come to."""

MAX_TEXT_BYTES = 512

NextPart = Callable[[], Awaitable[None]]


class RelayRoom:
    """A room that is open: the line of its host, known by its claim, and the listener for guests by ssh."""

    def __init__(self, claim: str, line: Line) -> None:
        self.claim = claim
        self.line = line
        self.ssh: asyncio.Server | None = None

    def say(self, text: str) -> None:
        """Sends the host a line; a host that does not read is cut off."""
        self.line.writer.write(text.encode() + b"\n")
        if self.line.writer.transport.get_write_buffer_size() > BUFFER:
            self.line.writer.transport.abort()

    def end(self) -> None:
        """Ends the host's line and the port for ssh; guests who are in stay."""
        self.line.writer.transport.abort()
        if self.ssh is not None:
            self.ssh.close()


class Relay:
    """A relay, which runs for as long as its context lasts; raises OSError where it cannot listen."""

    def __init__(self, settings: RelaySettings, certificate: ServerCertificate, tokens: RoomTokens) -> None:
        self.settings = settings
        self.port = 0
        self.guests: Counter[str] = Counter()
        """How many connections of guests each room has."""
        self.rooms: dict[str, RelayRoom] = {}
        self._certificate = certificate
        self._tokens = tokens
        self._tickets: dict[str, asyncio.Future[Line]] = {}
        self._waiting: Counter[str] = Counter()
        self._limits = RelayLimits(settings)
        self._budgets = ByteBudgets(settings)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: asyncio.Server | None = None
        self._names = name_reader()

    async def __aenter__(self) -> Self:
        self._listener = await self._listen(self.settings.port, self._serve_line)
        self.port = int(self._listener.sockets[0].getsockname()[1])
        self._track(asyncio.create_task(self._log_counts()))
        return self

    async def __aexit__(self, *_: object) -> None:
        for listener in filter(None, (self._listener, *(room.ssh for room in self.rooms.values()))):
            listener.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self, port: int, serve: Callable[[Line], Awaitable[bool]]) -> asyncio.Server:
        family = socket.AF_INET6 if ":" in self.settings.host else socket.AF_INET
        listening = LimitedListener(family, self._limits.allows)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((self.settings.host, port))
            return await asyncio.start_server(
                lambda reader, writer: self._accept(serve, Line(reader, writer)),
                sock=listening,
                limit=BUFFER,
            )
        except BaseException:
            listening.close()
            raise

    def _track(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _accept(self, serve: Callable[[Line], Awaitable[bool]], line: Line) -> None:
        """Has a new connection served, and closes it then unless it has been handed over."""
        task = asyncio.create_task(self._serve(serve, line))

        def end(task: asyncio.Task[bool]) -> None:
            if task.cancelled():
                line.writer.transport.abort()
            elif not task.result():
                line.close()

        task.add_done_callback(end)
        self._track(task)

    async def _serve(self, serve: Callable[[Line], Awaitable[bool]], line: Line) -> bool:
        try:
            with self._limits.counted(line.peer):
                return await serve(line)
        except BadRoomFile as fault:
            logger.error("%s", fault)
        except LINE_TROUBLE:
            self._limits.refused += 1
        except Exception as error:  # noqa: BLE001  a fault with one connection must not stop the others
            report_error("relay", error)
        return False

    async def _serve_line(self, line: Line) -> bool:
        async with self._limits.opening(line):
            first = await line.reader.readexactly(1)
            if first != TLS_HANDSHAKE:
                return self._take(first + await line.reader.readuntil(b"\n"), line)
            name, begun = await read_room(self._names, line.reader, first)
            if name:
                go_on = await self._meet_host(name, GAME_DOOR, line, begun)
            else:
                go_on = await self._open_room(line, begun)
        await go_on()
        return False

    async def _serve_ssh(self, name: str, line: Line) -> bool:
        async with self._limits.opening(line):
            go_on = await self._meet_host(name, SSH_DOOR, line)
        await go_on()
        return False

    # --- guests ------------------------------------------------------------------------------------------------------

    async def _meet_host(self, name: str, door: str, line: Line, begun: bytes = b"") -> NextPart:
        """Has the host of a room take a guest, of whom `begun` has been read already."""
        room = self.rooms.get(name)
        waiting = self._waiting[name]
        is_full = waiting >= MAX_TICKETS or self.guests[name] + waiting >= self.settings.guests
        if room is None or is_full or self._budgets.is_spent(name):
            raise ConnectionRefusedError
        ticket = secrets.token_hex(TICKET_BYTES)
        taken = self._tickets[ticket] = asyncio.get_running_loop().create_future()
        try:
            with counted(self._waiting, name):
                room.say(f"GUEST {ticket} {plain_address(line.peer)} {door}")
                host = await asyncio.shield(taken)
        except BaseException:
            if taken.done():
                taken.result().close()
            raise
        finally:
            del self._tickets[ticket]
        host.writer.write(begun)
        return partial(self._join, name, line, host)

    def _take(self, text: bytes, line: Line) -> bool:
        """Hands the line of a host over to the guest of its ticket, who then closes it."""
        verb, ticket = text.decode("ascii").split()
        taken = self._tickets.get(ticket) if verb == "TAKE" else None
        if taken is None or taken.done():
            raise ConnectionRefusedError
        taken.set_result(line)
        return True

    async def _join(self, name: str, guest: Line, host: Line) -> None:
        is_host = counted(self._limits.hosts, address_group(host.peer))
        with counted(self.guests, name), is_host, self._limits.counted(host.peer):
            await join_lines(guest, host, self.settings.idle_timeout, partial(self._budgets.spend, name))

    # --- hosts -------------------------------------------------------------------------------------------------------

    async def _open_room(self, line: Line, begun: bytes) -> NextPart:
        address, context = line.peer, self._certificate.context
        inner, passing = await end_tls(line, begun, context, self.settings.open_timeout)
        self._track(passing)
        try:
            verb, name, secret, claim = (await inner.reader.readline())[:MAX_TEXT_BYTES].decode("ascii").split()
            refusal, claim = self._judge(address, name, secret, claim) if verb == "HOST" else (UNKNOWN_VERB, "")
        except BaseException:
            inner.close()
            raise
        if refusal:
            inner.writer.write(f"REFUSED {refusal}\n".encode())
            inner.close()
            await passing
            raise ConnectionRefusedError
        if before := self.rooms.get(name):
            before.end()
        room = self.rooms[name] = RelayRoom(claim, inner)
        return partial(self._keep_room, name, room, address)

    def _judge(self, address: str, name: str, secret: str, claim: str) -> tuple[str, str]:
        """Returns why a host may not open a room, or nothing and what the same host is known by."""
        if not is_room_name(name):
            return "Name a room by small letters, digits and dashes.", ""
        if not self._limits.may_guess(address):
            return "Too many wrong secrets came from your address: wait a minute.", ""
        claim = self._tokens.find_claim(name, secret, claim)
        if not claim:
            return "The relay knows no such token for this room: ask whoever runs the relay for one.", ""
        self._limits.guessed_right(address)
        if name not in self.rooms and len(self.rooms) >= self.settings.rooms:
            return "The relay has no room left: try again later.", ""
        if name in self.rooms and self.rooms[name].claim != claim:
            return "Somebody else has this room now: choose another name for yours.", ""
        return "", claim

    async def _keep_room(self, name: str, room: RelayRoom, address: str) -> None:
        try:
            with counted(self._limits.hosts, address_group(address)):
                room.ssh = await self._open_ssh(name)
                room.say(f"OPEN {room.ssh.sockets[0].getsockname()[1] if room.ssh else 0}")
                while True:
                    async with asyncio.timeout(HOST_SILENCE):
                        if not (await room.line.reader.readline()).endswith(b"\n"):
                            return
                    room.say("PONG")
        finally:
            room.end()
            if self.rooms.get(name) is room:
                del self.rooms[name]

    async def _open_ssh(self, name: str) -> asyncio.Server | None:
        """Opens a port of the range for a room, mostly the same one each time; None where there is none."""
        if self.settings.ssh_ports is None:
            return None
        first, last = self.settings.ssh_ports
        size = last - first + 1
        for step in range(size):
            port = first + (zlib.crc32(name.encode()) + step) % size
            with contextlib.suppress(OSError):
                return await self._listen(port, partial(self._serve_ssh, name))
        return None

    async def _log_counts(self) -> None:
        while True:
            await asyncio.sleep(COUNT_INTERVAL)
            logger.info(
                "%d rooms and %d guests now; %d connections refused and %d MB passed on since the start",
                *(len(self.rooms), self.guests.total(), self._limits.refused, self._budgets.total // 10**6),
            )
