"""The same events make the same frames, numbers and digest, and any difference makes another digest."""

from __future__ import annotations

from railbird_server.runtime.broadcast.rail import PublicFrame
from railbird_server.runtime.broadcast.step_log import BUFFER_SIZE, SentStep, StepLog
from railbird_server.table.inputs import ForSeat, FullEvent
from railbird_server.table.seats import Seat
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.events import ConnectionChanged, PlayerLeft, YourHand
from railbird_shared.protocol.messages import Step

WREN, HERON = Seat(1, "p1", "Wren", 100), Seat(2, "p2", "Heron", 100)


def gone(seat: int = 1) -> FullEvent:
    return ConnectionChanged(seat, connected=False)


def digest_of(*steps: tuple[FullEvent, ...], at: int = 0, occupied: tuple[Seat, ...] = (WREN, HERON)) -> str:
    log = StepLog("epoch")
    for events in steps:
        log.record(events, occupied, at)
    return log.digest


def test_the_same_steps_have_the_same_digest() -> None:
    assert digest_of((gone(),), (gone(2),)) == digest_of((gone(),), (gone(2),))


def test_another_order_time_content_or_private_part_has_another() -> None:
    others = [
        digest_of((gone(),), (gone(2),)),
        digest_of((gone(2),), (gone(),)),
        digest_of((gone(), gone(2))),
        digest_of((gone(),), (gone(2),), at=1),
        digest_of((gone(),), (gone(2), ForSeat(1, YourHand("ace high")))),
        digest_of((gone(),), (gone(2), ForSeat(1, YourHand("king high")))),
        digest_of((gone(),), (gone(2), ForSeat(2, YourHand("king high")))),
    ]
    assert len(set(others)) == len(others)


def test_a_log_that_goes_on_from_what_is_kept_of_another_is_the_same() -> None:
    log = StepLog("epoch")
    log.record((gone(),), (WREN, HERON), 0)
    later = StepLog(log.epoch, seq=log.seq, digest=log.digest, holders=dict(log.holders))
    for each in (log, later):
        each.record((gone(2), ForSeat(1, YourHand("ace high"))), (WREN, HERON), 5)
    assert (later.seq, later.digest, later.holders) == (log.seq, log.digest, log.holders)
    for player in ("", "p1", "p2"):
        resume = Resume("t1", "epoch", 1)
        assert later.missed_frames(resume, player) == log.missed_frames(resume, player)
    assert later.missed_frames(Resume("t1", "epoch", 0), "p1") is None, "that step is not kept here"


def test_a_player_who_has_just_left_gets_the_private_part_of_their_seat() -> None:
    log = StepLog("epoch")
    log.record((gone(),), (WREN, HERON), 0)
    step = log.record((PlayerLeft(1, "Wren", 100), ForSeat(1, YourHand("ace high"))), (HERON,), 0)
    assert b"ace high" in step.private["p1"]
    assert b"ace high" not in bytes(step.public)
    assert log.holders == {2: "p2"}


def test_with_a_new_epoch_nobody_resumes_from_before_and_the_digest_goes_on() -> None:
    log = StepLog("epoch")
    log.record((gone(),), (WREN,), 0)
    digest = log.digest
    log.begin_epoch("another")
    assert (log.epoch, log.seq, log.digest) == ("another", 0, digest)
    assert log.missed_frames(Resume("t1", "epoch", 0), "p1") is None
    assert log.missed_frames(Resume("t1", "another", 0), "p1") == []


NOTHING = Step(epoch="", seq=0, at=0)


def log_of(steps: int) -> StepLog:
    """A log in which every other step has a private part of seat 1, where p1 sits."""
    log = StepLog("epoch")
    for seq in range(1, steps + 1):
        own: tuple[FullEvent, ...] = (ForSeat(1, YourHand("ace high")),) if seq % 2 else ()
        log.record((gone(), *own), (WREN, HERON), seq)
    return log


def missed(log: StepLog, seq: int, player: str) -> list[bytes] | None:
    return log.missed_frames(Resume("t1", "epoch", seq), player)


def test_the_log_returns_the_steps_a_player_missed() -> None:
    log = log_of(4)
    assert missed(log, 2, "p2") == [step.public for step in log.latest][2:]


def test_a_player_gets_only_their_own_private_frames() -> None:
    log = log_of(4)
    first, second, third, fourth = log.latest
    assert missed(log, 0, "p1") == [first.private["p1"], second.public, third.private["p1"], fourth.public]
    assert missed(log, 0, "p2") == [step.public for step in log.latest]


def test_a_player_who_missed_nothing_gets_nothing() -> None:
    assert missed(log_of(4), 4, "p1") == []
    assert missed(StepLog("epoch"), 0, "p1") == []


def test_a_player_who_missed_more_than_the_log_keeps_gets_a_snapshot() -> None:
    log = log_of(BUFFER_SIZE + 5)
    assert missed(log, 4, "p1") is None
    frames = missed(log, 5, "p1")
    assert frames is not None
    assert len(frames) == BUFFER_SIZE


def test_an_unknown_step_is_not_resumed_from() -> None:
    assert missed(log_of(4), 5, "p1") is None
    assert missed(StepLog("epoch"), 1, "p1") is None


def step(seq: int) -> SentStep:
    return SentStep(seq, PublicFrame(b"all %d" % seq), {}, NOTHING)


def test_earlier_steps_are_made_once_and_only_when_somebody_missed_them() -> None:
    made: list[int] = []

    def earlier() -> list[SentStep]:
        made.append(1)
        return [step(8), step(9), step(10)]

    log = StepLog("epoch", seq=10, earlier=earlier)
    eleventh = log.record((gone(),), (WREN,), 0).public
    assert missed(log, 10, "p1") == [eleventh]
    assert not made
    assert missed(log, 8, "p1") == [b"all 9", b"all 10", eleventh]
    assert missed(log, 7, "p1") == [b"all 8", b"all 9", b"all 10", eleventh]
    assert missed(log, 6, "p1") is None
    assert made == [1]


def test_earlier_steps_take_only_the_room_that_is_left() -> None:
    log = StepLog("epoch", seq=10, earlier=lambda: [step(seq) for seq in range(1, 11)])
    for _ in range(11, 6 + BUFFER_SIZE):
        log.record((gone(),), (WREN,), 0)
    assert missed(log, 4, "p1") is None
    frames = missed(log, 5, "p1")
    assert frames is not None
    assert frames[0] == b"all 6"
    assert len(frames) == BUFFER_SIZE
