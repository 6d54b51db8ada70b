"""The frames for one client; a slow client never delays a table nor fills the memory.

Frames are written without waiting. A client that falls far behind gets no more updates: one fresh state replaces those
it missed, as soon as it has read the rest. A client that does not catch up is cut off, and may resume.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from railbird_server.runtime.monitoring import Metrics
from railbird_server.runtime.network.transport import Transport
from railbird_shared.protocol import codec

MAX_UNREAD_FRAMES = 64
MAX_UNREAD_BYTES = 64 * 1024
"""Frames, and bytes, that may wait for a client before its updates are held back."""

MAX_BUFFERED_BYTES = 256 * 1024
"""Bytes that may wait for a client before it is cut off."""

MAX_STALL_SECONDS = 10.0
"""Seconds that a client may leave waiting bytes unread before it is cut off."""

SLICE_SIZE = 250
"""Clients that a crowd is sent to in one go; between two slices other tasks get their turn."""


class FrameOutbox(ABC):
    """The sending side of a viewer, as rooms and the lobby use it; it is `behind` once it has missed an update."""

    behind = False

    @property
    @abstractmethod
    def waiting(self) -> int:
        """The bytes that the client has not taken yet."""

    @property
    @abstractmethod
    def is_crowded(self) -> bool:
        """Whether so much waits for the client that updates are held back."""

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Sends a frame that the client cannot do without."""

    def send_update(self, frame: bytes) -> None:
        """Sends an update, unless the client is so far behind that a whole state will replace it."""
        if not self.behind:
            self.send(frame)
            self.behind = self.is_crowded

    def send_snapshot(self, frame: bytes) -> None:
        """Sends a whole state, from which the client follows updates again."""
        self.behind = False
        self.send(frame)


class Outbox(FrameOutbox):
    """The sending side of one session; `send_current_state` is called once a client that was behind has caught up."""

    def __init__(self, transport: Transport, send_current_state: Callable[[], None], metrics: Metrics) -> None:
        self._transport = transport
        self._metrics = metrics
        self._is_cut_off = False
        self._send_current_state = send_current_state
        self._unread = 0
        self._written = 0
        self._read = 0
        self._stalled_since: float | None = None

    @property
    def waiting(self) -> int:
        """The bytes that the client has not taken yet."""
        return self._transport.buffered

    @property
    def is_crowded(self) -> bool:
        """Whether so much waits for the client that updates are held back."""
        if not self._unread:  # before the last frame nothing waited
            return False
        return self._unread >= MAX_UNREAD_FRAMES or self._transport.buffered > MAX_UNREAD_BYTES

    def send(self, frame: bytes) -> None:
        """Sends a frame that the client cannot do without."""
        waiting = self._transport.buffered
        if waiting > MAX_BUFFERED_BYTES:
            self._cut_off()
            return
        self._unread = self._unread + 1 if waiting else 0
        self._written += len(frame)
        self._transport.write(frame)

    def check_backpressure(self, now: float) -> None:
        """Checks a slow client at `now` seconds: sends the current state, or cuts it off when it reads nothing."""
        waiting = self._transport.buffered
        read, self._read = self._read, self._written - waiting
        if not waiting:
            self._stalled_since = None
            if self.behind:
                self._unread = 0
                self._send_current_state()
        elif self._stalled_since is None or self._read > read:
            self._stalled_since = now
        elif now - self._stalled_since > MAX_STALL_SECONDS:
            self._cut_off()
        if waiting > MAX_BUFFERED_BYTES:
            self._cut_off()

    def _cut_off(self) -> None:
        if not self._is_cut_off:
            self._is_cut_off = True
            self._metrics.cut_off["slow"] += 1
        self._transport.abort()


class FollowedOutbox(FrameOutbox):
    """The sending side of one followed table; it wraps frames that are encoded for all viewers.

    A client that falls behind is caught up with each table apart. After `close` nothing is sent any more.
    """

    def __init__(self, outbox: FrameOutbox, table: str) -> None:
        self._outbox = outbox
        self._head = b'{"type":"followed","table":%b,"message":' % codec.encode(table)
        self._closed = False

    @property
    def waiting(self) -> int:
        """The bytes that the client has not taken yet, of all that it is sent."""
        return self._outbox.waiting

    @property
    def is_crowded(self) -> bool:
        """Whether so much waits for the client, of all that it is sent, that updates are held back."""
        return self._outbox.is_crowded

    @property
    def wants_snapshot(self) -> bool:
        """Whether the client has missed updates of the table, and has read all that was sent before."""
        return self.behind and not self._closed and not self.waiting

    def send(self, frame: bytes) -> None:
        """Sends a frame that the client cannot do without."""
        if not self._closed:
            self._outbox.send(b"%b%b}" % (self._head, frame))

    def close(self) -> None:
        """Sends nothing more."""
        self._closed = True
