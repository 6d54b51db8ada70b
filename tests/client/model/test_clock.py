"""Deadlines of the server on the clock of this machine."""

from __future__ import annotations

from railbird_client.model.clock import Left, ServerClock


def heard(*messages: tuple[int, float]) -> ServerClock:
    clock = ServerClock()
    for at, now in messages:
        clock.heard(at, now)
    return clock


def test_a_deadline_is_read_on_this_machines_clock() -> None:
    clock = heard((5_000, 100.0))
    assert clock.left(35_000, 100.0) == Left(30, 48)
    assert clock.left(35_000, 115.2) == Left(15, 24)
    assert clock.left(35_000, 140.0) == Left(0, 0)


def test_the_quickest_message_tells_best() -> None:
    clock = heard((5_000, 100.9), (6_000, 101.0), (7_000, 103.5))
    left = clock.left(16_000, 101.0)
    assert left is not None
    assert left.seconds == 10


def test_without_a_deadline_or_a_message_no_clock_runs() -> None:
    assert heard((0, 1.0)).left(None, 5.0) is None
    assert ServerClock().left(1_000, 5.0) is None
    clock = heard((0, 1.0))
    clock.forget()
    assert clock.left(1_000, 5.0) is None


def test_the_last_seconds_hurry() -> None:
    assert not Left(6, 9).hurry
    assert Left(5, 8).hurry


def test_a_bar_is_empty_only_at_the_end() -> None:
    assert Left(30, 48).cells(10) == 10
    assert Left(1, 1).cells(10) == 1
    assert Left(0, 0).cells(10) == 0


def test_after_a_reconnect_the_bar_shows_how_much_of_the_turn_is_gone() -> None:
    clock = heard((5_000, 100.0))
    clock.turns_last(30_000)
    assert clock.left(15_000, 100.0) == Left(10, 16)
    clock.turns_last(0)
    assert clock.left(16_000, 101.0) == Left(10, 48)
