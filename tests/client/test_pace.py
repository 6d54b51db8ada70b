from __future__ import annotations

from railbird_client.pace import MOST_A_SECOND, Pace


def test_a_server_that_talks_like_any_other_is_listened_to_without_a_rest() -> None:
    pace = Pace()
    assert not any(pace.rest(100 + 2 * count / MOST_A_SECOND) for count in range(5 * MOST_A_SECOND))


def test_a_flood_waits_for_the_end_of_the_second() -> None:
    pace = Pace()
    rests = [pace.rest(7.25) for _ in range(MOST_A_SECOND)]
    assert rests == [0.0] * (MOST_A_SECOND - 1) + [1.0]
    assert pace.rest(8.0) == 0.25
    assert pace.rest(8.25) == 0.0
