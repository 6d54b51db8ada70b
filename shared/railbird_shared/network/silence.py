"""Notices that the other side of a connection does not answer; client and server use it alike.

Each side checks several times a second whether anything has arrived. It pings after `PING_AFTER_SECONDS` of silence and
calls the other side silent after `SILENT_AFTER_SECONDS`. Silence is only shown; a connection is given up much later.
"""

from __future__ import annotations

CHECK_INTERVAL_SECONDS = 0.25
"""How often to check."""

PING_AFTER_SECONDS = 1.25
"""How long nothing may arrive before a ping is sent."""

SILENT_AFTER_SECONDS = 2.5
"""How long nothing may arrive, an answer to the ping included, before the other side counts as silent."""

PINGS_PER_SECOND = 800
"""How many pings a server sends at most; with more clients than that allows, it waits longer for each."""


class SilenceWatch:
    """Measures for how long nothing has arrived on one connection.

    `seconds` is that time. `silent` says that a ping has had no answer and that the silence is long enough to show.
    """

    def __init__(self, now: float) -> None:
        self.seconds = 0.0
        self.silent = False
        self._checked_at = now
        self._pinged = False

    def check(self, now: float, *, heard: bool, patience: float = 1) -> bool:
        """Takes whether anything has arrived since the last check; returns whether to send a ping now.

        `now` is in seconds; `patience` makes the time until a ping, and until silence, so many times longer. A check
        that comes late counts for two intervals at most: what arrived while this process stood still has not been read
        yet, and is no silence of the other side.
        """
        passed = min(now - self._checked_at, 2 * CHECK_INTERVAL_SECONDS)
        self._checked_at = now
        if heard:
            self.seconds, self.silent, self._pinged = 0.0, False, False
            return False
        self.seconds += passed
        self.silent = self._pinged and self.seconds >= patience * SILENT_AFTER_SECONDS
        if self._pinged or self.seconds < patience * PING_AFTER_SECONDS:
            return False
        self._pinged = True
        return True


def patience_with(clients: int) -> float:
    """Returns how many times longer a server waits that watches so many clients, to send `PINGS_PER_SECOND` at most."""
    return max(1.0, clients / (PINGS_PER_SECOND * PING_AFTER_SECONDS))
