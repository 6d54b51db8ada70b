"""The way of what everybody may know of a table to its rail, in this process or, one day, in another.

Until a second machine feeds rails, `LocalBus` is the only one.

Only a `PublicFrame` can go there, and `public_frame` makes none of a message with a private part.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from typing import NewType, Protocol

from railbird_shared.protocol import codec
from railbird_shared.protocol.messages import Chat, HandChances, Notice, Rail, Step

PublicFrame = NewType("PublicFrame", bytes)
"""An encoded message that everybody at the table may read."""

MAX_WAITING = 64
"""Frames that may wait for a follower; beyond that the oldest are lost to it."""


def public_frame(message: Step | Chat | Notice | Rail | HandChances) -> PublicFrame:
    """Returns the frame of a message for everybody; raises ValueError for a step with a private part."""
    if isinstance(message, Step) and message.private:
        raise ValueError("A step with a private part is for one viewer alone.")
    return PublicFrame(codec.encode(message))


class Bus(Protocol):
    """Carries the public frames of tables to those who follow them."""

    def publish(self, table: str, number: int, frame: PublicFrame) -> None:
        """Passes on the frame of that number, from 1 on for each table; never waits, keeps the order, and may lose."""
        ...

    def follow(self, table: str) -> AsyncIterator[tuple[int, PublicFrame]]:
        """Yields the numbered frames from now on; who misses a number lets its viewers have a snapshot."""
        ...


class LocalBus:
    """A `Bus` within this process."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, list[_Follower]] = defaultdict(list)

    def publish(self, table: str, number: int, frame: PublicFrame) -> None:
        """Passes on a frame; a follower that has too many waiting loses the oldest."""
        for follower in self._followers.get(table, ()):
            follower.waiting.append((number, frame))
            follower.filled.set()

    def follow(self, table: str) -> AsyncIterator[tuple[int, PublicFrame]]:
        """Yields the numbered frames from now on."""
        follower = _Follower()
        self._followers[table].append(follower)
        return self._frames(table, follower)

    async def _frames(self, table: str, follower: _Follower) -> AsyncIterator[tuple[int, PublicFrame]]:
        try:
            while True:
                await follower.filled.wait()
                follower.filled.clear()
                while follower.waiting:
                    yield follower.waiting.popleft()
        finally:
            self._followers[table].remove(follower)
            if not self._followers[table]:
                del self._followers[table]


class _Follower:
    """What waits for one follower."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[int, PublicFrame]] = deque(maxlen=MAX_WAITING)
        self.filled = asyncio.Event()
