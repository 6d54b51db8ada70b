"""The departure of a player from a table in words: the seat given up, before, and the result, after."""

from __future__ import annotations

from dataclasses import dataclass

from railbird_client.table.narration.summaries import leave_summary, leave_warning
from railbird_client.table.table_model import TableModel

STAYS_IN_TOURNAMENT = "Leave the table? Your chips stay in play, and your blinds are posted until you come back."
"""The question before a player leaves a table of a tournament."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A player's departure from a table as it stands now; `table` is None where they are at none."""

    table: TableModel | None

    @property
    def seated(self) -> bool:
        """Whether the player has a seat in a game that goes on."""
        table = self.table
        return table is not None and table.input_state.own_seat is not None and not table.input_state.end_notice

    def question(self, question: str) -> str:
        """Returns a question for a player with a seat, after what becomes of their hand; empty without a seat."""
        if self.table is None or not self.seated:
            return ""
        view = self.table.input_state.view
        if view is not None and view.tournament:
            return STAYS_IN_TOURNAMENT
        return f"{'' if view is None else leave_warning(view)}\n{question}".strip()

    @property
    def summary(self) -> str:
        """The result of a player who gives up their seat now, or whose game the server has ended."""
        if self.table is None:
            return ""
        view = self.table.input_state.view
        if view is not None and view.tournament:
            return "" if self.seated else self.table.input_state.end_notice
        return leave_summary(view) if view is not None and self.seated else self.table.input_state.end_notice

    @property
    def table_id(self) -> str:
        """The id of the table, empty where the player is at none."""
        view = None if self.table is None else self.table.input_state.view
        return "" if view is None else view.table

    @property
    def result(self) -> int | None:
        """The result in chips of a player who gives up their seat now.

        None without a seat, in a hand that is played out without them, and in a tournament, whose chips are worth none.
        """
        view = None if self.table is None else self.table.input_state.view
        seat = None if view is None else view.own_seat
        if view is None or seat is None or view.tournament or (view.playing and seat.live and seat.all_in):
            return None
        return seat.stack - seat.bought_in

    @property
    def offline_summary(self) -> str:
        """The result of a player who leaves without a connection; nobody knows whether the server is still there."""
        if not self.seated:
            return "You left while there was no connection."
        lost = self.void_summary
        return (
            "You left while there was no connection. Your seat is kept for a while; if the server has stopped, "
            f"{lost[:1].lower()}{lost[1:]}"
        )

    @property
    def void_summary(self) -> str:
        """The result of a player whose server is gone, and the running hand with it; empty without a seat."""
        return "" if self.table is None else self.table.void_summary
