"""The log of a server, and what it counts about itself, for its operators.

A standard error that nobody reads never stops the server. Lines wait in a queue of limited length, and a thread writes
them. Lines that do not fit, and those that one place in the program logs too often, are left out and counted, and the
log says how many they were. Lines are for people in text, or for programs in JSON; neither holds a card, a secret or
the text of an error.

Metrics are labelled with words of the server's own, never with a name, token, card, address or chat line.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import json
import logging
import os
import queue
import sys
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from typing import Any, Literal, NamedTuple, TextIO, TypeAlias, get_args

from railbird_server.refusal import describe_error
from railbird_server.runtime.token_buckets import TokenBuckets

logger = logging.getLogger("railbird.server")

# --- what is logged --------------------------------------------------------------------------------------------------

REPEAT_INTERVAL = 60.0
"""Seconds for which an error of the event loop is not reported again."""

FIRST_TALLY_DELAY = 1.0
"""Seconds for which a tally counts before it is logged for the first time."""


def report_error(what: str, error: BaseException, *, table: str = "", player: str = "") -> None:
    """Logs an error by its type and the lines it came through; its text is left out, for it may hold secrets."""
    about = {"table": table, "player": player}
    logger.error("%s: %s", what, describe_error(error), stacklevel=2, extra=about)  # the log limits each place


class LoopExceptionHandler:
    """Logs the errors that nothing in the event loop has caught; the same one once a minute."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._rates = TokenBuckets(1 / REPEAT_INTERVAL, burst=1)

    def __call__(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handles an error as `asyncio.AbstractEventLoop.set_exception_handler` passes it."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            message = "the system has no files left, so nobody else can connect"
        else:
            message = f"event loop: {describe_error(error) if error else 'an error without a name'}"
        if self._rates.spend(message, self._seconds()):
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


FIELDS = ("table", "player")
"""Further keys of a line of JSON: the ids of the table and of the player that the `extra` of a record gives."""


class TextFormat:
    """Lines with the time of this machine, the level and the message; an error stands behind it without its text."""

    _formatter = logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as a line."""
        return f"{self._formatter.formatTime(record)} {record.levelname} {_message(record)}"

    def note(self, sentence: str) -> str:
        """Returns the sentence."""
        return sentence


class JsonFormat(TextFormat):
    """A JSON object a line: time in UTC, level, place in the program, message, and the ids of table and player."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as a line."""
        place = f"{record.module}.{record.funcName}:{record.lineno}"
        named = {name: found for name in FIELDS if isinstance(found := getattr(record, name, ""), str) and found}
        return _line(record.created, record.levelname.lower(), place, _message(record), **named)

    def note(self, sentence: str) -> str:
        """Returns the sentence as a warning of the log."""
        return _line(time.time(), "warning", "log", sentence)


FORMATS: dict[str, type[TextFormat]] = {"text": TextFormat, "json": JsonFormat}
"""How the log may be written, by the names that the setting has."""


def _message(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return f"{record.getMessage()}: {describe_error(error)}" if error else record.getMessage()


def _line(seconds: float, level: str, place: str, message: str, **named: str) -> str:
    utc = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"time": utc, "level": level, "place": place, "message": message, **named})


MAX_WAITING_LINES = 1000
"""Lines that may wait to be written."""

LINES_PER_SECOND = 5.0
LINES_AT_ONCE = 100
"""How often one place in the program may log; further lines are left out."""

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
        log_format: TextFormat | None = None,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._format = log_format or TextFormat()
        self._descriptor = descriptor
        self._seconds = seconds
        self._rates = TokenBuckets(LINES_PER_SECOND, LINES_AT_ONCE)
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()  # an error in a destructor may come while it is used
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
        if self._lines.qsize() < MAX_WAITING_LINES:
            self._lines.put(line)
        else:
            self._left_out += 1

    def close(self) -> None:
        """Writes what still waits, and gives up after `CLOSE_TIMEOUT`."""
        self._ends.set()
        self._lines.put("")
        self._thread.join(CLOSE_TIMEOUT)
        super().close()

    def _write_lines(self) -> None:
        while True:
            line = ""
            with contextlib.suppress(queue.Empty):
                line = self._lines.get(timeout=REPORT_INTERVAL)
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


