"""The lines of the log: for people in text, or for programs in JSON; neither holds the text of an error."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Protocol

from railbird_server.error_text import describe_error

TEXT = "%(asctime)s %(levelname)s %(message)s"

FIELDS = ("table", "player")
"""What a line of JSON names besides, if whoever logged has said it (`error_reporting.log_fields`)."""


class LogFormat(Protocol):
    """Makes lines of records."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as a line."""
        ...

    def note(self, sentence: str) -> str:
        """Returns a sentence of the log itself as a line."""
        ...


class TextFormat:
    """Lines with the time of this machine, the level and the message; an error stands behind it without its text."""

    def __init__(self) -> None:
        self._formatter = logging.Formatter(TEXT)

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as a line."""
        record.message = _message(record)
        record.asctime = self._formatter.formatTime(record)
        return self._formatter.formatMessage(record)

    def note(self, sentence: str) -> str:
        """Returns the sentence."""
        return sentence


class JsonFormat:
    """A JSON object a line: time in UTC, level, place in the program, message, and the ids of table and player."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as a line."""
        place = f"{record.module}.{record.funcName}:{record.lineno}"
        named = {name: found for name in FIELDS if isinstance(found := getattr(record, name, ""), str) and found}
        return _line(_utc(record.created), record.levelname.lower(), place, _message(record), **named)

    def note(self, sentence: str) -> str:
        """Returns the sentence as a warning of the log."""
        return _line(_utc(datetime.now(UTC).timestamp()), "warning", "log", sentence)


FORMATS: dict[str, type[TextFormat | JsonFormat]] = {"text": TextFormat, "json": JsonFormat}
"""How the log may be written, by the names that the setting has."""


def _message(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return f"{record.getMessage()}: {describe_error(error)}" if error else record.getMessage()


def _line(time: str, level: str, place: str, message: str, **named: str) -> str:
    return json.dumps({"time": time, "level": level, "place": place, "message": message, **named})


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
