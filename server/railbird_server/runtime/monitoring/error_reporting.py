"""Logs unexpected errors: where they happened, and no text that could hold a card or a secret."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

from railbird_server.refusal import describe_error

logger = logging.getLogger("railbird.server")

REPEAT_INTERVAL = 60.0
"""Seconds for which an error of the event loop is not reported again."""

FIRST_TALLY_DELAY = 1.0
"""Seconds for which a tally counts before it is logged for the first time."""


def log_fields(*, table: str = "", player: str = "") -> dict[str, str]:
    """Returns the `extra` of a line of the log: the ids of the table and of the player that it is about."""
    return {"table": table, "player": player}


def report_error(what: str, error: BaseException, *, table: str = "", player: str = "") -> None:
    """Logs an error by its type and the lines it came through; its text is left out, for it may hold secrets."""
    fields = log_fields(table=table, player=player)
    logger.error(
        "%s: %s", what, describe_error(error), stacklevel=2, extra=fields
    )  # the log limits each place by itself


class LoopExceptionHandler:
    """Logs the errors that nothing in the event loop has caught; the same one once a minute."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._silent_until: dict[str, float] = {}

    def __call__(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handles an error as `asyncio.AbstractEventLoop.set_exception_handler` passes it."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            message = "the system has no files left, so nobody else can connect"
        else:
            message = f"event loop: {describe_error(error) if error else 'an error without a name'}"
        now = self._seconds()
        if now >= self._silent_until.get(message, now):
            self._silent_until[message] = now + REPEAT_INTERVAL
            logger.error("%s", message)


class WarningTally:
    """Counts what may happen very often, and logs the count a moment after the first time and then once a minute."""

    def __init__(self, what: str, seconds: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._seconds = seconds
        self._count = 0
        self._silent_until = 0.0

    def count(self) -> None:
        """Counts one; needs a running event loop."""
        if not self._count:
            delay = max(FIRST_TALLY_DELAY, self._silent_until - self._seconds())
            asyncio.get_running_loop().call_later(delay, self._log)
        self._count += 1

    def _log(self) -> None:
        logger.warning("%s: %d", self._what, self._count)
        self._count = 0
        self._silent_until = self._seconds() + REPEAT_INTERVAL


class CannotListen(Exception):
    """A port cannot be listened on; the message is a sentence for whoever starts the server.

    `purpose` is what the port is for, empty for the game itself, and `settings` what the names of its two settings
    begin with. `status` is the exit status: 2 where the address is not this machine's, else 1.
    """

    def __init__(
        self, error: OSError | UnicodeError, host: str, port: int, *, purpose: str = "", settings: str = ""
    ) -> None:
        self.status = 1
        wanted = f"Port {port} {purpose}".rstrip()
        no_address = {errno.EADDRNOTAVAIL, None}  # None: asyncio has tried every address of a host, since Python 3.13
        if isinstance(error, socket.gaierror | UnicodeError) or error.errno in no_address:
            self.status = 2
            place = f"This machine has no address {host!r} {purpose}".rstrip()
            others = "" if purpose else ", or 0.0.0.0 for the LAN"
            sentence = f"{place}: choose 127.0.0.1 with --{settings}host{others}."
        elif error.errno == errno.EADDRINUSE:
            sentence = f"{wanted} is taken: choose another one with --{settings}port."
        elif error.errno in {errno.EACCES, errno.EPERM}:
            sentence = f"{wanted} is not for everybody: choose one above 1023 with --{settings}port."
        else:
            sentence = f"{wanted} of {host} cannot be listened on: {error.strerror}."
        super().__init__(sentence)
