"""A table with all that belongs to it while a server runs it: its time, its steps, its journal."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from railbird_server.runtime.broadcast.step_log import StepLog
from railbird_server.runtime.broadcast.table_clock import TableTime
from railbird_server.runtime.tables.table_journal import TableJournal
from railbird_server.store.records import OpenedTable, Owned
from railbird_server.table.table import Table
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import get_variant


class LiveTable(Struct, frozen=True, eq=False):
    """A table that a server runs.

    `returning` says that it has just been brought back from the journal, and `notice` is what its players have to be
    told of that, empty if nothing.
    """

    table: Table
    owned: Owned
    time: TableTime
    steps: StepLog
    journal: TableJournal
    returning: bool = False
    notice: str = ""

    @classmethod
    def opened(cls, opened: OpenedTable, owned: Owned, now: Callable[[], int]) -> LiveTable:
        """Returns a new table, by the server's clock `now` in milliseconds."""
        table = Table(opened.table, opened.settings, opened.host)
        steps = StepLog(opened.epoch)
        return cls(table, owned, TableTime(now), steps, TableJournal(table, steps))

    @property
    def tournament(self) -> str:
        """The id of the tournament to which the table belongs, empty without one."""
        settings = self.table.settings
        return settings.tournament.tournament if settings.tournament else ""

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that its hands are dealt from, in order."""
        settings = self.table.settings
        return (settings.variant or get_variant(settings.game.id)).pack
