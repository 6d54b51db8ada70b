"""A table's own time in milliseconds: it goes on where it stopped, whatever process or machine the table runs on."""

from __future__ import annotations

from collections.abc import Callable


class TableTime:
    """The time of one table, by the server's clock `now`, both in milliseconds; it can stand still.

    It begins at `start`, and stands still until `go_on` if `paused`.
    """

    def __init__(self, now: Callable[[], int], start: int = 0, *, paused: bool = False) -> None:
        self._now = now
        self._offset = start - now()
        self._paused_at = start if paused else None

    @property
    def is_paused(self) -> bool:
        """Whether the table's time stands still."""
        return self._paused_at is not None

    def now(self) -> int:
        """Returns the table's time."""
        return self._now() + self._offset if self._paused_at is None else self._paused_at

    def pause(self) -> None:
        """Lets the table's time stand still."""
        self._paused_at = self.now()

    def go_on(self) -> None:
        """Lets the table's time go on from where it stands."""
        if self._paused_at is not None:
            self._offset = self._paused_at - self._now()
            self._paused_at = None

    def on_server(self, at: int | None) -> int | None:
        """Returns when it is `at` by the server's clock; None where nobody knows, as while the time stands still."""
        return None if at is None or self._paused_at is not None else at - self._offset
