"""When a table deals next, and what keeps it from dealing: a fault, or its end."""

from __future__ import annotations

from msgspec import Struct

MAX_FAULTS = 3
"""Hands in a row that may fail before the table deals no more."""


class DealSchedule(Struct):
    """The pause between two hands, by the table's own time in milliseconds.

    The next hand is due at `deal_at`, None while none can be dealt, and comes after `rest_until`. `hands_in_a_row` were
    dealt since enough players sat down, and `has_just_ended` says that the present input has ended a hand.
    """

    deal_at: int | None = None
    rest_until: int = 0
    hands_in_a_row: int = 0
    has_just_ended: bool = False

    def rest(self, until: int) -> None:
        """Has the table rest until a time."""
        self.deal_at, self.rest_until = None, until

    def is_due(self, now: int) -> bool:
        """Whether the next hand is due at a time."""
        return self.deal_at is not None and now >= self.deal_at


class Faults(Struct):
    """The faults of a table: `fault` in the present input, and `in_a_row` hands up to now.

    `halted` is the fault that keeps the table from dealing, empty as long as all is well.
    """

    halted: str = ""
    in_a_row: int = 0
    fault: str = ""

    def record(self, fault: str) -> None:
        """Notes a hand that has failed; too many in a row halt the table."""
        self.fault = fault
        self.in_a_row += 1
        if self.in_a_row >= MAX_FAULTS:
            self.halted = fault

    def halt(self, fault: str) -> None:
        """Has the table deal no more."""
        self.fault = self.halted = fault


class Closing(Struct):
    """The end of a table: whether it is `closed`, and the bets of a voided hand that came back then, by seat."""

    closed: bool = False
    returned: dict[int, int] = {}
