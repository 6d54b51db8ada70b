"""The server: listens, gives every connection a session, and stops without leaving a client waiting."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import secrets
import socket
import ssl
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from railbird_server.config import ServerSettings
from railbird_server.runtime.access import GAME_ENDED, Access, Ownership
from railbird_server.runtime.broadcast.rail_chances import ChancesFinder
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.lobby import TableLobby, forget_bots, restore_tables
from railbird_server.runtime.login import StayRefusal
from railbird_server.runtime.monitoring import Metrics, ServerCounts, logger, report_error
from railbird_server.runtime.network.connection_limits import AcceptedSocket, ConnectionLimits, LimitedListener
from railbird_server.runtime.network.discovery import LanAnnouncer, describe_server
from railbird_server.runtime.network.transport import (
    SEND_BUFFER,
    ListeningConnection,
    MemoryWire,
    ServerCertificate,
    SocketTransport,
    Transport,
    answer_challenge,
    shrink_read_buffers,
)
from railbird_server.runtime.players import Limits, Player
from railbird_server.runtime.session import Session, SessionServices
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.runtime.tables.room_requests import CloseTable, FreezeTable
from railbird_server.runtime.tables.table_runner import HandRecorder
from railbird_server.runtime.tournaments.all_tournaments import Tournaments
from railbird_server.runtime.workers import EquityWorker
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import Store
from railbird_shared.network.address import Address
from railbird_shared.network.announcement import Announcement
from railbird_shared.network.silence import CHECK_INTERVAL_SECONDS, patience_with
from railbird_shared.protocol.codec import MAX_COMMAND_BYTES

if TYPE_CHECKING:
    from railbird_server.runtime.network.status_page import StatusPage

__all__ = ["Server", "ServerSettings"]

BACKLOG = 128
"""Connections that the system keeps waiting until the server accepts them."""

MAX_FRAME_BYTES = 2 * MAX_COMMAND_BYTES
"""The longest frame that is read at all; one that is longer than a command may be is refused in a sentence."""

NEXT_PORTS, MAX_PORT = 20, 65535
"""How many ports are tried beyond one that is taken, and the highest that there is."""

OPEN_TIMEOUT = 5.0
"""Seconds that a new connection has to become a websocket."""

CLOSE_TIMEOUT = 2.0
"""Seconds that a client has to close a connection that broke the protocol."""

CONNECTION_OPTIONS: dict[str, Any] = {
    "max_queue": 4,
    "write_limit": SEND_BUFFER,
    "close_timeout": CLOSE_TIMEOUT,
    "ping_interval": 10,
    "ping_timeout": 10,
}
HANDSHAKE_OPTIONS: dict[str, Any] = {"ssl_handshake_timeout": OPEN_TIMEOUT, "ssl_shutdown_timeout": CLOSE_TIMEOUT}
"""Options of every websocket, and of every encrypted connection."""

RETRY_AFTER_MS = 2000
RETRY_SPREAD_MS = 4000
"""Milliseconds after which a client may look for the server again, at least, and over how many more they all come."""

# The library logs every failed handshake with a traceback, and when debugging every frame, secrets and all.
_library = logging.getLogger("railbird.websockets")
_library.setLevel(logging.CRITICAL + 1)


class Server:
    """A server, which runs for as long as its context lasts; it raises OSError where it cannot listen.

    With `keeps_tables` the tables outlive it in its store. `port` is where it listens, `everywhere` whether on all
    addresses of the machine, and `address` how clients on this machine reach it. With a certificate every connection is
    encrypted; one that replaces it is for new connections. `record_hand` is called in this process with every hand that
    has ended, its deck included; no client gets it. `password_hash` is the argon2 hash of the server's password, empty
    without one. `ownership` says when the server is to end, which is left to the caller, and `chances` finds those of
    open hands: usually a process beside it.
    """

    def __init__(
        self,
        settings: ServerSettings,
        shuffle: Shuffle = shuffled,
        *,
        store: Store | None = None,
        record_hand: HandRecorder | None = None,
        password_hash: str = "",
        certificate: ServerCertificate | None = None,
        ownership: Ownership | None = None,
        chances: ChancesFinder | None = None,
    ) -> None:
        self.settings = settings
        self.certificate = certificate
        self.port = 0
        self.address = ""
        self.everywhere = False
        self.keeps_tables = store is not None and store.durable
        store = store or MemoryStore()
        self.ownership = ownership or Ownership()
        self._attendance = Attendance(settings.unattended_after, time.monotonic())
        self.metrics = Metrics()
        store.observe(self.metrics)
        self._connection_limits = ConnectionLimits(
            settings, metrics=self.metrics, knows_players=lambda: self._lobby.players.knows_any
        )
        began = time.monotonic()
        self._chances = chances or EquityWorker()
        self._lobby = TableLobby(
            settings,
            shuffle,
            lambda: round(1000 * (time.monotonic() - began)),
            store=store,
            record_hand=record_hand,
            metrics=self.metrics,
            access=Access(password_hash, books=store),
            chances=self._chances,
        )
        self._page = _status_page(settings, self.metrics, self._lobby.counts)
        self._bots = HouseBots(self._lobby.players, self.connect_in_memory, settings)
        self._tournaments = Tournaments(self._lobby, self._bots)
        self._services = SessionServices(
            self._lobby,
            Limits(settings),
            self.ownership,
            self.metrics,
            seconds=time.monotonic,
            bots=self._bots,
            tournaments=self._tournaments,
        )
        self._sessions = self._services.sessions
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[Listener] = []
        self._announcer: LanAnnouncer | None = None

    def connect_in_memory(self) -> MemoryWire:
        """Opens a session in memory; it has every limit but those on speed."""
        wire = MemoryWire()
        self._track(asyncio.create_task(self._session(wire.transport, trusted=True).run(), name="session in memory"))
        return wire

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Begins to listen; raises OSError where it cannot, and ValueError where the settings name no host."""
        if not self.settings.host:
            raise ValueError("A server without a host would listen everywhere.")
        try:
            await self._bring_back()
            await self._begin_to_listen()
            if self._page is not None:
                await self._page.start()
        except BaseException:  # a cancelled start, too: what has begun ends
            await self.stop()
            raise
        self._track(asyncio.create_task(self._watch_clients(), name="slow and silent clients"))
        if self.settings.discovery:
            hosts = [str(each.getsockname()[0]) for listener in self._listeners for each in listener.sockets]
            self._announcer = LanAnnouncer(hosts, self.port, self._announcement)
            self._announcer.start()

    async def _begin_to_listen(self) -> None:
        """Listens at all addresses of the host, at another port where its own is taken and may be; raises OSError."""
        if self.certificate is not None:
            shrink_read_buffers()
        wanted, last = self.settings.port, self.settings.port
        if wanted and self.settings.another_port:
            last = min(wanted + NEXT_PORTS, MAX_PORT)
        for port in range(wanted, last + 1):
            try:
                await self._listen_at(port)
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE or port == last:
                    raise
                logger.warning("Port %d is taken; the server tries the next one.", port)
                while self._listeners:
                    self._listeners.pop().close()
        name = self._listeners[0].sockets[0].getsockname()
        host, self.port = str(name[0]), int(name[1])
        self.everywhere = ipaddress.ip_address(host).is_unspecified
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        self.address = f"{'wss' if self.certificate else 'ws'}://{Address(reachable, self.port)}"

    async def _listen_at(self, port: int) -> None:
        for family, address in await self._addresses(port):
            on_handshake = self._connection_limits.accepted if self.certificate else None
            listening = LimitedListener(family, self._connection_limits.allows, on_handshake)
            try:
                _bind(listening, address)
                self._listeners.append(await self._listen(listening))
            except BaseException:  # a cancelled start, too: the socket is in no list yet
                listening.close()
                raise

    async def _bring_back(self) -> None:
        kept = self._lobby.services.store.take_kept()
        for room in await restore_tables(self._lobby, kept):
            for player in () if room.tournament else room.bots:
                self._bots.bring_back(player, table=room.id)
        self._tournaments.restore(kept.tournaments)
        await forget_bots(self._lobby)

    async def _addresses(self, port: int) -> list[tuple[int, object]]:
        """Returns the families and addresses to listen on: any free port means one address only."""
        found = await asyncio.get_running_loop().getaddrinfo(
            self.settings.host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        addresses: list[tuple[int, object]] = list(dict.fromkeys((family, address) for family, *_, address in found))
        return addresses if port else addresses[:1]

    async def _listen(self, listening: socket.socket) -> Listener:
        encrypted: dict[str, Any] = {}
        if self.certificate is not None:
            self.certificate.context.sni_callback = self._show_certificate
            encrypted = {"ssl": self.certificate.context, **HANDSHAKE_OPTIONS}
        return await serve(
            self._accept,
            sock=listening,
            create_connection=self._connection_limits.connection_type,
            process_request=self._connection_limits.check,
            process_response=self._process_response,
            compression=None,
            max_size=MAX_FRAME_BYTES,
            open_timeout=OPEN_TIMEOUT,
            **CONNECTION_OPTIONS,
            origins=[None, *self._connection_limits.origins],
            server_header=None,
            backlog=BACKLOG,
            logger=_library,
            **encrypted,
        )

    async def serve_line(self, line: socket.socket, peer: tuple[str, int]) -> None:
        """Serves a client on a connected socket as if they had come from `peer`, encrypted; raises OSError."""
        limits = self._connection_limits
        if self.certificate is None or not limits.allows(peer[0]):
            line.close()
            return
        accepted = AcceptedSocket(line, peer)
        limits.accepted(accepted)
        await asyncio.get_running_loop().connect_accepted_socket(
            self._new_connection, accepted, ssl=self.certificate.context, **HANDSHAKE_OPTIONS
        )

    def _new_connection(self) -> ListeningConnection:
        """Returns a connection as the library makes one for a socket that it accepts."""
        protocol = ServerProtocol(
            origins=[None, *self._connection_limits.origins], max_size=MAX_FRAME_BYTES, logger=_library
        )
        return self._connection_limits.connection_type(protocol, self._listeners[0], **CONNECTION_OPTIONS)

    def _show_certificate(self, handshake: ssl.SSLSocket | ssl.SSLObject, *_: object) -> None:
        """Gives a new connection the certificate of this moment, whatever name it asks for, if any."""
        assert self.certificate is not None
        handshake.context = self.certificate.context

    @property
    def has_tables(self) -> bool:
        """Whether any table is open, or a tournament that is not over."""
        return bool(self._lobby.tables()) or self._tournaments.are_open

    def announce_stop(self) -> None:
        """Has the page with health say that the server is about to stop; games go on until it does."""
        self.metrics.stopping = True

    async def stop(self) -> None:
        """Says goodbye to every client and stops; a client that does not answer is cut off.

        With `keeps_tables` tables and tournaments stay in the store as they are, for the next server to go on with;
        without it tables are closed and tournaments cancelled.
        """
        self.announce_stop()
        for listener in self._listeners:
            listener.close(close_connections=False)
        withdrawal = asyncio.create_task(self._announcer.stop()) if self._announcer is not None else None
        reason = GAME_ENDED if self.ownership.ended else "The server stops."
        await self._tournaments.stop(kept=self.keeps_tables)
        await self._lobby.end(FreezeTable() if self.keeps_tables else CloseTable(reason))
        for session in list(self._sessions):
            retry = RETRY_AFTER_MS + secrets.randbelow(RETRY_SPREAD_MS + 1)
            session.announce_shutdown(retry, kept=self.keeps_tables)
        await asyncio.gather(*(session.ended.wait() for session in self._sessions))
        self._connection_limits.abort_all()
        await self._bots.stop()
        await self._chances.stop()
        self._lobby.access.passwords.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if withdrawal is not None:
            await withdrawal
        for listener in self._listeners:
            await listener.wait_closed()
        if self._page is not None:
            await self._page.stop()
        await self._lobby.services.store.close()

    def _process_response(self, connection: ServerConnection, request: Request, response: Response) -> None:
        self._connection_limits.count_refusal(connection, request, response)
        if self.certificate is None:
            answer_challenge(connection, request, response, self._lobby.players.digest_by_mark)

    async def _accept(self, connection: ServerConnection) -> None:
        assert isinstance(connection, ListeningConnection)

        def stay_refusal(player: Player | None) -> str:
            seated = player is not None and bool(player.table)
            return self._connection_limits.stay_refusal(connection, known=player is not None, seated=seated)

        await self._session(SocketTransport(connection), stay_refusal=stay_refusal).run()

    def _session(
        self, transport: Transport, *, trusted: bool = False, stay_refusal: StayRefusal = lambda _: ""
    ) -> Session:
        return Session(transport, self._services, trusted=trusted, stay_refusal=stay_refusal)

    async def _watch_clients(self) -> None:
        watched = 0
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            now, patience, watched = time.monotonic(), patience_with(watched), 0
            for session in list(self._sessions):
                try:
                    session.check_backpressure(now)
                    watched += session.check_silence(now, patience)
                except Exception as error:  # noqa: BLE001  a fault with one client must not stop the check of the others
                    report_error("slow or silent client", error)
            if self._attendance.is_over(now, people=bool(self._lobby.people()) or self._tournaments.await_people):
                logger.info("Nobody has been connected for %.0f seconds.", self.settings.unattended_after)
                self.ownership.stopped.set()

    def _track(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def status_address(self) -> str:
        """Where the page with metrics and health is; empty where there is none."""
        return self._page.address if self._page is not None else ""

    def _announcement(self) -> Announcement:
        return describe_server(
            self.settings.name,
            self._lobby.tables(of_tournaments=False),
            [each for each in self._tournaments.listing().tournaments if not each.phase.is_over],
            fingerprint=self.certificate.fingerprint if self.certificate else "",
            locked=self._lobby.access.has_password,
        )


class Attendance:
    """Says when no person has been connected for `limit` seconds; a limit of 0 is none. `now` is in seconds."""

    def __init__(self, limit: float, now: float) -> None:
        self._limit = limit
        self._last_seen = now

    def is_over(self, now: float, *, people: bool) -> bool:
        """Whether the server has been without people for too long, given whether there are any now."""
        if people or not self._limit:
            self._last_seen = now
        return bool(self._limit) and now - self._last_seen >= self._limit


def _status_page(settings: ServerSettings, metrics: Metrics, counts: Callable[[], ServerCounts]) -> StatusPage | None:
    """Returns the page with metrics and health that the settings ask for; its modules are loaded only then."""
    if settings.metrics_port is None:
        return None
    from railbird_server.runtime.network.status_page import StatusPage  # noqa: PLC0415

    return StatusPage(metrics, counts, settings)


def _bind(listening: socket.socket, address: Any) -> None:
    """Binds a socket as `asyncio` binds its own; raises OSError."""
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listening.family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    listening.bind(address)
