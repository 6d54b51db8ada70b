from __future__ import annotations

from railbird_server.runtime.tables.delay_queue import LONGEST_GAP_MS, DelayQueue
from railbird_shared.events import Checked, HandEnded, HandStarted, PublicEvent
from railbird_shared.messages import Chat, Step
from railbird_shared.rail_terms import RailTerms


def step(seq: int, *public: PublicEvent) -> Step:
    return Step(epoch="", seq=seq, at=0, public=public)


def hand(queue: DelayQueue, number: int, at: int) -> None:
    """Plays a hand of three steps, a second each."""
    queue.add(step(3 * number, HandStarted(number, 1, (1, 2))), at)
    queue.add(step(3 * number + 1, Checked(1)), at + 1_000)
    queue.add(step(3 * number + 2, HandEnded(number)), at + 2_000)


def test_a_hand_is_shown_when_so_many_further_hands_have_ended() -> None:
    queue = DelayQueue(RailTerms(delay_hands=2), 0)
    for number in (1, 2):
        hand(queue, number, 10_000 * number)
    assert queue.due is None
    assert queue.take(10**9) is None
    hand(queue, 3, 30_000)
    assert queue.due == 32_000


def test_a_hand_is_shown_at_its_own_pace_without_long_pauses() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    hand(queue, 1, 1_000)
    hand(queue, 2, 60_000)
    hand(queue, 3, 70_000)
    shown = []
    for now in range(62_000, 80_000, 500):
        while queue.take(now) is not None:
            shown.append(now)
    assert shown == [62_000, 63_000, 64_000, 72_000, 73_000, 74_000]
    assert LONGEST_GAP_MS == 4_000


def test_a_rail_that_is_later_than_it_has_to_be_catches_up() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    for number in range(1, 4):
        hand(queue, number, 100_000 * number)
    for number in range(4, 200):
        hand(queue, number, 300_000 + 3_000 * number)
    shown, now = 0, 0
    while queue.due is not None and queue.due < 600_000:
        now = queue.due
        queue.take(now)
        shown += 1
    played = (600_000 - 300_000) // 3_000
    assert played - 3 <= shown // 3 <= played


def test_no_hand_that_runs_is_shown_however_short_the_delay_is() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=5), 0)
    queue.add(step(1, HandStarted(1, 1, (1, 2))), 0)
    assert queue.take(10**9) is None
    queue.add(step(2, HandEnded(1)), 60_000)
    assert queue.due == 60_000


def test_a_hand_waits_for_its_seconds_after_it_is_over() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=30), 0)
    hand(queue, 1, 1_000)
    assert queue.take(30_999) is None
    assert queue.take(31_000) is not None
    assert queue.due == 32_000


def test_what_the_players_say_waits_with_their_hand() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    queue.add(step(1, HandStarted(1, 1, (1, 2))), 0)
    queue.add(Chat(name="Wren", text="I had aces."), 500)
    queue.add(step(2, HandEnded(1)), 1_000)
    assert queue.due is None
    hand(queue, 2, 2_000)
    assert len([queue.take(10**9) for _ in range(3)]) == 3


def test_a_queue_that_begins_in_a_hand_shows_it_when_it_is_over() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0, hand=57, hand_runs=True)
    queue.add(step(1), 0)
    queue.add(step(2, HandEnded(57)), 1_000)
    assert queue.due is None
    hand(queue, 58, 5_000)
    assert queue.due == 7_000
