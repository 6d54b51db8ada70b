"""Finds out whether the server answers, and opens a new connection while the old one is silent.

A quiet server is pinged; a silent one is not given up at once, because it may only be busy. A new connection is opened
beside the old one. It takes over only if the server has answered on it, and still not on the old one.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import ssl
from collections.abc import Callable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from railbird_client.network.tls import CertificateRefused, NotEncrypted, as_refusal, check_certificate, client_context
from railbird_client.network.token_check import Recognition, TokenChallenge
from railbird_shared.network.address import Address
from railbird_shared.network.silence import CHECK_INTERVAL_SECONDS, SilenceWatch
from railbird_shared.protocol.codec import MAX_MESSAGE_BYTES

GIVE_UP_SECONDS = 20.0
"""How long a server may be silent before its connection is given up."""

LATENCY_INTERVAL_SECONDS = 10.0
"""How often the latency is reported."""

FIRST_ATTEMPT_SECONDS = 2.0
LAST_ATTEMPT_SECONDS = 5.0
"""How long the first attempt at a new connection may take, and the later ones at most.

A system asks a host that does not answer again after 1, 3 and 7 seconds, so a new attempt finds a link that is back
sooner than a long one.
"""


PLACE_DELAY_SECONDS = 0.3
"""How much later each further place of a server is tried than the one before (RFC 8305, section 8)."""


CONNECTION_ERRORS = (OSError, InvalidURI, InvalidHandshake, UnicodeError, CertificateRefused, NotEncrypted)
"""Why a connection cannot be opened."""


class ListeningConnection(ClientConnection):
    """A websocket that notes when anything arrives: `heard` is set then, and cleared by whoever has read it.

    `recognition` says which token may be sent on it.
    """

    heard = True
    recognition = Recognition()
    server_address: Address | None = None

    def data_received(self, data: bytes) -> None:
        """Takes bytes from the server."""
        self.heard = True
        super().data_received(data)

    async def handshake(self, *arguments: Any, **options: Any) -> None:
        """Opens the websocket, after the server's certificate has been compared; raises CertificateRefused."""
        if self.server_address is not None:
            check_certificate(self.transport, self.server_address)
        await super().handshake(*arguments, **options)


class _ConnectHere(connect):
    """Connects to an address and follows no redirect from there: what a player says is for this server alone."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Returns the error as it is."""
        return exc


async def open_connection(address: Address, seconds: float, tokens: Sequence[str] = ()) -> ListeningConnection:
    """Opens a connection within so many seconds, at the first of the server's places that answers rightly.

    `tokens` are those that the player may have at that server, the latest first. None of them is sent.
    Raises OSError, InvalidURI, InvalidHandshake, UnicodeError, CertificateRefused or NotEncrypted.
    """
    first, *others = address.places
    if not others:
        return await _open_place(first, seconds, tokens)
    attempts = [
        asyncio.create_task(_open_later(PLACE_DELAY_SECONDS * number, place, seconds, tokens))
        for number, place in enumerate(address.places)
    ]
    opened: ListeningConnection | None = None
    try:
        for attempt in asyncio.as_completed(attempts):
            with contextlib.suppress(*CONNECTION_ERRORS):
                opened = await attempt
                return opened
    finally:
        for task in attempts:
            if not (opened is not None and task.done() and not task.exception() and task.result() is opened):
                task.add_done_callback(abort_opened)
                task.cancel()
    raise _most_telling([error for task in attempts if (error := task.exception()) is not None])


def _most_telling(errors: list[BaseException]) -> BaseException:
    """Returns the error of the place that came nearest to being the server."""
    refused = [error for error in errors if isinstance(error, CertificateRefused)]
    answered = [error for error in errors if not isinstance(error, OSError)]
    return (refused or answered or errors)[0]


async def _open_later(delay: float, place: Address, seconds: float, tokens: Sequence[str]) -> ListeningConnection:
    await asyncio.sleep(delay)
    return await _open_place(place, seconds, tokens)


