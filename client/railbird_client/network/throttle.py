"""Limits how many messages a second are read from a server.

The link queues what it reads together with the player's keys, so a server that floods it could block the keyboard.
Messages over the limit wait in the connection and use no memory.
"""

from __future__ import annotations

MAX_MESSAGES_PER_SECOND = 500
"""More messages than any table sends in a second."""


class Throttle:
    """Counts the messages of each second."""

    def __init__(self) -> None:
        self._window_start = 0.0
        self._count = 0

    def delay(self, now: float) -> float:
        """Counts a message received at `now`; returns how many seconds to wait before the next is read, usually 0."""
        if self._count == 0 or now - self._window_start >= 1:
            self._window_start, self._count = now, 0
        self._count += 1
        return 0.0 if self._count < MAX_MESSAGES_PER_SECOND else self._window_start + 1 - now
