"""The latest steps of a table, for a player who reconnects: the missed ones are sent again.

Those of before a server's start are made again only when somebody has missed them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from railbird_server.runtime.broadcast.bus import PublicFrame
from railbird_shared.protocol.messages import Step

BUFFER_SIZE = 64
"""Steps kept; a player who has missed more gets a snapshot."""


class SentStep(Struct, frozen=True):
    """One step as it was sent: the public frame, and by player id the frames with private parts.

    `delayed` is the step as a delayed rail is told it later.
    """

    seq: int
    public: PublicFrame
    private: Mapping[str, bytes]
    delayed: Step

    def frame_for(self, player: str) -> bytes:
        """Returns the frame that the player with that id got, or would have got."""
        return self.private.get(player, self.public)


EarlierSteps = Callable[[], Sequence["SentStep"]]
"""Makes the steps again that came just before the first that a buffer holds, oldest first; none if it cannot."""


class ReplayBuffer:
    """The frames of the latest steps, oldest first, from the one after `first` on; `earlier` makes those before it."""

    def __init__(self, first: int = 0, earlier: EarlierSteps | None = None) -> None:
        self._first = first
        self._earlier = earlier
        self._steps: deque[SentStep] = deque(maxlen=BUFFER_SIZE)

    @property
    def steps(self) -> Sequence[SentStep]:
        """The steps that are kept, oldest first."""
        return tuple(self._steps)

    def append(self, step: SentStep) -> None:
        """Adds the newest step; the oldest is dropped when the buffer is full."""
        self._steps.append(step)
        if len(self._steps) == BUFFER_SIZE:
            self._earlier = None

    def since(self, seq: int, player: str) -> list[bytes] | None:
        """Returns the frames of the steps after `seq` for one player.

        Returns None where one of them is no longer kept, or the table has no step `seq` yet.
        """
        newest = self._steps[-1].seq if self._steps else self._first
        if seq < newest - len(self._steps):
            self._fetch_earlier()
        if not newest - len(self._steps) <= seq <= newest:
            return None
        return [step.frame_for(player) for step in self._steps if step.seq > seq]

    def _fetch_earlier(self) -> None:
        if self._earlier is not None:
            missing = BUFFER_SIZE - len(self._steps)
            self._steps.extendleft([*reversed(self._earlier())][:missing])
            self._earlier = None
