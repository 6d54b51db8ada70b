"""The frames of one table that a client follows, each of which names the table, on their way to the client's outbox."""

from __future__ import annotations

from railbird_server.runtime.people.outbox import Outbox
from railbird_shared.protocol import codec


class FollowedOutbox:
    """The sending side of one followed table; it wraps frames that are encoded for all viewers.

    A client that falls behind is caught up with each table apart. After `close` nothing is sent any more.
    """

    def __init__(self, outbox: Outbox, table: str) -> None:
        self._outbox = outbox
        self._head = b'{"type":"followed","table":%b,"message":' % codec.encode_text(table)
        self._closed = False
        self.behind = False

    @property
    def waiting(self) -> int:
        """The bytes that the client has not taken yet, of all that it is sent."""
        return self._outbox.waiting

    @property
    def wants_snapshot(self) -> bool:
        """Whether the client has missed updates of the table, and has read all that was sent before."""
        return self.behind and not self._closed and not self.waiting

    def send(self, frame: bytes) -> None:
        """Sends a frame that the client cannot do without."""
        if not self._closed:
            self._outbox.send(b"%b%b}" % (self._head, frame))

    def send_update(self, frame: bytes) -> None:
        """Sends an update, unless the client is so far behind that a whole state will replace it."""
        if not self.behind:
            self.send(frame)
            self.behind = self._outbox.is_crowded

    def fall_behind(self) -> None:
        """Holds updates back from now on, because the client has missed one: a whole state will replace them."""
        self.behind = True

    def send_snapshot(self, frame: bytes) -> None:
        """Sends a whole state, from which the client follows updates again."""
        self.behind = False
        self.send(frame)

    def close(self) -> None:
        """Sends nothing more."""
        self._closed = True
