"""Limits on connections: how many there are, how fast they come from one address, and how much each one sends."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from railbird_server.config import ServerSettings
from railbird_server.runtime.error_reporting import WarningTally
from railbird_server.runtime.limits import TokenBuckets
from railbird_server.runtime.metrics import Metrics, Refused
from railbird_server.runtime.traffic import TrafficBudget
from railbird_server.runtime.transport import ListeningConnection, address_group, address_of

MAX_REFUSALS_AT_ONCE = 16
"""Connections that are turned away in one go before anything else is served."""

REFUSED_REQUESTS: dict[int, Refused] = {HTTPStatus.FORBIDDEN: "origin", HTTPStatus.TOO_MANY_REQUESTS: "address"}
"""How a request that is refused is counted, by the status of the answer."""

_CLOSE_WITHOUT_WAITING = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)


class ConnectionLimits:
    """Counts the open connections of a server, by address, from the moment they open.

    Connections beyond `max_connections` are in the reserve. There they wait for a hello, and only a player with a seat
    may stay. Where the reserve is full the one that has waited for longest makes room, so that silence holds nothing.
    """

    def __init__(
        self,
        settings: ServerSettings,
        *,
        seconds: Callable[[], float] = time.monotonic,
        metrics: Metrics | None = None,
    ) -> None:
        self._settings = settings
        self._metrics = metrics or Metrics()
        self._per_address = settings.connections_per_address
        self._seconds = seconds
        self._rate = TokenBuckets(settings.connection_rate, 2 * self._per_address)
        self._addresses: Counter[str] = Counter()
        self._open: set[ServerConnection] = set()
        self._waiting: OrderedDict[ServerConnection, None] = OrderedDict()
        self._reserved: set[ServerConnection] = set()
        """Those that hold a place of the reserve and wait no more: of players who came back, or about to close."""
        self._floods = WarningTally("connections were cut off because they sent too much")
        self._turned_away = WarningTally("connections were turned away because too many came from one address")

    def allows(self, address: str) -> bool:
        """Counts a connection that comes from an address; returns False where it is to be closed without a word."""
        group = address_group(address)
        if self._addresses[group] < 2 * self._per_address and self._rate.spend(group, self._seconds()):
            return True
        self._turned_away.count()
        self._metrics.connection_refused("address")
        return False

    def opened(self, connection: ServerConnection) -> None:
        """Counts a new connection; cuts it off where its address has more than twice as many as allowed."""
        address = address_of(connection)
        is_full = self._ordinary >= self._settings.max_connections
        self._open.add(connection)
        self._addresses[address] += 1
        if self._addresses[address] > 2 * self._per_address:
            self._turned_away.count()
            self._metrics.connection_refused("address")
            connection.transport.abort()
        elif is_full:
            self._waiting[connection] = None
            if len(self._waiting) + len(self._reserved) > self._settings.reserved_connections:
                oldest, _ = self._waiting.popitem(last=False)
                self._reserved.add(oldest)
                self._metrics.connection_refused("full")
                oldest.transport.abort()

    def closed(self, connection: ServerConnection) -> None:
        """Counts a connection that has ended."""
        address = address_of(connection)
        self._open.discard(connection)
        self._waiting.pop(connection, None)
        self._reserved.discard(connection)
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def check(self, connection: ServerConnection, _request: Request) -> Response | None:
        """Returns the refusal of a connection whose address has one too many, None for any other."""
        if self._addresses[address_of(connection)] > self._per_address:
            sentence = "Too many connections come from your address; close one of them.\n"
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, sentence)
        return None

    def count_refusal(self, _connection: ServerConnection, _request: Request, response: Response) -> None:
        """Counts a connection that is refused before it becomes a websocket, by the status of the answer."""
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._metrics.connection_refused(REFUSED_REQUESTS.get(response.status_code, "handshake"))

    def may_stay(self, connection: ServerConnection, *, seated: bool) -> bool:
        """Whether a connection may stay now that it has said hello, for a player with a seat or for anybody else."""
        if connection not in self._waiting:
            return not connection.transport.is_closing()
        if self._ordinary < self._settings.max_connections:
            del self._waiting[connection]
            return True
        if seated:
            del self._waiting[connection]
            self._reserved.add(connection)
        return seated

    @property
    def _ordinary(self) -> int:
        """How many connections are not in the reserve."""
        return len(self._open) - len(self._waiting) - len(self._reserved)

    def cut_off(self, connection: ServerConnection) -> None:
        """Ends a connection that sends too much; it is told why if it can still hear."""
        self._floods.count()
        self._metrics.client_cut_off("flood")
        connection.protocol.fail(CloseCode.POLICY_VIOLATION, "too much at once")
        for written in filter(None, connection.protocol.data_to_send()):
            connection.transport.write(written)
        connection.transport.abort()

    def abort_all(self) -> None:
        """Cuts off every connection that is still open."""
        for connection in list(self._open):
            connection.transport.abort()

    def connection_type(self) -> type[ListeningConnection]:
        """Returns the type of a connection that these limits count."""
        limits = self

        class LimitedConnection(ListeningConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                self._budget = TrafficBudget(limits._settings)
                super().connection_made(transport)
                limits.opened(self)

            def data_received(self, data: bytes) -> None:
                if self.transport.is_closing():
                    return
                if self._budget.allows(data, limits._seconds()):
                    super().data_received(data)
                else:
                    limits.cut_off(self)

            def connection_lost(self, exc: Exception | None) -> None:
                limits.closed(self)
                super().connection_lost(exc)

        return LimitedConnection


class LimitedListener(socket.socket):
    """A listening socket that turns connections away before the event loop makes anything of them.

    One connection is accepted at a time, and then everybody else is served first. On an event loop that accepts by
    itself, as on Windows, `ConnectionLimits.opened` counts alone.
    """

    def __init__(self, family: int, allows: Callable[[str], bool]) -> None:
        # asyncio sends without delay only where the protocol is named.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._allows = allows
        self._rests = False

    def accept(self) -> tuple[socket.socket, object]:
        """Accepts the next connection that is not turned away; raises BlockingIOError to be asked again later."""
        if self._rests:
            self._rests = False
            raise BlockingIOError
        for _ in range(MAX_REFUSALS_AT_ONCE):
            connection, address = super().accept()
            if self._allows(str(address[0])):
                self._rests = True
                return connection, address
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _CLOSE_WITHOUT_WAITING)
            connection.close()
        raise BlockingIOError
