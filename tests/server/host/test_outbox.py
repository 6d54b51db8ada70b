from __future__ import annotations

from railbird_server.host.outbox import MOST_BEHIND, MOST_NEWS, MOST_STALLED, MOST_WAITING, Outbox


class SlowWire:
    """A client that reads nothing until told to."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.address = ""
        self.waiting = 0
        self.aborted = False

    async def receive(self) -> str | bytes:
        raise NotImplementedError

    def write(self, frame: bytes) -> None:
        self.written.append(frame)
        self.waiting += len(frame)

    def hang_up(self, code: int, reason: str) -> None:
        raise NotImplementedError

    def abort(self) -> None:
        self.aborted = True

    async def gone(self) -> None:
        raise NotImplementedError


class Asked:
    """Counts how often a client has to be told all anew."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def stalled(frames: int) -> tuple[SlowWire, Outbox, Asked]:
    wire, asked = SlowWire(), Asked()
    outbox = Outbox(wire, asked)
    for number in range(frames):
        outbox.tell(b"news %d" % number)
    return wire, outbox, asked


def test_a_client_that_reads_gets_everything() -> None:
    wire, outbox, _ = stalled(0)
    for number in range(10 * MOST_BEHIND):
        outbox.tell(b"news %d" % number)
        wire.waiting = 0
    assert len(wire.written) == 10 * MOST_BEHIND


def test_news_is_held_back_from_a_client_that_is_far_behind() -> None:
    wire, _, _ = stalled(5 * MOST_BEHIND)
    assert len(wire.written) == MOST_BEHIND + 1


def test_news_in_large_frames_is_held_back_long_before_the_client_is_cut_off() -> None:
    wire, outbox, asked = stalled(0)
    for _ in range(MOST_BEHIND):
        outbox.tell(b"x" * 30_000)
    assert MOST_NEWS < wire.waiting < MOST_WAITING
    assert not wire.aborted
    wire.waiting = 0
    outbox.check(1.0)
    assert asked.times == 1


def test_answers_reach_even_a_client_that_is_far_behind() -> None:
    wire, outbox, _ = stalled(5 * MOST_BEHIND)
    outbox.answer(b"accepted")
    assert wire.written[-1] == b"accepted"


def test_a_client_that_has_read_all_is_told_all_anew_and_then_follows_again() -> None:
    wire, outbox, asked = stalled(5 * MOST_BEHIND)
    outbox.check(1.0)
    early = asked.times
    wire.waiting = 0
    outbox.check(2.0)
    assert (early, asked.times) == (0, 1)
    outbox.tell(b"too early")
    outbox.show(b"snapshot")
    outbox.tell(b"news")
    assert wire.written[-2:] == [b"snapshot", b"news"]


def test_a_client_that_reads_nothing_for_long_is_cut_off() -> None:
    wire, outbox, _ = stalled(3)
    outbox.check(0.0)
    outbox.check(MOST_STALLED)
    assert not wire.aborted
    outbox.check(MOST_STALLED + 0.1)
    assert wire.aborted


def test_the_wait_begins_anew_when_everything_was_read() -> None:
    wire, outbox, _ = stalled(3)
    outbox.check(0.0)
    wire.waiting = 0
    outbox.check(MOST_STALLED)
    outbox.tell(b"news")
    outbox.check(MOST_STALLED + 5)
    assert not wire.aborted


def test_a_client_for_whom_too_much_waits_is_cut_off_at_once() -> None:
    wire, outbox, _ = stalled(0)
    outbox.answer(b"x" * (MOST_WAITING + 1))
    assert not wire.aborted
    outbox.answer(b"more")
    assert wire.aborted
    wire.aborted = False
    outbox.check(0.0)
    assert wire.aborted


def test_a_client_that_reads_slowly_but_steadily_is_not_cut_off() -> None:
    wire, outbox, _ = stalled(1)
    for second in range(10 * int(MOST_STALLED)):
        outbox.answer(b"x" * 100)
        wire.waiting -= 99
        outbox.check(float(second))
    assert wire.waiting > 0
    assert not wire.aborted


def test_what_is_written_meanwhile_does_not_make_a_client_seem_to_read() -> None:
    wire, outbox, _ = stalled(1)
    for second in range(int(MOST_STALLED) + 2):
        outbox.answer(b"more")
        outbox.check(float(second))
    assert wire.aborted
