"""How the server logs what must not happen: where it happened, and nothing that a card or a secret could hide in."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
import traceback
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("railbird.server")

REPEAT_INTERVAL = 60.0
"""Seconds for which an error of the event loop is not reported again."""


def report_error(what: str, error: BaseException) -> None:
    """Logs an unexpected error by its type and the lines it came through; its text may hold secrets and is left out."""
    logger.error("%s: %s", what, _describe(error))


class LoopExceptionHandler:
    """What an event loop does with an error that nobody has caught: it is reported, the same one once a minute."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._silent_until: dict[str, float] = {}

    def __call__(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Takes the error as `asyncio.AbstractEventLoop.set_exception_handler` describes it."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            words = "the system has no files left, so nobody else can connect"
        else:
            words = f"event loop: {_describe(error) if error else 'an error without a name'}"
        now = self._seconds()
        if now >= self._silent_until.get(words, now):
            self._silent_until[words] = now + REPEAT_INTERVAL
            logger.error("%s", words)


def _describe(error: BaseException) -> str:
    """Returns the type of an error and the lines it came through, the innermost first."""
    lines = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(error.__traceback__)]
    return " in ".join(filter(None, (type(error).__name__, " < ".join(reversed(lines)))))
