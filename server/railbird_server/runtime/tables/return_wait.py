"""For how long a table that comes back from the journal waits for its players.

Times are milliseconds of the server's clock.
"""

from __future__ import annotations

RETURN_WAIT = 10_000
"""Milliseconds for which the others are waited for once somebody is back."""

TOURNAMENT_WAIT = 30_000
"""Milliseconds for which a table of a tournament waits for anybody; who is away is dealt in there."""


class ReturnWait:
    """The wait for the players of one table: until `latest` for the first, and then shortly for the others."""

    def __init__(self, latest: int) -> None:
        self.ends_at = latest
        self._latest = latest

    def nobody_is_back(self) -> None:
        """Notes that those who were back have gone again."""
        self.ends_at = self._latest

    def somebody_is_back(self, now: int) -> None:
        """Notes that a player is back."""
        self.ends_at = min(self.ends_at, now + RETURN_WAIT)
