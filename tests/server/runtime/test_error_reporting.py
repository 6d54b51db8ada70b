from __future__ import annotations

import asyncio
import errno

import pytest

from railbird_server.runtime import monitoring
from railbird_server.runtime.monitoring import LoopExceptionHandler, WarningTally, report_error
from railbird_shared.game.cards import Card


def test_a_fault_is_logged_by_type_and_place_and_never_by_its_text(caplog: pytest.LogCaptureFixture) -> None:
    def deal() -> None:
        raise KeyError(Card.SA, "secret-token")

    try:
        deal()
    except KeyError as error:
        report_error("table t1", error)
    assert "table t1: KeyError in deal (" in caplog.text
    assert "secret-token" not in caplog.text
    assert "As" not in caplog.text


async def test_an_uncaught_error_is_logged_once_a_minute_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    times = iter((100.0, 100.1, 101.0, 161.0))
    last_resort = LoopExceptionHandler(times.__next__)
    for _ in range(4):
        context = {"message": "Exception in callback show('As Kd')", "exception": ValueError("As Kd")}
        last_resort(asyncio.get_running_loop(), context)
    assert [record.getMessage() for record in caplog.records] == ["event loop: ValueError"] * 2


async def test_running_out_of_file_descriptors_is_logged_as_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    last_resort = LoopExceptionHandler()
    for _ in range(1000):
        full = OSError(errno.EMFILE, "Too many open files")
        last_resort(asyncio.get_running_loop(), {"message": "accept", "exception": full})
    assert [record.getMessage() for record in caplog.records] == [
        "the system has no files left, so nobody else can connect"
    ]


async def test_a_tally_logs_one_line_for_many(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(monitoring, "FIRST_TALLY_DELAY", 0.0)
    tally = WarningTally("connections were cut off", lambda: 100.0)
    for _ in range(1000):
        tally.count()
    for _ in range(10):
        await asyncio.sleep(0)
    for _ in range(1000):
        tally.count()
    for _ in range(10):
        await asyncio.sleep(0)
    assert [record.getMessage() for record in caplog.records] == ["connections were cut off: 1000"]
