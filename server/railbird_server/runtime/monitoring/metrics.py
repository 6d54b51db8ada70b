"""What the server counts about itself, and whether it is well; without a page that shows it, counting does nothing.

No name, token, card, address or chat line is counted by: reasons are words of the server's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from importlib import metadata
from typing import Literal, NamedTuple, TypeAlias


@cache
def program_version() -> str:
    """Returns the version as it is installed, empty for a checkout that nobody has installed."""
    try:
        return metadata.version("railbird")
    except metadata.PackageNotFoundError:
        return ""


STALLED_AFTER = 10.0
"""Seconds that a commit of the journal may take until the server counts as unwell."""

LATE_AFTER = 2.0
"""Seconds that the event loop may be late until the server counts as unwell."""

CutOff: TypeAlias = Literal["flood", "slow", "hasty", "bad-frames"]
"""Why the server ends a connection that was open: it floods, does not read, asks too fast, or makes no sense."""

RefusedConnection: TypeAlias = Literal[
    "address", "full", "origin", "handshake", "no-hello", "bad-hello", "version", "name", "too-fast", "password"
]
"""Why the server lets a connection not in.

Too many come from its address, the server is full, a browser's page opened it, it is no websocket, it says no hello in
time or no proper one, it speaks another version, it gives no usable name, it comes too soon again, or its password is
wrong.
"""


class ServerCounts(NamedTuple):
    """How many there are of what at this moment; `watching` people are at a table without a seat."""

    tables: int = 0
    connected: int = 0
    seated: int = 0
    watching: int = 0
    bots: int = 0
    outbox_bytes: int = 0


class Metrics:
    """What happens in a server, noted by who does it. This one counts nothing and knows the server's health alone.

    The methods may be called from every thread. `stopping` says that the server takes nobody in any more.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self.stopping = False
        self._seconds = seconds
        self._journal_fault = ""
        self._commit_since: float | None = None
        self._lag = 0.0

    @property
    def fault(self) -> str:
        """Why the server is not well, in a sentence; empty while it is."""
        if self._journal_fault:
            return self._journal_fault
        since = self._commit_since
        if since is not None and self._seconds() - since > STALLED_AFTER:
            return f"The journal has not finished a commit for {self._seconds() - since:.0f} seconds; look at the disk."
        if self._lag > LATE_AFTER:
            return f"The server is overloaded: its event loop was {self._lag:.0f} seconds late."
        return ""

    # --- the journal ---

    def commit_began(self) -> None:
        """Notes that a commit of the journal begins."""
        self._commit_since = self._seconds()

    def commit_took(self, seconds: float, entries: int) -> None:  # noqa: ARG002
        """Notes a commit of the journal with that many entries."""
        self._commit_since, self._journal_fault = None, ""

    def commit_failed(self, sentence: str) -> None:
        """Notes that the journal cannot commit, and why; the next commit that succeeds ends it."""
        self._commit_since, self._journal_fault = None, sentence

    # --- the game ---

    def hand_dealt(self) -> None:
        """Notes that a hand begins."""

    def act_taken(self) -> None:
        """Notes that a table has taken an act of a person or a bot."""

    # --- connections ---

    def connection_refused(self, reason: RefusedConnection) -> None:
        """Notes a connection that is not let in."""

    def client_cut_off(self, reason: CutOff) -> None:
        """Notes a connection that the server ends."""

    def bad_frame(self) -> None:
        """Notes a frame that is no command."""

    # --- the event loop ---

    def loop_lag(self, seconds: float) -> None:
        """Notes how late the event loop called back."""
        self._lag = seconds
