from __future__ import annotations

from railbird_client.network.throttle import MAX_MESSAGES_PER_SECOND, Throttle


def test_normal_traffic_is_not_delayed() -> None:
    pace = Throttle()
    assert not any(
        pace.delay(100 + 2 * count / MAX_MESSAGES_PER_SECOND) for count in range(5 * MAX_MESSAGES_PER_SECOND)
    )


def test_a_flood_is_delayed_to_the_end_of_the_second() -> None:
    pace = Throttle()
    rests = [pace.delay(7.25) for _ in range(MAX_MESSAGES_PER_SECOND)]
    assert rests == [0.0] * (MAX_MESSAGES_PER_SECOND - 1) + [1.0]
    assert pace.delay(8.0) == 0.25
    assert pace.delay(8.25) == 0.0
