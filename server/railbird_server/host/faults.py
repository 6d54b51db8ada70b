"""How the server logs what must not happen: where it happened, and nothing that a card or a secret could hide in."""

from __future__ import annotations

import logging
import traceback

logger = logging.getLogger("railbird.server")


def report(what: str, error: BaseException) -> None:
    """Logs an unexpected error by its type and the lines it came through; its text may hold secrets and is left out."""
    lines = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(error.__traceback__)]
    logger.error("%s: %s in %s", what, type(error).__name__, " < ".join(reversed(lines)))
