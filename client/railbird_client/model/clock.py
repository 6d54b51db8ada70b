"""What is left of a turn: the server's deadlines read with this machine's clock.

Times of the server are milliseconds, times of this machine are seconds of a clock that never goes back; both are given
as arguments.
"""

from __future__ import annotations

from msgspec import Struct

WARNING_SECONDS = 5
"""The seconds before a deadline at which the bar begins to warn."""

_PARTS = 48
_DEFAULT_TURN_SECONDS = 30.0


class TimeLeft(Struct, frozen=True):
    """What is left of a turn: whole seconds (rounded up) and 48ths of the whole turn."""

    seconds: int
    parts: int

    @property
    def is_urgent(self) -> bool:
        """Whether the turn is about to end."""
        return self.seconds <= WARNING_SECONDS

    def filled_cells(self, width: int) -> int:
        """Returns how many of `width` cells of a bar are full."""
        return -(-self.parts * width // _PARTS)


class ServerClock:
    """Reads the server's times on this machine's clock; the quickest message heard tells best."""

    def __init__(self) -> None:
        self._offset: float | None = None
        self._deadline: int | None = None
        self._current_turn_length = _DEFAULT_TURN_SECONDS
        self._table_turn_length: float | None = None

    def sync(self, at: int, now: float) -> None:
        """Learns that a message of server time `at` arrived at `now`."""
        offset = now - at / 1000
        if self._offset is None or offset < self._offset:
            self._offset = offset

    def set_turn_length(self, milliseconds: int) -> None:
        """Learns how long a turn is at this table; 0 where that is not told."""
        self._table_turn_length = milliseconds / 1000 if milliseconds > 0 else None

    def reset(self) -> None:
        """Begins anew, as after a server's restart."""
        self._offset = None

    def time_left(self, deadline: int | None, now: float) -> TimeLeft | None:
        """Returns what is left of the turn that ends at `deadline`, None where no clock runs.

        Where it is not known how long a turn is, the first that is seen of it counts as the whole.
        """
        if deadline is None or self._offset is None:
            return None
        remaining = max(0.0, deadline / 1000 + self._offset - now)
        if deadline != self._deadline:
            self._deadline, self._current_turn_length = deadline, self._table_turn_length or max(remaining, 1.0)
        parts = min(_PARTS, round(_PARTS * remaining / self._current_turn_length))
        return TimeLeft(-int(-remaining // 1), parts)
