"""Feeds the rail of one table, in slices and by a task of its own: a great crowd never delays the table.

Frames are numbered in the order in which they are published. Every viewer gets them in this order and each once,
whoever sends them: the task, or the table itself to a viewer who has taken a seat, or left it, in between.

Only a `PublicFrame` can go to the rail, and `public_frame` makes none of a message with a private part.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from typing import NewType, Protocol

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.people.players import Viewer
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
    """Carries the public frames of tables to those who follow them.

    `LocalBus` is the only one that a server runs with. Others, and the second store, exist for tests until there is a
    second machine.
    """

    def publish(self, table: str, number: int, frame: PublicFrame) -> None:
        """Passes on the frame of that number, from 1 on for each table; never waits, keeps the order, and may lose."""
        ...

    def follow(self, table: str) -> AsyncIterator[tuple[int, PublicFrame]]:
        """Yields the numbered frames from now on; a follower who misses a number has its viewers sent a snapshot."""
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


RAIL_SLICE = 64
"""Viewers who are sent a frame in one go: an act of a player waits for some slices at most, each below 1 ms."""


class RailBroadcast:
    """What the viewers of one table are still to be sent: `run` sends it to all who have not got it otherwise.

    `reaches` says which viewers get what is published; all do where it is None.
    """

    def __init__(self, bus: Bus, table: str, members: Members) -> None:
        self.reaches: Callable[[Viewer], bool] | None = None
        self._bus = bus
        self._table = table
        self._members = members
        self._last = 0
        self._finished = 0
        self._unfinished: deque[tuple[int, PublicFrame]] = deque(maxlen=MAX_WAITING)
        self._told: dict[Viewer, int] = {}

    def publish(self, frame: PublicFrame) -> None:
        """Has a frame sent to every viewer."""
        self._last += 1
        self._unfinished.append((self._last, frame))
        self._bus.publish(self._table, self._last, frame)

    def send_now(self, viewer: Viewer, frame: bytes) -> None:
        """Sends a viewer their own form of the frame that was published last, after all that was before it."""
        self._send_rest(viewer, self._last - 1)
        viewer.outbox.send_update(frame)
        self._told[viewer] = self._last

    def pass_over(self, viewer: Viewer) -> None:
        """Leaves the frame out that was published last, which is not for a viewer, but nothing before it."""
        self._send_rest(viewer, self._last - 1)
        self._told[viewer] = self._last

    def skip(self, viewer: Viewer) -> None:
        """Leaves out what a viewer is still to be sent, because they get the whole table, or what they missed."""
        self._told[viewer] = self._last

    def finish(self) -> None:
        """Sends everybody at once what they are still to be sent, because the table ends."""
        for viewer in list(self._members.viewers.values()):
            self._send_rest(viewer, self._last)
        self._forget(self._last)

    async def run(self) -> None:
        """Sends what is published to everybody at the table who has not got it yet, until it is cancelled."""
        here = self._members.viewers
        async for number, frame in self._bus.follow(self._table):
            crowd = list(here.items())
            for start in range(0, len(crowd), RAIL_SLICE):
                if start:
                    await asyncio.sleep(0)
                for player, viewer in crowd[start : start + RAIL_SLICE]:
                    if here.get(player) is viewer:
                        self._send(viewer, number, frame)
            self._forget(number)

    def _send_rest(self, viewer: Viewer, last: int) -> None:
        """Sends a viewer at once what they are still to be sent, up to the frame of that number."""
        for number, frame in self._unfinished:
            if number <= last:
                self._send(viewer, number, frame)

    def _send(self, viewer: Viewer, number: int, frame: PublicFrame) -> None:
        """Sends a viewer a frame unless they have got it; who has missed one before it gets a snapshot in time."""
        told = self._told.get(viewer, self._finished)
        if told >= number or (self.reaches is not None and not self.reaches(viewer)):
            return
        if told < number - 1:
            viewer.outbox.fall_behind()
        viewer.outbox.send_update(frame)
        self._told[viewer] = number

    def _forget(self, number: int) -> None:
        """Forgets frames that everybody has got."""
        while self._unfinished and self._unfinished[0][0] <= number:
            self._unfinished.popleft()
        if not self._unfinished:
            self._finished = self._last
            self._told.clear()
        elif len(self._told) > 2 * len(self._members.viewers) + RAIL_SLICE:
            self._told = {viewer: told for viewer, told in self._told.items() if self._members.is_here(viewer)}
