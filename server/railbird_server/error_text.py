"""What may be written in a log about an error: its type and where it happened, no text that could hold a secret."""

from __future__ import annotations

import traceback


def describe_error(error: BaseException) -> str:
    """Returns the type of an error and the lines it came through, the innermost first; its message is left out."""
    lines = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(error.__traceback__)]
    return " in ".join(filter(None, (type(error).__name__, " < ".join(reversed(lines)))))
