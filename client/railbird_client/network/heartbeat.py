"""Finds out whether the server answers, and opens a new connection while the old one is silent.

A quiet server is pinged; a silent one is not given up at once, because it may only be busy. A new connection is opened
beside the old one. It takes over only if the server has answered on it, and still not on the old one.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from railbird_shared.network.address import Address
from railbird_shared.network.silence import CHECK_INTERVAL_SECONDS, SilenceWatch
from railbird_shared.network.websocket import ListeningConnection, NotEncrypted, abort_opened, open_connection

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
