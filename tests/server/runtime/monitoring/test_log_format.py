"""The lines of the log, for people and for programs."""

from __future__ import annotations

import json
import logging
import os
import re

import pytest

from railbird_server.config import LOG_FORMATS
from railbird_server.runtime.monitoring.background_log import LINES_AT_ONCE, BackgroundLog
from railbird_server.runtime.monitoring.error_reporting import log_fields
from railbird_server.runtime.monitoring.log_format import FORMATS, JsonFormat, TextFormat


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
    assert re.fullmatch(r"test_log_format\.record:\d+", line.pop("place"))
    assert line == {"time": "2023-11-14T22:13:20.250Z", "level": "warning", "message": "gone"}


def test_a_line_of_json_names_the_table_and_the_player_where_they_are_known() -> None:
    line = json.loads(JsonFormat().format(record(extra=log_fields(table="t1"))))
    assert line["table"] == "t1"
    assert "player" not in line
    line = json.loads(JsonFormat().format(record(extra=log_fields(player="p7"))))
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
    assert {"level": "warning", "place": "log", "message": "3 lines of the log were left out."}.items() <= lines[
        [line["place"] for line in lines].index("log")
    ].items()
