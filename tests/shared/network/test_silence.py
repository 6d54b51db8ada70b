"""When the other side of a connection counts as silent, in virtual time."""

from __future__ import annotations

from railbird_shared.network.silence import (
    CHECK_INTERVAL_SECONDS,
    PING_AFTER_SECONDS,
    PINGS_PER_SECOND,
    SILENT_AFTER_SECONDS,
    SilenceWatch,
    patience_with,
)


class WatchedConnection:
    """A watch, the time, and the moments at which it wanted a ping."""

    def __init__(self) -> None:
        self.now = 100.0
        self.watch = SilenceWatch(self.now)
        self.pings: list[float] = []

    def check(self, *, heard: bool = False, after: float = CHECK_INTERVAL_SECONDS) -> None:
        self.now += after
        if self.watch.check(self.now, heard=heard):
            self.pings.append(self.now)

    def stay_quiet(self, seconds: float) -> None:
        for _ in range(round(seconds / CHECK_INTERVAL_SECONDS)):
            self.check()


def test_a_connection_on_which_frames_arrive_is_not_pinged() -> None:
    connection = WatchedConnection()
    for _ in range(100):
        connection.check(heard=True)
        connection.stay_quiet(PING_AFTER_SECONDS - 2 * CHECK_INTERVAL_SECONDS)
    assert (connection.pings, connection.watch.silent) == ([], False)


def test_an_idle_connection_that_answers_pings_is_never_silent() -> None:
    connection = WatchedConnection()
    for _ in range(50):
        connection.stay_quiet(PING_AFTER_SECONDS)
        connection.check(heard=True)
        assert not connection.watch.silent
    assert len(connection.pings) == 50


def test_silence_is_noticed_within_three_seconds() -> None:
    connection = WatchedConnection()
    connection.stay_quiet(SILENT_AFTER_SECONDS - CHECK_INTERVAL_SECONDS)
    assert not connection.watch.silent
    connection.check()
    assert connection.watch.silent
    assert connection.watch.seconds == SILENT_AFTER_SECONDS
    assert SILENT_AFTER_SECONDS + 2 * CHECK_INTERVAL_SECONDS <= 3


def test_one_ping_is_sent_in_a_silence_and_one_in_the_next() -> None:
    connection = WatchedConnection()
    connection.stay_quiet(30)
    assert len(connection.pings) == 1
    connection.check(heard=True)
    assert (connection.watch.seconds, connection.watch.silent) == (0.0, False)
    connection.stay_quiet(30)
    assert len(connection.pings) == 2


def test_a_process_that_stood_still_does_not_call_the_other_side_silent() -> None:
    connection = WatchedConnection()
    for _ in range(3):
        connection.check(after=60.0)
    assert connection.pings == [connection.now]
    assert not connection.watch.silent
    connection.check(heard=True)
    assert not connection.watch.silent


def test_a_server_pings_thousands_of_clients_less_often() -> None:
    assert patience_with(1) == patience_with(1000) == 1
    watches = [SilenceWatch(0.0) for _ in range(6000)]
    patience, pings, seconds, now = patience_with(len(watches)), 0, 60, 0.0
    for _ in range(round(seconds / CHECK_INTERVAL_SECONDS)):
        now += CHECK_INTERVAL_SECONDS
        pings += sum(watch.check(now, heard=watch._pinged, patience=patience) for watch in watches)
    assert not any(watch.silent for watch in watches)
    assert 0 < pings <= PINGS_PER_SECOND * seconds