async def _open_place(address: Address, seconds: float, tokens: Sequence[str]) -> ListeningConnection:
    class PlaceConnection(ListeningConnection):
        server_address = address

    challenge = None if address.is_encrypted else TokenChallenge(tokens)
    opening = _ConnectHere(
        address.url,
        additional_headers=challenge.headers if challenge else None,
        compression=None,
        max_size=MAX_MESSAGE_BYTES,
        open_timeout=seconds,
        close_timeout=1,
        ping_interval=None,
        proxy=None,
        create_connection=PlaceConnection,
        ssl=client_context(address),
    )
    try:
        connection = await opening
    except ssl.SSLError as error:
        raise as_refusal(error, address) from None
    assert isinstance(connection, ListeningConnection)
    # The certificate has proved a server that encrypts.
    by_certificate = Recognition(next(iter(tokens), ""), can_prove=True)
    connection.recognition = challenge.read_answer(connection) if challenge else by_certificate
    return connection


class Heartbeat:
    """Watches one connection of a link.

    `on_silence` gets the whole seconds for which the server has not answered, each time they change and 0 once it
    answers again. `on_latency` gets the round trip in milliseconds. `tokens` are those of `open_connection`.
    """

    def __init__(
        self,
        connection: ListeningConnection,
        address: Address,
        *,
        tokens: Sequence[str] = (),
        on_silence: Callable[[int], None],
        on_latency: Callable[[int], None],
    ) -> None:
        self._connection = connection
        self._address = address
        self._tokens = tokens
        self._on_silence = on_silence
        self._on_latency = on_latency
        self._reported = 0
        self._latency_due = 0.0
        self._replacement: asyncio.Task[ListeningConnection] | None = None

    async def run(self) -> ListeningConnection:
        """Watches until a new connection is to take over, and returns it."""
        clock = asyncio.get_running_loop().time
        watch = SilenceWatch(clock())
        try:
            while True:
                await asyncio.sleep(CHECK_INTERVAL_SECONDS)
                now, connection = clock(), self._connection
                heard, connection.heard = connection.heard, False
                quiet, measure = watch.check(now, heard=heard), now >= self._latency_due
                if quiet or measure:
                    await self._ping(measure=measure)
                if measure:
                    self._latency_due = now + LATENCY_INTERVAL_SECONDS
                self._report(watch)
                if watch.seconds >= GIVE_UP_SECONDS:
                    connection.transport.abort()
                if (replacement := self._seek_replacement(needed=watch.silent)) is not None:
                    return replacement
        finally:
            self._drop_replacement()

    async def _ping(self, *, measure: bool) -> None:
        """Sends a ping, whose answer may measure the latency; does nothing on a connection that has ended."""
        with contextlib.suppress(ConnectionClosed):
            pong = asyncio.ensure_future(await self._connection.ping())
            if measure:
                pong.add_done_callback(self._take_pong)

    def _take_pong(self, pong: asyncio.Future[float]) -> None:
        if not pong.cancelled() and pong.exception() is None:
            self._on_latency(round(1000 * pong.result()))

    def _report(self, watch: SilenceWatch) -> None:
        seconds = max(1, int(watch.seconds)) if watch.silent else 0
        if seconds != self._reported:
            self._reported = seconds
            self._on_silence(seconds)

    def _seek_replacement(self, *, needed: bool) -> ListeningConnection | None:
        """Opens a new connection while one is needed; returns it once it is open."""
        if not needed:
            self._drop_replacement()
        elif self._replacement is None:
            self._replacement = asyncio.create_task(_keep_trying(self._address, self._tokens))
        elif self._replacement.done():
            replacement, self._replacement = self._replacement.result(), None
            return replacement
        return None

    def _drop_replacement(self) -> None:
        if self._replacement is not None:
            self._replacement.add_done_callback(abort_opened)
            self._replacement.cancel()
            self._replacement = None


async def _keep_trying(address: Address, tokens: Sequence[str]) -> ListeningConnection:
    """Tries to connect again and again, and returns the first connection that opens."""
    seconds = FIRST_ATTEMPT_SECONDS
    while True:
        try:
            return await open_connection(address, seconds, tokens)
        except (OSError, InvalidHandshake, ConnectionClosed, NotEncrypted):
            # Clients that lost the same network do not all come back in the same moment.
            await asyncio.sleep(random.uniform(0.2, 0.8))  # noqa: S311 - spreads reconnections, protects nothing
        seconds = min(seconds + 0.5, LAST_ATTEMPT_SECONDS)


def abort_opened(opened: asyncio.Task[ListeningConnection]) -> None:
    """Ends the connection that a task has opened and nobody takes, if there is one."""
    if not opened.cancelled() and opened.exception() is None:
        opened.result().transport.abort()
