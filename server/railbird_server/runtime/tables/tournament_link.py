"""What a table of a tournament reports to it: that it could deal, that a hand has begun, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.live_table import LiveTable
from railbird_server.tournament.inputs import HandBegun, HandFinished, TableReady
from railbird_server.tournament.state import HandPlaces


class ViewerCame(Struct, frozen=True):
    """A viewer has come to a table of the tournament, and knows nothing of it yet."""

    viewer: Viewer


class TableGone(Struct, frozen=True):
    """A table of that number has ended, or deals no more after a fault, whether the tournament wants it or not."""

    table: int


TableReport = TableReady | HandBegun | HandFinished | ViewerCame | TableGone
"""What a table reports to its tournament."""

ReportTaker = Callable[[str, TableReport], None]
"""Takes a report for the tournament of that id."""


class TournamentLink:
    """The link of one table to its tournament, if it belongs to one; each report is given once by a process.

    A hand has ended for the tournament when its cards have been shown, so that nobody leaves before; the pause until
    the next hand is for moves. After the server was away the latest reports are given again, which a tournament knows
    already or has missed.
    """

    def __init__(self, live: LiveTable, take_report: ReportTaker) -> None:
        self._live = live
        self._table = live.table
        self._take_report = take_report
        self._begun = 0
        self._finished = 0
        self._asked = 0
        self._is_gone = False

    @property
    def due(self) -> int | None:
        """When the table reports the end of a hand or asks to deal, in milliseconds of the server's clock, or None."""
        asks_at = self._table.asks_to_deal_at
        if asks_at is None or self._asked > self._table.hand_number:
            return None
        shows_hand = self._table.hand_number > self._finished
        return self._live.time.on_server(asks_at - self._table.settings.pause_ms if shows_hand else asks_at)

    def report(self, now: int) -> None:
        """Reports what has come about by `now`, in milliseconds of the server's clock."""
        tournament = self._table.settings.tournament
        if tournament is None:
            return
        for report in self._reports(tournament.number, now):
            self._take_report(tournament.tournament, report)

    def note_viewer(self, viewer: Viewer) -> None:
        """Reports that a viewer has come."""
        if self._live.tournament:
            self._take_report(self._live.tournament, ViewerCame(viewer))

    def _reports(self, number: int, now: int) -> list[TableReport]:
        table, reports = self._table, list[TableReport]()
        hand, positions = table.hand_number, table.button.positions
        if hand > self._begun and table.current_hand is not None:
            self._begun = hand
            small, big = (positions.small_blind_place, positions.big_blind_place) if positions else (None, None)
            places = HandPlaces(table.current_hand.setup.button, small, big)
            reports.append(HandBegun(number, hand, places))
        if table.faults.halted and not self._is_gone:
            self._is_gone = True
            return [*reports, TableGone(number)]
        if hand > self._finished and self._is_due(now):
            self._finished = hand
            if (ended := table.hand_report) is not None:
                reports.append(HandFinished(number, hand, ended.stacks_before, ended.stacks, ended.busted_by))
        if hand == self._finished and self._is_due(now):
            self._asked = hand + 1
            reports.append(TableReady(number))
        return reports

    def _is_due(self, now: int) -> bool:
        due = self.due
        return due is not None and due <= now
