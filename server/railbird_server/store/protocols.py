"""The store as the server needs it: journal, directory, books, hands and tournaments.

There are two, SQLite and the process's own memory. They are where a server on many machines would divide; nothing else
is prepared for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from railbird_server.store import records
from railbird_server.store.records import Change, HandQuery, Owned, StoredHand, StoredPlayer


class StoreError(Exception):
    """The store cannot carry out a request; the message is a sentence for the person who runs the server."""


class NotKept(StoreError):
    """A change is not kept, for want of room or because the disk fails; it may be asked for again as it is."""


class NotOwned(StoreError):
    """Somebody else owns the table by now: it is to be forgotten here."""


class CommitObserver(Protocol):
    """Is told of every commit, from any thread."""

    def commit_began(self) -> None:
        """Notes that a commit begins."""

    def commit_took(self, seconds: float, entries: int) -> None:
        """Notes how long a commit took, and how many changes it kept."""

    def commit_failed(self, sentence: str) -> None:
        """Notes why a commit failed."""


class Store:
    """All that a server keeps, `durable` if it outlives the process; otherwise all is gone with that."""

    durable = False

    # --- what happens at tables ----------------------------------------------------------------------------------

    async def append(self, owned: Owned, change: Change) -> None:
        """Keeps a change; returns when it is durable: only then may anybody be told.

        Raises NotKept, after which the same change may be appended again and is then kept once, or NotOwned.
        """
        raise NotImplementedError

    async def keep_evidence(self, owned: Owned, reason: str) -> None:
        """Puts all that is kept of a table aside as it is, to look into a fault."""

    async def open(self, opened: records.OpenedTable, host: StoredPlayer) -> Owned:
        """Keeps a new table and its host; raises NotKept."""
        raise NotImplementedError

    # --- players, access and books -------------------------------------------------------------------------------

    async def forget_players(self, players: Sequence[str]) -> None:
        """Forgets players by their ids; raises NotKept."""

    async def keep_access(self, change: records.AccessChange) -> None:
        """Keeps an invite, or that a player has been let in to a table, until that closes; raises NotKept."""

    async def closed_books(self, player: str, table: str) -> records.KeptBooks | None:
        """Returns the books of a closed table where a player had chips, with no id of the latest; None without one."""
        raise NotImplementedError

    # --- finished hands: nothing is kept of them but themselves, and what they are searched by -----------------------

    async def find_hands(self, query: HandQuery, first: int, limit: int) -> records.HandPage:
        """Returns at most `limit` of the hands that are wanted, in their order, from place `first` on, from 0."""
        raise NotImplementedError

    async def read_hand(self, table: str, number: int) -> StoredHand | None:
        """Returns a hand of a table; None where it is kept no more, or cannot be read."""
        raise NotImplementedError

    async def read_hands(self, query: HandQuery, limit: int) -> Sequence[StoredHand]:
        """Returns the latest of the hands that are wanted and can be read, at most `limit`, the first of them first."""
        raise NotImplementedError

    # --- tournaments, apart from their tables --------------------------------------------------------------------

    async def open_tournament(self, opened: records.OpenedTournament, host: StoredPlayer) -> None:
        """Keeps a new tournament and its host; raises NotKept."""

    async def append_tournament(self, tournament: str, change: records.TournamentChange) -> None:
        """Keeps a change of a tournament; returns when it is durable. Raises NotKept; kept once if appended again."""

    # --- the start and the end -----------------------------------------------------------------------------------

    def take_kept(self) -> records.KeptState:
        """Returns what is kept from when the store was last used, once; its tables are this server's from now on."""
        return records.KeptState()

    def observe(self, observer: CommitObserver) -> None:
        """Tells an observer of every commit from now on."""

    async def close(self) -> None:
        """Finishes what was asked for, and closes the store."""
