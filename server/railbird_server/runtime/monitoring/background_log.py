"""Writes the log from a thread of its own, so that a standard error that nobody reads never stops the server.

Lines wait in a queue of limited length. What does not fit, and what one place in the program logs too often, is left
out and counted, and the log says how much it was.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator

from railbird_server.runtime.monitoring.log_format import FORMATS, LogFormat, TextFormat
from railbird_server.runtime.token_buckets import TokenBuckets

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
