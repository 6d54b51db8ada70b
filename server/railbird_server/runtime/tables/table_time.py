"""The time of one table, which can stand still, and the timers that find it another host, close it, or wait for it."""

from __future__ import annotations

from collections.abc import Callable

from railbird_server.runtime.broadcast.members import Members
from railbird_server.table.host_commands import OWNER


def is_due(time: int | None, now: int) -> bool:
    """Whether a time has come; None is none."""
    return time is not None and time <= now


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


WATCHER_COUNT_INTERVAL = 500
"""The pause between two counts of the watchers, so that hundreds who come at once make one message."""

HOST_RETRY_INTERVAL = 1_000
"""Milliseconds at least between two searches for another host."""

PAUSED_WAIT = 4 * 3_600_000
"""Milliseconds for which a paused table waits at least for people who have seats to come back to."""


class IdleTimers:
    """Timers that change the host of a table and close an idle one; one that the house hosts waits for people.

    `empty_after` is how long a table waits for its host, and for any viewer; `abandoned_after` how long for people
    who have seats to come back to, and how long for anybody at a table that is `returning` from the journal.
    `watcher_count_due` is when to count the watchers, None if their number has not changed.
    """

    def __init__(
        self, members: Members, now: int, *, empty_after: int, abandoned_after: int, returning: bool = False
    ) -> None:
        self._members = members
        self._returning = returning
        self._empty_after = empty_after
        self._abandoned_after = abandoned_after
        self._counted_at = now - WATCHER_COUNT_INTERVAL
        self.watcher_count_due: int | None = None
        self._hostless_since: int | None = now
        self._empty_since: int | None = now
        self._paused = False

    def update(self, now: int, *, told_watchers: int, paused: bool = False) -> None:
        """Notes who is there now; `told_watchers` is the number of watchers that the viewers were told last.

        People may all go away from a `paused` table, as for dinner, and find it when they come back.
        """
        members = self._members
        if members.watchers == told_watchers:
            self.watcher_count_due = None
        elif self.watcher_count_due is None:
            self.watcher_count_due = max(now, self._counted_at + WATCHER_COUNT_INTERVAL)
        hostless_since, empty_since = self._hostless_since, self._empty_since
        self._hostless_since = None if members.has_host else now if hostless_since is None else hostless_since
        self._empty_since = None if members.is_attended else now if empty_since is None else empty_since
        self._paused = paused
        self._returning = self._returning and not members.is_attended

    def host_left(self, now: int) -> None:
        """Notes that the host has left for good; another host is due at once."""
        self._hostless_since = now - self._empty_after

    def watchers_counted(self, now: int) -> None:
        """Notes that the watchers were counted."""
        self._counted_at = now
        self.watcher_count_due = None

    def postpone_host_change(self, now: int) -> None:
        """Waits `empty_after` more for the host, and a while at least, because nobody else can be it."""
        self._hostless_since = now + max(0, HOST_RETRY_INTERVAL - self._empty_after)

    @property
    def host_change_due(self) -> int | None:
        """When to find another host, None while the host is there; one whom the house waits for is host at once."""
        if self._house_hosts or self._hostless_since is None:
            return None
        return self._hostless_since + self._empty_after

    @property
    def close_due(self) -> int | None:
        """When to close the table, None while it is attended."""
        if self._house_hosts or self._empty_since is None:
            return None
        if self._returning:
            return self._empty_since + max(self._abandoned_after, self._empty_after)
        if self._members.has_seated_people and self._paused:
            return self._empty_since + max(self._abandoned_after, PAUSED_WAIT)
        return self._empty_since + (self._abandoned_after if self._members.has_seated_people else self._empty_after)

    @property
    def _house_hosts(self) -> bool:
        return self._members.host.id == OWNER.id


RETURN_WAIT = 10_000
"""Milliseconds for which the others are waited for once somebody is back."""

TOURNAMENT_WAIT = 30_000
"""Milliseconds for which a table of a tournament waits for anybody; players who are away are dealt in there."""


class ReturnWait:
    """The wait for the players of one table: until `latest` for the first, and then shortly for the others."""

    def __init__(self, latest: int) -> None:
        self.ends_at = self._latest = latest

    def update(self, now: int, *, somebody_is_back: bool) -> None:
        """Notes whether anybody is back by now; those who were may have gone again."""
        self.ends_at = min(self.ends_at, now + RETURN_WAIT) if somebody_is_back else self._latest
