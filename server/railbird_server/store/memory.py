"""A store for a server that is to leave nothing behind: it keeps nothing at all."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.store.records import (
    AccessChange,
    AccessState,
    Change,
    OpenedTable,
    Owned,
    StoredPlayer,
    StoredTable,
)
from railbird_server.store.seams import CommitObserver
from railbird_server.store.seat_claims import SeatClaims


class MemoryStore(SeatClaims):
    """A `railbird_server.store.seams.Store` of a server whose tables live in its memory alone."""

    durable = False

    async def append(self, owned: Owned, change: Change) -> None:
        """Does nothing: the table itself is all there is of it."""

    async def keep_evidence(self, owned: Owned, reason: str) -> None:
        """Does nothing."""

    async def open(self, opened: OpenedTable, host: StoredPlayer) -> Owned:  # noqa: ARG002  it needs no keeping
        """Returns the right to write a new table."""
        return Owned(opened.table)

    async def open_tables(self) -> Sequence[StoredTable]:
        """Returns nothing: a process begins without tables."""
        return ()

    async def players(self) -> Sequence[StoredPlayer]:
        """Returns nothing: a process begins without players."""
        return ()

    async def keep_player(self, player: StoredPlayer) -> None:
        """Does nothing."""

    async def forget_players(self, players: Sequence[str]) -> None:
        """Does nothing."""

    async def access(self) -> AccessState:
        """Returns nothing: a process begins without invites."""
        return AccessState()

    async def keep_access(self, change: AccessChange) -> None:
        """Does nothing."""

    def observe(self, observer: CommitObserver) -> None:
        """Does nothing: nothing is ever committed."""

    async def close(self) -> None:
        """Does nothing."""