class JsonLines(io.TextIOBase):
    """A stream whose lines are written to another one as objects of JSON, like those of the log."""

    encoding, errors = "utf-8", "strict"

    def __init__(self, stream: TextIO, level: str) -> None:
        super().__init__()
        self._stream, self._level, self._begun = stream, level, ""
        self.flush, self.fileno = stream.flush, stream.fileno  # type: ignore[method-assign]

    def write(self, text: str) -> int:
        """Writes each line that ends here; the rest waits for its end."""
        *lines, self._begun = (self._begun + text).split("\n")
        self._stream.writelines(f"{_line(time.time(), self._level, 'console', line)}\n" for line in lines if line)
        return len(text)


def _log_loose_error(loose: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
    """Logs an error that has ended a thread, or that could be raised nowhere."""
    if loose.exc_value is not None and not isinstance(loose.exc_value, SystemExit):
        report_error("nothing has caught an error", loose.exc_value)


@contextlib.contextmanager
def background_log(*, verbose: bool, log_format: str = "text") -> Iterator[None]:
    """Has all that is logged, warnings and errors that nothing catches written to standard error by a thread.

    With JSON, all that the program prints is JSON, too.
    """
    if sys.__stderr__ is None:
        yield
        return
    handler = BackgroundLog(sys.__stderr__.fileno(), log_format=FORMATS[log_format]())
    root = logging.getLogger()
    level, hooks = root.level, (threading.excepthook, sys.unraisablehook)
    root.addHandler(handler)
    root.setLevel(logging.INFO if verbose else logging.WARNING)
    threading.excepthook = sys.unraisablehook = _log_loose_error
    logging.captureWarnings(True)
    try:
        with contextlib.ExitStack() as printed:
            if log_format == "json":
                printed.enter_context(contextlib.redirect_stderr(JsonLines(sys.stderr, "error")))
                printed.enter_context(contextlib.redirect_stdout(JsonLines(sys.stdout, "info")))
            yield
    finally:
        logging.captureWarnings(False)
        threading.excepthook, sys.unraisablehook = hooks
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()


# --- what is counted -------------------------------------------------------------------------------------------------

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


LAG_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMIT_BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Limits of the histograms, in seconds."""


class Histogram:
    """How many measurements in seconds lie in each bucket, up to its limit and beyond the last, and their sum."""

    def __init__(self, limits: tuple[float, ...]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Counts a measurement."""
        self.counts[bisect_left(self.limits, seconds)] += 1
        self.sum += seconds


STALLED_AFTER = 10.0
"""Seconds that a commit of the journal may take until the server counts as unwell."""

LATE_AFTER = 2.0
"""Seconds that the event loop may be late until the server counts as unwell."""


class Metrics:
    """The counts of a server about itself since it began, and its health.

    Each number is counted by one thread: those of the journal by the journal's, the others by that of the event loop.
    `stopping` says that the server stops, or is about to: nobody is to be sent to it any more.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self.stopping = False
        self.hands_dealt = 0
        self.acts = 0
        self.bad_frames = 0
        self.refused: Counter[RefusedConnection] = Counter(dict.fromkeys(get_args(RefusedConnection), 0))
        self.cut_off: Counter[CutOff] = Counter(dict.fromkeys(get_args(CutOff), 0))
        self.commits = Histogram(COMMIT_BUCKETS)
        self.journal_entries = 0
        self.journal_failures = 0
        self.loop_lags = Histogram(LAG_BUCKETS)
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
        if since is not None and (waited := self._seconds() - since) > STALLED_AFTER:
            return f"The journal has not finished a commit for {waited:.0f} seconds; look at the disk."
        if self._lag > LATE_AFTER:
            return f"The server is overloaded: its event loop was {self._lag:.0f} seconds late."
        return ""

    def commit_began(self) -> None:
        """Notes that a commit of the journal begins."""
        self._commit_since = self._seconds()

    def commit_took(self, seconds: float, entries: int) -> None:
        """Counts a commit of the journal with that many entries."""
        self._commit_since, self._journal_fault = None, ""
        self.commits.observe(seconds)
        self.journal_entries += entries

    def commit_failed(self, sentence: str) -> None:
        """Counts that the journal cannot commit, and notes why; the next commit that succeeds ends it."""
        self._commit_since, self._journal_fault = None, sentence
        self.journal_failures += 1

    def loop_lag(self, seconds: float) -> None:
        """Counts how late the event loop called back."""
        self._lag = seconds
        self.loop_lags.observe(seconds)


@cache
def program_version() -> str:
    """Returns the version as it is installed, empty for a checkout that nobody has installed."""
    try:
        return metadata.version("railbird")
    except metadata.PackageNotFoundError:
        return ""
