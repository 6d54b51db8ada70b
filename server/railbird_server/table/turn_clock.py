"""The time of the turn that is open: when it ends, and what lengthens it. Reads no clock."""

from __future__ import annotations

from railbird_server.table import clock
from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.outcome import FullEvent, TurnOpened
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_server.table.time_bank import TimeBanks


class TurnClock:
    """The turn clock of one table and its time banks, for the hand that each method is given; without one, no turn."""

    def __init__(self, seats: Seats) -> None:
        self.time_banks = TimeBanks()
        self._seats = seats

    def due(self, hand: HandInProgress | None, settings: TableSettings) -> int | None:
        """Returns when the clock acts in the turn that is open, None if it never does."""
        return clock.turn_due(hand.turn, self._seat(hand.turn), settings) if hand and hand.turn else None

    def turn_of(self, hand: HandInProgress | None) -> tuple[str, TurnOpened] | None:
        """Returns the id of the player in turn, and their turn."""
        return (self._seat(hand.turn).player, hand.turn) if hand and hand.turn else None

    def note_end(
        self, before: tuple[str, TurnOpened] | None, hand: HandInProgress | None, settings: TableSettings, now: int
    ) -> None:
        """Notes what is left of the time bank of a player whose turn, open `before`, has ended."""
        after = self.turn_of(hand)
        if before and (after is None or after[1].turn != before[1].turn):
            player, turn = before
            self.time_banks.end_turn(player, turn, settings, turn.time_left(now))

    def extend(self, hand: HandInProgress | None, settings: TableSettings) -> list[FullEvent]:
        """Gives the player in turn more time if their connection is lost, once in each hand."""
        if hand is None or hand.turn is None or self._seat(hand.turn).connected:
            return []
        extended = hand.extend_turn(settings.clock_extension_ms)
        return [extended] if extended else []

    def ensure(self, hand: HandInProgress | None, now: int, least: int) -> list[FullEvent]:
        """Gives the player in turn at least so many milliseconds."""
        extended = hand.ensure_time(now, least) if hand else None
        return [extended] if extended else []

    def _seat(self, turn: TurnOpened) -> Seat:
        seat = self._seats.at(turn.seat)
        assert seat is not None
        return seat
