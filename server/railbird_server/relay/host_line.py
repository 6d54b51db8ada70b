"""A game server's line to its relay: it keeps a room open there, and brings in each guest whom the relay tells of."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from typing import NoReturn

from railbird_server.relay.lines import BUFFER, LINE_TROUBLE, Line, join_lines
from railbird_server.relay.relay import HOST_SILENCE, SSH_DOOR
from railbird_server.runtime.monitoring import logger, report_error
from railbird_shared.network.address import Address
from railbird_shared.network.peer import plain_address
from railbird_shared.network.run_file import RelayState
from railbird_shared.network.websocket import authority_context, pinning_context, shown_fingerprint
from railbird_shared.text.text_cleaning import clean_line

CONNECT_TIMEOUT = 10.0
"""Seconds that the relay has to answer."""

INITIAL_DELAY, MAX_DELAY = 0.5, 30.0
"""Seconds before the line is opened again: doubled up to a limit, with up to half taken off at random."""

MAX_REFUSAL = 200
MAX_ARRIVALS = 64
"""How many guests may be on their way in at a time, whatever the relay says."""


class NoRoom(Exception):
    """The relay gives no room; the message is a sentence for the host."""


def usual_delays() -> Iterator[float]:
    """Yields the seconds before each attempt to open the line again."""
    delay = INITIAL_DELAY
    while True:
        yield delay * random.uniform(0.5, 1.0)  # noqa: S311  spreads the hosts of a relay that starts again
        delay = min(2 * delay, MAX_DELAY)


class HostLine:
    """Keeps a room of a relay open while `run` runs.

    `place` is the room at the relay, with the relay's fingerprint unless an authority vouches for it, and its token as
    the invite. `serve` gets the connection of each guest with the address that the relay names and a number.
    `find_ssh` returns the port of the house's ssh door, 0 for none, and `on_state` is told what becomes of the room.
    """

    def __init__(
        self,
        place: Address,
        serve: Callable[[socket.socket, tuple[str, int]], Awaitable[None]],
        *,
        on_state: Callable[[RelayState], None],
        find_ssh: Callable[[], int] = lambda: 0,
        delays: Callable[[], Iterator[float]] = usual_delays,
    ) -> None:
        self.state = RelayState(str(place), trouble="The relay has not answered yet.")
        self._place = place
        self._serve = serve
        self._on_state = on_state
        self._find_ssh = find_ssh
        self._delays = delays
        self._claim = secrets.token_urlsafe(16)
        # connections are told apart by address and port: no relay is to name two that are the same
        self._numbers = itertools.count(1 << 16)
        self._arrivals: set[asyncio.Task[None]] = set()

    async def run(self) -> NoReturn:
        """Opens the room again and again, until it is cancelled."""
        delays = self._delays()
        try:
            while True:
                try:
                    async with asyncio.timeout(CONNECT_TIMEOUT):
                        line, ssh_port = await self._open()
                    delays = self._delays()
                    self._tell(RelayState(str(self._place), ssh_port))
                    await self._keep(line)
                except NoRoom as refused:
                    self._tell(RelayState(str(self._place), trouble=str(refused)))
                except LINE_TROUBLE:
                    sentence = f"The relay at {self._place.machine} does not answer; it is tried again and again."
                    self._tell(RelayState(str(self._place), trouble=sentence))
                except Exception as error:  # noqa: BLE001  whatever it is, the line is opened again
                    report_error("relay", error)
                await asyncio.sleep(next(delays))
        finally:
            for task in self._arrivals:
                task.cancel()

    def _tell(self, state: RelayState) -> None:
        if state != self.state:
            self.state = state
            if state.trouble:
                logger.warning("%s", state.trouble)
            self._on_state(state)

    async def _open(self) -> tuple[Line, int]:
        """Opens the line; returns it with the relay's port for ssh to this room. Raises NoRoom, OSError, EOFError."""
        place = self._place
        context = pinning_context() if place.fingerprint else authority_context()
        try:
            line = Line(*await asyncio.open_connection(place.machine, place.port, ssl=context, limit=BUFFER))
        except ssl.SSLCertVerificationError as error:
            raise NoRoom(f"{_NOT_THE_RELAY} ({error.verify_message}): ask whoever runs the relay.") from None
        with contextlib.ExitStack() as failed:
            failed.callback(line.writer.transport.abort)
            if place.fingerprint and shown_fingerprint(line.writer.transport) != place.fingerprint:
                raise NoRoom(f"{_NOT_THE_RELAY}: its certificate is another, and nothing was sent to it.")
            line.writer.write(f"HOST {place.room} {place.invite} {self._claim}\n".encode())
            verb, _, rest = (await line.reader.readline()).decode("ascii").strip().partition(" ")
            if verb == "REFUSED":
                raise NoRoom(clean_line(rest, MAX_REFUSAL))
            if verb != "OPEN":
                raise EOFError
            ssh_port = int(rest)
            failed.pop_all()
            return line, ssh_port

    async def _keep(self, line: Line) -> None:
        """Heeds what the relay says until the line ends, which raises OSError or EOFError."""
        pinging = asyncio.create_task(_ping(line))
        try:
            while True:
                async with asyncio.timeout(HOST_SILENCE):
                    words = (await line.reader.readuntil(b"\n")).decode("ascii").split()
                if words[:1] != ["GUEST"]:
                    continue
                _, ticket, address, door = words
                guest = str(plain_address(address)), next(self._numbers)
                if len(self._arrivals) < MAX_ARRIVALS:
                    task = asyncio.create_task(self._bring_in((line.peer, self._place.port), ticket, guest, door))
                    self._arrivals.add(task)
                    task.add_done_callback(self._arrivals.discard)
        finally:
            pinging.cancel()
            line.writer.transport.abort()

    async def _bring_in(self, relay: tuple[str, int], ticket: str, guest: tuple[str, int], door: str) -> None:
        """Opens a connection for one guest and leads it to the game, or to the ssh door."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):  # the guest or the relay has gone, or the guest speaks no TLS
            family = socket.AF_INET6 if ":" in relay[0] else socket.AF_INET
            taking = socket.socket(
                family, socket.SOCK_STREAM, socket.IPPROTO_TCP
            )  # asyncio delays nothing where it is named
            try:
                taking.setblocking(False)
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    await loop.sock_connect(taking, relay)
                    await loop.sock_sendall(taking, f"TAKE {ticket}\n".encode())
                    if door != SSH_DOOR:
                        await self._serve(taking, guest)
                        return
                    inner = Line(*await asyncio.open_connection("127.0.0.1", self._find_ssh(), limit=BUFFER))
                    outer = Line(*await asyncio.open_connection(sock=taking, limit=BUFFER))
            except BaseException:
                taking.close()
                raise
            await join_lines(outer, inner)


_NOT_THE_RELAY = "The machine at the place of your relay is not that relay"


async def _ping(line: Line) -> None:
    while True:
        await asyncio.sleep(HOST_SILENCE / 3)
        line.writer.write(b"PING\n")
