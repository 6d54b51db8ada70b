"""A table's time stands still and goes on where it stood, whatever the server's clock says."""

from __future__ import annotations

from railbird_server.runtime.tables.table_time import TableTime


class Clock:
    """A server's clock that a test sets."""

    def __init__(self, now: int = 0) -> None:
        self.time = now

    def __call__(self) -> int:
        return self.time


def test_it_begins_where_it_stopped_on_another_server() -> None:
    clock = Clock(5_000)
    time = TableTime(clock, 90_000)
    assert time.now() == 90_000
    clock.time += 300
    assert time.now() == 90_300
    assert time.on_server(91_000) == 6_000
    assert time.on_server(None) is None


def test_while_it_stands_still_nothing_is_due() -> None:
    clock = Clock()
    time = TableTime(clock, 1_000, paused=True)
    clock.time = 60_000
    assert time.is_paused
    assert time.now() == 1_000
    assert time.on_server(1_000) is None
    time.go_on()
    assert not time.is_paused
    assert time.now() == 1_000
    assert time.on_server(1_500) == 60_500


def test_pauses_add_up_and_a_second_pause_or_going_on_changes_nothing() -> None:
    clock = Clock()
    time = TableTime(clock)
    for _ in range(3):
        clock.time += 100
        time.pause()
        clock.time += 10_000
        time.pause()
        clock.time += 10_000
        time.go_on()
        time.go_on()
    assert time.now() == 300
