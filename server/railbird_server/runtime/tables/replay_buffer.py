"""The latest steps of a table, for a player who reconnects: the missed ones are sent again."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from msgspec import Struct

from railbird_server.runtime.tables.bus import PublicFrame

BUFFER_SIZE = 64
"""Steps kept; a player who has missed more gets a snapshot."""


class SentStep(Struct, frozen=True):
    """One step as it was sent: the public frame, and by player id the frames with private parts."""

    seq: int
    public: PublicFrame
    private: Mapping[str, bytes]

    def frame_for(self, player: str) -> bytes:
        """Returns the frame that the player with that id got, or would have got."""
        return self.private.get(player, self.public)


class ReplayBuffer:
    """The frames of the latest steps, oldest first; none is kept up to step `first`."""

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._steps: deque[SentStep] = deque(maxlen=BUFFER_SIZE)

    def append(self, step: SentStep) -> None:
        """Adds the newest step; the oldest is dropped when the buffer is full."""
        self._steps.append(step)

    def since(self, seq: int, player: str) -> list[bytes] | None:
        """Returns the frames of the steps after `seq` for one player.

        Returns None where one of them is no longer kept, or the table has no step `seq` yet.
        """
        newest = self._steps[-1].seq if self._steps else self._first
        if not newest - len(self._steps) <= seq <= newest:
            return None
        return [step.frame_for(player) for step in self._steps if step.seq > seq]
