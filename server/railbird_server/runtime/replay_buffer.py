"""The last steps of a table, kept so that a player who was away for a moment misses none of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from msgspec import Struct

BUFFER_SIZE = 64
"""Steps kept; who has missed more gets a snapshot."""


class SentStep(Struct, frozen=True):
    """One step as it was sent: the frame for everybody, and by player id the frame of those who were told more."""

    seq: int
    public: bytes
    private: Mapping[str, bytes]

    def frame_for(self, player: str) -> bytes:
        """Returns the frame that this player was sent, or would have been."""
        return self.private.get(player, self.public)


class ReplayBuffer:
    """The frames of the latest steps, oldest first."""

    def __init__(self) -> None:
        self._steps: deque[SentStep] = deque(maxlen=BUFFER_SIZE)

    def append(self, step: SentStep) -> None:
        """Adds the newest step; the oldest falls out when the ring is full."""
        self._steps.append(step)

    def since(self, seq: int, player: str) -> list[bytes] | None:
        """Returns the frames of the steps after `seq` for one player; None where a step is missing or unheard of."""
        newest = self._steps[-1].seq if self._steps else 0
        if not newest - len(self._steps) <= seq <= newest:
            return None
        return [step.frame_for(player) for step in self._steps if step.seq > seq]
