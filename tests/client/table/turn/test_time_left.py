"""Deadlines of the server on the clock of this machine."""

from __future__ import annotations

from railbird_client.table.turn.time_left import ServerClock, TimeLeft


def synced_clock(*messages: tuple[int, float], turn_length: int = 0) -> ServerClock:
    clock = ServerClock()
    clock.reset(turn_length)
    for at, now in messages:
        clock.sync(at, now)
    return clock


def test_a_server_deadline_is_converted_to_the_local_clock() -> None:
    clock = synced_clock((5_000, 100.0))
    assert clock.time_left(35_000, 100.0) == TimeLeft(30, 48)
    assert clock.time_left(35_000, 115.2) == TimeLeft(15, 24)
    assert clock.time_left(35_000, 140.0) == TimeLeft(0, 0)


def test_the_fastest_message_sets_the_offset() -> None:
    clock = synced_clock((5_000, 100.9), (6_000, 101.0), (7_000, 103.5))
    left = clock.time_left(16_000, 101.0)
    assert left is not None
    assert left.seconds == 10


def test_without_a_deadline_or_a_message_no_clock_runs() -> None:
    assert synced_clock((0, 1.0)).time_left(None, 5.0) is None
    assert ServerClock().time_left(1_000, 5.0) is None
    clock = synced_clock((0, 1.0))
    clock.reset(0)
    assert clock.time_left(1_000, 5.0) is None


def test_the_last_seconds_are_urgent() -> None:
    assert not TimeLeft(6, 9).is_urgent
    assert TimeLeft(5, 8).is_urgent


def test_a_bar_is_empty_only_at_the_end() -> None:
    assert TimeLeft(30, 48).filled_cells(10) == 10
    assert TimeLeft(1, 1).filled_cells(10) == 1
    assert TimeLeft(0, 0).filled_cells(10) == 0


def test_after_a_reconnect_the_bar_shows_how_much_of_the_turn_is_gone() -> None:
    clock = synced_clock((5_000, 100.0), turn_length=30_000)
    assert clock.time_left(15_000, 100.0) == TimeLeft(10, 16)
    unknown = synced_clock((5_000, 100.0))
    assert unknown.time_left(16_000, 101.0) == TimeLeft(10, 48)


def test_the_bar_of_a_time_bank_is_full_when_it_begins_to_run() -> None:
    clock = synced_clock((5_000, 100.0), turn_length=30_000)
    assert clock.time_left(65_000, 100.0, on_time_bank=True) == TimeLeft(60, 48, on_time_bank=True)
    assert clock.time_left(65_000, 130.0, on_time_bank=True) == TimeLeft(30, 24, on_time_bank=True)
