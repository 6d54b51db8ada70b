from __future__ import annotations

from railbird_server.runtime.monitoring import Metrics
from railbird_server.runtime.outbox import (
    MAX_BUFFERED_BYTES,
    MAX_STALL_SECONDS,
    MAX_UNREAD_BYTES,
    MAX_UNREAD_FRAMES,
    Outbox,
)


class SlowTransport:
    """A transport whose client reads nothing until the test says so."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.address = ""
        self.buffered = 0
        self.aborted = False

    async def receive(self) -> str | bytes:
        raise NotImplementedError

    def write(self, frame: bytes) -> None:
        self.written.append(frame)
        self.buffered += len(frame)

    def ping(self) -> None:
        raise NotImplementedError

    def take_heard(self) -> bool:
        raise NotImplementedError

    def close(self, code: int, reason: str) -> None:
        raise NotImplementedError

    def abort(self) -> None:
        self.aborted = True

    async def wait_closed(self) -> None:
        raise NotImplementedError


class Asked:
    """Counts how often a client needs the current state."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def stalled(frames: int) -> tuple[SlowTransport, Outbox, Asked]:
    transport, asked = SlowTransport(), Asked()
    outbox = Outbox(transport, asked, Metrics())
    for number in range(frames):
        outbox.send_update(b"update %d" % number)
    return transport, outbox, asked


def test_a_client_that_reads_gets_everything() -> None:
    transport, outbox, _ = stalled(0)
    for number in range(10 * MAX_UNREAD_FRAMES):
        outbox.send_update(b"update %d" % number)
        transport.buffered = 0
    assert len(transport.written) == 10 * MAX_UNREAD_FRAMES


def test_updates_are_held_back_from_a_client_that_is_far_behind() -> None:
    transport, _, _ = stalled(5 * MAX_UNREAD_FRAMES)
    assert len(transport.written) == MAX_UNREAD_FRAMES + 1


def test_large_updates_are_held_back_long_before_the_client_is_cut_off() -> None:
    transport, outbox, asked = stalled(0)
    for _ in range(MAX_UNREAD_FRAMES):
        outbox.send_update(b"x" * 30_000)
    assert MAX_UNREAD_BYTES < transport.buffered < MAX_BUFFERED_BYTES
    assert not transport.aborted
    transport.buffered = 0
    outbox.check_backpressure(1.0)
    assert asked.times == 1


def test_answers_reach_even_a_client_that_is_far_behind() -> None:
    transport, outbox, _ = stalled(5 * MAX_UNREAD_FRAMES)
    outbox.send(b"accepted")
    assert transport.written[-1] == b"accepted"


def test_a_client_that_has_read_all_gets_the_current_state_and_follows_updates_again() -> None:
    transport, outbox, asked = stalled(5 * MAX_UNREAD_FRAMES)
    outbox.check_backpressure(1.0)
    early = asked.times
    transport.buffered = 0
    outbox.check_backpressure(2.0)
    assert (early, asked.times) == (0, 1)
    outbox.send_update(b"too early")
    outbox.send_snapshot(b"snapshot")
    outbox.send_update(b"update")
    assert transport.written[-2:] == [b"snapshot", b"update"]


def test_a_client_that_reads_nothing_for_long_is_cut_off() -> None:
    transport, outbox, _ = stalled(3)
    outbox.check_backpressure(0.0)
    outbox.check_backpressure(MAX_STALL_SECONDS)
    assert not transport.aborted
    outbox.check_backpressure(MAX_STALL_SECONDS + 0.1)
    assert transport.aborted


def test_the_stall_time_restarts_when_everything_was_read() -> None:
    transport, outbox, _ = stalled(3)
    outbox.check_backpressure(0.0)
    transport.buffered = 0
    outbox.check_backpressure(MAX_STALL_SECONDS)
    outbox.send_update(b"update")
    outbox.check_backpressure(MAX_STALL_SECONDS + 5)
    assert not transport.aborted


def test_a_client_with_too_many_waiting_bytes_is_cut_off_at_once() -> None:
    transport, outbox, _ = stalled(0)
    outbox.send(b"x" * (MAX_BUFFERED_BYTES + 1))
    assert not transport.aborted
    outbox.send(b"more")
    assert transport.aborted
    transport.aborted = False
    outbox.check_backpressure(0.0)
    assert transport.aborted


def test_a_client_that_reads_slowly_but_steadily_is_not_cut_off() -> None:
    transport, outbox, _ = stalled(1)
    for second in range(10 * int(MAX_STALL_SECONDS)):
        outbox.send(b"x" * 100)
        transport.buffered -= 99
        outbox.check_backpressure(float(second))
    assert transport.buffered > 0
    assert not transport.aborted


def test_writing_to_a_stalled_client_does_not_count_as_its_reading() -> None:
    transport, outbox, _ = stalled(1)
    for second in range(int(MAX_STALL_SECONDS) + 2):
        outbox.send(b"more")
        outbox.check_backpressure(float(second))
    assert transport.aborted
