"""Limits on connections: how many there are, how fast they come, and how many frames and bytes each of them sends."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import ClassVar

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Origin

from railbird_server.config import ServerSettings
from railbird_server.runtime.monitoring import Metrics, RefusedConnection, WarningTally, logger
from railbird_server.runtime.network import addresses
from railbird_server.runtime.network.transport import ListeningConnection, address_of, peer_of
from railbird_server.runtime.token_buckets import TokenBucket, TokenBuckets
from railbird_shared.network.peer import address_group

END_OF_REQUEST = b"\r\n\r\n"

_SHORT_HEADER = 2
_LENGTH_BITS = 0x7F
_EXTENDED_LENGTH_BYTES = {126: 2, 127: 8}
_MASK_BIT = 0x80
_MASK_BYTES = 4


class FrameMeter:
    """Counts the websocket frames that begin in a stream of bytes, after the HTTP request that opens it (RFC 6455)."""

    def __init__(self) -> None:
        self._in_request = True
        self._request_end = b""
        self._header = bytearray()
        self._payload_left = 0

    def count(self, data: bytes, most: int) -> int:
        """Returns how many frames begin in the next bytes of the stream; stops reading at one more than `most`."""
        position = self._skip_request(data) if self._in_request else 0
        frames = 0
        while position < len(data) and frames <= most:
            if self._payload_left:
                skipped = min(self._payload_left, len(data) - position)
                self._payload_left -= skipped
                position += skipped
                continue
            frames += not self._header
            wanted = _header_length(self._header) - len(self._header)
            self._header += data[position : position + wanted]
            position += wanted
            if len(self._header) >= _SHORT_HEADER and len(self._header) == _header_length(self._header):
                self._payload_left = _payload_length(self._header)
                self._header.clear()
        return frames

    def _skip_request(self, data: bytes) -> int:
        """Returns where the frames begin in the next bytes of the stream; beyond them where the request goes on."""
        joined = self._request_end + data
        end = joined.find(END_OF_REQUEST)
        if end < 0:
            self._request_end = joined[1 - len(END_OF_REQUEST) :]
            return len(data)
        self._in_request = False
        return end + len(END_OF_REQUEST) - len(self._request_end)


class TrafficBudget:
    """The frames and bytes that one connection may send; a rate of 0 is no limit."""

    def __init__(self, settings: ServerSettings) -> None:
        self._meter = FrameMeter()
        self._frame_burst = settings.frame_burst
        self._frames = TokenBucket(settings.frame_rate, settings.frame_burst) if settings.frame_rate else None
        self._bytes = TokenBucket(settings.byte_rate, settings.byte_burst) if settings.byte_rate else None

    def allows(self, data: bytes, now: float) -> bool:
        """Counts what came at `now` seconds, as one frame at least; returns False where it is too much."""
        if self._bytes is not None and not self._bytes.spend(now, len(data)):
            return False
        return self._frames is None or self._frames.spend(now, max(1, self._meter.count(data, self._frame_burst)))


def _header_length(header: bytearray) -> int:
    """Returns the length of a frame's header as far as its beginning tells."""
    if len(header) < _SHORT_HEADER:
        return _SHORT_HEADER
    mask = _MASK_BYTES if header[1] & _MASK_BIT else 0
    return _SHORT_HEADER + _EXTENDED_LENGTH_BYTES.get(header[1] & _LENGTH_BITS, 0) + mask


def _payload_length(header: bytearray) -> int:
    length = header[1] & _LENGTH_BITS
    extended = _EXTENDED_LENGTH_BYTES.get(length, 0)
    return int.from_bytes(header[_SHORT_HEADER : _SHORT_HEADER + extended], "big") if extended else length


FAREWELL_TIMEOUT = 1.0
"""Seconds after which a connection that is told why it is cut off has ended."""

MAX_REFUSALS_AT_ONCE = 16
"""Connections that are turned away in one go before anything else is served."""

HOUSE_FULL = "The house is full; try again in a moment."
TOO_MANY_FROM_ADDRESS = (
    "Too many connections come from your address; close one of them, or have the host list it as a shared address."
)

REFUSED_REQUESTS: dict[int, RefusedConnection] = {
    HTTPStatus.FORBIDDEN: "origin",
    HTTPStatus.MISDIRECTED_REQUEST: "origin",
    HTTPStatus.TOO_MANY_REQUESTS: "address",
}
"""How a request that is refused is counted, by the status of the answer."""

_CLOSE_WITHOUT_WAITING = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)


