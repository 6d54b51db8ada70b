"""Limits on connections, new players, commands and chat; none is reset by a new connection."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from railbird_server.config import ServerSettings
from railbird_server.runtime.players import Player
from railbird_server.runtime.transport import ListeningConnection, address_of

MAX_BAD_FRAMES = 5
"""Bad frames after which a session ends."""


class TokenBucket:
    """A token bucket: `burst` tokens at most, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._since = 0.0

    def spend(self, now: float) -> bool:
        """Takes one token at `now` seconds; returns False where none is left."""
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether at `now` seconds all tokens are there, as in a new bucket."""
        return self._tokens + (now - self._since) * self._rate >= self._burst


class TokenBuckets:
    """A token bucket for each key; a bucket that is full again is dropped. A rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str, now: float) -> bool:
        """Takes one token of a key at `now` seconds; returns False where none is left."""
        if not self._rate:
            return True
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        allowed = self._buckets[key].spend(now)
        self._drop_full(now)
        return allowed

    def _drop_full(self, now: float) -> None:
        """Drops full buckets, starting with the one unused for longest."""
        while self._buckets and next(iter(self._buckets.values())).is_full(now):
            self._buckets.popitem(last=False)


class Limits:
    """The limits on what each player says, and on new players from one address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._commands = TokenBuckets(settings.command_rate, settings.command_burst)
        self._chat = TokenBuckets(settings.chat_rate, settings.chat_burst)
        self._room_chat = TokenBuckets(settings.room_chat_rate, settings.room_chat_burst)
        self._new_players = TokenBuckets(settings.new_player_rate, settings.connections_per_address)

    def allows_new_player(self, address: str, now: float) -> bool:
        """Whether another new player may log in from an address at `now` seconds."""
        return self._new_players.spend(address, now)

    def allows_command(self, player: Player, now: float) -> bool:
        """Whether a player may give another command at `now` seconds."""
        return self._commands.spend(player.id, now)

    def chat_refusal(self, player: Player, line: str, now: float, *, table: str = "") -> str:
        """Counts a cleaned line of chat at `now` seconds; returns why it is not sent on, empty if it is.

        What one player says counts for all places, and what all say at a table, or in the lobby, for that place.
        """
        if not line:
            return "Say something that can be shown."
        if line == player.last_chat:
            return "You have just said that."
        if not self._chat.spend(player.id, now):
            return "You are talking too fast; wait a moment."
        if not self._room_chat.spend(table, now):
            return "Too many talk here at once; say it again in a moment."
        player.last_chat = line
        return ""


class ConnectionLimits:
    """Counts the open connections of a server, by address, from the moment they open."""

    def __init__(self, *, per_address: int, most: int) -> None:
        self._per_address = per_address
        self._most = most
        self._addresses: Counter[str] = Counter()
        self._open: set[ServerConnection] = set()

    def opened(self, connection: ServerConnection) -> None:
        """Counts a new connection, and cuts it off where there are more than twice as many as allowed."""
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
        """Cuts off every connection that is still open."""
        for connection in list(self._open):
            connection.transport.abort()

    def connection_type(self) -> type[ListeningConnection]:
        """Returns the type of a connection that these limits count."""
        limits = self

        class CountedConnection(ListeningConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                limits.opened(self)

            def connection_lost(self, exc: Exception | None) -> None:
                limits.closed(self)
                super().connection_lost(exc)

        return CountedConnection
