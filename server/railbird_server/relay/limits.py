"""Limits of a relay on strangers: connections and wrong secrets of an address, and the bytes of a room."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator

from railbird_server.relay.lines import Line
from railbird_server.relay.settings import RelaySettings
from railbird_server.runtime.token_buckets import TokenBuckets
from railbird_shared.network.peer import address_group

MAX_UNPROVEN = 100
"""How many connections may be about to say whose they are; one more ends the oldest."""

WRONG_SECRET_RATE, WRONG_SECRET_BURST = 0.1, 5
"""How many wrong secrets an address may try: five, and then one in ten seconds."""

DAY = 24 * 3600
BURST = 2.0
"""Seconds of a room's rate that may come at once."""


class RelayLimits:
    """Counts connections, and those refused; `hosts` are the addresses of hosts, which no limit by address is for."""

    def __init__(self, settings: RelaySettings) -> None:
        self.refused = 0
        self.hosts: Counter[str] = Counter()
        self._settings = settings
        self._addresses: Counter[str] = Counter()
        self._rate = TokenBuckets(settings.connection_rate, 2 * settings.connections_per_address)
        self._wrong = TokenBuckets(WRONG_SECRET_RATE, WRONG_SECRET_BURST)
        self._unproven: OrderedDict[Line, None] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more connection may come from an address; counts a refusal."""
        allowed = self._has_room(address_group(address))
        self.refused += not allowed
        return allowed

    def _has_room(self, group: str) -> bool:
        if self._addresses.total() >= self._settings.connections:
            return False
        return self.hosts[group] > 0 or (self._is_few(group) and self._rate.spend(group, time.monotonic()))

    def _is_few(self, group: str) -> bool:
        return self._addresses[group] < self._settings.connections_per_address

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Counts a connection by its address; raises OSError where others came first since it was accepted."""
        group = address_group(address)
        if not (self.hosts[group] or self._is_few(group)):
            raise ConnectionRefusedError
        with counted(self._addresses, group):
            yield

    @contextlib.asynccontextmanager
    async def opening(self, line: Line) -> AsyncIterator[None]:
        """Gives a connection its time to say whose it is; raises TimeoutError."""
        self._unproven[line] = None
        if len(self._unproven) > MAX_UNPROVEN:
            oldest, _ = self._unproven.popitem(last=False)
            oldest.writer.transport.abort()
        try:
            async with asyncio.timeout(self._settings.open_timeout):
                yield
        finally:
            self._unproven.pop(line, None)

    def may_guess(self, address: str) -> bool:
        """Whether a secret may be tried from an address; takes one guess."""
        return self._wrong.spend(address_group(address), time.monotonic())

    def guessed_right(self, address: str) -> None:
        """Gives the guess of a right secret back."""
        self._wrong.give_back(address_group(address))


@contextlib.contextmanager
def counted(counter: Counter[str], key: str) -> Iterator[None]:
    """Counts a key for as long as the context lasts; a count of none is dropped."""
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


class ByteBudgets:
    """The bytes that each room may have passed on: a rate, over which they wait, and so many in a day (UTC)."""

    def __init__(self, settings: RelaySettings) -> None:
        self.total = 0
        self._rate, self._day_bytes = settings.byte_rate, settings.day_bytes
        self._paid_until: dict[str, float] = {}
        self._spent: Counter[str] = Counter()
        self._day = 0

    def is_spent(self, room: str) -> bool:
        """Whether a room has had its bytes of this day."""
        if (day := int(time.time() // DAY)) != self._day:
            self._day = day
            self._spent.clear()
            self._paid_until.clear()
        return self._spent[room] >= self._day_bytes

    async def spend(self, room: str, size: int) -> None:
        """Waits until so many bytes of a room may be passed on; raises ConnectionAbortedError where none may today."""
        if self.is_spent(room):
            raise ConnectionAbortedError
        self._spent[room] += size
        self.total += size
        if self._rate:
            now = asyncio.get_running_loop().time()
            until = self._paid_until[room] = max(self._paid_until.get(room, 0), now - BURST) + size / self._rate
            if until > now:
                await asyncio.sleep(until - now)
