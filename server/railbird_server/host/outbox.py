"""What goes out to one client, so that a slow one never delays a table nor fills the memory.

Frames are written without waiting. A client that falls far behind is sent no more news: what it has missed is replaced
by one fresh state as soon as it has read the rest. One that does not catch up is cut off, and may resume.
"""

from __future__ import annotations

from collections.abc import Callable

from railbird_server.host.wire import Wire

MOST_BEHIND = 64
MOST_NEWS = 64 * 1024
"""Frames, and bytes, that may wait for a client before its news is held back."""

MOST_WAITING = 256 * 1024
"""Bytes that may wait for a client before it is cut off."""

MOST_STALLED = 10.0
"""Seconds that a client for whom something waits may read nothing of it before it is cut off."""


class Outbox:
    """The sending side of one conversation; `catch_up` is called when a client that was behind can be told all anew."""

    def __init__(self, wire: Wire, catch_up: Callable[[], None]) -> None:
        self._wire = wire
        self._catch_up = catch_up
        self._unread = 0
        self._written = 0
        self._read = 0
        self._stalled_since: float | None = None
        self.behind = False

    def answer(self, frame: bytes) -> None:
        """Sends a frame that the client cannot do without."""
        waiting = self._wire.waiting
        if waiting > MOST_WAITING:
            self._wire.abort()
            return
        self._unread = self._unread + 1 if waiting else 0
        self._written += len(frame)
        self._wire.write(frame)

    def tell(self, frame: bytes) -> None:
        """Sends news, unless the client is so far behind that it will be told all anew."""
        if self.behind:
            return
        self.answer(frame)
        self.behind = self._unread >= MOST_BEHIND or self._wire.waiting > MOST_NEWS

    def show(self, frame: bytes) -> None:
        """Sends a whole state: from here the client follows the news again."""
        self.behind = False
        self.answer(frame)

    def check(self, now: float) -> None:
        """Looks after a slow client at `now` seconds: catches up, or cuts it off when it reads nothing."""
        waiting = self._wire.waiting
        read, self._read = self._read, self._written - waiting
        if not waiting:
            self._stalled_since = None
            if self.behind:
                self._unread = 0
                self._catch_up()
        elif self._stalled_since is None or self._read > read:
            self._stalled_since = now
        elif now - self._stalled_since > MOST_STALLED:
            self._wire.abort()
        if waiting > MOST_WAITING:
            self._wire.abort()
