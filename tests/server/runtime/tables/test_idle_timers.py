from __future__ import annotations

from typing import cast

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.players import Player
from railbird_server.runtime.tables import table_time as module
from railbird_server.runtime.tables.table_time import RETURN_WAIT, IdleTimers, ReturnWait
from railbird_server.table.host_commands import OWNER


class FakeMembers:
    """The members of a table, as far as the timers look at them."""

    host = Player("host", b"")
    watchers = 3
    has_host = is_attended = has_seated_people = True


def timers_at(now: int, members: FakeMembers | None = None, *, empty_after: int = 60_000) -> IdleTimers:
    members = members or FakeMembers()
    return IdleTimers(cast("Members", members), now, empty_after=empty_after, abandoned_after=600_000)


def update(
    timers: IdleTimers,
    now: int,
    *,
    miscounted: bool = False,
    host: bool = True,
    people: bool = True,
    kept: bool = True,
    paused: bool = False,
) -> None:
    members = cast("FakeMembers", timers._members)
    members.has_host, members.is_attended, members.has_seated_people = host, people, kept
    timers.update(now, told_watchers=2 if miscounted else 3, paused=paused)


def test_a_table_with_its_host_and_people_has_nothing_due() -> None:
    timers = timers_at(0)
    update(timers, 10)
    assert (timers.watcher_count_due, timers.host_change_due, timers.close_due) == (None, None, None)


def test_a_table_that_nobody_comes_to_closes() -> None:
    members = FakeMembers()
    members.has_seated_people = False
    assert timers_at(5, members).close_due == 60_005


def test_a_table_closes_after_the_last_viewer_left_and_later_if_people_have_seats() -> None:
    timers = timers_at(0)
    update(timers, 10)
    update(timers, 1000, people=False, kept=False)
    update(timers, 2000, people=False, kept=False)
    assert timers.close_due == 61_000
    update(timers, 3000, people=False)
    assert timers.close_due == 601_000


def test_watchers_are_counted_at_once_and_then_with_pauses() -> None:
    timers = timers_at(0)
    update(timers, 10, miscounted=True)
    assert timers.watcher_count_due == 10
    timers.watchers_counted(10)
    update(timers, 20, miscounted=True)
    assert timers.watcher_count_due == 10 + module.WATCHER_COUNT_INTERVAL
    update(timers, 30)
    assert timers.watcher_count_due is None


def test_the_host_changes_after_a_wait_or_at_once_when_they_left_for_good() -> None:
    timers = timers_at(0)
    update(timers, 10)
    update(timers, 100, host=False)
    assert timers.host_change_due == 60_100
    timers.host_left(200)
    assert timers.host_change_due == 200
    timers.postpone_host_change(200)
    assert timers.host_change_due == 60_200


def test_another_host_is_not_looked_for_without_end_at_a_table_that_waits_for_nobody() -> None:
    timers = timers_at(0, empty_after=0)
    update(timers, 100, host=False)
    assert timers.host_change_due == 0
    timers.postpone_host_change(100)
    assert timers.host_change_due == 100 + module.HOST_RETRY_INTERVAL


def test_a_paused_table_waits_for_hours_for_people_with_seats() -> None:
    timers = timers_at(0)
    update(timers, 10)
    update(timers, 1000, host=False, people=False, paused=True)
    assert timers.close_due == 1000 + module.PAUSED_WAIT
    update(timers, 1000, host=False, people=False, kept=False, paused=True)
    assert timers.close_due == 61_000


def test_a_table_that_the_house_hosts_waits_for_people() -> None:
    members = FakeMembers()
    members.host = Player(OWNER.id, b"", OWNER.name)
    timers = timers_at(0, members)
    assert (timers.host_change_due, timers.close_due) == (None, None)
    update(timers, 10, host=False, people=False, kept=False)
    assert (timers.host_change_due, timers.close_due) == (None, None)


LATEST = 600_000


def test_it_waits_for_the_first_until_the_latest() -> None:
    assert ReturnWait(LATEST).ends_at == LATEST


def test_the_first_who_is_back_begins_the_wait_for_the_others() -> None:
    wait = ReturnWait(LATEST)
    wait.update(1_000, somebody_is_back=True)
    wait.update(9_000, somebody_is_back=True)
    assert wait.ends_at == 1_000 + RETURN_WAIT


def test_when_all_have_gone_again_it_waits_for_the_first_anew() -> None:
    wait = ReturnWait(LATEST)
    wait.update(1_000, somebody_is_back=True)
    wait.update(10_000, somebody_is_back=False)
    assert wait.ends_at == LATEST
    wait.update(50_000, somebody_is_back=True)
    assert wait.ends_at == 50_000 + RETURN_WAIT
