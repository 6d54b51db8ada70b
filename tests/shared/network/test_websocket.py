from __future__ import annotations

import pytest

from railbird_shared.network.websocket import Throttle


def test_messages_are_held_back_after_a_burst() -> None:
    throttle = Throttle(rate=10, burst=3)
    assert [throttle.delay(100.0) for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    assert [throttle.delay(200.0) for _ in range(4)] == pytest.approx([0, 0, 0, 0.1])


def test_normal_traffic_is_not_delayed() -> None:
    throttle = Throttle(rate=500, burst=250)
    assert not any(throttle.delay(100 + count / 500) for count in range(2500))


def test_in_a_flood_no_second_has_more_than_the_burst_and_the_rate() -> None:
    throttle = Throttle(rate=500, burst=250)
    passed = [7.25 + throttle.delay(7.25) for _ in range(2000)]
    assert sum(at < 8.25 for at in passed) == pytest.approx(750, abs=1)
    assert sum(8.25 <= at < 9.25 for at in passed) == pytest.approx(500, abs=1)
