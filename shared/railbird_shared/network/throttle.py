"""Spreads messages over time, so that neither side of a connection gets more of them than it can bear."""

from __future__ import annotations


class Throttle:
    """Delays messages so that at most `rate` pass in a second, and `burst` at once after a pause."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._burst_window = (burst - 1) / rate
        self._next_passes = 0.0

    def delay(self, now: float) -> float:
        """Returns the seconds to wait before the message that is due at `now` seconds."""
        at = max(now - self._burst_window, self._next_passes)
        self._next_passes = at + self._interval
        return max(0.0, at - now)
