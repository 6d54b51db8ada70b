from __future__ import annotations

from railbird_server.runtime.broadcast.bus import PublicFrame
from railbird_server.runtime.broadcast.replay_buffer import BUFFER_SIZE, ReplayBuffer, SentStep
from railbird_shared.protocol.messages import Step

NOTHING = Step(epoch="", seq=0, at=0)


def buffer_of(steps: int) -> ReplayBuffer:
    buffer = ReplayBuffer()
    for seq in range(1, steps + 1):
        buffer.append(SentStep(seq, PublicFrame(b"all %d" % seq), {"p1": b"own %d" % seq} if seq % 2 else {}, NOTHING))
    return buffer


def test_the_buffer_returns_the_steps_a_player_missed() -> None:
    assert buffer_of(4).since(2, "p2") == [b"all 3", b"all 4"]


def test_a_player_gets_only_their_own_private_frames() -> None:
    buffer = buffer_of(4)
    assert buffer.since(0, "p1") == [b"own 1", b"all 2", b"own 3", b"all 4"]
    assert buffer.since(0, "p2") == [b"all 1", b"all 2", b"all 3", b"all 4"]


def test_a_player_who_missed_nothing_gets_nothing() -> None:
    assert buffer_of(4).since(4, "p1") == []
    assert ReplayBuffer().since(0, "p1") == []


def test_a_player_who_missed_more_than_the_buffer_keeps_gets_a_snapshot() -> None:
    buffer = buffer_of(BUFFER_SIZE + 5)
    assert buffer.since(4, "p1") is None
    missed = buffer.since(5, "p1")
    assert missed is not None
    assert len(missed) == BUFFER_SIZE


def test_an_unknown_step_is_not_resumed_from() -> None:
    assert buffer_of(4).since(5, "p1") is None
    assert ReplayBuffer().since(1, "p1") is None


def step(seq: int) -> SentStep:
    return SentStep(seq, PublicFrame(b"all %d" % seq), {}, NOTHING)


def test_earlier_steps_are_made_once_and_only_when_somebody_missed_them() -> None:
    made: list[int] = []

    def earlier() -> list[SentStep]:
        made.append(1)
        return [step(8), step(9), step(10)]

    buffer = ReplayBuffer(10, earlier)
    buffer.append(step(11))
    assert buffer.since(10, "p1") == [b"all 11"]
    assert not made
    assert buffer.since(8, "p1") == [b"all 9", b"all 10", b"all 11"]
    assert buffer.since(7, "p1") == [b"all 8", b"all 9", b"all 10", b"all 11"]
    assert buffer.since(6, "p1") is None
    assert made == [1]


def test_earlier_steps_take_only_the_room_that_is_left() -> None:
    buffer = ReplayBuffer(10, lambda: [step(seq) for seq in range(1, 11)])
    for seq in range(11, 6 + BUFFER_SIZE):
        buffer.append(step(seq))
    assert buffer.since(4, "p1") is None
    missed = buffer.since(5, "p1")
    assert missed is not None
    assert missed[0] == b"all 6"
    assert len(missed) == BUFFER_SIZE
