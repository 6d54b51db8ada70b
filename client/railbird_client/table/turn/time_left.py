"""Computes the time left of a turn from the server's deadlines and this machine's clock.

Server times are in milliseconds and local times in seconds of a monotonic clock; both are arguments.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_client.drawing.text_roles import Span, TextRole

_WARNING_SECONDS = 5  # before a deadline, when the bar begins to warn
_PARTS = 48
_DEFAULT_TURN_SECONDS = 30.0


class TimeLeft(Struct, frozen=True):
    """The time left of a turn: whole seconds, rounded up, and 48ths of the whole turn.

    `on_time_bank` says that they are those of the player's time bank.
    """

    seconds: int
    parts: int
    on_time_bank: bool = False

    @property
    def is_urgent(self) -> bool:
        """Whether the turn is about to end."""
        return self.seconds <= _WARNING_SECONDS

    def filled_cells(self, width: int) -> int:
        """Returns how many of `width` cells of a bar are full."""
        return -(-self.parts * width // _PARTS)


class ServerClock:
    """Converts server times to local times by the offset of the fastest message so far."""

    def __init__(self) -> None:
        self._offset: float | None = None
        self._deadline: int | None = None
        self._current_turn_length = _DEFAULT_TURN_SECONDS
        self._table_turn_length: float | None = None

    def sync(self, at: int, now: float) -> None:
        """Records that a message of server time `at` arrived at `now`."""
        offset = now - at / 1000
        if self._offset is None or offset < self._offset:
            self._offset = offset

    def reset(self, turn_length: int) -> None:
        """Forgets the offset, as after a restart of the server; `turn_length` is in milliseconds, 0 if not known."""
        self._offset, self._table_turn_length = None, turn_length / 1000 if turn_length > 0 else None

    def seconds_until(self, at: int, now: float) -> float:
        """Returns the seconds until a time of the server, 0 if it has passed or is not known."""
        return 0.0 if self._offset is None else max(0.0, at / 1000 + self._offset - now)

    def seconds_since(self, at: int, now: float) -> float:
        """Returns the seconds since a time of the server, 0 if it is to come or not known."""
        return 0.0 if self._offset is None else max(0.0, now - at / 1000 - self._offset)

    def time_left(self, deadline: int | None, now: float, *, on_time_bank: bool = False) -> TimeLeft | None:
        """Returns the time left of the turn that ends at `deadline`, None if no clock runs.

        On the time bank, or if the length of a turn is not known, the time left when this is first seen counts as the
        whole turn.
        """
        if deadline is None or self._offset is None:
            return None
        remaining = self.seconds_until(deadline, now)
        if deadline != self._deadline:
            usual = None if on_time_bank else self._table_turn_length
            self._deadline, self._current_turn_length = deadline, usual or max(remaining, 1.0)
        parts = min(_PARTS, round(_PARTS * remaining / self._current_turn_length))
        return TimeLeft(-int(-remaining // 1), parts, on_time_bank)


def time_text(time_left: TimeLeft) -> str:
    """Returns the seconds left, and whether the time bank runs; the last seconds carry an exclamation mark.

    So neither needs colour.
    """
    bank = "bank " if time_left.on_time_bank else ""
    return f"{bank}{time_left.seconds} s{'!' if time_left.is_urgent else ''}"


def time_bar(time_left: TimeLeft, width: int) -> list[Span]:
    """Returns a time bar of `width` cells, the seconds included; shortly before the end it warns."""
    role = TextRole.WARN if time_left.is_urgent else TextRole.TURN
    cells = max(0, width - max(8, 3 + len(time_text(time_left))))
    full = time_left.filled_cells(cells)
    left, spent = Span("█" * full, role), Span("░" * (cells - full) + "▏ ", TextRole.FAINT)
    return [Span("▕", TextRole.FAINT), left, spent, Span(time_text(time_left), role)]
