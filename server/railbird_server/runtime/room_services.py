"""What every room needs of the server around it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from railbird_server.runtime.players import Player
from railbird_server.runtime.shuffle import Shuffle
from railbird_server.table.hand_in_progress import HandRecord

HandRecorder = Callable[[HandRecord], object]
"""What a keeper of records does with each hand that has ended; it stays in the server's process."""


class RoomServices(Struct, frozen=True):
    """The server as a room sees it; times are milliseconds.

    `listing_changed` is called when something happened that the lobby's listing may show, and `seat_released` when a
    person's seat is free. `record_hand` is given every hand that has ended. A table waits `empty_after` for its host,
    and for anybody at all, and `abandoned_after` for people who have seats to come back to.
    """

    now: Callable[[], int]
    shuffle: Shuffle
    listing_changed: Callable[[], None]
    seat_released: Callable[[Player], None]
    empty_after: int
    abandoned_after: int
    record_hand: HandRecorder | None = None
