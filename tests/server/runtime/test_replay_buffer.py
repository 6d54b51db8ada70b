from __future__ import annotations

from railbird_server.runtime.replay_buffer import BUFFER_SIZE, ReplayBuffer, SentStep


def ring_of(steps: int) -> ReplayBuffer:
    ring = ReplayBuffer()
    for seq in range(1, steps + 1):
        ring.append(SentStep(seq, b"all %d" % seq, {"p1": b"own %d" % seq} if seq % 2 else {}))
    return ring


def test_a_ring_returns_what_a_player_missed() -> None:
    assert ring_of(4).since(2, "p2") == [b"all 3", b"all 4"]


def test_a_player_gets_the_frames_that_were_his_and_nobody_elses() -> None:
    ring = ring_of(4)
    assert ring.since(0, "p1") == [b"own 1", b"all 2", b"own 3", b"all 4"]
    assert ring.since(0, "p2") == [b"all 1", b"all 2", b"all 3", b"all 4"]


def test_who_missed_nothing_gets_nothing() -> None:
    assert ring_of(4).since(4, "p1") == []
    assert ReplayBuffer().since(0, "p1") == []


def test_who_missed_more_than_the_ring_keeps_gets_a_snapshot() -> None:
    ring = ring_of(BUFFER_SIZE + 5)
    assert ring.since(4, "p1") is None
    missed = ring.since(5, "p1")
    assert missed is not None
    assert len(missed) == BUFFER_SIZE


def test_a_step_that_never_was_is_not_resumed_from() -> None:
    assert ring_of(4).since(5, "p1") is None
    assert ReplayBuffer().since(1, "p1") is None
