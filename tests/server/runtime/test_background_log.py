"""The log is written by a thread of its own and never stops the server."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railbird_server.config import LOG_FORMATS
from railbird_server.runtime import monitoring
from railbird_server.runtime.monitoring import (
    FORMATS,
    LINES_AT_ONCE,
    MAX_WAITING_LINES,
    BackgroundLog,
    JsonFormat,
    TextFormat,
    report_error,
)


@contextmanager
def logger_to(descriptor: int, *, seconds: float = 0.0) -> Iterator[logging.Logger]:
    """A logger of its own that writes to a file descriptor; its time stands still."""
    logger = logging.Logger("test")  # noqa: LOG001  one that nobody else has
    handler = BackgroundLog(descriptor, seconds=lambda: seconds)
    logger.addHandler(handler)
    yield logger
    handler.close()


def test_lines_are_written_in_their_order() -> None:
    reads, writes = os.pipe()
    with logger_to(writes) as logger:
        logger.warning("one")
        logger.info("two")
    os.close(writes)
    with os.fdopen(reads) as written:
        lines = written.read().splitlines()
    assert [line.partition(" ")[2].partition(" ")[2] for line in lines] == ["WARNING one", "INFO two"]


def test_what_one_place_logs_too_often_is_left_out_and_counted() -> None:
    reads, writes = os.pipe()
    with logger_to(writes) as logger:
        for number in range(LINES_AT_ONCE + 7):
            logger.warning("again %d", number)
        logger.warning("another place")
    os.close(writes)
    with os.fdopen(reads) as written:
        lines = written.read().splitlines()
    assert sum("again" in line for line in lines) == LINES_AT_ONCE
    told = [int(line.split()[0]) for line in lines if line.endswith("lines of the log were left out.")]
    assert sum(told) == 7  # the thread may tell of the first before the last is logged
    assert lines[-1].endswith("another place")


def test_errors_of_two_places_do_not_hide_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    with logger_to(writes) as logger:
        monkeypatch.setattr(monitoring, "logger", logger)
        for _ in range(LINES_AT_ONCE + 7):
            report_error("session", ValueError())
        report_error("table", ValueError())
    os.close(writes)
    with os.fdopen(reads) as written:
        assert written.read().splitlines()[-1].endswith("table: ValueError")


def test_a_record_that_cannot_be_read_is_told_with_its_place() -> None:
    reads, writes = os.pipe()
    with logger_to(writes) as logger:
        logger.warning("%d", "no number")
        logger.warning("%(name)s", {"id": 7})
        logger.warning("the next line")
    os.close(writes)
    with os.fdopen(reads) as written:
        *unreadable, last = written.read().splitlines()
    assert last.endswith("the next line")
    assert len(unreadable) == 2
    assert all(line.startswith("A line of the log cannot be read (test_background_log:") for line in unreadable)


def test_a_fault_of_the_log_itself_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_format: TextFormat, _record: logging.LogRecord) -> str:
        raise AttributeError

    monkeypatch.setattr(TextFormat, "format", fail)
    reads, writes = os.pipe()
    with logger_to(writes) as logger, pytest.raises(AttributeError):
        logger.warning("line")
    os.close(writes)
    os.close(reads)


def test_a_log_that_nobody_reads_stops_nobody_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "CLOSE_TIMEOUT", 0.05)
    monkeypatch.setattr(monitoring, "LINES_AT_ONCE", 3 * MAX_WAITING_LINES)
    reads, writes = os.pipe()
    fill(writes)
    with logger_to(writes) as logger:
        for _ in range(2 * MAX_WAITING_LINES):
            logger.warning("line")
    os.close(reads)  # lets the thread end


def fill(descriptor: int) -> None:
    """Writes to a pipe until it takes no more."""
    os.set_blocking(descriptor, False)
    try:
        while True:
            os.write(descriptor, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(descriptor, True)


def test_without_a_standard_error_nothing_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stderr__", None)
    before = list(logging.getLogger().handlers)
    with monitoring.background_log(verbose=True):
        assert logging.getLogger().handlers == before


@pytest.mark.parametrize("log_format", FORMATS)
def test_warnings_and_errors_that_nothing_catches_are_lines_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_format: str
) -> None:
    class Fault:
        def __del__(self) -> None:
            raise KeyError("As Kd")

    def fail() -> None:
        raise ValueError("As Kd")

    before = threading.excepthook, sys.unraisablehook, warnings.showwarning
    with (tmp_path / "log").open("w") as log:
        monkeypatch.setattr(sys, "__stderr__", log)
        with monitoring.background_log(verbose=False, log_format=log_format), warnings.catch_warnings():
            warnings.simplefilter("always")
            thread = threading.Thread(target=fail)
            thread.start()
            thread.join()
            Fault()
            threading.excepthook(threading.ExceptHookArgs((SystemExit, SystemExit(), None, thread)))
            warnings.warn("old", stacklevel=1)
    assert (threading.excepthook, sys.unraisablehook, warnings.showwarning) == before
    thread_error, unraisable, warning = (tmp_path / "log").read_text().split("\n", 2)
    assert "nothing has caught an error: ValueError in fail" in thread_error
    assert "nothing has caught an error: KeyError in __del__" in unraisable
    assert "UserWarning: old" in warning
    assert "As Kd" not in thread_error + unraisable


def test_with_json_what_is_printed_is_lines_of_json_once_they_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "log").open("w") as log:
        monkeypatch.setattr(sys, "__stderr__", log)
        with monitoring.background_log(verbose=False, log_format="json"):
            print("one\n\ntwo, ", end="")
            print("two", file=sys.stderr)
            print("and so on", flush=True)
    printed = capsys.readouterr()
    out, err = (list(map(json.loads, text.splitlines())) for text in printed)
    assert [(line["level"], line["message"]) for line in out] == [("info", "one"), ("info", "two, and so on")]
    assert [(line["level"], line["message"]) for line in err] == [("error", "two")]


class Kept(logging.Handler):
    """Keeps the last record."""

    last: logging.LogRecord

    def emit(self, record: logging.LogRecord) -> None:
        self.last = record


def record(
    message: str = "gone", *, extra: dict[str, str] | None = None, error: Exception | None = None
) -> logging.LogRecord:
    logger, kept = logging.Logger("test"), Kept()  # noqa: LOG001  one that nobody else has
    logger.addHandler(kept)
    logger.warning(message, extra=extra, exc_info=error)
    return kept.last


def test_every_format_of_the_setting_is_there() -> None:
    assert tuple(FORMATS) == LOG_FORMATS


def test_a_line_of_json_has_time_level_place_and_message() -> None:
    made = record("gone")
    made.created = 1_700_000_000.25
    line = json.loads(JsonFormat().format(made))
    assert re.fullmatch(r"test_background_log\.record:\d+", line.pop("place"))
    assert line == {"time": "2023-11-14T22:13:20.250Z", "level": "warning", "message": "gone"}


def test_a_line_of_json_names_the_table_and_the_player_where_they_are_known() -> None:
    line = json.loads(JsonFormat().format(record(extra={"table": "t1"})))
    assert line["table"] == "t1"
    assert "player" not in line
    line = json.loads(JsonFormat().format(record(extra={"player": "p7"})))
    assert line["player"] == "p7"
    assert "table" not in line


@pytest.mark.parametrize("log_format", FORMATS)
def test_the_text_of_an_error_is_left_out(log_format: str) -> None:
    line = FORMATS[log_format]().format(record("deal", error=ValueError("As Kd")))
    assert "As Kd" not in line
    assert "deal: ValueError" in line
    assert "\n" not in line


def test_a_message_with_a_line_break_stays_one_line_of_json() -> None:
    assert "\n" not in JsonFormat().format(record("one\ntwo"))


def test_a_line_of_text_is_as_before() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} WARNING gone", TextFormat().format(record("gone")))


def test_lines_left_out_are_told_in_json_too() -> None:
    reads, writes = os.pipe()
    handler = BackgroundLog(writes, log_format=JsonFormat(), seconds=lambda: 0.0)
    logger = logging.Logger("test")  # noqa: LOG001  one that nobody else has
    logger.addHandler(handler)
    for _ in range(LINES_AT_ONCE + 3):
        logger.warning("again")
    handler.close()
    os.close(writes)
    with os.fdopen(reads) as written:
        lines = [json.loads(line) for line in written]
    notes = [line for line in lines if line["place"] == "log"]
    assert {line["level"] for line in notes} == {"warning"}
    assert sum(int(line["message"].removesuffix(" lines of the log were left out.")) for line in notes) == 3
