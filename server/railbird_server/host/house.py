"""What every room needs of the server around it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from railbird_server.host.people import Person
from railbird_server.host.shuffle import Shuffle
from railbird_server.table.play import Played

Keep = Callable[[Played], object]
"""What a keeper of records does with each hand that has ended; it stays in the server's process."""


class House(Struct, frozen=True):
    """The server as a room sees it; times are milliseconds.

    `changed` is called when something happened that the lobby's listing may show, and `stood_up` when a person's seat
    is free. `keep` is given every hand that has ended. A table waits `empty_after` for its host, and for anybody at
    all, and `deserted_after` for people who have seats to come back to.
    """

    now: Callable[[], int]
    shuffle: Shuffle
    changed: Callable[[], None]
    stood_up: Callable[[Person], None]
    empty_after: int
    deserted_after: int
    keep: Keep | None = None