@dataclass
class _Counted:
    """How an open connection is counted: by an `address`, empty for one of a trusted proxy itself.

    It is `let_in` among as many as its address may have, or `extra`: then it is to show the token of a known player.
    """

    address: str = ""
    let_in: bool = False
    extra: bool = False


class ConnectionLimits:
    """Counts the open connections of a server, by address, from the moment they open.

    Connections beyond `max_connections` are in the reserve. There they wait for a hello, and only a player with a seat
    may stay. Where the reserve is full the one that has waited for longest makes room, so that silence holds nothing.

    The connections of one address are let in as they ask for it, up to `connections_per_address`. Once a player is
    known, of whom `knows_players` tells, as many more are let in as far as their hello: only a client that shows
    the token of a known player may stay. A shared address has no limits of its own.

    A connection from a trusted proxy has no address until the proxy has named its client, and counts by that one then.
    """

    def __init__(self, settings: ServerSettings, *, metrics: Metrics, knows_players: Callable[[], bool]) -> None:
        self.settings = settings
        self._knows_players = knows_players
        self._metrics = metrics
        self._per_address = settings.connections_per_address
        self._rate = TokenBuckets(settings.connection_rate, 2 * self._per_address)
        self._proxies = addresses.TrustedProxies(settings.trusted_proxy)
        self._origins = addresses.AllowedOrigins(settings.allow_origin, settings.host)
        self.origins = tuple(map(Origin, self._origins.origins))
        """The origins of the web pages that may connect."""
        self._shared = addresses.ListedNetworks(settings.shared_address)
        self._addresses: Counter[str] = Counter()
        """How many connections come from each address, those included whose encryption is being agreed on."""
        self._let_in: Counter[str] = Counter()
        """How many connections of each address are let in, but for those that only a known player may have."""
        self._open: dict[ListeningConnection, _Counted] = {}
        self._waiting: OrderedDict[ListeningConnection, None] = OrderedDict()
        self._reserved: set[ListeningConnection] = set()
        """Those that hold a place of the reserve and wait no more: of players who came back, or about to close."""
        self._handshakes: OrderedDict[object, AcceptedSocket] = OrderedDict()
        """Those whose encryption is being agreed on, by the address of the other end, the oldest first."""
        self._floods = WarningTally("connections were cut off because they sent too much")
        self._bad_headers = WarningTally("connections from a trusted proxy did not say clearly whose they are")
        self._turned_away = WarningTally("connections were turned away because too many came from one address")

    def allows(self, address: str) -> bool:
        """Counts a connection that comes from an address; returns False where it is to be closed without a word."""
        if self._has_room(address):
            return True
        self._turned_away.count()
        self._metrics.refused["address"] += 1
        return False

    def _has_room(self, address: str) -> bool:
        """Whether one more connection may come from an address just now; spends some of its rate."""
        group = address_group(address)
        if self._proxies.trusts(address) or self._shared.holds(group):
            return True
        return self._addresses[group] < 2 * self._per_address and self._rate.spend(group, time.monotonic())

    def accepted(self, connection: AcceptedSocket) -> None:
        """Counts a connection from its first moment until its encryption is agreed on, which `opened` tells.

        Where there is no room for one more, the one that has taken longest to agree makes it.
        """
        self._handshakes[connection.peer] = connection
        self._addresses[connection.group] += 1
        connection.on_close = self._handshake_ended
        room = self.settings.max_connections + self.settings.reserved_connections
        if len(self._open) + len(self._handshakes) > room:
            next(iter(self._handshakes.values())).break_off()

    def _handshake_ended(self, peer: object) -> None:
        if connection := self._handshakes.pop(peer, None):
            _count_down(self._addresses, connection.group)

    def opened(self, connection: ListeningConnection) -> None:
        """Counts a new connection; cuts it off where its address has more than twice as many as allowed."""
        self._handshake_ended(connection.transport.get_extra_info("peername"))
        is_full = self._ordinary >= self.settings.max_connections
        self._open[connection] = _Counted()
        if not self._is_proxied(connection) and not self._count_address(connection):
            self._turned_away.count()
            self._metrics.refused["address"] += 1
            connection.transport.abort()
        elif is_full:
            self._waiting[connection] = None
            if len(self._waiting) + len(self._reserved) > self.settings.reserved_connections:
                oldest, _ = self._waiting.popitem(last=False)
                self._reserved.add(oldest)
                if oldest.state < State.CLOSING:  # else its hello was refused, and counted
                    self._metrics.refused["full"] += 1
                oldest.transport.abort()

    def _is_proxied(self, connection: ListeningConnection) -> bool:
        """Whether a trusted proxy passes a connection on and has not yet named its client."""
        return not connection.client_address and self._proxies.trusts(peer_of(connection) or "0.0.0.0")  # noqa: S104

    def _count_address(self, connection: ListeningConnection) -> bool:
        """Counts a connection by its address; returns False where that has more than twice as many as allowed."""
        if (counted := self._open.get(connection)) is None:
            return True  # it has ended meanwhile
        address = counted.address = address_of(connection)
        self._addresses[address] += 1
        return self._addresses[address] <= 2 * self._per_address or self._shared.holds(address)

    def _identify(self, connection: ListeningConnection, address: str) -> bool:
        """Counts a proxied connection by the address of its client; returns False where it is one too many.

        The caller that ends the connection then counts the refusal.
        """
        allowed = self._has_room(address)
        connection.client_address = address
        if self._proxies.trusts(address) or (self._count_address(connection) and allowed):
            return True
        self._turned_away.count()
        return False

    def expects_proxy_header(self, connection: ListeningConnection) -> bool:
        """Whether a new connection has to begin with a header of the PROXY protocol."""
        return self.settings.proxy_protocol and self._is_proxied(connection)

    def read_proxy_header(self, connection: ListeningConnection, data: bytes) -> bytes | None:
        """Reads the header with which a proxied connection begins; returns what follows, None as long as it goes on.

        Cuts the connection off where there is no such header, or where its client has too many connections.
        """
        try:
            header = addresses.parse_proxy_header(data)
        except addresses.BadForwarding as fault:
            self._bad_headers.count()
            self._metrics.refused["handshake"] += 1
            logger.info("%s: %s", address_of(connection), fault)
            connection.transport.abort()
            return None
        if header is not None and header.source and not self._identify(connection, header.source):
            self._metrics.refused["address"] += 1
            connection.transport.abort()
            return None
        return None if header is None else data[header.length :]

    def closed(self, connection: ListeningConnection) -> None:
        """Counts a connection that has ended."""
        counted = self._open.pop(connection, _Counted())
        self._waiting.pop(connection, None)
        self._reserved.discard(connection)
        _count_down(self._addresses, counted.address)
        _count_down(self._let_in, counted.address if counted.let_in else "")

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Returns the refusal of a request, None for one that may become a session.

        It is refused where its proxy does not say clearly whose it is, where the client's address has one connection
        too many, and where a browser reached the server under a name that is not its own.
        """
        assert isinstance(connection, ListeningConnection)
        try:
            allowed = self._read_forwarded(connection, request.headers)
        except addresses.BadForwarding as fault:
            self._bad_headers.count()
            return connection.respond(HTTPStatus.BAD_REQUEST, f"{fault}\n")
        if not allowed or not (self._take_place(connection) or self._knows_players()):
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, f"{TOO_MANY_FROM_ADDRESS}\n")
        if not self._origins.allow_host(request.headers.get_all("Origin"), request.headers.get_all("Host")):
            sentence = "This server is not known under that name; let its host list the page's origin.\n"
            return connection.respond(HTTPStatus.MISDIRECTED_REQUEST, sentence)
        return None

    def _take_place(self, connection: ListeningConnection) -> bool:
        """Lets a connection in if its address has room; else it is one that only a known player may have."""
        counted = self._open.get(connection, _Counted())
        limited = bool(counted.address) and not self._shared.holds(counted.address)
        counted.extra = limited and self._let_in[counted.address] >= self._per_address
        if limited and not counted.extra:
            self._let_in[counted.address] += 1
            counted.let_in = True
        return not counted.extra

    def count_refusal(self, _connection: ServerConnection, _request: Request, response: Response) -> None:
        """Counts a connection that is refused before it becomes a websocket, by the status of the answer."""
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._metrics.refused[REFUSED_REQUESTS.get(response.status_code, "handshake")] += 1

    def _read_forwarded(self, connection: ListeningConnection, headers: Headers) -> bool:
        """Counts a request by the client that its proxy names; returns False where that has too many connections."""
        if not (sender := connection.client_address or peer_of(connection)):
            return True
        address = self._proxies.client_address(sender, headers.get_all("X-Forwarded-For"), headers.get_all("Forwarded"))
        return address == sender or self._identify(connection, address)

    def stay_refusal(self, connection: ListeningConnection, *, known: bool, seated: bool) -> str:
        """Returns why a connection may not stay now that it has said hello, empty where it may.

        The player is `known` if the hello has shown their token, and `seated` if they have a seat, too. Counts the
        connection as refused where there is no room for it.
        """
        counted = self._open.get(connection, _Counted())
        if counted.extra and not (self._take_place(connection) or known):
            self._metrics.refused["address"] += 1
            return TOO_MANY_FROM_ADDRESS
        counted.extra = False
        if connection not in self._waiting:
            is_ending = connection.state >= State.CLOSING or connection.transport.is_closing()
            return HOUSE_FULL if is_ending else ""
        has_room = self._ordinary < self.settings.max_connections
        if not has_room and not seated:
            self._metrics.refused["full"] += 1
            return HOUSE_FULL
        del self._waiting[connection]
        if not has_room:
            self._reserved.add(connection)
        return ""

    @property
    def _ordinary(self) -> int:
        """How many connections are not in the reserve."""
        return len(self._open) - len(self._waiting) - len(self._reserved)

    def cut_off(self, connection: ListeningConnection) -> None:
        """Ends a connection that sends too much; it has `FAREWELL_TIMEOUT` to hear why.

        A connection that is closed on unread bytes is reset, and the client could lose what it was told.
        """
        self._floods.count()
        self._metrics.cut_off["flood"] += 1
        connection.protocol.fail(CloseCode.POLICY_VIOLATION, "too much at once")
        for written in filter(None, connection.protocol.data_to_send()):
            connection.transport.write(written)
        connection.transport.pause_reading()
        asyncio.get_running_loop().call_later(FAREWELL_TIMEOUT, connection.transport.abort)

    def abort_all(self) -> None:
        """Cuts off every connection that is still open."""
        for connection in list(self._open):
            connection.transport.abort()
        for handshake in list(self._handshakes.values()):
            handshake.break_off()

    @cached_property
    def connection_type(self) -> type[ListeningConnection]:
        """The type of a connection that these limits count."""

        class CountedConnection(LimitedConnection):
            limits = self

        return CountedConnection


class LimitedConnection(ListeningConnection):
    """A connection that `limits` count, of which there is one type for each server."""

    limits: ClassVar[ConnectionLimits]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins with a connection that has just been opened."""
        self._budget = TrafficBudget(self.limits.settings)
        self._is_cut_off = False
        super().connection_made(transport)
        self.limits.opened(self)
        self._proxy_header = b"" if self.limits.expects_proxy_header(self) else None

    def data_received(self, data: bytes) -> None:
        """Takes bytes from the client, after the header of its proxy and as far as its budget goes."""
        if self._is_cut_off or self.transport.is_closing():
            return
        if self._proxy_header is not None:
            data = self._proxy_header + data
            rest = self.limits.read_proxy_header(self, data)
            self._proxy_header = data if rest is None else None
            if not rest:
                return
            data = rest
        if self._budget.allows(data, time.monotonic()):
            super().data_received(data)
        else:
            self._is_cut_off = True
            self.limits.cut_off(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends with a connection that has ended."""
        self.limits.closed(self)
        super().connection_lost(exc)


def _count_down(counter: Counter[str], key: str) -> None:
    """Takes one from a count, if the key is no empty one; a count of none is dropped."""
    if key:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


class AcceptedSocket(socket.socket):
    """An accepted connection that calls `on_close` as it closes; `group` is the address to count it by."""

    def __init__(self, accepted: socket.socket, peer: tuple[object, ...]) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self.peer = peer
        self.group = address_group(str(peer[0]))
        self.on_close: Callable[[object], None] = lambda _: None

    def getpeername(self) -> tuple[object, ...]:
        """Returns the address of the other end; behind a relay that of the guest."""
        return self.peer

    def break_off(self) -> None:
        """Has the event loop find the connection at its end."""
        with contextlib.suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the connection."""
        self.on_close(self.peer)
        super().close()


class LimitedListener(socket.socket):
    """A listening socket that turns connections away before the event loop makes anything of them.

    One connection is accepted at a time, and then everybody else is served first. On an event loop that accepts by
    itself, as on Windows, `ConnectionLimits.opened` counts alone. `on_handshake` gets each connection of an encrypted
    server, which otherwise nobody would count before both ends have agreed on the encryption.
    """

    def __init__(
        self, family: int, allows: Callable[[str], bool], on_handshake: Callable[[AcceptedSocket], None] | None = None
    ) -> None:
        # asyncio sends without delay only where the protocol is named.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._allows = allows
        self._on_handshake = on_handshake
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
                if self._on_handshake is not None:
                    connection = AcceptedSocket(connection, address)
                    self._on_handshake(connection)
                return connection, address
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _CLOSE_WITHOUT_WAITING)
            connection.close()
        raise BlockingIOError
