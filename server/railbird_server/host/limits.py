"""How much one connection may say: a budget of messages, a slower one of chat, and patience with bad frames."""

from __future__ import annotations

STRIKES = 5
"""Bad frames after which a conversation ends."""


class Budget:
    """A bucket of permissions: `burst` at once, refilled at `rate` a second; a rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._since: float | None = None

    def spend(self, now: float) -> bool:
        """Takes one permission at `now` seconds; returns False where none is left."""
        if not self._rate:
            return True
        if self._since is not None:
            self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class ChatLimit:
    """Keeps one speaker from flooding everybody's chat."""

    def __init__(self, rate: float, burst: int) -> None:
        self._budget = Budget(rate, burst)
        self._last = ""

    def objection(self, line: str, now: float) -> str:
        """Returns a sentence that says why a cleaned line is not passed on at `now` seconds, empty if it is."""
        if not line:
            return "Say something that can be shown."
        if line == self._last:
            return "You have just said that."
        if not self._budget.spend(now):
            return "You are talking too fast; wait a moment."
        self._last = line
        return ""
