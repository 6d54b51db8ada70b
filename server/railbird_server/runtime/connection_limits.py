"""Who may connect at all: connections are counted by address from the moment they open."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from railbird_server.runtime.transport import address_of


class ConnectionLimits:
    """The open connections of a server."""

    def __init__(self, *, per_address: int, most: int) -> None:
        self._per_address = per_address
        self._most = most
        self._addresses: Counter[str] = Counter()
        self._open: set[ServerConnection] = set()

    def opened(self, connection: ServerConnection) -> None:
        """Counts a new connection; where there are more than twice as many as may be, it is cut off without a word."""
        address = address_of(connection)
        self._open.add(connection)
        self._addresses[address] += 1
        if self._addresses[address] > 2 * self._per_address or len(self._open) > 2 * self._most:
            connection.transport.abort()

    def closed(self, connection: ServerConnection) -> None:
        """Counts a connection that has ended."""
        address = address_of(connection)
        self._open.discard(connection)
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def check(self, connection: ServerConnection, _request: Request) -> Response | None:
        """Returns the refusal of a connection that is one too many, None for any other."""
        if self._addresses[address_of(connection)] > self._per_address:
            sentence = "Too many connections come from your address; close one of them.\n"
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, sentence)
        if len(self._open) > self._most:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "The house is full; try again in a moment.\n")
        return None

    def abort_all(self) -> None:
        """Cuts off whoever is still connected."""
        for connection in list(self._open):
            connection.transport.abort()

    def connection_type(self) -> type[ServerConnection]:
        """Returns a connection that reports to this gate."""
        gate = self

        class GatedConnection(ServerConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                gate.opened(self)

            def connection_lost(self, exc: Exception | None) -> None:
                gate.closed(self)
                super().connection_lost(exc)

        return GatedConnection
