"""What the owner of a server may do with it, and when a server that nobody is at ends by itself.

The owner is whoever started the server: they know the secret of its run file, which nobody is ever sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import tempfile
import time
from hmac import compare_digest
from pathlib import Path

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file

GAME_ENDED = "The host has ended the game."
"""Why the tables close when the owner ends the server."""


class Ownership:
    """The owner's say over a server: `stopped` is set when it is to end.

    `ended` says that its owner has ended the game, so that no table is kept for later.
    """

    def __init__(self) -> None:
        self.secret = secrets.token_urlsafe(24)
        self.stopped = asyncio.Event()
        self.ended = False

    def is_owner(self, secret: str) -> bool:
        """Whether a secret is that of the owner of the server."""
        return compare_digest(secret.encode(), self.secret.encode())

    def check(self, secret: str) -> None:
        """Raises Refusal for anybody but the owner of the server."""
        if not self.is_owner(secret):
            raise Refusal("not-owner", "Only who started this server may do that.")

    def end_game(self, secret: str) -> None:
        """Ends the server for good; raises Refusal for anybody but its owner."""
        self.check(secret)
        self.ended = True
        self.stopped.set()


class Attendance:
    """Says when no person has been connected for `limit` seconds; a limit of 0 is none. `now` is in seconds."""

    def __init__(self, limit: float, now: float) -> None:
        self._limit = limit
        self._last_seen = now

    def is_over(self, now: float, *, people: bool) -> bool:
        """Whether the server has been without people for too long, given whether there are any now."""
        if people or not self._limit:
            self._last_seen = now
        return bool(self._limit) and now - self._last_seen >= self._limit


class RunFileKeeper:
    """Writes the run file into a folder, and takes it away at the end."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / RUN_FILE_NAME
        self._written: RunFile | None = None

    def announce(self, address: str, *, owner: str, name: str) -> None:
        """Says that this process listens at `address`; raises OSError."""
        self._write(RunFile(address, os.getpid(), owner, name, int(time.time())))

    def withdraw(self, *, kept_tables: bool) -> None:
        """Says that the server has ended: the file stays, without a process, while tables wait to be resumed."""
        if self._written is None:
            return
        with contextlib.suppress(OSError):  # the client finds out by itself that the process is gone
            if kept_tables:
                self._write(replace(self._written, pid=0))
            else:
                self.path.unlink()

    def _write(self, run_file: RunFile) -> None:
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".running-")  # readable by its owner alone
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(encode_run_file(run_file))
            temporary.replace(self.path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        self._written = run_file
