"""Writes the log from a thread of its own, so that a standard error that nobody reads never stops the server.

Lines wait in a queue of limited length. What does not fit, and what one place in the program logs too often, is left
out and counted, and the log says how much it was.

Lines are for people in text, or for programs in JSON; neither holds the text of an error.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Protocol

from railbird_server.refusal import describe_error
from railbird_server.runtime.token_buckets import TokenBuckets

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


MAX_WAITING_LINES = 1000
"""Lines that may wait to be written."""

LINES_PER_SECOND = 5.0
LINES_AT_ONCE = 100
"""How often one place in the program may log; what it logs beyond is left out."""

REPORT_INTERVAL = 30.0
"""Seconds after which lines left out are reported although nothing else is logged."""

CLOSE_TIMEOUT = 1.0
"""Seconds that the lines still waiting at the end have to be written."""


class BackgroundLog(logging.Handler):
    """Queues every record as a line of text; a thread writes the lines to a file descriptor.

    The thread calls the system directly: it must hold no lock of Python's when the program ends while it is stuck.
    """

    def __init__(
        self,
        descriptor: int,
        *,
        log_format: LogFormat | None = None,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._format = log_format or TextFormat()
        self._descriptor = descriptor
        self._seconds = seconds
        self._rates = TokenBuckets(LINES_PER_SECOND, LINES_AT_ONCE)
        self._lines: queue.Queue[str] = queue.Queue(MAX_WAITING_LINES)
        self._left_out = 0
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._write_lines, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queues a record, or counts it as left out; never waits."""
        place = f"{record.pathname}:{record.lineno}"
        if not self._rates.spend(place, self._seconds()):
            self._left_out += 1
            return
        try:
            line = self._format.format(record)
        except (TypeError, ValueError, LookupError):  # its values do not fit its message
            line = self._format.note(f"A line of the log cannot be read ({record.module}:{record.lineno}).")
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._left_out += 1

    def close(self) -> None:
        """Writes what still waits, and gives up after `CLOSE_TIMEOUT`."""
        self._ends.set()
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait("")
        self._thread.join(CLOSE_TIMEOUT)
        super().close()

    def _write_lines(self) -> None:
        while True:
            try:
                line = self._lines.get(timeout=REPORT_INTERVAL)
            except queue.Empty:
                line = ""
            self._report_left_out()
            if line:
                self._write(line)
            if self._ends.is_set() and self._lines.empty():
                return

    def _report_left_out(self) -> None:
        with self.lock or contextlib.nullcontext():
            left_out, self._left_out = self._left_out, 0
        if left_out:
            self._write(self._format.note(f"{left_out} lines of the log were left out."))

    def _write(self, line: str) -> None:
        rest = f"{line}\n".encode(errors="backslashreplace")
        with contextlib.suppress(OSError):  # a log that nobody can read any more is lost
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]


@contextlib.contextmanager
def background_log(*, verbose: bool, log_format: str = "text") -> Iterator[None]:
    """Has everything that is logged written to standard error, where there is one, from a thread of its own."""
    if sys.__stderr__ is None:
        yield
        return
    handler = BackgroundLog(sys.__stderr__.fileno(), log_format=FORMATS[log_format]())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO if verbose else logging.WARNING)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()
