"""The one seat that a person may have at a time, for all tables of one process."""

from __future__ import annotations


class SeatClaims:
    """Which table each player has claimed a seat at."""

    def __init__(self) -> None:
        self._tables: dict[str, str] = {}

    async def claim_seat(self, player: str, table: str) -> bool:
        """Claims the one seat of a player for a table; returns False where it is claimed for another."""
        return self._tables.setdefault(player, table) == table

    def release_seat(self, player: str, table: str) -> None:
        """Gives up a claim; does nothing where the player has none for that table."""
        if self._tables.get(player) == table:
            del self._tables[player]
