"""For how long a table that comes back from the journal waits for its players.

Times are milliseconds of the server's clock.
"""

from __future__ import annotations

RETURN_WAIT = 10_000
"""Milliseconds for which the others are waited for once somebody is back."""


class ReturnWait:
    """The wait for the players of one table: without end until the first is back, and then short for the others."""

    def __init__(self) -> None:
        self.ends_at: int | None = None

    def nobody_is_back(self) -> None:
        """Notes that those who were back have gone again."""
        self.ends_at = None

    def somebody_is_back(self, now: int) -> None:
        """Notes that a player is back."""
        if self.ends_at is None:
            self.ends_at = now + RETURN_WAIT
