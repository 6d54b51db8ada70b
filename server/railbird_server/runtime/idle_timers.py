"""What a table does by itself as time goes by: counts its watchers, finds another host, closes for want of people.

All times are milliseconds of the server's clock.
"""

from __future__ import annotations

WATCHER_COUNT_INTERVAL = 500
"""The pause between two counts of the watchers, so that a crowd at the door is one step and not hundreds."""


class IdleTimers:
    """Since when something has been amiss at a table, and when something has to be done about it.

    `empty_after` is how long a table waits for its host, and for anybody at all; `abandoned_after` how long for people
    who have seats to come back to.
    """

    def __init__(self, now: int, *, empty_after: int, abandoned_after: int) -> None:
        self._empty_after = empty_after
        self._abandoned_after = abandoned_after
        self._counted_at = now - WATCHER_COUNT_INTERVAL
        self._watcher_count_due: int | None = None
        self._hostless_since: int | None = now
        self._empty_since: int | None = now
        self._has_seated_people = False

    def update(
        self, now: int, *, watchers_changed: bool, has_host: bool, has_people: bool, has_seated_people: bool
    ) -> None:
        """Notes how things stand: whether the watchers told are not those there, and who is there and who is not."""
        if not watchers_changed:
            self._watcher_count_due = None
        elif self._watcher_count_due is None:
            self._watcher_count_due = max(now, self._counted_at + WATCHER_COUNT_INTERVAL)
        self._hostless_since = None if has_host else now if self._hostless_since is None else self._hostless_since
        self._empty_since = None if has_people else now if self._empty_since is None else self._empty_since
        self._has_seated_people = has_seated_people

    def host_left(self, now: int) -> None:
        """Notes that the host has left for good: nobody waits for him."""
        self._hostless_since = now - self._empty_after

    def watchers_counted(self, now: int) -> None:
        """Notes that the watchers were counted."""
        self._counted_at = now
        self._watcher_count_due = None

    def postpone_host_change(self, now: int) -> None:
        """Notes that there is nobody to be the host in place of the one who is away."""
        self._hostless_since = now

    @property
    def watcher_count_due(self) -> int | None:
        """When the watchers are to be counted, None if they need not be."""
        return self._watcher_count_due

    @property
    def host_change_due(self) -> int | None:
        """When another host is to be found, None while the host is there."""
        return None if self._hostless_since is None else self._hostless_since + self._empty_after

    @property
    def close_due(self) -> int | None:
        """When the table closes, None while anybody is there."""
        if self._empty_since is None:
            return None
        return self._empty_since + (self._abandoned_after if self._has_seated_people else self._empty_after)
