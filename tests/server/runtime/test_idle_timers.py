from __future__ import annotations

from railbird_server.runtime import idle_timers as module
from railbird_server.runtime.idle_timers import IdleTimers


def vigil_at(now: int) -> IdleTimers:
    return IdleTimers(now, empty_after=60_000, abandoned_after=600_000)


def look(
    vigil: IdleTimers, now: int, *, miscounted: bool = False, host: bool = True, people: bool = True, kept: bool = True
) -> None:
    vigil.update(now, watchers_changed=miscounted, has_host=host, has_people=people, has_seated_people=kept)


def test_a_table_with_people_waits_for_nothing() -> None:
    vigil = vigil_at(0)
    look(vigil, 10)
    assert (vigil.watcher_count_due, vigil.host_change_due, vigil.close_due) == (None, None, None)


def test_a_table_that_nobody_comes_to_closes() -> None:
    assert vigil_at(5).close_due == 60_005


def test_a_table_closes_a_while_after_the_last_one_left_and_later_if_somebody_has_a_seat() -> None:
    vigil = vigil_at(0)
    look(vigil, 10)
    look(vigil, 1000, people=False, kept=False)
    look(vigil, 2000, people=False, kept=False)
    assert vigil.close_due == 61_000
    look(vigil, 3000, people=False)
    assert vigil.close_due == 601_000


def test_watchers_are_counted_at_once_and_then_with_pauses() -> None:
    vigil = vigil_at(0)
    look(vigil, 10, miscounted=True)
    assert vigil.watcher_count_due == 10
    vigil.watchers_counted(10)
    look(vigil, 20, miscounted=True)
    assert vigil.watcher_count_due == 10 + module.WATCHER_COUNT_INTERVAL
    look(vigil, 30)
    assert vigil.watcher_count_due is None


def test_a_host_is_waited_for_unless_he_has_left_for_good() -> None:
    vigil = vigil_at(0)
    look(vigil, 10)
    look(vigil, 100, host=False)
    assert vigil.host_change_due == 60_100
    vigil.host_left(200)
    assert vigil.host_change_due == 200
    vigil.postpone_host_change(200)
    assert vigil.host_change_due == 60_200
